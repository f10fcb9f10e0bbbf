// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How groups are drawn: slots, anchors, strokes, signs of kinds, and what explains them.

#include "picture/group_labels.h"

#include "base/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Strokes are smoothed over so many points to both sides, half a metre apart as they are drawn, and moved by no more metres and
// no more of the height of a letter: they are shown where they are.
#define WF_SMOOTH_POINTS 6
#define WF_SMOOTH_METRES 0.6
#define WF_SMOOTH_PART 0.25
// In pixels: smaller discs have no room for a sign, and rings smaller than that are dots.
#define WF_LEAST_SIGN 2.6
#define WF_LEAST_RING 1.5
// Points of a way nearer than this are not seen, and make large files.
#define WF_LEAST_STEP 1.5
#define WF_WAY_JUMP 10.0
#define WF_MOST_NAMED 16
// With more groups only the first moment of each is shown.
#define WF_FEW_GROUPS 4
// More lines to slots than that hide what is below them: of larger groups they are drawn for the tenth that is farthest off.
#define WF_MOST_LINES 40
// Colours of what is past, mixed with those of the floor.
#define WF_PAST_PART 0.62

static wfVec2 unitOf( wfVec3 heading )
{
	return wfNormalize2( wfInPlane( heading ), ( wfVec2 ){ 0.0, 0.0 } );
}

static wfColor paleColor( wfColor color )
{
	return wfRgb( wfMixColors( wfPackColor( color ), WF_FLOOR, WF_PAST_PART ) );
}

// ---------------------------------------------------------------------------------------------------------------- strokes

// The mean of a point and those around it: the nearer, the heavier.
static wfVec2 meanAround( const wfVec2* points, int32_t k, int32_t reach )
{
	wfVec2 sum = { 0.0, 0.0 };
	double weights = 0.0;
	for ( int32_t m = -reach; m <= reach; ++m )
	{
		double weight = 1.0 - fabs( (double)m ) / ( reach + 1.0 );
		sum = wfAddScaled2( sum, weight, points[k + m] );
		weights += weight;
	}
	return wfDivide2( sum, weights );
}

void wfSmoothLine( const wfVec2* points, int32_t count, double most, wfVec2* smooth )
{
	double farthest = INFINITY;
	// As wide as keeps all of them near enough: narrower at some corners alone would leave dents there.
	for ( int32_t widest = WF_SMOOTH_POINTS; widest >= 0 && farthest > most; --widest )
	{
		farthest = 0.0;
		for ( int32_t k = 0; k < count; ++k )
		{
			int32_t reach = k < count - 1 - k ? k : count - 1 - k; // the ends stay
			smooth[k] = meanAround( points, k, reach < widest ? reach : widest );
			farthest = fmax( farthest, wfDistance2( smooth[k], points[k] ) );
		}
	}
}

typedef struct wfRouteLines
{
	WF_ARRAY( wfVec2 ) points; // of all routes
	WF_ARRAY( int32_t ) counts;
} wfRouteLines;

static void freeRoutes( wfRouteLines* lines )
{
	wfArray_Free( &lines->points );
	wfArray_Free( &lines->counts );
}

static wfResult addRoute( wfRouteLines* lines, const wfStrokes* strokes, int32_t leaf, double most )
{
	int32_t count = wfStrokes_GetRoute( strokes, leaf, NULL, 0 );
	wfVec2* drawn = wfAllocateArray( (size_t)count, sizeof( wfVec2 ) );
	wfResult result = drawn != NULL ? wfArray_Reserve( &lines->points, lines->points.count + count ) : wf_outOfMemory;
	if ( result == wf_ok )
	{
		wfStrokes_GetRoute( strokes, leaf, drawn, count );
		wfSmoothLine( drawn, count, most, lines->points.data + lines->points.count );
		lines->points.count += count;
		result = wfArray_Push( &lines->counts, count );
	}
	wfReleaseArray( drawn, (size_t)count, sizeof( wfVec2 ) );
	return result;
}

// Every leaf is the end of a stroke.
static wfResult collectRoutes( const wfStrokes* strokes, double most, wfRouteLines* lines )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < wfStrokes_GetNodeCount( strokes ) && result == wf_ok; ++k )
	{
		result = wfStrokes_GetNode( strokes, k ).childCount == 0 ? addRoute( lines, strokes, k, most ) : wf_ok;
	}
	return result;
}

