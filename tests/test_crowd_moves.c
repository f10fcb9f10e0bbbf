// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where everybody is after the moves within a tick.
#include "test_crowd_walkers.h"

#include <math.h>

// Two groups that change sides between pillars, and leave; a source sends others after them.
static wfCrowd* makeChange( wfWorld** world, int32_t movesPerTick )
{
	*world = makeRoom( 16.0, 8.0 );
	addBox( *world, 7.5, 2.0, 8.5, 3.0 );
	addBox( *world, 7.5, 5.0, 8.5, 6.0 );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.movesPerTick = movesPerTick;
	wfCrowd* crowd = makeCrowdFrom( *world, &def );
	for ( int32_t k = 0; k < 40; ++k )
	{
		double x = 1.0 + 0.7 * ( k / 2 / 5 ), y = 1.0 + 1.4 * ( k / 2 % 5 );
		wfStop stop = pointStop( k % 2 == 0 ? 15.0 : 1.0, y );
		addAgent( crowd, k % 2 == 0 ? x : 16.0 - x, y, &stop, 1 );
	}
	wfVec2 region[] = { { 4.0, 3.6 }, { 6.0, 3.6 }, { 6.0, 4.4 }, { 4.0, 4.4 } };
	wfStop away = pointStop( 15.0, 4.0 );
	wfSourceDef source = wfDefaultSourceDef();
	source.region = region;
	source.regionCount = 4;
	source.rate = 0.5;
	source.count = 5;
	source.agent.stops = &away;
	source.agent.stopCount = 1;
	CHECK_EQUAL( wfCrowd_AddSource( crowd, &source, &( wfSourceId ){ 0 }, NULL ), wf_ok );
	return crowd;
}

static double measureGap( const wfWorld* world, const wfFrame* frame )
{
	double least = INFINITY;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfVec2 place = inPlane( frame->positions[i] );
		least = fmin( least, wfWorld_GetDistance( world, place, 0 ) - (double)frame->radii[i] );
		for ( int32_t k = i + 1; k < frame->count; ++k )
		{
			least = fmin( least, wfFrame_GetGap( frame, i, k ) );
		}
	}
	return least;
}

// The index of an agent in a frame, -1: none.
static int32_t findSerial( const wfFrame* frame, uint32_t serial )
{
	int32_t found = -1;
	for ( int32_t k = 0; k < frame->count; ++k )
	{
		found = frame->serials[k] == serial ? k : found;
	}
	return found;
}

#define MOST_PEOPLE 64

typedef struct Before
{
	wfVec2 places[MOST_PEOPLE]; // by serial number
	bool isThere[MOST_PEOPLE];
} Before;

// Nobody goes farther in a move than it can, and all who were there are there, in the order of indices.
static void follow( Before* before, const wfFrame* frame, double seconds )
{
	for ( int32_t k = 0; k < frame->count; ++k )
	{
		uint32_t serial = frame->serials[k];
		wfVec2 place = inPlane( frame->positions[k] ), last = before->places[serial];
		double moved = before->isThere[serial] ? hypot( place.x - last.x, place.y - last.y ) : 0.0;
		CHECK( moved <= 1.5 * (double)frame->desiredSpeeds[k] * seconds );
		CHECK( k == 0 || frame->ids[k - 1].index1 < frame->ids[k].index1 );
		CHECK( isfinite( frame->headings[k] ) && fabsf( frame->headings[k] ) < 3.2f );
		before->places[serial] = place;
		before->isThere[serial] = true;
	}
}

