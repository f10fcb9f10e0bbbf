// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The same room as a plane and as a mesh, asked by the same calls.
#include "ground/on_mesh.h"
#include "test.h"

#include <math.h>
#include <string.h>

// Ten by six metres, and a wall from the south up to four metres, half a metre thick.
#define WIDTH 10.0
#define DEPTH 6.0
#define EDGE 0.25

static wfWorld* makeWorld( wfShapeId* wall )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { WIDTH, DEPTH } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_boxShape;
	shape.center = ( wfVec2 ){ 5.0, 2.0 };
	shape.halfSize = ( wfVec2 ){ 0.25, 2.0 };
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, wall, NULL ), wf_ok );
	return world;
}

#define COLUMNS 40
#define ROWS 24

static wfMesh* makeFloor( wfSurfaceMask** mask )
{
	static wfVec3 vertices[( COLUMNS + 1 ) * ( ROWS + 1 )];
	static int32_t triangles[6 * COLUMNS * ROWS];
	int32_t blocked[6 * COLUMNS * ROWS], blockedCount = 0;
	for ( int32_t k = 0; k < ( COLUMNS + 1 ) * ( ROWS + 1 ); ++k )
	{
		vertices[k] = ( wfVec3 ){ EDGE * ( k % ( COLUMNS + 1 ) ), EDGE * ( k / ( COLUMNS + 1 ) ), 0.0 };
	}
	for ( int32_t k = 0; k < COLUMNS * ROWS; ++k )
	{
		int32_t i = k % COLUMNS, j = k / COLUMNS, at = j * ( COLUMNS + 1 ) + i;
		const int32_t corners[6] = { at, at + 1, at + COLUMNS + 2, at, at + COLUMNS + 2, at + COLUMNS + 1 };
		memcpy( triangles + 6 * k, corners, sizeof( corners ) );
		if ( ( i == 19 || i == 20 ) && j < 16 )
		{
			blocked[blockedCount++] = 2 * k;
			blocked[blockedCount++] = 2 * k + 1;
		}
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = ( COLUMNS + 1 ) * ( ROWS + 1 );
	def.triangles = triangles;
	def.triangleCount = 2 * COLUMNS * ROWS;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_BlockTriangles( *mask, blocked, blockedCount, NULL ), wf_ok );
	return mesh;
}

// Both kinds, one after the other.
typedef struct Room
{
	wfWorld* world;
	wfShapeId wall;
	wfMesh* mesh;
	wfSurfaceMask* mask;
	wfGroundDef def;
	wfGround ground;
} Room;

static const wfGroundSettings s_settings = { .haste = 8.0 }; // distances are nearly those of the shortest paths

// 0: as the ground chooses its cells.
static void openRoomOfCells( Room* room, bool onMesh, double cellSize )
{
	*room = ( Room ){ 0 };
	if ( onMesh )
	{
		room->mesh = makeFloor( &room->mask );
		room->def = wfMakeMeshGround( room->mesh );
		room->def.mask = room->mask;
	}
	else
	{
		room->world = makeWorld( &room->wall );
		room->def = wfMakePlaneGround( room->world );
	}
	CHECK_EQUAL( wfCheckGroundDef( &room->def, NULL ), wf_ok );
	wfGroundSettings settings = s_settings;
	settings.cellSize = cellSize;
	CHECK_EQUAL( wfGround_Create( &room->ground, &room->def, &settings, NULL ), wf_ok );
}

static void openRoom( Room* room, bool onMesh )
{
	openRoomOfCells( room, onMesh, 0.0 );
}

static void closeRoom( Room* room )
{
	wfGround_Free( &room->ground );
	wfDestroySurfaceMask( room->mask );
	wfDestroyMesh( room->mesh );
	wfDestroyWorld( room->world );
}

