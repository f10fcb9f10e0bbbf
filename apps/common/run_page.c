// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The page of a run: the page of replay/ with the run put into it. docs/studio.md describes the data.

#include "run_parts.h"

#include "base/math.h"
#include "embedded.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ROWS 1200000	// places in it: 5 MB in the plane, so that it can be mailed
#define FINEST_STEP 0.005	// metres, of places
#define FASTEST 3.0			// m/s: who moves faster takes more bytes
#define MAX_FOOTSTEPS 30000 // in it: 2 MB
#define MAX_PICTURE 1500000 // bytes of the picture for those who see no replay
#define MAX_ARRIVALS 1000	// points of their curve

// ------------------------------------------------------------------------------------------------------------- people

// Rows of the trails by person: those of person p are rows[offsets[p]] up to rows[offsets[p + 1]], by frame.
typedef struct Tracks
{
	int32_t* people; // of each serial: its number here, or -1
	uint32_t *serials, *first, *lengths;
	const wfTrajectoryRow** rows;
	int64_t* offsets;
	int32_t count;
	int32_t stride; // frames of the trails for each one here
	int32_t firstFrame, lastFrame;
} Tracks;

static bool isKept( const Tracks* tracks, const wfTrajectoryRow* row )
{
	return row->frame % tracks->stride == 0;
}

static void numberPeople( Tracks* tracks, const wfRunTrails* trails )
{
	const wfTrajectories* all = &trails->all;
	tracks->people = wfNewArray( (size_t)trails->bodyCapacity + 1, sizeof( int32_t ) );
	memset( tracks->people, 0xff, ( (size_t)trails->bodyCapacity + 1 ) * sizeof( int32_t ) );
	for ( int64_t i = 0; i < all->rowCount; ++i )
	{
		int32_t* person = &tracks->people[all->rows[i].id];
		*person = *person < 0 && isKept( tracks, &all->rows[i] ) ? tracks->count++ : *person;
	}
}

static Tracks makeTracks( const wfRunTrails* trails )
{
	const wfTrajectories* all = &trails->all;
	Tracks tracks = { .stride = (int32_t)( all->rowCount / MAX_ROWS + 1 ) };
	numberPeople( &tracks, trails );
	size_t count = (size_t)tracks.count + 1;
	tracks.serials = wfNewArray( count, sizeof( uint32_t ) );
	tracks.first = wfNewArray( count, sizeof( uint32_t ) );
	tracks.lengths = wfNewArray( count, sizeof( uint32_t ) );
	tracks.offsets = wfNewArray( count, sizeof( int64_t ) );
	tracks.rows = wfNewArray( (size_t)all->rowCount + 1, sizeof( *tracks.rows ) );
	for ( int64_t i = 0; i < all->rowCount; ++i )
	{
		if ( isKept( &tracks, &all->rows[i] ) )
		{
			tracks.offsets[tracks.people[all->rows[i].id] + 1] += 1;
		}
	}
	for ( int32_t p = 0; p < tracks.count; ++p )
	{
		tracks.offsets[p + 1] += tracks.offsets[p];
	}
	for ( int64_t i = 0; i < all->rowCount; ++i )
	{
		const wfTrajectoryRow* row = &all->rows[i];
		if ( isKept( &tracks, row ) )
		{
			int32_t p = tracks.people[row->id];
			tracks.serials[p] = (uint32_t)row->id;
			tracks.rows[tracks.offsets[p] + tracks.lengths[p]++] = row;
		}
	}
	tracks.firstFrame = all->rowCount > 0 ? ( all->rows[0].frame + tracks.stride - 1 ) / tracks.stride : 0;
	tracks.lastFrame = all->rowCount > 0 ? all->rows[all->rowCount - 1].frame / tracks.stride : 0;
	return tracks;
}

static void freeTracks( Tracks* tracks )
{
	free( tracks->people );
	free( tracks->serials );
	free( tracks->first );
	free( tracks->lengths );
	free( tracks->offsets );
	free( (void*)tracks->rows );
}

// Whole steps from the origin, least significant byte first.
static void addWhole( wfText* bytes, const int32_t* at, int32_t axes )
{
	for ( int32_t axis = 0; axis < axes; ++axis )
	{
		uint32_t value = (uint32_t)at[axis];
		wfText_AddBytes( bytes,
						 ( const char[] ){ (char)value, (char)( value >> 8 ), (char)( value >> 16 ), (char)( value >> 24 ) }, 4 );
	}
}

