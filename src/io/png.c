// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// PNG images of any colour type and depth, through libpng.
#include "io/reader.h"

#include <png.h>
#include <stdio.h>
#include <string.h>

// libpng frees without giving the size, so a block carries it in front of itself.
#define WF_PNG_PREFIX 64

// deflate shrinks by at most this factor, so a file this much smaller than its pixels cannot hold them.
#define WF_MAX_SHRINK 1040

// All that changes while libpng may jump lives here and not in local variables.
typedef struct wfPngJob
{
	const wfReader* reader;
	size_t at;
	bool outOfMemory;
	char message[128];
	png_structp png;
	png_infop info;
	wfGrayImage* image;
	uint8_t* pixels; // RGBA: one row, or all of them when they come in seven passes
	size_t pixelBytes;
} wfPngJob;

bool wfIsPng( const char* data, size_t size )
{
	return size >= 8 && memcmp( data, "\x89PNG\r\n\x1a\n", 8 ) == 0;
}

static png_voidp pngAllocate( png_structp png, png_alloc_size_t size )
{
	wfPngJob* job = png_get_mem_ptr( png );
	uint8_t* block = size < SIZE_MAX / 2 ? wfAllocate( (size_t)size + WF_PNG_PREFIX ) : NULL;
	if ( block == NULL )
	{
		job->outOfMemory = true;
		return NULL;
	}
	size_t whole = (size_t)size + WF_PNG_PREFIX;
	memcpy( block, &whole, sizeof( whole ) );
	return block + WF_PNG_PREFIX;
}

static void pngFree( png_structp png, png_voidp memory )
{
	(void)png;
	if ( memory != NULL )
	{
		uint8_t* block = (uint8_t*)memory - WF_PNG_PREFIX;
		size_t whole;
		memcpy( &whole, block, sizeof( whole ) );
		wfRelease( block, whole );
	}
}

static void pngError( png_structp png, png_const_charp message )
{
	wfPngJob* job = png_get_error_ptr( png );
	snprintf( job->message, sizeof( job->message ), "%s", message );
	png_longjmp( png, 1 );
}

static void pngWarning( png_structp png, png_const_charp message )
{
	(void)png;
	(void)message;
}

static void pngRead( png_structp png, png_bytep data, size_t size )
{
	wfPngJob* job = png_get_io_ptr( png );
	if ( size > job->reader->size - job->at )
	{
		png_error( png, "the file ends too early" );
	}
	memcpy( data, job->reader->text + job->at, size );
	job->at += size;
}

static uint32_t readBigEndian( const char* text )
{
	const uint8_t* bytes = (const uint8_t*)text;
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// The header is the first chunk, always. Look at the sizes in it before libpng allocates anything for them.
static void checkPngHeader( const wfReader* reader )
{
	static const uint8_t channels[] = { 1, 0, 3, 1, 2, 0, 4 };
	if ( !wfIsPng( reader->text, reader->size ) || reader->size < 33 || memcmp( reader->text + 12, "IHDR", 4 ) != 0 )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat, "not a PNG image, or one cut off in its header" );
		return;
	}
	int64_t width = readBigEndian( reader->text + 16 ), height = readBigEndian( reader->text + 20 );
	uint8_t depth = (uint8_t)reader->text[24], type = (uint8_t)reader->text[25];
	if ( !wfReader_CheckSize( reader, WF_NO_POSITION, width, height ) )
	{
		return;
	}
	if ( type >= sizeof( channels ) || channels[type] == 0 || depth == 0 || depth > 16 )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat, "colour type %u with %u bits is not one of PNG's", type,
					   depth );
	}
	else if ( (uint64_t)( width * height ) * channels[type] * depth / 8 / WF_MAX_SHRINK > reader->size )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat, "%lld x %lld pixels do not fit into a file of %zu bytes",
					   (long long)width, (long long)height, reader->size );
	}
}

