// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "paper_field.h"

#include "base/vec2.h"

#include <math.h>

#define MAX_STEPS 4000
#define UNBOUNDED 1e6

wfPaperField wfTrial_MakePaperField( wfTrial* run, const wfGrid* grid, double wall, double startValue )
{
	wfPaperField field = { .grid = grid, .width = wfGrid_GetWidth( grid ), .height = wfGrid_GetHeight( grid ), .wall = wall };
	int32_t cells = field.width * field.height, goalCount = 0;
	int32_t* goals = wfTrial_GetGoalCells( run, grid, &goalCount );
	field.p = wfNewArray( (size_t)cells, sizeof( double ) );
	field.isGoal = wfNewArray( (size_t)cells, 1 );
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		field.p[cell] = wfGrid_IsFree( grid, cell ) ? startValue : wall;
	}
	for ( int32_t i = 0; i < goalCount; ++i )
	{
		field.p[goals[i]] = wall - 1.0;
		field.isGoal[goals[i]] = 1;
	}
	return field;
}

static wfPaperStar getStar( const wfPaperField* field, int32_t cell )
{
	int32_t i = cell % field->width, j = cell / field->width;
	return ( wfPaperStar ){ i + 1 < field->width ? field->p[cell + 1] : field->wall, i > 0 ? field->p[cell - 1] : field->wall,
							j + 1 < field->height ? field->p[cell + field->width] : field->wall,
							j > 0 ? field->p[cell - field->width] : field->wall };
}

wfPaperSweeps wfPaperField_Relax( wfPaperField* field, wfPaperRule* rule, const void* context, double change, int32_t most )
{
	wfPaperSweeps sweeps = { .change = INFINITY };
	while ( sweeps.count < most && sweeps.change > change && !( sweeps.count > 0 && sweeps.change > UNBOUNDED ) )
	{
		sweeps.change = 0.0;
		for ( int32_t cell = 0; cell < field->width * field->height; ++cell )
		{
			if ( wfGrid_IsFree( field->grid, cell ) && field->isGoal[cell] == 0 )
			{
				wfPaperStar star = getStar( field, cell );
				double p = rule( &star, cell, context );
				sweeps.change = fmax( sweeps.change, fabs( p - field->p[cell] ) );
				field->p[cell] = p;
			}
		}
		sweeps.count += 1;
	}
	sweeps.converged = sweeps.change <= change;
	return sweeps;
}

int32_t wfPaperField_CountMinima( const wfPaperField* field )
{
	int32_t minima = 0;
	for ( int32_t cell = 0; cell < field->width * field->height; ++cell )
	{
		if ( wfGrid_IsFree( field->grid, cell ) && field->isGoal[cell] == 0 )
		{
			wfPaperStar star = getStar( field, cell );
			minima += !( fmin( fmin( star.right, star.left ), fmin( star.above, star.below ) ) < field->p[cell] );
		}
	}
	return minima;
}

wfVec2 wfPaperField_GetDirection( const wfPaperField* field, wfVec2 place )
{
	int32_t cell = wfGrid_GetCell( field->grid, place );
	if ( cell < 0 || !wfGrid_IsFree( field->grid, cell ) )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	wfPaperStar star = getStar( field, cell );
	wfVec2 down = { star.left - star.right, star.below - star.above };
	double size = wfLength2( down );
	return size > 0.0 && isfinite( size ) ? wfDivide2( down, size ) : ( wfVec2 ){ 0.0, 0.0 };
}

wfVec2 wfPaperField_Step( const wfPaperField* field, wfVec2 place )
{
	double length = 0.5 * wfGrid_GetCellSize( field->grid );
	wfVec2 direction = wfPaperField_GetDirection( field, place );
	const wfVec2 tries[3] = { direction, { direction.x, 0.0 }, { 0.0, direction.y } };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfVec2 next = wfAddScaled2( place, length, tries[k] );
		if ( wfGrid_IsSegmentFree( field->grid, place, next ) )
		{
			return next;
		}
	}
	return place;
}

bool wfPaperField_Trace( const wfPaperField* field, wfVec2 start, wfPath* path )
{
	path->points = wfNewArray( MAX_STEPS, sizeof( wfVec2 ) );
	path->capacity = MAX_STEPS;
	for ( wfVec2 place = start; path->count < MAX_STEPS; )
	{
		path->points[path->count++] = place;
		int32_t cell = wfGrid_GetCell( field->grid, place );
		wfVec2 next = wfPaperField_Step( field, place );
		if ( cell >= 0 && field->isGoal[cell] != 0 )
		{
			return true;
		}
		if ( next.x == place.x && next.y == place.y )
		{
			return false;
		}
		path->length += wfDistance2( place, next );
		place = next;
	}
	return false;
}

double wfPaperBiasRule( const wfPaperStar* star, int32_t cell, const void* bias )
{
	(void)cell;
	const wfPaperBias* b = bias;
	double x = b->pull * b->epsilon * b->v.x / 8.0, y = b->pull * b->epsilon * b->v.y / 8.0;
	return ( 0.25 - x ) * star->right + ( 0.25 + x ) * star->left + ( 0.25 - y ) * star->above + ( 0.25 + y ) * star->below;
}
