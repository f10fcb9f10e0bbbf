// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The plane of a world as the ground of a crowd.
#include "crowd/guide.h"
#include "crowd/locomotion.h"
#include "crowd/maps.h"
#include "world/geometry.h"
#include "world/world.h"

#include <stdio.h>

static const wfRouteLayer* layerOf( const wfCrowd* crowd, int32_t rank )
{
	return &crowd->routes.layers.data[crowd->tick.layer[rank]];
}

static void destroy( wfCrowd* crowd )
{
	(void)crowd;
}

// ----------------------------------------------------------------------------------------------------------------- places

static wfResult findPlace( const wfCrowd* crowd, const wfAgentDef* def, wfPlace* place, double* heading, wfError* error )
{
	(void)crowd;
	(void)error;
	*place = ( wfPlace ){ def->position.x, def->position.y, -1 };
	*heading = def->heading;
	return wf_ok;
}

static wfVec3 getPosition( const wfCrowd* crowd, wfPlace place )
{
	(void)crowd;
	return ( wfVec3 ){ place.x, place.y, 0.0 };
}

static wfSurfacePoint getPoint( const wfCrowd* crowd, wfPlace place )
{
	(void)crowd;
	(void)place;
	return ( wfSurfacePoint ){ -1, 0.0, 0.0 };
}

static wfVec3 intoSpace( const wfCrowd* crowd, int32_t triangle, double x, double y )
{
	(void)crowd;
	(void)triangle;
	return ( wfVec3 ){ x, y, 0.0 };
}

static wfVec2 outOfSpace( const wfCrowd* crowd, int32_t triangle, wfVec3 v )
{
	(void)crowd;
	(void)triangle;
	return wfInPlane( v );
}

static void printPlace( const wfCrowd* crowd, wfPlace place, char* text, size_t size )
{
	(void)crowd;
	snprintf( text, size, "%.6g, %.6g", place.x, place.y );
}

// ------------------------------------------------------------------------------------------------------------------ index

static wfResult reserveCells( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	if ( tick->cellFirst != NULL )
	{
		return wf_ok;
	}
	wfBox2 bounds = wfWorld_GetBounds( crowd->world );
	double width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
	double longer = width > height ? width : height;
	tick->cellSize = longer / WF_MAX_INDEX_SIDE > WF_INDEX_CELL ? longer / WF_MAX_INDEX_SIDE : WF_INDEX_CELL;
	tick->origin = bounds.lower;
	tick->columns = (int32_t)( width / tick->cellSize ) + 1;
	tick->rows = (int32_t)( height / tick->cellSize ) + 1;
	size_t cells = (size_t)tick->columns * (size_t)tick->rows + 1;
	tick->cellFirst = wfAllocateArray( cells, sizeof( int32_t ) );
	tick->cellCapacity = tick->cellFirst != NULL ? cells : 0;
	return tick->cellFirst != NULL ? wf_ok : wf_outOfMemory;
}

static int32_t cellOf( const wfTick* tick, double x, double y )
{
	int32_t i = (int32_t)( ( x - tick->origin.x ) / tick->cellSize ), j = (int32_t)( ( y - tick->origin.y ) / tick->cellSize );
	i = i < 0 ? 0 : i >= tick->columns ? tick->columns - 1 : i;
	j = j < 0 ? 0 : j >= tick->rows ? tick->rows - 1 : j;
	return j * tick->columns + i;
}

static void findCells( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	for ( int32_t slot = begin; slot < end; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		crowd->tick.slotCell[slot] = ( agent->flags & wf_agentUsed ) ? cellOf( &crowd->tick, agent->x, agent->y ) : -1;
	}
}

// In the order of ranks: what is written lies together, and the agents are fetched ahead.
static void fillRanks( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		wfFetchAgent( crowd, rank + 2 * WF_FETCH_AHEAD );
		int32_t slot = crowd->tick.slot[rank];
		wfFillRank( crowd, slot, rank, crowd->tick.slotCell[slot] );
	}
}

