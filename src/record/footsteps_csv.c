// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps from CSV: columns by their names, in any order.
#include "record/footsteps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WF_MAX_COLUMNS 128

// agent, step, foot and kind come before the numbers.
#define WF_FIRST_NUMBER 4
#define WF_NEEDED_COUNT ( WF_FIRST_NUMBER + WF_FOOTSTEP_NUMBERS )

typedef struct wfCsvLayout
{
	bool known;
	size_t columnCount;
	size_t columns[WF_NEEDED_COUNT]; // which word of a row
} wfCsvLayout;

static const char* getNeededName( int32_t needed )
{
	static const char* const first[WF_FIRST_NUMBER] = { "agent", "step", "foot", "kind" };
	return needed < WF_FIRST_NUMBER ? first[needed] : wf_footstepFields[needed - WF_FIRST_NUMBER].name;
}

static bool isWord( const wfTextWord* word, const char* text )
{
	return word->length == strlen( text ) && memcmp( word->text, text, word->length ) == 0;
}

static wfTextWord withoutQuotes( wfTextWord word )
{
	if ( word.length >= 2 && word.text[0] == '"' && word.text[word.length - 1] == '"' )
	{
		word = ( wfTextWord ){ word.text + 1, word.length - 2, word.position + 1 };
	}
	return word;
}

static wfResult readHeader( const wfReader* reader, const wfTextWord* line, wfCsvLayout* layout )
{
	wfTextWord words[WF_MAX_COLUMNS];
	size_t count = wfSplitWords( line, true, words, WF_MAX_COLUMNS );
	if ( count > WF_MAX_COLUMNS )
	{
		return wfReader_Fail( reader, line->position, NULL, wf_badFormat, "expected up to %d columns, found %zu", WF_MAX_COLUMNS,
							  count );
	}
	for ( int32_t k = 0; k < WF_NEEDED_COUNT; ++k )
	{
		const char* name = getNeededName( k );
		size_t found = 0;
		for ( size_t i = 0; i < count; ++i )
		{
			wfTextWord word = withoutQuotes( words[i] );
			if ( !isWord( &word, name ) )
			{
				continue;
			}
			if ( found > 0 )
			{
				return wfReader_Fail( reader, word.position, name, wf_badFormat, "the column is there twice; expected once" );
			}
			layout->columns[k] = i;
			found += 1;
		}
		if ( found == 0 )
		{
			wfQuoted quoted = wfQuote( line->text, line->length );
			return wfReader_Fail( reader, line->position, name, wf_badFormat,
								  "the column is missing; expected footsteps: a line that names the columns agent, step, foot, "
								  "kind, x, y, angle and so on, found %s",
								  quoted.text );
		}
	}
	layout->known = true;
	layout->columnCount = count;
	return wf_ok;
}

static wfResult failWord( const wfReader* reader, const wfTextWord* word, const char* field, const char* expected )
{
	wfQuoted found = wfQuote( word->text, word->length );
	return wfReader_Fail( reader, word->position, field, wf_badFormat, "expected %s, found %s", expected, found.text );
}

static wfResult readWhole( const wfReader* reader, const wfTextWord* word, const char* field, int32_t* value )
{
	int64_t number;
	if ( !wfParseInteger( word->text, word->length, &number ) || number < 0 || number > INT32_MAX )
	{
		return failWord( reader, word, field, "a whole number from 0 to 2147483647" );
	}
	*value = (int32_t)number;
	return wf_ok;
}

static wfResult readChoice( const wfReader* reader, const wfTextWord* word, const char* field, const char* const* names,
							const char* expected, int32_t* choice )
{
	wfTextWord plain = withoutQuotes( *word );
	for ( int32_t i = 0; names[i] != NULL; ++i )
	{
		if ( isWord( &plain, names[i] ) )
		{
			*choice = i;
			return wf_ok;
		}
	}
	return failWord( reader, word, field, expected );
}

