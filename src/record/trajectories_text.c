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

bool wfNextTextLine( const wfReader* reader, size_t* at, wfTextWord* line )
{
	if ( *at >= reader->size )
	{
		return false;
	}
	const char* start = reader->text + *at;
	const char* end = memchr( start, '\n', reader->size - *at );
	size_t whole = end != NULL ? (size_t)( end - start ) : reader->size - *at;
	*line = ( wfTextWord ){ start, whole, *at };
	*at += whole + ( end != NULL ? 1 : 0 );
	while ( line->length > 0 && isspace( (unsigned char)line->text[line->length - 1] ) )
	{
		line->length -= 1;
	}
	while ( line->length > 0 && ( line->text[0] == ' ' || line->text[0] == '\t' ) )
	{
		*line = ( wfTextWord ){ line->text + 1, line->length - 1, line->position + 1 };
	}
	return true;
}

static bool isBreak( char c, bool commas )
{
	return commas ? c == ',' : c == ' ' || c == '\t';
}

size_t wfSplitWords( const wfTextWord* line, bool commas, wfTextWord* words, size_t capacity )
{
	size_t count = 0, i = 0;
	while ( i < line->length || ( commas && count > 0 && i == line->length && line->text[i - 1] == ',' ) )
	{
		size_t start = i;
		while ( i < line->length && !isBreak( line->text[i], commas ) )
		{
			i += 1;
		}
		size_t end = i;
		if ( commas )
		{
			while ( start < end && ( line->text[start] == ' ' || line->text[start] == '\t' ) )
			{
				start += 1;
			}
			while ( end > start && ( line->text[end - 1] == ' ' || line->text[end - 1] == '\t' ) )
			{
				end -= 1;
			}
		}
		if ( commas || end > start )
		{
			if ( count < capacity )
			{
				words[count] = ( wfTextWord ){ line->text + start, end - start, line->position + start };
			}
			count += 1;
		}
		if ( i == line->length )
		{
			break;
		}
		i += 1;
	}
	return count;
}

static bool sameWord( const char* text, size_t length, const char* word )
{
	size_t i = 0;
	for ( ; i < length && word[i] != 0; ++i )
	{
		if ( tolower( (unsigned char)text[i] ) != word[i] )
		{
			return false;
		}
	}
	return i == length && word[i] == 0;
}

// --------------------------------------------------------------------------------------------------------------- header

// The name of a column and the unit behind it: x/cm, x[m], x_m. -1: none of ours.
static int32_t tellColumn( const wfTextWord* word, double* unit )
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
		for ( size_t k = 0; k < 3; ++k )
		{
			bool same = end > length && sameWord( word->text + length + 1, end - length - 1, units[k].word );
			*unit = same ? units[k].size : *unit;
		}
	}
	for ( size_t k = 0; k < sizeof( names ) / sizeof( names[0] ); ++k )
	{
		if ( sameWord( word->text, length, names[k].word ) )
		{
			return (int32_t)names[k].column;
		}
	}
	return -1;
}

