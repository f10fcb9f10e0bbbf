// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups in hashes and saved states.
#include "crowd/group_parts.h"
#include "crowd/tuning.h"

#include <string.h>

_Static_assert( sizeof( wfGroupNow ) == 31 * 8 + 10 * 4, "states of groups must have no gaps: their bytes are hashed and saved" );
_Static_assert( sizeof( wfMember ) == 40 && sizeof( wfWayPlace ) == 32 && sizeof( wfFoe ) == 16 && sizeof( wfKeptBranch ) == 24,
				"items of groups must have no gaps" );
_Static_assert( sizeof( wfGroupTask ) == 11 * 8 + 18 * 4, "orders must have no gaps" );

// What is not an array.
typedef struct wfGroupHead
{
	wfGroupNow now;
	double spacing, ratio, angle;
	uint64_t userData;
	uint32_t generation;
	int32_t isUsed, kind, pointCount, rigid, bands, lastOrder;
	int32_t planner; // wfGroupPlanner, and beside it whether members are hard
	int8_t rankOfKind[WF_KINDS];
} wfGroupHead;

static wfGroupHead headOf( const wfGroup* group )
{
	wfGroupHead head;
	memset( &head, 0, sizeof( head ) );
	head.generation = group->generation;
	head.isUsed = group->isUsed;
	if ( group->isUsed )
	{
		const wfFormationDef* formation = &group->formation;
		head.now = group->now;
		head.spacing = formation->spacing;
		head.ratio = formation->ratio;
		head.angle = formation->angle;
		head.userData = group->userData;
		head.kind = (int32_t)formation->kind;
		head.pointCount = formation->pointCount;
		head.rigid = formation->rigid;
		head.bands = group->bands;
		head.planner = (int32_t)group->planner + ( group->hardMembers ? wf_groupPlannerCount : 0 );
		head.lastOrder = group->lastOrder;
		memcpy( head.rankOfKind, formation->rankOfKind, sizeof( head.rankOfKind ) );
	}
	return head;
}

#define WF_HASH_ARRAY( hash, array ) wfHash( hash, ( array ).data, (size_t)( array ).count * sizeof( *( array ).data ) )

uint64_t wfHashGroups( const wfCrowd* crowd, uint64_t hash )
{
	// A crowd that never had a group has the hash it had before there were any.
	if ( crowd->groups.list.count == 0 )
	{
		return hash;
	}
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		const wfGroup* group = &crowd->groups.list.data[k];
		wfGroupHead head = headOf( group );
		hash = wfHash( hash, &head, sizeof( head ) );
		hash = WF_HASH_ARRAY( hash, group->points );
		hash = WF_HASH_ARRAY( hash, group->members );
		hash = WF_HASH_ARRAY( hash, group->shape );
		hash = WF_HASH_ARRAY( hash, group->slots );
		hash = WF_HASH_ARRAY( hash, group->places );
		hash = WF_HASH_ARRAY( hash, group->trail );
		hash = WF_HASH_ARRAY( hash, group->tasks );
		hash = WF_HASH_ARRAY( hash, group->foes );
		hash = WF_HASH_ARRAY( hash, group->branches );
		hash = WF_HASH_ARRAY( hash, group->route );
		for ( int32_t m = 0; m < group->sketches.count; ++m )
		{
			uint64_t sketch = wfStrokes_GetHash( group->sketches.data[m] );
			hash = wfHash( hash, &sketch, sizeof( sketch ) );
		}
	}
	for ( int32_t k = 0; k < crowd->groups.laterSketches.count; ++k )
	{
		const wfStrokes* sketch = crowd->groups.laterSketches.data[k];
		uint64_t drawn = sketch != NULL ? wfStrokes_GetHash( sketch ) : 0;
		hash = wfHash( hash, &drawn, sizeof( drawn ) );
	}
	hash = WF_HASH_ARRAY( hash, crowd->groups.later );
	hash = WF_HASH_ARRAY( hash, crowd->groups.laterFoes );
	return WF_HASH_ARRAY( hash, crowd->groups.laterBranches );
}

// ------------------------------------------------------------------------------------------------------------------ writing

static void putItems( wfStateWriter* writer, const void* data, int32_t count, size_t size )
{
	wfPutBytes( writer, &count, sizeof( count ) );
	wfPutBytes( writer, data, (size_t)count * size );
}

