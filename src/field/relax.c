// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The relaxation methods of the papers on p = 1 - q. In terms of p the equation is
//
//     laplace(p) - b . grad(p) + k^2 (1 - p) = 0
//
// and with the five-point star, w_r = 1 - eps v_x / 2, w_l = 1 + eps v_x / 2, w_t = 1 - eps v_y / 2, w_b = 1 + eps v_y / 2 (so
// that positive eps pulls toward v) and K = (k cell)^2, each cell is
//
//     p = (w_r p_r + w_l p_l + w_t p_t + w_b p_b + K) / (4 + K).
//
// Dirichlet walls have p = 1. Behind Neumann walls p is what it is in the cell itself, so their weight drops out above and below.
// Cells that no goal is connected to are not relaxed: there p = 1 solves the equation.

#include "field/relax.h"
#include "field/tuning.h"

#include "base/array.h"
#include "base/arrays.h"
#include "sparse/sparse.h"

#include <math.h>
#include <string.h>

wfRelaxDef wfDefaultRelaxDef( void )
{
	wfRelaxDef def = { 0 };
	def.method = wf_gaussSeidel;
	def.walls = wf_dirichletWalls;
	def.startValue = 0.5;
	def.omega = 1.8;
	def.maxChange = 1e-6;
	def.maxIterations = 100000;
	def.internalCookie = WF_COOKIE;
	return def;
}

// Written so that NaN fails.
static bool isBetween( double x, double low, double high )
{
	return x >= low && x <= high;
}

wfResult wfCheckRelaxDef( const wfGrid* grid, const wfRelaxDef* def )
{
	if ( def->method < wf_jacobi || def->method > wf_sor || def->walls < wf_dirichletWalls || def->walls > wf_neumannWalls )
	{
		return wf_outOfRange;
	}
	double haste = def->haste * grid->cellSize;
	bool good = isBetween( def->haste, 0.0, 1e150 ) && isfinite( haste * haste ) &&
				isBetween( def->epsilon * def->bias.x, -2.0, 2.0 ) && isBetween( def->epsilon * def->bias.y, -2.0, 2.0 ) &&
				isBetween( def->startValue, 0.0, 1.0 ) && isBetween( def->maxChange, 0.0, 1e300 ) &&
				isBetween( def->sumChange, 0.0, 1e300 ) && def->maxIterations >= 1;
	if ( def->walls == wf_neumannWalls && def->haste == 0.0 )
	{
		// A weight of exactly 0 could be all that joins a cell to the others.
		good = good && fabs( def->epsilon * def->bias.x ) < 2.0 && fabs( def->epsilon * def->bias.y ) < 2.0;
	}
	if ( def->method == wf_sor )
	{
		good = good && def->omega > 0.0 && def->omega < 2.0;
	}
	return good ? wf_ok : wf_outOfRange;
}

wfResult wfCheckRelaxGoals( const wfGrid* grid, const int32_t* goalCells, int32_t goalCount )
{
	if ( goalCount < 1 )
	{
		return wf_goalBlocked;
	}
	for ( int32_t i = 0; i < goalCount; ++i )
	{
		if ( goalCells[i] < 0 || (int64_t)goalCells[i] >= (int64_t)grid->width * grid->height )
		{
			return wf_outOfRange;
		}
		if ( grid->blocked[goalCells[i]] != 0 )
		{
			return wf_goalBlocked;
		}
	}
	return wf_ok;
}

int32_t wfLowestNeighbor( const wfGrid* grid, const double* p, int32_t cell )
{
	int32_t neighbors[4], best = -1;
	wfGetNeighbors( grid, cell, neighbors );
	double lowest = p[cell];
	for ( int32_t n = 0; n < 4; ++n )
	{
		int32_t next = neighbors[n];
		if ( next >= 0 && grid->blocked[next] == 0 && p[next] < lowest )
		{
			lowest = p[next];
			best = next;
		}
	}
	return best;
}

// ------------------------------------------------------------------------------------------------------------- sweeps

// The sweeps of the reference relaxations: the formulas as they are printed, in scalar loops over runs of free cells, without a
// branch per cell. (Adding up the three neighbours that are not being changed first shortens the chain from cell to cell and
// makes Gauss-Seidel 1.6 times as fast on the machine of docs/solver.md. The reference stays as the papers have it.)

// A run of cells of one row that are relaxed: free, connected to a goal, not goal.
typedef struct Span
{
	int64_t begin; // index in the padded array
	int64_t count;
} Span;

