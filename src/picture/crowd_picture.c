// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings as pictures: where everybody walked, and where they are at the end.

#include "base/base.h"
#include "picture/footstep.h"
#include "wayfield/io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Over which a heading is taken, and below what speed it is none.
#define WF_HEADING_SECONDS 0.4
#define WF_LEAST_SPEED 0.08

wfCrowdPictureDef wfDefaultCrowdPictureDef( void )
{
	return ( wfCrowdPictureDef ){ .width = 1000,
								  .trails = true,
								  .discs = true,
								  .legend = true,
								  .radius = WF_USUAL_RADIUS,
								  .footprints = true,
								  .internalCookie = WF_COOKIE };
}

typedef struct wfTrailPicture
{
	const wfTrajectories* trajectories;
	const wfCrowdPictureDef* def;
	wfScenario scenario; // of the recording's own WKT
	wfTrails trails;
	wfPerson* people; // at the end, who move as discs
	int32_t personCount;
	wfPedestrians pedestrians; // who walk on foot
	wfBodyPose* poses;
	int32_t poseCount;
	wfPrints prints;
	wfPalette palette;
	wfMapSheet sheet;
	char fact[96];
} wfTrailPicture;

// A recording whose own WKT cannot be read is still worth drawing.
static wfResult readOwnWorld( wfTrailPicture* picture )
{
	const wfTrajectories* source = picture->trajectories;
	size_t size = source->wkt != NULL ? strnlen( source->wkt, source->wktSize ) : 0;
	if ( size == 0 )
	{
		return wf_ok;
	}
	wfReadDef def = wfDefaultReadDef();
	wfError error = { 0 };
	wfResult result = wfReadScenarioFromMemory( "recording.wkt", source->wkt, size, &def, &picture->scenario, &error );
	if ( result != wf_ok )
	{
		picture->scenario = ( wfScenario ){ 0 };
		wfLogMessage( wf_logWarning, "the recording's walkable area is left out: %s", error.message );
	}
	return result == wf_outOfMemory ? result : wf_ok;
}

static double lastTime( const wfTrailPicture* picture )
{
	return picture->trails.lastFrame / picture->trajectories->fps;
}

static wfBodyPose poseOf( const wfTrailPicture* picture, const wfPedestrian* pedestrian )
{
	double time = lastTime( picture );
	const wfFootstepRow* row = wfFindStepRow( pedestrian->rows, pedestrian->rowCount, time );
	wfVec2 velocity = wfFootstep_GetVelocity( &row->step, time );
	double speed = hypot( velocity.x, velocity.y );
	wfColor color =
		picture->def->colorBySpeed ? wfSpeedColor( &picture->palette, speed, picture->trails.fullSpeed ) : pedestrian->color;
	return wfMakeBodyPose( row, time, color );
}

static wfResult collectPeople( wfTrailPicture* picture )
{
	const wfTrails* trails = &picture->trails;
	const wfTrajectories* source = picture->trajectories;
	picture->people = wfAllocateArray( (size_t)trails->personCount, sizeof( wfPerson ) );
	picture->poses = wfAllocateArray( (size_t)trails->personCount, sizeof( wfBodyPose ) );
	if ( picture->people == NULL || picture->poses == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < trails->personCount; ++k )
	{
		int64_t at = trails->begins[k + 1] - 1, row = trails->order[at];
		if ( source->rows[row].frame != trails->lastFrame )
		{
			continue;
		}
		const wfPedestrian* pedestrian = wfFindPedestrian( &picture->pedestrians, (uint32_t)trails->ids[k] );
		if ( pedestrian != NULL )
		{
			picture->poses[picture->poseCount++] = poseOf( picture, pedestrian );
			continue;
		}
		wfVec2 velocity = wfTrails_GetVelocity( trails, k, at, 2.0 * WF_HEADING_SECONDS );
		double speed = hypot( velocity.x, velocity.y );
		double radius = source->radii != NULL ? (double)source->radii[row] : 0.0;
		wfPerson person = { .position = { source->rows[row].x, source->rows[row].y } };
		person.radius = radius > 0.0 && radius < 1000.0 ? radius : picture->def->radius;
		person.heading = speed > WF_LEAST_SPEED ? ( wfVec2 ){ velocity.x / speed, velocity.y / speed } : ( wfVec2 ){ 0.0, 0.0 };
		person.color = picture->def->colorBySpeed ? wfSpeedColor( &picture->palette, speed, trails->fullSpeed )
												  : wfAgentColor( (uint32_t)k );
		picture->people[picture->personCount++] = person;
	}
	return wf_ok;
}

