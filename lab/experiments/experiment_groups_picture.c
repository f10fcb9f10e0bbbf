// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pictures of groups: each in a colour of its own, its slots as white dots with lines from those who are off them, the way and
// the heading of its anchor, strokes with their nodes, kinds by a ring.
#include "experiment_groups.h"

#include "picture/crowd.h"

#include <math.h>
#include <stdio.h>

#define WIDTH 1100
#define STROKE 0xF2B33Du
#define NODE 0x9A5B00u
#define STRANGER 0xA9AEBBu

static wfColor colorOf( int32_t group )
{
	return group < 0 ? wfRgb( STRANGER ) : wfCurveColor( group % WF_CURVE_COLORS );
}

static void addWay( wfCanvas* canvas, const wfPanel* panel, const wfVec2* places, int32_t count )
{
	wfVec2 last = { INFINITY, INFINITY };
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 at = wfToCanvas( panel, places[k] );
		bool isFirst = k == 0;
		// Points nearer than this are not seen, and make large files.
		if ( isFirst || hypot( at.x - last.x, at.y - last.y ) >= 1.5 || k == count - 1 )
		{
			wfCanvas_AddPoint( canvas, isFirst, at );
			last = at;
		}
	}
}

static void drawStrokes( wfCanvas* canvas, const wfPanel* panel, const wfStrokes* strokes )
{
	for ( int32_t k = 0; k < wfStrokes_GetLinkCount( strokes ); ++k )
	{
		int32_t count = wfStrokes_GetLinkPoints( strokes, k, NULL, 0 );
		wfVec2* points = wfCanvas_Allocate( canvas, (size_t)count, sizeof( wfVec2 ) );
		if ( points == NULL )
		{
			return;
		}
		wfStrokes_GetLinkPoints( strokes, k, points, count );
		addWay( canvas, panel, points, count );
		wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = wfRgba( STROKE, 0.75 ), .strokeWidth = 0.5 * panel->font } );
		wfReleaseArray( points, (size_t)count, sizeof( wfVec2 ) );
	}
	for ( int32_t k = 0; k < wfStrokes_GetNodeCount( strokes ); ++k )
	{
		wfVec2 place = wfStrokes_GetNode( strokes, k ).place;
		wfCanvas_AddCircle( canvas, wfToCanvas( panel, place ), 0.42 * panel->font );
		wfCanvas_Paint( canvas,
						&( wfPaint ){ .fill = wfRgb( 0xFFFFFFu ), .stroke = wfRgb( NODE ), .strokeWidth = 0.15 * panel->font } );
	}
}

static void drawWays( wfCanvas* canvas, const wfPanel* panel, const wfGroupStage* stage )
{
	for ( int32_t k = 0; k < stage->trackCount; ++k )
	{
		const wfMemberTrack* track = &stage->tracks[k];
		addWay( canvas, panel, track->places, track->count );
		double alpha = stage->trackCount > 300 ? 0.05 : stage->trackCount > 100 ? 0.12 : 0.28;
		wfCanvas_Stroke( canvas, wfFade( colorOf( track->group ), alpha ), 0.07 * panel->font );
	}
	for ( int32_t k = 0; k < stage->groupCount; ++k )
	{
		addWay( canvas, panel, stage->anchors[k].places, stage->anchors[k].count );
		wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = wfDarken( colorOf( k ), 0.45 ),
											  .strokeWidth = 0.14 * panel->font,
											  .dash = 0.45 * panel->font } );
	}
}

static void drawMember( wfCanvas* canvas, const wfPanel* panel, const struct wfMomentMember* member )
{
	wfVec2 at = wfToCanvas( panel, member->place );
	double radius = fmax( member->radius * panel->scale, 1.2 );
	wfCanvas_AddCircle( canvas, at, radius );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = colorOf( member->group ), .stroke = wfRgb( WF_WALL ), .strokeWidth = 0.7 } );
	if ( member->kind > 0 )
	{
		wfCanvas_AddCircle( canvas, at, 0.62 * radius );
		wfCanvas_Stroke( canvas, wfRgb( WF_WALL ), 0.12 * panel->font );
	}
}

static void drawSlot( wfCanvas* canvas, const wfPanel* panel, const struct wfMomentMember* member )
{
	wfVec2 at = wfToCanvas( panel, member->place ), slot = wfToCanvas( panel, member->slot );
	wfCanvas_AddLine( canvas, at, slot );
	wfCanvas_Stroke( canvas, wfRgb( WF_WALL ), 0.8 );
	wfCanvas_AddCircle( canvas, slot, fmax( 1.1, fmin( 0.14 * panel->font, 0.4 * 0.25 * panel->scale ) ) );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( 0xFFFFFFu ), .stroke = wfRgb( WF_WALL ), .strokeWidth = 0.6 } );
}

