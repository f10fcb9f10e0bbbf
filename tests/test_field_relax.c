// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The reference relaxations and the sub-goal stack.

#include "test.h"
#include "test_field.h"
#include "test_field_handmade.h"

#include <math.h>
#include <stdlib.h>

#define MAX_CELLS 20000
static double s_p[MAX_CELLS], s_other[MAX_CELLS];

static int32_t cellCount( const HandmadeField* scene )
{
	return scene->grid.width * scene->grid.height;
}

static wfResult relax( const HandmadeField* scene, const wfRelaxDef* def, double* p, wfRelaxReport* report )
{
	return wfRelax( &scene->grid, scene->field.core.goals, scene->field.core.goalCount, def, p, report );
}

// A corridor one cell wide with Dirichlet sides: 4 q_n = q_(n-1) + q_(n+1), q_0 = 1 and 0 behind the end.
TEST( CorridorDecaysAsItMust )
{
	const char* rows[] = { "G........................." };
	HandmadeField* scene = handmadeFromText( rows, 1, 1.0 );
	wfRelaxDef def = wfDefaultRelaxDef();
	def.maxChange = 1e-16;
	wfRelaxReport report;
	CHECK_EQUAL( relax( scene, &def, s_p, &report ), wf_ok );
	CHECK( report.converged );
	// q_n = sinh((L - n) a) / sinh(L a) with cosh a = 2 and the wall L = 26 cells from the goal.
	double a = log( 2.0 + sqrt( 3.0 ) );
	for ( int32_t n = 0; n < 26; ++n )
	{
		CHECK_NEAR( 1.0 - s_p[n], sinh( ( 26 - n ) * a ) / sinh( 26 * a ), 1e-13 );
	}
	handmadeDestroy( scene );
}

// Between Neumann sides everything depends on x alone: (2 + K) q_n = q_(n-1) + q_(n+1), mirrored at the closed end.
TEST( NeumannCorridorIsOneDimensional )
{
	const char* rows[] = { "G..............................", "G.............................." };
	HandmadeField* scene = handmadeFromText( rows, 2, 0.5 );
	wfRelaxDef def = wfDefaultRelaxDef();
	def.walls = wf_neumannWalls;
	def.haste = 0.2;
	def.maxChange = 1e-16;
	wfRelaxReport report;
	CHECK_EQUAL( relax( scene, &def, s_p, &report ), wf_ok );
	double k = 0.1 * 0.1, a = acosh( 1.0 + 0.5 * k );
	for ( int32_t n = 0; n < 31; ++n )
	{
		// cosh about the mirror, half a cell behind the last centre.
		double exact = cosh( ( 30.5 - n ) * a ) / cosh( 30.5 * a );
		CHECK_NEAR( 1.0 - s_p[n], exact, 1e-12 );
		CHECK_NEAR( s_p[n], s_p[31 + n], 1e-13 );
	}
	CHECK_EQUAL( report.flatCount, 0 );
	CHECK_EQUAL( report.arrivingCount, 62 );
	handmadeDestroy( scene );
}

