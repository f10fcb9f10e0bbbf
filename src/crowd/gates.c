// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Passages one person wide: found from the geometry, passed by turns. One direction holds a gate, the others keep its lane clear.
#include "crowd/locomotion.h"
#include "world/world.h"

#include <stdlib.h>

// ------------------------------------------------------------------------------------------------------------- geometry

// A place between two walls.
typedef struct wfBetween
{
	double width;  // infinite where it is wider than asked for
	wfVec2 across; // unit vector from the farther to the nearer wall
	wfVec2 middle;
} wfBetween;

// Walls on opposite sides: the nearest one, and the nearest of those that lie more than 140 degrees away from it. Their nearest
// points are what counts, so that thin walls and corners of doors are seen wherever the cells lie.
static wfBetween lookBetween( const wfWallMap* walls, wfVec2 place, double limit )
{
	wfBetween between = { .width = INFINITY };
	const int32_t* list;
	int32_t count = wfWallsAt( walls, place.x, place.y, &list );
	wfVec2 nearTo = { 0.0, 0.0 }, farTo = { 0.0, 0.0 };
	double near = INFINITY, far = INFINITY;
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		for ( int32_t k = 0; k < count; ++k )
		{
			const wfWallPiece* piece = &walls->pieces[list[k]];
			wfVec2 from = wfFromWall( piece, place.x, place.y );
			double length = wfHypot( from.x, from.y ), room = length - piece->thickness;
			if ( length <= 0.0 || room <= 0.0 )
			{
				return between;
			}
			wfVec2 to = { -from.x / length, -from.y / length };
			if ( pass == 0 && room < near )
			{
				near = room;
				nearTo = to;
			}
			else if ( pass == 1 && room < far && to.x * nearTo.x + to.y * nearTo.y < WF_OPPOSITE_COSINE )
			{
				far = room;
				farTo = to;
			}
		}
	}
	if ( near + far > limit )
	{
		return between;
	}
	wfVec2 a = { near * nearTo.x, near * nearTo.y }, b = { far * farTo.x, far * farTo.y };
	between.width = wfHypot( a.x - b.x, a.y - b.y );
	between.across = ( wfVec2 ){ ( a.x - b.x ) / between.width, ( a.y - b.y ) / between.width };
	between.middle = ( wfVec2 ){ place.x + 0.5 * ( a.x + b.x ), place.y + 0.5 * ( a.y + b.y ) };
	return between;
}

typedef struct wfNarrow
{
	int32_t cell;
	double width;
	wfVec2 across, middle;
} wfNarrow;

typedef struct wfGateSearch
{
	const wfLayer* layer;
	double radius; // of the agents, on average
	wfNarrow* cells;
	size_t capacity;
	int32_t count;
	int32_t* indexOf; // narrow cell of each cell of the grid, -1: none
	int32_t* stack;
	wfGateState* gates; // found so far
	size_t gateCapacity;
	int32_t gateCount;
} wfGateSearch;

static wfResult collectNarrow( wfGateSearch* search )
{
	const wfGrid* grid = search->layer->grid;
	double limit = wfMin( WF_ORDER_WIDTH * search->radius, WF_BETWEEN_REACH * search->layer->walls->reach );
	for ( int64_t cell = 0; cell < search->layer->cellCount; ++cell )
	{
		search->indexOf[cell] = -1;
		if ( grid->blocked[cell] || (double)grid->clearance[cell] > 0.5 * limit )
		{
			continue;
		}
		wfNarrow narrow = { .cell = (int32_t)cell };
		wfBetween between = lookBetween( search->layer->walls, wfGrid_GetCenter( grid, (int32_t)cell ), limit );
		narrow.width = between.width;
		narrow.across = between.across;
		narrow.middle = between.middle;
		if ( narrow.width < limit )
		{
			wfResult result = wfGrowArray( &search->cells, &search->capacity, (size_t)search->count + 1, sizeof( wfNarrow ) );
			if ( result != wf_ok )
			{
				return result;
			}
			search->indexOf[cell] = search->count;
			search->cells[search->count++] = narrow;
		}
	}
	return wf_ok;
}

