// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/world.h"

#include "world/geometry.h"

#include <string.h>

wfWorldDef wfDefaultWorldDef( void )
{
	wfWorldDef def = { 0 };
	def.bounds.upper = ( wfVec2 ){ 10.0, 10.0 };
	def.internalCookie = WF_COOKIE;
	return def;
}

static wfResult validateBounds( wfBox2 bounds, wfError* error )
{
	const double numbers[4] = { bounds.lower.x, bounds.lower.y, bounds.upper.x, bounds.upper.y };
	const char* names[4] = { "bounds.lower.x", "bounds.lower.y", "bounds.upper.x", "bounds.upper.y" };
	for ( int32_t k = 0; k < 4; ++k )
	{
		if ( !( fabs( numbers[k] ) <= WF_MAX_COORDINATE ) )
		{
			return wfRefuse( error, names[k], "is %g, expected a number between %g and %g", numbers[k], -WF_MAX_COORDINATE,
							 WF_MAX_COORDINATE );
		}
	}
	if ( !( bounds.upper.x > bounds.lower.x && bounds.upper.y > bounds.lower.y ) )
	{
		return wfRefuse( error, "bounds", "from (%g, %g) to (%g, %g) have no area", bounds.lower.x, bounds.lower.y,
						 bounds.upper.x, bounds.upper.y );
	}
	return wf_ok;
}

wfResult wfCreateWorld( const wfWorldDef* def, wfWorld** world, wfError* error )
{
	if ( WF_FAILS( world != NULL ) )
	{
		return wf_invalidDef;
	}
	*world = NULL;
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the world def was not made by wfDefaultWorldDef" );
	}
	wfResult result = validateBounds( def->bounds, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfWorld* made = wfAllocateZeroed( sizeof( wfWorld ) );
	if ( made == NULL )
	{
		return wfFail( error, wf_outOfMemory, "no memory for a world" );
	}
	made->bounds = def->bounds;
	for ( int32_t k = 0; k < 32; ++k )
	{
		atomic_init( &made->geometry[k], NULL );
		atomic_init( &made->firstAlike[k], 0 );
	}
	*world = made;
	return wf_ok;
}

static void forgetGeometry( wfWorld* world )
{
	for ( int32_t k = 0; k < 32; ++k )
	{
		wfGeometryDestroy( atomic_exchange( &world->geometry[k], NULL ) );
		atomic_store( &world->firstAlike[k], 0 );
	}
}

static void goalDestroy( wfGoal* goal )
{
	if ( goal->def.name != NULL )
	{
		wfRelease( (void*)goal->def.name, strlen( goal->def.name ) + 1 );
	}
	wfReleaseArray( (void*)goal->def.points, (size_t)goal->def.pointCount, sizeof( wfVec2 ) );
	goal->def = ( wfGoalDef ){ 0 };
}

void wfDestroyWorld( wfWorld* world )
{
	if ( world == NULL )
	{
		return;
	}
	forgetGeometry( world );
	for ( int32_t k = 0; k < world->shapeSlots; ++k )
	{
		if ( world->shapes[k].used )
		{
			wfShapeDestroy( &world->shapes[k] );
		}
	}
	for ( int32_t k = 0; k < world->goalSlots; ++k )
	{
		if ( world->goals[k].used )
		{
			goalDestroy( &world->goals[k] );
		}
	}
	wfReleaseArray( world->shapes, world->shapeCapacity, sizeof( wfShape ) );
	wfReleaseArray( world->goals, world->goalCapacity, sizeof( wfGoal ) );
	wfRelease( world, sizeof( wfWorld ) );
}

wfBox2 wfWorld_GetBounds( const wfWorld* world )
{
	return WF_FAILS( world != NULL ) ? ( wfBox2 ){ 0 } : world->bounds;
}

uint64_t wfWorld_GetRevision( const wfWorld* world )
{
	return WF_FAILS( world != NULL ) ? 0 : world->revision;
}

// ----------------------------------------------------------------------------------------------------------------- shapes

// Walkable shapes act through their union: the first one closes everything else, and a union with images in it is measured
// in another way than an image alone. Such edits reach everywhere.
static bool editReachesEverywhere( const wfWorld* world, const wfShape* edited )
{
	if ( edited->def.role != wf_walkableRole )
	{
		return false;
	}
	int32_t walkable = 0;
	bool images = false;
	for ( int32_t k = 0; k < world->shapeSlots; ++k )
	{
		const wfShape* shape = &world->shapes[k];
		if ( shape->used && shape->def.role == wf_walkableRole )
		{
			walkable += 1;
			images = images || shape->def.kind == wf_imageShape;
		}
	}
	return walkable <= 1 || images;
}

