// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The assignment of many: an auction with falling raises (Bertsekas, "The auction algorithm: a distributed relaxation method for
// the assignment problem", Annals of Operations Research 14, 1988), whose bidders find the cheapest slots by a tree, and whose
// last ones are matched by shortest paths. It ends when the dual proves that the gap is small enough.
#include "base/vec2.h"
#include "group/assignment.h"
#include "group/tuning.h"

typedef struct auction
{
	wfMatching* m;
	wfSlotTree tree;
	int32_t* waiting; // rows without a column, the last one bids
	int32_t waitingCount;
	double raise; // the least of a bid
} auction;

static void setFree( auction* a, int32_t row )
{
	wfMatching* m = a->m;
	if ( m->columnOf[row] != WF_FREE )
	{
		m->rowOf[m->columnOf[row]] = WF_FREE;
		m->columnOf[row] = WF_FREE;
	}
	a->waiting[a->waitingCount++] = row;
}

// The slack of all rows that are matched, and the dual's value: u is the cheapest price of each row, v of each column what is
// given.
static double measure( auction* a )
{
	wfMatching* m = a->m;
	double sum = 0.0;
	for ( int32_t i = 0; i < m->count; ++i )
	{
		double u = wfSlotTree_Find( &a->tree, m->rows[i] ).cost;
		int32_t column = m->columnOf[i];
		if ( column != WF_FREE )
		{
			m->slack[i] = wfMax( wfMatching_GetCost( m, i, column ) - m->v[column] - u, 0.0 );
		}
		sum += u + m->v[i];
	}
	return sum;
}

static void bid( auction* a )
{
	wfMatching* m = a->m;
	int32_t row = a->waiting[--a->waitingCount];
	wfCheapest found = wfSlotTree_Find( &a->tree, m->rows[row] );
	int32_t holder = m->rowOf[found.column];
	if ( holder != WF_FREE )
	{
		setFree( a, holder );
	}
	m->v[found.column] -= found.second - found.cost + a->raise;
	wfSlotTree_SetPrice( &a->tree, found.column, -m->v[found.column] );
	m->columnOf[row] = found.column;
	m->rowOf[found.column] = row;
}

// Rows whose column has become too dear for the raise of this phase bid again.
static void beginPhase( auction* a )
{
	wfMatching* m = a->m;
	a->waitingCount = 0;
	for ( int32_t i = m->count - 1; i >= 0; --i )
	{
		if ( m->columnOf[i] == WF_FREE || m->slack[i] > a->raise )
		{
			setFree( a, i );
		}
	}
}

static double runPhase( auction* a )
{
	wfMatching* m = a->m;
	beginPhase( a );
	for ( int64_t left = (int64_t)WF_BIDS_EACH * m->count; a->waitingCount > 0 && left > 0; --left )
	{
		bid( a );
	}
	double dual = measure( a );
	if ( a->waitingCount > 0 )
	{
		wfMatchFreeRows( m );
		wfSlotTree_SetPrices( &a->tree, m->v );
		dual = measure( a );
	}
	return dual;
}

// Whether everybody's nearest slot is another one: then there is nothing better.
static bool takeNearest( auction* a )
{
	wfMatching* m = a->m;
	bool all = true;
	for ( int32_t i = 0; i < m->count; ++i )
	{
		int32_t column = wfSlotTree_Find( &a->tree, m->rows[i] ).column;
		bool isFree = m->rowOf[column] == WF_FREE;
		m->columnOf[i] = isFree ? column : WF_FREE;
		m->rowOf[column] = isFree ? i : m->rowOf[column];
		all = all && isFree;
	}
	return all;
}

// ------------------------------------------------------------------------------------------------------- coarse assignment

// Equal parts of members and of slots, as their trees divide them.
typedef struct coarse
{
	int32_t count;
	wfVec2 rows[WF_COARSE_PARTS], columns[WF_COARSE_PARTS];
	double v[WF_COARSE_PARTS], slack[WF_COARSE_PARTS], distance[WF_COARSE_PARTS];
	int32_t columnOf[WF_COARSE_PARTS], rowOf[WF_COARSE_PARTS], from[WF_COARSE_PARTS], settled[WF_COARSE_PARTS];
	int8_t isSettled[WF_COARSE_PARTS];
} coarse;

// The centres of the parts of a tree; gives the sum of squares about them.
static double findCenters( const wfSlotTree* tree, int32_t parts, wfVec2* centers )
{
	double sum = 0.0;
	for ( int32_t part = 0; part < parts; ++part )
	{
		int32_t begin = tree->begins[tree->leaves / parts * part], end = tree->begins[tree->leaves / parts * ( part + 1 )];
		wfVec2 center = { 0.0, 0.0 };
		for ( int32_t k = begin; k < end; ++k )
		{
			center = wfAdd2( center, tree->places[k] );
		}
		center = wfDivide2( center, end - begin );
		for ( int32_t k = begin; k < end; ++k )
		{
			wfVec2 offset = wfSub2( tree->places[k], center );
			sum += wfDot2( offset, offset );
		}
		centers[part] = center;
	}
	return sum;
}