// The narrow cells that hang together with one and are hardly wider; they are taken out of the map. Returns how many.
static int32_t takeCluster( wfGateSearch* search, int32_t first )
{
	const wfGrid* grid = search->layer->grid;
	double widest = WF_WIDER * search->cells[first].width;
	int32_t count = 0;
	search->stack[count++] = first;
	search->indexOf[search->cells[first].cell] = -1;
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t cell = search->cells[search->stack[k]].cell;
		int32_t i = cell % grid->width, j = cell / grid->width;
		for ( int32_t dj = -1; dj <= 1; ++dj )
		{
			for ( int32_t di = -1; di <= 1; ++di )
			{
				if ( i + di < 0 || j + dj < 0 || i + di >= grid->width || j + dj >= grid->height )
				{
					continue;
				}
				int32_t* index = &search->indexOf[( j + dj ) * grid->width + i + di];
				if ( *index >= 0 && search->cells[*index].width <= widest )
				{
					search->stack[count++] = *index;
					*index = -1;
				}
			}
		}
	}
	return count;
}

static wfResult addGate( wfGateSearch* search, int32_t count )
{
	// The cluster began with its narrowest cell.
	const wfNarrow* narrowest = &search->cells[search->stack[0]];
	wfVec2 along = { -narrowest->across.y, narrowest->across.x };
	wfVec2 center = narrowest->middle;
	double least = 0.0, most = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 place = wfGrid_GetCenter( search->layer->grid, search->cells[search->stack[k]].cell );
		double s = ( place.x - center.x ) * along.x + ( place.y - center.y ) * along.y;
		least = s < least ? s : least;
		most = s > most ? s : most;
	}
	double radius = search->radius;
	bool single = narrowest->width < ( WF_TWO_ABREAST + WF_SINGLE_FILE_MARGIN ) * radius;
	if ( most - least > ( single ? WF_MAX_SINGLE_FILE : WF_MAX_PASSAGE_LENGTH ) * radius )
	{
		return wf_ok;
	}
	center.x += along.x * 0.5 * ( least + most );
	center.y += along.y * 0.5 * ( least + most );
	wfResult result = wfGrowArray( &search->gates, &search->gateCapacity, (size_t)search->gateCount + 1, sizeof( wfGateState ) );
	if ( result == wf_ok )
	{
		search->gates[search->gateCount++] =
			( wfGateState ){ .gate = { center, along, narrowest->width },
							 .halfLength = 0.5 * ( most - least ),
							 .turns = narrowest->width < ( WF_TWO_ABREAST + WF_TURNS_MARGIN ) * radius,
							 .files = narrowest->width < ( WF_TWO_ABREAST + WF_SINGLE_FILE_MARGIN ) * radius };
	}
	return result;
}

static double meanRadius( const wfCrowd* crowd, double otherwise )
{
	double sum = 0.0;
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		sum += ( crowd->agents[slot].flags & wf_agentUsed ) ? (double)crowd->agents[slot].radius : 0.0;
	}
	return crowd->agentCount > 0 ? sum / crowd->agentCount : otherwise;
}

// The narrowest first; a total order, so that any sort gives the same.
static int compareNarrow( const void* a, const void* b )
{
	const wfNarrow *x = a, *y = b;
	if ( x->width != y->width )
	{
		return x->width < y->width ? -1 : 1;
	}
	return x->cell < y->cell ? -1 : 1;
}

static void dropAround( wfGateSearch* search, const wfGateState* state )
{
	double reach = state->halfLength + WF_PASSAGES_APART * search->radius;
	for ( int32_t k = 0; k < search->count; ++k )
	{
		wfVec2 place = wfGrid_GetCenter( search->layer->grid, search->cells[k].cell );
		double x = place.x - state->gate.center.x, y = place.y - state->gate.center.y;
		if ( x * x + y * y < reach * reach )
		{
			search->indexOf[search->cells[k].cell] = -1;
		}
	}
}

static wfResult searchGates( wfGateSearch* search )
{
	search->indexOf = wfAllocateArray( (size_t)search->layer->cellCount, sizeof( int32_t ) );
	wfResult result = search->indexOf != NULL ? collectNarrow( search ) : wf_outOfMemory;
	search->stack = result == wf_ok ? wfAllocateArray( (size_t)search->count + 1, sizeof( int32_t ) ) : NULL;
	if ( search->stack == NULL || search->count == 0 )
	{
		return result == wf_ok && search->stack == NULL ? wf_outOfMemory : result;
	}
	qsort( search->cells, (size_t)search->count, sizeof( wfNarrow ), compareNarrow );
	for ( int32_t k = 0; k < search->count; ++k )
	{
		search->indexOf[search->cells[k].cell] = k;
	}
	for ( int32_t k = 0; k < search->count && result == wf_ok; ++k )
	{
		if ( search->indexOf[search->cells[k].cell] < 0 )
		{
			continue;
		}
		int32_t before = search->gateCount;
		result = addGate( search, takeCluster( search, k ) );
		if ( result == wf_ok && search->gateCount > before )
		{
			dropAround( search, &search->gates[before] );
		}
	}
	return result;
}

