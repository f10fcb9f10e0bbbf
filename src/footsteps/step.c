// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// One step: made from an action within the limits of the leg, and evaluated at any time.
#include "base/vec2.h"
#include "footsteps/footsteps.h"
#include "footsteps/tuning.h"

#include <float.h>
#include <math.h>

const char* wfGetFootstepVerdictText( wfFootstepVerdict verdict )
{
	static const char* const texts[] = {
		[wf_footstepFits] = "fits",
		[wf_footstepWrongFoot] = "feet must take turns, and walking begins with a start",
		[wf_footstepDuration] = "duration out of the leg's limits",
		[wf_footstepStride] = "stride out of the leg's limits",
		[wf_footstepSpeed] = "speed out of the leg's limits",
		[wf_footstepSpeedChange] = "change of speed too large",
		[wf_footstepTurn] = "turn out of the leg's limits",
		[wf_footstepSideForce] = "curve too tight for the speed",
		[wf_footstepFootAngle] = "the foot cannot point so",
		[wf_footstepFeet] = "feet would cross or be too far apart",
	};
	return (uint32_t)verdict < sizeof( texts ) / sizeof( texts[0] ) ? texts[verdict] : "";
}

// ------------------------------------------------------------------------------------------------------------------ making

static double wrapAngle( double angle )
{
	return angle >= -WF_PI && angle <= WF_PI ? angle : angle - WF_TWO_PI * floor( angle / WF_TWO_PI + 0.5 );
}

static wfVec2 rotate( wfVec2 v, wfCosSin by )
{
	return ( wfVec2 ){ by.cosine * v.x - by.sine * v.y, by.cosine * v.y + by.sine * v.x };
}

// The foot that stands, beside the apex.
static wfVec2 footBeside( wfVec2 center, wfVec2 along, wfFoot foot, double distance )
{
	return wfAddScaled2( center, wfSideOf( foot ) * distance, wfPerpendicular2( along ) );
}

// Length of the whole parabola, by Simpson's rule on both halves of its second half: too long by 0.1 % at the sharpest turn.
static double lengthOf( double ahead, double aside, double seconds )
{
	double a = ahead * ahead, b = aside * aside;
	return seconds / 12.0 *
		   ( ahead + 4.0 * sqrt( a + 0.0625 * b ) + 2.0 * sqrt( a + 0.25 * b ) + 4.0 * sqrt( a + 0.5625 * b ) + sqrt( a + b ) );
}

typedef struct wfFootstepEffort
{
	double before, wanted; // speed before the footstep, and the target speed
	double ahead, aside;   // of the parabola at its ends: along the frame and across
	double seconds;
	double reach2; // squared distance of the foot from the centre of mass at the start
	double share;  // fraction of the parabola that is walked
} wfFootstepEffort;

// Basal cost, the speed lost at heel strike and regained, the effort of the curve.
static double energyOfEffort( const wfGaitDef* def, const wfFootstepEffort* effort )
{
	double sine2 = effort->reach2 / ( def->legLength * def->legLength );
	double kept = effort->before * ( sine2 < 0.5 ? 1.0 - 2.0 * sine2 : 0.0 );
	double length = effort->share * lengthOf( effort->ahead, effort->aside, effort->seconds );
	return def->power * effort->seconds + 0.5 * def->mass * fabs( effort->wanted * effort->wanted - kept * kept ) +
		   def->turnWeight * def->mass * ( effort->aside / effort->seconds ) * length;
}

double wfWalkEnergy( const wfGaitDef* def, double before, double speed, wfCosSin turn, double seconds )
{
	double ahead = speed * turn.cosine, aside = speed * turn.sine;
	// From where the step begins to the foot: half of the stride, and the parabola's height on top of the foot's distance.
	double x = 0.5 * ahead * seconds, y = def->footDistance + 0.25 * aside * seconds;
	wfFootstepEffort effort = { before, speed, ahead, aside, seconds, x * x + y * y, 1.0 };
	return energyOfEffort( def, &effort );
}

