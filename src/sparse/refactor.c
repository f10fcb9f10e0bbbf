// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Edits: only the fronts on the way from the changed nodes to the root are computed again.

#include "base/arrays.h"
#include "sparse/parts.h"
#include "sparse/tuning.h"

#include <math.h>
#include <string.h>

static void needToRoot( wfRefactoring* r, int32_t f )
{
	for ( ; f >= 0 && r->needed[f] == 0; f = r->factor->symbolic->fronts[f].parent )
	{
		r->needed[f] = 1;
	}
}

static wfResult begin( wfRefactoring* r, const wfMatrix* matrix, wfFactor* factor )
{
	if ( r->factor != NULL )
	{
		return wf_ok;
	}
	*r = ( wfRefactoring ){ .matrix = matrix, .factor = factor };
	r->needed = wfAllocateZeroed( (size_t)factor->symbolic->frontCount );
	r->scratch = wfAllocateZeroed( sizeof( wfFrontScratch ) );
	return r->needed != NULL && r->scratch != NULL ? wfFrontScratch_Init( r->scratch, factor->symbolic ) : wf_outOfMemory;
}

wfResult wfRefactoring_Add( wfRefactoring* r, const wfMatrix* matrix, wfFactor* factor, const int32_t* nodes, int64_t count )
{
	const wfSymbolic* symbolic = factor->symbolic;
	wfResult result = begin( r, matrix, factor );
	result = result == wf_ok ? wfArray_Append( &r->nodes, nodes, (int32_t)count ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	// What was computed already is needed again only where the new nodes lie below it.
	memset( r->needed, 0, (size_t)symbolic->frontCount );
	for ( int32_t k = r->next; k < r->fronts.count; ++k )
	{
		r->needed[r->fronts.data[k]] = 1;
	}
	for ( int64_t i = 0; i < count; ++i )
	{
		wfRow row;
		wfMatrix_GetRow( matrix, nodes[i], &row );
		needToRoot( r, symbolic->frontOf[wfSymbolic_GetPosition( symbolic, nodes[i] )] );
		for ( int32_t m = 0; m < row.count; ++m )
		{
			needToRoot( r, symbolic->frontOf[wfSymbolic_GetPosition( symbolic, row.neighbors[m] )] );
		}
	}
	// A child that did not change is needed too where its update was not kept. Parents come later: go down from them.
	r->fronts.count = r->next = 0;
	for ( int32_t f = symbolic->frontCount - 1; f >= 0 && result == wf_ok; --f )
	{
		for ( int32_t c = r->needed[f] ? symbolic->fronts[f].firstChild : -1; c >= 0; c = symbolic->fronts[c].nextSibling )
		{
			r->needed[c] = r->needed[c] || factor->updates[c].values == NULL;
		}
		result = r->needed[f] ? wfArray_Push( &r->fronts, f ) : wf_ok;
	}
	wfSortNumbers( r->fronts.data, r->fronts.count );
	factor->lastFactored = r->fronts.count;
	return result;
}

wfResult wfRefactoring_AddAll( wfRefactoring* r, const wfMatrix* matrix, wfFactor* factor )
{
	wfResult result = begin( r, matrix, factor );
	r->fronts.count = r->next = 0;
	for ( int32_t f = 0; f < factor->symbolic->frontCount && result == wf_ok; ++f )
	{
		result = wfArray_Push( &r->fronts, f );
	}
	factor->lastFactored = r->fronts.count;
	return result;
}

static void freeOldFront( wfFactor* factor, int32_t f, wfOldFront* old )
{
	const wfFront* front = &factor->symbolic->fronts[f];
	if ( old != NULL )
	{
		wfReleaseArray( old->values, (size_t)wfBlockCount( front ) + WF_VALUE_PADDING, wfSizeOfValue( factor ) );
		wfReleaseArray( old->pivots, (size_t)front->pivotCount, sizeof( double ) );
		wfReleaseArray( old->balance, (size_t)front->pivotCount, sizeof( double ) );
		wfSpecialFront* present = factor->special[f];
		factor->special[f] = old->special;
		wfSpecialFront_Free( factor, f );
		factor->special[f] = present;
		wfRelease( old, sizeof( *old ) );
	}
}

// Put a front's numbers aside before they are overwritten, unless that was done before.
static wfResult keepOldFront( wfFactor* factor, int32_t f )
{
	const wfFront* front = &factor->symbolic->fronts[f];
	if ( factor->old == NULL )
	{
		factor->old = wfAllocateZeroed( (size_t)factor->symbolic->frontCount * sizeof( wfOldFront* ) );
	}
	if ( factor->old == NULL || factor->old[f] != NULL )
	{
		return factor->old != NULL ? wf_ok : wf_outOfMemory;
	}
	size_t size = wfSizeOfValue( factor ), count = (size_t)wfBlockCount( front ) + WF_VALUE_PADDING;
	wfOldFront* old = wfAllocateZeroed( sizeof( wfOldFront ) );
	if ( old == NULL )
	{
		return wf_outOfMemory;
	}
	old->pivots = wfAllocateArray( (size_t)front->pivotCount, sizeof( double ) );
	old->values = factor->special[f] == NULL ? wfAllocateArray( count, size ) : NULL;
	old->balance = factor->single ? wfAllocateArray( (size_t)front->pivotCount, sizeof( double ) ) : NULL;
	if ( old->pivots == NULL || ( old->values == NULL && factor->special[f] == NULL ) ||
		 ( old->balance == NULL && factor->single ) )
	{
		// Solves read what is whole only.
		freeOldFront( factor, f, old );
		return wf_outOfMemory;
	}
	factor->old[f] = old;
	if ( factor->single )
	{
		memcpy( old->balance, factor->balance + front->pivotFirst, (size_t)front->pivotCount * sizeof( double ) );
	}
	memcpy( old->pivots, factor->pivots + front->pivotFirst, (size_t)front->pivotCount * sizeof( double ) );
	if ( old->values != NULL )
	{
		memcpy( old->values, wfGetBlock( factor, f ), count * size );
	}
	old->special = factor->special[f];
	factor->special[f] = NULL;
	return wf_ok;
}

static double countOperations( const wfFront* front )
{
	double pivots = front->pivotCount, boundary = front->boundaryCount;
	// Whole numbers: their sums do not depend on where the work is interrupted.
	return floor( pivots * pivots * pivots / 6.0 + pivots * pivots * boundary / 2.0 + pivots * boundary * boundary / 2.0 ) +
		   WF_FRONT_OVERHEAD;
}

wfResult wfRefactoring_Work( wfRefactoring* r, bool keepOld, double* operations )
{
	wfResult result = wf_ok;
	while ( result == wf_ok && !wfRefactoring_IsDone( r ) && *operations > 0.0 )
	{
		int32_t f = r->fronts.data[r->next];
		wfFrontJob job = { r->matrix, r->factor, wfGetKernels(), NULL, keepOld };
		result = keepOld ? keepOldFront( r->factor, f ) : wf_ok;
		wfParts_Place( r->factor, f );
		result = result == wf_ok ? wfComputeFront( &job, r->scratch, f ) : result;
		*operations -= result == wf_ok ? countOperations( &r->factor->symbolic->fronts[f] ) : 0.0;
		r->next += result == wf_ok;
	}
	return result;
}

void wfFactor_DropOld( wfFactor* factor )
{
	for ( int32_t f = 0; factor->old != NULL && f < factor->symbolic->frontCount; ++f )
	{
		freeOldFront( factor, f, factor->old[f] );
	}
	wfReleaseArray( factor->old, factor->old != NULL ? (size_t)factor->symbolic->frontCount : 0, sizeof( wfOldFront* ) );
	factor->old = NULL;
}

void wfRefactoring_Finish( wfRefactoring* r )
{
	wfFactor* factor = r->factor;
	bool whole = factor != NULL && wfRefactoring_IsDone( r );
	for ( int32_t i = 0; i < r->nodes.count && whole; ++i )
	{
		wfRow row;
		wfMatrix_GetRow( r->matrix, r->nodes.data[i], &row );
		wfNoteCut( factor, r->matrix, r->nodes.data[i] );
		for ( int32_t m = 0; m < row.count; ++m )
		{
			wfNoteCut( factor, r->matrix, row.neighbors[m] );
		}
	}
	wfRefactoring_Drop( r );
	if ( whole )
	{
		wfFactor_Measure( factor );
	}
}

void wfRefactoring_Drop( wfRefactoring* r )
{
	wfFactor* factor = r->factor;
	if ( factor == NULL )
	{
		return;
	}
	const wfSymbolic* symbolic = factor->symbolic;
	bool whole = wfRefactoring_IsDone( r );
	wfFactor_DropOld( factor );
	for ( int32_t f = 0; f < symbolic->frontCount && !whole; ++f )
	{
		// What was on its way to a parent that was not computed.
		if ( !wfKeepsUpdate( factor, f ) )
		{
			wfUpdate_Free( &factor->updates[f], &symbolic->fronts[f] );
		}
	}
	if ( r->scratch != NULL )
	{
		wfFrontScratch_Free( r->scratch );
	}
	wfRelease( r->scratch, sizeof( wfFrontScratch ) );
	wfReleaseArray( r->needed, (size_t)symbolic->frontCount, 1 );
	wfArray_Free( &r->fronts );
	wfArray_Free( &r->nodes );
	*r = ( wfRefactoring ){ 0 };
}

wfResult wfRefactorise( const wfMatrix* matrix, wfFactor* factor, const int32_t* nodes, int64_t count )
{
	wfRefactoring refactoring = { 0 };
	double operations = INFINITY;
	wfResult result = wfRefactoring_Add( &refactoring, matrix, factor, nodes, count );
	result = result == wf_ok ? wfRefactoring_Work( &refactoring, false, &operations ) : result;
	wfRefactoring_Finish( &refactoring );
	return result;
}
