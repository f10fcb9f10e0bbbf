// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where the agents of scenario files go: goals, points and queues, the same for all of a group or drawn for each.
#include "base/vec3.h"
#include "io/crowd_reader.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------- goals

void wfReadGoalNames( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* list = wfJson_Find( json, root, "goals" );
	wfNameTable_Create( json, list, &reader->goalNames );
	reader->goals = list != NULL ? wfJson_Allocate( json, list, (size_t)list->count, sizeof( wfGoalId ) ) : NULL;
	reader->goalCount = reader->goals != NULL ? (size_t)list->count : 0;
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		const char* name = NULL;
		wfJson_ReadText( json, wfJson_Find( json, node, "name" ), WF_MAX_NAME_LENGTH, &name );
		wfNameTable_Add( json, node, &reader->goalNames, "a goal", name );
	}
}

// Those of a world are there already.
void wfAddGoals( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* node = wfJson_First( json, wfJson_Find( json, root, "goals" ) );
	for ( ; node != NULL; node = wfJson_Next( json, node ) )
	{
		const char* name = reader->goalNames.names[node->index];
		wfGoalId* id = reader->goals + node->index;
		if ( reader->scene == NULL )
		{
			*id = name != NULL ? wfWorld_FindGoal( reader->world, name ) : ( wfGoalId ){ 0 };
			continue;
		}
		const wfSurfacePlace* place = reader->scene->goals + node->index;
		wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
		def.kind = place->vertices != NULL ? wf_verticesGoal : wf_placeGoal;
		def.vertices = place->vertices;
		def.vertexCount = place->vertexCount;
		def.place = place->place;
		const wfJsonNode* point = wfJson_Find( json, node, "point" );
		if ( point != NULL )
		{
			wfCheckNearSurface( json, point, reader->scene->mesh, place->distance );
		}
		if ( wfJson_IsOk( json ) )
		{
			wfJson_Take( json, node, wfCrowd_AddGoal( reader->crowd, &def, place->reach, id, json->reader->error ) );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- queues

void wfReadQueues( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* list = wfJson_Find( json, root, "queues" );
	wfNameTable_Create( json, list, &reader->queueNames );
	reader->queues = list != NULL ? wfJson_Allocate( json, list, (size_t)list->count, sizeof( wfQueuePlan ) ) : NULL;
	if ( reader->queues == NULL )
	{
		return;
	}
	reader->queueCount = (size_t)list->count;
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		const char* name = NULL;
		reader->queues[node->index].node = node;
		wfCheckFields( json, node, &wf_queueObject );
		const wfJsonNode* nameNode = wfJson_Require( json, node, "name", "what stops call the queue by" );
		wfJson_ReadText( json, nameNode, WF_MAX_NAME_LENGTH, &name );
		wfNameTable_Add( json, nameNode, &reader->queueNames, "a queue", name );
	}
}

static void checkLine( const wfCrowdReader* reader, const wfJsonNode* line, const wfVec3* points )
{
	const wfJson* json = reader->json;
	const wfJsonNode* point = wfJson_First( json, line );
	for ( ; point != NULL && reader->world != NULL; point = wfJson_Next( json, point ) )
	{
		wfCheckInside( json, point, reader->world, wfInPlane( points[point->index] ), "the queue's point" );
	}
	if ( reader->world != NULL && wfJson_IsOk( json ) && wfWorld_GetDistance( reader->world, wfInPlane( points[0] ), 0 ) < 0.0 )
	{
		wfJson_Fail( json, wfJson_First( json, line ), NULL, wf_goalBlocked,
					 "the head of the queue at %.12g, %.12g lies in an obstacle; expected a free place", points[0].x,
					 points[0].y );
	}
}

static void readLinePoint( const wfCrowdReader* reader, const wfJsonNode* node, wfVec3* point )
{
	if ( reader->scene != NULL )
	{
		wfSurfacePoint place = { 0, 0.0, 0.0 };
		wfReadNearPlace( reader->json, node, reader->scene, &place );
		*point = wfJson_IsOk( reader->json ) ? wfMesh_GetPosition( reader->scene->mesh, place ) : *point;
		return;
	}
	wfVec2 flat = { 0.0, 0.0 };
	wfJson_ReadPoint( reader->json, node, &flat );
	*point = wfInSpace( flat );
}

static void addQueue( wfCrowdReader* reader, wfQueuePlan* plan )
{
	const wfJson* json = reader->json;
	wfQueueDef def = wfDefaultQueueDef();
	wfReadPart( json, plan->node, wf_queueObject.parts[0], &def );
	const wfJsonNode* line = wfJson_Find( json, plan->node, "line" );
	if ( !wfJson_CheckList( json, line, 2, json->onMesh ? "points [x, y, z]" : "points [x, y]" ) )
	{
		return;
	}
	wfVec3* points = wfJson_Allocate( json, line, (size_t)line->count, sizeof( wfVec3 ) );
	if ( points == NULL )
	{
		return;
	}
	for ( const wfJsonNode* point = wfJson_First( json, line ); point != NULL; point = wfJson_Next( json, point ) )
	{
		readLinePoint( reader, point, &points[point->index] );
	}
	checkLine( reader, line, points );
	if ( wfJson_IsOk( json ) )
	{
		def.line = points;
		def.lineCount = line->count;
		wfPlaceFieldError( json, plan->node, &wf_queueObject,
						   wfCrowd_AddQueue( reader->crowd, &def, &plan->id, json->reader->error ) );
	}
	wfReleaseArray( points, (size_t)line->count, sizeof( wfVec3 ) );
}

void wfAddQueues( wfCrowdReader* reader )
{
	for ( size_t i = 0; i < reader->queueCount && wfJson_IsOk( reader->json ); ++i )
	{
		addQueue( reader, reader->queues + i );
	}
}

// ---------------------------------------------------------------------------------------------------------------- stops

// The fields of a stop that say where, in the order of its table.
enum
{
	goalField,
	pointField,
	queueField,
	exitsField,
	placeFieldCount = 7
};

static void setGoal( wfCrowdReader* reader, const wfJsonNode* node, wfStopChoice* choice )
{
	const wfJson* json = reader->json;
	const char* name = NULL;
	wfJson_ReadText( json, node, WF_MAX_NAME_LENGTH, &name );
	if ( name != NULL && wfNameTable_Find( &reader->goalNames, name ) < 0 && wfNameTable_Find( &reader->queueNames, name ) >= 0 )
	{
		wfQuoted quoted = wfQuote( name, node->stringLength );
		wfJson_Fail( json, node, NULL, wf_notFound, "there is no goal %s but a queue: write {\"queue\": %s}", quoted.text,
					 quoted.text );
	}
	choice->stop.kind = wf_goalStop;
	wfReadReference( json, node, &reader->goalNames, "goal", &choice->goal );
}

static void setPoint( wfCrowdReader* reader, const wfJsonNode* node, wfStopChoice* choice )
{
	const wfJson* json = reader->json;
	choice->stop.kind = wf_pointStop;
	if ( reader->scene != NULL )
	{
		wfReadNearPlace( json, node, reader->scene, &choice->stop.place );
		if ( wfJson_IsOk( json ) )
		{
			choice->stop.point = wfMesh_GetPosition( reader->scene->mesh, choice->stop.place );
		}
		return;
	}
	wfReadPlace( json, node, &wf_coordinateRange, &choice->stop.point );
	wfCheckInside( json, node, reader->world, ( wfVec2 ){ choice->stop.point.x, choice->stop.point.y }, "the stop" );
}

// Which of the fields that say where is there; -1 with a message when it is not exactly one.
static int32_t findPlaceField( const wfJson* json, const wfJsonNode* node )
{
	wfCheckFields( json, node, &wf_stopObject );
	int32_t found = -1, count = 0;
	for ( int32_t i = 0; i < placeFieldCount; ++i )
	{
		if ( wfJson_Find( json, node, wf_stopObject.parts[0][i].name ) != NULL )
		{
			found = i;
			count += 1;
		}
	}
	if ( count != 1 )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat,
					 "expected one of goal, point, queue, exits, oneOf, opposite and each, found %s",
					 count == 0 ? "none" : "several of them" );
		return -1;
	}
	for ( int32_t i = 0; i < 2; ++i )
	{
		const wfJsonNode* more = wfJson_Find( json, node, i == 0 ? "choice" : "exit" );
		if ( more != NULL && found != exitsField )
		{
			wfJson_Fail( json, more, NULL, wf_badFormat, "belongs to exits" );
		}
	}
	return wfJson_IsOk( json ) ? found : -1;
}

