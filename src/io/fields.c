// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Reading objects by the tables of their fields.
#include "io/fields.h"

#include "io/scenario_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIELDS 48

// --------------------------------------------------------------------------------------------------------------- objects

static bool isOfGround( const wfJson* json, const wfFieldRow* field )
{
	return field->ground != ( json->onMesh ? wf_planeOnly : wf_meshOnly );
}

// The row of a key: that of this ground where there are several.
static const wfFieldRow* findField( const wfJson* json, const wfFieldRow* const* parts, const char* key )
{
	const wfFieldRow* found = NULL;
	for ( int32_t i = 0; parts[i] != NULL; ++i )
	{
		for ( const wfFieldRow* field = parts[i]; field->name != NULL; ++field )
		{
			bool same = strcmp( field->name, key ) == 0 || ( field->formerly != NULL && strcmp( field->formerly, key ) == 0 );
			found = same && ( found == NULL || isOfGround( json, field ) ) ? field : found;
		}
	}
	return found;
}

static void renameKey( const wfJson* json, const wfJsonNode* object, const wfJsonNode* node, const wfFieldRow* field )
{
	if ( wfJson_Find( json, object, field->name ) != NULL )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "given twice: this is now called \"%s\"", field->name );
		return;
	}
	json->nodes[node - json->nodes].newKey = field->name;
	wfReader_Warn( json->reader, node->keyPosition, "\"%s\" is now called \"%s\"", field->formerly, field->name );
}

static void checkParts( const wfJson* json, const wfJsonNode* node, const char* what, const wfFieldRow* const* parts )
{
	const char* names[MAX_FIELDS + 1];
	int32_t count = 0;
	for ( int32_t i = 0; parts[i] != NULL; ++i )
	{
		for ( const wfFieldRow* field = parts[i]; field->name != NULL && count < MAX_FIELDS; ++field )
		{
			names[count] = field->name;
			count += isOfGround( json, field ) ? 1 : 0;
		}
	}
	names[count] = NULL;
	char known[400];
	wfListNames( known, sizeof( known ), names );
	if ( node->type != wf_jsonObject )
	{
		char expected[480];
		snprintf( expected, sizeof( expected ), "%s: an object with the fields %s", what, known );
		wfJson_Expected( json, node, wf_jsonObject, expected );
		return;
	}
	for ( const wfJsonNode* child = wfJson_First( json, node ); child != NULL; child = wfJson_Next( json, child ) )
	{
		const char* key = wfJson_Key( json, child );
		const wfFieldRow* field = findField( json, parts, key );
		if ( field != NULL && !isOfGround( json, field ) && json->onMesh )
		{
			wfJson_Fail( json, child, NULL, wf_unsupported, "belongs to %s in the plane; on a mesh it means nothing",
						 node->parent < 0 ? "worlds" : "crowds" );
		}
		else if ( field == NULL || !isOfGround( json, field ) )
		{
			char path[128];
			wfJson_Path( json, child, path, sizeof( path ) );
			wfReader_Fail( json->reader, child->keyPosition, path, wf_badFormat, "unknown field%s; known are %s",
						   wfMakeHint( key, child->keyLength, names ).text, known );
		}
		else if ( strcmp( field->name, key ) != 0 )
		{
			renameKey( json, node, child, field );
		}
	}
}

void wfCheckFields( const wfJson* json, const wfJsonNode* node, const wfObject* object )
{
	if ( node != NULL && wfJson_IsOk( json ) )
	{
		checkParts( json, node, object->what, object->parts );
	}
}

static void readField( const wfJson* json, const wfJsonNode* node, const wfFieldRow* field, void* place )
{
	static const wfNumberRange integerRange = { INT32_MIN, INT32_MAX, "a whole number" };
	bool later = field->checkedLater;
	switch ( field->type )
	{
		case wf_numberField:
			wfJson_ReadNumber( json, node, later ? &wf_numberRange : &field->range, place );
			break;
		case wf_integerField:
			wfJson_ReadInteger( json, node, later ? &integerRange : &field->range, place );
			break;
		case wf_boolField:
			wfJson_ReadBool( json, node, place );
			break;
		case wf_choiceField:
		{
			int32_t choice;
			memcpy( &choice, place, sizeof( choice ) );
			wfJson_ReadChoice( json, node, field->choices, &choice );
			memcpy( place, &choice, sizeof( choice ) );
			break;
		}
		case wf_textField:
			wfJson_ReadText( json, node, (size_t)field->range.upper, place );
			break;
		case wf_pointField:
			wfJson_ReadPoint( json, node, place );
			break;
		case wf_pairField:
			wfJson_ReadVector( json, node, &field->range, field->holds, place );
			break;
		case wf_boxField:
			wfJson_ReadBox( json, node, place );
			break;
		case wf_drawField:
			wfReadDistribution( json, node, field, place );
			break;
		case wf_otherField:
			break;
	}
}

