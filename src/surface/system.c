// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The equation as a symmetric M-matrix: cotangent weights between vertices, a third of the triangles around each as its mass.
//
// With a bias b = grad(phi) the equation reads div(exp(-phi) grad q) = exp(-phi) k^2 q: weights w_ij exp(-(phi_i + phi_j) / 2)
// and masses m_i exp(-phi_i), symmetric and of the same signs whatever the strength of the bias.

#include "surface/system.h"
#include "surface/tuning.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------------ bias

static double getPotential( const wfSurfacePlanner* planner, int32_t v )
{
	const wfSurfacePlannerDef* def = &planner->def;
	double strength = def->epsilon / planner->meanEdge;
	wfVec3 place = planner->mesh->vertices[v];
	return def->biasKind == wf_directionBias ? strength * wfDot3( def->bias, place )
											 : -strength * wfLength3( wfSub3( place, def->bias ) );
}

void wfGetBiasRange( const wfSurfacePlanner* planner, double* lowest, double* highest )
{
	*lowest = *highest = getPotential( planner, 0 );
	for ( int32_t v = 1; v < planner->mesh->vertexCount; ++v )
	{
		double phi = getPotential( planner, v );
		*lowest = phi < *lowest ? phi : *lowest;
		*highest = phi > *highest ? phi : *highest;
	}
}

double wfGetSteepestBias( const wfSurfacePlanner* planner )
{
	const wfMesh* mesh = planner->mesh;
	double steepest = 0.0;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		double change = getPotential( planner, wfFromVertex( mesh, h ) ) - getPotential( planner, wfToVertex( mesh, h ) );
		steepest = fabs( change ) > steepest ? fabs( change ) : steepest;
	}
	return steepest;
}