TEST( MovesAreWhatDiscsDid )
{
	for ( int32_t moves = 1; moves <= 3; ++moves )
	{
		wfWorld *world, *otherWorld;
		wfCrowd *crowd = makeChange( &world, moves ), *other = makeChange( &otherWorld, moves );
		double seconds = 0.2 / moves, gap = INFINITY;
		Before before = { 0 };
		int32_t left = 0;
		wfCrowd_KeepMoves( crowd, true );
		for ( int32_t k = 0; k < 100; ++k )
		{
			tickTimes( crowd, 1 );
			tickTimes( other, 1 );
			wfFrame last = { 0 };
			for ( int32_t m = 0; m < moves - 1; ++m )
			{
				last = wfCrowd_GetMove( crowd, m );
				CHECK_NEAR( last.time, 0.2 * k + ( m + 1 ) * seconds, 1e-9 );
				gap = fmin( gap, measureGap( world, &last ) );
				follow( &before, &last, seconds );
			}
			wfFrame frame = wfCrowd_GetFrame( crowd );
			follow( &before, &frame, seconds );
			for ( int32_t i = 0; i < frame.count && moves > 1; ++i )
			{
				CHECK( findSerial( &last, frame.serials[i] ) >= 0 );
			}
			left += moves > 1 ? last.count - frame.count : 0;
			CHECK_EQUAL( wfCrowd_GetMove( crowd, moves - 1 ).count, 0 );
		}
		CHECK( gap >= 0.0 && ( left > 10 || moves == 1 ) );
		CHECK( wfCrowd_GetHash( crowd ) == wfCrowd_GetHash( other ) );
		// Nothing is kept that nobody asked for.
		CHECK_EQUAL( wfCrowd_GetMove( other, 0 ).count, 0 );
		CHECK( moves == 1 || wfCrowd_GetAgentBytes( crowd ) > wfCrowd_GetAgentBytes( other ) );
		wfCrowd_KeepMoves( crowd, false );
		CHECK_EQUAL( wfCrowd_GetMove( crowd, 0 ).count, 0 );
		wfDestroyCrowd( crowd );
		wfDestroyCrowd( other );
		wfDestroyWorld( world );
		wfDestroyWorld( otherWorld );
	}
}

TEST( MovesOfWalkersAreTheirFootsteps )
{
	wfWorld* world = makeRoom( 12.0, 6.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId feet = addGait( crowd, &gait );
	for ( int32_t k = 0; k < 4; ++k )
	{
		addWalker( crowd, feet, ( wfVec2 ){ 2.0, 1.0 + k }, 0.0, ( wfVec2 ){ 10.0, 1.0 + ( k + 1 ) % 4 } );
	}
	wfFootstepRow rows[4] = { 0 };
	int32_t compared = 0;
	wfCrowd_KeepMoves( crowd, true );
	for ( int32_t k = 0; k < 20; ++k )
	{
		tickTimes( crowd, 1 );
		wfFrame frame = wfCrowd_GetMove( crowd, 0 );
		const wfFootstepRow* begun;
		int32_t count = wfCrowd_GetFootsteps( crowd, &begun );
		CHECK_EQUAL( frame.count, 4 );
		for ( int32_t i = 0; i < count; ++i )
		{
			wfFootstepRow* row = &rows[begun[i].serial - 1];
			*row = begun[i].step.startTime <= frame.time ? begun[i] : *row;
		}
		for ( int32_t i = 0; i < 4; ++i )
		{
			const wfFootstep* step = &rows[i].step;
			if ( step->duration > 0.0 && step->startTime <= frame.time && frame.time < wfFootstep_GetEndTime( step ) )
			{
				wfVec2 place = wfFootstep_GetPosition( step, frame.time ), at = inPlane( frame.positions[i] );
				CHECK( hypot( place.x - at.x, place.y - at.y ) < 1e-9 );
				compared += 1;
			}
		}
		// What is asked after has begun meanwhile.
		for ( int32_t i = 0; i < count; ++i )
		{
			rows[begun[i].serial - 1] = begun[i];
		}
	}
	CHECK( compared > 40 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( MovesAreKeptFromTheNextTickOn )
{
	wfWorld* world;
	wfCrowd* crowd = makeChange( &world, 2 );
	tickTimes( crowd, 1 );
	wfCrowd_KeepMoves( crowd, true );
	CHECK_EQUAL( wfCrowd_GetMove( crowd, 0 ).count, 0 );
	tickTimes( crowd, 1 );
	CHECK( wfCrowd_GetMove( crowd, 0 ).count > 0 );
	testBeginAsserts();
	CHECK_EQUAL( wfCrowd_GetMove( crowd, -1 ).count, 0 );
	CHECK_EQUAL( wfCrowd_GetMove( NULL, 0 ).count, 0 );
	CHECK_EQUAL( testEndAsserts(), 2 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	// Nobody needs a field here, nor anything else that a tick would keep.
	world = makeRoom( 16.0, 8.0 );
	crowd = makeCrowd( world, NULL );
	wfStop stop = pointStop( 15.0, 4.0 );
	addAgent( crowd, 1.0, 4.0, &stop, 1 );
	tickTimes( crowd, 1 );
	wfCrowd_KeepMoves( crowd, true );
	tickTimes( crowd, 1 );
	TEST_EVERY_ALLOCATION( wfCrowd_Tick( crowd, NULL ), (void)0 );
	CHECK( wfCrowd_GetMove( crowd, 0 ).count > 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runMoveTests( int argc, char** argv )
{
	RUN( MovesAreWhatDiscsDid );
	RUN( MovesOfWalkersAreTheirFootsteps );
	RUN( MovesAreKeptFromTheNextTickOn );
}
