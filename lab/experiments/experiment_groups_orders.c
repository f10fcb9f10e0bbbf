// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with orders: logs replayed with several numbers of threads and from checkpoints, a bridge that falls, a place that
// cannot be reached, two armies.
#include "experiment_groups.h"

#include "base/math.h"
#include "base/vec2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void take( double* worst, double value )
{
	*worst = isnan( value ) ? INFINITY : fmax( *worst, value );
}

static wfWorkers* createWorkers( wfTrial* run, int32_t count )
{
	wfWorkersDef def = wfDefaultWorkersDef();
	wfWorkers* workers = NULL;
	def.workerCount = count;
	wfTrial_Check( run, wfCreateWorkers( &def, &workers ) );
	return workers;
}

// ---------------------------------------------------------------------------------------------------------------- replays

static const int32_t s_threads[] = { 1, 2, 8 };
#define THREADS 3

// Orders of every kind at random, given at once for later; the same for every crowd.
static void giveLog( wfGroupStage* stage, uint64_t seed, int32_t orders, double seconds )
{
	wfTrial* run = stage->run;
	wfBox2 bounds = wfWorld_GetBounds( stage->world );
	wfVec2 size = wfSub2( bounds.upper, bounds.lower );
	int32_t groups = wfTrial_CountItems( run, "groups", 1, WF_MAX_STAGE_GROUPS );
	for ( uint64_t k = 0; k < (uint64_t)orders; ++k )
	{
		wfGroupOrder order =
			wfDefaultGroupOrder( (wfGroupOrderKind)( (int32_t)( wf_groupOrderKindCount * wfRandomUnit( seed, 0, k ) ) ) );
		int32_t group = (int32_t)( groups * wfRandomUnit( seed, 1, k ) ),
				other = (int32_t)( groups * wfRandomUnit( seed, 2, k ) );
		order.to = wfMakePointStop( ( wfVec3 ){ bounds.lower.x + size.x * wfRandomUnit( seed, 3, k ),
												bounds.lower.y + size.y * wfRandomUnit( seed, 4, k ), 0.0 } );
		order.facing = ( wfVec3 ){ wfRandomUnit( seed, 5, k ) - 0.5, wfRandomUnit( seed, 6, k ) - 0.5, 0.0 };
		order.time = seconds * (double)k / orders;
		order.queued = wfRandomUnit( seed, 7, k ) < 0.3;
		order.range = 8.0;
		order.leadingGroup = stage->groups[other == group ? ( group + 1 ) % groups : other];
		order.enemies = &order.leadingGroup;
		order.enemyCount = order.kind == wf_attackOrder ? 1 : 0;
		order.leadingGroup =
			order.kind == wf_followOrder || order.kind == wf_attackOrder ? order.leadingGroup : ( wfGroupId ){ 0, 0 };
		wfStrokes* strokes = wfTrial_CreateStrokes( run );
		wfVec2 points[6];
		for ( uint64_t i = 0; i < 6; ++i )
		{
			points[i] = ( wfVec2 ){ bounds.lower.x + size.x * wfRandomUnit( seed, 20 + 2 * i, k ),
									bounds.lower.y + size.y * wfRandomUnit( seed, 21 + 2 * i, k ) };
		}
		wfTrial_Check( run, wfStrokes_Add( strokes, points, 4, NULL, &wf_error ) );
		points[4] = wfMix2( points[1], points[2], 0.5 );
		wfTrial_Check( run, wfStrokes_Add( strokes, points + 4, 2, NULL, &wf_error ) );
		order.strokes = order.kind == wf_strokeOrder ? strokes : NULL;
		order.advance = (wfAdvance)( (int32_t)( wf_advanceCount * wfRandomUnit( seed, 8, k ) ) );
		wfGroupStage_Give( stage, group, &order );
		wfDestroyStrokes( strokes );
	}
}

static wfGroupStage* openReplay( wfTrial* run, uint64_t seed, wfWorkers* workers )
{
	wfGroupStageDef def = { .seed = seed, .workers = workers, .unchecked = true };
	wfGroupStage* stage = wfTrial_OpenGroups( run, &def );
	stage->until = INFINITY;
	return stage;
}

// A new crowd in the state of another one.
static wfGroupStage* cut( wfTrial* run, const wfGroupStage* from, uint64_t seed, wfGroupStage* old )
{
	size_t size = wfCrowd_Save( from->crowd, NULL, 0 );
	void* bytes = wfNewArray( size, 1 );
	wfCrowd_Save( from->crowd, bytes, size );
	if ( old != NULL )
	{
		wfGroupStage_Close( old );
	}
	wfGroupStage* stage = openReplay( run, seed, NULL );
	wfTrial_Check( run, wfCrowd_Restore( stage->crowd, bytes, size, &wf_error ) );
	free( bytes );
	return stage;
}

