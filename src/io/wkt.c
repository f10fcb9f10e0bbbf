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
	wfReading base;
	size_t at;
	wfVec2* points;
	size_t pointCount, pointCapacity;
	int32_t* ringSizes;
	size_t ringCount, ringCapacity;
	wfWktItem* items;
	size_t itemCount, itemCapacity;
} wfWkt;

typedef enum wfWktPart
{
	wf_wktPoint,
	wf_wktLine,
	wf_wktPolygon,
	wf_wktCollection,
	wf_wktUnsupported
} wfWktPart;

typedef struct wfWktTag
{
	const char* word;
	wfWktPart part;
	bool multiple;
} wfWktTag;

// --------------------------------------------------------------------------------------------------------------- words

static void skipWktSpace( wfWkt* wkt )
{
	while ( wkt->at < wkt->base.reader->size && memchr( " \t\r\n", wkt->base.reader->text[wkt->at], 4 ) != NULL )
	{
		wkt->at += 1;
	}
}

static char peekWkt( wfWkt* wkt )
{
	// Nothing more is read after a failure.
	skipWktSpace( wkt );
	return wkt->at < wkt->base.reader->size && wkt->base.result == wf_ok ? wkt->base.reader->text[wkt->at] : 0;
}

// Up to what parts words.
static size_t measureWord( const wfWkt* wkt )
{
	const wfReader* reader = wkt->base.reader;
	size_t length = 0;
	while ( wkt->at + length < reader->size && memchr( " \t\r\n(),", reader->text[wkt->at + length], 7 ) == NULL )
	{
		length += 1;
	}
	return length;
}

static void expectedWkt( wfWkt* wkt, const char* expected )
{
	if ( peekWkt( wkt ) == 0 )
	{
		wfReading_Fail( &wkt->base, wkt->at, NULL, wf_badFormat, "the text ends here; expected %s", expected );
		return;
	}
	size_t length = measureWord( wkt );
	length = length < 1 ? 1 : length < 24 ? length : 24;
	wfQuoted found = wfQuote( wkt->base.reader->text + wkt->at, length );
	wfReading_Fail( &wkt->base, wkt->at, NULL, wf_badFormat, "expected %s, found %s", expected, found.text );
}

static bool takeWkt( wfWkt* wkt, char c )
{
	bool there = peekWkt( wkt ) == c;
	wkt->at += there ? 1 : 0;
	return there;
}

static void requireWkt( wfWkt* wkt, char c, const char* expected )
{
	if ( !takeWkt( wkt, c ) )
	{
		expectedWkt( wkt, expected );
	}
}

// A word of letters, in capitals. False when there is none or it is longer than any keyword.
static bool takeWktWord( wfWkt* wkt, char word[32] )
{
	skipWktSpace( wkt );
	size_t length = 0;
	while ( wkt->at + length < wkt->base.reader->size && isalpha( (unsigned char)wkt->base.reader->text[wkt->at + length] ) )
	{
		if ( length >= 31 )
		{
			return false;
		}
		word[length] = (char)toupper( (unsigned char)wkt->base.reader->text[wkt->at + length] );
		length += 1;
	}
	word[length] = 0;
	wkt->at += length;
	return length > 0;
}

