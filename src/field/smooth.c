// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Straightening a traced path without leaving free space.
//
// 1. Rounding: each point moves half-way to the middle of its neighbours, twice. That takes out the zigzag of the grid and
//    leaves the course of the path.
// 2. Shortcuts, farthest first. A chord may replace a piece of the path when it is free with a hair's breadth to spare, when at
// each
//    of its places its clearance is at least (1 - tautness) times that of the piece at the same fraction of the length (or the
//    cap given, where that is less), and when it does not cost more on terrain.
// 3. Pulling: the corners left are pulled toward the chord between their neighbours. Where no clearance is asked for the string
//    in the triangle of a corner and its neighbours is known exactly: it is the hull of the obstacle corners inside.
// 4. Points that lie on the line of their neighbours are dropped.

#include "base/arrays.h"
#include "field/query.h"
#include "field/tuning.h"

#include <math.h>

// The path before it was straightened: places on it are numbers in [0, count - 1], whole at its points.
typedef struct Original
{
	const wfStraighten* rule;
	double* clearance; // at the points
	double* cost;	   // length times terrain cost up to the points; null without terrain
	double* distance;  // length up to the points
	double mostClearance;
	int32_t count;
} Original;

// A point of the straightened path and the place on the original it stands for.
typedef struct Knot
{
	wfVec2 point;
	double place;
} Knot;

// No clearance worth the name is asked for.
static inline bool isExact( const wfStraighten* rule )
{
	return rule->tautness >= 1.0 || rule->clearanceCap <= WF_EXACT_BELOW;
}

static inline double valueAt( const double* values, int32_t count, double place )
{
	int32_t i = (int32_t)place;
	i = i < count - 1 ? i : count - 2;
	double t = place - i;
	return ( 1.0 - t ) * values[i] + t * values[i + 1];
}

// Length times terrain cost of a segment, from samples half a cell apart.
static double segmentCost( const wfGrid* grid, wfVec2 a, wfVec2 b )
{
	double length = wfDistance2( a, b ), sum = 0.0;
	int32_t samples = (int32_t)ceil( 2.0 * length );
	for ( int32_t k = 0; k < samples; ++k )
	{
		int32_t cell = wfCellAt( grid, wfMix2( a, b, ( k + 0.5 ) / samples ) );
		sum += cell >= 0 ? (double)grid->cost[cell] : 1.0;
	}
	return samples > 0 ? sum / samples * length : 0.0;
}

static wfArrays listOriginal( Original* original )
{
	wfArrays arrays = {
		{ WF_ONE_ARRAY( original->clearance, original->count ), WF_ONE_ARRAY( original->distance, original->count ) } };
	if ( original->rule->grid->cost != NULL )
	{
		arrays.items[2] = (wfArraysItem)WF_ONE_ARRAY( original->cost, original->count );
	}
	return arrays;
}

static wfResult makeOriginal( const wfStraighten* rule, const wfPolyline* line, Original* original )
{
	const wfGrid* grid = rule->grid;
	*original = ( Original ){ .rule = rule, .count = line->count };
	wfArrays arrays = listOriginal( original );
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	bool exact = isExact( rule );
	double distance = 0.0, cost = 0.0;
	for ( int32_t i = 0; i < line->count; ++i )
	{
		if ( i > 0 )
		{
			distance += wfDistance2( line->data[i - 1], line->data[i] );
			cost += original->cost != NULL ? segmentCost( grid, line->data[i - 1], line->data[i] ) : 0.0;
		}
		original->distance[i] = distance;
		original->clearance[i] = exact ? 0.0 : wfPointClearance( grid, line->data[i] );
		original->mostClearance = wfMax( original->clearance[i], original->mostClearance );
		if ( original->cost != NULL )
		{
			original->cost[i] = cost;
		}
	}
	return wf_ok;
}

