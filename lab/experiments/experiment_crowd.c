// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Variants of a scenario's crowd, and the paths its agents walk.
#include "experiment_crowd.h"

#include "base/text.h"
#include "base/vec3.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_PEOPLE 32

// ------------------------------------------------------------------------------------------------------------- variants

// What a variant gives to the agents of an entry, 0: of all; 0 where it says nothing.
typedef struct Given
{
	int32_t entry, style, behavior, onSight;
} Given;

static wfSimulation readSimulation( wfTrial* run, const wfSimulationDef* def )
{
	wfSimulation simulation = { 0 };
	wfTrial_Check( run, run->data != NULL
							? wfReadSimulationFromMemory( run->file, run->data, run->size, def, &simulation, &wf_error )
							: wfReadSimulation( run->file, def, &simulation, &wf_error ) );
	return simulation;
}

static wfSimulationDef makeSimulationDef( uint64_t seed )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	def.seedGiven = seed != 0;
	def.seed = seed;
	return def;
}

wfWorkers* wfGetTrialWorkers( void )
{
	static wfWorkers* workers;
	workers = workers != NULL ? workers : wfCreateChosenWorkers();
	return workers;
}

wfSimulation wfTrial_OpenCrowd( wfTrial* run, int32_t agents, uint64_t seed, wfWorkers* workers )
{
	wfSimulationDef def = makeSimulationDef( seed );
	def.agents = agents;
	def.workers = workers;
	return readSimulation( run, &def );
}

void wfTrial_KeepEntries( wfTrial* run, wfCrowd* crowd, const int32_t* entries, int32_t entryCount )
{
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( crowd, &count );
	for ( int32_t i = 0; i < count; ++i )
	{
		uint64_t entry = wfCrowd_GetAgent( crowd, ids[i] ).userData;
		bool kept = false;
		for ( int32_t k = 0; k < entryCount; ++k )
		{
			kept = kept || entry == (uint64_t)entries[k];
		}
		wfTrial_Check( run, kept ? wf_ok : wfCrowd_RemoveAgent( crowd, ids[i] ) );
	}
	free( ids );
}

// The part a value of the file names; it must be there.
static int32_t findPart( wfTrial* run, const wfSimulation* simulation, const char* path, wfPartKind kind )
{
	static const char* const kinds[] = { "style", "behavior", "entry of agents" };
	const char* name = wfTrial_GetText( run, path );
	int32_t index1 = wfSimulation_FindPart( simulation, kind, name );
	wfTrial_FailIf( run, index1 == 0, path, "there is no %s named \"%.60s\"", kinds[kind], name );
	return index1;
}

static Given readGiven( wfTrial* run, const wfSimulation* simulation, const char* path, int32_t entry )
{
	Given given = { .entry = entry };
	const struct
	{
		const char* name;
		wfPartKind kind;
		int32_t* index;
	} parts[] = { { "style", wf_stylePart, &given.style },
				  { "behavior", wf_behaviorPart, &given.behavior },
				  { "onSight", wf_behaviorPart, &given.onSight } };
	for ( int i = 0; i < 3; ++i )
	{
		const char* key = wfKey( "%s.%s", path, parts[i].name );
		*parts[i].index = wfTrial_Has( run, key ) ? findPart( run, simulation, key, parts[i].kind ) : 0;
	}
	return given;
}

// Returns how many there are; 0: the variant says nothing about anybody.
static int32_t readPeople( wfTrial* run, const wfSimulation* simulation, const char* variant, Given* given )
{
	char list[192];
	snprintf( list, sizeof( list ), "%s.people", variant );
	if ( wfTrial_Has( run, list ) )
	{
		int32_t count = wfTrial_CountItems( run, list, 1, MAX_PEOPLE );
		for ( int32_t i = 0; i < count; ++i )
		{
			const char* agent = wfKey( "%s[%d].agent", list, i );
			int32_t entry = findPart( run, simulation, agent, wf_agentPart );
			given[i] = readGiven( run, simulation, wfKey( "%s[%d]", list, i ), entry );
		}
		return count;
	}
	snprintf( list, sizeof( list ), "%s.agents", variant );
	int32_t count = wfTrial_Has( run, list ) ? wfTrial_CountItems( run, list, 1, WF_MAX_LIST ) : 0;
	given[0] = readGiven( run, simulation, variant, 0 );
	wfTrial_FailIf( run, given[0].onSight != 0 && given[0].behavior == 0, wfKey( "%s.onSight", variant ),
					"goes with a behavior" );
	for ( int32_t i = 0; i < count; ++i )
	{
		given[i] = given[0];
		given[i].entry = findPart( run, simulation, wfKey( "%s[%d]", list, i ), wf_agentPart );
	}
	return count > 0 ? count : 1;
}

