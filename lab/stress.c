// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield-lab stress`: does a crowd lock? Thousands of random worlds, and what became of their people.

#include "stress/stress.h"
#include "commands.h"
#include "json_out.h"
#include "options.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLDS 100
#define QUICK_WORLDS 3
#define MOST_FAILURES 60 // shown as text

static struct
{
	const char* kinds;	 // names with commas between; null: all
	const char* world;	 // KIND:NUMBER
	const char* against; // name of a peer; null: none
	const char* pictures;
	const char* save;
	int32_t worlds, first;
	bool quick, round, onFoot, onMesh, json, groups;
	size_t memoryLimit; // of each world
} s_command = { .worlds = WORLDS };

static wfOption s_options[] = {
	{ WF_HEADING( "Options:" ) },
	{ WF_TEXT( "kinds", "A,B", s_command.kinds, "these kinds of worlds only" ) },
	{ WF_INTEGER( "worlds", "N", s_command.worlds, 1, 1000000, "of each kind, 100" ) },
	{ WF_INTEGER( "first", "K", s_command.first, 0, 1000000000, "number of the first of them, 0" ) },
	{ WF_FLAG( "quick", s_command.quick, "at most 24 people in a world, and 3 worlds of each kind" ) },
	{ WF_TEXT( "against", "PEER", s_command.against, "the same worlds with others, too, side by side: orca" ) },
	{ WF_FLAG( "round", s_command.round, "bodies as deep as wide: round, as those of orca" ) },
	{ WF_FLAG( "groups", s_command.groups, "people in groups, with orders; more kinds of worlds: armies, maps" ) },
	{ WF_FLAG( "on-foot", s_command.onFoot, "everybody walks by footsteps" ) },
	{ WF_FLAG( "mesh", s_command.onMesh, "the floors as meshes, flat or folded" ) },
	{ WF_FLAG( "json", s_command.json, "all kinds and all worlds that failed" ) },
	{ WF_TEXT( "world", "KIND:NUMBER", s_command.world, "one world, with the course of its run" ) },
	{ WF_TEXT( "pictures", "DIR", s_command.pictures, "a PNG of each lock: who is left, and trails of the last 30 s" ) },
	{ WF_TEXT( "save", "FILE.json", s_command.save,
			   "that world as a scenario for `wayfield run`, with --mesh an .obj beside it" ),
	  .with = "world", .endings = ".json" },
	{ WF_TABLE( wf_machineOptions ) },
	{ .name = NULL } };

typedef struct Batch
{
	wfStressOutcome* outcomes;
	wfStressOutcome* peers; // of the same worlds; null: none
	int32_t count;
	atomic_int done;
	wfProgress progress;
} Batch;

// What became of the worlds of a kind, or of all.
typedef struct Sum
{
	const char* name;
	int32_t worlds, refused, verdicts[wf_stressVerdictCount];
	int64_t people, arrived, stuck, overlaps, wallHits;
	wfStressGroupCounts groups;
	double longestWait, deepest, agentSeconds, wallSeconds;
	double most; // median of the seconds until most had arrived; infinity: in half of the worlds they had not
	uint64_t hash;
} Sum;

// ------------------------------------------------------------------------------------------------------------------ runs

static wfStressMode getMode( void )
{
	return s_command.onMesh	  ? wf_stressOnMesh
		   : s_command.onFoot ? wf_stressOnFoot
		   : s_command.round  ? wf_stressRound
							  : wf_stressDiscs;
}

static bool goesOn( void )
{
	return !wfIsInterrupted();
}

static wfStressRunDef makeRunDef( int32_t kind, int32_t number, wfStressMode mode )
{
	return ( wfStressRunDef ){ .world = { .kind = kind,
										  .number = number,
										  .small = s_command.quick,
										  .boxesOnly = s_command.onMesh,
										  .squads = s_command.groups,
										  .memoryLimit = s_command.memoryLimit },
							   .mode = mode,
							   .pictures = s_command.pictures,
							   .goesOn = goesOn };
}

