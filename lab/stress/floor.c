// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A mesh of a plan made of boxes: the plane is cut along the sides of all boxes and between them, and what is wall is left out.
// So walls are exactly where they are in the plane.

#include "stress/floor.h"

#include "base/vec2.h"
#include "command.h"

#include <stdlib.h>

#define LARGEST_EDGE 0.15 // of a square: passages of 3.2 radii need lines along which the middle of a disc fits
#define SAME 1e-6		  // lines closer than this are one
#define FOLD_LENGTH 4.0	  // least length of a straight piece
#define STEEPEST 0.25	  // rise of a piece, as the sine of its angle
#define FOLD_STREAM 1u	  // of random numbers

typedef struct Lines
{
	double* at;
	int64_t count, capacity;
} Lines;

typedef struct Sheet
{
	const wfStressWorld* world;
	Lines x, y;
	const wfStressFold* fold;
	wfVec3* vertices;
	int32_t* triangles;
	int32_t triangleCount;
} Sheet;

// ------------------------------------------------------------------------------------------------------------------ lines

static void addLine( Lines* lines, double at )
{
	lines->at = wfGrow( lines->at, lines->count + 1, &lines->capacity, sizeof( double ) );
	lines->at[lines->count++] = at;
}

static void addBoxes( Sheet* sheet, const wfBox2* boxes, int64_t count )
{
	for ( int64_t i = 0; i < count; ++i )
	{
		addLine( &sheet->x, boxes[i].lower.x );
		addLine( &sheet->x, boxes[i].upper.x );
		addLine( &sheet->y, boxes[i].lower.y );
		addLine( &sheet->y, boxes[i].upper.y );
	}
}

// Sorted, each once, and so many between them that no two are far apart.
static void fillLines( Lines* lines )
{
	Lines filled = { 0 };
	qsort( lines->at, (size_t)lines->count, sizeof( double ), wfCompareNumbers );
	addLine( &filled, lines->at[0] );
	for ( int64_t i = 1; i < lines->count; ++i )
	{
		double from = filled.at[filled.count - 1], to = lines->at[i];
		if ( to - from < SAME )
		{
			continue;
		}
		int32_t parts = (int32_t)ceil( ( to - from ) / LARGEST_EDGE );
		for ( int32_t k = 1; k < parts; ++k )
		{
			addLine( &filled, from + ( to - from ) * k / parts );
		}
		addLine( &filled, to );
	}
	free( lines->at );
	*lines = filled;
}

// ------------------------------------------------------------------------------------------------------------------- fold

static wfStressFold* createFold( const wfStressWorld* world, const Lines* lines )
{
	uint64_t seed = (uint64_t)world->def.number, drawn = 0;
	bool isFlat = wfRandomUnit( seed, FOLD_STREAM, drawn++ ) < 0.5;
	wfStressFold* fold = wfNewArray( 1, sizeof( wfStressFold ) );
	fold->count = (int32_t)lines->count;
	fold->x = wfNewArray( 3 * (size_t)fold->count, sizeof( double ) );
	fold->along = fold->x + fold->count;
	fold->heights = fold->along + fold->count;
	fold->x[0] = fold->along[0] = lines->at[0];
	double rise = 0.0, piece = FOLD_LENGTH;
	for ( int32_t i = 1; i < fold->count; ++i )
	{
		if ( piece >= FOLD_LENGTH )
		{
			rise = isFlat ? 0.0 : STEEPEST * ( 2.0 * wfRandomUnit( seed, FOLD_STREAM, drawn++ ) - 1.0 );
			piece = 0.0;
		}
		double length = lines->at[i] - lines->at[i - 1];
		piece += length;
		fold->x[i] = lines->at[i];
		fold->along[i] = fold->along[i - 1] + length * sqrt( 1.0 - rise * rise );
		fold->heights[i] = fold->heights[i - 1] + length * rise;
	}
	return fold;
}

void wfDestroyStressFold( wfStressFold* fold )
{
	if ( fold != NULL )
	{
		free( fold->x );
		free( fold );
	}
}

wfVec2 wfStressFold_Bend( const wfStressFold* fold, wfVec2 point, double* height )
{
	int32_t low = 0, high = fold->count - 1;
	while ( high - low > 1 )
	{
		int32_t middle = ( low + high ) / 2;
		low = fold->x[middle] <= point.x ? middle : low;
		high = fold->x[middle] <= point.x ? high : middle;
	}
	double share = ( point.x - fold->x[low] ) / ( fold->x[high] - fold->x[low] );
	*height = fold->heights[low] + share * ( fold->heights[high] - fold->heights[low] );
	return ( wfVec2 ){ fold->along[low] + share * ( fold->along[high] - fold->along[low] ), point.y };
}

// ------------------------------------------------------------------------------------------------------------------- mesh

static bool isInOne( const wfBox2* boxes, int64_t count, wfVec2 point )
{
	for ( int64_t i = 0; i < count; ++i )
	{
		if ( wfBoxHasPoint( boxes[i], point ) )
		{
			return true;
		}
	}
	return false;
}

