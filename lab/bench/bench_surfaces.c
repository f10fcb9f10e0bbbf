// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields on meshes: what they cost, and against the literature's relaxation on the same mesh with the same obstacles, run until
// the changes of a sweep add up to no more than 0.001. All on one thread unless --threads says more, which only ours makes use
// of.
#include "bench_surfaces.h"

#include "command.h"
#include "progress.h"
#include "scenes/surfaces.h"
#include "wayfield/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define PATCHES 40
#define COVERED_SHARE 0.1
#define GOALS 8
#define STARTS 200
#define REPEAT_SECONDS 0.5
#define REPEAT_MOST 9

// At least twice, unless once takes seconds.
static bool mayRepeat( int32_t run, double spent )
{
	return run == 0 || ( run == 1 && spent < 4.0 ) || ( run < REPEAT_MOST && spent < REPEAT_SECONDS );
}

// ---------------------------------------------------------------------------------------------------------------- meshes

wfResult wfBench_OpenMesh( wfBench* bench, const char* name, int32_t vertices, wfMesh** mesh )
{
	if ( wfFindSurface( name ) != NULL )
	{
		wfNamedSurfaceDef def = wfDefaultNamedSurfaceDef();
		def.name = name;
		def.vertices = vertices;
		return wfCreateNamedSurface( &def, mesh, &bench->error );
	}
	wfReadDef read = wfDefaultReadDef();
	return wfLoadMesh( name, &read, NULL, mesh, &bench->error );
}

wfResult wfBench_BlockDiscs( const wfMesh* mesh, int32_t count, uint64_t seed, wfSurfaceMask** mask, wfError* error )
{
	wfMeshReport report = wfMesh_GetReport( mesh );
	double radius = sqrt( COVERED_SHARE * report.area / ( PI * count ) );
	wfResult result = wfCreateSurfaceMask( mesh, mask );
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		int32_t vertex = (int32_t)( wfRandomUnit( seed, 1, (uint64_t)i ) * report.vertices );
		result = wfSurfaceMask_BlockDisc( *mask, wfMesh_GetVertexPoint( mesh, vertex ), radius, error );
	}
	return result;
}

int32_t wfBench_PickVertices( const wfMesh* mesh, const wfSurfaceMask* mask, uint64_t seed, int32_t* vertices, int32_t count )
{
	// In the largest piece, so that there is a way from each to each.
	int32_t total = wfMesh_GetVertexCount( mesh ), components = wfMesh_GetReport( mesh ).components, largest = 0, found = 0;
	int32_t* sizes = calloc( (size_t)components, sizeof( int32_t ) );
	for ( int32_t i = 0; i < total && sizes != NULL; ++i )
	{
		sizes[wfMesh_GetComponent( mesh, i )] += 1;
	}
	for ( int32_t i = 0; i < components && sizes != NULL; ++i )
	{
		largest = sizes[i] > sizes[largest] ? i : largest;
	}
	free( sizes );
	for ( uint64_t attempt = 0; found < count && attempt < 1000u * (uint64_t)count; ++attempt )
	{
		int32_t vertex = (int32_t)( wfRandomUnit( seed, 3, attempt ) * total );
		bool taken = wfMesh_GetComponent( mesh, vertex ) != largest || wfMesh_IsBoundaryVertex( mesh, vertex ) ||
					 ( mask != NULL && wfSurfaceMask_IsVertexBlocked( mask, vertex ) );
		if ( !taken )
		{
			vertices[found++] = vertex;
		}
	}
	return found;
}

// ------------------------------------------------------------------------------------------------------------ one mesh

typedef struct Case
{
	wfBench* bench;
	char name[48];
	wfMesh* mesh;
	wfSurfaceMask* mask;
	int32_t goals[GOALS];
	int32_t goalCount;
	double reference;
} Case;

typedef struct Times
{
	double load, setUp, goal, first, trace;
	double bytes;
	wfFieldReport report;
	int64_t walked, reached;
} Times;

static wfSurfaceGoalDef makeGoal( const int32_t* vertex )
{
	wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
	def.kind = wf_verticesGoal;
	def.vertices = vertex;
	def.vertexCount = 1;
	return def;
}

