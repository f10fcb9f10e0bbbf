// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A mesh and the routes on it as bytes, for saved states.
#include "crowd/checkpoint.h"
#include "crowd/mesh_ground.h"

typedef struct wfSavedMeshTarget
{
	double u, v;
	int32_t layer, goal, triangle, padding;
} wfSavedMeshTarget;

_Static_assert( sizeof( wfSavedMeshTarget ) == 32, "what is saved must have no gaps" );

// All that agents go by: what of it they have added and where.
wfResult wfHashMesh( const wfCrowd* crowd, uint64_t* result )
{
	const wfMesh* mesh = crowd->surface->mesh;
	uint64_t hash = *result;
	hash = wfHash( hash, mesh->vertices, (size_t)mesh->vertexCount * sizeof( wfVec3 ) );
	hash = wfHash( hash, mesh->triangles, 3 * (size_t)mesh->triangleCount * sizeof( int32_t ) );
	hash = wfHash( hash, crowd->surface->mask->vertexBlocked, (size_t)mesh->vertexCount );
	hash = wfHash( hash, crowd->surface->mask->triangleBlocked, (size_t)mesh->triangleCount );
	int32_t limits = (int32_t)crowd->groundDef.boundary;
	hash = wfHash( hash, &limits, sizeof( limits ) );
	for ( int32_t k = 0; k < crowd->surface->goalCount; ++k )
	{
		const wfSurfaceGoal* goal = &crowd->surface->goals[k];
		double numbers[4] = { (double)goal->kind, goal->place.u, goal->place.v, goal->reach };
		hash = wfHash( hash, numbers, sizeof( numbers ) );
		hash = wfHash( hash, &goal->place.triangle, sizeof( goal->place.triangle ) );
		hash = goal->vertexCount > 0 ? wfHash( hash, goal->vertices, (size_t)goal->vertexCount * sizeof( int32_t ) ) : hash;
	}
	*result = hash;
	return wf_ok;
}

void wfSaveRoutesOnMesh( wfStateWriter* writer, const wfCrowd* crowd )
{
	const wfRoutes* routes = &crowd->routes;
	wfPutBytes( writer, &routes->patchCell, sizeof( double ) );
	for ( int32_t k = 0; k < routes->meshLayers.count; ++k )
	{
		wfPutBytes( writer, &routes->meshLayers.data[k].radius, sizeof( double ) );
	}
	for ( int32_t k = 0; k < routes->meshTargets.count; ++k )
	{
		const wfMeshTarget* target = &routes->meshTargets.data[k];
		wfSavedMeshTarget saved = { .u = target->place.u,
									.v = target->place.v,
									.layer = target->layer,
									.goal = target->goal,
									.triangle = target->place.triangle };
		wfPutBytes( writer, &saved, sizeof( saved ) );
	}
}

static wfResult restoreTarget( wfStateReader* reader, wfCrowd* next, int32_t k, wfError* error )
{
	wfSavedMeshTarget saved = { 0 };
	wfGetBytes( reader, &saved, sizeof( saved ) );
	bool place = saved.goal == -1 && saved.triangle >= 0 && saved.triangle < next->surface->mesh->triangleCount &&
				 saved.u >= -1e-3 && saved.v >= -1e-3 && saved.u + saved.v <= 1.001;
	bool goal = saved.goal >= 0 && saved.goal < next->surface->goalCount;
	if ( reader->failed || saved.layer < 0 || saved.layer >= next->routes.meshLayers.count || ( !place && !goal ) )
	{
		return wf_badFormat;
	}
	int32_t index = -1;
	wfSurfacePoint at = { saved.triangle, saved.u, saved.v };
	wfResult result = wfFindMeshTarget( next, saved.layer, saved.goal, at, &index, error );
	return result == wf_ok && index != k ? wf_badFormat : result;
}

// Fields in the order they had: agents know them by number.
wfResult wfRestoreRoutesOnMesh( wfStateReader* reader, wfCrowd* next, int32_t layers, int32_t targets, wfError* error )
{
	wfResult result = wf_ok;
	wfGetBytes( reader, &next->routes.patchCell, sizeof( double ) );
	bool sound = !reader->failed && next->routes.patchCell >= 0.0 && next->routes.patchCell < 1e6;
	for ( int32_t k = 0; k < layers && result == wf_ok && sound; ++k )
	{
		double radius = -1.0;
		int32_t index = -1;
		wfGetBytes( reader, &radius, sizeof( radius ) );
		sound = radius >= 0.0 && radius < 1e6;
		result = sound ? wfFindMeshLayer( next, radius, &index, error ) : wf_ok;
		sound = sound && ( result != wf_ok || index == k );
	}
	for ( int32_t k = 0; k < targets && result == wf_ok && sound; ++k )
	{
		result = restoreTarget( reader, next, k, error );
	}
	return result == wf_ok && !sound ? wf_badFormat : result;
}

// A place a little beside its triangle is rounding; farther away it would lie outside of all patches.
static bool isPlaceSound( const wfMesh* mesh, int32_t triangle, double x, double y )
{
	if ( triangle < 0 || triangle >= mesh->triangleCount )
	{
		return false;
	}
	wfSurfacePoint point = wfPointOfFlat( mesh, triangle, ( wfFlat ){ x, y } );
	return point.u >= -1e-3 && point.v >= -1e-3 && point.u + point.v <= 1.001;
}

bool wfIsSoundOnMesh( const wfCrowd* crowd, const wfAgent* agent )
{
	bool fields = agent->target >= -1 && agent->target < crowd->routes.meshTargets.count && agent->layer >= -1 &&
				  agent->layer < crowd->routes.meshLayers.count && ( agent->layer >= 0 || ( agent->flags & wf_agentNew ) != 0 );
	return fields && agent->roomLevel >= 0 && agent->roomLevel <= WF_PRESSING &&
		   isPlaceSound( crowd->surface->mesh, agent->triangle, agent->x, agent->y ) &&
		   isPlaceSound( crowd->surface->mesh, agent->homeTriangle, agent->homeX, agent->homeY );
}
