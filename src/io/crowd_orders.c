// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Orders of groups in scenario files and in files of their own: read into a log, and given as far as that is possible at once.
#include "base/vec3.h"
#include "io/crowd_reader.h"
#include "io/order_log.h"

#include <math.h>
#include <string.h>

typedef struct wfOrderReader
{
	const wfCrowdReader* crowd;
	const wfJson* json; // of the scenario, or of the file of orders
	wfOrderLog* log;
	bool isLog; // a file of orders
} wfOrderReader;

// Orders in which a field means something, as bits; what is in none of the lists may be said of all.
#define BIT( kind ) ( 1u << ( kind ) )
#define MOVES                                                                                                                    \
	( BIT( wf_moveOrder ) | BIT( wf_formationOrder ) | BIT( wf_attackOrder ) | BIT( wf_patrolOrder ) | BIT( wf_formOrder ) )
#define ORDERS ( BIT( wf_groupOrderKindCount ) - 1u )
#define SHAPES ( BIT( wf_createCommand ) | BIT( wf_shapeCommand ) )
#define STROKES BIT( wf_strokeOrder )
static const struct
{
	const char* field;
	uint32_t orders;
} s_meant[] = { { "to", MOVES },
				{ "reach", MOVES },
				{ "facing", MOVES | STROKES },
				{ "leader", BIT( wf_followOrder ) },
				{ "enemies", BIT( wf_attackOrder ) },
				{ "range", BIT( wf_attackOrder ) | BIT( wf_followOrder ) },
				{ "seconds", BIT( wf_holdOrder ) | BIT( wf_formOrder ) },
				{ "strokes", STROKES },
				{ "sketch", STROKES },
				{ "root", STROKES },
				{ "advance", STROKES },
				{ "divide", STROKES },
				{ "shares", STROKES },
				{ "numbers", STROKES },
				{ "kinds", STROKES },
				{ "branches", STROKES },
				{ "queued", ORDERS },
				{ "later", ORDERS },
				{ "members", BIT( wf_createCommand ) | BIT( wf_splitCommand ) | BIT( wf_joinCommand ) | BIT( wf_leaveCommand ) },
				{ "as", BIT( wf_splitCommand ) },
				{ "with", BIT( wf_mergeCommand ) },
				{ "formation", SHAPES },
				{ "spacing", SHAPES },
				{ "ratio", SHAPES },
				{ "angle", SHAPES },
				{ "rigid", SHAPES },
				{ "ranks", SHAPES },
				{ "points", SHAPES },
				{ "bands", BIT( wf_createCommand ) },
				{ "planner", BIT( wf_createCommand ) },
				{ "hardMembers", BIT( wf_createCommand ) } };

static void checkMeant( const wfJson* json, const wfJsonNode* node, int32_t command )
{
	for ( size_t k = 0; k < sizeof( s_meant ) / sizeof( s_meant[0] ); ++k )
	{
		const wfJsonNode* field = wfJson_Find( json, node, s_meant[k].field );
		if ( field == NULL || ( s_meant[k].orders >> command & 1u ) != 0 )
		{
			continue;
		}
		const char* names[wf_logCommandEnd + 1];
		int32_t count = 0;
		for ( int32_t m = 0; m < wf_logCommandEnd; ++m )
		{
			names[count] = wf_orderNames[m];
			count += ( s_meant[k].orders >> m & 1u ) != 0 ? 1 : 0;
		}
		names[count] = NULL;
		char known[200];
		wfListNames( known, sizeof( known ), names );
		wfJson_Fail( json, field, NULL, wf_badFormat, "means nothing to the order \"%s\"; it belongs to %s",
					 wf_orderNames[command], known );
	}
}

