// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A recording with the walls around it, and the ways to where its people were last seen.
#include "fit/fit.h"

#include "base/base.h"
#include "base/vec2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 6.0		   // metres from the tracks to the border of the world: more than anybody walks off in a window
#define MAX_LINES 256	   // of a map.xml
#define ROUTE_RADIUS 0.1   // of who goes by the fields: less than people have, so that doors of any width are open
#define MOST_CELLS 250000  // of the grid of these fields
#define FINEST_CELL 0.1	   // metres
#define GRADIENT_STEP 1e-3 // metres, for the direction of the nearest wall

// ---------------------------------------------------------------------------------------------------------------- walls

typedef struct Lines
{
	wfVec2 ends[MAX_LINES][2];
	int32_t count;
} Lines;

// The number of an attribute inside of an element; not a number where it has none.
static double readAttribute( const char* element, size_t size, const char* name )
{
	size_t length = strlen( name );
	for ( size_t i = 0; i + length < size; ++i )
	{
		if ( strncmp( element + i, name, length ) == 0 )
		{
			char* end;
			double number = strtod( element + i + length, &end );
			return end != element + i + length ? number : NAN;
		}
	}
	return NAN;
}

// The lines of OpenTraj's map.xml beside a recording. False: there is no such file.
static bool readMap( const char* recording, char* path, size_t capacity, Lines* lines )
{
	const char* slash = strrchr( recording, '/' );
	int folder = slash != NULL ? (int)( slash - recording + 1 ) : 0;
	int length = snprintf( path, capacity, "%.*smap.xml", folder, recording );
	FILE* file = length > 0 && (size_t)length < capacity ? fopen( path, "r" ) : NULL;
	lines->count = 0;
	if ( file == NULL )
	{
		return false;
	}
	size_t most = (size_t)1 << 18;
	char* text = calloc( most + 1, 1 );
	size_t size = text != NULL ? fread( text, 1, most, file ) : 0;
	fclose( file );
	for ( const char* at = size > 0 ? strstr( text, "<Line " ) : NULL; at != NULL && lines->count < MAX_LINES;
		  at = strstr( at + 1, "<Line " ) )
	{
		size_t inside = strcspn( at, ">" );
		wfVec2 a = { readAttribute( at, inside, "x1=\"" ), readAttribute( at, inside, "y1=\"" ) };
		wfVec2 b = { readAttribute( at, inside, "x2=\"" ), readAttribute( at, inside, "y2=\"" ) };
		if ( isfinite( a.x + a.y + b.x + b.y ) )
		{
			lines->ends[lines->count][0] = a;
			lines->ends[lines->count++][1] = b;
		}
	}
	free( text );
	return lines->count > 0;
}

static bool doSegmentsCross( const wfVec2 a[2], wfVec2 b0, wfVec2 b1 )
{
	double p = wfSide2( a[0], a[1], b0 ), q = wfSide2( a[0], a[1], b1 );
	double r = wfSide2( b0, b1, a[0] ), s = wfSide2( b0, b1, a[1] );
	return ( p < 0.0 ) != ( q < 0.0 ) && ( r < 0.0 ) != ( s < 0.0 );
}

static bool isWalkedThrough( const wfFitTracks* tracks, const wfVec2 line[2] )
{
	for ( int32_t i = 0; i < tracks->count; ++i )
	{
		const wfFitTrack* track = &tracks->list[i];
		for ( int32_t k = 1; k < track->count; ++k )
		{
			if ( doSegmentsCross( line, track->places[k - 1], track->places[k] ) )
			{
				return true;
			}
		}
	}
	return false;
}

static wfResult makeWorld( wfFitPlace* place, const Lines* lines, wfError* error )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = wfBoxAround( place->tracks.bounds.lower, place->tracks.bounds.upper, MARGIN );
	wfResult result = wfCreateWorld( &def, &place->world, error );
	for ( int32_t i = 0; lines != NULL && i < lines->count && result == wf_ok; ++i )
	{
		if ( isWalkedThrough( &place->tracks, lines->ends[i] ) )
		{
			place->crossedWalls += 1;
			continue;
		}
		wfShapeDef wall = wfDefaultShapeDef();
		wall.kind = wf_segmentShape;
		wall.points = lines->ends[i];
		wall.pointCount = 2;
		result = wfWorld_AddShape( place->world, &wall, NULL, error );
		place->hasWalls = true;
	}
	return result;
}

