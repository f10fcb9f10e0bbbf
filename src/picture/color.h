// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Colours that are told apart on every screen and by colour-blind readers.
#pragma once

#include "picture/canvas.h"

#define WF_PALETTE_SIZE 256
#define WF_CURVE_COLORS 7
#define WF_PATH_COLORS 6
#define WF_AGENT_COLORS ( 3 * ( WF_CURVE_COLORS - 1 ) )

#define WF_INK 0x1B1E2Bu	// text and frames
#define WF_FAINT 0x6B7080u	// less important text
#define WF_WALL 0x12141Cu	// obstacles
#define WF_MARGIN 0x565B6Bu // free for a point, too close to an obstacle for the agent
#define WF_CLOSED 0x3B4A63u // terrain this kind of agent may not enter
#define WF_APART 0xDCDDE3u	// free, but not connected to the goal
#define WF_APART_LINE 0xB3B6C2u
#define WF_BARE 0xF1F2F5u	 // free, where there is no field
#define WF_TERRAIN 0x8A5A2Bu // tint of costly ground
#define WF_FLAT 0xFF1F57u	 // where descent gets stuck
#define WF_GOAL 0xE8112Du
#define WF_MEASURED 0x0B7A75u // lines whose flow was measured
#define WF_FLOOR 0xFBFBFCu	  // to walk on, where people are shown
#define WF_SOLID 0x8E94A3u	  // walls there: lighter than the people before them
#define WF_SOLID_EDGE 0x30343Fu
#define WF_SWAMP 0x2E7D8Au	  // ground that only some kinds may enter
#define WF_STRANGER 0xA9AEBBu // people in no group, where there are groups
#define WF_STROKE 0xB77900u	  // sketches that no group follows
#define WF_ARRIVED 0xC3C7D1u  // people after their last stop

// From violet (far) to yellow (goal) by equal steps of perceived difference, lightness always rising.
typedef struct wfPalette
{
	uint32_t colors[WF_PALETTE_SIZE]; // 0xRRGGBB
} wfPalette;

void wfMakePalette( wfPalette* palette );
// From orange (standing) to indigo (fast), for lines and discs on paper.
void wfMakeSpeedPalette( wfPalette* palette );
// From paper (nothing) over yellow and red to violet (much).
void wfMakeHeatPalette( wfPalette* palette );

static inline uint32_t wfPaletteColor( const wfPalette* palette, double level )
{
	double place = level * ( WF_PALETTE_SIZE - 1 ) + 0.5;
	return palette->colors[place < 0.0 ? 0 : place >= WF_PALETTE_SIZE ? WF_PALETTE_SIZE - 1 : (int32_t)place];
}

// For curves on paper and for paths on the palette, the most different first.
wfColor wfCurveColor( int32_t index );
wfColor wfPathColor( int32_t index );
// Of groups: one of WF_GROUP_COLORS hues, lighter and darker from the second group on that has it.
wfColor wfGroupColor( int32_t hue, int32_t shade );
// Of one among many people: WF_AGENT_COLORS different ones by turns.
wfColor wfAgentColor( uint32_t index );

// Parts of `b` mixed into `a`, both 0xRRGGBB.
uint32_t wfMixColors( uint32_t a, uint32_t b, double part );
wfColor wfDarken( wfColor color, double part );
