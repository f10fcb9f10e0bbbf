// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// The world: exact geometry, and the grids derived from it, one for each radius class and kind of agent. Metres; x right, y up;
/// angles in radians counter-clockwise from +x.
#pragma once

#include "wayfield/base.h"

typedef struct wfWorld wfWorld;
typedef struct wfGrid wfGrid;

/// Generational ids; {0} is null.
typedef struct wfShapeId
{
	uint32_t index1, generation;
} wfShapeId;

typedef struct wfGoalId
{
	uint32_t index1, generation;
} wfGoalId;

/// Every kind of agent: the mask of terrain that all agents may enter.
#define WF_ALL_KINDS 0xFFFFFFFFu

typedef enum wfShapeKind
{
	wf_boxShape,	 // center, halfSize, angle
	wf_discShape,	 // center, radius
	wf_segmentShape, // points: a polyline of two or more points, radius: half its thickness (0: a line without thickness)
	wf_polygonShape, // points: the rings one after the other, ringSizes: number of points of each; even-odd rule, holes are
					 // further rings
	wf_imageShape	 // cells, width, height, pixelSize; center is the LOWER LEFT corner; row 0 at the BOTTOM
} wfShapeKind;

typedef enum wfShapeRole
{
	wf_obstacleRole, // no agent enters
	wf_walkableRole, // once there is any: whatever no walkable shape covers is obstacle
	wf_terrainRole	 // costs more, is walked on more slowly, or is open only to some kinds of agent
} wfShapeRole;

/// A shape to add. Points and cells are copied.
typedef struct wfShapeDef
{
	wfShapeKind kind;
	wfShapeRole role;
	wfVec2 center;
	wfVec2 halfSize;
	double angle;
	double radius;
	const wfVec2* points;
	const int32_t* ringSizes; // null: one ring of pointCount points
	int32_t pointCount;
	int32_t ringCount;
	const uint8_t* cells; // image: non-zero pixels belong to the shape
	int32_t width, height;
	double pixelSize;
	double cost; // terrain: 1 or more, cost of a metre relative to plain ground
	// Terrain: the part of their speed, 0.01 to 1, at which agents of a crowd walk there, along `uphill` and against it; across
	// it at the mean of both. For fields a metre costs as much more as it takes longer there, the mean of both directions.
	double speedUp, speedDown;
	wfVec2 uphill;	  // any length; may be zero where both speeds are the same
	uint32_t kinds;	  // terrain: bit k set: agents of kind k may enter
	const char* name; // may be null
	int32_t internalCookie;
} wfShapeDef;

typedef enum wfGoalKind
{
	wf_pointGoal,	// points[0]
	wf_lineGoal,	// points: a polyline (a door, an exit)
	wf_polygonGoal, // points: one ring
	wf_cellsGoal	// points: each names the cell it lies in
} wfGoalKind;

typedef struct wfGoalDef
{
	wfGoalKind kind;
	const wfVec2* points;
	int32_t pointCount;
	const char* name; // may be null
	int32_t internalCookie;
} wfGoalDef;

typedef struct wfWorldDef
{
	wfBox2 bounds; // the border of the environment: everything outside is obstacle
	int32_t internalCookie;
} wfWorldDef;

WF_API wfWorldDef wfDefaultWorldDef( void );
WF_API wfShapeDef wfDefaultShapeDef( void );
WF_API wfGoalDef wfDefaultGoalDef( void );

/// The bounds must be finite and have a positive area. `error` may be null.
WF_API wfResult wfCreateWorld( const wfWorldDef* def, wfWorld** world, wfError* error );
WF_API void wfDestroyWorld( wfWorld* world );
WF_API wfBox2 wfWorld_GetBounds( const wfWorld* world );

