// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Every function reduces its argument to a small interval in twice the precision, evaluates a polynomial that interpolates the
// function there at Chebyshev points, and adds the leading terms last so that they are rounded once. See math.h for the contract.
#include "base/math.h"

#if defined( __clang__ )
#pragma STDC FP_CONTRACT OFF
#endif

#define SIGN_BIT 0x8000000000000000ull
#define EXPONENT_MASK 0x7FF0000000000000ull
#define FRACTION_MASK 0x000FFFFFFFFFFFFFull

// Adding and subtracting 1.5 * 2^52 leaves the nearest integer, for |x| < 2^51.
#define ROUNDING_CONSTANT 6755399441055744.0

#define HALF_PI_LOW 6.123233995736766e-17
#define PI_LOW 1.2246467991473532e-16
// The leading 32 bits of ln 2, so that a product with an exponent is exact, and the rest.
#define LN2_LEADING 0x1.62e42fee00000p-1
#define LN2_REST 0x1.a39ef35793c76p-33
#define SQRT2 1.4142135623730951

// A number as an unevaluated sum, |low| at most half an ulp of high unless said otherwise.
typedef struct Pair
{
	double high;
	double low;
} Pair;

static double roundToInteger( double x )
{
	return ( x + ROUNDING_CONSTANT ) - ROUNDING_CONSTANT;
}

static bool isNegative( double x )
{
	return ( wfBitsOfDouble( x ) & SIGN_BIT ) != 0;
}

static double powerOfTwoNormal( int32_t exponent )
{
	return wfDoubleOfBits( (uint64_t)( exponent + 1023 ) << 52 );
}

// The sum of two numbers without error (Knuth).
static Pair addExactly( double a, double b )
{
	double sum = a + b;
	double bPart = sum - a;
	double aPart = sum - bPart;
	return ( Pair ){ sum, ( a - aPart ) + ( b - bPart ) };
}

// The same for |a| >= |b| (Dekker).
static Pair addExactlyOrdered( double a, double b )
{
	double sum = a + b;
	return ( Pair ){ sum, b - ( sum - a ) };
}

// The product of two numbers without error, by halves of 26 bits (Veltkamp, Dekker): a fused operation is not everywhere. Factors
// must be below 2^996.
static Pair multiplyExactly( double a, double b )
{
	double scaledA = a * 134217729.0;
	double aHigh = scaledA - ( scaledA - a );
	double aLow = a - aHigh;
	double scaledB = b * 134217729.0;
	double bHigh = scaledB - ( scaledB - b );
	double bLow = b - bHigh;
	double product = a * b;
	double error = ( ( aHigh * bHigh - product ) + aHigh * bLow + aLow * bHigh ) + aLow * bLow;
	return ( Pair ){ product, error };
}

static Pair multiplyPairs( Pair a, Pair b )
{
	Pair product = multiplyExactly( a.high, b.high );
	return addExactlyOrdered( product.high, product.low + ( a.high * b.low + a.low * b.high ) );
}

double wfScaleByPowerOfTwo( double x, int32_t exponent )
{
	// Steps that stay normal are exact; towards denormals only the last one rounds.
	int32_t steps = 0;
	while ( exponent > 1023 && steps < 3 )
	{
		x *= 0x1p1023;
		exponent -= 1023;
		steps += 1;
	}
	if ( exponent > 1023 )
	{
		exponent = 1023;
	}
	if ( exponent < -1022 )
	{
		// Normalise first: after that, either one multiplication leads below the normal numbers or all is zero.
		uint64_t bits = wfBitsOfDouble( x );
		int32_t field = (int32_t)( ( bits & EXPONENT_MASK ) >> 52 );
		if ( field == 0x7FF || ( bits & ~SIGN_BIT ) == 0 )
		{
			return x;
		}
		int32_t down = exponent < -5000 ? -5000 : exponent;
		if ( field == 0 )
		{
			bits = wfBitsOfDouble( x * 0x1p54 );
			field = (int32_t)( ( bits & EXPONENT_MASK ) >> 52 );
			down -= 54;
		}
		int32_t target = field + down;
		if ( target > 0 )
		{
			return wfDoubleOfBits( ( bits & ~EXPONENT_MASK ) | ( (uint64_t)target << 52 ) );
		}
		// In [2^-1022, 2^-968) or zero, then rounded once.
		if ( target < -54 )
		{
			return isNegative( x ) ? -0.0 : 0.0;
		}
		return wfDoubleOfBits( ( bits & ~EXPONENT_MASK ) | ( (uint64_t)( target + 55 ) << 52 ) ) * 0x1p-55;
	}
	return x * powerOfTwoNormal( exponent );
}

