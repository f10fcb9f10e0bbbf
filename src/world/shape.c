// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Shapes and goals: what is refused and why, and the copies the world keeps.
#include "base/math.h"
#include "world/image_distance.h"
#include "world/world.h"

#include <stdio.h>
#include <string.h>

wfShapeDef wfDefaultShapeDef( void )
{
	wfShapeDef def = { 0 };
	def.kind = wf_boxShape;
	def.role = wf_obstacleRole;
	def.halfSize = ( wfVec2 ){ 0.5, 0.5 };
	def.pixelSize = 1.0;
	def.cost = 1.0;
	def.speedUp = def.speedDown = 1.0;
	def.kinds = WF_ALL_KINDS;
	def.internalCookie = WF_COOKIE;
	return def;
}

wfGoalDef wfDefaultGoalDef( void )
{
	wfGoalDef def = { 0 };
	def.kind = wf_pointGoal;
	def.internalCookie = WF_COOKIE;
	return def;
}

wfResult wfRefuse( wfError* error, const char* field, const char* format, ... )
{
	if ( error == NULL )
	{
		return wf_outOfRange;
	}
	char message[sizeof( error->message )];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( message, sizeof( message ), format, arguments );
	va_end( arguments );
	wfFail( error, wf_outOfRange, "%s", message );
	snprintf( error->field, sizeof( error->field ), "%s", field );
	return wf_outOfRange;
}

static wfResult checkNumber( wfError* error, const char* field, double number, double low, double high )
{
	if ( number >= low && number <= high )
	{
		return wf_ok;
	}
	return wfRefuse( error, field, "is %g, expected a number between %g and %g", number, low, high );
}

wfResult wfCheckPoint( wfError* error, const char* name, wfVec2 point )
{
	char field[64];
	snprintf( field, sizeof( field ), "%s.x", name );
	wfResult result = checkNumber( error, field, point.x, -WF_MAX_COORDINATE, WF_MAX_COORDINATE );
	if ( result == wf_ok )
	{
		snprintf( field, sizeof( field ), "%s.y", name );
		result = checkNumber( error, field, point.y, -WF_MAX_COORDINATE, WF_MAX_COORDINATE );
	}
	return result;
}

static wfResult checkPoints( wfError* error, const wfVec2* points, int32_t count, int32_t least )
{
	if ( count < least )
	{
		return wfRefuse( error, "points", "has %d points, expected at least %d", count, least );
	}
	if ( points == NULL )
	{
		return wfRefuse( error, "points", "is null, expected %d points", count );
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( !( fabs( points[k].x ) <= WF_MAX_COORDINATE && fabs( points[k].y ) <= WF_MAX_COORDINATE ) )
		{
			char field[64];
			snprintf( field, sizeof( field ), "points[%d]", k );
			return wfCheckPoint( error, field, points[k] );
		}
	}
	return wf_ok;
}

static wfResult checkRings( const wfShapeDef* def, wfError* error )
{
	wfResult result = checkPoints( error, def->points, def->pointCount, 3 );
	if ( result != wf_ok || def->ringSizes == NULL )
	{
		return result;
	}
	if ( def->ringCount < 1 )
	{
		return wfRefuse( error, "ringCount", "is %d, expected at least 1", def->ringCount );
	}
	int64_t sum = 0;
	for ( int32_t k = 0; k < def->ringCount; ++k )
	{
		if ( def->ringSizes[k] < 3 )
		{
			char field[64];
			snprintf( field, sizeof( field ), "ringSizes[%d]", k );
			return wfRefuse( error, field, "is %d, a ring needs at least 3 points", def->ringSizes[k] );
		}
		sum += def->ringSizes[k];
	}
	if ( sum != def->pointCount )
	{
		return wfRefuse( error, "ringSizes", "add up to %lld points, but there are %d", (long long)sum, def->pointCount );
	}
	return wf_ok;
}

static wfResult checkImage( const wfShapeDef* def, wfError* error )
{
	wfResult result = wfCheckPoint( error, "center", def->center );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( def->width < 1 || def->height < 1 )
	{
		return wfRefuse( error, def->width < 1 ? "width" : "height", "the image is %d x %d pixels, expected at least 1 x 1",
						 def->width, def->height );
	}
	if ( (int64_t)def->width * def->height > INT32_MAX || def->width > ( 1 << 29 ) || def->height > ( 1 << 29 ) )
	{
		return wfFail( error, wf_tooLarge, "an image of %d x %d pixels is larger than images can be", def->width, def->height );
	}
	if ( !( def->pixelSize > 0.0 && def->pixelSize * wfMax( def->width, def->height ) <= WF_MAX_COORDINATE ) )
	{
		return wfRefuse( error, "pixelSize", "is %g, expected more than 0 and a whole image of at most %g", def->pixelSize,
						 WF_MAX_COORDINATE );
	}
	if ( def->cells == NULL )
	{
		return wfRefuse( error, "cells", "is null, expected %d x %d pixels", def->width, def->height );
	}
	return wf_ok;
}

