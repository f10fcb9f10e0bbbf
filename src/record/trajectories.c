// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Reading recordings: telling the formats apart, and what is the same for all.
#include "record/record.h"

#include "base/vec2.h"

#include <stdlib.h>
#include <string.h>

wfReadTrajectoriesDef wfDefaultReadTrajectoriesDef( void )
{
	return ( wfReadTrajectoriesDef ){ .memoryLimit = sizeof( size_t ) > 4 ? (size_t)( 4ull << 30 ) : (size_t)( 1u << 30 ),
									  .internalCookie = WF_COOKIE };
}

void wfTrajectories_Free( wfTrajectories* trajectories )
{
	if ( trajectories == NULL )
	{
		return;
	}
	size_t capacity = (size_t)trajectories->rowCapacity;
	wfReleaseArray( trajectories->rows, capacity, sizeof( wfTrajectoryRow ) );
	wfReleaseArray( trajectories->radii, capacity, sizeof( float ) );
	wfReleaseArray( trajectories->desiredSpeeds, capacity, sizeof( float ) );
	wfReleaseArray( trajectories->depths, capacity, sizeof( float ) );
	wfReleaseArray( trajectories->headings, capacity, sizeof( float ) );
	wfReleaseArray( trajectories->arrivals, (size_t)trajectories->arrivalCapacity, sizeof( wfArrival ) );
	wfRelease( trajectories->wkt, trajectories->wktSize );
	*trajectories = ( wfTrajectories ){ 0 };
}

void wfTrajectoryReader_AddRow( wfTrajectoryReader* in, size_t position, wfTrajectoryRow row )
{
	wfTrajectories* out = in->out;
	size_t capacity = (size_t)out->rowCapacity;
	if ( wfReader_Grow( in->reader, position, NULL, &out->rows, &capacity, (size_t)out->rowCount + 1, sizeof( row ) ) )
	{
		out->rows[out->rowCount++] = row;
	}
	out->rowCapacity = (int64_t)capacity;
}

static int compareRows( const void* a, const void* b )
{
	const wfTrajectoryRow *x = a, *y = b;
	if ( x->frame != y->frame )
	{
		return x->frame < y->frame ? -1 : 1;
	}
	return x->id < y->id ? -1 : x->id > y->id;
}

const wfTrajectoryRow* wfTrajectoryReader_Sort( wfTrajectoryReader* in )
{
	wfTrajectories* out = in->out;
	bool sorted = true;
	for ( int64_t i = 1; i < out->rowCount && sorted; ++i )
	{
		sorted = compareRows( &out->rows[i - 1], &out->rows[i] ) < 0;
	}
	if ( !sorted )
	{
		qsort( out->rows, (size_t)out->rowCount, sizeof( wfTrajectoryRow ), compareRows );
	}
	for ( int64_t i = 1; i < out->rowCount && !sorted; ++i )
	{
		if ( compareRows( &out->rows[i - 1], &out->rows[i] ) == 0 )
		{
			return &out->rows[i];
		}
	}
	return NULL;
}

static wfResult checkReadDef( const wfReadTrajectoriesDef* def, wfError* error )
{
	wfResult result = wf_ok;
	const char* field = "";
	if ( def->fps != 0.0 && !wfIsValidFps( def->fps ) )
	{
		field = "fps";
		result = wfFail( error, wf_outOfRange, "expected 0.001 to 1000000 frames a second, found %g", def->fps );
	}
	else if ( def->unit != 0.0 && !( def->unit >= 1.0e-6 && def->unit <= 1.0e6 ) )
	{
		field = "unit";
		result = wfFail( error, wf_outOfRange, "expected 0.000001 to 1000000 metres, found %g", def->unit );
	}
	if ( result != wf_ok && error != NULL )
	{
		wfCopyText( error->field, sizeof( error->field ), field );
	}
	return result;
}

static void readTrajectories( const wfReader* reader, const void* context, void* made )
{
	wfTrajectoryReader in = { .reader = reader, .def = context, .out = made };
	wfTrajectories* out = made;
	*reader->used = 0; // the text itself does not count
	wfCopyStem( out->name, sizeof( out->name ), reader->name );
	( wfIsDatabase( reader ) ? wfReadSqliteTrajectories : wfReadTextTrajectories )( &in );
	wfBox2 box = WF_EMPTY_BOX;
	for ( int64_t i = 0; i < out->rowCount; ++i )
	{
		wfVec2 place = { out->rows[i].x, out->rows[i].y };
		box = wfBoxUnion( box, ( wfBox2 ){ place, place } );
	}
	out->bounds = out->rowCount > 0 ? box : out->bounds;
}

static void freeTrajectories( void* made )
{
	wfTrajectories_Free( made );
}

static wfResult readInto( const char* name, const void* data, size_t size, const wfReadTrajectoriesDef* def,
						  wfTrajectories* trajectories, const char* missing, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "%s", missing );
	}
	wfResult result = checkReadDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfReadDef read = wfDefaultReadDef();
	wfTrajectories made = { 0 };
	read.memoryLimit = def->memoryLimit;
	wfReadJob job = { name,
					  data,
					  size,
					  &read,
					  readTrajectories,
					  def,
					  &made,
					  trajectories,
					  sizeof( made ),
					  freeTrajectories,
					  NULL,
					  wfIsDatabaseFile };
	return wfReadInto( &job, missing, error );
}

wfResult wfReadTrajectoriesFromMemory( const char* name, const void* data, size_t size, const wfReadTrajectoriesDef* def,
									   wfTrajectories* trajectories, wfError* error )
{
	return readInto( name, data, size, def, trajectories,
					 "no name, no data, or a def that is not made by wfDefaultReadTrajectoriesDef", error );
}

wfResult wfReadTrajectories( const char* path, const wfReadTrajectoriesDef* def, wfTrajectories* trajectories, wfError* error )
{
	return readInto( path, NULL, WF_FROM_FILE, def, trajectories,
					 "no path, or a def that is not made by wfDefaultReadTrajectoriesDef", error );
}