static double energyOf( const wfGaitDef* def, const wfStance* from, const wfFootstep* step, double wanted )
{
	wfVec2 reach = wfSub2( step->footPosition, from->position );
	wfFootstepEffort effort = { .before = from->speed,
								.wanted = wanted,
								.ahead = step->speed,
								.aside = fabs( step->curve ) * step->duration,
								.seconds = step->duration,
								.reach2 = wfDot2( reach, reach ),
								.share = step->kind == wf_walkFootstep ? 1.0 : 0.5 };
	return energyOfEffort( def, &effort );
}

// The exact pendulum passes nearer to its foot than the apex, by a (T/2)^2 tanh(k T/4)^2. This is a little more, and capped.
static bool isExactMotionBesideFoot( const wfGaitDef* def, double curve, double half, double pendulum )
{
	double x = 0.5 * pendulum * half, x2 = x * x;
	double tangent = x * ( 15.0 + x2 ) / ( 15.0 + 6.0 * x2 );
	double square = tangent < 1.0 ? tangent * tangent : 1.0;
	return curve * half * half * square < def->footDistance;
}

// Whether the next foot can be put down, the one before pointing anywhere between these, relative to the motion and growing
// outward of the next: nobody walks where there is no second step.
static bool canOtherFollow( const wfGaitDef* def, wfFoot next, double lower, double upper )
{
	const wfLegDef* leg = &def->legs[next];
	return lower - leg->inward <= WF_FOOT_SLACK + WF_LIMIT_SLACK && upper + leg->outward >= -leg->maxTurn - WF_LIMIT_SLACK;
}

// [outer, inner + outward] of the foot before, turned around, cut with [frame, motion at the start]: all as angles growing
// outward of the foot in question.
static bool fitFoot( const wfGaitDef* def, const wfStance* from, wfFoot foot, double motion, double turn, bool stops,
					 wfStance* to )
{
	const wfLegDef* leg = &def->legs[foot];
	double side = wfSideOf( foot );
	// Of the foot before, in this foot's sense; everything relative to the motion, so that nothing wraps around.
	double reference = side * motion, width = from->outer - from->inner;
	double middle = wrapAngle( -0.5 * ( from->outer + from->inner ) - reference );
	double inner = middle - 0.5 * width - leg->inward, outer = middle + 0.5 * width + leg->outward;
	inner = inner > -turn ? inner : -turn;
	outer = outer < WF_FOOT_SLACK ? outer : WF_FOOT_SLACK;
	if ( !( inner <= outer + WF_LIMIT_SLACK ) )
	{
		return false;
	}
	if ( !stops && !canOtherFollow( def, wfOtherFoot( foot ), -outer - 2.0 * turn, -inner - 2.0 * turn ) )
	{
		return false;
	}
	to->inner = reference + ( inner < outer ? inner : outer );
	to->outer = reference + outer;
	// Nearest to the frame, until the next step is known.
	to->angles[foot] = wrapAngle( side * to->inner );
	return true;
}

static bool isWithin( double value, double lower, double upper )
{
	return value >= lower - WF_LIMIT_SLACK && value <= upper + WF_LIMIT_SLACK;
}

// A good leg must not be faster than the injured one can make good.
static bool canOtherBrake( const wfGaitDef* def, const wfFootstepAction* action )
{
	return action->speed <= def->legs[wfOtherFoot( action->foot )].maxSpeed + def->slowDown + WF_LIMIT_SLACK;
}

