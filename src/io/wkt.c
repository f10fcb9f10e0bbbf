// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Geometry as well-known text: polygons are where one may walk, their holes are not; lines are walls; points are ignored.
#include "io/reader.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WF_MAX_WKT_DEPTH 16

typedef struct wfWktItem
{
	bool line;
	size_t position;
	size_t firstPoint, pointCount;
	size_t firstRing, ringCount;
} wfWktItem;

typedef struct wfWkt
{
	const wfReader* reader;
	size_t at;
	wfVec2* points;
	size_t pointCount, pointCapacity;
	int32_t* ringSizes;
	size_t ringCount, ringCapacity;
	wfWktItem* items;
	size_t itemCount, itemCapacity;
} wfWkt;

typedef enum wfWktTag
{
	wf_wktPoint,
	wf_wktLine,
	wf_wktPolygon,
	wf_wktMultiPoint,
	wf_wktMultiLine,
	wf_wktMultiPolygon,
	wf_wktCollection,
	wf_wktUnsupported,
	wf_wktUnknown
} wfWktTag;

// --------------------------------------------------------------------------------------------------------------- words

static void skipWktSpace( wfWkt* wkt )
{
	while ( wkt->at < wkt->reader->size && memchr( " \t\r\n", wkt->reader->text[wkt->at], 4 ) != NULL )
	{
		wkt->at += 1;
	}
}

static char peekWkt( wfWkt* wkt )
{
	skipWktSpace( wkt );
	return wkt->at < wkt->reader->size ? wkt->reader->text[wkt->at] : 0;
}

static wfResult expectedWkt( wfWkt* wkt, const char* expected )
{
	const wfReader* reader = wkt->reader;
	if ( peekWkt( wkt ) == 0 )
	{
		return wfReader_Fail( reader, wkt->at, NULL, wf_badFormat, "the text ends here; expected %s", expected );
	}
	size_t length = 1;
	while ( wkt->at + length < reader->size && length < 24 && memchr( " \t\r\n(),", reader->text[wkt->at + length], 7 ) == NULL )
	{
		length += 1;
	}
	wfQuoted found = wfQuote( reader->text + wkt->at, length );
	return wfReader_Fail( reader, wkt->at, NULL, wf_badFormat, "expected %s, found %s", expected, found.text );
}

static bool takeWkt( wfWkt* wkt, char c )
{
	bool there = peekWkt( wkt ) == c;
	wkt->at += there ? 1 : 0;
	return there;
}

// A word of letters, in capitals. False when there is none or it is longer than any keyword.
static bool takeWktWord( wfWkt* wkt, char word[32] )
{
	skipWktSpace( wkt );
	size_t length = 0;
	while ( wkt->at + length < wkt->reader->size && isalpha( (unsigned char)wkt->reader->text[wkt->at + length] ) )
	{
		if ( length >= 31 )
		{
			return false;
		}
		word[length] = (char)toupper( (unsigned char)wkt->reader->text[wkt->at + length] );
		length += 1;
	}
	word[length] = 0;
	wkt->at += length;
	return length > 0;
}

static wfWktTag tellWktTag( char* word )
{
	static const struct
	{
		const char* word;
		wfWktTag tag;
	} tags[] = { { "POINT", wf_wktPoint },
				 { "LINESTRING", wf_wktLine },
				 { "LINEARRING", wf_wktLine },
				 { "POLYGON", wf_wktPolygon },
				 { "MULTIPOINT", wf_wktMultiPoint },
				 { "MULTILINESTRING", wf_wktMultiLine },
				 { "MULTIPOLYGON", wf_wktMultiPolygon },
				 { "GEOMETRYCOLLECTION", wf_wktCollection },
				 { "CIRCULARSTRING", wf_wktUnsupported },
				 { "COMPOUNDCURVE", wf_wktUnsupported },
				 { "CURVEPOLYGON", wf_wktUnsupported },
				 { "MULTICURVE", wf_wktUnsupported },
				 { "MULTISURFACE", wf_wktUnsupported },
				 { "POLYHEDRALSURFACE", wf_wktUnsupported },
				 { "TIN", wf_wktUnsupported },
				 { "TRIANGLE", wf_wktUnsupported } };
	for ( int attempt = 0; attempt < 3; ++attempt )
	{
		for ( size_t i = 0; i < sizeof( tags ) / sizeof( tags[0] ); ++i )
		{
			if ( strcmp( tags[i].word, word ) == 0 )
			{
				return tags[i].tag;
			}
		}
		// POLYGONZ, POLYGONM and POLYGONZM are written too.
		size_t length = strlen( word );
		if ( length < 2 || ( word[length - 1] != 'M' && word[length - 1] != 'Z' ) )
		{
			break;
		}
		word[length - 1] = 0;
	}
	return wf_wktUnknown;
}

