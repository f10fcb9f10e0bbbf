// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Global fields of a crowd on a surface: a planner for each size of agents, a field for each goal they have.
#include "crowd/mesh_ground.h"

#include <string.h>

// Radii are rounded up to a multiple of this, so that a crowd of many sizes needs few planners.
#define WF_RADIUS_STEP 0.05

static wfResult makePlanner( wfCrowd* crowd, double radius, wfSurfacePlanner** planner, wfError* error )
{
	wfSurfaceMask* grown;
	wfResult result = wfCreateSurfaceMask( crowd->surface->mesh, &grown );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for the obstacles of a surface" );
	}
	memcpy( grown->vertexBlocked, crowd->surface->mask->vertexBlocked, (size_t)crowd->surface->mesh->vertexCount );
	memcpy( grown->triangleBlocked, crowd->surface->mask->triangleBlocked, (size_t)crowd->surface->mesh->triangleCount );
	grown->blockedCount = crowd->surface->mask->blockedCount;
	if ( radius > 0.0 )
	{
		result = wfSurfaceMask_Grow( grown, radius, true );
		result = result != wf_ok ? wfFail( error, result, "not enough memory to grow the obstacles of a surface" ) : result;
	}
	if ( result == wf_ok )
	{
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		def.mask = grown;
		def.boundary = crowd->groundDef.boundary;
		def.haste = crowd->def.haste;
		def.memoryLimit = crowd->def.memoryLimit;
		def.workers = crowd->def.workers;
		result = wfCreateSurfacePlanner( crowd->surface->mesh, &def, planner, error );
	}
	wfDestroySurfaceMask( grown );
	return result;
}

wfResult wfFindMeshLayer( wfCrowd* crowd, double radius, int32_t* index, wfError* error )
{
	double rounded = ceil( radius / WF_RADIUS_STEP - 1e-6 ) * WF_RADIUS_STEP;
	for ( int32_t k = 0; k < crowd->routes.meshLayers.count; ++k )
	{
		if ( crowd->routes.meshLayers.data[k].radius == rounded )
		{
			*index = k;
			return wf_ok;
		}
	}
	wfResult result = wfArray_Reserve( &crowd->routes.meshLayers, crowd->routes.meshLayers.count + 1 );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a planner" );
	}
	wfMeshLayer layer = { .radius = rounded };
	result = makePlanner( crowd, rounded, &layer.planner, error );
	if ( result == wf_ok )
	{
		*index = crowd->routes.meshLayers.count;
		crowd->routes.meshLayers.data[crowd->routes.meshLayers.count++] = layer;
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- way to go

// The vertex a field leads to next, and how far that is.
static int32_t nextVertex( const wfSurfaceField* field, int32_t vertex, double* length )
{
	const wfIntrinsic* edges = &field->planner->intrinsic;
	int32_t h = field->bestNeighbor[vertex];
	if ( h == -1 )
	{
		return -1;
	}
	if ( h < 0 )
	{
		const wfMesh* mesh = field->planner->mesh;
		int32_t bridge = -2 - h, from = wfFromVertex( mesh, bridge );
		*length = mesh->length[bridge];
		return from == vertex ? wfToVertex( mesh, bridge ) : from;
	}
	*length = edges->length[h];
	int32_t to = edges->corners[wfNextHalfEdge( h )];
	return edges->corners[h] == vertex ? to : edges->corners[h];
}

// Follow the field from every vertex, each once. `stack` has room for all.
static void followField( const wfSurfaceField* field, int32_t* stack, float* way, int32_t* goalOf )
{
	int32_t count = wfMesh_GetVertexCount( field->planner->mesh );
	for ( int32_t v = 0; v < count; ++v )
	{
		way[v] = field->core.isGoal[v] ? 0.0f : INFINITY;
		goalOf[v] = field->core.isGoal[v] ? v : -1;
	}
	for ( int32_t v = 0; v < count; ++v )
	{
		int32_t depth = 0;
		int32_t at = v;
		double length = 0.0;
		while ( at >= 0 && goalOf[at] < 0 && depth < count )
		{
			stack[depth++] = at;
			at = field->reachable[at] ? nextVertex( field, at, &length ) : -1;
		}
		if ( at < 0 || goalOf[at] < 0 )
		{
			continue;
		}
		for ( int32_t k = depth - 1; k >= 0; --k )
		{
			int32_t next = nextVertex( field, stack[k], &length );
			way[stack[k]] = way[next] + (float)length;
			goalOf[stack[k]] = goalOf[next];
		}
	}
}

// Into the margin along walls that the field has no values for, edge by edge over what can be walked on: as far as a disc beside
// a wall may stand in it. Free ground without a route stays without one. `depth` has room for all vertices.
static void spreadIntoMargin( const wfCrowd* crowd, const wfMeshTarget* target, float* depth )
{
	const wfMesh* mesh = crowd->surface->mesh;
	const uint8_t* blocked = target->field->planner->blocked;
	float* way = target->way;
	int32_t* goalOf = target->goalOf;
	float deepest = (float)( 2.0 * ( crowd->routes.meshLayers.data[target->layer].radius + mesh->report.meanEdge ) );
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		depth[v] = goalOf[v] >= 0 ? 0.0f : INFINITY;
	}
	bool changed = true;
	while ( changed )
	{
		changed = false;
		for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
		{
			int32_t ends[2] = { wfFromVertex( mesh, h ), wfToVertex( mesh, h ) };
			float length = (float)mesh->length[h];
			for ( int32_t k = 0; k < 2 && crowd->surface->walkable[h / 3]; ++k )
			{
				int32_t from = ends[k], to = ends[1 - k];
				bool margin = blocked[to] && !target->field->reachable[to];
				if ( margin && depth[from] + length < depth[to] && depth[from] + length < deepest )
				{
					depth[to] = depth[from] + length;
					way[to] = way[from] + length;
					goalOf[to] = goalOf[from];
					changed = true;
				}
			}
		}
	}
}

