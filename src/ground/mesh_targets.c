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
		def.memoryLimit = wfGetRoomForPlanner( ground, layer );
		def.workers = ground->settings.workers;
		result = wfCreateSurfacePlanner( ground->mesh, &def, &layer->surfacePlanner, error );
	}
	if ( result == wf_ok && wfSurfacePlanner_FindMargin( layer->surfacePlanner, ground->walkable ) != wf_ok )
	{
		wfDestroySurfacePlanner( layer->surfacePlanner );
		layer->surfacePlanner = NULL;
		result = wfFail( error, wf_outOfMemory, "not enough memory for the margin along walls" );
	}
	wfDestroySurfaceMask( grown );
	return result;
}

// -------------------------------------------------------------------------------------------------------------- targets

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
	result = wfSurfaceField_KeepDirections( target->onMesh );
	// A disc beside a wall may stand in the margin that the field has no values for.
	double deepest = 2.0 * ( layer->radius + ground->mesh->report.meanEdge );
	result = result == wf_ok ? wfSurfaceField_KeepWays( target->onMesh, deepest ) : result;
	if ( result == wf_ok )
	{
		return wfCountNewField( ground, target, error );
	}
	wfDestroySurfaceField( target->onMesh );
	target->onMesh = NULL;
	return wfFail( error, result, "not enough memory for the routes to a goal" );
}

// ---------------------------------------------------------------------------------------------------------------- queries

static double getDistance( const wfTarget* target, int32_t vertex )
{
	return (double)wfSurfaceField_GetWay( target->onMesh, vertex ).length;
}

double wfGetMeshDistance( const wfGround* ground, const wfTarget* target, wfPlace place )
{
	wfSurfacePoint point = wfGround_GetPoint( ground, place );
	const double weights[3] = { 1.0 - point.u - point.v, point.u, point.v };
	double sum = 0.0, share = 0.0, least = INFINITY;
	for ( int32_t k = 0; k < 3; ++k )
	{
		double distance = getDistance( target, ground->mesh->triangles[3 * place.triangle + k] );
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
static wfVec2 downhill( const wfMesh* mesh, const wfTarget* target, int32_t triangle )
{
	double values[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		values[k] = getDistance( target, mesh->triangles[3 * triangle + k] );
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
		wfWay way = wfSurfaceField_GetWay( target->onMesh, ground->mesh->triangles[3 * triangle + k] );
		found = way.length < least ? way.goal : found;
		least = way.length < least ? way.length : least;
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
		goals = goals && getDistance( target, vertex ) == 0.0;
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
		direction = downhill( mesh, target, place.triangle );
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
