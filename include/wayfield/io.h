// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Readers. Part of the edge library `wayfield-io`, which needs libpng; the core does not.
/// Every reader fills a wfError with file, line, field and what was expected, changes nothing on failure, and never uses a size
/// from the input before checking it.
#pragma once

#include "wayfield/explorers.h"
#include "wayfield/orders.h"

/// Input that was accepted but should be written differently, such as the old name of a field.
typedef struct wfWarnings
{
	char* text; // lines "file:line: message", each with a line feed; null: none
	size_t size, capacity;
} wfWarnings;

/// A world file of any supported kind, recognised by content and extension: scenario JSON, MovingAI .map, ROS map YAML, WKT, PNG,
/// PGM.
typedef struct wfScenario
{
	wfWorld* world;
	char name[128];
	double cellSize;	  // suggested by the file (MovingAI: 1; ROS: resolution), or given in it
	double radius;		  // of the agents, 0 if the file does not specify it
	wfPlannerDef planner; // with the settings of the "field" object
	wfVec2* starts;		  // points named in the scenario as starts of paths
	int32_t startCount;
	int32_t kind; // of the agents, 0 to 31
	wfWarnings warnings;
} wfScenario;

/// A surface that is not stored in a file.
typedef struct wfSurfaceRequest
{
	const char* name;
	int32_t detail; // approximate number of vertices; 0: its default
	double size;	// metres of the longest side of its bounding box; 0: its default
	int32_t seed;	// for its random features
} wfSurfaceRequest;

/// Creates such a surface. wf_notFound: there is no surface of that name.
typedef wfResult wfMakeSurfaceFcn( const wfSurfaceRequest* request, const wfMeshDef* def, wfMesh** mesh, wfError* error,
								   void* context );

typedef struct wfReadDef
{
	size_t memoryLimit;			   // bytes a file may cause to be allocated, 0: no limit; default 4 GiB
	double wktCellSize;			   // for geometry without a cell size of its own
	double imagePixelSize;		   // metres per pixel for a plain PNG or PGM
	int32_t imageThreshold;		   // plain PNG or PGM: pixels darker than this (0-255) are obstacles
	wfMakeSurfaceFcn* makeSurface; // null: surfaces by name are refused
	void* makeContext;
	int32_t internalCookie;
} wfReadDef;

WF_API wfReadDef wfDefaultReadDef( void );
WF_API wfResult wfReadScenario( const char* path, const wfReadDef* def, wfScenario* scenario, wfError* error );
/// The same from memory; `name` stands for the file in messages, and its extension helps to recognise the kind. Files referenced
/// inside (images of a ROS map) are looked up relative to it.
WF_API wfResult wfReadScenarioFromMemory( const char* name, const void* data, size_t size, const wfReadDef* def,
										  wfScenario* scenario, wfError* error );
WF_API void wfScenario_Free( wfScenario* scenario );

/// One value of the "experiment" object of a scenario file, whose content is free-form.
typedef struct wfExperimentValue
{
	const char* path; // within the object, for example "claims.offset.least" or "cells[2]"
	const char* text; // null unless it is a string
	double number;	  // true is 1, false 0; for lists and objects the number of items; otherwise 0
	bool isNumber;
	int32_t line; // in the file, for messages
} wfExperimentValue;

typedef struct wfExperiment
{
	wfExperimentValue* values; // in the order of the file
	int32_t count;
	void* memory; // holds the strings
	size_t memorySize;
} wfExperiment;

/// Read the "experiment" object of a scenario JSON file; wf_notFound if it has none.
WF_API wfResult wfReadExperiment( const char* path, const wfReadDef* def, wfExperiment* experiment, wfError* error );
WF_API wfResult wfReadExperimentFromMemory( const char* name, const void* data, size_t size, const wfReadDef* def,
											wfExperiment* experiment, wfError* error );
/// Null if there is no value at that path.
WF_API const wfExperimentValue* wfExperiment_Find( const wfExperiment* experiment, const char* path );
WF_API void wfExperiment_Free( wfExperiment* experiment );

