// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Queues: places along a line, taken in the order of arrival.
#include "base/vec2.h"
#include "crowd/crowd.h"
#include "crowd/defs.h"
#include "ground/on_mesh.h"
#include "world/world.h"

// The head must be free; the rest of the line is the host's affair: who finds a place taken by a wall waits near.
static wfResult checkHead( const wfCrowd* crowd, const wfQueueDef* def, wfSurfacePoint place, wfError* error )
{
	const wfGround* ground = &crowd->ground;
	wfVec3 head = def->line[0];
	bool free = ground->mesh != NULL && ground->walkable[place.triangle];
	wfResult result =
		ground->mesh == NULL ? wfGround_HasRoom( ground, wfPlaceInPlane( wfInPlane( head ) ), 0, 0.0, &free ) : wf_ok;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory to index the world" );
	}
	return free ? wf_ok
				: wfFail( error, wf_goalBlocked, "the head of queue %d at (%.6g, %.6g) lies in a wall or outside of the world",
						  crowd->facilities.queues.count + 1, head.x, head.y );
}

wfResult wfCrowd_AddQueue( wfCrowd* crowd, const wfQueueDef* def, wfQueueId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfCheckQueueDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	size_t count = (size_t)def->lineCount;
	wfQueue queue = { .def = *def, .head = { -1, 0.0, 0.0 } };
	if ( crowd->ground.mesh != NULL )
	{
		queue.head = wfMesh_FindNearest( crowd->ground.mesh, def->line[0], NULL );
	}
	result = checkHead( crowd, def, queue.head, error );
	if ( result != wf_ok )
	{
		return result;
	}
	bool copied = wfCopyArray( (const void**)&queue.def.line, def->line, count, sizeof( wfVec3 ) );
	result = copied ? wfArray_Push( &crowd->facilities.queues, queue ) : wf_outOfMemory;
	if ( result != wf_ok )
	{
		wfReleaseArray( queue.def.line, count, sizeof( wfVec3 ) );
		return wfFail( error, result, "not enough memory for a queue" );
	}
	wfUnprepare( crowd );
	if ( id != NULL )
	{
		id->index1 = crowd->facilities.queues.count;
	}
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------- places

// The position so many metres behind the head; `beyond` receives how far it lies beyond the end of the line.
static wfVec3 walkLine( const wfQueueDef* def, double distance, double* beyond, wfVec3* direction )
{
	*direction = ( wfVec3 ){ 0.0, 0.0, 0.0 };
	for ( int32_t k = 1; k < def->lineCount; ++k )
	{
		wfVec3 piece = wfSub3( def->line[k], def->line[k - 1] );
		double length = wfHypot( wfHypot( piece.x, piece.y ), piece.z );
		if ( length == 0.0 )
		{
			continue;
		}
		*direction = ( wfVec3 ){ piece.x / length, piece.y / length, piece.z / length };
		if ( distance <= length )
		{
			*beyond = 0.0;
			return wfAdd3( def->line[k - 1], wfScale3( distance, *direction ) );
		}
		distance -= length;
	}
	*beyond = distance;
	return def->line[def->lineCount - 1];
}

static bool isStraightOn( const wfRouteLayer* layer, wfVec2 end, wfVec2 to )
{
	return wfLayerClearance( layer, to ) >= (float)layer->radius && wfIsStraightPathFree( layer, end, to );
}

// Behind the end of the line as far as it goes straight on; the others wait near the last place.
static wfPlace placeBehind( const wfRouteLayer* layer, wfVec2 end, wfVec2 direction, double beyond )
{
	double least = 0.0, most = beyond;
	wfVec2 to = wfAddScaled2( end, most, direction );
	if ( layer == NULL || isStraightOn( layer, end, to ) )
	{
		return wfPlaceInPlane( to );
	}
	for ( int32_t k = 0; k < WF_LINE_END_HALVINGS; ++k )
	{
		double middle = 0.5 * ( least + most );
		bool free = isStraightOn( layer, end, wfAddScaled2( end, middle, direction ) );
		least = free ? middle : least;
		most = free ? most : middle;
	}
	return wfPlaceInPlane( wfAddScaled2( end, least, direction ) );
}

// The same over a mesh.
static wfPlace placeBehindOnMesh( const wfGround* ground, wfPlace end, wfVec3 direction, double beyond, double radius )
{
	wfVec2 flat = wfGround_OutOfSpace( ground, end.triangle, direction );
	double size = wfHypot( flat.x, flat.y );
	if ( !( size > WF_TINY ) )
	{
		return end;
	}
	flat = wfDivide2( flat, size );
	wfStride stride = wfGround_Stride( ground, end, flat, beyond + radius );
	stride = wfGround_Stride( ground, end, flat, wfMax( stride.walked - radius, 0.0 ) );
	return ( wfPlace ){ stride.place.x, stride.place.y, stride.triangle };
}

// For an agent whose layer is known, if it is.
static wfPlace placeOf( const wfCrowd* crowd, const wfQueue* queue, int32_t place, const wfAgent* agent )
{
	const wfGround* ground = &crowd->ground;
	double beyond;
	wfVec3 direction, end = walkLine( &queue->def, place * queue->def.spacing, &beyond, &direction );
	if ( ground->mesh != NULL )
	{
		wfPlace last = { 0 };
		wfGround_FindPlace( ground, end, ( wfSurfacePoint ){ -1, 0.0, 0.0 }, &last );
		return beyond > 0.0 ? placeBehindOnMesh( ground, last, direction, beyond, (double)agent->radius ) : last;
	}
	const wfRouteLayer* layer = agent->layer >= 0 ? &ground->routes.layers.data[agent->layer] : NULL;
	return beyond > 0.0 ? placeBehind( layer, wfInPlane( end ), wfInPlane( direction ), beyond )
						: wfPlaceInPlane( wfInPlane( end ) );
}

wfPlace wfQueuePlace( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfQueue* queue = &crowd->facilities.queues.data[wfPresentStop( crowd, agent )->queue.index1 - 1];
	int32_t place = ( agent->flags & wf_agentQueued ) ? agent->queuePlace : queue->places.count;
	return placeOf( crowd, queue, place, agent );
}

// -------------------------------------------------------------------------------------------------------------- lining up

wfResult wfReserveQueues( wfCrowd* crowd )
{
	if ( crowd->facilities.queues.count == 0 )
	{
		return wf_ok;
	}
	// Those on the way to a queue may all join it in this tick, and those as well whose next stop it is: who arrives goes on at
	// once.
	for ( int32_t k = 0; k < crowd->facilities.queues.count; ++k )
	{
		crowd->facilities.queues.data[k].heading = 0;
	}
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		for ( int32_t k = 0; k < 2 && agent->stop < agent->stopCount; ++k )
		{
			int32_t index = agent->stop + k;
			index = index == agent->stopCount && agent->atEnd == wf_repeatAtEnd ? 0 : index;
			const wfStop* stop = index < agent->stopCount ? &crowd->population.stops.data[agent->stopFirst + index] : NULL;
			if ( stop != NULL && stop->kind == wf_queueStop )
			{
				crowd->facilities.queues.data[stop->queue.index1 - 1].heading += 1;
			}
		}
	}
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < crowd->facilities.queues.count && result == wf_ok; ++k )
	{
		wfQueue* queue = &crowd->facilities.queues.data[k];
		result = wfArray_Reserve( &queue->places, queue->heading );
	}
	return result;
}