// Once walls come from a file its bounds are walls too.
static wfResult readWorld( const wfFitPlaceDef* def, const wfTrajectories* recording, wfFitPlace* place, wfError* error )
{
	wfReadDef read = wfDefaultReadDef();
	read.memoryLimit = def->memoryLimit;
	wfResult result;
	if ( def->world != NULL )
	{
		snprintf( place->wallsFrom, sizeof( place->wallsFrom ), "%s", def->world );
		result = wfReadScenario( def->world, &read, &place->scenario, error );
	}
	else
	{
		char name[520];
		snprintf( name, sizeof( name ), "%.500s: geometry.wkt", def->recording );
		snprintf( place->wallsFrom, sizeof( place->wallsFrom ), "the recording" );
		result = wfReadScenarioFromMemory( name, recording->wkt, strlen( recording->wkt ), &read, &place->scenario, error );
	}
	place->world = place->scenario.world;
	place->hasWalls = true;
	if ( result == wf_ok && place->world == NULL )
	{
		return wfFail( error, wf_badFormat, "'%.200s' is no world of the plane; expected walls", place->wallsFrom );
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- routes

// Whether everywhere along the track its end is in sight.
static bool seesGoal( const wfFitPlace* place, const wfFitTrack* track )
{
	wfVec2 goal = track->places[track->count - 1];
	for ( int32_t i = 0; i + 1 < track->count; ++i )
	{
		// Who stands at a wall closer than the grid knows sees as well as it can: its own cell is blocked.
		int32_t cell = wfGrid_GetCell( place->grid, track->places[i] );
		if ( cell >= 0 && wfGrid_IsFree( place->grid, cell ) && !wfGrid_IsSegmentFree( place->grid, track->places[i], goal ) )
		{
			return false;
		}
	}
	return true;
}

static wfResult makeRoutes( wfFitPlace* place, wfError* error )
{
	place->fields = calloc( (size_t)place->tracks.count + 1, sizeof( wfField* ) );
	if ( place->fields == NULL )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for the routes of %d people", place->tracks.count );
	}
	if ( !place->hasWalls )
	{
		return wf_ok;
	}
	wfBox2 bounds = wfWorld_GetBounds( place->world );
	double area = ( bounds.upper.x - bounds.lower.x ) * ( bounds.upper.y - bounds.lower.y );
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = wfMax( FINEST_CELL, sqrt( area / MOST_CELLS ) );
	def.radius = ROUTE_RADIUS;
	wfResult result = wfCreateGrid( place->world, &def, &place->grid, error );
	for ( int32_t i = 0; i < place->tracks.count && result == wf_ok; ++i )
	{
		const wfFitTrack* track = &place->tracks.list[i];
		if ( seesGoal( place, track ) )
		{
			continue;
		}
		wfPlannerDef planner = wfDefaultPlannerDef();
		planner.haste = 2.0;
		planner.precision = wf_singlePrecision;
		result = place->planner == NULL ? wfCreatePlanner( place->grid, &planner, &place->planner, error ) : wf_ok;
		wfGoalDef goal = wfDefaultGoalDef();
		goal.kind = wf_pointGoal;
		goal.points = &track->places[track->count - 1];
		goal.pointCount = 1;
		// A goal that lies in a wall has no field: its people go straight.
		wfResult made = result == wf_ok ? wfPlanner_CreateField( place->planner, &goal, &place->fields[i], NULL ) : result;
		made = made == wf_ok ? wfField_SolveAll( place->fields[i] ) : made;
		result = result == wf_ok && made == wf_outOfMemory ? made : result;
	}
	return result;
}

wfVec2 wfFitPlace_GetDirection( const wfFitPlace* place, int32_t track, wfVec2 from )
{
	const wfFitTrack* of = &place->tracks.list[track];
	wfVec2 goal = of->places[of->count - 1], none = { 0.0, 0.0 };
	const wfField* field = place->fields[track];
	wfVec2 along = none;
	if ( field != NULL && !wfGrid_IsSegmentFree( place->grid, from, goal ) )
	{
		along = wfField_GetDirection( field, from );
	}
	return along.x != 0.0 || along.y != 0.0 ? along : wfNormalize2( wfSub2( goal, from ), none );
}

double wfFitPlace_GetWall( const wfFitPlace* place, wfVec2 from, double most, wfVec2* toward )
{
	*toward = ( wfVec2 ){ 0.0, 0.0 };
	if ( !place->hasWalls )
	{
		return most;
	}
	int32_t kind = place->scenario.kind;
	double distance = wfWorld_GetDistance( place->world, from, kind );
	if ( !( distance < most ) || !isfinite( distance ) )
	{
		return most;
	}
	double step = GRADIENT_STEP;
	double right = wfWorld_GetDistance( place->world, ( wfVec2 ){ from.x + step, from.y }, kind );
	double up = wfWorld_GetDistance( place->world, ( wfVec2 ){ from.x, from.y + step }, kind );
	*toward = wfNormalize2( ( wfVec2 ){ distance - right, distance - up }, *toward );
	return distance;
}

// ---------------------------------------------------------------------------------------------------------------- whole

wfResult wfMakeFitPlace( wfFitTracks* tracks, wfFitPlace* place, wfError* error )
{
	*place = ( wfFitPlace ){ .name = "", .tracks = *tracks };
	*tracks = ( wfFitTracks ){ 0 };
	wfResult result = makeWorld( place, NULL, error );
	return result == wf_ok ? makeRoutes( place, error ) : result;
}

wfResult wfOpenFitPlace( const wfFitPlaceDef* def, wfFitPlace* place, wfError* error )
{
	*place = ( wfFitPlace ){ .name = def->recording };
	wfReadTrajectoriesDef read = wfDefaultReadTrajectoriesDef();
	read.fps = def->fps;
	read.unit = def->unit;
	read.memoryLimit = def->memoryLimit;
	wfTrajectories recording = { 0 };
	wfResult result = wfReadTrajectories( def->recording, &read, &recording, error );
	if ( result == wf_ok && recording.hasHeights )
	{
		result = wfFail( error, wf_unsupported, "'%.200s' was recorded on a surface; expected a recording in the plane",
						 def->recording );
	}
	if ( result == wf_ok && recording.rowCount == 0 )
	{
		result = wfFail( error, wf_badFormat, "nobody is in '%.200s'; expected a recording of people", def->recording );
	}
	if ( result == wf_ok )
	{
		result = wfMakeFitTracks( &recording, &place->tracks );
		Lines* lines = calloc( 1, sizeof( Lines ) );
		result = result == wf_ok && lines == NULL ? wf_outOfMemory : result;
		if ( result == wf_ok && ( def->world != NULL || recording.wkt != NULL ) )
		{
			result = readWorld( def, &recording, place, error );
		}
		else if ( result == wf_ok )
		{
			bool hasMap = readMap( def->recording, place->wallsFrom, sizeof( place->wallsFrom ), lines );
			result = makeWorld( place, hasMap ? lines : NULL, error );
			place->wallsFrom[0] = place->hasWalls ? place->wallsFrom[0] : 0;
		}
		free( lines );
	}
	wfTrajectories_Free( &recording );
	return result == wf_ok ? makeRoutes( place, error ) : result;
}

void wfFitPlace_Free( wfFitPlace* place )
{
	for ( int32_t i = 0; place->fields != NULL && i < place->tracks.count; ++i )
	{
		wfDestroyField( place->fields[i] );
	}
	free( place->fields );
	wfDestroyPlanner( place->planner );
	wfDestroyGrid( place->grid );
	if ( place->scenario.world != NULL )
	{
		wfScenario_Free( &place->scenario );
	}
	else
	{
		wfDestroyWorld( place->world );
	}
	wfFitTracks_Free( &place->tracks );
	*place = ( wfFitPlace ){ 0 };
}
