// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield explore MAP --from X,Y`: agents that do not know a map walk until they have seen all of it, or found something.

#include "commands.h"
#include "run.h"
#include "scene.h"

#include "base/vec2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PATH 1024
// Of explorers side by side at first, in radii.
#define START_SPACING 2.4

static struct
{
	const char *file, *map, *out, *picture, *seen; // map, out: ROS maps
	wfVec2 from, object;
	int32_t agents, strategy, share;
	double range, aperture, findDistance, speed, seconds, outSeconds;
	bool occlusion, returns, footsteps, json, quiet;
	wfRunDef def;
	wfSimulation simulation;
	wfExplorersId id;
	double written; // time of the last map
} s_explore = { .agents = 1, .range = 10.0, .aperture = 360.0, .speed = 1.3, .seconds = 36000.0 };

static const char* const s_strategies[] = { "field", "nearest", "cost-gain", "source", NULL };
static const char* const s_shares[] = { "all", "met", "none", NULL };

static wfOption s_options[] = {
	{ WF_POINT( "from", "X,Y", s_explore.from, "where the first one starts, metres; left out: the first start of the file" ) },
	{ WF_INTEGER( "agents", "N", s_explore.agents, 1, 1000, "how many; the others start beside the first (1)" ) },
	{ WF_NUMBER( "range", "R", s_explore.range, 0.01, 1e6, "metres that they see (10)" ) },
	{ WF_NUMBER( "aperture", "DEGREES", s_explore.aperture, 1.0, 360.0, "the whole angle of view (360)" ) },
	{ WF_FLAG( "occlusion", s_explore.occlusion, "they stop each other's sight" ) },
	{ WF_CHOICE( "strategy", "NAME", s_explore.strategy, s_strategies,
				 "which unknown place is next: field (ours), nearest, cost-gain (explore_lite's) or source (the papers')" ) },
	{ WF_CHOICE( "share", "WHO", s_explore.share, s_shares,
				 "one map for all, one each that those who meet exchange (met), or one each (none)" ) },
	{ WF_POINT( "object", "X,Y", s_explore.object, "they look for a thing there, and stop when it is found" ) },
	{ WF_NUMBER( "find-distance", "M", s_explore.findDistance, 0.0, 1e6, "so near they have found it; 0: when they see it" ),
	  .with = "object" },
	{ WF_FLAG( "return", s_explore.returns, "then they walk back to where they started" ) },
	{ WF_NUMBER( "radius", "R", wf_settings.radius, 0.01, 100.0, "of each of them; what the file says, or 0.25" ) },
	{ WF_NUMBER( "cell", "C", wf_settings.cellSize, 1e-3, 1e6, "of their map; what the file says" ) },
	{ WF_NUMBER( "speed", "V", s_explore.speed, 0.01, 100.0, "m/s (1.3)" ) },
	{ WF_FLAG( "footsteps", s_explore.footsteps, "they walk on foot by planned steps" ) },
	{ WF_NUMBER( "seconds", "S", s_explore.seconds, 0.01, 1e7, "simulated at most (36000)" ) },
	{ WF_TEXT( "map", "FILE.yaml", s_explore.map, "what they know at first: a ROS map, as --out writes it" ),
	  .endings = ".yaml or .yml" },
	{ WF_TEXT( "out", "FILE.yaml", s_explore.out, "what they know at last, as a ROS map: also FILE.pgm; after Ctrl-C, too" ),
	  .endings = ".yaml or .yml" },
	{ WF_NUMBER( "out-every", "S", s_explore.outSeconds, 0.01, 1e7, "also each S simulated seconds" ), .with = "out" },
	{ WF_PICTURE( "picture", "FILE", s_explore.picture, ".svg or .png: what they know, and their ways by time" ) },
	{ WF_PICTURE( "seen", "FILE", s_explore.seen, ".svg or .png: when each place was seen first" ) },
	{ WF_TEXT( "video", "FILE.mp4", s_explore.def.video, "with fog; needs ffmpeg" ), .endings = ".mp4" },
	{ WF_TEXT( "record", "FILE", s_explore.def.record, "trajectories: .sqlite (JuPedSim), .txt or .csv" ),
	  .endings = ".sqlite, .txt or .csv" },
	{ WF_FLAG( "json", s_explore.json, "the report as JSON" ) },
	{ WF_FLAG( "quiet", s_explore.quiet, "no report and no progress" ) },
	{ WF_TABLE( wf_machineOptions ) },
	{ .name = NULL } };

// --------------------------------------------------------------------------------------------------------------- start

static bool isApart( const wfVec2* places, int32_t count, wfVec2 place, double distance )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( wfDistance2( places[k], place ) < distance )
		{
			return false;
		}
	}
	return true;
}

