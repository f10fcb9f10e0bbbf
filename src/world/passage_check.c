// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// One closed passage: which cell size opens it, and where it is narrowest.
#include "base/arrays.h"
#include "base/sets.h"
#include "world/passages.h"

#include <stdlib.h>
#include <string.h>

// Fine cells that are looked at for one passage, at most.
#define WF_LARGEST_WINDOW 1.0e8

// How far around a passage is looked for room, in cells.
#define WF_RANGE_STEP 4
#define WF_RANGE_GROWTH 12

// Distances are measured to what is no further than so many cells more than the radius.
#define WF_NEAR_CELLS 3.0

// Fine cells of a range, with a border of one more around.
typedef struct Window
{
	wfGrid fine;
	wfGridRaster raster;
	int32_t division;
	int32_t i0, j0, width, height; // of the fine cells, border included
	size_t count;
	float* clearance;
	uint8_t* tooNear;
	uint8_t* blocked;
	int32_t* component;
} Window;

wfResult wfFineRasterCreate( wfGridRaster* raster, wfGrid* fine, const wfGrid* grid, const wfGeometry* geometry,
							 int32_t division )
{
	*fine = ( wfGrid ){ 0 };
	fine->cellSize = grid->cellSize / division;
	fine->origin = grid->origin;
	fine->radius = grid->radius;
	fine->kind = grid->kind;
	// Only needed to know what is outside; what lies beyond the world's bounds is blocked anyway.
	fine->width = (int32_t)wfMin( (double)grid->width * division, INT32_MAX - 1 );
	fine->height = (int32_t)wfMin( (double)grid->height * division, INT32_MAX - 1 );
	return wfRasterCreate( raster, geometry, fine );
}

static wfArrays listWindow( Window* window )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( window->clearance, window->count ), WF_ONE_ARRAY( window->tooNear, window->count ),
						   WF_ONE_ARRAY( window->blocked, window->count ), WF_ONE_ARRAY( window->component, window->count ) } };
}

static void windowDestroy( Window* window )
{
	wfRasterDestroy( &window->raster );
	wfArrays arrays = listWindow( window );
	wfArrays_Free( &arrays );
}

// Clearances of less than `far` are measured.
static wfResult windowCreate( Window* window, const wfGrid* grid, const wfGeometry* geometry, wfCellBlock range, int32_t division,
							  double far )
{
	*window = ( Window ){ 0 };
	window->division = division;
	window->i0 = range.i0 * division - 1;
	window->j0 = range.j0 * division - 1;
	window->width = ( range.i1 - range.i0 ) * division + 2;
	window->height = ( range.j1 - range.j0 ) * division + 2;
	window->count = (size_t)window->width * (size_t)window->height;
	wfResult result = wfFineRasterCreate( &window->raster, &window->fine, grid, geometry, division );
	if ( result == wf_ok )
	{
		wfArrays arrays = listWindow( window );
		result = wfArrays_Allocate( &arrays );
	}
	if ( result != wf_ok )
	{
		windowDestroy( window );
		return result;
	}
	bool part = wfRasterMayPart( &window->raster );
	wfCellBlock all = { window->i0, window->j0, window->i0 + window->width, window->j0 + window->height };
	far = wfMax( far, part ? wfPartingReach( &window->fine ) : 0.0 );
	wfRasterDecide( &window->raster, all, window->tooNear, far > 0.0 ? window->clearance : NULL, far, window->width );
	for ( int32_t j = 0; j < window->height; ++j )
	{
		for ( int32_t i = 0; i < window->width; ++i )
		{
			int64_t place = (int64_t)j * window->width + i;
			bool border = i == 0 || j == 0 || i + 1 == window->width || j + 1 == window->height;
			window->blocked[place] = border || window->tooNear[place] != 0 ||
									 ( part && wfRasterMustBlock( &window->raster, window->i0 + i, window->j0 + j,
																  window->tooNear, window->clearance, place, window->width ) );
		}
	}
	return wf_ok;
}

