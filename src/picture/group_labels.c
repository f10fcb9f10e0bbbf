// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Names of groups and times of their past moments: each where it hides least of walls, people and other labels, near those it
// belongs to, with a line to them where that is not beside them.

#include "picture/group_labels.h"

#include "base/vec3.h"

#include <math.h>

// Of the map, in heights of its letters: what is drawn is remembered in cells of this size.
#define WF_LABEL_CELL 0.3
// Of a label's own letters, in those of the map; its box is this much higher and lower than its base line, and wider.
#define WF_LABEL_SIZE 0.82
#define WF_LABEL_ABOVE 0.86
#define WF_LABEL_BELOW 0.26
// What covering a whole label's area with it costs, and a height of letters of distance.
#define WF_OTHER_LABEL_COST 8.0F
#define WF_PERSON_COST 4.0F
#define WF_WALL_COST 1.5F
#define WF_ARROW_COST 1.2F
#define WF_SLOT_COST 0.5F
#define WF_DISTANCE_COST 0.05
// A spot costs less where the label was last, so that it does not jump from frame to frame.
#define WF_LAST_SPOT_GAIN 0.4
// Beside a group, at growing distances.
#define WF_SPOT_SIDES 12
#define WF_SPOT_RINGS 5
// Where all of these cost as much the whole map is looked over.
#define WF_BAD_SPOT 0.6
// In heights of letters: farther from its people a label has a line to them.
#define WF_LINE_GAP 0.9

// -------------------------------------------------------------------------------------------------------------- what is there

wfResult wfLabelMap_Create( wfLabelMap* map, const wfPanel* panel )
{
	map->box = panel->box;
	map->cell = WF_LABEL_CELL * panel->font;
	map->columns = (int32_t)ceil( wfBoxWidth( panel->box ) / map->cell );
	map->rows = (int32_t)ceil( wfBoxHeight( panel->box ) / map->cell );
	size_t count = (size_t)map->columns * (size_t)map->rows;
	map->walls = wfAllocateZeroed( count * sizeof( float ) );
	map->taken = wfAllocateZeroed( count * sizeof( float ) );
	if ( map->walls == NULL || map->taken == NULL )
	{
		return wf_outOfMemory;
	}
	for ( size_t k = 0; k < count && panel->world != NULL; ++k )
	{
		wfVec2 at = { map->box.lower.x + ( (double)( k % (size_t)map->columns ) + 0.5 ) * map->cell,
					  map->box.lower.y + ( (double)( k / (size_t)map->columns ) + 0.5 ) * map->cell };
		wfVec2 point = { panel->origin.x + ( at.x - map->box.lower.x ) / panel->scale,
						 panel->origin.y + ( map->box.upper.y - at.y ) / panel->scale };
		double distance = wfWorld_GetDistance( panel->world, point, 0 );
		if ( !isfinite( distance ) )
		{
			return wf_outOfMemory;
		}
		// Thin walls, too.
		map->walls[k] = distance * panel->scale < 0.4 * map->cell ? WF_WALL_COST : 0.0F;
	}
	wfLabelMap_Clear( map );
	return wf_ok;
}

void wfLabelMap_Clear( wfLabelMap* map )
{
	for ( int64_t k = 0; map->taken != NULL && k < (int64_t)map->columns * map->rows; ++k )
	{
		map->taken[k] = map->walls[k];
	}
	map->past.count = 0;
}

void wfLabelMap_Free( wfLabelMap* map )
{
	size_t bytes = (size_t)map->columns * (size_t)map->rows * sizeof( float );
	wfRelease( map->walls, map->walls != NULL ? bytes : 0 );
	wfRelease( map->taken, map->taken != NULL ? bytes : 0 );
	wfArray_Free( &map->past );
	wfArray_Free( &map->spots );
	*map = ( wfLabelMap ){ 0 };
}

// The cells of the map whose middles lie in a box.
typedef struct wfCellRange
{
	int32_t left, right, top, bottom; // without the last ones
} wfCellRange;

static int32_t firstCell( double from, double cell, int32_t count )
{
	return (int32_t)fmin( fmax( ceil( from / cell - 0.5 ), 0.0 ), count );
}

static wfCellRange cellsOf( const wfLabelMap* map, wfBox2 box )
{
	return ( wfCellRange ){ firstCell( box.lower.x - map->box.lower.x, map->cell, map->columns ),
							firstCell( box.upper.x - map->box.lower.x, map->cell, map->columns ),
							firstCell( box.lower.y - map->box.lower.y, map->cell, map->rows ),
							firstCell( box.upper.y - map->box.lower.y, map->cell, map->rows ) };
}

