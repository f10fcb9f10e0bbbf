// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The readers as a whole: telling kinds apart, files, limits, real data, the corpus of the fuzzers.
#include "tests/test_io.h"

#include "io/json.h"
#include "io/reader.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------------------------- helpers

wfResult testReadText( const char* name, const char* text, wfScenario* scenario, wfError* error )
{
	wfReadDef def = wfDefaultReadDef();
	*scenario = ( wfScenario ){ 0 };
	return wfReadScenarioFromMemory( name, text, strlen( text ), &def, scenario, error );
}

bool testAccept( const char* name, const char* text, wfScenario* scenario, const char* file, int line )
{
	wfError error = { 0 };
	if ( testReadText( name, text, scenario, &error ) == wf_ok )
	{
		return testCheck( scenario->world != NULL, "there is a world", file, line );
	}
	char message[1400];
	wfError_Format( &error, message, sizeof( message ) );
	return testCheckString( message, "accepted", "message", "expected", file, line );
}

void testCheckError( const wfError* error, const char* name, wfResult result, int32_t atLine, int32_t atColumn, const char* field,
					 const char* words, const char* file, int line )
{
	testCheckEqual( error->result, result, "error.result", "result", file, line );
	testCheckEqual( error->line, atLine, error->message, "line", file, line );
	testCheckEqual( error->column, atColumn, error->message, "column", file, line );
	testCheckString( error->field, field, error->message, "field", file, line );
	testCheckString( error->file, name, "error.file", "name", file, line );
	if ( strstr( error->message, words ) == NULL )
	{
		testCheckString( error->message, words, "error.message", "words in it", file, line );
	}
}

void testRefuse( const char* name, const char* text, size_t size, wfResult result, int32_t atLine, int32_t atColumn,
				 const char* field, const char* words, const char* file, int line )
{
	wfReadDef def = wfDefaultReadDef();
	wfScenario scenario = { .radius = -7.0 };
	wfError error = { 0 };
	// A copy of exactly the size, so that the sanitizer sees a reader that looks beyond the end.
	char* copy = malloc( size > 0 ? size : 1 );
	memcpy( copy, text, size );
	size_t before = wfGetByteCount();
	wfResult found = wfReadScenarioFromMemory( name, copy, size, &def, &scenario, &error );
	free( copy );
	if ( found == wf_ok )
	{
		wfScenario_Free( &scenario );
		testCheckString( "accepted", words, "reader", "expected message", file, line );
		return;
	}
	testCheckEqual( found, result, error.message, "result", file, line );
	testCheckError( &error, name, result, atLine, atColumn, field, words, file, line );
	testCheck( scenario.radius == -7.0 && scenario.world == NULL, "nothing is changed on failure", file, line );
	testCheckEqual( (int64_t)wfGetByteCount(), (int64_t)before, "bytes after", "bytes before", file, line );
}

void testWithSchema( void ( *check )( const wfJson* json ) )
{
	wfFile file = { 0 };
	wfError error = { 0 };
	if ( !CHECK( wfFile_Load( WAYFIELD_SOURCE_DIR "/scenarios/schema.json", 1 << 20, false, &file, &error ) == wf_ok ) )
	{
		return;
	}
	wfReadDef def = wfDefaultReadDef();
	size_t used = 0;
	wfReader reader = {
		.name = "schema.json", .text = file.data, .size = file.size, .def = &def, .used = &used, .error = &error };
	wfJson json;
	wfResult result = wfJson_Parse( &reader, &json );
	CHECK_STRING( error.message, "" );
	if ( CHECK_EQUAL( result, wf_ok ) )
	{
		check( &json );
		wfJson_Free( &json );
	}
	wfFile_Free( &file );
}

wfShapeDef testGetShape( const wfScenario* scenario, int32_t index )
{
	wfShapeId ids[64];
	int32_t count = wfWorld_GetShapeIds( scenario->world, ids, 64 );
	if ( !CHECK( index < count && index < 64 ) )
	{
		return wfDefaultShapeDef();
	}
	return wfWorld_GetShape( scenario->world, ids[index] );
}

