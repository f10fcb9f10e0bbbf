// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Creation, agents, and what follows from the path of each one alone: speeds, standing, headings, crossings.

#include "metrics.h"

#include <math.h>
#include <stdio.h>

wfMetricsDef wfDefaultMetricsDef( void )
{
	return ( wfMetricsDef ){ .fps = 20.0,
							 .contactTolerance = 1e-3,
							 .standingSpeed = 0.1,
							 .headingInterval = 0.1,
							 .laneWidth = 0.5,
							 .speedInterval = 0.4,
							 .missedReach = 1.0,
							 .internalCookie = WF_COOKIE };
}

// ------------------------------------------------------------------------------------------------------------ creation

static bool isInside( double value, double lower, double upper )
{
	return value >= lower && value <= upper; // false for what is not a number
}

static wfResult refuse( wfError* error, const char* field, double value, const char* expected )
{
	wfFail( error, wf_outOfRange, "is %g; expected %s", value, expected );
	if ( error != NULL )
	{
		snprintf( error->field, sizeof( error->field ), "%s", field );
	}
	return wf_outOfRange;
}

static bool isPlace( wfVec2 point )
{
	return isInside( point.x, -WF_MAX_COORDINATE, WF_MAX_COORDINATE ) &&
		   isInside( point.y, -WF_MAX_COORDINATE, WF_MAX_COORDINATE );
}

static bool isEmptyBox( const wfBox2* box )
{
	return box->lower.x == 0.0 && box->lower.y == 0.0 && box->upper.x == 0.0 && box->upper.y == 0.0;
}

static wfResult checkLines( const wfMetricsDef* def, wfError* error )
{
	if ( def->lineCount < 0 || def->lineCount > WF_MAX_METRIC_LINES )
	{
		return refuse( error, "lineCount", def->lineCount, "0 to 16" );
	}
	for ( int32_t i = 0; i < def->lineCount; ++i )
	{
		wfVec2 a = def->lines[i][0], b = def->lines[i][1];
		if ( !isPlace( a ) || !isPlace( b ) )
		{
			return refuse( error, "lines", i, "finite ends of this line, below 1e9" );
		}
		if ( a.x == b.x && a.y == b.y )
		{
			return refuse( error, "lines", i, "two different ends of this line" );
		}
	}
	return wf_ok;
}

static wfResult checkDef( const wfMetricsDef* def, wfError* error )
{
	const struct
	{
		const char* field;
		double value, lower, upper;
		const char* expected;
	} numbers[] = {
		{ "fps", def->fps, 1e-6, 1e6, "frames a second from 1e-6 to 1e6" },
		{ "kind", def->kind, 0.0, 31.0, "0 to 31" },
		{ "radius", def->radius, 0.0, 1e6, "metres from 0 to 1e6" },
		{ "contactTolerance", def->contactTolerance, 0.0, 1e6, "metres from 0 to 1e6" },
		{ "standingSpeed", def->standingSpeed, 0.0, 1e6, "metres a second from 0 to 1e6" },
		{ "headingInterval", def->headingInterval, 1e-9, 1e6, "seconds from 1e-9 to 1e6" },
		{ "densityCell", def->densityCell, 0.0, 1e6, "metres from 0 to 1e6" },
		{ "laneWidth", def->laneWidth, 1e-9, 1e6, "metres from 1e-9 to 1e6" },
		{ "speedInterval", def->speedInterval, 1e-9, 1e6, "seconds from 1e-9 to 1e6" },
		{ "missedReach", def->missedReach, 0.0, 1e6, "metres from 0 to 1e6" },
		{ "laneDirection.x", def->laneDirection.x, -1e9, 1e9, "a finite number" },
		{ "laneDirection.y", def->laneDirection.y, -1e9, 1e9, "a finite number" },
	};
	for ( size_t i = 0; i < sizeof( numbers ) / sizeof( numbers[0] ); ++i )
	{
		if ( !isInside( numbers[i].value, numbers[i].lower, numbers[i].upper ) )
		{
			return refuse( error, numbers[i].field, numbers[i].value, numbers[i].expected );
		}
	}
	if ( def->seriesWindow != 0.0 && !isInside( def->seriesWindow, 1e-3, 1e6 ) )
	{
		return refuse( error, "seriesWindow", def->seriesWindow, "seconds from 0.001 to 1e6, or 0" );
	}
	if ( !isPlace( def->area.lower ) || !isPlace( def->area.upper ) )
	{
		return refuse( error, "area", def->area.lower.x, "finite corners, below 1e9" );
	}
	bool solid = def->area.lower.x < def->area.upper.x && def->area.lower.y < def->area.upper.y;
	if ( !solid && !isEmptyBox( &def->area ) )
	{
		return refuse( error, "area", def->area.lower.x, "a lower left corner left of and below the upper right one" );
	}
	return checkLines( def, error );
}

