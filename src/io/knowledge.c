// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What explorers know, as maps of the ROS map server: a YAML file and a PGM image beside it.
#include "base/text.h"
#include "io/ros.h"

#include <math.h>
#include <string.h>

// As the map server writes them.
#define FREE_GRAY 254
#define UNKNOWN_GRAY 205
#define WALL_GRAY 0

// ----------------------------------------------------------------------------------------------------------------- writing

static wfResult addImage( wfText* text, const wfKnowledgeMap* map )
{
	wfText_Add( text, "P5\n# what explorers know: white free, black wall, grey unknown\n%d %d\n255\n", map->columns, map->rows );
	size_t columns = (size_t)map->columns;
	uint8_t* row = wfAllocate( columns );
	wfResult result = row != NULL ? wf_ok : wf_outOfMemory;
	for ( int32_t j = map->rows - 1; j >= 0 && result == wf_ok; --j )
	{
		for ( size_t i = 0; i < columns; ++i )
		{
			uint8_t known = map->cells[(size_t)j * columns + i] & WF_KNOWN_MASK;
			row[i] = known == wf_freeCell ? FREE_GRAY : known == wf_wallCell ? WALL_GRAY : UNKNOWN_GRAY;
		}
		wfText_AddBytes( text, (const char*)row, columns );
	}
	wfRelease( row, row != NULL ? columns : 0 );
	return result == wf_ok ? wfText_GetResult( text ) : result;
}

// As a double-quoted text, where a name needs quotes.
static void addName( wfText* text, const char* name )
{
	wfText_Add( text, "\"" );
	for ( const char* at = name; *at != 0; ++at )
	{
		wfText_Add( text, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at );
	}
	wfText_Add( text, "\"\n" );
}

static wfResult addYaml( wfText* text, const wfKnowledgeMap* map, const char* image )
{
	wfText_AddString( text, "image: " );
	addName( text, image );
	wfText_AddString( text, "mode: trinary\nresolution: " );
	wfText_AddNumber( text, map->cellSize );
	wfText_AddString( text, "\norigin: [" );
	wfText_AddNumber( text, map->origin.x );
	wfText_AddString( text, ", " );
	wfText_AddNumber( text, map->origin.y );
	wfText_AddString( text, ", 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n" );
	return wfText_GetResult( text );
}

// The name of the image beside a file PATH.yaml: PATH.pgm. With its length before the name alone.
static char* nameImage( const char* path, size_t* size, size_t* folder )
{
	size_t length = strlen( path );
	const char* slash = strrchr( path, '/' );
	const char* dot = strrchr( path, '.' );
	*folder = slash != NULL ? (size_t)( slash - path ) + 1 : 0;
	size_t stem = dot != NULL && (size_t)( dot - path ) > *folder ? (size_t)( dot - path ) : length;
	*size = stem + sizeof( ".pgm" );
	char* name = wfAllocate( *size );
	if ( name != NULL )
	{
		memcpy( name, path, stem );
		memcpy( name + stem, ".pgm", sizeof( ".pgm" ) );
	}
	return name;
}

