// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Progress on a terminal, and Ctrl-C.
#pragma once

#include <stdbool.h>

// From now on Ctrl-C and a request to terminate only set a flag, so that nothing is left half-written; a second one ends at once.
void wfCatchInterrupts( void );
bool wfIsInterrupted( void );

// A bar on stderr with the time left, shown on a terminal and once work takes longer than a moment.
typedef struct wfProgress
{
	const char* label;
	double began, shownAt;
	bool terminal, shown;
} wfProgress;

void wfProgress_Begin( wfProgress* progress, const char* label );
// A wfProgressFcn; the context is the wfProgress. False: the user wants to stop.
bool wfProgress_Step( double fraction, void* progress );
// Take the bar away.
void wfProgress_End( wfProgress* progress );
// The one that is shown, if any: a message comes.
void wfClearProgress( void );
// Colours only on a terminal, without NO_COLOR, not on a dumb one.
bool wfHasColor( int descriptor );
