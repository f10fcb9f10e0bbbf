// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Moves on a surface. For every pair near each other a plane in space stands between the two: each keeps to its side of it, so
// the straight distance of the centres stays at least the sum of the radii, and the distance along the surface is never shorter.
// The move is chosen in the plane of the triangle, walked over the mesh, and checked where it ends: what bends of the surface add
// beyond what the skin can bear is taken back. Only where a surface folds so sharply that two discs are nearer in space than they
// are wide although they do not touch along it, that distance is measured exactly, and one of the two moves at a time.
#include "crowd/crowd.h"
#include "crowd/limits.h"

#include <string.h>

#define WF_MAX_FOLDS 8

// ----------------------------------------------------------------------------------------------------------------- limits

// A limit in space: n . displacement <= most, and a little more where the skin bears it.
typedef struct wfSpaceLimit
{
	wfVec3 normal;
	double most;
} wfSpaceLimit;

// Somebody nearer in space than both are wide.
typedef struct wfFold
{
	wfSurfacePoint place; // of the other
	double least;		  // to keep along the surface
} wfFold;

typedef struct wfSurfaceMove
{
	const wfCrowd* crowd;
	int32_t rank;
	int64_t turn; // counts passes of moves: who of two goes first
	wfLimits flat;
	wfSpaceLimit space[WF_MAX_LIMITS];
	int32_t spaceCount;
	wfFold folds[WF_MAX_FOLDS];
	int32_t foldCount;
	bool stands; // may not move at all
} wfSurfaceMove;

// `share` of `gap`, the room there is to what is kept away from; `others` also move.
static void addSpaceLimit( wfSurfaceMove* move, wfVec3 normal, double share, double gap, bool others )
{
	if ( share >= move->flat.length )
	{
		return;
	}
	if ( move->spaceCount == WF_MAX_LIMITS )
	{
		move->stands = true;
		return;
	}
	// What bends may add: of the skin that is left, so that it never runs out.
	double left = gap + 0.8 * WF_SKIN, bear = left > 0.0 ? ( others ? 0.4 : 0.8 ) * wfMin( left, WF_SKIN ) : 0.0;
	move->space[move->spaceCount++] = ( wfSpaceLimit ){ normal, share + bear };
	wfVec2 flat = wfIntoAxes( &move->crowd->meshTick.tangent[move->rank], normal );
	double slope = sqrt( flat.x * flat.x + flat.y * flat.y );
	if ( slope > 1e-6 )
	{
		wfAddLimit( &move->flat, flat.x / slope, flat.y / slope, share / slope );
	}
}

static wfSurfacePoint placeOf( const wfCrowd* crowd, int32_t rank )
{
	wfFlat flat = { crowd->tick.placeX[rank], crowd->tick.placeY[rank] };
	return wfPointOfFlat( crowd->ground.mesh, crowd->meshTick.triangle[rank], flat );
}

static void limitByFold( wfSurfaceMove* move, int32_t other, double radii )
{
	const wfCrowd* crowd = move->crowd;
	const wfTick* shared = &crowd->tick;
	double theirs = sqrt( shared->moveX[other] * shared->moveX[other] + shared->moveY[other] * shared->moveY[other] );
	double reach = radii + WF_SKIN + move->flat.length + theirs;
	wfSurfacePoint place = placeOf( crowd, other );
	double along = wfMeasureGeodesic( crowd->ground.mesh, placeOf( crowd, move->rank ), place, reach );
	if ( along >= reach )
	{
		return;
	}
	// Not a number: there was no memory to measure it.
	if ( !( along >= 0.0 ) )
	{
		move->stands = true;
		return;
	}
	bool even = ( ( move->turn + shared->serial[move->rank] + shared->serial[other] ) & 1 ) == 0;
	bool first = even == ( shared->serial[move->rank] < shared->serial[other] );
	if ( !first || move->foldCount == WF_MAX_FOLDS )
	{
		move->stands = true;
		return;
	}
	move->folds[move->foldCount++] = ( wfFold ){ place, wfMin( along, radii + WF_SKIN ) };
}

