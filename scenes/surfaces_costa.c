// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Costa's minimal surface: a torus with three points taken out, embedded without boundary and without passing through itself.
//
// With Weierstrass' zeta and wp of the lattice of whole numbers, g2 = 189.07... and g3 = 0, z = u + i v and e1 = wp(1/2):
//
//     x = 1/2 Re( -zeta(z) + pi u + pi^2 / (4 e1) + pi / (2 e1) ( zeta(z - 1/2) - zeta(z - i/2) ) )
//     y = 1/2 Re( -i zeta(z) + pi v + pi^2 / (4 e1) - pi / (2 e1) ( i zeta(z - 1/2) - i zeta(z - i/2) ) )
//     z = sqrt( 2 pi ) / 4 ln | ( wp(z) - e1 ) / ( wp(z) + e1 ) |
//
// (A. Gray, after C. Costa and D. Hoffman.) The planar end is at 0, the two catenoids open at 1/2 and i/2.
#include "scenes/surfaces_draft.h"

#include <stdlib.h>

#define TERMS 64			  // of the series: the lattice's nearest neighbours are 1 away and |z| is at most 0.71
#define E1 6.8751858180203728 // wp(1/2)
#define G2 189.07272012923385 // 4 e1^2
#define PLANAR_RADIUS 0.1	  // of the hole around the planar end, in periods
#define CATENOID_RADIUS ( 1.0 / 30.0 )

typedef struct Complex
{
	double re, im;
} Complex;

