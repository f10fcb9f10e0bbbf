// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The members of the crowd's defs, each listed once: for the check of its range, and for the fingerprint that says what a saved
// state belongs to. The limits are far beyond what is sensible for people; they keep out what is surely a mistake (another unit,
// a lost sign) and all that arithmetic could overflow with.
#include "base/base.h"
#include "base/math.h"
#include "base/vec2.h"
#include "crowd/checkpoint.h"
#include "crowd/defs.h"
#include "crowd/locomotion.h"
#include "world/world.h"

#include <stdio.h>

#define LONGEST_TIME 1e9 // seconds, some thirty years

// Goes through one member after the other, keeps the first that is wrong and hashes them all: by value, for the gaps between
// members hold anything.
typedef struct checker
{
	const char* prefix; // of the fields' names
	const char* list;	// the members are those of an item of it; null: of the def itself
	int32_t item;
	wfError* error;
	wfResult result;
	uint64_t hash;
} checker;

__attribute__( ( format( printf, 3, 4 ) ) ) static void refuse( checker* check, const char* name, const char* format, ... )
{
	if ( check->result != wf_ok )
	{
		return;
	}
	char item[64] = "", field[256], message[256];
	if ( check->list != NULL )
	{
		snprintf( item, sizeof( item ), "%s[%d].", check->list, check->item );
	}
	snprintf( field, sizeof( field ), "%s%s%s", check->prefix, item, name );
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( message, sizeof( message ), format, arguments );
	va_end( arguments );
	check->result = wfRefuse( check->error, field, "%s", message );
}

// Members of which every value will do, and ids: the crowd checks whether they exist.
#define TAKE( check, member ) ( check )->hash = wfHash( ( check )->hash, &( member ), sizeof( member ) )

// NaN fails both comparisons.
static void checkNumber( checker* check, const char* name, double value, double smallest, double largest )
{
	TAKE( check, value );
	if ( !( value >= smallest && value <= largest ) )
	{
		refuse( check, name, "is %g, expected a number from %g to %g", value, smallest, largest );
	}
}

static void checkInteger( checker* check, const char* name, int64_t value, int64_t smallest, int64_t largest )
{
	TAKE( check, value );
	if ( value < smallest || value > largest )
	{
		refuse( check, name, "is %lld, expected a whole number from %lld to %lld", (long long)value, (long long)smallest,
				(long long)largest );
	}
}

static void checkEnum( checker* check, const char* name, int64_t value, int64_t count )
{
	TAKE( check, value );
	if ( value < 0 || value >= count )
	{
		refuse( check, name, "is %lld, which is none of the %lld kinds", (long long)value, (long long)count );
	}
}

static void checkVector( checker* check, const char* name, wfVec3 vector, double largest )
{
	TAKE( check, vector );
	const double parts[3] = { vector.x, vector.y, vector.z };
	for ( int32_t k = 0; k < 3; ++k )
	{
		if ( !( fabs( parts[k] ) <= largest ) )
		{
			char part[128];
			snprintf( part, sizeof( part ), "%s.%c", name, "xyz"[k] );
			checkNumber( check, part, parts[k], -largest, largest );
		}
	}
}

static void takePlace( checker* check, wfSurfacePoint place )
{
	TAKE( check, place.triangle );
	TAKE( check, place.u );
	TAKE( check, place.v );
}

static void beginItem( checker* check, const char* list, int32_t item )
{
	check->list = list;
	check->item = item;
}

wfResult wfCheckNumber( const char* field, double value, double smallest, double largest, wfError* error )
{
	checker check = { .prefix = "", .error = error };
	checkNumber( &check, field, value, smallest, largest );
	return check.result;
}

wfResult wfCheckVector( const char* field, wfVec3 vector, double largest, wfError* error )
{
	checker check = { .prefix = "", .error = error };
	checkVector( &check, field, vector, largest );
	return check.result;
}

// --------------------------------------------------------------------------------------------------------------- styles