static void buildIndex( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	wfWorkers_ParallelFor( crowd->def.workers, findCells, crowd->population.slotCount, 2048, crowd );
	wfSortIntoCells( crowd, tick->columns * tick->rows );
	wfWorkers_ParallelFor( crowd->def.workers, fillRanks, tick->count, 1024, crowd );
	wfFindLargest( crowd );
}
static wfResult findNoCells( wfCrowd* crowd, wfError* error )
{
	(void)crowd;
	(void)error;
	return wf_ok; // the index finds them, and cannot fail
}

static uint64_t hashPlaces( const wfCrowd* crowd, uint64_t hash )
{
	(void)crowd;
	return hash;
}

// ----------------------------------------------------------------------------------------------------------------- checks

// Distances are asked for below; where the index behind them finds no memory they would all seem to be blocked.
static wfResult indexWorld( const wfCrowd* crowd, wfError* error )
{
	uint32_t kinds = crowd->facilities.queues.count > 0 ? 1u : 0u;
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		kinds |= 1u << agent->kind;
	}
	for ( int32_t k = 0; k < crowd->facilities.sources.count; ++k )
	{
		kinds |= 1u << crowd->facilities.sources.data[k].def.agent.kind;
	}
	for ( int32_t kind = 0; kind < 32; ++kind )
	{
		const wfGeometry* geometry;
		wfResult result = ( kinds >> kind & 1u ) ? wfGeometryGet( crowd->world, kind, &geometry ) : wf_ok;
		if ( result != wf_ok )
		{
			return wfFail( error, result, "not enough memory to index the world" );
		}
	}
	return wf_ok;
}

static wfResult checkWalls( wfCrowd* crowd, wfAgentId* culprit, wfError* error )
{
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		if ( !( agent->flags & wf_agentNew ) || !wfLocomotionOf( agent )->isDisc( crowd, agent ) )
		{
			continue;
		}
		double distance = wfWorld_GetDistance( crowd->world, ( wfVec2 ){ agent->x, agent->y }, agent->kind );
		if ( distance < (double)agent->radius - WF_OVERLAP_SLACK )
		{
			char text[128];
			if ( distance < 0.0 )
			{
				wfBox2 world = wfWorld_GetBounds( crowd->world );
				bool outside =
					agent->x < world.lower.x || agent->x > world.upper.x || agent->y < world.lower.y || agent->y > world.upper.y;
				snprintf( text, sizeof( text ), "stands %s", outside ? "outside of the world" : "inside of an obstacle" );
			}
			else
			{
				snprintf( text, sizeof( text ), "is %.4g m from a wall, expected at least its radius of %.4g m", distance,
						  (double)agent->radius );
			}
			return wfFailForAgent( crowd, agent, culprit, error, wf_startBlocked, text );
		}
	}
	return wf_ok;
}

// Two who are not discs are only checked where one of them is put there now.
static bool areOverlapping( const wfCrowd* crowd, int32_t a, int32_t b, double square, double sum )
{
	const wfAgent *first = &crowd->population.agents[a], *second = &crowd->population.agents[b];
	bool discs = wfLocomotionOf( first )->isDisc( crowd, first ) && wfLocomotionOf( second )->isDisc( crowd, second );
	return square < sum * sum && ( discs || wfIsPutNow( crowd, first ) || wfIsPutNow( crowd, second ) );
}

static wfResult checkOverlaps( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	buildIndex( crowd );
	const wfTick* tick = &crowd->tick;
	int32_t span = (int32_t)( 2.0 * (double)crowd->tick.maxRadius / tick->cellSize ) + 1;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		int32_t row = tick->cell[rank] / tick->columns, column = tick->cell[rank] % tick->columns;
		for ( int32_t j = row > span ? row - span : 0; j <= row + span && j < tick->rows; ++j )
		{
			int32_t first = column > span ? column - span : 0;
			int32_t last = column + span < tick->columns ? column + span : tick->columns - 1;
			int32_t end = tick->cellFirst[j * tick->columns + last + 1];
			for ( int32_t k = tick->cellFirst[j * tick->columns + first]; k < end; ++k )
			{
				double x = tick->placeX[k] - tick->placeX[rank], y = tick->placeY[k] - tick->placeY[rank];
				double sum = (double)tick->radius[k] + (double)tick->radius[rank] - WF_OVERLAP_SLACK;
				if ( tick->slot[k] < tick->slot[rank] &&
					 areOverlapping( crowd, tick->slot[rank], tick->slot[k], x * x + y * y, sum ) )
				{
					char text[128];
					snprintf( text, sizeof( text ), "overlaps agent %u by %.4g m", crowd->population.agents[tick->slot[k]].serial,
							  sum - sqrt( x * x + y * y ) );
					if ( other != NULL )
					{
						*other = wfIdOfSlot( crowd, tick->slot[k] );
					}
					return wfFailForAgent( crowd, &crowd->population.agents[tick->slot[rank]], culprit, error, wf_startBlocked,
										   text );
				}
			}
		}
	}
	return wf_ok;
}

