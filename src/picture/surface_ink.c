// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is put on the pixels of a surface: discs that lie on it, however it bends, and lines that its depths hide.

#include "base/base.h"
#include "picture/surface_drawing.h"

#include <math.h>

// Discs smaller than this are specks, and are drawn so large, pixels.
#define WF_LEAST_STAMP 1.5
#define WF_LEAST_HEADED_STAMP 2.6

// ---------------------------------------------------------------------------------------------------------------- discs

// How a place on the surface moves from one pixel to the next, to the right and down.
typedef struct wfFootprint
{
	wfVec3 across, down;
} wfFootprint;

static wfFootprint makeFootprint( const wfCamera* camera, double metres, wfVec3 normal )
{
	// Seen nearly from the side that move is long; a bound keeps outlines of a disc from becoming fog.
	double steep = fmax( normal.z, 0.12 ), x = -normal.x / steep * metres, y = normal.y / steep * metres;
	return ( wfFootprint ){ wfAdd3( wfScale3( metres, camera->right ), wfScale3( x, camera->toEye ) ),
							wfAdd3( wfScale3( -metres, camera->up ), wfScale3( y, camera->toEye ) ) };
}

// Metres a distance changes by per pixel, when `away` (unit vector) is the direction it grows in.
static double changePerPixel( const wfFootprint* footprint, wfVec3 away )
{
	double x = wfDot3( footprint->across, away ), y = wfDot3( footprint->down, away );
	return sqrt( x * x + y * y );
}

// Part of the pixel within `radius` of the stamp's heading.
static double coverHeading( const wfSurfaceStamp* stamp, wfVec3 from, double half, double length, const wfFootprint* footprint,
							double metres )
{
	double along = wfDot3( from, stamp->heading );
	along = along < 0.0 ? 0.0 : along > length ? length : along;
	wfVec3 off = wfSub3( from, wfScale3( along, stamp->heading ) );
	double distance = wfLength3( off );
	double change = distance > 0.0 ? changePerPixel( footprint, wfScale3( 1.0 / distance, off ) ) : metres;
	return wfCover( ( half - distance ) / fmax( change, 0.3 * metres ) + 0.5 );
}

void wfStampOnSurface( wfImage* target, const wfSurfaceImage* image, const wfCamera* camera, const wfSurfaceStamp* stamp )
{
	wfEyePoint seen = wfCamera_See( camera, stamp->center );
	if ( !( seen.w > WF_NEAREST ) )
	{
		return;
	}
	double metres = seen.w / camera->scale, radius = fmax( stamp->radius, WF_LEAST_STAMP * metres ), pixels = radius / metres;
	bool headed = pixels >= WF_LEAST_HEADED_STAMP && wfDot3( stamp->heading, stamp->heading ) > 0.0;
	double outline = stamp->plain || pixels < 2.5 ? 0.0 : fmin( fmax( 0.14 * radius, 0.6 * metres ), 1.8 * metres );
	double half = fmin( fmax( 0.11 * radius, 0.55 * metres ), 2.0 * metres ), length = 1.42 * radius;
	double reach = ( headed ? 1.5 : 1.0 ) * pixels + 2.0;
	wfVec2 at = { seen.x / seen.w, seen.y / seen.w };
	wfPixelBox range =
		wfClipPixels( wfBoxAround( at, at, reach ), ( wfPixelBox ){ 0, 0, image->image.width, image->image.height } );
	uint32_t dark = wfMixColors( stamp->rgb, 0x000000u, 0.55 );
	for ( int32_t y = range.top; y < range.bottom; ++y )
	{
		for ( int32_t x = range.left; x < range.right; ++x )
		{
			int64_t pixel = (int64_t)y * image->image.width + x;
			if ( !( image->depth[pixel] > -INFINITY ) )
			{
				continue;
			}
			wfVec3 n = wfUnpackNormal( image->normal[pixel] );
			wfVec3 from = wfSub3( wfCamera_Unproject( camera, x + 0.5, y + 0.5, (double)image->depth[pixel] ), stamp->center );
			double distance = wfLength3( from );
			wfFootprint footprint = makeFootprint( camera, metres, n );
			double change = distance > 0.0 ? changePerPixel( &footprint, wfScale3( 1.0 / distance, from ) ) : metres;
			change = fmax( change, 0.3 * metres );
			// Along the horizon a disc is less than a pixel wide: it fades instead of breaking into dots.
			double disc = wfCover( ( radius - distance ) / change + 0.5 ) * wfCover( ( n.z - 0.03 ) / 0.12 );
			uint32_t* out = target->pixels + pixel;
			if ( disc > 0.0 )
			{
				double edge = outline > 0.0 ? wfCover( ( distance - radius + outline ) / change + 0.5 ) : 0.0;
				// A little of the light, so that discs belong to the surface.
				uint32_t rgb = wfMixColors( stamp->rgb, wfLight( stamp->rgb, n ), 0.6 );
				*out = wfMixColors( *out, wfMixColors( rgb, dark, edge ), disc );
			}
			if ( headed )
			{
				double line = coverHeading( stamp, from, half, length, &footprint, metres );
				*out = line > 0.0 ? wfMixColors( *out, WF_WALL, line ) : *out;
			}
		}
	}
}