static wfPlace placeAt( const Room* room, double x, double y )
{
	wfPlace place;
	CHECK( wfGround_FindPlace( &room->ground, ( wfVec3 ){ x, y, 0.0 }, ( wfSurfacePoint ){ -1, 0.0, 0.0 }, &place ) );
	return place;
}

static const wfTarget* findPoint( Room* room, double x, double y, int32_t* layer )
{
	wfDestination to = { .point = { x, y, 0.0 }, .place = { -1, 0.0, 0.0 } };
	int32_t target = -1;
	CHECK( wfGround_HasDestination( &room->ground, &to ) );
	wfGround_Settle( &room->ground, &to );
	CHECK_EQUAL( wfGround_FindLayer( &room->ground, 0.2, 0, layer, NULL ), wf_ok );
	CHECK_EQUAL( wfGround_FindTarget( &room->ground, *layer, &to, &target, NULL ), wf_ok );
	return &room->ground.routes.targets.data[target];
}

// ---------------------------------------------------------------------------------------------------------------- places

TEST( PlacesAndVectorsAreThoseOfSpace )
{
	for ( int32_t kind = 0; kind < 2; ++kind )
	{
		Room room;
		openRoom( &room, kind == 1 );
		wfPlace a = placeAt( &room, 2.1, 1.3 ), b = placeAt( &room, 3.4, 2.2 );
		wfVec3 position = wfGround_GetPosition( &room.ground, a );
		CHECK_NEAR( position.x, 2.1, 1e-12 );
		CHECK_NEAR( position.y, 1.3, 1e-12 );
		CHECK( wfGround_IsPlace( &room.ground, a ) && ( a.triangle >= 0 ) == ( kind == 1 ) );
		wfVec2 offset = wfGround_GetOffset( &room.ground, a, b );
		wfVec3 straight = wfGround_IntoSpace( &room.ground, a.triangle, offset.x, offset.y );
		CHECK_NEAR( straight.x, 1.3, 1e-12 );
		CHECK_NEAR( straight.y, 0.9, 1e-12 );
		wfVec2 back = wfGround_OutOfSpace( &room.ground, a.triangle, straight );
		CHECK_NEAR( back.x, offset.x, 1e-12 );
		CHECK_NEAR( back.y, offset.y, 1e-12 );
		char text[64];
		wfGround_PrintPlace( &room.ground, a, text, sizeof( text ) );
		CHECK_STRING( text, kind == 1 ? "2.1, 1.3, 0" : "2.1, 1.3" );
		closeRoom( &room );
	}
}

TEST( WallsAreAsFarAwayAsTheyAre )
{
	for ( int32_t kind = 0; kind < 2; ++kind )
	{
		Room room;
		openRoom( &room, kind == 1 );
		int32_t layer;
		CHECK_EQUAL( wfGround_FindLayer( &room.ground, 0.2, 0, &layer, NULL ), wf_ok );
		CHECK_NEAR( wfGround_GetClearance( &room.ground, layer, placeAt( &room, 4.15, 2.0 ), 3.0 ), 0.6, 0.02 );
		CHECK_NEAR( wfGround_GetClearance( &room.ground, layer, placeAt( &room, 2.0, 1.0 ), 3.0 ), 1.0, 0.02 );
		CHECK_NEAR( wfGround_GetClearance( &room.ground, layer, placeAt( &room, 2.0, 3.0 ), 0.5 ), 0.5, 0.0 );
		bool fits;
		CHECK_EQUAL( wfGround_HasRoom( &room.ground, placeAt( &room, 4.15, 2.0 ), 0, 0.59, &fits ), wf_ok );
		CHECK( fits );
		CHECK_EQUAL( wfGround_HasRoom( &room.ground, placeAt( &room, 4.15, 2.0 ), 0, 0.61, &fits ), wf_ok );
		CHECK( !fits );
		closeRoom( &room );
	}
}

// ---------------------------------------------------------------------------------------------------------------- routes

