// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields: made, asked and freed.

#include "base/arrays.h"
#include "surface/node_path.h"
#include "surface/system.h"
#include "surface/tuning.h"

#include <string.h>

wfSurfaceGoalDef wfDefaultSurfaceGoalDef( void )
{
	wfSurfaceGoalDef def = { 0 };
	def.kind = wf_verticesGoal;
	def.place.triangle = -1;
	def.occupied = -1;
	def.internalCookie = WF_COOKIE;
	return def;
}

// What follows from values.
static void dropWhole( wfSurfaceField* field )
{
	size_t vertices = (size_t)field->mesh->vertexCount;
	wfArrays arrays = { { WF_ONE_ARRAY( field->logValue, vertices ), WF_ONE_ARRAY( field->bestNeighbor, vertices ) } };
	wfArrays_Free( &arrays );
	atomic_store( &field->hasBest, false );
	atomic_store( &field->passes, 0 );
	field->addedHasteSquared = 0.0;
	wfSurfaceField_DropDirections( field );
	wfSurfaceField_DropWays( field );
}

void wfDestroySurfaceField( wfSurfaceField* field )
{
	if ( field != NULL )
	{
		dropWhole( field );
		wfReleaseArray( field->requested, (size_t)field->requestedCount, sizeof( int32_t ) );
		wfFieldCore_Free( &field->core );
		wfRelease( field, sizeof( *field ) );
	}
}

size_t wfSurfaceField_CountBytes( const wfSurfaceField* field )
{
	size_t vertices = (size_t)field->mesh->vertexCount, triangles = (size_t)field->mesh->triangleCount;
	size_t bytes = sizeof( *field ) + wfFieldCore_CountBytes( &field->core );
	bytes += (size_t)field->requestedCount * sizeof( int32_t );
	bytes += field->logValue != NULL ? vertices * ( sizeof( double ) + sizeof( int32_t ) ) : 0;
	bytes += field->directions != NULL ? 3 * triangles * sizeof( wfFlat ) + vertices : 0;
	return bytes + ( field->ways.kept != NULL ? vertices * ( sizeof( wfWay ) + 1 ) : 0 ) +
		   (size_t)field->ways.outCount * sizeof( int32_t );
}

static wfSurfaceField* allocateField( wfSurfacePlanner* planner, int32_t requestedCount )
{
	wfSurfaceField* field = wfAllocateZeroed( sizeof( wfSurfaceField ) );
	if ( field == NULL )
	{
		return NULL;
	}
	field->planner = planner;
	field->mesh = planner->mesh;
	field->requestedCount = requestedCount;
	field->requested = wfAllocateArray( (size_t)requestedCount, sizeof( int32_t ) );
	if ( field->requested == NULL || wfFieldCore_Allocate( &field->core, &planner->core, requestedCount ) != wf_ok )
	{
		wfDestroySurfaceField( field );
		return NULL;
	}
	return field;
}

// -------------------------------------------------------------------------------------------------------------- goal defs

static wfResult validateVertices( const wfMesh* mesh, const wfSurfaceGoalDef* goal, wfError* error )
{
	for ( int32_t k = 0; k < goal->vertexCount; ++k )
	{
		if ( goal->vertices[k] < 0 || goal->vertices[k] >= mesh->vertexCount )
		{
			return wfFail( error, wf_outOfRange, "goal vertex %d is not one of the mesh's; expected 0 to %d", goal->vertices[k],
						   mesh->vertexCount - 1 );
		}
	}
	return goal->vertexCount > 0 ? wf_ok : wfFail( error, wf_goalBlocked, "the goal has no vertex" );
}

static wfResult validatePlace( const wfMesh* mesh, wfSurfacePoint place, wfError* error )
{
	if ( place.triangle < 0 || place.triangle >= mesh->triangleCount )
	{
		return wfFail( error, wf_outOfRange, "the goal is on triangle %d; expected 0 to %d", place.triangle,
					   mesh->triangleCount - 1 );
	}
	if ( !( place.u >= -WF_PLACE_TOLERANCE && place.v >= -WF_PLACE_TOLERANCE && place.u + place.v <= 1.0 + WF_PLACE_TOLERANCE ) )
	{
		return wfFail( error, wf_outOfRange, "the goal's weights are u %g and v %g; expected a place of the triangle", place.u,
					   place.v );
	}
	return wf_ok;
}

