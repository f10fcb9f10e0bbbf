// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A mesh as the ground of a crowd: making it, its goals, places on it.
#include "crowd/defs.h"
#include "crowd/mesh_ground.h"

#include <stdio.h>
#include <string.h>

wfResult wfCheckMeshGround( const wfGroundDef* def, wfError* error )
{
	wfResult result = wfCheckNumber( "height", def->height, 0.0, 1e6, error );
	double up = wfDot3( def->up, def->up );
	if ( result == wf_ok && !( up == 0.0 || fabs( up - 1.0 ) < 1e-6 ) )
	{
		result =
			wfFail( error, wf_outOfRange, "up is (%g, %g, %g), expected a unit vector or zero", def->up.x, def->up.y, def->up.z );
	}
	if ( result == wf_ok && ( def->boundary < wf_dirichletWalls || def->boundary > wf_neumannWalls ) )
	{
		result = wfFail( error, wf_outOfRange, "boundary is %d, expected one of wfWalls", (int)def->boundary );
	}
	if ( result == wf_ok && def->mask != NULL && def->mask->mesh != def->mesh )
	{
		result = wfFail( error, wf_invalidDef, "the obstacles belong to another mesh" );
	}
	return result;
}

// All that may not be entered, and which triangles are left.
static wfResult makeMask( wfCrowd* crowd, const wfSurfaceMask* given )
{
	const wfMesh* mesh = crowd->surface->mesh;
	size_t triangles = (size_t)mesh->triangleCount;
	wfResult result = wfCreateSurfaceMask( mesh, &crowd->surface->mask );
	crowd->surface->walkable = wfAllocateArray( triangles, sizeof( uint8_t ) );
	if ( result != wf_ok || crowd->surface->walkable == NULL )
	{
		return wf_outOfMemory;
	}
	if ( given != NULL )
	{
		memcpy( crowd->surface->mask->vertexBlocked, given->vertexBlocked, (size_t)mesh->vertexCount );
		memcpy( crowd->surface->mask->triangleBlocked, given->triangleBlocked, triangles );
		crowd->surface->mask->blockedCount = given->blockedCount;
	}
	if ( crowd->groundDef.height > 0.0 )
	{
		double* headroom = wfAllocateArray( triangles, sizeof( double ) );
		result =
			headroom != NULL ? wfMesh_MeasureHeadroom( mesh, crowd->groundDef.up, crowd->def.workers, headroom ) : wf_outOfMemory;
		result =
			result == wf_ok ? wfSurfaceMask_BlockLow( crowd->surface->mask, headroom, crowd->groundDef.height, NULL ) : result;
		wfReleaseArray( headroom, triangles, sizeof( double ) );
	}
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* corners = mesh->triangles + 3 * t;
		const uint8_t* blocked = crowd->surface->mask->vertexBlocked;
		bool enclosed = blocked[corners[0]] && blocked[corners[1]] && blocked[corners[2]];
		crowd->surface->walkable[t] = !crowd->surface->mask->triangleBlocked[t] && !enclosed;
	}
	return result;
}

wfResult wfCreateMeshGround( wfCrowd* crowd, const wfGroundDef* def, wfError* error )
{
	crowd->ground = &wf_meshGround;
	crowd->surface = wfAllocateZeroed( sizeof( wfMeshGround ) );
	if ( crowd->surface == NULL )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for a crowd" );
	}
	crowd->surface->mesh = def->mesh;
	// All walk by fields, and those who stand are no part of them.
	crowd->def.directRoutes = false;
	crowd->def.standSeconds = 0.0;
	wfResult result = makeMask( crowd, def->mask );
	return result != wf_ok ? wfFail( error, result, "not enough memory for the obstacles of a surface" ) : wf_ok;
}

static void destroy( wfCrowd* crowd )
{
	wfMeshGround* ground = crowd->surface;
	if ( ground == NULL )
	{
		return; // there was no memory for it
	}
	wfDestroyMeshTick( crowd );
	wfDestroyMeshFlow( crowd );
	wfPatchMap_Free( &ground->patches );
	for ( int32_t k = 0; k < ground->goalCount; ++k )
	{
		wfReleaseArray( ground->goals[k].vertices, (size_t)ground->goals[k].vertexCount, sizeof( int32_t ) );
	}
	wfReleaseArray( ground->goals, ground->goalCapacity, sizeof( wfSurfaceGoal ) );
	wfReleaseArray( ground->walkable, (size_t)ground->mesh->triangleCount, sizeof( uint8_t ) );
	wfDestroySurfaceMask( ground->mask );
	wfRelease( ground, sizeof( wfMeshGround ) );
	crowd->surface = NULL;
}

