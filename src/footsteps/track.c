// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Tracks: plans as poses at regular times that are the same for everybody, so that two plans are compared pose by pose. Between
// poses bodies are taken to move evenly; how far they really are from that is measured when the track is made, and added to the
// radii. So nobody slips through between two poses.
#include "base/vec2.h"
#include "footsteps/footsteps.h"
#include "footsteps/tuning.h"
#include "world/world.h"

#include <math.h>

// ------------------------------------------------------------------------------------------------------------------ sampling

static void setPose( wfPose* pose, wfVec2 center, wfVec2 facing, double distance, const wfVec2 feet[2], wfVec2 origin )
{
	pose->x = (float)( center.x - origin.x );
	pose->y = (float)( center.y - origin.y );
	pose->shoulderX = (float)( -distance * facing.y );
	pose->shoulderY = (float)( distance * facing.x );
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		pose->feet[foot][0] = (float)( feet[foot].x - origin.x );
		pose->feet[foot][1] = (float)( feet[foot].y - origin.y );
	}
}

static void poseOfStep( const wfFootstep* step, double distance, double time, wfVec2 origin, wfPose* pose )
{
	const wfVec2 feet[2] = { wfFootstep_GetFoot( step, wf_leftFoot, time, NULL ),
							 wfFootstep_GetFoot( step, wf_rightFoot, time, NULL ) };
	setPose( pose, wfFootstep_GetPosition( step, time ), wfFootstep_GetFacing( step, time ), distance, feet, origin );
}

static float distanceOf( float x, float y )
{
	return sqrtf( x * x + y * y );
}

static float larger( float a, float b )
{
	return a > b ? a : b;
}

// How far off an interval of a step is at most: what accelerates by at most A is within A dt^2 / 8 of the even motion between
// its ends.
typedef struct wfFootstepSlack
{
	float body, bend, foot;
	float exact, exactBend;		// how far the exact motion is off the parabola, and off its path
	float startSpeed, endSpeed; // of the centre
} wfFootstepSlack;

// The exact motion leads along the same path, nearly, but at other times: slower beside the foot, faster at the ends. The bounds
// are those of the page on footsteps, and hold for every stride: neither half is farther off than it is long.
static void boundExactMotion( const wfFootstep* step, double turned, wfFootstepSlack* slack )
{
	double half = 0.5 * step->duration, q = step->pendulum * half, q2 = q * q;
	double late = step->duration * wfMin( WF_EXACT_ALONG * q2, 0.5 ); // seconds
	double along = step->speed * late, across = fabs( step->curve ) * half * half * wfMin( 0.25 * q2, 1.0 );
	slack->exact = (float)wfHypot( along, across );
	// Shoulders turn meanwhile. Where others stand is looked at one interval to both sides.
	slack->exactBend = late < WF_TRACK_SECONDS ? (float)( across + turned * late ) : slack->exact + (float)( turned * late );
}

static wfFootstepSlack slackOfStep( const wfFootstep* step, double distance )
{
	const double eighth = 0.125 * WF_TRACK_SECONDS * WF_TRACK_SECONDS;
	double seconds = step->duration, curve = fabs( step->curve );
	bool half = step->kind == wf_startFootstep || step->kind == wf_stopFootstep, shift = step->kind == wf_shiftFootstep;
	double across = half ? 3.0 * curve : 2.0 * curve;
	double along = half ? step->speed / seconds : shift ? WF_SHIFT_CURVE * step->speed / seconds : 0.0;
	// Shoulders turn on the chord between two directions, gently begun and ended: its rate is twice the tangent of half the
	// angle.
	wfVec2 a = step->facingStart, b = step->facingEnd;
	double cosine = a.x * b.x + a.y * b.y, sine = fabs( a.x * b.y - a.y * b.x );
	double rate = 2.0 * sine / wfMax( 1.0 + cosine, WF_LEAST_CHORD ), fast = WF_SHIFT_PEAK * rate / seconds;
	double turning = distance * ( 2.0 * fast * fast + WF_SHIFT_CURVE * rate / ( seconds * seconds ) );
	double swing = wfHypot( step->swingTo.x - step->swingFrom.x, step->swingTo.y - step->swingFrom.y );
	double edge = wfHypot( step->speed, curve * seconds );
	wfFootstepSlack slack = {
		.body = (float)( eighth * ( across + along + turning ) ),
		.bend = (float)( eighth * ( across + turning ) ),
		.foot = (float)( eighth * WF_SHIFT_CURVE * swing / ( seconds * seconds ) ),
		.startSpeed = (float)( step->kind == wf_walkFootstep || step->kind == wf_stopFootstep ? edge : 0.0 ),
		.endSpeed = (float)( step->kind == wf_walkFootstep || step->kind == wf_startFootstep ? edge : 0.0 ),
	};
	if ( step->kind == wf_walkFootstep )
	{
		boundExactMotion( step, distance * fast, &slack );
	}
	return slack;
}

