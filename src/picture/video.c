// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Videos: the world or a surface once as a background, then people on it frame by frame.

#include "picture/video.h"
#include "picture/explore_track.h"

#include "io/atomic_file.h"
#include "picture/group_labels.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

// Who has made no footstep for so long has left: standing is reported once a second.
#define WF_GONE_SECONDS 5.0
// Seconds after which a trail has lost most of its colour.
#define WF_GLOW_SECONDS 1.0
// Somebody who came farther from one frame to the next did not walk.
#define WF_LONGEST_STEP 2.5
// The same on surfaces: part of the mesh's size.
#define WF_LONGEST_PART 0.05

// Where people were in the frame before.
typedef struct wfSeen
{
	wfMap places; // of serials among the positions
	WF_ARRAY( wfVec3 ) positions;
} wfSeen;

struct wfVideo
{
	wfText path, title;
	wfAtomicFile file;
	wfMapSheet sheet;
	double fps, lastTime;
	bool trails, onMesh;
	int64_t frameCount;
	wfCanvas *background, *canvas;
	wfInk glow; // where people were, in the plane
	wfVideoStage stage;
	wfSeen seen;
	wfFilmFeet feet;
	const wfGroupTrack* groups; // null: there are none
	wfGroupMoment moment;		// of them, as the frame at hand shows it
	wfLabelMap labels;
	wfMark others[WF_MAX_MARKS]; // that are explained beside groups, which come and go
	int32_t otherCount;
	const wfExploreTrack* explorers; // null: there are none
	wfEncoder encoder;
	wfResult failed;
	char reason[512];
};

wfVideoDef wfDefaultVideoDef( void )
{
	wfView view = wfDefaultSurfacePictureDef().view;
	return ( wfVideoDef ){ .width = 1280, .fps = 25.0, .trails = true, .surfaceView = view, .internalCookie = WF_COOKIE };
}

// ----------------------------------------------------------------------------------------------------------------- feet

void wfFreeFilmFeet( wfFilmFeet* feet )
{
	wfArray_Free( &feet->walkers );
	wfArray_Free( &feet->positions );
	wfMap_Free( &feet->places );
}

const wfFilmWalker* wfFilmFeet_Find( const wfFilmFeet* feet, uint32_t serial )
{
	int32_t at = wfMap_Find( &feet->places, serial );
	return at >= 0 ? feet->walkers.data + at : NULL;
}

static wfResult forgetThoseWhoLeft( wfFilmFeet* feet, double time )
{
	wfResult result = wf_ok;
	int32_t count = feet->walkers.count;
	feet->walkers.count = 0;
	wfMap_Clear( &feet->places );
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		const wfFilmWalker* walker = feet->walkers.data + i;
		if ( wfFootstep_GetEndTime( &walker->rows[walker->count - 1].step ) > time - WF_GONE_SECONDS )
		{
			result = wfMap_Set( &feet->places, walker->serial, feet->walkers.count );
			feet->walkers.data[feet->walkers.count++] = *walker;
		}
	}
	return result;
}

static wfResult addWalker( wfFilmFeet* feet, uint32_t serial, double time )
{
	bool full = (size_t)feet->walkers.count == feet->walkers.capacity;
	wfResult result = full ? forgetThoseWhoLeft( feet, time ) : wf_ok;
	result = result == wf_ok ? wfArray_Push( &feet->walkers, ( wfFilmWalker ){ .serial = serial } ) : result;
	if ( result == wf_ok )
	{
		result = wfMap_Set( &feet->places, serial, feet->walkers.count - 1 );
		feet->walkers.count -= result == wf_ok ? 0 : 1;
	}
	return result;
}

