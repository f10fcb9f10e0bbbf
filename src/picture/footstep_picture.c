// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps as pictures: one map, or one for each of several moments, in rows beside each other.

#include "base/base.h"
#include "picture/footstep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Between two maps, in heights of letters.
#define WF_MAP_GAP 0.9
#define WF_CAPTION 1.7

typedef struct wfFootstepPicture
{
	const wfCrowdPictureDef* def;
	const wfWorld* world;
	wfPedestrians pedestrians;
	wfBodyPose* poses; // of one moment
	wfPalette palette;
	double moments[WF_MAX_MOMENTS];
	int32_t momentCount, columns, rows;
	wfBox2 view;	  // of each map
	wfPrints last;	  // of the last moment
	wfMapSheet sheet; // its map holds all the maps
	char fact[96];
} wfFootstepPicture;

// ------------------------------------------------------------------------------------------------------------- checking

static wfResult chooseMoments( wfFootstepPicture* picture, wfError* error )
{
	const wfCrowdPictureDef* def = picture->def;
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
	picture->momentCount = def->momentCount > 0 ? def->momentCount : 1;
	picture->moments[0] = def->toTime != 0.0 ? def->toTime : picture->pedestrians.lastTime;
	for ( int32_t i = 0; i < def->momentCount; ++i )
	{
		picture->moments[i] = def->moments[i];
	}
	bool any = false;
	for ( int32_t i = 0; i < picture->momentCount && !any; ++i )
	{
		any = picture->pedestrians.count > 0 && picture->moments[i] >= picture->pedestrians.firstTime &&
			  def->fromTime <= picture->pedestrians.lastTime;
	}
	if ( !any && picture->pedestrians.count == 0 )
	{
		return wfFail( error, wf_outOfRange, "there are no footsteps to draw" );
	}
	return any ? wf_ok
			   : wfFail( error, wf_outOfRange,
						 "nobody has begun to walk by %g s, or after %g s; the footsteps go from %g to %g s", picture->moments[0],
						 def->fromTime, picture->pedestrians.firstTime, picture->pedestrians.lastTime );
}

// ---------------------------------------------------------------------------------------------------------------- layout

// The sheet with `columns` maps in each row, each with a caption above it when there are several.
static void layOutMaps( wfFootstepPicture* picture, int32_t columns )
{
	wfMapSheet* sheet = &picture->sheet;
	double x = picture->view.upper.x - picture->view.lower.x, y = picture->view.upper.y - picture->view.lower.y;
	picture->columns = columns;
	picture->rows = ( picture->momentCount + columns - 1 ) / columns;
	sheet->view = ( wfBox2 ){ { 0.0, 0.0 }, { columns * x, picture->rows * y } };
	wfMapSheet_LayOut( sheet, picture->def->width );
	// Gaps and captions are given in pixels, the sheet's map in metres: some rounds bring them together.
	for ( int32_t round = 0; round < 4 && picture->momentCount > 1; ++round )
	{
		double metres = sheet->panel.font / sheet->panel.scale;
		sheet->view.upper.x = columns * x + ( columns - 1 ) * WF_MAP_GAP * metres;
		sheet->view.upper.y = picture->rows * ( y + WF_CAPTION * metres );
		wfMapSheet_LayOut( sheet, picture->def->width );
	}
}

static void chooseColumns( wfFootstepPicture* picture )
{
	int32_t best = picture->def->columns;
	double largest = 0.0;
	for ( int32_t columns = 1; columns <= picture->momentCount && picture->def->columns == 0; ++columns )
	{
		layOutMaps( picture, columns );
		// Even rows look better than a little more size.
		double even = picture->momentCount % columns == 0 ? 1.0 : 0.8;
		if ( picture->sheet.panel.scale * even > largest * 1.0001 )
		{
			largest = picture->sheet.panel.scale * even;
			best = columns;
		}
	}
	layOutMaps( picture, best < picture->momentCount ? best : picture->momentCount );
}

