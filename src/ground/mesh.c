// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A mesh as a ground: what of it can be walked on, its goals, its walls.
#include "ground/on_mesh.h"
#include "ground/parts.h"

#include <string.h>

wfResult wfCopyMask( const wfMesh* mesh, const wfSurfaceMask* given, wfSurfaceMask** mask )
{
	wfResult result = wfCreateSurfaceMask( mesh, mask );
	if ( result == wf_ok && given != NULL )
	{
		memcpy( ( *mask )->vertexBlocked, given->vertexBlocked, (size_t)mesh->vertexCount );
		memcpy( ( *mask )->triangleBlocked, given->triangleBlocked, (size_t)mesh->triangleCount );
		( *mask )->blockedCount = given->blockedCount;
	}
	return result;
}

// All that may not be entered, and which triangles are left.
wfResult wfCreateMeshParts( wfGround* ground, const wfSurfaceMask* given )
{
	const wfMesh* mesh = ground->mesh;
	size_t triangles = (size_t)mesh->triangleCount;
	wfResult result = wfCopyMask( mesh, given, &ground->mask );
	ground->walkable = wfAllocateArray( triangles, sizeof( uint8_t ) );
	if ( result != wf_ok || ground->walkable == NULL )
	{
		return wf_outOfMemory;
	}
	if ( ground->def.height > 0.0 )
	{
		double* headroom = wfAllocateArray( triangles, sizeof( double ) );
		result = headroom != NULL ? wfMesh_MeasureHeadroom( mesh, ground->def.up, ground->settings.workers, headroom )
								  : wf_outOfMemory;
		result = result == wf_ok ? wfSurfaceMask_BlockLow( ground->mask, headroom, ground->def.height, NULL ) : result;
		wfReleaseArray( headroom, triangles, sizeof( double ) );
	}
	const uint8_t* blocked = ground->mask->vertexBlocked;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* corners = mesh->triangles + 3 * t;
		bool enclosed = blocked[corners[0]] && blocked[corners[1]] && blocked[corners[2]];
		ground->walkable[t] = !ground->mask->triangleBlocked[t] && !enclosed;
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- goals

bool wfIsSurfacePoint( const wfMesh* mesh, wfSurfacePoint place )
{
	return place.triangle >= 0 && place.triangle < mesh->triangleCount && place.u >= -1e-9 && place.v >= -1e-9 &&
		   place.u + place.v <= 1.0 + 1e-9;
}

static wfResult checkGoal( const wfMesh* mesh, const wfSurfaceGoalDef* def, double reach, wfError* error )
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
		return wfIsSurfacePoint( mesh, def->place )
				   ? wf_ok
				   : wfFail( error, wf_outOfRange, "the goal's place is not on the mesh: triangle %d", def->place.triangle );
	}
	if ( def->kind != wf_verticesGoal || def->vertexCount <= 0 || def->vertices == NULL )
	{
		return wfFail( error, wf_outOfRange, "a goal is a place or one or more vertices" );
	}
	for ( int32_t k = 0; k < def->vertexCount; ++k )
	{
		if ( def->vertices[k] < 0 || def->vertices[k] >= mesh->vertexCount )
		{
			return wfFail( error, wf_outOfRange, "goal vertex %d is not one of the mesh's, 0 to %d", def->vertices[k],
						   mesh->vertexCount - 1 );
		}
	}
	return wf_ok;
}

