// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Readers. Part of the edge library `wayfield-io`, which needs libpng; the core does not.
/// Every reader fills a wfError with file, line, field and what was expected, changes nothing on failure, and never
/// trusts a size it reads before it has checked it.
#pragma once

#include "wayfield/crowd.h"

/// What was read and yet should be said otherwise, such as the old name of a field.
typedef struct wfWarnings
{
	char* text; // lines "file:line: what", each with a line feed; null: none
	size_t size, capacity;
} wfWarnings;

/// A world file of any kind, told apart by its content and extension: scenario JSON, MovingAI .map, ROS map YAML, WKT, PNG, PGM.
typedef struct wfScenario
{
	wfWorld* world;
	char name[128];
	double cellSize;	  // suggested by the file (MovingAI: 1; ROS: resolution), or given in it
	double radius;		  // of the agents, 0 when the file does not say
	wfPlannerDef planner; // with the settings of the "field" object
	wfVec2* starts;		  // points named in the scenario to plan from
	int32_t startCount;
	int32_t kind; // of the agents, 0 to 31
	wfWarnings warnings;
} wfScenario;

/// A surface that is in no file.
typedef struct wfSurfaceRequest
{
	const char* name;
	int32_t detail; // about so many vertices; 0: its own number
	double size;	// metres of the longest side of its box; 0: its own
	int32_t seed;	// of what is random about it
} wfSurfaceRequest;

/// Makes such a surface. wf_notFound: there is none of that name.
typedef wfResult wfMakeSurfaceFcn( const wfSurfaceRequest* request, const wfMeshDef* def, wfMesh** mesh, wfError* error,
								   void* context );

typedef struct wfReadDef
{
	size_t memoryLimit;			   // bytes a file may make us allocate, 0: no limit; default 4 GiB
	double wktCellSize;			   // for geometry without a cell size of its own
	double imagePixelSize;		   // metres per pixel for a plain PNG or PGM
	int32_t imageThreshold;		   // plain PNG or PGM: darker than this (0-255) is obstacle
	wfMakeSurfaceFcn* makeSurface; // null: surfaces by name are refused
	void* makeContext;
	int32_t internalCookie;
} wfReadDef;

WF_API wfReadDef wfDefaultReadDef( void );
WF_API wfResult wfReadScenario( const char* path, const wfReadDef* def, wfScenario* scenario, wfError* error );
/// The same from memory; `name` stands for the file in messages and its extension helps to tell the kind. Files named inside
/// (images of a ROS map) are looked up relative to it.
WF_API wfResult wfReadScenarioFromMemory( const char* name, const void* data, size_t size, const wfReadDef* def,
										  wfScenario* scenario, wfError* error );
WF_API void wfScenario_Free( wfScenario* scenario );

/// One value of the "experiment" object of a scenario file, whose content is free.
typedef struct wfExperimentValue
{
	const char* path; // inside of the object, for example "claims.offset.least" or "cells[2]"
	const char* text; // null unless it is a string
	double number;	  // true is 1, false 0; of lists and objects how many items they have; else 0
	bool isNumber;
	int32_t line; // in the file, for messages
} wfExperimentValue;

typedef struct wfExperiment
{
	wfExperimentValue* values; // in the order of the file
	int32_t count;
	void* memory; // holds the texts
	size_t memorySize;
} wfExperiment;

/// Read the "experiment" object of a scenario JSON file; wf_notFound when it has none.
WF_API wfResult wfReadExperiment( const char* path, const wfReadDef* def, wfExperiment* experiment, wfError* error );
WF_API wfResult wfReadExperimentFromMemory( const char* name, const void* data, size_t size, const wfReadDef* def,
											wfExperiment* experiment, wfError* error );
/// Null when there is no value of that path.
WF_API const wfExperimentValue* wfExperiment_Find( const wfExperiment* experiment, const char* path );
WF_API void wfExperiment_Free( wfExperiment* experiment );

/// One line of a MovingAI .scen file; y counted from the top as in the file, and already flipped in start and goal.
typedef struct wfProblem
{
	int32_t line;
	int32_t bucket;
	wfVec2 start, goal; // centres of the cells
	double optimalLength;
} wfProblem;

