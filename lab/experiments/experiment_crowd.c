// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Variants of a scenario's crowd, and the ways its agents walk.
#include "experiment_crowd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- variants

static bool makePath( char* path, size_t capacity, const char* variant, const char* field )
{
	int length = snprintf( path, capacity, "%s.%s", variant, field );
	return length > 0 && (size_t)length < capacity;
}

// The part a value of the variant names; 0 when it names none.
static int32_t findPart( wfRun* run, const wfSimulation* simulation, const char* path, wfPartKind kind )
{
	static const char* const kinds[] = { "style", "behavior", "entry of agents" };
	if ( !wfRun_Has( run, path ) )
	{
		return 0;
	}
	const char* name = wfRun_GetText( run, path );
	int32_t index1 = wfSimulation_FindPart( simulation, kind, name );
	if ( index1 == 0 )
	{
		wfRun_Fail( run, path, "there is no %s named \"%.60s\"", kinds[kind], name );
	}
	return index1;
}

// Which entries take part; entry 0 stands for all.
static void readEntries( wfRun* run, const wfSimulation* simulation, const char* path, int32_t* entries, int32_t* count )
{
	*count = 0;
	const wfExperimentValue* list = wfExperiment_Find( &run->values, path );
	if ( list == NULL )
	{
		return;
	}
	if ( list->isNumber || list->text != NULL || list->number < 1.0 || list->number > WF_MAX_LIST )
	{
		wfRun_Fail( run, path, "expected a list of 1 to %d names", WF_MAX_LIST );
		return;
	}
	for ( int32_t i = 0; i < (int32_t)list->number; ++i )
	{
		char item[128];
		snprintf( item, sizeof( item ), "%s[%d]", path, i );
		entries[( *count )++] = findPart( run, simulation, item, wf_agentPart );
	}
}

static bool takesPart( const int32_t* entries, int32_t count, uint64_t entry )
{
	bool found = count == 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		found = found || (uint64_t)entries[i] == entry;
	}
	return found;
}

wfAgentId* wfRun_GetAgentIds( wfRun* run, const wfCrowd* crowd, int32_t* count )
{
	*count = wfCrowd_GetAgentIds( crowd, NULL, 0 );
	wfAgentId* ids = malloc( ( (size_t)*count + 1 ) * sizeof( wfAgentId ) );
	if ( ids == NULL )
	{
		wfRun_Check( run, wf_outOfMemory );
		*count = 0;
		return NULL;
	}
	wfCrowd_GetAgentIds( crowd, ids, *count );
	return ids;
}

static void checkFields( wfRun* run, const char* variant )
{
	static const char* const known[] = { "name", "agents", "style", "behavior", "onSight", "seconds" };
	size_t length = strlen( variant );
	for ( int32_t i = 0; i < run->values.count; ++i )
	{
		const char* path = run->values.values[i].path;
		if ( strncmp( path, variant, length ) != 0 || path[length] != '.' )
		{
			continue;
		}
		const char* field = path + length + 1;
		size_t size = strcspn( field, ".[" );
		bool found = false;
		for ( size_t k = 0; k < sizeof( known ) / sizeof( known[0] ); ++k )
		{
			found = found || ( strlen( known[k] ) == size && strncmp( known[k], field, size ) == 0 );
		}
		if ( !found )
		{
			wfRun_Fail( run, path, "expected name, agents, style, behavior, onSight or seconds" );
		}
	}
}

static void applyVariant( wfRun* run, const char* variant, wfSimulation* simulation )
{
	char path[5][96];
	const char* const fields[] = { "agents", "style", "behavior", "onSight", "seconds" };
	for ( int i = 0; i < 5; ++i )
	{
		if ( !makePath( path[i], sizeof( path[i] ), variant, fields[i] ) )
		{
			wfRun_Check( run, wf_outOfRange );
			return;
		}
	}
	checkFields( run, variant );
	int32_t entries[WF_MAX_LIST] = { 0 }, entryCount = 0, count = 0;
	readEntries( run, simulation, path[0], entries, &entryCount );
	wfStyleId style = { findPart( run, simulation, path[1], wf_stylePart ) };
	wfBehaviorId behavior = { findPart( run, simulation, path[2], wf_behaviorPart ) };
	wfBehaviorId onSight = { findPart( run, simulation, path[3], wf_behaviorPart ) };
	if ( onSight.index1 != 0 && behavior.index1 == 0 )
	{
		wfRun_Fail( run, path[3], "goes with a behavior" );
	}
	simulation->seconds = wfRun_Has( run, path[4] ) ? wfRun_GetNumber( run, path[4] ) : simulation->seconds;
	wfAgentId* ids = run->result == wf_ok ? wfRun_GetAgentIds( run, simulation->crowd, &count ) : NULL;
	for ( int32_t i = 0; i < count && run->result == wf_ok; ++i )
	{
		if ( !takesPart( entries, entryCount, wfCrowd_GetAgent( simulation->crowd, ids[i] ).userData ) )
		{
			wfRun_Check( run, wfCrowd_RemoveAgent( simulation->crowd, ids[i] ) );
			continue;
		}
		if ( style.index1 != 0 )
		{
			wfRun_Check( run, wfCrowd_SetStyle( simulation->crowd, ids[i], style ) );
		}
		if ( behavior.index1 != 0 )
		{
			wfRun_Check( run, wfCrowd_SetBehavior( simulation->crowd, ids[i], behavior, onSight ) );
		}
	}
	free( ids );
}