typedef struct wfGatePlace
{
	double x, y;
	int32_t gate;
} wfGatePlace;

static int compareByX( const void* a, const void* b )
{
	const wfGatePlace *first = a, *second = b;
	return first->x < second->x ? -1 : first->x > second->x ? 1 : first->gate - second->gate;
}

static bool isInSieve( const wfGatePlace* places, int32_t count, int32_t k, double reach )
{
	int32_t near = 0;
	for ( int32_t side = -1; side <= 1; side += 2 )
	{
		for ( int32_t other = k + side; other >= 0 && other < count && near < WF_SIEVE_PASSAGES; other += side )
		{
			double x = places[other].x - places[k].x, y = places[other].y - places[k].y;
			if ( fabs( x ) > reach )
			{
				break;
			}
			near += x * x + y * y < reach * reach;
		}
	}
	return near >= WF_SIEVE_PASSAGES;
}

// Where there are gaps everywhere, as between the trees of a wood, nobody takes turns: who waits at one stands in the next.
static wfResult findSieves( wfGateSearch* search )
{
	size_t count = (size_t)search->gateCount;
	wfGatePlace* places = wfAllocateArray( count + 1, sizeof( wfGatePlace ) );
	if ( places == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < search->gateCount; ++k )
	{
		places[k] = ( wfGatePlace ){ search->gates[k].gate.center.x, search->gates[k].gate.center.y, k };
	}
	qsort( places, count, sizeof( wfGatePlace ), compareByX );
	for ( int32_t k = 0; k < search->gateCount; ++k )
	{
		wfGateState* state = &search->gates[places[k].gate];
		state->turns = state->turns && !isInSieve( places, search->gateCount, k, WF_SIEVE_REACH * search->radius );
	}
	wfReleaseArray( places, count + 1, sizeof( wfGatePlace ) );
	return wf_ok;
}

static const wfLayer* findFinestLayer( const wfCrowd* crowd )
{
	const wfLayer* layer = NULL;
	for ( int32_t k = 0; k < crowd->layerCount; ++k )
	{
		if ( crowd->layers[k].grid != NULL && ( layer == NULL || crowd->layers[k].radius < layer->radius ) )
		{
			layer = &crowd->layers[k];
		}
	}
	return layer;
}

wfResult wfFindGates( wfCrowd* crowd, wfError* error )
{
	const wfLayer* layer = findFinestLayer( crowd );
	bool wanted = false;
	for ( int32_t k = 0; k < crowd->styleCount; ++k )
	{
		wanted = wanted || crowd->styles[k].def.usesGates;
	}
	if ( layer == NULL || !wanted )
	{
		return wf_ok;
	}
	double radius = meanRadius( crowd, layer->radius );
	bool alike = fabs( radius - crowd->gateRadius ) <= WF_RADIUS_CHANGE * crowd->gateRadius;
	alike = alike || crowd->keepsGates;
	crowd->keepsGates = false;
	if ( alike && crowd->gateRevision == crowd->worldRevision )
	{
		return wf_ok;
	}
	wfGateSearch search = { .layer = layer, .radius = radius };
	wfResult result = searchGates( &search );
	result = result == wf_ok ? findSieves( &search ) : result;
	wfReleaseArray( search.stack, (size_t)search.count + 1, sizeof( int32_t ) );
	wfReleaseArray( search.cells, search.capacity, sizeof( wfNarrow ) );
	wfReleaseArray( search.indexOf, (size_t)layer->cellCount, sizeof( int32_t ) );
	if ( result != wf_ok )
	{
		wfReleaseArray( search.gates, search.gateCapacity, sizeof( wfGateState ) );
		return wfFail( error, result, "not enough memory to look for narrow passages" );
	}
	wfReleaseArray( crowd->gates, crowd->gateCapacity, sizeof( wfGateState ) );
	crowd->gates = search.gates;
	crowd->gateCapacity = search.gateCapacity;
	crowd->gateCount = search.gateCount;
	crowd->gateRadius = radius;
	crowd->gateRevision = crowd->worldRevision;
	// The list is new: what agents queue for by its number is something else now.
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		crowd->agents[slot].passage = 0;
	}
	return wf_ok;
}

