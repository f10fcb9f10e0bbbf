// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps as pictures: one map, or one for each of several moments, in rows beside each other.

#include "base/base.h"
#include "picture/footstep.h"

#include <math.h>
#include <string.h>

// Between two maps, in heights of letters.
#define WF_MAP_GAP 0.9
#define WF_CAPTION 1.7

typedef struct wfFootstepPicture
{
	wfPeoplePicture people; // its sheet's map holds all the maps
	const wfWorld* world;
	double moments[WF_MAX_MOMENTS];
	int32_t momentCount, columns, rows;
	wfBox2 view; // of each map
} wfFootstepPicture;

// ------------------------------------------------------------------------------------------------------------- checking

static wfResult chooseMoments( wfFootstepPicture* picture, wfError* error )
{
	const wfCrowdPictureDef* def = picture->people.def;
	const wfPedestrians* pedestrians = &picture->people.pedestrians;
	bool given = def->momentCount == 0 || ( def->moments != NULL && def->momentCount > 0 && def->momentCount <= WF_MAX_MOMENTS );
	for ( int32_t i = 0; i < def->momentCount && given; ++i )
	{
		given = isfinite( def->moments[i] );
	}
	if ( !given || def->columns < 0 || def->columns > WF_MAX_MOMENTS )
	{
		return wfFail( error, wf_outOfRange, "%d moments in %d columns; expected 0 to %d finite ones, and as many columns",
					   def->momentCount, def->columns, WF_MAX_MOMENTS );
	}
	if ( pedestrians->count == 0 )
	{
		return wfFail( error, wf_outOfRange, "there are no footsteps to draw" );
	}
	picture->momentCount = def->momentCount > 0 ? def->momentCount : 1;
	picture->moments[0] = def->toTime != 0.0 ? def->toTime : pedestrians->lastTime;
	for ( int32_t i = 0; i < def->momentCount; ++i )
	{
		picture->moments[i] = def->moments[i];
	}
	for ( int32_t i = 0; i < picture->momentCount && def->fromTime <= pedestrians->lastTime; ++i )
	{
		if ( picture->moments[i] >= pedestrians->firstTime )
		{
			return wf_ok;
		}
	}
	return wfFail( error, wf_outOfRange, "nobody has begun to walk by %g s, or after %g s; the footsteps go from %g to %g s",
				   picture->moments[0], def->fromTime, pedestrians->firstTime, pedestrians->lastTime );
}

// ---------------------------------------------------------------------------------------------------------------- layout

// The sheet with `columns` maps in each row, each with a caption above it when there are several.
static void layOutMaps( wfFootstepPicture* picture, int32_t columns )
{
	wfMapSheet* sheet = &picture->people.sheet;
	double x = wfBoxWidth( picture->view ), y = wfBoxHeight( picture->view );
	picture->columns = columns;
	picture->rows = ( picture->momentCount + columns - 1 ) / columns;
	sheet->view = ( wfBox2 ){ { 0.0, 0.0 }, { columns * x, picture->rows * y } };
	wfMapSheet_LayOut( sheet );
	// Gaps and captions are given in pixels, the sheet's map in metres: some rounds bring them together.
	for ( int32_t round = 0; round < 4 && picture->momentCount > 1; ++round )
	{
		double metres = sheet->panel.font / sheet->panel.scale;
		sheet->view.upper.x = columns * x + ( columns - 1 ) * WF_MAP_GAP * metres;
		sheet->view.upper.y = picture->rows * ( y + WF_CAPTION * metres );
		wfMapSheet_LayOut( sheet );
	}
}

static void chooseColumns( wfFootstepPicture* picture )
{
	int32_t given = picture->people.def->columns, best = given;
	double largest = 0.0;
	for ( int32_t columns = 1; columns <= picture->momentCount && given == 0; ++columns )
	{
		layOutMaps( picture, columns );
		// Even rows look better than a little more size.
		double size = picture->people.sheet.panel.scale * ( picture->momentCount % columns == 0 ? 1.0 : 0.8 );
		if ( size > largest * 1.0001 )
		{
			largest = size;
			best = columns;
		}
	}
	layOutMaps( picture, best < picture->momentCount ? best : picture->momentCount );
}

static wfPanel makeMap( const wfFootstepPicture* picture, int32_t i )
{
	wfPanel map = picture->people.sheet.panel;
	double width = wfBoxWidth( picture->view ) * map.scale, height = wfBoxHeight( picture->view ) * map.scale;
	double caption = picture->momentCount > 1 ? WF_CAPTION * map.font : 0.0;
	double left = map.box.lower.x + ( i % picture->columns ) * ( width + WF_MAP_GAP * map.font );
	double top = map.box.lower.y + ( i / picture->columns ) * ( height + caption ) + caption;
	map.box = ( wfBox2 ){ { left, top }, { left + width, top + height } };
	map.origin = picture->view.lower;
	map.world = picture->world;
	return map;
}

// --------------------------------------------------------------------------------------------------------------- drawing

static wfResult choosePrints( wfFootstepPicture* picture, const wfPanel* map, double time )
{
	wfPeoplePicture* people = &picture->people;
	people->trailTime = ( wfShownTime ){ people->def->fromTime, time, people->fullSpeed };
	wfFreePrints( &people->prints );
	return people->def->footprints ? wfMakePrints( &people->pedestrians, map, picture->view, people->trailTime, &people->prints )
								   : wf_ok;
}

