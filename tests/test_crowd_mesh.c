// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_crowd_mesh.h"
#include "crowd/locomotion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

wfMesh* makeMesh( wfSurfaceShape* shape )
{
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfSurfaceShape_CreateMesh( shape, &mesh, NULL ), wf_ok );
	wfSurfaceShape_Free( shape );
	return mesh;
}

wfMesh* makeTorus( void )
{
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakeTorus( 8.0, 3.0, 72, 28, &shape ), wf_ok );
	return makeMesh( &shape );
}

wfMesh* makeNamed( const char* name )
{
	wfNamedSurfaceDef def = wfDefaultNamedSurfaceDef();
	def.name = name;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateNamedSurface( &def, &mesh, NULL ), wf_ok );
	return mesh;
}

wfMesh* makeSquare( double side, double edge, double noise )
{
	wfPlaneDef def = { .width = side, .height = side, .edge = edge, .noise = noise, .seed = 5 };
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakePlane( &def, &shape ), wf_ok );
	return makeMesh( &shape );
}

wfCrowd* makeSurfaceCrowd( const wfMesh* mesh, wfWorkers* workers )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.workers = workers;
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakeMeshGround( mesh );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	return crowd;
}

wfStop addVertexGoal( wfCrowd* crowd, int32_t vertex, double reach )
{
	wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
	def.kind = wf_verticesGoal;
	def.vertices = &vertex;
	def.vertexCount = 1;
	wfGoalId goal = { 0 };
	CHECK_EQUAL( wfCrowd_AddGoal( crowd, &def, reach, &goal, NULL ), wf_ok );
	return wfMakeGoalStop( goal );
}

wfStop addPlaceGoal( wfCrowd* crowd, wfVec3 position, double reach )
{
	wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
	def.kind = wf_placeGoal;
	def.place = wfMesh_FindNearest( wfCrowd_GetGround( crowd ).mesh, position, NULL );
	wfGoalId goal = { 0 };
	CHECK_EQUAL( wfCrowd_AddGoal( crowd, &def, reach, &goal, NULL ), wf_ok );
	return wfMakeGoalStop( goal );
}

void addCrowd( wfCrowd* crowd, wfStop goal, int32_t count )
{
	wfAgentDef def = wfDefaultAgentDef();
	def.stops = &goal;
	def.stopCount = 1;
	CHECK_EQUAL( wfCrowd_AddRandomAgents( crowd, &def, count, 0.05, NULL, NULL ), wf_ok );
}

wfAgentId addDisc( wfCrowd* crowd, wfVec3 position, wfStop goal )
{
	wfAgentDef def = wfDefaultAgentDef();
	def.place = wfMesh_FindNearest( wfCrowd_GetGround( crowd ).mesh, position, NULL );
	def.stops = &goal;
	def.stopCount = goal.goal.index1 != 0 ? 1 : 0;
	wfAgentId id = { 0 };
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	return id;
}

wfCrowd* makeCrowdAround( const wfMesh* mesh, wfSurfaceMask* mask )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakeMeshGround( mesh );
	ground.mask = mask;
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	wfDestroySurfaceMask( mask );
	return crowd;
}

bool hasNoRoom( wfCrowd* crowd, wfVec3 position, double radius, const char* words )
{
	wfAgentDef def = wfDefaultAgentDef();
	def.position = position;
	def.radius = radius;
	wfError error = { 0 };
	int32_t count = wfCrowd_GetAgentCount( crowd );
	return wfCrowd_AddAgent( crowd, &def, NULL, &error ) == wf_startBlocked && strstr( error.message, words ) != NULL &&
		   wfCrowd_GetAgentCount( crowd ) == count;
}