// Called while the shape is in the world, after adding and before removing.
static void logEdit( wfWorld* world, const wfShape* edited )
{
	wfBox2 box = editReachesEverywhere( world, edited ) ? world->bounds : edited->box;
	if ( edited->def.role == wf_walkableRole )
	{
		// Walkable pieces that touch the edited one from outside change their share of the boundary along the contact.
		double margin = 1.0e-6 * ( 1.0 + wfMax( box.upper.x - box.lower.x, box.upper.y - box.lower.y ) );
		box = wfBoxAround( box.lower, box.upper, margin );
	}
	world->revision += 1;
	world->edits[world->revision % WF_EDIT_LOG_SIZE] = ( wfEdit ){ world->revision, box };
	forgetGeometry( world );
}

wfResult wfWorld_AddShape( wfWorld* world, const wfShapeDef* def, wfShapeId* id, wfError* error )
{
	if ( WF_FAILS( world != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( id != NULL )
	{
		*id = ( wfShapeId ){ 0 };
	}
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the shape def was not made by wfDefaultShapeDef" );
	}
	wfResult result = wfShapeValidate( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t slot = world->shapeSlots;
	for ( int32_t k = 0; world->shapeCount < world->shapeSlots && k < world->shapeSlots; ++k )
	{
		// A slot whose generations are used up stays empty for good: its old ids must never come alive again.
		if ( !world->shapes[k].used && world->shapes[k].generation != UINT32_MAX )
		{
			slot = k;
			break;
		}
	}
	if ( slot == INT32_MAX )
	{
		return wfFail( error, wf_tooLarge, "a world holds at most %d shapes", INT32_MAX );
	}
	size_t oldCapacity = world->shapeCapacity;
	result = wfGrowArray( &world->shapes, &world->shapeCapacity, (size_t)slot + 1, sizeof( wfShape ) );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "no memory for shape %d", slot + 1 );
	}
	if ( world->shapeCapacity != oldCapacity )
	{
		forgetGeometry( world ); // it points into the array that has moved
	}
	uint32_t generation = slot < world->shapeSlots ? world->shapes[slot].generation : 0;
	wfShape made = { 0 };
	result = wfShapeCreate( &made, def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	made.used = true;
	made.generation = generation + 1;
	world->shapes[slot] = made;
	world->shapeSlots = slot == world->shapeSlots ? slot + 1 : world->shapeSlots;
	world->shapeCount += 1;
	logEdit( world, &world->shapes[slot] );
	if ( id != NULL )
	{
		*id = ( wfShapeId ){ (uint32_t)slot + 1, made.generation };
	}
	return wf_ok;
}

static wfShape* findShape( const wfWorld* world, wfShapeId id )
{
	if ( id.index1 == 0 || id.index1 > (uint32_t)world->shapeSlots )
	{
		return NULL;
	}
	wfShape* shape = &world->shapes[id.index1 - 1];
	return shape->used && shape->generation == id.generation ? shape : NULL;
}

wfResult wfWorld_RemoveShape( wfWorld* world, wfShapeId id )
{
	if ( WF_FAILS( world != NULL ) )
	{
		return wf_invalidDef;
	}
	wfShape* shape = findShape( world, id );
	if ( shape == NULL )
	{
		return wf_notFound;
	}
	logEdit( world, shape );
	wfShapeDestroy( shape );
	*shape = ( wfShape ){ .generation = shape->generation };
	world->shapeCount -= 1;
	return wf_ok;
}

bool wfWorld_IsShapeValid( const wfWorld* world, wfShapeId id )
{
	return !WF_FAILS( world != NULL ) && findShape( world, id ) != NULL;
}

int32_t wfWorld_GetShapeCount( const wfWorld* world )
{
	return WF_FAILS( world != NULL ) ? 0 : world->shapeCount;
}

int32_t wfWorld_GetShapeIds( const wfWorld* world, wfShapeId* ids, int32_t capacity )
{
	if ( WF_FAILS( world != NULL && ( ids != NULL || capacity <= 0 ) ) )
	{
		return 0;
	}
	int32_t count = 0;
	for ( int32_t k = 0; k < world->shapeSlots; ++k )
	{
		if ( world->shapes[k].used )
		{
			if ( count < capacity )
			{
				ids[count] = ( wfShapeId ){ (uint32_t)k + 1, world->shapes[k].generation };
			}
			count += 1;
		}
	}
	return count;
}

wfShapeDef wfWorld_GetShape( const wfWorld* world, wfShapeId id )
{
	if ( WF_FAILS( world != NULL && findShape( world, id ) != NULL ) )
	{
		return ( wfShapeDef ){ 0 };
	}
	return findShape( world, id )->def;
}

// ------------------------------------------------------------------------------------------------------------------ goals

static wfResult goalCreate( wfGoal* goal, const wfGoalDef* def )
{
	*goal = ( wfGoal ){ 0 };
	goal->def = *def;
	goal->def.name = NULL;
	wfVec2* points = wfAllocateArray( (size_t)def->pointCount, sizeof( wfVec2 ) );
	goal->def.points = points;
	if ( points == NULL )
	{
		goal->def.pointCount = 0;
		return wf_outOfMemory;
	}
	memcpy( points, def->points, (size_t)def->pointCount * sizeof( wfVec2 ) );
	if ( def->name != NULL )
	{
		char* name = wfAllocate( strlen( def->name ) + 1 );
		if ( name == NULL )
		{
			goalDestroy( goal );
			return wf_outOfMemory;
		}
		memcpy( name, def->name, strlen( def->name ) + 1 );
		goal->def.name = name;
	}
	return wf_ok;
}

wfResult wfWorld_AddGoal( wfWorld* world, const wfGoalDef* def, wfGoalId* id, wfError* error )
{
	if ( WF_FAILS( world != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( id != NULL )
	{
		*id = ( wfGoalId ){ 0 };
	}
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the goal def was not made by wfDefaultGoalDef" );
	}
	wfResult result = wfGoalValidate( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( def->name != NULL && wfWorld_FindGoal( world, def->name ).index1 != 0 )
	{
		return wfRefuse( error, "name", "there is already a goal named \"%.200s\"", def->name );
	}
	int32_t slot = world->goalSlots;
	for ( int32_t k = 0; world->goalCount < world->goalSlots && k < world->goalSlots; ++k )
	{
		if ( !world->goals[k].used && world->goals[k].generation != UINT32_MAX )
		{
			slot = k;
			break;
		}
	}
	if ( slot == INT32_MAX )
	{
		return wfFail( error, wf_tooLarge, "a world holds at most %d goals", INT32_MAX );
	}
	result = wfGrowArray( &world->goals, &world->goalCapacity, (size_t)slot + 1, sizeof( wfGoal ) );
	wfGoal made = { 0 };
	if ( result == wf_ok )
	{
		result = goalCreate( &made, def );
	}
	if ( result != wf_ok )
	{
		return wfFail( error, result, "no memory for goal %d", slot + 1 );
	}
	made.used = true;
	made.generation = ( slot < world->goalSlots ? world->goals[slot].generation : 0 ) + 1;
	world->goals[slot] = made;
	world->goalSlots = slot == world->goalSlots ? slot + 1 : world->goalSlots;
	world->goalCount += 1;
	if ( id != NULL )
	{
		*id = ( wfGoalId ){ (uint32_t)slot + 1, made.generation };
	}
	return wf_ok;
}

static wfGoal* getGoalSlot( const wfWorld* world, wfGoalId id )
{
	if ( id.index1 == 0 || id.index1 > (uint32_t)world->goalSlots )
	{
		return NULL;
	}
	wfGoal* goal = &world->goals[id.index1 - 1];
	return goal->used && goal->generation == id.generation ? goal : NULL;
}

wfResult wfWorld_RemoveGoal( wfWorld* world, wfGoalId id )
{
	if ( WF_FAILS( world != NULL ) )
	{
		return wf_invalidDef;
	}
	wfGoal* goal = getGoalSlot( world, id );
	if ( goal == NULL )
	{
		return wf_notFound;
	}
	goalDestroy( goal );
	goal->used = false;
	world->goalCount -= 1;
	return wf_ok;
}

bool wfWorld_IsGoalValid( const wfWorld* world, wfGoalId id )
{
	return !WF_FAILS( world != NULL ) && getGoalSlot( world, id ) != NULL;
}

int32_t wfWorld_GetGoalIds( const wfWorld* world, wfGoalId* ids, int32_t capacity )
{
	if ( WF_FAILS( world != NULL && ( ids != NULL || capacity <= 0 ) ) )
	{
		return 0;
	}
	int32_t count = 0;
	for ( int32_t k = 0; k < world->goalSlots; ++k )
	{
		if ( world->goals[k].used )
		{
			if ( count < capacity )
			{
				ids[count] = ( wfGoalId ){ (uint32_t)k + 1, world->goals[k].generation };
			}
			count += 1;
		}
	}
	return count;
}

wfGoalDef wfWorld_GetGoal( const wfWorld* world, wfGoalId id )
{
	if ( WF_FAILS( world != NULL && getGoalSlot( world, id ) != NULL ) )
	{
		return ( wfGoalDef ){ 0 };
	}
	return getGoalSlot( world, id )->def;
}

wfGoalId wfWorld_FindGoal( const wfWorld* world, const char* name )
{
	if ( WF_FAILS( world != NULL && name != NULL ) )
	{
		return ( wfGoalId ){ 0 };
	}
	for ( int32_t k = 0; k < world->goalSlots; ++k )
	{
		const wfGoal* goal = &world->goals[k];
		if ( goal->used && goal->def.name != NULL && strcmp( goal->def.name, name ) == 0 )
		{
			return ( wfGoalId ){ (uint32_t)k + 1, goal->generation };
		}
	}
	return ( wfGoalId ){ 0 };
}
