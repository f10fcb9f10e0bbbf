// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Trajectories as text: the pedestrian dynamics data archive's, CSV, and the obsmat.txt of the ETH and UCY data.
#include "record/record.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WF_MAX_COLUMNS 64

typedef enum wfRowColumn
{
	wf_frameColumn,
	wf_idColumn,
	wf_xColumn,
	wf_yColumn,
	wf_rowColumnCount, // those that must be there
	wf_zColumn = wf_rowColumnCount,
	wf_allColumnCount
} wfRowColumn;

static const char* const s_columnNames[wf_rowColumnCount] = { "frame", "id", "x", "y" };

typedef struct wfTextLayout
{
	bool known;
	bool commas;
	int32_t columns[wf_allColumnCount]; // which word of a row; z: -1 where there is none
	size_t columnCount;					// of each row; 0: not known yet
	double unit;						// metres, 0: the file does not say
	double fps;							// 0: the file does not say
	bool heights;						// z counts: the head names a surface, or it is a column of ours
	const char* form;					// for messages
} wfTextLayout;

// ---------------------------------------------------------------------------------------------------------------- words

bool wfNextTextLine( const wfReader* reader, size_t* at, wfWord* line )
{
	bool there = wfNextLine( reader, at, line );
	while ( there && line->length > 0 && isspace( (unsigned char)line->text[line->length - 1] ) )
	{
		line->length -= 1;
	}
	*line = there ? wfTrimWord( *line ) : *line;
	return there;
}

// Those beyond the capacity are counted only.
static size_t splitRow( const wfWord* line, bool commas, wfWord* words, size_t capacity )
{
	return wfSplitWords( line, commas ? "," : " \t", commas, words, capacity );
}

bool wfReadMarkedText( const wfWord* line, const char* mark, char* buffer, size_t capacity )
{
	size_t skipped = strlen( mark );
	if ( line->length < skipped || memcmp( line->text, mark, skipped ) != 0 )
	{
		return false;
	}
	wfCopyWord( buffer, capacity, ( wfWord ){ line->text + skipped, line->length - skipped, 0 } );
	return true;
}

// --------------------------------------------------------------------------------------------------------------- header

// The name of a column and the unit behind it: x/cm, x[m], x_m. -1: none of ours.
static int32_t findColumn( const wfWord* word, double* unit )
{
	static const struct
	{
		const char* word;
		wfRowColumn column;
	} names[] = { { "frame", wf_frameColumn }, { "fr", wf_frameColumn }, { "id", wf_idColumn }, { "persid", wf_idColumn },
				  { "x", wf_xColumn },		   { "pos_x", wf_xColumn },	 { "y", wf_yColumn },	{ "pos_y", wf_yColumn },
				  { "z", wf_zColumn },		   { "pos_z", wf_zColumn } };
	static const struct
	{
		const char* word;
		double size;
	} units[] = { { "m", 1.0 }, { "cm", 0.01 }, { "mm", 0.001 } };
	size_t length = 0;
	while ( length < word->length && word->text[length] != '/' && word->text[length] != '[' )
	{
		length += 1;
	}
	*unit = 0.0;
	if ( length < word->length )
	{
		size_t end = word->length - ( word->text[length] == '[' && word->text[word->length - 1] == ']' ? 1 : 0 );
		wfWord behind = { word->text + length + 1, end > length ? end - length - 1 : 0, 0 };
		for ( size_t k = 0; k < 3; ++k )
		{
			*unit = wfWord_Is( behind, units[k].word ) ? units[k].size : *unit;
		}
	}
	for ( size_t k = 0; k < sizeof( names ) / sizeof( names[0] ); ++k )
	{
		if ( wfWord_Is( ( wfWord ){ word->text, length, 0 }, names[k].word ) )
		{
			return (int32_t)names[k].column;
		}
	}
	return -1;
}

