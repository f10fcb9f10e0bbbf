// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The loop of `wayfield run`: tick, measure, record, film, save.

#include "run_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- on foot

// Footsteps are recorded, filmed, kept and looked at. None of it counts as simulating.
static void noteWalkers( wfRunFeet* feet, const wfFootstepRow* rows, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		int64_t before = feet->walksCapacity;
		feet->walks = wfGrow( feet->walks, rows[i].serial + 1, &feet->walksCapacity, 1 );
		memset( feet->walks + before, 0, (size_t)( feet->walksCapacity - before ) );
		feet->walks[rows[i].serial] = 1;
	}
}

// After each tick, before its frame.
static void addFootsteps( wfRun* run )
{
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( run->crowd, &rows );
	if ( count == 0 )
	{
		return;
	}
	wfRunFeet* feet = &run->feet;
	noteWalkers( feet, rows, count );
	wfExpect( wfCircleCheck_AddFootsteps( feet->check, rows, count ) );
	wfExpect( run->recorder != NULL ? wfRecorder_AddFootsteps( run->recorder, rows, count, &wf_error ) : wf_ok );
	wfExpect( run->film.video != NULL ? wfVideo_AddFootsteps( run->film.video, rows, count, &wf_error ) : wf_ok );
	wfExpect( run->def.footstepsTo != NULL ? wfFootstepTable_Add( &feet->footsteps, rows, count ) : wf_ok );
	if ( run->def.keepTrails )
	{
		wfRunTrails_AddFootsteps( &run->trails, rows, count );
	}
}

// For the circles. Returns the frame as it is to be looked at for contacts of discs: who is on foot has no size.
static wfFrame addFeet( wfRun* run, const wfFrame* frame )
{
	wfRunFeet* feet = &run->feet;
	wfFrame discs = *frame;
	int64_t walkers = wfCrowd_GetFootstepStats( run->crowd ).agents;
	feet->used = feet->used || walkers > 0;
	if ( !feet->used )
	{
		return discs;
	}
	feet->radii = wfGrow( feet->radii, frame->count, &feet->radiusCapacity, sizeof( float ) );
	// Who only stands is reported of a little later: where nobody is a disc that is no matter.
	bool all = walkers == wfCrowd_GetTotalCount( run->crowd );
	int32_t there = 0;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		uint32_t serial = frame->serials[i];
		bool walks = all || ( serial < feet->walksCapacity && feet->walks[serial] != 0 );
		feet->radii[i] = walks ? 0.0f : frame->radii[i];
		there += walks ? 1 : 0;
	}
	discs.radii = feet->radii;
	// As agents are counted for the cost of a tick: those there when it ended, the first frame aside.
	run->report.walkerSeconds += wfCrowd_GetTickCount( run->crowd ) > run->ticksBefore ? there * run->report.tickSeconds : 0.0;
	wfExpect( wfCircleCheck_AddFrame( feet->check, frame ) );
	return discs;
}

// Looks at the last of it and writes the file of footsteps.
static void endFeet( wfRun* run )
{
	wfRunFeet* feet = &run->feet;
	wfExpect( feet->check != NULL ? wfCircleCheck_Finish( feet->check ) : wf_ok );
	if ( run->def.footstepsTo == NULL )
	{
		return;
	}
	memcpy( feet->footsteps.name, run->def.simulation->name, sizeof( feet->footsteps.name ) );
	wfFootstepTable_Sort( &feet->footsteps );
	wfExpect( wfWriteFootsteps( run->def.footstepsTo, &feet->footsteps, &wf_error ) );
	if ( feet->footsteps.rowCount == 0 )
	{
		wfSay( "warning: nobody walked on foot, %.200s has no steps; --footsteps lets everybody do so", run->def.footstepsTo );
	}
}

// ---------------------------------------------------------------------------------------------------------------- loop