static wfResult checkPlaces( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	wfResult result = indexWorld( crowd, error );
	result = result == wf_ok ? checkWalls( crowd, culprit, error ) : result;
	return result == wf_ok ? checkOverlaps( crowd, culprit, other, error ) : result;
}

// Each stop must be reachable from where the agent stands. Stops reached straight are not looked at further.
static wfResult checkStops( wfCrowd* crowd, const wfAgent* agent, wfAgentId* culprit, wfError* error )
{
	const wfRouteLayer* layer = &crowd->routes.layers.data[agent->layer];
	wfVec2 from = { agent->x, agent->y };
	for ( int32_t k = 0; k < agent->stopCount; ++k )
	{
		const wfStop* stop = &crowd->population.stops.data[agent->stopFirst + k];
		bool point = stop->kind != wf_goalStop;
		wfVec2 to = stop->kind == wf_queueStop ? crowd->facilities.queues.data[stop->queue.index1 - 1].def.line[0]
											   : wfInPlane( stop->point );
		if ( stop->kind == wf_pointStop && !wfIsPointInReach( layer, stop, (double)agent->radius ) )
		{
			char text[128];
			snprintf( text, sizeof( text ), "cannot come near enough to its stop %d at (%.6g, %.6g), at or beyond the border",
					  k + 1, to.x, to.y );
			return wfTellStop( error, k, wfFailForAgent( crowd, agent, culprit, error, wf_goalBlocked, text ) );
		}
		if ( point && crowd->def.directRoutes && wfIsStraightWayFree( layer, from, to ) )
		{
			from = to;
			continue;
		}
		wfStop place = *stop;
		place.kind = point ? wf_pointStop : wf_goalStop;
		place.point = wfInSpace( to );
		int32_t target;
		wfResult result = wfFindTarget( crowd, agent->layer, &place, &target, error );
		result = result == wf_ok ? wfSolveTarget( crowd, target, error ) : result;
		if ( result != wf_ok )
		{
			if ( culprit != NULL )
			{
				*culprit = wfIdOfSlot( crowd, wfSlotOf( crowd, agent ) );
			}
			return result;
		}
		layer = &crowd->routes.layers.data[agent->layer]; // the list may have grown
		double way;
		wfTargetDirection( crowd, &crowd->routes.targets.data[target], ( wfVec2 ){ agent->x, agent->y }, &way );
		if ( !( way < INFINITY ) )
		{
			char text[128];
			snprintf( text, sizeof( text ), "has no route to its stop %d for a disc of radius %g m", k + 1, layer->radius );
			return wfTellStop( error, k, wfFailForAgent( crowd, agent, culprit, error, wf_unreachable, text ) );
		}
	}
	return wf_ok;
}

static wfResult checkRoom( wfCrowd* crowd, const wfAgent* agent, double radius, wfError* error )
{
	const wfGeometry* geometry;
	wfResult result = wfGeometryGet( crowd->world, agent->kind, &geometry );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory to index the world" );
	}
	if ( wfGeometryDistance( geometry, ( wfVec2 ){ agent->x, agent->y } ) < (double)(float)radius )
	{
		return wfFail( error, wf_startBlocked, "a disc of radius %g m does not fit between the walls there", radius );
	}
	for ( const wfAgent* other = NULL; ( other = wfNextAgent( crowd, other ) ) != NULL; )
	{
		const wfLocomotion* locomotion = wfLocomotionOf( other );
		if ( other != agent && locomotion->overlaps( crowd, wfSlotOf( crowd, other ), ( wfVec2 ){ agent->x, agent->y }, radius ) )
		{
			return wfFail( error, wf_startBlocked, "a disc of radius %g m would overlap agent %u%s", radius, other->serial,
						   locomotion->overlapped );
		}
	}
	return wf_ok;
}

