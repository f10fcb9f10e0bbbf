// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Places for the agents of scenarios on meshes. Groups are scattered by a crowd that is made for this alone, on what is left of
// the surface: high enough, in the group's region, joined to where the group goes.
#include "crowd/population.h"
#include "io/crowd_reader.h"
#include "mesh/mesh.h"

// More discs than cover the surface so many times need not be tried. On spikes a disc has less than its area in the plane.
#define MOST_COVER 2.0
#define DISC_AREA 3.14159265358979323846

// A position so far from the surface, in diagonals of its box, was hardly meant for it.
#define FARTHEST_SHARE 0.1

// ---------------------------------------------------------------------------------------------------------------- given

void wfCheckNearSurface( const wfJson* json, const wfJsonNode* node, const wfMesh* mesh, double distance )
{
	wfMeshReport report = wfMesh_GetReport( mesh );
	if ( distance > FARTHEST_SHARE * wfLength3( wfSub3( report.upper, report.lower ) ) )
	{
		wfJson_Fail( json, node, NULL, wf_outOfRange,
					 "lies %.6g m from the surface, which reaches from %.6g, %.6g, %.6g to %.6g, %.6g, %.6g; expected a point "
					 "on it or near it",
					 distance, report.lower.x, report.lower.y, report.lower.z, report.upper.x, report.upper.y, report.upper.z );
	}
}

void wfReadNearPlace( const wfJson* json, const wfJsonNode* node, const wfSurfaceScene* scene, wfSurfacePoint* place )
{
	double distance = 0.0;
	wfReadSurfacePoint( json, node, scene, place, &distance );
	wfCheckNearSurface( json, node, scene->mesh, distance );
}

// ------------------------------------------------------------------------------------------------------------ scattered

static bool isInRegion( const wfSpaceRegion* region, wfVec3 p )
{
	if ( region->kind == wf_sphereRegion )
	{
		return wfLength3( wfSub3( p, region->lower ) ) <= region->radius;
	}
	wfVec3 a = region->lower, b = region->upper;
	return region->kind == wf_everywhere || ( p.x >= a.x && p.x <= b.x && p.y >= a.y && p.y <= b.y && p.z >= a.z && p.z <= b.z );
}

// A triangle the group's first stop lies on; -1: it has none.
static int32_t getGoalTriangle( const wfCrowdReader* reader, const wfEntryPlan* entry )
{
	if ( entry->stopCount == 0 )
	{
		return -1;
	}
	const wfStopChoice* choice = reader->choices + reader->stops[entry->firstStop].first;
	if ( choice->goal < 0 )
	{
		return choice->stop.place.triangle;
	}
	const wfSurfacePlace* goal = reader->scene->goals + choice->goal;
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
static uint8_t markTriangles( const wfCrowdReader* reader, const wfEntryPlan* entry, const double* headroom, uint8_t* marks,
							  int32_t* stack )
{
	const wfMesh* mesh = reader->scene->mesh;
	const wfSurfaceMask* mask = reader->scene->mask;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* corners = mesh->triangles + 3 * t;
		bool blocked = mask != NULL &&
					   ( wfSurfaceMask_IsTriangleBlocked( mask, t ) || ( wfSurfaceMask_IsVertexBlocked( mask, corners[0] ) &&
																		 wfSurfaceMask_IsVertexBlocked( mask, corners[1] ) &&
																		 wfSurfaceMask_IsVertexBlocked( mask, corners[2] ) ) );
		bool low = headroom != NULL && headroom[t] < reader->ground.height;
		marks[t] = !blocked && !low;
	}
	int32_t goal = getGoalTriangle( reader, entry );
	uint8_t least = 1;
	if ( goal >= 0 && marks[goal] != 0 )
	{
		flood( mesh, goal, marks, stack );
		least = 2;
	}
	const wfSpaceRegion* region = &entry->spaceRegion;
	for ( int32_t t = 0; t < mesh->triangleCount && region->kind != wf_everywhere; ++t )
	{
		wfVec3 middle = wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ t, 1.0 / 3.0, 1.0 / 3.0 } );
		marks[t] = isInRegion( region, middle ) ? marks[t] : 0;
	}
	return least;
}

