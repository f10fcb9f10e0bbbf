// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What Fischer's thesis leaves to future work: other weights of 3DS-BVP, other first values, another order of the vertices.
#include "experiment_surface.h"

#include "base/vec3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The edges of a mesh from each vertex: neighbours and lengths.
typedef struct Net
{
	int32_t count;
	int32_t* begin; // count + 1
	int32_t* end;	// count: what is left of the room up to the next one's begin is unused
	int32_t* neighbors;
	double* lengths;
	bool* isFixed;
	int32_t* order; // of the free vertices in a sweep
	int32_t freeCount;
} Net;

static bool isLinked( const Net* net, int32_t a, int32_t b )
{
	int32_t m = net->begin[a];
	while ( m < net->end[a] && net->neighbors[m] != b )
	{
		m += 1;
	}
	return m < net->end[a];
}

static void addLink( Net* net, int32_t from, int32_t to, double length )
{
	if ( !isLinked( net, from, to ) )
	{
		net->neighbors[net->end[from]] = to;
		net->lengths[net->end[from]++] = length;
	}
}

static Net makeNet( const wfMesh* mesh )
{
	int32_t corners = 3 * wfMesh_GetTriangleCount( mesh );
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	Net net = { .count = wfMesh_GetVertexCount( mesh ) };
	net.begin = wfNewArray( (size_t)net.count + 1, sizeof( int32_t ) );
	net.end = wfNewArray( (size_t)net.count, sizeof( int32_t ) );
	net.isFixed = wfNewArray( (size_t)net.count, sizeof( bool ) );
	net.order = wfNewArray( (size_t)net.count, sizeof( int32_t ) );
	// Two of each corner: as many as there are edges, or more.
	for ( int32_t h = 0; h < corners; ++h )
	{
		net.begin[triangles[h] + 1] += 2;
	}
	for ( int32_t v = 0; v < net.count; ++v )
	{
		net.begin[v + 1] += net.begin[v];
		net.end[v] = net.begin[v];
	}
	net.neighbors = wfNewArray( (size_t)net.begin[net.count], sizeof( int32_t ) );
	net.lengths = wfNewArray( (size_t)net.begin[net.count], sizeof( double ) );
	for ( int32_t h = 0; h < corners; ++h )
	{
		int32_t a = triangles[h], b = triangles[h / 3 * 3 + ( h + 1 ) % 3];
		double length = wfDistance3( wfMesh_GetVertices( mesh )[a], wfMesh_GetVertices( mesh )[b] );
		addLink( &net, a, b, length );
		addLink( &net, b, a, length );
	}
	return net;
}

// Equation 4.4 with a factor for each of its terms: I = alpha Dmin + beta Dmax - gamma d.
typedef struct Relaxation
{
	double alpha, beta, gamma;
	double startValue;
	bool alternates; // every other sweep runs backwards
} Relaxation;

// The influences divided by their sum, by edge. False where one is not above 0.
static bool weigh( const Net* net, const Relaxation* relaxation, double* weights )
{
	for ( int32_t v = 0; v < net->count; ++v )
	{
		double least = INFINITY, most = 0.0, sum = 0.0;
		for ( int32_t m = net->begin[v]; m < net->end[v]; ++m )
		{
			least = fmin( least, net->lengths[m] );
			most = fmax( most, net->lengths[m] );
		}
		for ( int32_t m = net->begin[v]; m < net->end[v]; ++m )
		{
			weights[m] = relaxation->alpha * least + relaxation->beta * most - relaxation->gamma * net->lengths[m];
			sum += weights[m];
			if ( !( weights[m] > 0.0 ) )
			{
				return false;
			}
		}
		for ( int32_t m = net->begin[v]; m < net->end[v]; ++m )
		{
			weights[m] /= sum;
		}
	}
	return true;
}

