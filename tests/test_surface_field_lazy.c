// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields on meshes that are solved where they are asked for: the same bits whatever was asked first, by whom, and how much.

#include "test_surface_field.h"
#include "test_surface_walk.h"

#include <stdlib.h>
#include <string.h>

typedef struct Scene
{
	const char* name;
	wfMesh* mesh;
	wfSurfaceMask* mask;
	wfSurfacePlannerDef def;
} Scene;

enum
{
	sceneCount = 6
};

static wfSurfaceMask* blockDiscs( const wfMesh* mesh, int32_t count, double radius )
{
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t triangle = (int32_t)( wfRandomBits( 7, 1, (uint64_t)k ) % (uint64_t)mesh->triangleCount );
		wfSurfacePoint place = { triangle, 0.3, 0.3 };
		CHECK_EQUAL( wfSurfaceMask_BlockDisc( mask, place, radius, NULL ), wf_ok );
	}
	return mask;
}

// Closed and open, with and without obstacles, with a boundary that repels, a bias, triangles of all shapes.
static Scene makeScene( int32_t kind )
{
	Scene scene = { .def = wfDefaultSurfacePlannerDef() };
	switch ( kind )
	{
		case 0:
			scene.name = "torus";
			scene.mesh = meshTorus( 60, 40 );
			scene.mask = blockDiscs( scene.mesh, 6, 0.15 );
			scene.def.haste = 2.0;
			break;
		case 1:
			scene.name = "sphere";
			scene.mesh = meshSphere( 24 );
			break;
		case 2:
			scene.name = "band of one side";
			scene.mesh = meshTwisted( 60, 8, false );
			scene.def.boundary = wf_neumannWalls;
			scene.def.haste = 0.5;
			break;
		case 3:
			scene.name = "needles";
			scene.mesh = meshRandomFan( 900, 3, 1e-6 );
			scene.def.haste = 5.0;
			break;
		case 4:
			scene.name = "slope";
			scene.mesh = meshOfSquares( 50, 40, 0.5, 0.4 );
			scene.mask = blockDiscs( scene.mesh, 12, 1.0 );
			scene.def.haste = 1.0;
			scene.def.biasKind = wf_directionBias;
			scene.def.bias = ( wfVec3 ){ 1.0, 0.0, 0.0 };
			scene.def.epsilon = 0.3;
			break;
		default:
			scene.name = "far away";
			scene.mesh = meshOfSquares( 900, 3, 1.0, 0.2 );
			scene.def.boundary = wf_neumannWalls;
			scene.def.haste = 1.2;
	}
	scene.def.mask = scene.mask;
	return scene;
}

static void freeScene( Scene* scene )
{
	wfDestroySurfaceMask( scene->mask );
	wfDestroyMesh( scene->mesh );
}

static int32_t pickVertex( const wfSurfacePlanner* planner, uint64_t stream, uint64_t counter )
{
	uint64_t count = (uint64_t)planner->mesh->vertexCount;
	for ( ;; ++counter )
	{
		int32_t v = (int32_t)( wfRandomBits( 11, stream, counter ) % count );
		if ( wfSurfacePlanner_IsVertexFree( planner, v ) )
		{
			return v;
		}
	}
}

static wfSurfaceField* makeGoal( wfSurfacePlanner* planner, int32_t goals )
{
	int32_t vertices[8];
	for ( int32_t k = 0; k < goals; ++k )
	{
		vertices[k] = pickVertex( planner, 1, (uint64_t)( 100 * k ) );
	}
	return makeField( planner, vertices, goals );
}

static int32_t countSolvedFronts( const wfSurfaceField* field )
{
	int32_t count = 0;
	for ( int32_t f = 0; f < field->core.solution.frontCount; ++f )
	{
		count += wfSolution_IsSolved( &field->core.solution, f );
	}
	return count;
}

// ---------------------------------------------------------------------------------------------------------------- order