// What branches are told belongs to one way of dividing.
static void checkDivision( const wfJson* json, const wfJsonNode* node, wfDivisionRule rule )
{
	static const struct
	{
		const char *field, *divide;
		uint32_t rules;
	} meant[] = { { "shares", "\"share\"", BIT( wf_divideByShare ) },
				  { "numbers", "\"number\"", BIT( wf_divideByNumber ) },
				  { "kinds", "\"kind\"", BIT( wf_divideByKind ) },
				  { "branches", "\"share\", \"number\" or \"kind\"",
					BIT( wf_divideByShare ) | BIT( wf_divideByNumber ) | BIT( wf_divideByKind ) } };
	for ( size_t k = 0; k < sizeof( meant ) / sizeof( meant[0] ); ++k )
	{
		const wfJsonNode* field = wfJson_Find( json, node, meant[k].field );
		if ( field != NULL && ( meant[k].rules & BIT( rule ) ) == 0 )
		{
			wfJson_Fail( json, field, NULL, wf_badFormat, "means nothing without `divide`: %s", meant[k].divide );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------------ parts

static void readGroupRef( const wfOrderReader* in, const wfJsonNode* node, const char* what, wfGroupRef* ref )
{
	const char* name = NULL;
	wfJson_ReadText( in->json, node, WF_MAX_NAME_LENGTH, &name );
	if ( name == NULL || wfOrderLog_FindRef( in->log, name, ref ) )
	{
		return;
	}
	const char* names[64];
	int32_t count = in->log->names.count < 63 ? in->log->names.count : 63;
	for ( int32_t k = 0; k < count; ++k )
	{
		names[k] = in->log->names.data[k].text;
	}
	names[count] = NULL;
	wfJson_Fail( in->json, node, NULL, wf_notFound, "there is no %s %s%s", what, wfQuote( name, node->stringLength ).text,
				 wfMakeHint( name, node->stringLength, names ).text );
}

static void keepSerial( const wfOrderReader* in, const wfJsonNode* node, uint32_t serial, int32_t* count )
{
	if ( wfArray_Push( &in->log->agents, serial ) != wf_ok )
	{
		wfJson_Fail( in->json, node, NULL, wf_outOfMemory, "not enough memory for a list of agents" );
		return;
	}
	*count += 1;
}

// All agents of an entry, or one by its serial number.
static void readAgent( const wfOrderReader* in, const wfJsonNode* node, int32_t* count )
{
	const wfCrowdReader* crowd = in->crowd;
	if ( node->type == wf_jsonNumber )
	{
		static const wfNumberRange range = { 1.0, 4294967295.0, "the serial number of an agent, from 1" };
		double serial = 0.0;
		wfJson_ReadNumber( in->json, node, &range, &serial );
		keepSerial( in, node, (uint32_t)serial, count );
		return;
	}
	int32_t entry = -1;
	wfReadReference( in->json, node, &crowd->agentNames, "agent", &entry );
	for ( size_t k = 0; k < crowd->agentCount && entry >= 0; ++k )
	{
		if ( crowd->agents[k].entry == entry )
		{
			keepSerial( in, node, wfCrowd_GetAgent( crowd->crowd, crowd->agents[k].id ).serial, count );
		}
	}
}

static void readMembers( const wfOrderReader* in, const wfJsonNode* order, wfLogEntry* entry )
{
	const wfJsonNode* list = wfJson_Require( in->json, order, "members", "names or serial numbers of agents" );
	entry->agentFirst = in->log->agents.count;
	if ( !wfJson_CheckList( in->json, list, 0, "names or serial numbers of agents" ) )
	{
		return;
	}
	for ( const wfJsonNode* node = wfJson_First( in->json, list ); node != NULL; node = wfJson_Next( in->json, node ) )
	{
		readAgent( in, node, &entry->agentCount );
	}
}

// Of a scenario by the names in its file, of a crowd made in code by those of its world.
static const char* readGoal( const wfOrderReader* in, const wfJsonNode* node, wfGoalId* id )
{
	const wfCrowdReader* crowd = in->crowd;
	int32_t goal = -1;
	const char* name = NULL;
	if ( crowd->json != NULL )
	{
		wfReadReference( in->json, node, &crowd->goalNames, "goal", &goal );
		*id = goal >= 0 ? crowd->goals[goal] : ( wfGoalId ){ 0 };
		return goal >= 0 ? crowd->goalNames.names[goal] : NULL;
	}
	wfJson_ReadText( in->json, node, WF_MAX_NAME_LENGTH, &name );
	*id = name != NULL && crowd->world != NULL ? wfWorld_FindGoal( crowd->world, name ) : ( wfGoalId ){ 0 };
	if ( name != NULL && id->index1 == 0 )
	{
		wfJson_Fail( in->json, node, NULL, wf_notFound, "there is no goal %s", wfQuote( name, node->stringLength ).text );
	}
	return id->index1 != 0 ? name : NULL;
}

// The name of a goal, or a place.
static void readTo( const wfOrderReader* in, const wfJsonNode* node, wfLogEntry* entry )
{
	const wfCrowdReader* crowd = in->crowd;
	wfStop* to = &entry->order.to;
	if ( node->type == wf_jsonString )
	{
		wfGoalId goal;
		const char* name = readGoal( in, node, &goal );
		if ( name != NULL )
		{
			double reach = to->reach;
			*to = wfMakeGoalStop( goal );
			to->reach = reach;
			bool isPoint = entry->command == wf_patrolOrder || entry->command == wf_formOrder;
			if ( isPoint || wfOrderLog_FindGoal( in->log, name, &entry->goal ) != wf_ok )
			{
				wfJson_Fail( in->json, node, NULL, isPoint ? wf_unsupported : wf_outOfMemory, "%s",
							 isPoint ? "orders of this kind lead to a point" : "not enough memory for an order" );
			}
		}
	}
	else if ( crowd->scene != NULL && crowd->json == NULL && node->type == wf_jsonNumber )
	{
		wfJson_Expected( in->json, node, wf_jsonList, "a point [x, y, z]" ); // a crowd made in code has no mesh file
	}
	else if ( crowd->scene != NULL )
	{
		wfReadNearPlace( in->json, node, crowd->scene, &to->place );
		to->point = wfJson_IsOk( in->json ) ? wfMesh_GetPosition( crowd->scene->mesh, to->place ) : to->point;
	}
	else
	{
		wfVec2 point = { 0.0, 0.0 };
		wfJson_ReadPoint( in->json, node, &point );
		to->point = wfInSpace( point );
	}
}

static void readFacing( const wfOrderReader* in, const wfJsonNode* node, wfVec3* facing )
{
	const wfNumberRange range = WF_COORDINATE;
	wfVec2 flat = { 0.0, 0.0 };
	if ( in->crowd->scene != NULL )
	{
		wfJson_ReadVector3( in->json, node, &range, "a direction [x, y, z]", facing );
	}
	else
	{
		wfJson_ReadVector( in->json, node, &range, "a direction [x, y]", &flat );
		*facing = node != NULL ? wfInSpace( flat ) : *facing;
	}
	if ( node != NULL && wfJson_IsOk( in->json ) && !( wfLength3( *facing ) > 0.0 ) )
	{
		wfJson_Fail( in->json, node, NULL, wf_outOfRange, "expected a direction other than zero" );
	}
}

static void checkOther( const wfOrderReader* in, const wfJsonNode* node, const wfLogEntry* entry, wfGroupRef ref,
						const char* what )
{
	if ( wfJson_IsOk( in->json ) && wfPackGroupRef( ref ) == wfPackGroupRef( entry->group ) )
	{
		wfJson_Fail( in->json, node, NULL, wf_badFormat, "is the group itself; expected another one to %s", what );
	}
}

// The first agent of an entry, one by its number, or a group.
static void readLeader( const wfOrderReader* in, const wfJsonNode* node, wfLogEntry* entry )
{
	const char* name = node->type == wf_jsonString ? wfJson_String( in->json, node ) : NULL;
	entry->agentFirst = in->log->agents.count;
	bool isAgent = node->type == wf_jsonNumber || ( name != NULL && wfNameTable_Find( &in->crowd->agentNames, name ) >= 0 );
	if ( isAgent )
	{
		readAgent( in, node, &entry->agentCount );
		entry->agentCount = entry->agentCount > 0 ? 1 : 0;
		return;
	}
	readGroupRef( in, node, "agent or group", &entry->other );
	checkOther( in, node, entry, entry->other, "follow" );
}

// Groups, and entries of agents.
static void readEnemies( const wfOrderReader* in, const wfJsonNode* list, wfLogEntry* entry )
{
	entry->foeFirst = in->log->foes.count;
	entry->agentFirst = in->log->agents.count;
	if ( list == NULL || !wfJson_CheckList( in->json, list, 1, "names of groups or agents" ) )
	{
		return;
	}
	for ( const wfJsonNode* node = wfJson_First( in->json, list ); node != NULL; node = wfJson_Next( in->json, node ) )
	{
		wfGroupRef ref = { -1, 0 };
		const char* name = node->type == wf_jsonString ? wfJson_String( in->json, node ) : NULL;
		bool isGroup = name != NULL && wfOrderLog_FindRef( in->log, name, &ref );
		if ( node->type == wf_jsonNumber ||
			 ( !isGroup && name != NULL && wfNameTable_Find( &in->crowd->agentNames, name ) >= 0 ) )
		{
			readAgent( in, node, &entry->agentCount );
			continue;
		}
		readGroupRef( in, node, "group or agent", &ref );
		if ( !in->isLog )
		{
			checkOther( in, node, entry, ref, "attack" ); // a log keeps what was accepted
		}
		if ( wfJson_IsOk( in->json ) && wfArray_Push( &in->log->foes, ref ) != wf_ok )
		{
			wfJson_Fail( in->json, node, NULL, wf_outOfMemory, "not enough memory for an order" );
		}
		entry->foeCount = in->log->foes.count - entry->foeFirst;
	}
}

// ---------------------------------------------------------------------------------------------------------------- strokes

static void drawOnMesh( const wfOrderReader* in, const wfJsonNode* list, wfStrokes* strokes )
{
	const wfJson* json = in->json;
	const wfSurfaceScene* scene = in->crowd->scene;
	bool isList = wfJson_CheckList( json, list, 1, "points [x, y, z], or vertices" );
	wfVec3* points = isList ? wfJson_Allocate( json, list, (size_t)list->count, sizeof( wfVec3 ) ) : NULL;
	for ( const wfJsonNode* node = points != NULL ? wfJson_First( json, list ) : NULL; node != NULL && wfJson_IsOk( json );
		  node = wfJson_Next( json, node ) )
	{
		wfSurfacePoint place;
		wfReadNearPlace( json, node, scene, &place );
		points[node->index] = wfJson_IsOk( json ) ? wfMesh_GetPosition( scene->mesh, place ) : ( wfVec3 ){ 0.0, 0.0, 0.0 };
	}
	if ( points != NULL && wfJson_IsOk( json ) )
	{
		wfJson_Take( json, list, wfStrokes_AddInSpace( strokes, NULL, points, list->count, NULL, json->reader->error ) );
	}
	wfReleaseArray( points, points != NULL ? (size_t)list->count : 0, sizeof( wfVec3 ) );
}

static void drawStrokes( const wfOrderReader* in, const wfJsonNode* list, wfStrokes* strokes )
{
	const wfJson* json = in->json;
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL && wfJson_IsOk( json );
		  node = wfJson_Next( json, node ) )
	{
		if ( in->crowd->scene != NULL )
		{
			drawOnMesh( in, node, strokes );
			continue;
		}
		int32_t count = 0;
		wfVec2* points = wfReadDrawing( json, node, 1, &count );
		if ( points != NULL && wfJson_IsOk( json ) )
		{
			wfJson_Take( json, node, wfStrokes_Add( strokes, points, count, NULL, json->reader->error ) );
		}
		wfReleaseArray( points, points != NULL ? (size_t)node->count : 0, sizeof( wfVec2 ) );
	}
}

// As logs keep what was drawn, to the bit.
static void restoreStrokes( const wfJson* json, const wfJsonNode* node, wfStrokes* strokes )
{
	size_t capacity = (size_t)node->stringLength, size = 0;
	void* bytes = node->type == wf_jsonString ? wfJson_Allocate( json, node, capacity, 1 ) : NULL;
	if ( bytes == NULL || !wfReadBase64( wfJson_String( json, node ), capacity, bytes, &size ) )
	{
		wfJson_Expected( json, node, wf_jsonString, "a sketch as a log writes it (base64)" );
	}
	else
	{
		wfJson_Take( json, node, wfStrokes_Restore( strokes, bytes, size, json->reader->error ) );
	}
	wfReleaseArray( bytes, bytes != NULL ? capacity : 0, 1 );
}

static void readStrokes( const wfOrderReader* in, const wfJsonNode* order, wfLogEntry* entry )
{
	const wfJson* json = in->json;
	const wfJsonNode *list = wfJson_Find( json, order, "strokes" ), *sketch = wfJson_Find( json, order, "sketch" );
	wfStrokesDef def = wfDefaultStrokesDef();
	if ( wfJson_IsOk( json ) && ( list != NULL ) == ( sketch != NULL ) )
	{
		wfJson_Fail( json, order, NULL, wf_badFormat, "expected `strokes`: along what the order leads" );
	}
	bool isList = sketch != NULL || wfJson_CheckList( json, list, 1, "strokes, each a list of points" );
	if ( !isList || !wfJson_IsOk( json ) ||
		 !wfJson_Take( json, order, wfCreateStrokes( &def, &entry->sketch, json->reader->error ) ) )
	{
		return;
	}
	if ( sketch != NULL )
	{
		restoreStrokes( json, sketch, entry->sketch );
	}
	else
	{
		drawStrokes( in, list, entry->sketch );
	}
	const wfJsonNode* root = wfJson_Find( json, order, "root" );
	if ( wfJson_IsOk( json ) && root != NULL && entry->order.root >= wfStrokes_GetNodeCount( entry->sketch ) )
	{
		wfJson_Fail( json, root, NULL, wf_outOfRange, "there is no node %d; expected 0 to %d", entry->order.root,
					 wfStrokes_GetNodeCount( entry->sketch ) - 1 );
	}
}

// Of the branches that end where the strokes do, in their order: shares, numbers or kinds.
static void readBranches( const wfOrderReader* in, const wfJsonNode* order, wfLogEntry* entry )
{
	static const wfNumberRange shares = { 0.0, 1e6, "a share from 0 to 1e6" };
	static const wfNumberRange numbers = { -1.0, 1e6, "a whole number of members, or -1: who is left" };
	static const wfNumberRange kinds = { 0.0, 31.0, "a kind from 0 to 31" };
	const wfJson* json = in->json;
	static const char* const fields[] = { "shares", "numbers", "kinds" };
	int32_t most = entry->sketch != NULL ? wfStrokes_GetStrokeCount( entry->sketch ) : 0;
	entry->branchFirst = in->log->branches.count;
	for ( int32_t k = 0; k < 3; ++k )
	{
		const wfJsonNode* list = wfJson_Find( json, order, fields[k] );
		if ( list == NULL || !wfJson_CheckList( json, list, 1, "values, one for each stroke" ) )
		{
			continue;
		}
		if ( list->count > most )
		{
			wfJson_Fail( json, list, NULL, wf_badFormat, "%d %s; expected at most one for each of %d strokes", list->count,
						 fields[k], most );
			return;
		}
		for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL && wfJson_IsOk( json );
			  node = wfJson_Next( json, node ) )
		{
			if ( node->index >= entry->branchCount &&
				 wfArray_Push( &in->log->branches,
							   ( wfBranchRule ){ wfStrokes_GetStrokeEnd( entry->sketch, node->index ), 1.0, -1, 0 } ) != wf_ok )
			{
				wfJson_Fail( json, node, NULL, wf_outOfMemory, "not enough memory for an order" );
				return;
			}
			entry->branchCount = in->log->branches.count - entry->branchFirst;
			wfBranchRule* rule = &in->log->branches.data[entry->branchFirst + node->index];
			const wfJsonNode* kind = k == 2 && wfJson_CheckList( json, node, 0, "kinds" ) ? wfJson_First( json, node ) : NULL;
			for ( ; kind != NULL && wfJson_IsOk( json ); kind = wfJson_Next( json, kind ) )
			{
				int32_t number = 0;
				wfJson_ReadInteger( json, kind, &kinds, &number );
				rule->kinds |= 1u << number;
			}
			if ( k == 0 )
			{
				wfJson_ReadNumber( json, node, &shares, &rule->share );
			}
			else if ( k == 1 )
			{
				wfJson_ReadInteger( json, node, &numbers, &rule->number );
			}
		}
	}
}

// As logs keep them, by the nodes of the sketch: [node, share, number, kinds as bits].
static void readLoggedBranches( const wfOrderReader* in, const wfJsonNode* order, wfLogEntry* entry )
{
	const wfJson* json = in->json;
	static const wfNumberRange range = { -1.0, 4294967295.0, "a number" };
	const wfJsonNode* list = wfJson_Find( json, order, "branches" );
	if ( list == NULL || !wfJson_CheckList( json, list, 0, "branches" ) )
	{
		return;
	}
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		double numbers[4] = { 0.0 };
		if ( !wfJson_CheckList( json, node, 4, "numbers [node, share, number, kinds]" ) )
		{
			return;
		}
		int32_t k = 0;
		for ( const wfJsonNode* item = wfJson_First( json, node ); item != NULL && k < 4; item = wfJson_Next( json, item ), ++k )
		{
			wfJson_ReadNumber( json, item, &range, &numbers[k] );
		}
		wfBranchRule rule = { (int32_t)fmin( numbers[0], 1e9 ), numbers[1], (int32_t)fmin( numbers[2], 1e9 ),
							  (uint32_t)fmax( numbers[3], 0.0 ) };
		if ( wfJson_IsOk( json ) && wfArray_Push( &in->log->branches, rule ) != wf_ok )
		{
			wfJson_Fail( json, node, NULL, wf_outOfMemory, "not enough memory for an order" );
		}
		entry->branchCount = in->log->branches.count - entry->branchFirst;
	}
}

