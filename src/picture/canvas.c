// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "picture/canvas.h"

#include "wayfield/io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// An SVG of a map stays small enough to be put on a web page, whatever the map.
#define WF_IMAGE_LIMIT 1700000u

wfResult wfAllocateImage( int32_t width, int32_t height, wfImage* image )
{
	*image = ( wfImage ){ wfAllocateArray( (size_t)width * (size_t)height, sizeof( uint32_t ) ), width, height };
	return image->pixels != NULL ? wf_ok : wf_outOfMemory;
}

void wfFreeImage( wfImage* image )
{
	wfReleaseArray( image->pixels, (size_t)image->width * (size_t)image->height, sizeof( uint32_t ) );
	*image = ( wfImage ){ 0 };
}

wfResult wfNamePicture( wfError* error, const char* path, wfResult result )
{
	if ( error != NULL && result != wf_ok )
	{
		snprintf( error->file, sizeof( error->file ), "%s", path );
	}
	return result;
}

wfResult wfNameField( wfError* error, const char* field, wfResult result )
{
	if ( error != NULL && result != wf_ok )
	{
		snprintf( error->field, sizeof( error->field ), "%s", field );
	}
	return result;
}

wfResult wfChooseCanvas( const char* path, wfCanvasKind* kind, wfError* error )
{
	*kind = wfHasExtension( path, ".svg" ) ? wf_svgCanvas : wf_pngCanvas;
	if ( strlen( path ) > strlen( ".svg" ) && ( *kind == wf_svgCanvas || wfHasExtension( path, ".png" ) ) )
	{
		return wf_ok;
	}
	wfResult result =
		wfFail( error, wf_unsupported, "pictures are written as .svg or .png, and the name '%.200s' ends in neither", path );
	return wfNamePicture( error, path, result );
}

wfResult wfCreateCanvas( wfCanvasKind kind, int32_t width, int32_t height, wfCanvas** canvasOut )
{
	*canvasOut = NULL;
	wfCanvas* canvas = wfAllocateZeroed( sizeof( wfCanvas ) );
	if ( canvas == NULL )
	{
		return wf_outOfMemory;
	}
	canvas->backend = kind == wf_svgCanvas ? &wfSvgBackend : &wfCairoBackend;
	canvas->width = width;
	canvas->height = height;
	canvas->imageLimit = WF_IMAGE_LIMIT;
	canvas->backend->begin( canvas );
	if ( canvas->result != wf_ok )
	{
		wfResult result = canvas->result;
		wfDestroyCanvas( canvas );
		return result;
	}
	*canvasOut = canvas;
	return wf_ok;
}

void wfDestroyCanvas( wfCanvas* canvas )
{
	if ( canvas == NULL )
	{
		return;
	}
	canvas->backend->destroy( canvas );
	wfArray_Free( &canvas->path );
	wfText_Free( &canvas->output );
	wfRelease( canvas, sizeof( wfCanvas ) );
}

bool wfCanvas_Check( wfCanvas* canvas, wfResult result )
{
	canvas->result = canvas->result == wf_ok ? result : canvas->result;
	return canvas->result == wf_ok;
}

void* wfCanvas_Allocate( wfCanvas* canvas, size_t count, size_t size )
{
	void* array = canvas->result == wf_ok ? wfAllocateArray( count, size ) : NULL;
	wfCanvas_Check( canvas, array != NULL ? wf_ok : wf_outOfMemory );
	return array;
}

static void addCommand( wfCanvas* canvas, wfDrawCommandKind kind, wfVec2 point, double radius )
{
	if ( canvas->result == wf_ok && isfinite( point.x ) && isfinite( point.y ) )
	{
		canvas->result = wfArray_Push( &canvas->path, ( wfDrawCommand ){ kind, point, radius } );
	}
}

void wfCanvas_MoveTo( wfCanvas* canvas, wfVec2 point )
{
	addCommand( canvas, wf_moveCommand, point, 0.0 );
}

void wfCanvas_LineTo( wfCanvas* canvas, wfVec2 point )
{
	addCommand( canvas, wf_lineCommand, point, 0.0 );
}

void wfCanvas_AddPoint( wfCanvas* canvas, bool first, wfVec2 point )
{
	addCommand( canvas, first ? wf_moveCommand : wf_lineCommand, point, 0.0 );
}

void wfCanvas_AddLine( wfCanvas* canvas, wfVec2 from, wfVec2 to )
{
	wfCanvas_MoveTo( canvas, from );
	wfCanvas_LineTo( canvas, to );
}

