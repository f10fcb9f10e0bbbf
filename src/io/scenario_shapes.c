// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Shapes, regions and goals of scenario files.
#include "base/vec2.h"
#include "io/scenario.h"

#include <stdio.h>
#include <string.h>

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

void wfCheckInside( const wfJson* json, const wfJsonNode* node, const wfWorld* world, wfVec2 point, const char* what )
{
	wfBox2 bounds = wfWorld_GetBounds( world );
	if ( !wfBoxHasPoint( bounds, point ) )
	{
		wfJson_Fail( json, node, NULL, wf_outOfRange,
					 "%s %.12g, %.12g lies outside of the world, which reaches from %.12g, %.12g to %.12g, %.12g", what, point.x,
					 point.y, bounds.lower.x, bounds.lower.y, bounds.upper.x, bounds.upper.y );
	}
}

// Room for points; the world keeps a copy of them, so they count twice.
static bool allocatePoints( const wfJson* json, const wfJsonNode* node, size_t count, wfShapeParts* parts )
{
	wfJson_Reserve( json, node, NULL, count * sizeof( wfVec2 ) );
	parts->points = wfJson_Allocate( json, node, count, sizeof( wfVec2 ) );
	parts->pointCount = parts->points != NULL ? count : 0;
	return parts->points != NULL;
}

// "points" of an object, at least so many.
static void readPoints( const wfJson* json, const wfJsonNode* object, int32_t least, wfShapeParts* parts )
{
	const wfJsonNode* list = wfJson_Find( json, object, "points" );
	if ( wfJson_CheckList( json, list, least, "points [x, y]" ) && allocatePoints( json, list, (size_t)list->count, parts ) )
	{
		wfJson_ReadPoints( json, list, least, parts->points );
	}
}

// -------------------------------------------------------------------------------------------------------------- shapes

static void readBoxShape( const wfJson* json, const wfJsonNode* node, wfShapeDef* def )
{
	const wfJsonNode* bounds = wfJson_Find( json, node, "bounds" );
	const wfJsonNode* others[] = { wfJson_Find( json, node, "center" ), wfJson_Find( json, node, "size" ),
								   wfJson_Find( json, node, "angle" ) };
	for ( int i = 0; i < 3 && bounds != NULL; ++i )
	{
		if ( others[i] != NULL )
		{
			wfJson_Fail( json, others[i], NULL, wf_badFormat, "expected bounds alone, or center and size with an angle" );
		}
	}
	wfBox2 box = { 0 };
	wfVec2 size = { 0.0, 0.0 };
	wfJson_ReadBox( json, bounds, &box );
	if ( bounds == NULL && wfJson_IsOk( json ) )
	{
		static const char expected[] = "[width, height] in metres";
		wfJson_ReadPoint( json, wfJson_Require( json, node, "center", "the middle [x, y], or bounds [x0, y0, x1, y1]" ),
						  &def->center );
		wfJson_ReadVector( json, wfJson_Require( json, node, "size", expected ), &wf_sizeRange, expected, &size );
		def->halfSize = ( wfVec2 ){ 0.5 * size.x, 0.5 * size.y };
	}
	else
	{
		def->halfSize = ( wfVec2 ){ 0.5 * ( box.upper.x - box.lower.x ), 0.5 * ( box.upper.y - box.lower.y ) };
		def->center = ( wfVec2 ){ box.lower.x + def->halfSize.x, box.lower.y + def->halfSize.y };
	}
}

static void readPolygonShape( const wfJson* json, const wfJsonNode* node, wfShapeDef* def, wfShapeParts* parts )
{
	const wfJsonNode* outer = wfJson_Find( json, node, "points" );
	const wfJsonNode* holes = wfJson_Find( json, node, "holes" );
	wfJson_CheckList( json, outer, 3, "points [x, y]" );
	wfJson_CheckList( json, holes, 0, "rings, each a list of points [x, y]" );
	size_t points = outer != NULL ? (size_t)outer->count : 0, rings = 1;
	const wfJsonNode* first = wfJson_First( json, holes );
	for ( const wfJsonNode* hole = first; hole != NULL; hole = wfJson_Next( json, hole ) )
	{
		wfJson_CheckList( json, hole, 3, "points [x, y]" );
		points += (size_t)hole->count;
		rings += 1;
	}
	if ( !wfJson_IsOk( json ) || !allocatePoints( json, outer, points, parts ) )
	{
		return;
	}
	parts->ringSizes = wfJson_Allocate( json, outer, rings, sizeof( int32_t ) );
	if ( parts->ringSizes == NULL )
	{
		return;
	}
	parts->ringCount = rings;
	size_t used = 0, ringIndex = 0;
	for ( const wfJsonNode* ring = outer; ring != NULL && wfJson_IsOk( json ); )
	{
		wfJson_ReadPoints( json, ring, 3, parts->points + used );
		parts->ringSizes[ringIndex++] = ring->count;
		used += (size_t)ring->count;
		ring = ring == outer ? first : wfJson_Next( json, ring );
	}
	def->ringSizes = parts->ringSizes;
	def->ringCount = (int32_t)rings;
}

