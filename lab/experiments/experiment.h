// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments: scenario files whose "experiment" object names what is measured and the bounds it must keep.
#pragma once

#include "base/text.h"
#include "command.h"
#include "wayfield/io.h"
#include "wayfield/picture.h"

#include <stdbool.h>

#define WF_MAX_CLAIMS 32
#define WF_MAX_FIGURES 96
#define WF_MAX_LIST 16

// Something measured that the scenario file sets bounds for. A finding is what the paper does not show with its own setting: its
// bounds are of what comes out instead, so that what is written about it stays true.
typedef struct wfClaim
{
	char name[48];
	char says[128];
	char unit[16];
	double figure;
	double least, most; // infinite where the file sets none
	bool held;
	bool ours;			 // measured with our setting, not the printed one
	const char* finding; // why the paper's claim does not come out, null: it does
} wfClaim;

// Where the experiment is from, with what settings the paper ran it, ours where printed ones are missing or do not show what the
// paper says, and why. Texts of the file; null where it has none.
typedef struct wfTrialSource
{
	const char *paper, *section, *figure;
	const char *printed, *ours, *reason;
} wfTrialSource;

// Something measured for information.
typedef struct wfTrialFigure
{
	char name[64];
	char unit[16];
	double value;
} wfTrialFigure;

// One scenario file being run. A value that is missing or a call that fails ends the program, so that a run reads as the sequence
// of what it does.
typedef struct wfTrial
{
	const char* file;
	const void* data; // what stands for the file, null: none
	size_t size;
	char id[16];
	char kind[32];
	char picture[512]; // where to draw; empty: nowhere
	bool quick;		   // fewer resolutions
	wfScenario scenario;
	int32_t goal; // of the scenario, from 0 on: where fields lead
	wfExperiment values;
	wfTrialSource source;
	wfClaim claims[WF_MAX_CLAIMS];
	int32_t claimCount;
	wfTrialFigure figures[WF_MAX_FIGURES];
	int32_t figureCount;
	double seconds;
	char skipped[192]; // why, where what it needs is not there; else empty
} wfTrial;

// Read the scenario and its experiment, from a file or from `data` that stands for it.
void wfTrial_Open( wfTrial* run, const char* file, const void* data, size_t size );
void wfTrial_Close( wfTrial* run );
// Run it; claims and figures are filled.
void wfTrial_Perform( wfTrial* run );
bool wfTrial_IsHeld( const wfTrial* run );
// Of all claims in one phrase, for example "does not hold as printed".
const char* wfTrial_GetVerdict( const wfTrial* run );

// Fail at a value of the experiment that is wrong.
void wfTrial_FailIf( const wfTrial* run, bool wrong, const char* path, const char* format, ... )
	__attribute__( ( format( printf, 4, 5 ) ) );
// Fail where the result is not wf_ok; what went wrong is in wf_error.
void wfTrial_Check( const wfTrial* run, wfResult result );

// "walkers[%d]" and the like; each of the last eight has its own memory.
const char* wfKey( const char* format, ... ) __attribute__( ( format( printf, 1, 2 ) ) );
bool wfTrial_Has( const wfTrial* run, const char* path );
// A text that is not empty.
const char* wfTrial_GetText( const wfTrial* run, const char* path );
double wfTrial_GetNumber( const wfTrial* run, const char* path );
// The same where the file has it.
double wfTrial_GetOption( const wfTrial* run, const char* path, double absent );
// A number within bounds; in a quick run that of the name with "quick" before it.
double wfTrial_GetEffort( const wfTrial* run, const char* name, double least, double most );
// So many numbers, expected as the text says.
void wfTrial_GetNumbers( const wfTrial* run, const char* path, const char* expected, double* numbers, int32_t count );
wfVec2 wfTrial_GetVector( const wfTrial* run, const char* path );
// 1 to WF_MAX_LIST numbers.
int32_t wfTrial_GetList( const wfTrial* run, const char* path, double* numbers );
// How many items a list has.
int32_t wfTrial_CountItems( const wfTrial* run, const char* path, int32_t least, int32_t most );

// How many seeds, numbered from 1, a figure that depends on chance is the worst of: at least five, fewer in a quick run only.
int32_t wfTrial_CountSeeds( const wfTrial* run );

// A figure the file must have a claim for: { "says": text, "unit": text, "least": number, "most": number, "setting": "printed" or
// "ours", "finding": text }, one of the bounds at least. The setting is ours where the file has ours and does not say.
void wfTrial_Claim( wfTrial* run, const char* name, double figure );
// False where the file has none.
bool wfTrial_ClaimIfAsked( wfTrial* run, const char* name, double figure );
void wfTrial_Note( wfTrial* run, const char* unit, double value, const char* format, ... )
	__attribute__( ( format( printf, 4, 5 ) ) );

