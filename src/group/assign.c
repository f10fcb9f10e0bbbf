// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Which member takes which slot: checks, ranks, and the choice of the method.
#include "base/arrays.h"
#include "base/vec2.h"
#include "group/assignment.h"
#include "group/slots.h"
#include "group/tuning.h"

wfAssignDef wfDefaultAssignDef( void )
{
	return ( wfAssignDef ){ .internalCookie = WF_COOKIE };
}

static void countRanks( const int8_t* ranks, int32_t count, int32_t counts[256] )
{
	for ( int32_t k = 0; k < 256; ++k )
	{
		counts[k] = 0;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		++counts[ranks[k] + 128];
	}
}

static wfResult checkDef( const wfAssignDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "assignment: not made by wfDefaultAssignDef" );
	}
	if ( def->count < 0 || def->count > WF_MAX_MEMBERS )
	{
		return wfRefuseSlots( error, "count", "is %d, expected a whole number from 0 to %d", def->count, WF_MAX_MEMBERS );
	}
	if ( def->count > 0 && ( def->starts == NULL || def->slots == NULL ) )
	{
		return wfRefuseSlots( error, def->starts == NULL ? "starts" : "slots", "is null" );
	}
	if ( ( def->startRanks == NULL ) != ( def->slotRanks == NULL ) )
	{
		return wfRefuseSlots( error, def->startRanks == NULL ? "startRanks" : "slotRanks",
							  "is null, expected ranks of both or of neither" );
	}
	if ( def->startRanks != NULL )
	{
		int32_t starts[256], slots[256];
		countRanks( def->startRanks, def->count, starts );
		countRanks( def->slotRanks, def->count, slots );
		for ( int32_t k = 0; k < 256; ++k )
		{
			if ( starts[k] != slots[k] )
			{
				return wfRefuseSlots( error, "slotRanks",
									  "has %d slots of rank %d, expected as many as there are starts of it, %d", slots[k],
									  k - 128, starts[k] );
			}
		}
	}
	wfResult result = wfCheckPlaces( "starts", def->starts, def->count, error );
	return result == wf_ok ? wfCheckPlaces( "slots", def->slots, def->count, error ) : result;
}

// What the members and slots of one rank are, by their numbers.
typedef struct part
{
	int32_t* starts;
	int32_t* slots;
	wfVec2* rows;
	wfVec2* columns;
} part;

static void pick( const int8_t* ranks, const wfVec2* places, int32_t count, int32_t rank, int32_t* numbers, wfVec2* picked )
{
	int32_t found = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( ranks == NULL || ranks[k] == rank )
		{
			numbers[found] = k;
			picked[found++] = places[k];
		}
	}
}

static wfResult assignPart( const wfAssignDef* def, part* p, wfMatching* m, int32_t* slotOf )
{
	// A shift of all starts changes the cost of every assignment by the same: around a common centre the numbers stay small, and
	// near slots are likely ones however far the group has to go.
	wfVec2 shift = wfSub2( wfCenterSlots( p->rows, m->count ), wfCenterSlots( p->columns, m->count ) );
	wfResult result = wf_ok;
	if ( def->exact || m->count <= WF_EXACT_ASSIGNMENT )
	{
		wfMatchExactly( m );
	}
	else
	{
		result = wfMatchNearly( m, wfDot2( shift, shift ) * m->count );
	}
	for ( int32_t k = 0; k < m->count && result == wf_ok; ++k )
	{
		slotOf[p->starts[k]] = p->slots[m->columnOf[k]];
	}
	return result;
}

static wfResult assignParts( const wfAssignDef* def, part* p, wfMatching* m, int32_t* slotOf )
{
	wfResult result = wf_ok;
	int32_t counts[256] = { def->count };
	if ( def->startRanks != NULL )
	{
		countRanks( def->startRanks, def->count, counts );
	}
	for ( int32_t k = 0; k < 256 && result == wf_ok; ++k )
	{
		if ( counts[k] > 0 )
		{
			pick( def->startRanks, def->starts, def->count, k - 128, p->starts, p->rows );
			pick( def->slotRanks, def->slots, def->count, k - 128, p->slots, p->columns );
			m->count = counts[k];
			result = assignPart( def, p, m, slotOf );
		}
	}
	return result;
}

wfResult wfAssignSlots( const wfAssignDef* def, int32_t* slotOf, double* cost, wfError* error )
{
	wfResult result = checkDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t count = def->count;
	part p;
	wfMatching m;
	wfArrays arrays = { {
		WF_ONE_ARRAY( p.starts, count ),
		WF_ONE_ARRAY( p.slots, count ),
		WF_ONE_ARRAY( p.rows, count ),
		WF_ONE_ARRAY( p.columns, count ),
		WF_ONE_ARRAY( m.v, count ),
		WF_ONE_ARRAY( m.columnOf, count ),
		WF_ONE_ARRAY( m.rowOf, count ),
		WF_ONE_ARRAY( m.slack, count ),
		WF_ONE_ARRAY( m.distance, count ),
		WF_ONE_ARRAY( m.from, count ),
		WF_ONE_ARRAY( m.settled, count ),
		WF_ONE_ARRAY( m.isSettled, count ),
	} };
	result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		m.rows = p.rows;
		m.columns = p.columns;
		result = assignParts( def, &p, &m, slotOf );
	}
	wfArrays_Free( &arrays );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "no memory for the assignment of %d members", count );
	}
	double sum = 0.0;
	for ( int32_t k = 0; k < count && cost != NULL; ++k )
	{
		wfVec2 way = wfSub2( def->slots[slotOf[k]], def->starts[k] );
		sum += wfDot2( way, way );
	}
	if ( cost != NULL )
	{
		*cost = sum;
	}
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- ranks

wfResult wfRankSlots( const wfVec2* slots, const int8_t* startRanks, int32_t count, int8_t* slotRanks )
{
	if ( WF_FAILS( count >= 0 && count <= WF_MAX_MEMBERS ) )
	{
		return wf_outOfRange;
	}
	int32_t *order, *work;
	wfArrays arrays = { { WF_ONE_ARRAY( order, count ), WF_ONE_ARRAY( work, count ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result != wf_ok )
	{
		return result;
	}
	wfSortSlots( slots, count, wfIsSlotInFront, order, work );
	int32_t counts[256], next = 0;
	countRanks( startRanks, count, counts );
	for ( int32_t rank = 0; rank < 256; ++rank )
	{
		for ( int32_t k = 0; k < counts[rank]; ++k )
		{
			slotRanks[order[next++]] = (int8_t)( rank - 128 );
		}
	}
	wfArrays_Free( &arrays );
	return wf_ok;
}