static Complex multiply( Complex a, Complex b )
{
	return ( Complex ){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

static Complex invert( Complex a )
{
	double square = a.re * a.re + a.im * a.im;
	return ( Complex ){ a.re / square, -a.im / square };
}

// Coefficients of wp's series at 0: wp = z^-2 + sum c_k z^(2 k - 2), k from 2 on. With g3 = 0 every other one is 0.
static void fillSeries( double c[TERMS] )
{
	c[0] = c[1] = 0.0;
	c[2] = G2 / 20.0;
	c[3] = 0.0;
	for ( int k = 4; k < TERMS; ++k )
	{
		double sum = 0.0;
		for ( int m = 2; m <= k - 2; ++m )
		{
			sum += c[m] * c[k - m];
		}
		c[k] = 3.0 * sum / ( ( 2.0 * k + 1.0 ) * ( k - 3.0 ) );
	}
}

// The nearest point of the lattice, as whole numbers; zeta grows by pi along 1 and by -i pi along i.
static Complex reduce( Complex z, Complex* cell )
{
	*cell = ( Complex ){ floor( z.re + 0.5 ), floor( z.im + 0.5 ) };
	return ( Complex ){ z.re - cell->re, z.im - cell->im };
}

static Complex evaluateZeta( const double* c, Complex z )
{
	Complex cell, r = reduce( z, &cell ), square = multiply( r, r ), sum = { 0.0, 0.0 };
	for ( int k = TERMS - 1; k >= 2; --k )
	{
		sum = multiply( sum, square );
		sum.re += c[k] / ( 2.0 * k - 1.0 );
	}
	sum = multiply( sum, multiply( square, r ) );
	Complex pole = invert( r );
	return ( Complex ){ pole.re - sum.re + PI * cell.re, pole.im - sum.im - PI * cell.im };
}

static Complex evaluateWp( const double* c, Complex z )
{
	Complex cell, r = reduce( z, &cell ), square = multiply( r, r ), sum = { 0.0, 0.0 };
	for ( int k = TERMS - 1; k >= 2; --k )
	{
		sum = multiply( sum, square );
		sum.re += c[k];
	}
	sum = multiply( sum, square );
	Complex pole = invert( square );
	return ( Complex ){ pole.re + sum.re, pole.im + sum.im };
}

static wfVec3 placeCosta( const double* c, double u, double v )
{
	Complex zeta = evaluateZeta( c, ( Complex ){ u, v } ), right = evaluateZeta( c, ( Complex ){ u - 0.5, v } );
	Complex up = evaluateZeta( c, ( Complex ){ u, v - 0.5 } ), wp = evaluateWp( c, ( Complex ){ u, v } );
	const double half = PI / ( 2.0 * E1 ), shift = PI * PI / ( 4.0 * E1 );
	double above = ( wp.re - E1 ) * ( wp.re - E1 ) + wp.im * wp.im, below = ( wp.re + E1 ) * ( wp.re + E1 ) + wp.im * wp.im;
	return ( wfVec3 ){ 0.5 * ( -zeta.re + PI * u + shift + half * ( right.re - up.re ) ),
					   0.5 * ( zeta.im + PI * v + shift + half * ( right.im - up.im ) ),
					   0.125 * sqrt( 2.0 * PI ) * wfDraftLog( above / below ) };
}

// ---------------------------------------------------------------------------------------------------------- triangulation

// The torus is cut into four squares of half a period: three around the ends, with rings from the hole to the sides, and one
// around the saddle in the middle, with a plain grid. Their sides share the points of a lattice of 4 parts by 4 parts.
typedef struct Lattice
{
	wfSurfaceShape* shape;
	double series[TERMS];
	int32_t parts, rings;
	int32_t* vertex; // of each point of the lattice, -1: none yet
} Lattice;

static int32_t addLatticeVertex( Lattice* lattice, int32_t i, int32_t j )
{
	int32_t period = 4 * lattice->parts;
	i = ( i + period ) % period;
	j = ( j + period ) % period;
	int32_t* vertex = lattice->vertex + (size_t)j * (size_t)period + i;
	if ( *vertex < 0 )
	{
		wfVec3 place = placeCosta( lattice->series, (double)i / period, (double)j / period );
		*vertex = wfSurfaceShape_AddVertex( lattice->shape, place );
	}
	return *vertex;
}

// The k-th point of the way around a square of half a side `n`, from the lower right corner upward.
static void getSquarePoint( int32_t n, int32_t k, int32_t* i, int32_t* j )
{
	int32_t side = k / ( 2 * n ), along = k % ( 2 * n ) - n;
	*i = side == 0 ? n : side == 1 ? -along : side == 2 ? -n : along;
	*j = side == 0 ? along : side == 1 ? n : side == 2 ? -along : -n;
}

// Around the end at lattice point (ci, cj): `first` is the first vertex of the ring at the hole. Rings grow by a constant factor:
// that is how lengths on the surface shrink toward the middle.
static void addEnd( Lattice* lattice, int32_t ci, int32_t cj, double radius )
{
	int32_t n = lattice->parts, around = 8 * n, first = lattice->shape->vertexCount;
	double period = 4.0 * n;
	for ( int32_t ring = 0; ring < lattice->rings; ++ring )
	{
		for ( int32_t k = 0; k < around; ++k )
		{
			int32_t i, j;
			getSquarePoint( n, k, &i, &j );
			double x = i / period, y = j / period, length = sqrt( x * x + y * y );
			// radius^(1 - t) length^t without a power: t is ring / rings, by repeated means of the logarithm.
			double ratio = length / radius, t = (double)ring / lattice->rings, exponent = t * wfDraftLog( ratio );
			double term = 1.0, power = 1.0;
			for ( int m = 1; m < 30; ++m )
			{
				term *= exponent / m;
				power += term;
			}
			double scale = radius * power / length;
			wfVec3 place = placeCosta( lattice->series, ci / period + scale * x, cj / period + scale * y );
			wfSurfaceShape_AddVertex( lattice->shape, place );
		}
	}
	for ( int32_t ring = 0; ring < lattice->rings; ++ring )
	{
		for ( int32_t k = 0; k < around; ++k )
		{
			int32_t next = ( k + 1 ) % around, i, j, nextI, nextJ;
			getSquarePoint( n, k, &i, &j );
			getSquarePoint( n, next, &nextI, &nextJ );
			bool last = ring + 1 == lattice->rings;
			int32_t a = first + ring * around + k, b = first + ring * around + next;
			int32_t c = last ? addLatticeVertex( lattice, ci + nextI, cj + nextJ ) : b + around;
			int32_t d = last ? addLatticeVertex( lattice, ci + i, cj + j ) : a + around;
			wfSurfaceShape_AddQuad( lattice->shape, a, d, c, b );
		}
	}
}

static void addSaddle( Lattice* lattice )
{
	int32_t n = lattice->parts;
	for ( int32_t j = n; j < 3 * n; ++j )
	{
		for ( int32_t i = n; i < 3 * n; ++i )
		{
			int32_t a = addLatticeVertex( lattice, i, j ), b = addLatticeVertex( lattice, i + 1, j );
			int32_t c = addLatticeVertex( lattice, i + 1, j + 1 ), d = addLatticeVertex( lattice, i, j + 1 );
			wfSurfaceShape_AddQuad( lattice->shape, a, b, c, d );
		}
	}
}

wfResult wfMakeCosta( double size, int32_t parts, int32_t rings, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( !wfIsPositive( size ) || parts < 1 || rings < 1 )
	{
		return wf_outOfRange;
	}
	if ( parts > 1000 || rings > 10000 )
	{
		return wf_tooLarge;
	}
	size_t points = 16 * (size_t)parts * (size_t)parts;
	int64_t around = 8 * (int64_t)parts;
	wfResult result =
		wfSurfaceShape_Begin( shape, 3 * around * rings + (int64_t)points, 6 * around * rings + 8 * (int64_t)parts * parts );
	Lattice lattice = { .shape = shape, .parts = parts, .rings = rings };
	lattice.vertex = result == wf_ok ? malloc( points * sizeof( int32_t ) ) : NULL;
	if ( lattice.vertex == NULL )
	{
		wfSurfaceShape_Free( shape );
		return result != wf_ok ? result : wf_outOfMemory;
	}
	for ( size_t i = 0; i < points; ++i )
	{
		lattice.vertex[i] = -1;
	}
	fillSeries( lattice.series );
	addEnd( &lattice, 0, 0, PLANAR_RADIUS );
	addEnd( &lattice, 2 * parts, 0, CATENOID_RADIUS );
	addEnd( &lattice, 0, 2 * parts, CATENOID_RADIUS );
	addSaddle( &lattice );
	free( lattice.vertex );
	double widest = 0.0;
	for ( int32_t i = 0; i < shape->vertexCount; ++i )
	{
		wfVec3 v = shape->vertices[i];
		widest = fmax( widest, 2.0 * fmax( fabs( v.x ), fmax( fabs( v.y ), fabs( v.z ) ) ) );
	}
	wfSurfaceShape_Scale( shape, size / widest );
	return wf_ok;
}