// The first where it should be, or in the middle of its cell; the others in cells around it that one gets to.
static wfVec2* placeExplorers( const wfScene* scene, wfVec2 from )
{
	const wfGrid* grid = scene->grid;
	int32_t start = wfGrid_GetCell( grid, from ), width = wfGrid_GetWidth( grid ), count = 0, head = 0, tail = 0;
	if ( start < 0 || !wfGrid_IsFree( grid, start ) )
	{
		wfScene_ReportBlocked( scene, wf_startBlocked, "start", from );
	}
	double radius = scene->scenario.radius;
	size_t cells = (size_t)width * (size_t)wfGrid_GetHeight( grid );
	wfVec2* places = wfNewArray( (size_t)s_explore.agents, sizeof( wfVec2 ) );
	int32_t* queue = wfNewArray( cells, sizeof( int32_t ) );
	uint8_t* known = wfNewArray( cells, 1 );
	bool fits = wfWorld_GetDistance( scene->scenario.world, from, scene->scenario.kind ) >= radius;
	places[count++] = fits ? from : wfGrid_GetCenter( grid, start );
	queue[tail++] = start;
	known[start] = 1;
	while ( head < tail && count < s_explore.agents )
	{
		int32_t cell = queue[head++], column = cell % width;
		wfVec2 place = wfGrid_GetCenter( grid, cell );
		if ( isApart( places, count, place, START_SPACING * radius ) )
		{
			places[count++] = place;
		}
		const int32_t next[4] = { column + 1 < width ? cell + 1 : -1, column > 0 ? cell - 1 : -1, cell + width, cell - width };
		for ( int32_t k = 0; k < 4; ++k )
		{
			bool inside = next[k] >= 0 && (size_t)next[k] < cells;
			if ( inside && !known[next[k]] && wfGrid_IsFree( grid, next[k] ) )
			{
				known[next[k]] = 1;
				queue[tail++] = next[k];
			}
		}
	}
	free( queue );
	free( known );
	wfDieIf( count < s_explore.agents, wf_startBlocked, scene->file,
			 "there is room for %d explorers only where one gets to from %g,%g", count, from.x, from.y );
	return places;
}

static void addExplorers( const wfScene* scene, const wfVec2* places )
{
	wfAgentId* ids = wfNewArray( (size_t)s_explore.agents, sizeof( wfAgentId ) );
	wfAgentDef agent = wfDefaultAgentDef();
	wfCrowd* crowd = s_explore.simulation.crowd;
	if ( s_explore.footsteps )
	{
		wfGaitDef gait = wfDefaultGaitDef();
		wfExpect( wfCrowd_AddGait( crowd, &gait, &agent.gait, &wf_error ) );
	}
	agent.radius = scene->scenario.radius;
	agent.kind = scene->scenario.kind;
	agent.desiredSpeed = s_explore.speed;
	for ( int32_t k = 0; k < s_explore.agents; ++k )
	{
		agent.position = ( wfVec3 ){ places[k].x, places[k].y, 0.0 };
		wfExpect( wfCrowd_AddAgent( crowd, &agent, &ids[k], &wf_error ) );
	}
	wfExplorersDef def = wfDefaultExplorersDef();
	def.members = ids;
	def.memberCount = s_explore.agents;
	def.kind = agent.kind;
	def.exploration.cellSize = scene->scenario.cellSize;
	def.exploration.strategy = (wfExploreStrategy)s_explore.strategy;
	def.exploration.sharing = (wfMapSharing)s_explore.share;
	def.exploration.returns = s_explore.returns;
	def.sight.range = s_explore.range;
	def.sight.aperture = s_explore.aperture / 180.0 * 3.14159265358979323846;
	def.sight.occlusion = s_explore.occlusion;
	wfExpect( wfCrowd_CreateExplorers( crowd, &def, &s_explore.id, &wf_error ) );
	if ( wfIsGiven( "object" ) )
	{
		wfSearchDef search = wfDefaultSearchDef();
		search.place = ( wfVec3 ){ s_explore.object.x, s_explore.object.y, 0.0 };
		search.findDistance = s_explore.findDistance;
		wfExpect( wfCrowd_Seek( crowd, s_explore.id, &search, &wf_error ) );
	}
	wfExpect( wfCrowd_Prepare( crowd, NULL, NULL, &wf_error ) );
	free( ids );
}

