// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps from JSON. The list of steps may be long: it is found in the text first, the rest is read without it as one tree and
// each step as a small tree of its own, so that memory goes to the rows alone.
#include "record/footsteps.h"

#include "io/json.h"

#include <stdio.h>
#include <string.h>

static const char s_listKey[] = "steps";
static const char s_expectedSteps[] = "a list of steps";

// ------------------------------------------------------------------------------------------------------------- scanning

// Brackets and strings only: what is between them is checked where it is read.
typedef struct wfJsonScan
{
	const char* text;
	size_t size, at;
} wfJsonScan;

static char look( const wfJsonScan* scan )
{
	return scan->at < scan->size ? scan->text[scan->at] : 0;
}

static char lookPastSpace( wfJsonScan* scan )
{
	while ( scan->at < scan->size && memchr( " \t\r\n", scan->text[scan->at], 4 ) != NULL )
	{
		scan->at += 1;
	}
	return look( scan );
}

static bool skipString( wfJsonScan* scan )
{
	scan->at += 1;
	while ( scan->at < scan->size && scan->text[scan->at] != '"' )
	{
		scan->at += scan->text[scan->at] == '\\' ? 2 : 1;
	}
	scan->at += 1;
	return scan->at <= scan->size;
}

// False where the text ends or there is no value.
static bool skipValue( wfJsonScan* scan )
{
	size_t start = scan->at, depth = 0;
	while ( scan->at < scan->size )
	{
		char c = look( scan );
		bool closes = c == ']' || c == '}';
		if ( depth == 0 && ( closes || memchr( ", \t\r\n", c, 5 ) != NULL ) )
		{
			return scan->at > start;
		}
		if ( c == '"' )
		{
			if ( !skipString( scan ) )
			{
				return false;
			}
			continue;
		}
		depth += c == '[' || c == '{' ? 1 : 0;
		depth -= closes ? 1 : 0;
		scan->at += 1;
		if ( closes && depth == 0 )
		{
			return true;
		}
	}
	return false;
}

typedef struct wfJsonStepList
{
	size_t begin, end; // between the brackets
} wfJsonStepList;

// Past the value behind a key.
static bool scanMember( wfJsonScan* scan, wfJsonStepList* list )
{
	size_t key = scan->at + 1, length = sizeof( s_listKey ) - 1;
	if ( lookPastSpace( scan ) != '"' || !skipString( scan ) )
	{
		return false;
	}
	bool steps = scan->at - key == length + 1 && memcmp( scan->text + key, s_listKey, length ) == 0;
	if ( lookPastSpace( scan ) != ':' )
	{
		return false;
	}
	scan->at += 1;
	steps = lookPastSpace( scan ) == '[' && steps && list->begin == 0;
	size_t start = scan->at;
	bool skipped = skipValue( scan );
	if ( skipped && steps )
	{
		*list = ( wfJsonStepList ){ start + 1, scan->at - 1 };
	}
	return skipped;
}

static bool findStepList( const wfReader* reader, size_t start, wfJsonStepList* list )
{
	wfJsonScan scan = { reader->text, reader->size, start };
	if ( lookPastSpace( &scan ) != '{' )
	{
		return false;
	}
	do
	{
		scan.at += 1;
		lookPastSpace( &scan );
		if ( !scanMember( &scan, list ) )
		{
			return false;
		}
	}
	while ( lookPastSpace( &scan ) == ',' );
	return look( &scan ) == '}' && list->begin > 0;
}

// -------------------------------------------------------------------------------------------------------------- messages

// An error in a part of the text: from `part` on, a place of the part, it is reported where `whole` is in the whole.
static void moveError( wfError* error, wfTextPlace part, wfTextPlace whole )
{
	if ( error->line < part.line || ( error->line == part.line && error->column < part.column ) )
	{
		return;
	}
	error->column += error->line == part.line ? whole.column - part.column : 0;
	error->line += whole.line - part.line;
}

// ----------------------------------------------------------------------------------------------------------------- head