// p with a ring of one cell around the grid, so that the sweeps need not look where they are:
//
//     p = (right p_r + left p_l + top p_t + bottom p_b + haste) * inverse
typedef struct Kernel
{
	int64_t stride; // width of the padded rows
	const Span* spans;
	int64_t spanCount;
	double right, left, top, bottom;
	double haste;			// (k times the cell size) squared
	double inverse;			// one over the sum of the weights and haste
	const double* inverses; // the same per cell where walls take weights away (Neumann), else null
	double omega;			// SOR
} Kernel;

// How much a sweep changed p.
typedef struct Change
{
	double max, sum;
} Change;

// Each sweep is written once and compiled for the plain harmonic equation and for the general one. `direction` is 1 or -1.
static inline Change sweepInPlace( const Kernel* kernel, double* p, int64_t direction, bool plain, bool sor )
{
	int64_t stride = kernel->stride;
	double right = kernel->right, left = kernel->left, top = kernel->top, bottom = kernel->bottom;
	double haste = kernel->haste, inverse = kernel->inverse, omega = kernel->omega;
	const double* inverses = kernel->inverses;
	double maxChange = 0.0, sumChange = 0.0;
	for ( int64_t s = 0; s < kernel->spanCount; ++s )
	{
		const Span* span = kernel->spans + ( direction > 0 ? s : kernel->spanCount - 1 - s );
		int64_t cell = direction > 0 ? span->begin : span->begin + span->count - 1;
		double behind = p[cell - direction];
		for ( int64_t k = 0; k < span->count; ++k, cell += direction )
		{
			double old = p[cell], value;
			if ( plain )
			{
				value = 0.25 * ( behind + p[cell + direction] + p[cell - stride] + p[cell + stride] );
			}
			else
			{
				double weightAhead = direction > 0 ? right : left, weightBehind = direction > 0 ? left : right;
				double rest = weightAhead * p[cell + direction] + ( top * p[cell + stride] + bottom * p[cell - stride] ) + haste;
				value = ( rest + weightBehind * behind ) * ( inverses != NULL ? inverses[cell] : inverse );
			}
			if ( sor )
			{
				value = old + omega * ( value - old );
			}
			p[cell] = value;
			behind = value;
			double change = fabs( value - old );
			maxChange = change > maxChange ? change : maxChange;
			sumChange += change;
		}
	}
	return ( Change ){ maxChange, sumChange };
}

static bool isPlain( const Kernel* kernel )
{
	return kernel->inverses == NULL && kernel->haste == 0.0 && kernel->right == kernel->left && kernel->top == kernel->bottom;
}

static Change sweepJacobi( const Kernel* kernel, const double* restrict p, double* restrict next )
{
	int64_t stride = kernel->stride;
	double right = kernel->right, left = kernel->left, top = kernel->top, bottom = kernel->bottom;
	double maxChange = 0.0, sumChange = 0.0;
	for ( int64_t s = 0; s < kernel->spanCount; ++s )
	{
		const Span* span = kernel->spans + s;
		for ( int64_t cell = span->begin; cell < span->begin + span->count; ++cell )
		{
			double inverse = kernel->inverses != NULL ? kernel->inverses[cell] : kernel->inverse;
			double sum = ( right * p[cell + 1] + left * p[cell - 1] ) + ( top * p[cell + stride] + bottom * p[cell - stride] );
			double value = ( sum + kernel->haste ) * inverse;
			double change = fabs( value - p[cell] );
			next[cell] = value;
			maxChange = change > maxChange ? change : maxChange;
			sumChange += change;
		}
	}
	return ( Change ){ maxChange, sumChange };
}

// ------------------------------------------------------------------------------------------------------------- problem

// What a cell is to the relaxation.
enum
{
	other = 0, // blocked, or no goal in its component
	relaxed = 1,
	goal = 2
};

typedef struct Problem
{
	const wfGrid* grid;
	Kernel kernel;
	size_t cells, paddedCells;
	uint8_t* kind;	  // per cell
	uint8_t* hasGoal; // per component
	double* p;		  // padded
	double* next;	  // padded, Jacobi only
	double* inverses; // padded, Neumann only
	WF_ARRAY( Span ) spans;
} Problem;

static wfArrays listProblem( Problem* problem, wfRelaxMethod method, wfWalls walls )
{
	size_t next = method == wf_jacobi ? problem->paddedCells : 0, inverses = walls == wf_neumannWalls ? problem->paddedCells : 0;
	return ( wfArrays ){ { WF_ONE_ARRAY( problem->kind, problem->cells ),
						   WF_ONE_ARRAY( problem->hasGoal, problem->grid->componentCount ),
						   WF_ONE_ARRAY( problem->p, problem->paddedCells ), WF_ONE_ARRAY( problem->next, next ),
						   WF_ONE_ARRAY( problem->inverses, inverses ) } };
}

