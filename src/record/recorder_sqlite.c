// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings as JuPedSim SQLite, version 2, with tables of our own beside: wayfield_metadata, wayfield_agents,
// wayfield_events, of crowds on surfaces wayfield_heights and of agents that walk on feet wayfield_footsteps.
//
// The rollback journal keeps the file readable on its own: between commits nothing is written to it, since dirty pages stay in
// the cache, and a journal lies beside it only for the moment of a commit. A write-ahead log would hold the last frames in a
// second file.
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

// An agent has one row in wayfield_agents, and a further one for each frame from which its numbers are others. Events are unique,
// so that a run that is repeated from a checkpoint does not tell them twice.
static const char s_ownTables[] =
	"CREATE TABLE IF NOT EXISTS wayfield_metadata(key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
	"CREATE TABLE IF NOT EXISTS wayfield_agents(id INTEGER NOT NULL, frame INTEGER NOT NULL, radius REAL NOT NULL,"
	" desired_speed REAL NOT NULL, PRIMARY KEY(id, frame)) WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS wayfield_events(frame INTEGER NOT NULL, time REAL NOT NULL, kind TEXT NOT NULL,"
	" id INTEGER NOT NULL, stop INTEGER NOT NULL, x REAL NOT NULL, y REAL NOT NULL, UNIQUE(time, id, kind, stop));";

static const char s_heightTable[] = "CREATE TABLE IF NOT EXISTS wayfield_heights(frame INTEGER NOT NULL, id INTEGER NOT NULL,"
									" z REAL NOT NULL, PRIMARY KEY(frame, id)) WITHOUT ROWID;";

static const char* const s_statements[wf_recordStatementCount] = {
	[wf_insertRow] = "INSERT INTO trajectory_data VALUES(?, ?, ?, ?, ?, ?)",
	[wf_insertFrame] = "INSERT INTO frame_data VALUES(?, ?)",
	[wf_insertAgent] = "INSERT OR REPLACE INTO wayfield_agents VALUES(?, ?, ?, ?)",
	[wf_insertEvent] = "INSERT OR IGNORE INTO wayfield_events VALUES(?, ?, ?, ?, ?, ?, ?)",
	[wf_setMetadata] = "INSERT OR REPLACE INTO metadata VALUES(?, ?)",
	[wf_setText] = "INSERT OR REPLACE INTO wayfield_metadata VALUES(?, ?)",
	[wf_insertGeometry] = "INSERT OR IGNORE INTO geometry VALUES(?, ?)",
	[wf_insertHeight] = "INSERT INTO wayfield_heights VALUES(?, ?, ?)",
	[wf_begin] = "BEGIN IMMEDIATE",
	[wf_commit] = "COMMIT",
};

// --------------------------------------------------------------------------------------------------------------- basics

// Undo what was not committed; what was stays.
static wfResult failSql( wfRecorder* recorder, wfError* error )
{
	wfSqliteRecord* record = &recorder->sqlite;
	int code = sqlite3_extended_errcode( record->database );
	const char* hint = ( code & 0xFF ) == SQLITE_BUSY ? "; is another program writing or holding it?" : "";
	wfRecorder_Fail( recorder, error, wf_writeFailed, "could not be written: %s%s", sqlite3_errmsg( record->database ), hint );
	if ( record->inTransaction && !sqlite3_get_autocommit( record->database ) )
	{
		sqlite3_exec( record->database, "ROLLBACK", NULL, NULL, NULL );
	}
	record->inTransaction = false;
	return wf_writeFailed;
}

wfResult wfSqliteRecord_Execute( wfRecorder* recorder, const char* sql, wfError* error )
{
	return sqlite3_exec( recorder->sqlite.database, sql, NULL, NULL, NULL ) == SQLITE_OK ? wf_ok : failSql( recorder, error );
}

wfResult wfSqliteRecord_Run( wfRecorder* recorder, wfRecordStatement which, wfError* error )
{
	sqlite3_stmt* statement = recorder->sqlite.statements[which];
	int code = sqlite3_step( statement );
	wfResult result = code == SQLITE_DONE ? wf_ok : failSql( recorder, error );
	sqlite3_reset( statement );
	return result;
}