// The worlds of a range, each from start to end on one thread.
static void runWorlds( int32_t begin, int32_t end, int32_t worker, void* context )
{
	Batch* batch = context;
	for ( int32_t i = begin; i < end && goesOn(); ++i )
	{
		wfStressRunDef def = makeRunDef( batch->outcomes[i].kind, batch->outcomes[i].number, getMode() );
		batch->outcomes[i] = wfRunStressWorld( &def );
		if ( batch->peers != NULL )
		{
			def.mode = wf_stressOrca;
			batch->peers[i] = wfRunStressWorld( &def );
		}
		int done = atomic_fetch_add( &batch->done, 1 ) + 1;
		if ( worker == 0 )
		{
			wfProgress_Step( (double)done / batch->count, &batch->progress );
		}
	}
}

// Which kinds are wanted; ends the program where there is no such kind.
static void chooseKinds( bool* wanted )
{
	int32_t count = wfGetStressKindCount( s_command.groups );
	const char* names[64];
	for ( int32_t i = 0; i < count; ++i )
	{
		names[i] = wfGetStressKindName( i );
		wanted[i] = s_command.kinds == NULL && wfIsStressKindThere( i );
	}
	for ( const char* rest = s_command.kinds; rest != NULL; )
	{
		char name[64];
		const char* comma = strchr( rest, ',' );
		int length = comma != NULL ? (int)( comma - rest ) : (int)strlen( rest );
		snprintf( name, sizeof( name ), "%.*s", length, rest );
		int32_t kind = wfFindStressKind( name );
		if ( kind < 0 || kind >= count )
		{
			wfRefuseName( "kind of worlds", name, names, count );
		}
		wanted[kind] = true;
		rest = comma != NULL ? comma + 1 : NULL;
	}
}

static Batch listWorlds( void )
{
	bool wanted[64] = { false };
	chooseKinds( wanted );
	size_t most = (size_t)s_command.worlds * (size_t)wfGetStressKindCount( s_command.groups );
	Batch batch = { .outcomes = wfNewArray( most, sizeof( wfStressOutcome ) ) };
	batch.peers = s_command.against != NULL ? wfNewArray( most, sizeof( wfStressOutcome ) ) : NULL;
	// One of each kind after the other, so that the time left is guessed well from the beginning.
	for ( int32_t i = 0; i < s_command.worlds; ++i )
	{
		for ( int32_t kind = 0; kind < wfGetStressKindCount( s_command.groups ); ++kind )
		{
			if ( wanted[kind] )
			{
				batch.outcomes[batch.count++] = ( wfStressOutcome ){ .kind = kind, .number = s_command.first + i };
			}
		}
	}
	return batch;
}

// ---------------------------------------------------------------------------------------------------------------- report

static bool isCounted( const wfStressOutcome* outcome )
{
	return outcome->verdict != wf_stressOverFull && outcome->verdict != wf_stressNotRun;
}

static int32_t countWrong( const wfStressGroupCounts* groups )
{
	return groups->unformed + groups->untold + groups->badSlots + groups->far;
}

static bool isFailure( const wfStressOutcome* outcome )
{
	return countWrong( &outcome->groups ) > 0 || outcome->verdict == wf_stressLeft || outcome->verdict == wf_stressFrozen ||
		   outcome->refused || outcome->overlaps > 0 || outcome->wallHits > 0;
}

static void addToSum( Sum* sum, const wfStressOutcome* outcome )
{
	sum->worlds += 1;
	sum->verdicts[outcome->verdict] += 1;
	sum->refused += outcome->refused ? 1 : 0;
	sum->hash = wfHash( sum->hash, &outcome->hash, sizeof( outcome->hash ) );
	if ( isCounted( outcome ) )
	{
		sum->people += outcome->people;
		sum->arrived += outcome->arrived;
	}
	wfStressGroupCounts* groups = &sum->groups;
	groups->groups += outcome->groups.groups;
	groups->unfinished += outcome->groups.unfinished;
	groups->formed += outcome->groups.formed;
	groups->cramped += outcome->groups.cramped;
	groups->unformed += outcome->groups.unformed;
	groups->untold += outcome->groups.untold;
	groups->badSlots += outcome->groups.badSlots;
	groups->far += outcome->groups.far;
	groups->told += outcome->groups.told;
	groups->refused += outcome->groups.refused;
	sum->stuck += outcome->stuck;
	sum->overlaps += outcome->overlaps;
	sum->wallHits += outcome->wallHits;
	sum->longestWait = outcome->longestWait > sum->longestWait ? outcome->longestWait : sum->longestWait;
	sum->deepest = outcome->deepest > sum->deepest ? outcome->deepest : sum->deepest;
	sum->agentSeconds += outcome->agentSeconds;
	sum->wallSeconds += outcome->wallSeconds;
}

