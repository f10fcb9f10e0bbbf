// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Narrow places on folded floors: rows that start, rooms that end, doors and corridors that two crowds pass.
#include "crowd/locomotion.h"
#include "test_crowd_mesh.h"

#include <math.h>
#include <stdlib.h>

#define SQUARE 0.2 // metres
#define PIECE 4.0  // length of a straight piece of a folded floor
#define RISE 0.2   // sine of its angle

typedef struct Wall
{
	double x0, y0, x1, y1;
} Wall;

// A point of the plan on the floor that rises and falls in turn: distances stay as they are.
static wfVec3 bend( double x, double y )
{
	double piece = floor( x / PIECE ), rest = x - piece * PIECE, base = fmod( piece, 2.0 ) == 0.0 ? 0.0 : RISE * PIECE;
	double height = base == 0.0 ? RISE * rest : base - RISE * rest;
	return ( wfVec3 ){ x * sqrt( 1.0 - RISE * RISE ), y, height };
}

static wfMesh* makeFloor( double width, double height, const Wall* walls, int32_t wallCount )
{
	int32_t columns = (int32_t)lround( width / SQUARE ), rows = (int32_t)lround( height / SQUARE ), count = 0;
	wfVec3* vertices = malloc( (size_t)( ( columns + 1 ) * ( rows + 1 ) ) * sizeof( wfVec3 ) );
	int32_t* triangles = malloc( (size_t)( 6 * columns * rows ) * sizeof( int32_t ) );
	for ( int32_t k = 0; k < ( columns + 1 ) * ( rows + 1 ); ++k )
	{
		vertices[k] = bend( SQUARE * ( k % ( columns + 1 ) ), SQUARE * ( k / ( columns + 1 ) ) );
	}
	for ( int32_t k = 0; k < columns * rows; ++k )
	{
		double x = SQUARE * ( k % columns + 0.5 ), y = SQUARE * ( k / columns + 0.5 );
		bool isFloor = true;
		for ( int32_t m = 0; m < wallCount; ++m )
		{
			isFloor = isFloor && !( x > walls[m].x0 && x < walls[m].x1 && y > walls[m].y0 && y < walls[m].y1 );
		}
		int32_t a = k / columns * ( columns + 1 ) + k % columns, b = a + columns + 1;
		bool even = ( k % columns + k / columns ) % 2 == 0;
		const int32_t corners[6] = { a, a + 1, even ? b + 1 : b, even ? a : a + 1, b + 1, b };
		for ( int32_t m = 0; m < 6 && isFloor; ++m )
		{
			triangles[count++] = corners[m];
		}
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = ( columns + 1 ) * ( rows + 1 );
	def.triangles = triangles;
	def.triangleCount = count / 3;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	free( vertices );
	free( triangles );
	return mesh;
}

// All vertices of the floor between two lines across it.
static wfStop addZone( wfCrowd* crowd, const wfMesh* mesh, double x0, double x1 )
{
	int32_t* vertices = malloc( (size_t)mesh->vertexCount * sizeof( int32_t ) );
	double scale = sqrt( 1.0 - RISE * RISE );
	wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
	def.kind = wf_verticesGoal;
	def.vertices = vertices;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		if ( mesh->vertices[v].x >= x0 * scale && mesh->vertices[v].x <= x1 * scale )
		{
			vertices[def.vertexCount++] = v;
		}
	}
	wfGoalId goal = { 0 };
	CHECK_EQUAL( wfCrowd_AddGoal( crowd, &def, 0.0, &goal, NULL ), wf_ok );
	free( vertices );
	return wfMakeGoalStop( goal );
}

// People in rows, 0.55 m apart across.
static void fill( wfCrowd* crowd, Wall part, int32_t count, wfStop stop )
{
	int32_t across = (int32_t)( ( part.y1 - part.y0 - 0.1 ) / 0.55 );
	for ( int32_t k = 0; k < count; ++k )
	{
		double x = part.x0 + ( part.x1 - part.x0 ) * ( k / across * across + 0.5 * across ) / count;
		double y = part.y0 + ( part.y1 - part.y0 ) * ( k % across + 0.5 ) / across;
		addDisc( crowd, bend( x, y ), stop );
	}
}