// All methods on p end at the same solution, which is that of the equation in q.
TEST( RelaxationMethodsAgree )
{
	HandmadeField* scene = handmadeRandom( 24, 20, 0.2, 5 );
	const wfRelaxMethod methods[] = { wf_jacobi, wf_gaussSeidelAlternating, wf_sor };
	const double settings[][4] = { { 0, 0, 0, 0 }, { 0, 0.8, 0.6, -1 }, { 0.3, 0, 0, 0 }, { 0.2, 1, -0.5, 0.7 } };
	for ( int32_t s = 0; s < 8; ++s )
	{
		wfRelaxDef def = wfDefaultRelaxDef();
		def.haste = settings[s % 4][0];
		def.epsilon = settings[s % 4][1];
		def.bias = ( wfVec2 ){ settings[s % 4][2], settings[s % 4][3] };
		def.walls = s < 4 ? wf_dirichletWalls : wf_neumannWalls;
		def.haste += s < 4 ? 0.0 : 0.1;
		def.maxChange = 1e-14;
		def.maxIterations = 200000;
		wfRelaxReport report;
		CHECK_EQUAL( relax( scene, &def, s_p, &report ), wf_ok );
		CHECK( report.converged );
		for ( int32_t m = 0; m < 3; ++m )
		{
			def.method = methods[m];
			def.omega = 1.6;
			CHECK_EQUAL( relax( scene, &def, s_other, &report ), wf_ok );
			CHECK( report.converged );
			double worst = 0.0;
			for ( int32_t cell = 0; cell < cellCount( scene ); ++cell )
			{
				worst = fmax( worst, fabs( s_p[cell] - s_other[cell] ) );
			}
			CHECK_NEAR( worst, 0.0, 1e-10 );
		}
		// The same equation in q, solved independently.
		HandmadeDef reference = { def.haste, def.epsilon, def.bias, def.walls == wf_neumannWalls, 1e-13 };
		handmadeSolve( scene, &reference );
		double worst = 0.0;
		for ( int32_t cell = 0; cell < cellCount( scene ); ++cell )
		{
			double q = ldexp( scene->field.core.mantissa[cell], scene->field.core.exponent[cell] );
			worst = fmax( worst, fabs( 1.0 - s_p[cell] - q ) );
		}
		CHECK_NEAR( worst, 0.0, 1e-10 );
	}
	handmadeDestroy( scene );
}

TEST( OverrelaxationIsFaster )
{
	HandmadeField* scene = handmadeRandom( 60, 60, 0.02, 3 );
	wfRelaxDef def = wfDefaultRelaxDef();
	def.maxChange = 1e-8;
	wfRelaxReport plain, alternating, sor, jacobi;
	CHECK_EQUAL( relax( scene, &def, s_p, &plain ), wf_ok );
	def.method = wf_gaussSeidelAlternating;
	CHECK_EQUAL( relax( scene, &def, s_p, &alternating ), wf_ok );
	def.method = wf_jacobi;
	CHECK_EQUAL( relax( scene, &def, s_p, &jacobi ), wf_ok );
	def.method = wf_sor;
	CHECK_EQUAL( relax( scene, &def, s_p, &sor ), wf_ok );
	CHECK( 3 * sor.iterations < plain.iterations );
	CHECK( plain.iterations < jacobi.iterations );
	CHECK( alternating.converged );
	handmadeDestroy( scene );
}

// A corridor with the goal across its end: positive epsilon moves the valley toward v, and -v mirrors it.
TEST( RelaxedBiasPullsTowardV )
{
	enum
	{
		width = 60,
		height = 15
	};
	static char text[height][width + 1];
	const char* rows[height];
	for ( int32_t j = 0; j < height; ++j )
	{
		for ( int32_t i = 0; i < width; ++i )
		{
			text[j][i] = i == width - 1 ? 'G' : '.';
		}
		text[j][width] = 0;
		rows[j] = text[j];
	}
	HandmadeField* scene = handmadeFromText( rows, height, 1.0 );
	wfRelaxDef def = wfDefaultRelaxDef();
	def.maxChange = 1e-14;
	double before = ( height - 1 ) / 2.0;
	const double epsilons[] = { 0.0, 0.4, 0.8, 1.2 };
	for ( int32_t e = 0; e < 4; ++e )
	{
		def.epsilon = epsilons[e];
		def.bias = ( wfVec2 ){ 0.0, 1.0 };
		CHECK_EQUAL( relax( scene, &def, s_p, NULL ), wf_ok );
		def.bias = ( wfVec2 ){ 0.0, -1.0 };
		CHECK_EQUAL( relax( scene, &def, s_other, NULL ), wf_ok );
		// The valley in a column of the middle: the mean of y weighted with q.
		double sum = 0.0, moment = 0.0;
		for ( int32_t j = 0; j < height; ++j )
		{
			double q = 1.0 - s_p[j * width + 40];
			sum += q;
			moment += q * j;
			CHECK_NEAR( s_p[j * width + 40], s_other[( height - 1 - j ) * width + 40], 1e-11 );
		}
		double valley = moment / sum;
		CHECK( e == 0 ? fabs( valley - before ) < 1e-6 : valley > before + 0.3 );
		before = valley;
	}
	handmadeDestroy( scene );
}

