// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pictures of people: recordings, with where everybody walked and where they are at the end, and single moments.

#include "base/vec3.h"
#include "picture/footstep.h"
#include "picture/group_labels.h"
#include "wayfield/io.h"

#include <math.h>
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

// --------------------------------------------------------------------------------------------------------------- shared

wfResult wfPeoplePicture_Begin( wfPeoplePicture* picture, const char* path, const wfWorld* world, const wfCrowdPictureDef* def,
								wfError* error )
{
	*picture = ( wfPeoplePicture ){ .def = def };
	wfMakeSpeedPalette( &picture->speeds );
	picture->palette = def->colorBySpeed ? &picture->speeds : NULL;
	picture->groups = wfGroupTrack_HasGroups( def->groups ) ? def->groups : NULL;
	return wfBeginCrowdPicture( path, world, def, &picture->sheet, error );
}

void wfPeoplePicture_Free( wfPeoplePicture* picture )
{
	wfReleaseArray( picture->people, picture->capacity, sizeof( wfPerson ) );
	wfReleaseArray( picture->poses, picture->capacity, sizeof( wfBodyPose ) );
	wfFreePrints( &picture->prints );
	wfFreePedestrians( &picture->pedestrians );
	wfFreeGroupMoment( &picture->groupsNow );
}

wfResult wfPeoplePicture_Reserve( wfPeoplePicture* picture, int32_t count )
{
	picture->capacity = count > 0 ? (size_t)count : 0;
	picture->people = wfAllocateArray( picture->capacity, sizeof( wfPerson ) );
	picture->poses = wfAllocateArray( picture->capacity, sizeof( wfBodyPose ) );
	return picture->people != NULL && picture->poses != NULL ? wf_ok : wf_outOfMemory;
}

wfResult wfPeoplePicture_ReadFootsteps( wfPeoplePicture* picture, const wfFootstepTable* table, wfError* error )
{
	const wfCrowdPictureDef* def = picture->def;
	bool byDirection = def->colorByDirection && !def->colorBySpeed;
	wfResult result = table != NULL ? wfMakePedestrians( table, byDirection, &picture->pedestrians, error ) : wf_ok;
	for ( int32_t k = 0; k < picture->pedestrians.count && picture->groups != NULL && !byDirection; ++k )
	{
		wfPedestrian* pedestrian = picture->pedestrians.data + k;
		pedestrian->color = wfGroupTrack_GetColorOf( picture->groups, pedestrian->serial );
	}
	return result;
}

// In the colours of groups, with signs of kinds.
static void addGroup( const wfPeoplePicture* picture, uint32_t serial, wfPerson* person )
{
	const wfShownMember* member = picture->groups != NULL ? wfGroupMoment_Find( &picture->groupsNow, serial ) : NULL;
	if ( picture->groups != NULL && picture->palette == NULL )
	{
		person->color = wfGroupTrack_GetColorOf( picture->groups, serial );
	}
	person->kind = member != NULL ? member->kind : 0;
}

void wfPeoplePicture_AddBody( wfPeoplePicture* picture, const wfPedestrian* pedestrian, double time )
{
	const wfFootstepRow* row = wfFindStepRow( pedestrian->rows, pedestrian->rowCount, time );
	wfVec2 velocity = wfFootstep_GetVelocity( &row->step, time );
	double speed = hypot( velocity.x, velocity.y );
	wfColor color = picture->palette != NULL ? wfSpeedColor( picture->palette, speed, picture->fullSpeed ) : pedestrian->color;
	picture->poses[picture->poseCount++] = wfMakeBodyPose( row, time, color );
}

wfColor wfPeoplePicture_ChooseSign( const wfPeoplePicture* picture, wfColor plain )
{
	return picture->palette != NULL ? wfRgb( wfPaletteColor( picture->palette, 0.7 ) ) : plain;
}