typedef struct Replay
{
	int64_t different[THREADS]; // ticks whose hash is not that of one thread
	int64_t differentAfterCuts;
	int32_t cuts;
	int64_t events;
} Replay;

static Replay replay( wfTrial* run, uint64_t seed, int32_t ticks )
{
	Replay result = { 0 };
	wfWorkers* workers[THREADS];
	wfGroupStage *stages[THREADS], *resumed = NULL;
	for ( int32_t k = 0; k < THREADS; ++k )
	{
		workers[k] = k == 0 ? NULL : createWorkers( run, s_threads[k] );
		stages[k] = openReplay( run, seed, workers[k] );
		double seconds = ticks * wfCrowd_GetDef( stages[k]->crowd ).tickSeconds;
		giveLog( stages[k], seed, ticks / (int32_t)wfTrial_GetNumber( run, "ticksOfOrder" ), seconds );
	}
	int32_t every = ticks / ( (int32_t)wfTrial_GetNumber( run, "cuts" ) + 1 );
	for ( int32_t tick = 1; tick <= ticks; ++tick )
	{
		for ( int32_t k = 0; k < THREADS; ++k )
		{
			wfGroupStage_TickOn( stages[k] );
		}
		if ( resumed != NULL )
		{
			wfGroupStage_TickOn( resumed );
		}
		uint64_t hash = wfCrowd_GetHash( stages[0]->crowd );
		const wfGroupEvent* events;
		result.events += wfCrowd_GetGroupEvents( stages[0]->crowd, &events );
		for ( int32_t k = 1; k < THREADS; ++k )
		{
			result.different[k] += wfCrowd_GetHash( stages[k]->crowd ) != hash;
		}
		result.differentAfterCuts += resumed != NULL && wfCrowd_GetHash( resumed->crowd ) != hash;
		if ( tick % every == 0 && tick + 10 < ticks )
		{
			resumed = cut( run, stages[0], seed, resumed );
			result.differentAfterCuts += wfCrowd_GetHash( resumed->crowd ) != hash;
			result.cuts += 1;
		}
	}
	if ( seed == 1 && wfTrial_NamePicture( run, "" ) != NULL )
	{
		wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
		def.title = "Three groups after a log of random orders";
		wfTrial_Check( run, wfDrawCrowd( wfTrial_NamePicture( run, "" ), stages[0]->crowd, &def, &wf_error ) );
	}
	for ( int32_t k = 0; k < THREADS; ++k )
	{
		wfGroupStage_Close( stages[k] );
		wfDestroyWorkers( workers[k] );
	}
	if ( resumed != NULL )
	{
		wfGroupStage_Close( resumed );
	}
	return result;
}

void wfPerformGroupReplay( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), ticks = (int32_t)wfTrial_GetEffort( run, "ticks", 10, 1e6 ), cuts = 0;
	int64_t two = 0, eight = 0, resumed = 0, events = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		Replay one = replay( run, (uint64_t)seed, ticks );
		two += one.different[1];
		eight += one.different[2];
		resumed += one.differentAfterCuts;
		cuts += one.cuts;
		events += one.events;
	}
	wfTrial_Claim( run, "two", (double)two );
	wfTrial_Claim( run, "eight", (double)eight );
	wfTrial_Claim( run, "resumed", (double)resumed );
	wfTrial_Claim( run, "cuts", cuts );
	wfTrial_Note( run, "", (double)seeds * ticks, "ticks, all seeds" );
	wfTrial_Note( run, "", (double)events, "events of groups" );
}

// ------------------------------------------------------------------------------------------------------------- a bridge

typedef struct Bridge
{
	int32_t steps; // from the edit until the way leads over the other bridge
	int32_t there; // members at the end
	int32_t told;  // steps from the order to the island until an event says that there is no way
	double off;	   // the anchor at the end, from the place nearest to the island that can be reached
	double longer; // the new way less the old one, metres
	int64_t overlaps;
} Bridge;

static void addBox( wfGroupStage* stage, const double* box )
{
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_boxShape;
	shape.center = ( wfVec2 ){ 0.5 * ( box[0] + box[2] ), 0.5 * ( box[1] + box[3] ) };
	shape.halfSize = ( wfVec2 ){ 0.5 * ( box[2] - box[0] ), 0.5 * ( box[3] - box[1] ) };
	wfTrial_Check( stage->run, wfWorld_AddShape( stage->world, &shape, NULL, &wf_error ) );
}