// Everything but where the group may stand.
static wfResult makeMask( const wfCrowdReader* reader, const wfEntryPlan* entry, const double* headroom, wfSurfaceMask** mask )
{
	const wfMesh* mesh = reader->scene->mesh;
	size_t count = (size_t)mesh->triangleCount;
	uint8_t* marks = wfAllocateArray( count, sizeof( uint8_t ) );
	int32_t* list = wfAllocateArray( count, sizeof( int32_t ) );
	wfResult result = marks != NULL && list != NULL ? wfCreateSurfaceMask( mesh, mask ) : wf_outOfMemory;
	if ( result == wf_ok )
	{
		uint8_t least = markTriangles( reader, entry, headroom, marks, list );
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
		const wfSurfaceMask* given = reader->scene->mask;
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
static wfResult scatter( const wfCrowdReader* reader, const wfEntryPlan* entry, wfCrowd* crowd, wfError* error )
{
	wfAgentDef def = wfDefaultAgentDef();
	wfResult result = wf_ok;
	for ( size_t i = 0; i < reader->agentCount && result == wf_ok; ++i )
	{
		def.place = reader->agents[i].place;
		def.radius = reader->agents[i].radius;
		result = def.place.triangle >= 0 ? wfAddUncheckedAgent( crowd, &def ) : wf_ok;
	}
	def.radius = 0.0;
	for ( int32_t k = 0; k < entry->count; ++k )
	{
		double radius = reader->agents[entry->firstAgent + k].radius;
		def.radius = radius > def.radius ? radius : def.radius;
	}
	wfAgentId* ids = wfAllocateArray( (size_t)entry->count + 1, sizeof( wfAgentId ) );
	result = result == wf_ok && ids == NULL ? wf_outOfMemory : result;
	result = result == wf_ok ? wfCrowd_AddRandomAgents( crowd, &def, entry->count, entry->spacing, ids, error ) : result;
	for ( int32_t k = 0; k < entry->count && result == wf_ok; ++k )
	{
		reader->agents[entry->firstAgent + k].place = wfCrowd_GetAgent( crowd, ids[k] ).place;
	}
	wfReleaseArray( ids, (size_t)entry->count + 1, sizeof( wfAgentId ) );
	return result;
}

static void placeGroup( const wfCrowdReader* reader, const wfEntryPlan* entry, const double* headroom )
{
	const wfJson* json = reader->json;
	const wfJsonNode* count = wfJson_Find( json, entry->node, "count" );
	double least = entry->radius.lower, area = wfMesh_GetReport( reader->scene->mesh ).area;
	if ( entry->count * DISC_AREA * least * least > MOST_COVER * area )
	{
		wfJson_Fail( json, count, NULL, wf_outOfRange,
					 "%d agents do not fit onto a surface of %.6g square metres; expected fewer or smaller radii", entry->count,
					 area );
		return;
	}
	wfSurfaceMask* mask = NULL;
	wfCrowd* crowd = NULL;
	wfError error = { 0 };
	wfResult result = makeMask( reader, entry, headroom, &mask );
	if ( result == wf_ok )
	{
		wfGroundDef ground = reader->ground;
		ground.mask = mask;
		ground.height = 0.0;
		result = wfCreateCrowd( &ground, &reader->settings, &crowd, &error );
	}
	result = result == wf_ok ? scatter( reader, entry, crowd, &error ) : result;
	wfDestroyCrowd( crowd );
	wfDestroySurfaceMask( mask );
	if ( result == wf_outOfMemory )
	{
		wfReader_OutOfMemory( json->reader );
	}
	else if ( result == wf_startBlocked )
	{
		wfJson_Fail( json, count, NULL, wf_outOfRange,
					 "the agents do not fit: %.300s; expected fewer, smaller radii, a smaller gap or a larger region",
					 error.message );
	}
	else if ( result != wf_ok )
	{
		wfJson_Fail( json, entry->node, NULL, result, "%.300s", error.message );
	}
}

void wfScatterOnMesh( wfCrowdReader* reader )
{
	const wfJson* json = reader->json;
	const wfGroundDef* ground = &reader->ground;
	size_t triangles = (size_t)reader->scene->mesh->triangleCount;
	double* headroom = NULL;
	for ( size_t i = 0; i < reader->agentEntryCount && wfJson_IsOk( json ); ++i )
	{
		const wfEntryPlan* entry = reader->entries + i;
		if ( entry->scattered && ground->height > 0.0 && headroom == NULL )
		{
			headroom = wfAllocateArray( triangles, sizeof( double ) );
			if ( headroom == NULL ||
				 wfMesh_MeasureHeadroom( ground->mesh, ground->up, reader->settings.workers, headroom ) != wf_ok )
			{
				wfReader_OutOfMemory( json->reader );
			}
		}
		if ( entry->scattered && wfJson_IsOk( json ) )
		{
			placeGroup( reader, entry, headroom );
		}
	}
	wfReleaseArray( headroom, triangles, sizeof( double ) );
}
