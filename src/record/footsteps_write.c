// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps as files of their own, for people and for other programs: JSON and CSV with the same names.
#include "record/footsteps.h"

#include <stdio.h>
#include <string.h>

static wfResult failWrite( const char* path, const char* field, wfResult result, const char* words, wfError* error )
{
	wfFail( error, result, "%s", words );
	if ( error != NULL )
	{
		snprintf( error->file, sizeof( error->file ), "%s", path );
		snprintf( error->field, sizeof( error->field ), "%s", field );
	}
	return result;
}

// What is written can be read back.
static wfResult checkRows( const char* path, const wfFootstepTable* table, wfError* error )
{
	for ( int64_t i = 0; i < table->rowCount; ++i )
	{
		wfFootstepFault fault;
		if ( !wfCheckFootstepRow( &table->rows[i], &fault ) )
		{
			char words[400];
			snprintf( words, sizeof( words ), "step %d of agent %u: %s", table->rows[i].index, table->rows[i].serial,
					  fault.message );
			return failWrite( path, fault.field, wf_outOfRange, words, error );
		}
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------------ CSV

static void writeCsvHead( wfTextFile* file, const wfFootstepTable* table )
{
	wfTextFile_PutText( file, WF_FOOTSTEP_COMMENT "\n" );
	if ( table->name[0] != 0 )
	{
		char name[sizeof( table->name )];
		memcpy( name, table->name, sizeof( name ) );
		for ( char* c = name; *c != 0; ++c )
		{
			*c = (unsigned char)*c < 32 ? ' ' : *c; // a line has no line ends inside
		}
		wfTextFile_PutText( file, WF_FOOTSTEP_NAME_COMMENT );
		wfTextFile_PutText( file, name );
		wfTextFile_PutText( file, "\n" );
	}
	wfTextFile_PutText( file, "agent,step,foot,kind" );
	for ( int32_t i = 0; i < WF_FOOTSTEP_NUMBERS; ++i )
	{
		wfTextFile_PutText( file, i == WF_FOOTSTEP_PLACE_NUMBERS ? ",from,to," : "," );
		wfTextFile_PutText( file, wf_footstepFields[i].name );
	}
	wfTextFile_PutText( file, "\n" );
}

// ----------------------------------------------------------------------------------------------------------------- JSON

static void putJsonText( wfTextFile* file, const char* text )
{
	wfTextFile_PutText( file, "\"" );
	for ( ; *text != 0; ++text )
	{
		unsigned char c = (unsigned char)*text;
		char escape[8];
		if ( c < 32 || c == '"' || c == '\\' )
		{
			snprintf( escape, sizeof( escape ), "\\u%04x", c );
			wfTextFile_PutText( file, escape );
			continue;
		}
		wfTextFile_Put( file, text, 1 );
	}
	wfTextFile_PutText( file, "\"" );
}

static void writeJsonHead( wfTextFile* file, const wfFootstepTable* table )
{
	char head[128];
	snprintf( head, sizeof( head ), "{\n  \"format\": \"%s\",\n  \"version\": %d,\n", WF_FOOTSTEP_FORMAT, WF_FOOTSTEP_VERSION );
	wfTextFile_PutText( file, head );
	if ( table->name[0] != 0 )
	{
		char name[sizeof( table->name )];
		size_t bad;
		memcpy( name, table->name, sizeof( name ) );
		if ( !wfCheckUtf8( name, strlen( name ), &bad ) )
		{
			name[bad] = 0;
		}
		wfTextFile_PutText( file, "  \"name\": " );
		putJsonText( file, name );
		wfTextFile_PutText( file, ",\n" );
	}
	wfTextFile_PutText( file, "  \"steps\": [" );
}

// ----------------------------------------------------------------------------------------------------------------- rows

static void putField( wfTextFile* file, bool json, const char* name, double value )
{
	wfTextFile_PutText( file, json ? ", \"" : "," );
	wfTextFile_PutText( file, json ? name : "" );
	wfTextFile_PutText( file, json ? "\": " : "" );
	wfTextFile_PutNumber( file, value );
}

static void writeRow( wfTextFile* file, bool json, const wfFootstepRow* row, double from, double to )
{
	char first[128];
	const char* format = json ? "    {\"agent\": %u, \"step\": %d, \"foot\": \"%s\", \"kind\": \"%s\"" : "%u,%d,%s,%s";
	snprintf( first, sizeof( first ), format, row->serial, row->index, wf_footNames[row->step.foot],
			  wf_stepKindNames[row->step.kind] );
	wfTextFile_PutText( file, first );
	for ( int32_t i = 0; i < WF_FOOTSTEP_NUMBERS; ++i )
	{
		if ( i == WF_FOOTSTEP_PLACE_NUMBERS )
		{
			putField( file, json, "from", from );
			putField( file, json, "to", to );
		}
		putField( file, json, wf_footstepFields[i].name, wfGetFootstepNumber( row, i ) );
	}
	wfTextFile_PutText( file, json ? "}" : "\n" );
}

// -------------------------------------------------------------------------------------------------------------- writing

// `times`: when feet touch down, of all rows, and then when they are lifted; null without rows.
static void writeRows( wfTextFile* file, const wfFootstepTable* table, bool json, const double* times )
{
	( json ? writeJsonHead : writeCsvHead )( file, table );
	for ( int64_t i = 0; i < table->rowCount && file->file.failure == 0; ++i )
	{
		wfTextFile_PutText( file, !json ? "" : i > 0 ? ",\n" : "\n" );
		writeRow( file, json, &table->rows[i], times[i], times[i + table->rowCount] );
	}
	if ( json )
	{
		wfTextFile_PutText( file, table->rowCount > 0 ? "\n  ]\n}\n" : "]\n}\n" );
	}
}

wfResult wfWriteFootsteps( const char* path, const wfFootstepTable* table, wfError* error )
{
	if ( WF_FAILS( path != NULL && table != NULL && wfFootstepTable_IsSorted( table ) ) )
	{
		return wfFail( error, wf_invalidDef, "no path, no table, or one that is not sorted" );
	}
	bool json = wfHasExtension( path, ".json" );
	if ( !json && !wfHasExtension( path, ".csv" ) )
	{
		return failWrite( path, "", wf_unsupported, "expected a name that ends with .json or .csv", error );
	}
	wfResult result = checkRows( path, table, error );
	if ( result != wf_ok )
	{
		return result;
	}
	size_t count = (size_t)table->rowCount;
	double* times = count > 0 ? wfAllocateArray( count, 2 * sizeof( double ) ) : NULL;
	if ( count > 0 && times == NULL )
	{
		return failWrite( path, "", wf_outOfMemory, "out of memory", error );
	}
	wfTextFile file;
	result = wfTextFile_Open( &file, path, error );
	if ( result == wf_ok )
	{
		if ( count > 0 )
		{
			wfFindStandingTimes( table, times, times + count );
		}
		writeRows( &file, table, json, times );
		result = wfTextFile_Close( &file, error );
	}
	wfReleaseArray( times, count, 2 * sizeof( double ) );
	return result;
}
