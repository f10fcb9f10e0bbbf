// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Reading recordings: telling the formats apart, and what is the same for all.
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
	wfReleaseArray( trajectories->arrivals, (size_t)trajectories->arrivalCapacity, sizeof( wfArrival ) );
	wfRelease( trajectories->wkt, trajectories->wktSize );
	*trajectories = ( wfTrajectories ){ 0 };
}

void wfTrajectoryReader_AddRow( wfTrajectoryReader* in, size_t position, wfTrajectoryRow row )
{
	wfTrajectories* out = in->out;
	size_t capacity = (size_t)out->rowCapacity;
	if ( wfReading_Grow( &in->base, position, NULL, &out->rows, &capacity, (size_t)out->rowCount + 1,
						 sizeof( wfTrajectoryRow ) ) )
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

static wfResult checkReadDef( const wfReader* reader, const wfReadTrajectoriesDef* def )
{
	if ( def->fps != 0.0 && !wfIsValidFps( def->fps ) )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, "fps", wf_outOfRange, "expected 0.001 to 1000000 frames a second, found %g",
							  def->fps );
	}
	if ( def->unit != 0.0 && !( def->unit >= 1.0e-6 && def->unit <= 1.0e6 ) )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, "unit", wf_outOfRange, "expected 0.000001 to 1000000 metres, found %g",
							  def->unit );
	}
	return wf_ok;
}

static void findBounds( wfTrajectories* out )
{
	for ( int64_t i = 0; i < out->rowCount; ++i )
	{
		wfVec2 p = { out->rows[i].x, out->rows[i].y };
		wfBox2* box = &out->bounds;
		if ( i == 0 )
		{
			*box = ( wfBox2 ){ p, p };
		}
		box->lower.x = p.x < box->lower.x ? p.x : box->lower.x;
		box->lower.y = p.y < box->lower.y ? p.y : box->lower.y;
		box->upper.x = p.x > box->upper.x ? p.x : box->upper.x;
		box->upper.y = p.y > box->upper.y ? p.y : box->upper.y;
	}
}

typedef struct wfTrajectoryTask
{
	const wfReadTrajectoriesDef* def;
	wfTrajectories* out;
} wfTrajectoryTask;

// Nothing reaches the caller's struct before all has been read.
static wfResult readInto( const wfReader* reader, const char* path, bool database, void* context )
{
	const wfTrajectoryTask* task = context;
	wfTrajectories made = { 0 };
	wfCopyStem( made.name, sizeof( made.name ), reader->name );
	wfTrajectoryReader in = {
		.base = { .reader = reader, .result = checkReadDef( reader, task->def ) }, .def = task->def, .out = &made };
	if ( in.base.result == wf_ok && database )
	{
		wfReadSqliteTrajectories( &in, path );
	}
	else if ( in.base.result == wf_ok )
	{
		wfReadTextTrajectories( &in );
	}
	if ( in.base.result != wf_ok )
	{
		wfTrajectories_Free( &made );
		return in.base.result;
	}
	findBounds( &made );
	*task->out = made;
	return wf_ok;
}

wfResult wfReadTrajectoriesFromMemory( const char* name, const void* data, size_t size, const wfReadTrajectoriesDef* def,
									   wfTrajectories* trajectories, wfError* error )
{
	if ( WF_FAILS( name != NULL && ( data != NULL || size == 0 ) && trajectories != NULL ) ||
		 WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "no name, no data, or a def that is not made by wfDefaultReadTrajectoriesDef" );
	}
	wfTrajectoryTask task = { def, trajectories };
	return wfReadRecordFromMemory( readInto, name, data, size, def->memoryLimit, &task, error );
}

wfResult wfReadTrajectories( const char* path, const wfReadTrajectoriesDef* def, wfTrajectories* trajectories, wfError* error )
{
	if ( WF_FAILS( path != NULL && trajectories != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "no path, or a def that is not made by wfDefaultReadTrajectoriesDef" );
	}
	wfTrajectoryTask task = { def, trajectories };
	return wfReadRecordFile( readInto, path, def->memoryLimit, &task, error );
}

// --------------------------------------------------------------------------------------------------- any kind of recording

#define SQLITE_MAGIC "SQLite format 3"

bool wfIsDatabase( const void* data, size_t size )
{
	return size >= sizeof( SQLITE_MAGIC ) && memcmp( data, SQLITE_MAGIC, sizeof( SQLITE_MAGIC ) ) == 0;
}

// By its first bytes.
static bool isDatabaseFile( const char* path )
{
	char start[sizeof( SQLITE_MAGIC )];
	int handle = open( path, O_RDONLY | O_CLOEXEC | O_NONBLOCK );
	ssize_t got = handle >= 0 ? pread( handle, start, sizeof( start ), 0 ) : 0; // fails on pipes, which hold no database
	if ( handle >= 0 )
	{
		close( handle );
	}
	return got > 0 && wfIsDatabase( start, (size_t)got );
}

typedef struct wfRecordTask
{
	wfReadRecordFcn* read;
	const char* path; // null: in memory
	void* context;
} wfRecordTask;

static wfResult readRecord( const wfReader* reader, void* context )
{
	const wfRecordTask* task = context;
	bool database = task->path != NULL || wfIsDatabase( reader->text, reader->size );
	return task->read( reader, task->path, database, task->context );
}

wfResult wfReadRecordFromMemory( wfReadRecordFcn* read, const char* name, const void* data, size_t size, size_t memoryLimit,
								 void* context, wfError* error )
{
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = memoryLimit;
	wfRecordTask task = { read, NULL, context };
	return wfReadBytes( readRecord, &task, name, data, size, 0, &def, error );
}

wfResult wfReadRecordFile( wfReadRecordFcn* read, const char* path, size_t memoryLimit, void* context, wfError* error )
{
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = memoryLimit;
	wfRecordTask task = { read, isDatabaseFile( path ) ? path : NULL, context };
	wfFile file = { 0 };
	wfResult result = task.path == NULL ? wfFile_Load( path, wfReader_GetLimit( &def ), true, &file, error ) : wf_ok;
	result = result == wf_ok ? wfReadBytes( readRecord, &task, path, file.data, file.size, 0, &def, error ) : result;
	wfFile_Free( &file );
	return result;
}