static int32_t countNear( const wfGroupStage* stage, wfVec2 place, double reach )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < stage->trackCount; ++k )
	{
		const wfMemberTrack* track = &stage->tracks[k];
		count += wfGetDistance2( track->places[track->count - 1], place ) <= reach;
	}
	return count;
}

static Bridge crossBridge( wfTrial* run, uint64_t seed, const char* title )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, &( wfGroupStageDef ){ .seed = seed } );
	Bridge bridge = { .steps = INT32_MAX, .told = INT32_MAX };
	wfVec2 to = wfTrial_GetVector( run, "to" ), island = wfTrial_GetVector( run, "island" );
	double box[4], falls = wfTrial_GetNumber( run, "falls" ), longer = wfTrial_GetNumber( run, "longer" ), before = 0.0;
	wfTrial_GetNumbers( run, "bridge", "a box", box, 4 );
	wfGroupStage_Order( stage, 0, wf_formationOrder, to );
	while ( wfGroupStage_GetTime( stage ) < falls && wfGroupStage_Tick( stage ) )
	{
		before = wfGroupStage_GetState( stage, 0 ).remaining;
	}
	addBox( stage, box );
	for ( int32_t step = 1; wfGroupStage_Tick( stage ); ++step )
	{
		double remaining = wfGroupStage_GetState( stage, 0 ).remaining;
		if ( remaining > before + longer && step < bridge.steps )
		{
			bridge.steps = step;
			bridge.longer = remaining - before;
		}
	}
	bridge.there = countNear( stage, to, wfTrial_GetNumber( run, "reach" ) );
	wfGroupStage_Order( stage, 0, wf_formationOrder, island );
	for ( int32_t step = 1; wfGroupStage_Tick( stage ); ++step )
	{
		int32_t events =
			wfGroupStage_CountEvents( stage, wf_groupUnreachableEvent ) + wfGroupStage_CountEvents( stage, wf_groupBlockedEvent );
		bridge.told = events > 0 && step < bridge.told ? step : bridge.told;
	}
	wfGroupState state = wfGroupStage_GetState( stage, 0 );
	bridge.off = wfGetDistance2( ( wfVec2 ){ state.anchor.x, state.anchor.y }, island ) - wfTrial_GetNumber( run, "nearest" );
	bridge.overlaps = stage->overlaps;
	if ( title != NULL )
	{
		wfGroupStage_Draw( stage, "", title, NULL );
	}
	wfGroupStage_Close( stage );
	return bridge;
}

void wfPerformGroupBridge( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), steps = 0, told = 0, there = INT32_MAX;
	double off = -INFINITY, least = INFINITY;
	int64_t overlaps = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		Bridge one = crossBridge( run, (uint64_t)seed, seed == 1 ? "The near bridge falls; then an order to the island" : NULL );
		steps = one.steps > steps ? one.steps : steps;
		told = one.told > told ? one.told : told;
		there = one.there < there ? one.there : there;
		off = fmax( off, one.off );
		least = fmin( least, one.longer );
		overlaps += one.overlaps;
	}
	wfTrial_Claim( run, "steps", steps );
	wfTrial_Claim( run, "there", there );
	wfTrial_Claim( run, "told", told );
	wfTrial_Claim( run, "off", off );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
	wfTrial_Note( run, "m", least, "the new way is longer by, least of all seeds" );
}

// ----------------------------------------------------------------------------------------------------------- two armies

typedef struct Battle
{
	double crossed;	 // seconds until both stand on the other side
	double there;	 // share of members near their place then
	int32_t engaged; // armies that stopped at range
	double range;	 // the least distance of two enemies at the end
	int64_t overlaps;
	double mean, worst; // milliseconds of a tick, of processor time
	double wall;		// mean of the wall clock
	int32_t ticks;
} Battle;

static double getLeastRange( const wfGroupStage* stage )
{
	double least = INFINITY;
	wfFrame frame = wfCrowd_GetFrame( stage->crowd );
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		for ( int32_t k = 0; k < i; ++k )
		{
			wfVec3 a = frame.positions[i], b = frame.positions[k];
			least = frame.userData[i] != frame.userData[k] ? fmin( least, hypot( a.x - b.x, a.y - b.y ) ) : least;
		}
	}
	return least;
}

static double getShareThere( const wfGroupStage* stage, const wfVec2* to, double reach )
{
	wfFrame frame = wfCrowd_GetFrame( stage->crowd );
	int32_t there = 0;
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		wfVec2 place = { frame.positions[i].x, frame.positions[i].y };
		there += wfGetDistance2( place, to[frame.userData[i] - 1] ) <= reach;
	}
	return (double)there / frame.count;
}

