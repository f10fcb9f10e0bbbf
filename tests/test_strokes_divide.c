// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who takes which branch, against all ways to give everybody one.
#include "test_strokes.h"

#include <math.h>
#include <string.h>

#define BRANCHES 4
#define MEMBERS 7

typedef struct scene
{
	wfDivisionDef def;
	wfBranch branches[WF_MAX_BRANCHES];
	wfDivided members[64];
	int32_t count;
} scene;

static double draw( uint64_t seed, uint64_t stream, int32_t k )
{
	return wfRandomUnit( seed, stream, (uint64_t)k );
}

static void makeScene( scene* s, uint64_t seed, wfDivisionRule rule, int32_t branchCount, int32_t count )
{
	*s = ( scene ){ .def = wfDefaultDivisionDef(), .count = count };
	s->def.rule = rule;
	s->def.branches = s->branches;
	s->def.branchCount = branchCount;
	s->def.heading = ( wfVec2 ){ draw( seed, 1, 0 ) - 0.5, draw( seed, 1, 1 ) - 0.5 };
	for ( int32_t k = 0; k < branchCount; ++k )
	{
		// Shares whose products are exact, so that ties are ties.
		s->branches[k].share = floor( 4.0 * draw( seed, 2, k ) );
		s->branches[k].number = (int32_t)( 5.0 * draw( seed, 3, k ) ) - 1;
		s->branches[k].kinds = (uint32_t)( 8.0 * draw( seed, 4, k ) );
		s->branches[k].direction = ( wfVec2 ){ draw( seed, 5, k ) - 0.5, draw( seed, 6, k ) - 0.5 };
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		s->members[k].kind = (int32_t)( 4.0 * draw( seed, 7, k ) );
		s->members[k].open = draw( seed, 8, k ) < 0.3 ? UINT32_MAX : (uint32_t)wfRandomBits( seed, 9, (uint64_t)k );
		s->members[k].place = ( wfVec2 ){ floor( 20.0 * draw( seed, 10, k ) ), floor( 20.0 * draw( seed, 11, k ) ) };
	}
}

// As the header says it, written again.
static uint32_t getOpen( const scene* s, int32_t k )
{
	uint32_t open = 0, asks = 0, none = 0;
	for ( int32_t b = 0; b < s->def.branchCount; ++b )
	{
		uint32_t bit = s->members[k].open & 1u << b;
		open |= bit;
		asks |= ( s->branches[b].kinds >> s->members[k].kind & 1u ) != 0 ? bit : 0;
		none |= s->branches[b].kinds == 0 ? bit : 0;
	}
	return s->def.rule != wf_divideByKind ? open : asks != 0 ? asks : none != 0 ? none : open;
}

// Three numbers to be compared one after the other.
static void getCosts( const scene* s, const int32_t* counts, double* costs )
{
	costs[0] = costs[1] = costs[2] = 0.0;
	for ( int32_t b = 0; b < s->def.branchCount; ++b )
	{
		double n = counts[b], share = s->branches[b].share, number = s->branches[b].number;
		bool isByShare = s->def.rule == wf_divideByShare, isByNumber = s->def.rule == wf_divideByNumber;
		costs[0] += isByShare && share == 0.0 ? n : 0.0;
		costs[1] += isByShare	 ? ( share > 0.0 ? 6.0 * n * n / share : 0.0 )
					: isByNumber ? ( number >= 0.0 ? ( n - number ) * ( n - number ) : 0.0 )
								 : n * n;
		costs[2] += ( isByShare && share == 0.0 ) || ( isByNumber && number < 0.0 ) ? n * n : 0.0;
	}
}

static bool isBetter( const scene* s, const int32_t* counts, const int32_t* best )
{
	double mine[3], theirs[3];
	getCosts( s, counts, mine );
	getCosts( s, best, theirs );
	for ( int32_t k = 0; k < 3; ++k )
	{
		if ( mine[k] != theirs[k] )
		{
			return mine[k] < theirs[k];
		}
	}
	for ( int32_t b = 0; b < s->def.branchCount; ++b )
	{
		if ( counts[b] != best[b] )
		{
			return counts[b] > best[b];
		}
	}
	return false;
}

