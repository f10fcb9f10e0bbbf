// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "picture/color.h"

#include <math.h>

#define WF_COLOR_SAMPLES 1024

typedef struct wfLab
{
	double l, a, b;
} wfLab;

// OKLab (Ottosson 2020) to linear sRGB.
static void toLinear( wfLab lab, double rgb[3] )
{
	double l = lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b;
	double m = lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b;
	double s = lab.l - 0.0894841775 * lab.a - 1.2914855480 * lab.b;
	l = l * l * l;
	m = m * m * m;
	s = s * s * s;
	rgb[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
	rgb[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
	rgb[2] = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
}

static uint32_t toByte( double linear )
{
	double value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow( linear, 1.0 / 2.4 ) - 0.055;
	return value <= 0.0 ? 0u : value >= 1.0 ? 255u : (uint32_t)( 255.0 * value + 0.5 );
}

// The curve: lightness rises evenly while the hue turns from violet over blue and green to yellow. Chroma is a parabola that
// stays inside what screens can show, lowest where they show least, at cyan: following their limit itself would give the palette
// visible edges.
static wfLab paletteCurve( double t )
{
	double lightness = 0.29 + 0.64 * t, hue = ( 302.0 - 200.0 * t ) * 0.017453292519943295;
	double chroma = 0.0985 + 0.195 * ( t - 0.42 ) * ( t - 0.42 );
	return ( wfLab ){ lightness, chroma * cos( hue ), chroma * sin( hue ) };
}

void wfMakePalette( wfPalette* palette )
{
	double length[WF_COLOR_SAMPLES];
	wfLab before = paletteCurve( 0.0 );
	length[0] = 0.0;
	for ( int32_t i = 1; i < WF_COLOR_SAMPLES; ++i )
	{
		wfLab lab = paletteCurve( (double)i / ( WF_COLOR_SAMPLES - 1 ) );
		double l = lab.l - before.l, a = lab.a - before.a, b = lab.b - before.b;
		length[i] = length[i - 1] + sqrt( l * l + a * a + b * b );
		before = lab;
	}
	int32_t at = 0;
	for ( int32_t i = 0; i < WF_PALETTE_SIZE; ++i )
	{
		double wanted = length[WF_COLOR_SAMPLES - 1] * i / ( WF_PALETTE_SIZE - 1 );
		while ( at < WF_COLOR_SAMPLES - 2 && length[at + 1] < wanted )
		{
			at += 1;
		}
		double part = ( wanted - length[at] ) / ( length[at + 1] - length[at] );
		double rgb[3];
		toLinear( paletteCurve( ( at + part ) / ( WF_COLOR_SAMPLES - 1 ) ), rgb );
		palette->colors[i] = toByte( rgb[0] ) << 16 | toByte( rgb[1] ) << 8 | toByte( rgb[2] );
	}
}

wfColor wfCurveColor( int32_t index )
{
	// After Okabe and Ito's advice: hues that stay apart under every common colour blindness, dark enough for paper.
	static const uint32_t colors[WF_CURVE_COLORS] = { 0xD5401Eu, 0x0A62B0u, 0x0B8F6Bu, 0xC4539Bu,
													  0xE09100u, 0x3FA7DCu, 0x3A3A3Au };
	return wfRgb( colors[(uint32_t)index % WF_CURVE_COLORS] );
}

wfColor wfPathColor( int32_t index )
{
	// Hues the palette does not have, light and dark by turns.
	static const uint32_t colors[WF_PATH_COLORS] = { 0xE8431Fu, 0x16161Du, 0xDC2F94u, 0xFF9A1Fu, 0x8C4A1Eu, 0xF3A9CDu };
	return wfRgb( colors[(uint32_t)index % WF_PATH_COLORS] );
}

uint32_t wfMixColors( uint32_t a, uint32_t b, double part )
{
	uint32_t mixed = 0;
	for ( int32_t shift = 0; shift <= 16; shift += 8 )
	{
		double from = ( a >> shift ) & 255, to = ( b >> shift ) & 255;
		mixed |= (uint32_t)( from + part * ( to - from ) + 0.5 ) << shift;
	}
	return mixed;
}
