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

static double getUnit( const wfTrajectoryReader* in )
{
	return in->def->unit > 0.0 ? in->def->unit : 1.0;
}

static bool hasColumn( const wfTrajectoryReader* in, const char* table, const char* column )
{
	return wfReader_IsOk( in->reader ) && wfDatabase_HasColumn( in->database, table, column );
}

static void checkTables( wfTrajectoryReader* in )
{
	static const char* const needed[][2] = { { "metadata", "key" },			 { "metadata", "value" },
											 { "trajectory_data", "frame" }, { "trajectory_data", "id" },
											 { "trajectory_data", "pos_x" }, { "trajectory_data", "pos_y" } };
	for ( size_t i = 0; i < sizeof( needed ) / sizeof( needed[0] ) && wfReader_IsOk( in->reader ); ++i )
	{
		if ( !hasColumn( in, needed[i][0], "" ) )
		{
			wfReader_Fail( in->reader, WF_NO_POSITION, needed[i][0], wf_badFormat,
						   "there is no such table; expected a JuPedSim database with trajectory_data and metadata" );
		}
		wfDatabase_RequireColumn( in->database, in->reader, needed[i][0], needed[i][1] );
	}
}

static void readMetadata( wfTrajectoryReader* in )
{
	static const char ask[] = "SELECT value FROM metadata WHERE key = ?";
	char text[64] = "";
	double number = 0.0;
	bool there = wfReader_IsOk( in->reader ) && wfDatabase_AskText( in->database, ask, "version", text, sizeof( text ) );
	if ( !there )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, "metadata.version", wf_badFormat, "is missing; expected 1 or 2" );
	}
	else if ( wfParseNumber( text, strlen( text ), &number ) != wf_finiteNumber )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, "metadata.version", wf_badFormat, "expected 1 or 2, found %s",
					   wfQuote( text, strlen( text ) ).text );
	}
	else if ( number != 1.0 && number != 2.0 )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, "metadata.version", wf_unsupported, "expected version 1 or 2, found %s",
					   wfQuote( text, strlen( text ) ).text );
	}
	in->out->fps = in->def->fps;
	there = wfReader_IsOk( in->reader ) && wfDatabase_AskText( in->database, ask, "fps", text, sizeof( text ) );
	if ( !there && !( in->def->fps > 0.0 ) )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, "metadata.fps", wf_badFormat,
					   "is missing; expected frames a second here or to be given" );
	}
	else if ( there &&
			  ( wfParseNumber( text, strlen( text ), &in->out->fps ) != wf_finiteNumber || !wfIsValidFps( in->out->fps ) ) )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, "metadata.fps", wf_badFormat,
					   "expected 0.001 to 1000000 frames a second, found %s", wfQuote( text, strlen( text ) ).text );
	}
	char name[sizeof( in->out->name )];
	if ( there && wfDatabase_AskText( in->database, WF_ASK_OWN_METADATA, "name", name, sizeof( name ) ) && name[0] != 0 )
	{
		memcpy( in->out->name, name, sizeof( name ) );
	}
}

static void takeGeometry( void* context, sqlite3_stmt* row )
{
	wfTrajectoryReader* in = context;
	if ( sqlite3_column_type( row, 0 ) != SQLITE_TEXT )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, "geometry.wkt", wf_badFormat, "expected a text" );
		return;
	}
	const unsigned char* text = sqlite3_column_text( row, 0 );
	size_t size = (size_t)sqlite3_column_bytes( row, 0 ) + 1;
	bool reserved = wfReader_Reserve( in->reader, WF_NO_POSITION, "geometry.wkt", size );
	in->out->wkt = reserved && text != NULL ? wfAllocate( size ) : NULL;
	if ( wfReader_CheckMemory( in->reader, in->out->wkt ) )
	{
		memcpy( in->out->wkt, text, size );
		in->out->wktSize = size;
	}
}

// Of several geometries that of the first frame.
static void readGeometry( wfTrajectoryReader* in )
{
	if ( hasColumn( in, "geometry", "wkt" ) )
	{
		bool frames = hasColumn( in, "geometry", "hash" ) && hasColumn( in, "frame_data", "geometry_hash" );
		const char* sql = frames ? "SELECT wkt FROM geometry LEFT JOIN frame_data ON geometry_hash = hash"
								   " ORDER BY frame IS NULL, frame LIMIT 1"
								 : "SELECT wkt FROM geometry LIMIT 1";
		wfDatabase_Query( in->database, in->reader, sql, "geometry", takeGeometry, in );
	}
}

