// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Which numbers the crowd's defs may hold. The limits are far beyond what is sensible for people; they keep out what is surely a
// mistake (another unit, a lost sign) and all that arithmetic could overflow with.
#include "base/base.h"
#include "base/math.h"
#include "crowd/defs.h"
#include "world/world.h"

#include <stdio.h>

#define LONGEST_TIME 1e9 // seconds, some thirty years

// Checks one member after the other and keeps the first that is wrong.
typedef struct checker
{
	const char* prefix; // of the fields' names
	wfError* error;
	wfResult result;
} checker;

__attribute__( ( format( printf, 3, 4 ) ) ) static void refuse( checker* check, const char* name, const char* format, ... )
{
	if ( check->result != wf_ok )
	{
		return;
	}
	char field[256], message[256];
	snprintf( field, sizeof( field ), "%s%s", check->prefix, name );
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( message, sizeof( message ), format, arguments );
	va_end( arguments );
	check->result = wfRefuse( check->error, field, "%s", message );
}

// NaN fails both comparisons.
static void checkNumber( checker* check, const char* name, double value, double smallest, double largest )
{
	if ( !( value >= smallest && value <= largest ) )
	{
		refuse( check, name, "is %g, expected a number from %g to %g", value, smallest, largest );
	}
}

static void checkInteger( checker* check, const char* name, int64_t value, int64_t smallest, int64_t largest )
{
	if ( value < smallest || value > largest )
	{
		refuse( check, name, "is %lld, expected a whole number from %lld to %lld", (long long)value, (long long)smallest,
				(long long)largest );
	}
}

static void checkEnum( checker* check, const char* name, int64_t value, int64_t count )
{
	if ( value < 0 || value >= count )
	{
		refuse( check, name, "is %lld, which is none of the %lld kinds", (long long)value, (long long)count );
	}
}

static void checkVector( checker* check, const char* name, wfVec3 vector, double largest )
{
	char part[128];
	snprintf( part, sizeof( part ), "%s.x", name );
	checkNumber( check, part, vector.x, -largest, largest );
	snprintf( part, sizeof( part ), "%s.y", name );
	checkNumber( check, part, vector.y, -largest, largest );
	snprintf( part, sizeof( part ), "%s.z", name );
	checkNumber( check, part, vector.z, -largest, largest );
}

wfResult wfCheckNumber( const char* field, double value, double smallest, double largest, wfError* error )
{
	checker check = { "", error, wf_ok };
	checkNumber( &check, field, value, smallest, largest );
	return check.result;
}

// --------------------------------------------------------------------------------------------------------------- styles

wfResult wfCheckStyleDef( const wfStyleDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the style def was not made by wfDefaultStyleDef" );
	}
	checker check = { "", error, wf_ok };
	if ( def->mapSize < 11 || def->mapSize > WF_MAX_MAP_SIZE || def->mapSize % 2 == 0 )
	{
		refuse( &check, "mapSize", "is %d, expected an odd number from 11 to %d", def->mapSize, WF_MAX_MAP_SIZE );
	}
	checkNumber( &check, "mapCell", def->mapCell, 0.01, 100.0 );
	checkEnum( &check, "solver", (int64_t)def->solver, wf_localGaussSeidel + 1 );
	checkInteger( &check, "iterations", def->iterations, 0, 10000 );

	// A little more than the full circle is what converting from degrees may give.
	checkNumber( &check, "viewAngle", def->viewAngle, 0.0, WF_TWO_PI * ( 1.0 + 1e-9 ) );
	checkNumber( &check, "sightDistance", def->sightDistance, 0.0, 1000.0 );
	checkNumber( &check, "neighborReach", def->neighborReach, 0.0, 1000.0 );
	checkNumber( &check, "softStrength", def->softStrength, 0.0, 1000.0 );
	checkNumber( &check, "softReach", def->softReach, 0.1, 10.0 );
	checkNumber( &check, "horizon", def->horizon, 0.0, 60.0 );

	checkNumber( &check, "keepRight", def->keepRight, -2.0, 2.0 );
	checkNumber( &check, "patience", def->patience, 0.0, LONGEST_TIME );

	checkEnum( &check, "rule", (int64_t)def->rule, wf_smoothRule + 1 );
	checkNumber( &check, "mass", def->mass, 0.0, 1e6 );
	checkNumber( &check, "inertia", def->inertia, 0.0, 1.0 );
	checkNumber( &check, "relaxTime", def->relaxTime, 0.0, 60.0 );
	checkNumber( &check, "maxAcceleration", def->maxAcceleration, 0.001, 1000.0 );
	return check.result;
}

