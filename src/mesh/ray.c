// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Rays, after Woop, Benthin and Wald (Watertight ray/triangle intersection, 2013): in coordinates in which the ray is the z axis
// an edge is left or right of it by the same rounded number for both of its triangles, so that nothing slips through between
// them.

#include "mesh/build.h"
#include "mesh/tuning.h"

typedef struct Ray
{
	wfVec3 origin, direction; // unit
	double from, reach;
	int32_t ignored;	 // triangle; -1: none
	double leastIncline; // triangles whose plane is closer to the ray, as the cosine of normal and ray, are passed by
} Ray;

typedef struct Sheared
{
	double origin[3], direction[3];
	int32_t kx, ky, kz; // kz: axis along which the ray runs fastest
	double sx, sy, sz;
} Sheared;

static Sheared shearAlong( const Ray* ray )
{
	Sheared s = { .origin = { ray->origin.x, ray->origin.y, ray->origin.z },
				  .direction = { ray->direction.x, ray->direction.y, ray->direction.z } };
	const double* d = s.direction;
	s.kz = fabs( d[0] ) >= fabs( d[1] ) && fabs( d[0] ) >= fabs( d[2] ) ? 0 : fabs( d[1] ) >= fabs( d[2] ) ? 1 : 2;
	s.kx = ( s.kz + 1 ) % 3;
	s.ky = ( s.kz + 2 ) % 3;
	s.sx = d[s.kx] / d[s.kz];
	s.sy = d[s.ky] / d[s.kz];
	s.sz = 1.0 / d[s.kz];
	return s;
}

static wfVec3 shear( const Sheared* s, wfVec3 p )
{
	double q[3] = { p.x - s->origin[0], p.y - s->origin[1], p.z - s->origin[2] };
	return ( wfVec3 ){ q[s->kx] - s->sx * q[s->kz], q[s->ky] - s->sy * q[s->kz], s->sz * q[s->kz] };
}

// A triangle seen edge on: the place of its edges nearest to the ray, where that passes it by no more than rounding.
static bool meetEdgeOn( const wfVec3 corners[3], int32_t t, wfRayHit* hit )
{
	double best = INFINITY, size = 0.0;
	*hit = ( wfRayHit ){ { t, 0.0, 0.0 }, corners[0].z };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfVec3 a = corners[k], b = corners[( k + 1 ) % 3];
		double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
		double share = square > 0.0 ? -( a.x * x + a.y * y ) / square : 0.0;
		share = wfMin( wfMax( share, 0.0 ), 1.0 );
		double dx = a.x + share * x, dy = a.y + share * y, distance = dx * dx + dy * dy;
		size = wfMax( size, square );
		if ( distance < best )
		{
			double weight[3] = { 0.0, 0.0, 0.0 };
			weight[k] = 1.0 - share;
			weight[( k + 1 ) % 3] = share;
			best = distance;
			*hit = ( wfRayHit ){ { t, weight[1], weight[2] }, a.z + share * ( b.z - a.z ) };
		}
	}
	return best <= WF_RAY_EDGE_ON * WF_RAY_EDGE_ON * size;
}

static bool meetTriangle( const wfMesh* mesh, const Sheared* s, int32_t t, wfRayHit* hit )
{
	const int32_t* corners = mesh->triangles + 3 * (size_t)t;
	wfVec3 a = shear( s, mesh->vertices[corners[0]] ), b = shear( s, mesh->vertices[corners[1]] );
	wfVec3 c = shear( s, mesh->vertices[corners[2]] );
	double u = c.x * b.y - c.y * b.x, v = a.x * c.y - a.y * c.x, w = b.x * a.y - b.y * a.x;
	if ( ( u < 0.0 || v < 0.0 || w < 0.0 ) && ( u > 0.0 || v > 0.0 || w > 0.0 ) )
	{
		return false;
	}
	double sum = u + v + w;
	if ( !( sum != 0.0 ) )
	{
		return false;
	}
	double terms =
		fabs( c.x * b.y ) + fabs( c.y * b.x ) + fabs( a.x * c.y ) + fabs( a.y * c.x ) + fabs( b.x * a.y ) + fabs( b.y * a.x );
	if ( !( fabs( sum ) > WF_RAY_EDGE_ON * terms ) )
	{
		// Rounding makes up too much of the weights.
		return meetEdgeOn( ( const wfVec3[3] ){ a, b, c }, t, hit );
	}
	*hit = ( wfRayHit ){ { t, v / sum, w / sum }, ( u * a.z + v * b.z + w * c.z ) / sum };
	return true;
}