// exp(-phi / 2) by vertex, phi centred; null without bias.
static wfResult makeScales( wfSurfacePlanner* planner, double** scales )
{
	*scales = NULL;
	if ( planner->def.biasKind == wf_noSurfaceBias || planner->def.epsilon == 0.0 )
	{
		return wf_ok;
	}
	size_t count = wfCountVertices( planner );
	double* scale = wfAllocateArray( count, sizeof( double ) );
	if ( scale == NULL )
	{
		return wf_outOfMemory;
	}
	double lowest, highest;
	wfGetBiasRange( planner, &lowest, &highest );
	double middle = 0.5 * ( lowest + highest );
	for ( size_t v = 0; v < count; ++v )
	{
		scale[v] = wfExp( -0.5 * ( getPotential( planner, (int32_t)v ) - middle ) );
	}
	*scales = scale;
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- weights

// What a triangle gives the edge of each of its half-edges, and each of its corners of its area.
typedef struct Element
{
	double weight[3];
	double mass[3];
} Element;

// Where no flux passes the boundary a triangle with an obtuse angle across it would give that edge a negative weight. Seen
// together with its mirror image the edge is flipped like any other: the foot of the corner across takes on that corner's value.
static bool mirrorAtBoundary( const wfIntrinsic* t, int32_t h, const double cotangent[3], Element* element )
{
	int k = h % 3;
	int next = ( k + 1 ) % 3;
	int previous = ( k + 2 ) % 3;
	if ( t->twin[h] >= 0 || cotangent[k] >= 0.0 || !( cotangent[next] > 0.0 ) || !( cotangent[previous] > 0.0 ) )
	{
		return false;
	}
	element->weight[k] = 0.0;
	element->weight[next] = 0.5 / cotangent[previous];
	element->weight[previous] = 0.5 / cotangent[next];
	// The height parts the area in the ratio of the cotangents at both ends of the edge.
	double part = t->area[h / 3] / 3.0;
	double atStart = part * cotangent[next] / ( cotangent[next] + cotangent[previous] );
	element->mass[k] = atStart;
	element->mass[next] = part - atStart;
	element->mass[previous] = 2.0 * part;
	return true;
}

static Element getElement( const wfIntrinsic* t, int32_t triangle, bool mirror )
{
	Element element;
	double cotangent[3];
	for ( int k = 0; k < 3; ++k )
	{
		cotangent[k] = wfIntrinsic_GetCotangent( t, 3 * triangle + k );
		element.weight[k] = 0.5 * cotangent[k];
		element.mass[k] = t->area[triangle] / 3.0;
	}
	for ( int k = 0; mirror && k < 3; ++k )
	{
		if ( mirrorAtBoundary( t, 3 * triangle + k, cotangent, &element ) )
		{
			break;
		}
	}
	return element;
}

// Weights of edges, in both half-edges, 0 or more; what was cut off is reported in the report.
static void weighEdges( wfSurfacePlanner* planner, double* weight )
{
	const wfIntrinsic* t = &planner->intrinsic;
	bool dirichlet = planner->def.boundary == wf_dirichletWalls;
	memset( planner->mass, 0, wfCountVertices( planner ) * sizeof( double ) );
	for ( int32_t triangle = 0; triangle < t->triangleCount; ++triangle )
	{
		Element element = getElement( t, triangle, !dirichlet );
		for ( int k = 0; k < 3; ++k )
		{
			weight[3 * triangle + k] = element.weight[k];
			planner->mass[t->corners[3 * triangle + k]] += element.mass[k];
		}
	}
	double least = 0.0;
	double sum = 0.0;
	int64_t count = 0;
	for ( int32_t h = 0; h < 3 * t->triangleCount; ++h )
	{
		int32_t other = t->twin[h];
		if ( other >= 0 && other < h )
		{
			continue;
		}
		double a = weight[h];
		double b = other >= 0 ? weight[other] : 0.0;
		double both = a + b;
		int32_t from = t->corners[h];
		int32_t to = t->corners[wfNextHalfEdge( h )];
		// Between two vertices of a boundary held at 0, or along a wall, nothing depends on it.
		bool matters = other >= 0 ? t->meshEdge[h] < 0 || !planner->blocked[from] || !planner->blocked[to] : !dirichlet;
		if ( matters )
		{
			least = both < least ? both : least;
			sum += fabs( both );
			count += 1;
		}
		both = both > WF_ROUNDING * ( 1.0 + fabs( a ) + fabs( b ) ) ? both : 0.0;
		// Where all else around is blocked the path along the boundary is still a path.
		both = other >= 0 || both > WF_BOUNDARY_WEIGHT ? both : WF_BOUNDARY_WEIGHT;
		weight[h] = both;
		if ( other >= 0 )
		{
			weight[other] = both;
		}
	}
	planner->core.report.leastWeight = sum > 0.0 ? least * (double)count / sum : 0.0;
}

static void applyBias( wfSurfacePlanner* planner, double* weight, const double* scales )
{
	const wfIntrinsic* t = &planner->intrinsic;
	for ( int32_t h = 0; h < 3 * t->triangleCount; ++h )
	{
		weight[h] *= scales[t->corners[h]] * scales[t->corners[wfNextHalfEdge( h )]];
	}
	for ( int32_t v = 0; v < planner->mesh->vertexCount; ++v )
	{
		planner->mass[v] *= scales[v] * scales[v];
	}
}

// --------------------------------------------------------------------------------------------------------------- pattern

// An edge that makes a link: not of a vertex with itself, and not of weight 0.
static inline bool makesLink( const wfIntrinsic* t, const double* weight, int32_t h )
{
	return ( t->twin[h] < 0 || h < t->twin[h] ) && weight[h] > 0.0 && t->corners[h] != t->corners[wfNextHalfEdge( h )];
}

static double getLinkLength( const wfSurfacePlanner* planner, int64_t link )
{
	int32_t edge = planner->linkEdge[link];
	return edge >= 0 ? planner->intrinsic.length[edge] : planner->mesh->length[-2 - edge];
}

// One link for all edges that join the same two vertices. `place`: by vertex, scratch.
static void joinParallels( wfSurfacePlanner* planner, int64_t* place )
{
	wfMatrix* matrix = &planner->core.matrix;
	int64_t used = 0;
	memset( place, 0xFF, (size_t)matrix->count * sizeof( int64_t ) );
	for ( int32_t v = 0; v < matrix->count; ++v )
	{
		int64_t first = used;
		int64_t end = matrix->start[v + 1];
		for ( int64_t m = matrix->start[v]; m < end; ++m )
		{
			int32_t other = matrix->neighbor[m];
			int64_t same = place[other];
			if ( same >= first )
			{
				planner->baseLink[same] += planner->baseLink[m];
				if ( getLinkLength( planner, m ) < getLinkLength( planner, same ) )
				{
					planner->linkEdge[same] = planner->linkEdge[m];
				}
				continue;
			}
			place[other] = used;
			matrix->neighbor[used] = other;
			planner->baseLink[used] = planner->baseLink[m];
			planner->linkEdge[used++] = planner->linkEdge[m];
		}
		matrix->start[v] = first;
	}
	matrix->start[matrix->count] = used;
}

// `next`: by vertex, where its next link goes.
static void addLink( wfSurfacePlanner* planner, int64_t* next, int32_t from, int32_t to, double weight, int32_t edge )
{
	const int32_t ends[2] = { from, to };
	for ( int k = 0; k < 2; ++k )
	{
		int64_t m = next[ends[k]]++;
		planner->core.matrix.neighbor[m] = ends[1 - k];
		planner->baseLink[m] = weight;
		planner->linkEdge[m] = edge;
	}
}

static wfResult makePattern( wfSurfacePlanner* planner, const double* weight, const double* scales )
{
	const wfIntrinsic* t = &planner->intrinsic;
	wfMatrix* matrix = &planner->core.matrix;
	size_t count = wfCountVertices( planner );
	int32_t halfEdges = 3 * t->triangleCount;
	int64_t* next = wfAllocateZeroed( count * sizeof( int64_t ) );
	size_t links = 0;
	for ( int32_t h = 0; next != NULL && h < halfEdges; ++h )
	{
		if ( makesLink( t, weight, h ) )
		{
			next[t->corners[h]] += 1;
			next[t->corners[wfNextHalfEdge( h )]] += 1;
			links += 2;
		}
	}
	for ( int32_t k = 0; next != NULL && k < planner->bridges.count; ++k )
	{
		next[wfFromVertex( planner->mesh, planner->bridges.data[k] )] += 1;
		next[wfToVertex( planner->mesh, planner->bridges.data[k] )] += 1;
		links += 2;
	}
	wfResult result = wfMatrix_Allocate( matrix, (int32_t)count, links );
	planner->baseLink = wfAllocateArray( matrix->linkCapacity, sizeof( double ) );
	planner->linkEdge = wfAllocateArray( matrix->linkCapacity, sizeof( int32_t ) );
	result = next != NULL && planner->baseLink != NULL && planner->linkEdge != NULL ? result : wf_outOfMemory;
	if ( result == wf_ok )
	{
		int64_t used = 0;
		for ( size_t v = 0; v < count; ++v )
		{
			matrix->start[v] = used;
			used += next[v];
			next[v] = matrix->start[v];
		}
		matrix->start[count] = used;
		for ( int32_t h = 0; h < halfEdges; ++h )
		{
			if ( makesLink( t, weight, h ) )
			{
				addLink( planner, next, t->corners[h], t->corners[wfNextHalfEdge( h )], weight[h], h );
			}
		}
		for ( int32_t k = 0; k < planner->bridges.count; ++k )
		{
			int32_t h = planner->bridges.data[k], from = wfFromVertex( planner->mesh, h ), to = wfToVertex( planner->mesh, h );
			double biased = scales != NULL ? scales[from] * scales[to] : 1.0;
			addLink( planner, next, from, to, WF_BRIDGE_WEIGHT * biased, -2 - h );
		}
		joinParallels( planner, next );
	}
	wfReleaseArray( next, count, sizeof( int64_t ) );
	return result;
}

wfResult wfBuildSurfaceSystem( wfSurfacePlanner* planner )
{
	size_t halfEdges = 3 * (size_t)planner->intrinsic.triangleCount;
	size_t count = wfCountVertices( planner );
	double* weight = wfAllocateArray( halfEdges, sizeof( double ) );
	planner->mass = wfAllocateArray( count, sizeof( double ) );
	double* scales = NULL;
	wfResult result = weight != NULL && planner->mass != NULL ? makeScales( planner, &scales ) : wf_outOfMemory;
	if ( result == wf_ok )
	{
		weighEdges( planner, weight );
		if ( scales != NULL )
		{
			applyBias( planner, weight, scales );
		}
		result = makePattern( planner, weight, scales );
	}
	wfReleaseArray( weight, halfEdges, sizeof( double ) );
	wfReleaseArray( scales, count, sizeof( double ) );
	size_t triangles = (size_t)planner->mesh->triangleCount;
	size_t perLink = 2 * sizeof( int32_t ) + 2 * sizeof( double );
	size_t perVertex = sizeof( int64_t ) + 4 * sizeof( double ) + sizeof( int32_t ) + 2;
	size_t perHalfEdge = 3 * sizeof( int32_t ) + 2 * sizeof( double ) + 3;
	planner->core.kindBytes = count * perVertex + planner->core.matrix.linkCapacity * perLink + 3 * triangles * perHalfEdge +
							  triangles * ( sizeof( double ) + 1 );
	planner->core.baseLink = planner->baseLink;
	return result;
}

void wfFreeSurfaceSystem( wfSurfacePlanner* planner )
{
	size_t links = planner->core.matrix.linkCapacity;
	wfReleaseArray( planner->baseLink, links, sizeof( double ) );
	wfReleaseArray( planner->linkEdge, links, sizeof( int32_t ) );
	wfReleaseArray( planner->mass, wfCountVertices( planner ), sizeof( double ) );
	planner->baseLink = NULL;
	planner->linkEdge = NULL;
	planner->mass = NULL;
	planner->core.baseLink = NULL;
	wfPlannerCore_FreeSystem( &planner->core );
}

// ---------------------------------------------------------------------------------------------------------- what is free

void wfBlockVertices( const wfSurfacePlanner* planner, const wfSurfaceMask* mask, uint8_t* blocked, uint8_t* boundaryOnly )
{
	const wfMesh* mesh = planner->mesh;
	bool dirichlet = planner->def.boundary == wf_dirichletWalls;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		bool masked = mask != NULL && mask->vertexBlocked[v] != 0;
		bool atBoundary = dirichlet && mesh->atBoundary[v] != 0;
		blocked[v] = masked || atBoundary;
		boundaryOnly[v] = atBoundary && !masked;
	}
}

