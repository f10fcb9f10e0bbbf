// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// SVG written by hand: short relative coordinates in hundredths of a pixel, colours as #rgb, images as embedded PNG.

#include "picture/canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int64_t toHundredths( double value )
{
	double bound = 1e9;
	value = value < -bound ? -bound : value > bound ? bound : value;
	return llround( value * 100.0 );
}

typedef struct wfShortNumber
{
	char text[24];
} wfShortNumber;

// printf would write a decimal comma under some locales, so numbers are put together from integers.
static wfShortNumber shorten( int64_t hundredths )
{
	uint64_t size = (uint64_t)( hundredths < 0 ? -hundredths : hundredths );
	unsigned whole = (unsigned)( size / 100 ), rest = (unsigned)( size % 100 );
	char head[16] = "", tail[8] = "";
	if ( whole > 0 || rest == 0 )
	{
		snprintf( head, sizeof( head ), "%u", whole );
	}
	if ( rest > 0 )
	{
		snprintf( tail, sizeof( tail ), ".%02u", rest );
		tail[rest % 10 == 0 ? 2 : 3] = 0;
	}
	wfShortNumber number;
	snprintf( number.text, sizeof( number.text ), "%s%s%s", hundredths < 0 ? "-" : "", head, tail );
	return number;
}

static wfShortNumber format( double value )
{
	return shorten( toHundredths( value ) );
}

// Two numbers need no space between them when the second has a sign.
static void putPair( wfText* out, const char* command, int64_t x, int64_t y )
{
	wfShortNumber first = shorten( x ), second = shorten( y );
	bool joined = command[0] == 0 && first.text[0] != '-';
	wfText_Add( out, "%s%s%s%s%s", command, joined ? " " : "", first.text, second.text[0] == '-' ? "" : " ", second.text );
}

static void putBox( wfText* out, wfBox2 box )
{
	wfText_Add( out, " x=\"%s\" y=\"%s\"", format( box.lower.x ).text, format( box.lower.y ).text );
	wfText_Add( out, " width=\"%s\" height=\"%s\"", format( wfBoxWidth( box ) ).text, format( wfBoxHeight( box ) ).text );
}

static void putColor( wfText* out, const char* attribute, wfColor color )
{
	if ( color.a == 0 )
	{
		wfText_Add( out, " %s=\"none\"", attribute );
		return;
	}
	wfText_Add( out, " %s=\"#%02x%02x%02x\"", attribute, color.r, color.g, color.b );
	if ( color.a < 255 )
	{
		wfText_Add( out, " %s-opacity=\"%s\"", attribute, shorten( ( color.a * 100 + 127 ) / 255 ).text );
	}
}

static void svgBegin( wfCanvas* canvas )
{
	wfText_Add( &canvas->output,
				"<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%d\" "
				"height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n"
				"<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
				canvas->width, canvas->height, canvas->width, canvas->height );
	wfCanvas_Check( canvas, wfText_GetResult( &canvas->output ) );
}

static void putCircle( wfText* out, const wfDrawCommand* circle )
{
	int64_t r = toHundredths( circle->radius );
	wfShortNumber radius = shorten( r ), across = shorten( 2 * r ), back = shorten( -2 * r );
	putPair( out, "M", toHundredths( circle->point.x ) - r, toHundredths( circle->point.y ) );
	wfText_Add( out, "a%s %s 0 1 0 %s 0a%s %s 0 1 0 %s 0z", radius.text, radius.text, across.text, radius.text, radius.text,
				back.text );
}

static void putPath( wfCanvas* canvas )
{
	wfText* out = &canvas->output;
	int64_t x = 0, y = 0;
	bool line = false;
	for ( int32_t i = 0; i < canvas->path.count; ++i )
	{
		const wfDrawCommand* command = canvas->path.data + i;
		int64_t px = toHundredths( command->point.x ), py = toHundredths( command->point.y );
		switch ( command->kind )
		{
			case wf_closeCommand:
				wfText_AddString( out, "z" );
				line = false;
				continue;
			case wf_circleCommand:
				putCircle( out, command );
				line = false;
				continue;
			case wf_moveCommand:
				putPair( out, "M", px, py );
				line = false;
				break;
			case wf_lineCommand:
				if ( px != x || py != y || !line )
				{
					putPair( out, line ? "" : "l", px - x, py - y );
					line = true;
				}
				break;
		}
		x = px;
		y = py;
	}
}

