// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "picture/panel.h"

#include "base/base.h"

#include <math.h>

// Corners of wall outlines drawn as vectors; beyond that walls are pixels, and the file stays small.
#define WF_MAX_WALL_CORNERS 60000
#define WF_CONTOUR_COUNT 32
#define WF_BRIGHT_LEVEL 0.62
#define WF_MAX_RASTER 1200

void wfDrawGoalMark( wfCanvas* canvas, wfVec2 center, double radius )
{
	wfCanvas_AddCircle( canvas, center, radius * 1.25 );
	wfCanvas_Paint( canvas,
					&( wfPaint ){ .fill = wfRgb( 0xFFFFFF ), .stroke = wfRgba( WF_INK, 0.8 ), .strokeWidth = 0.1 * radius } );
	wfCanvas_AddCircle( canvas, center, radius );
	wfCanvas_AddCircle( canvas, center, radius * 0.66 );
	wfCanvas_AddCircle( canvas, center, radius * 0.36 );
	wfCanvas_Fill( canvas, wfRgb( WF_GOAL ) );
}

void wfDrawStartMark( wfCanvas* canvas, wfVec2 center, double radius )
{
	wfCanvas_AddCircle( canvas, center, radius );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( WF_INK ), .stroke = wfRgb( 0xFFFFFF ), .strokeWidth = 0.45 * radius } );
}

void wfDrawCross( wfCanvas* canvas, wfVec2 center, double radius, wfColor color )
{
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		for ( int32_t k = 0; k < 2; ++k )
		{
			double x = k == 0 ? radius : -radius;
			wfCanvas_AddLine( canvas, ( wfVec2 ){ center.x - x, center.y - radius },
							  ( wfVec2 ){ center.x + x, center.y + radius } );
		}
		wfCanvas_Stroke( canvas, pass == 0 ? wfRgb( 0xFFFFFF ) : color, ( pass == 0 ? 1.1 : 0.6 ) * radius );
	}
}

// Cells from the grid's lower left to the canvas.
static wfVec2 fromCells( const wfPanel* panel, wfVec2 place )
{
	double cell = wfGrid_GetCellSize( panel->grid ) * panel->scale;
	return ( wfVec2 ){ panel->box.lower.x + place.x * cell, panel->box.upper.y - place.y * cell };
}

// ------------------------------------------------------------------------------------------------------------- contours

static void drawContours( wfCanvas* canvas, const wfPanel* panel, const wfRaster* raster )
{
	size_t size = 2 * (size_t)raster->image.width * (size_t)raster->image.height;
	double cell = wfGrid_GetCellSize( panel->grid ) * panel->scale, pixel = raster->pixelCells * cell;
	uint32_t* visited = wfAllocateArray( size, sizeof( uint32_t ) );
	wfLines lines = { 0 };
	wfResult result = visited != NULL ? wf_ok : wf_outOfMemory;
	// Light lines on the dark colours, dark ones on the bright.
	for ( int32_t bright = 0; bright < 2 && result == wf_ok; ++bright )
	{
		int32_t change = (int32_t)ceil( WF_BRIGHT_LEVEL * WF_CONTOUR_COUNT );
		wfContourDef def = { WF_CONTOUR_COUNT, bright ? change : 1, bright ? WF_CONTOUR_COUNT - 1 : change - 1, 0.0 };
		// Across corridors one or two cells wide contours are no lines but crumbs.
		def.shortest = fmax( 7.0, fmin( 3.2 * cell, 25.0 ) ) / pixel;
		wfClearLines( &lines );
		wfTraceContours( raster, &def, visited, &lines );
		result = lines.result;
		wfCanvas_AddLines( canvas, &lines, panel->box.lower, ( wfVec2 ){ pixel, pixel }, false );
		wfColor color = bright ? wfRgba( 0x10263A, 0.36 ) : wfRgba( 0xFFFFFF, 0.4 );
		wfCanvas_Stroke( canvas, color, 0.9 );
	}
	wfFreeLines( &lines );
	wfReleaseArray( visited, size, sizeof( uint32_t ) );
	wfCanvas_Check( canvas, result );
}

// ---------------------------------------------------------------------------------------------------------------- walls

static void fillOutlines( wfCanvas* canvas, const wfPanel* panel, const wfLines* lines, uint32_t rgb )
{
	double cell = wfGrid_GetCellSize( panel->grid ) * panel->scale;
	wfVec2 origin = { panel->box.lower.x, panel->box.upper.y };
	wfCanvas_AddLines( canvas, lines, origin, ( wfVec2 ){ cell, -cell }, true );
	wfCanvas_Fill( canvas, wfRgb( rgb ) );
}

