// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with fields: the pull eps v in a corridor, to the sides, swinging, and of different strength; where potential
// fields of the papers get stuck, long corridors and concave obstacles; and what kind of walls does.
#include "experiment.h"

#include "base/vec2.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

// The part of the corridor where paths are measured, away from the start and the goal, and the direction across.
typedef struct Corridor
{
	wfVec2 middle;
	bool alongX;
	double from, to; // along
	double halfWidth;
} Corridor;

static Corridor getCorridor( wfTrial* run )
{
	wfBox2 bounds = wfWorld_GetBounds( run->scenario.world );
	double width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
	Corridor corridor = { .middle = { bounds.lower.x + 0.5 * width, bounds.lower.y + 0.5 * height }, .alongX = width > height };
	double length = corridor.alongX ? width : height, begin = corridor.alongX ? bounds.lower.x : bounds.lower.y;
	wfVec2 part = wfTrial_GetVector( run, "measureFromTo" );
	corridor.from = begin + part.x * length;
	corridor.to = begin + part.y * length;
	corridor.halfWidth = 0.5 * ( corridor.alongX ? height : width );
	return corridor;
}

static double getAlong( const Corridor* corridor, wfVec2 point )
{
	return corridor->alongX ? point.x : point.y;
}

static double getOffset( const Corridor* corridor, wfVec2 point )
{
	return corridor->alongX ? point.y - corridor->middle.y : point.x - corridor->middle.x;
}

// The offset from the middle, averaged along the measured part of a path; not a number where the path has no part in it.
static double measureOffset( const Corridor* corridor, const wfPath* path )
{
	double sum = 0.0, weight = 0.0;
	for ( int32_t i = 0; i + 1 < path->count; ++i )
	{
		wfVec2 a = path->points[i], b = path->points[i + 1];
		double along = 0.5 * ( getAlong( corridor, a ) + getAlong( corridor, b ) );
		if ( along >= corridor->from && along <= corridor->to )
		{
			double length = fabs( getAlong( corridor, b ) - getAlong( corridor, a ) );
			sum += 0.5 * length * ( getOffset( corridor, a ) + getOffset( corridor, b ) );
			weight += length;
		}
	}
	return weight > 0.0 ? sum / weight : NAN;
}

// Over the field as the file says it.
static void drawPaths( wfTrial* run, const wfGrid* grid, const wfPath* paths, int32_t count )
{
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	wfTrial_DrawField( run, "", run->scenario.name, grid, solved.field, paths, count );
	wfSolved_Free( &solved );
}

// ---------------------------------------------------------------------------------------------------------------- sides

// What one setting gave, over all starts.
typedef struct SideResult
{
	double first; // offset of the path from the first start
	double smallest, largest;
	int32_t arrived;
	int64_t flat;
} SideResult;

static SideResult measureSide( wfTrial* run, const Corridor* corridor, const wfGrid* grid, const wfPlannerDef* def,
							   wfPath* paths )
{
	SideResult side = { .smallest = DBL_MAX, .largest = -DBL_MAX };
	wfSolved solved = wfTrial_Solve( run, grid, def );
	side.flat = solved.report.flatCount;
	for ( int32_t i = 0; i < run->scenario.startCount; ++i )
	{
		side.arrived += wfTrial_Trace( run, solved.field, run->scenario.starts[i], paths + i );
		double offset = measureOffset( corridor, paths + i );
		side.first = i == 0 ? offset : side.first;
		side.smallest = fmin( side.smallest, offset );
		side.largest = fmax( side.largest, offset );
	}
	wfSolved_Free( &solved );
	return side;
}

