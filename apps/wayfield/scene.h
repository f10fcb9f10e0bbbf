// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From a file and the settings to a grid, a planner and goals: the way `field`, `plan` and `demo` have in common. Whatever goes
// wrong is told on stderr; the functions return exit codes.
#pragma once

#include "command.h"
#include "json_out.h"
#include "options.h"
#include "progress.h"
#include "wayfield/io.h"
#include "wayfield/picture.h"

typedef struct wfScene
{
	const char* file;
	wfSettings settings;
	wfScenario scenario;
	wfWorkers* workers;
	wfGrid* grid;
	wfPlannerDef plannerDef;
	wfPlanner* planner;
	wfProgress progress;
	size_t memoryLimit;
	double secondsRead, secondsGrid, secondsPlanner;
} wfScene;

// Reads the file, or the embedded file where `embedded` is not null, and makes the workers. wfScene_Free is called in any case.
int wfScene_Open( wfScene* scene, const char* file, const char* embedded, const wfSettings* settings );
int wfScene_MakeGrid( wfScene* scene );
int wfScene_MakePlanner( wfScene* scene );
void wfScene_Free( wfScene* scene );

// Passages the grid closes, warned of on stderr; freed with free. `count` receives how many there are.
int wfScene_FindClosedPassages( const wfScene* scene, wfClosedPassage** passages, int32_t* count );

// "X,Y" or the name of a goal of the file; null: the only goal there is. `point` gives room for a point goal.
int wfScene_FindGoal( const wfScene* scene, const char* command, const char* text, wfVec2* point, wfGoalDef* goal );

// Why the start or goal (`what`) cannot be where it is, and the nearest place where it can.
void wfScene_DescribeBlocked( const wfScene* scene, const char* what, wfVec2 place, char* text, size_t capacity );
// Tell at once, before the factorisation, that a goal lies in an obstacle.
int wfScene_CheckGoal( const wfScene* scene, const wfGoalDef* goal );
// Solve for one goal. The result is told when its check did not hold.
int wfScene_SolveField( wfScene* scene, const wfGoalDef* goal, wfField** field );

int wfScene_Draw( const wfScene* scene, const char* path, const wfField* field, const wfPictureDef* def );

// Where a path ends and whether every piece of it is free, looked at once more with the grid alone.
bool wfIsPathTrue( const wfField* field, wfVec2 start, const wfPath* path );

// "path,x,y" with a line for each point.
void wfAddPathsAsCsv( wfText* text, const wfPath* paths, int32_t count );
void wfAddSceneAsJson( wfJsonOut* json, const wfScene* scene );
void wfAddPlannerAsJson( wfJsonOut* json, const wfPlannerReport* report );
void wfAddFieldAsJson( wfJsonOut* json, const wfFieldReport* report, int32_t goalCells );
// The lines about world, grid and factor that every report begins with.
void wfPrintScene( const wfScene* scene );
