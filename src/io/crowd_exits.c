// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Exits of scenario files: stops that leave it to the agents which of several goals they go to.
#include "io/crowd_reader.h"

static int32_t findExit( const wfCrowdReader* reader, const wfExitsPlan* plan, int32_t goal )
{
	for ( int32_t k = 0; k < plan->count; ++k )
	{
		if ( reader->exits[plan->first + (size_t)k].goal == goal )
		{
			return k;
		}
	}
	return -1;
}

// The name of a goal, or an object with more about it.
static void readExit( wfCrowdReader* reader, const wfJsonNode* node, wfExitsPlan* plan )
{
	const wfJson* json = reader->json;
	wfExitPlan exit = { .goal = -1 };
	const wfJsonNode* name = node;
	if ( node->type == wf_jsonObject )
	{
		wfReadFields( json, node, &wf_exitObject, &exit );
		name = wfJson_Find( json, node, "goal" );
	}
	if ( name == NULL || !wfJson_IsOk( json ) )
	{
		return;
	}
	wfReadReference( json, name, &reader->goalNames, "goal", &exit.goal );
	if ( exit.goal >= 0 && findExit( reader, plan, exit.goal ) >= 0 )
	{
		wfJson_Fail( json, name, NULL, wf_badFormat, "this goal is one of these exits already" );
	}
	if ( wfJson_Grow( json, &reader->exits, &reader->exitCapacity, reader->exitCount + 1, sizeof( wfExitPlan ) ) )
	{
		reader->exits[reader->exitCount++] = exit;
		plan->count += 1;
	}
}

void wfReadExits( wfCrowdReader* reader, const wfJsonNode* stop, wfStopChoice* choice )
{
	const wfJson* json = reader->json;
	const wfJsonNode *list = wfJson_Find( json, stop, "exits" ), *exit = wfJson_Find( json, stop, "exit" );
	wfExitsPlan plan = { .node = list, .first = reader->exitCount };
	if ( !wfJson_CheckList( json, list, 1, "names of goals" ) )
	{
		return;
	}
	if ( list->count > WF_MAX_EXITS )
	{
		wfJson_Fail( json, list, NULL, wf_badFormat, "%d exits; expected at most %d", list->count, WF_MAX_EXITS );
	}
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL && wfJson_IsOk( json );
		  node = wfJson_Next( json, node ) )
	{
		readExit( reader, node, &plan );
	}
	bool isAssigned = choice->stop.choice == wf_assignedExit;
	if ( wfJson_IsOk( json ) && isAssigned != ( exit != NULL ) )
	{
		wfJson_Fail( json, exit != NULL ? exit : stop, NULL, wf_badFormat,
					 exit != NULL ? "belongs to the choice \"assigned\""
								  : "the choice \"assigned\" needs an exit: the name of one of them" );
	}
	int32_t goal = -1;
	if ( wfJson_IsOk( json ) && exit != NULL )
	{
		wfReadReference( json, exit, &reader->goalNames, "goal", &goal );
		choice->stop.exit = findExit( reader, &plan, goal );
		if ( wfJson_IsOk( json ) && choice->stop.exit < 0 )
		{
			wfJson_Fail( json, exit, NULL, wf_notFound, "this goal is none of the exits" );
		}
	}
	if ( !wfJson_IsOk( json ) ||
		 !wfJson_Grow( json, &reader->exitSets, &reader->exitSetCapacity, reader->exitSetCount + 1, sizeof( wfExitsPlan ) ) )
	{
		return;
	}
	choice->stop.kind = wf_exitsStop;
	choice->exits = (int32_t)reader->exitSetCount;
	// Where agents look first.
	choice->goal = reader->exits[plan.first + (size_t)choice->stop.exit].goal;
	reader->exitSets[reader->exitSetCount++] = plan;
}

void wfAddExits( wfCrowdReader* reader )
{
	const wfJson* json = reader->json;
	for ( size_t i = 0; i < reader->exitSetCount && wfJson_IsOk( json ); ++i )
	{
		wfExitsPlan* plan = reader->exitSets + i;
		wfExit exits[WF_MAX_EXITS];
		for ( int32_t k = 0; k < plan->count; ++k )
		{
			const wfExitPlan* exit = reader->exits + plan->first + k;
			exits[k] = ( wfExit ){ reader->goals[exit->goal], exit->capacity };
		}
		wfExitsDef def = wfDefaultExitsDef();
		def.exits = exits;
		def.exitCount = plan->count;
		wfJson_Take( json, plan->node, wfCrowd_AddExits( reader->crowd, &def, &plan->id, json->reader->error ) );
	}
}
