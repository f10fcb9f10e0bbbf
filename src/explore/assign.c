// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Successive shortest augmenting paths with potentials (Jonker and Volgenant 1987). What must not be assigned costs more than
// everything else together, and is taken out of the result.

#include "explore/assign.h"

#include "base/arrays.h"

typedef struct Matching
{
	const wfCostTable* table;
	int32_t columns;   // one for each row more: staying without
	int64_t without;   // what that costs
	int64_t *u, *v;	   // potentials of rows and columns
	int64_t* distance; // of columns, and
	int32_t* from;	   // the column before on the path
	int32_t* rowOf;	   // of columns; -1: free
	uint8_t* isSettled;
} Matching;

static int64_t costOf( const Matching* m, int32_t row, int32_t column )
{
	if ( column >= m->table->columns )
	{
		return m->without;
	}
	int64_t cost = m->table->costs[(int64_t)row * m->table->columns + column];
	return cost == WF_NO_COST ? 2 * m->without : cost;
}

// The cheapest path from a row to a free column, and the matching along it turned around. Columns are numbered from 1 here, 0 is
// where the path begins.
static void addRow( Matching* m, int32_t row )
{
	m->rowOf[0] = row;
	int32_t at = 0;
	for ( int32_t k = 0; k <= m->columns; ++k )
	{
		m->distance[k] = INT64_MAX;
		m->isSettled[k] = 0;
	}
	while ( m->rowOf[at] >= 0 )
	{
		m->isSettled[at] = 1;
		int32_t of = m->rowOf[at], next = -1;
		int64_t least = INT64_MAX;
		for ( int32_t k = 1; k <= m->columns; ++k )
		{
			if ( m->isSettled[k] )
			{
				continue;
			}
			int64_t reduced = costOf( m, of, k - 1 ) - m->u[of] - m->v[k];
			if ( reduced < m->distance[k] )
			{
				m->distance[k] = reduced;
				m->from[k] = at;
			}
			if ( m->distance[k] < least )
			{
				least = m->distance[k];
				next = k;
			}
		}
		for ( int32_t k = 0; k <= m->columns; ++k )
		{
			if ( m->isSettled[k] )
			{
				m->u[m->rowOf[k]] += least;
				m->v[k] -= least;
			}
			else
			{
				m->distance[k] -= m->distance[k] < INT64_MAX ? least : 0;
			}
		}
		at = next;
	}
	for ( ; at != 0; at = m->from[at] )
	{
		m->rowOf[at] = m->rowOf[m->from[at]];
	}
}

wfResult wfAssignByCost( const wfCostTable* table )
{
	Matching m = { .table = table, .columns = table->columns + table->rows };
	size_t rows = (size_t)table->rows, columns = (size_t)m.columns + 1;
	wfArrays arrays = { { WF_ZEROED_ARRAY( m.u, rows ), WF_ZEROED_ARRAY( m.v, columns ), WF_ONE_ARRAY( m.distance, columns ),
						  WF_ZEROED_ARRAY( m.from, columns ), WF_ONE_ARRAY( m.rowOf, columns ),
						  WF_ONE_ARRAY( m.isSettled, columns ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result != wf_ok )
	{
		return result;
	}
	int64_t most = 0;
	for ( size_t k = 0; k < rows * (size_t)table->columns; ++k )
	{
		int64_t cost = table->costs[k];
		most = cost != WF_NO_COST && cost > most ? cost : most;
	}
	m.without = ( most + 1 ) * ( table->rows + 1 );
	for ( size_t k = 0; k < columns; ++k )
	{
		m.rowOf[k] = -1;
	}
	for ( int32_t row = 0; row < table->rows; ++row )
	{
		table->columnOf[row] = -1;
		addRow( &m, row );
	}
	for ( int32_t k = 1; k <= table->columns; ++k )
	{
		int32_t row = m.rowOf[k];
		bool is = row >= 0 && table->costs[(int64_t)row * table->columns + k - 1] != WF_NO_COST;
		if ( is )
		{
			table->columnOf[row] = k - 1;
		}
	}
	wfArrays_Free( &arrays );
	return wf_ok;
}
