// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Life of a crowd and of its agents.
#include "crowd/locomotion.h"

#include "crowd/checkpoint.h"
#include "crowd/defs.h"
#include "crowd/motion.h"

#include <string.h>

wfResult wfCreateCrowd( const wfGroundDef* ground, const wfCrowdDef* def, wfCrowd** created, wfError* error )
{
	if ( WF_FAILS( ground != NULL && def != NULL && created != NULL ) )
	{
		return wf_invalidDef;
	}
	*created = NULL;
	wfResult result = wfCheckCrowdDef( def, error );
	result = result == wf_ok ? wfCheckGroundDef( ground, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfCrowd* crowd = wfAllocateZeroed( sizeof( wfCrowd ) );
	if ( crowd == NULL )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for a crowd" );
	}
	crowd->def = *def;
	crowd->stages = &wf_planeStages;
	if ( ground->mesh != NULL )
	{
		crowd->stages = &wf_meshStages;
		// All walk by fields, and those who stand are no part of them.
		crowd->def.directRoutes = false;
		crowd->def.standSeconds = 0.0;
	}
	crowd->population.startAgents = WF_HASH_START;
	wfGroundSettings settings = { def->cellSize,		  def->haste,		def->precision,
								  1e6 * def->solveBudget, def->memoryLimit, def->workers };
	result = wfGround_Create( &crowd->ground, ground, &settings, error );
	crowd->coveredRevision = crowd->ground.routes.worldRevision;
	wfStyleDef style = wfDefaultStyleDef( def->preset );
	result = result == wf_ok ? wfCrowd_AddStyle( crowd, &style, NULL, error ) : result;
	if ( result != wf_ok )
	{
		wfDestroyCrowd( crowd );
		return result;
	}
	*created = crowd;
	return wf_ok;
}

wfResult wfRefuseOnMesh( const wfCrowd* crowd, const char* what, wfError* error )
{
	return crowd->ground.world == NULL ? wfFail( error, wf_unsupported, "crowds on meshes have no %s", what ) : wf_ok;
}

wfResult wfRefuseInPlane( const wfCrowd* crowd, const char* what, wfError* error )
{
	return crowd->ground.world != NULL ? wfFail( error, wf_unsupported, "crowds in the plane have no %s", what ) : wf_ok;
}

void wfReleaseState( wfCrowd* crowd )
{
	wfGround_FreeRoutes( &crowd->ground );
	wfReleaseArray( crowd->population.agents, crowd->population.agentCapacity, sizeof( wfAgent ) );
	wfArray_Free( &crowd->population.freeSlots );
	wfArray_Free( &crowd->population.stops );
	wfArray_Free( &crowd->passages.list );
	for ( int32_t k = 0; k < crowd->facilities.queues.count; ++k )
	{
		wfArray_Free( &crowd->facilities.queues.data[k].places );
	}
	wfArray_Free( &crowd->facilities.queues );
	wfArray_Free( &crowd->facilities.sources );
	wfArray_Free( &crowd->exits.records );
	wfFreeGroups( &crowd->groups );
	wfFreeExplorations( &crowd->explorations );
}

static void freeParts( wfCrowd* crowd )
{
	wfReleaseFacilities( crowd );
	wfReleaseState( crowd );
	wfGround_Free( &crowd->ground );
	wfDestroyMeshTick( crowd );
	wfDestroyMeshFlow( crowd );
	wfDestroyMeshPassages( crowd );
	wfDestroyTick( crowd );
	wfDestroyMaps( crowd );
	wfDestroyWalk( crowd );
	wfDestroyFrame( &crowd->frame );
	wfDestroyMoves( &crowd->moves );
	wfFreeOccupancy( &crowd->occupancy );
	wfFreeExits( &crowd->exits );
	wfReleaseArray( crowd->tick.flow.values, crowd->tick.flow.valueCount, sizeof( float ) );
	wfArray_Free( &crowd->tick.asked );
	wfReleaseArray( crowd->styles.list, crowd->styles.capacity, sizeof( wfStyle ) );
	wfArray_Free( &crowd->styles.behaviors );
	wfArray_Free( &crowd->styles.aims );
	wfArray_Free( &crowd->styles.custom );
	wfArray_Free( &crowd->styles.rankOfSlot );
	wfArray_Free( &crowd->population.undo );
	wfArray_Free( &crowd->population.events );
}

