// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A mesh as the ground of a crowd: making it, its goals, places on it.
#include "crowd/checkpoint.h"
#include "crowd/defs.h"
#include "crowd/mesh_ground.h"

#include <string.h>

wfResult wfCheckMeshGround( const wfGroundDef* def, wfError* error )
{
	wfResult result = wfCheckNumber( "height", def->height, 0.0, 1e6, error );
	double up = wfDot3( def->up, def->up );
	if ( result == wf_ok && !( up == 0.0 || fabs( up - 1.0 ) < 1e-6 ) )
	{
		result =
			wfFail( error, wf_outOfRange, "up is (%g, %g, %g), expected a unit vector or zero", def->up.x, def->up.y, def->up.z );
	}
	if ( result == wf_ok && ( def->boundary < wf_dirichletWalls || def->boundary > wf_neumannWalls ) )
	{
		result = wfFail( error, wf_outOfRange, "boundary is %d, expected one of wfWalls", (int)def->boundary );
	}
	if ( result == wf_ok && def->mask != NULL && def->mask->mesh != def->mesh )
	{
		result = wfFail( error, wf_invalidDef, "the obstacles belong to another mesh" );
	}
	return result;
}

// All that may not be entered, and which triangles are left.
static wfResult makeMask( wfCrowd* crowd, const wfSurfaceMask* given )
{
	const wfMesh* mesh = crowd->surface->mesh;
	size_t triangles = (size_t)mesh->triangleCount;
	wfResult result = wfCreateSurfaceMask( mesh, &crowd->surface->mask );
	crowd->surface->walkable = wfAllocateArray( triangles, sizeof( uint8_t ) );
	if ( result != wf_ok || crowd->surface->walkable == NULL )
	{
		return wf_outOfMemory;
	}
	if ( given != NULL )
	{
		memcpy( crowd->surface->mask->vertexBlocked, given->vertexBlocked, (size_t)mesh->vertexCount );
		memcpy( crowd->surface->mask->triangleBlocked, given->triangleBlocked, triangles );
		crowd->surface->mask->blockedCount = given->blockedCount;
	}
	if ( crowd->groundDef.height > 0.0 )
	{
		double* headroom = wfAllocateArray( triangles, sizeof( double ) );
		result =
			headroom != NULL ? wfMesh_MeasureHeadroom( mesh, crowd->groundDef.up, crowd->def.workers, headroom ) : wf_outOfMemory;
		result =
			result == wf_ok ? wfSurfaceMask_BlockLow( crowd->surface->mask, headroom, crowd->groundDef.height, NULL ) : result;
		wfReleaseArray( headroom, triangles, sizeof( double ) );
	}
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* corners = mesh->triangles + 3 * t;
		const uint8_t* blocked = crowd->surface->mask->vertexBlocked;
		bool enclosed = blocked[corners[0]] && blocked[corners[1]] && blocked[corners[2]];
		crowd->surface->walkable[t] = !crowd->surface->mask->triangleBlocked[t] && !enclosed;
	}
	return result;
}

wfResult wfCreateMeshGround( wfCrowd* crowd, const wfGroundDef* def, wfError* error )
{
	crowd->surface = wfAllocateZeroed( sizeof( wfMeshGround ) );
	if ( crowd->surface == NULL )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for a crowd" );
	}
	crowd->surface->mesh = def->mesh;
	crowd->ground = &wfSurfaceGround;
	wfResult result = makeMask( crowd, def->mask );
	return result != wf_ok ? wfFail( error, result, "not enough memory for the obstacles of a surface" ) : wf_ok;
}

void wfDestroyMeshGround( wfCrowd* crowd )
{
	wfMeshGround* ground = crowd->surface;
	if ( ground == NULL )
	{
		return;
	}
	wfDestroyMeshTick( crowd );
	wfDestroyTargets( crowd );
	wfPatchMap_Free( &ground->patches );
	wfReleaseArray( ground->walkable, (size_t)ground->mesh->triangleCount, sizeof( uint8_t ) );
	wfDestroySurfaceMask( ground->mask );
	wfRelease( ground, sizeof( wfMeshGround ) );
	crowd->surface = NULL;
}

// ------------------------------------------------------------------------------------------------------------------- goals

