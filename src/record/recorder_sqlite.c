// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings as JuPedSim SQLite, version 2, with tables of our own beside: wayfield_metadata, wayfield_agents,
// wayfield_events, of crowds on surfaces wayfield_heights and of agents that walk on foot wayfield_footsteps.
//
// The rollback journal keeps the file readable on its own: between commits nothing is written to it, since dirty pages stay in
// the cache, and a journal lies beside it only for the moment of a commit. A write-ahead log would hold the last frames in a
// second file.
#include "base/vec2.h"
#include "record/record.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char s_settings[] = "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA cache_spill = OFF;"
								 "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;";

static const char s_tables[] =
	"CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, pos_y REAL NOT NULL,"
	" ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
	"CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
	"CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
	"CREATE UNIQUE INDEX geometry_hash ON geometry(hash);"
	"CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
	"CREATE INDEX frame_id_idx ON trajectory_data(frame, id);";

// An agent has one row in wayfield_agents, and a further one for each frame from which its numbers are others. Which way it faces
// is in its rows of trajectory_data. Events are unique,
// so that a run that is repeated from a checkpoint does not report them twice.
static const char s_ownTables[] =
	"CREATE TABLE IF NOT EXISTS wayfield_metadata(key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
	"CREATE TABLE IF NOT EXISTS wayfield_agents(id INTEGER NOT NULL, frame INTEGER NOT NULL, radius REAL NOT NULL,"
	" desired_speed REAL NOT NULL, depth REAL, PRIMARY KEY(id, frame)) WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS wayfield_events(frame INTEGER NOT NULL, time REAL NOT NULL, kind TEXT NOT NULL,"
	" id INTEGER NOT NULL, stop INTEGER NOT NULL, x REAL NOT NULL, y REAL NOT NULL, UNIQUE(time, id, kind, stop));";

static const char s_heightTable[] = "CREATE TABLE IF NOT EXISTS wayfield_heights(frame INTEGER NOT NULL, id INTEGER NOT NULL,"
									" z REAL NOT NULL, PRIMARY KEY(frame, id)) WITHOUT ROWID;";

static const char* const s_statements[wf_recordStatementCount] = {
	[wf_insertRow] = "INSERT INTO trajectory_data VALUES(?, ?, ?, ?, ?, ?)",
	[wf_insertFrame] = "INSERT INTO frame_data VALUES(?, ?)",
	[wf_insertAgent] = "INSERT OR REPLACE INTO wayfield_agents(id, frame, radius, desired_speed, depth) VALUES(?, ?, ?, ?, ?)",
	[wf_insertEvent] = "INSERT OR IGNORE INTO wayfield_events VALUES(?, ?, ?, ?, ?, ?, ?)",
	[wf_setMetadata] = "INSERT OR REPLACE INTO metadata VALUES(?, ?)",
	[wf_setText] = "INSERT OR REPLACE INTO wayfield_metadata VALUES(?, ?)",
	[wf_insertGeometry] = "INSERT OR IGNORE INTO geometry VALUES(?, ?)",
	[wf_insertHeight] = "INSERT INTO wayfield_heights VALUES(?, ?, ?)",
};

// --------------------------------------------------------------------------------------------------------------- basics

// Undo what was not committed; what was stays.
static void failSql( wfRecorder* recorder )
{
	wfSqliteRecord* record = &recorder->sqlite;
	int code = sqlite3_extended_errcode( record->database );
	const char* hint = ( code & 0xFF ) == SQLITE_BUSY ? "; is another program writing or holding it?" : "";
	wfRecorder_Fail( recorder, wf_writeFailed, "could not be written: %s%s", sqlite3_errmsg( record->database ), hint );
	if ( record->inTransaction && !sqlite3_get_autocommit( record->database ) )
	{
		sqlite3_exec( record->database, "ROLLBACK", NULL, NULL, NULL );
	}
	record->inTransaction = false;
}

void wfSqliteRecord_Execute( wfRecorder* recorder, const char* sql )
{
	if ( wfRecorder_IsOk( recorder ) && sqlite3_exec( recorder->sqlite.database, sql, NULL, NULL, NULL ) != SQLITE_OK )
	{
		failSql( recorder );
	}
}

