// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Slots along a drawn line, and at listed places.
#include "base/arrays.h"
#include "base/vec2.h"
#include "group/slots.h"
#include "group/tuning.h"

wfResult wfMakeCurveSlots( const wfFormationDef* def, int32_t count, wfVec2* slots, wfError* error )
{
	const wfVec2* points = def->points;
	int32_t last = def->pointCount - 1;
	double length = 0.0;
	for ( int32_t k = 0; k < last; ++k )
	{
		length += wfDistance2( points[k], points[k + 1] );
	}
	if ( length == 0.0 )
	{
		return wfRefuseSlots( error, "points", "are all the same, expected a line with a length" );
	}
	// The ends of a loop would have two slots in one place.
	double open = wfDistance2( points[last], points[0] );
	bool closed = count > 1 && open < WF_CLOSED_CURVE * length / count;
	double step = closed ? ( length + open ) / count : count > 1 ? length / ( count - 1 ) : 0.0;
	double begin = count > 1 ? 0.0 : 0.5 * length, passed = 0.0;
	for ( int32_t k = 0, piece = 0; k < count; ++k )
	{
		double at = begin + step * k;
		double along = wfDistance2( points[piece], points[piece + 1] );
		while ( passed + along < at && piece + 1 < last )
		{
			passed += along;
			++piece;
			along = wfDistance2( points[piece], points[piece + 1] );
		}
		// What is beyond the last point, but for rounding, is on the piece that closes a loop.
		double beyond = at - passed - along;
		slots[k] = closed && piece + 1 == last && beyond > 0.0 ? wfMix2( points[last], points[0], wfMin( beyond / open, 1.0 ) )
				   : along > 0.0 ? wfMix2( points[piece], points[piece + 1], wfMin( ( at - passed ) / along, 1.0 ) )
								 : points[piece];
	}
	return wf_ok;
}

// Those of a list that are among the foremost `count`, in the list's order, moved back.
static void takeForemost( const wfFormationDef* def, const int32_t* order, int8_t* taken, int32_t count, double back,
						  wfVec2* slots )
{
	int32_t found = 0;
	for ( int32_t k = 0; k < def->pointCount; ++k )
	{
		taken[order[k]] = k < count;
	}
	for ( int32_t k = 0; k < def->pointCount; ++k )
	{
		if ( taken[k] )
		{
			slots[found++] = ( wfVec2 ){ def->points[k].x - back, def->points[k].y };
		}
	}
}

wfResult wfMakeListSlots( const wfFormationDef* def, int32_t count, wfVec2* slots, wfError* error )
{
	if ( def->pointCount == 0 )
	{
		return wfRefuseSlots( error, "points", "are none, expected the places of the members" );
	}
	int32_t *order, *work;
	int8_t* taken;
	wfArrays arrays = { { WF_ONE_ARRAY( order, def->pointCount ), WF_ONE_ARRAY( work, def->pointCount ),
						  WF_ONE_ARRAY( taken, def->pointCount ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "no memory for %d points", def->pointCount );
	}
	wfSortSlots( def->points, def->pointCount, wfIsSlotInFront, order, work );
	double period = wfGetSlotsDepth( def->points, def->pointCount ) + def->spacing;
	for ( int32_t begin = 0, copy = 0; begin < count; begin += def->pointCount, ++copy )
	{
		int32_t left = count - begin < def->pointCount ? count - begin : def->pointCount;
		takeForemost( def, order, taken, left, copy * period, slots + begin );
	}
	wfArrays_Free( &arrays );
	return wf_ok;
}
