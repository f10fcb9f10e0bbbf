// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Potential fields without local minima on a grid.
///
///     laplace(q) - b . grad(q) - k^2 q = 0,   q = 1 on the goal,   b = eps v / cell
///
/// A planner factorises the equation once for a grid, independent of the goal; a field is the attraction q for one goal, accurate
/// in EVERY cell in proportion to q, however small it is there: the relative error grows with the cells to the goal, by up to
/// 3e-17 for each (2e-16 with a bias), from about 1e-15 on.
///
/// A planner may be updated by one thread at a time, while no other uses it or its fields; it may use workers of its own. Any
/// number of threads may create fields and query them at the same time.
#pragma once

#include "wayfield/planner.h"
#include "wayfield/world.h"

typedef struct wfPlanner wfPlanner;
typedef struct wfField wfField;

typedef enum wfOrdering
{
	wf_orderAuto,
	wf_orderMinimumDegree,
	wf_orderDissection
} wfOrdering;

typedef struct wfPlannerDef
{
	wfWalls walls;
	double haste;	// k in 1/m: 0 safest, large shortest; at most 1 per cell; 0 becomes a small default with Neumann walls
	double epsilon; // strength of the pull toward `bias`, per cell; |epsilon bias.x| and |epsilon bias.y| at most 2 (taken as 2 -
					// 2e-7)
	wfVec2 bias;		 // v
	double terrainHaste; // k_t in 1/m: how strongly terrain of cost c > 1 repels: k^2 becomes (c k)^2 + (c^2 - 1) k_t^2
	wfOrdering ordering;
	wfPrecision precision;
	bool editable;		// keep the data that makes wfPlanner_Update fast; costs memory
	size_t memoryLimit; // bytes, 0: none; checked after the analysis, before the numerical factorisation. Where not all of the
						// factor fits, parts of it are computed again when a query needs them: the same values, later. A query
						// that gets no memory for that returns 0. Where not even the rest fits: wf_tooLarge. Without what
						// solving fields takes: 13 bytes a cell, 97 for several at a time, and the fields themselves
	wfWorkers* workers; // may be null; used by every later call on the planner, results do not depend on it
	wfProgressFcn* progress;
	void* progressContext;
	int32_t internalCookie;
} wfPlannerDef;

WF_API wfPlannerDef wfDefaultPlannerDef( void );

/// The grid must outlive the planner. `error` may be null.
WF_API wfResult wfCreatePlanner( const wfGrid* grid, const wfPlannerDef* def, wfPlanner** planner, wfError* error );
WF_API void wfDestroyPlanner( wfPlanner* planner );
WF_API wfPlannerReport wfPlanner_GetReport( const wfPlanner* planner );

/// Bytes that a planner takes for each free cell of a wide space, at least: for wfGridDef.bytesPerFreeCell. It takes about twice
/// as many with two thousand cells and four times as many with half a million.
#define WF_LEAST_PLANNER_BYTES 128

/// A quick estimate of the bytes that a planner with the default settings will take at its peak, from the lines along which the
/// grid is parted: a small part of the time of creating it, and 12 bytes for each cell meanwhile.
WF_API size_t wfEstimatePlannerBytes( const wfGrid* grid );

/// Follow edits of the grid: pass the cells that changed, as returned by wfGrid_Update. Refactors only the affected parts where
/// that is cheaper, otherwise everything. Fields solved before keep their old values until they are solved again. After a failure
/// nothing can be solved until a further update succeeds.
WF_API wfResult wfPlanner_Update( wfPlanner* planner, const int32_t* changed, int64_t count );

/// The field of one goal. Returns wf_goalBlocked if it covers no free cell. The planner must outlive the field.
///
/// This does the part of the solution that only depends on the goal. Queries solve what they touch and keep it: the value of a
/// cell costs a fraction of the whole field, and its neighbours then come almost for free. Values are the same, bit by bit,
/// whatever was asked for first and by how many threads.
WF_API wfResult wfPlanner_CreateField( wfPlanner* planner, const wfGoalDef* goal, wfField** field, wfError* error );
/// The fields of many goals. All or nothing.
WF_API wfResult wfPlanner_CreateFields( wfPlanner* planner, const wfGoalDef* goals, int32_t count, wfField** fields,
										wfError* error );
/// The same from goal cells.
WF_API wfResult wfPlanner_CreateFieldFromCells( wfPlanner* planner, const int32_t* cells, int32_t count, wfField** field,
												wfError* error );
/// Begin again with the same goal after wfPlanner_Update. Until then a field only knows what had been asked for before the
/// update, and after an update that failed or took a new analysis nothing, unless it was solved as a whole; what it does not know
/// reads as not connected.
WF_API wfResult wfField_Solve( wfField* field );
/// Solve for these cells and those around them, which directions depend on, in one pass: cheaper than one by one. Cells that are
/// blocked or outside the grid are skipped.
WF_API wfResult wfField_SolveCells( wfField* field, const int32_t* cells, int32_t count );
/// The same for many fields. Those of one planner are solved together, eight at a time: the factor is read once for them.
WF_API wfResult wfSolveFieldCells( wfField* const* fields, int32_t count, const int32_t* cells, int32_t cellCount );
/// Solve and check the whole field, as wfField_GetReport does too. wf_numericalFailure: the check failed, or the planner was
/// updated since.
WF_API wfResult wfField_SolveAll( wfField* field );
WF_API void wfDestroyField( wfField* field );
WF_API wfFieldReport wfField_GetReport( const wfField* field );
/// The relative residual of one cell (the report has the maximum).
WF_API double wfField_GetResidual( const wfField* field, int32_t cell );
WF_API const wfGrid* wfField_GetGrid( const wfField* field );
/// Goal cells of the field. Returns their number.
WF_API int32_t wfField_GetGoalCells( const wfField* field, int32_t* cells, int32_t capacity );

