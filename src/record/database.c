// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Databases as all readers of them open and ask them.
#include "record/record.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char s_magic[16] = "SQLite format 3";

bool wfIsDatabaseFile( const char* path )
{
	char start[sizeof( s_magic )];
	int handle = open( path, O_RDONLY | O_CLOEXEC | O_NONBLOCK );
	ssize_t got = handle >= 0 ? pread( handle, start, sizeof( start ), 0 ) : 0; // fails on pipes, which hold no database
	if ( handle >= 0 )
	{
		close( handle );
	}
	return got == (ssize_t)sizeof( start ) && memcmp( start, s_magic, sizeof( start ) ) == 0;
}

bool wfIsDatabase( const wfReader* reader )
{
	return reader->isDatabase || ( reader->size >= sizeof( s_magic ) && memcmp( reader->text, s_magic, sizeof( s_magic ) ) == 0 );
}

static void failDatabase( sqlite3* database, const wfReader* reader, const char* field )
{
	int code = sqlite3_errcode( database );
	if ( code == SQLITE_NOMEM )
	{
		wfReader_OutOfMemory( reader );
		return;
	}
	bool reading = code == SQLITE_IOERR || code == SQLITE_BUSY || code == SQLITE_LOCKED || code == SQLITE_CANTOPEN ||
				   code == SQLITE_PERM || code == SQLITE_READONLY;
	wfReader_Fail( reader, WF_NO_POSITION, field, reading ? wf_readFailed : wf_badFormat, "the database could not be read: %s",
				   wfQuote( sqlite3_errmsg( database ), strlen( sqlite3_errmsg( database ) ) ).text );
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
		unsigned char* bytes = (unsigned char*)reader->text;
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

sqlite3* wfDatabase_Open( const wfReader* reader )
{
	sqlite3* database = NULL;
	int code = reader->isDatabase ? openFile( reader->name, &database ) : openBytes( reader, &database );
	// The first look at the file: what is no database, or a broken one, shows here.
	if ( wfReader_CheckMemory( reader, database ) &&
		 ( code != SQLITE_OK || sqlite3_exec( database, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL ) != SQLITE_OK ) )
	{
		failDatabase( database, reader, NULL );
	}
	return database;
}

void wfDatabase_RequireColumn( sqlite3* database, const wfReader* reader, const char* table, const char* column )
{
	if ( wfReader_IsOk( reader ) && !wfDatabase_HasColumn( database, table, column ) )
	{
		char field[64];
		snprintf( field, sizeof( field ), "%s.%s", table, column );
		wfReader_Fail( reader, WF_NO_POSITION, field, wf_badFormat, "there is no such column" );
	}
}

void wfDatabase_Query( sqlite3* database, const wfReader* reader, const char* sql, const char* field, wfReadRowFcn* read,
					   void* context )
{
	sqlite3_stmt* statement = NULL;
	int code = wfReader_IsOk( reader ) ? sqlite3_prepare_v2( database, sql, -1, &statement, NULL ) : SQLITE_DONE;
	code = code == SQLITE_OK ? sqlite3_step( statement ) : code;
	for ( ; code == SQLITE_ROW && wfReader_IsOk( reader ); code = sqlite3_step( statement ) )
	{
		read( context, statement );
	}
	if ( code != SQLITE_ROW && code != SQLITE_DONE )
	{
		failDatabase( database, reader, field );
	}
	sqlite3_finalize( statement );
}