void wfReadPart( const wfJson* json, const wfJsonNode* node, const wfFieldRow* fields, void* target )
{
	for ( const wfFieldRow* field = fields; field->name != NULL && node != NULL && wfJson_IsOk( json ); ++field )
	{
		if ( !isOfGround( json, field ) )
		{
			continue;
		}
		const wfJsonNode* value = field->required ? wfJson_Require( json, node, field->name, field->range.expected )
												  : wfJson_Find( json, node, field->name );
		if ( value != NULL && field->json != wf_jsonNull && value->type != field->json )
		{
			wfJson_Expected( json, value, field->json, field->range.expected );
		}
		else if ( field->offset != WF_BY_HAND && value != NULL )
		{
			readField( json, value, field, (char*)target + field->offset );
		}
	}
}

void wfReadFields( const wfJson* json, const wfJsonNode* node, const wfObject* object, void* target )
{
	wfCheckFields( json, node, object );
	wfReadPart( json, node, object->parts[0], target );
}

int32_t wfReadType( const wfJson* json, const wfJsonNode* node, const char* what, const wfObject* const* objects,
					const wfFieldRow* more )
{
	const char* types[16];
	int32_t type = 0, count = 0;
	for ( ; objects[count] != NULL; ++count )
	{
		types[count] = objects[count]->type;
	}
	types[count] = NULL;
	if ( node->type != wf_jsonObject )
	{
		wfJson_Expected( json, node, wf_jsonObject, what );
		return 0;
	}
	char expected[128] = "one of ";
	wfListNames( expected + strlen( expected ), sizeof( expected ) - strlen( expected ), types );
	wfJson_ReadChoice( json, wfJson_Require( json, node, "type", expected ), types, &type );
	const wfFieldRow* parts[WF_MAX_PARTS + 2] = { NULL };
	for ( count = 0; objects[type]->parts[count] != NULL; ++count )
	{
		parts[count] = objects[type]->parts[count];
	}
	parts[count] = more;
	if ( wfJson_IsOk( json ) )
	{
		checkParts( json, node, what, parts );
	}
	return type;
}

// ---------------------------------------------------------------------------------------------------------------- errors

// One level down, to a member or to an item. Null where the file has no such value.
static const wfJsonNode* stepDown( const wfJson* json, const wfJsonNode* node, const char* part )
{
	if ( part[0] != '[' )
	{
		return wfJson_Look( json, node, part );
	}
	long wanted = strtol( part + 1, NULL, 10 );
	int32_t index = node->type == wf_jsonList ? node->first : -1;
	while ( index >= 0 && json->nodes[index].index < wanted )
	{
		index = json->nodes[index].next;
	}
	return index >= 0 ? json->nodes + index : NULL;
}

// The name in the file of a member of a struct.
static const char* getFieldName( const wfObject* object, const char* member )
{
	for ( int32_t i = 0; object->parts[i] != NULL; ++i )
	{
		for ( const wfFieldRow* field = object->parts[i]; field->name != NULL; ++field )
		{
			if ( field->member != NULL && strcmp( field->member, member ) == 0 )
			{
				return field->name;
			}
		}
	}
	return member;
}

bool wfPlaceFieldError( const wfJson* json, const wfJsonNode* object, const wfObject* table, wfResult result )
{
	if ( result == wf_ok )
	{
		return true;
	}
	char field[sizeof( json->reader->error->field )], path[128];
	memcpy( field, json->reader->error->field, sizeof( field ) );
	field[sizeof( field ) - 1] = 0;
	const wfJsonNode* node = object;
	for ( char* at = field; *at != 0; )
	{
		size_t length = at[0] == '[' ? strcspn( at + 1, ".[" ) + 1 : strcspn( at, ".[" );
		char part[64];
		snprintf( part, sizeof( part ), "%.*s", (int)length, at );
		at += length;
		at += *at == '.' ? 1 : 0;
		const char* name = node == object && part[0] != '[' ? getFieldName( table, part ) : part;
		const wfJsonNode* down = stepDown( json, node, name );
		// The agent of a source is the source itself in the file.
		if ( down == NULL && strcmp( part, "agent" ) != 0 )
		{
			wfJson_Path( json, node, path, sizeof( path ) );
			size_t used = strlen( path );
			if ( node == object && part[0] != '[' )
			{
				snprintf( path + used, sizeof( path ) - used, "%s%.60s", used > 0 ? "." : "", name );
			}
			return wfReader_Take( json->reader, node->position, path, result );
		}
		node = down != NULL ? down : node;
	}
	return wfJson_Take( json, node, result );
}

