// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Factors in single precision: every value close to that in double precision, whatever its size, and the same promises.

#include "test_lazy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ERROR 1e-6
#define MOST_DEGREES 0.05
#define LEAST_SHARE 0.999

// What single precision costs at worst.
typedef struct Loss
{
	double error;	// relative, of a value
	double degrees; // of a direction, but for one cell in a thousand
	double residual;
} Loss;

static int compareNumbers( const void* a, const void* b )
{
	double x = *(const double*)a, y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

static double measureError( wfScaled a, wfScaled b )
{
	if ( a.mantissa == 0.0 || b.mantissa == 0.0 )
	{
		return a.mantissa == b.mantissa ? 0.0 : INFINITY;
	}
	return fabs( ldexp( a.mantissa / b.mantissa, a.exponent - b.exponent ) - 1.0 );
}

static double measureAngle( wfVec2 a, wfVec2 b )
{
	return atan2( fabs( a.x * b.y - a.y * b.x ), a.x * b.x + a.y * b.y ) * 180.0 / 3.14159265358979323846;
}

static bool isAbout( wfScaled a, wfScaled b )
{
	return measureError( a, b ) < 2.0 * MOST_ERROR;
}

// Less, or equal but for rounding.
static bool isAtMost( wfScaled a, wfScaled b )
{
	bool isPlain = a.mantissa == 0.0 || b.mantissa == 0.0 || a.exponent == b.exponent;
	return isAbout( a, b ) || ( isPlain ? a.mantissa < b.mantissa : a.exponent < b.exponent );
}

// Saddles, no worse on two opposite sides, have no direction of their own, and of two neighbours that are equally good but for
// rounding either is right.
static bool isOpenChoice( const wfField* exact, const wfField* single, const wfGrid* grid, int32_t cell )
{
	int32_t a = wfField_GetBestNeighbor( exact, cell ), b = wfField_GetBestNeighbor( single, cell );
	int32_t width = wfGrid_GetWidth( grid ), column = cell % width;
	wfScaled own = wfField_GetCellValue( exact, cell );
	bool isTie = a != b && isAbout( wfField_GetCellValue( exact, a ), wfField_GetCellValue( exact, b ) );
	bool isSaddleX = column > 0 && column < width - 1 && isAtMost( own, wfField_GetCellValue( exact, cell - 1 ) ) &&
					 isAtMost( own, wfField_GetCellValue( exact, cell + 1 ) );
	bool isSaddleY = isAtMost( own, wfField_GetCellValue( exact, cell - width ) ) &&
					 isAtMost( own, wfField_GetCellValue( exact, cell + width ) );
	return isTie || isSaddleX || isSaddleY;
}

// Both fields are of the same goal on equal grids.
static Loss measureLoss( const wfField* exact, const wfField* single, const wfGrid* grid )
{
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid ), count = 0;
	double* angles = malloc( (size_t)cells * sizeof( double ) );
	wfFieldReport report = wfField_GetReport( single );
	Loss loss = { .residual = report.maxRelativeResidual };
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		wfVec2 center = wfGrid_GetCenter( grid, cell );
		loss.error =
			fmax( loss.error, measureError( wfField_GetCellValue( single, cell ), wfField_GetCellValue( exact, cell ) ) );
		wfVec2 a = wfField_GetDirection( exact, center ), b = wfField_GetDirection( single, center );
		if ( a.x != 0.0 || a.y != 0.0 )
		{
			angles[count] = measureAngle( a, b );
			count += !( angles[count] > MOST_DEGREES && isOpenChoice( exact, single, grid, cell ) );
		}
	}
	qsort( angles, (size_t)count, sizeof( double ), compareNumbers );
	loss.degrees = count > 0 ? angles[(int32_t)( LEAST_SHARE * ( count - 1 ) )] : 0.0;
	free( angles );
	CHECK( report.converged );
	CHECK_EQUAL( report.flatCount, 0 );
	CHECK_EQUAL( report.arrivingCount, report.reachableCount );
	CHECK_EQUAL( report.reachableCount, wfField_GetReport( exact ).reachableCount );
	CHECK( loss.error <= MOST_ERROR );
	CHECK( loss.degrees <= MOST_DEGREES );
	return loss;
}

static Loss worseOf( Loss a, Loss b )
{
	return ( Loss ){ fmax( a.error, b.error ), fmax( a.degrees, b.degrees ), fmax( a.residual, b.residual ) };
}

TEST( SinglePrecisionIsCloseEverywhere )
{
	Loss worst = { 0 };
	for ( int32_t k = 0; k < g_caseCount; ++k )
	{
		Place exact = placeOfCase( &g_cases[k], wf_doublePrecision, NULL );
		Place single = placeOfCase( &g_cases[k], wf_singlePrecision, NULL );
		CHECK( wfPlanner_GetReport( single.planner ).bytes < wfPlanner_GetReport( exact.planner ).bytes );
		for ( uint64_t seed = 1; seed <= 3; ++seed )
		{
			wfField* a = fieldOf( &exact, g_cases[k].shape, seed );
			wfField* b = fieldOf( &single, g_cases[k].shape, seed );
			Loss loss = measureLoss( a, b, exact.grid );
			if ( getenv( "WAYFIELD_TEST_FIGURES" ) != NULL )
			{
				printf( "    case %d: error %.3g, %.3g degrees, residual %.3g\n", k, loss.error, loss.degrees, loss.residual );
			}
			worst = worseOf( worst, loss );
			wfDestroyField( a );
			wfDestroyField( b );
		}
		placeFree( &exact );
		placeFree( &single );
	}
	// It is a loss: otherwise the two were the same.
	CHECK( worst.error > 1e-10 );
}