wfResult wfSqliteRecord_Begin( wfRecorder* recorder, wfError* error )
{
	wfSqliteRecord* record = &recorder->sqlite;
	if ( record->inTransaction )
	{
		return wf_ok;
	}
	wfResult result = wfSqliteRecord_Run( recorder, wf_begin, error );
	record->inTransaction = result == wf_ok;
	return result;
}

static wfResult setPair( wfRecorder* recorder, wfRecordStatement which, const char* key, const char* value, wfError* error )
{
	wfResult result = wfSqliteRecord_Begin( recorder, error );
	if ( result != wf_ok )
	{
		return result;
	}
	sqlite3_stmt* statement = recorder->sqlite.statements[which];
	sqlite3_bind_text( statement, 1, key, -1, SQLITE_STATIC );
	sqlite3_bind_text( statement, 2, value, -1, SQLITE_STATIC );
	result = wfSqliteRecord_Run( recorder, which, error );
	sqlite3_clear_bindings( statement );
	return result;
}

wfResult wfSqliteRecord_Prepare( wfRecorder* recorder, wfRecordStatement which, const char* sql, wfError* error )
{
	wfSqliteRecord* record = &recorder->sqlite;
	int code = sqlite3_prepare_v3( record->database, sql, -1, SQLITE_PREPARE_PERSISTENT, &record->statements[which], NULL );
	return code == SQLITE_OK ? wf_ok : failSql( recorder, error );
}

static wfResult prepareStatements( wfRecorder* recorder, wfError* error )
{
	wfResult result = wf_ok;
	for ( int i = 0; i < wf_recordStatementCount && result == wf_ok; ++i )
	{
		bool used = s_statements[i] != NULL && ( i != wf_insertHeight || recorder->hasHeights );
		result = used ? wfSqliteRecord_Prepare( recorder, (wfRecordStatement)i, s_statements[i], error ) : wf_ok;
	}
	return result;
}