// Until the changes of a sweep add up to no more than `most`. Returns the sweeps, 0 where the weights cannot be.
static int32_t relax( const Net* net, int32_t goal, const Relaxation* relaxation, double most, double* p )
{
	double* weights = wfNewArray( (size_t)net->begin[net->count], sizeof( double ) );
	if ( !weigh( net, relaxation, weights ) )
	{
		return 0;
	}
	for ( int32_t v = 0; v < net->count; ++v )
	{
		p[v] = v == goal ? 0.0 : net->isFixed[v] ? 1.0 : relaxation->startValue;
	}
	int32_t sweeps = 0;
	for ( double change = INFINITY; change > most && sweeps < 1000000; ++sweeps )
	{
		change = 0.0;
		for ( int32_t k = 0; k < net->freeCount; ++k )
		{
			int32_t v = net->order[relaxation->alternates && sweeps % 2 != 0 ? net->freeCount - 1 - k : k];
			double sum = 0.0;
			for ( int32_t m = net->begin[v]; m < net->end[v]; ++m )
			{
				sum += weights[m] * p[net->neighbors[m]];
			}
			change += fabs( sum - p[v] );
			p[v] = sum;
		}
	}
	return sweeps;
}

static void orderAsNumbered( Net* net )
{
	net->freeCount = 0;
	for ( int32_t v = 0; v < net->count; ++v )
	{
		net->order[net->freeCount] = v;
		net->freeCount += !net->isFixed[v];
	}
}

// By the edges to the goal.
static void orderFromGoal( Net* net, int32_t goal )
{
	bool* seen = wfNewArray( (size_t)net->count, sizeof( bool ) );
	int32_t from = goal, next = 0;
	net->freeCount = 0;
	seen[goal] = true;
	for ( bool more = true; more; )
	{
		for ( int32_t m = net->begin[from]; m < net->end[from]; ++m )
		{
			int32_t to = net->neighbors[m];
			if ( !seen[to] && !net->isFixed[to] )
			{
				net->order[net->freeCount++] = to;
			}
			seen[to] = true;
		}
		more = next < net->freeCount;
		from = more ? net->order[next++] : from;
	}
}

// Of one surface, as shares of what the thesis's relaxation takes.
typedef struct WeightFigures
{
	double fewest, nearest; // with the best weights: sweeps, and mean difference to the exact field
	double low, high;		// sweeps from 0 and from 1 instead of 0.5
	double fromGoal, alternating;
	int32_t differs; // sweeps more or less than the library's
} WeightFigures;

// The mean difference to the exact potential, at free vertices.
static double getError( const wfSolvedSurface* stage, const Net* net, const double* p )
{
	double sum = 0.0;
	for ( int32_t v = 0; v < net->count; ++v )
	{
		wfScaled q = wfSurfaceField_GetValue( stage->field, v );
		sum += net->isFixed[v] ? 0.0 : fabs( 1.0 - ldexp( q.mantissa, q.exponent ) - p[v] );
	}
	return sum / net->freeCount;
}

// All factors of a list for each of the three terms.
static void tryWeights( wfTrial* run, const wfSolvedSurface* stage, const Net* net, WeightFigures* figures )
{
	double factors[WF_MAX_LIST], most = wfTrial_GetNumber( run, "relaxChange" );
	double* p = wfNewArray( (size_t)net->count, sizeof( double ) );
	int32_t count = wfTrial_GetList( run, "factors", factors );
	double sweeps = figures->fewest, error = figures->nearest;
	for ( int32_t k = 0; k < count * count * count; ++k )
	{
		Relaxation other = { factors[k % count], factors[k / count % count], factors[k / count / count], 0.5, false };
		int32_t needed = relax( net, stage->goals[0], &other, most, p );
		if ( needed > 0 )
		{
			figures->fewest = fmin( figures->fewest, needed );
			figures->nearest = fmin( figures->nearest, getError( stage, net, p ) );
		}
	}
	figures->fewest /= sweeps;
	figures->nearest /= error;
}

