// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Narrow passages on a mesh. They are looked for from its vertices, which have to be as close together as agents need to find
// their way; what is around each is unrolled into the plane that touches the mesh there. So is everybody near a passage.
// All of it follows from the mesh and the radius that passages are looked for with.
#include "base/vec2.h"
#include "crowd/crowd.h"

#include <stdlib.h>

// ------------------------------------------------------------------------------------------------------------- geometry

// A vertex between two walls.
typedef struct wfNarrowVertex
{
	int32_t vertex, patch;
	double width;
	wfVec2 across; // unit vector from the farther to the nearer wall, in the axes of the vertex's first triangle
	wfVec2 middle; // from the vertex
} wfNarrowVertex;

typedef struct wfVertexSearch
{
	wfCrowd* crowd;
	double radius; // of the agents, on average
	double limit;  // wider is not narrow
	wfPatchMap map;
	WF_ARRAY( wfNarrowVertex ) narrow;
	int32_t* indexOf; // in `narrow`, of each vertex; -1: none
	int32_t* stack;
	wfPassageList passages;
	wfMeshPassageList frames;
} wfVertexSearch;

static wfPlace placeOfVertex( const wfMesh* mesh, int32_t vertex )
{
	int32_t corner = mesh->ring[mesh->ringFirst[vertex]];
	wfFlat flat = wfCornerOf( mesh, corner / 3, corner % 3 );
	return ( wfPlace ){ flat.x, flat.y, corner / 3 };
}

// Walls around a place: the nearest, and the nearest of those on the opposite side, as seen when the surface is unrolled.
typedef struct wfOpposite
{
	const wfGround* ground;
	const wfPatchMap* map;
	int32_t patch;
	wfTangent tangent;
	int32_t nearest;
	double least;		  // straight, to the nearest
	wfVec2 toNear, toFar; // unit vectors
	double near, far;
} wfOpposite;

static wfVec2 lookToWall( const wfOpposite* walls, int32_t index, wfVec3 away, double* distance )
{
	wfVec3 at = wfSub3( walls->tangent.position, away ),
		   normal = wfNormalOf( walls->ground->mesh, walls->map->walls[index].triangle );
	wfVec2 to = wfRollOut( &walls->tangent, at, normal );
	*distance = wfLength2( to );
	return *distance > WF_TINY ? ( wfVec2 ){ to.x / *distance, to.y / *distance } : ( wfVec2 ){ 0.0, 0.0 };
}

static void findNearest( int32_t index, void* context )
{
	wfOpposite* walls = context;
	double distance = wfLength3( wfFromEdgeWall( &walls->map->walls[index], walls->tangent.position ) );
	walls->nearest = distance < walls->least ? index : walls->nearest;
	walls->least = wfMin( walls->least, distance );
}

// Whether the wall goes on from an end of one of its edges to nearer places.
typedef struct wfWallEnd
{
	const wfOpposite* walls;
	wfVec3 end;
	double distance;
	bool goesOn;
} wfWallEnd;

static bool isSame( wfVec3 a, wfVec3 b )
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void followWall( int32_t index, void* context )
{
	wfWallEnd* end = context;
	const wfEdgeWall* wall = &end->walls->map->walls[index];
	bool joins = isSame( wall->a, end->end ) || isSame( wall->b, end->end );
	if ( joins && wfLength3( wfFromEdgeWall( wall, end->walls->tangent.position ) ) < end->distance - WF_TINY )
	{
		end->goesOn = true;
	}
}

// A wall is as near as its nearest point, however many edges it is made of: otherwise the far ends of the walls of any corner
// would be opposite to each other.
static bool isNearestOfWall( const wfOpposite* walls, int32_t index, double distance )
{
	const wfEdgeWall* wall = &walls->map->walls[index];
	wfVec3 place = walls->tangent.position;
	double toA = wfDistance3( place, wall->a ), toB = wfDistance3( place, wall->b );
	if ( distance < wfMin( toA, toB ) - WF_TINY )
	{
		return true;
	}
	wfWallEnd end = { walls, toA < toB ? wall->a : wall->b, distance, false };
	wfVisitWalls( walls->map, walls->patch, (float)distance, followWall, &end );
	return !end.goesOn;
}