// ----------------------------------------------------------------------------------------------------------------- rows

static void takeRow( void* context, sqlite3_stmt* statement )
{
	static const char* const fields[] = { "trajectory_data.frame", "trajectory_data.id", "trajectory_data.pos_x",
										  "trajectory_data.pos_y" };
	wfTrajectoryReader* in = context;
	long long number = (long long)sqlite3_column_int64( statement, 4 );
	int32_t whole[2];
	double place[2];
	for ( int i = 0; i < 4; ++i )
	{
		int type = sqlite3_column_type( statement, i );
		if ( type != SQLITE_INTEGER && ( i < 2 || type != SQLITE_FLOAT ) )
		{
			wfReader_Fail( in->reader, WF_NO_POSITION, fields[i], wf_badFormat, "row %lld: expected %s, found %s", number,
						   i < 2 ? "a whole number" : "a number", wfDescribeSqliteType( type ) );
		}
		if ( i < 2 )
		{
			int64_t value = sqlite3_column_int64( statement, i );
			if ( value < 0 || value > INT32_MAX )
			{
				wfReader_Fail( in->reader, WF_NO_POSITION, fields[i], wf_outOfRange, "row %lld: expected 0 to %d, found %lld",
							   number, INT32_MAX, (long long)value );
			}
			whole[i] = (int32_t)value;
			continue;
		}
		place[i - 2] = sqlite3_column_double( statement, i ) * getUnit( in );
		if ( !( fabs( place[i - 2] ) <= WF_MAX_COORDINATE ) )
		{
			wfReader_Fail( in->reader, WF_NO_POSITION, fields[i], wf_outOfRange, "row %lld: expected %g to %g metres, found %g",
						   number, -WF_MAX_COORDINATE, WF_MAX_COORDINATE, place[i - 2] );
		}
	}
	wfTrajectoryReader_AddRow( in, WF_NO_POSITION, ( wfTrajectoryRow ){ whole[0], whole[1], place[0], place[1], 0.0 } );
}

// Rows are read as they lie and sorted here, which is faster than in the order of the index.
static void readRows( wfTrajectoryReader* in )
{
	wfDatabase_Query( in->database, in->reader, "SELECT frame, id, pos_x, pos_y, rowid FROM trajectory_data", "trajectory_data",
					  takeRow, in );
	const wfTrajectoryRow* twice = wfReader_IsOk( in->reader ) ? wfTrajectoryReader_Sort( in ) : NULL;
	if ( twice != NULL )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, "trajectory_data.id", wf_badFormat,
					   "person %d is there twice in frame %d; expected once", twice->id, twice->frame );
	}
}

// ------------------------------------------------------------------------------------------------------------ own tables

// What is asked for in the order of the rows, which are sorted: both are walked through side by side.
typedef struct wfRowWalk
{
	wfTrajectoryReader* in;
	int64_t next; // row that has none yet
} wfRowWalk;

static void failHeight( wfRowWalk* walk, const char* words )
{
	const wfTrajectoryRow* row = walk->in->out->rows + walk->next;
	wfReader_Fail( walk->in->reader, WF_NO_POSITION, "wayfield_heights.z", wf_badFormat, "person %d in frame %d: %s", row->id,
				   row->frame, words );
}

static const char s_noHeight[] = "there is no height; expected one for each row of trajectory_data";

static void takeHeight( void* context, sqlite3_stmt* statement )
{
	wfRowWalk* walk = context;
	wfTrajectories* out = walk->in->out;
	int64_t frame = sqlite3_column_int64( statement, 0 ), id = sqlite3_column_int64( statement, 1 );
	wfTrajectoryRow* row = out->rows + walk->next;
	if ( walk->next == out->rowCount || frame < row->frame || ( frame == row->frame && id < row->id ) )
	{
		return; // of nobody
	}
	if ( frame != row->frame || id != row->id )
	{
		failHeight( walk, s_noHeight );
		return;
	}
	int type = sqlite3_column_type( statement, 2 );
	row->z = sqlite3_column_double( statement, 2 ) * getUnit( walk->in );
	if ( ( type != SQLITE_FLOAT && type != SQLITE_INTEGER ) || !( fabs( row->z ) <= WF_MAX_COORDINATE ) )
	{
		failHeight( walk, "expected metres up to 1e9" );
	}
	walk->next += 1;
}

