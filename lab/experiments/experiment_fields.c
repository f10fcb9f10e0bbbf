// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with fields: the pull eps v in a corridor, to the sides and of different strength; where potential
// fields of the papers get stuck, long corridors and concave obstacles; and what kind of walls does.
#include "paper_agent.h"
#include "paper_field.h"

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

// With the equation as the paper prints it; how far toward the wall that v points at the path lies.
static double measurePrintedSign( wfTrial* run, const Corridor* corridor, const wfGrid* grid, const wfPlannerDef* def )
{
	wfPaperField field = wfTrial_MakePaperField( run, grid, 1.0, 0.5 );
	wfPaperBias bias = { -1.0, def->epsilon, def->bias };
	wfPath path = { 0 };
	wfPaperField_Relax( &field, wfPaperBiasRule, &bias, 1e-12, 5000 );
	return wfPaperField_Trace( &field, run->scenario.starts[0], &path ) ? measureOffset( corridor, &path ) : NAN;
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
	wfTrial_Claim( run, "printedSign", measurePrintedSign( run, &corridor, grid, defs + 1 ) );
	wfTrial_Note( run, "m", corridor.halfWidth, "from the middle to the wall" );
	drawPaths( run, grid, paths, 3 * starts );
	for ( int32_t i = 0; i < 3 * starts; ++i )
	{
		wfPath_Free( paths + i );
	}
	wfDestroyGrid( grid );
}

// ------------------------------------------------------------------------------------------------------------- strength

// The values that are refused, of those that should be.
static double measureRefused( wfTrial* run, const wfGrid* grid, const double* values, int32_t count, wfVec2 v )
{
	int32_t refused = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfPlannerDef def = run->scenario.planner;
		wfPlanner* planner = NULL;
		def.epsilon = values[i];
		def.bias = v;
		refused += wfCreatePlanner( grid, &def, &planner, NULL ) == wf_outOfRange;
		wfDestroyPlanner( planner );
	}
	return (double)refused / count;
}

// The offsets for each eps, from 0 on.
typedef struct Strengths
{
	double epsilons[WF_MAX_LIST], offsets[WF_MAX_LIST];
	int32_t count;
} Strengths;

// The smallest growth of the offset from one eps to the next, within a range of eps.
static double getGrowth( const Strengths* strengths, double above, double most )
{
	double growth = DBL_MAX;
	for ( int32_t i = 0; i < strengths->count; ++i )
	{
		bool counts = strengths->epsilons[i] > above && strengths->epsilons[i] <= most;
		growth = counts ? fmin( growth, strengths->offsets[i] - ( i > 0 ? strengths->offsets[i - 1] : 0.0 ) ) : growth;
	}
	return growth;
}

static void claimStrength( wfTrial* run, const Strengths* strengths )
{
	double atOne = 0.0;
	for ( int32_t i = 0; i < strengths->count; ++i )
	{
		atOne = strengths->epsilons[i] <= 1.0 ? strengths->offsets[i] : atOne;
		wfTrial_Note( run, "m", strengths->offsets[i], "ours, eps %.2g: offset", strengths->epsilons[i] );
	}
	wfTrial_ClaimIfAsked( run, "grows", getGrowth( strengths, 0.0, 1.0 ) );
	wfTrial_ClaimIfAsked( run, "neverFalls", getGrowth( strengths, 1.0, 2.0 ) );
	wfTrial_ClaimIfAsked( run, "saturates", ( strengths->offsets[strengths->count - 1] - atOne ) / atOne );
}

// Swept as the paper does, with the sign it prints: paths bend away from v.
static void measurePrinted( wfTrial* run, const Corridor* corridor, const wfGrid* grid, const Strengths* printed, wfVec2 v )
{
	int32_t below = 0, arrivedBelow = 0, arrivedAtLimit = 0, arrivedBeyond = 0, unbounded = 0;
	Strengths away = *printed;
	for ( int32_t i = 0; i < printed->count; ++i )
	{
		wfPaperField field = wfTrial_MakePaperField( run, grid, 1.0, 0.5 );
		double epsilon = printed->epsilons[i];
		wfPaperBias bias = { -1.0, epsilon, v };
		wfPath path = { 0 };
		wfPaperSweeps sweeps = wfPaperField_Relax( &field, wfPaperBiasRule, &bias, 1e-12, 5000 );
		bool arrived = wfPaperField_Trace( &field, run->scenario.starts[0], &path );
		away.offsets[i] = -measureOffset( corridor, &path );
		below += epsilon < 2.0;
		arrivedBelow += epsilon < 2.0 && arrived;
		arrivedAtLimit += epsilon == 2.0 && arrived;
		arrivedBeyond += epsilon > 2.0 && arrived;
		unbounded += sweeps.change > 1e6;
		const char* end = sweeps.change > 1e6 ? "p grows without bound" : "p still changes";
		wfTrial_Note( run, "", sweeps.count, "as printed, eps %g: sweeps, %s", epsilon,
					  sweeps.converged ? "p has settled" : end );
	}
	wfTrial_Claim( run, "growsPrinted", getGrowth( &away, 0.0, 1.99 ) );
	wfTrial_Claim( run, "arrivePrinted", (double)arrivedBelow / below );
	wfTrial_Claim( run, "atLimit", arrivedAtLimit );
	wfTrial_Claim( run, "beyond", arrivedBeyond );
	wfTrial_Claim( run, "unbounded", unbounded );
}

