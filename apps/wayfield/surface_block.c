// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Obstacles the command line puts on a surface, and the room agents need.

#include "surface.h"

#include "base/vec3.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

// A tenth of the surface when nothing else is said.
#define COVERED_SHARE 0.1

// ------------------------------------------------------------------------------------------------------- one obstacle

static _Noreturn void reportBadFile( const char* path, int32_t line, const char* format, const char* word )
{
	wfError error = { .result = wf_badFormat, .line = line };
	snprintf( error.file, sizeof( error.file ), "%s", path );
	snprintf( error.message, sizeof( error.message ), format, word );
	wfEnd( wfReportError( wf_badFormat, &error ) );
}

// Numbers parted by blanks, commas or lines; # begins a remark.
static int32_t* readVertexFile( const wfSurfaceScene* scene, const char* path, int32_t* count )
{
	FILE* file = fopen( path, "r" );
	if ( file == NULL )
	{
		wfDie( errno == ENOENT ? wf_fileNotFound : wf_readFailed, path, "could not be opened: %s", strerror( errno ) );
	}
	char line[4096];
	int32_t* vertices = NULL;
	int64_t capacity = 0;
	for ( int32_t number = 1; fgets( line, sizeof( line ), file ) != NULL; ++number )
	{
		if ( strchr( line, '\n' ) == NULL && !feof( file ) )
		{
			reportBadFile( path, number, "the line is longer than 4095 characters%s", "" );
		}
		line[strcspn( line, "#" )] = 0;
		for ( char* word = strtok( line, " \t\r\n," ); word != NULL; word = strtok( NULL, " \t\r\n," ) )
		{
			char* end;
			errno = 0;
			long value = strtol( word, &end, 10 );
			bool known = *end == 0 && errno == 0 && value >= 0 && value < scene->inputVertexCount;
			int32_t vertex = known ? wfSurfaceScene_FindVertex( scene, (int32_t)value ) : -1;
			if ( vertex < 0 )
			{
				word[40 < strlen( word ) ? 40 : strlen( word )] = 0;
				reportBadFile( path, number, "expected a vertex of the mesh, found '%s'", word );
			}
			vertices = wfGrow( vertices, *count + 1, &capacity, sizeof( int32_t ) );
			vertices[( *count )++] = vertex;
		}
	}
	if ( ferror( file ) )
	{
		reportBadFile( path, 0, "it cannot be read: expected a file of vertex numbers%s", "" );
	}
	fclose( file );
	if ( *count == 0 )
	{
		reportBadFile( path, 0, "there is no vertex in it%s", "" );
	}
	return vertices;
}

static _Noreturn void refuse( const char* text )
{
	wfDieOfUsage( "--obstacle is '%.80s'; expected sphere:X,Y,Z,RADIUS, disc:VERTEX,RADIUS, disc:X,Y,Z,RADIUS or vertices:FILE",
				  text );
}

static void blockOne( wfSurfaceScene* scene, const char* text )
{
	double numbers[4];
	wfResult result;
	if ( strncmp( text, "vertices:", 9 ) == 0 && text[9] != 0 )
	{
		int32_t listed = 0;
		int32_t* vertices = readVertexFile( scene, text + 9, &listed );
		result = wfSurfaceMask_BlockVertices( scene->mask, vertices, listed, &wf_error );
	}
	else if ( strncmp( text, "sphere:", 7 ) == 0 && wfParseNumbers( text + 7, numbers, 4 ) == 4 && numbers[3] > 0.0 )
	{
		wfVec3 center = { numbers[0], numbers[1], numbers[2] };
		result = wfSurfaceMask_BlockSphere( scene->mask, center, numbers[3], &wf_error );
	}
	else if ( strncmp( text, "disc:", 5 ) == 0 )
	{
		int32_t count = wfParseNumbers( text + 5, numbers, 4 );
		wfSurfacePoint center = { .triangle = -1 };
		if ( count == 2 && numbers[0] == floor( numbers[0] ) && numbers[0] >= 0.0 && numbers[0] < 2147483647.0 )
		{
			int32_t vertex = wfSurfaceScene_FindVertex( scene, (int32_t)numbers[0] );
			wfDieOfUsageIf( vertex < 0, "--obstacle %.80s: there is no vertex %.0f to stand on; the mesh has 0 to %d", text,
							numbers[0], scene->inputVertexCount - 1 );
			center = wfMesh_GetVertexPoint( scene->mesh, vertex );
		}
		else if ( count == 4 )
		{
			center = wfMesh_FindNearest( scene->mesh, ( wfVec3 ){ numbers[0], numbers[1], numbers[2] }, NULL );
		}
		if ( center.triangle < 0 || !( numbers[count - 1] > 0.0 ) )
		{
			refuse( text );
		}
		result = wfSurfaceMask_BlockDisc( scene->mask, center, numbers[count - 1], &wf_error );
	}
	else
	{
		refuse( text );
	}
	wfDieOfUsageIf( result == wf_notFound, "--obstacle %.80s meets no part of the surface", text );
	wfExpect( result );
}

// -------------------------------------------------------------------------------------------------------- many of them

// A disc this near to a place might cover it, and there would be nothing to plan.
static bool isNearPlace( const wfSurfaceScene* scene, wfVec3 position, double reach, const wfFoundPlace* places, int32_t count )
{
	const wfVec3* vertices = wfMesh_GetVertices( scene->mesh );
	bool near = false;
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfFoundPlace* place = places + i;
		near = near ||
			   ( place->vertices == NULL && wfDistance3( position, wfMesh_GetPosition( scene->mesh, place->place ) ) <= reach );
		for ( int32_t k = 0; place->vertices != NULL && k < place->vertexCount; ++k )
		{
			near = near || wfDistance3( position, vertices[place->vertices[k]] ) <= reach;
		}
	}
	return near;
}