const char* testDrawShape( const wfScenario* scenario, int32_t index )
{
	static char drawing[4096];
	wfShapeDef shape = testGetShape( scenario, index );
	size_t used = 0;
	for ( int32_t j = shape.height - 1; j >= 0; --j )
	{
		for ( int32_t i = 0; i <= shape.width && used + 1 < sizeof( drawing ); ++i )
		{
			drawing[used++] = i == shape.width ? '\n' : shape.cells[j * shape.width + i] != 0 ? '#' : '.';
		}
	}
	drawing[used] = 0;
	return drawing;
}

void testMakeFolder( char* folder, size_t capacity, const char* name )
{
	snprintf( folder, capacity, "%s", testTemporaryPath( name ) );
	CHECK( mkdir( folder, 0755 ) == 0 || errno == EEXIST );
}

// -------------------------------------------------------------------------------------------------------------- kinds

TEST( KindsAreToldByContentThenExtension )
{
	static const struct
	{
		const char *name, *text;
		wfFileKind kind;
	} cases[] = {
		{ "a", "{}", wf_scenarioFile },
		{ "a.map", "  \r\n {", wf_scenarioFile },
		{ "a.json", "\xEF\xBB\xBF{", wf_scenarioFile },
		{ "a", "type octile\n", wf_movingAiFile },
		{ "a", "typewriter", wf_unknownFile },
		{ "a", "POLYGON ((", wf_wktFile },
		{ "a", "geometrycollection(", wf_wktFile },
		{ "a", "SRID=1;POINT(0 0)", wf_wktFile },
		{ "a", "polygons are nice", wf_unknownFile },
		{ "a", "# a map\nimage: m.pgm\n", wf_rosFile },
		{ "a", "resolution: 1\nimage: m.pgm\n", wf_rosFile },
		{ "a.txt", "P5 1 1 255 x", wf_pgmFile },
		{ "a.png", "P2\n1 1 255 0", wf_pgmFile },
		{ "a.pgm", "\x89PNG\r\n\x1a\n", wf_pngFile },
		{ "a.json", "hello", wf_scenarioFile },
		{ "a.MAP", "hello", wf_movingAiFile },
		{ "a.yml", "hello", wf_rosFile },
		{ "a.Yaml", "hello", wf_rosFile },
		{ "a.wkt", "hello", wf_wktFile },
		{ "a.png", "hello", wf_pngFile },
		{ "a.pgm", "hello", wf_pgmFile },
		{ "a.txt", "hello", wf_unknownFile },
		{ "json", "hello", wf_unknownFile },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		CHECK_EQUAL( wfFindFileKind( cases[i].name, cases[i].text, strlen( cases[i].text ) ), cases[i].kind );
	}
	REFUSE( "a.txt", "hello world", wf_badFormat, 1, 1, "", "not a file of a known kind, it begins with \"hello world\"" );
	REFUSE( "a.txt", "", wf_badFormat, 0, 0, "", "the file is empty" );
	REFUSE( "a.scen", "version 1\n", wf_badFormat, 1, 1, "", "list of problems" );
	REFUSE_BYTES( "a.bin", "\0\1\2\377", 4, wf_badFormat, 1, 1, "", "begins with \"\\x00\\x01\\x02\\xff\"" );
}

TEST( EveryKindRefusesNoise )
{
	static const char* const names[] = { "a.json", "a.map", "a.yaml", "a.wkt", "a.png", "a.pgm" };
	uint8_t noise[512];
	for ( uint64_t k = 0; k < 200; ++k )
	{
		for ( size_t i = 0; i < sizeof( noise ); ++i )
		{
			noise[i] = (uint8_t)wfRandomBits( 7, k, i );
		}
		wfReadDef def = wfDefaultReadDef();
		wfScenario scenario = { 0 };
		wfError error = { 0 };
		wfResult result = wfReadScenarioFromMemory( names[k % 6], noise, sizeof( noise ) - k, &def, &scenario, &error );
		CHECK( result != wf_ok && error.message[0] != 0 );
	}
}