// Set-up and the first field, the quickest of several; the last planner stays.
static wfResult measureSetUp( Case* test, const wfSurfaceMask* mask, Times* times, wfSurfacePlanner** planner )
{
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = mask;
	def.workers = test->bench->workers;
	def.memoryLimit = wfGetDefaultMemoryLimit();
	wfSurfaceGoalDef goal = makeGoal( test->goals );
	wfResult result = wf_ok;
	double spent = 0.0;
	times->setUp = times->first = INFINITY;
	for ( int32_t run = 0; mayRepeat( run, spent ) && result == wf_ok; ++run )
	{
		wfSurfaceField* field = NULL;
		if ( *planner != NULL )
		{
			wfDestroySurfacePlanner( *planner );
			*planner = NULL;
		}
		double began = wfBench_GetSeconds( test->bench );
		result = wfCreateSurfacePlanner( test->mesh, &def, planner, &test->bench->error );
		double made = wfBench_GetSeconds( test->bench );
		result = result == wf_ok ? wfSurfacePlanner_CreateField( *planner, &goal, &field, &test->bench->error ) : result;
		double ended = wfBench_GetSeconds( test->bench );
		times->setUp = fmin( times->setUp, made - began );
		times->first = fmin( times->first, ended - began );
		spent += ended - began;
		if ( result == wf_ok )
		{
			wfDestroySurfaceField( field );
		}
		result = result == wf_ok && wfIsInterrupted() ? wf_cancelled : result;
	}
	times->bytes = result == wf_ok ? (double)wfSurfacePlanner_GetReport( *planner ).bytes : 0.0;
	return result;
}

static wfResult measureGoals( Case* test, wfSurfacePlanner* planner, Times* times )
{
	wfResult result = wf_ok;
	double sum = 0.0;
	times->report = ( wfFieldReport ){ 0 };
	for ( int32_t i = 0; i < test->goalCount && result == wf_ok; ++i )
	{
		double best = INFINITY, spent = 0.0;
		wfSurfaceGoalDef goal = makeGoal( test->goals + i );
		for ( int32_t run = 0; run < 5 && ( run == 0 || spent < 0.5 ) && result == wf_ok; ++run )
		{
			wfSurfaceField* field = NULL;
			double began = wfBench_GetSeconds( test->bench );
			result = wfSurfacePlanner_CreateField( planner, &goal, &field, &test->bench->error );
			double seconds = wfBench_GetSeconds( test->bench ) - began;
			best = fmin( best, seconds );
			spent += seconds;
			if ( result == wf_ok )
			{
				wfFieldReport report = wfSurfaceField_GetReport( field );
				times->report.reachableCount = report.reachableCount;
				times->report.flatCount += report.flatCount;
				times->report.maxRelativeResidual = fmax( times->report.maxRelativeResidual, report.maxRelativeResidual );
				wfDestroySurfaceField( field );
			}
		}
		sum += best;
	}
	times->goal = sum / test->goalCount;
	return result;
}

static wfResult measureWalks( Case* test, wfSurfacePlanner* planner, const wfSurfaceMask* mask, Times* times )
{
	int32_t starts[STARTS];
	int32_t count = wfBench_PickVertices( test->mesh, mask, 17, starts, STARTS );
	wfSurfaceGoalDef goal = makeGoal( test->goals );
	wfTraceDef def = wfDefaultTraceDef();
	wfSurfaceField* field = NULL;
	wfSurfacePath path = { 0 };
	wfResult result = wfSurfacePlanner_CreateField( planner, &goal, &field, &test->bench->error );
	double seconds = 0.0;
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		wfSurfacePoint start = wfMesh_GetVertexPoint( test->mesh, starts[i] );
		if ( wfSurfaceField_IsReachable( field, start ) )
		{
			double began = wfBench_GetSeconds( test->bench );
			wfResult walked = wfSurfaceField_TracePath( field, start, &def, &path, NULL );
			seconds += wfBench_GetSeconds( test->bench ) - began;
			times->walked += 1;
			times->reached += walked == wf_ok;
			result = walked == wf_outOfMemory ? walked : wf_ok;
		}
	}
	times->trace = times->walked > 0 ? seconds / (double)times->walked : NAN;
	wfSurfacePath_Free( &path );
	if ( field != NULL )
	{
		wfDestroySurfaceField( field );
	}
	return result;
}

static wfResult measureReference( Case* test, wfRelaxReport* report )
{
	double* p = malloc( (size_t)wfMesh_GetVertexCount( test->mesh ) * sizeof( double ) );
	if ( p == NULL )
	{
		return wf_outOfMemory;
	}
	wfSurfaceRelaxDef def = wfDefaultSurfaceRelaxDef();
	def.mask = test->mask;
	def.sumChange = 0.001;
	def.maxIterations = INT32_MAX;
	wfSurfaceGoalDef goal = makeGoal( test->goals );
	wfResult result = wf_ok;
	double spent = 0.0;
	test->reference = INFINITY;
	for ( int32_t run = 0; mayRepeat( run, spent ) && result == wf_ok; ++run )
	{
		double began = wfBench_GetSeconds( test->bench );
		// With a report only once at the end, so that nothing but the method is measured.
		result = wfRelaxSurface( test->mesh, &goal, &def, p, NULL );
		double seconds = wfBench_GetSeconds( test->bench ) - began;
		test->reference = fmin( test->reference, seconds );
		spent += seconds;
		result = result == wf_ok && wfIsInterrupted() ? wf_cancelled : result;
	}
	// Looking at a potential whose relaxation took this long is not worth running it again.
	if ( result == wf_ok && test->reference < 10.0 )
	{
		result = wfRelaxSurface( test->mesh, &goal, &def, p, report );
	}
	free( p );
	return result;
}