// A stop that is the same for all who have it, on top of what the surrounding one says.
static void readPlainStop( wfCrowdReader* reader, const wfJsonNode* node, wfStopChoice* choice )
{
	const wfJson* json = reader->json;
	if ( node->type == wf_jsonString )
	{
		setGoal( reader, node, choice );
		return;
	}
	if ( node->type == wf_jsonList || ( json->onMesh && node->type == wf_jsonNumber ) )
	{
		setPoint( reader, node, choice );
		return;
	}
	if ( node->type != wf_jsonObject )
	{
		wfJson_Expected( json, node, wf_jsonString,
						 json->onMesh ? "the name of a goal, a point [x, y, z] or an object with goal, point, queue or exits"
									  : "the name of a goal, a point [x, y] or an object with goal, point, queue or exits" );
		return;
	}
	int32_t field = findPlaceField( json, node );
	if ( field < 0 )
	{
		return;
	}
	const wfJsonNode* place = wfJson_Find( json, node, wf_stopObject.parts[0][field].name );
	const wfJsonNode* reach = wfJson_Find( json, node, "reach" );
	if ( field > exitsField )
	{
		wfJson_Fail( json, place, NULL, wf_badFormat, "expected goal, point, queue or exits here" );
	}
	if ( reach != NULL && field != pointField )
	{
		wfJson_Fail( json, reach, NULL, wf_badFormat, "belongs to a point" );
	}
	wfReadPart( json, node, wf_stopObject.parts[0], choice );
	if ( field == goalField )
	{
		setGoal( reader, place, choice );
	}
	else if ( field == pointField )
	{
		setPoint( reader, place, choice );
	}
	else if ( field == exitsField )
	{
		wfReadExits( reader, node, choice );
	}
	else
	{
		choice->stop.kind = wf_queueStop;
		wfReadReference( json, place, &reader->queueNames, "queue", &choice->queue );
	}
}

