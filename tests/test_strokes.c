// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The forest of strokes: joins, cuts, undo and redo to the bit, screens, bytes.
#include "test_strokes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096

static wfStrokes* makeStrokes( void )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	return strokes;
}

static int32_t addLine( wfStrokes* strokes, double x0, double y0, double x1, double y1 )
{
	const wfVec2 points[2] = { { x0, y0 }, { x1, y1 } };
	int32_t stroke = -1;
	CHECK_EQUAL( wfStrokes_Add( strokes, points, 2, &stroke, NULL ), wf_ok );
	return stroke;
}

// A random walk of a pen, with repeated points; some are clicks.
static int32_t scribble( uint64_t seed, uint64_t stroke, wfVec2* points )
{
	int32_t count = 1 + (int32_t)( wfRandomBits( seed, stroke, 0 ) % 30 );
	double angle = 6.3 * wfRandomUnit( seed, stroke, 1 );
	points[0] = ( wfVec2 ){ 30.0 * wfRandomUnit( seed, stroke, 2 ), 30.0 * wfRandomUnit( seed, stroke, 3 ) };
	for ( int32_t k = 1; k < count; ++k )
	{
		double length = wfRandomUnit( seed, stroke, 4 + 2 * (uint64_t)k );
		angle += 2.0 * ( wfRandomUnit( seed, stroke, 5 + 2 * (uint64_t)k ) - 0.5 );
		length = length < 0.1 ? 0.0 : length;
		points[k] = ( wfVec2 ){ points[k - 1].x + length * cos( angle ), points[k - 1].y + length * sin( angle ) };
	}
	return count;
}

// Parents before all, children in order, links of some length, routes without gaps; what all links are long together.
static double checkForest( const wfStrokes* strokes )
{
	static wfVec2 route[MOST], points[MOST];
	int32_t nodeCount = wfStrokes_GetNodeCount( strokes ), linkCount = wfStrokes_GetLinkCount( strokes ), numbers[256];
	int32_t rootCount = wfStrokes_GetRoots( strokes, numbers, 256 ), leafCount = 0;
	CHECK_EQUAL( nodeCount, linkCount + rootCount );
	for ( int32_t k = 0; k < rootCount; ++k )
	{
		int32_t leaves[256];
		leafCount += wfStrokes_GetLeaves( strokes, numbers[k], leaves, 256 );
	}
	double sum = 0.0;
	for ( int32_t k = 0; k < linkCount; ++k )
	{
		wfStrokeLink link = wfStrokes_GetLink( strokes, k );
		sum += link.length;
		CHECK( link.length > 0.0 && link.pointCount >= 2 );
		CHECK_EQUAL( wfStrokes_GetLinkPoints( strokes, k, points, MOST ), link.pointCount );
		CHECK_NEAR( wfGetRouteLength( points, link.pointCount ), link.length, 1e-9 );
		CHECK_EQUAL( wfStrokes_GetNode( strokes, link.to ).link, k );
		CHECK_EQUAL( wfStrokes_GetNode( strokes, link.to ).parent, link.from );
	}
	for ( int32_t k = 0; k < nodeCount; ++k )
	{
		wfStrokeNode node = wfStrokes_GetNode( strokes, k );
		leafCount -= node.childCount == 0 ? 1 : 0;
		CHECK_EQUAL( wfStrokes_GetChildren( strokes, k, numbers, 256 ), node.childCount );
		int32_t count = wfStrokes_GetRoute( strokes, k, route, MOST );
		CHECK( count <= MOST && route[count - 1].x == node.place.x && route[count - 1].y == node.place.y );
		bool isSound = true;
		for ( int32_t i = 1; i < count; ++i )
		{
			double gap = hypot( route[i].x - route[i - 1].x, route[i].y - route[i - 1].y );
			isSound = isSound && gap > 0.0 && gap <= 0.5 + 1e-9;
		}
		CHECK( isSound );
		double length = wfGetRouteLength( route, count ), along = 0.37 * length;
		wfStrokePlace place = wfStrokes_GetPlace( strokes, k, along );
		wfRoutePlace same = wfGetRoutePlace( route, count, along );
		CHECK_NEAR( place.place.x, same.place.x, 1e-9 );
		CHECK_NEAR( place.place.y, same.place.y, 1e-9 );
		CHECK_EQUAL( wfStrokes_GetPlace( strokes, k, length + 1.0 ).node, k );
	}
	CHECK_EQUAL( leafCount, 0 );
	return sum;
}