void wfDestroyCrowd( wfCrowd* crowd )
{
	if ( crowd != NULL )
	{
		freeParts( crowd );
		wfRelease( crowd, sizeof( wfCrowd ) );
	}
}

wfResult wfCrowd_AddStyle( wfCrowd* crowd, const wfStyleDef* def, wfStyleId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfCheckStyleDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	result = wfGrowArray( &crowd->styles.list, &crowd->styles.capacity, (size_t)crowd->styles.count + 1, sizeof( wfStyle ) );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a style" );
	}
	wfStyle* style = &crowd->styles.list[crowd->styles.count++];
	*style = ( wfStyle ){ .def = *def };
	style->relaxFactor = (float)wfGetRelaxFactor( def, crowd->def.tickSeconds / crowd->def.movesPerTick );
	wfUnprepare( crowd ); // it may be the first that needs passages or foresight
	if ( id != NULL )
	{
		id->index1 = crowd->styles.count;
	}
	return wf_ok;
}

wfResult wfCrowd_AddBehavior( wfCrowd* crowd, const wfBehaviorDef* def, wfBehaviorId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfCheckBehaviorDef( def, crowd->styles.behaviors.data, crowd->styles.behaviors.count, error );
	if ( result != wf_ok )
	{
		return result;
	}
	size_t needed = (size_t)crowd->styles.behaviors.count + 1;
	result = wfArray_Reserve( &crowd->styles.behaviors, needed );
	result = result == wf_ok ? wfArray_Reserve( &crowd->styles.aims, needed ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a behaviour" );
	}
	wfBehaviorDef* kept = &crowd->styles.behaviors.data[crowd->styles.behaviors.count++];
	*kept = *def;
	if ( crowd->ground.world != NULL )
	{
		kept->v.z = kept->point.z = 0.0;
		for ( int32_t k = 0; k < WF_MAX_STAGES; ++k )
		{
			kept->stages[k].point.z = 0.0;
		}
	}
	crowd->styles.hasCustom = crowd->styles.hasCustom || def->kind == wf_customBehavior;
	if ( id != NULL )
	{
		id->index1 = crowd->styles.behaviors.count;
	}
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- agents

wfAgent* wfGetAgent( const wfCrowd* crowd, wfAgentId id )
{
	if ( id.index1 == 0 || id.index1 > (uint32_t)crowd->population.slotCount )
	{
		return NULL;
	}
	wfAgent* agent = &crowd->population.agents[id.index1 - 1];
	return ( agent->flags & wf_agentUsed ) && agent->generation == id.generation ? agent : NULL;
}

wfAgentId wfIdOfSlot( const wfCrowd* crowd, int32_t slot )
{
	return ( wfAgentId ){ (uint32_t)slot + 1, crowd->population.agents[slot].generation };
}

wfVec3 wfPositionOf( const wfCrowd* crowd, const wfAgent* agent )
{
	return wfGround_GetPosition( &crowd->ground, wfPlaceOf( agent ) );
}

wfVec3 wfIntoSpace( const wfCrowd* crowd, const wfAgent* agent, double x, double y )
{
	return wfGround_IntoSpace( &crowd->ground, agent->triangle, x, y );
}

wfVec2 wfOutOfSpace( const wfCrowd* crowd, const wfAgent* agent, wfVec3 v )
{
	return wfGround_OutOfSpace( &crowd->ground, agent->triangle, v );
}

static wfVec3 facingOf( const wfCrowd* crowd, const wfAgent* agent )
{
	wfCosSin heading = wfCosSinOf( (double)agent->heading );
	return wfIntoSpace( crowd, agent, heading.cosine, heading.sine );
}

float wfHeadingOf( const wfCrowd* crowd, const wfAgent* agent )
{
	// In the plane it is what it is: the way through a vector would lose its last bits.
	if ( agent->triangle < 0 )
	{
		return agent->heading;
	}
	wfVec3 ahead = facingOf( crowd, agent );
	return (float)wfAtan2( ahead.y, ahead.x );
}

wfResult wfAppendEvent( wfCrowd* crowd, wfEventKind kind, int32_t slot )
{
	const wfAgent* agent = &crowd->population.agents[slot];
	wfEvent event = { .kind = kind,
					  .agent = wfIdOfSlot( crowd, slot ),
					  .serial = agent->serial,
					  .stop = agent->stop,
					  .time = crowd->time,
					  .position = wfPositionOf( crowd, agent ),
					  .triangle = agent->triangle };
	return wfArray_Push( &crowd->population.events, event );
}

void wfSettleStop( const wfCrowd* crowd, wfStop* stop )
{
	wfDestination to = { stop->kind != wf_pointStop, stop->goal, stop->point, stop->place };
	wfGround_Settle( &crowd->ground, &to );
	stop->point = to.point;
	stop->place.triangle = to.place.triangle;
	stop->place.u = to.place.u;
	stop->place.v = to.place.v;
}

// A block for the stops of an agent; blocks of agents that left are used again when they are large enough.
wfResult wfReserveStops( wfCrowd* crowd, wfAgent* agent, const wfStop* stops, int32_t count )
{
	if ( count > agent->stopCapacity )
	{
		wfResult result = wfArray_Reserve( &crowd->population.stops, (size_t)crowd->population.stops.count + (size_t)count );
		if ( result != wf_ok )
		{
			return result;
		}
		agent->stopFirst = crowd->population.stops.count;
		agent->stopCapacity = count;
		crowd->population.stops.count += count;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		// Member by member into zeroed memory: padding is hashed and saved as well.
		wfStop* stop = &crowd->population.stops.data[agent->stopFirst + k];
		memset( stop, 0, sizeof( *stop ) );
		stop->kind = stops[k].kind;
		stop->goal = stops[k].goal;
		stop->point = stops[k].point;
		stop->place.triangle = stops[k].place.triangle;
		stop->place.u = stops[k].place.u;
		stop->place.v = stops[k].place.v;
		stop->queue = stops[k].queue;
		stop->exits = stops[k].exits;
		stop->choice = stops[k].choice;
		stop->exit = stops[k].exit;
		stop->reach = stops[k].reach;
		stop->wait = stops[k].wait;
		wfSettleStop( crowd, stop );
	}
	agent->stopCount = count;
	agent->stop = 0;
	return wf_ok;
}

static wfResult reserveSlots( wfCrowd* crowd, size_t needed )
{
	wfPopulation* population = &crowd->population;
	size_t old = population->agentCapacity;
	wfResult result = wfGrowArray( &population->agents, &population->agentCapacity, needed, sizeof( wfAgent ) );
	if ( result == wf_ok && population->agentCapacity > old )
	{
		memset( population->agents + old, 0, ( population->agentCapacity - old ) * sizeof( wfAgent ) );
	}
	return result == wf_ok ? wfArray_Reserve( &population->freeSlots, needed ) : result;
}

wfResult wfCrowd_Reserve( wfCrowd* crowd, int32_t agents, int32_t stops, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfCheckNumber( "agents", agents, 0.0, WF_MAX_AGENTS, error );
	result = result == wf_ok ? wfCheckNumber( "stops", stops, 0.0, WF_MAX_AGENTS, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfPopulation* population = &crowd->population;
	int32_t before = population->reserved;
	population->reserved = agents > before ? agents : before;
	result = reserveSlots( crowd, (size_t)population->reserved );
	result = result == wf_ok ? wfArray_Reserve( &population->stops, (size_t)stops ) : result;
	result = result == wf_ok ? wfReserveOccupancy( &crowd->occupancy, population->reserved ) : result;
	result = result == wf_ok ? wfReserveAll( crowd ) : result;
	result = result == wf_ok ? wfReserveFrame( crowd ) : result;
	if ( result != wf_ok )
	{
		population->reserved = before;
		return wfFail( error, result, "not enough memory for %d agents with %d stops", agents, stops );
	}
	return wf_ok;
}

static wfResult takeSlot( wfCrowd* crowd, int32_t* slot )
{
	if ( crowd->population.freeSlots.count > 0 )
	{
		*slot = crowd->population.freeSlots.data[--crowd->population.freeSlots.count];
		return wf_ok;
	}
	wfResult result = reserveSlots( crowd, (size_t)crowd->population.slotCount + 1 );
	if ( result == wf_ok )
	{
		*slot = crowd->population.slotCount++;
	}
	return result;
}

// Slots never used before are at the end and have no generation.
void wfReturnSlot( wfCrowd* crowd, int32_t slot )
{
	if ( slot == crowd->population.slotCount - 1 && crowd->population.agents[slot].generation == 0 )
	{
		crowd->population.slotCount -= 1;
	}
	else
	{
		crowd->population.freeSlots.data[crowd->population.freeSlots.count++] = slot;
	}
}

wfResult wfInsertAgent( wfCrowd* crowd, const wfAgentDef* def, wfPlace place, wfAgentId* id )
{
	int32_t slot;
	wfResult result = takeSlot( crowd, &slot );
	if ( result != wf_ok )
	{
		return result;
	}
	wfAgent* agent = &crowd->population.agents[slot];
	wfAgent old = *agent;
	memset( agent, 0, sizeof( *agent ) );
	agent->stopFirst = old.stopFirst;
	agent->stopCapacity = old.stopCapacity;
	agent->generation = old.generation + 1;
	result = wfReserveStops( crowd, agent, def->stops, def->stopCount );
	result = result == wf_ok ? wfReserveWalker( crowd, slot, def->gait.index1 ) : result;
	if ( result != wf_ok )
	{
		*agent = old;
		wfReturnSlot( crowd, slot );
		return result;
	}
	agent->x = agent->homeX = place.x;
	agent->y = agent->homeY = place.y;
	agent->triangle = agent->homeTriangle = place.triangle;
	double angle = def->heading;
	bool onMesh = place.triangle >= 0, faces = onMesh && wfDot3( def->facing, def->facing ) == 0.0;
	if ( onMesh )
	{
		wfVec2 facing = wfGround_OutOfSpace( &crowd->ground, place.triangle, def->facing );
		angle = wfAtan2( facing.y, facing.x );
	}
	wfCosSin heading = wfCosSinOf( angle );
	agent->heading = (float)angle;
	agent->directionX = (float)heading.cosine;
	agent->directionY = (float)heading.sine;
	agent->velocityX = (float)( def->speed * heading.cosine );
	agent->velocityY = (float)( def->speed * heading.sine );
	agent->radius = (float)def->radius;
	agent->desiredSpeed = (float)def->desiredSpeed;
	agent->kind = def->kind;
	agent->atEnd = (int32_t)def->atEnd;
	agent->style = def->style.index1 != 0 ? def->style.index1 : 1;
	agent->behavior = def->behavior.index1;
	agent->onSight = def->onSight.index1;
	agent->gait = def->gait.index1;
	agent->userData = def->userData;
	agent->enteredTime = crowd->time;
	wfForgetDistance( agent, crowd->time );
	agent->serial = ++crowd->population.lastSerial;
	agent->layer = -1;
	agent->target = -1;
	agent->queuePlace = -1;
	agent->flags = wf_agentUsed | wf_agentRecheck | wf_agentNew | ( def->stopCount == 0 ? wf_agentEnded : 0u ) |
				   ( faces ? (uint32_t)wf_agentFaces : 0u );
	if ( def->delay > 0.0 && def->stopCount > 0 )
	{
		agent->flags |= wf_agentWaiting | wf_agentReacts;
		agent->waitUntil = crowd->time + def->delay;
		agent->velocityX = agent->velocityY = 0.0f;
	}
	crowd->population.agentCount += 1;
	wfUnprepare( crowd );
	wfPlaceWalker( crowd, slot );
	*id = wfIdOfSlot( crowd, slot );
	return wf_ok;
}

static wfResult checkIds( const wfCrowd* crowd, const wfAgentDef* def, wfError* error )
{
	int32_t behaviors = crowd->styles.behaviors.count;
	const struct
	{
		const char* field;
		bool known;
	} ids[] = { { "style", wfIsKnown( def->style.index1, crowd->styles.count ) },
				{ "behavior", wfIsKnown( def->behavior.index1, behaviors ) },
				{ "onSight", wfIsKnown( def->onSight.index1, behaviors ) },
				{ "gait", wfHasGait( crowd, def->gait.index1 ) } };
	for ( size_t k = 0; k < sizeof( ids ) / sizeof( ids[0] ); ++k )
	{
		if ( !ids[k].known )
		{
			wfResult result = wfFail( error, wf_notFound, "the id is not one of this crowd's" );
			if ( error != NULL )
			{
				strncpy( error->field, ids[k].field, sizeof( error->field ) - 1 );
			}
			return result;
		}
	}
	return wf_ok;
}

wfResult wfCheckStopIds( const wfCrowd* crowd, const wfStop* stops, int32_t count, wfError* error )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( stops[k].kind == wf_exitsStop )
		{
			int32_t set = stops[k].exits.index1;
			bool has = set >= 1 && set <= crowd->exits.sets.count;
			if ( !has ||
				 ( stops[k].choice == wf_assignedExit && stops[k].exit >= crowd->exits.sets.data[set - 1].def.exitCount ) )
			{
				return wfFail( error, wf_notFound, "stop %d names %s not there", k, has ? "an exit that is" : "exits that are" );
			}
			continue;
		}
		bool queue = stops[k].kind == wf_queueStop;
		wfDestination to = { stops[k].kind == wf_goalStop, stops[k].goal, stops[k].point, stops[k].place };
		bool known = queue ? stops[k].queue.index1 >= 1 && stops[k].queue.index1 <= crowd->facilities.queues.count
						   : wfGround_HasDestination( &crowd->ground, &to );
		if ( !known )
		{
			return wfFail( error, wf_notFound, "stop %d names a %s that is not there", k,
						   queue						  ? "queue"
						   : stops[k].kind == wf_goalStop ? "goal"
														  : "place" );
		}
	}
	return wf_ok;
}