// -------------------------------------------------------------------------------------------------------- sine and cosine

// 2/pi in words of 32 bits after the point: enough for the largest double.
static const uint32_t s_twoOverPi[38] = {
	0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u, 0xF534DDC0u, 0xDB629599u, 0x3C439041u, 0xFE5163ABu, 0xDEBBC561u,
	0xB7246E3Au, 0x424DD2E0u, 0x06492EEAu, 0x09D1921Cu, 0xFE1DEB1Cu, 0xB129A73Eu, 0xE88235F5u, 0x2EBB4484u,
	0xE99C7026u, 0xB45F7E41u, 0x3991D639u, 0x835339F4u, 0x9C845F8Bu, 0xBDF9283Bu, 0x1FF897FFu, 0xDE05980Fu,
	0xEF2F118Bu, 0x5A0A6D1Fu, 0x6D367ECFu, 0x27CB09B7u, 0x4F463F66u, 0x9E5FEA2Du, 0x7527BAC7u, 0xEBE5F17Bu,
	0x3D0739F7u, 0x8A5292EAu, 0x6BFB5FB1u, 0x1F8D5D08u, 0x56033046u, 0xFC7B6BABu,
};

typedef struct wfReducedAngle
{
	Pair rest; // in [-pi/4, pi/4] but for rounding
	int32_t quadrant;
} wfReducedAngle;

// Cody and Waite: pi/2 in pieces of 33 bits, whose products with the quadrant number (below 2^20) are exact.
static wfReducedAngle reduceSmallAngle( double x )
{
	double n = roundToInteger( x * 0.6366197723675814 );
	double first = x - n * 0x1.921fb54400000p+0;
	Pair second = addExactly( first, -( n * 0x1.0b4611a600000p-34 ) );
	Pair third = addExactly( second.high, -( n * 0x1.3198a2e000000p-69 ) );
	double low = ( second.low + third.low ) - n * 0x1.b839a252049c1p-104;
	return ( wfReducedAngle ){ addExactly( third.high, low ), (int32_t)n };
}

// A fraction of 128 bits times pi/2.
static Pair fractionTimesHalfPi( uint64_t top, uint64_t bottom )
{
	if ( top == 0 && bottom == 0 )
	{
		return ( Pair ){ 0.0, 0.0 };
	}
	int32_t shift = 0;
	while ( ( top >> 63 ) == 0 )
	{
		top = ( top << 1 ) | ( bottom >> 63 );
		bottom <<= 1;
		shift += 1;
	}
	double high = (double)( top >> 11 ) * 0x1p-53;
	double low = (double)( ( ( top & 0x7FF ) << 42 ) | ( bottom >> 22 ) ) * 0x1p-106;
	double scale = powerOfTwoNormal( -shift );
	return multiplyPairs( ( Pair ){ high * scale, low * scale }, ( Pair ){ WF_HALF_PI, HALF_PI_LOW } );
}

