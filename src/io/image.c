// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Grey images and the masks made of them; PGM, plain (P2) and raw (P5).
#include "io/reader.h"

#include <stdio.h>
#include <string.h>

void wfGrayImage_Free( wfGrayImage* image )
{
	size_t count = (size_t)image->width * (size_t)image->height;
	wfRelease( image->gray, count );
	wfRelease( image->alpha, count );
	*image = ( wfGrayImage ){ 0 };
}

bool wfGrayImage_Allocate( const wfReader* reader, size_t position, int64_t width, int64_t height, bool alpha,
						   wfGrayImage* image )
{
	size_t count = wfReader_CheckSize( reader, position, width, height ) ? (size_t)width * (size_t)height : 0;
	if ( !wfReader_Reserve( reader, position, NULL, alpha ? 2 * count : count ) )
	{
		return false;
	}
	*image = ( wfGrayImage ){ (int32_t)width, (int32_t)height, wfAllocate( count ), alpha ? wfAllocate( count ) : NULL };
	return wfReader_CheckMemory( reader, image->gray ) && ( !alpha || wfReader_CheckMemory( reader, image->alpha ) );
}

bool wfMask_Allocate( const wfReader* reader, size_t position, int32_t width, int32_t height, wfMask* mask )
{
	size_t count = (size_t)width * (size_t)height;
	if ( !wfReader_Reserve( reader, position, NULL, count ) )
	{
		return false;
	}
	*mask = ( wfMask ){ .cells = wfAllocate( count ), .width = width, .height = height };
	return wfReader_CheckMemory( reader, mask->cells );
}

void wfMask_Free( wfMask* mask )
{
	wfRelease( mask->cells, (size_t)mask->width * (size_t)mask->height );
	*mask = ( wfMask ){ 0 };
}

void wfMask_FromImage( const wfReader* reader, const wfGrayImage* image, int32_t threshold, bool invert, wfMask* mask )
{
	if ( !wfMask_Allocate( reader, WF_NO_POSITION, image->width, image->height, mask ) )
	{
		return;
	}
	size_t width = (size_t)image->width;
	for ( int32_t row = 0; row < image->height; ++row )
	{
		size_t from = (size_t)row * width, to = (size_t)( image->height - 1 - row ) * width;
		for ( size_t i = 0; i < width; ++i )
		{
			int32_t value = image->gray[from + i];
			if ( image->alpha != NULL )
			{
				int32_t alpha = image->alpha[from + i];
				value = ( value * alpha + 255 * ( 255 - alpha ) + 127 ) / 255;
			}
			bool inside = ( value < threshold ) != invert;
			mask->cells[to + i] = inside ? 1 : 0;
			mask->count += inside ? 1 : 0;
		}
	}
}

void wfReadImage( const wfReader* reader, wfGrayImage* image )
{
	if ( wfIsPng( reader->text, reader->size ) )
	{
		wfReadPng( reader, image );
	}
	else if ( wfIsPgm( reader->text, reader->size ) )
	{
		wfReadPgm( reader, image );
	}
	else
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat,
					   "expected a PNG or PGM image, found a file that begins with %s",
					   wfQuote( reader->text, reader->size < 8 ? reader->size : 8 ).text );
	}
}

void wfReadNamedImage( const wfReader* reader, const wfWord* name, const char* field, wfGrayImage* image )
{
	wfNamedFile named;
	if ( wfNamedFile_Open( &named, reader, name->position, field, "image", name ) )
	{
		wfReadImage( &named.reader, image );
	}
	wfNamedFile_Close( &named );
}

// ----------------------------------------------------------------------------------------------------------------- PGM

bool wfIsPgm( const char* data, size_t size )
{
	// All of the family: those that are not grey get a message of their own.
	return size >= 3 && data[0] == 'P' && data[1] >= '1' && data[1] <= '7' &&
		   ( strchr( " \t\r\n#", data[2] ) != NULL && data[2] != 0 );
}

static bool isPgmSpace( char c )
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

// White space and comments, which reach from # to the end of the line.
static void skipPgmSpace( const wfReader* reader, size_t* at )
{
	while ( *at < reader->size )
	{
		if ( reader->text[*at] == '#' )
		{
			const char* end = memchr( reader->text + *at, '\n', reader->size - *at );
			*at = end != NULL ? (size_t)( end - reader->text ) + 1 : reader->size;
		}
		else if ( isPgmSpace( reader->text[*at] ) )
		{
			*at += 1;
		}
		else
		{
			break;
		}
	}
}

