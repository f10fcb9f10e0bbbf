// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parts of a crowd on a surface by themselves: rolling out, directions carried along, walls, sight, tight places, arrival on
// the right side, maps, slots of a saved state.
#include "crowd/locomotion.h"
#include "crowd/mesh_ground.h"
#include "test_globe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static wfVec3 intoSpace( const wfMesh* mesh, int32_t triangle, double x, double y )
{
	return wfAdd3( wfScale3( x, mesh->axisX[triangle] ), wfScale3( y, mesh->axisY[triangle] ) );
}

// ------------------------------------------------------------------------------------------------------------ rolling out

TEST( RollingOutIsExactInThePlaneAndOnSpheres )
{
	wfVec3 position = { 0.0, 0.0, 5.0 }, axisX = { 1.0, 0.0, 0.0 }, axisY = { 0.0, 1.0, 0.0 }, normal = { 0.0, 0.0, 1.0 };
	wfMeshTick step = { .position = &position, .axisX = &axisX, .axisY = &axisY, .normal = &normal };
	wfVec2 flat = wfRollOut( &step, 0, ( wfVec3 ){ 3.0, -4.0, 5.0 }, normal );
	CHECK_NEAR( flat.x, 3.0, 1e-12 );
	CHECK_NEAR( flat.y, -4.0, 1e-12 );
	for ( int32_t k = 1; k <= 4; ++k )
	{
		// On a sphere of radius 5 around the origin, so far along the great circle to the north-west.
		double angle = 0.25 * k, c = cos( angle ), s = sin( angle );
		wfVec3 outward = { -0.6 * s, 0.8 * s, c };
		for ( int32_t side = -1; side <= 1; side += 2 )
		{
			wfVec2 at = wfRollOut( &step, 0, wfScale3( 5.0, outward ), wfScale3( side, outward ) );
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
	wfAgentId id = addWalker( crowd, ( wfVec3 ){ 2.0, 8.0, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 14.0, 8.0, 0.0 }, 0.5 ) );
	int32_t slot = (int32_t)id.index1 - 1, crossings = 0;
	double least = 1.0;
	for ( int32_t k = 0; k < 40; ++k )
	{
		int32_t before = k > 0 ? crowd->population.agents[slot].triangle : -1;
		stepOn( crowd );
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

// ------------------------------------------------------------------------------------------------------------------ walls

TEST( ABlockedVertexByItselfIsAWall )
{
	wfMesh* mesh = makeSquare( 12.0, 0.8, 0.0 );
	int32_t vertex = -1;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		wfVec3 d = wfSub3( mesh->vertices[v], ( wfVec3 ){ 6.0, 6.0, 0.0 } );
		vertex = wfLength3( d ) < 0.6 ? v : vertex;
	}
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &vertex, 1, NULL ), wf_ok );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakeMeshGround( mesh );
	ground.mask = mask;
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	wfDestroySurfaceMask( mask );
	wfVec3 post = mesh->vertices[vertex];
	wfAgentId near = addWalker( crowd, ( wfVec3 ){ post.x + 0.1, post.y + 0.05, 0.0 }, noGoal );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_startBlocked );
	CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, near ), wf_ok );
	// From all sides past it.
	for ( int32_t k = 0; k < 8; ++k )
	{
		double x = 3.0 * cos( 0.785 * k ), y = 3.0 * sin( 0.785 * k );
		wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ post.x - x, post.y - y, 0.0 }, 0.6 );
		addWalker( crowd, ( wfVec3 ){ post.x + x, post.y + y, 0.0 }, goal );
	}
	double nearest = INFINITY;
	for ( int32_t step = 0; step < 300 && !wfCrowd_IsDone( crowd ); ++step )
	{
		stepOn( crowd );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			nearest = fmin( nearest, hypot( frame.positions[k].x - post.x, frame.positions[k].y - post.y ) );
		}
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( nearest > 0.25 && nearest < 0.8 );
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
	wfAgentId id = addWalker( crowd, ( wfVec3 ){ 1.5, 1.5, 0.2 }, addPlaceGoal( crowd, ( wfVec3 ){ 1.5, 1.5, 0.0 }, 0.5 ) );
	stepOn( crowd );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 0 );
	CHECK( wfCrowd_GetAgent( crowd, id ).distanceToGoal > 8.0 );
	double walked = 0.0;
	for ( int32_t k = 0; k < 300 && !wfCrowd_IsDone( crowd ); ++k )
	{
		walked = wfCrowd_GetAgent( crowd, id ).distanceWalked;
		stepOn( crowd );
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( walked > 7.5 && walked < 11.0 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------------ what is seen

// Everybody looks around and nobody moves.
static bool lookOnly( wfCrowd* crowd )
{
	bool ready = CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok ) &&
				 CHECK_EQUAL( wfUpdateStops( crowd, NULL ), wf_ok ) && CHECK_EQUAL( wfReserveAll( crowd ), wf_ok ) &&
				 CHECK_EQUAL( crowd->ground->findCells( crowd, NULL ), wf_ok );
	if ( ready )
	{
		wfLookAround( crowd );
	}
	return ready;
}

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
	wfAgentId below = addWalker( crowd, ( wfVec3 ){ 1.0, 1.5, 0.0 }, noGoal ),
			  above = addWalker( crowd, ( wfVec3 ){ 1.0, 1.5, 0.2 }, noGoal );
	wfAgentId beside = addWalker( crowd, ( wfVec3 ){ 1.7, 1.5, 0.2 }, noGoal );
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
	wfAgentId ahead = addWalker( crowd, ( wfVec3 ){ 5.0, 6.2, 0.0 }, noGoal ),
			  behind = addWalker( crowd, ( wfVec3 ){ 5.0, 3.8, 0.0 }, noGoal );
	wfAgentId left = addWalker( crowd, ( wfVec3 ){ 3.8, 5.0, 0.0 }, noGoal ),
			  right = addWalker( crowd, ( wfVec3 ){ 6.2, 5.0, 0.0 }, noGoal );
	lookOnly( crowd );
	CHECK( sees( crowd, looking, ahead ) );
	CHECK( !sees( crowd, looking, behind ) && !sees( crowd, looking, left ) && !sees( crowd, looking, right ) );
	CHECK( sees( crowd, behind, looking ) && sees( crowd, left, looking ) );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------------ tight places

// Two walls and the floor between them.
static wfMesh* makeTrench( double width )
{
	wfVec3 vertices[12];
	int32_t triangles[36];
	const double x[4] = { 0.0, 0.0, width, width }, z[4] = { 2.0, 0.0, 0.0, 2.0 };
	for ( int32_t k = 0; k < 12; ++k )
	{
		vertices[k] = ( wfVec3 ){ x[k % 4], 2.0 * ( k / 4 ), z[k % 4] };
	}
	for ( int32_t k = 0; k < 6; ++k )
	{
		int32_t at = 4 * ( k / 3 ) + k % 3;
		const int32_t corners[6] = { at, at + 1, at + 5, at, at + 5, at + 4 };
		memcpy( triangles + 6 * k, corners, sizeof( corners ) );
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = 12;
	def.triangles = triangles;
	def.triangleCount = 12;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	return mesh;
}

// Both go down as fast as they can: nothing holds them until they are around the corner. Returns how far apart they end.
static double meetInTrench( const wfMesh* mesh, double width, double height, double* sunk )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.movesPerTick = 1;
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakeMeshGround( mesh );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	addWalker( crowd, ( wfVec3 ){ 0.0, 1.9, height }, noGoal );
	addWalker( crowd, ( wfVec3 ){ width, 1.9, height }, noGoal );
	lookOnly( crowd );
	wfTick* shared = &crowd->tick;
	for ( int32_t rank = 0; rank < 2; ++rank )
	{
		wfVec2 down = wfIntoAxes( &crowd->surface->tick, rank, ( wfVec3 ){ 0.0, 0.0, -1.0 } );
		shared->wantedX[rank] = shared->velocityX[rank] = (float)down.x;
		shared->wantedY[rank] = shared->velocityY[rank] = (float)down.y;
	}
	wf_discLocomotion.move( crowd );
	double apart = wfLength3( wfSub3( crowd->surface->tick.position[1], crowd->surface->tick.position[0] ) );
	*sunk = height - crowd->surface->tick.position[0].z;
	wfDestroyCrowd( crowd );
	return apart;
}

TEST( TheSkinBearsWhatBendsAdd )
{
	double width = 0.5 + WF_SKIN, sunk, least = INFINITY;
	wfMesh* mesh = makeTrench( width );
	CHECK_NEAR( meetInTrench( mesh, width, 1.0, &sunk ), width, 1e-12 );
	double length = sunk;
	CHECK( length > 0.05 );
	for ( int32_t k = 0; k <= 40; ++k )
	{
		least = fmin( least, meetInTrench( mesh, width, length - 0.05 * k * WF_SKIN, &sunk ) );
	}
	CHECK( least < width - 0.3 * WF_SKIN );
	CHECK( least > 0.5 + 0.1 * WF_SKIN );
	wfDestroyMesh( mesh );
}

TEST( WhoTouchesManyTouchesAll )
{
	wfMesh* mesh = makeSquare( 12.0, 0.9, 0.3 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ 10.0, 6.0, 0.0 }, 1.5 );
	wfAgentDef def = wfDefaultAgentDef();
	def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 4.0, 6.0, 0.0 }, NULL );
	def.radius = 1.2;
	def.stops = &goal;
	def.stopCount = 1;
	wfAgentId id;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	def.radius = 0.1;
	def.stopCount = 0;
	for ( int32_t k = 0; k < 36; ++k )
	{
		double angle = WF_TWO_PI * k / 36.0;
		def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 4.0 + 1.33 * cos( angle ), 6.0 + 1.33 * sin( angle ), 0.0 }, NULL );
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	}
	int64_t overlaps = 0;
	int32_t most = 0;
	for ( int32_t k = 0; k < 60; ++k )
	{
		stepOn( crowd );
		wfContactReport report;
		CHECK_EQUAL( wfCrowd_CheckContacts( crowd, &report ), wf_ok );
		overlaps += report.overlaps;
		for ( int32_t rank = 0; rank < crowd->tick.count; ++rank )
		{
			most = crowd->tick.contactCount[rank] > most ? crowd->tick.contactCount[rank] : most;
		}
	}
	CHECK( most > WF_MAX_CONTACTS );
	CHECK_EQUAL( overlaps, 0 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// Straight against the limit at y = 0. Returns the height above it that is left, and how many pieces of wall were near.
static double runAtWall( double edge, int32_t* pieces )
{
	wfMesh* mesh = makeSquare( 3.0, edge, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	addWalker( crowd, ( wfVec3 ){ 1.52, 0.31, 0.0 }, noGoal );
	double left = NAN;
	*pieces = 0;
	if ( lookOnly( crowd ) )
	{
		wfTick* shared = &crowd->tick;
		wfVec2 ahead = wfIntoAxes( &crowd->surface->tick, 0, ( wfVec3 ){ 0.1, -1.0, 0.0 } );
		shared->wantedX[0] = shared->velocityX[0] = (float)ahead.x;
		shared->wantedY[0] = shared->velocityY[0] = (float)ahead.y;
		*pieces = shared->wallCount[0];
		wf_discLocomotion.move( crowd );
		left = crowd->surface->tick.position[0].y;
	}
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
	return left;
}

TEST( WallsOfFewAndOfManyPiecesHold )
{
	int32_t pieces;
	double left = runAtWall( 0.7, &pieces );
	CHECK( pieces > 0 && pieces <= WF_MAX_WALL_CONTACTS );
	CHECK( left > 0.25 && left < 0.27 );
	left = runAtWall( 0.05, &pieces );
	CHECK( pieces > WF_MAX_WALL_CONTACTS );
	CHECK( left > 0.25 && left < 0.27 );
}

TEST( WhoStandsInTheMarginOfAWallFindsOut )
{
	// Fields are made for discs a little larger: around this one all vertices count as too near to the wall.
	wfMesh* mesh = makeSquare( 2.4, 0.04, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ 1.2, 2.0, 0.0 }, 0.3 );
	wfAgentDef def = wfDefaultAgentDef();
	def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 1.2, 0.262, 0.0 }, NULL );
	def.radius = 0.26;
	def.stops = &goal;
	def.stopCount = 1;
	wfAgentId id;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	if ( !lookOnly( crowd ) )
	{
		wfDestroyCrowd( crowd );
		wfDestroyMesh( mesh );
		return;
	}
	const wfMeshTarget* target = &crowd->routes.meshTargets.data[crowd->population.agents[0].target];
	for ( int32_t k = 0; k < 3; ++k )
	{
		CHECK( !target->field->reachable[mesh->triangles[3 * def.place.triangle + k]] );
	}
	double way;
	wfVec2 direction = wfSurfaceDirection( crowd, target, 0, &way );
	CHECK( wfOutOfAxes( &crowd->surface->tick, 0, direction.x, direction.y ).y > 0.7 );
	CHECK( way > 1.5 && way < 2.2 );
	for ( int32_t k = 0; k < 60 && !wfCrowd_IsDone( crowd ); ++k )
	{
		stepOn( crowd );
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( LongWallsAreFoundAllAlong )
{
	// Limits of edges much longer than the patches.
	wfMesh* mesh = makeSquare( 24.0, 8.0, 0.0 );
	for ( int32_t k = 0; k < 4; ++k )
	{
		const wfVec3 places[4] = { { 11.3, 0.2, 0.0 }, { 23.8, 12.4, 0.0 }, { 12.6, 23.8, 0.0 }, { 0.2, 13.1, 0.0 } };
		wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
		addWalker( crowd, places[k], noGoal );
		CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_startBlocked );
		wfDestroyCrowd( crowd );
	}
	wfDestroyMesh( mesh );
}

