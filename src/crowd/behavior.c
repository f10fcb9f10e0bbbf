// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "crowd/behavior.h"

#include "base/base.h"
#include "base/math.h"
#include "base/vec2.h"
#include "base/vec3.h"

// Random numbers of behaviours come from streams of their own, apart from all others an agent draws from.
#define BEHAVIOR_STREAM ( (uint64_t)0xBE4A << 32 )

_Static_assert( sizeof( wfBehaviorMemory ) == 80, "the memory must have no gaps: it is hashed as bytes" );
_Static_assert( WF_MAX_STAGES <= 32, "stages begun are bits" );

static const wfBehaviorVector harmonic = { { 0.0, 0.0, 0.0 }, 0.0 };

// Null for the harmonic behaviour that needs no def.
static const wfBehaviorDef* findDef( wfBehaviorTable table, wfBehaviorId id )
{
	return id.index1 > 0 && id.index1 <= table.count ? table.defs + id.index1 - 1 : NULL;
}

static wfVec2 unitOf( wfVec2 vector )
{
	return wfNormalize2( vector, ( wfVec2 ){ 0.0, 0.0 } );
}

// ------------------------------------------------------------------------------------------------------------ schedules

// Which of a pair belongs to `owner`: the one that does, else an empty one, else the one not used last, emptied. What is used at
// the same time never evicts each other, since an agent has two behaviours.
static int32_t findPair( const int32_t* owners, int32_t owner, bool lastWasSecond )
{
	for ( int32_t wanted = owner;; wanted = 0 )
	{
		for ( int32_t i = 0; i < 2; ++i )
		{
			if ( owners[i] == wanted )
			{
				return i;
			}
		}
		if ( wanted == 0 )
		{
			return lastWasSecond ? 0 : 1;
		}
	}
}

static void setLatest( wfBehaviorMemory* memory, uint32_t bit, int32_t which )
{
	memory->latest = ( memory->latest & ~bit ) | ( which != 0 ? bit : 0u );
}

static bool isWithin( const wfStage* stage, wfVec3 position )
{
	wfVec3 from = wfSub3( position, stage->point );
	return wfDot3( from, from ) <= stage->radius * stage->radius;
}

// The stages of a schedule that have begun by their places, as bits.
static uint32_t noticePlaces( const wfBehaviorDef* def, int32_t index1, wfVec3 position, wfBehaviorMemory* memory )
{
	int32_t which = findPair( memory->placesOf, index1, ( memory->latest & 2u ) != 0 );
	if ( memory->placesOf[which] != index1 )
	{
		memory->placesOf[which] = index1;
		memory->placesBegun[which] = 0;
	}
	for ( int32_t i = 0; i < def->stageCount; ++i )
	{
		const wfStage* stage = def->stages + i;
		if ( stage->kind == wf_fromPlace && isWithin( stage, position ) )
		{
			memory->placesBegun[which] |= 1u << i;
		}
	}
	setLatest( memory, 2u, which );
	return memory->placesBegun[which];
}

static bool hasPlaces( const wfBehaviorDef* def )
{
	bool has = false;
	for ( int32_t i = 0; def->kind == wf_scheduledBehavior && i < def->stageCount; ++i )
	{
		has = has || def->stages[i].kind == wf_fromPlace;
	}
	return has;
}

void wfNoticePlaces( wfBehaviorTable table, wfBehaviorId freeWalk, wfBehaviorId onSight, wfVec3 position,
					 wfBehaviorMemory* memory )
{
	wfBehaviorId both[2] = { freeWalk, onSight };
	for ( int32_t i = 0; i < 2; ++i )
	{
		const wfBehaviorDef* def = findDef( table, both[i] );
		if ( def != NULL && hasPlaces( def ) )
		{
			noticePlaces( def, both[i].index1, position, memory );
		}
	}
}

static bool hasBegun( const wfStage* stage, bool reached, const wfBehaviorInput* input )
{
	double now = stage->kind == wf_fromTime ? input->inside : input->fraction;
	return stage->kind == wf_fromPlace ? reached : now >= stage->from;
}

wfBehaviorId wfResolveBehavior( wfBehaviorTable table, wfBehaviorId id, const wfBehaviorInput* input, wfBehaviorMemory* memory )
{
	const wfBehaviorDef* def = findDef( table, id );
	if ( def == NULL || def->kind != wf_scheduledBehavior )
	{
		return id;
	}
	uint32_t reached = hasPlaces( def ) ? noticePlaces( def, id.index1, input->position, memory ) : 0u;
	for ( int32_t i = WF_MAX_STAGES - 1; i >= 0; --i )
	{
		if ( i < def->stageCount && hasBegun( def->stages + i, ( reached >> i & 1u ) != 0, input ) )
		{
			return def->stages[i].behavior;
		}
	}
	return ( wfBehaviorId ){ 0 };
}

static bool isCustom( const wfBehaviorDef* def )
{
	return def != NULL && def->kind == wf_customBehavior;
}

bool wfBehaviorNeedsCustom( wfBehaviorTable table, wfBehaviorId id )
{
	const wfBehaviorDef* def = findDef( table, id );
	bool needs = isCustom( def );
	for ( int32_t i = 0; def != NULL && def->kind == wf_scheduledBehavior && i < def->stageCount; ++i )
	{
		needs = needs || isCustom( findDef( table, def->stages[i].behavior ) );
	}
	return needs;
}

// -------------------------------------------------------------------------------------------------------------- vectors

