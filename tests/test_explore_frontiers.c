// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Maps, frontiers, distances, journeys and assignments against brute force.
#include "test_explore.h"

#include "base/math.h"
#include "explore/assign.h"
#include "explore/journey.h"
#include "scenes/unknown.h"

#include <stdlib.h>
#include <string.h>

// In the middle of exploring something.
static Team begin( Drawing* drawing, uint64_t seed, int32_t ticks )
{
	static uint8_t cells[WF_UNKNOWN_WIDTH * WF_UNKNOWN_HEIGHT];
	wfGenerateUnknown( (wfUnknownKind)( seed % 3 ), seed, cells );
	*drawing = drawCells( cells, WF_UNKNOWN_WIDTH, WF_UNKNOWN_HEIGHT, seed % 2 == 0 ? 0.4 : 1.3 );
	wfExplorationDef def = makeDef( drawing );
	Team team = makeTeam( drawing, &def );
	int32_t cell = 40 * WF_UNKNOWN_WIDTH + 20;
	while ( !wfGrid_IsFree( drawing->room, cell ) )
	{
		++cell;
	}
	addPoint( &team, wfGrid_GetCenter( drawing->room, cell ), 10.0 );
	(void)runTeam( &team, ticks );
	return team;
}

static bool isReached( const wfKnowledge* map, int32_t cell )
{
	return ( map->cells[cell] & WF_REACHED_CELL ) != 0;
}

static bool isSeenFrom( const wfKnowledge* map, const wfSightCells* sight, int32_t cell )
{
	bool isSeen = false;
	for ( int32_t s = 0; s < map->width * map->height && !isSeen; ++s )
	{
		double x = s % map->width - cell % map->width, y = s / map->width - cell / map->width;
		isSeen = isReached( map, s ) && x * x + y * y <= 100.0 && wfIsInSight( sight, s, cell );
	}
	return isSeen;
}

TEST( FrontiersAreThoseOfBruteForce )
{
	for ( uint64_t seed = 0; seed < 12; ++seed )
	{
		Drawing drawing;
		Team team = begin( &drawing, seed, 5 + 20 * (int32_t)seed );
		const wfKnowledge* map = &team.exploration->maps.data[0];
		const wfFrontierList* list = &team.exploration->frontiers.data[0];
		wfSightCells sight = wfKnowledge_GetSight( map );
		int32_t count = map->width * map->height, wrong = 0, frontierCells = 0;
		for ( int32_t u = 0; u < count; ++u )
		{
			int32_t neighbors[4];
			wfGetNeighbors( drawing.walls, u, neighbors );
			bool is = false;
			for ( int32_t n = 0; n < 4; ++n )
			{
				is = is || ( neighbors[n] >= 0 && wfGetKnown( map, neighbors[n] ) == wf_freeCell );
			}
			is = is && wfGetKnown( map, u ) == wf_unknownCell;
			wrong += is != ( ( map->cells[u] & WF_FRONTIER_CELL ) != 0 );
			frontierCells += is;
			bool isSeen = is && isSeenFrom( map, &sight, u );
			for ( int32_t n = 0; n < 4 && is && !isSeen; ++n )
			{
				// By what comes to light beside it.
				int32_t beside = neighbors[n];
				isSeen = beside >= 0 && wfGetKnown( map, beside ) == wf_unknownCell &&
						 ( map->cells[beside] & WF_FRONTIER_CELL ) == 0 && isSeenFrom( map, &sight, beside );
			}
			wrong += is && isSeen != ( map->stand[u] >= 0 );
		}
		CHECK_EQUAL( wrong, 0 );
		CHECK_EQUAL( list->sorted.count, frontierCells );
		CHECK_EQUAL( list->cells.count, frontierCells );
		freeTeam( &team );
		freeDrawing( &drawing );
	}
}

TEST( ADiscStandsWhereItKnowsTheGround )
{
	Drawing drawing;
	Team team = begin( &drawing, 7, 60 );
	const wfKnowledge* map = &team.exploration->maps.data[0];
	int64_t stands = 0, counts[3] = { 0, 0, 0 };
	int32_t wrong = 0;
	for ( int32_t cell = 0; cell < map->width * map->height; ++cell )
	{
		++counts[wfGetKnown( map, cell )];
		stands += wfCanStand( map, cell );
		// Never where the world does not let it.
		wrong += wfCanStand( map, cell ) && drawing.room->blocked[cell] != 0;
		wrong += isReached( map, cell ) && !wfCanStand( map, cell );
		wrong += wfGetKnown( map, cell ) != wf_unknownCell && map->seen[cell] < 0.0f;
	}
	CHECK_EQUAL( wrong, 0 );
	CHECK( stands == map->standCount && memcmp( counts, map->counts, sizeof( counts ) ) == 0 );
	freeTeam( &team );
	freeDrawing( &drawing );
}

