// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The tree is made along a space-filling curve: triangles sorted by the Morton code of their middles are cut where the highest
// bit changes. That takes linear time and depends on nothing but the mesh.

#include "mesh/tree.h"

#define WF_LEAF_TRIANGLES 4
#define WF_CODE_BITS 16 // per axis
#define WF_DIGIT_BITS 12

typedef struct Coded
{
	uint64_t code;
	int32_t triangle;
} Coded;

static wfBox3 boxOfTriangle( const wfMesh* mesh, int32_t t )
{
	const int32_t* corners = mesh->triangles + 3 * (size_t)t;
	wfVec3 a = mesh->vertices[corners[0]], b = mesh->vertices[corners[1]], c = mesh->vertices[corners[2]];
	return ( wfBox3 ){ { fmin( a.x, fmin( b.x, c.x ) ), fmin( a.y, fmin( b.y, c.y ) ), fmin( a.z, fmin( b.z, c.z ) ) },
					   { fmax( a.x, fmax( b.x, c.x ) ), fmax( a.y, fmax( b.y, c.y ) ), fmax( a.z, fmax( b.z, c.z ) ) } };
}

static wfBox3 unionOfBoxes( wfBox3 a, wfBox3 b )
{
	return ( wfBox3 ){ { fmin( a.lower.x, b.lower.x ), fmin( a.lower.y, b.lower.y ), fmin( a.lower.z, b.lower.z ) },
					   { fmax( a.upper.x, b.upper.x ), fmax( a.upper.y, b.upper.y ), fmax( a.upper.z, b.upper.z ) } };
}

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
	return (uint64_t)fmin( fmax( ( x - lower ) * scale, 0.0 ), cells );
}

static void makeCodes( const wfMesh* mesh, Coded* coded )
{
	wfVec3 lower = mesh->report.lower, upper = mesh->report.upper;
	double extent = fmax( upper.x - lower.x, fmax( upper.y - lower.y, upper.z - lower.z ) );
	double scale = (double)( 1 << WF_CODE_BITS ) / extent;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		wfBox3 box = boxOfTriangle( mesh, t );
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

// The first of the sorted codes [first, end) that has the highest bit set in which they differ; the middle where all are equal.
static int32_t findSplit( const Coded* coded, int32_t first, int32_t end )
{
	uint64_t differing = coded[first].code ^ coded[end - 1].code;
	if ( differing == 0 )
	{
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

// Parents before children, depth first.
static void splitNodes( wfMeshTree* tree, const Coded* coded )
{
	typedef struct Work
	{
		int32_t node, first, end;
	} Work;
	Work stack[WF_TREE_DEPTH];
	int32_t waiting = 0;
	tree->nodeCount = 1;
	stack[waiting++] = ( Work ){ 0, 0, tree->triangleCount };
	while ( waiting > 0 )
	{
		Work work = stack[--waiting];
		wfMeshTreeNode* node = &tree->nodes[work.node];
		if ( work.end - work.first <= WF_LEAF_TRIANGLES )
		{
			node->first = work.first;
			node->count = work.end - work.first;
			continue;
		}
		int32_t split = findSplit( coded, work.first, work.end );
		node->first = tree->nodeCount;
		node->count = 0;
		tree->nodeCount += 2;
		stack[waiting++] = ( Work ){ node->first + 1, split, work.end };
		stack[waiting++] = ( Work ){ node->first, work.first, split };
	}
}

static void boundNodes( const wfMesh* mesh, wfMeshTree* tree )
{
	for ( int32_t i = tree->nodeCount - 1; i >= 0; --i )
	{
		wfMeshTreeNode* node = &tree->nodes[i];
		if ( node->count == 0 )
		{
			node->box = unionOfBoxes( tree->nodes[node->first].box, tree->nodes[node->first + 1].box );
			continue;
		}
		node->box = boxOfTriangle( mesh, tree->triangles[node->first] );
		for ( int32_t k = 1; k < node->count; ++k )
		{
			node->box = unionOfBoxes( node->box, boxOfTriangle( mesh, tree->triangles[node->first + k] ) );
		}
	}
}

void wfDestroyMeshTree( wfMeshTree* tree )
{
	if ( tree != NULL )
	{
		wfReleaseArray( tree->nodes, (size_t)tree->nodeCapacity, sizeof( wfMeshTreeNode ) );
		wfReleaseArray( tree->triangles, (size_t)tree->triangleCount, sizeof( int32_t ) );
		wfRelease( tree, sizeof( *tree ) );
	}
}

wfResult wfCreateMeshTree( wfMesh* mesh )
{
	wfMeshTree* tree = wfAllocateZeroed( sizeof( wfMeshTree ) );
	mesh->tree = tree;
	if ( tree == NULL )
	{
		return wf_outOfMemory;
	}
	size_t count = (size_t)mesh->triangleCount;
	tree->triangleCount = mesh->triangleCount;
	tree->triangles = wfAllocateArray( count, sizeof( int32_t ) );
	Coded* coded = wfAllocateArray( count, sizeof( Coded ) );
	Coded* other = wfAllocateArray( count, sizeof( Coded ) );
	wfResult result = wf_outOfMemory;
	if ( tree->triangles != NULL && coded != NULL && other != NULL )
	{
		makeCodes( mesh, coded );
		Coded* sorted = sortCodes( coded, other, mesh->triangleCount );
		for ( int32_t i = 0; i < mesh->triangleCount; ++i )
		{
			tree->triangles[i] = sorted[i].triangle;
		}
		// Leaves hold one triangle or more; nodes with two children are one fewer.
		tree->nodeCapacity = 2 * mesh->triangleCount - 1;
		tree->nodes = wfAllocateArray( (size_t)tree->nodeCapacity, sizeof( wfMeshTreeNode ) );
		result = tree->nodes == NULL ? wf_outOfMemory : wf_ok;
		if ( result == wf_ok )
		{
			splitNodes( tree, sorted );
			boundNodes( mesh, tree );
		}
	}
	wfReleaseArray( coded, count, sizeof( Coded ) );
	wfReleaseArray( other, count, sizeof( Coded ) );
	return result;
}

static bool boxesMeet( const wfBox3* a, wfVec3 lower, wfVec3 upper )
{
	return a->lower.x <= upper.x && a->upper.x >= lower.x && a->lower.y <= upper.y && a->upper.y >= lower.y &&
		   a->lower.z <= upper.z && a->upper.z >= lower.z;
}

void wfMeshTree_Visit( const wfMesh* mesh, wfVec3 lower, wfVec3 upper, wfVisitTriangleFcn* visit, void* context )
{
	const wfMeshTree* tree = mesh->tree;
	int32_t stack[WF_TREE_DEPTH];
	int32_t waiting = 0;
	stack[waiting++] = 0;
	while ( waiting > 0 )
	{
		const wfMeshTreeNode* node = &tree->nodes[stack[--waiting]];
		if ( !boxesMeet( &node->box, lower, upper ) )
		{
			continue;
		}
		if ( node->count == 0 )
		{
			stack[waiting++] = node->first + 1;
			stack[waiting++] = node->first;
			continue;
		}
		for ( int32_t k = 0; k < node->count; ++k )
		{
			int32_t t = tree->triangles[node->first + k];
			wfBox3 box = boxOfTriangle( mesh, t );
			if ( boxesMeet( &box, lower, upper ) && !visit( t, context ) )
			{
				return;
			}
		}
	}
}
