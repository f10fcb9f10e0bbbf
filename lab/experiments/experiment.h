// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments: scenario files whose "experiment" object names what is measured and the bounds it must keep.
#pragma once

#include "wayfield/field.h"
#include "wayfield/io.h"

#include <stdbool.h>

#define WF_MAX_CLAIMS 16
#define WF_MAX_FIGURES 48
#define WF_MAX_LIST 16

// Something measured that the scenario file sets bounds for.
typedef struct wfClaim
{
	char name[48];
	char says[128];
	char unit[16];
	double figure;
	double least, most; // infinite where the file sets none
	bool held;
} wfClaim;

// Something measured for information.
typedef struct wfFigure
{
	char name[64];
	char unit[16];
	double value;
} wfFigure;

// One scenario file being run. Reading a value that is missing or a call that fails makes `result` other than wf_ok; what follows
// then does nothing, so that a run reads as the sequence of what it does.
typedef struct wfRun
{
	const char* file;
	const void* data; // what stands for the file, null: none
	size_t size;
	char id[16];
	char kind[32];
	char picture[512]; // where to draw; empty: nowhere
	bool quick;		   // fewer resolutions
	wfScenario scenario;
	wfExperiment values;
	wfClaim claims[WF_MAX_CLAIMS];
	int32_t claimCount;
	wfFigure figures[WF_MAX_FIGURES];
	int32_t figureCount;
	double seconds;
	char skipped[192]; // why, where what it needs is not there; else empty
	wfResult result;
	wfError error;
} wfRun;

// Read the scenario and its experiment, from a file or from `data` that stands for it.
void wfRun_Open( wfRun* run, const char* file, const void* data, size_t size );
void wfRun_Close( wfRun* run );
// Run it; claims and figures are filled.
void wfRun_Perform( wfRun* run );
bool wfRun_IsHeld( const wfRun* run );

// Fail at a value of the experiment.
void wfRun_Fail( wfRun* run, const char* path, const char* format, ... ) __attribute__( ( format( printf, 3, 4 ) ) );
// Take over a result; true while all is well.
bool wfRun_Check( wfRun* run, wfResult result );

bool wfRun_Has( const wfRun* run, const char* path );
// A text that is not empty; "" on failure.
const char* wfRun_GetText( wfRun* run, const char* path );
double wfRun_GetNumber( wfRun* run, const char* path );
wfVec2 wfRun_GetVector( wfRun* run, const char* path );
// 1 to WF_MAX_LIST numbers.
int32_t wfRun_GetList( wfRun* run, const char* path, double* numbers );

// A figure the file must have a claim for: { "says": text, "unit": text, "least": number, "most": number }, one of the bounds at
// least.
void wfRun_Claim( wfRun* run, const char* name, double figure );
void wfRun_Note( wfRun* run, const char* unit, double value, const char* format, ... )
	__attribute__( ( format( printf, 4, 5 ) ) );

// The world's grid; `cellSize` 0: as the file says.
wfGrid* wfRun_CreateGrid( wfRun* run, double cellSize );
wfPlannerDef wfRun_GetPlannerDef( const wfRun* run );
// A planner and its field for the scenario's first goal. Both null on failure.
typedef struct wfSolved
{
	wfPlanner* planner;
	wfField* field;
	wfFieldReport report;
} wfSolved;
wfSolved wfRun_Solve( wfRun* run, const wfGrid* grid, const wfPlannerDef* def );
void wfSolved_Free( wfSolved* solved );
// The path from a start as the field leads; free it with wfPath_Free. True where it arrived.
bool wfRun_Trace( wfRun* run, const wfField* field, wfVec2 start, wfPath* path );
// The goal cells of the first goal; free() them.
int32_t* wfRun_GetGoalCells( wfRun* run, const wfGrid* grid, int32_t* count );

// The kinds of experiments.
void wfPerformSides( wfRun* run );		  // a corridor without and with a pull to either side
void wfPerformOscillation( wfRun* run );  // a pull that swings while the agent walks
void wfPerformStrength( wfRun* run );	  // how far the path moves with the strength of the pull
void wfPerformFlatness( wfRun* run );	  // plain p, sub-goals and q behind long corridors
void wfPerformTrap( wfRun* run );		  // concave obstacles
void wfPerformWalls( wfRun* run );		  // Dirichlet against Neumann
void wfPerformVectors( wfRun* run );	  // pulls of several directions, alone and together
void wfPerformHeadOn( wfRun* run );		  // two agents that meet, with and without slowing down
void wfPerformGroup( wfRun* run );		  // a standing group with a small and a large local map
void wfPerformSmoothness( wfRun* run );	  // which of several settings walks smoother
void wfPerformMeeting( wfRun* run );	  // pulls on sight
void wfPerformAims( wfRun* run );		  // v to the goal, to and around others
void wfPerformRace( wfRun* run );		  // who keeps to the wall wins
void wfPerformAmbush( wfRun* run );		  // people who stand around a dead end
void wfPerformTurns( wfRun* run );		  // the same tasks by turns and together
void wfPerformVisitors( wfRun* run );	  // many, each with a random pull
void wfPerformRate( wfRun* run );		  // steps a second against the number of agents
void wfPerformFit( wfRun* run );		  // real people's ways
void wfPerformPlane( wfRun* run );		  // a planar world as a mesh against the grid
void wfPerformPlaneTrap( wfRun* run );	  // concave obstacles on a flat mesh
void wfPerformSurfaceWalks( wfRun* run ); // from everywhere on a surface, with and without obstacles
void wfPerformSpread( wfRun* run );		  // from many places of one cell
void wfPerformNeedles( wfRun* run );	  // bad triangles, bad input
void wfPerformSurfaceTime( wfRun* run );  // of a field, against relaxation
void wfPerformOncoming( wfRun* run );	  // on feet: one against many at a door
void wfPerformOneDoor( wfRun* run );	  // on feet: two at a door for one
void wfPerformGlassDoor( wfRun* run );	  // on feet: out through a door with corners
void wfPerformTurnSpeeds( wfRun* run );	  // on feet: turning round at several speeds
void wfPerformTurnRanges( wfRun* run );	  // on feet: turning round with feet that turn less
void wfPerformManySteps( wfRun* run );	  // on feet: hundreds