static wfFootstepVerdict makeMoving( const wfGaitDef* def, const wfStance* from, const wfFootstepAction* action, wfFootstep* step,
									 wfStance* to )
{
	const wfLegDef* leg = &def->legs[action->foot];
	bool stops = action->kind == wf_stopFootstep;
	double side = wfSideOf( action->foot ), speed = action->speed, seconds = action->duration;
	if ( !( from->speed > 0.0 ) || action->foot == from->foot )
	{
		return wf_footstepWrongFoot;
	}
	if ( !( action->turn >= 0.0 && action->turn <= leg->maxTurn + WF_LIMIT_SLACK ) )
	{
		return wf_footstepTurn;
	}
	if ( !( speed > 0.0 && speed <= leg->maxSpeed + WF_LIMIT_SLACK ) || ( !stops && !canOtherBrake( def, action ) ) )
	{
		return wf_footstepSpeed;
	}
	if ( !isWithin( speed, from->speed - def->slowDown, from->speed + def->speedUp ) )
	{
		return wf_footstepSpeedChange;
	}
	// The frame turns away from the foot, so that the motion comes toward the foot in it.
	wfCosSin turn = wfCosSinOf( action->turn ), away = { turn.cosine, -side * turn.sine };
	wfVec2 v = from->direction, along = rotate( v, away );
	// Rounding must not add up over thousands of steps: a step of Newton's toward length 1.
	double unit = 1.5 - 0.5 * ( along.x * along.x + along.y * along.y );
	along = wfScale2( unit, along );
	double ahead = speed * turn.cosine, aside = speed * turn.sine;
	double curve = aside / seconds;
	double half = 0.5 * seconds;
	double stride = ( stops ? half : seconds ) * ahead;
	if ( 2.0 * curve > leg->maxSideForce + WF_LIMIT_SLACK ||
		 ( !stops && !isExactMotionBesideFoot( def, curve, half, step->pendulum ) ) )
	{
		return wf_footstepSideForce;
	}
	if ( !isWithin( stride, stops ? 0.0 : leg->minStride, leg->maxStride ) )
	{
		return wf_footstepStride;
	}
	if ( !fitFoot( def, from, action->foot, wfAtan2( v.y, v.x ), action->turn, stops, to ) )
	{
		return wf_footstepFootAngle;
	}
	step->curve = -side * curve;
	step->speed = ahead;
	step->along = along;
	// Back from the start, at u = -T/2, to the apex.
	double backX = ahead * half, backY = -step->curve * half * half;
	step->apex =
		( wfVec2 ){ from->position.x + backX * along.x - backY * along.y, from->position.y + backX * along.y + backY * along.x };
	step->footPosition = footBeside( step->apex, along, action->foot, def->footDistance );
	step->footAngle = to->angles[action->foot];
	to->direction = stops ? along : rotate( along, away );
	to->speed = stops ? 0.0 : speed;
	to->feet[action->foot] = step->footPosition;
	to->foot = action->foot;
	step->energy = energyOf( def, from, step, to->speed );
	return wf_footstepFits;
}

void wfForeseeWalk( const wfGaitDef* def, const wfStance* from, const wfFootstepAction* action, wfStance* to, double* energy )
{
	wfCosSin turn = wfCosSinOf( action->turn ), away = { turn.cosine, -wfSideOf( action->foot ) * turn.sine };
	wfVec2 along = rotate( from->direction, away );
	to->time = from->time + action->duration;
	to->position = wfAddScaled2( from->position, action->speed * turn.cosine * action->duration, along );
	to->direction = rotate( along, away );
	to->speed = action->speed;
	*energy = wfWalkEnergy( def, from->speed, action->speed, turn, action->duration );
}