static void findOpposite( int32_t index, void* context )
{
	wfOpposite* walls = context;
	wfVec3 away = wfFromEdgeWall( &walls->map->walls[index], walls->tangent.position );
	double straight = wfLength3( away );
	if ( straight >= walls->far )
	{
		return;
	}
	double distance;
	wfVec2 to = lookToWall( walls, index, away, &distance );
	if ( distance < walls->far && wfDot2( to, walls->toNear ) < WF_OPPOSITE_COSINE && isNearestOfWall( walls, index, straight ) )
	{
		walls->far = distance;
		walls->toFar = to;
	}
}

static bool isOpen( const wfGround* ground, int32_t vertex )
{
	const wfMesh* mesh = ground->mesh;
	bool open = mesh->ringFirst[vertex] < mesh->ringFirst[vertex + 1] && !ground->mask->vertexBlocked[vertex];
	for ( int32_t k = mesh->ringFirst[vertex]; open && k < mesh->ringFirst[vertex + 1]; ++k )
	{
		open = ground->walkable[mesh->ring[k] / 3] != 0;
	}
	return open;
}

// False where it is wider than the limit, or too narrow to stand.
static bool lookBetween( const wfVertexSearch* search, int32_t vertex, int32_t patch, wfNarrowVertex* narrow )
{
	const wfGround* ground = &search->crowd->ground;
	wfOpposite walls = { .ground = ground, .map = &search->map, .patch = patch, .nearest = -1, .least = 0.5 * search->limit };
	walls.tangent = wfTangentAt( ground->mesh, placeOfVertex( ground->mesh, vertex ) );
	wfVisitWalls( &search->map, patch, (float)walls.least, findNearest, &walls );
	if ( walls.nearest < 0 || walls.least < search->radius )
	{
		return false;
	}
	wfVec3 away = wfFromEdgeWall( &search->map.walls[walls.nearest], walls.tangent.position );
	walls.toNear = lookToWall( &walls, walls.nearest, away, &walls.near );
	walls.far = search->limit - walls.near;
	wfVisitWalls( &search->map, patch, (float)walls.far, findOpposite, &walls );
	if ( walls.toFar.x == 0.0 && walls.toFar.y == 0.0 )
	{
		return false;
	}
	wfVec2 a = wfScale2( walls.near, walls.toNear ), b = wfScale2( walls.far, walls.toFar ), apart = wfSub2( a, b );
	double width = wfLength2( apart );
	*narrow = ( wfNarrowVertex ){ vertex, patch, width, wfScale2( 1.0 / width, apart ), wfScale2( 0.5, wfAdd2( a, b ) ) };
	return true;
}