static wfResult addRow( wfFilmFeet* feet, const wfFootstepRow* row, double time, wfError* error )
{
	int32_t at = wfMap_Find( &feet->places, row->serial );
	const wfFilmWalker* walkers = feet->walkers.data;
	double latest = at >= 0 ? walkers[at].rows[walkers[at].count - 1].step.startTime : -INFINITY;
	if ( !wfIsDrawableStep( row ) || row->step.startTime < latest )
	{
		return wfFail( error, wf_outOfRange, "step %d of agent %u has numbers that are not finite, or comes too late", row->index,
					   row->serial );
	}
	if ( at < 0 && addWalker( feet, row->serial, time ) != wf_ok )
	{
		return wfFail( error, wf_outOfMemory, "out of memory" );
	}
	wfFilmWalker* walker = feet->walkers.data + wfMap_Find( &feet->places, row->serial );
	if ( walker->count == WF_FILM_ROWS )
	{
		memmove( walker->rows, walker->rows + 1, ( WF_FILM_ROWS - 1 ) * sizeof( wfFootstepRow ) );
		walker->count -= 1;
	}
	walker->rows[walker->count++] = *row;
	return wf_ok;
}

wfResult wfFilmFeet_Add( wfFilmFeet* feet, const wfFootstepRow* rows, int32_t count, double time, wfError* error )
{
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		result = addRow( feet, rows + i, time, error );
	}
	return result;
}

wfResult wfFilmFeet_PlaceAll( wfFilmFeet* feet, wfFrame* frame )
{
	if ( feet->walkers.count == 0 || frame->count <= 0 )
	{
		return wf_ok;
	}
	wfResult result = wfArray_Reserve( &feet->positions, frame->count );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		const wfFilmWalker* walker = wfFilmFeet_Find( feet, frame->serials != NULL ? frame->serials[i] : (uint32_t)i + 1u );
		const wfFootstepRow* row = walker != NULL ? wfFindStepRow( walker->rows, walker->count, frame->time ) : NULL;
		feet->positions.data[i] =
			row != NULL ? wfInSpace( wfFootstep_GetPosition( &row->step, frame->time ) ) : frame->positions[i];
	}
	frame->positions = feet->positions.data;
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------- surfaces

void wfFreeVideoStage( wfVideoStage* stage )
{
	wfFreeSurfaceImage( &stage->still );
	wfFreeImage( &stage->frame );
	wfFreeInk( &stage->ink );
	*stage = ( wfVideoStage ){ 0 };
}

wfResult wfMakeVideoStage( const wfVideoDef* def, wfMapSheet* sheet, wfVideoStage* stage, wfError* error )
{
	*stage = ( wfVideoStage ){ .mesh = def->mesh };
	wfSurfaceDrawing scene = { .mesh = def->mesh, .mask = def->mask };
	wfResult result = wfMakeCamera( def->mesh, &def->surfaceView, &scene.camera, &sheet->view, error );
	if ( result != wf_ok )
	{
		return result;
	}
	sheet->longerSide = def->width;
	sheet->frameless = true;
	result = wfPrepareSurfaceDrawing( &scene, NULL );
	if ( result == wf_ok )
	{
		wfMapSheet_AddMark( sheet, scene.levels.count[wf_obstacleVertex] > 0, wf_areaMark, wfRgb( WF_BLOCKED ), "obstacle" );
		wfSurfaceDrawing_Aim( &scene, sheet );
		stage->camera = scene.camera;
		result = wfDrawStill( &scene, sheet->panel.box, &stage->still, &stage->ink );
	}
	wfImage* still = &stage->still.image;
	result = result == wf_ok ? wfAllocateImage( still->width, still->height, &stage->frame ) : result;
	wfFreeSurfaceDrawing( &scene );
	return result == wf_ok ? wf_ok : wfFail( error, result, "the surface could not be drawn: %s", wfDescribeResult( result ) );
}

void wfVideoStage_AddTrail( wfVideoStage* stage, wfVec3 from, wfVec3 to, uint32_t rgb )
{
	if ( wfDistance3( to, from ) < WF_LONGEST_PART * stage->camera.size )
	{
		wfInkLine line = { from, to, 2.0, rgb, 0.75, true };
		wfInk_AddLine( &stage->ink, &stage->still, &stage->camera, &line );
	}
}