// One byte for each axis, or -128 and whole numbers.
static void addChange( wfText* bytes, const int32_t* before, const int32_t* at, int32_t axes )
{
	char changes[3];
	for ( int32_t axis = 0; axis < axes; ++axis )
	{
		int64_t change = (int64_t)at[axis] - before[axis];
		if ( change < -127 || change > 127 )
		{
			wfText_AddBytes( bytes, "\x80", 1 );
			addWhole( bytes, at, axes );
			return;
		}
		changes[axis] = (char)change;
	}
	wfText_AddBytes( bytes, changes, (size_t)axes );
}

typedef struct Grid
{
	double origin[3], step;
	int32_t axes;
} Grid;

// Frames in which somebody was not seen are filled with where they were before.
static void addTrack( wfText* bytes, Tracks* tracks, int32_t person, const Grid* grid, const wfRunTrails* trails )
{
	const wfTrajectoryRow* const* rows = tracks->rows + tracks->offsets[person];
	int64_t count = tracks->offsets[person + 1] - tracks->offsets[person];
	int32_t before[3] = { 0 }, first = rows[0]->frame / tracks->stride, next = first;
	for ( int64_t k = 0; k < count; ++k )
	{
		const double place[3] = { rows[k]->x, rows[k]->y, rows[k]->z };
		int32_t at[3];
		for ( int32_t axis = 0; axis < 3; ++axis )
		{
			at[axis] = (int32_t)floor( ( place[axis] - grid->origin[axis] ) / grid->step + 0.5 );
		}
		double turn = (double)trails->all.headings[rows[k] - trails->all.rows] / ( 2.0 * WF_PI );
		char heading = (char)(uint8_t)( (int32_t)floor( 256.0 * ( turn - floor( turn ) ) + 0.5 ) & 255 );
		for ( int32_t frame = rows[k]->frame / tracks->stride; next < frame && k > 0; ++next )
		{
			addChange( bytes, before, before, grid->axes );
			wfText_AddBytes( bytes, &heading, 1 );
		}
		if ( k == 0 )
		{
			addWhole( bytes, at, grid->axes );
		}
		else
		{
			addChange( bytes, before, at, grid->axes );
		}
		wfText_AddBytes( bytes, &heading, 1 );
		memcpy( before, at, sizeof( before ) );
		next += 1;
	}
	tracks->first[person] = (uint32_t)( first - tracks->firstFrame );
	tracks->lengths[person] = (uint32_t)( next - first );
}

static void addKindNames( wfJsonOut* json, const wfSimulation* simulation )
{
	char names[UINT8_MAX + 1][128] = { { 0 } };
	int32_t last = 0;
	for ( int32_t i = 0; i < simulation->partCount; ++i )
	{
		const wfNamedPart* part = &simulation->parts[i];
		if ( part->kind == wf_agentPart && part->index1 >= 1 && part->index1 <= UINT8_MAX )
		{
			memcpy( names[part->index1], part->name, sizeof( names[0] ) );
			last = part->index1 > last ? part->index1 : last;
		}
	}
	wfJsonOut_BeginList( json, "names" );
	for ( int32_t i = 1; i <= last; ++i )
	{
		wfJsonOut_String( json, NULL, names[i] );
	}
	wfJsonOut_End( json );
}

static Grid makeGrid( const wfSimulation* simulation, double fps )
{
	Grid grid = { .step = fmax( FINEST_STEP, FASTEST / ( 127.0 * fps ) ), .axes = simulation->scene.mesh != NULL ? 3 : 2 };
	if ( simulation->scene.mesh != NULL )
	{
		wfVec3 lower = wfMesh_GetReport( simulation->scene.mesh ).lower;
		grid.origin[0] = lower.x;
		grid.origin[1] = lower.y;
		grid.origin[2] = lower.z;
		return grid;
	}
	wfVec2 lower = wfWorld_GetBounds( simulation->world ).lower;
	grid.origin[0] = lower.x;
	grid.origin[1] = lower.y;
	return grid;
}

