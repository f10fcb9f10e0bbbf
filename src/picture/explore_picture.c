// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What explorers know at last, how they walked, and when they saw what.
#include "picture/explore_track.h"

#include <math.h>
#include <string.h>

// A way is drawn in so many colours.
#define WAY_COLORS 48

typedef struct wfExplorePicture
{
	const wfExplorePictureDef* def;
	const wfExploreTrack* track;
	const wfTrackedTeam* team;
	const wfExploreMoment* last;
	wfExploreSummary summary;
	wfMapSheet sheet;
	wfPalette palette;
	double full; // seconds, of the colours
	wfPerson* people;
	int32_t personCount;
	size_t personCapacity;
	wfImage image;
} wfExplorePicture;

wfExplorePictureDef wfDefaultExplorePictureDef( void )
{
	return ( wfExplorePictureDef ){ .width = 1000, .legend = true, .internalCookie = WF_COOKIE };
}

// ----------------------------------------------------------------------------------------------------------------- explaining

static void tellFact( wfExplorePicture* picture )
{
	const wfExploreSummary* summary = &picture->summary;
	double when = !isnan( summary->found ) ? summary->found : !isnan( summary->explored ) ? summary->explored : summary->seconds;
	const char* what = !isnan( summary->found ) ? "found" : !isnan( summary->explored ) ? "explored" : "after";
	picture->sheet.fact =
		wfFormatText( "%s %s s, %s m", strcmp( what, "after" ) == 0 ? what : wfFormatText( "%s after", what ).text,
					  wfFormatNumber( floor( when * 10.0 + 0.5 ) / 10.0, 6 ).text, wfFormatNumber( summary->walked, 4 ).text );
}

static void explain( wfExplorePicture* picture )
{
	wfMapSheet* sheet = &picture->sheet;
	bool isPath = picture->def->kind == wf_pathPicture;
	wfExploreSigns signs = { .frontiers = picture->summary.frontiers > 0,
							 .closed = picture->summary.closedCount > 0,
							 .object = picture->last != NULL && picture->last->seeks,
							 .start = true,
							 .path = !isPath };
	tellFact( picture );
	wfMapSheet_AddExploration( sheet, &signs );
	int32_t explorers = picture->last != NULL ? picture->last->looks.count : 0;
	wfMapSheet_AddMark( sheet, picture->personCount > explorers, wf_discMark, wfRgb( WF_STRANGER ), "people" )->edge =
		wfRgb( WF_WALL );
	wfMapSheet_AddMark( sheet, explorers > 0, wf_ringMark, wfRgb( WF_GAZE ),
						explorers > 1 ? "explorers at last" : "explorer at last" )
		->edge = ( wfColor ){ 0 };
	bool hasWalls = sheet->panel.world != NULL && wfWorld_GetShapeCount( sheet->panel.world ) > 0;
	wfMapSheet_AddMark( sheet, hasWalls, wf_areaMark, wfRgb( WF_SOLID ), "wall" );
	wfMapSheet_SetColors( sheet, &picture->palette, picture->full, isPath ? "way: time [s]" : "seen first: time [s]" );
}

// -------------------------------------------------------------------------------------------------------------------- people