static wfPanel makeMap( const wfFootstepPicture* picture, int32_t i )
{
	wfPanel map = picture->sheet.panel;
	double width = ( picture->view.upper.x - picture->view.lower.x ) * map.scale;
	double height = ( picture->view.upper.y - picture->view.lower.y ) * map.scale;
	double caption = picture->momentCount > 1 ? WF_CAPTION * map.font : 0.0;
	double left = map.box.lower.x + ( i % picture->columns ) * ( width + WF_MAP_GAP * map.font );
	double top = map.box.lower.y + ( i / picture->columns ) * ( height + caption ) + caption;
	map.box = ( wfBox2 ){ { left, top }, { left + width, top + height } };
	map.origin = picture->view.lower;
	map.world = picture->world;
	return map;
}

// --------------------------------------------------------------------------------------------------------------- drawing

static wfShownTime timeOf( const wfFootstepPicture* picture, int32_t i )
{
	return ( wfShownTime ){ picture->def->fromTime, picture->moments[i], picture->pedestrians.fullSpeed };
}

// Into `poses`; returns how many are there.
static int32_t collectPoses( const wfFootstepPicture* picture, double time )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < picture->pedestrians.count; ++k )
	{
		const wfPedestrian* pedestrian = picture->pedestrians.items + k;
		if ( wfPedestrians_IsThere( &picture->pedestrians, pedestrian, time ) )
		{
			const wfFootstepRow* row = wfFindStepRow( pedestrian->rows, pedestrian->rowCount, time );
			wfVec2 velocity = wfFootstep_GetVelocity( &row->step, time );
			wfColor color = picture->def->colorBySpeed ? wfSpeedColor( &picture->palette, hypot( velocity.x, velocity.y ),
																	   picture->pedestrians.fullSpeed )
													   : pedestrian->color;
			picture->poses[count++] = wfMakeBodyPose( row, time, color );
		}
	}
	return count;
}

static void drawCaption( wfCanvas* canvas, const wfPanel* map, double time )
{
	char number[32], text[48];
	wfFormatNumber( floor( time * 100.0 + 0.5 ) / 100.0, 6, number, sizeof( number ) );
	snprintf( text, sizeof( text ), "%s s", number );
	wfTextStyle style = { .size = 0.95 * map->font, .color = wfRgb( WF_INK ) };
	wfCanvas_DrawText( canvas, ( wfVec2 ){ map->box.lower.x, map->box.lower.y - 0.45 * map->font }, &style, text );
}

static void drawMap( wfCanvas* canvas, const wfFootstepPicture* picture, int32_t i )
{
	const wfCrowdPictureDef* def = picture->def;
	wfPanel map = makeMap( picture, i );
	const wfPalette* palette = def->colorBySpeed ? &picture->palette : NULL;
	wfPrints prints = { 0 };
	wfCanvas_PushClip( canvas, map.box );
	wfDrawPlainWorld( canvas, &map );
	wfDrawPlainGoals( canvas, &map );
	if ( def->footprints )
	{
		wfCanvas_Check( canvas, wfMakePrints( &picture->pedestrians, &map, picture->view, timeOf( picture, i ), &prints ) );
		wfDrawPrints( canvas, &map, &prints, &picture->pedestrians, palette, picture->pedestrians.fullSpeed );
		wfFreePrints( &prints );
	}
	if ( def->trails )
	{
		wfDrawPedestrianTrails( canvas, &map, &picture->pedestrians, timeOf( picture, i ), palette );
	}
	if ( i + 1 == picture->momentCount )
	{
		wfDrawPlans( canvas, &map, def->plans, def->planCount, &picture->pedestrians );
	}
	if ( def->discs )
	{
		wfDrawBodies( canvas, &map, picture->poses, collectPoses( picture, picture->moments[i] ) );
	}
	wfCanvas_PopClip( canvas );
	wfCanvas_AddBox( canvas, map.box );
	wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = wfRgb( WF_SOLID_EDGE ), .strokeWidth = 1.3 } );
	if ( picture->momentCount > 1 )
	{
		drawCaption( canvas, &map, picture->moments[i] );
	}
}

// ---------------------------------------------------------------------------------------------------------------- legend

