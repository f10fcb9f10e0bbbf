// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Formations that are given by a rule, and errors of groups.
#include "test_group.h"

#define PI 3.141592653589793
#define MOST 300

wfVec2 randomPlace( uint64_t seed, int32_t k, double side )
{
	return ( wfVec2 ){ side * ( wfRandomUnit( seed, 1, (uint64_t)k ) - 0.5 ),
					   side * ( wfRandomUnit( seed, 2, (uint64_t)k ) - 0.5 ) };
}

double leastDistance( const wfVec2* points, int32_t count )
{
	double least = INFINITY;
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t j = 0; j < i; ++j )
		{
			least = fmin( least, hypot( points[i].x - points[j].x, points[i].y - points[j].y ) );
		}
	}
	return least;
}

typedef struct Setting
{
	wfFormationKind kind;
	double ratio, angle;
} Setting;

static const Setting s_settings[] = {
	{ wf_lineFormation, 1.0, 0.0 },		   { wf_columnFormation, 1.0, 0.0 },	 { wf_wedgeFormation, 1.0, 0.0 },
	{ wf_wedgeFormation, 1.0, 1e-12 },	   { wf_wedgeFormation, 1.0, 0.05 },	 { wf_wedgeFormation, 1.0, 0.3 },
	{ wf_wedgeFormation, 1.0, 0.7 },	   { wf_wedgeFormation, 1.0, 1.0 },		 { wf_wedgeFormation, 1.0, 1.1 },
	{ wf_wedgeFormation, 1.0, 3.14 },	   { wf_echelonFormation, 1.0, 0.0 },	 { wf_echelonFormation, 1.0, -1.5 },
	{ wf_echelonFormation, 1.0, 0.01 },	   { wf_boxFormation, 1.0, 0.0 },		 { wf_boxFormation, 0.01, 0.0 },
	{ wf_boxFormation, 100.0, 0.0 },	   { wf_boxFormation, 2.5, 0.0 },		 { wf_circleFormation, 1.0, 0.0 },
	{ wf_arcFormation, 1.0, 0.0 },		   { wf_arcFormation, 1.0, 1e-300 },	 { wf_arcFormation, 1.0, 1e-5 },
	{ wf_arcFormation, 1.0, 1.0 },		   { wf_arcFormation, 1.0, 6.2 },		 { wf_arcFormation, 1.0, 2.0 * PI },
	{ wf_staggeredFormation, 1.0, 0.0 },   { wf_staggeredFormation, 0.01, 0.0 }, { wf_staggeredFormation, 3.0, 0.0 },
	{ wf_staggeredFormation, 100.0, 0.0 },
};

static const wfVec2 s_curve[] = { { 0.0, 0.0 }, { 3.0, 4.0 }, { 3.0, 4.0 }, { 10.0, -4.0 }, { 40.0, 3.0 } };
static const wfVec2 s_ring[] = { { 0.0, 0.0 },	 { 60.0, 0.0 },	 { 60.0, 40.0 }, { 45.0, 40.0 },
								 { 45.0, 10.0 }, { 10.0, 10.0 }, { 0.0, 50.0 } };
static const wfVec2 s_list[] = { { 0.0, 0.0 }, { 5.0, 1.0 }, { -2.0, 3.0 }, { 5.0, -4.0 }, { 1.0, 1.5 } };

bool nextFormation( int32_t* number, wfFormationDef* def )
{
	static const wfFormationKind drawn[] = { wf_curveFormation, wf_outlineFormation, wf_pointsFormation,
											 wf_asTheyStandFormation };
	int32_t rules = COUNT_OF( s_settings ), k = ( *number )++;
	*def = wfDefaultFormationDef();
	if ( k < rules )
	{
		def->kind = s_settings[k].kind;
		def->ratio = s_settings[k].ratio;
		def->angle = s_settings[k].angle;
		return true;
	}
	if ( k - rules >= COUNT_OF( drawn ) )
	{
		return false;
	}
	def->kind = drawn[k - rules];
	def->points = def->kind == wf_curveFormation ? s_curve : def->kind == wf_outlineFormation ? s_ring : s_list;
	def->pointCount = def->kind == wf_curveFormation	 ? COUNT_OF( s_curve )
					  : def->kind == wf_outlineFormation ? COUNT_OF( s_ring )
														 : COUNT_OF( s_list );
	return true;
}