static void makeSimulation( wfScene* scene )
{
	wfScenario* scenario = &scene->scenario;
	wfVec2 from = wfIsGiven( "from" ) ? s_explore.from : scenario->startCount > 0 ? scenario->starts[0] : ( wfVec2 ){ 0.0, 0.0 };
	wfDieOfUsageIf( !wfIsGiven( "from" ) && scenario->startCount == 0, "where from? Give --from X,Y" );
	scenario->radius = scenario->radius > 0.0 ? scenario->radius : wfDefaultAgentDef().radius;
	wfScene_MakeGrid( scene );
	wfVec2* places = placeExplorers( scene, from );
	wfSimulation* simulation = &s_explore.simulation;
	*simulation = ( wfSimulation ){ .world = scenario->world,
									.seconds = s_explore.seconds,
									.fps = 10.0,
									.seed = 1,
									.stopWhenDone = true,
									.laneDirection = { 1.0, 0.0 } };
	snprintf( simulation->name, sizeof( simulation->name ), "%s", scenario->name );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.workers = scene->workers;
	def.memoryLimit = scene->memoryLimit;
	wfGroundDef ground = wfMakePlaneGround( scenario->world );
	wfExpect( wfCreateCrowd( &ground, &def, &simulation->crowd, &wf_error ) );
	addExplorers( scene, places );
	free( places );
}

// ---------------------------------------------------------------------------------------------------------------- maps

// Numbers of maps are those of explorers, where each has its own.
static bool getMap( int32_t number, wfKnowledgeMap* map )
{
	const wfExploration* exploration = wfCrowd_GetExploration( s_explore.simulation.crowd, s_explore.id );
	int32_t count = s_explore.share == (int32_t)wf_sharedMap ? 1 : s_explore.agents;
	return number < count && wfExploration_GetMap( exploration, number, map ) == wf_ok;
}

static void readMap( const wfScene* scene )
{
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = scene->memoryLimit < def.memoryLimit ? scene->memoryLimit : def.memoryLimit;
	wfKnownCells known = { 0 };
	wfKnowledgeMap map;
	wfExpect( wfReadKnowledge( s_explore.map, &def, &known, &wf_error ) );
	for ( int32_t k = 0; getMap( k, &map ); ++k )
	{
		uint8_t* cells = wfNewArray( (size_t)map.columns * (size_t)map.rows, 1 );
		int64_t count = wfKnownCells_Lay( &known, &map, cells );
		if ( count == 0 && k == 0 )
		{
			wfWarn( "%.200s says nothing about this world: they know nothing at first", s_explore.map );
		}
		wfExpect( wfCrowd_SetKnowledge( s_explore.simulation.crowd, s_explore.id, k, cells, &wf_error ) );
		free( cells );
	}
	wfKnownCells_Free( &known );
}

// FILE.yaml, and FILE-2.yaml, ... of the others where each has a map of its own.
static void writeMaps( void )
{
	wfKnowledgeMap map;
	int stem = (int)( strrchr( s_explore.out, '.' ) - s_explore.out );
	for ( int32_t k = 0; getMap( k, &map ); ++k )
	{
		char path[MAX_PATH];
		char number[16] = "";
		snprintf( number, k == 0 ? 1 : sizeof( number ), "-%d", k + 1 );
		snprintf( path, sizeof( path ), "%.*s%s%s", stem, s_explore.out, number, s_explore.out + stem );
		wfExpect( wfWriteKnowledge( path, &map, &wf_error ) );
	}
}

static void watch( const wfFrame* frame, void* context )
{
	(void)context;
	if ( frame->time >= s_explore.written + s_explore.outSeconds - 1e-9 )
	{
		s_explore.written = frame->time;
		writeMaps();
	}
}

// -------------------------------------------------------------------------------------------------------------- report

static void addFile( wfText* text, bool* any, const char* what, const char* path )
{
	if ( path != NULL )
	{
		wfText_Add( text, "%s%-16s %s\n", *any ? "" : "\nWritten:\n", what, path );
		*any = true;
	}
}

static int printText( const wfRunReport* report )
{
	wfText text = { 0 };
	bool any = false;
	wfText_Add( &text, "%s: %s strategy, sight %g m%s\n\n", report->name, s_strategies[s_explore.strategy], s_explore.range,
				s_explore.aperture < 360.0 ? " ahead" : "" );
	wfAddExplorersAsText( &text, report->explorers );
	wfText_Add( &text, "overlaps         %s, wall hits %s\n", wfShowCount( report->metrics.overlaps + report->circles.overlaps ),
				wfShowCount( report->metrics.wallHits + report->circles.wallHits ) );
	wfText_Add( &text, "steps            %s of %g s, simulated %.1f s in %.2f s: %.2f ms each\n", wfShowCount( report->ticks ),
				report->tickSeconds, report->simulatedSeconds, report->wallSeconds,
				report->ticks > 0 ? 1e3 * report->wallSeconds / (double)report->ticks : 0.0 );
	addFile( &text, &any, "map", s_explore.out );
	addFile( &text, &any, "picture", s_explore.picture );
	addFile( &text, &any, "seen when", s_explore.seen );
	addFile( &text, &any, "video", s_explore.def.video );
	addFile( &text, &any, "trajectories", s_explore.def.record );
	if ( wfCountUndone( report->explorers ) > 0 )
	{
		wfText_Add( &text, "\nNot done: the time was over after %.0f s; --seconds gives more.\n", report->simulatedSeconds );
	}
	int code = wfText_Print( &text );
	wfText_Free( &text );
	return code;
}

