// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with groups on the way: through pillars and a door, free and in formation, by the force or the map alone, through
// oncoming people. Bounds without a share of the time are about the 95th percentile of all ticks.
#include "experiment_groups.h"

#include "base/vec2.h"

#include <math.h>
#include <stdlib.h>

// Slower than this stands, m/s.
#define STANDING 0.1

// The worst of all seeds, where larger is worse.
static void take( double* worst, double value )
{
	*worst = isnan( value ) ? INFINITY : fmax( *worst, value );
}

static double endOf( const wfGroupStage* stage )
{
	return wfCrowd_IsDone( stage->crowd ) ? wfGroupStage_GetTime( stage ) : INFINITY;
}

// ----------------------------------------------------------------------------------------------------- pillars and a door

typedef struct Passage
{
	double end;				  // seconds until everybody stands
	double passed;			  // when the last one was through the door
	double back;			  // seconds from then until E <= 0.2
	int32_t through;		  // members
	double median, p95;		  // of E_s from then on
	double allMedian, allP95; // of E_s since the last one passed
	int64_t overlaps;
	double room, gap;
} Passage;

static Passage passDoor( wfTrial* run, uint64_t seed, wfGroupOrderKind kind, const char* picture )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, &( wfGroupStageDef ){ .seed = seed } );
	wfPillars pillars = wfTrial_ReadPillars( run, seed );
	double door = wfTrial_GetNumber( run, "door" );
	Passage passage = { .passed = INFINITY, .back = INFINITY };
	wfSamples open = { 0 }, all = { 0 };
	wfGroupStage_AddPillars( stage, &pillars );
	wfGroupStage_Order( stage, 0, kind, wfTrial_GetVector( run, "to" ) );
	while ( wfGroupStage_Tick( stage ) )
	{
		wfGroupState state = wfGroupStage_GetState( stage, 0 );
		double time = wfGroupStage_GetTime( stage );
		passage.through = 0;
		for ( int32_t k = 0; k < stage->trackCount; ++k )
		{
			const wfMemberTrack* track = &stage->tracks[k];
			passage.through += track->places[track->count - 1].x > door + track->radius;
		}
		passage.passed = passage.through == state.memberCount ? fmin( passage.passed, time ) : passage.passed;
		// Small errors of a wedge that is still folded are not those of a wedge.
		bool isBack = time >= passage.passed && state.error <= 0.2 && !state.folded;
		passage.back = isBack ? fmin( passage.back, time - passage.passed ) : passage.back;
		if ( time >= passage.passed )
		{
			wfSamples_Add( &all, state.shapeError );
		}
		if ( time >= passage.passed + passage.back )
		{
			wfSamples_Add( &open, state.shapeError );
		}
	}
	passage.end = endOf( stage );
	passage.median = wfSamples_GetQuantile( &open, 0.5 );
	passage.p95 = wfSamples_GetQuantile( &open, 0.95 );
	passage.allMedian = wfSamples_GetQuantile( &all, 0.5 );
	passage.allP95 = wfSamples_GetQuantile( &all, 0.95 );
	passage.overlaps = stage->overlaps;
	passage.room = stage->leastRoom;
	passage.gap = stage->leastGap;
	if ( picture != NULL )
	{
		bool isFree = kind == wf_moveOrder;
		wfGroupStage_Draw( stage, picture,
						   isFree ? "The same twelve walking freely" : "A wedge of twelve, pillars and a door of 1.2 m", NULL );
	}
	wfGroupStage_Close( stage );
	return passage;
}

void wfPerformGroupDoor( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), members = (int32_t)wfTrial_GetNumber( run, "members" );
	double median = 0.0, p95 = 0.0, back = 0.0, ratio = 0.0, allMedian = 0.0, allP95 = 0.0;
	int32_t through = members;
	int64_t overlaps = 0;
	for ( int32_t k = 1; k <= seeds; ++k )
	{
		Passage formed = passDoor( run, (uint64_t)k, wf_formationOrder, k == 1 ? "" : NULL ),
				freely = passDoor( run, (uint64_t)k, wf_moveOrder, k == 1 ? "free" : NULL );
		take( &median, formed.median );
		take( &p95, formed.p95 );
		take( &allMedian, formed.allMedian );
		take( &allP95, formed.allP95 );
		take( &back, formed.back );
		take( &ratio, formed.end / freely.end );
		through = formed.through < through ? formed.through : through;
		overlaps += formed.overlaps + freely.overlaps;
		wfTrial_Note( run, "s", formed.end, "seed %d: in formation", k );
		wfTrial_Note( run, "s", freely.end, "seed %d: free", k );
		wfTrial_Note( run, "s", formed.back, "seed %d: E <= 0.2 after the last has passed", k );
	}
	wfTrial_Claim( run, "through", through );
	wfTrial_Claim( run, "median", median );
	wfTrial_Claim( run, "p95", p95 );
	wfTrial_Claim( run, "back", back );
	wfTrial_Claim( run, "ratio", ratio );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
	wfTrial_Note( run, "", allMedian, "median of E_s since the last has passed, worst seed" );
	wfTrial_Note( run, "", allP95, "95th percentile of the same" );
}