// A line that names frame, id, x and y. False when it does not; then `missing` is one it lacks.
static bool takeColumnNames( const wfWord* line, bool commas, wfTextLayout* layout, wfRowColumn* missing, bool* twice )
{
	wfWord words[WF_MAX_COLUMNS];
	size_t count = splitRow( line, commas, words, WF_MAX_COLUMNS );
	int32_t columns[wf_allColumnCount] = { -1, -1, -1, -1, -1 };
	double unit = 0.0;
	*twice = false;
	for ( size_t i = 0; i < count && i < WF_MAX_COLUMNS; ++i )
	{
		double stated;
		int32_t column = findColumn( &words[i], &stated );
		if ( column < 0 )
		{
			continue;
		}
		if ( columns[column] >= 0 && column < (int32_t)wf_rowColumnCount )
		{
			*twice = true;
			*missing = (wfRowColumn)column;
			return false;
		}
		columns[column] = (int32_t)i;
		unit = column == wf_xColumn ? stated : unit;
	}
	for ( int k = 0; k < wf_rowColumnCount; ++k )
	{
		if ( columns[k] < 0 )
		{
			*missing = (wfRowColumn)k;
			return false;
		}
	}
	memcpy( layout->columns, columns, sizeof( columns ) );
	layout->unit = unit;
	layout->columnCount = commas ? count : 0; // names in comments may hold spaces or leave columns out
	layout->commas = commas;
	layout->heights = layout->heights || ( commas && columns[wf_zColumn] >= 0 );
	layout->known = true;
	return true;
}

// An exponent and a decimal comma belong to the number: what precedes them is not the rate that was meant.
static bool continuesNumber( const wfWord* word, size_t i )
{
	char c = word->text[i];
	char next = i + 1 < word->length ? word->text[i + 1] : ' ';
	return isdigit( (unsigned char)c ) || c == '.' ||
		   ( memchr( "eE+-,", c, 5 ) != NULL && ( isdigit( (unsigned char)next ) || next == '+' || next == '-' ) );
}

// "framerate: 25 fps", in any case, with or without the unit.
static void takeFrameRate( wfTrajectoryReader* in, const wfWord* comment, wfTextLayout* layout )
{
	static const char key[] = "framerate";
	const size_t keyLength = sizeof( key ) - 1;
	size_t i = 0;
	while ( i + keyLength <= comment->length && !wfWord_Is( ( wfWord ){ comment->text + i, keyLength, 0 }, key ) )
	{
		i += 1;
	}
	if ( i + keyLength > comment->length || layout->fps > 0.0 )
	{
		return;
	}
	i += keyLength;
	while ( i < comment->length && memchr( " \t:=", comment->text[i], 4 ) != NULL )
	{
		i += 1;
	}
	size_t start = i;
	while ( i < comment->length && continuesNumber( comment, i ) )
	{
		i += 1;
	}
	double fps = 0.0;
	if ( wfParseNumber( comment->text + start, i - start, &fps ) != wf_finiteNumber || !wfIsValidFps( fps ) )
	{
		wfReader_Fail( in->reader, comment->position + start, "framerate", wf_badFormat,
					   "expected 0.001 to 1000000 frames a second, found %s",
					   wfQuote( comment->text + start, comment->length - start ).text );
	}
	layout->fps = fps;
}

static void readComment( wfTrajectoryReader* in, const wfWord* line, wfTextLayout* layout )
{
	wfWord comment = { line->text + 1, line->length - 1, line->position + 1 };
	wfRowColumn missing;
	bool twice;
	if ( wfReadMarkedText( line, WF_SURFACE_COMMENT, in->out->surface, sizeof( in->out->surface ) ) )
	{
		// Behind the first row the columns are fixed, perhaps without a height.
		if ( in->out->rowCount > 0 )
		{
			wfReader_Fail( in->reader, line->position, "surface", wf_badFormat,
						   "expected the name of the surface before the first row, found it behind" );
		}
		layout->heights = true;
	}
	else if ( !layout->known && takeColumnNames( &comment, false, layout, &missing, &twice ) )
	{
		layout->form = "id, frame, x and y as the header names them";
	}
	else
	{
		takeFrameRate( in, &comment, layout );
	}
}