static void giveAll( wfTrial* run, wfCrowd* crowd, const Given* given, int32_t givenCount )
{
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( crowd, &count );
	for ( int32_t i = 0; i < count; ++i )
	{
		const Given* own = NULL;
		uint64_t entry = wfCrowd_GetAgent( crowd, ids[i] ).userData;
		for ( int32_t k = 0; k < givenCount; ++k )
		{
			own = given[k].entry == 0 || (uint64_t)given[k].entry == entry ? given + k : own;
		}
		if ( own == NULL )
		{
			wfTrial_Check( run, wfCrowd_RemoveAgent( crowd, ids[i] ) );
			continue;
		}
		if ( own->style != 0 )
		{
			wfTrial_Check( run, wfCrowd_SetStyle( crowd, ids[i], ( wfStyleId ){ own->style } ) );
		}
		if ( own->behavior != 0 || own->onSight != 0 )
		{
			wfBehaviorId behavior = { own->behavior }, onSight = { own->onSight };
			wfTrial_Check( run, wfCrowd_SetBehavior( crowd, ids[i], behavior, onSight ) );
		}
	}
}

// Names a variant may not have would be settings that do nothing.
static void checkNames( wfTrial* run, const char* variant )
{
	static const char* const known[] = { "name",   "agents", "style",	"behavior", "onSight",
										 "people", "preset", "seconds", "agent",	NULL };
	size_t length = strlen( variant );
	for ( int32_t i = 0; i < run->values.count; ++i )
	{
		const char* path = run->values.values[i].path;
		if ( strncmp( path, variant, length ) != 0 || path[length] != '.' )
		{
			continue;
		}
		const char* last = strrchr( path, '.' ) + 1;
		wfTrial_FailIf( run, !wfIsName( last, strcspn( last, "[" ), known ), path,
						"expected name, agents, style, behavior, onSight, people, preset or seconds" );
	}
}

wfSimulation wfTrial_OpenVariant( wfTrial* run, const char* path, uint64_t seed )
{
	wfSimulationDef def = makeSimulationDef( seed );
	if ( path == NULL )
	{
		return readSimulation( run, &def );
	}
	char variant[160];
	snprintf( variant, sizeof( variant ), "%s", path );
	wfTrial_FailIf( run, !wfTrial_Has( run, variant ), variant, "expected a variant, found nothing" );
	checkNames( run, variant );
	if ( wfTrial_Has( run, wfKey( "%s.preset", variant ) ) )
	{
		const char* preset = wfTrial_GetText( run, wfKey( "%s.preset", variant ) );
		def.presetGiven = true;
		def.preset = strcmp( preset, "classic" ) == 0 ? wf_classicPreset : wf_defaultPreset;
		wfTrial_FailIf( run, strcmp( preset, "classic" ) != 0 && strcmp( preset, "default" ) != 0, wfKey( "%s.preset", variant ),
						"expected default or classic" );
	}
	wfSimulation simulation = readSimulation( run, &def );
	simulation.seconds = wfTrial_GetOption( run, wfKey( "%s.seconds", variant ), simulation.seconds );
	Given given[MAX_PEOPLE];
	giveAll( run, simulation.crowd, given, readPeople( run, &simulation, variant, given ) );
	return simulation;
}

int32_t wfTrial_FindEntry( wfTrial* run, const char* path )
{
	wfSimulation simulation = wfTrial_OpenCrowd( run, 0, 0, NULL );
	int32_t entry = findPart( run, &simulation, path, wf_agentPart );
	wfSimulation_Free( &simulation );
	return entry;
}

// ------------------------------------------------------------------------------------------------------------ recording

bool wfMovesNothing( const wfFootstep* step )
{
	return step->kind == wf_shiftFootstep && !( step->speed > 0.0 ) && step->swingFromAngle == step->swingToAngle;
}

// The walk of an agent, which may be new.
static wfAgentWalk* getWalk( wfCrowdWalks* walks, uint32_t serial )
{
	int32_t low = 0, high = walks->count;
	while ( low < high )
	{
		int32_t middle = low + ( high - low ) / 2;
		low = walks->walks[middle].serial < serial ? middle + 1 : low;
		high = walks->walks[middle].serial < serial ? high : middle;
	}
	if ( low == walks->count || walks->walks[low].serial != serial )
	{
		walks->walks = wfGrow( walks->walks, walks->count + 1, &walks->capacity, sizeof( wfAgentWalk ) );
		memmove( walks->walks + low + 1, walks->walks + low, (size_t)( walks->count++ - low ) * sizeof( wfAgentWalk ) );
		walks->walks[low] = ( wfAgentWalk ){ .serial = serial };
	}
	return walks->walks + low;
}

