// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// People on foot: their steps, kept and measured.
#include "experiment_steps.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

// ------------------------------------------------------------------------------------------------------------ recording

// Everybody is there from the beginning.
static void listWalks( const wfCrowd* crowd, wfStepRecord* record )
{
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( crowd, &count );
	record->walks = wfNewArray( (size_t)count, sizeof( wfStepWalk ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfAgentState state = wfCrowd_GetAgent( crowd, ids[i] );
		int32_t k = record->count++;
		for ( ; k > 0 && record->walks[k - 1].serial > state.serial; --k )
		{
			record->walks[k] = record->walks[k - 1];
		}
		record->walks[k] = ( wfStepWalk ){ .serial = state.serial, .entry = (int32_t)state.userData };
	}
	free( ids );
}

static wfStepWalk* findWalk( wfStepRecord* record, uint32_t serial )
{
	int32_t low = 0, high = record->count;
	while ( low < high )
	{
		int32_t middle = low + ( high - low ) / 2;
		low = record->walks[middle].serial < serial ? middle + 1 : low;
		high = record->walks[middle].serial < serial ? high : middle;
	}
	return low < record->count && record->walks[low].serial == serial ? record->walks + low : NULL;
}

static void addEvents( const wfCrowd* crowd, wfStepRecord* record )
{
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( crowd, &events );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfStepWalk* walk = findWalk( record, events[i].serial );
		record->stuck += events[i].kind == wf_stuckEvent;
		if ( events[i].kind == wf_arrivedEvent && walk != NULL && !walk->arrived )
		{
			walk->arrived = true;
			walk->to = events[i].time;
			record->arrived += 1;
		}
	}
}

static void stepOnce( wfTrial* run, wfCrowd* crowd, wfCircleCheck* check, wfStepRecord* record )
{
	clock_t began = clock();
	wfTrial_Check( run, wfCrowd_Tick( crowd, &wf_error ) );
	record->processor += (double)( clock() - began ) / CLOCKS_PER_SEC;
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( crowd, &rows );
	wfTrial_Check( run, wfFootstepTable_Add( &record->table, rows, count ) );
	wfTrial_Check( run, wfCircleCheck_AddFootsteps( check, rows, count ) );
	addEvents( crowd, record );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfTrial_Check( run, wfCircleCheck_AddFrame( check, &frame ) );
}

// The rows of each one, and from when to when it walked.
static void finishWalks( wfStepRecord* record )
{
	wfFootstepTable_Sort( &record->table );
	for ( int64_t i = 0; i < record->table.rowCount; ++i )
	{
		const wfFootstepRow* row = record->table.rows + i;
		wfStepWalk* walk = findWalk( record, row->serial );
		if ( walk != NULL )
		{
			walk->rows = walk->rowCount == 0 ? row : walk->rows;
			walk->rowCount += 1;
		}
	}
	for ( int32_t i = 0; i < record->count; ++i )
	{
		wfStepWalk* walk = record->walks + i;
		walk->to = walk->arrived ? walk->to : record->seconds;
		walk->from = walk->to;
		record->agentSeconds += walk->to;
		for ( int32_t k = 0; k < walk->rowCount && walk->from == walk->to; ++k )
		{
			const wfFootstep* step = &walk->rows[k].step;
			bool stands = step->kind == wf_shiftFootstep && !( step->speed > 0.0 ) && step->swingFromAngle == step->swingToAngle;
			walk->from = stands ? walk->to : fmin( step->startTime, walk->to );
		}
	}
}

wfStepRecord wfTrial_RecordSteps( wfTrial* run, wfSimulation* simulation )
{
	wfStepRecord record = { 0 };
	wfCrowd* crowd = simulation->crowd;
	wfCircleCheckDef def = wfDefaultCircleCheckDef();
	wfCircleCheck* check = NULL;
	def.world = simulation->world;
	wfTrial_Check( run, wfCreateCircleCheck( &def, &check, &wf_error ) );
	listWalks( crowd, &record );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfTrial_Check( run, wfCircleCheck_AddFrame( check, &frame ) );
	while ( wfIsUnderWay( simulation ) )
	{
		stepOnce( run, crowd, check, &record );
	}
	wfTrial_Check( run, wfCircleCheck_Finish( check ) );
	record.circles = wfCircleCheck_GetReport( check );
	record.stats = wfCrowd_GetFootstepStats( crowd );
	record.seconds = wfCrowd_GetTime( crowd );
	finishWalks( &record );
	wfDestroyCircleCheck( check );
	return record;
}

wfStepRecord wfTrial_StepVariant( wfTrial* run, const char* variant )
{
	wfSimulation simulation = wfTrial_OpenVariant( run, variant );
	wfStepRecord record = wfTrial_RecordSteps( run, &simulation );
	wfSimulation_Free( &simulation );
	return record;
}

void wfStepRecord_Free( wfStepRecord* record )
{
	wfFootstepTable_Free( &record->table );
	free( record->walks );
	*record = ( wfStepRecord ){ 0 };
}

