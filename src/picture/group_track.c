// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Moments of groups, kept while a crowd runs: the last seconds for videos, some for pictures, and the ways of anchors.

#include "picture/group_track.h"

#include "base/vec3.h"
#include "io/order_log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// For videos, whose frames may be shown a second late.
#define WF_RECENT_SECONDS 2.0
// Places of an anchor's way are so far apart, metres.
#define WF_WAY_STEP 0.2
// A group is shown again when its middle has gone this part of its size and so many metres.
#define WF_SHOWN_PART 1.5
#define WF_SHOWN_METRES 3.0
#define WF_MOST_SHOWN 6
// A slot that went farther between two ticks was another one, metres.
#define WF_SLOT_JUMP 1.5

static const wfGroupTrackDef* checkDef( const wfGroupTrackDef* def )
{
	bool given = def != NULL && def->internalCookie == WF_COOKIE && def->lookCount >= 0 && def->kindCount >= 0 &&
				 def->kindCount <= WF_MAX_SHOWN_KINDS && def->timeCount >= 0 && ( def->looks != NULL || def->lookCount == 0 ) &&
				 ( def->kindNames != NULL || def->kindCount == 0 ) && ( def->times != NULL || def->timeCount == 0 );
	return WF_FAILS( given ) ? NULL : def;
}

wfGroupTrackDef wfDefaultGroupTrackDef( void )
{
	return ( wfGroupTrackDef ){ .internalCookie = WF_COOKIE };
}

static wfResult copyDef( wfGroupTrack* track, const wfGroupTrackDef* def )
{
	track->orders = def->orders;
	track->lookCount = def->lookCount;
	track->timeCount = def->timeCount;
	track->looks = wfAllocateArray( (size_t)def->lookCount + 1, sizeof( wfGroupLook ) );
	track->names = wfAllocateArray( (size_t)def->lookCount + 1, sizeof( *track->names ) );
	track->times = wfAllocateArray( (size_t)def->timeCount + 1, sizeof( double ) );
	if ( track->looks == NULL || track->names == NULL || track->times == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < def->lookCount; ++k )
	{
		const char* name = def->looks[k].name;
		snprintf( track->names[k], sizeof( track->names[k] ), "%s", name != NULL ? name : "" );
		track->looks[k] = ( wfGroupLook ){ track->names[k], def->looks[k].color };
	}
	for ( int32_t k = 0; k < WF_MAX_SHOWN_KINDS; ++k )
	{
		const char* name = k < def->kindCount ? def->kindNames[k] : NULL;
		snprintf( track->kindNames[k], sizeof( track->kindNames[k] ), "kind %d", k );
		if ( name != NULL )
		{
			snprintf( track->kindNames[k], sizeof( track->kindNames[k] ), "%s", name );
		}
	}
	for ( int32_t k = 0; k < def->timeCount; ++k )
	{
		track->times[k] = def->times[k];
	}
	return wf_ok;
}

wfResult wfCreateGroupTrack( const wfGroupTrackDef* def, wfGroupTrack** track, wfError* error )
{
	if ( checkDef( def ) == NULL || WF_FAILS( track != NULL ) )
	{
		return wfFail( error, wf_invalidDef,
					   "a track of groups needs a def from wfDefaultGroupTrackDef, and lists of what it counts" );
	}
	*track = wfAllocateZeroed( sizeof( wfGroupTrack ) );
	wfResult result = *track != NULL ? copyDef( *track, def ) : wf_outOfMemory;
	if ( result != wf_ok )
	{
		wfDestroyGroupTrack( *track );
		*track = NULL;
		wfFail( error, result, "not enough memory for a track of groups" );
	}
	return result;
}

void wfFreeGroupMoment( wfGroupMoment* moment )
{
	wfArray_Free( &moment->groups );
	wfArray_Free( &moment->members );
}

static void freeMoments( wfGroupMoments* moments )
{
	for ( size_t k = 0; k < moments->capacity && (int32_t)k < moments->count; ++k )
	{
		wfFreeGroupMoment( &moments->data[k] );
	}
	wfArray_Free( moments );
}

