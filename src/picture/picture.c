// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "wayfield/picture.h"

#include "base/base.h"
#include "picture/crowd.h"

#include <math.h>
#include <stdio.h>

wfPictureDef wfDefaultPictureDef( void )
{
	return ( wfPictureDef ){ .width = 1000, .contours = true, .arrows = true, .legend = true, .internalCookie = WF_COOKIE };
}

// One or two maps side by side with what belongs around them.
typedef struct wfSheet
{
	wfPanel panels[2];
	int32_t panelCount;
	const char* headings[2]; // may be null
	wfColor factColor[2];
	char facts[2][320];
	const wfPictureDef* def;
	wfPalette palette;
	double font, pad, titleHeight, headingHeight, stripHeight, keyHeight;
	double slotWidth; // room of a panel, the panel centred in it
	int32_t width, height;
} wfSheet;

static void noteFact( wfSheet* sheet, int32_t i )
{
	const wfLayer* layer = &sheet->panels[i].layer;
	int64_t flat = layer->count[wf_flatCell], connected = flat + layer->count[wf_plainCell] + layer->count[wf_goalCell];
	wfShortText all = wfFormatCount( connected ), part = wfFormatNumber( 100.0 * (double)flat / (double)connected, 3 );
	sheet->factColor[i] = wfRgb( flat > 0 ? 0xD0103Au : 0x0B7A5Bu );
	snprintf( sheet->facts[i], sizeof( sheet->facts[i] ), "no flat cell among %s", all.text );
	if ( flat > 0 )
	{
		snprintf( sheet->facts[i], sizeof( sheet->facts[i] ), "%s of %s cells flat (%s %%)", wfFormatCount( flat ).text, all.text,
				  part.text );
	}
}

// Sizes from the outside in: the longer side of the whole sheet is what was asked for.
static void layOut( wfSheet* sheet )
{
	const wfPictureDef* def = sheet->def;
	const wfGrid* grid = sheet->panels[0].grid;
	double longer = def->width, font = fmin( fmax( 0.0145 * longer, fmin( 10.5, longer / 28.0 ) ), 30.0 );
	double metresX = wfGrid_GetWidth( grid ) * wfGrid_GetCellSize( grid ),
		   metresY = wfGrid_GetHeight( grid ) * wfGrid_GetCellSize( grid );
	bool bare = def->title == NULL && !def->legend && sheet->headings[0] == NULL && sheet->facts[0][0] == 0;
	sheet->font = font;
	sheet->pad = bare ? 2.0 : font;
	sheet->titleHeight = def->title != NULL && def->title[0] != 0 ? 2.0 * font : 0.0;
	bool heading = sheet->headings[0] != NULL || sheet->facts[0][0] != 0;
	sheet->headingHeight = heading ? 1.7 * font : 0.0;
	for ( int32_t i = 0; i < sheet->panelCount; ++i )
	{
		sheet->panels[i].font = font;
		sheet->stripHeight = def->legend ? fmax( sheet->stripHeight, wfGetStripHeight( sheet->panels + i ) ) : 0.0;
	}
	int32_t count = sheet->panelCount;
	double widest = ( longer - ( count + 1 ) * sheet->pad ) / count, narrowest = fmin( widest, 27.0 * font );
	double scale = widest / metresX, panelHeight = 0.0, fixed = 0.0;
	sheet->slotWidth = widest;
	for ( int32_t pass = 0; pass < 6; ++pass )
	{
		double inside = count * sheet->slotWidth + ( count - 1 ) * sheet->pad;
		double key = def->legend ? wfDrawKey( NULL, sheet->panels, count, ( wfVec2 ){ 0 }, inside ) : 0.0;
		sheet->keyHeight = fmax( sheet->keyHeight, key );
		fixed = sheet->titleHeight + sheet->headingHeight + sheet->stripHeight + sheet->keyHeight + 2.0 * sheet->pad;
		// Only a map taller than wide is bounded by the height; a little room for it is kept whatever else there is.
		double tallest = fmax( longer - fixed, 0.25 * longer );
		scale = fmin( widest / metresX, tallest / metresY );
		panelHeight = scale * metresY;
		sheet->slotWidth = def->legend || heading ? fmax( scale * metresX, narrowest ) : scale * metresX;
	}
	double top = sheet->pad + sheet->titleHeight + sheet->headingHeight;
	for ( int32_t i = 0; i < count; ++i )
	{
		double left = sheet->pad + i * ( sheet->slotWidth + sheet->pad ) + 0.5 * ( sheet->slotWidth - scale * metresX );
		sheet->panels[i].scale = scale;
		sheet->panels[i].box = ( wfBox2 ){ { left, top }, { left + scale * metresX, top + panelHeight } };
	}
	sheet->width = (int32_t)ceil( count * sheet->slotWidth + ( count + 1 ) * sheet->pad - 1e-6 );
	sheet->height = (int32_t)ceil( fixed + panelHeight - 1e-6 );
}