// The fine cells nearest to the centre of a cell: one, or four around it when the division is even. Returns how many.
static int32_t findAnchors( const Window* window, const wfGrid* grid, int32_t cell, int64_t anchors[4] )
{
	int32_t low = window->division % 2 == 0 ? window->division / 2 - 1 : window->division / 2, high = window->division / 2;
	int32_t i = cell % grid->width * window->division - window->i0, j = cell / grid->width * window->division - window->j0;
	int32_t count = 0;
	for ( int32_t y = low; y <= high; ++y )
	{
		for ( int32_t x = low; x <= high; ++x )
		{
			anchors[count++] = (int64_t)( j + y ) * window->width + i + x;
		}
	}
	return count;
}

#define WF_SIDE_A 1u
#define WF_SIDE_B 2u

// The cells of a range on the two sides of a passage: those that are nearer to A than to B, over cells, and the other way round.
typedef struct Sides
{
	wfCellBlock range;
	int32_t width;
	size_t count;
	uint8_t* of;			  // for each cell of the range
	int32_t widestA, widestB; // the cells with the most room
	int32_t cellA, cellB;	  // at the passage
} Sides;

static int32_t cellOfRange( const wfGrid* grid, const Sides* sides, int32_t local )
{
	return ( sides->range.j0 + local / sides->width ) * grid->width + sides->range.i0 + local % sides->width;
}

static void sidesDestroy( Sides* sides )
{
	wfRelease( sides->of, sides->count );
	*sides = ( Sides ){ 0 };
}

static wfResult sidesCreate( Sides* sides, const wfGrid* grid, wfCellBlock range, int32_t cellA, int32_t cellB )
{
	int32_t width = range.i1 - range.i0, height = range.j1 - range.j0;
	*sides = ( Sides ){ range, width, (size_t)width * (size_t)height, NULL, cellA, cellB, cellA, cellB };
	int32_t* queue;
	wfArrays arrays = { { WF_ZEROED_ARRAY( sides->of, sides->count ), WF_ONE_ARRAY( queue, sides->count ) } };
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	size_t head = 0, tail = 0;
	const int32_t starts[2] = { cellA, cellB };
	for ( int32_t k = 0; k < 2; ++k )
	{
		int32_t local = ( starts[k] / grid->width - range.j0 ) * width + starts[k] % grid->width - range.i0;
		sides->of[local] = (uint8_t)( k == 0 ? WF_SIDE_A : WF_SIDE_B );
		queue[tail++] = local;
	}
	while ( head < tail )
	{
		int32_t local = queue[head++], i = local % width, j = local / width, cell = cellOfRange( grid, sides, local );
		int32_t* widest = sides->of[local] == WF_SIDE_A ? &sides->widestA : &sides->widestB;
		*widest = grid->clearance[cell] > grid->clearance[*widest] ? cell : *widest;
		for ( int32_t k = 0; k < 4; ++k )
		{
			int32_t x = i + ( k == 0 ) - ( k == 1 ), y = j + ( k == 2 ) - ( k == 3 );
			if ( x >= 0 && y >= 0 && x < width && y < height && sides->of[y * width + x] == 0 &&
				 wfIsCellFree( grid, range.i0 + x, range.j0 + y ) )
			{
				sides->of[y * width + x] = sides->of[local];
				queue[tail++] = y * width + x;
			}
		}
	}
	wfReleaseArray( queue, sides->count, sizeof( int32_t ) );
	return wf_ok;
}

