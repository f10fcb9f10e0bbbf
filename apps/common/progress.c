// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "command.h"

#include "wayfield/base.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t s_interrupted;

static void onInterrupt( int signal )
{
	(void)signal;
	s_interrupted = 1;
}

void wfCatchInterrupts( void )
{
	struct sigaction action = { 0 };
	action.sa_handler = onInterrupt;
	// The second time the signal does what it does by default.
	action.sa_flags = (int)SA_RESETHAND;
	sigemptyset( &action.sa_mask );
	sigaction( SIGINT, &action, NULL );
	sigaction( SIGTERM, &action, NULL );
	// A reader that closed its end is reported as a failed write.
	signal( SIGPIPE, SIG_IGN );
}

bool wfIsInterrupted( void )
{
	return s_interrupted != 0;
}

bool wfHasColor( int descriptor )
{
	const char* noColor = getenv( "NO_COLOR" );
	const char* terminal = getenv( "TERM" );
	bool able = terminal != NULL && terminal[0] != 0 && strcmp( terminal, "dumb" ) != 0;
	return able && ( noColor == NULL || noColor[0] == 0 ) && isatty( descriptor ) == 1;
}

// A bar for work shorter than this would only flicker.
#define SHOW_AFTER 0.4
#define SHOW_EVERY 0.1
#define BAR_WIDTH 30

static wfProgress* s_shown;

void wfProgress_Begin( wfProgress* progress, const char* label )
{
	const char* terminal = getenv( "TERM" );
	*progress = ( wfProgress ){ .label = label, .began = wfGetSeconds() };
	progress->terminal = isatty( STDERR_FILENO ) == 1 && terminal != NULL && strcmp( terminal, "dumb" ) != 0;
}

static void formatTimeLeft( double seconds, char* buffer, size_t capacity )
{
	if ( seconds < 60.0 )
	{
		snprintf( buffer, capacity, "%.0f s left", seconds + 0.5 );
	}
	else if ( seconds < 3600.0 )
	{
		snprintf( buffer, capacity, "%d:%02d min left", (int)( seconds / 60.0 ), (int)seconds % 60 );
	}
	else
	{
		snprintf( buffer, capacity, "%.1f h left", seconds < 3.6e7 ? seconds / 3600.0 : 1e4 );
	}
}

bool wfProgress_Step( double fraction, void* context )
{
	wfProgress* progress = context;
	double now = wfGetSeconds(), elapsed = now - progress->began;
	if ( progress->terminal && elapsed > SHOW_AFTER && now - progress->shownAt > SHOW_EVERY )
	{
		fraction = fraction < 0.0 ? 0.0 : ( fraction > 1.0 ? 1.0 : fraction );
		char bar[BAR_WIDTH + 1];
		int full = (int)( fraction * BAR_WIDTH );
		memset( bar, '#', (size_t)full );
		memset( bar + full, '.', (size_t)( BAR_WIDTH - full ) );
		bar[BAR_WIDTH] = 0;
		char left[32] = "";
		if ( fraction > 0.02 )
		{
			formatTimeLeft( elapsed * ( 1.0 - fraction ) / fraction, left, sizeof( left ) );
		}
		fprintf( stderr, "\r%-12s [%s] %3.0f %%  %-16s", progress->label, bar, 100.0 * fraction, left );
		fflush( stderr );
		progress->shownAt = now;
		progress->shown = true;
		s_shown = progress;
	}
	return !wfIsInterrupted();
}

void wfProgress_End( wfProgress* progress )
{
	if ( progress->shown )
	{
		fprintf( stderr, "\r%-79s\r", "" );
		fflush( stderr );
	}
	progress->shown = false;
	s_shown = NULL;
}

void wfClearProgress( void )
{
	if ( s_shown != NULL )
	{
		wfProgress_End( s_shown );
	}
}