/// Points, cells and name are copied. `id` and `error` may be null. Refused with a message in `error`: numbers that are not
/// finite or beyond 1e9, rings of fewer than three points, negative radii or sizes, costs below 1, speeds beyond 0.01 to 1. Ids
/// that identify no shape (the null id, ids of removed shapes) are refused with wf_notFound.
WF_API wfResult wfWorld_AddShape( wfWorld* world, const wfShapeDef* def, wfShapeId* id, wfError* error );
WF_API wfResult wfWorld_RemoveShape( wfWorld* world, wfShapeId id );
WF_API bool wfWorld_IsShapeValid( const wfWorld* world, wfShapeId id );
WF_API int32_t wfWorld_GetShapeCount( const wfWorld* world );
/// Read a shape back; pointers stay valid until the shape is removed. Capacity query style: returns the number of ids.
WF_API int32_t wfWorld_GetShapeIds( const wfWorld* world, wfShapeId* ids, int32_t capacity );
WF_API wfShapeDef wfWorld_GetShape( const wfWorld* world, wfShapeId id );

/// Points and name are copied. `id` and `error` may be null. Refused: too few points for the kind, numbers that are not finite or
/// beyond 1e9, a name that another goal has. Ids that identify no goal are refused with wf_notFound.
WF_API wfResult wfWorld_AddGoal( wfWorld* world, const wfGoalDef* def, wfGoalId* id, wfError* error );
WF_API wfResult wfWorld_RemoveGoal( wfWorld* world, wfGoalId id );
WF_API bool wfWorld_IsGoalValid( const wfWorld* world, wfGoalId id );
WF_API int32_t wfWorld_GetGoalIds( const wfWorld* world, wfGoalId* ids, int32_t capacity );
WF_API wfGoalDef wfWorld_GetGoal( const wfWorld* world, wfGoalId id );
/// Null id if there is no goal of that name.
WF_API wfGoalId wfWorld_FindGoal( const wfWorld* world, const char* name );

/// Number of edits of the geometry.
WF_API uint64_t wfWorld_GetRevision( const wfWorld* world );

/// Exact distance from a point to the nearest obstacle (including the border, closed terrain and the outside of walkable areas),
/// negative inside. `kind` is the agent's kind, 0 to 31. Inside overlapping obstacles the sign is exact and the magnitude is the
/// distance to the nearest outline, which may be less than the distance to free space. Walkable areas that touch, or whose gap is
/// less than a billionth of the world's size, are joined. -infinity for a point that is not finite, and when memory runs out. The
/// first query after an edit builds an index, in about the time it takes to sort the edges; queries may run on several threads.
WF_API double wfWorld_GetDistance( const wfWorld* world, wfVec2 point, int32_t kind );

// ----------------------------------------------------------------------------------------------------------------- grid

typedef struct wfGridDef
{
	double cellSize;	// metres
	double radius;		// of the agent: obstacles are grown by it
	int32_t kind;		// of the agent, 0 to 31
	size_t memoryLimit; // bytes, 0: none; checked before anything is allocated
	// For what will be built on the grid: so many bytes are counted against the limit for each cell that is free beyond doubt.
	// WF_LEAST_PLANNER_BYTES where a planner is wanted; default 0.
	size_t bytesPerFreeCell;
	wfWorkers* workers; // may be null
	int32_t internalCookie;
} wfGridDef;

WF_API wfGridDef wfDefaultGridDef( void );

/// Rasterise: a cell is free if the exact distance from its centre to the obstacles is at least the radius (with radius 0: if its
/// centre is outside them), less a billionth of a cell so that exact fits stay open. Moves between free neighbours are possible
/// too: where a thin obstacle runs between two centres, or wall tips leave too little room for the disc between them, the cell
/// nearer to obstacles is blocked. The grid starts at the lower left corner of the bounds; its last cells may extend beyond them.
/// wf_tooLarge with the cells, the bytes and the smallest cell size that fits in the message, before anything is allocated, if
/// there are more than 2^31 - 1 cells or the limit is exceeded; wf_noFreeCell if no cell is free. Bit-identical for any number of
/// workers.
WF_API wfResult wfCreateGrid( const wfWorld* world, const wfGridDef* def, wfGrid** grid, wfError* error );
WF_API void wfDestroyGrid( wfGrid* grid );

