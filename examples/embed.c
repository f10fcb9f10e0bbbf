// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A crowd inside of a game that draws 60 frames a second: docs/embedding.md tells what each part is for.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wayfield/wayfield.h>

#define MAX_PEOPLE 256

// What the game keeps of a person; the crowd carries the index in `userData`.
typedef struct Person
{
	wfAgentId id;
	wfVec2 before, now; // at the last two steps
	bool there;
} Person;

typedef struct Game
{
	wfWorld* world;
	wfCrowd* crowd;
	wfWorkers* workers;
	wfGoalId exit, bar;
	wfBehaviorId right;
	wfShapeId cart;
	double behind; // seconds of the game the crowd has not been stepped for yet
	int arrived, stuck;
	int32_t personOfSerial[4 * MAX_PEOPLE];
	Person people[MAX_PEOPLE];
	int32_t count;
} Game;

// ------------------------------------------------------------------------------------------------------ memory, threads

static void* allocateForGame( size_t size, size_t alignment, void* context )
{
	*(size_t*)context += size;
	size_t rounded = ( size + alignment - 1 ) / alignment * alignment;
	return aligned_alloc( alignment, rounded );
}

static void freeForGame( void* memory, size_t size, void* context )
{
	*(size_t*)context -= size;
	free( memory );
}

// The game's tasks in the place of our threads. This game has one thread only; yours hands ranges to its workers and waits.
static void runTasks( wfRangeFcn* fcn, int32_t count, int32_t grain, void* fcnContext, void* hostContext )
{
	(void)hostContext;
	for ( int32_t begin = 0; begin < count; begin += grain )
	{
		fcn( begin, begin + grain < count ? begin + grain : count, 0, fcnContext );
	}
}

// --------------------------------------------------------------------------------------------------------------- people

static wfResult addPerson( Game* game, wfVec2 place, wfGoalId goal )
{
	wfStop stop = wfMakeGoalStop( goal );
	wfAgentDef def = wfDefaultAgentDef();
	def.position = place;
	def.stops = &stop;
	def.stopCount = 1;
	def.userData = (uint64_t)game->count;
	wfError error;
	Person* person = game->people + game->count;
	wfResult result = wfCrowd_AddAgent( game->crowd, &def, &person->id, &error );
	if ( result != wf_ok )
	{
		fprintf( stderr, "%s\n", error.message );
		return result;
	}
	person->before = person->now = place;
	person->there = true;
	game->personOfSerial[wfCrowd_GetAgent( game->crowd, person->id ).serial] = game->count++;
	return wf_ok;
}

static void readEvents( Game* game )
{
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( game->crowd, &events );
	for ( int32_t i = 0; i < count; ++i )
	{
		Person* person = game->people + game->personOfSerial[events[i].serial];
		game->arrived += events[i].kind == wf_arrivedEvent;
		game->stuck += events[i].kind == wf_stuckEvent;
		person->there = person->there && events[i].kind != wf_leftEvent;
	}
}

static void readPlaces( Game* game )
{
	wfFrame frame = wfCrowd_GetFrame( game->crowd );
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		Person* person = game->people + game->personOfSerial[frame.serials[i]];
		person->before = person->now;
		person->now = frame.positions[i];
	}
}

// --------------------------------------------------------------------------------------------------------------- frames

// Called by the game before it draws a frame.
static wfResult updateCrowd( Game* game, double seconds )
{
	const double step = wfCrowd_GetDef( game->crowd ).stepSeconds; // 0.2 s
	game->behind += seconds < 0.5 ? seconds : 0.5;				   // after a hitch the crowd is late, not the game
	while ( game->behind >= step )
	{
		wfResult result = wfCrowd_Step( game->crowd, NULL );
		if ( result != wf_ok )
		{
			return result; // the crowd is as before the step
		}
		readEvents( game );
		readPlaces( game );
		game->behind -= step;
	}
	return wf_ok;
}

// Where to draw somebody: between the last two steps.
static wfVec2 getPlace( const Game* game, const Person* person )
{
	double share = game->behind / wfCrowd_GetDef( game->crowd ).stepSeconds;
	return ( wfVec2 ){ person->before.x + share * ( person->now.x - person->before.x ),
					   person->before.y + share * ( person->now.y - person->before.y ) };
}

// -------------------------------------------------------------------------------------------------------------- changes

static void callToTheBar( Game* game, Person* person )
{
	wfStop stops[2] = { wfMakeGoalStop( game->bar ), wfMakeGoalStop( game->exit ) };
	stops[0].wait = 3.0;
	wfError error;
	if ( wfCrowd_IsAgentValid( game->crowd, person->id ) &&
		 wfCrowd_SetStops( game->crowd, person->id, stops, 2, &error ) != wf_ok )
	{
		fprintf( stderr, "%s\n", error.message );
	}
}

static void scare( Game* game, Person* person )
{
	wfCrowd_SetDesiredSpeed( game->crowd, person->id, 2.0, NULL );
	wfCrowd_SetBehavior( game->crowd, person->id, game->right, ( wfBehaviorId ){ 0 } );
}

// Shapes do not move: the old one goes, a new one comes, and the fields follow at the next step.
static wfResult placeCart( Game* game, wfVec2 center )
{
	wfShapeDef cart = wfDefaultShapeDef();
	cart.center = center;
	cart.halfSize = ( wfVec2 ){ 0.6, 0.4 };
	if ( wfWorld_IsShapeValid( game->world, game->cart ) )
	{
		wfWorld_RemoveShape( game->world, game->cart );
	}
	return wfWorld_AddShape( game->world, &cart, &game->cart, NULL );
}