typedef struct Component
{
	wfVec3 lower, upper;
	bool repelled; // something in it is linked to what is blocked
	bool open;	   // it has a boundary that no flux passes
} Component;

// Follow links from `start` on; the queue receives the vertices. Returns how many.
static int32_t followComponent( wfSurfacePlanner* planner, int32_t start, int32_t number, int32_t* queue, Component* c )
{
	const wfMatrix* matrix = &planner->core.matrix;
	int32_t head = 0;
	int32_t tail = 0;
	wfVec3 place = planner->mesh->vertices[start];
	*c = ( Component ){ place, place, false, false };
	queue[tail++] = start;
	planner->freeComponent[start] = number;
	while ( head < tail )
	{
		int32_t v = queue[head++];
		c->lower = wfMin3( planner->mesh->vertices[v], c->lower );
		c->upper = wfMax3( planner->mesh->vertices[v], c->upper );
		c->open = c->open || planner->mesh->atBoundary[v] != 0;
		for ( int64_t m = matrix->start[v]; m < matrix->start[v + 1]; ++m )
		{
			int32_t other = matrix->neighbor[m];
			if ( planner->blocked[other] )
			{
				c->repelled = true;
			}
			else if ( planner->freeComponent[other] < 0 )
			{
				planner->freeComponent[other] = number;
				queue[tail++] = other;
			}
		}
	}
	return tail;
}