static int32_t getLeft( const Sum* sum )
{
	return sum->verdicts[wf_stressLeft] + sum->verdicts[wf_stressFrozen];
}

static double getMicroseconds( const Sum* sum )
{
	return sum->agentSeconds > 0.0 ? 1e6 * sum->wallSeconds / sum->agentSeconds : 0.0;
}

// Of the worlds of a kind, or of all for -1.
static double getMedianMost( const wfStressOutcome* outcomes, int32_t count, int32_t kind )
{
	double* list = wfNewArray( (size_t)count + 1, sizeof( double ) );
	int32_t found = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( isCounted( &outcomes[i] ) && ( kind < 0 || outcomes[i].kind == kind ) )
		{
			list[found++] = outcomes[i].most;
		}
	}
	qsort( list, (size_t)found, sizeof( double ), wfCompareNumbers );
	double median = found > 0 ? 0.5 * ( list[( found - 1 ) / 2] + list[found / 2] ) : NAN;
	free( list );
	return median;
}

// By kind, those that were run, and all of them.
static int32_t sumUp( const wfStressOutcome* outcomes, int32_t outcomeCount, Sum* sums, Sum* total )
{
	int32_t count = 0;
	*total = ( Sum ){ .name = "total", .hash = WF_HASH_START };
	total->most = getMedianMost( outcomes, outcomeCount, -1 );
	for ( int32_t kind = 0; kind < wfGetStressKindCount( s_command.groups ); ++kind )
	{
		Sum sum = { .name = wfGetStressKindName( kind ), .hash = WF_HASH_START };
		sum.most = getMedianMost( outcomes, outcomeCount, kind );
		for ( int32_t i = 0; i < outcomeCount; ++i )
		{
			if ( outcomes[i].kind == kind )
			{
				addToSum( &sum, &outcomes[i] );
				addToSum( total, &outcomes[i] );
			}
		}
		if ( sum.worlds > 0 )
		{
			sums[count++] = sum;
		}
	}
	return count;
}

typedef struct Seconds
{
	char text[16];
} Seconds;

static Seconds printSeconds( double seconds )
{
	Seconds printed = { "-" };
	if ( seconds < INFINITY )
	{
		snprintf( printed.text, sizeof( printed.text ), "%.1f", seconds );
	}
	return printed;
}

// Of groups it is not when people arrive that counts, but how they stand.
static void addGroupRow( wfText* text, const Sum* sum )
{
	const wfStressGroupCounts* groups = &sum->groups;
	wfText_Add( text, "%-10s %6d %7lld %6d %5d %6d %5d %9d %7d %10d %7d %8d %8d %6d %5d %5d %8lld %9lld %7.0f\n", sum->name,
				sum->worlds, (long long)sum->people, groups->groups, getLeft( sum ), sum->verdicts[wf_stressFrozen],
				sum->verdicts[wf_stressSlow], sum->verdicts[wf_stressOverFull], sum->refused, groups->unfinished, groups->formed,
				groups->cramped, groups->unformed, groups->untold, groups->badSlots, groups->far, (long long)sum->overlaps,
				(long long)sum->wallHits, getMicroseconds( sum ) );
}

