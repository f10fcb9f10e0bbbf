// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// SVG written by hand: short relative coordinates in hundredths of a pixel, colours as #rgb, images as embedded PNG.

#include "base/base.h"
#include "picture/canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void putBytes( wfCanvas* canvas, const char* text, size_t size )
{
	if ( canvas->result == wf_ok )
	{
		canvas->result = wfBytes_Append( &canvas->output, text, size );
	}
}

static void put( wfCanvas* canvas, const char* text )
{
	putBytes( canvas, text, strlen( text ) );
}

static void putFormat( wfCanvas* canvas, const char* format, ... ) __attribute__( ( format( printf, 2, 3 ) ) );

static void putFormat( wfCanvas* canvas, const char* format, ... )
{
	char text[256];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( text, sizeof( text ), format, arguments );
	va_end( arguments );
	put( canvas, text );
}

static int64_t toHundredths( double value )
{
	double bound = 1e9;
	value = value < -bound ? -bound : value > bound ? bound : value;
	return llround( value * 100.0 );
}

// printf would write a decimal comma under some locales, so numbers are put together from integers. The buffer holds 24
// characters.
static const char* shortNumber( int64_t hundredths, char* buffer )
{
	uint64_t size = (uint64_t)( hundredths < 0 ? -hundredths : hundredths );
	unsigned whole = (unsigned)( size / 100 ), rest = (unsigned)( size % 100 );
	const char* sign = hundredths < 0 ? "-" : "";
	if ( rest == 0 )
	{
		snprintf( buffer, 24, "%s%u", sign, whole );
		return buffer;
	}
	char head[16] = "";
	if ( whole > 0 )
	{
		snprintf( head, sizeof( head ), "%u", whole );
	}
	if ( rest % 10 == 0 )
	{
		snprintf( buffer, 24, "%s%s.%u", sign, head, rest / 10 );
	}
	else
	{
		snprintf( buffer, 24, "%s%s.%02u", sign, head, rest );
	}
	return buffer;
}

static void putNumber( wfCanvas* canvas, const char* before, double value, const char* after )
{
	char buffer[24];
	put( canvas, before );
	put( canvas, shortNumber( toHundredths( value ), buffer ) );
	put( canvas, after );
}

// Two numbers need no space between them when the second has a sign.
static void putPair( wfCanvas* canvas, const char* command, int64_t x, int64_t y )
{
	char first[24], second[24], text[64];
	shortNumber( x, first );
	shortNumber( y, second );
	bool joined = command[0] == 0 && first[0] != '-';
	snprintf( text, sizeof( text ), "%s%s%s%s%s", command, joined ? " " : "", first, second[0] == '-' ? "" : " ", second );
	put( canvas, text );
}

static void putColor( wfCanvas* canvas, const char* attribute, wfColor color )
{
	if ( color.a == 0 )
	{
		putFormat( canvas, " %s=\"none\"", attribute );
		return;
	}
	putFormat( canvas, " %s=\"#%02x%02x%02x\"", attribute, color.r, color.g, color.b );
	if ( color.a < 255 )
	{
		char number[24];
		putFormat( canvas, " %s-opacity=\"%s\"", attribute, shortNumber( ( color.a * 100 + 127 ) / 255, number ) );
	}
}

static void svgBegin( wfCanvas* canvas )
{
	putFormat( canvas,
			   "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%d\" "
			   "height=\"%d\" "
			   "viewBox=\"0 0 %d %d\"",
			   canvas->width, canvas->height, canvas->width, canvas->height );
	put( canvas, " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n"
				 "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" );
}

static void putCircle( wfCanvas* canvas, const wfPathStep* step )
{
	int64_t r = toHundredths( step->radius );
	char radius[24], across[24], back[24], text[192];
	shortNumber( r, radius );
	shortNumber( 2 * r, across );
	shortNumber( -2 * r, back );
	putPair( canvas, "M", toHundredths( step->point.x ) - r, toHundredths( step->point.y ) );
	snprintf( text, sizeof( text ), "a%s %s 0 1 0 %s 0a%s %s 0 1 0 %s 0z", radius, radius, across, radius, radius, back );
	put( canvas, text );
}

static void putSteps( wfCanvas* canvas )
{
	int64_t x = 0, y = 0;
	bool line = false;
	for ( int32_t i = 0; i < canvas->steps.count; ++i )
	{
		const wfPathStep* step = canvas->steps.data + i;
		int64_t px = toHundredths( step->point.x ), py = toHundredths( step->point.y );
		if ( step->kind == wf_closeStep )
		{
			put( canvas, "z" );
			line = false;
		}
		else if ( step->kind == wf_circleStep )
		{
			putCircle( canvas, step );
			line = false;
		}
		else if ( step->kind == wf_moveStep )
		{
			putPair( canvas, "M", px, py );
			line = false;
		}
		else if ( px != x || py != y || !line )
		{
			putPair( canvas, line ? "" : "l", px - x, py - y );
			line = true;
		}
		x = step->kind == wf_moveStep || step->kind == wf_lineStep ? px : x;
		y = step->kind == wf_moveStep || step->kind == wf_lineStep ? py : y;
	}
}

static void svgPaint( wfCanvas* canvas, const wfPaint* paint )
{
	put( canvas, "<path" );
	putColor( canvas, "fill", paint->fill );
	if ( paint->fill.a > 0 && !paint->united )
	{
		put( canvas, " fill-rule=\"evenodd\"" );
	}
	if ( paint->stroke.a > 0 )
	{
		putColor( canvas, "stroke", paint->stroke );
		putNumber( canvas, " stroke-width=\"", paint->strokeWidth, "\"" );
		put( canvas, " stroke-linejoin=\"round\" stroke-linecap=\"round\"" );
		if ( paint->dash > 0.0 )
		{
			putNumber( canvas, " stroke-dasharray=\"", paint->dash, "\"" );
		}
	}
	put( canvas, " d=\"" );
	putSteps( canvas );
	put( canvas, "\"/>\n" );
}