static void addSquare( Sheet* sheet, int64_t column, int64_t row )
{
	int32_t width = (int32_t)sheet->x.count, a = (int32_t)( row * width + column );
	const int32_t corners[4] = { a, a + 1, a + width + 1, a + width };
	// Diagonals in turn: all of them one way would make one direction longer than the other.
	int32_t first = ( column + row ) % 2 == 0 ? 0 : 1;
	int32_t* triangles = sheet->triangles + 3 * sheet->triangleCount;
	for ( int32_t k = 0; k < 2; ++k )
	{
		triangles[3 * k] = corners[( first + 2 * k ) % 4];
		triangles[3 * k + 1] = corners[( first + 2 * k + 1 ) % 4];
		triangles[3 * k + 2] = corners[( first + 2 * k + 2 ) % 4];
	}
	sheet->triangleCount += 2;
}

static void fillSheet( Sheet* sheet )
{
	const wfStressWorld* world = sheet->world;
	for ( int64_t j = 0; j < sheet->y.count; ++j )
	{
		for ( int64_t i = 0; i < sheet->x.count; ++i )
		{
			wfVec2 corner = { sheet->fold->along[i], sheet->y.at[j] }, turned = wfStressWorld_Turn( world, corner );
			sheet->vertices[j * sheet->x.count + i] = ( wfVec3 ){ turned.x, turned.y, sheet->fold->heights[i] };
			if ( i + 1 < sheet->x.count && j + 1 < sheet->y.count )
			{
				wfVec2 middle = { 0.5 * ( sheet->x.at[i] + sheet->x.at[i + 1] ), 0.5 * ( sheet->y.at[j] + sheet->y.at[j + 1] ) };
				if ( isInOne( world->floors, world->floorCount, middle ) && !isInOne( world->walls, world->wallCount, middle ) )
				{
					addSquare( sheet, i, j );
				}
			}
		}
	}
}

// For the vertices of a zone.
static void keepPlaces( const Sheet* sheet, wfStressCrowd* crowd )
{
	crowd->vertexCount = (int32_t)( sheet->x.count * sheet->y.count );
	crowd->vertexPlaces = wfNewArray( (size_t)crowd->vertexCount, sizeof( wfVec2 ) );
	for ( int32_t k = 0; k < crowd->vertexCount; ++k )
	{
		crowd->vertexPlaces[k] = ( wfVec2 ){ sheet->x.at[k % sheet->x.count], sheet->y.at[k / sheet->x.count] };
	}
}

wfResult wfCreateStressFloor( const wfStressWorld* world, wfStressCrowd* crowd, wfError* error )
{
	Sheet sheet = { .world = world };
	addBoxes( &sheet, world->floors, world->floorCount );
	addBoxes( &sheet, world->walls, world->wallCount );
	if ( sheet.x.at == NULL || sheet.y.at == NULL )
	{
		return wf_noFreeCell;
	}
	fillLines( &sheet.x );
	fillLines( &sheet.y );
	crowd->fold = createFold( world, &sheet.x );
	sheet.fold = crowd->fold;
	size_t vertices = (size_t)sheet.x.count * (size_t)sheet.y.count;
	sheet.vertices = wfNewArray( vertices, sizeof( wfVec3 ) );
	sheet.triangles = wfNewArray( 6 * vertices, sizeof( int32_t ) );
	fillSheet( &sheet );
	keepPlaces( &sheet, crowd );
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = sheet.vertices;
	def.vertexCount = (int32_t)vertices;
	def.triangles = sheet.triangles;
	def.triangleCount = sheet.triangleCount;
	wfResult result = wfCreateMesh( &def, &crowd->mesh, error );
	free( sheet.vertices );
	free( sheet.triangles );
	free( sheet.x.at );
	free( sheet.y.at );
	return result;
}

int32_t* wfFindStressVertices( const wfStressWorld* world, const wfStressCrowd* crowd, int32_t zone, int32_t* count )
{
	int32_t* vertices = wfNewArray( (size_t)crowd->vertexCount, sizeof( int32_t ) );
	*count = 0;
	for ( int32_t k = 0; k < crowd->vertexCount; ++k )
	{
		int32_t vertex = wfMesh_FindVertex( crowd->mesh, k );
		if ( vertex >= 0 && wfBoxHasPoint( world->zones[zone], crowd->vertexPlaces[k] ) )
		{
			vertices[( *count )++] = vertex;
		}
	}
	return vertices;
}

wfResult wfAddStressMeshGoals( const wfStressWorld* world, wfStressCrowd* crowd, wfError* error )
{
	wfResult result = wf_ok;
	for ( int32_t zone = 0; zone < world->zoneCount && result == wf_ok; ++zone )
	{
		wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
		goal.kind = wf_verticesGoal;
		int32_t* vertices = wfFindStressVertices( world, crowd, zone, &goal.vertexCount );
		goal.vertices = vertices;
		result = wfCrowd_AddGoal( crowd->crowd, &goal, 0.0, &crowd->goals[zone], error );
		free( vertices );
	}
	return result;
}