void wfRun_OpenVariant( wfRun* run, const char* variant, wfSimulation* simulation )
{
	*simulation = ( wfSimulation ){ 0 };
	wfSimulationDef def = wfDefaultSimulationDef();
	if ( run->result != wf_ok )
	{
		return;
	}
	if ( variant != NULL && !wfRun_Has( run, variant ) )
	{
		wfRun_Fail( run, variant, "expected a variant, found nothing" );
		return;
	}
	wfResult result = run->data != NULL
						  ? wfReadSimulationFromMemory( run->file, run->data, run->size, &def, simulation, &run->error )
						  : wfReadSimulation( run->file, &def, simulation, &run->error );
	if ( wfRun_Check( run, result ) && variant != NULL )
	{
		applyVariant( run, variant, simulation );
	}
}

// ------------------------------------------------------------------------------------------------------------ recording

// The walk of an agent, which may be new; null when there is no memory.
static wfWalk* getWalk( wfWalks* walks, uint32_t serial )
{
	int32_t i = walks->count;
	// Serials grow: those looked for are the newest in most crowds that change at all.
	while ( i > 0 && walks->walks[i - 1].serial > serial )
	{
		i -= 1;
	}
	if ( i > 0 && walks->walks[i - 1].serial == serial )
	{
		return walks->walks + i - 1;
	}
	if ( walks->count == walks->capacity )
	{
		int32_t capacity = 2 * walks->capacity + 16;
		wfWalk* grown = realloc( walks->walks, (size_t)capacity * sizeof( wfWalk ) );
		if ( grown == NULL )
		{
			return NULL;
		}
		walks->walks = grown;
		walks->capacity = capacity;
	}
	memmove( walks->walks + i + 1, walks->walks + i, (size_t)( walks->count - i ) * sizeof( wfWalk ) );
	walks->count += 1;
	walks->walks[i] = ( wfWalk ){ .serial = serial };
	return walks->walks + i;
}

static bool addPlace( wfWalk* walk, wfVec3 place )
{
	if ( walk->count == walk->capacity )
	{
		int32_t capacity = 2 * walk->capacity + 64;
		wfVec2* grown = realloc( walk->places, (size_t)capacity * sizeof( wfVec2 ) );
		if ( grown == NULL )
		{
			return false;
		}
		walk->places = grown;
		walk->capacity = capacity;
	}
	walk->places[walk->count++] = ( wfVec2 ){ place.x, place.y };
	return true;
}

static void addFrame( wfRun* run, wfCrowd* crowd, wfWalks* walks )
{
	int32_t count = 0;
	wfAgentId* ids = wfRun_GetAgentIds( run, crowd, &count );
	for ( int32_t i = 0; i < count && run->result == wf_ok; ++i )
	{
		wfAgentState state = wfCrowd_GetAgent( crowd, ids[i] );
		wfWalk* walk = getWalk( walks, state.serial );
		if ( walk == NULL || !addPlace( walk, state.position ) )
		{
			wfRun_Check( run, wf_outOfMemory );
			break;
		}
		if ( walk->count == 1 )
		{
			walk->entry = (int32_t)state.userData;
			walk->radius = state.radius;
			walk->desiredSpeed = state.desiredSpeed;
			walk->firstStep = (int32_t)wfCrowd_GetStepCount( crowd );
		}
	}
	free( ids );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		for ( int32_t k = 0; k < i; ++k )
		{
			wfVec3 a = frame.positions[i], b = frame.positions[k];
			double gap = hypot( a.x - b.x, a.y - b.y ) - (double)frame.radii[i] - (double)frame.radii[k];
			walks->smallestGap = fmin( walks->smallestGap, gap );
		}
	}
}

// Who arrived has left already: its last place comes from the event.
static void addEvents( wfRun* run, const wfCrowd* crowd, wfWalks* walks )
{
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( crowd, &events );
	for ( int32_t i = 0; i < count && run->result == wf_ok; ++i )
	{
		wfWalk* walk = getWalk( walks, events[i].serial );
		if ( walk == NULL )
		{
			wfRun_Check( run, wf_outOfMemory );
			break;
		}
		walks->stuck += events[i].kind == wf_stuckEvent;
		if ( events[i].kind == wf_arrivedEvent )
		{
			walk->arrived = true;
			walk->arrivedTime = events[i].time;
			walks->arrived += 1;
			bool gone = !wfCrowd_IsAgentValid( crowd, events[i].agent );
			wfRun_Check( run, !gone || addPlace( walk, events[i].position ) ? wf_ok : wf_outOfMemory );
		}
	}
}

