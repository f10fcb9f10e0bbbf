// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "wayfield/picture.h"

#include "base/base.h"
#include "picture/crowd.h"

#include <math.h>

wfPictureDef wfDefaultPictureDef( void )
{
	return ( wfPictureDef ){ .width = 1000, .contours = true, .arrows = true, .legend = true, .internalCookie = WF_COOKIE };
}

// One or two maps side by side with what belongs around them.
typedef struct wfFieldSheet
{
	wfMapSheet sheet;
	wfPanel panels[2];
	const char* headings[2]; // may be null
	wfColor factColor[2];
	wfShortText facts[2];
	wfPalette palette;
} wfFieldSheet;

static void noteFact( wfFieldSheet* fields, int32_t i )
{
	const wfLayer* layer = &fields->panels[i].layer;
	int64_t flat = layer->count[wf_flatCell], connected = flat + layer->count[wf_plainCell] + layer->count[wf_goalCell];
	wfShortText all = wfFormatCount( connected ), part = wfFormatNumber( 100.0 * (double)flat / (double)connected, 3 );
	fields->factColor[i] = wfRgb( flat > 0 ? 0xD0103Au : 0x0B7A5Bu );
	fields->facts[i] = flat > 0 ? wfFormatText( "%s of %s cells flat (%s %%)", wfFormatCount( flat ).text, all.text, part.text )
								: wfFormatText( "no flat cell among %s", all.text );
}

// ------------------------------------------------------------------------------------------------------------------ key

static bool hasClosedTerrain( const wfPanel* panel )
{
	wfShapeList shapes;
	bool found = false;
	if ( wfLoadShapes( panel, &shapes ) != wf_ok )
	{
		return false;
	}
	for ( int32_t i = 0; i < shapes.count; ++i )
	{
		found = found || ( wfIsClosedTerrain( shapes.shapes + i, panel->grid ) && shapes.shapes[i].kind != wf_imageShape );
	}
	wfFreeShapes( &shapes );
	return found;
}

// The panels share what the signs mean.
static void explainFields( wfFieldSheet* fields )
{
	wfMapSheet* sheet = &fields->sheet;
	const wfPanel* panel = fields->panels;
	int64_t count[wf_cellKindCount];
	for ( int32_t k = 0; k < wf_cellKindCount; ++k )
	{
		// Without a second panel its counts are 0.
		count[k] = panel[0].layer.count[k] + panel[1].layer.count[k];
	}
	bool goals = panel->world != NULL && !panel->layer.shown && wfWorld_GetGoalIds( panel->world, NULL, 0 ) > 0;
	wfMapSheet_AddMark( sheet, count[wf_goalCell] > 0 || goals, wf_targetMark, wfRgb( WF_GOAL ), "goal" );
	wfMapSheet_AddMark( sheet, panel->def->startCount > 0, wf_startMark, wfRgb( WF_INK ), "start" );
	int32_t paths = panel->def->pathCount;
	wfShortText path = wfNamePaths( paths, paths == 1 ? panel->def->paths[0].length : 0.0 );
	wfMapSheet_AddMark( sheet, paths > 0, wf_pathsMark, wfRgb( WF_INK ), path.text )->lineCount = paths < 3 ? paths : 3;
	wfMapSheet_AddMark( sheet, count[wf_flatCell] > 0, wf_areaMark, wfRgb( WF_FLAT ), "flat: descent is stuck" );
	wfMapSheet_AddMark( sheet, count[wf_solidCell] > 0, wf_areaMark, wfRgb( WF_WALL ), "obstacle" );
	wfShortText margin = wfFormatText( "within the radius %s m", wfFormatNumber( wfGrid_GetRadius( panel->grid ), 3 ).text );
	wfMapSheet_AddMark( sheet, count[wf_marginCell] > 0, wf_areaMark, wfRgb( WF_MARGIN ), margin.text );
	wfMapSheet_AddMark( sheet, hasClosedTerrain( panel ), wf_areaMark, wfRgb( WF_CLOSED ), "closed terrain" );
	wfMapSheet_AddMark( sheet, panel->layer.costly, wf_areaMark, wfRgb( wfMixColors( 0xFFFFFF, WF_TERRAIN, 0.55 ) ),
						"costly terrain" );
	wfMapSheet_AddMark( sheet, count[wf_apartCell] > 0, wf_hatchMark, wfRgb( WF_APART ), "not connected" )->edge =
		wfRgb( WF_APART_LINE );
}