void wfSqliteRecord_Run( wfRecorder* recorder, wfRecordStatement which )
{
	sqlite3_stmt* statement = recorder->sqlite.statements[which];
	if ( wfRecorder_IsOk( recorder ) && sqlite3_step( statement ) != SQLITE_DONE )
	{
		failSql( recorder );
	}
	sqlite3_reset( statement );
}

void wfSqliteRecord_Begin( wfRecorder* recorder )
{
	wfSqliteRecord* record = &recorder->sqlite;
	if ( !record->inTransaction )
	{
		wfSqliteRecord_Execute( recorder, "BEGIN IMMEDIATE" );
		record->inTransaction = wfRecorder_IsOk( recorder );
	}
}

static void setPair( wfRecorder* recorder, wfRecordStatement which, const char* key, const char* value )
{
	wfSqliteRecord_Begin( recorder );
	if ( !wfRecorder_IsOk( recorder ) )
	{
		return;
	}
	sqlite3_stmt* statement = recorder->sqlite.statements[which];
	sqlite3_bind_text( statement, 1, key, -1, SQLITE_STATIC );
	sqlite3_bind_text( statement, 2, value, -1, SQLITE_STATIC );
	wfSqliteRecord_Run( recorder, which );
	sqlite3_clear_bindings( statement );
}

void wfSqliteRecord_Prepare( wfRecorder* recorder, wfRecordStatement which, const char* sql )
{
	wfSqliteRecord* record = &recorder->sqlite;
	if ( wfRecorder_IsOk( recorder ) && sqlite3_prepare_v3( record->database, sql, -1, SQLITE_PREPARE_PERSISTENT,
															&record->statements[which], NULL ) != SQLITE_OK )
	{
		failSql( recorder );
	}
}

static void prepareStatements( wfRecorder* recorder )
{
	for ( int i = 0; i < wf_recordStatementCount; ++i )
	{
		if ( s_statements[i] != NULL && ( i != wf_insertHeight || recorder->hasHeights ) )
		{
			wfSqliteRecord_Prepare( recorder, (wfRecordStatement)i, s_statements[i] );
		}
	}
}

static void openDatabase( wfRecorder* recorder, const char* path )
{
	wfSqliteRecord* record = &recorder->sqlite;
	int code = sqlite3_open_v2( path, &record->database, SQLITE_OPEN_READWRITE, NULL );
	if ( code != SQLITE_OK )
	{
		wfRecorder_Fail( recorder, wf_writeFailed, "could not be opened for writing: %s", sqlite3_errstr( code ) );
		return;
	}
	// Someone who looks at the recording while it is made holds a commit up for a moment only.
	sqlite3_busy_timeout( record->database, 30000 );
	code = sqlite3_exec( record->database, s_settings, NULL, NULL, NULL );
	if ( code == SQLITE_NOTADB || code == SQLITE_CORRUPT )
	{
		wfRecorder_Fail( recorder, wf_badFormat, "is no recording to go on with: %s", sqlite3_errmsg( record->database ) );
	}
	else if ( code != SQLITE_OK )
	{
		failSql( recorder );
	}
}

static void closeDatabase( wfSqliteRecord* record )
{
	for ( int i = 0; i < wf_recordStatementCount; ++i )
	{
		sqlite3_finalize( record->statements[i] );
		record->statements[i] = NULL;
	}
	sqlite3_close( record->database );
	record->database = NULL;
	record->inTransaction = false;
}

// ------------------------------------------------------------------------------------------------------------- resuming

// One number, or the value given when there is none (or null).
static double askNumber( sqlite3* database, const char* sql, double otherwise )
{
	sqlite3_stmt* statement = NULL;
	double value = otherwise;
	if ( sqlite3_prepare_v2( database, sql, -1, &statement, NULL ) == SQLITE_OK && sqlite3_step( statement ) == SQLITE_ROW &&
		 sqlite3_column_type( statement, 0 ) != SQLITE_NULL )
	{
		value = sqlite3_column_double( statement, 0 );
	}
	sqlite3_finalize( statement );
	return value;
}