static bool isSameDirection( const wfSurfaceField* a, const wfSurfaceField* b, wfSurfacePoint point )
{
	wfVec3 u = wfSurfaceField_GetDirection( a, point ), v = wfSurfaceField_GetDirection( b, point );
	return memcmp( &u, &v, sizeof( u ) ) == 0;
}

static wfSurfacePoint pickPoint( const wfMesh* mesh, uint64_t counter )
{
	int32_t triangle = (int32_t)( wfRandomBits( 13, 1, counter ) % (uint64_t)mesh->triangleCount );
	double u = wfRandomUnit( 13, 2, counter ), v = wfRandomUnit( 13, 3, counter );
	return ( wfSurfacePoint ){ triangle, 0.5 * u, 0.5 * v };
}

static void checkOrders( wfSurfacePlanner* planner, int32_t goals )
{
	const wfMesh* mesh = planner->mesh;
	wfSurfaceField* whole = makeGoal( planner, goals );
	CHECK_EQUAL( wfSurfaceField_SolveAll( whole ), wf_ok );
	uint64_t hash = hashSurfaceField( whole );
	// One by one, anywhere.
	wfSurfaceField* asked = makeGoal( planner, goals );
	for ( uint64_t k = 0; k < 60; ++k )
	{
		int32_t v = (int32_t)( wfRandomBits( 5, 1, k ) % (uint64_t)mesh->vertexCount );
		wfScaled a = wfSurfaceField_GetValue( whole, v ), b = wfSurfaceField_GetValue( asked, v );
		CHECK( a.mantissa == b.mantissa && a.exponent == b.exponent );
		CHECK( wfSurfaceField_IsGoal( whole, v ) == wfSurfaceField_IsGoal( asked, v ) );
		CHECK_EQUAL( wfSurfaceField_FindBest( whole, v ), wfSurfaceField_FindBest( asked, v ) );
	}
	CHECK( hashSurfaceField( asked ) == hash );
	// In batches, with vertices that do not exist.
	wfSurfaceField* batched = makeGoal( planner, goals );
	int32_t batch[5] = { -1, mesh->vertexCount, pickVertex( planner, 3, 0 ), pickVertex( planner, 3, 50 ), 0 };
	CHECK_EQUAL( wfSurfaceField_SolveVertices( batched, batch, 5 ), wf_ok );
	CHECK_EQUAL( wfSurfaceField_SolveVertices( batched, NULL, 0 ), wf_ok );
	// Directions, kept or not, and paths.
	CHECK_EQUAL( wfSurfaceField_KeepDirections( batched ), wf_ok );
	wfSurfaceField* walked = makeGoal( planner, goals );
	wfTraceDef trace = wfDefaultTraceDef();
	wfSurfacePath one = { 0 }, other = { 0 };
	for ( uint64_t k = 0; k < 40; ++k )
	{
		wfSurfacePoint point = pickPoint( mesh, k );
		CHECK( isSameDirection( whole, batched, point ) && isSameDirection( whole, batched, point ) );
		CHECK( wfSurfaceField_IsReachable( walked, point ) == wfSurfaceField_IsReachable( whole, point ) );
		wfResult result = wfSurfaceField_TracePath( walked, point, &trace, &one, NULL );
		CHECK_EQUAL( result, wfSurfaceField_TracePath( whole, point, &trace, &other, NULL ) );
		CHECK( one.count == other.count && memcmp( one.points, other.points, (size_t)one.count * sizeof( wfVec3 ) ) == 0 );
	}
	wfSurfacePath_Free( &one );
	wfSurfacePath_Free( &other );
	CHECK( hashSurfaceField( batched ) == hash );
	CHECK( hashSurfaceField( walked ) == hash );
	// And as a whole afterwards.
	CHECK_EQUAL( wfSurfaceField_GetReport( walked ).flatCount, 0 );
	CHECK( hashSurfaceField( walked ) == hash );
	wfDestroySurfaceField( whole );
	wfDestroySurfaceField( asked );
	wfDestroySurfaceField( batched );
	wfDestroySurfaceField( walked );
}

