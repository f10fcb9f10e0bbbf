// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Databases as all readers of them open and ask them.
#include "record/record.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static void failDatabase( sqlite3* database, wfReading* in, const char* field )
{
	int code = sqlite3_errcode( database );
	if ( code == SQLITE_NOMEM )
	{
		wfReading_CheckMemory( in, NULL );
		return;
	}
	bool reading = code == SQLITE_IOERR || code == SQLITE_BUSY || code == SQLITE_LOCKED || code == SQLITE_CANTOPEN ||
				   code == SQLITE_PERM || code == SQLITE_READONLY;
	wfQuoted message = wfQuote( sqlite3_errmsg( database ), strlen( sqlite3_errmsg( database ) ) );
	wfReading_Fail( in, WF_NO_POSITION, field, reading ? wf_readFailed : wf_badFormat, "the database could not be read: %s",
					message.text );
}

bool wfDatabase_HasColumn( sqlite3* database, const char* table, const char* column )
{
	sqlite3_stmt* statement = NULL;
	bool there = false;
	if ( sqlite3_prepare_v2( database, "SELECT 1 FROM pragma_table_info(?) WHERE ?2 = '' OR name = ?2", -1, &statement, NULL ) ==
		 SQLITE_OK )
	{
		sqlite3_bind_text( statement, 1, table, -1, SQLITE_STATIC );
		sqlite3_bind_text( statement, 2, column, -1, SQLITE_STATIC );
		there = sqlite3_step( statement ) == SQLITE_ROW;
	}
	sqlite3_finalize( statement );
	return there;
}

bool wfDatabase_AskText( sqlite3* database, const char* sql, const char* key, char* buffer, size_t capacity )
{
	sqlite3_stmt* statement = NULL;
	bool there = false;
	if ( sqlite3_prepare_v2( database, sql, -1, &statement, NULL ) == SQLITE_OK )
	{
		sqlite3_bind_text( statement, 1, key, -1, SQLITE_STATIC );
		const unsigned char* text = sqlite3_step( statement ) == SQLITE_ROW ? sqlite3_column_text( statement, 0 ) : NULL;
		there = text != NULL;
		if ( there )
		{
			snprintf( buffer, capacity, "%s", (const char*)text );
			size_t bad;
			if ( !wfCheckUtf8( buffer, strlen( buffer ), &bad ) )
			{
				buffer[bad] = 0; // a character cut in two, or no text
			}
		}
	}
	sqlite3_finalize( statement );
	return there;
}

const char* wfDescribeSqliteType( int type )
{
	static const char* const names[] = { "nothing", "a whole number", "a number", "a text", "bytes", "null" };
	return names[type >= 0 && type <= 5 ? type : 0];
}

static int openBytes( const wfReader* reader, sqlite3** database )
{
	int code = sqlite3_open_v2( ":memory:", database, SQLITE_OPEN_READWRITE, NULL );
	if ( code == SQLITE_OK )
	{
		// Read only, so that the bytes stay as they are.
		unsigned char* bytes = (unsigned char*)(uintptr_t)reader->text;
		sqlite3_int64 size = (sqlite3_int64)reader->size;
		code = sqlite3_deserialize( *database, "main", bytes, size, size, SQLITE_DESERIALIZE_READONLY );
	}
	return code;
}

// Whoever was killed in the middle of a commit left a journal that must be played back first, which needs writing.
static int openFile( const char* path, sqlite3** database )
{
	int code = sqlite3_open_v2( path, database, SQLITE_OPEN_READONLY, NULL );
	if ( code != SQLITE_OK )
	{
		return code;
	}
	sqlite3_busy_timeout( *database, 5000 );
	code = sqlite3_exec( *database, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL );
	if ( code == SQLITE_READONLY || code == SQLITE_CANTOPEN )
	{
		sqlite3_close( *database );
		*database = NULL;
		code = sqlite3_open_v2( path, database, SQLITE_OPEN_READWRITE, NULL );
		sqlite3_busy_timeout( *database, 5000 );
		return code;
	}
	return SQLITE_OK; // anything else is reported where it is asked again
}

sqlite3* wfDatabase_Open( wfReading* in, const char* path )
{
	sqlite3* database = NULL;
	int code = path != NULL ? openFile( path, &database ) : openBytes( in->reader, &database );
	// The first look at the file: what is no database, or a broken one, shows here.
	if ( wfReading_CheckMemory( in, database ) &&
		 ( code != SQLITE_OK || sqlite3_exec( database, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL ) != SQLITE_OK ) )
	{
		failDatabase( database, in, NULL );
	}
	return database;
}

void wfDatabase_Close( sqlite3* database )
{
	sqlite3_close( database );
}

void wfDatabase_RequireColumn( sqlite3* database, wfReading* in, const char* table, const char* column )
{
	if ( in->result == wf_ok && !wfDatabase_HasColumn( database, table, column ) )
	{
		char field[64];
		snprintf( field, sizeof( field ), "%s.%s", table, column );
		wfReading_Fail( in, WF_NO_POSITION, field, wf_badFormat, "there is no such column" );
	}
}

void wfDatabase_Query( sqlite3* database, wfReading* in, const char* sql, const char* field, wfReadRowFcn* read, void* context )
{
	sqlite3_stmt* statement = NULL;
	int code = in->result == wf_ok ? sqlite3_prepare_v2( database, sql, -1, &statement, NULL ) : SQLITE_DONE;
	code = code == SQLITE_OK ? sqlite3_step( statement ) : code;
	for ( ; code == SQLITE_ROW && in->result == wf_ok; code = sqlite3_step( statement ) )
	{
		read( context, statement );
	}
	if ( code != SQLITE_ROW && code != SQLITE_DONE )
	{
		failDatabase( database, in, field );
	}
	sqlite3_finalize( statement );
}