// The first line that is no comment, where no comment named the columns. Whether it names them itself.
static bool readFirstRow( wfTrajectoryReader* in, const wfWord* line, wfTextLayout* layout )
{
	bool commas = memchr( line->text, ',', line->length ) != NULL;
	bool letters = isalpha( (unsigned char)line->text[0] ) || line->text[0] == '"';
	wfRowColumn missing = wf_frameColumn;
	bool twice = false;
	if ( letters && takeColumnNames( line, commas, layout, &missing, &twice ) )
	{
		layout->form = "frame, id, x and y as the first line names them";
		return true;
	}
	static const struct
	{
		size_t count;
		int32_t columns[wf_allColumnCount];
		const char* form;
	} forms[] = { { 8, { 0, 1, 2, 4, -1 }, "frame, id, x, z, y, vx, vz and vy" },
				  { 4, { 1, 0, 2, 3, -1 }, "id, frame, x and y" },
				  { 5, { 1, 0, 2, 3, 4 }, "id, frame, x, y and z" } };
	wfQuoted found = wfQuote( line->text, line->length );
	if ( letters || commas )
	{
		wfReader_Fail( in->reader, line->position, letters ? s_columnNames[missing] : "", wf_badFormat,
					   "expected a line with the names of the columns, each of frame, id, x and y once, found %s", found.text );
	}
	layout->columnCount = splitRow( line, false, NULL, 0 );
	for ( int i = 0; i < 3; ++i )
	{
		if ( forms[i].count == layout->columnCount )
		{
			layout->known = true;
			memcpy( layout->columns, forms[i].columns, sizeof( layout->columns ) );
			layout->form = forms[i].form;
		}
	}
	if ( !layout->known )
	{
		wfReader_Fail( in->reader, line->position, NULL, wf_badFormat,
					   "expected trajectories: rows of 4 or 5 columns (id, frame, x, y, z) or 8 (frame, id, x, z, y, vx, vz, "
					   "vy), or a header that names them; found %zu column%s in %s",
					   layout->columnCount, layout->columnCount == 1 ? "" : "s", found.text );
	}
	return false;
}

// ----------------------------------------------------------------------------------------------------------------- rows

static int32_t readCount( wfTrajectoryReader* in, const wfWord* word, const char* field )
{
	double number;
	if ( wfParseNumber( word->text, word->length, &number ) != wf_finiteNumber || number != floor( number ) || number < 0.0 ||
		 number > (double)INT32_MAX )
	{
		wfReader_Fail( in->reader, word->position, field, wf_badFormat, "expected a whole number from 0 to %d, found %s",
					   INT32_MAX, wfQuote( word->text, word->length ).text );
		return 0;
	}
	return (int32_t)number;
}

static double readCoordinate( wfTrajectoryReader* in, const wfWord* word, const char* field, double unit )
{
	double number;
	wfNumberKind kind = wfParseNumber( word->text, word->length, &number );
	if ( kind == wf_notNumber )
	{
		wfReader_Fail( in->reader, word->position, field, wf_badFormat, "expected a number, found %s",
					   wfQuote( word->text, word->length ).text );
		return 0.0;
	}
	// Dividing keeps centimetres exact to the last bit, multiplying by a hundredth does not.
	double value = unit == 0.01 ? number / 100.0 : unit == 0.001 ? number / 1000.0 : number * unit;
	if ( kind == wf_hugeNumber || !( fabs( value ) <= WF_MAX_COORDINATE ) )
	{
		wfReader_Fail( in->reader, word->position, field, wf_outOfRange, "expected %g to %g metres, found %g", -WF_MAX_COORDINATE,
					   WF_MAX_COORDINATE, kind == wf_hugeNumber ? number : value );
	}
	return value;
}

// Of a line with as many columns as the layout says.
static wfTrajectoryRow parseRow( wfTrajectoryReader* in, const wfWord* line, const wfTextLayout* layout )
{
	wfWord words[WF_MAX_COLUMNS];
	splitRow( line, layout->commas, words, WF_MAX_COLUMNS );
	const int32_t* columns = layout->columns;
	double unit = in->def->unit > 0.0 ? in->def->unit : layout->unit > 0.0 ? layout->unit : 1.0;
	wfTrajectoryRow row = { .frame = readCount( in, &words[columns[wf_frameColumn]], "frame" ) };
	row.id = readCount( in, &words[columns[wf_idColumn]], "id" );
	row.x = readCoordinate( in, &words[columns[wf_xColumn]], "x", unit );
	row.y = readCoordinate( in, &words[columns[wf_yColumn]], "y", unit );
	bool height = layout->heights && columns[wf_zColumn] >= 0;
	row.z = height ? readCoordinate( in, &words[columns[wf_zColumn]], "z", unit ) : 0.0;
	return row;
}