TEST( ValuesDoNotDependOnWhatIsAskedFirst )
{
	for ( int32_t kind = 0; kind < sceneCount; ++kind )
	{
		Scene scene = makeScene( kind );
		wfSurfacePlanner* planner = makePlanner( scene.mesh, &scene.def );
		checkOrders( planner, 1 );
		checkOrders( planner, 4 );
		wfDestroySurfacePlanner( planner );
		freeScene( &scene );
	}
}

typedef struct Crowd
{
	const wfSurfaceField *field, *whole;
	atomic_int wrong;
} Crowd;

static void askFromThread( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	Crowd* crowd = context;
	const wfMesh* mesh = crowd->field->mesh;
	for ( int32_t k = begin; k < end; ++k )
	{
		int32_t v = (int32_t)( wfRandomBits( 17, 1, (uint64_t)( k / 3 ) ) % (uint64_t)mesh->vertexCount );
		wfScaled a = wfSurfaceField_GetValue( crowd->field, v ), b = wfSurfaceField_GetValue( crowd->whole, v );
		bool same = a.mantissa == b.mantissa && a.exponent == b.exponent &&
					isSameDirection( crowd->field, crowd->whole, pickPoint( mesh, (uint64_t)( k / 3 ) ) );
		atomic_fetch_add( &crowd->wrong, same ? 0 : 1 );
	}
}

TEST( ThreadsMayAskAtOnce )
{
	wfWorkersDef workersDef = wfDefaultWorkersDef();
	workersDef.workerCount = 4;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &workersDef, &workers ), wf_ok );
	Scene scene = makeScene( 0 );
	wfSurfacePlanner* planner = makePlanner( scene.mesh, &scene.def );
	wfSurfaceField *field = makeGoal( planner, 1 ), *whole = makeGoal( planner, 1 );
	CHECK_EQUAL( wfSurfaceField_SolveAll( whole ), wf_ok );
	CHECK_EQUAL( wfSurfaceField_KeepDirections( field ), wf_ok );
	Crowd crowd = { .field = field, .whole = whole };
	wfWorkers_ParallelFor( workers, askFromThread, 600, 1, &crowd );
	CHECK_EQUAL( atomic_load( &crowd.wrong ), 0 );
	CHECK( hashSurfaceField( field ) == hashSurfaceField( whole ) );
	wfDestroySurfaceField( field );
	wfDestroySurfaceField( whole );
	wfDestroySurfacePlanner( planner );
	freeScene( &scene );
	wfDestroyWorkers( workers );
}

// ------------------------------------------------------------------------------------------------------------------ ways

// Metres from what the field has values for, over all edges: what ways out of the margin have to do with.
static double* measureDepths( const wfSurfaceField* field )
{
	const wfMesh* mesh = field->mesh;
	double* depth = malloc( (size_t)mesh->vertexCount * sizeof( double ) );
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		depth[v] = wfSurfaceField_IsLinked( field, v ) ? 0.0 : INFINITY;
	}
	for ( bool changed = true; changed; )
	{
		changed = false;
		for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
		{
			int32_t ends[2] = { wfFromVertex( mesh, h ), wfToVertex( mesh, h ) };
			for ( int32_t k = 0; k < 2; ++k )
			{
				double by = depth[ends[k]] + mesh->length[h];
				bool shorter = field->planner->blocked[ends[1 - k]] && by < depth[ends[1 - k]];
				depth[ends[1 - k]] = shorter ? by : depth[ends[1 - k]];
				changed = changed || shorter;
			}
		}
	}
	return depth;
}

