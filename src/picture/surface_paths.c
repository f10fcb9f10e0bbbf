// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Paths, starts and goals drawn on top of a surface: what is in view as lines with a halo, what the surface hides faintly.

#include "picture/surface_drawing.h"

#include <math.h>

// A path is looked at every so many pixels, and where it comes into view or goes out of it to within the second.
#define WF_LOOK_PIXELS 5.0
#define WF_LOOK_CLOSE 0.4
// Stretches in or out of view shorter than this are noise of the triangles along the horizon, pixels.
#define WF_SHORT_RUN 3.5
#define WF_MAX_STARTS 60

typedef struct wfPathSpot
{
	wfVec2 place;
	double along; // pixels from the beginning
	bool visible;
} wfPathSpot;

typedef struct wfPathWalk
{
	const wfSurfaceDrawing* scene;
	wfBox2 box; // on the canvas
	WF_ARRAY( wfPathSpot ) spots;
	wfResult result; // the first failure
} wfPathWalk;

static double distanceOf( wfVec2 a, wfVec2 b )
{
	return hypot( a.x - b.x, a.y - b.y );
}

static bool lookAt( const wfPathWalk* walk, wfVec3 point, int32_t triangle, wfPathSpot* spot )
{
	wfVec2 pixel;
	if ( !wfCamera_Project( &walk->scene->camera, point, &pixel ) || !( fabs( pixel.x ) < 1e6 && fabs( pixel.y ) < 1e6 ) )
	{
		return false;
	}
	*spot = ( wfPathSpot ){ .place = { walk->box.lower.x + pixel.x, walk->box.lower.y + pixel.y } };
	spot->visible = wfIsPlaceVisible( walk->scene->mesh, &walk->scene->camera, point, triangle );
	return true;
}

static void addSpot( wfPathWalk* walk, wfPathSpot spot )
{
	if ( walk->spots.count > 0 )
	{
		const wfPathSpot* last = walk->spots.data + walk->spots.count - 1;
		spot.along = last->along + distanceOf( last->place, spot.place );
	}
	walk->result = walk->result == wf_ok ? wfArray_Push( &walk->spots, spot ) : walk->result;
}

// Where a straight piece comes into view or goes out of it: two spots, one on each side, a fraction of a pixel apart.
static void addTurn( wfPathWalk* walk, int32_t triangle, wfVec3 from, wfPathSpot before, wfVec3 to, wfPathSpot after )
{
	while ( distanceOf( before.place, after.place ) > WF_LOOK_CLOSE )
	{
		wfPathSpot spot = { 0 };
		wfVec3 middle = wfMix3( from, to, 0.5 );
		if ( !lookAt( walk, middle, triangle, &spot ) )
		{
			break;
		}
		bool early = spot.visible == before.visible;
		from = early ? middle : from;
		before = early ? spot : before;
		to = early ? to : middle;
		after = early ? after : spot;
	}
	addSpot( walk, before );
	addSpot( walk, after );
}

static void walkPiece( wfPathWalk* walk, int32_t triangle, wfVec3 from, wfVec3 to )
{
	wfPathSpot first = { 0 }, end = { 0 };
	if ( !lookAt( walk, from, triangle, &first ) || !lookAt( walk, to, triangle, &end ) )
	{
		return;
	}
	int32_t steps = (int32_t)fmin( fmax( ceil( distanceOf( first.place, end.place ) / WF_LOOK_PIXELS ), 1.0 ), 20000.0 );
	if ( walk->spots.count == 0 )
	{
		addSpot( walk, first );
	}
	wfVec3 last = from;
	wfPathSpot before = first;
	for ( int32_t i = 1; i <= steps; ++i )
	{
		wfVec3 here = i == steps ? to : wfMix3( from, to, (double)i / steps );
		wfPathSpot spot = end;
		if ( i < steps && !lookAt( walk, here, triangle, &spot ) )
		{
			continue;
		}
		if ( spot.visible != before.visible )
		{
			addTurn( walk, triangle, last, before, here, spot );
		}
		addSpot( walk, spot );
		last = here;
		before = spot;
	}
}