wfResult wfCheckAgentIds( const wfCrowd* crowd, const wfAgentDef* def, wfError* error )
{
	wfResult result = checkIds( crowd, def, error );
	return result == wf_ok ? wfCheckStopIds( crowd, def->stops, def->stopCount, error ) : result;
}

wfResult wfAddUncheckedAgent( wfCrowd* crowd, const wfAgentDef* def )
{
	wfPlace place;
	wfAgentId id;
	wfForgetPlaces( crowd );
	return wfGround_FindPlace( &crowd->ground, def->position, def->place, &place ) ? wfInsertAgent( crowd, def, place, &id )
																				   : wf_outOfRange;
}

wfResult wfCrowd_AddAgent( wfCrowd* crowd, const wfAgentDef* def, wfAgentId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfCheckAgentDef( def, error );
	result = result == wf_ok ? wfCheckAgentIds( crowd, def, error ) : result;
	result = result == wf_ok ? wfCheckFeet( crowd, def->gait, def->radius, error ) : result;
	wfPlace place;
	if ( result == wf_ok && !wfGround_FindPlace( &crowd->ground, def->position, def->place, &place ) )
	{
		result = wfFail( error, wf_outOfRange, "the agent's place is not on the mesh: triangle %d", place.triangle );
	}
	if ( result == wf_ok )
	{
		wfAgent body = { .style = def->style.index1 != 0 ? def->style.index1 : 1,
						 .gait = def->gait.index1,
						 .radius = (float)def->radius,
						 .heading = (float)def->heading,
						 .kind = def->kind };
		wfRoomCheck check = wfCheckFor( crowd, &body );
		check.place = place;
		check.agent = NULL;
		check.isPut = true;
		result = wfCheckRoom( crowd, &check, error );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	wfAgentId made;
	result = wfInsertAgent( crowd, def, place, &made );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for an agent" );
	}
	result = wfAppendEvent( crowd, wf_enteredEvent, (int32_t)made.index1 - 1 );
	if ( result != wf_ok )
	{
		wfDropAgent( crowd, (int32_t)made.index1 - 1 );
		return wfFail( error, result, "not enough memory for an event" );
	}
	wfOccupy( crowd, (int32_t)made.index1 - 1 );
	crowd->population.startAgents =
		crowd->tickCount == 0 ? wfHashAgentDef( crowd->population.startAgents, def ) : crowd->population.startAgents;
	if ( id != NULL )
	{
		*id = made;
	}
	return wf_ok;
}

