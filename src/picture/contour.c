// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Contours of the raster by marching squares, followed from square to square so that each is one line; outlines of walls.

#include "base/base.h"
#include "picture/layer.h"

#include <math.h>
#include <string.h>

void wfFreeLines( wfLines* lines )
{
	wfArray_Free( &lines->points );
	wfArray_Free( &lines->sizes );
	wfClearLines( lines );
}

void wfClearLines( wfLines* lines )
{
	lines->points.count = 0;
	lines->sizes.count = 0;
	lines->ended = 0;
	lines->result = wf_ok;
}

void wfAddLinePoint( wfLines* lines, wfVec2 point )
{
	lines->result = lines->result == wf_ok ? wfArray_Push( &lines->points, point ) : lines->result;
}

static double distanceToSegment( wfVec2 point, wfVec2 a, wfVec2 b )
{
	wfVec2 d = wfSub2( b, a );
	double length = wfDot2( d, d ), t = length > 0.0 ? wfDot2( wfSub2( point, a ), d ) / length : 0.0;
	return wfDistance2( point, wfAddScaled2( a, t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t, d ) );
}

// Greedy: from each kept point on as far as every point skipped stays within the tolerance of the shortcut. A window bounds the
// work.
int32_t wfSimplifyLine( wfVec2* points, int32_t count, double tolerance )
{
	if ( count < 3 )
	{
		return count;
	}
	int32_t kept = 1, at = 0;
	while ( at < count - 1 )
	{
		wfVec2 from = points[at];
		int32_t reach = at + 1;
		for ( int32_t to = at + 2; to < count && to < at + 64; ++to )
		{
			bool fits = true;
			for ( int32_t i = at + 1; i < to && fits; ++i )
			{
				fits = distanceToSegment( points[i], from, points[to] ) <= tolerance;
			}
			if ( !fits )
			{
				break;
			}
			reach = to;
		}
		at = reach;
		// `kept` never overtakes `at`, so nothing that is still needed is overwritten.
		points[kept++] = points[at];
	}
	return kept;
}

static double lineLength( const wfVec2* points, int32_t count )
{
	double length = 0.0;
	for ( int32_t i = 1; i < count; ++i )
	{
		length += hypot( points[i].x - points[i - 1].x, points[i].y - points[i - 1].y );
	}
	return length;
}

bool wfEndLine( wfLines* lines, double tolerance, double shortest )
{
	int32_t count = lines->points.count - lines->ended;
	if ( count < 2 || lineLength( lines->points.data + lines->ended, count ) < shortest || lines->result != wf_ok )
	{
		lines->points.count = lines->ended;
		return false;
	}
	int32_t kept = wfSimplifyLine( lines->points.data + lines->ended, count, tolerance );
	lines->result = wfArray_Push( &lines->sizes, kept );
	lines->points.count = lines->ended + kept;
	lines->ended = lines->points.count;
	return lines->result == wf_ok;
}