// Dashed, and above the trails that cross it.
static void drawMeasuredLines( wfCanvas* canvas, const wfPanel* panel, const wfCrowdPictureDef* def )
{
	wfPaint paint = { .stroke = wfRgb( WF_MEASURED ), .strokeWidth = 0.13 * panel->font, .dash = 0.35 * panel->font };
	for ( int32_t i = 0; i < def->lineCount; ++i )
	{
		wfCanvas_AddLine( canvas, wfToCanvas( panel, def->lineEnds[2 * i] ), wfToCanvas( panel, def->lineEnds[2 * i + 1] ) );
		wfCanvas_Paint( canvas, &paint );
	}
}

void wfPeoplePicture_DrawMap( wfCanvas* canvas, const wfPeoplePicture* picture, const wfPanel* panel, bool plans )
{
	const wfCrowdPictureDef* def = picture->def;
	const wfGroupTrack* groups = picture->groups;
	bool moment = picture->moment, discs = def->discs || moment;
	wfLabelMap labels = { 0 };
	bool isReady = groups == NULL || wfCanvas_Check( canvas, wfLabelMap_Create( &labels, panel ) );
	wfCanvas_PushClip( canvas, panel->box );
	wfDrawPlainWorld( canvas, panel );
	wfDrawWorldGoals( canvas, panel );
	if ( def->strokes != NULL )
	{
		wfDrawStrokes( canvas, panel, def->strokes, wfRgb( WF_STROKE ) );
	}
	if ( groups != NULL && !moment )
	{
		wfDrawSketches( canvas, panel, groups );
	}
	wfDrawPrints( canvas, panel, &picture->prints, &picture->pedestrians, picture->palette, picture->fullSpeed );
	if ( def->trails && !moment )
	{
		wfDrawTrails( canvas, panel, picture->trails, &picture->pedestrians, picture->trailTime, picture->palette );
	}
	if ( groups != NULL && !moment )
	{
		wfDrawAnchorWays( canvas, panel, groups );
		wfLabelMap_AddWays( &labels, panel, groups );
		wfDrawPastMoments( canvas, panel, groups, discs, &labels );
	}
	if ( picture->trails != NULL )
	{
		drawMeasuredLines( canvas, panel, def );
	}
	wfDrawPlans( canvas, panel, def->plans, plans ? def->planCount : 0, &picture->pedestrians );
	if ( groups != NULL && moment )
	{
		wfDrawOrders( canvas, panel, groups, &picture->groupsNow );
	}
	if ( groups != NULL && discs )
	{
		wfDrawSlots( canvas, panel, groups, &picture->groupsNow, false );
	}
	if ( discs )
	{
		wfDrawBodies( canvas, panel, picture->poses, picture->poseCount );
		wfDrawPeople( canvas, panel, picture->people, picture->personCount );
	}
	if ( groups != NULL && discs )
	{
		wfDrawAnchors( canvas, panel, groups, &picture->groupsNow, false );
		wfLabelMap_AddMoment( &labels, panel, &picture->groupsNow );
		wfDrawGroupNames( canvas, panel, &labels, groups, &picture->groupsNow );
	}
	if ( groups != NULL && isReady )
	{
		wfDrawGroupTimes( canvas, panel, &labels, groups );
	}
	wfLabelMap_Free( &labels );
	wfCanvas_PopClip( canvas );
}

// How many prints there will be is known when the map has its size, which the legend about them changes a little.
static wfResult choosePrints( wfPeoplePicture* picture, double time )
{
	const wfMapSheet* sheet = &picture->sheet;
	wfShownTime shown = { picture->def->fromTime, time, picture->fullSpeed };
	wfMapSheet_LayOut( &picture->sheet );
	return picture->def->footprints ? wfMakePrints( &picture->pedestrians, &sheet->panel, sheet->view, shown, &picture->prints )
									: wf_ok;
}

static wfResult finishMap( wfPeoplePicture* picture, wfResult result, wfError* error )
{
	wfCanvas* canvas = NULL;
	result = result == wf_ok ? wfMapSheet_CreateCanvas( &picture->sheet, &canvas ) : result;
	if ( result == wf_ok )
	{
		wfPeoplePicture_DrawMap( canvas, picture, &picture->sheet.panel, true );
		wfMapSheet_DrawAround( canvas, &picture->sheet );
	}
	return wfFinishPicture( canvas, picture->sheet.path, result, error );
}