/// `mapWidth`, `mapHeight`: of the map the problems belong to; a line that states other sizes is refused.
WF_API wfResult wfReadProblems( const char* path, int32_t mapWidth, int32_t mapHeight, wfProblem** problems, int32_t* count,
								wfError* error );
WF_API wfResult wfReadProblemsFromMemory( const char* name, const void* data, size_t size, int32_t mapWidth, int32_t mapHeight,
										  wfProblem** problems, int32_t* count, wfError* error );
/// With the count that came with them.
WF_API void wfFreeProblems( wfProblem* problems, int32_t count );

/// Write a whole file or nothing: to a temporary name in the same folder, then renamed.
WF_API wfResult wfWriteFileAtomically( const char* path, const void* data, size_t size, wfError* error );

// ---------------------------------------------------------------------------------------------------- scenarios on meshes

/// A goal or a start of a scenario on a mesh.
typedef struct wfSurfacePlace
{
	char name[128]; // may be empty
	wfSurfacePoint place;
	int32_t* vertices; // of the mesh, where the file gives vertices; null: a point of the surface
	int32_t vertexCount;
	double distance; // metres from the point the file gives to the surface
	double reach;	 // of a goal, for crowds; 0: as wfCrowd_AddGoal says
} wfSurfacePlace;

/// A mesh with what a scenario says about it. A mesh file alone gives a scene without goals, starts and obstacles.
typedef struct wfSurfaceScene
{
	wfMesh* mesh;		 // owned, as all below
	wfSurfaceMask* mask; // obstacles; null: none
	char name[128];
	char format[32];		// of the mesh file, or "built in"
	int32_t* vertexOfInput; // the mesh's vertex of each one of the mesh file, -1 for those dropped
	int32_t inputVertexCount;
	wfSurfacePlace *goals, *starts;
	int32_t goalCount, startCount;
	wfSurfacePlannerDef planner; // with the settings of the "field" object
	double height;				 // of the agents, 0: not asked
	wfVec3 up;					 // of that height; zero: each triangle's normal
	double radius;				 // of the agents, 0: none
	// wfReadSimulation has put what these close into the mask; after wfReadSurfaceScene they are still to be asked for.
	double maxSlope; // radians against `up`, steeper is closed; 0: not asked
	double step;	 // metres walked over however steep
	bool pierced;	 // close what other pieces of the mesh stand on or pass through
	wfWarnings warnings;
} wfSurfaceScene;

typedef struct wfSurfaceSceneDef
{
	wfReadDef read;
	wfMeshDef mesh;		// repairs, together with those the scenario asks for
	wfRefineDef refine; // the same
	int32_t internalCookie;
} wfSurfaceSceneDef;

WF_API wfSurfaceSceneDef wfDefaultSurfaceSceneDef( void );
/// A scenario with a "mesh", or a mesh file. What belongs to crowds is checked as JSON, no more.
WF_API wfResult wfReadSurfaceScene( const char* path, const wfSurfaceSceneDef* def, wfSurfaceScene* scene, wfError* error );
/// The same from memory; files named inside are looked up relative to `name`.
WF_API wfResult wfReadSurfaceSceneFromMemory( const char* name, const void* data, size_t size, const wfSurfaceSceneDef* def,
											  wfSurfaceScene* scene, wfError* error );
WF_API void wfSurfaceScene_Free( wfSurfaceScene* scene );
/// The mesh's vertex of a vertex of the mesh file, refined or not; -1 where there is none.
WF_API int32_t wfSurfaceScene_FindVertex( const wfSurfaceScene* scene, int32_t inputVertex );

// ---------------------------------------------------------------------------------------------------------------- crowds

/// A value of the "metadata" object of a scenario, for recordings. Numbers are kept as texts that give back the same double.
typedef struct wfMetadata
{
	char key[64];
	char value[256];
} wfMetadata;

/// A part of a scenario that has a name.
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

