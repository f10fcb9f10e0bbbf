// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The walkable area of a world as well-known text: polygons with holes that are valid for others. GEOS joins the shapes on a fine
// decimal grid, so that what is written is exactly what was joined, and the same however the shapes were given.
#include "base/array.h"
#include "base/text.h"
#include "record/record.h"

#include <geos_c.h>
#include <math.h>
#include <string.h>

// Walls without thickness become this thin: a polygon cannot be cut by a line.
#define LINE_RADIUS 0.0005
// Metres arcs may be off.
#define ARC_TOLERANCE 0.001
#define MOST_QUARTER_CORNERS 64
// Coordinates in units stay below this, so that cross products of differences fit into 64 bits.
#define MOST_UNITS 2.4e8
// Rings thinner than this many units on average come from outlines that should coincide and miss each other by rounding.
#define SLIVER 4.0

typedef WF_ARRAY( GEOSGeometry* ) wfAreaShapes;

typedef struct wfAreaMaker
{
	GEOSContextHandle_t geos;
	wfResult result; // of the first failure; nothing is done after it
	double unit;	 // metres, a power of ten
	int32_t decimals;
	int64_t originX, originY; // in units
	wfAreaShapes closed, walkable;
	WF_ARRAY( wfVec2 ) points; // of the ring at hand
	wfWorldArea area;
} wfAreaMaker;

static wfAreaMaker makeMaker( wfBox2 bounds, int32_t coarser )
{
	wfAreaMaker maker = { .geos = GEOS_init_r(), .decimals = 6 };
	double half = 0.51 * fmax( bounds.upper.x - bounds.lower.x, bounds.upper.y - bounds.lower.y );
	for ( maker.unit = 1e-6; half / maker.unit > MOST_UNITS; maker.decimals -= 1 )
	{
		maker.unit *= 10.0;
	}
	maker.decimals -= coarser;
	maker.unit = maker.decimals > 0 ? 1.0 / pow( 10.0, maker.decimals ) : pow( 10.0, -maker.decimals );
	maker.originX = llround( 0.5 * ( bounds.lower.x + bounds.upper.x ) / maker.unit );
	maker.originY = llround( 0.5 * ( bounds.lower.y + bounds.upper.y ) / maker.unit );
	maker.result = maker.geos != NULL ? wf_ok : wf_outOfMemory;
	return maker;
}

static void freeShapes( wfAreaMaker* maker, wfAreaShapes* shapes )
{
	for ( int32_t i = 0; i < shapes->count; ++i )
	{
		GEOSGeom_destroy_r( maker->geos, shapes->data[i] );
	}
	wfArray_Free( shapes );
}

// The area stays.
static void freeMaker( wfAreaMaker* maker )
{
	freeShapes( maker, &maker->closed );
	freeShapes( maker, &maker->walkable );
	wfArray_Free( &maker->points );
	if ( maker->geos != NULL )
	{
		GEOS_finish_r( maker->geos );
	}
}

// Every geometry that is made passes through here: GEOS does not report why it could not make one.
static GEOSGeometry* take( wfAreaMaker* maker, GEOSGeometry* geometry )
{
	maker->result = maker->result == wf_ok && geometry == NULL ? wf_numericalFailure : maker->result;
	return geometry;
}

static void addShape( wfAreaMaker* maker, wfAreaShapes* shapes, GEOSGeometry* geometry )
{
	if ( maker->result == wf_ok )
	{
		maker->result = (wfResult)wfArray_Push( shapes, geometry );
	}
	if ( maker->result != wf_ok && geometry != NULL )
	{
		GEOSGeom_destroy_r( maker->geos, geometry );
	}
}

static wfVec2* reservePoints( wfAreaMaker* maker, size_t count )
{
	maker->result = maker->result == wf_ok ? wfArray_Reserve( &maker->points, count ) : maker->result;
	return maker->result == wf_ok ? maker->points.data : NULL;
}

typedef enum wfAreaOverlay
{
	wf_unionOverlay, // of the first with itself
	wf_differenceOverlay,
	wf_intersectionOverlay,
	wf_symmetricOverlay
} wfAreaOverlay;