// A line that names frame, id, x and y. False when it does not; then `missing` is one it lacks.
static bool takeColumnNames( const wfTextWord* line, bool commas, wfTextLayout* layout, wfRowColumn* missing, bool* twice )
{
	wfTextWord words[WF_MAX_COLUMNS];
	size_t count = wfSplitWords( line, commas, words, WF_MAX_COLUMNS );
	int32_t columns[wf_allColumnCount] = { -1, -1, -1, -1, -1 };
	double unit = 0.0;
	*twice = false;
	for ( size_t i = 0; i < count && i < WF_MAX_COLUMNS; ++i )
	{
		double stated;
		int32_t column = tellColumn( &words[i], &stated );
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
static bool continuesNumber( const wfTextWord* word, size_t i )
{
	char c = word->text[i];
	char next = i + 1 < word->length ? word->text[i + 1] : ' ';
	return isdigit( (unsigned char)c ) || c == '.' ||
		   ( memchr( "eE+-,", c, 5 ) != NULL && ( isdigit( (unsigned char)next ) || next == '+' || next == '-' ) );
}

// "framerate: 25 fps", in any case, with or without the unit.
static wfResult takeFrameRate( const wfTrajectoryReader* in, const wfTextWord* comment, wfTextLayout* layout )
{
	static const char key[] = "framerate";
	const size_t keyLength = sizeof( key ) - 1;
	size_t i = 0;
	while ( i + keyLength <= comment->length && !sameWord( comment->text + i, keyLength, key ) )
	{
		i += 1;
	}
	if ( i + keyLength > comment->length || layout->fps > 0.0 )
	{
		return wf_ok;
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
		wfQuoted found = wfQuote( comment->text + start, comment->length - start );
		return wfReader_Fail( in->reader, comment->position + start, "framerate", wf_badFormat,
							  "expected 0.001 to 1000000 frames a second, found %s", found.text );
	}
	layout->fps = fps;
	return wf_ok;
}

static wfResult readComment( const wfTrajectoryReader* in, const wfTextWord* line, wfTextLayout* layout )
{
	wfTextWord comment = { line->text + 1, line->length - 1, line->position + 1 };
	wfRowColumn missing;
	bool twice;
	size_t mark = strlen( WF_SURFACE_COMMENT );
	if ( line->length >= mark && memcmp( line->text, WF_SURFACE_COMMENT, mark ) == 0 )
	{
		char* name = in->out->surface;
		size_t length = line->length - mark, bad;
		length = length < sizeof( in->out->surface ) ? length : sizeof( in->out->surface ) - 1;
		length = wfCheckUtf8( line->text + mark, length, &bad ) ? length : bad; // a character cut in two
		memcpy( name, line->text + mark, length );
		name[length] = 0;
		layout->heights = true;
		return wf_ok;
	}
	if ( !layout->known && takeColumnNames( &comment, false, layout, &missing, &twice ) )
	{
		layout->form = "id, frame, x and y as the header names them";
		return wf_ok;
	}
	return takeFrameRate( in, &comment, layout );
}

// The first line that is no comment, where no comment named the columns.
static wfResult readFirstRow( const wfTrajectoryReader* in, const wfTextWord* line, wfTextLayout* layout, bool* isHeader )
{
	bool commas = memchr( line->text, ',', line->length ) != NULL;
	bool letters = isalpha( (unsigned char)line->text[0] ) || line->text[0] == '"';
	wfRowColumn missing = wf_frameColumn;
	bool twice = false;
	*isHeader = letters;
	if ( letters && takeColumnNames( line, commas, layout, &missing, &twice ) )
	{
		layout->form = "frame, id, x and y as the first line names them";
		return wf_ok;
	}
	wfQuoted found = wfQuote( line->text, line->length );
	if ( letters || commas )
	{
		return wfReader_Fail( in->reader, line->position, letters ? s_columnNames[missing] : "", wf_badFormat,
							  "expected a line with the names of the columns, each of frame, id, x and y once, found %s",
							  found.text );
	}
	wfTextWord words[1];
	size_t count = wfSplitWords( line, false, words, 1 );
	layout->known = true;
	layout->columnCount = count;
	if ( count == 8 )
	{
		static const int32_t columns[wf_allColumnCount] = { 0, 1, 2, 4, -1 };
		memcpy( layout->columns, columns, sizeof( columns ) );
		layout->form = "frame, id, x, z, y, vx, vz and vy";
		return wf_ok;
	}
	if ( count == 4 || count == 5 )
	{
		static const int32_t columns[wf_allColumnCount] = { 1, 0, 2, 3, -1 };
		memcpy( layout->columns, columns, sizeof( columns ) );
		layout->columns[wf_zColumn] = count == 5 ? 4 : -1;
		layout->form = count == 5 ? "id, frame, x, y and z" : "id, frame, x and y";
		return wf_ok;
	}
	return wfReader_Fail( in->reader, line->position, NULL, wf_badFormat,
						  "expected trajectories: rows of 4 or 5 columns (id, frame, x, y, z) or 8 (frame, id, x, z, y, vx, vz, "
						  "vy), or a header that names them; found %zu column%s in %s",
						  count, count == 1 ? "" : "s", found.text );
}

// ----------------------------------------------------------------------------------------------------------------- rows

static wfResult readCount( const wfTrajectoryReader* in, const wfTextWord* word, const char* field, int32_t* value )
{
	double number;
	if ( wfParseNumber( word->text, word->length, &number ) != wf_finiteNumber || number != floor( number ) || number < 0.0 ||
		 number > (double)INT32_MAX )
	{
		wfQuoted found = wfQuote( word->text, word->length );
		return wfReader_Fail( in->reader, word->position, field, wf_badFormat, "expected a whole number from 0 to %d, found %s",
							  INT32_MAX, found.text );
	}
	*value = (int32_t)number;
	return wf_ok;
}

static wfResult readCoordinate( const wfTrajectoryReader* in, const wfTextWord* word, const char* field, double unit,
								double* value )
{
	double number;
	wfNumberKind kind = wfParseNumber( word->text, word->length, &number );
	if ( kind == wf_notNumber )
	{
		wfQuoted found = wfQuote( word->text, word->length );
		return wfReader_Fail( in->reader, word->position, field, wf_badFormat, "expected a number, found %s", found.text );
	}
	// Dividing keeps centimetres exact to the last bit, multiplying by a hundredth does not.
	*value = unit == 0.01 ? number / 100.0 : unit == 0.001 ? number / 1000.0 : number * unit;
	if ( kind == wf_hugeNumber || !( fabs( *value ) <= WF_MAX_COORDINATE ) )
	{
		return wfReader_Fail( in->reader, word->position, field, wf_outOfRange, "expected %g to %g metres, found %g",
							  -WF_MAX_COORDINATE, WF_MAX_COORDINATE, kind == wf_hugeNumber ? number : *value );
	}
	return wf_ok;
}

static wfResult parseRow( const wfTrajectoryReader* in, const wfTextWord* line, const wfTextLayout* layout, double unit,
						  wfTrajectoryRow* row, bool* torn )
{
	wfTextWord words[WF_MAX_COLUMNS];
	size_t count = wfSplitWords( line, layout->commas, words, WF_MAX_COLUMNS );
	if ( count != layout->columnCount )
	{
		*torn = count < layout->columnCount && line->text + line->length == in->reader->text + in->reader->size;
		return wfReader_Fail( in->reader, line->position, NULL, wf_badFormat, "expected %zu columns (%s), found %zu",
							  layout->columnCount, layout->form, count );
	}
	wfResult result = readCount( in, &words[layout->columns[wf_frameColumn]], "frame", &row->frame );
	if ( result == wf_ok )
	{
		result = readCount( in, &words[layout->columns[wf_idColumn]], "id", &row->id );
	}
	if ( result == wf_ok )
	{
		result = readCoordinate( in, &words[layout->columns[wf_xColumn]], "x", unit, &row->x );
	}
	if ( result == wf_ok )
	{
		result = readCoordinate( in, &words[layout->columns[wf_yColumn]], "y", unit, &row->y );
	}
	row->z = 0.0;
	int32_t z = layout->columns[wf_zColumn];
	return result == wf_ok && layout->heights && z >= 0 ? readCoordinate( in, &words[z], "z", unit, &row->z ) : result;
}

static wfResult fixColumnCount( const wfTrajectoryReader* in, const wfTextWord* line, wfTextLayout* layout )
{
	wfTextWord words[1];
	size_t count = wfSplitWords( line, layout->commas, words, 1 ), needed = 0;
	for ( int k = 0; k < wf_allColumnCount; ++k )
	{
		size_t place = k < wf_zColumn || layout->heights ? (size_t)( layout->columns[k] + 1 ) : 0;
		needed = place > needed ? place : needed;
	}
	if ( count < needed || count > WF_MAX_COLUMNS )
	{
		return wfReader_Fail( in->reader, line->position, NULL, wf_badFormat, "expected %zu to %d columns (%s), found %zu",
							  needed, WF_MAX_COLUMNS, layout->form, count );
	}
	layout->columnCount = count;
	return wf_ok;
}

static wfResult addRow( const wfTrajectoryReader* in, const wfTextWord* line, wfTextLayout* layout, bool* torn )
{
	wfResult result = layout->columnCount == 0 ? fixColumnCount( in, line, layout ) : wf_ok;
	double unit = in->def->unit > 0.0 ? in->def->unit : layout->unit > 0.0 ? layout->unit : 1.0;
	wfTrajectoryRow row;
	if ( result == wf_ok )
	{
		result = parseRow( in, line, layout, unit, &row, torn );
	}
	if ( result == wf_ok )
	{
		result = wfTrajectories_Reserve( in, line->position, (size_t)in->out->rowCount + 1 );
	}
	if ( result == wf_ok )
	{
		in->out->rows[in->out->rowCount++] = row;
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- order

static wfResult readLines( const wfTrajectoryReader* in, size_t start, wfTextLayout* layout )
{
	size_t at = start;
	wfTextWord line;
	wfResult result = wf_ok;
	bool any = false;
	while ( result == wf_ok && wfNextTextLine( in->reader, &at, &line ) )
	{
		if ( line.length == 0 )
		{
			continue;
		}
		any = true;
		if ( line.text[0] == '#' )
		{
			result = readComment( in, &line, layout );
			continue;
		}
		bool isHeader = false, torn = false;
		if ( !layout->known )
		{
			result = readFirstRow( in, &line, layout, &isHeader );
		}
		if ( result == wf_ok && !isHeader )
		{
			result = addRow( in, &line, layout, &torn );
		}
		if ( torn && in->out->rowCount > 0 )
		{
			// Whoever wrote it was stopped in the middle of the line: what is there before it counts.
			wfLogMessage( wf_logWarning, "%s: the last line is torn and left out", in->reader->name );
			return wf_ok;
		}
	}
	if ( result == wf_ok && !any )
	{
		return wfReader_Fail( in->reader, WF_NO_POSITION, NULL, wf_badFormat, "the file is empty; expected trajectories" );
	}
	return result;
}

static int compareTrajectoryRows( const void* a, const void* b )
{
	const wfTrajectoryRow *x = a, *y = b;
	if ( x->frame != y->frame )
	{
		return x->frame < y->frame ? -1 : 1;
	}
	return x->id < y->id ? -1 : x->id > y->id;
}

// Where the second of two rows with the same frame and id stands. Only asked when there are such.
static wfResult tellDuplicate( const wfTrajectoryReader* in, size_t start, const wfTextLayout* layout, wfTrajectoryRow wanted )
{
	size_t at = start, seen = 0, position = WF_NO_POSITION;
	wfTextWord line;
	while ( seen < 2 && wfNextTextLine( in->reader, &at, &line ) )
	{
		wfTrajectoryRow row;
		bool torn;
		if ( line.length > 0 && line.text[0] != '#' && parseRow( in, &line, layout, 1.0, &row, &torn ) == wf_ok &&
			 compareTrajectoryRows( &row, &wanted ) == 0 )
		{
			seen += 1;
			position = line.position;
		}
	}
	return wfReader_Fail( in->reader, position, "id", wf_badFormat, "person %d is there twice in frame %d; expected once",
						  wanted.id, wanted.frame );
}

static wfResult sortRows( const wfTrajectoryReader* in, size_t start, const wfTextLayout* layout )
{
	wfTrajectories* out = in->out;
	bool sorted = true;
	for ( int64_t i = 1; i < out->rowCount && sorted; ++i )
	{
		sorted = compareTrajectoryRows( &out->rows[i - 1], &out->rows[i] ) < 0;
	}
	if ( sorted )
	{
		return wf_ok;
	}
	qsort( out->rows, (size_t)out->rowCount, sizeof( wfTrajectoryRow ), compareTrajectoryRows );
	for ( int64_t i = 1; i < out->rowCount; ++i )
	{
		if ( compareTrajectoryRows( &out->rows[i - 1], &out->rows[i] ) == 0 )
		{
			return tellDuplicate( in, start, layout, out->rows[i] );
		}
	}
	return wf_ok;
}

wfResult wfReadTextTrajectories( const wfTrajectoryReader* in )
{
	size_t start = 0;
	wfResult result = wfReader_CheckText( in->reader, &start );
	if ( result != wf_ok )
	{
		return result;
	}
	wfTextLayout layout = { .form = "" };
	result = readLines( in, start, &layout );
	if ( result == wf_ok )
	{
		result = sortRows( in, start, &layout );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	in->out->hasHeights = layout.heights && layout.known && layout.columns[wf_zColumn] >= 0;
	in->out->fps = layout.fps > 0.0 ? layout.fps : in->def->fps;
	if ( in->out->fps <= 0.0 )
	{
		return wfReader_Fail(
			in->reader, WF_NO_POSITION, "fps", wf_badFormat,
			"the file does not say how many frames a second it has: expected a line \"# framerate: 25 fps\", or the "
			"rate given (--fps 25)" );
	}
	return wf_ok;
}