int32_t wfFindBridges( wfSurfacePlanner* planner )
{
	const wfMesh* mesh = planner->mesh;
	planner->bridges.count = 0;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		int32_t twin = mesh->twin[h], a = planner->freeComponent[wfFromVertex( mesh, h )],
				b = planner->freeComponent[wfToVertex( mesh, h )];
		if ( a < 0 || b < 0 || a == b || ( twin >= 0 && twin < h ) )
		{
			continue;
		}
		if ( wfArray_Push( &planner->bridges, h ) != wf_ok )
		{
			return -1;
		}
	}
	return planner->bridges.count;
}

static double getDefaultHaste( const wfSurfacePlanner* planner, const Component* c )
{
	double size = wfLength3( wfSub3( c->upper, c->lower ) );
	return 1.0 / ( WF_DEFAULT_RANGE * ( size > planner->meanEdge ? size : planner->meanEdge ) );
}

double wfGetLeastHaste( const wfSurfacePlanner* planner )
{
	Component all = { planner->mesh->report.lower, planner->mesh->report.upper, false, false };
	return getDefaultHaste( planner, &all );
}

// What vertices lose by haste their better neighbours give: sum w (q' - q) = m k^2 q. So q rises by at least this share of
// itself.
static double getLeastRise( const wfSurfacePlanner* planner, const int32_t* vertices, int32_t count, double haste )
{
	const wfMatrix* matrix = &planner->core.matrix;
	double least = haste > 0.0 ? INFINITY : 0.0;
	for ( int32_t k = 0; haste > 0.0 && k < count; ++k )
	{
		int32_t v = vertices[k];
		double weights = 0.0;
		for ( int64_t m = matrix->start[v]; m < matrix->start[v + 1]; ++m )
		{
			weights += planner->baseLink[m];
		}
		least = weights > 0.0 ? wfMin( least, planner->mass[v] * haste * haste / weights ) : least;
	}
	return least;
}

