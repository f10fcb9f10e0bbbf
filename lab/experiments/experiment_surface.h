// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the experiments on surfaces share. Like everything of a run, these do nothing once the run has failed.
#pragma once

#include "experiment.h"
#include "wayfield/picture.h"

// A mesh with obstacles, its planner and the field of one goal. wfSolvedSurface_Free in any case.
typedef struct wfSolvedSurface
{
	wfMesh* mesh;
	wfSurfaceMask* mask; // null: none
	wfSurfacePlanner* planner;
	wfSurfaceField* field;
	int32_t* goals; // vertices; null: a place
	int32_t goalCount;
	wfSurfacePoint place;
} wfSolvedSurface;

void wfSolvedSurface_Free( wfSolvedSurface* stage );

// A number of the object at `path` ("": the experiment), `absent` where it is not there.
double wfRun_GetOption( wfRun* run, const char* path, const char* name, double absent );
wfVec3 wfRun_GetPoint( wfRun* run, const char* path );
// How many items the list has, 1 to `most`.
int32_t wfRun_CountItems( wfRun* run, const char* path, int32_t most );

// The built-in surface named by "surface", with "vertices", "size" and "seed" where given, of the object at `path`; "shake": its
// vertices moved by that share of their shortest edge; "flat": a triangle of no area at every such edge.
wfMesh* wfRun_MakeSurface( wfRun* run, const char* path );
// The scenario's world as a flat mesh with about as many vertices as it has cells of that size, its first goal and obstacles. The
// mesh reaches half a cell beyond the world: that is where a grid's cells outside, which repel, have their centres.
void wfRun_MakePlaneStage( wfRun* run, const wfGrid* grid, double noise, uint64_t seed, wfSolvedSurface* stage );
// Discs on the surface: "center" and "radius" of each object of the list at `path`.
void wfRun_BlockDiscs( wfRun* run, const char* path, wfSolvedSurface* stage );
// The vertex of the triangle nearest to a point that is nearest to it.
int32_t wfGetNearestVertex( const wfMesh* mesh, wfVec3 point );
// The goal is one vertex, as the literature's goal is one cell.
void wfRun_SetGoalVertex( wfRun* run, wfSolvedSurface* stage, wfVec3 point );
// The planner and the field of the stage's goal. `def` may be null; its mask is the stage's.
void wfRun_SolveStage( wfRun* run, wfSolvedSurface* stage, const wfSurfacePlannerDef* def );
// The goal of a stage as the field and the relaxation take it.
wfSurfaceGoalDef wfSolvedSurface_GetGoal( const wfSolvedSurface* stage );

// Walks from all over a mesh.
typedef struct wfTour
{
	int32_t starts, arrived;
	int32_t unreachable; // starts that obstacles cut off from the goal: not counted as starts
	int32_t touches;	 // paths that meet an obstacle
	int64_t rescues;
	double largestTurn, turnMean; // radians: of all paths, and the mean of each path's largest
	double lengthMean, clearanceMean;
} wfTour;

// From every `stride`-th vertex that is free. `lengths`, may be null: of each vertex, NaN where nobody walked.
wfTour wfRun_TourStage( wfRun* run, const wfSolvedSurface* stage, int32_t stride, double tautness, double* lengths );
// The path from a place, smooth; true where it arrived. Tautness 0: as the field leads.
bool wfRun_TraceSurface( wfRun* run, const wfSolvedSurface* stage, wfSurfacePoint start, double tautness, wfSurfacePath* path );

// A picture beside the run's own, its name continued by `-ending` unless null, from the "view" of the experiment: [azimuth,
// elevation] in degrees. No picture is asked for: nothing is done.
void wfRun_DrawStage( wfRun* run, const wfSolvedSurface* stage, const char* ending, const char* title, const wfSurfacePath* paths,
					  int32_t count );

// From every `stride`-th free vertex down the relaxed potential p, as the literature walks: how many arrive.
typedef struct wfReferenceTour
{
	int32_t starts, arrived;
	double largestTurn, turnMean;
} wfReferenceTour;
wfReferenceTour wfRun_TourPotential( wfRun* run, const wfSolvedSurface* stage, const double* p, int32_t stride );
// Relax p to e_max; one double per vertex, free() them.
double* wfRun_Relax( wfRun* run, const wfSolvedSurface* stage, double sumChange, wfRelaxReport* report );

double wfDegrees( double radians );