// ----------------------------------------------------------------------------------------------------------- recordings

// A recording whose own WKT cannot be read is still worth drawing.
static wfResult readOwnWorld( const wfTrajectories* source, wfScenario* scenario )
{
	size_t size = source->wkt != NULL ? strnlen( source->wkt, source->wktSize ) : 0;
	if ( size == 0 )
	{
		return wf_ok;
	}
	wfReadDef def = wfDefaultReadDef();
	wfError error = { 0 };
	wfResult result = wfReadScenarioFromMemory( "recording.wkt", source->wkt, size, &def, scenario, &error );
	if ( result != wf_ok )
	{
		*scenario = ( wfScenario ){ 0 };
		wfLogMessage( wf_logWarning, "the recording's walkable area is left out: %s", error.message );
	}
	return result == wf_outOfMemory ? result : wf_ok;
}

static double lastTime( const wfTrails* trails )
{
	return trails->lastFrame / trails->source->fps;
}

static wfPerson makeTrailPerson( const wfPeoplePicture* picture, int32_t k )
{
	const wfTrails* trails = picture->trails;
	const wfTrajectories* source = trails->source;
	int64_t at = trails->begins[k + 1] - 1, row = trails->order[at];
	wfVec2 velocity = wfTrails_GetVelocity( trails, k, at, 2.0 * WF_HEADING_SECONDS );
	double speed = hypot( velocity.x, velocity.y ), radius = source->radii != NULL ? (double)source->radii[row] : 0.0;
	wfVec2 heading = speed > WF_LEAST_SPEED ? wfDivide2( velocity, speed ) : ( wfVec2 ){ 0.0, 0.0 };
	bool faces = source->headings != NULL && isfinite( source->headings[row] );
	if ( faces )
	{
		heading = ( wfVec2 ){ cos( (double)source->headings[row] ), sin( (double)source->headings[row] ) };
	}
	return ( wfPerson ){ .position = { source->rows[row].x, source->rows[row].y },
						 .radius = radius > 0.0 && radius < 1000.0 ? radius : picture->def->radius,
						 .depth = faces && source->depths != NULL && radius > 0.0 ? (double)source->depths[row] : 0.0,
						 .heading = heading,
						 .color = picture->palette != NULL ? wfSpeedColor( picture->palette, speed, trails->fullSpeed )
														   : wfAgentColor( (uint32_t)k ) };
}

// Those of the last frame.
static wfResult collectTrailPeople( wfPeoplePicture* picture )
{
	const wfTrails* trails = picture->trails;
	wfResult result = wfPeoplePicture_Reserve( picture, trails->personCount );
	for ( int32_t k = 0; k < trails->personCount && result == wf_ok; ++k )
	{
		if ( trails->source->rows[trails->order[trails->begins[k + 1] - 1]].frame != trails->lastFrame )
		{
			continue;
		}
		const wfPedestrian* pedestrian = wfFindPedestrian( &picture->pedestrians, (uint32_t)trails->ids.data[k] );
		if ( pedestrian != NULL )
		{
			wfPeoplePicture_AddBody( picture, pedestrian, lastTime( trails ) );
		}
		else
		{
			wfPerson person = makeTrailPerson( picture, k );
			addGroup( picture, (uint32_t)trails->ids.data[k], &person );
			picture->people[picture->personCount++] = person;
		}
	}
	return result;
}