static void walkPath( wfPathWalk* walk, const wfSurfacePath* path )
{
	walk->spots.count = 0;
	int32_t last = 0;
	for ( int32_t i = 1; i < path->count && walk->result == wf_ok; ++i )
	{
		// Fine meshes have points closer than pixels.
		wfVec2 a = { 0.0, 0.0 }, b = { 0.0, 0.0 };
		bool seen = wfCamera_Project( &walk->scene->camera, path->points[last], &a ) &&
					wfCamera_Project( &walk->scene->camera, path->points[i], &b );
		if ( seen && distanceOf( a, b ) < 0.7 && i + 1 < path->count )
		{
			continue;
		}
		// Between points that were left out the straight line leaves the surface; it is the points that are looked at.
		walkPiece( walk, path->triangles != NULL ? path->triangles[i - 1] : -1, path->points[last], path->points[i] );
		last = i;
	}
}

// Short runs take the visibility of what is around them.
static void dropShortRuns( wfPathWalk* walk )
{
	wfPathSpot* spots = walk->spots.data;
	int32_t count = walk->spots.count;
	for ( int32_t first = 0, end = 0; first < count; first = end )
	{
		while ( end < count && spots[end].visible == spots[first].visible )
		{
			end += 1;
		}
		bool whole = first == 0 && end == count, visible = spots[first].visible;
		for ( int32_t i = first; i < end && !whole && spots[end - 1].along - spots[first].along < WF_SHORT_RUN; ++i )
		{
			spots[i].visible = !visible;
		}
	}
}

static void collectRuns( const wfPathWalk* walk, bool visible, wfLines* lines )
{
	for ( int32_t i = 0; i < walk->spots.count; ++i )
	{
		const wfPathSpot* spot = walk->spots.data + i;
		if ( spot->visible == visible )
		{
			wfAddLinePoint( lines, spot->place );
			if ( i + 1 == walk->spots.count || spot[1].visible != visible )
			{
				wfEndLine( lines, 0.1, 0.0 );
			}
		}
	}
}

static wfResult drawPath( wfCanvas* canvas, wfPathWalk* walk, const wfSurfacePath* path, wfColor color, double width,
						  bool hidden )
{
	wfLines lines = { 0 };
	walkPath( walk, path );
	dropShortRuns( walk );
	collectRuns( walk, !hidden, &lines );
	wfResult result = walk->result == wf_ok ? lines.result : walk->result;
	if ( result == wf_ok )
	{
		wfCanvas_AddLines( canvas, &lines, ( wfVec2 ){ 0.0, 0.0 }, ( wfVec2 ){ 1.0, 1.0 }, false );
		if ( hidden )
		{
			color.a = 120;
			wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = color, .strokeWidth = 0.5 * width, .dash = 2.2 * width } );
		}
		else
		{
			wfCanvas_PaintAndKeep( canvas, &( wfPaint ){ .stroke = wfRgba( 0xFFFFFF, 0.9 ), .strokeWidth = 1.9 * width } );
			wfCanvas_Stroke( canvas, color, width );
		}
	}
	wfFreeLines( &lines );
	return result;
}

static void drawStart( wfCanvas* canvas, const wfPathWalk* walk, const wfSurfacePath* path, double radius )
{
	wfPathSpot spot;
	if ( !lookAt( walk, path->points[0], path->triangles != NULL ? path->triangles[0] : -1, &spot ) )
	{
		return;
	}
	if ( spot.visible )
	{
		wfDrawStartMark( canvas, spot.place, radius );
		return;
	}
	wfCanvas_AddCircle( canvas, spot.place, radius );
	wfCanvas_Stroke( canvas, wfRgba( WF_INK, 0.45 ), 0.35 * radius );
}

