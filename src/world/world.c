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
	wfResult result = wfCheckPoint( error, "bounds.lower", bounds.lower );
	result = result == wf_ok ? wfCheckPoint( error, "bounds.upper", bounds.upper ) : result;
	if ( result == wf_ok && !( bounds.upper.x > bounds.lower.x && bounds.upper.y > bounds.lower.y ) )
	{
		return wfRefuse( error, "bounds", "from (%g, %g) to (%g, %g) have no area", bounds.lower.x, bounds.lower.y,
						 bounds.upper.x, bounds.upper.y );
	}
	return result;
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
		wfRelease( goal->def.name, strlen( goal->def.name ) + 1 );
	}
	wfReleaseArray( goal->def.points, (size_t)goal->def.pointCount, sizeof( wfVec2 ) );
	goal->def = ( wfGoalDef ){ 0 };
}

void wfDestroyWorld( wfWorld* world )
{
	if ( world == NULL )
	{
		return;
	}
	forgetGeometry( world );
	for ( int32_t k = 0; k < world->shapes.count; ++k )
	{
		if ( world->shapes.data[k].slot.used )
		{
			wfShapeDestroy( &world->shapes.data[k] );
		}
	}
	for ( int32_t k = 0; k < world->goals.count; ++k )
	{
		if ( world->goals.data[k].slot.used )
		{
			goalDestroy( &world->goals.data[k] );
		}
	}
	wfArray_Free( &world->shapes );
	wfArray_Free( &world->goals );
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
	for ( int32_t k = 0; k < world->shapes.count; ++k )
	{
		const wfShape* shape = &world->shapes.data[k];
		if ( shape->slot.used && shape->def.role == wf_walkableRole )
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

// A slot to use again, or the one after the last. A slot whose generations are used up stays empty for good: its old ids must
// never come alive again.
static int32_t findFreeSlot( const void* items, size_t size, int32_t slots, int32_t used )
{
	for ( int32_t k = 0; used < slots && k < slots; ++k )
	{
		const wfWorldSlot* slot = (const wfWorldSlot*)( (const char*)items + (size_t)k * size );
		if ( !slot->used && slot->generation != UINT32_MAX )
		{
			return k;
		}
	}
	return slots;
}

static wfWorldSlot nextGeneration( const wfWorldSlot* old )
{
	return ( wfWorldSlot ){ ( old != NULL ? old->generation : 0 ) + 1, true };
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
	int32_t slot = findFreeSlot( world->shapes.data, sizeof( wfShape ), world->shapes.count, world->shapeCount );
	if ( slot == INT32_MAX )
	{
		return wfFail( error, wf_tooLarge, "a world holds at most %d shapes", INT32_MAX );
	}
	size_t oldCapacity = world->shapes.capacity;
	result = wfArray_Reserve( &world->shapes, (size_t)slot + 1 );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "no memory for shape %d", slot + 1 );
	}
	if ( world->shapes.capacity != oldCapacity )
	{
		forgetGeometry( world ); // it points into the array that has moved
	}
	wfShape made;
	result = wfShapeCreate( &made, def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	bool isNew = slot == world->shapes.count;
	made.slot = nextGeneration( isNew ? NULL : &world->shapes.data[slot].slot );
	world->shapes.data[slot] = made;
	world->shapes.count += isNew ? 1 : 0;
	world->shapeCount += 1;
	world->slowCount += wfIsSlow( &made ) ? 1 : 0;
	logEdit( world, &world->shapes.data[slot] );
	if ( id != NULL )
	{
		*id = ( wfShapeId ){ (uint32_t)slot + 1, made.slot.generation };
	}
	return wf_ok;
}

static wfShape* findShape( const wfWorld* world, wfShapeId id )
{
	if ( id.index1 == 0 || id.index1 > (uint32_t)world->shapes.count )
	{
		return NULL;
	}
	wfShape* shape = &world->shapes.data[id.index1 - 1];
	return shape->slot.used && shape->slot.generation == id.generation ? shape : NULL;
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
	world->slowCount -= wfIsSlow( shape ) ? 1 : 0;
	wfShapeDestroy( shape );
	*shape = ( wfShape ){ .slot.generation = shape->slot.generation };
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
	for ( int32_t k = 0; k < world->shapes.count; ++k )
	{
		if ( world->shapes.data[k].slot.used )
		{
			if ( count < capacity )
			{
				ids[count] = ( wfShapeId ){ (uint32_t)k + 1, world->shapes.data[k].slot.generation };
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
	*goal = ( wfGoal ){ .def = *def };
	goal->def.name = NULL;
	bool copied = wfCopyArray( (const void**)&goal->def.points, def->points, (size_t)def->pointCount, sizeof( wfVec2 ) );
	if ( copied && def->name != NULL )
	{
		copied = wfCopyArray( (const void**)&goal->def.name, def->name, strlen( def->name ) + 1, 1 );
	}
	if ( !copied )
	{
		goalDestroy( goal );
	}
	return copied ? wf_ok : wf_outOfMemory;
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
	int32_t slot = findFreeSlot( world->goals.data, sizeof( wfGoal ), world->goals.count, world->goalCount );
	if ( slot == INT32_MAX )
	{
		return wfFail( error, wf_tooLarge, "a world holds at most %d goals", INT32_MAX );
	}
	wfGoal made;
	result = wfArray_Reserve( &world->goals, (size_t)slot + 1 );
	result = result == wf_ok ? goalCreate( &made, def ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "no memory for goal %d", slot + 1 );
	}
	bool isNew = slot == world->goals.count;
	made.slot = nextGeneration( isNew ? NULL : &world->goals.data[slot].slot );
	world->goals.data[slot] = made;
	world->goals.count += isNew ? 1 : 0;
	world->goalCount += 1;
	if ( id != NULL )
	{
		*id = ( wfGoalId ){ (uint32_t)slot + 1, made.slot.generation };
	}
	return wf_ok;
}

static wfGoal* getGoalSlot( const wfWorld* world, wfGoalId id )
{
	if ( id.index1 == 0 || id.index1 > (uint32_t)world->goals.count )
	{
		return NULL;
	}
	wfGoal* goal = &world->goals.data[id.index1 - 1];
	return goal->slot.used && goal->slot.generation == id.generation ? goal : NULL;
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
	goal->slot.used = false;
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
	for ( int32_t k = 0; k < world->goals.count; ++k )
	{
		if ( world->goals.data[k].slot.used )
		{
			if ( count < capacity )
			{
				ids[count] = ( wfGoalId ){ (uint32_t)k + 1, world->goals.data[k].slot.generation };
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
	for ( int32_t k = 0; k < world->goals.count; ++k )
	{
		const wfGoal* goal = &world->goals.data[k];
		if ( goal->slot.used && goal->def.name != NULL && strcmp( goal->def.name, name ) == 0 )
		{
			return ( wfGoalId ){ (uint32_t)k + 1, goal->slot.generation };
		}
	}
	return ( wfGoalId ){ 0 };
}
