// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "base/arrays.h"
#include "surface/system.h"
#include "surface/tuning.h"

#include <string.h>

wfSurfacePlannerDef wfDefaultSurfacePlannerDef( void )
{
	wfSurfacePlannerDef def = { 0 };
	def.boundary = wf_dirichletWalls;
	def.internalCookie = WF_COOKIE;
	return def;
}

static wfResult validateNumbers( const wfSurfacePlannerDef* def, wfError* error )
{
	double numbers[5] = { def->haste, def->epsilon, def->bias.x, def->bias.y, def->bias.z };
	const char* names[5] = { "haste", "epsilon", "bias.x", "bias.y", "bias.z" };
	for ( int i = 0; i < 5; ++i )
	{
		if ( !isfinite( numbers[i] ) )
		{
			return wfFail( error, wf_outOfRange, "%s is %g; expected a finite number", names[i], numbers[i] );
		}
	}
	if ( def->haste < 0.0 )
	{
		return wfFail( error, wf_outOfRange, "haste is %g; expected 0 or more (per metre)", def->haste );
	}
	if ( def->biasKind != wf_noSurfaceBias && def->biasKind != wf_directionBias && def->biasKind != wf_pointBias )
	{
		return wfFail( error, wf_outOfRange, "biasKind is %d; expected none, a direction or a point", (int)def->biasKind );
	}
	return wf_ok;
}

static wfResult validateBias( const wfSurfacePlanner* planner, wfError* error )
{
	if ( planner->def.biasKind == wf_noSurfaceBias || planner->def.epsilon == 0.0 )
	{
		return wf_ok;
	}
	double lowest, highest;
	wfGetBiasRange( planner, &lowest, &highest );
	double half = 0.5 * ( highest - lowest );
	double widest = WF_LARGEST_BIAS_POTENTIAL / half, steepest = WF_STEEPEST_BIAS / wfGetSteepestBias( planner );
	double least = widest < steepest ? widest : steepest;
	return least >= 1.0
			   ? wf_ok
			   : wfFail( error, wf_outOfRange, "epsilon is %g; expected at most %g in size on a mesh %s", planner->def.epsilon,
						 least * fabs( planner->def.epsilon ), widest < steepest ? "this wide" : "with edges this long" );
}

// ------------------------------------------------------------------------------------------------------------- obstacles

static void copyMask( wfSurfacePlanner* planner, const wfSurfaceMask* mask )
{
	wfBlockVertices( planner, mask, planner->blocked, planner->boundaryOnly );
	for ( int32_t t = 0; t < planner->mesh->triangleCount; ++t )
	{
		planner->maskTriangle[t] = mask != NULL && wfSurfaceMask_IsTriangleBlocked( mask, t );
	}
}

static wfArrays listVertexArrays( wfSurfacePlanner* planner )
{
	size_t vertices = wfCountVertices( planner );
	return ( wfArrays ){ { WF_ONE_ARRAY( planner->blocked, vertices ), WF_ONE_ARRAY( planner->boundaryOnly, vertices ),
						   WF_ONE_ARRAY( planner->maskTriangle, planner->mesh->triangleCount ),
						   WF_ONE_ARRAY( planner->freeComponent, vertices ), WF_ONE_ARRAY( planner->hasteSquared, vertices ) } };
}

// ----------------------------------------------------------------------------------------------------------------- build

static void setAllNodes( wfSurfacePlanner* planner )
{
	for ( int32_t v = 0; v < planner->core.matrix.count; ++v )
	{
		wfSetSurfaceNode( planner, v );
	}
}

// The Delaunay triangulation of the mesh or, where that would leap over a wall one vertex thick, the one with walls held. Which
// of the two depends on the mask alone and not on what was blocked before.
static wfResult triangulate( wfSurfacePlanner* planner, const wfSurfaceMask* mask )
{
	double began = wfGetSeconds();
	wfResult result = wfCreateIntrinsic( planner->mesh, NULL, &planner->intrinsic );
	bool leaps = false;
	if ( result == wf_ok && mask != NULL )
	{
		result = wfFindLeaps( planner, mask->vertexBlocked, &leaps );
	}
	if ( result == wf_ok && leaps )
	{
		wfIntrinsic_Free( &planner->intrinsic );
		result = wfCreateIntrinsic( planner->mesh, mask->vertexBlocked, &planner->intrinsic );
	}
	planner->constrained = leaps;
	planner->core.report.flips = planner->intrinsic.flips;
	planner->core.report.notDelaunay = planner->intrinsic.notDelaunay;
	if ( result == wf_ok )
	{
		result = wfBuildSurfaceSystem( planner );
	}
	planner->core.report.secondsDelaunay = wfGetSeconds() - began;
	return result;
}