// Agents with local maps in the same corridor, led by the field without a pull. Their paths run beside the wall that v points
// away from. The last eps is the one that is far too large.
static void measureAgents( wfTrial* run, const wfGrid* grid, const Strengths* printed, wfVec2 v )
{
	wfPaperAgentDef def = wfTrial_GetPaperAgent( run, "agent" );
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	wfCrowdWalks walks[WF_MAX_LIST];
	wfVec2 from = run->scenario.starts[0], to = wfTrial_GetVector( run, "agent.to" );
	int32_t last = printed->count - 1, arrived = 0;
	double before = 0.0, growth = INFINITY, side = INFINITY;
	def.pull = -1.0;
	def.v = v;
	for ( int32_t i = 0; i <= last; ++i )
	{
		def.epsilon = printed->epsilons[i];
		walks[i] = wfTrial_WalkPaper( run, solved.field, from, &def );
		double offset = wfAgentWalk_GetOffset( walks[i].walks, from, to, 0.3, 0.7 );
		arrived += i < last && walks[i].arrived;
		growth = i < last ? fmin( growth, offset - before ) : growth;
		side = i < last ? fmin( side, offset ) : side;
		before = offset;
		wfTrial_Note( run, "m", offset, "agents, eps %g: offset, %s", def.epsilon,
					  walks[i].arrived ? "arrives" : "does not arrive" );
	}
	wfTrial_Claim( run, "agentsArrive", (double)arrived / last );
	wfTrial_Claim( run, "agentsAside", side );
	wfTrial_Claim( run, "agentsGrow", growth );
	wfTrial_Claim( run, "agentsLast", walks[last].arrived );
	wfTrial_DrawWalks( run, "agents", "As printed, with local maps: eps 0.4 to 7.2", walks, printed->count );
	wfSolved_Free( &solved );
}

void wfPerformFieldStrength( wfTrial* run )
{
	Strengths strengths = { .count = 0 };
	double refused[WF_MAX_LIST], asymmetry = 0.0;
	int32_t count = wfTrial_GetList( run, "epsilons", strengths.epsilons ), arrived = 0;
	int32_t refusedCount = wfTrial_GetList( run, "refused", refused );
	wfVec2 v = wfTrial_GetVector( run, "v" );
	Corridor corridor = getCorridor( run );
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfPath paths[2 * WF_MAX_LIST] = { { 0 } };
	int64_t flat = 0;
	strengths.count = count;
	for ( int32_t i = 0; i < 2 * count; ++i )
	{
		// The mirror image of v is across the corridor.
		wfPlannerDef def = run->scenario.planner;
		double side = i < count ? 1.0 : -1.0;
		def.epsilon = strengths.epsilons[i % count];
		def.bias = corridor.alongX ? ( wfVec2 ){ v.x, side * v.y } : ( wfVec2 ){ side * v.x, v.y };
		wfSolved solved = wfTrial_Solve( run, grid, &def );
		flat += solved.report.flatCount;
		arrived += wfTrial_Trace( run, solved.field, run->scenario.starts[0], paths + i );
		double offset = measureOffset( &corridor, paths + i );
		strengths.offsets[i % count] = i < count ? offset : strengths.offsets[i % count];
		asymmetry = i < count ? asymmetry : fmax( asymmetry, fabs( strengths.offsets[i - count] + offset ) );
		wfSolved_Free( &solved );
	}
	claimStrength( run, &strengths );
	if ( wfTrial_Has( run, "claims.beyond" ) )
	{
		Strengths printed = { .count = 0 };
		printed.count = wfTrial_GetList( run, "printedEpsilons", printed.epsilons );
		measurePrinted( run, &corridor, grid, &printed, v );
		measureAgents( run, grid, &printed, v );
	}
	wfTrial_Claim( run, "mirror", asymmetry );
	wfTrial_Claim( run, "refused", measureRefused( run, grid, refused, refusedCount, v ) );
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
	double plainMost;	 // largest share of them
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
	worst->plainMost = fmax( worst->plainMost, (double)report.flatCount / reachable );
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
	wfTrial_ClaimIfAsked( run, "plainSpread", worst.plainMost - worst.plainFlat );
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
