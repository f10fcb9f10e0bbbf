// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A program that knows nothing of the source tree: it sees what was installed. Plans around a wall and says where it arrived, and
// lets two agents change places around it.

#include <wayfield/wayfield.h>

#include <stdio.h>

static int fail( const char* what, wfResult result )
{
	printf( "%s: %s\n", what, wfDescribeResult( result ) );
	return 1;
}

static int walk( wfWorld* world )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakePlaneGround( world );
	wfResult result = wfCreateCrowd( &ground, &def, &crowd, NULL );
	const wfVec3 ends[2] = { { 1.0, 1.0, 0.0 }, { 9.0, 1.0, 0.0 } };
	for ( int k = 0; k < 2 && result == wf_ok; ++k )
	{
		wfStop stop = wfMakePointStop( ends[1 - k] );
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ends[k];
		agent.stops = &stop;
		agent.stopCount = 1;
		result = wfCrowd_AddAgent( crowd, &agent, NULL, NULL );
	}
	while ( result == wf_ok && !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 60.0 )
	{
		result = wfCrowd_Tick( crowd, NULL );
	}
	int arrived = result == wf_ok ? (int)wfCrowd_GetArrivedCount( crowd ) : 0;
	printf( "%d walked around the wall\n", arrived );
	wfDestroyCrowd( crowd );
	return result != wf_ok ? fail( "crowd", result ) : arrived == 2 ? 0 : 1;
}

int main( void )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds.lower.x = 0.0;
	worldDef.bounds.lower.y = 0.0;
	worldDef.bounds.upper.x = 10.0;
	worldDef.bounds.upper.y = 6.0;
	wfWorld* world = NULL;
	wfResult result = wfCreateWorld( &worldDef, &world, NULL );
	if ( result != wf_ok )
	{
		return fail( "world", result );
	}

	wfShapeDef wall = wfDefaultShapeDef();
	wall.kind = wf_boxShape;
	wall.center.x = 5.0;
	wall.center.y = 2.5;
	wall.halfSize.x = 0.25;
	wall.halfSize.y = 2.5;
	wfShapeId wallId;
	result = wfWorld_AddShape( world, &wall, &wallId, NULL );
	if ( result != wf_ok )
	{
		return fail( "wall", result );
	}

	wfGridDef gridDef = wfDefaultGridDef();
	gridDef.cellSize = 0.25;
	wfGrid* grid = NULL;
	result = wfCreateGrid( world, &gridDef, &grid, NULL );
	if ( result != wf_ok )
	{
		return fail( "grid", result );
	}

	wfPlannerDef plannerDef = wfDefaultPlannerDef();
	wfPlanner* planner = NULL;
	result = wfCreatePlanner( grid, &plannerDef, &planner, NULL );
	if ( result != wf_ok )
	{
		return fail( "planner", result );
	}

	wfVec2 place = { 9.0, 1.0 };
	wfGoalDef goal = wfDefaultGoalDef();
	goal.kind = wf_pointGoal;
	goal.points = &place;
	goal.pointCount = 1;
	wfField* field = NULL;
	result = wfPlanner_CreateField( planner, &goal, &field, NULL );
	if ( result != wf_ok )
	{
		return fail( "field", result );
	}

	wfVec2 start = { 1.0, 1.0 };
	wfTraceDef traceDef = wfDefaultTraceDef();
	wfPath path = { 0 };
	result = wfField_TracePath( field, start, &traceDef, &path, NULL );
	if ( result != wf_ok )
	{
		return fail( "path", result );
	}
	// Around the wall's upper end at y = 5 it cannot be shorter than two straight legs.
	int ok = path.length > 11.0 && path.length < 20.0 && wfField_GetReport( field ).flatCount == 0;
	printf( "%s: %d points, %.2f m\n", ok ? "arrived" : "strange path", path.count, path.length );

	wfPath_Free( &path );
	wfDestroyField( field );
	wfDestroyPlanner( planner );
	wfDestroyGrid( grid );
	int walked = walk( world );
	wfDestroyWorld( world );
	return ok && walked == 0 ? 0 : 1;
}