// ------------------------------------------------------------------------------------------------------ free, in formation

// E_s of those who walk freely, against the slots they would have been given at the start.
typedef struct Reference
{
	int32_t count;
	wfVec2* slots; // by member
	wfAgentId* ids;
	wfVec2* places;
} Reference;

static Reference makeReference( wfGroupStage* stage, const char* formation )
{
	int32_t count = wfGroupStage_GetState( stage, 0 ).memberCount;
	Reference reference = { .count = count,
							.slots = wfNewArray( (size_t)count, sizeof( wfVec2 ) ),
							.ids = wfNewArray( (size_t)count, sizeof( wfAgentId ) ),
							.places = wfNewArray( (size_t)count, sizeof( wfVec2 ) ) };
	wfVec2 *slots = wfNewArray( (size_t)count, sizeof( wfVec2 ) ), middle = { 0.0, 0.0 };
	int32_t* slotOf = wfNewArray( (size_t)count, sizeof( int32_t ) );
	wfFormationDef def = wfDefaultFormationDef();
	def.kind = wfFindFormation( formation );
	def.spacing = stage->spacing;
	wfTrial_Check( stage->run, wfFormation_MakeSlots( &def, count, slots, &wf_error ) );
	wfCrowd_GetGroupMembers( stage->crowd, stage->groups[0], reference.ids, count );
	for ( int32_t k = 0; k < count; ++k )
	{
		reference.places[k] = wfGroupStage_GetPlace( stage, reference.ids[k] );
		middle = wfAddScaled2( middle, 1.0 / count, reference.places[k] );
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		reference.places[k] = wfSub2( reference.places[k], middle );
	}
	wfAssignDef assign = wfDefaultAssignDef();
	assign.starts = reference.places;
	assign.slots = slots;
	assign.count = count;
	wfTrial_Check( stage->run, wfAssignSlots( &assign, slotOf, NULL, &wf_error ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		reference.slots[k] = slots[slotOf[k]];
	}
	free( slots );
	free( slotOf );
	return reference;
}

static double getShapeError( const Reference* reference, const wfGroupStage* stage )
{
	for ( int32_t k = 0; k < reference->count; ++k )
	{
		reference->places[k] = wfGroupStage_GetPlace( stage, reference->ids[k] );
	}
	wfGroupErrorDef def = { reference->places, reference->slots, reference->count, stage->spacing };
	return wfGetShapeError( &def );
}

// The longest time that any agent moved slower than STANDING between two times, of ticks.
static double getLongestStand( const wfGroupStage* stage, double from, double to )
{
	double tick = wfCrowd_GetDef( stage->crowd ).tickSeconds, longest = 0.0;
	for ( int32_t k = 0; k < stage->trackCount && from < to; ++k )
	{
		const wfMemberTrack* track = &stage->tracks[k];
		int32_t stood = 0, first = (int32_t)( from / tick + 0.5 ) + 1, last = (int32_t)( to / tick + 0.5 );
		for ( int32_t i = first; i < track->count && i <= last; ++i )
		{
			stood = wfGetDistance2( track->places[i - 1], track->places[i] ) < STANDING * tick ? stood + 1 : 0;
			longest = fmax( longest, stood * tick );
		}
	}
	return longest;
}

typedef struct Shape
{
	double end;
	double formed, free; // E_s: the 95th percentile in formation, the median of the others
	double stood;		 // the longest, after the switch
	int64_t overlaps;
} Shape;

// The first order, and another one when half of the way is done.
static Shape walkShape( wfTrial* run, uint64_t seed, const wfGroupOrderKind* orders, const char* suffix, const char* title )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, &( wfGroupStageDef ){ .seed = seed } );
	wfVec2 to = wfTrial_GetVector( run, "to" );
	double half = wfTrial_GetNumber( run, "half" ), forming = wfTrial_GetNumber( run, "forming" ), since = 0.0;
	Reference reference = makeReference( stage, wfTrial_GetText( run, "groups[0].formation" ) );
	wfSamples formed = { 0 }, freely = { 0 };
	bool isFree = orders[0] == wf_moveOrder, switched = orders[0] == orders[1];
	double switchedAt = INFINITY;
	wfGroupStage_Order( stage, 0, orders[0], to );
	while ( wfGroupStage_Tick( stage ) )
	{
		wfGroupState state = wfGroupStage_GetState( stage, 0 );
		double time = wfGroupStage_GetTime( stage ), middle = 0.0, front = -INFINITY;
		for ( int32_t k = 0; k < stage->trackCount; ++k )
		{
			double x = stage->tracks[k].places[stage->tracks[k].count - 1].x;
			middle += x / stage->trackCount;
			front = fmax( front, x );
		}
		if ( !isFree && time > since + forming && state.mode == wf_groupTravels )
		{
			wfSamples_Add( &formed, state.shapeError );
		}
		if ( isFree && time > since + forming && front < to.x - 5.0 )
		{
			wfSamples_Add( &freely, getShapeError( &reference, stage ) );
		}
		if ( !switched && middle >= half )
		{
			switched = true;
			since = switchedAt = time;
			isFree = orders[1] == wf_moveOrder;
			wfGroupStage_Order( stage, 0, orders[1], to );
		}
	}
	Shape shape = { .end = endOf( stage ),
					.formed = wfSamples_GetQuantile( &formed, 0.95 ),
					.free = wfSamples_GetQuantile( &freely, 0.5 ),
					.overlaps = stage->overlaps };
	// Until the first of them may be at the end of its way.
	double way = ( to.x - half - 12.0 ) / 1.3;
	shape.stood = getLongestStand( stage, switchedAt, fmin( switchedAt + way, shape.end ) );
	if ( title != NULL )
	{
		wfGroupStage_Draw( stage, suffix, title, NULL );
	}
	wfGroupStage_Close( stage );
	return shape;
}

