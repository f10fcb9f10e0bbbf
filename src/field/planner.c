// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "field/planner.h"
#include "base/math.h"
#include "field/tuning.h"

#include <math.h>
#include <string.h>

wfPlannerDef wfDefaultPlannerDef( void )
{
	wfPlannerDef def = { 0 };
	def.walls = wf_dirichletWalls;
	def.terrainHaste = 0.5;
	def.ordering = wf_orderAuto;
	def.internalCookie = WF_COOKIE;
	return def;
}

size_t wfEstimatePlannerBytes( const wfGrid* grid )
{
	wfFactorSize size;
	double cells = (double)wfCountCells( grid ), nodes = (double)grid->freeCount;
	if ( wfMeasureDissection( grid, &size ) != wf_ok )
	{
		// Open ground has about 6 n^2 log2 n numbers; walls make it less.
		size = ( wfFactorSize ){ .entries = 3.0 * nodes * wfLog( nodes + 2.0 ) / WF_LN_2 };
	}
	// A node has its front, cell, pivot and a flag, a cell its node and a copy.
	double perFront = (double)( sizeof( wfFront ) + sizeof( wfFrontUpdate ) + sizeof( void* ) );
	return (size_t)( 8.0 * ( size.entries + size.peak + size.scratch ) + 4.0 * size.boundaries + perFront * size.fronts +
					 17.0 * nodes + 5.0 * cells );
}

static wfResult validate( const wfGrid* grid, const wfPlannerDef* def, wfError* error )
{
	double numbers[5] = { def->haste, def->epsilon, def->bias.x, def->bias.y, def->terrainHaste };
	const char* names[5] = { "haste", "epsilon", "v.x", "v.y", "terrainHaste" };
	for ( int i = 0; i < 5; ++i )
	{
		if ( !isfinite( numbers[i] ) )
		{
			return wfFail( error, wf_outOfRange, "%s is %g; expected a finite number", names[i], numbers[i] );
		}
	}
	if ( def->haste < 0.0 || def->terrainHaste < 0.0 )
	{
		return wfFail( error, wf_outOfRange, "haste is %g and terrainHaste is %g; expected 0 or more (per metre)", def->haste,
					   def->terrainHaste );
	}
	if ( def->terrainHaste * grid->cellSize > WF_LARGEST_TERRAIN_HASTE )
	{
		return wfFail( error, wf_outOfRange, "terrainHaste is %g per metre; expected at most %g", def->terrainHaste,
					   WF_LARGEST_TERRAIN_HASTE / grid->cellSize );
	}
	if ( fabs( def->epsilon * def->bias.x ) > 2.0 || fabs( def->epsilon * def->bias.y ) > 2.0 )
	{
		return wfFail(
			error, wf_outOfRange,
			"epsilon v is (%g, %g); expected each component between -2 and 2, outside of which the field may have local minima",
			def->epsilon * def->bias.x, def->epsilon * def->bias.y );
	}
	if ( grid->freeCount == 0 )
	{
		return wfFail( error, wf_noFreeCell, "the grid of %d x %d cells has no free cell", grid->width, grid->height );
	}
	return wf_ok;
}

// Number and order the unknowns, and set up their equations.
//
// Dissection wins on nearly every grid: it orders in a tenth of the time and follows walls where there are any. Minimum degree
// needs fewer operations in mazes, but not enough fewer to win back its time.
static wfResult orderCells( wfPlanner* planner )
{
	bool dissect = planner->def.ordering != wf_orderMinimumDegree;
	size_t count = (size_t)planner->grid->freeCount;
	int32_t* cells = NULL;
	wfResult result = wf_ok;
	if ( dissect )
	{
		cells = wfAllocateArray( count, sizeof( int32_t ) );
		result = cells != NULL ? wfOrderDissection( planner->grid, cells, &planner->order ) : wf_outOfMemory;
	}
	if ( result != wf_ok )
	{
		wfReleaseArray( cells, count, sizeof( int32_t ) );
		return result;
	}
	result = wfPlanner_MakeSystem( planner, cells );
	result = result == wf_ok && !dissect ? wfPlanner_OrderGroups( planner, &planner->order ) : result;
	if ( result != wf_ok )
	{
		wfOrder_Free( &planner->order );
	}
	return result;
}

