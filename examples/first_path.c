// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include <stdio.h>
#include <wayfield/wayfield.h>

int main( void )
{
	wfWorldDef worldDef = wfDefaultWorldDef(); // 10 x 10 m
	wfShapeDef wall = wfDefaultShapeDef();	   // a box
	wall.center.x = 5, wall.center.y = 3, wall.halfSize.x = 0.5, wall.halfSize.y = 3;
	wfGridDef gridDef = wfDefaultGridDef();			 // cells of 0.25 m
	wfPlannerDef plannerDef = wfDefaultPlannerDef(); // the safest paths
	wfGoalDef goal = wfDefaultGoalDef();			 // a point
	wfVec2 from = { 1, 1 }, to = { 9, 1 };
	goal.points = &to, goal.pointCount = 1;
	wfTraceDef traceDef = wfDefaultTraceDef();
	wfWorld* world = NULL;
	wfGrid* grid = NULL;
	wfPlanner* planner = NULL;
	wfField* field = NULL;
	wfPath path = { 0 };
	wfError error; // its message says what is wrong
	wfResult result = wfCreateWorld( &worldDef, &world, &error );
	result = result ? result : wfWorld_AddShape( world, &wall, NULL, &error );
	result = result ? result : wfCreateGrid( world, &gridDef, &grid, &error );
	result = result ? result : wfCreatePlanner( grid, &plannerDef, &planner, &error );
	result = result ? result : wfPlanner_CreateField( planner, &goal, &field, &error );
	result = result ? result : wfField_TracePath( field, from, &traceDef, &path, &error );
	if ( result )
		fprintf( stderr, "%s\n", error.message );
	else
		printf( "%.1f m long, %.1f m from the walls on average\n", path.length, path.clearanceMean );
	wfPath_Free( &path ), wfDestroyField( field ), wfDestroyPlanner( planner ), wfDestroyGrid( grid ), wfDestroyWorld( world );
	return (int)result;
}
