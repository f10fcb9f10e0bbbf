// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How much room there is above each triangle: rays from a few of its places, the least distance counts.

#include "mesh/tree.h"

// Rays per range of work: fixed, so that nothing depends on the workers.
#define WF_HEADROOM_GRAIN 256

// Planes closer to the ray than this lie along it: a wall has nothing below it, and what rounding makes of its triangles must not
// count.
#define WF_EDGE_ON 1e-9

// Hits closer than this part of the longest edge are the triangle's own neighbours, met at the place the ray starts from.
#define WF_OWN_PLACE 1e-6

typedef struct HeadroomJob
{
	const wfMesh* mesh;
	wfVec3 up; // zero: normals
	double* headroom;
} HeadroomJob;

// The middle, places near the corners and near the middles of the edges: those at the rim see what hangs over a neighbour first.
static const double s_samples[7][2] = { { 1.0 / 3.0, 1.0 / 3.0 }, { 0.04, 0.04 }, { 0.92, 0.04 }, { 0.04, 0.92 },
										{ 0.48, 0.04 },			  { 0.48, 0.48 }, { 0.04, 0.48 } };

static void measureRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const HeadroomJob* job = context;
	const wfMesh* mesh = job->mesh;
	bool byNormal = wfDot3( job->up, job->up ) == 0.0;
	for ( int32_t t = begin; t < end; ++t )
	{
		const double* l = mesh->length + 3 * (size_t)t;
		wfRay ray = { .direction = byNormal ? wfMesh_GetNormal( mesh, t ) : job->up,
					  .from = WF_OWN_PLACE * fmax( l[0], fmax( l[1], l[2] ) ),
					  .reach = INFINITY,
					  .ignored = t,
					  .leastIncline = WF_EDGE_ON };
		for ( int32_t k = 0; k < 7; ++k )
		{
			ray.origin = wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ t, s_samples[k][0], s_samples[k][1] } );
			// Only what is lower than all before is looked for.
			wfRayHit hit = wfCastRay( mesh, &ray );
			if ( hit.point.triangle >= 0 )
			{
				ray.reach = hit.distance;
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