// Where one step ends and the next begins speeds jump, not directions; but from rest it may go anywhere: within an interval it
// comes and leaves no farther than what accelerates so is off the even motion.
static void setSlack( wfPose* pose, const wfFootstepSlack* slack, const wfFootstepSlack* next )
{
	float body = slack->body, bend = slack->bend, foot = slack->foot, footBend = 0.0f;
	float exact = slack->exact, exactBend = slack->exactBend;
	if ( next != NULL )
	{
		float jump = next->startSpeed - slack->endSpeed;
		bool rests = slack->endSpeed == 0.0f && next->startSpeed == 0.0f;
		body = larger( body, next->body ) + WF_JUMP_SHARE * (float)WF_TRACK_SECONDS * fabsf( jump );
		foot = larger( foot, next->foot );
		bend = rests ? body + larger( bend, next->bend ) : 2.0f * ( bend + next->bend );
		footBend = rests ? foot : 0.0f;
		exact = larger( exact, next->exact );
		exactBend = larger( exactBend, next->exactBend );
	}
	pose->bodySlack = body + exact + WF_SLACK_FLOOR;
	pose->footSlack = foot + WF_SLACK_FLOOR;
	pose->bodyBend = bend + exactBend + WF_SLACK_FLOOR;
	pose->exactBend = exactBend;
	pose->footBend = footBend + WF_SLACK_FLOOR;
}

static void setRest( wfPose* pose )
{
	pose->bodySlack = pose->footSlack = pose->bodyBend = pose->footBend = WF_REST_SLACK;
	pose->exactBend = 0.0f;
}

static void cover( wfTrack* track, float x, float y, float radius )
{
	const float center[2] = { x, y };
	for ( int32_t axis = 0; axis < 2; ++axis )
	{
		float low = center[axis] - radius, high = center[axis] + radius;
		track->low[axis] = low < track->low[axis] ? low : track->low[axis];
		track->high[axis] = high > track->high[axis] ? high : track->high[axis];
	}
}

static void boundTrack( wfTrack* track, const wfBody* body )
{
	float wide = larger( (float)body->torsoRadius, (float)( body->shoulderRadius + body->shoulderDistance ) );
	track->reach = wide;
	track->low[0] = track->low[1] = INFINITY;
	track->high[0] = track->high[1] = -INFINITY;
	for ( int32_t k = 0; k < track->count; ++k )
	{
		// Between two poses all is within the slacks of the first one of what is between them.
		const wfPose *pose = &track->poses[k], *before = &track->poses[k > 0 ? k - 1 : 0];
		float bodySlack = larger( pose->bodySlack, before->bodySlack );
		float foot = (float)body->footRadius + larger( pose->footSlack, before->footSlack );
		track->reach = larger( wide + bodySlack, track->reach );
		cover( track, pose->x, pose->y, wide + bodySlack );
		for ( int32_t f = 0; f < 2; ++f )
		{
			float far = distanceOf( pose->feet[f][0] - pose->x, pose->feet[f][1] - pose->y ) + foot + bodySlack;
			track->reach = larger( far, track->reach );
			cover( track, pose->feet[f][0], pose->feet[f][1], foot );
		}
	}
}

