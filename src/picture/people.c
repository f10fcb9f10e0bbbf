// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// People seen from above: discs, or shoulders and a head, with headings; bodies as circles around torso, shoulders and feet, and
// the footsteps they are going to make.

#include "base/base.h"
#include "base/math.h"
#include "picture/footstep.h"
#include "picture/group_track.h"

#include <math.h>
#include <stdlib.h>

// More are drawn colour by colour: one element of an SVG each would make it large.
#define WF_MAX_SINGLE_DISCS 1500
#define WF_MAX_SINGLE_BODIES 150
// In pixels: smaller discs are specks without outlines and headings.
#define WF_LEAST_DISC 1.1
#define WF_LEAST_HEADED 2.2
// Of one end of an outline, at most.
#define WF_SHOULDER_POINTS 15

static int compareItems( const void* a, const void* b )
{
	const wfSortItem *left = a, *right = b;
	if ( left->key != right->key )
	{
		return left->key < right->key ? -1 : 1;
	}
	return left->item < right->item ? -1 : left->item > right->item ? 1 : 0;
}

void wfSortByKey( wfSortItem* items, size_t count )
{
	if ( count > 1 )
	{
		qsort( items, count, sizeof( wfSortItem ), compareItems );
	}
}

wfColor wfSpeedColor( const wfPalette* palette, double speed, double high )
{
	return wfRgb( wfPaletteColor( palette, fmin( speed / high, 1.0 ) ) );
}

double wfRoundUpSpeed( double largest )
{
	return fmax( 0.5, 0.5 * ceil( fmin( largest, 1e6 ) / 0.5 - 0.1 ) );
}

wfPerson wfMakePerson( const wfFrame* frame, int32_t i, double radius, const wfPalette* palette, double fullSpeed )
{
	wfPerson person = { .position = { frame->positions[i].x, frame->positions[i].y }, .radius = radius };
	if ( frame->velocities != NULL && isfinite( frame->velocities[i].x ) && isfinite( frame->velocities[i].y ) )
	{
		person.velocity = ( wfVec2 ){ frame->velocities[i].x, frame->velocities[i].y };
	}
	double speed = hypot( person.velocity.x, person.velocity.y );
	if ( frame->headings != NULL && isfinite( frame->headings[i] ) )
	{
		person.heading = ( wfVec2 ){ cos( (double)frame->headings[i] ), sin( (double)frame->headings[i] ) };
	}
	else if ( speed > 0.0 )
	{
		person.heading = ( wfVec2 ){ person.velocity.x / speed, person.velocity.y / speed };
	}
	if ( frame->radii != NULL && frame->radii[i] > 0.0f && frame->radii[i] < 1000.0f )
	{
		person.radius = (double)frame->radii[i];
	}
	person.depth = frame->depths != NULL && frame->depths[i] > 0.0f ? (double)frame->depths[i] : 0.0;
	uint32_t serial = frame->serials != NULL ? frame->serials[i] - 1u : (uint32_t)i;
	person.color = palette != NULL ? wfSpeedColor( palette, speed, fullSpeed ) : wfAgentColor( serial );
	if ( frame->states != NULL && frame->states[i] == wf_atEnd )
	{
		person.color = wfRgb( WF_ARRIVED );
	}
	return person;
}

static double discPixels( const wfPanel* panel, const wfPerson* person )
{
	return fmax( person->radius * panel->scale, WF_LEAST_DISC );
}

// Whose shoulders are drawn: wider than deep, turned in a known way, and large enough to be seen so.
static bool isOval( const wfPanel* panel, const wfPerson* person )
{
	bool faces = person->heading.x != 0.0 || person->heading.y != 0.0;
	return faces && person->depth > 0.0 && person->depth < person->radius && discPixels( panel, person ) >= WF_LEAST_HEADED;
}

// Half of what is drawn of somebody from front to back.
static double depthPixels( const wfPanel* panel, const wfPerson* person )
{
	double radius = discPixels( panel, person );
	return isOval( panel, person ) ? radius * person->depth / person->radius : radius;
}

void wfAddShoulders( wfCanvas* canvas, wfVec2 center, wfVec2 direction, double width, double depth )
{
	wfVec2 outline[2 * ( WF_SHOULDER_POINTS + 1 )];
	int32_t half = width < 5.0 ? WF_SHOULDER_POINTS / 3 : width < 16.0 ? WF_SHOULDER_POINTS / 2 : WF_SHOULDER_POINTS, count = 0;
	for ( int32_t side = 1; side >= -1; side -= 2 )
	{
		for ( int32_t k = 0; k <= half; ++k )
		{
			double angle = WF_PI * k / half;
			outline[count++] = ( wfVec2 ){ side * depth * cos( angle ), side * ( width - depth ) + side * depth * sin( angle ) };
		}
	}
	wfAddTurnedOutline( canvas, center, direction, 1.0, outline, count );
}

