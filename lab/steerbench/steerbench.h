// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// SteerBench test cases, in three stages: what the file says, where everybody and everything stands, the crowd. The ground plane
// of the files is x-z; their z is our y.
#pragma once

#include "steerbench/xml.h"

#include "base/vec2.h"
#include "wayfield/io.h"

// A test case as a run.
wfResult wfReadSteerBench( const char* path, const wfSimulationDef* def, wfSimulation* simulation, wfError* error );
wfResult wfReadSteerBenchFromMemory( const char* name, const void* data, size_t size, const wfSimulationDef* def,
									 wfSimulation* simulation, wfError* error );

// Numbers of things a file may ask for with a few words.
#define WF_MAX_BENCH_AGENTS 1000000
#define WF_MAX_BENCH_OBSTACLES 1000000
// The radii that have a grid of their own; larger ones share the last.
#define WF_MAX_BENCH_RADII 16
// m/s, what the format recommends.
#define WF_BENCH_SPEED 1.3

// ---------------------------------------------------------------------------------------------------- what the file says

// A point or a direction, or left to chance.
typedef struct wfBenchPoint
{
	bool given, random;
	wfVec2 at;
	double height;
} wfBenchPoint;

typedef struct wfBenchBounds
{
	bool given;
	wfBox2 box;
	double lowest, highest;
} wfBenchBounds;

typedef enum wfBenchGoalKind
{
	wf_benchSeek,	   // target
	wf_benchFlee,	   // away from the target
	wf_benchSeekAgent, // an agent by name, or any
	wf_benchFleeAgent,
	wf_benchFlow,	   // target is a direction
	wf_benchFlowCrowd, // where the others go
	wf_benchIdle,
	wf_benchRegion // anywhere in the box
} wfBenchGoalKind;

// What an element says, whatever it is: each kind has some of it. Agents are one, a region full of them, or an emitter.
typedef struct wfBenchElement
{
	const wfXmlNode *node, *name; // null: none
	int32_t count;				  // of agents or obstacles
	bool emitter, randomAgent;
	double radius, speed, desiredSpeed, duration;
	double width, degrees, doorPlace, doorRadius;
	wfBenchPoint position, direction, size, target;
	wfBenchBounds region;
	wfBenchGoalKind kind;
	int32_t firstGoal, goalCount;
} wfBenchElement;

// `count` boxes of `shape`'s size at random places of the region, or one shape where it says.
typedef struct wfBenchObstacle
{
	const wfXmlNode* node;
	bool random;
	int32_t count;
	wfBox2 region;
	wfShapeDef shape;
	size_t firstPoint; // polygon: of `points`, for these move while they are gathered
} wfBenchObstacle;

// ----------------------------------------------------------------------------------------------- where everybody stands

typedef struct wfBenchStop
{
	int32_t region; // of the boxes of goals; -1: `point`
	wfVec2 point;
	double reach, wait;
} wfBenchStop;

typedef struct wfBenchAgent
{
	int32_t spec; // of wfTestCase.specs
	wfVec2 position;
	double heading;
	double desiredSpeed;
	int32_t firstStop; // as many as the spec has goals
	bool stays;		   // at its last stop
} wfBenchAgent;

// Discs by where they are.
typedef struct wfDiscGrid
{
	struct wfBenchDisc
	{
		wfVec2 center;
		double radius;
		int32_t next; // in the same bucket, -1: none
	} * discs;
	size_t count, capacity;
	int32_t* heads;
	int32_t columns, rows;
	double bucket;
	wfVec2 origin;
} wfDiscGrid;

typedef struct wfTestCase
{
	const wfReader* reader; // nothing is done after a failure
	const wfSimulationDef* def;
	uint64_t seed;
	wfXml xml;

	char name[128];
	wfBenchElement header; // its region: the bounds it names
	wfBenchObstacle* obstacles;
	size_t obstacleCount, obstacleCapacity;
	wfBenchElement* specs;
	size_t specCount, specCapacity;
	wfBenchElement* goals;
	size_t goalCount, goalCapacity;
	wfVec2* points;
	size_t pointCount, pointCapacity;
	int64_t agentTotal;

	wfWorld* world;
	wfBox2 bounds; // of the world
	double cellSize;
	double radii[WF_MAX_BENCH_RADII];
	wfGrid* grids[WF_MAX_BENCH_RADII];
	int32_t radiusCount;
	wfBenchAgent* agents; // emitters are agents too; in the order of the file
	size_t agentCount, agentCapacity;
	wfBenchStop* stops;
	size_t stopCount, stopCapacity;
	wfBox2* regions;
	size_t regionCount, regionCapacity;

	// For the notes: how many were left out or changed, and by how many metres.
	int32_t behaviours, unknown, overhead, speedless, movedStarts, movedGoals, droppedObstacles, mixedSpeeds;
	char firstUnknown[64];
	double farthestStart, farthestGoal;
	bool enlarged, cropped;
} wfTestCase;

// Reads the file, makes the world, finds a place for everybody and for every goal. The seed decides all that is random. Frees
// itself on failure.
wfResult wfTestCase_Read( const wfReader* reader, const wfSimulationDef* def, uint64_t seed, wfTestCase* bench );
void wfTestCase_Free( wfTestCase* bench );

// Parts of it, one after the other: what the file says; the world with its obstacles and grids; starts; stops.
void wfTestCase_ReadFile( wfTestCase* bench );
void wfTestCase_MakeWorld( wfTestCase* bench );
void wfTestCase_PlaceAgents( wfTestCase* bench );
void wfTestCase_MakeStops( wfTestCase* bench );

// Remember the first failure: at an element or, null, at no place; or one whose message another module may have written.
void wfTestCase_FailIf( wfTestCase* bench, bool wrong, const wfXmlNode* node, const char* child, wfResult result,
						const char* format, ... ) __attribute__( ( format( printf, 6, 7 ) ) );
void wfTestCase_Pass( wfTestCase* bench, const wfXmlNode* node, const char* field, wfResult result );
// Make room in an array, within the memory limit, which is reported at a node. False after a failure.
bool wfTestCase_Grow( wfTestCase* bench, const wfXmlNode* node, void* array, size_t* capacity, size_t needed, size_t size );
bool wfTestCase_Reserve( wfTestCase* bench, const wfXmlNode* node, size_t bytes );

// `most`: discs it will hold, none larger than `radius`.
bool wfDiscGrid_Make( wfTestCase* bench, wfDiscGrid* grid, wfBox2 box, double radius, size_t most );
void wfDiscGrid_Free( wfDiscGrid* grid );
void wfDiscGrid_Add( wfDiscGrid* grid, wfVec2 center, double radius );
bool wfDiscGrid_Overlaps( const wfDiscGrid* grid, wfVec2 center, double radius );

const wfGrid* wfTestCase_GetGrid( const wfTestCase* bench, double radius );
// The component a disc at this place belongs to, -1: none.
int32_t wfTestCase_GetComponent( const wfGrid* grid, wfVec2 point );
// Whether the file says where the goal is.
bool wfTestCase_IsNamed( const wfBenchElement* goal );
// Draw `counter` of the stream of an agent (its index), or of an obstacle (below 0).
double wfTestCase_Draw( const wfTestCase* bench, int64_t stream, uint64_t counter );
wfVec2 wfTestCase_DrawPoint( const wfTestCase* bench, wfBox2 box, int64_t stream, uint64_t counter );
