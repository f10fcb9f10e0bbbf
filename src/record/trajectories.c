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

wfResult wfTrajectories_Reserve( const wfTrajectoryReader* in, size_t position, size_t count )
{
	wfTrajectories* out = in->out;
	size_t capacity = (size_t)out->rowCapacity;
	if ( count <= capacity )
	{
		return wf_ok;
	}
	// At least half as large again, but no more than the limit where that is enough.
	size_t wanted = capacity + capacity / 2 > count ? capacity + capacity / 2 : count;
	if ( wanted > SIZE_MAX / sizeof( wfTrajectoryRow ) || wanted > INT64_MAX / (int64_t)sizeof( wfTrajectoryRow ) )
	{
		return wfReader_Fail( in->reader, position, NULL, wf_tooLarge, "%zu rows cannot be counted", count );
	}
	wfResult result = wfReader_Reserve( in->reader, position, NULL, ( wanted - capacity ) * sizeof( wfTrajectoryRow ) );
	if ( result != wf_ok )
	{
		return result;
	}
	wfTrajectoryRow* rows = wfAllocateArray( wanted, sizeof( wfTrajectoryRow ) );
	if ( rows == NULL )
	{
		return wfReader_OutOfMemory( in->reader );
	}
	if ( out->rowCount > 0 )
	{
		memcpy( rows, out->rows, (size_t)out->rowCount * sizeof( wfTrajectoryRow ) );
	}
	wfReleaseArray( out->rows, capacity, sizeof( wfTrajectoryRow ) );
	out->rows = rows;
	out->rowCapacity = (int64_t)wanted;
	return wf_ok;
}

static wfResult checkReadDef( const wfReadTrajectoriesDef* def, const char* name, wfError* error )
{
	const char* field = NULL;
	wfResult result = wf_ok;
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
	if ( field != NULL && error != NULL )
	{
		snprintf( error->file, sizeof( error->file ), "%s", name );
		snprintf( error->field, sizeof( error->field ), "%s", field );
	}
	return result;
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

// `path` is null for what is in memory. Nothing reaches the caller's struct before all has been read.
static wfResult readInto( const wfReader* reader, const wfReadTrajectoriesDef* def, const char* path, bool database,
						  wfTrajectories* trajectories )
{
	wfTrajectories made = { 0 };
	wfCopyStem( made.name, sizeof( made.name ), reader->name );
	wfTrajectoryReader in = { .reader = reader, .def = def, .out = &made };
	wfResult result = database ? wfReadSqliteTrajectories( &in, path ) : wfReadTextTrajectories( &in );
	if ( result != wf_ok )
	{
		wfTrajectories_Free( &made );
		return result;
	}
	findBounds( &made );
	*trajectories = made;
	return wf_ok;
}

bool wfIsDatabase( const void* data, size_t size )
{
	return size >= sizeof( WF_SQLITE_MAGIC ) && memcmp( data, WF_SQLITE_MAGIC, sizeof( WF_SQLITE_MAGIC ) ) == 0;
}

wfResult wfReadTrajectoriesFromMemory( const char* name, const void* data, size_t size, const wfReadTrajectoriesDef* def,
									   wfTrajectories* trajectories, wfError* error )
{
	if ( WF_FAILS( name != NULL && ( data != NULL || size == 0 ) && trajectories != NULL ) ||
		 WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "no name, no data, or a def that is not made by wfDefaultReadTrajectoriesDef" );
	}
	wfError local = { 0 };
	wfResult result = checkReadDef( def, name, &local );
	if ( result == wf_ok )
	{
		wfReadDef readDef = wfDefaultReadDef();
		readDef.memoryLimit = def->memoryLimit;
		size_t used = 0;
		wfReader reader = {
			.name = name, .text = data != NULL ? data : "", .size = size, .def = &readDef, .used = &used, .error = &local };
		result = readInto( &reader, def, NULL, wfIsDatabase( reader.text, size ), trajectories );
	}
	if ( result != wf_ok && error != NULL )
	{
		*error = local;
	}
	return result;
}

bool wfIsDatabaseFile( const char* path )
{
	char start[sizeof( WF_SQLITE_MAGIC )];
	int handle = open( path, O_RDONLY | O_CLOEXEC | O_NONBLOCK );
	ssize_t got = handle >= 0 ? pread( handle, start, sizeof( start ), 0 ) : 0; // fails on pipes, which hold no database
	if ( handle >= 0 )
	{
		close( handle );
	}
	return got > 0 && wfIsDatabase( start, (size_t)got );
}

wfResult wfReadTrajectories( const char* path, const wfReadTrajectoriesDef* def, wfTrajectories* trajectories, wfError* error )
{
	if ( WF_FAILS( path != NULL && trajectories != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "no path, or a def that is not made by wfDefaultReadTrajectoriesDef" );
	}
	wfReadDef readDef = wfDefaultReadDef();
	readDef.memoryLimit = def->memoryLimit;
	if ( wfIsDatabaseFile( path ) )
	{
		wfError local = { 0 };
		size_t used = 0;
		wfReader reader = { .name = path, .text = "", .size = 0, .def = &readDef, .used = &used, .error = &local };
		wfResult result = checkReadDef( def, path, &local );
		if ( result == wf_ok )
		{
			result = readInto( &reader, def, path, true, trajectories );
		}
		if ( result != wf_ok && error != NULL )
		{
			*error = local;
		}
		return result;
	}
	wfFile file = { 0 };
	wfResult result = wfFile_Load( path, wfReader_GetLimit( &readDef ), true, &file, error );
	if ( result == wf_ok )
	{
		result = wfReadTrajectoriesFromMemory( path, file.data, file.size, def, trajectories, error );
		wfFile_Free( &file );
	}
	return result;
}
