// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Places for the agents of scenarios on meshes. Those with a position come first; groups are then scattered by a crowd that is
// made for this alone, on what is left of the surface: high enough, in the group's region, joined to where the group goes.
#include "io/surface_agents.h"

#include "mesh/mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// More discs than cover the surface so many times need not be tried. On spikes a disc has less than its area in the plane.
#define MOST_COVER 2.0
#define DISC_AREA 3.14159265358979323846

// ---------------------------------------------------------------------------------------------------------------- given

static wfResult readPlace( const wfCrowdReader* reader, const wfJsonNode* node, wfSurfacePoint* place )
{
	double distance = 0.0;
	wfResult result = wfReadSurfacePoint( reader->json, node, reader->scene, place, &distance );
	return result == wf_ok ? wfCheckNearSurface( reader, node, distance ) : result;
}

static wfResult placeGiven( wfCrowdReader* reader, const wfWalkerPlan* walker )
{
	const wfJson* json = reader->json;
	wfPlacedAgent* agent = reader->agents + walker->firstAgent;
	wfResult result = wf_ok;
	const wfJsonNode* node =
		walker->places != NULL ? wfJson_First( json, walker->places ) : wfJson_Find( json, walker->node, "position" );
	for ( int32_t k = 0; k < walker->count && result == wf_ok; ++k, ++agent )
	{
		result = readPlace( reader, node, &agent->place );
		agent->node = walker->places != NULL ? node : walker->node;
		node = wfJson_Next( json, node );
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------ scattered

static bool isInRegion( const wfSurfaceRegion* region, wfVec3 p )
{
	if ( region->kind == wf_sphereRegion )
	{
		return wfLength3( wfSub3( p, region->lower ) ) <= region->radius;
	}
	wfVec3 a = region->lower, b = region->upper;
	return region->kind == wf_everywhere || ( p.x >= a.x && p.x <= b.x && p.y >= a.y && p.y <= b.y && p.z >= a.z && p.z <= b.z );
}

// A triangle the group's first goal lies on; -1: it has none.
static int32_t getGoalTriangle( const wfCrowdReader* reader, const wfWalkerPlan* walker )
{
	if ( walker->stopCount == 0 )
	{
		return -1;
	}
	const wfStopPlan* plan = reader->stops + walker->firstStop;
	const wfSurfacePlace* goal = reader->scene->goals + reader->choices[plan->first].stop.goal.index1 - 1;
	return goal->vertices != NULL ? wfMesh_GetVertexPoint( reader->scene->mesh, goal->vertices[0] ).triangle
								  : goal->place.triangle;
}

// Marks 1 become 2 where they are joined to the first triangle by edges.
static void flood( const wfMesh* mesh, int32_t first, uint8_t* marks, int32_t* stack )
{
	int32_t depth = 0;
	stack[depth++] = first;
	marks[first] = 2;
	while ( depth > 0 )
	{
		int32_t triangle = stack[--depth];
		for ( int32_t k = 0; k < 3; ++k )
		{
			int32_t twin = mesh->twin[3 * triangle + k];
			if ( twin >= 0 && marks[twin / 3] == 1 )
			{
				marks[twin / 3] = 2;
				stack[depth++] = twin / 3;
			}
		}
	}
}

// Where the group may stand: triangles with a mark of at least the number returned.
static uint8_t markTriangles( const wfSurfaceReader* surface, size_t walkerIndex, uint8_t* marks, int32_t* stack )
{
	const wfCrowdReader* reader = &surface->base;
	const wfMesh* mesh = reader->scene->mesh;
	const wfSurfaceMask* mask = reader->scene->mask;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* corners = mesh->triangles + 3 * t;
		bool blocked = mask != NULL &&
					   ( wfSurfaceMask_IsTriangleBlocked( mask, t ) || ( wfSurfaceMask_IsVertexBlocked( mask, corners[0] ) &&
																		 wfSurfaceMask_IsVertexBlocked( mask, corners[1] ) &&
																		 wfSurfaceMask_IsVertexBlocked( mask, corners[2] ) ) );
		bool low = surface->headroom != NULL && surface->headroom[t] < surface->ground->height;
		marks[t] = !blocked && !low;
	}
	int32_t goal = getGoalTriangle( reader, reader->walkers + walkerIndex );
	uint8_t least = 1;
	if ( goal >= 0 && marks[goal] != 0 )
	{
		flood( mesh, goal, marks, stack );
		least = 2;
	}
	const wfSurfaceRegion* region = &surface->walkers[walkerIndex].region;
	for ( int32_t t = 0; t < mesh->triangleCount && region->kind != wf_everywhere; ++t )
	{
		wfVec3 middle = wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ t, 1.0 / 3.0, 1.0 / 3.0 } );
		marks[t] = isInRegion( region, middle ) ? marks[t] : 0;
	}
	return least;
}

