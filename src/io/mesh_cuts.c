// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The faces of a mesh cut into triangles. Two faces with a pair of opposite corners in common, such as the two at a corner of a
// cushion, must not both be cut between them: that edge would have four triangles. Each face is cut by itself first; a face with
// a diagonal that is taken is cut around all that are, or else takes one from another face, which then looks for a cut in its
// turn.
#include "base/array.h"
#include "base/map.h"
#include "io/mesh_reader.h"
#include "mesh/mesh.h"

// Faces that are cut again, for each that has to be; then those left stay as they are. A chain of faces that give way to one
// another is as long as the row of them that share corners so: two or three in meshes of people's making.
#define WF_MOST_TURNS 64

// Values of the map: a diagonal that was given up, the side of a face, and from the third on diagonals in use: two for each face,
// of which the second stands for one it will not give away any more.
enum
{
	wf_freeEdge,
	wf_sideEdge,
	wf_firstDiagonal
};

typedef struct wfWaitingFace
{
	int32_t face;
	int32_t taker; // the face that took a diagonal from it, -1: none
} wfWaitingFace;

typedef struct wfMeshCuts
{
	wfMeshReader* in;
	wfPolygonCutter cutter;
	int32_t* triangles; // by corners of their face until all are cut
	int32_t* start;		// first corner of each face
	int32_t* root;		// the first vertex in the same place
	wfMap edges;		// sides of faces and diagonals in use
	WF_ARRAY( wfWaitingFace ) waiting;
} wfMeshCuts;

// A face that asks which diagonals it may have.
typedef struct wfDiagonalQuery
{
	const wfMeshCuts* cuts;
	int32_t face;
	bool takes;		// also those of other faces
	int32_t except; // but not of this one; -1: of any
} wfDiagonalQuery;

static int32_t sizeOf( const wfMeshCuts* cuts, int32_t face )
{
	return cuts->in->faceSizes.data[face];
}

static int32_t* trianglesOf( const wfMeshCuts* cuts, int32_t face )
{
	return cuts->triangles + 3 * ( (size_t)cuts->start[face] - 2 * (size_t)face );
}

static int32_t rootOf( const wfMeshCuts* cuts, int32_t face, int32_t corner )
{
	return cuts->root[cuts->in->corners.data[cuts->start[face] + corner]];
}