void wfPerformGroupShape( wfTrial* run )
{
	static const wfGroupOrderKind orders[4][2] = { { wf_moveOrder, wf_moveOrder },
												   { wf_formationOrder, wf_formationOrder },
												   { wf_moveOrder, wf_formationOrder },
												   { wf_formationOrder, wf_moveOrder } };
	static const char* const titles[4] = { "Twenty-four walk freely", "The same in formation", "Free, half-way into formation",
										   "In formation, half-way free" };
	static const char* const suffixes[4] = { "free", "", "into-formation", "into-free" };
	int32_t seeds = wfTrial_GetGroupSeeds( run );
	double first = 0.0, formed = 0.0, loose = INFINITY, into[2] = { 0.0, 0.0 }, after = 0.0;
	int64_t overlaps = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		Shape shapes[4];
		for ( int32_t k = 0; k < 4; ++k )
		{
			shapes[k] = walkShape( run, (uint64_t)seed, orders[k], suffixes[k], seed == 1 ? titles[k] : NULL );
			overlaps += shapes[k].overlaps;
		}
		take( &first, shapes[0].end / shapes[1].end );
		take( &formed, shapes[1].formed );
		take( &after, shapes[2].formed );
		loose = fmin( loose, shapes[0].free );
		take( &into[0], shapes[2].stood );
		take( &into[1], shapes[3].stood );
		for ( int32_t k = 0; k < 4; ++k )
		{
			wfTrial_Note( run, "s", shapes[k].end, "seed %d, %s: all there after", seed, k == 1 ? "formation" : suffixes[k] );
		}
	}
	wfTrial_Claim( run, "first", first );
	wfTrial_Claim( run, "loose", loose );
	wfTrial_Claim( run, "formed", formed );
	wfTrial_Claim( run, "after", after );
	wfTrial_Claim( run, "stoodIntoFormation", into[0] );
	wfTrial_Claim( run, "stoodIntoFree", into[1] );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
}

// -------------------------------------------------------------------------------------------------- by force, by map, both

typedef enum Steering
{
	byForce,
	byMap,
	byBoth,
	steeringCount
} Steering;