static void tryAll( const scene* s, int32_t k, int32_t* counts, int32_t* best, bool* hasBest )
{
	if ( k == s->count )
	{
		if ( !*hasBest || isBetter( s, counts, best ) )
		{
			memcpy( best, counts, BRANCHES * sizeof( int32_t ) );
			*hasBest = true;
		}
		return;
	}
	uint32_t open = getOpen( s, k );
	if ( open == 0 )
	{
		tryAll( s, k + 1, counts, best, hasBest );
	}
	for ( int32_t b = 0; b < s->def.branchCount; ++b )
	{
		if ( ( open >> b & 1u ) != 0 )
		{
			counts[b] += 1;
			tryAll( s, k + 1, counts, best, hasBest );
			counts[b] -= 1;
		}
	}
}

static void countBranches( const scene* s, const int32_t* branchOf, int32_t* counts )
{
	memset( counts, 0, WF_MAX_BRANCHES * sizeof( int32_t ) );
	for ( int32_t k = 0; k < s->count; ++k )
	{
		uint32_t open = getOpen( s, k );
		CHECK( open == 0 ? branchOf[k] == -1 : branchOf[k] >= 0 && ( open >> branchOf[k] & 1u ) != 0 );
		counts[branchOf[k] < 0 ? 0 : branchOf[k]] += branchOf[k] < 0 ? 0 : 1;
	}
}

TEST( CountsAreTheBestOfAll )
{
	int32_t seeds = TEST_HAS_SANITIZER ? 30 : 150;
	for ( int32_t k = 0; k < 4 * seeds; ++k )
	{
		scene s;
		makeScene( &s, (uint64_t)k, (wfDivisionRule)( k % 4 ), 1 + k / 4 % BRANCHES, k / 16 % ( MEMBERS + 1 ) );
		int32_t branchOf[MEMBERS], counts[WF_MAX_BRANCHES], trial[WF_MAX_BRANCHES] = { 0 }, best[WF_MAX_BRANCHES] = { 0 };
		bool hasBest = false;
		CHECK_EQUAL( wfDivide( &s.def, s.members, s.count, branchOf, NULL ), wf_ok );
		countBranches( &s, branchOf, counts );
		tryAll( &s, 0, trial, best, &hasBest );
		CHECK( memcmp( counts, best, sizeof( counts ) ) == 0 );
	}
}

static double getAngle( const scene* s, int32_t branch )
{
	wfVec2 h = s->def.heading, d = s->branches[branch].direction;
	return atan2( h.x * d.y - h.y * d.x, h.x * d.x + h.y * d.y );
}

static double getLeft( const scene* s, int32_t k )
{
	wfVec2 h = s->def.heading, p = s->members[k].place;
	return ( h.x * p.y - h.y * p.x ) / hypot( h.x, h.y );
}

// Also: who comes in another order finds the same counts.
TEST( NobodyCrossesWithoutNeed )
{
	for ( uint64_t seed = 1; seed <= 300; ++seed )
	{
		scene s, turned;
		int32_t branchOf[64], counts[WF_MAX_BRANCHES], again[WF_MAX_BRANCHES], crossings = 0;
		makeScene( &s, seed, (wfDivisionRule)( seed % 4 ), 2 + (int32_t)( seed % 31 ), 1 + (int32_t)( seed % 64 ) );
		CHECK_EQUAL( wfDivide( &s.def, s.members, s.count, branchOf, NULL ), wf_ok );
		countBranches( &s, branchOf, counts );
		for ( int32_t i = 0; i < s.count; ++i )
		{
			for ( int32_t j = 0; j < s.count; ++j )
			{
				int32_t a = branchOf[i], b = branchOf[j];
				crossings += a >= 0 && b >= 0 && ( getOpen( &s, i ) >> b & 1u ) != 0 && ( getOpen( &s, j ) >> a & 1u ) != 0 &&
									 getLeft( &s, i ) > getLeft( &s, j ) + 1e-9 && getAngle( &s, a ) < getAngle( &s, b )
								 ? 1
								 : 0;
			}
		}
		CHECK_EQUAL( crossings, 0 );
		turned = s;
		turned.def.branches = turned.branches;
		for ( int32_t k = 0; k < s.count; ++k )
		{
			turned.members[k] = s.members[( 7 * (int32_t)seed + s.count - k ) % s.count];
		}
		CHECK_EQUAL( wfDivide( &turned.def, turned.members, s.count, branchOf, NULL ), wf_ok );
		countBranches( &turned, branchOf, again );
		CHECK( memcmp( counts, again, sizeof( counts ) ) == 0 );
	}
}

