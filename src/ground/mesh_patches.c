// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Patches: the surface cut by a grid in space into connected pieces, and which of them lie within reach of each other. Somebody
// who is less than two cells away along the surface stands on a patch that is joined to one's own within two cells around.
#include "base/sets.h"
#include "ground/patches.h"

#include <stdlib.h>
#include <string.h>

#define WF_REACH_CELLS 2

typedef struct wfCellTriangle
{
	int32_t i, j, k;
	int32_t triangle;
} wfCellTriangle;

static int32_t cellOf( double value, double origin, double size )
{
	return (int32_t)floor( ( value - origin ) / size );
}

// Does the plane of a triangle reach into a cell?
static bool reachesInto( wfVec3 place, wfVec3 normal, wfVec3 lower, double size )
{
	double half = 0.5 * size;
	wfVec3 center = { lower.x + half, lower.y + half, lower.z + half };
	double distance = fabs( wfDot3( normal, wfSub3( place, center ) ) );
	double extent = half * ( fabs( normal.x ) + fabs( normal.y ) + fabs( normal.z ) );
	return distance <= extent * 1.000001;
}

typedef WF_ARRAY( wfCellTriangle ) wfCells;

// The triangle in cells: its box, and its place and normal there, by axis.
typedef struct wfCellBox
{
	int32_t first[3], last[3];
	double origin[3], place[3], normal[3];
	int32_t steepest; // axis along which its plane is thinnest
} wfCellBox;

static wfCellBox boxTriangle( const wfMesh* mesh, const wfPatchMap* map, int32_t triangle )
{
	const int32_t* corners = mesh->triangles + 3 * (size_t)triangle;
	wfVec3 a = mesh->vertices[corners[0]], b = mesh->vertices[corners[1]], c = mesh->vertices[corners[2]];
	wfVec3 n = wfCross3( mesh->axisX[triangle], mesh->axisY[triangle] );
	const double xs[3] = { a.x, a.y, a.z }, ys[3] = { b.x, b.y, b.z }, zs[3] = { c.x, c.y, c.z };
	wfCellBox box = {
		.origin = { map->origin.x, map->origin.y, map->origin.z }, .place = { a.x, a.y, a.z }, .normal = { n.x, n.y, n.z } };
	// Rounding must not put somebody outside of all cells of its triangle.
	double size = map->cellSize, slack = 1e-6 * size;
	for ( int32_t k = 0; k < 3; ++k )
	{
		box.first[k] = cellOf( wfMin( xs[k], wfMin( ys[k], zs[k] ) ) - slack, box.origin[k], size );
		box.last[k] = cellOf( wfMax( xs[k], wfMax( ys[k], zs[k] ) ) + slack, box.origin[k], size );
		box.steepest = fabs( box.normal[k] ) > fabs( box.normal[box.steepest] ) ? k : box.steepest;
	}
	return box;
}

// The cells of a column that the plane may reach into, and one more on both sides: large triangles have far too many in their
// boxes to look at each.
static void findInColumn( const wfCellBox* box, const int32_t column[3], double size, int32_t* first, int32_t* last )
{
	int32_t up = box->steepest;
	double at = box->place[up], spread = 0.0;
	for ( int32_t k = 0; k < 3; ++k )
	{
		if ( k != up )
		{
			double middle = box->origin[k] + ( column[k] + 0.5 ) * size;
			at -= box->normal[k] / box->normal[up] * ( middle - box->place[k] );
			spread += 0.5 * size * fabs( box->normal[k] / box->normal[up] );
		}
	}
	double low = floor( ( at - spread - box->origin[up] ) / size ) - 1.0;
	double high = floor( ( at + spread - box->origin[up] ) / size ) + 1.0;
	*first = low > box->first[up] ? (int32_t)wfMin( low, box->last[up] + 1.0 ) : box->first[up];
	*last = high < box->last[up] ? (int32_t)wfMax( high, box->first[up] - 1.0 ) : box->last[up];
}