// Exactly, along the surface: distances in space would see contacts between sheets that only pass each other.
static void addContacts( wfRun* run )
{
	wfContactReport now, *sum = &run->contacts;
	wfExpect( wfCrowd_CheckContacts( run->crowd, &now ) );
	sum->overlaps += now.overlaps;
	sum->wallHits += now.wallHits;
	sum->leastGap = fmin( sum->leastGap, now.leastGap );
	sum->leastWallGap = fmin( sum->leastWallGap, now.leastWallGap );
}

static void record( wfRun* run, const wfFrame* frame, int64_t move )
{
	if ( run->recorder != NULL && move % run->recordStride == 0 )
	{
		wfExpect( wfRecorder_AddFrame( run->recorder, frame, &wf_error ) );
		run->recordedFrames += 1;
	}
}

// Within the last tick, where the recording has frames there.
static void recordMoves( wfRun* run )
{
	int64_t before = ( wfCrowd_GetTickCount( run->crowd ) - 1 ) * run->movesPerTick;
	for ( int32_t k = 0; k < run->movesPerTick - 1 && run->recordsMoves; ++k )
	{
		wfFrame frame = wfCrowd_GetMove( run->crowd, k );
		record( run, &frame, before + k + 1 );
	}
}

// Before the first tick and after each.
static void addFrame( wfRun* run )
{
	wfFrame frame = wfCrowd_GetFrame( run->crowd );
	int64_t tick = wfCrowd_GetTickCount( run->crowd );
	if ( run->def.simulation->scene.mesh != NULL )
	{
		addContacts( run );
	}
	if ( run->track != NULL && tick > run->ticksBefore )
	{
		wfExpect( wfGroupTrack_Add( run->track, run->crowd, &wf_error ) );
	}
	if ( run->explorers != NULL && tick > run->ticksBefore )
	{
		wfExpect( wfExploreTrack_Add( run->explorers, run->crowd, &wf_error ) );
	}
	if ( run->def.watch != NULL )
	{
		run->def.watch( &frame, run->def.watchContext );
	}
	wfFrame discs = addFeet( run, &frame );
	wfExpect( wfMetrics_AddFrame( run->metrics, &discs ) );
	record( run, &frame, tick * run->movesPerTick );
	if ( run->def.keepTrails )
	{
		wfRunTrails_Add( &run->trails, &frame, tick );
	}
	if ( run->film.video != NULL )
	{
		wfRunFilm_Add( &run->film, &frame );
	}
}

// Give the metrics the shortest paths of those who entered, or of everybody without events. Behind doors the straight line from
// the first to the last place would make all seem to stray.
static void addShortestPaths( wfRun* run, const wfEvent* events, int32_t eventCount )
{
	int32_t most = events == NULL ? wfCrowd_GetAgentIds( run->crowd, NULL, 0 ) : eventCount, count = 0;
	if ( most == 0 )
	{
		return;
	}
	wfAgentId* ids = wfNewArray( (size_t)most, sizeof( wfAgentId ) );
	double* metres = wfNewArray( (size_t)most, sizeof( double ) );
	if ( events == NULL )
	{
		count = wfCrowd_GetAgentIds( run->crowd, ids, most );
	}
	for ( int32_t i = 0; i < eventCount && events != NULL; ++i )
	{
		if ( events[i].kind == wf_enteredEvent )
		{
			ids[count++] = events[i].agent;
		}
	}
	wfResult result = count > 0 ? wfCrowd_GetRouteLengths( run->crowd, ids, count, metres ) : wf_ok;
	wfExpect( result == wf_notFound ? wf_ok : result ); // some have left in the same tick
	for ( int32_t k = 0; k < count; ++k )
	{
		// Those who are there already have no path.
		uint32_t serial = metres[k] > 0.0 ? wfCrowd_GetAgent( run->crowd, ids[k] ).serial : 0;
		wfExpect( metres[k] > 0.0 ? wfMetrics_SetShortestPath( run->metrics, serial, metres[k] ) : wf_ok );
	}
	free( ids );
	free( metres );
}

static bool isMember( const wfRun* run, wfAgentId id )
{
	return wfCrowd_IsAgentValid( run->crowd, id ) && wfCrowd_GetGroupOf( run->crowd, id ).index1 != 0;
}

