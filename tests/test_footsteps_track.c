// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Tracks: what is between their poses is within what they say, and whoever they call clear is clear at every instant.
#include "test_footsteps.h"

#include "footsteps/search.h"
#include "footsteps/tuning.h"

#include <math.h>
#include <stdio.h>

// ------------------------------------------------------------------------------------------------------------- random walks

#define MAX_STEPS 6

// Steps that follow each other as a crowd makes them; the last ends at rest.
typedef struct Steps
{
	wfFootstep steps[MAX_STEPS];
	int32_t count;
} Steps;

static wfFootstepAction randomShift( randomStream* r, const wfStance* stance )
{
	wfFootstepAction action = { .kind = wf_shiftFootstep, .foot = nextRandom( r, 0.0, 1.0 ) < 0.5 ? wf_leftFoot : wf_rightFoot };
	double ahead = nextRandom( r, -0.35, 0.35 ), left = nextRandom( r, -0.35, 0.35 );
	bool turns = nextRandom( r, 0.0, 1.0 ) < 0.5;
	action.move =
		( wfVec2 ){ ahead * stance->facing.x - left * stance->facing.y, ahead * stance->facing.y + left * stance->facing.x };
	action.turn = turns ? nextRandom( r, -1.5, 1.5 ) : 0.0;
	action.duration = nextRandom( r, 0.3, 0.8 );
	return action;
}

static wfFootstepAction randomAction( randomStream* r, const wfGaitDef* gait, const wfStance* stance, bool stops )
{
	wfFootstepAction action = { 0 };
	if ( stance->speed > 0.0 )
	{
		action.kind = stops ? wf_stopFootstep : wf_walkFootstep;
		action.foot = otherOf( stance->foot );
		action.turn = nextRandom( r, 0.0, 1.0 ) < 0.5 ? nextRandom( r, 0.0, 0.1 ) : nextRandom( r, 0.0, 1.2 );
		action.speed = stops ? stance->speed : fmax( 0.2, stance->speed + nextRandom( r, -0.6, 0.6 ) );
		action.duration = nextRandom( r, gait->legs[0].minDuration, gait->legs[0].maxDuration );
		action.twist = nextRandom( r, 0.0, 1.0 ) < 0.3 ? nextRandom( r, -1.2, 1.2 ) : 0.0;
		return action;
	}
	if ( nextRandom( r, 0.0, 1.0 ) < 0.4 )
	{
		return randomShift( r, stance );
	}
	action.kind = wf_startFootstep;
	action.foot = nextRandom( r, 0.0, 1.0 ) < 0.5 ? wf_leftFoot : wf_rightFoot;
	action.turn = nextRandom( r, -1.3, 1.3 );
	action.sway = nextRandom( r, 0.0, 0.3 );
	action.speed = nextRandom( r, 0.2, 0.8 );
	action.duration = nextRandom( r, 0.3, 0.8 );
	return action;
}

static Steps randomSteps( randomStream* r, const wfGaitDef* gait, wfVec2 place, double heading, double time )
{
	Steps made = { .count = 0 };
	bool moving = nextRandom( r, 0.0, 1.0 ) < 0.5;
	wfStance stance = wfMakeStance( gait, time, place, heading );
	if ( moving )
	{
		stance = movingStance( gait, place, heading, nextRandom( r, 0.4, 1.8 ), wf_leftFoot );
		stance.time = time;
	}
	for ( int32_t tries = 0; tries < 400 && made.count < MAX_STEPS; ++tries )
	{
		bool last = made.count >= 2 + (int32_t)( r->seed % 3 );
		if ( last && !( stance.speed > 0.0 ) && made.count > 0 )
		{
			break;
		}
		wfFootstepAction action = randomAction( r, gait, &stance, last );
		wfFootstep step;
		wfStance after;
		if ( wfCreateFootstep( gait, &stance, &action, &step, &after ) != wf_footstepFits )
		{
			continue;
		}
		if ( made.count > 0 && ( step.kind == wf_walkFootstep || step.kind == wf_stopFootstep ) )
		{
			made.steps[made.count - 1].swingTo = step.footPosition;
			made.steps[made.count - 1].swingToAngle = step.footAngle;
		}
		made.steps[made.count++] = step;
		stance = after;
	}
	made.count = stance.speed > 0.0 ? 0 : made.count;
	return made;
}

