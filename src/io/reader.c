// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The entry points of the readers of worlds, and what the readers share: messages with a place, and the limit on memory.
#include "io/reader.h"

#include "wayfield/field.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

wfReadDef wfDefaultReadDef( void )
{
	return ( wfReadDef ){
		.memoryLimit = sizeof( size_t ) > 4 ? (size_t)( 4ull << 30 ) : (size_t)( 1u << 30 ),
		.wktCellSize = 0.2,
		.imagePixelSize = 1.0,
		.imageThreshold = 128,
		.internalCookie = WF_COOKIE,
	};
}

// ------------------------------------------------------------------------------------------------------------ messages

// Lines end with a line feed (a carriage return before it belongs to the line); columns count characters.
wfTextPlace wfReader_FindPlace( const wfReader* reader, size_t position )
{
	wfTextPlace place = { 1, 1 };
	size_t end = position < reader->size ? position : reader->size;
	size_t lineStart = 0;
	for ( size_t i = 0; i < end; ++i )
	{
		if ( reader->text[i] == '\n' )
		{
			place.line += 1;
			lineStart = i + 1;
		}
	}
	for ( size_t i = lineStart == 0 ? wfMeasureMark( reader->text, end ) : lineStart; i < end; ++i )
	{
		place.column += ( (unsigned char)reader->text[i] & 0xC0 ) != 0x80 ? 1 : 0;
	}
	return place;
}

bool wfReader_Take( const wfReader* reader, size_t position, const char* field, wfResult result )
{
	wfError* error = reader->error;
	if ( result == wf_ok )
	{
		return true;
	}
	wfTextPlace place = position != WF_NO_POSITION ? wfReader_FindPlace( reader, position ) : ( wfTextPlace ){ 0, 0 };
	error->result = result;
	error->line = place.line;
	error->column = place.column;
	wfCopyText( error->file, sizeof( error->file ), reader->name );
	wfCopyText( error->field, sizeof( error->field ), field != NULL ? field : "" );
	error->inContent = true;
	return false;
}

wfResult wfReader_FailWith( const wfReader* reader, size_t position, const char* field, wfResult result, const char* format,
							va_list arguments )
{
	char message[1024];
	if ( !wfReader_IsOk( reader ) )
	{
		return reader->error->result;
	}
	if ( vsnprintf( message, sizeof( message ), format, arguments ) < 0 )
	{
		message[0] = 0;
	}
	wfCopyText( reader->error->message, sizeof( reader->error->message ), message );
	wfReader_Take( reader, position, field, result );
	return result;
}

wfResult wfReader_Fail( const wfReader* reader, size_t position, const char* field, wfResult result, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	result = wfReader_FailWith( reader, position, field, result, format, arguments );
	va_end( arguments );
	return result;
}

void wfReader_Warn( const wfReader* reader, size_t position, const char* format, ... )
{
	if ( reader->warnings == NULL )
	{
		return;
	}
	char message[256], text[1024];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( message, sizeof( message ), format, arguments );
	va_end( arguments );
	int32_t line = wfReader_FindPlace( reader, position ).line;
	int length = snprintf( text, sizeof( text ), "%.512s:%d: %s\n", reader->name, line, message );
	wfWarnings* warnings = reader->warnings;
	size_t size = warnings->size + (size_t)length;
	if ( wfGrowArray( &warnings->text, &warnings->capacity, size + 1, 1 ) != wf_ok )
	{
		wfReader_OutOfMemory( reader );
		return;
	}
	memcpy( warnings->text + warnings->size, text, (size_t)length + 1 );
	warnings->size = size;
}

// -------------------------------------------------------------------------------------------------------------- memory

wfResult wfReader_OutOfMemory( const wfReader* reader )
{
	return wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_outOfMemory, "out of memory" );
}

size_t wfReader_GetLimit( const wfReadDef* def )
{
	return def->memoryLimit > 0 ? def->memoryLimit : SIZE_MAX;
}

bool wfReader_Reserve( const wfReader* reader, size_t position, const char* field, size_t bytes )
{
	size_t limit = wfReader_GetLimit( reader->def ), used = *reader->used;
	if ( used > limit || bytes > limit - used )
	{
		wfReader_Fail( reader, position, field, wf_tooLarge,
					   "needs %zu bytes here after %zu before, more than the limit of %zu bytes", bytes, used, limit );
	}
	*reader->used += wfReader_IsOk( reader ) ? bytes : 0;
	return wfReader_IsOk( reader );
}

