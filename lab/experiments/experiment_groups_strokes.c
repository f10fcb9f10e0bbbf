// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with groups along sketched strokes: a letter that walks, an army that parts, who passes the points of a sketch,
// shares at a fork.
#include "experiment_groups.h"

#include "base/vec2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DRAWN 128
#define MAX_WALKERS 64
#define END_POINTS 6 // of G9, as many as half of its column is long

static void take( double* worst, double value )
{
	*worst = isnan( value ) ? INFINITY : fmax( *worst, value );
}

// Which of the points were passed within `reach` in their order: how many from the first on.
static int32_t countPassed( const wfVec2* way, int32_t count, const wfVec2* points, int32_t pointCount, double reach )
{
	int32_t passed = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		while ( passed < pointCount && wfGetDistance2( way[k], points[passed] ) <= reach )
		{
			passed += 1;
		}
	}
	return passed;
}

static void orderAlong( wfGroupStage* stage, const wfStrokes* strokes, wfAdvance advance )
{
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	order.strokes = strokes;
	order.advance = advance;
	wfGroupStage_Give( stage, 0, &order );
}

static wfAdvance findAdvance( wfTrial* run, const char* path )
{
	static const char* const names[] = { "each", "first", "centre", "last" };
	const char* name = wfTrial_GetText( run, path );
	for ( int32_t k = 0; k < wf_advanceCount; ++k )
	{
		if ( strcmp( name, names[k] ) == 0 )
		{
			return (wfAdvance)k;
		}
	}
	wfTrial_FailIf( run, true, path, "expected each, first, centre or last" );
	return wf_advanceEach;
}

// ---------------------------------------------------------------------------------------------------------------- a letter

typedef struct Letter
{
	double detour;		// of forming up: the largest way over the straight one, of those of a metre or more
	double shortDetour; // of all others
	double frechet;
	int32_t passed;
	double p95, worst; // of E_s, 15 s after the order on
	double end;
	int64_t overlaps, formingOverlaps;
} Letter;

// Forms where it stands. Where everybody went against the straight way.
static void formUp( wfGroupStage* stage, Letter* letter )
{
	wfVec2 starts[MAX_WALKERS];
	wfAgentId ids[MAX_WALKERS];
	double walked[MAX_WALKERS];
	int32_t count = wfCrowd_GetGroupMembers( stage->crowd, stage->groups[0], ids, MAX_WALKERS );
	for ( int32_t k = 0; k < count; ++k )
	{
		starts[k] = wfGroupStage_GetPlace( stage, ids[k] );
		walked[k] = wfCrowd_GetAgent( stage->crowd, ids[k] ).distanceWalked;
	}
	wfGroupOrder order = wfDefaultGroupOrder( wf_formOrder );
	order.to = wfMakePointStop(
		( wfVec3 ){ wfTrial_GetVector( stage->run, "form" ).x, wfTrial_GetVector( stage->run, "form" ).y, 0.0 } );
	order.facing = ( wfVec3 ){ 1.0, 0.0, 0.0 };
	wfGroupStage_Give( stage, 0, &order );
	while ( wfGroupStage_Tick( stage ) )
	{
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		double straight = wfGetDistance2( starts[k], wfGroupStage_GetPlace( stage, ids[k] ) );
		double way = wfCrowd_GetAgent( stage->crowd, ids[k] ).distanceWalked - walked[k];
		take( straight >= 1.0 ? &letter->detour : &letter->shortDetour, straight > 0.0 ? way / straight : 1.0 );
	}
	letter->formingOverlaps = stage->overlaps;
}