// ----------------------------------------------------------------------------------------------------------------- routes

static bool hasStop( const wfCrowd* crowd, const wfStop* stop )
{
	// A goal that is there has points.
	return stop->kind == wf_pointStop || ( stop->goal.index1 != 0 && wfWorld_IsGoalValid( crowd->world, stop->goal ) );
}

static void placeStop( const wfCrowd* crowd, wfStop* stop )
{
	(void)crowd;
	stop->point.z = 0.0;
}

static wfResult assignLayer( wfCrowd* crowd, wfAgent* agent, wfError* error )
{
	wfResult result = wf_ok;
	if ( agent->layer < 0 )
	{
		result = wfFindLayer( crowd, (double)agent->radius, agent->kind, &agent->layer, error );
	}
	return result == wf_ok ? wfReachWalls( crowd, agent->layer, (double)agent->desiredSpeed, error ) : result;
}

static bool isOpen( const wfCrowd* crowd, int32_t layer )
{
	return crowd->routes.layers.data[layer].grid == NULL && crowd->routes.marks.count == 0;
}

// Whether the straight way is to be walked. Around those who stand in it a field leads, once it is clear that nobody gets through
// there; until the way is free again, lest one turns back and forth.
static bool walksStraight( const wfCrowd* crowd, const wfAgent* agent, wfVec2 to )
{
	if ( !crowd->def.directRoutes ||
		 !wfIsStraightWayFree( &crowd->routes.layers.data[agent->layer], ( wfVec2 ){ agent->x, agent->y }, to ) )
	{
		return false;
	}
	if ( crowd->routes.marks.count == 0 || !wfIsWayStoodIn( crowd, agent, to ) )
	{
		return true;
	}
	bool straight = ( agent->flags & ( wf_agentDirect | wf_agentRecheck ) ) != 0;
	return straight && crowd->time - agent->bestWayTime < WF_TRIED_SECONDS;
}

// The field of a point leads to it; that of a queue to its head, but where one has a place to that.
static wfResult findWay( wfCrowd* crowd, wfAgent* agent, wfError* error )
{
	wfStop place = *wfPresentStop( crowd, agent );
	bool queue = place.kind == wf_queueStop;
	agent->goalKey = wfKeyOfStop( &place );
	if ( place.kind != wf_goalStop )
	{
		place.kind = wf_pointStop;
		wfVec2 aim = wfAimOf( crowd, agent );
		place.point = wfInSpace( aim );
		bool straight = walksStraight( crowd, agent, aim );
		agent->flags &= ~(uint32_t)( wf_agentDirect | wf_agentRecheck );
		if ( straight )
		{
			agent->flags |= wf_agentDirect;
			return wf_ok;
		}
	}
	agent->flags &= ~(uint32_t)wf_agentRecheck;
	// The cell of a point may be covered where the point is not: another one leads to it then.
	if ( agent->target >= 0 && ( place.kind == wf_goalStop || !crowd->routes.targets.data[agent->target].closed ) )
	{
		return wf_ok;
	}
	wfVec3 head = queue ? wfInSpace( crowd->facilities.queues.data[wfPresentStop( crowd, agent )->queue.index1 - 1].def.line[0] )
						: place.point;
	place.point = queue && !( agent->flags & wf_agentQueued ) ? head : place.point;
	wfResult result = wfFindTarget( crowd, agent->layer, &place, &agent->target, error );
	result = result == wf_ok ? wfSolveTarget( crowd, agent->target, error ) : result;
	if ( result == wf_goalBlocked && queue )
	{
		place.point = head;
		result = wfFindTarget( crowd, agent->layer, &place, &agent->target, error );
		result = result == wf_ok ? wfSolveTarget( crowd, agent->target, error ) : result;
	}
	if ( result != wf_ok )
	{
		agent->target = -1;
	}
	// An edit has covered the place: there is no way now. It stands, and looks again.
	if ( result == wf_goalBlocked )
	{
		agent->flags |= wf_agentRecheck;
		result = wf_ok;
	}
	return result;
}

