// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Shapes and goals: ids, copies, what is refused, memory.
#include "test_world.h"

#include <math.h>
#include <string.h>

TEST( IdsOfRemovedShapesStayInvalid )
{
	wfWorld* world = makeWorld( 10.0, 10.0 );
	wfShapeId ids[200];
	for ( int32_t k = 0; k < 200; ++k )
	{
		ids[k] = addShape( world, discDef( 5.0, 5.0, 0.1 ), wf_obstacleRole );
		CHECK( wfWorld_IsShapeValid( world, ids[k] ) );
		if ( k % 3 != 0 )
		{
			CHECK_EQUAL( wfWorld_RemoveShape( world, ids[k] ), wf_ok );
		}
	}
	CHECK_EQUAL( wfWorld_GetShapeCount( world ), 67 );
	for ( int32_t k = 0; k < 200; ++k )
	{
		CHECK( wfWorld_IsShapeValid( world, ids[k] ) == ( k % 3 == 0 ) );
		for ( int32_t m = 0; m < k; ++m )
		{
			CHECK( ids[k].index1 != ids[m].index1 || ids[k].generation != ids[m].generation );
		}
	}
	CHECK_EQUAL( wfWorld_RemoveShape( world, ids[1] ), wf_notFound );
	CHECK_EQUAL( wfWorld_RemoveShape( world, ( wfShapeId ){ 0 } ), wf_notFound );
	CHECK_EQUAL( wfWorld_RemoveShape( world, ( wfShapeId ){ 9999, 1 } ), wf_notFound );
	wfShapeId few[5];
	CHECK_EQUAL( wfWorld_GetShapeIds( world, few, 5 ), 67 );
	CHECK( wfWorld_IsShapeValid( world, few[4] ) );
	CHECK_EQUAL( wfWorld_GetShapeIds( world, NULL, 0 ), 67 );
	CHECK_EQUAL( wfWorld_GetRevision( world ), 200 + 133 );
	wfDestroyWorld( world );
}

TEST( ShapesAreCopied )
{
	wfWorld* world = makeWorld( 10.0, 10.0 );
	wfVec2 points[7] = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 }, { 1, 1 }, { 2, 1 }, { 1, 2 } };
	int32_t rings[2] = { 4, 3 };
	char name[] = "room";
	wfShapeDef def = polygonDef( points, 7 );
	def.ringSizes = rings;
	def.ringCount = 2;
	def.name = name;
	wfShapeId id = addShape( world, def, wf_obstacleRole );
	points[0].x = NAN;
	rings[0] = 99;
	name[0] = 'x';
	wfShapeDef copy = wfWorld_GetShape( world, id );
	CHECK_EQUAL( copy.pointCount, 7 );
	CHECK_EQUAL( copy.ringCount, 2 );
	CHECK_EQUAL( copy.ringSizes[0], 4 );
	CHECK_NEAR( copy.points[0].x, 0.0, 0.0 );
	CHECK_STRING( copy.name, "room" );
	// What is read back can be added again.
	CHECK_EQUAL( wfWorld_AddShape( world, &copy, NULL, NULL ), wf_ok );
	wfDestroyWorld( world );
}

static void checkRefused( wfWorld* world, wfShapeDef def, const char* field )
{
	wfError error = { 0 };
	wfShapeId id = { 7, 7 };
	int32_t count = wfWorld_GetShapeCount( world );
	CHECK_EQUAL( wfWorld_AddShape( world, &def, &id, &error ), wf_outOfRange );
	CHECK_EQUAL( id.index1, 0 );
	CHECK_EQUAL( error.result, wf_outOfRange );
	CHECK_STRING( error.field, field );
	CHECK( strlen( error.message ) > 10 );
	CHECK_EQUAL( wfWorld_AddShape( world, &def, NULL, NULL ), wf_outOfRange );
	CHECK_EQUAL( wfWorld_GetShapeCount( world ), count );
}

