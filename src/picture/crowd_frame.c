// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// People at one moment: discs, headings and velocities.

#include "base/base.h"
#include "picture/footstep.h"

#include <math.h>
#include <stdio.h>

typedef struct wfFramePicture
{
	const wfFrame* frame;
	const wfCrowdPictureDef* def;
	wfPerson* people; // who move as discs
	int32_t personCount;
	wfPedestrians pedestrians; // who walk on foot
	wfBodyPose* poses;
	int32_t poseCount;
	wfPrints prints;
	bool arrived, moving; // whether there are any
	double fullSpeed;
	wfPalette palette;
	wfMapSheet sheet;
	char fact[96];
} wfFramePicture;

static void measureFrame( wfFramePicture* picture )
{
	const wfFrame* frame = picture->frame;
	double fastest = 0.0;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		double speed = frame->velocities != NULL ? hypot( frame->velocities[i].x, frame->velocities[i].y ) : 0.0;
		fastest = isfinite( speed ) ? fmax( fastest, speed ) : fastest;
		picture->arrived = picture->arrived || ( frame->states != NULL && frame->states[i] == wf_atEnd );
	}
	picture->moving = fastest > 0.05;
	picture->fullSpeed = wfRoundUpSpeed( fastest );
}

static wfBox2 measurePositions( const wfFrame* frame )
{
	wfBox2 box = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfIncludePoint( &box, ( wfVec2 ){ frame->positions[i].x, frame->positions[i].y } );
	}
	return wfGrowBox( box, 1.0 );
}

static void explainFrame( wfFramePicture* picture )
{
	wfMapSheet* sheet = &picture->sheet;
	const wfCrowdPictureDef* def = picture->def;
	char time[32], count[32];
	wfFormatNumber( floor( picture->frame->time * 100.0 + 0.5 ) / 100.0, 6, time, sizeof( time ) );
	wfFormatCount( picture->frame->count, count, sizeof( count ) );
	snprintf( picture->fact, sizeof( picture->fact ), "%s %s at %s s", count, picture->frame->count == 1 ? "person" : "people",
			  time );
	sheet->fact = picture->fact;
	wfColor plain = def->colorBySpeed ? wfRgb( wfPaletteColor( &picture->palette, 0.7 ) ) : wfAgentColor( 1 );
	if ( picture->poseCount > 0 )
	{
		wfMapSheet_AddBodies( sheet, picture->poses, picture->poseCount, plain, "on foot" );
	}
	wfMapSheet_AddFootsteps( sheet, def, &picture->prints, plain );
	if ( picture->personCount > 0 || picture->poseCount == 0 )
	{
		wfMapSheet_AddMark( sheet, wf_discMark, plain, "person and heading" );
	}
	if ( picture->moving && picture->personCount > 0 )
	{
		wfMapSheet_AddMark( sheet, wf_arrowMark, wfRgba( WF_INK, 0.62 ), "velocity: the way of 0.5 s" )->edge = ( wfColor ){ 0 };
	}
	if ( picture->arrived )
	{
		wfMapSheet_AddMark( sheet, wf_discMark, wfRgb( WF_ARRIVED ), "at the end of the way" );
	}
	wfPlainWorld world = wfGetPlainWorld( sheet->panel.world );
	wfMapSheet_AddGoals( sheet, &world );
	if ( world.walls )
	{
		wfMapSheet_AddMark( sheet, wf_areaMark, wfRgb( WF_SOLID ), "wall" );
	}
	if ( def->colorBySpeed )
	{
		wfMapSheet_SetColors( sheet, &picture->palette, picture->fullSpeed, "speed [m/s]" );
	}
}

static void drawFramePicture( wfCanvas* canvas, const wfFramePicture* picture )
{
	const wfPanel* panel = &picture->sheet.panel;
	wfCanvas_PushClip( canvas, panel->box );
	wfDrawPlainWorld( canvas, panel );
	wfDrawPlainGoals( canvas, panel );
	const wfPalette* palette = picture->def->colorBySpeed ? &picture->palette : NULL;
	wfDrawPrints( canvas, panel, &picture->prints, &picture->pedestrians, palette, picture->fullSpeed );
	wfDrawPlans( canvas, panel, picture->def->plans, picture->def->planCount, &picture->pedestrians );
	wfDrawBodies( canvas, panel, picture->poses, picture->poseCount );
	wfDrawPeople( canvas, panel, picture->people, picture->personCount );
	wfCanvas_PopClip( canvas );
	wfMapSheet_DrawAround( canvas, &picture->sheet );
}

