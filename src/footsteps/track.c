// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Tracks: plans as poses at regular times that are the same for everybody, so that two plans are compared pose by pose. Between
// poses bodies are taken to move evenly; how far they really are from that is measured when the track is made, and added to the
// radii. So nobody slips through between two poses.
#include "footsteps/footsteps.h"

#include <math.h>

// ------------------------------------------------------------------------------------------------------------------ sampling

static void poseOfStep( const wfFootstep* step, double distance, double time, wfVec2 origin, wfPose* pose )
{
	wfVec2 center = wfFootstep_GetPosition( step, time ), facing = wfFootstep_GetFacing( step, time );
	pose->x = (float)( center.x - origin.x );
	pose->y = (float)( center.y - origin.y );
	pose->shoulderX = (float)( -distance * facing.y );
	pose->shoulderY = (float)( distance * facing.x );
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		wfVec2 place = wfFootstep_GetFoot( step, (wfFoot)foot, time, NULL );
		pose->feet[foot][0] = (float)( place.x - origin.x );
		pose->feet[foot][1] = (float)( place.y - origin.y );
	}
}

static float distanceOf( float x, float y )
{
	return sqrtf( x * x + y * y );
}

// How far a pose is from the even motion between two others at a share of the way.
static void addSlack( const wfPose* from, const wfPose* to, const wfPose* pose, float share, float* body, float* foot )
{
	float x = pose->x - from->x - share * ( to->x - from->x ), y = pose->y - from->y - share * ( to->y - from->y );
	float sx = pose->shoulderX - from->shoulderX - share * ( to->shoulderX - from->shoulderX );
	float sy = pose->shoulderY - from->shoulderY - share * ( to->shoulderY - from->shoulderY );
	float slack = distanceOf( x, y ) + distanceOf( sx, sy );
	*body = slack > *body ? slack : *body;
	for ( int32_t k = 0; k < 2; ++k )
	{
		float fx = pose->feet[k][0] - from->feet[k][0] - share * ( to->feet[k][0] - from->feet[k][0] );
		float fy = pose->feet[k][1] - from->feet[k][1] - share * ( to->feet[k][1] - from->feet[k][1] );
		float away = distanceOf( fx, fy );
		*foot = away > *foot ? away : *foot;
	}
}

// Curves are near enough to parabolas within a tenth of a second: what is farthest off is the middle, with something to spare.
#define WF_CURVE_SPARE 1.25f
// Rounding, of places up to some kilometres.
#define WF_SLACK_FLOOR 2e-4f

static void measureSlack( const wfFootstep* steps, int32_t count, int32_t step, double distance, double time, wfVec2 origin,
						  wfPose* from, const wfPose* to )
{
	double end = time + WF_TRACK_SECONDS, seam = wfFootstep_GetEndTime( &steps[step] );
	float body = 0.0f, foot = 0.0f;
	wfPose pose;
	// Where one step ends and the next begins within the interval speeds jump: the seam itself, and both parts' middles.
	if ( step + 1 < count && seam > time + 1e-9 && seam < end - 1e-9 )
	{
		wfPose at;
		poseOfStep( &steps[step], distance, seam, origin, &at );
		addSlack( from, to, &at, (float)( ( seam - time ) / WF_TRACK_SECONDS ), &body, &foot );
		float partBody = 0.0f, partFoot = 0.0f;
		poseOfStep( &steps[step], distance, 0.5 * ( time + seam ), origin, &pose );
		addSlack( from, &at, &pose, 0.5f, &partBody, &partFoot );
		poseOfStep( &steps[step + 1], distance, 0.5 * ( seam + end ), origin, &pose );
		addSlack( &at, to, &pose, 0.5f, &partBody, &partFoot );
		body += WF_CURVE_SPARE * partBody;
		foot += WF_CURVE_SPARE * partFoot;
	}
	else
	{
		poseOfStep( &steps[step], distance, time + 0.5 * WF_TRACK_SECONDS, origin, &pose );
		addSlack( from, to, &pose, 0.5f, &body, &foot );
		// The start or the end of all: half of the interval is at rest.
		bool bounds = steps[0].startTime > time || seam < end;
		body *= bounds ? 2.0f : WF_CURVE_SPARE;
		foot *= bounds ? 2.0f : WF_CURVE_SPARE;
	}
	from->bodySlack = body + WF_SLACK_FLOOR;
	from->footSlack = foot + WF_SLACK_FLOOR;
}