void wfVideoStage_DrawFrame( wfVideoStage* stage, const wfFrame* frame, const wfStampedGroups* groups )
{
	size_t count = (size_t)stage->frame.width * (size_t)stage->frame.height;
	memcpy( stage->frame.pixels, stage->still.image.pixels, count * sizeof( uint32_t ) );
	wfInk_Blend( &stage->ink, &stage->frame );
	wfStampPeople( &stage->frame, &stage->still, stage->mesh, &stage->camera, frame, groups );
}

// ------------------------------------------------------------------------------------------------------------- creating

static wfResult checkVideoDef( const wfVideoDef* def, wfError* error )
{
	if ( strlen( def->path ) <= strlen( ".mp4" ) || !wfHasExtension( def->path, ".mp4" ) )
	{
		return wfFail( error, wf_unsupported, "videos are written as .mp4, and the name '%.200s' ends in something else",
					   def->path );
	}
	if ( def->width < WF_MIN_SIDE || def->width > WF_MAX_SIDE )
	{
		return wfFail( error, wf_outOfRange, "the video's width is %d pixels; %d to %d are possible", def->width, WF_MIN_SIDE,
					   WF_MAX_SIDE );
	}
	if ( !( def->fps >= 0.1 && def->fps <= 240.0 ) )
	{
		return wfFail( error, wf_outOfRange, "%g frames a second; 0.1 to 240 are possible", def->fps );
	}
	if ( def->world == NULL && def->mesh == NULL && wfIsEmptyBox( def->view ) )
	{
		return wfFail( error, wf_outOfRange, "a video needs a mesh, a world or a view to show" );
	}
	return wf_ok;
}

static wfResult drawBackground( wfVideo* video )
{
	const wfMapSheet* sheet = &video->sheet;
	wfResult result = wfCreateCanvas( wf_pngCanvas, sheet->width, sheet->height, &video->background );
	result = result == wf_ok ? wfCreateCanvas( wf_pngCanvas, sheet->width, sheet->height, &video->canvas ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfCanvas* canvas = video->background;
	if ( video->stage.mesh != NULL )
	{
		wfCanvas_DrawImage( canvas, &video->stage.still.image, sheet->panel.box );
	}
	else
	{
		wfCanvas_PushClip( canvas, sheet->panel.box );
		wfDrawPlainWorld( canvas, &sheet->panel );
		wfDrawWorldGoals( canvas, &sheet->panel );
		wfCanvas_PopClip( canvas );
		result = video->trails ? wfMakeGlow( sheet->panel.box, &video->glow ) : wf_ok;
	}
	if ( video->groups != NULL )
	{
		video->sheet.markCount = 0; // each frame has its own
		result = result == wf_ok && video->stage.mesh == NULL ? wfLabelMap_Create( &video->labels, &sheet->panel ) : result;
	}
	wfMapSheet_DrawAround( canvas, sheet );
	return canvas->result == wf_ok ? result : canvas->result;
}

// With the sheet laid out: the sheet's world is not needed after it.
static wfResult startVideo( wfVideo* video, wfError* error )
{
	wfMapSheet* sheet = &video->sheet;
	// The colours of two by two pixels are stored together.
	sheet->width += sheet->width & 1;
	sheet->height += sheet->height & 1;
	wfResult result = drawBackground( video );
	sheet->panel.world = NULL;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "the video could not be begun: %s", wfDescribeResult( result ) );
	}
	result = wfAtomicFile_Open( &video->file, video->path.data, ".mp4" );
	wfAtomicFile_LeaveToOthers( &video->file );
	if ( result != wf_ok )
	{
		return wfAtomicFile_Fail( &video->file, result, "could not be written", error );
	}
	const char* written = video->file.temporary != NULL ? video->file.temporary : video->path.data;
	return wfStartEncoder( &( wfEncoderDef ){ written, sheet->width, sheet->height, video->fps }, &video->encoder, error );
}