TEST( RelaxationKeepsTheMaximumPrinciple )
{
	for ( uint64_t seed = 0; seed < 12; ++seed )
	{
		HandmadeField* scene = handmadeRandom( 24, 24, 0.15 + 0.02 * (double)seed, seed );
		wfRelaxDef def = wfDefaultRelaxDef();
		def.epsilon = 1.0;
		def.bias = ( wfVec2 ){ 2.0 * wfRandomUnit( seed, 9, 0 ) - 1.0, 2.0 * wfRandomUnit( seed, 9, 1 ) - 1.0 };
		def.haste = seed % 3 == 0 ? 0.1 : 0.0;
		def.maxChange = 1e-15;
		CHECK_EQUAL( relax( scene, &def, s_p, NULL ), wf_ok );
		int32_t component = scene->grid.component[scene->field.core.goals[0]];
		for ( int32_t cell = 0; cell < cellCount( scene ); ++cell )
		{
			bool reachable = scene->grid.component[cell] == component;
			CHECK( s_p[cell] >= 0.0 && s_p[cell] <= 1.0 );
			CHECK( reachable || s_p[cell] == 1.0 );
			CHECK( ( s_p[cell] == 0.0 ) == ( scene->field.core.isGoal[cell] != 0 ) );
		}
		handmadeDestroy( scene );
	}
}

TEST( RelaxationStopsWhereAsked )
{
	HandmadeField* scene = handmadeRandom( 30, 30, 0.1, 8 );
	wfRelaxDef def = wfDefaultRelaxDef();
	wfRelaxReport report;
	def.maxChange = 0.0;
	def.maxIterations = 7;
	CHECK_EQUAL( relax( scene, &def, s_p, &report ), wf_ok );
	CHECK_EQUAL( report.iterations, 7 );
	CHECK( !report.converged );
	def.maxIterations = 100000;
	def.sumChange = 1e-3;
	CHECK_EQUAL( relax( scene, &def, s_p, &report ), wf_ok );
	CHECK( report.converged && report.sumChange <= 1e-3 && report.maxChange <= report.sumChange );
	int32_t bySum = report.iterations;
	def.sumChange = 0.0;
	def.maxChange = 1e-3;
	CHECK_EQUAL( relax( scene, &def, s_p, &report ), wf_ok );
	CHECK( report.converged && report.maxChange <= 1e-3 && report.iterations < bySum );
	handmadeDestroy( scene );
}

static bool cancel( double fraction, void* context )
{
	int32_t* calls = context;
	CHECK( fraction >= 0.0 && fraction <= 1.0 );
	return ++*calls < 3;
}

TEST( RelaxationCanBeCancelled )
{
	HandmadeField* scene = handmadeRandom( 30, 30, 0.1, 8 );
	wfRelaxDef def = wfDefaultRelaxDef();
	int32_t calls = 0;
	def.maxChange = 1e-15;
	def.progress = cancel;
	def.progressContext = &calls;
	CHECK_EQUAL( relax( scene, &def, s_p, NULL ), wf_cancelled );
	CHECK_EQUAL( calls, 3 );
	handmadeDestroy( scene );
}

