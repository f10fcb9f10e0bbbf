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
static wfLab fieldCurve( double t )
{
	double lightness = 0.29 + 0.64 * t, hue = ( 302.0 - 200.0 * t ) * 0.017453292519943295;
	double chroma = 0.0985 + 0.195 * ( t - 0.42 ) * ( t - 0.42 );
	return ( wfLab ){ lightness, chroma * cos( hue ), chroma * sin( hue ) };
}

// Orange over red and magenta to indigo, lightness always falling: slow walkers glow, fast ones recede, and both are dark enough
// for thin lines on paper.
static wfLab speedCurve( double t )
{
	double lightness = 0.76 - 0.42 * t, hue = ( 68.0 - 146.0 * t ) * 0.017453292519943295;
	double chroma = 0.152 + 0.03 * sin( 3.141592653589793 * t );
	return ( wfLab ){ lightness, chroma * cos( hue ), chroma * sin( hue ) };
}

// Paper over yellow and red to a dark violet, lightness always falling: nothing looks like nothing.
static wfLab heatCurve( double t )
{
	double lightness = 0.975 - 0.69 * t, hue = ( 105.0 - 155.0 * t * sqrt( t ) ) * 0.017453292519943295;
	// Colour comes before darkness, else low densities look like dirt.
	double chroma = t < 0.15 ? 0.006 + 0.93 * t : 0.1455 + 0.05 * sin( 3.141592653589793 * ( t - 0.15 ) / 0.85 );
	return ( wfLab ){ lightness, chroma * cos( hue ), chroma * sin( hue ) };
}

typedef wfLab wfColorCurve( double t );

// Colours at equal lengths along a curve.
static void walkCurve( wfColorCurve* curve, wfPalette* palette )
{
	double length[WF_COLOR_SAMPLES];
	wfLab before = curve( 0.0 );
	length[0] = 0.0;
	for ( int32_t i = 1; i < WF_COLOR_SAMPLES; ++i )
	{
		wfLab lab = curve( (double)i / ( WF_COLOR_SAMPLES - 1 ) );
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
		toLinear( curve( ( at + part ) / ( WF_COLOR_SAMPLES - 1 ) ), rgb );
		palette->colors[i] = toByte( rgb[0] ) << 16 | toByte( rgb[1] ) << 8 | toByte( rgb[2] );
	}
}

void wfMakePalette( wfPalette* palette )
{
	walkCurve( fieldCurve, palette );
}

void wfMakeSpeedPalette( wfPalette* palette )
{
	walkCurve( speedCurve, palette );
}

void wfMakeHeatPalette( wfPalette* palette )
{
	walkCurve( heatCurve, palette );
}

wfColor wfAgentColor( uint32_t index )
{
	// The hues of the curves, then lighter, then darker.
	uint32_t rgb = wfPackColor( wfCurveColor( (int32_t)( index % ( WF_CURVE_COLORS - 1 ) ) ) );
	uint32_t round = index / ( WF_CURVE_COLORS - 1 ) % 3;
	return wfRgb( round == 0 ? rgb : wfMixColors( rgb, round == 1 ? 0xFFFFFFu : 0x000000u, 0.3 ) );
}

wfColor wfGroupColor( int32_t hue, int32_t shade )
{
	uint32_t rgb = wfPackColor( wfCurveColor( hue ) );
	int32_t round = shade % 4;
	return wfRgb( round == 0   ? rgb
				  : round == 1 ? wfMixColors( rgb, 0x000000u, 0.45 )
				  : round == 2 ? wfMixColors( rgb, 0xFFFFFFu, 0.4 )
							   : wfMixColors( rgb, 0x000000u, 0.22 ) );
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

wfColor wfDarken( wfColor color, double part )
{
	return wfRgb( wfMixColors( wfPackColor( color ), 0x000000u, part ) );
}