// Of the groups that are there, and then whatever else there is.
static void explainGroups( wfVideo* video, const wfGroupMoment* now, int32_t mostNames )
{
	bool onMesh = video->onMesh;
	wfMapSheet* sheet = &video->sheet;
	sheet->markCount = 0;
	wfMapSheet_AddGroups(
		sheet, video->groups,
		&( wfGroupSigns ){
			.slots = true, .strokes = !onMesh, .ends = !onMesh, .anchorless = onMesh, .now = now, .mostNames = mostNames } );
	for ( int32_t k = 0; k < video->otherCount && sheet->markCount < WF_MAX_MARKS; ++k )
	{
		sheet->marks[sheet->markCount++] = video->others[k];
	}
}

// The marks that were added from a number on.
static void keepOthers( wfVideo* video, int32_t first )
{
	video->otherCount = video->sheet.markCount - first;
	memcpy( video->others, video->sheet.marks + first, sizeof( wfMark ) * (size_t)video->otherCount );
}

// Room for groups that come to be later: half as many again as there are, and two.
static void reserveMarks( wfVideo* video )
{
	explainGroups( video, NULL, 0 );
	int32_t known = video->groups->known.count;
	for ( int32_t k = 0; k < known / 2 + 2 && video->sheet.markCount < WF_MAX_MARKS; ++k )
	{
		wfShortText name = wfGroupTrack_GetName( video->groups, k % known );
		wfMapSheet_AddMark( &video->sheet, true, wf_dotMark, wfRgb( WF_INK ), wfFormatText( "%.60s.2 (100)", name.text ).text );
	}
}

// As many names as there is room for.
static void drawMarks( wfVideo* video )
{
	wfMapSheet* sheet = &video->sheet;
	double room = sheet->keyHeight + 0.01 * sheet->panel.font;
	explainGroups( video, &video->moment, 0 );
	for ( int32_t names = video->moment.groups.count; names > 1 && wfMapSheet_DrawMarks( NULL, sheet ) > room; --names )
	{
		explainGroups( video, &video->moment, names - 1 );
	}
	wfMapSheet_DrawMarks( video->canvas, sheet );
}

static void explainExplorers( wfMapSheet* sheet, const wfExploreTrack* explorers )
{
	if ( explorers != NULL )
	{
		const wfTrackedTeam* team = &explorers->teams.data[0];
		bool seeks = team->recent.count > 0 && team->recent.data[team->recent.count - 1].seeks;
		wfMapSheet_AddExploration( sheet, &( wfExploreSigns ){ .moment = true, .frontiers = true, .object = seeks } );
	}
}

static wfResult prepareVideo( wfVideo* video, const wfVideoDef* def, wfError* error )
{
	wfMapSheet* sheet = &video->sheet;
	video->encoder.handle = -1;
	video->fps = def->fps;
	video->trails = def->trails;
	video->onMesh = def->mesh != NULL;
	video->groups = wfGroupTrack_HasGroups( def->groups ) ? def->groups : NULL;
	video->explorers = def->mesh == NULL && wfExploreTrack_GetTeam( def->explorers, 0 ) != NULL ? def->explorers : NULL;
	wfText_AddString( &video->path, def->path );
	wfText_AddString( &video->title, def->title != NULL ? def->title : "" );
	*sheet = ( wfMapSheet ){ .title = video->title.data, .longerSide = def->width, .headLine = true, .legend = true };
	sheet->panel.world = def->world;
	wfResult result = def->mesh == NULL ? wfChooseView( def->view, def->world, def->view, &sheet->view, error ) : wf_ok;
	if ( result == wf_ok && ( video->path.failed || video->title.failed ) )
	{
		result = wfFail( error, wf_outOfMemory, "the video could not be begun: %s", wfDescribeResult( wf_outOfMemory ) );
	}
	else if ( result == wf_ok && def->mesh != NULL )
	{
		if ( video->groups != NULL )
		{
			reserveMarks( video );
		}
		int32_t before = sheet->markCount;
		result = wfMakeVideoStage( def, sheet, &video->stage, error );
		keepOthers( video, before );
	}
	else if ( result == wf_ok )
	{
		if ( video->groups != NULL )
		{
			wfMapSheet_AddWorld( sheet, 0, true );
			keepOthers( video, 0 );
			reserveMarks( video );
		}
		explainExplorers( sheet, video->explorers );
		wfMapSheet_LayOut( sheet );
	}
	return result == wf_ok ? startVideo( video, error ) : result;
}