static void drawHeading( wfCanvas* canvas, const wfSheet* sheet, int32_t i, double left )
{
	double base = sheet->panels[i].box.lower.y - 0.5 * sheet->font, right = left + sheet->slotWidth, taken = 0.0;
	if ( sheet->headings[i] != NULL )
	{
		wfTextStyle style = { .size = sheet->font, .color = wfRgb( WF_INK ), .bold = true };
		wfCanvas_DrawText( canvas, ( wfVec2 ){ left, base }, &style, sheet->headings[i] );
		taken = wfMeasureText( sheet->headings[i], style.size, true ) + sheet->font;
	}
	wfTextStyle style = { .size = 0.9 * sheet->font, .color = sheet->factColor[i], .anchor = wf_endAnchor };
	double room = right - left - taken, wanted = wfMeasureText( sheet->facts[i], style.size, false );
	style.size = wanted > room ? style.size * fmax( room, 0.0 ) / wanted : style.size;
	// Too small to be read is better left out.
	if ( style.size > 0.5 * sheet->font )
	{
		wfCanvas_DrawText( canvas, ( wfVec2 ){ right, base }, &style, sheet->facts[i] );
	}
}

static void drawSheet( wfCanvas* canvas, const wfSheet* sheet )
{
	if ( sheet->titleHeight > 0.0 )
	{
		wfTextStyle style = { .size = 1.25 * sheet->font, .color = wfRgb( WF_INK ), .bold = true };
		double room = sheet->width - 2.0 * sheet->pad, wanted = wfMeasureText( sheet->def->title, style.size, true );
		style.size = wanted > room ? style.size * room / wanted : style.size;
		wfCanvas_DrawText( canvas, ( wfVec2 ){ sheet->pad, sheet->pad + 1.05 * sheet->font }, &style, sheet->def->title );
	}
	for ( int32_t i = 0; i < sheet->panelCount; ++i )
	{
		const wfPanel* panel = sheet->panels + i;
		double left = sheet->pad + i * ( sheet->slotWidth + sheet->pad );
		wfDrawPanel( canvas, panel, &sheet->palette );
		if ( sheet->headingHeight > 0.0 )
		{
			drawHeading( canvas, sheet, i, left );
		}
		if ( sheet->def->legend )
		{
			wfDrawStrip( canvas, panel, &sheet->palette, left, left + sheet->slotWidth, panel->box.upper.y );
		}
	}
	if ( sheet->def->legend )
	{
		wfVec2 corner = { sheet->pad, sheet->panels[0].box.upper.y + sheet->stripHeight + 0.5 * sheet->pad };
		wfDrawKey( canvas, sheet->panels, sheet->panelCount, corner, sheet->width - 2.0 * sheet->pad );
	}
}