// Takes both over, which may be null after a failure.
static GEOSGeometry* overlay( wfAreaMaker* maker, wfAreaOverlay kind, GEOSGeometry* a, GEOSGeometry* b )
{
	GEOSContextHandle_t geos = maker->geos;
	GEOSGeometry* made = NULL;
	if ( maker->result == wf_ok )
	{
		made = take( maker, kind == wf_unionOverlay			 ? GEOSUnaryUnionPrec_r( geos, a, maker->unit )
							: kind == wf_differenceOverlay	 ? GEOSDifferencePrec_r( geos, a, b, maker->unit )
							: kind == wf_intersectionOverlay ? GEOSIntersectionPrec_r( geos, a, b, maker->unit )
															 : GEOSSymDifferencePrec_r( geos, a, b, maker->unit ) );
	}
	GEOSGeom_destroy_r( geos, a );
	GEOSGeom_destroy_r( geos, b );
	return made;
}

// All of them as one geometry; the list is empty afterwards.
static GEOSGeometry* unite( wfAreaMaker* maker, wfAreaShapes* shapes )
{
	if ( maker->result != wf_ok || shapes->count == 1 )
	{
		return maker->result == wf_ok ? shapes->data[--shapes->count] : NULL;
	}
	GEOSGeometry* all = take(
		maker, GEOSGeom_createCollection_r( maker->geos, GEOS_GEOMETRYCOLLECTION, shapes->data, (unsigned int)shapes->count ) );
	shapes->count = 0;
	return overlay( maker, wf_unionOverlay, all, NULL );
}

// --------------------------------------------------------------------------------------------------------------- shapes

static GEOSGeometry* makeRing( wfAreaMaker* maker, const wfVec2* points, size_t count )
{
	wfVec2* closed = reservePoints( maker, count + 1 );
	if ( closed == NULL )
	{
		return NULL;
	}
	memcpy( closed, points, count * sizeof( wfVec2 ) );
	closed[count] = points[0];
	GEOSCoordSequence* sequence =
		GEOSCoordSeq_copyFromBuffer_r( maker->geos, &closed[0].x, (unsigned int)count + 1, false, false );
	return take( maker, sequence != NULL ? GEOSGeom_createLinearRing_r( maker->geos, sequence ) : NULL );
}

static GEOSGeometry* makePolygon( wfAreaMaker* maker, const wfVec2* points, size_t count )
{
	GEOSGeometry* ring = makeRing( maker, points, count );
	return ring != NULL ? take( maker, GEOSGeom_createPolygon_r( maker->geos, ring, NULL, 0 ) ) : NULL;
}

static GEOSGeometry* makeLine( wfAreaMaker* maker, wfVec2 a, wfVec2 b )
{
	const double numbers[4] = { a.x, a.y, b.x, b.y };
	GEOSCoordSequence* sequence = GEOSCoordSeq_copyFromBuffer_r( maker->geos, numbers, 2, false, false );
	return take( maker, sequence != NULL ? GEOSGeom_createLineString_r( maker->geos, sequence ) : NULL );
}

// All points nearer than the radius to the line. Obstacles lose the slivers between the arcs and their chords, walkable areas win
// them, so that no place an agent can take falls out of the area.
static void addCapsule( wfAreaMaker* maker, wfAreaShapes* shapes, wfVec2 a, wfVec2 b, double radius )
{
	double share = fmax( ARC_TOLERANCE, 2.0 * maker->unit ) / radius;
	double corners = share < 0.5 ? acos( -1.0 ) / acos( 1.0 - share ) : 0.0; // of a circle
	int32_t quarter = (int32_t)fmin( fmax( ceil( 0.25 * corners ), 2.0 ), MOST_QUARTER_CORNERS );
	double reach = shapes == &maker->walkable ? radius / cos( 0.25 * acos( -1.0 ) / quarter ) : radius;
	bool disc = a.x == b.x && a.y == b.y;
	GEOSGeometry* line = disc ? take( maker, GEOSGeom_createPointFromXY_r( maker->geos, a.x, a.y ) ) : makeLine( maker, a, b );
	if ( line != NULL )
	{
		addShape( maker, shapes, take( maker, GEOSBuffer_r( maker->geos, line, reach, quarter ) ) );
		GEOSGeom_destroy_r( maker->geos, line );
	}
}

