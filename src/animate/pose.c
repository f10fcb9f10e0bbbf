// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How somebody stands at a time of a step: hips over the feet, chest where the step faces, arms against the legs.
#include "animate/animate.h"

#include "footsteps/footsteps.h"

#include <math.h>

// Samples of the hips, per second, and over how many to both sides they are smoothed, twice.
#define SAMPLE_RATE 200.0
#define HEIGHT_HALF_WINDOW 6
#define ASIDE_HALF_WINDOW 16
// No foot is farther from below the hips, in leg lengths: the hips leave the centre of mass rather than the foot its place.
#define FARTHEST_FOOT 0.66
// Speed that leans the trunk is a mean over this time to both sides.
#define LEAN_SECONDS 0.25
// Lowest hips, in shares of the leg, where nothing else is within reach.
#define LOWEST 0.4

const wfJoint wf_bodyJoints[WF_BODY_TURNS] = { wf_hipsJoint,		 wf_spineJoint,		   wf_chestJoint,
											   wf_leftUpperArmJoint, wf_leftLowerArmJoint, wf_rightUpperArmJoint,
											   wf_rightLowerArmJoint };

double wfChooseLegLength( const wfFootstepRow* rows, int64_t rowCount )
{
	double length = 0.0, farthest = 0.0;
	for ( int64_t k = 0; k < rowCount; ++k )
	{
		const wfFootstep* step = &rows[k].step;
		double pendulum = step->pendulum > 0.0 ? WF_GRAVITY / ( step->pendulum * step->pendulum ) : 0.9;
		wfVec2 foot = step->footPosition, from = step->swingFrom, to = step->swingTo;
		length = pendulum > length ? pendulum : length;
		farthest = fmax( farthest, fmax( wfHypot( from.x - foot.x, from.y - foot.y ), wfHypot( to.x - foot.x, to.y - foot.y ) ) );
	}
	// Strides far beyond those of such legs need longer ones: feet must not leave the ground they stand on.
	double needed = ( 0.5 * farthest + 0.05 ) / 0.78;
	length = needed > length ? needed : length;
	length = length < 0.2 ? 0.2 : length > 3.0 ? 3.0 : length;
	return floor( 100.0 * length + 0.5 ) / 100.0;
}

int64_t wfActor_FindRow( const wfActor* actor, double time )
{
	int64_t low = 0, high = actor->rowCount;
	while ( high - low > 1 )
	{
		int64_t middle = low + ( high - low ) / 2;
		if ( actor->rows[middle].step.startTime <= time )
		{
			low = middle;
		}
		else
		{
			high = middle;
		}
	}
	return low;
}

const wfFootstep* wfActor_FindStep( const wfActor* actor, double time )
{
	return &actor->rows[wfActor_FindRow( actor, time )].step;
}

bool wfIsFootStanding( const wfFootstep* step, wfFoot foot )
{
	return foot == step->foot || ( step->swingFrom.x == step->swingTo.x && step->swingFrom.y == step->swingTo.y &&
								   step->swingFromAngle == step->swingToAngle );
}

bool wfActor_IsBroken( const wfActor* actor, int64_t row )
{
	if ( row <= 0 || row >= actor->rowCount )
	{
		return false;
	}
	const wfFootstep *before = &actor->rows[row - 1].step, *step = &actor->rows[row].step;
	double time = step->startTime, apart = 0.0;
	wfVec2 a = wfFootstep_GetPosition( before, time ), b = wfFootstep_GetPosition( step, time );
	apart = wfHypot( a.x - b.x, a.y - b.y );
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		double angle, next;
		a = wfFootstep_GetFoot( before, (wfFoot)foot, time, &angle );
		b = wfFootstep_GetFoot( step, (wfFoot)foot, time, &next );
		wfCosSin turn = wfCosSinOf( 0.5 * ( next - angle ) );
		apart = fmax( apart, fmax( wfHypot( a.x - b.x, a.y - b.y ), fabs( turn.sine ) ) );
	}
	return apart > 1e-4;
}