// ------------------------------------------------------------------------------------------------------------------ rows

// Bars by size: of about 5,000, 50,000 and 200,000 vertices.
typedef struct Bars
{
	double setUp, goal, first, again;
} Bars;

static Bars getBars( int32_t vertices )
{
	if ( vertices <= 5500 )
	{
		return ( Bars ){ 0.030, 0.001, 0.0, 0.0 };
	}
	if ( vertices <= 55000 )
	{
		bool atBar = vertices >= 45000;
		return ( Bars ){ 0.25, 0.010, atBar ? 20.0 : 0.0, atBar ? 300.0 : 0.0 };
	}
	return vertices <= 220000 ? ( Bars ){ 1.5, 0.060, 0.0, 0.0 } : ( Bars ){ 0.0, 0.0, 0.0, 0.0 };
}

static wfBenchRow* addRow( const Case* test, const char* measure, double seconds )
{
	wfBenchRow* row = wfBench_AddRow( test->bench, test->name, measure );
	row->seconds = seconds;
	row->things = "walks";
	return row;
}

static void setReport( wfBenchRow* row, const wfFieldReport* report )
{
	row->cells = report->reachableCount;
	row->flat = report->flatCount;
	row->residual = report->maxRelativeResidual;
}

static void addOwnRows( const Case* test, const Times* times )
{
	Bars bars = getBars( wfMesh_GetVertexCount( test->mesh ) );
	addRow( test, "load", times->load );
	wfBenchRow* row = addRow( test, "Delaunay, order, analyse, factorise", times->setUp );
	row->mostSeconds = bars.setUp;
	row->bytes = times->bytes;
	row = addRow( test, "new goal, mean of 8", times->goal );
	row->mostSeconds = bars.goal;
	setReport( row, &times->report );
	row = addRow( test, "a path", times->trace );
	row->cells = times->walked;
	row->arriving = times->reached;
	row->flat = 0;
}

static void addComparedRows( const Case* test, const Times* times, const wfRelaxReport* relaxed )
{
	Bars bars = getBars( wfMesh_GetVertexCount( test->mesh ) );
	wfBenchRow* row = addRow( test, "40 obstacles, first field", times->first );
	row->referenceSeconds = test->reference;
	row->leastRatio = bars.first;
	row = addRow( test, "40 obstacles, new goal", times->goal );
	row->referenceSeconds = test->reference;
	row->leastRatio = bars.again;
	setReport( row, &times->report );
	row->referenceFlat = relaxed->iterations > 0 ? relaxed->flatCount : -1;
}

static void freeCase( Case* test, wfSurfacePlanner* planner )
{
	if ( planner != NULL )
	{
		wfDestroySurfacePlanner( planner );
	}
	if ( test->mask != NULL )
	{
		wfDestroySurfaceMask( test->mask );
	}
	if ( test->mesh != NULL )
	{
		wfDestroyMesh( test->mesh );
	}
}

static wfResult load( Case* test, const char* name, int32_t vertices, Times* times )
{
	wfResult result = wf_ok;
	double spent = 0.0;
	times->load = INFINITY;
	for ( int32_t run = 0; mayRepeat( run, spent ) && result == wf_ok; ++run )
	{
		if ( test->mesh != NULL )
		{
			wfDestroyMesh( test->mesh );
			test->mesh = NULL;
		}
		double began = wfBench_GetSeconds( test->bench );
		result = wfBench_OpenMesh( test->bench, name, vertices, &test->mesh );
		double seconds = wfBench_GetSeconds( test->bench ) - began;
		times->load = fmin( times->load, seconds );
		spent += seconds;
	}
	return result;
}

static void nameCase( Case* test, const char* name, int32_t vertices )
{
	const char* last = strrchr( name, '/' );
	last = last != NULL ? last + 1 : name;
	if ( vertices > 0 )
	{
		snprintf( test->name, sizeof( test->name ), "%.30s %dk", last, ( vertices + 500 ) / 1000 );
	}
	else
	{
		snprintf( test->name, sizeof( test->name ), "%.40s", last );
	}
}