static void addRow( wfText* text, const Sum* sum )
{
	if ( s_command.groups )
	{
		addGroupRow( text, sum );
		return;
	}
	wfText_Add( text, "%-10s %6d %7lld %8lld %5d %6d %5d %9d %7d %7.0f %7s %6lld %8lld %9lld %7.0f\n", sum->name, sum->worlds,
				(long long)sum->people, (long long)sum->arrived, getLeft( sum ), sum->verdicts[wf_stressFrozen],
				sum->verdicts[wf_stressSlow], sum->verdicts[wf_stressOverFull], sum->refused, sum->longestWait,
				printSeconds( sum->most ).text, (long long)sum->stuck, (long long)sum->overlaps, (long long)sum->wallHits,
				getMicroseconds( sum ) );
}

// Ours and those of the peer, one beside the other.
static void addPair( wfText* text, const Sum* ours, const Sum* peer )
{
	wfText_Add( text, "%-10s %6d %7lld %6d %5d %8lld %7lld %6lld %7lld %6.0f %6.0f %6lld %7lld %7s %7s\n", ours->name,
				ours->worlds - ours->verdicts[wf_stressOverFull] - ours->verdicts[wf_stressNotRun], (long long)ours->people,
				getLeft( ours ), getLeft( peer ), (long long)ours->arrived, (long long)peer->arrived, (long long)ours->overlaps,
				(long long)peer->overlaps, 1000.0 * ours->deepest, 1000.0 * peer->deepest, (long long)ours->wallHits,
				(long long)peer->wallHits, printSeconds( ours->most ).text, printSeconds( peer->most ).text );
}

static void addPairs( wfText* text, const Sum* sums, const Sum* peers, int32_t count, const Sum totals[2] )
{
	wfText_Add( text, "\n%-10s %6s %7s %12s %16s %14s %13s %14s %15s\n", "", "", "", "left", "arrived", "overlaps", "deepest mm",
				"wall hits", "95 % s" );
	wfText_Add( text, "%-10s %6s %7s %6s %5s %8s %7s %6s %7s %6s %6s %6s %7s %7s %7s\n", "kind", "worlds", "people", "ours",
				s_command.against, "ours", s_command.against, "ours", s_command.against, "ours", s_command.against, "ours",
				s_command.against, "ours", s_command.against );
	for ( int32_t i = 0; i < count; ++i )
	{
		addPair( text, &sums[i], &peers[i] );
	}
	addPair( text, &totals[0], &totals[1] );
}

static void addText( wfText* text, const Batch* batch, const Sum* sums, int32_t count, const Sum* total )
{
	if ( s_command.groups )
	{
		wfText_Add( text, "%-10s %6s %7s %6s %5s %6s %5s %9s %7s %10s %7s %8s %8s %6s %5s %5s %8s %9s %7s\n", "kind", "worlds",
					"people", "groups", "left", "frozen", "slow", "over-full", "refused", "unfinished", "formed", "cramped",
					"unformed", "untold", "slots", "far", "overlaps", "wall hits", "us" );
	}
	else
		wfText_Add( text, "%-10s %6s %7s %8s %5s %6s %5s %9s %7s %7s %7s %6s %8s %9s %7s\n", "kind", "worlds", "people",
					"arrived", "left", "frozen", "slow", "over-full", "refused", "wait s", "95 % s", "stuck", "overlaps",
					"wall hits", "us" );
	for ( int32_t i = 0; i < count; ++i )
	{
		addRow( text, &sums[i] );
	}
	addRow( text, total );
	int32_t shown = 0, failures = 0;
	for ( int32_t i = 0; i < batch->count; ++i )
	{
		const wfStressOutcome* outcome = &batch->outcomes[i];
		failures += isFailure( outcome ) ? 1 : 0;
		if ( isFailure( outcome ) && shown < MOST_FAILURES )
		{
			shown += 1;
			wfText_Add( text, "%s%s:%d  %s, %d of %d left at %.0f s%s%s\n", shown == 1 ? "\n" : "",
						wfGetStressKindName( outcome->kind ), outcome->number, wfDescribeStressVerdict( outcome->verdict ),
						outcome->left, outcome->people, outcome->bound, outcome->message[0] != 0 ? ": " : "", outcome->message );
		}
	}
	if ( failures > shown )
	{
		wfText_Add( text, "and %d more\n", failures - shown );
	}
	int32_t counted = total->worlds - total->verdicts[wf_stressOverFull] - total->verdicts[wf_stressNotRun];
	wfText_Add( text, "\nsomebody was left in %d of %d worlds, %.1f %%; %d are frozen\n", getLeft( total ), counted,
				counted > 0 ? 100.0 * getLeft( total ) / counted : 0.0, total->verdicts[wf_stressFrozen] );
}

