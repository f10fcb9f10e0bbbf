// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Whom a step would meet: what others intend, as far as it is known, and walls. Looked at while searching only; what is promised
// is compared by tracks.
#include "footsteps/search.h"
#include "footsteps/tuning.h"

#include <math.h>
#include <string.h>

typedef struct wfSpot3
{
	float x, y;
	float shoulderX, shoulderY;
} wfSpot3;

// How two bodies stand to each other: negative when they meet, else the gap between their widths.
static float gapToWalker( const wfSpot3* me, const wfBodySize* mine, const wfPose* other, const wfBodySize* theirs,
						  float comfort )
{
	float dx = other->x - me->x, dy = other->y - me->y, square = dx * dx + dy * dy;
	float wide = mine->wide + theirs->wide;
	if ( square > ( wide + comfort ) * ( wide + comfort ) )
	{
		return INFINITY;
	}
	float gap = sqrtf( square ) - wide;
	if ( gap > 0.0f )
	{
		return gap;
	}
	// Shoulders may be turned.
	static const float sides[3] = { 0.0f, 1.0f, -1.0f };
	for ( int32_t i = 0; i < 3; ++i )
	{
		for ( int32_t j = 0; j < 3; ++j )
		{
			float x = dx + sides[j] * other->shoulderX - sides[i] * me->shoulderX;
			float y = dy + sides[j] * other->shoulderY - sides[i] * me->shoulderY;
			float sum = ( i == 0 ? mine->torso : mine->shoulder ) + ( j == 0 ? theirs->torso : theirs->shoulder );
			if ( x * x + y * y < sum * sum )
			{
				return -1.0f;
			}
		}
	}
	return 0.0f;
}

// The least gap between the trunk and walls, up to what matters; negative: it meets one.
static float gapToWalls( const wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstep* step, double time,
						 wfVec2 center )
{
	float least = WF_WALL_COMFORT;
	if ( task->room( task->context, center.x, center.y ) > search->size.wide + WF_WALL_COMFORT )
	{
		return least;
	}
	const int32_t* list;
	wfVec2 facing = wfFootstep_GetFacing( step, time );
	int32_t count = wfWallsAt( task->walls, center.x, center.y, &list );
	double reach = task->body.shoulderDistance;
	for ( int32_t n = 0; n < count; ++n )
	{
		const wfWallPiece* piece = &task->walls->pieces[list[n]];
		for ( int32_t k = -1; k <= 1; ++k )
		{
			wfVec2 from = wfFromWall( piece, center.x - k * reach * facing.y, center.y + k * reach * facing.x );
			double radius = ( k == 0 ? task->body.torsoRadius : task->body.shoulderRadius ) + piece->thickness;
			double near = radius + (double)least, square = from.x * from.x + from.y * from.y;
			if ( square < near * near )
			{
				least = (float)( sqrt( square ) - radius );
			}
		}
	}
	return least;
}

// Those seen, at one time: walkers as they intend, discs as they walk now. Columns without anybody are far away.
static void fillRow( wfFootstepSearch* search, const wfFootstepTask* task, int32_t row )
{
	float *x = search->rowX[row], *y = search->rowY[row];
	int64_t time = search->firstRow + row;
	int32_t count = task->intendingCount;
	for ( int32_t k = 0; k < count; ++k )
	{
		const wfPose* pose = wfPoseAt( task->intending[k].track, time );
		x[k] = pose->x;
		y[k] = pose->y;
	}
	float ahead = (float)( (double)time * WF_TRACK_SECONDS - task->now );
	ahead = ahead < (float)WF_DISC_SECONDS ? ahead : (float)WF_DISC_SECONDS;
	for ( int32_t k = 0; k < task->seenDiscCount; ++k )
	{
		const wfOtherDisc* disc = &task->seenDiscs[k];
		x[count + k] = disc->x + ahead * disc->velocityX;
		y[count + k] = disc->y + ahead * disc->velocityY;
	}
	for ( int32_t k = count + task->seenDiscCount; k < WF_MAX_INTENDING; ++k )
	{
		x[k] = y[k] = WF_FAR_AWAY;
	}
	search->rowFilled[row] = true;
}

void wfBeginMeetings( wfFootstepSearch* search, const wfFootstepTask* task )
{
	search->size = wfSizeOfBody( &task->body );
	float comfort = (float)task->gait->comfort;
	search->firstRow = (int64_t)floor( task->from.time / WF_TRACK_SECONDS );
	memset( search->rowFilled, 0, sizeof( search->rowFilled ) );
	for ( int32_t k = 0; k < WF_MAX_INTENDING; ++k )
	{
		float wide = k < task->intendingCount						  ? task->intending[k].size.wide
					 : k < task->intendingCount + task->seenDiscCount ? task->seenDiscs[k - task->intendingCount].radius
																	  : 0.0f;
		float near = wide + search->size.wide + comfort;
		search->near2[k] = near * near;
	}
}

// Whether somebody stands for good, as far as it has said. When that was said does not matter.
static bool hasEnded( const wfTrack* track, double now )
{
	return (double)( track->first + track->count - 2 ) * WF_TRACK_SECONDS <= now;
}