static uint8_t* save( const wfStrokes* strokes, size_t* size )
{
	*size = wfStrokes_Save( strokes, NULL, 0 );
	uint8_t* bytes = malloc( *size );
	CHECK_EQUAL( wfStrokes_Save( strokes, bytes, *size ), *size );
	return bytes;
}

// 1,000 sequences of strokes, undos and redos: a state is the same to the bit whenever the same strokes are drawn.
TEST( RandomStrokesAreTakenBackToTheBit )
{
	int32_t sequences = TEST_HAS_SANITIZER ? 100 : 1000, cuts = 0;
	for ( int32_t seed = 1; seed <= sequences; ++seed )
	{
		wfStrokes* strokes = makeStrokes();
		uint64_t hashes[64] = { wfStrokes_GetHash( strokes ) };
		int32_t drawn = 0, known = 0;
		for ( uint64_t k = 0; k < 25; ++k )
		{
			double choice = wfRandomUnit( (uint64_t)seed, 1000, k );
			if ( choice < 0.3 )
			{
				CHECK_EQUAL( wfStrokes_Undo( strokes ), drawn > 0 );
				drawn -= drawn > 0 ? 1 : 0;
			}
			else if ( choice < 0.45 )
			{
				CHECK_EQUAL( wfStrokes_Redo( strokes ), drawn < known );
				drawn += drawn < known ? 1 : 0;
			}
			else
			{
				wfVec2 points[64];
				int32_t count = scribble( (uint64_t)seed, k, points ), stroke, nodes = wfStrokes_GetNodeCount( strokes );
				int32_t links = wfStrokes_GetLinkCount( strokes );
				double before = links > 0 ? checkForest( strokes ) : 0.0;
				CHECK_EQUAL( wfStrokes_Add( strokes, points, count, &stroke, NULL ), wf_ok );
				CHECK_EQUAL( stroke, drawn );
				if ( wfStrokes_GetLinkCount( strokes ) == links + 2 )
				{
					// What was cut is as long as before.
					cuts += 1;
					CHECK_EQUAL( wfStrokes_GetNodeCount( strokes ), nodes + 2 );
					CHECK_NEAR( checkForest( strokes ), before + wfStrokes_GetLink( strokes, links + 1 ).length, 1e-9 );
				}
				known = ++drawn;
				hashes[drawn] = wfStrokes_GetHash( strokes );
			}
			CHECK( wfStrokes_GetHash( strokes ) == hashes[drawn] );
			CHECK_EQUAL( wfStrokes_GetStrokeCount( strokes ), drawn );
		}
		checkForest( strokes );
		size_t size;
		uint8_t* bytes = save( strokes, &size );
		wfStrokes* other = makeStrokes();
		CHECK_EQUAL( wfStrokes_Restore( other, bytes, size, NULL ), wf_ok );
		for ( ; drawn >= 0; --drawn )
		{
			CHECK( wfStrokes_GetHash( other ) == hashes[drawn] );
			CHECK_EQUAL( wfStrokes_Undo( other ), drawn > 0 );
		}
		free( bytes );
		wfDestroyStrokes( other );
		wfDestroyStrokes( strokes );
	}
	CHECK( cuts > sequences / 2 );
}

