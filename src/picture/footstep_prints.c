// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footprints: where they are, which of them are shown, and their outlines.

#include "base/base.h"
#include "picture/footstep.h"

#include <math.h>

// A foot put down again no farther from where it was has not moved, but for its last turn.
#define WF_SAME_PLACE 0.015
#define WF_SAME_ANGLE 0.3
// A step that ends by so much later than the next begins was broken off, seconds.
#define WF_CUT_SECONDS 1e-6
// In pixels: shorter prints are dust.
#define WF_LEAST_PRINT 5.0
// Corners of all prints together: some eight bytes each in an SVG.
#define WF_MAX_PRINT_CORNERS 20000
// Share of the ground they are on that is covered by prints, where they begin to hide everything else.
#define WF_MAX_COVER 0.12
#define WF_PRINT_AREA 0.02
// Fewer of each say nothing about how somebody walked.
#define WF_LEAST_OF_EACH 3
#define WF_MOST_OF_EACH 6
#define WF_AGES 6
// Sides of the squares in which that ground is measured: a metre, or as many to the view's longer side.
#define WF_MAX_SQUARES 512

// --------------------------------------------------------------------------------------------------------------- outline

// The right foot, lengths along and to the left, from the heel around the inner side: arch, ball, big toe, small toe, outer side.
// Every second corner gives a foot, too.
static const wfVec2 s_foot[] = { { -0.5, 0.0 },	  { -0.455, 0.095 }, { -0.32, 0.125 }, { -0.13, 0.1 },
								 { 0.07, 0.115 }, { 0.22, 0.16 },	 { 0.37, 0.17 },   { 0.475, 0.11 },
								 { 0.5, 0.02 },	  { 0.455, -0.075 }, { 0.33, -0.15 },  { 0.17, -0.175 },
								 { 0.0, -0.155 }, { -0.16, -0.125 }, { -0.34, -0.13 }, { -0.46, -0.09 } };
#define WF_FOOT_CORNERS ( (int32_t)( sizeof( s_foot ) / sizeof( s_foot[0] ) ) )

// Corners of an outline, more than there are in the table where it is large.
static int32_t chooseCorners( double length )
{
	return length < 11.0 ? WF_FOOT_CORNERS / 2 : length < 26.0 ? WF_FOOT_CORNERS : 2 * WF_FOOT_CORNERS;
}

static double blend( double a, double b, double c, double d, double t )
{
	return b + 0.5 * t * ( c - a + t * ( 2.0 * a - 5.0 * b + 4.0 * c - d + t * ( 3.0 * ( b - c ) + d - a ) ) );
}

void wfAddFootOutline( wfCanvas* canvas, wfVec2 center, double angle, wfFoot foot, double length )
{
	int32_t count = chooseCorners( length );
	double c = length * cos( angle ), s = length * sin( angle ), side = foot == wf_rightFoot ? 1.0 : -1.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		// The left foot is the mirror image, taken backwards: overlapping prints must not cut holes into each other.
		double place = (double)( foot == wf_rightFoot ? k : count - 1 - k ) * WF_FOOT_CORNERS / count, t = place - floor( place );
		wfVec2 p[4];
		for ( int32_t n = 0; n < 4; ++n )
		{
			p[n] = s_foot[( (int32_t)place + n + WF_FOOT_CORNERS - 1 ) % WF_FOOT_CORNERS];
		}
		double x = blend( p[0].x, p[1].x, p[2].x, p[3].x, t ), y = side * blend( p[0].y, p[1].y, p[2].y, p[3].y, t );
		wfVec2 point = { center.x + c * x - s * y, center.y - s * x - c * y };
		wfCanvas_AddPoint( canvas, k == 0, point );
	}
	wfCanvas_Close( canvas );
}

// ------------------------------------------------------------------------------------------------------------- collecting

void wfFreePrints( wfPrints* prints )
{
	wfArray_Free( &prints->items );
	*prints = ( wfPrints ){ 0 };
}

static double turnBetween( double a, double b )
{
	return fabs( remainder( a - b, 6.283185307179586 ) );
}

// The last print of each foot while the rows of a pedestrian are gone through: index + 1, 0: none.
typedef struct wfLastPrints
{
	int32_t feet[2];
} wfLastPrints;

static wfResult putFoot( wfPrints* prints, wfLastPrints* last, wfPrint print )
{
	wfPrint* before = last->feet[print.foot] > 0 ? prints->items.data + last->feet[print.foot] - 1 : NULL;
	if ( before != NULL && turnBetween( before->angle, print.angle ) < WF_SAME_ANGLE &&
		 hypot( before->position.x - print.position.x, before->position.y - print.position.y ) < WF_SAME_PLACE )
	{
		before->until = fmax( before->until, print.until );
		before->angle = print.angle;
		before->speed = fmax( before->speed, print.speed );
		return wf_ok;
	}
	wfResult result = wfArray_Push( &prints->items, print );
	last->feet[print.foot] = prints->items.count;
	return result;
}

