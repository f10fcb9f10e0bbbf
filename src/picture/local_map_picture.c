// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// An agent's local map, or that of a group, in the map's own frame: its x axis to the right.

#include "base/base.h"
#include "picture/crowd.h"

#include <math.h>

#define WF_MAP_HARD 0x7A2A18u	// cells other agents take
#define WF_MAP_BORDER 0xB9BDC9u // outside of what is solved

// What both kinds of maps have.
typedef struct wfMapCells
{
	int32_t columns, rows;
	double cell, angle;
	const uint8_t* kinds;
	const float *values, *costs;
} wfMapCells;

typedef struct wfMapPicture
{
	wfMapCells map;
	const wfLocalMap* local; // or
	const wfGroupMap* group;
	wfMapSheet sheet;
	wfPalette palette;
	double logLow, logHigh; // of q over the cells that have one
	double highestCost;
	bool obstacles, taken; // whether there are any such cells
} wfMapPicture;

static bool hasValue( const wfMapCells* map, int32_t cell )
{
	wfLocalCell kind = (wfLocalCell)map->kinds[cell];
	return kind != wf_localBorder && kind != wf_localObstacle && map->values[cell] > 0.0f && isfinite( map->values[cell] );
}

static void measureMap( wfMapPicture* picture )
{
	const wfMapCells* map = &picture->map;
	double low = INFINITY, high = -INFINITY;
	for ( int32_t cell = 0; cell < map->columns * map->rows; ++cell )
	{
		picture->obstacles = picture->obstacles || map->kinds[cell] == wf_localObstacle;
		picture->taken = picture->taken || ( map->kinds[cell] == wf_localAgent && !hasValue( map, cell ) );
		if ( hasValue( map, cell ) )
		{
			low = fmin( low, log( (double)map->values[cell] ) );
			high = fmax( high, log( (double)map->values[cell] ) );
		}
		double cost = (double)map->costs[cell];
		picture->highestCost = isfinite( cost ) ? fmax( picture->highestCost, cost ) : picture->highestCost;
	}
	picture->logHigh = high > low ? high : 0.0;
	picture->logLow = high > low ? low : -1.0;
}

// ------------------------------------------------------------------------------------------------------------- frames

// From the map's lower left corner in cells to the canvas.
static wfVec2 fromMap( const wfMapPicture* picture, double x, double y )
{
	const wfPanel* panel = &picture->sheet.panel;
	double cell = picture->map.cell * panel->scale;
	return ( wfVec2 ){ panel->box.lower.x + x * cell, panel->box.upper.y - y * cell };
}

// A vector of the world in the map's frame.
static wfVec2 toMapFrame( const wfMapCells* map, wfVec2 v )
{
	double c = cos( map->angle ), s = sin( map->angle );
	return ( wfVec2 ){ c * v.x + s * v.y, c * v.y - s * v.x };
}

static uint32_t cellColor( const wfMapPicture* picture, int32_t cell )
{
	const wfMapCells* map = &picture->map;
	wfLocalCell kind = (wfLocalCell)map->kinds[cell];
	if ( kind == wf_localGoal || !hasValue( map, cell ) )
	{
		return kind == wf_localBorder	  ? WF_MAP_BORDER
			   : kind == wf_localObstacle ? WF_WALL
			   : kind == wf_localGoal	  ? WF_GOAL
			   : kind == wf_localAgent	  ? WF_MAP_HARD
										  : WF_APART;
	}
	double level = ( log( (double)map->values[cell] ) - picture->logLow ) / ( picture->logHigh - picture->logLow );
	return wfPaletteColor( &picture->palette, level );
}

static void drawCells( wfCanvas* canvas, const wfMapPicture* picture )
{
	const wfMapCells* map = &picture->map;
	wfBox2 box = picture->sheet.panel.box;
	// As many pixels as the canvas has: viewers would blur an image of one pixel a cell.
	int32_t width = (int32_t)wfBoxWidth( box ), height = (int32_t)( box.upper.y - box.lower.y );
	wfImage image;
	if ( wfCanvas_Check( canvas, wfAllocateImage( width, height, &image ) ) )
	{
		for ( int32_t pixel = 0; pixel < width * height; ++pixel )
		{
			int32_t i = (int32_t)( ( pixel % width + 0.5 ) * map->columns / width );
			int32_t j = map->rows - 1 - (int32_t)( ( (double)( pixel / width ) + 0.5 ) * map->rows / height );
			image.pixels[pixel] = cellColor( picture, j * map->columns + i );
		}
		wfCanvas_DrawImage( canvas, &image, box );
	}
	wfFreeImage( &image );
}