// Whether a way is that of a neighbour on the mesh and the edge between.
static bool leadsToNeighbor( const wfSurfaceField* field, int32_t vertex, const double* depth )
{
	const wfMesh* mesh = field->mesh;
	wfWay way = wfSurfaceField_GetWay( field, vertex );
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		int32_t from = wfFromVertex( mesh, h ), to = wfToVertex( mesh, h ), other = from == vertex ? to : from;
		if ( ( from == vertex || to == vertex ) && depth[other] < depth[vertex] )
		{
			wfWay rest = wfSurfaceField_GetWay( field, other );
			if ( rest.length + (float)mesh->length[h] == way.length && rest.goal == way.goal )
			{
				return true;
			}
		}
	}
	return false;
}

static void checkWays( const wfSurfaceField* field, double deepest )
{
	double* depth = measureDepths( field );
	int32_t inMargin = 0;
	for ( int32_t v = 0; v < field->mesh->vertexCount; ++v )
	{
		wfWay way = wfSurfaceField_GetWay( field, v );
		CHECK( ( way.length < INFINITY ) == ( depth[v] < deepest ) && ( way.goal >= 0 ) == ( depth[v] < deepest ) );
		if ( wfSurfaceField_IsGoal( field, v ) )
		{
			CHECK( way.length == 0.0f && way.goal == v );
		}
		else if ( depth[v] == 0.0 )
		{
			int32_t edge = wfSurfaceField_FindBest( field, v );
			double length = edge >= 0 ? field->planner->intrinsic.length[edge] : field->mesh->length[-2 - edge];
			wfWay rest = wfSurfaceField_GetWay( field, wfSurfaceField_GetOtherEnd( field, v, edge ) );
			CHECK( way.length == rest.length + (float)length && way.goal == rest.goal );
		}
		else if ( depth[v] < deepest )
		{
			CHECK( leadsToNeighbor( field, v, depth ) );
			inMargin += 1;
		}
	}
	CHECK( inMargin > 20 );
	free( depth );
}

typedef struct WayCrowd
{
	const wfSurfaceField *field, *other;
	atomic_int wrong;
} WayCrowd;

static void askForWays( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	WayCrowd* crowd = context;
	uint64_t count = (uint64_t)crowd->field->mesh->vertexCount;
	for ( int32_t k = begin; k < end; ++k )
	{
		int32_t v = (int32_t)( wfRandomBits( 19, 1, (uint64_t)( k / 2 ) ) % count );
		wfWay a = wfSurfaceField_GetWay( crowd->field, v ), b = wfSurfaceField_GetWay( crowd->other, v );
		atomic_fetch_add( &crowd->wrong, a.length == b.length && a.goal == b.goal ? 0 : 1 );
	}
}

TEST( WaysAreTheSumOfTheirEdges )
{
	wfWorkersDef workersDef = wfDefaultWorkersDef();
	workersDef.workerCount = 4;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &workersDef, &workers ), wf_ok );
	for ( int32_t kind = 0; kind <= 4; kind += 4 )
	{
		Scene scene = makeScene( kind );
		wfSurfacePlanner* planner = makePlanner( scene.mesh, &scene.def );
		uint8_t* walkable = malloc( (size_t)scene.mesh->triangleCount );
		memset( walkable, 1, (size_t)scene.mesh->triangleCount );
		double deepest = 2.5 * scene.mesh->report.meanEdge;
		CHECK_EQUAL( wfSurfacePlanner_FindMargin( planner, walkable ), wf_ok );
		wfSurfaceField *field = makeGoal( planner, 2 ), *other = makeGoal( planner, 2 );
		TEST_EVERY_ALLOCATION( wfSurfaceField_KeepWays( field, deepest ), wfSurfaceField_DropWays( field ) );
		CHECK_EQUAL( wfSurfaceField_KeepWays( field, deepest ), wf_ok );
		CHECK_EQUAL( wfSurfaceField_KeepWays( other, deepest ), wf_ok );
		WayCrowd crowd = { .field = field, .other = other };
		wfWorkers_ParallelFor( workers, askForWays, 400, 1, &crowd );
		CHECK_EQUAL( atomic_load( &crowd.wrong ), 0 );
		checkWays( field, deepest );
		wfDestroySurfaceField( field );
		wfDestroySurfaceField( other );
		wfDestroySurfacePlanner( planner );
		free( walkable );
		freeScene( &scene );
	}
	wfDestroyWorkers( workers );
}