static void addPlace( wfAgentWalk* walk, wfVec3 place )
{
	walk->places = wfGrow( walk->places, walk->count + 1, &walk->capacity, sizeof( wfVec2 ) );
	walk->places[walk->count++] = wfInPlane( place );
}

static void addFrame( wfCrowd* crowd, wfCrowdWalks* walks )
{
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( crowd, &count );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfAgentState state = wfCrowd_GetAgent( crowd, ids[i] );
		wfAgentWalk* walk = getWalk( walks, state.serial );
		addPlace( walk, state.position );
		if ( walk->count == 1 )
		{
			walk->entry = (int32_t)state.userData;
			walk->radius = state.radius;
			walk->desiredSpeed = state.desiredSpeed;
			walk->firstTick = (int32_t)wfCrowd_GetTickCount( crowd );
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

static void addEvents( const wfCrowd* crowd, wfCrowdWalks* walks )
{
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( crowd, &events );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfAgentWalk* walk = getWalk( walks, events[i].serial );
		walks->stuck += events[i].kind == wf_stuckEvent;
		if ( events[i].kind == wf_arrivedEvent && !walk->arrived )
		{
			walk->arrived = true;
			walk->to = events[i].time;
			walks->arrived += 1;
			// Who arrived has left already: its last place comes from the event.
			if ( !wfCrowd_IsAgentValid( crowd, events[i].agent ) )
			{
				addPlace( walk, events[i].position );
			}
		}
	}
}

static void addSteps( wfTrial* run, wfCrowd* crowd, wfCircleCheck* check, wfCrowdWalks* walks )
{
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( crowd, &rows );
	wfTrial_Check( run, wfFootstepTable_Add( &walks->table, rows, count ) );
	wfTrial_Check( run, wfCircleCheck_AddFootsteps( check, rows, count ) );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfTrial_Check( run, wfCircleCheck_AddFrame( check, &frame ) );
}

// The footsteps of each one, and from when to when it walked.
static void finishWalks( wfCrowdWalks* walks )
{
	wfFootstepTable_Sort( &walks->table );
	for ( int64_t i = 0; i < walks->table.rowCount; ++i )
	{
		const wfFootstepRow* row = walks->table.rows + i;
		wfAgentWalk* walk = getWalk( walks, row->serial );
		walk->rows = walk->rowCount == 0 ? row : walk->rows;
		walk->rowCount += 1;
	}
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		wfAgentWalk* walk = walks->walks + i;
		walk->to = walk->arrived ? walk->to : walks->seconds;
		walk->from = walk->to;
		walks->agentSeconds += walk->to;
		for ( int32_t k = 0; k < walk->rowCount && walk->from == walk->to; ++k )
		{
			const wfFootstep* step = &walk->rows[k].step;
			walk->from = wfMovesNothing( step ) ? walk->to : fmin( step->startTime, walk->to );
		}
	}
}

wfCrowdWalks wfTrial_Record( wfTrial* run, wfSimulation* simulation )
{
	wfCrowd* crowd = simulation->crowd;
	wfCrowdWalks walks = { .smallestGap = INFINITY, .tickSeconds = wfCrowd_GetDef( crowd ).tickSeconds };
	bool onFoot = wfCrowd_GetFootstepStats( crowd ).agents > 0;
	wfCircleCheckDef def = wfDefaultCircleCheckDef();
	wfCircleCheck* check = NULL;
	def.world = simulation->world;
	wfTrial_Check( run, wfCreateCircleCheck( &def, &check, &wf_error ) );
	addFrame( crowd, &walks );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfTrial_Check( run, onFoot ? wfCircleCheck_AddFrame( check, &frame ) : wf_ok );
	// Half a tick of slack: the time is a sum of ticks.
	double until = simulation->seconds - 0.5 * walks.tickSeconds;
	while ( wfCrowd_GetTime( crowd ) < until && !( simulation->stopWhenDone && wfCrowd_IsDone( crowd ) ) )
	{
		clock_t began = clock();
		wfTrial_Check( run, wfCrowd_Tick( crowd, &wf_error ) );
		walks.processor += (double)( clock() - began ) / CLOCKS_PER_SEC;
		addEvents( crowd, &walks );
		if ( onFoot )
		{
			addSteps( run, crowd, check, &walks );
		}
		else
		{
			addFrame( crowd, &walks );
		}
	}
	wfTrial_Check( run, wfCircleCheck_Finish( check ) );
	walks.circles = wfCircleCheck_GetReport( check );
	walks.stats = wfCrowd_GetFootstepStats( crowd );
	walks.seconds = wfCrowd_GetTime( crowd );
	finishWalks( &walks );
	wfDestroyCircleCheck( check );
	return walks;
}