void wfSampleTrack( const wfFootstep* steps, int32_t count, const wfBody* body, double from, wfVec2 origin, wfTrack* track )
{
	double distance = body->shoulderDistance;
	track->first = (int64_t)floor( from / WF_TRACK_SECONDS );
	track->count = 0;
	int32_t step = 0;
	double end = wfFootstep_GetEndTime( &steps[count - 1] ), seam = wfFootstep_GetEndTime( &steps[0] );
	wfFootstepSlack slack = slackOfStep( &steps[0], distance ), next = count > 1 ? slackOfStep( &steps[1], distance ) : slack;
	while ( track->count < WF_TRACK_POSES )
	{
		double time = (double)( track->first + track->count ) * WF_TRACK_SECONDS;
		while ( step + 1 < count && time >= seam )
		{
			step += 1;
			seam = wfFootstep_GetEndTime( &steps[step] );
			slack = next;
			next = step + 1 < count ? slackOfStep( &steps[step + 1], distance ) : slack;
		}
		wfPose* pose = &track->poses[track->count++];
		poseOfStep( &steps[step], distance, time, origin, pose );
		if ( time >= end )
		{
			break;
		}
		setSlack( pose, &slack, step + 1 < count && seam < time + WF_TRACK_SECONDS ? &next : NULL );
	}
	setRest( &track->poses[track->count - 1] );
	boundTrack( track, body );
}

void wfSampleStance( const wfStance* stance, const wfBody* body, double from, wfVec2 origin, wfTrack* track )
{
	track->first = (int64_t)floor( from / WF_TRACK_SECONDS );
	track->count = 1;
	setPose( &track->poses[0], stance->position, stance->facing, body->shoulderDistance, stance->feet, origin );
	setRest( &track->poses[0] );
	boundTrack( track, body );
}

// ----------------------------------------------------------------------------------------------------------------- comparing

typedef struct wfSpot
{
	float x, y, radius;
} wfSpot;

static void spotsOf( const wfPose* pose, const wfBodySize* size, wfSpot spots[WF_BODY_CIRCLES] )
{
	spots[0] = ( wfSpot ){ pose->x, pose->y, size->torso };
	spots[1] = ( wfSpot ){ pose->x + pose->shoulderX, pose->y + pose->shoulderY, size->shoulder };
	spots[2] = ( wfSpot ){ pose->x - pose->shoulderX, pose->y - pose->shoulderY, size->shoulder };
	spots[3] = ( wfSpot ){ pose->feet[0][0], pose->feet[0][1], size->foot };
	spots[4] = ( wfSpot ){ pose->feet[1][0], pose->feet[1][1], size->foot };
}

// The least square of the distance from the origin of a point that moves evenly from (ax, ay) to (bx, by).
static float nearest2( float ax, float ay, float bx, float by )
{
	float dx = bx - ax, dy = by - ay, length2 = dx * dx + dy * dy, along = -( ax * dx + ay * dy );
	float share = along <= 0.0f || length2 <= 0.0f ? 0.0f : along >= length2 ? 1.0f : along / length2;
	float x = ax + share * dx, y = ay + share * dy;
	return x * x + y * y;
}

// Two who are too near for their slacks from the beginning may part: as long as they come no nearer than they were, and do not
// touch, whichever way they walk. There are no two ways to leave a place of rest.
static bool isParting( float least2, float start2, float radii )
{
	return least2 >= radii * radii && least2 >= start2 - WF_PARTING_SLACK;
}

static bool isSame( const wfPose* a, const wfPose* b )
{
	return a->x == b->x && a->y == b->y && a->shoulderX == b->shoulderX && a->shoulderY == b->shoulderY &&
		   a->feet[0][0] == b->feet[0][0] && a->feet[0][1] == b->feet[0][1] && a->feet[1][0] == b->feet[1][0] &&
		   a->feet[1][1] == b->feet[1][1];
}