static void take( wfLabelMap* map, wfBox2 box, float cost )
{
	wfCellRange cells = cellsOf( map, box );
	for ( int32_t row = cells.top; row < cells.bottom; ++row )
	{
		for ( int32_t column = cells.left; column < cells.right; ++column )
		{
			float* cell = &map->taken[(int64_t)row * map->columns + column];
			*cell = fmaxf( *cell, cost );
		}
	}
}

static void takeAround( wfLabelMap* map, wfVec2 center, double reach, float cost )
{
	// With what of it reaches into cells whose middles are free.
	take( map, wfBoxAround( center, center, fmax( reach + 0.35 * map->cell, 0.51 * map->cell ) ), cost );
}

void wfLabelMap_AddMoment( wfLabelMap* map, const wfPanel* panel, const wfGroupMoment* moment )
{
	for ( int32_t k = 0; k < moment->members.count && map->taken != NULL; ++k )
	{
		const wfShownMember* member = &moment->members.data[k];
		takeAround( map, wfToCanvas( panel, wfInPlane( member->place ) ), (double)member->radius * panel->scale, WF_PERSON_COST );
		if ( member->hasSlot )
		{
			takeAround( map, wfToCanvas( panel, wfInPlane( member->slot ) ), 0.2 * panel->font, WF_SLOT_COST );
		}
	}
	for ( int32_t k = 0; k < moment->groups.count && map->taken != NULL; ++k )
	{
		// The arrow of the anchor, two heights of letters long.
		wfVec2 ahead = wfNormalize2( wfInPlane( moment->groups.data[k].heading ), ( wfVec2 ){ 0.0, 0.0 } );
		wfVec2 anchor = wfToCanvas( panel, wfInPlane( moment->groups.data[k].anchor ) );
		for ( int32_t m = 0; m < 5 && wfLength2( ahead ) > 0.0; ++m )
		{
			double along = 0.45 * m * panel->font;
			wfVec2 at = { anchor.x + along * ahead.x, anchor.y - along * ahead.y };
			takeAround( map, at, 0.25 * panel->font, WF_ARROW_COST );
		}
	}
}

void wfLabelMap_AddWays( wfLabelMap* map, const wfPanel* panel, const wfGroupTrack* track )
{
	for ( int32_t k = 0; k < track->known.count && map->taken != NULL; ++k )
	{
		for ( int32_t m = 0; m < track->known.data[k].way.count; ++m )
		{
			takeAround( map, wfToCanvas( panel, track->known.data[k].way.data[m] ), 0.1 * panel->font, WF_SLOT_COST );
		}
	}
}

// ----------------------------------------------------------------------------------------------------------------- placing

static double costOf( const wfLabelMap* map, wfBox2 box )
{
	wfCellRange cells = cellsOf( map, box );
	double sum = 0.0;
	for ( int32_t row = cells.top; row < cells.bottom; ++row )
	{
		for ( int32_t column = cells.left; column < cells.right; ++column )
		{
			sum += (double)map->taken[(int64_t)row * map->columns + column];
		}
	}
	double count = (double)( cells.right - cells.left ) * ( cells.bottom - cells.top );
	return count > 0.0 ? sum / count : INFINITY;
}

static bool isOnMap( const wfLabelMap* map, wfBox2 box )
{
	return box.lower.x >= map->box.lower.x && box.lower.y >= map->box.lower.y && box.upper.x <= map->box.upper.x &&
		   box.upper.y <= map->box.upper.y;
}

// A box of a size beside another, on one of twelve sides: above and below, left and right, at the corners, and in line with an
// edge.
static wfBox2 besideBox( wfBox2 box, wfVec2 size, int32_t side, double gap )
{
	static const struct
	{
		int8_t x,
			y; // -1: left of it, above it; 0: in the middle; 1: right, below; 2: in line with the left edge, 3: the right one
	} sides[WF_SPOT_SIDES] = { { 0, -1 }, { 0, 1 }, { 1, 0 },  { -1, 0 },  { 2, -1 }, { 3, -1 },
							   { 2, 1 },  { 3, 1 }, { 1, -1 }, { -1, -1 }, { 1, 1 },  { -1, 1 } };
	wfVec2 middle = wfMix2( box.lower, box.upper, 0.5 );
	double x = sides[side].x == -1	? box.lower.x - gap - size.x
			   : sides[side].x == 1 ? box.upper.x + gap
			   : sides[side].x == 2 ? box.lower.x
			   : sides[side].x == 3 ? box.upper.x - size.x
									: middle.x - 0.5 * size.x;
	double y = sides[side].y == -1	? box.lower.y - gap - size.y
			   : sides[side].y == 1 ? box.upper.y + gap
									: middle.y - 0.5 * size.y;
	return ( wfBox2 ){ { x, y }, { x + size.x, y + size.y } };
}

