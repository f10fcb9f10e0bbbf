// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds on surfaces: making them, adding to them, looking at them.
#include "crowd/checkpoint.h"
#include "crowd/defs.h"
#include "surfacecrowd/surfacecrowd.h"

#include <string.h>

wfSurfaceCrowdDef wfMakeSurfaceCrowdDef( wfPreset preset )
{
	wfCrowdDef plane = wfMakeCrowdDef( preset );
	return ( wfSurfaceCrowdDef ){
		.preset = preset,
		.stepSeconds = plane.stepSeconds,
		.substeps = plane.substeps,
		.limits = wf_dirichletWalls,
		.haste = plane.haste,
		.stuckSeconds = plane.stuckSeconds,
		.seed = plane.seed,
		.internalCookie = WF_COOKIE,
	};
}

wfSurfaceAgentDef wfDefaultSurfaceAgentDef( void )
{
	wfAgentDef plane = wfDefaultAgentDef();
	return ( wfSurfaceAgentDef ){
		.place = { -1, 0.0, 0.0 },
		.radius = plane.radius,
		.desiredSpeed = plane.desiredSpeed,
		.atEnd = plane.atEnd,
		.internalCookie = WF_COOKIE,
	};
}

// ------------------------------------------------------------------------------------------------------------ make, destroy

static wfResult checkDef( const wfSurfaceCrowdDef* def, wfCrowdDef* plane, wfError* error )
{
	if ( WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the crowd def was not made by wfMakeSurfaceCrowdDef" );
	}
	// What both kinds of crowds have is checked in one place.
	*plane = wfMakeCrowdDef( def->preset );
	plane->stepSeconds = def->stepSeconds;
	plane->substeps = def->substeps;
	plane->haste = def->haste;
	plane->stuckSeconds = def->stuckSeconds;
	plane->seed = def->seed;
	plane->memoryLimit = def->memoryLimit;
	plane->workers = def->workers;
	wfResult result = wfCheckCrowdDef( plane, error );
	result = result == wf_ok ? wfCheckNumber( "height", def->height, 0.0, 1e6, error ) : result;
	double up = wfDot3( def->up, def->up );
	if ( result == wf_ok && !( up == 0.0 || fabs( up - 1.0 ) < 1e-6 ) )
	{
		result =
			wfFail( error, wf_outOfRange, "up is (%g, %g, %g), expected a unit vector or zero", def->up.x, def->up.y, def->up.z );
	}
	if ( result == wf_ok && ( def->limits < wf_dirichletWalls || def->limits > wf_neumannWalls ) )
	{
		result = wfFail( error, wf_outOfRange, "limits is %d, expected one of wfWalls", (int)def->limits );
	}
	return result;
}

// All that may not be entered, and which triangles are left.
static wfResult makeMask( wfSurfaceCrowd* crowd, const wfSurfaceMask* given )
{
	const wfMesh* mesh = crowd->mesh;
	size_t triangles = (size_t)mesh->triangleCount;
	wfResult result = wfCreateSurfaceMask( mesh, &crowd->mask );
	crowd->walkable = wfAllocateArray( triangles, sizeof( uint8_t ) );
	if ( result != wf_ok || crowd->walkable == NULL )
	{
		return wf_outOfMemory;
	}
	if ( given != NULL )
	{
		memcpy( crowd->mask->vertexBlocked, given->vertexBlocked, (size_t)mesh->vertexCount );
		memcpy( crowd->mask->triangleBlocked, given->triangleBlocked, triangles );
		crowd->mask->blockedCount = given->blockedCount;
	}
	if ( crowd->def.height > 0.0 )
	{
		double* headroom = wfAllocateArray( triangles, sizeof( double ) );
		result = headroom != NULL ? wfMesh_MeasureHeadroom( mesh, crowd->def.up, crowd->def.workers, headroom ) : wf_outOfMemory;
		result = result == wf_ok ? wfSurfaceMask_BlockLow( crowd->mask, headroom, crowd->def.height, NULL ) : result;
		wfReleaseArray( headroom, triangles, sizeof( double ) );
	}
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* corners = mesh->triangles + 3 * t;
		const uint8_t* blocked = crowd->mask->vertexBlocked;
		bool enclosed = blocked[corners[0]] && blocked[corners[1]] && blocked[corners[2]];
		crowd->walkable[t] = !crowd->mask->triangleBlocked[t] && !enclosed;
	}
	return result;
}