static void freeVideo( wfVideo* video )
{
	wfFinishEncoder( &video->encoder, NULL );
	wfAtomicFile_Free( &video->file );
	wfDestroyCanvas( video->background );
	wfDestroyCanvas( video->canvas );
	wfFreeInk( &video->glow );
	wfFreeVideoStage( &video->stage );
	wfMap_Free( &video->seen.places );
	wfArray_Free( &video->seen.positions );
	wfFreeFilmFeet( &video->feet );
	wfFreeGroupMoment( &video->moment );
	wfLabelMap_Free( &video->labels );
	wfText_Free( &video->title );
	wfText_Free( &video->path );
	wfRelease( video, sizeof( wfVideo ) );
}

wfResult wfCreateVideo( const wfVideoDef* def, wfVideo** videoOut, wfError* error )
{
	bool given = videoOut != NULL && def != NULL && def->path != NULL;
	if ( WF_FAILS( given && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "a video needs a path and a def from wfDefaultVideoDef" );
	}
	*videoOut = NULL;
	wfResult result = checkVideoDef( def, error );
	char program[1024];
	result = result == wf_ok ? wfFindFfmpeg( program, sizeof( program ), error ) : result;
	wfVideo* video = result == wf_ok ? wfAllocateZeroed( sizeof( wfVideo ) ) : NULL;
	if ( result == wf_ok )
	{
		result = video != NULL ? prepareVideo( video, def, error ) : wfFail( error, wf_outOfMemory, "out of memory" );
	}
	if ( result != wf_ok && video != NULL )
	{
		freeVideo( video );
	}
	*videoOut = result == wf_ok ? video : NULL;
	return wfNamePicture( error, def->path, result );
}

// --------------------------------------------------------------------------------------------------------------- frames

static uint32_t serialOf( const wfFrame* frame, int32_t i )
{
	return frame->serials != NULL ? frame->serials[i] : (uint32_t)i + 1u;
}

// Everybody's own, or that of its group.
static wfColor colorOf( const wfVideo* video, uint32_t serial )
{
	const wfShownMember* member = wfGroupMoment_Find( &video->moment, serial );
	return video->groups == NULL ? wfAgentColor( serial - 1u )
								 : wfGroupTrack_GetColor( video->groups, member != NULL ? member->group : -1 );
}

static bool isPlace( wfVec3 point )
{
	return fabs( point.x ) < 1e9 && fabs( point.y ) < 1e9 && fabs( point.z ) < 1e9;
}

static void drawTrail( wfVideo* video, const wfFrame* frame, int32_t i, wfVec3 before )
{
	const wfPanel* panel = &video->sheet.panel;
	wfVec3 now = frame->positions[i];
	uint32_t rgb = wfPackColor( colorOf( video, serialOf( frame, i ) ) );
	if ( video->stage.mesh != NULL )
	{
		wfVideoStage_AddTrail( &video->stage, before, now, rgb );
	}
	else if ( hypot( now.x - before.x, now.y - before.y ) < WF_LONGEST_STEP )
	{
		wfPerson person = wfMakePerson( frame, i, WF_USUAL_RADIUS, NULL, 1.0 );
		double width = fmin( fmax( 0.5 * person.radius * panel->scale, 1.0 ), 4.0 );
		wfInk_AddGlow( &video->glow, wfToCanvas( panel, ( wfVec2 ){ before.x, before.y } ),
					   wfToCanvas( panel, wfInPlane( frame->positions[i] ) ), width, rgb );
	}
}

