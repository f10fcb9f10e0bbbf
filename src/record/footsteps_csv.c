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

static wfWord withoutQuotes( wfWord word )
{
	if ( word.length >= 2 && word.text[0] == '"' && word.text[word.length - 1] == '"' )
	{
		word = ( wfWord ){ word.text + 1, word.length - 2, word.position + 1 };
	}
	return word;
}

static void readHeader( const wfReader* reader, const wfWord* line, wfCsvLayout* layout )
{
	wfWord words[WF_MAX_COLUMNS];
	layout->known = true;
	layout->columnCount = wfSplitWords( line, ",", true, words, WF_MAX_COLUMNS );
	if ( layout->columnCount > WF_MAX_COLUMNS )
	{
		wfReader_Fail( reader, line->position, NULL, wf_badFormat, "expected up to %d columns, found %zu", WF_MAX_COLUMNS,
					   layout->columnCount );
	}
	for ( int32_t k = 0; k < WF_NEEDED_COUNT && wfReader_IsOk( reader ); ++k )
	{
		const char* const name[] = { getNeededName( k ), NULL };
		size_t found = 0;
		for ( size_t i = 0; i < layout->columnCount; ++i )
		{
			wfWord word = withoutQuotes( words[i] );
			if ( !wfIsName( word.text, word.length, name ) )
			{
				continue;
			}
			if ( found++ > 0 )
			{
				wfReader_Fail( reader, word.position, name[0], wf_badFormat, "the column is there twice; expected once" );
			}
			layout->columns[k] = i;
		}
		if ( found == 0 )
		{
			wfReader_Fail( reader, line->position, name[0], wf_badFormat,
						   "the column is missing; expected footsteps: a line that names the columns agent, step, foot, "
						   "kind, x, y, angle and so on, found %s",
						   wfQuote( line->text, line->length ).text );
		}
	}
}

static void failWord( const wfReader* reader, const wfWord* word, const char* field, const char* expected )
{
	wfReader_Fail( reader, word->position, field, wf_badFormat, "expected %s, found %s", expected,
				   wfQuote( word->text, word->length ).text );
}

static int32_t readWhole( const wfReader* reader, const wfWord* word, const char* field )
{
	int64_t number = 0;
	if ( !wfParseInteger( word->text, word->length, &number ) || number < 0 || number > INT32_MAX )
	{
		failWord( reader, word, field, "a whole number from 0 to 2147483647" );
	}
	return (int32_t)number;
}

static int32_t readChoice( const wfReader* reader, const wfWord* word, const char* field, const char* const* names,
						   const char* expected )
{
	wfWord plain = withoutQuotes( *word );
	int32_t choice = wfFindChoice( plain.text, plain.length, names );
	if ( choice < 0 )
	{
		failWord( reader, word, field, expected );
	}
	return choice;
}

// The word of a column by its name, for messages.
static size_t findPosition( const wfCsvLayout* layout, const wfWord* words, const char* field )
{
	int32_t k = WF_NEEDED_COUNT - 1;
	while ( k > 0 && strcmp( getNeededName( k ), field ) != 0 )
	{
		k -= 1;
	}
	return words[layout->columns[k]].position;
}

static wfFootstepRow readRow( const wfReader* reader, const wfWord* line, const wfCsvLayout* layout )
{
	wfWord words[WF_MAX_COLUMNS];
	size_t count = wfSplitWords( line, ",", true, words, WF_MAX_COLUMNS );
	wfFootstepRow row = { 0 };
	if ( count != layout->columnCount )
	{
		wfReader_Fail( reader, line->position, NULL, wf_badFormat, "expected %zu columns as the first line names them, found %zu",
					   layout->columnCount, count );
		return row;
	}
	const size_t* columns = layout->columns;
	row.serial = (uint32_t)readWhole( reader, &words[columns[0]], "agent" );
	row.index = readWhole( reader, &words[columns[1]], "step" );
	row.step.foot = (wfFoot)readChoice( reader, &words[columns[2]], "foot", wf_footNames, WF_EXPECTED_FOOT );
	row.step.kind = (wfFootstepKind)readChoice( reader, &words[columns[3]], "kind", wf_stepKindNames, WF_EXPECTED_KIND );
	for ( int32_t i = 0; i < WF_FOOTSTEP_NUMBERS; ++i )
	{
		const wfWord* word = &words[columns[WF_FIRST_NUMBER + i]];
		double value = 0.0;
		if ( wfParseNumber( word->text, word->length, &value ) == wf_notNumber )
		{
			failWord( reader, word, wf_footstepFields[i].name, wf_footstepFields[i].expected );
		}
		wfSetFootstepNumber( &row, i, value );
	}
	wfFootstepFault fault;
	if ( wfReader_IsOk( reader ) && !wfCheckFootstepRow( &row, &fault ) )
	{
		wfReader_Fail( reader, findPosition( layout, words, fault.field ), fault.field, wf_outOfRange, "%s", fault.message );
	}
	return row;
}

void wfReadCsvFootsteps( wfFootstepReader* in )
{
	size_t at = wfReader_CheckText( in->reader );
	wfCsvLayout layout = { 0 };
	wfWord line;
	char* name = in->out->name;
	while ( wfNextTextLine( in->reader, &at, &line ) )
	{
		if ( line.length > 0 && line.text[0] == '#' && name[0] == 0 )
		{
			wfReadMarkedText( &line, WF_FOOTSTEP_NAME_COMMENT, name, sizeof( in->out->name ) );
		}
		if ( line.length == 0 || line.text[0] == '#' )
		{
			continue;
		}
		if ( !layout.known )
		{
			readHeader( in->reader, &line, &layout );
			continue;
		}
		wfFootstepRow row = readRow( in->reader, &line, &layout );
		wfFootstepReader_AddRow( in, &row, line.position );
	}
	if ( !layout.known )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, NULL, wf_badFormat, "the file is empty; expected footsteps" );
	}
}
