// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Targets in the plane: goals and points with their fields, and the directions they give.
#include "ground/parts.h"
#include "world/world.h"

static wfRouteLayer* layerOf( const wfGround* ground, const wfTarget* target )
{
	return &ground->routes.layers.data[target->layer];
}

// The free cell nearest to a place, -1: none is near.
static int32_t nearestCell( const wfRouteLayer* layer, wfVec2 place )
{
	int32_t cell = wfGrid_GetCell( layer->grid, place );
	return cell >= 0 ? layer->nearest[cell] : -1;
}

static wfResult failBlocked( wfVec3 point, const wfRouteLayer* layer, wfError* error )
{
	return wfFail( error, wf_goalBlocked, "the place (%g, %g) lies in an obstacle for agents of radius %g m", point.x, point.y,
				   layer->radius );
}

// Points that need a field share it with all points of their cell.
static wfTarget* findTarget( const wfGround* ground, int32_t layer, const wfDestination* to, int32_t cell )
{
	for ( int32_t k = 0; k < ground->routes.targets.count; ++k )
	{
		wfTarget* target = &ground->routes.targets.data[k];
		bool same = to->isGoal ? target->to.goal.index1 == to->goal.index1 && target->to.goal.generation == to->goal.generation
							   : cell >= 0 && target->cell == cell;
		if ( target->layer == layer && target->to.isGoal == to->isGoal && same )
		{
			return target;
		}
	}
	return NULL;
}

const wfTarget* wfGround_FindSolved( const wfGround* ground, int32_t layer, const wfDestination* to )
{
	const wfRouteLayer* of = &ground->routes.layers.data[layer];
	int32_t cell = !to->isGoal && of->grid != NULL ? nearestCell( of, wfInPlane( to->point ) ) : -1;
	const wfTarget* target = findTarget( ground, layer, to, cell );
	return target != NULL && target->field != NULL ? target : NULL;
}

wfResult wfFindPlaneTarget( wfGround* ground, int32_t layer, const wfDestination* to, int32_t* index, wfError* error )
{
	wfRouteLayer* of = &ground->routes.layers.data[layer];
	int32_t cell = -1;
	if ( !to->isGoal )
	{
		wfResult result = wfCreateLayerGrid( ground, of, error );
		if ( result != wf_ok )
		{
			return result;
		}
		cell = nearestCell( of, wfInPlane( to->point ) );
		if ( cell < 0 )
		{
			return failBlocked( to->point, of, error );
		}
	}
	const wfTarget* found = findTarget( ground, layer, to, cell );
	*index = found != NULL ? (int32_t)( found - ground->routes.targets.data ) : ground->routes.targets.count;
	return found != NULL ? wf_ok
						 : wfArray_Push( &ground->routes.targets, ( wfTarget ){ .layer = layer, .to = *to, .cell = cell } );
}

// --------------------------------------------------------------------------------------------------------------- fields

// By the field's own measure: with haste k attraction falls like exp(-k distance).
static float measureDistance( const wfRouteLayer* layer, const wfTarget* target, int32_t cell )
{
	double haste = wfPlanner_GetReport( layer->planner ).haste;
	double scale = -1.0 / ( haste > WF_LEAST_HASTE ? haste : 1.0 );
	wfScaled value = wfField_GetCellValue( target->field, cell );
	double distance = value.mantissa > 0.0 ? scale * ( wfLog( value.mantissa ) + value.exponent * WF_LN_2 ) : INFINITY;
	return (float)wfMax( distance, 0.0 );
}

float wfGetCellDistance( const wfGround* ground, const wfTarget* target, int32_t cell )
{
	if ( target->closed )
	{
		return INFINITY;
	}
	float distance = wfDistanceMap_Get( &target->known, cell );
	if ( distance < 0.0f )
	{
		distance = measureDistance( layerOf( ground, target ), target, cell );
		wfDistanceMap_Keep( &target->known, cell, distance );
	}
	return distance;
}