// The place a fraction of the length after place `a` and before place `b`; `hint` is a place not behind it, kept between calls.
static double placeAt( const Original* original, double a, double b, double fraction, int32_t* hint )
{
	double from = valueAt( original->distance, original->count, a ), to = valueAt( original->distance, original->count, b );
	double wanted = from + fraction * ( to - from );
	while ( *hint < original->count - 2 && original->distance[*hint + 1] < wanted )
	{
		*hint += 1;
	}
	double begin = original->distance[*hint], end = original->distance[*hint + 1];
	double t = end > begin ? ( wanted - begin ) / ( end - begin ) : 0.0;
	return *hint + ( t < 0.0 ? 0.0 : ( t > 1.0 ? 1.0 : t ) );
}

// May the straight line between two knots replace what the original does between their places?
static bool isShortcutAllowed( const Original* original, Knot a, Knot b )
{
	const wfStraighten* rule = original->rule;
	const wfGrid* grid = rule->grid;
	if ( !wfIsBandFree( grid, a.point, b.point, WF_HAIR ) )
	{
		return false;
	}
	if ( original->cost != NULL )
	{
		double before = valueAt( original->cost, original->count, b.place ) - valueAt( original->cost, original->count, a.place );
		if ( segmentCost( grid, a.point, b.point ) > before * ( 1.0 + 1e-9 ) )
		{
			return false;
		}
	}
	if ( isExact( rule ) )
	{
		return true;
	}
	// Clearance changes by no more than the distance walked: where it is ample the next sample may be far.
	double length = wfDistance2( a.point, b.point ),
		   most = wfMin( rule->clearanceCap, ( 1.0 - rule->tautness ) * original->mostClearance );
	int32_t hint = (int32_t)a.place;
	for ( double walked = WF_SAMPLE; walked < length; )
	{
		double t = walked / length;
		double clearance = wfPointClearance( grid, wfMix2( a.point, b.point, t ) );
		if ( clearance < most )
		{
			double place = placeAt( original, a.place, b.place, t, &hint );
			double kept = ( 1.0 - rule->tautness ) * valueAt( original->clearance, original->count, place );
			if ( clearance < wfMin( rule->clearanceCap, kept ) - 1e-6 )
			{
				return false;
			}
		}
		walked += wfMax( clearance - most - 1.0, WF_SAMPLE );
	}
	return true;
}

// The knot farthest along the path that the one at `from` has a shortcut to, found by doubling the reach, then halving.
static int32_t findFarthest( const Original* original, const Knot* knots, int32_t count, int32_t from )
{
	int32_t good = from + 1, reach = 2;
	int32_t bad = count;
	while ( good < count - 1 )
	{
		int32_t next = from + reach < count - 1 ? from + reach : count - 1;
		if ( !isShortcutAllowed( original, knots[from], knots[next] ) )
		{
			bad = next;
			break;
		}
		good = next;
		reach *= 2;
	}
	while ( bad - good > 1 )
	{
		int32_t middle = good + ( bad - good ) / 2;
		if ( isShortcutAllowed( original, knots[from], knots[middle] ) )
		{
			good = middle;
		}
		else
		{
			bad = middle;
		}
	}
	return good < count ? good : count - 1;
}

static int32_t takeShortcuts( const Original* original, Knot* knots, int32_t count )
{
	int32_t kept = 1;
	for ( int32_t i = 0; i < count - 1; )
	{
		i = findFarthest( original, knots, count, i );
		// Never overtakes: `kept` is at most i.
		Knot next = knots[i];
		if ( i >= kept )
		{
			knots[kept++] = next;
		}
	}
	return kept;
}

// ---------------------------------------------------------------------------------------------------------------- pulling