static wfResult addTriangle( const wfMesh* mesh, const wfPatchMap* map, int32_t triangle, wfCells* cells )
{
	wfCellBox box = boxTriangle( mesh, map, triangle );
	double size = map->cellSize, slack = 1e-6 * size;
	int32_t up = box.steepest, u = ( up + 1 ) % 3, v = ( up + 2 ) % 3, cell[3] = { 0 };
	wfVec3 place = { box.place[0], box.place[1], box.place[2] }, normal = { box.normal[0], box.normal[1], box.normal[2] };
	for ( cell[v] = box.first[v]; cell[v] <= box.last[v]; ++cell[v] )
	{
		for ( cell[u] = box.first[u]; cell[u] <= box.last[u]; ++cell[u] )
		{
			int32_t last = 0;
			findInColumn( &box, cell, size, &cell[up], &last );
			for ( ; cell[up] <= last; ++cell[up] )
			{
				wfVec3 corner = { map->origin.x + cell[0] * size - slack, map->origin.y + cell[1] * size - slack,
								  map->origin.z + cell[2] * size - slack };
				wfCellTriangle item = { cell[0], cell[1], cell[2], triangle };
				if ( !reachesInto( place, normal, corner, size + 2.0 * slack ) )
				{
					continue;
				}
				wfResult result = cells->count < INT32_MAX ? wfArray_Push( cells, item ) : wf_tooLarge;
				if ( result != wf_ok )
				{
					return result;
				}
			}
		}
	}
	return wf_ok;
}

static int compareCells( const void* a, const void* b )
{
	const wfCellTriangle *x = a, *y = b;
	if ( x->k != y->k )
	{
		return x->k < y->k ? -1 : 1;
	}
	if ( x->j != y->j )
	{
		return x->j < y->j ? -1 : 1;
	}
	if ( x->i != y->i )
	{
		return x->i < y->i ? -1 : 1;
	}
	return x->triangle < y->triangle ? -1 : x->triangle > y->triangle ? 1 : 0;
}

static bool isSameCell( const wfCellTriangle* a, const wfCellTriangle* b )
{
	return a->i == b->i && a->j == b->j && a->k == b->k;
}

// A triangle among items of one cell, which are sorted by it; -1: none.
static int32_t findItem( const wfCellTriangle* items, int32_t first, int32_t end, int32_t triangle )
{
	while ( first < end )
	{
		int32_t middle = first + ( end - first ) / 2;
		if ( items[middle].triangle == triangle )
		{
			return middle;
		}
		first = items[middle].triangle < triangle ? middle + 1 : first;
		end = items[middle].triangle < triangle ? end : middle;
	}
	return -1;
}

// Join the triangles of each cell that share an edge or a vertex: `parent` by item.
static void joinTriangles( const wfMesh* mesh, const wfCells* cells, int32_t* parent )
{
	for ( int32_t item = 0, first = 0; item < cells->count; ++item )
	{
		const wfCellTriangle* cell = &cells->data[item];
		first = isSameCell( cell, &cells->data[first] ) ? first : item;
		parent[item] = item;
		for ( int32_t c = 0; c < 3; ++c )
		{
			int32_t vertex = mesh->triangles[3 * cell->triangle + c];
			for ( int32_t r = mesh->ringFirst[vertex]; r < mesh->ringFirst[vertex + 1]; ++r )
			{
				int32_t around = mesh->ring[r] / 3;
				int32_t other = around < cell->triangle ? findItem( cells->data, first, item, around ) : -1;
				if ( other >= 0 )
				{
					wfJoinSets( parent, other, item );
				}
			}
		}
	}
}

