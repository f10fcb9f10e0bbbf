// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Real people who go both ways in a corridor, measured as ours are.
#include "people/people.h"

#include "base/base.h"
#include "wayfield/record.h"

#include <math.h>
#include <stdlib.h>

#define SPEED_SECONDS 0.5 // over which a speed is taken
#define MOST_ID 1000000

// One person: rows of the recording by frame.
typedef struct Person
{
	const wfTrajectoryRow* first;
	const wfTrajectoryRow* last;
} Person;

typedef struct Recorded
{
	const wfRecordedDef* def;
	wfTrajectories data;
	Person* people; // by id
	int32_t idCount;
	wfStroller* strollers;
	double* speeds;				  // of those in the frame
	const wfTrajectoryRow** back; // for each id its row some frames ago, null: none
} Recorded;

static bool isAlongX( const wfRecordedDef* def )
{
	return def->box.upper.x - def->box.lower.x > def->box.upper.y - def->box.lower.y;
}

static double getAlong( const wfRecordedDef* def, const wfTrajectoryRow* row )
{
	return isAlongX( def ) ? row->x - def->box.lower.x : row->y - def->box.lower.y;
}

static double getAcross( const wfRecordedDef* def, const wfTrajectoryRow* row )
{
	return isAlongX( def ) ? row->y - def->box.lower.y : row->x - def->box.lower.x;
}

static wfResult findPeople( Recorded* all, wfRecordedFigures* figures, wfError* error )
{
	for ( int64_t k = 0; k < all->data.rowCount; ++k )
	{
		if ( all->data.rows[k].id < 0 || all->data.rows[k].id > MOST_ID )
		{
			return wfFail( error, wf_tooLarge, "person %d: expected a number from 0 to %d", all->data.rows[k].id, MOST_ID );
		}
		all->idCount = all->data.rows[k].id >= all->idCount ? all->data.rows[k].id + 1 : all->idCount;
	}
	size_t size = (size_t)all->idCount + 1;
	all->people = calloc( size, sizeof( Person ) );
	all->strollers = calloc( size, sizeof( wfStroller ) );
	all->speeds = calloc( size, sizeof( double ) );
	all->back = calloc( size, sizeof( *all->back ) );
	if ( all->people == NULL || all->strollers == NULL || all->speeds == NULL || all->back == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int64_t k = 0; k < all->data.rowCount; ++k )
	{
		Person* person = &all->people[all->data.rows[k].id];
		figures->people += person->first == NULL ? 1 : 0;
		person->first = person->first == NULL ? &all->data.rows[k] : person->first;
		person->last = &all->data.rows[k];
	}
	return wf_ok;
}

// Those of one frame who are in the box, with their speeds along it, their own way.
static int32_t lookAtFrame( const Recorded* all, int64_t begin, int64_t end, int32_t frames )
{
	const wfRecordedDef* def = all->def;
	double length = isAlongX( def ) ? def->box.upper.x - def->box.lower.x : def->box.upper.y - def->box.lower.y;
	double width = isAlongX( def ) ? def->box.upper.y - def->box.lower.y : def->box.upper.x - def->box.lower.x;
	int32_t count = 0;
	for ( int64_t k = begin; k < end; ++k )
	{
		const wfTrajectoryRow *row = &all->data.rows[k], *back = all->back[row->id];
		double along = getAlong( def, row ), across = getAcross( def, row );
		if ( back == NULL || row->frame - back->frame != frames || along < 0.0 || along >= length || across < 0.0 ||
			 across >= width )
		{
			continue;
		}
		const Person* person = &all->people[row->id];
		bool isForward = getAlong( def, person->last ) > getAlong( def, person->first );
		all->strollers[count] = ( wfStroller ){ along, across, isForward };
		all->speeds[count++] = ( along - getAlong( def, back ) ) * all->data.fps / frames * ( isForward ? 1.0 : -1.0 );
	}
	return count;
}

static void measure( Recorded* all, wfRecordedFigures* figures )
{
	wfBox2 box = all->def->box;
	double lengthX = box.upper.x - box.lower.x, lengthY = box.upper.y - box.lower.y, looks = 0.0, people = 0.0, speed = 0.0;
	wfLaneDef lanes = { .length = fmax( lengthX, lengthY ), .width = fmin( lengthX, lengthY ) };
	int32_t frames = (int32_t)fmax( 1.0, floor( SPEED_SECONDS * all->data.fps + 0.5 ) );
	int64_t back = 0;
	for ( int64_t begin = 0, end; begin < all->data.rowCount; begin = end )
	{
		for ( end = begin; end < all->data.rowCount && all->data.rows[end].frame == all->data.rows[begin].frame; ++end )
		{
		}
		for ( ; all->data.rows[back].frame <= all->data.rows[begin].frame - frames; ++back )
		{
			all->back[all->data.rows[back].id] = &all->data.rows[back];
		}
		int32_t count = lookAtFrame( all, begin, end, frames ), forward = 0;
		for ( int32_t k = 0; k < count; ++k )
		{
			forward += all->strollers[k].isForward ? 1 : 0;
		}
		// Both streams have come: of each at least a quarter.
		if ( 4 * forward < count || 4 * forward > 3 * count || count < 4 )
		{
			continue;
		}
		wfLaneFigures now = wfMeasureLanes( &lanes, all->strollers, count );
		figures->lanes.order += now.order;
		figures->lanes.chance += now.chance;
		figures->lanes.lanes += now.lanes;
		for ( int32_t k = 0; k < count; ++k )
		{
			speed += all->speeds[k];
		}
		people += count;
		looks += 1.0;
	}
	double ground = lengthX * lengthY;
	looks = fmax( looks, 1.0 );
	figures->seconds = looks / all->data.fps;
	figures->density = people / looks / ground;
	figures->speed = people > 0.0 ? speed / people : 0.0;
	figures->flow = speed / looks / ground;
	figures->lanes.order /= looks;
	figures->lanes.chance /= looks;
	figures->lanes.lanes /= looks;
}

wfResult wfMeasureRecorded( const wfRecordedDef* def, wfRecordedFigures* figures, wfError* error )
{
	Recorded all = { .def = def };
	wfReadTrajectoriesDef reading = wfDefaultReadTrajectoriesDef();
	reading.fps = def->fps;
	reading.unit = def->unit;
	*figures = ( wfRecordedFigures ){ 0 };
	wfResult result = wfReadTrajectories( def->path, &reading, &all.data, error );
	result = result == wf_ok ? findPeople( &all, figures, error ) : result;
	if ( result == wf_ok )
	{
		measure( &all, figures );
	}
	free( all.people );
	free( all.strollers );
	free( all.speeds );
	free( all.back );
	wfTrajectories_Free( &all.data );
	return result;
}
