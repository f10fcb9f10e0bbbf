// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Obstacles that the shape of the ground gives: what is too steep, and what other pieces of the mesh stand on or pass through.

#include "base/arrays.h"
#include "base/sets.h"
#include "surface/mask.h"
#include "surface/tuning.h"

static bool makeUnit( wfVec3* up )
{
	// Scaled first, so that no square leaves the range of numbers.
	double size = fmax( fabs( up->x ), fmax( fabs( up->y ), fabs( up->z ) ) );
	if ( !( size > 0.0 && size < INFINITY ) || isnan( up->x ) || isnan( up->y ) || isnan( up->z ) )
	{
		return false;
	}
	*up = ( wfVec3 ){ up->x / size, up->y / size, up->z / size };
	*up = wfScale3( 1.0 / wfLength3( *up ), *up );
	return true;
}

// Unit normal; false where the triangle is too flat to have one. `longest` receives its longest edge.
static bool getNormal( const wfMesh* mesh, int32_t triangle, wfVec3* normal, wfVec3* longest )
{
	const int32_t* corners = mesh->triangles + 3 * (size_t)triangle;
	wfVec3 edges[3];
	int32_t best = 0;
	for ( int32_t k = 0; k < 3; ++k )
	{
		edges[k] = wfSub3( mesh->vertices[corners[( k + 1 ) % 3]], mesh->vertices[corners[k]] );
		best = wfDot3( edges[k], edges[k] ) > wfDot3( edges[best], edges[best] ) ? k : best;
	}
	*longest = edges[best];
	wfVec3 cross = wfCross3( edges[( best + 1 ) % 3], edges[( best + 2 ) % 3] );
	double area = wfLength3( cross );
	if ( !( area > WF_LEAST_HEIGHT * wfDot3( *longest, *longest ) ) )
	{
		return false;
	}
	*normal = wfScale3( 1.0 / area, cross );
	return true;
}

// ----------------------------------------------------------------------------------------------------------------- steep

typedef struct Slopes
{
	const wfMesh* mesh;
	wfVec3 up;
	double leastCosine; // of normals and up, where one may walk
	int32_t* patch;		// by triangle: another one of its patch, itself for the first; -1: not steep
	double* low;		// by first triangle of a patch, along up
	double* high;
} Slopes;

static bool isSteep( const Slopes* slopes, int32_t triangle )
{
	wfVec3 normal, longest;
	if ( getNormal( slopes->mesh, triangle, &normal, &longest ) )
	{
		return fabs( wfDot3( normal, slopes->up ) ) < slopes->leastCosine - WF_SLOPE_SLACK;
	}
	// No more than a line: as steep as that.
	double rise = wfDot3( longest, slopes->up ), length2 = wfDot3( longest, longest );
	double run2 = length2 - rise * rise;
	double cosine2 = slopes->leastCosine * slopes->leastCosine - WF_SLOPE_SLACK;
	return length2 > 0.0 && run2 < cosine2 * length2;
}

// A riser and the side of its stairs meet at an upright edge, all risers of the stairs at the one side: who takes the first step
// does not climb the side.
static bool isUprightCorner( const Slopes* slopes, int32_t h )
{
	const wfMesh* mesh = slopes->mesh;
	wfVec3 edge = wfSub3( mesh->vertices[wfToVertex( mesh, h )], mesh->vertices[wfFromVertex( mesh, h )] );
	wfVec3 one, other, longest;
	if ( !( fabs( wfDot3( edge, slopes->up ) ) > WF_UPRIGHT_COSINE * wfLength3( edge ) ) )
	{
		return false;
	}
	return getNormal( mesh, h / 3, &one, &longest ) && getNormal( mesh, mesh->twin[h] / 3, &other, &longest ) &&
		   fabs( wfDot3( one, other ) ) < WF_CORNER_COSINE;
}

static void joinPatches( Slopes* slopes )
{
	const wfMesh* mesh = slopes->mesh;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		int32_t g = mesh->twin[h];
		if ( g < h || slopes->patch[h / 3] < 0 || slopes->patch[g / 3] < 0 || isUprightCorner( slopes, h ) )
		{
			continue;
		}
		(void)wfJoinSets( slopes->patch, h / 3, g / 3 );
	}
}