/// One line of a MovingAI .scen file; y is counted from the top in the file and already flipped in start and goal.
typedef struct wfProblem
{
	int32_t line;
	int32_t bucket;
	wfVec2 start, goal; // centres of the cells
	double optimalLength;
} wfProblem;

/// `mapWidth`, `mapHeight`: of the map the problems belong to; a line that states another size is refused.
WF_API wfResult wfReadProblems( const char* path, int32_t mapWidth, int32_t mapHeight, wfProblem** problems, int32_t* count,
								wfError* error );
WF_API wfResult wfReadProblemsFromMemory( const char* name, const void* data, size_t size, int32_t mapWidth, int32_t mapHeight,
										  wfProblem** problems, int32_t* count, wfError* error );
/// Pass the count returned with them.
WF_API void wfFreeProblems( wfProblem* problems, int32_t count );

/// Write a whole file or nothing: to a temporary name in the same folder, which is then renamed.
WF_API wfResult wfWriteFileAtomically( const char* path, const void* data, size_t size, wfError* error );

// ------------------------------------------------------------------------------------------------------ maps of explorers

/// What somebody knows of the plane, as it is read from a file.
typedef struct wfKnownCells
{
	int32_t columns, rows;
	double cellSize;
	wfVec2 origin;	// lower left corner
	uint8_t* cells; // wfKnown, row 0 at the bottom
} wfKnownCells;

/// What explorers know as a map of the ROS map server: PATH.yaml, and beside it PATH.pgm, white where it is free, black where
/// there are walls, grey where nothing is known. wf_unsupported for paths that end otherwise.
WF_API wfResult wfWriteKnowledge( const char* path, const wfKnowledgeMap* map, wfError* error );
/// Such a map, of whatever resolution: what is not surely free or wall is unknown.
WF_API wfResult wfReadKnowledge( const char* path, const wfReadDef* def, wfKnownCells* knowledge, wfError* error );
WF_API wfResult wfReadKnowledgeFromMemory( const char* name, const void* data, size_t size, const wfReadDef* def,
										   wfKnownCells* knowledge, wfError* error );
WF_API void wfKnownCells_Free( wfKnownCells* knowledge );
/// Into cells like those of a map of an exploration, for wfCrowd_SetKnowledge: a wall where there is some wall in the cell, free
/// where all of it is. Returns how many are known.
WF_API int64_t wfKnownCells_Lay( const wfKnownCells* knowledge, const wfKnowledgeMap* map, uint8_t* cells );

// ---------------------------------------------------------------------------------------------------- scenarios on meshes

/// A goal or a start of a scenario on a mesh.
typedef struct wfSurfacePlace
{
	char name[128]; // may be empty
	wfSurfacePoint place;
	int32_t* vertices; // of the mesh, where the file gives vertices; null: a point of the surface
	int32_t vertexCount;
	double distance; // metres from the point the file gives to the surface
	double reach;	 // of a goal, for crowds; 0: the default of wfCrowd_AddGoal
} wfSurfacePlace;

/// A mesh with the settings of its scenario. A mesh file alone gives a scene without goals, starts and obstacles.
typedef struct wfSurfaceScene
{
	wfMesh* mesh;		 // owned, like everything below
	wfSurfaceMask* mask; // obstacles; null: none
	char name[128];
	char format[32];		// of the mesh file, or "built in"
	int32_t* vertexOfInput; // the mesh vertex of each vertex of the mesh file, -1 for dropped ones
	int32_t inputVertexCount;
	wfSurfacePlace *goals, *starts;
	int32_t goalCount, startCount;
	wfSurfacePlannerDef planner; // with the settings of the "field" object
	double height;				 // of the agents, metres; 0: not checked
	wfVec3 up;					 // direction of that height; zero: each triangle's normal
	double radius;				 // of the agents, 0: none
	// wfReadSimulation has already applied these to the mask; after wfReadSurfaceScene the caller still has to.
	double maxSlope; // radians relative to `up`, steeper is blocked; 0: not checked
	double step;	 // height in metres that can be walked over regardless of slope
	bool pierced;	 // block triangles that other pieces of the mesh stand on or pass through
	wfWarnings warnings;
} wfSurfaceScene;