static wfResult checkPicture( const char* path, const wfGrid* grid, const wfField* field, const wfPictureDef* def,
							  wfCanvasKind* kind, wfError* error )
{
	wfResult result = wfBeginPicture( path, def->width, kind, error );
	const wfGrid* own = field != NULL ? wfField_GetGrid( field ) : grid;
	if ( result == wf_ok &&
		 ( wfGrid_GetWidth( own ) != wfGrid_GetWidth( grid ) || wfGrid_GetHeight( own ) != wfGrid_GetHeight( grid ) ) )
	{
		result = wfFail( error, wf_outOfRange, "the field has %d x %d cells, the grid %d x %d: they do not belong together",
						 wfGrid_GetWidth( own ), wfGrid_GetHeight( own ), wfGrid_GetWidth( grid ), wfGrid_GetHeight( grid ) );
	}
	return wfNamePicture( error, path, result );
}

// Lay out, draw and save; frees the sheet.
static wfResult finishSheet( wfSheet* sheet, const char* path, wfCanvasKind kind, wfResult result, wfError* error )
{
	wfCanvas* canvas = NULL;
	if ( result == wf_ok )
	{
		wfMakePalette( &sheet->palette );
		layOut( sheet );
		result = wfCreateCanvas( kind, sheet->width, sheet->height, &canvas );
	}
	if ( result == wf_ok )
	{
		canvas->imageLimit /= (size_t)sheet->panelCount;
		drawSheet( canvas, sheet );
	}
	for ( int32_t i = 0; i < sheet->panelCount; ++i )
	{
		wfFreeLayer( &sheet->panels[i].layer );
	}
	return wfFinishPicture( canvas, path, result, error );
}

wfResult wfDrawField( const char* path, const wfGrid* grid, const wfWorld* world, const wfField* field, const wfPictureDef* def,
					  wfError* error )
{
	if ( WF_FAILS( path != NULL && grid != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "a picture needs a path, a grid and a def from wfDefaultPictureDef" );
	}
	wfCanvasKind kind;
	wfResult result = checkPicture( path, grid, field, def, &kind, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfSheet sheet = { .panelCount = 1, .def = def };
	sheet.panels[0] = ( wfPanel ){ .grid = grid, .world = world, .field = field, .def = def };
	result =
		field != NULL ? wfMakeFieldLayer( grid, field, &sheet.panels[0].layer ) : wfMakeGridLayer( grid, &sheet.panels[0].layer );
	return finishSheet( &sheet, path, kind, result, error );
}

wfResult wfDrawPotential( const char* path, const wfGrid* grid, const wfWorld* world, const double* p, const wfPictureDef* def,
						  wfError* error )
{
	if ( WF_FAILS( path != NULL && grid != NULL && p != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "a picture needs a path, a grid, a potential and a def from wfDefaultPictureDef" );
	}
	wfCanvasKind kind;
	wfResult result = checkPicture( path, grid, NULL, def, &kind, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfSheet sheet = { .panelCount = 1, .def = def };
	sheet.panels[0] = ( wfPanel ){ .grid = grid, .world = world, .p = p, .def = def };
	result = wfMakePotentialLayer( grid, p, def->goalCells, def->goalCount, &sheet.panels[0].layer );
	if ( result == wf_ok )
	{
		noteFact( &sheet, 0 );
	}
	return finishSheet( &sheet, path, kind, result, error );
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
	wfCanvasKind kind;
	wfResult result = checkPicture( path, grid, field, def, &kind, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfSheet sheet = { .panelCount = 2, .def = def, .headings = { def->leftTitle, def->rightTitle } };
	sheet.panels[0] = ( wfPanel ){ .grid = grid, .world = world, .p = p, .def = def };
	sheet.panels[1] = ( wfPanel ){ .grid = grid, .world = world, .field = field, .def = def };
	result = wfMakePotentialLayer( grid, p, def->goalCells, def->goalCount, &sheet.panels[0].layer );
	result = result == wf_ok ? wfMakeFieldLayer( grid, field, &sheet.panels[1].layer ) : result;
	if ( result == wf_ok )
	{
		noteFact( &sheet, 0 );
		noteFact( &sheet, 1 );
	}
	return finishSheet( &sheet, path, kind, result, error );
}