bool wfReader_Grow( const wfReader* reader, size_t position, const char* field, void* array, size_t* capacity, size_t needed,
					size_t size )
{
	if ( needed <= *capacity )
	{
		return wfReader_IsOk( reader );
	}
	// Half as large again.
	size_t wanted = *capacity + ( *capacity / 2 > 16 ? *capacity / 2 : 16 );
	wanted = wanted > needed ? wanted : needed;
	if ( wanted > INT64_MAX / size )
	{
		wfReader_Fail( reader, position, field, wf_tooLarge, "%zu of them cannot be counted", needed );
	}
	if ( wfReader_Reserve( reader, position, field, ( wanted - *capacity ) * size ) &&
		 wfGrowArray( array, capacity, wanted, size ) != wf_ok )
	{
		wfReader_OutOfMemory( reader );
	}
	return wfReader_IsOk( reader );
}

// --------------------------------------------------------------------------------------------------------------- checks

bool wfReader_CheckSize( const wfReader* reader, size_t position, int64_t width, int64_t height )
{
	if ( width < 1 || height < 1 )
	{
		wfReader_Fail( reader, position, NULL, wf_badFormat, "an image of %lld x %lld pixels has no area", (long long)width,
					   (long long)height );
	}
	else if ( width > INT32_MAX || height > INT32_MAX || width * height > INT32_MAX )
	{
		wfReader_Fail( reader, position, NULL, wf_tooLarge, "%lld x %lld pixels: at most %d can be counted", (long long)width,
					   (long long)height, INT32_MAX );
	}
	return wfReader_IsOk( reader );
}

size_t wfReader_CheckText( const wfReader* reader )
{
	const char* text = reader->text;
	size_t size = reader->size, bad;
	if ( size >= 2 && ( memcmp( text, "\xFF\xFE", 2 ) == 0 || memcmp( text, "\xFE\xFF", 2 ) == 0 ) )
	{
		wfReader_Fail( reader, 0, NULL, wf_badFormat, "the text is UTF-16; expected UTF-8" );
	}
	if ( !wfCheckUtf8( text, size, &bad ) )
	{
		wfReader_Fail( reader, bad, NULL, wf_badFormat, "byte 0x%02x is not UTF-8 text; is this a binary file?",
					   (unsigned char)text[bad] );
	}
	const char* zero = size > 0 ? memchr( text, 0, size ) : NULL;
	if ( zero != NULL )
	{
		wfReader_Fail( reader, (size_t)( zero - text ), NULL, wf_badFormat, "a zero byte in a text; is this a binary file?" );
	}
	return wfMeasureMark( text, size );
}

// ------------------------------------------------------------------------------------------------------ making a world

void wfStartScenario( const wfReader* reader, size_t position, wfBox2 bounds, double cellSize, wfScenario* scenario )
{
	if ( !wfReader_IsOk( reader ) )
	{
		return;
	}
	scenario->planner = wfDefaultPlannerDef();
	scenario->cellSize = cellSize;
	wfCopyStem( scenario->name, sizeof( scenario->name ), reader->name );

	const double limit = WF_MAX_COORDINATE;
	if ( !( bounds.lower.x >= -limit && bounds.lower.y >= -limit && bounds.upper.x <= limit && bounds.upper.y <= limit ) )
	{
		wfReader_Fail( reader, position, NULL, wf_outOfRange,
					   "the world reaches from %g, %g to %g, %g; expected coordinates from %g to %g", bounds.lower.x,
					   bounds.lower.y, bounds.upper.x, bounds.upper.y, -limit, limit );
		return;
	}
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = bounds;
	wfReader_Take( reader, position, NULL, wfCreateWorld( &def, &scenario->world, reader->error ) );
}

void wfAddMask( const wfReader* reader, wfScenario* scenario, const wfMask* mask, wfVec2 origin, double pixelSize,
				wfShapeRole role, const char* name )
{
	// The world keeps a copy.
	if ( mask->count == 0 || !wfReader_Reserve( reader, WF_NO_POSITION, NULL, (size_t)mask->width * (size_t)mask->height ) )
	{
		return;
	}
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_imageShape;
	shape.role = role;
	shape.center = origin;
	shape.cells = mask->cells;
	shape.width = mask->width;
	shape.height = mask->height;
	shape.pixelSize = pixelSize;
	shape.name = name;
	wfShapeId id;
	wfReader_Take( reader, WF_NO_POSITION, NULL, wfWorld_AddShape( scenario->world, &shape, &id, reader->error ) );
}