static Letter walkLetter( wfTrial* run, uint64_t seed, wfAdvance advance, const char* suffix, const char* title )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, &( wfGroupStageDef ){ .seed = seed } );
	wfStrokes* strokes = wfTrial_CreateStrokes( run );
	wfVec2 points[MAX_DRAWN];
	int32_t count = wfTrial_GetPoints( run, "stroke", points, MAX_DRAWN );
	Letter letter = { 0 };
	wfSamples errors = { 0 };
	formUp( stage, &letter );
	wfTrial_DrawStroke( run, strokes, "stroke" );
	int32_t drawn = wfStrokes_GetRoute( strokes, wfStrokes_GetStrokeEnd( strokes, 0 ), NULL, 0 ), first = stage->anchors[0].count;
	wfVec2* route = wfNewArray( (size_t)drawn, sizeof( wfVec2 ) );
	wfStrokes_GetRoute( strokes, wfStrokes_GetStrokeEnd( strokes, 0 ), route, drawn );
	double began = wfGroupStage_GetTime( stage );
	orderAlong( stage, strokes, advance );
	while ( wfGroupStage_Tick( stage ) )
	{
		wfGroupState state = wfGroupStage_GetState( stage, 0 );
		if ( wfGroupStage_GetTime( stage ) > began + 15.0 && state.mode == wf_groupTravels )
		{
			wfSamples_Add( &errors, state.shapeError );
		}
	}
	// From where it comes nearest to the stroke's first point on: before, it goes there.
	const wfAnchorTrack* track = &stage->anchors[0];
	double nearest = INFINITY;
	for ( int32_t k = first; k < track->count && k < first + 100; ++k )
	{
		double away = wfGetDistance2( track->places[k], points[0] );
		first = away < nearest ? k : first;
		nearest = fmin( nearest, away );
	}
	letter.frechet = wfComparePaths( track->places + first, track->count - first, route, drawn ).frechet;
	letter.passed = countPassed( track->places + first, track->count - first, points, count, 2.0 );
	letter.p95 = wfSamples_GetQuantile( &errors, 0.95 );
	letter.worst = wfSamples_GetQuantile( &errors, 1.0 );
	letter.end = wfCrowd_IsDone( stage->crowd ) ? wfGroupStage_GetTime( stage ) : INFINITY;
	letter.overlaps = stage->overlaps;
	if ( title != NULL )
	{
		wfGroupStage_Draw( stage, suffix, title, strokes );
	}
	wfDestroyStrokes( strokes );
	wfGroupStage_Close( stage );
	return letter;
}

void wfPerformGroupLetter( wfTrial* run )
{
	static const char* const names[2] = { "each", "centre" };
	static const char* const titles[2] = { "A letter of twenty-four along a stroke: everybody's own progress",
										   "The anchor's progress" };
	int32_t seeds = wfTrial_GetGroupSeeds( run ), passed[2] = { INT32_MAX, INT32_MAX };
	double frechet[2] = { 0.0 }, p95[2] = { 0.0 }, worst[2] = { 0.0 }, detour = 0.0, shortDetour = 0.0, end[2] = { 0.0 };
	int64_t overlaps = 0, forming = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		for ( int32_t k = 0; k < 2; ++k )
		{
			Letter letter = walkLetter( run, (uint64_t)seed, k == 0 ? wf_advanceEach : wf_advanceCentre, k == 0 ? "" : names[k],
										seed == 1 ? titles[k] : NULL );
			take( &frechet[k], letter.frechet );
			take( &p95[k], letter.p95 );
			take( &worst[k], letter.worst );
			take( &end[k], letter.end );
			take( &detour, letter.detour );
			take( &shortDetour, letter.shortDetour );
			passed[k] = letter.passed < passed[k] ? letter.passed : passed[k];
			overlaps += letter.overlaps;
			forming += letter.formingOverlaps;
		}
	}
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfTrial_Claim( run, wfKey( "%sFrechet", names[k] ), frechet[k] );
		wfTrial_Claim( run, wfKey( "%sPassed", names[k] ), passed[k] );
		wfTrial_Claim( run, wfKey( "%sShape", names[k] ), p95[k] );
		wfTrial_Note( run, "", worst[k], "%s: E_s after 15 s, the worst of all ticks", names[k] );
		wfTrial_Note( run, "s", end[k], "%s: all stand after, worst seed", names[k] );
	}
	wfTrial_Claim( run, "detour", detour );
	wfTrial_Claim( run, "forming", (double)forming );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
	wfTrial_Note( run, "", shortDetour, "forming: way over a straight one below 1 m" );
}