static bool pixelAt( const wfShapeDef* def, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < def->width && y < def->height && def->cells[(size_t)y * (size_t)def->width + (size_t)x] != 0;
}

static wfVec2 cornerAt( const wfShapeDef* def, int32_t x, int32_t y )
{
	return ( wfVec2 ){ def->center.x + x * def->pixelSize, def->center.y + y * def->pixelSize };
}

// Runs of pixel sides with the occupied pixels on one side. They meet at their ends only, also at corners that two pixels share.
static void addPixelSides( wfAreaMaker* maker, wfAreaShapes* sides, const wfShapeDef* def, bool rows )
{
	int32_t lines = rows ? def->height : def->width, length = rows ? def->width : def->height;
	for ( int32_t line = 0; line <= lines; ++line )
	{
		int32_t start = 0, startSide = 0;
		for ( int32_t k = 0; k <= length && maker->result == wf_ok; ++k )
		{
			int32_t x = rows ? k : line, y = rows ? line : k;
			int32_t side =
				(int32_t)pixelAt( def, x, y ) - (int32_t)( rows ? pixelAt( def, x, y - 1 ) : pixelAt( def, x - 1, y ) );
			if ( side != startSide && startSide != 0 )
			{
				wfVec2 begin = rows ? cornerAt( def, start, line ) : cornerAt( def, line, start );
				addShape( maker, sides, makeLine( maker, begin, cornerAt( def, x, y ) ) );
			}
			start = side != startSide ? k : start;
			startSide = side;
		}
	}
}

// The sides part the plane into faces that are occupied all over or nowhere.
static GEOSGeometry* makeImage( wfAreaMaker* maker, const wfShapeDef* def )
{
	GEOSContextHandle_t geos = maker->geos;
	wfAreaShapes sides = { 0 }, occupied = { 0 };
	addPixelSides( maker, &sides, def, true );
	addPixelSides( maker, &sides, def, false );
	GEOSGeometry* faces = NULL;
	if ( maker->result == wf_ok )
	{
		faces = take( maker, GEOSPolygonize_r( geos, (const GEOSGeometry* const*)sides.data, (unsigned int)sides.count ) );
	}
	freeShapes( maker, &sides );
	for ( int i = 0; faces != NULL && i < GEOSGetNumGeometries_r( geos, faces ) && maker->result == wf_ok; ++i )
	{
		const GEOSGeometry* face = GEOSGetGeometryN_r( geos, faces, i );
		GEOSGeometry* inside = take( maker, GEOSPointOnSurface_r( geos, face ) );
		wfVec2 place = { 0.0, 0.0 };
		if ( inside != NULL && GEOSGeomGetX_r( geos, inside, &place.x ) == 1 && GEOSGeomGetY_r( geos, inside, &place.y ) == 1 &&
			 pixelAt( def, (int32_t)floor( ( place.x - def->center.x ) / def->pixelSize ),
					  (int32_t)floor( ( place.y - def->center.y ) / def->pixelSize ) ) )
		{
			addShape( maker, &occupied, take( maker, GEOSGeom_clone_r( geos, face ) ) );
		}
		GEOSGeom_destroy_r( geos, inside );
	}
	GEOSGeom_destroy_r( geos, faces );
	GEOSGeometry* made = NULL;
	if ( maker->result == wf_ok )
	{
		made = take( maker, GEOSGeom_createCollection_r( geos, GEOS_MULTIPOLYGON, occupied.data, (unsigned int)occupied.count ) );
		occupied.count = 0;
	}
	freeShapes( maker, &occupied );
	return made;
}

// A ring may cross itself: what it goes around an odd number of times is inside.
static GEOSGeometry* makeEvenOdd( wfAreaMaker* maker, const wfVec2* points, size_t count )
{
	GEOSGeometry* polygon = makePolygon( maker, points, count );
	if ( polygon == NULL || GEOSisValid_r( maker->geos, polygon ) == 1 )
	{
		return polygon;
	}
	GEOSGeometry* valid = take( maker, GEOSMakeValid_r( maker->geos, polygon ) );
	GEOSGeom_destroy_r( maker->geos, polygon );
	// Leaves the lines out that there may be beside polygons.
	GEOSGeometry* area = valid != NULL ? take( maker, GEOSBuffer_r( maker->geos, valid, 0.0, 1 ) ) : NULL;
	GEOSGeom_destroy_r( maker->geos, valid );
	return area;
}

