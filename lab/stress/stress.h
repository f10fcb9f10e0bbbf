// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The stress laboratory: random worlds that nothing was tuned for, and whether their crowds lock.
//
// A world is a pure function of its kind, its number and its def. It is drawn up in a frame of its own, of boxes along the axes,
// and turned as a whole by a random angle in the plane.
#pragma once

#include "wayfield/crowd.h"

// People per metre of a cut and second, and of the narrowest one: what people are measured to walk through corridors with, about,
// and one file of them.
#define WF_STRESS_FLOW 1.2
#define WF_STRESS_FILE_FLOW 0.7
// The bound of a world: so many times what the slowest agent needs alone, and the time its people need through the narrowest cut.
#define WF_STRESS_PATIENCE 5.0
// The same for groups, whose ways are taken to be as much longer as they would be in single file.
#define WF_STRESS_SQUAD_PATIENCE 3.0
// Arrived, but later than so many times the time alone and the time of the cut: slow.
#define WF_STRESS_SLOW 2.0
// Frozen: nobody has arrived for so long, seconds. A run goes on past its bound until that is known, for at most
// WF_STRESS_OVERTIME.
#define WF_STRESS_QUIET 100.0
#define WF_STRESS_OVERTIME 200.0
// Who arrives last is often alone with a few others: the time of a crowd is that by which this part of it has arrived.
#define WF_STRESS_MOST 0.95
// Over-full: a floor of less than so many times the area of the bodies on it.
#define WF_STRESS_LEAST_ROOM 2.0
// People a passage is wide at least, in radii of the largest.
#define WF_STRESS_LEAST_DOOR 3.2

#define WF_STRESS_MAX_ZONES 64
#define WF_STRESS_MAX_STOPS 2

// ---------------------------------------------------------------------------------------------------------------- worlds

typedef struct wfStressStop
{
	int32_t zone; // -1: the point
	wfVec2 point;
} wfStressStop;

typedef struct wfStressPerson
{
	wfVec2 position;
	double radius, speed;
	wfStressStop stops[WF_STRESS_MAX_STOPS];
	int32_t stopCount;
} wfStressPerson;

typedef struct wfStressPillar
{
	wfVec2 center;
	double radius;
	bool isFloor; // a round floor in place of a round wall
} wfStressPillar;

typedef struct wfStressWorldDef
{
	int32_t kind; // index of a kind
	int32_t number;
	bool small;			// a few people only, for tests
	bool boxesOnly;		// nothing round: meshes are cut along the sides of boxes
	bool squads;		// people in groups: fewer of them, and some floor that nobody gets to
	size_t memoryLimit; // bytes for the global fields of its crowd, 0: none
} wfStressWorldDef;

// In its own frame, but for `world`.
typedef struct wfStressWorld
{
	wfStressWorldDef def;
	double angle;
	wfBox2* floors; // their union less walls and pillars can be walked on
	wfBox2* walls;
	wfStressPillar* pillars;
	int64_t floorCount, wallCount, pillarCount, floorCapacity, wallCapacity, pillarCapacity;
	wfBox2 zones[WF_STRESS_MAX_ZONES]; // where people go
	int32_t zoneCount;
	wfStressPerson* people;
	int32_t personCount;
	double largestRadius;
	double cutWidth; // of the narrowest cut that people have to go through
	double density;	 // people per square metre of the floor they start on, as drawn
	double floorArea, bodyArea;
	int32_t unplaced;	 // people who found no place to stand: the world is over-full
	bool connected;		 // for the largest radius, from everybody's start through all stops
	double aloneSeconds; // the slowest needs alone, through all its stops at its own speed
	double cell;		 // metres, of the grid on which routes are looked for
	char map[512];		 // file of the plan; empty: it is drawn up as above
	wfWorld* world;		 // the plan, turned
} wfStressWorld;

// With those that are of groups only, or without.
int32_t wfGetStressKindCount( bool squads );
// False where its files are not.
bool wfIsStressKindThere( int32_t kind );
const char* wfGetStressKindName( int32_t kind );
const char* wfGetStressKindDescription( int32_t kind );
// -1: there is none.
int32_t wfFindStressKind( const char* name );

wfResult wfMakeStressWorld( const wfStressWorldDef* def, wfStressWorld* world, wfError* error );
void wfStressWorld_Free( wfStressWorld* world );
bool wfStressWorld_IsOverFull( const wfStressWorld* world );
// Seconds its people need through the narrowest cut, both directions together.
double wfStressWorld_GetCutSeconds( const wfStressWorld* world );
// From its own frame, and into it.
wfVec2 wfStressWorld_Turn( const wfStressWorld* world, wfVec2 point );
wfVec2 wfStressWorld_TurnBack( const wfStressWorld* world, wfVec2 point );
// Toward the first stop at the start, in the plane.
double wfStressWorld_GetHeading( const wfStressWorld* world, const wfStressPerson* person );
// The corners of a zone, turned.
void wfStressWorld_GetZone( const wfStressWorld* world, int32_t zone, wfVec2 corners[4] );