// A finer grid that opens the passage may close a narrow path to it, which the present cells happen to hit. So take in what lies
// before and behind, until each side has a cell with room all around it, but not too far.
static wfResult sidesCreateRoomy( Sides* sides, const wfGrid* grid, wfCellBlock range, int32_t cellA, int32_t cellB )
{
	const double room = grid->radius + 1.5 * grid->cellSize;
	for ( int32_t grown = 0;; grown += WF_RANGE_STEP )
	{
		wfResult result = sidesCreate( sides, grid, range, cellA, cellB );
		bool roomy =
			result == wf_ok && (double)grid->clearance[sides->widestA] >= room && (double)grid->clearance[sides->widestB] >= room;
		wfCellBlock next = { range.i0 > WF_RANGE_STEP ? range.i0 - WF_RANGE_STEP : 0,
							 range.j0 > WF_RANGE_STEP ? range.j0 - WF_RANGE_STEP : 0,
							 range.i1 < grid->width - WF_RANGE_STEP ? range.i1 + WF_RANGE_STEP : grid->width,
							 range.j1 < grid->height - WF_RANGE_STEP ? range.j1 + WF_RANGE_STEP : grid->height };
		bool whole = next.i0 == range.i0 && next.j0 == range.j0 && next.i1 == range.i1 && next.j1 == range.j1;
		if ( result != wf_ok || roomy || whole || grown >= WF_RANGE_GROWTH )
		{
			return result;
		}
		sidesDestroy( sides );
		range = next;
	}
}

// Does the window's finer grid join the sides? What counts are the cells with the most room: those at the passage can be cut off
// from their own side by a finer grid.
static bool windowJoins( Window* window, const wfGrid* grid, const Sides* sides )
{
	wfLabelComponents( window->blocked, window->width, window->height, window->component );
	int64_t a[4], b[4];
	int32_t countA = findAnchors( window, grid, sides->widestA, a ), countB = findAnchors( window, grid, sides->widestB, b );
	for ( int32_t k = 0; k < countA; ++k )
	{
		for ( int32_t m = 0; m < countB; ++m )
		{
			if ( window->component[a[k]] >= 0 && window->component[a[k]] == window->component[b[m]] )
			{
				return true;
			}
		}
	}
	return false;
}

// ------------------------------------------------------------------------------------------------------- narrowest place

typedef struct Ranked
{
	float clearance;
	int32_t place;
} Ranked;

static int compareRanked( const void* a, const void* b )
{
	const Ranked *x = a, *y = b;
	if ( x->clearance != y->clearance )
	{
		return x->clearance > y->clearance ? -1 : 1;
	}
	return x->place < y->place ? -1 : x->place > y->place;
}

// From a fine cell always to the widest one around, to the top. This never leads over a narrow place.
static int64_t climbToTop( const Window* window, int64_t place )
{
	const int64_t width = window->width;
	for ( ;; )
	{
		int64_t best = place;
		for ( int32_t k = 0; k < 9; ++k )
		{
			int64_t x = k % 3 - 1, y = ( k / 3 - 1 ) * width; // stays inside: the border is blocked
			// Diagonal steps only past free cells, so as not to slip through a corner.
			bool free = window->blocked[place + x] == 0 && window->blocked[place + y] == 0 && window->blocked[place + x + y] == 0;
			if ( free && window->clearance[place + x + y] > window->clearance[best] )
			{
				best = place + x + y;
			}
		}
		if ( best == place )
		{
			return place;
		}
		place = best;
	}
}

// Mark in `marks` (one byte for each fine cell) the centres of the cells on either side, or the tops they climb to. The cells
// next to a passage may be nearer to a wall than the middle of the passage is: then only from the tops the narrowest place is
// that of the passage.
static void markSides( const Window* window, const wfGrid* grid, const Sides* sides, bool climb, uint8_t* marks )
{
	memset( marks, 0, window->count );
	for ( size_t k = 0; k < sides->count; ++k )
	{
		if ( sides->of[k] == 0 )
		{
			continue;
		}
		int64_t anchors[4] = { 0 };
		findAnchors( window, grid, cellOfRange( grid, sides, (int32_t)k ), anchors );
		if ( window->blocked[anchors[0]] == 0 )
		{
			int64_t top = climb ? climbToTop( window, anchors[0] ) : anchors[0];
			marks[top] = marks[top] == 0 ? sides->of[k] : marks[top];
		}
	}
}