static void svgPaint( wfCanvas* canvas, const wfPaint* paint )
{
	wfText* out = &canvas->output;
	wfText_AddString( out, "<path" );
	putColor( out, "fill", paint->fill );
	if ( paint->fill.a > 0 && !paint->united )
	{
		wfText_AddString( out, " fill-rule=\"evenodd\"" );
	}
	if ( paint->stroke.a > 0 )
	{
		putColor( out, "stroke", paint->stroke );
		wfText_Add( out, " stroke-width=\"%s\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
					format( paint->strokeWidth ).text );
		if ( paint->dash > 0.0 )
		{
			wfText_Add( out, " stroke-dasharray=\"%s\"", format( paint->dash ).text );
		}
	}
	wfText_AddString( out, " d=\"" );
	putPath( canvas );
	wfText_AddString( out, "\"/>\n" );
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
	wfText* out = &canvas->output;
	wfText png = { 0 };
	wfImage owned = { 0 };
	wfResult result = wfEncodePng( image, &png );
	while ( result == wf_ok && png.length * 4 / 3 > canvas->imageLimit && image->width > 128 && image->height > 128 )
	{
		wfImage half = { 0 };
		wfText_Free( &png );
		result = halveImage( image, &half );
		wfFreeImage( &owned );
		owned = half;
		image = &owned;
		result = result == wf_ok ? wfEncodePng( image, &png ) : result;
	}
	wfCanvas_Check( canvas, result );
	wfText_AddString( out, "<image preserveAspectRatio=\"none\"" );
	putBox( out, box );
	wfText_AddString( out, " xlink:href=\"data:image/png;base64," );
	wfText_AddBase64( out, png.data, png.length );
	wfText_AddString( out, "\"/>\n" );
	wfText_Free( &png );
	wfFreeImage( &owned );
}

static void svgText( wfCanvas* canvas, wfVec2 position, const wfTextStyle* style, const char* text )
{
	wfText* out = &canvas->output;
	wfText_Add( out, style->upward ? "<text transform=\"translate(%s %s) rotate(-90)\"" : "<text x=\"%s\" y=\"%s\"",
				format( position.x ).text, format( position.y ).text );
	wfText_Add( out, " font-size=\"%s\"", format( style->size ).text );
	putColor( out, "fill", style->color );
	if ( style->anchor != wf_startAnchor )
	{
		wfText_Add( out, " text-anchor=\"%s\"", style->anchor == wf_middleAnchor ? "middle" : "end" );
	}
	wfText_AddString( out, style->bold ? " font-weight=\"bold\">" : ">" );
	for ( const char* at = text; *at != 0; ++at )
	{
		const char* entity = *at == '<' ? "&lt;" : *at == '>' ? "&gt;" : *at == '&' ? "&amp;" : NULL;
		wfText_AddBytes( out, entity != NULL ? entity : at, entity != NULL ? strlen( entity ) : 1 );
	}
	wfText_AddString( out, "</text>\n" );
}

static void svgPushClip( wfCanvas* canvas, wfBox2 box )
{
	canvas->clipCount += 1;
	wfText_Add( &canvas->output, "<clipPath id=\"clip%d\"><rect", canvas->clipCount );
	putBox( &canvas->output, box );
	wfText_Add( &canvas->output, "/></clipPath>\n<g clip-path=\"url(#clip%d)\">\n", canvas->clipCount );
}

static void svgPopClip( wfCanvas* canvas )
{
	wfText_AddString( &canvas->output, "</g>\n" );
}

static void svgFinish( wfCanvas* canvas )
{
	wfText_AddString( &canvas->output, "</svg>\n" );
	wfCanvas_Check( canvas, wfText_GetResult( &canvas->output ) );
}

const wfCanvasBackend wfSvgBackend = {
	svgBegin, svgPaint, svgImage, svgText, svgPushClip, svgPopClip, svgFinish, NULL,
};