// An open arrowhead around a point, its tip ahead.
static void addChevron( wfCanvas* canvas, wfVec2 at, wfVec2 ahead, double size )
{
	wfVec2 across = { -ahead.y, ahead.x }, tip = wfAddScaled2( at, 0.5 * size, ahead ),
		   back = wfAddScaled2( at, -0.3 * size, ahead );
	wfCanvas_MoveTo( canvas, wfAddScaled2( back, 0.62 * size, across ) );
	wfCanvas_LineTo( canvas, tip );
	wfCanvas_LineTo( canvas, wfAddScaled2( back, -0.62 * size, across ) );
}

// At even steps, the same ones where routes share a way: counted from the root.
static void addChevrons( wfCanvas* canvas, const wfPanel* panel, const wfVec2* points, int32_t count )
{
	double font = panel->font, step = 4.5 * font, next = 0.6 * step, walked = 0.0;
	for ( int32_t k = 1; k < count; ++k )
	{
		wfVec2 from = wfToCanvas( panel, points[k - 1] ), to = wfToCanvas( panel, points[k] );
		double length = wfDistance2( from, to );
		wfVec2 ahead = wfNormalize2( wfSub2( to, from ), ( wfVec2 ){ 1.0, 0.0 } );
		for ( ; next <= walked + length; next += step )
		{
			addChevron( canvas, wfAddScaled2( from, next - walked, ahead ), ahead, 0.42 * font );
		}
		walked += length;
	}
}

static void drawEnds( wfCanvas* canvas, const wfPanel* panel, const wfStrokes* strokes, const wfRouteLines* lines, wfColor dark )
{
	double font = panel->font;
	const wfVec2* points = lines->points.data;
	for ( int32_t k = 0; k < lines->counts.count; ++k )
	{
		int32_t count = lines->counts.data[k];
		wfVec2 tip = wfToCanvas( panel, points[count - 1] ), before = wfToCanvas( panel, points[count > 2 ? count - 3 : 0] );
		wfVec2 ahead = wfNormalize2( wfSub2( tip, before ), ( wfVec2 ){ 0.0, 0.0 } ), across = { -ahead.y, ahead.x };
		wfVec2 base = wfAddScaled2( tip, -0.55 * font, ahead );
		wfCanvas_MoveTo( canvas, wfAddScaled2( base, 0.48 * font, across ) );
		wfCanvas_LineTo( canvas, wfAddScaled2( tip, 0.45 * font, ahead ) );
		wfCanvas_LineTo( canvas, wfAddScaled2( base, -0.48 * font, across ) );
		wfCanvas_Close( canvas );
		points += count;
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = dark, .united = true } );
	for ( int32_t k = 0; k < wfStrokes_GetNodeCount( strokes ); ++k )
	{
		wfStrokeNode node = wfStrokes_GetNode( strokes, k );
		if ( node.parent < 0 || node.childCount > 1 )
		{
			bool isFork = node.childCount > 1;
			wfCanvas_AddCircle( canvas, wfToCanvas( panel, node.place ), ( isFork ? 0.42 : 0.3 ) * font );
		}
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( 0xFFFFFFu ), .stroke = dark, .strokeWidth = 0.14 * font } );
}

void wfDrawStrokes( wfCanvas* canvas, const wfPanel* panel, const wfStrokes* strokes, wfColor color )
{
	wfRouteLines lines = { 0 };
	wfColor dark = wfDarken( color, 0.25 );
	double font = panel->font, most = fmin( WF_SMOOTH_METRES, WF_SMOOTH_PART * font / panel->scale );
	if ( wfCanvas_Check( canvas, collectRoutes( strokes, most, &lines ) ) )
	{
		// One path: where routes run together the band is no darker.
		const wfVec2* points = lines.points.data;
		for ( int32_t k = 0; k < lines.counts.count; ++k )
		{
			for ( int32_t m = 0; m < lines.counts.data[k]; ++m )
			{
				wfCanvas_AddPoint( canvas, m == 0, wfToCanvas( panel, points[m] ) );
			}
			points += lines.counts.data[k];
		}
		wfCanvas_PaintAndKeep( canvas, &( wfPaint ){ .stroke = wfFade( color, 0.24 ), .strokeWidth = 0.95 * font } );
		wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = wfFade( dark, 0.8 ), .strokeWidth = 0.1 * font } );
		points = lines.points.data;
		for ( int32_t k = 0; k < lines.counts.count; ++k )
		{
			addChevrons( canvas, panel, points, lines.counts.data[k] );
			points += lines.counts.data[k];
		}
		wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = dark, .strokeWidth = 0.15 * font } );
		drawEnds( canvas, panel, strokes, &lines, dark );
	}
	freeRoutes( &lines );
}