TEST( DefsAreChecked )
{
	wfReadDef def = wfDefaultReadDef();
	wfScenario scenario = { 0 };
	wfError error = { 0 };
	def.imagePixelSize = 0.0;
	CHECK_EQUAL( wfReadScenarioFromMemory( "a", "{}", 2, &def, &scenario, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "size of a pixel is 0" ) != NULL );
	def = wfDefaultReadDef();
	def.imageThreshold = 256;
	CHECK_EQUAL( wfReadScenario( "a", &def, &scenario, &error ), wf_outOfRange );
	testBeginAsserts();
	def.internalCookie = 0;
	CHECK_EQUAL( wfReadScenarioFromMemory( "a", "{}", 2, &def, &scenario, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	// The error may be left out, and freeing nothing is fine.
	def = wfDefaultReadDef();
	CHECK_EQUAL( wfReadScenarioFromMemory( "a", "{", 1, &def, &scenario, NULL ), wf_badFormat );
	wfScenario_Free( &scenario );
	wfScenario_Free( NULL );
}

// -------------------------------------------------------------------------------------------------------------- files

TEST( MissingFilesAndFoldersAreReported )
{
	wfReadDef def = wfDefaultReadDef();
	wfScenario scenario = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadScenario( "/nowhere/at/all.json", &def, &scenario, &error ), wf_fileNotFound );
	CHECK_STRING( error.file, "/nowhere/at/all.json" );
	CHECK( strstr( error.message, "could not be opened" ) != NULL );
	CHECK_EQUAL( wfReadScenario( "/", &def, &scenario, &error ), wf_readFailed );
	CHECK( strstr( error.message, "folder" ) != NULL );
	CHECK_EQUAL( wfReadScenario( "/dev/zero", &def, &scenario, &error ), wf_readFailed );
	CHECK( strstr( error.message, "regular file" ) != NULL );
}

TEST( LargeFilesAreRefusedBeforeReading )
{
	char path[600];
	snprintf( path, sizeof( path ), "%s", testTemporaryPath( "large.json" ) );
	CHECK_EQUAL( wfWriteFileAtomically( path, "{}        ", 10, NULL ), wf_ok );
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = 9;
	wfScenario scenario = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadScenario( path, &def, &scenario, &error ), wf_tooLarge );
	CHECK( strstr( error.message, "10 bytes, more than the limit of 9" ) != NULL );
	remove( path );
}

TEST( MemoryLimitIsKept )
{
	// 300 x 300 cells do not fit into 64 KiB.
	static char map[300 * 301 + 64];
	int used = snprintf( map, sizeof( map ), "type octile\nheight 300\nwidth 300\nmap\n" );
	for ( int row = 0; row < 300; ++row )
	{
		memset( map + used, row % 2 == 0 ? '@' : '.', 300 );
		map[used + 300] = '\n';
		used += 301;
	}
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = 65536;
	wfScenario scenario = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadScenarioFromMemory( "a.map", map, (size_t)used, &def, &scenario, &error ), wf_tooLarge );
	CHECK( strstr( error.message, "90000 bytes" ) != NULL );
	def.memoryLimit = 200000;
	CHECK_EQUAL( wfReadScenarioFromMemory( "a.map", map, (size_t)used, &def, &scenario, &error ), wf_ok );
	wfScenario_Free( &scenario );
	def.memoryLimit = 0; // none
	CHECK_EQUAL( wfReadScenarioFromMemory( "a.map", map, (size_t)used, &def, &scenario, &error ), wf_ok );
	wfScenario_Free( &scenario );
}

static int32_t countFiles( const char* folder, const char* part )
{
	DIR* open = opendir( folder );
	int32_t count = 0;
	for ( struct dirent* entry = open != NULL ? readdir( open ) : NULL; entry != NULL; entry = readdir( open ) )
	{
		count += strstr( entry->d_name, part ) != NULL ? 1 : 0;
	}
	if ( open != NULL )
	{
		closedir( open );
	}
	return count;
}