static void addSumAsJson( wfJsonOut* json, const char* key, const Sum* sum )
{
	wfJsonOut_BeginObject( json, key );
	if ( key == NULL )
	{
		wfJsonOut_String( json, "kind", sum->name );
	}
	char hash[32];
	snprintf( hash, sizeof( hash ), "%016llx", (unsigned long long)sum->hash );
	wfJsonOut_Integer( json, "worlds", sum->worlds );
	wfJsonOut_Integer( json, "agents", sum->people );
	wfJsonOut_Integer( json, "arrived", sum->arrived );
	wfJsonOut_Integer( json, "left", getLeft( sum ) );
	wfJsonOut_Integer( json, "frozen", sum->verdicts[wf_stressFrozen] );
	wfJsonOut_Integer( json, "slow", sum->verdicts[wf_stressSlow] );
	wfJsonOut_Integer( json, "overFull", sum->verdicts[wf_stressOverFull] );
	wfJsonOut_Integer( json, "refused", sum->refused );
	wfJsonOut_Integer( json, "notRun", sum->verdicts[wf_stressNotRun] );
	wfJsonOut_Number( json, "longestWait", sum->longestWait );
	wfJsonOut_Number( json, "arrived95", sum->most );
	wfJsonOut_Integer( json, "stuck", sum->stuck );
	wfJsonOut_Integer( json, "overlaps", sum->overlaps );
	wfJsonOut_Integer( json, "wallHits", sum->wallHits );
	wfJsonOut_Number( json, "deepest", sum->deepest );
	wfJsonOut_Number( json, "microseconds", getMicroseconds( sum ) );
	wfJsonOut_String( json, "hash", hash );
	wfJsonOut_End( json );
}

// What became of every world.
static void addWorldsAsJson( wfJsonOut* json, const char* key, const wfStressOutcome* outcomes, int32_t count )
{
	wfJsonOut_BeginList( json, key );
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfStressOutcome* outcome = &outcomes[i];
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_String( json, "kind", wfGetStressKindName( outcome->kind ) );
		wfJsonOut_Integer( json, "number", outcome->number );
		wfJsonOut_String( json, "verdict", wfDescribeStressVerdict( outcome->verdict ) );
		wfJsonOut_Integer( json, "agents", outcome->people );
		wfJsonOut_Integer( json, "left", outcome->left );
		wfJsonOut_Integer( json, "arrived", outcome->arrived );
		wfJsonOut_Number( json, "arrived95", isCounted( outcome ) ? outcome->most : NAN );
		wfJsonOut_Integer( json, "overlaps", outcome->overlaps );
		wfJsonOut_Integer( json, "wallHits", outcome->wallHits );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
}

static void addPeersAsJson( wfJsonOut* json, const Batch* batch )
{
	Sum sums[64], total;
	int32_t count = sumUp( batch->peers, batch->count, sums, &total );
	wfJsonOut_BeginObject( json, s_command.against );
	wfJsonOut_BeginList( json, "kinds" );
	for ( int32_t i = 0; i < count; ++i )
	{
		addSumAsJson( json, NULL, &sums[i] );
	}
	wfJsonOut_End( json );
	addSumAsJson( json, "total", &total );
	addWorldsAsJson( json, "worlds", batch->peers, batch->count );
	wfJsonOut_End( json );
}

