// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What explains a map: labels, colour bars, scale bars, and signs with what they mean.

#include "picture/footstep.h"
#include "picture/group_track.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WF_LN10 2.302585092994046
#define WF_MAX_TICK_DIGITS 8

wfShortText wfFormatText( const char* format, ... )
{
	wfShortText text;
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( text.text, sizeof( text.text ), format, arguments );
	va_end( arguments );
	return text;
}

wfShortText wfFormatNumber( double value, int32_t digits )
{
	wfShortText number = wfFormatText( "%.*g", digits, value );
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
		return wfFormatText( "%s·%s", wfFormatNumber( leading, digits - 1 ).text,
							 wfFormatPowerOfTen( (int64_t)floor( decimal ) ).text );
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
	return wfFormatText( "%s %s", wfFormatCount( count ).text, count == 1 ? "person" : "people" );
}

wfShortText wfNamePaths( int32_t count, double length )
{
	return count != 1	  ? wfFormatText( "%s paths", wfFormatCount( count ).text )
		   : length > 0.0 ? wfFormatText( "path, %s m", wfFormatNumber( length, 4 ).text )
						  : ( wfShortText ){ "path" };
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

void wfDrawTitle( wfCanvas* canvas, wfVec2 place, double size, double room, const char* title )
{
	double wanted = wfMeasureText( title, size, true );
	wfTextStyle style = { .size = wanted > room ? size * room / wanted : size, .color = wfRgb( WF_INK ), .bold = true };
	wfCanvas_DrawText( canvas, place, &style, title );
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
	wfShortText text = wfFormatText( "%s m", wfFormatNumber( metres, 6 ).text );
	double begin = right - length;
	wfCanvas_MoveTo( canvas, ( wfVec2 ){ begin, base - 0.3 * font } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ begin, base } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ right, base } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ right, base - 0.3 * font } );
	wfCanvas_Stroke( canvas, wfRgb( WF_INK ), 1.4 );
	wfTextStyle style = { .size = 0.82 * font, .color = wfRgb( WF_INK ), .anchor = wf_middleAnchor };
	double half = 0.5 * wfMeasureText( text.text, style.size, false );
	wfVec2 place = { fmin( 0.5 * ( begin + right ), right - half ), base - 0.45 * font };
	wfCanvas_DrawText( canvas, place, &style, text.text );
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

// ---------------------------------------------------------------------------------------------------------------- marks

void wfAddTurnedOutline( wfCanvas* canvas, wfVec2 center, wfVec2 direction, double scale, const wfVec2* outline, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		double along = scale * outline[i].x, across = scale * outline[i].y;
		wfVec2 point = { center.x + along * direction.x - across * direction.y,
						 center.y - along * direction.y - across * direction.x };
		wfCanvas_AddPoint( canvas, i == 0, point );
	}
	wfCanvas_Close( canvas );
}

void wfAddPlainArrow( wfCanvas* canvas, wfVec2 from, wfVec2 direction, double length, double width )
{
	double head = fmin( 3.6 * width, 0.6 * length ), half = 0.5 * width;
	wfVec2 outline[7] = { { 0.0, half },
						  { length - head, half },
						  { length - 1.25 * head, 0.5 * head + half },
						  { length, 0.0 },
						  { length - 1.25 * head, -0.5 * head - half },
						  { length - head, -half },
						  { 0.0, -half } };
	wfAddTurnedOutline( canvas, from, direction, 1.0, outline, 7 );
}

static void addLine( wfCanvas* canvas, double x0, double y0, double x1, double y1 )
{
	wfCanvas_AddLine( canvas, ( wfVec2 ){ x0, y0 }, ( wfVec2 ){ x1, y1 } );
}

