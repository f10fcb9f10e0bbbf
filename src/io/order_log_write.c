// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Logs of orders as JSON: one order a line, with what is not the default.
#include "base/vec3.h"
#include "io/order_log.h"

#include "io/reader.h"

#include <string.h>

typedef struct wfLogWriter
{
	const wfOrderLog* log;
	wfText* out;
} wfLogWriter;

static void addKey( wfText* out, const char* key )
{
	wfText_Add( out, ", \"%s\": ", key );
}

static void addNumber( wfText* out, const char* key, double value )
{
	addKey( out, key );
	wfText_AddNumber( out, value );
}

static void addVector( wfText* out, const double* values, int32_t count )
{
	wfText_AddString( out, "[" );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfText_AddString( out, k > 0 ? ", " : "" );
		wfText_AddNumber( out, values[k] );
	}
	wfText_AddString( out, "]" );
}

static void addName( wfText* out, const char* key, const wfOrderLog* log, wfGroupRef ref )
{
	wfLogName name = wfOrderLog_FormatRef( log, ref );
	addKey( out, key );
	wfText_AddQuoted( out, name.text );
}

static void addSerials( const wfLogWriter* in, const wfLogEntry* entry, bool isFirst )
{
	for ( int32_t k = 0; k < entry->agentCount; ++k )
	{
		wfText_Add( in->out, "%s%u", isFirst && k == 0 ? "" : ", ", in->log->agents.data[entry->agentFirst + k] );
	}
}

static void addMembers( const wfLogWriter* in, const wfLogEntry* entry )
{
	wfText_AddString( in->out, ", \"members\": [" );
	addSerials( in, entry, true );
	wfText_AddString( in->out, "]" );
}

static void addShape( const wfLogWriter* in, const wfLogEntry* entry )
{
	const wfFormationDef *shape = &entry->formation, usual = wfDefaultFormationDef();
	addKey( in->out, "formation" );
	wfText_AddQuoted( in->out, wfGetFormationName( shape->kind ) );
	addNumber( in->out, "spacing", shape->spacing );
	if ( shape->ratio != usual.ratio )
	{
		addNumber( in->out, "ratio", shape->ratio );
	}
	if ( shape->angle != usual.angle )
	{
		addNumber( in->out, "angle", shape->angle );
	}
	wfText_AddString( in->out, shape->rigid ? ", \"rigid\": true" : "" );
	wfText_AddString( in->out, entry->bands ? ", \"bands\": true" : "" );
	wfText_AddString( in->out, entry->planner == wf_groupPlanner ? ", \"planner\": \"group\"" : "" );
	wfText_AddString( in->out, entry->hardMembers ? ", \"hardMembers\": true" : "" );
	int32_t ranks = WF_KINDS;
	while ( ranks > 0 && shape->rankOfKind[ranks - 1] == 0 )
	{
		ranks -= 1;
	}
	for ( int32_t k = 0; k < ranks; ++k )
	{
		wfText_Add( in->out, "%s%d%s", k == 0 ? ", \"ranks\": [" : ", ", shape->rankOfKind[k], k + 1 == ranks ? "]" : "" );
	}
	for ( int32_t k = 0; k < shape->pointCount; ++k )
	{
		const wfVec2* point = &in->log->points.data[entry->pointFirst + k];
		wfText_AddString( in->out, k == 0 ? ", \"points\": [" : ", " );
		addVector( in->out, ( const double[2] ){ point->x, point->y }, 2 );
		wfText_AddString( in->out, k + 1 == shape->pointCount ? "]" : "" );
	}
}

static void addTo( const wfLogWriter* in, const wfLogEntry* entry )
{
	const wfStop* to = &entry->order.to;
	addKey( in->out, "to" );
	if ( entry->goal >= 0 )
	{
		wfText_AddQuoted( in->out, in->log->goals.data[entry->goal].text );
	}
	else
	{
		addVector( in->out, ( const double[3] ){ to->point.x, to->point.y, to->point.z }, in->log->onMesh ? 3 : 2 );
	}
	if ( to->reach > 0.0 )
	{
		addNumber( in->out, "reach", to->reach );
	}
}

static void addSketch( const wfLogWriter* in, const wfLogEntry* entry )
{
	static const char* const advances[] = { "each", "first", "centre", "last" };
	static const char* const rules[] = { "evenly", "share", "number", "kind" };
	size_t size = wfStrokes_Save( entry->sketch, NULL, 0 );
	void* bytes = wfAllocate( size );
	in->out->failed = in->out->failed || bytes == NULL;
	if ( bytes != NULL )
	{
		wfStrokes_Save( entry->sketch, bytes, size );
		wfText_AddString( in->out, ", \"sketch\": \"" );
		wfText_AddBase64( in->out, bytes, size );
		wfText_AddString( in->out, "\"" );
	}
	wfRelease( bytes, size );
	if ( entry->order.root > 0 )
	{
		addNumber( in->out, "root", entry->order.root );
	}
	wfText_Add( in->out, ", \"advance\": \"%s\", \"divide\": \"%s\"", advances[entry->order.advance], rules[entry->order.rule] );
	for ( int32_t k = 0; k < entry->branchCount; ++k )
	{
		const wfBranchRule* rule = &in->log->branches.data[entry->branchFirst + k];
		wfText_AddString( in->out, k == 0 ? ", \"branches\": [" : ", " );
		addVector( in->out, ( const double[4] ){ rule->node, rule->share, rule->number, rule->kinds }, 4 );
		wfText_AddString( in->out, k + 1 == entry->branchCount ? "]" : "" );
	}
}