static wfResult addPrintsOf( wfPrints* prints, const wfPedestrian* pedestrian, uint32_t index )
{
	wfLastPrints last = { { 0, 0 } };
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < pedestrian->rowCount && result == wf_ok; ++i )
	{
		const wfFootstep* step = &pedestrian->rows[i].step;
		double begin = step->startTime, end = wfFootstep_GetEndTime( step ), speed = wfGetStepSpeed( step );
		if ( begin > prints->to || wfFootstep_IsDeparture( step ) )
		{
			break;
		}
		// Broken off: what swings does not land.
		bool cut = i + 1 < pedestrian->rowCount && pedestrian->rows[i + 1].step.startTime < end - WF_CUT_SECONDS;
		end = cut ? pedestrian->rows[i + 1].step.startTime : end;
		wfFoot swing = step->foot == wf_leftFoot ? wf_rightFoot : wf_leftFoot;
		bool moves = step->swingFrom.x != step->swingTo.x || step->swingFrom.y != step->swingTo.y ||
					 step->swingFromAngle != step->swingToAngle;
		// The foot that is lifted, the one that stands, and the first one put down.
		wfPrint made[3] = { { step->swingFrom, step->swingFromAngle, begin, moves ? begin : end, swing, index, speed },
							{ step->footPosition, step->footAngle, begin, end, step->foot, index, speed },
							{ step->swingTo, step->swingToAngle, end, end, swing, index, speed } };
		for ( int32_t k = 0; k < ( moves && !cut && end <= prints->to ? 3 : 2 ) && result == wf_ok; ++k )
		{
			result = putFoot( prints, &last, made[k] );
		}
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- choosing

static bool isIn( wfBox2 view, wfVec2 point )
{
	double room = WF_PRINT_LENGTH;
	return point.x > view.lower.x - room && point.x < view.upper.x + room && point.y > view.lower.y - room &&
		   point.y < view.upper.y + room;
}

// Keeps what is within the view and the time, and no more than `most` of those who are still there (0: all of all).
static void keepPrints( wfPrints* prints, const wfPedestrians* pedestrians, wfBox2 view, int32_t most )
{
	wfPrint* items = prints->items.data;
	int32_t count = prints->items.count, kept = count, ofOne = 0;
	// From the back, so that the last of each are the first seen.
	for ( int32_t i = count - 1; i >= 0; --i )
	{
		ofOne = i + 1 < count && items[i + 1].pedestrian == items[i].pedestrian ? ofOne : 0;
		bool within = items[i].until >= prints->from && items[i].time <= prints->to && isIn( view, items[i].position );
		const wfPedestrian* pedestrian = pedestrians->data + items[i].pedestrian;
		if ( within && ( most == 0 || ( ofOne < most && wfPedestrians_IsThere( pedestrians, pedestrian, prints->to ) ) ) )
		{
			ofOne += 1;
			items[--kept] = items[i];
		}
	}
	prints->items.count -= kept;
	for ( int32_t i = 0; i < prints->items.count; ++i )
	{
		items[i] = items[kept + i];
	}
}

// Those who are still there.
static int32_t countPeople( const wfPrints* prints, const wfPedestrians* pedestrians )
{
	int32_t count = 0;
	const wfPrint* items = prints->items.data;
	for ( int32_t i = 0; i < prints->items.count; ++i )
	{
		bool next = i == 0 || items[i].pedestrian != items[i - 1].pedestrian;
		const wfPedestrian* pedestrian = pedestrians->data + items[i].pedestrian;
		count += next && wfPedestrians_IsThere( pedestrians, pedestrian, prints->to ) ? 1 : 0;
	}
	return count;
}

// Square metres of ground that have prints.
static wfResult measureGround( const wfPrints* prints, wfBox2 view, double* area )
{
	double x = view.upper.x - view.lower.x, y = view.upper.y - view.lower.y, side = fmax( 1.0, fmax( x, y ) / WF_MAX_SQUARES );
	int32_t columns = (int32_t)floor( x / side ) + 1, rows = (int32_t)floor( y / side ) + 1, count = 0;
	uint8_t* touched = wfAllocateZeroed( (size_t)columns * (size_t)rows );
	if ( touched == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t i = 0; i < prints->items.count; ++i )
	{
		wfVec2 at = prints->items.data[i].position;
		int32_t column = (int32_t)fmin( fmax( ( at.x - view.lower.x ) / side, 0.0 ), columns - 1 );
		int32_t row = (int32_t)fmin( fmax( ( at.y - view.lower.y ) / side, 0.0 ), rows - 1 );
		count += touched[row * columns + column] == 0 ? 1 : 0;
		touched[row * columns + column] = 1;
	}
	wfRelease( touched, (size_t)columns * (size_t)rows );
	*area = count * side * side;
	return wf_ok;
}

// No more than can be told apart and written: the last of each where there are too many, none where too few of each would be
// left.
static wfResult thinPrints( wfPrints* prints, const wfPedestrians* pedestrians, wfBox2 view, double length )
{
	double area = 0.0;
	wfResult result = measureGround( prints, view, &area );
	double most = fmin( (double)WF_MAX_PRINT_CORNERS / chooseCorners( length ), WF_MAX_COVER * area / WF_PRINT_AREA );
	int32_t people = countPeople( prints, pedestrians );
	if ( result != wf_ok || prints->items.count <= most )
	{
		return result;
	}
	prints->lastOfEach = people > 0 ? (int32_t)fmin( floor( most / people ), WF_MOST_OF_EACH ) : 0;
	if ( prints->lastOfEach < WF_LEAST_OF_EACH )
	{
		wfFreePrints( prints );
		return wf_ok;
	}
	keepPrints( prints, pedestrians, view, prints->lastOfEach );
	return wf_ok;
}

wfResult wfMakePrints( const wfPedestrians* pedestrians, const wfPanel* panel, wfBox2 view, wfShownTime time, wfPrints* prints )
{
	*prints = ( wfPrints ){ .from = time.from, .to = time.to };
	wfResult result = wf_ok;
	double length = WF_PRINT_LENGTH * panel->scale, first = time.to;
	for ( int32_t k = 0; k < pedestrians->count && result == wf_ok && length >= WF_LEAST_PRINT; ++k )
	{
		result = addPrintsOf( prints, pedestrians->data + k, (uint32_t)k );
	}
	if ( result == wf_ok )
	{
		keepPrints( prints, pedestrians, view, 0 );
		result = thinPrints( prints, pedestrians, view, length );
	}
	if ( result != wf_ok || prints->items.count == 0 )
	{
		wfFreePrints( prints );
	}
	for ( int32_t i = 0; i < prints->items.count; ++i )
	{
		first = fmin( first, prints->items.data[i].until );
	}
	prints->fadeSeconds = fmax( time.to - first, 0.5 );
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- drawing

// Fresh ones are the last.
static uint32_t ageOf( const wfPrints* prints, int32_t i )
{
	const wfPrint* print = prints->items.data + i;
	double fresh = 1.0 - ( prints->to - fmin( print->until, prints->to ) ) / prints->fadeSeconds;
	if ( prints->lastOfEach > 0 )
	{
		// Some stopped long ago: their last prints are as fresh as those of who still walks.
		int32_t after = 0;
		while ( i + after + 1 < prints->items.count && print[after + 1].pedestrian == print->pedestrian )
		{
			after += 1;
		}
		fresh = 1.0 - (double)after / prints->lastOfEach;
	}
	return (uint32_t)fmin( fmax( fresh * WF_AGES, 0.0 ), WF_AGES - 1.0 );
}

static void paintPrints( wfCanvas* canvas, wfColor color, uint32_t age, double length )
{
	double fresh = ( age + 0.5 ) / WF_AGES;
	wfPaint paint = { .fill = wfFade( color, 0.18 + 0.44 * fresh ), .united = true };
	if ( length >= 8.0 )
	{
		paint.stroke = wfFade( wfDarken( color, 0.25 ), 0.42 + 0.5 * fresh );
		paint.strokeWidth = fmin( fmax( 0.035 * length, 0.5 ), 1.3 );
	}
	wfCanvas_Paint( canvas, &paint );
}

void wfDrawPrints( wfCanvas* canvas, const wfPanel* panel, const wfPrints* prints, const wfPedestrians* pedestrians,
				   const wfPalette* palette, double fullSpeed )
{
	int32_t count = prints->items.count;
	wfSortItem* items = wfCanvas_Allocate( canvas, (size_t)count, sizeof( wfSortItem ) );
	double length = WF_PRINT_LENGTH * panel->scale;
	for ( int32_t i = 0; i < count && items != NULL; ++i )
	{
		const wfPrint* print = prints->items.data + i;
		uint32_t color = palette != NULL ? wfSpeedLevelColor( palette, wfChooseSpeedLevel( print->speed / fullSpeed, -1 ) )
										 : wfPackColor( pedestrians->data[print->pedestrian].color );
		items[i] = ( wfSortItem ){ ageOf( prints, i ) << 24 | color, (uint32_t)i };
	}
	wfSortByKey( items, items != NULL ? (size_t)count : 0 );
	for ( int32_t k = 0; k < count && items != NULL; ++k )
	{
		const wfPrint* print = prints->items.data + items[k].item;
		wfAddFootOutline( canvas, wfToCanvas( panel, print->position ), print->angle, print->foot, length );
		if ( k + 1 == count || items[k + 1].key != items[k].key )
		{
			paintPrints( canvas, wfRgb( items[k].key & 0xFFFFFFu ), items[k].key >> 24, length );
		}
	}
	wfReleaseArray( items, (size_t)count, sizeof( wfSortItem ) );
}