// ------------------------------------------------------------------------------------------------------------------ moves

// Three that touch, and nothing else to do than to go on: in one move the second goes as far as the first has made room for.
TEST( ARowOnAMeshStartsTogether )
{
	wfMesh* mesh = makeFloor( 12.0, 4.0, NULL, 0 );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.movesPerTick = 1;
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakeMeshGround( mesh );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	// The first two cross a fold.
	wfAgentId ids[3];
	double starts[3], went[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		starts[k] = 3.95 - ( 0.5 + 1.01 * WF_SKIN ) * k;
		ids[k] = addDisc( crowd, bend( starts[k], 2.0 ), noGoal );
	}
	CHECK( lookOnly( crowd ) );
	for ( int32_t rank = 0; rank < 3; ++rank )
	{
		wfVec2 ahead = wfIntoAxes( &crowd->meshTick.tangent[rank], ( wfVec3 ){ sqrt( 1.0 - RISE * RISE ), 0.0, RISE } );
		crowd->tick.wantedX[rank] = crowd->tick.velocityX[rank] = (float)ahead.x;
		crowd->tick.wantedY[rank] = crowd->tick.velocityY[rank] = (float)ahead.y;
	}
	wf_discLocomotion.move( crowd );
	for ( int32_t rank = 0; rank < 3; ++rank )
	{
		int32_t k = (int32_t)wfCrowd_GetAgent( crowd, ids[0] ).serial;
		k = (int32_t)crowd->tick.serial[rank] - k;
		went[k] = crowd->meshTick.tangent[rank].position.x / sqrt( 1.0 - RISE * RISE ) - starts[k];
		CHECK_NEAR( (double)crowd->tick.walked[rank], went[k], 1e-4 );
		double speed = wfHypot( (double)crowd->tick.velocityX[rank], (double)crowd->tick.velocityY[rank] );
		CHECK_NEAR( speed * def.tickSeconds, went[k], 1e-4 );
	}
	CHECK_NEAR( went[0], def.tickSeconds, 0.01 );
	CHECK( went[1] > 0.9 * went[0] );
	CHECK( went[2] < 0.01 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// As in the plane: what lies beyond a wall has less room than none.
TEST( BeyondAWallThereIsNoRoom )
{
	wfMesh* mesh = makeFloor( 8.0, 4.0, NULL, 0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	addDisc( crowd, bend( 6.0, 0.3 ), noGoal );
	CHECK( lookOnly( crowd ) );
	wfVec2 out = wfIntoAxes( &crowd->meshTick.tangent[0], ( wfVec3 ){ 0.0, -1.0, 0.0 } );
	const double steps[] = { -1.0, 0.0, 0.2, 0.4, 0.9 };
	for ( int32_t k = 0; k < 5; ++k )
	{
		float room = crowd->stages->roomAt( crowd, 0, (float)( steps[k] * out.x ), (float)( steps[k] * out.y ) );
		CHECK_NEAR( (double)room, 0.3 - steps[k], 1e-5 );
	}
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// --------------------------------------------------------------------------------------------------------------- passages

// Two rooms, and a door of this width in the wall between them.
static wfMesh* makeRooms( double door )
{
	const Wall walls[] = { { 7.8, 0.0, 8.2, 4.0 - 0.5 * door }, { 7.8, 4.0 + 0.5 * door, 8.2, 8.0 } };
	return makeFloor( 16.0, 8.0, walls, 2 );
}

// The door is found, and no corner of a room, though all walls are made of short edges.
TEST( DoorsOfMeshesAreFoundAndNothingElse )
{
	const double widths[] = { 0.8, 1.2, 2.0, 2.8 };
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfMesh* mesh = makeRooms( widths[k] );
		wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
		addDisc( crowd, bend( 2.0, 4.0 ), addZone( crowd, mesh, 15.0, 16.0 ) );
		CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
		int32_t expected = widths[k] < WF_ORDER_WIDTH * 0.25 ? 1 : 0;
		CHECK_EQUAL( crowd->passages.list.count, expected );
		CHECK_EQUAL( crowd->meshPassages.list.count, expected );
		if ( crowd->passages.list.count == 1 && crowd->meshPassages.list.count == 1 )
		{
			const wfMeshPassage* frame = &crowd->meshPassages.list.data[0];
			const wfPassageState* state = &crowd->passages.list.data[0];
			CHECK_NEAR( state->shape.width, widths[k], 1e-6 );
			CHECK( wfDistance3( frame->tangent.position, bend( 8.0, 4.0 ) ) < 0.15 );
			wfVec3 along = wfOutOfAxes( &frame->tangent, state->shape.along.x, state->shape.along.y );
			CHECK( fabs( along.y ) < 0.01 );
			CHECK( state->takesTurns && state->singleFile == ( widths[k] < 1.25 ) );
			CHECK( state->halfLength > 0.1 && state->halfLength < 1.0 );
		}
		CHECK_EQUAL( wfCrowd_GetPassages( crowd, NULL, 0 ), 0 ); // these are of floor plans
		wfDestroyCrowd( crowd );
		wfDestroyMesh( mesh );
	}
}

static wfCrowd* makeTwoWayDoor( const wfMesh* mesh, wfWorkers* workers )
{
	wfCrowd* crowd = makeSurfaceCrowd( mesh, workers );
	fill( crowd, ( Wall ){ 2.0, 1.0, 7.0, 7.0 }, 40, addZone( crowd, mesh, 15.0, 16.0 ) );
	fill( crowd, ( Wall ){ 9.0, 1.0, 14.0, 7.0 }, 40, addZone( crowd, mesh, 0.0, 1.0 ) );
	return crowd;
}

TEST( FortyEachWayPassADoorOnAFoldedFloor )
{
	const double widths[] = { 1.0, 1.6 };
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfMesh* mesh = makeRooms( widths[k] );
		wfCrowd* crowd = makeTwoWayDoor( mesh, NULL );
		runAndCheck( crowd, 120.0 );
		wfDestroyCrowd( crowd );
		wfDestroyMesh( mesh );
	}
}

// From room to room through a corridor of 12 m.
TEST( TwoCrowdsPassEachOtherInAFoldedCorridor )
{
	const double widths[] = { 1.2, 1.6, 2.0 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		double low = 4.0 - 0.5 * widths[k], high = 4.0 + 0.5 * widths[k];
		const Wall walls[] = { { 8.0, 0.0, 20.0, low }, { 8.0, high, 20.0, 8.0 } };
		wfMesh* mesh = makeFloor( 28.0, 8.0, walls, 2 );
		wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
		fill( crowd, ( Wall ){ 3.0, 1.0, 7.5, 7.0 }, 30, addZone( crowd, mesh, 26.0, 28.0 ) );
		fill( crowd, ( Wall ){ 20.5, 1.0, 25.0, 7.0 }, 30, addZone( crowd, mesh, 0.0, 2.0 ) );
		runAndCheck( crowd, 450.0 );
		wfDestroyCrowd( crowd );
		wfDestroyMesh( mesh );
	}
}

// Turns are saved, and where the passages are is found again.
TEST( TurnsOnMeshesAreTheSameHoweverTheyAreRun )
{
	wfMesh* mesh = makeRooms( 1.2 );
	wfWorkers* workers = makeWorkers( 3 );
	wfCrowd* crowds[3] = { makeTwoWayDoor( mesh, NULL ), makeTwoWayDoor( mesh, workers ), makeTwoWayDoor( mesh, NULL ) };
	checkSameRuns( crowds, 100, 160 );
	CHECK( crowds[0]->passages.list.count == 1 && crowds[0]->passages.list.data[0].holder != 0 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroyCrowd( crowds[k] );
	}
	wfDestroyWorkers( workers );
	wfDestroyMesh( mesh );
}

void runPassageTests( int argc, char** argv )
{
	RUN( ARowOnAMeshStartsTogether );
	RUN( BeyondAWallThereIsNoRoom );
	RUN( DoorsOfMeshesAreFoundAndNothingElse );
	RUN( FortyEachWayPassADoorOnAFoldedFloor );
	RUN( TwoCrowdsPassEachOtherInAFoldedCorridor );
	RUN_THREADED( TurnsOnMeshesAreTheSameHoweverTheyAreRun );
}