static void measurePatches( Slopes* slopes )
{
	const wfMesh* mesh = slopes->mesh;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		slopes->low[t] = INFINITY;
		slopes->high[t] = -INFINITY;
	}
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		if ( slopes->patch[h / 3] >= 0 )
		{
			int32_t first = wfFindRoot( slopes->patch, h / 3 );
			double height = wfDot3( mesh->vertices[mesh->triangles[h]], slopes->up );
			slopes->low[first] = fmin( slopes->low[first], height );
			slopes->high[first] = fmax( slopes->high[first], height );
		}
	}
}

static int32_t blockHighPatches( Slopes* slopes, wfSurfaceMask* mask, double stepHeight )
{
	int32_t count = 0;
	for ( int32_t t = 0; t < slopes->mesh->triangleCount; ++t )
	{
		slopes->patch[t] = isSteep( slopes, t ) ? t : -1;
	}
	joinPatches( slopes );
	measurePatches( slopes );
	double most = stepHeight + WF_STEP_SLACK * slopes->mesh->report.meanEdge;
	for ( int32_t t = 0; t < slopes->mesh->triangleCount; ++t )
	{
		int32_t first = slopes->patch[t] >= 0 ? wfFindRoot( slopes->patch, t ) : -1;
		if ( first >= 0 && slopes->high[first] - slopes->low[first] > most )
		{
			wfBlockTriangle( mask, t );
			count += 1;
		}
	}
	return count;
}

wfResult wfSurfaceMask_BlockSteep( wfSurfaceMask* mask, wfVec3 up, double maxSlope, double stepHeight, int32_t* blocked )
{
	if ( WF_FAILS( mask != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( !( maxSlope >= 0.0 && maxSlope <= 0.5 * WF_PI + WF_SLOPE_SLACK ) || !( stepHeight >= 0.0 ) || !makeUnit( &up ) )
	{
		return wf_outOfRange;
	}
	size_t triangles = (size_t)mask->mesh->triangleCount;
	Slopes slopes = { .mesh = mask->mesh, .up = up, .leastCosine = wfCos( maxSlope ) };
	wfArrays arrays = { { WF_ONE_ARRAY( slopes.patch, triangles ), WF_ONE_ARRAY( slopes.low, triangles ),
						  WF_ONE_ARRAY( slopes.high, triangles ) } };
	bool fits = wfArrays_Allocate( &arrays ) == wf_ok;
	int32_t count = fits ? blockHighPatches( &slopes, mask, stepHeight ) : 0;
	wfArrays_Free( &arrays );
	if ( fits && blocked != NULL )
	{
		*blocked = count;
	}
	return fits ? wf_ok : wf_outOfMemory;
}

// --------------------------------------------------------------------------------------------------------------- pierced

// The upright prism over a triangle. What is cut out of another triangle by it lies above and below the first one; heights over
// the first one's plane are linear on the other, so they meet where the least is below and the most above.
typedef struct Prism
{
	const wfMesh* mesh;
	int32_t triangle;
	wfVec3 corners[3];
	wfVec3 inward[3]; // of each side, level, unit
	wfVec3 slope;	  // height over the plane by place: the normal over its rise
	double touch, rise;
	bool pierced;
} Prism;

// False: it is upright or has no area.
static bool makePrism( const wfMesh* mesh, wfVec3 up, int32_t triangle, Prism* prism )
{
	wfVec3 normal, longest;
	if ( !getNormal( mesh, triangle, &normal, &longest ) || fabs( wfDot3( normal, up ) ) < WF_LEAST_FLOOR_COSINE )
	{
		return false;
	}
	double facing = wfDot3( normal, up );
	*prism = ( Prism ){ .mesh = mesh, .triangle = triangle, .slope = wfScale3( 1.0 / facing, normal ) };
	for ( int32_t k = 0; k < 3; ++k )
	{
		prism->corners[k] = mesh->vertices[mesh->triangles[3 * (size_t)triangle + (size_t)k]];
	}
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfVec3 inward = wfCross3( up, wfSub3( prism->corners[( k + 1 ) % 3], prism->corners[k] ) );
		double length = wfLength3( inward );
		if ( !( length > 0.0 ) )
		{
			return false;
		}
		prism->inward[k] = wfScale3( ( facing > 0.0 ? 1.0 : -1.0 ) / length, inward );
	}
	prism->touch = WF_PIERCED_TOUCH * fmax( wfLength3( longest ), mesh->report.meanEdge );
	prism->rise = WF_PIERCED_RISE * mesh->report.meanEdge;
	return true;
}

// Keeps the part of a convex polygon on the inner side of side k; returns the number of its corners.
static int32_t cut( const Prism* prism, int32_t k, const wfVec3* polygon, int32_t count, wfVec3* kept )
{
	int32_t keptCount = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec3 a = polygon[i], b = polygon[( i + 1 ) % count];
		double atA = wfDot3( prism->inward[k], wfSub3( a, prism->corners[k] ) ) + prism->touch;
		double atB = wfDot3( prism->inward[k], wfSub3( b, prism->corners[k] ) ) + prism->touch;
		if ( atA >= 0.0 )
		{
			kept[keptCount++] = a;
		}
		if ( ( atA >= 0.0 ) != ( atB >= 0.0 ) )
		{
			kept[keptCount++] = wfAdd3( a, wfScale3( atA / ( atA - atB ), wfSub3( b, a ) ) );
		}
	}
	return keptCount;
}

