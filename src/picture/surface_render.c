// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where a mesh is looked at from, and its pixels. Each pixel has several samples that know the nearest triangle; then every
// triangle seen in a pixel is shaded once, in the middle of its samples, with lines whose widths are measured on the image.

#include "base/arrays.h"
#include "base/math.h"
#include "picture/surface_drawing.h"

#include <math.h>

#define WF_MAX_PERSPECTIVE 1.5
#define WF_MAX_ZOOM 1000.0
// Room around the mesh, part of what is shown.
#define WF_VIEW_MARGIN 0.03
// Neither side of a picture is longer than so many times the other.
#define WF_MAX_ASPECT 3.0
// Samples worked on at once: pictures are made in bands.
#define WF_BAND_SAMPLES 6000000
// Pictures of more pixels get four samples a pixel instead of nine.
#define WF_FINE_PIXELS 5000000
#define WF_MAX_SIDE_SAMPLES 3
// Lines of equal attraction are light on the colours below this level, dark above.
#define WF_BRIGHT_FROM 0.62
// Weights this much below 0 still count: no gaps between triangles.
#define WF_WEIGHT_SLACK 1e-9

// --------------------------------------------------------------------------------------------------------------- camera

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

static wfVec3 getDirectionToEye( const wfCamera* camera, wfVec3 point )
{
	if ( camera->distance == 0.0 )
	{
		return camera->toEye;
	}
	wfVec3 toEye = wfSub3( wfAdd3( camera->center, wfScale3( camera->distance, camera->toEye ) ), point );
	double length = wfLength3( toEye );
	return length > 0.0 ? wfScale3( 1.0 / length, toEye ) : camera->toEye;
}