static void takePngRow( wfPngJob* job, int32_t row, const uint8_t* pixels )
{
	size_t from = (size_t)row * (size_t)job->image->width;
	for ( size_t i = 0; i < (size_t)job->image->width; ++i )
	{
		const uint8_t* p = pixels + 4 * i;
		job->image->gray[from + i] = (uint8_t)( ( p[0] + p[1] + p[2] + 1 ) / 3 );
		if ( job->image->alpha != NULL )
		{
			job->image->alpha[from + i] = p[3];
		}
	}
}

// May jump out at any call of libpng.
static void decodePng( wfPngJob* job )
{
	png_structp png = job->png;
	// Only what says how the pixels look: profiles, texts and the like are skipped unread.
	png_set_keep_unknown_chunks( png, PNG_HANDLE_CHUNK_NEVER, NULL, -1 );
	png_set_user_limits( png, INT32_MAX, INT32_MAX );
	png_set_chunk_malloc_max( png, 1u << 20 );
	png_set_read_fn( png, job, pngRead );
	png_read_info( png, job->info );

	bool alpha = ( png_get_color_type( png, job->info ) & PNG_COLOR_MASK_ALPHA ) != 0 ||
				 png_get_valid( png, job->info, PNG_INFO_tRNS ) != 0;
	png_set_expand( png );
	png_set_scale_16( png );
	png_set_gray_to_rgb( png );
	png_set_add_alpha( png, 255, PNG_FILLER_AFTER );
	int passes = png_set_interlace_handling( png );
	png_read_update_info( png, job->info );

	int64_t width = png_get_image_width( png, job->info ), height = png_get_image_height( png, job->info );
	size_t rowBytes = 4 * (size_t)width;
	if ( !wfGrayImage_Allocate( job->reader, WF_NO_POSITION, width, height, alpha, job->image ) )
	{
		return;
	}
	if ( png_get_rowbytes( png, job->info ) != rowBytes )
	{
		png_error( png, "an unexpected pixel format" );
	}
	job->pixelBytes = passes > 1 ? rowBytes * (size_t)height : rowBytes;
	bool reserved = wfReader_Reserve( job->reader, WF_NO_POSITION, NULL, job->pixelBytes );
	job->pixels = reserved ? wfAllocateZeroed( job->pixelBytes ) : NULL;
	if ( !wfReader_CheckMemory( job->reader, job->pixels ) )
	{
		return;
	}
	for ( int pass = 0; pass < passes; ++pass )
	{
		for ( int32_t row = 0; row < job->image->height; ++row )
		{
			uint8_t* pixels = job->pixels + ( passes > 1 ? (size_t)row * rowBytes : 0 );
			png_read_row( png, pixels, NULL );
			if ( pass == passes - 1 )
			{
				takePngRow( job, row, pixels );
			}
		}
	}
	png_read_end( png, NULL );
}

// setjmp has a function of its own: nothing in it changes between setting the jump and jumping.
static bool runPngJob( wfPngJob* job )
{
	if ( setjmp( png_jmpbuf( job->png ) ) != 0 )
	{
		return false;
	}
	decodePng( job );
	return true;
}

void wfReadPng( const wfReader* reader, wfGrayImage* image )
{
	checkPngHeader( reader );
	if ( !wfReader_IsOk( reader ) )
	{
		return;
	}
	wfPngJob job = { .reader = reader, .image = image };
	job.png = png_create_read_struct_2( PNG_LIBPNG_VER_STRING, &job, pngError, pngWarning, &job, pngAllocate, pngFree );
	job.info = job.png != NULL ? png_create_info_struct( job.png ) : NULL;
	job.outOfMemory = job.info == NULL;
	bool decoded = job.info != NULL && runPngJob( &job );
	png_destroy_read_struct( &job.png, &job.info, NULL );
	wfRelease( job.pixels, job.pixels != NULL ? job.pixelBytes : 0 );
	if ( !decoded && job.outOfMemory )
	{
		wfReader_OutOfMemory( reader );
	}
	else if ( !decoded )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat, "the PNG image is damaged: %s", job.message );
	}
}