// ------------------------------------------------------------------------------------------------------------------ orders

// Of those who are there now: a new group has the members it names, one that is reshaped those it has.
static void checkSpacing( const wfOrderReader* in, const wfJsonNode* order, const wfLogEntry* entry )
{
	const wfCrowdReader* reader = in->crowd;
	bool isNew = entry->command == wf_createCommand;
	wfGroupId group = isNew ? ( wfGroupId ){ 0, 0 } : wfOrderLog_Resolve( in->log, reader->crowd, entry->group );
	int32_t most = isNew ? entry->agentCount : wfCrowd_GetGroupMembers( reader->crowd, group, NULL, 0 ), count = 0;
	wfAgentId* members = wfJson_Allocate( in->json, order, (size_t)most, sizeof( wfAgentId ) );
	if ( members != NULL && !isNew )
	{
		count = wfCrowd_GetGroupMembers( reader->crowd, group, members, most );
	}
	for ( int32_t k = 0; k < most && members != NULL && isNew; ++k )
	{
		// Serials are counted in the order of the list.
		uint32_t serial = in->log->agents.data[entry->agentFirst + k];
		if ( serial >= 1 && serial <= reader->agentCount )
		{
			members[count++] = reader->agents[serial - 1].id;
		}
	}
	wfCheckSpacing( in->json, order, &entry->formation, count, wfGetLargestRadius( reader->crowd, members, count ) );
	wfReleaseArray( members, members != NULL ? (size_t)most : 0, sizeof( wfAgentId ) );
}