void wfDrawSketches( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track )
{
	for ( int32_t k = 0; k < track->sketches.count; ++k )
	{
		const wfKnownSketch* sketch = &track->sketches.data[k];
		wfDrawStrokes( canvas, panel, sketch->strokes, wfGroupTrack_GetColor( track, sketch->group ) );
	}
}

void wfDrawAnchorWays( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track )
{
	for ( int32_t k = 0; k < track->known.count; ++k )
	{
		const wfKnownGroup* known = &track->known.data[k];
		wfVec2 last = { INFINITY, INFINITY };
		for ( int32_t m = 0; m < known->way.count; ++m )
		{
			wfVec2 at = wfToCanvas( panel, known->way.data[m] );
			bool jumps = m == 0 || wfDistance2( known->way.data[m], known->way.data[m - 1] ) > WF_WAY_JUMP;
			if ( jumps || hypot( at.x - last.x, at.y - last.y ) >= WF_LEAST_STEP || m + 1 == known->way.count )
			{
				wfCanvas_AddPoint( canvas, jumps, at );
				last = at;
			}
		}
		wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = wfDarken( known->color, 0.4 ),
											  .strokeWidth = 0.11 * panel->font,
											  .dash = 0.4 * panel->font } );
	}
}

// ------------------------------------------------------------------------------------------------------------------ slots

static double ringRadius( const wfPanel* panel, const wfShownMember* member )
{
	double pixels = 0.5 * (double)member->radius * panel->scale;
	return fmin( fmax( pixels, WF_LEAST_RING ), 0.24 * panel->font );
}

static bool isInFormation( const wfShownGroup* group )
{
	return group->mode == wf_groupTravels || group->mode == wf_groupHolds || group->mode == wf_groupEngages;
}

static double offOf( const wfShownMember* member )
{
	return wfDistance2( wfInPlane( member->place ), wfInPlane( member->slot ) );
}

static int compareOff( const void* a, const void* b )
{
	double left = *(const double*)a, right = *(const double*)b;
	return ( left < right ) - ( left > right );
}

// Who is farther off than that has a line to its slot, if it is off by more than its radius.
static double leastLine( wfCanvas* canvas, const wfGroupMoment* moment, const wfShownGroup* group )
{
	size_t capacity = (size_t)moment->members.count + 1;
	double* off = group->memberCount > WF_MOST_LINES ? wfCanvas_Allocate( canvas, capacity, sizeof( double ) ) : NULL;
	size_t count = 0;
	for ( int32_t k = 0; k < moment->members.count && off != NULL; ++k )
	{
		const wfShownMember* member = &moment->members.data[k];
		off[count] = offOf( member );
		count += member->group == group->number && member->hasSlot && off[count] > (double)member->radius ? 1 : 0;
	}
	double least = 0.0;
	if ( count > WF_MOST_LINES )
	{
		qsort( off, count, sizeof( double ), compareOff );
		least = off[(size_t)group->memberCount / 10];
	}
	wfReleaseArray( off, off != NULL ? capacity : 0, sizeof( double ) );
	return least;
}

// Of one group, in its colour.
static void drawRings( wfCanvas* canvas, const wfPanel* panel, const wfGroupMoment* moment, const wfShownGroup* group,
					   wfColor color )
{
	double least = leastLine( canvas, moment, group );
	for ( int32_t k = 0; k < moment->members.count; ++k )
	{
		const wfShownMember* member = &moment->members.data[k];
		double off = offOf( member );
		if ( member->group == group->number && member->hasSlot && off > (double)member->radius && off > least )
		{
			wfCanvas_AddLine( canvas, wfToCanvas( panel, wfInPlane( member->place ) ),
							  wfToCanvas( panel, wfInPlane( member->slot ) ) );
		}
	}
	wfCanvas_Stroke( canvas, wfFade( wfDarken( color, 0.35 ), 0.75 ), fmax( 0.055 * panel->font, 0.7 ) );
	for ( int32_t k = 0; k < moment->members.count; ++k )
	{
		const wfShownMember* member = &moment->members.data[k];
		if ( member->group == group->number && member->hasSlot )
		{
			wfCanvas_AddCircle( canvas, wfToCanvas( panel, wfInPlane( member->slot ) ), ringRadius( panel, member ) );
		}
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( 0xFFFFFFu ),
										  .stroke = wfDarken( color, 0.35 ),
										  .strokeWidth = fmax( 0.065 * panel->font, 0.8 ),
										  .united = true } );
}