// A way longer than what is measured at a time.
TEST( LongWaysAreMeasuredToTheirEnd )
{
	wfMesh* mesh = meshOfSquares( 3000, 2, 1.0, 0.0 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.boundary = wf_neumannWalls;
	def.haste = 0.3;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t goal = 3001;
	wfSurfaceField* field = makeField( planner, &goal, 1 );
	CHECK_EQUAL( wfSurfaceField_KeepWays( field, 0.0 ), wf_ok );
	wfWay way = wfSurfaceField_GetWay( field, 2 * 3001 - 1 );
	CHECK_EQUAL( way.goal, goal );
	CHECK_NEAR( (double)way.length, 3000.0, 1.0 );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------------------ cost

TEST( AFewVerticesTouchAFewFronts )
{
	wfMesh* mesh = meshTorus( 300, 200 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.haste = 2.0;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t all = planner->core.symbolic.frontCount;
	wfSurfaceField* field = makeGoal( planner, 1 );
	CHECK_EQUAL( countSolvedFronts( field ), 0 );
	int32_t v = pickVertex( planner, 9, 0 );
	wfSurfaceField_GetLogValue( field, v );
	int32_t one = countSolvedFronts( field );
	CHECK( one > 0 && one < 60 && one < all / 50 );
	// Its direction needs those around it, and asking again nothing.
	wfSurfaceField_GetDirection( field, wfMesh_GetVertexPoint( mesh, v ) );
	int32_t direction = countSolvedFronts( field );
	CHECK( direction < 2 * one + 20 );
	wfSurfaceField_GetDirection( field, wfMesh_GetVertexPoint( mesh, v ) );
	CHECK_EQUAL( countSolvedFronts( field ), direction );
	// A path needs what it passes.
	wfTraceDef trace = wfDefaultTraceDef();
	wfSurfacePath path = { 0 };
	CHECK_EQUAL( wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, v ), &trace, &path, NULL ), wf_ok );
	CHECK( countSolvedFronts( field ) < all / 8 );
	CHECK( !atomic_load( &field->core.isWhole ) );
	// Those who ask everywhere get the whole.
	for ( int32_t w = 0; w < mesh->vertexCount; w += 7 )
	{
		wfSurfaceField_GetLogValue( field, w );
	}
	CHECK( atomic_load( &field->core.isWhole ) );
	wfSurfacePath_Free( &path );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

// What rounding might level out is solved and checked when it is created.
TEST( FieldsWithoutHasteAreCheckedAtOnce )
{
	wfMesh* mesh = meshOfSquares( 20, 12, 1.0, 0.3 );
	for ( int32_t kind = 0; kind < 3; ++kind )
	{
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		def.haste = kind == 0 ? 0.0 : ( kind == 1 ? 1e-8 : 0.1 );
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		wfSurfaceField* field = makeGoal( planner, 1 );
		CHECK( atomic_load( &field->core.isWhole ) == ( kind < 2 ) );
		CHECK( field->core.isChecked == ( kind < 2 ) );
		checkSurfacePromises( field );
		wfDestroySurfaceField( field );
		wfDestroySurfacePlanner( planner );
	}
	wfDestroyMesh( mesh );
}

// ----------------------------------------------------------------------------------------------------------------- edits

// After an update a field knows what had been asked for before, or nothing; solved again it is that of the new obstacles.
TEST( UpdatesLeaveWhatWasAskedFor )
{
	wfMesh* mesh = meshTorus( 60, 40 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.haste = 2.0;
	def.editable = true;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	wfSurfaceMask* mask = blockDiscs( mesh, 3, 0.15 );
	int32_t goal = pickVertex( planner, 21, 0 ), asked = pickVertex( planner, 21, 100 );
	while ( wfSurfaceMask_IsVertexBlocked( mask, goal ) )
	{
		goal = ( goal + 1 ) % mesh->vertexCount;
	}
	wfSurfaceField* field = makeField( planner, &goal, 1 );
	wfScaled before = wfSurfaceField_GetValue( field, asked );
	CHECK( before.mantissa > 0.0 );
	CHECK_EQUAL( wfSurfacePlanner_Update( planner, mask ), wf_ok );
	wfScaled after = wfSurfaceField_GetValue( field, asked );
	CHECK( ( after.mantissa == before.mantissa && after.exponent == before.exponent ) || after.mantissa == 0.0 );
	CHECK_EQUAL( wfSurfaceField_SolveAll( field ), wf_numericalFailure );
	wfSurfacePath path = { 0 };
	wfTraceDef trace = wfDefaultTraceDef();
	for ( int32_t v = 0; v < mesh->vertexCount; v += 37 )
	{
		wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, v ), &trace, &path, NULL );
		wfSurfaceField_GetDirection( field, wfMesh_GetVertexPoint( mesh, v ) );
	}
	CHECK_EQUAL( wfSurfaceField_Solve( field ), wf_ok );
	def.mask = mask;
	wfSurfacePlanner* fresh = makePlanner( mesh, &def );
	wfSurfaceField* other = makeField( fresh, &goal, 1 );
	CHECK( compareSurfaceFields( field, other ) <= 1e-12 );
	checkSurfacePromises( field );
	wfSurfacePath_Free( &path );
	wfDestroySurfaceField( other );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( fresh );
	wfDestroySurfacePlanner( planner );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

// An update that fails leaves nothing to solve with: queries find nothing, and nothing is read that is gone.
TEST( FieldsOutliveFailedUpdates )
{
	wfMesh* mesh = meshTorus( 24, 16 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.haste = 2.0;
	wfSurfaceMask* mask = blockDiscs( mesh, 3, 0.3 );
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t failures = 0;
	bool failed = true;
	for ( int64_t index = 1; failed; ++index )
	{
		wfSurfaceField* field = makeGoal( planner, 1 );
		wfSurfaceField_GetLogValue( field, (int32_t)index % mesh->vertexCount );
		testFailAllocationAt( index );
		wfResult result = wfSurfacePlanner_Update( planner, index % 2 == 0 ? mask : NULL );
		failed = testHasAllocationFailed();
		testResetAllocator();
		failures += result != wf_ok;
		for ( int32_t v = 0; v < mesh->vertexCount && result != wf_ok; ++v )
		{
			wfSurfaceField_GetLogValue( field, v );
			wfSurfaceField_GetDirection( field, wfMesh_GetVertexPoint( mesh, v ) );
			CHECK_EQUAL( wfSurfaceField_IsGoal( field, v ) ? -1 : wfSurfaceField_FindBest( field, v ), -1 );
		}
		wfDestroySurfaceField( field );
		CHECK_EQUAL( wfSurfacePlanner_Update( planner, NULL ), wf_ok );
	}
	CHECK( failures > 3 );
	wfDestroySurfacePlanner( planner );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

// -------------------------------------------------------------------------------------------------------------- precision

static void compareInSingle( const wfMesh* mesh, const wfSurfacePlannerDef* def )
{
	wfSurfacePlannerDef single = *def;
	single.precision = wf_singlePrecision;
	wfSurfacePlanner *exact = makePlanner( mesh, def ), *rounded = makePlanner( mesh, &single );
	CHECK( wfSurfacePlanner_GetReport( rounded ).bytes < wfSurfacePlanner_GetReport( exact ).bytes );
	for ( int32_t goals = 1; goals <= 4; goals += 3 )
	{
		wfSurfaceField *a = makeGoal( exact, goals ), *b = makeGoal( rounded, goals );
		CHECK( compareSurfaceFields( a, b ) <= 1e-6 );
		wfFieldReport report = wfSurfaceField_GetReport( b );
		CHECK_EQUAL( report.flatCount, 0 );
		CHECK_EQUAL( report.arrivingCount, report.reachableCount );
		CHECK( report.converged );
		wfDestroySurfaceField( a );
		wfDestroySurfaceField( b );
	}
	wfDestroySurfacePlanner( exact );
	wfDestroySurfacePlanner( rounded );
}

TEST( SinglePrecisionIsCloseToDouble )
{
	for ( int32_t kind = 0; kind < sceneCount; ++kind )
	{
		Scene scene = makeScene( kind );
		compareInSingle( scene.mesh, &scene.def );
		// As little haste as there can be.
		scene.def.haste = 0.0;
		compareInSingle( scene.mesh, &scene.def );
		freeScene( &scene );
	}
}

// So little haste that a factor in single precision is flat somewhere: a factor in double precision is not.
TEST( WhatSinglePrecisionLevelsOutIsSolvedInDouble )
{
	wfMesh* mesh = meshSphere( 24 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.haste = 0.003;
	wfSurfacePlanner* exact = makePlanner( mesh, &def );
	def.precision = wf_singlePrecision;
	wfSurfacePlanner* rounded = makePlanner( mesh, &def );
	int32_t exactly = 0;
	for ( int32_t goal = 0; goal < 2000; goal += 100 )
	{
		wfSurfaceField *a = makeField( exact, &goal, 1 ), *b = makeField( rounded, &goal, 1 );
		CHECK( compareSurfaceFields( a, b ) <= 1e-6 );
		checkSurfacePromises( a );
		CHECK_EQUAL( wfSurfaceField_GetReport( b ).flatCount, 0 );
		CHECK( b->addedHasteSquared == 0.0 );
		exactly += wfSurfaceField_GetReport( b ).maxRelativeResidual < 1e-12;
		wfDestroySurfaceField( a );
		wfDestroySurfaceField( b );
	}
	CHECK( exactly > 0 );
	wfDestroySurfacePlanner( exact );
	wfDestroySurfacePlanner( rounded );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------------- no memory

static wfResult walkAnew( wfSurfacePlanner* planner, int32_t goal, wfSurfacePoint start )
{
	wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
	def.vertices = &goal;
	def.vertexCount = 1;
	wfTraceDef trace = wfDefaultTraceDef();
	wfSurfaceField* field = NULL;
	wfSurfacePath path = { 0 };
	wfResult result = wfSurfacePlanner_CreateField( planner, &def, &field, NULL );
	result = result == wf_ok ? wfSurfaceField_TracePath( field, start, &trace, &path, NULL ) : result;
	wfSurfacePath_Free( &path );
	wfDestroySurfaceField( field );
	return result;
}

TEST( WalksOverWhatIsNotSolvedSurviveLostMemory )
{
	wfMesh* mesh = meshTorus( 60, 40 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.haste = 1.0;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	wfSurfacePoint start = { 2210, 0.2, 0.3 };
	CHECK_EQUAL( walkAnew( planner, 7, start ), wf_ok );
	TEST_EVERY_ALLOCATION( walkAnew( planner, 7, start ), (void)0 );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

void runSurfaceLazyTests( int argc, char** argv )
{
	RUN( ValuesDoNotDependOnWhatIsAskedFirst );
	RUN_THREADED( ThreadsMayAskAtOnce );
	RUN_THREADED( WaysAreTheSumOfTheirEdges );
	RUN( LongWaysAreMeasuredToTheirEnd );
	RUN( AFewVerticesTouchAFewFronts );
	RUN( FieldsWithoutHasteAreCheckedAtOnce );
	RUN( UpdatesLeaveWhatWasAskedFor );
	RUN( FieldsOutliveFailedUpdates );
	RUN( SinglePrecisionIsCloseToDouble );
	RUN( WhatSinglePrecisionLevelsOutIsSolvedInDouble );
	RUN( WalksOverWhatIsNotSolvedSurviveLostMemory );
}
