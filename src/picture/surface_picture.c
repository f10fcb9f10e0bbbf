// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A picture of a surface: the shaded image, lines and marks on it, title and legend around it.

#include "base/base.h"
#include "picture/surface_drawing.h"

#include <math.h>

wfSurfacePictureDef wfDefaultSurfacePictureDef( void )
{
	return ( wfSurfacePictureDef ){ .width = 1000,
									.view = { .azimuth = -0.9, .elevation = 0.45, .zoom = 1.0 },
									.contours = true,
									.legend = true,
									.internalCookie = WF_COOKIE };
}

// --------------------------------------------------------------------------------------------------------------- legend

static void setFieldColors( wfMapSheet* sheet, const wfSurfaceDrawing* scene )
{
	double ticks[5];
	for ( int32_t k = 0; k < 5; ++k )
	{
		ticks[k] = scene->levels.quantiles[k * ( WF_QUANTILE_COUNT - 1 ) / 4];
	}
	wfShortText texts[5];
	wfFormatTicks( ticks, 5, 1, texts );
	sheet->colors = ( wfColorScale ){ .palette = &scene->palette, .caption = { "attraction q, each colour on equal area" } };
	for ( int32_t k = 0; k < 5; ++k )
	{
		wfMapSheet_AddTick( sheet, k / 4.0, texts[k] );
	}
}

static void setValueColors( wfMapSheet* sheet, const wfSurfaceDrawing* scene, const char* label )
{
	wfValueScale scale = scene->valueScale;
	double range = scale.high - scale.low, step = wfRoundDown125( range / 3.0 ), first = ceil( scale.low / step - 1e-9 );
	wfShortText bound = wfFormatNumber( scale.high, 4 );
	sheet->colors.palette = &scene->palette;
	sheet->colors.caption = wfFormatText( scale.capped ? "%.60s, more than %s as %s" : "%.60s",
										  label != NULL ? label : "value of each triangle", bound.text, bound.text );
	for ( int32_t i = 0; i < WF_MAX_SCALE_TICKS; ++i )
	{
		double value = step * ( first + i ), place = ( value - scale.low ) / range;
		if ( place > 1.0 + 1e-9 )
		{
			break;
		}
		wfMapSheet_AddTick( sheet, place, wfFormatNumber( fabs( value ) < 1e-9 * range ? 0.0 : value, 4 ) );
	}
}

static void addMarks( wfMapSheet* sheet, const wfSurfaceDrawing* scene, const wfSurfaceField* field,
					  const wfSurfacePictureDef* def )
{
	const int64_t* count = scene->levels.count;
	wfMapSheet_AddMark( sheet, field != NULL, wf_targetMark, wfRgb( WF_GOAL ), "goal" );
	int32_t paths = def->pathCount, people = def->frame != NULL ? def->frame->count : 0;
	wfShortText path = wfNamePaths( paths, paths == 1 ? def->paths[0].length : 0.0 );
	wfMapSheet_AddMark( sheet, paths > 0, paths < 3 ? wf_lineMark : wf_pathsMark, wfPathColor( 0 ), path.text )->edge =
		( wfColor ){ 0 };
	wfMapSheet_AddMark( sheet, paths > 0, wf_dotMark, wfRgb( WF_INK ), "start" )->edge = wfRgb( 0xFFFFFF );
	wfMapSheet_AddMark( sheet, count[wf_obstacleVertex] > 0, wf_areaMark, wfRgb( WF_BLOCKED ), "obstacle" );
	wfMapSheet_AddMark( sheet, count[wf_apartVertex] > 0 && def->triangleValues == NULL, wf_areaMark, wfRgb( WF_APART ),
						"not connected" );
	wfMapSheet_AddMark( sheet, def->triangleValues != NULL && scene->valueScale.infinite > 0, wf_areaMark, wfRgb( WF_CLAY ),
						"without limit" );
	wfShortText agents = wfFormatText( "%s %s", wfFormatCount( people ).text, people == 1 ? "agent" : "agents" );
	wfColor own = scene->groups != NULL ? scene->groups->known.data[0].color : wfAgentColor( 0 );
	wfMapSheet_AddMark( sheet, people > 0, wf_discMark, own, agents.text );
	wfMapSheet_AddMark( sheet, def->trails != NULL && def->trails->rowCount > 0, wf_trailMark,
						scene->groups != NULL ? own : ( wfColor ){ 0 }, "where they have been" );
	wfMapSheet_AddGroups( sheet, scene->groups,
						  &( wfGroupSigns ){ .slots = true,
											 .anchorless = true,
											 .strokes = scene->groups != NULL && scene->groups->sketches.count > 0 } );
}