// Also just before and after: the exact motion of another is where its parabola is a moment earlier or later.
static bool isAtRest( const wfTrack* track, int64_t time )
{
	const wfPose* pose = wfPoseAt( track, time );
	return isSame( pose, wfPoseAt( track, time + 1 ) ) && isSame( pose, wfPoseAt( track, time - 1 ) ) &&
		   isSame( pose, wfPoseAt( track, time + 2 ) );
}

// A body over an interval of its track.
typedef struct wfMovingBody
{
	const wfPose *from, *to, *start; // both ends of the interval, and where the track begins
	bool stands;					 // in this interval and in those beside it
	wfBodySize size;
	wfSpot spots[WF_BODY_CIRCLES], after[WF_BODY_CIRCLES]; // at both ends
	float slack[WF_BODY_CIRCLES];
} wfMovingBody;

// Radii grow by what the motion of the interval is off: where the other stands still, only by how far it bends.
static void fillSpots( wfMovingBody* body, bool otherStands )
{
	const wfPose* pose = body->from;
	float trunk = otherStands ? pose->bodyBend : pose->bodySlack, foot = otherStands ? pose->footBend : pose->footSlack;
	spotsOf( pose, &body->size, body->spots );
	spotsOf( body->to, &body->size, body->after );
	for ( int32_t k = 0; k < WF_BODY_CIRCLES; ++k )
	{
		body->slack[k] = k < 3 ? trunk : foot;
	}
}

// The least square of the distance between circle i of the one and j of the other.
static float betweenCircles2( const wfMovingBody* a, int32_t i, const wfMovingBody* b, int32_t j )
{
	const wfSpot *a0 = &a->spots[i], *a1 = &a->after[i], *b0 = &b->spots[j], *b1 = &b->after[j];
	return nearest2( a0->x - b0->x, a0->y - b0->y, a1->x - b1->x, a1->y - b1->y );
}

static bool doCirclesMeet( const wfMovingBody* a, int32_t i, const wfMovingBody* b, int32_t j, bool stands )
{
	float radii = a->spots[i].radius + b->spots[j].radius, wide = radii + a->slack[i] + b->slack[j];
	float least2 = betweenCircles2( a, i, b, j );
	if ( least2 >= wide * wide )
	{
		return false;
	}
	wfSpot startA[WF_BODY_CIRCLES], startB[WF_BODY_CIRCLES];
	spotsOf( a->start, &a->size, startA );
	spotsOf( b->start, &b->size, startB );
	float x = startA[i].x - startB[j].x, y = startA[i].y - startB[j].y;
	// Who moves as well may be anywhere within its slack.
	float exact = ( i < 3 ? a->from->exactBend : 0.0f ) + ( j < 3 ? b->from->exactBend : 0.0f );
	return !stands || !isParting( least2, x * x + y * y, radii + exact );
}

// A foot of the one, where it meets the circle around the trunk of the other, against the circles of that trunk.
static bool doesFootMeetTrunk( const wfMovingBody* a, int32_t foot, const wfMovingBody* b, bool stands )
{
	float wide = a->spots[foot].radius + a->slack[foot] + ( b->size.wide + b->slack[0] );
	return betweenCircles2( a, foot, b, 0 ) < wide * wide &&
		   ( doCirclesMeet( a, foot, b, 0, stands ) || doCirclesMeet( a, foot, b, 1, stands ) ||
			 doCirclesMeet( a, foot, b, 2, stands ) );
}

