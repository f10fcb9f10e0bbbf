// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "base/base.h"
#include "picture/panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WF_LN10 2.302585092994046
#define WF_MAX_TICK_DIGITS 8

wfShortText wfFormatNumber( double value, int32_t digits )
{
	wfShortText number;
	number.text[snprintf( number.text, sizeof( number.text ), "%.*g", digits, value ) < 0 ? 0 : sizeof( number.text ) - 1] = 0;
	for ( char* at = number.text; *at != 0; ++at )
	{
		*at = *at == ',' ? '.' : *at;
	}
	return number;
}

wfShortText wfFormatPowerOfTen( int64_t exponent )
{
	static const char* raised[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
	char digits[24];
	snprintf( digits, sizeof( digits ), "%lld", (long long)( exponent < 0 ? -exponent : exponent ) );
	wfShortText power;
	int length = snprintf( power.text, sizeof( power.text ), "10%s", exponent < 0 ? "⁻" : "" );
	for ( const char* at = digits; *at != 0; ++at )
	{
		length += snprintf( power.text + length, sizeof( power.text ) - (size_t)length, "%s", raised[*at - '0'] );
	}
	return power;
}

static wfShortText formatExponential( double logarithm, int32_t digits )
{
	double decimal = logarithm / WF_LN10;
	if ( decimal > -2.995 && decimal < 4.0 )
	{
		return wfFormatNumber( exp( logarithm ), digits );
	}
	// Far down only the order of size says anything; nearer, neighbouring labels may share it.
	double unit = pow( 10.0, digits - 2 ), leading = floor( unit * pow( 10.0, decimal - floor( decimal ) ) + 0.5 ) / unit;
	if ( ( fabs( decimal ) < 20.0 || digits > 2 ) && leading > 1.0 && leading < 10.0 )
	{
		wfShortText number;
		snprintf( number.text, sizeof( number.text ), "%.20s·%.70s", wfFormatNumber( leading, digits - 1 ).text,
				  wfFormatPowerOfTen( (int64_t)floor( decimal ) ).text );
		return number;
	}
	return wfFormatPowerOfTen( (int64_t)floor( decimal + 0.5 ) );
}

wfShortText wfFormatExponential( double logarithm )
{
	return formatExponential( logarithm, 2 );
}

// Two digits say enough but where the field hardly changes: there neighbours would read the same.
static int32_t countTickDigits( const double* logarithms, int32_t count, int32_t stride )
{
	int32_t digits = 2;
	for ( int32_t k = stride; k < count; k += stride )
	{
		double before = logarithms[k - stride], here = logarithms[k];
		while ( digits < WF_MAX_TICK_DIGITS && fabs( here - before ) > 1e-9 &&
				strcmp( formatExponential( before, digits ).text, formatExponential( here, digits ).text ) == 0 )
		{
			digits += 1;
		}
	}
	return digits;
}

void wfFormatTicks( const double* logarithms, int32_t count, int32_t stride, wfShortText* texts )
{
	int32_t digits = countTickDigits( logarithms, count, stride );
	for ( int32_t k = 0; k < count; k += stride )
	{
		texts[k] = formatExponential( logarithms[k], digits );
	}
}

wfShortText wfFormatCount( int64_t count )
{
	char digits[24];
	int length = snprintf( digits, sizeof( digits ), "%lld", (long long)count );
	wfShortText text;
	size_t size = 0;
	for ( int i = 0; i < length; ++i )
	{
		if ( i > 0 && ( length - i ) % 3 == 0 && digits[i - 1] != '-' )
		{
			text.text[size++] = ',';
		}
		text.text[size++] = digits[i];
	}
	text.text[size] = 0;
	return text;
}

wfShortText wfCountPeople( int32_t count )
{
	wfShortText text;
	snprintf( text.text, sizeof( text.text ), "%.80s %s", wfFormatCount( count ).text, count == 1 ? "person" : "people" );
	return text;
}

wfShortText wfNamePaths( int32_t count, double length )
{
	wfShortText text = { "path" };
	if ( count != 1 )
	{
		snprintf( text.text, sizeof( text.text ), "%.80s paths", wfFormatCount( count ).text );
	}
	else if ( length > 0.0 )
	{
		snprintf( text.text, sizeof( text.text ), "path, %.80s m", wfFormatNumber( length, 4 ).text );
	}
	return text;
}

wfShortText wfFormatTime( double time )
{
	return wfFormatNumber( floor( time * 100.0 + 0.5 ) / 100.0, 6 );
}

double wfRoundDown125( double limit )
{
	double power = pow( 10.0, floor( log10( limit ) ) );
	double part = limit / power;
	return power * ( part >= 5.0 ? 5.0 : part >= 2.0 ? 2.0 : 1.0 );
}

double wfGetStripHeight( const wfPanel* panel )
{
	return ( panel->layer.shown ? 3.7 : 2.2 ) * panel->font;
}

wfBox2 wfDrawColorBar( wfCanvas* canvas, const wfPalette* palette, const char* caption, double font, wfVec2 upperLeft,
					   double right )
{
	wfBox2 bar = { { upperLeft.x, upperLeft.y + 1.45 * font }, { right, upperLeft.y + 2.35 * font } };
	wfTextStyle style = { .size = 0.82 * font, .color = wfRgb( WF_FAINT ) };
	wfCanvas_DrawText( canvas, ( wfVec2 ){ upperLeft.x, upperLeft.y + style.size }, &style, caption );
	wfImage image;
	if ( wfCanvas_Check( canvas, wfAllocateImage( WF_PALETTE_SIZE, 1, &image ) ) )
	{
		memcpy( image.pixels, palette->colors, sizeof( palette->colors ) );
		wfCanvas_DrawImage( canvas, &image, bar );
	}
	wfFreeImage( &image );
	wfCanvas_AddBox( canvas, bar );
	return bar;
}

static void drawFieldScale( wfCanvas* canvas, const wfPanel* panel, const wfPalette* palette, double left, double right,
							double top )
{
	double font = panel->font, small = 0.82 * font;
	const char* what = panel->p != NULL ? "1 − p, each colour on equal area" : "attraction q, each colour on equal area";
	wfBox2 bar = wfDrawColorBar( canvas, palette, what, font, ( wfVec2 ){ left, top }, right );
	for ( int32_t k = 1; k < WF_TICK_COUNT - 1; ++k )
	{
		double x = left + ( right - left ) * k / ( WF_TICK_COUNT - 1 );
		wfCanvas_AddLine( canvas, ( wfVec2 ){ x, bar.upper.y }, ( wfVec2 ){ x, bar.upper.y + 0.22 * font } );
	}
	wfCanvas_Stroke( canvas, wfRgb( WF_INK ), 0.8 );
	// Labels that would run into each other are left out, the middle ones first.
	int32_t step = ( right - left ) > 26.0 * small ? 1 : ( right - left ) > 13.0 * small ? 2 : 4;
	wfShortText texts[WF_TICK_COUNT];
	wfFormatTicks( panel->layer.ticks, WF_TICK_COUNT, step, texts );
	for ( int32_t k = 0; k < WF_TICK_COUNT; k += step )
	{
		wfTextStyle style = { .size = small, .color = wfRgb( WF_INK ) };
		style.anchor = k == 0 ? wf_startAnchor : k == WF_TICK_COUNT - 1 ? wf_endAnchor : wf_middleAnchor;
		wfVec2 place = { left + ( right - left ) * k / ( WF_TICK_COUNT - 1 ), bar.upper.y + 0.3 * font + small };
		wfCanvas_DrawText( canvas, place, &style, texts[k].text );
	}
}

void wfDrawScaleBar( wfCanvas* canvas, const wfPanel* panel, double left, double right, double base )
{
	double font = panel->font, room = right - left;
	double metres = wfRoundDown125( room / panel->scale ), length = metres * panel->scale;
	char text[100];
	snprintf( text, sizeof( text ), "%s m", wfFormatNumber( metres, 6 ).text );
	double begin = right - length;
	wfCanvas_MoveTo( canvas, ( wfVec2 ){ begin, base - 0.3 * font } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ begin, base } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ right, base } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ right, base - 0.3 * font } );
	wfCanvas_Stroke( canvas, wfRgb( WF_INK ), 1.4 );
	wfTextStyle style = { .size = 0.82 * font, .color = wfRgb( WF_INK ), .anchor = wf_middleAnchor };
	double half = 0.5 * wfMeasureText( text, style.size, false );
	wfVec2 place = { fmin( 0.5 * ( begin + right ), right - half ), base - 0.45 * font };
	wfCanvas_DrawText( canvas, place, &style, text );
}