wfResult wfFindFreeComponents( wfSurfacePlanner* planner )
{
	size_t count = wfCountVertices( planner );
	int32_t* queue = wfAllocateArray( count, sizeof( int32_t ) );
	if ( queue == NULL )
	{
		return wf_outOfMemory;
	}
	double asked = planner->def.haste;
	planner->haste = asked;
	planner->core.report.freeCount = 0;
	memset( planner->freeComponent, 0xFF, count * sizeof( int32_t ) );
	int32_t components = 0;
	wfResult result = wf_ok;
	planner->leastRise.count = 0;
	for ( int32_t v = 0; v < (int32_t)count && result == wf_ok; ++v )
	{
		if ( planner->blocked[v] )
		{
			planner->hasteSquared[v] = 0.0;
		}
		else if ( planner->freeComponent[v] < 0 )
		{
			Component c;
			int32_t size = followComponent( planner, v, components++, queue, &c );
			// A boundary that no flux passes makes dead ends, where attraction would be the same everywhere.
			bool enough = asked > 0.0 || ( c.repelled && !c.open );
			double haste = enough ? asked : getDefaultHaste( planner, &c );
			planner->haste = haste > planner->haste ? haste : planner->haste;
			planner->core.report.freeCount += size;
			result = wfArray_Push( &planner->leastRise, getLeastRise( planner, queue, size, haste ) );
			for ( int32_t k = 0; k < size; ++k )
			{
				planner->hasteSquared[queue[k]] = haste * haste;
			}
		}
	}
	planner->core.report.haste = planner->haste;
	wfReleaseArray( queue, count, sizeof( int32_t ) );
	return result;
}

void wfSetSurfaceNode( wfSurfacePlanner* planner, int32_t vertex )
{
	wfMatrix* matrix = &planner->core.matrix;
	bool blocked = planner->blocked[vertex] != 0;
	double excess = planner->mass[vertex] * planner->hasteSquared[vertex];
	for ( int64_t m = matrix->start[vertex]; m < matrix->start[vertex + 1]; ++m )
	{
		bool open = !blocked && planner->blocked[matrix->neighbor[m]] == 0;
		matrix->link[m] = open ? planner->baseLink[m] : 0.0;
		excess += open ? 0.0 : planner->baseLink[m];
	}
	matrix->excess[vertex] = blocked ? 1.0 : excess;
}
