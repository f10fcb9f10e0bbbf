// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Grid maps and path-finding problems of the MovingAI benchmarks. Lines may end with LF or CRLF.
#include "io/reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A line without its end. Lines are numbered by those who count them.
typedef struct wfMapLine
{
	const char* text;
	size_t length;
	size_t position;
} wfMapLine;

// False at the end of the text.
static bool nextLine( const wfReader* reader, size_t* at, wfMapLine* line )
{
	if ( *at >= reader->size )
	{
		return false;
	}
	const char* start = reader->text + *at;
	const char* end = memchr( start, '\n', reader->size - *at );
	size_t whole = end != NULL ? (size_t)( end - start ) : reader->size - *at;
	*line = ( wfMapLine ){ start, whole, *at };
	*at += whole + ( end != NULL ? 1 : 0 );
	line->length -= whole > 0 && start[whole - 1] == '\r' ? 1 : 0;
	return true;
}

static bool isBlank( const wfMapLine* line )
{
	size_t i = 0;
	while ( i < line->length && ( line->text[i] == ' ' || line->text[i] == '\t' ) )
	{
		i += 1;
	}
	return i == line->length;
}

// The words of a line; those beyond the capacity are counted only.
static size_t splitLine( const wfMapLine* line, wfMapLine* words, size_t capacity )
{
	// Names of maps may hold spaces where the columns are parted by tabs.
	bool tabs = line->length > 0 && memchr( line->text, '\t', line->length ) != NULL;
	size_t count = 0, i = 0;
	while ( i < line->length )
	{
		size_t start = i;
		while ( i < line->length && line->text[i] != '\t' && ( tabs || line->text[i] != ' ' ) )
		{
			i += 1;
		}
		size_t first = start, end = i;
		while ( first < end && line->text[first] == ' ' )
		{
			first += 1;
		}
		while ( end > first && line->text[end - 1] == ' ' )
		{
			end -= 1;
		}
		if ( end > first )
		{
			if ( count < capacity )
			{
				words[count] = ( wfMapLine ){ line->text + first, end - first, line->position + first };
			}
			count += 1;
		}
		i += 1;
	}
	return count;
}

static bool isWord( const wfMapLine* word, const char* text )
{
	return word->length == strlen( text ) && memcmp( word->text, text, word->length ) == 0;
}

// ----------------------------------------------------------------------------------------------------------------- map

typedef struct wfMapHeader
{
	int64_t width, height;
	size_t widthPosition, heightPosition;
	size_t rows; // where they begin
} wfMapHeader;

static wfResult readDimension( const wfReader* reader, const wfMapLine* words, size_t count, int64_t* value, size_t* position )
{
	const char* field = words[0].text[0] == 'w' ? "width" : "height";
	if ( *value != 0 )
	{
		return wfReader_Fail( reader, words[0].position, field, wf_badFormat, "given twice" );
	}
	if ( count != 2 || !wfParseInteger( words[1].text, words[1].length, value ) || *value < 1 )
	{
		return wfReader_Fail( reader, words[count > 1 ? 1 : 0].position, field, wf_badFormat,
							  "expected one whole number above 0" );
	}
	*position = words[1].position;
	if ( *value > INT32_MAX )
	{
		wfQuoted quoted = wfQuote( words[1].text, words[1].length );
		return wfReader_Fail( reader, words[1].position, field, wf_tooLarge, "%s: at most %d can be counted", quoted.text,
							  INT32_MAX );
	}
	return wf_ok;
}