TEST( RoutesLeadAroundTheWall )
{
	for ( int32_t kind = 0; kind < 2; ++kind )
	{
		Room room;
		openRoom( &room, kind == 1 );
		int32_t layer;
		const wfTarget* target = findPoint( &room, 8.0, 1.0, &layer );
		wfPlace start = placeAt( &room, 2.0, 1.0 ), end = placeAt( &room, 8.0, 1.0 );
		// Over both corners of the wall, a radius away from it.
		double around = 2.0 * hypot( 2.75, 3.2 ) + 0.5;
		double distance = wfGround_GetDistance( &room.ground, target, start ), same;
		CHECK( distance > around && distance < ( kind == 1 ? sqrt( 2.0 ) : 1.15 ) * around ); // on a mesh from vertex to vertex
		wfVec2 flat = wfGround_GetDirection( &room.ground, target, start, &same );
		CHECK_NEAR( same, distance, 1e-9 );
		CHECK_NEAR( hypot( flat.x, flat.y ), 1.0, 1e-6 );
		wfVec3 direction = wfGround_IntoSpace( &room.ground, start.triangle, flat.x, flat.y );
		CHECK( direction.x > 0.2 && direction.y > 0.4 );
		CHECK( wfGround_LookToGoal( &room.ground, &target->to, target, start, &flat ) );
		direction = wfGround_IntoSpace( &room.ground, start.triangle, flat.x, flat.y );
		CHECK_NEAR( direction.x, 6.0, 1e-6 );
		CHECK( wfGround_IsAtGoal( &room.ground, target, end, 0.2, 0.0 ) );
		CHECK( !wfGround_IsAtGoal( &room.ground, target, start, 0.2, 0.0 ) );
		closeRoom( &room );
	}
}

TEST( TheSameDestinationIsSolvedOnce )
{
	for ( int32_t kind = 0; kind < 2; ++kind )
	{
		Room room;
		openRoom( &room, kind == 1 );
		int32_t layer;
		findPoint( &room, 8.0, 1.0, &layer );
		findPoint( &room, 8.0, 1.0, &layer );
		CHECK_EQUAL( room.ground.routes.targets.count, 1 );
		CHECK_EQUAL( room.ground.routes.layers.count, 1 );
		findPoint( &room, 1.0, 1.0, &layer );
		CHECK_EQUAL( room.ground.routes.targets.count, 2 );
		closeRoom( &room );
	}
}

TEST( EditsAreFollowed )
{
	Room room;
	openRoom( &room, false );
	int32_t layer;
	const wfTarget* target = findPoint( &room, 8.0, 1.0, &layer );
	wfPlace start = placeAt( &room, 2.0, 1.0 );
	CHECK( wfGround_GetDistance( &room.ground, target, start ) > 7.0 );
	CHECK_EQUAL( wfWorld_RemoveShape( room.world, room.wall ), wf_ok );
	bool edited = false;
	CHECK_EQUAL( wfGround_Follow( &room.ground, &edited, NULL ), wf_ok );
	CHECK( edited );
	CHECK_NEAR( wfGround_GetDistance( &room.ground, target, start ), 6.0, 0.6 );
	CHECK_EQUAL( wfGround_Follow( &room.ground, &edited, NULL ), wf_ok );
	CHECK( !edited );
	closeRoom( &room );
}