// Payne and Hanek: of x * 2/pi only the bits around the point matter; those of 2/pi that give multiples of 4 are left out. Seven
// words leave at least 138 bits after the point, and no double comes closer to a multiple of pi/2 than 2^-62 or so.
static wfReducedAngle reduceLargeAngle( double x )
{
	uint64_t bits = wfBitsOfDouble( x );
	uint64_t mantissa = ( bits & FRACTION_MASK ) | ( FRACTION_MASK + 1 );
	int32_t exponent = (int32_t)( ( bits & EXPONENT_MASK ) >> 52 ) - 1075; // |x| = mantissa * 2^exponent
	int32_t firstWord = exponent > 2 ? ( exponent - 2 ) / 32 : 0;

	// product = mantissa * (7 words as an integer), least significant word first.
	uint32_t product[9] = { 0 };
	uint32_t factor[2] = { (uint32_t)mantissa, (uint32_t)( mantissa >> 32 ) };
	for ( int32_t i = 0; i < 7; ++i )
	{
		uint64_t word = s_twoOverPi[firstWord + 6 - i];
		uint64_t carry = 0;
		for ( int32_t j = 0; j < 2; ++j )
		{
			uint64_t sum = word * factor[j] + product[i + j] + carry;
			product[i + j] = (uint32_t)sum;
			carry = sum >> 32;
		}
		product[i + 2] = (uint32_t)carry;
	}

	// The point lies pointBit bits above the lowest one.
	int32_t pointBit = 224 - ( exponent - 32 * firstWord );
	uint64_t window[3]; // two bits before the point (in the low bits of window[0]), 128 after it
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t lowest = pointBit - 64 * k;
		int32_t word = lowest / 32;
		int32_t shift = lowest % 32;
		uint64_t lower = product[word] | ( (uint64_t)( word + 1 < 9 ? product[word + 1] : 0 ) << 32 );
		uint64_t upper = word + 2 < 9 ? product[word + 2] : 0;
		window[k] = shift == 0 ? lower : ( lower >> shift ) | ( upper << ( 64 - shift ) );
	}

	int32_t quadrant = (int32_t)( window[0] & 3 );
	uint64_t top = window[1];
	uint64_t bottom = window[2];
	bool negative = ( top >> 63 ) != 0;
	if ( negative )
	{
		quadrant += 1;
		bottom = ~bottom + 1;
		top = ~top + ( bottom == 0 ? 1 : 0 );
	}
	Pair rest = fractionTimesHalfPi( top, bottom );
	if ( negative != isNegative( x ) )
	{
		rest = ( Pair ){ -rest.high, -rest.low };
	}
	return ( wfReducedAngle ){ rest, isNegative( x ) ? -quadrant : quadrant };
}

static wfReducedAngle reduceAngle( double x )
{
	if ( fabs( x ) <= 0.7853981633974483 )
	{
		return ( wfReducedAngle ){ { x, 0.0 }, 0 };
	}
	return fabs( x ) < 1.6e6 ? reduceSmallAngle( x ) : reduceLargeAngle( x );
}

static double sinOfRest( Pair rest )
{
	double r = rest.high;
	double z = r * r;
	double tail = -7.586691094197958e-13;
	tail = tail * z + 1.6058531516797758e-10;
	tail = tail * z - 2.5052106231802837e-08;
	tail = tail * z + 2.7557319219337312e-06;
	tail = tail * z - 0.00019841269841265063;
	tail = tail * z + 0.008333333333333331;
	tail = tail * z - 0.16666666666666666;
	// sin(r + l) = sin r + l cos r. Without the test -0 would become +0.
	double correction = r * z * tail + rest.low * ( 1.0 - 0.5 * z );
	return correction != 0.0 ? r + correction : r;
}

static double cosOfRest( Pair rest )
{
	double r = rest.high;
	double z = r * r;
	double tail = 4.7458685530816656e-14;
	tail = tail * z - 1.1470460830795304e-11;
	tail = tail * z + 2.0876755790721963e-09;
	tail = tail * z - 2.755731922140179e-07;
	tail = tail * z + 2.4801587301584645e-05;
	tail = tail * z - 0.0013888888888888887;
	tail = tail * z + 0.041666666666666664;
	double half = 0.5 * z;
	double leading = 1.0 - half;
	// cos(r + l) = cos r - l sin r; what 1 - z/2 lost is added back.
	return leading + ( ( ( 1.0 - leading ) - half ) + ( z * z * tail - r * rest.low ) );
}

static bool isFinite( double x )
{
	return ( wfBitsOfDouble( x ) & EXPONENT_MASK ) != EXPONENT_MASK;
}