const wfStepWalk* wfStepRecord_Find( const wfStepRecord* record, int32_t entry, int32_t k )
{
	static const wfStepWalk none = { 0 };
	for ( int32_t i = 0; i < record->count; ++i )
	{
		if ( record->walks[i].entry == entry && k-- == 0 )
		{
			return record->walks + i;
		}
	}
	return &none;
}

void wfTrial_ClaimSteps( wfTrial* run, const wfStepRecord* records, int32_t count )
{
	int64_t people = 0, arrived = 0, overlaps = 0, walls = 0;
	double looked = 0.0, walked = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		people += records[i].count;
		arrived += records[i].arrived;
		overlaps += records[i].circles.overlaps;
		walls += records[i].circles.wallHits;
		looked += records[i].circles.agentSeconds;
		walked += records[i].agentSeconds;
	}
	wfTrial_Claim( run, "arrive", people > 0 ? (double)arrived / (double)people : NAN );
	// Who is not looked at cannot touch anybody: everybody was, but for the step in which it arrived and the one it came in.
	bool seen = looked > 0.9 * walked;
	wfTrial_Claim( run, "circles", seen ? (double)overlaps : NAN );
	wfTrial_Claim( run, "walls", seen ? (double)walls : NAN );
}

// ------------------------------------------------------------------------------------------------------------- measures

const wfFootstep* wfStepWalk_GetStep( const wfStepWalk* walk, double time )
{
	int32_t low = 0, high = walk->rowCount;
	while ( low < high )
	{
		int32_t middle = low + ( high - low ) / 2;
		low = walk->rows[middle].step.startTime <= time ? middle + 1 : low;
		high = walk->rows[middle].step.startTime <= time ? high : middle;
	}
	return &walk->rows[low > 0 ? low - 1 : 0].step;
}

wfVec2 wfStepWalk_GetPosition( const wfStepWalk* walk, double time )
{
	return walk->rowCount > 0 ? wfFootstep_GetPosition( wfStepWalk_GetStep( walk, time ), time ) : ( wfVec2 ){ NAN, NAN };
}

bool wfStepWalk_IsAtRest( const wfStepWalk* walk, double time )
{
	const wfFootstep* step = wfStepWalk_GetStep( walk, time );
	wfVec2 velocity = wfFootstep_GetVelocity( step, time );
	// After a stop and before the next step nothing moves.
	return time >= wfFootstep_GetEndTime( step ) || hypot( velocity.x, velocity.y ) < WF_REST_SPEED;
}

double wfStepWalk_GetLongestRest( const wfStepWalk* walk, double until )
{
	double end = fmin( walk->to, until ), longest = walk->rowCount > 0 ? 0.0 : NAN, since = walk->from;
	for ( int32_t i = 0; walk->rowCount > 0 && walk->from + i * WF_STEP_LOOK < end; ++i )
	{
		double time = walk->from + i * WF_STEP_LOOK;
		since = wfStepWalk_IsAtRest( walk, time ) ? since : time;
		longest = fmax( longest, time - since );
	}
	return longest;
}

double wfStepWalk_GetPassage( const wfStepWalk* walk, wfVec2 a, wfVec2 b )
{
	double passage = NAN, last = 0.0;
	wfVec2 line = { b.x - a.x, b.y - a.y };
	double square = line.x * line.x + line.y * line.y;
	for ( int32_t i = 0; walk->rowCount > 0 && i * WF_STEP_LOOK < walk->to; ++i )
	{
		wfVec2 place = wfStepWalk_GetPosition( walk, i * WF_STEP_LOOK ), from = { place.x - a.x, place.y - a.y };
		double side = line.x * from.y - line.y * from.x, part = ( line.x * from.x + line.y * from.y ) / square;
		bool passes = last * side < 0.0 && part > 0.0 && part < 1.0;
		passage = passes ? i * WF_STEP_LOOK : passage;
		last = side != 0.0 ? side : last;
	}
	return passage;
}

// ------------------------------------------------------------------------------------------------------------- pictures

void wfTrial_DrawSteps( wfTrial* run, const wfStepRecord* record, const wfStepPicture* picture )
{
	const char* path = wfTrial_NamePicture( run, "" );
	if ( path == NULL )
	{
		return;
	}
	double view[WF_MAX_LIST] = { 0.0 };
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.title = picture->title;
	def.width = picture->width > 0 ? picture->width : def.width;
	def.trails = def.footprints = !picture->bare;
	def.colorByDirection = picture->byWay;
	def.moments = picture->moments;
	def.momentCount = picture->momentCount;
	def.columns = picture->columns;
	wfTrial_FailIf( run, wfTrial_Has( run, "view" ) && wfTrial_GetList( run, "view", view ) != 4, "view",
					"expected [x0, y0, x1, y1]" );
	def.view = ( wfBox2 ){ { view[0], view[1] }, { view[2], view[3] } };
	wfTrial_Check( run, wfDrawFootsteps( path, run->scenario.world, &record->table, &def, &wf_error ) );
}
