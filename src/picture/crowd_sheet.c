// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A sheet with one map: its title, its frame, and below it colours, scale and signs explained.

#include "base/base.h"
#include "picture/footstep.h"

#include <math.h>

bool wfIsEmptyBox( wfBox2 box )
{
	return box.lower.x == box.upper.x && box.lower.y == box.upper.y;
}

wfBox2 wfGrowBox( wfBox2 box, double least )
{
	double margin = least + 0.03 * fmax( wfBoxWidth( box ), wfBoxHeight( box ) );
	return ( wfBox2 ){ { box.lower.x - margin, box.lower.y - margin }, { box.upper.x + margin, box.upper.y + margin } };
}

wfResult wfChooseView( wfBox2 view, const wfWorld* world, wfBox2 fallback, wfBox2* chosen, wfError* error )
{
	bool given = !wfIsEmptyBox( view );
	*chosen = given ? view : world != NULL ? wfWorld_GetBounds( world ) : fallback;
	double x = wfBoxWidth( *chosen ), y = wfBoxHeight( *chosen );
	bool numbers = isfinite( chosen->lower.x ) && isfinite( chosen->lower.y ) && isfinite( x ) && isfinite( y );
	if ( !numbers || !( x > 0.0 ) || !( y > 0.0 ) || x > 1000.0 * y || y > 1000.0 * x || x > 1e7 || y > 1e7 )
	{
		wfFail( error, wf_outOfRange,
				"the view of %g x %g m cannot be drawn; expected sides above 0 and up to 1e7 m, neither more than 1000 times "
				"the other",
				x, y );
		return wfNameField( error, given ? "view" : world != NULL ? "world.bounds" : "bounds", wf_outOfRange );
	}
	return wf_ok;
}

static wfResult checkCrowdPicture( const wfCrowdPictureDef* def, wfError* error )
{
	if ( !( def->radius >= 0.0 && def->radius <= 1000.0 ) )
	{
		return wfFail( error, wf_outOfRange, "the radius of the discs is %g m; 0 to 1000 are possible", def->radius );
	}
	bool finite = def->lineCount == 0 || ( def->lineCount > 0 && def->lineEnds != NULL );
	for ( int32_t i = 0; i < 2 * def->lineCount && finite; ++i )
	{
		finite = isfinite( def->lineEnds[i].x ) && isfinite( def->lineEnds[i].y );
	}
	if ( !finite )
	{
		return wfFail( error, wf_outOfRange, "%d measured lines; expected 0 or more with two finite ends each", def->lineCount );
	}
	if ( !isfinite( def->fromTime ) || !isfinite( def->toTime ) || ( def->toTime != 0.0 && def->toTime < def->fromTime ) )
	{
		return wfFail( error, wf_outOfRange,
					   "the time from %g to %g s is none; expected the end (0: of the recording) after the "
					   "beginning",
					   def->fromTime, def->toTime );
	}
	return wfCheckPlans( def, error );
}

wfResult wfMapSheet_Begin( wfMapSheet* sheet, const char* path, int32_t width, wfError* error )
{
	sheet->path = path;
	sheet->longerSide = width;
	wfResult result = wfChooseCanvas( path, &sheet->kind, error );
	if ( result == wf_ok && ( width < WF_MIN_SIDE || width > WF_MAX_SIDE ) )
	{
		result = wfFail( error, wf_outOfRange, "the picture's width is %d pixels; %d to %d are possible", width, WF_MIN_SIDE,
						 WF_MAX_SIDE );
	}
	return wfNamePicture( error, path, result );
}

wfResult wfBeginCrowdPicture( const char* path, const wfWorld* world, const wfCrowdPictureDef* def, wfMapSheet* sheet,
							  wfError* error )
{
	sheet->panel.world = world;
	sheet->title = def->title;
	sheet->legend = def->legend;
	wfResult result = wfMapSheet_Begin( sheet, path, def->width, error );
	return result == wf_ok ? wfNamePicture( error, path, checkCrowdPicture( def, error ) ) : result;
}

wfResult wfMapSheet_CreateCanvas( wfMapSheet* sheet, wfCanvas** canvas )
{
	wfMapSheet_LayOut( sheet );
	return wfCreateCanvas( sheet->kind, sheet->width, sheet->height, canvas );
}

wfResult wfFinishPicture( wfCanvas* canvas, const char* path, wfResult result, wfError* error )
{
	if ( result == wf_ok )
	{
		result = wfCanvas_Save( canvas, path, error );
	}
	else
	{
		wfFail( error, result, "the picture could not be drawn: %s", wfDescribeResult( result ) );
	}
	wfDestroyCanvas( canvas );
	return wfNamePicture( error, path, result );
}

// ---------------------------------------------------------------------------------------------------------------- marks