// ------------------------------------------------------------------------------------------------------------------- goals

static bool isPlace( const wfMesh* mesh, wfSurfacePoint place )
{
	return place.triangle >= 0 && place.triangle < mesh->triangleCount && place.u >= -1e-9 && place.v >= -1e-9 &&
		   place.u + place.v <= 1.0 + 1e-9;
}

static wfResult checkGoal( const wfCrowd* crowd, const wfSurfaceGoalDef* def, double reach, wfError* error )
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
		return isPlace( crowd->surface->mesh, def->place )
				   ? wf_ok
				   : wfFail( error, wf_outOfRange, "the goal's place is not on the mesh: triangle %d", def->place.triangle );
	}
	if ( def->kind != wf_verticesGoal || def->vertexCount <= 0 || def->vertices == NULL )
	{
		return wfFail( error, wf_outOfRange, "a goal is a place or one or more vertices" );
	}
	for ( int32_t k = 0; k < def->vertexCount; ++k )
	{
		if ( def->vertices[k] < 0 || def->vertices[k] >= crowd->surface->mesh->vertexCount )
		{
			return wfFail( error, wf_outOfRange, "goal vertex %d is not one of the mesh's, 0 to %d", def->vertices[k],
						   crowd->surface->mesh->vertexCount - 1 );
		}
	}
	return wf_ok;
}

