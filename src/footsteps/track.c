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

typedef struct wfOff
{
	float body, foot;		  // from where it would be
	float bodyBend, footBend; // from the line it would be on
} wfOff;

static float larger( float a, float b )
{
	return a > b ? a : b;
}

// How far a place is from the line between two others.
static float distanceToLine( float x, float y, const float from[2], const float to[2] )
{
	float lineX = to[0] - from[0], lineY = to[1] - from[1], length2 = lineX * lineX + lineY * lineY;
	float along = ( x - from[0] ) * lineX + ( y - from[1] ) * lineY;
	float share = along <= 0.0f || length2 <= 0.0f ? 0.0f : along >= length2 ? 1.0f : along / length2;
	return distanceOf( x - from[0] - share * lineX, y - from[1] - share * lineY );
}

// How far a pose is from the even motion between two others at a share of the way.
static void measureOff( const wfPose* from, const wfPose* to, const wfPose* pose, float share, wfOff* off )
{
	for ( int32_t k = -1; k <= 1; ++k )
	{
		float side = (float)k;
		float a[2] = { from->x + side * from->shoulderX, from->y + side * from->shoulderY };
		float b[2] = { to->x + side * to->shoulderX, to->y + side * to->shoulderY };
		float x = pose->x + side * pose->shoulderX, y = pose->y + side * pose->shoulderY;
		off->body = larger( off->body, distanceOf( x - a[0] - share * ( b[0] - a[0] ), y - a[1] - share * ( b[1] - a[1] ) ) );
		off->bodyBend = larger( off->bodyBend, distanceToLine( x, y, a, b ) );
	}
	for ( int32_t k = 0; k < 2; ++k )
	{
		const float *a = from->feet[k], *b = to->feet[k], *place = pose->feet[k];
		float x = place[0] - a[0] - share * ( b[0] - a[0] ), y = place[1] - a[1] - share * ( b[1] - a[1] );
		off->foot = larger( off->foot, distanceOf( x, y ) );
		off->footBend = larger( off->footBend, distanceToLine( place[0], place[1], a, b ) );
	}
}

// Curves are near enough to parabolas within a tenth of a second: what is farthest off is the middle, with something to spare.
#define WF_CURVE_SPARE 1.25f
// Rounding, of places up to some kilometres.
#define WF_SLACK_FLOOR 2e-4f
// Who stands keeps a little more distance, so that it can leave without coming nearer.
#define WF_REST_SLACK 3e-3f

static void setSlack( wfPose* pose, const wfOff* off, float spare )
{
	pose->bodySlack = spare * off->body + WF_SLACK_FLOOR;
	pose->footSlack = spare * off->foot + WF_SLACK_FLOOR;
	pose->bodyBend = spare * off->bodyBend + WF_SLACK_FLOOR;
	pose->footBend = spare * off->footBend + WF_SLACK_FLOOR;
}

static void measureSlack( const wfFootstep* steps, int32_t count, int32_t step, double distance, double time, wfVec2 origin,
						  wfPose* from, const wfPose* to )
{
	double end = time + WF_TRACK_SECONDS, seam = wfFootstep_GetEndTime( &steps[step] );
	wfOff off = { 0 };
	wfPose pose;
	// Where one step ends and the next begins within the interval speeds jump: the seam itself, and both parts' middles.
	if ( step + 1 < count && seam > time + 1e-9 && seam < end - 1e-9 )
	{
		wfPose at;
		wfOff part = { 0 };
		poseOfStep( &steps[step], distance, seam, origin, &at );
		measureOff( from, to, &at, (float)( ( seam - time ) / WF_TRACK_SECONDS ), &off );
		poseOfStep( &steps[step], distance, 0.5 * ( time + seam ), origin, &pose );
		measureOff( from, &at, &pose, 0.5f, &part );
		poseOfStep( &steps[step + 1], distance, 0.5 * ( seam + end ), origin, &pose );
		measureOff( &at, to, &pose, 0.5f, &part );
		off.body += WF_CURVE_SPARE * part.body;
		off.foot += WF_CURVE_SPARE * part.foot;
		off.bodyBend += WF_CURVE_SPARE * part.bodyBend;
		off.footBend += WF_CURVE_SPARE * part.footBend;
		setSlack( from, &off, 1.0f );
		return;
	}
	poseOfStep( &steps[step], distance, time + 0.5 * WF_TRACK_SECONDS, origin, &pose );
	measureOff( from, to, &pose, 0.5f, &off );
	// The start or the end of all: part of the interval is at rest.
	bool bounds = steps[0].startTime > time || seam < end;
	setSlack( from, &off, bounds ? 2.0f : WF_CURVE_SPARE );
}