// Outlines of walls and margins where they are few enough; what has no outlines is left to the raster.
typedef struct wfWallPlan
{
	wfLines margins, walls;
	bool vector;
} wfWallPlan;

static void freeWallPlan( wfWallPlan* plan )
{
	wfFreeLines( &plan->margins );
	wfFreeLines( &plan->walls );
}

static wfResult planWalls( const wfPanel* panel, const wfShapeList* shapes, wfWallPlan* plan )
{
	bool radius = wfGrid_GetRadius( panel->grid ) > 0.0;
	wfResult result = radius ? wfTraceWalls( &panel->layer, true, WF_MAX_WALL_CORNERS, &plan->margins ) : wf_ok;
	if ( result == wf_ok && !shapes->exact )
	{
		result = wfTraceWalls( &panel->layer, false, WF_MAX_WALL_CORNERS, &plan->walls );
	}
	plan->vector = result == wf_ok;
	return result == wf_tooLarge ? wf_ok : result;
}

static void drawWalls( wfCanvas* canvas, const wfPanel* panel, const wfShapeList* shapes, const wfWallPlan* plan )
{
	if ( plan->vector )
	{
		fillOutlines( canvas, panel, &plan->margins, WF_MARGIN );
		fillOutlines( canvas, panel, &plan->walls, WF_WALL );
	}
	wfDrawShapes( canvas, panel, shapes );
}

// --------------------------------------------------------------------------------------------------------------- arrows

static double potentialAt( const wfPanel* panel, int32_t i, int32_t j )
{
	int32_t width = panel->layer.width, height = panel->layer.height;
	bool free = i >= 0 && j >= 0 && i < width && j < height && wfGrid_IsFree( panel->grid, j * width + i );
	return free ? panel->p[j * width + i] : 1.0;
}

static wfVec2 getArrow( const wfPanel* panel, int32_t cell )
{
	if ( panel->field != NULL )
	{
		return wfField_GetDirection( panel->field, wfGrid_GetCenter( panel->grid, cell ) );
	}
	int32_t i = cell % panel->layer.width, j = cell / panel->layer.width;
	wfVec2 slope = { potentialAt( panel, i - 1, j ) - potentialAt( panel, i + 1, j ),
					 potentialAt( panel, i, j - 1 ) - potentialAt( panel, i, j + 1 ) };
	double length = hypot( slope.x, slope.y );
	return length > 0.0 && isfinite( length ) ? wfDivide2( slope, length ) : ( wfVec2 ){ 0.0, 0.0 };
}

static void addArrow( wfCanvas* canvas, wfVec2 center, wfVec2 direction, double length )
{
	// Along and across, in parts of the length: a slim shaft and a swept head.
	static const wfVec2 outline[7] = { { -0.5, 0.045 }, { 0.12, 0.045 },  { 0.06, 0.19 },  { 0.5, 0.0 },
									   { 0.06, -0.19 }, { 0.12, -0.045 }, { -0.5, -0.045 } };
	wfAddTurnedOutline( canvas, center, direction, length, outline, 7 );
}

// The roomiest connected cell near a place of the canvas, -1 when there is none: arrows sit in the middle of corridors.
static int32_t findRoomyCell( const wfPanel* panel, wfVec2 place, double reach )
{
	double pixelsPerCell = wfGrid_GetCellSize( panel->grid ) * panel->scale;
	int32_t width = wfGrid_GetWidth( panel->grid ), height = wfGrid_GetHeight( panel->grid ), best = -1;
	double bestScore = -INFINITY;
	for ( int32_t k = 0; k < 49; ++k )
	{
		double dx = reach * ( k % 7 - 3 ) / 3.0, dy = reach * ( k / 7 - 3 ) / 3.0;
		int32_t i = (int32_t)floor( ( place.x + dx - panel->box.lower.x ) / pixelsPerCell );
		int32_t j = (int32_t)floor( ( panel->box.upper.y - place.y - dy ) / pixelsPerCell );
		if ( i < 0 || j < 0 || i >= width || j >= height || panel->layer.kind[(int64_t)j * width + i] != wf_plainCell )
		{
			continue;
		}
		double room = fmin( wfGrid_GetClearance( panel->grid, j * width + i ) * panel->scale, 2.0 * reach );
		double score = room - 0.35 * hypot( dx, dy );
		best = score > bestScore ? j * width + i : best;
		bestScore = fmax( score, bestScore );
	}
	return best;
}