// ------------------------------------------------------------------------------------------------------------------ an army

typedef struct Army
{
	int32_t wet;			   // samples of tanks in the swamp
	int32_t soldiers, through; // soldiers; who were in the swamp
	double parting;			   // the farthest anchor from the nearest fork when its group parted, metres
	int32_t partings, there, members;
	int64_t overlaps;
} Army;

// Where its links branch, the nearest to a place.
static double getForkDistance( const wfStrokes* strokes, wfVec2 place )
{
	double nearest = INFINITY;
	for ( int32_t k = 0; k < wfStrokes_GetNodeCount( strokes ); ++k )
	{
		wfStrokeNode node = wfStrokes_GetNode( strokes, k );
		nearest = node.childCount > 1 ? fmin( nearest, wfGetDistance2( node.place, place ) ) : nearest;
	}
	return nearest;
}

static bool isIn( const double* box, wfVec2 place )
{
	return place.x > box[0] && place.y > box[1] && place.x < box[2] && place.y < box[3];
}

// Every branch that leads into the swamp is for kind 0.
static int32_t makeRules( const wfStrokes* strokes, const double* swamp, wfBranchRule* rules, int32_t capacity )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < wfStrokes_GetLinkCount( strokes ) && count < capacity; ++k )
	{
		wfVec2 points[1024];
		int32_t pointCount = wfStrokes_GetLinkPoints( strokes, k, points, 1024 );
		bool isWet = false;
		for ( int32_t i = 0; i < pointCount && i < 1024; ++i )
		{
			isWet = isWet || isIn( swamp, points[i] );
		}
		if ( isWet )
		{
			rules[count++] = ( wfBranchRule ){ wfStrokes_GetLink( strokes, k ).to, 1.0, -1, 1u };
		}
	}
	return count;
}

// At the end of a route: of those with no children.
static bool isAtLeaf( const wfStrokes* strokes, wfVec2 place, double reach )
{
	for ( int32_t k = 0; k < wfStrokes_GetNodeCount( strokes ); ++k )
	{
		wfStrokeNode node = wfStrokes_GetNode( strokes, k );
		if ( node.childCount == 0 && wfGetDistance2( node.place, place ) <= reach )
		{
			return true;
		}
	}
	return false;
}

static void watchPartings( const wfGroupStage* stage, const wfStrokes* strokes, Army* army )
{
	const wfGroupEvent* events;
	int32_t count = wfCrowd_GetGroupEvents( stage->crowd, &events );
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( events[k].kind == wf_groupDividedEvent )
		{
			army->partings += 1;
			take( &army->parting, getForkDistance( strokes, ( wfVec2 ){ events[k].position.x, events[k].position.y } ) );
		}
	}
}

static Army marchArmy( wfTrial* run, uint64_t seed, int32_t sketch, const char* suffix, const char* title )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, &( wfGroupStageDef ){ .seed = seed } );
	wfStrokes* strokes = wfTrial_CreateStrokes( run );
	wfBranchRule rules[8];
	double swamp[4], reach = wfTrial_GetNumber( run, "reach" );
	bool wasIn[MAX_WALKERS] = { false };
	wfTrial_GetNumbers( run, "swamp", "a box", swamp, 4 );
	int32_t drawn = wfTrial_CountItems( run, wfKey( "sketches[%d].strokes", sketch ), 1, WF_MAX_LIST );
	for ( int32_t k = 0; k < drawn; ++k )
	{
		wfTrial_DrawStroke( run, strokes, wfKey( "sketches[%d].strokes[%d]", sketch, k ) );
	}
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	order.strokes = strokes;
	order.advance = findAdvance( run, "advance" );
	order.rule = wf_divideByKind;
	order.branches = rules;
	order.branchCount = makeRules( strokes, swamp, rules, 8 );
	wfGroupStage_Give( stage, 0, &order );
	Army army = { 0 };
	while ( wfGroupStage_Tick( stage ) )
	{
		watchPartings( stage, strokes, &army );
		for ( int32_t k = 0; k < stage->trackCount && k < MAX_WALKERS; ++k )
		{
			const wfMemberTrack* track = &stage->tracks[k];
			bool isWet = isIn( swamp, track->places[track->count - 1] );
			army.wet += isWet && track->kind == 1;
			wasIn[k] = wasIn[k] || isWet;
		}
	}
	for ( int32_t k = 0; k < stage->trackCount && k < MAX_WALKERS; ++k )
	{
		const wfMemberTrack* track = &stage->tracks[k];
		army.members += 1;
		army.soldiers += track->kind == 0;
		army.through += track->kind == 0 && wasIn[k];
		army.there += isAtLeaf( strokes, track->places[track->count - 1], reach );
	}
	army.overlaps = stage->overlaps;
	if ( title != NULL )
	{
		wfGroupStage_Draw( stage, suffix, title, strokes );
	}
	wfDestroyStrokes( strokes );
	wfGroupStage_Close( stage );
	return army;
}