void wfDropAgent( wfCrowd* crowd, int32_t slot )
{
	wfAgent* agent = &crowd->population.agents[slot];
	wfLeaveQueue( crowd, slot );
	wfForgetMember( crowd, slot );
	wfForgetExplorer( crowd, slot );
	wfEndFootsteps( crowd, slot );
	agent->flags = 0;
	crowd->population.freeSlots.data[crowd->population.freeSlots.count++] = slot;
	crowd->population.agentCount -= 1;
}

wfResult wfCrowd_RemoveAgent( wfCrowd* crowd, wfAgentId id )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( wfGetAgent( crowd, id ) == NULL )
	{
		return wf_notFound;
	}
	wfResult result = wfReserveDeparture( crowd );
	result = result == wf_ok ? wfAppendEvent( crowd, wf_leftEvent, (int32_t)id.index1 - 1 ) : result;
	if ( result == wf_ok )
	{
		crowd->population.startAgents =
			crowd->tickCount == 0 ? wfHash( crowd->population.startAgents, &id, sizeof( id ) ) : crowd->population.startAgents;
		wfDropAgent( crowd, (int32_t)id.index1 - 1 );
	}
	return result;
}

bool wfCrowd_IsAgentValid( const wfCrowd* crowd, wfAgentId id )
{
	return crowd != NULL && wfGetAgent( crowd, id ) != NULL;
}

