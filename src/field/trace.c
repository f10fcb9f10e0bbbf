// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Paths: a continuous walk along the direction of motion, guarded so that it arrives.
//
// The guard is the record: the best cell the walk has been in so far. The walk may cross worse cells for a while (it cuts the
// corners of cells), but when it fails to set a new record in time it is taken back to where it set the last one and led to the
// best neighbour of that cell through the centres. So every stretch of bounded length raises the record, and there are only so
// many cells.

#include "field/query.h"
#include "field/tuning.h"

#include <math.h>
#include <string.h>

typedef struct Walk
{
	const wfField* field;
	wfPolyline* line;
	double maxStep;
	double step; // to try next
	wfDirectionCache cache;
	wfQuarter here, ahead;
	int32_t cell;
	int32_t record;		 // best cell so far
	int32_t recordIndex; // of the point where it was reached
	int32_t patienceSteps;
	double patienceCells;
} Walk;

static inline int32_t connectedCellAt( const wfField* field, wfVec2 point )
{
	int32_t cell = wfCellAt( field->grid, point );
	return cell >= 0 && wfField_Get( field, cell ).mantissa > 0.0 ? cell : -1;
}

// The next point: a step of the midpoint method, halved until it is free and the direction is about the same half-way.
static wfVec2 takeStep( Walk* walk, wfVec2 point, int32_t* nextCell )
{
	const wfField* field = walk->field;
	wfVec2 first = wfQuarterDirection( &walk->here, field, point, walk->cell );
	double step = wfMin( 2.0 * walk->step, walk->maxStep );
	for ( ; step > WF_SAFE_STEP; step *= 0.5 )
	{
		wfVec2 middle = wfAddScaled2( point, 0.5 * step, first );
		int32_t cell = connectedCellAt( field, middle );
		if ( cell < 0 )
		{
			continue;
		}
		wfVec2 second = wfField_IsGoalCell( field, cell ) ? first : wfQuarterDirection( &walk->ahead, field, middle, cell );
		if ( wfDot2( first, second ) < WF_TURN_COSINE )
		{
			continue;
		}
		wfVec2 next = wfAddScaled2( point, step, second );
		cell = connectedCellAt( field, next );
		if ( cell >= 0 && wfIsStepFree( field->grid, point, walk->cell, next, cell ) )
		{
			walk->step = step;
			*nextCell = cell;
			return next;
		}
	}
	// Never into a wall, by the construction of the direction.
	walk->step = step;
	wfVec2 next = wfAddScaled2( point, step, first );
	*nextCell = connectedCellAt( field, next );
	return next;
}

// Back to where the record was set, and on to its best neighbour through the centres.
static wfResult walkThroughCenters( Walk* walk )
{
	const wfGrid* grid = walk->field->grid;
	int32_t next = wfField_GetBestNeighbor( walk->field, walk->record );
	if ( next < 0 )
	{
		return wf_numericalFailure;
	}
	walk->line->count = walk->recordIndex + 1;
	wfResult result = wfArray_Push( walk->line, wfCenterInCells( grid, walk->record ) );
	if ( result == wf_ok )
	{
		result = wfArray_Push( walk->line, wfCenterInCells( grid, next ) );
	}
	walk->cell = next;
	return result;
}

static void setRecord( Walk* walk )
{
	walk->record = walk->cell;
	walk->recordIndex = walk->line->count - 1;
	walk->patienceSteps = WF_PATIENCE_STEPS;
	walk->patienceCells = WF_PATIENCE_CELLS;
}