// ----------------------------------------------------------------------------------------------------------- checkpoints

// Save, step on, go back, step again: the same, to the bit.
static bool savesWell( Game* game )
{
	size_t size = wfCrowd_Save( game->crowd, NULL, 0 );
	void* bytes = malloc( size );
	bool good = bytes != NULL && wfCrowd_Save( game->crowd, bytes, size ) == size;
	uint64_t hashes[2] = { 0, 1 };
	for ( int k = 0; k < 2 && good; ++k )
	{
		for ( int i = 0; i < 10 && good; ++i )
		{
			good = wfCrowd_Step( game->crowd, NULL ) == wf_ok;
		}
		hashes[k] = wfCrowd_GetHash( game->crowd );
		good = good && wfCrowd_Restore( game->crowd, bytes, size, NULL ) == wf_ok;
	}
	free( bytes );
	return good && hashes[0] == hashes[1];
}

// ----------------------------------------------------------------------------------------------------------------- game

static wfResult addGoal( Game* game, const char* name, wfVec2 a, wfVec2 b, wfGoalId* id )
{
	wfVec2 ends[2] = { a, b };
	wfGoalDef def = wfDefaultGoalDef();
	def.kind = wf_lineGoal;
	def.points = ends;
	def.pointCount = 2;
	def.name = name;
	return wfWorld_AddGoal( game->world, &def, id, NULL );
}

static wfResult begin( Game* game )
{
	wfWorkersDef workersDef = wfDefaultWorkersDef();
	workersDef.workerCount = 1; // as many as the task system has
	workersDef.parallelFor = runTasks;
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds.upper = ( wfVec2 ){ 30.0, 12.0 };
	wfResult result = wfCreateWorkers( &workersDef, &game->workers );
	result = result == wf_ok ? wfCreateWorld( &worldDef, &game->world, NULL ) : result;
	result = result == wf_ok ? addGoal( game, "exit", ( wfVec2 ){ 29, 4 }, ( wfVec2 ){ 29, 8 }, &game->exit ) : result;
	result = result == wf_ok ? addGoal( game, "bar", ( wfVec2 ){ 10, 11 }, ( wfVec2 ){ 14, 11 }, &game->bar ) : result;
	result = result == wf_ok ? placeCart( game, ( wfVec2 ){ 15, 6 } ) : result;
	wfCrowdDef crowdDef = wfMakeCrowdDef( wf_defaultPreset );
	crowdDef.workers = game->workers;
	result = result == wf_ok ? wfCreateCrowd( game->world, &crowdDef, &game->crowd, NULL ) : result;
	wfBehaviorDef right = wfDefaultBehaviorDef();
	right.kind = wf_constantBehavior;
	right.epsilon = 0.8;
	right.v = ( wfVec2 ){ 0.0, -1.0 };
	right.relative = true; // y points to the left of where one goes
	result = result == wf_ok ? wfCrowd_AddBehavior( game->crowd, &right, &game->right, NULL ) : result;
	for ( int i = 0; i < 40 && result == wf_ok; ++i )
	{
		result = addPerson( game, ( wfVec2 ){ 1.0 + 0.8 * ( i % 8 ), 2.0 + 1.0 * ( i / 8 ) }, game->exit );
	}
	wfError error;
	if ( result == wf_ok && ( result = wfCrowd_Prepare( game->crowd, NULL, NULL, &error ) ) != wf_ok )
	{
		fprintf( stderr, "%s\n", error.message );
	}
	return result;
}

static void end( Game* game )
{
	if ( game->crowd != NULL )
	{
		wfDestroyCrowd( game->crowd );
	}
	if ( game->world != NULL )
	{
		wfDestroyWorld( game->world );
	}
	if ( game->workers != NULL )
	{
		wfDestroyWorkers( game->workers );
	}
}

static wfResult play( Game* game )
{
	wfResult result = wf_ok;
	for ( int frame = 0; frame < 60 * 60 && result == wf_ok; ++frame )
	{
		if ( frame == 120 )
		{
			callToTheBar( game, game->people + 39 );
			scare( game, game->people + 7 );
		}
		if ( frame > 120 && frame <= 600 && frame % 30 == 0 )
		{
			result = placeCart( game, ( wfVec2 ){ 15.0 + frame / 120.0, 6.0 } );
		}
		result = result == wf_ok ? updateCrowd( game, 1.0 / 60.0 ) : result;
		if ( frame % 600 == 0 )
		{
			wfVec2 place = getPlace( game, game->people + 39 );
			printf( "%4.1f s: %d arrived, the last one of them is at %.2f, %.2f\n", frame / 60.0, game->arrived, place.x,
					place.y );
		}
	}
	return result;
}

int main( void )
{
	size_t bytes = 0;
	wfSetAllocator( allocateForGame, freeForGame, &bytes );
	Game* game = calloc( 1, sizeof( Game ) );
	wfResult result = game != NULL ? begin( game ) : wf_outOfMemory;
	bool good = result == wf_ok && savesWell( game );
	result = good ? play( game ) : result;
	good = good && result == wf_ok && game->arrived == game->count && game->stuck == 0;
	if ( game != NULL )
	{
		end( game );
	}
	free( game );
	printf( "%s, %zu bytes left\n", good ? "everybody arrived" : "something went wrong", bytes );
	return good && bytes == 0 ? 0 : 1;
}