static void readShape( const wfOrderReader* in, const wfJsonNode* order, wfLogEntry* entry )
{
	const wfJson* json = in->json;
	wfVec2* points = wfReadShape( json, order, &entry->formation );
	int32_t count = entry->formation.pointCount;
	entry->pointFirst = in->log->points.count;
	if ( wfJson_IsOk( json ) && wfArray_Append( &in->log->points, points, count ) != wf_ok )
	{
		wfJson_Fail( json, order, NULL, wf_outOfMemory, "not enough memory for a formation" );
	}
	checkSpacing( in, order, entry );
	entry->formation.points = NULL;
	wfReleaseArray( points, points != NULL ? (size_t)count : 0, sizeof( wfVec2 ) );
}

static void readParts( const wfOrderReader* in, const wfJsonNode* node, wfLogEntry* entry )
{
	const wfJson* json = in->json;
	const wfJsonNode *to = wfJson_Find( json, node, "to" ), *leader = wfJson_Find( json, node, "leader" );
	if ( ( MOVES >> entry->command & 1u ) != 0 && to == NULL )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected `to`: where the order leads" );
	}
	if ( entry->command == wf_followOrder && leader == NULL )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected `leader`: an agent or a group to follow" );
	}
	if ( entry->command == wf_attackOrder && wfJson_Find( json, node, "enemies" ) == NULL )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected `enemies`: groups or agents to attack" );
	}
	if ( to != NULL )
	{
		readTo( in, to, entry );
	}
	if ( leader != NULL )
	{
		readLeader( in, leader, entry );
	}
	readFacing( in, wfJson_Find( json, node, "facing" ), &entry->order.facing );
	if ( entry->command == wf_attackOrder )
	{
		readEnemies( in, wfJson_Find( json, node, "enemies" ), entry );
	}
	if ( entry->command == wf_strokeOrder )
	{
		checkDivision( json, node, entry->order.rule );
		readStrokes( in, node, entry );
		readBranches( in, node, entry );
		readLoggedBranches( in, node, entry );
	}
	if ( entry->command == wf_createCommand || entry->command == wf_splitCommand || entry->command == wf_joinCommand ||
		 entry->command == wf_leaveCommand )
	{
		readMembers( in, node, entry );
	}
	if ( entry->command == wf_splitCommand )
	{
		readGroupRef( in, wfJson_Require( json, node, "as", "the name of the part" ), "group", &entry->other );
	}
	if ( entry->command == wf_mergeCommand )
	{
		readGroupRef( in, wfJson_Require( json, node, "with", "the group that joins" ), "group", &entry->other );
	}
	if ( ( SHAPES >> entry->command & 1u ) != 0 )
	{
		readShape( in, node, entry );
	}
}

