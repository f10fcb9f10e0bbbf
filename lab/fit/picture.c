// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A picture of a window: what people did, and beside it what each model made of it.
#include "fit/fit.h"

#include "picture/color.h"
#include "picture/crowd.h"

#include <stdio.h>
#include <stdlib.h>

#define COLUMNS 3
#define MAP_WIDTH 460.0 // pixels
#define MOST_HEIGHT 520.0
#define PAD 14.0
#define HEAD 30.0
#define CAPTION 24.0
#define KEY 46.0
#define MARGIN 1.0 // metres around the people

typedef struct Sheet
{
	const wfFitPictureDef* def;
	wfBox2 view;
	double scale, mapWidth, mapHeight;
} Sheet;

static void layOut( Sheet* sheet )
{
	const wfFitWindow* window = sheet->def->window;
	wfBox2 box = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
	for ( int32_t i = 0; i < window->personCount; ++i )
	{
		for ( int32_t k = 0; k <= window->sampleCount; ++k )
		{
			wfVec2 place = window->places[wfFitWindow_GetIndex( window, i, k )];
			if ( !isnan( place.x ) )
			{
				wfIncludePoint( &box, place );
			}
		}
	}
	sheet->view = wfBoxAround( box.lower, box.upper, MARGIN );
	double width = wfBoxWidth( sheet->view ), height = wfBoxHeight( sheet->view );
	sheet->scale = fmin( MAP_WIDTH / width, MOST_HEIGHT / height );
	sheet->mapWidth = MAP_WIDTH;
	sheet->mapHeight = ceil( height * sheet->scale );
}

static void addWalk( wfCanvas* canvas, const wfPanel* panel, const wfFitWindow* window, int32_t person, const wfVec2* places )
{
	bool first = true;
	for ( int32_t k = 0; k <= window->sampleCount; ++k )
	{
		int32_t index = wfFitWindow_GetIndex( window, person, k );
		// The model's as long as the person itself was there.
		if ( !isnan( window->places[index].x ) )
		{
			wfCanvas_AddPoint( canvas, first, wfToCanvas( panel, places[index] ) );
			first = false;
		}
	}
}

static wfVec2 getLast( const wfFitWindow* window, int32_t person, const wfVec2* places )
{
	wfVec2 last = { NAN, NAN };
	for ( int32_t k = 0; k <= window->sampleCount; ++k )
	{
		int32_t index = wfFitWindow_GetIndex( window, person, k );
		last = isnan( window->places[index].x ) ? last : places[index];
	}
	return last;
}

static void drawMap( wfCanvas* canvas, const Sheet* sheet, int32_t map, wfVec2 corner )
{
	const wfFitWindow* window = sheet->def->window;
	const wfVec2* simulated = sheet->def->places[map];
	wfPanel panel = { .world = window->place->hasWalls ? window->place->world : NULL,
					  .origin = sheet->view.lower,
					  .scale = sheet->scale,
					  .font = 13.0 };
	panel.box = ( wfBox2 ){ corner, { corner.x + sheet->mapWidth, corner.y + sheet->mapHeight } };
	panel.origin.x -= 0.5 * ( sheet->mapWidth / sheet->scale - wfBoxWidth( sheet->view ) );
	wfCanvas_PushClip( canvas, panel.box );
	wfDrawPlainWorld( canvas, &panel );
	for ( int32_t i = 0; i < window->personCount; ++i )
	{
		if ( isnan( getLast( window, i, window->places ).x ) )
		{
			continue;
		}
		double alpha = window->people[i].scored ? 1.0 : 0.35;
		addWalk( canvas, &panel, window, i, window->places );
		wfCanvas_Stroke( canvas, wfRgba( WF_FAINT, alpha ), 3.0 );
		wfCanvas_AddCircle( canvas, wfToCanvas( &panel, getLast( window, i, window->places ) ), 4.0 );
		wfCanvas_Fill( canvas, wfRgba( WF_FAINT, alpha ) );
		addWalk( canvas, &panel, window, i, simulated );
		wfCanvas_Stroke( canvas, wfFade( wfCurveColor( map ), alpha ), 1.8 );
		wfCanvas_AddCircle( canvas, wfToCanvas( &panel, getLast( window, i, simulated ) ), 3.0 );
		wfCanvas_Fill( canvas, wfFade( wfCurveColor( map ), alpha ) );
	}
	wfCanvas_PopClip( canvas );
	wfCanvas_AddBox( canvas, panel.box );
	wfCanvas_Stroke( canvas, wfRgb( WF_FAINT ), 1.0 );
	wfDrawTitle( canvas, ( wfVec2 ){ corner.x, corner.y - 7.0 }, 14.0, sheet->mapWidth, sheet->def->titles[map] );
	if ( map + 1 == sheet->def->modelCount )
	{
		wfDrawScaleBar( canvas, &panel, corner.x, panel.box.upper.x, panel.box.upper.y + 18.0 );
	}
}

wfResult wfDrawFit( const wfFitPictureDef* def, wfError* error )
{
	Sheet sheet = { .def = def };
	wfCanvasKind kind;
	wfCanvas* canvas = NULL;
	wfResult result = wfChooseCanvas( def->path, &kind, error );
	if ( result != wf_ok )
	{
		return result;
	}
	layOut( &sheet );
	int32_t columns = def->modelCount < COLUMNS ? def->modelCount : COLUMNS;
	int32_t rows = ( def->modelCount + columns - 1 ) / columns;
	double rowHeight = sheet.mapHeight + CAPTION + PAD;
	int32_t width = (int32_t)( columns * ( sheet.mapWidth + PAD ) + PAD );
	int32_t height = (int32_t)( HEAD + rows * rowHeight + KEY );
	result = wfCreateCanvas( kind, width, height, &canvas );
	if ( result == wf_ok )
	{
		wfCanvas_AddBox( canvas, ( wfBox2 ){ { 0.0, 0.0 }, { width, height } } );
		wfCanvas_Fill( canvas, wfRgb( 0xFFFFFFu ) );
		wfDrawTitle( canvas, ( wfVec2 ){ PAD, 22.0 }, 17.0, width - 2.0 * PAD, def->title );
		for ( int32_t i = 0; i < def->modelCount; ++i )
		{
			wfVec2 corner = { PAD + ( i % columns ) * ( sheet.mapWidth + PAD ), HEAD + CAPTION + ( i / columns ) * rowHeight };
			drawMap( canvas, &sheet, i, corner );
		}
		wfTextStyle style = { .size = 13.0, .color = wfRgb( WF_INK ), .anchor = wf_startAnchor };
		wfCanvas_DrawText( canvas, ( wfVec2 ){ PAD, height - 10.0 }, &style,
						   "grey: people; colour: the model, from the same place and velocity on; pale: not scored" );
	}
	return wfFinishPicture( canvas, def->path, result, error );
}
