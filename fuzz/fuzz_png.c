// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// PNG images as worlds.
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	fuzzRead( wfReadPlainImage, "m.png", data, size );
	return 0;
}

static uint32_t chunkSum( const uint8_t* data, size_t size )
{
	uint32_t sum = 0xFFFFFFFFu;
	for ( size_t i = 0; i < size; ++i )
	{
		sum ^= data[i];
		for ( int bit = 0; bit < 8; ++bit )
		{
			sum = sum >> 1 ^ ( ( sum & 1 ) != 0 ? 0xEDB88320u : 0 );
		}
	}
	return ~sum;
}

// There in programs of libFuzzer only.
__attribute__( ( weak ) ) size_t LLVMFuzzerMutate( uint8_t* data, size_t size, size_t maxSize );

// Every chunk carries a sum over itself, which a changed byte breaks: without new sums nothing but the check of them would be
// tried.
size_t LLVMFuzzerCustomMutator( uint8_t* data, size_t size, size_t maxSize, unsigned int seed )
{
	size = LLVMFuzzerMutate( data, size, maxSize );
	if ( seed % 8 == 0 )
	{
		return size;
	}
	for ( size_t at = 8; at + 12 <= size; )
	{
		size_t length = (size_t)data[at] << 24 | (size_t)data[at + 1] << 16 | (size_t)data[at + 2] << 8 | data[at + 3];
		if ( length > size - at - 12 )
		{
			break;
		}
		uint32_t sum = chunkSum( data + at + 4, length + 4 );
		for ( int i = 0; i < 4; ++i )
		{
			data[at + 8 + length + (size_t)i] = (uint8_t)( sum >> ( 24 - 8 * i ) );
		}
		at += length + 12;
	}
	return size;
}