static bool fileHolds( const char* path, const char* text )
{
	wfFile file = { 0 };
	bool same = wfFile_Load( path, 1000, false, &file, NULL ) == wf_ok && file.size == strlen( text ) &&
				memcmp( file.data, text, file.size ) == 0;
	wfFile_Free( &file );
	return same;
}

TEST( WritingReplacesTheWholeFile )
{
	char folder[600], path[700];
	testMakeFolder( folder, sizeof( folder ), "atomic" );
	snprintf( path, sizeof( path ), "%s/out.txt", folder );
	wfError error = { 0 };
	CHECK_EQUAL( wfWriteFileAtomically( path, "first one", 9, &error ), wf_ok );
	CHECK( fileHolds( path, "first one" ) );
	CHECK( chmod( path, 0640 ) == 0 );
	CHECK_EQUAL( wfWriteFileAtomically( path, "second", 6, &error ), wf_ok );
	CHECK( fileHolds( path, "second" ) );
	struct stat status;
	CHECK( stat( path, &status ) == 0 && ( status.st_mode & 0777 ) == 0640 );
	CHECK_EQUAL( wfWriteFileAtomically( path, NULL, 0, &error ), wf_ok );
	CHECK( fileHolds( path, "" ) );
	CHECK_EQUAL( countFiles( folder, ".tmp" ), 0 );
	remove( path );
	rmdir( folder );
}

TEST( FailedWritesLeaveTheOldFileAlone )
{
	char folder[600], path[700];
	testMakeFolder( folder, sizeof( folder ), "full" );
	snprintf( path, sizeof( path ), "%s/out.txt", folder );
	wfError error = { 0 };
	CHECK_EQUAL( wfWriteFileAtomically( path, "old", 3, &error ), wf_ok );

	// A limit on the size of files stands for a full disk.
	struct rlimit before, small;
	CHECK( getrlimit( RLIMIT_FSIZE, &before ) == 0 );
	small = before;
	small.rlim_cur = 1000;
	struct sigaction ignore = { .sa_handler = SIG_IGN }, handler;
	CHECK( sigaction( SIGXFSZ, &ignore, &handler ) == 0 );
	static char data[5000];
	CHECK( setrlimit( RLIMIT_FSIZE, &small ) == 0 );
	wfResult result = wfWriteFileAtomically( path, data, sizeof( data ), &error );
	CHECK( setrlimit( RLIMIT_FSIZE, &before ) == 0 );
	CHECK( sigaction( SIGXFSZ, &handler, NULL ) == 0 );
	CHECK_EQUAL( result, wf_writeFailed );
	CHECK_STRING( error.file, path );
	CHECK( strstr( error.message, "could not be written: " ) != NULL );
	CHECK( fileHolds( path, "old" ) );
	CHECK_EQUAL( countFiles( folder, ".tmp" ), 0 );
	TEST_EVERY_ALLOCATION( wfWriteFileAtomically( path, "new", 3, NULL ), (void)0 );
	remove( path );
	rmdir( folder );
}

TEST( UnwritablePlacesAreReported )
{
	wfError error = { 0 };
	CHECK_EQUAL( wfWriteFileAtomically( "/nowhere/at/all", "x", 1, &error ), wf_writeFailed );
	CHECK( strstr( error.message, "could not be written: " ) != NULL );
	CHECK_STRING( error.file, "/nowhere/at/all" );
	CHECK_EQUAL( wfWriteFileAtomically( "/", "x", 1, &error ), wf_writeFailed );
	CHECK( strstr( error.message, "folder" ) != NULL );
	if ( access( "/dev/full", W_OK ) == 0 )
	{
		CHECK_EQUAL( wfWriteFileAtomically( "/dev/full", "x", 1, &error ), wf_writeFailed );
		CHECK_EQUAL( wfWriteFileAtomically( "/dev/null", "x", 1, &error ), wf_ok );
	}
	char folder[600], path[700];
	testMakeFolder( folder, sizeof( folder ), "locked" );
	snprintf( path, sizeof( path ), "%s/out.txt", folder );
	CHECK( chmod( folder, 0555 ) == 0 );
	if ( access( folder, W_OK ) != 0 ) // not for root, who may write everywhere
	{
		CHECK_EQUAL( wfWriteFileAtomically( path, "x", 1, &error ), wf_writeFailed );
	}
	CHECK( chmod( folder, 0755 ) == 0 );
	CHECK_EQUAL( countFiles( folder, "out" ), 0 );
	rmdir( folder );
}

