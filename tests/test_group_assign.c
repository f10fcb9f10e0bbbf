// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who takes which slot: against all permutations, against another exact method, and against bounds that need no method at all.
#include "base/arrays.h"
#include "group/assignment.h"
#include "test_group.h"

#define MOST 10000
#define ASSIGNMENT_HASH 5050223904473286951 // of what gcc and clang make on x86-64

static wfVec2 s_starts[MOST], s_slots[MOST];
static int32_t s_slotOf[MOST];

static wfAssignDef makeDef( int32_t count )
{
	wfAssignDef def = wfDefaultAssignDef();
	def.starts = s_starts;
	def.slots = s_slots;
	def.count = count;
	return def;
}

static double getCost( int32_t i, int32_t j )
{
	double x = s_starts[i].x - s_slots[j].x, y = s_starts[i].y - s_slots[j].y;
	return x * x + y * y;
}

typedef enum Kind
{
	kindRandom,
	kindGrid,	  // ties everywhere
	kindFar,	  // the group goes far
	kindClusters, // half of the starts in one place
	kindLine,
	kindCount
} Kind;

static void makePlaces( Kind kind, int32_t count, uint64_t seed )
{
	int32_t files = (int32_t)ceil( sqrt( count ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 cell = { k % files, k / files };
		s_starts[k] = kind == kindGrid ? ( wfVec2 ){ cell.x + 0.5, cell.y + 0.5 } : randomPlace( 2 * seed, k, files );
		s_slots[k] = kind == kindRandom ? randomPlace( 2 * seed + 1, k, files ) : cell;
		if ( kind == kindFar )
		{
			s_slots[k].x += 1e4;
		}
		if ( kind == kindClusters && k % 2 == 0 )
		{
			s_starts[k] = ( wfVec2 ){ 3.0, 3.0 };
		}
		if ( kind == kindLine )
		{
			s_slots[k] = ( wfVec2 ){ 0.0, k };
		}
	}
}

// Assigns, and checks that it is a permutation with that cost.
static double assign( const wfAssignDef* def )
{
	static int8_t taken[MOST];
	double cost = NAN, sum = 0.0;
	memset( taken, 0, sizeof( taken ) );
	CHECK_EQUAL( wfAssignSlots( def, s_slotOf, &cost, NULL ), wf_ok );
	for ( int32_t k = 0; k < def->count; ++k )
	{
		bool inRange = s_slotOf[k] >= 0 && s_slotOf[k] < def->count;
		if ( !CHECK( inRange && !taken[s_slotOf[k]] ) )
		{
			return NAN;
		}
		taken[s_slotOf[k]] = 1;
		CHECK( def->startRanks == NULL || def->startRanks[k] == def->slotRanks[s_slotOf[k]] );
		sum += getCost( k, s_slotOf[k] );
	}
	CHECK_NEAR( cost, sum, 1e-12 * sum );
	return sum;
}

// ---------------------------------------------------------------------------------------------------------------- exact

static double tryAll( int32_t row, int32_t count, uint32_t taken, const wfAssignDef* def )
{
	double least = row == count ? 0.0 : INFINITY;
	for ( int32_t j = 0; j < count && row < count; ++j )
	{
		bool allowed = def->startRanks == NULL || def->startRanks[row] == def->slotRanks[j];
		if ( allowed && ( taken >> j & 1u ) == 0 )
		{
			least = fmin( least, getCost( row, j ) + tryAll( row + 1, count, taken | 1u << j, def ) );
		}
	}
	return least;
}

TEST( FewAreAssignedAsAllPermutationsSay )
{
	for ( int32_t count = 0; count <= 7; ++count )
	{
		for ( int32_t seed = 0; seed < 40; ++seed )
		{
			makePlaces( (Kind)( seed % kindCount ), count, (uint64_t)seed );
			wfAssignDef def = makeDef( count );
			double least = tryAll( 0, count, 0, &def );
			CHECK_NEAR( assign( &def ), least, 1e-9 * ( 1.0 + least ) );
		}
	}
}

TEST( RanksKeepTheirSlots )
{
	int8_t startRanks[7], slotRanks[7];
	for ( int32_t seed = 0; seed < 60; ++seed )
	{
		makePlaces( (Kind)( seed % kindCount ), 7, (uint64_t)seed );
		for ( int32_t k = 0; k < 7; ++k )
		{
			startRanks[k] = (int8_t)( ( wfRandomBits( (uint64_t)seed, 9, (uint64_t)k ) % 3 ) * 127 - 127 );
		}
		CHECK_EQUAL( wfRankSlots( s_slots, startRanks, 7, slotRanks ), wf_ok );
		wfAssignDef def = makeDef( 7 );
		def.startRanks = startRanks;
		def.slotRanks = slotRanks;
		double least = tryAll( 0, 7, 0, &def );
		CHECK_NEAR( assign( &def ), least, 1e-9 * ( 1.0 + least ) );
	}
}

// The Hungarian method in its textbook form, with a matrix' rows and columns from 1. Its duals prove what it finds: they are
// checked by a look at all pairs. Gives the least cost.
static double solveByHungarianMethod( int32_t count )
{
	static double u[MOST + 1], v[MOST + 1], least[MOST + 1];
	static int32_t rowOf[MOST + 1], way[MOST + 1];
	static bool used[MOST + 1];
	memset( u, 0, sizeof( u ) );
	memset( v, 0, sizeof( v ) );
	memset( rowOf, 0, sizeof( rowOf ) );
	for ( int32_t i = 1; i <= count; ++i )
	{
		int32_t column = 0;
		rowOf[0] = i;
		for ( int32_t j = 0; j <= count; ++j )
		{
			least[j] = INFINITY;
			used[j] = false;
		}
		do
		{
			int32_t row = rowOf[column], next = 0;
			double delta = INFINITY;
			used[column] = true;
			for ( int32_t j = 1; j <= count; ++j )
			{
				double reduced = used[j] ? INFINITY : getCost( row - 1, j - 1 ) - u[row] - v[j];
				way[j] = reduced < least[j] ? column : way[j];
				least[j] = reduced < least[j] ? reduced : least[j];
				next = !used[j] && least[j] < delta ? j : next;
				delta = !used[j] && least[j] < delta ? least[j] : delta;
			}
			for ( int32_t j = 0; j <= count; ++j )
			{
				u[rowOf[j]] += used[j] ? delta : 0.0;
				v[j] -= used[j] ? delta : 0.0;
				least[j] -= used[j] ? 0.0 : delta;
			}
			column = next;
		}
		while ( rowOf[column] != 0 );
		for ( ; column != 0; column = way[column] )
		{
			rowOf[column] = rowOf[way[column]];
		}
	}
	double primal = 0.0, dual = 0.0, worst = 0.0;
	for ( int32_t j = 1; j <= count; ++j )
	{
		primal += getCost( rowOf[j] - 1, j - 1 );
		dual += u[j] + v[j];
		for ( int32_t i = 1; i <= count; ++i )
		{
			worst = fmax( worst, u[i] + v[j] - getCost( i - 1, j - 1 ) );
		}
	}
	CHECK( worst <= 1e-9 * ( 1.0 + primal / ( count + 1 ) ) );
	CHECK_NEAR( primal, dual, 1e-9 * ( 1.0 + primal ) );
	return primal;
}

TEST( UpToTwoHundredAreAssignedExactly )
{
	static const int32_t counts[] = { 1, 2, 9, 30, 77, 128, 199, 200 };
	for ( int32_t k = 0; k < COUNT_OF( counts ); ++k )
	{
		for ( int32_t kind = 0; kind < kindCount; ++kind )
		{
			makePlaces( (Kind)kind, counts[k], (uint64_t)( k + kind ) );
			wfAssignDef def = makeDef( counts[k] );
			double least = solveByHungarianMethod( counts[k] );
			CHECK_NEAR( assign( &def ), least, 1e-9 * ( 1.0 + least ) );
		}
	}
}

TEST( OfManyTheGapIsBelowTwoPercent )
{
	static const int32_t counts[] = { 201, 333, 450 };
	for ( int32_t k = 0; k < ( TEST_HAS_SANITIZER ? 1 : COUNT_OF( counts ) ); ++k )
	{
		for ( int32_t kind = 0; kind < kindCount; ++kind )
		{
			makePlaces( (Kind)kind, counts[k], (uint64_t)( 10 * k + kind ) );
			wfAssignDef def = makeDef( counts[k] );
			double least = solveByHungarianMethod( counts[k] ), found = assign( &def );
			CHECK( found >= least * ( 1.0 - 1e-9 ) && found <= 1.02 * least * ( 1.0 + 1e-9 ) );
			def.exact = true;
			CHECK_NEAR( assign( &def ), least, 1e-9 * ( 1.0 + least ) );
		}
	}
}

// ---------------------------------------------------------------------------------------------------------- lower bounds

// Every set of prices v gives a bound: no assignment costs less than the sum of v and of what each row's cheapest column costs.
static double getBound( int32_t count, const double* v )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		double cheapest = INFINITY;
		for ( int32_t j = 0; j < count; ++j )
		{
			cheapest = cheapest < getCost( i, j ) - v[j] ? cheapest : getCost( i, j ) - v[j];
		}
		sum += cheapest + v[i];
	}
	return sum;
}