void wfDestroyGroupTrack( wfGroupTrack* track )
{
	if ( track == NULL )
	{
		return;
	}
	for ( int32_t k = 0; k < track->known.count; ++k )
	{
		wfArray_Free( &track->known.data[k].way );
	}
	for ( int32_t k = 0; k < track->sketches.count; ++k )
	{
		wfDestroyStrokes( track->sketches.data[k].strokes );
	}
	freeMoments( &track->recent );
	freeMoments( &track->kept );
	wfFreeGroupMoment( &track->spare );
	wfArray_Free( &track->known );
	wfArray_Free( &track->sketches );
	wfArray_Free( &track->ids );
	wfArray_Free( &track->slots );
	wfArray_Free( &track->memberOfAgent );
	wfArray_Free( &track->groupOfSerial );
	wfMap_Free( &track->knownOfIndex );
	wfReleaseArray( track->looks, (size_t)track->lookCount + 1, sizeof( wfGroupLook ) );
	wfReleaseArray( track->names, (size_t)track->lookCount + 1, sizeof( *track->names ) );
	wfReleaseArray( track->times, (size_t)track->timeCount + 1, sizeof( double ) );
	wfRelease( track, sizeof( wfGroupTrack ) );
}

// ---------------------------------------------------------------------------------------------------------------- groups

static int32_t findKnown( const wfGroupTrack* track, wfGroupId id )
{
	int32_t number = wfMap_Find( &track->knownOfIndex, id.index1 );
	return number >= 0 && track->known.data[number].id.generation == id.generation ? number : -1;
}

// That its first member was in before; -1: none.
static int32_t findParent( const wfGroupTrack* track, const wfCrowd* crowd, wfGroupId id )
{
	wfAgentId first;
	bool hasMember = wfCrowd_GetGroupMembers( crowd, id, &first, 1 ) > 0;
	uint32_t serial = hasMember ? wfCrowd_GetAgent( crowd, first ).serial : UINT32_MAX;
	return serial < (uint32_t)track->groupOfSerial.count ? track->groupOfSerial.data[serial] : -1;
}

static void nameGroup( const wfGroupTrack* track, const wfCrowd* crowd, const wfGroupState* state, wfKnownGroup* group )
{
	uint32_t look = (uint32_t)( state->userData & 0xFFFFFFFFu ), part = (uint32_t)( state->userData >> 32 );
	bool hasLook = look >= 1 && look <= (uint32_t)track->lookCount;
	const char* name = hasLook ? track->names[look - 1] : "";
	snprintf( group->name, sizeof( group->name ), part > 1 && name[0] != 0 ? "%.48s.%u" : "%.63s", name, part );
	if ( name[0] == 0 && track->orders != NULL )
	{
		wfOrderLog_GetGroupName( track->orders, crowd, state->id, group->name, sizeof( group->name ) );
	}
}

// What has left another one has its hue, if it has no look of its own.
static wfResult addKnown( wfGroupTrack* track, const wfCrowd* crowd, wfGroupId id )
{
	wfGroupState state = wfCrowd_GetGroup( crowd, id );
	uint32_t look = (uint32_t)( state.userData & 0xFFFFFFFFu );
	bool hasLook = look >= 1 && look <= (uint32_t)track->lookCount;
	int32_t color = hasLook ? track->looks[look - 1].color : -1, parent = hasLook ? -1 : findParent( track, crowd, id );
	wfKnownGroup group = { .id = id, .sketch = -1 };
	group.hue = color >= 0	  ? color % WF_GROUP_COLORS
				: hasLook	  ? (int32_t)( look - 1 ) % WF_GROUP_COLORS
				: parent >= 0 ? track->known.data[parent].hue
							  : track->nextHue;
	group.color = wfGroupColor( group.hue, track->hueCount[group.hue] );
	nameGroup( track, crowd, &state, &group );
	wfResult result = wfArray_Push( &track->known, group );
	result = result == wf_ok ? wfMap_Set( &track->knownOfIndex, id.index1, track->known.count - 1 ) : result;
	if ( result == wf_ok )
	{
		bool isTurn = !hasLook && parent < 0;
		track->hueCount[group.hue] += 1;
		track->nextHue = ( track->nextHue + ( isTurn ? 1 : 0 ) ) % WF_GROUP_COLORS;
	}
	return result;
}

