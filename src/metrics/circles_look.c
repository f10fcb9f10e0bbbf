// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What lies between two frames: first boxes around everything each agent touches in that time, then, for those whose boxes meet
// another one's or a wall, the circles at every look.
#include "circles.h"

#include <math.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- bodies

static void growBox( wfBox2* box, wfVec2 point, double margin )
{
	*box = wfBoxUnion( *box, wfBoxAround( point, point, margin ) );
}

// All circles of a footstep from one time of it to another. Feet go straight and never back; the centre bulges from its chord by
// a quarter of the curve times the square of the time at most, and the exact one is no farther away from it than half a stride
// and the height of the parabola.
static void growBoxByStep( wfBox2* box, const wfFootstepRow* row, bool exact, double from, double to )
{
	const wfFootstep* step = &row->step;
	const wfBody* body = &row->body;
	double shoulders = body->shoulderDistance + body->shoulderRadius, seconds = to - from;
	double reach = shoulders > body->torsoRadius ? shoulders : body->torsoRadius;
	reach += 0.25 * fabs( step->curve ) * seconds * seconds;
	bool swings = exact && step->kind == wf_walkFootstep;
	reach += swings ? 0.5 * step->speed * step->duration + 0.25 * fabs( step->curve ) * step->duration * step->duration : 0.0;
	const double times[2] = { from, to };
	for ( int i = 0; i < 2; ++i )
	{
		growBox( box, wfFootstep_GetPosition( step, times[i] ), reach );
		growBox( box, wfFootstep_GetFoot( step, wf_leftFoot, times[i], NULL ), body->footRadius );
		growBox( box, wfFootstep_GetFoot( step, wf_rightFoot, times[i], NULL ), body->footRadius );
	}
}

static void boundBody( const wfCircleCheck* check, wfCheckedBody* body )
{
	body->box = WF_EMPTY_BOX;
	if ( !body->walks )
	{
		growBox( &body->box, body->from, body->radius );
		growBox( &body->box, body->to, body->radius );
		return;
	}
	const wfCheckedAgent* agent = check->agents.data + body->slot;
	double from = check->frames.data[0].time, to = check->frames.data[1].time;
	for ( int32_t k = body->row; k < agent->rows.count; ++k )
	{
		const wfFootstep* step = &agent->rows.data[k].step;
		if ( k > body->row && step->startTime > to )
		{
			break;
		}
		double begin = step->startTime > from ? step->startTime : from, end = wfFootstep_GetEndTime( step );
		growBoxByStep( &body->box, agent->rows.data + k, check->def.exact, begin, end < to ? fmax( begin, end ) : to );
	}
}

// Those who are in both frames. Whether anybody of them walks.
static bool gatherBodies( wfCircleCheck* check )
{
	const wfCheckedFrame *first = check->frames.data, *second = first + 1;
	bool anyWalks = false;
	check->bodies.count = 0;
	if ( !wfCircleCheck_Keep( check, wfArray_Reserve( &check->bodies, first->discs.count ) ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < first->discs.count; ++i )
	{
		wfCheckedDisc disc = first->discs.data[i];
		const wfCheckedAgent* agent = check->agents.data + disc.slot;
		if ( agent->frame != check->frameNumber + 1 )
		{
			continue;
		}
		wfCheckedBody* body = check->bodies.data + check->bodies.count++;
		*body = ( wfCheckedBody ){ .slot = disc.slot, .walks = agent->rows.count > 0, .radius = disc.radius };
		body->from = disc.position;
		body->to = second->discs.data[agent->place].position;
		body->depth = disc.depth;
		body->heading = disc.heading;
		body->turn = wfWrapAngle( second->discs.data[agent->place].heading - disc.heading );
		body->row = wfCheckedAgent_FindRow( agent, first->time );
		boundBody( check, body );
		anyWalks = anyWalks || body->walks;
		check->report.agentSeconds += body->walks ? second->time - first->time : 0.0;
	}
	return anyWalks;
}

// ---------------------------------------------------------------------------------------------------------------- pairs

// Bodies by the middle of their boxes, in a grid that repeats in both directions.
static void sortBodies( wfCircleCheck* check, int32_t bits )
{
	int32_t count = check->bodies.count;
	if ( !wfCircleCheck_Keep( check, wfCellSort_Begin( &check->sort, count, (size_t)1 << ( 2 * bits ) ) ) ||
		 !wfCircleCheck_Keep( check, wfArray_Reserve( &check->sorted, count ) ) )
	{
		return;
	}
	// Middles of boxes that meet are no farther apart than the largest box is wide; a little more against rounding.
	double size = 1e-3;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec2 sides = wfSub2( check->bodies.data[i].box.upper, check->bodies.data[i].box.lower );
		size = fmax( size, fmax( sides.x, sides.y ) );
	}
	double scale = 1.0 / ( size * ( 1.0 + 1e-9 ) );
	int64_t mask = ( (int64_t)1 << bits ) - 1;
	int32_t *cells = check->sort.cells.data, *begins = check->sort.begins.data;
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfBox2* box = &check->bodies.data[i].box;
		int64_t x = wfRoundDown( 0.5 * ( box->lower.x + box->upper.x ) * scale ) & mask;
		int64_t y = wfRoundDown( 0.5 * ( box->lower.y + box->upper.y ) * scale ) & mask;
		cells[i] = (int32_t)( y << bits | x );
		begins[cells[i] + 2] += 1;
	}
	wfCellSort_Sum( &check->sort );
	for ( int32_t i = 0; i < count; ++i )
	{
		check->sorted.data[begins[cells[i] + 1]++] = i;
	}
}