static wfArrays listArrays( wfMatching* m )
{
	size_t count = (size_t)m->count;
	return ( wfArrays ){ { WF_ONE_ARRAY( m->v, count ), WF_ONE_ARRAY( m->columnOf, count ), WF_ONE_ARRAY( m->rowOf, count ),
						   WF_ONE_ARRAY( m->slack, count ), WF_ONE_ARRAY( m->distance, count ), WF_ONE_ARRAY( m->from, count ),
						   WF_ONE_ARRAY( m->settled, count ), WF_ONE_ARRAY( m->isSettled, count ) } };
}

static void checkGap( Kind kind, int32_t count )
{
	makePlaces( kind, count, (uint64_t)( 70 + kind ) );
	wfAssignDef def = makeDef( count );
	double found = assign( &def );
	wfMatching m = { .count = count, .rows = s_starts, .columns = s_slots };
	wfArrays arrays = listArrays( &m );
	CHECK_EQUAL( wfArrays_Allocate( &arrays ), wf_ok );
	// As the assignment does it; what the shift costs counts in the gap.
	wfVec2 shift = { 0.0, 0.0 };
	for ( int32_t k = 0; k < count; ++k )
	{
		shift.x += ( s_slots[k].x - s_starts[k].x ) / count;
		shift.y += ( s_slots[k].y - s_starts[k].y ) / count;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		s_starts[k] = ( wfVec2 ){ s_starts[k].x + shift.x, s_starts[k].y + shift.y };
	}
	double offset = count * ( shift.x * shift.x + shift.y * shift.y );
	CHECK_EQUAL( wfMatchNearly( &m, offset ), wf_ok );
	double bound = getBound( count, m.v ) + offset;
	CHECK( found >= bound * ( 1.0 - 1e-9 ) && found <= 1.02 * bound * ( 1.0 + 1e-6 ) );
	wfArrays_Free( &arrays );
}