// ----------------------------------------------------------------------------------------------------------- behaviours

static void checkWaves( checker* check, const wfBehaviorDef* def )
{
	checkInteger( check, "waveCount", def->waveCount, 0, WF_MAX_WAVES );
	for ( int32_t i = 0; i < def->waveCount && check->result == wf_ok; ++i )
	{
		const wfWave* wave = def->waves + i;
		char prefix[32];
		snprintf( prefix, sizeof( prefix ), "waves[%d].", i );
		checker inner = { prefix, check->error, wf_ok };
		checkInteger( &inner, "axis", wave->axis, 0, 1 );
		checkNumber( &inner, "amplitude", wave->amplitude, -100.0, 100.0 );
		checkNumber( &inner, "rate", wave->rate, -1000.0, 1000.0 );
		checkNumber( &inner, "phase", wave->phase, -1000.0, 1000.0 );
		check->result = inner.result;
	}
}

static void checkStages( checker* check, const wfBehaviorDef* def, const wfBehaviorDef* table, int32_t count )
{
	checkInteger( check, "stageCount", def->stageCount, 1, WF_MAX_STAGES );
	for ( int32_t i = 0; i < def->stageCount && check->result == wf_ok; ++i )
	{
		const wfStage* stage = def->stages + i;
		char prefix[32];
		snprintf( prefix, sizeof( prefix ), "stages[%d].", i );
		checker inner = { prefix, check->error, wf_ok };
		checkEnum( &inner, "kind", (int64_t)stage->kind, wf_fromPlace + 1 );
		if ( stage->kind == wf_fromPlace )
		{
			checkVector( &inner, "point", stage->point, WF_MAX_COORDINATE );
			checkNumber( &inner, "radius", stage->radius, 0.001, WF_MAX_COORDINATE );
		}
		else
		{
			checkNumber( &inner, "from", stage->from, 0.0, stage->kind == wf_fromFraction ? 1.0 : LONGEST_TIME );
		}
		int32_t behavior = stage->behavior.index1;
		checkInteger( &inner, "behavior", behavior, 0, count );
		if ( inner.result == wf_ok && behavior > 0 && table[behavior - 1].kind == wf_scheduledBehavior )
		{
			refuse( &inner, "behavior", "is %d, a schedule; expected a behaviour that is not scheduled itself", behavior );
		}
		check->result = inner.result;
	}
}

wfResult wfCheckBehaviorDef( const wfBehaviorDef* def, const wfBehaviorDef* table, int32_t count, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the behaviour def was not made by wfDefaultBehaviorDef" );
	}
	checker check = { "", error, wf_ok };
	checkEnum( &check, "kind", (int64_t)def->kind, wf_behaviorKindCount );
	checkNumber( &check, "epsilon", def->epsilon, -100.0, 100.0 );
	checkVector( &check, "v", def->v, 100.0 );
	checkEnum( &check, "target", (int64_t)def->target, wf_seenTarget + 1 );
	checkVector( &check, "point", def->point, WF_MAX_COORDINATE );
	checkNumber( &check, "angle", def->angle, -1000.0, 1000.0 );
	checkWaves( &check, def );
	checkNumber( &check, "holdSeconds[0]", def->holdSeconds[0], 0.0, LONGEST_TIME );
	checkNumber( &check, "holdSeconds[1]", def->holdSeconds[1], 0.0, LONGEST_TIME );
	if ( def->holdSeconds[0] > def->holdSeconds[1] )
	{
		refuse( &check, "holdSeconds[1]", "is %g, expected at least holdSeconds[0], which is %g", def->holdSeconds[1],
				def->holdSeconds[0] );
	}
	if ( def->kind == wf_scheduledBehavior )
	{
		checkStages( &check, def, table, count );
	}
	if ( def->kind == wf_towardBehavior && def->target == wf_agentTarget && def->agent.index1 == 0 )
	{
		refuse( &check, "agent", "is null, expected the agent to aim at" );
	}
	if ( def->kind == wf_customBehavior && def->function == NULL )
	{
		refuse( &check, "function", "is null, expected a function that returns v and eps" );
	}
	return check.result;
}