static void readOrder( const wfOrderReader* in, const wfJsonNode* node )
{
	const wfJson* json = in->json;
	wfOrderPlan plan = { .command = wf_formationOrder,
						 .order = wfDefaultGroupOrder( wf_formationOrder ),
						 .shape.formation = wfDefaultFormationDef() };
	wfReadFields( json, node, &wf_orderObject, &plan );
	wfReadPart( json, node, wf_orderObject.parts[1], &plan );
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	checkMeant( json, node, plan.command );
	wfLogEntry entry = wfMakeLogEntry( plan.command, ( wfGroupRef ){ -1, 0 } );
	wfGroupOrder order = entry.order;
	entry.order = plan.order;
	entry.order.kind = order.kind;
	entry.order.range = wfJson_Find( json, node, "range" ) == NULL ? order.range : plan.order.range;
	entry.time = plan.time;
	entry.formation = plan.shape.formation;
	entry.bands = plan.shape.bands;
	entry.planner = plan.shape.planner;
	entry.hardMembers = plan.shape.hardMembers;
	entry.line = wfReader_FindPlace( json->reader, node->position ).line;
	readGroupRef( in, wfJson_Require( json, node, "group", "the name of a group" ), "group", &entry.group );
	readParts( in, node, &entry );
	if ( !wfJson_IsOk( json ) || wfOrderLog_Add( in->log, &entry ) != wf_ok )
	{
		wfJson_Fail( json, node, NULL, wf_outOfMemory, "not enough memory for an order" );
		wfDestroyStrokes( entry.sketch );
	}
}