// ---------------------------------------------------------------------------------------------------------------- names

void wfNameTable_Create( const wfJson* json, const wfJsonNode* node, wfNameTable* table )
{
	if ( node == NULL || node->count == 0 || !wfJson_IsOk( json ) )
	{
		return;
	}
	// One more than there are: the list ends with null for those who suggest names.
	table->capacity = (size_t)node->count + 1;
	table->names = wfJson_Allocate( json, node, table->capacity, sizeof( char* ) );
	if ( wfJson_Reserve( json, node, NULL, 2 * table->capacity * sizeof( wfMapEntry ) ) &&
		 wfMap_Reserve( &table->places, node->count ) != wf_ok )
	{
		wfReader_OutOfMemory( json->reader );
	}
}

void wfNameTable_Free( wfNameTable* table )
{
	wfReleaseArray( table->names, table->capacity, sizeof( char* ) );
	wfMap_Free( &table->places );
	*table = ( wfNameTable ){ 0 };
}

void wfNameTable_Add( const wfJson* json, const wfJsonNode* node, wfNameTable* table, const char* what, const char* name )
{
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	uint64_t key;
	if ( name != NULL && wfMap_FindName( &table->places, table->names, name, &key ) >= 0 )
	{
		wfQuoted quoted = wfQuote( name, strlen( name ) );
		wfJson_Fail( json, node, NULL, wf_badFormat, "there is %s %s already; expected names that differ", what, quoted.text );
		return;
	}
	if ( name != NULL && wfMap_Set( &table->places, key, (int32_t)table->count ) != wf_ok )
	{
		wfReader_OutOfMemory( json->reader );
		return;
	}
	table->names[table->count++] = name;
	table->names[table->count] = NULL;
}

int32_t wfNameTable_Find( const wfNameTable* table, const char* name )
{
	uint64_t key;
	return table->count > 0 ? wfMap_FindName( &table->places, table->names, name, &key ) : -1;
}

void wfReadReference( const wfJson* json, const wfJsonNode* node, const wfNameTable* table, const char* what, int32_t* index )
{
	const char* name = NULL;
	wfJson_ReadText( json, node, WF_MAX_NAME_LENGTH, &name );
	int32_t found = name != NULL ? wfNameTable_Find( table, name ) : -1;
	if ( name == NULL || found >= 0 )
	{
		*index = name != NULL ? found : *index;
		return;
	}
	// Those without a name part the list into several, each ending with null.
	wfQuoted hint = { { 0 } };
	for ( size_t i = 0; i < table->count && hint.text[0] == 0; ++i )
	{
		bool begins = i == 0 || table->names[i - 1] == NULL;
		hint = begins ? wfMakeHint( name, node->stringLength, table->names + i ) : hint;
	}
	wfJson_Fail( json, node, NULL, wf_notFound, "there is no %s %s%s", what, wfQuote( name, node->stringLength ).text,
				 hint.text );
}

void* wfReadKeys( const wfJson* json, const wfJsonNode* object, const char* what, wfNameTable* table, size_t size, size_t* count )
{
	wfNameTable_Create( json, object, table );
	void* memory = object != NULL ? wfJson_Allocate( json, object, (size_t)object->count, size ) : NULL;
	*count = memory != NULL ? (size_t)object->count : 0;
	for ( const wfJsonNode* node = wfJson_First( json, object ); node != NULL; node = wfJson_Next( json, node ) )
	{
		if ( node->keyLength == 0 || node->keyLength > WF_MAX_NAME_LENGTH )
		{
			wfJson_Fail( json, node, NULL, wf_badFormat, "expected a name of 1 to %d bytes for %s", WF_MAX_NAME_LENGTH, what );
		}
		wfNameTable_Add( json, node, table, what, wfJson_Key( json, node ) );
	}
	return memory;
}
