// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Shapes that fit a width.
#include "test_group.h"

#define MOST 10000
#define SLOTS_HASH ( -2715826014318933708 )

static wfVec2 s_slots[MOST], s_folded[MOST];

static wfFoldDef makeDef( int32_t count, double spacing, double width )
{
	wfFoldDef def = wfDefaultFoldDef();
	def.slots = s_slots;
	def.count = count;
	def.spacing = spacing;
	def.width = width;
	return def;
}

// The middle of what stays across, which the fold shifts as a whole.
static void checkAcross( const wfFoldDef* def )
{
	double width = fmax( def->width, 0.0 ), spacing = def->spacing;
	CHECK( wfGetSlotsWidth( s_folded, def->count ) <= width + 1e-8 * spacing );
	// One shift for all that stay: the most frequent one is theirs. Slots in the window of the width around the origin stay where
	// the shape reaches that far to both sides.
	double lower = INFINITY, upper = -INFINITY, shift = NAN;
	for ( int32_t k = 0; k < def->count; ++k )
	{
		lower = fmin( lower, s_slots[k].y );
		upper = fmax( upper, s_slots[k].y );
	}
	double center = fmin( fmax( 0.0, lower + 0.5 * width ), upper - 0.5 * width );
	for ( int32_t k = 0; k < def->count && upper - lower > width; ++k )
	{
		if ( fabs( s_slots[k].y - center ) <= 0.5 * width )
		{
			double moved = s_folded[k].y - s_slots[k].y;
			shift = isnan( shift ) ? moved : shift;
			CHECK_NEAR( moved, shift, 1e-9 * ( 1.0 + upper - lower ) );
		}
	}
}

static void checkPairs( const wfFoldDef* def )
{
	double size = 1.0 + wfGetSlotsDepth( s_folded, def->count ), rounding = 1e-9 * size;
	for ( int32_t i = 0; i < def->count; ++i )
	{
		for ( int32_t j = 0; j < def->count; ++j )
		{
			double before = hypot( s_slots[i].x - s_slots[j].x, s_slots[i].y - s_slots[j].y );
			double after = hypot( s_folded[i].x - s_folded[j].x, s_folded[i].y - s_folded[j].y );
			bool apart = after >= fmin( before, def->spacing ) - rounding;
			bool ahead = s_slots[i].x < s_slots[j].x + def->spacing || s_folded[i].x >= s_folded[j].x - rounding;
			if ( !CHECK( apart ) || !CHECK( ahead ) )
			{
				return;
			}
		}
	}
}

static void checkFold( const wfFoldDef* def )
{
	CHECK_EQUAL( wfFoldSlots( def, s_folded, NULL ), wf_ok );
	checkMeanIsOrigin( s_folded, def->count );
	checkAcross( def );
	checkPairs( def );
}

TEST( FormationsFoldAtEveryWidth )
{
	wfFormationDef formation;
	static const int32_t counts[] = { 1, 2, 3, 7, 12, 24, 50 };
	for ( int32_t number = 0; nextFormation( &number, &formation ); )
	{
		for ( int32_t k = 0; k < COUNT_OF( counts ); ++k )
		{
			CHECK_EQUAL( wfFormation_MakeSlots( &formation, counts[k], s_slots, NULL ), wf_ok );
			double whole = wfGetSlotsWidth( s_slots, counts[k] );
			for ( int32_t step = -1; step <= 13; ++step )
			{
				wfFoldDef def = makeDef( counts[k], formation.spacing, whole * step / 12.0 );
				checkFold( &def );
			}
		}
	}
}

TEST( RandomPlacesFoldAtEveryWidth )
{
	for ( int32_t seed = 0; seed < 30; ++seed )
	{
		int32_t count = 5 + 4 * seed;
		for ( int32_t k = 0; k < count; ++k )
		{
			s_slots[k] = randomPlace( (uint64_t)seed, k, 20.0 );
			s_slots[k].x *= seed % 3;
		}
		wfVec2 mean = { 0.0, 0.0 };
		for ( int32_t k = 0; k < count; ++k )
		{
			mean = ( wfVec2 ){ mean.x + s_slots[k].x / count, mean.y + s_slots[k].y / count };
		}
		for ( int32_t k = 0; k < count; ++k )
		{
			s_slots[k] = ( wfVec2 ){ s_slots[k].x - mean.x, s_slots[k].y - mean.y };
		}
		for ( int32_t step = 0; step <= 20; ++step )
		{
			wfFoldDef def = makeDef( count, 0.3 + 0.2 * ( seed % 5 ), step );
			checkFold( &def );
		}
	}
}

TEST( WideEnoughChangesNothing )
{
	wfFormationDef formation = wfDefaultFormationDef();
	CHECK_EQUAL( wfFormation_MakeSlots( &formation, 30, s_slots, NULL ), wf_ok );
	double whole = wfGetSlotsWidth( s_slots, 30 );
	wfFoldDef def = makeDef( 30, 1.2, whole );
	CHECK_EQUAL( wfFoldSlots( &def, s_folded, NULL ), wf_ok );
	CHECK( memcmp( s_slots, s_folded, 30 * sizeof( wfVec2 ) ) == 0 );
	def.width = INFINITY;
	CHECK_EQUAL( wfFoldSlots( &def, s_folded, NULL ), wf_ok );
	CHECK( memcmp( s_slots, s_folded, 30 * sizeof( wfVec2 ) ) == 0 );
}