// ---------------------------------------------------------------------------------------------------------- real data

// A grid of the suggested cell size has the pixels of the picture as its cells.
static void checkGridOfPicture( const wfScenario* scenario )
{
	wfShapeDef shape = testGetShape( scenario, 0 );
	int64_t free = 0;
	for ( int32_t i = 0; i < shape.width * shape.height; ++i )
	{
		free += shape.cells[i] == 0 ? 1 : 0;
	}
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = scenario->cellSize;
	def.radius = 0.0;
	wfGrid* grid = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateGrid( scenario->world, &def, &grid, &error ), wf_ok );
	if ( grid != NULL )
	{
		CHECK_EQUAL( wfGrid_GetWidth( grid ), shape.width );
		CHECK_EQUAL( wfGrid_GetHeight( grid ), shape.height );
		CHECK_EQUAL( wfGrid_GetFreeCount( grid ), free );
		wfDestroyGrid( grid );
	}
}

// How many files of that kind were read.
static int32_t readFolder( const char* base, const char* extension )
{
	char file[900];
	DIR* open = opendir( base );
	int32_t count = 0;
	for ( struct dirent* entry = open != NULL ? readdir( open ) : NULL; entry != NULL; entry = readdir( open ) )
	{
		if ( !wfHasExtension( entry->d_name, extension ) || strcmp( entry->d_name, "schema.json" ) == 0 )
		{
			continue;
		}
		snprintf( file, sizeof( file ), "%s/%s", base, entry->d_name );
		wfReadDef def = wfDefaultReadDef();
		wfScenario scenario = { 0 };
		wfError error = { 0 };
		// Those on meshes are read where the surfaces they name are known: by the program.
		if ( wfReadScenario( file, &def, &scenario, &error ) != wf_ok && strcmp( error.field, "mesh" ) != 0 )
		{
			char message[1400];
			wfError_Format( &error, message, sizeof( message ) );
			CHECK_STRING( message, "accepted" );
			continue;
		}
		count += scenario.world == NULL ? 1 : 0;
		if ( scenario.world == NULL )
		{
			continue;
		}
		wfBox2 bounds = wfWorld_GetBounds( scenario.world );
		CHECK( bounds.upper.x > bounds.lower.x && scenario.cellSize > 0.0 && scenario.name[0] != 0 );
		bool picture = wfWorld_GetShapeCount( scenario.world ) == 1 && testGetShape( &scenario, 0 ).kind == wf_imageShape;
		if ( picture && strcmp( extension, ".json" ) != 0 )
		{
			checkGridOfPicture( &scenario );
		}
		wfScenario_Free( &scenario );
		count += 1;
	}
	if ( open != NULL )
	{
		closedir( open );
	}
	return count;
}

TEST( RealMapsAreRead )
{
	static const char* const kinds[][2] = {
		{ "maps", ".map" }, { "ros_maps", ".yaml" }, { "ros_maps", ".pgm" }, { "buildings", ".wkt" } };
	for ( int i = 0; i < 4; ++i )
	{
		const char* path = testDataPath( kinds[i][0] );
		if ( path == NULL )
		{
			testSkip( "no real data" );
			return;
		}
		char base[600];
		snprintf( base, sizeof( base ), "%s", path );
		CHECK( readFolder( base, kinds[i][1] ) > 0 );
	}
}

// The project's own scenarios, schema.json aside.
TEST( OwnScenariosAreRead )
{
	const char* base = WAYFIELD_SOURCE_DIR "/scenarios";
	CHECK_EQUAL( readFolder( base, ".json" ) + 1, countFiles( base, ".json" ) );
}

