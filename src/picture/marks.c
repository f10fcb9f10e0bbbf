// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Signs and what they mean, in rows below a map.

#include "picture/footstep.h"

#include <math.h>
#include <stdio.h>

wfMark wfMakeMark( wfMarkKind kind, wfColor color, const char* label )
{
	wfMark mark = { .kind = kind, .color = color, .edge = wfRgb( WF_INK ), .lineCount = 3 };
	snprintf( mark.label, sizeof( mark.label ), "%s", label );
	return mark;
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
	for ( int32_t i = 0; i < 7; ++i )
	{
		wfVec2 point = { from.x + outline[i].x * direction.x - outline[i].y * direction.y,
						 from.y - outline[i].x * direction.y - outline[i].y * direction.x };
		wfCanvas_AddPoint( canvas, i == 0, point );
	}
	wfCanvas_Close( canvas );
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
		wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgba( wfPackColor( mark->color ), 0.35 + 0.25 * i ),
											  .stroke = mark->color,
											  .strokeWidth = 0.05 * font } );
	}
}

static void drawBodyMark( wfCanvas* canvas, const wfMark* mark, wfVec2 center, double font )
{
	for ( int32_t i = -1; i <= 1; i += 2 )
	{
		wfCanvas_AddCircle( canvas, ( wfVec2 ){ center.x + 0.3 * i * font, center.y + 0.14 * i * font }, 0.15 * font );
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgba( wfPackColor( mark->color ), 0.25 ),
										  .stroke = wfRgb( wfMixColors( wfPackColor( mark->color ), 0, 0.45 ) ),
										  .strokeWidth = 0.06 * font } );
	for ( int32_t i = -1; i <= 1; ++i )
	{
		wfCanvas_AddCircle( canvas, ( wfVec2 ){ center.x, center.y + 0.27 * i * font }, ( i == 0 ? 0.26 : 0.18 ) * font );
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgba( wfPackColor( mark->color ), 0.72 ),
										  .stroke = wfRgb( wfMixColors( wfPackColor( mark->color ), 0, 0.45 ) ),
										  .strokeWidth = 0.06 * font,
										  .united = true } );
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
		default:
			wfCanvas_AddBox( canvas, box );
			wfCanvas_Paint(
				canvas,
				&( wfPaint ){ .fill = mark->color, .stroke = wfRgba( WF_INK, style->boxAlpha ), .strokeWidth = style->boxLine } );
			break;
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
		double length = style->room * font + wfMeasureText( marks[i].label, text.size, false );
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
							   marks[i].label );
		}
		x += length + 1.1 * font;
	}
	return count > 0 ? y + row : 0.0;
}