static wfResult openDatabase( wfRecorder* recorder, const char* path, wfError* error )
{
	wfSqliteRecord* record = &recorder->sqlite;
	int code = sqlite3_open_v2( path, &record->database, SQLITE_OPEN_READWRITE, NULL );
	if ( code != SQLITE_OK )
	{
		return wfRecorder_Fail( recorder, error, wf_writeFailed, "could not be opened for writing: %s", sqlite3_errstr( code ) );
	}
	// Someone who looks at the recording while it is made holds a commit up for a moment only.
	sqlite3_busy_timeout( record->database, 30000 );
	code = sqlite3_exec( record->database, s_settings, NULL, NULL, NULL );
	if ( code == SQLITE_NOTADB || code == SQLITE_CORRUPT )
	{
		return wfRecorder_Fail( recorder, error, wf_badFormat, "is no recording to go on with: %s",
								sqlite3_errmsg( record->database ) );
	}
	return code == SQLITE_OK ? wf_ok : failSql( recorder, error );
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
static double askNumber( sqlite3* database, const char* sql, int64_t frame, double otherwise )
{
	sqlite3_stmt* statement = NULL;
	double value = otherwise;
	if ( sqlite3_prepare_v2( database, sql, -1, &statement, NULL ) == SQLITE_OK )
	{
		sqlite3_bind_int64( statement, 1, frame );
		if ( sqlite3_step( statement ) == SQLITE_ROW && sqlite3_column_type( statement, 0 ) != SQLITE_NULL )
		{
			value = sqlite3_column_double( statement, 0 );
		}
	}
	sqlite3_finalize( statement );
	return value;
}

static wfResult checkForResume( wfRecorder* recorder, wfError* error )
{
	sqlite3* database = recorder->sqlite.database;
	sqlite3_stmt* probe = NULL;
	int code = sqlite3_prepare_v2( database, "SELECT value FROM metadata WHERE key = 'version'", -1, &probe, NULL );
	sqlite3_finalize( probe );
	if ( code != SQLITE_OK )
	{
		return wfRecorder_Fail( recorder, error, wf_badFormat, "is no recording to go on with: %s", sqlite3_errmsg( database ) );
	}
	double version = askNumber( database, "SELECT CAST(value AS REAL) FROM metadata WHERE key = 'version'", 0, 0.0 );
	if ( version != 2.0 )
	{
		return wfRecorder_Fail( recorder, error, wf_unsupported, "a recording of version %g; expected 2 to go on with", version );
	}
	double fps = askNumber( database, "SELECT CAST(value AS REAL) FROM metadata WHERE key = 'fps'", 0, 0.0 );
	if ( fps != recorder->fps )
	{
		return wfRecorder_Fail( recorder, error, wf_badFormat, "the recording has %g frames a second; expected %g to go on with",
								fps, recorder->fps );
	}
	bool hadHeights = askNumber( database, "SELECT count(*) FROM sqlite_master WHERE name = 'wayfield_heights'", 0, 0.0 ) != 0.0;
	if ( hadHeights != recorder->hasHeights )
	{
		return wfRecorder_Fail( recorder, error, wf_badFormat, "is a recording of a crowd %s; it cannot go on with one %s",
								hadHeights ? "on a surface" : "in the plane", hadHeights ? "in the plane" : "on a surface" );
	}
	double frames = askNumber( database, "SELECT CAST(value AS INTEGER) FROM wayfield_metadata WHERE key = 'frames'", 0, -1.0 );
	if ( frames < 0.0 )
	{
		frames = askNumber( database, "SELECT max(frame) + 1 FROM trajectory_data", 0, 0.0 );
	}
	if ( frames < (double)recorder->frame )
	{
		return wfRecorder_Fail( recorder, error, wf_outOfRange, "the recording has %.0f frames: it cannot go on from frame %lld",
								frames, (long long)recorder->frame );
	}
	return wf_ok;
}

static wfResult createOwnTables( wfRecorder* recorder, wfError* error )
{
	wfResult result = wfSqliteRecord_Execute( recorder, s_ownTables, error );
	return result == wf_ok && recorder->hasHeights ? wfSqliteRecord_Execute( recorder, s_heightTable, error ) : result;
}

static wfResult dropFrames( wfRecorder* recorder, wfError* error )
{
	static const char* const tables[] = { "trajectory_data", "frame_data", "wayfield_agents", "wayfield_events",
										  "wayfield_heights" };
	wfResult result = wf_ok;
	for ( int i = 0; i < ( recorder->hasHeights ? 5 : 4 ) && result == wf_ok; ++i )
	{
		char sql[96];
		snprintf( sql, sizeof( sql ), "DELETE FROM %s WHERE frame >= %lld", tables[i], (long long)recorder->frame );
		result = wfSqliteRecord_Execute( recorder, sql, error );
	}
	result = result == wf_ok ? wfSqliteRecord_DropFootsteps( recorder, error ) : result;
	return result == wf_ok
			   ? wfSqliteRecord_Execute( recorder,
										 "DELETE FROM geometry WHERE hash NOT IN (SELECT geometry_hash FROM frame_data)", error )
			   : result;
}

static void includePoint( wfSqliteRecord* record, wfVec2 point )
{
	if ( !record->hasBounds )
	{
		record->bounds = ( wfBox2 ){ point, point };
		record->hasBounds = true;
		return;
	}
	wfBox2* box = &record->bounds;
	box->lower.x = point.x < box->lower.x ? point.x : box->lower.x;
	box->lower.y = point.y < box->lower.y ? point.y : box->lower.y;
	box->upper.x = point.x > box->upper.x ? point.x : box->upper.x;
	box->upper.y = point.y > box->upper.y ? point.y : box->upper.y;
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
static wfResult recoverAgents( wfRecorder* recorder, wfError* error )
{
	wfSqliteRecord* record = &recorder->sqlite;
	sqlite3_stmt* statement = NULL;
	static const char sql[] = "SELECT id, radius, desired_speed FROM wayfield_agents ORDER BY id, frame";
	if ( sqlite3_prepare_v2( record->database, sql, -1, &statement, NULL ) != SQLITE_OK )
	{
		return failSql( recorder, error );
	}
	wfResult result = wf_ok;
	while ( result == wf_ok && sqlite3_step( statement ) == SQLITE_ROW )
	{
		wfRecordedAgent agent = { (uint32_t)sqlite3_column_int64( statement, 0 ), (float)sqlite3_column_double( statement, 1 ),
								  (float)sqlite3_column_double( statement, 2 ) };
		bool again = record->agentCount > 0 && record->agents[record->agentCount - 1].serial == agent.serial;
		size_t count = record->agentCount + ( again ? 0 : 1 );
		if ( wfGrowArray( &record->agents, &record->agentCapacity, count, sizeof( wfRecordedAgent ) ) != wf_ok )
		{
			result = wfRecorder_Fail( recorder, error, wf_outOfMemory, "out of memory" );
			break;
		}
		record->agents[count - 1] = agent;
		record->agentCount = count;
	}
	sqlite3_finalize( statement );
	return result;
}

static wfResult resumeDatabase( wfRecorder* recorder, wfError* error )
{
	wfResult result = checkForResume( recorder, error );
	if ( result != wf_ok )
	{
		return result;
	}
	result = wfSqliteRecord_Execute( recorder, "BEGIN IMMEDIATE", error );
	if ( result == wf_ok )
	{
		recorder->sqlite.inTransaction = true;
		result = createOwnTables( recorder, error );
	}
	if ( result == wf_ok )
	{
		result = dropFrames( recorder, error );
	}
	if ( result == wf_ok )
	{
		recoverBounds( &recorder->sqlite );
		result = recoverAgents( recorder, error );
	}
	return result == wf_ok ? prepareStatements( recorder, error ) : result;
}

// ------------------------------------------------------------------------------------------------------------- creating

static wfResult createDatabase( wfRecorder* recorder, wfError* error )
{
	wfResult result = wfSqliteRecord_Execute( recorder, "BEGIN IMMEDIATE", error );
	if ( result == wf_ok )
	{
		recorder->sqlite.inTransaction = true;
		result = wfSqliteRecord_Execute( recorder, s_tables, error );
	}
	if ( result == wf_ok )
	{
		result = createOwnTables( recorder, error );
	}
	if ( result == wf_ok )
	{
		result = prepareStatements( recorder, error );
	}
	if ( result == wf_ok )
	{
		result = setPair( recorder, wf_setMetadata, "version", "2", error );
	}
	return result == wf_ok ? setPair( recorder, wf_setMetadata, "fps", wfFormatShortest( recorder->fps, ".0" ).text, error )
						   : result;
}

static wfResult writeGeometry( wfRecorder* recorder, wfError* error )
{
	wfSqliteRecord* record = &recorder->sqlite;
	char* wkt = NULL;
	size_t size = 0, capacity = 0;
	uint64_t revision = wfWorld_GetRevision( recorder->world );
	wfResult result = wfMakeWorldWkt( recorder->world, &wkt, &size, &capacity );
	if ( result != wf_ok )
	{
		return wfRecorder_Fail( recorder, error, result, "the walkable area: %s", wfDescribeResult( result ) );
	}
	result = wfSqliteRecord_Begin( recorder, error );
	if ( result == wf_ok )
	{
		uint64_t hash = wfHash( WF_HASH_START, wkt, size );
		memcpy( &record->geometryHash, &hash, sizeof( hash ) );
		sqlite3_stmt* statement = record->statements[wf_insertGeometry];
		sqlite3_bind_int64( statement, 1, record->geometryHash );
		sqlite3_bind_text64( statement, 2, wkt, size, SQLITE_STATIC, SQLITE_UTF8 );
		result = wfSqliteRecord_Run( recorder, wf_insertGeometry, error );
		sqlite3_clear_bindings( statement );
	}
	wfRelease( wkt, capacity );
	if ( result == wf_ok )
	{
		wfBox2 bounds = wfWorld_GetBounds( recorder->world );
		includePoint( record, bounds.lower );
		includePoint( record, bounds.upper );
		record->revision = revision;
		record->hasGeometry = true;
	}
	return result;
}

wfResult wfSqliteRecord_Open( wfRecorder* recorder, const wfRecorderDef* def, wfError* error )
{
	wfResult result = openDatabase( recorder, def->resume ? recorder->path : recorder->file.temporary, error );
	if ( result != wf_ok )
	{
		return result;
	}
	result = def->resume ? resumeDatabase( recorder, error ) : createDatabase( recorder, error );
	if ( result == wf_ok && recorder->world != NULL )
	{
		result = writeGeometry( recorder, error );
	}
	// What is dropped is dropped at once: a file to go on with stays one.
	return result == wf_ok && def->resume ? wfSqliteRecord_Commit( recorder, error ) : result;
}

// -------------------------------------------------------------------------------------------------------------- writing

// Both lists are sorted by serial.
static wfResult writeChangedAgents( wfRecorder* recorder, wfError* error )
{
	wfSqliteRecord* record = &recorder->sqlite;
	sqlite3_stmt* statement = record->statements[wf_insertAgent];
	size_t known = 0;
	wfResult result = wf_ok;
	for ( size_t i = 0; i < recorder->rowCount && result == wf_ok; ++i )
	{
		const wfRecordRow* row = &recorder->rows[i];
		record->nextAgents[i] = ( wfRecordedAgent ){ row->serial, row->radius, row->desiredSpeed };
		while ( known < record->agentCount && record->agents[known].serial < row->serial )
		{
			known += 1;
		}
		const wfRecordedAgent* old = known < record->agentCount ? &record->agents[known] : NULL;
		if ( old != NULL && old->serial == row->serial && old->radius == row->radius && old->desiredSpeed == row->desiredSpeed )
		{
			continue;
		}
		sqlite3_bind_int64( statement, 1, row->serial );
		sqlite3_bind_int64( statement, 2, recorder->frame );
		sqlite3_bind_double( statement, 3, (double)row->radius );
		sqlite3_bind_double( statement, 4, (double)row->desiredSpeed );
		result = wfSqliteRecord_Run( recorder, wf_insertAgent, error );
	}
	wfRecordedAgent* swap = record->agents;
	record->agents = record->nextAgents;
	record->nextAgents = swap;
	size_t capacity = record->agentCapacity;
	record->agentCapacity = record->nextCapacity;
	record->nextCapacity = capacity;
	record->agentCount = recorder->rowCount;
	return result;
}

static wfResult writeRows( wfRecorder* recorder, wfError* error )
{
	wfSqliteRecord* record = &recorder->sqlite;
	sqlite3_stmt* statement = record->statements[wf_insertRow];
	sqlite3_bind_int64( statement, 1, recorder->frame );
	wfResult result = wf_ok;
	for ( size_t i = 0; i < recorder->rowCount && result == wf_ok; ++i )
	{
		const wfRecordRow* row = &recorder->rows[i];
		sqlite3_bind_int64( statement, 2, row->serial );
		sqlite3_bind_double( statement, 3, row->position.x );
		sqlite3_bind_double( statement, 4, row->position.y );
		sqlite3_bind_double( statement, 5, cos( (double)row->heading ) );
		sqlite3_bind_double( statement, 6, sin( (double)row->heading ) );
		result = wfSqliteRecord_Run( recorder, wf_insertRow, error );
		includePoint( record, row->position );
	}
	return result;
}

static wfResult writeHeights( wfRecorder* recorder, wfError* error )
{
	sqlite3_stmt* statement = recorder->sqlite.statements[wf_insertHeight];
	sqlite3_bind_int64( statement, 1, recorder->frame );
	wfResult result = wf_ok;
	for ( size_t i = 0; i < recorder->rowCount && result == wf_ok; ++i )
	{
		sqlite3_bind_int64( statement, 2, recorder->rows[i].serial );
		sqlite3_bind_double( statement, 3, recorder->rows[i].height );
		result = wfSqliteRecord_Run( recorder, wf_insertHeight, error );
	}
	return result;
}

wfResult wfSqliteRecord_AddFrame( wfRecorder* recorder, wfError* error )
{
	wfSqliteRecord* record = &recorder->sqlite;
	// Everything that may run out of memory comes before anything is written.
	if ( wfGrowArray( &record->nextAgents, &record->nextCapacity, recorder->rowCount, sizeof( wfRecordedAgent ) ) != wf_ok )
	{
		return wfRecorder_Fail( recorder, error, wf_outOfMemory, "out of memory" );
	}
	wfResult result = wf_ok;
	if ( recorder->world != NULL && record->revision != wfWorld_GetRevision( recorder->world ) )
	{
		result = writeGeometry( recorder, error );
	}
	if ( result == wf_ok )
	{
		result = wfSqliteRecord_Begin( recorder, error );
	}
	if ( result == wf_ok && record->hasGeometry )
	{
		sqlite3_bind_int64( record->statements[wf_insertFrame], 1, recorder->frame );
		sqlite3_bind_int64( record->statements[wf_insertFrame], 2, record->geometryHash );
		result = wfSqliteRecord_Run( recorder, wf_insertFrame, error );
	}
	if ( result == wf_ok )
	{
		result = writeRows( recorder, error );
	}
	if ( result == wf_ok && recorder->hasHeights )
	{
		result = writeHeights( recorder, error );
	}
	if ( result == wf_ok )
	{
		result = writeChangedAgents( recorder, error );
	}
	record->pendingRows += (int64_t)recorder->rowCount;
	if ( result == wf_ok && record->pendingRows > WF_MAX_PENDING_ROWS )
	{
		recorder->pendingFrames = recorder->commitFrames; // the caller commits
	}
	return result;
}

wfResult wfSqliteRecord_AddEvents( wfRecorder* recorder, const wfEvent* events, int32_t count, wfError* error )
{
	static const char* const kinds[] = { "entered", "reached", "arrived", "stuck", "left" };
	wfResult result = wfSqliteRecord_Begin( recorder, error );
	sqlite3_stmt* statement = recorder->sqlite.statements[wf_insertEvent];
	// Events belong to the frame before them: those of the checkpoint's step stay when a run goes on from it.
	int64_t frame = recorder->frame > 0 ? recorder->frame - 1 : 0;
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		const wfEvent* event = &events[i];
		bool known = event->kind >= wf_enteredEvent && event->kind <= wf_leftEvent;
		sqlite3_bind_int64( statement, 1, frame );
		sqlite3_bind_double( statement, 2, event->time );
		sqlite3_bind_text( statement, 3, known ? kinds[event->kind] : "unknown", -1, SQLITE_STATIC );
		sqlite3_bind_int64( statement, 4, event->serial );
		sqlite3_bind_int64( statement, 5, event->stop );
		sqlite3_bind_double( statement, 6, event->position.x );
		sqlite3_bind_double( statement, 7, event->position.y );
		result = wfSqliteRecord_Run( recorder, wf_insertEvent, error );
	}
	return result;
}

wfResult wfSqliteRecord_SetText( wfRecorder* recorder, const char* key, const char* value, wfError* error )
{
	return setPair( recorder, wf_setText, key, value, error );
}

// ------------------------------------------------------------------------------------------------------------ committing

// A database must not be renamed while it is open: its journal would be looked for under the old name.
static wfResult placeDatabase( wfRecorder* recorder, wfError* error )
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
		return wfRecorder_Fail( recorder, error, wf_writeFailed, "could not be written: %s", strerror( number ) );
	}
	wfResult result = openDatabase( recorder, recorder->path, error );
	return result == wf_ok ? prepareStatements( recorder, error ) : result;
}