static wfResult findOrAdd( wfGroupTrack* track, const wfCrowd* crowd, wfGroupId id, int32_t* number )
{
	*number = findKnown( track, id );
	wfResult result = *number < 0 ? addKnown( track, crowd, id ) : wf_ok;
	*number = *number < 0 && result == wf_ok ? findKnown( track, id ) : *number;
	return result;
}

// The sketch of a new order: one that is known, of whichever group, or a copy.
static wfResult findSketch( wfGroupTrack* track, const wfCrowd* crowd, int32_t number, int32_t orderNumber )
{
	wfKnownGroup* group = &track->known.data[number];
	wfGroupOrder order;
	if ( group->order == orderNumber )
	{
		return wf_ok;
	}
	group->sketch = -1;
	bool hasStrokes = wfCrowd_GetGroupOrder( crowd, group->id, &order ) && order.strokes != NULL;
	uint64_t hash = hasStrokes ? wfStrokes_GetHash( order.strokes ) : 0;
	for ( int32_t k = 0; k < track->sketches.count && hasStrokes; ++k )
	{
		group->sketch = track->sketches.data[k].hash == hash ? k : group->sketch;
	}
	if ( hasStrokes && group->sketch < 0 )
	{
		wfKnownSketch sketch = { .hash = hash, .group = number };
		wfResult result = wfArray_Reserve( &track->sketches, track->sketches.count + 1 );
		result = result == wf_ok ? wfCopyStrokes( order.strokes, &sketch.strokes, NULL ) : result;
		if ( result != wf_ok )
		{
			return result;
		}
		group->sketch = track->sketches.count;
		track->sketches.data[track->sketches.count++] = sketch;
	}
	group->order = orderNumber;
	return wf_ok;
}

// ----------------------------------------------------------------------------------------------------------------- moment

static wfResult addPeople( wfGroupTrack* track, const wfCrowd* crowd, wfGroupMoment* moment )
{
	int32_t count = wfCrowd_GetAgentIds( crowd, NULL, 0 );
	wfResult result = wfArray_Reserve( &track->ids, count );
	result = result == wf_ok ? wfArray_Reserve( &moment->members, count ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfCrowd_GetAgentIds( crowd, track->ids.data, count );
	int32_t last = count > 0 ? (int32_t)track->ids.data[count - 1].index1 : 0; // they are in the order of their indices
	result = wfArray_Reserve( &track->memberOfAgent, last );
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		wfAgentState agent = wfCrowd_GetAgent( crowd, track->ids.data[k] );
		track->memberOfAgent.data[track->ids.data[k].index1 - 1] = k;
		moment->members.data[moment->members.count++] = ( wfShownMember ){
			.serial = agent.serial, .group = -1, .kind = agent.kind, .radius = (float)agent.radius, .place = agent.position };
		track->kinds |= 1u << ( agent.kind & 31 );
		while ( result == wf_ok && track->groupOfSerial.count <= (int32_t)agent.serial )
		{
			result = wfArray_Push( &track->groupOfSerial, -1 );
		}
	}
	return result;
}

static wfResult addMembers( wfGroupTrack* track, const wfCrowd* crowd, int32_t number, wfGroupMoment* moment )
{
	wfKnownGroup* known = &track->known.data[number];
	int32_t count = wfCrowd_GetGroupMembers( crowd, known->id, NULL, 0 );
	wfResult result = wfArray_Reserve( &track->ids, count );
	result = result == wf_ok ? wfArray_Reserve( &track->slots, count ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfCrowd_GetGroupMembers( crowd, known->id, track->ids.data, count );
	int32_t slots = wfCrowd_GetGroupSlots( crowd, known->id, track->slots.data, count );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfShownMember* member = &moment->members.data[track->memberOfAgent.data[track->ids.data[k].index1 - 1]];
		member->group = number;
		member->hasSlot = slots == count;
		member->slot = slots == count ? track->slots.data[k] : member->place;
		track->groupOfSerial.data[member->serial] = number;
		track->hasSlots = track->hasSlots || slots == count;
	}
	known->mostMembers = count > known->mostMembers ? count : known->mostMembers;
	return wf_ok;
}