static wfResult createField( wfGround* ground, wfTarget* target, wfError* error )
{
	const wfRouteLayer* layer = layerOf( ground, target );
	if ( !target->to.isGoal )
	{
		return layer->grid->blocked[target->cell]
				   ? failBlocked( target->to.point, layer, error )
				   : wfPlanner_CreateFieldFromCells( layer->planner, &target->cell, 1, &target->field, error );
	}
	if ( !wfWorld_IsGoalValid( ground->world, target->to.goal ) )
	{
		return wfFail( error, wf_notFound, "a goal that agents are on the way to is no longer in the world" );
	}
	wfGoalDef goal = wfWorld_GetGoal( ground->world, target->to.goal );
	return wfPlanner_CreateField( layer->planner, &goal, &target->field, error );
}

// Which parts of the grid have a route: those that the field's goal cells lie in.
static wfResult findComponents( const wfGround* ground, wfTarget* target )
{
	const wfGrid* grid = layerOf( ground, target )->grid;
	int32_t count = wfField_GetGoalCells( target->field, NULL, 0 );
	int32_t* cells = wfAllocateArray( (size_t)count, sizeof( int32_t ) );
	wfResult result = cells != NULL ? wf_ok : wf_outOfMemory;
	wfField_GetGoalCells( target->field, cells, cells != NULL ? count : 0 );
	target->components.count = 0;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		bool isNew = true;
		for ( int32_t m = 0; m < target->components.count; ++m )
		{
			isNew = isNew && target->components.data[m] != grid->component[cells[k]];
		}
		result = isNew ? wfArray_Push( &target->components, grid->component[cells[k]] ) : wf_ok;
	}
	wfReleaseArray( cells, (size_t)count, sizeof( int32_t ) );
	return result;
}

static wfResult prepareLayer( wfGround* ground, wfTarget* target, wfError* error )
{
	wfRouteLayer* layer = layerOf( ground, target );
	wfResult result = wfCreateLayerPlanner( ground, layer, error );
	if ( result == wf_ok && target->known.blocks == NULL )
	{
		result = wfDistanceMap_Init( &target->known, layer->grid->width, layer->grid->height );
		result = result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for the field of a goal" );
	}
	return result;
}