wfResult wfCreateMetrics( const wfMetricsDef* def, wfMetrics** metrics, wfError* error )
{
	if ( WF_FAILS( def != NULL && metrics != NULL ) || WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the def did not come from wfDefaultMetricsDef" );
	}
	*metrics = NULL;
	wfResult result = checkDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfMetrics* created = wfAllocateZeroed( sizeof( wfMetrics ) );
	if ( created == NULL )
	{
		return wfFail( error, wf_outOfMemory, "out of memory" );
	}
	created->def = *def;
	created->def.laneDirection = wfNormalize2( def->laneDirection, def->laneDirection );
	created->area.used = !isEmptyBox( &def->area );
	created->area.box = def->area;
	created->area.size = ( def->area.upper.x - def->area.lower.x ) * ( def->area.upper.y - def->area.lower.y );
	created->map.cell = def->densityCell;
	created->series = ( wfSeriesMeter ){ .window = def->seriesWindow, .floorSize = NAN };
	if ( created->area.used && def->world != NULL )
	{
		result = wfWalkable_Make( &created->voronoi.walkable, def->world, &def->area );
	}
	else if ( def->seriesWindow > 0.0 && def->world != NULL )
	{
		result = wfMeasureFloor( def->world, &created->series.floorSize );
	}
	if ( result != wf_ok )
	{
		wfDestroyMetrics( created );
		return wfFail( error, result, "%s", wfDescribeResult( result ) );
	}
	*metrics = created;
	return wf_ok;
}

void wfDestroyMetrics( wfMetrics* metrics )
{
	if ( metrics == NULL )
	{
		return;
	}
	wfArray_Free( &metrics->agents );
	wfMap_Free( &metrics->indexOf );
	wfArray_Free( &metrics->slots );
	wfArray_Free( &metrics->previousSlots );
	wfContactGrid_Free( &metrics->grid );
	wfPairSet_Free( &metrics->pairs );
	for ( int32_t i = 0; i < WF_MAX_METRIC_LINES; ++i )
	{
		wfArray_Free( &metrics->lines[i].times );
	}
	wfAreaMeter_Free( &metrics->area );
	wfArray_Free( &metrics->series.windows );
	wfVoronoi_Free( &metrics->voronoi );
	wfReleaseArray( metrics->map.counts, metrics->map.capacity, sizeof( uint32_t ) );
	wfArray_Free( &metrics->laneItems );
	wfRelease( metrics, sizeof( wfMetrics ) );
}

// -------------------------------------------------------------------------------------------------------------- agents

// The index of an agent, made where it is new; negative when out of memory.
static int32_t findAgent( wfMetrics* metrics, uint32_t serial )
{
	int32_t index = -1, next = metrics->agents.count;
	if ( wfArray_Reserve( &metrics->agents, (size_t)next + 1 ) != wf_ok ||
		 wfMap_FindOrAdd( &metrics->indexOf, serial, next, &index ) != wf_ok )
	{
		return -1;
	}
	if ( index == next )
	{
		metrics->agents.data[metrics->agents.count++] = ( wfTrackedAgent ){
			.serial = serial, .row = -1, .lastFrame = -1, .shortest = NAN, .arrivalTime = NAN, .wallSlack = -1.0 };
	}
	return index;
}