// The place a string bends at when it goes around an obstacle's corner at a meeting point of four cells; false where none of
// them sticks out there.
static bool findBend( const wfGrid* grid, int32_t i, int32_t j, wfVec2 toward, wfVec2* bend )
{
	bool lowerLeft = !wfIsCellFree( grid, i - 1, j - 1 ), lowerRight = !wfIsCellFree( grid, i, j - 1 );
	bool upperLeft = !wfIsCellFree( grid, i - 1, j ), upperRight = !wfIsCellFree( grid, i, j );
	int32_t blocked = lowerLeft + lowerRight + upperLeft + upperRight;
	bool right = upperLeft || lowerLeft, top = lowerLeft || lowerRight;
	if ( blocked == 2 && lowerLeft == upperRight )
	{
		// Two that meet diagonally stick out as well, each on its own side: take the one on the side the string comes from.
		right = ( lowerLeft ? toward.x - toward.y : toward.x + toward.y ) > 0.0;
		top = right != lowerLeft;
	}
	*bend = ( wfVec2 ){ right ? i + 2.0 * WF_HAIR : i - 2.0 * WF_HAIR, top ? j + 2.0 * WF_HAIR : j - 2.0 * WF_HAIR };
	return blocked == 1 || ( blocked == 2 && lowerLeft == upperRight );
}

// All bends inside the triangle of a corner `b` and its neighbours.
static wfResult collectBends( const wfGrid* grid, wfVec2 a, wfVec2 b, wfVec2 c, wfPolyline* bends )
{
	double orientation = wfSide2( a, b, c ) > 0.0 ? 1.0 : -1.0;
	wfVec2 toward = wfSub2( b, wfScale2( 0.5, wfAdd2( a, c ) ) );
	double lowY = wfMin( wfMin( c.y, b.y ), a.y ), highY = wfMax( wfMax( c.y, b.y ), a.y );
	const wfVec2 corners[4] = { a, b, c, a };
	bends->count = 0;
	for ( int32_t j = (int32_t)ceil( lowY - 2.0 * WF_HAIR ); j <= (int32_t)floor( highY + 2.0 * WF_HAIR ); ++j )
	{
		// The stretch of this grid line inside the triangle, a little widened.
		double y = wfMin( highY, wfMax( lowY, (double)j ) ), lowX = INFINITY, highX = -INFINITY;
		for ( int32_t e = 0; e < 3; ++e )
		{
			wfVec2 p = corners[e], q = corners[e + 1];
			for ( int32_t s = -1; s <= 1; ++s )
			{
				double level = wfMin( wfMax( q.y, p.y ), wfMax( wfMin( q.y, p.y ), y + s * 2.0 * WF_HAIR ) );
				if ( fabs( level - y ) <= 2.0 * WF_HAIR + 1e-12 )
				{
					double t = q.y != p.y ? ( level - p.y ) / ( q.y - p.y ) : 0.0;
					double x = p.x + t * ( q.x - p.x ), other = q.y != p.y ? x : q.x;
					lowX = wfMin( wfMin( other, x ), lowX );
					highX = wfMax( wfMax( other, x ), highX );
				}
			}
		}
		for ( int32_t i = (int32_t)ceil( lowX - 2.0 * WF_HAIR ); i <= (int32_t)floor( highX + 2.0 * WF_HAIR ); ++i )
		{
			wfVec2 bend;
			if ( !findBend( grid, i, j, toward, &bend ) )
			{
				continue;
			}
			if ( orientation * wfSide2( a, b, bend ) < -1e-12 || orientation * wfSide2( b, c, bend ) < -1e-12 ||
				 orientation * wfSide2( c, a, bend ) <= 1e-9 )
			{
				continue;
			}
			if ( wfArray_Push( bends, bend ) != wf_ok )
			{
				return wf_outOfMemory;
			}
		}
	}
	return wf_ok;
}

// The hull of the bends from `a` to `c` on the side of `b`, by wrapping; its points go to the front of `bends`.
static int32_t wrapBends( wfVec2 a, wfVec2 b, wfVec2 c, wfPolyline* bends )
{
	double orientation = wfSide2( a, b, c ) > 0.0 ? 1.0 : -1.0;
	wfVec2 from = a;
	int32_t wrapped = 0;
	for ( ;; )
	{
		wfVec2 next = c;
		int32_t index = -1;
		for ( int32_t k = wrapped; k < bends->count; ++k )
		{
			double side = orientation * wfSide2( from, next, bends->data[k] );
			if ( side < -1e-12 ||
				 ( side <= 1e-12 && index >= 0 && wfDistance2( from, bends->data[k] ) > wfDistance2( from, next ) ) )
			{
				next = bends->data[k];
				index = k;
			}
		}
		if ( index < 0 )
		{
			return wrapped;
		}
		bends->data[index] = bends->data[wrapped];
		bends->data[wrapped++] = next;
		from = next;
	}
}