static const char s_rowExpected[] = "a row of # and . in double quotes";

static void readRow( const wfJson* json, const wfJsonNode* row, uint32_t width, uint8_t* cells, wfMask* mask )
{
	if ( row->type != wf_jsonString )
	{
		wfJson_Expected( json, row, wf_jsonString, s_rowExpected );
		return;
	}
	if ( row->stringLength != width )
	{
		wfJson_Fail( json, row, NULL, wf_badFormat, "expected %u characters as in the first row, found %u", width,
					 row->stringLength );
		return;
	}
	const char* text = wfJson_String( json, row );
	for ( uint32_t i = 0; i < width; ++i )
	{
		bool inside = text[i] == '#' || text[i] == '@';
		if ( !inside && text[i] != '.' && text[i] != ' ' )
		{
			wfQuoted quoted = wfQuote( text + i, 1 );
			wfJson_Fail( json, row, NULL, wf_badFormat,
						 "expected # or @ (belongs to the shape), . or a space (does not), found %s", quoted.text );
		}
		cells[i] = inside ? 1 : 0;
		mask->count += inside ? 1 : 0;
	}
}

// Rows of text, the upper one first: # or @ belongs to the shape, . or a space does not.
static void readRows( const wfJson* json, const wfJsonNode* rows, wfMask* mask )
{
	if ( !wfJson_CheckList( json, rows, 1, "rows of text" ) )
	{
		return;
	}
	const wfJsonNode* row = wfJson_First( json, rows );
	if ( row->type != wf_jsonString || row->stringLength == 0 )
	{
		wfJson_Expected( json, row, wf_jsonString, s_rowExpected );
		return;
	}
	uint32_t width = row->stringLength;
	if ( !wfReader_CheckSize( json->reader, rows->position, width, rows->count ) ||
		 !wfMask_Allocate( json->reader, rows->position, (int32_t)width, rows->count, mask ) )
	{
		return;
	}
	for ( ; row != NULL; row = wfJson_Next( json, row ) )
	{
		readRow( json, row, width, mask->cells + (size_t)( rows->count - 1 - row->index ) * width, mask );
	}
}

static void readImageFile( const wfJson* json, const wfJsonNode* node, const wfJsonNode* file, wfMask* mask )
{
	static const wfNumberRange range = { 0.0, 255.0, "a whole number from 0 to 255" };
	const wfReader* reader = json->reader;
	int32_t threshold = reader->def->imageThreshold;
	bool invert = false;
	wfWord name = { NULL, 0, 0 };
	wfJson_ReadText( json, file, 4096, &name.text );
	wfJson_ReadInteger( json, wfJson_Find( json, node, "threshold" ), &range, &threshold );
	wfJson_ReadBool( json, wfJson_Find( json, node, "invert" ), &invert );
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	char field[128];
	wfJson_Path( json, file, field, sizeof( field ) );
	name = ( wfWord ){ name.text, file->stringLength, file->position };
	wfGrayImage image = { 0 };
	wfReadNamedImage( reader, &name, field, &image );
	if ( wfReader_IsOk( reader ) )
	{
		wfMask_FromImage( reader, &image, threshold, invert, mask );
	}
	wfGrayImage_Free( &image );
}

static void readImageShape( const wfJson* json, const wfJsonNode* node, wfShapeDef* def, wfShapeParts* parts )
{
	const wfJsonNode* file = wfJson_Find( json, node, "file" );
	const wfJsonNode* rows = wfJson_Find( json, node, "rows" );
	const wfJsonNode* threshold = wfJson_Find( json, node, "threshold" );
	const wfJsonNode* other = threshold != NULL ? threshold : wfJson_Find( json, node, "invert" );
	if ( ( file == NULL ) == ( rows == NULL ) )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected file (a PNG or PGM) or rows (a list of texts), found %s",
					 file == NULL ? "neither" : "both" );
	}
	else if ( rows != NULL && other != NULL )
	{
		wfJson_Fail( json, other, NULL, wf_badFormat, "belongs to an image with a file, not with rows" );
	}
	else if ( rows != NULL )
	{
		readRows( json, rows, &parts->mask );
	}
	else
	{
		readImageFile( json, node, file, &parts->mask );
	}
	def->cells = parts->mask.cells;
	def->width = parts->mask.width;
	def->height = parts->mask.height;
	// The copy of the world.
	wfJson_Reserve( json, node, NULL, (size_t)def->width * (size_t)def->height );
}

