// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_picture.h"

#include <cairo.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Read by the leak sanitizer. fontconfig keeps about a kilobyte of a process' font settings for good, however much is drawn.
__attribute__( ( visibility( "default" ), used ) ) const char* __lsan_default_suppressions( void );
const char* __lsan_default_suppressions( void )
{
	return "leak:libfontconfig\n";
}

static void fillGrid( wfGrid* grid, const char* const* rows, int32_t height )
{
	size_t count = (size_t)grid->width * (size_t)height;
	grid->blocked = calloc( count, 1 );
	grid->clearance = calloc( count, sizeof( float ) );
	grid->cost = calloc( count, sizeof( float ) );
	grid->component = calloc( count, sizeof( int32_t ) );
	for ( int32_t j = 0; j < height; ++j )
	{
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			char c = rows[height - 1 - j][i];
			int32_t cell = j * grid->width + i;
			grid->blocked[cell] = c == '#' || c == 'o';
			grid->clearance[cell] = c == '#' ? -0.5f : c == 'o' ? 0.2f : 0.6f;
			grid->cost[cell] = c == '$' ? 3.0f : 1.0f;
			grid->radius = c == 'o' ? 0.4 : grid->radius;
			grid->component[cell] = -1;
			grid->freeCount += grid->blocked[cell] ? 0 : 1;
		}
	}
}

// Breadth first from a set of cells; writes steps where they were -1. Returns how many cells were reached.
static int32_t spread( const wfGrid* grid, int32_t* queue, int32_t queued, int32_t* steps )
{
	for ( int32_t at = 0; at < queued; ++at )
	{
		int32_t cell = queue[at], i = cell % grid->width, j = cell / grid->width;
		const int32_t di[4] = { -1, 1, 0, 0 }, dj[4] = { 0, 0, -1, 1 };
		for ( int32_t k = 0; k < 4; ++k )
		{
			int32_t next = ( j + dj[k] ) * grid->width + i + di[k];
			if ( wfIsCellFree( grid, i + di[k], j + dj[k] ) && steps[next] < 0 )
			{
				steps[next] = steps[cell] + 1;
				queue[queued++] = next;
			}
		}
	}
	return queued;
}

static void labelComponents( wfGrid* grid, int32_t* queue, int32_t* steps )
{
	int32_t count = grid->width * grid->height;
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		steps[cell] = -1;
	}
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		if ( grid->blocked[cell] || grid->component[cell] >= 0 )
		{
			continue;
		}
		queue[0] = cell;
		steps[cell] = 0;
		int32_t reached = spread( grid, queue, 1, steps );
		for ( int32_t i = 0; i < reached; ++i )
		{
			grid->component[queue[i]] = grid->componentCount;
		}
		grid->componentCount += 1;
	}
}

PictureScene* pictureScene( const char* const* rows, int32_t height, int32_t stepExponent )
{
	PictureScene* scene = calloc( 1, sizeof( PictureScene ) );
	wfGrid* grid = &scene->grid;
	grid->width = (int32_t)strlen( rows[0] );
	grid->height = height;
	grid->cellSize = 1.0;
	fillGrid( grid, rows, height );
	size_t count = (size_t)grid->width * (size_t)height;
	int32_t* queue = calloc( count, sizeof( int32_t ) );
	int32_t* steps = calloc( count, sizeof( int32_t ) );
	labelComponents( grid, queue, steps );
	wfField* field = &scene->field;
	field->grid = grid;
	field->core.mantissa = calloc( count, sizeof( double ) );
	field->core.exponent = calloc( count, sizeof( int32_t ) );
	field->core.goals = calloc( count, sizeof( int32_t ) );
	field->core.isGoal = calloc( count, 1 );
	field->core.isWhole = true;
	scene->p = calloc( count, sizeof( double ) );
	for ( int32_t cell = 0; cell < (int32_t)count; ++cell )
	{
		steps[cell] = -1;
		if ( rows[height - 1 - cell / grid->width][cell % grid->width] == 'G' )
		{
			field->core.isGoal[cell] = 1;
			steps[cell] = 0;
			queue[field->core.goalCount] = cell;
			field->core.goals[field->core.goalCount++] = cell;
		}
	}
	spread( grid, queue, field->core.goalCount, steps );
	for ( size_t cell = 0; cell < count; ++cell )
	{
		field->core.mantissa[cell] = steps[cell] >= 0 ? 1.0 : 0.0;
		field->core.exponent[cell] = steps[cell] >= 0 ? -steps[cell] * stepExponent : 0;
		scene->p[cell] = steps[cell] >= 0 ? 1.0 - ldexp( 1.0, field->core.exponent[cell] ) : 1.0;
	}
	free( queue );
	free( steps );
	return scene;
}