wfResult wfCreateSurfaceCrowd( const wfMesh* mesh, const wfSurfaceCrowdDef* def, wfSurfaceCrowd** created, wfError* error )
{
	if ( WF_FAILS( mesh != NULL && def != NULL && created != NULL ) )
	{
		return wf_invalidDef;
	}
	*created = NULL;
	wfCrowdDef plane;
	wfResult result = checkDef( def, &plane, error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( def->mask != NULL && def->mask->mesh != mesh )
	{
		return wfFail( error, wf_invalidDef, "the obstacles belong to another mesh" );
	}
	wfSurfaceCrowd* crowd = wfAllocate( sizeof( wfSurfaceCrowd ) );
	if ( crowd == NULL )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for a crowd" );
	}
	memset( crowd, 0, sizeof( *crowd ) );
	crowd->mesh = mesh;
	crowd->def = *def;
	crowd->def.mask = NULL;
	crowd->core.def = plane;
	crowd->core.ground = &wfSurfaceGround;
	crowd->core.startAgents = WF_HASH_START;
	result = makeMask( crowd, def->mask );
	result = result != wf_ok ? wfFail( error, result, "not enough memory for the obstacles of a surface" ) : result;
	wfStyleDef style = wfMakeStyleDef( def->preset );
	wfStyleId id;
	result = result == wf_ok ? wfSurfaceCrowd_AddStyle( crowd, &style, &id, error ) : result;
	if ( result != wf_ok )
	{
		wfDestroySurfaceCrowd( crowd );
		return result;
	}
	*created = crowd;
	return wf_ok;
}

void wfDestroySurfaceCrowd( wfSurfaceCrowd* crowd )
{
	if ( crowd == NULL )
	{
		return;
	}
	wfDestroySurfaceStep( crowd );
	wfDestroyTargets( crowd );
	wfPatchMap_Free( &crowd->patches );
	wfReleaseArray( crowd->footings, crowd->footingCapacity, sizeof( wfFooting ) );
	wfReleaseArray( crowd->frameHeights, crowd->heightCapacity, sizeof( double ) );
	wfReleaseArray( crowd->frameClimbs, crowd->climbCapacity, sizeof( double ) );
	wfReleaseArray( crowd->walkable, (size_t)crowd->mesh->triangleCount, sizeof( uint8_t ) );
	wfDestroySurfaceMask( crowd->mask );
	wfFreeCrowdParts( &crowd->core );
	wfRelease( crowd, sizeof( wfSurfaceCrowd ) );
}

const wfMesh* wfSurfaceCrowd_GetMesh( const wfSurfaceCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? NULL : crowd->mesh;
}

wfSurfaceCrowdDef wfSurfaceCrowd_GetDef( const wfSurfaceCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? ( wfSurfaceCrowdDef ){ 0 } : crowd->def;
}

// ------------------------------------------------------------------------------------------------------- styles, behaviours

wfResult wfSurfaceCrowd_AddStyle( wfSurfaceCrowd* crowd, const wfStyleDef* def, wfStyleId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL ) )
	{
		return wf_invalidDef;
	}
	wfStyleDef style = *def;
	style.foresight = false;
	style.usesGates = false;
	return wfCrowd_AddStyle( &crowd->core, &style, id, error );
}

wfResult wfSurfaceCrowd_AddBehavior( wfSurfaceCrowd* crowd, const wfBehaviorDef* def, wfBehaviorId* id, wfError* error )
{
	return WF_FAILS( crowd != NULL ) ? wf_invalidDef : wfCrowd_AddBehavior( &crowd->core, def, id, error );
}

static bool isPlace( const wfMesh* mesh, wfSurfacePoint place )
{
	return place.triangle >= 0 && place.triangle < mesh->triangleCount && place.u >= -1e-9 && place.v >= -1e-9 &&
		   place.u + place.v <= 1.0 + 1e-9;
}

static wfResult checkGoal( const wfSurfaceCrowd* crowd, const wfSurfaceGoalDef* def, double reach, wfError* error )
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
		return isPlace( crowd->mesh, def->place )
				   ? wf_ok
				   : wfFail( error, wf_outOfRange, "the goal's place is not on the mesh: triangle %d", def->place.triangle );
	}
	if ( def->kind != wf_verticesGoal || def->vertexCount <= 0 || def->vertices == NULL )
	{
		return wfFail( error, wf_outOfRange, "a goal is a place or one or more vertices" );
	}
	for ( int32_t k = 0; k < def->vertexCount; ++k )
	{
		if ( def->vertices[k] < 0 || def->vertices[k] >= crowd->mesh->vertexCount )
		{
			return wfFail( error, wf_outOfRange, "goal vertex %d is not one of the mesh's, 0 to %d", def->vertices[k],
						   crowd->mesh->vertexCount - 1 );
		}
	}
	return wf_ok;
}