static void listStyle( checker* check, const wfStyleDef* def )
{
	TAKE( check, def->mapSize );
	if ( def->mapSize < 11 || def->mapSize > WF_MAX_MAP_SIZE || def->mapSize % 2 == 0 )
	{
		refuse( check, "mapSize", "is %d, expected an odd number from 11 to %d", def->mapSize, WF_MAX_MAP_SIZE );
	}
	checkNumber( check, "mapCell", def->mapCell, 0.01, 100.0 );
	TAKE( check, def->mapTurns );
	TAKE( check, def->mapAdapts );
	TAKE( check, def->goalInside );
	checkEnum( check, "solver", (int64_t)def->solver, wf_localGaussSeidel + 1 );
	checkInteger( check, "iterations", def->iterations, 0, 10000 );

	// A little more than the full circle is what converting from degrees may give.
	checkNumber( check, "viewAngle", def->viewAngle, 0.0, WF_TWO_PI * ( 1.0 + 1e-9 ) );
	checkNumber( check, "sightDistance", def->sightDistance, 0.0, 1000.0 );
	checkNumber( check, "neighborReach", def->neighborReach, 0.0, 1000.0 );
	TAKE( check, def->softAgents );
	checkNumber( check, "softStrength", def->softStrength, 0.0, 1000.0 );
	checkNumber( check, "softReach", def->softReach, 0.1, 10.0 );
	checkNumber( check, "horizon", def->horizon, 0.0, 60.0 );

	TAKE( check, def->foresight );
	checkNumber( check, "keepRight", def->keepRight, -2.0, 2.0 );
	TAKE( check, def->queueing );
	TAKE( check, def->yielding );
	TAKE( check, def->takesTurns );
	checkNumber( check, "patience", def->patience, 0.0, LONGEST_TIME );

	checkNumber( check, "bodyDepth", def->bodyDepth, 0.2, 1.0 );
	checkNumber( check, "timeGap", def->timeGap, 0.0, 10.0 );

	checkEnum( check, "rule", (int64_t)def->rule, wf_smoothRule + 1 );
	checkNumber( check, "mass", def->mass, 0.0, 1e6 );
	checkNumber( check, "inertia", def->inertia, 0.0, 1.0 );
	TAKE( check, def->slowsInTurns );
	checkNumber( check, "relaxTime", def->relaxTime, 0.0, 60.0 );
	checkNumber( check, "maxAcceleration", def->maxAcceleration, 0.001, 1000.0 );
}

wfResult wfCheckStyleDef( const wfStyleDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the style def was not made by wfDefaultStyleDef" );
	}
	checker check = { .prefix = "", .error = error };
	listStyle( &check, def );
	return check.result;
}

// ----------------------------------------------------------------------------------------------------------- behaviours

static void listWaves( checker* check, const wfBehaviorDef* def )
{
	checkInteger( check, "waveCount", def->waveCount, 0, WF_MAX_WAVES );
	for ( int32_t i = 0; i < def->waveCount && check->result == wf_ok; ++i )
	{
		const wfWave* wave = def->waves + i;
		beginItem( check, "waves", i );
		checkInteger( check, "axis", wave->axis, 0, 1 );
		checkNumber( check, "amplitude", wave->amplitude, -100.0, 100.0 );
		checkNumber( check, "rate", wave->rate, -1000.0, 1000.0 );
		checkNumber( check, "phase", wave->phase, -1000.0, 1000.0 );
	}
	check->list = NULL;
}

static void listStages( checker* check, const wfBehaviorDef* def, const wfBehaviorDef* table, int32_t count )
{
	checkInteger( check, "stageCount", def->stageCount, 1, WF_MAX_STAGES );
	for ( int32_t i = 0; i < def->stageCount && check->result == wf_ok; ++i )
	{
		const wfStage* stage = def->stages + i;
		beginItem( check, "stages", i );
		checkEnum( check, "kind", (int64_t)stage->kind, wf_fromPlace + 1 );
		if ( stage->kind == wf_fromPlace )
		{
			checkVector( check, "point", stage->point, WF_MAX_COORDINATE );
			checkNumber( check, "radius", stage->radius, 0.001, WF_MAX_COORDINATE );
		}
		else
		{
			checkNumber( check, "from", stage->from, 0.0, stage->kind == wf_fromFraction ? 1.0 : LONGEST_TIME );
		}
		int32_t behavior = stage->behavior.index1;
		checkInteger( check, "behavior", behavior, 0, count );
		if ( check->result == wf_ok && behavior > 0 && table[behavior - 1].kind == wf_scheduledBehavior )
		{
			refuse( check, "behavior", "is %d, a schedule; expected a behaviour that is not scheduled itself", behavior );
		}
	}
	check->list = NULL;
}