static wfFootstepVerdict makeStart( const wfGaitDef* def, const wfStance* from, const wfFootstepAction* action, wfFootstep* step,
									wfStance* to )
{
	const wfLegDef* leg = &def->legs[action->foot];
	if ( !( from->speed <= 0.0 ) )
	{
		return wf_footstepWrongFoot;
	}
	double maxTurn = leg->maxTurn + WF_LIMIT_SLACK;
	if ( !( fabs( action->turn ) <= maxTurn && action->sway >= 0.0 && action->sway <= maxTurn ) )
	{
		return wf_footstepTurn;
	}
	double speed = action->speed, side = wfSideOf( action->foot );
	if ( !( speed > 0.0 && speed <= leg->maxSpeed + WF_LIMIT_SLACK ) || !canOtherBrake( def, action ) )
	{
		return wf_footstepSpeed;
	}
	if ( speed > def->speedUp + WF_LIMIT_SLACK )
	{
		return wf_footstepSpeedChange;
	}
	wfCosSin sway = wfCosSinOf( action->sway );
	wfVec2 along = rotate( from->facing, wfCosSinOf( action->turn ) );
	double curve = speed * sway.sine / action->duration;
	if ( 2.0 * curve > leg->maxSideForce + WF_LIMIT_SLACK )
	{
		return wf_footstepSideForce;
	}
	if ( 0.5 * action->duration * speed * sway.cosine > leg->maxStride + WF_LIMIT_SLACK )
	{
		return wf_footstepStride;
	}
	// After a turn of the shoulders or a step aside the foot may stand where the path would lead over it or past its outer side.
	if ( !( side * wfCross2( along, wfSub2( from->feet[action->foot], from->position ) ) > 0.0 ) )
	{
		return wf_footstepFeet;
	}
	step->curve = -side * curve;
	step->speed = speed * sway.cosine;
	step->along = along;
	step->apex = from->position;
	step->footPosition = from->feet[action->foot];
	to->direction = rotate( along, ( wfCosSin ){ sway.cosine, -side * sway.sine } );
	// This foot stands already as it does: the path must not lead to its outer side, where the other one could not follow.
	double points = wrapAngle( side * ( wfAtan2( to->direction.y, to->direction.x ) - from->angles[action->foot] ) );
	if ( !canOtherFollow( def, wfOtherFoot( action->foot ), points, points ) )
	{
		return wf_footstepFootAngle;
	}
	to->speed = speed;
	to->foot = action->foot;
	to->inner = to->outer = side * from->angles[action->foot];
	step->energy = energyOf( def, from, step, speed ) + WF_TURN_EFFORT * def->mass * fabs( action->turn );
	return wf_footstepFits;
}

double wfLandingAngle( const wfGaitDef* def, const wfStance* from, wfFoot swing, double ahead )
{
	const wfLegDef* leg = &def->legs[swing];
	double side = wfSideOf( swing ), stands = from->angles[wfOtherFoot( swing )];
	double outward = wrapAngle( side * ( ahead - stands ) ), least = -leg->inward - WF_FOOT_SLACK;
	return outward < least			? wrapAngle( stands + side * least )
		   : outward > leg->outward ? wrapAngle( stands + side * leg->outward )
									: ahead;
}

// The feet are not made for walking to the side.
double wfGetShiftEnergy( const wfGaitDef* def, double seconds, double length, double turn )
{
	double speed = length / seconds;
	return def->power * seconds * ( length > 0.0 ? WF_SHIFT_EFFORT : 1.0 ) + 2.0 * def->mass * speed * speed +
		   WF_TURN_EFFORT * def->mass * fabs( turn );
}