// Whether what reaches `reach` pixels around a point of the world touches the map.
static bool isInView( const wfPanel* panel, wfVec2 point, double reach )
{
	wfVec2 at = wfToCanvas( panel, point );
	return at.x > panel->box.lower.x - reach && at.x < panel->box.upper.x + reach && at.y > panel->box.lower.y - reach &&
		   at.y < panel->box.upper.y + reach;
}

static bool isPersonInView( const wfPanel* panel, const wfPerson* person )
{
	return isInView( panel, person->position, 2.0 * discPixels( panel, person ) );
}

static wfPaint discPaint( wfColor color, double pixels, bool isPast )
{
	wfPaint paint = { .fill = color, .united = true };
	if ( pixels >= WF_LEAST_HEADED && !isPast )
	{
		paint.stroke = wfDarken( color, 0.55 );
		paint.strokeWidth = fmin( fmax( 0.12 * pixels, 0.5 ), 1.4 );
	}
	return paint;
}

static void drawVelocities( wfCanvas* canvas, const wfPanel* panel, const wfPerson* people, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		double speed = hypot( people[i].velocity.x, people[i].velocity.y ), radius = discPixels( panel, people + i );
		double length = WF_ARROW_SECONDS * speed * panel->scale;
		if ( length > 1.2 * radius && radius >= WF_LEAST_HEADED && isPersonInView( panel, people + i ) )
		{
			wfVec2 direction = { people[i].velocity.x / speed, people[i].velocity.y / speed };
			wfAddPlainArrow( canvas, wfToCanvas( panel, people[i].position ), direction, length,
							 fmin( fmax( 0.16 * radius, 0.7 ), 3.0 ) );
		}
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgba( WF_INK, 0.62 ), .united = true } );
}

static void drawHeadings( wfCanvas* canvas, const wfPanel* panel, const wfPerson* people, int32_t count )
{
	double width = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		double radius = discPixels( panel, people + i );
		bool known = people[i].heading.x != 0.0 || people[i].heading.y != 0.0;
		if ( known && radius >= WF_LEAST_HEADED && isPersonInView( panel, people + i ) )
		{
			wfVec2 at = wfToCanvas( panel, people[i].position );
			double reach = isOval( panel, people + i ) ? WF_NOSE_PART * depthPixels( panel, people + i ) : 1.4 * radius;
			wfCanvas_AddLine( canvas, at, ( wfVec2 ){ at.x + reach * people[i].heading.x, at.y - reach * people[i].heading.y } );
			width = fmax( width, 0.2 * radius );
		}
	}
	wfCanvas_Stroke( canvas, wfRgb( WF_WALL ), fmin( fmax( width, 0.7 ), 3.0 ) );
}

static void drawHeads( wfCanvas* canvas, const wfPanel* panel, const wfPerson* people, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		double depth = depthPixels( panel, people + i );
		if ( isOval( panel, people + i ) && depth >= WF_LEAST_HEAD && isPersonInView( panel, people + i ) )
		{
			wfCanvas_AddCircle( canvas, wfToCanvas( panel, people[i].position ), WF_HEAD_PART * depth );
		}
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( WF_WALL ), .united = true } );
}

static void addBody( wfCanvas* canvas, const wfPanel* panel, const wfPerson* person )
{
	wfVec2 at = wfToCanvas( panel, person->position );
	if ( isOval( panel, person ) )
	{
		wfAddShoulders( canvas, at, person->heading, discPixels( panel, person ), depthPixels( panel, person ) );
	}
	else
	{
		wfCanvas_AddCircle( canvas, at, discPixels( panel, person ) );
	}
}