// Rank the free fine cells by their clearance, the widest first.
static wfResult rankCells( const Window* window, Ranked** ranked, int32_t* count )
{
	int32_t filled = 0;
	for ( size_t k = 0; k < window->count; ++k )
	{
		filled += window->blocked[k] == 0;
	}
	Ranked* all = wfAllocateArray( (size_t)filled, sizeof( Ranked ) );
	if ( all == NULL )
	{
		return wf_outOfMemory;
	}
	*ranked = all;
	*count = filled;
	filled = 0;
	for ( size_t k = 0; k < window->count; ++k )
	{
		if ( window->blocked[k] == 0 )
		{
			all[filled++] = ( Ranked ){ window->clearance[k], (int32_t)k };
		}
	}
	qsort( all, (size_t)filled, sizeof( Ranked ), compareRanked );
	return wf_ok;
}

// The water sinks: fine cells rise in the order of their clearance, and the one that first joins the two sides is the narrowest
// place of the widest path. -1 when nothing joins them. `side` says at the root of each island which sides are on it.
static wfResult findNarrowest( Window* window, uint8_t* side, int32_t* narrowest )
{
	Ranked* ranked;
	int32_t count;
	*narrowest = -1;
	wfResult result = rankCells( window, &ranked, &count );
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t* parent = window->component;
	memset( parent, 0xFF, window->count * sizeof( int32_t ) );
	const int32_t steps[4] = { 1, -1, window->width, -window->width };
	for ( int32_t k = 0; k < count && *narrowest < 0; ++k )
	{
		int32_t place = ranked[k].place;
		parent[place] = place;
		for ( int32_t m = 0; m < 4; ++m )
		{
			int32_t other = place + steps[m]; // the border is blocked, so this stays inside
			int32_t root = parent[other] >= 0 ? wfFindRoot( parent, other ) : place;
			if ( root != place )
			{
				parent[root] = place;
				side[place] = (uint8_t)( side[place] | side[root] );
			}
		}
		if ( side[place] == ( WF_SIDE_A | WF_SIDE_B ) )
		{
			*narrowest = place;
		}
	}
	wfReleaseArray( ranked, (size_t)count, sizeof( Ranked ) );
	return wf_ok;
}

// A function on a line that has one least value between two ends.
typedef double LineFcn( const void* context, wfVec2 point, wfVec2* place );

// Its least value within `reach` of `point` along a direction, and the place that goes with it. Divides by the golden ratio, so
// that every step takes one value.
static double findLeast( LineFcn* value, const void* context, wfVec2 point, wfVec2 direction, double reach, int32_t steps,
						 wfVec2* place )
{
	const double golden = 0.61803398874989485;
	double low = -reach, high = reach;
	double s = high - golden * ( high - low ), t = low + golden * ( high - low );
	wfVec2 placeS, placeT;
	double atS = value( context, wfAddScaled2( point, s, direction ), &placeS );
	double atT = value( context, wfAddScaled2( point, t, direction ), &placeT );
	for ( int32_t k = 0; k < steps; ++k )
	{
		if ( atS <= atT )
		{
			high = t;
			t = s;
			atT = atS;
			placeT = placeS;
			s = high - golden * ( high - low );
			atS = value( context, wfAddScaled2( point, s, direction ), &placeS );
		}
		else
		{
			low = s;
			s = t;
			atS = atT;
			placeS = placeT;
			t = low + golden * ( high - low );
			atT = value( context, wfAddScaled2( point, t, direction ), &placeT );
		}
	}
	*place = atS <= atT ? placeS : placeT;
	return wfMin( atS, atT );
}

static double negativeDistance( const void* context, wfVec2 point, wfVec2* place )
{
	*place = point;
	return -wfGeometryDistance( context, point );
}

typedef struct Across
{
	const wfGeometry* geometry;
	wfVec2 direction;
	double reach;
} Across;

// The largest distance on a line across the passage.
static double widestAcross( const void* context, wfVec2 point, wfVec2* place )
{
	const Across* across = context;
	return -findLeast( negativeDistance, across->geometry, point, across->direction, across->reach, 24, place );
}