// Standing on one foot the other one is put beside where the centre comes to rest.
static wfFootstepVerdict makeShift( const wfGaitDef* def, const wfStance* from, const wfFootstepAction* action, wfFootstep* step,
									wfStance* to )
{
	const wfLegDef* leg = &def->legs[action->foot];
	if ( !( from->speed <= 0.0 ) )
	{
		return wf_footstepWrongFoot;
	}
	if ( !( fabs( action->turn ) <= WF_PI ) )
	{
		return wf_footstepTurn;
	}
	double length = wfLength2( action->move ), seconds = action->duration;
	if ( !( length <= 0.5 * leg->maxStride + WF_LIMIT_SLACK ) )
	{
		return wf_footstepStride;
	}
	// The fastest moment is the middle.
	if ( WF_SHIFT_PEAK * length / seconds > leg->maxSpeed + WF_LIMIT_SLACK )
	{
		return wf_footstepSpeed;
	}
	wfFoot swing = wfOtherFoot( action->foot );
	const wfLegDef* swinging = &def->legs[swing];
	wfVec2 facing = rotate( from->facing, wfCosSinOf( action->turn ) );
	bool stands = length == 0.0 && action->turn == 0.0;
	wfVec2 end = wfAdd2( from->position, action->move );
	wfVec2 landing = stands ? from->feet[swing] : footBeside( end, facing, swing, def->footDistance );
	// Who turns puts the foot where it turns to; otherwise it comes as near to that as may be, for stiff feet follow by and by.
	bool turns = fabs( action->turn ) > WF_TURNS;
	double ahead = wfAtan2( facing.y, facing.x );
	double angle = stands ? from->angles[swing] : turns ? ahead : wfLandingAngle( def, from, swing, ahead );
	if ( !stands )
	{
		// Outward of where the standing foot points, not too much, and on its own side of it.
		double outward = wrapAngle( wfSideOf( swing ) * ( angle - from->angles[action->foot] ) );
		if ( !isWithin( outward, -swinging->inward - WF_FOOT_SLACK, swinging->outward ) )
		{
			return wf_footstepFootAngle;
		}
		wfVec2 apart = wfSub2( landing, from->feet[action->foot] );
		double across = wfSideOf( swing ) * wfCross2( facing, apart );
		// The centre comes to rest beside the landing foot: it is between both when they are farther apart than that.
		if ( across < def->footDistance - WF_LIMIT_SLACK || wfLength2( apart ) > leg->maxStride + WF_LIMIT_SLACK )
		{
			return wf_footstepFeet;
		}
	}
	step->apex = from->position;
	step->along = length > 0.0 ? wfDivide2( action->move, length ) : facing;
	step->speed = length / seconds;
	step->footPosition = from->feet[action->foot];
	step->swingTo = landing;
	step->swingToAngle = angle;
	to->position = end;
	step->facingEnd = facing;
	to->speed = 0.0;
	// Standing changes nothing, or plans would wait for what is never so.
	to->foot = stands ? from->foot : swing;
	to->feet[swing] = landing;
	to->angles[swing] = angle;
	to->inner = to->outer = wfSideOf( to->foot ) * to->angles[to->foot];
	step->energy = wfGetShiftEnergy( def, seconds, length, action->turn );
	return wf_footstepFits;
}

// The foot that stands in a stop points to where it leads, as far as may be, and the other one closes up beside it.
static void closeUp( const wfGaitDef* def, wfFootstep* step, wfStance* after )
{
	wfFoot swing = wfOtherFoot( step->foot );
	const wfLegDef* leg = &def->legs[swing];
	double side = wfSideOf( swing ), along = wfAtan2( step->along.y, step->along.x );
	double outward = wrapAngle( side * ( along - step->footAngle ) );
	outward = outward > leg->outward ? leg->outward : outward < -leg->inward ? -leg->inward : outward;
	step->swingTo = footBeside( after->position, step->along, swing, def->footDistance );
	step->swingToAngle = wrapAngle( step->footAngle + side * outward );
	after->feet[swing] = step->swingTo;
	after->angles[swing] = step->swingToAngle;
	after->inner = after->outer = wfSideOf( step->foot ) * step->footAngle;
}

void wfTurnFootOfStop( const wfGaitDef* def, wfFootstep* step, wfStance* after, double angle )
{
	step->footAngle = after->angles[step->foot] = angle;
	closeUp( def, step, after );
}

static wfVec2 positionAt( const wfFootstep* step, double t );