void wfDrawStrip( wfCanvas* canvas, const wfPanel* panel, const wfPalette* palette, double left, double right, double top )
{
	double font = panel->font, width = right - left;
	double scaleRoom = fmin( 0.28 * width, 14.0 * font );
	if ( panel->layer.shown )
	{
		double barRight = fmin( right - scaleRoom - 2.0 * font, left + 40.0 * font );
		drawFieldScale( canvas, panel, palette, left, barRight, top + 0.3 * font );
	}
	wfDrawScaleBar( canvas, panel, right - scaleRoom, right, top + ( panel->layer.shown ? 2.65 : 1.6 ) * font );
}

// ------------------------------------------------------------------------------------------------------------------ key

#define WF_MAX_KEY_ITEMS 12

typedef struct wfKey
{
	wfMark items[WF_MAX_KEY_ITEMS];
	int32_t count;
} wfKey;

static wfMark* addKey( wfKey* key, wfMarkKind kind, uint32_t color, const char* label )
{
	wfMark* mark = key->items + key->count++;
	*mark = wfMakeMark( kind, wfRgb( color ), label );
	return mark;
}

static void addPathKey( wfKey* key, const wfPictureDef* def )
{
	if ( def->pathCount <= 0 )
	{
		return;
	}
	wfMark* item = addKey( key, wf_pathsMark, WF_INK, "path" );
	item->lineCount = def->pathCount < 3 ? def->pathCount : 3;
	snprintf( item->label, sizeof( item->label ), "%s",
			  wfNamePaths( def->pathCount, def->pathCount == 1 ? def->paths[0].length : 0.0 ).text );
}