static void attack( wfGroupStage* stage, double range, const wfVec2* to )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfGroupOrder order = wfDefaultGroupOrder( wf_attackOrder );
		order.to = wfMakePointStop( ( wfVec3 ){ to[k].x, to[k].y, 0.0 } );
		order.enemies = &stage->groups[1 - k];
		order.enemyCount = 1;
		order.range = range;
		wfGroupStage_Give( stage, k, &order );
	}
}

static Battle fight( wfTrial* run, const wfGroupStageDef* def, double seconds, const char* title )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, def );
	wfVec2 to[2] = { wfTrial_GetVector( run, "to[0]" ), wfTrial_GetVector( run, "to[1]" ) };
	double range = wfTrial_GetNumber( run, "range" ), began = wfGetSeconds();
	Battle battle = { .crossed = INFINITY };
	stage->until = fmin( stage->until, seconds );
	wfGroupStage_Order( stage, 0, wf_formationOrder, to[0] );
	wfGroupStage_Order( stage, 1, wf_formationOrder, to[1] );
	while ( wfGroupStage_Tick( stage ) )
	{
	}
	battle.crossed = wfCrowd_IsDone( stage->crowd ) ? wfGroupStage_GetTime( stage ) : INFINITY;
	battle.there = getShareThere( stage, to, wfTrial_GetNumber( run, "reach" ) );
	// Each toward where the other one is.
	wfVec2 where[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfGroupState state = wfGroupStage_GetState( stage, 1 - k );
		where[k] = ( wfVec2 ){ state.anchor.x, state.anchor.y };
	}
	attack( stage, range, where );
	double most = wfGroupStage_GetTime( stage ) + wfTrial_GetNumber( run, "fighting" );
	while ( wfGroupStage_GetTime( stage ) < most && wfGroupStage_TickOn( stage ) )
	{
	}
	for ( int32_t k = 0; k < 2; ++k )
	{
		battle.engaged += wfGroupStage_GetState( stage, k ).mode == wf_groupEngages;
	}
	battle.range = getLeastRange( stage );
	battle.overlaps = stage->overlaps;
	battle.ticks = stage->ticks > 0 ? stage->ticks : 1;
	battle.mean = 1000.0 * stage->processor / battle.ticks;
	battle.worst = 1000.0 * stage->worstTick;
	battle.wall = 1000.0 * ( wfGetSeconds() - began ) / battle.ticks;
	if ( title != NULL )
	{
		wfGroupStage_Draw( stage, "", title, NULL );
	}
	wfGroupStage_Close( stage );
	return battle;
}

void wfPerformGroupArmies( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), engaged = 2;
	double there = 1.0, crossed = 0.0, frames = 6.0, range = INFINITY;
	int64_t overlaps = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		Battle one = fight( run, &( wfGroupStageDef ){ .seed = (uint64_t)seed }, INFINITY,
							seed == 1 ? "Two armies of five hundred cross, and meet" : NULL );
		there = fmin( there, one.there );
		take( &crossed, one.crossed );
		engaged = one.engaged < engaged ? one.engaged : engaged;
		overlaps += one.overlaps;
		range = fmin( range, one.range );
	}
	wfTrial_Claim( run, "there", there );
	wfTrial_Claim( run, "engaged", engaged );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
	wfTrial_Note( run, "s", crossed, "both have crossed and stand after, worst seed" );
	wfTrial_Note( run, "m", range, "the nearest enemies at the end" );
	double seconds = wfTrial_GetNumber( run, "timed" );
	wfWorkers* workers = createWorkers( run, 2 );
	wfStyleDef large = wfDefaultStyleDef( wf_defaultPreset );
	large.mapSize = 33;
	large.mapAdapts = false;
	// With the usual maps and with those of the article, on one thread, whose time is the processor's, and on two.
	for ( int32_t k = 0; k < 4; ++k )
	{
		bool isLarge = k >= 2, isPair = k % 2 == 1;
		wfGroupStageDef def = { .seed = 1, .unchecked = true, .style = isLarge ? &large : NULL };
		def.workers = isPair ? workers : NULL;
		Battle battle = fight( run, &def, seconds, NULL );
		const char *maps = isLarge ? "maps of 33 x 33: " : "", *threads = isPair ? "two threads by the clock" : "one thread";
		wfTrial_Note( run, "ms", ( isPair ? battle.wall : battle.mean ) / frames, "%sa frame, %s: mean", maps, threads );
		if ( !isPair )
		{
			wfTrial_Note( run, "ms", battle.worst / frames, "%sa frame, %s: worst tick", maps, threads );
			wfTrial_Note( run, "ms", battle.worst, "%sthe worst tick, not spread over frames", maps );
		}
	}
	wfDestroyWorkers( workers );
}
