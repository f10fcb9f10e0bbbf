// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who is where on a mesh, and what each agent sees of others and of walls.
#include "base/columns.h"
#include "crowd/maps.h"
#include "crowd/sight.h"

#include <float.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------------- room

static wfColumns columnsOf( wfMeshTick* tick )
{
	return ( wfColumns ){ { WF_COLUMN( tick->triangle ), WF_COLUMN( tick->tangent ), WF_COLUMN( tick->wish ),
							WF_COLUMN( tick->rest ), WF_WIDE_COLUMN( tick->seen, WF_MAX_NEIGHBORS ), WF_COLUMN( tick->z ),
							WF_COLUMN( tick->wallRoom ), WF_WIDE_COLUMN( tick->turn, 4 ), WF_COLUMN( tick->nextTriangle ),
							WF_COLUMN( tick->nextFlatX ), WF_COLUMN( tick->nextFlatY ) } };
}

void wfDestroyMeshTick( wfCrowd* crowd )
{
	wfReleaseColumns( columnsOf( &crowd->meshTick ), &crowd->meshTick.capacity );
	crowd->tick.seen = NULL;
}

wfResult wfReserveMeshTick( wfCrowd* crowd )
{
	wfMeshTick* tick = &crowd->meshTick;
	wfResult result = wfReserveColumns( columnsOf( tick ), &tick->capacity, crowd->tick.capacity );
	crowd->tick.seen = tick->seen;
	return result;
}

// ------------------------------------------------------------------------------------------------------------------ index

static void fillRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfMeshTick* tick = &crowd->meshTick;
	wfTick* shared = &crowd->tick;
	const wfMesh* mesh = crowd->ground.mesh;
	wfVec3 origin = crowd->ground.patches.origin;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		wfFetchAgent( crowd, rank + WF_FETCH_AHEAD );
		int32_t slot = shared->slot[rank], triangle = crowd->population.agents[slot].triangle;
		wfFillRank( crowd, slot, rank, crowd->tick.slotCell[slot] );
		tick->triangle[rank] = triangle;
		tick->tangent[rank] = wfTangentAt( mesh, ( wfPlace ){ shared->placeX[rank], shared->placeY[rank], triangle } );
		wfVec3 position = tick->tangent[rank].position;
		shared->x[rank] = (float)( position.x - origin.x );
		shared->y[rank] = (float)( position.y - origin.y );
		tick->z[rank] = (float)( position.z - origin.z );
		float* turn = tick->turn + 4 * rank;
		turn[0] = turn[3] = 1.0f;
		turn[1] = turn[2] = 0.0f;
	}
}

void wfBuildIndexOnMesh( wfCrowd* crowd )
{
	wfSortIntoCells( crowd, crowd->ground.patches.patchCount );
	wfWorkers_ParallelFor( crowd->def.workers, fillRange, crowd->tick.count, 256, crowd );
	wfFindLargest( crowd );
}

// ------------------------------------------------------------------------------------------------------------- perception

wfVec2 wfCarryOver( const wfMeshTick* tick, int32_t rank, int32_t other, double x, double y )
{
	double size = x * x + y * y;
	wfVec2 flat = wfIntoAxes( &tick->tangent[rank], wfOutOfAxes( &tick->tangent[other], x, y ) );
	double kept = flat.x * flat.x + flat.y * flat.y;
	double scale = kept > 1e-12 * size && size > 0.0 ? sqrt( size / kept ) : 0.0;
	return ( wfVec2 ){ scale * flat.x, scale * flat.y };
}

static wfSeenOther seeOther( const wfCrowd* crowd, int32_t rank, int32_t other )
{
	const wfMeshTick* tick = &crowd->meshTick;
	const wfTick* shared = &crowd->tick;
	wfVec2 place = wfRollOut( &tick->tangent[rank], tick->tangent[other].position, tick->tangent[other].normal );
	wfVec2 velocity = { (double)shared->velocityX[other], (double)shared->velocityY[other] };
	wfVec2 goal = { (double)shared->goalX[other], (double)shared->goalY[other] };
	if ( tick->triangle[other] != tick->triangle[rank] )
	{
		velocity = wfCarryOver( tick, rank, other, velocity.x, velocity.y );
		goal = wfCarryOver( tick, rank, other, goal.x, goal.y );
	}
	return ( wfSeenOther ){ (float)place.x, (float)place.y, (float)velocity.x, (float)velocity.y, (float)goal.x, (float)goal.y };
}

static bool isInView( const wfSight* sight, int32_t other )
{
	if ( !sight->cone )
	{
		return true;
	}
	const wfMeshTick* tick = &sight->crowd->meshTick;
	wfVec2 to =
		wfIntoAxes( &tick->tangent[sight->rank], wfSub3( tick->tangent[other].position, tick->tangent[sight->rank].position ) );
	double ahead = to.x * (double)sight->headingX + to.y * (double)sight->headingY;
	return ahead >= (double)sight->cosine * sqrt( to.x * to.x + to.y * to.y );
}