// Everything but where the group may stand.
static wfResult makeMask( const wfSurfaceReader* surface, size_t walkerIndex, wfSurfaceMask** mask )
{
	const wfMesh* mesh = surface->base.scene->mesh;
	size_t count = (size_t)mesh->triangleCount;
	uint8_t* marks = wfAllocateArray( count, sizeof( uint8_t ) );
	int32_t* list = wfAllocateArray( count, sizeof( int32_t ) );
	wfResult result = marks != NULL && list != NULL ? wfCreateSurfaceMask( mesh, mask ) : wf_outOfMemory;
	if ( result == wf_ok )
	{
		uint8_t least = markTriangles( surface, walkerIndex, marks, list );
		int32_t blocked = 0;
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			if ( marks[t] < least )
			{
				list[blocked++] = t;
			}
		}
		result = blocked > 0 ? wfSurfaceMask_BlockTriangles( *mask, list, blocked, NULL ) : wf_ok;
		// Single vertices that are blocked keep discs away, too.
		const wfSurfaceMask* given = surface->base.scene->mask;
		for ( int32_t v = 0; v < mesh->vertexCount && given != NULL && result == wf_ok; ++v )
		{
			bool alone = wfSurfaceMask_IsVertexBlocked( given, v ) && !wfSurfaceMask_IsVertexBlocked( *mask, v );
			result = alone ? wfSurfaceMask_BlockVertices( *mask, &v, 1, NULL ) : wf_ok;
		}
	}
	wfReleaseArray( marks, count, sizeof( uint8_t ) );
	wfReleaseArray( list, count, sizeof( int32_t ) );
	return result;
}

// The others as they stand, and then the group.
static wfResult scatter( const wfSurfaceReader* surface, size_t walkerIndex, const bool* placed, wfCrowd* crowd, wfError* error )
{
	const wfCrowdReader* reader = &surface->base;
	const wfWalkerPlan* walker = reader->walkers + walkerIndex;
	wfAgentDef def = wfDefaultAgentDef();
	wfResult result = wf_ok;
	for ( size_t i = 0; i < reader->agentCount && result == wf_ok; ++i )
	{
		wfAgentId id;
		if ( placed[reader->agents[i].walker] )
		{
			def.place = reader->agents[i].place;
			def.radius = reader->agents[i].radius;
			result = wfCrowd_AddAgent( crowd, &def, &id, error );
		}
	}
	def.radius = 0.0;
	for ( int32_t k = 0; k < walker->count; ++k )
	{
		double radius = reader->agents[walker->firstAgent + k].radius;
		def.radius = radius > def.radius ? radius : def.radius;
	}
	wfAgentId* ids = wfAllocateArray( (size_t)walker->count + 1, sizeof( wfAgentId ) );
	result = result == wf_ok && ids == NULL ? wf_outOfMemory : result;
	result = result == wf_ok ? wfCrowd_AddRandomAgents( crowd, &def, walker->count, walker->spacing, ids, error ) : result;
	for ( int32_t k = 0; k < walker->count && result == wf_ok; ++k )
	{
		reader->agents[walker->firstAgent + k].place = wfCrowd_GetAgent( crowd, ids[k] ).place;
	}
	wfReleaseArray( ids, (size_t)walker->count + 1, sizeof( wfAgentId ) );
	return result;
}