// What a ground has followed is what a new ground finds, with costly discs here and there. Both have the same cells: a ground
// chooses them once, a new one might choose others.
TEST( FollowedGroundsEqualNewOnes )
{
	Room room;
	openRoomOfCells( &room, false, 0.2 );
	wfGroundSettings settings = s_settings;
	settings.cellSize = 0.2;
	wfCostMarks marks = { 0 };
	CHECK_EQUAL( wfArray_Push( &marks, ( wfCostMark ){ 3.0, 2.0, 0.3f, 0, 0, 0 } ), wf_ok );
	CHECK_EQUAL( wfArray_Push( &marks, ( wfCostMark ){ 7.2, 4.1, 0.3f, 1, 0, 0 } ), wf_ok );
	int32_t layer;
	findPoint( &room, 8.0, 1.0, &layer );
	CHECK_EQUAL( wfGround_ReplaceMarks( &room.ground, &marks ), wf_ok );
	for ( int32_t step = 0; step < 12; ++step )
	{
		wfShapeDef shape = wfDefaultShapeDef();
		shape.kind = wf_boxShape;
		shape.role = step % 3 == 2 ? wf_terrainRole : wf_obstacleRole;
		shape.cost = 2.0;
		shape.center = ( wfVec2 ){ 1.0 + 0.7 * step, 1.0 + 2.5 * ( step % 2 ) };
		shape.halfSize = ( wfVec2 ){ 0.3, 0.2 };
		CHECK_EQUAL( wfWorld_AddShape( room.world, &shape, NULL, NULL ), wf_ok );
		bool edited = false;
		CHECK_EQUAL( wfGround_Follow( &room.ground, &edited, NULL ), wf_ok );
		Room other = { .def = room.def };
		CHECK_EQUAL( wfGround_Create( &other.ground, &other.def, &settings, NULL ), wf_ok );
		wfCostMarks same = { 0 };
		CHECK_EQUAL( wfArray_Append( &same, room.ground.routes.marks.data, room.ground.routes.marks.count ), wf_ok );
		CHECK_EQUAL( wfGround_ReplaceMarks( &other.ground, &same ), wf_ok );
		const wfTarget* made = findPoint( &other, 8.0, 1.0, &layer );
		const wfTarget* followed = findPoint( &room, 8.0, 1.0, &layer );
		const wfRouteLayer *a = &room.ground.routes.layers.data[0], *b = &other.ground.routes.layers.data[0];
		size_t cells = (size_t)b->cellCount;
		CHECK( memcmp( a->nearest, b->nearest, cells * sizeof( int32_t ) ) == 0 );
		CHECK( memcmp( a->grid->cost, b->grid->cost, cells * sizeof( float ) ) == 0 );
		bool equal = true;
		for ( size_t cell = 0; cell < cells; ++cell )
		{
			float x = wfGetCellDistance( &room.ground, followed, (int32_t)cell );
			float y = wfGetCellDistance( &other.ground, made, (int32_t)cell );
			equal = equal && ( x == y || fabsf( x - y ) < 1e-3f );
		}
		CHECK( equal );
		wfArray_Free( &same );
		wfGround_Free( &other.ground );
	}
	wfArray_Free( &marks );
	closeRoom( &room );
}

// ---------------------------------------------------------------------------------------------------------------- states

TEST( SavedRoutesComeBackTheSame )
{
	for ( int32_t kind = 0; kind < 2; ++kind )
	{
		Room room, other;
		openRoom( &room, kind == 1 );
		openRoom( &other, kind == 1 );
		CHECK( wfGround_HashOrigin( &room.ground, 1 ) == wfGround_HashOrigin( &other.ground, 1 ) );
		int32_t layer;
		double distance = wfGround_GetDistance( &room.ground, findPoint( &room, 8.0, 1.0, &layer ), placeAt( &room, 2.0, 1.0 ) );
		uint8_t bytes[512];
		wfStateWriter writer = { bytes, sizeof( bytes ), 0 };
		wfGround_SaveRoutes( &room.ground, &writer );
		CHECK( writer.size > 0 && writer.size <= sizeof( bytes ) );
		wfStateReader reader = { bytes, writer.size, false };
		CHECK_EQUAL( wfGround_RestoreRoutes( &other.ground, &reader, 1, 1, NULL ), wf_ok );
		CHECK_EQUAL( reader.left, 0 );
		double again = wfGround_GetDistance( &other.ground, &other.ground.routes.targets.data[0], placeAt( &other, 2.0, 1.0 ) );
		CHECK( again == distance );
		reader = ( wfStateReader ){ bytes, writer.size - 1, false };
		wfGround_FreeRoutes( &other.ground );
		CHECK_EQUAL( wfGround_RestoreRoutes( &other.ground, &reader, 1, 1, NULL ), wf_badFormat );
		closeRoom( &other );
		closeRoom( &room );
	}
}