// The least gap to anybody at a time; negative: they meet. `stands`: somebody who is met stands there and intends nothing else.
static float leastGap( wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstep* step, int64_t time, wfVec2 center,
					   bool* stands )
{
	wfSpot3 me = { (float)( center.x - task->origin.x ), (float)( center.y - task->origin.y ), 0.0f, 0.0f };
	bool turned = false;
	int64_t at = time - search->firstRow;
	int32_t row = at < 0 ? 0 : at >= WF_SEEN_ROWS ? WF_SEEN_ROWS - 1 : (int32_t)at;
	if ( !search->rowFilled[row] )
	{
		fillRow( search, task, row );
	}
	const float *x = search->rowX[row], *y = search->rowY[row];
	float over[WF_MAX_INTENDING];
	for ( int32_t k = 0; k < WF_MAX_INTENDING; ++k )
	{
		float dx = x[k] - me.x, dy = y[k] - me.y;
		over[k] = dx * dx + dy * dy - search->near2[k];
	}
	float comfort = (float)task->gait->comfort, least = comfort;
	for ( int32_t k = 0; k < WF_MAX_INTENDING; ++k )
	{
		if ( over[k] < 0.0f )
		{
			float gap;
			if ( k < task->intendingCount )
			{
				// Which way the shoulders are turned matters to those who are near alone.
				if ( !turned )
				{
					wfVec2 facing = wfFootstep_GetFacing( step, (double)time * WF_TRACK_SECONDS );
					me.shoulderX = -(float)( task->body.shoulderDistance * facing.y );
					me.shoulderY = (float)( task->body.shoulderDistance * facing.x );
					turned = true;
				}
				const wfOtherWalker* other = &task->intending[k];
				gap = gapToWalker( &me, &search->size, wfPoseAt( other->track, time ), &other->size, comfort );
				*stands = *stands || ( gap < 0.0f && hasEnded( other->track, task->now ) );
			}
			else
			{
				gap = sqrtf( over[k] + search->near2[k] ) - task->seenDiscs[k - task->intendingCount].radius - search->size.wide;
			}
			least = gap < least ? gap : least;
		}
	}
	return least;
}

wfStepMeeting wfMeetsAnything( wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstep* step, bool walls,
							   double* closeness )
{
	wfStepMeeting meeting = wf_meetsNobody;
	int64_t first = (int64_t)floor( step->startTime / WF_TRACK_SECONDS ) + 1;
	int64_t last = (int64_t)floor( wfFootstep_GetEndTime( step ) / WF_TRACK_SECONDS );
	float comfort = (float)task->gait->comfort, sum = 0.0f;
	// Later nobody is where it is foreseen to within a hand's breadth.
	int64_t every = step->startTime - task->now > WF_SURE_SECONDS ? 2 : 1;
	for ( int64_t time = first; time <= last; time += every )
	{
		double seconds = (double)time * WF_TRACK_SECONDS;
		wfVec2 center = wfFootstep_GetPosition( step, seconds );
		bool stands = false;
		float least = leastGap( search, task, step, time, center, &stands );
		if ( least < comfort )
		{
			float share = least > 0.0f ? 1.0f - least / comfort : 1.0f;
			sum += share * share;
		}
		float wall = gapToWalls( search, task, step, seconds, center );
		if ( wall < WF_WALL_COMFORT )
		{
			float share = 1.0f - ( wall > 0.0f ? wall : 0.0f ) / WF_WALL_COMFORT;
			sum += WF_WALL_COST * share * share;
		}
		meeting = least < 0.0f ? wf_meetsLater : meeting;
		if ( stands || ( meeting == wf_meetsLater && seconds - task->now < WF_SURE_SECONDS ) || ( walls && wall < 0.0f ) )
		{
			return wf_meetsNow;
		}
	}
	*closeness = (double)sum * WF_TRACK_SECONDS * (double)every;
	return meeting;
}

bool wfMayRest( const wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstep* before, const wfFootstep* step,
				wfVec2 from )
{
	int64_t time = (int64_t)floor( ( before->startTime + WF_REST_KNOWN ) / WF_TRACK_SECONDS + 0.5 );
	int64_t middle = (int64_t)floor( ( step->startTime + 0.5 * step->duration ) / WF_TRACK_SECONDS + 0.5 );
	float x = (float)( step->apex.x - task->origin.x ), y = (float)( step->apex.y - task->origin.y );
	float fromX = (float)( from.x - task->origin.x ), fromY = (float)( from.y - task->origin.y );
	for ( int32_t k = 0; k < task->intendingCount; ++k )
	{
		const wfOtherWalker* other = &task->intending[k];
		const wfPose *pose = wfPoseAt( other->track, time ), *then = wfPoseAt( other->track, middle );
		// Those who come toward it or stand are met as they are.
		if ( ( then->x - pose->x ) * (float)step->along.x + ( then->y - pose->y ) * (float)step->along.y <= 0.0f )
		{
			continue;
		}
		float dx = pose->x - x, dy = pose->y - y, square = dx * dx + dy * dy, near = search->size.wide + other->size.wide;
		float beforeX = pose->x - fromX, beforeY = pose->y - fromY;
		if ( square < near * near && square < beforeX * beforeX + beforeY * beforeY )
		{
			return false;
		}
	}
	return true;
}
