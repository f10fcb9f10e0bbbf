// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a run says of its groups: how they did, and which orders were not followed as they were given.

#include "run_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_GROUPS 16 // that the text lists
#define MOST_TROUBLES 12
#define MOST_TIMES 4

static const char* const s_modes[] = { "idle", "free", "travels", "holds", "engaged" };
static const char* const s_ends[] = { "stands idle", "goes freely", "travels", "holds", "is engaged" };
_Static_assert( sizeof( s_modes ) / sizeof( s_modes[0] ) == wf_groupModeCount &&
					sizeof( s_ends ) / sizeof( s_ends[0] ) == wf_groupModeCount,
				"modes are named in their order" );

// Of an order whose place cannot be had: as JSON calls it, and what stands behind the place.
static const struct
{
	const char *name, *says;
} s_obstacles[] = { { "none", " cannot be reached" },
					{ "wall", " lies in a wall, or too near to one" },
					{ "border", " lies outside of the world" },
					{ "forbidden", " lies on ground that not all of it may enter" },
					{ "width", " has no room for its rigid formation" },
					{ "route", " cannot be reached: there is no way" } };
_Static_assert( sizeof( s_obstacles ) / sizeof( s_obstacles[0] ) == wf_groupObstacleCount, "obstacles are named in their order" );

// Sorts them.
static double getQuantile( const wfRunSamples* samples, double share )
{
	if ( samples->count == 0 )
	{
		return NAN;
	}
	qsort( samples->values, (size_t)samples->count, sizeof( double ), wfCompareNumbers );
	int64_t k = (int64_t)ceil( share * (double)samples->count ) - 1;
	return samples->values[k < 0 ? 0 : k];
}

// ------------------------------------------------------------------------------------------------------------------ JSON

static void addTimes( wfJsonOut* json, const char* name, const wfRunSamples* times )
{
	wfJsonOut_Numbers( json, name, times->values, (int32_t)times->count );
}

static void addPlace( wfJsonOut* json, const char* name, wfVec3 place, bool onSurface )
{
	wfJsonOut_Numbers( json, name, ( const double[3] ){ place.x, place.y, place.z }, onSurface ? 3 : 2 );
}