bool wfIsStanding( const wfFootstep* step )
{
	return step->kind == wf_shiftFootstep && step->speed == 0.0 && wfIsFootStanding( step, wfOtherFoot( step->foot ) ) &&
		   step->facingStart.x == step->facingEnd.x && step->facingStart.y == step->facingEnd.y;
}

// ----------------------------------------------------------------------------------------------------------------- feet

// Largest pitch of a quick foot as its heel leaves the ground, and as it comes to land.
#define HEEL_OFF 0.75
#define HEEL_STRIKE 0.3
// m/s over the ground at which a foot is as quick as that.
#define QUICK_SWING 2.5
#define TOES_SHARE 0.6

wfFootPose wfActor_GetFoot( const wfActor* actor, wfFoot foot, double time )
{
	const wfFootstep* step = wfActor_FindStep( actor, time );
	const wfSkeleton* k = &actor->skeleton;
	double angle = 0.0, pitch = 0.0, lift = 0.0;
	wfVec2 place = wfFootstep_GetFoot( step, foot, time, &angle );
	if ( !wfIsFootStanding( step, foot ) )
	{
		double s = ( time - step->startTime ) / step->duration;
		s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
		double r = 1.0 - s;
		double speed = wfHypot( step->swingTo.x - step->swingFrom.x, step->swingTo.y - step->swingFrom.y ) / step->duration;
		double quick = speed < QUICK_SWING ? speed / QUICK_SWING : 1.0;
		lift = actor->stepHeight * 16.0 * s * s * r * r;
		// Bumps of height 1 at one and two thirds, flat at both ends.
		double early = 729.0 / 16.0 * s * s * r * r * r * r, late = 729.0 / 16.0 * s * s * s * s * r * r;
		pitch = quick * ( HEEL_OFF * early - HEEL_STRIKE * late );
	}
	wfQuat level = wfTurnToHeading( angle );
	wfQuat turn = pitch != 0.0 ? wfMultiplyQuats( level, wfTurnAboutX( pitch ) ) : level;
	wfVec3 ahead = wfTurn( level, ( wfVec3 ){ 0.0, 0.0, 1.0 } );
	// The sole rolls over the ball, or over the heel: neither goes into the ground.
	double pivot = pitch >= 0.0 ? k->ball : -k->heel;
	wfVec3 touch = wfAdd3( wfFromPlane( place, lift ), wfScale3( pivot - k->center, ahead ) );
	wfVec3 ankle = wfAdd3( touch, wfTurn( turn, ( wfVec3 ){ 0.0, k->ankleHeight, -pivot } ) );
	return ( wfFootPose ){ ankle, turn, pitch > 0.0 ? -TOES_SHARE * pitch : 0.0, ahead };
}

// ----------------------------------------------------------------------------------------------------------------- hips

// Soft limit of a swing.
static double bounded( double value, double most )
{
	double share = value / most;
	return value / sqrt( 1.0 + share * share );
}

static double sampleAtIndex( const double* samples, size_t count, int64_t index )
{
	return samples[index < 0 ? 0 : index >= (int64_t)count ? (int64_t)count - 1 : index];
}

// 0 while there are no samples.
static double sampleAt( const wfActor* actor, const double* samples, double time )
{
	double at = ( time - actor->begin ) * SAMPLE_RATE;
	at = at < 0.0 ? 0.0 : at;
	int64_t index = (int64_t)at;
	double share = at - (double)index;
	return samples == NULL ? 0.0
						   : ( 1.0 - share ) * sampleAtIndex( samples, actor->sampleCount, index ) +
								 share * sampleAtIndex( samples, actor->sampleCount, index + 1 );
}

// What the body takes from the steps, seen from above.
typedef struct wfBearing
{
	wfVec2 center; // of mass
	wfVec2 aside;  // of the hips from it
	double facing; // of the chest
	double hips;   // where they point: between feet and chest, with the foremost foot
	double spread; // of the left foot ahead of the right one, in legs
} wfBearing;

