// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a run says of its explorers: how far they walked, how fast they saw how much, which places stayed closed.

#include "run.h"

#include <math.h>
#include <stdlib.h>

#define MOST_CLOSED 8 // places that the text lists

static const char* nameOutcome( const wfExploreSummary* summary )
{
	return !isnan( summary->found )		 ? "found"
		   : summary->timedOut			 ? "timed out"
		   : !isnan( summary->explored ) ? "explored"
										 : "not done";
}

static double timeOf( const wfExploreSummary* summary )
{
	return !isnan( summary->found ) ? summary->found : !isnan( summary->explored ) ? summary->explored : summary->seconds;
}

int32_t wfCountUndone( const wfExploreTrack* track )
{
	wfExploreSummary summary;
	int32_t count = 0;
	for ( int32_t team = 0; wfExploreTrack_GetSummary( track, team, &summary ); ++team )
	{
		count += isnan( summary.found ) && isnan( summary.explored ) ? 1 : 0;
	}
	return count;
}

// ------------------------------------------------------------------------------------------------------------------ JSON

static void addCurve( wfJsonOut* json, const wfExploreTrack* track, int32_t team )
{
	int32_t count = wfExploreTrack_GetCurve( track, team, NULL, NULL, 0 );
	double* seconds = wfNewArray( (size_t)count + 1, sizeof( double ) );
	double* shares = wfNewArray( (size_t)count + 1, sizeof( double ) );
	wfExploreTrack_GetCurve( track, team, seconds, shares, count );
	wfJsonOut_Numbers( json, "curve_seconds", seconds, count );
	wfJsonOut_Numbers( json, "curve_shares", shares, count );
	free( seconds );
	free( shares );
}