static void checkForResume( wfRecorder* recorder )
{
	sqlite3* database = recorder->sqlite.database;
	sqlite3_stmt* probe = NULL;
	int code = sqlite3_prepare_v2( database, "SELECT value FROM metadata WHERE key = 'version'", -1, &probe, NULL );
	sqlite3_finalize( probe );
	if ( code != SQLITE_OK )
	{
		wfRecorder_Fail( recorder, wf_badFormat, "is no recording to go on with: %s", sqlite3_errmsg( database ) );
	}
	double version = askNumber( database, "SELECT CAST(value AS REAL) FROM metadata WHERE key = 'version'", 0.0 );
	if ( version != 2.0 )
	{
		wfRecorder_Fail( recorder, wf_unsupported, "a recording of version %g; expected 2 to go on with", version );
	}
	double fps = askNumber( database, "SELECT CAST(value AS REAL) FROM metadata WHERE key = 'fps'", 0.0 );
	if ( fps != recorder->fps )
	{
		wfRecorder_Fail( recorder, wf_badFormat, "the recording has %g frames a second; expected %g to go on with", fps,
						 recorder->fps );
	}
	wfRecorder_CheckSurface(
		recorder, askNumber( database, "SELECT count(*) FROM sqlite_master WHERE name = 'wayfield_heights'", 0.0 ) != 0.0 );
	double frames = askNumber( database, "SELECT CAST(value AS INTEGER) FROM wayfield_metadata WHERE key = 'frames'", -1.0 );
	frames = frames < 0.0 ? askNumber( database, "SELECT max(frame) + 1 FROM trajectory_data", 0.0 ) : frames;
	if ( frames < (double)recorder->frame )
	{
		wfRecorder_Fail( recorder, wf_outOfRange, "the recording has %.0f frames: it cannot go on from frame %lld", frames,
						 (long long)recorder->frame );
	}
	recorder->failure.inContent = !wfRecorder_IsOk( recorder );
}

static void createOwnTables( wfRecorder* recorder )
{
	wfSqliteRecord_Execute( recorder, s_ownTables );
	// A recording made when all bodies were round: those in it stay so.
	if ( wfRecorder_IsOk( recorder ) && !wfDatabase_HasColumn( recorder->sqlite.database, "wayfield_agents", "depth" ) )
	{
		wfSqliteRecord_Execute( recorder, "ALTER TABLE wayfield_agents ADD COLUMN depth REAL" );
	}
	if ( recorder->hasHeights )
	{
		wfSqliteRecord_Execute( recorder, s_heightTable );
	}
}

static void dropFrames( wfRecorder* recorder )
{
	static const char* const tables[] = { "trajectory_data", "frame_data",		 "wayfield_agents",
										  "wayfield_events", "wayfield_heights", "wayfield_footsteps" };
	for ( int i = 0; i < 6; ++i )
	{
		char sql[96];
		snprintf( sql, sizeof( sql ), "DELETE FROM %s WHERE frame >= %lld", tables[i], (long long)recorder->frame );
		// Some recordings do not have the last two.
		if ( i < 4 || wfDatabase_HasColumn( recorder->sqlite.database, tables[i], "frame" ) )
		{
			wfSqliteRecord_Execute( recorder, sql );
		}
	}
	wfSqliteRecord_Execute( recorder, "DELETE FROM geometry WHERE hash NOT IN (SELECT geometry_hash FROM frame_data)" );
}

static void includePoint( wfSqliteRecord* record, wfVec2 point )
{
	wfBox2 box = { point, point };
	record->bounds = record->hasBounds ? wfBoxUnion( record->bounds, box ) : box;
	record->hasBounds = true;
}

static void recoverBounds( wfSqliteRecord* record )
{
	sqlite3_stmt* statement = NULL;
	static const char sql[] = "SELECT min(pos_x), min(pos_y), max(pos_x), max(pos_y) FROM trajectory_data";
	if ( sqlite3_prepare_v2( record->database, sql, -1, &statement, NULL ) == SQLITE_OK &&
		 sqlite3_step( statement ) == SQLITE_ROW && sqlite3_column_type( statement, 0 ) != SQLITE_NULL )
	{
		includePoint( record, ( wfVec2 ){ sqlite3_column_double( statement, 0 ), sqlite3_column_double( statement, 1 ) } );
		includePoint( record, ( wfVec2 ){ sqlite3_column_double( statement, 2 ), sqlite3_column_double( statement, 3 ) } );
	}
	sqlite3_finalize( statement );
}