// The trails from the frame before to this one.
static wfResult drawTrails( wfVideo* video, const wfFrame* frame )
{
	wfSeen* seen = &video->seen;
	// Room for the frame, before anything of it is used.
	wfResult result = wfArray_Reserve( &seen->positions, frame->count );
	result = result == wf_ok ? wfMap_Reserve( &seen->places, frame->count ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	double passed = video->frameCount > 0 && frame->time > video->lastTime ? frame->time - video->lastTime : 1.0 / video->fps;
	float factor = (float)exp( -passed / WF_GLOW_SECONDS );
	wfInk_Fade( &video->glow, factor );
	wfInk_Fade( &video->stage.ink, factor );
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		int32_t at = wfMap_Find( &seen->places, serialOf( frame, i ) );
		if ( at >= 0 && isPlace( seen->positions.data[at] ) && isPlace( frame->positions[i] ) )
		{
			drawTrail( video, frame, i, seen->positions.data[at] );
		}
	}
	wfMap_Clear( &seen->places );
	for ( int32_t i = 0; i < frame->count && result == wf_ok; ++i )
	{
		int32_t place;
		result = wfMap_FindOrAdd( &seen->places, serialOf( frame, i ), i, &place );
		seen->positions.data[i] = frame->positions[i];
	}
	return result;
}

static void drawTime( wfVideo* video, const wfFrame* frame )
{
	const wfMapSheet* sheet = &video->sheet;
	double font = sheet->panel.font;
	int64_t tenths = fabs( frame->time ) < 1e15 ? (int64_t)floor( frame->time * 10.0 + 0.5 ) : 0,
			size = tenths < 0 ? -tenths : tenths;
	wfShortText text = wfFormatText( "%s    %s%lld.%lld s", wfCountPeople( frame->count ).text, tenths < 0 ? "-" : "",
									 (long long)( size / 10 ), (long long)( size % 10 ) );
	wfTextStyle style = { .size = font, .color = wfRgb( WF_INK ), .anchor = wf_endAnchor };
	wfCanvas_DrawText( video->canvas, ( wfVec2 ){ sheet->panel.box.upper.x, sheet->pad + 1.05 * font }, &style, text.text );
}

static void copyStage( const wfVideoStage* stage, wfBox2 box, wfImage* image )
{
	for ( int32_t y = 0; y < stage->frame.height; ++y )
	{
		uint32_t* row = image->pixels + ( (int64_t)box.lower.y + y ) * image->width + (int64_t)box.lower.x;
		memcpy( row, stage->frame.pixels + (int64_t)y * stage->frame.width, (size_t)stage->frame.width * sizeof( uint32_t ) );
	}
}

// All of them below the people.
static void stampPrints( const wfVideo* video, wfImage* image, const wfFrame* frame )
{
	for ( int32_t i = 0; i < frame->count && video->feet.walkers.count > 0 && video->trails; ++i )
	{
		const wfFilmWalker* walker = wfFilmFeet_Find( &video->feet, serialOf( frame, i ) );
		if ( walker != NULL )
		{
			wfColor color = colorOf( video, walker->serial );
			wfStampPrints( image, &video->sheet.panel, walker, frame->time, wfPackColor( color ) );
		}
	}
}

static void stampPeople( const wfVideo* video, wfImage* image, const wfFrame* frame )
{
	const wfPanel* panel = &video->sheet.panel;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfPerson person = wfMakePerson( frame, i, WF_USUAL_RADIUS, NULL, 1.0 );
		person.color = video->groups != NULL ? colorOf( video, serialOf( frame, i ) ) : person.color;
		const wfFilmWalker* walker = wfFilmFeet_Find( &video->feet, serialOf( frame, i ) );
		if ( walker != NULL )
		{
			wfBodyPose pose =
				wfMakeBodyPose( wfFindStepRow( walker->rows, walker->count, frame->time ), frame->time, person.color );
			wfStampBody( image, panel, &pose );
		}
		else if ( isPlace( frame->positions[i] ) )
		{
			wfStamp stamp = { wfToCanvas( panel, person.position ),
							  person.radius * panel->scale,
							  { person.heading.x, -person.heading.y },
							  wfPackColor( person.color ),
							  person.depth * panel->scale };
			wfStampDisc( image, panel->box, &stamp );
		}
	}
}