// Each by itself, or where there are many those of one colour at once.
static void drawDiscs( wfCanvas* canvas, const wfPanel* panel, const wfPerson* people, int32_t count )
{
	wfSortItem* items = wfCanvas_Allocate( canvas, (size_t)count, sizeof( wfSortItem ) );
	bool many = count > WF_MAX_SINGLE_DISCS;
	for ( int32_t i = 0; i < count && items != NULL; ++i )
	{
		items[i] = ( wfSortItem ){ many ? wfPackColor( people[i].color ) : (uint32_t)i, (uint32_t)i };
	}
	wfSortByKey( items, items != NULL && many ? (size_t)count : 0 );
	for ( int32_t i = 0; i < count && items != NULL; ++i )
	{
		const wfPerson* person = people + items[i].item;
		if ( isPersonInView( panel, person ) )
		{
			addBody( canvas, panel, person );
		}
		if ( i + 1 == count || items[i + 1].key != items[i].key )
		{
			wfPaint paint = discPaint( person->color, discPixels( panel, person ), person->isPast );
			wfCanvas_Paint( canvas, &paint );
		}
	}
	wfReleaseArray( items, (size_t)count, sizeof( wfSortItem ) );
}

void wfDrawPeople( wfCanvas* canvas, const wfPanel* panel, const wfPerson* people, int32_t count )
{
	drawVelocities( canvas, panel, people, count );
	drawDiscs( canvas, panel, people, count );
	drawHeadings( canvas, panel, people, count );
	drawHeads( canvas, panel, people, count );
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( people[i].kind > 0 && isPersonInView( panel, people + i ) )
		{
			wfDrawKindSign( canvas, wfToCanvas( panel, people[i].position ), depthPixels( panel, people + i ), people[i].kind );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- bodies

wfBodyPose wfMakeBodyPose( const wfFootstepRow* row, double time, wfColor color )
{
	wfBodyPose pose = { .facing = wfFootstep_GetFacing( &row->step, time ), .color = color };
	wfFootstep_GetCircles( &row->step, &row->body, time, pose.circles );
	wfFootstep_GetFoot( &row->step, wf_leftFoot, time, pose.footAngles + 0 );
	wfFootstep_GetFoot( &row->step, wf_rightFoot, time, pose.footAngles + 1 );
	return pose;
}

double wfBodyPose_GetWidth( const wfBodyPose* pose )
{
	const wfCircle *a = pose->circles + 1, *b = pose->circles + 2;
	return fmax( hypot( a->center.x - b->center.x, a->center.y - b->center.y ) + 2.0 * a->radius, 2.0 * pose->circles[0].radius );
}

static bool isBodyInView( const wfPanel* panel, const wfBodyPose* pose )
{
	return isInView( panel, pose->circles[0].center, 2.0 * wfBodyPose_GetWidth( pose ) * panel->scale );
}

static void addCircles( wfCanvas* canvas, const wfPanel* panel, const wfBodyPose* pose, int32_t first, int32_t count )
{
	for ( int32_t k = first; k < first + count; ++k )
	{
		wfCanvas_AddCircle( canvas, wfToCanvas( panel, pose->circles[k].center ), pose->circles[k].radius * panel->scale );
	}
}

static void addFeet( wfCanvas* canvas, const wfPanel* panel, const wfBodyPose* pose )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfAddFootOutline( canvas, wfToCanvas( panel, pose->circles[3 + k].center ), pose->footAngles[k],
						  k == 0 ? wf_leftFoot : wf_rightFoot, WF_PRINT_LENGTH * panel->scale );
	}
}

// A wedge at the front of the torso: the nose of somebody seen from above.
static void addNose( wfCanvas* canvas, const wfPanel* panel, const wfBodyPose* pose )
{
	const wfCircle* torso = pose->circles;
	wfVec2 f = pose->facing;
	double radius = torso->radius, half = 0.34 * radius;
	wfVec2 tip = wfAddScaled2( torso->center, 1.3 * radius, f ), base = wfAddScaled2( torso->center, 0.55 * radius, f );
	wfCanvas_MoveTo( canvas, wfToCanvas( panel, ( wfVec2 ){ base.x - half * f.y, base.y + half * f.x } ) );
	wfCanvas_LineTo( canvas, wfToCanvas( panel, tip ) );
	wfCanvas_LineTo( canvas, wfToCanvas( panel, ( wfVec2 ){ base.x + half * f.y, base.y - half * f.x } ) );
	wfCanvas_Close( canvas );
}

// Large enough for all five circles.
static void drawFullBody( wfCanvas* canvas, const wfPanel* panel, const wfBodyPose* pose )
{
	double width = wfBodyPose_GetWidth( pose ) * panel->scale, line = fmin( fmax( 0.022 * width, 0.6 ), 1.6 );
	wfColor dark = wfDarken( pose->color, 0.45 );
	addFeet( canvas, panel, pose );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = dark, .united = true } );
	addCircles( canvas, panel, pose, 3, 2 );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfFade( pose->color, 0.18 ), .stroke = dark, .strokeWidth = line } );
	addCircles( canvas, panel, pose, 0, 3 );
	wfCanvas_Paint( canvas,
					&( wfPaint ){ .fill = wfFade( pose->color, 0.72 ), .stroke = dark, .strokeWidth = line, .united = true } );
	addNose( canvas, panel, pose );
	wfCanvas_Fill( canvas, wfRgb( WF_WALL ) );
}