// Walks counted one by one, without what wfRelax remembers of them.
static int64_t countArriving( const HandmadeField* scene, const double* p, int64_t* flat )
{
	const wfGrid* grid = &scene->grid;
	int64_t arriving = 0;
	*flat = 0;
	for ( int32_t start = 0; start < cellCount( scene ); ++start )
	{
		int32_t cell = start;
		if ( grid->component[start] != grid->component[scene->field.core.goals[0]] )
		{
			continue;
		}
		for ( int32_t step = 0; !scene->field.core.isGoal[cell]; ++step )
		{
			int32_t i = cell % grid->width, j = cell / grid->width, best = cell;
			const int32_t di[4] = { 1, -1, 0, 0 }, dj[4] = { 0, 0, 1, -1 };
			for ( int32_t n = 0; n < 4; ++n )
			{
				int32_t next = ( j + dj[n] ) * grid->width + i + di[n];
				best = wfIsCellFree( grid, i + di[n], j + dj[n] ) && p[next] < p[best] ? next : best;
			}
			*flat += step == 0 && best == cell;
			if ( best == cell )
			{
				break;
			}
			cell = best;
		}
		arriving += scene->field.core.isGoal[cell];
	}
	return arriving;
}

TEST( FlatAndArrivingCellsAreCounted )
{
	for ( uint64_t seed = 0; seed < 6; ++seed )
	{
		HandmadeField* scene = seed % 2 ? handmadeMaze( 31, 31, seed ) : handmadeRandom( 40, 40, 0.3, seed );
		wfRelaxDef def = wfDefaultRelaxDef();
		wfRelaxReport report;
		CHECK_EQUAL( relax( scene, &def, s_p, &report ), wf_ok );
		int64_t flat, arriving = countArriving( scene, s_p, &flat );
		CHECK_EQUAL( report.flatCount, flat );
		CHECK_EQUAL( report.arrivingCount, arriving );
		// A maze one cell wide is flat in doubles for nearly all of its length: that is what the references cannot do.
		CHECK( seed % 2 == 0 || report.flatCount > 0 );
		handmadeDestroy( scene );
	}
}