// How fast one walks there: `speed` alone, or `uphill` with the speeds up and down. False where nothing is said.
static bool readSlowness( const wfJson* json, const wfJsonNode* node, wfShapeDef* def )
{
	static const wfNumberRange share = { 0.01, 1.0, "a part of the speed from 0.01 to 1" };
	const wfJsonNode *speed = wfJson_Find( json, node, "speed" ), *up = wfJson_Find( json, node, "speedUp" );
	const wfJsonNode *down = wfJson_Find( json, node, "speedDown" ), *uphill = wfJson_Find( json, node, "uphill" );
	bool directed = up != NULL || down != NULL || uphill != NULL;
	if ( speed != NULL && directed )
	{
		wfJson_Fail( json, speed, NULL, wf_badFormat,
					 "is for both directions; expected it alone, or speedUp, speedDown and uphill" );
	}
	else if ( directed && ( up == NULL || down == NULL || uphill == NULL ) )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected speedUp, speedDown and uphill together, or speed alone" );
	}
	wfJson_ReadNumber( json, speed, &share, &def->speedUp );
	def->speedDown = def->speedUp;
	return speed != NULL || directed;
}

static void readTerrain( const wfJson* json, const wfJsonNode* node, wfShapeDef* def )
{
	static const wfNumberRange kindRange = { 0.0, 31.0, "a whole number from 0 to 31" };
	const wfJsonNode* kinds = wfJson_Find( json, node, "kinds" );
	bool slow = readSlowness( json, node, def );
	if ( wfJson_Find( json, node, "cost" ) == NULL && kinds == NULL && !slow )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "terrain without effect; expected cost, speed, kinds or several of them" );
	}
	wfReadPart( json, node, wf_terrainObject.parts[0], def );
	const wfJsonNode* uphill = wfJson_Find( json, node, "uphill" );
	if ( uphill != NULL && def->uphill.x == 0.0 && def->uphill.y == 0.0 )
	{
		wfJson_Fail( json, uphill, NULL, wf_outOfRange, "expected the direction in which the ground rises, found [0, 0]" );
	}
	def->kinds = kinds != NULL ? 0 : def->kinds;
	wfJson_CheckList( json, kinds, 0, "kinds of agents that may enter, 0 to 31" );
	for ( const wfJsonNode* kind = wfJson_First( json, kinds ); kind != NULL; kind = wfJson_Next( json, kind ) )
	{
		int32_t number = 0;
		wfJson_ReadInteger( json, kind, &kindRange, &number );
		if ( ( def->kinds & 1u << number ) != 0 )
		{
			wfJson_Fail( json, kind, NULL, wf_badFormat, "the kind %d is given twice", number );
		}
		def->kinds |= 1u << number;
	}
}

static void readShape( const wfJson* json, const wfJsonNode* node, wfShapeDef* def, wfShapeParts* parts )
{
	bool terrain = def->role == wf_terrainRole;
	def->pixelSize = json->reader->def->imagePixelSize;
	def->kind = (wfShapeKind)wfReadType( json, node, "a shape", wf_shapeObjects, terrain ? wf_terrainObject.parts[0] : NULL );
	if ( terrain )
	{
		readTerrain( json, node, def );
	}
	def->radius = def->kind == wf_segmentShape ? 0.0 : def->radius;
	wfReadPart( json, node, wf_shapeObjects[def->kind]->parts[0], def );
	switch ( def->kind )
	{
		case wf_boxShape:
			readBoxShape( json, node, def );
			break;
		case wf_discShape:
			break;
		case wf_segmentShape:
			def->radius *= 0.5; // of the thickness
			readPoints( json, node, 2, parts );
			break;
		case wf_polygonShape:
			readPolygonShape( json, node, def, parts );
			break;
		case wf_imageShape:
			readImageShape( json, node, def, parts );
			break;
	}
	def->points = parts->points;
	def->pointCount = (int32_t)parts->pointCount;
}