// Names of groups that orders make, before they are used.
static void readNewNames( const wfOrderReader* in, const wfJsonNode* orders )
{
	const wfJson* json = in->json;
	for ( const wfJsonNode* node = wfJson_First( json, orders ); node != NULL; node = wfJson_Next( json, node ) )
	{
		const wfJsonNode* order = node->type == wf_jsonObject ? wfJson_Find( json, node, "order" ) : NULL;
		bool isText = order != NULL && order->type == wf_jsonString;
		bool splits = isText && strcmp( wfJson_String( json, order ), "split" ) == 0;
		bool creates = isText && strcmp( wfJson_String( json, order ), "create" ) == 0;
		const wfJsonNode* name = splits ? wfJson_Find( json, node, "as" ) : creates ? wfJson_Find( json, node, "group" ) : NULL;
		const char* text = NULL;
		wfJson_ReadText( json, name, WF_MAX_NAME_LENGTH, &text );
		if ( text != NULL )
		{
			wfAddGroupName( json, name, in->log, text );
		}
	}
}

void wfAddGroupName( const wfJson* json, const wfJsonNode* node, wfOrderLog* log, const char* name )
{
	size_t length;
	int32_t part, number;
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	if ( wfOrderLog_FindName( log, name ) >= 0 )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "there is a group %s already; expected names that differ",
					 wfQuote( name, strlen( name ) ).text );
	}
	else if ( wfIsPartName( name, &length, &part ) )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "names that end like %s are those of parts; expected another",
					 wfQuote( name + length, strlen( name + length ) ).text );
	}
	else if ( wfOrderLog_AddName( log, name, &number ) != wf_ok )
	{
		wfJson_Fail( json, node, NULL, wf_outOfMemory, "not enough memory for a name" );
	}
}