// What explorers do not see covers the world and the trails on it.
static void drawExplorers( wfVideo* video, double time )
{
	const wfPanel* panel = &video->sheet.panel;
	const wfTrackedTeam* team = &video->explorers->teams.data[0];
	wfDrawFog( video->canvas, panel, team, time, wfTrackedTeam_FindMoment( team, time ) );
	for ( int32_t k = 0; k < video->explorers->teams.count; ++k )
	{
		const wfExploreMoment* moment = wfTrackedTeam_FindMoment( &video->explorers->teams.data[k], time );
		if ( moment != NULL )
		{
			wfDrawExploreMoment( video->canvas, panel, &video->explorers->teams.data[k], moment );
		}
	}
}

// On the canvas, between what is put straight on its pixels.
static void drawBelowPeople( wfVideo* video, double time )
{
	const wfPanel* panel = &video->sheet.panel;
	wfCanvas_EndPixels( video->canvas );
	wfCanvas_PushClip( video->canvas, panel->box );
	if ( video->explorers != NULL )
	{
		drawExplorers( video, time );
	}
	wfDrawOrders( video->canvas, panel, video->groups, &video->moment );
	wfDrawSlots( video->canvas, panel, video->groups, &video->moment, false );
	wfCanvas_PopClip( video->canvas );
	wfCanvas_BeginPixels( video->canvas );
}

static void drawAbovePeople( wfVideo* video, const wfFrame* frame )
{
	const wfPanel* panel = &video->sheet.panel;
	wfCanvas_PushClip( video->canvas, panel->box );
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		const wfShownMember* member = wfGroupMoment_Find( &video->moment, serialOf( frame, i ) );
		if ( member != NULL && member->kind > 0 && isPlace( frame->positions[i] ) )
		{
			wfVec2 at = wfToCanvas( panel, wfInPlane( frame->positions[i] ) );
			wfDrawKindSign( video->canvas, at, (double)member->radius * panel->scale, member->kind );
		}
	}
	wfDrawAnchors( video->canvas, panel, video->groups, &video->moment, false );
	wfLabelMap* labels = &video->labels;
	wfLabelMap_Clear( labels );
	wfLabelMap_AddMoment( labels, panel, &video->moment );
	while ( labels->spots.count < video->groups->known.count )
	{
		if ( !wfCanvas_Check( video->canvas, wfArray_Push( &labels->spots, (int8_t)-1 ) ) )
		{
			break;
		}
	}
	wfDrawGroupNames( video->canvas, panel, labels, video->groups, &video->moment );
	wfCanvas_PopClip( video->canvas );
}

static wfResult drawVideoFrame( wfVideo* video, const wfFrame* frame )
{
	const wfMapSheet* sheet = &video->sheet;
	const wfPanel* panel = &sheet->panel;
	size_t pixels = (size_t)sheet->width * (size_t)sheet->height;
	wfImage image = { wfCanvas_BeginPixels( video->canvas ), sheet->width, sheet->height };
	memcpy( image.pixels, wfCanvas_BeginPixels( video->background ), pixels * sizeof( uint32_t ) );
	wfResult result = video->groups != NULL ? wfGroupTrack_FindMoment( video->groups, frame->time, &video->moment ) : wf_ok;
	result = result == wf_ok && video->trails ? drawTrails( video, frame ) : result;
	bool drawsGroups = result == wf_ok && video->groups != NULL && video->stage.mesh == NULL;
	if ( video->stage.mesh != NULL && result == wf_ok )
	{
		wfStampedGroups groups = { video->groups, &video->moment };
		wfVideoStage_DrawFrame( &video->stage, frame, video->groups != NULL ? &groups : NULL );
		copyStage( &video->stage, panel->box, &image );
	}
	else if ( result == wf_ok )
	{
		wfInk_BlendGlow( &video->glow, &image );
	}
	if ( drawsGroups || ( result == wf_ok && video->explorers != NULL ) )
	{
		drawBelowPeople( video, frame->time );
	}
	if ( result == wf_ok && video->stage.mesh == NULL )
	{
		stampPrints( video, &image, frame );
		stampPeople( video, &image, frame );
	}
	wfCanvas_EndPixels( video->canvas );
	if ( drawsGroups )
	{
		drawAbovePeople( video, frame );
	}
	if ( video->groups != NULL )
	{
		drawMarks( video );
	}
	drawTime( video, frame );
	return result == wf_ok ? video->canvas->result : result;
}