#define WF_PUT_ARRAY( writer, array ) putItems( writer, ( array ).data, ( array ).count, sizeof( *( array ).data ) )

// One that was taken has no bytes.
static void putSketch( wfStateWriter* writer, const wfStrokes* sketch )
{
	uint64_t size = sketch != NULL ? wfStrokes_Save( sketch, NULL, 0 ) : 0;
	wfPutBytes( writer, &size, sizeof( size ) );
	if ( sketch != NULL && writer->size <= writer->capacity && size <= writer->capacity - writer->size )
	{
		wfStrokes_Save( sketch, writer->bytes + writer->size, (size_t)size );
	}
	writer->size += size;
}

static void putSketches( wfStateWriter* writer, wfStrokes* const* sketches, int32_t count )
{
	wfPutBytes( writer, &count, sizeof( count ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		putSketch( writer, sketches[k] );
	}
}

void wfSaveGroups( const wfCrowd* crowd, wfStateWriter* writer )
{
	WF_PUT_ARRAY( writer, crowd->groups.later );
	WF_PUT_ARRAY( writer, crowd->groups.laterFoes );
	WF_PUT_ARRAY( writer, crowd->groups.laterBranches );
	putSketches( writer, crowd->groups.laterSketches.data, crowd->groups.laterSketches.count );
	wfPutBytes( writer, &crowd->groups.list.count, sizeof( int32_t ) );
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		const wfGroup* group = &crowd->groups.list.data[k];
		wfGroupHead head = headOf( group );
		wfPutBytes( writer, &head, sizeof( head ) );
		WF_PUT_ARRAY( writer, group->points );
		WF_PUT_ARRAY( writer, group->members );
		WF_PUT_ARRAY( writer, group->shape );
		WF_PUT_ARRAY( writer, group->slots );
		WF_PUT_ARRAY( writer, group->places );
		WF_PUT_ARRAY( writer, group->trail );
		WF_PUT_ARRAY( writer, group->tasks );
		WF_PUT_ARRAY( writer, group->foes );
		WF_PUT_ARRAY( writer, group->branches );
		WF_PUT_ARRAY( writer, group->route );
		putSketches( writer, group->sketches.data, group->sketches.count );
	}
}

// ------------------------------------------------------------------------------------------------------------------ reading

// Damaged counts ask for no memory.
static wfResult getItems( wfStateReader* reader, void* array, size_t* capacity, int32_t* count, size_t size )
{
	int32_t items = 0;
	wfGetBytes( reader, &items, sizeof( items ) );
	if ( reader->failed || items < 0 || (size_t)items > reader->left / size )
	{
		return wf_badFormat;
	}
	wfResult result = items > 0 ? wfGrowArray( array, capacity, (size_t)items, size ) : wf_ok;
	if ( result == wf_ok && items > 0 )
	{
		void* data;
		memcpy( &data, array, sizeof( data ) );
		wfGetBytes( reader, data, (size_t)items * size );
		*count = items;
	}
	return result;
}

#define WF_GET_ARRAY( reader, array )                                                                                            \
	getItems( reader, &( array )->data, &( array )->capacity, &( array )->count, sizeof( *( array )->data ) )

// Of a group all are there; of those for later some were taken.
static wfResult getSketches( wfStateReader* reader, wfStrokes*** list, size_t* capacity, int32_t* got, bool mayLack )
{
	int32_t count = 0;
	wfGetBytes( reader, &count, sizeof( count ) );
	if ( reader->failed || count < 0 || (size_t)count > reader->left / sizeof( uint64_t ) )
	{
		return wf_badFormat;
	}
	wfResult result = count > 0 ? wfGrowArray( list, capacity, (size_t)count, sizeof( wfStrokes* ) ) : wf_ok;
	wfStrokesDef def = wfDefaultStrokesDef();
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		uint64_t size = 0;
		wfGetBytes( reader, &size, sizeof( size ) );
		if ( reader->failed || size > reader->left || ( size == 0 && !mayLack ) )
		{
			return wf_badFormat;
		}
		wfStrokes* sketch = NULL;
		result = size > 0 ? wfCreateStrokes( &def, &sketch, NULL ) : wf_ok;
		if ( result == wf_ok )
		{
			( *list )[( *got )++] = sketch;
			result = size > 0 ? wfStrokes_Restore( sketch, reader->bytes, (size_t)size, NULL ) : wf_ok;
			reader->bytes += size;
			reader->left -= size;
		}
	}
	return result;
}