TEST( NoRoomMeansSingleFile )
{
	wfFormationDef formation = wfDefaultFormationDef();
	for ( int32_t kind = wf_lineFormation; kind <= wf_staggeredFormation; ++kind )
	{
		formation.kind = (wfFormationKind)kind;
		CHECK_EQUAL( wfFormation_MakeSlots( &formation, 40, s_slots, NULL ), wf_ok );
		wfFoldDef def = makeDef( 40, 1.2, -3.0 );
		checkFold( &def );
		CHECK_NEAR( wfGetSlotsWidth( s_folded, 40 ), 0.0, 1e-8 );
		// As short as a file can be.
		CHECK_NEAR( wfGetSlotsDepth( s_folded, 40 ), 39.0 * 1.2,
					kind == wf_columnFormation || kind == wf_lineFormation ? 1e-9 : 20.0 );
	}
}

// A line of 9 through a door for three: the outer ones in two files behind the second and the second last.
TEST( OuterFilesGoBehindInnerOnes )
{
	wfFormationDef formation = wfDefaultFormationDef();
	formation.kind = wf_lineFormation;
	formation.spacing = 1.0;
	CHECK_EQUAL( wfFormation_MakeSlots( &formation, 9, s_slots, NULL ), wf_ok );
	wfFoldDef def = makeDef( 9, 1.0, 2.5 );
	checkFold( &def );
	for ( int32_t k = 0; k < 9; ++k )
	{
		double out = fabs( s_slots[k].y ), expected = out > 1.5 ? out - 1.0 : 0.0;
		CHECK_NEAR( s_folded[0].x - s_folded[k].x, expected, 1e-12 );
		CHECK_NEAR( s_folded[k].y, fmax( fmin( s_slots[k].y, 1.0 ), -1.0 ), 1e-12 );
	}
}

TEST( ManySlotsFoldAtOnce )
{
	wfFormationDef formation = wfDefaultFormationDef();
	for ( int32_t kind = wf_lineFormation; kind <= wf_staggeredFormation; ++kind )
	{
		formation.kind = (wfFormationKind)kind;
		CHECK_EQUAL( wfFormation_MakeSlots( &formation, MOST, s_slots, NULL ), wf_ok );
		for ( double width = 0.0; width < 30.0; width += 11.0 )
		{
			wfFoldDef def = makeDef( MOST, 1.2, width );
			CHECK_EQUAL( wfFoldSlots( &def, s_folded, NULL ), wf_ok );
			checkAcross( &def );
			double least = 0.0;
			CHECK_EQUAL( wfGetLeastDistance( s_folded, MOST, &least ), wf_ok );
			CHECK( least >= 1.2 - 1e-9 );
		}
	}
}

TEST( BadFoldsAreRefused )
{
	wfError error = { 0 };
	s_slots[0] = s_slots[1] = ( wfVec2 ){ 0.0, 0.0 };
	wfFoldDef def = makeDef( 2, 1.0, NAN );
	CHECK_EQUAL( wfFoldSlots( &def, s_folded, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "width" );
	def = makeDef( 2, 0.0, 1.0 );
	CHECK_EQUAL( wfFoldSlots( &def, s_folded, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "spacing" );
	def = makeDef( -1, 1.0, 1.0 );
	CHECK_EQUAL( wfFoldSlots( &def, s_folded, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "count" );
	def = makeDef( 2, 1.0, 1.0 );
	s_slots[1].x = NAN;
	CHECK_EQUAL( wfFoldSlots( &def, s_folded, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "slots[1]" );
	def.slots = NULL;
	CHECK_EQUAL( wfFoldSlots( &def, s_folded, &error ), wf_outOfRange );
	def.count = 0;
	CHECK_EQUAL( wfFoldSlots( &def, s_folded, &error ), wf_ok );
	testBeginAsserts();
	CHECK_EQUAL( wfFoldSlots( NULL, s_folded, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	s_slots[0] = ( wfVec2 ){ 0.0, 1.0 };
	s_slots[1] = ( wfVec2 ){ 0.0, -1.0 };
	def = makeDef( 2, 1.0, 1.0 );
	TEST_EVERY_ALLOCATION( wfFoldSlots( &def, s_folded, NULL ), );
}

// Of all formations, and of what they fold to: the same bits by every compiler.
TEST( SlotsAreTheSameEverywhere )
{
	uint64_t hash = WF_HASH_START;
	wfFormationDef formation;
	for ( int32_t number = 0; nextFormation( &number, &formation ); )
	{
		CHECK_EQUAL( wfFormation_MakeSlots( &formation, 57, s_slots, NULL ), wf_ok );
		wfFoldDef def = makeDef( 57, formation.spacing, 0.4 * wfGetSlotsWidth( s_slots, 57 ) );
		CHECK_EQUAL( wfFoldSlots( &def, s_folded, NULL ), wf_ok );
		hash = wfHash( hash, s_slots, 57 * sizeof( wfVec2 ) );
		hash = wfHash( hash, s_folded, 57 * sizeof( wfVec2 ) );
	}
	CHECK_EQUAL( hash, SLOTS_HASH );
}

void testFolding( int argc, char** argv )
{
	RUN( FormationsFoldAtEveryWidth );
	RUN( RandomPlacesFoldAtEveryWidth );
	RUN( WideEnoughChangesNothing );
	RUN( NoRoomMeansSingleFile );
	RUN( OuterFilesGoBehindInnerOnes );
	RUN( ManySlotsFoldAtOnce );
	RUN( BadFoldsAreRefused );
	RUN( SlotsAreTheSameEverywhere );
}
