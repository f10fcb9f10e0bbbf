// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The exact assignment: Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment
// problems", Computing 38, 1987. Column reduction, reduction transfer and augmenting row reduction match most rows, shortest
// augmenting paths the others.
#include "base/math.h"
#include "group/assignment.h"
#include "group/tuning.h"

// Each column goes to the row nearest to it that has none yet; prices are these distances.
static void reduceColumns( wfMatching* m )
{
	for ( int32_t i = 0; i < m->count; ++i )
	{
		m->columnOf[i] = m->rowOf[i] = WF_FREE;
		m->slack[i] = 0.0;
	}
	for ( int32_t j = 0; j < m->count; ++j )
	{
		int32_t best = 0;
		double least = INFINITY;
		for ( int32_t i = 0; i < m->count; ++i )
		{
			double cost = wfMatching_GetCost( m, i, j );
			best = cost < least ? i : best;
			least = cost < least ? cost : least;
		}
		m->v[j] = least;
		if ( m->columnOf[best] == WF_FREE )
		{
			m->columnOf[best] = j;
			m->rowOf[j] = best;
		}
	}
}

// The cheapest and the second column of a row.
static wfCheapest findCheapest( const wfMatching* m, int32_t row, int32_t* secondColumn )
{
	wfCheapest found = { WF_FREE, INFINITY, INFINITY };
	*secondColumn = WF_FREE;
	for ( int32_t j = 0; j < m->count; ++j )
	{
		double cost = wfMatching_GetCost( m, row, j ) - m->v[j];
		if ( cost < found.second )
		{
			bool first = cost < found.cost;
			*secondColumn = first ? found.column : j;
			found.second = first ? found.cost : cost;
			found.column = first ? j : found.column;
			found.cost = first ? cost : found.cost;
		}
	}
	return found;
}

// A matched row can pay for its column what its second best would cost it: others then do not want it.
static void transferReduction( wfMatching* m )
{
	for ( int32_t i = 0; i < m->count && m->count > 1; ++i )
	{
		if ( m->columnOf[i] != WF_FREE )
		{
			int32_t own = m->columnOf[i];
			double least = INFINITY;
			for ( int32_t j = 0; j < m->count; ++j )
			{
				double cost = wfMatching_GetCost( m, i, j ) - m->v[j];
				least = j != own && cost < least ? cost : least;
			}
			// The own reduced cost is 0 here.
			m->v[own] -= least;
		}
	}
}

// Free rows take their cheapest column, raise its price to what the second one costs, and free who had it.
static void reduceRows( wfMatching* m )
{
	int32_t steps = WF_REDUCTION_STEPS * m->count;
	for ( int32_t i = 0; i < m->count; ++i )
	{
		for ( int32_t row = i; row != WF_FREE && m->columnOf[row] == WF_FREE && steps > 0; --steps )
		{
			int32_t second;
			wfCheapest found = findCheapest( m, row, &second );
			int32_t column = found.column, holder = m->rowOf[column];
			bool raises = found.cost < found.second && second != WF_FREE;
			if ( raises )
			{
				m->v[column] -= found.second - found.cost;
			}
			else if ( holder != WF_FREE && second != WF_FREE )
			{
				// Both cost the same: better the one that is free.
				column = second;
				holder = m->rowOf[column];
			}
			m->columnOf[row] = column;
			m->rowOf[column] = row;
			if ( holder != WF_FREE )
			{
				m->columnOf[holder] = WF_FREE;
			}
			// Who was freed goes on where a price rose; without a rise two rows could swap for ever.
			row = raises ? holder : WF_FREE;
		}
	}
}

// One step of Dijkstra's search: columns as seen from a row whose own column is at distance `reached`, and `u` its dual.
// The nearest column that is not settled comes back; of equals one that is free, then the first.
static int32_t relax( wfMatching* m, int32_t row, double reached, double u )
{
	int32_t nearest = WF_FREE;
	double least = INFINITY, base = reached - u;
	wfVec2 place = m->rows[row];
	for ( int32_t j = 0; j < m->count; ++j )
	{
		if ( m->isSettled[j] )
		{
			continue;
		}
		double x = m->columns[j].x - place.x, y = m->columns[j].y - place.y;
		double distance = x * x + y * y - m->v[j] + base;
		if ( distance < m->distance[j] )
		{
			m->distance[j] = distance;
			m->from[j] = row;
		}
		distance = m->distance[j];
		if ( distance < least || ( distance == least && m->rowOf[j] == WF_FREE && m->rowOf[nearest] != WF_FREE ) )
		{
			least = distance;
			nearest = j;
		}
	}
	return nearest;
}

static void matchRow( wfMatching* m, int32_t row )
{
	int32_t count = 0;
	for ( int32_t j = 0; j < m->count; ++j )
	{
		m->distance[j] = INFINITY;
		m->isSettled[j] = 0;
	}
	// Relative to the dual of the first row, which is not needed: only differences count.
	int32_t column = relax( m, row, 0.0, 0.0 );
	while ( m->rowOf[column] != WF_FREE )
	{
		m->isSettled[column] = 1;
		m->settled[count++] = column;
		int32_t next = m->rowOf[column];
		double u = wfMatching_GetCost( m, next, column ) - m->v[column] - m->slack[next];
		column = relax( m, next, m->distance[column], u );
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		m->v[m->settled[k]] += m->distance[m->settled[k]] - m->distance[column];
	}
	for ( int32_t holder = WF_FREE; holder != row; )
	{
		holder = m->from[column];
		int32_t before = m->columnOf[holder];
		m->rowOf[column] = holder;
		m->columnOf[holder] = column;
		m->slack[holder] = 0.0;
		column = before;
	}
}

void wfMatchFreeRows( wfMatching* m )
{
	for ( int32_t i = 0; i < m->count; ++i )
	{
		if ( m->columnOf[i] == WF_FREE )
		{
			matchRow( m, i );
		}
	}
}

void wfMatchExactly( wfMatching* m )
{
	reduceColumns( m );
	transferReduction( m );
	for ( int32_t pass = 0; pass < WF_ROW_REDUCTIONS; ++pass )
	{
		reduceRows( m );
	}
	wfMatchFreeRows( m );
}