static void drawMoment( wfCanvas* canvas, const wfPanel* panel, const wfGroupMoment* moment )
{
	for ( int32_t k = 0; k < moment->count; ++k )
	{
		drawMember( canvas, panel, &moment->members[k] );
	}
	for ( int32_t k = 0; k < moment->count; ++k )
	{
		// Where discs are specks, slots are shown of those who are off them.
		const struct wfMomentMember* member = &moment->members[k];
		bool isSpeck = member->radius * panel->scale < 2.5;
		if ( member->hasSlot && ( !isSpeck || wfGetDistance2( member->place, member->slot ) > member->radius ) )
		{
			drawSlot( canvas, panel, &moment->members[k] );
		}
	}
	wfTextStyle style = { .size = 0.8 * panel->font, .color = wfRgb( WF_INK ), .anchor = wf_middleAnchor, .bold = true };
	for ( int32_t k = 0; k < moment->groupCount; ++k )
	{
		if ( moment->headings[k].x == 0.0 && moment->headings[k].y == 0.0 )
		{
			continue;
		}
		wfAddPlainArrow( canvas, wfToCanvas( panel, moment->anchors[k] ), moment->headings[k], 1.9 * panel->font,
						 0.22 * panel->font );
		wfCanvas_Paint( canvas, &( wfPaint ){ .fill = colorOf( k ), .stroke = wfRgb( WF_WALL ), .strokeWidth = 0.9 } );
		// Above the topmost of the group.
		wfVec2 top = { 0.0, INFINITY };
		for ( int32_t m = 0; m < moment->count; ++m )
		{
			wfVec2 place = wfToCanvas( panel, moment->members[m].place );
			top = moment->members[m].group == k && place.y < top.y ? place : top;
		}
		wfVec2 at = { top.x, fmax( top.y - 0.7 * panel->font, panel->box.lower.y + panel->font ) };
		wfShortText text = wfFormatText( "%s s", wfFormatNumber( moment->time, 3 ).text );
		wfCanvas_DrawText( canvas, at, &style, text.text );
	}
}

static void explain( wfMapSheet* sheet, const wfGroupStage* stage, const wfStrokes* strokes )
{
	int32_t counts[WF_MAX_STAGE_GROUPS] = { 0 }, strangers = 0, shown = 0;
	bool kinds = false, slots = false, anchors = false;
	for ( int32_t k = 0; k < stage->trackCount; ++k )
	{
		counts[stage->tracks[k].group < 0 ? 0 : stage->tracks[k].group] += stage->tracks[k].group >= 0;
		strangers += stage->tracks[k].group < 0 && stage->tracks[k].count > 0;
		kinds = kinds || stage->tracks[k].kind > 0;
	}
	for ( int32_t k = 0; k < stage->momentCount; ++k )
	{
		for ( int32_t m = 0; m < stage->moments[k].count; ++m )
		{
			slots = slots || stage->moments[k].members[m].hasSlot;
		}
	}
	for ( int32_t k = 0; k < stage->groupCount && shown < 6; ++k )
	{
		wfShortText label = wfFormatText( "group of %d", counts[k] );
		wfMapSheet_AddMark( sheet, counts[k] > 0, wf_dotMark, colorOf( k ), label.text );
		anchors = anchors || stage->anchors[k].count > 0;
		shown += 1;
	}
	wfMapSheet_AddMark( sheet, strangers > 0, wf_dotMark, colorOf( -1 ), "others" );
	wfMark* ring = wfMapSheet_AddMark( sheet, kinds, wf_dotMark, wfRgb( 0xFFFFFFu ), "ring: of another kind" );
	ring->edge = wfRgb( WF_WALL );
	wfMapSheet_AddMark( sheet, slots, wf_dotMark, wfRgb( 0xFFFFFFu ), "slot, with a line from its member" );
	wfMapSheet_AddMark( sheet, slots, wf_arrowMark, colorOf( 0 ), "anchor, heading" );
	wfMapSheet_AddMark( sheet, anchors, wf_dashMark, wfDarken( colorOf( 0 ), 0.45 ), "way of the anchor" );
	wfMapSheet_AddMark( sheet, strokes != NULL, wf_lineMark, wfRgb( STROKE ), "stroke" )->edge = wfRgb( STROKE );
	wfMapSheet_AddMark( sheet, strokes != NULL, wf_dotMark, wfRgb( 0xFFFFFFu ), "node" )->edge = wfRgb( NODE );
	wfMapSheet_AddWorld( sheet, 0, true );
}

void wfGroupStage_Draw( const wfGroupStage* stage, const char* suffix, const char* title, const wfStrokes* strokes )
{
	wfTrial* run = stage->run;
	const char* path = wfTrial_NamePicture( run, suffix );
	if ( path == NULL )
	{
		return;
	}
	wfCanvas* canvas = NULL;
	wfMapSheet sheet = { 0 };
	wfBox2 view = { { 0.0, 0.0 }, { 0.0, 0.0 } };
	if ( wfTrial_Has( run, "view" ) )
	{
		double bounds[4];
		wfTrial_GetNumbers( run, "view", "a box", bounds, 4 );
		view = ( wfBox2 ){ { bounds[0], bounds[1] }, { bounds[2], bounds[3] } };
	}
	wfResult result = wfMapSheet_Begin( &sheet, path, WIDTH, &wf_error );
	sheet.panel.world = stage->world;
	sheet.title = title;
	sheet.legend = true;
	result = result == wf_ok ? wfChooseView( view, stage->world, view, &sheet.view, &wf_error ) : result;
	if ( result == wf_ok )
	{
		explain( &sheet, stage, strokes );
		result = wfMapSheet_CreateCanvas( &sheet, &canvas );
	}
	if ( result == wf_ok )
	{
		const wfPanel* panel = &sheet.panel;
		wfCanvas_PushClip( canvas, panel->box );
		wfDrawPlainWorld( canvas, panel );
		wfDrawWorldGoals( canvas, panel );
		if ( strokes != NULL )
		{
			drawStrokes( canvas, panel, strokes );
		}
		drawWays( canvas, panel, stage );
		for ( int32_t k = 0; k < stage->momentCount; ++k )
		{
			drawMoment( canvas, panel, &stage->moments[k] );
		}
		wfCanvas_PopClip( canvas );
		wfMapSheet_DrawAround( canvas, &sheet );
	}
	wfTrial_Check( run, wfFinishPicture( canvas, path, result, &wf_error ) );
}