static void limitByOther( wfSurfaceMove* move, int32_t other )
{
	const wfMeshTick* tick = &move->crowd->meshTick;
	const wfTick* shared = &move->crowd->tick;
	int32_t rank = move->rank;
	wfVec3 offset = wfSub3( tick->tangent[other].position, tick->tangent[rank].position );
	double radii = (double)shared->radius[rank] + (double)shared->radius[other];
	double reach =
		fabs( shared->moveX[rank] ) + fabs( shared->moveY[rank] ) + fabs( shared->moveX[other] ) + fabs( shared->moveY[other] );
	double near = radii + WF_SKIN + reach, square = wfDot3( offset, offset );
	if ( square >= near * near )
	{
		return;
	}
	double distance = sqrt( square );
	if ( distance < radii )
	{
		limitByFold( move, other, radii );
		return;
	}
	wfVec3 normal = wfScale3( 1.0 / distance, offset );
	double mine = wfDot3( normal, tick->wish[rank] ), theirs = -wfDot3( normal, tick->wish[other] );
	double gap = distance - radii - WF_SKIN;
	addSpaceLimit( move, normal, wfShareOfGap( gap, mine, theirs ), gap, true );
}

static void limitByWall( wfSurfaceMove* move, int32_t index )
{
	const wfEdgeWall* wall = &move->crowd->ground.patches.walls[index];
	const wfTick* shared = &move->crowd->tick;
	wfVec3 away = wfFromEdgeWall( wall, move->crowd->meshTick.tangent[move->rank].position );
	double distance = wfLength3( away ), room = distance - (double)shared->radius[move->rank] - WF_SKIN;
	if ( distance > 0.0 && room < move->flat.length )
	{
		addSpaceLimit( move, wfScale3( -1.0 / distance, away ), wfMax( room, 0.0 ), room, false );
	}
}

static bool isAllowed( const wfSurfaceMove* move, const wfStride* walk )
{
	const wfCrowd* crowd = move->crowd;
	wfVec3 to = wfPositionOfFlat( crowd->ground.mesh, walk->triangle, walk->place );
	wfVec3 moved = wfSub3( to, crowd->meshTick.tangent[move->rank].position );
	for ( int32_t k = 0; k < move->spaceCount; ++k )
	{
		if ( wfDot3( move->space[k].normal, moved ) > move->space[k].most )
		{
			return false;
		}
	}
	for ( int32_t k = 0; k < move->foldCount; ++k )
	{
		const wfFold* fold = &move->folds[k];
		wfSurfacePoint place = wfPointOfFlat( crowd->ground.mesh, walk->triangle, walk->place );
		if ( !( wfMeasureGeodesic( crowd->ground.mesh, place, fold->place, fold->least ) >= fold->least ) )
		{
			return false;
		}
	}
	return true;
}

// Everybody and everything on the patches around: the lists were too short.
static void limitByAllAround( wfSurfaceMove* move, bool others, bool walls )
{
	const wfCrowd* crowd = move->crowd;
	const wfPatchMap* map = &crowd->ground.patches;
	const wfTick* shared = &crowd->tick;
	const wfPatch* patch = &map->patches[shared->cell[move->rank]];
	for ( int32_t k = 0; k < patch->reachCount; ++k )
	{
		int32_t near = map->reach[patch->reachFirst + k].patch;
		for ( int32_t other = shared->cellFirst[near]; others && other < shared->cellFirst[near + 1]; ++other )
		{
			if ( other != move->rank )
			{
				limitByOther( move, other );
			}
		}
		for ( int32_t m = map->patches[near].wallFirst; walls && m < map->patches[near + 1].wallFirst; ++m )
		{
			limitByWall( move, map->wallList[m] );
		}
	}
}

static void gatherLimits( wfSurfaceMove* move )
{
	const wfTick* shared = &move->crowd->tick;
	int32_t rank = move->rank;
	bool manyWalls = shared->wallCount[rank] > WF_MAX_WALL_CONTACTS, manyOthers = shared->contactCount[rank] > WF_MAX_CONTACTS;
	for ( int32_t k = 0; k < shared->wallCount[rank] && !manyWalls; ++k )
	{
		limitByWall( move, shared->wallContacts[rank * WF_MAX_WALL_CONTACTS + k] );
	}
	for ( int32_t k = 0; k < shared->contactCount[rank] && !manyOthers; ++k )
	{
		limitByOther( move, shared->contacts[rank * WF_MAX_CONTACTS + k] );
	}
	if ( manyWalls || manyOthers )
	{
		limitByAllAround( move, manyOthers, manyWalls );
	}
}