// A wall across a world, with a door in it, turned by an angle.
static wfWorld* makeDoor( double width, double angle )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -6.0, -6.0 }, { 6.0, 6.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_boxShape;
	shape.halfSize = ( wfVec2 ){ 0.15, 6.0 };
	shape.angle = angle;
	for ( int32_t k = -1; k <= 1; k += 2 )
	{
		double out = k * ( 0.5 * width + 6.0 );
		shape.center = ( wfVec2 ){ -sin( angle ) * out + 0.07, cos( angle ) * out + 0.03 };
		CHECK_EQUAL( wfWorld_AddShape( world, &shape, NULL, NULL ), wf_ok );
	}
	return world;
}

// Somebody of radius 0.35 goes through the door. Returns how far it is, and the cells it took.
static double passDoor( double width, double angle, double* cellSize )
{
	Room room = { .world = makeDoor( width, angle ) };
	room.def = wfMakePlaneGround( room.world );
	CHECK_EQUAL( wfGround_Create( &room.ground, &room.def, &s_settings, NULL ), wf_ok );
	wfVec2 along = { 4.0 * cos( angle ), 4.0 * sin( angle ) };
	wfDestination to = { .point = { along.x, along.y, 0.0 }, .place = { -1, 0.0, 0.0 } };
	int32_t layer = -1, target = -1;
	wfGround_Settle( &room.ground, &to );
	CHECK_EQUAL( wfGround_FindLayer( &room.ground, 0.35, 0, &layer, NULL ), wf_ok );
	CHECK_EQUAL( wfGround_FindTarget( &room.ground, layer, &to, &target, NULL ), wf_ok );
	double distance =
		wfGround_GetDistance( &room.ground, &room.ground.routes.targets.data[target], placeAt( &room, -along.x, -along.y ) );
	*cellSize = room.ground.routes.layers.data[layer].cellSize;
	closeRoom( &room );
	return distance;
}

TEST( CellsAreAsFineAsDoorsNeed )
{
	for ( int32_t k = 0; k < 12; ++k )
	{
		double angle = 0.13 * k, cellSize, distance = passDoor( 0.78, angle, &cellSize );
		CHECK( distance > 7.5 && distance < 12.0 && cellSize < 0.18 );
		distance = passDoor( 0.95, angle, &cellSize );
		CHECK( distance > 7.5 && distance < 10.0 && cellSize < 0.35 && cellSize >= 0.175 );
		distance = passDoor( 1.6, angle, &cellSize );
		CHECK( distance > 7.5 && distance < 10.0 && fabs( cellSize - 0.35 ) < 1e-9 );
		CHECK( !( passDoor( 0.69, angle, &cellSize ) < 12.0 ) );
	}
}