// ----------------------------------------------------------------------------------------------------------------- crowd

typedef enum wfStressMode
{
	wf_stressDiscs,
	wf_stressRound,	 // discs whose bodies are as deep as wide
	wf_stressOnFoot, // everybody has the default gait
	wf_stressOnMesh, // the same floor as a mesh, flat or folded along its own x axis: distances stay what they are
	wf_stressOrca	 // not ours: others are avoided by ORCA, on our routes
} wfStressMode;

struct wfStressFold;

typedef struct wfStressCrowd
{
	wfStressMode mode;
	wfCrowd* crowd;
	wfGoalId goals[WF_STRESS_MAX_ZONES];
	double cellSize;   // of the global grids; 0: as the crowd chooses
	char refusal[256]; // what the crowd said with cells of its own choice; empty: nothing
	wfMesh* mesh;	   // null in the plane, as are the rest
	struct wfStressFold* fold;
	wfVec2* vertexPlaces; // in the plan, of the vertices the mesh was made of
	int32_t vertexCount;
} wfStressCrowd;

// Zones as goals of the world, which stay when they are asked for again.
wfResult wfAddStressGoals( const wfStressWorld* world, wfGoalId* goals, wfError* error );
// Sizes of the cells of global grids, metres: where those of its own choice close somebody's way the next is tried. 0: its own.
#define WF_STRESS_CELL_COUNT 3
extern const double wf_stressCells[WF_STRESS_CELL_COUNT];
// Nobody gets on with these cells, but may with finer ones.
bool wfIsClosedByCells( wfResult result );
// The crowd, prepared: what it refuses is refused here. The world must outlive it.
wfResult wfCreateStressCrowd( const wfStressWorld* world, wfStressMode mode, wfStressCrowd* crowd, wfError* error );
// Where a point of the plan lies on its ground.
wfVec3 wfStressCrowd_GetPlace( const wfStressCrowd* crowd, const wfStressWorld* world, wfVec2 point );
#define WF_STRESS_ZONE_NAME 32
void wfNameStressZone( int32_t zone, char name[WF_STRESS_ZONE_NAME] );
void wfStressCrowd_Free( wfStressCrowd* crowd );

// ------------------------------------------------------------------------------------------------------------------ runs

typedef enum wfStressVerdict
{
	wf_stressPassed,
	wf_stressSlow,
	wf_stressLeft,	   // somebody was left at the bound, though they may have arrived later
	wf_stressFrozen,   // and nobody arrived any more
	wf_stressOverFull, // not counted: too many people for the floor
	wf_stressNotRun,   // the crowd was refused with any cells, or a tick failed
	wf_stressVerdictCount
} wfStressVerdict;

// Of groups, at the end of a run.
typedef struct wfStressGroupCounts
{
	int32_t groups;		// that are there
	int32_t unfinished; // at the bound: not where their last order leads, or somebody is not in place
	int32_t formed;		// everybody is in its slot
	int32_t cramped;	// some are not, where there is no room for the whole shape
	int32_t unformed;	// some are not, though there is
	int32_t untold;		// formed was said of a group that is not, or nothing of one that is
	int32_t badSlots;	// in walls, or nearer to each other than bodies can be
	int32_t far;		// members of groups that walk freely who stand far from their places
	int32_t told;		// events: there is no way, or no place
	int32_t refused;	// orders for who was gone by then
} wfStressGroupCounts;

typedef struct wfStressOutcome
{
	int32_t kind, number;
	wfStressVerdict verdict;
	bool refused; // with the cells a crowd chooses by itself; it was run with finer ones then, if these are not refused as well
	char message[256];			// of what was refused
	int32_t people, arrived;	// at the end of the run
	int32_t left;				// at the bound
	double alone;				// seconds the slowest needs alone
	double bound, ended;		// seconds
	double most;				// seconds until 95 % had arrived; infinity: they had not
	double longestWait;			// of an agent: seconds without coming nearer to its stop than it has been
	int64_t stuck;				// events
	int64_t overlaps, wallHits; // of a peer: each contact once; of ours: in every move
	double deepest;				// overlap or wall hit, metres
	double agentSeconds;		// simulated, over all agents
	double wallSeconds;			// inside of the ticks
	uint64_t hash;				// of the crowd at the end
	wfStressGroupCounts groups;
} wfStressOutcome;

typedef struct wfStressRunDef
{
	wfStressWorldDef world;
	wfStressMode mode;
	const char* pictures;	  // folder for a picture of each lock; null: none
	const char* save;		  // a scenario file of the world; null: none
	struct wfText* details;	  // receives the course of the run; null: not wanted
	bool ( *goesOn )( void ); // asked at every tick; null: to the end
} wfStressRunDef;

wfStressOutcome wfRunStressWorld( const wfStressRunDef* def );
// Of a world with people in groups, from its first tick to its verdict. It takes the world.
wfResult wfRunStressSquads( wfStressWorld* world, const wfStressRunDef* def, wfStressOutcome* outcome, wfError* error );
const char* wfDescribeStressVerdict( wfStressVerdict verdict );
