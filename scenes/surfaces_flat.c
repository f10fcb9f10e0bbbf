// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Sheets: planes, hills, needles, the body of a car.
#include "scenes/surfaces_draft.h"

#include <stdlib.h>

#define NOISE_STREAM 13u // of random numbers
#define HALF_ROOT_3 0.86602540378443865

// ---------------------------------------------------------------------------------------------------------------- plane

// Vertices of a row: even rows have columns + 1 of them; odd rows are moved by half an edge and have the two limits besides.
static int32_t countInRow( int32_t columns, int32_t row )
{
	return columns + 1 + row % 2;
}

static double getColumnX( int32_t columns, int32_t row, int32_t i, double edge )
{
	if ( row % 2 == 0 )
	{
		return i * edge;
	}
	return i == 0 ? 0.0 : i > columns ? columns * edge : ( i - 0.5 ) * edge;
}

// The triangles between a row and the next; of one is the first vertex `low`, of the other `high`. One of them is even.
static void addRow( wfSurfaceShape* shape, int32_t columns, int32_t row, int32_t low, int32_t high )
{
	bool lowEven = row % 2 == 0;
	int32_t even = lowEven ? low : high, odd = lowEven ? high : low;
	for ( int32_t i = 0; i <= columns; ++i )
	{
		// One triangle hangs below or stands above each edge of the odd row, one on each edge of the even row.
		int32_t a = odd + i, b = odd + i + 1, c = even + i;
		wfSurfaceShape_AddTriangle( shape, lowEven ? c : a, b, lowEven ? a : c );
		if ( i < columns )
		{
			int32_t d = even + i + 1;
			wfSurfaceShape_AddTriangle( shape, lowEven ? c : b, d, lowEven ? b : c );
		}
	}
}

static wfVec3 getNoise( const wfPlaneDef* def, double edge, int32_t vertex )
{
	double reach = def->noise * edge * sqrt( wfRandomUnit( def->seed, NOISE_STREAM, 2 * (uint64_t)vertex ) );
	wfVec2 direction = wfMakeDirection( 2.0 * PI * wfRandomUnit( def->seed, NOISE_STREAM, 2 * (uint64_t)vertex + 1 ) );
	return ( wfVec3 ){ reach * direction.x, reach * direction.y, 0.0 };
}

wfResult wfMakePlane( const wfPlaneDef* def, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( !wfIsPositive( def->width ) || !wfIsPositive( def->height ) || !wfIsPositive( def->edge ) ||
		 !( def->noise >= 0.0 && def->noise < 0.5 ) )
	{
		return wf_outOfRange;
	}
	double across = fmax( floor( def->width / def->edge + 0.5 ), 1.0 );
	double up = fmax( floor( def->height / ( HALF_ROOT_3 * def->edge ) + 0.5 ), 1.0 );
	if ( ( across + 2.0 ) * ( up + 1.0 ) > WF_MAX_SURFACE_VERTICES )
	{
		return wf_tooLarge;
	}
	int32_t columns = (int32_t)across, rows = (int32_t)up;
	wfResult result = wfSurfaceShape_Begin( shape, (int64_t)( columns + 2 ) * ( rows + 1 ), ( 2 * (int64_t)columns + 1 ) * rows );
	if ( result != wf_ok )
	{
		return result;
	}
	double edge = def->width / columns, shortest = fmin( edge, def->height / ( HALF_ROOT_3 * rows ) );
	for ( int32_t j = 0; j <= rows; ++j )
	{
		int32_t count = countInRow( columns, j );
		for ( int32_t i = 0; i < count; ++i )
		{
			wfVec3 v = { i + 1 == count ? def->width : getColumnX( columns, j, i, edge ), def->height * j / rows, 0.0 };
			bool inside = i > 0 && i + 1 < count && j > 0 && j < rows;
			wfSurfaceShape_AddVertex( shape, inside ? wfDraftSum( v, getNoise( def, shortest, shape->vertexCount ) ) : v );
		}
	}
	int32_t first = 0;
	for ( int32_t j = 0; j < rows; ++j )
	{
		int32_t next = first + countInRow( columns, j );
		addRow( shape, columns, j, first, next );
		first = next;
	}
	return wf_ok;
}

wfResult wfMakeTerrain( const wfPlaneDef* def, double relief, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( !( relief >= 0.0 && relief < 1e12 ) )
	{
		return wf_outOfRange;
	}
	wfResult result = wfMakePlane( def, shape );
	wfHills hills = wfMakeHills( 0.6 * fmax( def->width, def->height ), def->seed );
	for ( int32_t i = 0; i < shape->vertexCount; ++i )
	{
		shape->vertices[i].z = relief * wfHills_Evaluate( &hills, shape->vertices[i] );
	}
	return result;
}