static void readHeights( wfTrajectoryReader* in )
{
	if ( !hasColumn( in, "wayfield_heights", "z" ) )
	{
		return;
	}
	wfRowWalk walk = { in, 0 };
	wfDatabase_Query( in->database, in->reader, "SELECT frame, id, z FROM wayfield_heights ORDER BY frame, id",
					  "wayfield_heights", takeHeight, &walk );
	if ( wfReader_IsOk( in->reader ) && walk.next < in->out->rowCount )
	{
		failHeight( &walk, s_noHeight );
	}
	in->out->hasHeights = true;
	wfDatabase_AskText( in->database, WF_ASK_OWN_METADATA, "surface", in->out->surface, sizeof( in->out->surface ) );
}

typedef struct wfAgentNumbers
{
	int32_t id, frame; // from this frame on
	float radius, desiredSpeed, depth;
} wfAgentNumbers;

typedef struct wfNumberList
{
	wfTrajectoryReader* in;
	wfAgentNumbers* items;
	size_t count, capacity;
	bool hasOvals; // somebody is less deep than wide
} wfNumberList;

static void takeNumbers( void* context, sqlite3_stmt* row )
{
	static const char* const fields[] = { "wayfield_agents.id", "wayfield_agents.frame", "wayfield_agents.radius",
										  "wayfield_agents.desired_speed", "wayfield_agents.depth" };
	wfNumberList* list = context;
	double radius = sqlite3_column_double( row, 2 ), speed = sqlite3_column_double( row, 3 ),
		   depth = sqlite3_column_double( row, 4 );
	for ( int i = 0; i < 5; ++i )
	{
		int type = sqlite3_column_type( row, i );
		double number = sqlite3_column_double( row, i ), most = i < 2 ? (double)INT32_MAX : i < 4 ? WF_MAX_COORDINATE : radius;
		bool isNumber = type == SQLITE_INTEGER || ( i >= 2 && type == SQLITE_FLOAT );
		if ( !isNumber || !( number >= 0.0 && number <= most ) )
		{
			const char* found = (const char*)sqlite3_column_text( row, i );
			wfReader_Fail( list->in->reader, WF_NO_POSITION, fields[i], isNumber ? wf_outOfRange : wf_badFormat,
						   "agent %lld, frame %lld: expected a %snumber from 0 to %.10g, found %s",
						   (long long)sqlite3_column_int64( row, 0 ), (long long)sqlite3_column_int64( row, 1 ),
						   i < 2 ? "whole " : "", most, isNumber && found != NULL ? found : wfDescribeSqliteType( type ) );
		}
	}
	if ( wfReader_Grow( list->in->reader, WF_NO_POSITION, "wayfield_agents", &list->items, &list->capacity, list->count + 1,
						sizeof( wfAgentNumbers ) ) )
	{
		list->hasOvals = list->hasOvals || (float)depth < (float)radius;
		list->items[list->count++] = ( wfAgentNumbers ){ sqlite3_column_int( row, 0 ), sqlite3_column_int( row, 1 ),
														 (float)radius, (float)speed, (float)depth };
	}
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

static float* allocateNumbers( wfTrajectoryReader* in )
{
	size_t rows = (size_t)in->out->rowCapacity;
	bool reserved = wfReader_Reserve( in->reader, WF_NO_POSITION, "wayfield_agents", rows * sizeof( float ) );
	float* numbers = reserved ? wfAllocateArray( rows, sizeof( float ) ) : NULL;
	return wfReader_CheckMemory( in->reader, numbers ) ? numbers : NULL;
}

static void takeHeading( void* context, sqlite3_stmt* statement )
{
	wfRowWalk* walk = context;
	wfTrajectories* out = walk->in->out;
	double x = sqlite3_column_double( statement, 0 ), y = sqlite3_column_double( statement, 1 );
	bool isKnown = isfinite( x ) && isfinite( y ) && ( x != 0.0 || y != 0.0 );
	if ( walk->next < out->rowCount )
	{
		out->headings[walk->next++] = isKnown ? (float)atan2( y, x ) : NAN;
	}
}

// Bodies that are not round need to face somewhere: what the rows themselves say, which come in the same order once more.
static void readHeadings( wfTrajectoryReader* in )
{
	wfTrajectories* out = in->out;
	out->headings = allocateNumbers( in );
	wfRowWalk walk = { in, 0 };
	if ( out->headings != NULL && hasColumn( in, "trajectory_data", "ori_x" ) && hasColumn( in, "trajectory_data", "ori_y" ) )
	{
		wfDatabase_Query( in->database, in->reader, "SELECT ori_x, ori_y FROM trajectory_data ORDER BY frame, id",
						  "trajectory_data.ori_x", takeHeading, &walk );
	}
	for ( ; out->headings != NULL && walk.next < out->rowCount; ++walk.next )
	{
		out->headings[walk.next] = NAN;
	}
}

static void readNumbers( wfTrajectoryReader* in )
{
	wfTrajectories* out = in->out;
	if ( out->rowCount == 0 || !hasColumn( in, "wayfield_agents", "desired_speed" ) )
	{
		return;
	}
	// Of older recordings, and of what they were continued with: round bodies.
	bool hasDepths = hasColumn( in, "wayfield_agents", "depth" );
	const char* ask =
		hasDepths ? "SELECT id, frame, radius, desired_speed, coalesce(depth, radius) FROM wayfield_agents ORDER BY id, frame"
				  : "SELECT id, frame, radius, desired_speed, radius FROM wayfield_agents ORDER BY id, frame";
	wfNumberList list = { .in = in };
	wfDatabase_Query( in->database, in->reader, ask, "wayfield_agents", takeNumbers, &list );
	out->radii = allocateNumbers( in );
	out->desiredSpeeds = allocateNumbers( in );
	out->depths = list.hasOvals ? allocateNumbers( in ) : NULL;
	for ( int64_t i = 0; i < out->rowCount && wfReader_IsOk( in->reader ); ++i )
	{
		const wfAgentNumbers* found = findNumbers( list.items, list.count, out->rows[i].id, out->rows[i].frame );
		out->radii[i] = found != NULL ? found->radius : 0.0f;
		out->desiredSpeeds[i] = found != NULL ? found->desiredSpeed : 0.0f;
		if ( out->depths != NULL )
		{
			out->depths[i] = found != NULL ? found->depth : 0.0f;
		}
	}
	wfReleaseArray( list.items, list.capacity, sizeof( wfAgentNumbers ) );
	if ( out->depths != NULL && wfReader_IsOk( in->reader ) )
	{
		readHeadings( in );
	}
}

static bool growArrivals( wfTrajectoryReader* in )
{
	wfTrajectories* out = in->out;
	size_t capacity = (size_t)out->arrivalCapacity;
	bool grown = wfReader_Grow( in->reader, WF_NO_POSITION, "wayfield_events", &out->arrivals, &capacity,
								(size_t)out->arrivalCount + 1, sizeof( wfArrival ) );
	out->arrivalCapacity = (int64_t)capacity;
	return grown;
}

static void takeArrival( void* context, sqlite3_stmt* row )
{
	wfTrajectoryReader* in = context;
	int64_t id = sqlite3_column_int64( row, 0 );
	double time = sqlite3_column_double( row, 1 );
	int type = sqlite3_column_type( row, 1 );
	bool isTime = ( type == SQLITE_FLOAT || type == SQLITE_INTEGER ) && fabs( time ) <= WF_MAX_TIME;
	if ( sqlite3_column_type( row, 0 ) != SQLITE_INTEGER || id < 0 || id > INT32_MAX || !isTime )
	{
		wfReader_Fail( in->reader, WF_NO_POSITION, "wayfield_events", wf_outOfRange,
					   "an arrival: expected an id from 0 to %d and a time up to %g s, found %lld and %g", INT32_MAX, WF_MAX_TIME,
					   (long long)id, time );
	}
	if ( growArrivals( in ) )
	{
		in->out->arrivals[in->out->arrivalCount++] = ( wfArrival ){ (int32_t)id, time };
	}
}

static void readArrivals( wfTrajectoryReader* in )
{
	// That there are none is known, too: then there is room for one.
	if ( hasColumn( in, "wayfield_events", "kind" ) && growArrivals( in ) )
	{
		wfDatabase_Query( in->database, in->reader,
						  "SELECT id, time FROM wayfield_events WHERE kind = 'arrived' ORDER BY time, id", "wayfield_events",
						  takeArrival, in );
	}
}

void wfReadSqliteTrajectories( wfTrajectoryReader* in )
{
	in->database = wfDatabase_Open( in->reader );
	checkTables( in );
	readMetadata( in );
	readGeometry( in );
	readRows( in );
	readHeights( in );
	readNumbers( in );
	readArrivals( in );
	sqlite3_close( in->database );
}