static void boundTrack( wfTrack* track, const wfBody* body )
{
	float torso = (float)body->torsoRadius, shoulder = (float)( body->shoulderRadius + body->shoulderDistance );
	float wide = torso > shoulder ? torso : shoulder, foot = (float)body->footRadius;
	track->reach = wide;
	track->low[0] = track->low[1] = INFINITY;
	track->high[0] = track->high[1] = -INFINITY;
	for ( int32_t k = 0; k < track->count; ++k )
	{
		const wfPose* pose = &track->poses[k];
		float around = wide + pose->bodySlack, footRadius = foot + pose->footSlack;
		float center[2] = { pose->x, pose->y };
		track->reach = around > track->reach ? around : track->reach;
		for ( int32_t axis = 0; axis < 2; ++axis )
		{
			float low = center[axis] - around, high = center[axis] + around;
			for ( int32_t f = 0; f < 2; ++f )
			{
				float least = pose->feet[f][axis] - footRadius, most = pose->feet[f][axis] + footRadius;
				low = least < low ? least : low;
				high = most > high ? most : high;
			}
			track->low[axis] = low < track->low[axis] ? low : track->low[axis];
			track->high[axis] = high > track->high[axis] ? high : track->high[axis];
		}
		for ( int32_t f = 0; f < 2; ++f )
		{
			float far = distanceOf( pose->feet[f][0] - pose->x, pose->feet[f][1] - pose->y ) + footRadius;
			track->reach = far > track->reach ? far : track->reach;
		}
	}
}

void wfSampleTrack( const wfFootstep* steps, int32_t count, const wfBody* body, double from, wfVec2 origin, wfTrack* track )
{
	double distance = body->shoulderDistance;
	track->first = (int64_t)floor( from / WF_TRACK_SECONDS );
	track->count = 0;
	int32_t step = 0;
	double end = wfFootstep_GetEndTime( &steps[count - 1] );
	while ( track->count < WF_TRACK_POSES )
	{
		double time = (double)( track->first + track->count ) * WF_TRACK_SECONDS;
		while ( step + 1 < count && time >= wfFootstep_GetEndTime( &steps[step] ) )
		{
			step += 1;
		}
		poseOfStep( &steps[step], distance, time, origin, &track->poses[track->count] );
		track->count += 1;
		if ( time >= end )
		{
			break;
		}
	}
	step = 0;
	for ( int32_t k = 0; k + 1 < track->count; ++k )
	{
		double time = (double)( track->first + k ) * WF_TRACK_SECONDS;
		while ( step + 1 < count && time >= wfFootstep_GetEndTime( &steps[step] ) )
		{
			step += 1;
		}
		measureSlack( steps, count, step, distance, time, origin, &track->poses[k], &track->poses[k + 1] );
	}
	wfPose* last = &track->poses[track->count - 1];
	last->bodySlack = last->footSlack = WF_SLACK_FLOOR;
	boundTrack( track, body );
}

void wfSampleStance( const wfStance* stance, const wfBody* body, double from, wfVec2 origin, wfTrack* track )
{
	wfPose* pose = &track->poses[0];
	track->first = (int64_t)floor( from / WF_TRACK_SECONDS );
	track->count = 1;
	pose->x = (float)( stance->position.x - origin.x );
	pose->y = (float)( stance->position.y - origin.y );
	pose->shoulderX = (float)( -body->shoulderDistance * stance->facing.y );
	pose->shoulderY = (float)( body->shoulderDistance * stance->facing.x );
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		pose->feet[foot][0] = (float)( stance->feet[foot].x - origin.x );
		pose->feet[foot][1] = (float)( stance->feet[foot].y - origin.y );
	}
	pose->bodySlack = pose->footSlack = WF_SLACK_FLOOR;
	boundTrack( track, body );
}

// ----------------------------------------------------------------------------------------------------------------- comparing

typedef struct wfSpot
{
	float x, y, radius;
} wfSpot;

// The five circles of a pose, radii with the slack of an interval.
static void spotsOf( const wfPose* pose, const wfPose* slack, const wfBodySize* size, wfSpot spots[WF_BODY_CIRCLES] )
{
	float body = slack->bodySlack, foot = size->foot + slack->footSlack;
	spots[0] = ( wfSpot ){ pose->x, pose->y, size->torso + body };
	spots[1] = ( wfSpot ){ pose->x + pose->shoulderX, pose->y + pose->shoulderY, size->shoulder + body };
	spots[2] = ( wfSpot ){ pose->x - pose->shoulderX, pose->y - pose->shoulderY, size->shoulder + body };
	spots[3] = ( wfSpot ){ pose->feet[0][0], pose->feet[0][1], foot };
	spots[4] = ( wfSpot ){ pose->feet[1][0], pose->feet[1][1], foot };
}

// Whether a point that moves evenly from (ax, ay) to (bx, by) comes nearer than `distance` to the origin.
static bool comesNear( float ax, float ay, float bx, float by, float distance )
{
	float dx = bx - ax, dy = by - ay, length2 = dx * dx + dy * dy, along = -( ax * dx + ay * dy );
	float share = along <= 0.0f || length2 <= 0.0f ? 0.0f : along >= length2 ? 1.0f : along / length2;
	float x = ax + share * dx, y = ay + share * dy;
	return x * x + y * y < distance * distance;
}