TEST( PricesProveTheGapOfThousands )
{
	for ( int32_t kind = 0; kind < kindCount; ++kind )
	{
		checkGap( (Kind)kind, 1000 );
		checkGap( (Kind)kind, TEST_HAS_SANITIZER ? 300 : 3000 );
	}
	if ( !TEST_HAS_SANITIZER )
	{
		checkGap( kindRandom, MOST );
		checkGap( kindClusters, MOST );
	}
}

// ----------------------------------------------------------------------------------------------------------- degenerate

TEST( EqualPlacesCostNothing )
{
	static const int32_t counts[] = { 2, 50, 200, 300, 2000 };
	for ( int32_t k = 0; k < COUNT_OF( counts ); ++k )
	{
		for ( int32_t i = 0; i < counts[k]; ++i )
		{
			s_starts[i] = s_slots[i] = ( wfVec2 ){ 0.1, 1e8 / 3.0 };
		}
		wfAssignDef def = makeDef( counts[k] );
		CHECK( assign( &def ) == 0.0 );
		// Only the slots are equal: everybody goes to the same place.
		double expected = 0.0;
		for ( int32_t i = 0; i < counts[k]; ++i )
		{
			s_slots[i] = ( wfVec2 ){ 1.0, 2.0 };
			s_starts[i] = randomPlace( 4, i, 10.0 );
			expected += getCost( i, i );
		}
		CHECK_NEAR( assign( &def ), expected, 1e-9 * expected );
	}
}

// Each place three times, members there already but in another order: the least cost is 0, or next to nothing.
TEST( PlacesMayRepeat )
{
	int32_t count = TEST_HAS_SANITIZER ? 900 : 3000;
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		double least = 0.0;
		for ( int32_t k = 0; k < count; ++k )
		{
			int32_t other = (int32_t)( (int64_t)k * 1009 % count );
			s_slots[k] = randomPlace( 5, k / 3, 40.0 );
			s_starts[other] = s_slots[k];
			s_starts[other].x += 1e-6 * pass;
			least += 1e-12 * pass;
		}
		wfAssignDef def = makeDef( count );
		CHECK_NEAR( assign( &def ), least, 0.03 * least );
	}
}