// --------------------------------------------------------------------------------------------------------------- agents

wfResult wfCheckStops( const wfStop* stops, int32_t count, const char* prefix, wfError* error )
{
	checker check = { prefix, error, wf_ok };
	checkInteger( &check, "stopCount", count, 0, 1000000 );
	if ( count > 0 && stops == NULL )
	{
		refuse( &check, "stops", "is null, expected %d stops", count );
	}
	for ( int32_t i = 0; i < count && check.result == wf_ok; ++i )
	{
		const wfStop* stop = stops + i;
		char name[128];
		snprintf( name, sizeof( name ), "%sstops[%d].", prefix, i );
		checker inner = { name, error, wf_ok };
		checkEnum( &inner, "kind", (int64_t)stop->kind, wf_queueStop + 1 );
		if ( stop->kind == wf_pointStop )
		{
			checkVector( &inner, "point", stop->point, WF_MAX_COORDINATE );
			checkNumber( &inner, "reach", stop->reach, 0.0, WF_MAX_COORDINATE );
		}
		if ( stop->kind == wf_queueStop )
		{
			checkInteger( &inner, "queue", stop->queue.index1, 1, INT32_MAX );
		}
		checkNumber( &inner, "wait", stop->wait, 0.0, LONGEST_TIME );
		check.result = inner.result;
	}
	return check.result;
}

static wfResult checkAgent( const wfAgentDef* def, const char* prefix, wfError* error )
{
	checker check = { prefix, error, wf_ok };
	checkVector( &check, "position", def->position, WF_MAX_COORDINATE );
	checkNumber( &check, "radius", def->radius, WF_MIN_AGENT_RADIUS, WF_MAX_AGENT_RADIUS );
	checkNumber( &check, "heading", def->heading, -1000.0, 1000.0 );
	checkVector( &check, "facing", def->facing, WF_MAX_COORDINATE );
	checkNumber( &check, "speed", def->speed, 0.0, WF_MAX_AGENT_SPEED );
	checkNumber( &check, "desiredSpeed", def->desiredSpeed, 0.0, WF_MAX_AGENT_SPEED );
	checkInteger( &check, "kind", def->kind, 0, 31 );
	if ( check.result == wf_ok )
	{
		check.result = wfCheckStops( def->stops, def->stopCount, prefix, error );
	}
	checkEnum( &check, "atEnd", (int64_t)def->atEnd, wf_repeatAtEnd + 1 );
	checkInteger( &check, "style", def->style.index1, 0, INT32_MAX );
	checkInteger( &check, "behavior", def->behavior.index1, 0, INT32_MAX );
	checkInteger( &check, "onSight", def->onSight.index1, 0, INT32_MAX );
	return check.result;
}

wfResult wfCheckAgentDef( const wfAgentDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the agent def was not made by wfDefaultAgentDef" );
	}
	return checkAgent( def, "", error );
}

wfResult wfCheckDistribution( const wfDistribution* distribution, double smallest, double largest, const char* prefix,
							  wfError* error )
{
	checker check = { prefix, error, wf_ok };
	checkEnum( &check, "kind", (int64_t)distribution->kind, wf_normalNumber + 1 );
	checkNumber( &check, "lower", distribution->lower, smallest, largest );
	if ( distribution->kind != wf_constantNumber )
	{
		checkNumber( &check, "upper", distribution->upper, smallest, largest );
		if ( distribution->lower > distribution->upper )
		{
			refuse( &check, "upper", "is %g, expected at least lower, which is %g", distribution->upper, distribution->lower );
		}
	}
	if ( distribution->kind == wf_normalNumber )
	{
		checkNumber( &check, "mean", distribution->mean, -WF_MAX_COORDINATE, WF_MAX_COORDINATE );
		checkNumber( &check, "deviation", distribution->deviation, 0.0, WF_MAX_COORDINATE );
	}
	return check.result;
}

// --------------------------------------------------------------------------------------------- sources, queues, crowds

static void checkPoints( checker* check, const char* name, const wfVec2* points, int32_t count )
{
	if ( points == NULL && check->result == wf_ok )
	{
		refuse( check, name, "is null, expected %d points", count );
	}
	for ( int32_t i = 0; i < count && check->result == wf_ok; ++i )
	{
		char point[64];
		snprintf( point, sizeof( point ), "%s[%d]", name, i );
		checkVector( check, point, ( wfVec3 ){ points[i].x, points[i].y, 0.0 }, WF_MAX_COORDINATE );
	}
}

