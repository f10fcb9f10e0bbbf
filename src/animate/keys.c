// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Key frames of one agent. The body has them as often as asked for and wherever a step begins. Between two of them joints are
// turned evenly, which would move a foot that stands: the legs have key frames of their own, halved until it does not.
#include "animate/animate.h"

#include <math.h>

// Of places between two key frames from where they should be: metres, standing and swinging.
#define STANDING_ERROR 0.00025
#define SWINGING_ERROR 0.004
#define MOST_HALVINGS 7
// Key frames are left out while somebody stands, from so long after the last motion until so long before the next.
#define SETTLE_SECONDS 0.4
// A frame that almost is a step's begin is no frame of its own.
#define NEARBY_SECONDS 1e-4
// Key frames nearer to each other are not parted any more: between them somebody is put elsewhere.
#define SHORTEST_SECONDS 5e-5

static void storeQuat( float out[4], wfQuat q )
{
	out[0] = (float)q.x;
	out[1] = (float)q.y;
	out[2] = (float)q.z;
	out[3] = (float)q.w;
}

static wfQuat loadQuat( const float in[4] )
{
	return wfNormalizeQuat( ( wfQuat ){ (double)in[0], (double)in[1], (double)in[2], (double)in[3] } );
}

// Both signs are the same turn: take the one nearer to the key frame before, for readers that do not look.
static void alignQuat( float out[4], const float before[4] )
{
	float dot = out[0] * before[0] + out[1] * before[1] + out[2] * before[2] + out[3] * before[3];
	for ( int32_t i = 0; i < 4 && dot < 0.0f; ++i )
	{
		out[i] = -out[i];
	}
}

// ---------------------------------------------------------------------------------------------------------------- times

// Nothing moves from well before to well after.
static bool isIdle( const wfActor* actor, double time )
{
	if ( !wfIsStanding( wfActor_FindStep( actor, time ) ) )
	{
		return false;
	}
	int64_t last = wfActor_FindRow( actor, time + SETTLE_SECONDS );
	for ( int64_t row = wfActor_FindRow( actor, time - SETTLE_SECONDS ); row <= last; ++row )
	{
		if ( !wfIsStanding( &actor->rows[row].step ) )
		{
			return false;
		}
	}
	return true;
}

// A step begins here, elsewhere than the last one ended.
static bool isBreak( const wfActor* actor, int64_t row, double time )
{
	return row < actor->rowCount && actor->rows[row].step.startTime == time && wfActor_IsBroken( actor, row );
}

// Just before a step that begins elsewhere, so that nothing is seen on the way there.
static double timeBefore( double written )
{
	return (double)nextafterf( nextafterf( (float)written, -INFINITY ), -INFINITY );
}

// Merge the even times with those of the steps, both of them sorted; as they will be written, so that all agrees with them.
static wfResult chooseTimes( const wfActor* actor, double fps, double from, wfAgentKeys* keys )
{
	int64_t frame = (int64_t)floor( ( actor->begin - from ) * fps );
	int64_t row = wfActor_FindRow( actor, actor->begin );
	double time = actor->begin;
	keys->times.count = 0;
	while ( true )
	{
		wfResult result = wfArray_Reserve( &keys->times, keys->times.count + 2 );
		if ( result != wf_ok )
		{
			return result;
		}
		double* times = keys->times.data;
		int32_t* count = &keys->times.count;
		double written = (double)(float)( time - from );
		bool isEnd = *count == 0 || time >= actor->end, isBroken = isBreak( actor, row, time );
		if ( isBroken && from + written < time )
		{
			written = (double)nextafterf( (float)written, INFINITY ); // that step and not the one before
		}
		if ( isBroken && *count > 0 && timeBefore( written ) > times[*count - 1] )
		{
			times[( *count )++] = timeBefore( written );
		}
		if ( isEnd || ( written > times[*count - 1] && ( isBroken || !isIdle( actor, time ) ) ) )
		{
			*count -= *count > 0 && written <= times[*count - 1]; // two ends in the same place of the file
			times[( *count )++] = written;
		}
		if ( time >= actor->end )
		{
			return wf_ok;
		}
		while ( from + (double)frame / fps <= time + NEARBY_SECONDS )
		{
			frame += 1;
		}
		while ( row < actor->rowCount && actor->rows[row].step.startTime <= time )
		{
			row += 1;
		}
		double even = from + (double)frame / fps;
		double begins = row < actor->rowCount ? actor->rows[row].step.startTime : INFINITY;
		// Steps that are missing leave the end of the one before alone.
		double ends = row > 0 ? wfFootstep_GetEndTime( &actor->rows[row - 1].step ) : -INFINITY;
		begins = ends > time + NEARBY_SECONDS && ends < begins - NEARBY_SECONDS ? ends : begins;
		double next = begins < even + NEARBY_SECONDS ? begins : even;
		time = next < actor->end - NEARBY_SECONDS ? next : actor->end;
	}
}

// ----------------------------------------------------------------------------------------------------------------- body