wfResult wfVideo_AddFrame( wfVideo* video, const wfFrame* frame, wfError* error )
{
	if ( WF_FAILS( video != NULL && frame != NULL && ( frame->count <= 0 || frame->positions != NULL ) ) )
	{
		return wfFail( error, wf_invalidDef, "a frame of a video needs a video and positions" );
	}
	if ( video->failed != wf_ok )
	{
		wfFail( error, video->failed, "%s", video->reason );
		return wfNamePicture( error, video->path.data, video->failed );
	}
	wfFrame shown = *frame;
	wfResult result = wfFilmFeet_PlaceAll( &video->feet, &shown );
	result = result == wf_ok ? drawVideoFrame( video, &shown ) : result;
	if ( result != wf_ok )
	{
		// Nothing was sent: the frame can be tried again.
		wfFail( error, result, "the frame could not be drawn: %s", wfDescribeResult( result ) );
		return wfNamePicture( error, video->path.data, result );
	}
	wfError local = { 0 };
	size_t pixels = (size_t)video->sheet.width * (size_t)video->sheet.height;
	result = wfEncoder_Write( &video->encoder, wfCanvas_BeginPixels( video->canvas ), pixels, &local );
	if ( result != wf_ok )
	{
		video->failed = result;
		snprintf( video->reason, sizeof( video->reason ), "%s", local.message );
		wfFail( error, result, "%s", local.message );
		return wfNamePicture( error, video->path.data, result );
	}
	video->frameCount += 1;
	video->lastTime = frame->time;
	return wf_ok;
}

wfResult wfVideo_AddFootsteps( wfVideo* video, const wfFootstepRow* rows, int32_t count, wfError* error )
{
	if ( WF_FAILS( video != NULL && ( count <= 0 || rows != NULL ) ) )
	{
		return wfFail( error, wf_invalidDef, "footsteps of a video need a video and rows" );
	}
	if ( video->stage.mesh != NULL )
	{
		return wf_ok;
	}
	wfResult result = wfFilmFeet_Add( &video->feet, rows, count, video->lastTime, error );
	return wfNamePicture( error, video->path.data, result );
}

// -------------------------------------------------------------------------------------------------------------- finishing

static wfResult moveIntoPlace( wfVideo* video, wfError* error )
{
	struct stat status;
	const char* temporary = video->file.temporary;
	if ( temporary != NULL && ( stat( temporary, &status ) != 0 || status.st_size == 0 ) )
	{
		return wfFail( error, wf_writeFailed, "ffmpeg left no video" );
	}
	wfResult result = wfAtomicFile_Commit( &video->file );
	return result == wf_ok ? wf_ok : wfAtomicFile_Fail( &video->file, result, "could not be written", error );
}

wfResult wfDestroyVideo( wfVideo* video, wfError* error )
{
	if ( video == NULL )
	{
		return wf_ok;
	}
	wfResult result = video->failed;
	if ( result != wf_ok )
	{
		wfFail( error, result, "%s", video->reason );
	}
	else if ( video->frameCount == 0 )
	{
		result = wfFail( error, wf_outOfRange, "the video has no frame" );
	}
	else
	{
		result = wfFinishEncoder( &video->encoder, error );
		result = result == wf_ok ? moveIntoPlace( video, error ) : result;
	}
	wfNamePicture( error, video->path.data, result );
	freeVideo( video );
	return result;
}