void wfPerformSides( wfTrial* run )
{
	int32_t starts = run->scenario.startCount;
	Corridor corridor = getCorridor( run );
	wfPlannerDef defs[3] = { run->scenario.planner, run->scenario.planner, run->scenario.planner };
	defs[1].epsilon = defs[2].epsilon = wfTrial_GetNumber( run, "epsilon" );
	defs[1].bias = wfTrial_GetVector( run, "v" );
	defs[2].bias = ( wfVec2 ){ -defs[1].bias.x, -defs[1].bias.y };
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfPath* paths = wfNewArray( 3 * (size_t)starts, sizeof( wfPath ) );
	SideResult sides[3];
	int32_t arrived = 0;
	int64_t flat = 0;
	for ( int32_t i = 0; i < 3; ++i )
	{
		sides[i] = measureSide( run, &corridor, grid, defs + i, paths + i * starts );
		arrived += sides[i].arrived;
		flat += sides[i].flat;
	}
	wfTrial_Claim( run, "harmonic", fmax( sides[0].largest, -sides[0].smallest ) );
	wfTrial_Claim( run, "towardV", sides[1].smallest );
	wfTrial_Claim( run, "towardMinusV", -sides[2].largest );
	wfTrial_Claim( run, "mirror", fabs( sides[1].first + sides[2].first ) );
	wfTrial_Claim( run, "arrive", (double)arrived / ( 3 * starts ) );
	wfTrial_Claim( run, "flat", (double)flat );
	wfTrial_Note( run, "m", corridor.halfWidth, "from the middle to the wall" );
	drawPaths( run, grid, paths, 3 * starts );
	for ( int32_t i = 0; i < 3 * starts; ++i )
	{
		wfPath_Free( paths + i );
	}
	wfDestroyGrid( grid );
}

// ---------------------------------------------------------------------------------------------------------- oscillation

// sin(2 pi turn). The C library's differs between machines in the last bits; this one does not.
static double sinOfTurn( double turn )
{
	double x = turn - floor( turn );
	x = x > 0.5 ? x - 1.0 : x;
	x = x > 0.25 ? 0.5 - x : ( x < -0.25 ? -0.5 - x : x );
	double angle = 2.0 * 3.14159265358979323846 * x, square = angle * angle, term = angle, sum = angle;
	for ( int32_t k = 1; k < 10; ++k )
	{
		term *= -square / ( ( 2.0 * k ) * ( 2.0 * k + 1.0 ) );
		sum += term;
	}
	return sum;
}

typedef struct Swing
{
	wfPath path; // the points are ours
	double turn; // of v so far
	bool arrived;
	int64_t flat;
	int32_t fields;
} Swing;

// Walk with a field solved anew at every step.
static void walkSwing( wfTrial* run, const wfGrid* grid, Swing* swing )
{
	wfPlannerDef def = run->scenario.planner;
	def.epsilon = wfTrial_GetNumber( run, "epsilon" );
	double step = wfTrial_GetNumber( run, "step" ), wave = wfTrial_GetNumber( run, "wavelength" );
	wfTrial_FailIf( run, !( step > 0.0 ) || !( wave > 0.0 ), step > 0.0 ? "wavelength" : "step", "expected metres above 0" );
	wfVec2 place = run->scenario.starts[0];
	while ( swing->path.count < swing->path.capacity && !swing->arrived )
	{
		swing->path.points[swing->path.count++] = place;
		def.bias = ( wfVec2 ){ 1.0, sinOfTurn( swing->turn ) };
		wfSolved solved = wfTrial_Solve( run, grid, &def );
		wfVec2 direction = wfField_GetDirection( solved.field, place ), next = place;
		double length = step;
		// The direction promises a short step; a whole one may have to be cut at a wall.
		for ( int32_t cut = 0; cut < 8; ++cut, length *= 0.5 )
		{
			next = ( wfVec2 ){ place.x + length * direction.x, place.y + length * direction.y };
			if ( wfGrid_IsSegmentFree( grid, place, next ) )
			{
				break;
			}
			next = place;
		}
		swing->arrived = wfField_IsGoal( solved.field, place );
		swing->flat += solved.report.flatCount;
		swing->fields += 1;
		swing->turn += step / wave;
		place = next;
		wfSolved_Free( &solved );
	}
}