// Every point drawn is near the result; ends and corners are points of it.
TEST( ResamplingKeepsWhatWasDrawn )
{
	for ( uint64_t seed = 1; seed <= 50; ++seed )
	{
		wfVec2 points[64], route[MOST];
		int32_t count = scribble( seed, 7, points ), stroke;
		wfStrokes* strokes = makeStrokes();
		CHECK_EQUAL( wfStrokes_Add( strokes, points, count, &stroke, NULL ), wf_ok );
		int32_t length = wfStrokes_GetRoute( strokes, wfStrokes_GetStrokeEnd( strokes, 0 ), route, MOST );
		for ( int32_t k = 0; k < count && length > 1; ++k )
		{
			CHECK( wfFindOnRoute( route, length, points[k] ).distance <= 0.25 + 1e-9 );
		}
		wfDestroyStrokes( strokes );
	}
	wfStrokes* strokes = makeStrokes();
	const wfVec2 corner[4] = { { 0.0, 0.0 }, { 0.0, 0.0 }, { 1.2, 0.0 }, { 1.2, 0.7 } };
	wfVec2 route[16];
	CHECK_EQUAL( wfStrokes_Add( strokes, corner, 4, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_GetRoute( strokes, 1, route, 16 ), 6 );
	CHECK( route[3].x == 1.2 && route[3].y == 0.0 && route[5].y == 0.7 );
	CHECK_NEAR( route[1].x, 0.4, 1e-12 );
	CHECK_NEAR( route[4].y, 0.35, 1e-12 );
	wfDestroyStrokes( strokes );
}

TEST( StrokesJoinAtExactDistances )
{
	wfStrokes* strokes = makeStrokes();
	addLine( strokes, 0.0, 0.0, 16.0, 0.0 );
	addLine( strokes, 8.0, nextafter( 2.0, 3.0 ), 8.0, 9.0 ); // a hair too far
	CHECK_EQUAL( wfStrokes_GetRoots( strokes, NULL, 0 ), 2 );
	CHECK( wfStrokes_Undo( strokes ) );
	int32_t branch = wfStrokes_GetStrokeEnd( strokes, addLine( strokes, 8.25, 2.0, 8.25, 9.0 ) );
	CHECK_EQUAL( wfStrokes_GetNodeCount( strokes ), 4 );
	CHECK_EQUAL( wfStrokes_GetLinkCount( strokes ), 3 );
	wfStrokeNode node = wfStrokes_GetNode( strokes, 2 );
	CHECK( node.place.x == 8.25 && node.place.y == 0.0 && node.childCount == 2 && node.parent == 0 && node.link == 0 );
	int32_t children[2];
	CHECK_EQUAL( wfStrokes_GetChildren( strokes, 2, children, 2 ), 2 );
	CHECK( children[0] == 1 && children[1] == branch && branch == 3 );
	CHECK_NEAR( wfStrokes_GetLink( strokes, 0 ).length + wfStrokes_GetLink( strokes, 1 ).length, 16.0, 1e-12 );
	CHECK_NEAR( wfStrokes_GetLink( strokes, 2 ).length, 9.0, 1e-12 );
	// Within the distance of an end: there. A cut at a point of the link takes that point.
	addLine( strokes, 14.0, 0.0, 14.0, -5.0 );
	CHECK_EQUAL( wfStrokes_GetNode( strokes, 4 ).parent, 1 );
	addLine( strokes, 4.0, 1.0, 4.0, -5.0 );
	CHECK( wfStrokes_GetNode( strokes, 5 ).place.x == 4.0 && wfStrokes_GetNode( strokes, 5 ).parent == 0 );
	checkForest( strokes );
	// A click is a tree of its own, and may be gone on from.
	const wfVec2 click = { 100.0, 100.0 };
	int32_t stroke;
	CHECK_EQUAL( wfStrokes_Add( strokes, &click, 1, &stroke, NULL ), wf_ok );
	int32_t root = wfStrokes_GetStrokeEnd( strokes, stroke );
	CHECK_EQUAL( wfStrokes_GetPlace( strokes, root, 1.0 ).link, -1 );
	addLine( strokes, 101.0, 100.0, 110.0, 100.0 );
	CHECK_EQUAL( wfStrokes_GetNode( strokes, root ).childCount, 1 );
	checkForest( strokes );
	wfDestroyStrokes( strokes );
}

// A small loop whose points are all resampled to one place.
TEST( SmallLoopsAreNoEmptyLinks )
{
	wfStrokes* strokes = makeStrokes();
	wfVec2 loop[17];
	for ( int32_t k = 0; k <= 16; ++k )
	{
		loop[k] = ( wfVec2 ){ 0.06 * cos( 0.3926990816987 * ( k % 16 ) ), 0.06 * sin( 0.3926990816987 * ( k % 16 ) ) };
	}
	CHECK_EQUAL( wfStrokes_Add( strokes, loop, 17, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_GetLinkCount( strokes ), 1 );
	CHECK( wfStrokes_GetLink( strokes, 0 ).length > 0.3 );
	checkForest( strokes );
	wfDestroyStrokes( strokes );
}

static wfScreen makeZoom( double pixelsPerMetre )
{
	return ( wfScreen ){ { { 1.0 / pixelsPerMetre, 0.0, 0.0 }, { 0.0, 1.0 / pixelsPerMetre, 0.0 }, { 0.0, 0.0, 1.0 } } };
}

// 24 pixels are 0.75 m or 12 m.
TEST( ScreensJoinByWhatIsSeen )
{
	const double zooms[2] = { 32.0, 2.0 };
	for ( int32_t k = 0; k < 2; ++k )
	{
		double zoom = zooms[k];
		wfScreen screen = makeZoom( zoom );
		for ( int32_t far = 0; far < 2; ++far )
		{
			wfStrokes* strokes = makeStrokes();
			addLine( strokes, -64.0, 0.0, 64.0, 0.0 );
			const wfVec2 pen[2] = { { 0.0, far ? 24.5 : 24.0 }, { 0.0, 100.0 } };
			CHECK_EQUAL( wfStrokes_AddOnScreen( strokes, &screen, pen, 2, NULL, NULL ), wf_ok );
			CHECK_EQUAL( wfStrokes_GetRoots( strokes, NULL, 0 ), far ? 2 : 1 );
			CHECK_NEAR( wfStrokes_GetNode( strokes, 3 ).place.y, 100.0 / zoom, 1e-12 );
			const wfVec2 tap[2] = { { 0.0, 0.0 }, { 4.0, 0.0 } };
			int32_t nodes = wfStrokes_GetNodeCount( strokes );
			CHECK_EQUAL( wfStrokes_AddOnScreen( strokes, &screen, tap, 2, NULL, NULL ), wf_ok );
			CHECK_EQUAL( wfStrokes_GetNodeCount( strokes ), nodes + 1 );
			checkForest( strokes );
			wfDestroyStrokes( strokes );
		}
	}
}

// A camera that looks along y from one metre above the origin: the ground at (X, Y) is at (X / Y, -1 / Y), the horizon at y = 0.
static void drawBeforeCamera( double end )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	def.spacing = 100.0; // one segment, of which an end is behind the camera
	def.joinPixels = 0.05;
	def.clickPixels = 0.0;
	const wfScreen screen = { { { 1.0, 0.0, 0.0 }, { 0.0, 0.0, 1.0 }, { 0.0, -1.0, 0.0 } } };
	wfStrokes* strokes = NULL;
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	addLine( strokes, 3.0, end, 3.0, -end ); // it is a ray in the view: from (0.375, -0.125) on down
	addLine( strokes, -5.0, -9.0, 5.0, -9.0 );
	uint64_t hash = wfStrokes_GetHash( strokes );
	const wfVec2 sky[2] = { { 0.0, -1.0 }, { 0.0, 0.0 } };
	wfError error;
	CHECK_EQUAL( wfStrokes_AddOnScreen( strokes, &screen, sky, 2, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "points[1]" );
	CHECK( wfStrokes_GetHash( strokes ) == hash );
	// At (3, 2) the line is seen at (1.5, -0.5).
	const wfVec2 near[2] = { { 1.52, -0.5 }, { 2.0, -0.5 } };
	CHECK_EQUAL( wfStrokes_AddOnScreen( strokes, &screen, near, 2, NULL, NULL ), wf_ok );
	int32_t node = wfStrokes_GetNode( strokes, wfStrokes_GetStrokeEnd( strokes, 2 ) ).parent;
	CHECK_NEAR( wfStrokes_GetNode( strokes, node ).place.x, 3.0, 1e-9 );
	CHECK_NEAR( wfStrokes_GetNode( strokes, node ).place.y, 2.0, 0.05 );
	// What lies behind would be mirrored to (0, 1 / 9), where nothing can be drawn; below the horizon nothing is near.
	const wfVec2 alone[2] = { { 0.0, -0.11 }, { 0.0, -0.5 } };
	CHECK_EQUAL( wfStrokes_AddOnScreen( strokes, &screen, alone, 2, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_GetRoots( strokes, NULL, 0 ), 3 );
	wfDestroyStrokes( strokes );
}

TEST( CamerasJoinNothingBehindThem )
{
	drawBeforeCamera( -8.0 );
	drawBeforeCamera( 8.0 );
}

TEST( RefusalsChangeNothing )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes *strokes = makeStrokes(), *none = NULL;
	def.spacing = 0.0;
	wfError error;
	CHECK_EQUAL( wfCreateStrokes( &def, &none, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "spacing" );
	addLine( strokes, 0.0, 0.0, 9.0, 0.0 );
	addLine( strokes, 4.0, 1.0, 4.0, 9.0 );
	CHECK( wfStrokes_Undo( strokes ) );
	uint64_t hash = wfStrokes_GetHash( strokes );
	const wfVec2 bad[3][2] = {
		{ { 0.0, 0.0 }, { NAN, 0.0 } }, { { 0.0, 0.0 }, { 1.1e6, 0.0 } }, { { INFINITY, 0.0 }, { 0.0, 0.0 } } };
	for ( int32_t k = 0; k < 3; ++k )
	{
		CHECK_EQUAL( wfStrokes_Add( strokes, bad[k], 2, NULL, &error ), wf_outOfRange );
		CHECK_STRING( error.field, k == 2 ? "points[0]" : "points[1]" );
	}
	CHECK_EQUAL( wfStrokes_Add( strokes, bad[0], 0, NULL, &error ), wf_outOfRange );
	const wfScreen flat = { { { 1.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0 }, { 0.0, 0.0, 1.0 } } };
	CHECK_EQUAL( wfStrokes_AddOnScreen( strokes, &flat, bad[0], 1, NULL, &error ), wf_outOfRange );
	CHECK( wfStrokes_GetHash( strokes ) == hash );
	CHECK( wfStrokes_Redo( strokes ) ); // is still there
	def.spacing = 1e-3;
	CHECK_EQUAL( wfCreateStrokes( &def, &none, NULL ), wf_ok );
	const wfVec2 longest[2] = { { -9e5, 0.0 }, { 9e5, 0.0 } };
	CHECK_EQUAL( wfStrokes_Add( none, longest, 2, NULL, &error ), wf_tooLarge );
	testBeginAsserts();
	CHECK_EQUAL( wfStrokes_GetNode( strokes, 99 ).parent, -1 );
	CHECK_EQUAL( wfStrokes_GetStrokeEnd( strokes, -1 ), -1 );
	CHECK_EQUAL( testEndAsserts(), 2 );
	wfDestroyStrokes( none );
	wfDestroyStrokes( strokes );
}

// Each byte damaged is refused; with the hash put right the bytes are refused or make a sound forest.
TEST( ForgedBytesAreRefused )
{
	wfStrokes *strokes = makeStrokes(), *other = makeStrokes();
	addLine( strokes, 0.0, 0.0, 3.0, 0.0 );
	addLine( strokes, 10.0, 0.0, 30.0, 0.0 );
	addLine( strokes, 20.1, 1.0, 20.0, 3.0 );
	addLine( strokes, 50.0, 1.0, 50.0, 1.0 );
	addLine( other, 5.0, 5.0, 9.0, 9.0 );
	size_t size;
	uint8_t* bytes = save( strokes, &size );
	uint64_t hash = wfStrokes_GetHash( other );
	int32_t refused = 0, accepted = 0;
	wfError error;
	for ( size_t k = 0; k < size; ++k )
	{
		CHECK_EQUAL( wfStrokes_Restore( other, bytes, k, &error ), wf_badFormat );
		bytes[k] ^= 0x41;
		CHECK_EQUAL( wfStrokes_Restore( other, bytes, size, &error ), wf_badFormat );
		CHECK( wfStrokes_GetHash( other ) == hash );
		uint64_t kept, sum = wfHash( WF_HASH_START, bytes + 32, size - 32 );
		memcpy( &kept, bytes + 16, 8 );
		memcpy( bytes + 16, &sum, 8 );
		wfStrokes* forged = makeStrokes();
		wfResult result = wfStrokes_Restore( forged, bytes, size, &error );
		refused += result == wf_badFormat ? 1 : 0;
		accepted += result == wf_ok && wfStrokes_GetStrokeCount( forged ) == 4 ? 1 : 0;
		while ( wfStrokes_Undo( forged ) )
		{
		}
		wfDestroyStrokes( forged );
		memcpy( bytes + 16, &kept, 8 );
		bytes[k] ^= 0x41;
	}
	// Points may be moved, but for those that strokes start at; 16 to 23 are the hash, put right.
	CHECK_EQUAL( refused + accepted, (int64_t)size );
	CHECK( refused > 100 && accepted > 100 );
	CHECK_EQUAL( wfStrokes_Restore( other, bytes, size, NULL ), wf_ok );
	CHECK( wfStrokes_GetHash( other ) == wfStrokes_GetHash( strokes ) );
	free( bytes );
	wfDestroyStrokes( other );
	wfDestroyStrokes( strokes );
}

static wfResult drawAll( void )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	const wfVec2 first[2] = { { 0.0, 0.0 }, { 20.0, 0.0 } }, second[2] = { { 8.0, 1.0 }, { 8.0, 20.0 } };
	wfResult result = wfCreateStrokes( &def, &strokes, NULL );
	result = result == wf_ok ? wfStrokes_Add( strokes, first, 2, NULL, NULL ) : result;
	uint64_t hash = result == wf_ok ? wfStrokes_GetHash( strokes ) : 0;
	if ( result == wf_ok )
	{
		result = wfStrokes_Add( strokes, second, 2, NULL, NULL );
		CHECK( result == wf_ok || wfStrokes_GetHash( strokes ) == hash );
	}
	if ( result == wf_ok )
	{
		uint8_t bytes[4096];
		size_t size = wfStrokes_Save( strokes, bytes, sizeof( bytes ) );
		hash = wfStrokes_GetHash( strokes );
		result = wfStrokes_Restore( strokes, bytes, size, NULL );
		CHECK( wfStrokes_GetHash( strokes ) == hash );
	}
	wfDestroyStrokes( strokes );
	return result;
}

TEST( MemoryMayRunOut )
{
	TEST_EVERY_ALLOCATION( drawAll(), (void)0 );
}

int main( int argc, char** argv )
{
	RUN( RandomStrokesAreTakenBackToTheBit );
	RUN( ResamplingKeepsWhatWasDrawn );
	RUN( StrokesJoinAtExactDistances );
	RUN( SmallLoopsAreNoEmptyLinks );
	RUN( ScreensJoinByWhatIsSeen );
	RUN( CamerasJoinNothingBehindThem );
	RUN( RefusalsChangeNothing );
	RUN( ForgedBytesAreRefused );
	RUN( MemoryMayRunOut );
	runRouteTests( argc, argv );
	runDivisionTests( argc, argv );
	return testReport();
}