static void addTroublesAsJson( wfJsonOut* json, const wfRunGroups* groups, bool onSurface )
{
	wfJsonOut_BeginList( json, "orders_not_followed" );
	for ( int32_t k = 0; k < groups->troubleCount; ++k )
	{
		const wfRunTrouble* trouble = &groups->troubles[k];
		bool isRefused = trouble->order == 0;
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_String( json, "group", trouble->group );
		if ( isRefused )
		{
			wfJsonOut_String( json, "what", trouble->aim );
			wfJsonOut_Integer( json, "line", trouble->line );
			wfJsonOut_String( json, "reason", trouble->reason );
		}
		else
		{
			wfJsonOut_Integer( json, "order", trouble->order );
		}
		wfJsonOut_String( json, "why", trouble->why );
		if ( trouble->obstacle != wf_noObstacle )
		{
			wfJsonOut_String( json, "obstacle", s_obstacles[trouble->obstacle].name );
		}
		wfJsonOut_Number( json, "seconds", trouble->time );
		if ( trouble->aim[0] != 0 && !isRefused )
		{
			wfJsonOut_String( json, "to", trouble->aim );
		}
		if ( !isRefused )
		{
			addPlace( json, "at", trouble->position, onSurface );
		}
		if ( !isnan( trouble->instead.x ) && !isRefused )
		{
			addPlace( json, "instead", trouble->instead, onSurface );
		}
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
}

static void addWaitingAsJson( wfJsonOut* json, const wfRunGroups* groups )
{
	wfJsonOut_BeginList( json, "orders_waiting" );
	for ( int32_t k = 0; k < groups->waitingCount; ++k )
	{
		const wfRunWaiting* waiting = &groups->waiting[k];
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_String( json, "group", waiting->group );
		wfJsonOut_String( json, "what", waiting->what );
		if ( waiting->order > 0 )
		{
			wfJsonOut_Integer( json, "order", waiting->order );
		}
		else
		{
			wfJsonOut_Number( json, "seconds", waiting->time );
		}
		if ( waiting->aim[0] != 0 )
		{
			wfJsonOut_String( json, "to", waiting->aim );
		}
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
}

void wfAddGroupsAsJson( wfJsonOut* json, const wfRunReport* report )
{
	const wfRunGroups* groups = report->groups;
	wfJsonOut_Integer( json, "in_groups", report->inGroups );
	wfJsonOut_BeginList( json, "groups" );
	for ( int32_t k = 0; k < groups->count; ++k )
	{
		const wfRunGroup* group = &groups->list[k];
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_String( json, "name", group->name );
		wfJsonOut_Integer( json, "members", group->mostMembers );
		wfJsonOut_Integer( json, "members_at_end", group->isThere ? group->members : 0 );
		wfJsonOut_Integer( json, "orders", group->orders );
		wfJsonOut_Integer( json, "orders_done", group->done );
		wfJsonOut_String( json, "at_end", group->isThere ? s_modes[group->mode] : "gone" );
		addTimes( json, "arrived_seconds", &group->arrived );
		addTimes( json, "formed_seconds", &group->formed );
		addTimes( json, "cramped_seconds", &group->cramped );
		addTimes( json, "engaged_seconds", &group->engaged );
		wfJsonOut_Number( json, "error_median", getQuantile( &group->errors, 0.5 ) );
		wfJsonOut_Number( json, "error_p95", getQuantile( &group->errors, 0.95 ) );
		wfJsonOut_Number( json, "shape_error_median", getQuantile( &group->shapeErrors, 0.5 ) );
		wfJsonOut_Number( json, "shape_error_p95", getQuantile( &group->shapeErrors, 0.95 ) );
		wfJsonOut_Number( json, "error_median_m", getQuantile( &group->errorMetres, 0.5 ) );
		wfJsonOut_Number( json, "error_p95_m", getQuantile( &group->errorMetres, 0.95 ) );
		wfJsonOut_Number( json, "shape_error_median_m", getQuantile( &group->shapeErrorMetres, 0.5 ) );
		wfJsonOut_Number( json, "shape_error_p95_m", getQuantile( &group->shapeErrorMetres, 0.95 ) );
		wfJsonOut_Number( json, "longest_wait_seconds", group->longestWait );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
	addTroublesAsJson( json, groups, report->onSurface );
	addWaitingAsJson( json, groups );
}

// ------------------------------------------------------------------------------------------------------------------ text

static void addTimesAsText( wfText* text, const char* what, const wfRunSamples* times )
{
	wfText_Add( text, "; %s at ", what );
	for ( int64_t k = 0; k < times->count && k < MOST_TIMES; ++k )
	{
		wfText_Add( text, "%s%.1f", k > 0 ? ", " : "", times->values[k] );
	}
	wfText_AddString( text, times->count > MOST_TIMES ? ", ... s" : " s" );
}

static void addGroupAsText( wfText* text, const wfRunGroup* group )
{
	int32_t now = group->isThere ? group->members : 0, shown = group->isThere ? now : group->mostMembers;
	wfText_Add( text, "  %-14.40s %s %s", group->name, wfShowCount( shown ), shown == 1 ? "person" : "people" );
	if ( group->isThere && group->mostMembers > now )
	{
		wfText_Add( text, " (%s at most)", wfShowCount( group->mostMembers ) );
	}
	wfText_Add( text, ", %d of %d orders done, ", group->done, group->orders );
	wfText_Add( text, "%s at the end", group->isThere ? s_ends[group->mode] : "gone" );
	const struct
	{
		const char* what;
		const wfRunSamples* times;
	} all[] = { { "arrived", &group->arrived },
				{ "formed", &group->formed },
				{ "cramped", &group->cramped },
				{ "engaged", &group->engaged } };
	for ( size_t k = 0; k < sizeof( all ) / sizeof( all[0] ); ++k )
	{
		if ( all[k].times->count > 0 )
		{
			addTimesAsText( text, all[k].what, all[k].times );
		}
	}
	wfText_Add( text, "\n" );
	if ( group->errorMetres.count > 0 )
	{
		wfText_Add( text, "%17s%.2f m off their slots on average (95 %% of the time within %.1f m), ", "",
					getQuantile( &group->errorMetres, 0.5 ), getQuantile( &group->errorMetres, 0.95 ) );
		wfText_Add( text, "%.2f m off their shape", getQuantile( &group->shapeErrorMetres, 0.5 ) );
		if ( group->longestWait > 1.0 )
		{
			wfText_Add( text, "; somebody stood for %.0f s on the way", group->longestWait );
		}
		wfText_AddString( text, "\n" );
	}
}

static void addTroubleAsText( wfText* text, const wfRunTrouble* trouble )
{
	if ( trouble->order == 0 )
	{
		wfText_Add( text, "not given        the order '%s' of '%.60s' at %.1f s", trouble->aim, trouble->group, trouble->time );
		if ( trouble->line > 0 )
		{
			wfText_Add( text, " (line %d)", trouble->line );
		}
		wfText_Add( text, ": %s\n", trouble->reason );
		return;
	}
	wfText_Add( text, "not followed     order %d of '%.60s' at %.1f s: ", trouble->order, trouble->group, trouble->time );
	if ( strcmp( trouble->why, "no branch" ) == 0 )
	{
		wfText_Add( text, "no branch is open to it; it stays at %.6g, %.6g\n", trouble->position.x, trouble->position.y );
		return;
	}
	if ( strcmp( trouble->why, "lost" ) == 0 )
	{
		wfText_Add( text, "whom it followed is gone; it holds at %.6g, %.6g\n", trouble->position.x, trouble->position.y );
		return;
	}
	wfText_Add( text, "%s%s", trouble->aim, s_obstacles[trouble->obstacle].says );
	if ( !isnan( trouble->instead.x ) )
	{
		wfText_Add( text, "; it goes to %.6g, %.6g instead", trouble->instead.x, trouble->instead.y );
	}
	wfText_Add( text, "\n" );
}

static void addWaitingAsText( wfText* text, const wfRunWaiting* waiting )
{
	wfText_AddString( text, "waiting          " );
	if ( waiting->order > 0 )
	{
		wfText_Add( text, "order %d of '%.60s': %s", waiting->order, waiting->group, waiting->what );
	}
	else
	{
		wfText_Add( text, "the order '%s' of '%.60s' for %.1f s", waiting->what, waiting->group, waiting->time );
	}
	wfText_Add( text, "%s%s\n", waiting->aim[0] != 0 ? " to " : "", waiting->aim );
}

void wfAddGroupsAsText( wfText* text, const wfRunReport* report )
{
	const wfRunGroups* groups = report->groups;
	wfText_Add( text, "groups           %d, %s people\n", groups->count, wfShowCount( report->inGroups ) );
	for ( int32_t k = 0; k < groups->count && k < MOST_GROUPS; ++k )
	{
		addGroupAsText( text, &groups->list[k] );
	}
	if ( groups->count > MOST_GROUPS )
	{
		wfText_Add( text, "  and %d more; --json has all of them\n", groups->count - MOST_GROUPS );
	}
	for ( int32_t k = 0; k < groups->troubleCount && k < MOST_TROUBLES; ++k )
	{
		addTroubleAsText( text, &groups->troubles[k] );
	}
	if ( groups->troubleCount > MOST_TROUBLES )
	{
		wfText_Add( text, "not followed     %d more orders; --json has all of them\n", groups->troubleCount - MOST_TROUBLES );
	}
	for ( int32_t k = 0; k < groups->waitingCount && k < MOST_TROUBLES; ++k )
	{
		addWaitingAsText( text, &groups->waiting[k] );
	}
	if ( groups->waitingCount > MOST_TROUBLES )
	{
		wfText_Add( text, "waiting          %d more orders; --json has all of them\n", groups->waitingCount - MOST_TROUBLES );
	}
}
