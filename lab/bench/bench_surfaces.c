// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields on meshes: what they cost, and against the literature's relaxation on the same mesh with the same obstacles, run until
// the changes of a sweep add up to no more than 0.001. All on one thread unless --threads says more, which only ours makes use
// of.
#include "bench_surfaces.h"

#include "scenes/surfaces.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
#define PATCHES 40
#define COVERED_SHARE 0.1
#define GOALS 8
#define STARTS 200
#define REPEAT_SECONDS 0.5
#define REPEAT_MOST 9

// ---------------------------------------------------------------------------------------------------------------- meshes

wfMesh* wfBench_OpenMesh( const char* name, int32_t vertices )
{
	wfMesh* mesh = NULL;
	wfNamedSurfaceDef def = wfDefaultNamedSurfaceDef();
	wfReadDef read = wfDefaultReadDef();
	def.name = name;
	def.vertices = vertices;
	wfExpect( wfFindSurface( name ) != NULL ? wfCreateNamedSurface( &def, &mesh, &wf_error )
											: wfLoadMesh( name, &read, NULL, &mesh, &wf_error ) );
	return mesh;
}

wfSurfaceMask* wfBench_BlockDiscs( const wfMesh* mesh, int32_t count, uint64_t seed )
{
	wfMeshReport report = wfMesh_GetReport( mesh );
	double radius = sqrt( COVERED_SHARE * report.area / ( PI * count ) );
	wfSurfaceMask* mask = NULL;
	wfExpect( wfCreateSurfaceMask( mesh, &mask ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		int32_t vertex = (int32_t)( wfRandomUnit( seed, 1, (uint64_t)i ) * report.vertices );
		wfExpect( wfSurfaceMask_BlockDisc( mask, wfMesh_GetVertexPoint( mesh, vertex ), radius, &wf_error ) );
	}
	return mask;
}

int32_t wfBench_PickVertices( const wfMesh* mesh, const wfSurfaceMask* mask, uint64_t seed, int32_t* vertices, int32_t count )
{
	// In the largest piece, so that there is a way from each to each.
	int32_t total = wfMesh_GetVertexCount( mesh ), components = wfMesh_GetReport( mesh ).components, largest = 0, found = 0;
	int32_t* sizes = wfNewArray( (size_t)components, sizeof( int32_t ) );
	for ( int32_t i = 0; i < total; ++i )
	{
		sizes[wfMesh_GetComponent( mesh, i )] += 1;
	}
	for ( int32_t i = 0; i < components; ++i )
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

wfSurfaceGoalDef wfMakeVertexGoal( const int32_t* vertex )
{
	wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
	def.kind = wf_verticesGoal;
	def.vertices = vertex;
	def.vertexCount = 1;
	return def;
}

// Set-up and the first field, the quickest of several; the last planner stays. False where there is not enough memory.
static bool measureSetUp( Case* test, const wfSurfaceMask* mask, Times* times, wfSurfacePlanner** planner )
{
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = mask;
	def.workers = test->bench->workers;
	def.memoryLimit = wfGetDefaultMemoryLimit();
	wfSurfaceGoalDef goal = wfMakeVertexGoal( test->goals );
	double spent = 0.0;
	times->setUp = times->first = INFINITY;
	for ( int32_t run = 0; wfMayRepeat( run, spent, REPEAT_MOST, REPEAT_SECONDS ); ++run )
	{
		wfSurfaceField* field = NULL;
		wfDestroySurfacePlanner( *planner );
		*planner = NULL;
		double began = wfBench_GetSeconds( test->bench );
		wfResult result = wfCreateSurfacePlanner( test->mesh, &def, planner, &wf_error );
		if ( result == wf_tooLarge || result == wf_outOfMemory )
		{
			return false;
		}
		wfExpect( result );
		double made = wfBench_GetSeconds( test->bench );
		wfExpect( wfSurfacePlanner_CreateField( *planner, &goal, &field, &wf_error ) );
		double ended = wfBench_GetSeconds( test->bench );
		times->setUp = fmin( times->setUp, made - began );
		times->first = fmin( times->first, ended - began );
		spent += ended - began;
		wfDestroySurfaceField( field );
		wfExpectNoInterrupt();
	}
	times->bytes = (double)wfSurfacePlanner_GetReport( *planner ).bytes;
	return true;
}

static void measureGoals( Case* test, wfSurfacePlanner* planner, Times* times )
{
	double sum = 0.0;
	times->report = ( wfFieldReport ){ 0 };
	for ( int32_t i = 0; i < test->goalCount; ++i )
	{
		double best = INFINITY, spent = 0.0;
		wfSurfaceGoalDef goal = wfMakeVertexGoal( test->goals + i );
		for ( int32_t run = 0; run < 5 && ( run == 0 || spent < 0.5 ); ++run )
		{
			wfSurfaceField* field = NULL;
			double began = wfBench_GetSeconds( test->bench );
			wfExpect( wfSurfacePlanner_CreateField( planner, &goal, &field, &wf_error ) );
			double seconds = wfBench_GetSeconds( test->bench ) - began;
			best = fmin( best, seconds );
			spent += seconds;
			wfFieldReport report = wfSurfaceField_GetReport( field );
			times->report.reachableCount = report.reachableCount;
			times->report.flatCount += report.flatCount;
			times->report.maxRelativeResidual = fmax( times->report.maxRelativeResidual, report.maxRelativeResidual );
			wfDestroySurfaceField( field );
		}
		sum += best;
	}
	times->goal = sum / test->goalCount;
}

static void measureWalks( Case* test, wfSurfacePlanner* planner, const wfSurfaceMask* mask, Times* times )
{
	int32_t starts[STARTS];
	int32_t count = wfBench_PickVertices( test->mesh, mask, 17, starts, STARTS );
	wfSurfaceGoalDef goal = wfMakeVertexGoal( test->goals );
	wfTraceDef def = wfDefaultTraceDef();
	wfSurfaceField* field = NULL;
	wfSurfacePath path = { 0 };
	wfExpect( wfSurfacePlanner_CreateField( planner, &goal, &field, &wf_error ) );
	double seconds = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfSurfacePoint start = wfMesh_GetVertexPoint( test->mesh, starts[i] );
		if ( wfSurfaceField_IsReachable( field, start ) )
		{
			double began = wfBench_GetSeconds( test->bench );
			wfResult walked = wfSurfaceField_TracePath( field, start, &def, &path, NULL );
			seconds += wfBench_GetSeconds( test->bench ) - began;
			times->walked += 1;
			times->reached += walked == wf_ok;
			wfExpect( walked == wf_outOfMemory ? walked : wf_ok );
		}
	}
	times->trace = times->walked > 0 ? seconds / (double)times->walked : NAN;
	wfSurfacePath_Free( &path );
	wfDestroySurfaceField( field );
}

static void measureReference( Case* test, wfRelaxReport* report )
{
	double* p = wfNewArray( (size_t)wfMesh_GetVertexCount( test->mesh ), sizeof( double ) );
	wfSurfaceRelaxDef def = wfDefaultSurfaceRelaxDef();
	def.mask = test->mask;
	def.sumChange = 0.001;
	def.maxIterations = INT32_MAX;
	wfSurfaceGoalDef goal = wfMakeVertexGoal( test->goals );
	double spent = 0.0;
	test->reference = INFINITY;
	for ( int32_t run = 0; wfMayRepeat( run, spent, REPEAT_MOST, REPEAT_SECONDS ); ++run )
	{
		double began = wfBench_GetSeconds( test->bench );
		// With a report only once at the end, so that nothing but the method is measured.
		wfExpect( wfRelaxSurface( test->mesh, &goal, &def, p, NULL ) );
		double seconds = wfBench_GetSeconds( test->bench ) - began;
		test->reference = fmin( test->reference, seconds );
		spent += seconds;
		wfExpectNoInterrupt();
	}
	// Looking at a potential whose relaxation took this long is not worth running it again.
	if ( test->reference < 10.0 )
	{
		wfExpect( wfRelaxSurface( test->mesh, &goal, &def, p, report ) );
	}
	free( p );
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

static void load( Case* test, const char* name, int32_t vertices, Times* times )
{
	double spent = 0.0;
	times->load = INFINITY;
	for ( int32_t run = 0; wfMayRepeat( run, spent, REPEAT_MOST, REPEAT_SECONDS ); ++run )
	{
		wfDestroyMesh( test->mesh );
		double began = wfBench_GetSeconds( test->bench );
		test->mesh = wfBench_OpenMesh( name, vertices );
		double seconds = wfBench_GetSeconds( test->bench ) - began;
		times->load = fmin( times->load, seconds );
		spent += seconds;
	}
}

static void nameCase( Case* test, const char* name, int32_t vertices )
{
	snprintf( test->name, sizeof( test->name ), vertices > 0 ? "%.30s %dk" : "%.40s", wfGetFileName( name ),
			  ( vertices + 500 ) / 1000 );
}

// What was measured without and with obstacles, and of the relaxation where `compare` asks for it. False where there is not
// enough memory.
typedef struct Measured
{
	Times plain, blocked;
	double reference;
} Measured;

static bool measureMesh( wfBench* bench, const char* name, int32_t vertices, bool compare, Measured* measured )
{
	Case test = { .bench = bench, .reference = NAN };
	wfSurfacePlanner* planner = NULL;
	Times *plain = &measured->plain, *blocked = &measured->blocked;
	*measured = ( Measured ){ 0 };
	nameCase( &test, name, vertices );
	wfBench_Tell( test.name, "load" );
	load( &test, name, vertices, plain );
	test.mask = wfBench_BlockDiscs( test.mesh, PATCHES, 5 );
	test.goalCount = wfBench_PickVertices( test.mesh, test.mask, 7, test.goals, GOALS );
	wfExpect( test.goalCount > 0 ? wf_ok : wf_noFreeCell );
	wfBench_Tell( test.name, "fields" );
	bool enough = measureSetUp( &test, NULL, plain, &planner );
	if ( enough )
	{
		measureGoals( &test, planner, plain );
		measureWalks( &test, planner, NULL, plain );
		addOwnRows( &test, plain );
		enough = !compare || measureSetUp( &test, test.mask, blocked, &planner );
	}
	if ( enough && compare )
	{
		wfRelaxReport relaxed = { 0 };
		measureGoals( &test, planner, blocked );
		wfBench_Tell( test.name, "relaxation" );
		measureReference( &test, &relaxed );
		addComparedRows( &test, blocked, &relaxed );
		measured->reference = test.reference;
	}
	wfDestroySurfacePlanner( planner );
	wfDestroySurfaceMask( test.mask );
	wfDestroyMesh( test.mesh );
	wfExpectNoInterrupt();
	return enough;
}

static const char* const s_surfaces[] = { "torus", "sphere" };

void wfBenchSurfaces( wfBench* bench )
{
	static const int32_t sizes[] = { 5000, 50000, 200000 };
	int32_t count = bench->fileCount > 0 ? bench->fileCount : bench->quick ? 2 : 6;
	for ( int32_t i = 0; i < count; ++i )
	{
		bool file = bench->fileCount > 0;
		Measured measured;
		bool enough = measureMesh( bench, file ? bench->files[i] : s_surfaces[i % 2], file ? 0 : sizes[i / 2], true, &measured );
		wfExpect( enough ? wf_ok : wf_error.result );
	}
}

// ---------------------------------------------------------------------------------------------------------------- growth

#define GROWTH_SIZES 8

void wfBenchSurfaceGrowth( wfBench* bench )
{
	static const int32_t sizes[GROWTH_SIZES] = { 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000 };
	static const char* const labels[] = { "torus, set-up", "sphere, set-up", "torus, new goal", "sphere, new goal",
										  "torus, relaxation" };
	static double x[5][GROWTH_SIZES], y[5][GROWTH_SIZES];
	wfPlotSeries series[5];
	for ( int32_t s = 0; s < 5; ++s )
	{
		series[s] = ( wfPlotSeries ){ labels[s], x[s], y[s], 0 };
	}
	for ( int32_t i = 0; i < 2 * ( bench->quick ? 3 : GROWTH_SIZES ); ++i )
	{
		int32_t k = i % 2, size = sizes[i / 2];
		bool compare = k == 0 && size <= 100000;
		Measured measured;
		if ( !measureMesh( bench, s_surfaces[k], size, compare, &measured ) )
		{
			// A machine with less memory gets a shorter table.
			wfWarn( "%s of %d vertices needs more memory than there is, left out", s_surfaces[k], size );
			continue;
		}
		const double values[] = { measured.plain.setUp, measured.plain.goal, measured.reference };
		for ( int32_t v = 0; v < ( compare ? 3 : 2 ); ++v )
		{
			int32_t s = v == 2 ? 4 : 2 * v + k;
			x[s][series[s].count] = size;
			y[s][series[s].count++] = values[v];
		}
	}
	wfBench_DrawPlot( bench, "Time for a field on a mesh", "vertices", "seconds", true, series, 5 );
}
