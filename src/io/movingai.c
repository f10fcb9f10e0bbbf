// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Grid maps and path-finding problems of the MovingAI benchmarks. Lines may end with LF or CRLF.
#include "io/reader.h"

#include <string.h>

static bool isBlank( wfWord line )
{
	return wfTrimWord( line ).length == 0;
}

// Names of maps may hold spaces where the columns are parted by tabs.
static size_t splitLine( const wfWord* line, wfWord* words, size_t capacity )
{
	bool tabs = line->length > 0 && memchr( line->text, '\t', line->length ) != NULL;
	return wfSplitWords( line, tabs ? "\t" : " ", false, words, capacity );
}

// ----------------------------------------------------------------------------------------------------------------- map

typedef struct wfMapHeader
{
	int64_t width, height;
	size_t widthPosition, heightPosition;
	size_t rows; // where they begin
} wfMapHeader;

static void readDimension( const wfReader* reader, const wfWord* words, size_t count, int64_t* value, size_t* position )
{
	const char* field = words[0].text[0] == 'w' ? "width" : "height";
	if ( *value != 0 )
	{
		wfReader_Fail( reader, words[0].position, field, wf_badFormat, "given twice" );
	}
	if ( count != 2 || !wfParseInteger( words[1].text, words[1].length, value ) || *value < 1 )
	{
		wfReader_Fail( reader, words[count > 1 ? 1 : 0].position, field, wf_badFormat, "expected one whole number above 0" );
		return;
	}
	*position = words[1].position;
	if ( *value > INT32_MAX )
	{
		wfReader_Fail( reader, *position, field, wf_tooLarge, "%s: at most %d can be counted",
					   wfQuote( words[1].text, words[1].length ).text, INT32_MAX );
	}
}

static void readMapHeader( const wfReader* reader, wfMapHeader* header )
{
	size_t at = 0;
	wfWord line, words[3];
	for ( int32_t number = 1; wfNextLine( reader, &at, &line ); ++number )
	{
		size_t count = splitLine( &line, words, 3 );
		if ( number == 1 )
		{
			if ( count != 2 || !wfWord_Equals( &words[0], "type" ) || !wfWord_Equals( &words[1], "octile" ) )
			{
				wfReader_Fail( reader, line.position, "type", wf_badFormat, "expected the line \"type octile\"" );
			}
		}
		else if ( count > 0 && wfWord_Equals( &words[0], "width" ) )
		{
			readDimension( reader, words, count, &header->width, &header->widthPosition );
		}
		else if ( count > 0 && wfWord_Equals( &words[0], "height" ) )
		{
			readDimension( reader, words, count, &header->height, &header->heightPosition );
		}
		else if ( count == 1 && wfWord_Equals( &words[0], "map" ) && header->width > 0 && header->height > 0 )
		{
			header->rows = at;
			return;
		}
		else
		{
			const char* expected = header->height == 0	? "\"height\" and a number"
								   : header->width == 0 ? "\"width\" and a number"
														: "\"map\"";
			wfReader_Fail( reader, line.position, NULL, wf_badFormat, "expected %s, found %s", expected,
						   wfQuote( line.text, line.length ).text );
		}
	}
	wfReader_Fail( reader, reader->size, NULL, wf_badFormat,
				   "the header ends here; expected the lines type, height, width and map" );
}

static const char s_characters[] = "expected . or G (free), S (swamp), @ O T (blocked) or W (water)";

static void checkMapRow( const wfReader* reader, const wfWord* line, int64_t row, const wfMapHeader* header, bool* swamp )
{
	for ( size_t i = 0; i < line->length; ++i )
	{
		char c = line->text[i];
		if ( c == 0 || strchr( ".G@OTSW", c ) == NULL )
		{
			wfReader_Fail( reader, line->position + i, "map", wf_badFormat, "%s, found %s", s_characters, wfQuote( &c, 1 ).text );
			return;
		}
		*swamp = *swamp || c == 'S';
	}
	if ( (int64_t)line->length != header->width )
	{
		wfReader_Fail( reader, line->position, "map", wf_badFormat,
					   "row %lld of %lld has %zu characters; expected %lld as the width says", (long long)row + 1,
					   (long long)header->height, line->length, (long long)header->width );
	}
}

