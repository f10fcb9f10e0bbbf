// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a run came to, as text and as JSON.

#include "run_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LONG_WAIT 15.0		 // seconds: shorter ones are part of any crowd
#define FRAMES_A_SECOND 20.0 // at which characters are drawn

static const char* getPresetName( wfPreset preset )
{
	return preset == wf_classicPreset ? "classic" : "default";
}

// One thread's work in microseconds, per plan of an agent or per simulated second of one.
static double getWork( const wfRunReport* report, double count )
{
	return count > 0.0 ? 1e6 * report->wallSeconds * report->threads / count : NAN;
}

// For one walker and one frame of 20 a second.
static double getFrameCost( const wfRunReport* report )
{
	return getWork( report, report->walkerSeconds * FRAMES_A_SECOND );
}

int wfRunReport_GetExitCode( const wfRunReport* report )
{
	bool apart = report->metrics.overlaps == 0 && report->metrics.wallHits == 0 && report->circles.overlaps == 0 &&
				 report->circles.wallHits == 0;
	bool followed = report->groups->troubleCount == 0 && wfRunReport_CountUnbegun( report ) == 0;
	bool explored = report->explorers == NULL || !report->mustArrive || wfCountUndone( report->explorers ) == 0;
	return apart && followed && explored && ( report->done || !report->mustArrive ) ? wf_exitOk : wf_exitFailed;
}

int32_t wfRunReport_CountTroubles( const wfRunReport* report )
{
	return report->groups->troubleCount;
}

int32_t wfRunReport_CountUnbegun( const wfRunReport* report )
{
	return report->mustFollow ? report->groups->waitingCount : 0;
}

bool wfRunReport_HasGroups( const wfRunReport* report )
{
	return report->groups->count > 0 || report->groups->troubleCount > 0 || report->groups->waitingCount > 0;
}

// ---------------------------------------------------------------------------------------------------------------- JSON