typedef struct wfLattice
{
	double spacing, width, height;
	int32_t columns, rows;
} wfLattice;

static int32_t findLatticeCell( const wfPanel* panel, const wfLattice* lattice, int32_t k )
{
	int32_t column = k % lattice->columns, row = k / lattice->columns;
	wfVec2 place = { panel->box.lower.x + lattice->width * ( column + 0.5 ) / lattice->columns,
					 panel->box.lower.y + lattice->height * ( row + 0.5 ) / lattice->rows };
	return findRoomyCell( panel, place, 0.36 * lattice->spacing );
}

// Adds the arrow of a place of the lattice to the path (null: none). False where there is no room for one, or it is of the other
// brightness.
static bool placeArrow( wfCanvas* canvas, const wfPanel* panel, const wfLattice* lattice, int32_t k, bool bright )
{
	int32_t cell = findLatticeCell( panel, lattice, k );
	if ( cell < 0 || ( (double)panel->layer.level[cell] >= WF_BRIGHT_LEVEL ) != bright )
	{
		return false;
	}
	wfVec2 direction = getArrow( panel, cell );
	double room = fmax( wfGrid_GetClearance( panel->grid, cell ), 0.5 * wfGrid_GetCellSize( panel->grid ) ) * panel->scale;
	double length = fmin( 0.56 * lattice->spacing, 2.4 * room );
	if ( length < 7.0 || ( direction.x == 0.0 && direction.y == 0.0 ) )
	{
		return false;
	}
	if ( canvas != NULL )
	{
		addArrow( canvas, wfToCanvas( panel, wfGrid_GetCenter( panel->grid, cell ) ), direction, length );
	}
	return true;
}

static void drawArrows( wfCanvas* canvas, const wfPanel* panel )
{
	wfLattice lattice = { .width = wfBoxWidth( panel->box ), .height = wfBoxHeight( panel->box ) };
	double spacing = fmin( fmax( fmax( lattice.width, lattice.height ) / 26.0, 24.0 ), 64.0 );
	lattice.spacing = fmax( spacing, wfGrid_GetCellSize( panel->grid ) * panel->scale );
	lattice.columns = (int32_t)fmax( 1.0, floor( lattice.width / lattice.spacing ) );
	lattice.rows = (int32_t)fmax( 1.0, floor( lattice.height / lattice.spacing ) );
	int32_t places = lattice.columns * lattice.rows, near = 0, arrows = 0;
	for ( int32_t k = 0; k < places; ++k )
	{
		near += findLatticeCell( panel, &lattice, k ) >= 0 ? 1 : 0;
		arrows += placeArrow( NULL, panel, &lattice, k, false ) || placeArrow( NULL, panel, &lattice, k, true ) ? 1 : 0;
	}
	// In a maze a few junctions would have room: stray arrows that say nothing.
	if ( arrows < 0.2 * near )
	{
		return;
	}
	for ( int32_t bright = 0; bright < 2; ++bright )
	{
		for ( int32_t k = 0; k < places; ++k )
		{
			placeArrow( canvas, panel, &lattice, k, bright == 1 );
		}
		wfCanvas_Fill( canvas, bright ? wfRgba( 0x0E2233, 0.78 ) : wfRgba( 0xFFFFFF, 0.85 ) );
	}
}

// ---------------------------------------------------------------------------------------------------------------- marks

static void drawGoalCells( wfCanvas* canvas, const wfPanel* panel )
{
	const wfLayer* layer = &panel->layer;
	double side = wfGrid_GetCellSize( panel->grid ) * panel->scale;
	if ( !layer->shown || layer->count[wf_goalCell] == 0 )
	{
		return;
	}
	// Runs of cells along a row become one box: a door is a handful of boxes, a square a few dozen.
	int32_t run = 0, cells = layer->count[wf_goalCell] > 1 ? (int32_t)layer->cellCount : 0;
	for ( int32_t cell = 0; cell<cells; cell += run> 0 ? run : 1 )
	{
		int32_t i = cell % layer->width, j = cell / layer->width;
		for ( run = 0; i + run < layer->width && layer->kind[cell + run] == wf_goalCell; )
		{
			run += 1;
		}
		if ( run > 0 )
		{
			wfVec2 upperLeft = fromCells( panel, ( wfVec2 ){ i, j + 1.0 } );
			wfCanvas_AddBox( canvas, ( wfBox2 ){ upperLeft, fromCells( panel, ( wfVec2 ){ i + run, j } ) } );
		}
	}
	wfCanvas_Fill( canvas, wfRgba( WF_GOAL, 0.8 ) );
	wfDrawGoalMark( canvas, wfToCanvas( panel, layer->goal ), fmin( fmax( 0.3 * side, 0.6 * panel->font ), 1.1 * panel->font ) );
}