// Feet below, shoulders above, a tick for where they face; bodies of one colour at once.
static void drawSmallBodies( wfCanvas* canvas, const wfPanel* panel, const wfBodyPose* poses, const wfSortItem* items,
							 size_t count )
{
	double width = wfBodyPose_GetWidth( poses + items[0].item ) * panel->scale;
	wfColor color = poses[items[0].item].color, dark = wfDarken( color, 0.5 );
	for ( size_t k = 0; k < count; ++k )
	{
		addFeet( canvas, panel, poses + items[k].item );
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = dark, .united = true } );
	for ( size_t k = 0; k < count; ++k )
	{
		addCircles( canvas, panel, poses + items[k].item, 0, 3 );
	}
	// The outline first, twice as wide: inside of the body no lines are left.
	wfCanvas_PaintAndKeep( canvas, &( wfPaint ){ .stroke = dark, .strokeWidth = fmin( fmax( 0.09 * width, 0.6 ), 1.6 ) } );
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = color, .united = true } );
	for ( size_t k = 0; k < count; ++k )
	{
		addNose( canvas, panel, poses + items[k].item );
	}
	wfCanvas_Fill( canvas, wfRgb( WF_WALL ) );
}

static void drawAsDiscs( wfCanvas* canvas, const wfPanel* panel, const wfBodyPose* poses, int32_t count )
{
	wfPerson* people = wfCanvas_Allocate( canvas, (size_t)count, sizeof( wfPerson ) );
	if ( people == NULL )
	{
		return;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		people[i] = ( wfPerson ){ .position = poses[i].circles[0].center,
								  .heading = poses[i].facing,
								  .radius = 0.5 * wfBodyPose_GetWidth( poses + i ),
								  .color = poses[i].color };
	}
	wfDrawPeople( canvas, panel, people, count );
	wfReleaseArray( people, (size_t)count, sizeof( wfPerson ) );
}

static void drawBodiesByColor( wfCanvas* canvas, const wfPanel* panel, const wfBodyPose* poses, int32_t count )
{
	wfSortItem* items = wfCanvas_Allocate( canvas, (size_t)count, sizeof( wfSortItem ) );
	if ( items == NULL )
	{
		return;
	}
	size_t shown = 0, first = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( isBodyInView( panel, poses + i ) )
		{
			items[shown++] =
				( wfSortItem ){ count > WF_MAX_SINGLE_BODIES ? wfPackColor( poses[i].color ) : (uint32_t)i, (uint32_t)i };
		}
	}
	wfSortByKey( items, shown );
	for ( size_t k = 0; k < shown; ++k )
	{
		if ( k + 1 == shown || items[k + 1].key != items[k].key )
		{
			drawSmallBodies( canvas, panel, poses, items + first, k + 1 - first );
			first = k + 1;
		}
	}
	wfReleaseArray( items, (size_t)count, sizeof( wfSortItem ) );
}

static double getWidest( const wfPanel* panel, const wfBodyPose* poses, int32_t count )
{
	double widest = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		widest = fmax( widest, wfBodyPose_GetWidth( poses + i ) * panel->scale );
	}
	return widest;
}

void wfDrawBodies( wfCanvas* canvas, const wfPanel* panel, const wfBodyPose* poses, int32_t count )
{
	double widest = getWidest( panel, poses, count );
	if ( widest < WF_LEAST_BODY )
	{
		drawAsDiscs( canvas, panel, poses, count );
	}
	else if ( widest < WF_FULL_BODY || count > WF_MAX_SINGLE_BODIES )
	{
		drawBodiesByColor( canvas, panel, poses, count );
	}
	for ( int32_t i = 0; i < count && widest >= WF_FULL_BODY && count <= WF_MAX_SINGLE_BODIES; ++i )
	{
		if ( isBodyInView( panel, poses + i ) )
		{
			drawFullBody( canvas, panel, poses + i );
		}
	}
}

// ----------------------------------------------------------------------------------------------------------------- plans

#define WF_PLAN_POINTS 8