TEST( SavedLayersKeepTheirCells )
{
	Room room, other;
	openRoom( &room, false );
	int32_t layer;
	findPoint( &room, 8.0, 1.0, &layer );
	double cellSize = room.ground.routes.layers.data[layer].cellSize;
	// A gap that would need finer ones.
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_boxShape;
	shape.center = ( wfVec2 ){ 5.0, 5.3 };
	shape.halfSize = ( wfVec2 ){ 0.25, 0.7 };
	wfShapeId gap;
	CHECK_EQUAL( wfWorld_AddShape( room.world, &shape, &gap, NULL ), wf_ok );
	bool edited = false;
	CHECK_EQUAL( wfGround_Follow( &room.ground, &edited, NULL ), wf_ok );
	uint8_t bytes[512];
	wfStateWriter writer = { bytes, sizeof( bytes ), 0 };
	wfGround_SaveRoutes( &room.ground, &writer );
	CHECK( writer.size > 0 && writer.size <= sizeof( bytes ) );
	other = ( Room ){ .def = room.def };
	CHECK_EQUAL( wfGround_Create( &other.ground, &other.def, &s_settings, NULL ), wf_ok );
	findPoint( &other, 8.0, 1.0, &layer );
	CHECK( other.ground.routes.layers.data[layer].cellSize < cellSize );
	wfGround_FreeRoutes( &other.ground );
	wfStateReader reader = { bytes, writer.size, false };
	CHECK_EQUAL( wfGround_RestoreRoutes( &other.ground, &reader, 1, 1, NULL ), wf_ok );
	CHECK( other.ground.routes.layers.data[0].cellSize == cellSize );
	CHECK( other.ground.routes.layers.data[0].cellCount == room.ground.routes.layers.data[0].cellCount );
	wfGround_Free( &other.ground );
	closeRoom( &room );
}

static wfResult solveOne( Room* room )
{
	wfDestination to = { .point = { 8.0, 1.0, 0.0 }, .place = { -1, 0.0, 0.0 } };
	int32_t layer, target;
	wfResult result = wfGround_Create( &room->ground, &room->def, &s_settings, NULL );
	if ( result == wf_ok )
	{
		wfGround_Settle( &room->ground, &to );
		result = wfGround_FindLayer( &room->ground, 0.2, 0, &layer, NULL );
	}
	result = result == wf_ok ? wfGround_FindTarget( &room->ground, layer, &to, &target, NULL ) : result;
	wfGround_Free( &room->ground );
	return result;
}

TEST( MemoryMayRunOut )
{
	for ( int32_t kind = 0; kind < 2; ++kind )
	{
		Room room;
		openRoom( &room, kind == 1 );
		wfGround_Free( &room.ground );
		CHECK_EQUAL( solveOne( &room ), wf_ok ); // the world has its index from here on
		TEST_EVERY_ALLOCATION( solveOne( &room ), (void)0 );
		room.ground = ( wfGround ){ 0 };
		closeRoom( &room );
	}
}

// -------------------------------------------------------------------------------------------------------- walking distances

static int32_t findWalks( wfGround* ground, wfGoalId goal )
{
	int32_t layer, walks = -1;
	CHECK_EQUAL( wfGround_FindLayer( ground, 0.2, 0, &layer, NULL ), wf_ok );
	CHECK_EQUAL( wfGround_FindWalks( ground, layer, goal, &walks, NULL ), wf_ok );
	return walks;
}

static wfGoalId addPointGoal( wfWorld* world, wfVec2 point )
{
	wfGoalDef def = wfDefaultGoalDef();
	wfGoalId goal = { 0 };
	def.kind = wf_pointGoal;
	def.points = &point;
	def.pointCount = 1;
	CHECK_EQUAL( wfWorld_AddGoal( world, &def, &goal, NULL ), wf_ok );
	return goal;
}