static bool isPlace( const wfMesh* mesh, wfSurfacePoint place )
{
	return place.triangle >= 0 && place.triangle < mesh->triangleCount && place.u >= -1e-9 && place.v >= -1e-9 &&
		   place.u + place.v <= 1.0 + 1e-9;
}

static wfResult checkGoal( const wfCrowd* crowd, const wfSurfaceGoalDef* def, double reach, wfError* error )
{
	if ( WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the goal def was not made by wfDefaultSurfaceGoalDef" );
	}
	if ( !( reach >= 0.0 ) || !( reach < INFINITY ) )
	{
		return wfFail( error, wf_outOfRange, "reach is %g, expected 0 or more", reach );
	}
	if ( def->kind == wf_placeGoal )
	{
		return isPlace( crowd->surface->mesh, def->place )
				   ? wf_ok
				   : wfFail( error, wf_outOfRange, "the goal's place is not on the mesh: triangle %d", def->place.triangle );
	}
	if ( def->kind != wf_verticesGoal || def->vertexCount <= 0 || def->vertices == NULL )
	{
		return wfFail( error, wf_outOfRange, "a goal is a place or one or more vertices" );
	}
	for ( int32_t k = 0; k < def->vertexCount; ++k )
	{
		if ( def->vertices[k] < 0 || def->vertices[k] >= crowd->surface->mesh->vertexCount )
		{
			return wfFail( error, wf_outOfRange, "goal vertex %d is not one of the mesh's, 0 to %d", def->vertices[k],
						   crowd->surface->mesh->vertexCount - 1 );
		}
	}
	return wf_ok;
}

wfResult wfCrowd_AddGoal( wfCrowd* crowd, const wfSurfaceGoalDef* def, double reach, wfGoalId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfRefuseInPlane( crowd, "goals of their own: the world has them", error );
	result = result == wf_ok ? checkGoal( crowd, def, reach, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfSurfaceGoal goal = { .kind = def->kind, .place = def->place, .reach = reach };
	result = wfGrowArray( &crowd->surface->goals, &crowd->surface->goalCapacity, (size_t)crowd->surface->goalCount + 1,
						  sizeof( wfSurfaceGoal ) );
	if ( result == wf_ok && def->kind == wf_verticesGoal )
	{
		goal.vertexCount = def->vertexCount;
		goal.vertices = wfAllocateArray( (size_t)def->vertexCount, sizeof( int32_t ) );
		result = goal.vertices != NULL ? wf_ok : wf_outOfMemory;
	}
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a goal" );
	}
	if ( goal.vertices != NULL )
	{
		memcpy( goal.vertices, def->vertices, (size_t)def->vertexCount * sizeof( int32_t ) );
	}
	crowd->surface->goals[crowd->surface->goalCount++] = goal;
	if ( id != NULL )
	{
		*id = ( wfGoalId ){ (uint32_t)crowd->surface->goalCount, 1 };
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------------ places

wfResult wfPlaceOnMesh( const wfCrowd* crowd, wfVec3 position, wfSurfacePoint given, const char* what, wfPlace* place,
						wfError* error )
{
	const wfMesh* mesh = crowd->surface->mesh;
	wfSurfacePoint point = given.triangle == -1 ? wfMesh_FindNearest( mesh, position, NULL ) : given;
	if ( !isPlace( mesh, point ) )
	{
		return wfFail( error, wf_outOfRange, "the %s's place is not on the mesh: triangle %d", what, point.triangle );
	}
	wfFlat flat = wfFlatOfPoint( mesh, point );
	*place = ( wfPlace ){ flat.x, flat.y, point.triangle };
	return wf_ok;
}

double wfHeadingOnMesh( const wfCrowd* crowd, int32_t triangle, wfVec3 facing )
{
	const wfMesh* mesh = crowd->surface->mesh;
	return wfAtan2( wfDot3( facing, mesh->axisY[triangle] ), wfDot3( facing, mesh->axisX[triangle] ) );
}

wfVec3 wfVectorOnMesh( const wfCrowd* crowd, int32_t triangle, double x, double y )
{
	const wfMesh* mesh = crowd->surface->mesh;
	return wfAdd3( wfScale3( x, mesh->axisX[triangle] ), wfScale3( y, mesh->axisY[triangle] ) );
}