// 31 at a fork: 16 and 15; shares 1 to 2: 10 and 21; by kind, the swamp for soldiers.
TEST( ArmiesPart )
{
	scene s;
	makeScene( &s, 1, wf_divideEvenly, 2, 31 );
	int32_t branchOf[64], counts[WF_MAX_BRANCHES];
	s.def.heading = ( wfVec2 ){ 0.0, 0.0 };
	s.branches[0] = ( wfBranch ){ .share = 1.0, .number = 4, .kinds = 1u, .direction = { 1.0, 1.0 } };
	s.branches[1] = ( wfBranch ){ .share = 2.0, .number = -1, .kinds = 0, .direction = { 1.0, -1.0 } };
	const int32_t expected[4][2] = { { 16, 15 }, { 10, 21 }, { 4, 27 }, { 20, 11 } };
	for ( int32_t rule = 0; rule < 4; ++rule )
	{
		for ( int32_t k = 0; k < 31; ++k )
		{
			s.members[k] = ( wfDivided ){ .kind = k < 20 ? 0 : 1, .open = 3u, .place = { 0.0, 0.1 * k } };
		}
		s.def.rule = (wfDivisionRule)rule;
		CHECK_EQUAL( wfDivide( &s.def, s.members, 31, branchOf, NULL ), wf_ok );
		countBranches( &s, branchOf, counts );
		CHECK( counts[0] == expected[rule][0] && counts[1] == expected[rule][1] );
		// The first branch leaves to the left, where the last ones stand.
		CHECK( rule == 3 || ( branchOf[30] == 0 && branchOf[0] == 1 ) );
	}
	// To opposite sides, with no heading: each to its side.
	s.def.rule = wf_divideEvenly;
	s.branches[0].direction = ( wfVec2 ){ 0.0, -3.0 };
	s.branches[1].direction = ( wfVec2 ){ 0.0, 1.0 };
	CHECK_EQUAL( wfDivide( &s.def, s.members, 31, branchOf, NULL ), wf_ok );
	CHECK( branchOf[0] == 0 && branchOf[15] == 0 && branchOf[16] == 1 && branchOf[30] == 1 );
}

TEST( DivisionsAreRefusedWhole )
{
	scene s;
	makeScene( &s, 1, wf_divideByShare, 2, 3 );
	int32_t branchOf[3] = { 7, 7, 7 };
	wfError error;
	s.branches[1].share = -1.0;
	CHECK_EQUAL( wfDivide( &s.def, s.members, 3, branchOf, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "branches[1].share" );
	s.def.rule = wf_divideByKind;
	s.members[2].kind = 32;
	CHECK_EQUAL( wfDivide( &s.def, s.members, 3, branchOf, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "members[2].kind" );
	s.def.rule = wf_divideEvenly;
	s.members[1].place.x = NAN;
	CHECK_EQUAL( wfDivide( &s.def, s.members, 3, branchOf, &error ), wf_outOfRange );
	s.def.branchCount = 33;
	CHECK_EQUAL( wfDivide( &s.def, s.members, 3, branchOf, &error ), wf_outOfRange );
	CHECK( branchOf[0] == 7 && branchOf[1] == 7 && branchOf[2] == 7 );
	makeScene( &s, 1, wf_divideEvenly, 2, 3 );
	TEST_EVERY_ALLOCATION( wfDivide( &s.def, s.members, 3, branchOf, NULL ), (void)0 );
}

void runDivisionTests( int argc, char** argv )
{
	RUN( CountsAreTheBestOfAll );
	RUN( NobodyCrossesWithoutNeed );
	RUN( ArmiesPart );
	RUN( DivisionsAreRefusedWhole );
}
