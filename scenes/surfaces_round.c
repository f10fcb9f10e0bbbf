// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Spheres and surfaces that close on themselves.
#include "scenes/surfaces_draft.h"

#include <stdlib.h>

#define MAX_FREQUENCY 1400 // keeps the vertices within the limit

// ------------------------------------------------------------------------------------------------------------- icosphere

static const int8_t s_faces[20][3] = { { 0, 11, 5 }, { 0, 5, 1 },  { 0, 1, 7 },	  { 0, 7, 10 }, { 0, 10, 11 },
									   { 1, 5, 9 },	 { 5, 11, 4 }, { 11, 10, 2 }, { 10, 7, 6 }, { 7, 1, 8 },
									   { 3, 9, 4 },	 { 3, 4, 2 },  { 3, 2, 6 },	  { 3, 6, 8 },	{ 3, 8, 9 },
									   { 4, 9, 5 },	 { 2, 4, 11 }, { 6, 2, 10 },  { 8, 6, 7 },	{ 9, 8, 1 } };

// Numbers of the vertices inside of the edges, found by the pair of corners.
typedef struct Edges
{
	int32_t first[12][12]; // vertex next to the lower corner; -1: not there yet
	int32_t frequency;
} Edges;

// The k-th vertex from corner `from` on along the edge to corner `to`.
static int32_t getEdgeVertex( const Edges* edges, int32_t from, int32_t to, int32_t k )
{
	if ( k == 0 || k == edges->frequency )
	{
		return k == 0 ? from : to;
	}
	return from < to ? edges->first[from][to] + k - 1 : edges->first[to][from] + edges->frequency - k - 1;
}

static wfVec3 mix( wfVec3 a, wfVec3 b, wfVec3 c, double u, double v, double radius )
{
	double w = 1.0 - u - v;
	wfVec3 p = { w * a.x + u * b.x + v * c.x, w * a.y + u * b.y + v * c.y, w * a.z + u * b.z + v * c.z };
	return wfDraftScale( radius / wfDraftLength( p ), p );
}

static void addEdges( wfSurfaceShape* shape, Edges* edges, double radius )
{
	const wfVec3* v = shape->vertices;
	for ( int32_t f = 0; f < 20; ++f )
	{
		for ( int32_t k = 0; k < 3; ++k )
		{
			int32_t a = s_faces[f][k], b = s_faces[f][( k + 1 ) % 3], low = a < b ? a : b, high = a < b ? b : a;
			if ( edges->first[low][high] >= 0 )
			{
				continue;
			}
			edges->first[low][high] = shape->vertexCount;
			for ( int32_t i = 1; i < edges->frequency; ++i )
			{
				wfSurfaceShape_AddVertex( shape, mix( v[low], v[high], v[high], (double)i / edges->frequency, 0.0, radius ) );
			}
		}
	}
}

// One face of the icosahedron: rows of vertices from the edge of corners 0 and 1 up to corner 2.
static void addFace( wfSurfaceShape* shape, const Edges* edges, const int8_t* face, double radius )
{
	int32_t n = edges->frequency, inside = shape->vertexCount;
	const wfVec3 a = shape->vertices[face[0]], b = shape->vertices[face[1]], c = shape->vertices[face[2]];
	for ( int32_t j = 1; j < n; ++j )
	{
		for ( int32_t i = 1; i < n - j; ++i )
		{
			wfSurfaceShape_AddVertex( shape, mix( a, b, c, (double)i / n, (double)j / n, radius ) );
		}
	}
	int32_t below = inside, above = inside; // first inner vertex of row j and of row j + 1
	for ( int32_t j = 0; j < n; ++j )
	{
		int32_t length = n - j; // of row j, in edges
		above = j == 0 ? inside : below + ( length - 1 );
		for ( int32_t i = 0; i < length; ++i )
		{
			int32_t corners[4]; // here, right, above, above right
			for ( int32_t k = 0; k < 4; ++k )
			{
				int32_t x = i + ( k & 1 ), y = j + ( k >> 1 );
				if ( x + y > n )
				{
					corners[k] = -1;
				}
				else if ( y == 0 )
				{
					corners[k] = getEdgeVertex( edges, face[0], face[1], x );
				}
				else if ( x == 0 )
				{
					corners[k] = getEdgeVertex( edges, face[0], face[2], y );
				}
				else if ( x + y == n )
				{
					corners[k] = getEdgeVertex( edges, face[1], face[2], y );
				}
				else
				{
					corners[k] = ( y == j ? below : above ) + x - 1;
				}
			}
			wfSurfaceShape_AddTriangle( shape, corners[0], corners[1], corners[2] );
			if ( corners[3] >= 0 )
			{
				wfSurfaceShape_AddTriangle( shape, corners[1], corners[3], corners[2] );
			}
		}
		below = above;
	}
}