wfResult wfSolvePlaneTarget( wfGround* ground, int32_t index, wfError* error )
{
	wfTarget* target = &ground->routes.targets.data[index];
	if ( target->field != NULL || target->closed )
	{
		return wf_ok;
	}
	wfResult result = prepareLayer( ground, target, error );
	result = result == wf_ok ? createField( ground, target, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	result = findComponents( ground, target );
	if ( result != wf_ok )
	{
		wfDestroyField( target->field );
		target->field = NULL;
		return wfFail( error, result, "not enough memory for the field of a goal" );
	}
	return wf_ok;
}

wfResult wfClosePlaneTarget( wfGround* ground, int32_t index )
{
	wfTarget* target = &ground->routes.targets.data[index];
	wfResult result = prepareLayer( ground, target, NULL );
	target->closed = result == wf_ok;
	return result;
}

wfResult wfRefreshPlaneTarget( wfGround* ground, wfTarget* target )
{
	wfResult result = target->field != NULL ? wfField_Solve( target->field ) : createField( ground, target, NULL );
	result = result == wf_ok ? findComponents( ground, target ) : result;
	wfDistanceMap_Clear( &target->known );
	bool blocked = result == wf_goalBlocked || ( result == wf_notFound && target->field == NULL );
	target->closed = blocked || ( target->closed && result != wf_ok );
	return blocked ? wf_ok : result;
}

// -------------------------------------------------------------------------------------------------------------- queries

// Cells that belong together have routes to each other: no field is needed to know.
wfResult wfGround_HasRoute( wfGround* ground, int32_t index, const wfDestination* to, wfPlace place, bool* exists,
							wfError* error )
{
	*exists = true;
	if ( to->isGoal || ground->mesh != NULL )
	{
		int32_t target;
		wfResult result = wfGround_FindTarget( ground, index, to, &target, error );
		if ( result == wf_ok )
		{
			*exists = wfGround_IsConnected( ground, &ground->routes.targets.data[target], place );
		}
		return result;
	}
	const wfRouteLayer* layer = &ground->routes.layers.data[index];
	if ( layer->grid != NULL )
	{
		int32_t from = nearestCell( layer, ( wfVec2 ){ place.x, place.y } ), end = nearestCell( layer, wfInPlane( to->point ) );
		*exists = from >= 0 && end >= 0 && layer->grid->component[from] == layer->grid->component[end];
	}
	return wf_ok;
}

bool wfIsPlaneConnected( const wfGround* ground, const wfTarget* target, wfVec2 place )
{
	const wfRouteLayer* layer = layerOf( ground, target );
	int32_t cell = target->closed ? -1 : nearestCell( layer, place );
	bool connected = false;
	for ( int32_t k = 0; k < target->components.count && cell >= 0; ++k )
	{
		connected = connected || target->components.data[k] == layer->grid->component[cell];
	}
	return connected;
}

float wfReadDistance( const wfGround* ground, const wfTarget* target, wfVec2 place )
{
	int32_t cell = nearestCell( layerOf( ground, target ), place );
	return cell >= 0 ? wfGetCellDistance( ground, target, cell ) : INFINITY;
}

wfVec2 wfGetPlaneDirection( const wfGround* ground, const wfTarget* target, wfVec2 place, double* distance )
{
	const wfRouteLayer* layer = layerOf( ground, target );
	int32_t cell = wfGrid_GetCell( layer->grid, place );
	int32_t nearest = cell >= 0 ? layer->nearest[cell] : -1;
	float left = nearest >= 0 ? wfGetCellDistance( ground, target, nearest ) : INFINITY;
	if ( !( left < INFINITY ) )
	{
		*distance = INFINITY;
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	wfVec2 center = wfGrid_GetCenter( layer->grid, nearest );
	wfVec2 direction = { 0.0, 0.0 };
	if ( nearest == cell )
	{
		direction = wfField_GetDirection( target->field, place );
		double ahead = direction.x * ( place.x - center.x ) + direction.y * ( place.y - center.y );
		*distance = wfMax( left - ahead, 0.0 );
		return direction;
	}
	// In the margin along a wall: as the field leads in the nearest cell, and a little toward it.
	wfVec2 back = { center.x - place.x, center.y - place.y };
	double length = wfHypot( back.x, back.y );
	direction = wfField_GetDirection( target->field, center );
	direction.x += 0.5 * back.x / length;
	direction.y += 0.5 * back.y / length;
	double norm = wfHypot( direction.x, direction.y );
	*distance = left + length;
	return norm > WF_TINY ? ( wfVec2 ){ direction.x / norm, direction.y / norm } : ( wfVec2 ){ back.x / length, back.y / length };
}

// Between the distances of four cells.
bool wfReadDirection( const wfGround* ground, const wfTarget* target, wfVec2 place, wfVec2* direction, double* distance )
{
	const wfGrid* grid = layerOf( ground, target )->grid;
	double column = ( place.x - grid->origin.x ) / grid->cellSize - 0.5,
		   row = ( place.y - grid->origin.y ) / grid->cellSize - 0.5;
	if ( !( column >= 0.0 && row >= 0.0 && column < grid->width - 1 && row < grid->height - 1 ) )
	{
		return false;
	}
	int32_t i = (int32_t)column, j = (int32_t)row;
	double fx = column - i, fy = row - j;
	int32_t cell = j * grid->width + i;
	double a = (double)wfGetCellDistance( ground, target, cell ), b = (double)wfGetCellDistance( ground, target, cell + 1 );
	double c = (double)wfGetCellDistance( ground, target, cell + grid->width );
	double d = (double)wfGetCellDistance( ground, target, cell + grid->width + 1 );
	double x = ( b - a ) + fy * ( d - c - b + a ), y = ( c - a ) + fx * ( d - c - b + a ), size = wfHypot( x, y );
	// Infinite distances give no number, goals none to speak of.
	if ( !( size > WF_LEAST_SLOPE * grid->cellSize && size < WF_MOST_SLOPE * grid->cellSize ) )
	{
		return false;
	}
	*distance = a + fx * ( b - a ) + fy * ( ( c - a ) + fx * ( d - c - b + a ) );
	*direction = ( wfVec2 ){ -x / size, -y / size };
	return true;
}

bool wfIsAtPlaneGoal( const wfGround* ground, const wfTarget* target, wfVec2 place )
{
	const wfRouteLayer* layer = layerOf( ground, target );
	// Goals are also reached from the margin along walls.
	int32_t cell = target->to.isGoal ? nearestCell( layer, place ) : wfGrid_GetCell( layer->grid, place );
	return cell >= 0 && wfField_IsGoal( target->field, wfGrid_GetCenter( layer->grid, cell ) );
}
