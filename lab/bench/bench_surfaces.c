// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields on meshes: what they cost, and against the relaxation of 3DS-BVP on the same mesh with the same obstacles, run until
// the changes of a sweep add up to no more than 0.001. All on one thread unless --threads says more, which only ours makes use
// of. And paths against exact geodesics, the shortest there are: how much longer they are in haste, and, without haste, whether
// they touch obstacles, which shortest paths do all the time.
#include "bench.h"

#include "scenes/surfaces.h"

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846
#define PATCHES 40
#define COVERED_SHARE 0.1
#define GOALS 8
#define STARTS 200
#define REPEAT_SECONDS 0.5
#define REPEAT_MOST 9

// ---------------------------------------------------------------------------------------------------------------- meshes

// A file, or a built-in surface of about so many vertices (0: its own number).
static wfMesh* openMesh( const char* name, int32_t vertices )
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

// Discs in random places that cover about a tenth of the surface together.
static wfSurfaceMask* blockDiscs( const wfMesh* mesh, int32_t count, uint64_t seed )
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

// Random free vertices of the largest piece; returns how many were found. `mask` may be null.
static int32_t pickVertices( const wfMesh* mesh, const wfSurfaceMask* mask, uint64_t seed, int32_t* vertices, int32_t count )
{
	// In the largest piece, so that there is a path from each to each.
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

// The vertex must stay where it is.
static wfSurfaceGoalDef makeVertexGoal( const int32_t* vertex )
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
	wfSurfaceGoalDef goal = makeVertexGoal( test->goals );
	times->setUp = INFINITY;
	wfTiming timing = wfBeginTiming( test->bench, REPEAT_MOST, REPEAT_SECONDS );
	while ( wfTiming_Again( &timing ) )
	{
		wfSurfaceField* field = NULL;
		wfDestroySurfacePlanner( *planner );
		*planner = NULL;
		timing.began = wfBench_GetSeconds( test->bench );
		wfResult result = wfCreateSurfacePlanner( test->mesh, &def, planner, &wf_error );
		if ( result == wf_tooLarge || result == wf_outOfMemory )
		{
			return false;
		}
		wfExpect( result );
		times->setUp = fmin( times->setUp, wfTiming_Get( &timing ) );
		wfExpect( wfSurfacePlanner_CreateField( *planner, &goal, &field, &wf_error ) );
		wfExpect( wfSurfaceField_SolveAll( field ) );
		wfTiming_Stop( &timing );
		wfDestroySurfaceField( field );
	}
	times->first = timing.best;
	times->bytes = (double)wfSurfacePlanner_GetReport( *planner ).bytes;
	return true;
}

static void measureGoals( Case* test, wfSurfacePlanner* planner, Times* times )
{
	double sum = 0.0;
	times->report = ( wfFieldReport ){ 0 };
	for ( int32_t i = 0; i < test->goalCount; ++i )
	{
		wfSurfaceGoalDef goal = makeVertexGoal( test->goals + i );
		wfTiming timing = wfBeginTiming( test->bench, 5, 0.5 );
		while ( wfTiming_Again( &timing ) )
		{
			wfSurfaceField* field = NULL;
			wfExpect( wfSurfacePlanner_CreateField( planner, &goal, &field, &wf_error ) );
			wfExpect( wfSurfaceField_SolveAll( field ) );
			wfTiming_Stop( &timing );
			wfFieldReport report = wfSurfaceField_GetReport( field );
			times->report.reachableCount = report.reachableCount;
			times->report.flatCount += report.flatCount;
			times->report.maxRelativeResidual = fmax( times->report.maxRelativeResidual, report.maxRelativeResidual );
			wfDestroySurfaceField( field );
		}
		sum += timing.best;
	}
	times->goal = sum / test->goalCount;
}

