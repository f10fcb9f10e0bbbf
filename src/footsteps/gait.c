// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a character can do, and what its normal step is.
#include "footsteps/footsteps.h"
#include "footsteps/tuning.h"

#include <math.h>
#include <stdio.h>

wfGaitDef wfDefaultGaitDef( void )
{
	wfLegDef leg = { .minDuration = 0.24,
					 .maxDuration = 0.8,
					 .minStride = 0.05,
					 .maxStride = 1.0,
					 .maxSpeed = 2.2,
					 .maxTurn = 1.4,
					 .maxSideForce = 3.0,
					 .outward = 0.5 * WF_PI,
					 .inward = 0.16 };
	return ( wfGaitDef ){ .legLength = 0.9,
						  .footDistance = 0.1,
						  .mass = 70.0,
						  .power = 150.0,
						  .turnWeight = 0.35,
						  .walkRatio = 0.4,
						  .speedUp = 0.8,
						  .slowDown = 0.8,
						  .legs = { leg, leg },
						  .footRadius = 0.08,
						  .torsoShare = 0.6,
						  .shoulderShare = 0.5,
						  .maxExpanded = 48,
						  .horizonSeconds = 2.5,
						  .comfort = 0.35,
						  .internalCookie = WF_COOKIE };
}

typedef struct wfRange
{
	const char* name;
	double value, lower, upper;
} wfRange;

static wfResult checkRanges( const wfRange* ranges, int32_t count, const char* part, wfError* error )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		const wfRange* range = &ranges[k];
		if ( !( range->value >= range->lower && range->value <= range->upper ) )
		{
			wfFail( error, wf_outOfRange, "is %g, expected %g to %g", range->value, range->lower, range->upper );
			if ( error != NULL )
			{
				snprintf( error->field, sizeof( error->field ), "%s%s", part, range->name );
			}
			return wf_outOfRange;
		}
	}
	return wf_ok;
}

static wfResult checkLeg( const wfLegDef* leg, const char* part, wfError* error )
{
	wfRange ranges[] = {
		{ "minDuration", leg->minDuration, 0.1, 2.0 },
		{ "maxDuration", leg->maxDuration, leg->minDuration, 3.0 },
		{ "minStride", leg->minStride, 0.0, 1.0 },
		{ "maxStride", leg->maxStride, leg->minStride > 0.2 ? leg->minStride : 0.2, 2.5 },
		{ "maxSpeed", leg->maxSpeed, 0.1, 5.0 },
		{ "maxTurn", leg->maxTurn, 0.05, 1.5 },
		{ "maxSideForce", leg->maxSideForce, 0.2, 50.0 },
		{ "outward", leg->outward, 0.05, WF_PI },
		{ "inward", leg->inward, 0.0, WF_HALF_PI },
	};
	return checkRanges( ranges, (int32_t)( sizeof( ranges ) / sizeof( ranges[0] ) ), part, error );
}

wfResult wfCheckGaitDef( const wfGaitDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "gait: not made by wfDefaultGaitDef" );
	}
	wfRange ranges[] = {
		{ "legLength", def->legLength, 0.2, 3.0 },
		{ "footDistance", def->footDistance, 0.02, 0.5 },
		{ "mass", def->mass, 1.0, 1000.0 },
		{ "power", def->power, 1.0, 1e5 },
		{ "turnWeight", def->turnWeight, 0.0, 10.0 },
		{ "walkRatio", def->walkRatio, 0.05, 2.0 },
		{ "speedUp", def->speedUp, 0.1, 5.0 },
		{ "slowDown", def->slowDown, 0.1, 5.0 },
		{ "footRadius", def->footRadius, 0.01, 0.5 },
		{ "torsoShare", def->torsoShare, 0.1, 1.0 },
		{ "shoulderShare", def->shoulderShare, 0.1, 1.0 },
		{ "maxExpanded", (double)def->maxExpanded, 1.0, (double)WF_MAX_EXPANDED },
		{ "horizonSeconds", def->horizonSeconds, 0.5, 10.0 },
		{ "comfort", def->comfort, 0.0, 2.0 },
	};
	wfResult result = checkRanges( ranges, (int32_t)( sizeof( ranges ) / sizeof( ranges[0] ) ), "", error );
	result = result == wf_ok ? checkLeg( &def->legs[wf_leftFoot], "left.", error ) : result;
	return result == wf_ok ? checkLeg( &def->legs[wf_rightFoot], "right.", error ) : result;
}

double wfGait_GetPreferredSpeed( const wfGaitDef* def )
{
	return sqrt( WF_FROUDE * WF_GRAVITY * def->legLength );
}

double wfGait_GetDuration( const wfGaitDef* def, wfFoot foot, double speed )
{
	const wfLegDef* leg = &def->legs[foot];
	double seconds = speed > 0.0 ? sqrt( def->walkRatio / speed ) : leg->maxDuration;
	// Long legs of the fast: the stride has its limit.
	seconds = speed * seconds > leg->maxStride ? leg->maxStride / speed : seconds;
	return seconds < leg->minDuration ? leg->minDuration : seconds > leg->maxDuration ? leg->maxDuration : seconds;
}

double wfGait_GetEnergyPerMetre( const wfGaitDef* def, double speed )
{
	if ( !( speed > 0.0 ) )
	{
		return INFINITY;
	}
	wfCosSin sway = wfCosSinOf( WF_SWAY );
	double energy = 0.0, way = 0.0;
	for ( int32_t foot = wf_leftFoot; foot <= wf_rightFoot; ++foot )
	{
		double seconds = wfGait_GetDuration( def, (wfFoot)foot, speed );
		double ahead = speed * sway.cosine, aside = speed * sway.sine;
		// From where the step begins to the foot: half of the stride, and the parabola's height on top of the foot's distance.
		double x = 0.5 * ahead * seconds, y = def->footDistance + 0.25 * aside * seconds;
		wfFootstepEffort effort = { .before = speed,
									.wanted = speed,
									.ahead = ahead,
									.aside = aside,
									.seconds = seconds,
									.reach2 = x * x + y * y,
									.share = 1.0 };
		energy += wfFootstepEnergy( def, &effort );
		way += ahead * seconds;
	}
	return energy / way;
}

wfBody wfMakeBody( const wfGaitDef* def, double radius )
{
	double shoulder = def->shoulderShare * radius;
	return ( wfBody ){ def->torsoShare * radius, shoulder, radius - shoulder, def->footRadius };
}

wfStance wfMakeStance( const wfGaitDef* def, double time, wfVec2 position, double heading )
{
	wfCosSin ahead = wfCosSinOf( heading );
	wfVec2 facing = { ahead.cosine, ahead.sine };
	double x = -def->footDistance * facing.y, y = def->footDistance * facing.x;
	return ( wfStance ){ .time = time,
						 .position = position,
						 .direction = facing,
						 .facing = facing,
						 .foot = wf_rightFoot,
						 .feet = { { position.x + x, position.y + y }, { position.x - x, position.y - y } },
						 .angles = { heading, heading },
						 .inner = -heading,
						 .outer = -heading };
}
