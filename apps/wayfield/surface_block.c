// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Obstacles the command line puts on a surface, and the room agents need.

#include "command.h"
#include "surface.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

// A tenth of the surface when nothing else is said.
#define COVERED_SHARE 0.1

static double getDistance( wfVec3 a, wfVec3 b )
{
	double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
	return sqrt( x * x + y * y + z * z );
}

// ------------------------------------------------------------------------------------------------------- one obstacle

static int tellBadFile( const char* path, int32_t line, const char* format, const char* word )
{
	wfError error = { .result = wf_badFormat, .line = line };
	snprintf( error.file, sizeof( error.file ), "%s", path );
	snprintf( error.message, sizeof( error.message ), format, word );
	return wfTellError( wf_badFormat, &error );
}

// Numbers parted by blanks, commas or lines; # begins a remark.
static int readVertexFile( const wfSurfaceScene* scene, const char* path, int32_t** vertices, int32_t* count )
{
	FILE* file = fopen( path, "r" );
	wfError error = { .result = errno == ENOENT ? wf_fileNotFound : wf_readFailed };
	if ( file == NULL )
	{
		snprintf( error.file, sizeof( error.file ), "%s", path );
		snprintf( error.message, sizeof( error.message ), "could not be opened: %s", strerror( errno ) );
		return wfTellError( error.result, &error );
	}
	char line[4096];
	int32_t number = 0, capacity = 0;
	int code = wf_exitOk;
	while ( code == wf_exitOk && fgets( line, sizeof( line ), file ) != NULL )
	{
		number += 1;
		if ( strchr( line, '\n' ) == NULL && !feof( file ) )
		{
			code = tellBadFile( path, number, "the line is longer than 4095 characters%s", "" );
			break;
		}
		line[strcspn( line, "#" )] = 0;
		for ( char* word = strtok( line, " \t\r\n," ); word != NULL && code == wf_exitOk; word = strtok( NULL, " \t\r\n," ) )
		{
			char* end;
			errno = 0;
			long value = strtol( word, &end, 10 );
			bool known = *end == 0 && errno == 0 && value >= 0 && value < scene->inputVertexCount;
			int32_t vertex = known ? wfSurfaceScene_FindVertex( scene, (int32_t)value ) : -1;
			if ( vertex < 0 )
			{
				word[40 < strlen( word ) ? 40 : strlen( word )] = 0;
				code = tellBadFile( path, number, "expected a vertex of the mesh, found '%s'", word );
				break;
			}
			if ( *count == capacity )
			{
				int32_t more = capacity + capacity / 2 + 256;
				int32_t* grown = realloc( *vertices, (size_t)more * sizeof( int32_t ) );
				if ( grown == NULL )
				{
					code = wfTellOutOfMemory();
					break;
				}
				*vertices = grown;
				capacity = more;
			}
			( *vertices )[( *count )++] = vertex;
		}
	}
	if ( code == wf_exitOk && ferror( file ) )
	{
		code = tellBadFile( path, 0, "it cannot be read: expected a file of vertex numbers%s", "" );
	}
	fclose( file );
	return code == wf_exitOk && *count == 0 ? tellBadFile( path, 0, "there is no vertex in it%s", "" ) : code;
}

static int blockListed( wfSurfaceScene* scene, const char* path )
{
	int32_t *vertices = NULL, count = 0;
	int code = readVertexFile( scene, path, &vertices, &count );
	if ( code == wf_exitOk )
	{
		wfError error = { 0 };
		wfResult result = wfSurfaceMask_BlockVertices( scene->mask, vertices, count, &error );
		code = result == wf_ok ? wf_exitOk : wfTellError( result, &error );
	}
	free( vertices );
	return code;
}

static int refuse( const char* command, const char* text )
{
	return wfTellUsage( command,
						"--obstacle is '%.80s'; expected sphere:X,Y,Z,RADIUS, disc:VERTEX,RADIUS, disc:X,Y,Z,RADIUS or "
						"vertices:FILE",
						text );
}