static wfResult checkKind( const wfShapeDef* def, wfError* error )
{
	wfResult result;
	switch ( def->kind )
	{
		case wf_boxShape:
			result = wfCheckPoint( error, "center", def->center );
			result = result != wf_ok ? result : checkNumber( error, "halfSize.x", def->halfSize.x, 0.0, WF_MAX_COORDINATE );
			result = result != wf_ok ? result : checkNumber( error, "halfSize.y", def->halfSize.y, 0.0, WF_MAX_COORDINATE );
			return result != wf_ok ? result : checkNumber( error, "angle", def->angle, -1.0e6, 1.0e6 );
		case wf_discShape:
			result = wfCheckPoint( error, "center", def->center );
			return result != wf_ok ? result : checkNumber( error, "radius", def->radius, 0.0, WF_MAX_COORDINATE );
		case wf_segmentShape:
			result = checkPoints( error, def->points, def->pointCount, 2 );
			return result != wf_ok ? result : checkNumber( error, "radius", def->radius, 0.0, WF_MAX_COORDINATE );
		case wf_polygonShape:
			return checkRings( def, error );
		case wf_imageShape:
			return checkImage( def, error );
	}
	return wfRefuse( error, "kind", "is %d, expected a wfShapeKind", (int)def->kind );
}

wfResult wfShapeValidate( const wfShapeDef* def, wfError* error )
{
	if ( def->role != wf_obstacleRole && def->role != wf_walkableRole && def->role != wf_terrainRole )
	{
		return wfRefuse( error, "role", "is %d, expected a wfShapeRole", (int)def->role );
	}
	if ( def->role == wf_terrainRole )
	{
		wfResult result = checkNumber( error, "cost", def->cost, 1.0, 1.0e6 );
		result = result == wf_ok ? checkNumber( error, "speedUp", def->speedUp, 0.01, 1.0 ) : result;
		result = result == wf_ok ? checkNumber( error, "speedDown", def->speedDown, 0.01, 1.0 ) : result;
		result = result == wf_ok ? wfCheckPoint( error, "uphill", def->uphill ) : result;
		if ( result != wf_ok )
		{
			return result;
		}
		if ( def->speedUp != def->speedDown && def->uphill.x == 0.0 && def->uphill.y == 0.0 )
		{
			return wfRefuse( error, "uphill", "is zero, expected the direction in which the ground rises" );
		}
	}
	return checkKind( def, error );
}

wfResult wfGoalValidate( const wfGoalDef* def, wfError* error )
{
	static const int32_t least[] = { [wf_pointGoal] = 1, [wf_lineGoal] = 2, [wf_polygonGoal] = 3, [wf_cellsGoal] = 1 };
	if ( (uint32_t)def->kind > (uint32_t)wf_cellsGoal )
	{
		return wfRefuse( error, "kind", "is %d, expected a wfGoalKind", (int)def->kind );
	}
	if ( def->kind == wf_pointGoal && def->pointCount != 1 )
	{
		return wfRefuse( error, "points", "has %d points, a point goal has 1", def->pointCount );
	}
	return checkPoints( error, def->points, def->pointCount, least[def->kind] );
}

int64_t wfImageSize( const wfShapeDef* def )
{
	return (int64_t)def->width * def->height;
}

// --------------------------------------------------------------------------------------------------------------- copies

bool wfCopyArray( const void** copy, const void* source, size_t count, size_t size )
{
	*copy = NULL;
	if ( source == NULL || count == 0 )
	{
		return true;
	}
	void* memory = wfAllocateArray( count, size );
	if ( memory != NULL )
	{
		memcpy( memory, source, count * size );
	}
	*copy = memory;
	return memory != NULL;
}

static wfBox2 shapeBounds( const wfShape* shape )
{
	const wfShapeDef* def = &shape->def;
	switch ( def->kind )
	{
		case wf_boxShape:
		{
			wfVec2 half = { fabs( shape->axis.x ) * def->halfSize.x + fabs( shape->axis.y ) * def->halfSize.y,
							fabs( shape->axis.y ) * def->halfSize.x + fabs( shape->axis.x ) * def->halfSize.y };
			return ( wfBox2 ){ wfSub2( def->center, half ), wfAdd2( def->center, half ) };
		}
		case wf_discShape:
			return wfBoxAround( def->center, def->center, def->radius );
		case wf_imageShape:
			return ( wfBox2 ){ def->center,
							   { def->center.x + def->width * def->pixelSize, def->center.y + def->height * def->pixelSize } };
		default:
			break;
	}
	wfBox2 box = wfBoxOfPoints( def->points, def->pointCount );
	return wfBoxAround( box.lower, box.upper, def->kind == wf_segmentShape ? def->radius : 0.0 );
}