static void explain( wfFootstepPicture* picture )
{
	wfMapSheet* sheet = &picture->sheet;
	const wfCrowdPictureDef* def = picture->def;
	char time[32], count[32];
	double last = picture->moments[picture->momentCount - 1];
	wfColor color = def->colorBySpeed				 ? wfRgb( wfPaletteColor( &picture->palette, 0.7 ) )
					: picture->pedestrians.count > 0 ? picture->pedestrians.items[picture->pedestrians.count > 1 ? 1 : 0].color
													 : wfAgentColor( 0 );
	wfFormatCount( picture->pedestrians.count, count, sizeof( count ) );
	wfFormatNumber( floor( last * 100.0 + 0.5 ) / 100.0, 6, time, sizeof( time ) );
	const char* people = picture->pedestrians.count == 1 ? "person" : "people";
	snprintf( picture->fact, sizeof( picture->fact ), picture->momentCount > 1 ? "%s %s" : "%s %s at %s s", count, people, time );
	sheet->fact = picture->fact;
	if ( def->discs )
	{
		int32_t poses = 0;
		for ( int32_t i = 0; i < picture->momentCount && poses == 0; ++i )
		{
			poses = collectPoses( picture, picture->moments[i] );
		}
		wfMapSheet_AddBodies( sheet, picture->poses, poses, color, "torso, shoulders and feet" );
	}
	wfMapSheet_AddFootsteps( sheet, def, &picture->last, color );
	if ( def->trails )
	{
		wfMapSheet_AddMark( sheet, wf_lineMark, color, "centre of mass" )->edge = ( wfColor ){ 0 };
	}
	wfPlainWorld world = wfGetPlainWorld( picture->world );
	wfMapSheet_AddGoals( sheet, &world );
	if ( world.walls )
	{
		wfMapSheet_AddMark( sheet, wf_areaMark, wfRgb( WF_SOLID ), "wall" );
	}
	if ( def->colorBySpeed )
	{
		wfMapSheet_SetColors( sheet, &picture->palette, picture->pedestrians.fullSpeed, "speed of the steps [m/s]" );
	}
}

static wfResult makePicture( wfCanvasKind kind, wfFootstepPicture* picture, wfCanvas** canvasOut )
{
	wfMapSheet* sheet = &picture->sheet;
	const wfCrowdPictureDef* def = picture->def;
	wfMakeSpeedPalette( &picture->palette );
	picture->poses = wfAllocateArray( (size_t)picture->pedestrians.count, sizeof( wfBodyPose ) );
	if ( picture->poses == NULL )
	{
		return wf_outOfMemory;
	}
	sheet->frameless = true;
	// How many prints there will be is known when the maps have their size, which the legend about them changes a little.
	chooseColumns( picture );
	wfPanel map = makeMap( picture, picture->momentCount - 1 );
	wfResult result = def->footprints ? wfMakePrints( &picture->pedestrians, &map, picture->view,
													  timeOf( picture, picture->momentCount - 1 ), &picture->last )
									  : wf_ok;
	wfCanvas* canvas = NULL;
	if ( result == wf_ok )
	{
		explain( picture );
		chooseColumns( picture );
		result = wfCreateCanvas( kind, sheet->width, sheet->height, &canvas );
	}
	for ( int32_t i = 0; i < picture->momentCount && result == wf_ok; ++i )
	{
		drawMap( canvas, picture, i );
	}
	if ( result == wf_ok )
	{
		wfMapSheet_DrawAround( canvas, sheet );
	}
	*canvasOut = canvas;
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
	wfCanvasKind kind;
	wfFootstepPicture picture = { .def = def, .world = world };
	wfResult result = wfBeginPicture( path, world, def, &kind, &picture.sheet, error );
	if ( result != wf_ok )
	{
		return result;
	}
	result = wfMakePedestrians( table, def->colorByDirection && !def->colorBySpeed, &picture.pedestrians, error );
	result = result == wf_ok ? chooseMoments( &picture, error ) : result;
	result = result == wf_ok
				 ? wfChooseView( def->view, world, wfGrowBox( picture.pedestrians.bounds, 0.5 ), &picture.view, error )
				 : result;
	if ( result == wf_ok )
	{
		wfCanvas* canvas = NULL;
		result = makePicture( kind, &picture, &canvas );
		result = wfFinishPicture( canvas, path, result, error );
	}
	wfFreePrints( &picture.last );
	wfReleaseArray( picture.poses, (size_t)picture.pedestrians.count, sizeof( wfBodyPose ) );
	wfFreePedestrians( &picture.pedestrians );
	return wfNamePicture( error, path, result );
}