int32_t wfCrowd_GetAgentIds( const wfCrowd* crowd, wfAgentId* ids, int32_t capacity )
{
	int32_t count = 0;
	for ( const wfAgent* agent = NULL; crowd != NULL && ( agent = wfNextAgent( crowd, agent ) ) != NULL; ++count )
	{
		if ( count < capacity )
		{
			ids[count] = wfIdOfSlot( crowd, wfSlotOf( crowd, agent ) );
		}
	}
	return count;
}

static wfVec3 insteadOf( const wfCrowd* crowd, const wfAgent* agent )
{
	wfPlace place = { agent->orders.insteadX, agent->orders.insteadY, agent->orders.insteadTriangle };
	return agent->flags & wf_agentInstead ? wfGround_GetPosition( &crowd->ground, place ) : ( wfVec3 ){ 0.0, 0.0, 0.0 };
}

wfAgentState wfCrowd_GetAgent( const wfCrowd* crowd, wfAgentId id )
{
	const wfAgent* agent = crowd != NULL ? wfGetAgent( crowd, id ) : NULL;
	if ( WF_FAILS( agent != NULL ) )
	{
		return ( wfAgentState ){ 0 };
	}
	return ( wfAgentState ){ .id = id,
							 .serial = agent->serial,
							 .position = wfPositionOf( crowd, agent ),
							 .velocity = wfIntoSpace( crowd, agent, (double)agent->velocityX, (double)agent->velocityY ),
							 .place = wfGround_GetPoint( &crowd->ground, wfPlaceOf( agent ) ),
							 .heading = (double)wfHeadingOf( crowd, agent ),
							 .facing = facingOf( crowd, agent ),
							 .distanceToGoal = wfGetDistanceToGoal( crowd, agent ),
							 .radius = (double)agent->radius,
							 .desiredSpeed = (double)agent->desiredSpeed,
							 .stop = agent->stop,
							 .stopCount = agent->stopCount,
							 .exit = agent->orders.exit - 1,
							 .exitSwitches = agent->orders.exitSwitches,
							 .enteredTime = agent->enteredTime,
							 .distanceWalked = agent->walked,
							 .pressedSeconds = (double)agent->pressed,
							 .waiting = ( agent->flags & ( wf_agentWaiting | wf_agentStaysNear ) ) != 0,
							 .stopState = (wfStopState)agent->orders.stopState,
							 .hasInstead = ( agent->flags & wf_agentInstead ) != 0,
							 .instead = insteadOf( crowd, agent ),
							 .covered = ( agent->flags & wf_agentCovered ) != 0,
							 .kind = agent->kind,
							 .userData = agent->userData };
}

wfResult wfCrowd_AddGoal( wfCrowd* crowd, const wfSurfaceGoalDef* def, double reach, wfGoalId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfRefuseInPlane( crowd, "goals of their own: the world has them", error );
	return result == wf_ok ? wfGround_AddGoal( &crowd->ground, def, reach, id, error ) : result;
}