/// Follow the world's edits: afterwards the grid is bit-identical to a new one; when memory runs out it is left unchanged. The
/// cost is about that of the cells affected by the edited boxes: those nearer to one of them than to any other obstacle; where
/// components are split or joined also that of the smaller parts, and of those whose numbers change. Writes the cells that
/// changed between free and blocked, or in cost; returns their number, even if it is larger than the capacity. A further call
/// does not repeat them, and a planner must be given all of them: the number of cells of the grid is a capacity that is always
/// enough. Negative: -(wfResult).
WF_API int64_t wfGrid_Update( wfGrid* grid, const wfWorld* world, int32_t* changed, int64_t capacity );

WF_API int32_t wfGrid_GetWidth( const wfGrid* grid );
WF_API int32_t wfGrid_GetHeight( const wfGrid* grid );
WF_API double wfGrid_GetCellSize( const wfGrid* grid );
WF_API double wfGrid_GetRadius( const wfGrid* grid );
WF_API wfVec2 wfGrid_GetOrigin( const wfGrid* grid );
WF_API int64_t wfGrid_GetFreeCount( const wfGrid* grid );

/// Cells are numbered row by row from the lower left: cell = j * width + i. -1 outside the grid.
WF_API int32_t wfGrid_GetCell( const wfGrid* grid, wfVec2 point );
WF_API wfVec2 wfGrid_GetCenter( const wfGrid* grid, int32_t cell );
WF_API bool wfGrid_IsFree( const wfGrid* grid, int32_t cell );
/// Distance from the cell's centre to the nearest obstacle in metres, without subtracting the radius; negative inside. Exact
/// everywhere except for rounding to float: wfWorld_GetDistance at the centre.
WF_API double wfGrid_GetClearance( const wfGrid* grid, int32_t cell );
/// Distance from any point to the squares of this grid's blocked cells and to its border, searched up to `reach` (then `reach` is
/// returned). 0 in a blocked cell and outside the grid.
WF_API double wfGrid_GetCellDistance( const wfGrid* grid, wfVec2 point, double reach );
WF_API double wfGrid_GetCost( const wfGrid* grid, int32_t cell );
/// Free cells connected through their four neighbours share a component; -1 for blocked cells.
WF_API int32_t wfGrid_GetComponent( const wfGrid* grid, int32_t cell );
WF_API int32_t wfGrid_GetComponentCount( const wfGrid* grid );

/// The free cells a goal covers, sorted: the cell of a point, every cell a line touches, the cells with their centres in a
/// polygon (or those its outline touches if it covers no centre). Returns their number even if it is larger than the capacity; 0:
/// the goal is blocked.
WF_API int32_t wfGrid_GetGoalCells( const wfGrid* grid, const wfGoalDef* goal, int32_t* cells, int32_t capacity );

/// A place that a disc of the grid's radius could pass but for which the grid's cells are too coarse.
typedef struct wfClosedPassage
{
	wfVec2 place;					// the narrowest point
	double width;					// free width there, metres
	double openCellSize;			// the largest cell size, an integer fraction of the current one, with which a grid opens it
	int32_t componentA, componentB; // the components it would join; equal: it would only shorten paths
} wfClosedPassage;

/// Find such places by comparing with the geometry, at 15 times the resolution of the grid: a passage that leaves the disc less
/// room than about a tenth of a cell may be missed. Passages that join components come first; those within one component are
/// reported if the path over the cells is at least about three times as long. The grid must be up to date with the world. Looks
/// only where walls are close to each other: takes well below a second in ordinary worlds, some milliseconds per passage. The
/// same for any number of workers (may be null). Returns their number even if it is larger than the capacity. Negative:
/// -(wfResult).
WF_API int32_t wfGrid_FindClosedPassages( const wfGrid* grid, const wfWorld* world, wfWorkers* workers, wfClosedPassage* passages,
										  int32_t capacity );