wfVec2 wfGetWavyVector( const wfBehaviorDef* def, double seconds )
{
	wfVec2 v = { def->v.x, def->v.y };
	for ( int32_t i = 0; i < def->waveCount; ++i )
	{
		const wfWave* wave = def->waves + i;
		double height = wave->amplitude * wfSin( wave->rate * seconds + wave->phase );
		v.x += wave->axis == 0 ? height : 0.0;
		v.y += wave->axis == 0 ? 0.0 : height;
	}
	return v;
}

// Zero when there is nothing to aim at.
static wfVec2 getTargetVector( const wfBehaviorDef* def, const wfBehaviorInput* input )
{
	wfVec2 to = { 0.0, 0.0 };
	switch ( def->target )
	{
		case wf_goalTarget:
			// A goal without one place that is it (an area the agent stands in) still has a route that leads there.
			to = input->toGoal.x != 0.0 || input->toGoal.y != 0.0 ? input->toGoal : input->goalDirection;
			break;
		case wf_pointTarget:
			to = ( wfVec2 ){ def->point.x - input->position.x, def->point.y - input->position.y };
			break;
		case wf_agentTarget:
			to = input->knowsAgent ? input->toAgent : to;
			break;
		case wf_seenTarget:
			to = input->seesAgent ? input->toSeen : to;
			break;
	}
	to = unitOf( to );
	if ( def->angle == 0.0 )
	{
		return to;
	}
	wfCosSin turn = wfCosSinOf( def->angle );
	return wfFromFrame2( to, ( wfVec2 ){ turn.cosine, turn.sine } );
}

static wfVec2 getHeldVector( const wfBehaviorDef* def, int32_t index1, const wfBehaviorInput* input, wfBehaviorMemory* memory )
{
	int32_t which = findPair( memory->heldBy, index1, ( memory->latest & 1u ) != 0 );
	if ( memory->heldBy[which] != index1 || input->time >= memory->heldUntil[which] )
	{
		uint64_t stream = BEHAVIOR_STREAM | input->serial;
		double angle = WF_TWO_PI * wfRandomUnit( input->seed, stream, memory->drawCount );
		double part = wfRandomUnit( input->seed, stream, (uint64_t)memory->drawCount + 1 );
		wfCosSin held = wfCosSinOf( angle );
		memory->drawCount += 2;
		memory->heldBy[which] = index1;
		memory->held[which] = ( wfVec2 ){ held.cosine, held.sine };
		memory->heldUntil[which] = input->time + def->holdSeconds[0] + part * ( def->holdSeconds[1] - def->holdSeconds[0] );
	}
	setLatest( memory, 1u, which );
	return memory->held[which];
}

// A right angle to the line to the one seen: to the left for positive angles, else to the right.
static wfVec2 getPassingVector( const wfBehaviorDef* def, const wfBehaviorInput* input )
{
	wfVec2 to = input->seesAgent ? unitOf( input->toSeen ) : ( wfVec2 ){ 0.0, 0.0 };
	return def->angle > 0.0 ? ( wfVec2 ){ -to.y, to.x } : ( wfVec2 ){ to.y, -to.x };
}

// -------------------------------------------------------------------------------------------------------------- results

static double cutPull( double v, double epsilon )
{
	if ( fabs( epsilon * v ) <= WF_MAX_PULL )
	{
		return v;
	}
	double cut = WF_MAX_PULL / fabs( epsilon );
	// The product with epsilon may round to just above the limit.
	while ( fabs( epsilon ) * cut > WF_MAX_PULL )
	{
		cut *= 1.0 - 0x1p-52;
	}
	return v < 0.0 ? -cut : cut;
}

static wfBehaviorVector limitPull( wfVec2 v, double epsilon )
{
	bool finite = isfinite( v.x ) && isfinite( v.y ) && isfinite( epsilon );
	if ( !finite || epsilon == 0.0 || ( v.x == 0.0 && v.y == 0.0 ) )
	{
		return harmonic;
	}
	return ( wfBehaviorVector ){ { cutPull( v.x, epsilon ), cutPull( v.y, epsilon ), 0.0 }, epsilon };
}

wfBehaviorVector wfEvaluateBehavior( wfBehaviorTable table, wfBehaviorId id, const wfBehaviorInput* input,
									 wfBehaviorMemory* memory )
{
	wfBehaviorId inForce = wfResolveBehavior( table, id, input, memory );
	const wfBehaviorDef* def = findDef( table, inForce );
	return def != NULL ? wfEvaluateDef( def, inForce.index1, input, memory ) : harmonic;
}

wfBehaviorVector wfEvaluateDef( const wfBehaviorDef* def, int32_t index1, const wfBehaviorInput* input, wfBehaviorMemory* memory )
{
	wfVec2 v = { 0.0, 0.0 };
	switch ( def->kind )
	{
		case wf_constantBehavior:
		case wf_periodicBehavior:
			v = def->kind == wf_constantBehavior ? ( wfVec2 ){ def->v.x, def->v.y } : wfGetWavyVector( def, input->inside );
			// Without a goal there is no frame to be relative to: the zero direction gives a zero vector.
			v = def->relative ? wfFromFrame2( input->goalDirection, v ) : v;
			break;
		case wf_towardBehavior:
			v = getTargetVector( def, input );
			break;
		case wf_randomBehavior:
			v = getHeldVector( def, index1, input, memory );
			break;
		case wf_passBehavior:
			v = getPassingVector( def, input );
			break;
		case wf_customBehavior:
			return limitPull( ( wfVec2 ){ input->custom.v.x, input->custom.v.y }, input->custom.epsilon );
		case wf_harmonicBehavior:
		case wf_scheduledBehavior:
		case wf_behaviorKindCount:
			return harmonic;
	}
	return limitPull( v, def->epsilon );
}