// The world's grid; `cellSize` 0: as the file says.
wfGrid* wfTrial_CreateGrid( wfTrial* run, double cellSize );
// A planner and its field for the scenario's first goal; `def` null: as the file says.
typedef struct wfSolved
{
	wfPlanner* planner;
	wfField* field;
	wfFieldReport report;
} wfSolved;
wfSolved wfTrial_Solve( wfTrial* run, const wfGrid* grid, const wfPlannerDef* def );
void wfSolved_Free( wfSolved* solved );
// The path from a start as the field leads; free it with wfPath_Free. True where it arrived.
bool wfTrial_Trace( wfTrial* run, const wfField* field, wfVec2 start, wfPath* path );
// From the centres of every `stride`-th cell.
typedef struct wfTraced
{
	int32_t traced, arrived;
	double clearance, smallest, length; // means over those that arrived
} wfTraced;
wfTraced wfTrial_TraceCells( wfTrial* run, const wfGrid* grid, const wfField* field, int32_t stride );
// The goal cells of the first goal.
int32_t* wfTrial_GetGoalCells( wfTrial* run, const wfGrid* grid, int32_t* count );

// The name of the run's picture with `suffix` before its extension, null where no picture was asked for.
const char* wfTrial_NamePicture( const wfTrial* run, const char* suffix );
// A field with paths over it. `paths` null: those from the scenario's starts; the share of them that arrives is returned.
double wfTrial_DrawField( wfTrial* run, const char* suffix, const char* title, const wfGrid* grid, const wfField* field,
						  const wfPath* paths, int32_t count );
// Curves in the run's picture, on logarithmic axes.
void wfTrial_DrawPlot( wfTrial* run, const char* xLabel, const char* yLabel, const wfPlotSeries* series, int32_t count );

// The table of all experiments in three columns: the printed setting, ours, the verdict. `run` null: its head.
void wfAddVerdictRow( wfText* table, const wfTrial* run );