static void drawLineMark( wfCanvas* canvas, const wfMark* mark, wfVec2 center, double half, double font )
{
	double dash = mark->kind == wf_dashMark ? 0.28 * font : 0.0;
	addLine( canvas, center.x - half, center.y, center.x + half, center.y );
	if ( mark->edge.a > 0 )
	{
		wfCanvas_PaintAndKeep( canvas, &( wfPaint ){ .stroke = mark->edge, .strokeWidth = 0.26 * font } );
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = mark->color, .strokeWidth = 0.13 * font, .dash = dash } );
}

static void drawHatch( wfCanvas* canvas, const wfMark* mark, wfBox2 box, double line )
{
	double half = 0.5 * ( box.upper.x - box.lower.x );
	for ( int32_t i = -1; i <= 1; ++i )
	{
		double shift = 1.1 * half * i;
		addLine( canvas, box.lower.x + fmax( 0.0, shift ), box.upper.y + fmin( 0.0, shift ), box.upper.x + fmin( 0.0, shift ),
				 box.lower.y + fmax( 0.0, shift ) );
	}
	wfCanvas_Stroke( canvas, mark->edge, line );
}

static void drawPrintMark( wfCanvas* canvas, const wfMark* mark, wfVec2 center, double font )
{
	for ( int32_t i = 0; i < 2; ++i )
	{
		wfVec2 at = { center.x + ( i == 0 ? -0.16 : 0.2 ) * font, center.y + ( i == 0 ? 0.17 : -0.19 ) * font };
		wfAddFootOutline( canvas, at, 0.0, i == 0 ? wf_rightFoot : wf_leftFoot, 0.85 * font );
		wfCanvas_Paint(
			canvas,
			&( wfPaint ){ .fill = wfFade( mark->color, 0.35 + 0.25 * i ), .stroke = mark->color, .strokeWidth = 0.05 * font } );
	}
}

static void drawBodyMark( wfCanvas* canvas, const wfMark* mark, wfVec2 center, double font )
{
	for ( int32_t i = -1; i <= 1; i += 2 )
	{
		wfCanvas_AddCircle( canvas, ( wfVec2 ){ center.x + 0.3 * i * font, center.y + 0.14 * i * font }, 0.15 * font );
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfFade( mark->color, 0.25 ),
										  .stroke = wfDarken( mark->color, 0.45 ),
										  .strokeWidth = 0.06 * font } );
	for ( int32_t i = -1; i <= 1; ++i )
	{
		wfCanvas_AddCircle( canvas, ( wfVec2 ){ center.x, center.y + 0.27 * i * font }, ( i == 0 ? 0.26 : 0.18 ) * font );
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfFade( mark->color, 0.72 ),
										  .stroke = wfDarken( mark->color, 0.45 ),
										  .strokeWidth = 0.06 * font,
										  .united = true } );
}

static void drawPersonMark( wfCanvas* canvas, const wfMark* mark, wfVec2 center, double width )
{
	double depth = 0.6 * width;
	wfAddShoulders( canvas, center, ( wfVec2 ){ 1.0, 0.0 }, width, depth );
	wfCanvas_Paint( canvas,
					&( wfPaint ){ .fill = mark->color, .stroke = wfDarken( mark->color, 0.55 ), .strokeWidth = 0.12 * width } );
	addLine( canvas, center.x, center.y, center.x + WF_NOSE_PART * depth, center.y );
	wfCanvas_Stroke( canvas, wfRgb( WF_WALL ), 0.2 * width );
	wfCanvas_AddCircle( canvas, center, WF_HEAD_PART * depth );
	wfCanvas_Fill( canvas, wfRgb( WF_WALL ) );
}

static void drawSlotMark( wfCanvas* canvas, const wfMark* mark, wfVec2 center, double font )
{
	wfVec2 person = { center.x - 0.3 * font, center.y + 0.14 * font }, slot = { center.x + 0.42 * font, center.y - 0.2 * font };
	wfCanvas_AddLine( canvas, person, slot );
	wfCanvas_Stroke( canvas, wfDarken( mark->color, 0.35 ), 0.06 * font );
	wfCanvas_AddCircle( canvas, person, 0.24 * font );
	wfCanvas_Paint( canvas,
					&( wfPaint ){ .fill = mark->color, .stroke = wfDarken( mark->color, 0.55 ), .strokeWidth = 0.06 * font } );
	wfCanvas_AddCircle( canvas, slot, 0.15 * font );
	wfCanvas_Paint(
		canvas, &( wfPaint ){ .fill = wfRgb( 0xFFFFFFu ), .stroke = wfDarken( mark->color, 0.35 ), .strokeWidth = 0.07 * font } );
}