static wfVec2 guide( const wfCrowd* crowd, int32_t rank, double* way )
{
	const wfAgent* agent = &crowd->population.agents[crowd->tick.slot[rank]];
	bool reads = ( crowd->tick.traits[rank] & wf_readsDistances ) != 0;
	wfRoute route;
	*way = INFINITY;
	return wfFindRoute( crowd, agent, &route ) ? wfFollowRoute( &route, ( wfVec2 ){ agent->x, agent->y }, reads, way )
											   : ( wfVec2 ){ 0.0, 0.0 };
}

static double getWayToGo( const wfCrowd* crowd, const wfAgent* agent )
{
	wfRoute route;
	double way = 0.0;
	if ( wfFindRoute( crowd, agent, &route ) )
	{
		wfFollowRoute( &route, ( wfVec2 ){ agent->x, agent->y }, false, &way );
	}
	return way;
}

// Stops that are one place; an area is where the field leads to.
static bool findPointOfStop( const wfCrowd* crowd, const wfStop* stop, wfVec2* point )
{
	if ( stop == NULL || stop->kind == wf_queueStop )
	{
		return false;
	}
	if ( stop->kind == wf_pointStop )
	{
		*point = wfInPlane( stop->point );
		return true;
	}
	wfGoalDef goal = wfWorld_IsGoalValid( crowd->world, stop->goal ) ? wfWorld_GetGoal( crowd->world, stop->goal )
																	 : ( wfGoalDef ){ .kind = wf_cellsGoal };
	*point = goal.kind == wf_pointGoal ? goal.points[0] : ( wfVec2 ){ 0.0, 0.0 };
	return goal.kind == wf_pointGoal;
}

static bool toGoal( const wfCrowd* crowd, int32_t rank, wfVec2* to )
{
	const wfAgent* agent = &crowd->population.agents[crowd->tick.slot[rank]];
	wfVec2 point;
	bool isPlace = findPointOfStop( crowd, wfPresentStop( crowd, agent ), &point );
	*to = isPlace ? ( wfVec2 ){ point.x - agent->x, point.y - agent->y } : ( wfVec2 ){ 0.0, 0.0 };
	return isPlace;
}

static wfVec2 toHome( const wfCrowd* crowd, int32_t rank )
{
	const wfAgent* agent = &crowd->population.agents[crowd->tick.slot[rank]];
	return ( wfVec2 ){ agent->homeX - agent->x, agent->homeY - agent->y };
}

static wfBehaviorVector evaluate( wfCrowd* crowd, int32_t rank, wfAgent* agent, wfBehaviorId behavior,
								  const wfBehaviorInput* given )
{
	(void)rank;
	wfBehaviorTable table = { crowd->styles.behaviors.data, crowd->styles.behaviors.count };
	wfBehaviorInput input = *given;
	if ( behavior.index1 > 0 && table.defs[behavior.index1 - 1].target == wf_agentTarget )
	{
		const wfAim* aim = &crowd->styles.aims.data[behavior.index1 - 1];
		input.knowsAgent = aim->known;
		input.toAgent = aim->known ? ( wfVec2 ){ aim->place.x - agent->x, aim->place.y - agent->y } : ( wfVec2 ){ 0.0, 0.0 };
	}
	return wfEvaluateBehavior( table, behavior, &input, &agent->memory );
}

// ------------------------------------------------------------------------------------------------------------------ walls

static float clearance( const wfCrowd* crowd, int32_t rank )
{
	return wfLayerClearance( layerOf( crowd, rank ), ( wfVec2 ){ crowd->tick.placeX[rank], crowd->tick.placeY[rank] } );
}

static float roomAt( const wfCrowd* crowd, int32_t rank, float x, float y )
{
	const wfTick* tick = &crowd->tick;
	return wfLayerRoom( layerOf( crowd, rank ), tick->placeX[rank] + (double)x, tick->placeY[rank] + (double)y );
}