static void drawPaths( wfCanvas* canvas, const wfPanel* panel )
{
	const wfPictureDef* def = panel->def;
	double cell = wfGrid_GetCellSize( panel->grid ) * panel->scale;
	double width = ( def->pathCount <= 12 ? 0.19 : def->pathCount <= 60 ? 0.12 : 0.08 ) * panel->font;
	// On maps of many cells a broad line would cover the corridors it runs in.
	width = fmin( width, fmax( 1.3, 0.5 * cell + 1.0 ) );
	wfLines line = { 0 };
	for ( int32_t k = 0; k < def->pathCount && wfCanvas_Check( canvas, line.result ); ++k )
	{
		const wfPath* path = def->paths + k;
		wfClearLines( &line );
		for ( int32_t i = 0; i < path->count; ++i )
		{
			wfAddLinePoint( &line, wfToCanvas( panel, path->points[i] ) );
		}
		wfEndLine( &line, 0.12, 0.0 );
		wfCanvas_AddPolyline( canvas, line.points.data, line.points.count );
		wfCanvas_PaintAndKeep( canvas, &( wfPaint ){ .stroke = wfRgba( 0xFFFFFF, 0.9 ), .strokeWidth = 2.0 * width } );
		wfCanvas_Stroke( canvas, wfPathColor( k ), width );
	}
	wfCanvas_Check( canvas, line.result );
	wfFreeLines( &line );
	for ( int32_t i = 0; i < def->startCount; ++i )
	{
		wfDrawStartMark( canvas, wfToCanvas( panel, def->starts[i] ), ( def->startCount <= 60 ? 0.36 : 0.2 ) * panel->font );
	}
}

static void drawPanelInside( wfCanvas* canvas, const wfPanel* panel, const wfPalette* palette, const wfShapeList* shapes,
							 const wfWallPlan* walls )
{
	double longer = fmax( wfBoxWidth( panel->box ), wfBoxHeight( panel->box ) );
	int32_t pixels = (int32_t)fmin( fmax( longer, 16.0 ), WF_MAX_RASTER );
	wfRaster raster = { 0 };
	if ( canvas->result != wf_ok ||
		 !wfCanvas_Check( canvas, wfMakeRaster( &panel->layer, palette, pixels, walls->vector, &raster ) ) )
	{
		return;
	}
	double pixel = raster.pixelCells * wfGrid_GetCellSize( panel->grid ) * panel->scale;
	// A few are spots to be found, many are an area.
	double spot = panel->layer.count[wf_flatCell] < 500 ? 6.0 : 2.4;
	wfEmphasiseFlatCells( &panel->layer, (int32_t)ceil( spot / pixel ), &raster );
	wfVec2 size = { pixel * raster.image.width, pixel * raster.image.height };
	wfCanvas_DrawImage( canvas, &raster.image, ( wfBox2 ){ panel->box.lower, wfAdd2( panel->box.lower, size ) } );
	if ( panel->def->contours && panel->layer.shown )
	{
		drawContours( canvas, panel, &raster );
	}
	wfFreeRaster( &raster );
	drawWalls( canvas, panel, shapes, walls );
	wfDrawTerrainOutlines( canvas, panel, shapes );
	if ( panel->def->arrows && panel->layer.shown )
	{
		drawArrows( canvas, panel );
	}
	if ( !panel->layer.shown )
	{
		wfDrawWorldGoals( canvas, panel );
	}
	drawGoalCells( canvas, panel );
	drawPaths( canvas, panel );
}

void wfDrawPanel( wfCanvas* canvas, const wfPanel* panel, const wfPalette* palette )
{
	wfShapeList shapes;
	wfWallPlan walls = { 0 };
	wfResult result = wfLoadShapes( panel, &shapes );
	result = result == wf_ok ? planWalls( panel, &shapes, &walls ) : result;
	if ( wfCanvas_Check( canvas, result ) )
	{
		wfCanvas_PushClip( canvas, panel->box );
		drawPanelInside( canvas, panel, palette, &shapes, &walls );
		wfCanvas_PopClip( canvas );
		wfCanvas_AddBox( canvas, panel->box );
		wfCanvas_Stroke( canvas, wfRgb( WF_WALL ), 1.5 );
	}
	freeWallPlan( &walls );
	wfFreeShapes( &shapes );
}
