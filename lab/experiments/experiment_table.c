// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The table at the end of a run: what the papers printed, what is ours, and whether it holds.
#include "experiment.h"

#include "base/text.h"

#include <string.h>

#define COLUMN_COUNT 4

// In characters; the last column needs none.
static const int s_widths[COLUMN_COUNT] = { 5, 52, 46, 0 };

// How much of the text goes into one line of a column: whole words, where there is a gap to break at.
static int takeLine( const char* text, int width )
{
	int length = (int)strlen( text ), end = width - 2;
	if ( width == 0 || length <= end )
	{
		return length;
	}
	for ( int i = end; i > 0; --i )
	{
		if ( text[i] == ' ' )
		{
			return i;
		}
	}
	return end;
}

static void addCells( wfText* table, const char* const* texts )
{
	const char* rest[COLUMN_COUNT];
	memcpy( rest, texts, sizeof( rest ) );
	for ( bool more = true; more; )
	{
		int column = 0, at = 0;
		more = false;
		for ( int i = 0; i < COLUMN_COUNT; column += s_widths[i], ++i )
		{
			int length = takeLine( rest[i], s_widths[i] );
			if ( length > 0 )
			{
				wfText_Add( table, "%*s%.*s", column - at, "", length, rest[i] );
				at = column + length;
			}
			rest[i] += length + ( rest[i][length] == ' ' );
			more = more || rest[i][0] != 0;
		}
		wfText_Add( table, "\n" );
	}
}

void wfAddVerdictRow( wfText* table, const wfTrial* run )
{
	if ( run == NULL )
	{
		addCells( table, ( const char* const[] ){ "", "printed setting", "ours", "verdict" } );
		return;
	}
	const wfTrialSource* source = &run->source;
	addCells( table, ( const char* const[] ){ run->id, source->printed != NULL ? source->printed : "-",
											  source->ours != NULL	  ? source->ours
											  : source->paper != NULL ? "as printed"
																	  : "-",
											  wfTrial_GetVerdict( run ) } );
}