int32_t wfCrowd_GetGates( const wfCrowd* crowd, wfGate* gates, int32_t capacity )
{
	if ( WF_FAILS( crowd != NULL && ( gates != NULL || capacity <= 0 ) ) )
	{
		return 0;
	}
	for ( int32_t k = 0; k < crowd->gateCount && k < capacity; ++k )
	{
		gates[k] = crowd->gates[k].gate;
	}
	return crowd->gateCount;
}

// ---------------------------------------------------------------------------------------------------------------- turns

// What somebody near a gate has to do with it.
typedef struct wfPasser
{
	int32_t sign; // +1: along the gate's direction, -1: against it, 0: does not pass it
	double along; // place relative to the gate, in its frame
	double across;
	bool inside;
} wfPasser;

static double wayAt( const wfCrowd* crowd, const wfAgent* agent, wfVec2 place )
{
	if ( agent->flags & wf_agentDirect )
	{
		wfVec2 aim = wfAimOf( crowd, agent );
		return wfHypot( aim.x - place.x, aim.y - place.y );
	}
	const wfTarget* target = &crowd->targets[agent->target];
	const wfLayer* layer = &crowd->layers[target->layer];
	int32_t cell = wfGrid_GetCell( layer->grid, place );
	cell = cell >= 0 ? layer->nearest[cell] : -1;
	return cell >= 0 ? (double)target->way[cell] : INFINITY;
}

static wfPasser lookAtPasser( const wfCrowd* crowd, const wfGateState* state, int32_t rank )
{
	const wfStepState* step = &crowd->step;
	const wfAgent* agent = &crowd->agents[step->slot[rank]];
	const wfGate* gate = &state->gate;
	double x = agent->x - gate->center.x, y = agent->y - gate->center.y;
	wfPasser passer = { .along = x * gate->along.x + y * gate->along.y, .across = y * gate->along.x - x * gate->along.y };
	double radius = (double)agent->radius;
	passer.inside = fabs( passer.along ) < state->halfLength + radius && fabs( passer.across ) < 0.5 * gate->width;
	if ( ( step->marks[rank] & wf_markStands ) || agent->stop >= agent->stopCount )
	{
		return passer;
	}
	double out = state->halfLength + WF_PASSAGE_ENTRY * radius;
	wfVec2 front = { gate->center.x + gate->along.x * out, gate->center.y + gate->along.y * out };
	wfVec2 back = { gate->center.x - gate->along.x * out, gate->center.y - gate->along.y * out };
	double wayFront = wayAt( crowd, agent, front ), wayBack = wayAt( crowd, agent, back );
	int32_t sign = wayFront < wayBack ? 1 : -1;
	// On the near side, and the way through is no detour; or in it already.
	double lessWay = wayFront < wayBack ? wayFront : wayBack;
	wfVec2 entry = sign > 0 ? back : front;
	double to = wfHypot( entry.x - agent->x, entry.y - agent->y );
	bool before = passer.along * sign < state->halfLength;
	bool through = lessWay + 2.0 * out + to - (double)step->way[rank] < WF_DETOUR;
	passer.sign = ( before && through ) || passer.inside ? sign : 0;
	return passer;
}

typedef struct wfTurn
{
	int32_t inside[2]; // going with (1) and against (0) the gate's direction
	int32_t coming[2];
} wfTurn;

static void decideTurn( wfCrowd* crowd, wfGateState* state, const wfTurn* turn )
{
	int32_t mine = state->holder > 0 ? 1 : 0;
	if ( state->holder == 0 || ( turn->inside[mine] == 0 && turn->coming[mine] == 0 ) )
	{
		int32_t other =
			state->holder == 0 ? ( turn->coming[1] + turn->inside[1] >= turn->coming[0] + turn->inside[0] ) : 1 - mine;
		bool any = turn->coming[other] + turn->inside[other] > 0;
		bool clear = state->holder == 0 || turn->inside[mine] == 0;
		state->holder = any && clear ? ( other == 1 ? 1 : -1 ) : 0;
		state->since = crowd->time;
		state->closing = false;
		return;
	}
	// Those whose turn it is may be held up elsewhere: nobody waits for them for long.
	state->lastInside = turn->inside[mine] > 0 ? crowd->time : state->lastInside;
	double quiet = crowd->time - ( state->lastInside > state->since ? state->lastInside : state->since );
	bool waited = crowd->time - state->since > WF_HOLD_SECONDS || quiet > WF_QUIET_SECONDS;
	state->closing = state->closing || ( waited && turn->coming[1 - mine] > 0 );
	if ( state->closing && turn->inside[mine] == 0 )
	{
		state->holder = -state->holder;
		state->since = crowd->time;
		state->closing = false;
	}
}