// White with an edge in the colour of the group; who stands in it hides it.
static void stampSlots( wfImage* target, const wfSurfaceImage* image, const wfCamera* camera, const wfStampedGroups* groups )
{
	for ( int32_t i = 0; i < groups->moment->members.count; ++i )
	{
		const wfShownMember* member = &groups->moment->members.data[i];
		if ( member->hasSlot && wfDistance3( member->slot, member->place ) > (double)member->radius )
		{
			wfColor color = wfDarken( wfGroupTrack_GetColor( groups->track, member->group ), 0.35 );
			wfSurfaceStamp ring = { .center = member->slot, .radius = 0.7 * (double)member->radius, .rgb = wfPackColor( color ) };
			ring.plain = true;
			wfStampOnSurface( target, image, camera, &ring );
			ring.radius *= 0.6;
			ring.rgb = 0xFFFFFFu;
			wfStampOnSurface( target, image, camera, &ring );
		}
	}
}

void wfStampPeople( wfImage* target, const wfSurfaceImage* image, const wfMesh* mesh, const wfCamera* camera,
					const wfFrame* frame, const wfStampedGroups* groups )
{
	if ( groups != NULL )
	{
		stampSlots( target, image, camera, groups );
	}
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfSurfaceStamp stamp;
		if ( wfMakeSurfaceStamp( mesh, frame, i, &stamp ) )
		{
			uint32_t serial = frame->serials != NULL ? frame->serials[i] : (uint32_t)i + 1u;
			stamp.rgb = groups != NULL ? wfPackColor( wfGroupTrack_GetColorOf( groups->track, serial ) ) : stamp.rgb;
			wfStampOnSurface( target, image, camera, &stamp );
		}
	}
}

bool wfMakeSurfaceStamp( const wfMesh* mesh, const wfFrame* frame, int32_t i, wfSurfaceStamp* stamp )
{
	wfPerson person = wfMakePerson( frame, i, WF_USUAL_RADIUS, NULL, 1.0 );
	wfVec3 place = frame->positions[i];
	if ( !( fabs( place.x ) < 1e12 && fabs( place.y ) < 1e12 && fabs( place.z ) < 1e12 ) )
	{
		return false;
	}
	wfSurfacePoint nearest = wfMesh_FindNearest( mesh, place, NULL );
	wfVec3 normal = nearest.triangle >= 0 ? wfMesh_GetNormal( mesh, nearest.triangle ) : ( wfVec3 ){ 0.0, 0.0, 1.0 };
	double climb = frame->velocities != NULL && isfinite( frame->velocities[i].z ) ? frame->velocities[i].z : 0.0;
	wfVec3 velocity = { person.velocity.x, person.velocity.y, climb };
	double speed = wfLength3( velocity );
	wfVec3 heading = speed > 1e-3 ? velocity : ( wfVec3 ){ person.heading.x, person.heading.y, 0.0 };
	heading = wfSub3( heading, wfScale3( wfDot3( heading, normal ), normal ) );
	double length = wfLength3( heading );
	*stamp = ( wfSurfaceStamp ){ place, person.radius, { 0.0, 0.0, 0.0 }, wfPackColor( person.color ), false };
	stamp->heading = length > 1e-9 ? wfScale3( 1.0 / length, heading ) : stamp->heading;
	// Somebody above or below the surface is shown on it.
	stamp->center = nearest.triangle >= 0 ? wfMesh_GetPosition( mesh, nearest ) : place;
	return true;
}

// ---------------------------------------------------------------------------------------------------------------- lines

// Whether a line this near to the eye lies before what the pixel shows. A line has a width and the surface may turn away under
// it: some pixels of its slope are allowed for, and where it was seen nearly from the side, many.
static bool isBefore( const wfSurfaceImage* image, int64_t pixel, double depth, double metres, double size )
{
	if ( !( image->depth[pixel] > -INFINITY ) )
	{
		return true;
	}
	double steep = fmax( wfUnpackNormal( image->normal[pixel] ).z, 0.12 );
	return depth + 0.0015 * size + 2.0 * metres / steep >= (double)image->depth[pixel];
}