static void addChoice( wfCrowdReader* reader, const wfStopChoice* choice )
{
	if ( wfJson_Grow( reader->json, &reader->choices, &reader->choiceCapacity, reader->choiceCount + 1, sizeof( wfStopChoice ) ) )
	{
		reader->choices[reader->choiceCount++] = *choice;
	}
}

// A list of stops to choose from.
static void readChoices( wfCrowdReader* reader, const wfJsonNode* list, const wfStopChoice* common )
{
	const wfJson* json = reader->json;
	wfJson_CheckList( json, list, 1, "stops" );
	wfJson_Reserve( json, list, NULL, (size_t)list->count * sizeof( wfStopChoice ) );
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		wfStopChoice choice = *common;
		readPlainStop( reader, node, &choice );
		addChoice( reader, &choice );
	}
}

static void readStop( wfCrowdReader* reader, const wfJsonNode* node, const wfEntryPlan* entry, bool source, wfStopPlan* plan )
{
	static const wfStopMode modes[] = { wf_sameStop,  wf_sameStop,	   wf_sameStop, wf_sameStop,
										wf_drawnStop, wf_oppositeStop, wf_eachStop };
	const wfJson* json = reader->json;
	wfStopChoice choice = { .goal = -1, .queue = -1, .exits = -1 };
	*plan = ( wfStopPlan ){ wf_sameStop, (int32_t)reader->choiceCount, 1 };
	int32_t field = node->type == wf_jsonObject ? findPlaceField( json, node ) : goalField;
	if ( field < 0 )
	{
		return;
	}
	plan->mode = modes[field];
	if ( plan->mode == wf_sameStop )
	{
		readPlainStop( reader, node, &choice );
		if ( source && choice.wait.kind != wf_constantNumber )
		{
			wfJson_Fail( json, wfJson_Find( json, node, "wait" ), NULL, wf_badFormat,
						 "all of a source wait equally long; expected a number" );
		}
		addChoice( reader, &choice );
		return;
	}
	const wfJsonNode* place = wfJson_Find( json, node, wf_stopObject.parts[0][field].name );
	if ( source )
	{
		wfJson_Fail( json, place, NULL, wf_badFormat,
					 "belongs to agents and groups; expected goal, point, queue or exits, the same for all of a source" );
		return;
	}
	wfReadPart( json, node, wf_stopObject.parts[0], &choice );
	if ( plan->mode == wf_oppositeStop )
	{
		setPoint( reader, place, &choice );
		addChoice( reader, &choice );
		return;
	}
	readChoices( reader, place, &choice );
	plan->count = (int32_t)reader->choiceCount - plan->first;
	if ( plan->mode == wf_eachStop && plan->count != entry->count )
	{
		wfJson_Fail( json, place, NULL, wf_badFormat, "%d stops for %d agents; expected one for each", plan->count,
					 entry->count );
	}
}