wfFootstepVerdict wfCreateFootstep( const wfGaitDef* def, const wfStance* from, const wfFootstepAction* action, wfFootstep* step,
									wfStance* to )
{
	const wfLegDef* leg = &def->legs[action->foot];
	bool stands = action->kind == wf_shiftFootstep && action->move.x == 0.0 && action->move.y == 0.0 && action->turn == 0.0;
	if ( !( action->duration > 0.0 && isWithin( action->duration, leg->minDuration, stands ? DBL_MAX : leg->maxDuration ) ) )
	{
		return wf_footstepDuration;
	}
	if ( !( fabs( action->twist ) <= WF_HALF_PI + WF_LIMIT_SLACK ) )
	{
		return wf_footstepTurn;
	}
	wfFoot swing = wfOtherFoot( action->foot );
	wfFootstep made = { .kind = action->kind,
						.foot = action->foot,
						.startTime = from->time,
						.duration = action->duration,
						.footAngle = from->angles[action->foot],
						.swingFrom = from->feet[swing],
						.swingTo = from->feet[swing],
						.swingFromAngle = from->angles[swing],
						.swingToAngle = from->angles[swing],
						.facingStart = from->facing,
						.pendulum = sqrt( WF_GRAVITY / def->legLength ) };
	wfStance after = *from;
	wfFootstepVerdict verdict = action->kind == wf_startFootstep   ? makeStart( def, from, action, &made, &after )
								: action->kind == wf_shiftFootstep ? makeShift( def, from, action, &made, &after )
																   : makeMoving( def, from, action, &made, &after );
	if ( verdict != wf_footstepFits )
	{
		return verdict;
	}
	if ( action->kind == wf_startFootstep || action->kind == wf_shiftFootstep )
	{
		// The foot that stands must be within reach of the leg to the end: a step aside may have left it behind.
		wfVec2 end = action->kind == wf_shiftFootstep ? after.position : positionAt( &made, made.duration );
		wfVec2 away = wfSub2( end, made.footPosition );
		double reach = WF_LEG_REACH * def->legLength;
		if ( !( wfDot2( away, away ) <= reach * reach ) )
		{
			return wf_footstepFeet;
		}
	}
	made.facingEnd = action->kind == wf_shiftFootstep ? made.facingEnd : made.along;
	made.facingEnd = action->twist != 0.0 ? rotate( made.facingEnd, wfCosSinOf( action->twist ) ) : made.facingEnd;
	// From front to back there is no telling which way the shoulders turn.
	if ( wfDot2( made.facingStart, made.facingEnd ) < WF_LEAST_FACING_COSINE )
	{
		return wf_footstepTurn;
	}
	after.time = from->time + action->duration;
	after.facing = made.facingEnd;
	after.direction = after.speed > 0.0 ? after.direction : after.facing;
	if ( action->kind != wf_shiftFootstep )
	{
		after.position = positionAt( &made, made.duration );
	}
	if ( action->kind == wf_stopFootstep )
	{
		closeUp( def, &made, &after );
	}
	*step = made;
	*to = after;
	return wf_footstepFits;
}

void wfSettleFoot( const wfGaitDef* def, wfFootstep* step, wfStance* stance, const wfFootstep* next )
{
	if ( step->kind == wf_startFootstep || step->kind == wf_shiftFootstep )
	{
		return;
	}
	double side = wfSideOf( step->foot );
	double inner = stance->inner, outer = stance->outer;
	wfVec2 toward = next != NULL ? next->along : step->along;
	double aim = wfAtan2( toward.y, toward.x );
	if ( next != NULL && ( next->kind == wf_walkFootstep || next->kind == wf_stopFootstep ) )
	{
		// The next foot points between its frame and the motion it starts from, and must be within reach of this one.
		const wfLegDef* leg = &def->legs[next->foot];
		wfVec2 v = wfFootstep_GetVelocity( next, next->startTime );
		double angle = -side * wfAtan2( v.y, v.x ), middle = 0.5 * ( inner + outer );
		double motion = wrapAngle( angle + middle ) - middle;
		double turn = wrapAngle( angle + side * aim );
		double low = motion - ( turn > 0.0 ? turn : 0.0 ), high = motion + WF_FOOT_SLACK;
		// In the next foot's sense this foot's angle a is -a: -a - inward <= high and -a + outward >= low.
		double least = -high - leg->inward, most = leg->outward - low;
		double inside = inner > least ? inner : least, outside = outer < most ? outer : most;
		// They have a common part, or the next step would not have been made; it may have no width, and rounding.
		inner = inside < outer ? inside : outer;
		outer = outside > inner ? outside : inner;
	}
	double wanted = wrapAngle( side * aim - inner ) + inner;
	wanted = wanted < inner ? inner : wanted > outer ? outer : wanted;
	step->footAngle = wrapAngle( side * wanted );
	stance->angles[step->foot] = step->footAngle;
	stance->inner = stance->outer = side * step->footAngle;
}

