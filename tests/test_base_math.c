// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The elementary functions against the C library's in long double, and against fixed bits.
#include "base/math.h"
#include "test.h"
#include "test_base.h"

#include <stdio.h>
#include <stdlib.h>

#define POINT_COUNT 400000

// More than this and a platform's results would still be right but the polynomials or the reduction are not what they were.
#define ULP_LIMIT 1.0

// The reference must be much finer than a double.
#define HAS_REFERENCE ( LDBL_MANT_DIG >= 64 )

static double uniform( uint64_t index, double low, double high )
{
	return low + ( high - low ) * wfRandomUnit( 7, 1, index );
}

// The size of a unit in the last place of a double near the value.
static long double ulpAt( long double value )
{
	double magnitude = fabs( (double)value );
	if ( magnitude < DBL_MIN )
	{
		return 0x1p-1074L;
	}
	int exponent;
	frexpl( fabsl( value ), &exponent );
	return ldexpl( 1.0L, exponent - 53 );
}

static double ulpError( double value, long double exact )
{
	if ( isnan( value ) || isnan( exact ) )
	{
		return isnan( value ) && isnan( exact ) ? 0.0 : HUGE_VAL;
	}
	// Overflow is right for all that rounds to it.
	if ( fabsl( exact ) >= 0x1.fffffffffffff8p1023L )
	{
		return isinf( value ) ? 0.0 : HUGE_VAL;
	}
	return (double)( fabsl( (long double)value - exact ) / ulpAt( exact ) );
}

typedef double unaryFcn( double );
typedef long double referenceFcn( long double );

typedef struct worstCase
{
	double ulps, at;
} worstCase;

static void note( worstCase* worst, double ulps, double at )
{
	if ( ulps > worst->ulps )
	{
		*worst = ( worstCase ){ ulps, at };
	}
}

static void checkWorst( worstCase worst, const char* what )
{
	if ( CHECK( worst.ulps < ULP_LIMIT ) == false )
	{
		fprintf( stderr, "%s: %.4f ulp at %a\n", what, worst.ulps, worst.at );
	}
	if ( getenv( "WAYFIELD_VERBOSE" ) != NULL )
	{
		printf( "%-28s worst %.4f ulp at %a\n", what, worst.ulps, worst.at );
	}
}

static void compareUniform( unaryFcn* fcn, referenceFcn* reference, double low, double high, const char* what )
{
	worstCase worst = { 0 };
	for ( uint64_t i = 0; i < POINT_COUNT; ++i )
	{
		double x = uniform( i, low, high );
		note( &worst, ulpError( fcn( x ), reference( x ) ), x );
	}
	checkWorst( worst, what );
}

// Over all exponents between two, both signs when asked.
static void compareExponents( unaryFcn* fcn, referenceFcn* reference, int low, int high, bool isSigned, const char* what )
{
	worstCase worst = { 0 };
	for ( uint64_t i = 0; i < POINT_COUNT; ++i )
	{
		uint64_t bits = wfRandomBits( 7, 2, i );
		int exponent = low + (int)( ( bits >> 53 ) % (uint64_t)( high - low ) );
		double x = ldexp( 1.0 + (double)( bits & 0xFFFFFFFFFFFFFull ) * 0x1p-52, exponent );
		x = isSigned && ( bits >> 52 & 1 ) != 0 ? -x : x;
		note( &worst, ulpError( fcn( x ), reference( x ) ), x );
	}
	checkWorst( worst, what );
}

TEST( SineAndCosineAreAccurate )
{
	if ( HAS_REFERENCE == false )
	{
		testSkip( "long double is no wider than double" );
		return;
	}
	compareUniform( wfSin, sinl, -0.8, 0.8, "sin, first octant" );
	compareUniform( wfCos, cosl, -0.8, 0.8, "cos, first octant" );
	compareUniform( wfSin, sinl, -10.0, 10.0, "sin, a few turns" );
	compareUniform( wfCos, cosl, -10.0, 10.0, "cos, a few turns" );
	compareUniform( wfSin, sinl, -1.6e6, 1.6e6, "sin, many turns" );
	compareUniform( wfCos, cosl, -1.6e6, 1.6e6, "cos, many turns" );
	compareUniform( wfSin, sinl, 1.5e6, 1.7e6, "sin, change of reduction" );
	compareExponents( wfSin, sinl, -1022, 1023, true, "sin, all exponents" );
	compareExponents( wfCos, cosl, -1022, 1023, true, "cos, all exponents" );
	compareExponents( wfSin, sinl, -30, 70, true, "sin, middle exponents" );
	compareExponents( wfCos, cosl, -30, 70, true, "cos, middle exponents" );
}

