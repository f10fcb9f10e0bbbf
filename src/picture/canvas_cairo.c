// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pixels through cairo, on memory of our allocator.

#include "picture/canvas.h"

#include <cairo.h>
#include <math.h>

static wfResult fromCairo( cairo_status_t status )
{
	return status == CAIRO_STATUS_SUCCESS ? wf_ok : status == CAIRO_STATUS_NO_MEMORY ? wf_outOfMemory : wf_unsupported;
}

// After each call: the first failure of cairo sticks.
static void check( wfCanvas* canvas )
{
	wfCanvas_Check( canvas, fromCairo( cairo_status( canvas->context ) ) );
}

static cairo_surface_t* wrapPixels( uint32_t* pixels, int32_t width, int32_t height )
{
	return cairo_image_surface_create_for_data( (unsigned char*)pixels, CAIRO_FORMAT_RGB24, width, height, 4 * width );
}

static void cairoBegin( wfCanvas* canvas )
{
	canvas->pixels = wfAllocateArray( (size_t)canvas->width * (size_t)canvas->height, sizeof( uint32_t ) );
	if ( !wfCanvas_Check( canvas, canvas->pixels != NULL ? wf_ok : wf_outOfMemory ) )
	{
		return;
	}
	canvas->surface = wrapPixels( canvas->pixels, canvas->width, canvas->height );
	canvas->context = cairo_create( canvas->surface );
	cairo_set_source_rgb( canvas->context, 1.0, 1.0, 1.0 );
	cairo_paint( canvas->context );
	cairo_set_line_join( canvas->context, CAIRO_LINE_JOIN_ROUND );
	cairo_set_line_cap( canvas->context, CAIRO_LINE_CAP_ROUND );
	check( canvas );
}

static void setSource( cairo_t* context, wfColor color )
{
	cairo_set_source_rgba( context, color.r / 255.0, color.g / 255.0, color.b / 255.0, color.a / 255.0 );
}

static void clip( cairo_t* context, wfBox2 box )
{
	cairo_rectangle( context, box.lower.x, box.lower.y, wfBoxWidth( box ), wfBoxHeight( box ) );
	cairo_clip( context );
}

static void cairoPaint( wfCanvas* canvas, const wfPaint* paint )
{
	cairo_t* context = canvas->context;
	cairo_new_path( context );
	for ( int32_t i = 0; i < canvas->path.count; ++i )
	{
		const wfDrawCommand* command = canvas->path.data + i;
		switch ( command->kind )
		{
			case wf_moveCommand:
				cairo_move_to( context, command->point.x, command->point.y );
				break;
			case wf_lineCommand:
				cairo_line_to( context, command->point.x, command->point.y );
				break;
			case wf_closeCommand:
				cairo_close_path( context );
				break;
			case wf_circleCommand:
				cairo_new_sub_path( context );
				cairo_arc( context, command->point.x, command->point.y, command->radius, 0.0, 6.283185307179586 );
				cairo_close_path( context );
				break;
		}
	}
	if ( paint->fill.a > 0 )
	{
		setSource( context, paint->fill );
		cairo_set_fill_rule( context, paint->united ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD );
		cairo_fill_preserve( context );
	}
	if ( paint->stroke.a > 0 )
	{
		setSource( context, paint->stroke );
		cairo_set_line_width( context, paint->strokeWidth );
		cairo_set_dash( context, &paint->dash, paint->dash > 0.0 ? 1 : 0, 0.0 );
		cairo_stroke_preserve( context );
	}
	cairo_new_path( context );
	check( canvas );
}

static void cairoImage( wfCanvas* canvas, const wfImage* image, wfBox2 box )
{
	cairo_t* context = canvas->context;
	cairo_surface_t* surface = wrapPixels( image->pixels, image->width, image->height );
	cairo_save( context );
	clip( context, box );
	cairo_translate( context, box.lower.x, box.lower.y );
	cairo_scale( context, wfBoxWidth( box ) / image->width, wfBoxHeight( box ) / image->height );
	cairo_set_source_surface( context, surface, 0.0, 0.0 );
	// Padding keeps the border of the image from fading into the paper.
	cairo_pattern_set_extend( cairo_get_source( context ), CAIRO_EXTEND_PAD );
	cairo_pattern_set_filter( cairo_get_source( context ), CAIRO_FILTER_GOOD );
	cairo_paint( context );
	cairo_restore( context );
	cairo_surface_finish( surface );
	cairo_surface_destroy( surface );
	check( canvas );
}

static void cairoText( wfCanvas* canvas, wfVec2 position, const wfTextStyle* style, const char* text )
{
	cairo_t* context = canvas->context;
	cairo_text_extents_t extents;
	cairo_save( context );
	cairo_select_font_face( context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
							style->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL );
	cairo_set_font_size( context, style->size );
	cairo_text_extents( context, text, &extents );
	double shift = style->anchor == wf_startAnchor ? 0.0 : style->anchor == wf_middleAnchor ? 0.5 : 1.0;
	cairo_translate( context, position.x, position.y );
	cairo_rotate( context, style->upward ? -1.5707963267948966 : 0.0 );
	cairo_move_to( context, -shift * extents.x_advance, 0.0 );
	setSource( context, style->color );
	cairo_show_text( context, text );
	cairo_restore( context );
	cairo_new_path( context );
	check( canvas );
}

static void cairoPushClip( wfCanvas* canvas, wfBox2 box )
{
	cairo_save( canvas->context );
	clip( canvas->context, box );
	check( canvas );
}

static void cairoPopClip( wfCanvas* canvas )
{
	cairo_restore( canvas->context );
	check( canvas );
}

uint32_t* wfCanvas_BeginPixels( wfCanvas* canvas )
{
	cairo_surface_flush( canvas->surface );
	return canvas->pixels;
}

void wfCanvas_EndPixels( wfCanvas* canvas )
{
	cairo_surface_mark_dirty( canvas->surface );
}

static cairo_status_t appendPng( void* closure, const unsigned char* data, unsigned int size )
{
	wfText_AddBytes( closure, (const char*)data, size );
	return wfText_GetResult( closure ) == wf_ok ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static wfResult writePng( cairo_surface_t* surface, wfText* bytes )
{
	cairo_status_t status = cairo_surface_write_to_png_stream( surface, appendPng, bytes );
	wfResult result = wfText_GetResult( bytes );
	return result != wf_ok ? result : fromCairo( status );
}

wfResult wfEncodePng( const wfImage* image, wfText* bytes )
{
	cairo_surface_t* surface = wrapPixels( image->pixels, image->width, image->height );
	wfResult result = writePng( surface, bytes );
	cairo_surface_finish( surface );
	cairo_surface_destroy( surface );
	return result;
}

static void cairoFinish( wfCanvas* canvas )
{
	cairo_surface_flush( canvas->surface );
	wfCanvas_Check( canvas, writePng( canvas->surface, &canvas->output ) );
}

static void cairoDestroy( wfCanvas* canvas )
{
	if ( canvas->context != NULL )
	{
		cairo_destroy( canvas->context );
	}
	if ( canvas->surface != NULL )
	{
		cairo_surface_finish( canvas->surface );
		cairo_surface_destroy( canvas->surface );
	}
	wfReleaseArray( canvas->pixels, (size_t)canvas->width * (size_t)canvas->height, sizeof( uint32_t ) );
}

const wfCanvasBackend wfCairoBackend = {
	cairoBegin, cairoPaint, cairoImage, cairoText, cairoPushClip, cairoPopClip, cairoFinish, cairoDestroy,
};
