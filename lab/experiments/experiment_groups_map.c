// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with the map of a group: what it costs and how well members keep their places by it, beside maps of their own with
// as many cells and sweeps; what one alone reads from a map that it is in itself.
#include "experiment_groups.h"

#include "base/math.h"
#include "base/vec2.h"
#include "crowd/group_map.h"
#include "crowd/inspect.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

// ---------------------------------------------------------------------------------------------------------- against maps each

// How the members of a run plan.
typedef struct Planning
{
	wfGroupPlanner planner;
	int32_t mapSize, sweeps; // of maps of their own; 0: as by default
	double mapCell;
} Planning;

typedef struct Walk
{
	double error;		  // mean of E on the way
	double columns, rows; // of the group's map, means
	double decide, whole; // microseconds of a member and tick: for its decisions, for all of the tick
	int64_t overlaps;
	double end; // seconds
} Walk;

static wfStyleDef styleOf( const Planning* planning )
{
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.mapSize = planning->mapSize > 0 ? planning->mapSize : style.mapSize;
	style.mapCell = planning->mapSize > 0 ? planning->mapCell : style.mapCell;
	style.iterations = planning->sweeps;
	return style;
}

static void drawMap( wfTrial* run, const wfGroupStage* stage )
{
	wfGroupMap map;
	if ( wfCrowd_GetGroupMap( stage->crowd, stage->groups[0], &map ) == wf_ok && wfTrial_NamePicture( run, "" ) != NULL )
	{
		wfTrial_Check( run, wfDrawGroupMap( wfTrial_NamePicture( run, "" ), &map, "One map for all members", 900, &wf_error ) );
	}
}

// What it takes to make, solve and read maps for those who read one in a tick.
typedef struct Effort
{
	double shared, own; // microseconds, sums of all moments
	int64_t readers, moments;
} Effort;

static double now( void )
{
	struct timespec time;
	clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &time );
	return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

static void planTogether( wfCrowd* crowd, wfGroup* group, const wfWish* wishes, int32_t count )
{
	wfMapScratch* scratch = crowd->tick.scratch[0];
	wfMapBatch* batch = &scratch->batches[0];
	wfSolveSharedMap( crowd, group, scratch );
	batch->kind = wfKindOfWindow( group->map );
	for ( int32_t first = 0; first < count; first += WF_LOCAL_LANES )
	{
		batch->count = count - first < WF_LOCAL_LANES ? count - first : WF_LOCAL_LANES;
		for ( int32_t k = 0; k < batch->count; ++k )
		{
			wfFillWindow( crowd, &wishes[first + k], group->map, &batch->lanes[k] );
		}
		wfRelaxBatch( scratch, batch, true );
		for ( int32_t k = 0; k < batch->count; ++k )
		{
			wfWindowDirection( scratch, batch, k );
		}
	}
}

static void flush( wfMapScratch* scratch, wfMapBatch* batch )
{
	if ( batch->count > 0 )
	{
		wfRelaxBatch( scratch, batch, false );
	}
	for ( int32_t k = 0; k < batch->count; ++k )
	{
		float strength;
		wfLaneDirection( scratch, batch, k, &strength );
	}
	batch->count = 0;
}

// Sixteen at a time, as a tick does.
static void planEach( wfCrowd* crowd, const wfStyleDef* style, const wfWish* wishes, int32_t count )
{
	wfMapScratch* scratch = crowd->tick.scratch[0];
	scratch->batches[0].count = scratch->batches[1].count = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		bool nearWalls;
		int32_t size = wfChooseMapSize( crowd, wishes[k].rank, &nearWalls );
		wfMapBatch* batch = &scratch->batches[nearWalls ? 1 : 0];
		batch->kind = wfKindOfMap( style, size, nearWalls );
		wfFillLane( crowd, &wishes[k], size, nearWalls, &batch->lanes[batch->count++] );
		if ( batch->count == WF_LOCAL_LANES )
		{
			flush( scratch, batch );
		}
	}
	flush( scratch, &scratch->batches[0] );
	flush( scratch, &scratch->batches[1] );
}

// From the same state and for the same members: those who read a map in this tick. The least of several repetitions.
static void compareEfforts( wfTrial* run, wfGroupStage* stage, const wfStyleDef* style, Effort* effort )
{
	wfCrowd* crowd = stage->crowd;
	wfKept kept;
	wfGroup* group = wfGetGroup( crowd, stage->groups[0] );
	wfTrial_Check( run, wfPlanAgain( crowd, &kept ) );
	wfTrial_Check( run, wfReserveSharedMaps( crowd, false ) );
	wfWeighMaps( crowd );
	wfSolveSharedMaps( crowd );
	wfWish* wishes = wfNewArray( (size_t)group->members.count + 1, sizeof( wfWish ) );
	int32_t count = 0, repeats = (int32_t)wfTrial_GetEffort( run, "repeats", 1, 100 );
	for ( int32_t rank = 0; rank < crowd->tick.count; ++rank )
	{
		bool reads = wfFindSharedMap( crowd, rank ) != NULL && !wfNeedsNoMap( crowd, rank );
		count += reads && wfFindWish( crowd, rank, &wishes[count] ) ? 1 : 0;
	}
	double shared = INFINITY, own = INFINITY;
	for ( int32_t k = 0; k < repeats && count > 0; ++k )
	{
		double begin = now();
		planTogether( crowd, group, wishes, count );
		double middle = now();
		planEach( crowd, style, wishes, count );
		double end = now();
		shared = fmin( shared, middle - begin );
		own = fmin( own, end - middle );
	}
	effort->shared += count > 0 ? shared : 0.0;
	effort->own += count > 0 ? own : 0.0;
	effort->readers += count;
	effort->moments += count > 0;
	free( wishes );
	wfGiveBack( crowd, &kept );
}