static wfResult makeBodyKeys( const wfActor* actor, double from, wfAgentKeys* keys, wfAnimationReport* report )
{
	wfResult result = wf_ok;
	keys->body.count = 0;
	for ( int32_t k = 0; result == wf_ok && k < keys->times.count; ++k )
	{
		double time = keys->times.data[k];
		wfTrunkPose pose = wfActor_GetBody( actor, from + time );
		wfVec3 hips = wfSub3( pose.hips, keys->origin );
		wfBodyKey key = { .time = (float)time, .hips = { (float)hips.x, (float)hips.y, (float)hips.z } };
		for ( int32_t i = 0; i < WF_BODY_TURNS; ++i )
		{
			storeQuat( key.turns[i], pose.turns[i] );
			if ( k > 0 )
			{
				alignQuat( key.turns[i], keys->body.data[k - 1].turns[i] );
			}
		}
		report->stretched += pose.hips.y - actor->skeleton.hipDrop < WF_LOW_HIPS * actor->skeleton.legLength;
		result = wfArray_Push( &keys->body, key );
	}
	return result;
}

// The hips between two key frames, as readers of the file find them.
static void hipsBetween( const wfAgentKeys* keys, int32_t index, double time, wfVec3* hips, wfQuat* turn )
{
	const wfBodyKey *a = &keys->body.data[index], *b = index + 1 < keys->body.count ? a + 1 : a;
	double span = (double)b->time - (double)a->time;
	double s = span > 0.0 ? ( time - (double)a->time ) / span : 0.0;
	s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
	double place[3];
	for ( int32_t i = 0; i < 3; ++i )
	{
		place[i] = ( 1.0 - s ) * (double)a->hips[i] + s * (double)b->hips[i];
	}
	*hips = wfAdd3( keys->origin, ( wfVec3 ){ place[0], place[1], place[2] } );
	*turn = wfSlerp( loadQuat( a->turns[0] ), loadQuat( b->turns[0] ), s );
}

// ----------------------------------------------------------------------------------------------------------------- legs

// Where foot and toes are between two key frames of the leg, those of the body at hand.
static wfLegPlaces placesBetween( const wfActor* actor, wfFoot foot, const wfAgentKeys* keys, int32_t interval, const wfLegKey* a,
								  const wfLegKey* b, double time )
{
	wfVec3 hips;
	wfQuat turn, turns[WF_LEG_TURNS];
	hipsBetween( keys, interval, time, &hips, &turn );
	double span = (double)b->time - (double)a->time;
	double s = span > 0.0 ? ( time - (double)a->time ) / span : 0.0;
	for ( int32_t i = 0; i < WF_LEG_TURNS; ++i )
	{
		turns[i] = wfSlerp( loadQuat( a->turns[i] ), loadQuat( b->turns[i] ), s );
	}
	return wfGetLegPlaces( &actor->skeleton, foot, hips, turn, turns );
}

// The making of one leg's key frames.
typedef struct wfLegMaker
{
	const wfActor* actor;
	double from;
	wfFoot foot;
	wfAgentKeys* keys;
	wfAnimationReport* report;
	int32_t interval; // of the body's key frames
} wfLegMaker;

static wfLegKey solveKey( const wfLegMaker* maker, double time )
{
	wfVec3 hips;
	wfQuat turn;
	hipsBetween( maker->keys, maker->interval, time, &hips, &turn );
	wfLegPose pose = wfActor_SolveLeg( maker->actor, maker->foot, maker->from + time, hips, turn );
	wfLegKey key = { .time = (float)time };
	for ( int32_t i = 0; i < WF_LEG_TURNS; ++i )
	{
		storeQuat( key.turns[i], pose.turns[i] );
	}
	maker->report->kneeMin = wfMin( pose.knee, maker->report->kneeMin );
	maker->report->kneeMax = wfMax( pose.knee, maker->report->kneeMax );
	return key;
}

static wfResult addKey( const wfLegMaker* maker, wfLegKey key )
{
	wfLegKeys* leg = &maker->keys->legs[maker->foot];
	for ( int32_t i = 0; leg->count > 0 && i < WF_LEG_TURNS; ++i )
	{
		alignQuat( key.turns[i], leg->data[leg->count - 1].turns[i] );
	}
	return wfArray_Push( leg, key );
}

// Whether foot and toes between two key frames are where they should be.
static bool isClose( const wfLegMaker* maker, const wfLegKey* a, const wfLegKey* b )
{
	const wfActor* actor = maker->actor;
	double start = (double)a->time, span = (double)b->time - start;
	bool stands = wfIsFootStanding( wfActor_FindStep( actor, maker->from + start + 0.5 * span ), maker->foot );
	double allowed = stands ? STANDING_ERROR : SWINGING_ERROR;
	for ( int32_t k = 1; k < 4; ++k )
	{
		double time = start + 0.25 * k * span;
		wfLegPlaces places = placesBetween( actor, maker->foot, maker->keys, maker->interval, a, b, time );
		wfFootPose target = wfActor_GetFoot( actor, maker->foot, maker->from + time );
		wfVec3 offset = actor->skeleton.offsets[wfGetLegJoint( maker->foot, 3 )];
		wfVec3 wanted = wfAdd3( target.ankle, wfTurn( target.turn, offset ) );
		if ( wfDistance3( places.ankle, target.ankle ) > allowed || wfDistance3( places.toes, wanted ) > allowed )
		{
			return false;
		}
	}
	return true;
}