static wfResult collectNarrow( wfVertexSearch* search )
{
	const wfGround* ground = &search->crowd->ground;
	wfResult result = wf_ok;
	for ( int32_t vertex = 0; vertex < ground->mesh->vertexCount && result == wf_ok; ++vertex )
	{
		search->indexOf[vertex] = -1;
		if ( !isOpen( ground, vertex ) )
		{
			continue;
		}
		wfNarrowVertex narrow;
		int32_t patch =
			wfFindPatch( &search->map, placeOfVertex( ground->mesh, vertex ).triangle, ground->mesh->vertices[vertex] );
		result = wfReachPatch( &search->map, patch );
		if ( result == wf_ok && lookBetween( search, vertex, patch, &narrow ) )
		{
			result = wfArray_Push( &search->narrow, narrow );
		}
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- passages

// The narrowest first; a total order, so that any sort gives the same.
static int compareNarrow( const void* a, const void* b )
{
	const wfNarrowVertex *x = a, *y = b;
	bool before = x->width != y->width ? x->width < y->width : x->vertex < y->vertex;
	return before ? -1 : 1;
}

// The narrow vertices that hang together with one and are hardly wider; they are taken out of the map. Returns how many.
static int32_t takeCluster( wfVertexSearch* search, int32_t first )
{
	const wfMesh* mesh = search->crowd->ground.mesh;
	double widest = WF_WIDER * search->narrow.data[first].width;
	int32_t count = 0;
	search->stack[count++] = first;
	search->indexOf[search->narrow.data[first].vertex] = -1;
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t vertex = search->narrow.data[search->stack[k]].vertex;
		for ( int32_t m = 3 * mesh->ringFirst[vertex]; m < 3 * mesh->ringFirst[vertex + 1]; ++m )
		{
			int32_t* index = &search->indexOf[mesh->triangles[3 * ( mesh->ring[m / 3] / 3 ) + m % 3]];
			if ( *index >= 0 && search->narrow.data[*index].width <= widest )
			{
				search->stack[count++] = *index;
				*index = -1;
			}
		}
	}
	return count;
}

// A place straight away from another, with a direction carried there.
static wfPlace walkTo( const wfGround* ground, wfPlace from, wfVec2 offset, wfVec2* carried )
{
	double length = wfLength2( offset );
	if ( length <= WF_TINY )
	{
		return from;
	}
	wfStride walk = wfGround_Stride( ground, from, ( wfFlat ){ offset.x / length, offset.y / length }, length );
	*carried = ( wfVec2 ){ walk.xx * carried->x + walk.yx * carried->y, walk.xy * carried->x + walk.yy * carried->y };
	return ( wfPlace ){ walk.place.x, walk.place.y, walk.triangle };
}

static wfResult addPassage( wfVertexSearch* search, int32_t count )
{
	const wfGround* ground = &search->crowd->ground;
	const wfMesh* mesh = ground->mesh;
	// The cluster began with its narrowest vertex.
	const wfNarrowVertex* narrowest = &search->narrow.data[search->stack[0]];
	wfVec2 along = { -narrowest->across.y, narrowest->across.x };
	wfPlace middle = walkTo( ground, placeOfVertex( mesh, narrowest->vertex ), narrowest->middle, &along );
	wfTangent tangent = wfTangentAt( mesh, middle );
	double least = 0.0, most = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t vertex = search->narrow.data[search->stack[k]].vertex;
		wfVec3 normal = wfNormalOf( mesh, mesh->ring[mesh->ringFirst[vertex]] / 3 );
		double s = wfDot2( wfRollOut( &tangent, mesh->vertices[vertex], normal ), along );
		least = wfMin( least, s );
		most = wfMax( most, s );
	}
	middle = walkTo( ground, middle, wfScale2( 0.5 * ( least + most ), along ), &along );
	wfPassageState state = { .shape = { { middle.x, middle.y }, along, narrowest->width }, .halfLength = 0.5 * ( most - least ) };
	state.takesTurns = narrowest->width < ( WF_TWO_ABREAST + WF_TURNS_MARGIN ) * search->radius;
	state.twoFit = narrowest->width >= ( WF_TWO_ABREAST + WF_PASS_MARGIN ) * search->radius;
	if ( !wfMakePassage( &state, search->radius ) )
	{
		return wf_ok;
	}
	wfMeshPassage frame = { .tangent = wfTangentAt( mesh, middle ), .middle = middle };
	double out = state.halfLength + WF_PASSAGE_ENTRY * search->radius;
	wfVec2 unused = along;
	frame.front = walkTo( ground, middle, wfScale2( out, along ), &unused );
	frame.back = walkTo( ground, middle, wfScale2( -out, along ), &unused );
	wfResult result = wfArray_Push( &search->passages, state );
	return result == wf_ok ? wfArray_Push( &search->frames, frame ) : result;
}

// Vertices near a passage are none of another. On another storey they are.
static wfResult dropAround( wfVertexSearch* search, int32_t passage )
{
	const wfMeshPassage* frame = &search->frames.data[passage];
	double reach = search->passages.data[passage].halfLength + WF_PASSAGES_APART * search->radius;
	int32_t patch = wfFindPatch( &search->map, frame->middle.triangle, frame->tangent.position );
	wfPatchList near = { 0 };
	wfResult result = wfListPatches( &search->map, patch, reach, &near );
	for ( int32_t k = 0; k < search->narrow.count && result == wf_ok; ++k )
	{
		const wfNarrowVertex* narrow = &search->narrow.data[k];
		wfVec3 from = wfSub3( search->crowd->ground.mesh->vertices[narrow->vertex], frame->tangent.position );
		if ( wfDot3( from, from ) < reach * reach && search->map.patches[narrow->patch].mark == search->map.searches )
		{
			search->indexOf[narrow->vertex] = -1;
		}
	}
	wfArray_Free( &near );
	return result;
}