// From the fine cell to the exact place. The narrowest place of a passage is a saddle of the distance: as far as can be from both
// sides, and no further anywhere on the way through. The way through is the direction in which the widest place is narrowest.
static void refinePlace( const wfGeometry* geometry, wfVec2 start, double fineSize, wfClosedPassage* passage )
{
	double startDistance = wfGeometryDistance( geometry, start );
	passage->place = start;
	passage->width = 2.0 * startDistance;
	static const wfVec2 directions[8] = { { 1.0, 0.0 },
										  { 0.92387953251128674, 0.38268343236508977 },
										  { 0.70710678118654752, 0.70710678118654752 },
										  { 0.38268343236508977, 0.92387953251128674 },
										  { 0.0, 1.0 },
										  { -0.38268343236508977, 0.92387953251128674 },
										  { -0.70710678118654752, 0.70710678118654752 },
										  { -0.92387953251128674, 0.38268343236508977 } };
	// Across the passage the distance falls on both sides: choose the direction in which it falls most.
	double steepest = INFINITY;
	wfVec2 across = directions[0];
	for ( int32_t k = 0; k < 8; ++k )
	{
		double reach = 2.0 * fineSize;
		double sum = wfGeometryDistance( geometry, wfAddScaled2( start, reach, directions[k] ) ) +
					 wfGeometryDistance( geometry, wfAddScaled2( start, -reach, directions[k] ) );
		across = sum < steepest ? directions[k] : across;
		steepest = wfMin( sum, steepest );
	}
	wfVec2 along = wfPerpendicular2( across ), best = start;
	double bestDistance = startDistance;
	const Across lines = { geometry, across, 1.5 * fineSize };
	// The place may be some fine cells away where the passage narrows slowly: go on from what was found.
	bool moved = true;
	for ( int32_t round = 0; round < 4 && moved; ++round )
	{
		wfVec2 origin = best;
		bestDistance = findLeast( widestAcross, &lines, origin, along, 2.0 * fineSize, 19, &best );
		moved = fabs( best.x - origin.x ) + fabs( best.y - origin.y ) > fineSize;
	}
	// The fine cells gave a bound: the widest path is at least that wide.
	if ( bestDistance >= startDistance )
	{
		passage->place = best;
		passage->width = 2.0 * bestDistance;
	}
}

// The exact place near the narrowest fine cell: in most cases two walls say where it is.
static void locate( const wfOutline* outline, const wfGeometry* geometry, wfVec2 start, double fineSize,
					wfClosedPassage* passage )
{
	double distance = wfGeometryDistance( geometry, start );
	wfGap gap;
	if ( wfFindGapAt( outline, start, distance + 4.0 * fineSize, &gap ) && 0.5 * gap.width >= distance &&
		 wfDistance2( wfMiddleOfGap( &gap ), start ) <= 8.0 * fineSize )
	{
		passage->place = wfMiddleOfGap( &gap );
		passage->width = gap.width;
		return;
	}
	refinePlace( geometry, start, fineSize, passage );
}

// The largest cell size that opens the passage; 0 when none does.
static wfResult findOpenSize( const wfGrid* grid, const wfGeometry* geometry, const Sides* sides, double* size )
{
	*size = 0.0;
	for ( int32_t division = 2; division <= WF_MAX_DIVISION && *size == 0.0; ++division )
	{
		Window window;
		wfResult result = windowCreate( &window, grid, geometry, sides->range, division, 0.0 );
		if ( result != wf_ok )
		{
			return result;
		}
		*size = windowJoins( &window, grid, sides ) ? grid->cellSize / division : 0.0;
		windowDestroy( &window );
	}
	return wf_ok;
}