static void drawStrokeMark( wfCanvas* canvas, const wfMark* mark, wfVec2 center, double font )
{
	wfColor dark = wfDarken( mark->color, 0.25 );
	addLine( canvas, center.x - 0.55 * font, center.y, center.x + 0.55 * font, center.y );
	wfCanvas_PaintAndKeep( canvas, &( wfPaint ){ .stroke = wfFade( mark->color, 0.24 ), .strokeWidth = 0.62 * font } );
	wfCanvas_Stroke( canvas, dark, 0.1 * font );
	wfCanvas_MoveTo( canvas, ( wfVec2 ){ center.x + 0.02 * font, center.y - 0.22 * font } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ center.x + 0.3 * font, center.y } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ center.x + 0.02 * font, center.y + 0.22 * font } );
	wfCanvas_Stroke( canvas, dark, 0.13 * font );
	wfCanvas_AddCircle( canvas, ( wfVec2 ){ center.x - 0.4 * font, center.y }, 0.2 * font );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( 0xFFFFFFu ), .stroke = dark, .strokeWidth = 0.1 * font } );
}

static void drawEndMark( wfCanvas* canvas, const wfMark* mark, wfVec2 center, double font )
{
	double size = 0.28 * font, x = center.x + 0.32 * font;
	addLine( canvas, center.x - 0.6 * font, center.y, x, center.y );
	wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = mark->color, .strokeWidth = 0.1 * font, .dash = 0.2 * font } );
	wfCanvas_MoveTo( canvas, ( wfVec2 ){ x - size, center.y } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ x, center.y - size } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ x + size, center.y } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ x, center.y + size } );
	wfCanvas_Close( canvas );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( 0xFFFFFFu ), .stroke = mark->color, .strokeWidth = 0.1 * font } );
}