static void addFootstepPath( wfCanvas* canvas, const wfPanel* panel, const wfFootstep* step, bool begins )
{
	for ( int32_t k = begins ? 0 : 1; k <= WF_PLAN_POINTS; ++k )
	{
		wfVec2 point = wfFootstep_GetPosition( step, step->startTime + step->duration * k / WF_PLAN_POINTS );
		wfCanvas_AddPoint( canvas, begins && k == 0, wfToCanvas( panel, point ) );
	}
}

static void drawPlan( wfCanvas* canvas, const wfPanel* panel, const wfFootstepPlan* plan, bool sure, wfColor color )
{
	int32_t first = sure ? 0 : plan->sure, end = sure ? plan->sure : plan->count;
	double length = WF_PRINT_LENGTH * panel->scale, line = fmin( fmax( 0.004 * 26.0 * panel->scale, 0.7 ), 1.4 );
	wfPaint paint = {
		.stroke = wfDarken( color, 0.2 ), .strokeWidth = line, .dash = sure ? 0.0 : fmax( 2.6 * line, 0.12 * length ) };
	for ( int32_t i = first; i < end; ++i )
	{
		addFootstepPath( canvas, panel, plan->steps + i, i == first );
	}
	wfCanvas_Paint( canvas, &paint );
	if ( length < 5.0 )
	{
		return;
	}
	for ( int32_t i = first; i < end; ++i )
	{
		// The foot that stands now is there already; the others are where footsteps will be made.
		const wfFootstep* step = plan->steps + i;
		bool stops = step->kind == wf_stopFootstep || step->kind == wf_shiftFootstep;
		if ( i > 0 )
		{
			wfAddFootOutline( canvas, wfToCanvas( panel, step->footPosition ), step->footAngle, step->foot, length );
		}
		if ( stops && ( step->swingFrom.x != step->swingTo.x || step->swingFrom.y != step->swingTo.y ) )
		{
			wfAddFootOutline( canvas, wfToCanvas( panel, step->swingTo ), step->swingToAngle,
							  step->foot == wf_leftFoot ? wf_rightFoot : wf_leftFoot, length );
		}
	}
	wfCanvas_Paint( canvas, &paint );
}

void wfDrawPlans( wfCanvas* canvas, const wfPanel* panel, const wfFootstepPlan* plans, int32_t count,
				  const wfPedestrians* pedestrians )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfPedestrian* pedestrian = wfFindPedestrian( pedestrians, plans[i].serial );
		wfColor color = pedestrian != NULL ? pedestrian->color : wfAgentColor( plans[i].serial - 1u );
		drawPlan( canvas, panel, plans + i, false, color );
		drawPlan( canvas, panel, plans + i, true, color );
	}
}

wfResult wfCheckPlans( const wfCrowdPictureDef* def, wfError* error )
{
	bool good = def->planCount == 0 || ( def->planCount > 0 && def->plans != NULL );
	for ( int32_t i = 0; i < def->planCount && good; ++i )
	{
		const wfFootstepPlan* plan = def->plans + i;
		good = plan->count >= 0 && plan->sure >= 0 && plan->sure <= plan->count && ( plan->count == 0 || plan->steps != NULL );
	}
	return good ? wf_ok
				: wfFail( error, wf_outOfRange, "%d plans; expected 0 or more, each with its steps, the sure ones among them",
						  def->planCount );
}

// --------------------------------------------------------------------------------------------------------------- legend

void wfMapSheet_AddBodies( wfMapSheet* sheet, const wfBodyPose* poses, int32_t count, wfColor color, const char* label )
{
	bool disc = count > 0 && getWidest( &sheet->panel, poses, count ) < WF_LEAST_BODY;
	wfMapSheet_AddMark( sheet, true, disc ? wf_discMark : wf_bodyMark, color, label )->edge = wfRgb( WF_WALL );
}

void wfMapSheet_AddFootsteps( wfMapSheet* sheet, const wfCrowdPictureDef* def, const wfPrints* prints, wfColor color )
{
	wfShortText last = wfFormatText( "last %d footprints of each", prints->lastOfEach );
	wfMapSheet_AddMark( sheet, prints->items.count > 0, wf_printMark, color,
						prints->lastOfEach > 0 ? last.text : "footprints, lighter with age" );
	bool plans = def->planCount > 0;
	wfMapSheet_AddMark( sheet, plans, wf_lineMark, wfDarken( color, 0.2 ), "sure steps ahead" )->edge = ( wfColor ){ 0 };
	wfMapSheet_AddMark( sheet, plans, wf_dashMark, wfDarken( color, 0.2 ), "intended steps" )->edge = ( wfColor ){ 0 };
}