// Rings as others read them, the first around the others, are taken as they are; any others are even-odd.
static GEOSGeometry* makeRings( wfAreaMaker* maker, const wfShapeDef* def )
{
	wfAreaShapes rings = { 0 };
	const wfVec2* points = def->points;
	int32_t count = def->ringSizes != NULL ? def->ringCount : 1;
	for ( int32_t i = 0; i < count && maker->result == wf_ok; ++i )
	{
		int32_t size = def->ringSizes != NULL ? def->ringSizes[i] : def->pointCount;
		addShape( maker, &rings, makeRing( maker, points, (size_t)size ) );
		points += size;
	}
	GEOSGeometry* polygon = NULL;
	if ( maker->result == wf_ok && rings.count > 0 )
	{
		polygon = take( maker, GEOSGeom_createPolygon_r( maker->geos, rings.data[0], rings.data + 1, (unsigned int)count - 1 ) );
		rings.count = 0;
	}
	freeShapes( maker, &rings );
	if ( polygon == NULL || GEOSisValid_r( maker->geos, polygon ) == 1 )
	{
		return polygon;
	}
	GEOSGeom_destroy_r( maker->geos, polygon );
	GEOSGeometry* all = NULL;
	points = def->points;
	for ( int32_t i = 0; i < count && maker->result == wf_ok; ++i )
	{
		int32_t size = def->ringSizes != NULL ? def->ringSizes[i] : def->pointCount;
		GEOSGeometry* one = makeEvenOdd( maker, points, (size_t)size );
		all = all != NULL ? overlay( maker, wf_symmetricOverlay, all, one ) : one;
		points += size;
	}
	return all;
}

static void addDef( wfAreaMaker* maker, wfAreaShapes* shapes, const wfShapeDef* def )
{
	switch ( def->kind )
	{
		case wf_boxShape:
		{
			double c = cos( def->angle ), s = sin( def->angle ), x = def->halfSize.x, y = def->halfSize.y;
			wfVec2 m = def->center;
			wfVec2 corners[4] = { { m.x - c * x + s * y, m.y - s * x - c * y },
								  { m.x + c * x + s * y, m.y + s * x - c * y },
								  { m.x + c * x - s * y, m.y + s * x + c * y },
								  { m.x - c * x - s * y, m.y - s * x + c * y } };
			addShape( maker, shapes, makePolygon( maker, corners, 4 ) );
			break;
		}
		case wf_discShape:
			if ( def->radius > 0.0 )
			{
				addCapsule( maker, shapes, def->center, def->center, def->radius );
			}
			break;
		case wf_segmentShape:
		{
			bool thin = !( def->radius > 0.0 );
			double radius = thin ? fmax( LINE_RADIUS, 4.0 * maker->unit ) : def->radius;
			for ( int32_t k = 0; k + 1 < def->pointCount && !( thin && shapes == &maker->walkable ); ++k )
			{
				addCapsule( maker, shapes, def->points[k], def->points[k + 1], radius );
			}
			break;
		}
		case wf_polygonShape:
			addShape( maker, shapes, makeRings( maker, def ) );
			break;
		case wf_imageShape:
			addShape( maker, shapes, makeImage( maker, def ) );
			break;
	}
}