static void drawMark( wfCanvas* canvas, const wfMark* mark, const wfMarkStyle* style, double font, wfVec2 center )
{
	double half = 0.42 * font;
	wfBox2 box = { { center.x - half, center.y - half }, { center.x + half, center.y + half } };
	switch ( mark->kind )
	{
		case wf_discMark:
			addLine( canvas, center.x, center.y, center.x + 1.35 * 0.36 * font, center.y );
			wfCanvas_AddCircle( canvas, center, 0.36 * font );
			wfCanvas_Paint( canvas, &( wfPaint ){ .fill = mark->color, .stroke = mark->edge, .strokeWidth = 0.09 * font } );
			break;
		case wf_personMark:
			drawPersonMark( canvas, mark, center, 0.46 * font );
			break;
		case wf_trailMark:
		case wf_pathsMark:
			for ( int32_t i = 0; i < mark->lineCount; ++i )
			{
				bool path = mark->kind == wf_pathsMark;
				wfColor color = path ? wfPathColor( i ) : mark->color.a > 0 ? mark->color : wfAgentColor( (uint32_t)i );
				double y = center.y + 0.3 * font * ( i - 0.5 * ( mark->lineCount - 1.0 ) );
				addLine( canvas, center.x - half, y, center.x + half, y );
				wfCanvas_Stroke( canvas, color, style->pathLine * font );
			}
			break;
		case wf_targetMark:
			wfDrawGoalMark( canvas, center, 0.42 * font );
			break;
		case wf_startMark:
			wfDrawStartMark( canvas, center, 0.36 * font );
			break;
		case wf_dotMark:
			wfCanvas_AddCircle( canvas, center, 0.26 * font );
			wfCanvas_Paint( canvas, &( wfPaint ){ .fill = mark->color, .stroke = mark->edge, .strokeWidth = 0.07 * font } );
			break;
		case wf_crossMark:
			wfDrawCross( canvas, center, 0.32 * font, mark->color );
			break;
		case wf_ringMark:
			wfCanvas_AddCircle( canvas, center, 0.4 * font );
			wfCanvas_Stroke( canvas, mark->color, 0.16 * font );
			break;
		case wf_arrowMark:
			wfAddPlainArrow( canvas, ( wfVec2 ){ center.x - 1.25 * half, center.y }, ( wfVec2 ){ 1.0, 0.0 }, 2.5 * half,
							 0.17 * font );
			wfCanvas_Paint( canvas, &( wfPaint ){ .fill = mark->color, .stroke = mark->edge, .strokeWidth = 0.07 * font } );
			break;
		case wf_lineMark:
		case wf_dashMark:
			drawLineMark( canvas, mark, center, 1.2 * half, font );
			break;
		case wf_printMark:
			drawPrintMark( canvas, mark, center, font );
			break;
		case wf_bodyMark:
			drawBodyMark( canvas, mark, center, font );
			break;
		case wf_kindMark:
			wfCanvas_AddCircle( canvas, center, 0.4 * font );
			wfCanvas_Paint( canvas, &( wfPaint ){ .fill = mark->color, .stroke = mark->edge, .strokeWidth = 0.07 * font } );
			wfDrawKindSign( canvas, center, 0.4 * font, mark->lineCount );
			break;
		case wf_slotMark:
			drawSlotMark( canvas, mark, center, font );
			break;
		case wf_endMark:
			drawEndMark( canvas, mark, center, font );
			break;
		case wf_strokeMark:
			drawStrokeMark( canvas, mark, center, font );
			break;
		default:
			wfCanvas_AddBox( canvas, box );
			wfCanvas_Paint( canvas, &( wfPaint ){ .fill = mark->kind == wf_swampMark
															  ? wfRgb( wfMixColors( WF_FLOOR, wfPackColor( mark->color ), 0.2 ) )
															  : mark->color,
												  .stroke = wfRgba( WF_INK, style->boxAlpha ),
												  .strokeWidth = style->boxLine } );
			break;
	}
	if ( mark->kind == wf_swampMark )
	{
		addLine( canvas, center.x - 0.3 * font, center.y - 0.17 * font, center.x + 0.08 * font, center.y - 0.17 * font );
		addLine( canvas, center.x - 0.06 * font, center.y + 0.14 * font, center.x + 0.32 * font, center.y + 0.14 * font );
		wfCanvas_Stroke( canvas, mark->color, 0.1 * font );
	}
	if ( mark->kind == wf_hatchMark )
	{
		drawHatch( canvas, mark, box, style->hatchLine );
	}
}

double wfDrawMarks( wfCanvas* canvas, const wfMark* marks, int32_t count, const wfMarkStyle* style, double font, wfVec2 upperLeft,
					double width )
{
	double row = 1.65 * font, x = 0.0, y = 0.0;
	wfTextStyle text = { .size = 0.88 * font, .color = wfRgb( WF_INK ) };
	for ( int32_t i = 0; i < count; ++i )
	{
		double length = style->room * font + wfMeasureText( marks[i].label.text, text.size, false );
		if ( x > 0.0 && x + length > width )
		{
			x = 0.0;
			y += row;
		}
		if ( canvas != NULL )
		{
			wfVec2 center = { upperLeft.x + x + style->center * font, upperLeft.y + y + 0.8 * font };
			drawMark( canvas, marks + i, style, font, center );
			wfCanvas_DrawText( canvas, ( wfVec2 ){ center.x + style->gap * font, center.y + 0.32 * font }, &text,
							   marks[i].label.text );
		}
		x += length + 1.1 * font;
	}
	return count > 0 ? y + row : 0.0;
}