wfResult wfCheckSurfaceGoal( const wfMesh* mesh, const wfSurfaceGoalDef* goal, wfError* error )
{
	if ( WF_FAILS( goal->internalCookie == WF_COOKIE && ( goal->kind == wf_verticesGoal || goal->kind == wf_placeGoal ) &&
				   ( goal->kind != wf_verticesGoal || goal->vertices != NULL || goal->vertexCount <= 0 ) ) )
	{
		return wf_invalidDef;
	}
	if ( goal->occupied < -1 || goal->occupied >= mesh->vertexCount )
	{
		return wfFail( error, wf_outOfRange, "the occupied vertex is %d; expected 0 to %d, or -1 for none", goal->occupied,
					   mesh->vertexCount - 1 );
	}
	return goal->kind == wf_placeGoal ? validatePlace( mesh, goal->place, error ) : validateVertices( mesh, goal, error );
}

static bool isObstacle( const wfSurfacePlanner* planner, int32_t vertex )
{
	return planner->blocked[vertex] && !planner->boundaryOnly[vertex];
}

// Not within a blocked triangle, nor on a wall between two.
static bool isPlaceOpen( const wfSurfacePlanner* planner, wfSurfacePoint place )
{
	const wfMesh* mesh = planner->mesh;
	wfPathNode node;
	if ( planner->maskTriangle[place.triangle] || !wfNodeOfPoint( mesh, place, &node ) )
	{
		return false;
	}
	if ( node.vertex >= 0 )
	{
		return !isObstacle( planner, node.vertex );
	}
	return node.halfEdge < 0 || !isObstacle( planner, wfFromVertex( mesh, node.halfEdge ) ) ||
		   !isObstacle( planner, wfToVertex( mesh, node.halfEdge ) );
}

static bool isOpen( const wfFieldCore* field, int32_t vertex )
{
	return !isObstacle( ( (const wfSurfaceField*)field )->planner, vertex ) && vertex != field->occupied;
}

// Goals of a field from what was requested and what is blocked now. wf_goalBlocked when there are none.
static wfResult findGoals( wfSurfaceField* field )
{
	bool open = field->kind != wf_placeGoal || isPlaceOpen( field->planner, field->place );
	open = open && wfFieldCore_SetGoals( &field->core, field->requested, field->requestedCount, isOpen );
	return open ? wf_ok : wf_goalBlocked;
}

static wfResult createFromGoal( wfSurfacePlanner* planner, const wfSurfaceGoalDef* goal, wfSurfaceField** field, wfError* error )
{
	const wfMesh* mesh = planner->mesh;
	wfResult result = wfCheckSurfaceGoal( mesh, goal, error );
	if ( result != wf_ok )
	{
		return result;
	}
	bool place = goal->kind == wf_placeGoal;
	const int32_t* vertices = place ? mesh->triangles + 3 * (int64_t)goal->place.triangle : goal->vertices;
	wfSurfaceField* created = allocateField( planner, place ? 3 : goal->vertexCount );
	if ( created == NULL )
	{
		return wfFail( error, wf_outOfMemory, "no memory for a field" );
	}
	created->kind = goal->kind;
	created->place = place ? goal->place : ( wfSurfacePoint ){ -1, 0.0, 0.0 };
	created->core.occupied = goal->occupied;
	memcpy( created->requested, vertices, (size_t)created->requestedCount * sizeof( int32_t ) );
	result = findGoals( created );
	if ( result != wf_ok )
	{
		int32_t first = created->requested[0];
		int32_t others = created->requestedCount - 1;
		wfDestroySurfaceField( created );
		return place ? wfFail( error, result, "the goal on triangle %d lies in an obstacle", goal->place.triangle )
					 : wfFail( error, result, "vertex %d and %d others of the goal lie in obstacles; expected one that is free",
							   first, others );
	}
	*field = created;
	return wf_ok;
}

static void destroyFields( wfSurfaceField** fields, int32_t count )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		wfDestroySurfaceField( fields[k] );
		fields[k] = NULL;
	}
}

// Fields that could turn out flat somewhere are solved and checked at once: which haste leads out of dead ends must not depend on
// where they are asked first.
static wfResult solveWhole( wfSurfaceField** fields, int32_t count )
{
	wfResult result = wf_ok;
	for ( int32_t first = 0; first < count && result == wf_ok; )
	{
		wfFieldCore* together[WF_SOLVE_LANES];
		int32_t used = 0;
		for ( ; first < count && used < WF_SOLVE_LANES; ++first )
		{
			bool whole = atomic_load( &fields[first]->core.isWhole ) || !wfSurfaceField_RisesEverywhere( fields[first] );
			together[used] = &fields[first]->core;
			used += whole;
		}
		result = used > 0 ? wfSolveFields( together, used, NULL, 0 ) : wf_ok;
		for ( int32_t k = 0; k < used && result == wf_ok; ++k )
		{
			result = wfFieldCore_SolveAndCheck( together[k] );
		}
	}
	return result;
}