// The end of the way of an order, and a thin line to it.
static void drawEnd( wfCanvas* canvas, const wfPanel* panel, const wfShownGroup* group, wfColor color )
{
	wfVec2 from = wfToCanvas( panel, wfInPlane( group->anchor ) ), to = wfToCanvas( panel, wfInPlane( group->end ) );
	double size = 0.42 * panel->font;
	wfCanvas_AddLine( canvas, from, to );
	wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = wfFade( wfDarken( color, 0.25 ), 0.55 ),
										  .strokeWidth = 0.08 * panel->font,
										  .dash = 0.3 * panel->font } );
	wfCanvas_MoveTo( canvas, ( wfVec2 ){ to.x - size, to.y } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ to.x, to.y - size } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ to.x + size, to.y } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ to.x, to.y + size } );
	wfCanvas_Close( canvas );
	wfCanvas_Paint(
		canvas,
		&( wfPaint ){ .fill = wfRgb( 0xFFFFFFu ), .stroke = wfDarken( color, 0.25 ), .strokeWidth = 0.13 * panel->font } );
}

void wfDrawOrders( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track, const wfGroupMoment* moment )
{
	for ( int32_t k = 0; k < moment->groups.count; ++k )
	{
		const wfShownGroup* group = &moment->groups.data[k];
		bool isFirst = group->sketch >= 0;
		for ( int32_t m = 0; m < k && isFirst; ++m )
		{
			isFirst = moment->groups.data[m].sketch != group->sketch;
		}
		if ( isFirst )
		{
			// In the colour of whoever followed it first, also when that one has parted.
			int32_t owner = track->sketches.data[group->sketch].group;
			wfDrawStrokes( canvas, panel, track->sketches.data[group->sketch].strokes, wfGroupTrack_GetColor( track, owner ) );
		}
	}
	for ( int32_t k = 0; k < moment->groups.count; ++k )
	{
		const wfShownGroup* group = &moment->groups.data[k];
		if ( group->hasEnd )
		{
			drawEnd( canvas, panel, group, wfGroupTrack_GetColor( track, group->number ) );
		}
	}
}

void wfDrawSlots( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track, const wfGroupMoment* moment, bool isPale )
{
	for ( int32_t k = 0; k < moment->groups.count; ++k )
	{
		const wfShownGroup* group = &moment->groups.data[k];
		wfColor color = wfGroupTrack_GetColor( track, group->number );
		if ( isInFormation( group ) )
		{
			drawRings( canvas, panel, moment, group, isPale ? paleColor( color ) : color );
		}
	}
}

// ---------------------------------------------------------------------------------------------------------------- anchors

void wfDrawAnchors( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track, const wfGroupMoment* moment, bool isPale )
{
	double font = panel->font;
	for ( int32_t k = 0; k < moment->groups.count; ++k )
	{
		const wfShownGroup* group = &moment->groups.data[k];
		wfColor color = wfGroupTrack_GetColor( track, group->number );
		color = isPale ? paleColor( color ) : color;
		wfVec2 ahead = unitOf( group->heading );
		if ( isInFormation( group ) && ( ahead.x != 0.0 || ahead.y != 0.0 ) )
		{
			wfAddPlainArrow( canvas, wfToCanvas( panel, wfInPlane( group->anchor ) ), ahead, 1.8 * font, 0.24 * font );
			wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( wfMixColors( wfPackColor( color ), 0xFFFFFFu, 0.55 ) ),
												  .stroke = wfDarken( color, isPale ? 0.3 : 0.65 ),
												  .strokeWidth = 0.09 * font } );
		}
	}
}

static void drawPastMoment( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track, const wfGroupMoment* moment )
{
	wfPerson* people = wfCanvas_Allocate( canvas, (size_t)moment->members.count + 1, sizeof( wfPerson ) );
	if ( people == NULL )
	{
		return;
	}
	bool isPale = track->timeCount == 0;
	for ( int32_t k = 0; k < moment->members.count; ++k )
	{
		const wfShownMember* member = &moment->members.data[k];
		wfColor color = wfGroupTrack_GetColor( track, member->group );
		people[k] = ( wfPerson ){ .position = wfInPlane( member->place ),
								  .radius = (double)member->radius,
								  .kind = member->kind,
								  .isPast = isPale,
								  .color = isPale ? paleColor( color ) : color };
	}
	wfDrawSlots( canvas, panel, track, moment, isPale );
	wfDrawPeople( canvas, panel, people, moment->members.count );
	wfReleaseArray( people, (size_t)moment->members.count + 1, sizeof( wfPerson ) );
	wfDrawAnchors( canvas, panel, track, moment, isPale );
}