// Everything; also used when an edit asks for a new start.
static wfResult build( wfPlanner* planner, wfError* error )
{
	if ( !wfPlannerCore_ReportProgress( &planner->core, 0.0 ) )
	{
		return wf_cancelled;
	}
	double began = wfGetSeconds();
	planner->core.keepsAll = false;
	wfResult result = orderCells( planner );
	result = result == wf_ok ? wfPlannerCore_Analyse( &planner->core, &planner->order, planner->groupOf, began, error ) : result;
	result = result == wf_ok ? wfPlannerCore_Factorise( &planner->core ) : result;
	planner->stage = result == wf_ok ? wf_built : wf_toOrder;
	return result;
}

// exp(-slope . cell) as a wide number.
static wfWide getScale( const wfPlannerCore* core, int32_t cell )
{
	const wfPlanner* planner = (const wfPlanner*)core;
	int32_t width = planner->grid->width;
	return wfWideMultiply( planner->columnScale[cell % width], planner->rowScale[cell / width] );
}

static wfWide wideExp( double x )
{
	double whole = (double)(int64_t)( x * WF_LOG2_E );
	return wfMakeWide( wfExp( x - whole * WF_LN_2 ), (int32_t)whole );
}

static wfResult makeScales( wfPlanner* planner )
{
	const wfStencil* stencil = &planner->stencil;
	if ( stencil->slopeX == 0.0 && stencil->slopeY == 0.0 )
	{
		return wf_ok;
	}
	planner->columnScale = wfAllocateArray( (size_t)planner->grid->width, sizeof( wfWide ) );
	planner->rowScale = wfAllocateArray( (size_t)planner->grid->height, sizeof( wfWide ) );
	if ( planner->columnScale == NULL || planner->rowScale == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t i = 0; i < planner->grid->width; ++i )
	{
		planner->columnScale[i] = wideExp( -stencil->slopeX * i );
	}
	for ( int32_t j = 0; j < planner->grid->height; ++j )
	{
		planner->rowScale[j] = wideExp( -stencil->slopeY * j );
	}
	planner->core.scaled = true;
	return wf_ok;
}

// A cell beside a wall, or any with haste.
static bool isRepelled( const wfFieldCore* core, int32_t cell )
{
	const wfField* field = (const wfField*)core;
	int32_t i = cell % field->grid->width, j = cell / field->grid->width;
	return field->planner->def.haste != 0.0 || !wfIsCellFree( field->grid, i + 1, j ) || !wfIsCellFree( field->grid, i - 1, j ) ||
		   !wfIsCellFree( field->grid, i, j + 1 ) || !wfIsCellFree( field->grid, i, j - 1 );
}

static int32_t getBest( const wfFieldCore* field, int32_t cell )
{
	return wfField_GetBestNeighbor( (const wfField*)field, cell );
}

static void renumber( wfPlannerCore* core, int32_t* nodeAt )
{
	wfPlanner* planner = (wfPlanner*)core;
	for ( int32_t i = 0; i < core->matrix.count; ++i )
	{
		nodeAt[i] = planner->cellOfNode[nodeAt[i]];
		planner->nodeOfCell[nodeAt[i]] = i;
	}
	size_t nodes = (size_t)core->matrix.count;
	wfReleaseArray( planner->cellOfNode, nodes, sizeof( int32_t ) );
	wfReleaseArray( planner->groupOf, nodes, sizeof( int32_t ) );
	planner->groupOf = NULL;
	core->placeOfNode = planner->cellOfNode = nodeAt;
}