static void findPairsOf( wfCircleCheck* check, int32_t index, int32_t cell )
{
	wfCheckedBody* body = check->bodies.data + index;
	for ( int32_t k = check->sort.begins.data[cell]; k < check->sort.begins.data[cell + 1]; ++k )
	{
		int32_t other = check->sorted.data[k];
		wfCheckedBody* second = check->bodies.data + other;
		// Discs among themselves are not what is checked here.
		if ( other <= index || ( !body->walks && !second->walks ) || !wfBoxesMeet( body->box, second->box ) )
		{
			continue;
		}
		wfCircleCheck_Keep( check, wfArray_Push( &check->pairs, ( wfBodyPair ){ index, other } ) );
		body->near = second->near = true;
	}
}

static void findPairs( wfCircleCheck* check )
{
	int32_t bits = wfGetGridBits( check->bodies.count ), mask = ( 1 << bits ) - 1;
	check->pairs.count = 0;
	sortBodies( check, bits );
	for ( int32_t i = 0; i < check->bodies.count && check->failed == wf_ok; ++i )
	{
		int32_t x = check->sort.cells.data[i] & mask, y = check->sort.cells.data[i] >> bits;
		for ( int32_t k = 0; k < 9; ++k )
		{
			int32_t column = ( x + k % 3 - 1 ) & mask, row = ( y + k / 3 - 1 ) & mask;
			findPairsOf( check, i, row << bits | column );
		}
	}
}

// A wall farther from the middle of a box than its corners touches nothing in it.
static void findWalls( wfCircleCheck* check )
{
	for ( int32_t i = 0; i < check->bodies.count && check->def.world != NULL; ++i )
	{
		wfCheckedBody* body = check->bodies.data + i;
		if ( !body->walks )
		{
			continue;
		}
		wfVec2 middle = wfScale2( 0.5, wfAdd2( body->box.lower, body->box.upper ) );
		double reach = wfDistance2( middle, body->box.upper );
		body->nearWall = wfWorld_GetDistance( check->def.world, middle, check->def.kind ) < reach;
		body->near = body->near || body->nearWall;
		if ( !body->nearWall )
		{
			check->agents.data[body->slot].touchesWall = false;
		}
	}
}

// ---------------------------------------------------------------------------------------------------------------- looks

// A body that is not round is as deep as circles along the line between its shoulders.
static void makeCirclesOfDisc( wfCheckedBody* body, double share )
{
	static const double places[WF_BODY_CIRCLES] = { 0.0, -1.0, -0.5, 0.5, 1.0 };
	wfVec2 center = wfMix2( body->from, body->to, share );
	wfOval outline = wfMakeOval( center, body->heading + share * body->turn, body->radius, body->depth );
	body->circleCount = body->depth < body->radius ? WF_BODY_CIRCLES : 1;
	body->reach = body->radius;
	for ( int32_t k = 0; k < body->circleCount; ++k )
	{
		body->circles[k] = ( wfCircle ){ wfAddScaled2( center, places[k], outline.shoulder ), body->depth };
	}
}

static void makeCircles( const wfCircleCheck* check, wfCheckedBody* body, double time, double share )
{
	if ( !body->walks )
	{
		makeCirclesOfDisc( body, share );
		return;
	}
	const wfCheckedAgent* agent = check->agents.data + body->slot;
	while ( body->row + 1 < agent->rows.count && agent->rows.data[body->row + 1].step.startTime <= time )
	{
		body->row += 1;
	}
	const wfFootstepRow* row = agent->rows.data + body->row;
	body->circleCount = 0;
	body->reach = 0.0;
	if ( row->step.startTime > time + 1e-9 )
	{
		return; // in the middle of a footstep that was not reported, as at the start of a run that goes on
	}
	( check->def.exact ? wfFootstep_GetExactCircles : wfFootstep_GetCircles )( &row->step, &row->body, time, body->circles );
	body->circleCount = WF_BODY_CIRCLES;
	body->reach = body->circles[0].radius;
	for ( int32_t k = 1; k < WF_BODY_CIRCLES; ++k )
	{
		double reach = wfDistance2( body->circles[0].center, body->circles[k].center ) + body->circles[k].radius;
		body->reach = wfMax( reach, body->reach );
	}
}

