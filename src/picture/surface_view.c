// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where a surface is looked at from.

#include "base/base.h"
#include "base/math.h"
#include "picture/surface_drawing.h"

#include <math.h>

#define WF_MAX_PERSPECTIVE 1.5
#define WF_MAX_ZOOM 1000.0
// Room around the mesh, part of what is shown.
#define WF_VIEW_MARGIN 0.03
// Neither side of a picture is longer than so many times the other.
#define WF_MAX_ASPECT 3.0

static wfResult checkView( const wfView* view, wfError* error )
{
	wfVec3 c = view->center;
	wfResult result = wf_ok;
	const char* field = NULL;
	if ( !( fabs( view->azimuth ) <= 1e6 ) )
	{
		field = "view.azimuth";
		result = wfFail( error, wf_outOfRange, "the view's azimuth is %g radians; expected a finite angle", view->azimuth );
	}
	else if ( !( fabs( view->elevation ) <= 1.5708 ) )
	{
		field = "view.elevation";
		result =
			wfFail( error, wf_outOfRange,
					"the view's elevation is %g radians; -pi/2 (from below) to pi/2 (from above) are possible", view->elevation );
	}
	else if ( !( view->zoom > 0.0 && view->zoom <= WF_MAX_ZOOM ) )
	{
		field = "view.zoom";
		result =
			wfFail( error, wf_outOfRange, "the view's zoom is %g; above 0 and up to %g are possible", view->zoom, WF_MAX_ZOOM );
	}
	else if ( !( view->perspective >= 0.0 && view->perspective <= WF_MAX_PERSPECTIVE ) )
	{
		field = "view.perspective";
		result = wfFail( error, wf_outOfRange, "the view's perspective is %g; 0 (parallel) to %g are possible", view->perspective,
						 WF_MAX_PERSPECTIVE );
	}
	else if ( view->hasCenter && !( isfinite( c.x ) && isfinite( c.y ) && isfinite( c.z ) ) )
	{
		field = "view.center";
		result = wfFail( error, wf_outOfRange, "the view's center is not a place" );
	}
	return wfNameField( error, field, result );
}

wfEyePoint wfCamera_See( const wfCamera* camera, wfVec3 point )
{
	wfVec3 p = wfSub3( point, camera->center );
	double depth = wfDot3( p, camera->toEye ), w = camera->distance > 0.0 ? 1.0 - depth / camera->distance : 1.0;
	return ( wfEyePoint ){ camera->origin.x * w + camera->scale * wfDot3( p, camera->right ),
						   camera->origin.y * w - camera->scale * wfDot3( p, camera->up ), w, depth };
}

bool wfCamera_Project( const wfCamera* camera, wfVec3 point, wfVec2* place )
{
	wfEyePoint seen = wfCamera_See( camera, point );
	if ( !( seen.w > WF_NEAREST ) )
	{
		return false;
	}
	*place = ( wfVec2 ){ seen.x / seen.w, seen.y / seen.w };
	return true;
}

wfVec3 wfCamera_Unproject( const wfCamera* camera, double x, double y, double depth )
{
	double w = camera->distance > 0.0 ? 1.0 - depth / camera->distance : 1.0;
	double right = ( x - camera->origin.x ) * w / camera->scale, up = ( camera->origin.y - y ) * w / camera->scale;
	wfVec3 across = wfAdd3( wfScale3( right, camera->right ), wfScale3( up, camera->up ) );
	return wfAdd3( wfAdd3( camera->center, across ), wfScale3( depth, camera->toEye ) );
}

wfVec3 wfCamera_GetDirectionToEye( const wfCamera* camera, wfVec3 point )
{
	if ( camera->distance == 0.0 )
	{
		return camera->toEye;
	}
	wfVec3 way = wfSub3( wfAdd3( camera->center, wfScale3( camera->distance, camera->toEye ) ), point );
	double length = wfLength3( way );
	return length > 0.0 ? wfScale3( 1.0 / length, way ) : camera->toEye;
}

