// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the experiments on surfaces share.
#pragma once

#include "experiment.h"

// A mesh with obstacles, its planner and the field of one goal.
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

wfVec3 wfTrial_GetPoint( wfTrial* run, const char* path );

// The built-in surface named by "surface", with "vertices", "size" and "seed" where given, each after `prefix` ("",
// "surfaces[0]."); "shake": its vertices moved by that share of their shortest edge; "flat": a triangle of no area at every such
// edge.
wfMesh* wfTrial_MakeSurface( wfTrial* run, const char* prefix );
// With another seed of its hills and its noise.
wfMesh* wfTrial_MakeSeededSurface( wfTrial* run, const char* prefix, uint64_t seed );
// Discs on the surface: "center" and "radius" of each object of the list at `path`.
void wfTrial_BlockDiscs( wfTrial* run, const char* path, wfSolvedSurface* stage );
// The vertex of the triangle nearest to a point that is nearest to it.
int32_t wfGetNearestVertex( const wfMesh* mesh, wfVec3 point );
// The goal is one vertex, as the goal of 3DS-BVP is one cell.
void wfSolvedSurface_SetGoal( wfSolvedSurface* stage, wfVec3 point );
// The planner and the field of the stage's goal.
void wfTrial_SolveStage( wfTrial* run, wfSolvedSurface* stage );
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
	double lengthMean;
} wfTour;

// From every `stride`-th vertex that is free, as the field leads, or down the relaxed potential `p` where it is not null, as
// 3DS-BVP walks. `lengths`, may be null: of each vertex, NaN where nobody walked.
wfTour wfTrial_TourStage( wfTrial* run, const wfSolvedSurface* stage, const double* p, int32_t stride, double tautness,
						  double* lengths );
// The path from a place; true where it arrived. Tautness 0: as the field leads.
bool wfTrial_TraceSurface( wfTrial* run, const wfSolvedSurface* stage, const double* p, wfSurfacePoint start, double tautness,
						   wfSurfacePath* path );

// A picture beside the run's own, its name continued by `-ending` unless empty, from the "view" of the experiment: [azimuth,
// elevation] in degrees. No picture is asked for: nothing is done.
void wfTrial_DrawStage( wfTrial* run, const wfSolvedSurface* stage, const char* ending, const char* title,
						const wfSurfacePath* paths, int32_t count );

// From these places, drawn the same way. Returns how many arrive.
int32_t wfTrial_DrawWalksOn( wfTrial* run, const wfSolvedSurface* stage, const char* ending, const char* title,
							 const wfSurfacePoint* starts, int32_t count );

// Relax p to e_max, with a vertex taken as an obstacle unless -1; one double per vertex. `report` may be null.
double* wfTrial_Relax( wfTrial* run, const wfSolvedSurface* stage, int32_t occupied, double sumChange, wfRelaxReport* report );

double wfDegrees( double radians );
