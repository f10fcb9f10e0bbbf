// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// SVG written by hand: short relative coordinates in hundredths of a pixel, colours as #rgb, images as embedded PNG.

#include "base/base.h"
#include "picture/canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static wfResult put( wfCanvas* canvas, const char* text )
{
	return wfBytes_Append( &canvas->output, text, strlen( text ) );
}

static wfResult putFormat( wfCanvas* canvas, const char* format, ... ) __attribute__( ( format( printf, 2, 3 ) ) );

static wfResult putFormat( wfCanvas* canvas, const char* format, ... )
{
	char text[256];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( text, sizeof( text ), format, arguments );
	va_end( arguments );
	return put( canvas, text );
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

static wfResult putNumber( wfCanvas* canvas, const char* before, double value, const char* after )
{
	char buffer[24];
	wfResult result = put( canvas, before );
	result = result == wf_ok ? put( canvas, shortNumber( toHundredths( value ), buffer ) ) : result;
	return result == wf_ok ? put( canvas, after ) : result;
}

// Two numbers need no space between them when the second has a sign.
static wfResult putPair( wfCanvas* canvas, const char* command, int64_t x, int64_t y )
{
	char first[24], second[24], text[64];
	shortNumber( x, first );
	shortNumber( y, second );
	bool joined = command[0] == 0 && first[0] != '-';
	snprintf( text, sizeof( text ), "%s%s%s%s%s", command, joined ? " " : "", first, second[0] == '-' ? "" : " ", second );
	return put( canvas, text );
}

static wfResult putColor( wfCanvas* canvas, const char* attribute, wfColor color )
{
	if ( color.a == 0 )
	{
		return putFormat( canvas, " %s=\"none\"", attribute );
	}
	wfResult result = putFormat( canvas, " %s=\"#%02x%02x%02x\"", attribute, color.r, color.g, color.b );
	if ( result == wf_ok && color.a < 255 )
	{
		char number[24];
		result = putFormat( canvas, " %s-opacity=\"%s\"", attribute, shortNumber( ( color.a * 100 + 127 ) / 255, number ) );
	}
	return result;
}

static wfResult svgBegin( wfCanvas* canvas )
{
	return putFormat( canvas,
					  "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%d\" "
					  "height=\"%d\" "
					  "viewBox=\"0 0 %d %d\"",
					  canvas->width, canvas->height, canvas->width, canvas->height ) == wf_ok
			   ? put( canvas, " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n"
							  "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" )
			   : wf_outOfMemory;
}

static wfResult putCircle( wfCanvas* canvas, const wfPathStep* step )
{
	int64_t r = toHundredths( step->radius );
	char radius[24], across[24], back[24], text[192];
	shortNumber( r, radius );
	shortNumber( 2 * r, across );
	shortNumber( -2 * r, back );
	wfResult result = putPair( canvas, "M", toHundredths( step->point.x ) - r, toHundredths( step->point.y ) );
	snprintf( text, sizeof( text ), "a%s %s 0 1 0 %s 0a%s %s 0 1 0 %s 0z", radius, radius, across, radius, radius, back );
	return result == wf_ok ? put( canvas, text ) : result;
}

static wfResult putSteps( wfCanvas* canvas )
{
	int64_t x = 0, y = 0;
	bool line = false;
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < canvas->steps.count && result == wf_ok; ++i )
	{
		const wfPathStep* step = canvas->steps.data + i;
		int64_t px = toHundredths( step->point.x ), py = toHundredths( step->point.y );
		if ( step->kind == wf_closeStep )
		{
			result = put( canvas, "z" );
			line = false;
		}
		else if ( step->kind == wf_circleStep )
		{
			result = putCircle( canvas, step );
			line = false;
		}
		else if ( step->kind == wf_moveStep )
		{
			result = putPair( canvas, "M", px, py );
			line = false;
		}
		else if ( px != x || py != y || !line )
		{
			result = putPair( canvas, line ? "" : "l", px - x, py - y );
			line = true;
		}
		x = step->kind == wf_moveStep || step->kind == wf_lineStep ? px : x;
		y = step->kind == wf_moveStep || step->kind == wf_lineStep ? py : y;
	}
	return result;
}

static wfResult svgPaint( wfCanvas* canvas, const wfPaint* paint )
{
	wfResult result = put( canvas, "<path" );
	result = result == wf_ok ? putColor( canvas, "fill", paint->fill ) : result;
	if ( result == wf_ok && paint->fill.a > 0 && !paint->united )
	{
		result = put( canvas, " fill-rule=\"evenodd\"" );
	}
	if ( result == wf_ok && paint->stroke.a > 0 )
	{
		result = putColor( canvas, "stroke", paint->stroke );
		result = result == wf_ok ? putNumber( canvas, " stroke-width=\"", paint->strokeWidth, "\"" ) : result;
		result = result == wf_ok ? put( canvas, " stroke-linejoin=\"round\" stroke-linecap=\"round\"" ) : result;
		if ( result == wf_ok && paint->dash > 0.0 )
		{
			result = putNumber( canvas, " stroke-dasharray=\"", paint->dash, "\"" );
		}
	}
	result = result == wf_ok ? put( canvas, " d=\"" ) : result;
	result = result == wf_ok ? putSteps( canvas ) : result;
	return result == wf_ok ? put( canvas, "\"/>\n" ) : result;
}

