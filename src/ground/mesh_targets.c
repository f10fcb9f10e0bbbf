// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes on a mesh: a planner for each radius, a field for each goal, distances along it.
#include "ground/on_mesh.h"
#include "ground/parts.h"

wfResult wfOpenMeshLayer( wfGround* ground, wfRouteLayer* layer, wfError* error )
{
	wfSurfaceMask* grown;
	wfResult result = wfCopyMask( ground->mesh, ground->mask, &grown );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for the obstacles of a surface" );
	}
	if ( layer->radius > 0.0 )
	{
		result = wfSurfaceMask_Grow( grown, layer->radius, true );
		result = result != wf_ok ? wfFail( error, result, "not enough memory to grow the obstacles of a surface" ) : result;
	}
	if ( result == wf_ok )
	{
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		def.mask = grown;
		def.boundary = ground->def.boundary;
		def.haste = ground->settings.haste;
		def.memoryLimit = ground->settings.memoryLimit;
		def.workers = ground->settings.workers;
		result = wfCreateSurfacePlanner( ground->mesh, &def, &layer->surfacePlanner, error );
	}
	wfDestroySurfaceMask( grown );
	return result;
}

// ------------------------------------------------------------------------------------------------------------ distances

// The vertex a field leads to next, and how far that is.
static int32_t nextVertex( const wfSurfaceField* field, int32_t vertex, double* length )
{
	const wfIntrinsic* edges = &field->planner->intrinsic;
	int32_t h = wfSurfaceField_FindBest( field, vertex );
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
static void followField( const wfSurfaceField* field, int32_t* stack, float* distances, int32_t* goalOf )
{
	int32_t count = wfMesh_GetVertexCount( field->planner->mesh );
	for ( int32_t v = 0; v < count; ++v )
	{
		bool isGoal = wfSurfaceField_IsGoalVertex( field, v );
		distances[v] = isGoal ? 0.0f : INFINITY;
		goalOf[v] = isGoal ? v : -1;
	}
	for ( int32_t v = 0; v < count; ++v )
	{
		int32_t depth = 0;
		int32_t at = v;
		double length = 0.0;
		while ( at >= 0 && goalOf[at] < 0 && depth < count )
		{
			stack[depth++] = at;
			at = wfSurfaceField_IsLinked( field, at ) ? nextVertex( field, at, &length ) : -1;
		}
		if ( at < 0 || goalOf[at] < 0 )
		{
			continue;
		}
		for ( int32_t k = depth - 1; k >= 0; --k )
		{
			int32_t next = nextVertex( field, stack[k], &length );
			distances[stack[k]] = distances[next] + (float)length;
			goalOf[stack[k]] = goalOf[next];
		}
	}
}

// Into the margin along walls that the field has no values for, edge by edge over what can be walked on: as far as a disc beside
// a wall may stand in it. Free ground without a route stays without one. `depth` has room for all vertices.
static void spreadIntoMargin( const wfGround* ground, const wfTarget* target, float* depth )
{
	const wfMesh* mesh = ground->mesh;
	const uint8_t* blocked = target->onMesh->planner->blocked;
	float* distances = target->distances;
	int32_t* goalOf = target->goalOf;
	float deepest = (float)( 2.0 * ( ground->routes.layers.data[target->layer].radius + mesh->report.meanEdge ) );
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
			for ( int32_t k = 0; k < 2 && ground->walkable[h / 3]; ++k )
			{
				int32_t from = ends[k], to = ends[1 - k];
				bool margin = blocked[to] && !wfSurfaceField_IsLinked( target->onMesh, to );
				if ( margin && depth[from] + length < depth[to] && depth[from] + length < deepest )
				{
					depth[to] = depth[from] + length;
					distances[to] = distances[from] + length;
					goalOf[to] = goalOf[from];
					changed = true;
				}
			}
		}
	}
}

static wfResult measureDistances( const wfGround* ground, wfTarget* target )
{
	size_t count = (size_t)ground->mesh->vertexCount;
	int32_t* stack = wfAllocateArray( count, sizeof( int32_t ) );
	float* depth = wfAllocateArray( count, sizeof( float ) );
	target->distances = wfAllocateArray( count, sizeof( float ) );
	target->goalOf = wfAllocateArray( count, sizeof( int32_t ) );
	wfResult result =
		stack != NULL && depth != NULL && target->distances != NULL && target->goalOf != NULL ? wf_ok : wf_outOfMemory;
	if ( result == wf_ok )
	{
		followField( target->onMesh, stack, target->distances, target->goalOf );
		spreadIntoMargin( ground, target, depth );
	}
	wfReleaseArray( depth, count, sizeof( float ) );
	wfReleaseArray( stack, count, sizeof( int32_t ) );
	return result;
}

// What a target leads to, as a goal of the planner.
static wfSurfaceGoalDef goalOfTarget( const wfGround* ground, const wfTarget* target )
{
	wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
	def.kind = wf_placeGoal;
	def.place = target->to.place;
	if ( target->to.isGoal )
	{
		const wfMeshGoal* goal = &ground->goals.data[target->to.goal.index1 - 1];
		def.kind = goal->kind;
		def.vertices = goal->vertices;
		def.vertexCount = goal->vertexCount;
		def.place = goal->place;
	}
	return def;
}