// `compare`: against the relaxation, too. `plain` and `blocked` receive what was measured without and with obstacles.
static wfResult measureMesh( wfBench* bench, const char* name, int32_t vertices, bool compare, Times* plain, Times* blocked,
							 double* reference )
{
	Case test = { .bench = bench, .reference = NAN };
	wfSurfacePlanner* planner = NULL;
	wfRelaxReport relaxed = { 0 };
	nameCase( &test, name, vertices );
	wfBench_Tell( test.name, "load" );
	wfResult result = load( &test, name, vertices, plain );
	result = result == wf_ok ? wfBench_BlockDiscs( test.mesh, PATCHES, 5, &test.mask, &bench->error ) : result;
	if ( result == wf_ok )
	{
		test.goalCount = wfBench_PickVertices( test.mesh, test.mask, 7, test.goals, GOALS );
		result = test.goalCount > 0 ? wf_ok : wf_noFreeCell;
	}
	wfBench_Tell( test.name, "fields" );
	result = result == wf_ok ? measureSetUp( &test, NULL, plain, &planner ) : result;
	result = result == wf_ok ? measureGoals( &test, planner, plain ) : result;
	result = result == wf_ok ? measureWalks( &test, planner, NULL, plain ) : result;
	if ( result == wf_ok )
	{
		addOwnRows( &test, plain );
	}
	if ( compare )
	{
		result = result == wf_ok ? measureSetUp( &test, test.mask, blocked, &planner ) : result;
		result = result == wf_ok ? measureGoals( &test, planner, blocked ) : result;
		wfBench_Tell( test.name, "relaxation" );
		result = result == wf_ok ? measureReference( &test, &relaxed ) : result;
	}
	if ( compare && result == wf_ok )
	{
		addComparedRows( &test, blocked, &relaxed );
		*reference = test.reference;
	}
	freeCase( &test, planner );
	return result == wf_ok && wfIsInterrupted() ? wf_cancelled : result;
}

wfResult wfBenchSurfaces( wfBench* bench )
{
	static const int32_t sizes[] = { 5000, 50000, 200000 };
	static const char* const names[] = { "torus", "sphere" };
	wfResult result = wf_ok;
	Times plain, blocked;
	double reference;
	for ( int32_t i = 0; i < bench->fileCount && result == wf_ok; ++i )
	{
		plain = blocked = ( Times ){ 0 };
		result = measureMesh( bench, bench->files[i], 0, true, &plain, &blocked, &reference );
	}
	for ( int32_t s = 0; s < ( bench->quick ? 1 : 3 ) && bench->fileCount == 0; ++s )
	{
		for ( int32_t i = 0; i < 2 && result == wf_ok; ++i )
		{
			plain = blocked = ( Times ){ 0 };
			result = measureMesh( bench, names[i], sizes[s], true, &plain, &blocked, &reference );
		}
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- growth

#define GROWTH_SIZES 8

wfResult wfBenchSurfaceGrowth( wfBench* bench )
{
	static const int32_t sizes[GROWTH_SIZES] = { 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000 };
	static const char* const names[] = { "torus", "sphere" };
	static const char* const labels[] = { "torus, set-up", "sphere, set-up", "torus, new goal", "sphere, new goal",
										  "torus, relaxation" };
	static double x[5][GROWTH_SIZES], y[5][GROWTH_SIZES];
	int32_t counts[5] = { 0 }, most = bench->quick ? 3 : GROWTH_SIZES;
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < most && result == wf_ok; ++i )
	{
		for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
		{
			Times plain = { 0 }, blocked = { 0 };
			double reference = NAN;
			bool compare = k == 0 && sizes[i] <= 100000;
			result = measureMesh( bench, names[k], sizes[i], compare, &plain, &blocked, &reference );
			if ( result == wf_tooLarge || result == wf_outOfMemory )
			{
				// A machine with less memory gets a shorter table.
				wfWarn( "%s of %d vertices needs more memory than there is, left out", names[k], sizes[i] );
				result = wf_ok;
				continue;
			}
			const double values[] = { plain.setUp, plain.goal, reference };
			for ( int32_t s = 0; s < ( compare ? 3 : 2 ) && result == wf_ok; ++s )
			{
				int32_t series = s == 2 ? 4 : 2 * s + k;
				x[series][counts[series]] = sizes[i];
				y[series][counts[series]++] = values[s];
			}
		}
	}
	if ( result != wf_ok || bench->plot == NULL )
	{
		return result;
	}
	wfPlotSeries series[5];
	for ( int32_t s = 0; s < 5; ++s )
	{
		series[s] = ( wfPlotSeries ){ labels[s], x[s], y[s], counts[s] };
	}
	wfPlotDef def = wfDefaultPlotDef();
	def.title = "Time for a field on a mesh";
	def.xLabel = "vertices";
	def.yLabel = "seconds";
	def.logX = def.logY = true;
	def.series = series;
	def.seriesCount = 5;
	return wfDrawPlot( bench->plot, &def, &bench->error );
}
