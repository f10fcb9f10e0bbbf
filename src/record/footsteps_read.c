// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Reading footsteps: telling the formats apart, and what is the same for all: order, and steps that contradict each other.
#include "record/footsteps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wfFootstepReader_AddRow( wfFootstepReader* in, const wfFootstepRow* row, size_t position )
{
	wfFootstepTable* out = in->out;
	size_t count = (size_t)out->rowCount + 1, capacity = (size_t)out->rowCapacity;
	bool grown = wfReader_Grow( in->reader, position, NULL, &out->rows, &capacity, count, sizeof( wfFootstepRow ) );
	out->rowCapacity = (int64_t)capacity;
	if ( grown && position != WF_NO_POSITION )
	{
		grown = wfReader_Grow( in->reader, position, NULL, &in->marks, &in->markCapacity, count, sizeof( wfFootstepMark ) );
	}
	if ( !grown )
	{
		return;
	}
	if ( position != WF_NO_POSITION )
	{
		in->marks[count - 1] = ( wfFootstepMark ){ row->serial, row->index, row->step.startTime, position };
	}
	out->rows[out->rowCount++] = *row;
}

int32_t wfFindChoice( const char* text, size_t length, const char* const* names )
{
	int32_t i = 0;
	while ( names[i] != NULL && !( strlen( names[i] ) == length && memcmp( names[i], text, length ) == 0 ) )
	{
		i += 1;
	}
	return names[i] != NULL ? i : -1;
}

// As rows are compared, and then as they come in the file.
static int compareMarks( const void* a, const void* b )
{
	const wfFootstepMark *x = a, *y = b;
	if ( x->serial != y->serial )
	{
		return x->serial < y->serial ? -1 : 1;
	}
	if ( x->startTime != y->startTime )
	{
		return x->startTime < y->startTime ? -1 : 1;
	}
	if ( x->index != y->index )
	{
		return x->index < y->index ? -1 : 1;
	}
	return x->position < y->position ? -1 : x->position > y->position;
}

static void failOrder( wfFootstepReader* in, int64_t row, const char* field, const char* words )
{
	const wfFootstepRow *before = &in->out->rows[row - 1], *at = &in->out->rows[row];
	wfReader_Fail( in->reader, in->marks != NULL ? in->marks[row].position : WF_NO_POSITION, field, wf_badFormat,
				   "agent %u: step %d from %.9g s follows step %d from %.9g s to %.9g s: %s", at->serial, at->index,
				   at->step.startTime, before->index, before->step.startTime, wfFootstep_GetEndTime( &before->step ), words );
}

// Steps of one agent come one after the other. Where some are missing, as in a recording that was cut, the rest is as good. One
// that was broken off overlaps the next, which counts from where it begins: walls may be put in the way of those who walk.
static void checkOrder( wfFootstepReader* in )
{
	const wfFootstepTable* out = in->out;
	int64_t gaps = 0, first = 0;
	for ( int64_t i = 1; i < out->rowCount && wfReader_IsOk( in->reader ); ++i )
	{
		const wfFootstepRow *before = &out->rows[i - 1], *row = &out->rows[i];
		if ( before->serial != row->serial )
		{
			continue;
		}
		if ( row->index <= before->index )
		{
			failOrder( in, i, "step",
					   row->index == before->index ? "the number is there twice; expected once"
												   : "expected numbers that grow with time" );
		}
		else if ( row->step.startTime <= before->step.startTime )
		{
			failOrder( in, i, "start", "they begin together; expected one after the other" );
		}
		if ( !wfFollows( before, row ) )
		{
			bool cut = wfGetTrueEnd( out, i - 1 ) < wfFootstep_GetEndTime( &before->step );
			first = gaps == 0 && !cut ? i : first;
			gaps += cut ? 0 : 1;
		}
	}
	if ( gaps > 0 && wfReader_IsOk( in->reader ) )
	{
		const wfFootstepRow* row = &out->rows[first];
		wfLogMessage( wf_logWarning, "%s: steps are missing in %lld place%s, first before step %d of agent %u at %.9g s",
					  in->reader->name, (long long)gaps, gaps == 1 ? "" : "s", row->index, row->serial, row->step.startTime );
	}
}

static void readFootsteps( const wfReader* reader, const void* context, void* made )
{
	(void)context;
	wfFootstepTable* out = made;
	wfFootstepReader in = { .reader = reader, .out = out };
	*reader->used = 0; // the text itself does not count
	size_t start = wfFindContent( reader->text, reader->size );
	bool json = start < reader->size && ( reader->text[start] == '{' || reader->text[start] == '[' );
	( wfIsDatabase( reader ) ? wfReadSqliteFootsteps : json ? wfReadJsonFootsteps : wfReadCsvFootsteps )( &in );
	if ( out->rowCount == 0 )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_notFound, "there are no footsteps in it" );
	}
	if ( wfReader_IsOk( reader ) )
	{
		if ( in.marks != NULL )
		{
			qsort( in.marks, (size_t)out->rowCount, sizeof( wfFootstepMark ), compareMarks );
		}
		wfFootstepTable_Sort( out );
		checkOrder( &in );
	}
	wfReleaseArray( in.marks, in.markCapacity, sizeof( wfFootstepMark ) );
}

static void freeFootsteps( void* made )
{
	wfFootstepTable_Free( made );
}

static wfResult readInto( const char* name, const void* data, size_t size, wfFootstepTable* table, const char* missing,
						  wfError* error )
{
	wfReadDef def = wfDefaultReadDef();
	wfFootstepTable made = { 0 };
	wfReadJob job = { name,	 data,	size,			&def,		   readFootsteps, NULL,
					  &made, table, sizeof( made ), freeFootsteps, NULL,		  wfIsDatabaseFile };
	return wfReadInto( &job, missing, error );
}

wfResult wfReadFootstepsFromMemory( const char* name, const void* data, size_t size, wfFootstepTable* table, wfError* error )
{
	return readInto( name, data, size, table, "no name, no data or no table", error );
}

wfResult wfReadFootsteps( const char* path, wfFootstepTable* table, wfError* error )
{
	return readInto( path, NULL, WF_FROM_FILE, table, "no path or no table", error );
}
