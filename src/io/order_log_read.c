// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where orders are read from: a scenario, a file of orders that replaces them, and a log for a crowd that was made in code.
#include "io/crowd_reader.h"
#include "io/order_log.h"

#include <string.h>

// The list of orders, and the name of the scenario, null: not given.
static const wfJsonNode* readFile( const wfJson* json, const wfJsonNode** scenario )
{
	static const wfNumberRange versionRange = { 1.0, 1.0, "the version of the format, 1" };
	double version = 1.0;
	const char* name = NULL;
	wfReadFields( json, json->nodes, &wf_orderFileObject, NULL );
	wfJson_ReadNumber( json, wfJson_Find( json, json->nodes, "version" ), &versionRange, &version );
	*scenario = wfJson_Find( json, json->nodes, "scenario" );
	wfJson_ReadText( json, *scenario, WF_MAX_NAME_LENGTH, &name );
	return wfJson_Find( json, json->nodes, "orders" );
}

// --------------------------------------------------------------------------------------------------------------- scenarios

// A file of orders, instead of those of the scenario.
static void readOrderFile( wfCrowdReader* reader, const wfSimulationDef* def, wfSimulation* simulation )
{
	const wfReader* base = reader->json->reader;
	wfFile file = { 0 };
	wfReader own = *base;
	wfJson json;
	own.name = def->orders;
	own.warnings = base->warnings;
	if ( def->ordersData == NULL )
	{
		wfFile_Load( def->orders, wfReader_GetLimit( base->def ), true, &file, base->error );
		own.text = file.data;
		own.size = file.size;
	}
	else
	{
		own.text = def->ordersData;
		own.size = def->ordersSize;
	}
	if ( wfReader_IsOk( &own ) && wfJson_Parse( &own, &json ) == wf_ok )
	{
		json.onMesh = reader->json->onMesh;
		const wfJsonNode *scenario, *orders = readFile( &json, &scenario );
		const char* name = wfJson_IsOk( &json ) && scenario != NULL ? wfJson_String( &json, scenario ) : NULL;
		if ( name != NULL && strcmp( name, simulation->name ) != 0 )
		{
			wfReader_Warn( &own, scenario->position, "these orders are of the scenario \"%s\", and given in \"%s\"", name,
						   simulation->name );
		}
		wfReadOrders( reader, &json, orders, simulation->orders );
		wfGiveOrders( reader, &json, orders, simulation->orders );
		wfJson_Free( &json );
	}
	wfFile_Free( &file );
}

void wfAddOrders( wfCrowdReader* reader, const wfJsonNode* root, const wfSimulationDef* def, wfSimulation* simulation )
{
	if ( !wfJson_IsOk( reader->json ) )
	{
		return;
	}
	if ( def->orders != NULL )
	{
		readOrderFile( reader, def, simulation );
		return;
	}
	const wfJsonNode* orders = wfJson_Find( reader->json, root, "orders" );
	wfReadOrders( reader, reader->json, orders, simulation->orders );
	wfGiveOrders( reader, reader->json, orders, simulation->orders );
}

// -------------------------------------------------------------------------------------------------------------------- logs

// A log that is read, for a crowd made in code; what was there before stays where that fails.
typedef struct wfLogReading
{
	wfOrderLog* log;
	wfCrowd* crowd;
	wfLogMarks marks;
} wfLogReading;

static void readLog( const wfReader* reader, const void* context, void* made )
{
	wfLogReading* reading = made;
	wfGroundDef ground = wfCrowd_GetGround( reading->crowd );
	// Of a mesh its places are asked for only.
	wfSurfaceScene scene = { .mesh = (wfMesh*)ground.mesh };
	wfCrowdReader crowd = {
		.world = ground.world, .scene = ground.mesh != NULL ? &scene : NULL, .ground = ground, .crowd = reading->crowd };
	wfJson json;
	(void)context;
	if ( wfJson_Parse( reader, &json ) != wf_ok )
	{
		return;
	}
	json.onMesh = ground.mesh != NULL;
	const wfJsonNode *scenario, *orders = readFile( &json, &scenario );
	wfReadOrders( &crowd, &json, orders, reading->log );
	if ( wfJson_IsOk( &json ) && wfOrderLog_Sort( reading->log ) != wf_ok )
	{
		wfReader_OutOfMemory( reader );
	}
	wfJson_Free( &json );
}

static void dropLog( void* made )
{
	const wfLogReading* reading = made;
	wfOrderLog_TakeBack( reading->log, &reading->marks );
}

wfResult wfReadOrderLogFromMemory( const char* name, const void* data, size_t size, wfOrderLog* log, wfCrowd* crowd,
								   wfError* error )
{
	if ( WF_FAILS( log != NULL && crowd != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no log, or no crowd" );
	}
	if ( log->entries.count > 0 )
	{
		return wfFail( error, wf_invalidDef, "the log has %d orders already; expected one without", log->entries.count );
	}
	wfReadDef def = wfDefaultReadDef();
	wfLogReading reading = { log, crowd, wfOrderLog_Mark( log ) }, done;
	wfReadJob job = { name, data, size, &def, readLog, NULL, &reading, &done, sizeof( reading ), dropLog, NULL, NULL };
	return wfReadInto( &job, "no name, or no data", error );
}

wfResult wfReadOrderLog( const char* path, wfOrderLog* log, wfCrowd* crowd, wfError* error )
{
	return wfReadOrderLogFromMemory( path, NULL, WF_FROM_FILE, log, crowd, error );
}