static wfResult addWay( wfKnownGroup* known, const wfShownGroup* group )
{
	wfVec2 at = wfInPlane( group->anchor );
	bool isPlaced = wfLength3( group->heading ) > 0.0;
	const wfVec2* last = known->way.count > 0 ? &known->way.data[known->way.count - 1] : NULL;
	double step = last != NULL ? hypot( at.x - last->x, at.y - last->y ) : INFINITY;
	return isPlaced && step >= WF_WAY_STEP ? wfArray_Push( &known->way, at ) : wf_ok;
}

static wfResult addGroups( wfGroupTrack* track, const wfCrowd* crowd, wfGroupMoment* moment )
{
	int32_t count = wfCrowd_GetGroupIds( crowd, NULL, 0 );
	WF_ARRAY( wfGroupId ) ids = { 0 };
	wfResult result = wfArray_Reserve( &ids, count );
	result = result == wf_ok ? wfArray_Reserve( &moment->groups, count ) : result;
	ids.count = result == wf_ok ? wfCrowd_GetGroupIds( crowd, ids.data, count ) : 0;
	for ( int32_t k = 0; k < ids.count && result == wf_ok; ++k )
	{
		wfGroupState state = wfCrowd_GetGroup( crowd, ids.data[k] );
		wfShownGroup shown = {
			.memberCount = state.memberCount, .mode = state.mode, .anchor = state.anchor, .heading = state.heading };
		result = findOrAdd( track, crowd, ids.data[k], &shown.number );
		result = result == wf_ok ? findSketch( track, crowd, shown.number, state.orderNumber ) : result;
		result = result == wf_ok ? addMembers( track, crowd, shown.number, moment ) : result;
		result = result == wf_ok ? addWay( &track->known.data[shown.number], &shown ) : result;
		if ( result == wf_ok )
		{
			wfGroupOrder order;
			bool leads = wfCrowd_GetGroupOrder( crowd, ids.data[k], &order ) && order.kind != wf_followOrder &&
						 order.kind != wf_strokeOrder && order.kind != wf_holdOrder && order.kind != wf_stopOrder;
			shown.hasEnd = leads && state.mode != wf_groupHolds && wfCrowd_GetGroupEnd( crowd, ids.data[k], &shown.end );
			shown.sketch = track->known.data[shown.number].sketch;
			moment->groups.data[moment->groups.count++] = shown;
		}
	}
	wfArray_Free( &ids );
	return result;
}

static int compareSerials( const void* a, const void* b )
{
	const wfShownMember *left = a, *right = b;
	return left->serial < right->serial ? -1 : left->serial > right->serial ? 1 : 0;
}

// ------------------------------------------------------------------------------------------------------------- for pictures

// Those of one group, or all where `number` is below 0.
static wfResult copyMoment( const wfGroupMoment* moment, int32_t number, wfGroupMoment* copy )
{
	*copy = ( wfGroupMoment ){ .time = moment->time };
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < moment->groups.count && result == wf_ok; ++k )
	{
		bool isMeant = number < 0 || moment->groups.data[k].number == number;
		result = isMeant ? wfArray_Push( &copy->groups, moment->groups.data[k] ) : wf_ok;
	}
	for ( int32_t k = 0; k < moment->members.count && result == wf_ok; ++k )
	{
		bool isMeant = number < 0 || moment->members.data[k].group == number;
		result = isMeant ? wfArray_Push( &copy->members, moment->members.data[k] ) : wf_ok;
	}
	if ( result != wf_ok )
	{
		wfFreeGroupMoment( copy );
	}
	return result;
}

static wfResult keep( wfGroupTrack* track, const wfGroupMoment* moment, int32_t number )
{
	wfGroupMoment copy;
	wfResult result = wfArray_Reserve( &track->kept, track->kept.count + 1 );
	result = result == wf_ok ? copyMoment( moment, number, &copy ) : result;
	if ( result == wf_ok )
	{
		track->kept.data[track->kept.count++] = copy;
	}
	return result;
}

// Every second of a group's, but not the first.
static void thinOut( wfGroupTrack* track, int32_t number )
{
	int32_t kept = 0, seen = 0;
	for ( int32_t k = 0; k < track->kept.count; ++k )
	{
		wfGroupMoment* moment = &track->kept.data[k];
		bool isIts = moment->groups.count > 0 && moment->groups.data[0].number == number;
		seen += isIts ? 1 : 0;
		if ( isIts && seen % 2 == 0 )
		{
			wfFreeGroupMoment( moment );
			continue;
		}
		track->kept.data[kept++] = *moment;
	}
	track->kept.count = kept;
	track->known.data[number].shownCount = ( seen + 1 ) / 2;
}