static const wfPlannerKind s_kind = {
	.unknowns = "free cells",
	.remedy = "use larger cells",
	.getScale = getScale,
	.renumber = renumber,
	.isRepelled = isRepelled,
	.checkPart = wfField_CheckPart,
	.finishCheck = wfField_FinishCheck,
	.getBest = getBest,
};

wfResult wfCreateEmptyPlanner( const wfGrid* grid, const wfPlannerDef* def, wfPlanner** planner, wfError* error )
{
	if ( WF_FAILS( grid != NULL && def != NULL && planner != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	*planner = NULL;
	wfResult result = validate( grid, def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfPlanner* created = wfAllocateZeroed( sizeof( wfPlanner ) );
	if ( created == NULL )
	{
		return wfFail( error, wf_outOfMemory, "no memory for a planner" );
	}
	created->core = ( wfPlannerCore ){
		.kind = &s_kind,
		.editable = def->editable,
		.single = def->precision == wf_singlePrecision,
		.memoryLimit = def->memoryLimit,
		.workers = def->workers,
		.progress = def->progress,
		.progressContext = def->progressContext,
		.placeCount = grid->width * grid->height,
		.checkParts = wfField_CountCheckParts( grid ),
	};
	created->grid = grid;
	created->def = *def;
	if ( def->walls == wf_neumannWalls && def->haste == 0.0 )
	{
		int32_t longer = grid->width > grid->height ? grid->width : grid->height;
		created->def.haste = 1.0 / ( WF_NEUMANN_RANGE * longer * grid->cellSize );
	}
	double largest = WF_LARGEST_CELL_HASTE / grid->cellSize;
	created->def.haste = created->def.haste < largest ? created->def.haste : largest;
	created->core.report.haste = created->def.haste;
	created->core.report.freeCount = grid->freeCount;
	wfStencil_Init( &created->stencil, &created->def, grid );
	result = makeScales( created );
	if ( result != wf_ok )
	{
		wfDestroyPlanner( created );
		return wfFail( error, result, "%s", wfDescribeResult( result ) );
	}
	*planner = created;
	return wf_ok;
}

// The check of the memory limit has written its own message.
static wfResult explain( wfResult result, wfError* error )
{
	return result == wf_ok || result == wf_tooLarge ? result : wfFail( error, result, "%s", wfDescribeResult( result ) );
}

wfResult wfCreatePlanner( const wfGrid* grid, const wfPlannerDef* def, wfPlanner** planner, wfError* error )
{
	wfResult result = wfCreateEmptyPlanner( grid, def, planner, error );
	if ( result != wf_ok )
	{
		return result;
	}
	result = build( *planner, error );
	if ( result != wf_ok )
	{
		wfDestroyPlanner( *planner );
		*planner = NULL;
	}
	return explain( result, error );
}

void wfDestroyPlanner( wfPlanner* planner )
{
	if ( planner == NULL )
	{
		return;
	}
	wfOrder_Free( &planner->order );
	wfPlanner_FreeSystem( planner );
	wfPlannerCore_Free( &planner->core );
	wfReleaseArray( planner->columnScale, (size_t)planner->grid->width, sizeof( wfWide ) );
	wfReleaseArray( planner->rowScale, (size_t)planner->grid->height, sizeof( wfWide ) );
	wfRelease( planner, sizeof( *planner ) );
}

wfPlannerReport wfPlanner_GetReport( const wfPlanner* planner )
{
	return planner->core.report;
}

// The nodes whose equations the changed cells appear in. Returns the count, or -1 where a cell has no node.
static int64_t collectNodes( const wfPlanner* planner, const int32_t* changed, int64_t count, int32_t* nodes )
{
	const wfGrid* grid = planner->grid;
	const int32_t* nodeOfCell = planner->nodeOfCell;
	int64_t used = 0;
	for ( int64_t k = 0; k < count; ++k )
	{
		int32_t cell = changed[k];
		if ( nodeOfCell[cell] < 0 )
		{
			if ( grid->blocked[cell] == 0 )
			{
				return -1;
			}
			continue;
		}
		int32_t neighbors[4];
		wfGetNeighbors( grid, cell, neighbors );
		nodes[used++] = nodeOfCell[cell];
		for ( int m = 0; m < 4; ++m )
		{
			if ( neighbors[m] >= 0 && nodeOfCell[neighbors[m]] >= 0 )
			{
				nodes[used++] = nodeOfCell[neighbors[m]];
			}
		}
	}
	return used;
}

// Set the equations of what the changed cells touch. wf_tooLarge: there is a cell the analysis never saw.
static wfResult noteChanges( wfPlanner* planner, const int32_t* changed, int64_t count )
{
	int32_t* nodes = wfAllocateArray( (size_t)count * 5 + 1, sizeof( int32_t ) );
	int64_t nodeCount = nodes != NULL ? collectNodes( planner, changed, count, nodes ) : -1;
	wfPlannerCore* core = &planner->core;
	wfResult result = nodes == NULL ? wf_outOfMemory : ( nodeCount < 0 ? wf_tooLarge : wf_ok );
	result = result == wf_ok ? wfPlanner_TakeCells( planner, changed, count ) : result;
	result = result == wf_ok ? wfRefactoring_Add( &core->refactoring, &core->matrix, &core->factor, nodes, nodeCount ) : result;
	wfReleaseArray( nodes, (size_t)count * 5 + 1, sizeof( int32_t ) );
	return result;
}

static wfResult checkChanges( const wfPlanner* planner, const int32_t* changed, int64_t count )
{
	if ( WF_FAILS( planner != NULL && ( changed != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	for ( int64_t k = 0; k < count; ++k )
	{
		if ( changed[k] < 0 || changed[k] >= planner->grid->width * planner->grid->height )
		{
			return wf_outOfRange;
		}
	}
	return wf_ok;
}

wfResult wfPlanner_Update( wfPlanner* planner, const int32_t* changed, int64_t count )
{
	wfResult result = checkChanges( planner, changed, count );
	if ( result != wf_ok )
	{
		return result;
	}
	double began = wfGetSeconds(), operations = INFINITY;
	// An update that failed left nothing: then everything is new. So it is where there are cells that the analysis never saw, or
	// no room to work beside the old factor.
	bool rebuild = !planner->core.ready || noteChanges( planner, changed, count ) != wf_ok ||
				   wfRefactoring_Work( &planner->core.refactoring, false, &operations ) != wf_ok;
	wfRefactoring_Finish( &planner->core.refactoring );
	if ( rebuild )
	{
		wfPlanner_FreeSystem( planner );
		result = build( planner, NULL );
	}
	if ( result != wf_ok )
	{
		wfPlanner_FreeSystem( planner );
		return result;
	}
	planner->core.report.freeCount = planner->grid->freeCount;
	wfPlannerCore_ReportUpdate( &planner->core, began );
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------- step by step

wfResult wfPlanner_BeginUpdate( wfPlanner* planner, const int32_t* changed, int64_t count )
{
	wfResult result = checkChanges( planner, changed, count );
	// What is computed again from the equations would already be that of the new ones.
	result = result == wf_ok && planner->core.factor.parts != NULL ? wf_tooLarge : result;
	return result == wf_ok ? noteChanges( planner, changed, count ) : result;
}

void wfPlanner_CancelUpdate( wfPlanner* planner, const int32_t* changed, int64_t count )
{
	(void)wfPlanner_TakeCells( planner, changed, count ); // there is room for costs where there were any before
	wfRefactoring_Drop( &planner->core.refactoring );
}

static wfResult takeStep( wfPlanner* planner, double* operations, wfError* error )
{
	wfPlannerCore* core = &planner->core;
	// All cells: what edits make of them meanwhile must not count.
	double cells = (double)core->placeCount;
	wfResult result = wf_ok;
	switch ( planner->stage )
	{
		case wf_toOrder:
			result = orderCells( planner );
			*operations -= WF_ORDER_OPERATIONS * cells;
			planner->stage = wf_toAnalyse;
			break;
		case wf_toAnalyse:
			core->keepsAll = true;
			result = wfPlannerCore_Analyse( core, &planner->order, planner->groupOf, wfGetSeconds(), error );
			*operations -= WF_ANALYSE_OPERATIONS * cells;
			planner->stage = wf_toFactorise;
			break;
		case wf_toFactorise:
			result = core->factor.symbolic == NULL ? wfPlannerCore_BeginFactor( core ) : wf_ok;
			result = result == wf_ok ? wfRefactoring_Work( &core->refactoring, false, operations ) : result;
			planner->stage = result == wf_ok && wfRefactoring_IsDone( &core->refactoring ) ? wf_built : wf_toFactorise;
			break;
		default:
			result = wfRefactoring_Work( &core->refactoring, core->ready, operations );
	}
	return result;
}

wfResult wfPlanner_Work( wfPlanner* planner, double* operations, bool* done, wfError* error )
{
	wfResult result = wf_ok;
	*done = false;
	while ( result == wf_ok && !*done && *operations > 0.0 )
	{
		result = takeStep( planner, operations, error );
		*done = planner->stage == wf_built && wfRefactoring_IsDone( &planner->core.refactoring );
	}
	return explain( result, error );
}

void wfPlanner_FinishUpdate( wfPlanner* planner )
{
	wfRefactoring_Finish( &planner->core.refactoring );
	planner->core.ready = true;
	planner->core.report.freeCount = planner->grid->freeCount;
	wfPlannerCore_ReportUpdate( &planner->core, wfGetSeconds() );
}

bool wfPlanner_HasNode( const wfPlanner* planner, int32_t cell )
{
	return planner->nodeOfCell != NULL && planner->nodeOfCell[cell] >= 0;
}

wfResult wfPlanner_TakePattern( wfPlanner* planner, const uint8_t* hasNode, wfError* error )
{
	// The order is found on a grid on which just these cells are free.
	wfGrid pattern = *planner->grid;
	const wfGrid* grid = planner->grid;
	size_t cells = wfCountCells( grid );
	uint8_t* blocked = wfAllocateArray( cells, 1 );
	if ( blocked == NULL )
	{
		return wf_outOfMemory;
	}
	pattern.freeCount = 0;
	for ( size_t k = 0; k < cells; ++k )
	{
		blocked[k] = !hasNode[k];
		pattern.freeCount += hasNode[k] != 0;
	}
	pattern.blocked = blocked;
	planner->grid = &pattern;
	double operations = INFINITY;
	wfResult result = wf_ok;
	while ( result == wf_ok && planner->stage < wf_toFactorise )
	{
		result = takeStep( planner, &operations, error );
	}
	planner->grid = grid;
	result = result == wf_ok ? wfPlanner_TakeCells( planner, NULL, (int64_t)cells ) : result;
	wfReleaseArray( blocked, cells, 1 );
	return result;
}

wfResult wfPlanner_WorkUntil( wfPlanner* planner, wfBuildStage stage, int32_t fronts, wfError* error )
{
	wfResult result = wf_ok;
	while ( result == wf_ok && planner->stage < stage && planner->stage < wf_toFactorise )
	{
		double operations = 1.0;
		result = takeStep( planner, &operations, error );
	}
	while ( result == wf_ok && stage >= wf_toFactorise && planner->core.refactoring.next < fronts &&
			!( planner->stage == wf_built && wfRefactoring_IsDone( &planner->core.refactoring ) ) )
	{
		double operations = 1.0;
		result = takeStep( planner, &operations, error );
	}
	return explain( result, error );
}