// -------------------------------------------------------------------------------------------------------------- evaluating

double wfFootstep_GetEndTime( const wfFootstep* step )
{
	return step->startTime + step->duration;
}

bool wfFootstep_IsDeparture( const wfFootstep* step )
{
	return step->kind == wf_shiftFootstep && step->speed == 0.0 && step->duration <= 1.5 * WF_DEPARTURE_SECONDS;
}

static double clampTime( const wfFootstep* step, double time )
{
	double t = time - step->startTime;
	return t > 0.0 ? t < step->duration ? t : step->duration : 0.0;
}

// The parabola's parameter, and how fast it runs.
static double parameterAt( const wfFootstep* step, double t, double* rate )
{
	double seconds = step->duration;
	switch ( step->kind )
	{
		case wf_walkFootstep:
			*rate = 1.0;
			return t - 0.5 * seconds;
		case wf_startFootstep:
			*rate = t / seconds;
			return 0.5 * t * t / seconds;
		case wf_stopFootstep:
		{
			double left = seconds - t;
			*rate = left / seconds;
			return -0.5 * left * left / seconds;
		}
		case wf_shiftFootstep:
		{
			double s = t / seconds;
			*rate = WF_SHIFT_CURVE * s * ( 1.0 - s );
			return seconds * s * s * ( 3.0 - 2.0 * s );
		}
	}
	*rate = 0.0;
	return 0.0;
}

static wfVec2 outOfFrame( const wfFootstep* step, double x, double y )
{
	return wfFromFrame2( step->along, ( wfVec2 ){ x, y } );
}

static wfVec2 positionAt( const wfFootstep* step, double t )
{
	double rate, u = parameterAt( step, t, &rate );
	return wfAdd2( step->apex, outOfFrame( step, step->speed * u, step->curve * u * u ) );
}

wfVec2 wfFootstep_GetPosition( const wfFootstep* step, double time )
{
	return positionAt( step, clampTime( step, time ) );
}

wfVec2 wfFootstep_GetVelocity( const wfFootstep* step, double time )
{
	double rate, u = parameterAt( step, clampTime( step, time ), &rate );
	return outOfFrame( step, rate * step->speed, rate * 2.0 * step->curve * u );
}

// The place or the velocity on x = A sinh(k u), y = y0 + c cosh(k u): through the parabola's ends with its directions there.
static wfVec2 evaluateExactly( const wfFootstep* step, double time, bool velocity )
{
	double half = 0.5 * step->duration, k = step->pendulum;
	double grown = wfExp( k * half ), sinh = 0.5 * ( grown - 1.0 / grown ), cosh = 0.5 * ( grown + 1.0 / grown );
	double a = step->speed * half / sinh;
	double slope = 2.0 * step->curve * half / step->speed;
	double c = slope * a * cosh / sinh, y0 = step->curve * half * half - c * cosh;
	double rate, u = parameterAt( step, clampTime( step, time ), &rate );
	grown = wfExp( k * u );
	double less = 1.0 / grown;
	return velocity ? outOfFrame( step, 0.5 * a * k * ( grown + less ), 0.5 * c * k * ( grown - less ) )
					: wfAdd2( step->apex, outOfFrame( step, 0.5 * a * ( grown - less ), y0 + 0.5 * c * ( grown + less ) ) );
}