static wfBox2 boundsOf( const wfGroupMoment* moment, int32_t number )
{
	wfBox2 box = WF_EMPTY_BOX;
	for ( int32_t k = 0; k < moment->members.count; ++k )
	{
		const wfShownMember* member = &moment->members.data[k];
		if ( member->group == number )
		{
			wfVec2 at = wfInPlane( member->place );
			box = wfBoxUnion( box, wfBoxAround( at, at, (double)member->radius ) );
		}
	}
	return box;
}

// By one of the same group that is drawn already, or as it is at last.
static bool isHidden( const wfGroupTrack* track, int32_t kept, const bool* drawn, bool hasLast )
{
	const wfGroupMoment *moment = &track->kept.data[kept], *last = wfGroupTrack_GetLast( track );
	int32_t number = moment->groups.count > 0 ? moment->groups.data[0].number : -1;
	wfBox2 box = boundsOf( moment, number );
	bool hidden = hasLast && last != NULL && wfBoxesMeet( box, boundsOf( last, number ) );
	for ( int32_t k = 0; k < kept && !hidden; ++k )
	{
		const wfGroupMoment* other = &track->kept.data[k];
		bool isSame = other->groups.count > 0 && other->groups.data[0].number == number;
		hidden = drawn[k] && isSame && ( track->known.count > WF_FEW_GROUPS || wfBoxesMeet( box, boundsOf( other, number ) ) );
	}
	return hidden;
}

void wfDrawPastMoments( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track, bool hasLast, wfLabelMap* labels )
{
	int32_t count = track->kept.count;
	bool* drawn = wfCanvas_Allocate( canvas, (size_t)count + 1, sizeof( bool ) );
	for ( int32_t k = 0; k < count && drawn != NULL; ++k )
	{
		drawn[k] = track->timeCount > 0 || !isHidden( track, k, drawn, hasLast );
		if ( drawn[k] )
		{
			drawPastMoment( canvas, panel, track, &track->kept.data[k] );
			wfLabelMap_AddMoment( labels, panel, &track->kept.data[k] );
			wfCanvas_Check( canvas, wfArray_Push( &labels->past, k ) );
		}
	}
	wfReleaseArray( drawn, (size_t)count + 1, sizeof( bool ) );
}

// ------------------------------------------------------------------------------------------------------------------ kinds

void wfDrawKindSign( wfCanvas* canvas, wfVec2 center, double radius, int32_t kind )
{
	if ( kind <= 0 || radius < WF_LEAST_SIGN )
	{
		return;
	}
	double size = 0.5 * radius, width = fmin( fmax( 0.2 * radius, 0.9 ), 3.0 );
	switch ( kind % 4 )
	{
		case 1:
			wfCanvas_AddCircle( canvas, center, size );
			break;
		case 2:
			wfCanvas_AddLine( canvas, ( wfVec2 ){ center.x - size, center.y }, ( wfVec2 ){ center.x + size, center.y } );
			wfCanvas_AddLine( canvas, ( wfVec2 ){ center.x, center.y - size }, ( wfVec2 ){ center.x, center.y + size } );
			break;
		case 3:
			wfCanvas_AddBox( canvas, ( wfBox2 ){ { center.x - 0.8 * size, center.y - 0.8 * size },
												 { center.x + 0.8 * size, center.y + 0.8 * size } } );
			break;
		default:
			wfCanvas_AddLine( canvas, ( wfVec2 ){ center.x - size, center.y - size },
							  ( wfVec2 ){ center.x + size, center.y + size } );
			wfCanvas_AddLine( canvas, ( wfVec2 ){ center.x - size, center.y + size },
							  ( wfVec2 ){ center.x + size, center.y - size } );
			break;
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = wfRgb( 0xFFFFFFu ), .strokeWidth = width } );
}

// ----------------------------------------------------------------------------------------------------------------- legend

static int32_t countMembers( const wfGroupMoment* moment, int32_t number )
{
	int32_t count = 0;
	for ( int32_t k = 0; moment != NULL && k < moment->members.count; ++k )
	{
		count += moment->members.data[k].group == number ? 1 : 0;
	}
	return count;
}