void wfAddExplorersAsJson( wfJsonOut* json, const wfExploreTrack* track )
{
	wfExploreSummary summary;
	wfJsonOut_BeginList( json, "explorers" );
	for ( int32_t team = 0; wfExploreTrack_GetSummary( track, team, &summary ); ++team )
	{
		wfJsonOut_BeginObject( json, NULL );
		wfJsonOut_String( json, "outcome", nameOutcome( &summary ) );
		wfJsonOut_Integer( json, "count", summary.explorers );
		wfJsonOut_Number( json, "seconds", timeOf( &summary ) );
		wfJsonOut_Number( json, "saw_seconds", summary.saw );
		wfJsonOut_Number( json, "found_seconds", summary.found );
		wfJsonOut_Number( json, "explored_seconds", summary.explored );
		if ( !isnan( summary.found ) )
		{
			wfJsonOut_Point( json, "found_at", summary.foundAt.x, summary.foundAt.y );
		}
		wfJsonOut_Number( json, "path_length", summary.walked );
		wfJsonOut_Number( json, "longest_path", summary.longest );
		wfJsonOut_Integer( json, "decisions", summary.decisions );
		wfJsonOut_Integer( json, "turned_back", summary.turnedBack );
		wfJsonOut_BeginList( json, "shares" );
		for ( int32_t k = 0; k < 4; ++k )
		{
			wfJsonOut_BeginRow( json, NULL );
			wfJsonOut_Number( json, "share", summary.shares[k].share );
			wfJsonOut_Number( json, "seconds", summary.shares[k].seconds );
			wfJsonOut_Number( json, "path_length", summary.shares[k].walked );
			wfJsonOut_End( json );
		}
		wfJsonOut_End( json );
		wfJsonOut_Number( json, "cell", summary.cellSize );
		wfJsonOut_Integer( json, "free_cells", summary.freeCells );
		wfJsonOut_Integer( json, "wall_cells", summary.wallCells );
		wfJsonOut_Integer( json, "unknown_cells", summary.unknownCells );
		wfJsonOut_Integer( json, "open_frontiers", summary.frontiers );
		wfJsonOut_BeginList( json, "closed_places" );
		for ( int32_t k = 0; k < summary.closedCount; ++k )
		{
			wfJsonOut_BeginRow( json, NULL );
			wfJsonOut_Point( json, "place", summary.closed[k].place.x, summary.closed[k].place.y );
			wfJsonOut_Number( json, "length", summary.closed[k].length );
			wfJsonOut_End( json );
		}
		wfJsonOut_End( json );
		addCurve( json, track, team );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
}

// ------------------------------------------------------------------------------------------------------------------ text

static int compareLengths( const void* a, const void* b )
{
	double x = ( (const wfClosedPlace*)a )->length, y = ( (const wfClosedPlace*)b )->length;
	return x < y ? 1 : x > y ? -1 : 0;
}

// The longest first: what is behind them may be worth a look.
static void addClosed( wfText* text, const wfExploreSummary* summary )
{
	if ( summary->closedCount == 0 )
	{
		return;
	}
	wfClosedPlace* places = wfNewArray( (size_t)summary->closedCount, sizeof( wfClosedPlace ) );
	for ( int32_t k = 0; k < summary->closedCount; ++k )
	{
		places[k] = summary->closed[k];
	}
	qsort( places, (size_t)summary->closedCount, sizeof( wfClosedPlace ), compareLengths );
	wfText_Add( text, "closed places    %s that nobody of this size can see:", wfShowCount( summary->closedCount ) );
	for ( int32_t k = 0; k < summary->closedCount && k < MOST_CLOSED; ++k )
	{
		wfText_Add( text, "%s %.4g,%.4g (%.2g m)", k > 0 ? "," : "", places[k].place.x, places[k].place.y, places[k].length );
	}
	wfText_AddString( text, summary->closedCount > MOST_CLOSED ? ", ...; --json has all of them\n" : "\n" );
	free( places );
}

static void addTeam( wfText* text, const wfExploreSummary* summary )
{
	const char* outcome = nameOutcome( summary );
	bool isDone = !isnan( summary->found ) || !isnan( summary->explored );
	wfText_Add( text, "explorers        %s: %s after %.1f s", wfShowCount( summary->explorers ), outcome, timeOf( summary ) );
	if ( !isnan( summary->found ) )
	{
		wfText_Add( text, " at %.4g,%.4g", summary->foundAt.x, summary->foundAt.y );
	}
	if ( !isDone && summary->frontiers > 0 )
	{
		wfText_Add( text, ", %s frontier%s open", wfShowCount( summary->frontiers ), summary->frontiers == 1 ? "" : "s" );
	}
	wfText_Add( text, "\nway              %.1f m", summary->walked );
	if ( summary->explorers > 1 )
	{
		wfText_Add( text, " together, %.1f m the longest", summary->longest );
	}
	wfText_Add( text, "; %s decisions, %s times back to what was left\n", wfShowCount( summary->decisions ),
				wfShowCount( summary->turnedBack ) );
	wfText_AddString( text, "seen             " );
	for ( int32_t k = 0; k < 4; ++k )
	{
		const wfExploreShare* share = &summary->shares[k];
		if ( share->share != 0.95 && !isnan( share->seconds ) )
		{
			wfText_Add( text, "%s%g %% after %.1f s and %.1f m", k > 0 ? ", " : "", 100.0 * share->share, share->seconds,
						share->walked );
		}
	}
	int64_t known = summary->freeCells + summary->wallCells;
	wfText_Add( text, "\nmap              %s cells of %g m known, %s free, %s unknown\n", wfShowCount( known ), summary->cellSize,
				wfShowCount( summary->freeCells ), wfShowCount( summary->unknownCells ) );
	addClosed( text, summary );
}

void wfAddExplorersAsText( wfText* text, const wfExploreTrack* track )
{
	wfExploreSummary summary;
	for ( int32_t team = 0; wfExploreTrack_GetSummary( track, team, &summary ); ++team )
	{
		addTeam( text, &summary );
	}
}