static void lookAtPatch( wfSight* sight, int32_t patch )
{
	const wfTick* shared = &sight->crowd->tick;
	const float* zs = sight->crowd->meshTick.z;
	int32_t rank = sight->rank;
	float x = shared->x[rank], y = shared->y[rank], z = zs[rank];
	for ( int32_t other = shared->cellFirst[patch]; other < shared->cellFirst[patch + 1]; ++other )
	{
		float dx = shared->x[other] - x, dy = shared->y[other] - y, dz = zs[other] - z;
		float distance2 = dx * dx + dy * dy + dz * dz;
		if ( other == rank )
		{
			continue;
		}
		if ( distance2 < sight->reach2 && isInView( sight, other ) )
		{
			wfSight_See( sight, other, distance2 );
		}
		wfSight_Touch( sight, other, distance2 );
	}
}

typedef struct wfWallSearch
{
	const wfCrowd* crowd;
	wfVec3 place;
	double nearest;
	double reach;
	int32_t* contacts;
	int32_t count;
} wfWallSearch;

static void noticeWall( int32_t wall, void* context )
{
	wfWallSearch* search = context;
	double distance = wfLength3( wfFromEdgeWall( &search->crowd->ground.patches.walls[wall], search->place ) );
	search->nearest = wfMin( search->nearest, distance );
	if ( distance >= search->reach )
	{
		return;
	}
	for ( int32_t k = 0; k < search->count && k < WF_MAX_WALL_CONTACTS; ++k )
	{
		if ( search->contacts[k] == wall )
		{
			return;
		}
	}
	if ( search->count < WF_MAX_WALL_CONTACTS )
	{
		search->contacts[search->count] = wall;
	}
	search->count += 1;
}

static void findWalls( wfCrowd* crowd, int32_t rank )
{
	wfTick* shared = &crowd->tick;
	wfWallSearch search = { .crowd = crowd, .place = crowd->meshTick.tangent[rank].position, .nearest = INFINITY };
	search.reach = (double)( shared->radius[rank] + shared->reachSpeed[rank] * (float)crowd->def.tickSeconds ) + 2.0 * WF_SKIN;
	search.contacts = shared->wallContacts + (size_t)rank * WF_MAX_WALL_CONTACTS;
	wfVisitWalls( &crowd->ground.patches, crowd->tick.cell[rank], INFINITY, noticeWall, &search );
	crowd->meshTick.wallRoom[rank] = (float)search.nearest;
	shared->wallCount[rank] = (uint8_t)( search.count <= WF_MAX_WALL_CONTACTS ? search.count : WF_MAX_WALL_CONTACTS + 1 );
}

static void perceive( wfCrowd* crowd, int32_t rank )
{
	wfTick* shared = &crowd->tick;
	float reach = (float)crowd->styles.list[shared->style[rank] - 1].def.neighborReach;
	wfVec3 size = wfSub3( crowd->ground.mesh->report.upper, crowd->ground.mesh->report.lower );
	float side = (float)wfMax( size.x, wfMax( size.y, size.z ) );
	wfSight sight;
	wfSight_Begin( &sight, crowd, rank, reach, 8.0f * FLT_EPSILON * side );
	const wfPatch* patch = &crowd->ground.patches.patches[shared->cell[rank]];
	for ( int32_t k = 0; k < patch->reachCount; ++k )
	{
		const wfReach* near = &crowd->ground.patches.reach[patch->reachFirst + k];
		if ( near->distance >= sight.touch && near->distance * near->distance >= sight.reach2 )
		{
			break;
		}
		lookAtPatch( &sight, near->patch );
	}
	wfSight_End( &sight, shared );
	for ( int32_t k = 0; k < sight.count; ++k )
	{
		shared->seen[rank * WF_MAX_NEIGHBORS + k] = seeOther( crowd, rank, sight.seen[k].rank );
	}
	findWalls( crowd, rank );
}

void wfPerceiveOnMesh( wfCrowd* crowd, int32_t begin, int32_t end )
{
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		perceive( crowd, rank );
	}
}

// ------------------------------------------------------------------------------------------------------------------ walls

float wfClearanceOnMesh( const wfCrowd* crowd, int32_t rank )
{
	return crowd->meshTick.wallRoom[rank];
}

typedef struct wfRoomSearch
{
	const wfCrowd* crowd;
	wfVec3 from, place;
	double nearest, room;
} wfRoomSearch;