static wfResult collectPeople( wfExplorePicture* picture, wfCrowd* crowd )
{
	wfFrame frame = wfCrowd_GetFrame( crowd );
	picture->personCapacity = frame.count > 0 ? (size_t)frame.count : 0;
	picture->people = wfAllocateArray( picture->personCapacity, sizeof( wfPerson ) );
	if ( picture->people == NULL && picture->personCapacity > 0 )
	{
		picture->personCapacity = 0;
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		wfPerson person = wfMakePerson( &frame, k, WF_USUAL_RADIUS, NULL, 1.0 );
		person.velocity = ( wfVec2 ){ 0.0, 0.0 };
		person.color = wfRgb( WF_STRANGER );
		picture->people[picture->personCount++] = person;
	}
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------------- ways

static double timeLevel( const wfExplorePicture* picture, double time )
{
	return picture->full > 0.0 ? fmin( fmax( ( time - picture->team->began ) / picture->full, 0.0 ), 1.0 ) : 0.0;
}

// One explorer's steps of one colour, joined to those before and after.
static void drawSteps( wfCanvas* canvas, const wfExplorePicture* picture, const wfTrackedTeam* team, int32_t explorer,
					   int32_t pass )
{
	const wfPanel* panel = &picture->sheet.panel;
	const wfExploreStep* before = NULL;
	bool isPath = picture->def->kind == wf_pathPicture;
	double width = ( isPath ? 0.26 : 0.16 ) * panel->font;
	int32_t level = -1;
	for ( int32_t k = 0; k < team->steps.count; ++k )
	{
		const wfExploreStep* step = &team->steps.data[k];
		if ( step->explorer != explorer )
		{
			continue;
		}
		int32_t now = (int32_t)( timeLevel( picture, (double)step->time ) * ( WAY_COLORS - 1 ) + 0.5 );
		wfVec2 at = wfToCanvas( panel, ( wfVec2 ){ (double)step->x, (double)step->y } );
		if ( before != NULL && ( level < 0 || ( now != level && pass == 1 && isPath ) ) )
		{
			if ( level >= 0 )
			{
				wfCanvas_Stroke( canvas, wfRgb( wfPaletteColor( &picture->palette, (double)level / ( WAY_COLORS - 1 ) ) ),
								 width );
			}
			wfCanvas_MoveTo( canvas, wfToCanvas( panel, ( wfVec2 ){ (double)before->x, (double)before->y } ) );
			level = now;
		}
		if ( before != NULL )
		{
			wfCanvas_LineTo( canvas, at );
		}
		before = step;
	}
	if ( level >= 0 )
	{
		wfColor color =
			isPath ? wfRgb( wfPaletteColor( &picture->palette, (double)level / ( WAY_COLORS - 1 ) ) ) : wfRgb( WF_INK );
		wfCanvas_Stroke( canvas, pass == 0 ? wfRgb( 0xFFFFFF ) : color, pass == 0 ? width + 0.16 * panel->font : width );
	}
}

static void drawWays( wfCanvas* canvas, const wfExplorePicture* picture )
{
	const wfPanel* panel = &picture->sheet.panel;
	for ( int32_t t = 0; t < picture->track->teams.count; ++t )
	{
		const wfTrackedTeam* team = &picture->track->teams.data[t];
		for ( int32_t explorer = 0; explorer < team->summary.explorers; ++explorer )
		{
			drawSteps( canvas, picture, team, explorer, 0 );
			drawSteps( canvas, picture, team, explorer, 1 );
			for ( int32_t k = 0; k < team->steps.count; ++k )
			{
				const wfExploreStep* step = &team->steps.data[k];
				if ( step->explorer == explorer )
				{
					wfDrawStartMark( canvas, wfToCanvas( panel, ( wfVec2 ){ (double)step->x, (double)step->y } ),
									 0.36 * panel->font );
					break;
				}
			}
		}
	}
}

// ------------------------------------------------------------------------------------------------------------------ seen when

// A pixel for each cell, or for several of large maps; walls and fog are drawn over it.
static wfResult paintSeen( wfExplorePicture* picture )
{
	const wfTrackedTeam* team = picture->team;
	wfResult result = wfAllocateImage( team->columns, team->rows, &picture->image );
	for ( int32_t j = 0; j < team->rows && result == wf_ok; ++j )
	{
		for ( int32_t i = 0; i < team->columns; ++i )
		{
			double first = (double)team->first[(int64_t)j * team->columns + i];
			picture->image.pixels[(int64_t)( team->rows - 1 - j ) * team->columns + i] =
				first < INFINITY ? wfMixColors( wfPaletteColor( &picture->palette, timeLevel( picture, first ) ), 0xFFFFFF, 0.12 )
								 : WF_FOG;
		}
	}
	return result;
}

static void drawSeen( wfCanvas* canvas, const wfExplorePicture* picture )
{
	const wfTrackedTeam* team = picture->team;
	const wfPanel* panel = &picture->sheet.panel;
	wfVec2 lower = wfToCanvas( panel, team->origin );
	wfVec2 size = { team->columns * team->cellSize * panel->scale, team->rows * team->cellSize * panel->scale };
	wfCanvas_DrawImage( canvas, &picture->image, ( wfBox2 ){ { lower.x, lower.y - size.y }, { lower.x + size.x, lower.y } } );
	wfDrawPlainWalls( canvas, panel );
	wfDrawFog( canvas, panel, team, team->last, NULL );
}

// -------------------------------------------------------------------------------------------------------------------- picture

static void drawAll( wfCanvas* canvas, const wfExplorePicture* picture )
{
	const wfPanel* panel = &picture->sheet.panel;
	wfCanvas_PushClip( canvas, panel->box );
	if ( picture->def->kind == wf_seenPicture )
	{
		drawSeen( canvas, picture );
	}
	else
	{
		wfDrawPlainWorld( canvas, panel );
		wfDrawFog( canvas, panel, picture->team, picture->team->last, NULL );
	}
	drawWays( canvas, picture );
	wfDrawPeople( canvas, panel, picture->people, picture->personCount );
	for ( int32_t k = 0; k < picture->summary.closedCount; ++k )
	{
		wfVec3 place = picture->summary.closed[k].place;
		wfDrawCross( canvas, wfToCanvas( panel, ( wfVec2 ){ place.x, place.y } ), 0.32 * panel->font, wfRgb( WF_CLOSED_PLACE ) );
	}
	for ( int32_t t = 0; t < picture->track->teams.count; ++t )
	{
		const wfTrackedTeam* team = &picture->track->teams.data[t];
		if ( team->recent.count > 0 )
		{
			wfDrawExploreMoment( canvas, panel, team, &team->recent.data[team->recent.count - 1] );
		}
	}
	wfCanvas_PopClip( canvas );
}

static wfResult makePicture( wfExplorePicture* picture, wfError* error )
{
	wfMapSheet* sheet = &picture->sheet;
	wfCanvas* canvas = NULL;
	explain( picture );
	wfResult result = wfMapSheet_CreateCanvas( sheet, &canvas );
	result = result == wf_ok && picture->def->kind == wf_seenPicture ? paintSeen( picture ) : result;
	if ( result == wf_ok )
	{
		drawAll( canvas, picture );
		wfMapSheet_DrawAround( canvas, sheet );
	}
	wfFreeImage( &picture->image );
	return wfFinishPicture( canvas, sheet->path, result, error );
}

wfResult wfDrawExploration( const char* path, wfCrowd* crowd, const wfExploreTrack* track, const wfExplorePictureDef* def,
							wfError* error )
{
	if ( WF_FAILS( path != NULL && crowd != NULL && track != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef,
					   "a picture of an exploration needs a path, a crowd, a track and a def from wfDefaultExplorePictureDef" );
	}
	wfExplorePicture picture = { .def = def, .track = track, .team = wfExploreTrack_GetTeam( track, def->team ) };
	if ( picture.team == NULL )
	{
		wfFail( error, wf_notFound, "there is no team %d of explorers; the track knows %d", def->team, track->teams.count );
		return wfNamePicture( error, path, wf_notFound );
	}
	wfExploreTrack_GetSummary( track, def->team, &picture.summary );
	picture.last = picture.team->recent.count > 0 ? &picture.team->recent.data[picture.team->recent.count - 1] : NULL;
	picture.full = fmax( picture.team->last - picture.team->began, 1.0 );
	if ( def->kind == wf_seenPicture )
	{
		wfMakePalette( &picture.palette );
	}
	else
	{
		wfMakeSpeedPalette( &picture.palette );
	}
	wfMapSheet* sheet = &picture.sheet;
	sheet->panel.world = wfCrowd_GetGround( crowd ).world;
	sheet->title = def->title;
	sheet->legend = def->legend;
	wfResult result = wfMapSheet_Begin( sheet, path, def->width, error );
	result = result == wf_ok ? wfChooseView( ( wfBox2 ){ 0 }, sheet->panel.world, ( wfBox2 ){ 0 }, &sheet->view, error ) : result;
	result = result == wf_ok ? collectPeople( &picture, crowd ) : result;
	result = result == wf_ok ? makePicture( &picture, error ) : wfNamePicture( error, path, result );
	wfReleaseArray( picture.people, picture.personCapacity, sizeof( wfPerson ) );
	return result;
}