// The word of a column by its name, for messages.
static size_t findPosition( const wfCsvLayout* layout, const wfTextWord* words, const char* field )
{
	for ( int32_t k = 0; k < WF_NEEDED_COUNT; ++k )
	{
		if ( strcmp( getNeededName( k ), field ) == 0 )
		{
			return words[layout->columns[k]].position;
		}
	}
	return words[0].position;
}

static wfResult readRow( const wfReader* reader, const wfTextWord* line, const wfCsvLayout* layout, wfFootstepRow* row )
{
	wfTextWord words[WF_MAX_COLUMNS];
	size_t count = wfSplitWords( line, true, words, WF_MAX_COLUMNS );
	if ( count != layout->columnCount )
	{
		return wfReader_Fail( reader, line->position, NULL, wf_badFormat,
							  "expected %zu columns as the first line names them, found %zu", layout->columnCount, count );
	}
	int32_t serial = 0, foot = 0, kind = 0;
	wfResult result = readWhole( reader, &words[layout->columns[0]], "agent", &serial );
	result = result == wf_ok ? readWhole( reader, &words[layout->columns[1]], "step", &row->index ) : result;
	result = result == wf_ok ? readChoice( reader, &words[layout->columns[2]], "foot", wf_footNames, WF_EXPECTED_FOOT, &foot )
							 : result;
	result = result == wf_ok ? readChoice( reader, &words[layout->columns[3]], "kind", wf_stepKindNames, WF_EXPECTED_KIND, &kind )
							 : result;
	row->serial = (uint32_t)serial;
	row->step.foot = (wfFoot)foot;
	row->step.kind = (wfFootstepKind)kind;
	for ( int32_t i = 0; i < WF_FOOTSTEP_NUMBERS && result == wf_ok; ++i )
	{
		const wfTextWord* word = &words[layout->columns[WF_FIRST_NUMBER + i]];
		double value = 0.0;
		if ( wfParseNumber( word->text, word->length, &value ) == wf_notNumber )
		{
			return failWord( reader, word, wf_footstepFields[i].name, wf_footstepFields[i].expected );
		}
		wfSetFootstepNumber( row, i, value );
	}
	wfFootstepFault fault;
	if ( result == wf_ok && !wfCheckFootstepRow( row, &fault ) )
	{
		return wfReader_Fail( reader, findPosition( layout, words, fault.field ), fault.field, wf_outOfRange, "%s",
							  fault.message );
	}
	return result;
}

static void takeName( wfFootstepTable* out, const wfTextWord* line )
{
	size_t mark = strlen( WF_FOOTSTEP_NAME_COMMENT ), bad;
	if ( line->length <= mark || memcmp( line->text, WF_FOOTSTEP_NAME_COMMENT, mark ) != 0 || out->name[0] != 0 )
	{
		return;
	}
	size_t length = line->length - mark;
	length = length < sizeof( out->name ) ? length : sizeof( out->name ) - 1;
	length = wfCheckUtf8( line->text + mark, length, &bad ) ? length : bad; // a character cut in two
	memcpy( out->name, line->text + mark, length );
	out->name[length] = 0;
}

wfResult wfReadCsvFootsteps( wfFootstepReader* in )
{
	size_t at = 0;
	wfResult result = wfReader_CheckText( in->reader, &at );
	wfCsvLayout layout = { 0 };
	wfTextWord line;
	while ( result == wf_ok && wfNextTextLine( in->reader, &at, &line ) )
	{
		if ( line.length == 0 )
		{
			continue;
		}
		if ( line.text[0] == '#' )
		{
			takeName( in->out, &line );
			continue;
		}
		if ( !layout.known )
		{
			result = readHeader( in->reader, &line, &layout );
			continue;
		}
		wfFootstepRow row = { 0 };
		result = readRow( in->reader, &line, &layout, &row );
		result = result == wf_ok ? wfFootstepReader_AddRow( in, &row, line.position ) : result;
	}
	if ( result == wf_ok && !layout.known )
	{
		return wfReader_Fail( in->reader, WF_NO_POSITION, NULL, wf_badFormat, "the file is empty; expected footsteps" );
	}
	return result;
}
