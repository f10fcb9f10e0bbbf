// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Triangles with the corners of another.

#include "mesh/build.h"

typedef struct Triple
{
	int32_t a, b, c;
} Triple;

static Triple sortedCorners( const int32_t* corners )
{
	Triple s = { corners[0], corners[1], corners[2] };
	int32_t swapped;
	if ( s.a > s.b )
	{
		swapped = s.a;
		s.a = s.b;
		s.b = swapped;
	}
	if ( s.b > s.c )
	{
		swapped = s.b;
		s.b = s.c;
		s.c = swapped;
	}
	if ( s.a > s.b )
	{
		swapped = s.a;
		s.a = s.b;
		s.b = swapped;
	}
	return s;
}

// Keeps the first of triangles with the same corners, whichever way they run: one surface has one sheet. Returns how many are
// left.
static int32_t keepFirst( wfMeshBuild* build, int32_t* slot, size_t slotCount )
{
	wfMesh* mesh = build->mesh;
	int32_t* corners = mesh->triangles;
	int32_t kept = 0;
	for ( size_t k = 0; k < slotCount; ++k )
	{
		slot[k] = -1;
	}
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* own = corners + 3 * (size_t)t;
		Triple key = sortedCorners( own );
		uint64_t hash = wfMixBits( (uint64_t)key.a << 32 | (uint64_t)key.b );
		size_t k = (size_t)wfMixBits( hash + (uint64_t)key.c ) & ( slotCount - 1 );
		bool found = false;
		for ( ; slot[k] >= 0 && !found; k = ( k + 1 ) & ( slotCount - 1 ) )
		{
			Triple other = sortedCorners( corners + 3 * (size_t)slot[k] );
			found = other.a == key.a && other.b == key.b && other.c == key.c;
		}
		if ( !found )
		{
			slot[k] = kept;
			memmove( corners + 3 * (size_t)kept, own, 3 * sizeof( int32_t ) );
			build->inputTriangle[kept++] = build->inputTriangle[t];
		}
	}
	return kept;
}

wfResult wfDropRepeatedTriangles( wfMeshBuild* build )
{
	wfMesh* mesh = build->mesh;
	size_t slotCount = wfTableSize( mesh->triangleCount );
	int32_t* slot = wfAllocateArray( slotCount, sizeof( int32_t ) );
	if ( slot == NULL )
	{
		return wf_outOfMemory;
	}
	int32_t kept = keepFirst( build, slot, slotCount );
	wfReleaseArray( slot, slotCount, sizeof( int32_t ) );
	if ( kept == mesh->triangleCount )
	{
		return wf_ok;
	}
	int32_t* corners = wfAllocateArray( 3 * (size_t)kept, sizeof( int32_t ) );
	if ( corners == NULL )
	{
		return wf_outOfMemory;
	}
	memcpy( corners, mesh->triangles, 3 * (size_t)kept * sizeof( int32_t ) );
	wfReleaseArray( mesh->triangles, 3 * (size_t)mesh->triangleCount, sizeof( int32_t ) );
	mesh->triangles = corners;
	mesh->report.duplicateTriangles = mesh->triangleCount - kept;
	mesh->triangleCount = kept;
	return wf_ok;
}