static wfBearing bearingAt( const wfActor* actor, double time )
{
	const wfFootstep* step = wfActor_FindStep( actor, time );
	wfVec2 facing = wfFootstep_GetFacing( step, time );
	double leftAngle, rightAngle;
	wfVec2 left = wfFootstep_GetFoot( step, wf_leftFoot, time, &leftAngle );
	wfVec2 right = wfFootstep_GetFoot( step, wf_rightFoot, time, &rightAngle );
	wfCosSin l = wfCosSinOf( leftAngle ), r = wfCosSinOf( rightAngle );
	wfVec2 mean = { facing.x + 0.5 * ( l.cosine + r.cosine ), facing.y + 0.5 * ( l.sine + r.sine ) };
	if ( wfHypot( mean.x, mean.y ) < 0.1 )
	{
		mean = facing;
	}
	double ahead = ( left.x - right.x ) * facing.x + ( left.y - right.y ) * facing.y;
	double spread = ahead / actor->skeleton.legLength;
	return ( wfBearing ){ .center =
							  actor->exact ? wfFootstep_GetExactPosition( step, time ) : wfFootstep_GetPosition( step, time ),
						  .aside = { sampleAt( actor, actor->asideX, time ), sampleAt( actor, actor->asideY, time ) },
						  .facing = wfAtan2( facing.y, facing.x ),
						  .hips = wfAtan2( mean.y, mean.x ) - bounded( 0.2 * spread, 0.3 ),
						  .spread = spread };
}

static wfVec2 hipsOf( const wfBearing* bearing )
{
	return ( wfVec2 ){ bearing->center.x + bearing->aside.x, bearing->center.y + bearing->aside.y };
}

// Toward a foot that is too far from the centre of mass.
static wfVec2 findAside( const wfActor* actor, double time )
{
	const wfFootstep* step = wfActor_FindStep( actor, time );
	wfVec2 center = wfFootstep_GetPosition( step, time ), aside = { 0.0, 0.0 };
	double farthest = FARTHEST_FOOT * actor->skeleton.legLength;
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		wfVec2 place = wfFootstep_GetFoot( step, (wfFoot)foot, time, NULL );
		double x = place.x - center.x, y = place.y - center.y, distance = wfHypot( x, y );
		if ( distance > farthest )
		{
			double share = ( distance - farthest ) / distance;
			aside = ( wfVec2 ){ aside.x + share * x, aside.y + share * y };
		}
	}
	return aside;
}

// How high the joints of the legs may be for both ankles to be within reach.
static double highestHips( const wfActor* actor, double time )
{
	const wfSkeleton* k = &actor->skeleton;
	wfBearing bearing = bearingAt( actor, time );
	wfQuat turn = wfTurnToHeading( bearing.hips );
	double reach = WF_STRETCH * ( k->thigh + k->shank ), highest = k->ankleHeight + reach;
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		wfVec3 hip =
			wfAdd3( wfFromPlane( hipsOf( &bearing ), 0.0 ), wfTurn( turn, k->offsets[wfGetLegJoint( (wfFoot)foot, 0 )] ) );
		wfVec3 ankle = wfActor_GetFoot( actor, (wfFoot)foot, time ).ankle;
		double x = hip.x - ankle.x, z = hip.z - ankle.z, left = reach * reach - x * x - z * z;
		double height = ankle.y + ( left > 0.0 ? sqrt( left ) : 0.0 );
		highest = height < highest ? height : highest;
	}
	double lowest = LOWEST * k->legLength;
	return highest > lowest ? highest : lowest;
}

// The lowest, or the mean, within so many samples to both sides.
static void passOver( const double* in, double* out, size_t count, int64_t halfWindow, bool lowest )
{
	for ( size_t i = 0; i < count; ++i )
	{
		double sum = 0.0, least = INFINITY;
		for ( int64_t k = (int64_t)i - halfWindow; k <= (int64_t)i + halfWindow; ++k )
		{
			double value = sampleAtIndex( in, count, k );
			sum += value;
			least = value < least ? value : least;
		}
		out[i] = lowest ? least : sum / (double)( 2 * halfWindow + 1 );
	}
}

