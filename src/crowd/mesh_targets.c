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
		def.limits = crowd->groundDef.boundary;
		def.haste = crowd->def.haste;
		def.memoryLimit = crowd->def.memoryLimit;
		def.workers = crowd->def.workers;
		result = wfCreateSurfacePlanner( crowd->surface->mesh, &def, planner, error );
	}
	wfDestroySurfaceMask( grown );
	return result;
}

wfResult wfFindSurfaceLayer( wfCrowd* crowd, double radius, int32_t* index, wfError* error )
{
	double rounded = ceil( radius / WF_RADIUS_STEP - 1e-6 ) * WF_RADIUS_STEP;
	for ( int32_t k = 0; k < crowd->surface->layerCount; ++k )
	{
		if ( crowd->surface->layers[k].radius == rounded )
		{
			*index = k;
			return wf_ok;
		}
	}
	wfResult result = wfGrowArray( &crowd->surface->layers, &crowd->surface->layerCapacity,
								   (size_t)crowd->surface->layerCount + 1, sizeof( wfSurfaceLayer ) );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a planner" );
	}
	wfSurfaceLayer layer = { .radius = rounded };
	result = makePlanner( crowd, rounded, &layer.planner, error );
	if ( result == wf_ok )
	{
		*index = crowd->surface->layerCount;
		crowd->surface->layers[crowd->surface->layerCount++] = layer;
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
// a wall may stand in it. Free ground without a way stays without one. `depth` has room for all vertices.
static void spreadIntoMargin( const wfCrowd* crowd, const wfSurfaceTarget* target, float* depth )
{
	const wfMesh* mesh = crowd->surface->mesh;
	const uint8_t* blocked = target->field->planner->blocked;
	float* way = target->way;
	int32_t* goalOf = target->goalOf;
	float deepest = (float)( 2.0 * ( crowd->surface->layers[target->layer].radius + mesh->report.meanEdge ) );
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

static wfResult makeWay( const wfCrowd* crowd, wfSurfaceTarget* target )
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

static void freeTarget( const wfCrowd* crowd, wfSurfaceTarget* target )
{
	size_t count = (size_t)crowd->surface->mesh->vertexCount;
	wfDestroySurfaceField( target->field );
	wfReleaseArray( target->way, count, sizeof( float ) );
	wfReleaseArray( target->goalOf, count, sizeof( int32_t ) );
}

static wfResult solveTarget( wfCrowd* crowd, wfSurfaceTarget* target, wfError* error )
{
	const wfSurfaceGoal* goal = &crowd->surface->goals[target->goal];
	wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
	def.kind = goal->kind;
	def.vertices = goal->vertices;
	def.vertexCount = goal->vertexCount;
	def.place = goal->place;
	wfError first = { 0 };
	wfResult result = wfSurfacePlanner_CreateField( crowd->surface->layers[target->layer].planner, &def, &target->field, &first );
	// A goal closer to a wall than the agents are wide: they come as near as they can.
	if ( result == wf_goalBlocked && crowd->surface->layers[target->layer].radius > 0.0 )
	{
		int32_t thin = 0;
		result = wfFindSurfaceLayer( crowd, 0.0, &thin, error );
		result = result == wf_ok
					 ? wfSurfacePlanner_CreateField( crowd->surface->layers[thin].planner, &def, &target->field, error )
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

wfResult wfFindSurfaceTarget( wfCrowd* crowd, int32_t layer, int32_t goal, int32_t* index, wfError* error )
{
	for ( int32_t k = 0; k < crowd->surface->targetCount; ++k )
	{
		if ( crowd->surface->targets[k].layer == layer && crowd->surface->targets[k].goal == goal )
		{
			*index = k;
			return wf_ok;
		}
	}
	wfResult result = wfGrowArray( &crowd->surface->targets, &crowd->surface->targetCapacity,
								   (size_t)crowd->surface->targetCount + 1, sizeof( wfSurfaceTarget ) );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a goal" );
	}
	wfSurfaceTarget target = { .layer = layer, .goal = goal };
	result = solveTarget( crowd, &target, error );
	if ( result != wf_ok )
	{
		freeTarget( crowd, &target );
		return result;
	}
	*index = crowd->surface->targetCount;
	crowd->surface->targets[crowd->surface->targetCount++] = target;
	return wf_ok;
}

wfResult wfUpdateTargets( wfCrowd* crowd, wfError* error )
{
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		wfAgent* agent = &crowd->population.agents[slot];
		const wfStop* stop = wfPresentStop( crowd, agent );
		if ( !( agent->flags & wf_agentUsed ) || stop == NULL || agent->target >= 0 )
		{
			continue;
		}
		int32_t goal = (int32_t)stop->goal.index1 - 1;
		wfResult result = wfFindSurfaceTarget( crowd, agent->layer, goal, &agent->target, error );
		if ( result != wf_ok )
		{
			return result;
		}
		agent->goalKey = stop->goal.index1;
		agent->flags &= ~(uint32_t)wf_agentRecheck;
	}
	return wf_ok;
}

void wfDestroyTargets( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->surface->targetCount; ++k )
	{
		freeTarget( crowd, &crowd->surface->targets[k] );
	}
	wfReleaseArray( crowd->surface->targets, crowd->surface->targetCapacity, sizeof( wfSurfaceTarget ) );
	for ( int32_t k = 0; k < crowd->surface->layerCount; ++k )
	{
		wfDestroySurfacePlanner( crowd->surface->layers[k].planner );
	}
	wfReleaseArray( crowd->surface->layers, crowd->surface->layerCapacity, sizeof( wfSurfaceLayer ) );
	for ( int32_t k = 0; k < crowd->surface->goalCount; ++k )
	{
		wfReleaseArray( crowd->surface->goals[k].vertices, (size_t)crowd->surface->goals[k].vertexCount, sizeof( int32_t ) );
	}
	wfReleaseArray( crowd->surface->goals, crowd->surface->goalCapacity, sizeof( wfSurfaceGoal ) );
}

// ---------------------------------------------------------------------------------------------------------------- queries

double wfSurfaceWay( const wfCrowd* crowd, const wfSurfaceTarget* target, int32_t triangle, wfSurfacePoint point )
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
static int32_t goalVertexOf( const wfCrowd* crowd, const wfSurfaceTarget* target, int32_t triangle )
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

static bool findGoalPlace( const wfCrowd* crowd, const wfSurfaceTarget* target, int32_t triangle, wfVec3* position,
						   wfVec3* normal )
{
	const wfMesh* mesh = crowd->surface->mesh;
	const wfSurfaceGoal* goal = &crowd->surface->goals[target->goal];
	if ( goal->kind == wf_placeGoal )
	{
		*position = wfMesh_GetPosition( mesh, goal->place );
		*normal = normalOf( mesh, goal->place.triangle );
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

void wfGoalPlace( const wfCrowd* crowd, const wfSurfaceTarget* target, int32_t rank, wfVec3* position, wfVec3* normal )
{
	if ( !findGoalPlace( crowd, target, crowd->surface->tick.triangle[rank], position, normal ) )
	{
		*position = crowd->surface->tick.position[rank];
		*normal = crowd->surface->tick.normal[rank];
	}
}

wfVec2 wfSurfaceDirection( const wfCrowd* crowd, const wfSurfaceTarget* target, int32_t rank, double* way )
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

bool wfHasArrivedOnSurface( const wfCrowd* crowd, int32_t slot )
{
	const wfAgent* agent = &crowd->population.agents[slot];
	if ( agent->target < 0 )
	{
		return false;
	}
	const wfMesh* mesh = crowd->surface->mesh;
	const wfSurfaceTarget* target = &crowd->surface->targets[agent->target];
	int32_t triangle = crowd->population.agents[slot].triangle;
	wfFlat place = { agent->x, agent->y };
	wfVec3 position, normal;
	if ( !findGoalPlace( crowd, target, triangle, &position, &normal ) )
	{
		return false;
	}
	double given = crowd->surface->goals[target->goal].reach, radius = (double)agent->radius;
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