static bool spotsMeet( const wfSpot* a0, const wfSpot* a1, const wfSpot* b0, const wfSpot* b1 )
{
	for ( int32_t i = 0; i < WF_BODY_CIRCLES; ++i )
	{
		for ( int32_t j = 0; j < WF_BODY_CIRCLES; ++j )
		{
			if ( comesNear( a0[i].x - b0[j].x, a0[i].y - b0[j].y, a1[i].x - b1[j].x, a1[i].y - b1[j].y,
							a0[i].radius + b0[j].radius ) )
			{
				return true;
			}
		}
	}
	return false;
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
	for ( int64_t time = from; time <= end; ++time )
	{
		const wfPose *a0 = wfPoseAt( a, time ), *a1 = wfPoseAt( a, time + 1 );
		const wfPose *b0 = wfPoseAt( b, time ), *b1 = wfPoseAt( b, time + 1 );
		if ( !comesNear( a0->x - b0->x, a0->y - b0->y, a1->x - b1->x, a1->y - b1->y, near ) )
		{
			continue;
		}
		wfSpot spotsA0[WF_BODY_CIRCLES], spotsA1[WF_BODY_CIRCLES], spotsB0[WF_BODY_CIRCLES], spotsB1[WF_BODY_CIRCLES];
		spotsOf( a0, a0, sizeOfA, spotsA0 );
		spotsOf( a1, a0, sizeOfA, spotsA1 );
		spotsOf( b0, b0, sizeOfB, spotsB0 );
		spotsOf( b1, b0, sizeOfB, spotsB1 );
		if ( spotsMeet( spotsA0, spotsA1, spotsB0, spotsB1 ) )
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
	for ( int64_t time = from > track->first ? from : track->first; time < track->first + track->count; ++time )
	{
		const wfPose *pose = wfPoseAt( track, time ), *next = wfPoseAt( track, time + 1 );
		wfSpot spots[WF_BODY_CIRCLES], after[WF_BODY_CIRCLES];
		if ( !comesNear( pose->x - x, pose->y - y, next->x - x, next->y - y, track->reach + radius ) )
		{
			continue;
		}
		spotsOf( pose, pose, size, spots );
		spotsOf( next, pose, size, after );
		for ( int32_t k = 0; k < WF_BODY_CIRCLES; ++k )
		{
			if ( comesNear( spots[k].x - x, spots[k].y - y, after[k].x - x, after[k].y - y, spots[k].radius + radius ) )
			{
				return false;
			}
		}
	}
	return true;
}

// --------------------------------------------------------------------------------------------------------------------- walls

static double pointToLine2( double px, double py, double ax, double ay, double bx, double by )
{
	double x = bx - ax, y = by - ay, length2 = x * x + y * y, along = ( px - ax ) * x + ( py - ay ) * y;
	double share = along <= 0.0 || length2 == 0.0 ? 0.0 : along >= length2 ? 1.0 : along / length2;
	double dx = px - ax - share * x, dy = py - ay - share * y;
	return dx * dx + dy * dy;
}

static double cross( double ax, double ay, double bx, double by )
{
	return ax * by - ay * bx;
}

// Square of the distance of two lines.
static double lineToLine2( double ax, double ay, double bx, double by, const wfWallPiece* piece )
{
	double cx = piece->ax, cy = piece->ay, dx = piece->bx, dy = piece->by;
	double side1 = cross( bx - ax, by - ay, cx - ax, cy - ay ), side2 = cross( bx - ax, by - ay, dx - ax, dy - ay );
	double side3 = cross( dx - cx, dy - cy, ax - cx, ay - cy ), side4 = cross( dx - cx, dy - cy, bx - cx, by - cy );
	if ( ( ( side1 > 0.0 ) != ( side2 > 0.0 ) ) && ( ( side3 > 0.0 ) != ( side4 > 0.0 ) ) )
	{
		return 0.0;
	}
	double least = pointToLine2( ax, ay, cx, cy, dx, dy ), other = pointToLine2( bx, by, cx, cy, dx, dy );
	least = other < least ? other : least;
	other = pointToLine2( cx, cy, ax, ay, bx, by );
	least = other < least ? other : least;
	other = pointToLine2( dx, dy, ax, ay, bx, by );
	return other < least ? other : least;
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
		wfSpot spots[WF_BODY_CIRCLES], after[WF_BODY_CIRCLES];
		spotsOf( pose, pose, size, spots );
		spotsOf( next, pose, size, after );
		const int32_t* list;
		int32_t count = wfWallsAt( walls, x, y, &list );
		for ( int32_t n = 0; n < count; ++n )
		{
			const wfWallPiece* piece = &walls->pieces[list[n]];
			double far = near + piece->thickness;
			if ( pointToLine2( x, y, piece->ax, piece->ay, piece->bx, piece->by ) > far * far )
			{
				continue;
			}
			for ( int32_t c = 0; c < WF_BODY_CIRCLES; ++c )
			{
				double radius = (double)spots[c].radius + piece->thickness;
				if ( lineToLine2( (double)spots[c].x + origin.x, (double)spots[c].y + origin.y, (double)after[c].x + origin.x,
								  (double)after[c].y + origin.y, piece ) < radius * radius )
				{
					return false;
				}
			}
		}
	}
	return true;
}