static void listBehavior( checker* check, const wfBehaviorDef* def, const wfBehaviorDef* table, int32_t count )
{
	checkEnum( check, "kind", (int64_t)def->kind, wf_behaviorKindCount );
	checkNumber( check, "epsilon", def->epsilon, -100.0, 100.0 );
	checkVector( check, "v", def->v, 100.0 );
	TAKE( check, def->relative );
	checkEnum( check, "target", (int64_t)def->target, wf_seenTarget + 1 );
	checkVector( check, "point", def->point, WF_MAX_COORDINATE );
	checkNumber( check, "angle", def->angle, -1000.0, 1000.0 );
	listWaves( check, def );
	checkNumber( check, "holdSeconds[0]", def->holdSeconds[0], 0.0, LONGEST_TIME );
	checkNumber( check, "holdSeconds[1]", def->holdSeconds[1], 0.0, LONGEST_TIME );
	if ( def->holdSeconds[0] > def->holdSeconds[1] )
	{
		refuse( check, "holdSeconds[1]", "is %g, expected at least holdSeconds[0], which is %g", def->holdSeconds[1],
				def->holdSeconds[0] );
	}
	if ( def->kind == wf_scheduledBehavior )
	{
		listStages( check, def, table, count );
	}
	TAKE( check, def->agent );
	if ( def->kind == wf_towardBehavior && def->target == wf_agentTarget && def->agent.index1 == 0 )
	{
		refuse( check, "agent", "is null, expected the agent to aim at" );
	}
	// Functions and contexts of the host differ from run to run.
	if ( def->kind == wf_customBehavior && def->function == NULL )
	{
		refuse( check, "function", "is null, expected a function that returns v and eps" );
	}
}

wfResult wfCheckBehaviorDef( const wfBehaviorDef* def, const wfBehaviorDef* table, int32_t count, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the behaviour def was not made by wfDefaultBehaviorDef" );
	}
	checker check = { .prefix = "", .error = error };
	listBehavior( &check, def, table, count );
	return check.result;
}

// --------------------------------------------------------------------------------------------------------------- agents

static void listStop( checker* check, const wfStop* stop )
{
	checkEnum( check, "kind", (int64_t)stop->kind, wf_exitsStop + 1 );
	TAKE( check, stop->goal );
	if ( stop->kind == wf_pointStop )
	{
		checkVector( check, "point", stop->point, WF_MAX_COORDINATE );
		takePlace( check, stop->place );
		checkNumber( check, "reach", stop->reach, 0.0, WF_MAX_COORDINATE );
	}
	if ( stop->kind == wf_queueStop )
	{
		checkInteger( check, "queue", stop->queue.index1, 1, INT32_MAX );
	}
	if ( stop->kind == wf_exitsStop )
	{
		checkInteger( check, "exits", stop->exits.index1, 1, INT32_MAX );
		checkEnum( check, "choice", (int64_t)stop->choice, wf_assignedExit + 1 );
		checkInteger( check, "exit", stop->exit, 0, WF_MAX_EXITS - 1 );
	}
	checkNumber( check, "wait", stop->wait, 0.0, LONGEST_TIME );
}

static void listStops( checker* check, const wfStop* stops, int32_t count )
{
	checkInteger( check, "stopCount", count, 0, 1000000 );
	if ( count > 0 && stops == NULL )
	{
		refuse( check, "stops", "is null, expected %d stops", count );
		return;
	}
	for ( int32_t i = 0; i < count && check->result == wf_ok; ++i )
	{
		beginItem( check, "stops", i );
		listStop( check, stops + i );
	}
	check->list = NULL;
}

wfResult wfCheckStops( const wfStop* stops, int32_t count, const char* prefix, wfError* error )
{
	checker check = { .prefix = prefix, .error = error };
	listStops( &check, stops, count );
	return check.result;
}

wfResult wfCheckStop( const wfStop* stop, const char* prefix, wfError* error )
{
	checker check = { .prefix = prefix, .error = error };
	listStop( &check, stop );
	return check.result;
}