void wfCanvas_Close( wfCanvas* canvas )
{
	addCommand( canvas, wf_closeCommand, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
}

void wfCanvas_AddCircle( wfCanvas* canvas, wfVec2 center, double radius )
{
	addCommand( canvas, wf_circleCommand, center, radius );
}

void wfCanvas_AddBox( wfCanvas* canvas, wfBox2 box )
{
	wfCanvas_MoveTo( canvas, box.lower );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ box.upper.x, box.lower.y } );
	wfCanvas_LineTo( canvas, box.upper );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ box.lower.x, box.upper.y } );
	wfCanvas_Close( canvas );
}

void wfCanvas_AddPolyline( wfCanvas* canvas, const wfVec2* points, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		wfCanvas_AddPoint( canvas, i == 0, points[i] );
	}
}

void wfCanvas_PaintAndKeep( wfCanvas* canvas, const wfPaint* paint )
{
	if ( canvas->result == wf_ok && canvas->path.count > 0 )
	{
		canvas->backend->paint( canvas, paint );
	}
}

void wfCanvas_Paint( wfCanvas* canvas, const wfPaint* paint )
{
	wfCanvas_PaintAndKeep( canvas, paint );
	canvas->path.count = 0;
}

void wfCanvas_Fill( wfCanvas* canvas, wfColor color )
{
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = color } );
}

void wfCanvas_Stroke( wfCanvas* canvas, wfColor color, double width )
{
	wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = color, .strokeWidth = width } );
}

void wfCanvas_DrawImage( wfCanvas* canvas, const wfImage* image, wfBox2 box )
{
	canvas->backend->image( canvas, image, box );
}

// Length of the character at `text` that XML may hold too, 0 when there is none.
static size_t characterLength( const char* text )
{
	size_t bad, left = strnlen( text, 4 );
	for ( size_t length = 1; length <= left; ++length )
	{
		if ( wfCheckUtf8( text, length, &bad ) )
		{
			bool control = ( *text >= 0 && *text < 0x20 ) || *text == 0x7F;
			bool notCharacter = strncmp( text, "\xEF\xBF\xBE", 3 ) == 0 || strncmp( text, "\xEF\xBF\xBF", 3 ) == 0;
			return control || notCharacter ? 0 : length;
		}
	}
	return 0;
}

void wfCanvas_DrawText( wfCanvas* canvas, wfVec2 position, const wfTextStyle* style, const char* text )
{
	if ( canvas->result != wf_ok || text == NULL )
	{
		return;
	}
	// Titles come from users and files: what is not a printable character must not break the SVG, nor stop cairo.
	char clean[512];
	size_t size = 0;
	while ( *text != 0 && size + 4 < sizeof( clean ) )
	{
		size_t length = characterLength( text );
		memcpy( clean + size, length > 0 ? text : ( *text & 0x80 ) == 0 ? " " : "?", length > 0 ? length : 1 );
		size += length > 0 ? length : 1;
		text += length > 0 ? length : 1;
	}
	clean[size] = 0;
	if ( size > 0 )
	{
		canvas->backend->text( canvas, position, style, clean );
	}
}

void wfCanvas_PushClip( wfCanvas* canvas, wfBox2 box )
{
	canvas->backend->pushClip( canvas, box );
}

void wfCanvas_PopClip( wfCanvas* canvas )
{
	canvas->backend->popClip( canvas );
}

wfResult wfCanvas_Save( wfCanvas* canvas, const char* path, wfError* error )
{
	if ( canvas->result == wf_ok )
	{
		canvas->backend->finish( canvas );
	}
	if ( canvas->result != wf_ok )
	{
		return wfFail( error, canvas->result, "the picture '%.200s' could not be drawn: %s", path,
					   wfDescribeResult( canvas->result ) );
	}
	return wfWriteFileAtomically( path, canvas->output.data, canvas->output.length, error );
}

double wfMeasureText( const char* text, double size, bool bold )
{
	double width = 0.0;
	for ( const unsigned char* at = (const unsigned char*)text; *at != 0; ++at )
	{
		if ( ( *at & 0xC0 ) == 0x80 )
		{
			continue;
		}
		bool narrow = strchr( "iljtfr.,:;'|!()[] ", *at ) != NULL;
		bool wide = ( *at >= 'A' && *at <= 'Z' ) || *at == 'm' || *at == 'w';
		// Two- and three-byte characters are mostly the raised digits of powers here.
		width += *at >= 0xC2 ? 0.45 : narrow ? 0.36 : wide ? 0.74 : 0.62;
	}
	return width * size * ( bold ? 1.1 : 1.0 );
}
