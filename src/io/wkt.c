// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Geometry as well-known text: polygons are where one may walk, their holes are not; lines are walls; points are ignored.
#include "base/array.h"
#include "base/vec2.h"
#include "io/reader.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WF_MAX_WKT_DEPTH 16

typedef struct wfWktItem
{
	bool line;
	size_t position;
	int32_t firstPoint, pointCount;
	int32_t firstRing, ringCount;
} wfWktItem;

typedef struct wfWkt
{
	const wfReader* reader;
	size_t at;
	WF_ARRAY( wfVec2 ) points;
	WF_ARRAY( int32_t ) ringSizes;
	WF_ARRAY( wfWktItem ) items;
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
	while ( wkt->at < wkt->reader->size && memchr( " \t\r\n", wkt->reader->text[wkt->at], 4 ) != NULL )
	{
		wkt->at += 1;
	}
}

static char peekWkt( wfWkt* wkt )
{
	// Nothing more is read after a failure.
	skipWktSpace( wkt );
	return wkt->at < wkt->reader->size && wfReader_IsOk( wkt->reader ) ? wkt->reader->text[wkt->at] : 0;
}

// Up to what parts words.
static size_t measureWord( const wfWkt* wkt )
{
	const wfReader* reader = wkt->reader;
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
		wfReader_Fail( wkt->reader, wkt->at, NULL, wf_badFormat, "the text ends here; expected %s", expected );
		return;
	}
	size_t length = measureWord( wkt );
	length = length < 1 ? 1 : length < 24 ? length : 24;
	wfQuoted found = wfQuote( wkt->reader->text + wkt->at, length );
	wfReader_Fail( wkt->reader, wkt->at, NULL, wf_badFormat, "expected %s, found %s", expected, found.text );
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
	wfNumberKind kind = wfParseNumber( wkt->reader->text + wkt->at, length, &value );
	if ( kind == wf_notNumber )
	{
		expectedWkt( wkt, "a number" );
		return 0.0;
	}
	if ( kind == wf_hugeNumber || value < -WF_MAX_COORDINATE || value > WF_MAX_COORDINATE )
	{
		wfReader_Fail( wkt->reader, wkt->at, NULL, wf_outOfRange, "expected a coordinate from -1e9 to 1e9 metres, found %s",
					   wfQuote( wkt->reader->text + wkt->at, length ).text );
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
static int32_t readWktSequence( wfWkt* wkt )
{
	int32_t first = wkt->points.count;
	requireWkt( wkt, '(', "( and a list of points" );
	do
	{
		if ( wkt->points.count == INT32_MAX )
		{
			wfReader_Fail( wkt->reader, wkt->at, NULL, wf_tooLarge, "more points than can be counted" );
		}
		wfReader_Push( wkt->reader, wkt->at, &wkt->points, readWktPoint( wkt ) );
	}
	while ( wfReader_IsOk( wkt->reader ) && takeWkt( wkt, ',' ) );
	requireWkt( wkt, ')', "a comma or )" );
	return wkt->points.count - first;
}

static void addWktItem( wfWkt* wkt, wfWktItem item )
{
	item.pointCount = wkt->points.count - item.firstPoint;
	item.ringCount = wkt->ringSizes.count - item.firstRing;
	wfReader_Push( wkt->reader, wkt->at, &wkt->items, item );
}

// ---------------------------------------------------------------------------------------------------------- geometries

static wfWktItem startWktItem( wfWkt* wkt, bool line )
{
	skipWktSpace( wkt );
	return ( wfWktItem ){ .line = line, .position = wkt->at, .firstPoint = wkt->points.count, .firstRing = wkt->ringSizes.count };
}

static void readWktLine( wfWkt* wkt )
{
	wfWktItem item = startWktItem( wkt, true );
	if ( readWktSequence( wkt ) < 2 )
	{
		wfReader_Fail( wkt->reader, item.position, NULL, wf_badFormat, "a line of one point; expected two or more" );
	}
	addWktItem( wkt, item );
}

static void readWktRing( wfWkt* wkt )
{
	skipWktSpace( wkt );
	size_t position = wkt->at;
	int32_t first = wkt->points.count, count = readWktSequence( wkt );
	if ( !wfReader_IsOk( wkt->reader ) )
	{
		return;
	}
	wfVec2 begin = wkt->points.data[first], end = wkt->points.data[wkt->points.count - 1];
	if ( count < 4 || begin.x != end.x || begin.y != end.y )
	{
		wfReader_Fail( wkt->reader, position, NULL, wf_badFormat,
					   "%s; expected a closed ring of four or more points, the last equal to the first",
					   count < 4 ? "too few points" : "the ring is not closed" );
	}
	wkt->points.count -= 1; // the world closes rings itself
	wfReader_Push( wkt->reader, wkt->at, &wkt->ringSizes, count - 1 );
}

static void readWktPolygon( wfWkt* wkt )
{
	wfWktItem item = startWktItem( wkt, false );
	requireWkt( wkt, '(', "( and the rings of a polygon" );
	do
	{
		readWktRing( wkt );
	}
	while ( wfReader_IsOk( wkt->reader ) && takeWkt( wkt, ',' ) );
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
		wfReader_Fail( wkt->reader, position, NULL, wf_unsupported, "%s is not read; expected %s", word, expected );
		return;
	}
	if ( depth > WF_MAX_WKT_DEPTH )
	{
		wfReader_Fail( wkt->reader, position, NULL, wf_badFormat, "collections nested deeper than %d levels", WF_MAX_WKT_DEPTH );
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
	while ( wfReader_IsOk( wkt->reader ) && takeWkt( wkt, ',' ) );
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
	const char* start = wkt->reader->text + wkt->at;
	const char* end = memchr( start, ';', wkt->reader->size - wkt->at );
	int64_t number;
	if ( end == NULL || *start != '=' || !wfParseInteger( start + 1, (size_t)( end - start ) - 1, &number ) )
	{
		expectedWkt( wkt, "= and a number and ; after SRID" );
		return;
	}
	wkt->at += (size_t)( end - start ) + 1;
}

// ----------------------------------------------------------------------------------------------------------- the world

static void makeWktWorld( wfWkt* wkt, wfScenario* scenario )
{
	const wfReader* reader = wkt->reader;
	if ( wkt->items.count == 0 )
	{
		wfReader_Fail( reader, 0, NULL, wf_badFormat, "no polygon and no line; expected at least one" );
		return;
	}
	wfBox2 bounds = wfBoxOfPoints( wkt->points.data, wkt->points.count );
	if ( bounds.upper.x - bounds.lower.x < WF_MIN_LENGTH || bounds.upper.y - bounds.lower.y < WF_MIN_LENGTH )
	{
		wfReader_Fail( reader, wkt->items.data[0].position, NULL, wf_badFormat,
					   "the geometry has no area: from %.12g, %.12g to %.12g, %.12g", bounds.lower.x, bounds.lower.y,
					   bounds.upper.x, bounds.upper.y );
	}
	wfStartScenario( reader, WF_NO_POSITION, bounds, reader->def->wktCellSize, scenario );
	// The world's copies.
	wfReader_Reserve( reader, WF_NO_POSITION, NULL, (size_t)wkt->points.count * sizeof( wfVec2 ) );
	for ( int32_t i = 0; i < wkt->items.count && wfReader_IsOk( reader ); ++i )
	{
		const wfWktItem* item = wkt->items.data + i;
		wfShapeDef def = wfDefaultShapeDef();
		def.kind = item->line ? wf_segmentShape : wf_polygonShape;
		def.role = item->line ? wf_obstacleRole : wf_walkableRole;
		def.points = wkt->points.data + item->firstPoint;
		def.pointCount = item->pointCount;
		def.ringSizes = item->line ? NULL : wkt->ringSizes.data + item->firstRing;
		def.ringCount = item->ringCount;
		wfShapeId id;
		wfReader_Take( reader, item->position, NULL, wfWorld_AddShape( scenario->world, &def, &id, reader->error ) );
	}
}

void wfReadWkt( const wfReader* reader, wfScenario* scenario )
{
	wfWkt wkt = { .reader = reader, .at = wfReader_CheckText( reader ) };
	skipWktSpace( &wkt );
	skipWktReference( &wkt );
	if ( wfReader_IsOk( reader ) )
	{
		readWktGeometry( &wkt, 0 );
	}
	takeWkt( &wkt, ';' );
	if ( peekWkt( &wkt ) != 0 )
	{
		expectedWkt( &wkt, "nothing after the geometry (several go into a GEOMETRYCOLLECTION)" );
	}
	if ( wfReader_IsOk( reader ) )
	{
		makeWktWorld( &wkt, scenario );
	}
	wfArray_Free( &wkt.points );
	wfArray_Free( &wkt.ringSizes );
	wfArray_Free( &wkt.items );
}