// -------------------------------------------------------------------------------------------------------------- queries

/// {0, 0} also for cells outside the grid.
WF_API wfScaled wfField_GetCellValue( const wfField* field, int32_t cell );
/// Interpolated between cell centres; underflows to 0 where q is below 1e-308.
WF_API double wfField_GetValue( const wfField* field, wfVec2 point );
/// Natural logarithm of that value, never underflows; -infinity where blocked or not connected.
WF_API double wfField_GetLogValue( const wfField* field, wfVec2 point );
/// Unit direction of motion (along grad q). {0, 0} only where blocked or not connected, or on the goal. Moving up to a quarter of
/// a cell along it never enters a wall, and repeating such moves arrives at the goal. Continuous except around saddles, where no
/// direction can be.
WF_API wfVec2 wfField_GetDirection( const wfField* field, wfVec2 point );
/// The same at the centres of many cells, or of all cells of the grid, in order, where `cells` is null; `count` must be the
/// number of all cells (width times height) then. {0, 0} also for cells outside the grid. Solves all it needs in one pass, which
/// is cheaper than asking one by one. wf_numericalFailure: the planner was updated since; wfField_Solve first.
WF_API wfResult wfField_GetDirections( wfField* field, const int32_t* cells, int32_t count, wfVec2* directions );
WF_API bool wfField_IsReachable( const wfField* field, wfVec2 point );
/// True if the point lies in a goal cell.
WF_API bool wfField_IsGoal( const wfField* field, wfVec2 point );
/// The best of the four neighbours; -1 on the goal and where there is none.
WF_API int32_t wfField_GetBestNeighbor( const wfField* field, int32_t cell );

// ---------------------------------------------------------------------------------------------------------------- paths

typedef struct wfPath
{
	wfVec2* points; // freed by wfPath_Free
	int32_t count;
	int32_t capacity;
	double length;		  // metres
	double clearanceMean; // metres from the path to the nearest blocked cell or border, averaged along the path; exact within
						  // two cells of walls, farther away interpolated from the grid's clearances minus its radius
	double clearanceMin;  // the smallest of the samples, which are at most half a cell apart; exact
} wfPath;

/// wf_ok: arrived. wf_startBlocked, wf_unreachable: detected immediately, no points. The last point lies in a goal cell.
/// Zero-initialise the path before its first use; it can be reused and grows as needed.
WF_API wfResult wfField_TracePath( const wfField* field, wfVec2 start, const wfTraceDef* def, wfPath* path, wfError* error );
WF_API void wfPath_Free( wfPath* path );

/// True if the straight segment between two points stays in free cells (corners are not cut). Running along the edge of a blocked
/// cell or through the corner of a single one is free; running between two blocked cells that share the edge or meet at the
/// corner is not. The outside of the grid is blocked; its border may be touched.
WF_API bool wfGrid_IsSegmentFree( const wfGrid* grid, wfVec2 a, wfVec2 b );

// ------------------------------------------------------------------------------------------------------------ reference

/// The relaxation methods of the papers on the potential p = 1 - q, kept small and clear for comparison.
typedef enum wfRelaxMethod
{
	wf_jacobi,
	wf_gaussSeidel,			   // row by row
	wf_gaussSeidelAlternating, // with alternating sweep direction
	wf_sor
} wfRelaxMethod;

typedef struct wfRelaxDef
{
	wfRelaxMethod method;
	wfWalls walls;
	double haste, epsilon;
	wfVec2 bias;
	double startValue; // of p in free cells
	double omega;	   // SOR
	double maxChange;  // stop when no cell changes by more than this in a sweep; 0: not tested
	double sumChange;  // e_max: stop when the changes of a sweep add up to no more than this; 0: not tested
	int32_t maxIterations;
	wfProgressFcn* progress;
	void* progressContext;
	int32_t internalCookie;
} wfRelaxDef;

WF_API wfRelaxDef wfDefaultRelaxDef( void );

/// Relax p (one double per cell of the grid, initialised here: 0 on goal cells, 1 on obstacles and where no goal is connected).
/// `report` may be null. wf_outOfRange for numbers that are not finite or out of range; wf_cancelled leaves p in its current
/// state.
WF_API wfResult wfRelax( const wfGrid* grid, const int32_t* goalCells, int32_t goalCount, const wfRelaxDef* def, double* p,
						 wfRelaxReport* report );

/// The papers' remedy for flat regions, for comparison: descend p; where |grad p| < flatGradient, put a sub-goal on the cells
/// with p about 1 - subgoalLevel, relax again, walk there, drop it, and so on with a stack.
typedef struct wfSubgoalDef
{
	wfRelaxDef relax;
	double flatGradient; // 1e-8 in the papers
	double subgoalLevel; // 1e-5 in the papers
	int32_t maxSubgoals;
	int32_t internalCookie;
} wfSubgoalDef;

typedef struct wfSubgoalReport
{
	bool arrived;
	int32_t subgoals;	 // pushed in total
	int32_t relaxations; // fields relaxed in total
	int64_t steps;
	double seconds;
} wfSubgoalReport;

WF_API wfSubgoalDef wfDefaultSubgoalDef( void );
/// Walk from a start cell. Writes the cells visited (capacity query style, with the count in report.steps).
WF_API wfResult wfWalkSubgoals( const wfGrid* grid, const int32_t* goalCells, int32_t goalCount, int32_t startCell,
								const wfSubgoalDef* def, int32_t* cells, int64_t capacity, wfSubgoalReport* report );