// Prices by which no cluster of members would rather have other slots than those which the clusters' own assignment gives it.
// Returns the mean of squares within clusters.
static double findCoarsePrices( auction* a, const wfSlotTree* rows )
{
	wfMatching* m = a->m;
	coarse c;
	for ( c.count = rows->leaves; c.count > WF_COARSE_PARTS; )
	{
		c.count /= 2;
	}
	double sum = findCenters( rows, c.count, c.rows );
	sum += findCenters( &a->tree, c.count, c.columns );
	wfMatching parts = { .count = c.count,
						 .rows = c.rows,
						 .columns = c.columns,
						 .v = c.v,
						 .columnOf = c.columnOf,
						 .rowOf = c.rowOf,
						 .slack = c.slack,
						 .distance = c.distance,
						 .from = c.from,
						 .settled = c.settled,
						 .isSettled = c.isSettled };
	wfMatchExactly( &parts );
	for ( int32_t j = 0; j < m->count; ++j )
	{
		double least = INFINITY;
		for ( int32_t k = 0; k < c.count; ++k )
		{
			double u = wfMatching_GetCost( &parts, k, c.columnOf[k] ) - c.v[c.columnOf[k]];
			wfVec2 way = wfSub2( m->columns[j], c.rows[k] );
			least = wfMin( least, wfDot2( way, way ) - u );
		}
		m->v[j] = least;
	}
	return sum / m->count;
}

// ----------------------------------------------------------------------------------------------------------------- phases

static double getMeanSquare( const wfMatching* m )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < m->count; ++i )
	{
		sum += wfDot2( m->rows[i], m->rows[i] ) + wfDot2( m->columns[i], m->columns[i] );
	}
	return sum / m->count;
}

// Prices and raise to begin with: those of the clusters where they prove a higher bound than no prices. Clusters know what is
// wanted where members and slots are spread differently, and nothing of what happens within their own size. The bound comes back.
static double begin( auction* a, const wfSlotTree* rows, double meanSquare )
{
	wfMatching* m = a->m;
	double without = measure( a ), extent = findCoarsePrices( a, rows );
	wfSlotTree_SetPrices( &a->tree, m->v );
	double dual = measure( a );
	a->raise = WF_COARSE_RAISE * extent;
	if ( dual < without )
	{
		for ( int32_t j = 0; j < m->count; ++j )
		{
			m->v[j] = 0.0;
		}
		wfSlotTree_SetPrices( &a->tree, m->v );
		a->raise = WF_FIRST_RAISE * meanSquare;
		dual = without;
	}
	return dual;
}

// Raises fall until the dual proves the gap.
static void runPhases( auction* a, const wfSlotTree* rows, double offset )
{
	wfMatching* m = a->m;
	double meanSquare = getMeanSquare( m ), dual = begin( a, rows, meanSquare );
	a->raise = wfMax( a->raise, WF_ASSIGNMENT_GAP * ( dual + offset ) / m->count );
	while ( a->raise > WF_RAISE_ROUNDING * meanSquare )
	{
		dual = runPhase( a );
		double primal = 0.0;
		for ( int32_t i = 0; i < m->count; ++i )
		{
			primal += wfMatching_GetCost( m, i, m->columnOf[i] );
		}
		double allowed = WF_ASSIGNMENT_GAP * ( dual + offset );
		if ( primal - dual <= allowed )
		{
			return;
		}
		// A smaller raise than proves the gap is not worth its bids.
		a->raise = wfMax( a->raise / WF_RAISE_FALL, wfMin( allowed / m->count, 0.5 * a->raise ) );
	}
	wfMatchExactly( m );
}

wfResult wfMatchNearly( wfMatching* m, double offset )
{
	auction a = { .m = m, .waiting = m->settled };
	wfSlotTree rows = { 0 };
	for ( int32_t i = 0; i < m->count; ++i )
	{
		m->columnOf[i] = m->rowOf[i] = WF_FREE;
		m->v[i] = m->slack[i] = 0.0;
	}
	wfResult result = wfSlotTree_Create( &a.tree, m->columns, m->count );
	if ( result == wf_ok && !takeNearest( &a ) )
	{
		result = wfSlotTree_Create( &rows, m->rows, m->count );
		if ( result == wf_ok )
		{
			runPhases( &a, &rows, offset );
		}
		wfSlotTree_Free( &rows );
	}
	wfSlotTree_Free( &a.tree );
	return result;
}