TEST( OddResolutionsKeepThePixels )
{
	// 384 pixels of 0.05 m from -10 m on: neither the size nor the origin is exact in binary.
	char folder[600], path[700];
	testMakeFolder( folder, sizeof( folder ), "odd" );
	static char image[384 * 31 + 32];
	int head = snprintf( image, sizeof( image ), "P5 384 31 255\n" );
	for ( int i = 0; i < 384 * 31; ++i )
	{
		image[head + i] = wfRandomBits( 9, 9, (uint64_t)i ) % 4 == 0 ? 0 : (char)255;
	}
	snprintf( path, sizeof( path ), "%s/m.pgm", folder );
	CHECK_EQUAL( wfWriteFileAtomically( path, image, (size_t)head + 384 * 31, NULL ), wf_ok );
	char yaml[700];
	snprintf( yaml, sizeof( yaml ), "%s/m.yaml", folder );
	wfScenario scenario;
	if ( ACCEPT( yaml, "image: m.pgm\nresolution: 0.05\norigin: [-10.0, -10.0, 0.0]\n", &scenario ) )
	{
		checkGridOfPicture( &scenario );
		wfScenario_Free( &scenario );
	}
	remove( path );
	rmdir( folder );
}

// The map of a .scen: x.map.scen belongs to x.map, x-random-1.scen too.
static void getMapName( char* name, size_t capacity, const char* scen )
{
	snprintf( name, capacity, "%s", scen );
	char* end = strstr( name, ".map.scen" );
	end = end != NULL ? end : strstr( name, "-random-" );
	if ( CHECK( end != NULL ) )
	{
		snprintf( end, capacity - (size_t)( end - name ), ".map" );
	}
}

TEST( RealProblemsAreRead )
{
	const char* path = testDataPath( "maps" );
	if ( path == NULL )
	{
		testSkip( "no real data" );
		return;
	}
	char base[600], file[900], map[900];
	snprintf( base, sizeof( base ), "%s", path );
	DIR* open = opendir( base );
	int32_t files = 0, zeros = 0;
	for ( struct dirent* entry = open != NULL ? readdir( open ) : NULL; entry != NULL; entry = readdir( open ) )
	{
		if ( !wfHasExtension( entry->d_name, ".scen" ) )
		{
			continue;
		}
		snprintf( file, sizeof( file ), "%s/%s", base, entry->d_name );
		getMapName( map, sizeof( map ), file );
		wfReadDef def = wfDefaultReadDef();
		wfScenario scenario = { 0 };
		wfError error = { 0 };
		wfProblem* problems = NULL;
		int32_t count = 0;
		CHECK_EQUAL( wfReadScenario( map, &def, &scenario, &error ), wf_ok );
		wfBox2 bounds = wfWorld_GetBounds( scenario.world );
		CHECK_EQUAL( wfReadProblems( file, (int32_t)bounds.upper.x, (int32_t)bounds.upper.y, &problems, &count, &error ), wf_ok );
		CHECK_STRING( error.message, "" );
		CHECK( count > 100 );
		// Starts and goals are free cells: the flip of the rows is the same in both files.
		for ( int32_t i = 0; i < count; i += 37 )
		{
			CHECK( wfWorld_GetDistance( scenario.world, problems[i].start, 0 ) > 0.0 );
			CHECK( wfWorld_GetDistance( scenario.world, problems[i].goal, 0 ) > 0.0 );
		}
		for ( int32_t i = 0; i < count; ++i )
		{
			zeros += problems[i].optimalLength == 0.0 ? 1 : 0;
		}
		wfFreeProblems( problems, count );
		wfScenario_Free( &scenario );
		files += 1;
	}
	if ( open != NULL )
	{
		closedir( open );
	}
	CHECK( files > 0 );
	CHECK( zeros >= 10 );
}

// ------------------------------------------------------------------------------------------------------------- corpus

