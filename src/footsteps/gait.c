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

// Goes through the members one after the other, keeps the first that is wrong and hashes them all.
typedef struct wfGaitCheck
{
	wfError* error;
	wfResult result;
	uint64_t hash;
} wfGaitCheck;

static void check( wfGaitCheck* to, const char* part, const char* name, double value, double lower, double upper )
{
	to->hash = wfHash( to->hash, &value, sizeof( value ) );
	if ( to->result == wf_ok && !( value >= lower && value <= upper ) )
	{
		to->result = wfFail( to->error, wf_outOfRange, "is %g, expected %g to %g", value, lower, upper );
		if ( to->error != NULL )
		{
			snprintf( to->error->field, sizeof( to->error->field ), "%s%s", part, name );
		}
	}
}

static void listLeg( wfGaitCheck* to, const wfLegDef* leg, const char* part )
{
	check( to, part, "minDuration", leg->minDuration, 0.1, 2.0 );
	check( to, part, "maxDuration", leg->maxDuration, leg->minDuration, 3.0 );
	check( to, part, "minStride", leg->minStride, 0.0, 1.0 );
	check( to, part, "maxStride", leg->maxStride, wfMax( leg->minStride, 0.2 ), 2.5 );
	check( to, part, "maxSpeed", leg->maxSpeed, 0.1, 5.0 );
	check( to, part, "maxTurn", leg->maxTurn, 0.05, 1.5 );
	check( to, part, "maxSideForce", leg->maxSideForce, 0.2, 50.0 );
	check( to, part, "outward", leg->outward, 0.05, WF_PI );
	check( to, part, "inward", leg->inward, 0.0, WF_HALF_PI );
}

static void listGait( wfGaitCheck* to, const wfGaitDef* def )
{
	check( to, "", "legLength", def->legLength, 0.2, 3.0 );
	check( to, "", "footDistance", def->footDistance, 0.02, 0.5 );
	check( to, "", "mass", def->mass, 1.0, 1000.0 );
	check( to, "", "power", def->power, 1.0, 1e5 );
	check( to, "", "turnWeight", def->turnWeight, 0.0, 10.0 );
	check( to, "", "walkRatio", def->walkRatio, 0.05, 2.0 );
	check( to, "", "speedUp", def->speedUp, 0.1, 5.0 );
	check( to, "", "slowDown", def->slowDown, 0.1, 5.0 );
	check( to, "", "footRadius", def->footRadius, 0.01, 0.5 );
	check( to, "", "torsoShare", def->torsoShare, 0.1, 1.0 );
	check( to, "", "shoulderShare", def->shoulderShare, 0.1, 1.0 );
	check( to, "", "maxExpanded", (double)def->maxExpanded, 1.0, (double)WF_MAX_EXPANDED );
	check( to, "", "horizonSeconds", def->horizonSeconds, 0.5, 10.0 );
	check( to, "", "comfort", def->comfort, 0.0, 2.0 );
	listLeg( to, &def->legs[wf_leftFoot], "left." );
	listLeg( to, &def->legs[wf_rightFoot], "right." );
}

wfResult wfCheckGaitDef( const wfGaitDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "gait: not made by wfDefaultGaitDef" );
	}
	wfGaitCheck check = { error, wf_ok, 0 };
	listGait( &check, def );
	return check.result;
}

uint64_t wfHashGait( uint64_t hash, const wfGaitDef* def )
{
	wfGaitCheck check = { NULL, wf_ok, hash };
	listGait( &check, def );
	return check.hash;
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
	double energy = 0.0, distance = 0.0;
	for ( int32_t foot = wf_leftFoot; foot <= wf_rightFoot; ++foot )
	{
		double seconds = wfGait_GetDuration( def, (wfFoot)foot, speed );
		energy += wfWalkEnergy( def, speed, speed, sway, seconds );
		distance += speed * sway.cosine * seconds;
	}
	return energy / distance;
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