static bool lookAt( int32_t triangle, void* context )
{
	Prism* prism = context;
	const int32_t* own = prism->mesh->triangles + 3 * (size_t)prism->triangle;
	const int32_t* others = prism->mesh->triangles + 3 * (size_t)triangle;
	// A cut adds one corner at most: three make six of a triangle.
	wfVec3 polygon[8], kept[8];
	double low = INFINITY, high = -INFINITY;
	for ( int32_t k = 0; k < 3; ++k )
	{
		if ( others[k] == own[0] || others[k] == own[1] || others[k] == own[2] )
		{
			return true;
		}
		polygon[k] = prism->mesh->vertices[others[k]];
		double height = wfDot3( prism->slope, wfSub3( polygon[k], prism->corners[0] ) );
		low = fmin( low, height );
		high = fmax( high, height );
	}
	if ( low > prism->touch || high <= prism->rise )
	{
		return true;
	}
	int32_t count = cut( prism, 0, polygon, 3, kept );
	count = cut( prism, 1, kept, count, polygon );
	count = cut( prism, 2, polygon, count, kept );
	low = INFINITY;
	high = -INFINITY;
	for ( int32_t i = 0; i < count; ++i )
	{
		double height = wfDot3( prism->slope, wfSub3( kept[i], prism->corners[0] ) );
		low = fmin( low, height );
		high = fmax( high, height );
	}
	prism->pierced = low <= prism->touch && high > prism->rise;
	return !prism->pierced;
}

static bool isPierced( const wfMesh* mesh, wfVec3 up, int32_t triangle )
{
	Prism prism;
	if ( !makePrism( mesh, up, triangle, &prism ) )
	{
		return false;
	}
	wfBox3 box = wfTriangleBox( mesh, triangle );
	wfVec3 margin = { prism.touch, prism.touch, prism.touch };
	wfMeshTree_Visit( mesh, wfSub3( box.lower, margin ), wfAdd3( box.upper, margin ), lookAt, &prism );
	return prism.pierced;
}

wfResult wfSurfaceMask_BlockPierced( wfSurfaceMask* mask, wfVec3 up, int32_t* blocked )
{
	if ( WF_FAILS( mask != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( !makeUnit( &up ) )
	{
		return wf_outOfRange;
	}
	int32_t count = 0;
	for ( int32_t t = 0; t < mask->mesh->triangleCount; ++t )
	{
		if ( isPierced( mask->mesh, up, t ) )
		{
			wfBlockTriangle( mask, t );
			count += 1;
		}
	}
	if ( blocked != NULL )
	{
		*blocked = count;
	}
	return wf_ok;
}
