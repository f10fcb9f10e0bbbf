// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A ground's life, and places on it.
#include "ground/on_mesh.h"
#include "ground/parts.h"
#include "world/geometry.h"
#include "world/world.h"

#include <stdio.h>

wfGroundDef wfMakePlaneGround( wfWorld* world )
{
	return ( wfGroundDef ){ .world = world, .internalCookie = WF_COOKIE };
}

wfGroundDef wfMakeMeshGround( const wfMesh* mesh )
{
	return ( wfGroundDef ){ .mesh = mesh, .boundary = wf_dirichletWalls, .internalCookie = WF_COOKIE };
}

static wfResult checkMeshDef( const wfGroundDef* def, wfError* error )
{
	double up = wfDot3( def->up, def->up );
	if ( !( def->height >= 0.0 && def->height <= 1e6 ) )
	{
		return wfRefuse( error, "height", "is %g, expected a number from %g to %g", def->height, 0.0, 1e6 );
	}
	if ( !( up == 0.0 || fabs( up - 1.0 ) < 1e-6 ) )
	{
		return wfFail( error, wf_outOfRange, "up is (%g, %g, %g), expected a unit vector or zero", def->up.x, def->up.y,
					   def->up.z );
	}
	if ( def->boundary < wf_dirichletWalls || def->boundary > wf_neumannWalls )
	{
		return wfFail( error, wf_outOfRange, "boundary is %d, expected one of wfWalls", (int)def->boundary );
	}
	if ( def->mask != NULL && def->mask->mesh != def->mesh )
	{
		return wfFail( error, wf_invalidDef, "the obstacles belong to another mesh" );
	}
	return wf_ok;
}

wfResult wfCheckGroundDef( const wfGroundDef* def, wfError* error )
{
	if ( WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the ground def was not made by wfMakePlaneGround or wfMakeMeshGround" );
	}
	if ( WF_FAILS( ( def->world != NULL ) != ( def->mesh != NULL ) ) )
	{
		return wfFail( error, wf_invalidDef, "a ground is a world or a mesh" );
	}
	return def->mesh != NULL ? checkMeshDef( def, error ) : wf_ok;
}

wfResult wfGround_Create( wfGround* ground, const wfGroundDef* def, const wfGroundSettings* settings, wfError* error )
{
	*ground = ( wfGround ){ .def = *def, .settings = *settings, .world = def->world, .mesh = def->mesh };
	ground->def.mask = NULL;
	ground->routes.worldRevision = wfGround_GetRevision( ground );
	wfResult result = def->mesh != NULL ? wfCreateMeshParts( ground, def->mask ) : wf_ok;
	return result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for the obstacles of a surface" );
}

void wfGround_Free( wfGround* ground )
{
	wfGround_FreeRoutes( ground );
	wfPatchMap_Free( &ground->patches );
	for ( int32_t k = 0; k < ground->goals.count; ++k )
	{
		wfReleaseArray( ground->goals.data[k].vertices, (size_t)ground->goals.data[k].vertexCount, sizeof( int32_t ) );
	}
	wfArray_Free( &ground->goals );
	wfReleaseArray( ground->walkable, ground->mesh != NULL ? (size_t)ground->mesh->triangleCount : 0, sizeof( uint8_t ) );
	wfDestroySurfaceMask( ground->mask );
}

uint64_t wfGround_GetRevision( const wfGround* ground )
{
	return ground->world != NULL ? wfWorld_GetRevision( ground->world ) : 0;
}

// --------------------------------------------------------------------------------------------------------------- places

bool wfGround_FindPlace( const wfGround* ground, wfVec3 position, wfSurfacePoint point, wfPlace* place )
{
	const wfMesh* mesh = ground->mesh;
	if ( mesh == NULL )
	{
		*place = wfPlaceInPlane( wfInPlane( position ) );
		return true;
	}
	point = point.triangle == -1 ? wfMesh_FindNearest( mesh, position, NULL ) : point;
	bool isOnMesh = wfIsSurfacePoint( mesh, point );
	wfFlat flat = isOnMesh ? wfFlatOfPoint( mesh, point ) : ( wfFlat ){ 0.0, 0.0 };
	*place = ( wfPlace ){ flat.x, flat.y, point.triangle };
	return isOnMesh;
}