// Nothing is allocated before every row has been looked at, so a size that is not true costs nothing.
static void checkMapRows( const wfReader* reader, const wfMapHeader* header, bool* swamp )
{
	size_t at = header->rows;
	wfWord line;
	for ( int64_t row = 0; row < header->height && wfReader_IsOk( reader ); ++row )
	{
		if ( !wfNextLine( reader, &at, &line ) || ( isBlank( line ) && at >= reader->size ) )
		{
			wfReader_Fail( reader, reader->size, "map", wf_badFormat, "the map ends after row %lld; expected %lld rows",
						   (long long)row, (long long)header->height );
			return;
		}
		checkMapRow( reader, &line, row, header, swamp );
	}
	while ( wfNextLine( reader, &at, &line ) )
	{
		if ( !isBlank( line ) )
		{
			wfReader_Fail( reader, line.position, "map", wf_badFormat,
						   "expected nothing after the %lld rows the height says, found %s", (long long)header->height,
						   wfQuote( line.text, line.length ).text );
		}
	}
}

static void addMapCells( const wfReader* reader, const wfMapHeader* header, const char* members, wfShapeRole role,
						 const char* name, wfScenario* scenario )
{
	wfMask mask = { 0 };
	if ( wfMask_Allocate( reader, WF_NO_POSITION, (int32_t)header->width, (int32_t)header->height, &mask ) )
	{
		size_t at = header->rows;
		wfWord line;
		for ( int32_t row = 0; row < mask.height && wfNextLine( reader, &at, &line ); ++row )
		{
			uint8_t* cells = mask.cells + (size_t)( mask.height - 1 - row ) * (size_t)mask.width;
			for ( int32_t i = 0; i < mask.width; ++i )
			{
				cells[i] = strchr( members, line.text[i] ) != NULL ? 1 : 0;
				mask.count += cells[i];
			}
		}
		wfAddMask( reader, scenario, &mask, ( wfVec2 ){ 0.0, 0.0 }, 1.0, role, name );
	}
	wfMask_Free( &mask );
}

void wfReadMovingAiMap( const wfReader* reader, wfScenario* scenario )
{
	wfMapHeader header = { 0 };
	bool swamp = false;
	readMapHeader( reader, &header );
	if ( wfReader_IsOk( reader ) && header.width * header.height > INT32_MAX )
	{
		bool wide = header.width > header.height;
		wfReader_Fail( reader, wide ? header.widthPosition : header.heightPosition, wide ? "width" : "height", wf_tooLarge,
					   "%lld x %lld cells: at most %d can be counted", (long long)header.width, (long long)header.height,
					   INT32_MAX );
	}
	checkMapRows( reader, &header, &swamp );
	wfBox2 bounds = { { 0.0, 0.0 }, { (double)header.width, (double)header.height } };
	wfStartScenario( reader, WF_NO_POSITION, bounds, 1.0, scenario );
	addMapCells( reader, &header, "@OTW", wf_obstacleRole, "blocked", scenario );
	if ( swamp )
	{
		addMapCells( reader, &header, "S", wf_terrainRole, "swamp", scenario );
	}
}

// ------------------------------------------------------------------------------------------------------------ problems

static int32_t readCell( const wfReader* reader, const wfWord* word, const char* field, int32_t limit )
{
	int64_t number = 0;
	if ( !wfParseInteger( word->text, word->length, &number ) )
	{
		wfReader_Fail( reader, word->position, field, wf_badFormat, "expected a whole number, found %s",
					   wfQuote( word->text, word->length ).text );
	}
	if ( number < 0 || number >= limit )
	{
		wfReader_Fail( reader, word->position, field, wf_outOfRange, "expected 0 to %d, found %lld", limit - 1,
					   (long long)number );
	}
	return (int32_t)number;
}

typedef struct wfMapSize
{
	int32_t width, height;
} wfMapSize;

typedef struct wfProblems
{
	wfProblem* list;
	size_t count;
} wfProblems;

static void readProblem( const wfReader* reader, const wfWord* line, const wfMapSize* map, wfProblem* problem )
{
	// What the columns are; the second is the name of the map, the last the length.
	static const char* const names[] = { "bucket", NULL, "width", "height", "start x", "start y", "goal x", "goal y" };
	const int32_t limits[] = { INT32_MAX, 0, INT32_MAX, INT32_MAX, map->width, map->height, map->width, map->height };
	wfWord words[9];
	int32_t cells[8] = { 0 };
	size_t count = splitLine( line, words, 9 );
	if ( count != 9 )
	{
		wfReader_Fail( reader, line->position, NULL, wf_badFormat,
					   "expected 9 columns (bucket, map, width, height, start x, start y, goal x, goal y, length), found %zu",
					   count );
		return;
	}
	for ( int i = 0; i < 8; ++i )
	{
		cells[i] = names[i] != NULL ? readCell( reader, &words[i], names[i], limits[i] ) : 0;
		if ( i == 3 && ( cells[2] != map->width || cells[3] != map->height ) )
		{
			wfReader_Fail( reader, words[2].position, "width", wf_badFormat,
						   "the problem is for a map of %d x %d, the map is %d x %d; scaled maps are not supported", cells[2],
						   cells[3], map->width, map->height );
		}
	}
	double length;
	if ( wfParseNumber( words[8].text, words[8].length, &length ) != wf_finiteNumber || length < 0.0 )
	{
		wfReader_Fail( reader, words[8].position, "length", wf_badFormat, "expected a number, 0 or more, found %s",
					   wfQuote( words[8].text, words[8].length ).text );
	}
	problem->bucket = cells[0];
	problem->start = ( wfVec2 ){ cells[4] + 0.5, map->height - cells[5] - 0.5 };
	problem->goal = ( wfVec2 ){ cells[6] + 0.5, map->height - cells[7] - 0.5 };
	problem->optimalLength = length;
}