typedef WF_ARRAY( Knot ) KnotList;

// Replace the corner `b` by the exact string between its neighbours. `changed` says whether that was possible and moved
// anything.
static wfResult pullExactly( const Original* original, Knot a, Knot b, Knot c, wfPolyline* bends, KnotList* out, bool* changed )
{
	const wfGrid* grid = original->rule->grid;
	wfResult result = collectBends( grid, a.point, b.point, c.point, bends );
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t count = wrapBends( a.point, b.point, c.point, bends );
	bool same = count == 1 && wfDistance2( bends->data[0], b.point ) < 1e-9;
	Knot before = a;
	bool allowed = count > 0 && !same;
	for ( int32_t k = 0; k <= count && allowed; ++k )
	{
		Knot next = k < count ? ( Knot ){ bends->data[k], b.place } : c;
		allowed = wfIsBandFree( grid, before.point, next.point, WF_HAIR ) &&
				  ( original->cost == NULL || isShortcutAllowed( original, before, next ) );
		before = next;
	}
	if ( !allowed )
	{
		return wfArray_Push( out, b );
	}
	*changed = true;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		result = wfArray_Push( out, ( Knot ){ bends->data[k], b.place } );
	}
	return result;
}

// Move the corner `b` toward the chord as far as the rule allows.
static Knot pullHalfway( const Original* original, Knot a, Knot b, Knot c, bool* changed )
{
	wfVec2 middle = wfScale2( 0.5, wfAdd2( a.point, c.point ) );
	double low = 0.0, high = 1.0;
	Knot best = b;
	for ( int32_t k = 0; k < WF_TRIALS; ++k )
	{
		double t = 0.5 * ( low + high );
		Knot tried = { wfMix2( b.point, middle, t ), b.place };
		if ( isShortcutAllowed( original, a, tried ) && isShortcutAllowed( original, tried, c ) )
		{
			low = t;
			best = tried;
		}
		else
		{
			high = t;
		}
	}
	*changed = *changed || wfDistance2( best.point, b.point ) > WF_FLATNESS;
	return best;
}

// One pass over the corners: drop those with a shortcut between their neighbours, pull the others.
static wfResult pullOnce( const Original* original, const Knot* knots, int32_t count, wfPolyline* bends, KnotList* out,
						  bool* changed )
{
	bool exact = isExact( original->rule );
	out->count = 0;
	wfResult result = wfArray_Push( out, knots[0] );
	for ( int32_t i = 1; i < count - 1 && result == wf_ok; ++i )
	{
		Knot a = out->data[out->count - 1], b = knots[i], c = knots[i + 1];
		if ( isShortcutAllowed( original, a, c ) )
		{
			*changed = true;
		}
		else if ( exact )
		{
			result = pullExactly( original, a, b, c, bends, out, changed );
		}
		else
		{
			result = wfArray_Push( out, pullHalfway( original, a, b, c, changed ) );
		}
	}
	return result == wf_ok ? wfArray_Push( out, knots[count - 1] ) : result;
}