TEST( LargerAgentsGetLargerPatches )
{
	wfMesh* mesh = makeSquare( 24.0, 0.8, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	addWalker( crowd, ( wfVec3 ){ 2.0, 2.0, 0.0 }, noGoal );
	stepOn( crowd );
	wfAgentDef def = wfDefaultAgentDef();
	wfAgentId id;
	def.radius = 4.0;
	for ( int32_t k = 0; k < 2; ++k )
	{
		def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 8.1 + 7.9 * k, 12.0, 0.0 }, NULL );
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	}
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_startBlocked );
	CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, id ), wf_ok );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( GoalsAtWallsAreCameNearTo )
{
	wfMesh* mesh = makeSquare( 6.0, 0.12, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ 3.0, 0.13, 0.0 }, 0.4 );
	addWalker( crowd, ( wfVec3 ){ 3.0, 4.0, 0.0 }, goal );
	if ( CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok ) )
	{
		runAndCheck( crowd, 20.0 );
	}
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
		CHECK_EQUAL( crowd->surface->walkable[below], k == 0 ? 0 : 1 );
		CHECK_EQUAL( crowd->surface->walkable[beside], 1 );
		wfDestroyCrowd( crowd );
	}
	wfSurfaceShape_Free( &shape );
	wfDestroyMesh( mesh );
}