static void listAgent( checker* check, const wfAgentDef* def )
{
	checkVector( check, "position", def->position, WF_MAX_COORDINATE );
	takePlace( check, def->place );
	checkNumber( check, "radius", def->radius, WF_MIN_AGENT_RADIUS, WF_MAX_AGENT_RADIUS );
	checkNumber( check, "heading", def->heading, -1000.0, 1000.0 );
	checkVector( check, "facing", def->facing, WF_MAX_COORDINATE );
	checkNumber( check, "speed", def->speed, 0.0, WF_MAX_AGENT_SPEED );
	checkNumber( check, "desiredSpeed", def->desiredSpeed, 0.0, WF_MAX_AGENT_SPEED );
	if ( def->delay != 0.0 )
	{
		checkNumber( check, "delay", def->delay, 0.0, LONGEST_TIME );
	}
	checkInteger( check, "kind", def->kind, 0, 31 );
	listStops( check, def->stops, def->stopCount );
	checkEnum( check, "atEnd", (int64_t)def->atEnd, wf_repeatAtEnd + 1 );
	checkInteger( check, "style", def->style.index1, 0, INT32_MAX );
	checkInteger( check, "behavior", def->behavior.index1, 0, INT32_MAX );
	checkInteger( check, "onSight", def->onSight.index1, 0, INT32_MAX );
	TAKE( check, def->gait );
	TAKE( check, def->userData );
}

wfResult wfCheckAgentDef( const wfAgentDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the agent def was not made by wfDefaultAgentDef" );
	}
	checker check = { .prefix = "", .error = error };
	listAgent( &check, def );
	return check.result;
}

uint64_t wfHashAgentDef( uint64_t hash, const wfAgentDef* def )
{
	checker check = { .prefix = "", .hash = hash };
	listAgent( &check, def );
	return check.hash;
}

// Of speeds: the ages they are drawn from, and the factor on all of them.
static void listSpeedTable( checker* check, const wfDistribution* distribution )
{
	checkNumber( check, "mean", distribution->mean, 0.001, 1000.0 );
	if ( distribution->kind != wf_ageSpeed )
	{
		return;
	}
	checkNumber( check, "lower", distribution->lower, WF_YOUNGEST, WF_OLDEST );
	checkNumber( check, "upper", distribution->upper, WF_YOUNGEST, WF_OLDEST );
	checkNumber( check, "deviation", distribution->deviation, 0.0, 10.0 );
	if ( distribution->lower > distribution->upper )
	{
		refuse( check, "upper", "is %g, expected at least lower, which is %g", distribution->upper, distribution->lower );
	}
}

// All values that may be drawn must lie in [smallest, largest]. Tables have speeds.
static void listDistribution( checker* check, const wfDistribution* distribution, bool tables, double smallest, double largest )
{
	checkEnum( check, "kind", (int64_t)distribution->kind, tables ? wf_distributionKindCount : wf_ageSpeed );
	if ( distribution->kind >= wf_ageSpeed )
	{
		listSpeedTable( check, distribution );
		return;
	}
	checkNumber( check, "lower", distribution->lower, smallest, largest );
	if ( distribution->kind != wf_constantNumber )
	{
		checkNumber( check, "upper", distribution->upper, smallest, largest );
		if ( distribution->lower > distribution->upper )
		{
			refuse( check, "upper", "is %g, expected at least lower, which is %g", distribution->upper, distribution->lower );
		}
	}
	if ( distribution->kind == wf_normalNumber || distribution->kind == wf_logNormalNumber )
	{
		checkNumber( check, "mean", distribution->mean, -WF_MAX_COORDINATE, WF_MAX_COORDINATE );
		checkNumber( check, "deviation", distribution->deviation, 0.0, WF_MAX_COORDINATE );
	}
}

// --------------------------------------------------------------------------------------------- sources, queues, crowds

static void listPoint( checker* check, const char* name, int32_t i, wfVec3 point )
{
	char field[64];
	snprintf( field, sizeof( field ), "%s[%d]", name, i );
	checkVector( check, field, point, WF_MAX_COORDINATE );
}

