// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A hundred thousand planned steps: each within the limits of its leg, each going on where the one before ended.

#include "scenes/crowds.h"
#include "tests/test.h"
#include "tests/test_scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#if TEST_HAS_SANITIZER
#define PEOPLE 200
#define LEAST_STEPS 3000
#else
#define PEOPLE 1500
#define LEAST_STEPS 100000
#endif

#define LEAVING 100
#define SLACK 1e-6

// The worst of all steps seen.
typedef struct tickRecord
{
	int64_t steps, wrong;
	double gap, exactGap; // metres between the end of a step and the start of the next
	double bend, exactBend;
	double footMoved; // of a foot between landing and being lifted
	double deviation; // of parabola and pendulum, in strides
} tickRecord;

static double distanceOf( wfVec2 a, wfVec2 b )
{
	return hypot( a.x - b.x, a.y - b.y );
}

static double angleOf( wfVec2 a, wfVec2 b )
{
	return fabs( atan2( a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y ) );
}

// Only where it moves on both sides there are directions to compare.
static double bendOf( wfVec2 before, wfVec2 after )
{
	return hypot( before.x, before.y ) > 1e-6 && hypot( after.x, after.y ) > 1e-6 ? angleOf( before, after ) : 0.0;
}

// Who shuffles in a press is slow, and has its feet under its body at all times.
static bool isShuffle( const wfFootstep* step, const wfBody* body )
{
	double reach = body->shoulderDistance + body->shoulderRadius - body->footRadius;
	bool under = step->kind == wf_shiftFootstep && step->speed <= 1.3 + SLACK;
	for ( int32_t k = 0; k <= 4; ++k )
	{
		double time = step->startTime + 0.25 * k * step->duration;
		wfVec2 center = wfFootstep_GetPosition( step, time );
		under = under && distanceOf( wfFootstep_GetFoot( step, wf_leftFoot, time, NULL ), center ) < reach + SLACK &&
				distanceOf( wfFootstep_GetFoot( step, wf_rightFoot, time, NULL ), center ) < reach + SLACK;
	}
	return under;
}

static bool isWithinLimits( const wfGaitDef* gait, const wfFootstep* step )
{
	const wfLegDef* leg = &gait->legs[step->foot];
	double end = wfFootstep_GetEndTime( step );
	wfVec2 from = wfFootstep_GetPosition( step, step->startTime ), to = wfFootstep_GetPosition( step, end );
	double stride = distanceOf( from, to ), fastest = hypot( step->speed, step->curve * step->duration );
	bool stands = step->kind == wf_shiftFootstep && step->speed == 0.0;
	bool fits = step->duration >= leg->minDuration - SLACK || stands;
	fits = fits && ( step->duration <= leg->maxDuration + SLACK || stands ) && stride <= leg->maxStride + SLACK;
	fits = fits && fastest <= leg->maxSpeed + SLACK && 2.0 * fabs( step->curve ) <= leg->maxSideForce + SLACK;
	if ( step->kind == wf_walkFootstep )
	{
		double turn = angleOf( wfFootstep_GetVelocity( step, step->startTime ), step->along );
		fits = fits && stride >= leg->minStride - SLACK && turn <= leg->maxTurn + SLACK;
	}
	// The motion bends away from the foot that stands, which is beside the apex.
	double side = step->foot == wf_leftFoot ? 1.0 : -1.0;
	wfVec2 foot = { step->footPosition.x - step->apex.x, step->footPosition.y - step->apex.y };
	fits = fits && side * step->curve <= 1e-12;
	return fits && ( step->kind == wf_shiftFootstep || side * ( step->along.x * foot.y - step->along.y * foot.x ) > 0.0 );
}

static void compareSteps( const wfFootstep* before, const wfFootstep* after, tickRecord* record )
{
	double end = wfFootstep_GetEndTime( before ), start = after->startTime;
	record->wrong += fabs( end - start ) > 1e-9;
	record->gap =
		fmax( record->gap, distanceOf( wfFootstep_GetPosition( before, end ), wfFootstep_GetPosition( after, start ) ) );
	record->exactGap = fmax(
		record->exactGap, distanceOf( wfFootstep_GetExactPosition( before, end ), wfFootstep_GetExactPosition( after, start ) ) );
	record->bend = fmax( record->bend, bendOf( wfFootstep_GetVelocity( before, end ), wfFootstep_GetVelocity( after, start ) ) );
	record->exactBend = fmax( record->exactBend,
							  bendOf( wfFootstep_GetExactVelocity( before, end ), wfFootstep_GetExactVelocity( after, start ) ) );
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		wfVec2 from = wfFootstep_GetFoot( before, (wfFoot)foot, end, NULL ),
			   to = wfFootstep_GetFoot( after, (wfFoot)foot, start, NULL );
		record->footMoved = fmax( record->footMoved, distanceOf( from, to ) );
	}
}

static void addRows( const wfGaitDef* gait, const wfFootstepRow* rows, int32_t count, wfFootstepRow* last, tickRecord* record )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		const wfFootstepRow* row = &rows[k];
		wfFootstepRow* before = &last[row->serial];
		if ( wfFootstep_IsDeparture( &row->step ) )
		{
			record->wrong += row->step.startTime >= wfFootstep_GetEndTime( &before->step );
			continue;
		}
		record->steps += 1;
		record->wrong += !isWithinLimits( gait, &row->step ) && !isShuffle( &row->step, &row->body );
		record->wrong += row->index != ( before->serial != 0 ? before->index + 1 : 0 );
		if ( before->serial != 0 )
		{
			compareSteps( &before->step, &row->step, record );
		}
		if ( row->step.kind == wf_walkFootstep )
		{
			double stride = distanceOf( wfFootstep_GetPosition( &row->step, row->step.startTime ),
										wfFootstep_GetPosition( &row->step, wfFootstep_GetEndTime( &row->step ) ) );
			record->deviation = fmax( record->deviation, wfFootstep_GetExactDeviation( &row->step ) / fmax( stride, 0.3 ) );
		}
		*before = *row;
	}
}