// --------------------------------------------------------------------------------------------------------------- drawing

static void layOut( wfFieldSheet* fields )
{
	static const wfMarkStyle style = {
		.center = 0.45, .gap = 0.8, .room = 1.35, .pathLine = 0.17, .boxLine = 0.6, .boxAlpha = 0.5, .hatchLine = 1.2 };
	wfMapSheet* sheet = &fields->sheet;
	const wfPanel* panels = fields->panels;
	double cell = wfGrid_GetCellSize( panels[0].grid );
	sheet->title = panels[0].def->title;
	sheet->legend = panels[0].def->legend;
	sheet->view.upper = ( wfVec2 ){ wfGrid_GetWidth( panels[0].grid ) * cell, wfGrid_GetHeight( panels[0].grid ) * cell };
	sheet->ownStrip = panels[0].layer.shown || panels[1].layer.shown ? 3.7 : 2.2;
	sheet->headings = fields->headings[0] != NULL || fields->facts[0].text[0] != 0;
	sheet->markStyle = &style;
	explainFields( fields );
	wfMapSheet_LayOut( sheet );
	for ( int32_t i = 0; i < sheet->mapCount; ++i )
	{
		fields->panels[i].font = sheet->panel.font;
		fields->panels[i].scale = sheet->panel.scale;
		fields->panels[i].box = wfMapSheet_GetBox( sheet, i );
	}
}

static void drawHeading( wfCanvas* canvas, const wfFieldSheet* fields, int32_t i, double left )
{
	double font = fields->sheet.panel.font, taken = 0.0;
	double base = fields->panels[i].box.lower.y - 0.5 * font, right = left + fields->sheet.slotWidth;
	if ( fields->headings[i] != NULL )
	{
		wfTextStyle style = { .size = font, .color = wfRgb( WF_INK ), .bold = true };
		wfCanvas_DrawText( canvas, ( wfVec2 ){ left, base }, &style, fields->headings[i] );
		taken = wfMeasureText( fields->headings[i], style.size, true ) + font;
	}
	wfTextStyle style = { .size = 0.9 * font, .color = fields->factColor[i], .anchor = wf_endAnchor };
	double room = right - left - taken, wanted = wfMeasureText( fields->facts[i].text, style.size, false );
	style.size = wanted > room ? style.size * fmax( room, 0.0 ) / wanted : style.size;
	// Too small to be read is better left out.
	if ( style.size > 0.5 * font )
	{
		wfCanvas_DrawText( canvas, ( wfVec2 ){ right, base }, &style, fields->facts[i].text );
	}
}

static void drawSheet( wfCanvas* canvas, const wfFieldSheet* fields )
{
	const wfMapSheet* sheet = &fields->sheet;
	wfMapSheet_DrawTitle( canvas, sheet );
	for ( int32_t i = 0; i < sheet->mapCount; ++i )
	{
		const wfPanel* panel = fields->panels + i;
		double left = sheet->pad + i * ( sheet->slotWidth + sheet->pad );
		wfDrawPanel( canvas, panel, &fields->palette );
		if ( sheet->headings )
		{
			drawHeading( canvas, fields, i, left );
		}
		if ( sheet->legend )
		{
			wfDrawStrip( canvas, panel, &fields->palette, left, left + sheet->slotWidth, panel->box.upper.y );
		}
	}
	if ( sheet->legend )
	{
		wfMapSheet_DrawMarks( canvas, sheet );
	}
}