void addGroups( wfCrowd* crowd, int32_t groups, int32_t each )
{
	const wfMesh* mesh = wfCrowd_GetGround( crowd ).mesh;
	int32_t count = wfMesh_GetVertexCount( mesh );
	for ( int32_t k = 0; k < groups; ++k )
	{
		int32_t vertex = (int32_t)( ( 2 * (int64_t)k + 1 ) * count / ( 2 * groups ) );
		while ( wfMesh_IsBoundaryVertex( mesh, vertex ) )
		{
			vertex = ( vertex + 1 ) % count;
		}
		addCrowd( crowd, addVertexGoal( crowd, vertex, 0.7 ), each );
	}
}

void tickOn( wfCrowd* crowd )
{
	wfError error = { 0 };
	if ( wfCrowd_Tick( crowd, &error ) != wf_ok )
	{
		CHECK_STRING( error.message, "" );
	}
}

void runAndCheck( wfCrowd* crowd, double seconds )
{
	int64_t overlaps = 0, hits = 0;
	double gap = INFINITY, wallGap = INFINITY;
	int64_t tried = 0;
	// Who does not even begin is reported once.
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < seconds && wfCrowd_GetTickCount( crowd ) == tried )
	{
		tried += 1;
		tickOn( crowd );
		wfContactReport report;
		CHECK_EQUAL( wfCrowd_CheckContacts( crowd, &report ), wf_ok );
		overlaps += report.overlaps;
		hits += report.wallHits;
		gap = fmin( gap, report.leastGap );
		wallGap = fmin( wallGap, report.leastWallGap );
	}
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), wfCrowd_GetTotalCount( crowd ) );
	CHECK_EQUAL( overlaps, 0 );
	CHECK_EQUAL( hits, 0 );
	CHECK( gap > 0.0 && wallGap > 0.0 );
}

wfVec3 intoSpace( const wfMesh* mesh, int32_t triangle, double x, double y )
{
	return wfAdd3( wfScale3( x, mesh->axisX[triangle] ), wfScale3( y, mesh->axisY[triangle] ) );
}

bool lookOnly( wfCrowd* crowd )
{
	bool ready = CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok ) &&
				 CHECK_EQUAL( wfUpdateStops( crowd, NULL ), wf_ok ) && CHECK_EQUAL( wfReserveAll( crowd ), wf_ok ) &&
				 CHECK_EQUAL( crowd->stages->findCells( crowd, NULL ), wf_ok );
	if ( ready )
	{
		wfLookAround( crowd );
	}
	return ready;
}

// -------------------------------------------------------------------------------------------------------- all arrive apart

static void runOn( wfMesh* mesh, int32_t groups, int32_t each, double seconds )
{
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	addGroups( crowd, groups, each );
	runAndCheck( crowd, seconds );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( EverybodyArrivesOnATorus )
{
	runOn( makeTorus(), 6, 20, 120.0 );
}

TEST( EverybodyArrivesOnAGlobe )
{
	// Needles at the poles.
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakeGlobe( 6.0, 24, 48, &shape ), wf_ok );
	runOn( makeMesh( &shape ), 4, 20, 120.0 );
}

TEST( EverybodyArrivesWhereThereAreNoTwoSides )
{
	runOn( makeNamed( "moebius" ), 3, 12, 120.0 );
	runOn( makeNamed( "klein" ), 4, 12, 120.0 );
}

TEST( EverybodyArrivesInABuilding )
{
	runOn( makeNamed( "building" ), 3, 10, 200.0 );
}

TEST( EverybodyArrivesOnFlatTriangles )
{
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakeSphere( 5.0, 10, &shape ), wf_ok );
	CHECK_EQUAL( wfSurfaceShape_AddFlat( &shape, 3 ), wf_ok );
	runOn( makeMesh( &shape ), 4, 12, 120.0 );
}