// Key frames after a, up to b.
static wfResult addBetween( const wfLegMaker* maker, const wfLegKey* a, const wfLegKey* b, int32_t halvings )
{
	double middle = (double)(float)( 0.5 * ( (double)a->time + (double)b->time ) );
	bool room = middle > (double)a->time && middle < (double)b->time && (double)b->time - (double)a->time > SHORTEST_SECONDS;
	if ( halvings >= MOST_HALVINGS || !room || isClose( maker, a, b ) )
	{
		return addKey( maker, *b );
	}
	wfLegKey key = solveKey( maker, middle );
	wfResult result = addBetween( maker, a, &key, halvings + 1 );
	return result == wf_ok ? addBetween( maker, &key, b, halvings + 1 ) : result;
}

static wfResult makeLegKeys( wfLegMaker* maker )
{
	wfAgentKeys* keys = maker->keys;
	keys->legs[maker->foot].count = 0;
	maker->interval = 0;
	wfLegKey last = solveKey( maker, (double)keys->body.data[0].time );
	wfResult result = addKey( maker, last );
	for ( int32_t k = 1; result == wf_ok && k < keys->body.count; ++k )
	{
		maker->interval = k - 1;
		wfLegKey key = solveKey( maker, (double)keys->body.data[k].time );
		result = addBetween( maker, &last, &key, 0 );
		last = key;
	}
	return result;
}

wfResult wfMakeKeys( const wfActor* actor, double fps, double from, wfAgentKeys* keys, wfAnimationReport* report )
{
	wfResult result = chooseTimes( actor, fps, from, keys );
	if ( result != wf_ok )
	{
		return result;
	}
	wfVec2 center = wfFootstep_GetPosition( wfActor_FindStep( actor, actor->begin ), actor->begin );
	keys->origin = ( wfVec3 ){ (double)(float)center.x, 0.0, (double)(float)-center.y };
	result = makeBodyKeys( actor, from, keys, report );
	for ( int32_t foot = 0; result == wf_ok && foot < 2; ++foot )
	{
		wfLegMaker maker = { .actor = actor, .from = from, .foot = (wfFoot)foot, .keys = keys, .report = report };
		result = makeLegKeys( &maker );
	}
	report->frames += (int64_t)keys->body.count;
	return result;
}

void wfAgentKeys_Free( wfAgentKeys* keys )
{
	wfArray_Free( &keys->body );
	wfArray_Free( &keys->legs[0] );
	wfArray_Free( &keys->legs[1] );
	wfArray_Free( &keys->times );
}

// ---------------------------------------------------------------------------------------------------------------- slide

void wfStance3_Add( wfStance3* stance, bool stands, wfLegPlaces places )
{
	stance->first = stands && !stance->stands ? places : stance->first;
	stance->stands = stands;
	if ( stands )
	{
		stance->slide = wfMax( wfDistance3( places.ankle, stance->first.ankle ), stance->slide );
		stance->slide = wfMax( wfDistance3( places.toes, stance->first.toes ), stance->slide );
	}
}

double wfMeasureSlide( const wfActor* actor, double from, const wfAgentKeys* keys )
{
	enum
	{
		parts = 4
	};
	double slide = 0.0;
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		const wfLegKey* leg = keys->legs[foot].data;
		wfStance3 stance = { 0 };
		int32_t interval = 0;
		int64_t lastRow = -1;
		for ( int32_t k = 0; k + 1 < keys->legs[foot].count; ++k )
		{
			double start = (double)leg[k].time, span = (double)leg[k + 1].time - start;
			// Steps change where there are key frames.
			int64_t row = wfActor_FindRow( actor, from + start + 0.5 * span );
			bool stands = wfIsFootStanding( &actor->rows[row].step, (wfFoot)foot ), broken = false;
			for ( int64_t r = lastRow + 1; r <= row; ++r )
			{
				broken = broken || wfActor_IsBroken( actor, r );
			}
			lastRow = row;
			stance.stands = stance.stands && !broken;
			if ( span < SHORTEST_SECONDS )
			{
				stance.stands = false;
				continue;
			}
			while ( interval + 2 < keys->body.count && (double)keys->body.data[interval + 1].time <= start )
			{
				interval += 1;
			}
			for ( int32_t i = 0; i <= parts; ++i )
			{
				double time = start + span * i / parts;
				wfStance3_Add( &stance, stands,
							   placesBetween( actor, (wfFoot)foot, keys, interval, &leg[k], &leg[k + 1], time ) );
			}
		}
		slide = wfMax( stance.slide, slide );
	}
	return slide;
}