// Anywhere on the map, the nearer to the group the better.
static wfBox2 findFreePlace( const wfLabelMap* map, wfBox2 around, wfVec2 size, double font, double least, wfBox2 found )
{
	for ( double y = map->box.lower.y; y + size.y <= map->box.upper.y; y += 0.5 * size.y )
	{
		for ( double x = map->box.lower.x; x + size.x <= map->box.upper.x; x += size.y )
		{
			wfBox2 box = { { x, y }, { x + size.x, y + size.y } };
			double apart = sqrt( wfBoxDistanceSquared( around, wfMix2( box.lower, box.upper, 0.5 ) ) );
			double cost = WF_DISTANCE_COST * apart / font;
			cost += cost < least ? costOf( map, box ) : 0.0;
			found = cost < least ? box : found;
			least = fmin( cost, least );
		}
	}
	return found;
}

// Spots are numbered by ring, then side; `spot` is where it was last, or -1, and then where it is.
static wfBox2 findPlace( const wfLabelMap* map, wfBox2 around, wfVec2 size, double font, int8_t* spot )
{
	// What of the group is on the map; a label stays on it.
	wfBox2 shown = { wfMin2( wfMax2( around.lower, map->box.lower ), map->box.upper ),
					 wfMax2( wfMin2( around.upper, map->box.upper ), map->box.lower ) };
	wfBox2 found = shown;
	double least = INFINITY;
	int32_t chosen = -1;
	for ( int32_t k = 0; k < WF_SPOT_SIDES * WF_SPOT_RINGS; ++k )
	{
		int32_t ring = k / WF_SPOT_SIDES;
		wfBox2 box = besideBox( shown, size, k % WF_SPOT_SIDES, ( 0.15 + 0.9 * ring ) * font );
		double cost = WF_DISTANCE_COST * 0.9 * ring + 0.004 * ( k % WF_SPOT_SIDES ) - ( *spot == k ? WF_LAST_SPOT_GAIN : 0.0 );
		if ( cost < least && isOnMap( map, box ) )
		{
			cost += costOf( map, box );
			found = cost < least ? box : found;
			chosen = cost < least ? k : chosen;
			least = fmin( cost, least );
		}
	}
	if ( least > WF_BAD_SPOT )
	{
		found = findFreePlace( map, shown, size, font, least, found );
	}
	*spot = (int8_t)chosen;
	return found;
}

// ----------------------------------------------------------------------------------------------------------------- drawing

// Readable on anything: white around the letters.
static void drawText( wfCanvas* canvas, wfVec2 place, const wfTextStyle* style, const char* text )
{
	wfTextStyle halo = *style;
	halo.color = wfRgba( WF_FLOOR, 0.85 );
	for ( int32_t k = 0; k < 8; ++k )
	{
		double angle = 0.785398163397 * k, reach = 0.11 * style->size;
		wfCanvas_DrawText( canvas, ( wfVec2 ){ place.x + reach * cos( angle ), place.y + reach * sin( angle ) }, &halo, text );
	}
	wfCanvas_DrawText( canvas, place, style, text );
}

typedef struct wfGroupLabel
{
	const wfGroupMoment* moment;
	int32_t number;
	const char* text;
	wfColor color;
} wfGroupLabel;

// Of its members, with their discs.
static wfBox2 boxOf( const wfPanel* panel, const wfGroupLabel* label )
{
	wfBox2 box = WF_EMPTY_BOX;
	for ( int32_t k = 0; k < label->moment->members.count; ++k )
	{
		const wfShownMember* member = &label->moment->members.data[k];
		if ( member->group == label->number )
		{
			wfVec2 at = wfToCanvas( panel, wfInPlane( member->place ) );
			box = wfBoxUnion( box, wfBoxAround( at, at, (double)member->radius * panel->scale ) );
		}
	}
	return box;
}