wfCrowdWalks wfTrial_Walk( wfTrial* run, const char* variant )
{
	wfSimulation simulation = wfTrial_OpenVariant( run, variant, 0 );
	wfCrowdWalks walks = wfTrial_Record( run, &simulation );
	wfSimulation_Free( &simulation );
	return walks;
}

static void addVariant( wfTrial* run, wfVariants* variants, const char* name, const char* path )
{
	int32_t i = variants->count++;
	snprintf( variants->names[i], sizeof( variants->names[i] ), "%.47s", name );
	variants->walks[i] = wfTrial_Walk( run, path );
	variants->gap = fmin( variants->gap, variants->walks[i].smallestGap );
}

wfVariants wfTrial_WalkList( wfTrial* run, const char* list, int32_t least )
{
	wfVariants variants = { .gap = INFINITY, .beside = strcmp( list, "variants" ) != 0 };
	int32_t count = wfTrial_CountItems( run, list, least, WF_MAX_LIST );
	for ( int32_t i = 0; i < count; ++i )
	{
		addVariant( run, &variants, wfTrial_GetText( run, wfKey( "%s[%d].name", list, i ) ), wfKey( "%s[%d]", list, i ) );
	}
	return variants;
}

wfVariants wfTrial_WalkCases( wfTrial* run, const char* const* names )
{
	wfVariants variants = { .gap = INFINITY };
	for ( int32_t i = 0; names[i] != NULL; ++i )
	{
		addVariant( run, &variants, names[i], wfKey( "cases.%s", names[i] ) );
	}
	return variants;
}

const wfCrowdWalks* wfVariants_Get( const wfVariants* variants, const char* name )
{
	int32_t i = 0;
	while ( strcmp( variants->names[i], name ) != 0 )
	{
		i += 1;
	}
	return variants->walks + i;
}

const wfAgentWalk* wfCrowdWalks_Find( const wfCrowdWalks* walks, int32_t entry, int32_t k )
{
	static const wfAgentWalk none = { 0 };
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

void wfTrial_DrawWalks( wfTrial* run, const char* suffix, const char* title, const wfCrowdWalks* walks, int32_t count )
{
	const char* path = wfTrial_NamePicture( run, suffix );
	if ( path == NULL )
	{
		return;
	}
	wfTrajectories trajectories = { .fps = 1.0 / walks[0].tickSeconds, .bounds = wfWorld_GetBounds( run->scenario.world ) };
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.radius = 0.0;
	int32_t id = 0;
	for ( int32_t w = 0; w < count; ++w )
	{
		for ( int32_t i = 0; i < walks[w].count; ++i )
		{
			const wfAgentWalk* walk = walks[w].walks + i;
			int64_t more = trajectories.rowCount + walk->count;
			def.radius = fmax( def.radius, walk->radius );
			id += 1;
			trajectories.rows = wfGrow( trajectories.rows, more, &trajectories.rowCapacity, sizeof( wfTrajectoryRow ) );
			for ( int32_t k = 0; k < walk->count; ++k )
			{
				trajectories.rows[trajectories.rowCount++] =
					( wfTrajectoryRow ){ walk->firstTick + k, id, walk->places[k].x, walk->places[k].y, 0.0 };
			}
		}
	}
	if ( trajectories.rowCount > 0 )
	{
		qsort( trajectories.rows, (size_t)trajectories.rowCount, sizeof( wfTrajectoryRow ), wfCompareTrajectoryRows );
	}
	def.title = title;
	def.trails = true;
	def.discs = true;
	wfTrial_Check( run, wfDrawTrajectories( path, run->scenario.world, &trajectories, &def, &wf_error ) );
}

void wfTrial_DrawVariants( wfTrial* run, const wfVariants* variants, const char* const* titles )
{
	for ( int32_t i = 0; i < variants->count; ++i )
	{
		char suffix[48] = "";
		for ( int32_t k = 0; ( i > 0 || variants->beside ) && variants->names[i][k] != 0; ++k )
		{
			char c = variants->names[i][k];
			suffix[k] = isalnum( (unsigned char)c ) || c == '.' ? c : '-';
		}
		wfTrial_DrawWalks( run, suffix, titles != NULL ? titles[i] : variants->names[i], variants->walks + i, 1 );
	}
}
