// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Trajectories from JuPedSim SQLite files, versions 1 and 2, with what our own tables add.
#include "record/record.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of arrivals, seconds: more than anybody simulates.
#define WF_MAX_TIME 1e15

typedef struct wfSqliteReader
{
	const wfTrajectoryReader* in;
	sqlite3* database;
} wfSqliteReader;

static wfResult failDatabase( const wfSqliteReader* from, const char* field )
{
	return wfDatabase_Fail( from->database, from->in->reader, field );
}

static bool hasColumn( const wfSqliteReader* from, const char* table, const char* column )
{
	return wfDatabase_HasColumn( from->database, table, column );
}

static wfResult checkTables( const wfSqliteReader* from )
{
	static const char* const needed[][2] = { { "metadata", "key" },			 { "metadata", "value" },
											 { "trajectory_data", "frame" }, { "trajectory_data", "id" },
											 { "trajectory_data", "pos_x" }, { "trajectory_data", "pos_y" } };
	// The first look at the file: what is no database, or a broken one, shows here.
	if ( sqlite3_exec( from->database, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL ) != SQLITE_OK )
	{
		return failDatabase( from, NULL );
	}
	for ( size_t i = 0; i < sizeof( needed ) / sizeof( needed[0] ); ++i )
	{
		const char *table = needed[i][0], *column = needed[i][1];
		if ( !hasColumn( from, table, "" ) )
		{
			return wfReader_Fail( from->in->reader, WF_NO_POSITION, table, wf_badFormat,
								  "there is no such table; expected a JuPedSim database with trajectory_data and metadata" );
		}
		if ( !hasColumn( from, table, column ) )
		{
			char field[64];
			snprintf( field, sizeof( field ), "%s.%s", table, column );
			return wfReader_Fail( from->in->reader, WF_NO_POSITION, field, wf_badFormat, "there is no such column" );
		}
	}
	return wf_ok;
}

static bool askText( const wfSqliteReader* from, const char* sql, const char* key, char* buffer, size_t capacity )
{
	return wfDatabase_AskText( from->database, sql, key, buffer, capacity );
}

static const char s_askMetadata[] = "SELECT value FROM metadata WHERE key = ?";
static const char s_askOwnMetadata[] = WF_ASK_OWN_METADATA;

static wfResult readMetadata( const wfSqliteReader* from )
{
	const wfReader* reader = from->in->reader;
	char text[64];
	double number = 0.0;
	if ( !askText( from, s_askMetadata, "version", text, sizeof( text ) ) )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, "metadata.version", wf_badFormat, "is missing; expected 1 or 2" );
	}
	wfQuoted found = wfQuote( text, strlen( text ) );
	if ( wfParseNumber( text, strlen( text ), &number ) != wf_finiteNumber )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, "metadata.version", wf_badFormat, "expected 1 or 2, found %s", found.text );
	}
	if ( number != 1.0 && number != 2.0 )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, "metadata.version", wf_unsupported, "expected version 1 or 2, found %s",
							  found.text );
	}
	if ( !askText( from, s_askMetadata, "fps", text, sizeof( text ) ) )
	{
		from->in->out->fps = from->in->def->fps;
		return from->in->def->fps > 0.0 ? wf_ok
										: wfReader_Fail( reader, WF_NO_POSITION, "metadata.fps", wf_badFormat,
														 "is missing; expected frames a second here or to be given" );
	}
	found = wfQuote( text, strlen( text ) );
	if ( wfParseNumber( text, strlen( text ), &number ) != wf_finiteNumber || !wfIsValidFps( number ) )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, "metadata.fps", wf_badFormat,
							  "expected 0.001 to 1000000 frames a second, found %s", found.text );
	}
	from->in->out->fps = number;
	char name[sizeof( from->in->out->name )];
	if ( askText( from, s_askOwnMetadata, "name", name, sizeof( name ) ) && name[0] != 0 )
	{
		memcpy( from->in->out->name, name, sizeof( name ) );
	}
	return wf_ok;
}

