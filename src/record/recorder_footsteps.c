// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps in recordings: the table wayfield_footsteps, and a view on it that shows how long each foot stands where. Both are
// made by the first step, so that recordings of crowds without feet are as they were.
#include "record/footsteps.h"

#include "base/text.h"

#include <sqlite3.h>

// From when to when a foot stands is known when it is lifted only, so that a view finds it. Of the foot that swings there is a
// piece where it is lifted and one where it lands; a print begins with the first piece, wherever a foot lands that was lifted,
// and where it is elsewhere than before. A step that was broken off ends as the next begins, and nothing lands. The last one of
// who left says when that was, and makes no print.
static const char s_printView[] =
	"CREATE VIEW IF NOT EXISTS wayfield_footprints AS WITH"
	" steps AS (SELECT *, CASE foot WHEN 'left' THEN 'right' ELSE 'left' END AS other, start + duration AS planned,"
	" lead(start, 1, start + duration) OVER (PARTITION BY id ORDER BY step) AS next FROM wayfield_footsteps),"
	" shown AS (SELECT * FROM steps WHERE duration > 1.5e-6),"
	" pieces(id, step, part, foot, x, y, angle, time_from, time_to, lands) AS ("
	"SELECT id, step, 0, other, swing_from_x, swing_from_y, swing_from_angle, start, start, 0 FROM shown"
	" UNION ALL SELECT id, step, 1, foot, x, y, angle, start, min(planned, next), 0 FROM shown"
	" UNION ALL SELECT id, step, 2, other, swing_to_x, swing_to_y, swing_to_angle, planned, planned,"
	" swing_from_x <> swing_to_x OR swing_from_y <> swing_to_y OR swing_from_angle <> swing_to_angle FROM shown"
	" WHERE next > planned - 1e-6),"
	" marked AS (SELECT *, lands OR ifnull(abs(x - lag(x) OVER way) + abs(y - lag(y) OVER way) > 1e-6, 0) AS begins FROM pieces"
	" WINDOW way AS (PARTITION BY id, foot ORDER BY step, part)),"
	" counted AS (SELECT *, sum(begins) OVER (PARTITION BY id, foot ORDER BY step, part) AS print FROM marked),"
	" ranked AS (SELECT *, min(time_from) OVER (PARTITION BY id, foot, print) AS began,"
	" row_number() OVER (PARTITION BY id, foot, print ORDER BY step DESC, part DESC) AS back FROM counted)"
	" SELECT id, foot, print, x, y, angle, began AS time_from, time_to FROM ranked WHERE back = 1 ORDER BY id, time_from";

// The names of all numbers, each with something before and behind it.
static void addNames( wfText* sql, const char* before, bool names, const char* behind )
{
	for ( int32_t i = 0; i < WF_FOOTSTEP_NUMBERS; ++i )
	{
		wfText_Add( sql, "%s%s%s", before, names ? wf_footstepFields[i].name : "", behind );
	}
}

// A run that goes on from a checkpoint may report steps again that are there: they are the same.
static void makeTable( wfRecorder* recorder )
{
	wfText table = { 0 }, insert = { 0 };
	wfText_AddString( &table, "CREATE TABLE IF NOT EXISTS wayfield_footsteps(id INTEGER NOT NULL, step INTEGER NOT NULL,"
							  " frame INTEGER NOT NULL, foot TEXT NOT NULL, kind TEXT NOT NULL" );
	addNames( &table, ", ", true, " REAL NOT NULL" );
	wfText_AddString( &table, ", PRIMARY KEY(id, step)) WITHOUT ROWID" );
	wfText_AddString( &insert, "INSERT OR REPLACE INTO wayfield_footsteps(id, step, frame, foot, kind" );
	addNames( &insert, ", ", true, "" );
	wfText_AddString( &insert, ") VALUES(?, ?, ?, ?, ?" );
	addNames( &insert, ", ?", false, "" );
	wfText_AddString( &insert, ")" );
	if ( wfText_GetResult( &table ) != wf_ok || wfText_GetResult( &insert ) != wf_ok )
	{
		wfRecorder_Fail( recorder, wf_outOfMemory, "out of memory" );
	}
	wfSqliteRecord_Execute( recorder, table.data );
	wfSqliteRecord_Execute( recorder, s_printView );
	wfSqliteRecord_Prepare( recorder, wf_insertFootstep, insert.data );
	wfText_Free( &table );
	wfText_Free( &insert );
}

void wfSqliteRecord_AddFootsteps( wfRecorder* recorder, const wfFootstepRow* rows, int32_t count )
{
	wfSqliteRecord* record = &recorder->sqlite;
	wfSqliteRecord_Begin( recorder );
	if ( record->statements[wf_insertFootstep] == NULL )
	{
		makeTable( recorder );
	}
	sqlite3_stmt* statement = record->statements[wf_insertFootstep];
	// As events, steps belong to the frame before them: those reported up to a checkpoint stay when a run goes on from it.
	int64_t frame = recorder->frame > 0 ? recorder->frame - 1 : 0;
	for ( int32_t i = 0; i < count && wfRecorder_IsOk( recorder ); ++i )
	{
		const wfFootstepRow* row = &rows[i];
		sqlite3_bind_int64( statement, 1, row->serial );
		sqlite3_bind_int64( statement, 2, row->index );
		sqlite3_bind_int64( statement, 3, frame );
		sqlite3_bind_text( statement, 4, wf_footNames[row->step.foot], -1, SQLITE_STATIC );
		sqlite3_bind_text( statement, 5, wf_stepKindNames[row->step.kind], -1, SQLITE_STATIC );
		for ( int32_t k = 0; k < WF_FOOTSTEP_NUMBERS; ++k )
		{
			sqlite3_bind_double( statement, 6 + k, wfGetFootstepNumber( row, k ) );
		}
		wfSqliteRecord_Run( recorder, wf_insertFootstep );
	}
	wfSqliteRecord_CountRows( recorder, (size_t)count );
}