// Patches are numbered in the order of their cells, so those near each other lie together. `parent` becomes the patch of an item.
static wfResult numberPatches( const wfMesh* mesh, const wfCells* cells, int32_t* parent, wfPatchMap* map )
{
	for ( int32_t item = 0; item < cells->count; ++item )
	{
		map->patchCount += wfFindRoot( parent, item ) == item ? 1 : 0;
	}
	// Lists of each patch and triangle are counted two places ahead and filled one place ahead: then all begin where they should.
	map->patchCapacity = (size_t)map->patchCount + 2;
	map->triangleFirstCount = (size_t)mesh->triangleCount + 2;
	map->trianglePatchCount = (size_t)cells->count;
	map->patches = wfAllocateArray( map->patchCapacity, sizeof( wfPatch ) );
	map->triangleFirst = wfAllocateArray( map->triangleFirstCount, sizeof( int32_t ) );
	map->trianglePatch = wfAllocateArray( map->trianglePatchCount, sizeof( int32_t ) );
	if ( map->patches == NULL || map->triangleFirst == NULL || map->trianglePatch == NULL )
	{
		return wf_outOfMemory;
	}
	memset( map->patches, 0, map->patchCapacity * sizeof( wfPatch ) );
	memset( map->triangleFirst, 0, map->triangleFirstCount * sizeof( int32_t ) );
	int32_t number = 0;
	for ( int32_t item = 0; item < cells->count; ++item )
	{
		const wfCellTriangle* cell = &cells->data[item];
		// Roots come before the items joined to them and hold their number from then on, negative.
		int32_t root = item;
		while ( parent[root] >= 0 && parent[root] != root )
		{
			root = parent[root];
		}
		if ( parent[root] >= 0 )
		{
			map->patches[number] = ( wfPatch ){ .i = cell->i, .j = cell->j, .k = cell->k, .reachFirst = -1 };
			parent[root] = -1 - number++;
		}
		parent[item] = parent[root];
		map->triangleFirst[cell->triangle + 2] += 1;
	}
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		map->triangleFirst[t + 2] += map->triangleFirst[t + 1];
	}
	for ( int32_t item = 0; item < cells->count; ++item )
	{
		map->trianglePatch[map->triangleFirst[cells->data[item].triangle + 1]++] = -1 - parent[item];
	}
	return wf_ok;
}

// Of the cells around a cell those that come after it in the order of the patches.
#define WF_LATER_CELLS 13

// The triangle's patch in a cell, looked for in its list from `first` on, which is in the order of the cells; -1: none.
static int32_t findPatchOfCell( const wfPatchMap* map, int32_t first, int32_t end, const wfCellTriangle* cell )
{
	while ( first < end )
	{
		int32_t middle = first + ( end - first ) / 2;
		const wfPatch* patch = &map->patches[map->trianglePatch[middle]];
		wfCellTriangle other = { patch->i, patch->j, patch->k, cell->triangle };
		int order = compareCells( &other, cell );
		if ( order == 0 )
		{
			return map->trianglePatch[middle];
		}
		first = order < 0 ? middle + 1 : first;
		end = order < 0 ? end : middle;
	}
	return -1;
}

static void addLink( wfPatchMap* map, int32_t a, int32_t b, bool counted )
{
	if ( counted )
	{
		map->links[map->patches[a + 1].linkFirst++] = b;
		map->links[map->patches[b + 1].linkFirst++] = a;
	}
	else
	{
		map->patches[a + 2].linkFirst += 1;
		map->patches[b + 2].linkFirst += 1;
	}
}

// A triangle joins its patches in cells next to each other: however large it is, each has its neighbours. Returns how many links
// that makes.
static int64_t linkTriangle( wfPatchMap* map, int32_t triangle, bool counted )
{
	int64_t count = 0;
	int32_t end = map->triangleFirst[triangle + 1];
	for ( int32_t m = map->triangleFirst[triangle]; m + 1 < end; ++m )
	{
		int32_t own = map->trianglePatch[m];
		const wfPatch* patch = &map->patches[own];
		for ( int32_t k = 0; k < WF_LATER_CELLS; ++k )
		{
			int32_t step = WF_LATER_CELLS + 1 + k; // of the 27 cells around, itself in the middle
			wfCellTriangle cell = { patch->i + step % 3 - 1, patch->j + step / 3 % 3 - 1, patch->k + step / 9 - 1, triangle };
			int32_t other = findPatchOfCell( map, m + 1, end, &cell );
			if ( other >= 0 )
			{
				addLink( map, own, other, counted );
				count += 2;
			}
		}
	}
	return count;
}

