// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Paths: the walk, what is made of it, and what is measured on it.

#include "surface/way.h"

wfSurfaceTraceDef wfDefaultSurfaceTraceDef( void )
{
	wfSurfaceTraceDef def = { 0 };
	def.smooth = true;
	def.tautness = WF_TAUTNESS_OF_FIELD;
	def.internalCookie = WF_COOKIE;
	return def;
}

static void clearPath( wfSurfacePath* path )
{
	path->count = 0;
	path->length = path->clearanceMean = path->clearanceMin = path->largestTurn = 0.0;
	path->steps = path->rescues = 0;
}

static bool isTraceDefValid( const wfSurfaceTraceDef* def )
{
	bool taut = ( def->tautness >= 0.0 && def->tautness <= 1.0 ) || def->tautness == WF_TAUTNESS_OF_FIELD;
	return def->maxPoints >= 0 && taut;
}

wfResult wfSurfaceField_TracePath( const wfSurfaceField* field, wfSurfacePoint start, const wfSurfaceTraceDef* def,
								   wfSurfacePath* path )
{
	if ( WF_FAILS( field != NULL && def != NULL && path != NULL ) || WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	clearPath( path );
	wfHeights heights = wfHeightsOfField( field );
	wfWayNode node;
	if ( !isTraceDefValid( def ) || !wfNodeOfPoint( heights.mesh, start, &node ) )
	{
		return wf_outOfRange;
	}
	wfResult result = wfCheckStart( &heights, &node );
	if ( result != wf_ok )
	{
		return result;
	}
	wfWay way = { 0 };
	result = wfWalkUp( &heights, &node, &way );
	if ( result == wf_ok && def->maxPoints > 0 && way.count > def->maxPoints )
	{
		result = wf_tooLarge;
	}
	if ( result == wf_ok )
	{
		result = wfFillSurfacePath( heights.mesh, &way, path );
	}
	wfWay_Free( &way );
	return result;
}

wfResult wfTraceSurfacePotential( const wfMesh* mesh, const double* p, wfSurfacePoint start, wfSurfacePath* path )
{
	if ( WF_FAILS( mesh != NULL && p != NULL && path != NULL ) )
	{
		return wf_invalidDef;
	}
	clearPath( path );
	wfHeights heights = { mesh, NULL, p, wf_climbPlain };
	wfWayNode node;
	if ( !wfNodeOfPoint( mesh, start, &node ) )
	{
		return wf_outOfRange;
	}
	wfWay way = { 0 };
	wfResult result = wfWalkUp( &heights, &node, &way );
	if ( result == wf_ok || result == wf_unreachable )
	{
		wfResult filled = wfFillSurfacePath( mesh, &way, path );
		result = filled == wf_ok ? result : filled;
	}
	wfWay_Free( &way );
	return result;
}