void checkMeanIsOrigin( const wfVec2* slots, int32_t count )
{
	double x = 0.0, y = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		x += slots[k].x / count;
		y += slots[k].y / count;
	}
	double size = 1.0 + wfGetSlotsWidth( slots, count ) + wfGetSlotsDepth( slots, count );
	CHECK_NEAR( x, 0.0, 1e-12 * size );
	CHECK_NEAR( y, 0.0, 1e-12 * size );
}

TEST( NamesAreFound )
{
	for ( int32_t kind = 0; kind < wf_formationKindCount; ++kind )
	{
		CHECK_EQUAL( wfFindFormation( wfGetFormationName( (wfFormationKind)kind ) ), kind );
	}
	CHECK_STRING( wfGetFormationName( wf_asTheyStandFormation ), "as they stand" );
	CHECK_STRING( wfGetFormationName( wf_noFormation ), "none" );
	CHECK_STRING( wfGetFormationName( wf_pointsFormation ), "points" );
	CHECK( wfGetFormationName( wf_formationKindCount ) == NULL );
	CHECK( wfGetFormationName( (wfFormationKind)-1 ) == NULL );
	CHECK_EQUAL( wfFindFormation( "Line" ), wf_formationKindCount );
	CHECK_EQUAL( wfFindFormation( NULL ), wf_formationKindCount );
}

static void checkRefusal( const wfFormationDef* def, const char* field )
{
	wfError error = { 0 };
	CHECK_EQUAL( wfFormation_Check( def, &error ), wf_outOfRange );
	CHECK_EQUAL( error.result, wf_outOfRange );
	CHECK_STRING( error.field, field );
	CHECK( strstr( error.message, "expected" ) != NULL );
	CHECK_EQUAL( wfFormation_Check( def, NULL ), wf_outOfRange );
	wfVec2 slots[3];
	CHECK_EQUAL( wfFormation_MakeSlots( def, 3, slots, NULL ), wf_outOfRange );
}

TEST( FieldsHaveRanges )
{
	static const double bad[] = { 0.0, -1.0, 1e4, NAN, INFINITY };
	for ( int32_t k = 0; k < COUNT_OF( bad ); ++k )
	{
		wfFormationDef def = wfDefaultFormationDef();
		CHECK_EQUAL( wfFormation_Check( &def, NULL ), wf_ok );
		def.spacing = bad[k];
		checkRefusal( &def, "spacing" );
		def.spacing = 1.0;
		def.ratio = bad[k];
		checkRefusal( &def, "ratio" );
	}
	static const Setting angles[] = {
		{ wf_wedgeFormation, 1.0, -0.1 },	{ wf_wedgeFormation, 1.0, PI },	   { wf_wedgeFormation, 1.0, NAN },
		{ wf_echelonFormation, 1.0, 1.58 }, { wf_arcFormation, 1.0, -1.0 },	   { wf_arcFormation, 1.0, 6.3 },
		{ wf_arcFormation, 1.0, NAN },		{ wf_echelonFormation, 1.0, NAN }, { wf_echelonFormation, 1.0, -1.58 } };
	for ( int32_t k = 0; k < COUNT_OF( angles ); ++k )
	{
		wfFormationDef def = wfDefaultFormationDef();
		def.kind = angles[k].kind;
		def.angle = angles[k].angle;
		checkRefusal( &def, "angle" );
	}
	wfFormationDef def = wfDefaultFormationDef();
	def.kind = wf_formationKindCount;
	checkRefusal( &def, "kind" );
	def.kind = wf_curveFormation;
	def.pointCount = 1;
	checkRefusal( &def, "pointCount" );
	def.pointCount = 2;
	checkRefusal( &def, "points" );
	wfVec2 points[2] = { { 0.0, 0.0 }, { NAN, 1.0 } };
	def.points = points;
	checkRefusal( &def, "points[1]" );
	points[1].x = 2e9;
	checkRefusal( &def, "points[1]" );
}