static wfResult startFields( wfSurfaceField** fields, int32_t count )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		dropWhole( fields[k] );
		result = wfFieldCore_Start( &fields[k]->core );
	}
	return result == wf_ok ? solveWhole( fields, count ) : result;
}

wfResult wfSurfacePlanner_CreateFields( wfSurfacePlanner* planner, const wfSurfaceGoalDef* goals, int32_t count,
										wfSurfaceField** fields, wfError* error )
{
	if ( WF_FAILS( planner != NULL && ( count <= 0 || ( fields != NULL && goals != NULL ) ) ) )
	{
		return wf_invalidDef;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		fields[k] = NULL;
	}
	wfResult result = wf_ok;
	for ( int32_t k = 0; result == wf_ok && k < count; ++k )
	{
		result = createFromGoal( planner, &goals[k], &fields[k], error );
	}
	if ( result == wf_ok )
	{
		result = startFields( fields, count );
		if ( result != wf_ok )
		{
			wfFail( error, result, "%s", wfDescribeResult( result ) );
		}
	}
	if ( result != wf_ok )
	{
		destroyFields( fields, count );
	}
	return result;
}

wfResult wfSurfacePlanner_CreateField( wfSurfacePlanner* planner, const wfSurfaceGoalDef* goal, wfSurfaceField** field,
									   wfError* error )
{
	return wfSurfacePlanner_CreateFields( planner, goal, 1, field, error );
}

wfResult wfSurfaceField_Solve( wfSurfaceField* field )
{
	if ( WF_FAILS( field != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = findGoals( field );
	return result == wf_ok ? startFields( &field, 1 ) : result;
}

wfResult wfSurfaceField_SolveAll( wfSurfaceField* field )
{
	return WF_FAILS( field != NULL ) ? wf_invalidDef : wfFieldCore_SolveAndCheck( &field->core );
}

wfResult wfSurfaceField_SolveVertices( wfSurfaceField* field, const int32_t* vertices, int32_t count )
{
	if ( WF_FAILS( field != NULL && ( vertices != NULL || count <= 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfFieldCore* core = &field->core;
	return count > 0 ? wfSolveFields( &core, 1, vertices, count ) : wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- queries

wfFieldReport wfSurfaceField_GetReport( const wfSurfaceField* field )
{
	if ( WF_FAILS( field != NULL ) )
	{
		return ( wfFieldReport ){ 0 };
	}
	// Nothing but memory can be missing here, and then the report says that nothing converged.
	wfFieldCore_SolveAndCheck( (wfFieldCore*)&field->core );
	return field->core.report;
}

const wfMesh* wfSurfaceField_GetMesh( const wfSurfaceField* field )
{
	return WF_FAILS( field != NULL ) ? NULL : field->mesh;
}

static bool hasVertex( const wfSurfaceField* field, int32_t vertex )
{
	return field != NULL && vertex >= 0 && vertex < field->mesh->vertexCount;
}

wfScaled wfSurfaceField_GetValue( const wfSurfaceField* field, int32_t vertex )
{
	wfWide q = hasVertex( field, vertex ) ? wfSurfaceField_Get( field, vertex ) : ( wfWide ){ 0.0, 0 };
	return ( wfScaled ){ q.mantissa, q.exponent };
}

double wfSurfaceField_GetLogValue( const wfSurfaceField* field, int32_t vertex )
{
	return hasVertex( field, vertex ) ? wfSurfaceField_GetLog( field, vertex ) : -INFINITY;
}

bool wfSurfaceField_IsGoal( const wfSurfaceField* field, int32_t vertex )
{
	return hasVertex( field, vertex ) && wfSurfaceField_IsGoalVertex( field, vertex );
}

bool wfSurfaceField_IsReachable( const wfSurfaceField* field, wfSurfacePoint point )
{
	if ( WF_FAILS( field != NULL ) )
	{
		return false;
	}
	wfHeights heights = wfHeightsOfField( field );
	wfPathNode node;
	return wfNodeOfPoint( field->mesh, point, &node ) && wfCheckStart( &heights, &node ) == wf_ok;
}