wfMark* wfMapSheet_AddMark( wfMapSheet* sheet, bool shown, wfMarkKind kind, wfColor color, const char* label )
{
	// The pictures know how many marks they may need; more than there is room for is an error of ours.
	WF_ASSERT( sheet->markCount < WF_MAX_MARKS );
	wfMark* mark = sheet->marks + sheet->markCount;
	*mark = ( wfMark ){ kind, color, wfRgb( WF_INK ), 3, wfFormatText( "%s", label ) };
	sheet->markCount += shown && sheet->markCount < WF_MAX_MARKS ? 1 : 0;
	return mark;
}

// --------------------------------------------------------------------------------------------------------------- colours

void wfMapSheet_AddTick( wfMapSheet* sheet, double place, wfShortText label )
{
	wfColorScale* colors = &sheet->colors;
	if ( colors->tickCount < WF_MAX_SCALE_TICKS )
	{
		colors->places[colors->tickCount] = place;
		colors->labels[colors->tickCount++] = label;
	}
}

void wfMapSheet_SetColors( wfMapSheet* sheet, const wfPalette* palette, double high, const char* caption )
{
	if ( palette == NULL )
	{
		return;
	}
	sheet->colors = ( wfColorScale ){ .palette = palette, .caption = wfFormatText( "%s", caption ) };
	double step = wfRoundDown125( high / 3.0 );
	for ( int32_t i = 0; i * step <= high * ( 1.0 + 1e-9 ) && i < WF_MAX_SCALE_TICKS; ++i )
	{
		wfMapSheet_AddTick( sheet, i * step / high, wfFormatNumber( i * step, 4 ) );
	}
}

static void drawColorScale( wfCanvas* canvas, const wfMapSheet* sheet, double left, double right, double top )
{
	const wfColorScale* colors = &sheet->colors;
	double font = sheet->panel.font, small = 0.82 * font;
	wfBox2 bar = wfDrawColorBar( canvas, colors->palette, colors->caption.text, font, ( wfVec2 ){ left, top }, right );
	double free = -INFINITY;
	for ( int32_t k = 0; k < colors->tickCount; ++k )
	{
		double x = left + ( right - left ) * colors->places[k];
		double half = 0.5 * wfMeasureText( colors->labels[k].text, small, false );
		bool first = colors->places[k]<1e-6, last = colors->places[k]> 1.0 - 1e-6;
		wfTextStyle style = { .size = small, .color = wfRgb( WF_INK ) };
		style.anchor = first ? wf_startAnchor : last ? wf_endAnchor : wf_middleAnchor;
		double begin = first ? x : last ? x - 2.0 * half : x - half;
		if ( begin < free )
		{
			continue;
		}
		wfCanvas_AddLine( canvas, ( wfVec2 ){ x, bar.upper.y },
						  ( wfVec2 ){ x, bar.upper.y + ( first || last ? 0.0 : 0.22 * font ) } );
		wfCanvas_DrawText( canvas, ( wfVec2 ){ x, bar.upper.y + 0.3 * font + small }, &style, colors->labels[k].text );
		free = begin + 2.0 * half + 0.4 * font;
	}
	wfCanvas_Stroke( canvas, wfRgb( WF_INK ), 0.8 );
}

// ---------------------------------------------------------------------------------------------------------------- sheet

static double getScaleRoom( double inside, double font )
{
	return fmin( 0.28 * inside, 14.0 * font );
}

// Whether the marks have the whole width: else they stand beside the scale bar.
static bool isStripOwn( const wfMapSheet* sheet )
{
	return sheet->colors.palette != NULL || sheet->mapCount > 0;
}

// Returns the height; with a null canvas nothing is drawn.
static double drawMarks( wfCanvas* canvas, const wfMapSheet* sheet, double inside )
{
	static const wfMarkStyle usual = {
		.center = 0.5, .gap = 0.9, .room = 1.45, .pathLine = 0.12, .boxLine = 0.7, .boxAlpha = 0.6, .hatchLine = 1.1 };
	double font = sheet->panel.font, width = isStripOwn( sheet ) ? inside : inside - getScaleRoom( inside, font ) - font;
	wfVec2 corner = { sheet->pad, sheet->panel.box.upper.y + sheet->stripHeight + 0.5 * sheet->pad };
	return wfDrawMarks( canvas, sheet->marks, sheet->markCount, sheet->markStyle != NULL ? sheet->markStyle : &usual, font,
						corner, width );
}

double wfMapSheet_DrawMarks( wfCanvas* canvas, const wfMapSheet* sheet )
{
	return drawMarks( canvas, sheet, sheet->width - sheet->pad - sheet->pad );
}

wfBox2 wfMapSheet_GetBox( const wfMapSheet* sheet, int32_t map )
{
	double width = sheet->panel.scale * wfBoxWidth( sheet->view ), height = sheet->panel.scale * wfBoxHeight( sheet->view );
	double left = sheet->pad + map * ( sheet->slotWidth + sheet->pad ) + 0.5 * ( sheet->slotWidth - width );
	double top = sheet->pad + sheet->titleHeight + sheet->headingHeight;
	return ( wfBox2 ){ { left, top }, { left + width, top + height } };
}

