// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who takes which branch. Counts first: members who may take the same branches are one class, and each in turn is added by the
// path of exchanges between branches that costs least, which is a successive shortest path of a flow with convex costs. Such
// counts are the best, and since no two are equally good (the lowest branches get more) they do not depend on any order. Then
// members change places until no two of them cross without need.
#include "base/arrays.h"
#include "base/base.h"
#include "base/heap.h"
#include "base/vec2.h"
#include "wayfield/strokes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LEAST_SHARE 1e-6
#define LARGEST_SHARE 1e6
#define KINDS 32
#define FARTHEST_MEMBER 1e9 // m: products of coordinates are far from overflow
// Of the mean of unit vectors: branches that leave to opposite sides have no mean direction, however it is rounded.
#define LEAST_MEAN 1e-9

wfDivisionDef wfDefaultDivisionDef( void )
{
	return ( wfDivisionDef ){ .rule = wf_divideEvenly, .internalCookie = WF_COOKIE };
}

// ---------------------------------------------------------------------------------------------------------------- refusals

static wfResult refuseItem( wfError* error, const char* list, int32_t item, const char* member, const char* expected )
{
	wfResult result = wfFail( error, wf_outOfRange, "%s[%d].%s is out of range, expected %s", list, item, member, expected );
	if ( error != NULL )
	{
		snprintf( error->field, sizeof( error->field ), "%s[%d].%s", list, item, member );
	}
	return result;
}

static bool isFinite( wfVec2 a )
{
	return isfinite( a.x ) && isfinite( a.y );
}

static bool isNear( wfVec2 place )
{
	return fabs( place.x ) <= FARTHEST_MEMBER && fabs( place.y ) <= FARTHEST_MEMBER;
}

static wfResult checkBranches( const wfDivisionDef* def, wfError* error )
{
	for ( int32_t k = 0; k < def->branchCount; ++k )
	{
		const wfBranch* branch = &def->branches[k];
		if ( def->rule == wf_divideByShare && branch->share != 0.0 &&
			 !( branch->share >= LEAST_SHARE && branch->share <= LARGEST_SHARE ) )
		{
			return refuseItem( error, "branches", k, "share", "0 or a number from 1e-6 to 1e6" );
		}
		if ( def->rule == wf_divideByNumber && branch->number < -1 )
		{
			return refuseItem( error, "branches", k, "number", "-1 or more" );
		}
		if ( !isFinite( branch->direction ) )
		{
			return refuseItem( error, "branches", k, "direction", "finite numbers" );
		}
	}
	return wf_ok;
}