static void addPeople( wfJsonOut* json, const wfRun* run, Tracks* tracks, double fps )
{
	const wfRunTrails* trails = &run->trails;
	Grid grid = makeGrid( run->def.simulation, fps );
	size_t count = (size_t)tracks->count;
	float* sizes = wfNewArray( 2 * count + 1, sizeof( float ) );
	uint8_t* kinds = wfNewArray( count + 1, 1 );
	wfText moves = { 0 };
	for ( int32_t p = 0; p < tracks->count; ++p )
	{
		const wfTrailBody* body = &trails->bodies[tracks->serials[p]];
		sizes[2 * p] = body->radius;
		sizes[2 * p + 1] = body->depth;
		kinds[p] = body->kind;
		addTrack( &moves, tracks, p, &grid, trails );
	}
	wfExpect( wfText_GetResult( &moves ) );
	wfJsonOut_BeginObject( json, "people" );
	wfJsonOut_Integer( json, "count", tracks->count );
	addKindNames( json, run->def.simulation );
	wfJsonOut_Numbers( json, "origin", grid.origin, 3 );
	wfJsonOut_Number( json, "step", grid.step );
	wfJsonOut_Bytes( json, "first", tracks->first, count * sizeof( uint32_t ) );
	wfJsonOut_Bytes( json, "lengths", tracks->lengths, count * sizeof( uint32_t ) );
	wfJsonOut_Bytes( json, "kinds", kinds, count );
	wfJsonOut_Bytes( json, "sizes", sizes, 2 * count * sizeof( float ) );
	wfJsonOut_Bytes( json, "moves", moves.data, moves.length );
	wfJsonOut_End( json );
	wfText_Free( &moves );
	free( sizes );
	free( kinds );
}

// Of those on foot: the foot that stands, and where the other one leaves and lands.
static void addFeet( wfJsonOut* json, const wfRunTrails* trails, const Tracks* tracks )
{
	wfFootstepTable table = trails->footsteps;
	if ( table.rowCount == 0 || table.rowCount > MAX_FOOTSTEPS || trails->tooManyFootsteps )
	{
		return;
	}
	wfFootstepTable_Sort( &table );
	float( *rows )[13] = wfNewArray( (size_t)table.rowCount, sizeof( *rows ) );
	size_t count = 0;
	for ( int64_t i = 0; i < table.rowCount; ++i )
	{
		const wfFootstep* step = &table.rows[i].step;
		uint32_t serial = table.rows[i].serial;
		int32_t person = (int64_t)serial < trails->bodyCapacity ? tracks->people[serial] : -1;
		if ( person < 0 || wfFootstep_IsDeparture( step ) )
		{
			continue;
		}
		const double values[13] = { person,
									step->foot,
									step->startTime,
									step->duration,
									step->footPosition.x,
									step->footPosition.y,
									step->footAngle,
									step->swingFrom.x,
									step->swingFrom.y,
									step->swingFromAngle,
									step->swingTo.x,
									step->swingTo.y,
									step->swingToAngle };
		for ( int k = 0; k < 13; ++k )
		{
			rows[count][k] = (float)values[k];
		}
		count += 1;
	}
	wfJsonOut_Bytes( json, "feet", rows, count * sizeof( *rows ) );
	free( rows );
}

// ------------------------------------------------------------------------------------------------------------- figures

static void addArrivals( wfJsonOut* json, const wfRun* run )
{
	int64_t count = run->arrivalCount, stride = count / MAX_ARRIVALS + 1;
	double* times = wfNewArray( (size_t)count + 1, sizeof( double ) );
	if ( count > 0 )
	{
		memcpy( times, run->arrivalTimes, (size_t)count * sizeof( double ) );
		qsort( times, (size_t)count, sizeof( double ), wfCompareNumbers );
	}
	wfJsonOut_BeginList( json, "arrivals" );
	for ( int64_t i = 0; i < count; ++i )
	{
		bool isLastOfTime = i + 1 == count || times[i + 1] > times[i];
		if ( isLastOfTime && ( i == 0 || i % stride == 0 || i + 1 == count ) )
		{
			wfJsonOut_Point( json, NULL, times[i], (double)( run->arrivedBefore + i + 1 ) );
		}
	}
	wfJsonOut_End( json );
	free( times );
}

