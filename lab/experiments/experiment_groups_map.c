// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with the map of a group: what it costs and how well members keep their places by it, beside maps of their own with
// as many cells and sweeps; what one alone reads from a map that it is in itself.
#include "experiment_groups.h"

#include "base/math.h"
#include "base/vec2.h"

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

// By tick, the least of all repetitions: other programs take turns with this one.
typedef struct Costs
{
	double *decide, *whole; // seconds
	int64_t decideCapacity, wholeCapacity;
	int32_t ticks;
} Costs;

typedef struct Walk
{
	double error;		  // mean of E on the way
	double decide, whole; // microseconds of a member and tick: for its decisions, for all of the tick
	double columns, rows; // of the group's map, means
	int64_t overlaps;
	double end; // seconds
} Walk;

static void keepCost( Costs* costs, int32_t tick, double decide, double whole )
{
	costs->decide = wfGrow( costs->decide, tick + 1, &costs->decideCapacity, sizeof( double ) );
	costs->whole = wfGrow( costs->whole, tick + 1, &costs->wholeCapacity, sizeof( double ) );
	bool isFirst = tick == costs->ticks;
	costs->decide[tick] = isFirst ? decide : fmin( costs->decide[tick], decide );
	costs->whole[tick] = isFirst ? whole : fmin( costs->whole[tick], whole );
	costs->ticks += isFirst ? 1 : 0;
}

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

// One run. With `costs` bodies are not compared, and members are alone: time is what counts.
static Walk walkOnce( wfTrial* run, uint64_t seed, const Planning* planning, Costs* costs, bool draws )
{
	wfStyleDef style = styleOf( planning );
	wfGroupStageDef def = { .seed = seed, .style = &style, .planner = planning->planner };
	def.unchecked = def.alone = costs != NULL;
	wfGroupStage* stage = wfTrial_OpenGroups( run, &def );
	wfPillars pillars = wfTrial_ReadPillars( run, seed );
	wfGroupStage_AddPillars( stage, &pillars );
	wfVec2 to = wfTrial_GetVector( run, "to" );
	wfGroupStage_Order( stage, 0, wf_formationOrder, to );
	Walk walk = { 0 };
	int32_t maps = 0, ticks = 0;
	bool isDrawn = !draws;
	double before = 0.0, shown = wfTrial_GetNumber( run, "shown" );
	while ( wfGroupStage_Tick( stage ) && wfGroupStage_GetState( stage, 0 ).mode == wf_groupTravels )
	{
		double decided = wfCrowd_GetProfile( stage->crowd ).solve, whole = stage->processor - walk.whole;
		walk.whole = stage->processor;
		if ( costs != NULL )
		{
			keepCost( costs, ticks, decided - before, whole );
		}
		before = decided;
		walk.error += wfGroupStage_GetState( stage, 0 ).error;
		ticks += 1;
		wfGroupMap map;
		bool looks = costs == NULL && planning->planner == wf_groupPlanner && ticks % 25 == 0;
		if ( looks && wfCrowd_GetGroupMap( stage->crowd, stage->groups[0], &map ) == wf_ok )
		{
			walk.columns += map.columns;
			walk.rows += map.rows;
			maps += 1;
		}
		if ( !isDrawn && wfGroupStage_GetTime( stage ) >= shown )
		{
			drawMap( run, stage );
			isDrawn = true;
		}
	}
	walk.error /= ticks > 0 ? ticks : 1;
	walk.columns /= maps > 0 ? maps : 1;
	walk.rows /= maps > 0 ? maps : 1;
	walk.overlaps = stage->overlaps;
	walk.end = wfGroupStage_GetTime( stage );
	wfGroupStage_Close( stage );
	return walk;
}

static double sumOf( const double* values, int32_t count )
{
	double sum = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		sum += values[k];
	}
	return sum;
}

// Repeated for its costs, and once among oncoming people.
static Walk walk( wfTrial* run, uint64_t seed, const Planning* planning, bool draws )
{
	Costs costs = { 0 };
	Walk alone = { 0 };
	int32_t repeats = (int32_t)wfTrial_GetEffort( run, "repeats", 1, 100 );
	int32_t members = (int32_t)wfTrial_GetNumber( run, "members" );
	for ( int32_t k = 0; k < repeats; ++k )
	{
		alone = walkOnce( run, seed, planning, &costs, false );
	}
	Walk among = walkOnce( run, seed, planning, NULL, draws );
	double each = 1e6 / ( (double)costs.ticks * members );
	among.error = 0.5 * ( among.error + alone.error );
	among.decide = each * sumOf( costs.decide, costs.ticks );
	among.whole = each * sumOf( costs.whole, costs.ticks );
	free( costs.decide );
	free( costs.whole );
	return among;
}

void wfPerformGroupPlanner( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run );
	double cell = 0.5 * wfTrial_GetNumber( run, "groups[0].spacing" );
	int32_t mapSize = (int32_t)wfTrial_GetNumber( run, "mapSize" ), sweeps = (int32_t)wfTrial_GetNumber( run, "sweeps" );
	const Planning plannings[3] = { { wf_groupPlanner, 0, sweeps, 0.0 },
									{ wf_individualPlanner, mapSize, sweeps, cell },
									{ wf_individualPlanner, 0, 0, 0.0 } };
	Walk mean[3] = { { 0 } };
	double worstTime = 0.0, worstError = 0.0;
	int64_t overlaps = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		Walk walks[3];
		for ( int32_t k = 0; k < 3; ++k )
		{
			walks[k] = walk( run, (uint64_t)seed, &plannings[k], k == 0 && seed == 1 );
			mean[k].error += walks[k].error / seeds;
			mean[k].decide += walks[k].decide / seeds;
			mean[k].whole += walks[k].whole / seeds;
			mean[k].columns += walks[k].columns / seeds;
			mean[k].rows += walks[k].rows / seeds;
			mean[k].end += walks[k].end / seeds;
			overlaps += walks[k].overlaps;
		}
		worstTime = fmax( worstTime, walks[0].decide / walks[1].decide );
		worstError = fmax( worstError, walks[0].error / walks[1].error );
	}
	wfTrial_Claim( run, "time", mean[0].decide / mean[1].decide );
	wfTrial_Claim( run, "error", mean[0].error / mean[1].error );
	wfTrial_Claim( run, "cells", mean[0].columns * mean[0].rows / ( mapSize * mapSize ) );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
	wfTrial_Note( run, "", worstTime, "time, worst seed" );
	wfTrial_Note( run, "", worstError, "E, worst seed" );
	const char* names[3] = { "one map", "maps each", "maps each, default" };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfTrial_Note( run, "us", mean[k].decide, "%s: decisions of a member and tick", names[k] );
		wfTrial_Note( run, "us", mean[k].whole, "%s: a member and tick", names[k] );
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