// Alone, or among oncoming people; `effort` is of the first run alone.
static Walk walk( wfTrial* run, uint64_t seed, const Planning* planning, bool alone, Effort* effort )
{
	wfStyleDef style = styleOf( planning );
	wfGroupStage* stage = wfTrial_OpenGroups(
		run, &( wfGroupStageDef ){ .seed = seed, .style = &style, .planner = planning->planner, .alone = alone } );
	wfPillars pillars = wfTrial_ReadPillars( run, seed );
	wfGroupStage_AddPillars( stage, &pillars );
	wfGroupStage_Order( stage, 0, wf_formationOrder, wfTrial_GetVector( run, "to" ) );
	Walk walk = { 0 };
	int32_t maps = 0, members = wfGroupStage_GetState( stage, 0 ).memberCount;
	bool isDrawn = effort == NULL || seed > 1;
	while ( wfGroupStage_Tick( stage ) && wfGroupStage_GetState( stage, 0 ).mode == wf_groupTravels )
	{
		walk.error += wfGroupStage_GetState( stage, 0 ).error;
		wfGroupMap map;
		bool looks = planning->planner == wf_groupPlanner && stage->ticks % 25 == 0;
		if ( looks && wfCrowd_GetGroupMap( stage->crowd, stage->groups[0], &map ) == wf_ok )
		{
			walk.columns += map.columns;
			walk.rows += map.rows;
			maps += 1;
		}
		if ( effort != NULL && stage->ticks % 5 == 0 )
		{
			compareEfforts( run, stage, &style, effort );
		}
		if ( !isDrawn && wfGroupStage_GetTime( stage ) >= wfTrial_GetNumber( run, "shown" ) )
		{
			drawMap( run, stage );
			isDrawn = true;
		}
	}
	walk.error /= stage->ticks > 0 ? stage->ticks : 1;
	walk.columns /= maps > 0 ? maps : 1;
	walk.rows /= maps > 0 ? maps : 1;
	walk.decide = 1e6 * wfCrowd_GetProfile( stage->crowd ).solve / ( (double)stage->ticks * members );
	walk.whole = 1e6 * stage->processor / ( (double)stage->ticks * members );
	walk.overlaps = stage->overlaps;
	walk.end = wfGroupStage_GetTime( stage );
	wfGroupStage_Close( stage );
	return walk;
}

void wfPerformGroupPlanner( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run );
	double cell = 0.5 * wfTrial_GetNumber( run, "groups[0].spacing" );
	int32_t mapSize = (int32_t)wfTrial_GetNumber( run, "mapSize" ), sweeps = (int32_t)wfTrial_GetNumber( run, "sweeps" );
	const Planning plannings[3] = { { wf_groupPlanner, mapSize, sweeps, cell },
									{ wf_individualPlanner, mapSize, sweeps, cell },
									{ wf_individualPlanner, 0, 0, 0.0 } };
	Walk mean[3] = { { 0 } };
	Effort effort = { 0 };
	double worst = 0.0;
	int64_t overlaps = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		double errors[3];
		for ( int32_t k = 0; k < 3; ++k )
		{
			Walk alone = walk( run, (uint64_t)seed, &plannings[k], true, k == 0 ? &effort : NULL );
			Walk among = walk( run, (uint64_t)seed, &plannings[k], false, NULL );
			errors[k] = 0.5 * ( alone.error + among.error );
			mean[k].error += errors[k] / seeds;
			mean[k].decide += alone.decide / seeds;
			mean[k].whole += alone.whole / seeds;
			mean[k].columns += alone.columns / seeds;
			mean[k].rows += alone.rows / seeds;
			mean[k].end += 0.5 * ( alone.end + among.end ) / seeds;
			overlaps += alone.overlaps + among.overlaps;
		}
		worst = fmax( worst, errors[0] / errors[1] );
	}
	wfTrial_Claim( run, "time", effort.shared / effort.own );
	wfTrial_Claim( run, "error", mean[0].error / mean[1].error );
	wfTrial_Claim( run, "cells", mean[0].columns * mean[0].rows / ( mapSize * mapSize ) );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
	wfTrial_Note( run, "us", effort.shared / (double)effort.moments, "one map and its windows, in a tick" );
	wfTrial_Note( run, "us", effort.own / (double)effort.moments, "maps each, in a tick" );
	wfTrial_Note( run, "", (double)effort.readers / (double)effort.moments, "members that read one then" );
	wfTrial_Note( run, "", worst, "E, one map over maps each, worst seed" );
	const char* names[3] = { "one map", "maps each", "maps each, default" };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfTrial_Note( run, "us", mean[k].decide, "%s: decisions of a member and tick", names[k] );
		wfTrial_Note( run, "us", mean[k].whole, "%s: all of a member and tick", names[k] );
		wfTrial_Note( run, "", mean[k].error, "%s: E", names[k] );
		wfTrial_Note( run, "s", mean[k].end, "%s: time on the way", names[k] );
	}
	wfTrial_Note( run, "", mean[0].columns, "columns of the group's map" );
	wfTrial_Note( run, "", mean[0].rows, "rows" );
}