/// What a scenario says about a run, beside the crowd itself. A scenario without agents gives an empty crowd.
typedef struct wfSimulation
{
	wfWorld* world;		  // owned, as all below; null on a mesh
	wfSurfaceScene scene; // without a mesh in the plane
	wfCrowd* crowd;
	char name[128];
	double seconds; // to simulate at most
	double fps;		// of the recording
	uint64_t seed;
	bool stopWhenDone; // before `seconds` have passed
	wfVec2 laneDirection;
	struct wfSimulationLine // lines whose flow is measured
	{
		char name[64];
		wfVec2 a, b;
	} lines[16];
	int32_t lineCount;
	wfBox2 area; // of density and speed; empty: none
	wfMetadata* metadata;
	int32_t metadataCount;
	wfNamedPart* parts;
	int32_t partCount;
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
	double memoryLimit; // bytes for global fields, 0: none
	int32_t agents;		// 0: as the file says; else the counts of its groups and sources are scaled to so many in all
	bool footsteps;		// everybody walks on foot, with the usual gait where the file names none; refused on meshes
	int32_t internalCookie;
} wfSimulationDef;

WF_API wfSimulationDef wfDefaultSimulationDef( void );
/// Reads world or mesh, agents, sources, behaviours and settings, makes the crowd and prepares it: agents in walls or on top of
/// each other and goals without a route are reported with the line of the agent or group. The userData of an agent is the number
/// of its entry in "agents", from 1 on; those of "sources" follow. World files of other kinds give an empty crowd.
WF_API wfResult wfReadSimulation( const char* path, const wfSimulationDef* def, wfSimulation* simulation, wfError* error );
WF_API wfResult wfReadSimulationFromMemory( const char* name, const void* data, size_t size, const wfSimulationDef* def,
											wfSimulation* simulation, wfError* error );
WF_API void wfSimulation_Free( wfSimulation* simulation );
/// The index1 of the part of that kind and name, 0 when there is none.
WF_API int32_t wfSimulation_FindPart( const wfSimulation* simulation, wfPartKind kind, const char* name );

// ---------------------------------------------------------------------------------------------------------------- meshes

/// A mesh as a file holds it: polygons are cut into triangles, nothing is repaired (wfCreateMesh does that).
typedef struct wfMeshData
{
	wfVec3* vertices;
	int32_t vertexCount, vertexCapacity;
	int32_t* triangles; // three vertices each
	int32_t* faces;		// the file's face of each triangle, from 0 on
	int32_t triangleCount, triangleCapacity;
	int32_t faceCount;
	int32_t* faceLines; // line of each face in text files, from 1 on; null for binary ones
	uint8_t* colors;	// red, green, blue of each vertex; null when the file has none
	char name[128];		// of the file, without folder and ending
	char format[32];	// "OBJ", "PLY (binary, big endian)", ...
} wfMeshData;

/// OBJ, PLY, STL or OFF, told apart by content, else by the ending. Memory is limited by what the file can hold, not by what its
/// header says. On failure nothing needs to be freed. `def`: null: the default.
WF_API wfResult wfReadMesh( const char* path, const wfReadDef* def, wfMeshData* data, wfError* error );
WF_API wfResult wfReadMeshFromMemory( const char* name, const void* bytes, size_t size, const wfReadDef* def, wfMeshData* data,
									  wfError* error );
WF_API void wfMeshData_Free( wfMeshData* data );
/// Read and made: what wfCreateMesh refuses is reported with the line of the face. `meshDef` gives the repairs; null for
/// either def: the default.
WF_API wfResult wfLoadMesh( const char* path, const wfReadDef* def, const wfMeshDef* meshDef, wfMesh** mesh, wfError* error );

/// PLY (binary, little endian) with, where given, a colour (red, green, blue) and a number per vertex. Whole or not at all.
WF_API wfResult wfWriteMeshPly( const char* path, const wfMesh* mesh, const uint8_t* colors, const double* values,
								const char* valueName, wfError* error );
WF_API wfResult wfWriteMeshObj( const char* path, const wfMesh* mesh, wfError* error );
/// Polylines as OBJ or PLY, or rows path,x,y,z as CSV, by the ending; paths count from 0 on.
WF_API wfResult wfWriteSurfacePaths( const char* path, const wfSurfacePath* paths, int32_t count, wfError* error );
