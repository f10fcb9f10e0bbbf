// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From a file and the settings to a grid, a planner and goals: the way `field`, `plan` and `demo` have in common.
#pragma once

#include "embedded.h"
#include "json_out.h"
#include "options.h"
#include "wayfield/io.h"
#include "wayfield/picture.h"

typedef struct wfScene
{
	const char* file;
	wfScenario scenario;
	wfWorkers* workers;
	wfGrid* grid;
	wfPlannerDef plannerDef;
	wfPlanner* planner;
	wfField* field;
	wfClosedPassage* passages; // that the grid closes
	int32_t passageCount;
	wfProgress progress;
	size_t memoryLimit;
	double secondsRead, secondsGrid, secondsPlanner;
} wfScene;

// Reads the file, the embedded file where `embedded` is not null, or the built-in scenario of that name, and makes the workers.
void wfScene_Open( wfScene* scene, const char* file, const wfEmbedded* embedded );
void wfScene_MakeGrid( wfScene* scene );
void wfScene_MakePlanner( wfScene* scene );

// Passages the grid closes, warned of on stderr.
void wfScene_FindClosedPassages( wfScene* scene );

// "X,Y" or the name of a goal of the file, given by this option; null: the only goal there is.
wfGoalDef wfScene_FindGoal( const wfScene* scene, const char* option, const char* text );
// The point must stay where it is.
wfGoalDef wfMakePointGoal( const wfVec2* point );

// Ends the program: why the start or goal (`what`) cannot be where it is, and the nearest place where it can.
_Noreturn void wfScene_ReportBlocked( const wfScene* scene, wfResult result, const char* what, wfVec2 place );
// At once, before the factorisation: that a goal lies in an obstacle.
void wfScene_CheckGoal( const wfScene* scene, const wfGoalDef* goal );
void wfScene_SolveField( wfScene* scene, const wfGoalDef* goal );

// Its field, with what the def asks for; `width` 0: the default.
void wfScene_Draw( const wfScene* scene, const char* path, int32_t width, const wfPictureDef* def );

// Where a path ends and whether every piece of it is free, looked at once more with the grid alone.
bool wfIsPathTrue( const wfField* field, wfVec2 start, const wfPath* path );

// "path,x,y" with a line for each point.
void wfAddPathsAsCsv( wfText* text, const wfPath* paths, int32_t count );
// The points of a path as a list.
void wfAddPointsAsJson( wfJsonOut* json, const wfPath* path );
void wfAddSceneAsJson( wfJsonOut* json, const wfScene* scene );
// Its planner and its field.
void wfAddSolutionAsJson( wfJsonOut* json, const wfScene* scene );
// The lines about world, grid and factor that every report begins with.
void wfPrintScene( const wfScene* scene );