static void noteFirst( wfCircleCheck* check, double time, uint32_t a, uint32_t b, wfVec2 place )
{
	if ( isnan( check->report.firstTime ) )
	{
		check->report.firstTime = time;
		check->report.firstSerials[0] = a;
		check->report.firstSerials[1] = b;
		check->report.firstPlace = place;
	}
}

// How deep the circles of two bodies are in each other at most, and where; not above 0: not at all.
static double getDepth( const wfCheckedBody* a, const wfCheckedBody* b, wfVec2* place )
{
	wfVec2 between = wfSub2( b->circles[0].center, a->circles[0].center );
	double reach = a->reach + b->reach, deepest = 0.0;
	if ( a->circleCount == 0 || b->circleCount == 0 || wfDot2( between, between ) >= reach * reach )
	{
		return 0.0;
	}
	for ( int32_t i = 0; i < a->circleCount; ++i )
	{
		for ( int32_t k = 0; k < b->circleCount; ++k )
		{
			const wfCircle *first = a->circles + i, *second = b->circles + k;
			wfVec2 d = wfSub2( second->center, first->center );
			double sum = first->radius + second->radius, squared = wfDot2( d, d );
			if ( squared >= sum * sum )
			{
				continue;
			}
			double depth = sum - sqrt( squared );
			if ( depth > deepest )
			{
				deepest = depth;
				*place = wfAddScaled2( first->center, 0.5, d );
			}
		}
	}
	return deepest;
}

static void lookAtPairs( wfCircleCheck* check, int64_t look, double time )
{
	for ( int32_t i = 0; i < check->pairs.count && check->failed == wf_ok; ++i )
	{
		const wfCheckedBody *a = check->bodies.data + check->pairs.data[i].a, *b = check->bodies.data + check->pairs.data[i].b;
		wfVec2 place = { 0.0, 0.0 };
		double depth = getDepth( a, b, &place );
		if ( !( depth > check->def.tolerance ) )
		{
			continue;
		}
		bool begins = false;
		wfCircleCheck_Keep( check, wfPairSet_Touch( &check->touching, a->slot, b->slot, look, &begins ) );
		check->report.overlaps += begins ? 1 : 0;
		check->report.deepestOverlap = fmax( check->report.deepestOverlap, depth );
		noteFirst( check, time, check->agents.data[a->slot].serial, check->agents.data[b->slot].serial, place );
	}
}

static void lookAtWalls( wfCircleCheck* check, const wfCheckedBody* body, double time )
{
	const wfWorld* world = check->def.world;
	wfCheckedAgent* agent = check->agents.data + body->slot;
	double deepest = 0.0;
	wfVec2 place = body->circles[0].center;
	double distance = wfWorld_GetDistance( world, place, check->def.kind );
	for ( int32_t k = 0; k < WF_BODY_CIRCLES && distance < body->reach; ++k )
	{
		const wfCircle* circle = body->circles + k;
		double depth = circle->radius - ( k == 0 ? distance : wfWorld_GetDistance( world, circle->center, check->def.kind ) );
		if ( depth > deepest )
		{
			deepest = depth;
			place = circle->center;
		}
	}
	bool touches = deepest > check->def.tolerance;
	if ( touches )
	{
		check->report.wallHits += agent->touchesWall ? 0 : 1;
		check->report.deepestWallHit = fmax( check->report.deepestWallHit, deepest );
		noteFirst( check, time, agent->serial, 0, place );
	}
	agent->touchesWall = touches;
}

void wfCircleCheck_Look( wfCircleCheck* check )
{
	double from = check->frames.data[0].time, to = check->frames.data[1].time;
	int64_t looks = (int64_t)ceil( ( to - from ) / check->def.interval * ( 1.0 - 1e-9 ) );
	looks = looks > 0 ? looks : 1;
	bool anyWalks = gatherBodies( check );
	if ( anyWalks )
	{
		findPairs( check );
		findWalls( check );
	}
	// Both ends are looked at: who comes in at one frame is there from then on. The end of one is the start of the next.
	for ( int64_t k = 0; k <= looks && check->failed == wf_ok && anyWalks; ++k )
	{
		double share = (double)k / (double)looks, time = k == looks ? to : from + share * ( to - from );
		for ( int32_t i = 0; i < check->bodies.count; ++i )
		{
			wfCheckedBody* body = check->bodies.data + i;
			if ( body->near )
			{
				makeCircles( check, body, time, share );
			}
			if ( body->nearWall && body->circleCount > 0 )
			{
				lookAtWalls( check, body, time );
			}
		}
		lookAtPairs( check, check->look + k, time );
	}
	check->look += looks;
	check->report.looks += anyWalks ? looks : 0;
}