// Null after a failure.
static GEOSGeometry* makeArea( wfAreaMaker* maker, const wfWorld* world )
{
	int32_t count = wfWorld_GetShapeIds( world, NULL, 0 );
	wfShapeId* ids = wfAllocateArray( (size_t)count + 1, sizeof( wfShapeId ) );
	maker->result = ids != NULL ? maker->result : wf_outOfMemory;
	bool hasWalkable = false;
	if ( ids != NULL )
	{
		wfWorld_GetShapeIds( world, ids, count );
	}
	for ( int32_t i = 0; i < count && maker->result == wf_ok; ++i )
	{
		wfShapeDef def = wfWorld_GetShape( world, ids[i] );
		// Terrain that is open to anyone belongs to the area.
		bool closed = def.role == wf_obstacleRole || ( def.role == wf_terrainRole && def.kinds == 0 );
		if ( closed || def.role == wf_walkableRole )
		{
			hasWalkable = hasWalkable || !closed;
			addDef( maker, closed ? &maker->closed : &maker->walkable, &def );
		}
	}
	wfReleaseArray( ids, (size_t)count + 1, sizeof( wfShapeId ) );
	wfBox2 box = wfWorld_GetBounds( world );
	wfVec2 corners[4] = { box.lower, { box.upper.x, box.lower.y }, box.upper, { box.lower.x, box.upper.y } };
	GEOSGeometry* area = makePolygon( maker, corners, 4 );
	if ( hasWalkable )
	{
		area = overlay( maker, wf_intersectionOverlay, area, unite( maker, &maker->walkable ) );
	}
	return overlay( maker, wf_differenceOverlay, area, unite( maker, &maker->closed ) );
}

// ---------------------------------------------------------------------------------------------------------------- rings

typedef struct wfAreaPoint
{
	int64_t x, y; // in units, from the origin
} wfAreaPoint;

static wfAreaPoint getPoint( const wfAreaMaker* maker, size_t i )
{
	return ( wfAreaPoint ){ llround( maker->points.data[i].x / maker->unit ) - maker->originX,
							llround( maker->points.data[i].y / maker->unit ) - maker->originY };
}

static int64_t cross( wfAreaPoint a, wfAreaPoint b, wfAreaPoint c )
{
	return ( b.x - a.x ) * ( c.y - a.y ) - ( b.y - a.y ) * ( c.x - a.x );
}

// The points of a ring without the last one, which is the first again. 0: it has next to no area.
static size_t loadRing( wfAreaMaker* maker, const GEOSGeometry* ring )
{
	const GEOSCoordSequence* sequence = GEOSGeom_getCoordSeq_r( maker->geos, ring );
	unsigned int size = 0;
	bool known = sequence != NULL && GEOSCoordSeq_getSize_r( maker->geos, sequence, &size ) == 1 && size > 3;
	if ( !known || reservePoints( maker, size ) == NULL ||
		 GEOSCoordSeq_copyToBuffer_r( maker->geos, sequence, &maker->points.data[0].x, false, false ) != 1 )
	{
		return 0;
	}
	double area = 0.0, length = 0.0;
	wfAreaPoint first = getPoint( maker, 0 );
	for ( size_t i = 0; i + 1 < size; ++i )
	{
		wfAreaPoint a = getPoint( maker, i ), b = getPoint( maker, i + 1 );
		area += (double)cross( first, a, b );
		length += hypot( (double)( b.x - a.x ), (double)( b.y - a.y ) );
	}
	return fabs( area ) > SLIVER * length ? size - 1 : 0;
}

static double toMetres( const wfAreaMaker* maker, int64_t units )
{
	return maker->decimals > 0 ? (double)units / pow( 10.0, maker->decimals ) : (double)units * maker->unit;
}

// From its lowest point on, the other way round than GEOS has it: the ground on the left. Points between two in line came from
// cuts only.
static bool takeRing( wfAreaMaker* maker, const GEOSGeometry* ring, bool isHole )
{
	size_t count = loadRing( maker, ring ), first = count;
	wfAreaRing taken = { maker->area.points.count, 0, isHole };
	for ( size_t i = 0; i <= count && count > 0 && maker->result == wf_ok; ++i )
	{
		size_t at = i < count ? ( count - i ) % count : first;
		wfAreaPoint point = getPoint( maker, at );
		if ( i < count &&
			 cross( getPoint( maker, ( at + 1 ) % count ), point, getPoint( maker, ( at + count - 1 ) % count ) ) == 0 )
		{
			continue;
		}
		first = first == count ? at : first;
		wfVec2 place = { toMetres( maker, point.x + maker->originX ), toMetres( maker, point.y + maker->originY ) };
		maker->result = wfArray_Push( &maker->area.points, place );
	}
	taken.count = maker->area.points.count - taken.begin;
	maker->result = count > 0 && maker->result == wf_ok ? wfArray_Push( &maker->area.rings, taken ) : maker->result;
	return count > 0;
}