static void fillKinds( Problem* problem, const int32_t* goalCells, int32_t goalCount )
{
	const wfGrid* grid = problem->grid;
	memset( problem->hasGoal, 0, (size_t)grid->componentCount );
	for ( int32_t i = 0; i < goalCount; ++i )
	{
		problem->hasGoal[grid->component[goalCells[i]]] = 1;
	}
	for ( size_t cell = 0; cell < problem->cells; ++cell )
	{
		problem->kind[cell] = grid->component[cell] >= 0 && problem->hasGoal[grid->component[cell]] ? relaxed : other;
	}
	for ( int32_t i = 0; i < goalCount; ++i )
	{
		problem->kind[goalCells[i]] = goal;
	}
}

static wfResult fillSpans( Problem* problem )
{
	const wfGrid* grid = problem->grid;
	for ( int32_t j = 0; j < grid->height; ++j )
	{
		const uint8_t* row = problem->kind + (int64_t)j * grid->width;
		for ( int32_t i = 0; i < grid->width; )
		{
			if ( row[i] != relaxed )
			{
				++i;
				continue;
			}
			int32_t begin = i;
			while ( i < grid->width && row[i] == relaxed )
			{
				++i;
			}
			Span span = { ( j + 1 ) * problem->kernel.stride + begin + 1, i - begin };
			if ( wfArray_Push( &problem->spans, span ) != wf_ok )
			{
				return wf_outOfMemory;
			}
		}
	}
	problem->kernel.spans = problem->spans.data;
	problem->kernel.spanCount = problem->spans.count;
	return wf_ok;
}

// One over the weights of the free neighbours, where walls take part of them away.
static void fillInverses( Problem* problem )
{
	const wfGrid* grid = problem->grid;
	const Kernel* kernel = &problem->kernel;
	for ( int32_t j = 0; j < grid->height; ++j )
	{
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			double sum = kernel->haste;
			sum += wfIsCellFree( grid, i + 1, j ) ? kernel->right : 0.0;
			sum += wfIsCellFree( grid, i - 1, j ) ? kernel->left : 0.0;
			sum += wfIsCellFree( grid, i, j + 1 ) ? kernel->top : 0.0;
			sum += wfIsCellFree( grid, i, j - 1 ) ? kernel->bottom : 0.0;
			// Cells without free neighbours are not relaxed.
			problem->inverses[( j + 1 ) * kernel->stride + i + 1] = sum > 0.0 ? 1.0 / sum : 0.0;
		}
	}
}

static wfResult createProblem( Problem* problem, const wfGrid* grid, const int32_t* goalCells, int32_t goalCount,
							   const wfRelaxDef* def )
{
	problem->grid = grid;
	problem->cells = wfCountCells( grid );
	problem->paddedCells = ( (size_t)grid->width + 2 ) * ( (size_t)grid->height + 2 );
	wfArrays arrays = listProblem( problem, def->method, def->walls );
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result != wf_ok )
	{
		return result;
	}
	Kernel* kernel = &problem->kernel;
	double pullX = 0.5 * def->epsilon * def->bias.x, pullY = 0.5 * def->epsilon * def->bias.y;
	double haste = def->haste * grid->cellSize;
	kernel->stride = (int64_t)grid->width + 2;
	kernel->right = 1.0 - pullX;
	kernel->left = 1.0 + pullX;
	kernel->top = 1.0 - pullY;
	kernel->bottom = 1.0 + pullY;
	kernel->haste = haste * haste;
	kernel->inverse = 1.0 / ( 4.0 + kernel->haste );
	kernel->omega = def->omega;
	fillKinds( problem, goalCells, goalCount );
	result = fillSpans( problem );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( def->walls == wf_neumannWalls )
	{
		fillInverses( problem );
		kernel->inverses = problem->inverses;
	}
	// With 0 behind Neumann walls their weight drops out of the sum; its part of the divisor is left out of the inverses.
	double wall = def->walls == wf_neumannWalls ? 0.0 : 1.0;
	for ( size_t cell = 0; cell < problem->paddedCells; ++cell )
	{
		problem->p[cell] = wall;
	}
	for ( int32_t j = 0; j < grid->height; ++j )
	{
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			uint8_t kind = problem->kind[(int64_t)j * grid->width + i];
			double value = kind == relaxed ? def->startValue : ( kind == goal ? 0.0 : wall );
			problem->p[( j + 1 ) * kernel->stride + i + 1] = value;
		}
	}
	if ( def->method == wf_jacobi )
	{
		memcpy( problem->next, problem->p, problem->paddedCells * sizeof( double ) );
	}
	return wf_ok;
}