// As the first of them is.
static wfMarkKind choosePersonMark( const wfPeoplePicture* picture )
{
	const wfPerson* first = picture->people;
	bool isOval = picture->personCount > 0 && first->depth > 0.0 && first->depth < first->radius;
	return isOval ? wf_personMark : wf_discMark;
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

static void addStrokes( wfMapSheet* sheet, const wfCrowdPictureDef* def )
{
	wfMapSheet_AddMark( sheet, def->strokes != NULL, wf_strokeMark, wfRgb( WF_STROKE ), "stroke, its forks" );
}

static void explainTrails( wfPeoplePicture* picture )
{
	wfMapSheet* sheet = &picture->sheet;
	const wfCrowdPictureDef* def = picture->def;
	int32_t people = countTrails( picture->trails );
	wfShortText from = wfFormatNumber( fmax( def->fromTime, 0.0 ), 4 ),
				to = wfFormatNumber( floor( lastTime( picture->trails ) * 10.0 + 0.5 ) / 10.0, 6 );
	const wfGroupTrack* groups = picture->groups;
	wfColor own = groups != NULL ? groups->known.data[0].color : wfAgentColor( picture->trails->personCount == 1 ? 0 : 1 );
	wfColor plain = wfPeoplePicture_ChooseSign( picture, own );
	bool sameColor = def->colorBySpeed || people == 1 || groups != NULL;
	bool discs = picture->personCount > 0 || picture->poseCount == 0;
	wfShortText caption = wfFormatText( "%s %s, %s to %s s", wfFormatCount( people ).text,
										people == 1 ? "person's path" : "people's paths", from.text, to.text );
	wfMapSheet_AddMark( sheet, def->trails, wf_trailMark, sameColor ? plain : ( wfColor ){ 0 }, caption.text );
	if ( def->discs && picture->poseCount > 0 )
	{
		wfShortText label = wfFormatText( "%s on foot at %s s", wfFormatCount( picture->poseCount ).text, to.text );
		wfMapSheet_AddBodies( sheet, picture->poses, picture->poseCount, plain, label.text );
	}
	wfMapSheet_AddFootsteps( sheet, def, &picture->prints, plain );
	wfShortText heads = wfFormatText( "%s at %s s, with headings", wfFormatCount( picture->personCount ).text, to.text );
	wfMapSheet_AddMark( sheet, def->discs && discs, choosePersonMark( picture ), plain, heads.text )->edge = wfRgb( WF_WALL );
	wfGroupSigns signs = { .past = groups != NULL && groups->timeCount == 0 && groups->kept.count > 0,
						   .slots = groups != NULL && groups->hasSlots,
						   .strokes = groups != NULL && groups->sketches.count > 0,
						   .ways = true,
						   .now = &picture->groupsNow };
	wfMapSheet_AddGroups( sheet, groups, &signs );
	addStrokes( sheet, def );
	wfMapSheet_AddWorld( sheet, def->lineCount, true );
	wfMapSheet_SetColors( sheet, picture->palette, picture->fullSpeed, "speed [m/s]" );
}

static wfBox2 measureRows( const wfTrails* trails )
{
	wfBox2 box = WF_EMPTY_BOX;
	for ( int64_t at = 0; at < trails->rowCount; ++at )
	{
		const wfTrajectoryRow* row = trails->source->rows + trails->order[at];
		wfIncludePoint( &box, ( wfVec2 ){ row->x, row->y } );
	}
	return wfGrowBox( box, 0.5 );
}

// With `trails` made and `scenario` empty.
static wfResult drawTrails( wfPeoplePicture* picture, const wfTrails* trails, wfScenario* scenario, wfError* error )
{
	const wfCrowdPictureDef* def = picture->def;
	wfMapSheet* sheet = &picture->sheet;
	picture->trails = trails;
	picture->trailTime = ( wfShownTime ){ trails->fromTime, trails->toTime, trails->fullSpeed };
	picture->fullSpeed = trails->fullSpeed;
	wfResult result = wfPeoplePicture_ReadFootsteps( picture, def->footsteps, error );
	if ( result != wf_ok )
	{
		return result;
	}
	result =
		picture->groups != NULL ? wfGroupTrack_FindMoment( picture->groups, lastTime( trails ), &picture->groupsNow ) : wf_ok;
	result = result == wf_ok && sheet->panel.world == NULL ? readOwnWorld( trails->source, scenario ) : result;
	result = result == wf_ok ? collectTrailPeople( picture ) : result;
	if ( result == wf_ok )
	{
		sheet->panel.world = sheet->panel.world != NULL ? sheet->panel.world : scenario->world;
		result = wfChooseView( def->view, sheet->panel.world, measureRows( trails ), &sheet->view, error );
		if ( result != wf_ok )
		{
			return result;
		}
		result = choosePrints( picture, lastTime( trails ) );
	}
	if ( result == wf_ok )
	{
		explainTrails( picture );
	}
	return finishMap( picture, result, error );
}

static wfResult colorTrails( const wfGroupTrack* groups, wfTrails* trails, wfError* error )
{
	wfResult result = wfArray_Reserve( &trails->colors, trails->personCount );
	for ( int32_t k = 0; k < trails->personCount && result == wf_ok; ++k )
	{
		trails->colors.data[trails->colors.count++] =
			wfPackColor( wfGroupTrack_GetColorOf( groups, (uint32_t)trails->ids.data[k] ) );
	}
	return result == wf_ok ? wf_ok : wfFail( error, result, "the trails could not be coloured: %s", wfDescribeResult( result ) );
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
	wfPeoplePicture picture;
	wfTrails trails = { 0 };
	wfScenario scenario = { 0 };
	wfResult result = wfPeoplePicture_Begin( &picture, path, world, def, error );
	result = result == wf_ok ? wfMakeTrails( trajectories, def->fromTime, def->toTime, &trails, error ) : result;
	result = result == wf_ok && picture.groups != NULL ? colorTrails( picture.groups, &trails, error ) : result;
	result = result == wf_ok ? drawTrails( &picture, &trails, &scenario, error ) : result;
	wfPeoplePicture_Free( &picture );
	wfFreeTrails( &trails );
	wfScenario_Free( &scenario );
	return wfNamePicture( error, path, result );
}

// -------------------------------------------------------------------------------------------------------------- moments

static double measureFullSpeed( const wfFrame* frame )
{
	double fastest = 0.0;
	for ( int32_t i = 0; i < frame->count && frame->velocities != NULL; ++i )
	{
		double speed = hypot( frame->velocities[i].x, frame->velocities[i].y );
		fastest = isfinite( speed ) ? fmax( fastest, speed ) : fastest;
	}
	return fastest;
}

static wfBox2 measurePositions( const wfFrame* frame )
{
	wfBox2 box = WF_EMPTY_BOX;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfIncludePoint( &box, wfInPlane( frame->positions[i] ) );
	}
	return wfGrowBox( box, 1.0 );
}

