// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3; 2011): a block cipher cut down to what
// statistics need. The counter block is (counter, stream), the key is the seed, and half of the block that comes out is used.
#include "wayfield/base.h"

#define PHILOX_ROUNDS 10

uint64_t wfRandomBits( uint64_t seed, uint64_t stream, uint64_t counter )
{
	uint32_t block0 = (uint32_t)counter;
	uint32_t block1 = (uint32_t)( counter >> 32 );
	uint32_t block2 = (uint32_t)stream;
	uint32_t block3 = (uint32_t)( stream >> 32 );
	uint32_t key0 = (uint32_t)seed;
	uint32_t key1 = (uint32_t)( seed >> 32 );

	for ( int32_t round = 0; round < PHILOX_ROUNDS; ++round )
	{
		uint64_t product0 = 0xD2511F53ull * block0;
		uint64_t product1 = 0xCD9E8D57ull * block2;
		block0 = (uint32_t)( product1 >> 32 ) ^ block1 ^ key0;
		block1 = (uint32_t)product1;
		block2 = (uint32_t)( product0 >> 32 ) ^ block3 ^ key1;
		block3 = (uint32_t)product0;
		key0 += 0x9E3779B9u;
		key1 += 0xBB67AE85u;
	}
	return (uint64_t)block1 << 32 | block0;
}

double wfRandomUnit( uint64_t seed, uint64_t stream, uint64_t counter )
{
	return (double)( wfRandomBits( seed, stream, counter ) >> 11 ) * 0x1p-53;
}