wfResult wfWriteKnowledge( const char* path, const wfKnowledgeMap* map, wfError* error )
{
	if ( WF_FAILS( path != NULL && map != NULL && map->cells != NULL && map->columns > 0 && map->rows > 0 ) )
	{
		return wfFail( error, wf_invalidDef, "a map of knowledge needs a path and cells" );
	}
	if ( !wfHasExtension( path, ".yaml" ) && !wfHasExtension( path, ".yml" ) )
	{
		return wfFailFile( path, wf_unsupported, "expected a name that ends with .yaml: the image is written beside it as .pgm",
						   0, error );
	}
	size_t size = 0, folder = 0;
	char* image = nameImage( path, &size, &folder );
	wfText pixels = { 0 }, yaml = { 0 };
	wfResult result = image != NULL ? addImage( &pixels, map ) : wf_outOfMemory;
	result = result == wf_ok ? addYaml( &yaml, map, image + folder ) : result;
	if ( result != wf_ok )
	{
		wfFail( error, result, "not enough memory to write a map" );
	}
	// The image first: the file that names it is never there without it.
	result = result == wf_ok ? wfWriteFileAtomically( image, pixels.data, pixels.length, error ) : result;
	result = result == wf_ok ? wfWriteFileAtomically( path, yaml.data, yaml.length, error ) : result;
	wfText_Free( &pixels );
	wfText_Free( &yaml );
	wfRelease( image, image != NULL ? size : 0 );
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- reading

void wfKnownCells_Free( wfKnownCells* knowledge )
{
	wfReleaseArray( knowledge->cells, knowledge->cells != NULL ? (size_t)knowledge->columns : 0, (size_t)knowledge->rows );
	*knowledge = ( wfKnownCells ){ 0 };
}

static void freeKnowledge( void* made )
{
	wfKnownCells_Free( made );
}

void wfReadRosKnowledge( const wfReader* reader, wfKnownCells* knowledge )
{
	wfRosImage ros = { 0 };
	wfReadRosImage( reader, &ros );
	size_t columns = (size_t)ros.image.width, rows = (size_t)ros.image.height;
	if ( wfReader_IsOk( reader ) && wfReader_Reserve( reader, WF_NO_POSITION, NULL, columns * rows ) )
	{
		*knowledge = ( wfKnownCells ){ ros.image.width, ros.image.height, ros.resolution, ros.origin, NULL };
		knowledge->cells = wfAllocateArray( columns, rows );
		wfReader_CheckMemory( reader, knowledge->cells );
	}
	for ( size_t j = 0; j < rows && wfReader_IsOk( reader ); ++j )
	{
		for ( size_t i = 0; i < columns; ++i )
		{
			size_t at = j * columns + i;
			bool opaque = ros.image.alpha == NULL || ros.image.alpha[at] == 255;
			knowledge->cells[( rows - 1 - j ) * columns + i] =
				(uint8_t)( opaque ? ros.known[ros.image.gray[at]] : wf_unknownCell );
		}
	}
	wfGrayImage_Free( &ros.image );
}

static void readKnowledge( const wfReader* reader, const void* context, void* made )
{
	(void)context;
	wfReadRosKnowledge( reader, made );
}

static wfResult readFrom( const char* name, const void* data, size_t size, const wfReadDef* def, wfKnownCells* knowledge,
						  wfError* error )
{
	wfKnownCells made = { 0 };
	wfReadJob job = { .name = name,
					  .data = data,
					  .size = size,
					  .def = def,
					  .read = readKnowledge,
					  .made = &made,
					  .target = knowledge,
					  .madeSize = sizeof( made ),
					  .release = freeKnowledge };
	return wfReadInto( &job, "no name, no data, no def or no place for the map", error );
}

wfResult wfReadKnowledge( const char* path, const wfReadDef* def, wfKnownCells* knowledge, wfError* error )
{
	return readFrom( path, NULL, WF_FROM_FILE, def, knowledge, error );
}

wfResult wfReadKnowledgeFromMemory( const char* name, const void* data, size_t size, const wfReadDef* def,
									wfKnownCells* knowledge, wfError* error )
{
	return readFrom( name, data, size, def, knowledge, error );
}

// ---------------------------------------------------------------------------------------------------------------- other cells

// The cells that an interval touches by more than a little of one.
static void findCells( double low, double high, double size, int32_t* first, int32_t* last )
{
	const double little = 1e-6;
	*first = (int32_t)fmin( fmax( floor( low / size + little ), -1.0 ), 2147483646.0 );
	*last = (int32_t)fmin( fmax( ceil( high / size - little ) - 1.0, -1.0 ), 2147483646.0 );
	*last = *last < *first ? *first : *last;
}

static uint8_t joinCells( const wfKnownCells* knowledge, int32_t i0, int32_t i1, int32_t j0, int32_t j1 )
{
	bool isKnown = true;
	for ( int32_t j = j0; j <= j1; ++j )
	{
		for ( int32_t i = i0; i <= i1; ++i )
		{
			bool inside = i >= 0 && j >= 0 && i < knowledge->columns && j < knowledge->rows;
			uint8_t cell = inside ? knowledge->cells[(int64_t)j * knowledge->columns + i] : (uint8_t)wf_unknownCell;
			if ( cell == wf_wallCell )
			{
				return wf_wallCell;
			}
			isKnown = isKnown && cell == wf_freeCell;
		}
	}
	return (uint8_t)( isKnown ? wf_freeCell : wf_unknownCell );
}

int64_t wfKnownCells_Lay( const wfKnownCells* knowledge, const wfKnowledgeMap* map, uint8_t* cells )
{
	if ( WF_FAILS( knowledge != NULL && knowledge->cells != NULL && map != NULL && cells != NULL ) )
	{
		return 0;
	}
	int64_t count = 0;
	double x = map->origin.x - knowledge->origin.x, y = map->origin.y - knowledge->origin.y, size = knowledge->cellSize;
	for ( int32_t j = 0; j < map->rows; ++j )
	{
		int32_t j0, j1;
		findCells( y + j * map->cellSize, y + ( j + 1 ) * map->cellSize, size, &j0, &j1 );
		for ( int32_t i = 0; i < map->columns; ++i )
		{
			int32_t i0, i1;
			findCells( x + i * map->cellSize, x + ( i + 1 ) * map->cellSize, size, &i0, &i1 );
			uint8_t cell = joinCells( knowledge, i0, i1, j0, j1 );
			cells[(int64_t)j * map->columns + i] = cell;
			count += cell != wf_unknownCell ? 1 : 0;
		}
	}
	return count;
}