void pictureSceneDestroy( PictureScene* scene )
{
	free( scene->grid.blocked );
	free( scene->grid.clearance );
	free( scene->grid.cost );
	free( scene->grid.component );
	free( scene->field.core.mantissa );
	free( scene->field.core.exponent );
	free( scene->field.core.goals );
	free( scene->field.core.isGoal );
	free( scene->p );
	free( scene );
}

FileBytes readBytes( const char* path )
{
	FileBytes bytes = { NULL, 0 };
	FILE* file = fopen( path, "rb" );
	if ( file == NULL )
	{
		return bytes;
	}
	fseek( file, 0, SEEK_END );
	long size = ftell( file );
	rewind( file );
	bytes.data = calloc( (size_t)size + 1, 1 );
	bytes.size = fread( bytes.data, 1, (size_t)size, file );
	fclose( file );
	return bytes;
}

void freeBytes( FileBytes* bytes )
{
	free( bytes->data );
	*bytes = ( FileBytes ){ NULL, 0 };
}

bool fileExists( const char* path )
{
	FILE* file = fopen( path, "rb" );
	if ( file != NULL )
	{
		fclose( file );
	}
	return file != NULL;
}

int32_t countEntries( const char* folder )
{
	DIR* directory = opendir( folder );
	int32_t count = 0;
	for ( struct dirent* entry; directory != NULL && ( entry = readdir( directory ) ) != NULL; )
	{
		count += strcmp( entry->d_name, "." ) != 0 && strcmp( entry->d_name, ".." ) != 0 ? 1 : 0;
	}
	if ( directory != NULL )
	{
		closedir( directory );
	}
	return count;
}

static int32_t bigEndian( const unsigned char* data )
{
	return (int32_t)( (uint32_t)data[0] << 24 | (uint32_t)data[1] << 16 | (uint32_t)data[2] << 8 | data[3] );
}