static void takeArea( wfAreaMaker* maker, GEOSGeometry* area )
{
	GEOSNormalize_r( maker->geos, area );
	// Normal is from the highest to the lowest.
	for ( int i = GEOSGetNumGeometries_r( maker->geos, area ) - 1; i >= 0; --i )
	{
		const GEOSGeometry* polygon = GEOSGetGeometryN_r( maker->geos, area, i );
		if ( GEOSGeomTypeId_r( maker->geos, polygon ) == GEOS_POLYGON && GEOSisEmpty_r( maker->geos, polygon ) == 0 &&
			 takeRing( maker, GEOSGetExteriorRing_r( maker->geos, polygon ), false ) )
		{
			for ( int k = GEOSGetNumInteriorRings_r( maker->geos, polygon ) - 1; k >= 0; --k )
			{
				takeRing( maker, GEOSGetInteriorRingN_r( maker->geos, polygon, k ), true );
			}
		}
	}
}

void wfWorldArea_Free( wfWorldArea* area )
{
	wfArray_Free( &area->points );
	wfArray_Free( &area->rings );
}

wfResult wfMakeWorldArea( const wfWorld* world, wfWorldArea* area )
{
	wfResult result = wf_numericalFailure;
	// Where GEOS does not succeed it does on a coarser grid.
	for ( int32_t coarser = 0; coarser < 4 && result == wf_numericalFailure; ++coarser )
	{
		wfAreaMaker maker = makeMaker( wfWorld_GetBounds( world ), coarser );
		GEOSGeometry* made = maker.result == wf_ok ? makeArea( &maker, world ) : NULL;
		if ( made != NULL )
		{
			takeArea( &maker, made );
			GEOSGeom_destroy_r( maker.geos, made );
		}
		result = maker.result;
		freeMaker( &maker );
		*area = maker.area;
		if ( result != wf_ok )
		{
			wfWorldArea_Free( area );
		}
	}
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- text

wfResult wfMakeWorldWkt( const wfWorld* world, wfText* text )
{
	wfWorldArea area;
	wfResult result = wfMakeWorldArea( world, &area );
	*text = ( wfText ){ 0 };
	for ( int32_t r = 0; r < area.rings.count; ++r )
	{
		const wfAreaRing* ring = area.rings.data + r;
		wfText_AddString( text, ring->isHole ? ", (" : r > 0 ? "), POLYGON((" : "GEOMETRYCOLLECTION(POLYGON((" );
		for ( int32_t i = ring->begin; i < ring->begin + ring->count; ++i )
		{
			wfText_AddString( text, i > ring->begin ? ", " : "" );
			wfText_AddNumber( text, area.points.data[i].x );
			wfText_AddString( text, " " );
			wfText_AddNumber( text, area.points.data[i].y );
		}
		wfText_AddString( text, ")" );
	}
	wfText_AddString( text, area.rings.count > 0 ? "))" : "GEOMETRYCOLLECTION EMPTY" );
	wfWorldArea_Free( &area );
	result = result == wf_ok ? wfText_GetResult( text ) : result;
	if ( result != wf_ok )
	{
		wfText_Free( text );
	}
	return result;
}

int64_t wfWorld_FormatWkt( const wfWorld* world, char* buffer, int64_t capacity )
{
	if ( WF_FAILS( world != NULL && capacity >= 0 && ( buffer != NULL || capacity == 0 ) ) )
	{
		return -(int64_t)wf_invalidDef;
	}
	wfText text = { 0 };
	wfResult result = wfMakeWorldWkt( world, &text );
	if ( result == wf_ok && capacity > 0 )
	{
		size_t copied = text.length < (size_t)capacity ? text.length : (size_t)capacity - 1;
		memcpy( buffer, text.data, copied );
		buffer[copied] = 0;
	}
	int64_t length = (int64_t)text.length;
	wfText_Free( &text );
	return result == wf_ok ? length : -(int64_t)result;
}