static void measureRoom( int32_t wall, void* context )
{
	wfRoomSearch* search = context;
	wfVec3 away = wfFromEdgeWall( &search->crowd->ground.patches.walls[wall], search->place );
	double distance = wfLength3( away );
	if ( distance < search->nearest )
	{
		// Seen from the wall the agent is on the side where one can stand. What is beyond is inside of it, as in the plane.
		wfVec3 nearest = wfSub3( search->place, away );
		search->nearest = distance;
		search->room = wfDot3( away, wfSub3( search->from, nearest ) ) < 0.0 ? -distance : distance;
	}
}

float wfRoomOnMesh( const wfCrowd* crowd, int32_t rank, float x, float y )
{
	const wfTangent* tangent = &crowd->meshTick.tangent[rank];
	wfVec3 place = wfAdd3( tangent->position, wfOutOfAxes( tangent, (double)x, (double)y ) );
	wfRoomSearch search = { crowd, tangent->position, place, INFINITY, INFINITY };
	wfVisitWalls( &crowd->ground.patches, crowd->tick.cell[rank], INFINITY, measureRoom, &search );
	return (float)search.room;
}

typedef struct wfWallFill
{
	const wfCrowd* crowd;
	wfMapLane* lane;
	double cell, reach, extent;
} wfWallFill;

// A wall in the agent's map: the piece of line through its nearest point, rolled out.
static void fillWall( int32_t index, void* context )
{
	wfWallFill* fill = context;
	const wfEdgeWall* wall = &fill->crowd->ground.patches.walls[index];
	wfMapLane* lane = fill->lane;
	const wfTangent* tangent = &fill->crowd->meshTick.tangent[lane->wish.rank];
	int32_t n = lane->size, c = n / 2;
	wfVec3 away = wfFromEdgeWall( wall, tangent->position ), nearest = wfSub3( tangent->position, away );
	if ( wfLength3( away ) > fill->extent )
	{
		return;
	}
	wfVec2 at = wfRollOut( tangent, nearest, wfNormalOf( fill->crowd->ground.mesh, wall->triangle ) );
	wfVec3 line = wfSub3( wall->b, wall->a );
	double length = wfLength3( line );
	wfVec2 along = { 1.0, 0.0 };
	if ( length > 0.0 )
	{
		along = wfIntoAxes( tangent, line );
		double size = wfHypot( along.x, along.y );
		along = size > 1e-9 * length ? ( wfVec2 ){ along.x / size, along.y / size } : along;
	}
	double before = wfLength3( wfSub3( nearest, wall->a ) ), after = length - before;
	// Into the map's axes and cells.
	double ax = (double)lane->axisX, ay = (double)lane->axisY, scale = 1.0 / fill->cell;
	double px = ( at.x * ax + at.y * ay ) * scale + c, py = ( at.y * ax - at.x * ay ) * scale + c;
	double dx = along.x * ax + along.y * ay, dy = along.y * ax - along.x * ay;
	double reach = fill->reach * scale, last = wfMin( after * scale, 2.0 * n ), first = -wfMin( before * scale, 2.0 * n );
	double x0 = wfMin( px + first * dx, px + last * dx ) - reach, x1 = wfMax( px + first * dx, px + last * dx ) + reach;
	double y0 = wfMin( py + first * dy, py + last * dy ) - reach, y1 = wfMax( py + first * dy, py + last * dy ) + reach;
	int32_t i0 = (int32_t)ceil( wfMax( x0, 1.0 ) ), i1 = (int32_t)floor( wfMin( x1, n - 2.0 ) );
	int32_t j0 = (int32_t)ceil( wfMax( y0, 1.0 ) ), j1 = (int32_t)floor( wfMin( y1, n - 2.0 ) );
	for ( int32_t j = j0; j <= j1; ++j )
	{
		for ( int32_t i = i0; i <= i1; ++i )
		{
			double x = i - px, y = j - py, share = wfMin( wfMax( x * dx + y * dy, first ), last );
			double offX = x - share * dx, offY = y - share * dy;
			if ( offX * offX + offY * offY < reach * reach )
			{
				lane->screen[j * n + i] = WF_BLOCKED;
			}
		}
	}
}

void wfAddWallsOnMesh( const wfCrowd* crowd, const wfStyleDef* style, wfMapLane* lane )
{
	double reach = (double)( crowd->tick.radius[lane->wish.rank] - WF_WALL_MARGIN );
	wfWallFill fill = { crowd, lane, style->mapCell, wfMax( reach, 0.51 * style->mapCell ), 0.0 };
	fill.extent = 0.7072 * style->mapCell * lane->size + fill.reach;
	wfVisitWalls( &crowd->ground.patches, crowd->tick.cell[lane->wish.rank], (float)fill.extent, fillWall, &fill );
	lane->screen[( lane->size / 2 ) * lane->size + lane->size / 2] = 0.0f;
}