// --------------------------------------------------------------------------------------------------------------- one alone

typedef struct Alone
{
	wfSamples angles; // degrees between what it reads and what its own map says
	int32_t none;	  // ticks in which it reads no direction
} Alone;

// A group of one, its disc so many cells across, out and to the side. `alone`: nobody else is there.
static void walkAlone( wfTrial* run, uint64_t seed, int32_t across, bool hard, bool alone, Alone* result )
{
	double radius = wfTrial_GetNumber( run, "radius" ), cell = 2.0 * radius / across;
	Planning planning = { wf_groupPlanner, 13, 0, cell };
	wfStyleDef style = styleOf( &planning );
	wfGroupStageDef def = { .seed = seed, .style = &style, .planner = wf_groupPlanner, .hardMembers = hard };
	def.spacing = 2.0 * cell;
	def.unchecked = true;
	def.alone = alone;
	wfGroupStage* stage = wfTrial_OpenGroups( run, &def );
	wfGroupOrder order = wfDefaultGroupOrder( wf_formationOrder );
	wfVec2 corner = wfTrial_GetVector( run, "via" ), to = wfTrial_GetVector( run, "to" );
	order.to = wfMakePointStop( ( wfVec3 ){ corner.x, corner.y, 0.0 } );
	wfGroupStage_Give( stage, 0, &order );
	order.to = wfMakePointStop( ( wfVec3 ){ to.x, to.y, 0.0 } );
	order.queued = true;
	wfGroupStage_Give( stage, 0, &order );
	wfAgentId member;
	wfLocalMap* own = wfNewArray( 1, sizeof( wfLocalMap ) );
	wfCrowd_GetGroupMembers( stage->crowd, stage->groups[0], &member, 1 );
	while ( wfGroupStage_Tick( stage ) && wfGroupStage_GetState( stage, 0 ).remaining > 4.0 * cell )
	{
		wfGroupMap map;
		if ( wfCrowd_GetGroupMap( stage->crowd, stage->groups[0], &map ) != wf_ok )
		{
			continue;
		}
		wfVec2 read = map.directions[0];
		wfTrial_Check( run, wfCrowd_GetLocalMap( stage->crowd, member, own ) );
		if ( read.x == 0.0 && read.y == 0.0 )
		{
			result->none += 1;
			continue;
		}
		double turn = wfAtan2( wfCross2( own->direction, read ), wfDot2( own->direction, read ) );
		wfSamples_Add( &result->angles, fabs( turn ) * 180.0 / WF_PI );
	}
	free( own );
	wfGroupStage_Close( stage );
}

void wfPerformGroupOfOne( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run );
	double counts[WF_MAX_LIST];
	int32_t sizes = wfTrial_GetList( run, "across", counts );
	for ( int32_t k = 0; k < sizes; ++k )
	{
		Alone soft = { 0 }, hard = { 0 }, among = { 0 };
		for ( int32_t seed = 1; seed <= seeds; ++seed )
		{
			walkAlone( run, (uint64_t)seed, (int32_t)counts[k], false, true, &soft );
			walkAlone( run, (uint64_t)seed, (int32_t)counts[k], true, true, &hard );
			walkAlone( run, (uint64_t)seed, (int32_t)counts[k], false, false, &among );
		}
		int32_t number = (int32_t)counts[k];
		wfTrial_Claim( run, wfKey( "off%d", number ), wfSamples_GetQuantile( &soft.angles, 1.0 ) );
		wfTrial_Claim( run, wfKey( "none%d", number ), (double)( soft.none + among.none ) );
		wfTrial_Claim( run, wfKey( "hard%d", number ), hard.none / fmax( hard.none + hard.angles.count, 1.0 ) );
		wfTrial_Note( run, "", soft.angles.count, "%d across: ticks", number );
		wfTrial_Note( run, "degrees", wfSamples_GetQuantile( &among.angles, 0.5 ), "%d across, among others: median", number );
		wfTrial_Note( run, "degrees", wfSamples_GetQuantile( &among.angles, 0.95 ), "%d across, among others: 95 %%", number );
		free( soft.angles.values );
		free( hard.angles.values );
		free( among.angles.values );
	}
}
