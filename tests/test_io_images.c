// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// PGM and PNG images as worlds.
#include "tests/test_io.h"

#include <png.h>
#include <stdio.h>
#include <string.h>

static void checkImage( const void* data, size_t size, const char* drawing )
{
	wfReadDef def = wfDefaultReadDef();
	def.imagePixelSize = 0.5;
	wfScenario scenario = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadScenarioFromMemory( "a.img", data, size, &def, &scenario, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	if ( scenario.world != NULL )
	{
		CHECK_STRING( testDrawShape( &scenario, 0 ), drawing );
		wfShapeDef shape = testGetShape( &scenario, 0 );
		wfBox2 bounds = wfWorld_GetBounds( scenario.world );
		CHECK( shape.pixelSize == 0.5 && scenario.cellSize == 0.5 && shape.role == wf_obstacleRole );
		CHECK( bounds.upper.x == 0.5 * shape.width && bounds.upper.y == 0.5 * shape.height );
		wfScenario_Free( &scenario );
	}
	TEST_EVERY_ALLOCATION( wfReadScenarioFromMemory( "a.img", data, size, &def, &scenario, NULL ), wfScenario_Free( &scenario ) );
}

// ----------------------------------------------------------------------------------------------------------------- PGM

TEST( PgmIsRead )
{
	static const char plain[] = "P2 3 2 255 0 127 128\n255 0 0";
	static const char commented[] = "P2#c\n3#c\n2\n# c\n7\n0 3 4 7 0 7\n# the end";
	checkImage( plain, strlen( plain ), "##.\n.##\n" );
	checkImage( commented, strlen( commented ), "##.\n.#.\n" );
	checkImage( "P5 3 2 255\n\x00\x7f\x80\xff\x00\xff", 17, "##.\n.#.\n" );
	checkImage( "P5\r\n2 1\r\n255\n\n\xff", 15, "#.\n" ); // the second line feed is a pixel
	checkImage( "P5 2 1 65535\n\x7f\x00\x80\xff\n", 18, "#.\n" );
	checkImage( "P5 2 1 1\n\x00\x01", 11, "#.\n" );
}

TEST( PgmErrorsAreReported )
{
#define NAME "a.pgm"
	REFUSE( NAME, "hello", wf_badFormat, 0, 0, "", "expected a PNG or PGM image, found a file that begins with \"hello\"" );
	REFUSE( NAME, "P6 1 1 255 abc", wf_unsupported, 1, 1, "", "expected a grey image, P2 or P5" );
	REFUSE( NAME, "P5 ", wf_badFormat, 1, 4, "width", "the file ends here" );
	REFUSE( NAME, "P5\n3 x 255 ", wf_badFormat, 2, 3, "height", "expected a whole number, found \"x\"" );
	REFUSE( NAME, "P5 3 -2 255 ", wf_badFormat, 1, 6, "height", "found \"-\"" );
	REFUSE( NAME, "P5 0 2 255 ", wf_badFormat, 1, 4, "", "no area" );
	REFUSE( NAME, "P5 2 2 0 1234", wf_outOfRange, 1, 8, "maxval", "1 to 65535, found 0" );
	REFUSE( NAME, "P5 2 2 65536 1234", wf_outOfRange, 1, 8, "maxval", "found 65536" );
	REFUSE( NAME, "P5 999999999 999999999 255 1234", wf_tooLarge, 1, 4, "", "999999999 x 999999999 pixels" );
	REFUSE( NAME, "P5 99999999999999999999 1 255 1234", wf_tooLarge, 1, 4, "", "can be counted" );
	REFUSE( NAME, "P5 40000 40000 255 1234", wf_badFormat, 1, 4, "", "need 1600000000 bytes or more; only 4 follow" );
	REFUSE( NAME, "P5 2 2 255 123", wf_badFormat, 1, 4, "", "only 3 follow" );
	REFUSE( NAME, "P5 2 2 255", wf_badFormat, 1, 4, "", "only 0 follow" );
	REFUSE( NAME, "P5 2 2 255 12345", wf_badFormat, 0, 0, "", "1 bytes after the last pixel" );
	REFUSE( NAME, "P5 2 1 10 \x0b\x01", wf_badFormat, 0, 0, "", "pixel 1 of row 1 is 11" );
	REFUSE( NAME, "P2 2 1 10 5 11", wf_badFormat, 1, 13, "pixel", "11 is more than the largest value 10" );
	REFUSE( NAME, "P2 2 1 10 555 ", wf_badFormat, 1, 11, "pixel", "555 is more" );
	REFUSE( NAME, "P2 2 1 10 5    ", wf_badFormat, 1, 16, "pixel", "the file ends here" );
	REFUSE( NAME, "P2 2 1 10 5 5 5", wf_badFormat, 1, 15, "pixel", "expected nothing after" );
	REFUSE( NAME, "P2 2 1 10 5 x", wf_badFormat, 1, 13, "pixel", "found \"x\"" );
#undef NAME
}

// ----------------------------------------------------------------------------------------------------------------- PNG

typedef struct Buffer
{
	uint8_t data[65536];
	size_t size;
} Buffer;

static void writeBytes( png_structp png, png_bytep data, size_t size )
{
	Buffer* buffer = png_get_io_ptr( png );
	if ( buffer->size + size > sizeof( buffer->data ) )
	{
		png_error( png, "the buffer of the test is full" );
	}
	memcpy( buffer->data + buffer->size, data, size );
	buffer->size += size;
}

static void flushBytes( png_structp png )
{
	(void)png;
}

typedef struct PngDef
{
	uint32_t width, height;
	int depth, type, interlace;
	const uint8_t* pixels; // rows packed as PNG packs them
	size_t rowBytes;
	const png_color* palette;
	int paletteCount;
	const uint8_t* transparent; // of palette entries
	int transparentCount;
} PngDef;

static void encode( const PngDef* def, Buffer* buffer )
{
	buffer->size = 0;
	png_structp png = png_create_write_struct( PNG_LIBPNG_VER_STRING, NULL, NULL, NULL );
	png_infop info = png_create_info_struct( png );
	if ( setjmp( png_jmpbuf( png ) ) != 0 )
	{
		CHECK_STRING( "libpng", "wrote the image" );
		png_destroy_write_struct( &png, &info );
		return;
	}
	png_set_write_fn( png, buffer, writeBytes, flushBytes );
	png_set_IHDR( png, info, def->width, def->height, def->depth, def->type, def->interlace, PNG_COMPRESSION_TYPE_DEFAULT,
				  PNG_FILTER_TYPE_DEFAULT );
	if ( def->palette != NULL )
	{
		png_set_PLTE( png, info, def->palette, def->paletteCount );
	}
	if ( def->transparent != NULL )
	{
		png_set_tRNS( png, info, def->transparent, def->transparentCount, NULL );
	}
	png_write_info( png, info );
	int passes = png_set_interlace_handling( png );
	for ( int pass = 0; pass < passes; ++pass )
	{
		for ( uint32_t row = 0; row < def->height; ++row )
		{
			png_write_row( png, def->pixels + row * def->rowBytes );
		}
	}
	png_write_end( png, NULL );
	png_destroy_write_struct( &png, &info );
}

static Buffer s_buffer;

TEST( PngOfEveryColourTypeIsRead )
{
	static const uint8_t gray8[] = { 0, 127, 128, 255, 0, 255 };
	static const uint8_t gray16[] = { 0, 0, 0x7f, 0, 0x80, 0xff, 255, 255, 0, 0, 255, 255 };
	static const uint8_t gray1[] = { 0x20, 0xA0 }; // 001, 101
	static const uint8_t grayAlpha[] = { 0, 255, 0, 0, 0, 127, 0, 129, 255, 255, 0, 255 };
	static const uint8_t rgb[] = { 255, 0, 0, 255, 255, 0, 0, 0, 0, 255, 255, 255, 10, 20, 30, 128, 128, 128 };
	static const uint8_t rgba[] = { 0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 0 };
	static const uint8_t indices[] = { 0, 1, 2, 2, 0, 1 };
	static const png_color palette[] = { { 0, 0, 0 }, { 255, 255, 255 }, { 0, 0, 0 } };
	static const uint8_t transparent[] = { 255, 255, 0 };
	const PngDef defs[] = {
		{ .depth = 8, .type = PNG_COLOR_TYPE_GRAY, .pixels = gray8, .rowBytes = 3 },
		{ .depth = 16, .type = PNG_COLOR_TYPE_GRAY, .pixels = gray16, .rowBytes = 6 },
		{ .depth = 1, .type = PNG_COLOR_TYPE_GRAY, .pixels = gray1, .rowBytes = 1 },
		{ .depth = 8, .type = PNG_COLOR_TYPE_GRAY_ALPHA, .pixels = grayAlpha, .rowBytes = 6 },
		{ .depth = 8, .type = PNG_COLOR_TYPE_RGB, .pixels = rgb, .rowBytes = 9 },
		{ .depth = 8, .type = PNG_COLOR_TYPE_RGB_ALPHA, .pixels = rgba, .rowBytes = 12 },
		{ .depth = 8,
		  .type = PNG_COLOR_TYPE_PALETTE,
		  .pixels = indices,
		  .rowBytes = 3,
		  .palette = palette,
		  .paletteCount = 3,
		  .transparent = transparent,
		  .transparentCount = 3 },
	};
	static const char* const drawings[] = { "##.\n.#.\n", "##.\n.#.\n", "##.\n.#.\n", "#..\n#.#\n",
											"#.#\n.#.\n", "#..\n.#.\n", "#..\n.#.\n" };
	for ( size_t i = 0; i < sizeof( defs ) / sizeof( defs[0] ); ++i )
	{
		for ( int interlace = 0; interlace < 2; ++interlace )
		{
			PngDef def = defs[i];
			def.width = 3;
			def.height = 2;
			def.interlace = interlace;
			encode( &def, &s_buffer );
			checkImage( s_buffer.data, s_buffer.size, drawings[i] );
		}
	}
}

TEST( LargerPngKeepsEveryPixel )
{
	static uint8_t pixels[61][53];
	for ( int j = 0; j < 61; ++j )
	{
		for ( int i = 0; i < 53; ++i )
		{
			pixels[j][i] = (uint8_t)wfRandomBits( 3, (uint64_t)j, (uint64_t)i );
		}
	}
	for ( int interlace = 0; interlace < 2; ++interlace )
	{
		PngDef def = { .width = 53, .height = 61, .depth = 8, .interlace = interlace, .pixels = &pixels[0][0], .rowBytes = 53 };
		encode( &def, &s_buffer );
		wfReadDef readDef = wfDefaultReadDef();
		readDef.imageThreshold = 90;
		wfScenario scenario = { 0 };
		CHECK_EQUAL( wfReadScenarioFromMemory( "a.png", s_buffer.data, s_buffer.size, &readDef, &scenario, NULL ), wf_ok );
		if ( scenario.world == NULL )
		{
			return;
		}
		wfShapeDef shape = testGetShape( &scenario, 0 );
		int32_t wrong = 0;
		for ( int j = 0; j < 61; ++j )
		{
			for ( int i = 0; i < 53; ++i )
			{
				wrong += ( pixels[j][i] < 90 ) != ( shape.cells[( 60 - j ) * 53 + i] != 0 ) ? 1 : 0;
			}
		}
		CHECK_EQUAL( wrong, 0 );
		wfScenario_Free( &scenario );
	}
}

TEST( DamagedPngIsRefused )
{
	static uint8_t pixels[16 * 16];
	for ( int i = 0; i < 256; ++i )
	{
		pixels[i] = (uint8_t)wfRandomBits( 5, 0, (uint64_t)i );
	}
	PngDef def = { .width = 16, .height = 16, .depth = 8, .pixels = pixels, .rowBytes = 16 };
	encode( &def, &s_buffer );
	for ( size_t size = 8; size < s_buffer.size; ++size )
	{
		testRefuse( "a.png", (const char*)s_buffer.data, size, wf_badFormat, 0, 0, "", "PNG", __FILE__, __LINE__ );
	}
	// A changed byte anywhere is refused or read, and leaves nothing behind.
	for ( size_t i = 8; i < s_buffer.size; ++i )
	{
		wfReadDef readDef = wfDefaultReadDef();
		readDef.memoryLimit = 1 << 20;
		wfScenario scenario = { 0 };
		wfError error = { 0 };
		s_buffer.data[i] ^= 0x41;
		wfResult result = wfReadScenarioFromMemory( "a.png", s_buffer.data, s_buffer.size, &readDef, &scenario, &error );
		CHECK( result == wf_ok || error.message[0] != 0 );
		wfScenario_Free( &scenario );
		s_buffer.data[i] ^= 0x41;
	}
}

static void putBigEndian( uint8_t* bytes, uint32_t value )
{
	bytes[0] = (uint8_t)( value >> 24 );
	bytes[1] = (uint8_t)( value >> 16 );
	bytes[2] = (uint8_t)( value >> 8 );
	bytes[3] = (uint8_t)value;
}

TEST( PngSizesAreNotBelieved )
{
	static const uint8_t pixel[] = { 0 };
	PngDef def = { .width = 1, .height = 1, .depth = 8, .pixels = pixel, .rowBytes = 1 };
	encode( &def, &s_buffer );
	const char* bytes = (const char*)s_buffer.data;
	putBigEndian( s_buffer.data + 16, 2000000000u );
	putBigEndian( s_buffer.data + 20, 2000000000u );
	REFUSE_BYTES( "a.png", bytes, s_buffer.size, wf_tooLarge, 0, 0, "", "2000000000 x 2000000000 pixels" );
	putBigEndian( s_buffer.data + 16, 30000u );
	putBigEndian( s_buffer.data + 20, 30000u );
	REFUSE_BYTES( "a.png", bytes, s_buffer.size, wf_badFormat, 0, 0, "", "30000 x 30000 pixels do not fit into a file of" );
	putBigEndian( s_buffer.data + 20, 0 );
	REFUSE_BYTES( "a.png", bytes, s_buffer.size, wf_badFormat, 0, 0, "", "no area" );
	putBigEndian( s_buffer.data + 20, 1 );
	s_buffer.data[25] = 5;
	REFUSE_BYTES( "a.png", bytes, s_buffer.size, wf_badFormat, 0, 0, "", "colour type 5" );
}

void testIoImages( int argc, char** argv )
{
	RUN( PgmIsRead );
	RUN( PgmErrorsAreReported );
	RUN( PngOfEveryColourTypeIsRead );
	RUN( LargerPngKeepsEveryPixel );
	RUN( DamagedPngIsRefused );
	RUN( PngSizesAreNotBelieved );
}
