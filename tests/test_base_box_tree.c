// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The tree of boxes against looking at every box.
#include "base/box_tree.h"
#include "test.h"
#include "test_base.h"

#define MOST 700

static double draw( uint64_t counter )
{
	return wfRandomUnit( 11, 12, counter ) * 10.0;
}

// Boxes of many sizes; every seventh like the one before it; flat ones for the plane.
static void makeBoxes( wfBox3* boxes, int32_t count, bool flat )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		uint64_t c = 8 * (uint64_t)k;
		wfVec3 a = { draw( c ), draw( c + 1 ), flat ? 0.0 : draw( c + 2 ) };
		double size = 0.02 * draw( c + 3 ) * draw( c + 4 );
		boxes[k] = ( wfBox3 ){ a, { a.x + size, a.y + 0.5 * size, flat ? 0.0 : a.z + 0.1 * size } };
		boxes[k] = k % 7 == 6 ? boxes[k - 1] : boxes[k];
	}
}

static void checkStructure( const wfBoxTree* tree, const wfBox3* boxes )
{
	int32_t seen[MOST] = { 0 };
	for ( int32_t k = 0; k < tree->nodeCount; ++k )
	{
		const wfBoxNode* node = &tree->nodes[k];
		CHECK( node->count > 0 || node->first > k );
		for ( int32_t m = node->first; m < node->first + node->count; ++m )
		{
			wfBox3 all = wfBoxUnion3( node->box, boxes[tree->order[m]] );
			CHECK( memcmp( &all, &node->box, sizeof( all ) ) == 0 );
			seen[tree->order[m]] += 1;
		}
	}
	for ( int32_t k = 0; k < tree->itemCount; ++k )
	{
		CHECK_EQUAL( seen[k], 1 );
	}
}

static void checkSearches( const wfBoxTree* tree, const wfBox3* boxes, bool flat )
{
	for ( uint64_t q = 0; q < 100; ++q )
	{
		wfVec3 p = { draw( 9000 + 4 * q ), draw( 9001 + 4 * q ), flat ? 0.0 : draw( 9002 + 4 * q ) };
		wfBox3 box = { p, { p.x + 1.0, p.y + 1.0, p.z } };
		int32_t found = 0, there = 0;
		double nearest = INFINITY, exact = INFINITY;
		wfBoxSearch search = wfFindInBox( tree, box );
		while ( wfBoxSearch_Next( &search ) )
		{
			for ( int32_t k = search.first; k < search.end; ++k )
			{
				found += wfBoxesMeet3( &boxes[tree->order[k]], &box ) ? 1 : 0;
			}
		}
		wfNearSearch near = wfFindNear( tree, p );
		while ( wfNearSearch_Next( &near, nearest, false ) )
		{
			for ( int32_t k = near.first; k < near.end; ++k )
			{
				nearest = wfMin( nearest, wfBoxDistanceSquared3( &boxes[tree->order[k]], p ) );
			}
		}
		for ( int32_t k = 0; k < tree->itemCount; ++k )
		{
			there += wfBoxesMeet3( &boxes[k], &box ) ? 1 : 0;
			exact = wfMin( exact, wfBoxDistanceSquared3( &boxes[k], p ) );
		}
		CHECK_EQUAL( found, there );
		CHECK( nearest == exact );
	}
}

static wfBox3 boxOf( const void* boxes, int32_t item )
{
	return ( (const wfBox3*)boxes )[item];
}

TEST( BoxTreesFindWhatAllBoxesTell )
{
	const int32_t counts[] = { 0, 1, 4, 5, 9, 64, MOST };
	for ( int32_t c = 0; c < 14; ++c )
	{
		bool flat = c % 2 == 0;
		wfBox3 boxes[MOST];
		makeBoxes( boxes, counts[c / 2], flat );
		wfBoxTree tree;
		CHECK_EQUAL( wfBoxTree_Create( &tree, counts[c / 2], boxOf, boxes ), wf_ok );
		checkStructure( &tree, boxes );
		checkSearches( &tree, boxes, flat );
		wfBoxTree_Free( &tree );
	}
}

TEST( BoxTreesOfEqualBoxesStayShallow )
{
	wfBox3 boxes[MOST] = { 0 };
	wfBoxTree tree;
	TEST_EVERY_ALLOCATION( wfBoxTree_Create( &tree, MOST, boxOf, boxes ), wfBoxTree_Free( &tree ) );
	CHECK_EQUAL( wfBoxTree_Create( &tree, MOST, boxOf, boxes ), wf_ok );
	checkSearches( &tree, boxes, false );
	int32_t met = 0;
	wfBoxSearch search = wfFindInBox( &tree, boxes[0] );
	while ( wfBoxSearch_Next( &search ) )
	{
		met += search.end - search.first;
	}
	CHECK_EQUAL( met, MOST );
	wfBoxTree_Free( &tree );
}

void runBoxTreeTests( int argc, char** argv )
{
	RUN( BoxTreesFindWhatAllBoxesTell );
	RUN( BoxTreesOfEqualBoxesStayShallow );
}