static const wfFootstep* stepAt( const Steps* walk, double time )
{
	int32_t k = 0;
	while ( k + 1 < walk->count && time >= wfFootstep_GetEndTime( &walk->steps[k] ) )
	{
		k += 1;
	}
	return &walk->steps[k];
}

static void circlesAt( const Steps* walk, const wfBody* body, double time, bool exact, wfCircle circles[WF_BODY_CIRCLES] )
{
	( exact ? wfFootstep_GetExactCircles : wfFootstep_GetCircles )( stepAt( walk, time ), body, time, circles );
}

static double endOf( const Steps* walk )
{
	return wfFootstep_GetEndTime( &walk->steps[walk->count - 1] );
}

static void placesOf( const wfPose* pose, wfVec2 places[WF_BODY_CIRCLES] )
{
	double x = (double)pose->x, y = (double)pose->y, sx = (double)pose->shoulderX, sy = (double)pose->shoulderY;
	places[0] = ( wfVec2 ){ x, y };
	places[1] = ( wfVec2 ){ x + sx, y + sy };
	places[2] = ( wfVec2 ){ x - sx, y - sy };
	places[3] = ( wfVec2 ){ (double)pose->feet[0][0], (double)pose->feet[0][1] };
	places[4] = ( wfVec2 ){ (double)pose->feet[1][0], (double)pose->feet[1][1] };
}

static double toLine( wfVec2 p, wfVec2 a, wfVec2 b )
{
	wfVec2 d = minus( b, a ), from = minus( p, a );
	double length2 = dotOf( d, d ), share = length2 > 0.0 ? fmin( fmax( dotOf( from, d ) / length2, 0.0 ), 1.0 ) : 0.0;
	return lengthOf( ( wfVec2 ){ from.x - share * d.x, from.y - share * d.y } );
}

// ------------------------------------------------------------------------------------------------------------------ slacks

typedef struct Excess
{
	double slack[2], bend[2]; // by trunk and foot: how much farther off than said
	double share;			  // of what is said, on average of the largest in each interval
	int64_t intervals;
} Excess;

// How far a circle is from the path of an interval or, as the exact motion is where the parabola is a moment earlier or later,
// those beside it.
static double bentAt( const wfTrack* track, int32_t k, int32_t circle, wfVec2 place, bool exact )
{
	double least = INFINITY;
	for ( int32_t n = exact ? -1 : 0; n <= ( exact ? 1 : 0 ); ++n )
	{
		wfVec2 from[WF_BODY_CIRCLES], to[WF_BODY_CIRCLES];
		placesOf( wfPoseAt( track, track->first + k + n ), from );
		placesOf( wfPoseAt( track, track->first + k + n + 1 ), to );
		least = fmin( least, toLine( place, from[circle], to[circle] ) );
	}
	return least;
}

static void measureInterval( const Steps* walk, const wfBody* body, const wfTrack* track, int32_t k, wfVec2 origin, bool exact,
							 Excess* excess )
{
	wfVec2 from[WF_BODY_CIRCLES], to[WF_BODY_CIRCLES];
	const wfPose* pose = &track->poses[k];
	placesOf( pose, from );
	placesOf( wfPoseAt( track, track->first + k + 1 ), to );
	double largest = 0.0;
	for ( int32_t n = 0; n <= 20; ++n )
	{
		double share = n / 20.0, time = ( (double)( track->first + k ) + share ) * WF_TRACK_SECONDS;
		wfCircle circles[WF_BODY_CIRCLES];
		circlesAt( walk, body, time, exact, circles );
		for ( int32_t c = 0; c < WF_BODY_CIRCLES; ++c )
		{
			int32_t part = c < 3 ? 0 : 1;
			wfVec2 place = minus( circles[c].center, origin );
			wfVec2 even = { from[c].x + share * ( to[c].x - from[c].x ), from[c].y + share * ( to[c].y - from[c].y ) };
			double off = lengthOf( minus( place, even ) ), bent = bentAt( track, k, c, place, exact );
			excess->slack[part] = fmax( excess->slack[part], off - (double)( part == 0 ? pose->bodySlack : pose->footSlack ) );
			excess->bend[part] = fmax( excess->bend[part], bent - (double)( part == 0 ? pose->bodyBend : pose->footBend ) );
			largest = part == 0 ? fmax( largest, off ) : largest;
		}
	}
	excess->share += largest / (double)pose->bodySlack;
	excess->intervals += 1;
}