// -------------------------------------------------------------------------------------------------------------- points

static wfResult readWktNumber( wfWkt* wkt, double* value )
{
	const wfReader* reader = wkt->reader;
	skipWktSpace( wkt );
	size_t length = 0;
	while ( wkt->at + length < reader->size && memchr( " \t\r\n(),", reader->text[wkt->at + length], 7 ) == NULL )
	{
		length += 1;
	}
	wfNumberKind kind = wfParseNumber( reader->text + wkt->at, length, value );
	if ( kind == wf_notNumber )
	{
		return expectedWkt( wkt, "a number" );
	}
	if ( kind == wf_hugeNumber || *value < -WF_MAX_COORDINATE || *value > WF_MAX_COORDINATE )
	{
		wfQuoted quoted = wfQuote( reader->text + wkt->at, length );
		return wfReader_Fail( reader, wkt->at, NULL, wf_outOfRange, "expected a coordinate from -1e9 to 1e9 metres, found %s",
							  quoted.text );
	}
	wkt->at += length;
	return wf_ok;
}

// "x y", with up to two further numbers (z, m) that are read and dropped.
static wfResult readWktPoint( wfWkt* wkt, wfVec2* point )
{
	wfResult result = readWktNumber( wkt, &point->x );
	if ( result == wf_ok )
	{
		result = readWktNumber( wkt, &point->y );
	}
	for ( int i = 0; i < 2 && result == wf_ok; ++i )
	{
		char next = peekWkt( wkt );
		if ( next == ',' || next == ')' || next == 0 )
		{
			break;
		}
		double dropped;
		result = readWktNumber( wkt, &dropped );
	}
	return result;
}

static wfResult growWkt( wfWkt* wkt, void* array, size_t* capacity, size_t count, size_t size )
{
	if ( count < *capacity )
	{
		return wf_ok;
	}
	size_t more = *capacity / 2 + 64;
	wfResult result = wfReader_Reserve( wkt->reader, wkt->at, NULL, more * size );
	if ( result != wf_ok )
	{
		return result;
	}
	return wfGrowArray( array, capacity, *capacity + more, size ) == wf_ok ? wf_ok : wfReader_OutOfMemory( wkt->reader );
}

// "(x y, x y, ...)" onto the points.
static wfResult readWktSequence( wfWkt* wkt )
{
	if ( !takeWkt( wkt, '(' ) )
	{
		return expectedWkt( wkt, "( and a list of points" );
	}
	do
	{
		wfResult result = growWkt( wkt, &wkt->points, &wkt->pointCapacity, wkt->pointCount, sizeof( wfVec2 ) );
		if ( result == wf_ok )
		{
			result = readWktPoint( wkt, wkt->points + wkt->pointCount );
		}
		if ( result != wf_ok )
		{
			return result;
		}
		wkt->pointCount += 1;
	}
	while ( takeWkt( wkt, ',' ) );
	if ( !takeWkt( wkt, ')' ) )
	{
		return expectedWkt( wkt, "a comma or )" );
	}
	return wkt->pointCount <= INT32_MAX
			   ? wf_ok
			   : wfReader_Fail( wkt->reader, wkt->at, NULL, wf_tooLarge, "more points than can be counted" );
}