void wfPerformOscillation( wfTrial* run )
{
	Corridor corridor = getCorridor( run );
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	Swing swing = { .path = { .capacity = 4096 } };
	swing.path.points = wfNewArray( (size_t)swing.path.capacity, sizeof( wfVec2 ) );
	walkSwing( run, grid, &swing );
	// Swings are counted between the sides: a wobble around the middle is none.
	double lowest = 0.0, highest = 0.0, side = wfTrial_GetNumber( run, "sideFrom" ), last = 0.0;
	int32_t swings = 0;
	for ( int32_t i = 0; i < swing.path.count; ++i )
	{
		double offset = getOffset( &corridor, swing.path.points[i] ), along = getAlong( &corridor, swing.path.points[i] );
		if ( along < corridor.from || along > corridor.to )
		{
			continue;
		}
		lowest = fmin( lowest, offset );
		highest = fmax( highest, offset );
		if ( fabs( offset ) >= side && offset * last <= 0.0 )
		{
			swings += 1;
			last = offset;
		}
	}
	wfTrial_Claim( run, "swings", swings );
	wfTrial_Claim( run, "above", highest );
	wfTrial_Claim( run, "below", -lowest );
	wfTrial_Claim( run, "arrive", swing.arrived ? 1.0 : 0.0 );
	wfTrial_Claim( run, "flat", (double)swing.flat );
	wfTrial_Note( run, "", swing.fields, "fields solved on the way" );
	drawPaths( run, grid, &swing.path, 1 );
	wfDestroyGrid( grid );
}

// ------------------------------------------------------------------------------------------------------------- strength

// The values that are refused, of those that should be.
static double measureRefused( wfTrial* run, const wfGrid* grid, wfVec2 v )
{
	double values[WF_MAX_LIST];
	int32_t count = wfTrial_GetList( run, "refused", values ), refused = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfPlannerDef def = run->scenario.planner;
		wfPlanner* planner = NULL;
		def.epsilon = values[i];
		def.bias = v;
		refused += wfCreatePlanner( grid, &def, &planner, NULL ) == wf_outOfRange;
		wfDestroyPlanner( planner );
	}
	return count > 0 ? (double)refused / count : 0.0;
}

static void claimStrength( wfTrial* run, const double* epsilons, const double* offsets, const double* mirrored, int32_t count )
{
	// Offsets at 0 and where the range of useful values ends.
	double risingStep = DBL_MAX, saturatedStep = DBL_MAX, atOne = 0.0, asymmetry = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		double growth = offsets[i] - ( i > 0 ? offsets[i - 1] : 0.0 );
		bool rising = epsilons[i] <= 1.0;
		risingStep = rising ? fmin( risingStep, growth ) : risingStep;
		saturatedStep = rising ? saturatedStep : fmin( saturatedStep, growth );
		atOne = rising ? offsets[i] : atOne;
		asymmetry = fmax( asymmetry, fabs( offsets[i] + mirrored[i] ) );
		wfTrial_Note( run, "m", offsets[i], "offset with eps %.2g", epsilons[i] );
	}
	wfTrial_Claim( run, "grows", risingStep );
	wfTrial_Claim( run, "neverFalls", saturatedStep );
	wfTrial_Claim( run, "saturates", ( offsets[count - 1] - atOne ) / atOne );
	wfTrial_Claim( run, "mirror", asymmetry );
}