bool wfIsPlaceVisible( const wfMesh* mesh, const wfCamera* camera, wfVec3 point, int32_t triangle )
{
	wfEyePoint seen = wfCamera_See( camera, point );
	if ( !( seen.w > WF_NEAREST ) )
	{
		return false;
	}
	wfVec3 toEye = wfCamera_GetDirectionToEye( camera, point );
	// The triangles the place lies on are met where the ray begins; what is so near hides nothing. Nor shall the next facet of a
	// coarse mesh hide a place whose own triangle faces the eye, or nearly so: along the horizon they do by turns.
	bool facing = triangle >= 0 && wfDot3( wfMesh_GetNormal( mesh, triangle ), toEye ) > -0.2;
	double from = ( facing ? 0.01 : 2e-5 ) * camera->size;
	double reach = camera->distance > 0.0 ? seen.w * camera->distance : 4.0 * camera->size;
	return reach <= from || wfMesh_CastRay( mesh, point, toEye, from, reach ).point.triangle < 0;
}

// What the whole mesh takes up on the view plane through the centre.
static wfBox2 measureMesh( const wfMesh* mesh, const wfCamera* camera )
{
	wfBox2 box = WF_EMPTY_BOX;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		wfVec2 place;
		if ( wfCamera_Project( camera, mesh->vertices[v], &place ) )
		{
			wfIncludePoint( &box, ( wfVec2 ){ place.x, -place.y } );
		}
	}
	return box;
}

wfResult wfMakeCamera( const wfMesh* mesh, const wfView* view, wfCamera* camera, wfBox2* shown, wfError* error )
{
	wfResult result = checkView( view, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfVec3 lower = mesh->vertices[0], upper = lower;
	for ( int32_t v = 1; v < mesh->vertexCount; ++v )
	{
		lower = wfMin3( lower, mesh->vertices[v] );
		upper = wfMax3( upper, mesh->vertices[v] );
	}
	double size = wfLength3( wfSub3( upper, lower ) );
	if ( !( size > 1e-100 && size < 1e100 ) )
	{
		wfFail( error, wf_outOfRange, "a mesh of %g m from corner to corner cannot be drawn", size );
		return wfNameField( error, "mesh", wf_outOfRange );
	}
	wfCosSin a = wfCosSinOf( view->azimuth ), e = wfCosSinOf( view->elevation );
	*camera = ( wfCamera ){ .right = { -a.sine, a.cosine, 0.0 }, .size = size, .scale = 1.0 };
	camera->toEye = ( wfVec3 ){ e.cosine * a.cosine, e.cosine * a.sine, e.sine };
	if ( view->yUp )
	{
		camera->right = ( wfVec3 ){ camera->right.x, camera->right.z, -camera->right.y };
		camera->toEye = ( wfVec3 ){ camera->toEye.x, camera->toEye.z, -camera->toEye.y };
	}
	camera->up = wfCross3( camera->toEye, camera->right );
	camera->center = view->hasCenter ? view->center : wfScale3( 0.5, wfAdd3( lower, upper ) );
	camera->distance = view->perspective > 0.0 ? size / view->perspective : 0.0;
	wfBox2 box = measureMesh( mesh, camera );
	if ( !( box.lower.x <= box.upper.x ) )
	{
		wfFail( error, wf_outOfRange, "all of the mesh is behind the eye" );
		return wfNameField( error, "view.center", wf_outOfRange );
	}
	wfVec2 middle = { 0.5 * ( box.lower.x + box.upper.x ), 0.5 * ( box.lower.y + box.upper.y ) };
	wfVec2 half = { 0.5 * ( box.upper.x - box.lower.x ), 0.5 * ( box.upper.y - box.lower.y ) };
	if ( view->hasCenter )
	{
		half = ( wfVec2 ){ fmax( -box.lower.x, box.upper.x ), fmax( -box.lower.y, box.upper.y ) };
		middle = ( wfVec2 ){ 0.0, 0.0 };
	}
	double margin = WF_VIEW_MARGIN * fmax( half.x, half.y ) + 1e-6 * size;
	half = ( wfVec2 ){ half.x + margin, half.y + margin };
	half.x = fmax( half.x, half.y / WF_MAX_ASPECT );
	half.y = fmax( half.y, half.x / WF_MAX_ASPECT );
	half = ( wfVec2 ){ half.x / view->zoom, half.y / view->zoom };
	*shown = ( wfBox2 ){ { middle.x - half.x, middle.y - half.y }, { middle.x + half.x, middle.y + half.y } };
	return wf_ok;
}