static wfResult findOrder( const wfSurfacePlanner* planner, wfOrder* order )
{
	const wfMatrix* matrix = &planner->core.matrix;
	memset( order, 0, sizeof( *order ) );
	if ( matrix->count >= WF_DISSECTED_VERTICES )
	{
		return wfOrderDissected( matrix, planner->mesh->vertices, planner->meanEdge, WF_LEAF_VERTICES, order );
	}
	return wfOrderMinimumDegree( matrix->count, matrix->start, matrix->neighbor, NULL, order );
}

// Everything from the mesh and its obstacles on.
static wfResult build( wfSurfacePlanner* planner, const wfSurfaceMask* mask, wfError* error )
{
	wfResult result = wfPlannerCore_ReportProgress( &planner->core, 0.0 ) ? wf_ok : wf_cancelled;
	if ( result == wf_ok )
	{
		copyMask( planner, mask );
		planner->bridges.count = 0;
		result = triangulate( planner, mask );
	}
	if ( result == wf_ok )
	{
		result = wfFindFreeComponents( planner );
	}
	int32_t bridges = result == wf_ok ? wfFindBridges( planner ) : 0;
	if ( bridges != 0 )
	{
		wfFreeSurfaceSystem( planner );
		result = bridges > 0 ? wfBuildSurfaceSystem( planner ) : wf_outOfMemory;
		result = result == wf_ok ? wfFindFreeComponents( planner ) : result;
	}
	if ( result != wf_ok )
	{
		return result;
	}
	setAllNodes( planner );
	double began = wfGetSeconds();
	wfOrder order;
	result = findOrder( planner, &order );
	result = result == wf_ok ? wfPlannerCore_Analyse( &planner->core, &order, NULL, began, error ) : result;
	return result == wf_ok ? wfPlannerCore_Factorise( &planner->core ) : result;
}

wfResult wfCreateSurfacePlanner( const wfMesh* mesh, const wfSurfacePlannerDef* def, wfSurfacePlanner** planner, wfError* error )
{
	if ( WF_FAILS( mesh != NULL && def != NULL && planner != NULL && def->internalCookie == WF_COOKIE &&
				   ( def->mask == NULL || def->mask->mesh == mesh ) ) )
	{
		return wf_invalidDef;
	}
	*planner = NULL;
	wfResult result = validateNumbers( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfSurfacePlanner* created = wfAllocateZeroed( sizeof( wfSurfacePlanner ) );
	if ( created == NULL )
	{
		return wfFail( error, wf_outOfMemory, "no memory for a planner" );
	}
	created->core = ( wfPlannerCore ){
		.kind = &wfSurfaceKind,
		.editable = def->editable,
		.single = def->precision == wf_singlePrecision,
		.memoryLimit = def->memoryLimit,
		.workers = def->workers,
		.progress = def->progress,
		.progressContext = def->progressContext,
		.placeCount = mesh->vertexCount,
		.checkParts = wfCountSurfaceCheckParts( mesh ),
	};
	created->mesh = mesh;
	created->def = *def;
	created->def.mask = NULL;
	created->meanEdge = mesh->report.meanEdge;
	double largest = WF_LARGEST_EDGE_HASTE / created->meanEdge;
	created->def.haste = def->haste < largest ? def->haste : largest;
	result = validateBias( created, error );
	bool explained = result != wf_ok;
	if ( result == wf_ok )
	{
		wfArrays arrays = listVertexArrays( created );
		result = wfArrays_Allocate( &arrays );
		created->core.blocked = created->blocked;
	}
	if ( result == wf_ok )
	{
		result = build( created, def->mask, error );
		explained = result == wf_tooLarge;
	}
	if ( result == wf_ok )
	{
		result = wfSurfacePlanner_UpdateBoundary( created );
	}
	if ( result != wf_ok )
	{
		wfDestroySurfacePlanner( created );
		return explained ? result : wfFail( error, result, "%s", wfDescribeResult( result ) );
	}
	*planner = created;
	return wf_ok;
}

void wfDestroySurfacePlanner( wfSurfacePlanner* planner )
{
	if ( planner == NULL )
	{
		return;
	}
	wfFreeSurfaceSystem( planner );
	wfIntrinsic_Free( &planner->intrinsic );
	wfArray_Free( &planner->bridges );
	wfArray_Free( &planner->leastRise );
	wfArray_Free( &planner->margin.vertices );
	wfArray_Free( &planner->margin.edges );
	wfArrays arrays = listVertexArrays( planner );
	wfArrays_Free( &arrays );
	wfDestroyBoundary( planner->boundary );
	wfPlannerCore_Free( &planner->core );
	wfRelease( planner, sizeof( *planner ) );
}

wfPlannerReport wfSurfacePlanner_GetReport( const wfSurfacePlanner* planner )
{
	return WF_FAILS( planner != NULL ) ? ( wfPlannerReport ){ 0 } : planner->core.report;
}

const wfMesh* wfSurfacePlanner_GetMesh( const wfSurfacePlanner* planner )
{
	return WF_FAILS( planner != NULL ) ? NULL : planner->mesh;
}

bool wfSurfacePlanner_IsVertexFree( const wfSurfacePlanner* planner, int32_t vertex )
{
	return planner != NULL && vertex >= 0 && vertex < planner->mesh->vertexCount && planner->blocked[vertex] == 0;
}

// ----------------------------------------------------------------------------------------------------------------- edits

// What was blocked and hasty before an edit.
typedef struct Before
{
	uint8_t* blocked;
	double* hasteSquared;
	int32_t* nodes; // whose equations changed
	size_t count;
} Before;

static wfArrays listBefore( Before* before )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( before->blocked, before->count ), WF_ONE_ARRAY( before->hasteSquared, before->count ),
						   WF_ONE_ARRAY( before->nodes, before->count ) } };
}

