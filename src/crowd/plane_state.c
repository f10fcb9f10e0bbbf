// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes in the plane as bytes, and back.
#include "crowd/checkpoint.h"
#include "world/world.h"

typedef struct wfSavedLayer
{
	double radius, wallReach;
	int32_t kind, hasGrid;
} wfSavedLayer;

typedef struct wfSavedTarget
{
	wfVec2 point;
	wfGoalId goal;
	int32_t layer, kind, cell, solved;
	uint32_t goalKey, padding;
} wfSavedTarget;

_Static_assert( sizeof( wfSavedLayer ) == 24 && sizeof( wfSavedTarget ) == 48, "what is saved must have no gaps" );

void wfSaveRoutesInPlane( wfStateWriter* writer, const wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->routes.layers.count; ++k )
	{
		const wfRouteLayer* layer = &crowd->routes.layers.data[k];
		wfSavedLayer saved = { layer->radius, layer->walls->reach, layer->kind, layer->grid != NULL };
		wfPutBytes( writer, &saved, sizeof( saved ) );
	}
	for ( int32_t k = 0; k < crowd->routes.targets.count; ++k )
	{
		const wfTarget* target = &crowd->routes.targets.data[k];
		wfSavedTarget saved = { .point = target->point,
								.goal = target->goal,
								.layer = target->layer,
								.kind = (int32_t)target->kind,
								.cell = target->cell,
								.solved = target->field != NULL || target->closed,
								.goalKey = target->goalKey };
		wfPutBytes( writer, &saved, sizeof( saved ) );
	}
}

static wfResult readLayers( wfStateReader* reader, wfCrowd* next, int32_t count, wfError* error )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		wfSavedLayer layer = { 0 };
		wfGetBytes( reader, &layer, sizeof( layer ) );
		if ( reader->failed || !( layer.radius > 0.0 && layer.radius < 1e3 ) || layer.kind < 0 || layer.kind > 31 ||
			 !( layer.wallReach > 0.0 && layer.wallReach < 1e5 ) )
		{
			return wf_badFormat;
		}
		int32_t index;
		wfResult result = wfFindLayer( next, layer.radius, layer.kind, &index, error );
		result = result == wf_ok && layer.hasGrid ? wfGiveGrid( next, &next->routes.layers.data[index], error ) : result;
		if ( result == wf_ok && next->routes.layers.data[index].walls->reach != layer.wallReach )
		{
			wfWallMap* walls = NULL;
			result = wfCreateWallMap( next->world, layer.kind, layer.wallReach, &walls );
			if ( result == wf_ok )
			{
				wfDestroyWallMap( next->routes.layers.data[index].walls );
				next->routes.layers.data[index].walls = walls;
			}
		}
		if ( result != wf_ok )
		{
			return result;
		}
		if ( index != k || next->routes.layers.data[index].radius != layer.radius )
		{
			return wf_badFormat;
		}
	}
	return wf_ok;
}

static wfResult readTargets( wfStateReader* reader, wfCrowd* next, int32_t count, wfError* error )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		wfSavedTarget target = { 0 };
		wfGetBytes( reader, &target, sizeof( target ) );
		if ( reader->failed || target.layer < 0 || target.layer >= next->routes.layers.count ||
			 ( target.kind != wf_goalStop && target.kind != wf_pointStop ) )
		{
			return wf_badFormat;
		}
		const wfRouteLayer* layer = &next->routes.layers.data[target.layer];
		bool point = target.kind == wf_pointStop;
		if ( point && ( layer->grid == NULL || target.cell < 0 || target.cell >= layer->cellCount ) )
		{
			return wf_badFormat;
		}
		wfResult result = wfArray_Reserve( &next->routes.targets, (size_t)k + 1 );
		if ( result != wf_ok )
		{
			return result;
		}
		next->routes.targets.data[next->routes.targets.count++] = ( wfTarget ){ .layer = target.layer,
																				.kind = (wfStopKind)target.kind,
																				.goal = target.goal,
																				.point = target.point,
																				.cell = point ? target.cell : -1,
																				.goalKey = target.goalKey };
		// Goals that are gone stay unsolved: nobody may be on the way to them. What an edit covers is closed.
		bool gone = !point && !wfWorld_IsGoalValid( next->world, target.goal );
		result = target.solved && !gone ? wfSolveTarget( next, k, error ) : wf_ok;
		result = result == wf_goalBlocked ? wfCloseTarget( next, k ) : result;
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wf_ok;
}

wfResult wfRestoreRoutesInPlane( wfStateReader* reader, wfCrowd* next, int32_t layers, int32_t targets, wfError* error )
{
	wfResult result = readLayers( reader, next, layers, error );
	return result == wf_ok ? readTargets( reader, next, targets, error ) : result;
}