wfResult wfGround_AddGoal( wfGround* ground, const wfSurfaceGoalDef* def, double reach, wfGoalId* id, wfError* error )
{
	wfResult result = checkGoal( ground->mesh, def, reach, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfMeshGoal goal = { .kind = def->kind, .place = def->place, .reach = reach };
	goal.vertexCount = def->kind == wf_verticesGoal ? def->vertexCount : 0;
	result = wfArray_Reserve( &ground->goals, ground->goals.count + 1 );
	goal.vertices =
		result == wf_ok && goal.vertexCount > 0 ? wfAllocateArray( (size_t)goal.vertexCount, sizeof( int32_t ) ) : NULL;
	if ( result != wf_ok || ( goal.vertexCount > 0 && goal.vertices == NULL ) )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for a goal" );
	}
	if ( goal.vertices != NULL )
	{
		memcpy( goal.vertices, def->vertices, (size_t)def->vertexCount * sizeof( int32_t ) );
	}
	ground->goals.data[ground->goals.count++] = goal;
	if ( id != NULL )
	{
		*id = ( wfGoalId ){ (uint32_t)ground->goals.count, 1 };
	}
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------- walls

wfResult wfGround_MakePatches( wfGround* ground, double cellSize, wfError* error )
{
	ground->routes.patchCell = wfMax( ground->routes.patchCell, cellSize );
	if ( ground->routes.patchCell == ground->patches.cellSize )
	{
		return wf_ok;
	}
	wfPatchMap map;
	wfResult result = wfCreatePatchMap( ground->mesh, ground->walkable, ground->mask, ground->routes.patchCell, &map );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "the mesh is too large to cut it into patches of %.3g m", ground->routes.patchCell );
	}
	wfPatchMap_Free( &ground->patches );
	ground->patches = map;
	return wf_ok;
}

void wfVisitWalls( const wfPatchMap* map, int32_t from, float reach, wfWallFcn* visit, void* context )
{
	if ( map->wallCount == 0 )
	{
		return;
	}
	const wfPatch* patch = &map->patches[from];
	for ( int32_t k = 0; k < patch->reachCount; ++k )
	{
		const wfReach* near = &map->reach[patch->reachFirst + k];
		if ( near->distance > reach )
		{
			return;
		}
		for ( int32_t m = map->patches[near->patch].wallFirst; m < map->patches[near->patch + 1].wallFirst; ++m )
		{
			visit( map->wallList[m], context );
		}
	}
}

typedef struct wfWallProbe
{
	const wfGround* ground;
	wfVec3 at;
	double nearest;
	double enough; // whether something is nearer than this is all that is asked
} wfWallProbe;

static bool probeTriangle( int32_t triangle, void* context )
{
	wfWallProbe* probe = context;
	const wfGround* ground = probe->ground;
	const wfMesh* mesh = ground->mesh;
	for ( int32_t k = 0; k < 3 && ground->walkable[triangle]; ++k )
	{
		int32_t h = 3 * triangle + k, from = wfFromVertex( mesh, h );
		bool edge = wfIsWallEdge( mesh, ground->walkable, ground->mask, h );
		if ( edge || ground->mask->vertexBlocked[from] )
		{
			wfEdgeWall wall = { mesh->vertices[from], mesh->vertices[edge ? wfToVertex( mesh, h ) : from], triangle, 0 };
			probe->nearest = wfMin( probe->nearest, wfLength3( wfFromEdgeWall( &wall, probe->at ) ) );
		}
	}
	return probe->nearest >= probe->enough;
}

double wfFindWallDistance( const wfGround* ground, wfVec3 at, double most, double enough )
{
	wfWallProbe probe = { ground, at, most, enough };
	wfVec3 reach = { most, most, most };
	wfMeshTree_Visit( ground->mesh, wfSub3( at, reach ), wfAdd3( at, reach ), probeTriangle, &probe );
	return probe.nearest;
}

// ------------------------------------------------------------------------------------------------------------ unrolling

wfVec2 wfRollOut( const wfTangent* from, wfVec3 to, wfVec3 normal )
{
	wfVec3 offset = wfSub3( to, from->position );
	wfVec2 flat = wfIntoAxes( from, offset );
	double across = flat.x * flat.x + flat.y * flat.y;
	if ( !( across > 0.0 ) )
	{
		// Right above or below: far, in no direction.
		return ( wfVec2 ){ wfLength3( offset ), 0.0 };
	}
	// The arc over the straight line of an even bend, by the angle between both normals: asin(s)/s with s = sin of half of it.
	// Sides of the surface may disagree where it is not orientable.
	double cosine = fabs( wfDot3( from->normal, normal ) );
	double bend = cosine < 1.0 ? 0.5 * ( 1.0 - cosine ) : 0.0;
	double arc = 1.0 + bend * ( 1.0 / 6.0 + bend * ( 3.0 / 40.0 + bend * ( 15.0 / 336.0 + bend * ( 105.0 / 3456.0 ) ) ) );
	double scale = arc * sqrt( wfDot3( offset, offset ) / across );
	return ( wfVec2 ){ scale * flat.x, scale * flat.y };
}