static wfBody bodyOf( const wfGaitDef* gait )
{
	return wfMakeBody( gait, 0.25 );
}

TEST( NobodyIsFartherOffThanItsSlack )
{
	Excess excess = { { -1.0, -1.0 }, { -1.0, -1.0 }, 0.0, 0 };
	int32_t kinds[4] = { 0, 0, 0, 0 };
	for ( uint64_t seed = 0; seed < 3000; ++seed )
	{
		randomStream r = { seed, 0 };
		wfGaitDef gait = seed % 2 == 0 ? wfDefaultGaitDef() : randomGait( &r, false, wf_leftFoot );
		gait.footDistance = fmin( gait.footDistance, 0.15 );
		wfBody body = bodyOf( &gait );
		wfVec2 origin = nextPlace( &r, 50.0 ), place = nextPlace( &r, 10.0 );
		double heading = nextRandom( &r, -3.0, 3.0 ), start = nextRandom( &r, 0.0, 9.0 );
		Steps walk = randomSteps( &r, &gait, place, heading, start );
		if ( walk.count == 0 )
		{
			continue;
		}
		wfTrack track;
		// Who moves has begun before; who stands begins any time.
		double from =
			walk.steps[0].kind == wf_walkFootstep || walk.steps[0].kind == wf_stopFootstep ? start + WF_TRACK_SECONDS : start;
		wfSampleTrack( walk.steps, walk.count, &body, from, origin, &track );
		CHECK( track.count >= 1 && track.count <= WF_TRACK_POSES );
		CHECK_EQUAL( track.first, (int64_t)floor( from / WF_TRACK_SECONDS ) );
		CHECK( (double)( track.first + track.count - 1 ) * WF_TRACK_SECONDS >= endOf( &walk ) );
		for ( int32_t k = 0; k < track.count; ++k )
		{
			measureInterval( &walk, &body, &track, k, origin, false, &excess );
			measureInterval( &walk, &body, &track, k, origin, true, &excess );
		}
		for ( int32_t k = 0; k < walk.count; ++k )
		{
			kinds[walk.steps[k].kind] += 1;
		}
	}
	CHECK( kinds[0] > 300 && kinds[1] > 300 && kinds[2] > 300 && kinds[3] > 300 );
	bool holds = CHECK( excess.slack[0] <= 0.0 && excess.slack[1] <= 0.0 );
	holds = CHECK( excess.bend[0] <= 0.0 && excess.bend[1] <= 0.0 ) && holds;
	// And no larger than need be.
	double share = excess.share / (double)excess.intervals;
	holds = CHECK( share > 0.15 ) && holds;
	if ( !holds )
	{
		fprintf( stderr, "    off by %g (feet %g) more than the slack, %g (%g) more than the bend; %g of the slack is used\n",
				 excess.slack[0], excess.slack[1], excess.bend[0], excess.bend[1], share );
	}
}