// The farthest aside within so many samples to both sides.
static void widen( const double* x, const double* y, double* outX, double* outY, size_t count, int64_t halfWindow )
{
	for ( size_t i = 0; i < count; ++i )
	{
		outX[i] = outY[i] = 0.0;
		for ( int64_t k = (int64_t)i - halfWindow; k <= (int64_t)i + halfWindow; ++k )
		{
			double atX = sampleAtIndex( x, count, k ), atY = sampleAtIndex( y, count, k );
			if ( atX * atX + atY * atY > outX[i] * outX[i] + outY[i] * outY[i] )
			{
				outX[i] = atX;
				outY[i] = atY;
			}
		}
	}
}

static void smooth( double* samples, double* scratch, size_t count, int64_t halfWindow )
{
	passOver( samples, scratch, count, halfWindow, false );
	passOver( scratch, samples, count, halfWindow, false );
}

wfResult wfActor_Prepare( wfActor* actor )
{
	size_t count = (size_t)( ( actor->end - actor->begin ) * SAMPLE_RATE ) + 2;
	double* samples = wfAllocateArray( 3 * count, sizeof( double ) );
	double* scratch = wfAllocateArray( 2 * count, sizeof( double ) );
	if ( samples == NULL || scratch == NULL )
	{
		wfReleaseArray( samples, 3 * count, sizeof( double ) );
		wfReleaseArray( scratch, 2 * count, sizeof( double ) );
		return wf_outOfMemory;
	}
	double *heights = samples, *asideX = samples + count, *asideY = samples + 2 * count;
	for ( size_t i = 0; i < count; ++i )
	{
		wfVec2 aside = findAside( actor, actor->begin + (double)i / SAMPLE_RATE );
		scratch[i] = aside.x;
		scratch[count + i] = aside.y;
	}
	widen( scratch, scratch + count, asideX, asideY, count, 2 * ASIDE_HALF_WINDOW + 1 );
	smooth( asideX, scratch, count, ASIDE_HALF_WINDOW );
	smooth( asideY, scratch, count, ASIDE_HALF_WINDOW );
	actor->sampleCount = count;
	actor->asideX = asideX;
	actor->asideY = asideY;
	for ( size_t i = 0; i < count; ++i )
	{
		scratch[i] = highestHips( actor, actor->begin + (double)i / SAMPLE_RATE );
	}
	// The mean of the lowest around is below every one of them: smooth, and never out of reach.
	passOver( scratch, heights, count, 2 * HEIGHT_HALF_WINDOW + 1, true );
	smooth( heights, scratch, count, HEIGHT_HALF_WINDOW );
	actor->heights = heights;
	wfReleaseArray( scratch, 2 * count, sizeof( double ) );
	return wf_ok;
}

void wfActor_Free( wfActor* actor )
{
	wfReleaseArray( actor->heights, 3 * actor->sampleCount, sizeof( double ) );
	actor->heights = actor->asideX = actor->asideY = NULL;
	actor->sampleCount = 0;
}

// ----------------------------------------------------------------------------------------------------------------- body

static double leanAt( const wfActor* actor, double time, double facing )
{
	double first = actor->rows[0].step.startTime;
	double last = wfFootstep_GetEndTime( &actor->rows[actor->rowCount - 1].step );
	double a = time - LEAN_SECONDS, b = time + LEAN_SECONDS;
	a = a > first ? a : first;
	b = b < last ? b : last;
	wfVec2 p = wfFootstep_GetPosition( wfActor_FindStep( actor, a ), a );
	wfVec2 q = wfFootstep_GetPosition( wfActor_FindStep( actor, b ), b );
	wfCosSin ahead = wfCosSinOf( facing );
	double speed = ( ( q.x - p.x ) * ahead.cosine + ( q.y - p.y ) * ahead.sine ) / ( 2.0 * LEAN_SECONDS );
	return bounded( 0.04 * speed, 0.2 );
}