// The first line, and how many problems follow.
static size_t readProblemsHead( const wfReader* reader, size_t* at )
{
	wfWord line = { "", 0, 0 }, words[2];
	if ( reader->size == 0 )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat, "the file is empty; expected the line \"version 1\"" );
	}
	wfNextLine( reader, at, &line );
	double version = 0.0;
	if ( splitLine( &line, words, 2 ) != 2 || !wfWord_Equals( &words[0], "version" ) ||
		 wfParseNumber( words[1].text, words[1].length, &version ) != wf_finiteNumber )
	{
		wfReader_Fail( reader, 0, "version", wf_badFormat, "expected the line \"version 1\", found %s",
					   wfQuote( line.text, line.length ).text );
	}
	else if ( version != 1.0 )
	{
		wfReader_Fail( reader, words[1].position, "version", wf_unsupported, "expected version 1, found %.12g", version );
	}
	size_t count = 0;
	for ( size_t next = *at; wfNextLine( reader, &next, &line ); )
	{
		count += isBlank( line ) ? 0 : 1;
	}
	if ( count > INT32_MAX )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_tooLarge, "%zu problems: at most %d can be counted", count, INT32_MAX );
	}
	return count;
}

static void readProblemLines( const wfReader* reader, const void* context, void* made )
{
	wfProblems* problems = made;
	size_t at = 0, filled = 0, total = readProblemsHead( reader, &at );
	if ( total == 0 || !wfReader_Reserve( reader, WF_NO_POSITION, NULL, total * sizeof( wfProblem ) ) )
	{
		return;
	}
	*problems = ( wfProblems ){ wfAllocateArray( total, sizeof( wfProblem ) ), total };
	wfReader_CheckMemory( reader, problems->list );
	wfWord line;
	for ( int32_t number = 2; wfNextLine( reader, &at, &line ); ++number )
	{
		if ( !isBlank( line ) )
		{
			wfProblem* problem = problems->list + filled++;
			*problem = ( wfProblem ){ .line = number };
			readProblem( reader, &line, context, problem );
		}
	}
}

static void freeProblems( void* made )
{
	wfProblems* problems = made;
	wfReleaseArray( problems->list, problems->count, sizeof( wfProblem ) );
}

static wfResult readProblems( const char* name, const void* data, size_t size, wfMapSize map, wfProblem** problems,
							  int32_t* count, const char* missing, wfError* error )
{
	if ( WF_FAILS( map.width > 0 && map.height > 0 && problems != NULL && count != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "%s", missing );
	}
	wfReadDef def = wfDefaultReadDef();
	wfProblems made = { 0 };
	wfReadJob job = { name, data, size, &def, readProblemLines, &map, &made, &made, 0, freeProblems, NULL, NULL };
	wfResult result = wfReadInto( &job, missing, error );
	if ( result == wf_ok )
	{
		*problems = made.list;
		*count = (int32_t)made.count;
	}
	return result;
}

wfResult wfReadProblemsFromMemory( const char* name, const void* data, size_t size, int32_t mapWidth, int32_t mapHeight,
								   wfProblem** problems, int32_t* count, wfError* error )
{
	return readProblems( name, data, size, ( wfMapSize ){ mapWidth, mapHeight }, problems, count,
						 "no name, no data, no place for the problems, or no size of the map", error );
}

wfResult wfReadProblems( const char* path, int32_t mapWidth, int32_t mapHeight, wfProblem** problems, int32_t* count,
						 wfError* error )
{
	return readProblems( path, NULL, WF_FROM_FILE, ( wfMapSize ){ mapWidth, mapHeight }, problems, count,
						 "no path, no place for the problems, or no size of the map", error );
}

void wfFreeProblems( wfProblem* problems, int32_t count )
{
	wfReleaseArray( problems, (size_t)( count > 0 ? count : 0 ), sizeof( wfProblem ) );
}