static int printJson( const wfRunReport* report )
{
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	wfJsonOut_BeginObject( &json, NULL );
	wfJsonOut_String( &json, "name", report->name );
	wfJsonOut_String( &json, "strategy", s_strategies[s_explore.strategy] );
	wfJsonOut_String( &json, "share", s_shares[s_explore.share] );
	wfJsonOut_Number( &json, "range", s_explore.range );
	wfJsonOut_Number( &json, "aperture_degrees", s_explore.aperture );
	wfAddExplorersAsJson( &json, report->explorers );
	wfJsonOut_Integer( &json, "overlaps", report->metrics.overlaps + report->circles.overlaps );
	wfJsonOut_Integer( &json, "wall_hits", report->metrics.wallHits + report->circles.wallHits );
	wfJsonOut_Integer( &json, "steps", report->ticks );
	wfJsonOut_Number( &json, "simulated_seconds", report->simulatedSeconds );
	wfJsonOut_Number( &json, "wall_seconds", report->wallSeconds );
	char hash[32];
	snprintf( hash, sizeof( hash ), "%016llx", (unsigned long long)report->hash );
	wfJsonOut_String( &json, "state", hash );
	wfJsonOut_End( &json );
	return wfText_Print( &text );
}

static int runExplore( void )
{
	static wfScene scene;
	wfScene_Open( &scene, s_explore.file, NULL );
	makeSimulation( &scene );
	if ( s_explore.map != NULL )
	{
		readMap( &scene );
	}
	wfRunDef* def = &s_explore.def;
	def->simulation = &s_explore.simulation;
	def->seconds = s_explore.seconds;
	def->label = s_explore.quiet ? NULL : "exploring";
	def->watch = s_explore.outSeconds > 0.0 ? watch : NULL;
	wfRun* run = wfCreateRun( def, scene.workers );
	int code = wfRun_Simulate( run );
	if ( s_explore.out != NULL )
	{
		writeMaps();
	}
	if ( code != wf_exitOk )
	{
		return code;
	}
	if ( s_explore.picture != NULL )
	{
		wfRun_DrawExploration( run, s_explore.picture, wf_pathPicture );
	}
	if ( s_explore.seen != NULL )
	{
		wfRun_DrawExploration( run, s_explore.seen, wf_seenPicture );
	}
	wfRunReport report = wfRun_GetReport( run );
	code = s_explore.json ? printJson( &report ) : s_explore.quiet ? wf_exitOk : printText( &report );
	bool apart = report.metrics.overlaps + report.metrics.wallHits + report.circles.overlaps + report.circles.wallHits == 0;
	bool isDone = wfCountUndone( report.explorers ) == 0;
	return code != wf_exitOk ? code : apart && isDone ? wf_exitOk : wf_exitFailed;
}

const wfCommand wf_exploreCommand = {
	.name = "explore",
	.run = runExplore,
	.help =
		"Examples:\n"
		"  wayfield explore office --from 3,9 --picture office.png       see all of a built-in building\n"
		"  wayfield explore lab.yaml --from 0,0 --range 4 --aperture 90 --out known.yaml\n"
		"  wayfield explore lab.yaml --from 0,0 --map known.yaml         go on from there\n"
		"  wayfield explore arena.map --from 20.5,12.5 --agents 4 --strategy nearest --json\n"
		"  wayfield explore house --from 0.8,8 --object 23.2,15.2 --video house.mp4\n"
		"\n"
		"usage: wayfield explore MAP --from X,Y [OPTIONS]\n"
		"\n"
		"Agents that do not know a map walk until they have seen all that they can get to see, or found what they look for. "
		"Reports\n"
		"their ways, when they had seen how much, and the places that stay closed to them. The exit code is 1 where they were "
		"not\n"
		"done in time.\n"
		"\n",
	.options = s_options,
	.words = &s_explore.file,
	.wordCapacity = 1,
	.expects = "expected a world: a scenario, .map, ROS map, WKT or image file" };