static void addEvents( wfRun* run )
{
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( run->crowd, &events );
	addShortestPaths( run, events, count );
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( events[i].kind == wf_arrivedEvent )
		{
			run->arrivalTimes = wfGrow( run->arrivalTimes, run->arrivalCount + 1, &run->arrivalCapacity, sizeof( double ) );
			run->arrivalTimes[run->arrivalCount++] = events[i].time;
			wfExpect( wfMetrics_AddArrival( run->metrics, events[i].serial, events[i].time ) );
		}
		run->report.blocked += events[i].kind == wf_blockedEvent ? 1 : 0;
		run->report.unreachable += events[i].kind == wf_unreachableEvent ? 1 : 0;
		run->report.covered += events[i].kind == wf_coveredEvent ? 1 : 0;
		// Members wait for each other: what is said of groups says how long.
		if ( events[i].kind == wf_stuckEvent && !isMember( run, events[i].agent ) )
		{
			run->stuckSerials = wfGrow( run->stuckSerials, run->report.stuck + 1, &run->stuckCapacity, sizeof( uint32_t ) );
			run->stuckSerials[run->report.stuck++] = events[i].serial;
		}
	}
	wfExpect( run->recorder != NULL && count > 0 ? wfRecorder_AddEvents( run->recorder, events, count, &wf_error ) : wf_ok );
}

static bool isDone( const wfRun* run )
{
	return wfCrowd_IsDone( run->crowd ) && wfOrderLog_IsOver( run->def.simulation->orders );
}

static bool isAtEnd( const wfRun* run )
{
	// Half a tick of slack: the time is a sum of ticks.
	bool late = wfCrowd_GetTime( run->crowd ) + 0.5 * run->report.tickSeconds > run->def.seconds;
	return late || ( run->def.simulation->stopWhenDone && isDone( run ) );
}

static double getFraction( const wfRun* run )
{
	double byTime = wfCrowd_GetTime( run->crowd ) / run->def.seconds;
	int64_t total = wfCrowd_GetTotalCount( run->crowd );
	double byAgents = total > 0 ? (double)wfCrowd_GetArrivedCount( run->crowd ) / (double)total : 0.0;
	// Nobody arrives for a while, then all at once: the time counts until the arrivals have overtaken it.
	return fmax( byTime, run->def.simulation->stopWhenDone ? byAgents : 0.0 );
}

static void saveCheckpoint( wfRun* run )
{
	if ( run->def.checkpoint != NULL )
	{
		// A checkpoint must not know of frames that a killed process would have lost.
		wfExpect( run->recorder != NULL ? wfRecorder_Commit( run->recorder, &wf_error ) : wf_ok );
		wfCheckpointNotes notes = { run->recordedFrames, wfOrderLog_GetHash( run->def.simulation->orders, run->crowd ) };
		wfExpect( wfWriteCheckpoint( run->def.checkpoint, run->crowd, &notes, &wf_error ) );
	}
}

static bool isCheckpointDue( const wfRun* run )
{
	int64_t ticks = wfCrowd_GetTickCount( run->crowd ) - run->ticksBefore;
	return run->checkpointTicks > 0 && ticks % run->checkpointTicks == 0;
}

static void tick( wfRun* run )
{
	int32_t agents = wfCrowd_GetAgentCount( run->crowd );
	run->report.agentTicks += agents;
	run->mostAgents = agents > run->mostAgents ? agents : run->mostAgents;
	double began = wfGetSeconds();
	wfExpect( wfCrowd_Tick( run->crowd, &wf_error ) );
	run->report.wallSeconds += wfGetSeconds() - began;
	wfOrderLog* orders = run->def.simulation->orders;
	wfExpect( orders != NULL ? wfOrderLog_Give( orders, run->crowd, &wf_error ) : wf_ok );
	wfRunGroups_Add( run );
	addEvents( run );
	addFootsteps( run );
	recordMoves( run );
	addFrame( run );
	if ( isCheckpointDue( run ) )
	{
		saveCheckpoint( run );
	}
}