// Those whose turn it is not stop short of the gate, beside its lane.
static void tellPasser( wfCrowd* crowd, const wfGateState* state, int32_t rank, const wfPasser* passer )
{
	wfStepState* step = &crowd->step;
	const wfGate* gate = &state->gate;
	bool mayPass = passer->sign == state->holder && ( !state->closing || passer->inside );
	bool before = passer->along * passer->sign < -state->halfLength;
	if ( passer->sign == 0 || mayPass || passer->inside || !before )
	{
		return;
	}
	double distance = fabs( passer->along ) - state->halfLength;
	double side = fabs( passer->across ), laneLength = WF_LANE_LENGTH * crowd->gateRadius;
	double laneHalf = wfMax( WF_LANE_HALF_WIDTH * crowd->gateRadius, 0.5 * gate->width + WF_LANE_MARGIN * crowd->gateRadius );
	bool inLane = side < laneHalf && distance < laneLength;
	// Waiting for those who go the same way is queueing; the lane is only cleared for those who come the other way.
	bool oncoming = passer->sign != state->holder;
	// Who is in another passage must get out of it first.
	int32_t index1 = (int32_t)( state - crowd->gates ) + 1, passage = step->passage[rank];
	bool elsewhere = passage != 0 && passage != index1 && passage != -index1 && ( step->marks[rank] & wf_markNarrow ) &&
					 fabsf( step->passageWay[rank] ) < WF_INSIDE_OTHER * (float)crowd->gateRadius;
	if ( elsewhere )
	{
		return;
	}
	step->gateHold[rank] = 1;
	step->gateX[rank] = 0.0f;
	step->gateY[rank] = 0.0f;
	if ( oncoming && inLane )
	{
		double out = passer->across >= 0.0 ? 1.0 : -1.0, back = passer->along >= 0.0 ? 1.0 : -1.0;
		double sideways = 1.0, backward = distance < 0.5 * laneLength ? WF_LANE_BACKWARD : 0.0;
		// Around the door's own wall there is no room sideways.
		backward = distance < (double)step->radius[rank] ? 1.0 : backward;
		step->gateX[rank] = (float)( sideways * out * -gate->along.y + backward * back * gate->along.x );
		step->gateY[rank] = (float)( sideways * out * gate->along.x + backward * back * gate->along.y );
	}
}

// Who is near and on the way through queues with the others.
static void joinPassage( wfCrowd* crowd, const wfGateState* state, int32_t rank, const wfPasser* passer )
{
	wfStepState* step = &crowd->step;
	const wfAgent* agent = &crowd->agents[step->slot[rank]];
	int32_t passage = (int32_t)( state - crowd->gates + 1 ) * passer->sign;
	float way = wfPassageWay( crowd, passage, ( wfVec2 ){ agent->x, agent->y } );
	bool nearer = !( step->marks[rank] & wf_markNarrow ) || fabsf( way ) < fabsf( step->passageWay[rank] );
	if ( (double)way < state->halfLength + WF_LINE_LENGTH * crowd->gateRadius && nearer )
	{
		step->passage[rank] = passage;
		step->passageWay[rank] = way;
		step->marks[rank] |= wf_markNarrow | wf_markQueues | ( state->files ? wf_markFiles : 0 );
	}
}

// Why the agents near a passage are looked at.
typedef enum wfVisit
{
	wf_visitToJoin,	 // to see who passes it
	wf_visitToCount, // who comes from where
	wf_visitToTell	 // whose turn it is
} wfVisit;