static wfResult walkToGoal( const wfField* field, wfVec2 start, int32_t startCell, double maxStep, wfPolyline* line )
{
	Walk walk = { .field = field, .line = line, .maxStep = maxStep, .step = maxStep, .cell = startCell };
	memset( walk.cache.cell, 0xFF, sizeof( walk.cache.cell ) );
	walk.here.cell = walk.ahead.cell = -1;
	walk.here.cache = walk.ahead.cache = &walk.cache;
	wfResult result = wfArray_Push( line, start );
	setRecord( &walk );
	while ( result == wf_ok && !wfField_IsGoalCell( field, walk.cell ) )
	{
		wfVec2 point = line->data[line->count - 1];
		int32_t cell;
		wfVec2 next = takeStep( &walk, point, &cell );
		walk.patienceSteps -= 1;
		walk.patienceCells -= walk.step;
		bool stays = cell >= 0 && wfIsStepFree( field->grid, point, walk.cell, next, cell );
		if ( !stays || walk.patienceSteps <= 0 || walk.patienceCells <= 0.0 )
		{
			result = walkThroughCenters( &walk );
			setRecord( &walk );
			continue;
		}
		result = wfArray_Push( line, next );
		walk.cell = cell;
		if ( wfFieldCore_IsGreater( &field->core, cell, walk.record ) )
		{
			setRecord( &walk );
		}
	}
	if ( result == wf_ok && field->core.goalCount == 1 )
	{
		result = wfArray_Push( line, wfCenterInCells( field->grid, walk.cell ) );
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- clearance

static inline double cellClearance( const wfGrid* grid, int32_t i, int32_t j )
{
	i = i < 0 ? 0 : ( i >= grid->width ? grid->width - 1 : i );
	j = j < 0 ? 0 : ( j >= grid->height ? grid->height - 1 : j );
	return ( (double)grid->clearance[(int64_t)j * grid->width + i] - grid->radius ) / grid->cellSize;
}

// Exact distance to the blocked squares and the border where it is at most 2, else 2.
static double nearClearance( const wfGrid* grid, wfVec2 point )
{
	int32_t i = (int32_t)point.x, j = (int32_t)point.y;
	double best = 4.0;
	for ( int32_t nj = j - 2; nj <= j + 2; ++nj )
	{
		double dy = nj > j ? nj - point.y : ( nj < j ? point.y - nj - 1.0 : 0.0 );
		if ( dy * dy >= best )
		{
			continue;
		}
		bool inside = nj >= 0 && nj < grid->height;
		const uint8_t* row = inside ? grid->blocked + (int64_t)nj * grid->width : NULL;
		for ( int32_t ni = i - 2; ni <= i + 2; ++ni )
		{
			if ( row == NULL || ni < 0 || ni >= grid->width || row[ni] != 0 )
			{
				double dx = ni > i ? ni - point.x : ( ni < i ? point.x - ni - 1.0 : 0.0 );
				best = wfMin( dx * dx + dy * dy, best );
			}
		}
	}
	return sqrt( best );
}

double wfPointClearance( const wfGrid* grid, wfVec2 point )
{
	double x = point.x - 0.5, y = point.y - 0.5, i = floor( x ), j = floor( y );
	double wx = x - i, wy = y - j;
	int32_t ci = (int32_t)i, cj = (int32_t)j;
	double lower = ( 1.0 - wx ) * cellClearance( grid, ci, cj ) + wx * cellClearance( grid, ci + 1, cj );
	double upper = ( 1.0 - wx ) * cellClearance( grid, ci, cj + 1 ) + wx * cellClearance( grid, ci + 1, cj + 1 );
	double clearance = ( 1.0 - wy ) * lower + wy * upper;
	// Next to walls interpolation is off by up to half a cell, and that is where it matters.
	return clearance > 2.0 ? clearance : nearClearance( grid, point );
}

static double measureLength( const wfPolyline* line )
{
	double length = 0.0;
	for ( int32_t i = 1; i < line->count; ++i )
	{
		length += wfDistance2( line->data[i - 1], line->data[i] );
	}
	return length;
}

// Clearance from samples at most half a cell apart, each standing for the stretch around it.
static void measureClearance( const wfGrid* grid, const wfPolyline* line, double length, wfPath* path )
{
	double integral = 0.0, least = wfPointClearance( grid, line->data[0] );
	wfVec2 leastPoint = line->data[0];
	for ( int32_t i = 1; i < line->count; ++i )
	{
		wfVec2 a = line->data[i - 1], b = line->data[i];
		double part = wfDistance2( a, b );
		int32_t samples = (int32_t)ceil( 2.0 * part );
		for ( int32_t k = 0; k < samples; ++k )
		{
			wfVec2 point = wfMix2( a, b, ( k + 0.5 ) / samples );
			double clearance = wfPointClearance( grid, point );
			integral += clearance * ( part / samples );
			if ( clearance < least )
			{
				least = clearance;
				leastPoint = point;
			}
		}
		double atEnd = wfPointClearance( grid, b );
		if ( atEnd < least )
		{
			least = atEnd;
			leastPoint = b;
		}
	}
	if ( least >= 2.0 )
	{
		// Never near a wall: the least was found by interpolation, measure it there.
		wfVec2 place = wfFromCells( grid, leastPoint );
		least = wfGrid_GetCellDistance( grid, place, ( least + 2.0 ) * grid->cellSize ) / grid->cellSize;
	}
	// Interpolated and exact distances differ a little; a mean below the least would be absurd.
	path->clearanceMean = ( length > 0.0 ? wfMax( least, integral / length ) : least ) * grid->cellSize;
	path->clearanceMin = least * grid->cellSize;
}

// ------------------------------------------------------------------------------------------------------------------ paths

static wfResult straighten( const wfField* field, const wfTraceDef* def, wfPolyline* line )
{
	wfStraighten rule = { .grid = field->grid, .rounding = def->smooth, .tautness = def->tautness, .clearanceCap = INFINITY };
	if ( def->tautness == WF_TAUTNESS_OF_FIELD )
	{
		double haste = field->planner != NULL ? wfPlanner_GetReport( field->planner ).haste : 0.0;
		bool pull = haste > 0.0 && def->smooth && field->biased == 0;
		rule.tautness = 0.0;
		rule.clearanceCap = pull ? WF_LAYER_KEPT / ( haste * field->grid->cellSize ) : INFINITY;
	}
	return wfStraightenPath( &rule, line );
}

// Hand over the points in metres. `start` is given back as it came.
static wfResult fillPath( const wfGrid* grid, const wfPolyline* line, wfVec2 start, wfPath* path )
{
	// Half, so that the capacity, which grows by half at most, can be counted too.
	if ( line->count >= INT32_MAX / 2 )
	{
		return wf_tooLarge;
	}
	if ( line->count > path->capacity )
	{
		size_t capacity = (size_t)path->capacity;
		wfResult result = wfGrowArray( &path->points, &capacity, (size_t)line->count, sizeof( wfVec2 ) );
		if ( result != wf_ok )
		{
			return result;
		}
		path->capacity = (int32_t)capacity;
	}
	for ( int32_t i = 0; i < line->count; ++i )
	{
		path->points[i] = wfFromCells( grid, line->data[i] );
	}
	path->points[0] = start;
	path->count = line->count;
	return wf_ok;
}

static wfResult checkStart( const wfField* field, wfVec2 start, int32_t cell, wfError* error )
{
	if ( cell < 0 || field->grid->blocked[cell] != 0 )
	{
		return wfFail( error, wf_startBlocked, "the start (%g, %g) lies in an obstacle or outside of the grid", start.x,
					   start.y );
	}
	return wfField_Get( field, cell ).mantissa > 0.0
			   ? wf_ok
			   : wfFail( error, wf_unreachable, "no path leads from (%g, %g) to the goal", start.x, start.y );
}

wfResult wfField_TracePath( const wfField* field, wfVec2 start, const wfTraceDef* def, wfPath* path, wfError* error )
{
	if ( WF_FAILS( field != NULL && def != NULL && path != NULL ) || WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	path->count = 0;
	path->length = path->clearanceMean = path->clearanceMin = 0.0;
	const wfGrid* grid = field->grid;
	wfVec2 place = wfToCells( grid, start );
	int32_t cell = wfCellAt( grid, place );
	wfResult result = wfCheckTraceDef( def, error );
	result = result == wf_ok ? checkStart( field, start, cell, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfPolyline line = { 0 };
	result = walkToGoal( field, place, cell, def->step, &line );
	if ( result == wf_ok )
	{
		result = straighten( field, def, &line );
	}
	if ( result == wf_ok && def->maxPoints > 0 && line.count > def->maxPoints )
	{
		result = wf_tooLarge;
	}
	if ( result == wf_ok )
	{
		result = fillPath( grid, &line, start, path );
	}
	if ( result == wf_ok )
	{
		double length = measureLength( &line );
		path->length = length * grid->cellSize;
		path->clearanceMean = path->clearanceMin = NAN;
		if ( !def->noClearance )
		{
			measureClearance( grid, &line, length, path );
		}
	}
	wfArray_Free( &line );
	return result == wf_ok ? wf_ok : wfFail( error, result, "%s", wfDescribeResult( result ) );
}

void wfPath_Free( wfPath* path )
{
	if ( path != NULL )
	{
		wfReleaseArray( path->points, (size_t)path->capacity, sizeof( wfVec2 ) );
		memset( path, 0, sizeof( *path ) );
	}
}
