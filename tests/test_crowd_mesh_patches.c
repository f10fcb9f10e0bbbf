// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Patches of a surface rolled out around each agent: directions carried along, sight, arrival on the right side, heights,
// bridges, slots of a saved state.
#include "crowd/locomotion.h"
#include "test_crowd_mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------ rolling out

TEST( RollingOutIsExactInThePlaneAndOnSpheres )
{
	wfTangent tangent = { { 0.0, 0.0, 5.0 }, { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
	wfVec2 flat = wfRollOut( &tangent, ( wfVec3 ){ 3.0, -4.0, 5.0 }, tangent.normal );
	CHECK_NEAR( flat.x, 3.0, 1e-12 );
	CHECK_NEAR( flat.y, -4.0, 1e-12 );
	for ( int32_t k = 1; k <= 4; ++k )
	{
		// On a sphere of radius 5 around the origin, so far along the great circle to the north-west.
		double angle = 0.25 * k, c = cos( angle ), s = sin( angle );
		wfVec3 outward = { -0.6 * s, 0.8 * s, c };
		for ( int32_t side = -1; side <= 1; side += 2 )
		{
			wfVec2 at = wfRollOut( &tangent, wfScale3( 5.0, outward ), wfScale3( side, outward ) );
			CHECK_NEAR( at.x, -0.6 * 5.0 * angle, 1e-3 );
			CHECK_NEAR( at.y, 0.8 * 5.0 * angle, 1e-3 );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------- directions

TEST( DirectionsStayTheSameInSpaceFromTriangleToTriangle )
{
	wfMesh* mesh = makeSquare( 16.0, 0.5, 0.35 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfAgentId id = addDisc( crowd, ( wfVec3 ){ 2.0, 8.0, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 14.0, 8.0, 0.0 }, 0.5 ) );
	int32_t slot = (int32_t)id.index1 - 1, crossings = 0;
	double least = 1.0;
	for ( int32_t k = 0; k < 40; ++k )
	{
		int32_t before = k > 0 ? crowd->population.agents[slot].triangle : -1;
		tickOn( crowd );
		const wfAgent* agent = &crowd->population.agents[slot];
		int32_t triangle = crowd->population.agents[slot].triangle;
		wfVec3 direction = intoSpace( mesh, triangle, (double)agent->directionX, (double)agent->directionY );
		wfAgentState state = wfCrowd_GetAgent( crowd, id );
		least = fmin( least, direction.x );
		least = fmin( least, state.facing.x );
		least = fmin( least, state.velocity.x / wfLength3( state.velocity ) );
		crossings += triangle != before ? 1 : 0;
	}
	CHECK( crossings > 20 );
	CHECK( least > 0.9 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// ---------------------------------------------------------------------------------------------------------------- arrival

// Two sheets a hand apart, joined by a fold at one end.
static wfMesh* makeFold( void )
{
	wfPlaneDef def = { .width = 12.0, .height = 3.0, .edge = 0.4 };
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakePlane( &def, &shape ), wf_ok );
	for ( int32_t v = 0; v < shape.vertexCount; ++v )
	{
		wfVec3* p = &shape.vertices[v];
		double beyond = p->x - 6.0;
		*p = fabs( beyond ) < 0.2 ? ( wfVec3 ){ 6.0, p->y, 0.1 + 0.5 * beyond }
								  : ( wfVec3 ){ 6.0 - fabs( beyond ) + 0.2, p->y, beyond > 0.0 ? 0.2 : 0.0 };
	}
	return makeMesh( &shape );
}

TEST( ArrivedIsWhoIsThereAlongTheSurface )
{
	wfMesh* mesh = makeFold();
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	// The goal is right below.
	wfAgentId id = addDisc( crowd, ( wfVec3 ){ 1.5, 1.5, 0.2 }, addPlaceGoal( crowd, ( wfVec3 ){ 1.5, 1.5, 0.0 }, 0.5 ) );
	tickOn( crowd );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 0 );
	CHECK( wfCrowd_GetAgent( crowd, id ).distanceToGoal > 8.0 );
	double walked = 0.0;
	for ( int32_t k = 0; k < 300 && !wfCrowd_IsDone( crowd ); ++k )
	{
		walked = wfCrowd_GetAgent( crowd, id ).distanceWalked;
		tickOn( crowd );
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( walked > 7.5 && walked < 11.0 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------------ what is seen

static int32_t rankOf( const wfCrowd* crowd, wfAgentId id )
{
	int32_t rank = 0;
	while ( crowd->tick.slot[rank] != (int32_t)id.index1 - 1 )
	{
		rank += 1;
	}
	return rank;
}

static bool sees( const wfCrowd* crowd, wfAgentId id, wfAgentId other )
{
	int32_t rank = rankOf( crowd, id ), sought = rankOf( crowd, other );
	bool found = false;
	for ( int32_t k = 0; k < crowd->tick.neighborCount[rank]; ++k )
	{
		found = found || crowd->tick.neighbors[rank * WF_MAX_NEIGHBORS + k] == sought;
	}
	return found;
}

TEST( WhoIsOnAnotherSheetIsNotSeen )
{
	wfMesh* mesh = makeFold();
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfAgentId below = addDisc( crowd, ( wfVec3 ){ 1.0, 1.5, 0.0 }, noGoal ),
			  above = addDisc( crowd, ( wfVec3 ){ 1.0, 1.5, 0.2 }, noGoal );
	wfAgentId beside = addDisc( crowd, ( wfVec3 ){ 1.7, 1.5, 0.2 }, noGoal );
	lookOnly( crowd );
	CHECK( !sees( crowd, below, above ) && !sees( crowd, above, below ) && !sees( crowd, below, beside ) );
	CHECK( sees( crowd, above, beside ) && sees( crowd, beside, above ) );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( WhoLooksAheadSeesNobodyBehind )
{
	wfMesh* mesh = makeSquare( 10.0, 0.7, 0.3 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.viewAngle = 0.5 * WF_PI;
	wfAgentDef def = wfDefaultAgentDef();
	CHECK_EQUAL( wfCrowd_AddStyle( crowd, &style, &def.style, NULL ), wf_ok );
	def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 5.0, 5.0, 0.0 }, NULL );
	def.facing = ( wfVec3 ){ 0.0, 1.0, 0.0 };
	wfAgentId looking = { 0 };
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &looking, NULL ), wf_ok );
	wfAgentId ahead = addDisc( crowd, ( wfVec3 ){ 5.0, 6.2, 0.0 }, noGoal ),
			  behind = addDisc( crowd, ( wfVec3 ){ 5.0, 3.8, 0.0 }, noGoal );
	wfAgentId left = addDisc( crowd, ( wfVec3 ){ 3.8, 5.0, 0.0 }, noGoal ),
			  right = addDisc( crowd, ( wfVec3 ){ 6.2, 5.0, 0.0 }, noGoal );
	lookOnly( crowd );
	CHECK( sees( crowd, looking, ahead ) );
	CHECK( !sees( crowd, looking, behind ) && !sees( crowd, looking, left ) && !sees( crowd, looking, right ) );
	CHECK( sees( crowd, behind, looking ) && sees( crowd, left, looking ) );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------------ tight places

TEST( LargerAgentsGetLargerPatches )
{
	wfMesh* mesh = makeSquare( 24.0, 0.8, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	addDisc( crowd, ( wfVec3 ){ 2.0, 2.0, 0.0 }, noGoal );
	tickOn( crowd );
	wfAgentDef def = wfDefaultAgentDef();
	wfAgentId id;
	def.radius = 4.0;
	def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 8.1, 12.0, 0.0 }, NULL );
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	CHECK( hasNoRoom( crowd, ( wfVec3 ){ 16.0, 12.0, 0.0 }, 4.0, "overlaps agent 2" ) );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( HeightsCountAlongTheWayUp )
{
	// The floor's triangles look down; the ceiling is where up is all the same.
	wfPlaneDef plane = { .width = 6.0, .height = 6.0, .edge = 0.5 };
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakePlane( &plane, &shape ), wf_ok );
	int32_t n = shape.vertexCount, count = shape.triangleCount;
	wfVec3 vertices[1024];
	int32_t triangles[3 * 2048];
	for ( int32_t k = 0; k < n; ++k )
	{
		vertices[k] = shape.vertices[k];
	}
	for ( int32_t k = 0; k < 3 * count; k += 3 )
	{
		triangles[k] = shape.triangles[k];
		triangles[k + 1] = shape.triangles[k + 2];
		triangles[k + 2] = shape.triangles[k + 1];
	}
	const wfVec3 table[3] = { { 2.0, 2.0, 1.0 }, { 4.0, 2.0, 1.0 }, { 3.0, 4.0, 1.0 } };
	memcpy( vertices + n, table, sizeof( table ) );
	const int32_t corners[3] = { n, n + 1, n + 2 };
	memcpy( triangles + 3 * count, corners, sizeof( corners ) );
	wfMeshDef meshDef = wfDefaultMeshDef();
	meshDef.vertices = vertices;
	meshDef.vertexCount = n + 3;
	meshDef.triangles = triangles;
	meshDef.triangleCount = count + 1;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &meshDef, &mesh, NULL ), wf_ok );
	const double ups[3] = { 1.0, 0.0, -1.0 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
		wfCrowd* crowd = NULL;
		wfGroundDef ground = wfMakeMeshGround( mesh );
		ground.height = 1.8;
		ground.up = ( wfVec3 ){ 0.0, 0.0, ups[k] };
		CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
		int32_t below = wfMesh_FindNearest( mesh, ( wfVec3 ){ 3.0, 2.8, 0.0 }, NULL ).triangle;
		int32_t beside = wfMesh_FindNearest( mesh, ( wfVec3 ){ 1.0, 5.0, 0.0 }, NULL ).triangle;
		CHECK_EQUAL( crowd->ground.walkable[below], k == 0 ? 0 : 1 );
		CHECK_EQUAL( crowd->ground.walkable[beside], 1 );
		wfDestroyCrowd( crowd );
	}
	wfSurfaceShape_Free( &shape );
	wfDestroyMesh( mesh );
}

// ----------------------------------------------------------------------------------------------------- maps, frames, chance

TEST( FramesTellHeightsAndClimbs )
{
	wfMesh* mesh = makeTorus();
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfAgentId id = addDisc( crowd, ( wfVec3 ){ 11.0, 0.0, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 8.0, 0.0, 3.0 }, 0.4 ) );
	double climbed = 0.0;
	for ( int32_t k = 0; k < 12; ++k )
	{
		tickOn( crowd );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		wfAgentState state = wfCrowd_GetAgent( crowd, id );
		CHECK_NEAR( frame.positions[0].z, state.position.z, 1e-12 );
		CHECK_NEAR( frame.velocities[0].z, state.velocity.z, 1e-12 );
		climbed = fmax( climbed, frame.velocities[0].z );
	}
	CHECK( climbed > 0.5 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( ChanceIsMeasuredFromTheWayNotFromTheTriangle )
{
	wfMesh* mesh = makeSquare( 10.0, 0.7, 0.3 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfBehaviorDef def = wfDefaultBehaviorDef();
	def.kind = wf_randomBehavior;
	def.epsilon = 0.5;
	wfBehaviorId chance;
	CHECK_EQUAL( wfCrowd_AddBehavior( crowd, &def, &chance, NULL ), wf_ok );
	addDisc( crowd, ( wfVec3 ){ 5.0, 5.0, 0.0 }, noGoal );
	lookOnly( crowd );
	wfAgent first = crowd->population.agents[0], second = first;
	wfBehaviorInput input = { .time = 3.0, .inside = 3.0, .seed = 7, .serial = 1, .goalDirection = { 1.0, 0.0 } };
	wfBehaviorVector ahead = wfEvaluateFor( crowd, &first, chance, &input );
	input.goalDirection = ( wfVec2 ){ -0.6, 0.8 };
	wfBehaviorVector turned = wfEvaluateFor( crowd, &second, chance, &input );
	CHECK( hypot( ahead.v.x, ahead.v.y ) > 0.1 );
	CHECK_NEAR( turned.v.x, -0.6 * ahead.v.x - 0.8 * ahead.v.y, 1e-6 );
	CHECK_NEAR( turned.v.y, 0.8 * ahead.v.x - 0.6 * ahead.v.y, 1e-6 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// ---------------------------------------------------------------------------------------------------------------- bridges

// A grid whose middle column is blocked but for one place, where a long edge passes between two vertices of the wall.
static wfMesh* makeDoor( int32_t* wall, int32_t* wallCount )
{
	wfVec3 vertices[91];
	int32_t triangles[3 * 144], count = 0;
	*wallCount = 0;
	for ( int32_t k = 0; k < 91; ++k )
	{
		int32_t i = k % 13, j = k / 13;
		double closer = i == 6 && j == 2 ? 0.6 : i == 6 && j == 4 ? -0.6 : 0.0;
		vertices[k] = ( wfVec3 ){ i, j + closer, 0.0 };
		if ( i == 6 && j != 3 )
		{
			wall[( *wallCount )++] = k;
		}
	}
	for ( int32_t k = 0; k < 72; ++k )
	{
		int32_t a = 13 * ( k / 12 ) + k % 12, b = a + 1, c = a + 14, d = a + 13;
		const int32_t corners[6] = { a, b, c, a, c, d };
		for ( int32_t m = 0; m < 6; m += 3 )
		{
			// The middle of the door is drawn to the vertex before it.
			int32_t own[3];
			for ( int32_t n = 0; n < 3; ++n )
			{
				own[n] = corners[m + n] == 45 ? 44 : corners[m + n];
			}
			if ( own[0] != own[1] && own[1] != own[2] && own[2] != own[0] )
			{
				memcpy( triangles + 3 * count, own, sizeof( own ) );
				count += 1;
			}
		}
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = 91;
	def.triangles = triangles;
	def.triangleCount = count;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	for ( int32_t k = 0; k < *wallCount; ++k )
	{
		wall[k] = mesh->vertexOfInput[wall[k]];
	}
	return mesh;
}

TEST( PathsLeadOverBridgesBothWays )
{
	int32_t wall[8], wallCount;
	wfMesh* mesh = makeDoor( wall, &wallCount );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, wall, wallCount, NULL ), wf_ok );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfCrowd* crowd = NULL;
		wfGroundDef ground = wfMakeMeshGround( mesh );
		ground.mask = mask;
		ground.boundary = wf_neumannWalls;
		CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
		const wfVec3 ends[2] = { { 2.2, 3.1, 0.0 }, { 10.2, 2.6, 0.0 } };
		wfAgentId id = addDisc( crowd, ends[k], addPlaceGoal( crowd, ends[1 - k], 0.5 ) );
		if ( CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok ) )
		{
			double distance = wfCrowd_GetAgent( crowd, id ).distanceToGoal;
			CHECK( crowd->ground.routes.layers.data[0].surfacePlanner->bridges.count > 0 );
			CHECK( distance > 7.0 && distance < 10.5 );
			runAndCheck( crowd, 60.0 );
		}
		wfDestroyCrowd( crowd );
	}
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( HomeIsWhereOneArrived )
{
	wfMesh* mesh = makeTorus();
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfVec3 there = { 9.0, 6.0, 0.0 };
	wfStop goal = addPlaceGoal( crowd, there, 0.4 );
	wfAgentDef def = wfDefaultAgentDef();
	def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 11.0, 0.0, 0.0 }, NULL );
	def.stops = &goal;
	def.stopCount = 1;
	def.atEnd = wf_stayAtEnd;
	wfAgentId id;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	for ( int32_t k = 0; k < 200 && wfCrowd_GetArrivedCount( crowd ) == 0; ++k )
	{
		tickOn( crowd );
	}
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfVec3 arrived = wfCrowd_GetAgent( crowd, id ).position;
	const wfAgent* agent = &crowd->population.agents[0];
	wfVec3 home = wfPositionOfFlat( mesh, crowd->population.agents[0].homeTriangle, ( wfFlat ){ agent->homeX, agent->homeY } );
	CHECK( wfLength3( wfSub3( home, arrived ) ) < 1e-6 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------------- checkpoints

TEST( FreeSlotsAreSavedToo )
{
	wfMesh* mesh = makeTorus();
	wfCrowd *first = makeSurfaceCrowd( mesh, NULL ), *second = makeSurfaceCrowd( mesh, NULL );
	addGroups( first, 2, 6 );
	addGroups( second, 2, 6 );
	tickOn( first );
	wfAgentId ids[12];
	CHECK_EQUAL( wfCrowd_GetAgentIds( first, ids, 12 ), 12 );
	CHECK_EQUAL( wfCrowd_RemoveAgent( first, ids[3] ), wf_ok );
	CHECK_EQUAL( wfCrowd_RemoveAgent( first, ids[8] ), wf_ok );
	size_t size = wfCrowd_Save( first, NULL, 0 );
	uint8_t *bytes = malloc( size ), *again = malloc( size );
	CHECK( wfCrowd_Save( first, bytes, size ) == size );
	CHECK_EQUAL( wfCrowd_Restore( second, bytes, size, NULL ), wf_ok );
	CHECK( wfCrowd_Save( second, again, size ) == size && memcmp( bytes, again, size ) == 0 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfAgentDef def = wfDefaultAgentDef();
		wfAgentId a = { 0 }, b = { 0 };
		CHECK_EQUAL( wfCrowd_AddRandomAgents( first, &def, 1, 0.05, &a, NULL ), wf_ok );
		CHECK_EQUAL( wfCrowd_AddRandomAgents( second, &def, 1, 0.05, &b, NULL ), wf_ok );
		CHECK( a.index1 == b.index1 && a.generation == b.generation );
	}
	tickOn( first );
	tickOn( second );
	CHECK( wfCrowd_GetHash( first ) == wfCrowd_GetHash( second ) );
	free( bytes );
	free( again );
	wfDestroyCrowd( first );
	wfDestroyCrowd( second );
	wfDestroyMesh( mesh );
}

void runPatchTests( int argc, char** argv )
{
	RUN( RollingOutIsExactInThePlaneAndOnSpheres );
	RUN( DirectionsStayTheSameInSpaceFromTriangleToTriangle );
	RUN( ArrivedIsWhoIsThereAlongTheSurface );
	RUN( WhoIsOnAnotherSheetIsNotSeen );
	RUN( WhoLooksAheadSeesNobodyBehind );
	RUN( HomeIsWhereOneArrived );
	RUN( LargerAgentsGetLargerPatches );
	RUN( HeightsCountAlongTheWayUp );
	RUN( FramesTellHeightsAndClimbs );
	RUN( ChanceIsMeasuredFromTheWayNotFromTheTriangle );
	RUN( PathsLeadOverBridgesBothWays );
	RUN( FreeSlotsAreSavedToo );
}
