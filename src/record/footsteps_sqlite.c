// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps from our own databases.
#include "record/footsteps.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static const char s_table[] = "wayfield_footsteps";

// id, step, foot and kind come before the numbers.
#define WF_FIRST_NUMBER 4
#define WF_COLUMN_COUNT ( WF_FIRST_NUMBER + WF_FOOTSTEP_NUMBERS )

static const char* getColumnName( int32_t column )
{
	static const char* const first[WF_FIRST_NUMBER] = { "id", "step", "foot", "kind" };
	return column < WF_FIRST_NUMBER ? first[column] : wf_footstepFields[column - WF_FIRST_NUMBER].name;
}

typedef struct wfFieldName
{
	char text[64];
} wfFieldName;

static wfFieldName getFieldName( const char* column )
{
	wfFieldName name;
	snprintf( name.text, sizeof( name.text ), "%s.%s", s_table, column );
	return name;
}

static wfResult checkColumns( const wfReader* reader, sqlite3* database )
{
	// The first look at the file: what is no database, or a broken one, shows here.
	if ( sqlite3_exec( database, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL ) != SQLITE_OK )
	{
		return wfDatabase_Fail( database, reader, NULL );
	}
	if ( !wfDatabase_HasColumn( database, s_table, "" ) )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, s_table, wf_notFound,
							  "there is no such table: the recording has no footsteps; expected that of a crowd whose agents "
							  "walk on feet" );
	}
	for ( int32_t i = 0; i < WF_COLUMN_COUNT; ++i )
	{
		if ( !wfDatabase_HasColumn( database, s_table, getColumnName( i ) ) )
		{
			return wfReader_Fail( reader, WF_NO_POSITION, getFieldName( getColumnName( i ) ).text, wf_badFormat,
								  "there is no such column" );
		}
	}
	return wf_ok;
}

static wfResult failRow( const wfReader* reader, sqlite3_stmt* statement, int32_t column, wfResult result, const char* words )
{
	return wfReader_Fail( reader, WF_NO_POSITION, getFieldName( getColumnName( column ) ).text, result,
						  "agent %lld, step %lld: %s", (long long)sqlite3_column_int64( statement, 0 ),
						  (long long)sqlite3_column_int64( statement, 1 ), words );
}

static wfResult readWhole( const wfReader* reader, sqlite3_stmt* statement, int32_t column, int32_t* value )
{
	int64_t number = sqlite3_column_int64( statement, column );
	if ( sqlite3_column_type( statement, column ) != SQLITE_INTEGER || number < 0 || number > INT32_MAX )
	{
		return failRow( reader, statement, column, wf_badFormat, "expected a whole number from 0 to 2147483647" );
	}
	*value = (int32_t)number;
	return wf_ok;
}

static wfResult readChoice( const wfReader* reader, sqlite3_stmt* statement, int32_t column, const char* const* names,
							const char* expected, int32_t* choice )
{
	const char* text = (const char*)sqlite3_column_text( statement, column );
	for ( int32_t i = 0; text != NULL && names[i] != NULL; ++i )
	{
		if ( strcmp( text, names[i] ) == 0 )
		{
			*choice = i;
			return wf_ok;
		}
	}
	char words[256];
	wfQuoted found = wfQuote( text != NULL ? text : "", text != NULL ? strlen( text ) : 0 );
	snprintf( words, sizeof( words ), "expected %s, found %s", expected, found.text );
	return failRow( reader, statement, column, wf_badFormat, words );
}

static wfResult readRow( const wfReader* reader, sqlite3_stmt* statement, wfFootstepRow* row )
{
	int32_t serial = 0, foot = 0, kind = 0;
	wfResult result = readWhole( reader, statement, 0, &serial );
	result = result == wf_ok ? readWhole( reader, statement, 1, &row->index ) : result;
	result = result == wf_ok ? readChoice( reader, statement, 2, wf_footNames, WF_EXPECTED_FOOT, &foot ) : result;
	result = result == wf_ok ? readChoice( reader, statement, 3, wf_stepKindNames, WF_EXPECTED_KIND, &kind ) : result;
	row->serial = (uint32_t)serial;
	row->step.foot = (wfFoot)foot;
	row->step.kind = (wfFootstepKind)kind;
	for ( int32_t i = 0; i < WF_FOOTSTEP_NUMBERS && result == wf_ok; ++i )
	{
		int type = sqlite3_column_type( statement, WF_FIRST_NUMBER + i );
		if ( type != SQLITE_FLOAT && type != SQLITE_INTEGER )
		{
			char words[64];
			snprintf( words, sizeof( words ), "expected a number, found %s", wfDescribeSqliteType( type ) );
			return failRow( reader, statement, WF_FIRST_NUMBER + i, wf_badFormat, words );
		}
		wfSetFootstepNumber( row, i, sqlite3_column_double( statement, WF_FIRST_NUMBER + i ) );
	}
	wfFootstepFault fault;
	if ( result == wf_ok && !wfCheckFootstepRow( row, &fault ) )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, getFieldName( fault.field ).text, wf_outOfRange, "agent %u, step %d: %s",
							  row->serial, row->index, fault.message );
	}
	return result;
}

static wfResult readRows( wfFootstepReader* in, sqlite3* database )
{
	char sql[1024] = "SELECT ";
	size_t used = strlen( sql );
	for ( int32_t i = 0; i < WF_COLUMN_COUNT; ++i )
	{
		used += (size_t)snprintf( sql + used, sizeof( sql ) - used, "%s%s", i > 0 ? ", " : "", getColumnName( i ) );
	}
	snprintf( sql + used, sizeof( sql ) - used, " FROM %s ORDER BY id, step", s_table );
	sqlite3_stmt* statement = NULL;
	if ( sqlite3_prepare_v2( database, sql, -1, &statement, NULL ) != SQLITE_OK )
	{
		return wfDatabase_Fail( database, in->reader, s_table );
	}
	wfResult result = wf_ok;
	int code;
	while ( ( code = sqlite3_step( statement ) ) == SQLITE_ROW && result == wf_ok )
	{
		wfFootstepRow row = { 0 };
		result = readRow( in->reader, statement, &row );
		result = result == wf_ok ? wfFootstepReader_AddRow( in, &row, WF_NO_POSITION ) : result;
	}
	if ( result == wf_ok && code != SQLITE_DONE )
	{
		result = wfDatabase_Fail( database, in->reader, s_table );
	}
	sqlite3_finalize( statement );
	return result;
}

wfResult wfReadSqliteFootsteps( wfFootstepReader* in, const char* path )
{
	sqlite3* database = NULL;
	wfResult result = wfDatabase_Open( in->reader, path, &database );
	result = result == wf_ok ? checkColumns( in->reader, database ) : result;
	result = result == wf_ok ? readRows( in, database ) : result;
	if ( result == wf_ok )
	{
		wfDatabase_AskText( database, WF_ASK_OWN_METADATA, "name", in->out->name, sizeof( in->out->name ) );
	}
	sqlite3_close( database );
	return result;
}