// ---------------------------------------------------------------------------------------------------------------- drawing

wfResult wfPrepareSurfaceDrawing( wfSurfaceDrawing* scene, const wfSurfaceField* field )
{
	wfMakePalette( &scene->palette );
	wfResult result = wfMakeSurfaceLevels( scene->mesh, field, scene->mask, &scene->levels );
	result = result == wf_ok ? wfMakeRelief( scene ) : result;
	if ( scene->values != NULL )
	{
		scene->valueScale = wfMakeValueScale( scene->values, scene->mesh->triangleCount );
	}
	return result;
}

void wfFreeSurfaceDrawing( wfSurfaceDrawing* scene )
{
	wfFreeRelief( scene );
	wfFreeSurfaceLevels( &scene->levels );
}

wfResult wfDrawStill( const wfSurfaceDrawing* scene, wfBox2 box, wfSurfaceImage* image, wfInk* ink )
{
	int32_t width = (int32_t)wfBoxWidth( box ), height = (int32_t)wfBoxHeight( box );
	wfResult result = wfRenderSurface( scene, width, height, image );
	result = result == wf_ok ? wfShadeCorners( image, &scene->camera ) : result;
	result = result == wf_ok ? wfMakeInk( width, height, ink ) : result;
	if ( result == wf_ok )
	{
		wfInkMesh( ink, image, scene );
		wfInk_Blend( ink, &image->image );
		wfInk_Fade( ink, 0.0f );
	}
	return result;
}

// Everything that is pixels: the mesh, its boundary, trails, agents.
static wfResult makePixels( const wfSurfaceDrawing* scene, const wfSurfaceField* field, const wfSurfacePictureDef* def,
							wfBox2 box, wfSurfaceImage* image )
{
	wfInk ink = { 0 };
	wfResult result = wfDrawStill( scene, box, image, &ink );
	if ( result == wf_ok )
	{
		result = wfInkSketches( &ink, image, scene, 7.0 * scene->line );
		wfInk_Blend( &ink, &image->image );
		wfInk_Fade( &ink, 0.0f );
	}
	if ( result == wf_ok && def->trails != NULL )
	{
		result = wfInkTrails( &ink, image, scene, def->trails, 1.5 * scene->line );
		wfInk_Blend( &ink, &image->image );
	}
	wfFreeInk( &ink );
	if ( result == wf_ok && field != NULL )
	{
		wfStampGoals( &image->image, image, scene, field );
	}
	if ( result == wf_ok && def->frame != NULL )
	{
		wfGroupMoment moment = { 0 };
		wfStampedGroups groups = { scene->groups, &moment };
		result = scene->groups != NULL ? wfGroupTrack_FindMoment( scene->groups, def->frame->time, &moment ) : wf_ok;
		if ( result == wf_ok )
		{
			wfStampPeople( &image->image, image, scene->mesh, &scene->camera, def->frame,
						   scene->groups != NULL ? &groups : NULL );
		}
		wfFreeGroupMoment( &moment );
	}
	return result;
}

static wfResult drawInside( wfCanvas* canvas, const wfMapSheet* sheet, const wfSurfaceDrawing* scene, const wfSurfaceField* field,
							const wfSurfacePictureDef* def )
{
	wfBox2 box = sheet->panel.box;
	wfSurfaceImage image = { 0 };
	wfResult result = makePixels( scene, field, def, box, &image );
	if ( result == wf_ok )
	{
		wfCanvas_DrawImage( canvas, &image.image, box );
		wfCanvas_PushClip( canvas, box );
		result = wfDrawSurfacePaths( canvas, scene, def, box, sheet->panel.font );
		if ( field != NULL )
		{
			wfDrawSurfaceGoal( canvas, scene, field, box, sheet->panel.font );
		}
		wfCanvas_PopClip( canvas );
	}
	wfFreeSurfaceImage( &image );
	return result;
}