// Twice the area, with the sign of the ring's sense.
static double shoelace( const wfVec2* ring, int32_t count )
{
	double sum = 0.0;
	for ( int32_t i = 1; i + 1 < count; ++i )
	{
		wfVec2 a = { ring[i].x - ring[0].x, ring[i].y - ring[0].y };
		wfVec2 b = { ring[i + 1].x - ring[0].x, ring[i + 1].y - ring[0].y };
		sum += a.x * b.y - a.y * b.x;
	}
	return sum;
}

wfResult wfCheckSourceDef( const wfSourceDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE && def->agent.internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the source def was not made by wfDefaultSourceDef" );
	}
	checker check = { "", error, wf_ok };
	checkInteger( &check, "regionCount", def->regionCount, 3, 1000000 );
	checkPoints( &check, "region", def->region, def->regionCount );
	if ( check.result == wf_ok && shoelace( def->region, def->regionCount ) == 0.0 )
	{
		refuse( &check, "region", "has no area, expected a ring around some ground" );
	}
	checkNumber( &check, "rate", def->rate, 1e-9, 1e6 );
	checkInteger( &check, "count", def->count, 0, INT32_MAX );
	checkNumber( &check, "from", def->from, 0.0, LONGEST_TIME );
	checkNumber( &check, "until", def->until, 0.0, LONGEST_TIME );
	if ( def->until != 0.0 && def->until <= def->from )
	{
		refuse( &check, "until", "is %g, expected 0 (without end) or later than from, which is %g", def->until, def->from );
	}
	if ( check.result == wf_ok )
	{
		wfAgentDef agent = def->agent;
		wfAgentDef drawn = wfDefaultAgentDef();
		agent.position = drawn.position;
		agent.radius = drawn.radius;
		agent.desiredSpeed = drawn.desiredSpeed;
		check.result = checkAgent( &agent, "agent.", error );
	}
	if ( check.result == wf_ok )
	{
		check.result = wfCheckDistribution( &def->radius, WF_MIN_AGENT_RADIUS, WF_MAX_AGENT_RADIUS, "radius.", error );
	}
	if ( check.result == wf_ok )
	{
		check.result = wfCheckDistribution( &def->desiredSpeed, 0.0, WF_MAX_AGENT_SPEED, "desiredSpeed.", error );
	}
	return check.result;
}

wfResult wfCheckQueueDef( const wfQueueDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the queue def was not made by wfDefaultQueueDef" );
	}
	checker check = { "", error, wf_ok };
	checkInteger( &check, "lineCount", def->lineCount, 2, 1000000 );
	checkPoints( &check, "line", def->line, def->lineCount );
	if ( check.result == wf_ok )
	{
		double length = 0.0;
		for ( int32_t i = 1; i < def->lineCount; ++i )
		{
			length += wfHypot( def->line[i].x - def->line[i - 1].x, def->line[i].y - def->line[i - 1].y );
		}
		if ( length == 0.0 )
		{
			refuse( &check, "line", "has no length, expected a way to line up along" );
		}
	}
	checkNumber( &check, "spacing", def->spacing, 0.01, 100.0 );
	checkNumber( &check, "serviceSeconds", def->serviceSeconds, 0.0, LONGEST_TIME );
	return check.result;
}

wfResult wfCheckCrowdDef( const wfCrowdDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the crowd def was not made by wfDefaultCrowdDef" );
	}
	checker check = { "", error, wf_ok };
	checkEnum( &check, "preset", (int64_t)def->preset, wf_classicPreset + 1 );
	checkNumber( &check, "tickSeconds", def->tickSeconds, 0.001, 10.0 );
	checkInteger( &check, "movesPerTick", def->movesPerTick, 1, 1000 );
	if ( def->cellSize != 0.0 )
	{
		checkNumber( &check, "cellSize", def->cellSize, 0.001, 1e6 );
	}
	checkNumber( &check, "haste", def->haste, 0.0, 1e6 );
	checkNumber( &check, "stuckSeconds", def->stuckSeconds, 0.001, LONGEST_TIME );
	checkNumber( &check, "standSeconds", def->standSeconds, 0.0, LONGEST_TIME );
	return check.result;
}
