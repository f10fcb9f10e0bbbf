// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// People on foot: their steps, measured and drawn.
#include "experiment_steps.h"

#include "base/vec2.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

void wfTrial_ClaimSteps( wfTrial* run, const wfCrowdWalks* records, int32_t count )
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

const wfFootstep* wfAgentWalk_GetStep( const wfAgentWalk* walk, double time )
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

wfVec2 wfAgentWalk_GetPosition( const wfAgentWalk* walk, double time )
{
	return walk->rowCount > 0 ? wfFootstep_GetPosition( wfAgentWalk_GetStep( walk, time ), time ) : ( wfVec2 ){ NAN, NAN };
}

bool wfAgentWalk_IsAtRest( const wfAgentWalk* walk, double time )
{
	const wfFootstep* step = wfAgentWalk_GetStep( walk, time );
	wfVec2 velocity = wfFootstep_GetVelocity( step, time );
	// After a stop and before the next step nothing moves.
	return time >= wfFootstep_GetEndTime( step ) || hypot( velocity.x, velocity.y ) < WF_REST_SPEED;
}

double wfAgentWalk_GetLongestRest( const wfAgentWalk* walk, double until )
{
	double end = fmin( walk->to, until ), longest = walk->rowCount > 0 ? 0.0 : NAN, since = walk->from;
	for ( int32_t i = 0; walk->rowCount > 0 && walk->from + i * WF_STEP_LOOK < end; ++i )
	{
		double time = walk->from + i * WF_STEP_LOOK;
		since = wfAgentWalk_IsAtRest( walk, time ) ? since : time;
		longest = fmax( longest, time - since );
	}
	return longest;
}

double wfAgentWalk_GetPassage( const wfAgentWalk* walk, wfVec2 a, wfVec2 b )
{
	double passage = NAN, last = 0.0;
	wfVec2 line = wfSub2( b, a );
	double square = wfDot2( line, line );
	for ( int32_t i = 0; walk->rowCount > 0 && i * WF_STEP_LOOK < walk->to; ++i )
	{
		wfVec2 from = wfSub2( wfAgentWalk_GetPosition( walk, i * WF_STEP_LOOK ), a );
		double side = wfCross2( line, from ), part = wfDot2( line, from ) / square;
		bool passes = last * side < 0.0 && part > 0.0 && part < 1.0;
		passage = passes ? i * WF_STEP_LOOK : passage;
		last = side != 0.0 ? side : last;
	}
	return passage;
}

// ------------------------------------------------------------------------------------------------------------- pictures

void wfTrial_DrawSteps( wfTrial* run, const wfCrowdWalks* record, const wfStepPicture* picture )
{
	const char* path = wfTrial_NamePicture( run, "" );
	if ( path == NULL )
	{
		return;
	}
	double view[4] = { 0.0 };
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.title = picture->title;
	def.width = picture->width > 0 ? picture->width : def.width;
	def.trails = def.footprints = !picture->bare;
	def.colorByDirection = picture->byWay;
	def.moments = picture->moments;
	def.momentCount = picture->momentCount;
	def.columns = picture->columns;
	if ( wfTrial_Has( run, "view" ) )
	{
		wfTrial_GetNumbers( run, "view", "[x0, y0, x1, y1]", view, 4 );
	}
	def.view = ( wfBox2 ){ { view[0], view[1] }, { view[2], view[3] } };
	wfTrial_Check( run, wfDrawFootsteps( path, run->scenario.world, &record->table, &def, &wf_error ) );
}