static void visitPasser( wfCrowd* crowd, const wfGateState* state, int32_t rank, wfVisit visit, wfTurn* turn )
{
	wfPasser passer = lookAtPasser( crowd, state, rank );
	if ( passer.sign == 0 )
	{
		return;
	}
	if ( visit == wf_visitToJoin )
	{
		// Who keeps its distance by itself takes turns, but needs no line.
		if ( crowd->step.traits[rank] & wf_keepsToPlan )
		{
			return;
		}
		joinPassage( crowd, state, rank, &passer );
	}
	else if ( visit == wf_visitToTell )
	{
		tellPasser( crowd, state, rank, &passer );
	}
	else
	{
		bool close = fabs( passer.along ) < state->halfLength + WF_LINE_LENGTH * crowd->gateRadius;
		turn->inside[passer.sign > 0] += passer.inside ? 1 : 0;
		turn->coming[passer.sign > 0] += !passer.inside && close ? 1 : 0;
	}
}

static void visitNear( wfCrowd* crowd, const wfGateState* state, wfVisit visit, wfTurn* turn )
{
	const wfStepState* step = &crowd->step;
	double reach = state->halfLength + WF_PASSAGE_REACH * crowd->gateRadius;
	double x = state->gate.center.x - step->origin.x, y = state->gate.center.y - step->origin.y;
	wfCellRange cells = wfCellsIn( step, x - reach, y - reach, x + reach, y + reach );
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t rank = wfFirstInRow( step, &cells, row ), end = wfEndInRow( step, &cells, row ); rank < end; ++rank )
		{
			double dx = step->placeX[rank] - state->gate.center.x, dy = step->placeY[rank] - state->gate.center.y;
			if ( dx * dx + dy * dy <= reach * reach && crowd->styles[step->style[rank] - 1].def.usesGates )
			{
				visitPasser( crowd, state, rank, visit, turn );
			}
		}
	}
}

static void takeTurns( wfCrowd* crowd, wfGateState* state )
{
	wfTurn turn = { { 0, 0 }, { 0, 0 } };
	visitNear( crowd, state, wf_visitToCount, &turn );
	decideTurn( crowd, state, &turn );
	// Nothing to take turns for while nobody comes the other way.
	if ( turn.coming[0] + turn.inside[0] > 0 && turn.coming[1] + turn.inside[1] > 0 )
	{
		visitNear( crowd, state, wf_visitToTell, &turn );
	}
}

float wfPassageWay( const wfCrowd* crowd, int32_t passage, wfVec2 place )
{
	const wfGateState* state = &crowd->gates[( passage > 0 ? passage : -passage ) - 1];
	double x = place.x - state->gate.center.x, y = place.y - state->gate.center.y;
	double along = ( x * state->gate.along.x + y * state->gate.along.y ) * ( passage > 0 ? 1.0 : -1.0 );
	double distance = wfHypot( x, y );
	return (float)( along > 0.0 ? -distance : distance );
}

void wfUpdateGates( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->gateCount; ++k )
	{
		visitNear( crowd, &crowd->gates[k], wf_visitToJoin, NULL );
	}
	// Only now is it known of everybody which passage it is in.
	for ( int32_t k = 0; k < crowd->gateCount; ++k )
	{
		if ( crowd->gates[k].turns )
		{
			takeTurns( crowd, &crowd->gates[k] );
		}
	}
}

// What an agent queues for from the step before, and whether its goal itself is narrow.
void wfRememberQueue( wfCrowd* crowd, int32_t rank )
{
	wfStepState* step = &crowd->step;
	const wfAgent* agent = &crowd->agents[step->slot[rank]];
	step->gateHold[rank] = 0;
	step->passage[rank] = 0;
	step->passageWay[rank] = 0.0f;
	if ( step->marks[rank] & wf_markStands )
	{
		return;
	}
	if ( agent->passage != 0 && abs( agent->passage ) <= crowd->gateCount )
	{
		step->passage[rank] = agent->passage;
		step->passageWay[rank] = wfPassageWay( crowd, agent->passage, ( wfVec2 ){ agent->x, agent->y } );
	}
	step->marks[rank] |= ( agent->flags & wf_agentQueues ) ? wf_markQueues : 0;
	// A point that many go to is as narrow as a door; on surfaces all goals are points.
	const wfStop* stop = wfPresentStop( crowd, agent );
	if ( stop != NULL && ( stop->kind == wf_pointStop || crowd->ground != NULL ) &&
		 step->way[rank] < WF_POINT_REACH * step->radius[rank] )
	{
		step->marks[rank] |= wf_markNarrow | wf_markQueues;
	}
}