static void addMapLine( wfCanvas* canvas, const wfMapPicture* picture, double x0, double y0, double x1, double y1 )
{
	wfCanvas_AddLine( canvas, fromMap( picture, x0, y0 ), fromMap( picture, x1, y1 ) );
}

static void drawMesh( wfCanvas* canvas, const wfMapPicture* picture )
{
	int32_t columns = picture->map.columns, rows = picture->map.rows;
	for ( int32_t k = 1; k < columns; ++k )
	{
		addMapLine( canvas, picture, k, 0.0, k, rows );
	}
	for ( int32_t k = 1; k < rows; ++k )
	{
		addMapLine( canvas, picture, 0.0, k, columns, k );
	}
	wfCanvas_Stroke( canvas, wfRgba( 0xFFFFFF, 0.22 ), 0.7 );
}

// Dots as large as the cost of other people on a cell.
static void drawCosts( wfCanvas* canvas, const wfMapPicture* picture )
{
	const wfMapCells* map = &picture->map;
	double cell = map->cell * picture->sheet.panel.scale;
	for ( int32_t k = 0; k < map->columns * map->rows && picture->highestCost > 0.0; ++k )
	{
		double part = (double)map->costs[k] / picture->highestCost;
		if ( part > 0.02 && map->kinds[k] != wf_localObstacle && map->kinds[k] != wf_localBorder )
		{
			wfVec2 center = fromMap( picture, k % map->columns + 0.5, (double)( k / map->columns ) + 0.5 );
			wfCanvas_AddCircle( canvas, center, 0.42 * cell * sqrt( fmin( part, 1.0 ) ) );
		}
	}
	wfCanvas_Paint( canvas,
					&( wfPaint ){ .fill = wfRgb( WF_WALL ), .stroke = wfRgba( 0xFFFFFF, 0.85 ), .strokeWidth = 0.035 * cell } );
}

// --------------------------------------------------------------------------------------------------------------- zones

// 0: border, 1: free, 2: update.
static int32_t zoneAt( const wfMapCells* map, int32_t i, int32_t j )
{
	bool inside = i >= 0 && j >= 0 && i < map->columns && j < map->rows;
	wfLocalCell kind = inside ? (wfLocalCell)map->kinds[j * map->columns + i] : wf_localBorder;
	if ( kind != wf_localGoal )
	{
		return kind == wf_localBorder ? 0 : kind == wf_localFree ? 1 : 2;
	}
	// Goal cells lie in whatever zone they were put on: that of the ring around the map they belong to.
	int32_t ring = i < j ? i : j;
	ring = map->columns - 1 - i < ring ? map->columns - 1 - i : ring;
	ring = map->rows - 1 - j < ring ? map->rows - 1 - j : ring;
	return ring < 2 ? ring : 2;
}

// The lines where the zone `inner` begins.
static void addZoneOutline( wfCanvas* canvas, const wfMapPicture* picture, int32_t inner )
{
	const wfMapCells* map = &picture->map;
	for ( int32_t j = 0; j <= map->rows; ++j )
	{
		for ( int32_t i = 0; i <= map->columns; ++i )
		{
			bool here = zoneAt( map, i, j ) >= inner;
			if ( here != ( zoneAt( map, i - 1, j ) >= inner ) )
			{
				addMapLine( canvas, picture, i, j, i, j + 1.0 );
			}
			if ( here != ( zoneAt( map, i, j - 1 ) >= inner ) )
			{
				addMapLine( canvas, picture, i, j, i + 1.0, j );
			}
		}
	}
}

