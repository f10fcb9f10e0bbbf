// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Triangles with the corners of another.

#include "mesh/build.h"

typedef struct Triple
{
	int32_t a, b, c;
} Triple;

// From the lowest to the highest.
static Triple sortedCorners( const int32_t* c )
{
	int32_t low = c[0] < c[1] ? c[0] : c[1], high = c[0] < c[1] ? c[1] : c[0];
	int32_t least = c[2] < low ? c[2] : low, most = c[2] > high ? c[2] : high;
	return ( Triple ){ least, c[0] ^ c[1] ^ c[2] ^ least ^ most, most };
}

// Keeps the first of triangles with the same corners, whichever way they run: one surface has one sheet. Returns how many are
// left. The map has room for all.
static int32_t keepFirst( wfMeshBuild* build, wfMap* map )
{
	int32_t* corners = build->mesh->triangles;
	int32_t kept = 0;
	for ( int32_t t = 0; t < build->mesh->triangleCount; ++t )
	{
		Triple own = sortedCorners( corners + 3 * (size_t)t );
		uint64_t key = wfMixBits( (uint64_t)own.a << 32 | (uint64_t)own.b ) + (uint64_t)own.c;
		int32_t found = wfMap_Find( map, key );
		for ( ; found >= 0; found = wfMap_Find( map, ++key ) )
		{
			Triple other = sortedCorners( corners + 3 * (size_t)found );
			if ( other.a == own.a && other.b == own.b && other.c == own.c )
			{
				break;
			}
		}
		if ( found < 0 )
		{
			(void)wfMap_Set( map, key, kept );
			memmove( corners + 3 * (size_t)kept, corners + 3 * (size_t)t, 3 * sizeof( int32_t ) );
			build->inputTriangle[kept++] = build->inputTriangle[t];
		}
	}
	return kept;
}

wfResult wfDropRepeatedTriangles( wfMeshBuild* build )
{
	wfMesh* mesh = build->mesh;
	wfMap map = { 0 };
	if ( wfMap_Reserve( &map, mesh->triangleCount ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	int32_t kept = keepFirst( build, &map );
	wfMap_Free( &map );
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