wfCosSin wfCosSinOf( double x )
{
	if ( isFinite( x ) == false )
	{
		return ( wfCosSin ){ x - x, x - x };
	}
	wfReducedAngle angle = reduceAngle( x );
	double cosine = cosOfRest( angle.rest );
	double sine = sinOfRest( angle.rest );
	switch ( angle.quadrant & 3 )
	{
		case 0:
			return ( wfCosSin ){ cosine, sine };
		case 1:
			return ( wfCosSin ){ -sine, cosine };
		case 2:
			return ( wfCosSin ){ -cosine, -sine };
		default:
			return ( wfCosSin ){ sine, -cosine };
	}
}

double wfSin( double x )
{
	return wfCosSinOf( x ).sine;
}

double wfCos( double x )
{
	return wfCosSinOf( x ).cosine;
}

// ------------------------------------------------------------------------------------------------------------- arctangent

static const Pair s_atanOfEighths[9] = {
	{ 0.0, 0.0 },
	{ 0.12435499454676144, -3.1253241424539383e-18 },
	{ 0.24497866312686414, 1.0698755618734451e-17 },
	{ 0.35877067027057225, -2.4623815582638635e-17 },
	{ 0.4636476090008061, 2.2698777452961687e-17 },
	{ 0.5585993153435624, -5.4556305485916264e-18 },
	{ 0.6435011087932844, 1.5834785051444286e-17 },
	{ 0.7188299996216245, -2.1478388444456983e-17 },
	{ 0.7853981633974483, 3.061616997868383e-17 },
};

// The arctangent of numerator / denominator, 0 <= numerator <= denominator, denominator > 0 finite. The low part may be as large
// as 1/11: callers add their own offset to the high part first.
static Pair atanOfRatio( double numerator, double denominator )
{
	// Out of the way of overflow in the exact product; powers of two change nothing else.
	if ( denominator > 0x1p900 )
	{
		numerator *= 0x1p-200;
		denominator *= 0x1p-200;
	}
	else if ( denominator < 0x1p-700 )
	{
		numerator *= 0x1p200;
		denominator *= 0x1p200;
	}
	double q = numerator / denominator;
	Pair product = multiplyExactly( q, denominator );
	double qLow = ( ( numerator - product.high ) - product.low ) / denominator;

	// atan q = atan c + atan t with t = (q - c) / (1 + q c), c the nearest eighth. Small ratios keep c = 0 somewhat longer than
	// that, as t would cancel half of atan c there; so |t| <= 3/32.
	int32_t k = q < 0.09375 ? 0 : q < 0.1875 ? 1 : (int32_t)( q * 8.0 + 0.5 );
	double c = (double)k * 0.125;
	double scale = 1.0 + q * c;
	double t = k == 0 ? q : ( q - c ) / scale;
	double tLow = k == 0 ? qLow : qLow / ( scale * scale );
	double z = t * t;
	double tail = 0.07518881619197505;
	tail = tail * z - 0.09089200648492558;
	tail = tail * z + 0.11111103334619253;
	tail = tail * z - 0.14285714269697672;
	tail = tail * z + 0.19999999999987927;
	tail = tail * z - 0.3333333333333333;
	double small = t * z * tail + tLow;
	if ( k == 0 )
	{
		return ( Pair ){ t, small };
	}
	return ( Pair ){ s_atanOfEighths[k].high, t + ( s_atanOfEighths[k].low + small ) };
}

// The angle of a vector with a zero or infinite part, both parts positive.
static double atanOfExtremes( double y, double x )
{
	bool xInfinite = isFinite( x ) == false;
	bool yInfinite = isFinite( y ) == false;
	if ( xInfinite && yInfinite )
	{
		return 0.7853981633974483;
	}
	return yInfinite || ( x == 0.0 && y != 0.0 ) ? WF_HALF_PI : 0.0;
}