static wfResult collectPeople( wfFramePicture* picture )
{
	const wfFrame* frame = picture->frame;
	const wfCrowdPictureDef* def = picture->def;
	picture->people = wfAllocateArray( (size_t)frame->count, sizeof( wfPerson ) );
	picture->poses = wfAllocateArray( (size_t)frame->count, sizeof( wfBodyPose ) );
	if ( frame->count > 0 && ( picture->people == NULL || picture->poses == NULL ) )
	{
		return wf_outOfMemory;
	}
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfPerson person = wfMakePerson( frame, i, def->radius, def->colorBySpeed ? &picture->palette : NULL, picture->fullSpeed );
		const wfPedestrian* feet = frame->serials != NULL ? wfFindPedestrian( &picture->pedestrians, frame->serials[i] ) : NULL;
		if ( feet != NULL )
		{
			picture->poses[picture->poseCount++] =
				wfMakeBodyPose( wfFindStepRow( feet->rows, feet->rowCount, frame->time ), frame->time, person.color );
		}
		else
		{
			picture->people[picture->personCount++] = person;
		}
	}
	return wf_ok;
}

static wfResult makeFramePicture( const char* path, wfCanvasKind kind, wfFramePicture* picture, wfError* error )
{
	const wfCrowdPictureDef* def = picture->def;
	const wfFrame* frame = picture->frame;
	wfMapSheet* sheet = &picture->sheet;
	wfResult result = wfChooseView( def->view, sheet->panel.world, measurePositions( frame ), &sheet->view, error );
	if ( result != wf_ok )
	{
		return wfNamePicture( error, path, result );
	}
	if ( def->footsteps != NULL )
	{
		result = wfMakePedestrians( def->footsteps, def->colorByDirection && !def->colorBySpeed, &picture->pedestrians, error );
		if ( result != wf_ok )
		{
			return wfNamePicture( error, path, result );
		}
	}
	wfCanvas* canvas = NULL;
	wfMakeSpeedPalette( &picture->palette );
	measureFrame( picture );
	result = collectPeople( picture );
	if ( result == wf_ok && def->footprints )
	{
		wfMapSheet_LayOut( sheet, def->width );
		wfShownTime time = { def->fromTime, frame->time, picture->fullSpeed };
		result = wfMakePrints( &picture->pedestrians, &sheet->panel, sheet->view, time, &picture->prints );
	}
	if ( result == wf_ok )
	{
		explainFrame( picture );
		wfMapSheet_LayOut( sheet, def->width );
		result = wfCreateCanvas( kind, sheet->width, sheet->height, &canvas );
	}
	if ( result == wf_ok )
	{
		drawFramePicture( canvas, picture );
	}
	return wfFinishPicture( canvas, path, result, error );
}

wfResult wfDrawFrame( const char* path, const wfWorld* world, const wfFrame* frame, const wfCrowdPictureDef* def, wfError* error )
{
	wfCanvasKind kind;
	wfFramePicture picture = { .frame = frame, .def = def };
	wfResult result = wfBeginPicture( path, world, def, &kind, &picture.sheet, error );
	if ( result == wf_ok && frame->count <= 0 && world == NULL )
	{
		result = wfFail( error, wf_outOfRange, "there is nobody to draw, and no world" );
		wfNamePicture( error, path, result );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	result = makeFramePicture( path, kind, &picture, error );
	int32_t capacity = frame->count > 0 ? frame->count : 0;
	wfReleaseArray( picture.people, (size_t)capacity, sizeof( wfPerson ) );
	wfReleaseArray( picture.poses, (size_t)capacity, sizeof( wfBodyPose ) );
	wfFreePrints( &picture.prints );
	wfFreePedestrians( &picture.pedestrians );
	return result;
}

wfResult wfDrawCrowd( const char* path, wfCrowd* crowd, const wfCrowdPictureDef* def, wfError* error )
{
	if ( WF_FAILS( path != NULL && crowd != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef,
					   "a picture of a crowd needs a path, a crowd and a def from wfDefaultCrowdPictureDef" );
	}
	wfFrame frame = wfCrowd_GetFrame( crowd );
	return wfDrawFrame( path, wfCrowd_GetGround( crowd ).world, &frame, def, error );
}