// Lay out, draw and save; frees the layers.
static wfResult finishFields( wfFieldSheet* fields, wfResult result, wfError* error )
{
	wfMapSheet* sheet = &fields->sheet;
	wfCanvas* canvas = NULL;
	if ( result == wf_ok )
	{
		wfMakePalette( &fields->palette );
		layOut( fields );
		result = wfCreateCanvas( sheet->kind, sheet->width, sheet->height, &canvas );
	}
	if ( result == wf_ok )
	{
		canvas->imageLimit /= (size_t)sheet->mapCount;
		drawSheet( canvas, fields );
	}
	wfFreeLayer( &fields->panels[0].layer );
	wfFreeLayer( &fields->panels[1].layer );
	return wfFinishPicture( canvas, sheet->path, result, error );
}

// The potential first, where there are both.
static wfResult drawFields( const char* path, const wfPanel* map, wfError* error )
{
	const wfGrid *grid = map->grid, *own = map->field != NULL ? wfField_GetGrid( map->field ) : grid;
	const wfPictureDef* def = map->def;
	wfFieldSheet fields = { .sheet.mapCount = 1 };
	wfResult result = wfMapSheet_Begin( &fields.sheet, path, def->width, error );
	if ( result == wf_ok &&
		 ( wfGrid_GetWidth( own ) != wfGrid_GetWidth( grid ) || wfGrid_GetHeight( own ) != wfGrid_GetHeight( grid ) ) )
	{
		result = wfFail( error, wf_outOfRange, "the field has %d x %d cells, the grid %d x %d: they do not belong together",
						 wfGrid_GetWidth( own ), wfGrid_GetHeight( own ), wfGrid_GetWidth( grid ), wfGrid_GetHeight( grid ) );
	}
	if ( result != wf_ok )
	{
		return wfNamePicture( error, path, result );
	}
	fields.panels[0] = *map;
	if ( map->p == NULL )
	{
		wfLayer* layer = &fields.panels[0].layer;
		result = map->field != NULL ? wfMakeFieldLayer( grid, map->field, layer ) : wfMakeGridLayer( grid, layer );
		return finishFields( &fields, result, error );
	}
	result = wfMakePotentialLayer( grid, map->p, def->goalCells, def->goalCount, &fields.panels[0].layer );
	if ( result == wf_ok && map->field != NULL )
	{
		fields.sheet.mapCount = 2;
		fields.panels[0].field = NULL;
		fields.panels[1] = *map;
		fields.panels[1].p = NULL;
		fields.headings[0] = def->leftTitle;
		fields.headings[1] = def->rightTitle;
		result = wfMakeFieldLayer( grid, map->field, &fields.panels[1].layer );
	}
	for ( int32_t i = 0; i < fields.sheet.mapCount && result == wf_ok; ++i )
	{
		noteFact( &fields, i );
	}
	return finishFields( &fields, result, error );
}

wfResult wfDrawField( const char* path, const wfGrid* grid, const wfWorld* world, const wfField* field, const wfPictureDef* def,
					  wfError* error )
{
	if ( WF_FAILS( path != NULL && grid != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "a picture needs a path, a grid and a def from wfDefaultPictureDef" );
	}
	return drawFields( path, &( wfPanel ){ .grid = grid, .world = world, .field = field, .def = def }, error );
}

wfResult wfDrawPotential( const char* path, const wfGrid* grid, const wfWorld* world, const double* p, const wfPictureDef* def,
						  wfError* error )
{
	if ( WF_FAILS( path != NULL && grid != NULL && p != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "a picture needs a path, a grid, a potential and a def from wfDefaultPictureDef" );
	}
	return drawFields( path, &( wfPanel ){ .grid = grid, .world = world, .p = p, .def = def }, error );
}

wfResult wfDrawComparison( const char* path, const wfGrid* grid, const wfWorld* world, const double* p, const wfField* field,
						   const wfPictureDef* def, wfError* error )
{
	bool given = path != NULL && grid != NULL && p != NULL && field != NULL;
	if ( WF_FAILS( given && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef,
					   "a comparison needs a path, a grid, a potential, a field and a def from wfDefaultPictureDef" );
	}
	return drawFields( path, &( wfPanel ){ .grid = grid, .world = world, .field = field, .p = p, .def = def }, error );
}