static int blockOne( wfSurfaceScene* scene, const char* command, const char* text )
{
	double numbers[4];
	wfError error = { 0 };
	wfResult result = wf_ok;
	if ( strncmp( text, "vertices:", 9 ) == 0 && text[9] != 0 )
	{
		return blockListed( scene, text + 9 );
	}
	if ( strncmp( text, "sphere:", 7 ) == 0 && wfParseNumbers( text + 7, numbers, 4 ) == 4 && numbers[3] > 0.0 )
	{
		wfVec3 center = { numbers[0], numbers[1], numbers[2] };
		result = wfSurfaceMask_BlockSphere( scene->mask, center, numbers[3], &error );
	}
	else if ( strncmp( text, "disc:", 5 ) == 0 )
	{
		int32_t count = wfParseNumbers( text + 5, numbers, 4 );
		wfSurfacePoint center = { .triangle = -1 };
		if ( count == 2 && numbers[0] == floor( numbers[0] ) && numbers[0] >= 0.0 && numbers[0] < 2147483647.0 )
		{
			int32_t vertex = wfSurfaceScene_FindVertex( scene, (int32_t)numbers[0] );
			if ( vertex < 0 )
			{
				return wfTellUsage( command, "--obstacle %.80s: there is no vertex %.0f to stand on; the mesh has 0 to %d", text,
									numbers[0], scene->inputVertexCount - 1 );
			}
			center = wfMesh_GetVertexPoint( scene->mesh, vertex );
		}
		else if ( count == 4 )
		{
			center = wfMesh_FindNearest( scene->mesh, ( wfVec3 ){ numbers[0], numbers[1], numbers[2] }, NULL );
		}
		if ( center.triangle < 0 || !( numbers[count - 1] > 0.0 ) )
		{
			return refuse( command, text );
		}
		result = wfSurfaceMask_BlockDisc( scene->mask, center, numbers[count - 1], &error );
	}
	else
	{
		return refuse( command, text );
	}
	if ( result == wf_notFound )
	{
		return wfTellUsage( command, "--obstacle %.80s meets no part of the surface", text );
	}
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
}

// -------------------------------------------------------------------------------------------------------- many of them

// A disc this near to a place might cover it, and there would be nothing to plan.
static bool isNearPlace( const wfSurfaceScene* scene, wfVec3 position, double reach, const wfFoundPlace* places, int32_t count )
{
	const wfVec3* vertices = wfMesh_GetVertices( scene->mesh );
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( places[i].vertices == NULL )
		{
			if ( getDistance( position, wfMesh_GetPosition( scene->mesh, places[i].place ) ) <= reach )
			{
				return true;
			}
			continue;
		}
		for ( int32_t k = 0; k < places[i].vertexCount; ++k )
		{
			if ( getDistance( position, vertices[places[i].vertices[k]] ) <= reach )
			{
				return true;
			}
		}
	}
	return false;
}

static int blockDiscs( wfSurfaceScene* scene, const wfObstacleOptions* options, const wfFoundPlace* places, int32_t placeCount,
					   double* radius )
{
	wfMeshReport report = wfMesh_GetReport( scene->mesh );
	*radius = options->discRadius > 0.0 ? options->discRadius : sqrt( COVERED_SHARE * report.area / ( PI * options->discs ) );
	// Triangles a disc only touches are blocked as well: an edge more.
	double reach = 1.05 * *radius + 2.0 * report.meanEdge;
	int32_t vertexCount = wfMesh_GetVertexCount( scene->mesh ), placed = 0;
	wfError error = { 0 };
	for ( uint64_t attempt = 0; placed < options->discs && attempt < 1000u + 100u * (uint64_t)options->discs; ++attempt )
	{
		int32_t vertex = (int32_t)( wfRandomUnit( options->seed, 1, attempt ) * vertexCount );
		if ( isNearPlace( scene, wfMesh_GetVertices( scene->mesh )[vertex], reach, places, placeCount ) )
		{
			continue;
		}
		wfResult result = wfSurfaceMask_BlockDisc( scene->mask, wfMesh_GetVertexPoint( scene->mesh, vertex ), *radius, &error );
		if ( result != wf_ok )
		{
			return wfTellError( result, &error );
		}
		placed += 1;
	}
	if ( placed < options->discs )
	{
		error = ( wfError ){ .result = wf_startBlocked };
		snprintf( error.message, sizeof( error.message ),
				  "there is room for %d of %d discs of radius %g m away from goal and starts: give a smaller --disc-radius",
				  placed, options->discs, *radius );
		return wfTellError( wf_startBlocked, &error );
	}
	return wf_exitOk;
}