double wfAtan2( double y, double x )
{
	if ( x != x || y != y )
	{
		return x + y;
	}
	double ay = fabs( y );
	double ax = fabs( x );
	bool left = isNegative( x );
	double angle;
	if ( ax == 0.0 || ay == 0.0 || isFinite( x ) == false || isFinite( y ) == false )
	{
		angle = atanOfExtremes( ay, ax );
		if ( left )
		{
			// 3 pi/4, pi/2 and pi come out exactly rounded.
			angle = WF_PI - angle;
		}
	}
	else
	{
		bool steep = ay > ax;
		Pair part = steep ? atanOfRatio( ax, ay ) : atanOfRatio( ay, ax );
		if ( steep == false && left == false )
		{
			// A tiny angle must not meet a zero offset: it would only cost time.
			angle = part.high + part.low;
		}
		else
		{
			Pair offset = steep ? ( Pair ){ WF_HALF_PI, HALF_PI_LOW } : ( Pair ){ WF_PI, PI_LOW };
			double sign = steep == left ? 1.0 : -1.0;
			Pair sum = addExactly( offset.high, sign * part.high );
			angle = sum.high + ( sign * part.low + ( sum.low + offset.low ) );
		}
	}
	return isNegative( y ) ? -angle : angle;
}

// ------------------------------------------------------------------------------------------------------------ exponential

double wfExp( double x )
{
	if ( x != x )
	{
		return x;
	}
	if ( x > 710.0 )
	{
		return HUGE_VAL;
	}
	if ( x < -746.0 )
	{
		return 0.0;
	}
	double n = roundToInteger( x * WF_LOG2_E );
	double leading = x - n * LN2_LEADING;
	Pair r = addExactly( leading, -( n * LN2_REST ) );
	double p = 2.0914686968086876e-09;
	p = p * r.high + 2.5105217004720745e-08;
	p = p * r.high + 2.75572736431103e-07;
	p = p * r.high + 2.7557255400206422e-06;
	p = p * r.high + 2.4801587325547743e-05;
	p = p * r.high + 0.00019841269874820627;
	p = p * r.high + 0.0013888888888883748;
	p = p * r.high + 0.008333333333326136;
	p = p * r.high + 0.04166666666666667;
	p = p * r.high + 0.1666666666666667;
	p = p * r.high + 0.5;
	double value = 1.0 + ( r.high + ( r.high * r.high * p + ( r.low + r.low * r.high ) ) );
	return wfScaleByPowerOfTwo( value, (int32_t)n );
}

// -------------------------------------------------------------------------------------------------------------- logarithm

// x = mantissa * 2^exponent with the mantissa in [sqrt(1/2), sqrt(2)), for positive finite x.
static double split( double x, int32_t* exponent )
{
	int32_t shift = 0;
	if ( x < DBL_MIN )
	{
		x *= 0x1p54;
		shift = -54;
	}
	uint64_t bits = wfBitsOfDouble( x );
	*exponent = (int32_t)( bits >> 52 ) - 1023 + shift;
	double mantissa = wfDoubleOfBits( ( bits & FRACTION_MASK ) | ( 1023ull << 52 ) );
	if ( mantissa >= SQRT2 )
	{
		mantissa *= 0.5;
		*exponent += 1;
	}
	return mantissa;
}

double wfLog( double x )
{
	if ( x == 0.0 )
	{
		return -HUGE_VAL;
	}
	if ( x < 0.0 )
	{
		return NAN;
	}
	if ( isFinite( x ) == false )
	{
		return x;
	}
	int32_t exponent;
	double f = split( x, &exponent ) - 1.0;
	double n = (double)exponent;

	// With s = f / (2 + f): log(1 + f) = 2 artanh s = 2 s + s R(s^2), and 2 s = f - f^2/2 + s f^2/2, of which f is exact.
	double s = f / ( 2.0 + f );
	double z = s * s;
	double p = 0.13088034850927555;
	p = p * z + 0.13268638369266825;
	p = p * z + 0.15386244737621665;
	p = p * z + 0.18181795547521137;
	p = p * z + 0.22222222392581045;
	p = p * z + 0.28571428570799784;
	p = p * z + 0.40000000000000885;
	p = p * z + 0.6666666666666666;
	double half = 0.5 * f * f;
	double small = s * ( half + z * p ) + n * LN2_REST;
	return n * LN2_LEADING - ( ( half - small ) - f );
}
