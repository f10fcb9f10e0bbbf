// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Random streams and the hash: known answers, and statistics with limits at five or six standard deviations, so that a sound
// generator passes for any constants while a broken one does not.
#include "test.h"
#include "test_base.h"

#include <math.h>
#include <string.h>

static int32_t countBits( uint64_t bits )
{
	int32_t count = 0;
	for ( ; bits != 0; bits &= bits - 1 )
	{
		count += 1;
	}
	return count;
}

// The published known answers of Philox4x32-10; of each block the first two words.
TEST( RandomBitsAreThePublishedOnes )
{
	CHECK( wfRandomBits( 0, 0, 0 ) == 0xE169C58D6627E8D5ull );
	CHECK( wfRandomBits( UINT64_MAX, UINT64_MAX, UINT64_MAX ) == 0x41C83B0E408F276Dull );
	CHECK( wfRandomBits( 0x299F31D0A4093822ull, 0x0370734413198A2Eull, 0x85A308D3243F6A88ull ) == 0x94FDCCEBD16CFE09ull );
	CHECK( wfRandomUnit( 0, 0, 0 ) == (double)( 0xE169C58D6627E8D5ull >> 11 ) / 9007199254740992.0 );
}

TEST( RandomUnitsAreUniform )
{
	enum
	{
		count = 200000,
		bins = 64
	};
	int32_t histogram[bins] = { 0 };
	double sum = 0.0, squares = 0.0, largest = 0.0, smallest = 1.0;
	for ( uint64_t i = 0; i < count; ++i )
	{
		double u = wfRandomUnit( 42, 3, i );
		CHECK( u >= 0.0 && u < 1.0 );
		histogram[(int32_t)( u * bins )] += 1;
		sum += u;
		squares += u * u;
		largest = u > largest ? u : largest;
		smallest = u < smallest ? u : smallest;
	}
	CHECK_NEAR( sum / count, 0.5, 5.0 * sqrt( 1.0 / 12.0 / count ) );
	CHECK_NEAR( squares / count, 1.0 / 3.0, 5.0 * sqrt( 4.0 / 45.0 / count ) );
	CHECK( largest > 0.9999 && smallest < 0.0001 );
	double chi = 0.0;
	for ( int32_t i = 0; i < bins; ++i )
	{
		double expected = (double)count / bins;
		chi += ( histogram[i] - expected ) * ( histogram[i] - expected ) / expected;
	}
	CHECK_NEAR( chi, bins - 1.0, 5.0 * sqrt( 2.0 * ( bins - 1.0 ) ) );
	// The top value, all 53 bits set, stays below one.
	CHECK( (double)( UINT64_MAX >> 11 ) * 0x1p-53 < 1.0 );
}

// How the bits depend on each other when one of the three arguments counts up.
static void checkSequence( int32_t moving )
{
	enum
	{
		count = 50000
	};
	int64_t ones = 0, runs = 0, agreements = 0;
	int32_t perBit[64] = { 0 };
	uint64_t last = 0;
	double product = 0.0, lastUnit = 0.0;
	for ( uint64_t i = 0; i < count; ++i )
	{
		uint64_t seed = moving == 0 ? i : 11, stream = moving == 1 ? i : 12, counter = moving == 2 ? i : 13;
		uint64_t bits = wfRandomBits( seed, stream, counter );
		double unit = wfRandomUnit( seed, stream, counter ) - 0.5;
		ones += countBits( bits );
		// A run ends where two neighbouring bits differ.
		runs += countBits( ( bits ^ ( bits >> 1 ) ) & ( UINT64_MAX >> 1 ) );
		for ( int32_t b = 0; b < 64; ++b )
		{
			perBit[b] += (int32_t)( bits >> b & 1 );
		}
		if ( i > 0 )
		{
			agreements += 64 - countBits( bits ^ last );
			product += unit * lastUnit;
		}
		last = bits;
		lastUnit = unit;
	}
	double total = 64.0 * count;
	CHECK_NEAR( (double)ones, total / 2, 5.0 * sqrt( total ) / 2 );
	CHECK_NEAR( (double)runs, 63.0 * count / 2, 5.0 * sqrt( 63.0 * count ) / 2 );
	CHECK_NEAR( (double)agreements, 64.0 * ( count - 1 ) / 2, 5.0 * sqrt( total ) / 2 );
	CHECK_NEAR( product, 0.0, 5.0 * sqrt( (double)count ) / 12.0 );
	for ( int32_t b = 0; b < 64; ++b )
	{
		CHECK_NEAR( perBit[b], count / 2.0, 6.0 * sqrt( (double)count ) / 2 );
	}
}

TEST( NeighbouringSeedsStreamsAndCountersAreIndependent )
{
	for ( int32_t moving = 0; moving < 3; ++moving )
	{
		checkSequence( moving );
	}
}

// Any bit of any argument changes each bit of the result with probability one half.
TEST( RandomBitsHaveAvalanche )
{
	enum
	{
		trials = 400
	};
	for ( int32_t argument = 0; argument < 3; ++argument )
	{
		for ( int32_t bit = 0; bit < 64; ++bit )
		{
			int64_t flips = 0;
			for ( uint64_t t = 0; t < trials; ++t )
			{
				uint64_t arguments[3] = { t * 3, t * 5, t * 7 };
				uint64_t before = wfRandomBits( arguments[0], arguments[1], arguments[2] );
				arguments[argument] ^= 1ull << bit;
				flips += countBits( before ^ wfRandomBits( arguments[0], arguments[1], arguments[2] ) );
			}
			CHECK_NEAR( (double)flips, 32.0 * trials, 6.0 * sqrt( 64.0 * trials ) / 2 );
		}
	}
}

