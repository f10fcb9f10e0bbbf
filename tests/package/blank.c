// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A program that knows nothing of the source tree: it sees what was installed. Plans around a wall and says where it arrived.

#include <wayfield/wayfield.h>

#include <stdio.h>

static int fail( const char* what, wfResult result )
{
	printf( "%s: %s\n", what, wfDescribeResult( result ) );
	return 1;
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
	result = wfField_TracePath( field, start, &traceDef, &path );
	if ( result != wf_ok )
	{
		return fail( "path", result );
	}
	// Around the wall's upper end at y = 5 it cannot be shorter than two straight legs.
	int ok = path.length > 11.0 && path.length < 20.0 && wfField_GetReport( field ).flatCells == 0;
	printf( "%s: %d points, %.2f m\n", ok ? "arrived" : "strange path", path.count, path.length );

	wfPath_Free( &path );
	wfDestroyField( field );
	wfDestroyPlanner( planner );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
	return ok ? 0 : 1;
}