static wfVec2 boxAxis( double angle )
{
	// Quarter turns come out exact: walls drawn along the axes shall meet without slivers.
	double turns = angle / WF_HALF_PI;
	double whole = floor( turns + 0.5 );
	if ( fabs( turns - whole ) > 1.0e-12 * wfMax( 1.0, fabs( turns ) ) )
	{
		return ( wfVec2 ){ wfCos( angle ), wfSin( angle ) };
	}
	static const wfVec2 axes[4] = { { 1.0, 0.0 }, { 0.0, 1.0 }, { -1.0, 0.0 }, { 0.0, -1.0 } };
	return axes[(int64_t)whole & 3];
}

static bool shapeCopy( wfShape* shape, const wfShapeDef* def )
{
	bool points = ( def->kind == wf_segmentShape || def->kind == wf_polygonShape ) && def->points != NULL;
	shape->def = *def;
	shape->def.name = NULL;
	shape->def.points = NULL;
	shape->def.ringSizes = NULL;
	shape->def.cells = NULL;
	shape->def.pointCount = points ? def->pointCount : 0;
	shape->def.ringCount = 0;
	shape->axis = boxAxis( def->kind == wf_boxShape ? def->angle : 0.0 );
	if ( def->name != NULL && !wfCopyArray( (const void**)&shape->def.name, def->name, strlen( def->name ) + 1, 1 ) )
	{
		return false;
	}
	if ( points && !wfCopyArray( (const void**)&shape->def.points, def->points, (size_t)def->pointCount, sizeof( wfVec2 ) ) )
	{
		return false;
	}
	if ( def->kind == wf_polygonShape )
	{
		const int32_t one = def->pointCount;
		shape->def.ringCount = def->ringSizes != NULL ? def->ringCount : 1;
		return wfCopyArray( (const void**)&shape->def.ringSizes, def->ringSizes != NULL ? def->ringSizes : &one,
							(size_t)shape->def.ringCount, sizeof( int32_t ) );
	}
	return def->kind != wf_imageShape ||
		   wfCopyArray( (const void**)&shape->def.cells, def->cells, (size_t)wfImageSize( def ), 1 );
}

wfResult wfShapeCreate( wfShape* shape, const wfShapeDef* def, wfError* error )
{
	*shape = ( wfShape ){ 0 };
	wfResult result = shapeCopy( shape, def ) ? wf_ok : wf_outOfMemory;
	if ( result == wf_ok )
	{
		shape->box = shapeBounds( shape );
		double rise = sqrt( def->uphill.x * def->uphill.x + def->uphill.y * def->uphill.y );
		shape->uphill = rise > 0.0 ? ( wfVec2 ){ def->uphill.x / rise, def->uphill.y / rise } : ( wfVec2 ){ 0.0, 0.0 };
		shape->cost = wfIsSlow( shape ) ? 0.5 * def->cost * ( 1.0 / def->speedUp + 1.0 / def->speedDown ) : def->cost;
		if ( def->kind == wf_polygonShape )
		{
			result = wfSlabsCreate( &shape->slabs, shape->def.points, shape->def.ringSizes, shape->def.ringCount );
		}
		else if ( def->kind == wf_imageShape )
		{
			result = wfPyramidCreate( &shape->pyramid, shape->def.cells, def->width, def->height );
		}
	}
	if ( result != wf_ok )
	{
		wfShapeDestroy( shape );
		return wfFail( error, result, "no memory for the copy of a shape" );
	}
	return wf_ok;
}

void wfShapeDestroy( wfShape* shape )
{
	wfShapeDef* def = &shape->def;
	if ( def->name != NULL )
	{
		wfRelease( def->name, strlen( def->name ) + 1 );
	}
	wfReleaseArray( def->points, (size_t)def->pointCount, sizeof( wfVec2 ) );
	wfReleaseArray( def->ringSizes, (size_t)def->ringCount, sizeof( int32_t ) );
	wfRelease( def->cells, (size_t)wfImageSize( def ) );
	wfSlabsDestroy( &shape->slabs );
	wfPyramidDestroy( &shape->pyramid );
	*def = ( wfShapeDef ){ 0 };
}