// A map that sees a few centimetres, and nobody: then nothing is left but the force.
static wfStyleDef makeBlindStyle( void )
{
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.mapSize = 11;
	style.mapCell = 0.01;
	style.mapAdapts = false;
	style.neighborReach = 0.0;
	style.foresight = style.queueing = style.yielding = style.takesTurns = false;
	style.keepRight = style.patience = style.timeGap = 0.0;
	return style;
}

typedef struct Pressed
{
	double longest; // seconds at a pillar without getting on
	wfSamples errors;
	double end;
	int64_t overlaps;
} Pressed;

static Pressed walkPillars( wfTrial* run, uint64_t seed, Steering steering, const char* suffix, const char* title )
{
	wfStyleDef blind = makeBlindStyle();
	wfGroupStageDef def = { .seed = seed, .style = steering == byForce ? &blind : NULL };
	wfGroupStage* stage = wfTrial_OpenGroups( run, &def );
	wfPillars pillars = wfTrial_ReadPillars( run, seed );
	double tick = wfCrowd_GetDef( stage->crowd ).tickSeconds;
	wfVec2 to = wfTrial_GetVector( run, "to" );
	int32_t stood[WF_MAX_LIST] = { 0 };
	Reference reference = makeReference( stage, wfTrial_GetText( run, "groups[0].formation" ) );
	Pressed pressed = { 0 };
	wfGroupStage_AddPillars( stage, &pillars );
	wfGroupStage_Order( stage, 0, steering == byMap ? wf_moveOrder : wf_formationOrder, to );
	while ( wfGroupStage_Tick( stage ) )
	{
		wfGroupState state = wfGroupStage_GetState( stage, 0 );
		double front = -INFINITY;
		for ( int32_t k = 0; k < stage->trackCount && k < WF_MAX_LIST; ++k )
		{
			const wfMemberTrack* track = &stage->tracks[k];
			wfVec2 at = track->places[track->count - 1];
			bool near = wfWorld_GetDistance( stage->world, at, 0 ) < track->radius + 0.05;
			bool stands = track->count > 1 && wfGetDistance2( track->places[track->count - 2], at ) < STANDING * tick;
			stood[k] = near && stands ? stood[k] + 1 : 0;
			pressed.longest = fmax( pressed.longest, stood[k] * tick );
			front = fmax( front, at.x );
		}
		if ( front > pillars.box.lower.x && front < to.x - 5.0 )
		{
			wfSamples_Add( &pressed.errors, steering == byMap ? getShapeError( &reference, stage ) : state.shapeError );
		}
	}
	pressed.end = endOf( stage );
	pressed.overlaps = stage->overlaps;
	if ( title != NULL )
	{
		wfGroupStage_Draw( stage, suffix, title, NULL );
	}
	wfGroupStage_Close( stage );
	return pressed;
}

void wfPerformGroupForces( wfTrial* run )
{
	static const char* const titles[] = { "A wedge among pillars, by the force alone", "By the map alone: each for itself",
										  "A wedge among pillars, by force and map" };
	static const char* const suffixes[] = { "force", "map", "" };
	int32_t seeds = wfTrial_GetGroupSeeds( run ), pressedSeeds = 0;
	double longest[steeringCount] = { 0.0 }, loose = INFINITY, p95 = 0.0, median = 0.0, forced = 0.0;
	int64_t overlaps = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		for ( int32_t k = 0; k < steeringCount; ++k )
		{
			Pressed walk = walkPillars( run, (uint64_t)seed, (Steering)k, suffixes[k], seed == 1 ? titles[k] : NULL );
			longest[k] = fmax( longest[k], walk.longest );
			overlaps += walk.overlaps;
			pressedSeeds += k == byForce && walk.longest > 1.0;
			double half = wfSamples_GetQuantile( &walk.errors, 0.5 );
			loose = k == byMap ? fmin( loose, half ) : loose;
			take( k == byForce ? &forced : &median, k == byMap ? 0.0 : half );
			take( &p95, k == byBoth ? wfSamples_GetQuantile( &walk.errors, 0.95 ) : 0.0 );
			wfTrial_Note( run, "s", walk.end, "seed %d, %s: all there after", seed, k == byBoth ? "both" : suffixes[k] );
		}
	}
	// Who stands for a tick or two, until the one beside it has passed, is not pressed.
	wfTrial_Claim( run, "map", loose );
	wfTrial_Claim( run, "pressed", longest[byBoth] > 1.0 ? longest[byBoth] : 0.0 );
	wfTrial_Claim( run, "shape", p95 );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
	wfTrial_Note( run, "", pressedSeeds, "seeds in which the force alone presses over 1 s" );
	wfTrial_Note( run, "s", longest[byForce], "force alone: longest at a pillar without getting on" );
	wfTrial_Note( run, "s", longest[byBoth], "both: longest at a pillar without getting on" );
	wfTrial_Note( run, "s", longest[byMap], "map alone: longest at a pillar without getting on" );
	wfTrial_Note( run, "", median, "both: median of E_s, worst seed" );
	wfTrial_Note( run, "", forced, "force alone: median of E_s, worst seed" );
}