// The vertices whose equations the edit changed: those blocked or freed, their neighbours, and those of another haste.
static int64_t collectChanged( const Before* before, const wfSurfacePlanner* planner )
{
	const wfMatrix* matrix = &planner->core.matrix;
	int64_t used = 0;
	for ( int32_t v = 0; v < matrix->count; ++v )
	{
		bool changed = before->blocked[v] != planner->blocked[v] || before->hasteSquared[v] != planner->hasteSquared[v];
		for ( int64_t m = matrix->start[v]; !changed && m < matrix->start[v + 1]; ++m )
		{
			changed = before->blocked[matrix->neighbor[m]] != planner->blocked[matrix->neighbor[m]];
		}
		if ( changed )
		{
			before->nodes[used++] = v;
		}
	}
	return used;
}

// The triangulation stays, and with it the pattern, unless `bridges` says that it is not enough: then nothing was solved.
static wfResult refactorise( wfSurfacePlanner* planner, const wfSurfaceMask* mask, bool* bridges )
{
	Before before = { .count = wfCountVertices( planner ) };
	wfArrays arrays = listBefore( &before );
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result != wf_ok )
	{
		return result;
	}
	memcpy( before.blocked, planner->blocked, before.count );
	memcpy( before.hasteSquared, planner->hasteSquared, before.count * sizeof( double ) );
	copyMask( planner, mask );
	result = wfFindFreeComponents( planner );
	int32_t found = result == wf_ok ? wfFindBridges( planner ) : 0;
	result = found < 0 ? wf_outOfMemory : result;
	*bridges = found > 0;
	if ( result == wf_ok && !*bridges )
	{
		int64_t changed = collectChanged( &before, planner );
		for ( int64_t k = 0; k < changed; ++k )
		{
			wfSetSurfaceNode( planner, before.nodes[k] );
		}
		bool anew = changed > planner->core.matrix.count / WF_EDIT_SHARE;
		if ( anew || wfRefactorise( &planner->core.matrix, &planner->core.factor, before.nodes, changed ) != wf_ok )
		{
			result = wfPlannerCore_Factorise( &planner->core );
		}
	}
	wfArrays_Free( &arrays );
	return result;
}

// Everything anew. Fields solved before are still walked by the old triangulation when there is no new one.
static wfResult rebuild( wfSurfacePlanner* planner, const wfSurfaceMask* mask )
{
	wfIntrinsic old = planner->intrinsic;
	memset( &planner->intrinsic, 0, sizeof( planner->intrinsic ) );
	wfFreeSurfaceSystem( planner );
	wfResult result = build( planner, mask, NULL );
	if ( result != wf_ok )
	{
		wfIntrinsic failed = planner->intrinsic;
		planner->intrinsic = old;
		old = failed;
	}
	wfIntrinsic_Free( &old );
	return result;
}

wfResult wfSurfacePlanner_Update( wfSurfacePlanner* planner, const wfSurfaceMask* mask )
{
	if ( WF_FAILS( planner != NULL && ( mask == NULL || mask->mesh == planner->mesh ) ) )
	{
		return wf_invalidDef;
	}
	double began = wfGetSeconds();
	// Without a factor an update failed before: then everything is new. So it is where walls need other edges.
	bool leaps = !planner->core.ready || planner->constrained || planner->bridges.count > 0;
	wfResult result = wf_ok;
	if ( !leaps && mask != NULL )
	{
		result = wfFindLeaps( planner, mask->vertexBlocked, &leaps );
	}
	if ( result == wf_ok && !leaps )
	{
		result = refactorise( planner, mask, &leaps );
	}
	if ( result == wf_ok && leaps )
	{
		result = rebuild( planner, mask );
	}
	if ( result == wf_ok )
	{
		result = wfSurfacePlanner_UpdateBoundary( planner );
	}
	planner->revision += 1;
	if ( result != wf_ok )
	{
		wfFreeSurfaceSystem( planner );
		return result;
	}
	wfPlannerCore_ReportUpdate( &planner->core, began );
	return wf_ok;
}