static void addWalls( const wfCrowd* crowd, const wfStyleDef* style, wfMapLane* lane )
{
	int32_t rank = lane->wish.rank;
	const wfRouteLayer* layer = layerOf( crowd, rank );
	wfVec2 place = { crowd->tick.placeX[rank], crowd->tick.placeY[rank] };
	int32_t n = lane->size, c = n / 2;
	float cell = (float)style->mapCell;
	float radius = crowd->tick.radius[lane->wish.rank] - WF_WALL_MARGIN, inverse = 1.0f / cell;
	for ( int32_t j = 1; j < n - 1; ++j )
	{
		for ( int32_t i = 1; i < n - 1; ++i )
		{
			float a = cell * (float)( i - c ), b = cell * (float)( j - c );
			float dx = a * lane->axisX - b * lane->axisY, dy = a * lane->axisY + b * lane->axisX;
			float room = wfLayerRoom( layer, place.x + (double)dx, place.y + (double)dy ) - radius;
			if ( room < 0.0f )
			{
				lane->screen[j * n + i] = WF_BLOCKED;
			}
			else
			{
				// Clearance falls by no more than one walks: the next cells are free as well.
				i += (int32_t)( room * inverse );
			}
		}
	}
	lane->screen[c * n + c] = 0.0f;
}

// ----------------------------------------------------------------------------------------------------------- saved states

static bool isTargetSound( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	if ( agent->target < -1 || agent->target >= crowd->routes.targets.count )
	{
		return false;
	}
	if ( agent->target >= 0 )
	{
		const wfTarget* target = &crowd->routes.targets.data[agent->target];
		bool goal = stop != NULL && stop->kind == wf_goalStop;
		return ( target->field != NULL || target->closed ) && target->layer == agent->layer &&
			   goal == ( target->kind == wf_goalStop );
	}
	// Without a target one walks straight, stands, or looks for a way first.
	bool looks = ( agent->flags & ( wf_agentRecheck | wf_agentWaiting | wf_agentEnded | wf_agentNew ) ) != 0;
	return stop == NULL || looks || ( ( agent->flags & wf_agentDirect ) && stop->kind != wf_goalStop );
}

static bool isSound( const wfCrowd* crowd, const wfAgent* agent )
{
	bool hasLayer = agent->layer == -1
						? ( agent->flags & wf_agentNew ) != 0
						: agent->layer >= 0 && agent->layer < crowd->routes.layers.count &&
							  crowd->routes.layers.data[agent->layer].kind == agent->kind &&
							  crowd->routes.layers.data[agent->layer].radius >= (double)agent->radius - WF_OVERLAP_SLACK;
	return hasLayer && isTargetSound( crowd, agent );
}

const wfGround wf_planeGround = { .hasPassages = true,
								  .destroy = destroy,
								  .hashOrigin = wfHashWorld,
								  .findPlace = findPlace,
								  .getPosition = getPosition,
								  .getPoint = getPoint,
								  .intoSpace = intoSpace,
								  .outOfSpace = outOfSpace,
								  .printPlace = printPlace,
								  .follow = wfFollowWorld,
								  .reserve = reserveCells,
								  .checkPlaces = checkPlaces,
								  .checkStops = checkStops,
								  .findPassages = wfFindPassages,
								  .checkRoom = checkRoom,
								  .hasStop = hasStop,
								  .placeStop = placeStop,
								  .assignLayer = assignLayer,
								  .isOpen = isOpen,
								  .findWay = findWay,
								  .guide = guide,
								  .getWayToGo = getWayToGo,
								  .hasArrived = wfHasArrived,
								  .toGoal = toGoal,
								  .toHome = toHome,
								  .evaluate = evaluate,
								  .clearance = clearance,
								  .roomAt = roomAt,
								  .addWalls = addWalls,
								  .findCells = findNoCells,
								  .buildIndex = buildIndex,
								  .perceive = wfPerceiveInPlane,
								  .reserveFlow = wfReserveFlow,
								  .buildFlow = wfBuildFlow,
								  .foresee = wfForesee,
								  .moveDiscs = wfMoveInPlane,
								  .commitDiscs = wfCommitInPlane,
								  .hashPlaces = hashPlaces,
								  .saveRoutes = wfSaveRoutesInPlane,
								  .restoreRoutes = wfRestoreRoutesInPlane,
								  .isSound = isSound };
