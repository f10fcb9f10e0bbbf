// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The "experiment" object of scenario files, flattened to values with dotted paths: its content is up to those who read it.
#include "io/json.h"

#include <string.h>

// Longer paths are cut at the front by wfJson_Path and can then not be asked for.
#define PATH_CAPACITY 160

typedef struct Flattener
{
	const wfJson* json;
	wfExperimentValue* values; // null in the pass that counts
	char* texts;
	int32_t count;
	size_t size;
	size_t linePosition; // lines are counted on from here
	int32_t line;
} Flattener;

static const char* addText( Flattener* flattener, const char* text, size_t length )
{
	char* place = NULL;
	if ( flattener->texts != NULL )
	{
		place = flattener->texts + flattener->size;
		memcpy( place, text, length );
		place[length] = 0;
	}
	flattener->size += length + 1;
	return place;
}

static int32_t countLines( Flattener* flattener, size_t position )
{
	const wfReader* reader = flattener->json->reader;
	for ( ; flattener->linePosition < position && flattener->linePosition < reader->size; ++flattener->linePosition )
	{
		flattener->line += reader->text[flattener->linePosition] == '\n';
	}
	return flattener->line;
}

static void addValue( Flattener* flattener, const wfJsonNode* node )
{
	static const char prefix[] = "experiment.";
	char path[PATH_CAPACITY];
	wfJson_Path( flattener->json, node, path, sizeof( path ) );
	const char* inside = strncmp( path, prefix, sizeof( prefix ) - 1 ) == 0 ? path + sizeof( prefix ) - 1 : path;
	wfExperimentValue value = { 0 };
	value.path = addText( flattener, inside, strlen( inside ) );
	if ( node->type == wf_jsonString )
	{
		value.text = addText( flattener, wfJson_String( flattener->json, node ), node->stringLength );
	}
	value.isNumber = node->type == wf_jsonNumber;
	value.number = value.isNumber ? node->number : ( node->type == wf_jsonTrue ? 1.0 : (double)node->count );
	value.line = countLines( flattener, node->position );
	if ( flattener->values != NULL )
	{
		flattener->values[flattener->count] = value;
	}
	flattener->count += 1;
}

// All nodes below `top`, in the order of the text. Nesting is limited by the parser, yet no recursion is needed.
static void flatten( Flattener* flattener, const wfJsonNode* top )
{
	const wfJsonNode* node = wfJson_First( flattener->json, top );
	while ( node != NULL )
	{
		addValue( flattener, node );
		const wfJsonNode* next = wfJson_First( flattener->json, node );
		while ( next == NULL && node != top )
		{
			next = wfJson_Next( flattener->json, node );
			node = flattener->json->nodes + node->parent;
		}
		node = next;
	}
}

static void readTree( const wfJson* json, wfExperiment* experiment )
{
	const wfJsonNode* top = wfJson_Find( json, json->nodes, "experiment" );
	if ( top == NULL )
	{
		wfReader_Fail( json->reader, WF_NO_POSITION, "experiment", wf_notFound, "the scenario has no experiment" );
		return;
	}
	if ( top->type != wf_jsonObject )
	{
		wfJson_Expected( json, top, wf_jsonObject, "an object (its content is free)" );
		return;
	}
	Flattener flattener = { .json = json, .line = 1 };
	flatten( &flattener, top );
	size_t bytes = flattener.size + (size_t)flattener.count * sizeof( wfExperimentValue );
	if ( flattener.count == 0 || !wfJson_Reserve( json, top, "experiment", bytes ) )
	{
		return;
	}
	experiment->memorySize = flattener.size;
	experiment->memory = wfAllocate( flattener.size );
	experiment->count = flattener.count;
	experiment->values = wfAllocateArray( (size_t)flattener.count, sizeof( wfExperimentValue ) );
	if ( !wfReader_CheckMemory( json->reader, experiment->memory ) || !wfReader_CheckMemory( json->reader, experiment->values ) )
	{
		return;
	}
	flattener = ( Flattener ){ .json = json, .values = experiment->values, .texts = experiment->memory, .line = 1 };
	flatten( &flattener, top );
}

static void readExperiment( const wfReader* reader, const void* context, void* made )
{
	(void)context;
	wfJson json;
	if ( wfJson_Parse( reader, &json ) == wf_ok )
	{
		readTree( &json, made );
		wfJson_Free( &json );
	}
}

static void freeExperiment( void* made )
{
	wfExperiment_Free( made );
}

wfResult wfReadExperimentFromMemory( const char* name, const void* data, size_t size, const wfReadDef* def,
									 wfExperiment* experiment, wfError* error )
{
	static const char missing[] = "no name, no data, no read def of wfDefaultReadDef or no place for the experiment";
	if ( def != NULL && WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, missing );
	}
	wfExperiment made = { 0 };
	wfReadJob job = { name,			  data,			  size, def, readExperiment, NULL, &made, experiment,
					  sizeof( made ), freeExperiment, NULL, NULL };
	return wfReadInto( &job, missing, error );
}

wfResult wfReadExperiment( const char* path, const wfReadDef* def, wfExperiment* experiment, wfError* error )
{
	return wfReadExperimentFromMemory( path, NULL, WF_FROM_FILE, def, experiment, error );
}

const wfExperimentValue* wfExperiment_Find( const wfExperiment* experiment, const char* path )
{
	for ( int32_t i = 0; i < experiment->count; ++i )
	{
		if ( strcmp( experiment->values[i].path, path ) == 0 )
		{
			return experiment->values + i;
		}
	}
	return NULL;
}

void wfExperiment_Free( wfExperiment* experiment )
{
	if ( experiment == NULL )
	{
		return;
	}
	wfReleaseArray( experiment->values, (size_t)experiment->count, sizeof( wfExperimentValue ) );
	wfRelease( experiment->memory, experiment->memorySize );
	*experiment = ( wfExperiment ){ 0 };
}