static wfResult writeEnd( wfRecorder* recorder, wfError* error )
{
	const wfSqliteRecord* record = &recorder->sqlite;
	const struct
	{
		const char* key;
		double value;
	} ends[] = { { "xmin", record->bounds.lower.x },
				 { "xmax", record->bounds.upper.x },
				 { "ymin", record->bounds.lower.y },
				 { "ymax", record->bounds.upper.y } };
	wfResult result = wf_ok;
	for ( int i = 0; i < 4 && result == wf_ok; ++i )
	{
		result = setPair( recorder, wf_setMetadata, ends[i].key, wfFormatShortest( ends[i].value, ".0" ).text, error );
	}
	char frames[32];
	snprintf( frames, sizeof( frames ), "%lld", (long long)recorder->frame );
	return result == wf_ok ? setPair( recorder, wf_setText, "frames", frames, error ) : result;
}

wfResult wfSqliteRecord_Commit( wfRecorder* recorder, wfError* error )
{
	wfSqliteRecord* record = &recorder->sqlite;
	if ( !record->inTransaction && recorder->placed )
	{
		return wf_ok;
	}
	wfResult result = wfSqliteRecord_Begin( recorder, error );
	if ( result == wf_ok )
	{
		result = writeEnd( recorder, error );
	}
	if ( result == wf_ok )
	{
		result = wfSqliteRecord_Run( recorder, wf_commit, error );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	record->inTransaction = false;
	record->pendingRows = 0;
	return recorder->placed ? wf_ok : placeDatabase( recorder, error );
}

void wfSqliteRecord_Close( wfRecorder* recorder )
{
	wfSqliteRecord* record = &recorder->sqlite;
	closeDatabase( record );
	wfReleaseArray( record->agents, record->agentCapacity, sizeof( wfRecordedAgent ) );
	wfReleaseArray( record->nextAgents, record->nextCapacity, sizeof( wfRecordedAgent ) );
}