void wfPerformGroupArmy( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), sketches = wfTrial_CountItems( run, "sketches", 1, 8 ), wet = 0;
	double soldiers = 1.0, there = 1.0, parting = 0.0;
	int64_t overlaps = 0;
	for ( int32_t k = 0; k < sketches; ++k )
	{
		double sketchParting = 0.0, sketchThrough = 1.0, sketchThere = 1.0;
		char name[48];
		strncpy( name, wfTrial_GetText( run, wfKey( "sketches[%d].name", k ) ), sizeof( name ) - 1 );
		name[sizeof( name ) - 1] = 0;
		for ( int32_t seed = 1; seed <= seeds; ++seed )
		{
			const char* suffix = k == 0 ? "" : k == 1 ? "other-order" : k == 2 ? "near-the-end" : "second-fork";
			Army army = marchArmy( run, (uint64_t)seed, k, suffix, seed == 1 ? name : NULL );
			wet += army.wet;
			sketchThrough = fmin( sketchThrough, (double)army.through / army.soldiers );
			sketchThere = fmin( sketchThere, (double)army.there / army.members );
			take( &sketchParting, army.partings > 0 ? army.parting : INFINITY );
			overlaps += army.overlaps;
		}
		wfTrial_Note( run, "", sketchThrough, "%.30s: soldiers through the swamp", name );
		wfTrial_Note( run, "", sketchThere, "%.30s: who arrive", name );
		wfTrial_Note( run, "m", sketchParting, "%.30s: parting off its node", name );
		soldiers = fmin( soldiers, sketchThrough );
		there = fmin( there, sketchThere );
		take( &parting, sketchParting );
	}
	wfTrial_Claim( run, "wet", wet );
	wfTrial_Claim( run, "soldiers", soldiers );
	wfTrial_Claim( run, "parting", parting );
	wfTrial_Claim( run, "arrive", there );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
}

// ------------------------------------------------------------------------------------------------- who passes all points

typedef struct Followed
{
	double share; // of the members that pass all points within 2 m
	double most;  // points the worst member passes
	double inner; // share of those that pass all but END_POINTS at each end
	double room, end;
	int64_t overlaps;
} Followed;

static Followed follow( wfTrial* run, uint64_t seed, const char* formation, wfAdvance advance, const char* suffix,
						const char* title )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, &( wfGroupStageDef ){ .seed = seed, .formation = formation } );
	wfStrokes* strokes = wfTrial_CreateStrokes( run );
	wfVec2 points[MAX_DRAWN];
	int32_t count = wfTrial_GetPoints( run, "stroke", points, MAX_DRAWN ), all = 0, inner = 0, least = count;
	wfTrial_DrawStroke( run, strokes, "stroke" );
	orderAlong( stage, strokes, advance );
	while ( wfGroupStage_Tick( stage ) )
	{
	}
	for ( int32_t k = 0; k < stage->trackCount; ++k )
	{
		int32_t passed = countPassed( stage->tracks[k].places, stage->tracks[k].count, points, count, 2.0 );
		all += passed == count;
		inner += countPassed( stage->tracks[k].places, stage->tracks[k].count, points + END_POINTS, count - 2 * END_POINTS,
							  2.0 ) == count - 2 * END_POINTS;
		least = passed < least ? passed : least;
	}
	Followed followed = { .share = (double)all / stage->trackCount,
						  .most = least,
						  .inner = (double)inner / stage->trackCount,
						  .room = stage->leastRoom,
						  .end = wfCrowd_IsDone( stage->crowd ) ? wfGroupStage_GetTime( stage ) : INFINITY,
						  .overlaps = stage->overlaps };
	if ( title != NULL )
	{
		wfGroupStage_Draw( stage, suffix, title, strokes );
	}
	wfDestroyStrokes( strokes );
	wfGroupStage_Close( stage );
	return followed;
}