// The kinds of experiments: name, function without wfPerform, and whether it has goals and starts of its own, or needs none.
// clang-format off
#define WF_EXPERIMENT_KINDS( KIND ) \
	KIND( sides, Sides, false ) /* a corridor without and with a pull to either side */ \
	KIND( oscillation, Oscillation, true ) /* a pull that swings while the agent walks */ \
	KIND( strength, Strength, false ) /* how far the path moves with the strength of the pull, on a local map */ \
	KIND( fieldStrength, FieldStrength, false ) /* the same in a field of the whole world */ \
	KIND( flatness, Flatness, false ) /* plain p, sub-goals and q behind long corridors */ \
	KIND( trap, Trap, false ) /* concave obstacles */ \
	KIND( walls, Walls, false ) /* Dirichlet against Neumann */ \
	KIND( family, Family, false ) /* other equations without local minima */ \
	KIND( sweeps, Sweeps, false ) /* few sweeps of Gauss-Seidel and of over-relaxation */ \
	KIND( region, Region, false ) /* a pull in a part of the field around the agent */ \
	KIND( localMap, LocalMap, false ) /* what the pull does to a local map */ \
	KIND( vectors, Vectors, true ) /* pulls of several directions, alone and together */ \
	KIND( smoothness, Smoothness, true ) /* which of several settings walks smoother */ \
	KIND( mass, Mass, true ) /* mass: who turns late, and who circles its goal */ \
	KIND( headOn, HeadOn, true ) /* two agents that meet, with and without slowing down */ \
	KIND( group, Group, true ) /* a standing group with a small and a large local map */ \
	KIND( meeting, Meeting, true ) /* pulls on sight */ \
	KIND( proximity, Proximity, true ) /* two who come toward each other, without a pull and with one on sight */ \
	KIND( aims, Aims, true ) /* v to the goal, to and around others */ \
	KIND( race, Race, true ) /* who keeps to the wall wins */ \
	KIND( ambush, Ambush, true ) /* people who stand around a dead end */ \
	KIND( sideExits, SideExits, true ) /* people who stand in a row that leaves one way out */ \
	KIND( turns, Turns, true ) /* the same tasks by turns and together */ \
	KIND( visitors, Visitors, true ) /* many, each with a random pull */ \
	KIND( triggers, Triggers, true ) /* what behaviours change by */ \
	KIND( rate, Rate, true ) /* ticks a second against the number of agents */ \
	KIND( fit, Fit, true ) /* real people's paths */ \
	KIND( fitPath, FitPath, true ) /* a path of the file */ \
	KIND( plane, Plane, false ) /* a planar world as a mesh against the grid */ \
	KIND( planeTrap, PlaneTrap, false ) /* concave obstacles on a flat mesh */ \
	KIND( planeFlat, PlaneFlat, false ) /* a flat mesh behind a narrow passage */ \
	KIND( surfaceWalks, SurfaceWalks, true ) /* from everywhere on a surface, with and without obstacles */ \
	KIND( spread, Spread, true ) /* from many places of one cell */ \
	KIND( needles, Needles, true ) /* bad triangles, bad input */ \
	KIND( surfaceTime, SurfaceTime, true ) /* of a field, against relaxation */ \
	KIND( weights, Weights, true ) /* what else 3DS-BVP might be relaxed with */ \
	KIND( oncoming, Oncoming, true ) /* on foot: one against many at a door */ \
	KIND( oneDoor, OneDoor, true ) /* on foot: two at a door for one */ \
	KIND( glassDoor, GlassDoor, true ) /* on foot: out through a door with corners */ \
	KIND( turnSpeeds, TurnSpeeds, true ) /* on foot: turning round at several speeds */ \
	KIND( turnRanges, TurnRanges, true ) /* on foot: turning round with feet that turn less */ \
	KIND( manySteps, ManySteps, true ) /* on foot: hundreds */ \
	KIND( pace, Pace, true ) /* RiMEA 1 and 2: a speed is kept, on the level and on stairs */ \
	KIND( fundamental, Fundamental, true ) /* RiMEA 4: speed against density */ \
	KIND( reaction, Reaction, true ) /* RiMEA 5: everybody sets out at its time */ \
	KIND( roundCorner, RoundCorner, true ) /* RiMEA 6 */ \
	KIND( ages, Ages, true ) /* RiMEA 7: speeds by age */ \
	KIND( parameters, Parameters, true ) /* RiMEA 8: one parameter at a time */ \
	KIND( publicRoom, PublicRoom, true ) /* RiMEA 9: four exits and two */ \
	KIND( assignedExits, AssignedExits, true ) /* RiMEA 10 */ \
	KIND( bottlenecks, Bottlenecks, true ) /* RiMEA 12 */ \
	KIND( routeChoice, RouteChoice, true ) /* RiMEA 14 */ \
	KIND( crowdCorner, CrowdCorner, true ) /* RiMEA 15 */ \
	KIND( groupDoor, GroupDoor, true ) /* a formation through pillars and a door */ \
	KIND( groupShape, GroupShape, true ) /* free, in formation, switched on the way */ \
	KIND( groupForces, GroupForces, true ) /* by the force to the slot, by the map, by both */ \
	KIND( groupOncoming, GroupOncoming, true ) /* a formation through a crowd */ \
	KIND( groupTurns, GroupTurns, true ) /* corners, losses, reinforcements */ \
	KIND( groupLetter, GroupLetter, true ) /* a drawn formation along a stroke */ \
	KIND( groupArmy, GroupArmy, true ) /* an army that parts by what ground each may cross */ \
	KIND( groupSketch, GroupSketch, true ) /* who passes all points of a sketch */ \
	KIND( groupShares, GroupShares, true ) /* shares at a fork, a branch that closes */ \
	KIND( strokeTrees, StrokeTrees, true ) /* random strokes and undos */ \
	KIND( groupAssignment, GroupAssignment, true ) /* which member takes which slot */ \
	KIND( groupMaps, GroupMaps, true ) /* how exact large local maps are */ \
	KIND( groupPlanner, GroupPlanner, true ) /* one map for a group against one for each member */ \
	KIND( groupOfOne, GroupOfOne, true ) /* what a member reads from a map that it is in */ \
	KIND( groupReplay, GroupReplay, true ) /* logs of orders, threads and checkpoints */ \
	KIND( groupBridge, GroupBridge, true ) /* an edit of the world, a place that cannot be reached */ \
	KIND( groupArmies, GroupArmies, true ) /* two armies */ \
	KIND( groupOnFoot, GroupOnFoot, true ) /* a formation of walkers */ \
	KIND( groupPlanet, GroupPlanet, true ) /* a formation on a mesh */
// clang-format on

#define WF_DECLARE_EXPERIMENT( name, function, hasOwn ) void wfPerform##function( wfTrial* run );
WF_EXPERIMENT_KINDS( WF_DECLARE_EXPERIMENT )