// Without flux through walls and with next to no haste, neighbours differ by less than a float can tell. The columns of the
// factor keep their sums, which is what counts there.
TEST( LevelFieldsKeepTheirSlopes )
{
	for ( int32_t kind = 0; kind < wf_sceneKindCount; ++kind )
	{
		Case of = { .kind = (wfSceneKind)kind, .size = 128, .walls = wf_neumannWalls };
		Place exact = placeOfCase( &of, wf_doublePrecision, NULL ), single = placeOfCase( &of, wf_singlePrecision, NULL );
		wfField *a = fieldOf( &exact, ONE_CELL, 1 ), *b = fieldOf( &single, ONE_CELL, 1 );
		CHECK( measureLoss( a, b, exact.grid ).error <= 5e-8 );
		wfDestroyField( a );
		wfDestroyField( b );
		placeFree( &exact );
		placeFree( &single );
	}
}

// ------------------------------------------------------------------------------------------------------------- real maps

static const char* const s_maps[] = { "maps/Aftershock.map",	  "maps/Berlin_0_256.map", "maps/Boston_0_512.map",
									  "maps/arena.map",			  "maps/brc000d.map",	   "maps/brc202d.map",
									  "maps/empty-32-32.map",	  "maps/lak303d.map",	   "maps/maze-128-128-1.map",
									  "maps/maze512-1-0.map",	  "maps/maze512-32-0.map", "maps/maze512-4-0.map",
									  "maps/random-64-64-20.map", "maps/room-64-64-16.map" };
#define MAP_COUNT ( (int32_t)( sizeof( s_maps ) / sizeof( s_maps[0] ) ) )

// A MovingAI map: four lines of header, then rows from the top, '.' and 'G' are free.
static uint8_t* readMap( const char* path, int32_t* width, int32_t* height )
{
	FILE* file = fopen( path, "r" );
	uint8_t* cells = NULL;
	if ( CHECK( file != NULL ) && CHECK( fscanf( file, "type octile height %d width %d map ", height, width ) == 2 ) )
	{
		cells = malloc( (size_t)*width * (size_t)*height );
		for ( int32_t k = 0; k < *width * *height; ++k )
		{
			char letter = 0;
			CHECK( fscanf( file, " %c", &letter ) == 1 );
			cells[( *height - 1 - k / *width ) * *width + k % *width] = letter != '.' && letter != 'G';
		}
	}
	if ( file != NULL )
	{
		fclose( file );
	}
	return cells;
}

typedef struct Setting
{
	wfWalls walls;
	double haste;
	wfOrdering ordering;
} Setting;

static Loss measureMap( const char* path, const Setting* setting )
{
	int32_t width = 0, height = 0;
	uint8_t* cells = readMap( path, &width, &height );
	Place places[2];
	wfField* fields[2] = { NULL, NULL };
	for ( int32_t k = 0; k < 2; ++k )
	{
		places[k] = placeOfCells( cells, width, height );
		wfPlannerDef def = wfDefaultPlannerDef();
		def.walls = setting->walls;
		def.haste = setting->haste;
		def.ordering = setting->ordering;
		def.precision = k == 0 ? wf_doublePrecision : wf_singlePrecision;
		placePlan( &places[k], &def );
		int32_t goal;
		CHECK_EQUAL( wfPickCells( places[k].grid, 4, &goal, 1 ), wf_ok );
		CHECK_EQUAL( wfPlanner_CreateFieldFromCells( places[k].planner, &goal, 1, &fields[k], NULL ), wf_ok );
	}
	Loss loss = measureLoss( fields[0], fields[1], places[0].grid );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfDestroyField( fields[k] );
		placeFree( &places[k] );
	}
	free( cells );
	return loss;
}

TEST( SinglePrecisionIsCloseOnRealMaps )
{
	const Setting settings[6] = { { wf_dirichletWalls, 0.0, wf_orderAuto }, { wf_dirichletWalls, 0.2, wf_orderAuto },
								  { wf_dirichletWalls, 1.0, wf_orderAuto }, { wf_neumannWalls, 0.0, wf_orderAuto },
								  { wf_neumannWalls, 0.2, wf_orderAuto },	{ wf_dirichletWalls, 0.0, wf_orderMinimumDegree } };
	int32_t found = 0;
	for ( int32_t k = 0; k < MAP_COUNT; ++k )
	{
		const char* path = testDataPath( s_maps[k] );
		char name[512];
		snprintf( name, sizeof( name ), "%s", path != NULL ? path : "" );
		found += path != NULL;
		for ( int32_t i = 0; path != NULL && i < ( TEST_HAS_SANITIZER ? 1 : 6 ); ++i )
		{
			Loss loss = measureMap( name, &settings[i] );
			if ( getenv( "WAYFIELD_TEST_FIGURES" ) != NULL )
			{
				printf( "    %s, setting %d: error %.3g, %.3g degrees, residual %.3g\n", s_maps[k], i, loss.error, loss.degrees,
						loss.residual );
			}
		}
	}
	if ( found == 0 )
	{
		testSkip( "no maps" );
	}
}

void runSingleTests( int argc, char** argv )
{
	RUN( SinglePrecisionIsCloseEverywhere );
	RUN( LevelFieldsKeepTheirSlopes );
	RUN( SinglePrecisionIsCloseOnRealMaps );
}