static void listRegion( checker* check, const wfVec2* region, int32_t count, double lowest, double highest )
{
	checkInteger( check, "regionCount", count, 3, 1000000 );
	if ( region == NULL )
	{
		refuse( check, "region", "is null, expected %d points", count );
		return;
	}
	for ( int32_t i = 0; i < count && check->result == wf_ok; ++i )
	{
		listPoint( check, "region", i, wfInSpace( region[i] ) );
	}
	TAKE( check, lowest );
	TAKE( check, highest );
	if ( !( lowest < highest ) )
	{
		refuse( check, "highest", "is %g, expected more than lowest, which is %g", highest, lowest );
	}
}

// Twice the area, with the sign of the ring's sense.
static double shoelace( const wfVec2* ring, int32_t count )
{
	double sum = 0.0;
	for ( int32_t i = 1; i + 1 < count; ++i )
	{
		sum += wfSide2( ring[0], ring[i], ring[i + 1] );
	}
	return sum;
}

static void listSource( checker* check, const wfSourceDef* def )
{
	listRegion( check, def->region, def->regionCount, def->lowest, def->highest );
	if ( check->result == wf_ok && shoelace( def->region, def->regionCount ) == 0.0 )
	{
		refuse( check, "region", "has no area, expected a ring around some ground" );
	}
	checkNumber( check, "rate", def->rate, 1e-9, 1e6 );
	TAKE( check, def->random );
	checkInteger( check, "count", def->count, 0, INT32_MAX );
	checkNumber( check, "from", def->from, 0.0, LONGEST_TIME );
	checkNumber( check, "until", def->until, 0.0, LONGEST_TIME );
	if ( def->until != 0.0 && def->until <= def->from )
	{
		refuse( check, "until", "is %g, expected 0 (without end) or later than from, which is %g", def->until, def->from );
	}
	wfAgentDef agent = def->agent, drawn = wfDefaultAgentDef();
	agent.position = drawn.position;
	agent.radius = drawn.radius;
	agent.desiredSpeed = drawn.desiredSpeed;
	agent.delay = drawn.delay;
	check->prefix = "agent.";
	listAgent( check, &agent );
	check->prefix = "radius.";
	listDistribution( check, &def->radius, false, WF_MIN_AGENT_RADIUS, WF_MAX_AGENT_RADIUS );
	check->prefix = "desiredSpeed.";
	listDistribution( check, &def->desiredSpeed, true, 0.0, WF_MAX_AGENT_SPEED );
	if ( def->delay.kind != wf_constantNumber || def->delay.lower != 0.0 )
	{
		check->prefix = "delay.";
		listDistribution( check, &def->delay, false, 0.0, LONGEST_TIME );
	}
	check->prefix = "";
}

wfResult wfCheckSourceDef( const wfSourceDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE && def->agent.internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the source def was not made by wfDefaultSourceDef" );
	}
	checker check = { .prefix = "", .error = error };
	listSource( &check, def );
	return check.result;
}

wfResult wfCheckSinkDef( const wfSinkDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the sink def was not made by wfDefaultSinkDef" );
	}
	checker check = { .prefix = "", .error = error };
	listRegion( &check, def->region, def->regionCount, def->lowest, def->highest );
	return check.result;
}

static void listQueue( checker* check, const wfQueueDef* def )
{
	checkInteger( check, "lineCount", def->lineCount, 2, 1000000 );
	if ( def->line == NULL )
	{
		refuse( check, "line", "is null, expected %d points", def->lineCount );
		return;
	}
	for ( int32_t i = 0; i < def->lineCount && check->result == wf_ok; ++i )
	{
		listPoint( check, "line", i, def->line[i] );
	}
	double length = 0.0;
	for ( int32_t i = 1; i < def->lineCount && check->result == wf_ok; ++i )
	{
		length += wfLength3( wfSub3( def->line[i], def->line[i - 1] ) );
	}
	if ( length == 0.0 )
	{
		refuse( check, "line", "has no length, expected a way to line up along" );
	}
	checkNumber( check, "spacing", def->spacing, 0.01, 100.0 );
	checkNumber( check, "serviceSeconds", def->serviceSeconds, 0.0, LONGEST_TIME );
}

wfResult wfCheckQueueDef( const wfQueueDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the queue def was not made by wfDefaultQueueDef" );
	}
	checker check = { .prefix = "", .error = error };
	listQueue( &check, def );
	return check.result;
}