bool wfIsPlaceVisible( const wfMesh* mesh, const wfCamera* camera, wfVec3 point, int32_t triangle )
{
	wfEyePoint seen = wfCamera_See( camera, point );
	if ( !( seen.w > WF_NEAREST ) )
	{
		return false;
	}
	wfVec3 toEye = getDirectionToEye( camera, point );
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

// -------------------------------------------------------------------------------------------------------------- samples

// Of a triangle, functions linear on the image: weight of a corner / w = x * across + y * down + at.
typedef struct wfWeights
{
	double across[3], down[3], at[3];
	double sumAcross, sumDown, sumAt; // 1 / w
} wfWeights;

static bool makeWeights( const wfEyePoint* const corner[3], wfWeights* weights )
{
	const wfEyePoint *a = corner[0], *b = corner[1], *c = corner[2];
	const wfEyePoint* const next[3][2] = { { b, c }, { c, a }, { a, b } };
	for ( int32_t k = 0; k < 3; ++k )
	{
		const wfEyePoint *p = next[k][0], *q = next[k][1];
		weights->across[k] = p->y * q->w - p->w * q->y;
		weights->down[k] = p->w * q->x - p->x * q->w;
		weights->at[k] = p->x * q->y - p->y * q->x;
	}
	double determinant = a->x * weights->across[0] + a->y * weights->down[0] + a->w * weights->at[0];
	double scale = 1.0 / determinant;
	// Seen from the side a triangle covers nothing.
	if ( !( fabs( determinant ) > 1e-12 ) || !isfinite( scale ) )
	{
		return false;
	}
	weights->sumAcross = weights->sumDown = weights->sumAt = 0.0;
	for ( int32_t k = 0; k < 3; ++k )
	{
		weights->across[k] *= scale;
		weights->down[k] *= scale;
		weights->at[k] *= scale;
		weights->sumAcross += weights->across[k];
		weights->sumDown += weights->down[k];
		weights->sumAt += weights->at[k];
	}
	return true;
}

typedef struct wfBand
{
	const wfSurfaceDrawing* scene;
	const wfEyePoint* seen; // by vertex
	int32_t side;			// samples of a pixel's side
	int32_t width;			// samples
	int32_t top, height;	// rows of samples
	float* depth;
	int32_t* triangle; // -1: none
} wfBand;

// Samples of a row that a triangle covers: where all weights are above 0.
static void findSpan( const wfWeights* weights, double y, double side, int32_t* first, int32_t* end )
{
	double low = *first, high = *end;
	for ( int32_t k = 0; k < 3; ++k )
	{
		double slope = weights->across[k], rest = weights->down[k] * y + weights->at[k] + WF_WEIGHT_SLACK;
		// In samples: the middle of sample i is at x = ( i + 0.5 ) / side.
		double edge = -rest / slope * side - 0.5;
		if ( slope > 0.0 )
		{
			low = fmax( low, ceil( edge ) );
		}
		else if ( slope < 0.0 )
		{
			high = fmin( high, floor( edge ) + 1.0 );
		}
		else if ( rest < 0.0 )
		{
			high = low;
		}
	}
	*first = wfClampPixel( low, *first, *end );
	*end = wfClampPixel( high, *first, *end );
}

static void fillTriangle( wfBand* band, int32_t t )
{
	const int32_t* vertex = band->scene->mesh->triangles + 3 * (int64_t)t;
	const wfEyePoint* corner[3] = { band->seen + vertex[0], band->seen + vertex[1], band->seen + vertex[2] };
	double side = band->side;
	wfBox2 box = WF_EMPTY_BOX;
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfIncludePoint( &box, ( wfVec2 ){ corner[k]->x / corner[k]->w, corner[k]->y / corner[k]->w } );
	}
	if ( !( corner[0]->w > WF_NEAREST && corner[1]->w > WF_NEAREST && corner[2]->w > WF_NEAREST ) )
	{
		// What reaches behind the eye may be anywhere on the image.
		box = ( wfBox2 ){ { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
	}
	int32_t bottom = band->top + band->height;
	int32_t firstRow = wfClampPixel( floor( box.lower.y * side - 0.5 ), band->top, bottom ),
			endRow = wfClampPixel( ceil( box.upper.y * side + 0.5 ), band->top, bottom );
	int32_t firstX = wfClampPixel( floor( box.lower.x * side - 0.5 ), 0, band->width ),
			endX = wfClampPixel( ceil( box.upper.x * side + 0.5 ), 0, band->width );
	wfWeights weights;
	if ( firstRow >= endRow || firstX >= endX || !makeWeights( corner, &weights ) )
	{
		return;
	}
	const double *across = weights.across, *down = weights.down, *at = weights.at;
	double z[3] = { corner[0]->depth, corner[1]->depth, corner[2]->depth };
	double depthAcross = across[0] * z[0] + across[1] * z[1] + across[2] * z[2];
	for ( int32_t row = firstRow; row < endRow; ++row )
	{
		double y = ( row + 0.5 ) / side;
		int32_t first = firstX, end = endX;
		findSpan( &weights, y, side, &first, &end );
		double depthAt = 0.0, sumAt = weights.sumDown * y + weights.sumAt;
		for ( int32_t k = 0; k < 3; ++k )
		{
			depthAt += ( down[k] * y + at[k] ) * z[k];
		}
		int64_t start = (int64_t)( row - band->top ) * band->width;
		for ( int32_t i = first; i < end; ++i )
		{
			double x = ( i + 0.5 ) / side, sum = weights.sumAcross * x + sumAt;
			float depth = (float)( ( depthAcross * x + depthAt ) / sum );
			if ( sum > 0.0 && sum < 1.0 / WF_NEAREST && depth > band->depth[start + i] )
			{
				band->depth[start + i] = depth;
				band->triangle[start + i] = t;
			}
		}
	}
}

// ------------------------------------------------------------------------------------------------------------- shading

typedef struct wfShaded
{
	uint32_t rgb;
	double depth;
	wfVec3 normal; // in view space, toward the eye
} wfShaded;

// A line of equal attraction here: how much of the pixel it covers. Where lines come too close to be told apart they fade.
static double coverContour( const wfSurfaceDrawing* scene, double value, double slope, bool* bright )
{
	const double* lines = scene->levels.contours;
	int32_t low = 0, high = WF_CONTOUR_LINES - 1;
	while ( high - low > 1 )
	{
		int32_t middle = ( low + high ) / 2;
		*( lines[middle] <= value ? &low : &high ) = middle;
	}
	int32_t nearest = fabs( value - lines[low] ) <= fabs( lines[high] - value ) ? low : high;
	double best = fabs( value - lines[nearest] ), spacing = lines[high] - lines[low];
	*bright = nearest + 1 >= WF_BRIGHT_FROM * ( WF_CONTOUR_LINES + 1 );
	double cover = wfCover( 0.5 * scene->line + 0.5 - best / slope );
	return cover * wfCover( ( spacing / slope - 3.0 ) / 4.0 );
}

static uint32_t colorPlace( const wfSurfaceDrawing* scene, int32_t t, const wfWeights* weights, const double weight[3],
							double sum )
{
	const int32_t* vertex = scene->mesh->triangles + 3 * (int64_t)t;
	const wfSurfaceLevels* levels = &scene->levels;
	if ( wfIsTriangleObstacle( scene, t ) )
	{
		return WF_BLOCKED;
	}
	if ( scene->values != NULL )
	{
		double value = scene->values[t], range = scene->valueScale.high - scene->valueScale.low;
		return isfinite( value ) ? wfPaletteColor( &scene->palette, ( value - scene->valueScale.low ) / range ) : WF_CLAY;
	}
	if ( !levels->shown )
	{
		return levels->kind[vertex[0]] == wf_apartVertex ? WF_APART : WF_CLAY;
	}
	double value[3] = { levels->value[vertex[0]], levels->value[vertex[1]], levels->value[vertex[2]] };
	bool plain = true;
	for ( int32_t k = 0; k < 3; ++k )
	{
		if ( levels->kind[vertex[k]] == wf_apartVertex )
		{
			return WF_APART;
		}
		// Beside obstacles and the boundary lines would show the triangles rather than the field.
		plain = plain && levels->kind[vertex[k]] == wf_plainVertex;
		value[k] = isfinite( value[k] ) ? value[k] : levels->quantiles[0];
	}
	double here = weight[0] * value[0] + weight[1] * value[1] + weight[2] * value[2];
	uint32_t rgb = wfPaletteColor( &scene->palette, wfSurfaceLevels_Find( levels, here ) );
	if ( scene->contours && plain )
	{
		double slopeX = -here * weights->sumAcross, slopeY = -here * weights->sumDown;
		for ( int32_t k = 0; k < 3; ++k )
		{
			slopeX += weights->across[k] * value[k];
			slopeY += weights->down[k] * value[k];
		}
		double slope = sqrt( slopeX * slopeX + slopeY * slopeY ) / sum;
		bool bright = false;
		double cover = slope > 0.0 ? coverContour( scene, here, slope, &bright ) : 0.0;
		if ( cover > 0.0 )
		{
			rgb = wfMixColors( rgb, bright ? 0x0B1C2Cu : 0xFFFFFFu, ( bright ? 0.5 : 0.52 ) * cover );
		}
	}
	return rgb;
}

// Edges of the mesh on request, creases always, faintly: they show the shape.
static uint32_t drawEdges( const wfSurfaceDrawing* scene, int32_t t, const wfWeights* weights, double x, double y, uint32_t rgb )
{
	double cover = 0.0, narrowest = INFINITY;
	for ( int32_t k = 0; k < 3; ++k )
	{
		// The weight of a corner is 0 on the edge that begins after it.
		uint8_t kind = scene->edge[3 * (int64_t)t + ( k + 1 ) % 3];
		double slope = sqrt( weights->across[k] * weights->across[k] + weights->down[k] * weights->down[k] );
		double away = ( weights->across[k] * x + weights->down[k] * y + weights->at[k] ) / slope;
		double strength = scene->edges ? 0.55 : kind == wf_creaseEdge ? 0.35 : 0.0;
		narrowest = fmin( narrowest, 1.0 / slope );
		cover = fmax( cover, strength * wfCover( 0.45 * scene->line + 0.5 - away ) );
	}
	if ( cover == 0.0 )
	{
		return rgb;
	}
	// Triangles of a few pixels would be all edge.
	cover *= wfCover( ( narrowest - 1.5 ) / 6.0 );
	bool dark = wfIsTriangleObstacle( scene, t );
	return wfMixColors( rgb, dark ? 0x8A90A0u : 0x0E1118u, cover );
}

static wfShaded shadePlace( const wfBand* band, int32_t t, double x, double y )
{
	const wfSurfaceDrawing* scene = band->scene;
	const int32_t* vertex = scene->mesh->triangles + 3 * (int64_t)t;
	const wfEyePoint* corner[3] = { band->seen + vertex[0], band->seen + vertex[1], band->seen + vertex[2] };
	const wfCamera* camera = &scene->camera;
	wfWeights weights;
	wfShaded shaded = { WF_CLAY, 0.0, { 0.0, 0.0, 1.0 } };
	if ( !makeWeights( corner, &weights ) )
	{
		return shaded;
	}
	double weight[3], sum = weights.sumAcross * x + weights.sumDown * y + weights.sumAt;
	wfVec3 normal = { 0.0, 0.0, 0.0 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		weight[k] = wfCover( ( weights.across[k] * x + weights.down[k] * y + weights.at[k] ) / sum );
		const float* n = scene->normals + 9 * (int64_t)t + 3 * k;
		normal.x += weight[k] * (double)n[0];
		normal.y += weight[k] * (double)n[1];
		normal.z += weight[k] * (double)n[2];
		shaded.depth += weight[k] * corner[k]->depth;
	}
	// Both sides are lit alike: a surface need not have an outside.
	wfVec3 toEye = getDirectionToEye( camera, scene->mesh->vertices[vertex[0]] );
	double turn = wfDot3( wfFaceOf( scene->mesh, t ), toEye ) < 0.0 ? -1.0 : 1.0;
	wfVec3 n = { turn * wfDot3( normal, camera->right ), turn * wfDot3( normal, camera->up ),
				 turn * wfDot3( normal, camera->toEye ) };
	n.z = n.z > 0.0 ? n.z : 0.0;
	double length = wfLength3( n );
	shaded.normal = length > 0.0 ? wfScale3( 1.0 / length, n ) : ( wfVec3 ){ 0.0, 0.0, 1.0 };
	uint32_t rgb = colorPlace( scene, t, &weights, weight, sum );
	rgb = drawEdges( scene, t, &weights, x, y, rgb );
	shaded.rgb = wfLight( rgb, shaded.normal );
	return shaded;
}

typedef struct wfSeenTriangle
{
	int32_t triangle, count;
	double x, y; // sums
} wfSeenTriangle;

static void resolvePixel( const wfBand* band, int32_t x, int32_t y, wfSurfaceImage* image )
{
	wfSeenTriangle seen[WF_MAX_SIDE_SAMPLES * WF_MAX_SIDE_SAMPLES];
	int32_t count = 0, side = band->side, samples = side * side;
	for ( int32_t s = 0; s < samples; ++s )
	{
		int32_t column = x * side + s % side, row = y * side + s / side, i = 0;
		int32_t triangle = band->triangle[(int64_t)( row - band->top ) * band->width + column];
		while ( i < count && seen[i].triangle != triangle )
		{
			i += 1;
		}
		if ( i == count )
		{
			seen[count++] = ( wfSeenTriangle ){ triangle, 0, 0.0, 0.0 };
		}
		seen[i].count += 1;
		seen[i].x += ( column + 0.5 ) / side;
		seen[i].y += ( row + 0.5 ) / side;
	}
	int64_t pixel = (int64_t)y * image->image.width + x;
	int32_t most = 0, r = 0, g = 0, b = 0;
	image->depth[pixel] = -INFINITY;
	image->normal[pixel] = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfShaded shaded = { WF_BACKDROP, -INFINITY, { 0.0, 0.0, 0.0 } };
		if ( seen[i].triangle >= 0 )
		{
			shaded = shadePlace( band, seen[i].triangle, seen[i].x / seen[i].count, seen[i].y / seen[i].count );
		}
		r += seen[i].count * (int32_t)( shaded.rgb >> 16 & 255 );
		g += seen[i].count * (int32_t)( shaded.rgb >> 8 & 255 );
		b += seen[i].count * (int32_t)( shaded.rgb & 255 );
		if ( seen[i].count > most )
		{
			most = seen[i].count;
			image->depth[pixel] = (float)shaded.depth;
			image->normal[pixel] = seen[i].triangle >= 0 ? wfPackNormal( shaded.normal ) : 0u;
		}
	}
	int32_t half = samples / 2;
	image->image.pixels[pixel] = (uint32_t)( ( r + half ) / samples ) << 16 | (uint32_t)( ( g + half ) / samples ) << 8 |
								 (uint32_t)( ( b + half ) / samples );
}

// ---------------------------------------------------------------------------------------------------------------- image

static wfArrays arraysOf( wfSurfaceImage* image )
{
	size_t count = (size_t)image->image.width * (size_t)image->image.height;
	return ( wfArrays ){ { WF_ONE_ARRAY( image->image.pixels, count ), WF_ONE_ARRAY( image->depth, count ),
						   WF_ONE_ARRAY( image->normal, count ) } };
}

void wfFreeSurfaceImage( wfSurfaceImage* image )
{
	wfArrays arrays = arraysOf( image );
	wfArrays_Free( &arrays );
}

static void renderBand( wfBand* band, wfSurfaceImage* image )
{
	int64_t samples = (int64_t)band->width * band->height;
	for ( int64_t i = 0; i < samples; ++i )
	{
		band->depth[i] = -INFINITY;
		band->triangle[i] = -1;
	}
	for ( int32_t t = 0; t < band->scene->mesh->triangleCount; ++t )
	{
		fillTriangle( band, t );
	}
	for ( int32_t y = band->top / band->side; y < ( band->top + band->height ) / band->side; ++y )
	{
		for ( int32_t x = 0; x < image->image.width; ++x )
		{
			resolvePixel( band, x, y, image );
		}
	}
}

wfResult wfRenderSurface( const wfSurfaceDrawing* scene, int32_t width, int32_t height, wfSurfaceImage* image )
{
	const wfMesh* mesh = scene->mesh;
	int32_t side = (int64_t)width * height <= WF_FINE_PIXELS ? 3 : 2;
	int64_t rowSamples = (int64_t)width * side * side, rows = WF_BAND_SAMPLES / rowSamples;
	rows = rows < 1 ? 1 : rows > height ? height : rows;
	wfEyePoint* seen = NULL;
	wfBand band = { .scene = scene, .side = side, .width = width * side };
	wfArrays work = { { WF_ONE_ARRAY( seen, mesh->vertexCount ), WF_ONE_ARRAY( band.depth, rows * rowSamples ),
						WF_ONE_ARRAY( band.triangle, rows * rowSamples ) } };
	*image = ( wfSurfaceImage ){ .image = { NULL, width, height } };
	wfArrays arrays = arraysOf( image );
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok && wfArrays_Allocate( &work ) != wf_ok )
	{
		wfArrays_Free( &arrays );
		result = wf_outOfMemory;
	}
	for ( int32_t v = 0; v < mesh->vertexCount && result == wf_ok; ++v )
	{
		seen[v] = wfCamera_See( &scene->camera, mesh->vertices[v] );
	}
	band.seen = seen;
	for ( int32_t top = 0; top < height && result == wf_ok; top += (int32_t)rows )
	{
		band.top = top * side;
		band.height = ( top + (int32_t)rows <= height ? (int32_t)rows : height - top ) * side;
		renderBand( &band, image );
	}
	wfArrays_Free( &work );
	return result;
}