wfVec2 wfFootstep_GetExactPosition( const wfFootstep* step, double time )
{
	return step->kind == wf_walkFootstep ? evaluateExactly( step, time, false ) : wfFootstep_GetPosition( step, time );
}

wfVec2 wfFootstep_GetExactVelocity( const wfFootstep* step, double time )
{
	return step->kind == wf_walkFootstep ? evaluateExactly( step, time, true ) : wfFootstep_GetVelocity( step, time );
}

double wfFootstep_GetExactDeviation( const wfFootstep* step )
{
	double largest = 0.0;
	int32_t samples = step->kind == wf_walkFootstep ? WF_DEVIATION_SAMPLES : 0;
	for ( int32_t k = 1; k < samples; ++k )
	{
		double time = step->startTime + step->duration * k / samples;
		double distance = wfDistance2( wfFootstep_GetPosition( step, time ), wfFootstep_GetExactPosition( step, time ) );
		largest = wfMax( distance, largest );
	}
	return largest;
}

double wfFootstep_GetSwing( const wfFootstep* step, double time )
{
	double s = clampTime( step, time ) / step->duration;
	return s * s * ( 3.0 - 2.0 * s );
}

wfVec2 wfFootstep_GetFacing( const wfFootstep* step, double time )
{
	wfVec2 facing = wfMix2( step->facingStart, step->facingEnd, wfFootstep_GetSwing( step, time ) );
	double size = wfLength2( facing );
	return size > WF_NO_DIRECTION ? wfDivide2( facing, size ) : step->facingEnd;
}

wfVec2 wfFootstep_GetFoot( const wfFootstep* step, wfFoot foot, double time, double* angle )
{
	if ( foot == step->foot )
	{
		if ( angle != NULL )
		{
			*angle = step->footAngle;
		}
		return step->footPosition;
	}
	double s = wfFootstep_GetSwing( step, time );
	if ( angle != NULL )
	{
		*angle = wrapAngle( step->swingFromAngle + s * wrapAngle( step->swingToAngle - step->swingFromAngle ) );
	}
	return wfMix2( step->swingFrom, step->swingTo, s );
}

static void putCircles( const wfFootstep* step, const wfBody* body, double time, wfVec2 center,
						wfCircle circles[WF_BODY_CIRCLES] )
{
	wfVec2 facing = wfFootstep_GetFacing( step, time );
	wfVec2 shoulder = wfScale2( body->shoulderDistance, wfPerpendicular2( facing ) );
	circles[0] = ( wfCircle ){ center, body->torsoRadius };
	circles[1] = ( wfCircle ){ wfAdd2( center, shoulder ), body->shoulderRadius };
	circles[2] = ( wfCircle ){ wfSub2( center, shoulder ), body->shoulderRadius };
	circles[3] = ( wfCircle ){ wfFootstep_GetFoot( step, wf_leftFoot, time, NULL ), body->footRadius };
	circles[4] = ( wfCircle ){ wfFootstep_GetFoot( step, wf_rightFoot, time, NULL ), body->footRadius };
}

void wfFootstep_GetCircles( const wfFootstep* step, const wfBody* body, double time, wfCircle circles[WF_BODY_CIRCLES] )
{
	putCircles( step, body, time, wfFootstep_GetPosition( step, time ), circles );
}

void wfFootstep_GetExactCircles( const wfFootstep* step, const wfBody* body, double time, wfCircle circles[WF_BODY_CIRCLES] )
{
	putCircles( step, body, time, wfFootstep_GetExactPosition( step, time ), circles );
}