// A plate as thin as paper: discs on both sides are nearer in space than they are wide, and meet only at the boundary.
static wfMesh* makePlate( double side, double thickness, int32_t cells )
{
	wfSurfaceShape shape = { 0 };
	int32_t row = cells + 1, layer = row * row;
	shape.vertexCapacity = 2 * layer;
	shape.triangleCapacity = 4 * cells * cells + 8 * cells;
	wfVec3* vertices = malloc( (size_t)shape.vertexCapacity * sizeof( wfVec3 ) );
	int32_t* triangles = malloc( 3 * (size_t)shape.triangleCapacity * sizeof( int32_t ) );
	int32_t count = 0;
	for ( int32_t k = 0; k < 2 * layer; ++k )
	{
		int32_t at = k % layer;
		vertices[k] = ( wfVec3 ){ side * ( at % row ) / cells, side * ( at / row ) / cells, k < layer ? 0.0 : thickness };
	}
	for ( int32_t k = 0; k < 2 * cells * cells; ++k )
	{
		int32_t up = k / ( cells * cells ), at = k % ( cells * cells );
		int32_t a = up * layer + ( at / cells ) * row + at % cells, b = a + 1, c = a + row, d = c + 1;
		const int32_t corners[6] = { a, b, d, a, d, c };
		for ( int32_t m = 0; m < 6; ++m )
		{
			triangles[count++] = corners[m];
		}
	}
	for ( int32_t k = 0; k < cells; ++k )
	{
		const int32_t ends[4][2] = { { k, k + 1 },
									 { cells * row + k, cells * row + k + 1 },
									 { k * row, ( k + 1 ) * row },
									 { k * row + cells, ( k + 1 ) * row + cells } };
		for ( int32_t m = 0; m < 4; ++m )
		{
			int32_t a = ends[m][0], b = ends[m][1];
			const int32_t corners[6] = { a, b, b + layer, a, b + layer, a + layer };
			for ( int32_t n = 0; n < 6; ++n )
			{
				triangles[count++] = corners[n];
			}
		}
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = 2 * layer;
	def.triangles = triangles;
	def.triangleCount = count / 3;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	CHECK( wfMesh_GetReport( mesh ).closed && wfMesh_GetReport( mesh ).genus == 0 );
	free( vertices );
	free( triangles );
	return mesh;
}

TEST( DiscsOnBothSidesOfAPlateMeetAtItsRimOnly )
{
	wfMesh* mesh = makePlate( 6.0, 0.05, 12 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	// Back to back, going to where the other is: over the boundary, all of them.
	wfStop above = addPlaceGoal( crowd, ( wfVec3 ){ 3.0, 3.0, 0.05 }, 0.6 ),
		   below = addPlaceGoal( crowd, ( wfVec3 ){ 3.0, 3.0, 0.0 }, 0.6 );
	for ( int32_t k = 0; k < 8; ++k )
	{
		double x = 1.0 + 1.2 * ( k % 4 ), y = 1.0 + 4.0 * ( k / 4 );
		addDisc( crowd, ( wfVec3 ){ x, y, 0.0 }, above );
		addDisc( crowd, ( wfVec3 ){ x, y, 0.05 }, below );
	}
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
	runAndCheck( crowd, 120.0 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------------ same results

static uint64_t hashAfter( const wfMesh* mesh, int32_t workerCount, int32_t ticks )
{
	wfWorkers* workers = makeWorkers( workerCount );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, workers );
	addGroups( crowd, 5, 24 );
	for ( int32_t k = 0; k < ticks; ++k )
	{
		tickOn( crowd );
	}
	wfCrowdProfile profile = wfCrowd_GetProfile( crowd );
	CHECK( profile.fields > 0.0 && profile.perceive > 0.0 && profile.solve > 0.0 && profile.move > 0.0 );
	uint64_t hash = wfCrowd_GetHash( crowd );
	wfDestroyCrowd( crowd );
	wfDestroyWorkers( workers );
	return hash;
}

TEST( ThreadsDoNotChangeTheResult )
{
	wfMesh* mesh = makeTorus();
	uint64_t one = hashAfter( mesh, 1, 60 );
	CHECK( hashAfter( mesh, 2, 60 ) == one );
	CHECK( hashAfter( mesh, 3, 60 ) == one );
	CHECK( hashAfter( mesh, 8, 60 ) == one );
	CHECK( hashAfter( mesh, 1, 61 ) != one );
	wfDestroyMesh( mesh );
}

TEST( InstructionSetsDoNotChangeTheResult )
{
	wfMesh* mesh = makeTorus();
	wfSimdLevel best = wfGetSimdLevel();
	uint64_t fast = hashAfter( mesh, 1, 40 );
	wfSetSimdLevel( wf_simdBaseline );
	CHECK( hashAfter( mesh, 1, 40 ) == fast );
	wfSetSimdLevel( best );
	wfDestroyMesh( mesh );
}

TEST( ASplitRunIsTheWholeRun )
{
	wfMesh* mesh = makeTorus();
	wfCrowd *whole = makeSurfaceCrowd( mesh, NULL ), *second = makeSurfaceCrowd( mesh, NULL );
	addGroups( whole, 4, 20 );
	addGroups( second, 4, 20 );
	for ( int32_t k = 0; k < 50; ++k )
	{
		tickOn( whole );
	}
	size_t size = wfCrowd_Save( whole, NULL, 0 );
	uint8_t* bytes = malloc( size );
	CHECK( wfCrowd_Save( whole, bytes, size ) == size );
	CHECK_EQUAL( wfCrowd_Restore( second, bytes, size, NULL ), wf_ok );
	CHECK( wfCrowd_GetHash( second ) == wfCrowd_GetHash( whole ) );
	for ( int32_t k = 0; k < 100; ++k )
	{
		tickOn( whole );
		tickOn( second );
	}
	CHECK( wfCrowd_GetArrivedCount( whole ) > 0 );
	CHECK( wfCrowd_GetHash( second ) == wfCrowd_GetHash( whole ) );

	// Damage of any kind is noticed, and leaves the crowd as it was.
	uint64_t hash = wfCrowd_GetHash( second );
	for ( size_t k = 0; k < size; k += 97 )
	{
		bytes[k] ^= 0x10;
		CHECK_EQUAL( wfCrowd_Restore( second, bytes, size, NULL ), wf_badFormat );
		bytes[k] ^= 0x10;
		CHECK_EQUAL( wfCrowd_Restore( second, bytes, k, NULL ), wf_badFormat );
	}
	CHECK( wfCrowd_GetHash( second ) == hash );
	wfCrowd* other = makeSurfaceCrowd( mesh, NULL );
	addGroups( other, 4, 19 );
	CHECK_EQUAL( wfCrowd_Restore( other, bytes, size, NULL ), wf_badFormat );
	free( bytes );
	wfDestroyCrowd( other );
	wfDestroyCrowd( second );
	wfDestroyCrowd( whole );
	wfDestroyMesh( mesh );
}

int main( int argc, char** argv )
{
	RUN( EverybodyArrivesOnATorus );
	RUN( EverybodyArrivesOnAGlobe );
	RUN( EverybodyArrivesWhereThereAreNoTwoSides );
	RUN( EverybodyArrivesInABuilding );
	RUN( EverybodyArrivesOnFlatTriangles );
	RUN( DiscsOnBothSidesOfAPlateMeetAtItsRimOnly );
	RUN_THREADED( ThreadsDoNotChangeTheResult );
	RUN( InstructionSetsDoNotChangeTheResult );
	RUN( ASplitRunIsTheWholeRun );
	runFlatTests( argc, argv );
	runChangeTests( argc, argv );
	runPatchTests( argc, argv );
	runWallTests( argc, argv );
	runPassageTests( argc, argv );
	runGoalTests( argc, argv );
	runMemoryTests( argc, argv );
	runFacilityTests( argc, argv );
	runGroupTests( argc, argv );
	runStrokeTests( argc, argv );
	return testReport();
}