// ------------------------------------------------------------------------------------------------------------------ giving

// Of a scenario's own orders those to groups that are there are kept by the crowd until their time, so that who only ticks it
// sees them. From the first time on at which a group is made, split, merged or reshaped all are kept by the log, so that they
// stay in order. A file of orders is what somebody gave at those times, and is given so.
static double findFirstCommand( const wfOrderLog* log )
{
	double first = INFINITY;
	for ( int32_t k = 0; k < log->entries.count; ++k )
	{
		const wfLogEntry* entry = &log->entries.data[k];
		bool isOrder = entry->command < wf_groupOrderKindCount && entry->group.part == 0;
		first = isOrder ? first : fmin( first, entry->time );
	}
	return first;
}

// What cannot be given at once is refused at its place.
static void giveAtOnce( const wfOrderReader* in, const wfJsonNode* orders )
{
	wfOrderLog* log = in->log;
	const wfJson* json = in->json;
	double first = findFirstCommand( log );
	size_t count = (size_t)log->entries.count;
	const wfJsonNode** nodes = wfJson_Allocate( json, orders, count, sizeof( *nodes ) );
	for ( const wfJsonNode* node = wfJson_First( json, orders ); node != NULL && nodes != NULL; node = wfJson_Next( json, node ) )
	{
		nodes[node->index] = node;
	}
	if ( wfJson_IsOk( json ) && wfOrderLog_Sort( log ) != wf_ok )
	{
		wfJson_Fail( json, orders, NULL, wf_outOfMemory, "not enough memory for a log of orders" );
	}
	double now = wfCrowd_GetTime( in->crowd->crowd );
	for ( int32_t k = 0; k < log->due.count && nodes != NULL && wfJson_IsOk( json ); ++k )
	{
		int32_t number = log->due.data[k];
		wfLogEntry* entry = &log->entries.data[number];
		if ( entry->time > now && ( entry->time >= first || in->isLog ) )
		{
			continue;
		}
		entry->order.time = entry->time > now ? entry->time : entry->order.time;
		entry->time = entry->time > now ? now : entry->time;
		if ( wfJson_Take( json, nodes[number], wfOrderLog_Perform( log, in->crowd->crowd, number, json->reader->error ) ) )
		{
			log->entries.data[number].isGiven = true;
			log->waiting -= 1;
		}
	}
	wfReleaseArray( nodes, nodes != NULL ? count : 0, sizeof( *nodes ) );
}