// Sizes from the outside in: the longer side of the whole sheet is what was asked for.
void wfMapSheet_LayOut( wfMapSheet* sheet )
{
	wfPanel* panel = &sheet->panel;
	double longer = sheet->longerSide, font = fmin( fmax( 0.0145 * longer, fmin( 10.5, longer / 28.0 ) ), 30.0 );
	double metresX = wfBoxWidth( sheet->view ), metresY = wfBoxHeight( sheet->view );
	bool field = sheet->mapCount > 0, title = sheet->title != NULL && sheet->title[0] != 0;
	bool head = title || sheet->fact.text[0] != 0 || sheet->headLine;
	bool roomy = sheet->legend || ( field ? sheet->headings : head );
	int32_t count = field ? sheet->mapCount : 1;
	panel->font = font;
	panel->origin = sheet->view.lower;
	sheet->pad = roomy || head || ( field && sheet->title != NULL ) ? font : 2.0;
	sheet->titleHeight = head ? 2.0 * font : 0.0;
	sheet->headingHeight = sheet->headings ? 1.7 * font : 0.0;
	sheet->stripHeight = ( !sheet->legend ? 0.0 : field ? sheet->ownStrip : sheet->colors.palette != NULL ? 3.7 : 0.0 ) * font;
	double widest = ( longer - ( count + 1 ) * sheet->pad ) / count, fixed = 0.0;
	sheet->slotWidth = widest;
	sheet->keyHeight = 0.0;
	for ( int32_t pass = 0; pass < 6; ++pass )
	{
		double key = sheet->legend ? drawMarks( NULL, sheet, count * sheet->slotWidth + ( count - 1 ) * sheet->pad ) : 0.0;
		key = sheet->legend && !isStripOwn( sheet ) ? fmax( key, 1.4 * font ) : key;
		sheet->keyHeight = fmax( sheet->keyHeight, key );
		fixed = sheet->titleHeight + sheet->headingHeight + sheet->stripHeight + sheet->keyHeight + 2.0 * sheet->pad;
		// Only a map taller than wide is bounded by the height; a little room for it is kept whatever else there is.
		panel->scale = fmin( widest / metresX, fmax( longer - fixed, 0.25 * longer ) / metresY );
		sheet->slotWidth = roomy ? fmax( panel->scale * metresX, fmin( widest, 27.0 * font ) ) : panel->scale * metresX;
	}
	panel->box = wfMapSheet_GetBox( sheet, 0 );
	sheet->width = (int32_t)ceil( count * sheet->slotWidth + ( count + 1 ) * sheet->pad - 1e-6 );
	sheet->height = (int32_t)ceil( fixed + panel->scale * metresY - 1e-6 );
}

void wfMapSheet_DrawTitle( wfCanvas* canvas, const wfMapSheet* sheet )
{
	double font = sheet->panel.font, room = sheet->width - 2.0 * sheet->pad, base = sheet->pad + 1.05 * font;
	if ( sheet->titleHeight > 0.0 && sheet->fact.text[0] != 0 )
	{
		wfTextStyle style = { .size = 0.9 * font, .color = wfRgb( WF_FAINT ), .anchor = wf_endAnchor };
		wfCanvas_DrawText( canvas, ( wfVec2 ){ sheet->width - sheet->pad, base }, &style, sheet->fact.text );
		room -= wfMeasureText( sheet->fact.text, style.size, false ) + font;
	}
	if ( sheet->titleHeight > 0.0 && sheet->title != NULL && room > font )
	{
		wfDrawTitle( canvas, ( wfVec2 ){ sheet->pad, base }, 1.25 * font, room, sheet->title );
	}
}

void wfMapSheet_DrawAround( wfCanvas* canvas, const wfMapSheet* sheet )
{
	const wfPanel* panel = &sheet->panel;
	double font = panel->font, left = sheet->pad, right = sheet->width - sheet->pad, top = panel->box.upper.y;
	if ( !sheet->frameless )
	{
		wfCanvas_AddBox( canvas, panel->box );
		wfCanvas_Stroke( canvas, wfRgb( WF_SOLID_EDGE ), 1.5 );
	}
	wfMapSheet_DrawTitle( canvas, sheet );
	if ( !sheet->legend )
	{
		return;
	}
	double scaleRoom = getScaleRoom( right - left, font );
	bool colors = sheet->colors.palette != NULL;
	if ( colors )
	{
		double end = fmin( right - scaleRoom - 2.0 * font, left + 30.0 * font );
		drawColorScale( canvas, sheet, left, end, top + 0.3 * font );
	}
	if ( !sheet->scaleless )
	{
		wfDrawScaleBar( canvas, panel, right - scaleRoom, right, top + ( colors ? 2.65 : 1.6 ) * font );
	}
	wfMapSheet_DrawMarks( canvas, sheet );
}