TEST( BadRelaxationsAreRefused )
{
	HandmadeField* scene = handmadeRandom( 10, 10, 0.1, 2 );
	wfRelaxDef good = wfDefaultRelaxDef();
	const double bad[] = { NAN, INFINITY, -INFINITY, -1.0 };
	for ( int32_t b = 0; b < 4; ++b )
	{
		for ( int32_t field = 0; field < 8; ++field )
		{
			wfRelaxDef def = good;
			def.epsilon = 1.0;
			def.method = wf_sor;
			double* fields[] = { &def.haste,	 &def.startValue, &def.omega,  &def.maxChange,
								 &def.sumChange, &def.epsilon,	  &def.bias.x, &def.bias.y };
			*fields[field] = bad[b];
			// -1 is a fine epsilon and a fine component of v.
			bool fine = b == 3 && field >= 5;
			def.bias.x = field == 5 && !fine ? 1.0 : def.bias.x;
			CHECK_EQUAL( relax( scene, &def, s_p, NULL ), fine ? wf_ok : wf_outOfRange );
		}
	}
	wfRelaxDef def = good;
	def.epsilon = 2.1;
	def.bias = ( wfVec2 ){ 1.0, 0.0 };
	CHECK_EQUAL( relax( scene, &def, s_p, NULL ), wf_outOfRange );
	def = good;
	def.method = wf_sor;
	def.omega = 2.0;
	CHECK_EQUAL( relax( scene, &def, s_p, NULL ), wf_outOfRange );
	def = good;
	def.maxIterations = 0;
	CHECK_EQUAL( relax( scene, &def, s_p, NULL ), wf_outOfRange );
	int32_t outside = 100;
	CHECK_EQUAL( wfRelax( &scene->grid, &outside, 1, &good, s_p, NULL ), wf_outOfRange );
	outside = -1;
	CHECK_EQUAL( wfRelax( &scene->grid, &outside, 1, &good, s_p, NULL ), wf_outOfRange );
	CHECK_EQUAL( wfRelax( &scene->grid, NULL, 0, &good, s_p, NULL ), wf_goalBlocked );
	int32_t blocked = 0;
	while ( scene->grid.blocked[blocked] == 0 )
	{
		++blocked;
	}
	CHECK_EQUAL( wfRelax( &scene->grid, &blocked, 1, &good, s_p, NULL ), wf_goalBlocked );
	testBeginAsserts();
	def = good;
	def.internalCookie = 0;
	CHECK_EQUAL( relax( scene, &def, s_p, NULL ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	handmadeDestroy( scene );
}

TEST( RelaxationSurvivesLackOfMemory )
{
	HandmadeField* scene = handmadeRandom( 20, 20, 0.3, 2 );
	wfRelaxReport report;
	wfRelaxDef def = wfDefaultRelaxDef();
	def.haste = 0.5;
	def.walls = wf_neumannWalls;
	def.method = wf_jacobi;
	TEST_EVERY_ALLOCATION( relax( scene, &def, s_p, &report ), (void)0 );
	handmadeDestroy( scene );
}

// --------------------------------------------------------------------------------------------------------------- sub-goals

static const char* s_rooms[] = {
	"########################################################################",
	"#......#########################################################......##",
	"#..........................................................###.......###",
	"#.......................................................................",
	"#......####################################################............#",
	"#..G...#########################################################......##",
	"#......#########################################################......##",
	"########################################################################",
};

static void checkWalk( const HandmadeField* scene, const int32_t* cells, int64_t count, int32_t start )
{
	const wfGrid* grid = &scene->grid;
	CHECK( count > 0 && cells[0] == start );
	for ( int64_t k = 1; k < count; ++k )
	{
		int32_t di = cells[k] % grid->width - cells[k - 1] % grid->width,
				dj = cells[k] / grid->width - cells[k - 1] / grid->width;
		CHECK( grid->blocked[cells[k]] == 0 && abs( di ) + abs( dj ) == 1 );
	}
	CHECK( scene->field.core.isGoal[cells[count - 1]] );
}

TEST( SubgoalsArriveWherePotentialIsFlat )
{
	HandmadeField* scene = handmadeFromText( s_rooms, 8, 1.0 );
	int32_t start = 2 * 72 + 68;
	// Plain p, relaxed to its fixed point, has no path from there.
	wfRelaxDef plain = wfDefaultRelaxDef();
	plain.maxChange = 1e-16;
	wfRelaxReport flat;
	CHECK_EQUAL( relax( scene, &plain, s_p, &flat ), wf_ok );
	CHECK( flat.flatCount > 0 );
	static int32_t cells[MAX_CELLS];
	wfSubgoalDef def = wfDefaultSubgoalDef();
	wfSubgoalReport report;
	wfResult result = wfWalkSubgoals( &scene->grid, scene->field.core.goals, 1, start, &def, cells, MAX_CELLS, &report );
	CHECK_EQUAL( result, wf_ok );
	CHECK( report.arrived && report.subgoals >= 2 && report.relaxations > report.subgoals );
	checkWalk( scene, cells, report.steps, start );
	// The count needed is reported, however small the room for it; nothing is written beyond.
	wfSubgoalReport again;
	int32_t few[4] = { -7, -7, -7, -7 };
	CHECK_EQUAL( wfWalkSubgoals( &scene->grid, scene->field.core.goals, 1, start, &def, few, 3, &again ), wf_ok );
	CHECK_EQUAL( again.steps, report.steps );
	CHECK( few[2] == cells[2] && few[3] == -7 );
	def.maxSubgoals = 1;
	CHECK_EQUAL( wfWalkSubgoals( &scene->grid, scene->field.core.goals, 1, start, &def, NULL, 0, &again ), wf_ok );
	CHECK( !again.arrived );
	handmadeDestroy( scene );
}

TEST( SubgoalsArriveInLongMazes )
{
	HandmadeField* scene = handmadeSnake( 41, 21 );
	static int32_t cells[MAX_CELLS];
	wfSubgoalDef def = wfDefaultSubgoalDef();
	def.relax.maxIterations = 100;
	wfSubgoalReport report;
	int32_t start = cellCount( scene ) - 1;
	start = scene->grid.blocked[start] ? start - 40 : start;
	CHECK_EQUAL( wfWalkSubgoals( &scene->grid, scene->field.core.goals, 1, start, &def, cells, MAX_CELLS, &report ), wf_ok );
	CHECK( report.arrived );
	checkWalk( scene, cells, report.steps, start );
	handmadeDestroy( scene );
}

TEST( BadSubgoalWalksAreRefused )
{
	const char* rows[] = { "G..#..", "...#..", "...#.." };
	HandmadeField* scene = handmadeFromText( rows, 3, 1.0 );
	wfSubgoalDef def = wfDefaultSubgoalDef();
	wfSubgoalReport report;
	const int32_t* goals = scene->field.core.goals;
	CHECK_EQUAL( wfWalkSubgoals( &scene->grid, goals, 1, 3, &def, NULL, 0, &report ), wf_startBlocked );
	CHECK_EQUAL( wfWalkSubgoals( &scene->grid, goals, 1, 4, &def, NULL, 0, &report ), wf_unreachable );
	CHECK_EQUAL( wfWalkSubgoals( &scene->grid, goals, 1, 18, &def, NULL, 0, &report ), wf_outOfRange );
	CHECK_EQUAL( wfWalkSubgoals( &scene->grid, goals, 1, -1, &def, NULL, 0, &report ), wf_outOfRange );
	wfSubgoalDef bad = def;
	bad.flatGradient = NAN;
	CHECK_EQUAL( wfWalkSubgoals( &scene->grid, goals, 1, 0, &bad, NULL, 0, &report ), wf_outOfRange );
	bad = def;
	bad.subgoalLevel = -1.0;
	CHECK_EQUAL( wfWalkSubgoals( &scene->grid, goals, 1, 0, &bad, NULL, 0, &report ), wf_outOfRange );
	bad = def;
	bad.relax.haste = NAN;
	CHECK_EQUAL( wfWalkSubgoals( &scene->grid, goals, 1, 0, &bad, NULL, 0, &report ), wf_outOfRange );
	CHECK_EQUAL( wfWalkSubgoals( &scene->grid, goals, 1, goals[0], &def, NULL, 0, &report ), wf_ok );
	CHECK( report.arrived && report.steps == 1 && report.subgoals == 0 );
	handmadeDestroy( scene );
}

TEST( SubgoalWalksSurviveLackOfMemory )
{
	HandmadeField* scene = handmadeSnake( 21, 5 );
	wfSubgoalDef def = wfDefaultSubgoalDef();
	def.relax.maxIterations = 30;
	wfSubgoalReport report;
	TEST_EVERY_ALLOCATION(
		wfWalkSubgoals( &scene->grid, scene->field.core.goals, 1, cellCount( scene ) - 1, &def, NULL, 0, &report ), (void)0 );
	CHECK( report.arrived );
	handmadeDestroy( scene );
}

void runRelaxTests( int argc, char** argv )
{
	RUN( CorridorDecaysAsItMust );
	RUN( NeumannCorridorIsOneDimensional );
	RUN( RelaxationMethodsAgree );
	RUN( OverrelaxationIsFaster );
	RUN( RelaxedBiasPullsTowardV );
	RUN( RelaxationKeepsTheMaximumPrinciple );
	RUN( RelaxationStopsWhereAsked );
	RUN( RelaxationCanBeCancelled );
	RUN( FlatAndArrivingCellsAreCounted );
	RUN( BadRelaxationsAreRefused );
	RUN( RelaxationSurvivesLackOfMemory );
	RUN( SubgoalsArriveWherePotentialIsFlat );
	RUN( SubgoalsArriveInLongMazes );
	RUN( BadSubgoalWalksAreRefused );
	RUN( SubgoalWalksSurviveLackOfMemory );
}