static void addLines( wfJsonOut* json, const wfRunReport* report )
{
	wfJsonOut_BeginList( json, "lines" );
	for ( int32_t i = 0; i < report->metrics.lineCount; ++i )
	{
		const wfLineReport* line = &report->metrics.lines[i];
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_String( json, "name", report->lineNames[i] );
		wfJsonOut_Integer( json, "crossings", line->crossings );
		wfJsonOut_Integer( json, "forward", line->forward );
		wfJsonOut_Integer( json, "backward", line->backward );
		wfJsonOut_Integer( json, "missed", line->missed );
		wfJsonOut_Number( json, "flow_per_s", line->crossings > 1 ? line->flow : NAN );
		wfJsonOut_Number( json, "specific_flow_per_m_s", line->crossings > 1 ? line->specificFlow : NAN );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
}

static void addExits( wfJsonOut* json, const wfRunReport* report )
{
	wfJsonOut_BeginList( json, "exits" );
	for ( int32_t i = 0; i < report->exitCount; ++i )
	{
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_String( json, "name", report->exitNames[i] );
		wfJsonOut_Integer( json, "passed", report->exits[i].passed );
		wfJsonOut_Integer( json, "turned_away", report->exits[i].turned );
		wfJsonOut_Number( json, "flow_per_s", report->exits[i].flow );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
}

static double getMean( double sum, int64_t count )
{
	return count > 0 ? sum / (double)count : NAN;
}

// What hardly ever happens is left out where it did not.
static void addOrders( wfJsonOut* json, const wfRunReport* report )
{
	const struct
	{
		const char* name;
		int64_t count;
	} events[] = { { "blocked", report->blocked }, { "unreachable", report->unreachable }, { "covered", report->covered } };
	for ( size_t k = 0; k < sizeof( events ) / sizeof( events[0] ); ++k )
	{
		if ( events[k].count > 0 )
		{
			wfJsonOut_Integer( json, events[k].name, events[k].count );
		}
	}
}

static void addFootsteps( wfJsonOut* json, const wfRunReport* report )
{
	const wfFootstepStats* stats = &report->footsteps;
	const wfCircleReport* circles = &report->circles;
	wfJsonOut_Integer( json, "footstep_agents", stats->agents );
	wfJsonOut_Integer( json, "footsteps", stats->steps );
	wfJsonOut_Integer( json, "decisions", stats->decisions );
	wfJsonOut_Integer( json, "plans", stats->plans );
	wfJsonOut_Integer( json, "failed_plans", stats->failed );
	wfJsonOut_Number( json, "ms_per_plan_mean", 1e3 * getMean( stats->planSeconds, stats->plans ) );
	wfJsonOut_Number( json, "ms_per_plan_p95", stats->plans > 0 ? 1e3 * stats->p95Seconds : NAN );
	wfJsonOut_Number( json, "nodes_expanded_mean", getMean( (double)stats->expanded, stats->plans ) );
	wfJsonOut_Number( json, "nodes_generated_mean", getMean( (double)stats->generated, stats->plans ) );
	wfJsonOut_Number( json, "us_per_agent_frame_20hz", getFrameCost( report ) );
	wfJsonOut_Integer( json, "circle_overlaps", circles->overlaps );
	wfJsonOut_Integer( json, "circle_wall_hits", circles->wallHits );
	wfJsonOut_Number( json, "circle_penetration_max_m", fmax( circles->deepestOverlap, circles->deepestWallHit ) );
	wfJsonOut_Number( json, "circle_first_contact_seconds", circles->firstTime );
}

// Seconds by the part of a tick.
typedef struct Part
{
	const char* name;
	double seconds;
} Part;

#define PART_COUNT 8

static void listParts( const wfCrowdProfile* p, Part* parts )
{
	const Part all[PART_COUNT] = { { "index", p->index },	{ "perceive", p->perceive }, { "guide", p->guide },
								   { "solve", p->solve },	{ "move", p->move },		 { "events", p->events },
								   { "fields", p->fields }, { "footsteps", p->steps } };
	memcpy( parts, all, sizeof( all ) );
}

void wfAddRunAsJson( wfJsonOut* json, const wfRunReport* report )
{
	const wfMetricsReport* metrics = &report->metrics;
	char hash[32];
	snprintf( hash, sizeof( hash ), "%016llx", (unsigned long long)report->hash );
	wfJsonOut_String( json, "name", report->name );
	wfJsonOut_Integer( json, "agents", report->agents - report->standing - report->inGroups - report->exploring );
	wfJsonOut_Integer( json, "arrived", report->arrived );
	wfJsonOut_Integer( json, "left_by_sinks", report->leftBySinks );
	wfJsonOut_Integer( json, "standing", report->standing );
	wfJsonOut_Integer( json, "on_the_way", report->onTheWay );
	wfJsonOut_Integer( json, "steps", report->ticks );
	wfJsonOut_Number( json, "simulated_seconds", report->simulatedSeconds );
	wfJsonOut_Number( json, "arrived_95_seconds", report->arrived95 );
	wfJsonOut_Number( json, "wall_seconds", report->wallSeconds );
	wfJsonOut_Number( json, "us_per_agent_step", getWork( report, report->agentTicks ) );
	wfJsonOut_Number( json, "us_per_agent_second", getWork( report, report->agentSeconds ) );
	wfJsonOut_Integer( json, "overlaps", metrics->overlaps );
	wfJsonOut_Number( json, "deepest_overlap_m", metrics->deepestOverlap );
	wfJsonOut_Integer( json, "wall_hits", metrics->wallHits );
	if ( report->onSurface )
	{
		wfJsonOut_Number( json, "least_gap_m", report->leastGap );
		wfJsonOut_Number( json, "least_wall_gap_m", report->leastWallGap );
		wfJsonOut_Integer( json, "vertices", report->meshVertices );
		wfJsonOut_Integer( json, "triangles", report->meshTriangles );
	}
	if ( report->footsteps.agents > 0 )
	{
		addFootsteps( json, report );
	}
	wfJsonOut_Number( json, "standing_fraction", metrics->standingFraction );
	wfJsonOut_Number( json, "path_ratio_mean", metrics->pathRatio );
	wfJsonOut_Number( json, "heading_change_deg_per_s", metrics->headingChange );
	wfJsonOut_Integer( json, "threads", report->threads );
	wfJsonOut_String( json, "simd", wf_simdLevels[report->simd] );
	wfJsonOut_String( json, "state_hash", hash );
	wfJsonOut_Integer( json, "stuck", report->stuck );
	wfJsonOut_Integer( json, "stuck_at_end", report->stuckNow );
	wfJsonOut_Number( json, "longest_wait_seconds", report->waits.longestSeconds );
	wfJsonOut_Integer( json, "wait_cycles_broken", report->waits.cyclesBroken );
	wfJsonOut_Integer( json, "watchdog_releases", report->waits.released );
	addOrders( json, report );
	wfJsonOut_Integer( json, "seed", (int64_t)report->seed );
	wfJsonOut_String( json, "preset", getPresetName( report->preset ) );
	wfJsonOut_Bool( json, "done", report->done );
	wfJsonOut_Number( json, "measured_from_seconds", report->measuredFrom );
	wfJsonOut_Number( json, "setup_seconds", report->setupSeconds );
	wfJsonOut_Number( json, "total_seconds", report->totalSeconds );
	wfJsonOut_Number( json, "memory_per_agent_bytes", report->memoryPerAgent );
	wfJsonOut_Number( json, "mean_speed_m_per_s", metrics->meanSpeed );
	wfJsonOut_Number( json, "mean_density_per_m2", metrics->meanDensity );
	wfJsonOut_Number( json, "voronoi_density_per_m2", metrics->voronoiDensity );
	wfJsonOut_Number( json, "lane_order", metrics->laneOrder );
	addLines( json, report );
	if ( report->exitCount > 0 )
	{
		addExits( json, report );
	}
	if ( wfRunReport_HasGroups( report ) )
	{
		wfAddGroupsAsJson( json, report );
	}
	if ( report->explorers != NULL )
	{
		wfAddExplorersAsJson( json, report->explorers );
	}
	Part parts[PART_COUNT];
	listParts( &report->profile, parts );
	wfJsonOut_BeginRow( json, "profile" );
	for ( int32_t i = 0; i < PART_COUNT; ++i )
	{
		wfJsonOut_Number( json, parts[i].name, parts[i].seconds );
	}
	wfJsonOut_End( json );
}

// ---------------------------------------------------------------------------------------------------------------- text

// What cannot be measured, as where there was nobody, is a dash.
static void addFigure( wfText* text, const char* before, double value, int decimals, const char* after )
{
	wfText_AddString( text, before );
	if ( isfinite( value ) )
	{
		wfText_Add( text, "%.*f", decimals, value );
	}
	else
	{
		wfText_AddString( text, "-" );
	}
	wfText_AddString( text, after );
}

static void addArrivals( wfText* text, const wfRunReport* report )
{
	int64_t walking = report->agents - report->standing - report->inGroups - report->exploring;
	if ( walking > 0 || report->inGroups + report->exploring == 0 )
	{
		wfText_Add( text, "arrived          %s of %s", wfShowCount( report->arrived ), wfShowCount( walking ) );
		if ( !isnan( report->arrived95 ) )
		{
			wfText_Add( text, ", 95 %% of them within %.1f s", report->arrived95 );
		}
		wfText_AddString( text, "\n" );
	}
	if ( report->leftBySinks > 0 )
	{
		wfText_Add( text, "left             %s through sinks\n", wfShowCount( report->leftBySinks ) );
	}
	if ( report->standing > 0 )
	{
		wfText_Add( text, "standing         %s with nowhere to go\n", wfShowCount( report->standing ) );
	}
}

// Who did not arrive, and what may help them.
static void addUnfinished( wfText* text, const wfRunReport* report )
{
	if ( report->done )
	{
		return;
	}
	if ( report->onTheWay == 0 && report->inGroups + report->exploring > 0 )
	{
		if ( report->mustArrive )
		{
			wfText_Add( text, "\nThe time was over after %.0f s before %s; --seconds gives them more.\n",
						report->simulatedSeconds, report->exploring > 0 ? "all was explored" : "groups had done their orders" );
		}
		return;
	}
	wfText_Add( text, "\nNot everybody arrived: the time was over after %.0f s with %s on the way", report->simulatedSeconds,
				wfShowCount( report->onTheWay ) );
	if ( 2 * report->stuckNow <= report->onTheWay )
	{
		wfText_Add( text, "; --seconds gives them more.\n" );
		return;
	}
	wfText_Add( text, ", %s of them stuck: more time will hardly help.\n", wfShowCount( report->stuckNow ) );
	wfText_Add( text,
				report->preset == wf_classicPreset
					? "The default preset gets through where the classic one does not: --preset default.\n"
					: "--picture FILE.svg shows where. Wider passages, fewer people (--agents) or another --seed may help.\n" );
}

static void addFeetAsText( wfText* text, const wfRunReport* report )
{
	const wfFootstepStats* stats = &report->footsteps;
	const wfCircleReport* circles = &report->circles;
	wfText_Add( text, "on foot          %s, %s steps; circles touch %s times", wfShowCount( stats->agents ),
				wfShowCount( stats->steps ), wfShowCount( circles->overlaps ) );
	wfText_Add( text, " (deepest %.1f mm), walls %s times\n", 1e3 * fmax( circles->deepestOverlap, circles->deepestWallHit ),
				wfShowCount( circles->wallHits ) );
	if ( circles->overlaps + circles->wallHits > 0 )
	{
		wfText_Add( text, "first contact    at %.2f s near %.2f, %.2f, of agent %u", circles->firstTime, circles->firstPlace.x,
					circles->firstPlace.y, circles->firstSerials[0] );
		if ( circles->firstSerials[1] != 0 )
		{
			wfText_Add( text, " with agent %u\n", circles->firstSerials[1] );
		}
		else
		{
			wfText_Add( text, " with a wall\n" );
		}
	}
	wfText_Add( text, "plans            %s for %s steps decided on", wfShowCount( stats->plans ),
				wfShowCount( stats->decisions ) );
	if ( stats->plans > 0 )
	{
		wfText_Add( text, ", %.3f ms each (95 %% within %.3f ms), %.1f nodes expanded, %.1f generated",
					1e3 * getMean( stats->planSeconds, stats->plans ), 1e3 * stats->p95Seconds,
					getMean( (double)stats->expanded, stats->plans ), getMean( (double)stats->generated, stats->plans ) );
	}
	addFigure( text, "\non foot cost     ", getFrameCost( report ), 2, " us per walker and frame of 20 a second\n" );
}

static void addCost( wfText* text, const wfRunReport* report )
{
	wfText_Add( text, "steps            %s of %g s, simulated %.1f s in %.2f s (%.0f times as fast as real time)\n",
				wfShowCount( report->ticks ), report->tickSeconds, report->simulatedSeconds, report->wallSeconds,
				report->wallSeconds > 0.0 ? ( report->simulatedSeconds - report->measuredFrom ) / report->wallSeconds : 0.0 );
	addFigure( text, "cost             ", getWork( report, report->agentTicks ), 2, " us per plan of an agent, " );
	addFigure( text, "", getWork( report, report->agentSeconds ), 2, " us per agent and simulated second (" );
	wfText_Add( text, "%d thread%s, %s)\n", report->threads, report->threads == 1 ? "" : "s",
				wfDescribeSimdLevel( report->simd ) );
	if ( report->onSurface )
	{
		wfText_Add( text, "mesh             %s vertices, %s triangles; prepared in %.2f s\n", wfShowCount( report->meshVertices ),
					wfShowCount( report->meshTriangles ), report->setupSeconds );
		return;
	}
	addFigure( text, "memory           ", report->memoryPerAgent, 0, " bytes per agent" );
	wfText_Add( text, "; prepared in %.2f s\n", report->setupSeconds );
}

void wfAddRunAsText( wfText* text, const wfRunReport* report )
{
	const wfMetricsReport* metrics = &report->metrics;
	wfText_Add( text, "%s: %s agents, seed %llu, %s preset\n\n", report->name, wfShowCount( report->agents ),
				(unsigned long long)report->seed, getPresetName( report->preset ) );
	addArrivals( text, report );
	if ( wfRunReport_HasGroups( report ) )
	{
		wfAddGroupsAsText( text, report );
	}
	if ( report->explorers != NULL )
	{
		wfAddExplorersAsText( text, report->explorers );
	}
	wfText_Add( text, "overlaps         %s (deepest %.1f mm), wall hits %s\n", wfShowCount( metrics->overlaps ),
				1e3 * metrics->deepestOverlap, wfShowCount( metrics->wallHits ) );
	if ( report->footsteps.agents > 0 )
	{
		addFeetAsText( text, report );
	}
	if ( report->onSurface && isfinite( report->leastGap ) )
	{
		wfText_Add( text, "nearest          %.1f mm between two discs, along the surface\n", 1e3 * report->leastGap );
	}
	if ( !isnan( metrics->meanSpeed ) )
	{
		wfText_Add( text, "walking          %.2f m/s on average, ", metrics->meanSpeed );
		addFigure( text, "standing ", 100.0 * metrics->standingFraction, 1, " % of the time, " );
		addFigure( text, "turning ", metrics->headingChange, 1, " degrees a second\n" );
	}
	if ( !isnan( metrics->pathRatio ) && report->arrived > 0 )
	{
		wfText_Add( text, "paths            %.3f times the shortest\n", metrics->pathRatio );
	}
	for ( int32_t i = 0; i < metrics->lineCount; ++i )
	{
		if ( metrics->lines[i].crossings > 1 )
		{
			wfText_Add( text, "flow             %.2f persons a second through '%s', %.2f per metre and second\n",
						metrics->lines[i].flow, report->lineNames[i], metrics->lines[i].specificFlow );
		}
	}
	for ( int32_t i = 0; i < report->exitCount; ++i )
	{
		wfText_Add( text, "exit             %s by '%s'", wfShowCount( report->exits[i].passed ), report->exitNames[i] );
		wfText_Add( text, ", %s turned to another\n", wfShowCount( report->exits[i].turned ) );
	}
	if ( !isnan( metrics->laneOrder ) )
	{
		wfText_Add( text, "lanes            order %.2f (0: mixed, 1: each of one direction)\n", metrics->laneOrder );
	}
	if ( report->blocked + report->unreachable + report->covered > 0 )
	{
		wfText_Add( text, "bad stops        %s times a stop was blocked or had no route, %s times a wall was put onto somebody\n",
					wfShowCount( report->blocked + report->unreachable ), wfShowCount( report->covered ) );
	}
	if ( report->waits.longestSeconds > LONG_WAIT )
	{
		wfText_Add( text, "waiting          up to %.0f s without getting nearer to a stop\n", report->waits.longestSeconds );
	}
	if ( report->stuck > 0 )
	{
		wfText_Add( text, "stuck            %s %s somebody made no progress for long\n", wfShowCount( report->stuck ),
					report->stuck == 1 ? "time" : "times" );
	}
	addCost( text, report );
	Part parts[PART_COUNT];
	double total = 0.0;
	listParts( &report->profile, parts );
	for ( int32_t i = 0; i < PART_COUNT; ++i )
	{
		total += parts[i].seconds;
	}
	for ( int32_t i = 0; i < PART_COUNT - ( report->footsteps.agents > 0 ? 0 : 1 ); ++i )
	{
		wfText_Add( text, "%s%s %.0f %%", i == 0 ? "time in          " : ", ", parts[i].name,
					total > 0.0 ? 100.0 * parts[i].seconds / total : 0.0 );
	}
	wfText_Add( text, "\nstate            %016llx, the same for any number of threads\n", (unsigned long long)report->hash );
	if ( report->measuredFrom > 0.0 )
	{
		wfText_Add( text, "All but arrivals, steps and state is measured from %.1f s on, where the run was resumed.\n",
					report->measuredFrom );
	}
	addUnfinished( text, report );
}