// The stretch of the ray within a box, from the outside: rounded so that no hit is lost. False where they do not meet.
static bool meetBox( const Sheared* s, const wfBox3* box, double from, double reach, double* entry )
{
	const double lower[3] = { box->lower.x, box->lower.y, box->lower.z }, upper[3] = { box->upper.x, box->upper.y, box->upper.z };
	for ( int32_t k = 0; k < 3; ++k )
	{
		double low = lower[k] - s->origin[k], high = upper[k] - s->origin[k], d = s->direction[k];
		// Hits are computed with errors of the size of these, whatever the direction.
		double margin = 1e-15 * ( fabs( low ) + fabs( high ) );
		low -= margin;
		high += margin;
		if ( d == 0.0 )
		{
			if ( low > 0.0 || high < 0.0 )
			{
				return false;
			}
			continue;
		}
		double near = ( d > 0.0 ? low : high ) / d, far = ( d > 0.0 ? high : low ) / d;
		from = wfMax( from, near - 4.0 * DBL_EPSILON * fabs( near ) );
		reach = wfMin( reach, far + 4.0 * DBL_EPSILON * fabs( far ) );
	}
	*entry = from;
	return from <= reach;
}

typedef struct Waiting
{
	int32_t node;
	double entry;
} Waiting;

static void meetLeaf( const wfMesh* mesh, const wfBoxNode* node, const Ray* ray, const Sheared* s, wfRayHit* best )
{
	for ( int32_t k = 0; k < node->count; ++k )
	{
		int32_t t = mesh->tree.order[node->first + k];
		wfRayHit hit;
		if ( t == ray->ignored || !meetTriangle( mesh, s, t, &hit ) || !( hit.distance >= ray->from ) ||
			 !( hit.distance <= best->distance ) )
		{
			continue;
		}
		// Of equal distances the lowest triangle counts, whatever the tree.
		if ( hit.distance == best->distance && best->point.triangle >= 0 && best->point.triangle < t )
		{
			continue;
		}
		if ( ray->leastIncline > 0.0 && fabs( wfDot3( wfMesh_GetNormal( mesh, t ), ray->direction ) ) < ray->leastIncline )
		{
			continue;
		}
		*best = hit;
	}
}

static wfRayHit castRay( const wfMesh* mesh, const Ray* ray )
{
	Sheared s = shearAlong( ray );
	wfRayHit best = { { -1, 0.0, 0.0 }, ray->reach };
	Waiting stack[WF_BOX_TREE_DEPTH];
	int32_t waiting = 0;
	double entry;
	if ( meetBox( &s, &mesh->tree.nodes[0].box, ray->from, ray->reach, &entry ) )
	{
		stack[waiting++] = ( Waiting ){ 0, entry };
	}
	while ( waiting > 0 )
	{
		Waiting top = stack[--waiting];
		if ( top.entry > best.distance )
		{
			continue;
		}
		const wfBoxNode* node = &mesh->tree.nodes[top.node];
		if ( node->count > 0 )
		{
			meetLeaf( mesh, node, ray, &s, &best );
			continue;
		}
		Waiting children[2] = { { node->first, 0.0 }, { node->first + 1, 0.0 } };
		bool met[2];
		for ( int32_t k = 0; k < 2; ++k )
		{
			const wfBox3* box = &mesh->tree.nodes[children[k].node].box;
			met[k] = meetBox( &s, box, ray->from, best.distance, &children[k].entry );
		}
		int32_t nearer = met[0] && met[1] && children[1].entry < children[0].entry ? 1 : 0;
		if ( met[1 - nearer] )
		{
			stack[waiting++] = children[1 - nearer];
		}
		if ( met[nearer] )
		{
			stack[waiting++] = children[nearer];
		}
	}
	if ( best.point.triangle < 0 )
	{
		best.distance = INFINITY;
	}
	return best;
}