static void fixColumnCount( wfTrajectoryReader* in, const wfWord* line, wfTextLayout* layout )
{
	size_t count = splitRow( line, layout->commas, NULL, 0 ), needed = 0;
	for ( int k = 0; k < wf_allColumnCount; ++k )
	{
		size_t place = k < wf_zColumn || layout->heights ? (size_t)( layout->columns[k] + 1 ) : 0;
		needed = place > needed ? place : needed;
	}
	if ( count < needed || count > WF_MAX_COLUMNS )
	{
		wfReader_Fail( in->reader, line->position, NULL, wf_badFormat, "expected %zu to %d columns (%s), found %zu", needed,
					   WF_MAX_COLUMNS, layout->form, count );
	}
	layout->columnCount = count;
}

static void addRow( wfTrajectoryReader* in, const wfWord* line, wfTextLayout* layout )
{
	const wfReader* reader = in->reader;
	if ( layout->columnCount == 0 )
	{
		fixColumnCount( in, line, layout );
	}
	size_t count = splitRow( line, layout->commas, NULL, 0 );
	bool last = line->text + line->length == reader->text + reader->size;
	if ( count < layout->columnCount && last && in->out->rowCount > 0 )
	{
		// Whoever wrote it was stopped in the middle of the line: what is there before it counts.
		wfLogMessage( wf_logWarning, "%s: the last line is torn and left out", reader->name );
		return;
	}
	if ( count != layout->columnCount )
	{
		wfReader_Fail( in->reader, line->position, NULL, wf_badFormat, "expected %zu columns (%s), found %zu",
					   layout->columnCount, layout->form, count );
	}
	if ( wfReader_IsOk( in->reader ) )
	{
		wfTrajectoryReader_AddRow( in, line->position, parseRow( in, line, layout ) );
	}
}

// ---------------------------------------------------------------------------------------------------------------- order

static void readLines( wfTrajectoryReader* in, size_t at, wfTextLayout* layout )
{
	wfWord line;
	bool any = false;
	while ( wfNextTextLine( in->reader, &at, &line ) )
	{
		any = any || line.length > 0;
		if ( line.length > 0 && line.text[0] == '#' )
		{
			readComment( in, &line, layout );
		}
		else if ( line.length > 0 && ( layout->known || !readFirstRow( in, &line, layout ) ) )
		{
			addRow( in, &line, layout );
		}
	}
	if ( !any )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, NULL, wf_badFormat, "the file is empty; expected trajectories" );
	}
}

// Where the second of two rows with the same frame and id stands. Only asked when there are such.
static void reportDuplicate( wfTrajectoryReader* in, size_t at, const wfTextLayout* layout, wfTrajectoryRow twice )
{
	size_t seen = 0, position = WF_NO_POSITION;
	wfWord line;
	while ( seen < 2 && wfNextTextLine( in->reader, &at, &line ) )
	{
		bool isRow = line.length > 0 && line.text[0] != '#' && !isalpha( (unsigned char)line.text[0] ) && line.text[0] != '"' &&
					 splitRow( &line, layout->commas, NULL, 0 ) == layout->columnCount;
		wfTrajectoryRow row = isRow ? parseRow( in, &line, layout ) : ( wfTrajectoryRow ){ .frame = -1 };
		if ( row.frame == twice.frame && row.id == twice.id )
		{
			seen += 1;
			position = line.position;
		}
	}
	wfReader_Fail( in->reader, position, "id", wf_badFormat, "person %d is there twice in frame %d; expected once", twice.id,
				   twice.frame );
}

void wfReadTextTrajectories( wfTrajectoryReader* in )
{
	size_t start = wfReader_CheckText( in->reader );
	wfTextLayout layout = { .form = "" };
	readLines( in, start, &layout );
	const wfTrajectoryRow* twice = wfReader_IsOk( in->reader ) ? wfTrajectoryReader_Sort( in ) : NULL;
	if ( twice != NULL )
	{
		reportDuplicate( in, start, &layout, *twice );
	}
	in->out->hasHeights = layout.heights && layout.known && layout.columns[wf_zColumn] >= 0;
	in->out->fps = layout.fps > 0.0 ? layout.fps : in->def->fps;
	if ( in->out->fps <= 0.0 )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, "fps", wf_badFormat,
					   "the file does not say how many frames a second it has: expected a line \"# framerate: 25 fps\", or the "
					   "rate given (--fps 25)" );
	}
}