void wfReadPlainImage( const wfReader* reader, wfScenario* scenario )
{
	wfGrayImage image = { 0 };
	wfMask mask = { 0 };
	double pixel = reader->def->imagePixelSize;
	wfReadImage( reader, &image );
	wfMask_FromImage( reader, &image, reader->def->imageThreshold, false, &mask );
	wfGrayImage_Free( &image );
	wfBox2 bounds = { { 0.0, 0.0 }, { mask.width * pixel, mask.height * pixel } };
	wfStartScenario( reader, WF_NO_POSITION, bounds, pixel, scenario );
	wfAddMask( reader, scenario, &mask, bounds.lower, pixel, wf_obstacleRole, "image" );
	wfMask_Free( &mask );
}

// --------------------------------------------------------------------------------------------------------- telling kinds

static bool startsWithWord( const char* text, size_t size, const char* word )
{
	size_t length = strlen( word );
	return size >= length && wfWord_Is( ( wfWord ){ .text = text, .length = length }, word ) &&
		   ( size == length || !isalnum( (unsigned char)text[length] ) );
}

static bool looksLikeWkt( const char* text, size_t size )
{
	static const char* const words[] = { "point",		 "linestring",		   "polygon",	 "multipoint", "multilinestring",
										 "multipolygon", "geometrycollection", "linearring", "srid",	   NULL };
	int i = 0;
	while ( words[i] != NULL && !startsWithWord( text, size, words[i] ) )
	{
		i += 1;
	}
	return words[i] != NULL;
}

// A line that begins with one of the names of a ROS map and a colon.
static bool looksLikeRos( const char* text, size_t size )
{
	static const char* const words[] = { "image", "resolution", "origin", "occupied_thresh", "free_thresh", NULL };
	size_t look = size < 4096 ? size : 4096;
	for ( size_t i = 0; i < look; ++i )
	{
		if ( i > 0 && text[i - 1] != '\n' )
		{
			continue;
		}
		for ( int k = 0; words[k] != NULL; ++k )
		{
			size_t length = strlen( words[k] );
			if ( startsWithWord( text + i, size - i, words[k] ) && i + length < size && text[i + length] == ':' )
			{
				return true;
			}
		}
	}
	return false;
}

wfFileKind wfFindFileKind( const char* name, const char* text, size_t size )
{
	if ( wfIsPng( text, size ) )
	{
		return wf_pngFile;
	}
	if ( wfIsPgm( text, size ) )
	{
		return wf_pgmFile;
	}
	size_t start = wfFindContent( text, size ), rest = size - start;
	const char* first = text + start;
	if ( rest > 0 && ( first[0] == '{' || first[0] == '[' ) )
	{
		return wf_scenarioFile;
	}
	if ( startsWithWord( first, rest, "type" ) && rest > 4 && ( first[4] == ' ' || first[4] == '\t' ) )
	{
		return wf_movingAiFile;
	}
	if ( looksLikeWkt( first, rest ) )
	{
		return wf_wktFile;
	}
	if ( looksLikeRos( first, rest ) )
	{
		return wf_rosFile;
	}
	// Nothing to go by in the content: its reader will report best what is missing.
	static const struct
	{
		const char* extension;
		wfFileKind kind;
	} extensions[] = { { ".json", wf_scenarioFile }, { ".map", wf_movingAiFile }, { ".yaml", wf_rosFile }, { ".yml", wf_rosFile },
					   { ".wkt", wf_wktFile },		 { ".png", wf_pngFile },	  { ".pgm", wf_pgmFile } };
	for ( size_t i = 0; i < sizeof( extensions ) / sizeof( extensions[0] ); ++i )
	{
		if ( wfHasExtension( name, extensions[i].extension ) )
		{
			return extensions[i].kind;
		}
	}
	return wf_unknownFile;
}

static const char s_kinds[] = "expected scenario JSON, a MovingAI .map, a ROS map YAML, WKT, PNG or PGM";

void wfReadAny( const wfReader* reader, wfScenario* scenario )
{
	static wfReadWorldFcn* const readers[] = { [wf_scenarioFile] = wfReadJsonScenario,
											   [wf_movingAiFile] = wfReadMovingAiMap,
											   [wf_rosFile] = wfReadRosMap,
											   [wf_wktFile] = wfReadWkt,
											   [wf_pngFile] = wfReadPlainImage,
											   [wf_pgmFile] = wfReadPlainImage };
	wfFileKind kind = wfFindFileKind( reader->name, reader->text, reader->size );
	if ( reader->size == 0 )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat, "the file is empty; %s", s_kinds );
	}
	else if ( kind != wf_unknownFile )
	{
		readers[kind]( reader, scenario );
	}
	else if ( startsWithWord( reader->text, reader->size, "version" ) )
	{
		wfReader_Fail( reader, 0, NULL, wf_badFormat,
					   "this is a list of problems (.scen), not a world; give the map it belongs to" );
	}
	else
	{
		wfQuoted start = wfQuote( reader->text, reader->size < 24 ? reader->size : 24 );
		wfReader_Fail( reader, 0, NULL, wf_badFormat, "not a file of a known kind, it begins with %s; %s", start.text, s_kinds );
	}
}