// What was last written of each agent, so that only changes are written again.
static void recoverAgents( wfRecorder* recorder )
{
	wfSqliteRecord* record = &recorder->sqlite;
	sqlite3_stmt* statement = NULL;
	static const char sql[] = "SELECT id, radius, coalesce(depth, radius), desired_speed FROM wayfield_agents ORDER BY id, frame";
	if ( sqlite3_prepare_v2( record->database, sql, -1, &statement, NULL ) != SQLITE_OK )
	{
		failSql( recorder );
	}
	while ( wfRecorder_IsOk( recorder ) && sqlite3_step( statement ) == SQLITE_ROW )
	{
		wfRecordedAgent agent = { (uint32_t)sqlite3_column_int64( statement, 0 ), (float)sqlite3_column_double( statement, 1 ),
								  (float)sqlite3_column_double( statement, 2 ), (float)sqlite3_column_double( statement, 3 ) };
		bool again = record->agents.count > 0 && record->agents.data[record->agents.count - 1].serial == agent.serial;
		record->agents.count -= again ? 1 : 0; // the later one counts
		if ( wfArray_Push( &record->agents, agent ) != wf_ok )
		{
			wfRecorder_Fail( recorder, wf_outOfMemory, "out of memory" );
		}
	}
	sqlite3_finalize( statement );
}

static void resumeDatabase( wfRecorder* recorder )
{
	checkForResume( recorder );
	wfSqliteRecord_Begin( recorder );
	createOwnTables( recorder );
	dropFrames( recorder );
	if ( wfRecorder_IsOk( recorder ) )
	{
		recoverBounds( &recorder->sqlite );
		recoverAgents( recorder );
	}
	prepareStatements( recorder );
}

// ------------------------------------------------------------------------------------------------------------- creating

static void createDatabase( wfRecorder* recorder )
{
	wfSqliteRecord_Begin( recorder );
	wfSqliteRecord_Execute( recorder, s_tables );
	createOwnTables( recorder );
	prepareStatements( recorder );
	setPair( recorder, wf_setMetadata, "version", "2" );
	setPair( recorder, wf_setMetadata, "fps", wfFormatShortest( recorder->fps, ".0" ).text );
}

static void writeGeometry( wfRecorder* recorder )
{
	wfSqliteRecord* record = &recorder->sqlite;
	wfText wkt = { 0 };
	uint64_t revision = wfWorld_GetRevision( recorder->world );
	wfResult result = wfMakeWorldWkt( recorder->world, &wkt );
	if ( result != wf_ok )
	{
		wfRecorder_Fail( recorder, result, "the walkable area: %s", wfDescribeResult( result ) );
		return;
	}
	wfSqliteRecord_Begin( recorder );
	uint64_t hash = wfHash( WF_HASH_START, wkt.data, wkt.length );
	memcpy( &record->geometryHash, &hash, sizeof( hash ) );
	sqlite3_stmt* statement = record->statements[wf_insertGeometry];
	sqlite3_bind_int64( statement, 1, record->geometryHash );
	sqlite3_bind_text64( statement, 2, wkt.data, wkt.length, SQLITE_STATIC, SQLITE_UTF8 );
	wfSqliteRecord_Run( recorder, wf_insertGeometry );
	sqlite3_clear_bindings( statement );
	wfText_Free( &wkt );
	if ( wfRecorder_IsOk( recorder ) )
	{
		wfBox2 bounds = wfWorld_GetBounds( recorder->world );
		includePoint( record, bounds.lower );
		includePoint( record, bounds.upper );
		record->revision = revision;
		record->hasGeometry = true;
	}
}

void wfSqliteRecord_Open( wfRecorder* recorder, const wfRecorderDef* def )
{
	openDatabase( recorder, def->resume ? recorder->path : recorder->file.temporary );
	if ( !wfRecorder_IsOk( recorder ) )
	{
		return;
	}
	( def->resume ? resumeDatabase : createDatabase )( recorder );
	if ( wfRecorder_IsOk( recorder ) && recorder->world != NULL )
	{
		writeGeometry( recorder );
	}
	// What is dropped is dropped at once: a file to go on with stays one.
	if ( wfRecorder_IsOk( recorder ) && def->resume )
	{
		wfSqliteRecord_Commit( recorder );
	}
}

// -------------------------------------------------------------------------------------------------------------- writing