// The doubles next to multiples of pi/2, where nearly all digits cancel.
TEST( SineAndCosineAreAccurateNearTheirZeros )
{
	if ( HAS_REFERENCE == false )
	{
		testSkip( "long double is no wider than double" );
		return;
	}
	worstCase worst = { 0 };
	for ( int32_t i = 1; i < 200000; ++i )
	{
		double x = (double)i * WF_HALF_PI;
		note( &worst, ulpError( wfSin( x ), sinl( x ) ), x );
		note( &worst, ulpError( wfCos( x ), cosl( x ) ), x );
		double y = (double)i * 1e9 * WF_HALF_PI;
		note( &worst, ulpError( wfSin( -y ), sinl( -y ) ), -y );
		note( &worst, ulpError( wfCos( -y ), cosl( -y ) ), -y );
	}
	// The double closest of all to a multiple of pi/2.
	double closest = 0x1.6ac5b262ca1ffp+849;
	note( &worst, ulpError( wfSin( closest ), sinl( closest ) ), closest );
	note( &worst, ulpError( wfCos( closest ), cosl( closest ) ), closest );
	checkWorst( worst, "sin, cos near zeros" );
}

TEST( CosineAndSineTogetherAreTheSame )
{
	int32_t wrong = 0;
	for ( uint64_t i = 0; i < 100000; ++i )
	{
		double x = uniform( i, -50.0, 50.0 ) * ( i % 3 == 0 ? 1e9 : 1.0 );
		wfCosSin both = wfCosSinOf( x );
		wrong += both.sine != wfSin( x ) || both.cosine != wfCos( x );
		wrong += wfSin( -x ) != -both.sine || wfCos( -x ) != both.cosine;
		wrong += fabs( both.sine ) > 1.0 || fabs( both.cosine ) > 1.0;
	}
	CHECK_EQUAL( wrong, 0 );
}

static double arctangent( double x )
{
	return wfAtan2( x, 1.0 );
}

TEST( ArctangentIsAccurate )
{
	if ( HAS_REFERENCE == false )
	{
		testSkip( "long double is no wider than double" );
		return;
	}
	compareUniform( arctangent, atanl, -1.0, 1.0, "atan, flat" );
	compareUniform( arctangent, atanl, -20.0, 20.0, "atan, steep" );
	compareExponents( arctangent, atanl, -1022, 1023, true, "atan, all exponents" );

	worstCase worst = { 0 };
	for ( uint64_t i = 0; i < 2 * POINT_COUNT; ++i )
	{
		double y = uniform( 2 * i, -1.0, 1.0 );
		double x = uniform( 2 * i + 1, -1.0, 1.0 );
		double scale = ldexp( 1.0, (int)( i % 2000 ) - 1000 );
		note( &worst, ulpError( wfAtan2( y, x ), atan2l( y, x ) ), y / x );
		note( &worst, ulpError( wfAtan2( y * scale, x * scale ), atan2l( (long double)( y * scale ), x * scale ) ), y / x );
		note( &worst, ulpError( wfAtan2( y * scale, x ), atan2l( (long double)( y * scale ), x ) ), y * scale / x );
	}
	checkWorst( worst, "atan2" );
}

TEST( ExponentialIsAccurate )
{
	if ( HAS_REFERENCE == false )
	{
		testSkip( "long double is no wider than double" );
		return;
	}
	compareUniform( wfExp, expl, -0.5, 0.5, "exp, near one" );
	compareUniform( wfExp, expl, -708.0, 709.7, "exp, normal" );
	compareUniform( wfExp, expl, -746.0, -708.0, "exp, denormal" );
	compareUniform( wfExp, expl, 709.7, 709.9, "exp, overflow" );
	compareExponents( wfExp, expl, -1022, 9, true, "exp, all exponents" );
}

TEST( LogarithmIsAccurate )
{
	if ( HAS_REFERENCE == false )
	{
		testSkip( "long double is no wider than double" );
		return;
	}
	compareUniform( wfLog, logl, 0.5, 2.0, "log, near one" );
	compareUniform( wfLog, logl, 0.999, 1.001, "log, very near one" );
	compareUniform( wfLog, logl, 0.0, 1e6, "log, usual" );
	compareUniform( wfLog, logl, 0.0, 0x1p-1022, "log, denormal" );
	compareExponents( wfLog, logl, -1022, 1023, false, "log, all exponents" );
}

static bool isSame( double a, double b )
{
	return ( a != a && b != b ) || wfBitsOfDouble( a ) == wfBitsOfDouble( b );
}