static void drawZones( wfCanvas* canvas, const wfMapPicture* picture )
{
	double line = 0.14 * picture->sheet.panel.font;
	addZoneOutline( canvas, picture, 1 );
	wfCanvas_PaintAndKeep( canvas, &( wfPaint ){ .stroke = wfRgb( WF_INK ), .strokeWidth = 2.2 * line } );
	wfCanvas_Stroke( canvas, wfRgb( 0xFFFFFF ), line );
	addZoneOutline( canvas, picture, 2 );
	double dash = 0.25 * picture->map.cell * picture->sheet.panel.scale;
	wfCanvas_PaintAndKeep( canvas, &( wfPaint ){ .stroke = wfRgba( WF_INK, 0.75 ), .strokeWidth = 2.0 * line } );
	wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = wfRgb( 0xFFFFFF ), .strokeWidth = line, .dash = dash } );
}

// -------------------------------------------------------------------------------------------------------------- arrows

static const uint32_t guideColor = 0xFFFFFFu, directionColor = 0xF0561Fu, behaviorColor = 0xF3A9CDu;

static void drawVector( wfCanvas* canvas, const wfMapPicture* picture, wfVec2 vector, double length, uint32_t color,
						const char* letter )
{
	const wfMapCells* map = &picture->map;
	double size = hypot( vector.x, vector.y ), font = picture->sheet.panel.font;
	if ( !( size > 0.0 ) || !isfinite( size ) || length <= 0.0 )
	{
		return;
	}
	wfVec2 turned = toMapFrame( map, ( wfVec2 ){ vector.x / size, vector.y / size } );
	wfVec2 center = fromMap( picture, 0.5 * map->columns, 0.5 * map->rows );
	wfAddPlainArrow( canvas, center, turned, length, 0.42 * font );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( color ), .stroke = wfRgb( WF_INK ), .strokeWidth = 0.11 * font } );
	// The letter is for those who cannot tell the colours.
	wfVec2 at = { center.x + ( length + 0.95 * font ) * turned.x, center.y - ( length + 0.95 * font ) * turned.y };
	wfCanvas_AddCircle( canvas, at, 0.72 * font );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( color ), .stroke = wfRgb( WF_INK ), .strokeWidth = 0.07 * font } );
	wfTextStyle style = { .size = font, .color = wfRgb( WF_INK ), .anchor = wf_middleAnchor, .bold = true };
	wfCanvas_DrawText( canvas, ( wfVec2 ){ at.x, at.y + 0.33 * font }, &style, letter );
}

static void drawVectors( wfCanvas* canvas, const wfMapPicture* picture )
{
	const wfLocalMap* map = picture->local;
	double side = picture->sheet.panel.box.upper.x - picture->sheet.panel.box.lower.x;
	double strength = fabs( map->behavior.epsilon ) * hypot( map->behavior.v.x, map->behavior.v.y );
	drawVector( canvas, picture, map->guide, 0.36 * side, guideColor, "g" );
	drawVector( canvas, picture, ( wfVec2 ){ map->behavior.v.x, map->behavior.v.y },
				strength > 0.0 ? side * fmin( 0.10 + 0.07 * strength, 0.24 ) : 0.0, behaviorColor, "v" );
	drawVector( canvas, picture, map->direction, 0.27 * side, directionColor, "d" );
	wfVec2 center = fromMap( picture, 0.5 * map->size, 0.5 * map->size );
	wfCanvas_AddCircle( canvas, center, 0.5 * picture->sheet.panel.font );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( 0xFFFFFF ), .stroke = wfRgb( WF_INK ), .strokeWidth = 2.0 } );
}