static WeightFigures measureWeights( wfTrial* run, int32_t index )
{
	char prefix[32];
	snprintf( prefix, sizeof( prefix ), "surfaces[%d].", index );
	wfSolvedSurface stage = { .mesh = wfTrial_MakeSurface( run, prefix ) };
	wfSolvedSurface_SetGoal( &stage, wfTrial_GetPoint( run, wfKey( "%sgoal", prefix ) ) );
	wfTrial_SolveStage( run, &stage );
	double most = wfTrial_GetNumber( run, "relaxChange" );
	int32_t goal = stage.goals[0];
	Net net = makeNet( stage.mesh );
	for ( int32_t v = 0; v < net.count; ++v )
	{
		net.isFixed[v] = v == goal || wfMesh_IsBoundaryVertex( stage.mesh, v );
	}
	orderAsNumbered( &net );
	double* p = wfNewArray( (size_t)net.count, sizeof( double ) );
	Relaxation plain = { 1.0, 1.0, 1.0, 0.5, false }, low = plain, high = plain, alternating = plain;
	low.startValue = 0.0;
	high.startValue = 1.0;
	alternating.alternates = true;
	double sweeps = relax( &net, goal, &plain, most, p );
	WeightFigures figures = { .fewest = sweeps, .nearest = getError( &stage, &net, p ) };
	const char* name = wfTrial_GetText( run, wfKey( "%ssurface", prefix ) );
	wfTrial_Note( run, "", sweeps, "%.20s: sweeps", name );
	wfTrial_Note( run, "%", 100.0 * figures.nearest, "%.20s: mean difference to the exact field", name );
	wfRelaxReport report;
	wfTrial_Relax( run, &stage, -1, most, &report );
	figures.differs = abs( (int32_t)sweeps - report.iterations );
	tryWeights( run, &stage, &net, &figures );
	figures.low = relax( &net, goal, &low, most, p ) / sweeps;
	figures.high = relax( &net, goal, &high, most, p ) / sweeps;
	figures.alternating = relax( &net, goal, &alternating, most, p ) / sweeps;
	orderFromGoal( &net, goal );
	figures.fromGoal = relax( &net, goal, &plain, most, p ) / sweeps;
	wfSolvedSurface_Free( &stage );
	return figures;
}

// The least and the most of all surfaces, noted and claimed where the file asks.
static void claimRange( wfTrial* run, const char* name, const char* says, const double* values, int32_t count )
{
	double least = INFINITY, most = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		least = fmin( least, values[i] );
		most = fmax( most, values[i] );
		wfTrial_Note( run, "", values[i], "%s: %.20s", says, wfTrial_GetText( run, wfKey( "surfaces[%d].surface", i ) ) );
	}
	wfTrial_Claim( run, wfKey( "%sLeast", name ), least );
	wfTrial_Claim( run, wfKey( "%sMost", name ), most );
}

void wfPerformWeights( wfTrial* run )
{
	int32_t count = wfTrial_CountItems( run, "surfaces", 1, WF_MAX_LIST ), differs = 0;
	double values[6][WF_MAX_LIST];
	for ( int32_t i = 0; i < count; ++i )
	{
		WeightFigures one = measureWeights( run, i );
		const double figures[6] = { one.fewest, one.nearest, one.low, one.high, one.fromGoal, one.alternating };
		for ( int32_t k = 0; k < 6; ++k )
		{
			values[k][i] = figures[k];
		}
		differs += one.differs;
	}
	wfTrial_Claim( run, "same", differs );
	claimRange( run, "fewest", "sweeps, best weights", values[0], count );
	claimRange( run, "nearest", "difference, best weights", values[1], count );
	claimRange( run, "low", "sweeps from 0", values[2], count );
	claimRange( run, "high", "sweeps from 1", values[3], count );
	claimRange( run, "fromGoal", "sweeps in order from the goal", values[4], count );
	claimRange( run, "alternating", "sweeps back and forth", values[5], count );
}