TEST( PlannedStepsKeepToTheirLimitsAndGoOnWhereTheyEnded )
{
	wfGaitDef gait = wfDefaultGaitDef();
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = "square";
	def.agents = PEOPLE;
	def.footsteps = true;
	wfSimulation simulation;
	wfError error = { 0 };
	if ( !CHECK_EQUAL( wfCreateCrowdScene( &def, &simulation, &error ), wf_ok ) )
	{
		return;
	}
	wfFootstepRow* last = calloc( PEOPLE + 1, sizeof( wfFootstepRow ) );
	tickRecord record = { 0 };
	wfResult result = last != NULL ? wf_ok : wf_outOfMemory;
	while ( result == wf_ok && record.steps < LEAST_STEPS && !wfCrowd_IsDone( simulation.crowd ) )
	{
		result = wfCrowd_Tick( simulation.crowd, &error );
		const wfFootstepRow* rows;
		int32_t count = wfCrowd_GetFootsteps( simulation.crowd, &rows );
		addRows( &gait, rows, count, last, &record );
	}
	printf( "    %lld planned steps: gap %.1e m, exact %.1e m, bend %.1e, exact %.1e; deviation %.3f of a stride\n",
			(long long)record.steps, record.gap, record.exactGap, record.bend, record.exactBend, record.deviation );
	CHECK_EQUAL( result, wf_ok );
	CHECK( record.steps >= LEAST_STEPS );
	CHECK_EQUAL( record.wrong, 0 );
	CHECK( record.gap < 1e-9 && record.exactGap < 1e-9 );
	CHECK( record.bend < 1e-6 && record.exactBend < 1e-6 );
	CHECK( record.footMoved < 1e-9 );
	CHECK( record.deviation < 0.35 );
	free( last );
	wfDestroyCrowd( simulation.crowd );
	wfDestroyWorld( simulation.world );
}

// How a room is left: the time after which nine of ten are out, and how far people walked, in shares of the straight line.
typedef struct leftRoom
{
	double seconds, mean, worst;
} leftRoom;

static leftRoom leaveRoom( uint64_t seed, bool footsteps )
{
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = "egress";
	def.agents = LEAVING;
	def.seed = seed;
	def.footsteps = footsteps;
	wfSimulation simulation;
	leftRoom left = { 0 };
	if ( !CHECK_EQUAL( wfCreateCrowdScene( &def, &simulation, NULL ), wf_ok ) )
	{
		return left;
	}
	static wfVec2 first[LEAVING + 1], last[LEAVING + 1];
	static double walked[LEAVING + 1];
	wfResult result = wf_ok;
	for ( int32_t tick = 0; tick < 1000 && result == wf_ok && !wfCrowd_IsDone( simulation.crowd ); ++tick )
	{
		wfFrame frame = wfCrowd_GetFrame( simulation.crowd );
		left.seconds = frame.count > LEAVING / 10 ? frame.time : left.seconds;
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			uint32_t serial = frame.serials[k];
			wfVec2 place = { frame.positions[k].x, frame.positions[k].y };
			walked[serial] = tick == 0 ? 0.0 : walked[serial] + distanceOf( last[serial], place );
			first[serial] = tick == 0 ? place : first[serial];
			last[serial] = place;
		}
		result = wfCrowd_Tick( simulation.crowd, NULL );
	}
	CHECK( result == wf_ok && wfCrowd_IsDone( simulation.crowd ) );
	for ( int32_t serial = 1; serial <= LEAVING; ++serial )
	{
		double share = walked[serial] / fmax( distanceOf( first[serial], last[serial] ), 1.0 );
		left.mean += share / LEAVING;
		left.worst = fmax( left.worst, share );
	}
	wfDestroyCrowd( simulation.crowd );
	wfDestroyWorld( simulation.world );
	return left;
}

// Before a door people on foot wait in the crowd as discs do, and neither circle behind it nor hold up those behind them.
TEST( PeopleOnFootLeaveARoomAsDiscsDo )
{
	double seconds[2] = { 0.0, 0.0 };
	for ( int32_t feet = 0; feet < 2; ++feet )
	{
		for ( uint64_t seed = 1; seed <= 3; ++seed )
		{
			leftRoom left = leaveRoom( seed, feet == 1 );
			seconds[feet] += left.seconds / 3.0;
			if ( !CHECK( left.mean < 1.5 && left.worst < 5.0 ) )
			{
				fprintf( stderr, "    seed %d %s: %g of the shortest path, the worst %g\n", (int)seed,
						 feet == 1 ? "on foot" : "discs", left.mean, left.worst );
			}
		}
	}
	printf( "    a room is left by nine of ten in %.1f s on foot, in %.1f s by discs\n", seconds[1], seconds[0] );
	CHECK( seconds[1] < 1.2 * seconds[0] );
}

void scenesRunFootstepTests( int argc, char** argv )
{
	RUN( PlannedStepsKeepToTheirLimitsAndGoOnWhereTheyEnded );
	RUN( PeopleOnFootLeaveARoomAsDiscsDo );
}