static void prepareSheet( wfMapSheet* sheet, wfSurfaceDrawing* scene, const wfSurfaceField* field,
						  const wfSurfacePictureDef* def )
{
	sheet->title = def->title;
	sheet->legend = def->legend;
	sheet->frameless = true;
	addMarks( sheet, scene, field, def );
	if ( scene->values != NULL )
	{
		setValueColors( sheet, scene, def->valueLabel );
	}
	else if ( scene->levels.shown )
	{
		setFieldColors( sheet, scene );
	}
	wfSurfaceDrawing_Aim( scene, sheet );
}

void wfSurfaceDrawing_Aim( wfSurfaceDrawing* scene, wfMapSheet* sheet )
{
	// With a vanishing point no length holds everywhere.
	sheet->scaleless = scene->camera.distance > 0.0;
	wfMapSheet_LayOut( sheet );
	wfBox2* box = &sheet->panel.box;
	// Whole pixels: the image must not be smeared over two.
	box->lower = ( wfVec2 ){ floor( box->lower.x ), floor( box->lower.y ) };
	box->upper = ( wfVec2 ){ fmin( ceil( box->upper.x ), sheet->width ), fmin( ceil( box->upper.y ), sheet->height ) };
	wfVec2 middle = { 0.5 * ( sheet->view.lower.x + sheet->view.upper.x ), 0.5 * ( sheet->view.lower.y + sheet->view.upper.y ) };
	scene->camera.scale = sheet->panel.scale;
	scene->camera.origin.x = 0.5 * wfBoxWidth( *box ) - middle.x * scene->camera.scale;
	scene->camera.origin.y = 0.5 * wfBoxHeight( *box ) + middle.y * scene->camera.scale;
	scene->line = fmin( fmax( 0.075 * sheet->panel.font, 0.8 ), 2.2 );
}

static wfResult checkSurfacePicture( const wfMesh* mesh, const wfSurfaceField* field, const wfSurfacePictureDef* def,
									 wfError* error )
{
	if ( field != NULL && wfSurfaceField_GetMesh( field ) != mesh )
	{
		return wfFail( error, wf_outOfRange, "the field is of another mesh than the one to be drawn" );
	}
	if ( def->trails != NULL && def->trails->rowCount > 0 && !( def->trails->fps > 0.0 && def->trails->fps <= 1e6 ) )
	{
		return wfFail( error, wf_outOfRange, "the recording has %g frames a second; expected a number above 0",
					   def->trails->fps );
	}
	return wf_ok;
}

wfResult wfDrawSurface( const char* path, const wfMesh* mesh, const wfSurfaceField* field, const wfSurfacePictureDef* def,
						wfError* error )
{
	if ( WF_FAILS( path != NULL && mesh != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "a picture needs a path, a mesh and a def from wfDefaultSurfacePictureDef" );
	}
	if ( WF_FAILS( def->pathCount <= 0 || def->paths != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "%d paths, and none given", def->pathCount );
	}
	wfSurfaceDrawing scene = { .mesh = mesh,
							   .mask = def->mask,
							   .values = def->triangleValues,
							   .edges = def->edges,
							   .contours = def->contours,
							   .groups = wfGroupTrack_HasGroups( def->groups ) ? def->groups : NULL };
	wfMapSheet sheet = { 0 };
	wfResult result = wfMapSheet_Begin( &sheet, path, def->width, error );
	result = result == wf_ok ? checkSurfacePicture( mesh, field, def, error ) : result;
	result = result == wf_ok ? wfMakeCamera( mesh, &def->view, &scene.camera, &sheet.view, error ) : result;
	if ( result != wf_ok )
	{
		return wfNamePicture( error, path, result );
	}
	wfCanvas* canvas = NULL;
	result = wfPrepareSurfaceDrawing( &scene, field );
	if ( result == wf_ok )
	{
		prepareSheet( &sheet, &scene, field, def );
		result = wfCreateCanvas( sheet.kind, sheet.width, sheet.height, &canvas );
	}
	result = result == wf_ok ? drawInside( canvas, &sheet, &scene, field, def ) : result;
	if ( result == wf_ok )
	{
		wfMapSheet_DrawAround( canvas, &sheet );
	}
	wfFreeSurfaceDrawing( &scene );
	return wfFinishPicture( canvas, path, result, error );
}