static wfResult pullStraight( const wfStraighten* rule, wfPolyline* line )
{
	Original original;
	wfResult result = makeOriginal( rule, line, &original );
	if ( result != wf_ok )
	{
		return result;
	}
	KnotList lists[2] = { { 0 }, { 0 } };
	wfPolyline bends = { 0 };
	for ( int32_t i = 0; i < line->count && result == wf_ok; ++i )
	{
		result = wfArray_Push( &lists[0], ( Knot ){ line->data[i], i } );
	}
	KnotList* now = &lists[0];
	if ( result == wf_ok )
	{
		now->count = takeShortcuts( &original, now->data, now->count );
	}
	bool changed = true;
	int32_t passes = isExact( rule ) ? WF_MAX_PASSES : WF_MAX_TRIAL_PASSES;
	for ( int32_t pass = 0; pass < passes && changed && result == wf_ok; ++pass )
	{
		KnotList* next = now == &lists[0] ? &lists[1] : &lists[0];
		changed = false;
		result = pullOnce( &original, now->data, now->count, &bends, next, &changed );
		now = next;
	}
	if ( result == wf_ok )
	{
		line->count = 0;
		for ( int32_t i = 0; i < now->count && result == wf_ok; ++i )
		{
			result = wfArray_Push( line, now->data[i].point );
		}
	}
	wfArray_Free( &lists[0] );
	wfArray_Free( &lists[1] );
	wfArray_Free( &bends );
	wfArrays arrays = listOriginal( &original );
	wfArrays_Free( &arrays );
	return result;
}

// --------------------------------------------------------------------------------------------------- rounding, dropping

static void roundOff( const wfGrid* grid, wfPolyline* line )
{
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		for ( int32_t i = 1; i < line->count - 1; ++i )
		{
			wfVec2 a = line->data[i - 1], b = line->data[i], c = line->data[i + 1];
			wfVec2 moved = wfAddScaled2( wfScale2( 0.25, wfAdd2( a, c ) ), 0.5, b );
			int32_t cell = wfCellAt( grid, moved ), cellA = wfCellAt( grid, a ), cellC = wfCellAt( grid, c );
			if ( cell >= 0 && grid->blocked[cell] == 0 && wfIsStepFree( grid, a, cellA, moved, cell ) &&
				 wfIsStepFree( grid, moved, cell, c, cellC ) )
			{
				line->data[i] = moved;
			}
		}
	}
}

// Drop points as long as all dropped since the last kept one stay within WF_FLATNESS of the new segment, by narrowing the cone of
// directions from that one.
static void dropPoints( const wfGrid* grid, wfPolyline* line, int32_t mostDropped )
{
	int32_t kept = 1, last = 0, candidate = 1;
	wfVec2* points = line->data;
	while ( candidate < line->count - 1 )
	{
		// How far may the segment from `last` be drawn out?
		wfVec2 anchor = points[last];
		int32_t end = candidate;
		while ( end + 1 < line->count && end - last <= mostDropped )
		{
			wfVec2 target = points[end + 1];
			double length = wfDistance2( anchor, target );
			bool flat = length > 0.0;
			for ( int32_t k = last + 1; k <= end && flat; ++k )
			{
				double along = wfDot2( wfSub2( points[k], anchor ), wfSub2( target, anchor ) ) / ( length * length );
				flat = fabs( wfSide2( anchor, target, points[k] ) ) <= WF_FLATNESS * length && along >= 0.0 && along <= 1.0;
			}
			if ( !flat || !wfIsSpanFree( grid, anchor, target ) )
			{
				break;
			}
			end += 1;
		}
		last = end;
		candidate = end + 1;
		// `kept` never overtakes `end`, so what is still to be read is not overwritten.
		points[kept++] = points[end];
	}
	if ( last < line->count - 1 )
	{
		points[kept++] = points[line->count - 1];
	}
	line->count = kept;
}

wfResult wfStraightenPath( const wfStraighten* rule, wfPolyline* line )
{
	if ( line->count < 3 )
	{
		return wf_ok;
	}
	if ( rule->rounding )
	{
		roundOff( rule->grid, line );
	}
	if ( rule->tautness > 0.0 || rule->clearanceCap < INFINITY )
	{
		dropPoints( rule->grid, line, WF_DROPPED_BEFORE );
		wfResult result = pullStraight( rule, line );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	if ( rule->rounding )
	{
		dropPoints( rule->grid, line, WF_DROPPED_AFTER );
	}
	return wf_ok;
}
