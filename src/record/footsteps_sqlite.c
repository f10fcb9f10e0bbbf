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

static void failRow( wfFootstepReader* in, sqlite3_stmt* row, const char* column, wfResult result, const char* words )
{
	char field[64];
	snprintf( field, sizeof( field ), "%s.%s", s_table, column );
	wfReader_Fail( in->reader, WF_NO_POSITION, field, result, "agent %lld, step %lld: %s",
				   (long long)sqlite3_column_int64( row, 0 ), (long long)sqlite3_column_int64( row, 1 ), words );
}

static int32_t readWhole( wfFootstepReader* in, sqlite3_stmt* row, int32_t column )
{
	int64_t number = sqlite3_column_int64( row, column );
	if ( sqlite3_column_type( row, column ) != SQLITE_INTEGER || number < 0 || number > INT32_MAX )
	{
		failRow( in, row, getColumnName( column ), wf_badFormat, "expected a whole number from 0 to 2147483647" );
	}
	return (int32_t)number;
}

static int32_t readChoice( wfFootstepReader* in, sqlite3_stmt* row, int32_t column, const char* const* names,
						   const char* expected )
{
	const char* found = (const char*)sqlite3_column_text( row, column );
	const char* text = found != NULL ? found : "";
	int32_t choice = wfFindChoice( text, strlen( text ), names );
	if ( choice < 0 )
	{
		char words[256];
		snprintf( words, sizeof( words ), "expected %s, found %s", expected, wfQuote( text, strlen( text ) ).text );
		failRow( in, row, getColumnName( column ), wf_badFormat, words );
	}
	return choice;
}

static void takeRow( void* context, sqlite3_stmt* statement )
{
	wfFootstepReader* in = context;
	wfFootstepRow row = { .serial = (uint32_t)readWhole( in, statement, 0 ), .index = readWhole( in, statement, 1 ) };
	row.step.foot = (wfFoot)readChoice( in, statement, 2, wf_footNames, WF_EXPECTED_FOOT );
	row.step.kind = (wfFootstepKind)readChoice( in, statement, 3, wf_stepKindNames, WF_EXPECTED_KIND );
	for ( int32_t i = 0; i < WF_FOOTSTEP_NUMBERS; ++i )
	{
		int type = sqlite3_column_type( statement, WF_FIRST_NUMBER + i );
		if ( type != SQLITE_FLOAT && type != SQLITE_INTEGER )
		{
			char words[64];
			snprintf( words, sizeof( words ), "expected a number, found %s", wfDescribeSqliteType( type ) );
			failRow( in, statement, wf_footstepFields[i].name, wf_badFormat, words );
		}
		wfSetFootstepNumber( &row, i, sqlite3_column_double( statement, WF_FIRST_NUMBER + i ) );
	}
	wfFootstepFault fault;
	if ( wfReader_IsOk( in->reader ) && !wfCheckFootstepRow( &row, &fault ) )
	{
		failRow( in, statement, fault.field, wf_outOfRange, fault.message );
	}
	wfFootstepReader_AddRow( in, &row, WF_NO_POSITION );
}

void wfReadSqliteFootsteps( wfFootstepReader* in )
{
	in->database = wfDatabase_Open( in->reader );
	if ( wfReader_IsOk( in->reader ) && !wfDatabase_HasColumn( in->database, s_table, "" ) )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, s_table, wf_notFound,
					   "there is no such table: the recording has no footsteps; expected that of a crowd whose agents "
					   "walk on foot" );
	}
	char sql[1024] = "SELECT ";
	size_t used = strlen( sql );
	for ( int32_t i = 0; i < WF_COLUMN_COUNT; ++i )
	{
		wfDatabase_RequireColumn( in->database, in->reader, s_table, getColumnName( i ) );
		used += (size_t)snprintf( sql + used, sizeof( sql ) - used, "%s%s", i > 0 ? ", " : "", getColumnName( i ) );
	}
	snprintf( sql + used, sizeof( sql ) - used, " FROM %s ORDER BY id, step", s_table );
	wfDatabase_Query( in->database, in->reader, sql, s_table, takeRow, in );
	wfDatabase_AskText( in->database, WF_ASK_OWN_METADATA, "name", in->out->name, sizeof( in->out->name ) );
	sqlite3_close( in->database );
}