wfResult wfMetrics_AddArrival( wfMetrics* metrics, uint32_t serial, double time )
{
	if ( WF_FAILS( metrics != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( !isfinite( time ) )
	{
		return wf_outOfRange;
	}
	int32_t index = findAgent( metrics, serial );
	if ( index < 0 )
	{
		return wf_outOfMemory;
	}
	wfTrackedAgent* agent = &metrics->agents.data[index];
	if ( !agent->arrived ) // one that begins its list again arrives once
	{
		agent->arrived = true;
		agent->arrivalTime = time;
		metrics->arrivedCount += 1;
	}
	return wf_ok;
}

wfResult wfMetrics_SetShortestPath( wfMetrics* metrics, uint32_t serial, double metres )
{
	if ( WF_FAILS( metrics != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( !( metres > 0.0 ) || !isfinite( metres ) )
	{
		return wf_outOfRange;
	}
	int32_t index = findAgent( metrics, serial );
	if ( index < 0 )
	{
		return wf_outOfMemory;
	}
	metrics->agents.data[index].shortest = metres;
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------ one agent

// A person counts where it passes the line first, at the frame after, as in the N-t diagrams of PedPy; each path in both
// directions.
static void addCrossings( wfMetrics* metrics, wfTrackedAgent* agent, wfVec3 to, double time )
{
	for ( int32_t i = 0; i < metrics->def.lineCount; ++i )
	{
		wfVec2 a = metrics->def.lines[i][0], b = metrics->def.lines[i][1], d = wfSub2( b, a );
		wfVec2 from = { agent->last.x, agent->last.y }, next = { to.x, to.y };
		double before = wfSide2( a, b, from ), after = wfSide2( a, b, next );
		if ( ( before >= 0.0 ) == ( after >= 0.0 ) )
		{
			continue;
		}
		double part = before / ( before - after );
		double along = wfDot2( wfSub2( wfMix2( from, next, part ), a ), d );
		if ( along < 0.0 || along > wfDot2( d, d ) )
		{
			continue;
		}
		wfLineMeter* line = &metrics->lines[i];
		if ( ( agent->crossedLines >> i & 1 ) == 0 )
		{
			wfMetrics_Keep( metrics, wfArray_Push( &line->times, time ) );
			agent->crossedLines = (uint16_t)( agent->crossedLines | 1u << i );
		}
		line->forward += after >= 0.0;
		line->backward += after < 0.0;
	}
}

static void beginHeading( wfTrackedAgent* agent, wfVec3 position, double time )
{
	agent->headingFrom = position;
	agent->headingTime = time;
	agent->headingFrames = 0;
}

// Between two moves in space.
static double getAngle( wfVec3 a, wfVec3 b )
{
	double dot = wfDot3( a, b );
	if ( a.z == 0.0 && b.z == 0.0 )
	{
		return fabs( atan2( a.x * b.y - a.y * b.x, dot ) );
	}
	return atan2( wfLength3( wfCross3( a, b ) ), dot );
}

static bool isNothing( wfVec3 move )
{
	return move.x == 0.0 && move.y == 0.0 && move.z == 0.0;
}

static void addHeading( wfMetrics* metrics, wfTrackedAgent* agent, wfVec3 position, double time )
{
	agent->headingFrames += 1;
	if ( agent->headingFrames < metrics->headingFrames )
	{
		return;
	}
	wfVec3 move = wfSub3( position, agent->headingFrom ), before = agent->headingMove;
	double seconds = time - agent->headingTime, least = metrics->def.standingSpeed * seconds;
	double squared = wfDot3( move, move );
	if ( squared <= least * least || squared == 0.0 )
	{
		move = ( wfVec3 ){ 0.0, 0.0, 0.0 };
	}
	else if ( !isNothing( before ) )
	{
		metrics->headingSum += getAngle( before, move );
		metrics->headingTime += seconds;
	}
	agent->headingMove = move;
	beginHeading( agent, position, time );
}

// The path to the arrival, or all of it: of the last piece the part that was walked before.
static void addWalkedLength( wfTrackedAgent* agent, wfVec3 position, double length, double lastTime, double time )
{
	double part = 1.0;
	if ( agent->arrived && agent->arrivalTime < time )
	{
		part = agent->arrivalTime > lastTime ? ( agent->arrivalTime - lastTime ) / ( time - lastTime ) : 0.0;
	}
	if ( part > 0.0 )
	{
		agent->walked += part * length;
		agent->end = wfMix3( agent->last, position, part );
	}
}

static void addLaneSign( const wfMetrics* metrics, wfTrackedAgent* agent, wfVec3 move, double seconds )
{
	wfVec2 direction = metrics->def.laneDirection;
	double along = move.x * direction.x + move.y * direction.y, least = metrics->def.standingSpeed * seconds;
	if ( along > least || along < -least )
	{
		agent->laneSign = along > 0.0 ? 1 : -1;
	}
}

static void addMove( wfMetrics* metrics, wfTrackedAgent* agent, wfVec3 position, bool walking, double time )
{
	wfVec3 move = wfSub3( position, agent->last );
	double length = wfLength3( move ), seconds = time - metrics->lastTime;
	addWalkedLength( agent, position, length, metrics->lastTime, time );
	if ( agent->lastFrame != metrics->frameCount - 1 )
	{
		// It was away: where it has been meanwhile and how fast is not known.
		beginHeading( agent, position, time );
		agent->headingMove = ( wfVec3 ){ 0.0, 0.0, 0.0 };
		agent->wallSlack = -1.0;
		agent->touchesWall = false;
		return;
	}
	metrics->agentTime += seconds;
	metrics->agentMetres += length;
	if ( walking && agent->walking )
	{
		metrics->walkingTime += seconds;
		// Coordinates rounded to a tenth of a millimetre often give exactly the limit, which is not below it.
		double limit = metrics->def.standingSpeed * seconds * ( 1.0 - 1e-9 );
		metrics->standingTime += length < limit ? seconds : 0.0;
	}
	addHeading( metrics, agent, position, time );
	addLaneSign( metrics, agent, move, seconds );
	agent->wallSlack -= length;
	addCrossings( metrics, agent, position, time );
}

// -------------------------------------------------------------------------------------------------------------- frames

static bool isFrameValid( const wfMetrics* metrics, const wfFrame* frame )
{
	if ( frame->count < 0 || !isfinite( frame->time ) || ( metrics->frameCount > 0 && !( frame->time > metrics->lastTime ) ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		if ( !isPlace( wfInPlane( frame->positions[i] ) ) || ( frame->radii != NULL && !isInside( frame->radii[i], 0.0, 1e6 ) ) )
		{
			return false;
		}
		if ( !isInside( frame->positions[i].z, -WF_MAX_COORDINATE, WF_MAX_COORDINATE ) )
		{
			return false;
		}
	}
	return true;
}

// Sides, areas and walls as the def has them are of the plane alone: on a surface they would be reported of its shadow.
static bool needsPlane( const wfMetrics* metrics )
{
	const wfMetricsDef* def = &metrics->def;
	return def->lineCount > 0 || metrics->area.used || metrics->map.cell > 0.0 || def->laneDirection.x != 0.0 ||
		   def->laneDirection.y != 0.0 || def->world != NULL;
}

static void findSlots( wfMetrics* metrics, const wfFrame* frame )
{
	wfSlots* before = &metrics->previousSlots;
	wfMetrics_Keep( metrics, wfArray_Reserve( &metrics->slots, frame->count ) );
	metrics->slots.count = metrics->failed == wf_ok ? frame->count : 0;
	for ( int32_t i = 0; i < metrics->slots.count; ++i )
	{
		uint32_t serial = frame->serials[i];
		int32_t slot = i < before->count ? before->data[i] : -1;
		if ( slot < 0 || metrics->agents.data[slot].serial != serial )
		{
			slot = findAgent( metrics, serial );
		}
		wfMetrics_Keep( metrics, slot >= 0 ? wf_ok : wf_outOfMemory );
		metrics->slots.data[i] = slot;
	}
}

static void addAgents( wfMetrics* metrics, const wfFrame* frame )
{
	for ( int32_t i = 0; i < frame->count && metrics->failed == wf_ok; ++i )
	{
		wfTrackedAgent* agent = &metrics->agents.data[metrics->slots.data[i]];
		wfVec3 position = frame->positions[i];
		bool walking = frame->states == NULL || frame->states[i] == wf_walking;
		if ( agent->lastFrame == metrics->frameCount )
		{
			wfMetrics_Keep( metrics, wf_outOfRange ); // twice in one frame
			return;
		}
		if ( agent->lastFrame < 0 )
		{
			agent->first = agent->end = position;
			agent->firstTime = frame->time;
			beginHeading( agent, position, frame->time );
		}
		else
		{
			addMove( metrics, agent, position, walking, frame->time );
		}
		double radius = frame->radii != NULL ? (double)frame->radii[i] : metrics->def.radius;
		agent->wallSlack = radius == agent->radius ? agent->wallSlack : -1.0;
		agent->radius = radius;
		bool isOval = frame->depths != NULL && (double)frame->depths[i] < radius;
		agent->depth = isOval ? (double)frame->depths[i] : radius;
		agent->facing = !isOval ? 0.0 : frame->headings != NULL ? (double)frame->headings[i] : NAN;
		agent->walking = walking;
		agent->last = position;
		agent->lastTime = frame->time;
		agent->lastFrame = metrics->frameCount;
	}
}

static int32_t countFrames( double seconds, double fps )
{
	double frames = floor( seconds * fps + 0.5 );
	return frames < 1.0 ? 1 : frames > 1e6 ? 1000000 : (int32_t)frames;
}

static void addFrame( wfMetrics* metrics, const wfFrame* frame )
{
	typedef void wfAddFcn( wfMetrics * metrics, const wfFrame* frame );
	wfVec2 lanes = metrics->def.laneDirection;
	const struct
	{
		wfAddFcn* add;
		bool used;
	} parts[] = { { findSlots, true },
				  { addAgents, true },
				  { wfMetrics_AddContacts, true },
				  { wfMetrics_AddWallContacts, metrics->def.world != NULL },
				  { wfMetrics_AddToArea, metrics->area.used },
				  { wfMetrics_AddToSeries, metrics->series.window > 0.0 },
				  { wfMetrics_AddToMap, metrics->map.cell > 0.0 },
				  { wfMetrics_AddLanes, lanes.x != 0.0 || lanes.y != 0.0 } };
	if ( metrics->frameCount == 0 )
	{
		metrics->firstTime = frame->time;
		metrics->headingFrames = countFrames( metrics->def.headingInterval, metrics->def.fps );
		metrics->area.reach = countFrames( metrics->def.speedInterval / 2.0, metrics->def.fps );
		if ( metrics->area.used )
		{
			wfMetrics_PrepareArea( metrics );
		}
	}
	for ( size_t i = 0; i < sizeof( parts ) / sizeof( parts[0] ) && metrics->failed == wf_ok; ++i )
	{
		if ( parts[i].used )
		{
			parts[i].add( metrics, frame );
		}
	}
}

wfResult wfMetrics_AddFrame( wfMetrics* metrics, const wfFrame* frame )
{
	if ( WF_FAILS( metrics != NULL && frame != NULL ) ||
		 WF_FAILS( frame->count <= 0 || ( frame->serials != NULL && frame->positions != NULL ) ) )
	{
		return wf_invalidDef;
	}
	if ( metrics->failed != wf_ok )
	{
		return metrics->failed;
	}
	if ( !isFrameValid( metrics, frame ) )
	{
		return wf_outOfRange;
	}
	if ( frame->count > 0 && frame->onMesh && needsPlane( metrics ) )
	{
		return wf_unsupported;
	}
	addFrame( metrics, frame );
	if ( metrics->failed != wf_ok )
	{
		return metrics->failed;
	}
	wfSlots slots = metrics->slots;
	metrics->slots = metrics->previousSlots;
	metrics->previousSlots = slots;
	metrics->lastTime = frame->time;
	metrics->frameCount += 1;
	return wf_ok;
}