// Recording and film are whole up to where they came, also where something fails.
static wfRun* s_writing;

static void closeFiles( void )
{
	wfRun* run = s_writing;
	s_writing = NULL;
	wfSetCleanup( NULL );
	if ( run != NULL )
	{
		wfRecorder* recorder = run->recorder;
		run->recorder = NULL;
		wfExpect( recorder != NULL ? wfDestroyRecorder( recorder, &wf_error ) : wf_ok );
		wfRunFilm_End( &run->film );
	}
}

int wfRun_Simulate( wfRun* run )
{
	wfRunGroups_Add( run );
	if ( !run->resumed )
	{
		addEvents( run );
		addFrame( run );
	}
	else
	{
		wfFrame frame = wfCrowd_GetFrame( run->crowd );
		addShortestPaths( run, NULL, 0 );
		wfFrame discs = addFeet( run, &frame );
		wfExpect( wfMetrics_AddFrame( run->metrics, &discs ) );
	}
	bool goesOn = true, shown = run->def.label != NULL;
	wfProgress_Begin( &run->progress, shown ? run->def.label : "" );
	while ( goesOn && !isAtEnd( run ) )
	{
		tick( run );
		goesOn = shown ? wfProgress_Step( getFraction( run ), &run->progress ) : !wfIsInterrupted();
	}
	wfProgress_End( &run->progress );
	if ( run->def.keepTrails )
	{
		wfFrame frame = wfCrowd_GetFrame( run->crowd );
		wfRunTrails_AddLast( &run->trails, &frame, wfCrowd_GetTickCount( run->crowd ) );
	}
	wfRunGroups_Finish( run );
	closeFiles();
	endFeet( run );
	saveCheckpoint( run );
	run->report.totalSeconds = wfGetSeconds() - run->began;
	if ( !goesOn )
	{
		wfSay( "stopped after %.1f simulated seconds; what was to be written is whole up to there",
			   wfCrowd_GetTime( run->crowd ) );
		return wf_exitCancelled;
	}
	return wf_exitOk;
}

// --------------------------------------------------------------------------------------------------------------- begin

static void beginMetrics( wfRun* run )
{
	const wfSimulation* simulation = run->def.simulation;
	wfMetricsDef def = wfDefaultMetricsDef();
	def.fps = 1.0 / run->report.tickSeconds;
	def.world = simulation->world;
	def.headingInterval = run->report.tickSeconds;
	def.area = simulation->area;
	if ( run->def.simulation->scene.mesh == NULL )
	{
		def.laneDirection = simulation->laneDirection;
		def.densityCell = run->def.densityCell;
	}
	def.lineCount = simulation->lineCount;
	for ( int32_t i = 0; i < simulation->lineCount; ++i )
	{
		def.lines[i][0] = simulation->lines[i].a;
		def.lines[i][1] = simulation->lines[i].b;
	}
	wfExpect( wfCreateMetrics( &def, &run->metrics, &wf_error ) );
}

// Frames are what the crowd stood at after a move: the rate asked for becomes one frame in so many moves. What cannot be met is
// refused where it was asked for now, and said where a file asks for it, which other programs may run as well.
static void chooseStride( wfRun* run )
{
	bool isOption = run->def.fps > 0.0;
	double wanted = isOption ? run->def.fps : run->def.simulation->fps;
	double most = run->movesPerTick / run->report.tickSeconds, stride = most / wanted;
	run->recordStride = (int64_t)fmax( 1.0, floor( stride + 0.5 ) );
	run->recordsMoves = run->def.record != NULL && run->recordStride % run->movesPerTick != 0;
	if ( fabs( stride - (double)run->recordStride ) <= 1e-6 * stride )
	{
		return;
	}
	wfDieOfUsageIf( isOption, "--fps %g is not possible with %g moves a second. Possible are %g, %g, %g, ...", wanted, most, most,
					most / 2.0, most / 3.0 );
	if ( run->def.record != NULL )
	{
		wfWarn(
			"run.fps %g is not possible with %g moves a second: the recording has %g frames a second. Possible are %g, %g, %g, "
			"...",
			wanted, most, most / (double)run->recordStride, most, most / 2.0, most / 3.0 );
	}
}