static double blockDiscs( wfSurfaceScene* scene, const wfObstacleOptions* options, const wfFoundPlace* places,
						  int32_t placeCount )
{
	wfMeshReport report = wfMesh_GetReport( scene->mesh );
	double radius =
		options->discRadius > 0.0 ? options->discRadius : sqrt( COVERED_SHARE * report.area / ( PI * options->discs ) );
	// Triangles a disc only touches are blocked as well: an edge more.
	double reach = 1.05 * radius + 2.0 * report.meanEdge;
	int32_t vertexCount = wfMesh_GetVertexCount( scene->mesh ), placed = 0;
	for ( uint64_t attempt = 0; placed < options->discs && attempt < 1000u + 100u * (uint64_t)options->discs; ++attempt )
	{
		int32_t vertex = (int32_t)( wfRandomUnit( wfGetSurfaceSeed(), 1, attempt ) * vertexCount );
		if ( isNearPlace( scene, wfMesh_GetVertices( scene->mesh )[vertex], reach, places, placeCount ) )
		{
			continue;
		}
		wfExpect( wfSurfaceMask_BlockDisc( scene->mask, wfMesh_GetVertexPoint( scene->mesh, vertex ), radius, &wf_error ) );
		placed += 1;
	}
	wfDieIf( placed < options->discs, wf_startBlocked, NULL,
			 "there is room for %d of %d discs of radius %g m away from goal and starts: give a smaller --disc-radius", placed,
			 options->discs, radius );
	return radius;
}

static void blockLow( wfSurfaceScene* scene, wfVec3 up, wfWorkers* workers, wfObstacleReport* report )
{
	int32_t count = wfMesh_GetTriangleCount( scene->mesh );
	double length = wfLength3( up );
	up = length > 0.0 ? ( wfVec3 ){ up.x / length, up.y / length, up.z / length } : up;
	report->headroom = wfNewArray( (size_t)count, sizeof( double ) );
	wfExpect( wfMesh_MeasureHeadroom( scene->mesh, up, workers, report->headroom ) );
	wfExpect( wfSurfaceMask_BlockLow( scene->mask, report->headroom, report->height, &report->lowTriangles ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		bool high = report->headroom[i] >= report->height;
		report->lowestHeadroom = high ? fmin( report->lowestHeadroom, report->headroom[i] ) : report->lowestHeadroom;
	}
}

// -------------------------------------------------------------------------------------------------------------- terrain

static void blockTerrain( wfSurfaceScene* scene, const wfObstacleOptions* options, wfVec3 up, wfObstacleReport* report )
{
	report->maxSlope = isnan( options->maxSlope ) ? scene->maxSlope * ( 180.0 / PI ) : options->maxSlope;
	report->step = isnan( options->step ) ? scene->step : options->step;
	report->pierced = options->pierced || scene->pierced;
	wfDieOfUsageIf( !isnan( options->step ) && !( report->maxSlope > 0.0 ), "--step goes with --max-slope" );
	wfDieOfUsageIf( ( report->maxSlope > 0.0 || report->pierced ) && up.x == 0.0 && up.y == 0.0 && up.z == 0.0,
					"what is steep or pierced needs a direction: expected --up X,Y,Z other than 0,0,0" );
	if ( report->maxSlope > 0.0 )
	{
		double slope = report->maxSlope * ( PI / 180.0 );
		wfExpect( wfSurfaceMask_BlockSteep( scene->mask, up, slope, report->step, &report->steepTriangles ) );
	}
	if ( report->pierced )
	{
		wfExpect( wfSurfaceMask_BlockPierced( scene->mask, up, &report->piercedTriangles ) );
	}
}

wfObstacleReport wfBlockObstacles( wfSurfaceScene* scene, const wfObstacleOptions* options, const wfFoundPlace* places,
								   int32_t placeCount, wfWorkers* workers )
{
	double began = wfGetSeconds();
	wfObstacleReport report = { .height = isnan( options->height ) ? scene->height : options->height,
								.radius = isnan( options->radius ) ? scene->radius : options->radius,
								.lowestHeadroom = INFINITY };
	wfExpect( scene->mask == NULL ? wfCreateSurfaceMask( scene->mesh, &scene->mask ) : wf_ok );
	for ( int32_t i = 0; i < options->count; ++i )
	{
		blockOne( scene, options->texts[i] );
	}
	if ( options->discs > 0 )
	{
		report.discRadius = blockDiscs( scene, options, places, placeCount );
	}
	wfVec3 up = wfIsGiven( "up" ) ? ( wfVec3 ){ options->up[0], options->up[1], options->up[2] } : scene->up;
	blockTerrain( scene, options, up, &report );
	if ( report.height > 0.0 )
	{
		blockLow( scene, up, workers, &report );
	}
	if ( report.radius > 0.0 )
	{
		wfExpect( wfSurfaceMask_Grow( scene->mask, report.radius, true ) );
	}
	report.blockedVertices = wfSurfaceMask_GetBlockedCount( scene->mask );
	report.seconds = wfGetSeconds() - began;
	return report;
}

void wfAddTerrainAsJson( wfJsonOut* json, const wfObstacleReport* report )
{
	if ( report->maxSlope > 0.0 )
	{
		wfJsonOut_Number( json, "max_slope", report->maxSlope );
		wfJsonOut_Number( json, "step", report->step );
		wfJsonOut_Integer( json, "blocked_steep", report->steepTriangles );
	}
	if ( report->pierced )
	{
		wfJsonOut_Integer( json, "blocked_pierced", report->piercedTriangles );
	}
}