// Where there are gaps everywhere nobody takes turns, as in the plane.
static void findSieves( wfVertexSearch* search )
{
	double reach = WF_SIEVE_REACH * search->radius;
	for ( int32_t k = 0; k < search->frames.count; ++k )
	{
		int32_t near = -1; // itself
		for ( int32_t other = 0; other < search->frames.count && near < WF_SIEVE_PASSAGES; ++other )
		{
			wfVec3 from = wfSub3( search->frames.data[other].tangent.position, search->frames.data[k].tangent.position );
			near += wfDot3( from, from ) < reach * reach;
		}
		search->passages.data[k].takesTurns = search->passages.data[k].takesTurns && near < WF_SIEVE_PASSAGES;
	}
}

static wfResult findAll( wfVertexSearch* search )
{
	const wfGround* ground = &search->crowd->ground;
	wfResult result = wfCreatePatchMap( ground->mesh, ground->walkable, ground->mask, 0.5 * search->limit, &search->map );
	search->indexOf = result == wf_ok ? wfAllocateArray( (size_t)ground->mesh->vertexCount, sizeof( int32_t ) ) : NULL;
	result = result == wf_ok && search->indexOf == NULL ? wf_outOfMemory : result;
	result = result == wf_ok && search->map.wallCount > 0 ? collectNarrow( search ) : result;
	search->stack = result == wf_ok ? wfAllocateArray( (size_t)search->narrow.count + 1, sizeof( int32_t ) ) : NULL;
	if ( search->stack == NULL || search->narrow.count == 0 )
	{
		return result == wf_ok && search->stack == NULL ? wf_outOfMemory : result;
	}
	qsort( search->narrow.data, (size_t)search->narrow.count, sizeof( wfNarrowVertex ), compareNarrow );
	for ( int32_t k = 0; k < search->narrow.count; ++k )
	{
		search->indexOf[search->narrow.data[k].vertex] = k;
	}
	for ( int32_t k = 0; k < search->narrow.count && result == wf_ok; ++k )
	{
		if ( search->indexOf[search->narrow.data[k].vertex] < 0 )
		{
			continue;
		}
		int32_t before = search->passages.count;
		result = addPassage( search, takeCluster( search, k ) );
		result = result == wf_ok && search->passages.count > before ? dropAround( search, before ) : result;
	}
	findSieves( search );
	return result;
}

wfResult wfSearchPassagesOnMesh( wfCrowd* crowd, double radius, wfPassageList* found )
{
	wfVertexSearch search = { .crowd = crowd, .radius = radius, .limit = WF_ORDER_WIDTH * radius };
	wfResult result = radius > 0.0 ? findAll( &search ) : wf_ok;
	wfReleaseArray( search.stack, (size_t)search.narrow.count + 1, sizeof( int32_t ) );
	wfReleaseArray( search.indexOf, (size_t)crowd->ground.mesh->vertexCount, sizeof( int32_t ) );
	wfArray_Free( &search.narrow );
	wfPatchMap_Free( &search.map );
	*found = search.passages;
	if ( result != wf_ok )
	{
		wfArray_Free( &search.frames );
		return result;
	}
	wfMeshPassages* passages = &crowd->meshPassages;
	wfArray_Free( &passages->list );
	passages->list = search.frames;
	passages->radius = radius;
	passages->patchCell = 0.0;
	return wf_ok;
}

wfResult wfRecallPassagesOnMesh( wfCrowd* crowd, bool* known )
{
	const wfPassages* passages = &crowd->passages;
	wfResult result = wf_ok;
	if ( crowd->meshPassages.radius != passages->radius )
	{
		// From a saved state: turns go on as they were, and where the passages are is found again.
		wfPassageList again = { 0 };
		result = wfSearchPassagesOnMesh( crowd, passages->radius, &again );
		wfArray_Free( &again );
	}
	*known = result == wf_ok && crowd->meshPassages.list.count == passages->list.count;
	return result;
}