// From the label to the nearest of its people, unless they are beside it.
static void drawLine( wfCanvas* canvas, const wfPanel* panel, const wfGroupLabel* label, wfBox2 box )
{
	double nearest = INFINITY, radius = 0.0;
	wfVec2 to = { 0.0, 0.0 };
	for ( int32_t k = 0; k < label->moment->members.count; ++k )
	{
		const wfShownMember* member = &label->moment->members.data[k];
		wfVec2 at = wfToCanvas( panel, wfInPlane( member->place ) );
		double apart = sqrt( wfBoxDistanceSquared( box, at ) ) - (double)member->radius * panel->scale;
		if ( member->group == label->number && apart < nearest )
		{
			nearest = apart;
			radius = (double)member->radius * panel->scale;
			to = at;
		}
	}
	if ( nearest > WF_LINE_GAP * panel->font && isfinite( nearest ) )
	{
		wfVec2 from = wfMin2( wfMax2( to, box.lower ), box.upper );
		wfVec2 ahead = wfNormalize2( wfSub2( to, from ), ( wfVec2 ){ 1.0, 0.0 } );
		wfCanvas_AddLine( canvas, wfAddScaled2( from, 0.1 * panel->font, ahead ), wfAddScaled2( to, -radius, ahead ) );
		wfCanvas_Stroke( canvas, wfFade( label->color, 0.8 ), 0.07 * panel->font );
	}
}

static void drawLabel( wfCanvas* canvas, const wfPanel* panel, wfLabelMap* map, const wfGroupLabel* label )
{
	wfTextStyle style = { .size = WF_LABEL_SIZE * panel->font, .anchor = wf_middleAnchor, .bold = true, .color = label->color };
	wfBox2 around = boxOf( panel, label );
	bool isShown = around.lower.x <= map->box.upper.x && around.upper.x >= map->box.lower.x &&
				   around.lower.y <= map->box.upper.y && around.upper.y >= map->box.lower.y;
	wfVec2 size = { wfMeasureText( label->text, style.size, true ) + 0.3 * style.size,
					( WF_LABEL_ABOVE + WF_LABEL_BELOW ) * style.size };
	if ( map->taken == NULL || !isShown )
	{
		return;
	}
	int8_t none = -1;
	int8_t* spot = label->number < map->spots.count ? &map->spots.data[label->number] : &none;
	wfBox2 box = findPlace( map, around, size, panel->font, spot );
	take( map, box, WF_OTHER_LABEL_COST );
	drawLine( canvas, panel, label, box );
	wfVec2 base = { 0.5 * ( box.lower.x + box.upper.x ), box.upper.y - WF_LABEL_BELOW * style.size };
	drawText( canvas, base, &style, label->text );
}

void wfDrawGroupNames( wfCanvas* canvas, const wfPanel* panel, wfLabelMap* map, const wfGroupTrack* track,
					   const wfGroupMoment* moment )
{
	for ( int32_t k = 0; k < moment->groups.count; ++k )
	{
		const wfShownGroup* group = &moment->groups.data[k];
		wfShortText name = wfGroupTrack_GetName( track, group->number );
		if ( group->memberCount == 0 || name.text[0] == 0 )
		{
			continue;
		}
		wfShortText text = wfFormatText( "%.64s%s", name.text, group->mode == wf_groupEngages ? ", engaged" : "" );
		wfColor color = wfDarken( wfGroupTrack_GetColor( track, group->number ), 0.55 );
		drawLabel( canvas, panel, map, &( wfGroupLabel ){ moment, group->number, text.text, color } );
	}
}

void wfDrawGroupTimes( wfCanvas* canvas, const wfPanel* panel, wfLabelMap* map, const wfGroupTrack* track )
{
	for ( int32_t k = 0; k < map->past.count; ++k )
	{
		const wfGroupMoment* moment = &track->kept.data[map->past.data[k]];
		wfShortText text = wfFormatText( "%s s", wfFormatNumber( moment->time, 4 ).text );
		for ( int32_t m = 0; m < moment->groups.count; ++m )
		{
			const wfShownGroup* group = &moment->groups.data[m];
			// Where all are shown as they were, times have the colours of groups.
			bool isPale = track->timeCount == 0;
			wfColor color = isPale ? wfRgb( WF_FAINT ) : wfDarken( wfGroupTrack_GetColor( track, group->number ), 0.55 );
			if ( group->memberCount > 0 )
			{
				drawLabel( canvas, panel, map, &( wfGroupLabel ){ moment, group->number, text.text, color } );
			}
		}
	}
}
