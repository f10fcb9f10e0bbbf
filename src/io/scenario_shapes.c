// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Shapes and goals of scenario files.
#include "io/scenario.h"

#include <stdio.h>
#include <string.h>

const char* const wf_boxFields[] = { "type", "name", "center", "size", "angle", "bounds", NULL };
const char* const wf_discFields[] = { "type", "name", "center", "radius", NULL };
const char* const wf_segmentFields[] = { "type", "name", "points", "thickness", NULL };
const char* const wf_polygonFields[] = { "type", "name", "points", "holes", NULL };
const char* const wf_imageFields[] = { "type", "name", "file", "rows", "origin", "pixel", "threshold", "invert", NULL };
const char* const wf_terrainFields[] = { "cost", "kinds", NULL };
const char* const wf_pointGoalFields[] = { "type", "name", "point", NULL };
const char* const wf_pointsGoalFields[] = { "type", "name", "points", NULL };
const char* const wf_ringFields[] = { "type", "name", "points", NULL };

// What a shape points to while it is being added.
typedef struct wfShapeParts
{
	wfVec2* points;
	int32_t* ringSizes;
	size_t pointCount, ringCount;
	wfMask mask;
} wfShapeParts;

static void freeParts( wfShapeParts* parts )
{
	wfReleaseArray( parts->points, parts->pointCount, sizeof( wfVec2 ) );
	wfReleaseArray( parts->ringSizes, parts->ringCount, sizeof( int32_t ) );
	wfMask_Free( &parts->mask );
	*parts = ( wfShapeParts ){ 0 };
}

// Room for points; the world keeps a copy of them, so they count twice.
static wfResult allocatePoints( const wfJson* json, const wfJsonNode* node, size_t count, wfShapeParts* parts )
{
	wfResult result = wfReader_Reserve( json->reader, node->position, NULL, 2 * count * sizeof( wfVec2 ) );
	if ( result != wf_ok )
	{
		return result;
	}
	parts->points = wfAllocateArray( count, sizeof( wfVec2 ) );
	parts->pointCount = parts->points != NULL ? count : 0;
	return parts->points != NULL ? wf_ok : wfReader_OutOfMemory( json->reader );
}

wfResult wfReadName( const wfJson* json, const wfJsonNode* object, const char** name )
{
	const wfJsonNode* node = wfJson_Find( json, object, "name" );
	return node != NULL ? wfJson_ReadText( json, node, WF_MAX_NAME_LENGTH, name ) : wf_ok;
}

// "points" of an object, at least so many.
static wfResult readPointsField( const wfJson* json, const wfJsonNode* object, int32_t least, wfShapeParts* parts )
{
	const wfJsonNode* list;
	wfResult result = wfJson_Require( json, object, "points", "a list of points [x, y]", &list );
	if ( result == wf_ok )
	{
		result = wfJson_CheckList( json, list, least, "points [x, y]" );
	}
	if ( result == wf_ok )
	{
		result = allocatePoints( json, list, (size_t)list->count, parts );
	}
	return result == wf_ok ? wfJson_ReadPoints( json, list, least, parts->points ) : result;
}

// -------------------------------------------------------------------------------------------------------------- shapes

static wfResult readBoxShape( const wfJson* json, const wfJsonNode* node, wfShapeDef* def )
{
	static const wfNumberRange angleRange = { -1e6, 1e6, "radians" };
	const wfJsonNode* bounds = wfJson_Find( json, node, "bounds" );
	const wfJsonNode* center = wfJson_Find( json, node, "center" );
	const wfJsonNode* size = wfJson_Find( json, node, "size" );
	const wfJsonNode* angle = wfJson_Find( json, node, "angle" );
	if ( bounds != NULL )
	{
		const wfJsonNode* other = center != NULL ? center : size != NULL ? size : angle;
		if ( other != NULL )
		{
			return wfJson_Fail( json, other, NULL, wf_badFormat, "expected bounds alone, or center and size with an angle" );
		}
		wfBox2 box;
		wfResult result = wfJson_ReadBox( json, bounds, &box );
		if ( result == wf_ok )
		{
			def->halfSize = ( wfVec2 ){ 0.5 * ( box.upper.x - box.lower.x ), 0.5 * ( box.upper.y - box.lower.y ) };
			def->center = ( wfVec2 ){ box.lower.x + def->halfSize.x, box.lower.y + def->halfSize.y };
		}
		return result;
	}
	wfResult result = wfJson_Require( json, node, "center", "the middle [x, y], or bounds [x0, y0, x1, y1]", &center );
	if ( result == wf_ok )
	{
		result = wfJson_ReadPoint( json, center, &def->center );
	}
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, node, "size", "[width, height] in metres", &size );
	}
	if ( result == wf_ok )
	{
		wfVec2 whole;
		result = wfJson_ReadVector( json, size, &wf_sizeRange, "[width, height] in metres", &whole );
		def->halfSize = ( wfVec2 ){ 0.5 * whole.x, 0.5 * whole.y };
	}
	return result == wf_ok && angle != NULL ? wfJson_ReadNumber( json, angle, &angleRange, &def->angle ) : result;
}

