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

// Copy and cut; never in the middle of a character.
static void copyText( char* buffer, size_t capacity, const char* text )
{
	size_t length = strlen( text );
	if ( length >= capacity )
	{
		length = capacity - 1;
		while ( length > 0 && ( (unsigned char)text[length] & 0xC0 ) == 0x80 )
		{
			length -= 1;
		}
	}
	memcpy( buffer, text, length );
	buffer[length] = 0;
}

// Lines end with a line feed (a carriage return before it belongs to the line); columns count characters.
static void findPlace( const wfReader* reader, size_t position, int32_t* line, int32_t* column )
{
	*line = 1;
	*column = 1;
	size_t end = position < reader->size ? position : reader->size;
	size_t lineStart = 0;
	for ( size_t i = 0; i < end; ++i )
	{
		if ( reader->text[i] == '\n' )
		{
			*line += 1;
			lineStart = i + 1;
		}
	}
	bool marked = lineStart == 0 && end >= 3 && memcmp( reader->text, "\xEF\xBB\xBF", 3 ) == 0;
	for ( size_t i = marked ? 3 : lineStart; i < end; ++i )
	{
		*column += ( (unsigned char)reader->text[i] & 0xC0 ) != 0x80 ? 1 : 0;
	}
}

wfResult wfReader_Place( const wfReader* reader, size_t position, const char* field, wfResult result )
{
	wfError* error = reader->error;
	error->result = result;
	copyText( error->file, sizeof( error->file ), reader->name );
	error->line = 0;
	error->column = 0;
	if ( position != WF_NO_POSITION )
	{
		findPlace( reader, position, &error->line, &error->column );
	}
	copyText( error->field, sizeof( error->field ), field != NULL ? field : "" );
	return result;
}

wfResult wfReader_FailWith( const wfReader* reader, size_t position, const char* field, wfResult result, const char* format,
							va_list arguments )
{
	char message[1024];
	if ( vsnprintf( message, sizeof( message ), format, arguments ) < 0 )
	{
		message[0] = 0;
	}
	copyText( reader->error->message, sizeof( reader->error->message ), message );
	return wfReader_Place( reader, position, field, result );
}

wfResult wfReader_Fail( const wfReader* reader, size_t position, const char* field, wfResult result, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	wfReader_FailWith( reader, position, field, result, format, arguments );
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
	int32_t line, column;
	findPlace( reader, position, &line, &column );
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

wfResult wfReader_OutOfMemory( const wfReader* reader )
{
	return wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_outOfMemory, "out of memory" );
}

size_t wfReader_GetLimit( const wfReadDef* def )
{
	return def->memoryLimit > 0 ? def->memoryLimit : SIZE_MAX;
}

wfResult wfReader_Reserve( const wfReader* reader, size_t position, const char* field, size_t bytes )
{
	size_t limit = wfReader_GetLimit( reader->def );
	if ( *reader->used > limit || bytes > limit - *reader->used )
	{
		return wfReader_Fail( reader, position, field, wf_tooLarge,
							  "needs %zu bytes here after %zu before, more than the limit of %zu bytes", bytes, *reader->used,
							  limit );
	}
	*reader->used += bytes;
	return wf_ok;
}

void wfReading_Fail( wfReading* in, size_t position, const char* field, wfResult result, const char* format, ... )
{
	if ( in->result == wf_ok )
	{
		va_list arguments;
		va_start( arguments, format );
		in->result = wfReader_FailWith( in->reader, position, field, result, format, arguments );
		va_end( arguments );
	}
}

bool wfReading_Reserve( wfReading* in, size_t position, const char* field, size_t bytes )
{
	in->result = in->result == wf_ok ? wfReader_Reserve( in->reader, position, field, bytes ) : in->result;
	return in->result == wf_ok;
}

bool wfReading_CheckMemory( wfReading* in, const void* memory )
{
	if ( memory == NULL && in->result == wf_ok )
	{
		in->result = wfReader_OutOfMemory( in->reader );
	}
	return in->result == wf_ok;
}

bool wfReading_Grow( wfReading* in, size_t position, const char* field, void* array, size_t* capacity, size_t needed,
					 size_t size )
{
	if ( needed <= *capacity || in->result != wf_ok )
	{
		return in->result == wf_ok;
	}
	// Half as large again.
	size_t wanted = *capacity + ( *capacity / 2 > 64 ? *capacity / 2 : 64 );
	wanted = wanted > needed ? wanted : needed;
	if ( wanted > INT64_MAX / size )
	{
		wfReading_Fail( in, position, field, wf_tooLarge, "%zu of them cannot be counted", needed );
	}
	if ( wfReading_Reserve( in, position, field, ( wanted - *capacity ) * size ) &&
		 wfGrowArray( array, capacity, wanted, size ) != wf_ok )
	{
		wfReading_CheckMemory( in, NULL );
	}
	return in->result == wf_ok;
}