// Both lists are sorted by serial.
static void writeChangedAgents( wfRecorder* recorder )
{
	wfSqliteRecord* record = &recorder->sqlite;
	sqlite3_stmt* statement = record->statements[wf_insertAgent];
	size_t known = 0;
	for ( size_t i = 0; i < recorder->rowCount && wfRecorder_IsOk( recorder ); ++i )
	{
		const wfRecordRow* row = &recorder->rows[i];
		record->nextAgents.data[i] = ( wfRecordedAgent ){ row->serial, row->radius, row->depth, row->desiredSpeed };
		while ( known < (size_t)record->agents.count && record->agents.data[known].serial < row->serial )
		{
			known += 1;
		}
		const wfRecordedAgent* old = known < (size_t)record->agents.count ? &record->agents.data[known] : NULL;
		bool isKnown = old != NULL && old->serial == row->serial && old->radius == row->radius && old->depth == row->depth;
		if ( isKnown && old->desiredSpeed == row->desiredSpeed )
		{
			continue;
		}
		sqlite3_bind_int64( statement, 1, row->serial );
		sqlite3_bind_int64( statement, 2, recorder->frame );
		sqlite3_bind_double( statement, 3, (double)row->radius );
		sqlite3_bind_double( statement, 4, (double)row->desiredSpeed );
		sqlite3_bind_double( statement, 5, (double)row->depth );
		wfSqliteRecord_Run( recorder, wf_insertAgent );
	}
	wfRecordedAgents agents = record->agents;
	record->agents = record->nextAgents;
	record->nextAgents = agents;
	record->agents.count = (int32_t)recorder->rowCount;
}

static void writeRows( wfRecorder* recorder )
{
	sqlite3_stmt* statement = recorder->sqlite.statements[wf_insertRow];
	sqlite3_stmt* height = recorder->sqlite.statements[wf_insertHeight]; // null in the plane
	sqlite3_bind_int64( statement, 1, recorder->frame );
	for ( size_t i = 0; i < recorder->rowCount && wfRecorder_IsOk( recorder ); ++i )
	{
		const wfRecordRow* row = &recorder->rows[i];
		sqlite3_bind_int64( statement, 2, row->serial );
		sqlite3_bind_double( statement, 3, row->position.x );
		sqlite3_bind_double( statement, 4, row->position.y );
		sqlite3_bind_double( statement, 5, cos( (double)row->heading ) );
		sqlite3_bind_double( statement, 6, sin( (double)row->heading ) );
		wfSqliteRecord_Run( recorder, wf_insertRow );
		includePoint( &recorder->sqlite, row->position );
	}
	for ( size_t i = 0; i < recorder->rowCount && height != NULL && wfRecorder_IsOk( recorder ); ++i )
	{
		sqlite3_bind_int64( height, 1, recorder->frame );
		sqlite3_bind_int64( height, 2, recorder->rows[i].serial );
		sqlite3_bind_double( height, 3, recorder->rows[i].height );
		wfSqliteRecord_Run( recorder, wf_insertHeight );
	}
}

void wfSqliteRecord_AddFrame( wfRecorder* recorder )
{
	wfSqliteRecord* record = &recorder->sqlite;
	// Everything that may run out of memory comes before anything is written.
	bool grown = wfRecorder_Grow( recorder, &record->nextAgents.data, &record->nextAgents.capacity, recorder->rowCount,
								  sizeof( wfRecordedAgent ) );
	if ( grown && recorder->world != NULL && record->revision != wfWorld_GetRevision( recorder->world ) )
	{
		writeGeometry( recorder );
	}
	wfSqliteRecord_Begin( recorder );
	if ( !wfRecorder_IsOk( recorder ) )
	{
		return;
	}
	if ( record->hasGeometry )
	{
		sqlite3_bind_int64( record->statements[wf_insertFrame], 1, recorder->frame );
		sqlite3_bind_int64( record->statements[wf_insertFrame], 2, record->geometryHash );
		wfSqliteRecord_Run( recorder, wf_insertFrame );
	}
	writeRows( recorder );
	if ( wfRecorder_IsOk( recorder ) )
	{
		writeChangedAgents( recorder );
	}
	wfSqliteRecord_CountRows( recorder, recorder->rowCount );
}