static wfResult readDiscShape( const wfJson* json, const wfJsonNode* node, wfShapeDef* def )
{
	const wfJsonNode *center, *radius;
	wfResult result = wfJson_Require( json, node, "center", "the middle [x, y]", &center );
	if ( result == wf_ok )
	{
		result = wfJson_ReadPoint( json, center, &def->center );
	}
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, node, "radius", wf_sizeRange.expected, &radius );
	}
	return result == wf_ok ? wfJson_ReadNumber( json, radius, &wf_sizeRange, &def->radius ) : result;
}

static wfResult readSegmentShape( const wfJson* json, const wfJsonNode* node, wfShapeDef* def, wfShapeParts* parts )
{
	double thickness = 0.0;
	wfResult result = readPointsField( json, node, 2, parts );
	if ( result == wf_ok )
	{
		result = wfJson_ReadOptionalNumber( json, node, "thickness", &wf_distanceRange, &thickness );
	}
	def->points = parts->points;
	def->pointCount = (int32_t)parts->pointCount;
	def->radius = 0.5 * thickness;
	return result;
}

static wfResult readPolygonShape( const wfJson* json, const wfJsonNode* node, wfShapeDef* def, wfShapeParts* parts )
{
	const wfJsonNode* outer;
	const wfJsonNode* holes = wfJson_Find( json, node, "holes" );
	wfResult result = wfJson_Require( json, node, "points", "a list of 3 or more points [x, y]", &outer );
	if ( result == wf_ok )
	{
		result = wfJson_CheckList( json, outer, 3, "points [x, y]" );
	}
	if ( result == wf_ok && holes != NULL )
	{
		result = wfJson_CheckList( json, holes, 0, "rings, each a list of points [x, y]" );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	size_t points = (size_t)outer->count, rings = 1;
	const wfJsonNode* firstHole = holes != NULL ? wfJson_First( json, holes ) : NULL;
	for ( const wfJsonNode* hole = firstHole; hole != NULL; hole = wfJson_Next( json, hole ) )
	{
		result = wfJson_CheckList( json, hole, 3, "points [x, y]" );
		if ( result != wf_ok )
		{
			return result;
		}
		points += (size_t)hole->count;
		rings += 1;
	}
	result = allocatePoints( json, outer, points, parts );
	if ( result != wf_ok )
	{
		return result;
	}
	parts->ringSizes = wfAllocateArray( rings, sizeof( int32_t ) );
	if ( parts->ringSizes == NULL )
	{
		return wfReader_OutOfMemory( json->reader );
	}
	parts->ringCount = rings;
	size_t used = 0, ringIndex = 0;
	for ( const wfJsonNode* ring = outer; ring != NULL && result == wf_ok; )
	{
		result = wfJson_ReadPoints( json, ring, 3, parts->points + used );
		parts->ringSizes[ringIndex++] = ring->count;
		used += (size_t)ring->count;
		ring = ring == outer ? firstHole : wfJson_Next( json, ring );
	}
	def->points = parts->points;
	def->pointCount = (int32_t)points;
	def->ringSizes = parts->ringSizes;
	def->ringCount = (int32_t)rings;
	return result;
}

// Rows of text, the upper one first: # or @ belongs to the shape, . or a space does not.
static wfResult readRows( const wfJson* json, const wfJsonNode* rows, wfMask* mask )
{
	wfResult result = wfJson_CheckList( json, rows, 1, "rows of text" );
	if ( result != wf_ok )
	{
		return result;
	}
	const wfJsonNode* row = wfJson_First( json, rows );
	if ( row->type != wf_jsonString || row->stringLength == 0 )
	{
		return wfJson_Expected( json, row, wf_jsonString, "a row of # and . in double quotes" );
	}
	uint32_t width = row->stringLength;
	result = wfReader_CheckSize( json->reader, rows->position, width, rows->count );
	if ( result == wf_ok )
	{
		result = wfMask_Allocate( json->reader, rows->position, (int32_t)width, rows->count, mask );
	}
	for ( ; row != NULL && result == wf_ok; row = wfJson_Next( json, row ) )
	{
		if ( row->type != wf_jsonString )
		{
			return wfJson_Expected( json, row, wf_jsonString, "a row of # and . in double quotes" );
		}
		if ( row->stringLength != width )
		{
			return wfJson_Fail( json, row, NULL, wf_badFormat, "expected %u characters as in the first row, found %u", width,
								row->stringLength );
		}
		const char* text = wfJson_String( json, row );
		uint8_t* cells = mask->cells + (size_t)( rows->count - 1 - row->index ) * width;
		for ( uint32_t i = 0; i < width; ++i )
		{
			bool inside = text[i] == '#' || text[i] == '@';
			if ( !inside && text[i] != '.' && text[i] != ' ' )
			{
				wfQuoted quoted = wfQuote( text + i, 1 );
				return wfJson_Fail( json, row, NULL, wf_badFormat,
									"expected # or @ (belongs to the shape), . or a space (does not), found %s", quoted.text );
			}
			cells[i] = inside ? 1 : 0;
			mask->count += inside ? 1 : 0;
		}
	}
	return result;
}

static wfResult readImageFile( const wfJson* json, const wfJsonNode* node, const wfJsonNode* file, wfMask* mask )
{
	static const wfNumberRange range = { 0.0, 255.0, "a whole number from 0 to 255" };
	const wfReader* reader = json->reader;
	int32_t threshold = reader->def->imageThreshold;
	bool invert = false;
	const wfJsonNode* thresholdNode = wfJson_Find( json, node, "threshold" );
	const wfJsonNode* invertNode = wfJson_Find( json, node, "invert" );
	const char* path = NULL;
	wfResult result = wfJson_ReadText( json, file, 4096, &path );
	if ( result == wf_ok && thresholdNode != NULL )
	{
		result = wfJson_ReadInteger( json, thresholdNode, &range, &threshold );
	}
	if ( result == wf_ok && invertNode != NULL )
	{
		result = wfJson_ReadBool( json, invertNode, &invert );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	char field[128];
	wfJson_Path( json, file, field, sizeof( field ) );
	wfGrayImage image = { 0 };
	result = wfReadNamedImage( reader, file->position, field, path, file->stringLength, &image );
	if ( result == wf_ok )
	{
		result = wfMask_FromImage( reader, &image, threshold, invert, mask );
	}
	wfGrayImage_Free( &image );
	return result;
}

static wfResult readImageShape( const wfJson* json, const wfJsonNode* node, wfShapeDef* def, wfShapeParts* parts )
{
	const wfJsonNode* file = wfJson_Find( json, node, "file" );
	const wfJsonNode* rows = wfJson_Find( json, node, "rows" );
	const wfJsonNode* origin = wfJson_Find( json, node, "origin" );
	if ( ( file == NULL ) == ( rows == NULL ) )
	{
		return wfJson_Fail( json, node, NULL, wf_badFormat, "expected file (a PNG or PGM) or rows (a list of texts), found %s",
							file == NULL ? "neither" : "both" );
	}
	if ( rows != NULL )
	{
		const wfJsonNode* threshold = wfJson_Find( json, node, "threshold" );
		const wfJsonNode* other = threshold != NULL ? threshold : wfJson_Find( json, node, "invert" );
		if ( other != NULL )
		{
			return wfJson_Fail( json, other, NULL, wf_badFormat, "belongs to an image with a file, not with rows" );
		}
	}
	def->pixelSize = json->reader->def->imagePixelSize;
	wfResult result = wfJson_ReadOptionalNumber( json, node, "pixel", &wf_sizeRange, &def->pixelSize );
	if ( result == wf_ok && origin != NULL )
	{
		result = wfJson_ReadPoint( json, origin, &def->center );
	}
	if ( result == wf_ok )
	{
		result = rows != NULL ? readRows( json, rows, &parts->mask ) : readImageFile( json, node, file, &parts->mask );
	}
	if ( result == wf_ok )
	{
		// The copy of the world.
		result = wfReader_Reserve( json->reader, node->position, NULL, (size_t)parts->mask.width * (size_t)parts->mask.height );
	}
	def->cells = parts->mask.cells;
	def->width = parts->mask.width;
	def->height = parts->mask.height;
	return result;
}

static wfResult readTerrain( const wfJson* json, const wfJsonNode* node, wfShapeDef* def )
{
	static const wfNumberRange costRange = { 1.0, 1e6, "1 or more: how much dearer a metre is than on plain ground" };
	static const wfNumberRange kindRange = { 0.0, 31.0, "a whole number from 0 to 31" };
	const wfJsonNode* cost = wfJson_Find( json, node, "cost" );
	const wfJsonNode* kinds = wfJson_Find( json, node, "kinds" );
	if ( cost == NULL && kinds == NULL )
	{
		return wfJson_Fail( json, node, NULL, wf_badFormat, "terrain without effect; expected cost, kinds or both" );
	}
	wfResult result = cost != NULL ? wfJson_ReadNumber( json, cost, &costRange, &def->cost ) : wf_ok;
	if ( result != wf_ok || kinds == NULL )
	{
		return result;
	}
	result = wfJson_CheckList( json, kinds, 0, "kinds of agents that may enter, 0 to 31" );
	def->kinds = 0;
	for ( const wfJsonNode* kind = result == wf_ok ? wfJson_First( json, kinds ) : NULL; kind != NULL;
		  kind = wfJson_Next( json, kind ) )
	{
		int32_t number;
		result = wfJson_ReadInteger( json, kind, &kindRange, &number );
		if ( result != wf_ok )
		{
			break;
		}
		if ( ( def->kinds & 1u << number ) != 0 )
		{
			return wfJson_Fail( json, kind, NULL, wf_badFormat, "the kind %d is given twice", number );
		}
		def->kinds |= 1u << number;
	}
	return result;
}

wfResult wfReadType( const wfJson* json, const wfJsonNode* node, const char* what, const char* const* types,
					 const char* const* const* fields, const char* const* moreFields, int32_t* type )
{
	const char* known[24];
	if ( node->type != wf_jsonObject )
	{
		return wfJson_Expected( json, node, wf_jsonObject, what );
	}
	char expected[128] = "one of ";
	wfListNames( expected + strlen( expected ), sizeof( expected ) - strlen( expected ), types );
	const wfJsonNode* typeNode;
	wfResult result = wfJson_Require( json, node, "type", expected, &typeNode );
	if ( result == wf_ok )
	{
		result = wfJson_ReadChoice( json, typeNode, types, type );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	int count = 0;
	for ( const char* const* field = fields[*type]; *field != NULL; ++field )
	{
		known[count++] = *field;
	}
	for ( const char* const* field = moreFields; field != NULL && *field != NULL; ++field )
	{
		known[count++] = *field;
	}
	known[count] = NULL;
	return wfJson_CheckObject( json, node, what, known );
}

static wfResult readShape( const wfJson* json, const wfJsonNode* node, wfShapeDef* def, wfShapeParts* parts )
{
	// In the order of wfShapeKind.
	static const char* const types[] = { "box", "disc", "segment", "polygon", "image", NULL };
	static const char* const* const fields[] = { wf_boxFields, wf_discFields, wf_segmentFields, wf_polygonFields,
												 wf_imageFields };
	bool terrain = def->role == wf_terrainRole;
	int32_t type = 0;
	wfResult result = wfReadType( json, node, "a shape", types, fields, terrain ? wf_terrainFields : NULL, &type );
	if ( result == wf_ok )
	{
		def->kind = (wfShapeKind)type;
		result = wfReadName( json, node, &def->name );
	}
	if ( result == wf_ok && terrain )
	{
		result = readTerrain( json, node, def );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	switch ( def->kind )
	{
		case wf_boxShape:
			return readBoxShape( json, node, def );
		case wf_discShape:
			return readDiscShape( json, node, def );
		case wf_segmentShape:
			return readSegmentShape( json, node, def, parts );
		case wf_polygonShape:
			return readPolygonShape( json, node, def, parts );
		case wf_imageShape:
			return readImageShape( json, node, def, parts );
	}
	return wf_badFormat;
}

wfResult wfPlaceAt( const wfJson* json, const wfJsonNode* node, wfResult result )
{
	char path[128];
	wfJson_Path( json, node, path, sizeof( path ) );
	return wfReader_Place( json->reader, node->position, path, result );
}

wfResult wfReadShapes( const wfJson* json, const wfJsonNode* list, wfShapeRole role, wfScenario* scenario )
{
	wfResult result = wfJson_CheckList( json, list, 0, "shapes" );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		wfShapeDef def = wfDefaultShapeDef();
		wfShapeParts parts = { 0 };
		def.role = role;
		result = readShape( json, node, &def, &parts );
		if ( result == wf_ok )
		{
			wfShapeId id;
			result = wfWorld_AddShape( scenario->world, &def, &id, json->reader->error );
			result = result == wf_ok ? wf_ok : wfPlaceAt( json, node, result );
		}
		freeParts( &parts );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------- regions

wfResult wfReadRegion( const wfJson* json, const wfJsonNode* node, bool allowCircle, wfRegion* region )
{
	// In the order of wfRegionKind.
	static const char* const types[] = { "box", "disc", "polygon", "circle", NULL };
	static const char* const areaTypes[] = { "box", "disc", "polygon", NULL };
	static const char* const* const fields[] = { wf_boxFields, wf_discFields, wf_ringFields, wf_discFields };
	*region = ( wfRegion ){ 0 };
	wfShapeDef def = wfDefaultShapeDef();
	wfShapeParts parts = { 0 };
	int32_t type = 0;
	wfResult result = wfReadType( json, node, "a region", allowCircle ? types : areaTypes, fields, NULL, &type );
	region->kind = (wfRegionKind)type;
	if ( result == wf_ok )
	{
		result = wfReadName( json, node, &def.name );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	result = region->kind == wf_boxRegion		? readBoxShape( json, node, &def )
			 : region->kind == wf_polygonRegion ? readPointsField( json, node, 3, &parts )
												: readDiscShape( json, node, &def );
	region->center = def.center;
	region->halfSize = def.halfSize;
	region->radius = def.radius;
	region->points = parts.points;
	region->pointCount = parts.pointCount;
	wfRegion_Finish( region, def.angle );
	return result;
}

// --------------------------------------------------------------------------------------------------------------- goals

static wfResult readGoalPoints( const wfJson* json, const wfJsonNode* node, wfGoalKind kind, const wfScenario* scenario,
								wfShapeParts* parts )
{
	if ( kind == wf_pointGoal )
	{
		const wfJsonNode* point;
		wfResult result = wfJson_Require( json, node, "point", "the place [x, y]", &point );
		if ( result == wf_ok )
		{
			result = allocatePoints( json, point, 1, parts );
		}
		if ( result == wf_ok )
		{
			result = wfJson_ReadPoint( json, point, parts->points );
		}
		return result == wf_ok ? wfCheckInside( json, point, scenario, parts->points[0], "the goal" ) : result;
	}
	static const int32_t least[] = { 1, 2, 3, 1 };
	wfResult result = readPointsField( json, node, least[kind], parts );
	const wfJsonNode* list = wfJson_Find( json, node, "points" );
	const wfJsonNode* point = result == wf_ok ? wfJson_First( json, list ) : NULL;
	for ( ; point != NULL && result == wf_ok; point = wfJson_Next( json, point ) )
	{
		result = wfCheckInside( json, point, scenario, parts->points[point->index], "the goal's point" );
	}
	return result;
}

static wfResult readGoal( const wfJson* json, const wfJsonNode* node, wfScenario* scenario, wfShapeParts* parts )
{
	// In the order of wfGoalKind.
	static const char* const types[] = { "point", "line", "polygon", "cells", NULL };
	static const char* const* const fields[] = { wf_pointGoalFields, wf_pointsGoalFields, wf_pointsGoalFields,
												 wf_pointsGoalFields };
	wfGoalDef def = wfDefaultGoalDef();
	int32_t type = 0;
	wfResult result = wfReadType( json, node, "a goal", types, fields, NULL, &type );
	if ( result == wf_ok )
	{
		def.kind = (wfGoalKind)type;
		result = wfReadName( json, node, &def.name );
	}
	if ( result == wf_ok && def.name != NULL && wfWorld_FindGoal( scenario->world, def.name ).index1 != 0 )
	{
		wfQuoted quoted = wfQuote( def.name, strlen( def.name ) );
		return wfJson_Fail( json, wfJson_Find( json, node, "name" ), NULL, wf_badFormat,
							"there is a goal %s already; expected names that differ", quoted.text );
	}
	if ( result == wf_ok )
	{
		result = readGoalPoints( json, node, def.kind, scenario, parts );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	def.points = parts->points;
	def.pointCount = (int32_t)parts->pointCount;
	wfGoalId id;
	result = wfWorld_AddGoal( scenario->world, &def, &id, json->reader->error );
	return result == wf_ok ? wf_ok : wfPlaceAt( json, node, result );
}

wfResult wfReadGoals( const wfJson* json, const wfJsonNode* list, wfScenario* scenario )
{
	wfResult result = wfJson_CheckList( json, list, 0, "goals" );
	for ( const wfJsonNode* node = result == wf_ok ? wfJson_First( json, list ) : NULL; node != NULL && result == wf_ok;
		  node = wfJson_Next( json, node ) )
	{
		wfShapeParts parts = { 0 };
		result = readGoal( json, node, scenario, &parts );
		freeParts( &parts );
	}
	return result;
}
