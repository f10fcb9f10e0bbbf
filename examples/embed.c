// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A crowd inside a game that draws 60 frames a second: docs/embedding.md says what each part is for.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wayfield/wayfield.h>

#define MAX_PEOPLE 256
#define KEPT_STEPS 8
#define MAX_PLAN 16

static wfVec2 at( double x, double y )
{
	wfVec2 place = { x, y };
	return place;
}

// What the game keeps of a person; the crowd carries the index in `userData`.
typedef struct Person
{
	wfAgentId id;
	wfVec2 before, now; // after the last two ticks
	bool there;
	wfFootstep steps[KEPT_STEPS]; // of walkers: the last footsteps, in turn
	int32_t stepCount;
} Person;

// How a walker is to be drawn.
typedef struct Pose
{
	wfVec2 center, facing;
	wfVec2 feet[2]; // by wfFoot
	double angles[2], heights[2];
} Pose;

typedef struct Game
{
	wfWorld* world;
	wfCrowd* crowd;
	wfWorkers* workers;
	wfGoalId exit, bar;
	wfBehaviorId right;
	wfGaitId gait;
	wfShapeId cart;
	double behind; // seconds of the game for which the crowd has not ticked yet
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
	def.position.x = place.x, def.position.y = place.y;
	def.stops = &stop;
	def.stopCount = 1;
	def.userData = (uint64_t)game->count;
	if ( game->count % 4 == 3 )
	{
		def.gait = game->gait; // on foot
	}
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
		Person* person = game->people + frame.userData[i];
		person->before = person->now;
		person->now = at( frame.positions[i].x, frame.positions[i].y );
	}
}

// ------------------------------------------------------------------------------------------------------------ footsteps

// The footsteps begun in the last tick, complete: where the foot that swings will land is known.
static void readFootsteps( Game* game )
{
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( game->crowd, &rows );
	for ( int32_t i = 0; i < count; ++i )
	{
		Person* person = game->people + game->personOfSerial[rows[i].serial];
		person->steps[person->stepCount++ % KEPT_STEPS] = rows[i].step;
	}
}

// Of the footsteps kept the last one that has begun; before its start and after its end everything stands.
static const wfFootstep* findStep( const Person* person, double time )
{
	int32_t first = person->stepCount > KEPT_STEPS ? person->stepCount - KEPT_STEPS : 0, at = person->stepCount - 1;
	while ( at > first && person->steps[at % KEPT_STEPS].startTime > time )
	{
		at -= 1;
	}
	return at >= 0 ? &person->steps[at % KEPT_STEPS] : NULL;
}

// Where to draw somebody on foot: exact at any time, nothing is interpolated.
static bool getPose( const Game* game, const Person* person, Pose* pose )
{
	double time = wfCrowd_GetTime( game->crowd ) - wfCrowd_GetDef( game->crowd ).tickSeconds + game->behind;
	const wfFootstep* step = findStep( person, time );
	if ( step == NULL )
	{
		return false; // a disc, or it has not moved yet
	}
	pose->center = wfFootstep_GetExactPosition( step, time );
	pose->facing = wfFootstep_GetFacing( step, time );
	double swing = wfFootstep_GetSwing( step, time );
	for ( int foot = 0; foot < 2; ++foot )
	{
		pose->feet[foot] = wfFootstep_GetFoot( step, (wfFoot)foot, time, &pose->angles[foot] );
		pose->heights[foot] = step->foot == (wfFoot)foot ? 0.0 : 0.4 * swing * ( 1.0 - swing );
	}
	return true;
}

// Where feet will stand after the present step: the first `*sure` of them for certain, the others if nobody is in the way.
static int32_t findNextFeet( const Game* game, const Person* person, wfVec2 feet[MAX_PLAN], int32_t* sure )
{
	wfFootstep plan[MAX_PLAN];
	int32_t count = wfCrowd_GetFootstepPlan( game->crowd, person->id, plan, MAX_PLAN, sure );
	count = count < MAX_PLAN ? count : MAX_PLAN;
	for ( int32_t i = 1; i < count; ++i )
	{
		feet[i - 1] = plan[i].footPosition;
	}
	*sure = *sure < count - 1 ? *sure : count - 1;
	return count > 0 ? count - 1 : 0; // nothing: it stands, or is a disc
}

// --------------------------------------------------------------------------------------------------------------- frames

