// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where the agents of scenario files go: goals, points and queues, the same for all of a group or drawn for each.
#include "io/crowd_reader.h"

#include <string.h>

wfResult wfReadGoalNames( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* list = wfJson_Find( json, root, "goals" );
	wfResult result = wfNameTable_Create( json, list, &reader->goalNames );
	const wfJsonNode* node = result == wf_ok && list != NULL ? wfJson_First( json, list ) : NULL;
	for ( ; node != NULL && result == wf_ok; node = wfJson_Next( json, node ) )
	{
		const char* name = NULL;
		result = wfReadName( json, node, &name );
		result = result == wf_ok ? wfNameTable_Add( json, node, &reader->goalNames, "a goal", name ) : result;
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- queues

wfResult wfReadQueues( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* list = wfJson_Find( json, root, "queues" );
	wfResult result = wfNameTable_Create( json, list, &reader->queueNames );
	if ( result != wf_ok || list == NULL || list->count == 0 )
	{
		return result;
	}
	reader->queues = wfAllocateZeroed( (size_t)list->count * sizeof( wfQueuePlan ) );
	if ( reader->queues == NULL )
	{
		return wfReader_OutOfMemory( json->reader );
	}
	reader->queueCount = (size_t)list->count;
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL && result == wf_ok; node = wfJson_Next( json, node ) )
	{
		const char* name = NULL;
		const wfJsonNode* nameNode = NULL;
		reader->queues[node->index].node = node;
		result = wfJson_CheckObject( json, node, "a queue", wf_queueFields );
		if ( result == wf_ok )
		{
			result = wfJson_Require( json, node, "name", "what stops call the queue by", &nameNode );
		}
		if ( result == wf_ok )
		{
			result = wfReadName( json, node, &name );
		}
		if ( result == wf_ok )
		{
			result = wfNameTable_Add( json, nameNode, &reader->queueNames, "a queue", name );
		}
	}
	return result;
}

static wfResult addQueue( wfCrowdReader* reader, wfQueuePlan* plan )
{
	const wfJson* json = reader->json;
	wfQueueDef def = wfDefaultQueueDef();
	const wfJsonNode* line;
	wfResult result = wfJson_Require( json, plan->node, "line", "a list of 2 or more points [x, y], the head first", &line );
	if ( result == wf_ok )
	{
		result = wfReadSlots( json, plan->node, wf_queueSlots, &def );
	}
	if ( result == wf_ok )
	{
		result = wfJson_CheckList( json, line, 2, "points [x, y]" );
	}
	if ( result == wf_ok )
	{
		result = wfReader_Reserve( json->reader, line->position, NULL, 2 * (size_t)line->count * sizeof( wfVec2 ) );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	wfVec2* points = wfAllocateArray( (size_t)line->count, sizeof( wfVec2 ) );
	if ( points == NULL )
	{
		return wfReader_OutOfMemory( json->reader );
	}
	result = wfJson_ReadPoints( json, line, 2, points );
	const wfJsonNode* point = result == wf_ok ? wfJson_First( json, line ) : NULL;
	for ( ; point != NULL && result == wf_ok; point = wfJson_Next( json, point ) )
	{
		result = wfCheckInside( json, point, reader->scenario, points[point->index], "the queue's point" );
	}
	if ( result == wf_ok && wfWorld_GetDistance( reader->scenario->world, points[0], 0 ) < 0.0 )
	{
		result = wfJson_Fail( json, wfJson_First( json, line ), NULL, wf_goalBlocked,
							  "the head of the queue at %.12g, %.12g lies in an obstacle; expected a free place", points[0].x,
							  points[0].y );
	}
	if ( result == wf_ok )
	{
		def.line = points;
		def.lineCount = line->count;
		result = wfCrowd_AddQueue( reader->crowd, &def, &plan->id, json->reader->error );
		result = result == wf_ok ? wf_ok : wfPlaceField( json, plan->node, result );
	}
	wfReleaseArray( points, (size_t)line->count, sizeof( wfVec2 ) );
	return result;
}

wfResult wfAddQueues( wfCrowdReader* reader )
{
	wfResult result = wf_ok;
	for ( size_t i = 0; i < reader->queueCount && result == wf_ok; ++i )
	{
		result = addQueue( reader, reader->queues + i );
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- stops

static wfResult setGoal( wfCrowdReader* reader, const wfJsonNode* node, wfStopChoice* choice )
{
	const wfJson* json = reader->json;
	int32_t index;
	wfResult result = wfReadReference( json, node, &reader->goalNames, "goal", &index );
	if ( result == wf_notFound && wfNameTable_Find( &reader->queueNames, wfJson_String( json, node ) ) >= 0 )
	{
		wfQuoted quoted = wfQuote( wfJson_String( json, node ), node->stringLength );
		return wfJson_Fail( json, node, NULL, wf_notFound, "there is no goal %s but a queue: write {\"queue\": %s}", quoted.text,
							quoted.text );
	}
	if ( result == wf_ok )
	{
		choice->stop.kind = wf_goalStop;
		choice->stop.goal = wfWorld_FindGoal( reader->scenario->world, wfJson_String( json, node ) );
	}
	return result;
}

static wfResult setPoint( wfCrowdReader* reader, const wfJsonNode* node, wfStopChoice* choice )
{
	wfVec2 point = { 0.0, 0.0 };
	wfResult result = wfJson_ReadPoint( reader->json, node, &point );
	choice->stop.kind = wf_pointStop;
	choice->stop.point = ( wfVec3 ){ point.x, point.y, 0.0 };
	return result == wf_ok ? wfCheckInside( reader->json, node, reader->scenario, point, "the stop" ) : result;
}

// How long, and how near: on top of what the surrounding stop says.
static wfResult readManner( const wfJson* json, const wfJsonNode* node, wfStopChoice* choice )
{
	wfResult result = wfJson_ReadOptionalNumber( json, node, "reach", &wf_distanceRange, &choice->stop.reach );
	return result == wf_ok ? wfReadOptionalDistribution( json, node, "wait", 0.0, &choice->wait ) : result;
}

static const char s_stopExpected[] = "the name of a goal, a point [x, y] or an object with goal, point or queue";

// Which of the fields that say where is there; -1 with a message when it is not exactly one.
static int32_t findPlaceField( const wfJson* json, const wfJsonNode* node )
{
	int32_t found = -1, count = 0;
	for ( int32_t i = 0; i < 6; ++i )
	{
		if ( wfJson_Find( json, node, wf_stopFields[i] ) != NULL )
		{
			found = i;
			count += 1;
		}
	}
	if ( count != 1 )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected one of goal, point, queue, oneOf, opposite and each, found %s",
					 count == 0 ? "none" : "several of them" );
		return -1;
	}
	return found;
}

// A stop that is the same for all who have it.
static wfResult readPlainStop( wfCrowdReader* reader, const wfJsonNode* node, wfStopChoice* choice )
{
	const wfJson* json = reader->json;
	if ( node->type == wf_jsonString )
	{
		return setGoal( reader, node, choice );
	}
	if ( node->type == wf_jsonList )
	{
		return setPoint( reader, node, choice );
	}
	if ( node->type != wf_jsonObject )
	{
		return wfJson_Expected( json, node, wf_jsonString, s_stopExpected );
	}
	wfResult result = wfJson_CheckObject( json, node, "a stop", wf_stopFields );
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t field = findPlaceField( json, node );
	if ( field < 0 )
	{
		return wf_badFormat;
	}
	const wfJsonNode* place = wfJson_Find( json, node, wf_stopFields[field] );
	const wfJsonNode* reach = wfJson_Find( json, node, "reach" );
	if ( field > 2 )
	{
		return wfJson_Fail( json, place, NULL, wf_badFormat, "expected goal, point or queue here" );
	}
	if ( reach != NULL && field != 1 )
	{
		return wfJson_Fail( json, reach, NULL, wf_badFormat, "belongs to a point" );
	}
	result = readManner( json, node, choice );
	if ( result != wf_ok || field < 2 )
	{
		return result != wf_ok ? result : field == 0 ? setGoal( reader, place, choice ) : setPoint( reader, place, choice );
	}
	choice->stop.kind = wf_queueStop;
	return wfReadReference( json, place, &reader->queueNames, "queue", &choice->queue );
}

static wfResult addChoice( wfCrowdReader* reader, const wfStopChoice* choice )
{
	wfResult result = wfGrowArray( &reader->choices, &reader->choiceCapacity, reader->choiceCount + 1, sizeof( wfStopChoice ) );
	if ( result != wf_ok )
	{
		return wfReader_OutOfMemory( reader->json->reader );
	}
	reader->choices[reader->choiceCount++] = *choice;
	return wf_ok;
}

// A list of stops to choose from.
static wfResult readChoices( wfCrowdReader* reader, const wfJsonNode* list, const wfStopChoice* common )
{
	const wfJson* json = reader->json;
	wfResult result = wfJson_CheckList( json, list, 1, "stops" );
	if ( result == wf_ok )
	{
		result = wfReader_Reserve( json->reader, list->position, NULL, (size_t)list->count * sizeof( wfStopChoice ) );
	}
	const wfJsonNode* node = result == wf_ok ? wfJson_First( json, list ) : NULL;
	for ( ; node != NULL && result == wf_ok; node = wfJson_Next( json, node ) )
	{
		wfStopChoice choice = *common;
		result = readPlainStop( reader, node, &choice );
		result = result == wf_ok ? addChoice( reader, &choice ) : result;
	}
	return result;
}

static wfResult readStop( wfCrowdReader* reader, const wfJsonNode* node, const wfWalkerPlan* walker, bool source,
						  wfStopPlan* plan )
{
	static const wfStopMode modes[] = { wf_sameStop, wf_sameStop, wf_sameStop, wf_drawnStop, wf_oppositeStop, wf_eachStop };
	const wfJson* json = reader->json;
	wfStopChoice choice = { .queue = -1 };
	*plan = ( wfStopPlan ){ wf_sameStop, (int32_t)reader->choiceCount, 1 };
	const wfJsonNode* place = NULL;
	if ( node->type == wf_jsonObject )
	{
		wfResult result = wfJson_CheckObject( json, node, "a stop", wf_stopFields );
		int32_t field = result == wf_ok ? findPlaceField( json, node ) : -1;
		if ( field < 0 )
		{
			return wf_badFormat;
		}
		plan->mode = modes[field];
		place = wfJson_Find( json, node, wf_stopFields[field] );
	}
	if ( plan->mode == wf_sameStop )
	{
		wfResult result = readPlainStop( reader, node, &choice );
		if ( result == wf_ok && source && choice.wait.kind != wf_constantNumber )
		{
			return wfJson_Fail( json, wfJson_Find( json, node, "wait" ), NULL, wf_badFormat,
								"all of a source wait equally long; expected a number" );
		}
		return result == wf_ok ? addChoice( reader, &choice ) : result;
	}
	if ( source )
	{
		return wfJson_Fail( json, place, NULL, wf_badFormat,
							"belongs to agents and groups; expected goal, point or queue, the same for all of a source" );
	}
	wfResult result = readManner( json, node, &choice );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( plan->mode == wf_oppositeStop )
	{
		result = setPoint( reader, place, &choice );
		return result == wf_ok ? addChoice( reader, &choice ) : result;
	}
	result = readChoices( reader, place, &choice );
	plan->count = (int32_t)reader->choiceCount - plan->first;
	if ( result == wf_ok && plan->mode == wf_eachStop && plan->count != walker->count )
	{
		result = wfJson_Fail( json, place, NULL, wf_badFormat, "%d stops for %d agents; expected one for each", plan->count,
							  walker->count );
	}
	return result;
}

wfResult wfReadStops( wfCrowdReader* reader, const wfJsonNode* node, wfWalkerPlan* walker )
{
	const wfJson* json = reader->json;
	walker->firstStop = (int32_t)reader->stopCount;
	const wfJsonNode* list = wfJson_Find( json, node, "stops" );
	if ( list == NULL )
	{
		return wf_ok;
	}
	bool source = (size_t)( walker - reader->walkers ) >= reader->agentEntryCount;
	wfResult result = wfJson_CheckList( json, list, 0, "stops" );
	if ( result == wf_ok )
	{
		result = wfReader_Reserve( json->reader, list->position, NULL,
								   (size_t)list->count * ( sizeof( wfStopPlan ) + sizeof( wfStopChoice ) ) );
	}
	const wfJsonNode* item = result == wf_ok ? wfJson_First( json, list ) : NULL;
	for ( ; item != NULL && result == wf_ok; item = wfJson_Next( json, item ) )
	{
		wfStopPlan plan;
		result = readStop( reader, item, walker, source, &plan );
		if ( result == wf_ok )
		{
			result = wfGrowArray( &reader->stops, &reader->stopCapacity, reader->stopCount + 1, sizeof( wfStopPlan ) );
			result = result == wf_ok ? wf_ok : wfReader_OutOfMemory( json->reader );
		}
		if ( result == wf_ok )
		{
			reader->stops[reader->stopCount++] = plan;
			walker->stopCount += 1;
		}
	}
	return result;
}

void wfMakeStops( wfCrowdReader* reader, size_t walkerIndex, int32_t k, wfVec2 position )
{
	const wfWalkerPlan* walker = reader->walkers + walkerIndex;
	for ( int32_t i = 0; i < walker->stopCount; ++i )
	{
		const wfStopPlan* plan = reader->stops + walker->firstStop + i;
		uint64_t counter = (uint64_t)k * (uint64_t)walker->stopCount + (uint64_t)i;
		// A group that was scaled up begins its list again.
		int32_t pick = plan->mode == wf_eachStop ? k % plan->count : 0;
		if ( plan->mode == wf_drawnStop )
		{
			double unit = wfRandomUnit( reader->seed, wfGetStream( walkerIndex, wf_drawStop ), counter );
			pick = (int32_t)( unit * plan->count );
		}
		const wfStopChoice* choice = reader->choices + plan->first + pick;
		wfStop* stop = reader->stopBuffer + i;
		*stop = choice->stop;
		stop->wait = wfDistribution_Draw( &choice->wait, reader->seed, wfGetStream( walkerIndex, wf_drawWait ), counter );
		if ( choice->queue >= 0 )
		{
			stop->queue = reader->queues[choice->queue].id;
		}
		if ( plan->mode == wf_oppositeStop )
		{
			stop->point = ( wfVec3 ){ 2.0 * stop->point.x - position.x, 2.0 * stop->point.y - position.y, 0.0 };
		}
	}
}