static wfResult linkPatches( const wfMesh* mesh, wfPatchMap* map )
{
	int64_t total = 0;
	for ( int32_t t = 0; t < mesh->triangleCount && total <= INT32_MAX; ++t )
	{
		total += linkTriangle( map, t, false );
	}
	if ( total > INT32_MAX )
	{
		return wf_tooLarge;
	}
	map->linkCount = (size_t)total + 1;
	map->links = wfAllocateArray( map->linkCount, sizeof( int32_t ) );
	if ( map->links == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t p = 0; p < map->patchCount; ++p )
	{
		map->patches[p + 2].linkFirst += map->patches[p + 1].linkFirst;
	}
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		linkTriangle( map, t, true );
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------------ walls

bool wfIsWallEdge( const wfMesh* mesh, const uint8_t* walkable, const wfSurfaceMask* mask, int32_t h )
{
	int32_t twin = mesh->twin[h];
	if ( twin < 0 || !walkable[twin / 3] )
	{
		return true;
	}
	return mask->vertexBlocked[wfFromVertex( mesh, h )] && mask->vertexBlocked[wfToVertex( mesh, h )];
}

static wfResult findWalls( const wfMesh* mesh, const uint8_t* walkable, const wfSurfaceMask* mask, wfPatchMap* map )
{
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		if ( !walkable[h / 3] )
		{
			continue;
		}
		int32_t from = wfFromVertex( mesh, h ), to = wfToVertex( mesh, h );
		bool edge = wfIsWallEdge( mesh, walkable, mask, h );
		// A blocked vertex by itself counts once per triangle around it: who comes from any side finds it.
		bool single = !edge && mask->vertexBlocked[from] && !wfIsWallEdge( mesh, walkable, mask, wfPreviousHalfEdge( h ) );
		if ( !edge && !single )
		{
			continue;
		}
		wfResult result = wfGrowArray( &map->walls, &map->wallCapacity, (size_t)map->wallCount + 1, sizeof( wfEdgeWall ) );
		if ( result != wf_ok )
		{
			return result;
		}
		map->walls[map->wallCount++] = ( wfEdgeWall ){ mesh->vertices[from], mesh->vertices[single ? from : to], h / 3, 0 };
	}
	return wf_ok;
}

// Whether the line of a wall passes within the cell of a patch, grown a little.
static bool passesCell( const wfPatchMap* map, const wfPatch* patch, const wfEdgeWall* wall )
{
	double size = map->cellSize, slack = 1e-6 * size;
	const double lower[3] = { map->origin.x + patch->i * size - slack, map->origin.y + patch->j * size - slack,
							  map->origin.z + patch->k * size - slack };
	const double a[3] = { wall->a.x, wall->a.y, wall->a.z }, b[3] = { wall->b.x, wall->b.y, wall->b.z };
	double first = 0.0, last = 1.0;
	for ( int32_t axis = 0; axis < 3; ++axis )
	{
		double step = b[axis] - a[axis], low = lower[axis] - a[axis], high = low + size + 2.0 * slack;
		if ( fabs( step ) < 1e-12 * size )
		{
			if ( low > 0.0 || high < 0.0 )
			{
				return false;
			}
			continue;
		}
		double in = ( step > 0.0 ? low : high ) / step, out = ( step > 0.0 ? high : low ) / step;
		first = wfMax( first, in );
		last = wfMin( last, out );
	}
	return first <= last;
}

// Count the walls of each patch, or list them once they are counted.
static void listWalls( wfPatchMap* map, bool counted )
{
	for ( int32_t w = 0; w < map->wallCount; ++w )
	{
		int32_t t = map->walls[w].triangle;
		for ( int32_t m = map->triangleFirst[t]; m < map->triangleFirst[t + 1]; ++m )
		{
			wfPatch* patch = &map->patches[map->trianglePatch[m]];
			if ( !passesCell( map, patch, &map->walls[w] ) )
			{
				continue;
			}
			if ( counted )
			{
				map->wallList[patch[1].wallFirst++] = w;
			}
			else
			{
				patch[2].wallFirst += 1;
			}
		}
	}
}