static Change sweep( Problem* problem, wfRelaxMethod method, int32_t iteration )
{
	if ( method == wf_jacobi )
	{
		Change change = sweepJacobi( &problem->kernel, problem->p, problem->next );
		double* swapped = problem->p;
		problem->p = problem->next;
		problem->next = swapped;
		return change;
	}
	// Constants, so that each case is compiled for itself.
	const Kernel* kernel = &problem->kernel;
	bool plain = isPlain( kernel );
	if ( method == wf_sor )
	{
		return plain ? sweepInPlace( kernel, problem->p, 1, true, true ) : sweepInPlace( kernel, problem->p, 1, false, true );
	}
	if ( method == wf_gaussSeidelAlternating && ( iteration & 1 ) != 0 )
	{
		return plain ? sweepInPlace( kernel, problem->p, -1, true, false ) : sweepInPlace( kernel, problem->p, -1, false, false );
	}
	return plain ? sweepInPlace( kernel, problem->p, 1, true, false ) : sweepInPlace( kernel, problem->p, 1, false, false );
}

static wfResult iterate( Problem* problem, const wfRelaxDef* def, wfRelaxReport* report )
{
	bool asked = def->maxChange > 0.0 || def->sumChange > 0.0;
	for ( int32_t iteration = 0; iteration < def->maxIterations; ++iteration )
	{
		Change change = sweep( problem, def->method, iteration );
		report->iterations = iteration + 1;
		report->maxChange = change.max;
		report->sumChange = change.sum;
		bool small = ( def->maxChange == 0.0 || change.max <= def->maxChange ) &&
					 ( def->sumChange == 0.0 || change.sum <= def->sumChange );
		if ( asked && small )
		{
			report->converged = true;
			return wf_ok;
		}
		if ( def->progress != NULL && iteration % WF_PROGRESS_INTERVAL == 0 &&
			 !def->progress( (double)iteration / def->maxIterations, def->progressContext ) )
		{
			return wf_cancelled;
		}
	}
	return wf_ok;
}

// A problem and its result, as walks down it see them.
typedef struct Descent
{
	const Problem* problem;
	const double* p;
} Descent;

static int32_t getNext( const void* context, int32_t cell )
{
	const Descent* descent = context;
	uint8_t kind = descent->problem->kind[cell];
	return kind == relaxed ? wfLowestNeighbor( descent->problem->grid, descent->p, cell ) : ( kind == goal ? cell : WF_NO_PLACE );
}

static void copyResult( const Problem* problem, double* p )
{
	const wfGrid* grid = problem->grid;
	for ( int32_t j = 0; j < grid->height; ++j )
	{
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			int64_t cell = (int64_t)j * grid->width + i;
			p[cell] = problem->kind[cell] == other ? 1.0 : problem->p[( j + 1 ) * problem->kernel.stride + i + 1];
		}
	}
}

wfResult wfRelax( const wfGrid* grid, const int32_t* goalCells, int32_t goalCount, const wfRelaxDef* def, double* p,
				  wfRelaxReport* report )
{
	if ( WF_FAILS( grid != NULL && def != NULL && p != NULL && ( goalCells != NULL || goalCount == 0 ) ) ||
		 WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	wfRelaxReport local = { 0 };
	wfResult result = wfCheckRelaxDef( grid, def );
	result = result == wf_ok ? wfCheckRelaxGoals( grid, goalCells, goalCount ) : result;
	if ( result == wf_ok )
	{
		double begin = wfGetSeconds();
		Problem problem = { 0 };
		result = createProblem( &problem, grid, goalCells, goalCount, def );
		result = result == wf_ok ? iterate( &problem, def, &local ) : result;
		// The walks below are an assessment, not part of the method: the time is the method's.
		local.seconds = wfGetSeconds() - begin;
		if ( result == wf_ok || result == wf_cancelled )
		{
			copyResult( &problem, p );
		}
		if ( result == wf_ok && report != NULL )
		{
			Descent descent = { &problem, p };
			wfArrivals arrivals;
			result = wfCountArrivals( (int32_t)problem.cells, getNext, &descent, &arrivals );
			local.flatCount = arrivals.flat;
			local.arrivingCount = arrivals.arriving;
		}
		wfArrays arrays = listProblem( &problem, def->method, def->walls );
		wfArrays_Free( &arrays );
		wfArray_Free( &problem.spans );
	}
	if ( report != NULL )
	{
		*report = local;
	}
	return result;
}
