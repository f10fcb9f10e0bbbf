// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "experiment_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PEOPLE 32
#define KEY_CAPACITY 128

// What a case gives to the agents of an entry; 0 where it says nothing.
typedef struct Given
{
	int32_t entry, style, behavior, onSight;
} Given;

static int32_t findPart( wfRun* run, const wfSimulation* simulation, wfPartKind kind, const char* path, const char* field )
{
	static const char* const kinds[] = { "style", "behavior", "entry of agents" };
	char key[KEY_CAPACITY + 16];
	snprintf( key, sizeof( key ), "%s.%s", path, field );
	if ( run->result != wf_ok || ( kind != wf_agentPart && !wfRun_Has( run, key ) ) )
	{
		return 0;
	}
	const char* name = wfRun_GetText( run, key );
	int32_t index1 = wfSimulation_FindPart( simulation, kind, name );
	if ( index1 == 0 )
	{
		wfRun_Fail( run, key, "there is no %s named \"%.60s\"", kinds[kind], name );
	}
	return index1;
}

// Names the case may not have would be settings that do nothing.
static void checkNames( wfRun* run, const char* path )
{
	static const char* const known[] = { ".preset", ".seconds", ".people", ".agent", ".style", ".behavior", ".onSight" };
	size_t length = strlen( path );
	for ( int32_t i = 0; i < run->values.count && run->result == wf_ok; ++i )
	{
		const char* name = run->values.values[i].path;
		if ( strncmp( name, path, length ) != 0 || name[length] != '.' )
		{
			continue;
		}
		const char* dot = strrchr( name, '.' );
		bool found = false;
		for ( size_t k = 0; k < sizeof( known ) / sizeof( known[0] ); ++k )
		{
			size_t size = strlen( known[k] );
			found = found || ( strncmp( dot, known[k], size ) == 0 && ( dot[size] == 0 || dot[size] == '[' ) );
		}
		if ( !found )
		{
			wfRun_Fail( run, name, "expected preset, seconds or people with agent, style, behavior and onSight" );
		}
	}
}

static int32_t readPeople( wfRun* run, const wfSimulation* simulation, const char* path, Given* given )
{
	char key[KEY_CAPACITY];
	snprintf( key, sizeof( key ), "%s.people", path );
	const wfExperimentValue* list = wfExperiment_Find( &run->values, key );
	if ( list != NULL && ( list->isNumber || list->text != NULL || list->number < 1.0 || list->number > MAX_PEOPLE ) )
	{
		wfRun_Fail( run, key, "expected a list of 1 to %d objects", MAX_PEOPLE );
	}
	int32_t count = list != NULL && run->result == wf_ok ? (int32_t)list->number : 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		snprintf( key, sizeof( key ), "%s.people[%d]", path, i );
		given[i].entry = findPart( run, simulation, wf_agentPart, key, "agent" );
		given[i].style = findPart( run, simulation, wf_stylePart, key, "style" );
		given[i].behavior = findPart( run, simulation, wf_behaviorPart, key, "behavior" );
		given[i].onSight = findPart( run, simulation, wf_behaviorPart, key, "onSight" );
	}
	return count;
}

static void giveAll( wfRun* run, wfCrowd* crowd, const Given* given, int32_t givenCount )
{
	int32_t count = 0;
	wfAgentId* ids = wfRun_GetAgentIds( run, crowd, &count );
	for ( int32_t i = 0; i < count && run->result == wf_ok; ++i )
	{
		const Given* own = NULL;
		for ( int32_t k = 0; k < givenCount; ++k )
		{
			own = (uint64_t)given[k].entry == wfCrowd_GetAgent( crowd, ids[i] ).userData ? given + k : own;
		}
		if ( own == NULL )
		{
			wfRun_Check( run, wfCrowd_RemoveAgent( crowd, ids[i] ) );
			continue;
		}
		if ( own->style != 0 )
		{
			wfRun_Check( run, wfCrowd_SetStyle( crowd, ids[i], ( wfStyleId ){ own->style } ) );
		}
		if ( own->behavior != 0 || own->onSight != 0 )
		{
			wfBehaviorId behavior = { own->behavior }, onSight = { own->onSight };
			wfRun_Check( run, wfCrowd_SetBehavior( crowd, ids[i], behavior, onSight ) );
		}
	}
	free( ids );
}

void wfRun_OpenCase( wfRun* run, const char* path, wfSimulation* simulation )
{
	*simulation = ( wfSimulation ){ 0 };
	wfSimulationDef def = wfDefaultSimulationDef();
	char key[KEY_CAPACITY];
	if ( run->result == wf_ok && !wfRun_Has( run, path ) )
	{
		wfRun_Fail( run, path, "expected a case, found nothing" );
	}
	checkNames( run, path );
	snprintf( key, sizeof( key ), "%s.preset", path );
	if ( run->result == wf_ok && wfRun_Has( run, key ) )
	{
		const char* preset = wfRun_GetText( run, key );
		def.presetGiven = true;
		def.preset = strcmp( preset, "classic" ) == 0 ? wf_classicPreset : wf_defaultPreset;
		if ( strcmp( preset, "classic" ) != 0 && strcmp( preset, "default" ) != 0 )
		{
			wfRun_Fail( run, key, "expected default or classic" );
		}
	}
	if ( run->result != wf_ok )
	{
		return;
	}
	wfResult result = run->data != NULL
						  ? wfReadSimulationFromMemory( run->file, run->data, run->size, &def, simulation, &run->error )
						  : wfReadSimulation( run->file, &def, simulation, &run->error );
	if ( !wfRun_Check( run, result ) )
	{
		return;
	}
	snprintf( key, sizeof( key ), "%s.seconds", path );
	simulation->seconds = wfRun_Has( run, key ) ? wfRun_GetNumber( run, key ) : simulation->seconds;
	Given given[MAX_PEOPLE];
	int32_t count = readPeople( run, simulation, path, given );
	if ( count > 0 && run->result == wf_ok )
	{
		giveAll( run, simulation->crowd, given, count );
	}
}

void wfRun_WalkCase( wfRun* run, const char* path, wfWalks* walks )
{
	wfSimulation simulation;
	wfRun_OpenCase( run, path, &simulation );
	wfRun_Record( run, &simulation, walks );
	wfSimulation_Free( &simulation );
}

double wfRun_GetDeepestWallHit( const wfRun* run, const wfWalks* walks )
{
	double deepest = -INFINITY;
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		const wfWalk* walk = walks->walks + i;
		for ( int32_t k = 0; k < walk->count; ++k )
		{
			deepest = fmax( deepest, walk->radius - wfWorld_GetDistance( run->scenario.world, walk->places[k], 0 ) );
		}
	}
	return deepest;
}