wfRayHit wfMesh_CastRay( const wfMesh* mesh, wfVec3 origin, wfVec3 direction, double from, double reach )
{
	wfRayHit none = { { -1, 0.0, 0.0 }, INFINITY };
	bool usable = wfIsPlace3( origin ) && wfIsPlace3( direction ) && wfDot3( direction, direction ) > 0.0;
	if ( WF_FAILS( mesh != NULL ) || !usable || isnan( from ) || isnan( reach ) )
	{
		return none;
	}
	Ray ray = { origin, direction, from, reach, -1, 0.0 };
	return castRay( mesh, &ray );
}

// -------------------------------------------------------------------------------------------------------------- headroom

// How much room there is above each triangle: rays from a few of its places, the least distance counts.
typedef struct HeadroomJob
{
	const wfMesh* mesh;
	wfVec3 up; // zero: normals
	double* headroom;
} HeadroomJob;

// The middle, places near the corners and near the middles of the edges: those at the edges see what hangs over a neighbour
// first.
static const double s_samples[7][2] = { { 1.0 / 3.0, 1.0 / 3.0 }, { 0.04, 0.04 }, { 0.92, 0.04 }, { 0.04, 0.92 },
										{ 0.48, 0.04 },			  { 0.48, 0.48 }, { 0.04, 0.48 } };

// At most so many rows of further samples in triangles that are larger than others.
#define WF_SAMPLE_ROWS 8

// Casts a ray from a place of triangle `ignored`, or from both sides of it, `aside` away; only what is lower than all before is
// looked for.
static void castSample( const wfMesh* mesh, Ray* ray, wfVec3 aside, double u, double v )
{
	wfVec3 place = wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ ray->ignored, u, v } );
	bool riser = wfDot3( aside, aside ) > 0.0;
	double freest = 0.0;
	for ( int32_t side = 0; side < ( riser ? 2 : 1 ); ++side )
	{
		ray->origin = side == 0 ? wfAdd3( place, aside ) : wfSub3( place, aside );
		wfRayHit hit = castRay( mesh, ray );
		freest = wfMax( freest, hit.point.triangle >= 0 ? hit.distance : ray->reach );
	}
	ray->reach = freest;
}

static void measureRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const HeadroomJob* job = context;
	const wfMesh* mesh = job->mesh;
	bool byNormal = wfDot3( job->up, job->up ) == 0.0;
	for ( int32_t t = begin; t < end; ++t )
	{
		const double* l = mesh->length + 3 * (size_t)t;
		double longest = wfMax( l[0], wfMax( l[1], l[2] ) );
		Ray ray = { .direction = byNormal ? wfMesh_GetNormal( mesh, t ) : job->up,
					.from = WF_OWN_PLACE * longest,
					.reach = INFINITY,
					.ignored = t,
					.leastIncline = WF_EDGE_ON };
		wfVec3 normal = wfMesh_GetNormal( mesh, t );
		bool riser = !byNormal && fabs( wfDot3( normal, job->up ) ) < WF_RISER;
		wfVec3 aside = wfScale3( riser ? WF_BESIDE_RISER * longest : 0.0, normal );
		for ( int32_t k = 0; k < 7; ++k )
		{
			castSample( mesh, &ray, aside, s_samples[k][0], s_samples[k][1] );
		}
		// Triangles that are large among those around get samples about a mean edge apart.
		double rows = wfMin( longest / mesh->report.meanEdge, WF_SAMPLE_ROWS );
		for ( int32_t i = 0; rows > 2.0 && i < (int32_t)rows; ++i )
		{
			for ( int32_t j = 0; j < (int32_t)rows - i; ++j )
			{
				castSample( mesh, &ray, aside, ( i + 1.0 / 3.0 ) / (int32_t)rows, ( j + 1.0 / 3.0 ) / (int32_t)rows );
			}
		}
		job->headroom[t] = ray.reach;
	}
}

wfResult wfMesh_MeasureHeadroom( const wfMesh* mesh, wfVec3 up, wfWorkers* workers, double* headroom )
{
	if ( WF_FAILS( mesh != NULL && headroom != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( !wfIsPlace3( up ) )
	{
		return wf_outOfRange;
	}
	double length = wfLength3( up );
	HeadroomJob job = { mesh, length > 0.0 ? wfScale3( 1.0 / length, up ) : ( wfVec3 ){ 0.0, 0.0, 0.0 }, headroom };
	wfWorkers_ParallelFor( workers, measureRange, mesh->triangleCount, WF_HEADROOM_GRAIN, &job );
	return wf_ok;
}