void wfDestroyMeshPassages( wfCrowd* crowd )
{
	wfArray_Free( &crowd->meshPassages.list );
	wfArray_Free( &crowd->meshPassages.patches );
}

// ---------------------------------------------------------------------------------------------------------------- people

// Everybody near a passage stands on one of these.
wfResult wfReachPassages( wfCrowd* crowd )
{
	wfMeshPassages* passages = &crowd->meshPassages;
	wfPatchMap* map = &crowd->ground.patches;
	if ( passages->patchCell == map->cellSize || crowd->passages.list.count != passages->list.count )
	{
		return wf_ok;
	}
	wfResult result = wf_ok;
	passages->patches.count = 0;
	for ( int32_t k = 0; k < passages->list.count && result == wf_ok; ++k )
	{
		wfMeshPassage* passage = &passages->list.data[k];
		double reach = crowd->passages.list.data[k].halfLength + WF_PASSAGE_REACH * passages->radius;
		int32_t patch = wfFindPatch( map, passage->middle.triangle, passage->tangent.position );
		passage->patchFirst = passages->patches.count;
		result = wfListPatches( map, patch, reach, &passages->patches );
		passage->patchCount = passages->patches.count - passage->patchFirst;
	}
	passages->patchCell = result == wf_ok ? map->cellSize : 0.0;
	return result;
}

void wfVisitPassageOnMesh( wfCrowd* crowd, int32_t index, wfVisitFcn* visit, void* context )
{
	const wfTick* tick = &crowd->tick;
	const wfMeshPassage* passage = &crowd->meshPassages.list.data[index];
	double reach = crowd->passages.list.data[index].halfLength + WF_PASSAGE_REACH * crowd->passages.radius;
	for ( int32_t k = passage->patchFirst; k < passage->patchFirst + passage->patchCount; ++k )
	{
		int32_t patch = crowd->meshPassages.patches.data[k];
		for ( int32_t rank = tick->cellFirst[patch]; rank < tick->cellFirst[patch + 1]; ++rank )
		{
			wfVec3 from = wfSub3( crowd->meshTick.tangent[rank].position, passage->tangent.position );
			if ( wfDot3( from, from ) <= reach * reach )
			{
				visit( crowd, rank, context );
			}
		}
	}
}

wfVec2 wfPlaceAtPassageOnMesh( const wfCrowd* crowd, int32_t index, int32_t rank )
{
	const wfMeshPassage* passage = &crowd->meshPassages.list.data[index];
	const wfTangent* tangent = &crowd->meshTick.tangent[rank];
	return wfAdd2( crowd->passages.list.data[index].shape.center,
				   wfRollOut( &passage->tangent, tangent->position, tangent->normal ) );
}

wfVec2 wfTurnFromPassageOnMesh( const wfCrowd* crowd, int32_t index, int32_t rank, wfVec2 v )
{
	wfVec3 inSpace = wfOutOfAxes( &crowd->meshPassages.list.data[index].tangent, v.x, v.y );
	wfVec2 flat = wfIntoAxes( &crowd->meshTick.tangent[rank], inSpace );
	double size = wfLength2( flat );
	return size > WF_TINY ? wfScale2( wfLength2( v ) / size, flat ) : ( wfVec2 ){ 0.0, 0.0 };
}

double wfDistanceFromEndOnMesh( const wfCrowd* crowd, int32_t index, const wfAgent* agent, wfVec2 place, bool front )
{
	(void)place; // who is larger or smaller than others counts from there as well
	const wfGround* ground = &crowd->ground;
	const wfMeshPassage* passage = &crowd->meshPassages.list.data[index];
	wfPlace end = front ? passage->front : passage->back;
	if ( agent->target < 0 || ( agent->flags & wf_agentDirect ) )
	{
		return wfLength2( wfGround_GetOffset( ground, end, wfAimOf( crowd, agent ) ) );
	}
	return wfGround_GetDistance( ground, &ground->routes.targets.data[agent->target], end );
}