void wfCanvas_AddLines( wfCanvas* canvas, const wfLines* lines, wfVec2 origin, wfVec2 scale, bool closed )
{
	const wfVec2* points = lines->points.data;
	for ( int32_t line = 0; line < lines->sizes.count; ++line )
	{
		for ( int32_t i = 0; i < lines->sizes.data[line]; ++i, ++points )
		{
			wfCanvas_AddPoint( canvas, i == 0, ( wfVec2 ){ origin.x + scale.x * points->x, origin.y + scale.y * points->y } );
		}
		if ( closed )
		{
			wfCanvas_Close( canvas );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------- contours

// An edge between two neighbouring pixels: 2 * pixel for the one to the right, 2 * pixel + 1 for the one below. A square is named
// by its upper left pixel and has the edges top, right, bottom, left.
typedef struct wfTracer
{
	const wfRaster* raster;
	float level;
	uint32_t* visited; // per edge, one bit for each level
	uint32_t bit;	   // of the level
	int32_t width, height;
} wfTracer;

static wfVec2 crossing( const wfTracer* tracer, int64_t edge )
{
	int64_t pixel = edge / 2, other = pixel + ( edge % 2 == 0 ? 1 : tracer->width );
	double a = (double)tracer->raster->level[pixel], b = (double)tracer->raster->level[other];
	double t = ( (double)tracer->level - a ) / ( b - a ), x = (double)( pixel % tracer->width ),
		   y = (double)( pixel / tracer->width );
	return edge % 2 == 0 ? ( wfVec2 ){ x + 0.5 + t, y + 0.5 } : ( wfVec2 ){ x + 0.5, y + 0.5 + t };
}

// Where a contour that enters a square by an edge leaves it, -1 at the boundary of what has levels.
static int64_t leaveSquare( const wfTracer* tracer, int32_t x, int32_t y, int64_t enter )
{
	if ( x < 0 || y < 0 || x + 1 >= tracer->width || y + 1 >= tracer->height )
	{
		return -1;
	}
	int64_t pixel = (int64_t)y * tracer->width + x;
	const float* level = tracer->raster->level;
	float corner[4] = { level[pixel], level[pixel + 1], level[pixel + tracer->width + 1], level[pixel + tracer->width] };
	int64_t edges[4] = { 2 * pixel, 2 * ( pixel + 1 ) + 1, 2 * ( pixel + tracer->width ), 2 * pixel + 1 };
	int32_t from = 0, crossings = 0, other = -1;
	for ( int32_t k = 0; k < 4; ++k )
	{
		if ( corner[k] < 0.0f )
		{
			return -1;
		}
		bool crossed = ( corner[k] >= tracer->level ) != ( corner[( k + 1 ) & 3] >= tracer->level );
		from = edges[k] == enter ? k : from;
		crossings += crossed ? 1 : 0;
		other = crossed && edges[k] != enter ? k : other;
	}
	if ( crossings == 4 )
	{
		// A saddle: the mean says which two corners hang together. The corner between edges k and k + 1 is k + 1.
		bool high = 0.25f * ( corner[0] + corner[1] + corner[2] + corner[3] ) >= tracer->level;
		bool cutNext = ( corner[( from + 1 ) & 3] >= tracer->level ) != high;
		other = cutNext ? ( from + 1 ) & 3 : ( from + 3 ) & 3;
	}
	return other >= 0 ? edges[other] : -1;
}

// Follow from an edge into the square on one side of it, to the boundary or back to where it started: then it is closed.
static bool follow( const wfTracer* tracer, int64_t start, bool forward, wfLines* lines )
{
	int64_t edge = start, pixel = edge / 2;
	int32_t x = (int32_t)( pixel % tracer->width ), y = (int32_t)( pixel / tracer->width );
	x -= edge % 2 != 0 && !forward ? 1 : 0;
	y -= edge % 2 == 0 && !forward ? 1 : 0;
	for ( int64_t next; ( next = leaveSquare( tracer, x, y, edge ) ) >= 0; edge = next )
	{
		wfAddLinePoint( lines, crossing( tracer, next ) );
		if ( next == start )
		{
			return true;
		}
		tracer->visited[next] |= tracer->bit;
		int32_t nextX = (int32_t)( next / 2 % tracer->width ), nextY = (int32_t)( next / 2 / tracer->width );
		// Of the two squares at an edge, go on into the one we do not come from.
		if ( next % 2 == 0 )
		{
			y = nextY == y ? y - 1 : nextY;
		}
		else
		{
			x = nextX == x ? x - 1 : nextX;
		}
	}
	return false;
}

static void reversePoints( wfVec2* points, int32_t count )
{
	for ( int32_t i = 0; i < count / 2; ++i )
	{
		wfVec2 swap = points[i];
		points[i] = points[count - 1 - i];
		points[count - 1 - i] = swap;
	}
}

static void traceFrom( const wfTracer* tracer, int64_t edge, double shortest, wfLines* lines )
{
	tracer->visited[edge] |= tracer->bit;
	bool closed = follow( tracer, edge, false, lines );
	if ( lines->points.count > lines->ended )
	{
		reversePoints( lines->points.data + lines->ended, lines->points.count - lines->ended );
	}
	wfAddLinePoint( lines, crossing( tracer, edge ) );
	if ( !closed )
	{
		follow( tracer, edge, true, lines );
	}
	wfEndLine( lines, 0.25, shortest );
}

// All contours that cross an edge and were not followed yet.
static void traceEdge( wfTracer* tracer, const wfContourDef* def, int64_t edge, float a, float b, wfLines* lines )
{
	if ( a < 0.0f || b < 0.0f )
	{
		return;
	}
	float scale = (float)def->count;
	int32_t from = (int32_t)( scale * ( a < b ? a : b ) ), to = (int32_t)( scale * ( a < b ? b : a ) );
	for ( int32_t k = from < def->first ? def->first : from; k <= to && k <= def->last; ++k )
	{
		tracer->level = (float)k / scale;
		tracer->bit = 1u << ( k % WF_MAX_CONTOURS );
		if ( ( tracer->visited[edge] & tracer->bit ) == 0 && ( a >= tracer->level ) != ( b >= tracer->level ) )
		{
			traceFrom( tracer, edge, def->shortest, lines );
		}
	}
}

void wfTraceContours( const wfRaster* raster, const wfContourDef* def, uint32_t* visited, wfLines* lines )
{
	wfTracer tracer = { .raster = raster, .visited = visited, .width = raster->image.width, .height = raster->image.height };
	memset( visited, 0, 2 * (size_t)tracer.width * (size_t)tracer.height * sizeof( uint32_t ) );
	for ( int32_t y = 0; y < tracer.height && lines->result == wf_ok; ++y )
	{
		const float* row = raster->level + (int64_t)y * tracer.width;
		for ( int32_t x = 0; x < tracer.width; ++x )
		{
			int64_t pixel = (int64_t)y * tracer.width + x;
			if ( x + 1 < tracer.width )
			{
				traceEdge( &tracer, def, 2 * pixel, row[x], row[x + 1], lines );
			}
			if ( y + 1 < tracer.height )
			{
				traceEdge( &tracer, def, 2 * pixel + 1, row[x], row[x + tracer.width], lines );
			}
		}
	}
}

// ---------------------------------------------------------------------------------------------------------------- walls

// Directions of travel along cell edges: right, up, left, down, with the wall always on the left.
static const int32_t wfStepX[4] = { 1, 0, -1, 0 };
static const int32_t wfStepY[4] = { 0, 1, 0, -1 };

typedef struct wfOutliner
{
	const wfLayer* layer;
	wfCellKind least;
	int32_t width, height;
	uint8_t* used; // per corner: bit d set when the edge leaving it in direction d is drawn
} wfOutliner;

static bool isWall( const wfOutliner* outliner, int32_t i, int32_t j )
{
	return i >= 0 && j >= 0 && i < outliner->width && j < outliner->height &&
		   outliner->layer->kind[(int64_t)j * outliner->width + i] >= outliner->least;
}

// Is there an edge from this corner in this direction: wall on the left, none on the right.
static bool hasEdge( const wfOutliner* outliner, int32_t x, int32_t y, int32_t direction )
{
	static const int32_t leftX[4] = { 0, -1, -1, 0 }, leftY[4] = { 0, 0, -1, -1 };
	int32_t right = ( direction + 3 ) & 3;
	return isWall( outliner, x + leftX[direction], y + leftY[direction] ) &&
		   !isWall( outliner, x + leftX[right], y + leftY[right] );
}

static void traceLoop( const wfOutliner* outliner, int32_t x, int32_t y, wfLines* lines )
{
	int32_t startX = x, startY = y, direction = 0, before = -1;
	do
	{
		if ( direction != before )
		{
			wfAddLinePoint( lines, ( wfVec2 ){ x, y } );
		}
		outliner->used[(int64_t)y * ( outliner->width + 1 ) + x] |= (uint8_t)( 1 << direction );
		x += wfStepX[direction];
		y += wfStepY[direction];
		before = direction;
		// Turn left first: cells that touch at a corner only stay separate loops.
		for ( int32_t turn = 1; turn >= -1; --turn )
		{
			direction = ( before + turn + 4 ) & 3;
			if ( hasEdge( outliner, x, y, direction ) )
			{
				break;
			}
		}
	}
	while ( x != startX || y != startY || direction != 0 );
	wfEndLine( lines, -1.0, 0.0 );
}

wfResult wfTraceWalls( const wfLayer* layer, bool margins, int32_t limit, wfLines* lines )
{
	wfOutliner outliner = { layer, margins ? wf_marginCell : wf_solidCell, layer->width, layer->height, NULL };
	size_t corners = (size_t)( outliner.width + 1 ) * (size_t)( outliner.height + 1 );
	outliner.used = wfAllocateZeroed( corners );
	if ( outliner.used == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t y = 0; y <= outliner.height && lines->points.count <= limit; ++y )
	{
		for ( int32_t x = 0; x <= outliner.width; ++x )
		{
			// Every loop has an edge that goes right.
			bool used = ( outliner.used[(int64_t)y * ( outliner.width + 1 ) + x] & 1 ) != 0;
			if ( !used && hasEdge( &outliner, x, y, 0 ) )
			{
				traceLoop( &outliner, x, y, lines );
			}
		}
	}
	wfRelease( outliner.used, corners );
	return lines->result == wf_ok && lines->points.count > limit ? wf_tooLarge : lines->result;
}
