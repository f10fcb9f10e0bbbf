// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Right-hand sides, and what the forward solve makes of them.

#include "sparse/solve.h"

#include "base/arrays.h"

#include <string.h>

static wfArrays listSide( wfGoalSide* side )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( side->nodes, side->capacity ), WF_ONE_ARRAY( side->mantissas, side->capacity ),
						   WF_ONE_ARRAY( side->exponents, side->capacity ) } };
}

void wfGoalSide_Free( wfGoalSide* side )
{
	wfArrays arrays = listSide( side );
	wfArrays_Free( &arrays );
	memset( side, 0, sizeof( *side ) );
}

wfResult wfGoalSide_Allocate( wfGoalSide* side, int32_t capacity )
{
	*side = ( wfGoalSide ){ .capacity = capacity };
	wfArrays arrays = listSide( side );
	return wfArrays_Allocate( &arrays );
}

void wfGoalSide_Add( wfGoalSide* side, int32_t node, wfWide source )
{
	side->nodes[side->count] = node;
	side->mantissas[side->count] = source.mantissa;
	side->exponents[side->count++] = source.exponent;
}

void wfGoalSide_Append( wfGoalSide* side, const wfGoalSide* more )
{
	for ( int32_t k = 0; k < more->count; ++k )
	{
		wfGoalSide_Add( side, more->nodes[k], ( wfWide ){ more->mantissas[k], more->exponents[k] } );
	}
}

void wfTrail_Free( wfTrail* trail )
{
	wfArray_Free( &trail->fronts );
	wfArray_Free( &trail->values );
	wfArray_Free( &trail->exponents );
}

void wfTrail_Scale( wfTrail* trail, wfWide factor )
{
	for ( int32_t i = 0; i < trail->values.count; ++i )
	{
		wfWide value = wfMakeWide( trail->values.data[i], trail->exponents.data[i] );
		if ( value.mantissa != 0.0 )
		{
			value = wfWideMultiply( value, factor );
			trail->values.data[i] = value.mantissa;
			trail->exponents.data[i] = value.exponent;
		}
	}
}

bool wfTrail_HasRoot( const wfTrail* trail, int32_t root )
{
	// Roots are the last fronts of their trees; there are few.
	int32_t low = 0, high = trail->fronts.count;
	while ( low < high )
	{
		int32_t middle = ( low + high ) / 2;
		if ( trail->fronts.data[middle].front < root )
		{
			low = middle + 1;
		}
		else
		{
			high = middle;
		}
	}
	return low < trail->fronts.count && trail->fronts.data[low].front == root;
}

// Both trails' parts of one front. Plain numbers do unless their units differ or the sum is very small.
static wfWide dotFront( const wfFactor* factor, const wfTrail* a, int32_t atA, const wfTrail* b, int32_t atB, int32_t f )
{
	const wfFront* front = &factor->symbolic->fronts[f];
	const double *valuesA = a->values.data + atA, *valuesB = b->values.data + atB;
	const int32_t *exponentsA = a->exponents.data + atA, *exponentsB = b->exponents.data + atB;
	const double* pivots = wfGetPivots( factor, f );
	int32_t unit = exponentsA[0] + exponentsB[0];
	bool plain = true;
	double sum = 0.0;
	for ( int32_t k = 0; k < front->pivotCount; ++k )
	{
		double product = valuesA[k] * valuesB[k];
		plain = plain && ( product == 0.0 || exponentsA[k] + exponentsB[k] == unit );
		sum += product * pivots[k];
	}
	if ( plain && sum >= WF_SAFE_SCALED )
	{
		return wfMakeWide( sum, unit );
	}
	wfWide total = { 0.0, WF_WIDE_ZERO_EXPONENT };
	for ( int32_t k = 0; k < front->pivotCount; ++k )
	{
		wfWide x = wfMakeWide( valuesA[k], exponentsA[k] ), y = wfMakeWide( valuesB[k], exponentsB[k] );
		if ( x.mantissa != 0.0 && y.mantissa != 0.0 )
		{
			total = wfWideAdd( total, wfWideMultiply( wfWideMultiply( x, y ), wfMakeWide( pivots[k], 0 ) ) );
		}
	}
	return total;
}

wfWide wfTrail_Dot( const wfFactor* factor, const wfTrail* a, const wfTrail* b )
{
	wfWide total = { 0.0, WF_WIDE_ZERO_EXPONENT };
	for ( int32_t i = 0, j = 0; i < a->fronts.count && j < b->fronts.count; )
	{
		int32_t frontA = a->fronts.data[i].front, frontB = b->fronts.data[j].front;
		if ( frontA == frontB )
		{
			total = wfWideAdd( total, dotFront( factor, a, a->fronts.data[i].start, b, b->fronts.data[j].start, frontA ) );
		}
		i += frontA <= frontB;
		j += frontB <= frontA;
	}
	return total;
}
