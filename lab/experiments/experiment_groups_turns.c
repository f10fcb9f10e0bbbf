// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with groups that turn, lose members and get new ones.
#include "experiment_groups.h"

#include "base/math.h"
#include "base/vec2.h"

#include <math.h>
#include <stdlib.h>

#define MAX_MEMBERS 64

static double angleBetween( wfVec2 a, wfVec2 b )
{
	return fabs( atan2( wfCross2( a, b ), wfDot2( a, b ) ) );
}

// Ticks for some seconds; after how many E was above 0.2 for the last time.
static double measureBack( wfGroupStage* stage, double seconds )
{
	double began = wfGroupStage_GetTime( stage ), last = began;
	while ( wfGroupStage_GetTime( stage ) < began + seconds && wfGroupStage_TickOn( stage ) )
	{
		last = wfGroupStage_GetState( stage, 0 ).error > 0.2 ? wfGroupStage_GetTime( stage ) : last;
	}
	return last - began;
}

static void tickFor( wfGroupStage* stage, double seconds )
{
	double began = wfGroupStage_GetTime( stage );
	while ( wfGroupStage_GetTime( stage ) < began + seconds && wfGroupStage_TickOn( stage ) )
	{
	}
}

static wfVec2 anchorOf( const wfGroupStage* stage )
{
	wfGroupState state = wfGroupStage_GetState( stage, 0 );
	return ( wfVec2 ){ state.anchor.x, state.anchor.y };
}

typedef struct Turns
{
	double about;						   // seconds until E <= 0.2 for good after an about-face
	double wheel, afterWheel, afterCorner; // until the heading is turned; from then on; from the order on
	double removed, added;
	double gaps; // seconds in which a front slot is empty and a rear one is filled
	int64_t overlaps;
} Turns;

static void turnCorner( wfTrial* run, const wfGroupStageDef* def, Turns* turns, bool draws )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, def );
	wfVec2 from = wfTrial_GetVector( run, "from" ), up = { 0.0, 1.0 };
	double forming = wfTrial_GetNumber( run, "forming" ), watched = wfTrial_GetNumber( run, "watched" ), last = 0.0;
	wfGroupStage_Order( stage, 0, wf_formationOrder, ( wfVec2 ){ wfTrial_GetNumber( run, "east" ), from.y } );
	tickFor( stage, forming );
	double began = wfGroupStage_GetTime( stage );
	turns->wheel = INFINITY;
	wfGroupStage_Order( stage, 0, wf_formationOrder, ( wfVec2 ){ anchorOf( stage ).x, wfTrial_GetNumber( run, "north" ) } );
	while ( wfGroupStage_GetTime( stage ) < began + watched && wfGroupStage_TickOn( stage ) )
	{
		wfGroupState state = wfGroupStage_GetState( stage, 0 );
		double time = wfGroupStage_GetTime( stage ) - began;
		bool isTurned = angleBetween( ( wfVec2 ){ state.heading.x, state.heading.y }, up ) < 2.0 * WF_PI / 180.0;
		turns->wheel = isTurned ? fmin( turns->wheel, time ) : turns->wheel;
		last = state.error > 0.2 ? time : last;
	}
	turns->afterCorner = last;
	turns->afterWheel = fmax( last - turns->wheel, 0.0 );
	turns->overlaps += stage->overlaps;
	if ( draws )
	{
		wfGroupStage_Draw( stage, "", "A line of twenty around a corner of 90 degrees", NULL );
	}
	wfGroupStage_Close( stage );
}

// Whether nobody is in a slot of the front row while somebody is in one of the last.
static bool isFrontEmpty( const wfGroupStage* stage )
{
	wfGroupState state = wfGroupStage_GetState( stage, 0 );
	wfVec3 slots[MAX_MEMBERS];
	wfAgentId ids[MAX_MEMBERS];
	int32_t count = wfCrowd_GetGroupSlots( stage->crowd, stage->groups[0], slots, MAX_MEMBERS ), empty = 0, filled = 0;
	wfCrowd_GetGroupMembers( stage->crowd, stage->groups[0], ids, MAX_MEMBERS );
	double front = -INFINITY, rear = INFINITY;
	for ( int32_t k = 0; k < count; ++k )
	{
		double ahead = slots[k].x * state.heading.x + slots[k].y * state.heading.y;
		front = fmax( front, ahead );
		rear = fmin( rear, ahead );
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 slot = { slots[k].x, slots[k].y };
		double ahead = wfDot2( slot, ( wfVec2 ){ state.heading.x, state.heading.y } ), nearest = INFINITY;
		for ( int32_t m = 0; m < count; ++m )
		{
			nearest = fmin( nearest, wfGetDistance2( slot, wfGroupStage_GetPlace( stage, ids[m] ) ) );
		}
		empty += ahead > front - 0.5 * stage->spacing && nearest > 0.5 * stage->spacing;
		filled += ahead < rear + 0.5 * stage->spacing && nearest <= 0.5 * stage->spacing;
	}
	return empty > 0 && filled > 0 && front > rear + 0.5 * stage->spacing;
}

static void removeSome( wfGroupStage* stage, int32_t count, uint64_t seed )
{
	wfAgentId ids[MAX_MEMBERS];
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t left = wfCrowd_GetGroupMembers( stage->crowd, stage->groups[0], ids, MAX_MEMBERS );
		int32_t who = (int32_t)( left * wfRandomUnit( seed, 5, (uint64_t)k ) );
		wfTrial_Check( stage->run, wfCrowd_RemoveAgent( stage->crowd, ids[who] ) );
	}
}