// Those who were there only before the time asked for have no trail.
static int32_t countTrails( const wfTrails* trails )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < trails->personCount; ++k )
	{
		int32_t last = trails->source->rows[trails->order[trails->begins[k + 1] - 1]].frame;
		count += last / trails->source->fps >= trails->fromTime - 1e-9 ? 1 : 0;
	}
	return count;
}

static void explain( wfTrailPicture* picture )
{
	wfMapSheet* sheet = &picture->sheet;
	const wfCrowdPictureDef* def = picture->def;
	char from[32], to[32], count[32], text[160];
	double fps = picture->trajectories->fps;
	wfFormatNumber( floor( picture->trails.lastFrame / fps * 10.0 + 0.5 ) / 10.0, 6, to, sizeof( to ) );
	wfFormatNumber( fmax( def->fromTime, 0.0 ), 4, from, sizeof( from ) );
	wfColor plain = def->colorBySpeed ? wfRgb( wfPaletteColor( &picture->palette, 0.7 ) )
									  : wfAgentColor( picture->trails.personCount == 1 ? 0 : 1 );
	if ( def->trails )
	{
		int32_t people = countTrails( &picture->trails );
		wfFormatCount( people, count, sizeof( count ) );
		snprintf( text, sizeof( text ), "%s %s, %s to %s s", count, people == 1 ? "person's way" : "people's ways", from, to );
		wfMapSheet_AddMark( sheet, wf_trailMark, def->colorBySpeed || people == 1 ? plain : ( wfColor ){ 0 }, text );
	}
	if ( def->discs && picture->poseCount > 0 )
	{
		wfFormatCount( picture->poseCount, count, sizeof( count ) );
		snprintf( text, sizeof( text ), "%s on foot at %s s", count, to );
		wfMapSheet_AddBodies( sheet, picture->poses, picture->poseCount, plain, text );
	}
	wfMapSheet_AddFootsteps( sheet, def, &picture->prints, plain );
	if ( def->discs && ( picture->personCount > 0 || picture->poseCount == 0 ) )
	{
		wfFormatCount( picture->personCount, count, sizeof( count ) );
		snprintf( text, sizeof( text ), "%s at %s s, with headings", count, to );
		wfMapSheet_AddMark( sheet, wf_discMark, plain, text )->edge = wfRgb( WF_WALL );
	}
	wfPlainWorld world = wfGetPlainWorld( sheet->panel.world );
	wfMapSheet_AddGoals( sheet, &world );
	if ( def->lineCount > 0 )
	{
		wfMapSheet_AddMark( sheet, wf_dashMark, wfRgb( WF_MEASURED ), "measured line" )->edge = ( wfColor ){ 0 };
	}
	if ( world.walls )
	{
		wfMapSheet_AddMark( sheet, wf_areaMark, wfRgb( WF_SOLID ), "wall" );
	}
	if ( world.terrain )
	{
		wfMapSheet_AddMark( sheet, wf_areaMark, wfRgb( wfMixColors( WF_FLOOR, WF_TERRAIN, 0.2 ) ), "costly terrain" );
	}
	if ( def->colorBySpeed )
	{
		wfMapSheet_SetColors( sheet, &picture->palette, picture->trails.fullSpeed, "speed [m/s]" );
	}
}

static wfBox2 measureRows( const wfTrails* trails )
{
	wfBox2 box = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
	for ( int64_t at = 0; at < trails->rowCount; ++at )
	{
		const wfTrajectoryRow* row = trails->source->rows + trails->order[at];
		wfIncludePoint( &box, ( wfVec2 ){ row->x, row->y } );
	}
	return wfGrowBox( box, 0.5 );
}

// Dashed, and above the trails that cross it.
static void drawMeasuredLines( wfCanvas* canvas, const wfPanel* panel, const wfCrowdPictureDef* def )
{
	for ( int32_t i = 0; i < def->lineCount; ++i )
	{
		wfCanvas_AddLine( canvas, wfToCanvas( panel, def->lineEnds[2 * i] ), wfToCanvas( panel, def->lineEnds[2 * i + 1] ) );
		wfCanvas_Paint(
			canvas,
			&( wfPaint ){ .stroke = wfRgb( WF_MEASURED ), .strokeWidth = 0.13 * panel->font, .dash = 0.35 * panel->font } );
	}
}