TEST( BadShapesAreRefused )
{
	wfWorld* world = makeWorld( 10.0, 10.0 );
	wfVec2 points[4] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, INFINITY } };
	uint8_t cells[4] = { 0 };
	int32_t rings[2] = { 2, 1 };
	checkRefused( world, boxDef( NAN, 0, 1, 1, 0 ), "center.x" );
	checkRefused( world, boxDef( 0, -INFINITY, 1, 1, 0 ), "center.y" );
	checkRefused( world, boxDef( 0, 0, -1, 1, 0 ), "halfSize.x" );
	checkRefused( world, boxDef( 0, 0, 1, NAN, 0 ), "halfSize.y" );
	checkRefused( world, boxDef( 0, 0, 1, 1, NAN ), "angle" );
	checkRefused( world, boxDef( 1e300, 0, 1, 1, 0 ), "center.x" );
	checkRefused( world, discDef( 0, 0, -0.1 ), "radius" );
	checkRefused( world, discDef( 0, 0, NAN ), "radius" );
	checkRefused( world, lineDef( points, 1, 0 ), "points" );
	checkRefused( world, lineDef( NULL, 2, 0 ), "points" );
	checkRefused( world, lineDef( points, 2, -1 ), "radius" );
	checkRefused( world, polygonDef( points, 2 ), "points" );
	checkRefused( world, polygonDef( points, 4 ), "points[3].y" );
	checkRefused( world, polygonDef( points, -5 ), "points" );
	wfShapeDef ring = polygonDef( points, 3 );
	ring.ringSizes = rings;
	ring.ringCount = 2;
	checkRefused( world, ring, "ringSizes[0]" );
	rings[0] = 3;
	ring.ringCount = 0;
	checkRefused( world, ring, "ringCount" );
	rings[1] = 3;
	ring.ringCount = 2;
	checkRefused( world, ring, "ringSizes" );
	checkRefused( world, imageDef( cells, 0, 2, 0, 0, 1 ), "width" );
	checkRefused( world, imageDef( cells, 2, -2, 0, 0, 1 ), "height" );
	checkRefused( world, imageDef( cells, 2, 2, 0, 0, 0 ), "pixelSize" );
	checkRefused( world, imageDef( cells, 2, 2, 0, 0, NAN ), "pixelSize" );
	checkRefused( world, imageDef( NULL, 2, 2, 0, 0, 1 ), "cells" );
	wfShapeDef huge = imageDef( cells, 1 << 20, 1 << 20, 0, 0, 1e-6 );
	CHECK_EQUAL( wfWorld_AddShape( world, &huge, NULL, NULL ), wf_tooLarge );
	wfShapeDef terrain = boxDef( 1, 1, 1, 1, 0 );
	terrain.role = wf_terrainRole;
	terrain.cost = 0.5;
	checkRefused( world, terrain, "cost" );
	terrain.cost = NAN;
	checkRefused( world, terrain, "cost" );
	wfShapeDef kind = boxDef( 1, 1, 1, 1, 0 );
	kind.kind = (wfShapeKind)17;
	checkRefused( world, kind, "kind" );
	kind = boxDef( 1, 1, 1, 1, 0 );
	kind.role = (wfShapeRole)-3;
	checkRefused( world, kind, "role" );
	CHECK_EQUAL( wfWorld_GetRevision( world ), 0 );
	wfDestroyWorld( world );
}

