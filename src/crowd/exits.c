// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Which of several exits agents take. Everybody's time to an exit is that of its walk, and of a queue: those who would be there
// sooner are served first, as fast as the exit lets people through.
#include "crowd/exits.h"
#include "crowd/crowd.h"
#include "crowd/defs.h"
#include "world/world.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------------- adding

static void freeSet( wfExitSet* set )
{
	wfReleaseArray( set->def.exits, (size_t)set->def.exitCount, sizeof( wfExit ) );
	wfReleaseArray( set->records, (size_t)set->def.exitCount, sizeof( int32_t ) );
}

void wfFreeExits( wfExits* exits )
{
	for ( int32_t k = 0; k < exits->sets.count; ++k )
	{
		freeSet( &exits->sets.data[k] );
	}
	wfArray_Free( &exits->sets );
	wfArray_Free( &exits->records );
}

static int32_t findRecord( const wfExits* exits, wfGoalId goal )
{
	for ( int32_t k = 0; k < exits->records.count; ++k )
	{
		const wfGoalId* of = &exits->records.data[k].goal;
		if ( of->index1 == goal.index1 && of->generation == goal.generation )
		{
			return k;
		}
	}
	return -1;
}

static wfResult addRecord( wfExits* exits, wfGoalId goal, int32_t* record )
{
	*record = findRecord( exits, goal );
	if ( *record >= 0 )
	{
		return wf_ok;
	}
	*record = exits->records.count;
	return wfArray_Push( &exits->records, ( wfExitRecord ){ .goal = goal } );
}