static void setPlace( wfCrowd* crowd, const wfQueue* queue, int32_t slot, int32_t place )
{
	wfAgent* agent = &crowd->population.agents[slot];
	agent->queuePlace = place;
	wfPlace home = placeOf( crowd, queue, place, agent );
	agent->homeX = home.x;
	agent->homeY = home.y;
	agent->homeTriangle = home.triangle;
	agent->flags &= ~(uint32_t)wf_agentWaiting;
	agent->flags |= wf_agentQueued | wf_agentRecheck;
	agent->target = -1;
	wfForgetDistance( agent, crowd->time );
}

void wfLeaveQueue( wfCrowd* crowd, int32_t slot )
{
	wfAgent* agent = &crowd->population.agents[slot];
	if ( !( agent->flags & wf_agentQueued ) )
	{
		return;
	}
	// Its stops may be new already: the place shows which queue.
	for ( int32_t k = 0; k < crowd->facilities.queues.count; ++k )
	{
		wfQueue* queue = &crowd->facilities.queues.data[k];
		int32_t place = agent->queuePlace;
		if ( place < 0 || place >= queue->places.count || queue->places.data[place] != slot )
		{
			continue;
		}
		queue->serving = place == 0 ? false : queue->serving;
		queue->places.count -= 1;
		for ( int32_t m = place; m < queue->places.count; ++m )
		{
			queue->places.data[m] = queue->places.data[m + 1];
			setPlace( crowd, queue, queue->places.data[m], m );
		}
		break;
	}
	agent->queuePlace = -1;
	agent->flags &= ~(uint32_t)( wf_agentQueued | wf_agentWaiting );
}