static wfResult assignWalls( wfPatchMap* map )
{
	listWalls( map, false );
	for ( int32_t p = 0; p < map->patchCount; ++p )
	{
		map->patches[p + 2].wallFirst += map->patches[p + 1].wallFirst;
	}
	map->wallListCount = (size_t)map->patches[map->patchCount + 1].wallFirst + 1;
	map->wallList = wfAllocateArray( map->wallListCount, sizeof( int32_t ) );
	if ( map->wallList == NULL )
	{
		return wf_outOfMemory;
	}
	listWalls( map, true );
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------------ whole

wfResult wfCreatePatchMap( const wfMesh* mesh, const uint8_t* walkable, const wfSurfaceMask* mask, double cellSize,
						   wfPatchMap* map )
{
	memset( map, 0, sizeof( *map ) );
	wfVec3 lower = mesh->report.lower, upper = mesh->report.upper;
	double longest = wfMax( upper.x - lower.x, wfMax( upper.y - lower.y, upper.z - lower.z ) );
	if ( longest / cellSize > 1e9 )
	{
		return wf_tooLarge;
	}
	map->cellSize = cellSize;
	map->origin = ( wfVec3 ){ lower.x - 0.5 * cellSize, lower.y - 0.5 * cellSize, lower.z - 0.5 * cellSize };
	wfCells cells = { 0 };
	wfResult result = wf_ok;
	for ( int32_t t = 0; t < mesh->triangleCount && result == wf_ok; ++t )
	{
		result = addTriangle( mesh, map, t, &cells );
	}
	int32_t* parent = result == wf_ok ? wfAllocateArray( (size_t)cells.count, sizeof( int32_t ) ) : NULL;
	result = result == wf_ok && parent == NULL ? wf_outOfMemory : result;
	if ( result == wf_ok && cells.data != NULL )
	{
		qsort( cells.data, (size_t)cells.count, sizeof( wfCellTriangle ), compareCells );
		joinTriangles( mesh, &cells, parent );
		result = numberPatches( mesh, &cells, parent, map );
	}
	wfReleaseArray( parent, (size_t)cells.count, sizeof( int32_t ) );
	wfArray_Free( &cells );
	result = result == wf_ok ? linkPatches( mesh, map ) : result;
	result = result == wf_ok ? findWalls( mesh, walkable, mask, map ) : result;
	result = result == wf_ok ? assignWalls( map ) : result;
	if ( result != wf_ok )
	{
		wfPatchMap_Free( map );
	}
	return result;
}

void wfPatchMap_Free( wfPatchMap* map )
{
	wfReleaseArray( map->patches, map->patchCapacity, sizeof( wfPatch ) );
	wfReleaseArray( map->triangleFirst, map->triangleFirstCount, sizeof( int32_t ) );
	wfReleaseArray( map->trianglePatch, map->trianglePatchCount, sizeof( int32_t ) );
	wfReleaseArray( map->links, map->linkCount, sizeof( int32_t ) );
	wfReleaseArray( map->walls, map->wallCapacity, sizeof( wfEdgeWall ) );
	wfReleaseArray( map->wallList, map->wallListCount, sizeof( int32_t ) );
	wfReleaseArray( map->reach, map->reachCapacity, sizeof( wfReach ) );
	memset( map, 0, sizeof( *map ) );
}

int32_t wfFindPatch( const wfPatchMap* map, int32_t triangle, wfVec3 position )
{
	int32_t first = map->triangleFirst[triangle], end = map->triangleFirst[triangle + 1];
	if ( end - first == 1 )
	{
		return map->trianglePatch[first];
	}
	int32_t i = cellOf( position.x, map->origin.x, map->cellSize ), j = cellOf( position.y, map->origin.y, map->cellSize ),
			k = cellOf( position.z, map->origin.z, map->cellSize );
	// The cell it is in is among them; where rounding disagrees the nearest one will do.
	int32_t found = map->trianglePatch[first], least = INT32_MAX;
	for ( int32_t m = first; m < end; ++m )
	{
		const wfPatch* patch = &map->patches[map->trianglePatch[m]];
		int32_t away = abs( patch->i - i ) + abs( patch->j - j ) + abs( patch->k - k );
		found = away < least ? map->trianglePatch[m] : found;
		least = away < least ? away : least;
	}
	return found;
}

static float cellDistance( const wfPatchMap* map, const wfPatch* a, const wfPatch* b )
{
	int32_t gaps[3] = { abs( a->i - b->i ) - 1, abs( a->j - b->j ) - 1, abs( a->k - b->k ) - 1 };
	double square = 0.0;
	for ( int32_t axis = 0; axis < 3; ++axis )
	{
		double gap = gaps[axis] > 0 ? gaps[axis] * map->cellSize : 0.0;
		square += gap * gap;
	}
	return (float)sqrt( square );
}

static bool isNear( const wfPatch* a, const wfPatch* b )
{
	return abs( a->i - b->i ) <= WF_REACH_CELLS && abs( a->j - b->j ) <= WF_REACH_CELLS && abs( a->k - b->k ) <= WF_REACH_CELLS;
}

static int compareReach( const void* a, const void* b )
{
	const wfReach *x = a, *y = b;
	return x->distance != y->distance ? ( x->distance < y->distance ? -1 : 1 ) : x->patch < y->patch ? -1 : 1;
}

wfResult wfReachPatch( wfPatchMap* map, int32_t index )
{
	wfPatch* patch = &map->patches[index];
	if ( patch->reachFirst >= 0 )
	{
		return wf_ok;
	}
	int32_t first = map->reachUsed, used = first;
	wfResult result = wfGrowArray( &map->reach, &map->reachCapacity, (size_t)used + 1, sizeof( wfReach ) );
	if ( result != wf_ok )
	{
		return result;
	}
	map->reach[used++] = ( wfReach ){ index, 0.0f };
	patch->mark = ++map->searches;
	// The list is its own queue.
	for ( int32_t at = first; at < used; ++at )
	{
		int32_t from = map->reach[at].patch;
		for ( int32_t m = map->patches[from].linkFirst; m < map->patches[from + 1].linkFirst; ++m )
		{
			int32_t other = map->links[m];
			if ( map->patches[other].mark == map->searches || !isNear( patch, &map->patches[other] ) )
			{
				continue;
			}
			map->patches[other].mark = map->searches;
			result = wfGrowArray( &map->reach, &map->reachCapacity, (size_t)used + 1, sizeof( wfReach ) );
			if ( result != wf_ok )
			{
				return result;
			}
			map->reach[used++] = ( wfReach ){ other, cellDistance( map, patch, &map->patches[other] ) };
		}
	}
	qsort( map->reach + first, (size_t)( used - first ), sizeof( wfReach ), compareReach );
	patch->reachFirst = first;
	patch->reachCount = used - first;
	map->reachUsed = used;
	return wf_ok;
}

wfResult wfListPatches( wfPatchMap* map, int32_t index, double reach, wfPatchList* list )
{
	const wfPatch* patch = &map->patches[index];
	map->patches[index].mark = ++map->searches;
	wfResult result = wfArray_Push( list, index );
	// The list is its own queue.
	for ( int32_t at = list->count - 1; result == wf_ok && at < list->count; ++at )
	{
		int32_t from = list->data[at];
		for ( int32_t m = map->patches[from].linkFirst; result == wf_ok && m < map->patches[from + 1].linkFirst; ++m )
		{
			wfPatch* other = &map->patches[map->links[m]];
			if ( other->mark != map->searches && (double)cellDistance( map, patch, other ) <= reach )
			{
				other->mark = map->searches;
				result = wfArray_Push( list, map->links[m] );
			}
		}
	}
	return result;
}