wfResult wfCrowd_AddGoal( wfCrowd* crowd, const wfSurfaceGoalDef* def, double reach, wfGoalId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfRefuseInPlane( crowd, "goals of their own: the world has them", error );
	result = result == wf_ok ? checkGoal( crowd, def, reach, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfSurfaceGoal goal = { .kind = def->kind, .place = def->place, .reach = reach };
	result = wfGrowArray( &crowd->surface->goals, &crowd->surface->goalCapacity, (size_t)crowd->surface->goalCount + 1,
						  sizeof( wfSurfaceGoal ) );
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
	crowd->surface->goals[crowd->surface->goalCount++] = goal;
	if ( id != NULL )
	{
		*id = ( wfGoalId ){ (uint32_t)crowd->surface->goalCount, 1 };
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------------ places

static wfResult findPlace( const wfCrowd* crowd, const wfAgentDef* def, wfPlace* place, double* heading, wfError* error )
{
	const wfMesh* mesh = crowd->surface->mesh;
	wfSurfacePoint point = def->place.triangle == -1 ? wfMesh_FindNearest( mesh, def->position, NULL ) : def->place;
	if ( !isPlace( mesh, point ) )
	{
		return wfFail( error, wf_outOfRange, "the agent's place is not on the mesh: triangle %d", point.triangle );
	}
	wfFlat flat = wfFlatOfPoint( mesh, point );
	*place = ( wfPlace ){ flat.x, flat.y, point.triangle };
	*heading = wfAtan2( wfDot3( def->facing, mesh->axisY[point.triangle] ), wfDot3( def->facing, mesh->axisX[point.triangle] ) );
	return wf_ok;
}

static wfVec3 getPosition( const wfCrowd* crowd, wfPlace place )
{
	return wfPositionOfFlat( crowd->surface->mesh, place.triangle, ( wfFlat ){ place.x, place.y } );
}

static wfSurfacePoint getPoint( const wfCrowd* crowd, wfPlace place )
{
	return wfPointOfFlat( crowd->surface->mesh, place.triangle, ( wfFlat ){ place.x, place.y } );
}

static wfVec3 intoSpace( const wfCrowd* crowd, int32_t triangle, double x, double y )
{
	const wfMesh* mesh = crowd->surface->mesh;
	return wfAdd3( wfScale3( x, mesh->axisX[triangle] ), wfScale3( y, mesh->axisY[triangle] ) );
}

static wfVec2 outOfSpace( const wfCrowd* crowd, int32_t triangle, wfVec3 v )
{
	const wfMesh* mesh = crowd->surface->mesh;
	return ( wfVec2 ){ wfDot3( v, mesh->axisX[triangle] ), wfDot3( v, mesh->axisY[triangle] ) };
}

static void printPlace( const wfCrowd* crowd, wfPlace place, char* text, size_t size )
{
	wfVec3 at = getPosition( crowd, place );
	snprintf( text, size, "%.6g, %.6g, %.6g", at.x, at.y, at.z );
}

static wfResult doNothing( wfCrowd* crowd, wfError* error )
{
	(void)crowd;
	(void)error;
	return wf_ok; // meshes stay as they are, and passages are not looked for
}

static wfResult reserveNoFlow( wfCrowd* crowd )
{
	(void)crowd;
	return wf_ok; // its memory depends on where agents are: reserved with their cells
}

// Chosen when the flow was built, for all agents of a region at once.
static float getFanAngle( const wfCrowd* crowd, int32_t rank, const wfAgent* agent )
{
	(void)crowd;
	(void)rank;
	return agent->fanAngle;
}

static uint64_t hashPlaces( const wfCrowd* crowd, uint64_t hash )
{
	return wfHash( hash, crowd->surface->tick.triangle, (size_t)crowd->tick.count * sizeof( int32_t ) );
}

// ----------------------------------------------------------------------------------------------------------------- routes

static bool hasStop( const wfCrowd* crowd, const wfStop* stop )
{
	return stop->kind == wf_goalStop ? stop->goal.index1 != 0 && stop->goal.index1 <= (uint32_t)crowd->surface->goalCount
									 : stop->place.triangle == -1 || isPlace( crowd->surface->mesh, stop->place );
}

static void placeStop( const wfCrowd* crowd, wfStop* stop )
{
	const wfMesh* mesh = crowd->surface->mesh;
	if ( stop->kind == wf_pointStop )
	{
		stop->place = stop->place.triangle == -1 ? wfMesh_FindNearest( mesh, stop->point, NULL ) : stop->place;
		stop->point = wfMesh_GetPosition( mesh, stop->place );
	}
}

static wfResult assignLayer( wfCrowd* crowd, wfAgent* agent, wfError* error )
{
	return agent->layer < 0 ? wfFindMeshLayer( crowd, (double)agent->radius, &agent->layer, error ) : wf_ok;
}

static bool isOpen( const wfCrowd* crowd, int32_t layer )
{
	(void)crowd;
	(void)layer;
	return true;
}

static wfResult findWay( wfCrowd* crowd, wfAgent* agent, wfError* error )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	agent->goalKey = wfKeyOfStop( stop );
	wfResult result = wfFindTargetOfStop( crowd, agent->layer, stop, &agent->target, error );
	agent->flags &= ~(uint32_t)wf_agentRecheck;
	return result;
}

static wfVec2 guide( const wfCrowd* crowd, int32_t rank, double* way )
{
	const wfAgent* agent = &crowd->population.agents[crowd->tick.slot[rank]];
	*way = INFINITY;
	return agent->target >= 0 ? wfSurfaceDirection( crowd, &crowd->routes.meshTargets.data[agent->target], rank, way )
							  : ( wfVec2 ){ 0.0, 0.0 };
}

// Also before the first tick, where the field is there.
static int32_t findPresentTarget( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	for ( int32_t k = 0; k < crowd->routes.meshTargets.count && stop != NULL && agent->target < 0; ++k )
	{
		const wfMeshTarget* target = &crowd->routes.meshTargets.data[k];
		if ( target->layer == agent->layer && stop->kind == wf_goalStop && target->goal == (int32_t)stop->goal.index1 - 1 )
		{
			return k;
		}
	}
	return agent->target;
}

static double getWayToGo( const wfCrowd* crowd, const wfAgent* agent )
{
	int32_t target = findPresentTarget( crowd, agent );
	return target >= 0 ? wfSurfaceWay( crowd, &crowd->routes.meshTargets.data[target], agent->triangle,
									   getPoint( crowd, wfPlaceOf( agent ) ) )
					   : 0.0;
}

static bool toGoal( const wfCrowd* crowd, int32_t rank, wfVec2* to )
{
	const wfAgent* agent = &crowd->population.agents[crowd->tick.slot[rank]];
	if ( agent->target < 0 )
	{
		*to = ( wfVec2 ){ 0.0, 0.0 };
		return true;
	}
	wfVec3 position, normal;
	wfGoalPlace( crowd, &crowd->routes.meshTargets.data[agent->target], rank, &position, &normal );
	*to = wfRollOut( &crowd->surface->tick, rank, position, normal );
	return true;
}

static wfVec2 toHome( const wfCrowd* crowd, int32_t rank )
{
	const wfMesh* mesh = crowd->surface->mesh;
	int32_t slot = crowd->tick.slot[rank], home = crowd->population.agents[slot].homeTriangle;
	const wfAgent* agent = &crowd->population.agents[slot];
	wfVec3 position = wfPositionOfFlat( mesh, home, ( wfFlat ){ agent->homeX, agent->homeY } );
	return wfRollOut( &crowd->surface->tick, rank, position, wfCross3( mesh->axisX[home], mesh->axisY[home] ) );
}

static wfBehaviorVector evaluate( wfCrowd* crowd, int32_t rank, wfAgent* agent, wfBehaviorId behavior,
								  const wfBehaviorInput* given )
{
	const wfMeshTick* tick = &crowd->surface->tick;
	if ( behavior.index1 <= 0 || behavior.index1 > crowd->styles.behaviors.count )
	{
		return ( wfBehaviorVector ){ { 0.0, 0.0, 0.0 }, 0.0 };
	}
	wfBehaviorDef def = crowd->styles.behaviors.data[behavior.index1 - 1];
	wfBehaviorInput input = *given;
	input.position = ( wfVec3 ){ 0.0, 0.0, 0.0 };
	if ( def.kind == wf_towardBehavior && def.target == wf_pointTarget )
	{
		def.point = wfInSpace( wfRollOut( tick, rank, def.point, tick->normal[rank] ) );
	}
	const wfAgent* aimed = def.target == wf_agentTarget ? wfGetAgent( crowd, def.agent ) : NULL;
	if ( aimed != NULL )
	{
		int32_t triangle = crowd->population.agents[def.agent.index1 - 1].triangle;
		wfVec3 there = wfPositionOfFlat( crowd->surface->mesh, triangle, ( wfFlat ){ aimed->x, aimed->y } );
		wfVec3 normal = wfCross3( crowd->surface->mesh->axisX[triangle], crowd->surface->mesh->axisY[triangle] );
		input.knowsAgent = true;
		input.toAgent = wfRollOut( tick, rank, there, normal );
	}
	// What is drawn in space is projected first.
	if ( ( def.kind == wf_constantBehavior || def.kind == wf_periodicBehavior ) && !def.relative )
	{
		wfVec2 v = def.kind == wf_periodicBehavior ? wfGetWavyVector( &def, input.inside ) : wfInPlane( def.v );
		def.kind = wf_constantBehavior;
		def.v = wfInSpace( wfIntoAxes( tick, rank, ( wfVec3 ){ v.x, v.y, def.v.z } ) );
	}
	wfBehaviorVector vector = wfEvaluateDef( &def, behavior.index1, &input, &agent->memory );
	if ( def.kind == wf_randomBehavior )
	{
		// Axes change from triangle to triangle; the way to the goal does not.
		wfVec2 ahead = input.goalDirection;
		vector.v = ( wfVec3 ){ ahead.x * vector.v.x - ahead.y * vector.v.y, ahead.y * vector.v.x + ahead.x * vector.v.y, 0.0 };
	}
	return vector;
}

const wfGround wf_meshGround = { .goalsArePlaces = true,
								 .destroy = destroy,
								 .hashOrigin = wfHashMesh,
								 .findPlace = findPlace,
								 .getPosition = getPosition,
								 .getPoint = getPoint,
								 .intoSpace = intoSpace,
								 .outOfSpace = outOfSpace,
								 .printPlace = printPlace,
								 .follow = doNothing,
								 .reserve = wfReserveMeshTick,
								 .checkPlaces = wfCheckPlacesOnMesh,
								 .checkStops = wfCheckStopsOnMesh,
								 .findPassages = doNothing,
								 .checkRoom = wfCheckRoomOnMesh,
								 .hasStop = hasStop,
								 .placeStop = placeStop,
								 .assignLayer = assignLayer,
								 .isOpen = isOpen,
								 .findWay = findWay,
								 .guide = guide,
								 .getWayToGo = getWayToGo,
								 .hasArrived = wfHasArrivedOnMesh,
								 .toGoal = toGoal,
								 .toHome = toHome,
								 .evaluate = evaluate,
								 .clearance = wfClearanceOnMesh,
								 .roomAt = wfRoomOnMesh,
								 .addWalls = wfAddWallsOnMesh,
								 .findCells = wfFindCellsOnMesh,
								 .buildIndex = wfBuildIndexOnMesh,
								 .perceive = wfPerceiveOnMesh,
								 .reserveFlow = reserveNoFlow,
								 .buildFlow = wfForeseeOnMesh,
								 .foresee = getFanAngle,
								 .moveDiscs = wfMoveOnMesh,
								 .commitDiscs = wfCommitOnMesh,
								 .hashPlaces = hashPlaces,
								 .saveRoutes = wfSaveRoutesOnMesh,
								 .restoreRoutes = wfRestoreRoutesOnMesh,
								 .isSound = wfIsSoundOnMesh };