static wfResult makeWay( const wfCrowd* crowd, wfMeshTarget* target )
{
	size_t count = (size_t)crowd->surface->mesh->vertexCount;
	int32_t* stack = wfAllocateArray( count, sizeof( int32_t ) );
	float* depth = wfAllocateArray( count, sizeof( float ) );
	target->way = wfAllocateArray( count, sizeof( float ) );
	target->goalOf = wfAllocateArray( count, sizeof( int32_t ) );
	wfResult result = stack != NULL && depth != NULL && target->way != NULL && target->goalOf != NULL ? wf_ok : wf_outOfMemory;
	if ( result == wf_ok )
	{
		followField( target->field, stack, target->way, target->goalOf );
		spreadIntoMargin( crowd, target, depth );
	}
	wfReleaseArray( depth, count, sizeof( float ) );
	wfReleaseArray( stack, count, sizeof( int32_t ) );
	return result;
}

static void freeTarget( const wfCrowd* crowd, wfMeshTarget* target )
{
	size_t count = (size_t)crowd->surface->mesh->vertexCount;
	wfDestroySurfaceField( target->field );
	wfReleaseArray( target->way, count, sizeof( float ) );
	wfReleaseArray( target->goalOf, count, sizeof( int32_t ) );
}

// What a target leads to, as a goal of the planner.
static wfSurfaceGoalDef goalOfTarget( const wfCrowd* crowd, const wfMeshTarget* target )
{
	wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
	def.kind = wf_placeGoal;
	def.place = target->place;
	if ( target->goal >= 0 )
	{
		const wfSurfaceGoal* goal = &crowd->surface->goals[target->goal];
		def.kind = goal->kind;
		def.vertices = goal->vertices;
		def.vertexCount = goal->vertexCount;
		def.place = goal->place;
	}
	return def;
}

static wfResult solveTarget( wfCrowd* crowd, wfMeshTarget* target, wfError* error )
{
	wfSurfaceGoalDef def = goalOfTarget( crowd, target );
	wfError first = { 0 };
	wfResult result =
		wfSurfacePlanner_CreateField( crowd->routes.meshLayers.data[target->layer].planner, &def, &target->field, &first );
	// A goal closer to a wall than the agents are wide: they come as near as they can.
	if ( result == wf_goalBlocked && crowd->routes.meshLayers.data[target->layer].radius > 0.0 )
	{
		int32_t thin = 0;
		result = wfFindMeshLayer( crowd, 0.0, &thin, error );
		result = result == wf_ok
					 ? wfSurfacePlanner_CreateField( crowd->routes.meshLayers.data[thin].planner, &def, &target->field, error )
					 : result;
	}
	else if ( result != wf_ok && error != NULL )
	{
		*error = first;
	}
	if ( result != wf_ok )
	{
		return result;
	}
	result = wfSurfaceField_PrepareDirections( target->field, crowd->def.workers );
	result = result == wf_ok ? makeWay( crowd, target ) : result;
	return result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for the ways to a goal" );
}

