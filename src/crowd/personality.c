// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Named bundles of numbers. They scale what is in the defs where that keeps a preset's proportions, and set it where the
// personality is about that very thing. Every result stays within what wfCheckStyleDef and wfCheckBehaviorDef accept, also when
// several personalities are applied one after the other. docs/behaviours.md lists the numbers.
#include "base/base.h"
#include "base/math.h"
#include "wayfield/crowd.h"

#include <string.h>

typedef struct bundle
{
	wfStyleDef* style;
	wfBehaviorDef* behavior;
	wfBehaviorDef* onSight;
} bundle;

static double scaled( double value, double factor, double smallest, double largest )
{
	return fmin( fmax( value * factor, smallest ), largest );
}

// Between strangers: how strongly and from how far others are avoided.
static void scaleDistance( wfStyleDef* style, double strength, double reach )
{
	style->softStrength = scaled( style->softStrength, strength, 0.0, 1000.0 );
	style->softReach = scaled( style->softReach, reach, 0.1, 10.0 );
}

// How quickly the velocity follows what is wanted, in every rule's own terms.
static void scaleSluggishness( wfStyleDef* style, double factor )
{
	style->relaxTime = scaled( style->relaxTime, factor, 0.0, 60.0 );
	style->maxAcceleration = scaled( style->maxAcceleration, 1.0 / factor, 0.001, 1000.0 );
	style->mass = scaled( style->mass, factor, 0.0, 1e6 );
	// eta / (1 - eta) is to the inertia rule what m is to the mass rule.
	double eta = style->inertia;
	style->inertia = scaled( eta * factor / ( 1.0 - eta + eta * factor ), 1.0, 0.0, 1.0 );
}

static void setBehavior( wfBehaviorDef* def, wfBehaviorKind kind, double epsilon )
{
	def->kind = kind;
	def->epsilon = epsilon;
	def->angle = 0.0;
	def->relative = false;
	def->waveCount = 0;
}

// Slow, slow to turn, and too weary to hurry past others.
static double makeTired( bundle* to )
{
	scaleSluggishness( to->style, 2.0 );
	to->style->patience = scaled( to->style->patience, 2.0, 0.0, 1e9 );
	return 0.7;
}

// Fast, quick to turn, squeezes by nearer to others and waits less.
static double makeHurried( bundle* to )
{
	scaleSluggishness( to->style, 0.6 );
	scaleDistance( to->style, 0.6, 0.9 );
	to->style->patience *= 0.5;
	return 1.3;
}

// Sways from side to side about its path: two waves, one half as fast, so that no two swings are alike. The papers' pi / 18 for
// each of their ticks is pi / 1.8 a second with ours of a tenth of a second.
static double makeDrunk( bundle* to )
{
	double rate = WF_PI / 1.8;
	setBehavior( to->behavior, wf_periodicBehavior, 1.2 );
	to->behavior->relative = true;
	to->behavior->v = ( wfVec3 ){ 0.2, 0.0, 0.0 };
	to->behavior->waves[0] = ( wfWave ){ .axis = 1, .amplitude = 1.0, .rate = rate };
	to->behavior->waves[1] = ( wfWave ){ .axis = 1, .amplitude = 1.0, .rate = 0.5 * rate };
	to->behavior->waveCount = 2;
	to->style->keepRight = 0.0;
	to->style->foresight = false;
	scaleSluggishness( to->style, 1.5 );
	return 0.8;
}

// Turns away from whoever is near, from farther off, and makes room.
static double makeShy( bundle* to )
{
	setBehavior( to->onSight, wf_towardBehavior, 0.8 );
	to->onSight->target = wf_seenTarget;
	to->onSight->angle = WF_PI;
	scaleDistance( to->style, 1.6, 1.5 );
	to->style->sightDistance = scaled( to->style->sightDistance, 1.3, 0.0, 1000.0 );
	to->style->neighborReach = scaled( to->style->neighborReach, 1.3, 0.0, 1000.0 );
	to->style->yielding = true;
	return 0.95;
}

// Drawn to others: goes nearer to whoever is seen, gently, and minds being close less.
static double makeSociable( bundle* to )
{
	setBehavior( to->onSight, wf_towardBehavior, 0.3 );
	to->onSight->target = wf_seenTarget;
	scaleDistance( to->style, 0.8, 0.8 );
	return 0.9;
}

// Knows only what is within the reach of a stick: a small map, a narrow cone, nothing predicted and nothing looked for afar.
static double makeBlind( bundle* to )
{
	to->style->mapSize = 11;
	to->style->mapAdapts = false;
	to->style->viewAngle = fmin( to->style->viewAngle, WF_PI / 3.0 );
	to->style->sightDistance = fmin( to->style->sightDistance, 1.0 );
	to->style->neighborReach = fmin( to->style->neighborReach, 1.2 );
	to->style->horizon = 0.0;
	to->style->foresight = false;
	to->style->keepRight = 0.0;
	return 0.75;
}

// Straight at the goal, making room for nobody.
static double makeAggressive( bundle* to )
{
	setBehavior( to->behavior, wf_towardBehavior, 0.8 );
	to->behavior->target = wf_goalTarget;
	to->style->keepRight = 0.0;
	to->style->yielding = false;
	to->style->patience *= 0.5;
	scaleDistance( to->style, 0.4, 0.9 );
	return 1.15;
}

static const struct
{
	const char* name;
	double ( *make )( bundle* to );
} personalities[] = {
	{ "tired", makeTired },		  { "hurried", makeHurried }, { "drunk", makeDrunk },			{ "shy", makeShy },
	{ "sociable", makeSociable }, { "blind", makeBlind },	  { "aggressive", makeAggressive },
};

int32_t wfGetPersonalityCount( void )
{
	return (int32_t)( sizeof( personalities ) / sizeof( personalities[0] ) );
}

const char* wfGetPersonalityName( int32_t index )
{
	return WF_FAILS( index >= 0 && index < wfGetPersonalityCount() ) ? "" : personalities[index].name;
}

wfResult wfApplyPersonality( const char* name, wfStyleDef* style, wfBehaviorDef* behavior, wfBehaviorDef* onSight,
							 double* speedFactor )
{
	if ( WF_FAILS( name != NULL && style != NULL && behavior != NULL && onSight != NULL && speedFactor != NULL ) ||
		 WF_FAILS( style->internalCookie == WF_COOKIE && behavior->internalCookie == WF_COOKIE &&
				   onSight->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	for ( int32_t i = 0; i < wfGetPersonalityCount(); ++i )
	{
		if ( strcmp( personalities[i].name, name ) == 0 )
		{
			*speedFactor = personalities[i].make( &( bundle ){ style, behavior, onSight } );
			return wf_ok;
		}
	}
	return wf_notFound;
}