// Farther beside its triangle than rounding a place would lie outside of all patches.
bool wfGround_IsPlace( const wfGround* ground, wfPlace place )
{
	if ( ground->mesh == NULL )
	{
		return true;
	}
	if ( place.triangle < 0 || place.triangle >= ground->mesh->triangleCount )
	{
		return false;
	}
	wfSurfacePoint point = wfGround_GetPoint( ground, place );
	return point.u >= -1e-3 && point.v >= -1e-3 && point.u + point.v <= 1.001;
}

wfSurfacePoint wfGround_GetPoint( const wfGround* ground, wfPlace place )
{
	return ground->mesh == NULL ? ( wfSurfacePoint ){ -1, 0.0, 0.0 }
								: wfPointOfFlat( ground->mesh, place.triangle, ( wfFlat ){ place.x, place.y } );
}

wfVec2 wfGround_OutOfSpace( const wfGround* ground, int32_t triangle, wfVec3 v )
{
	const wfMesh* mesh = ground->mesh;
	return mesh == NULL ? wfInPlane( v ) : ( wfVec2 ){ wfDot3( v, mesh->axisX[triangle] ), wfDot3( v, mesh->axisY[triangle] ) };
}

wfVec2 wfGround_GetOffset( const wfGround* ground, wfPlace from, wfPlace to )
{
	if ( ground->mesh == NULL )
	{
		return ( wfVec2 ){ to.x - from.x, to.y - from.y };
	}
	wfTangent tangent = wfTangentAt( ground->mesh, from );
	return wfRollOut( &tangent, wfGround_GetPosition( ground, to ), wfNormalOf( ground->mesh, to.triangle ) );
}

void wfGround_PrintPlace( const wfGround* ground, wfPlace place, char* text, size_t size )
{
	wfVec3 at = wfGround_GetPosition( ground, place );
	int length = snprintf( text, size, "%.6g, %.6g", at.x, at.y );
	if ( ground->mesh != NULL && length > 0 && (size_t)length < size )
	{
		snprintf( text + length, size - (size_t)length, ", %.6g", at.z );
	}
}

bool wfGround_HasDestination( const wfGround* ground, const wfDestination* to )
{
	if ( ground->mesh != NULL )
	{
		return to->isGoal ? to->goal.index1 != 0 && to->goal.index1 <= (uint32_t)ground->goals.count
						  : to->place.triangle == -1 || wfIsSurfacePoint( ground->mesh, to->place );
	}
	// A goal that is there has points.
	return !to->isGoal || ( to->goal.index1 != 0 && wfWorld_IsGoalValid( ground->world, to->goal ) );
}

void wfGround_Settle( const wfGround* ground, wfDestination* to )
{
	if ( ground->mesh == NULL )
	{
		to->point.z = 0.0;
	}
	else if ( !to->isGoal )
	{
		to->place = to->place.triangle == -1 ? wfMesh_FindNearest( ground->mesh, to->point, NULL ) : to->place;
		to->point = wfMesh_GetPosition( ground->mesh, to->place );
	}
}

wfResult wfGround_HasRoom( const wfGround* ground, wfPlace place, int32_t kind, double radius, bool* fits )
{
	const wfGeometry* geometry;
	if ( ground->mesh != NULL )
	{
		*fits = wfIsFreeOfWalls( ground, wfGround_GetPosition( ground, place ), radius );
		return wf_ok;
	}
	wfResult result = wfGeometryGet( ground->world, kind, &geometry );
	*fits = result == wf_ok && wfGeometryDistance( geometry, ( wfVec2 ){ place.x, place.y } ) >= radius;
	return result;
}

double wfGround_GetClearance( const wfGround* ground, int32_t layer, wfPlace place, double most )
{
	return ground->mesh != NULL ? wfFindWallDistance( ground, wfGround_GetPosition( ground, place ), most, 0.0 )
								: wfMin( (double)wfLayerRoom( &ground->routes.layers.data[layer], place.x, place.y ), most );
}
