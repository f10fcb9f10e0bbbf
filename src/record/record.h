// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the writers of recordings share, and what the readers share.
#pragma once

#include "wayfield/record.h"

#include "base/array.h"
#include "base/text.h"
#include "io/atomic_file.h"
#include "io/reader.h"

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

// What readers count frames and ids with.
#define WF_MAX_FRAME INT32_MAX

// ------------------------------------------------------------------------------------------------------------- writing

typedef enum wfRecordKind
{
	wf_sqliteRecord,
	wf_textRecord,
	wf_csvRecord
} wfRecordKind;

// One agent of the frame at hand.
typedef struct wfRecordRow
{
	uint32_t serial;
	float heading, radius, depth, desiredSpeed;
	wfVec2 position;
	double height; // 0 in the plane
} wfRecordRow;

// What was last written of an agent that may change.
typedef struct wfRecordedAgent
{
	uint32_t serial;
	float radius, depth, desiredSpeed;
} wfRecordedAgent;
typedef WF_ARRAY( wfRecordedAgent ) wfRecordedAgents;

typedef enum wfRecordStatement
{
	wf_insertRow,
	wf_insertFrame,
	wf_insertAgent,
	wf_insertEvent,
	wf_setMetadata,
	wf_setText,
	wf_insertGeometry,
	wf_insertHeight,   // on surfaces only
	wf_insertFootstep, // made with its table, by the first one
	wf_recordStatementCount
} wfRecordStatement;

typedef struct wfSqliteRecord
{
	sqlite3* database;
	sqlite3_stmt* statements[wf_recordStatementCount];
	bool inTransaction;
	int64_t pendingRows;
	uint64_t revision; // of the world when its geometry was written last
	int64_t geometryHash;
	bool hasGeometry;
	wfRecordedAgents agents;	 // sorted by serial
	wfRecordedAgents nextAgents; // those of the frame at hand, takes the place of the former
	wfBox2 bounds;
	bool hasBounds;
} wfSqliteRecord;

typedef struct wfTextRecord
{
	int handle; // -1: none
	bool plain; // a regular file, unlike devices and pipes
	char* buffer;
	size_t size, capacity;
	int64_t committedSize; // of the file
	bool hasRows;
} wfTextRecord;

#define WF_PATH_SPARE 16
// Begins the line of text recordings that names the surface; only then z is the ground's height and not that of heads.
#define WF_SURFACE_COMMENT "# surface: "

struct wfRecorder
{
	wfRecordKind kind;
	char* path; // with room for the ending of a journal's name
	size_t pathSize;
	wfAtomicFile file; // where it is written until the first commit
	bool placed;	   // what is at `path` is ours
	double fps;
	const wfWorld* world;
	bool hasHeights;
	int32_t commitFrames, pendingFrames;
	int64_t frame; // the next one's number
	wfRecordRow* rows;
	size_t rowCount, rowCapacity;
	wfError failure; // of the first write that failed; everything after it is refused with the same
	wfSqliteRecord sqlite;
	wfTextRecord text;
};

// Keeps the first failure, with the recording's path, in `recorder->failure`: what is called after it does nothing.
void wfRecorder_Fail( wfRecorder* recorder, wfResult result, const char* format, ... )
	__attribute__( ( format( printf, 3, 4 ) ) );
static inline bool wfRecorder_IsOk( const wfRecorder* recorder )
{
	return recorder->failure.result == wf_ok;
}
// False after a failure.
bool wfRecorder_Grow( wfRecorder* recorder, void* array, size_t* capacity, size_t needed, size_t size );
// A recording of a crowd on a surface goes on with such a crowd only, one in the plane too.
void wfRecorder_CheckSurface( wfRecorder* recorder, bool recorded );
// Put the finished temporary file in the place of the recording. 0, or the number of the error.
int wfRecorder_Place( wfRecorder* recorder );

// Open what is to be written: the temporary file, or with `def->resume` the recording itself.
void wfSqliteRecord_Open( wfRecorder* recorder, const wfRecorderDef* def );
// The rows of the recorder are sorted by serial. Failures other than wf_outOfMemory undo what was not committed.
void wfSqliteRecord_AddFrame( wfRecorder* recorder );
void wfSqliteRecord_AddEvents( wfRecorder* recorder, const wfEvent* events, int32_t count );
// The rows are checked.
void wfSqliteRecord_AddFootsteps( wfRecorder* recorder, const wfFootstepRow* rows, int32_t count );
void wfSqliteRecord_SetText( wfRecorder* recorder, const char* key, const char* value );
void wfSqliteRecord_Commit( wfRecorder* recorder );
void wfSqliteRecord_Close( wfRecorder* recorder );