static double distanceTo( const wfCrowd* crowd, const wfAgent* agent, wfVec3 position )
{
	wfVec3 apart = wfSub3( wfPositionOf( crowd, agent ), position );
	return wfHypot( wfHypot( apart.x, apart.y ), apart.z );
}

static void joinQueues( wfCrowd* crowd )
{
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		const wfStop* stop = wfPresentStop( crowd, agent );
		if ( stop == NULL || stop->kind != wf_queueStop ||
			 ( agent->flags & ( wf_agentQueued | wf_agentNew | wf_agentSteered | wf_agentReacts ) ) ||
			 agent->orders.stopState != wf_stopOpen )
		{
			continue;
		}
		wfQueue* queue = &crowd->facilities.queues.data[stop->queue.index1 - 1];
		if ( (size_t)queue->places.count == queue->places.capacity )
		{
			continue; // there is room in the next tick
		}
		wfVec3 tail = wfGround_GetPosition( &crowd->ground, wfQueuePlace( crowd, agent ) );
		// Fields lead to the head: who comes there, around a corner from the tail, has come to the queue as well.
		if ( distanceTo( crowd, agent, tail ) <= wfMax( WF_JOIN_DISTANCE, 2.0 * queue->def.spacing ) ||
			 distanceTo( crowd, agent, queue->def.line[0] ) <= 1.0 + (double)agent->radius )
		{
			queue->places.data[queue->places.count] = wfSlotOf( crowd, agent );
			setPlace( crowd, queue, wfSlotOf( crowd, agent ), queue->places.count++ );
		}
	}
}

static bool isBeyondLine( const wfQueue* queue, int32_t place )
{
	double beyond;
	wfVec3 direction;
	walkLine( &queue->def, place * queue->def.spacing, &beyond, &direction );
	return beyond > 0.0;
}

static void serveQueue( wfCrowd* crowd, wfQueue* queue )
{
	for ( int32_t k = 0; k < queue->places.count; ++k )
	{
		wfAgent* agent = &crowd->population.agents[queue->places.data[k]];
		wfPlace home = { agent->homeX, agent->homeY, agent->homeTriangle };
		double away = distanceTo( crowd, agent, wfGround_GetPosition( &crowd->ground, home ) );
		bool stopped = !( agent->flags & wf_agentWaiting ) && (double)agent->standing >= WF_STOPPED_SECONDS;
		if ( away <= WF_PLACE_REACH )
		{
			agent->flags |= wf_agentWaiting;
		}
		else if ( stopped && ( away <= WF_NEAR_PLACE || isBeyondLine( queue, k ) ) )
		{
			// Somebody is in the way of the last bit: here is as good.
			agent->flags |= wf_agentWaiting;
			agent->homeX = agent->x;
			agent->homeY = agent->y;
			agent->homeTriangle = agent->triangle;
		}
		else if ( away > WF_PLACE_LEFT && ( agent->flags & wf_agentWaiting ) )
		{
			agent->flags &= ~(uint32_t)wf_agentWaiting;
			agent->flags |= wf_agentRecheck;
		}
	}
	if ( queue->places.count == 0 )
	{
		return;
	}
	int32_t head = queue->places.data[0];
	if ( !queue->serving && ( crowd->population.agents[head].flags & wf_agentWaiting ) )
	{
		queue->serving = true;
		queue->servedUntil =
			crowd->time + queue->def.serviceSeconds + wfPresentStop( crowd, &crowd->population.agents[head] )->wait;
	}
	if ( queue->serving && crowd->time >= queue->servedUntil - WF_TINY )
	{
		wfArrive( crowd, head );
	}
}

void wfUpdateQueues( wfCrowd* crowd )
{
	if ( crowd->facilities.queues.count > 0 )
	{
		joinQueues( crowd );
	}
	for ( int32_t k = 0; k < crowd->facilities.queues.count; ++k )
	{
		serveQueue( crowd, &crowd->facilities.queues.data[k] );
	}
}