static wfResult placeGroup( wfSurfaceReader* surface, size_t walkerIndex, const bool* placed )
{
	const wfCrowdReader* reader = &surface->base;
	const wfJsonNode* node = reader->walkers[walkerIndex].node;
	const wfWalkerPlan* walker = reader->walkers + walkerIndex;
	double least = walker->radius.lower, area = wfMesh_GetReport( reader->scene->mesh ).area;
	if ( walker->count * DISC_AREA * least * least > MOST_COVER * area )
	{
		return wfJson_Fail( reader->json, wfJson_Find( reader->json, node, "count" ), NULL, wf_outOfRange,
							"%d agents do not fit onto a surface of %.6g square metres; expected fewer or smaller radii",
							walker->count, area );
	}
	wfSurfaceMask* mask = NULL;
	wfCrowd* crowd = NULL;
	wfError error = { 0 };
	wfResult result = makeMask( surface, walkerIndex, &mask );
	if ( result == wf_ok )
	{
		wfGroundDef ground = *surface->ground;
		ground.mask = mask;
		ground.height = 0.0;
		result = wfCreateCrowd( &ground, surface->crowdDef, &crowd, &error );
	}
	result = result == wf_ok ? scatter( surface, walkerIndex, placed, crowd, &error ) : result;
	wfDestroyCrowd( crowd );
	wfDestroySurfaceMask( mask );
	if ( result == wf_outOfMemory )
	{
		return wfReader_OutOfMemory( reader->json->reader );
	}
	if ( result == wf_startBlocked )
	{
		return wfJson_Fail( reader->json, wfJson_Find( reader->json, node, "count" ), NULL, wf_outOfRange,
							"the agents do not fit: %.300s; expected fewer, smaller radii, a smaller gap or a larger region",
							error.message );
	}
	return result == wf_ok ? wf_ok : wfJson_Fail( reader->json, node, NULL, result, "%.300s", error.message );
}

static wfResult measureHeadroom( wfSurfaceReader* surface )
{
	const wfCrowdReader* reader = &surface->base;
	const wfGroundDef* def = surface->ground;
	bool scattered = false;
	for ( size_t i = 0; i < surface->walkerCount; ++i )
	{
		scattered = scattered || surface->walkers[i].scattered;
	}
	if ( !scattered || !( def->height > 0.0 ) )
	{
		return wf_ok;
	}
	surface->headroom = wfAllocateArray( (size_t)reader->scene->mesh->triangleCount, sizeof( double ) );
	wfResult result = surface->headroom != NULL
						  ? wfMesh_MeasureHeadroom( reader->scene->mesh, def->up, surface->crowdDef->workers, surface->headroom )
						  : wf_outOfMemory;
	return result == wf_ok ? wf_ok : wfReader_OutOfMemory( reader->json->reader );
}

wfResult wfPlaceSurfaceAgents( wfSurfaceReader* surface )
{
	wfCrowdReader* reader = &surface->base;
	if ( reader->agentCount == 0 )
	{
		return wf_ok;
	}
	bool* placed = wfAllocateZeroed( ( reader->walkerCount + 1 ) * sizeof( bool ) );
	if ( placed == NULL )
	{
		return wfReader_OutOfMemory( reader->json->reader );
	}
	wfResult result = measureHeadroom( surface );
	for ( int pass = 0; pass < 2; ++pass )
	{
		for ( size_t i = 0; i < reader->agentEntryCount && result == wf_ok; ++i )
		{
			if ( surface->walkers[i].scattered == ( pass == 1 ) )
			{
				result = pass == 0 ? placeGiven( reader, reader->walkers + i ) : placeGroup( surface, i, placed );
				placed[i] = true;
			}
		}
	}
	wfRelease( placed, ( reader->walkerCount + 1 ) * sizeof( bool ) );
	return result;
}
