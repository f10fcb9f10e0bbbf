// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The tree of boxes around triangles. It is made along a space-filling curve: triangles sorted by the Morton code of their
// middles are cut where the highest bit changes. That takes linear time, depends on nothing but the mesh, and on meshes nearest
// places and rays are found a quarter sooner than in a tree of halves.

#include "mesh/build.h"
#include "mesh/tuning.h"

#define WF_CODE_BITS 16 // per axis
#define WF_DIGIT_BITS 12

typedef struct Coded
{
	uint64_t code;
	int32_t triangle;
} Coded;

// Two zero bits before each bit.
static uint64_t spreadBits( uint64_t x )
{
	x = ( x | x << 32 ) & 0x001F00000000FFFFull;
	x = ( x | x << 16 ) & 0x001F0000FF0000FFull;
	x = ( x | x << 8 ) & 0x100F00F00F00F00Full;
	x = ( x | x << 4 ) & 0x10C30C30C30C30C3ull;
	return ( x | x << 2 ) & 0x1249249249249249ull;
}

static uint64_t quantise( double x, double lower, double scale )
{
	double cells = (double)( ( 1 << WF_CODE_BITS ) - 1 );
	return (uint64_t)wfMin( wfMax( ( x - lower ) * scale, 0.0 ), cells );
}

static void makeCodes( const wfMesh* mesh, Coded* coded )
{
	wfVec3 lower = mesh->report.lower, upper = mesh->report.upper;
	double extent = wfMax( upper.x - lower.x, wfMax( upper.y - lower.y, upper.z - lower.z ) );
	double scale = (double)( 1 << WF_CODE_BITS ) / extent;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		wfBox3 box = wfTriangleBox( mesh, t );
		uint64_t x = quantise( 0.5 * ( box.lower.x + box.upper.x ), lower.x, scale );
		uint64_t y = quantise( 0.5 * ( box.lower.y + box.upper.y ), lower.y, scale );
		uint64_t z = quantise( 0.5 * ( box.lower.z + box.upper.z ), lower.z, scale );
		coded[t] = ( Coded ){ spreadBits( x ) << 2 | spreadBits( y ) << 1 | spreadBits( z ), t };
	}
}

// Stable, by digits from the lowest on. Returns which of the two arrays has the result.
static Coded* sortCodes( Coded* coded, Coded* other, int32_t count )
{
	_Static_assert( 3 * WF_CODE_BITS % WF_DIGIT_BITS == 0, "digits cover the code" );
	for ( int32_t shift = 0; shift < 3 * WF_CODE_BITS; shift += WF_DIGIT_BITS )
	{
		int32_t start[1 << WF_DIGIT_BITS] = { 0 };
		uint64_t mask = ( 1 << WF_DIGIT_BITS ) - 1;
		for ( int32_t i = 0; i < count; ++i )
		{
			start[coded[i].code >> shift & mask] += 1;
		}
		int32_t sum = 0;
		for ( int32_t digit = 0; digit < 1 << WF_DIGIT_BITS; ++digit )
		{
			int32_t size = start[digit];
			start[digit] = sum;
			sum += size;
		}
		for ( int32_t i = 0; i < count; ++i )
		{
			other[start[coded[i].code >> shift & mask]++] = coded[i];
		}
		Coded* swapped = coded;
		coded = other;
		other = swapped;
	}
	return coded;
}

static double middleAlong( const wfMesh* mesh, int32_t t, int32_t axis )
{
	wfBox3 box = wfTriangleBox( mesh, t );
	return axis == 0 ? box.lower.x + box.upper.x : axis == 1 ? box.lower.y + box.upper.y : box.lower.z + box.upper.z;
}

static int32_t widestAxis( const wfMesh* mesh, const Coded* coded, int32_t count )
{
	wfBox3 all = wfTriangleBox( mesh, coded[0].triangle );
	for ( int32_t i = 1; i < count; ++i )
	{
		all = wfBoxUnion3( all, wfTriangleBox( mesh, coded[i].triangle ) );
	}
	wfVec3 size = wfSub3( all.upper, all.lower );
	return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
}

