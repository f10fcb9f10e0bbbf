// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who is shown, from when to when.
#include "animate/animate.h"

#include <inttypes.h>
#include <math.h>

wfAnimationDef wfDefaultAnimationDef( void )
{
	return ( wfAnimationDef ){ .fps = 30.0, .exact = true, .stepHeight = 0.06, .internalCookie = WF_COOKIE };
}

static wfResult checkDef( const wfAnimationDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "animation: not made by wfDefaultAnimationDef" );
	}
	const struct
	{
		const char* name;
		double value, lower, upper;
		bool orZero;
	} ranges[] = { { "fps", def->fps, 1.0, 1000.0, false },			 { "from", def->from, -1e9, 1e9, false },
				   { "until", def->until, def->from, 1e9, true },	 { "legLength", def->legLength, 0.2, 3.0, true },
				   { "stature", def->stature, 0.3, 6.0, true },		 { "stepHeight", def->stepHeight, 0.0, 1.0, false },
				   { "agentCount", def->agentCount, 0.0, 1e9, true } };
	for ( size_t k = 0; k < sizeof( ranges ) / sizeof( ranges[0] ); ++k )
	{
		bool zero = ranges[k].orZero && ranges[k].value == 0.0;
		if ( !zero && !( ranges[k].value >= ranges[k].lower && ranges[k].value <= ranges[k].upper ) )
		{
			return wfFail( error, wf_outOfRange, "animation.%s is %g, expected %g to %g%s", ranges[k].name, ranges[k].value,
						   ranges[k].lower, ranges[k].upper, ranges[k].orZero ? ", or 0" : "" );
		}
	}
	if ( def->stature > 0.0 && def->legLength > 0.0 && !( def->stature > 1.2 * def->legLength ) )
	{
		return wfFail( error, wf_outOfRange, "animation.stature is %g, expected more than 1.2 times the legs' %g", def->stature,
					   def->legLength );
	}
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------- who

static int64_t endOfAgent( const wfFootstepTable* table, int64_t first )
{
	int64_t end = first + 1;
	while ( end < table->rowCount && table->rows[end].serial == table->rows[first].serial )
	{
		end += 1;
	}
	return end;
}

static int64_t findAgent( const wfFootstepTable* table, uint32_t serial )
{
	int64_t low = 0, high = table->rowCount;
	while ( low < high )
	{
		int64_t middle = low + ( high - low ) / 2;
		if ( table->rows[middle].serial < serial )
		{
			low = middle + 1;
		}
		else
		{
			high = middle;
		}
	}
	return low < table->rowCount && table->rows[low].serial == serial ? low : -1;
}

static double agentBegin( const wfFootstepTable* table, int64_t first )
{
	return table->rows[first].step.startTime;
}

// Who left in the middle of a step is there no longer than that.
static double agentEnd( const wfFootstepTable* table, int64_t first, int64_t count )
{
	const wfFootstep* last = &table->rows[first + count - 1].step;
	return wfFootstep_IsDeparture( last ) ? last->startTime : wfFootstep_GetEndTime( last );
}

// Somebody may be named twice.
static bool isShown( const wfCast* cast, int64_t first )
{
	for ( int32_t k = 0; k < cast->agents.count; ++k )
	{
		if ( cast->agents.data[k].first == first )
		{
			return true;
		}
	}
	return false;
}

static wfResult addAgent( wfCast* cast, int64_t first )
{
	int64_t count = endOfAgent( cast->table, first ) - first;
	bool shown = agentBegin( cast->table, first ) < cast->until && agentEnd( cast->table, first, count ) > cast->from;
	return shown ? wfArray_Push( &cast->agents, ( wfCastAgent ){ first, count } ) : wf_ok;
}

// Rows come from files, too: what they say of times must be fit for arithmetic.
static wfResult checkRows( const wfFootstepTable* table, wfError* error )
{
	for ( int64_t k = 0; k < table->rowCount; ++k )
	{
		const wfFootstep* step = &table->rows[k].step;
		const double numbers[] = { step->apex.x,		step->apex.y,		  step->along.x,		step->along.y,
								   step->speed,			step->curve,		  step->footPosition.x, step->footPosition.y,
								   step->footAngle,		step->swingFrom.x,	  step->swingFrom.y,	step->swingTo.x,
								   step->swingTo.y,		step->swingFromAngle, step->swingToAngle,	step->facingStart.x,
								   step->facingStart.y, step->facingEnd.x,	  step->facingEnd.y,	step->startTime };
		bool good = step->duration > 0.0 && step->duration < 1e9 && step->pendulum > 0.0;
		for ( size_t i = 0; i < sizeof( numbers ) / sizeof( numbers[0] ); ++i )
		{
			good = good && fabs( numbers[i] ) <= 1e9;
		}
		bool sorted =
			k == 0 || table->rows[k - 1].serial < table->rows[k].serial ||
			( table->rows[k - 1].serial == table->rows[k].serial && table->rows[k - 1].step.startTime <= step->startTime );
		if ( !good || !sorted )
		{
			return wfFail( error, wf_badFormat, "step %d of agent %u %s", table->rows[k].index, table->rows[k].serial,
						   good ? "comes before the one in front of it; expected steps sorted by agent, then time"
								: "has a number that is none, or above 1e9, or lasts no time" );
		}
	}
	return wf_ok;
}