// Whether pictures show where it was before.
static bool wasKept( const wfGroupTrack* track, int32_t number )
{
	bool kept = false;
	for ( int32_t k = 0; k < track->kept.count && !kept; ++k )
	{
		const wfGroupMoment* moment = &track->kept.data[k];
		for ( int32_t m = 0; m < moment->groups.count; ++m )
		{
			kept = kept || ( moment->groups.data[m].number == number && moment->groups.data[m].memberCount > 0 );
		}
	}
	return kept;
}

// Those that are there, with how many they are, and those that are seen where they were.
static void addNames( wfMapSheet* sheet, const wfGroupTrack* track, const wfGroupSigns* signs )
{
	const wfGroupMoment* now = signs->now != NULL ? signs->now : wfGroupTrack_GetLast( track );
	int32_t shown = 0, more = 0, most = signs->mostNames > 0 ? signs->mostNames : WF_MOST_NAMED;
	for ( int32_t k = 0; k < track->known.count; ++k )
	{
		const wfKnownGroup* known = &track->known.data[k];
		int32_t count = countMembers( now, k );
		if ( count == 0 && !( signs->past && wasKept( track, k ) ) )
		{
			continue;
		}
		wfShortText name = wfGroupTrack_GetName( track, k ), number = wfFormatCount( count );
		wfShortText label = count == 0			? wfFormatText( "%.60s, gone", name.text[0] != 0 ? name.text : "a group" )
							: name.text[0] != 0 ? wfFormatText( "%.60s (%s)", name.text, number.text )
												: wfFormatText( "group of %s", number.text );
		more += shown >= most ? 1 : 0;
		wfMapSheet_AddMark( sheet, shown < most, wf_dotMark, known->color, label.text );
		shown += 1;
	}
	wfShortText rest = wfFormatText( "and %d more", more );
	wfMapSheet_AddMark( sheet, more > 0, wf_dotMark, wfRgb( 0xFFFFFFu ), rest.text );
	int32_t strangers = countMembers( now, -1 );
	wfShortText others = wfFormatText( "in no group (%s)", wfFormatCount( strangers ).text );
	wfMapSheet_AddMark( sheet, strangers > 0 || ( track->hasStrangers && signs->past ), wf_dotMark, wfRgb( WF_STRANGER ),
						strangers > 0 ? others.text : "in no group" );
}

void wfMapSheet_AddGroups( wfMapSheet* sheet, const wfGroupTrack* track, const wfGroupSigns* signs )
{
	if ( !wfGroupTrack_HasGroups( track ) )
	{
		return;
	}
	addNames( sheet, track, signs );
	wfColor first = track->known.data[0].color;
	for ( int32_t kind = 0; kind < WF_MAX_SHOWN_KINDS; ++kind )
	{
		bool isThere = ( track->kinds >> kind & 1u ) != 0 && ( track->kinds & ~1u ) != 0;
		bool hasName = kind > 0 || strcmp( track->kindNames[0], "kind 0" ) != 0;
		wfMapSheet_AddMark( sheet, isThere && hasName && kind < 5, wf_kindMark, wfRgb( WF_FAINT ), track->kindNames[kind] )
			->lineCount = kind;
	}
	wfMapSheet_AddMark( sheet, signs->past, wf_dotMark, paleColor( first ), "earlier, at the time beside it" )->edge =
		wfRgb( WF_FAINT );
	bool isLarge = false;
	for ( int32_t k = 0; k < track->known.count; ++k )
	{
		isLarge = isLarge || track->known.data[k].mostMembers > WF_MOST_LINES;
	}
	wfShortText slots = wfFormatText(
		isLarge ? "slot, and who is off it (of over %d: the farthest tenth)" : "slot, and who is off it", WF_MOST_LINES );
	wfMapSheet_AddMark( sheet, signs->slots, wf_slotMark, first, slots.text );
	wfMapSheet_AddMark( sheet, signs->slots && !signs->anchorless, wf_arrowMark,
						wfRgb( wfMixColors( wfPackColor( first ), 0xFFFFFFu, 0.55 ) ), "anchor, heading" );
	wfMapSheet_AddMark( sheet, signs->ways, wf_dashMark, wfDarken( first, 0.4 ), "path of the anchor" )->edge = ( wfColor ){ 0 };
	wfMapSheet_AddMark( sheet, signs->strokes, wf_strokeMark, first, "stroke, its forks" );
	wfMapSheet_AddMark( sheet, signs->ends, wf_endMark, wfDarken( first, 0.25 ), "where an order leads" );
}