static void measureWalks( Case* test, wfSurfacePlanner* planner, const wfSurfaceMask* mask, Times* times )
{
	int32_t starts[STARTS];
	int32_t count = pickVertices( test->mesh, mask, 17, starts, STARTS );
	wfSurfaceGoalDef goal = makeVertexGoal( test->goals );
	wfTraceDef def = wfDefaultTraceDef();
	wfSurfaceField* field = NULL;
	wfSurfacePath path = { 0 };
	wfExpect( wfSurfacePlanner_CreateField( planner, &goal, &field, &wf_error ) );
	wfExpect( wfSurfaceField_SolveAll( field ) );
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
	wfSurfaceGoalDef goal = makeVertexGoal( test->goals );
	wfTiming timing = wfBeginTiming( test->bench, REPEAT_MOST, REPEAT_SECONDS );
	while ( wfTiming_Again( &timing ) )
	{
		// With a report only once at the end, so that nothing but the method is measured.
		wfExpect( wfRelaxSurface( test->mesh, &goal, &def, p, NULL ) );
		wfTiming_Stop( &timing );
	}
	test->reference = timing.best;
	// Looking at a potential whose relaxation took this long is not worth running it again.
	if ( test->reference < 10.0 )
	{
		wfExpect( wfRelaxSurface( test->mesh, &goal, &def, p, report ) );
	}
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
	wfTiming timing = wfBeginTiming( test->bench, REPEAT_MOST, REPEAT_SECONDS );
	while ( wfTiming_Again( &timing ) )
	{
		wfDestroyMesh( test->mesh );
		timing.began = wfBench_GetSeconds( test->bench );
		test->mesh = openMesh( name, vertices );
		wfTiming_Stop( &timing );
	}
	times->load = timing.best;
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
	wfBench_ReportProgress( test.name, "load" );
	load( &test, name, vertices, plain );
	test.mask = blockDiscs( test.mesh, PATCHES, 5 );
	test.goalCount = pickVertices( test.mesh, test.mask, 7, test.goals, GOALS );
	wfExpect( test.goalCount > 0 ? wf_ok : wf_noFreeCell );
	wfBench_ReportProgress( test.name, "fields" );
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
		wfBench_ReportProgress( test.name, "relaxation" );
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

// ------------------------------------------------------------------------------------------------------------- geodesics

#define PAIR_GOALS 40
#define PAIR_STARTS 5 // for each goal
#define DISCS 14

// The haste of shortest paths, per mean edge: what the heat method takes as well.
#define LARGE_HASTE 1.0

typedef struct Sums
{
	double seconds, ratio, clearance;
	int64_t walks, reached, touches, cleared;
} Sums;

// `exact`: distances to the goal, by vertex.
static void walkTo( Case* test, const double* exact, wfSurfacePlanner* planner, const wfSurfaceMask* mask, int32_t goal,
					const int32_t* starts, double tautness, Sums* sums )
{
	wfSurfaceGoalDef goalDef = makeVertexGoal( &goal );
	wfTraceDef trace = wfDefaultTraceDef();
	trace.tautness = isnan( tautness ) ? trace.tautness : tautness;
	wfSurfaceField* field = NULL;
	wfSurfacePath path = { 0 };
	wfExpect( wfSurfacePlanner_CreateField( planner, &goalDef, &field, &wf_error ) );
	wfExpect( wfSurfaceField_SolveAll( field ) );
	for ( int32_t i = 0; i < PAIR_STARTS; ++i )
	{
		wfSurfacePoint start = wfMesh_GetVertexPoint( test->mesh, starts[i] );
		if ( starts[i] == goal || !wfSurfaceField_IsReachable( field, start ) )
		{
			continue;
		}
		double began = wfBench_GetSeconds( test->bench );
		wfResult walked = wfSurfaceField_TracePath( field, start, &trace, &path, NULL );
		sums->seconds += wfBench_GetSeconds( test->bench ) - began;
		sums->walks += 1;
		wfExpect( walked == wf_outOfMemory ? walked : wf_ok );
		if ( walked == wf_ok )
		{
			sums->reached += 1;
			sums->ratio += path.length / exact[starts[i]];
			sums->cleared += isfinite( path.clearanceMean );
			sums->clearance += isfinite( path.clearanceMean ) ? path.clearanceMean : 0.0;
			sums->touches += mask != NULL && wfSurfacePath_Touches( &path, test->mesh, mask, true );
		}
	}
	wfSurfacePath_Free( &path );
	wfDestroySurfaceField( field );
}

static void addSums( const Case* test, const char* measure, const Sums* sums, double mostRatio, bool touches )
{
	wfBenchRow* row = addRow( test, measure, sums->walks > 0 ? sums->seconds / (double)sums->walks : NAN );
	row->cells = sums->walks;
	row->arriving = sums->reached;
	row->flat = 0;
	row->lengthRatio = sums->reached > 0 ? sums->ratio / (double)sums->reached : NAN;
	row->clearance = sums->cleared > 0 ? sums->clearance / (double)sums->cleared : NAN;
	row->mostLengthRatio = mostRatio;
	row->touches = touches ? sums->touches : -1;
	row->walks = sums->reached;
}

static void measurePairs( Case* test )
{
	double* exact = wfNewArray( (size_t)wfMesh_GetVertexCount( test->mesh ), sizeof( double ) );
	wfSurfacePlannerDef hasty = wfDefaultSurfacePlannerDef(), safe = wfDefaultSurfacePlannerDef();
	wfSurfacePlanner *hastyPlanner = NULL, *safePlanner = NULL;
	wfSurfaceMask* mask = blockDiscs( test->mesh, DISCS, 9 );
	int32_t goals[PAIR_GOALS], starts[PAIR_GOALS * PAIR_STARTS];
	Sums hastySums = { 0 }, tautSums = { 0 }, safeSums = { 0 };
	hasty.haste = LARGE_HASTE / wfMesh_GetReport( test->mesh ).meanEdge;
	hasty.boundary = wf_neumannWalls; // the shortest paths run along the boundary
	safe.mask = mask;
	hasty.workers = safe.workers = test->bench->workers;
	wfExpect( wfCreateSurfacePlanner( test->mesh, &hasty, &hastyPlanner, &wf_error ) );
	wfExpect( wfCreateSurfacePlanner( test->mesh, &safe, &safePlanner, &wf_error ) );
	// Pairs that both planners can walk.
	int32_t goalCount = pickVertices( test->mesh, mask, 21, goals, PAIR_GOALS );
	int32_t startCount = pickVertices( test->mesh, mask, 22, starts, PAIR_GOALS * PAIR_STARTS );
	for ( int32_t i = 0; i < goalCount && PAIR_STARTS * ( i + 1 ) <= startCount; ++i )
	{
		const int32_t* from = starts + PAIR_STARTS * i;
		wfExpect( wfMeasureGeodesics( test->mesh, wfMesh_GetVertexPoint( test->mesh, goals[i] ), INFINITY, exact ) );
		walkTo( test, exact, hastyPlanner, NULL, goals[i], from, NAN, &hastySums );
		walkTo( test, exact, hastyPlanner, NULL, goals[i], from, 0.0, &tautSums );
		walkTo( test, exact, safePlanner, mask, goals[i], from, NAN, &safeSums );
		wfExpectNoInterrupt();
	}
	addSums( test, "haste 1 per edge, length to exact", &hastySums, 1.02, false );
	addSums( test, "the same, not pulled taut", &tautSums, 0.0, false );
	addSums( test, "haste 0, 14 discs", &safeSums, 0.0, true );
	wfDestroySurfacePlanner( hastyPlanner );
	wfDestroySurfacePlanner( safePlanner );
	wfDestroySurfaceMask( mask );
}

void wfBenchGeodesics( wfBench* bench )
{
	static const char* const files[] = { "bunny.off", "spot.obj", "fertility.off" };
	static const char* const surfaces[] = { "torus", "planet", "car" };
	const char* folder = wfBench_GetDataFolder();
	int32_t count = bench->fileCount > 0 ? bench->fileCount : 3;
	for ( int32_t i = 0; i < count; ++i )
	{
		char path[1024];
		snprintf( path, sizeof( path ), "%.900s/meshes/%s", folder != NULL ? folder : "", files[i % 3] );
		const char* name = bench->fileCount > 0 ? bench->files[i] : folder != NULL ? path : surfaces[i % 3];
		Case test = { .bench = bench };
		nameCase( &test, name, 0 );
		wfBench_ReportProgress( test.name, "geodesics" );
		test.mesh = openMesh( name, bench->quick ? 1000 : 0 );
		measurePairs( &test );
		wfDestroyMesh( test.mesh );
	}
}