// ------------------------------------------------------------------------------------------------------------------ moves

typedef struct wfMoving
{
	wfCrowd* crowd;
	int64_t turn;
} wfMoving;

// Vectors are turned with the axes of the triangle.
static wfVec2 turnWith( const wfStride* walk, wfVec2 v )
{
	return ( wfVec2 ){ walk->xx * v.x + walk->yx * v.y, walk->xy * v.x + walk->yy * v.y };
}

static void turnFloats( const wfStride* walk, float* x, float* y )
{
	wfVec2 turned = turnWith( walk, ( wfVec2 ){ (double)*x, (double)*y } );
	*x = (float)turned.x;
	*y = (float)turned.y;
}

static void keepWalk( wfCrowd* crowd, int32_t rank, const wfStride* walk )
{
	wfTick* shared = &crowd->tick;
	wfMeshTick* tick = &crowd->meshTick;
	tick->nextTriangle[rank] = walk->triangle;
	tick->nextFlatX[rank] = walk->place.x;
	tick->nextFlatY[rank] = walk->place.y;
	wfVec2 wanted = { shared->moveX[rank], shared->moveY[rank] };
	wfVec2 done = { walk->direction.x * walk->walked, walk->direction.y * walk->walked };
	shared->nextX[rank] = done.x;
	shared->nextY[rank] = done.y;
	if ( walk->triangle != tick->triangle[rank] )
	{
		float* turn = tick->turn + 4 * rank;
		wanted = turnWith( walk, wanted );
		turnFloats( walk, &shared->wantedX[rank], &shared->wantedY[rank] );
		turnFloats( walk, &shared->velocityX[rank], &shared->velocityY[rank] );
		turnFloats( walk, &turn[0], &turn[1] );
		turnFloats( walk, &turn[2], &turn[3] );
	}
	bool goesOn = crowd->styles.list[shared->style[rank] - 1].def.yielding;
	tick->rest[rank] = goesOn ? wfRestOfMove( wanted, done ) : ( wfVec2 ){ 0.0, 0.0 };
}

static void moveOne( const wfMoving* moving, int32_t rank )
{
	wfCrowd* crowd = moving->crowd;
	const wfTick* shared = &crowd->tick;
	wfVec2 wanted = { shared->moveX[rank], shared->moveY[rank] };
	wfPlace place = { shared->placeX[rank], shared->placeY[rank], crowd->meshTick.triangle[rank] };
	wfStride walk = { .triangle = place.triangle, .place = { place.x, place.y }, .xx = 1.0, .yy = 1.0 };
	if ( wanted.x == 0.0 && wanted.y == 0.0 )
	{
		keepWalk( crowd, rank, &walk );
		return;
	}
	wfSurfaceMove move;
	move.crowd = crowd;
	move.rank = rank;
	move.turn = moving->turn;
	move.spaceCount = 0;
	move.foldCount = 0;
	move.stands = false;
	wfBeginLimits( &move.flat, wanted );
	gatherLimits( &move );
	wfVec2 chosen = move.flat.count > 0 ? wfLimitMove( &move.flat, wanted ) : wanted;
	double length = move.stands ? 0.0 : sqrt( chosen.x * chosen.x + chosen.y * chosen.y );
	if ( length > 1e-12 )
	{
		wfFlat direction = { chosen.x / length, chosen.y / length };
		double share = 1.0;
		for ( int32_t k = 0; k < 5; ++k, share *= 0.5 )
		{
			wfStride tried = wfGround_Stride( &crowd->ground, place, direction, share * length );
			if ( isAllowed( &move, &tried ) )
			{
				walk = tried;
				break;
			}
		}
	}
	keepWalk( crowd, rank, &walk );
}

static void moveRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		moveOne( context, rank );
	}
}

static void wishRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	const wfTick* shared = &crowd->tick;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		crowd->meshTick.wish[rank] = wfOutOfAxes( &crowd->meshTick.tangent[rank], shared->moveX[rank], shared->moveY[rank] );
	}
}