// Of several geometries that of the first frame.
static wfResult readGeometry( const wfSqliteReader* from )
{
	if ( !hasColumn( from, "geometry", "wkt" ) )
	{
		return wf_ok;
	}
	bool frames = hasColumn( from, "geometry", "hash" ) && hasColumn( from, "frame_data", "geometry_hash" );
	const char* sql = frames ? "SELECT wkt FROM geometry LEFT JOIN frame_data ON geometry_hash = hash"
							   " ORDER BY frame IS NULL, frame LIMIT 1"
							 : "SELECT wkt FROM geometry LIMIT 1";
	sqlite3_stmt* statement = NULL;
	if ( sqlite3_prepare_v2( from->database, sql, -1, &statement, NULL ) != SQLITE_OK )
	{
		return failDatabase( from, "geometry" );
	}
	int code = sqlite3_step( statement );
	wfResult result = code == SQLITE_ROW || code == SQLITE_DONE ? wf_ok : failDatabase( from, "geometry" );
	if ( code == SQLITE_ROW && sqlite3_column_type( statement, 0 ) != SQLITE_TEXT )
	{
		result = wfReader_Fail( from->in->reader, WF_NO_POSITION, "geometry.wkt", wf_badFormat, "expected a text" );
	}
	else if ( code == SQLITE_ROW )
	{
		const unsigned char* text = sqlite3_column_text( statement, 0 );
		size_t size = (size_t)sqlite3_column_bytes( statement, 0 ) + 1;
		wfTrajectories* out = from->in->out;
		result = wfReader_Reserve( from->in->reader, WF_NO_POSITION, "geometry.wkt", size );
		out->wkt = result == wf_ok && text != NULL ? wfAllocate( size ) : NULL;
		if ( out->wkt != NULL )
		{
			memcpy( out->wkt, text, size );
			out->wktSize = size;
		}
		else if ( result == wf_ok )
		{
			result = wfReader_OutOfMemory( from->in->reader );
		}
	}
	sqlite3_finalize( statement );
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- rows

static wfResult readRow( const wfSqliteReader* from, sqlite3_stmt* statement, wfTrajectoryRow* row )
{
	static const char* const fields[] = { "trajectory_data.frame", "trajectory_data.id", "trajectory_data.pos_x",
										  "trajectory_data.pos_y" };
	const wfReader* reader = from->in->reader;
	long long number = (long long)sqlite3_column_int64( statement, 4 );
	int32_t whole[2];
	double place[2];
	for ( int i = 0; i < 4; ++i )
	{
		int type = sqlite3_column_type( statement, i );
		if ( type != SQLITE_INTEGER && ( i < 2 || type != SQLITE_FLOAT ) )
		{
			return wfReader_Fail( reader, WF_NO_POSITION, fields[i], wf_badFormat, "row %lld: expected %s, found %s", number,
								  i < 2 ? "a whole number" : "a number", wfDescribeSqliteType( type ) );
		}
		if ( i < 2 )
		{
			int64_t value = sqlite3_column_int64( statement, i );
			if ( value < 0 || value > INT32_MAX )
			{
				return wfReader_Fail( reader, WF_NO_POSITION, fields[i], wf_outOfRange, "row %lld: expected 0 to %d, found %lld",
									  number, INT32_MAX, (long long)value );
			}
			whole[i] = (int32_t)value;
			continue;
		}
		double unit = from->in->def->unit > 0.0 ? from->in->def->unit : 1.0;
		place[i - 2] = sqlite3_column_double( statement, i ) * unit;
		if ( !( fabs( place[i - 2] ) <= WF_MAX_COORDINATE ) )
		{
			return wfReader_Fail( reader, WF_NO_POSITION, fields[i], wf_outOfRange,
								  "row %lld: expected %g to %g metres, found %g", number, -WF_MAX_COORDINATE, WF_MAX_COORDINATE,
								  place[i - 2] );
		}
	}
	*row = ( wfTrajectoryRow ){ whole[0], whole[1], place[0], place[1], 0.0 };
	return wf_ok;
}

static int compareSqliteRows( const void* a, const void* b )
{
	const wfTrajectoryRow *x = a, *y = b;
	if ( x->frame != y->frame )
	{
		return x->frame < y->frame ? -1 : 1;
	}
	return x->id < y->id ? -1 : x->id > y->id;
}

static wfResult sortSqliteRows( const wfSqliteReader* from )
{
	wfTrajectories* out = from->in->out;
	bool sorted = true;
	for ( int64_t i = 1; i < out->rowCount && sorted; ++i )
	{
		sorted = compareSqliteRows( &out->rows[i - 1], &out->rows[i] ) < 0;
	}
	if ( !sorted )
	{
		qsort( out->rows, (size_t)out->rowCount, sizeof( wfTrajectoryRow ), compareSqliteRows );
	}
	for ( int64_t i = 1; i < out->rowCount && !sorted; ++i )
	{
		if ( compareSqliteRows( &out->rows[i - 1], &out->rows[i] ) == 0 )
		{
			return wfReader_Fail( from->in->reader, WF_NO_POSITION, "trajectory_data.id", wf_badFormat,
								  "person %d is there twice in frame %d; expected once", out->rows[i].id, out->rows[i].frame );
		}
	}
	return wf_ok;
}

// Rows are read as they lie and sorted here, which is faster than in the order of the index.
static wfResult readRows( const wfSqliteReader* from )
{
	sqlite3_stmt* statement = NULL;
	static const char sql[] = "SELECT frame, id, pos_x, pos_y, rowid FROM trajectory_data";
	if ( sqlite3_prepare_v2( from->database, sql, -1, &statement, NULL ) != SQLITE_OK )
	{
		return failDatabase( from, "trajectory_data" );
	}
	wfTrajectories* out = from->in->out;
	wfResult result = wf_ok;
	int code;
	while ( ( code = sqlite3_step( statement ) ) == SQLITE_ROW && result == wf_ok )
	{
		wfTrajectoryRow row;
		result = readRow( from, statement, &row );
		if ( result == wf_ok )
		{
			result = wfTrajectories_Reserve( from->in, WF_NO_POSITION, (size_t)out->rowCount + 1 );
		}
		if ( result == wf_ok )
		{
			out->rows[out->rowCount++] = row;
		}
	}
	if ( result == wf_ok && code != SQLITE_DONE )
	{
		result = failDatabase( from, "trajectory_data" );
	}
	sqlite3_finalize( statement );
	return result == wf_ok ? sortSqliteRows( from ) : result;
}

// ------------------------------------------------------------------------------------------------------------ own tables

static wfResult failHeight( const wfSqliteReader* from, const wfTrajectoryRow* row, const char* words )
{
	return wfReader_Fail( from->in->reader, WF_NO_POSITION, "wayfield_heights.z", wf_badFormat, "person %d in frame %d: %s",
						  row->id, row->frame, words );
}

// The table is in the order of the rows, which are sorted: both are walked through side by side.
static wfResult readHeights( const wfSqliteReader* from )
{
	wfTrajectories* out = from->in->out;
	if ( !hasColumn( from, "wayfield_heights", "z" ) )
	{
		return wf_ok;
	}
	sqlite3_stmt* statement = NULL;
	static const char sql[] = "SELECT frame, id, z FROM wayfield_heights ORDER BY frame, id";
	if ( sqlite3_prepare_v2( from->database, sql, -1, &statement, NULL ) != SQLITE_OK )
	{
		return failDatabase( from, "wayfield_heights" );
	}
	double unit = from->in->def->unit > 0.0 ? from->in->def->unit : 1.0;
	wfResult result = wf_ok;
	int code = SQLITE_ROW;
	for ( int64_t i = 0; i < out->rowCount && result == wf_ok; ++i )
	{
		wfTrajectoryRow* row = out->rows + i;
		int64_t frame = -1, id = -1;
		while ( ( frame < row->frame || ( frame == row->frame && id < row->id ) ) &&
				( code = sqlite3_step( statement ) ) == SQLITE_ROW )
		{
			frame = sqlite3_column_int64( statement, 0 );
			id = sqlite3_column_int64( statement, 1 );
		}
		if ( code != SQLITE_ROW && code != SQLITE_DONE )
		{
			result = failDatabase( from, "wayfield_heights" );
		}
		else if ( frame != row->frame || id != row->id )
		{
			result = failHeight( from, row, "there is no height; expected one for each row of trajectory_data" );
		}
		else
		{
			int type = sqlite3_column_type( statement, 2 );
			row->z = sqlite3_column_double( statement, 2 ) * unit;
			bool number = type == SQLITE_FLOAT || type == SQLITE_INTEGER;
			result = number && fabs( row->z ) <= WF_MAX_COORDINATE ? wf_ok : failHeight( from, row, "expected metres up to 1e9" );
		}
	}
	sqlite3_finalize( statement );
	out->hasHeights = true;
	askText( from, s_askOwnMetadata, "surface", out->surface, sizeof( out->surface ) );
	return result;
}

typedef struct wfAgentNumbers
{
	int32_t id, frame; // from this frame on
	float radius, desiredSpeed;
} wfAgentNumbers;

static wfResult loadNumbers( const wfSqliteReader* from, wfAgentNumbers** numbers, size_t* count, size_t* capacity )
{
	sqlite3_stmt* statement = NULL;
	static const char sql[] = "SELECT id, frame, radius, desired_speed FROM wayfield_agents ORDER BY id, frame";
	if ( sqlite3_prepare_v2( from->database, sql, -1, &statement, NULL ) != SQLITE_OK )
	{
		return failDatabase( from, "wayfield_agents" );
	}
	wfResult result = wf_ok;
	int code;
	while ( ( code = sqlite3_step( statement ) ) == SQLITE_ROW && result == wf_ok )
	{
		double radius = sqlite3_column_double( statement, 2 ), speed = sqlite3_column_double( statement, 3 );
		if ( !( radius >= 0.0 && radius <= WF_MAX_COORDINATE && speed >= 0.0 && speed <= WF_MAX_COORDINATE ) )
		{
			result = wfReader_Fail( from->in->reader, WF_NO_POSITION, "wayfield_agents", wf_outOfRange,
									"agent %lld: expected a radius and a speed from 0 to %g",
									(long long)sqlite3_column_int64( statement, 0 ), WF_MAX_COORDINATE );
			break;
		}
		size_t before = *capacity;
		result = wfGrowArray( numbers, capacity, *count + 1, sizeof( wfAgentNumbers ) ) == wf_ok
					 ? wfReader_Reserve( from->in->reader, WF_NO_POSITION, "wayfield_agents",
										 ( *capacity - before ) * sizeof( wfAgentNumbers ) )
					 : wfReader_OutOfMemory( from->in->reader );
		if ( result == wf_ok )
		{
			( *numbers )[( *count )++] = ( wfAgentNumbers ){ sqlite3_column_int( statement, 0 ),
															 sqlite3_column_int( statement, 1 ), (float)radius, (float)speed };
		}
	}
	if ( result == wf_ok && code != SQLITE_DONE )
	{
		result = failDatabase( from, "wayfield_agents" );
	}
	sqlite3_finalize( statement );
	return result;
}

// The last entry of an agent at or before a frame; null when there is none.
static const wfAgentNumbers* findNumbers( const wfAgentNumbers* numbers, size_t count, int32_t id, int32_t frame )
{
	size_t low = 0, high = count;
	while ( low < high )
	{
		size_t middle = low + ( high - low ) / 2;
		const wfAgentNumbers* at = &numbers[middle];
		if ( at->id < id || ( at->id == id && at->frame <= frame ) )
		{
			low = middle + 1;
		}
		else
		{
			high = middle;
		}
	}
	return low > 0 && numbers[low - 1].id == id ? &numbers[low - 1] : NULL;
}

static wfResult readNumbers( const wfSqliteReader* from )
{
	wfTrajectories* out = from->in->out;
	if ( out->rowCount == 0 || !hasColumn( from, "wayfield_agents", "desired_speed" ) )
	{
		return wf_ok;
	}
	wfAgentNumbers* numbers = NULL;
	size_t count = 0, capacity = 0, rows = (size_t)out->rowCapacity;
	wfResult result = loadNumbers( from, &numbers, &count, &capacity );
	if ( result == wf_ok )
	{
		result = wfReader_Reserve( from->in->reader, WF_NO_POSITION, "wayfield_agents", 2 * rows * sizeof( float ) );
	}
	if ( result == wf_ok )
	{
		out->radii = wfAllocateArray( rows, sizeof( float ) );
		out->desiredSpeeds = out->radii != NULL ? wfAllocateArray( rows, sizeof( float ) ) : NULL;
		result = out->desiredSpeeds != NULL ? wf_ok : wfReader_OutOfMemory( from->in->reader );
	}
	for ( int64_t i = 0; i < out->rowCount && result == wf_ok; ++i )
	{
		const wfAgentNumbers* found = findNumbers( numbers, count, out->rows[i].id, out->rows[i].frame );
		out->radii[i] = found != NULL ? found->radius : 0.0f;
		out->desiredSpeeds[i] = found != NULL ? found->desiredSpeed : 0.0f;
	}
	wfReleaseArray( numbers, capacity, sizeof( wfAgentNumbers ) );
	return result;
}

static wfResult addArrival( const wfSqliteReader* from, sqlite3_stmt* statement )
{
	wfTrajectories* out = from->in->out;
	int64_t id = sqlite3_column_int64( statement, 0 );
	double time = sqlite3_column_double( statement, 1 );
	if ( sqlite3_column_type( statement, 0 ) != SQLITE_INTEGER || id < 0 || id > INT32_MAX || !( fabs( time ) <= WF_MAX_TIME ) )
	{
		return wfReader_Fail( from->in->reader, WF_NO_POSITION, "wayfield_events", wf_outOfRange,
							  "an arrival: expected an id from 0 to %d and a time up to %g s, found %lld and %g", INT32_MAX,
							  WF_MAX_TIME, (long long)id, time );
	}
	size_t before = (size_t)out->arrivalCapacity, capacity = before;
	if ( wfGrowArray( &out->arrivals, &capacity, (size_t)out->arrivalCount + 1, sizeof( wfArrival ) ) != wf_ok )
	{
		return wfReader_OutOfMemory( from->in->reader );
	}
	out->arrivalCapacity = (int64_t)capacity;
	wfResult result =
		wfReader_Reserve( from->in->reader, WF_NO_POSITION, "wayfield_events", ( capacity - before ) * sizeof( wfArrival ) );
	if ( result == wf_ok )
	{
		out->arrivals[out->arrivalCount++] = ( wfArrival ){ (int32_t)id, time };
	}
	return result;
}

static wfResult readArrivals( const wfSqliteReader* from )
{
	if ( !hasColumn( from, "wayfield_events", "kind" ) )
	{
		return wf_ok;
	}
	// That there are none is known, too.
	wfTrajectories* out = from->in->out;
	out->arrivals = wfAllocateArray( 1, sizeof( wfArrival ) );
	if ( out->arrivals == NULL )
	{
		return wfReader_OutOfMemory( from->in->reader );
	}
	out->arrivalCapacity = 1;
	sqlite3_stmt* statement = NULL;
	static const char sql[] = "SELECT id, time FROM wayfield_events WHERE kind = 'arrived' ORDER BY time, id";
	if ( sqlite3_prepare_v2( from->database, sql, -1, &statement, NULL ) != SQLITE_OK )
	{
		return failDatabase( from, "wayfield_events" );
	}
	wfResult result = wf_ok;
	int code;
	while ( ( code = sqlite3_step( statement ) ) == SQLITE_ROW && result == wf_ok )
	{
		result = addArrival( from, statement );
	}
	if ( result == wf_ok && code != SQLITE_DONE )
	{
		result = failDatabase( from, "wayfield_events" );
	}
	sqlite3_finalize( statement );
	return result;
}

wfResult wfReadSqliteTrajectories( const wfTrajectoryReader* in, const char* path )
{
	wfSqliteReader from = { .in = in };
	wfResult result = wfDatabase_Open( in->reader, path, &from.database );
	if ( result == wf_ok )
	{
		result = checkTables( &from );
	}
	if ( result == wf_ok )
	{
		result = readMetadata( &from );
	}
	if ( result == wf_ok )
	{
		result = readGeometry( &from );
	}
	if ( result == wf_ok )
	{
		result = readRows( &from );
	}
	if ( result == wf_ok )
	{
		result = readHeights( &from );
	}
	if ( result == wf_ok )
	{
		result = readNumbers( &from );
	}
	if ( result == wf_ok )
	{
		result = readArrivals( &from );
	}
	sqlite3_close( from.database );
	return result;
}