static bool hasSketch( const wfPeoplePicture* picture )
{
	bool has = false;
	for ( int32_t k = 0; k < picture->groupsNow.groups.count; ++k )
	{
		has = has || picture->groupsNow.groups.data[k].sketch >= 0;
	}
	return has;
}

static bool hasEnd( const wfPeoplePicture* picture )
{
	bool has = false;
	for ( int32_t k = 0; k < picture->groupsNow.groups.count; ++k )
	{
		has = has || picture->groupsNow.groups.data[k].hasEnd;
	}
	return has;
}

static void explainFrame( wfPeoplePicture* picture, const wfFrame* frame, bool moving )
{
	wfMapSheet* sheet = &picture->sheet;
	bool arrived = false;
	for ( int32_t i = 0; i < frame->count && frame->states != NULL; ++i )
	{
		arrived = arrived || frame->states[i] == wf_atEnd;
	}
	bool nobody = frame->count <= 0 && picture->def->strokes != NULL;
	wfShortText fact = wfFormatText( "%s at %s s", wfCountPeople( frame->count ).text, wfFormatTime( frame->time ).text );
	sheet->fact = nobody ? sheet->fact : fact;
	wfColor plain = wfPeoplePicture_ChooseSign( picture, wfAgentColor( 1 ) );
	if ( picture->poseCount > 0 )
	{
		wfMapSheet_AddBodies( sheet, picture->poses, picture->poseCount, plain, "on foot" );
	}
	wfMapSheet_AddFootsteps( sheet, picture->def, &picture->prints, plain );
	wfMarkKind kind = choosePersonMark( picture );
	bool discs = picture->personCount > 0 || picture->poseCount == 0;
	wfMapSheet_AddMark( sheet, discs && !nobody, kind, plain, "person and heading" );
	bool arrows = moving && picture->personCount > 0;
	wfMark* arrow = wfMapSheet_AddMark( sheet, arrows, wf_arrowMark, wfRgba( WF_INK, 0.62 ), "velocity: 0.5 s of it" );
	arrow->edge = ( wfColor ){ 0 };
	wfMapSheet_AddMark( sheet, arrived && picture->groups == NULL, kind, wfRgb( WF_ARRIVED ), "at the end of the path" );
	wfGroupSigns signs = { .slots = picture->groups != NULL && picture->groups->hasSlots,
						   .strokes = hasSketch( picture ),
						   .ends = hasEnd( picture ),
						   .now = &picture->groupsNow };
	wfMapSheet_AddGroups( sheet, picture->groups, &signs );
	addStrokes( sheet, picture->def );
	wfMapSheet_AddWorld( sheet, 0, true );
	wfMapSheet_SetColors( sheet, picture->palette, picture->fullSpeed, "speed [m/s]" );
}