static void addOrder( const wfLogWriter* in, const wfLogEntry* entry )
{
	const wfGroupOrder* order = &entry->order;
	wfGroupOrder usual = wfDefaultGroupOrder( order->kind );
	bool moves = order->kind == wf_moveOrder || order->kind == wf_formationOrder || order->kind == wf_attackOrder ||
				 order->kind == wf_patrolOrder || order->kind == wf_formOrder;
	if ( moves )
	{
		addTo( in, entry );
	}
	if ( ( moves || order->kind == wf_strokeOrder ) && wfLength3( order->facing ) > 0.0 )
	{
		addKey( in->out, "facing" );
		addVector( in->out, ( const double[3] ){ order->facing.x, order->facing.y, order->facing.z }, in->log->onMesh ? 3 : 2 );
	}
	if ( order->kind == wf_followOrder )
	{
		if ( entry->agentCount > 0 )
		{
			addNumber( in->out, "leader", in->log->agents.data[entry->agentFirst] );
		}
		else
		{
			addName( in->out, "leader", in->log, entry->other );
		}
	}
	if ( order->kind == wf_attackOrder )
	{
		wfText_AddString( in->out, ", \"enemies\": [" );
		for ( int32_t k = 0; k < entry->foeCount; ++k )
		{
			wfLogName name = wfOrderLog_FormatRef( in->log, in->log->foes.data[entry->foeFirst + k] );
			wfText_AddString( in->out, k > 0 ? ", " : "" );
			wfText_AddQuoted( in->out, name.text );
		}
		addSerials( in, entry, entry->foeCount == 0 );
		wfText_AddString( in->out, "]" );
	}
	if ( ( order->kind == wf_attackOrder || order->kind == wf_followOrder ) && order->range != usual.range )
	{
		addNumber( in->out, "range", order->range );
	}
	if ( ( order->kind == wf_holdOrder || order->kind == wf_formOrder ) && order->seconds > 0.0 )
	{
		addNumber( in->out, "seconds", order->seconds );
	}
	if ( entry->sketch != NULL )
	{
		addSketch( in, entry );
	}
	if ( order->time > entry->time )
	{
		addNumber( in->out, "later", order->time );
	}
	wfText_AddString( in->out, order->queued ? ", \"queued\": true" : "" );
}

static void addEntry( const wfLogWriter* in, const wfLogEntry* entry )
{
	wfText_AddString( in->out, "{ \"time\": " );
	wfText_AddNumber( in->out, entry->time );
	addName( in->out, "group", in->log, entry->group );
	wfText_Add( in->out, ", \"order\": \"%s\"", wfGetCommandName( entry->command ) );
	switch ( entry->command )
	{
		case wf_createCommand:
			addMembers( in, entry );
			addShape( in, entry );
			break;
		case wf_splitCommand:
			addMembers( in, entry );
			addName( in->out, "as", in->log, entry->other );
			break;
		case wf_mergeCommand:
			addName( in->out, "with", in->log, entry->other );
			break;
		case wf_disbandCommand:
			break;
		case wf_joinCommand:
		case wf_leaveCommand:
			addMembers( in, entry );
			break;
		case wf_shapeCommand:
			addShape( in, entry );
			break;
		default:
			addOrder( in, entry );
			break;
	}
	wfText_AddString( in->out, " }" );
}

wfResult wfWriteOrderLog( const char* path, const wfOrderLog* log, const char* scenario, wfError* error )
{
	if ( WF_FAILS( path != NULL && log != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path, or no log" );
	}
	wfText out = { 0 };
	wfLogWriter in = { log, &out };
	wfText_AddString( &out, "{\n\"version\": 1,\n" );
	if ( scenario != NULL )
	{
		wfText_AddString( &out, "\"scenario\": " );
		wfText_AddQuoted( &out, scenario );
		wfText_AddString( &out, ",\n" );
	}
	wfText_AddString( &out, "\"orders\": [" );
	for ( int32_t k = 0; k < log->entries.count; ++k )
	{
		wfText_AddString( &out, k > 0 ? ",\n" : "\n" );
		addEntry( &in, &log->entries.data[k] );
	}
	wfText_AddString( &out, "\n]\n}\n" );
	wfResult result = wfText_GetResult( &out );
	result = result == wf_ok ? wfWriteFileAtomically( path, out.data, out.length, error )
							 : wfFailFile( path, result, "not enough memory for a log of orders", 0, error );
	wfText_Free( &out );
	return result;
}

// ------------------------------------------------------------------------------------------------------------------- hash

uint64_t wfOrderLog_GetHash( const wfOrderLog* log, const wfCrowd* crowd )
{
	if ( log == NULL || WF_FAILS( crowd != NULL ) )
	{
		return 0;
	}
	size_t capacity = (size_t)log->entries.count + 1;
	int32_t *list = wfAllocateArray( capacity, sizeof( int32_t ) ), count = 0;
	wfText out = { 0 };
	wfLogWriter in = { log, &out };
	wfResult result =
		list != NULL ? wfOrderLog_List( log, true, wfCrowd_GetTime( crowd ) + WF_SAME_TIME, list, &count ) : wf_outOfMemory;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		addEntry( &in, &log->entries.data[list[k]] );
	}
	result = result == wf_ok ? wfText_GetResult( &out ) : result;
	uint64_t hash = result == wf_ok ? wfHash( WF_HASH_START, out.data, out.length ) : 0;
	wfText_Free( &out );
	wfReleaseArray( list, list != NULL ? capacity : 0, sizeof( int32_t ) );
	return hash;
}