// -------------------------------------------------------------------------------------------------------------- needles

// Four strips above each other, each with its own number of vertices along its sides: triangles between a dense and a sparse side
// are needles that fan out.
wfResult wfMakeNeedles( double width, double height, int32_t columns, double sharpness, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( !wfIsPositive( width ) || !wfIsPositive( height ) || columns < 2 || !( sharpness >= 1.0 && sharpness <= 1e9 ) )
	{
		return wf_outOfRange;
	}
	// Sparse rows lie between dense ones; a needle is as long as its strip is high.
	int32_t dense = columns, sparse = (int32_t)fmax( 2.0, floor( columns / sharpness ) );
	const int32_t counts[5] = { sparse, dense, sparse, dense, sparse };
	const double heights[5] = { 0.0, 0.3, 0.5, 0.55, 1.0 };
	int32_t firsts[5];
	int64_t vertices = 5 + 2 * (int64_t)dense + 3 * (int64_t)sparse;
	wfResult result = wfSurfaceShape_Begin( shape, vertices, 4 * ( (int64_t)dense + sparse ) );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t j = 0; j < 5; ++j )
	{
		firsts[j] = shape->vertexCount;
		for ( int32_t i = 0; i <= counts[j]; ++i )
		{
			wfSurfaceShape_AddVertex( shape, ( wfVec3 ){ width * i / counts[j], height * heights[j], 0.0 } );
		}
	}
	for ( int32_t j = 0; j < 4; ++j )
	{
		int32_t a = 0, b = 0; // done so far of the lower and the upper side
		while ( a < counts[j] || b < counts[j + 1] )
		{
			// The side that lags behind goes on: ( a + 1 ) / countA <= ( b + 1 ) / countB.
			bool lower =
				b == counts[j + 1] || ( a < counts[j] && ( a + 1 ) * (int64_t)counts[j + 1] <= ( b + 1 ) * (int64_t)counts[j] );
			int32_t low = firsts[j] + a, high = firsts[j + 1] + b;
			wfSurfaceShape_AddTriangle( shape, low, lower ? low + 1 : high + 1, high );
			a += lower;
			b += !lower;
		}
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------------ car

// The outline of the roof from front to back, in lengths and heights of a car.
static const double s_profile[][2] = { { -1.0, 0.42 }, { -0.92, 0.52 }, { -0.42, 0.62 }, { -0.14, 0.98 }, { 0.1, 1.0 },
									   { 0.44, 0.96 }, { 0.72, 0.7 },	{ 0.94, 0.66 },	 { 1.0, 0.55 } };

// Through the points, with slopes that keep every rise monotone: no overshoot over the bonnet.
static double getRoof( double x )
{
	const int last = (int)( sizeof( s_profile ) / sizeof( s_profile[0] ) ) - 1;
	int k = 0;
	while ( k + 1 < last && x > s_profile[k + 1][0] )
	{
		k += 1;
	}
	double slope[4] = { 0.0 }; // of the pieces k - 1, k, k + 1
	for ( int i = -1; i <= 1; ++i )
	{
		int p = k + i;
		slope[i + 1] =
			p < 0 || p >= last ? 0.0 : ( s_profile[p + 1][1] - s_profile[p][1] ) / ( s_profile[p + 1][0] - s_profile[p][0] );
	}
	double left = slope[0] * slope[1] > 0.0 ? 2.0 * slope[0] * slope[1] / ( slope[0] + slope[1] ) : 0.0;
	double right = slope[1] * slope[2] > 0.0 ? 2.0 * slope[1] * slope[2] / ( slope[1] + slope[2] ) : 0.0;
	double width = s_profile[k + 1][0] - s_profile[k][0], t = ( x - s_profile[k][0] ) / width, s = 1.0 - t;
	return s * s * ( 1.0 + 2.0 * t ) * s_profile[k][1] + t * t * ( 1.0 + 2.0 * s ) * s_profile[k + 1][1] +
		   width * t * s * ( s * left - t * right );
}

// Height of the lower rim: arches over the wheels.
static double getRim( double x )
{
	double height = 0.14;
	for ( int k = 0; k < 2; ++k )
	{
		double t = ( x - ( k == 0 ? -0.62 : 0.62 ) ) / 0.19;
		height = fmax( height, 0.14 + 0.27 * ( 1.0 - t * t ) );
	}
	return height;
}

// A cover laid over the car from above: (u, v) in the square of side 2; its rim is the lower rim of the body.
static wfVec3 placeCar( double u, double v )
{
	const double top = 0.72; // share of the square that is not side wall
	double outer = fmax( fabs( u ), fabs( v ) ), shrink = outer > top ? 1.0 : outer / top;
	double x = outer > 0.0 ? u / outer * shrink : 0.0, y = outer > 0.0 ? v / outer * shrink : 0.0;
	// Round in plan: the corners of the square are drawn in.
	double plan = 1.0 / sqrt( sqrt( 1.0 + 0.5 * x * x * x * x * y * y * y * y ) );
	double px = x * plan, py = y * plan * ( 1.0 - 0.06 * x * x );
	double roof = getRoof( px ), narrow = fmax( 0.0, roof - 0.66 ) / 0.34; // cabin: narrower than the body
	double upper = roof * ( 1.0 - 0.12 * y * y * y * y ) - 0.3 * fmax( 0.0, roof - 0.66 ) * y * y * y * y;
	double wall = outer > top ? ( outer - top ) / ( 1.0 - top ) : 0.0;
	// Along the walls: out a little below the cabin, then down to the rim.
	double z = upper + ( getRim( px ) - upper ) * wall;
	double bulge = 1.0 - 0.22 * narrow * ( 1.0 - wall );
	return ( wfVec3 ){ px, 0.41 * py * bulge, 0.62 * z };
}

// The floor below it, level but for the arches: from the middle straight out to the rim.
static wfVec3 placeFloor( double u, double v )
{
	double outer = fmax( fabs( u ), fabs( v ) ), low = 0.62 * 0.14;
	wfVec3 rim = outer > 0.0 ? placeCar( u / outer, v / outer ) : ( wfVec3 ){ 0.0, 0.0, low };
	return ( wfVec3 ){ outer * rim.x, outer * rim.y, low + ( rim.z - low ) * outer * outer * outer * outer };
}

// Vertices of the floor after those of the cover, whose rim it shares.
static int32_t getFloorVertex( int32_t i, int32_t j, int32_t rows )
{
	int32_t columns = 2 * rows;
	bool isRim = i == 0 || j == 0 || i == columns || j == rows;
	return isRim ? i * ( rows + 1 ) + j : ( columns + 1 ) * ( rows + 1 ) + ( i - 1 ) * ( rows - 1 ) + j - 1;
}

static void addFloor( double length, int32_t rows, wfSurfaceShape* shape )
{
	int32_t columns = 2 * rows;
	for ( int32_t i = 1; i < columns; ++i )
	{
		for ( int32_t j = 1; j < rows; ++j )
		{
			wfVec3 place = placeFloor( 2.0 * i / (double)columns - 1.0, 2.0 * j / (double)rows - 1.0 );
			wfSurfaceShape_AddVertex( shape, wfDraftScale( 0.5 * length, place ) );
		}
	}
	for ( int32_t i = 0; i < columns; ++i )
	{
		for ( int32_t j = 0; j < rows; ++j )
		{
			wfSurfaceShape_AddQuad( shape, getFloorVertex( i, j, rows ), getFloorVertex( i, j + 1, rows ),
									getFloorVertex( i + 1, j + 1, rows ), getFloorVertex( i + 1, j, rows ) );
		}
	}
}

static wfResult makeCar( double length, int32_t rows, bool closed, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( !wfIsPositive( length ) || rows < 4 )
	{
		return wf_outOfRange;
	}
	int64_t columns = 2 * (int64_t)rows, floors = closed ? ( columns - 1 ) * ( rows - 1 ) : 0;
	wfResult result = wfSurfaceShape_Begin( shape, ( columns + 1 ) * ( rows + 1 ) + floors, ( closed ? 4 : 2 ) * columns * rows );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t i = 0; i <= columns; ++i )
	{
		for ( int32_t j = 0; j <= rows; ++j )
		{
			wfVec3 place = placeCar( 2.0 * i / (double)columns - 1.0, 2.0 * j / (double)rows - 1.0 );
			wfSurfaceShape_AddVertex( shape, wfDraftScale( 0.5 * length, place ) );
		}
	}
	for ( int32_t i = 0; i < columns; ++i )
	{
		for ( int32_t j = 0; j < rows; ++j )
		{
			int32_t a = i * ( rows + 1 ) + j, b = a + rows + 1;
			wfSurfaceShape_AddQuad( shape, a, b, b + 1, a + 1 );
		}
	}
	if ( closed )
	{
		addFloor( length, rows, shape );
	}
	return wf_ok;
}

wfResult wfMakeCar( double length, int32_t rows, wfSurfaceShape* shape )
{
	return makeCar( length, rows, false, shape );
}

wfResult wfMakeClosedCar( double length, int32_t rows, wfSurfaceShape* shape )
{
	return makeCar( length, rows, true, shape );
}