static void beginRecording( wfRun* run )
{
	wfRecorderDef def = wfDefaultRecorderDef();
	def.path = run->def.record;
	def.fps = run->movesPerTick / ( run->report.tickSeconds * (double)run->recordStride );
	def.world = run->def.simulation->world;
	def.name = run->def.simulation->name;
	def.seed = run->def.simulation->seed;
	if ( run->def.simulation->scene.mesh != NULL )
	{
		def.surface = run->def.surfaceName != NULL ? run->def.surfaceName : def.name;
	}
	def.resume = run->resumed && run->recordedFrames > 0;
	def.resumeFrame = run->recordedFrames;
	wfExpect( wfCreateRecorder( &def, &run->recorder, &wf_error ) );
	wfCrowd_KeepMoves( run->crowd, run->recordsMoves );
}

// What groups were told by then cannot be told otherwise any more.
static void resume( wfRun* run )
{
	wfCheckpointNotes notes;
	wfOrderLog* orders = run->def.simulation->orders;
	wfExpect( wfReadCheckpoint( run->def.resume, run->crowd, &notes, &wf_error ) );
	run->resumed = true;
	run->recordedFrames = notes.recordedFrames;
	run->report.measuredFrom = wfCrowd_GetTime( run->crowd );
	run->arrivedBefore = wfCrowd_GetArrivedCount( run->crowd );
	run->ticksBefore = wfCrowd_GetTickCount( run->crowd );
	if ( orders == NULL )
	{
		return;
	}
	uint64_t hash = wfOrderLog_GetHash( orders, run->crowd );
	if ( notes.ordersHash != 0 && hash != 0 && notes.ordersHash != hash )
	{
		wfWarn( "the orders given by %.1f s are not those of '%.200s': what is different in them comes too late",
				run->report.measuredFrom, run->def.resume );
	}
	wfOrderLog_Resume( orders, run->crowd );
}

wfRun* wfCreateRun( const wfRunDef* def, wfWorkers* workers )
{
	wfRun* run = wfNewArray( 1, sizeof( wfRun ) );
	run->def = *def;
	run->crowd = def->simulation->crowd;
	run->contacts.leastGap = run->contacts.leastWallGap = INFINITY;
	run->began = wfGetSeconds();
	run->report.threads = wfWorkers_GetCount( workers );
	run->report.tickSeconds = wfCrowd_GetDef( run->crowd ).tickSeconds;
	run->movesPerTick = wfCrowd_GetDef( run->crowd ).movesPerTick;
	chooseStride( run );
	if ( def->resume != NULL )
	{
		resume( run );
	}
	if ( def->checkpoint != NULL && def->checkpointSeconds > 0.0 )
	{
		run->checkpointTicks = (int64_t)fmax( 1.0, fmin( 1e9, floor( def->checkpointSeconds / run->report.tickSeconds + 0.5 ) ) );
	}
	beginMetrics( run );
	if ( def->simulation->scene.mesh == NULL )
	{
		wfCircleCheckDef check = wfDefaultCircleCheckDef();
		check.world = def->simulation->world;
		wfExpect( wfCreateCircleCheck( &check, &run->feet.check, &wf_error ) );
	}
	if ( def->record != NULL || def->video != NULL )
	{
		s_writing = run;
		wfSetCleanup( closeFiles );
	}
	if ( def->record != NULL )
	{
		beginRecording( run );
	}
	if ( def->video != NULL || def->keepTrails )
	{
		run->track = wfRunGroups_CreateTrack( def->simulation );
		wfExpect( wfGroupTrack_Add( run->track, run->crowd, &wf_error ) );
	}
	if ( wfCrowd_GetExplorersIds( run->crowd, NULL, 0 ) > 0 )
	{
		wfExpect( wfCreateExploreTrack( &run->explorers, &wf_error ) );
		wfExpect( wfExploreTrack_Add( run->explorers, run->crowd, &wf_error ) );
	}
	if ( def->video != NULL )
	{
		wfRunFilm_Begin( &run->film, run );
	}
	return run;
}

