// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What routes take of the memory limit: grids, planners and fields together. Fields may be many and are made one by one: their
// sum is kept, and counted anew where it says too much, and once a tick, for fields grow where they are asked.
#include "field/field.h"
#include "field/planner.h"
#include "ground/parts.h"
#include "surface/surface.h"

// ---------------------------------------------------------------------------------------------------------------- counting

#define SOLVER_BYTES 13 // for each unknown of a planner, to solve fields with

static size_t countState( const wfPlanState* state, size_t cells )
{
	return state->blocked != NULL ? cells * ( 1 + ( state->cost != NULL ? sizeof( float ) : 0 ) ) : 0;
}

static size_t countPlanner( const wfPlannerCore* planner )
{
	// Of one that is being made only the estimate is known. None counts for more than it was allowed: estimates do not know what
	// fronts of tiny numbers add, and what was accepted must not be refused afterwards.
	const wfPlannerReport* report = &planner->report;
	size_t bytes = report->bytes > 0 ? report->bytes : report->estimatedBytes, most = planner->memoryLimit;
	return ( most > 0 && bytes > most ? most : bytes ) + (size_t)planner->symbolic.count * SOLVER_BYTES;
}

static size_t countPlanners( const wfRouteLayer* layer )
{
	return ( layer->planner != NULL ? countPlanner( &layer->planner->core ) : 0 ) +
		   ( layer->next != NULL ? countPlanner( &layer->next->core ) : 0 ) +
		   ( layer->surfacePlanner != NULL ? countPlanner( &layer->surfacePlanner->core ) : 0 );
}

static size_t countLayers( const wfGround* ground )
{
	size_t bytes = 0;
	for ( int32_t k = 0; k < ground->routes.layers.count; ++k )
	{
		const wfRouteLayer* layer = &ground->routes.layers.data[k];
		const wfGrid* grid = layer->grid;
		size_t cells = (size_t)layer->cellCount;
		// Blocked, clearance, component and the nearest cell.
		bytes += grid != NULL ? cells * ( 13 + ( grid->cost != NULL ? sizeof( float ) : 0 ) ) : 0;
		bytes += layer->staticCost != NULL ? cells * sizeof( float ) : 0;
		bytes += countState( &layer->planned, cells ) + countState( &layer->begun, cells ) + countPlanners( layer );
	}
	return bytes + wfCountWalks( ground );
}

static size_t countTarget( const wfTarget* target )
{
	size_t bytes = target->known.blocks != NULL ? wfDistanceMap_CountBytes( &target->known ) : 0;
	bytes += ( target->cells.capacity + target->components.capacity ) * sizeof( int32_t );
	bytes += target->field != NULL ? sizeof( wfField ) + wfFieldCore_CountBytes( &target->field->core ) : 0;
	return bytes + ( target->onMesh != NULL ? wfSurfaceField_CountBytes( target->onMesh ) : 0 );
}

static size_t countTargets( const wfGround* ground, int32_t* fields )
{
	size_t bytes = 0;
	*fields = 0;
	for ( int32_t k = 0; k < ground->routes.targets.count; ++k )
	{
		const wfTarget* target = &ground->routes.targets.data[k];
		*fields += target->field != NULL || target->onMesh != NULL ? 1 : 0;
		bytes += countTarget( target );
	}
	return bytes;
}

// ------------------------------------------------------------------------------------------------------------------- limit

wfResult wfGround_CheckMemory( wfGround* ground, wfError* error )
{
	size_t limit = ground->settings.memoryLimit;
	if ( limit == 0 )
	{
		return wf_ok;
	}
	int32_t count;
	size_t layers = countLayers( ground ), fields = countTargets( ground, &count );
	ground->routes.fieldBytes = fields;
	return layers + fields <= limit ? wf_ok
									: wfFail( error, wf_tooLarge,
											  "the fields of all goals (%d) take %.1f MB, grids and planners %.1f MB; the limit "
											  "is %.1f MB: send agents to "
											  "fewer goals at a time, use larger %s or raise the limit",
											  count, (double)fields * 1e-6, (double)layers * 1e-6, (double)limit * 1e-6,
											  ground->mesh != NULL ? "triangles" : "cells" );
}

static void dropField( wfTarget* target )
{
	wfDestroyField( target->field );
	wfDestroySurfaceField( target->onMesh );
	wfDistanceMap_Free( &target->known );
	target->field = NULL;
	target->onMesh = NULL;
	target->isGivenUp = true;
}

wfResult wfCountNewField( wfGround* ground, wfTarget* target, wfError* error )
{
	size_t limit = ground->settings.memoryLimit;
	ground->routes.fieldBytes += countTarget( target );
	target->isGivenUp = false;
	if ( limit == 0 || countLayers( ground ) + ground->routes.fieldBytes <= limit )
	{
		return wf_ok;
	}
	wfResult result = wfGround_CheckMemory( ground, error );
	if ( result != wf_ok )
	{
		dropField( target );
	}
	return result;
}

bool wfGround_GiveUpFields( wfGround* ground, const uint8_t* held )
{
	bool any = false;
	for ( int32_t k = 0; k < ground->routes.targets.count; ++k )
	{
		wfTarget* target = &ground->routes.targets.data[k];
		bool isMade = target->field != NULL || target->onMesh != NULL || target->isWaiting;
		if ( target->layer >= 0 && isMade && !held[k] )
		{
			dropField( target );
			target->isWaiting = target->isStarted = false;
			any = true;
		}
	}
	int32_t fields;
	ground->routes.fieldBytes = countTargets( ground, &fields );
	return any;
}

size_t wfGetRoomForPlanner( const wfGround* ground, const wfRouteLayer* layer )
{
	size_t limit = ground->settings.memoryLimit;
	if ( limit == 0 )
	{
		return 0;
	}
	int32_t fields;
	size_t used = countLayers( ground ) + countTargets( ground, &fields );
	used -= countPlanners( layer ); // of a layer of the list, or of a new one that has none
	int64_t unknowns = layer->grid != NULL ? layer->grid->freeCount : ground->mesh != NULL ? ground->mesh->vertexCount : 0;
	used += (size_t)unknowns * SOLVER_BYTES;
	// A factor that is kept in parts takes all there is.
	return limit > used ? (size_t)( ( 1.0 - WF_FIELD_SHARE ) * (double)( limit - used ) ) + 1 : 1;
}

bool wfGround_HasRoomAhead( const wfGround* ground )
{
	size_t limit = ground->settings.memoryLimit;
	return limit == 0 || (double)ground->routes.fieldBytes <= WF_AHEAD_SHARE * (double)limit;
}
