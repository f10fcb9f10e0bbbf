// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The backward solve of everything, shared by workers.

#include "sparse/parts.h"
#include "sparse/solve.h"

#include <string.h>

typedef struct SharedSolve
{
	wfSolver* solver;
	const wfFactor* factor;
	int32_t first; // of the solver's list
} SharedSolve;

static void solvePieces( int32_t begin, int32_t end, int32_t worker, void* context )
{
	const SharedSolve* shared = context;
	const wfSolver* solver = shared->solver;
	for ( int32_t i = begin; i < end; ++i )
	{
		int32_t top = solver->list.data[shared->first + i];
		for ( int32_t f = top; f >= solver->symbolic->fronts[top].firstDescendant; --f )
		{
			wfSolver_SolveFrontBy( solver, shared->factor, f, worker );
		}
	}
}

static void clearTree( wfSolver* solver, const wfFront* root )
{
	int32_t first = solver->symbolic->fronts[root->firstDescendant].pivotFirst;
	size_t entries = (size_t)( root->pivotFirst + root->pivotCount - first ) * (size_t)solver->lanes;
	memset( solver->x + (int64_t)first * solver->lanes, 0, entries * sizeof( double ) );
	memset( solver->exponent + (int64_t)first * solver->lanes, 0, entries * sizeof( int32_t ) );
}

static bool isPieceTop( const wfFactor* factor, int32_t f )
{
	int32_t piece = wfParts_Find( factor, f );
	return piece >= 0 && factor->parts->pieces.tops[piece] == f;
}

// The subtrees of the list. Of a factor in parts, those that are there come first.
static wfResult solveList( SharedSolve* shared, wfWorkers* workers )
{
	wfSolver* solver = shared->solver;
	const wfParts* parts = shared->factor->parts;
	int32_t* tops = solver->list.data;
	int32_t ready = parts == NULL ? solver->list.count : 0;
	for ( int32_t i = 0; parts != NULL && i < solver->list.count; ++i )
	{
		if ( parts->blocks[tops[i]] != NULL )
		{
			int32_t top = tops[i];
			tops[i] = tops[ready];
			tops[ready++] = top;
		}
	}
	wfWorkers_ParallelFor( workers, solvePieces, ready, 1, shared );
	wfResult result = wf_ok;
	for ( shared->first = ready; shared->first < solver->list.count && result == wf_ok; shared->first += parts->slotCount )
	{
		int32_t left = solver->list.count - shared->first;
		int32_t count = left < parts->slotCount ? left : parts->slotCount;
		result = wfFactor_HoldPieces( shared->factor, tops + shared->first, count, workers );
		if ( result == wf_ok )
		{
			wfWorkers_ParallelFor( workers, solvePieces, count, 1, shared );
		}
	}
	return result;
}

// From the roots down: the large fronts one by one, then the subtrees below them, which do not depend on each other.
wfResult wfSolver_SolveAll( wfSolver* solver, const wfFactor* factor, wfWorkers* workers )
{
	const wfSymbolic* symbolic = factor->symbolic;
	const wfFront* fronts = symbolic->fronts;
	int32_t workerCount = wfWorkers_GetCount( workers );
	wfResult result = wfSolver_Reserve( solver, symbolic, solver->lanes, workerCount );
	if ( result != wf_ok )
	{
		return result;
	}
	bool share = workerCount > 1 && symbolic->count >= WF_SHARED_UNKNOWNS;
	int32_t limit = share ? symbolic->count / ( 16 * workerCount ) : 0;
	solver->list.count = 0;
	for ( int32_t f = symbolic->frontCount - 1; f >= 0; )
	{
		const wfFront* front = &fronts[f];
		int32_t unknowns = front->pivotFirst + front->pivotCount - fronts[front->firstDescendant].pivotFirst;
		if ( front->parent < 0 && solver->passed[f] == 0 )
		{
			clearTree( solver, front );
			f = front->firstDescendant - 1;
		}
		else if ( factor->parts != NULL ? isPieceTop( factor, f ) : unknowns <= limit )
		{
			solver->list.data[solver->list.count++] = f;
			f = front->firstDescendant - 1;
		}
		else
		{
			wfSolver_SolveFrontBy( solver, factor, f, 0 );
			f -= 1;
		}
	}
	SharedSolve shared = { solver, factor, 0 };
	return solveList( &shared, workers );
}