// The C library is exact at these, so it can tell what is right.
TEST( SpecialValuesFollowTheStandard )
{
	const double values[] = { 0.0,	 -0.0,	 1.0,	  -1.0,		HUGE_VAL, -HUGE_VAL, NAN, 0x1p-1074, -0x1p-1074, 0x1p-1022,
							  1e300, -1e300, DBL_MAX, -DBL_MAX, 2.0,	  -2.0,		 3.0, -3.0,		 0.5,		 -0.5 };
	const int32_t count = (int32_t)( sizeof( values ) / sizeof( values[0] ) );
	int32_t checked = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		double x = values[i];
		bool special = fabs( x ) < 1e-300 || fabs( x ) > 1e290 || x != x;
		if ( special )
		{
			bool finite = isfinite( x );
			CHECK( isSame( wfExp( x ), exp( x ) ) );
			CHECK( isSame( arctangent( x ), atan( x ) ) );
			CHECK( finite || isnan( wfSin( x ) ) );
			CHECK( finite || isnan( wfCos( x ) ) );
			CHECK( finite || isnan( wfCosSinOf( x ).sine ) );
			CHECK( fabs( x ) >= 1e290 || isSame( wfSin( x ), x ) );
			CHECK( fabs( x ) >= 1e290 || wfCos( x ) == 1.0 || x != x );
		}
		CHECK( ( x > 0.0 && isfinite( x ) ) || isSame( wfLog( x ), log( x ) ) );
		for ( int32_t j = 0; j < count; ++j )
		{
			double y = values[j];
			if ( isSame( wfAtan2( x, y ), atan2( x, y ) ) == false )
			{
				// Only where the exact angle is not a known number may the last bit differ.
				CHECK( fabs( wfAtan2( x, y ) - atan2( x, y ) ) <= 4.5e-16 && x != 0.0 && y != 0.0 && isfinite( x ) &&
					   isfinite( y ) );
			}
			checked += 1;
		}
	}
	CHECK_EQUAL( checked, count * count );
	CHECK( wfLog( 1.0 ) == 0.0 && wfExp( 0.0 ) == 1.0 && wfAtan2( 1.0, 1.0 ) == 0.7853981633974483 );
	CHECK( isSame( wfAtan2( -0.0, -1.0 ), -WF_PI ) && isSame( wfAtan2( -0.0, 1.0 ), -0.0 ) );
}

TEST( ScalingRoundsOnce )
{
	const int32_t exponents[] = { -100000, -2200, -2098, -2045, -1100, -1075, -1074, -1073, -1023, -1022, -1021,
								  -60,	   -1,	  0,	 1,		1000,  1023,  1024,	 2046,	2097,  2098,  100000 };
	for ( uint64_t i = 0; i < 2000; ++i )
	{
		// All bit patterns: denormals, infinities and NaN come up as well.
		uint64_t bits = wfRandomBits( 7, 3, i );
		bits = i % 4 == 0 ? bits & 0x800FFFFFFFFFFFFFull : bits;
		double x = wfDoubleOfBits( i == 0 ? 0 : i == 1 ? 0x8000000000000000ull : i == 2 ? 0x7FF0000000000000ull : bits );
		for ( size_t k = 0; k < sizeof( exponents ) / sizeof( exponents[0] ); ++k )
		{
			CHECK( isSame( wfScaleByPowerOfTwo( x, exponents[k] ), ldexp( x, exponents[k] ) ) );
		}
	}
}

// A walk over the whole range of each function, folded into one number. It holds on every compiler, option and machine, or the
// promise of equal bits is broken.
TEST( TheBitsNeverChange )
{
	uint64_t hash = WF_HASH_START;
	for ( uint64_t i = 0; i < 20000; ++i )
	{
		double u = uniform( i, -1.0, 1.0 );
		double v = uniform( i + 1000000, -1.0, 1.0 );
		double angle = u * ( i % 2 == 0 ? 20.0 : 1e12 );
		double results[] = { wfSin( angle ), wfCos( angle ), wfAtan2( u, v ), wfExp( 700.0 * u ), wfLog( u * u * 1000.0 ) };
		for ( size_t k = 0; k < sizeof( results ) / sizeof( results[0] ); ++k )
		{
			uint64_t bits = wfBitsOfDouble( results[k] );
			uint8_t bytes[8];
			for ( int32_t b = 0; b < 8; ++b )
			{
				bytes[b] = (uint8_t)( bits >> ( 8 * b ) );
			}
			hash = wfHash( hash, bytes, sizeof( bytes ) );
		}
	}
	CHECK( hash == 0x6762046E52F1F9FBull );
}

void runMathTests( int argc, char** argv )
{
	RUN( SineAndCosineAreAccurate );
	RUN( SineAndCosineAreAccurateNearTheirZeros );
	RUN( CosineAndSineTogetherAreTheSame );
	RUN( ArctangentIsAccurate );
	RUN( ExponentialIsAccurate );
	RUN( LogarithmIsAccurate );
	RUN( SpecialValuesFollowTheStandard );
	RUN( ScalingRoundsOnce );
	RUN( TheBitsNeverChange );
}