wfResult wfCrowd_AddExits( wfCrowd* crowd, const wfExitsDef* def, wfExitsId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfCheckExitsDef( def, error );
	for ( int32_t k = 0; result == wf_ok && k < def->exitCount; ++k )
	{
		wfDestination to = { .isGoal = true, .goal = def->exits[k].goal };
		if ( !wfGround_HasDestination( &crowd->ground, &to ) )
		{
			result = wfFail( error, wf_notFound, "exit %d is a goal that is not there", k );
		}
	}
	if ( result != wf_ok )
	{
		return result;
	}
	wfExits* exits = &crowd->exits;
	int32_t recordsBefore = exits->records.count;
	wfExitSet set = { .def = *def };
	bool copied = wfCopyArray( (const void**)&set.def.exits, def->exits, (size_t)def->exitCount, sizeof( wfExit ) );
	set.records = wfAllocateArray( (size_t)def->exitCount, sizeof( int32_t ) );
	result = copied && set.records != NULL ? wf_ok : wf_outOfMemory;
	for ( int32_t k = 0; k < def->exitCount && result == wf_ok; ++k )
	{
		result = addRecord( exits, def->exits[k].goal, &set.records[k] );
	}
	result = result == wf_ok ? wfArray_Push( &exits->sets, set ) : result;
	if ( result != wf_ok )
	{
		exits->records.count = recordsBefore;
		freeSet( &set );
		return wfFail( error, result, "not enough memory for exits" );
	}
	if ( id != NULL )
	{
		id->index1 = exits->sets.count;
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------------- asking

static const wfExitSet* setOf( const wfCrowd* crowd, const wfStop* stop )
{
	return &crowd->exits.sets.data[stop->exits.index1 - 1];
}

bool wfChoosesExit( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	return stop != NULL && stop->kind == wf_exitsStop;
}

const wfStop* wfResolveStop( const wfCrowd* crowd, const wfAgent* agent, wfStop* made )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	if ( stop == NULL || stop->kind != wf_exitsStop )
	{
		return stop;
	}
	int32_t exit = agent->orders.exit > 0 ? agent->orders.exit - 1 : 0;
	*made = *stop;
	made->kind = wf_goalStop;
	made->goal = setOf( crowd, stop )->def.exits[exit].goal;
	return made;
}

// The record of the exit that an agent heads for; -1: it heads elsewhere.
static int32_t recordOf( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	if ( stop == NULL || ( agent->flags & wf_agentInstead ) )
	{
		return -1;
	}
	if ( stop->kind == wf_exitsStop )
	{
		return agent->orders.exit > 0 ? setOf( crowd, stop )->records[agent->orders.exit - 1] : -1;
	}
	return stop->kind == wf_goalStop ? findRecord( &crowd->exits, stop->goal ) : -1;
}

// Metres to walk; infinity: there is no way.
static wfResult measureWalk( wfCrowd* crowd, int32_t layer, wfPlace place, wfExitRecord* record, double* metres, wfError* error )
{
	wfGround* ground = &crowd->ground;
	int32_t index;
	*metres = INFINITY;
	if ( ground->mesh == NULL )
	{
		wfResult result = wfGround_FindWalks( ground, layer, record->goal, &index, error );
		if ( result == wf_ok )
		{
			*metres = wfGround_ReadWalk( ground, index, ( wfVec2 ){ place.x, place.y } );
			record->width = ground->routes.walks.data[index].width;
			// Walls keep middles away: the opening is wider than what they can come through.
			record->width += record->width > 0.0 ? 2.0 * ground->routes.layers.data[layer].radius : 0.0;
		}
		return result;
	}
	wfDestination to = { .isGoal = true, .goal = record->goal, .place = { -1, 0.0, 0.0 } };
	wfResult result = wfFindTarget( crowd, layer, &to, &index, error );
	if ( result == wf_ok && wfGround_IsConnected( ground, &ground->routes.targets.data[index], place ) )
	{
		*metres = wfGround_GetDistance( ground, &ground->routes.targets.data[index], place );
	}
	return result == wf_goalBlocked || result == wf_notFound ? wf_ok : result;
}

// People per second.
static double flowOf( const wfExit* exit, const wfExitRecord* record )
{
	if ( exit->capacity > 0.0 )
	{
		return exit->capacity;
	}
	double guess = WF_EXIT_FLOW * ( record->width > 0.0 ? wfMax( record->width, WF_NARROWEST_EXIT ) : 1.0 );
	const wfExitHistory* seen = &record->seen;
	double flow = ( guess * WF_GUESS_SECONDS + seen->busyPassed ) / ( WF_GUESS_SECONDS + seen->busySeconds );
	return wfMax( flow, WF_LEAST_EXIT_FLOW );
}

wfResult wfCrowd_GetExit( const wfCrowd* crowd, wfExitsId id, int32_t exit, wfExitState* state )
{
	if ( WF_FAILS( crowd != NULL && state != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( id.index1 < 1 || id.index1 > crowd->exits.sets.count || exit < 0 ||
		 exit >= crowd->exits.sets.data[id.index1 - 1].def.exitCount )
	{
		return wf_notFound;
	}
	const wfExitSet* set = &crowd->exits.sets.data[id.index1 - 1];
	const wfExitRecord* record = &crowd->exits.records.data[set->records[exit]];
	bool isKnown = record->width > 0.0 || record->heading > 0 || set->def.exits[exit].capacity > 0.0;
	*state = ( wfExitState ){ .goal = record->goal,
							  .heading = record->heading,
							  .waiting = record->waiting,
							  .flow = isKnown ? flowOf( &set->def.exits[exit], record ) : 0.0,
							  .passed = record->seen.passed,
							  .turned = record->seen.turned };
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------------ counting

// Seconds of its walk alone.
static double walkSeconds( const wfAgent* agent, double metres )
{
	return metres / wfMax( (double)agent->desiredSpeed, WF_SLOWEST_CHOICE );
}

static int32_t secondOf( double seconds )
{
	return seconds < WF_EXIT_SECONDS ? (int32_t)seconds : WF_EXIT_SECONDS - 1;
}

wfResult wfCountAtExits( wfCrowd* crowd, wfError* error )
{
	wfExits* exits = &crowd->exits;
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < exits->records.count; ++k )
	{
		wfExitRecord* record = &exits->records.data[k];
		record->heading = record->waiting = record->passing = record->turning = 0;
		memset( record->coming, 0, sizeof( record->coming ) );
	}
	const wfAgent* agent = NULL;
	while ( exits->records.count > 0 && result == wf_ok && ( agent = wfNextAgent( crowd, agent ) ) != NULL )
	{
		int32_t index = ( agent->flags & ( wf_agentIdle | wf_agentSteered | wf_agentLed ) ) == 0 && agent->layer >= 0
							? recordOf( crowd, agent )
							: -1;
		if ( index < 0 )
		{
			continue;
		}
		wfExitRecord* record = &exits->records.data[index];
		double metres;
		result = measureWalk( crowd, agent->layer, wfPlaceOf( agent ), record, &metres, error );
		if ( result != wf_ok || !( metres < INFINITY ) )
		{
			continue;
		}
		double seconds = walkSeconds( agent, metres );
		float wanted = (float)WF_WAITING_SHARE * agent->desiredSpeed;
		float x = agent->velocityX, y = agent->velocityY;
		record->heading += 1;
		record->waiting += seconds < WF_EXIT_NEAR_SECONDS && x * x + y * y < wanted * wanted ? 1 : 0;
		record->coming[secondOf( seconds )] += 1;
	}
	return result;
}

void wfPassExit( wfCrowd* crowd, const wfAgent* agent )
{
	int32_t index = crowd->exits.records.count > 0 ? recordOf( crowd, agent ) : -1;
	if ( index >= 0 )
	{
		crowd->exits.records.data[index].passing += 1;
	}
}

void wfWatchExits( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->exits.records.count; ++k )
	{
		wfExitRecord* record = &crowd->exits.records.data[k];
		wfExitHistory* seen = &record->seen;
		seen->passed += record->passing;
		seen->turned += record->turning;
		if ( record->waiting < WF_BUSY_WAITING )
		{
			continue; // who comes does so because of how many there are
		}
		seen->busySeconds += crowd->def.tickSeconds;
		seen->busyPassed += record->passing;
		if ( seen->busySeconds > WF_EXIT_MEMORY_SECONDS )
		{
			double kept = WF_EXIT_MEMORY_SECONDS / seen->busySeconds;
			seen->busySeconds *= kept;
			seen->busyPassed *= kept;
		}
	}
}

// ------------------------------------------------------------------------------------------------------------------ choosing

// When somebody would be through who could be there after so many seconds: served in the order of arrival, at a constant rate.
static double estimate( const wfExitRecord* record, double flow, double seconds )
{
	int32_t last = secondOf( seconds );
	double queue = 0.0;
	for ( int32_t k = 0; k < last; ++k )
	{
		queue = wfMax( queue + record->coming[k] - flow, 0.0 );
	}
	// Of those of the same second, the part that comes before.
	double part = wfMin( seconds - last, 1.0 );
	queue = wfMax( queue + part * ( record->coming[last] - flow ), 0.0 );
	return seconds + queue / flow;
}

// Metres from an exit to the stop after it where that is a goal, or the nearest of several; otherwise 0.
static wfResult measureOnward( wfCrowd* crowd, const wfAgent* agent, wfGoalId exit, double* metres, wfError* error )
{
	const wfStop* next = agent->stop + 1 < agent->stopCount ? wfPresentStop( crowd, agent ) + 1 : NULL;
	const wfExitsDef* exits = next != NULL && next->kind == wf_exitsStop ? &setOf( crowd, next )->def : NULL;
	bool isGoal = next != NULL && ( next->kind == wf_goalStop || next->kind == wf_exitsStop );
	*metres = 0.0;
	if ( !isGoal || crowd->ground.mesh != NULL )
	{
		return wf_ok;
	}
	*metres = INFINITY;
	for ( int32_t k = 0; k < ( exits != NULL ? exits->exitCount : 1 ); ++k )
	{
		int32_t from, to;
		wfGoalId goal = exits != NULL ? exits->exits[k].goal : next->goal;
		wfResult result = wfGround_FindWalks( &crowd->ground, agent->layer, exit, &from, error );
		result = result == wf_ok ? wfGround_FindWalks( &crowd->ground, agent->layer, goal, &to, error ) : result;
		if ( result != wf_ok )
		{
			return result;
		}
		*metres = wfMin( *metres, wfGround_ReadWalkBetween( &crowd->ground, from, to ) );
	}
	return wf_ok;
}

typedef struct wfExitOption
{
	double metres, seconds; // to walk
	double cost;			// seconds, until it is at the stop after it; infinity: out of the question
} wfExitOption;

// The best by cost; of equals the first. -1: none can be reached.
static int32_t findBest( const wfExitOption* options, int32_t count )
{
	int32_t best = -1;
	for ( int32_t k = 0; k < count; ++k )
	{
		best = options[k].cost < ( best >= 0 ? options[best].cost : INFINITY ) ? k : best;
	}
	return best;
}

// Which one it wants, given the one it has (-1: none).
static int32_t decide( const wfAgent* agent, const wfStop* stop, const wfExitOption* options, int32_t count, int32_t present )
{
	if ( stop->choice == wf_assignedExit && options[stop->exit].cost < INFINITY )
	{
		return stop->exit;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( options[k].metres <= 0.0 && options[k].cost < INFINITY )
		{
			return k; // it is there
		}
	}
	int32_t best = findBest( options, count );
	if ( present < 0 || best < 0 || !( options[present].cost < INFINITY ) )
	{
		return best;
	}
	int32_t doublings = agent->orders.exitSwitches < WF_MOST_DOUBLINGS ? agent->orders.exitSwitches : WF_MOST_DOUBLINGS;
	double gain = ( WF_SWITCH_SECONDS + WF_SWITCH_SHARE * options[present].cost ) * (double)( 1 << doublings );
	return options[present].cost - options[best].cost > gain ? best : present;
}

static void takeExit( wfCrowd* crowd, wfAgent* agent, int32_t exit )
{
	agent->orders.exit = exit + 1;
	agent->target = -1;
	agent->flags &= ~(uint32_t)( wf_agentDirect | wf_agentReportedStuck );
	agent->flags |= wf_agentRecheck;
	agent->startDistance = 0.0f;
	agent->fanAngle = agent->guideAngle = 0.0f;
	wfForgetDistance( agent, crowd->time );
}

wfResult wfChooseExit( wfCrowd* crowd, wfAgent* agent, wfError* error )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	const wfExitSet* set = setOf( crowd, stop );
	wfExitRecord* records = crowd->exits.records.data;
	wfExitOption options[WF_MAX_EXITS] = { 0 };
	int32_t count = set->def.exitCount, present = agent->orders.exit - 1;
	bool isCounted = ( agent->flags & ( wf_agentIdle | wf_agentInstead ) ) == 0; // where it heads
	for ( int32_t k = 0; k < count; ++k )
	{
		wfExitRecord* record = &records[set->records[k]];
		wfExitOption* option = &options[k];
		double onward;
		wfResult result = measureWalk( crowd, agent->layer, wfPlaceOf( agent ), record, &option->metres, error );
		result = result == wf_ok ? measureOnward( crowd, agent, record->goal, &onward, error ) : result;
		if ( result != wf_ok )
		{
			return result;
		}
		option->seconds = option->cost = walkSeconds( agent, option->metres );
		int32_t* same = option->metres < INFINITY ? &record->coming[secondOf( option->seconds )] : NULL;
		if ( same != NULL && k == present && isCounted )
		{
			*same -= 1; // nobody waits for itself
			record->heading -= 1;
		}
		if ( same != NULL && stop->choice == wf_quickestExit )
		{
			option->cost = estimate( record, flowOf( &set->def.exits[k], record ), option->seconds );
		}
		option->cost += walkSeconds( agent, onward );
	}
	// Where none will do, what it has is as good as any.
	int32_t best = decide( agent, stop, options, count, present ), wanted = best >= 0 ? best : present;
	if ( wanted >= 0 && options[wanted].metres < INFINITY )
	{
		// Who decides next knows of it.
		records[set->records[wanted]].coming[secondOf( options[wanted].seconds )] += 1;
		records[set->records[wanted]].heading += 1;
	}
	if ( wanted != present )
	{
		bool turns =
			stop->choice != wf_assignedExit && present >= 0 && options[present].cost < INFINITY && options[wanted].metres > 0.0;
		agent->orders.exitSwitches += turns ? 1 : 0;
		records[set->records[turns ? present : wanted]].turning += turns ? 1 : 0;
		takeExit( crowd, agent, wanted );
	}
	return wf_ok;
}

wfResult wfHasExit( wfCrowd* crowd, int32_t layer, const wfStop* stop, bool isFirst, wfPlace place, bool* exists, wfError* error )
{
	const wfExitSet* set = setOf( crowd, stop );
	*exists = false;
	for ( int32_t k = 0; k < set->def.exitCount; ++k )
	{
		double metres;
		int32_t target;
		wfResult result = measureWalk( crowd, layer, place, &crowd->exits.records.data[set->records[k]], &metres, error );
		if ( result == wf_ok && metres < INFINITY )
		{
			wfDestination to = { .isGoal = true, .goal = set->def.exits[k].goal, .place = { -1, 0.0, 0.0 } };
			result =
				isFirst ? wfFindTarget( crowd, layer, &to, &target, error ) : wfFindLater( crowd, layer, &to, &target, error );
			*exists = true;
		}
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wf_ok;
}

// -------------------------------------------------------------------------------------------------------------- saved states

bool wfIsExitSound( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfOrders* orders = &agent->orders;
	const wfStop* stop = wfPresentStop( crowd, agent );
	int32_t most = stop != NULL && stop->kind == wf_exitsStop ? setOf( crowd, stop )->def.exitCount : 0;
	return orders->exit >= 0 && orders->exit <= most && orders->exitSwitches >= 0 && orders->exitSwitches < 1000000000;
}

bool wfIsHistorySound( const wfExitHistory* seen )
{
	const double most = 1e9;
	return seen->busySeconds >= 0.0 && seen->busySeconds <= most && seen->busyPassed >= 0.0 && seen->busyPassed <= most &&
		   seen->passed >= 0 && seen->turned >= 0;
}