TEST( HashesAreTheFixedOnes )
{
	const char* text = "potential fields without local minima";
	CHECK( wfHash( WF_HASH_START, "", 0 ) == 0x927639F7F7249A91ull );
	CHECK( wfHash( WF_HASH_START, "a", 1 ) == 0xBD944E71A560C163ull );
	CHECK( wfHash( WF_HASH_START, text, 8 ) == 0xCD0A624CB18021A5ull );
	CHECK( wfHash( WF_HASH_START, text, strlen( text ) ) == 0xD880D9E44F3D1D22ull );
	// Nothing leaves zero at zero.
	CHECK_EQUAL( wfHash( 0, NULL, 0 ), 0 );
	// The place in memory does not matter.
	char moved[64];
	for ( size_t offset = 0; offset < 16; ++offset )
	{
		memcpy( moved + offset, text, strlen( text ) );
		CHECK( wfHash( 5, moved + offset, strlen( text ) ) == wfHash( 5, text, strlen( text ) ) );
	}
}

TEST( HashesSeeLengthOrderAndHistory )
{
	uint8_t zeros[64] = { 0 };
	uint64_t seen[65];
	for ( size_t size = 0; size <= 64; ++size )
	{
		seen[size] = wfHash( WF_HASH_START, zeros, size );
		for ( size_t i = 0; i < size; ++i )
		{
			CHECK( seen[i] != seen[size] );
		}
	}
	uint64_t words[2] = { 1, 2 }, swapped[2] = { 2, 1 };
	CHECK( wfHash( 1, words, 16 ) != wfHash( 1, swapped, 16 ) );
	CHECK( wfHash( 1, words, 16 ) != wfHash( 2, words, 16 ) );
	CHECK( wfHash( wfHash( 1, words, 8 ), words + 1, 8 ) != wfHash( wfHash( 1, words + 1, 8 ), words, 8 ) );
}

TEST( HashesHaveAvalanche )
{
	enum
	{
		trials = 300
	};
	const size_t sizes[] = { 1, 3, 8, 13, 24, 40 };
	for ( size_t s = 0; s < sizeof( sizes ) / sizeof( sizes[0] ); ++s )
	{
		size_t size = sizes[s];
		for ( size_t bit = 0; bit < 8 * size; ++bit )
		{
			int32_t perBit[64] = { 0 };
			for ( uint64_t t = 0; t < trials; ++t )
			{
				uint8_t message[40];
				for ( size_t i = 0; i < size; ++i )
				{
					message[i] = (uint8_t)wfRandomBits( 9, t, i );
				}
				uint64_t start = wfRandomBits( 9, t, 1000 );
				uint64_t before = wfHash( start, message, size );
				message[bit / 8] ^= (uint8_t)( 1u << ( bit % 8 ) );
				uint64_t difference = before ^ wfHash( start, message, size );
				for ( int32_t b = 0; b < 64; ++b )
				{
					perBit[b] += (int32_t)( difference >> b & 1 );
				}
			}
			for ( int32_t b = 0; b < 64; ++b )
			{
				CHECK_NEAR( perBit[b], trials / 2.0, 6.5 * sqrt( (double)trials ) / 2 );
			}
		}
	}
}

// Counting numbers fall evenly into the slots of a table, by the low bits as well as by the high ones.
TEST( HashesFillTablesEvenly )
{
	enum
	{
		slots = 1024,
		count = 65536
	};
	static int32_t low[slots], high[slots];
	memset( low, 0, sizeof( low ) );
	memset( high, 0, sizeof( high ) );
	for ( uint32_t i = 0; i < count; ++i )
	{
		uint8_t bytes[4] = { (uint8_t)i, (uint8_t)( i >> 8 ), (uint8_t)( i >> 16 ), 0 };
		uint64_t hash = wfHash( WF_HASH_START, bytes, 4 );
		low[hash % slots] += 1;
		high[hash >> 54] += 1;
	}
	double chiLow = 0.0, chiHigh = 0.0, expected = (double)count / slots;
	for ( int32_t i = 0; i < slots; ++i )
	{
		chiLow += ( low[i] - expected ) * ( low[i] - expected ) / expected;
		chiHigh += ( high[i] - expected ) * ( high[i] - expected ) / expected;
	}
	CHECK_NEAR( chiLow, slots - 1.0, 5.0 * sqrt( 2.0 * slots ) );
	CHECK_NEAR( chiHigh, slots - 1.0, 5.0 * sqrt( 2.0 * slots ) );
}

void runRandomTests( int argc, char** argv )
{
	RUN( RandomBitsAreThePublishedOnes );
	RUN( RandomUnitsAreUniform );
	RUN( NeighbouringSeedsStreamsAndCountersAreIndependent );
	RUN( RandomBitsHaveAvalanche );
	RUN( HashesAreTheFixedOnes );
	RUN( HashesSeeLengthOrderAndHistory );
	RUN( HashesHaveAvalanche );
	RUN( HashesFillTablesEvenly );
}