static wfResult readMapHeader( const wfReader* reader, wfMapHeader* header )
{
	size_t at = 0;
	wfMapLine line, words[3];
	for ( int32_t number = 1; nextLine( reader, &at, &line ); ++number )
	{
		size_t count = splitLine( &line, words, 3 );
		wfResult result = wf_ok;
		if ( number == 1 )
		{
			if ( count != 2 || !isWord( &words[0], "type" ) || !isWord( &words[1], "octile" ) )
			{
				return wfReader_Fail( reader, line.position, "type", wf_badFormat, "expected the line \"type octile\"" );
			}
		}
		else if ( count > 0 && isWord( &words[0], "width" ) )
		{
			result = readDimension( reader, words, count, &header->width, &header->widthPosition );
		}
		else if ( count > 0 && isWord( &words[0], "height" ) )
		{
			result = readDimension( reader, words, count, &header->height, &header->heightPosition );
		}
		else if ( count == 1 && isWord( &words[0], "map" ) && header->width > 0 && header->height > 0 )
		{
			header->rows = at;
			return wf_ok;
		}
		else
		{
			wfQuoted quoted = wfQuote( line.text, line.length );
			const char* expected = header->height == 0	? "\"height\" and a number"
								   : header->width == 0 ? "\"width\" and a number"
														: "\"map\"";
			return wfReader_Fail( reader, line.position, NULL, wf_badFormat, "expected %s, found %s", expected, quoted.text );
		}
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wfReader_Fail( reader, reader->size, NULL, wf_badFormat,
						  "the header ends here; expected the lines type, height, width and map" );
}

static const char s_characters[] = "expected . or G (free), S (swamp), @ O T (blocked) or W (water)";

static wfResult checkMapRow( const wfReader* reader, const wfMapLine* line, int64_t row, const wfMapHeader* header, bool* swamp )
{
	for ( size_t i = 0; i < line->length; ++i )
	{
		char c = line->text[i];
		if ( c == 0 || strchr( ".G@OTSW", c ) == NULL )
		{
			wfQuoted quoted = wfQuote( &c, 1 );
			return wfReader_Fail( reader, line->position + i, "map", wf_badFormat, "%s, found %s", s_characters, quoted.text );
		}
		*swamp = *swamp || c == 'S';
	}
	if ( (int64_t)line->length != header->width )
	{
		return wfReader_Fail( reader, line->position, "map", wf_badFormat,
							  "row %lld of %lld has %zu characters; expected %lld as the width says", (long long)row + 1,
							  (long long)header->height, line->length, (long long)header->width );
	}
	return wf_ok;
}

// Nothing is allocated before every row has been looked at, so a size that is not true costs nothing.
static wfResult checkMapRows( const wfReader* reader, const wfMapHeader* header, bool* swamp )
{
	size_t at = header->rows;
	wfMapLine line;
	for ( int64_t row = 0; row < header->height; ++row )
	{
		if ( !nextLine( reader, &at, &line ) || ( isBlank( &line ) && at >= reader->size ) )
		{
			return wfReader_Fail( reader, reader->size, "map", wf_badFormat, "the map ends after row %lld; expected %lld rows",
								  (long long)row, (long long)header->height );
		}
		wfResult result = checkMapRow( reader, &line, row, header, swamp );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	while ( nextLine( reader, &at, &line ) )
	{
		if ( !isBlank( &line ) )
		{
			wfQuoted quoted = wfQuote( line.text, line.length );
			return wfReader_Fail( reader, line.position, "map", wf_badFormat,
								  "expected nothing after the %lld rows the height says, found %s", (long long)header->height,
								  quoted.text );
		}
	}
	return wf_ok;
}

static wfResult addMapCells( const wfReader* reader, const wfMapHeader* header, const char* members, wfShapeRole role,
							 const char* name, wfScenario* scenario )
{
	wfMask mask = { 0 };
	wfResult result = wfMask_Allocate( reader, WF_NO_POSITION, (int32_t)header->width, (int32_t)header->height, &mask );
	if ( result != wf_ok )
	{
		return result;
	}
	size_t at = header->rows;
	wfMapLine line;
	for ( int32_t row = 0; row < mask.height && nextLine( reader, &at, &line ); ++row )
	{
		uint8_t* cells = mask.cells + (size_t)( mask.height - 1 - row ) * (size_t)mask.width;
		for ( int32_t i = 0; i < mask.width; ++i )
		{
			cells[i] = strchr( members, line.text[i] ) != NULL ? 1 : 0;
			mask.count += cells[i];
		}
	}
	result = wfAddMask( reader, scenario, &mask, ( wfVec2 ){ 0.0, 0.0 }, 1.0, role, name );
	wfMask_Free( &mask );
	return result;
}

wfResult wfReadMovingAiMap( const wfReader* reader, wfScenario* scenario )
{
	wfMapHeader header = { 0 };
	wfResult result = readMapHeader( reader, &header );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( header.width * header.height > INT32_MAX )
	{
		bool wide = header.width > header.height;
		return wfReader_Fail( reader, wide ? header.widthPosition : header.heightPosition, wide ? "width" : "height", wf_tooLarge,
							  "%lld x %lld cells: at most %d can be counted", (long long)header.width, (long long)header.height,
							  INT32_MAX );
	}
	bool swamp = false;
	result = checkMapRows( reader, &header, &swamp );
	if ( result == wf_ok )
	{
		wfBox2 bounds = { { 0.0, 0.0 }, { (double)header.width, (double)header.height } };
		result = wfStartScenario( reader, WF_NO_POSITION, bounds, 1.0, scenario );
	}
	if ( result == wf_ok )
	{
		result = addMapCells( reader, &header, "@OTW", wf_obstacleRole, "blocked", scenario );
	}
	if ( result == wf_ok && swamp )
	{
		result = addMapCells( reader, &header, "S", wf_terrainRole, "swamp", scenario );
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------ problems

static wfResult readCell( const wfReader* reader, const wfMapLine* word, const char* field, int32_t limit, int32_t* value )
{
	int64_t number;
	if ( !wfParseInteger( word->text, word->length, &number ) )
	{
		wfQuoted quoted = wfQuote( word->text, word->length );
		return wfReader_Fail( reader, word->position, field, wf_badFormat, "expected a whole number, found %s", quoted.text );
	}
	if ( number < 0 || number >= limit )
	{
		return wfReader_Fail( reader, word->position, field, wf_outOfRange, "expected 0 to %d, found %lld", limit - 1,
							  (long long)number );
	}
	*value = (int32_t)number;
	return wf_ok;
}

static wfResult readProblem( const wfReader* reader, const wfMapLine* line, int32_t width, int32_t height, wfProblem* problem )
{
	// What the columns are; the second is the name of the map, the last the length.
	static const char* const names[] = { "bucket", NULL, "width", "height", "start x", "start y", "goal x", "goal y" };
	const int32_t limits[] = { INT32_MAX, 0, INT32_MAX, INT32_MAX, width, height, width, height };
	wfMapLine words[9];
	int32_t cells[8] = { 0 };
	size_t count = splitLine( line, words, 9 );
	if ( count != 9 )
	{
		return wfReader_Fail(
			reader, line->position, NULL, wf_badFormat,
			"expected 9 columns (bucket, map, width, height, start x, start y, goal x, goal y, length), found %zu", count );
	}
	for ( int i = 0; i < 8; ++i )
	{
		wfResult result = names[i] != NULL ? readCell( reader, &words[i], names[i], limits[i], &cells[i] ) : wf_ok;
		if ( result != wf_ok )
		{
			return result;
		}
		if ( i == 3 && ( cells[2] != width || cells[3] != height ) )
		{
			return wfReader_Fail( reader, words[2].position, "width", wf_badFormat,
								  "the problem is for a map of %d x %d, the map is %d x %d; scaled maps are not supported",
								  cells[2], cells[3], width, height );
		}
	}
	double length;
	if ( wfParseNumber( words[8].text, words[8].length, &length ) != wf_finiteNumber || length < 0.0 )
	{
		wfQuoted quoted = wfQuote( words[8].text, words[8].length );
		return wfReader_Fail( reader, words[8].position, "length", wf_badFormat, "expected a number, 0 or more, found %s",
							  quoted.text );
	}
	problem->bucket = cells[0];
	problem->start = ( wfVec2 ){ cells[4] + 0.5, height - cells[5] - 0.5 };
	problem->goal = ( wfVec2 ){ cells[6] + 0.5, height - cells[7] - 0.5 };
	problem->optimalLength = length;
	return wf_ok;
}

// The first line, and how many problems follow.
static wfResult readProblemsHead( const wfReader* reader, size_t* at, size_t* count )
{
	wfMapLine line, words[2];
	if ( reader->size == 0 )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat, "the file is empty; expected the line \"version 1\"" );
	}
	nextLine( reader, at, &line );
	double version = 0.0;
	if ( splitLine( &line, words, 2 ) != 2 || !isWord( &words[0], "version" ) ||
		 wfParseNumber( words[1].text, words[1].length, &version ) != wf_finiteNumber )
	{
		wfQuoted quoted = wfQuote( line.text, line.length );
		return wfReader_Fail( reader, 0, "version", wf_badFormat, "expected the line \"version 1\", found %s", quoted.text );
	}
	if ( version != 1.0 )
	{
		return wfReader_Fail( reader, words[1].position, "version", wf_unsupported, "expected version 1, found %.12g", version );
	}
	*count = 0;
	for ( size_t next = *at; nextLine( reader, &next, &line ); )
	{
		*count += isBlank( &line ) ? 0 : 1;
	}
	return *count <= INT32_MAX ? wf_ok
							   : wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_tooLarge,
												"%zu problems: at most %d can be counted", *count, INT32_MAX );
}

typedef struct wfProblemTask
{
	int32_t width, height;
	wfProblem** problems;
	int32_t* count;
} wfProblemTask;

static wfResult readProblemLines( const wfReader* reader, void* context )
{
	const wfProblemTask* task = context;
	size_t at = 0, total = 0, filled = 0;
	wfResult result = readProblemsHead( reader, &at, &total );
	if ( result == wf_ok )
	{
		result = wfReader_Reserve( reader, WF_NO_POSITION, NULL, total * sizeof( wfProblem ) );
	}
	wfProblem* made = result == wf_ok && total > 0 ? wfAllocateArray( total, sizeof( wfProblem ) ) : NULL;
	if ( result == wf_ok && total > 0 && made == NULL )
	{
		result = wfReader_OutOfMemory( reader );
	}
	wfMapLine line;
	for ( int32_t number = 2; result == wf_ok && nextLine( reader, &at, &line ); ++number )
	{
		if ( !isBlank( &line ) )
		{
			made[filled] = ( wfProblem ){ .line = number };
			result = readProblem( reader, &line, task->width, task->height, &made[filled] );
			filled += 1;
		}
	}
	if ( result != wf_ok )
	{
		wfReleaseArray( made, total, sizeof( wfProblem ) );
		return result;
	}
	*task->problems = made;
	*task->count = (int32_t)total;
	return wf_ok;
}

wfResult wfReadProblemsFromMemory( const char* name, const void* data, size_t size, int32_t mapWidth, int32_t mapHeight,
								   wfProblem** problems, int32_t* count, wfError* error )
{
	if ( WF_FAILS( name != NULL && ( data != NULL || size == 0 ) && problems != NULL && count != NULL ) ||
		 WF_FAILS( mapWidth > 0 && mapHeight > 0 ) )
	{
		return wfFail( error, wf_invalidDef, "no name, no data, no place for the problems, or no size of the map" );
	}
	wfReadDef def = wfDefaultReadDef();
	wfProblemTask task = { mapWidth, mapHeight, problems, count };
	return wfReadBytes( readProblemLines, &task, name, data, size, size, &def, error );
}

wfResult wfReadProblems( const char* path, int32_t mapWidth, int32_t mapHeight, wfProblem** problems, int32_t* count,
						 wfError* error )
{
	if ( WF_FAILS( path != NULL && problems != NULL && count != NULL && mapWidth > 0 && mapHeight > 0 ) )
	{
		return wfFail( error, wf_invalidDef, "no path, no place for the problems, or no size of the map" );
	}
	wfReadDef def = wfDefaultReadDef();
	wfProblemTask task = { mapWidth, mapHeight, problems, count };
	return wfReadFile( readProblemLines, &task, path, &def, error );
}

void wfFreeProblems( wfProblem* problems, int32_t count )
{
	wfReleaseArray( problems, (size_t)( count > 0 ? count : 0 ), sizeof( wfProblem ) );
}