wfResult wfMakeSphere( double radius, int32_t frequency, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( !wfIsPositive( radius ) || frequency < 1 )
	{
		return wf_outOfRange;
	}
	if ( frequency > MAX_FREQUENCY )
	{
		return wf_tooLarge;
	}
	int64_t squared = (int64_t)frequency * frequency;
	wfResult result = wfSurfaceShape_Begin( shape, 10 * squared + 2, 20 * squared );
	if ( result != wf_ok )
	{
		return result;
	}
	const double g = 0.5 * ( 1.0 + sqrt( 5.0 ) ), s = radius / sqrt( 1.0 + g * g );
	const wfVec3 corners[12] = { { -1, g, 0 },	{ 1, g, 0 },  { -1, -g, 0 }, { 1, -g, 0 }, { 0, -1, g },  { 0, 1, g },
								 { 0, -1, -g }, { 0, 1, -g }, { g, 0, -1 },	 { g, 0, 1 },  { -g, 0, -1 }, { -g, 0, 1 } };
	Edges edges = { .frequency = frequency };
	for ( int32_t i = 0; i < 12; ++i )
	{
		wfSurfaceShape_AddVertex( shape, wfDraftScale( s, corners[i] ) );
		for ( int32_t k = 0; k < 12; ++k )
		{
			edges.first[i][k] = -1;
		}
	}
	addEdges( shape, &edges, radius );
	for ( int32_t f = 0; f < 20; ++f )
	{
		addFace( shape, &edges, s_faces[f], radius );
	}
	return wf_ok;
}

wfResult wfMakePlanet( double radius, double relief, int32_t frequency, uint64_t seed, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( !( relief >= 0.0 && relief < 1.0 ) )
	{
		return wf_outOfRange;
	}
	wfResult result = wfMakeSphere( radius, frequency, shape );
	wfHills hills = wfMakeHills( 1.2 * radius, seed );
	for ( int32_t i = 0; i < shape->vertexCount; ++i )
	{
		double height = 1.0 + relief * wfHills_Evaluate( &hills, shape->vertices[i] );
		shape->vertices[i] = wfDraftScale( height, shape->vertices[i] );
	}
	return result;
}

