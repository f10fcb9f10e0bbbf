// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Components and sides: from one triangle of each component the others are turned so that neighbours agree. Where that is
// impossible seams are left, on which the half-edges of both triangles run the same way.

#include "mesh/build.h"

static bool runSameDirection( const wfMesh* mesh, int32_t h )
{
	return wfFromVertex( mesh, h ) == wfFromVertex( mesh, mesh->twin[h] );
}

typedef struct Flooded
{
	int32_t triangles, turned;
	bool oneSided;
} Flooded;

// Flood each component, `stack` and `flooded` have room for all triangles. Returns how many components there are.
static int32_t flood( const wfMeshBuild* build, int32_t* stack, Flooded* flooded )
{
	const wfMesh* mesh = build->mesh;
	int32_t* component = build->triangleComponent;
	int32_t componentCount = 0;
	memset( component, 0xFF, (size_t)mesh->triangleCount * sizeof( int32_t ) );
	for ( int32_t first = 0; first < mesh->triangleCount; ++first )
	{
		if ( component[first] >= 0 )
		{
			continue;
		}
		component[first] = componentCount;
		build->turned[first] = 0;
		// First in first out: sides then spread evenly, and seams become short.
		int32_t read = 0, written = 0, turned = 0;
		bool oneSided = false;
		stack[written++] = first;
		while ( read < written )
		{
			int32_t t = stack[read++];
			turned += build->turned[t];
			for ( int32_t h = 3 * t; h < 3 * t + 3; ++h )
			{
				int32_t g = mesh->twin[h];
				if ( g < 0 )
				{
					continue;
				}
				uint8_t side = build->turned[t] ^ ( runSameDirection( mesh, h ) ? 1 : 0 );
				if ( component[g / 3] < 0 )
				{
					component[g / 3] = componentCount;
					build->turned[g / 3] = side;
					stack[written++] = g / 3;
				}
				oneSided = oneSided || build->turned[g / 3] != side;
			}
		}
		flooded[componentCount++] = ( Flooded ){ written, turned, oneSided };
	}
	return componentCount;
}

static bool isSeam( const wfMeshBuild* build, int32_t h )
{
	int32_t g = build->mesh->twin[h];
	return g >= 0 && ( build->turned[h / 3] ^ build->turned[g / 3] ^ ( runSameDirection( build->mesh, h ) ? 1 : 0 ) ) != 0;
}

// A triangle with more seams than other inner edges is better turned: every such turn shortens the seams by an edge or more.
static void shortenSeams( const wfMeshBuild* build, int32_t* stack )
{
	const wfMesh* mesh = build->mesh;
	for ( int32_t first = 0; first < mesh->triangleCount; ++first )
	{
		if ( build->oneSided[build->triangleComponent[first]] == 0 )
		{
			continue;
		}
		int32_t waiting = 0;
		stack[waiting++] = first;
		while ( waiting > 0 )
		{
			int32_t t = stack[--waiting];
			int32_t balance = 0;
			for ( int32_t h = 3 * t; h < 3 * t + 3; ++h )
			{
				balance += mesh->twin[h] < 0 ? 0 : isSeam( build, h ) ? 1 : -1;
			}
			if ( balance <= 0 )
			{
				continue;
			}
			build->turned[t] ^= 1;
			for ( int32_t h = 3 * t; h < 3 * t + 3; ++h )
			{
				// Later triangles get their turn anyway.
				if ( mesh->twin[h] >= 0 && mesh->twin[h] / 3 < first && waiting < mesh->triangleCount )
				{
					stack[waiting++] = mesh->twin[h] / 3;
				}
			}
		}
	}
}

// A turned triangle swaps its corners 1 and 2: its half-edge k becomes number 2 - k.
static void turnTriangles( wfMeshBuild* build )
{
	wfMesh* mesh = build->mesh;
	const uint8_t* turned = build->turned;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		int32_t g = mesh->twin[h];
		if ( g >= 0 && turned[g / 3] != 0 )
		{
			mesh->twin[h] = 3 * ( g / 3 ) + 2 - g % 3;
		}
	}
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		if ( turned[t] == 0 )
		{
			continue;
		}
		int32_t* corners = mesh->triangles + 3 * (size_t)t;
		int32_t* twin = mesh->twin + 3 * (size_t)t;
		int32_t swapped = corners[1];
		corners[1] = corners[2];
		corners[2] = swapped;
		swapped = twin[0];
		twin[0] = twin[2];
		twin[2] = swapped;
		mesh->report.turnedTriangles += 1;
	}
}

wfResult wfOrientTriangles( wfMeshBuild* build )
{
	wfMesh* mesh = build->mesh;
	bool turn = build->def != NULL && build->def->orient;
	int32_t* stack;
	Flooded* flooded;
	wfArrays scratch = { { WF_ONE_ARRAY( stack, mesh->triangleCount ), WF_ONE_ARRAY( flooded, mesh->triangleCount ) } };
	wfArrays arrays = {
		{ WF_ONE_ARRAY( build->triangleComponent, mesh->triangleCount ), WF_ONE_ARRAY( build->turned, mesh->triangleCount ) } };
	wfResult result = wfArrays_Allocate( &scratch );
	result = result == wf_ok ? wfArrays_Allocate( &arrays ) : result;
	if ( result == wf_ok )
	{
		int32_t componentCount = flood( build, stack, flooded );
		build->oneSided = wfAllocateZeroed( (size_t)componentCount );
		build->componentCount = componentCount;
		result = build->oneSided == NULL ? wf_outOfMemory : wf_ok;
	}
	if ( result == wf_ok )
	{
		bool anyOneSided = false;
		for ( int32_t c = 0; c < build->componentCount; ++c )
		{
			build->oneSided[c] = flooded[c].oneSided ? 1 : 0;
			anyOneSided = anyOneSided || flooded[c].oneSided;
		}
		// The fewest are turned.
		bool anyTurned = false;
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			const Flooded* own = &flooded[build->triangleComponent[t]];
			build->turned[t] ^= own->turned > own->triangles - own->turned ? 1 : 0;
			anyTurned = anyTurned || build->turned[t] != 0;
		}
		if ( turn && anyOneSided )
		{
			shortenSeams( build, stack );
		}
		if ( turn && ( anyTurned || anyOneSided ) )
		{
			turnTriangles( build );
		}
	}
	wfArrays_Free( &scratch );
	return result;
}