static int blockLow( wfSurfaceScene* scene, wfVec3 up, wfWorkers* workers, double** headroom, wfObstacleReport* report )
{
	int32_t count = wfMesh_GetTriangleCount( scene->mesh );
	double* room = malloc( (size_t)count * sizeof( double ) );
	if ( room == NULL )
	{
		return wfTellOutOfMemory();
	}
	double length = sqrt( up.x * up.x + up.y * up.y + up.z * up.z );
	up = length > 0.0 ? ( wfVec3 ){ up.x / length, up.y / length, up.z / length } : up;
	wfResult result = wfMesh_MeasureHeadroom( scene->mesh, up, workers, room );
	result = result == wf_ok ? wfSurfaceMask_BlockLow( scene->mask, room, report->height, &report->lowTriangles ) : result;
	report->lowestHeadroom = INFINITY;
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		report->lowestHeadroom = room[i] >= report->height ? fmin( report->lowestHeadroom, room[i] ) : report->lowestHeadroom;
	}
	if ( result == wf_ok && headroom != NULL )
	{
		*headroom = room;
	}
	else
	{
		free( room );
	}
	return result == wf_ok ? wf_exitOk : wfTellError( result, NULL );
}

// -------------------------------------------------------------------------------------------------------------- terrain

void wfObstacleOptions_AddTerrain( wfObstacleOptions* options, wfOptionSet* set )
{
	options->maxSlope = options->step = NAN;
	wfOptionSet_AddNumber( set, "max-slope", &options->maxSlope, 1e-3, 90.0 );
	wfOptionSet_AddNumber( set, "step", &options->step, 0.0, 1e9 );
	wfOptionSet_AddFlag( set, "pierced", &options->pierced );
	wfOptionSet_AddNumbers( set, "up", options->up, 3 );
}

static int blockTerrain( wfSurfaceScene* scene, const char* command, const wfObstacleOptions* options, wfVec3 up,
						 wfObstacleReport* report )
{
	report->maxSlope = isnan( options->maxSlope ) ? scene->maxSlope * ( 180.0 / PI ) : options->maxSlope;
	report->step = isnan( options->step ) ? scene->step : options->step;
	report->pierced = options->pierced || scene->pierced;
	if ( !isnan( options->step ) && !( report->maxSlope > 0.0 ) )
	{
		return wfTellUsage( command, "--step goes with --max-slope" );
	}
	if ( ( report->maxSlope > 0.0 || report->pierced ) && up.x == 0.0 && up.y == 0.0 && up.z == 0.0 )
	{
		return wfTellUsage( command, "what is steep or pierced needs a direction: expected --up X,Y,Z other than 0,0,0" );
	}
	wfResult result = wf_ok;
	if ( report->maxSlope > 0.0 )
	{
		result =
			wfSurfaceMask_BlockSteep( scene->mask, up, report->maxSlope * ( PI / 180.0 ), report->step, &report->steepTriangles );
	}
	if ( result == wf_ok && report->pierced )
	{
		result = wfSurfaceMask_BlockPierced( scene->mask, up, &report->piercedTriangles );
	}
	return result == wf_ok ? wf_exitOk : wfTellError( result, NULL );
}

int wfBlockObstacles( wfSurfaceScene* scene, const char* command, const wfObstacleOptions* options, const wfFoundPlace* places,
					  int32_t placeCount, wfWorkers* workers, double** headroom, wfObstacleReport* report )
{
	double began = wfGetSeconds();
	*report = ( wfObstacleReport ){ .height = isnan( options->height ) ? scene->height : options->height,
									.radius = isnan( options->radius ) ? scene->radius : options->radius,
									.lowestHeadroom = INFINITY };
	if ( headroom != NULL )
	{
		*headroom = NULL;
	}
	wfResult result = scene->mask == NULL ? wfCreateSurfaceMask( scene->mesh, &scene->mask ) : wf_ok;
	if ( result != wf_ok )
	{
		return wfTellError( result, NULL );
	}
	int code = wf_exitOk;
	for ( int32_t i = 0; i < options->count && code == wf_exitOk; ++i )
	{
		code = blockOne( scene, command, options->texts[i] );
	}
	if ( code == wf_exitOk && options->discs > 0 )
	{
		code = blockDiscs( scene, options, places, placeCount, &report->discRadius );
	}
	wfVec3 up = options->hasUp ? ( wfVec3 ){ options->up[0], options->up[1], options->up[2] } : scene->up;
	code = code == wf_exitOk ? blockTerrain( scene, command, options, up, report ) : code;
	if ( code == wf_exitOk && report->height > 0.0 )
	{
		code = blockLow( scene, up, workers, headroom, report );
	}
	if ( code == wf_exitOk && report->radius > 0.0 )
	{
		result = wfSurfaceMask_Grow( scene->mask, report->radius, true );
		code = result == wf_ok ? wf_exitOk : wfTellError( result, NULL );
	}
	report->blockedVertices = wfSurfaceMask_GetBlockedCount( scene->mask );
	report->seconds = wfGetSeconds() - began;
	return code;
}