wfResult wfFindMeshTarget( wfCrowd* crowd, int32_t layer, int32_t goal, wfSurfacePoint place, int32_t* index, wfError* error )
{
	for ( int32_t k = 0; k < crowd->routes.meshTargets.count; ++k )
	{
		const wfMeshTarget* target = &crowd->routes.meshTargets.data[k];
		bool same =
			goal >= 0 || ( target->place.triangle == place.triangle && target->place.u == place.u && target->place.v == place.v );
		if ( target->layer == layer && target->goal == goal && same )
		{
			*index = k;
			return wf_ok;
		}
	}
	wfResult result = wfArray_Reserve( &crowd->routes.meshTargets, crowd->routes.meshTargets.count + 1 );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a goal" );
	}
	wfMeshTarget target = { .layer = layer, .goal = goal, .place = place };
	result = solveTarget( crowd, &target, error );
	if ( result != wf_ok )
	{
		freeTarget( crowd, &target );
		return result;
	}
	*index = crowd->routes.meshTargets.count;
	crowd->routes.meshTargets.data[crowd->routes.meshTargets.count++] = target;
	return wf_ok;
}

wfResult wfFindTargetOfStop( wfCrowd* crowd, int32_t layer, const wfStop* stop, int32_t* index, wfError* error )
{
	bool goal = stop->kind == wf_goalStop;
	return wfFindMeshTarget( crowd, layer, goal ? (int32_t)stop->goal.index1 - 1 : -1,
							 goal ? ( wfSurfacePoint ){ -1, 0.0, 0.0 } : stop->place, index, error );
}

void wfDestroyMeshRoutes( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->routes.meshTargets.count; ++k )
	{
		freeTarget( crowd, &crowd->routes.meshTargets.data[k] );
	}
	wfArray_Free( &crowd->routes.meshTargets );
	for ( int32_t k = 0; k < crowd->routes.meshLayers.count; ++k )
	{
		wfDestroySurfacePlanner( crowd->routes.meshLayers.data[k].planner );
	}
	wfArray_Free( &crowd->routes.meshLayers );
}

// ---------------------------------------------------------------------------------------------------------------- queries

double wfSurfaceWay( const wfCrowd* crowd, const wfMeshTarget* target, int32_t triangle, wfSurfacePoint point )
{
	const double weights[3] = { 1.0 - point.u - point.v, point.u, point.v };
	double sum = 0.0, share = 0.0, least = INFINITY;
	for ( int32_t k = 0; k < 3; ++k )
	{
		double way = (double)target->way[crowd->surface->mesh->triangles[3 * triangle + k]];
		if ( way < INFINITY )
		{
			sum += weights[k] * way;
			share += weights[k];
			least = wfMin( least, way );
		}
	}
	return share > 1e-9 ? sum / share : least;
}

// Down the ways of the triangle's corners, as if they fell evenly between them.
static wfVec2 downTheWay( const wfMesh* mesh, const float* way, int32_t triangle )
{
	double values[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		values[k] = (double)way[mesh->triangles[3 * triangle + k]];
		if ( !( values[k] < INFINITY ) )
		{
			return ( wfVec2 ){ 0.0, 0.0 };
		}
	}
	double x = ( values[1] - values[0] ) / mesh->corner1X[triangle];
	double y = ( values[2] - values[0] - x * mesh->corner2X[triangle] ) / mesh->corner2Y[triangle];
	double size = wfHypot( x, y );
	return size > 1e-9 ? ( wfVec2 ){ -x / size, -y / size } : ( wfVec2 ){ 0.0, 0.0 };
}

static wfVec3 normalOf( const wfMesh* mesh, int32_t triangle )
{
	return wfCross3( mesh->axisX[triangle], mesh->axisY[triangle] );
}

// The vertex a triangle's nearest goal is at, -1: none is known.
static int32_t goalVertexOf( const wfCrowd* crowd, const wfMeshTarget* target, int32_t triangle )
{
	int32_t found = -1;
	float least = INFINITY;
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t vertex = crowd->surface->mesh->triangles[3 * triangle + k];
		found = target->way[vertex] < least ? target->goalOf[vertex] : found;
		least = target->way[vertex] < least ? target->way[vertex] : least;
	}
	return found;
}