TEST( BadWorldsAndDefsAreRefused )
{
	wfWorld* world = NULL;
	wfError error = { 0 };
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds.upper.x = NAN;
	CHECK_EQUAL( wfCreateWorld( &def, &world, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "bounds.upper.x" );
	def.bounds.upper.x = def.bounds.lower.x;
	CHECK_EQUAL( wfCreateWorld( &def, &world, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "bounds" );
	CHECK( world == NULL );
	testBeginAsserts();
	wfWorldDef zero = { 0 };
	CHECK_EQUAL( wfCreateWorld( &zero, &world, &error ), wf_invalidDef );
	CHECK_EQUAL( wfCreateWorld( NULL, &world, NULL ), wf_invalidDef );
	wfWorld* real = makeWorld( 1.0, 1.0 );
	CHECK_EQUAL( wfWorld_AddShape( real, &( wfShapeDef ){ 0 }, NULL, &error ), wf_invalidDef );
	CHECK_EQUAL( wfWorld_AddGoal( real, &( wfGoalDef ){ 0 }, NULL, &error ), wf_invalidDef );
	CHECK_EQUAL( wfWorld_AddShape( NULL, NULL, NULL, NULL ), wf_invalidDef );
	wfGrid* grid = NULL;
	CHECK_EQUAL( wfCreateGrid( real, &( wfGridDef ){ 0 }, &grid, &error ), wf_invalidDef );
	CHECK_EQUAL( wfWorld_GetShape( real, ( wfShapeId ){ 0 } ).internalCookie, 0 );
	CHECK_EQUAL( wfWorld_GetGoal( real, ( wfGoalId ){ 3, 1 } ).internalCookie, 0 );
	CHECK( wfWorld_GetDistance( real, ( wfVec2 ){ 0.5, 0.5 }, 32 ) == 0.0 );
	CHECK_EQUAL( testEndAsserts(), 9 );
	wfDestroyWorld( real );
}

TEST( GoalsHaveNamesAndIds )
{
	wfWorld* world = makeWorld( 10.0, 10.0 );
	wfVec2 points[3] = { { 1, 1 }, { 2, 1 }, { 2, 2 } };
	wfGoalDef def = wfDefaultGoalDef();
	def.kind = wf_polygonGoal;
	def.points = points;
	def.pointCount = 3;
	def.name = "exit";
	wfGoalId exit, other;
	CHECK_EQUAL( wfWorld_AddGoal( world, &def, &exit, NULL ), wf_ok );
	wfError error = { 0 };
	CHECK_EQUAL( wfWorld_AddGoal( world, &def, &other, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "name" );
	def.name = NULL;
	CHECK_EQUAL( wfWorld_AddGoal( world, &def, &other, NULL ), wf_ok );
	CHECK_EQUAL( wfWorld_GetGoalIds( world, NULL, 0 ), 2 );
	CHECK_EQUAL( wfWorld_FindGoal( world, "exit" ).index1, exit.index1 );
	CHECK_EQUAL( wfWorld_FindGoal( world, "door" ).index1, 0 );
	CHECK_EQUAL( wfWorld_GetGoal( world, exit ).pointCount, 3 );
	CHECK_EQUAL( wfWorld_RemoveGoal( world, exit ), wf_ok );
	CHECK_EQUAL( wfWorld_RemoveGoal( world, exit ), wf_notFound );
	CHECK_EQUAL( wfWorld_FindGoal( world, "exit" ).index1, 0 );
	CHECK_EQUAL( wfWorld_AddGoal( world, &def, &exit, NULL ), wf_ok );
	CHECK_EQUAL( wfWorld_GetGoalIds( world, NULL, 0 ), 2 );
	const wfGoalKind kinds[4] = { wf_pointGoal, wf_lineGoal, wf_polygonGoal, wf_cellsGoal };
	for ( int32_t k = 0; k < 4; ++k )
	{
		def.kind = kinds[k];
		def.pointCount = k == 0 ? 2 : ( k == 3 ? 0 : k );
		CHECK_EQUAL( wfWorld_AddGoal( world, &def, NULL, &error ), wf_outOfRange );
		CHECK_STRING( error.field, "points" );
	}
	points[0].y = NAN;
	def.pointCount = 1;
	CHECK_EQUAL( wfWorld_AddGoal( world, &def, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "points[0].y" );
	wfDestroyWorld( world );
}

static wfResult buildAll( wfWorld** world )
{
	wfWorldDef def = wfDefaultWorldDef();
	wfResult result = wfCreateWorld( &def, world, NULL );
	if ( result != wf_ok )
	{
		return result;
	}
	const wfVec2 points[4] = { { 1, 1 }, { 5, 1 }, { 5, 5 }, { 2, 4 } };
	const uint8_t cells[6] = { 1, 0, 1, 1, 0, 0 };
	wfShapeDef shapes[6] = { boxDef( 5, 5, 1, 1, 0.3 ),			 discDef( 1, 1, 1 ),
							 lineDef( points, 3, 0.1 ),			 polygonDef( points, 4 ),
							 imageDef( cells, 3, 2, 1, 1, 0.7 ), boxDef( 4, 4, 3, 3, 0 ) };
	shapes[5].role = wf_walkableRole;
	shapes[2].role = wf_walkableRole;
	for ( int32_t k = 0; k < 6 && result == wf_ok; ++k )
	{
		shapes[k].name = k % 2 == 0 ? "name" : NULL;
		result = wfWorld_AddShape( *world, &shapes[k], NULL, NULL );
	}
	wfGoalDef goal = wfDefaultGoalDef();
	goal.points = points;
	goal.pointCount = 1;
	goal.name = "goal";
	result = result == wf_ok ? wfWorld_AddGoal( *world, &goal, NULL, NULL ) : result;
	if ( result != wf_ok )
	{
		wfDestroyWorld( *world );
	}
	return result;
}

TEST( WorldsSurviveEveryFailedAllocation )
{
	wfWorld* world = NULL;
	TEST_EVERY_ALLOCATION( buildAll( &world ), wfDestroyWorld( world ) );
}

void runShapeTests( int argc, char** argv )
{
	RUN( IdsOfRemovedShapesStayInvalid );
	RUN( ShapesAreCopied );
	RUN( BadShapesAreRefused );
	RUN( BadWorldsAndDefsAreRefused );
	RUN( GoalsHaveNamesAndIds );
	RUN( WorldsSurviveEveryFailedAllocation );
}