static wfResult putBase64( wfCanvas* canvas, const wfBytes* bytes )
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	wfResult result = wf_ok;
	for ( size_t i = 0; i < bytes->size && result == wf_ok; i += 3 )
	{
		size_t left = bytes->size - i;
		uint32_t group = (uint32_t)bytes->data[i] << 16;
		group |= left > 1 ? (uint32_t)bytes->data[i + 1] << 8 : 0u;
		group |= left > 2 ? (uint32_t)bytes->data[i + 2] : 0u;
		char text[4] = { digits[group >> 18 & 63], digits[group >> 12 & 63], left > 1 ? digits[group >> 6 & 63] : '=',
						 left > 2 ? digits[group & 63] : '=' };
		result = wfBytes_Append( &canvas->output, text, 4 );
	}
	return result;
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

static wfResult svgImage( wfCanvas* canvas, const wfImage* image, wfBox2 box )
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
	result = result == wf_ok ? putNumber( canvas, "<image preserveAspectRatio=\"none\" x=\"", box.lower.x, "\"" ) : result;
	result = result == wf_ok ? putNumber( canvas, " y=\"", box.lower.y, "\"" ) : result;
	result = result == wf_ok ? putNumber( canvas, " width=\"", box.upper.x - box.lower.x, "\"" ) : result;
	result = result == wf_ok ? putNumber( canvas, " height=\"", box.upper.y - box.lower.y, "\"" ) : result;
	result = result == wf_ok ? put( canvas, " xlink:href=\"data:image/png;base64," ) : result;
	result = result == wf_ok ? putBase64( canvas, &png ) : result;
	result = result == wf_ok ? put( canvas, "\"/>\n" ) : result;
	wfBytes_Free( &png );
	wfFreeImage( &owned );
	return result;
}

static wfResult svgText( wfCanvas* canvas, wfVec2 position, const wfTextStyle* style, const char* text )
{
	wfResult result;
	if ( style->upward )
	{
		result = putNumber( canvas, "<text transform=\"translate(", position.x, " " );
		result = result == wf_ok ? putNumber( canvas, "", position.y, ") rotate(-90)\"" ) : result;
	}
	else
	{
		result = putNumber( canvas, "<text x=\"", position.x, "\"" );
		result = result == wf_ok ? putNumber( canvas, " y=\"", position.y, "\"" ) : result;
	}
	result = result == wf_ok ? putNumber( canvas, " font-size=\"", style->size, "\"" ) : result;
	result = result == wf_ok ? putColor( canvas, "fill", style->color ) : result;
	if ( result == wf_ok && style->anchor != wf_startAnchor )
	{
		result = put( canvas, style->anchor == wf_middleAnchor ? " text-anchor=\"middle\"" : " text-anchor=\"end\"" );
	}
	if ( result == wf_ok && style->bold )
	{
		result = put( canvas, " font-weight=\"bold\"" );
	}
	result = result == wf_ok ? put( canvas, ">" ) : result;
	for ( const char* at = text; *at != 0 && result == wf_ok; ++at )
	{
		const char* entity = *at == '<' ? "&lt;" : *at == '>' ? "&gt;" : *at == '&' ? "&amp;" : NULL;
		result = entity != NULL ? put( canvas, entity ) : wfBytes_Append( &canvas->output, at, 1 );
	}
	return result == wf_ok ? put( canvas, "</text>\n" ) : result;
}

static wfResult svgPushClip( wfCanvas* canvas, wfBox2 box )
{
	canvas->clipCount += 1;
	wfResult result = putFormat( canvas, "<clipPath id=\"clip%d\">", canvas->clipCount );
	result = result == wf_ok ? putNumber( canvas, "<rect x=\"", box.lower.x, "\"" ) : result;
	result = result == wf_ok ? putNumber( canvas, " y=\"", box.lower.y, "\"" ) : result;
	result = result == wf_ok ? putNumber( canvas, " width=\"", box.upper.x - box.lower.x, "\"" ) : result;
	result = result == wf_ok ? putNumber( canvas, " height=\"", box.upper.y - box.lower.y, "\"/></clipPath>\n" ) : result;
	return result == wf_ok ? putFormat( canvas, "<g clip-path=\"url(#clip%d)\">\n", canvas->clipCount ) : result;
}

static wfResult svgPopClip( wfCanvas* canvas )
{
	return put( canvas, "</g>\n" );
}

static wfResult svgFinish( wfCanvas* canvas )
{
	return put( canvas, "</svg>\n" );
}

static void svgDestroy( wfCanvas* canvas )
{
	(void)canvas;
}

const wfCanvasBackend wfSvgBackend = {
	svgBegin, svgPaint, svgImage, svgText, svgPushClip, svgPopClip, svgFinish, svgDestroy,
};