static void readHead( const wfJson* json, wfFootstepTable* out )
{
	static const wfNumberRange versions = { 1.0, 1e9, "1" };
	const wfJsonNode* root = json->nodes;
	if ( root->type != wf_jsonObject )
	{
		wfJson_Expected( json, root, wf_jsonObject, "footsteps: an object with the fields format, version and steps" );
	}
	const wfJsonNode* format = wfJson_Require( json, root, "format", "\"" WF_FOOTSTEP_FORMAT "\"" );
	if ( format != NULL && ( format->type != wf_jsonString || strcmp( wfJson_String( json, format ), WF_FOOTSTEP_FORMAT ) != 0 ) )
	{
		wfJson_Expected( json, format, wf_jsonString, "\"" WF_FOOTSTEP_FORMAT "\"" );
	}
	const wfJsonNode* node = wfJson_Require( json, root, "version", "1" );
	int32_t version = WF_FOOTSTEP_VERSION;
	wfJson_ReadInteger( json, node, &versions, &version );
	if ( version != WF_FOOTSTEP_VERSION )
	{
		wfJson_Fail( json, node, NULL, wf_unsupported, "expected version %d, found %d", WF_FOOTSTEP_VERSION, version );
	}
	const wfJsonNode* steps = wfJson_Require( json, root, s_listKey, s_expectedSteps );
	if ( steps != NULL && steps->type != wf_jsonList )
	{
		wfJson_Expected( json, steps, wf_jsonList, s_expectedSteps );
	}
	const wfJsonNode* name = wfJson_Find( json, root, "name" );
	if ( name != NULL && name->type != wf_jsonString )
	{
		wfJson_Expected( json, name, wf_jsonString, "a text in double quotes" );
	}
	else if ( name != NULL )
	{
		wfCopyText( out->name, sizeof( out->name ), wfJson_String( json, name ) );
	}
}

static void readWithoutSteps( const wfReader* reader, wfJsonStepList list, wfFootstepTable* out )
{
	size_t tail = reader->size - list.end, size = list.begin + tail;
	char* text = wfReader_Reserve( reader, WF_NO_POSITION, NULL, size ) ? wfAllocate( size ) : NULL;
	if ( !wfReader_CheckMemory( reader, text ) )
	{
		return;
	}
	memcpy( text, reader->text, list.begin );
	memcpy( text + list.begin, reader->text + list.end, tail );
	wfReader part = *reader;
	part.text = text;
	part.size = size;
	wfJson json;
	if ( wfJson_Parse( &part, &json ) == wf_ok )
	{
		readHead( &json, out );
		wfJson_Free( &json );
	}
	if ( !wfReader_IsOk( reader ) && reader->error->line > 0 )
	{
		moveError( reader->error, wfReader_FindPlace( &part, list.begin ), wfReader_FindPlace( reader, list.end ) );
	}
	wfRelease( text, size );
}

// ---------------------------------------------------------------------------------------------------------------- steps

// Fields in the order we write them are found at once.
static const wfJsonNode* takeField( const wfJson* json, const wfJsonNode* step, const wfJsonNode* last, const char* key,
									const char* expected )
{
	const wfJsonNode* next = last != NULL ? wfJson_Next( json, last ) : wfJson_First( json, step );
	return next != NULL && strcmp( wfJson_Key( json, next ), key ) == 0 ? next : wfJson_Require( json, step, key, expected );
}