// -------------------------------------------------------------------------------------------------------- entry points

static wfResult checkReadDef( const wfReadDef* def, wfError* error )
{
	if ( WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the read def did not come from wfDefaultReadDef" );
	}
	const double lengths[] = { def->wktCellSize, def->imagePixelSize };
	for ( int i = 0; i < 2; ++i )
	{
		if ( !( lengths[i] >= WF_MIN_LENGTH && lengths[i] <= WF_MAX_COORDINATE ) )
		{
			return wfFail( error, wf_outOfRange, "the %s is %g; expected metres from %g to %g",
						   i == 0 ? "cell size for geometry" : "size of a pixel", lengths[i], WF_MIN_LENGTH, WF_MAX_COORDINATE );
		}
	}
	if ( def->imageThreshold < 0 || def->imageThreshold > 255 )
	{
		return wfFail( error, wf_outOfRange, "the threshold for images is %d; expected 0 to 255", def->imageThreshold );
	}
	return wf_ok;
}

// Errors reach the caller's place when it fails only.
static wfResult readText( const wfReadJob* job, const wfFile* file, bool isDatabase, wfError* error )
{
	wfError local = { 0 };
	size_t used = file->capacity;
	bool onDisk = job->size == WF_FROM_FILE;
	const char* text = onDisk ? file->data : job->data;
	wfReader reader = { .name = job->name,
						.text = text != NULL ? text : "",
						.size = onDisk ? file->size : job->size,
						.def = job->def,
						.used = &used,
						.error = &local,
						.isDatabase = isDatabase,
						.warnings = job->warnings };
	job->read( &reader, job->context, job->made );
	if ( local.result == wf_ok )
	{
		memcpy( job->target, job->made, job->madeSize );
		return wf_ok;
	}
	job->release( job->made );
	if ( local.message[0] == 0 )
	{
		wfCopyText( local.message, sizeof( local.message ),
					local.result == wf_outOfMemory ? "out of memory" : wfDescribeResult( local.result ) );
	}
	if ( error != NULL )
	{
		*error = local;
	}
	return local.result;
}

wfResult wfReadInto( const wfReadJob* job, const char* missing, wfError* error )
{
	bool onDisk = job->size == WF_FROM_FILE;
	if ( WF_FAILS( job->name != NULL && ( job->data != NULL || job->size == 0 || onDisk ) && job->def != NULL ) ||
		 WF_FAILS( job->target != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "%s", missing );
	}
	wfFile file = { 0 };
	wfResult result = checkReadDef( job->def, error );
	bool isDatabase = onDisk && job->isDatabase != NULL && job->isDatabase( job->name );
	if ( result == wf_ok && onDisk && !isDatabase )
	{
		result = wfFile_Load( job->name, wfReader_GetLimit( job->def ), true, &file, error );
	}
	result = result == wf_ok ? readText( job, &file, isDatabase, error ) : result;
	wfFile_Free( &file );
	return result;
}

static void readScenario( const wfReader* reader, const void* context, void* made )
{
	(void)context;
	wfReadAny( reader, made );
}

static void freeScenario( void* made )
{
	wfScenario_Free( made );
}

wfResult wfReadScenarioFromMemory( const char* name, const void* data, size_t size, const wfReadDef* def, wfScenario* scenario,
								   wfError* error )
{
	wfScenario made = { 0 };
	wfReadJob job = { name,	 data,	   size,		   def,			 readScenario,	 NULL,
					  &made, scenario, sizeof( made ), freeScenario, &made.warnings, NULL };
	return wfReadInto( &job, "no name, no data, no def or no place for the scenario", error );
}

wfResult wfReadScenario( const char* path, const wfReadDef* def, wfScenario* scenario, wfError* error )
{
	return wfReadScenarioFromMemory( path, NULL, WF_FROM_FILE, def, scenario, error );
}

void wfScenario_Free( wfScenario* scenario )
{
	if ( scenario == NULL )
	{
		return;
	}
	if ( scenario->world != NULL )
	{
		wfDestroyWorld( scenario->world );
	}
	wfReleaseArray( scenario->starts, (size_t)scenario->startCount, sizeof( wfVec2 ) );
	wfRelease( scenario->warnings.text, scenario->warnings.capacity );
	*scenario = ( wfScenario ){ 0 };
}