static wfResult checkCall( const wfDivisionDef* def, const wfDivided* members, int32_t count, wfError* error )
{
	if ( (int32_t)def->rule < 0 || (int32_t)def->rule >= (int32_t)wf_divisionRuleCount )
	{
		return wfFail( error, wf_outOfRange, "rule %d is none of the %d", (int)def->rule, (int)wf_divisionRuleCount );
	}
	if ( def->branchCount < 1 || def->branchCount > WF_MAX_BRANCHES || count < 0 )
	{
		return wfFail( error, wf_outOfRange, "%d members and %d branches, expected 0 or more and 1 to %d", count,
					   def->branchCount, WF_MAX_BRANCHES );
	}
	if ( !isNear( def->node ) || !isFinite( def->heading ) )
	{
		return wfFail( error, wf_outOfRange, "the node is out of range, or the heading is none" );
	}
	wfResult result = checkBranches( def, error );
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		if ( def->rule == wf_divideByKind && ( members[k].kind < 0 || members[k].kind >= KINDS ) )
		{
			result = refuseItem( error, "members", k, "kind", "a number from 0 to 31" );
		}
		else if ( !isNear( members[k].place ) )
		{
			result = refuseItem( error, "members", k, "place", "a place within 1e9 m of the origin" );
		}
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------ counts

// Members who may take the same branches.
typedef struct memberClass
{
	uint32_t open;
	int32_t on[WF_MAX_BRANCHES]; // how many of them take each
} memberClass;

// The work of a call.
typedef struct division
{
	const wfDivisionDef* def;
	const wfDivided* members;
	int32_t count;
	uint32_t* open;		  // of each member, after the rule
	int32_t* order;		  // members from left to right
	int32_t* classOf;	  // of each member
	memberClass* classes; // ascending by `open`
	int32_t classCount, classRoom;
	int32_t counts[WF_MAX_BRANCHES];
	int32_t movable[WF_MAX_BRANCHES][WF_MAX_BRANCHES]; // members on the first who may take the second
	int32_t ranks[WF_MAX_BRANCHES];					   // branches from left to right
} division;

static uint32_t getOpen( const wfDivisionDef* def, const wfDivided* member )
{
	uint32_t all = def->branchCount == 32 ? UINT32_MAX : ( 1u << def->branchCount ) - 1u, open = member->open & all;
	if ( def->rule != wf_divideByKind )
	{
		return open;
	}
	uint32_t asked = 0, rest = 0;
	for ( int32_t k = 0; k < def->branchCount; ++k )
	{
		uint32_t kinds = def->branches[k].kinds;
		asked |= ( kinds >> member->kind & 1u ) << k;
		rest |= ( kinds == 0 ? 1u : 0u ) << k;
	}
	return ( open & asked ) != 0 ? open & asked : ( open & rest ) != 0 ? open & rest : open;
}

// What one more member costs on a branch that has `n`; the second number counts where the first ones are equal. It rises with
// `n`, which is all that the method asks of costs, and holds for rounded shares, too.
typedef struct cost
{
	double first, second;
} cost;

static cost getCost( const wfDivisionDef* def, int32_t branch, int32_t n )
{
	const wfBranch* item = &def->branches[branch];
	double odd = 2.0 * n + 1.0; // of the square
	if ( def->rule == wf_divideByShare )
	{
		return item->share > 0.0 ? ( cost ){ odd / item->share, 0.0 } : ( cost ){ INFINITY, odd };
	}
	if ( def->rule == wf_divideByNumber )
	{
		return item->number >= 0 ? ( cost ){ odd - 2.0 * item->number, 0.0 } : ( cost ){ 0.0, odd };
	}
	return ( cost ){ odd, 0.0 };
}

static bool isLess( cost a, cost b )
{
	return a.first != b.first ? a.first < b.first : a.second < b.second;
}

static void place( division* work, memberClass* of, int32_t branch, int32_t change )
{
	of->on[branch] += change;
	work->counts[branch] += change;
	for ( int32_t k = 0; k < work->def->branchCount; ++k )
	{
		work->movable[branch][k] += ( of->open >> k & 1u ) != 0 ? change : 0;
	}
}

// One more of a class: onto the branch that costs least of all that can be reached when members on full branches make room by
// going on to others. Of equal ones the lowest.
static void addMember( division* work, memberClass* of )
{
	int32_t before[WF_MAX_BRANCHES], queue[WF_MAX_BRANCHES], queued = 0, best = -1;
	uint32_t reached = of->open;
	cost least = { 0.0, 0.0 };
	for ( int32_t k = 0; k < work->def->branchCount; ++k )
	{
		if ( ( reached >> k & 1u ) != 0 )
		{
			before[k] = -1;
			queue[queued++] = k;
		}
	}
	for ( int32_t i = 0; i < queued; ++i )
	{
		int32_t at = queue[i];
		cost here = getCost( work->def, at, work->counts[at] );
		if ( best < 0 || isLess( here, least ) || ( !isLess( least, here ) && at < best ) )
		{
			best = at;
			least = here;
		}
		for ( int32_t k = 0; k < work->def->branchCount; ++k )
		{
			if ( ( reached >> k & 1u ) == 0 && work->movable[at][k] > 0 )
			{
				reached |= 1u << k;
				before[k] = at;
				queue[queued++] = k;
			}
		}
	}
	int32_t at = best;
	for ( ; before[at] >= 0; at = before[at] )
	{
		memberClass* other = work->classes;
		while ( other->on[before[at]] == 0 || ( other->open >> at & 1u ) == 0 )
		{
			other += 1;
		}
		place( work, other, before[at], -1 );
		place( work, other, at, 1 );
	}
	place( work, of, at, 1 );
}

// Members by what is open to them, in ascending order; `on[0]` of a class counts them for now.
static wfResult findClasses( division* work, wfHeap* heap )
{
	for ( int32_t k = 0; k < work->count; ++k )
	{
		work->open[k] = getOpen( work->def, &work->members[k] );
		if ( wfHeap_Push( heap, work->open[k], k ) != wf_ok )
		{
			return wf_outOfMemory;
		}
	}
	work->classCount = 0;
	uint32_t last = 0; // who has nothing open is in no class
	int32_t *sorted = work->order, distinct = 0;
	for ( int32_t k = 0; k < work->count; ++k )
	{
		sorted[k] = wfHeap_Pop( heap ).value;
		distinct += work->open[sorted[k]] != last ? 1 : 0;
		last = work->open[sorted[k]];
		work->classOf[sorted[k]] = distinct - 1;
	}
	work->classes = distinct > 0 ? wfAllocateArray( (size_t)distinct, sizeof( memberClass ) ) : NULL;
	if ( distinct > 0 && work->classes == NULL )
	{
		return wf_outOfMemory;
	}
	work->classRoom = distinct;
	for ( int32_t k = 0; k < work->count; ++k )
	{
		int32_t number = work->classOf[sorted[k]];
		if ( number == work->classCount )
		{
			work->classes[work->classCount++] = ( memberClass ){ .open = work->open[sorted[k]] };
		}
		if ( number >= 0 )
		{
			addMember( work, &work->classes[number] );
		}
	}
	return wf_ok;
}

// -------------------------------------------------------------------------------------------------------------- left, right

// Of any length, as long as it has one.
static wfVec2 getUnit( wfVec2 a )
{
	double largest = wfMax( fabs( a.x ), fabs( a.y ) );
	return largest > 0.0 ? wfNormalize2( wfDivide2( a, largest ), ( wfVec2 ){ 0.0, 0.0 } ) : ( wfVec2 ){ 0.0, 0.0 };
}

static bool isZero( wfVec2 a )
{
	return a.x == 0.0 && a.y == 0.0;
}

static wfVec2 getHeading( const wfDivisionDef* def )
{
	if ( !isZero( def->heading ) )
	{
		return getUnit( def->heading );
	}
	wfVec2 sum = { 0.0, 0.0 }, first = { 0.0, 0.0 };
	for ( int32_t k = 0; k < def->branchCount; ++k )
	{
		wfVec2 direction = getUnit( def->branches[k].direction );
		first = isZero( first ) ? direction : first;
		sum = wfAdd2( sum, direction );
	}
	if ( wfLength2( sum ) > LEAST_MEAN * def->branchCount )
	{
		return getUnit( sum );
	}
	// To opposite sides: the first one's side is the left. No branch has a direction: any will do.
	return isZero( first ) ? ( wfVec2 ){ 1.0, 0.0 } : ( wfVec2 ){ first.y, -first.x };
}

static void rankBranches( division* work, wfVec2 heading )
{
	double angles[WF_MAX_BRANCHES];
	for ( int32_t k = 0; k < work->def->branchCount; ++k )
	{
		wfVec2 direction = getUnit( work->def->branches[k].direction );
		// Straight back is the far left, whatever the sign of zero.
		double left = wfCross2( heading, direction ) + 0.0, ahead = wfDot2( heading, direction );
		angles[k] = isZero( direction ) ? 0.0 : wfAtan2( left, ahead );
		int32_t at = k;
		for ( ; at > 0 && angles[work->ranks[at - 1]] < angles[k]; --at )
		{
			work->ranks[at] = work->ranks[at - 1];
		}
		work->ranks[at] = k;
	}
}

// Of the members on two branches who may take both, those to the left take the left one. They are as many as before.
static bool uncross( const division* work, int32_t left, int32_t right, int32_t* branchOf )
{
	uint32_t both = 1u << left | 1u << right;
	int32_t leftCount = 0;
	bool hasChanged = false;
	for ( int32_t k = 0; k < work->count; ++k )
	{
		leftCount += branchOf[k] == left && ( work->open[k] & both ) == both ? 1 : 0;
	}
	for ( int32_t k = 0; k < work->count; ++k )
	{
		int32_t member = work->order[k];
		if ( ( branchOf[member] == left || branchOf[member] == right ) && ( work->open[member] & both ) == both )
		{
			int32_t wanted = leftCount > 0 ? left : right;
			leftCount -= 1;
			hasChanged = hasChanged || branchOf[member] != wanted;
			branchOf[member] = wanted;
		}
	}
	return hasChanged;
}

static wfResult orderMembers( division* work, wfVec2 heading, wfHeap* heap )
{
	for ( int32_t k = 0; k < work->count; ++k )
	{
		double left = wfCross2( heading, wfSub2( work->members[k].place, work->def->node ) );
		if ( wfHeap_Push( heap, -left, k ) != wf_ok )
		{
			return wf_outOfMemory;
		}
	}
	for ( int32_t k = 0; k < work->count; ++k )
	{
		work->order[k] = wfHeap_Pop( heap ).value;
	}
	return wf_ok;
}

// The counts of each class to its members from left to right, then exchanges between classes. Each that changes anything leaves
// fewer pairs that cross, so there is an end.
static void assign( division* work, int32_t* branchOf )
{
	int32_t branchCount = work->def->branchCount;
	for ( int32_t k = 0; k < work->count; ++k )
	{
		int32_t member = work->order[k], number = work->classOf[member];
		branchOf[member] = -1;
		for ( int32_t i = 0; i < branchCount && number >= 0 && branchOf[member] < 0; ++i )
		{
			int32_t branch = work->ranks[i];
			if ( work->classes[number].on[branch] > 0 )
			{
				work->classes[number].on[branch] -= 1;
				branchOf[member] = branch;
			}
		}
	}
	for ( bool hasChanged = work->classCount > 1; hasChanged; )
	{
		hasChanged = false;
		for ( int32_t i = 0; i < branchCount; ++i )
		{
			for ( int32_t j = i + 1; j < branchCount; ++j )
			{
				hasChanged = uncross( work, work->ranks[i], work->ranks[j], branchOf ) || hasChanged;
			}
		}
	}
}

wfResult wfDivide( const wfDivisionDef* def, const wfDivided* members, int32_t count, int32_t* branchOf, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE && ( def->branches != NULL || def->branchCount <= 0 ) &&
				   ( ( members != NULL && branchOf != NULL ) || count <= 0 ) ) )
	{
		return wfFail( error, wf_invalidDef,
					   "the def of a division did not come from wfDefaultDivisionDef, or something is null" );
	}
	wfResult result = checkCall( def, members, count, error );
	if ( result != wf_ok || count == 0 )
	{
		return result;
	}
	division work = { .def = def, .members = members, .count = count };
	wfArrays arrays = {
		{ WF_ONE_ARRAY( work.open, count ), WF_ONE_ARRAY( work.order, count ), WF_ONE_ARRAY( work.classOf, count ) } };
	wfHeap heap = { 0 };
	wfVec2 heading = getHeading( def );
	result = wfArrays_Allocate( &arrays );
	result = result == wf_ok ? findClasses( &work, &heap ) : result;
	result = result == wf_ok ? orderMembers( &work, heading, &heap ) : result;
	if ( result == wf_ok )
	{
		rankBranches( &work, heading );
		assign( &work, branchOf );
	}
	wfReleaseArray( work.classes, (size_t)work.classRoom, sizeof( memberClass ) );
	wfArray_Free( &heap );
	wfArrays_Free( &arrays );
	return result == wf_ok ? wf_ok : wfFail( error, wf_outOfMemory, "out of memory" );
}