// Null: unknown.
static const wfWktTag* findWktTag( char* word )
{
	static const wfWktTag tags[] = { { "POINT", wf_wktPoint, false },
									 { "LINESTRING", wf_wktLine, false },
									 { "LINEARRING", wf_wktLine, false },
									 { "POLYGON", wf_wktPolygon, false },
									 { "MULTIPOINT", wf_wktPoint, true },
									 { "MULTILINESTRING", wf_wktLine, true },
									 { "MULTIPOLYGON", wf_wktPolygon, true },
									 { "GEOMETRYCOLLECTION", wf_wktCollection, true },
									 { "CIRCULARSTRING", wf_wktUnsupported, false },
									 { "COMPOUNDCURVE", wf_wktUnsupported, false },
									 { "CURVEPOLYGON", wf_wktUnsupported, false },
									 { "MULTICURVE", wf_wktUnsupported, false },
									 { "MULTISURFACE", wf_wktUnsupported, false },
									 { "POLYHEDRALSURFACE", wf_wktUnsupported, false },
									 { "TIN", wf_wktUnsupported, false },
									 { "TRIANGLE", wf_wktUnsupported, false } };
	for ( int attempt = 0; attempt < 3; ++attempt )
	{
		for ( size_t i = 0; i < sizeof( tags ) / sizeof( tags[0] ); ++i )
		{
			if ( strcmp( tags[i].word, word ) == 0 )
			{
				return &tags[i];
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
	return NULL;
}

// -------------------------------------------------------------------------------------------------------------- points

static double readWktNumber( wfWkt* wkt )
{
	double value = 0.0;
	skipWktSpace( wkt );
	size_t length = measureWord( wkt );
	wfNumberKind kind = wfParseNumber( wkt->base.reader->text + wkt->at, length, &value );
	if ( kind == wf_notNumber )
	{
		expectedWkt( wkt, "a number" );
		return 0.0;
	}
	if ( kind == wf_hugeNumber || value < -WF_MAX_COORDINATE || value > WF_MAX_COORDINATE )
	{
		wfReading_Fail( &wkt->base, wkt->at, NULL, wf_outOfRange, "expected a coordinate from -1e9 to 1e9 metres, found %s",
						wfQuote( wkt->base.reader->text + wkt->at, length ).text );
		return 0.0;
	}
	wkt->at += length;
	return value;
}

// "x y", with up to two further numbers (z, m) that are read and dropped.
static wfVec2 readWktPoint( wfWkt* wkt )
{
	double x = readWktNumber( wkt );
	wfVec2 point = { x, readWktNumber( wkt ) };
	for ( int i = 0; i < 2 && strchr( ",)", peekWkt( wkt ) ) == NULL; ++i )
	{
		readWktNumber( wkt );
	}
	return point;
}

// "(x y, x y, ...)" onto the points; how many.
static size_t readWktSequence( wfWkt* wkt )
{
	size_t first = wkt->pointCount;
	requireWkt( wkt, '(', "( and a list of points" );
	do
	{
		if ( wfReading_Grow( &wkt->base, wkt->at, NULL, &wkt->points, &wkt->pointCapacity, wkt->pointCount + 1,
							 sizeof( wfVec2 ) ) )
		{
			wkt->points[wkt->pointCount++] = readWktPoint( wkt );
		}
	}
	while ( wkt->base.result == wf_ok && takeWkt( wkt, ',' ) );
	requireWkt( wkt, ')', "a comma or )" );
	if ( wkt->pointCount > INT32_MAX )
	{
		wfReading_Fail( &wkt->base, wkt->at, NULL, wf_tooLarge, "more points than can be counted" );
	}
	return wkt->pointCount - first;
}

static void addWktItem( wfWkt* wkt, wfWktItem item )
{
	item.pointCount = wkt->pointCount - item.firstPoint;
	item.ringCount = wkt->ringCount - item.firstRing;
	if ( wfReading_Grow( &wkt->base, wkt->at, NULL, &wkt->items, &wkt->itemCapacity, wkt->itemCount + 1, sizeof( wfWktItem ) ) )
	{
		wkt->items[wkt->itemCount++] = item;
	}
}

// ---------------------------------------------------------------------------------------------------------- geometries

static wfWktItem startWktItem( wfWkt* wkt, bool line )
{
	skipWktSpace( wkt );
	return ( wfWktItem ){ .line = line, .position = wkt->at, .firstPoint = wkt->pointCount, .firstRing = wkt->ringCount };
}

static void readWktLine( wfWkt* wkt )
{
	wfWktItem item = startWktItem( wkt, true );
	if ( readWktSequence( wkt ) < 2 )
	{
		wfReading_Fail( &wkt->base, item.position, NULL, wf_badFormat, "a line of one point; expected two or more" );
	}
	addWktItem( wkt, item );
}

static void readWktRing( wfWkt* wkt )
{
	skipWktSpace( wkt );
	size_t position = wkt->at, first = wkt->pointCount, count = readWktSequence( wkt );
	if ( !wfReading_Grow( &wkt->base, wkt->at, NULL, &wkt->ringSizes, &wkt->ringCapacity, wkt->ringCount + 1,
						  sizeof( int32_t ) ) )
	{
		return;
	}
	wfVec2 begin = wkt->points[first], end = wkt->points[wkt->pointCount - 1];
	if ( count < 4 || begin.x != end.x || begin.y != end.y )
	{
		wfReading_Fail( &wkt->base, position, NULL, wf_badFormat,
						"%s; expected a closed ring of four or more points, the last equal to the first",
						count < 4 ? "too few points" : "the ring is not closed" );
	}
	wkt->pointCount -= 1; // the world closes rings itself
	wkt->ringSizes[wkt->ringCount++] = (int32_t)( count - 1 );
}

static void readWktPolygon( wfWkt* wkt )
{
	wfWktItem item = startWktItem( wkt, false );
	requireWkt( wkt, '(', "( and the rings of a polygon" );
	do
	{
		readWktRing( wkt );
	}
	while ( wkt->base.result == wf_ok && takeWkt( wkt, ',' ) );
	requireWkt( wkt, ')', "a comma or )" );
	addWktItem( wkt, item );
}

// One point, in parentheses or, inside of MULTIPOINT, without.
static void ignoreWktPoint( wfWkt* wkt, bool bare )
{
	bool open = takeWkt( wkt, '(' );
	if ( !open && !bare )
	{
		expectedWkt( wkt, "( and a point" );
	}
	readWktPoint( wkt );
	if ( open )
	{
		requireWkt( wkt, ')', ")" );
	}
}

static bool takeWktEmpty( wfWkt* wkt )
{
	size_t before = wkt->at;
	char word[32];
	bool empty = takeWktWord( wkt, word ) && strcmp( word, "EMPTY" ) == 0;
	wkt->at = empty ? wkt->at : before;
	return empty;
}

static void readWktGeometry( wfWkt* wkt, int32_t depth );

static void readWktPart( wfWkt* wkt, const wfWktTag* tag, int32_t depth )
{
	if ( tag->part == wf_wktCollection )
	{
		readWktGeometry( wkt, depth + 1 );
	}
	else if ( takeWktEmpty( wkt ) )
	{
		return;
	}
	else if ( tag->part == wf_wktPoint )
	{
		ignoreWktPoint( wkt, tag->multiple );
	}
	else if ( tag->part == wf_wktLine )
	{
		readWktLine( wkt );
	}
	else
	{
		readWktPolygon( wkt );
	}
}

static void readWktGeometry( wfWkt* wkt, int32_t depth )
{
	static const char expected[] = "POLYGON, MULTIPOLYGON, LINESTRING, MULTILINESTRING, POINT, MULTIPOINT or GEOMETRYCOLLECTION";
	char word[32];
	skipWktSpace( wkt );
	size_t position = wkt->at;
	const wfWktTag* tag = takeWktWord( wkt, word ) ? findWktTag( word ) : NULL;
	if ( tag == NULL )
	{
		wkt->at = position;
		expectedWkt( wkt, expected );
		return;
	}
	if ( tag->part == wf_wktUnsupported )
	{
		wfReading_Fail( &wkt->base, position, NULL, wf_unsupported, "%s is not read; expected %s", word, expected );
		return;
	}
	if ( depth > WF_MAX_WKT_DEPTH )
	{
		wfReading_Fail( &wkt->base, position, NULL, wf_badFormat, "collections nested deeper than %d levels", WF_MAX_WKT_DEPTH );
		return;
	}
	// The dimension, Z, M or ZM, may stand apart.
	size_t before = wkt->at;
	if ( !takeWktWord( wkt, word ) || ( strcmp( word, "Z" ) != 0 && strcmp( word, "M" ) != 0 && strcmp( word, "ZM" ) != 0 ) )
	{
		wkt->at = before;
	}
	if ( takeWktEmpty( wkt ) )
	{
		return;
	}
	if ( !tag->multiple )
	{
		readWktPart( wkt, tag, depth );
		return;
	}
	requireWkt( wkt, '(', "( or EMPTY" );
	do
	{
		readWktPart( wkt, tag, depth );
	}
	while ( wkt->base.result == wf_ok && takeWkt( wkt, ',' ) );
	requireWkt( wkt, ')', "a comma or )" );
}

// "SRID=25832;" names a reference system; coordinates are taken as metres whatever it is.
static void skipWktReference( wfWkt* wkt )
{
	char word[32];
	size_t before = wkt->at;
	if ( !takeWktWord( wkt, word ) || strcmp( word, "SRID" ) != 0 )
	{
		wkt->at = before;
		return;
	}
	const char* start = wkt->base.reader->text + wkt->at;
	const char* end = memchr( start, ';', wkt->base.reader->size - wkt->at );
	int64_t number;
	if ( end == NULL || *start != '=' || !wfParseInteger( start + 1, (size_t)( end - start ) - 1, &number ) )
	{
		expectedWkt( wkt, "= and a number and ; after SRID" );
		return;
	}
	wkt->at += (size_t)( end - start ) + 1;
}

// ----------------------------------------------------------------------------------------------------------- the world

static wfResult makeWktWorld( wfWkt* wkt, wfScenario* scenario )
{
	const wfReader* reader = wkt->base.reader;
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
	wfWkt wkt = { .base = { .reader = reader } };
	wkt.base.result = wfReader_CheckText( reader, &wkt.at );
	if ( wkt.base.result != wf_ok )
	{
		return wkt.base.result;
	}
	skipWktSpace( &wkt );
	skipWktReference( &wkt );
	if ( wkt.base.result == wf_ok )
	{
		readWktGeometry( &wkt, 0 );
	}
	takeWkt( &wkt, ';' );
	if ( peekWkt( &wkt ) != 0 )
	{
		expectedWkt( &wkt, "nothing after the geometry (several go into a GEOMETRYCOLLECTION)" );
	}
	wfResult result = wkt.base.result == wf_ok ? makeWktWorld( &wkt, scenario ) : wkt.base.result;
	wfReleaseArray( wkt.points, wkt.pointCapacity, sizeof( wfVec2 ) );
	wfReleaseArray( wkt.ringSizes, wkt.ringCapacity, sizeof( int32_t ) );
	wfReleaseArray( wkt.items, wkt.itemCapacity, sizeof( wfWktItem ) );
	return result;
}