static void addStop( wfCrowdReader* reader, const wfJsonNode* node, wfEntryPlan* entry, bool source )
{
	wfStopPlan plan;
	readStop( reader, node, entry, source, &plan );
	if ( wfJson_Grow( reader->json, &reader->stops, &reader->stopCapacity, reader->stopCount + 1, sizeof( wfStopPlan ) ) )
	{
		reader->stops[reader->stopCount++] = plan;
		entry->stopCount += 1;
	}
}

void wfReadStops( wfCrowdReader* reader, wfEntryPlan* entry, bool source )
{
	const wfJson* json = reader->json;
	const wfJsonNode* list = wfJson_Find( json, entry->node, "stops" );
	entry->firstStop = (int32_t)reader->stopCount;
	if ( list != NULL && list->type == wf_jsonString )
	{
		addStop( reader, list, entry, source );
		return;
	}
	if ( list != NULL && wfJson_CheckList( json, list, 0, "stops" ) )
	{
		wfJson_Reserve( json, list, NULL, (size_t)list->count * ( sizeof( wfStopPlan ) + sizeof( wfStopChoice ) ) );
	}
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		addStop( reader, node, entry, source );
	}
}

void wfMakeStops( wfCrowdReader* reader, size_t entryIndex, int32_t k, wfVec3 position )
{
	const wfEntryPlan* entry = reader->entries + entryIndex;
	for ( int32_t i = 0; i < entry->stopCount; ++i )
	{
		const wfStopPlan* plan = reader->stops + entry->firstStop + i;
		uint64_t counter = (uint64_t)k * (uint64_t)entry->stopCount + (uint64_t)i;
		// A group that was scaled up begins its list again.
		int32_t pick = plan->mode == wf_eachStop ? k % plan->count : 0;
		if ( plan->mode == wf_drawnStop )
		{
			double unit = wfRandomUnit( reader->settings.seed, wfGetStream( entryIndex, wf_drawStop ), counter );
			pick = (int32_t)( unit * plan->count );
		}
		const wfStopChoice* choice = reader->choices + plan->first + pick;
		wfStop* stop = reader->stopBuffer + i;
		*stop = choice->stop;
		stop->wait = wfDrawNumber( reader, &choice->wait, entryIndex, wf_drawWait, counter );
		stop->goal = choice->goal >= 0 ? reader->goals[choice->goal] : ( wfGoalId ){ 0 };
		stop->queue = choice->queue >= 0 ? reader->queues[choice->queue].id : ( wfQueueId ){ 0 };
		stop->exits = choice->exits >= 0 ? reader->exitSets[choice->exits].id : ( wfExitsId ){ 0 };
		if ( plan->mode == wf_oppositeStop )
		{
			stop->point.x = 2.0 * stop->point.x - position.x;
			stop->point.y = 2.0 * stop->point.y - position.y;
		}
	}
}