void wfPerformStrength( wfTrial* run )
{
	double epsilons[WF_MAX_LIST], offsets[WF_MAX_LIST] = { 0.0 }, mirrored[WF_MAX_LIST] = { 0.0 };
	int32_t count = wfTrial_GetList( run, "epsilons", epsilons ), arrived = 0;
	wfVec2 v = wfTrial_GetVector( run, "v" );
	Corridor corridor = getCorridor( run );
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfPath paths[2 * WF_MAX_LIST] = { { 0 } };
	int64_t flat = 0;
	for ( int32_t i = 0; i < 2 * count; ++i )
	{
		wfPlannerDef def = run->scenario.planner;
		def.epsilon = i < count ? epsilons[i] : -epsilons[i - count];
		def.bias = v;
		wfSolved solved = wfTrial_Solve( run, grid, &def );
		flat += solved.report.flatCount;
		arrived += wfTrial_Trace( run, solved.field, run->scenario.starts[0], paths + i );
		( i < count ? offsets : mirrored )[i < count ? i : i - count] = measureOffset( &corridor, paths + i );
		wfSolved_Free( &solved );
	}
	claimStrength( run, epsilons, offsets, mirrored, count );
	wfTrial_Claim( run, "refused", measureRefused( run, grid, v ) );
	wfTrial_Claim( run, "arrive", (double)arrived / ( 2 * count ) );
	wfTrial_Claim( run, "flat", (double)flat );
	drawPaths( run, grid, paths, 2 * count );
	for ( int32_t i = 0; i < 2 * WF_MAX_LIST; ++i )
	{
		wfPath_Free( paths + i );
	}
	wfDestroyGrid( grid );
}

// ------------------------------------------------------------------------------------------------------------- flatness

// The worst over all resolutions.
typedef struct Flatness
{
	double plainFlat;	 // smallest share of flat cells
	double plainArrive;	 // largest share of cells that arrive
	double stackArrive;	 // smallest share of starts
	double flat, arrive; // ours: most flat cells, smallest share that arrives
	double residual;
} Flatness;

// The papers' methods take their time.
static bool isNotInterrupted( double fraction, void* context )
{
	(void)fraction;
	(void)context;
	return !wfIsInterrupted();
}

static double walkStacks( wfTrial* run, const wfGrid* grid, const int32_t* goals, int32_t goalCount, double cellSize )
{
	wfSubgoalDef def = wfDefaultSubgoalDef();
	def.relax.maxIterations = (int32_t)wfTrial_GetNumber( run, "stackIterations" );
	def.relax.progress = isNotInterrupted;
	int32_t arrived = 0, subgoals = 0;
	double seconds = 0.0;
	for ( int32_t i = 0; i < run->scenario.startCount; ++i )
	{
		wfSubgoalReport report = { 0 };
		int32_t start = wfGrid_GetCell( grid, run->scenario.starts[i] );
		wfTrial_Check( run, wfWalkSubgoals( grid, goals, goalCount, start, &def, NULL, 0, &report ) );
		arrived += report.arrived;
		subgoals += report.subgoals;
		seconds += report.seconds;
	}
	wfTrial_Note( run, "", subgoals, "sub-goals needed from %d starts, cell %g m", run->scenario.startCount, cellSize );
	wfTrial_Note( run, "s", seconds, "walks with sub-goals, cell %g m", cellSize );
	return (double)arrived / run->scenario.startCount;
}

