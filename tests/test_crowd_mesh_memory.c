// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes of a crowd on a surface within a memory limit.
#include "crowd/crowd.h"
#include "test_crowd_mesh.h"

#include <stdlib.h>
#include <string.h>

#define STOPS 12

// One agent that goes to one place after the other, and one that stands.
static wfCrowd* makeTour( const wfMesh* mesh, size_t limit )
{
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	crowd->ground.settings.memoryLimit = limit;
	wfStop stops[STOPS];
	for ( int32_t k = 0; k < STOPS; ++k )
	{
		wfVec3 place = { 1.0 + 2.0 * ( k % 4 ), 1.0 + 2.5 * ( k * 5 % 3 ), 0.0 };
		stops[k] = k % 2 == 0 ? addPlaceGoal( crowd, place, 0.0 ) : wfMakePointStop( place );
	}
	wfAgentDef def = wfDefaultAgentDef();
	wfAgentId id;
	def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 4.0, 4.0, 0.0 }, NULL );
	def.stops = stops;
	def.stopCount = STOPS;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	addDisc( crowd, ( wfVec3 ){ 7.5, 7.5, 0.0 }, noGoal );
	return crowd;
}

static int32_t countFields( const wfCrowd* crowd )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < crowd->ground.routes.targets.count; ++k )
	{
		count += crowd->ground.routes.targets.data[k].onMesh != NULL ? 1 : 0;
	}
	return count;
}

TEST( UnusedFieldsOnAMeshAreGivenUp )
{
	wfMesh* mesh = makeSquare( 8.0, 0.3, 0.0 );
	wfCrowd* crowds[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		crowds[k] = makeTour( mesh, 0 );
		tickOn( crowds[k] );
		CHECK_EQUAL( countFields( crowds[k] ), STOPS );
	}
	wfGround* ground = &crowds[1]->ground;
	// Enough for all but a few.
	ground->settings.memoryLimit = SIZE_MAX;
	CHECK_EQUAL( wfGround_CheckMemory( ground, NULL ), wf_ok );
	size_t enough = ground->routes.fieldBytes + wfSurfacePlanner_GetReport( ground->routes.layers.data[0].surfacePlanner ).bytes;
	ground->settings.memoryLimit = enough - ground->routes.fieldBytes / 2;
	tickOn( crowds[1] );
	tickOn( crowds[0] );
	CHECK_EQUAL( countFields( crowds[1] ), 1 );
	CHECK_NEAR( wfCrowd_GetAgent( crowds[1], ( wfAgentId ){ 2, 1 } ).distanceToGoal, 0.0, 0.0 );
	copyCrowd( crowds[1], crowds[2] );
	CHECK_EQUAL( countFields( crowds[2] ), 1 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		for ( int32_t m = 0; m < 150; ++m )
		{
			tickOn( crowds[k] );
		}
		CHECK( wfCrowd_GetHash( crowds[k] ) == wfCrowd_GetHash( crowds[0] ) );
	}
	CHECK( wfCrowd_GetAgent( crowds[0], ( wfAgentId ){ 1, 1 } ).stop > 3 );

	ground->settings.memoryLimit = enough / 100;
	wfError error = { 0 };
	uint64_t hash = wfCrowd_GetHash( crowds[1] );
	CHECK_EQUAL( wfCrowd_Tick( crowds[1], &error ), wf_tooLarge );
	CHECK( strstr( error.message, "use larger triangles or raise the limit" ) != NULL );
	CHECK( wfCrowd_GetHash( crowds[1] ) == hash );
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroyCrowd( crowds[k] );
	}
	wfDestroyMesh( mesh );
}

// To know that there is a route to a later stop takes a field on a mesh, but not all of them at once.
TEST( LaterStopsOnAMeshTakeLittleMemory )
{
	wfMesh* mesh = makeSquare( 8.0, 0.3, 0.0 );
	wfCrowd *free = makeTour( mesh, 0 ), *limited = makeTour( mesh, 4u << 20 );
	CHECK_EQUAL( wfCrowd_Prepare( free, NULL, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_Prepare( limited, NULL, NULL, NULL ), wf_ok );
	CHECK_EQUAL( countFields( free ), STOPS );
	CHECK( countFields( limited ) > 0 && countFields( limited ) < STOPS / 2 );
	for ( int32_t k = 0; k < 100; ++k )
	{
		tickOn( free );
		tickOn( limited );
	}
	CHECK( wfCrowd_GetHash( free ) == wfCrowd_GetHash( limited ) );
	wfDestroyCrowd( free );
	wfDestroyCrowd( limited );
	wfDestroyMesh( mesh );
}

void runMemoryTests( int argc, char** argv )
{
	RUN( UnusedFieldsOnAMeshAreGivenUp );
	RUN( LaterStopsOnAMeshTakeLittleMemory );
}