// Bellman and Ford's way, which needs no order at all.
TEST( WaysAreShortest )
{
	Drawing drawing;
	Team team = begin( &drawing, 3, 80 );
	wfExploration* exploration = team.exploration;
	const wfKnowledge* map = &exploration->maps.data[0];
	int32_t count = map->width * map->height, from = exploration->explorers.data[0].at, wrong = 0;
	wfKnownWays_Measure( &exploration->ways, map, from, NULL );
	CHECK( exploration->ways.distances[from] == 0 );
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		int32_t least = cell == from ? 0 : WF_NO_WAY, i = cell % map->width, j = cell / map->width;
		for ( int32_t k = 0; k < 9 && wfCanStand( map, cell ); ++k )
		{
			int32_t x = i + k % 3 - 1, y = j + k / 3 - 1, other = y * map->width + x;
			bool inside = k != 4 && x >= 0 && y >= 0 && x < map->width && y < map->height;
			bool isOpen = inside && wfCanStand( map, j * map->width + x ) && wfCanStand( map, y * map->width + i ) &&
						  exploration->ways.distances[other] != WF_NO_WAY;
			int32_t length = x != i && y != j ? WF_DIAGONAL : WF_STRAIGHT;
			least = isOpen && exploration->ways.distances[other] + length < least ? exploration->ways.distances[other] + length
																				  : least;
		}
		wrong += exploration->ways.distances[cell] != least;
		int32_t next = wfKnownWays_GetNext( &exploration->ways, map, cell );
		wrong += least != WF_NO_WAY && least > 0 && ( next < 0 || exploration->ways.distances[next] >= least );
	}
	CHECK_EQUAL( wrong, 0 );
	// Again from elsewhere, and only as far as asked.
	int32_t wanted[2] = { from, from };
	wfWanted two = { wanted, 2 };
	int32_t to = exploration->explorers.data[0].stand;
	int32_t distance = to >= 0 ? exploration->ways.distances[to] : 0;
	wfKnownWays_Measure( &exploration->ways, map, to, &two );
	CHECK( to < 0 || exploration->ways.distances[from] == distance );
	freeTeam( &team );
	freeDrawing( &drawing );
}

TEST( MergedMapsKnowWhatBothKnew )
{
	Drawing drawing, same;
	Team one = begin( &drawing, 1, 50 ), two = begin( &same, 1, 0 );
	two.points[0].place = one.points[0].place;
	(void)runTeam( &two, 90 );
	wfKnowledge *a = &one.exploration->maps.data[0], *b = &two.exploration->maps.data[0];
	uint8_t known[WF_UNKNOWN_WIDTH * WF_UNKNOWN_HEIGHT];
	int32_t count = a->width * a->height, wrong = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		known[k] = wfGetKnown( a, k ) != wf_unknownCell || wfGetKnown( b, k ) != wf_unknownCell;
	}
	CHECK( wfKnowledge_Merge( a, b ) == wf_ok && wfKnowledge_Merge( b, a ) == wf_ok );
	for ( int32_t k = 0; k < count; ++k )
	{
		wrong += known[k] != ( wfGetKnown( a, k ) != wf_unknownCell );
		wrong += ( a->cells[k] & ~WF_REACHED_CELL ) != ( b->cells[k] & ~WF_REACHED_CELL ) || a->seen[k] != b->seen[k];
	}
	CHECK_EQUAL( wrong, 0 );
	freeTeam( &one );
	freeTeam( &two );
	freeDrawing( &drawing );
	freeDrawing( &same );
}

static int64_t tryAll( const wfJourney* journey, int32_t at, int32_t left )
{
	int64_t best = INT64_MAX;
	for ( int32_t k = 0; k < journey->count; ++k )
	{
		if ( ( left >> k & 1 ) != 0 )
		{
			int32_t rest = left & ~( 1 << k );
			int64_t length = ( at < 0 ? journey->from[k] : journey->between[at][k] );
			length += rest == 0 ? 0 : tryAll( journey, k, rest );
			best = length < best ? length : best;
		}
	}
	return best;
}