static void setRest( wfPose* pose )
{
	pose->bodySlack = pose->footSlack = pose->bodyBend = pose->footBend = WF_REST_SLACK;
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
	setRest( &track->poses[track->count - 1] );
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
	setRest( pose );
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
// touch.
static bool isParting( float least2, float start2, float radii )
{
	return least2 >= radii * radii && least2 >= start2 - 1e-6f;
}

static bool isSame( const wfPose* a, const wfPose* b )
{
	return a->x == b->x && a->y == b->y && a->shoulderX == b->shoulderX && a->shoulderY == b->shoulderY &&
		   a->feet[0][0] == b->feet[0][0] && a->feet[0][1] == b->feet[0][1] && a->feet[1][0] == b->feet[1][0] &&
		   a->feet[1][1] == b->feet[1][1];
}

// Radii grow by what the motion of the interval is off: where the other stands still, only by how far it bends.
static void slacksOf( const wfPose* pose, bool otherStands, float* body, float* foot )
{
	*body = otherStands ? pose->bodyBend : pose->bodySlack;
	*foot = otherStands ? pose->footBend : pose->footSlack;
}

typedef struct wfBodies
{
	const wfPose *from, *to, *start;
	wfBodySize size;
} wfBodies;

static bool doBodiesMeet( const wfBodies* a, const wfBodies* b )
{
	wfSpot a0[WF_BODY_CIRCLES], a1[WF_BODY_CIRCLES], b0[WF_BODY_CIRCLES], b1[WF_BODY_CIRCLES];
	spotsOf( a->from, &a->size, a0 );
	spotsOf( a->to, &a->size, a1 );
	spotsOf( b->from, &b->size, b0 );
	spotsOf( b->to, &b->size, b1 );
	float bodyOfA, footOfA, bodyOfB, footOfB;
	bool standsA = isSame( a->from, a->to ), standsB = isSame( b->from, b->to );
	slacksOf( a->from, standsB, &bodyOfA, &footOfA );
	slacksOf( b->from, standsA, &bodyOfB, &footOfB );
	for ( int32_t i = 0; i < WF_BODY_CIRCLES; ++i )
	{
		for ( int32_t j = 0; j < WF_BODY_CIRCLES; ++j )
		{
			float radii = a0[i].radius + b0[j].radius, wide = radii + ( i < 3 ? bodyOfA : footOfA ) + ( j < 3 ? bodyOfB : footOfB );
			float least2 = nearest2( a0[i].x - b0[j].x, a0[i].y - b0[j].y, a1[i].x - b1[j].x, a1[i].y - b1[j].y );
			if ( least2 < wide * wide )
			{
				wfSpot startA[WF_BODY_CIRCLES], startB[WF_BODY_CIRCLES];
				spotsOf( a->start, &a->size, startA );
				spotsOf( b->start, &b->size, startB );
				float x = startA[i].x - startB[j].x, y = startA[i].y - startB[j].y;
				// Who moves as well may be anywhere within its slack.
				if ( !( standsA || standsB ) || !isParting( least2, x * x + y * y, radii ) )
				{
					return true;
				}
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
	wfBodies first = { .start = wfPoseAt( a, from ), .size = *sizeOfA }, second = { .start = wfPoseAt( b, from ), .size = *sizeOfB };
	for ( int64_t time = from; time <= end; ++time )
	{
		first.from = wfPoseAt( a, time );
		first.to = wfPoseAt( a, time + 1 );
		second.from = wfPoseAt( b, time );
		second.to = wfPoseAt( b, time + 1 );
		float ax = first.from->x - second.from->x, ay = first.from->y - second.from->y;
		float bx = first.to->x - second.to->x, by = first.to->y - second.to->y;
		if ( nearest2( ax, ay, bx, by ) < near * near && doBodiesMeet( &first, &second ) )
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
			if ( least2 < wide * wide && !isParting( least2, startX * startX + startY * startY, radii ) )
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
			if ( pointToLine2( x, y, piece->ax, piece->ay, piece->bx, piece->by ) > far * far )
			{
				continue;
			}
			for ( int32_t c = 0; c < WF_BODY_CIRCLES; ++c )
			{
				double radius = (double)spots[c].radius + piece->thickness;
				double wide = radius + (double)( c < 3 ? pose->bodyBend : pose->footBend );
				double least2 = lineToLine2( (double)spots[c].x + origin.x, (double)spots[c].y + origin.y,
											 (double)after[c].x + origin.x, (double)after[c].y + origin.y, piece );
				double start2 = least2 < wide * wide ? pointToLine2( (double)start[c].x + origin.x, (double)start[c].y + origin.y,
																	 piece->ax, piece->ay, piece->bx, piece->by )
													 : 0.0;
				if ( least2 < wide * wide && !isParting( (float)least2, (float)start2, (float)radius ) )
				{
					return false;
				}
			}
		}
	}
	return true;
}