static void putBase64( wfCanvas* canvas, const wfBytes* bytes )
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for ( size_t i = 0; i < bytes->size; i += 3 )
	{
		size_t left = bytes->size - i;
		uint32_t group = (uint32_t)bytes->data[i] << 16;
		group |= left > 1 ? (uint32_t)bytes->data[i + 1] << 8 : 0u;
		group |= left > 2 ? (uint32_t)bytes->data[i + 2] : 0u;
		char text[4] = { digits[group >> 18 & 63], digits[group >> 12 & 63], left > 1 ? digits[group >> 6 & 63] : '=',
						 left > 2 ? digits[group & 63] : '=' };
		putBytes( canvas, text, 4 );
	}
}

// Half as wide and high, each pixel the mean of those it stands for.
static wfResult halveImage( const wfImage* image, wfImage* half )
{
	wfResult result = wfAllocateImage( ( image->width + 1 ) / 2, ( image->height + 1 ) / 2, half );
	for ( int32_t y = 0; y < half->height && result == wf_ok; ++y )
	{
		for ( int32_t x = 0; x < half->width; ++x )
		{
			uint32_t r = 0, g = 0, b = 0, count = 0;
			for ( int32_t v = 2 * y; v < 2 * y + 2 && v < image->height; ++v )
			{
				for ( int32_t u = 2 * x; u < 2 * x + 2 && u < image->width; ++u )
				{
					uint32_t pixel = image->pixels[(int64_t)v * image->width + u];
					r += pixel >> 16 & 255;
					g += pixel >> 8 & 255;
					b += pixel & 255;
					count += 1;
				}
			}
			half->pixels[(int64_t)y * half->width + x] = ( r / count ) << 16 | ( g / count ) << 8 | b / count;
		}
	}
	return result;
}

static void svgImage( wfCanvas* canvas, const wfImage* image, wfBox2 box )
{
	wfBytes png = { 0 };
	wfImage owned = { 0 };
	wfResult result = wfEncodePng( image, &png );
	while ( result == wf_ok && png.size * 4 / 3 > canvas->imageLimit && image->width > 128 && image->height > 128 )
	{
		wfImage half = { 0 };
		wfBytes_Free( &png );
		result = halveImage( image, &half );
		wfFreeImage( &owned );
		owned = half;
		image = &owned;
		result = result == wf_ok ? wfEncodePng( image, &png ) : result;
	}
	wfCanvas_Check( canvas, result );
	putNumber( canvas, "<image preserveAspectRatio=\"none\" x=\"", box.lower.x, "\"" );
	putNumber( canvas, " y=\"", box.lower.y, "\"" );
	putNumber( canvas, " width=\"", box.upper.x - box.lower.x, "\"" );
	putNumber( canvas, " height=\"", box.upper.y - box.lower.y, "\"" );
	put( canvas, " xlink:href=\"data:image/png;base64," );
	putBase64( canvas, &png );
	put( canvas, "\"/>\n" );
	wfBytes_Free( &png );
	wfFreeImage( &owned );
}

static void svgText( wfCanvas* canvas, wfVec2 position, const wfTextStyle* style, const char* text )
{
	if ( style->upward )
	{
		putNumber( canvas, "<text transform=\"translate(", position.x, " " );
		putNumber( canvas, "", position.y, ") rotate(-90)\"" );
	}
	else
	{
		putNumber( canvas, "<text x=\"", position.x, "\"" );
		putNumber( canvas, " y=\"", position.y, "\"" );
	}
	putNumber( canvas, " font-size=\"", style->size, "\"" );
	putColor( canvas, "fill", style->color );
	if ( style->anchor != wf_startAnchor )
	{
		put( canvas, style->anchor == wf_middleAnchor ? " text-anchor=\"middle\"" : " text-anchor=\"end\"" );
	}
	if ( style->bold )
	{
		put( canvas, " font-weight=\"bold\"" );
	}
	put( canvas, ">" );
	for ( const char* at = text; *at != 0; ++at )
	{
		const char* entity = *at == '<' ? "&lt;" : *at == '>' ? "&gt;" : *at == '&' ? "&amp;" : NULL;
		putBytes( canvas, entity != NULL ? entity : at, entity != NULL ? strlen( entity ) : 1 );
	}
	put( canvas, "</text>\n" );
}

static void svgPushClip( wfCanvas* canvas, wfBox2 box )
{
	canvas->clipCount += 1;
	putFormat( canvas, "<clipPath id=\"clip%d\">", canvas->clipCount );
	putNumber( canvas, "<rect x=\"", box.lower.x, "\"" );
	putNumber( canvas, " y=\"", box.lower.y, "\"" );
	putNumber( canvas, " width=\"", box.upper.x - box.lower.x, "\"" );
	putNumber( canvas, " height=\"", box.upper.y - box.lower.y, "\"/></clipPath>\n" );
	putFormat( canvas, "<g clip-path=\"url(#clip%d)\">\n", canvas->clipCount );
}

static void svgPopClip( wfCanvas* canvas )
{
	put( canvas, "</g>\n" );
}

static void svgFinish( wfCanvas* canvas )
{
	put( canvas, "</svg>\n" );
}

static void svgDestroy( wfCanvas* canvas )
{
	(void)canvas;
}

const wfCanvasBackend wfSvgBackend = {
	svgBegin, svgPaint, svgImage, svgText, svgPushClip, svgPopClip, svgFinish, svgDestroy,
};