void wfPerformGroupSketch( wfTrial* run )
{
	static const char* const titles[4] = {
		"A column of thirty, each with its own progress", "A column: the first one's progress counts",
		"Without a formation, each with its own progress", "Without a formation: the first one's progress counts" };
	static const char* const suffixes[4] = { "", "first", "free", "free-first" };
	int32_t seeds = wfTrial_GetGroupSeeds( run );
	double shares[4] = { 1.0, 0.0, 1.0, 0.0 };
	int64_t overlaps = 0;
	for ( int32_t k = 0; k < 4; ++k )
	{
		double least = INFINITY, end = 0.0, inner = 1.0;
		for ( int32_t seed = 1; seed <= seeds; ++seed )
		{
			Followed one = follow( run, (uint64_t)seed, k < 2 ? NULL : "none", k % 2 == 0 ? wf_advanceEach : wf_advanceFirst,
								   suffixes[k], seed == 1 ? titles[k] : NULL );
			shares[k] = k % 2 == 0 ? fmin( shares[k], one.share ) : fmax( shares[k], one.share );
			least = fmin( least, one.most );
			inner = fmin( inner, one.inner );
			take( &end, one.end );
			overlaps += one.overlaps;
		}
		wfTrial_Note( run, "", least, "%s: points in order of who passes least", k == 0 ? "column" : suffixes[k] );
		wfTrial_Note( run, "", inner, "%s: share, without %d points at each end", k == 0 ? "column" : suffixes[k], END_POINTS );
		wfTrial_Note( run, "s", end, "%s: all stand after, worst seed", k == 0 ? "column" : suffixes[k] );
	}
	wfTrial_Claim( run, "each", shares[0] );
	wfTrial_Claim( run, "first", shares[1] );
	wfTrial_Claim( run, "eachFree", shares[2] );
	wfTrial_Claim( run, "firstFree", shares[3] );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
}

// ------------------------------------------------------------------------------------------------------------------ shares

typedef struct Fork
{
	int32_t counts[2]; // members at the end of each branch, by stroke
	double stuck;	   // the longest that anybody came no farther than half a metre before it was there, seconds
	bool done;
	int64_t overlaps;
} Fork;

// The longest time somebody's place changed by less than half a metre, up to the last such time.
static double getLongestStay( const wfGroupStage* stage )
{
	double tick = wfCrowd_GetDef( stage->crowd ).tickSeconds, longest = 0.0;
	for ( int32_t k = 0; k < stage->trackCount; ++k )
	{
		const wfMemberTrack* track = &stage->tracks[k];
		int32_t since = 0;
		for ( int32_t i = 1; i < track->count; ++i )
		{
			if ( wfGetDistance2( track->places[i], track->places[since] ) > 0.5 )
			{
				longest = fmax( longest, ( i - since ) * tick );
				since = i;
			}
		}
	}
	return longest;
}