static void readStep( const wfJson* json, wfFootstepRow* row )
{
	static const wfNumberRange whole = { 0.0, (double)INT32_MAX, "a whole number from 0 to 2147483647" };
	const wfJsonNode* step = json->nodes;
	if ( step->type != wf_jsonObject )
	{
		wfJson_Expected( json, step, wf_jsonObject, "a step: an object with the fields agent, step, foot and so on" );
	}
	int32_t serial = 0, foot = 0, kind = 0;
	const wfJsonNode* field = takeField( json, step, NULL, "agent", whole.expected );
	wfJson_ReadInteger( json, field, &whole, &serial );
	field = takeField( json, step, field, "step", whole.expected );
	wfJson_ReadInteger( json, field, &whole, &row->index );
	field = takeField( json, step, field, "foot", WF_EXPECTED_FOOT );
	wfJson_ReadChoice( json, field, wf_footNames, &foot );
	field = takeField( json, step, field, "kind", WF_EXPECTED_KIND );
	wfJson_ReadChoice( json, field, wf_stepKindNames, &kind );
	row->serial = (uint32_t)serial;
	row->step.foot = (wfFoot)foot;
	row->step.kind = (wfFootstepKind)kind;
	for ( int32_t i = 0; i < WF_FOOTSTEP_NUMBERS && wfJson_IsOk( json ); ++i )
	{
		field = takeField( json, step, field, wf_footstepFields[i].name, wf_footstepFields[i].expected );
		if ( field != NULL && field->type != wf_jsonNumber )
		{
			wfJson_Expected( json, field, wf_jsonNumber, wf_footstepFields[i].expected );
		}
		if ( field != NULL && wfJson_IsOk( json ) )
		{
			wfSetFootstepNumber( row, i, field->number );
		}
	}
	wfFootstepFault fault;
	if ( wfJson_IsOk( json ) && !wfCheckFootstepRow( row, &fault ) )
	{
		const wfJsonNode* node = wfJson_Find( json, step, fault.field );
		wfJson_Fail( json, node != NULL ? node : step, NULL, wf_outOfRange, "%s", fault.message );
	}
}

static void readStepText( const wfReader* reader, size_t begin, size_t end, int64_t index, wfFootstepRow* row )
{
	size_t used = 0;
	wfReader part = *reader;
	part.text = reader->text + begin;
	part.size = end - begin;
	part.used = &used;
	wfJson json;
	if ( wfJson_Parse( &part, &json ) == wf_ok )
	{
		readStep( &json, row );
		wfJson_Free( &json );
	}
	wfError* error = reader->error;
	if ( !wfReader_IsOk( reader ) && error->line > 0 )
	{
		moveError( error, ( wfTextPlace ){ 1, 1 }, wfReader_FindPlace( reader, begin ) );
		char field[sizeof( error->field )];
		memcpy( field, error->field, sizeof( field ) );
		snprintf( error->field, sizeof( error->field ), "%s[%lld]%s%.96s", s_listKey, (long long)index, field[0] != 0 ? "." : "",
				  field );
	}
}

static void readSteps( wfFootstepReader* in, wfJsonStepList list )
{
	const wfReader* reader = in->reader;
	wfJsonScan scan = { reader->text, list.end, list.begin };
	bool more = lookPastSpace( &scan ) != 0;
	for ( int64_t i = 0; more && wfReader_IsOk( reader ); ++i )
	{
		lookPastSpace( &scan );
		size_t begin = scan.at;
		// The text ends where the list does, which skips no value that is not closed there.
		skipValue( &scan );
		if ( scan.at == begin )
		{
			wfReader_Fail( reader, begin, s_listKey, wf_badFormat, "expected a step in braces" );
			return;
		}
		wfFootstepRow row = { 0 };
		readStepText( reader, begin, scan.at, i, &row );
		wfFootstepReader_AddRow( in, &row, begin );
		char next = lookPastSpace( &scan );
		more = next == ',';
		scan.at += 1;
		if ( next != 0 && !more )
		{
			wfReader_Fail( reader, scan.at - 1, s_listKey, wf_badFormat, "expected a comma or the end of the list" );
		}
	}
}

void wfReadJsonFootsteps( wfFootstepReader* in )
{
	const wfReader* reader = in->reader;
	size_t start = wfReader_CheckText( reader );
	wfJsonStepList list = { 0, 0 };
	wfJson json;
	if ( !wfReader_IsOk( reader ) )
	{
		return;
	}
	if ( findStepList( reader, start, &list ) )
	{
		readWithoutSteps( reader, list, in->out );
		readSteps( in, list );
	}
	// Something else, or not well-formed: the whole shows what.
	else if ( wfJson_Parse( reader, &json ) == wf_ok )
	{
		readHead( &json, in->out );
		wfJson_Fail( &json, json.nodes, s_listKey, wf_badFormat, "expected the key written plainly, without escapes" );
		wfJson_Free( &json );
	}
}