// From one side of the wall to the other: around two corners that the radius rounds. The finer the cells, the nearer to that, by
// about the first order.
TEST( WalksAreAsLongAsTheyAre )
{
	double errors[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfShapeId wall;
		wfWorld* world = makeWorld( &wall );
		wfGoalId goal = addPointGoal( world, ( wfVec2 ){ 8.05, 1.05 } );
		wfGroundDef def = wfMakePlaneGround( world );
		wfGroundSettings settings = { .cellSize = k == 0 ? 0.1 : 0.025, .haste = 2.0 };
		wfGround ground;
		CHECK_EQUAL( wfGround_Create( &ground, &def, &settings, NULL ), wf_ok );
		int32_t walks = findWalks( &ground, goal );
		const double radius = 0.2;
		// Tangents to the arcs around the corners, and the arcs.
		double far = hypot( 2.8, 2.95 ), tangent = sqrt( far * far - radius * radius );
		double arc = radius * ( atan2( 2.95, 2.8 ) + asin( radius / far ) );
		double exact = 2.0 * ( tangent + arc ) + 0.5;
		double metres = wfGround_ReadWalk( &ground, walks, ( wfVec2 ){ 1.95, 1.05 } );
		errors[k] = metres - exact;
		CHECK( errors[k] > -0.05 && errors[k] < ( k == 0 ? 0.45 : 0.15 ) );
		CHECK( wfGround_ReadWalk( &ground, walks, ( wfVec2 ){ 8.05, 1.05 } ) == 0.0 );
		CHECK_NEAR( wfGround_ReadWalk( &ground, walks, ( wfVec2 ){ 8.05, 4.05 } ), 3.0, settings.cellSize );
		CHECK( wfGround_ReadWalk( &ground, walks, ( wfVec2 ){ 5.0, 1.0 } ) == INFINITY );
		// The same again, and none where the goal is gone.
		CHECK_EQUAL( findWalks( &ground, goal ), walks );
		CHECK_EQUAL( wfWorld_RemoveGoal( world, goal ), wf_ok );
		CHECK_EQUAL( findWalks( &ground, goal ), walks );
		CHECK( wfGround_ReadWalk( &ground, walks, ( wfVec2 ){ 8.05, 1.05 } ) == INFINITY );
		wfGround_Free( &ground );
		wfDestroyWorld( world );
	}
	CHECK( errors[1] < 0.5 * errors[0] );
}

// Two metres between the end of the wall and the border, whatever the goal behind it is like; of dead ends beside the goal nobody
// comes. A goal before the passage has its own edge.
TEST( WidthsAreThoseOfTheNarrowestCut )
{
	wfShapeId wall;
	wfWorld* world = makeWorld( &wall );
	wfGoalDef def = wfDefaultGoalDef();
	def.kind = wf_polygonGoal;
	def.points = ( const wfVec2[4] ){ { 6.0, 1.0 }, { 9.5, 1.0 }, { 9.5, 5.5 }, { 6.0, 5.5 } };
	def.pointCount = 4;
	wfGoalId wide, narrow = addPointGoal( world, ( wfVec2 ){ 2.0, 5.0 } );
	CHECK_EQUAL( wfWorld_AddGoal( world, &def, &wide, NULL ), wf_ok );
	wfGroundDef of = wfMakePlaneGround( world );
	wfGroundSettings settings = { .cellSize = 0.1, .haste = 2.0 };
	wfGround ground;
	CHECK_EQUAL( wfGround_Create( &ground, &of, &settings, NULL ), wf_ok );
	// Middles come through 1.6 m of it.
	int32_t walks = findWalks( &ground, wide );
	CHECK_NEAR( ground.routes.walks.data[walks].width, 1.6, 0.21 );
	walks = findWalks( &ground, narrow );
	CHECK( ground.routes.walks.data[walks].width <= 0.41 );
	wfGround_Free( &ground );
	wfDestroyWorld( world );
}

int main( int argc, char** argv )
{
	RUN( PlacesAndVectorsAreThoseOfSpace );
	RUN( WallsAreAsFarAwayAsTheyAre );
	RUN( RoutesLeadAroundTheWall );
	RUN( TheSameDestinationIsSolvedOnce );
	RUN( EditsAreFollowed );
	RUN( FollowedGroundsEqualNewOnes );
	RUN( SavedRoutesComeBackTheSame );
	RUN( CellsAreAsFineAsDoorsNeed );
	RUN( SavedLayersKeepTheirCells );
	RUN( WalksAreAsLongAsTheyAre );
	RUN( WidthsAreThoseOfTheNarrowestCut );
	RUN( MemoryMayRunOut );
	return testReport();
}