// Called by the game before it draws a frame.
static wfResult updateCrowd( Game* game, double seconds )
{
	const double step = wfCrowd_GetDef( game->crowd ).tickSeconds; // 0.2 s
	game->behind += seconds < 0.5 ? seconds : 0.5;				   // after a hitch the crowd is late, not the game
	while ( game->behind >= step )
	{
		wfResult result = wfCrowd_Tick( game->crowd, NULL );
		if ( result != wf_ok )
		{
			return result; // the crowd is as before the tick
		}
		readEvents( game );
		readPlaces( game );
		readFootsteps( game );
		game->behind -= step;
	}
	return wf_ok;
}

// Where to draw somebody: between where it was after the last two ticks.
static wfVec2 getPlace( const Game* game, const Person* person )
{
	double share = game->behind / wfCrowd_GetDef( game->crowd ).tickSeconds;
	return at( person->before.x + share * ( person->now.x - person->before.x ),
			   person->before.y + share * ( person->now.y - person->before.y ) );
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
	wfBehaviorId none = { 0 };
	wfCrowd_SetBehavior( game->crowd, person->id, game->right, none );
}

// Shapes do not move: the old one goes, a new one comes, and the fields follow at the next tick.
static wfResult placeCart( Game* game, wfVec2 center )
{
	wfShapeDef cart = wfDefaultShapeDef();
	cart.center = center;
	cart.halfSize = at( 0.6, 0.4 );
	if ( wfWorld_IsShapeValid( game->world, game->cart ) )
	{
		wfWorld_RemoveShape( game->world, game->cart );
	}
	return wfWorld_AddShape( game->world, &cart, &game->cart, NULL );
}

// ----------------------------------------------------------------------------------------------------------- checkpoints

// Save, tick on, go back, tick again: the same, to the bit.
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
			good = wfCrowd_Tick( game->crowd, NULL ) == wf_ok;
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
	worldDef.bounds.upper = at( 30.0, 12.0 );
	wfResult result = wfCreateWorkers( &workersDef, &game->workers );
	result = result == wf_ok ? wfCreateWorld( &worldDef, &game->world, NULL ) : result;
	result = result == wf_ok ? addGoal( game, "exit", at( 29, 4 ), at( 29, 8 ), &game->exit ) : result;
	result = result == wf_ok ? addGoal( game, "bar", at( 10, 11 ), at( 14, 11 ), &game->bar ) : result;
	result = result == wf_ok ? placeCart( game, at( 15, 6 ) ) : result;
	wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
	crowdDef.workers = game->workers;
	wfGroundDef ground = wfMakePlaneGround( game->world );
	result = result == wf_ok ? wfCreateCrowd( &ground, &crowdDef, &game->crowd, NULL ) : result;
	wfBehaviorDef right = wfDefaultBehaviorDef();
	right.kind = wf_constantBehavior;
	right.epsilon = 0.8;
	right.v.x = 0.0, right.v.y = -1.0;
	right.relative = true; // y points to the left of where one goes
	result = result == wf_ok ? wfCrowd_AddBehavior( game->crowd, &right, &game->right, NULL ) : result;
	wfGaitDef gait = wfDefaultGaitDef();
	result = result == wf_ok ? wfCrowd_AddGait( game->crowd, &gait, &game->gait, NULL ) : result;
	for ( int i = 0; i < 40 && result == wf_ok; ++i )
	{
		result = addPerson( game, at( 1.0 + 0.8 * ( i % 8 ), 2.0 + 1.0 * ( i / 8 ) ), game->exit );
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

static void tellOf( const Game* game, double seconds, const Person* person )
{
	wfVec2 place = getPlace( game, person ), feet[MAX_PLAN];
	Pose pose;
	int32_t sure = 0, known = findNextFeet( game, person, feet, &sure );
	printf( "%4.1f s: %d arrived, person 39 is at %.2f, %.2f", seconds, game->arrived, place.x, place.y );
	if ( person->there && getPose( game, person, &pose ) )
	{
		printf( ", its feet at %.2f, %.2f and %.2f, %.2f", pose.feet[0].x, pose.feet[0].y, pose.feet[1].x, pose.feet[1].y );
	}
	if ( known > 0 )
	{
		printf( "; the next one will stand at %.2f, %.2f, and %d more are planned", feet[0].x, feet[0].y, known - 1 );
	}
	printf( "\n" );
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
			result = placeCart( game, at( 15.0 + frame / 120.0, 6.0 ) );
		}
		result = result == wf_ok ? updateCrowd( game, 1.0 / 60.0 ) : result;
		if ( frame % 600 == 0 )
		{
			tellOf( game, frame / 60.0, game->people + 39 );
		}
	}
	return result;
}

int main( void )
{
	size_t bytes = 0;
	wfSetAllocator( allocateForGame, freeForGame, &bytes );
	Game* game = (Game*)calloc( 1, sizeof( Game ) );
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