void wfReadShapes( const wfJson* json, const wfJsonNode* list, wfShapeRole role, wfScenario* scenario )
{
	wfJson_CheckList( json, list, 0, "shapes" );
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		wfShapeDef def = wfDefaultShapeDef();
		wfShapeParts parts = { 0 };
		wfShapeId id;
		def.role = role;
		readShape( json, node, &def, &parts );
		if ( wfJson_IsOk( json ) )
		{
			wfJson_Take( json, node, wfWorld_AddShape( scenario->world, &def, &id, json->reader->error ) );
		}
		freeParts( &parts );
	}
}

// ------------------------------------------------------------------------------------------------------------- regions

static void checkRegion( const wfJson* json, const wfJsonNode* node, const wfWorld* ground, const wfRegion* region )
{
	wfBox2 world = wfWorld_GetBounds( ground ), box = region->bounds;
	if ( !( box.upper.x > world.lower.x && box.lower.x < world.upper.x && box.upper.y > world.lower.y &&
			box.lower.y < world.upper.y ) )
	{
		wfJson_Fail( json, node, NULL, wf_outOfRange,
					 "the region from %.12g, %.12g to %.12g, %.12g lies outside of the world, which reaches from %.12g, %.12g to "
					 "%.12g, %.12g",
					 box.lower.x, box.lower.y, box.upper.x, box.upper.y, world.lower.x, world.lower.y, world.upper.x,
					 world.upper.y );
	}
}

void wfReadRegion( const wfJson* json, const wfJsonNode* node, const wfWorld* world, bool allowCircle, wfRegion* region )
{
	*region = ( wfRegion ){ 0 };
	if ( node == NULL || !wfJson_IsOk( json ) )
	{
		return;
	}
	const wfObject* const* objects = allowCircle ? wf_regionObjects : wf_areaObjects;
	wfShapeDef def = wfDefaultShapeDef();
	wfShapeParts parts = { 0 };
	region->kind = (wfRegionKind)wfReadType( json, node, "a region", objects, NULL );
	wfReadPart( json, node, objects[region->kind]->parts[0], &def );
	if ( region->kind == wf_boxRegion )
	{
		readBoxShape( json, node, &def );
	}
	else if ( region->kind == wf_polygonRegion )
	{
		readPoints( json, node, 3, &parts );
	}
	region->center = def.center;
	region->halfSize = def.halfSize;
	region->radius = def.radius;
	region->points = parts.points;
	region->pointCount = parts.pointCount;
	wfRegion_Finish( region, def.angle );
	if ( world != NULL )
	{
		checkRegion( json, node, world, region );
	}
}

// --------------------------------------------------------------------------------------------------------------- goals

static void readGoalPoints( const wfJson* json, const wfJsonNode* node, wfGoalKind kind, const wfWorld* world,
							wfShapeParts* parts )
{
	static const int32_t least[] = { 1, 2, 3, 1 };
	const wfJsonNode* point = wfJson_Find( json, node, "point" );
	if ( kind == wf_pointGoal && wfJson_IsOk( json ) && allocatePoints( json, point, 1, parts ) )
	{
		wfJson_ReadPoint( json, point, parts->points );
		wfCheckInside( json, point, world, parts->points[0], "the goal" );
	}
	if ( kind == wf_pointGoal )
	{
		return;
	}
	readPoints( json, node, least[kind], parts );
	point = wfJson_First( json, wfJson_Find( json, node, "points" ) );
	for ( ; point != NULL && parts->points != NULL; point = wfJson_Next( json, point ) )
	{
		wfCheckInside( json, point, world, parts->points[point->index], "the goal's point" );
	}
}

void wfReadGoals( const wfJson* json, const wfJsonNode* list, wfScenario* scenario )
{
	wfJson_CheckList( json, list, 0, "goals" );
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		wfShapeParts parts = { 0 };
		wfGoalDef def = wfDefaultGoalDef();
		def.kind = (wfGoalKind)wfReadType( json, node, "a goal", wf_goalObjects, NULL );
		wfReadPart( json, node, wf_goalObjects[def.kind]->parts[0], &def );
		if ( def.name != NULL && wfWorld_FindGoal( scenario->world, def.name ).index1 != 0 )
		{
			wfQuoted quoted = wfQuote( def.name, strlen( def.name ) );
			wfJson_Fail( json, wfJson_Find( json, node, "name" ), NULL, wf_badFormat,
						 "there is a goal %s already; expected names that differ", quoted.text );
		}
		readGoalPoints( json, node, def.kind, scenario->world, &parts );
		def.points = parts.points;
		def.pointCount = (int32_t)parts.pointCount;
		wfGoalId id;
		if ( wfJson_IsOk( json ) )
		{
			wfJson_Take( json, node, wfWorld_AddGoal( scenario->world, &def, &id, json->reader->error ) );
		}
		freeParts( &parts );
	}
}