wfResult wfMakeGlobe( double radius, int32_t rings, int32_t segments, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( !wfIsPositive( radius ) || rings < 2 || segments < 3 )
	{
		return wf_outOfRange;
	}
	int64_t vertices = (int64_t)( rings - 1 ) * segments + 2;
	wfResult result = wfSurfaceShape_Begin( shape, vertices, 2 * vertices );
	if ( result != wf_ok )
	{
		return result;
	}
	wfSurfaceShape_AddVertex( shape, ( wfVec3 ){ 0.0, 0.0, radius } );
	for ( int32_t j = 1; j < rings; ++j )
	{
		wfVec2 down = wfMakeDirection( PI * j / rings );
		for ( int32_t i = 0; i < segments; ++i )
		{
			wfVec2 around = wfMakeDirection( 2.0 * PI * i / segments );
			wfSurfaceShape_AddVertex( shape,
									  ( wfVec3 ){ radius * down.y * around.x, radius * down.y * around.y, radius * down.x } );
		}
	}
	int32_t last = wfSurfaceShape_AddVertex( shape, ( wfVec3 ){ 0.0, 0.0, -radius } );
	for ( int32_t i = 0; i < segments; ++i )
	{
		int32_t next = ( i + 1 ) % segments;
		wfSurfaceShape_AddTriangle( shape, 0, 1 + i, 1 + next );
		for ( int32_t j = 1; j + 1 < rings; ++j )
		{
			int32_t upper = 1 + ( j - 1 ) * segments, lower = upper + segments;
			wfSurfaceShape_AddQuad( shape, upper + i, lower + i, lower + next, upper + next );
		}
		wfSurfaceShape_AddTriangle( shape, last, last - segments + next, last - segments + i );
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------ rolled up sheets

// A sheet of columns by rows of quads whose last column is joined to the first, upside down where `turned`. With `closedRows` the
// rows are joined too.
typedef struct Sheet
{
	int32_t columns, rows;
	bool turned, closedRows;
	double radius, width;												// for the maker
	wfVec3 ( *place )( const struct Sheet* sheet, double u, double v ); // u, v in [0, 1]
} Sheet;

static int32_t getSheetVertex( const Sheet* sheet, int32_t i, int32_t j )
{
	int32_t across = sheet->closedRows ? sheet->rows : sheet->rows + 1;
	if ( i == sheet->columns )
	{
		i = 0;
		j = sheet->turned ? sheet->rows - j : j;
	}
	return i * across + ( sheet->closedRows ? j % sheet->rows : j );
}

static wfResult makeSheet( const Sheet* sheet, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( sheet->columns < 3 || sheet->rows < ( sheet->closedRows ? 3 : 1 ) || !wfIsPositive( sheet->radius ) ||
		 !wfIsPositive( sheet->width ) )
	{
		return wf_outOfRange;
	}
	int32_t across = sheet->closedRows ? sheet->rows : sheet->rows + 1;
	int64_t quads = (int64_t)sheet->columns * sheet->rows;
	wfResult result = wfSurfaceShape_Begin( shape, (int64_t)sheet->columns * across, 2 * quads );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t i = 0; i < sheet->columns; ++i )
	{
		for ( int32_t j = 0; j < across; ++j )
		{
			wfSurfaceShape_AddVertex( shape, sheet->place( sheet, (double)i / sheet->columns, (double)j / sheet->rows ) );
		}
	}
	for ( int32_t i = 0; i < sheet->columns; ++i )
	{
		for ( int32_t j = 0; j < sheet->rows; ++j )
		{
			wfSurfaceShape_AddQuad( shape, getSheetVertex( sheet, i, j ), getSheetVertex( sheet, i + 1, j ),
									getSheetVertex( sheet, i + 1, j + 1 ), getSheetVertex( sheet, i, j + 1 ) );
		}
	}
	return wf_ok;
}

static wfVec3 placeTorus( const Sheet* sheet, double u, double v )
{
	wfVec2 around = wfMakeDirection( 2.0 * PI * u ), tube = wfMakeDirection( 2.0 * PI * v );
	double out = sheet->radius + sheet->width * tube.x;
	return ( wfVec3 ){ out * around.x, out * around.y, sheet->width * tube.y };
}

wfResult wfMakeTorus( double radius, double tube, int32_t columns, int32_t rows, wfSurfaceShape* shape )
{
	const Sheet sheet = {
		.columns = columns, .rows = rows, .closedRows = true, .radius = radius, .width = tube, .place = placeTorus };
	if ( !( tube < radius ) )
	{
		*shape = ( wfSurfaceShape ){ 0 };
		return wf_outOfRange;
	}
	return makeSheet( &sheet, shape );
}

static wfVec3 placeMoebius( const Sheet* sheet, double u, double v )
{
	wfVec2 around = wfMakeDirection( 2.0 * PI * u ), half = wfMakeDirection( PI * u );
	double side = sheet->width * ( v - 0.5 ), out = sheet->radius + side * half.x;
	return ( wfVec3 ){ out * around.x, out * around.y, side * half.y };
}

wfResult wfMakeMoebius( double radius, double width, int32_t columns, int32_t rows, wfSurfaceShape* shape )
{
	const Sheet sheet = {
		.columns = columns, .rows = rows, .turned = true, .radius = radius, .width = width, .place = placeMoebius };
	if ( !( width < 2.0 * radius ) )
	{
		*shape = ( wfSurfaceShape ){ 0 };
		return wf_outOfRange;
	}
	return makeSheet( &sheet, shape );
}

// An eight that is turned by half a turn on its way around: its sine and its sine of twice the angle change signs, which is the
// same as to run through the eight backwards.
static wfVec3 placeKlein( const Sheet* sheet, double u, double v )
{
	wfVec2 around = wfMakeDirection( 2.0 * PI * u ), half = wfMakeDirection( PI * u );
	wfVec2 once = wfMakeDirection( 2.0 * PI * v ), twice = wfMakeDirection( 4.0 * PI * v );
	double out = sheet->radius + sheet->width * ( half.x * once.y - half.y * twice.y );
	return ( wfVec3 ){ out * around.x, out * around.y, sheet->width * ( half.y * once.y + half.x * twice.y ) };
}

wfResult wfMakeKlein( double radius, int32_t columns, int32_t rows, wfSurfaceShape* shape )
{
	const Sheet sheet = { .columns = columns,
						  .rows = rows,
						  .turned = true,
						  .closedRows = true,
						  .radius = radius,
						  .width = 0.45 * radius,
						  .place = placeKlein };
	// Rows where the eight crosses itself lie in the same place: an odd number keeps vertices apart.
	Sheet odd = sheet;
	odd.rows += rows % 2 == 0;
	return makeSheet( &odd, shape );
}