static void addData( wfText* text, const wfRun* run, const wfRunReport* report, const char* command )
{
	const wfSimulation* simulation = run->def.simulation;
	Tracks tracks = makeTracks( &run->trails );
	double fps = 1.0 / ( report->tickSeconds * (double)run->trails.stride * tracks.stride );
	wfVersion version = wfGetVersion();
	wfText about = { 0 };
	wfText_Add( &about, "%s %s, seed %llu", wfShowCount( report->agents ), report->agents == 1 ? "person" : "people",
				(unsigned long long)report->seed );
	wfExpect( wfText_GetResult( &about ) );
	wfJsonOut json = wfMakeJsonOut( text );
	wfJsonOut_BeginObject( &json, NULL );
	wfJsonOut_Integer( &json, "wayfield_replay", 1 );
	wfJsonOut_String( &json, "title", report->name );
	wfJsonOut_String( &json, "about", about.data );
	about.length = 0;
	wfText_Add( &about, "Wayfield %d.%d.%d", version.major, version.minor, version.patch );
	wfExpect( wfText_GetResult( &about ) );
	wfJsonOut_String( &json, "madeBy", about.data );
	wfJsonOut_String( &json, "command", command );
	wfJsonOut_BeginRow( &json, "report" );
	wfAddRunAsJson( &json, report );
	wfJsonOut_End( &json );
	addArrivals( &json, run );
	if ( simulation->scene.mesh != NULL )
	{
		wfAddMeshToPage( &json, &simulation->scene );
	}
	else
	{
		wfAddPlaneToPage( &json, simulation );
	}
	addPeople( &json, run, &tracks, fps );
	addFeet( &json, &run->trails, &tracks );
	wfJsonOut_BeginRow( &json, "frames" );
	wfJsonOut_Number( &json, "fps", fps );
	wfJsonOut_Integer( &json, "count", tracks.count > 0 ? tracks.lastFrame - tracks.firstFrame + 1 : 0 );
	wfJsonOut_Number( &json, "start", tracks.firstFrame / fps );
	wfJsonOut_End( &json );
	wfJsonOut_End( &json );
	wfText_Free( &about );
	freeTracks( &tracks );
}

// ---------------------------------------------------------------------------------------------------------------- page

// Text that stands in HTML, between tags or in quotes.
static void addAsHtml( wfText* page, const char* text )
{
	for ( const char* at = text; *at != 0; ++at )
	{
		const char* name = *at == '<' ? "&lt;" : *at == '>' ? "&gt;" : *at == '&' ? "&amp;" : *at == '"' ? "&quot;" : NULL;
		wfText_AddBytes( page, name != NULL ? name : at, name != NULL ? strlen( name ) : 1 );
	}
}

// What is shown where no script runs: the report and the picture.
static void addSummary( wfText* page, const wfRunReport* report, const char* picture )
{
	wfText text = { 0 };
	wfAddRunAsText( &text, report );
	wfExpect( wfText_GetResult( &text ) );
	wfText_AddString( page, "<pre>" );
	addAsHtml( page, text.data );
	wfText_AddString( page, "</pre>" );
	wfText_Free( &text );
	char* bytes = wfNewArray( MAX_PICTURE + 1, 1 );
	FILE* file = fopen( picture, "rb" );
	size_t size = file != NULL ? fread( bytes, 1, MAX_PICTURE + 1, file ) : 0;
	if ( size > 0 && size <= MAX_PICTURE )
	{
		wfText_AddString( page, "<img alt=\"Where everybody went\" src=\"data:image/png;base64," );
		wfText_AddBase64( page, bytes, size );
		wfText_AddString( page, "\">" );
	}
	if ( file != NULL )
	{
		fclose( file );
	}
	free( bytes );
}

// JSON within HTML: no tag can begin in it.
static void addAsScript( wfText* page, const wfText* json )
{
	size_t from = 0;
	for ( size_t i = 0; i < json->length; ++i )
	{
		if ( json->data[i] == '<' )
		{
			wfText_AddBytes( page, json->data + from, i - from );
			wfText_AddString( page, "\\u003c" );
			from = i + 1;
		}
	}
	wfText_AddBytes( page, json->data + from, json->length - from );
}

// What stands before a gap; returns what comes after it.
static const char* addUpTo( wfText* page, const char* from, const char* gap )
{
	const char* at = strstr( from, gap );
	wfText_AddBytes( page, from, (size_t)( at - from ) );
	return at + strlen( gap );
}

void wfRun_WritePage( const wfRun* run, const wfRunReport* report, const char* command, const char* picture, const char* path )
{
	wfText page = { 0 }, data = { 0 };
	addData( &data, run, report, command );
	wfExpect( wfText_GetResult( &data ) );
	const char* rest = addUpTo( &page, wf_replayPage, "{{title}}" );
	addAsHtml( &page, report->name );
	rest = addUpTo( &page, rest, "{{summary}}" );
	addSummary( &page, report, picture );
	rest = addUpTo( &page, rest, "{{data}}" );
	addAsScript( &page, &data );
	wfText_AddString( &page, rest );
	wfText_Write( &page, path );
	wfText_Free( &page );
	wfText_Free( &data );
}