static bool findGoalPlace( const wfCrowd* crowd, const wfMeshTarget* target, int32_t triangle, wfVec3* position, wfVec3* normal )
{
	const wfMesh* mesh = crowd->surface->mesh;
	wfSurfaceGoalDef goal = goalOfTarget( crowd, target );
	if ( goal.kind == wf_placeGoal )
	{
		*position = wfMesh_GetPosition( mesh, goal.place );
		*normal = normalOf( mesh, goal.place.triangle );
		return true;
	}
	int32_t vertex = goalVertexOf( crowd, target, triangle );
	if ( vertex < 0 )
	{
		return false;
	}
	*position = mesh->vertices[vertex];
	*normal = normalOf( mesh, mesh->ring[mesh->ringFirst[vertex]] / 3 );
	return true;
}

void wfGoalPlace( const wfCrowd* crowd, const wfMeshTarget* target, int32_t rank, wfVec3* position, wfVec3* normal )
{
	if ( !findGoalPlace( crowd, target, crowd->surface->tick.triangle[rank], position, normal ) )
	{
		*position = crowd->surface->tick.position[rank];
		*normal = crowd->surface->tick.normal[rank];
	}
}

wfVec2 wfSurfaceDirection( const wfCrowd* crowd, const wfMeshTarget* target, int32_t rank, double* way )
{
	const wfMesh* mesh = crowd->surface->mesh;
	int32_t triangle = crowd->surface->tick.triangle[rank];
	wfFlat place = { crowd->tick.placeX[rank], crowd->tick.placeY[rank] };
	wfSurfacePoint point = wfPointOfFlat( mesh, triangle, place );
	*way = wfSurfaceWay( crowd, target, triangle, point );
	if ( !( *way < INFINITY ) )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	bool margin = false, goals = true;
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t vertex = mesh->triangles[3 * triangle + k];
		margin = margin || !target->field->reachable[vertex];
		goals = goals && target->way[vertex] == 0.0f;
	}
	wfVec2 direction = { 0.0, 0.0 };
	if ( !goals )
	{
		direction = wfIntoAxes( &crowd->surface->tick, rank, wfSurfaceField_GetDirection( target->field, point ) );
		double size = wfHypot( direction.x, direction.y );
		if ( size > 1e-9 )
		{
			return ( wfVec2 ){ direction.x / size, direction.y / size };
		}
	}
	if ( margin )
	{
		direction = downTheWay( mesh, target->way, triangle );
	}
	if ( direction.x == 0.0 && direction.y == 0.0 )
	{
		// At the goal itself: straight to its place.
		wfVec3 position, normal;
		wfGoalPlace( crowd, target, rank, &position, &normal );
		direction = wfRollOut( &crowd->surface->tick, rank, position, normal );
		*way = wfHypot( direction.x, direction.y );
		return *way > 1e-9 ? ( wfVec2 ){ direction.x / *way, direction.y / *way } : ( wfVec2 ){ 0.0, 0.0 };
	}
	return direction;
}

bool wfHasArrivedOnMesh( const wfCrowd* crowd, const wfAgent* agent )
{
	if ( agent->target < 0 )
	{
		return false;
	}
	const wfMesh* mesh = crowd->surface->mesh;
	const wfMeshTarget* target = &crowd->routes.meshTargets.data[agent->target];
	int32_t triangle = agent->triangle;
	wfFlat place = { agent->x, agent->y };
	wfVec3 position, normal;
	if ( !findGoalPlace( crowd, target, triangle, &position, &normal ) )
	{
		return false;
	}
	double radius = (double)agent->radius;
	double given = target->goal >= 0 ? crowd->surface->goals[target->goal].reach : wfPresentStop( crowd, agent )->reach;
	double reach = given > 0.0 ? given : wfMax( radius, 0.25 ) + 2.0 * WF_SKIN;
	if ( wfLength3( wfSub3( position, wfPositionOfFlat( mesh, triangle, place ) ) ) > reach )
	{
		return false;
	}
	// Near in space is not near on the surface: what is left to go is, but for the size of a triangle.
	double longest = 0.0;
	for ( int32_t k = 0; k < 3; ++k )
	{
		longest = wfMax( longest, mesh->length[3 * triangle + k] );
	}
	return wfSurfaceWay( crowd, target, triangle, wfPointOfFlat( mesh, triangle, place ) ) <= 2.0 * reach + 2.0 * longest;
}