static int64_t readPgmNumber( const wfReader* reader, size_t* at, const char* field, size_t* position )
{
	int64_t value = 0;
	skipPgmSpace( reader, at );
	*position = *at;
	while ( *at < reader->size && reader->text[*at] >= '0' && reader->text[*at] <= '9' )
	{
		*at += 1;
	}
	if ( *at == *position && *at >= reader->size )
	{
		wfReader_Fail( reader, *at, field, wf_badFormat, "the file ends here; expected a whole number" );
	}
	else if ( *at == *position )
	{
		wfReader_Fail( reader, *at, field, wf_badFormat, "expected a whole number, found %s",
					   wfQuote( reader->text + *at, 1 ).text );
	}
	wfParseInteger( reader->text + *position, *at - *position, &value );
	return value;
}

static uint8_t scaleSample( uint32_t value, uint32_t maximum )
{
	return (uint8_t)( maximum == 255 ? value : ( value * 255u + maximum / 2 ) / maximum );
}

static void readRawSamples( const wfReader* reader, size_t at, uint32_t maximum, wfGrayImage* image )
{
	size_t count = (size_t)image->width * (size_t)image->height;
	const uint8_t* data = (const uint8_t*)reader->text + at;
	bool wide = maximum > 255;
	for ( size_t i = 0; i < count; ++i )
	{
		uint32_t value = wide ? (uint32_t)data[2 * i] << 8 | data[2 * i + 1] : data[i];
		if ( value > maximum )
		{
			wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat,
						   "pixel %zu of row %zu is %u, more than the largest value %u stated", i % (size_t)image->width + 1,
						   i / (size_t)image->width + 1, value, maximum );
			return;
		}
		image->gray[i] = scaleSample( value, maximum );
	}
	size_t end = at + ( wide ? 2 * count : count );
	while ( end < reader->size && isPgmSpace( reader->text[end] ) )
	{
		end += 1;
	}
	if ( end != reader->size )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat, "%zu bytes after the last pixel; expected none",
					   reader->size - end );
	}
}

static void readPlainSamples( const wfReader* reader, size_t at, uint32_t maximum, wfGrayImage* image )
{
	size_t count = (size_t)image->width * (size_t)image->height, position;
	for ( size_t i = 0; i < count && wfReader_IsOk( reader ); ++i )
	{
		int64_t value = readPgmNumber( reader, &at, "pixel", &position );
		if ( value > maximum )
		{
			wfReader_Fail( reader, position, "pixel", wf_badFormat, "%lld is more than the largest value %u stated",
						   (long long)value, maximum );
		}
		image->gray[i] = scaleSample( (uint32_t)value, maximum );
	}
	skipPgmSpace( reader, &at );
	if ( at != reader->size )
	{
		wfReader_Fail( reader, at, "pixel", wf_badFormat, "expected nothing after the last of %zu pixels", count );
	}
}

void wfReadPgm( const wfReader* reader, wfGrayImage* image )
{
	static const char* const names[] = { "width", "height", "maxval" };
	char kind = reader->size > 2 ? reader->text[1] : 0;
	if ( !wfIsPgm( reader->text, reader->size ) || ( kind != '2' && kind != '5' ) )
	{
		wfReader_Fail( reader, 0, NULL, wfIsPgm( reader->text, reader->size ) ? wf_unsupported : wf_badFormat,
					   "expected a grey image, P2 or P5; black-and-white and colour images are to be converted" );
	}
	size_t at = 2, positions[3] = { 0 };
	int64_t numbers[3] = { 0 };
	for ( int i = 0; i < 3 && wfReader_IsOk( reader ); ++i )
	{
		numbers[i] = readPgmNumber( reader, &at, names[i], &positions[i] );
	}
	if ( numbers[2] < 1 || numbers[2] > 65535 )
	{
		wfReader_Fail( reader, positions[2], "maxval", wf_outOfRange, "expected 1 to 65535, found %lld", (long long)numbers[2] );
		return;
	}
	if ( !wfReader_CheckSize( reader, positions[0], numbers[0], numbers[1] ) )
	{
		return;
	}
	// One white space byte parts the header from raw pixels; plain ones take two bytes each, but for the last.
	at += 1;
	size_t left = at < reader->size ? reader->size - at : 0;
	size_t count = (size_t)numbers[0] * (size_t)numbers[1];
	size_t needed = kind == '2' ? 2 * count - 1 : numbers[2] > 255 ? 2 * count : count;
	if ( at > reader->size || left < needed || !isPgmSpace( reader->text[at - 1] ) )
	{
		wfReader_Fail( reader, positions[0], NULL, wf_badFormat,
					   "%lld x %lld pixels need %zu bytes or more; only %zu follow the header", (long long)numbers[0],
					   (long long)numbers[1], needed, left );
	}
	else if ( wfGrayImage_Allocate( reader, positions[0], numbers[0], numbers[1], false, image ) )
	{
		( kind == '5' ? readRawSamples : readPlainSamples )( reader, at, (uint32_t)numbers[2], image );
	}
}
