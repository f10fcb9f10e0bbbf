// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How much room there is above each triangle: rays from a few of its places, the least distance counts.

#include "mesh/ray.h"
#include "mesh/tuning.h"

typedef struct HeadroomJob
{
	const wfMesh* mesh;
	wfVec3 up; // zero: normals
	double* headroom;
} HeadroomJob;

// The middle, places near the corners and near the middles of the edges: those at the rim see what hangs over a neighbour first.
static const double s_samples[7][2] = { { 1.0 / 3.0, 1.0 / 3.0 }, { 0.04, 0.04 }, { 0.92, 0.04 }, { 0.04, 0.92 },
										{ 0.48, 0.04 },			  { 0.48, 0.48 }, { 0.04, 0.48 } };

// At most so many rows of further samples in triangles that are larger than others.
#define WF_SAMPLE_ROWS 8

// Casts a ray from a place of triangle `ignored`, or from both sides of it, `aside` away; only what is lower than all before is
// looked for.
static void castSample( const wfMesh* mesh, wfRay* ray, wfVec3 aside, double u, double v )
{
	wfVec3 place = wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ ray->ignored, u, v } );
	bool riser = wfDot3( aside, aside ) > 0.0;
	double freest = 0.0;
	for ( int32_t side = 0; side < ( riser ? 2 : 1 ); ++side )
	{
		ray->origin = side == 0 ? wfAdd3( place, aside ) : wfSub3( place, aside );
		wfRayHit hit = wfCastRay( mesh, ray );
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
		wfRay ray = { .direction = byNormal ? wfMesh_GetNormal( mesh, t ) : job->up,
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