// Steps of all that is written. Failures undo what was not committed.
void wfSqliteRecord_Begin( wfRecorder* recorder );
void wfSqliteRecord_Execute( wfRecorder* recorder, const char* sql );
void wfSqliteRecord_Prepare( wfRecorder* recorder, wfRecordStatement which, const char* sql );
// Run a statement whose values are bound and make it ready for the next.
void wfSqliteRecord_Run( wfRecorder* recorder, wfRecordStatement which );
// Committed early beyond so many rows: dirty pages are kept in memory until then.
void wfSqliteRecord_CountRows( wfRecorder* recorder, size_t count );
#define WF_MAX_PENDING_ROWS 400000

void wfTextRecord_Open( wfRecorder* recorder, const wfRecorderDef* def );
void wfTextRecord_AddFrame( wfRecorder* recorder );
void wfTextRecord_SetText( wfRecorder* recorder, const char* key, const char* value );
void wfTextRecord_Commit( wfRecorder* recorder );
void wfTextRecord_Close( wfRecorder* recorder );

// The walkable area: rings that end with their first point again, those of polygons each with its holes behind it.
typedef struct wfAreaRing
{
	int32_t begin, count; // of the points
	bool isHole;
} wfAreaRing;
typedef struct wfWorldArea
{
	WF_ARRAY( wfVec2 ) points;
	WF_ARRAY( wfAreaRing ) rings;
} wfWorldArea;
// Empty on failure.
wfResult wfMakeWorldArea( const wfWorld* world, wfWorldArea* area );
void wfWorldArea_Free( wfWorldArea* area );
// The same as well-known text.
wfResult wfMakeWorldWkt( const wfWorld* world, wfText* text );

// ------------------------------------------------------------------------------------------------------------- reading

// Whether a recording is a database, which stays on the disk where it is a file.
bool wfIsDatabaseFile( const char* path );
bool wfIsDatabase( const wfReader* reader );
// Close it also after a failure.
sqlite3* wfDatabase_Open( const wfReader* reader );
// Whether a table has a column; of an empty name: whether there is such a table.
bool wfDatabase_HasColumn( sqlite3* database, const char* table, const char* column );
void wfDatabase_RequireColumn( sqlite3* database, const wfReader* reader, const char* table, const char* column );
// Calls `read` for each row that is found until it fails. `field` is reported when the database fails.
typedef void wfReadRowFcn( void* context, sqlite3_stmt* row );
void wfDatabase_Query( sqlite3* database, const wfReader* reader, const char* sql, const char* field, wfReadRowFcn* read,
					   void* context );
// A text of a table of keys and values, cut to the capacity; false when there is none.
bool wfDatabase_AskText( sqlite3* database, const char* sql, const char* key, char* buffer, size_t capacity );
#define WF_ASK_OWN_METADATA "SELECT value FROM wayfield_metadata WHERE key = ?"
const char* wfDescribeSqliteType( int type );

// A line without the white space around it.
bool wfNextTextLine( const wfReader* reader, size_t* at, wfWord* line );
// What follows a mark at the beginning of a line, cut to the capacity. False when the line begins otherwise.
bool wfReadMarkedText( const wfWord* line, const char* mark, char* buffer, size_t capacity );

typedef struct wfTrajectoryReader
{
	const wfReader* reader;
	sqlite3* database; // null: a text
	const wfReadTrajectoriesDef* def;
	wfTrajectories* out; // freed by the caller on failure
} wfTrajectoryReader;

void wfReadTextTrajectories( wfTrajectoryReader* in );
void wfReadSqliteTrajectories( wfTrajectoryReader* in );
void wfTrajectoryReader_AddRow( wfTrajectoryReader* in, size_t position, wfTrajectoryRow row );
// By frame and id. The first row that is there twice, null: none.
const wfTrajectoryRow* wfTrajectoryReader_Sort( wfTrajectoryReader* in );
bool wfIsValidFps( double fps );