void wfDestroyRun( wfRun* run )
{
	wfDestroyMetrics( run->metrics );
	wfDestroyGroupTrack( run->track );
	wfDestroyExploreTrack( run->explorers );
	wfRunGroups_Free( &run->groups );
	// By far the largest. Grown here, not by the library, whose wfTrajectories_Free would give them to its own allocator.
	free( run->trails.all.rows );
	wfFootstepTable_Free( &run->trails.footsteps );
	wfDestroyCircleCheck( run->feet.check );
	wfFootstepTable_Free( &run->feet.footsteps );
}

// -------------------------------------------------------------------------------------------------------------- report

static int compareSerials( const void* a, const void* b )
{
	uint32_t left = *(const uint32_t*)a, right = *(const uint32_t*)b;
	return ( left > right ) - ( left < right );
}

wfAgentId* wfGetAgentIds( const wfCrowd* crowd, int32_t* count )
{
	*count = wfCrowd_GetAgentIds( crowd, NULL, 0 );
	wfAgentId* ids = wfNewArray( (size_t)*count, sizeof( wfAgentId ) );
	wfCrowd_GetAgentIds( crowd, ids, *count );
	return ids;
}

// What became of everybody. Asked of the crowd as it is now, so that it holds for resumed runs too.
static void countPeople( const wfRun* run, wfRunReport* report )
{
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( run->crowd, &count );
	if ( run->report.stuck > 0 )
	{
		qsort( run->stuckSerials, (size_t)run->report.stuck, sizeof( uint32_t ), compareSerials );
	}
	int64_t ended = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfAgentState agent = wfCrowd_GetAgent( run->crowd, ids[i] );
		bool stands = agent.stopCount == 0, walks = agent.stop < agent.stopCount && !isMember( run, ids[i] );
		bool explores = wfCrowd_GetExplorersOf( run->crowd, ids[i], NULL ).index1 != 0;
		report->exploring += explores ? 1 : 0;
		bool isIn = stands && wfRunGroups_HasMember( &run->groups, agent.serial );
		report->standing += stands && !isIn && !explores ? 1 : 0;
		report->inGroups += isIn ? 1 : 0;
		report->onTheWay += walks ? 1 : 0;
		ended += !stands && !walks ? 1 : 0;
		bool stuck =
			walks && run->report.stuck > 0 &&
			bsearch( &agent.serial, run->stuckSerials, (size_t)run->report.stuck, sizeof( uint32_t ), compareSerials ) != NULL;
		report->stuckNow += stuck ? 1 : 0;
	}
	// Who is not there any more and had not arrived went through a sink.
	report->leftBySinks = report->agents - count - ( report->arrived - ended );
}

// When 95 % of all had arrived. After a resume the times of those before are not known, only how many they were.
static double getArrived95( const wfRun* run, int64_t agents )
{
	int64_t needed = (int64_t)ceil( 0.95 * (double)agents ) - run->arrivedBefore;
	if ( agents == 0 || needed < 1 || needed > run->arrivalCount )
	{
		return NAN;
	}
	qsort( run->arrivalTimes, (size_t)run->arrivalCount, sizeof( double ), wfCompareNumbers );
	return run->arrivalTimes[needed - 1];
}

static void addSurface( const wfRun* run, wfRunReport* report )
{
	const wfContactReport* contacts = &run->contacts;
	wfMeshReport mesh = wfMesh_GetReport( run->def.simulation->scene.mesh );
	report->onSurface = true;
	report->meshVertices = mesh.vertices;
	report->meshTriangles = mesh.triangles;
	report->leastGap = contacts->leastGap;
	report->leastWallGap = contacts->leastWallGap;
	report->metrics.overlaps = contacts->overlaps;
	report->metrics.deepestOverlap = fmax( 0.0, -contacts->leastGap );
	report->metrics.wallHits = contacts->wallHits;
	report->metrics.deepestWallHit = fmax( 0.0, -contacts->leastWallGap );
	report->metrics.pathRatio = NAN;
}