wfResult wfSolveMeshTarget( wfGround* ground, wfTarget* target, wfError* error )
{
	const wfRouteLayer* layer = &ground->routes.layers.data[target->layer];
	wfSurfaceGoalDef def = goalOfTarget( ground, target );
	wfError first = { 0 };
	wfResult result = wfSurfacePlanner_CreateField( layer->surfacePlanner, &def, &target->onMesh, &first );
	// A goal closer to a wall than the agents are wide: they come as near as they can.
	if ( result == wf_goalBlocked && layer->radius > 0.0 )
	{
		int32_t thin = 0;
		result = wfGround_FindLayer( ground, 0.0, 0, &thin, error );
		result = result == wf_ok ? wfSurfacePlanner_CreateField( ground->routes.layers.data[thin].surfacePlanner, &def,
																 &target->onMesh, error )
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
	result = wfSurfaceField_SolveAll( target->onMesh );
	result = result == wf_ok ? wfSurfaceField_KeepDirections( target->onMesh ) : result;
	result = result == wf_ok ? measureDistances( ground, target ) : result;
	return result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for the ways to a goal" );
}

// ---------------------------------------------------------------------------------------------------------------- queries

double wfGetMeshDistance( const wfGround* ground, const wfTarget* target, wfPlace place )
{
	wfSurfacePoint point = wfGround_GetPoint( ground, place );
	const double weights[3] = { 1.0 - point.u - point.v, point.u, point.v };
	double sum = 0.0, share = 0.0, least = INFINITY;
	for ( int32_t k = 0; k < 3; ++k )
	{
		double distance = (double)target->distances[ground->mesh->triangles[3 * place.triangle + k]];
		if ( distance < INFINITY )
		{
			sum += weights[k] * distance;
			share += weights[k];
			least = wfMin( least, distance );
		}
	}
	return share > 1e-9 ? sum / share : least;
}

// Down the distances of the triangle's corners, as if they fell evenly between them.
static wfVec2 downhill( const wfMesh* mesh, const float* distances, int32_t triangle )
{
	double values[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		values[k] = (double)distances[mesh->triangles[3 * triangle + k]];
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

int32_t wfFindGoalVertex( const wfGround* ground, const wfTarget* target, int32_t triangle )
{
	int32_t found = -1;
	float least = INFINITY;
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t vertex = ground->mesh->triangles[3 * triangle + k];
		found = target->distances[vertex] < least ? target->goalOf[vertex] : found;
		least = target->distances[vertex] < least ? target->distances[vertex] : least;
	}
	return found;
}

static bool findGoalPlace( const wfGround* ground, const wfTarget* target, int32_t triangle, wfVec3* position, wfVec3* normal )
{
	const wfMesh* mesh = ground->mesh;
	wfSurfaceGoalDef goal = goalOfTarget( ground, target );
	if ( goal.kind == wf_placeGoal )
	{
		*position = wfMesh_GetPosition( mesh, goal.place );
		*normal = wfNormalOf( mesh, goal.place.triangle );
		return true;
	}
	int32_t vertex = wfFindGoalVertex( ground, target, triangle );
	if ( vertex < 0 )
	{
		return false;
	}
	*position = mesh->vertices[vertex];
	*normal = wfNormalOf( mesh, mesh->ring[mesh->ringFirst[vertex]] / 3 );
	return true;
}

wfVec2 wfGetVectorToMeshGoal( const wfGround* ground, const wfTarget* target, wfPlace place )
{
	wfTangent tangent = wfTangentAt( ground->mesh, place );
	wfVec3 position, normal;
	return findGoalPlace( ground, target, place.triangle, &position, &normal ) ? wfRollOut( &tangent, position, normal )
																			   : ( wfVec2 ){ 0.0, 0.0 };
}

wfVec2 wfGetMeshDirection( const wfGround* ground, const wfTarget* target, wfPlace place, double* distance )
{
	const wfMesh* mesh = ground->mesh;
	*distance = wfGetMeshDistance( ground, target, place );
	if ( !( *distance < INFINITY ) )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	bool margin = false, goals = true;
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t vertex = mesh->triangles[3 * place.triangle + k];
		margin = margin || !wfSurfaceField_IsLinked( target->onMesh, vertex );
		goals = goals && target->distances[vertex] == 0.0f;
	}
	wfVec2 direction = { 0.0, 0.0 };
	if ( !goals )
	{
		wfVec3 field = wfSurfaceField_GetDirection( target->onMesh, wfGround_GetPoint( ground, place ) );
		direction = wfGround_OutOfSpace( ground, place.triangle, field );
		double size = wfHypot( direction.x, direction.y );
		if ( size > 1e-9 )
		{
			return ( wfVec2 ){ direction.x / size, direction.y / size };
		}
	}
	if ( margin )
	{
		direction = downhill( mesh, target->distances, place.triangle );
	}
	if ( direction.x == 0.0 && direction.y == 0.0 )
	{
		// At the goal itself: straight to its place.
		direction = wfGetVectorToMeshGoal( ground, target, place );
		*distance = wfHypot( direction.x, direction.y );
		return *distance > 1e-9 ? ( wfVec2 ){ direction.x / *distance, direction.y / *distance } : ( wfVec2 ){ 0.0, 0.0 };
	}
	return direction;
}

bool wfIsAtMeshGoal( const wfGround* ground, const wfTarget* target, wfPlace place, double radius, double given )
{
	const wfMesh* mesh = ground->mesh;
	wfVec3 position, normal;
	if ( !findGoalPlace( ground, target, place.triangle, &position, &normal ) )
	{
		return false;
	}
	double reach = wfReachWithin( target->to.isGoal ? ground->goals.data[target->to.goal.index1 - 1].reach : given, radius );
	if ( wfLength3( wfSub3( position, wfGround_GetPosition( ground, place ) ) ) > reach )
	{
		return false;
	}
	// Near in space is not near on the surface: what is left to go is, but for the size of a triangle.
	double longest = 0.0;
	for ( int32_t k = 0; k < 3; ++k )
	{
		longest = wfMax( longest, mesh->length[3 * place.triangle + k] );
	}
	return wfGetMeshDistance( ground, target, place ) <= 2.0 * reach + 2.0 * longest;
}