// ---------------------------------------------------------------------------------------------------------------- oncoming

typedef struct Meeting
{
	double met, back;	 // when the last of the others was behind the rearmost member; seconds from then until E <= 0.3
	double end, arrival; // of the group; mean of the others
	int32_t members, there;
	int64_t overlaps;
} Meeting;

// The mean of those who are in no group, over what they were there.
static double getMeanArrival( const wfGroupStage* stage )
{
	double tick = wfCrowd_GetDef( stage->crowd ).tickSeconds;
	wfSamples times = { 0 };
	for ( int32_t k = 0; k < stage->trackCount; ++k )
	{
		if ( stage->tracks[k].group < 0 && stage->tracks[k].count > 0 )
		{
			wfSamples_Add( &times, tick * stage->tracks[k].count );
		}
	}
	double mean = wfSamples_GetMean( &times );
	free( times.values );
	return mean;
}

static Meeting meetOthers( wfTrial* run, uint64_t seed, bool alone, const char* title )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, &( wfGroupStageDef ){ .seed = seed, .withoutGroups = alone } );
	wfVec2 to = wfTrial_GetVector( run, "to" );
	Meeting meeting = { .met = INFINITY, .back = INFINITY };
	if ( !alone )
	{
		wfGroupStage_Order( stage, 0, wf_formationOrder, to );
	}
	while ( wfGroupStage_Tick( stage ) )
	{
		double time = wfGroupStage_GetTime( stage ), rear = INFINITY, last = -INFINITY;
		wfFrame frame = wfCrowd_GetFrame( stage->crowd );
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			bool isMember = wfCrowd_GetGroupOf( stage->crowd, frame.ids[k] ).index1 != 0;
			rear = isMember ? fmin( rear, frame.positions[k].x ) : rear;
			last = isMember ? last : fmax( last, frame.positions[k].x );
		}
		meeting.met = last < rear ? fmin( meeting.met, time ) : meeting.met;
		bool isBack = time >= meeting.met && wfGroupStage_GetState( stage, 0 ).error <= 0.3;
		meeting.back = !alone && isBack ? fmin( meeting.back, time - meeting.met ) : meeting.back;
	}
	meeting.end = endOf( stage );
	meeting.arrival = getMeanArrival( stage );
	meeting.overlaps = stage->overlaps;
	meeting.members = alone ? 0 : wfGroupStage_GetState( stage, 0 ).memberCount;
	for ( int32_t k = 0; k < stage->trackCount; ++k )
	{
		const wfMemberTrack* track = &stage->tracks[k];
		meeting.there += track->group == 0 && wfGetDistance2( track->places[track->count - 1], to ) < 6.0;
	}
	if ( title != NULL )
	{
		wfGroupStage_Draw( stage, "", title, NULL );
	}
	wfGroupStage_Close( stage );
	return meeting;
}

void wfPerformGroupOncoming( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), there = INT32_MAX;
	double back = 0.0, delay = 0.0;
	int64_t overlaps = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		Meeting with = meetOthers( run, (uint64_t)seed, false,
								   seed == 1 ? "A wedge of twelve through two hundred oncoming people" : NULL ),
				without = meetOthers( run, (uint64_t)seed, true, NULL );
		take( &back, with.back );
		there = with.there < there ? with.there : there;
		overlaps += with.overlaps + without.overlaps;
		delay += ( with.arrival - without.arrival ) / seeds;
		wfTrial_Note( run, "s", with.end, "seed %d: the wedge is there after", seed );
		wfTrial_Note( run, "s", with.arrival - without.arrival, "seed %d: delay of the others, mean", seed );
	}
	wfTrial_Claim( run, "stay", there );
	wfTrial_Claim( run, "back", back );
	wfTrial_Claim( run, "overlaps", (double)overlaps );
	wfTrial_Note( run, "s", delay, "delay of the others, mean of all seeds" );
}