// Members of a group, each with the direction that it reads.
static void drawMembers( wfCanvas* canvas, const wfMapPicture* picture )
{
	const wfGroupMap* map = picture->group;
	double scale = picture->sheet.panel.scale, radius = map->radius * scale, font = picture->sheet.panel.font;
	for ( int32_t k = 0; k < map->memberCount; ++k )
	{
		wfVec2 offset = { map->places[k].x - map->anchor.x, map->places[k].y - map->anchor.y };
		wfVec2 at = toMapFrame( &picture->map, offset ), direction = toMapFrame( &picture->map, map->directions[k] );
		wfVec2 center = fromMap( picture, at.x / map->cell + map->column + 0.5, at.y / map->cell + map->row + 0.5 );
		wfCanvas_AddCircle( canvas, center, radius );
		wfCanvas_Paint( canvas,
						&( wfPaint ){ .fill = wfRgb( 0xFFFFFF ), .stroke = wfRgb( WF_INK ), .strokeWidth = 0.07 * font } );
		if ( direction.x != 0.0 || direction.y != 0.0 )
		{
			wfAddPlainArrow( canvas, center, direction, fmax( 2.4 * radius, font ), 0.3 * fmax( radius, 0.4 * font ) );
			wfCanvas_Paint(
				canvas, &( wfPaint ){ .fill = wfRgb( directionColor ), .stroke = wfRgb( WF_INK ), .strokeWidth = 0.05 * font } );
		}
	}
}

// Where the world's axes point, for maps that turn.
static void drawCompass( wfCanvas* canvas, const wfMapPicture* picture )
{
	const wfMapCells* map = &picture->map;
	double font = picture->sheet.panel.font, length = 1.7 * font;
	if ( fabs( sin( map->angle ) ) < 1e-6 && cos( map->angle ) > 0.0 )
	{
		return;
	}
	wfVec2 corner = { picture->sheet.panel.box.lower.x + 3.4 * font, picture->sheet.panel.box.upper.y - 3.4 * font };
	wfCanvas_AddCircle( canvas, corner, 2.9 * font );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgba( 0xFFFFFF, 0.88 ), .stroke = wfRgb( WF_INK ), .strokeWidth = 1.0 } );
	for ( int32_t axis = 0; axis < 2; ++axis )
	{
		wfVec2 along = toMapFrame( map, axis == 0 ? ( wfVec2 ){ 1.0, 0.0 } : ( wfVec2 ){ 0.0, 1.0 } );
		wfAddPlainArrow( canvas, corner, along, length, 0.13 * font );
		wfCanvas_Fill( canvas, wfRgb( WF_INK ) );
		wfTextStyle style = { .size = 0.8 * font, .color = wfRgb( WF_INK ), .anchor = wf_middleAnchor };
		wfVec2 at = { corner.x + ( length + 0.55 * font ) * along.x, corner.y - ( length + 0.55 * font ) * along.y + 0.3 * font };
		wfCanvas_DrawText( canvas, at, &style, axis == 0 ? "x" : "y" );
	}
}

// ---------------------------------------------------------------------------------------------------------------- sheet

static void explainColors( wfMapPicture* picture )
{
	picture->sheet.colors = ( wfColorScale ){ .palette = &picture->palette, .caption = { "attraction q, logarithmic" } };
	for ( int32_t k = 0; k < 5; ++k )
	{
		double logarithm = picture->logLow + 0.25 * k * ( picture->logHigh - picture->logLow );
		wfMapSheet_AddTick( &picture->sheet, 0.25 * k, wfFormatExponential( logarithm ) );
	}
}

static void explainVectors( wfMapPicture* picture )
{
	wfMapSheet* sheet = &picture->sheet;
	const wfLocalMap* map = picture->local;
	wfVec2 v = { map->behavior.v.x, map->behavior.v.y };
	bool behaves = map->behavior.epsilon != 0.0 && ( v.x != 0.0 || v.y != 0.0 );
	wfShortText behavior = wfFormatText( "v: behaviour, ε = %s", wfFormatNumber( map->behavior.epsilon, 3 ).text );
	wfMapSheet_AddMark( sheet, true, wf_arrowMark, wfRgb( directionColor ), "d: direction taken" );
	wfMapSheet_AddMark( sheet, true, wf_arrowMark, wfRgb( guideColor ), "g: to the intermediate goal" );
	wfMapSheet_AddMark( sheet, behaves, wf_arrowMark, wfRgb( behaviorColor ), behavior.text );
}