TEST( WhatHasNoSlotsIsRefused )
{
	wfVec2 slots[4];
	wfError error = { 0 };
	wfFormationDef def = wfDefaultFormationDef();
	CHECK_EQUAL( wfFormation_MakeSlots( &def, 0, slots, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "count" );
	CHECK_EQUAL( wfFormation_MakeSlots( &def, WF_MAX_MEMBERS + 1, slots, NULL ), wf_outOfRange );
	def.kind = wf_noFormation;
	CHECK_EQUAL( wfFormation_Check( &def, NULL ), wf_ok );
	CHECK_EQUAL( wfFormation_MakeSlots( &def, 2, slots, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "kind" );
	def.kind = wf_asTheyStandFormation;
	CHECK_EQUAL( wfFormation_Check( &def, NULL ), wf_ok );
	CHECK_EQUAL( wfFormation_MakeSlots( &def, 2, slots, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "points" );
	wfFormationDef zero = { 0 };
	testBeginAsserts();
	CHECK_EQUAL( wfFormation_MakeSlots( &zero, 2, slots, &error ), wf_invalidDef );
	CHECK_EQUAL( wfFormation_Check( NULL, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 2 );
}

// No two nearer than the spacing, and each at the spacing from another one, but for one that stands alone in the last row of a
// box, between two files.
static void checkSpacing( const wfVec2* slots, int32_t count, const wfFormationDef* def )
{
	double spacing = def->spacing;
	for ( int32_t i = 0; i < count; ++i )
	{
		double least = INFINITY;
		for ( int32_t j = 0; j < count; ++j )
		{
			double x = slots[i].x - slots[j].x, y = slots[i].y - slots[j].y, square = x * x + y * y;
			least = i != j && square < least ? square : least;
		}
		least = sqrt( least );
		bool alone = def->kind == wf_boxFormation && i > 0 && i == count - 1 && slots[i].x < slots[i - 1].x;
		double expected = alone && least > 1.1 * spacing ? sqrt( 1.25 ) * spacing : spacing;
		if ( count > 1 && !CHECK_NEAR( least, expected, 1e-9 * spacing ) )
		{
			return;
		}
	}
}

TEST( NeighborsAreASpacingApart )
{
	static const double spacings[] = { 0.01, 1.2, 1000.0 };
	wfVec2 slots[MOST];
	wfFormationDef def;
	for ( int32_t number = 0; nextFormation( &number, &def ) && def.kind <= wf_staggeredFormation; )
	{
		for ( int32_t count = 1; count <= MOST; count += count < 40 || !TEST_HAS_SANITIZER ? 1 : 13 )
		{
			def.spacing = spacings[count % 3];
			CHECK_EQUAL( wfFormation_MakeSlots( &def, count, slots, NULL ), wf_ok );
			checkMeanIsOrigin( slots, count );
			checkSpacing( slots, count, &def );
		}
	}
}

TEST( SlotsBeginInFront )
{
	wfVec2 slots[MOST];
	wfFormationDef def;
	for ( int32_t number = 0; nextFormation( &number, &def ) && def.kind <= wf_staggeredFormation; )
	{
		for ( int32_t count = 1; count <= MOST; ++count )
		{
			CHECK_EQUAL( wfFormation_MakeSlots( &def, count, slots, NULL ), wf_ok );
			for ( int32_t k = 1; k < count; ++k )
			{
				// In narrow wedges a slot of one arm passes that of the other by less than a spacing.
				double slack = def.kind == wf_wedgeFormation ? def.spacing : 1e-9;
				CHECK( slots[k].x <= slots[k - 1].x + slack && slots[k].x <= slots[0].x + 1e-9 );
			}
		}
	}
}

TEST( ShapesAreThoseOfTheirNames )
{
	wfVec2 slots[MOST];
	wfFormationDef def = wfDefaultFormationDef();
	def.spacing = 1.0;
	def.kind = wf_lineFormation;
	wfFormation_MakeSlots( &def, 4, slots, NULL );
	CHECK( slots[0].y == 0.5 && slots[1].y == -0.5 && slots[2].y == 1.5 && slots[3].y == -1.5 && slots[3].x == 0.0 );
	def.kind = wf_columnFormation;
	wfFormation_MakeSlots( &def, 3, slots, NULL );
	CHECK( slots[0].x == 1.0 && slots[2].x == -1.0 && slots[1].y == 0.0 );
	def.kind = wf_wedgeFormation;
	wfFormation_MakeSlots( &def, 5, slots, NULL );
	CHECK_NEAR( slots[0].x - slots[1].x, sqrt( 0.5 ), 1e-12 );
	CHECK_NEAR( slots[1].y - slots[2].y, sqrt( 2.0 ), 1e-12 );
	def.kind = wf_echelonFormation;
	wfFormation_MakeSlots( &def, 2, slots, NULL );
	CHECK( slots[0].y > slots[1].y ); // back to the right
	def.angle = -0.3;
	wfFormation_MakeSlots( &def, 2, slots, NULL );
	CHECK( slots[0].y < slots[1].y && slots[0].x > slots[1].x );
	CHECK_NEAR( slots[1].y - slots[0].y, sin( 0.3 ), 1e-12 );
	def.kind = wf_boxFormation;
	def.ratio = 2.0;
	wfFormation_MakeSlots( &def, 19, slots, NULL ); // 6, 6, 6 and 1
	CHECK_NEAR( wfGetSlotsWidth( slots, 19 ), 5.0, 1e-12 );
	CHECK_NEAR( wfGetSlotsDepth( slots, 19 ), 3.0, 1e-12 );
	CHECK_NEAR( slots[18].y, 0.0, 1e-12 );
	def.kind = wf_circleFormation;
	wfFormation_MakeSlots( &def, 6, slots, NULL );
	CHECK_NEAR( slots[0].x, 1.0, 1e-12 );
	CHECK_NEAR( slots[5].x, -1.0, 1e-12 );
	CHECK_NEAR( slots[1].y + slots[2].y, 0.0, 1e-12 );
	def.kind = wf_arcFormation;
	def.angle = PI;
	wfFormation_MakeSlots( &def, 3, slots, NULL ); // radius sqrt( 0.5 ), ends to the left and to the right
	CHECK_NEAR( slots[1].y - slots[2].y, sqrt( 2.0 ), 1e-12 );
	CHECK_NEAR( slots[0].x - slots[1].x, sqrt( 0.5 ), 1e-12 );
	def.kind = wf_staggeredFormation;
	def.ratio = 1.0;
	wfFormation_MakeSlots( &def, 16, slots, NULL );
	CHECK_NEAR( wfGetSlotsDepth( slots, 16 ), 3.0 * sqrt( 0.75 ), 1e-12 );
	CHECK_NEAR( wfGetSlotsWidth( slots, 16 ), 3.5, 1e-12 );
}

TEST( LeastDistancesAreExact )
{
	static wfVec2 points[2000];
	double found;
	CHECK_EQUAL( wfGetLeastDistance( points, 0, &found ), wf_ok );
	CHECK( found == INFINITY );
	CHECK_EQUAL( wfGetLeastDistance( points, 1, &found ), wf_ok );
	CHECK( found == INFINITY && wfGetSlotsWidth( points, 1 ) == 0.0 && wfGetSlotsDepth( points, 0 ) == 0.0 );
	for ( int32_t count = 2; count < 2000; count = count * 3 / 2 + 1 )
	{
		for ( int32_t k = 0; k < count; ++k )
		{
			points[k] = randomPlace( (uint64_t)count, k, 50.0 );
			points[k].x = count % 2 == 0 ? points[k].x : 3.0; // all in a line
		}
		CHECK_EQUAL( wfGetLeastDistance( points, count, &found ), wf_ok );
		CHECK_NEAR( found, leastDistance( points, count ), 1e-15 );
	}
	points[7] = points[3];
	CHECK_EQUAL( wfGetLeastDistance( points, 100, &found ), wf_ok );
	CHECK( found == 0.0 );
	TEST_EVERY_ALLOCATION( wfGetLeastDistance( points, 100, &found ), );
	points[7].y = NAN;
	CHECK_EQUAL( wfGetLeastDistance( points, 100, &found ), wf_outOfRange );
}

TEST( ErrorsAreThoseOfTheirDefinition )
{
	wfVec2 slots[40], places[40];
	wfFormationDef def = wfDefaultFormationDef();
	CHECK_EQUAL( wfFormation_MakeSlots( &def, 40, slots, NULL ), wf_ok );
	wfGroupErrorDef of = { places, slots, 40, def.spacing };
	for ( int32_t k = 0; k < 40; ++k )
	{
		places[k] = ( wfVec2 ){ slots[k].x + 3.0, slots[k].y + 4.0 };
	}
	CHECK_NEAR( wfGetGroupError( &of ), 5.0 / 1.2, 1e-12 );
	CHECK_NEAR( wfGetShapeError( &of ), 0.0, 1e-14 );
	// Turned and late, by any angle.
	for ( double angle = -3.0; angle <= 3.2; angle += 0.31 )
	{
		for ( int32_t k = 0; k < 40; ++k )
		{
			places[k] = ( wfVec2 ){ cos( angle ) * slots[k].x - sin( angle ) * slots[k].y - 1e4,
									sin( angle ) * slots[k].x + cos( angle ) * slots[k].y + 2.0 };
		}
		CHECK_NEAR( wfGetShapeError( &of ), 0.0, 1e-11 );
	}
	// No rotation and shift is better than the one taken.
	for ( int32_t k = 0; k < 40; ++k )
	{
		places[k] = randomPlace( 3, k, 6.0 );
	}
	double least = INFINITY;
	wfVec2 turned[40];
	for ( int32_t step = 0; step < 20000; ++step )
	{
		double angle = 2.0 * PI * step / 20000.0;
		wfVec2 shift = { 0.0, 0.0 };
		for ( int32_t k = 0; k < 40; ++k )
		{
			turned[k] = ( wfVec2 ){ cos( angle ) * slots[k].x - sin( angle ) * slots[k].y,
									sin( angle ) * slots[k].x + cos( angle ) * slots[k].y };
			shift.x += ( places[k].x - turned[k].x ) / 40.0;
			shift.y += ( places[k].y - turned[k].y ) / 40.0;
		}
		for ( int32_t k = 0; k < 40; ++k )
		{
			turned[k] = ( wfVec2 ){ turned[k].x + shift.x, turned[k].y + shift.y };
		}
		wfGroupErrorDef other = { places, turned, 40, 1.2 };
		least = fmin( least, wfGetGroupError( &other ) );
	}
	CHECK_NEAR( wfGetShapeError( &of ), least, 1e-6 );
	CHECK( wfGetShapeError( &of ) <= least + 1e-12 );
	of.count = 0;
	CHECK( wfGetGroupError( &of ) == 0.0 && wfGetShapeError( &of ) == 0.0 );
	of.count = 1;
	CHECK_NEAR( wfGetShapeError( &of ), 0.0, 1e-15 );
}

int main( int argc, char** argv )
{
	RUN( NamesAreFound );
	RUN( FieldsHaveRanges );
	RUN( WhatHasNoSlotsIsRefused );
	RUN( NeighborsAreASpacingApart );
	RUN( SlotsBeginInFront );
	RUN( ShapesAreThoseOfTheirNames );
	RUN( LeastDistancesAreExact );
	RUN( ErrorsAreThoseOfTheirDefinition );
	testDrawnFormations( argc, argv );
	testFolding( argc, argv );
	testAssignment( argc, argv );
	return testReport();
}