// Behind the anchor, where they are apart from everybody.
static void addSome( wfGroupStage* stage, int32_t count, uint64_t seed )
{
	wfAgentId ids[MAX_MEMBERS];
	wfVec2 anchor = anchorOf( stage );
	int32_t added = 0;
	for ( uint64_t draw = 0; added < count; draw += 2 )
	{
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ anchor.x - 3.0 - 4.0 * wfRandomUnit( seed, 6, draw ),
								   anchor.y + 8.0 * wfRandomUnit( seed, 6, draw + 1 ) - 4.0, 0.0 };
		def.radius = 0.25;
		def.desiredSpeed = 1.3;
		wfResult result = wfCrowd_AddAgent( stage->crowd, &def, &ids[added], &wf_error );
		wfTrial_Check( stage->run, result == wf_startBlocked ? wf_ok : result );
		added += result == wf_ok;
	}
	wfTrial_Check( stage->run, wfCrowd_AddToGroup( stage->crowd, stage->groups[0], ids, count, &wf_error ) );
}

// As measureBack, and how long front slots were empty from `since` seconds on.
static double watchGaps( wfGroupStage* stage, double seconds, double since, double* gaps )
{
	double began = wfGroupStage_GetTime( stage ), last = began, tick = wfCrowd_GetDef( stage->crowd ).tickSeconds;
	while ( wfGroupStage_GetTime( stage ) < began + seconds && wfGroupStage_TickOn( stage ) )
	{
		double time = wfGroupStage_GetTime( stage );
		last = wfGroupStage_GetState( stage, 0 ).error > 0.2 ? time : last;
		*gaps += time > began + since && isFrontEmpty( stage ) ? tick : 0.0;
	}
	return last - began;
}

static void changeMembers( wfTrial* run, const wfGroupStageDef* def, Turns* turns )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, def );
	wfVec2 from = wfTrial_GetVector( run, "from" );
	double forming = wfTrial_GetNumber( run, "forming" ), watched = wfTrial_GetNumber( run, "watched" );
	double soon = wfTrial_GetNumber( run, "soon" );
	wfGroupStage_Order( stage, 0, wf_formationOrder, ( wfVec2 ){ wfTrial_GetNumber( run, "east" ), from.y } );
	tickFor( stage, forming );
	removeSome( stage, (int32_t)wfTrial_GetNumber( run, "removed" ), def->seed );
	turns->removed = watchGaps( stage, watched, soon, &turns->gaps );
	addSome( stage, (int32_t)wfTrial_GetNumber( run, "added" ), def->seed );
	turns->added = watchGaps( stage, watched, soon, &turns->gaps );
	turns->overlaps += stage->overlaps;
	wfGroupStage_Close( stage );
}

static Turns turn( wfTrial* run, const wfGroupStageDef* def, bool draws )
{
	Turns turns = { 0 };
	wfGroupStage* stage = wfTrial_OpenGroups( run, def );
	wfVec2 from = wfTrial_GetVector( run, "from" );
	double forming = wfTrial_GetNumber( run, "forming" ), watched = wfTrial_GetNumber( run, "watched" );
	wfGroupStage_Order( stage, 0, wf_formationOrder, ( wfVec2 ){ wfTrial_GetNumber( run, "east" ), from.y } );
	tickFor( stage, forming );
	wfGroupStage_Order( stage, 0, wf_formationOrder, ( wfVec2 ){ wfTrial_GetNumber( run, "west" ), from.y } );
	turns.about = measureBack( stage, watched );
	turns.overlaps = stage->overlaps;
	wfGroupStage_Close( stage );
	turnCorner( run, def, &turns, draws );
	changeMembers( run, def, &turns );
	return turns;
}

void wfPerformGroupTurns( wfTrial* run )
{
	static const char* const formations[2] = { "line", "box" };
	int32_t seeds = wfTrial_GetGroupSeeds( run );
	Turns worst[2] = { { 0 } };
	int64_t overlaps = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		for ( int32_t k = 0; k < 2; ++k )
		{
			wfGroupStageDef def = { .seed = (uint64_t)seed, .formation = formations[k] };
			Turns turns = turn( run, &def, seed == 1 && k == 0 );
			worst[k].about = fmax( worst[k].about, turns.about );
			worst[k].wheel = fmax( worst[k].wheel, turns.wheel );
			worst[k].afterWheel = fmax( worst[k].afterWheel, turns.afterWheel );
			worst[k].afterCorner = fmax( worst[k].afterCorner, turns.afterCorner );
			worst[k].removed = fmax( worst[k].removed, turns.removed );
			worst[k].added = fmax( worst[k].added, turns.added );
			worst[k].gaps = fmax( worst[k].gaps, turns.gaps );
			overlaps += turns.overlaps;
		}
	}
	wfTrial_Claim( run, "about", worst[0].about );
	wfTrial_Claim( run, "corner", worst[0].afterWheel );
	wfTrial_Claim( run, "removed", worst[0].removed );
	wfTrial_Claim( run, "added", worst[0].added );
	wfTrial_Claim( run, "boxAbout", worst[1].about );
	wfTrial_Claim( run, "boxCorner", worst[1].afterWheel );
	wfTrial_Claim( run, "boxRemoved", worst[1].removed );
	wfTrial_Claim( run, "boxAdded", worst[1].added );
	wfTrial_Claim( run, "front", worst[1].gaps );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfTrial_Note( run, "s", worst[k].wheel, "%s: the wheel takes", formations[k] );
		wfTrial_Note( run, "s", worst[k].afterCorner, "%s: E <= 0.2 for good, from the order on", formations[k] );
	}
}