static void measureFlatness( wfTrial* run, double cellSize, bool draw, Flatness* worst )
{
	wfGrid* grid = wfTrial_CreateGrid( run, cellSize );
	int32_t goalCount;
	int32_t* goals = wfTrial_GetGoalCells( run, grid, &goalCount );
	double* p = wfNewArray( (size_t)wfGrid_GetWidth( grid ) * (size_t)wfGrid_GetHeight( grid ), sizeof( double ) );
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	wfRelaxDef relax = wfDefaultRelaxDef();
	relax.maxChange = wfTrial_GetNumber( run, "relaxChange" );
	relax.maxIterations = INT32_MAX;
	relax.progress = isNotInterrupted;
	wfRelaxReport report = { 0 };
	wfTrial_Check( run, wfRelax( grid, goals, goalCount, &relax, p, &report ) );
	double reachable = (double)solved.report.reachableCount;
	worst->plainFlat = fmin( worst->plainFlat, (double)report.flatCount / reachable );
	worst->plainArrive = fmax( worst->plainArrive, (double)report.arrivingCount / reachable );
	worst->flat = fmax( worst->flat, (double)solved.report.flatCount );
	worst->arrive = fmin( worst->arrive, (double)solved.report.arrivingCount / reachable );
	worst->residual = fmax( worst->residual, solved.report.maxRelativeResidual );
	wfTrial_Note( run, "", (double)report.flatCount, "flat cells of plain p among %lld, cell %g m",
				  (long long)solved.report.reachableCount, cellSize );
	wfTrial_Note( run, "s", report.seconds, "plain p, %d sweeps, cell %g m", report.iterations, cellSize );
	wfTrial_Note( run, "s", solved.report.seconds, "q for one goal, cell %g m", cellSize );
	wfTrial_Note( run, "", solved.report.minLogValue, "natural logarithm of the smallest q, cell %g m", cellSize );
	worst->stackArrive = fmin( worst->stackArrive, walkStacks( run, grid, goals, goalCount, cellSize ) );
	if ( draw && run->picture[0] != 0 )
	{
		wfPictureDef def = wfDefaultPictureDef();
		def.title = run->scenario.name;
		def.leftTitle = "potential p in doubles";
		def.rightTitle = "attraction q in full precision";
		def.goalCells = goals;
		def.goalCount = goalCount;
		def.starts = run->scenario.starts;
		def.startCount = run->scenario.startCount;
		wfTrial_Check( run, wfDrawComparison( run->picture, grid, run->scenario.world, p, solved.field, &def, &wf_error ) );
	}
	wfSolved_Free( &solved );
	wfDestroyGrid( grid );
}

void wfPerformFlatness( wfTrial* run )
{
	double cells[WF_MAX_LIST];
	int32_t count = wfTrial_GetList( run, "cells", cells ), quickCount = (int32_t)wfTrial_GetNumber( run, "quickCells" );
	Flatness worst = { .plainFlat = DBL_MAX, .stackArrive = DBL_MAX, .arrive = DBL_MAX };
	count = run->quick && quickCount >= 1 && quickCount < count ? quickCount : count;
	for ( int32_t i = 0; i < count; ++i )
	{
		measureFlatness( run, cells[i], i == ( count > 1 ? 1 : 0 ), &worst );
	}
	wfTrial_Claim( run, "plainFlat", worst.plainFlat );
	wfTrial_Claim( run, "plainArrive", worst.plainArrive );
	wfTrial_Claim( run, "stackArrive", worst.stackArrive );
	wfTrial_Claim( run, "flat", worst.flat );
	wfTrial_Claim( run, "arrive", worst.arrive );
	wfTrial_Claim( run, "residual", worst.residual );
}

// ----------------------------------------------------------------------------------------------------------------- trap

static double getSquare( wfVec2 a, wfVec2 b )
{
	return wfDot2( wfSub2( a, b ), wfSub2( a, b ) );
}

// Cells from which walking straight toward the goal, as far as walls allow, ends before it: what makes the obstacle a trap.
static int64_t countStuckWalks( const wfGrid* grid, wfVec2 goal, const uint8_t* isGoal )
{
	int32_t width = wfGrid_GetWidth( grid ), height = wfGrid_GetHeight( grid );
	int64_t stuck = 0;
	for ( int32_t start = 0; start < width * height; ++start )
	{
		int32_t cell = wfGrid_IsFree( grid, start ) ? start : -1;
		while ( cell >= 0 && isGoal[cell] == 0 )
		{
			const int32_t i = cell % width, j = cell / width;
			const int32_t around[4] = { i + 1 < width ? cell + 1 : -1, i > 0 ? cell - 1 : -1, j + 1 < height ? cell + width : -1,
										j > 0 ? cell - width : -1 };
			wfVec2 here = wfGrid_GetCenter( grid, cell );
			double nearest = getSquare( here, goal );
			int32_t next = -1;
			for ( int32_t n = 0; n < 4; ++n )
			{
				if ( around[n] >= 0 && wfGrid_IsFree( grid, around[n] ) )
				{
					wfVec2 there = wfGrid_GetCenter( grid, around[n] );
					double distance = getSquare( there, goal );
					next = distance < nearest ? around[n] : next;
					nearest = fmin( nearest, distance );
				}
			}
			stuck += next < 0;
			cell = next;
		}
	}
	return stuck;
}