typedef struct wfSurfaceSceneDef
{
	wfReadDef read;
	wfMeshDef mesh;		// repairs, in addition to those requested by the scenario
	wfRefineDef refine; // the same
	int32_t internalCookie;
} wfSurfaceSceneDef;

WF_API wfSurfaceSceneDef wfDefaultSurfaceSceneDef( void );
/// A scenario with a "mesh", or a mesh file. Parts that belong to crowds are only checked as JSON.
WF_API wfResult wfReadSurfaceScene( const char* path, const wfSurfaceSceneDef* def, wfSurfaceScene* scene, wfError* error );
/// The same from memory; files referenced inside are looked up relative to `name`.
WF_API wfResult wfReadSurfaceSceneFromMemory( const char* name, const void* data, size_t size, const wfSurfaceSceneDef* def,
											  wfSurfaceScene* scene, wfError* error );
WF_API void wfSurfaceScene_Free( wfSurfaceScene* scene );
/// The mesh vertex of a vertex of the mesh file, refined or not; -1 if there is none.
WF_API int32_t wfSurfaceScene_FindVertex( const wfSurfaceScene* scene, int32_t inputVertex );

// ---------------------------------------------------------------------------------------------------------------- crowds

/// A value of the "metadata" object of a scenario, for recordings. Numbers are stored as text that reads back as the same double.
typedef struct wfMetadata
{
	char key[64];
	char value[256];
} wfMetadata;

/// A named part of a scenario.
typedef enum wfPartKind
{
	wf_stylePart,	 // index1 is that of a wfStyleId
	wf_behaviorPart, // index1 is that of a wfBehaviorId
	wf_agentPart,	 // index1 is the number of the entry in "agents", the userData of its agents
	wf_gaitPart		 // index1 is that of a wfGaitId
} wfPartKind;

typedef struct wfNamedPart
{
	wfPartKind kind;
	int32_t index1;
	char name[128];
} wfNamedPart;

/// A group of a scenario.
typedef struct wfSimulationGroup
{
	char name[128];
	wfGroupId id;  // its userData is the number of its entry in "groups", from 1
	int32_t color; // that pictures give it, as in wfGroupLook; -1: the next one
} wfSimulationGroup;

/// The settings of a run in a scenario, and the crowd itself. A scenario without agents gives an empty crowd.
typedef struct wfSimulation
{
	wfWorld* world;		  // owned, like everything below; null on a mesh
	wfSurfaceScene scene; // has no mesh if the crowd is in the plane
	wfCrowd* crowd;
	char name[128];
	double seconds; // maximum simulated time
	double fps;		// of the recording
	uint64_t seed;
	bool stopWhenDone; // even before `seconds` have passed
	wfVec2 laneDirection;
	struct wfSimulationLine // lines whose flow is measured
	{
		char name[64];
		wfVec2 a, b;
	} lines[16];
	int32_t lineCount;
	wfBox2 area; // measurement area of density and speed; empty: none
	wfMetadata* metadata;
	int32_t metadataCount;
	wfNamedPart* parts;
	int32_t partCount;
	wfSimulationGroup* groups;
	int32_t groupCount;
	wfOrderLog* orders; // what groups are told. wfOrderLog_Give after each tick gives what comes after a group was made, split,
						// merged, reshaped or disbanded; all before that the crowd keeps itself. Null: a file of another kind
	wfWarnings warnings;
} wfSimulation;