static void nameExit( const wfSimulation* simulation, wfGoalId goal, char* name, size_t size )
{
	const wfSurfaceScene* scene = &simulation->scene;
	const char* known = NULL;
	if ( simulation->world != NULL && wfWorld_IsGoalValid( simulation->world, goal ) )
	{
		known = wfWorld_GetGoal( simulation->world, goal ).name;
	}
	else if ( scene->mesh != NULL && goal.index1 >= 1 && (int64_t)goal.index1 <= (int64_t)scene->goalCount )
	{
		known = scene->goals[goal.index1 - 1].name;
	}
	snprintf( name, size, "%s", known != NULL ? known : "" );
}

// Each goal once, whichever sets of exits it is one of.
static void listExits( const wfRun* run, wfRunReport* report )
{
	wfExitState state;
	for ( int32_t set = 1; wfCrowd_GetExit( run->crowd, ( wfExitsId ){ set }, 0, &state ) == wf_ok; ++set )
	{
		for ( int32_t k = 0; wfCrowd_GetExit( run->crowd, ( wfExitsId ){ set }, k, &state ) == wf_ok; ++k )
		{
			bool isNew = report->exitCount < WF_MAX_EXITS;
			for ( int32_t i = 0; i < report->exitCount && isNew; ++i )
			{
				const wfGoalId* goal = &report->exits[i].goal;
				isNew = goal->index1 != state.goal.index1 || goal->generation != state.goal.generation;
			}
			if ( isNew )
			{
				char* name = report->exitNames[report->exitCount];
				nameExit( run->def.simulation, state.goal, name, sizeof( report->exitNames[0] ) );
				report->exits[report->exitCount++] = state;
			}
		}
	}
}

wfRunReport wfRun_GetReport( const wfRun* run )
{
	const wfSimulation* simulation = run->def.simulation;
	wfRunReport report = run->report;
	memcpy( report.name, simulation->name, sizeof( report.name ) );
	report.agents = wfCrowd_GetTotalCount( run->crowd );
	report.arrived = wfCrowd_GetArrivedCount( run->crowd );
	report.ticks = wfCrowd_GetTickCount( run->crowd );
	report.simulatedSeconds = wfCrowd_GetTime( run->crowd );
	countPeople( run, &report );
	// Those who only stand, or leave another way, never arrive.
	report.arrived95 =
		getArrived95( run, report.agents - report.standing - report.inGroups - report.exploring - report.leftBySinks );
	report.agentSeconds = report.agentTicks * report.tickSeconds;
	bool counted = run->mostAgents > 0 && simulation->scene.mesh == NULL;
	report.memoryPerAgent = counted ? (double)wfCrowd_GetAgentBytes( run->crowd ) / run->mostAgents : NAN;
	report.seed = simulation->seed;
	report.hash = wfCrowd_GetHash( run->crowd );
	report.preset = wfCrowd_GetDef( run->crowd ).preset;
	report.simd = wfGetSimdLevel();
	report.profile = wfCrowd_GetProfile( run->crowd );
	report.waits = wfCrowd_GetWaits( run->crowd );
	report.metrics = wfMetrics_GetReport( run->metrics );
	if ( simulation->scene.mesh != NULL )
	{
		addSurface( run, &report );
	}
	report.footsteps = wfCrowd_GetFootstepStats( run->crowd );
	if ( run->feet.check != NULL )
	{
		report.circles = wfCircleCheck_GetReport( run->feet.check );
	}
	for ( int32_t i = 0; i < report.metrics.lineCount && i < simulation->lineCount; ++i )
	{
		memcpy( report.lineNames[i], simulation->lines[i].name, sizeof( report.lineNames[i] ) );
	}
	listExits( run, &report );
	report.done = isDone( run );
	report.groups = &run->groups;
	report.explorers = run->explorers;
	report.mustArrive = simulation->stopWhenDone && !run->def.secondsGiven;
	report.mustFollow = !run->def.secondsGiven;
	return report;
}