// All circles of both; those of a trunk only where the circle around it is met.
static bool doBodiesMeet( wfMovingBody* a, wfMovingBody* b )
{
	bool stands = a->stands || b->stands;
	fillSpots( a, b->stands );
	fillSpots( b, a->stands );
	float wide = a->size.wide + a->slack[0] + ( b->size.wide + b->slack[0] );
	bool meet = false;
	if ( betweenCircles2( a, 0, b, 0 ) < wide * wide )
	{
		for ( int32_t k = 0; k < 9 && !meet; ++k )
		{
			meet = doCirclesMeet( a, k / 3, b, k % 3, stands );
		}
	}
	for ( int32_t foot = 3; foot < WF_BODY_CIRCLES && !meet; ++foot )
	{
		meet = doesFootMeetTrunk( a, foot, b, stands ) || doesFootMeetTrunk( b, foot, a, stands ) ||
			   doCirclesMeet( a, foot, b, 3, stands ) || doCirclesMeet( a, foot, b, 4, stands );
	}
	return meet;
}

bool wfAreTracksClear( const wfTrack* a, const wfBodySize* sizeOfA, const wfTrack* b, const wfBodySize* sizeOfB, int64_t from )
{
	if ( a->low[0] > b->high[0] || a->low[1] > b->high[1] || b->low[0] > a->high[0] || b->low[1] > a->high[1] )
	{
		return true;
	}
	int64_t endOfA = a->first + a->count - 1, endOfB = b->first + b->count - 1, end = endOfA > endOfB ? endOfA : endOfB;
	float near = a->reach + b->reach;
	from = from < end ? from : end;
	wfMovingBody first, second;
	first.start = wfPoseAt( a, from );
	first.size = *sizeOfA;
	second.start = wfPoseAt( b, from );
	second.size = *sizeOfB;
	for ( int64_t time = from; time <= end; ++time )
	{
		first.from = wfPoseAt( a, time );
		first.to = wfPoseAt( a, time + 1 );
		second.from = wfPoseAt( b, time );
		second.to = wfPoseAt( b, time + 1 );
		float ax = first.from->x - second.from->x, ay = first.from->y - second.from->y;
		float bx = first.to->x - second.to->x, by = first.to->y - second.to->y;
		if ( nearest2( ax, ay, bx, by ) >= near * near )
		{
			continue;
		}
		first.stands = isAtRest( a, time );
		second.stands = isAtRest( b, time );
		if ( doBodiesMeet( &first, &second ) )
		{
			return false;
		}
	}
	return true;
}

bool wfIsTrackClearOfDisc( const wfTrack* track, const wfBodySize* size, float x, float y, float radius, int64_t from )
{
	if ( x + radius < track->low[0] || x - radius > track->high[0] || y + radius < track->low[1] || y - radius > track->high[1] )
	{
		return true;
	}
	from = from > track->first ? from : track->first;
	int64_t last = track->first + track->count - 1;
	from = from < last ? from : last;
	wfSpot start[WF_BODY_CIRCLES];
	spotsOf( wfPoseAt( track, from ), size, start );
	for ( int64_t time = from; time <= last; ++time )
	{
		const wfPose *pose = wfPoseAt( track, time ), *next = wfPoseAt( track, time + 1 );
		wfSpot spots[WF_BODY_CIRCLES], after[WF_BODY_CIRCLES];
		float near = track->reach + radius;
		if ( nearest2( pose->x - x, pose->y - y, next->x - x, next->y - y ) >= near * near )
		{
			continue;
		}
		spotsOf( pose, size, spots );
		spotsOf( next, size, after );
		for ( int32_t k = 0; k < WF_BODY_CIRCLES; ++k )
		{
			float radii = spots[k].radius + radius, wide = radii + ( k < 3 ? pose->bodyBend : pose->footBend );
			float least2 = nearest2( spots[k].x - x, spots[k].y - y, after[k].x - x, after[k].y - y );
			float startX = start[k].x - x, startY = start[k].y - y;
			float exact = k < 3 ? pose->exactBend : 0.0f;
			if ( least2 < wide * wide && !isParting( least2, startX * startX + startY * startY, radii + exact ) )
			{
				return false;
			}
		}
	}
	return true;
}