TEST( BoundsOfTracksHoldAllCircles )
{
	for ( uint64_t seed = 0; seed < 300; ++seed )
	{
		randomStream r = { seed, 0 };
		wfGaitDef gait = wfDefaultGaitDef();
		wfBody body = bodyOf( &gait );
		wfVec2 origin = nextPlace( &r, 5.0 ), place = nextPlace( &r, 5.0 );
		Steps walk = randomSteps( &r, &gait, place, nextRandom( &r, -3.0, 3.0 ), 0.03 );
		if ( walk.count == 0 )
		{
			continue;
		}
		wfTrack track;
		wfSampleTrack( walk.steps, walk.count, &body, 0.03, origin, &track );
		double outside = -1.0, beyond = -1.0;
		for ( int32_t look = 0; 0.005 * look < endOf( &walk ) + 0.2; ++look )
		{
			wfCircle circles[WF_BODY_CIRCLES];
			circlesAt( &walk, &body, 0.01 * ( look / 2 ), look % 2 == 1, circles );
			for ( int32_t c = 0; c < WF_BODY_CIRCLES; ++c )
			{
				wfVec2 center = minus( circles[c].center, origin );
				double radius = circles[c].radius;
				outside =
					fmax( outside, fmax( (double)track.low[0] - center.x + radius, center.x + radius - (double)track.high[0] ) );
				outside =
					fmax( outside, fmax( (double)track.low[1] - center.y + radius, center.y + radius - (double)track.high[1] ) );
				beyond = fmax( beyond, lengthOf( minus( circles[c].center, circles[0].center ) ) + radius - (double)track.reach );
			}
		}
		if ( !CHECK( outside < 1e-6 && beyond < 1e-6 ) )
		{
			fprintf( stderr, "    %g m out of the bounds, %g m beyond the reach\n", outside, beyond );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- comparing

static double gapAt( const wfCircle* a, const wfCircle* b )
{
	double least = INFINITY;
	for ( int32_t k = 0; k < WF_BODY_CIRCLES * WF_BODY_CIRCLES; ++k )
	{
		const wfCircle *first = &a[k / WF_BODY_CIRCLES], *second = &b[k % WF_BODY_CIRCLES];
		least = fmin( least, lengthOf( minus( first->center, second->center ) ) - first->radius - second->radius );
	}
	return least;
}

typedef struct Verdicts
{
	int32_t clear, met;	   // by brute force with room to spare, or overlapping
	int32_t wrong, missed; // called clear though they meet; met though there was room
	double deepest;
} Verdicts;

// `room`: what those who are called met may have had between them.
static void judge( Verdicts* verdicts, bool clear, double least, double room )
{
	verdicts->clear += least > room ? 1 : 0;
	verdicts->met += least < -1e-4 ? 1 : 0;
	verdicts->wrong += clear && least < -1e-4 ? 1 : 0;
	verdicts->missed += !clear && least > room ? 1 : 0;
	verdicts->deepest = clear ? fmin( verdicts->deepest, least ) : verdicts->deepest;
}

static void checkVerdicts( const Verdicts* verdicts )
{
	bool holds = CHECK( verdicts->clear > 200 && verdicts->met > 200 );
	// Shoulders that whirl around have slacks far too large.
	holds = CHECK( verdicts->wrong == 0 && verdicts->missed * 200 < verdicts->clear ) && holds;
	if ( !holds )
	{
		fprintf( stderr, "    %d clear, %d met, %d called clear that meet (by %g m), %d called met with room\n", verdicts->clear,
				 verdicts->met, verdicts->wrong, -verdicts->deepest, verdicts->missed );
	}
}

TEST( ClearTracksNeverMeet )
{
	Verdicts verdicts = { 0 };
	for ( uint64_t seed = 0; seed < 3000; ++seed )
	{
		randomStream r = { seed, 0 };
		wfGaitDef gait = wfDefaultGaitDef();
		wfBody body = bodyOf( &gait ), other = wfMakeBody( &gait, nextRandom( &r, 0.2, 0.3 ) );
		wfVec2 origin = { 3.0, -2.0 }, near = nextPlace( &r, 1.6 );
		double headingA = nextRandom( &r, -3.0, 3.0 ), headingB = nextRandom( &r, -3.0, 3.0 );
		Steps a = randomSteps( &r, &gait, ( wfVec2 ){ 5.0, 5.0 }, headingA, nextRandom( &r, 0.0, 0.2 ) );
		r.seed += 1000000;
		Steps b = randomSteps( &r, &gait, ( wfVec2 ){ 5.0 + near.x, 5.0 + near.y }, headingB, nextRandom( &r, 0.0, 0.2 ) );
		if ( a.count == 0 || b.count == 0 )
		{
			continue;
		}
		wfTrack trackA, trackB;
		wfSampleTrack( a.steps, a.count, &body, 0.2, origin, &trackA );
		wfSampleTrack( b.steps, b.count, &other, seed % 3 == 0 ? 0.0 : 0.2, origin, &trackB );
		wfBodySize sizeA = wfSizeOfBody( &body ), sizeB = wfSizeOfBody( &other );
		double least = INFINITY, end = fmax( endOf( &a ), endOf( &b ) );
		for ( double time = 0.2; time <= end + 0.01; time += 0.01 )
		{
			wfCircle circlesA[WF_BODY_CIRCLES], circlesB[WF_BODY_CIRCLES];
			for ( int32_t exact = 0; exact < 2; ++exact )
			{
				circlesAt( &a, &body, time, exact == 1, circlesA );
				circlesAt( &b, &other, time, exact == 1, circlesB );
				least = fmin( least, gapAt( circlesA, circlesB ) );
			}
		}
		bool clear = wfAreTracksClear( &trackA, &sizeA, &trackB, &sizeB, trackA.first );
		CHECK( clear == wfAreTracksClear( &trackB, &sizeB, &trackA, &sizeA, trackA.first ) );
		judge( &verdicts, clear, least, 0.06 );
	}
	checkVerdicts( &verdicts );
}

TEST( TracksClearOfDiscsNeverMeetThem )
{
	Verdicts verdicts = { 0 };
	for ( uint64_t seed = 0; seed < 3000; ++seed )
	{
		randomStream r = { seed, 0 };
		wfGaitDef gait = wfDefaultGaitDef();
		wfBody body = bodyOf( &gait );
		wfVec2 origin = { -7.0, 1.0 }, disc = nextPlace( &r, 1.5 );
		double radius = nextRandom( &r, 0.1, 0.5 ), heading = nextRandom( &r, -3.0, 3.0 );
		Steps walk = randomSteps( &r, &gait, ( wfVec2 ){ 0.0, 0.0 }, heading, 0.0 );
		if ( walk.count == 0 )
		{
			continue;
		}
		wfTrack track;
		wfSampleTrack( walk.steps, walk.count, &body, 0.0, origin, &track );
		wfBodySize size = wfSizeOfBody( &body );
		double least = INFINITY;
		for ( double time = 0.0; time <= endOf( &walk ) + 0.005; time += 0.005 )
		{
			wfCircle circles[WF_BODY_CIRCLES];
			for ( int32_t c = 0; c < 2 * WF_BODY_CIRCLES; ++c )
			{
				circlesAt( &walk, &body, time, c >= WF_BODY_CIRCLES, circles );
				const wfCircle* circle = &circles[c % WF_BODY_CIRCLES];
				least = fmin( least, lengthOf( minus( circle->center, disc ) ) - circle->radius - radius );
			}
		}
		bool clear = wfIsTrackClearOfDisc( &track, &size, (float)( disc.x - origin.x ), (float)( disc.y - origin.y ),
										   (float)radius, track.first );
		judge( &verdicts, clear, least, 0.03 );
	}
	checkVerdicts( &verdicts );
}

TEST( TracksClearOfWallsNeverMeetThem )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 20.0, 20.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	for ( int32_t k = 0; k < 25; ++k )
	{
		wfShapeDef shape = wfDefaultShapeDef();
		shape.kind = k % 2 == 0 ? wf_boxShape : wf_discShape;
		shape.center = ( wfVec2 ){ 2.0 + 4.0 * ( k % 5 ), 2.0 + 4.0 * ( k / 5 ) };
		shape.halfSize = ( wfVec2 ){ 0.1 + 0.06 * k, 0.15 };
		shape.radius = 0.1 + 0.02 * k;
		shape.angle = 0.3 * k;
		wfShapeId id;
		CHECK_EQUAL( wfWorld_AddShape( world, &shape, &id, NULL ), wf_ok );
	}
	wfWallMap* walls = NULL;
	CHECK_EQUAL( wfCreateWallMap( world, 0, 1.9, &walls ), wf_ok );
	Verdicts verdicts = { 0 };
	for ( uint64_t seed = 0; seed < 3000 && walls != NULL; ++seed )
	{
		randomStream r = { seed, 0 };
		wfGaitDef gait = wfDefaultGaitDef();
		wfBody body = bodyOf( &gait );
		wfVec2 place = nextPlace( &r, 9.0 );
		double heading = nextRandom( &r, -3.0, 3.0 );
		Steps walk = randomSteps( &r, &gait, ( wfVec2 ){ 10.0 + place.x, 10.0 + place.y }, heading, 0.0 );
		if ( walk.count == 0 )
		{
			continue;
		}
		wfTrack track;
		wfSampleTrack( walk.steps, walk.count, &body, 0.0, def.bounds.lower, &track );
		wfBodySize size = wfSizeOfBody( &body );
		double least = INFINITY;
		for ( double time = 0.0; time <= endOf( &walk ) + 0.01; time += 0.01 )
		{
			wfCircle circles[WF_BODY_CIRCLES];
			for ( int32_t c = 0; c < 2 * WF_BODY_CIRCLES; ++c )
			{
				circlesAt( &walk, &body, time, c >= WF_BODY_CIRCLES, circles );
				const wfCircle* circle = &circles[c % WF_BODY_CIRCLES];
				least = fmin( least, wfWorld_GetDistance( world, circle->center, 0 ) - circle->radius );
			}
		}
		judge( &verdicts, wfIsTrackClearOfWalls( &track, &size, walls, def.bounds.lower, NULL, NULL ), least, 0.03 );
	}
	checkVerdicts( &verdicts );
	wfDestroyWallMap( walls );
	wfDestroyWorld( world );
}

// Who stands too near for the slacks may leave, and may not come nearer.
TEST( WhoStandsCloseMayPart )
{
	wfGaitDef gait = wfDefaultGaitDef();
	wfBody body = bodyOf( &gait );
	wfBodySize size = wfSizeOfBody( &body );
	wfStance other = wfMakeStance( &gait, 0.0, ( wfVec2 ){ 0.0, 0.5005 }, 0.0 );
	wfTrack stands, track;
	wfSampleStance( &other, &body, 0.0, ( wfVec2 ){ 0.0, 0.0 }, &stands );
	wfStance stance = wfMakeStance( &gait, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
	wfStance after = stance;
	wfFootstep away = makeStep( &gait, &after, shiftAction( wf_leftFoot, ( wfVec2 ){ 0.0, -0.2 }, 0.0, 0.5 ) );
	wfSampleTrack( &away, 1, &body, 0.0, ( wfVec2 ){ 0.0, 0.0 }, &track );
	CHECK( wfAreTracksClear( &track, &size, &stands, &size, 0 ) );
	CHECK( wfAreTracksClear( &stands, &size, &track, &size, 0 ) );
	CHECK( wfIsTrackClearOfDisc( &track, &size, 0.0f, 0.5005f, 0.25f, 0 ) );
	after = stance;
	wfFootstep toward = makeStep( &gait, &after, shiftAction( wf_rightFoot, ( wfVec2 ){ 0.0, 0.2 }, 0.0, 0.5 ) );
	wfSampleTrack( &toward, 1, &body, 0.0, ( wfVec2 ){ 0.0, 0.0 }, &track );
	CHECK( !wfAreTracksClear( &track, &size, &stands, &size, 0 ) );
	CHECK( !wfIsTrackClearOfDisc( &track, &size, 0.0f, 0.5005f, 0.25f, 0 ) );
}

void runTrackTests( int argc, char** argv )
{
	RUN( NobodyIsFartherOffThanItsSlack );
	RUN( BoundsOfTracksHoldAllCircles );
	RUN( ClearTracksNeverMeet );
	RUN( TracksClearOfDiscsNeverMeetThem );
	RUN( TracksClearOfWallsNeverMeetThem );
	RUN( WhoStandsCloseMayPart );
}