// The narrowest fine cell between the sides, -1 when nothing joins them.
static wfResult searchWindow( Window* window, const wfGrid* grid, const Sides* sides, int32_t* narrowest )
{
	*narrowest = -1;
	uint8_t* marks = wfAllocate( window->count );
	wfResult result = marks == NULL ? wf_outOfMemory : wf_ok;
	// When both sides have the same top, one of the cells itself is at the narrowest place.
	for ( int32_t try = 0; try < 2 && result == wf_ok && *narrowest < 0; ++try )
	{
		markSides( window, grid, sides, try == 0, marks );
		result = findNarrowest( window, marks, narrowest );
	}
	wfRelease( marks, window->count );
	return result;
}

// `near` knows all distances up to WF_NEAR_CELLS more than the radius.
static wfResult findPlace( const wfGrid* grid, const wfOutline* outline, const wfGeometry* near, const Sides* sides,
						   wfClosedPassage* passage, bool* found )
{
	wfResult result = wf_ok;
	bool again = true;
	for ( int32_t try = 0; try < 2 && again && result == wf_ok; ++try )
	{
		// Wider than this by far, cells would hit the passage. Only where all of it is wider the rest is measured too.
		const wfGeometry* geometry = try == 0 ? near : outline->geometry;
		Window window;
		result = windowCreate( &window, grid, geometry, sides->range, WF_FINENESS,
							   try == 0 ? grid->radius + grid->cellSize : INFINITY );
		if ( result != wf_ok )
		{
			return result;
		}
		int32_t narrowest = -1;
		result = searchWindow( &window, grid, sides, &narrowest );
		again = narrowest >= 0 && isinf( window.clearance[narrowest] );
		*found = narrowest >= 0;
		if ( result == wf_ok && *found && !again )
		{
			wfVec2 start =
				wfCellCenter( &window.fine, window.i0 + narrowest % window.width, window.j0 + narrowest / window.width );
			locate( outline, geometry, start, window.fine.cellSize, passage );
		}
		windowDestroy( &window );
	}
	return result;
}

static wfResult checkNear( const wfGrid* grid, const wfOutline* outline, const wfGeometry* near, Sides* roomy, wfCellBlock range,
						   wfClosedPassage* passage, bool* found )
{
	wfResult result = findOpenSize( grid, near, roomy, &passage->openCellSize );
	if ( result != wf_ok || passage->openCellSize == 0.0 )
	{
		return result;
	}
	Sides sides;
	result = sidesCreate( &sides, grid, range, roomy->cellA, roomy->cellB );
	if ( result == wf_ok )
	{
		result = findPlace( grid, outline, near, &sides, passage, found );
		sidesDestroy( &sides );
	}
	return result;
}

wfResult wfCheckPassage( const wfGrid* grid, const wfOutline* outline, int32_t cellA, int32_t cellB, wfCellBlock range,
						 wfClosedPassage* passage, bool* found )
{
	*found = false;
	double largest = (double)( range.i1 - range.i0 ) * ( range.j1 - range.j0 ) * WF_MAX_DIVISION * WF_MAX_DIVISION;
	if ( largest > WF_LARGEST_WINDOW )
	{
		wfLogMessage( wf_logWarning, "a closed passage over %d x %d cells is too long to be looked at", range.i1 - range.i0,
					  range.j1 - range.j0 );
		return wf_ok;
	}
	Sides sides;
	wfResult result = sidesCreateRoomy( &sides, grid, range, cellA, cellB );
	if ( result != wf_ok )
	{
		return result;
	}
	passage->componentA = grid->component[cellA];
	passage->componentB = grid->component[cellB];
	double margin = grid->radius + WF_NEAR_CELLS * grid->cellSize, size = grid->cellSize;
	wfVec2 low = { grid->origin.x + sides.range.i0 * size, grid->origin.y + sides.range.j0 * size };
	wfVec2 high = { grid->origin.x + sides.range.i1 * size, grid->origin.y + sides.range.j1 * size };
	wfGeometry near;
	result = wfGeometryCreateNear( &near, outline->geometry, wfBoxAround( low, high, margin ) );
	if ( result == wf_ok )
	{
		result = checkNear( grid, outline, &near, &sides, range, passage, found );
		wfGeometryFreeNear( &near );
	}
	sidesDestroy( &sides );
	return result;
}