#define WF_GET_SKETCHES( reader, array, mayLack )                                                                                \
	getSketches( reader, &( array )->data, &( array )->capacity, &( array )->count, mayLack )

static wfResult getGroup( wfStateReader* reader, wfGroup* group )
{
	wfGroupHead head;
	memset( &head, 0, sizeof( head ) );
	wfGetBytes( reader, &head, sizeof( head ) );
	if ( reader->failed || head.planner < 0 || head.planner >= 2 * wf_groupPlannerCount )
	{
		return wf_badFormat;
	}
	group->generation = head.generation;
	group->isUsed = head.isUsed != 0;
	group->now = head.now;
	group->userData = head.userData;
	group->bands = head.bands != 0;
	group->planner = (wfGroupPlanner)( head.planner % wf_groupPlannerCount );
	group->hardMembers = head.planner >= wf_groupPlannerCount;
	group->lastOrder = head.lastOrder;
	group->formation = wfDefaultFormationDef();
	group->formation.kind = (wfFormationKind)head.kind;
	group->formation.spacing = head.spacing;
	group->formation.ratio = head.ratio;
	group->formation.angle = head.angle;
	group->formation.pointCount = head.pointCount;
	group->formation.rigid = head.rigid != 0;
	memcpy( group->formation.rankOfKind, head.rankOfKind, sizeof( head.rankOfKind ) );
	wfResult result = WF_GET_ARRAY( reader, &group->points );
	result = result == wf_ok ? WF_GET_ARRAY( reader, &group->members ) : result;
	result = result == wf_ok ? WF_GET_ARRAY( reader, &group->shape ) : result;
	result = result == wf_ok ? WF_GET_ARRAY( reader, &group->slots ) : result;
	result = result == wf_ok ? WF_GET_ARRAY( reader, &group->places ) : result;
	result = result == wf_ok ? WF_GET_ARRAY( reader, &group->trail ) : result;
	result = result == wf_ok ? WF_GET_ARRAY( reader, &group->tasks ) : result;
	result = result == wf_ok ? WF_GET_ARRAY( reader, &group->foes ) : result;
	result = result == wf_ok ? WF_GET_ARRAY( reader, &group->branches ) : result;
	result = result == wf_ok ? WF_GET_ARRAY( reader, &group->route ) : result;
	return result == wf_ok ? WF_GET_SKETCHES( reader, &group->sketches, false ) : result;
}

wfResult wfRestoreGroups( wfCrowd* next, wfStateReader* reader )
{
	wfGroups* groups = &next->groups;
	wfResult result = WF_GET_ARRAY( reader, &groups->later );
	result = result == wf_ok ? WF_GET_ARRAY( reader, &groups->laterFoes ) : result;
	result = result == wf_ok ? WF_GET_ARRAY( reader, &groups->laterBranches ) : result;
	result = result == wf_ok ? WF_GET_SKETCHES( reader, &groups->laterSketches, true ) : result;
	int32_t count = 0;
	wfGetBytes( reader, &count, sizeof( count ) );
	if ( result != wf_ok || reader->failed || count < 0 || (size_t)count > reader->left / sizeof( wfGroupHead ) )
	{
		return result != wf_ok ? result : wf_badFormat;
	}
	result = wfArray_Reserve( &next->groups.list, count );
	result = result == wf_ok ? wfArray_Reserve( &next->groups.memberOfSlot, wfRoomForSlots( next ) ) : result;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		next->groups.list.data[next->groups.list.count++] = ( wfGroup ){ 0 };
		result = getGroup( reader, &next->groups.list.data[k] );
		next->groups.used += next->groups.list.data[k].isUsed ? 1 : 0;
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------- checks

static bool isNumber( double value )
{
	return fabs( value ) <= 1e9;
}

static bool isPlaceSound( const wfCrowd* crowd, double x, double y, int32_t triangle )
{
	return isNumber( x ) && isNumber( y ) && wfGround_IsPlace( &crowd->ground, ( wfPlace ){ x, y, triangle } );
}

static bool areWayPlacesSound( const wfCrowd* crowd, const wfWayPlace* places, int32_t count, bool ascend )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		bool follows = k == 0 || !ascend || places[k].along >= places[k - 1].along;
		if ( !isPlaceSound( crowd, places[k].x, places[k].y, places[k].triangle ) || !isNumber( places[k].along ) || !follows )
		{
			return false;
		}
	}
	return true;
}