static void listExits( checker* check, const wfExitsDef* def )
{
	checkInteger( check, "exitCount", def->exitCount, 1, WF_MAX_EXITS );
	if ( def->exits == NULL )
	{
		refuse( check, "exits", "is null, expected %d exits", def->exitCount );
		return;
	}
	for ( int32_t i = 0; i < def->exitCount && check->result == wf_ok; ++i )
	{
		beginItem( check, "exits", i );
		TAKE( check, def->exits[i].goal );
		checkNumber( check, "capacity", def->exits[i].capacity, 0.0, 1e6 );
	}
	check->list = NULL;
}

wfResult wfCheckExitsDef( const wfExitsDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the exits def was not made by wfDefaultExitsDef" );
	}
	checker check = { .prefix = "", .error = error };
	listExits( &check, def );
	return check.result;
}

static void listCrowd( checker* check, const wfCrowdDef* def )
{
	checkEnum( check, "preset", (int64_t)def->preset, wf_classicPreset + 1 );
	checkNumber( check, "tickSeconds", def->tickSeconds, 0.001, 10.0 );
	checkInteger( check, "movesPerTick", def->movesPerTick, 1, 1000 );
	if ( def->cellSize != 0.0 )
	{
		checkNumber( check, "cellSize", def->cellSize, 0.001, 1e6 );
	}
	checkNumber( check, "haste", def->haste, 0.0, 1e6 );
	TAKE( check, def->directRoutes );
	checkNumber( check, "stuckSeconds", def->stuckSeconds, 0.001, LONGEST_TIME );
	checkNumber( check, "standSeconds", def->standSeconds, 0.0, LONGEST_TIME );
	checkEnum( check, "precision", (int64_t)def->precision, wf_singlePrecision + 1 );
	checkNumber( check, "solveBudget", def->solveBudget, 0.0, 1e9 );
	checkEnum( check, "badStop", (int64_t)def->badStop, wf_removeRemedy + 1 );
	checkEnum( check, "covered", (int64_t)def->covered, wf_removeRemedy + 1 );
	TAKE( check, def->seed );
}

wfResult wfCheckCrowdDef( const wfCrowdDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the crowd def was not made by wfDefaultCrowdDef" );
	}
	checker check = { .prefix = "", .error = error };
	listCrowd( &check, def );
	return check.result;
}

// ---------------------------------------------------------------------------------------------------------- fingerprint

wfFingerprint wfGetFingerprint( const wfCrowd* crowd )
{
	checker settings = { .prefix = "", .hash = WF_HASH_START }, check = settings;
	const wfStyles* styles = &crowd->styles;
	const wfFacilities* facilities = &crowd->facilities;
	listCrowd( &settings, &crowd->def );
	for ( int32_t k = 0; k < styles->count; ++k )
	{
		listStyle( &check, &styles->list[k].def );
	}
	for ( int32_t k = 0; k < styles->behaviors.count; ++k )
	{
		listBehavior( &check, &styles->behaviors.data[k], styles->behaviors.data, styles->behaviors.count );
	}
	for ( int32_t k = 0; k < facilities->queues.count; ++k )
	{
		listQueue( &check, &facilities->queues.data[k].def );
	}
	for ( int32_t k = 0; k < crowd->exits.sets.count; ++k )
	{
		listExits( &check, &crowd->exits.sets.data[k].def );
	}
	for ( int32_t k = 0; k < facilities->sources.count; ++k )
	{
		listSource( &check, &facilities->sources.data[k].def );
	}
	for ( int32_t k = 0; k < facilities->sinks.count; ++k )
	{
		const wfZone* zone = &facilities->sinks.data[k];
		listRegion( &check, zone->ring, zone->count, zone->lower, zone->upper );
	}
	check.hash = wfHashGaits( check.hash, crowd );
	const int32_t counts[6] = {
		styles->count,			 styles->behaviors.count, facilities->queues.count, facilities->sources.count,
		facilities->sinks.count, crowd->exits.sets.count };
	TAKE( &check, counts );
	return ( wfFingerprint ){ wfGround_HashOrigin( &crowd->ground, WF_HASH_START ), settings.hash, check.hash,
							  crowd->population.startAgents };
}