static void explainMap( wfMapPicture* picture )
{
	wfMapSheet* sheet = &picture->sheet;
	if ( picture->local != NULL )
	{
		explainVectors( picture );
	}
	wfMapSheet_AddMark( sheet, picture->group != NULL, wf_arrowMark, wfRgb( directionColor ), "member, and what it reads" );
	wfMapSheet_AddMark( sheet, true, wf_areaMark, wfRgb( WF_GOAL ), "intermediate goal" );
	wfMapSheet_AddMark( sheet, true, wf_areaMark, wfRgb( WF_MAP_BORDER ), "border" );
	wfMapSheet_AddMark( sheet, true, wf_lineMark, wfRgb( 0xFFFFFF ), "free zone begins" );
	wfMapSheet_AddMark( sheet, true, wf_dashMark, wfRgb( 0xFFFFFF ), "update zone begins" );
	wfMapSheet_AddMark( sheet, picture->obstacles, wf_areaMark, wfRgb( WF_WALL ), "obstacle" );
	wfMapSheet_AddMark( sheet, picture->highestCost > 0.0, wf_dotMark, wfRgb( WF_WALL ), "cost of other people, by area" )->edge =
		wfRgba( 0xFFFFFF, 0.85 );
	wfMapSheet_AddMark( sheet, picture->taken, wf_areaMark, wfRgb( WF_MAP_HARD ), "taken by other people" );
	explainColors( picture );
}

static void drawMap( wfCanvas* canvas, const wfMapPicture* picture )
{
	wfCanvas_PushClip( canvas, picture->sheet.panel.box );
	drawCells( canvas, picture );
	drawMesh( canvas, picture );
	drawCosts( canvas, picture );
	drawZones( canvas, picture );
	if ( picture->local != NULL )
	{
		drawVectors( canvas, picture );
	}
	else
	{
		drawMembers( canvas, picture );
	}
	drawCompass( canvas, picture );
	wfCanvas_PopClip( canvas );
	wfMapSheet_DrawAround( canvas, &picture->sheet );
}

// The sheet was begun.
static wfResult finishMap( wfMapPicture* picture, const char* path, wfError* error )
{
	wfMakePalette( &picture->palette );
	measureMap( picture );
	explainMap( picture );
	wfCanvas* canvas = NULL;
	wfResult result = wfMapSheet_CreateCanvas( &picture->sheet, &canvas );
	if ( result == wf_ok )
	{
		drawMap( canvas, picture );
	}
	return wfFinishPicture( canvas, path, result, error );
}

wfResult wfDrawLocalMap( const char* path, const wfLocalMap* map, const char* title, int32_t width, wfError* error )
{
	if ( WF_FAILS( path != NULL && map != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "a picture of a local map needs a path and a map" );
	}
	double side = map->size * map->cell;
	wfMapPicture picture = { .local = map,
							 .map = { map->size, map->size, map->cell, map->angle, map->cells, map->values, map->costs },
							 .sheet = { .title = title, .legend = true, .view = { { 0.0, 0.0 }, { side, side } } } };
	wfResult result = wfMapSheet_Begin( &picture.sheet, path, width, error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( map->size < 3 || map->size > WF_MAX_MAP_SIZE || !( map->cell > 0.0 && map->cell < 1e6 ) || !isfinite( map->angle ) )
	{
		wfFail( error, wf_outOfRange, "a local map of %d cells of %g m at the angle %g; expected 3 to %d cells of a size above 0",
				map->size, map->cell, map->angle, WF_MAX_MAP_SIZE );
		return wfNamePicture( error, path, wf_outOfRange );
	}
	return finishMap( &picture, path, error );
}

wfResult wfDrawGroupMap( const char* path, const wfGroupMap* map, const char* title, int32_t width, wfError* error )
{
	if ( WF_FAILS( path != NULL && map != NULL && map->cells != NULL && map->columns >= 3 && map->rows >= 3 ) )
	{
		return wfFail( error, wf_invalidDef, "a picture of a group's map needs a path and a map" );
	}
	wfBox2 view = { { 0.0, 0.0 }, { map->columns * map->cell, map->rows * map->cell } };
	wfMapPicture picture = { .group = map,
							 .map = { map->columns, map->rows, map->cell, map->angle, map->cells, map->values, map->costs },
							 .sheet = { .title = title, .legend = true, .view = view } };
	wfResult result = wfMapSheet_Begin( &picture.sheet, path, width, error );
	return result == wf_ok ? finishMap( &picture, path, error ) : result;
}