// The trunk leans over to the centre of mass where the hips are not below it.
static wfQuat tiltTo( const wfBearing* bearing, double legLength )
{
	double distance = wfHypot( bearing->aside.x, bearing->aside.y );
	if ( distance < 1e-6 )
	{
		return ( wfQuat ){ 0.0, 0.0, 0.0, 1.0 };
	}
	wfVec3 toward = wfFromPlane( ( wfVec2 ){ -bearing->aside.x / distance, -bearing->aside.y / distance }, 0.0 );
	wfVec3 axis = wfCross3( ( wfVec3 ){ 0.0, 1.0, 0.0 }, toward );
	wfCosSin half = wfCosSinOf( 0.5 * bounded( 2.0 * distance / legLength, 0.6 ) );
	return ( wfQuat ){ half.sine * axis.x, half.sine * axis.y, half.sine * axis.z, half.cosine };
}

// An arm that hangs, swings forward and bends more the farther it is in front.
static void poseArm( double side, double forward, wfQuat* upper, wfQuat* lower )
{
	const double hanging = 1.48;
	*upper = wfMultiplyQuats( wfTurnAboutX( -forward ), wfTurnAboutZ( -side * hanging ) );
	*lower = wfTurnAboutY( -side * ( 0.3 + 0.5 * bounded( forward, 0.5 ) ) );
}

wfTrunkPose wfActor_GetBody( const wfActor* actor, double time )
{
	wfBearing bearing = bearingAt( actor, time );
	wfQuat none = { 0.0, 0.0, 0.0, 1.0 };
	wfQuat hips = wfTurnToHeading( bearing.hips );
	wfQuat chest = wfMultiplyQuats( wfTurnToHeading( bearing.facing ), wfTurnAboutX( leanAt( actor, time, bearing.facing ) ) );
	chest = wfMultiplyQuats( tiltTo( &bearing, actor->skeleton.legLength ), chest );
	wfQuat half = wfSlerp( none, wfMultiplyQuats( wfInvertQuat( hips ), chest ), 0.5 );
	wfTrunkPose pose = { .hips =
							 wfFromPlane( hipsOf( &bearing ), sampleAt( actor, actor->heights, time ) + actor->skeleton.hipDrop ),
						 .turns = { hips, half, half } };
	// Against the legs: the right foot in front takes the left arm with it.
	double swing = bounded( 0.6 * bearing.spread, 0.8 );
	poseArm( 1.0, -swing, &pose.turns[3], &pose.turns[4] );
	poseArm( -1.0, swing, &pose.turns[5], &pose.turns[6] );
	return pose;
}

wfLegPose wfActor_SolveLeg( const wfActor* actor, wfFoot foot, double time, wfVec3 hips, wfQuat hipsTurn )
{
	const wfSkeleton* k = &actor->skeleton;
	wfFootPose target = wfActor_GetFoot( actor, foot, time );
	wfVec3 hip = wfAdd3( hips, wfTurn( hipsTurn, k->offsets[wfGetLegJoint( foot, 0 )] ) );
	wfVec3 hipsAhead = wfTurn( hipsTurn, ( wfVec3 ){ 0.0, 0.0, 1.0 } );
	// Knees point between hips and feet.
	wfVec3 forward = wfAdd3( hipsAhead, target.ahead );
	forward = wfDot3( forward, forward ) > 0.01 ? forward : hipsAhead;
	wfQuat thigh, shank;
	wfLegPose pose;
	wfSolveLeg( k, hip, target.ankle, forward, &thigh, &shank );
	pose.turns[0] = wfMultiplyQuats( wfInvertQuat( hipsTurn ), thigh );
	pose.turns[1] = wfMultiplyQuats( wfInvertQuat( thigh ), shank );
	pose.turns[2] = wfMultiplyQuats( wfInvertQuat( shank ), target.turn );
	pose.turns[3] = wfTurnAboutX( target.toes );
	// The shank turns about the hinge alone.
	pose.knee = WF_PI - 2.0 * wfAtan2( fabs( pose.turns[1].x ), fabs( pose.turns[1].w ) );
	return pose;
}