static void drawTrailPicture( wfCanvas* canvas, const wfTrailPicture* picture )
{
	const wfPanel* panel = &picture->sheet.panel;
	const wfCrowdPictureDef* def = picture->def;
	wfCanvas_PushClip( canvas, panel->box );
	wfDrawPlainWorld( canvas, panel );
	wfDrawPlainGoals( canvas, panel );
	const wfPalette* palette = def->colorBySpeed ? &picture->palette : NULL;
	wfDrawPrints( canvas, panel, &picture->prints, &picture->pedestrians, palette, picture->trails.fullSpeed );
	if ( def->trails )
	{
		wfDrawTrails( canvas, panel, &picture->trails, palette );
	}
	drawMeasuredLines( canvas, panel, def );
	wfDrawPlans( canvas, panel, def->plans, def->planCount, &picture->pedestrians );
	if ( def->discs )
	{
		wfDrawBodies( canvas, panel, picture->poses, picture->poseCount );
		wfDrawPeople( canvas, panel, picture->people, picture->personCount );
	}
	wfCanvas_PopClip( canvas );
	wfMapSheet_DrawAround( canvas, &picture->sheet );
}

static wfResult choosePrints( wfTrailPicture* picture )
{
	const wfMapSheet* sheet = &picture->sheet;
	wfShownTime time = { picture->def->fromTime, lastTime( picture ), picture->trails.fullSpeed };
	return picture->def->footprints ? wfMakePrints( &picture->pedestrians, &sheet->panel, sheet->view, time, &picture->prints )
									: wf_ok;
}

static wfResult makeTrailPicture( const char* path, wfCanvasKind kind, wfTrailPicture* picture, const wfWorld* world,
								  wfError* error )
{
	const wfCrowdPictureDef* def = picture->def;
	wfResult result = wfMakeTrails( picture->trajectories, def->fromTime, def->toTime, &picture->trails, error );
	if ( result == wf_ok && def->footsteps != NULL )
	{
		result = wfMakePedestrians( def->footsteps, def->colorByDirection && !def->colorBySpeed, &picture->pedestrians, error );
		picture->trails.pedestrians = &picture->pedestrians;
	}
	if ( result != wf_ok )
	{
		return wfNamePicture( error, path, result );
	}
	wfMakeSpeedPalette( &picture->palette );
	result = world == NULL ? readOwnWorld( picture ) : wf_ok;
	result = result == wf_ok ? collectPeople( picture ) : result;
	wfCanvas* canvas = NULL;
	if ( result == wf_ok )
	{
		wfMapSheet* sheet = &picture->sheet;
		sheet->panel.world = world != NULL ? world : picture->scenario.world;
		result = wfChooseView( def->view, sheet->panel.world, measureRows( &picture->trails ), &sheet->view, error );
		if ( result != wf_ok )
		{
			return wfNamePicture( error, path, result );
		}
		// How many prints there will be is known when the map has its size, which the legend about them changes a little.
		wfMapSheet_LayOut( sheet, def->width );
		result = choosePrints( picture );
	}
	if ( result == wf_ok )
	{
		explain( picture );
		wfMapSheet_LayOut( &picture->sheet, def->width );
		result = wfCreateCanvas( kind, picture->sheet.width, picture->sheet.height, &canvas );
	}
	if ( result == wf_ok )
	{
		drawTrailPicture( canvas, picture );
	}
	return wfFinishPicture( canvas, path, result, error );
}

wfResult wfDrawTrajectories( const char* path, const wfWorld* world, const wfTrajectories* trajectories,
							 const wfCrowdPictureDef* def, wfError* error )
{
	bool given = path != NULL && trajectories != NULL && def != NULL && def->internalCookie == WF_COOKIE;
	if ( WF_FAILS( given && ( trajectories->rowCount <= 0 || trajectories->rows != NULL ) ) )
	{
		return wfFail( error, wf_invalidDef,
					   "a picture of trajectories needs a path, a recording and a def from wfDefaultCrowdPictureDef" );
	}
	wfCanvasKind kind;
	wfTrailPicture picture = { .trajectories = trajectories, .def = def };
	wfResult result = wfBeginPicture( path, world, def, &kind, &picture.sheet, error );
	if ( result != wf_ok )
	{
		return result;
	}
	result = makeTrailPicture( path, kind, &picture, world, error );
	int32_t capacity = picture.trails.personCount;
	wfReleaseArray( picture.people, (size_t)capacity, sizeof( wfPerson ) );
	wfReleaseArray( picture.poses, (size_t)capacity, sizeof( wfBodyPose ) );
	wfFreePrints( &picture.prints );
	wfFreePedestrians( &picture.pedestrians );
	wfFreeTrails( &picture.trails );
	wfScenario_Free( &picture.scenario );
	return result;
}