static void addJson( wfText* text, const Batch* batch, const Sum* sums, int32_t count, const Sum* total )
{
	wfJsonOut json = wfMakeJsonOut( text );
	wfJsonOut_BeginObject( &json, NULL );
	wfJsonOut_BeginList( &json, "kinds" );
	for ( int32_t i = 0; i < count; ++i )
	{
		addSumAsJson( &json, NULL, &sums[i] );
	}
	wfJsonOut_End( &json );
	addSumAsJson( &json, "total", total );
	wfJsonOut_BeginList( &json, "failures" );
	for ( int32_t i = 0; i < batch->count; ++i )
	{
		const wfStressOutcome* outcome = &batch->outcomes[i];
		if ( isFailure( outcome ) )
		{
			wfJsonOut_BeginRow( &json, NULL );
			wfJsonOut_String( &json, "kind", wfGetStressKindName( outcome->kind ) );
			wfJsonOut_Integer( &json, "number", outcome->number );
			wfJsonOut_String( &json, "verdict", wfDescribeStressVerdict( outcome->verdict ) );
			wfJsonOut_Integer( &json, "agents", outcome->people );
			wfJsonOut_Integer( &json, "left", outcome->left );
			wfJsonOut_Bool( &json, "frozen", outcome->verdict == wf_stressFrozen );
			wfJsonOut_Number( &json, "bound", outcome->bound );
			wfJsonOut_String( &json, "message", outcome->message );
			wfJsonOut_End( &json );
		}
	}
	wfJsonOut_End( &json );
	addWorldsAsJson( &json, "worlds", batch->outcomes, batch->count );
	if ( batch->peers != NULL )
	{
		addPeersAsJson( &json, batch );
	}
	wfJsonOut_End( &json );
}

static int report( const Batch* batch )
{
	wfText text = { 0 };
	Sum sums[64], total;
	int32_t count = sumUp( batch->outcomes, batch->count, sums, &total );
	if ( s_command.json )
	{
		addJson( &text, batch, sums, count, &total );
	}
	else
	{
		addText( &text, batch, sums, count, &total );
		if ( batch->peers != NULL )
		{
			Sum peers[64], totals[2] = { total };
			sumUp( batch->peers, batch->count, peers, &totals[1] );
			addPairs( &text, sums, peers, count, totals );
		}
	}
	int code = wfText_Print( &text );
	bool failed = getLeft( &total ) > 0 || total.refused > 0 || total.overlaps > 0 || total.wallHits > 0;
	return code == wf_exitOk && failed ? wf_exitFailed : code;
}

// ------------------------------------------------------------------------------------------------------------- one world

static wfStressOutcome runOne( const wfStressRunDef* def )
{
	wfStressOutcome outcome = wfRunStressWorld( def );
	wfExpectNoInterrupt();
	wfText_Add( def->details,
				"%s:%d  %s, %d of %d left at %.1f s; the slowest needs %.1f s alone; 95 %% arrived by %s s; ended at %.1f s",
				wfGetStressKindName( outcome.kind ), outcome.number, wfDescribeStressVerdict( outcome.verdict ), outcome.left,
				outcome.people, outcome.bound, outcome.alone, printSeconds( outcome.most ).text, outcome.ended );
	if ( def->mode == wf_stressOrca )
	{
		wfText_Add( def->details, "; %lld overlaps and %lld wall hits, deepest %.0f mm\n", (long long)outcome.overlaps,
					(long long)outcome.wallHits, 1000.0 * outcome.deepest );
	}
	else
	{
		wfText_Add( def->details, ", longest wait %.0f s\n", outcome.longestWait );
	}
	if ( outcome.message[0] != 0 )
	{
		wfText_Add( def->details, "%s\n", outcome.message );
	}
	return outcome;
}