// The middle of a group and its longer side.
static wfVec2 getMiddle( const wfGroupMoment* moment, int32_t number, double* size )
{
	wfBox2 box = WF_EMPTY_BOX;
	for ( int32_t k = 0; k < moment->members.count; ++k )
	{
		if ( moment->members.data[k].group == number )
		{
			wfIncludePoint( &box, wfInPlane( moment->members.data[k].place ) );
		}
	}
	*size = fmax( wfBoxWidth( box ), wfBoxHeight( box ) );
	return wfMix2( box.lower, box.upper, 0.5 );
}

static wfResult keepWhereItHasCome( wfGroupTrack* track, const wfGroupMoment* moment, int32_t number )
{
	double size;
	wfVec2 middle = getMiddle( moment, number, &size );
	wfKnownGroup* known = &track->known.data[number];
	bool isFirst = known->shownCount == 0;
	known->walked += isFirst ? 0.0 : wfDistance2( middle, known->seen );
	known->seen = middle;
	known->gap = isFirst ? WF_SHOWN_PART * size + WF_SHOWN_METRES : known->gap;
	if ( !isFirst && known->walked - known->shown < known->gap )
	{
		return wf_ok;
	}
	wfResult result = keep( track, moment, number );
	if ( result == wf_ok )
	{
		known->shown = known->walked;
		known->shownCount += 1;
		if ( known->shownCount > WF_MOST_SHOWN )
		{
			known->gap *= 2.0;
			thinOut( track, number );
		}
	}
	return result;
}