// What the fuzzers keep is read here too, with every allocation failing once for the small ones.
TEST( CorpusOfTheFuzzersIsReadOrRefused )
{
	static const char* const names[] = { "json", "movingai_map", "movingai_scen", "ros_yaml", "wkt", "png", "pgm" };
	for ( size_t k = 0; k < sizeof( names ) / sizeof( names[0] ); ++k )
	{
		char folder[600], path[900];
		snprintf( folder, sizeof( folder ), "%s/fuzz/corpus/%s", WAYFIELD_SOURCE_DIR, names[k] );
		DIR* open = opendir( folder );
		CHECK( open != NULL );
		int32_t count = 0, accepted = 0;
		for ( struct dirent* entry = open != NULL ? readdir( open ) : NULL; entry != NULL; entry = readdir( open ) )
		{
			if ( entry->d_name[0] == '.' )
			{
				continue;
			}
			snprintf( path, sizeof( path ), "%s/%s", folder, entry->d_name );
			wfReadDef def = wfDefaultReadDef();
			def.memoryLimit = 1u << 24;
			wfScenario scenario = { 0 };
			wfError error = { 0 };
			wfProblem* problems = NULL;
			int32_t problemCount = 0;
			bool scen = strcmp( names[k], "movingai_scen" ) == 0;
			wfResult result = scen ? wfReadProblems( path, 49, 49, &problems, &problemCount, &error )
								   : wfReadScenario( path, &def, &scenario, &error );
			CHECK( result == wf_ok || ( error.message[0] != 0 && error.result == result ) );
			bool named = strncmp( entry->d_name, "valid", 5 ) == 0;
			CHECK( !named || result == wf_ok );
			CHECK( strncmp( entry->d_name, "bad", 3 ) != 0 || result != wf_ok );
			accepted += result == wf_ok ? 1 : 0;
			wfFreeProblems( problems, problemCount );
			wfScenario_Free( &scenario );
			if ( result == wf_ok && !scen )
			{
				TEST_EVERY_ALLOCATION( wfReadScenario( path, &def, &scenario, NULL ), wfScenario_Free( &scenario ) );
			}
			else if ( result == wf_ok )
			{
				TEST_EVERY_ALLOCATION( wfReadProblems( path, 49, 49, &problems, &problemCount, NULL ),
									   wfFreeProblems( problems, problemCount ) );
			}
			count += 1;
		}
		if ( open != NULL )
		{
			closedir( open );
		}
		CHECK( count >= 3 && accepted >= 1 );
	}
}

int main( int argc, char** argv )
{
	RUN( KindsAreToldByContentThenExtension );
	RUN( EveryKindRefusesNoise );
	RUN( DefsAreChecked );
	RUN( MissingFilesAndFoldersAreReported );
	RUN( LargeFilesAreRefusedBeforeReading );
	RUN( MemoryLimitIsKept );
	RUN( WritingReplacesTheWholeFile );
	RUN( FailedWritesLeaveTheOldFileAlone );
	RUN( UnwritablePlacesAreReported );
	RUN( RealMapsAreRead );
	RUN( OwnScenariosAreRead );
	RUN( OddResolutionsKeepThePixels );
	RUN( RealProblemsAreRead );
	RUN( CorpusOfTheFuzzersIsReadOrRefused );
	testIoJson( argc, argv );
	testIoScenario( argc, argv );
	testIoCrowd( argc, argv );
	testIoCrowdRefusals( argc, argv );
	testIoCrowdGaits( argc, argv );
	testIoCrowdGroups( argc, argv );
	testIoCrowdExplore( argc, argv );
	testIoOrders( argc, argv );
	testIoMaps( argc, argv );
	testIoImages( argc, argv );
	testIoWkt( argc, argv );
	testIoMesh( argc, argv );
	testIoMeshRefusals( argc, argv );
	testIoMeshPly( argc, argv );
	testIoMeshPolygons( argc, argv );
	testIoReference( argc, argv );
	testIoSurface( argc, argv );
	testIoSurfaceAgents( argc, argv );
	return testReport();
}