TEST( BadAssignmentsAreRefused )
{
	wfError error = { 0 };
	makePlaces( kindRandom, 10, 1 );
	wfAssignDef def = makeDef( 10 );
	s_starts[3].y = NAN;
	CHECK_EQUAL( wfAssignSlots( &def, s_slotOf, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "starts[3]" );
	s_starts[3].y = 0.0;
	s_slots[9].x = -INFINITY;
	CHECK_EQUAL( wfAssignSlots( &def, s_slotOf, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "slots[9]" );
	s_slots[9].x = 1.1e9;
	CHECK_EQUAL( wfAssignSlots( &def, s_slotOf, NULL, NULL ), wf_outOfRange );
	s_slots[9].x = 1e9;
	CHECK_EQUAL( wfAssignSlots( &def, s_slotOf, NULL, NULL ), wf_ok );
	def.count = WF_MAX_MEMBERS + 1;
	CHECK_EQUAL( wfAssignSlots( &def, s_slotOf, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "count" );
	def = makeDef( 10 );
	def.slots = NULL;
	CHECK_EQUAL( wfAssignSlots( &def, s_slotOf, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "slots" );
	int8_t ranks[10] = { 0 }, others[10] = { 0, 0, 1 };
	def = makeDef( 10 );
	def.startRanks = ranks;
	CHECK_EQUAL( wfAssignSlots( &def, s_slotOf, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "slotRanks" );
	def.slotRanks = others;
	CHECK_EQUAL( wfAssignSlots( &def, s_slotOf, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "slotRanks" );
	wfAssignDef zero = { 0 };
	testBeginAsserts();
	CHECK_EQUAL( wfAssignSlots( &zero, s_slotOf, NULL, &error ), wf_invalidDef );
	CHECK_EQUAL( wfRankSlots( s_slots, ranks, -1, others ), wf_outOfRange );
	CHECK_EQUAL( testEndAsserts(), 2 );
}

// ----------------------------------------------------------------------------------------------------------------- ranks

TEST( FrontSlotsGoToTheLowestRanks )
{
	static const wfVec2 slots[] = { { 0.0, 0.0 }, { 2.0, 3.0 }, { 2.0, -1.0 }, { -1.0, 0.0 }, { 2.0, 1.0 } };
	static const int8_t ranks[] = { 5, -128, 127, -128, 5 };
	static const int8_t expected[] = { 5, 5, -128, 127, -128 };
	int8_t found[5];
	CHECK_EQUAL( wfRankSlots( slots, ranks, 5, found ), wf_ok );
	CHECK( memcmp( found, expected, 5 ) == 0 );
	CHECK_EQUAL( wfRankSlots( slots, ranks, 0, found ), wf_ok );
	TEST_EVERY_ALLOCATION( wfRankSlots( slots, ranks, 5, found ), );
}

TEST( RanksOfManyAreAssignedEach )
{
	static int8_t startRanks[1000], slotRanks[1000];
	makePlaces( kindGrid, 1000, 3 );
	for ( int32_t k = 0; k < 1000; ++k )
	{
		startRanks[k] = (int8_t)( k % 5 == 0 ? -1 : 1 );
	}
	CHECK_EQUAL( wfRankSlots( s_slots, startRanks, 1000, slotRanks ), wf_ok );
	wfAssignDef def = makeDef( 1000 );
	def.startRanks = startRanks;
	def.slotRanks = slotRanks;
	assign( &def );
}

// The same bits here, and from run to run and machine to machine: a hash of all assignments.
TEST( AssignmentsAreTheSameEverywhere )
{
	uint64_t hashes[2] = { WF_HASH_START, WF_HASH_START };
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		for ( int32_t kind = 0; kind < kindCount; ++kind )
		{
			int32_t count = kind % 2 == 0 ? 150 : 700;
			makePlaces( (Kind)kind, count, 8 );
			wfAssignDef def = makeDef( count );
			assign( &def );
			hashes[pass] = wfHash( hashes[pass], s_slotOf, (size_t)count * sizeof( int32_t ) );
		}
	}
	CHECK( hashes[0] == hashes[1] );
	CHECK_EQUAL( hashes[0], (uint64_t)ASSIGNMENT_HASH );
}

TEST( AssignmentSurvivesFailedAllocations )
{
	makePlaces( kindRandom, 300, 1 );
	wfAssignDef def = makeDef( 300 );
	TEST_EVERY_ALLOCATION( wfAssignSlots( &def, s_slotOf, NULL, NULL ), );
}

void testAssignment( int argc, char** argv )
{
	RUN( FewAreAssignedAsAllPermutationsSay );
	RUN( RanksKeepTheirSlots );
	RUN( UpToTwoHundredAreAssignedExactly );
	RUN( OfManyTheGapIsBelowTwoPercent );
	RUN( PricesProveTheGapOfThousands );
	RUN( EqualPlacesCostNothing );
	RUN( PlacesMayRepeat );
	RUN( BadAssignmentsAreRefused );
	RUN( FrontSlotsGoToTheLowestRanks );
	RUN( RanksOfManyAreAssignedEach );
	RUN( AssignmentsAreTheSameEverywhere );
	RUN( AssignmentSurvivesFailedAllocations );
}