void wfInk_AddLine( wfInk* ink, const wfSurfaceImage* image, const wfCamera* camera, const wfInkLine* line )
{
	wfEyePoint from = wfCamera_See( camera, line->from ), to = wfCamera_See( camera, line->to );
	if ( !( from.w > WF_NEAREST && to.w > WF_NEAREST ) )
	{
		return;
	}
	wfVec2 a = { from.x / from.w, from.y / from.w }, b = { to.x / to.w, to.y / to.w }, along = wfSub2( b, a );
	double half = 0.5 * line->width, square = wfDot2( along, along );
	wfPixelBox range = wfClipPixels( wfBoxAround( a, b, half + 1.0 ), ( wfPixelBox ){ 0, 0, ink->width, ink->height } );
	for ( int32_t y = range.top; y < range.bottom; ++y )
	{
		for ( int32_t x = range.left; x < range.right; ++x )
		{
			double dx = x + 0.5 - a.x, dy = y + 0.5 - a.y,
				   part = square > 0.0 ? wfCover( ( dx * along.x + dy * along.y ) / square ) : 0.0;
			double offX = dx - part * along.x, offY = dy - part * along.y;
			double alpha = line->alpha * wfCover( half + 0.5 - sqrt( offX * offX + offY * offY ) );
			int64_t pixel = (int64_t)y * ink->width + x;
			if ( line->inside && alpha > 0.0 )
			{
				bool there = image->depth[pixel] > -INFINITY;
				alpha *= there ? wfCover( ( wfUnpackNormal( image->normal[pixel] ).z - 0.03 ) / 0.12 ) : 0.0;
			}
			if ( alpha <= 0.0 || alpha < (double)ink->alphas[pixel] )
			{
				continue;
			}
			double depth = from.depth + part * ( to.depth - from.depth );
			if ( isBefore( image, pixel, depth, from.w / camera->scale, camera->size ) )
			{
				ink->alphas[pixel] = (float)alpha;
				ink->colors[pixel] = line->rgb;
			}
		}
	}
}

// Blocked edges between triangles that are not, and blocked vertices without blocked neighbours, are obstacles too.
static void inkThinObstacles( wfInk* ink, const wfSurfaceImage* image, const wfSurfaceDrawing* scene )
{
	const wfMesh* mesh = scene->mesh;
	const uint8_t* kind = scene->levels.kind;
	wfInkLine line = { .width = 3.4 * scene->line, .rgb = WF_BLOCKED, .alpha = 1.0 };
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		bool alone = kind[v] == wf_obstacleVertex;
		for ( int32_t i = mesh->ringFirst[v]; i < mesh->ringFirst[v + 1] && kind[v] == wf_obstacleVertex; ++i )
		{
			int32_t ends[2] = { wfNextHalfEdge( mesh->ring[i] ), wfPreviousHalfEdge( mesh->ring[i] ) };
			// The corner begins one edge of its triangle to a neighbour and ends the other.
			int32_t edges[2] = { mesh->ring[i], ends[1] };
			for ( int32_t k = 0; k < 2; ++k )
			{
				int32_t other = mesh->triangles[ends[k]], twin = mesh->twin[edges[k]];
				bool blocked = kind[other] == wf_obstacleVertex;
				alone = alone && !blocked;
				bool area =
					wfIsTriangleObstacle( scene, mesh->ring[i] / 3 ) || ( twin >= 0 && wfIsTriangleObstacle( scene, twin / 3 ) );
				if ( blocked && !area && v < other )
				{
					line.from = mesh->vertices[v];
					line.to = mesh->vertices[other];
					wfInk_AddLine( ink, image, &scene->camera, &line );
				}
			}
		}
		if ( alone )
		{
			line.from = line.to = mesh->vertices[v];
			wfInk_AddLine( ink, image, &scene->camera, &line );
		}
	}
}

void wfInkMesh( wfInk* ink, const wfSurfaceImage* image, const wfSurfaceDrawing* scene )
{
	const wfMesh* mesh = scene->mesh;
	inkThinObstacles( ink, image, scene );
	wfInkLine line = { .width = 1.9 * scene->line, .rgb = WF_LIMIT_LINE, .alpha = 0.9 };
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		if ( scene->edge[h] == wf_limitEdge )
		{
			line.from = mesh->vertices[wfFromVertex( mesh, h )];
			line.to = mesh->vertices[wfToVertex( mesh, h )];
			wfInk_AddLine( ink, image, &scene->camera, &line );
		}
	}
}