static bool hasClosedTerrain( const wfPanel* panel )
{
	wfShapeList shapes;
	bool found = false;
	if ( panel->world == NULL || wfLoadShapes( panel, &shapes ) != wf_ok )
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

static void collectKey( const wfPanel* panels, int32_t panelCount, wfKey* key )
{
	const wfPanel* panel = panels;
	int64_t count[wf_cellKindCount] = { 0 };
	for ( int32_t i = 0; i < panelCount; ++i )
	{
		for ( int32_t k = 0; k < wf_cellKindCount; ++k )
		{
			count[k] += panels[i].layer.count[k];
		}
	}
	char text[128];
	bool goals = panel->world != NULL && !panel->layer.shown && wfWorld_GetGoalIds( panel->world, NULL, 0 ) > 0;
	if ( count[wf_goalCell] > 0 || goals )
	{
		addKey( key, wf_targetMark, WF_GOAL, "goal" );
	}
	if ( panel->def->startCount > 0 )
	{
		addKey( key, wf_startMark, WF_INK, "start" );
	}
	addPathKey( key, panel->def );
	if ( count[wf_flatCell] > 0 )
	{
		addKey( key, wf_areaMark, WF_FLAT, "flat: descent is stuck" );
	}
	if ( count[wf_wallCell] > 0 )
	{
		addKey( key, wf_areaMark, WF_WALL, "obstacle" );
	}
	if ( count[wf_marginCell] > 0 )
	{
		snprintf( text, sizeof( text ), "within the radius %s m", wfFormatNumber( wfGrid_GetRadius( panel->grid ), 3 ).text );
		addKey( key, wf_areaMark, WF_MARGIN, text );
	}
	if ( hasClosedTerrain( panel ) )
	{
		addKey( key, wf_areaMark, WF_CLOSED, "closed terrain" );
	}
	if ( panel->layer.costly )
	{
		addKey( key, wf_areaMark, wfMixColors( 0xFFFFFF, WF_TERRAIN, 0.55 ), "costly terrain" );
	}
	if ( count[wf_apartCell] > 0 )
	{
		addKey( key, wf_hatchMark, WF_APART, "not connected" )->edge = wfRgb( WF_APART_LINE );
	}
}

double wfDrawKey( wfCanvas* canvas, const wfPanel* panels, int32_t panelCount, wfVec2 upperLeft, double width )
{
	static const wfMarkStyle style = {
		.center = 0.45, .gap = 0.8, .room = 1.35, .pathLine = 0.17, .boxLine = 0.6, .boxAlpha = 0.5, .hatchLine = 1.2 };
	wfKey key = { .count = 0 };
	collectKey( panels, panelCount, &key );
	return wfDrawMarks( canvas, key.items, key.count, &style, panels[0].font, upperLeft, width );
}