typedef struct wfSimulationDef
{
	wfReadDef read;
	wfWorkers* workers; // may be null
	bool seedGiven;		// then `seed` replaces the file's
	uint64_t seed;
	bool presetGiven;	// then `preset` replaces the file's
	int32_t preset;		// wfPreset
	size_t memoryLimit; // bytes for global fields, 0: none
	int32_t agents;		// 0: as in the file; otherwise the counts of its groups and sources are scaled to this total
	bool explore;		// nobody with stops knows the world: they look for the place of the first stop, if they share it. Of no
						// effect where the file has explorers
	wfExploreStrategy strategy; // with that, if strategyGiven, also of explorers in the file
	bool strategyGiven;
	double sightRange;		// of these, 0: as it is otherwise
	bool footsteps;			// all agents walk by footsteps, with the default gait where the file names none; refused on meshes
	const char* orders;		// a file of orders, as wfWriteOrderLog writes it, instead of those in the scenario; null: none
	const void* ordersData; // its content, where that is in memory: `orders` stands for it in messages then
	size_t ordersSize;
	int32_t internalCookie;
} wfSimulationDef;

WF_API wfSimulationDef wfDefaultSimulationDef( void );
/// Reads world or mesh, agents, sources, behaviours and settings, creates the crowd and prepares it: agents in walls or on top of
/// each other and goals without a route are reported with the line of the agent or group. The userData of an agent is the number
/// of its entry in "agents", from 1; entries of "sources" follow. World files of other kinds give an empty crowd.
WF_API wfResult wfReadSimulation( const char* path, const wfSimulationDef* def, wfSimulation* simulation, wfError* error );
WF_API wfResult wfReadSimulationFromMemory( const char* name, const void* data, size_t size, const wfSimulationDef* def,
											wfSimulation* simulation, wfError* error );
WF_API void wfSimulation_Free( wfSimulation* simulation );
/// The index1 of the part of that kind and name, 0 if there is none.
WF_API int32_t wfSimulation_FindPart( const wfSimulation* simulation, wfPartKind kind, const char* name );

// ---------------------------------------------------------------------------------------------------------------- meshes

/// A mesh as stored in a file: polygons are triangulated, nothing is repaired (wfCreateMesh does that).
typedef struct wfMeshData
{
	wfVec3* vertices;
	int32_t vertexCount, vertexCapacity;
	int32_t* triangles; // three vertices each
	int32_t* faces;		// the file's face of each triangle, from 0
	int32_t triangleCount, triangleCapacity;
	int32_t faceCount;
	int32_t* faceLines; // line of each face in text files, from 1; null for binary files
	uint8_t* colors;	// red, green, blue of each vertex; null if the file has none
	char name[128];		// of the file, without folder and extension
	char format[32];	// "OBJ", "PLY (binary, big endian)", ...
} wfMeshData;

/// OBJ, PLY, STL or OFF, recognised by content, otherwise by extension. Memory is limited by what the file can hold, not by what
/// its header says. On failure nothing needs to be freed. `def`: null: the default.
WF_API wfResult wfReadMesh( const char* path, const wfReadDef* def, wfMeshData* data, wfError* error );
WF_API wfResult wfReadMeshFromMemory( const char* name, const void* bytes, size_t size, const wfReadDef* def, wfMeshData* data,
									  wfError* error );
WF_API void wfMeshData_Free( wfMeshData* data );
/// Read a file and create the mesh: what wfCreateMesh refuses is reported with the line of the face. `meshDef` gives the repairs;
/// null for either def: the default.
WF_API wfResult wfLoadMesh( const char* path, const wfReadDef* def, const wfMeshDef* meshDef, wfMesh** mesh, wfError* error );

/// PLY (binary, little endian) with, if given, a colour (red, green, blue) and a number per vertex. Written whole or not at all.
WF_API wfResult wfWriteMeshPly( const char* path, const wfMesh* mesh, const uint8_t* colors, const double* values,
								const char* valueName, wfError* error );
WF_API wfResult wfWriteMeshObj( const char* path, const wfMesh* mesh, wfError* error );
/// Polylines as OBJ or PLY, or rows path,x,y,z as CSV, by extension; paths are numbered from 0.
WF_API wfResult wfWriteSurfacePaths( const char* path, const wfSurfacePath* paths, int32_t count, wfError* error );