wfResult wfDrawSurfacePaths( wfCanvas* canvas, const wfSurfaceDrawing* scene, const wfSurfacePictureDef* def, wfBox2 box,
							 double font )
{
	double width = ( def->pathCount <= 12 ? 0.26 : def->pathCount <= 60 ? 0.16 : 0.1 ) * font;
	wfPathWalk walk = { .scene = scene, .box = box };
	wfResult result = wf_ok;
	// Of many paths the hidden parts would be a tangle.
	for ( int32_t pass = def->pathCount <= WF_MAX_STARTS ? 0 : 1; pass < 2; ++pass )
	{
		for ( int32_t k = 0; k < def->pathCount && result == wf_ok; ++k )
		{
			result = drawPath( canvas, &walk, def->paths + k, wfPathColor( k ), width, pass == 0 );
		}
	}
	for ( int32_t k = 0; k < def->pathCount && result == wf_ok && def->pathCount <= WF_MAX_STARTS; ++k )
	{
		if ( def->paths[k].count > 0 )
		{
			drawStart( canvas, &walk, def->paths + k, ( def->pathCount <= 12 ? 0.42 : 0.3 ) * font );
		}
	}
	wfArray_Free( &walk.spots );
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- goals

// The goal's vertex nearest to the middle of all of them, -1 without any.
static int32_t findGoal( const wfMesh* mesh, const wfSurfaceField* field, int32_t* goals )
{
	const wfVec3* vertices = mesh->vertices;
	int32_t vertexCount = mesh->vertexCount, count = 0, best = -1;
	wfVec3 sum = { 0.0, 0.0, 0.0 };
	for ( int32_t v = 0; v < vertexCount; ++v )
	{
		if ( wfSurfaceField_IsGoal( field, v ) )
		{
			sum = wfAdd3( sum, vertices[v] );
			count += 1;
		}
	}
	double least = INFINITY;
	for ( int32_t v = 0; v < vertexCount && count > 0; ++v )
	{
		wfVec3 off = wfSub3( vertices[v], wfScale3( 1.0 / count, sum ) );
		if ( wfDot3( off, off ) < least && wfSurfaceField_IsGoal( field, v ) )
		{
			least = wfDot3( off, off );
			best = v;
		}
	}
	*goals = count;
	return best;
}

void wfDrawSurfaceGoal( wfCanvas* canvas, const wfSurfaceDrawing* scene, const wfSurfaceField* field, wfBox2 box, double font )
{
	int32_t count, vertex = findGoal( scene->mesh, field, &count );
	wfPathWalk walk = { .scene = scene, .box = box };
	wfPathSpot spot;
	if ( vertex < 0 || !lookAt( &walk, scene->mesh->vertices[vertex], -1, &spot ) )
	{
		return;
	}
	if ( spot.visible )
	{
		wfDrawGoalMark( canvas, spot.place, 0.62 * font );
		return;
	}
	wfCanvas_AddCircle( canvas, spot.place, 0.62 * font );
	wfCanvas_AddCircle( canvas, spot.place, 0.25 * font );
	wfCanvas_Stroke( canvas, wfRgba( WF_GOAL, 0.5 ), 0.14 * font );
}

void wfStampGoals( wfImage* target, const wfSurfaceImage* image, const wfSurfaceDrawing* scene, const wfSurfaceField* field )
{
	int32_t count;
	findGoal( scene->mesh, field, &count );
	wfSurfaceStamp stamp = { .radius = 2.2 * scene->line / scene->camera.scale, .rgb = WF_GOAL, .plain = true };
	for ( int32_t v = 0; v < scene->mesh->vertexCount && count > 1; ++v )
	{
		if ( wfSurfaceField_IsGoal( field, v ) )
		{
			stamp.center = scene->mesh->vertices[v];
			wfStampOnSurface( target, image, &scene->camera, &stamp );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- trails

// Somebody not seen for longer has left and come back.
#define WF_ABSENT_SECONDS 1.5

static wfVec3 nearestPlace( const wfMesh* mesh, wfVec3 point )
{
	wfSurfacePoint nearest = wfMesh_FindNearest( mesh, point, NULL );
	return nearest.triangle >= 0 ? wfMesh_GetPosition( mesh, nearest ) : point;
}

// Recordings of the plane hold no height: the first place is the uppermost of the surface there, the next ones the nearest to
// the place before.
static wfVec3 placeWithoutHeight( const wfSurfaceDrawing* scene, wfVec2 place, const wfVec3* before )
{
	const wfCamera* camera = &scene->camera;
	wfVec3 up = { 0.0, 0.0, 1.0 }, down = { 0.0, 0.0, -1.0 };
	double above = camera->center.z + 2.0 * camera->size, reach = 8.0 * camera->size;
	wfVec3 origin = { place.x, place.y, before != NULL ? before->z : above };
	wfRayHit lower = wfMesh_CastRay( scene->mesh, origin, down, 0.0, reach );
	wfRayHit upper = wfMesh_CastRay( scene->mesh, origin, up, 0.0, reach );
	bool low = lower.point.triangle >= 0, high = upper.point.triangle >= 0;
	if ( low || high )
	{
		wfRayHit hit = low && ( !high || lower.distance <= upper.distance ) ? lower : upper;
		return wfMesh_GetPosition( scene->mesh, hit.point );
	}
	origin.z = before != NULL ? before->z : camera->center.z;
	return nearestPlace( scene->mesh, origin );
}

wfResult wfInkTrails( wfInk* ink, const wfSurfaceImage* image, const wfSurfaceDrawing* scene, const wfTrajectories* trajectories,
					  double width )
{
	wfTrails trails = { 0 };
	wfResult result = trajectories->rowCount > 0 ? wfMakeTrails( trajectories, -INFINITY, 0.0, &trails, NULL ) : wf_ok;
	for ( int32_t person = 0; person < trails.personCount; ++person )
	{
		wfColor color = scene->groups != NULL ? wfGroupTrack_GetColorOf( scene->groups, (uint32_t)trails.ids.data[person] )
											  : wfAgentColor( (uint32_t)person );
		wfInkLine line = { .width = width, .rgb = wfPackColor( color ), .alpha = 0.9, .inside = true };
		const wfTrajectoryRow* before = NULL;
		for ( int64_t i = trails.begins[person]; i < trails.begins[person + 1]; ++i )
		{
			const wfTrajectoryRow* row = trajectories->rows + trails.order[i];
			line.to = trajectories->hasHeights
						  ? nearestPlace( scene->mesh, ( wfVec3 ){ row->x, row->y, row->z } )
						  : placeWithoutHeight( scene, ( wfVec2 ){ row->x, row->y }, before != NULL ? &line.from : NULL );
			if ( before != NULL && ( row->frame - before->frame ) / trajectories->fps <= WF_ABSENT_SECONDS )
			{
				wfInk_AddLine( ink, image, &scene->camera, &line );
			}
			line.from = line.to;
			before = row;
		}
	}
	wfFreeTrails( &trails );
	return result;
}

// Farther from the surface no group follows a stroke, metres.
#define WF_OFF_SURFACE 0.5

static void inkLink( wfInk* ink, const wfSurfaceImage* image, const wfSurfaceDrawing* scene, const wfVec3* points, int32_t count,
					 wfInkLine line )
{
	bool was = false;
	for ( int32_t k = 0; k < count; ++k )
	{
		line.to = nearestPlace( scene->mesh, points[k] );
		bool is = wfDistance3( line.to, points[k] ) <= WF_OFF_SURFACE;
		if ( is && was )
		{
			wfInk_AddLine( ink, image, &scene->camera, &line );
		}
		line.from = line.to;
		was = is;
	}
}

wfResult wfInkSketches( wfInk* ink, const wfSurfaceImage* image, const wfSurfaceDrawing* scene, double width )
{
	WF_ARRAY( wfVec3 ) points = { 0 };
	wfResult result = wf_ok;
	for ( int32_t k = 0; scene->groups != NULL && k < scene->groups->sketches.count; ++k )
	{
		const wfKnownSketch* sketch = &scene->groups->sketches.data[k];
		wfColor color = wfGroupTrack_GetColor( scene->groups, sketch->group );
		wfInkLine line = {
			.width = width, .rgb = wfMixColors( wfPackColor( color ), 0xFFFFFFu, 0.45 ), .alpha = 0.75, .inside = true };
		for ( int32_t link = 0; link < wfStrokes_GetLinkCount( sketch->strokes ) && result == wf_ok; ++link )
		{
			int32_t count = wfStrokes_GetLinkPointsInSpace( sketch->strokes, link, NULL, 0 );
			result = wfArray_Reserve( &points, count );
			if ( result == wf_ok )
			{
				wfStrokes_GetLinkPointsInSpace( sketch->strokes, link, points.data, count );
				inkLink( ink, image, scene, points.data, count, line );
			}
		}
	}
	wfArray_Free( &points );
	return result;
}