static void settleRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfTick* shared = &crowd->tick;
	wfMeshTick* tick = &crowd->meshTick;
	const wfMesh* mesh = crowd->ground.mesh;
	float perSecond = (float)( crowd->def.movesPerTick / crowd->def.tickSeconds );
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		double x = shared->nextX[rank], y = shared->nextY[rank];
		shared->moveX[rank] = tick->rest[rank].x;
		shared->moveY[rank] = tick->rest[rank].y;
		if ( x == 0.0 && y == 0.0 )
		{
			continue;
		}
		shared->walked[rank] += (float)sqrt( x * x + y * y );
		shared->velocityX[rank] += (float)x * perSecond;
		shared->velocityY[rank] += (float)y * perSecond;
		shared->placeX[rank] = tick->nextFlatX[rank];
		shared->placeY[rank] = tick->nextFlatY[rank];
		int32_t triangle = tick->nextTriangle[rank];
		tick->triangle[rank] = triangle;
		tick->tangent[rank] = wfTangentAt( mesh, ( wfPlace ){ shared->placeX[rank], shared->placeY[rank], triangle } );
	}
}

// In two passes, as in the plane: what is left of each move is tried again after all have moved.
void wfMoveOnMesh( wfCrowd* crowd, int32_t move )
{
	int32_t count = crowd->tick.count;
	memset( crowd->tick.velocityX, 0, (size_t)count * sizeof( float ) );
	memset( crowd->tick.velocityY, 0, (size_t)count * sizeof( float ) );
	for ( int32_t pass = 0; pass < WF_MOVE_PASSES; ++pass )
	{
		// At a fold the other one of two goes first in the next pass, and in the next move.
		wfMoving moving = { crowd, crowd->tickCount * crowd->def.movesPerTick + move + pass };
		wfWorkers_ParallelFor( crowd->def.workers, wishRange, count, 1024, crowd );
		wfWorkers_ParallelFor( crowd->def.workers, moveRange, count, 128, &moving );
		wfWorkers_ParallelFor( crowd->def.workers, settleRange, count, 512, crowd );
	}
}

void wfCommitOnMesh( wfCrowd* crowd, int32_t begin, int32_t end )
{
	const wfTick* shared = &crowd->tick;
	const wfMesh* mesh = crowd->ground.mesh;
	float seconds = (float)crowd->def.tickSeconds;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		int32_t slot = shared->slot[rank];
		wfAgent* agent = &crowd->population.agents[slot];
		wfVec3 before = wfPositionOfFlat( mesh, agent->triangle, ( wfFlat ){ agent->x, agent->y } );
		float moved = (float)wfLength3( wfSub3( crowd->meshTick.tangent[rank].position, before ) );
		wfNoticeProgress( crowd, rank, moved );
		const float* turn = crowd->meshTick.turn + 4 * rank;
		float x = agent->directionX, y = agent->directionY;
		agent->directionX = turn[0] * x + turn[2] * y;
		agent->directionY = turn[1] * x + turn[3] * y;
		// Left and right change places where the axes are mirrored.
		float mirror = turn[0] * turn[3] - turn[1] * turn[2] < 0.0f ? -1.0f : 1.0f;
		agent->fanAngle *= mirror;
		agent->guideAngle *= mirror;
		agent->x = shared->placeX[rank];
		agent->y = shared->placeY[rank];
		agent->velocityX = shared->velocityX[rank];
		agent->velocityY = shared->velocityY[rank];
		bool walks = ( shared->marks[rank] & wf_markStands ) == 0;
		if ( moved > WF_FACING_SPEED * seconds )
		{
			agent->heading = (float)wfAtan2( (double)agent->velocityY, (double)agent->velocityX );
		}
		else if ( walks )
		{
			agent->heading = (float)wfAtan2( (double)agent->directionY, (double)agent->directionX );
		}
		else if ( agent->triangle != crowd->meshTick.triangle[rank] )
		{
			// It keeps looking where it did, in other axes.
			wfCosSin ahead = wfCosSinOf( (double)agent->heading );
			agent->heading = (float)wfAtan2( (double)turn[1] * ahead.cosine + (double)turn[3] * ahead.sine,
											 (double)turn[0] * ahead.cosine + (double)turn[2] * ahead.sine );
		}
		agent->triangle = crowd->meshTick.triangle[rank];
	}
}