static wfResult keepForPictures( wfGroupTrack* track, const wfGroupMoment* moment )
{
	wfResult result = wf_ok;
	if ( track->timeCount > 0 )
	{
		if ( track->nextTime < track->timeCount && moment->time >= track->times[track->nextTime] - 1e-6 )
		{
			result = keep( track, moment, -1 );
			track->nextTime += result == wf_ok ? 1 : 0;
		}
		return result;
	}
	for ( int32_t k = 0; k < moment->groups.count && result == wf_ok; ++k )
	{
		result =
			moment->groups.data[k].memberCount > 0 ? keepWhereItHasCome( track, moment, moment->groups.data[k].number ) : wf_ok;
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------ adding

// The spare one becomes the last, and the oldest the spare one where nobody asks for it any more.
static wfResult keepRecent( wfGroupTrack* track )
{
	wfGroupMoments* recent = &track->recent;
	wfResult result = wfArray_Reserve( recent, recent->count + 1 );
	if ( result != wf_ok )
	{
		return result;
	}
	wfGroupMoment last = track->spare;
	bool isOld = recent->count > 1 && recent->data[1].time < last.time - WF_RECENT_SECONDS;
	track->spare = isOld ? recent->data[0] : ( wfGroupMoment ){ 0 };
	if ( isOld )
	{
		recent->count -= 1;
		memmove( recent->data, recent->data + 1, (size_t)recent->count * sizeof( wfGroupMoment ) );
	}
	recent->data[recent->count++] = last;
	return wf_ok;
}

wfResult wfGroupTrack_Add( wfGroupTrack* track, const wfCrowd* crowd, wfError* error )
{
	if ( WF_FAILS( track != NULL && crowd != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "a track and a crowd are needed" );
	}
	if ( track->known.count == 0 && wfCrowd_GetGroupIds( crowd, NULL, 0 ) == 0 )
	{
		return wf_ok;
	}
	wfGroupMoment* moment = &track->spare;
	moment->time = wfCrowd_GetTime( crowd );
	moment->groups.count = moment->members.count = 0;
	wfResult result = addPeople( track, crowd, moment );
	result = result == wf_ok ? addGroups( track, crowd, moment ) : result;
	if ( result == wf_ok )
	{
		qsort( moment->members.data, (size_t)moment->members.count, sizeof( wfShownMember ), compareSerials );
		for ( int32_t k = 0; k < moment->members.count; ++k )
		{
			track->hasStrangers = track->hasStrangers || moment->members.data[k].group < 0;
		}
		result = keepForPictures( track, moment );
	}
	result = result == wf_ok ? keepRecent( track ) : result;
	return result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for what pictures show of groups" );
}

// ------------------------------------------------------------------------------------------------------------------ asking

const wfGroupMoment* wfGroupTrack_GetLast( const wfGroupTrack* track )
{
	return track->recent.count > 0 ? &track->recent.data[track->recent.count - 1] : NULL;
}

const wfShownMember* wfGroupMoment_Find( const wfGroupMoment* moment, uint32_t serial )
{
	const wfShownMember key = { .serial = serial };
	return moment->members.count > 0
			   ? bsearch( &key, moment->members.data, (size_t)moment->members.count, sizeof( wfShownMember ), compareSerials )
			   : NULL;
}

static const wfShownGroup* findGroup( const wfGroupMoment* moment, int32_t number )
{
	for ( int32_t k = 0; k < moment->groups.count; ++k )
	{
		if ( moment->groups.data[k].number == number )
		{
			return &moment->groups.data[k];
		}
	}
	return NULL;
}

// Those of the moment before that are still there later, on the way from one to the other.
static void mixMoments( wfGroupMoment* moment, const wfGroupMoment* later, double share )
{
	for ( int32_t k = 0; k < moment->members.count; ++k )
	{
		wfShownMember* member = &moment->members.data[k];
		const wfShownMember* next = wfGroupMoment_Find( later, member->serial );
		if ( next == NULL )
		{
			continue;
		}
		member->place = wfMix3( member->place, next->place, share );
		bool isSame = member->hasSlot && next->hasSlot && next->group == member->group &&
					  wfDistance3( member->slot, next->slot ) < WF_SLOT_JUMP;
		member->slot = isSame ? wfMix3( member->slot, next->slot, share ) : member->slot;
	}
	for ( int32_t k = 0; k < moment->groups.count; ++k )
	{
		wfShownGroup* group = &moment->groups.data[k];
		const wfShownGroup* next = findGroup( later, group->number );
		if ( next != NULL && wfDistance3( group->anchor, next->anchor ) < WF_SLOT_JUMP )
		{
			group->anchor = wfMix3( group->anchor, next->anchor, share );
			group->heading = wfMix3( group->heading, next->heading, share );
		}
	}
}

wfResult wfGroupTrack_FindMoment( const wfGroupTrack* track, double time, wfGroupMoment* moment )
{
	moment->groups.count = moment->members.count = 0;
	moment->time = time;
	int32_t k = track->recent.count - 1;
	while ( k > 0 && track->recent.data[k].time > time + 1e-9 )
	{
		k -= 1;
	}
	if ( k < 0 )
	{
		return wf_ok;
	}
	const wfGroupMoment *before = &track->recent.data[k], *after = k + 1 < track->recent.count ? before + 1 : NULL;
	wfResult result = wfArray_Append( &moment->groups, before->groups.data, before->groups.count );
	result = result == wf_ok ? wfArray_Append( &moment->members, before->members.data, before->members.count ) : result;
	if ( result == wf_ok && after != NULL && time > before->time && after->time > before->time )
	{
		mixMoments( moment, after, fmin( ( time - before->time ) / ( after->time - before->time ), 1.0 ) );
	}
	return result;
}

wfColor wfGroupTrack_GetColor( const wfGroupTrack* track, int32_t group )
{
	return group >= 0 && group < track->known.count ? track->known.data[group].color : wfRgb( WF_STRANGER );
}

wfColor wfGroupTrack_GetColorOf( const wfGroupTrack* track, uint32_t serial )
{
	bool isKnown = serial < (uint32_t)track->groupOfSerial.count;
	return wfGroupTrack_GetColor( track, isKnown ? track->groupOfSerial.data[serial] : -1 );
}

wfShortText wfGroupTrack_GetName( const wfGroupTrack* track, int32_t group )
{
	const char* name = track->known.data[group].name;
	bool isOnly = track->known.count == 1;
	return name[0] != 0 || isOnly ? wfFormatText( "%s", name ) : wfFormatText( "group %d", group + 1 );
}