wfResult wfReader_CheckSize( const wfReader* reader, size_t position, int64_t width, int64_t height )
{
	if ( width < 1 || height < 1 )
	{
		return wfReader_Fail( reader, position, NULL, wf_badFormat, "an image of %lld x %lld pixels has no area",
							  (long long)width, (long long)height );
	}
	if ( width > INT32_MAX || height > INT32_MAX || width * height > INT32_MAX )
	{
		return wfReader_Fail( reader, position, NULL, wf_tooLarge, "%lld x %lld pixels: at most %d can be counted",
							  (long long)width, (long long)height, INT32_MAX );
	}
	return wf_ok;
}

wfResult wfReader_CheckText( const wfReader* reader, size_t* start )
{
	const char* text = reader->text;
	size_t size = reader->size;
	if ( size >= 2 && ( memcmp( text, "\xFF\xFE", 2 ) == 0 || memcmp( text, "\xFE\xFF", 2 ) == 0 ) )
	{
		return wfReader_Fail( reader, 0, NULL, wf_badFormat, "the text is UTF-16; expected UTF-8" );
	}
	size_t bad;
	if ( !wfCheckUtf8( text, size, &bad ) )
	{
		return wfReader_Fail( reader, bad, NULL, wf_badFormat, "byte 0x%02x is not UTF-8 text; is this a binary file?",
							  (unsigned char)text[bad] );
	}
	const char* zero = size > 0 ? memchr( text, 0, size ) : NULL;
	if ( zero != NULL )
	{
		return wfReader_Fail( reader, (size_t)( zero - text ), NULL, wf_badFormat,
							  "a zero byte in a text; is this a binary file?" );
	}
	*start = size >= 3 && memcmp( text, "\xEF\xBB\xBF", 3 ) == 0 ? 3 : 0;
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------ making a world

wfResult wfStartScenario( const wfReader* reader, size_t position, wfBox2 bounds, double cellSize, wfScenario* scenario )
{
	scenario->planner = wfDefaultPlannerDef();
	scenario->cellSize = cellSize;
	wfCopyStem( scenario->name, sizeof( scenario->name ), reader->name );

	const double limit = WF_MAX_COORDINATE;
	if ( !( bounds.lower.x >= -limit && bounds.lower.y >= -limit && bounds.upper.x <= limit && bounds.upper.y <= limit ) )
	{
		return wfReader_Fail( reader, position, NULL, wf_outOfRange,
							  "the world reaches from %g, %g to %g, %g; expected coordinates from %g to %g", bounds.lower.x,
							  bounds.lower.y, bounds.upper.x, bounds.upper.y, -limit, limit );
	}
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = bounds;
	wfResult result = wfCreateWorld( &def, &scenario->world, reader->error );
	return result == wf_ok ? wf_ok : wfReader_Place( reader, position, NULL, result );
}

wfResult wfAddMask( const wfReader* reader, wfScenario* scenario, const wfMask* mask, wfVec2 origin, double pixelSize,
					wfShapeRole role, const char* name )
{
	if ( mask->count == 0 )
	{
		return wf_ok;
	}
	// The world keeps a copy.
	wfResult result = wfReader_Reserve( reader, WF_NO_POSITION, NULL, (size_t)mask->width * (size_t)mask->height );
	if ( result != wf_ok )
	{
		return result;
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
	result = wfWorld_AddShape( scenario->world, &shape, &id, reader->error );
	return result == wf_ok ? wf_ok : wfReader_Place( reader, WF_NO_POSITION, NULL, result );
}

wfResult wfReadPlainImage( const wfReader* reader, wfScenario* scenario )
{
	wfGrayImage image = { 0 };
	wfMask mask = { 0 };
	wfResult result = wfReadImage( reader, &image );
	if ( result == wf_ok )
	{
		result = wfMask_FromImage( reader, &image, reader->def->imageThreshold, false, &mask );
	}
	wfGrayImage_Free( &image );
	if ( result == wf_ok )
	{
		double pixel = reader->def->imagePixelSize;
		wfBox2 bounds = { { 0.0, 0.0 }, { mask.width * pixel, mask.height * pixel } };
		result = wfStartScenario( reader, WF_NO_POSITION, bounds, pixel, scenario );
		if ( result == wf_ok )
		{
			result = wfAddMask( reader, scenario, &mask, bounds.lower, pixel, wf_obstacleRole, "image" );
		}
	}
	wfMask_Free( &mask );
	return result;
}

// --------------------------------------------------------------------------------------------------------- telling kinds

static bool startsWithWord( const char* text, size_t size, const char* word )
{
	size_t length = strlen( word );
	if ( size < length )
	{
		return false;
	}
	for ( size_t i = 0; i < length; ++i )
	{
		if ( tolower( (unsigned char)text[i] ) != word[i] )
		{
			return false;
		}
	}
	return size == length || !isalnum( (unsigned char)text[length] );
}

static bool looksLikeWkt( const char* text, size_t size )
{
	static const char* const words[] = { "point",		 "linestring",		   "polygon",	 "multipoint", "multilinestring",
										 "multipolygon", "geometrycollection", "linearring", "srid",	   NULL };
	for ( int i = 0; words[i] != NULL; ++i )
	{
		if ( startsWithWord( text, size, words[i] ) )
		{
			return true;
		}
	}
	return false;
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

wfFileKind wfTellFileKind( const char* name, const char* text, size_t size )
{
	if ( wfIsPng( text, size ) )
	{
		return wf_pngFile;
	}
	if ( wfIsPgm( text, size ) )
	{
		return wf_pgmFile;
	}
	size_t start = size >= 3 && memcmp( text, "\xEF\xBB\xBF", 3 ) == 0 ? 3 : 0;
	while ( start < size && isspace( (unsigned char)text[start] ) )
	{
		start += 1;
	}
	const char* first = text + start;
	size_t rest = size - start;
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
	// Nothing to go by in the content: its reader will tell best what is missing.
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

wfResult wfReadAny( const wfReader* reader, wfScenario* scenario )
{
	if ( reader->size == 0 )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat, "the file is empty; %s", s_kinds );
	}
	switch ( wfTellFileKind( reader->name, reader->text, reader->size ) )
	{
		case wf_scenarioFile:
			return wfReadJsonScenario( reader, scenario );
		case wf_movingAiFile:
			return wfReadMovingAiMap( reader, scenario );
		case wf_rosFile:
			return wfReadRosMap( reader, scenario );
		case wf_wktFile:
			return wfReadWkt( reader, scenario );
		case wf_pngFile:
		case wf_pgmFile:
			return wfReadPlainImage( reader, scenario );
		case wf_unknownFile:
			break;
	}
	if ( startsWithWord( reader->text, reader->size, "version" ) )
	{
		return wfReader_Fail( reader, 0, NULL, wf_badFormat,
							  "this is a list of problems (.scen), not a world; give the map it belongs to" );
	}
	wfQuoted start = wfQuote( reader->text, reader->size < 24 ? reader->size : 24 );
	return wfReader_Fail( reader, 0, NULL, wf_badFormat, "not a file of a known kind, it begins with %s; %s", start.text,
						  s_kinds );
}

// -------------------------------------------------------------------------------------------------------- entry points

wfResult wfCheckReadDef( const wfReadDef* def, wfError* error )
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

wfResult wfReadBytes( wfReadBytesFcn* read, void* context, const char* name, const void* data, size_t size, size_t used,
					  const wfReadDef* def, wfError* error )
{
	wfError local = { 0 };
	wfReader reader = {
		.name = name, .text = data != NULL ? data : "", .size = size, .def = def, .used = &used, .error = &local };
	wfResult result = read( &reader, context );
	if ( result != wf_ok && local.message[0] == 0 )
	{
		wfReader_Fail( &reader, WF_NO_POSITION, NULL, result, "%s",
					   result == wf_outOfMemory ? "out of memory" : wfDescribeResult( result ) );
	}
	local.result = result;
	if ( result != wf_ok && error != NULL )
	{
		*error = local;
	}
	return result;
}

wfResult wfReadFile( wfReadBytesFcn* read, void* context, const char* path, const wfReadDef* def, wfError* error )
{
	wfFile file = { 0 };
	wfResult result = wfFile_Load( path, wfReader_GetLimit( def ), true, &file, error );
	if ( result == wf_ok )
	{
		result = wfReadBytes( read, context, path, file.data, file.size, file.capacity, def, error );
	}
	wfFile_Free( &file );
	return result;
}

static wfResult runJob( const wfReader* given, void* context )
{
	const wfReadJob* job = context;
	wfReader reader = *given;
	reader.onDisk = job->size == WF_FROM_FILE;
	reader.warnings = job->warnings;
	wfResult result = job->function( &reader, job->context, job->made );
	if ( result == wf_ok )
	{
		memcpy( job->target, job->made, job->madeSize );
	}
	else
	{
		job->release( job->made );
	}
	return result;
}

wfResult wfReadInto( wfReadJob* job, wfError* error )
{
	wfResult result = wfCheckReadDef( job->def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	return job->size == WF_FROM_FILE ? wfReadFile( runJob, job, job->name, job->def, error )
									 : wfReadBytes( runJob, job, job->name, job->data, job->size, 0, job->def, error );
}

static wfResult readScenario( const wfReader* reader, const void* context, void* made )
{
	(void)context;
	return wfReadAny( reader, made );
}

static void freeScenario( void* made )
{
	wfScenario_Free( made );
}

static wfResult readInto( const char* name, const void* data, size_t size, const wfReadDef* def, wfScenario* scenario,
						  wfError* error )
{
	if ( WF_FAILS( name != NULL && ( data != NULL || size == 0 || size == WF_FROM_FILE ) && def != NULL && scenario != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no name, no data, no def or no place for the scenario" );
	}
	wfScenario made = { 0 };
	wfReadJob job = { name, data, size, def, readScenario, NULL, &made, scenario, sizeof( made ), freeScenario, &made.warnings };
	return wfReadInto( &job, error );
}

wfResult wfReadScenarioFromMemory( const char* name, const void* data, size_t size, const wfReadDef* def, wfScenario* scenario,
								   wfError* error )
{
	return readInto( name, data, size, def, scenario, error );
}

wfResult wfReadScenario( const char* path, const wfReadDef* def, wfScenario* scenario, wfError* error )
{
	return readInto( path, NULL, WF_FROM_FILE, def, scenario, error );
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