static bool areVectorsSound( const wfPlaceList* list )
{
	for ( int32_t k = 0; k < list->count; ++k )
	{
		if ( !isNumber( list->data[k].x ) || !isNumber( list->data[k].y ) )
		{
			return false;
		}
	}
	return true;
}

static bool isNowSound( const wfCrowd* crowd, const wfGroup* group )
{
	const wfGroupNow* now = &group->now;
	const double numbers[] = { now->frontX, now->frontY,   now->aheadX,		now->aheadY, now->speed,  now->error,
							   now->shift,	now->aimShift, now->shapeError, now->walked, now->since,  now->followedAt,
							   now->radius, now->slowest,  now->progress,	now->aimX,	 now->aimY,	  now->wheel,
							   now->late,	now->last,	   now->lag,		now->lost,	 now->stirred };
	for ( size_t k = 0; k < sizeof( numbers ) / sizeof( numbers[0] ); ++k )
	{
		if ( !isNumber( numbers[k] ) )
		{
			return false;
		}
	}
	bool isPlaced = ( now->flags & wf_groupIsPlaced ) != 0, leads = ( now->flags & wf_groupLeads ) != 0;
	bool hasRoute = now->target >= -1 && now->target < crowd->ground.routes.targets.count && now->layer >= -1 &&
					now->layer < crowd->ground.routes.layers.count && now->slotLayer >= -1 &&
					now->slotLayer < crowd->ground.routes.layers.count && ( now->slotLayer >= 0 ) == ( now->layer >= 0 );
	hasRoute = hasRoute && ( crowd->ground.mesh == NULL || group->planner == wf_individualPlanner );
	bool hasTarget = hasRoute && ( now->target < 0 || crowd->ground.routes.targets.data[now->target].layer == now->layer );
	return hasTarget && now->width >= 0.0 && now->remaining >= 0.0 && now->stopState >= wf_stopOpen &&
		   now->stopState <= wf_stopUnreachable && ( !leads || isPlaced ) && ( !isPlaced || now->layer >= 0 ) &&
		   ( !isPlaced || isPlaceSound( crowd, now->x, now->y, now->triangle ) ) &&
		   ( ( now->flags & wf_groupIsToPoint ) == 0 || isPlaceSound( crowd, now->toX, now->toY, now->toTriangle ) ) &&
		   ( !isPlaced || isPlaceSound( crowd, now->homeX, now->homeY, now->homeTriangle ) );
}

// What a task refers to: lists of a group, or of the orders for later.
typedef struct wfTaskLists
{
	int32_t foeCount, branchCount, sketchCount;
	wfStrokes* const* sketches;
} wfTaskLists;

static bool isTaskSound( const wfCrowd* crowd, const wfTaskLists* lists, const wfGroupTask* task, const wfGroup* walking )
{
	wfStop to = { .kind = (wfStopKind)task->stopKind,
				  .goal = task->goal,
				  .point = task->point,
				  .place = { task->triangle, task->u, task->v },
				  .reach = task->reach };
	bool isStroke = task->kind == wf_strokeOrder;
	bool mayBeGone = task->stopKind == wf_goalStop && crowd->ground.mesh == NULL;
	bool sketch = task->sketch > 0 && task->sketch <= lists->sketchCount && lists->sketches[task->sketch - 1] != NULL;
	const wfStrokes* strokes = sketch ? lists->sketches[task->sketch - 1] : NULL;
	bool isDrawn = sketch && task->root >= 0 && task->root < wfStrokes_GetNodeCount( strokes ) && task->advance >= 0 &&
				   task->advance < wf_advanceCount && task->rule >= 0 && task->rule < wf_divisionRuleCount &&
				   ( walking == NULL || ( walking->now.node >= -1 && walking->now.node < wfStrokes_GetNodeCount( strokes ) &&
										  ( walking->now.node < 0 || walking->route.count > 0 ) ) );
	return task->kind >= 0 && task->kind < wf_groupOrderKindCount &&
		   ( task->stopKind == wf_pointStop || task->stopKind == wf_goalStop ) && isNumber( task->range ) &&
		   isNumber( task->seconds ) && isNumber( task->point.x ) && isNumber( task->point.y ) && isNumber( task->point.z ) &&
		   isNumber( task->facing.x ) && isNumber( task->facing.y ) && isNumber( task->facing.z ) &&
		   ( mayBeGone || wfCheckStopIds( crowd, &to, 1, NULL ) == wf_ok ) && task->foeFirst >= 0 && task->foeCount >= 0 &&
		   task->foeFirst <= lists->foeCount - task->foeCount && task->branchFirst >= 0 && task->branchCount >= 0 &&
		   task->branchFirst <= lists->branchCount - task->branchCount && ( !isStroke || isDrawn );
}