void wfSqliteRecord_CountRows( wfRecorder* recorder, size_t count )
{
	recorder->sqlite.pendingRows += (int64_t)count;
	if ( recorder->sqlite.pendingRows > WF_MAX_PENDING_ROWS )
	{
		recorder->pendingFrames = recorder->commitFrames; // committed with this frame or the next
	}
}

void wfSqliteRecord_AddEvents( wfRecorder* recorder, const wfEvent* events, int32_t count )
{
	static const char* const kinds[] = { "entered", "reached", "arrived", "stuck", "left", "blocked", "unreachable", "covered" };
	_Static_assert( sizeof( kinds ) / sizeof( kinds[0] ) == wf_eventKindCount, "a name for each kind" );
	wfSqliteRecord_Begin( recorder );
	sqlite3_stmt* statement = recorder->sqlite.statements[wf_insertEvent];
	// Events belong to the frame before them: those of the checkpoint's tick stay when a run goes on from it.
	int64_t frame = recorder->frame > 0 ? recorder->frame - 1 : 0;
	for ( int32_t i = 0; i < count && wfRecorder_IsOk( recorder ); ++i )
	{
		const wfEvent* event = &events[i];
		bool known = event->kind >= wf_enteredEvent && event->kind < wf_eventKindCount;
		sqlite3_bind_int64( statement, 1, frame );
		sqlite3_bind_double( statement, 2, event->time );
		sqlite3_bind_text( statement, 3, known ? kinds[event->kind] : "unknown", -1, SQLITE_STATIC );
		sqlite3_bind_int64( statement, 4, event->serial );
		sqlite3_bind_int64( statement, 5, event->stop );
		sqlite3_bind_double( statement, 6, event->position.x );
		sqlite3_bind_double( statement, 7, event->position.y );
		wfSqliteRecord_Run( recorder, wf_insertEvent );
	}
}

void wfSqliteRecord_SetText( wfRecorder* recorder, const char* key, const char* value )
{
	setPair( recorder, wf_setText, key, value );
}

// ------------------------------------------------------------------------------------------------------------ committing

// A database must not be renamed while it is open: its journal would be looked for under the old name.
static void placeDatabase( wfRecorder* recorder )
{
	closeDatabase( &recorder->sqlite );
	// A journal left by the recording that is replaced would be played back into the new one.
	static const char* const sides[] = { "-journal", "-wal", "-shm" };
	size_t length = strlen( recorder->path );
	for ( int i = 0; i < 3; ++i )
	{
		snprintf( recorder->path + length, WF_PATH_SPARE, "%s", sides[i] );
		unlink( recorder->path );
		recorder->path[length] = 0;
	}
	int number = wfRecorder_Place( recorder );
	if ( number != 0 )
	{
		wfRecorder_Fail( recorder, wf_writeFailed, "could not be written: %s", strerror( number ) );
		return;
	}
	openDatabase( recorder, recorder->path );
	prepareStatements( recorder );
}

void wfSqliteRecord_Commit( wfRecorder* recorder )
{
	wfSqliteRecord* record = &recorder->sqlite;
	if ( !record->inTransaction && recorder->placed )
	{
		return;
	}
	const struct
	{
		const char* key;
		double value;
	} ends[] = { { "xmin", record->bounds.lower.x },
				 { "xmax", record->bounds.upper.x },
				 { "ymin", record->bounds.lower.y },
				 { "ymax", record->bounds.upper.y } };
	for ( int i = 0; i < 4; ++i )
	{
		setPair( recorder, wf_setMetadata, ends[i].key, wfFormatShortest( ends[i].value, ".0" ).text );
	}
	char frames[32];
	snprintf( frames, sizeof( frames ), "%lld", (long long)recorder->frame );
	setPair( recorder, wf_setText, "frames", frames );
	wfSqliteRecord_Execute( recorder, "COMMIT" );
	if ( wfRecorder_IsOk( recorder ) )
	{
		record->inTransaction = false;
		record->pendingRows = 0;
		if ( !recorder->placed )
		{
			placeDatabase( recorder );
		}
	}
}

void wfSqliteRecord_Close( wfRecorder* recorder )
{
	wfSqliteRecord* record = &recorder->sqlite;
	closeDatabase( record );
	wfArray_Free( &record->agents );
	wfArray_Free( &record->nextAgents );
}