// ----------------------------------------------------------------------------------------------------- maps, frames, chance

TEST( LocalMapsShowWallsWhereTheyAre )
{
	wfMesh* mesh = makeSquare( 10.0, 0.5, 0.3 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	// The way leads aslant away from the limit.
	wfAgentId id = addWalker( crowd, ( wfVec3 ){ 3.0, 0.5, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 8.0, 5.5, 0.0 }, 0.5 ) );
	wfLocalMap map;
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetLocalMap( crowd, id, &map ), wf_ok );
	int32_t triangle = wfCrowd_GetAgent( crowd, id ).place.triangle, walls = 0, astray = 0;
	for ( int32_t k = 0; k < map.size * map.size; ++k )
	{
		double x = ( k % map.size - map.size / 2 ) * map.cell, y = ( k / map.size - map.size / 2 ) * map.cell;
		double c = cos( map.angle ), s = sin( map.angle );
		double away = 0.5 + intoSpace( mesh, triangle, c * x - s * y, s * x + c * y ).y;
		bool wall = map.cells[k] == wf_localObstacle;
		walls += wall ? 1 : 0;
		astray += wall && away > 0.25 ? 1 : 0;
	}
	CHECK( walls > 4 );
	CHECK_EQUAL( astray, 0 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( FramesTellHeightsAndClimbs )
{
	wfMesh* mesh = makeTorus();
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfAgentId id = addWalker( crowd, ( wfVec3 ){ 11.0, 0.0, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 8.0, 0.0, 3.0 }, 0.4 ) );
	double climbed = 0.0;
	for ( int32_t k = 0; k < 12; ++k )
	{
		stepOn( crowd );
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
	addWalker( crowd, ( wfVec3 ){ 5.0, 5.0, 0.0 }, noGoal );
	lookOnly( crowd );
	wfAgent first = crowd->population.agents[0], second = first;
	wfBehaviorInput input = { .time = 3.0, .inside = 3.0, .seed = 7, .serial = 1, .goalDirection = { 1.0, 0.0 } };
	wfBehaviorVector ahead = wf_meshGround.evaluate( crowd, 0, &first, chance, &input );
	input.goalDirection = ( wfVec2 ){ -0.6, 0.8 };
	wfBehaviorVector turned = wf_meshGround.evaluate( crowd, 0, &second, chance, &input );
	CHECK( hypot( ahead.v.x, ahead.v.y ) > 0.1 );
	CHECK_NEAR( turned.v.x, -0.6 * ahead.v.x - 0.8 * ahead.v.y, 1e-6 );
	CHECK_NEAR( turned.v.y, 0.8 * ahead.v.x - 0.6 * ahead.v.y, 1e-6 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// ---------------------------------------------------------------------------------------------------------------- bridges

// A grid whose middle column is blocked but for one place, where a long edge passes between two vertices of the wall.
static wfMesh* makeGate( int32_t* wall, int32_t* wallCount )
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
			// The middle of the gate is drawn to the vertex before it.
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

TEST( WaysLeadOverBridgesBothWays )
{
	int32_t wall[8], wallCount;
	wfMesh* mesh = makeGate( wall, &wallCount );
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
		wfAgentId id = addWalker( crowd, ends[k], addPlaceGoal( crowd, ends[1 - k], 0.5 ) );
		if ( CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok ) )
		{
			double way = wfCrowd_GetAgent( crowd, id ).distanceToGoal;
			CHECK( crowd->routes.meshLayers.data[0].planner->bridges.count > 0 );
			CHECK( way > 7.0 && way < 10.5 );
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
		stepOn( crowd );
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
	stepOn( first );
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
	stepOn( first );
	stepOn( second );
	CHECK( wfCrowd_GetHash( first ) == wfCrowd_GetHash( second ) );
	free( bytes );
	free( again );
	wfDestroyCrowd( first );
	wfDestroyCrowd( second );
	wfDestroyMesh( mesh );
}

void runMoreTests( int argc, char** argv )
{
	RUN( RollingOutIsExactInThePlaneAndOnSpheres );
	RUN( DirectionsStayTheSameInSpaceFromTriangleToTriangle );
	RUN( ABlockedVertexByItselfIsAWall );
	RUN( ArrivedIsWhoIsThereAlongTheSurface );
	RUN( WhoIsOnAnotherSheetIsNotSeen );
	RUN( WhoLooksAheadSeesNobodyBehind );
	RUN( TheSkinBearsWhatBendsAdd );
	RUN( WhoTouchesManyTouchesAll );
	RUN( WallsOfFewAndOfManyPiecesHold );
	RUN( WhoStandsInTheMarginOfAWallFindsOut );
	RUN( HomeIsWhereOneArrived );
	RUN( LongWallsAreFoundAllAlong );
	RUN( LargerAgentsGetLargerPatches );
	RUN( GoalsAtWallsAreCameNearTo );
	RUN( HeightsCountAlongTheWayUp );
	RUN( LocalMapsShowWallsWhereTheyAre );
	RUN( FramesTellHeightsAndClimbs );
	RUN( ChanceIsMeasuredFromTheWayNotFromTheTriangle );
	RUN( WaysLeadOverBridgesBothWays );
	RUN( FreeSlotsAreSavedToo );
}