// --------------------------------------------------------------------------------------------------------------------- walls

static double pointToLine2( wfVec2 point, wfVec2 a, wfVec2 b )
{
	wfVec2 line = wfSub2( b, a ), from = wfSub2( point, a );
	double length2 = wfDot2( line, line ), along = wfDot2( from, line );
	double share = along <= 0.0 || length2 == 0.0 ? 0.0 : along >= length2 ? 1.0 : along / length2;
	wfVec2 off = wfAddScaled2( from, -share, line );
	return wfDot2( off, off );
}

// Square of the distance of two lines.
static double lineToLine2( wfVec2 a, wfVec2 b, wfVec2 c, wfVec2 d )
{
	bool cross = ( wfSide2( a, b, c ) > 0.0 ) != ( wfSide2( a, b, d ) > 0.0 ) &&
				 ( wfSide2( c, d, a ) > 0.0 ) != ( wfSide2( c, d, b ) > 0.0 );
	return cross ? 0.0
				 : wfMin( wfMin( pointToLine2( a, c, d ), pointToLine2( b, c, d ) ),
						  wfMin( pointToLine2( c, a, b ), pointToLine2( d, a, b ) ) );
}

static wfVec2 placeOf( const wfSpot* spot, wfVec2 origin )
{
	return ( wfVec2 ){ (double)spot->x + origin.x, (double)spot->y + origin.y };
}

// A circle that moves from one place to the next; where the track started matters to those who part from the wall.
static bool doesSpotMeetWall( const wfWallPiece* piece, wfVec2 origin, const wfSpot* start, const wfSpot* from, const wfSpot* to,
							  float slack, float exact )
{
	wfVec2 a = { piece->ax, piece->ay }, b = { piece->bx, piece->by };
	double radius = (double)from->radius + piece->thickness, wide = radius + (double)slack;
	double least2 = lineToLine2( placeOf( from, origin ), placeOf( to, origin ), a, b );
	return least2 < wide * wide &&
		   !isParting( (float)least2, (float)pointToLine2( placeOf( start, origin ), a, b ), (float)radius + exact );
}

bool wfIsTrackClearOfWalls( const wfTrack* track, const wfBodySize* size, const wfWallMap* walls, wfVec2 origin, wfRoomFcn* room,
							const void* context )
{
	for ( int32_t k = 0; k < track->count; ++k )
	{
		const wfPose *pose = &track->poses[k], *next = &track->poses[k + 1 < track->count ? k + 1 : k];
		double x = (double)pose->x + origin.x, y = (double)pose->y + origin.y;
		double moved = (double)distanceOf( next->x - pose->x, next->y - pose->y ), near = (double)track->reach + moved;
		if ( room != NULL && (double)room( context, x, y ) > near )
		{
			continue;
		}
		wfSpot start[WF_BODY_CIRCLES], spots[WF_BODY_CIRCLES], after[WF_BODY_CIRCLES];
		spotsOf( &track->poses[0], size, start );
		spotsOf( pose, size, spots );
		spotsOf( next, size, after );
		const int32_t* list;
		int32_t count = wfWallsAt( walls, x, y, &list );
		for ( int32_t n = 0; n < count; ++n )
		{
			const wfWallPiece* piece = &walls->pieces[list[n]];
			double far = near + piece->thickness;
			bool isFar = pointToLine2( ( wfVec2 ){ x, y }, ( wfVec2 ){ piece->ax, piece->ay },
									   ( wfVec2 ){ piece->bx, piece->by } ) > far * far;
			for ( int32_t c = 0; c < WF_BODY_CIRCLES && !isFar; ++c )
			{
				float slack = c < 3 ? pose->bodyBend : pose->footBend, exact = c < 3 ? pose->exactBend : 0.0f;
				if ( doesSpotMeetWall( piece, origin, &start[c], &spots[c], &after[c], slack, exact ) )
				{
					return false;
				}
			}
		}
	}
	return true;
}