bool getPngSize( const FileBytes* bytes, int32_t* width, int32_t* height )
{
	static const unsigned char signature[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n' };
	if ( bytes->size < 45 || memcmp( bytes->data, signature, 8 ) != 0 || memcmp( bytes->data + 12, "IHDR", 4 ) != 0 ||
		 memcmp( bytes->data + bytes->size - 8, "IEND", 4 ) != 0 )
	{
		return false;
	}
	*width = bigEndian( bytes->data + 16 );
	*height = bigEndian( bytes->data + 20 );
	return true;
}

int64_t countPixels( const char* path, uint32_t rgb )
{
	cairo_surface_t* surface = cairo_image_surface_create_from_png( path );
	int64_t count = -1;
	if ( cairo_surface_status( surface ) == CAIRO_STATUS_SUCCESS )
	{
		const unsigned char* data = cairo_image_surface_get_data( surface );
		int32_t width = cairo_image_surface_get_width( surface ), height = cairo_image_surface_get_height( surface );
		int32_t stride = cairo_image_surface_get_stride( surface );
		count = 0;
		for ( int32_t y = 0; y < height; ++y )
		{
			for ( int32_t x = 0; x < width; ++x )
			{
				uint32_t pixel;
				memcpy( &pixel, data + (ptrdiff_t)y * stride + 4 * x, sizeof( pixel ) );
				count += ( pixel & 0xFFFFFFu ) == rgb ? 1 : 0;
			}
		}
	}
	cairo_surface_destroy( surface );
	return count;
}

bool containsText( const FileBytes* bytes, const char* text )
{
	return bytes->data != NULL && strstr( (const char*)bytes->data, text ) != NULL;
}

// ------------------------------------------------------------------------------------------------------------------ XML

static bool isNameCharacter( char c )
{
	return ( c >= 'a' && c <= 'z' ) || ( c >= 'A' && c <= 'Z' ) || ( c >= '0' && c <= '9' ) || c == ':' || c == '-' || c == '_';
}

static const char* skipName( const char* at )
{
	while ( isNameCharacter( *at ) )
	{
		at += 1;
	}
	return at;
}

// Past an entity that XML knows by itself, null when it is none.
static const char* skipEntity( const char* at )
{
	static const char* const entities[] = { "&lt;", "&gt;", "&amp;", "&quot;", "&apos;" };
	for ( size_t i = 0; i < sizeof( entities ) / sizeof( entities[0] ); ++i )
	{
		if ( strncmp( at, entities[i], strlen( entities[i] ) ) == 0 )
		{
			return at + strlen( entities[i] );
		}
	}
	return NULL;
}

// Past the attributes of a tag, at its > or /; null when one is malformed or given twice.
static const char* skipAttributes( const char* at )
{
	const char* names[32];
	size_t lengths[32], count = 0;
	for ( ;; )
	{
		const char* begin = at;
		while ( *at == ' ' || *at == '\n' )
		{
			at += 1;
		}
		if ( *at == '>' || *at == '/' )
		{
			return at;
		}
		const char* name = at;
		at = skipName( at );
		if ( at == name || name == begin || at[0] != '=' || at[1] != '"' || count == 32 )
		{
			return NULL;
		}
		for ( size_t i = 0; i < count; ++i )
		{
			if ( lengths[i] == (size_t)( at - name ) && strncmp( names[i], name, lengths[i] ) == 0 )
			{
				return NULL;
			}
		}
		names[count] = name;
		lengths[count++] = (size_t)( at - name );
		for ( at += 2; *at != '"'; )
		{
			at = *at == '&' ? skipEntity( at ) : *at == '<' || *at == 0 ? NULL : at + 1;
			if ( at == NULL )
			{
				return NULL;
			}
		}
		at += 1;
	}
}

bool isWellFormedXml( const FileBytes* bytes )
{
	const char* open[64];
	size_t lengths[64], depth = 0, roots = 0;
	const char* at = (const char*)bytes->data;
	if ( at == NULL || strlen( at ) != bytes->size )
	{
		return false;
	}
	while ( *at != 0 )
	{
		if ( *at == '&' )
		{
			at = skipEntity( at );
		}
		else if ( *at != '<' )
		{
			bool space = *at == '\n' || *at == ' ' || *at == '\t';
			at = ( (unsigned char)*at < 0x20 && !space ) || ( depth == 0 && !space ) || *at == '>' ? NULL : at + 1;
		}
		else if ( at[1] == '/' )
		{
			const char* name = at + 2;
			at = skipName( name );
			if ( depth == 0 )
			{
				return false;
			}
			depth -= 1;
			bool matches = lengths[depth] == (size_t)( at - name ) && strncmp( open[depth], name, lengths[depth] ) == 0;
			at = matches && *at == '>' ? at + 1 : NULL;
		}
		else
		{
			const char* name = at + 1;
			roots += depth == 0 ? 1 : 0;
			at = skipName( name );
			size_t length = (size_t)( at - name );
			at = length > 0 ? skipAttributes( at ) : NULL;
			bool closed = at != NULL && *at == '/';
			if ( !closed && depth < 64 )
			{
				open[depth] = name;
				lengths[depth] = length;
				depth += 1;
			}
			at = at == NULL || depth >= 64 || ( closed && at[1] != '>' ) ? NULL : at + ( closed ? 2 : 1 );
		}
		if ( at == NULL )
		{
			return false;
		}
	}
	return depth == 0 && roots == 1;
}
