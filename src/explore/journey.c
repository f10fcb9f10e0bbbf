// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Held and Karp (1962), from the end: least[set][k] is the length of the shortest way that begins at stop k and goes through all
// stops of the set, k being one of them.

#include "explore/journey.h"

#include <string.h>

static void findLeast( const wfJourney* journey, int32_t ( *least )[WF_MOST_STOPS] )
{
	int32_t count = journey->count;
	for ( int32_t set = 1; set < 1 << count; ++set )
	{
		for ( int32_t k = 0; k < count; ++k )
		{
			if ( ( set >> k & 1 ) == 0 )
			{
				continue;
			}
			int32_t rest = set & ~( 1 << k ), best = rest == 0 ? 0 : INT32_MAX;
			for ( int32_t n = 0; n < count; ++n )
			{
				if ( ( rest >> n & 1 ) != 0 )
				{
					int32_t length = journey->between[k][n] + least[rest][n];
					best = length < best ? length : best;
				}
			}
			least[set][k] = best;
		}
	}
}

void wfJourney_Solve( wfJourney* journey )
{
	int32_t least[1 << WF_MOST_STOPS][WF_MOST_STOPS];
	findLeast( journey, least );
	int32_t set = ( 1 << journey->count ) - 1, at = -1;
	for ( int32_t k = 0; k < journey->count; ++k )
	{
		journey->lengthIfFirst[k] = (int64_t)journey->from[k] + least[set][k];
	}
	for ( int32_t place = 0; place < journey->count; ++place )
	{
		int64_t best = INT64_MAX;
		int32_t next = -1;
		for ( int32_t k = 0; k < journey->count; ++k )
		{
			if ( ( set >> k & 1 ) != 0 )
			{
				int64_t length = ( at < 0 ? (int64_t)journey->from[k] : journey->between[at][k] ) + least[set][k];
				next = length < best ? k : next;
				best = length < best ? length : best;
			}
		}
		journey->length = place == 0 ? best : journey->length;
		journey->order[place] = next;
		set &= ~( 1 << next );
		at = next;
	}
}