static bool areMembersSound( const wfCrowd* crowd, int32_t index, int32_t* members )
{
	const wfGroup* group = &crowd->groups.list.data[index];
	bool placed = group->places.count == group->members.count;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfMember* member = &group->members.data[k];
		if ( member->slot < 0 || member->slot >= crowd->population.slotCount )
		{
			return false;
		}
		const wfAgent* agent = &crowd->population.agents[member->slot];
		bool isLed = ( agent->flags & wf_agentLed ) != 0;
		if ( !( agent->flags & wf_agentUsed ) || agent->generation != member->generation || agent->orders.group != index + 1 ||
			 ( isLed && !placed && ( group->now.flags & wf_groupMakesSlots ) == 0 ) || !isNumber( member->progress ) ||
			 !isNumber( member->speed ) || !isNumber( member->left ) || member->place < 0 ||
			 ( member->place >= group->slots.count && ( group->now.flags & wf_groupAssigns ) == 0 &&
			   ( group->now.flags & wf_groupLeads ) ) )
		{
			return false;
		}
		crowd->groups.memberOfSlot.data[member->slot] = k;
		*members += 1;
	}
	return true;
}

static bool areLaterOrdersSound( const wfCrowd* crowd )
{
	const wfGroups* groups = &crowd->groups;
	wfTaskLists lists = { groups->laterFoes.count, groups->laterBranches.count, groups->laterSketches.count,
						  groups->laterSketches.data };
	bool sound = groups->later.count <= WF_MAX_LATER_ORDERS;
	for ( int32_t k = 0; k < groups->later.count && sound; ++k )
	{
		sound = isNumber( groups->later.data[k].time ) && isTaskSound( crowd, &lists, &groups->later.data[k].task, NULL );
	}
	return sound;
}

bool wfAreGroupsSound( const wfCrowd* crowd )
{
	if ( !areLaterOrdersSound( crowd ) )
	{
		return false;
	}
	int32_t members = 0, named = 0;
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		const wfGroup* group = &crowd->groups.list.data[k];
		wfFormationDef formation = group->formation;
		formation.points = group->points.data;
		const wfVec2 one = { 0.0, 0.0 };
		bool waits = formation.kind == wf_asTheyStandFormation && formation.pointCount == 0;
		formation.points = waits ? &one : formation.points;
		formation.pointCount = waits ? 1 : formation.pointCount;
		bool hasPoints = waits || formation.pointCount == group->points.count;
		if ( !group->isUsed )
		{
			if ( group->members.count > 0 || group->tasks.count > 0 )
			{
				return false;
			}
			continue;
		}
		if ( !hasPoints || wfFormation_Check( &formation, NULL ) != wf_ok || !isNowSound( crowd, group ) ||
			 group->members.count > WF_MAX_MEMBERS || group->tasks.count > WF_MAX_GROUP_ORDERS + 1 ||
			 !areVectorsSound( &group->shape ) || !areVectorsSound( &group->slots ) ||
			 !areWayPlacesSound( crowd, group->places.data, group->places.count, false ) ||
			 !areWayPlacesSound( crowd, group->trail.data, group->trail.count, true ) ||
			 !areWayPlacesSound( crowd, group->route.data, group->route.count, true ) || !areMembersSound( crowd, k, &members ) )
		{
			return false;
		}
		for ( int32_t m = 0; m < group->tasks.count; ++m )
		{
			wfTaskLists lists = { group->foes.count, group->branches.count, group->sketches.count, group->sketches.data };
			if ( !isTaskSound( crowd, &lists, &group->tasks.data[m], m == 0 ? group : NULL ) )
			{
				return false;
			}
		}
	}
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		named += agent->orders.group != 0 ? 1 : 0;
	}
	return members == named;
}