static uint64_t keyOf( const wfMeshCuts* cuts, int32_t face, int32_t from, int32_t to )
{
	uint32_t a = (uint32_t)rootOf( cuts, face, from ), b = (uint32_t)rootOf( cuts, face, to );
	return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static int32_t valueOf( int32_t face, bool keeps )
{
	return wf_firstDiagonal + 2 * face + ( keeps ? 1 : 0 );
}

// The face with a diagonal of this value, below zero: none.
static int32_t ownerOf( int32_t value )
{
	return value >= wf_firstDiagonal ? ( value - wf_firstDiagonal ) / 2 : -1;
}

static void setEdge( wfMeshCuts* cuts, uint64_t key, int32_t value )
{
	if ( wfMap_Set( &cuts->edges, key, value ) != wf_ok )
	{
		wfReader_OutOfMemory( cuts->in->reader );
	}
}

// The diagonals of a cut one by one: each is the side of two triangles, in opposite directions.
static bool nextDiagonal( const wfMeshCuts* cuts, int32_t face, int32_t* at, uint64_t* key )
{
	const int32_t* triangles = trianglesOf( cuts, face );
	int32_t size = sizeOf( cuts, face );
	for ( ; *at < 3 * ( size - 2 ); *at += 1 )
	{
		int32_t from = triangles[*at], to = triangles[*at % 3 == 2 ? *at - 2 : *at + 1];
		if ( to - from > 1 && to - from < size - 1 )
		{
			*key = keyOf( cuts, face, from, to );
			*at += 1;
			return true;
		}
	}
	return false;
}

// False when one of its diagonals is an edge already, or twice its own; none is its own then.
static bool ownDiagonals( wfMeshCuts* cuts, int32_t face, int32_t value )
{
	uint64_t key;
	int32_t at = 0, owned = 0;
	while ( nextDiagonal( cuts, face, &at, &key ) && wfMap_Find( &cuts->edges, key ) <= wf_freeEdge )
	{
		setEdge( cuts, key, value );
		owned += 1;
	}
	bool all = owned == sizeOf( cuts, face ) - 3;
	for ( at = 0; !all && owned > 0 && nextDiagonal( cuts, face, &at, &key ); --owned )
	{
		setEdge( cuts, key, wf_freeEdge );
	}
	return all;
}

static void setDiagonals( wfMeshCuts* cuts, int32_t face, int32_t value )
{
	uint64_t key;
	for ( int32_t at = 0; nextDiagonal( cuts, face, &at, &key ); )
	{
		setEdge( cuts, key, value );
	}
}

static void enqueue( wfMeshCuts* cuts, int32_t face, int32_t taker )
{
	if ( wfArray_Push( &cuts->waiting, ( wfWaitingFace ){ face, taker } ) != wf_ok )
	{
		wfReader_OutOfMemory( cuts->in->reader );
	}
}

// ------------------------------------------------------------------------------------------------------- first, each alone

static void failCut( wfMeshCuts* cuts, int32_t face, wfResult result )
{
	wfMeshReader* in = cuts->in;
	if ( result == wf_outOfMemory )
	{
		wfReader_OutOfMemory( in->reader );
		return;
	}
	wfMeshReader_Fail( in, WF_NO_POSITION, NULL, wf_tooLarge,
					   "face %d (from 1) has %d corners that fold too much to be cut into triangles; cut it into smaller faces",
					   face + 1, sizeOf( cuts, face ) );
	in->reader->error->line = in->faceLines.count > 0 ? in->faceLines.data[face] : 0;
}

static void cutAlone( wfMeshCuts* cuts, int32_t face )
{
	const int32_t* corners = cuts->in->corners.data + cuts->start[face];
	wfResult result =
		wfPolygonCutter_Cut( &cuts->cutter, cuts->in->vertices.data, corners, sizeOf( cuts, face ), trianglesOf( cuts, face ) );
	if ( result != wf_ok )
	{
		failCut( cuts, face, result );
	}
}

static void addSides( wfMeshCuts* cuts, int32_t face )
{
	int32_t size = sizeOf( cuts, face );
	for ( int32_t i = 0; i < size; ++i )
	{
		setEdge( cuts, keyOf( cuts, face, i, i + 1 < size ? i + 1 : 0 ), wf_sideEdge );
	}
}

// ------------------------------------------------------------------------------------------------- then those in the way

static int32_t findCorner( const wfMeshCuts* cuts, int32_t face, int32_t root )
{
	int32_t size = sizeOf( cuts, face ), corner = 0;
	while ( corner < size && rootOf( cuts, face, corner ) != root )
	{
		corner += 1;
	}
	return corner < size ? corner : -1;
}

// A face given twice, one for each side or by mistake, is cut as the other, so that the mesh sees the same triangles twice.
static bool copyCut( wfMeshCuts* cuts, int32_t face, int32_t other )
{
	int32_t size = sizeOf( cuts, face );
	bool same = size == sizeOf( cuts, other );
	for ( int32_t i = 0; i < size && same; ++i )
	{
		same = findCorner( cuts, other, rootOf( cuts, face, i ) ) >= 0;
	}
	for ( int32_t i = 0; i < 3 * ( size - 2 ) && same; ++i )
	{
		int32_t corner = findCorner( cuts, face, rootOf( cuts, other, trianglesOf( cuts, other )[i] ) );
		same = corner >= 0;
		trianglesOf( cuts, face )[i] = same ? corner : 0;
	}
	return same;
}

static bool copyTwin( wfMeshCuts* cuts, int32_t face )
{
	int32_t size = sizeOf( cuts, face );
	for ( int32_t i = 0; i < size && size <= WF_MOST_CUT_AROUND; ++i )
	{
		for ( int32_t k = i + 2; k < size; ++k )
		{
			int32_t other = ownerOf( wfMap_Find( &cuts->edges, keyOf( cuts, face, i, k ) ) );
			if ( other >= 0 && copyCut( cuts, face, other ) )
			{
				setDiagonals( cuts, other, valueOf( other, true ) );
				return true;
			}
		}
	}
	return false;
}

static bool isAllowed( const void* context, int32_t from, int32_t to )
{
	const wfDiagonalQuery* query = context;
	const wfMeshCuts* cuts = query->cuts;
	int32_t value = wfMap_Find( &cuts->edges, keyOf( cuts, query->face, from, to ) );
	int32_t owner = ownerOf( value );
	bool taken = query->takes && owner >= 0 && value == valueOf( owner, false ) && owner != query->except;
	return ( value <= wf_freeEdge || taken ) && rootOf( cuts, query->face, from ) != rootOf( cuts, query->face, to );
}

static bool cutAround( wfMeshCuts* cuts, const wfDiagonalQuery* query )
{
	int32_t face = query->face;
	wfPolygon polygon = { cuts->in->corners.data + cuts->start[face], sizeOf( cuts, face ), isAllowed, query };
	bool cut;
	wfResult result =
		wfPolygonCutter_CutAround( &cuts->cutter, cuts->in->vertices.data, &polygon, trianglesOf( cuts, face ), &cut );
	if ( result != wf_ok )
	{
		failCut( cuts, face, result );
	}
	return cut && wfMeshReader_IsOk( cuts->in );
}

// Those whose diagonals this face has taken look for others.
static void displaceOwners( wfMeshCuts* cuts, int32_t face )
{
	uint64_t key;
	for ( int32_t at = 0; nextDiagonal( cuts, face, &at, &key ); )
	{
		int32_t other = ownerOf( wfMap_Find( &cuts->edges, key ) );
		if ( other >= 0 )
		{
			setDiagonals( cuts, other, wf_freeEdge );
			enqueue( cuts, other, face );
		}
	}
}

static void settle( wfMeshCuts* cuts, wfWaitingFace waiting )
{
	int32_t face = waiting.face;
	wfDiagonalQuery query = { cuts, face, false, waiting.taker };
	if ( copyTwin( cuts, face ) || ( cutAround( cuts, &query ) && ownDiagonals( cuts, face, valueOf( face, false ) ) ) )
	{
		return;
	}
	query.takes = true;
	bool keeps = false;
	bool cut = cutAround( cuts, &query );
	if ( !cut && query.except >= 0 )
	{
		// There is nothing for it but to take back what was taken, for good.
		query.except = -1;
		keeps = true;
		cut = cutAround( cuts, &query );
	}
	if ( cut )
	{
		displaceOwners( cuts, face );
		cut = ownDiagonals( cuts, face, valueOf( face, keeps ) );
	}
	if ( !cut )
	{
		// As it is then; the mesh will say which edge has too many triangles.
		cutAlone( cuts, face );
	}
}

static void cutAll( wfMeshCuts* cuts )
{
	wfMeshReader* in = cuts->in;
	int32_t faceCount = in->faceSizes.count;
	for ( int32_t face = 0, start = 0; face < faceCount && wfMeshReader_IsOk( in ); ++face )
	{
		cuts->start[face] = start;
		start += sizeOf( cuts, face );
		addSides( cuts, face );
	}
	for ( int32_t face = 0; face < faceCount && wfMeshReader_IsOk( in ); ++face )
	{
		cutAlone( cuts, face );
		if ( wfMeshReader_IsOk( in ) && !ownDiagonals( cuts, face, valueOf( face, false ) ) )
		{
			enqueue( cuts, face, -1 );
		}
	}
	int64_t turns = (int64_t)WF_MOST_TURNS * cuts->waiting.count;
	for ( int32_t i = 0; i < cuts->waiting.count && wfMeshReader_IsOk( in ); ++i )
	{
		if ( i < turns )
		{
			settle( cuts, cuts->waiting.data[i] );
		}
		else
		{
			cutAlone( cuts, cuts->waiting.data[i].face );
		}
	}
}

void wfMeshReader_CutFaces( wfMeshReader* in, wfMeshData* data )
{
	// A square number of comparisons for polygons of some thousand corners; a polygon made to take hours is given up.
	wfMeshCuts cuts = { .in = in, .cutter = { .budget = 200000000 + 1000 * (int64_t)in->corners.count } };
	size_t faceCount = (size_t)in->faceSizes.count, vertexCount = (size_t)in->vertices.count;
	size_t edges = (size_t)in->corners.count + (size_t)data->triangleCount - faceCount;
	wfMeshDef weld = wfDefaultMeshDef();
	weld.vertices = in->vertices.data;
	weld.vertexCount = in->vertices.count;
	cuts.triangles = data->triangles;
	// Sides are shared by two faces, and the map is at most half full.
	if ( !wfReader_Reserve( in->reader, WF_NO_POSITION, NULL,
							2 * edges * sizeof( wfMapEntry ) + 4 * ( faceCount + vertexCount ) ) )
	{
		return;
	}
	cuts.start = wfAllocateArray( faceCount, sizeof( int32_t ) );
	cuts.root = wfAllocateArray( vertexCount, sizeof( int32_t ) );
	if ( wfReader_CheckMemory( in->reader, cuts.start ) && wfReader_CheckMemory( in->reader, cuts.root ) &&
		 wfReader_Take( in->reader, WF_NO_POSITION, NULL, wfWeldVertices( &weld, cuts.root ) ) )
	{
		cutAll( &cuts );
	}
	for ( int32_t face = 0; face < in->faceSizes.count && wfMeshReader_IsOk( in ); ++face )
	{
		int32_t* triangles = trianglesOf( &cuts, face );
		for ( int32_t i = 0; i < 3 * ( sizeOf( &cuts, face ) - 2 ); ++i )
		{
			data->faces[( triangles - data->triangles + i ) / 3] = face;
			triangles[i] = in->corners.data[cuts.start[face] + triangles[i]];
		}
	}
	wfPolygonCutter_Free( &cuts.cutter );
	wfMap_Free( &cuts.edges );
	wfArray_Free( &cuts.waiting );
	wfReleaseArray( cuts.start, faceCount, sizeof( int32_t ) );
	wfReleaseArray( cuts.root, vertexCount, sizeof( int32_t ) );
}
