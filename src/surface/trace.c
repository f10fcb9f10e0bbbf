// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Paths: the walk, what is made of it, and what is measured on it.

#include "surface/boundary.h"
#include "surface/strip.h"

static void clearPath( wfSurfacePath* path )
{
	path->count = 0;
	path->length = path->largestTurn = 0.0;
	path->clearanceMean = path->clearanceMin = NAN;
	path->steps = path->rescues = 0;
}

// As the grid's paths: pulled taut where haste was asked for, unless a bias bends paths on purpose.
static double getTautness( const wfSurfaceField* field, const wfTraceDef* def )
{
	if ( def->tautness != WF_TAUTNESS_OF_FIELD )
	{
		return def->tautness;
	}
	const wfSurfacePlanner* planner = field->planner;
	return planner->def.haste > 0.0 && def->smooth && planner->def.biasKind == wf_noSurfaceBias ? 1.0 : 0.0;
}

static double measureLength( const wfMesh* mesh, const wfNodePath* path )
{
	double length = 0.0;
	for ( int32_t i = 1; i < path->count; ++i )
	{
		wfVec3 from = wfPositionOfNode( mesh, path->data + i - 1 ), to = wfPositionOfNode( mesh, path->data + i );
		length += wfLength3( wfSub3( to, from ) );
	}
	return length;
}

static wfResult straighten( const wfHeights* heights, double tautness, bool smooth, wfNodePath* nodes )
{
	wfStrip strip = { 0 };
	wfNodePath straight = { .rescues = nodes->rescues };
	wfResult result = wfStrip_Make( &strip, heights->mesh, heights, nodes );
	if ( result == wf_ok && tautness >= 1.0 )
	{
		result = wfStrip_PullTaut( &strip );
	}
	else if ( result == wf_ok && tautness > 0.0 )
	{
		double length;
		wfStrip_SetBounds( &strip, 1.0 - tautness );
		result = wfStrip_Tighten( &strip, &length );
	}
	else if ( result == wf_ok && smooth )
	{
		result = wfStrip_Smooth( &strip );
	}
	if ( result == wf_ok )
	{
		result = wfStrip_GetPath( &strip, &straight );
	}
	wfStrip_Free( &strip );
	// Between triangles of no area, which are wider laid flat than they are, the walk itself may be the shorter one.
	bool kept = tautness > 0.0 && measureLength( heights->mesh, nodes ) < measureLength( heights->mesh, &straight );
	if ( result == wf_ok && !kept )
	{
		wfNodePath walked = *nodes;
		*nodes = straight;
		straight = walked;
	}
	wfArray_Free( &straight );
	// A strip that could not be followed is no reason to lose the walk, which arrived.
	return result == wf_numericalFailure ? wf_ok : result;
}

wfResult wfSurfacePlanner_UpdateBoundary( wfSurfacePlanner* planner )
{
	wfDestroyBoundary( planner->boundary );
	return wfCreateBoundary( planner->mesh, planner->blocked, planner->boundaryOnly, &planner->boundary );
}

static wfResult measureClearance( const wfSurfaceField* field, wfSurfacePath* path )
{
	const wfSurfacePlanner* planner = field->planner;
	wfBoundary* own = NULL;
	if ( planner->boundary == NULL )
	{
		wfResult result = wfCreateBoundary( planner->mesh, planner->blocked, planner->boundaryOnly, &own );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	wfMeasureClearance( own != NULL ? own : planner->boundary, planner->mesh, field->core.occupied, path );
	wfDestroyBoundary( own );
	return wf_ok;
}

wfResult wfSurfaceField_TracePath( const wfSurfaceField* field, wfSurfacePoint start, const wfTraceDef* def, wfSurfacePath* path,
								   wfError* error )
{
	if ( WF_FAILS( field != NULL && def != NULL && path != NULL ) || WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	clearPath( path );
	wfHeights heights = wfHeightsOfField( field );
	wfPathNode node;
	wfResult result = wfCheckTraceDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( !wfNodeOfPoint( heights.mesh, start, &node ) )
	{
		return wfFail( error, wf_outOfRange, "the start is on triangle %d with u %g and v %g; expected a place of the mesh",
					   start.triangle, start.u, start.v );
	}
	result = wfCheckStart( &heights, &node );
	if ( result != wf_ok )
	{
		return wfFail( error, result,
					   result == wf_startBlocked ? "the start on triangle %d lies in an obstacle"
												 : "no path leads from triangle %d to the goal",
					   start.triangle );
	}
	wfNodePath nodes = { 0 };
	result = wfWalkUp( &heights, &node, &nodes );
	double tautness = getTautness( field, def );
	if ( result == wf_ok && nodes.count > 2 && ( def->smooth || tautness > 0.0 ) )
	{
		result = straighten( &heights, tautness, def->smooth, &nodes );
	}
	if ( result == wf_ok && def->maxPoints > 0 && nodes.count > def->maxPoints )
	{
		result = wf_tooLarge;
	}
	if ( result == wf_ok )
	{
		result = wfFillSurfacePath( heights.mesh, &nodes, path );
	}
	wfArray_Free( &nodes );
	if ( result == wf_ok && !def->noClearance )
	{
		result = measureClearance( field, path );
	}
	if ( result != wf_ok )
	{
		clearPath( path );
		return wfFail( error, result, "%s", wfDescribeResult( result ) );
	}
	return wf_ok;
}

wfResult wfTraceSurfacePotential( const wfMesh* mesh, const double* p, wfSurfacePoint start, wfSurfacePath* path )
{
	if ( WF_FAILS( mesh != NULL && p != NULL && path != NULL ) )
	{
		return wf_invalidDef;
	}
	clearPath( path );
	wfHeights heights = { mesh, NULL, p, wf_climbPlain };
	wfPathNode node;
	if ( !wfNodeOfPoint( mesh, start, &node ) )
	{
		return wf_outOfRange;
	}
	wfNodePath nodes = { 0 };
	wfResult result = wfWalkUp( &heights, &node, &nodes );
	if ( result == wf_ok || result == wf_unreachable )
	{
		wfResult filled = wfFillSurfacePath( mesh, &nodes, path );
		result = filled == wf_ok ? result : filled;
	}
	wfArray_Free( &nodes );
	return result;
}