wfResult wfSurfaceCrowd_AddGoal( wfSurfaceCrowd* crowd, const wfSurfaceGoalDef* def, double reach, int32_t* index,
								 wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL && index != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = checkGoal( crowd, def, reach, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfSurfaceGoal goal = { .kind = def->kind, .place = def->place, .reach = reach };
	result = wfGrowArray( &crowd->goals, &crowd->goalCapacity, (size_t)crowd->goalCount + 1, sizeof( wfSurfaceGoal ) );
	if ( result == wf_ok && def->kind == wf_verticesGoal )
	{
		goal.vertexCount = def->vertexCount;
		goal.vertices = wfAllocateArray( (size_t)def->vertexCount, sizeof( int32_t ) );
		result = goal.vertices != NULL ? wf_ok : wf_outOfMemory;
	}
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a goal" );
	}
	if ( goal.vertices != NULL )
	{
		memcpy( goal.vertices, def->vertices, (size_t)def->vertexCount * sizeof( int32_t ) );
	}
	*index = crowd->goalCount;
	crowd->goals[crowd->goalCount++] = goal;
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------------ agents

static wfResult checkGoals( const wfSurfaceCrowd* crowd, const int32_t* goals, int32_t count, wfError* error )
{
	if ( WF_FAILS( count >= 0 && ( goals != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( goals[k] < 0 || goals[k] >= crowd->goalCount )
		{
			return wfFail( error, wf_notFound, "goal %d is not one of this crowd's %d", goals[k], crowd->goalCount );
		}
	}
	return wf_ok;
}

// Goals as the stops of the shared parts.
static wfResult makeStops( const int32_t* goals, int32_t count, wfStop** stops )
{
	*stops = wfAllocateArray( (size_t)count + 1, sizeof( wfStop ) );
	if ( *stops == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		( *stops )[k] = wfMakeGoalStop( ( wfGoalId ){ (uint32_t)goals[k] + 1, 1 } );
	}
	return wf_ok;
}

wfResult wfSurfaceCrowd_AddAgent( wfSurfaceCrowd* crowd, const wfSurfaceAgentDef* def, wfAgentId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL && id != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the agent def was not made by wfDefaultSurfaceAgentDef" );
	}
	const wfMesh* mesh = crowd->mesh;
	if ( !isPlace( mesh, def->place ) )
	{
		return wfFail( error, wf_outOfRange, "the agent's place is not on the mesh: triangle %d", def->place.triangle );
	}
	wfResult result = checkGoals( crowd, def->goals, def->goalCount, error );
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t triangle = def->place.triangle;
	wfFlat flat = wfFlatOfPoint( mesh, def->place );
	wfAgentDef plane = wfDefaultAgentDef();
	plane.position = ( wfVec2 ){ flat.x, flat.y };
	plane.radius = def->radius;
	plane.heading = wfAtan2( wfDot3( def->heading, mesh->axisY[triangle] ), wfDot3( def->heading, mesh->axisX[triangle] ) );
	plane.speed = def->speed;
	plane.desiredSpeed = def->desiredSpeed;
	plane.atEnd = def->atEnd;
	plane.style = def->style;
	plane.behavior = def->behavior;
	plane.onSight = def->onSight;
	plane.userData = def->userData;
	result = wfCheckAgentDef( &plane, error );
	result = result == wf_ok ? wfCheckAgentIds( &crowd->core, &plane, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfStop* stops;
	size_t slots = (size_t)crowd->core.slotCount + 1;
	result = makeStops( def->goals, def->goalCount, &stops );
	plane.stops = stops;
	plane.stopCount = def->goalCount;
	result = result == wf_ok ? wfGrowArray( &crowd->footings, &crowd->footingCapacity, slots, sizeof( wfFooting ) ) : result;
	result = result == wf_ok ? wfGrowArray( &crowd->core.events, &crowd->core.eventCapacity, (size_t)crowd->core.eventCount + 1,
											sizeof( wfEvent ) )
							 : result;
	result = result == wf_ok ? wfInsertAgent( &crowd->core, &plane, id ) : result;
	if ( result == wf_ok )
	{
		bool faces = wfDot3( def->heading, def->heading ) == 0.0;
		crowd->core.agents[id->index1 - 1].flags |= faces ? (uint32_t)wf_agentFaces : 0u;
		crowd->footings[id->index1 - 1] = ( wfFooting ){ triangle, triangle };
		crowd->core.startAgents = crowd->core.stepCount == 0
									  ? wfHash( wfHashAgentDef( crowd->core.startAgents, &plane ), &triangle, sizeof( triangle ) )
									  : crowd->core.startAgents;
		result = wfAddEvent( &crowd->core, wf_enteredEvent, (int32_t)id->index1 - 1 );
	}
	wfReleaseArray( stops, (size_t)def->goalCount + 1, sizeof( wfStop ) );
	return result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for an agent" );
}

wfResult wfSurfaceCrowd_RemoveAgent( wfSurfaceCrowd* crowd, wfAgentId id )
{
	return WF_FAILS( crowd != NULL ) ? wf_invalidDef : wfCrowd_RemoveAgent( &crowd->core, id );
}

wfResult wfSurfaceCrowd_SetGoals( wfSurfaceCrowd* crowd, wfAgentId id, const int32_t* goals, int32_t count, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( wfGetAgent( &crowd->core, id ) == NULL )
	{
		return wfFail( error, wf_notFound, "there is no such agent" );
	}
	wfResult result = checkGoals( crowd, goals, count, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfStop* stops;
	result = makeStops( goals, count, &stops );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for the goals" );
	}
	int32_t slot = (int32_t)id.index1 - 1;
	result = wfReplaceStops( &crowd->core, slot, stops, count, error );
	if ( result == wf_ok )
	{
		crowd->footings[slot].homeTriangle = crowd->footings[slot].triangle;
	}
	wfReleaseArray( stops, (size_t)count + 1, sizeof( wfStop ) );
	return result;
}

wfResult wfSurfaceCrowd_SetDesiredSpeed( wfSurfaceCrowd* crowd, wfAgentId id, double speed, wfError* error )
{
	return WF_FAILS( crowd != NULL ) ? wf_invalidDef : wfCrowd_SetDesiredSpeed( &crowd->core, id, speed, error );
}

wfResult wfSurfaceCrowd_SetStyle( wfSurfaceCrowd* crowd, wfAgentId id, wfStyleId style )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	// It may see farther than the patches were made for.
	wfResult result = wfCrowd_SetStyle( &crowd->core, id, style );
	crowd->core.prepared = crowd->core.prepared && result != wf_ok;
	return result;
}

wfResult wfSurfaceCrowd_SetBehavior( wfSurfaceCrowd* crowd, wfAgentId id, wfBehaviorId behavior, wfBehaviorId onSight )
{
	return WF_FAILS( crowd != NULL ) ? wf_invalidDef : wfCrowd_SetBehavior( &crowd->core, id, behavior, onSight );
}

// ----------------------------------------------------------------------------------------------------------------- looking

double wfSurfaceCrowd_GetTime( const wfSurfaceCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? 0.0 : crowd->core.time;
}

int64_t wfSurfaceCrowd_GetStepCount( const wfSurfaceCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? 0 : crowd->core.stepCount;
}

int32_t wfSurfaceCrowd_GetAgentCount( const wfSurfaceCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? 0 : crowd->core.agentCount;
}

int64_t wfSurfaceCrowd_GetTotalCount( const wfSurfaceCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? 0 : wfCrowd_GetTotalCount( &crowd->core );
}

int64_t wfSurfaceCrowd_GetArrivedCount( const wfSurfaceCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? 0 : crowd->core.arrivedCount;
}

bool wfSurfaceCrowd_IsDone( const wfSurfaceCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? true : wfCrowd_IsDone( &crowd->core );
}

int32_t wfSurfaceCrowd_GetAgentIds( const wfSurfaceCrowd* crowd, wfAgentId* ids, int32_t capacity )
{
	return WF_FAILS( crowd != NULL ) ? 0 : wfCrowd_GetAgentIds( &crowd->core, ids, capacity );
}

bool wfSurfaceCrowd_IsAgentValid( const wfSurfaceCrowd* crowd, wfAgentId id )
{
	return crowd != NULL && wfGetAgent( &crowd->core, id ) != NULL;
}

int32_t wfSurfaceCrowd_GetEvents( const wfSurfaceCrowd* crowd, const wfEvent** events )
{
	return WF_FAILS( crowd != NULL ) ? 0 : wfCrowd_GetEvents( &crowd->core, events );
}

wfCrowdProfile wfSurfaceCrowd_GetProfile( const wfSurfaceCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? ( wfCrowdProfile ){ 0 } : crowd->core.profile;
}

wfResult wfSurfaceCrowd_GetLocalMap( wfSurfaceCrowd* crowd, wfAgentId id, wfLocalMap* map )
{
	return WF_FAILS( crowd != NULL ) ? wf_invalidDef : wfCrowd_GetLocalMap( &crowd->core, id, map );
}

static wfVec3 intoSpace( const wfMesh* mesh, int32_t triangle, double x, double y )
{
	return wfAdd3( wfScale3( x, mesh->axisX[triangle] ), wfScale3( y, mesh->axisY[triangle] ) );
}

wfSurfaceAgentState wfSurfaceCrowd_GetAgent( const wfSurfaceCrowd* crowd, wfAgentId id )
{
	const wfAgent* agent = WF_FAILS( crowd != NULL ) ? NULL : wfGetAgent( &crowd->core, id );
	if ( agent == NULL )
	{
		return ( wfSurfaceAgentState ){ .place = { -1, 0.0, 0.0 } };
	}
	const wfMesh* mesh = crowd->mesh;
	int32_t triangle = crowd->footings[id.index1 - 1].triangle;
	wfFlat flat = { agent->x, agent->y };
	wfCosSin heading = wfCosSinOf( (double)agent->heading );
	wfSurfaceAgentState state = {
		.id = id,
		.serial = agent->serial,
		.place = wfPointOfFlat( mesh, triangle, flat ),
		.position = wfPositionOfFlat( mesh, triangle, flat ),
		.velocity = intoSpace( mesh, triangle, (double)agent->velocityX, (double)agent->velocityY ),
		.heading = intoSpace( mesh, triangle, heading.cosine, heading.sine ),
		.radius = (double)agent->radius,
		.desiredSpeed = (double)agent->desiredSpeed,
		.goal = agent->stop,
		.goalCount = agent->stopCount,
		.wayDone = agent->walked,
		.enteredTime = agent->enteredTime,
		.pressedSeconds = (double)agent->pressed,
		.userData = agent->userData,
	};
	if ( agent->target >= 0 )
	{
		state.wayToGo = wfSurfaceWay( crowd, &crowd->targets[agent->target], triangle, state.place );
	}
	return state;
}

wfFrame wfSurfaceCrowd_GetFrame( wfSurfaceCrowd* crowd )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return ( wfFrame ){ 0 };
	}
	wfCrowd* core = &crowd->core;
	wfFrame frame = wfCrowd_GetFrame( core );
	size_t needed = (size_t)frame.count + 1;
	if ( wfGrowArray( &crowd->frameHeights, &crowd->heightCapacity, needed, sizeof( double ) ) != wf_ok ||
		 wfGrowArray( &crowd->frameClimbs, &crowd->climbCapacity, needed, sizeof( double ) ) != wf_ok )
	{
		return ( wfFrame ){ 0 };
	}
	const wfMesh* mesh = crowd->mesh;
	int32_t count = 0;
	for ( int32_t slot = 0; slot < core->slotCount && count < frame.count; ++slot )
	{
		const wfAgent* agent = &core->agents[slot];
		if ( !( agent->flags & wf_agentUsed ) )
		{
			continue;
		}
		int32_t triangle = crowd->footings[slot].triangle;
		wfVec3 position = wfPositionOfFlat( mesh, triangle, ( wfFlat ){ agent->x, agent->y } );
		wfVec3 velocity = intoSpace( mesh, triangle, (double)agent->velocityX, (double)agent->velocityY );
		wfCosSin heading = wfCosSinOf( (double)agent->heading );
		wfVec3 ahead = intoSpace( mesh, triangle, heading.cosine, heading.sine );
		core->framePositions[count] = ( wfVec2 ){ position.x, position.y };
		core->frameVelocities[count] = ( wfVec2 ){ velocity.x, velocity.y };
		core->frameHeadings[count] = (float)wfAtan2( ahead.y, ahead.x );
		crowd->frameHeights[count] = position.z;
		crowd->frameClimbs[count] = velocity.z;
		count += 1;
	}
	frame.heights = crowd->frameHeights;
	frame.climbs = crowd->frameClimbs;
	return frame;
}