static wfResult findAgents( const wfAnimationDef* def, wfCast* cast, wfError* error )
{
	const wfFootstepTable* table = cast->table;
	wfResult result = wf_ok;
	if ( def->agents == NULL )
	{
		for ( int64_t first = 0; result == wf_ok && first < table->rowCount; first = endOfAgent( table, first ) )
		{
			result = addAgent( cast, first );
		}
	}
	for ( int32_t k = 0; result == wf_ok && def->agents != NULL && k < def->agentCount; ++k )
	{
		int64_t first = findAgent( table, def->agents[k] );
		result = first >= 0 ? ( isShown( cast, first ) ? wf_ok : addAgent( cast, first ) )
							: wfFail( error, wf_notFound,
									  "agent %" PRIu32 " has no footsteps; those who have are %" PRIu32 " to %" PRIu32,
									  def->agents[k], table->rows[0].serial, table->rows[table->rowCount - 1].serial );
	}
	return result == wf_outOfMemory ? wfFail( error, result, "out of memory" ) : result;
}

// Files may name any times: what no program could open is refused before memory runs out.
static wfResult checkSize( const wfAnimationDef* def, const wfCast* cast, wfError* error )
{
	const double mostFrames = 1e8, mostSeconds = 1e6;
	double frames = 0.0, longest = 0.0;
	for ( int32_t k = 0; k < cast->agents.count; ++k )
	{
		wfCastAgent agent = cast->agents.data[k];
		double begin = fmax( cast->from, agentBegin( cast->table, agent.first ) );
		double seconds = fmin( cast->until, agentEnd( cast->table, agent.first, agent.count ) ) - begin;
		frames += seconds * def->fps;
		longest = fmax( longest, seconds );
	}
	if ( frames > mostFrames || longest > mostSeconds )
	{
		return wfFail(
			error, wf_tooLarge,
			"%.3g frames of all agents, one of them for %.3g s, are too many: at most %.0g and %.0g s; show fewer agents, "
			"fewer seconds or fewer frames a second",
			frames, longest, mostFrames, mostSeconds );
	}
	return wf_ok;
}

wfResult wfMakeCast( const wfFootstepTable* table, const wfAnimationDef* def, wfCast* cast, wfError* error )
{
	*cast = ( wfCast ){ .table = table };
	wfResult result = checkDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( table == NULL || table->rowCount == 0 )
	{
		return wfFail( error, wf_notFound, "there are no footsteps; expected a recording of agents with a gait" );
	}
	result = checkRows( table, error );
	if ( result != wf_ok )
	{
		return result;
	}
	double begin = INFINITY, end = -INFINITY;
	for ( int64_t first = 0, next; first < table->rowCount; first = next )
	{
		next = endOfAgent( table, first );
		begin = fmin( begin, agentBegin( table, first ) );
		end = fmax( end, agentEnd( table, first, next - first ) );
	}
	cast->from = def->from;
	cast->until = def->until > 0.0 && def->until < end ? def->until : end;
	result = findAgents( def, cast, error );
	if ( result == wf_ok && cast->agents.count == 0 )
	{
		result = wfFail( error, wf_outOfRange, "nobody to show walks from %g to %g s; the steps are from %g to %g s", def->from,
						 def->until > 0.0 ? def->until : end, begin, end );
	}
	result = result == wf_ok ? checkSize( def, cast, error ) : result;
	if ( result != wf_ok )
	{
		wfCast_Free( cast );
	}
	return result;
}

void wfCast_Free( wfCast* cast )
{
	wfArray_Free( &cast->agents );
	*cast = ( wfCast ){ 0 };
}

wfResult wfCast_MakeActor( const wfCast* cast, const wfAnimationDef* def, int32_t agent, wfActor* actor )
{
	int64_t first = cast->agents.data[agent].first, count = cast->agents.data[agent].count;
	const wfFootstepRow* rows = cast->table->rows + first;
	double end = agentEnd( cast->table, first, count );
	count -= count > 1 && wfFootstep_IsDeparture( &rows[count - 1].step );
	double leg = def->legLength > 0.0 ? def->legLength : wfChooseLegLength( rows, count );
	double stature = def->stature > 1.2 * leg ? def->stature : 0.0;
	*actor = ( wfActor ){ .rows = rows,
						  .rowCount = count,
						  .skeleton = wfMakeSkeleton( leg, stature ),
						  .stepHeight = def->stepHeight,
						  .exact = def->exact,
						  .begin = fmax( cast->from, agentBegin( cast->table, first ) ),
						  .end = fmin( cast->until, end ) };
	return wfActor_Prepare( actor );
}