static int runOneWorld( void )
{
	char name[64];
	const char* colon = strchr( s_command.world, ':' );
	double number = 0.0;
	bool isNumber = colon != NULL && wfParseNumbers( colon + 1, &number, 1 ) == 1;
	snprintf( name, sizeof( name ), "%.*s", colon != NULL ? (int)( colon - s_command.world ) : 0, s_command.world );
	int32_t kind = wfFindStressKind( name );
	wfDieOfUsageIf( kind < 0 || !isNumber || number < 0.0 || number > 2e9, "--world: expected KIND:NUMBER, as in shelves:7" );
	wfText text = { 0 };
	wfStressRunDef def = makeRunDef( kind, (int32_t)number, getMode() );
	def.details = &text;
	def.save = s_command.save;
	wfStressOutcome outcome = runOne( &def );
	if ( s_command.against != NULL )
	{
		wfText_Add( &text, "%s:\n", s_command.against );
		def.mode = wf_stressOrca;
		runOne( &def );
	}
	int code = wfText_Print( &text );
	return code == wf_exitOk && isFailure( &outcome ) ? wf_exitFailed : code;
}

static int runStress( void )
{
	static const char* const peers[] = { "orca" };
	wfDieOfUsageIf( s_command.onFoot && s_command.onMesh, "--on-foot and --mesh exclude each other" );
	wfDieOfUsageIf( s_command.round && ( s_command.onFoot || s_command.onMesh || s_command.save != NULL ),
					"--round excludes --on-foot, --mesh and --save" );
	wfDieOfUsageIf( s_command.against != NULL && s_command.onMesh, "--against and --mesh exclude each other" );
	if ( s_command.against != NULL && strcmp( s_command.against, peers[0] ) != 0 )
	{
		wfRefuseName( "peer", s_command.against, peers, 1 );
	}
	if ( s_command.quick && !wfIsGiven( "worlds" ) )
	{
		s_command.worlds = QUICK_WORLDS;
	}
	wfWorkers* workers = wfCreateChosenWorkers();
	s_command.memoryLimit = wfGetMemoryLimit() / (size_t)wfWorkers_GetCount( workers );
	if ( s_command.pictures != NULL )
	{
		wfMakeFolder( s_command.pictures );
	}
	if ( s_command.world != NULL )
	{
		return runOneWorld();
	}
	Batch batch = listWorlds();
	wfProgress_Begin( &batch.progress, "stress" );
	wfWorkers_ParallelFor( workers, runWorlds, batch.count, 1, &batch );
	wfProgress_End( &batch.progress );
	wfExpectNoInterrupt();
	return report( &batch );
}

const wfCommand wf_stressCommand = {
	.name = "stress",
	.run = runStress,
	.help =
		"Examples:\n"
		"  wayfield-lab stress --worlds 20\n"
		"  wayfield-lab stress --kinds shelves,rooms --pictures locks\n"
		"  wayfield-lab stress --world shelves:7 --save shelves.json\n"
		"  wayfield-lab stress --against orca --kinds corridor,door --worlds 20\n"
		"\n"
		"usage: wayfield-lab stress [OPTIONS]\n"
		"\n"
		"Runs crowds in random worlds that nothing was tuned for, and reports in how many of them somebody does not arrive.\n"
		"A world is the same wherever it is run. Exit code 1 when somebody was left, a crowd was refused or discs overlapped.\n"
		"\n"
		"Kinds of worlds: corridor, rooms, door, crossing, shelves, stadium, network, square, junctions, ring, slalom, winding, "
		"hotel.\n"
		"\n"
		"left: worlds in which somebody had not arrived at the bound, five times what the slowest needs alone and the time all "
		"need\n"
		"through the narrowest cut at 1.2 people per metre and second. frozen: those in which nobody arrived any more for 100 "
		"s.\n"
		"slow: all arrived, but later than twice the time alone and the time of the cut. over-full: the floor has less than "
		"twice\n"
		"the area of the bodies; not run. wait s: longest time of an agent without coming 10 cm nearer to its stop than before.\n"
		"refused: the crowd sees no route with the cells it chooses by itself; these worlds are run with cells of 0.1 or 0.05 "
		"m.\n"
		"95 % s: median of the seconds until 95 % of the people of a world had arrived.\n"
		"us: microseconds of a processor for an agent and a simulated second.\n"
		"orca: the same people on the same routes avoid each other by optimal reciprocal collision avoidance; overlaps deeper "
		"than\n"
		"1 mm, each contact once.\n"
		"\n",
	.options = s_options };