void wfRun_Record( wfRun* run, wfSimulation* simulation, wfWalks* walks )
{
	*walks = ( wfWalks ){ .smallestGap = INFINITY };
	if ( run->result != wf_ok )
	{
		return;
	}
	wfCrowd* crowd = simulation->crowd;
	walks->stepSeconds = wfCrowd_GetDef( crowd ).stepSeconds;
	// Half a step of slack: the time is a sum of steps.
	double until = simulation->seconds - 0.5 * walks->stepSeconds;
	addFrame( run, crowd, walks );
	while ( run->result == wf_ok && wfCrowd_GetTime( crowd ) < until && !( simulation->stopWhenDone && wfCrowd_IsDone( crowd ) ) )
	{
		if ( wfRun_Check( run, wfCrowd_Step( crowd, &run->error ) ) )
		{
			addEvents( run, crowd, walks );
			addFrame( run, crowd, walks );
		}
	}
	walks->seconds = wfCrowd_GetTime( crowd );
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		walks->walks[i].arrivedTime = walks->walks[i].arrived ? walks->walks[i].arrivedTime : walks->seconds;
	}
}

void wfRun_Walk( wfRun* run, const char* variant, wfWalks* walks )
{
	wfSimulation simulation;
	wfRun_OpenVariant( run, variant, &simulation );
	wfRun_Record( run, &simulation, walks );
	wfSimulation_Free( &simulation );
}

void wfWalks_Free( wfWalks* walks )
{
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		free( walks->walks[i].places );
	}
	free( walks->walks );
	*walks = ( wfWalks ){ 0 };
}

const wfWalk* wfWalks_Find( const wfWalks* walks, int32_t entry, int32_t k )
{
	static const wfWalk none = { 0 };
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		if ( walks->walks[i].entry == entry && k-- == 0 )
		{
			return walks->walks + i;
		}
	}
	return &none;
}

// ------------------------------------------------------------------------------------------------------------- pictures

void wfRun_NamePicture( const wfRun* run, const char* suffix, char* path, size_t capacity )
{
	const char* dot = strrchr( run->picture, '.' );
	snprintf( path, capacity, "%.*s%s%s%s", (int)( dot - run->picture ), run->picture, suffix[0] != 0 ? "-" : "", suffix, dot );
}

static int compareRows( const void* a, const void* b )
{
	const wfTrajectoryRow *left = a, *right = b;
	int byFrame = ( left->frame > right->frame ) - ( left->frame < right->frame );
	return byFrame != 0 ? byFrame : ( left->id > right->id ) - ( left->id < right->id );
}

void wfRun_DrawWalks( wfRun* run, const char* suffix, const char* title, const wfWalks* const* walks, int32_t count )
{
	if ( run->result != wf_ok || run->picture[0] == 0 )
	{
		return;
	}
	wfTrajectories trajectories = { .fps = 1.0 / walks[0]->stepSeconds, .bounds = wfWorld_GetBounds( run->scenario.world ) };
	double radius = 0.0;
	int32_t id = 0;
	for ( int32_t w = 0; w < count; ++w )
	{
		for ( int32_t i = 0; i < walks[w]->count; ++i )
		{
			trajectories.rowCapacity += walks[w]->walks[i].count;
			radius = fmax( radius, walks[w]->walks[i].radius );
		}
	}
	trajectories.rows = malloc( ( (size_t)trajectories.rowCapacity + 1 ) * sizeof( wfTrajectoryRow ) );
	if ( trajectories.rows == NULL )
	{
		wfRun_Check( run, wf_outOfMemory );
		return;
	}
	for ( int32_t w = 0; w < count; ++w )
	{
		for ( int32_t i = 0; i < walks[w]->count; ++i )
		{
			const wfWalk* walk = walks[w]->walks + i;
			id += 1;
			for ( int32_t k = 0; k < walk->count; ++k )
			{
				wfVec2 place = walk->places[k];
				trajectories.rows[trajectories.rowCount++] =
					( wfTrajectoryRow ){ walk->firstStep + k, id, place.x, place.y, 0.0 };
			}
		}
	}
	qsort( trajectories.rows, (size_t)trajectories.rowCount, sizeof( wfTrajectoryRow ), compareRows );
	char path[600];
	wfRun_NamePicture( run, suffix, path, sizeof( path ) );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.title = title;
	def.radius = radius;
	def.trails = true;
	def.discs = true;
	wfRun_Check( run, wfDrawTrajectories( path, run->scenario.world, &trajectories, &def, &run->error ) );
	free( trajectories.rows );
}
