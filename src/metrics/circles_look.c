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
	box->lower.x = point.x - margin < box->lower.x ? point.x - margin : box->lower.x;
	box->lower.y = point.y - margin < box->lower.y ? point.y - margin : box->lower.y;
	box->upper.x = point.x + margin > box->upper.x ? point.x + margin : box->upper.x;
	box->upper.y = point.y + margin > box->upper.y ? point.y + margin : box->upper.y;
}

// All circles of a step from one time of it to another. Feet go straight and never back; the centre bulges from its chord by a
// quarter of the curve times the square of the time at most.
static void growBoxByStep( wfBox2* box, const wfFootstepRow* row, double from, double to )
{
	const wfFootstep* step = &row->step;
	const wfBody* body = &row->body;
	double shoulders = body->shoulderDistance + body->shoulderRadius, seconds = to - from;
	double reach = shoulders > body->torsoRadius ? shoulders : body->torsoRadius;
	reach += 0.25 * fabs( step->curve ) * seconds * seconds;
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
	body->box = ( wfBox2 ){ { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
	if ( !body->walks )
	{
		growBox( &body->box, body->from, body->radius );
		growBox( &body->box, body->to, body->radius );
		return;
	}
	const wfCheckedAgent* agent = check->agents + body->slot;
	double from = check->frames[0].time, to = check->frames[1].time;
	for ( int32_t k = body->row; k < agent->rowCount; ++k )
	{
		const wfFootstep* step = &agent->rows[k].step;
		if ( k > body->row && step->startTime > to )
		{
			break;
		}
		double begin = step->startTime > from ? step->startTime : from, end = wfFootstep_GetEndTime( step );
		growBoxByStep( &body->box, agent->rows + k, begin, end < to ? fmax( begin, end ) : to );
	}
}

// Those who are in both frames.
static wfResult gatherBodies( wfCircleCheck* check, bool* anyWalks )
{
	const wfCheckedFrame *first = check->frames, *second = check->frames + 1;
	check->bodyCount = 0;
	*anyWalks = false;
	if ( wfReserve( &check->bodies, &check->bodyCapacity, (size_t)first->count, sizeof( wfCheckedBody ) ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	for ( int32_t i = 0; i < first->count; ++i )
	{
		int32_t slot = first->slots[i];
		const wfCheckedAgent* agent = check->agents + slot;
		if ( agent->frame != check->frameNumber + 1 )
		{
			continue;
		}
		wfCheckedBody* body = check->bodies + check->bodyCount++;
		*body = ( wfCheckedBody ){ .slot = slot, .walks = agent->rowCount > 0, .radius = first->radii[i] };
		body->from = first->positions[i];
		body->to = second->positions[agent->place];
		body->row = wfCheckedAgent_FindRow( agent, first->time );
		boundBody( check, body );
		*anyWalks = *anyWalks || body->walks;
		check->report.agentSeconds += body->walks ? second->time - first->time : 0.0;
	}
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------- pairs

static int64_t roundDown( double value )
{
	int64_t whole = (int64_t)value;
	return whole - ( value < (double)whole );
}

// Bodies by the middle of their boxes, in a grid that repeats in both directions.
static wfResult sortBodies( wfCircleCheck* check, int32_t bits )
{
	size_t count = check->bodyCount, cellCount = (size_t)1 << ( 2 * bits );
	if ( wfReserve( &check->cells, &check->cellCapacity, count, sizeof( int32_t ) ) != wf_ok ||
		 wfReserve( &check->sorted, &check->sortedCapacity, count, sizeof( int32_t ) ) != wf_ok ||
		 wfReserve( &check->begins, &check->beginCapacity, cellCount + 2, sizeof( int32_t ) ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	// Middles of boxes that meet are no farther apart than the largest box is wide; a little more against rounding.
	double size = 1e-3;
	for ( size_t i = 0; i < count; ++i )
	{
		const wfBox2* box = &check->bodies[i].box;
		size = fmax( size, fmax( box->upper.x - box->lower.x, box->upper.y - box->lower.y ) );
	}
	double scale = 1.0 / ( size * ( 1.0 + 1e-9 ) );
	int64_t mask = ( (int64_t)1 << bits ) - 1;
	memset( check->begins, 0, ( cellCount + 2 ) * sizeof( int32_t ) );
	for ( size_t i = 0; i < count; ++i )
	{
		const wfBox2* box = &check->bodies[i].box;
		int64_t x = roundDown( 0.5 * ( box->lower.x + box->upper.x ) * scale ) & mask;
		int64_t y = roundDown( 0.5 * ( box->lower.y + box->upper.y ) * scale ) & mask;
		check->cells[i] = (int32_t)( y << bits | x );
		check->begins[check->cells[i] + 2] += 1;
	}
	for ( size_t c = 2; c < cellCount + 2; ++c )
	{
		check->begins[c] += check->begins[c - 1];
	}
	for ( size_t i = 0; i < count; ++i )
	{
		check->sorted[check->begins[check->cells[i] + 1]++] = (int32_t)i;
	}
	return wf_ok;
}

static bool doBoxesMeet( const wfBox2* a, const wfBox2* b )
{
	return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y && b->lower.y <= a->upper.y;
}

static wfResult findPairsOf( wfCircleCheck* check, int32_t index, int32_t cell )
{
	wfCheckedBody* body = check->bodies + index;
	for ( int32_t k = check->begins[cell]; k < check->begins[cell + 1]; ++k )
	{
		int32_t other = check->sorted[k];
		wfCheckedBody* second = check->bodies + other;
		// Discs among themselves are not what is checked here.
		if ( other <= index || ( !body->walks && !second->walks ) || !doBoxesMeet( &body->box, &second->box ) )
		{
			continue;
		}
		if ( wfReserve( &check->pairs, &check->pairCapacity, check->pairCount + 1, sizeof( wfBodyPair ) ) != wf_ok )
		{
			return wf_outOfMemory;
		}
		check->pairs[check->pairCount++] = ( wfBodyPair ){ index, other };
		body->near = second->near = true;
	}
	return wf_ok;
}

static wfResult findPairs( wfCircleCheck* check )
{
	int32_t bits = 2; // fewer than three cells a side would make neighbours of both sides the same
	while ( bits < 15 && ( (size_t)1 << ( 2 * bits ) ) < check->bodyCount )
	{
		bits += 1;
	}
	check->pairCount = 0;
	wfResult result = sortBodies( check, bits );
	int32_t mask = ( 1 << bits ) - 1;
	for ( int32_t i = 0; i < (int32_t)check->bodyCount && result == wf_ok; ++i )
	{
		int32_t x = check->cells[i] & mask, y = check->cells[i] >> bits;
		for ( int32_t k = 0; k < 9 && result == wf_ok; ++k )
		{
			int32_t column = ( x + k % 3 - 1 ) & mask, row = ( y + k / 3 - 1 ) & mask;
			result = findPairsOf( check, i, row << bits | column );
		}
	}
	return result;
}

// A wall farther from the middle of a box than its corners touches nothing in it.
static void findWalls( wfCircleCheck* check )
{
	for ( size_t i = 0; i < check->bodyCount && check->def.world != NULL; ++i )
	{
		wfCheckedBody* body = check->bodies + i;
		if ( !body->walks )
		{
			continue;
		}
		wfVec2 middle = { 0.5 * ( body->box.lower.x + body->box.upper.x ), 0.5 * ( body->box.lower.y + body->box.upper.y ) };
		double x = body->box.upper.x - middle.x, y = body->box.upper.y - middle.y;
		body->nearWall = wfWorld_GetDistance( check->def.world, middle, check->def.kind ) < sqrt( x * x + y * y );
		body->near = body->near || body->nearWall;
		if ( !body->nearWall )
		{
			check->agents[body->slot].touchesWall = false;
		}
	}
}

// ---------------------------------------------------------------------------------------------------------------- looks

static void makeCircles( const wfCircleCheck* check, wfCheckedBody* body, double time, double share )
{
	if ( !body->walks )
	{
		wfVec2 center = { body->from.x + share * ( body->to.x - body->from.x ),
						  body->from.y + share * ( body->to.y - body->from.y ) };
		body->circles[0] = ( wfCircle ){ center, body->radius };
		body->circleCount = 1;
		body->reach = body->radius;
		return;
	}
	const wfCheckedAgent* agent = check->agents + body->slot;
	while ( body->row + 1 < agent->rowCount && agent->rows[body->row + 1].step.startTime <= time )
	{
		body->row += 1;
	}
	const wfFootstepRow* row = agent->rows + body->row;
	body->circleCount = 0;
	body->reach = 0.0;
	if ( row->step.startTime > time + 1e-9 )
	{
		return; // in the middle of a step that was not told, as at the start of a run that goes on
	}
	wfFootstep_GetCircles( &row->step, &row->body, time, body->circles );
	body->circleCount = WF_BODY_CIRCLES;
	body->reach = body->circles[0].radius;
	for ( int32_t k = 1; k < WF_BODY_CIRCLES; ++k )
	{
		double x = body->circles[k].center.x - body->circles[0].center.x,
			   y = body->circles[k].center.y - body->circles[0].center.y;
		double reach = sqrt( x * x + y * y ) + body->circles[k].radius;
		body->reach = reach > body->reach ? reach : body->reach;
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
	double x = b->circles[0].center.x - a->circles[0].center.x, y = b->circles[0].center.y - a->circles[0].center.y;
	double reach = a->reach + b->reach, deepest = 0.0;
	if ( a->circleCount == 0 || b->circleCount == 0 || x * x + y * y >= reach * reach )
	{
		return 0.0;
	}
	for ( int32_t i = 0; i < a->circleCount; ++i )
	{
		for ( int32_t k = 0; k < b->circleCount; ++k )
		{
			const wfCircle *first = a->circles + i, *second = b->circles + k;
			double dx = second->center.x - first->center.x, dy = second->center.y - first->center.y;
			double sum = first->radius + second->radius, squared = dx * dx + dy * dy;
			if ( squared >= sum * sum )
			{
				continue;
			}
			double depth = sum - sqrt( squared );
			if ( depth > deepest )
			{
				deepest = depth;
				*place = ( wfVec2 ){ first->center.x + 0.5 * dx, first->center.y + 0.5 * dy };
			}
		}
	}
	return deepest;
}

static wfResult lookAtPairs( wfCircleCheck* check, int64_t look, double time )
{
	wfResult result = wf_ok;
	for ( size_t i = 0; i < check->pairCount && result == wf_ok; ++i )
	{
		const wfCheckedBody *a = check->bodies + check->pairs[i].a, *b = check->bodies + check->pairs[i].b;
		wfVec2 place = { 0.0, 0.0 };
		double depth = getDepth( a, b, &place );
		if ( !( depth > check->def.tolerance ) )
		{
			continue;
		}
		bool begins = false;
		result = wfPairSet_Touch( &check->touching, a->slot, b->slot, look, &begins );
		check->report.overlaps += begins ? 1 : 0;
		check->report.deepestOverlap = fmax( check->report.deepestOverlap, depth );
		noteFirst( check, time, check->agents[a->slot].serial, check->agents[b->slot].serial, place );
	}
	return result;
}

static void lookAtWalls( wfCircleCheck* check, const wfCheckedBody* body, double time )
{
	const wfWorld* world = check->def.world;
	wfCheckedAgent* agent = check->agents + body->slot;
	double depth = body->circles[0].radius, deepest = 0.0;
	wfVec2 place = body->circles[0].center;
	double distance = wfWorld_GetDistance( world, place, check->def.kind );
	for ( int32_t k = 0; k < WF_BODY_CIRCLES && distance < body->reach; ++k )
	{
		const wfCircle* circle = body->circles + k;
		depth = circle->radius - ( k == 0 ? distance : wfWorld_GetDistance( world, circle->center, check->def.kind ) );
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

wfResult wfCircleCheck_Look( wfCircleCheck* check )
{
	double from = check->frames[0].time, to = check->frames[1].time;
	int64_t looks = (int64_t)ceil( ( to - from ) / check->def.interval * ( 1.0 - 1e-9 ) );
	looks = looks > 0 ? looks : 1;
	bool anyWalks = false;
	wfResult result = gatherBodies( check, &anyWalks );
	if ( result == wf_ok && anyWalks )
	{
		result = findPairs( check );
		findWalls( check );
	}
	// Both ends are looked at: who comes in at one frame is there from then on. The end of one is the start of the next.
	for ( int64_t k = 0; k <= looks && result == wf_ok && anyWalks; ++k )
	{
		double share = (double)k / (double)looks, time = k == looks ? to : from + share * ( to - from );
		for ( size_t i = 0; i < check->bodyCount; ++i )
		{
			wfCheckedBody* body = check->bodies + i;
			if ( body->near )
			{
				makeCircles( check, body, time, share );
			}
			if ( body->nearWall && body->circleCount > 0 )
			{
				lookAtWalls( check, body, time );
			}
		}
		result = lookAtPairs( check, check->look + k, time );
	}
	check->look += looks;
	check->report.looks += anyWalks ? looks : 0;
	return result;
}