static void collectPoses( wfPeoplePicture* people, double time )
{
	people->poseCount = 0;
	for ( int32_t k = 0; k < people->pedestrians.count; ++k )
	{
		const wfPedestrian* pedestrian = people->pedestrians.items + k;
		if ( wfPedestrians_IsThere( &people->pedestrians, pedestrian, time ) )
		{
			wfPeoplePicture_AddBody( people, pedestrian, time );
		}
	}
}

static void drawMap( wfCanvas* canvas, wfFootstepPicture* picture, int32_t i )
{
	wfPanel map = makeMap( picture, i );
	wfCanvas_Check( canvas, choosePrints( picture, &map, picture->moments[i] ) );
	collectPoses( &picture->people, picture->moments[i] );
	wfPeoplePicture_DrawMap( canvas, &picture->people, &map, i + 1 == picture->momentCount );
	wfCanvas_AddBox( canvas, map.box );
	wfCanvas_Stroke( canvas, wfRgb( WF_SOLID_EDGE ), 1.3 );
	if ( picture->momentCount > 1 )
	{
		wfShortText text = wfFormatText( "%s s", wfFormatTime( picture->moments[i] ).text );
		wfTextStyle style = { .size = 0.95 * map.font, .color = wfRgb( WF_INK ) };
		wfCanvas_DrawText( canvas, ( wfVec2 ){ map.box.lower.x, map.box.lower.y - 0.45 * map.font }, &style, text.text );
	}
}

static void explain( wfFootstepPicture* picture )
{
	wfPeoplePicture* people = &picture->people;
	wfMapSheet* sheet = &people->sheet;
	const wfCrowdPictureDef* def = people->def;
	int32_t count = people->pedestrians.count;
	wfColor color = wfPeoplePicture_ChooseSign( people, people->pedestrians.items[count > 1 ? 1 : 0].color );
	sheet->fact = wfFormatText( picture->momentCount > 1 ? "%s" : "%s at %s s", wfCountPeople( count ).text,
								wfFormatTime( picture->moments[picture->momentCount - 1] ).text );
	if ( def->discs )
	{
		for ( int32_t i = 0; i < picture->momentCount && people->poseCount == 0; ++i )
		{
			collectPoses( people, picture->moments[i] );
		}
		wfMapSheet_AddBodies( sheet, people->poses, people->poseCount, color, "torso, shoulders and feet" );
	}
	wfMapSheet_AddFootsteps( sheet, def, &people->prints, color );
	wfMapSheet_AddMark( sheet, def->trails, wf_lineMark, color, "centre of mass" )->edge = ( wfColor ){ 0 };
	wfMapSheet_AddWorld( sheet, 0, false );
	wfMapSheet_SetColors( sheet, people->palette, people->fullSpeed, "speed of the steps [m/s]" );
}

static wfResult drawMaps( wfFootstepPicture* picture, wfCanvas** canvas )
{
	wfMapSheet* sheet = &picture->people.sheet;
	sheet->frameless = true;
	wfResult result = wfPeoplePicture_Reserve( &picture->people, picture->people.pedestrians.count );
	if ( result != wf_ok )
	{
		return result;
	}
	// How many prints there will be is known when the maps have their size, which the legend about them changes a little.
	chooseColumns( picture );
	wfPanel last = makeMap( picture, picture->momentCount - 1 );
	result = choosePrints( picture, &last, picture->moments[picture->momentCount - 1] );
	if ( result == wf_ok )
	{
		explain( picture );
		chooseColumns( picture );
		result = wfCreateCanvas( sheet->kind, sheet->width, sheet->height, canvas );
	}
	for ( int32_t i = 0; i < picture->momentCount && result == wf_ok; ++i )
	{
		drawMap( *canvas, picture, i );
	}
	if ( result == wf_ok )
	{
		wfMapSheet_DrawAround( *canvas, sheet );
	}
	return result;
}

wfResult wfDrawFootsteps( const char* path, const wfWorld* world, const wfFootstepTable* table, const wfCrowdPictureDef* def,
						  wfError* error )
{
	bool given = path != NULL && table != NULL && def != NULL && def->internalCookie == WF_COOKIE;
	if ( WF_FAILS( given && ( table->rowCount <= 0 || table->rows != NULL ) ) )
	{
		return wfFail( error, wf_invalidDef,
					   "a picture of footsteps needs a path, a table and a def from wfDefaultCrowdPictureDef" );
	}
	wfFootstepPicture picture = { .world = world };
	wfPeoplePicture* people = &picture.people;
	wfResult result = wfPeoplePicture_Begin( people, path, world, def, error );
	result = result == wf_ok ? wfPeoplePicture_ReadFootsteps( people, table, error ) : result;
	result = result == wf_ok ? chooseMoments( &picture, error ) : result;
	result = result == wf_ok
				 ? wfChooseView( def->view, world, wfGrowBox( people->pedestrians.bounds, 0.5 ), &picture.view, error )
				 : result;
	if ( result == wf_ok )
	{
		wfCanvas* canvas = NULL;
		people->fullSpeed = people->pedestrians.fullSpeed;
		result = drawMaps( &picture, &canvas );
		result = wfFinishPicture( canvas, path, result, error );
	}
	wfPeoplePicture_Free( people );
	return wfNamePicture( error, path, result );
}