TEST( JourneysAreShortest )
{
	for ( uint64_t seed = 0; seed < 200; ++seed )
	{
		wfJourney journey = { .count = 1 + (int32_t)( seed % 7 ) };
		for ( int32_t k = 0; k < journey.count; ++k )
		{
			journey.from[k] = (int32_t)( wfRandomBits( seed, 1, (uint64_t)k ) % 50 );
			for ( int32_t n = 0; n < k; ++n )
			{
				journey.between[k][n] = journey.between[n][k] =
					(int32_t)( wfRandomBits( seed, 3, (uint64_t)( 10 * k + n ) ) % 50 );
			}
		}
		wfJourney_Solve( &journey );
		CHECK( journey.length == tryAll( &journey, -1, ( 1 << journey.count ) - 1 ) );
		for ( int32_t k = 0; k < journey.count; ++k )
		{
			int32_t rest = ( ( 1 << journey.count ) - 1 ) & ~( 1 << k );
			CHECK( journey.lengthIfFirst[k] == journey.from[k] + ( rest == 0 ? 0 : tryAll( &journey, k, rest ) ) );
		}
	}
}

static int64_t assignAll( const wfCostTable* table, int32_t row, uint32_t used )
{
	// Staying without costs more than everything else.
	if ( row == table->rows )
	{
		return 0;
	}
	int64_t best = 1000000 + assignAll( table, row + 1, used );
	for ( int32_t k = 0; k < table->columns; ++k )
	{
		int64_t cost = table->costs[row * table->columns + k];
		if ( ( used >> k & 1 ) == 0 && cost != WF_NO_COST )
		{
			int64_t sum = cost + assignAll( table, row + 1, used | 1u << k );
			best = sum < best ? sum : best;
		}
	}
	return best;
}

TEST( AssignmentsCostLeast )
{
	for ( uint64_t seed = 0; seed < 300; ++seed )
	{
		int64_t costs[30];
		int32_t columnOf[5];
		wfCostTable table = { 1 + (int32_t)( seed % 5 ), 1 + (int32_t)( seed / 5 % 6 ), costs, columnOf };
		for ( int32_t k = 0; k < table.rows * table.columns; ++k )
		{
			uint64_t bits = wfRandomBits( seed, 5, (uint64_t)k );
			costs[k] = bits % 5 == 0 ? WF_NO_COST : (int64_t)( bits / 8 % 100 );
		}
		CHECK( wfAssignByCost( &table ) == wf_ok );
		int64_t sum = 0;
		uint32_t used = 0;
		for ( int32_t row = 0; row < table.rows; ++row )
		{
			int32_t column = columnOf[row];
			CHECK( column < 0 || ( used >> column & 1 ) == 0 );
			sum += column < 0 ? 1000000 : costs[row * table.columns + column];
			used |= column < 0 ? 0 : 1u << column;
		}
		CHECK_EQUAL( sum, assignAll( &table, 0, 0 ) );
	}
}

// explore_lite's search, written again from its description: a flood over free cells, and clusters by union.
TEST( LiteFrontiersAreTheirs )
{
	Drawing drawing;
	Team team = begin( &drawing, 4, 40 );
	const wfKnowledge* map = &team.exploration->maps.data[0];
	wfVec2 place = { team.points[0].place.x, team.points[0].place.y };
	wfLiteRule rule = { 1e-3, 1.0, 0.0 };
	wfLiteFrontier found[200];
	int32_t count = wfExploration_FindLiteFrontiers( team.exploration, 0, place, &rule, found, 200 ), cells = 0;
	CHECK( count > 0 && count <= 200 );
	for ( int32_t k = 0; k < count; ++k )
	{
		cells += found[k].size;
		CHECK_NEAR( found[k].cost, 1e-3 * found[k].minDistance - found[k].size, 1e-9 );
		CHECK( k == 0 || found[k].cost >= found[k - 1].cost );
	}
	int32_t expected = 0;
	for ( int32_t k = 0; k < map->width * map->height; ++k )
	{
		expected += ( map->cells[k] & WF_FRONTIER_CELL ) != 0;
	}
	CHECK_EQUAL( cells, expected );
	// The same number when only counted.
	CHECK_EQUAL( wfExploration_FindLiteFrontiers( team.exploration, 0, place, &rule, NULL, 0 ), count );
	wfFrontiers ours;
	CHECK( wfExploration_GetFrontiers( team.exploration, 0, &ours ) == wf_ok );
	CHECK_EQUAL( ours.count, count );
	freeTeam( &team );
	freeDrawing( &drawing );
}

void testFrontiers( int argc, char** argv )
{
	RUN( FrontiersAreThoseOfBruteForce );
	RUN( ADiscStandsWhereItKnowsTheGround );
	RUN( WaysAreShortest );
	RUN( MergedMapsKnowWhatBothKnew );
	RUN( JourneysAreShortest );
	RUN( AssignmentsCostLeast );
	RUN( LiteFrontiersAreTheirs );
}