static wfResult addWktItem( wfWkt* wkt, wfWktItem item )
{
	wfResult result = growWkt( wkt, &wkt->items, &wkt->itemCapacity, wkt->itemCount, sizeof( wfWktItem ) );
	if ( result == wf_ok )
	{
		wkt->items[wkt->itemCount++] = item;
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------- geometries

static wfResult readWktLine( wfWkt* wkt )
{
	skipWktSpace( wkt );
	wfWktItem item = { .line = true, .position = wkt->at, .firstPoint = wkt->pointCount };
	wfResult result = readWktSequence( wkt );
	if ( result != wf_ok )
	{
		return result;
	}
	item.pointCount = wkt->pointCount - item.firstPoint;
	if ( item.pointCount < 2 )
	{
		return wfReader_Fail( wkt->reader, item.position, NULL, wf_badFormat, "a line of one point; expected two or more" );
	}
	return addWktItem( wkt, item );
}

static wfResult readWktRing( wfWkt* wkt )
{
	skipWktSpace( wkt );
	size_t position = wkt->at, first = wkt->pointCount;
	wfResult result = readWktSequence( wkt );
	if ( result == wf_ok )
	{
		result = growWkt( wkt, &wkt->ringSizes, &wkt->ringCapacity, wkt->ringCount, sizeof( int32_t ) );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	size_t count = wkt->pointCount - first;
	wfVec2 begin = wkt->points[first], end = wkt->points[wkt->pointCount - 1];
	if ( count < 4 || begin.x != end.x || begin.y != end.y )
	{
		return wfReader_Fail( wkt->reader, position, NULL, wf_badFormat,
							  "%s; expected a closed ring of four or more points, the last equal to the first",
							  count < 4 ? "too few points" : "the ring is not closed" );
	}
	wkt->pointCount -= 1; // the world closes rings itself
	wkt->ringSizes[wkt->ringCount++] = (int32_t)( count - 1 );
	return wf_ok;
}

static wfResult readWktPolygon( wfWkt* wkt )
{
	skipWktSpace( wkt );
	wfWktItem item = { .position = wkt->at, .firstPoint = wkt->pointCount, .firstRing = wkt->ringCount };
	if ( !takeWkt( wkt, '(' ) )
	{
		return expectedWkt( wkt, "( and the rings of a polygon" );
	}
	do
	{
		wfResult result = readWktRing( wkt );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	while ( takeWkt( wkt, ',' ) );
	if ( !takeWkt( wkt, ')' ) )
	{
		return expectedWkt( wkt, "a comma or )" );
	}
	item.pointCount = wkt->pointCount - item.firstPoint;
	item.ringCount = wkt->ringCount - item.firstRing;
	return addWktItem( wkt, item );
}

// One point, in parentheses or, inside of MULTIPOINT, without.
static wfResult ignoreWktPoint( wfWkt* wkt, bool bare )
{
	wfVec2 point;
	bool open = takeWkt( wkt, '(' );
	if ( !open && !bare )
	{
		return expectedWkt( wkt, "( and a point" );
	}
	wfResult result = readWktPoint( wkt, &point );
	return result == wf_ok && open && !takeWkt( wkt, ')' ) ? expectedWkt( wkt, ")" ) : result;
}

static bool takeWktEmpty( wfWkt* wkt )
{
	size_t before = wkt->at;
	char word[32];
	bool empty = takeWktWord( wkt, word ) && strcmp( word, "EMPTY" ) == 0;
	wkt->at = empty ? wkt->at : before;
	return empty;
}

static wfResult readWktGeometry( wfWkt* wkt, int32_t depth );

static wfResult readWktPart( wfWkt* wkt, wfWktTag tag, int32_t depth )
{
	if ( tag != wf_wktCollection && takeWktEmpty( wkt ) )
	{
		return wf_ok;
	}
	switch ( tag )
	{
		case wf_wktPoint:
		case wf_wktMultiPoint:
			return ignoreWktPoint( wkt, tag == wf_wktMultiPoint );
		case wf_wktLine:
		case wf_wktMultiLine:
			return readWktLine( wkt );
		case wf_wktPolygon:
		case wf_wktMultiPolygon:
			return readWktPolygon( wkt );
		case wf_wktCollection:
			return readWktGeometry( wkt, depth + 1 );
		case wf_wktUnsupported:
		case wf_wktUnknown:
			break;
	}
	return wf_badFormat;
}

static wfResult readWktGeometry( wfWkt* wkt, int32_t depth )
{
	static const char expected[] = "POLYGON, MULTIPOLYGON, LINESTRING, MULTILINESTRING, POINT, MULTIPOINT or GEOMETRYCOLLECTION";
	char word[32];
	skipWktSpace( wkt );
	size_t position = wkt->at;
	wfWktTag tag = takeWktWord( wkt, word ) ? tellWktTag( word ) : wf_wktUnknown;
	if ( tag == wf_wktUnsupported )
	{
		return wfReader_Fail( wkt->reader, position, NULL, wf_unsupported, "%s is not read; expected %s", word, expected );
	}
	if ( tag == wf_wktUnknown )
	{
		wkt->at = position;
		return expectedWkt( wkt, expected );
	}
	if ( depth > WF_MAX_WKT_DEPTH )
	{
		return wfReader_Fail( wkt->reader, position, NULL, wf_badFormat, "collections nested deeper than %d levels",
							  WF_MAX_WKT_DEPTH );
	}
	// The dimension, Z, M or ZM, may stand apart.
	size_t before = wkt->at;
	if ( !takeWktWord( wkt, word ) || ( strcmp( word, "Z" ) != 0 && strcmp( word, "M" ) != 0 && strcmp( word, "ZM" ) != 0 ) )
	{
		wkt->at = before;
	}
	if ( takeWktEmpty( wkt ) )
	{
		return wf_ok;
	}
	bool multiple = tag == wf_wktMultiPoint || tag == wf_wktMultiLine || tag == wf_wktMultiPolygon || tag == wf_wktCollection;
	if ( !multiple )
	{
		return readWktPart( wkt, tag, depth );
	}
	if ( !takeWkt( wkt, '(' ) )
	{
		return expectedWkt( wkt, "( or EMPTY" );
	}
	do
	{
		wfResult result = readWktPart( wkt, tag, depth );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	while ( takeWkt( wkt, ',' ) );
	return takeWkt( wkt, ')' ) ? wf_ok : expectedWkt( wkt, "a comma or )" );
}

// "SRID=25832;" names a reference system; coordinates are taken as metres whatever it is.
static wfResult skipWktReference( wfWkt* wkt )
{
	char word[32];
	size_t before = wkt->at;
	if ( !takeWktWord( wkt, word ) || strcmp( word, "SRID" ) != 0 )
	{
		wkt->at = before;
		return wf_ok;
	}
	const char* start = wkt->reader->text + wkt->at;
	const char* end = memchr( start, ';', wkt->reader->size - wkt->at );
	int64_t number;
	if ( end == NULL || *start != '=' || !wfParseInteger( start + 1, (size_t)( end - start ) - 1, &number ) )
	{
		return expectedWkt( wkt, "= and a number and ; after SRID" );
	}
	wkt->at += (size_t)( end - start ) + 1;
	return wf_ok;
}

// ----------------------------------------------------------------------------------------------------------- the world

static wfResult makeWktWorld( wfWkt* wkt, wfScenario* scenario )
{
	const wfReader* reader = wkt->reader;
	if ( wkt->itemCount == 0 )
	{
		return wfReader_Fail( reader, 0, NULL, wf_badFormat, "no polygon and no line; expected at least one" );
	}
	wfBox2 bounds = { wkt->points[0], wkt->points[0] };
	for ( size_t i = 1; i < wkt->pointCount; ++i )
	{
		wfVec2 p = wkt->points[i];
		bounds.lower.x = p.x < bounds.lower.x ? p.x : bounds.lower.x;
		bounds.lower.y = p.y < bounds.lower.y ? p.y : bounds.lower.y;
		bounds.upper.x = p.x > bounds.upper.x ? p.x : bounds.upper.x;
		bounds.upper.y = p.y > bounds.upper.y ? p.y : bounds.upper.y;
	}
	if ( bounds.upper.x - bounds.lower.x < WF_MIN_LENGTH || bounds.upper.y - bounds.lower.y < WF_MIN_LENGTH )
	{
		return wfReader_Fail( reader, wkt->items[0].position, NULL, wf_badFormat,
							  "the geometry has no area: from %.12g, %.12g to %.12g, %.12g", bounds.lower.x, bounds.lower.y,
							  bounds.upper.x, bounds.upper.y );
	}
	wfResult result = wfStartScenario( reader, WF_NO_POSITION, bounds, reader->def->wktCellSize, scenario );
	if ( result == wf_ok )
	{
		// The world's copies.
		result = wfReader_Reserve( reader, WF_NO_POSITION, NULL, wkt->pointCount * sizeof( wfVec2 ) );
	}
	for ( size_t i = 0; i < wkt->itemCount && result == wf_ok; ++i )
	{
		const wfWktItem* item = wkt->items + i;
		wfShapeDef def = wfDefaultShapeDef();
		def.kind = item->line ? wf_segmentShape : wf_polygonShape;
		def.role = item->line ? wf_obstacleRole : wf_walkableRole;
		def.points = wkt->points + item->firstPoint;
		def.pointCount = (int32_t)item->pointCount;
		def.ringSizes = item->line ? NULL : wkt->ringSizes + item->firstRing;
		def.ringCount = (int32_t)item->ringCount;
		wfShapeId id;
		result = wfWorld_AddShape( scenario->world, &def, &id, reader->error );
		result = result == wf_ok ? wf_ok : wfReader_Place( reader, item->position, NULL, result );
	}
	return result;
}

wfResult wfReadWkt( const wfReader* reader, wfScenario* scenario )
{
	wfWkt wkt = { .reader = reader };
	wfResult result = wfReader_CheckText( reader, &wkt.at );
	if ( result == wf_ok )
	{
		skipWktSpace( &wkt );
		result = skipWktReference( &wkt );
	}
	if ( result == wf_ok )
	{
		result = readWktGeometry( &wkt, 0 );
	}
	takeWkt( &wkt, ';' );
	if ( result == wf_ok && peekWkt( &wkt ) != 0 )
	{
		result = expectedWkt( &wkt, "nothing after the geometry (several go into a GEOMETRYCOLLECTION)" );
	}
	if ( result == wf_ok )
	{
		result = makeWktWorld( &wkt, scenario );
	}
	wfReleaseArray( wkt.points, wkt.pointCapacity, sizeof( wfVec2 ) );
	wfReleaseArray( wkt.ringSizes, wkt.ringCapacity, sizeof( int32_t ) );
	wfReleaseArray( wkt.items, wkt.itemCapacity, sizeof( wfWktItem ) );
	return result;
}