static wfResult collectFramePeople( wfPeoplePicture* picture, const wfFrame* frame )
{
	wfResult result = wfPeoplePicture_Reserve( picture, frame->count );
	for ( int32_t i = 0; i < frame->count && result == wf_ok; ++i )
	{
		wfPerson person = wfMakePerson( frame, i, picture->def->radius, picture->palette, picture->fullSpeed );
		addGroup( picture, frame->serials != NULL ? frame->serials[i] : (uint32_t)i + 1u, &person );
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
	return result;
}

static wfResult drawFrame( wfPeoplePicture* picture, const wfFrame* frame, wfError* error )
{
	wfMapSheet* sheet = &picture->sheet;
	wfResult result = wfChooseView( picture->def->view, sheet->panel.world, measurePositions( frame ), &sheet->view, error );
	result = result == wf_ok ? wfPeoplePicture_ReadFootsteps( picture, picture->def->footsteps, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	result = picture->groups != NULL ? wfGroupTrack_FindMoment( picture->groups, frame->time, &picture->groupsNow ) : wf_ok;
	double fastest = measureFullSpeed( frame );
	picture->fullSpeed = wfRoundUpSpeed( fastest );
	picture->moment = true;
	result = result == wf_ok ? collectFramePeople( picture, frame ) : result;
	result = result == wf_ok ? choosePrints( picture, frame->time ) : result;
	if ( result == wf_ok )
	{
		explainFrame( picture, frame, fastest > 0.05 );
	}
	return finishMap( picture, result, error );
}

wfResult wfDrawFrame( const char* path, const wfWorld* world, const wfFrame* frame, const wfCrowdPictureDef* def, wfError* error )
{
	wfPeoplePicture picture;
	wfResult result = wfPeoplePicture_Begin( &picture, path, world, def, error );
	if ( result == wf_ok && frame->count <= 0 && world == NULL )
	{
		result = wfFail( error, wf_outOfRange, "there is nobody to draw, and no world" );
	}
	result = result == wf_ok ? drawFrame( &picture, frame, error ) : result;
	wfPeoplePicture_Free( &picture );
	return wfNamePicture( error, path, result );
}

wfResult wfDrawCrowd( const char* path, wfCrowd* crowd, const wfCrowdPictureDef* def, wfError* error )
{
	if ( WF_FAILS( path != NULL && crowd != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef,
					   "a picture of a crowd needs a path, a crowd and a def from wfDefaultCrowdPictureDef" );
	}
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfCrowdPictureDef own = *def;
	wfGroupTrackDef trackDef = wfDefaultGroupTrackDef();
	wfGroupTrack* track = NULL;
	wfResult result = own.groups == NULL ? wfCreateGroupTrack( &trackDef, &track, error ) : wf_ok;
	result = result == wf_ok && track != NULL ? wfGroupTrack_Add( track, crowd, error ) : result;
	own.groups = track != NULL ? track : own.groups;
	result = result == wf_ok ? wfDrawFrame( path, wfCrowd_GetGround( crowd ).world, &frame, &own, error )
							 : wfNamePicture( error, path, result );
	wfDestroyGroupTrack( track );
	return result;
}