void wfPerformTrap( wfTrial* run )
{
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	double every = wfTrial_GetEffort( run, "traceEvery", 1.0, 1e6 );
	int32_t goalCount;
	int32_t* goals = wfTrial_GetGoalCells( run, grid, &goalCount );
	uint8_t* isGoal = wfNewArray( (size_t)wfGrid_GetWidth( grid ) * (size_t)wfGrid_GetHeight( grid ), 1 );
	for ( int32_t i = 0; i < goalCount; ++i )
	{
		isGoal[goals[i]] = 1;
	}
	double stuck = (double)countStuckWalks( grid, wfGrid_GetCenter( grid, goals[goalCount / 2] ), isGoal );
	wfTrial_Claim( run, "isTrap", stuck / (double)solved.report.reachableCount );
	wfTrial_Claim( run, "flat", (double)solved.report.flatCount );
	wfTrial_Claim( run, "arrive", (double)solved.report.arrivingCount / (double)solved.report.freeCount );
	wfTraced traced = wfTrial_TraceCells( run, grid, solved.field, (int32_t)every );
	wfTrial_Note( run, "", traced.traced, "paths traced" );
	wfTrial_Claim( run, "traced", traced.traced > 0 ? (double)traced.arrived / traced.traced : 0.0 );
	double arrived = wfTrial_DrawField( run, "", run->scenario.name, grid, solved.field, NULL, 0 );
	wfTrial_Claim( run, "startsArrive", arrived );
	wfSolved_Free( &solved );
	wfDestroyGrid( grid );
}

// ---------------------------------------------------------------------------------------------------------------- walls

void wfPerformWalls( wfTrial* run )
{
	static const char* const kinds[] = { "Dirichlet", "Neumann" };
	double every = wfTrial_GetEffort( run, "startEvery", 1.0, 1e6 ), haste = 0.0;
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfTraced walls[2];
	int64_t flat = 0;
	for ( int32_t w = 0; w < 2; ++w )
	{
		wfPlannerDef def = run->scenario.planner;
		def.walls = w == 0 ? wf_dirichletWalls : wf_neumannWalls;
		wfSolved solved = wfTrial_Solve( run, grid, &def );
		walls[w] = wfTrial_TraceCells( run, grid, solved.field, (int32_t)every );
		flat += solved.report.flatCount;
		haste = wfPlanner_GetReport( solved.planner ).haste;
		// One picture for each kind of walls.
		char title[32];
		snprintf( title, sizeof( title ), "%s walls", kinds[w] );
		wfTrial_DrawField( run, w == 1 ? "neumann" : "", title, grid, solved.field, NULL, 0 );
		wfSolved_Free( &solved );
	}
	wfTrial_Claim( run, "closer", walls[1].clearance / walls[0].clearance );
	wfTrial_Claim( run, "closest", walls[1].smallest / walls[0].smallest );
	wfTrial_Claim( run, "arrive", (double)( walls[0].arrived + walls[1].arrived ) / ( walls[0].traced + walls[1].traced ) );
	wfTrial_Claim( run, "flat", (double)flat );
	for ( int32_t w = 0; w < 2; ++w )
	{
		wfTrial_Note( run, "m", walls[w].clearance, "%s walls: mean clearance", kinds[w] );
		wfTrial_Note( run, "m", walls[w].smallest, "%s walls: mean of the smallest clearances", kinds[w] );
		wfTrial_Note( run, "m", walls[w].length, "%s walls: mean length of %d paths", kinds[w], walls[w].traced );
	}
	wfTrial_Note( run, "1/m", haste, "haste in force with Neumann walls" );
	wfDestroyGrid( grid );
}