// Triangles of one code, which are many when others are far away: those with the smaller middles go into the first half, by
// Hoare's selection with the middle item as pivot.
static void halve( const wfMesh* mesh, Coded* coded, int32_t count )
{
	int32_t axis = widestAxis( mesh, coded, count ), half = count / 2, low = 0, high = count - 1;
	while ( low < high )
	{
		double pivot = middleAlong( mesh, coded[low + ( high - low ) / 2].triangle, axis );
		int32_t i = low, j = high;
		while ( i <= j )
		{
			while ( middleAlong( mesh, coded[i].triangle, axis ) < pivot )
			{
				i += 1;
			}
			while ( middleAlong( mesh, coded[j].triangle, axis ) > pivot )
			{
				j -= 1;
			}
			if ( i <= j )
			{
				Coded swapped = coded[i];
				coded[i++] = coded[j];
				coded[j--] = swapped;
			}
		}
		low = half >= i ? i : low;
		high = half <= j ? j : high;
		if ( half > j && half < i )
		{
			return;
		}
	}
}

// Where to cut the sorted codes [first, end): at the first that has the highest bit set in which they differ.
static int32_t findSplit( const wfMesh* mesh, Coded* coded, int32_t first, int32_t end )
{
	uint64_t differing = coded[first].code ^ coded[end - 1].code;
	if ( differing == 0 )
	{
		halve( mesh, coded + first, end - first );
		return first + ( end - first ) / 2;
	}
	uint64_t bit = 1;
	while ( differing >>= 1 )
	{
		bit <<= 1;
	}
	int32_t low = first, high = end - 1;
	while ( high - low > 1 )
	{
		int32_t middle = low + ( high - low ) / 2;
		if ( ( coded[middle].code & bit ) != 0 )
		{
			high = middle;
		}
		else
		{
			low = middle;
		}
	}
	return high;
}

// Parents before children, depth first. Without nodes they are only counted.
static void splitNodes( const wfMesh* mesh, wfBoxTree* tree, Coded* coded )
{
	typedef struct Work
	{
		int32_t node, first, end;
	} Work;
	Work stack[WF_BOX_TREE_DEPTH];
	int32_t waiting = 0;
	tree->nodeCount = 1;
	stack[waiting++] = ( Work ){ 0, 0, tree->itemCount };
	while ( waiting > 0 )
	{
		Work work = stack[--waiting];
		bool leaf = work.end - work.first <= WF_LEAF_TRIANGLES;
		int32_t children = tree->nodeCount;
		if ( tree->nodes != NULL )
		{
			tree->nodes[work.node].first = leaf ? work.first : children;
			tree->nodes[work.node].count = leaf ? work.end - work.first : 0;
		}
		if ( !leaf )
		{
			int32_t split = findSplit( mesh, coded, work.first, work.end );
			tree->nodeCount += 2;
			stack[waiting++] = ( Work ){ children + 1, split, work.end };
			stack[waiting++] = ( Work ){ children, work.first, split };
		}
	}
}

static wfBox3 boxOfTriangle( const void* mesh, int32_t triangle )
{
	return wfTriangleBox( mesh, triangle );
}

wfResult wfIndexTriangles( wfMeshBuild* build )
{
	wfMesh* mesh = build->mesh;
	wfBoxTree* tree = &mesh->tree;
	Coded *coded, *other, *sorted = NULL;
	wfArrays scratch = { { WF_ONE_ARRAY( coded, mesh->triangleCount ), WF_ONE_ARRAY( other, mesh->triangleCount ) } };
	wfResult result = wfArrays_Allocate( &scratch );
	if ( result == wf_ok )
	{
		makeCodes( mesh, coded );
		sorted = sortCodes( coded, other, mesh->triangleCount );
		tree->itemCount = mesh->triangleCount;
		splitNodes( mesh, tree, sorted );
		wfArrays arrays = { { WF_ONE_ARRAY( tree->order, tree->itemCount ), WF_ONE_ARRAY( tree->nodes, tree->nodeCount ) } };
		result = wfArrays_Allocate( &arrays );
	}
	if ( result == wf_ok )
	{
		splitNodes( mesh, tree, sorted );
		for ( int32_t i = 0; i < mesh->triangleCount; ++i )
		{
			tree->order[i] = sorted[i].triangle;
		}
		wfBoxTree_Bound( tree, boxOfTriangle, mesh );
	}
	wfArrays_Free( &scratch );
	return result;
}

void wfMeshTree_Visit( const wfMesh* mesh, wfVec3 lower, wfVec3 upper, wfVisitTriangleFcn* visit, void* context )
{
	wfBox3 box = { lower, upper };
	wfBoxSearch search = wfFindInBox( &mesh->tree, box );
	while ( wfBoxSearch_Next( &search ) )
	{
		for ( int32_t k = search.first; k < search.end; ++k )
		{
			int32_t triangle = mesh->tree.order[k];
			wfBox3 own = wfTriangleBox( mesh, triangle );
			if ( wfBoxesMeet3( &own, &box ) && !visit( triangle, context ) )
			{
				return;
			}
		}
	}
}
