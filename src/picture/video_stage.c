// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Surfaces in videos.

#include "base/base.h"
#include "picture/video.h"

#include <math.h>
#include <string.h>

// Somebody who came farther from one frame to the next did not walk: part of the mesh's size.
#define WF_LONGEST_PART 0.05

void wfFreeVideoStage( wfVideoStage* stage )
{
	wfFreeSurfaceImage( &stage->still );
	wfFreeImage( &stage->frame );
	wfFreeInk( &stage->ink );
	*stage = ( wfVideoStage ){ 0 };
}

static wfResult renderStill( wfVideoStage* stage, wfSurfaceDrawing* scene, int32_t width, int32_t height, bool trails )
{
	wfInk ink = { 0 };
	wfResult result = wfRenderSurface( scene, width, height, &stage->still );
	result = result == wf_ok ? wfShadeCorners( &stage->still, &scene->camera ) : result;
	result = result == wf_ok ? wfMakeInk( width, height, &ink ) : result;
	if ( result == wf_ok )
	{
		wfInkMesh( &ink, &stage->still, scene );
		wfInk_Blend( &ink, &stage->still.image );
	}
	wfFreeInk( &ink );
	result = result == wf_ok ? wfAllocateImage( width, height, &stage->frame ) : result;
	return result == wf_ok && trails ? wfMakeInk( width, height, &stage->ink ) : result;
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
	result = wfMakeSurfaceLevels( def->mesh, NULL, def->mask, &scene.levels );
	if ( result == wf_ok )
	{
		sheet->frameless = true;
		sheet->scaleless = scene.camera.distance > 0.0;
		if ( scene.levels.count[wf_obstacleVertex] > 0 )
		{
			wfMapSheet_AddMark( sheet, wf_areaMark, wfRgb( WF_BLOCKED ), "obstacle" );
		}
		wfMapSheet_LayOut( sheet, def->width );
		wfSurfaceDrawing_Aim( &scene, sheet );
		result = wfMakeRelief( &scene );
	}
	wfBox2 box = sheet->panel.box;
	stage->camera = scene.camera;
	result = result == wf_ok ? renderStill( stage, &scene, (int32_t)( box.upper.x - box.lower.x ),
											(int32_t)( box.upper.y - box.lower.y ), def->trails )
							 : result;
	wfFreeRelief( &scene );
	wfFreeSurfaceLevels( &scene.levels );
	return result == wf_ok ? wf_ok : wfFail( error, result, "the surface could not be drawn: %s", wfDescribeResult( result ) );
}

void wfVideoStage_AddTrail( wfVideoStage* stage, wfVec3 from, wfVec3 to, uint32_t rgb )
{
	if ( wfLength3( wfSub3( to, from ) ) < WF_LONGEST_PART * stage->camera.size )
	{
		wfInkLine line = { from, to, 2.0, rgb, 0.75, true };
		wfInk_AddLine( &stage->ink, &stage->still, &stage->camera, &line );
	}
}

void wfVideoStage_DrawFrame( wfVideoStage* stage, const wfFrame* frame )
{
	size_t count = (size_t)stage->frame.width * (size_t)stage->frame.height;
	memcpy( stage->frame.pixels, stage->still.image.pixels, count * sizeof( uint32_t ) );
	wfInk_Blend( &stage->ink, &stage->frame );
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfSurfaceStamp stamp;
		if ( wfMakeSurfaceStamp( stage->mesh, frame, i, &stamp ) )
		{
			wfStampOnSurface( &stage->frame, &stage->still, &stage->camera, &stamp );
		}
	}
}