// A patrol that nothing ends goes on for ever.
static bool goesOnForEver( const wfOrderLog* log )
{
	for ( int32_t k = 0; k < log->entries.count; ++k )
	{
		const wfLogEntry* entry = &log->entries.data[k];
		bool isLast = entry->command == wf_patrolOrder;
		for ( int32_t m = 0; m < log->entries.count && isLast; ++m )
		{
			const wfLogEntry* other = &log->entries.data[m];
			bool isLater = other->time > entry->time || ( other->time == entry->time && m > k );
			bool names =
				wfPackGroupRef( other->group ) == wfPackGroupRef( entry->group ) ||
				( other->command == wf_mergeCommand && wfPackGroupRef( other->other ) == wfPackGroupRef( entry->group ) );
			bool ends = other->command < wf_groupOrderKindCount || other->command == wf_mergeCommand ||
						other->command == wf_disbandCommand;
			isLast = !( isLater && names && ends );
		}
		if ( isLast )
		{
			return true;
		}
	}
	return false;
}

void wfReadOrders( wfCrowdReader* reader, const wfJson* json, const wfJsonNode* orders, wfOrderLog* log )
{
	wfOrderReader in = { reader, json, log, json != reader->json };
	if ( orders == NULL || !wfJson_IsOk( json ) )
	{
		return;
	}
	log->onMesh = reader->scene != NULL;
	readNewNames( &in, orders );
	for ( const wfJsonNode* node = wfJson_First( json, orders ); node != NULL && wfJson_IsOk( json );
		  node = wfJson_Next( json, node ) )
	{
		readOrder( &in, node );
	}
	reader->endless = reader->endless || ( wfJson_IsOk( json ) && goesOnForEver( log ) );
}

void wfGiveOrders( wfCrowdReader* reader, const wfJson* json, const wfJsonNode* orders, wfOrderLog* log )
{
	wfOrderReader in = { reader, json, log, json != reader->json };
	if ( orders != NULL && wfJson_IsOk( json ) )
	{
		giveAtOnce( &in, orders );
	}
}