static Fork takeFork( wfTrial* run, uint64_t seed, wfDivisionRule rule, bool closes, const char* suffix, const char* title )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, &( wfGroupStageDef ){ .seed = seed } );
	wfStrokes* strokes = wfTrial_CreateStrokes( run );
	wfTrial_DrawStroke( run, strokes, "strokes[0]" );
	wfTrial_DrawStroke( run, strokes, "strokes[1]" );
	const wfBranchRule rules[2] = { { wfStrokes_GetStrokeEnd( strokes, 0 ), wfTrial_GetNumber( run, "shares[0]" ), -1, 0 },
									{ wfStrokes_GetStrokeEnd( strokes, 1 ), wfTrial_GetNumber( run, "shares[1]" ), -1, 0 } };
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	order.strokes = strokes;
	order.rule = rule;
	order.branches = rules;
	order.branchCount = 2;
	wfGroupStage_Give( stage, 0, &order );
	double closing = INFINITY, box[4], after = wfTrial_GetNumber( run, "closesAfter" );
	wfTrial_GetNumbers( run, "closing", "a box", box, 4 );
	while ( wfGroupStage_Tick( stage ) )
	{
		bool parts = wfGroupStage_CountEvents( stage, wf_groupDividedEvent ) > 0;
		closing = parts && closes ? wfGroupStage_GetTime( stage ) + after : closing;
		if ( wfGroupStage_GetTime( stage ) >= closing )
		{
			wfShapeDef shape = wfDefaultShapeDef();
			shape.kind = wf_boxShape;
			shape.center = ( wfVec2 ){ 0.5 * ( box[0] + box[2] ), 0.5 * ( box[1] + box[3] ) };
			shape.halfSize = ( wfVec2 ){ 0.5 * ( box[2] - box[0] ), 0.5 * ( box[3] - box[1] ) };
			wfTrial_Check( run, wfWorld_AddShape( stage->world, &shape, NULL, &wf_error ) );
			closing = INFINITY;
			closes = false;
		}
	}
	Fork fork = { .done = wfCrowd_IsDone( stage->crowd ), .stuck = getLongestStay( stage ), .overlaps = stage->overlaps };
	for ( int32_t k = 0; k < stage->trackCount; ++k )
	{
		wfVec2 at = stage->tracks[k].places[stage->tracks[k].count - 1];
		for ( int32_t end = 0; end < 2; ++end )
		{
			wfVec2 place = wfStrokes_GetNode( strokes, wfStrokes_GetStrokeEnd( strokes, end ) ).place;
			fork.counts[end] += wfGetDistance2( at, place ) <= wfTrial_GetNumber( run, "reach" );
		}
	}
	if ( title != NULL )
	{
		wfGroupStage_Draw( stage, suffix, title, strokes );
	}
	wfDestroyStrokes( strokes );
	wfGroupStage_Close( stage );
	return fork;
}

void wfPerformGroupShares( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), even = 0, shared = 0, turned = 0;
	double stuck = 0.0, longest = 0.0;
	int64_t overlaps = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		bool draws = seed == 1;
		Fork forks[3] = { takeFork( run, (uint64_t)seed, wf_divideEvenly, false, "", draws ? "A fork: evenly" : NULL ),
						  takeFork( run, (uint64_t)seed, wf_divideByShare, false, "shares", draws ? "Shares 1 : 2" : NULL ),
						  takeFork( run, (uint64_t)seed, wf_divideEvenly, true, "closed",
									draws ? "The upper branch is closed on the way" : NULL ) };
		even += forks[0].done && forks[0].counts[0] == 16 && forks[0].counts[1] == 15;
		shared += forks[1].done && forks[1].counts[0] == 10 && forks[1].counts[1] == 21;
		turned += forks[2].counts[1] == 31;
		take( &stuck, forks[2].stuck );
		take( &longest, fmax( forks[0].stuck, forks[1].stuck ) );
		for ( int32_t k = 0; k < 3; ++k )
		{
			overlaps += forks[k].overlaps;
			wfTrial_Note( run, "", forks[k].counts[0], "seed %d, %s: first branch", seed,
						  k == 0   ? "even"
						  : k == 1 ? "shares"
								   : "closed" );
			wfTrial_Note( run, "", forks[k].counts[1], "seed %d: second branch", seed );
		}
	}
	wfTrial_Claim( run, "even", (double)even / seeds );
	wfTrial_Claim( run, "shared", (double)shared / seeds );
	wfTrial_Claim( run, "turned", (double)turned / seeds );
	wfTrial_Claim( run, "stuck", stuck );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
	wfTrial_Note( run, "s", longest, "open branches: the longest stay of anybody" );
}
