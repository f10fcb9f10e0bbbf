// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "stress/squads_judge.h"

#include "base/text.h"
#include "base/vec2.h"
#include "command.h"

#include <stdlib.h>

#define CAME_AWAY 0.5  // metres: somebody has moved
#define SLACK 0.05	   // metres
#define OFF 0.5		   // error of a group of which nobody can say that it has formed: some were pushed since
#define ROOM 0.03	   // metres between bodies, or to a wall, that a slot needs
#define SETTLE 2.0	   // seconds that all must be finished
#define SIGHT_STEP 0.1 // metres between the places looked at from the anchor to a slot
#define FAR 3.0		   // metres: who walks freely and stands so far from its place has not come there

wfSquadJudge wfBeginSquadJudge( const wfStressWorld* world, wfCrowd* crowd, const wfOrderLog* orders, wfStressOutcome* outcome )
{
	wfSquadJudge judge = { .world = world, .crowd = crowd, .orders = orders, .outcome = outcome, .finished = INFINITY };
	size_t count = (size_t)world->personCount + 2;
	judge.members = wfNewArray( count, sizeof( wfSquadMember ) );
	judge.ids = wfNewArray( count, sizeof( wfAgentId ) );
	judge.groups = wfNewArray( 4 * count, sizeof( wfGroupId ) );
	judge.left = world->personCount;
	return judge;
}

void wfSquadJudge_Free( wfSquadJudge* judge )
{
	free( judge->tracks );
	free( judge->members );
	free( judge->ids );
	free( judge->groups );
}

static wfVec2 placeOf( const wfAgentState* state )
{
	return ( wfVec2 ){ state->position.x, state->position.y };
}

// ------------------------------------------------------------------------------------------------------------------ tracks

// A new group is a part of that in which its first member was: what was said of that holds for it.
static int32_t findTrack( wfSquadJudge* judge, wfGroupId id )
{
	for ( int32_t k = judge->count - 1; k >= 0; --k )
	{
		if ( judge->tracks[k].id.index1 == id.index1 && judge->tracks[k].id.generation == id.generation )
		{
			return k;
		}
	}
	wfAgentId first;
	wfSquadTrack track = { .id = id };
	if ( wfCrowd_GetGroupMembers( judge->crowd, id, &first, 1 ) > 0 )
	{
		const wfSquadMember* member = &judge->members[wfCrowd_GetAgent( judge->crowd, first ).serial];
		track.arrived = member->isKnown && member->track >= 0 ? judge->tracks[member->track].arrived : 0;
		track.told = member->isKnown && member->track >= 0 ? judge->tracks[member->track].told : 0;
	}
	judge->tracks = wfGrow( judge->tracks, judge->count + 1, &judge->capacity, sizeof( wfSquadTrack ) );
	judge->tracks[judge->count] = track;
	return judge->count++;
}

static void takeEvents( wfSquadJudge* judge )
{
	const wfGroupEvent* events;
	int32_t count = wfCrowd_GetGroupEvents( judge->crowd, &events );
	for ( int32_t i = 0; i < count; ++i )
	{
		int32_t index = findTrack( judge, events[i].group ); // before the list is read: it may move
		wfSquadTrack* track = &judge->tracks[index];
		wfGroupEventKind kind = events[i].kind;
		bool told = kind == wf_groupBlockedEvent || kind == wf_groupUnreachableEvent || kind == wf_groupNoBranchEvent ||
					kind == wf_groupLostEvent;
		track->arrived = kind == wf_groupArrivedEvent ? events[i].orderNumber : track->arrived;
		track->formed = kind == wf_groupFormedEvent ? events[i].orderNumber : track->formed;
		track->cramped = kind == wf_groupCrampedEvent ? events[i].orderNumber : track->cramped;
		track->told = told ? events[i].orderNumber : track->told;
		judge->outcome->groups.told += told ? 1 : 0;
	}
}

static bool isFinished( const wfSquadJudge* judge, const wfGroupState* state, const wfSquadTrack* track )
{
	(void)judge;
	if ( state->memberCount == 0 )
	{
		return true;
	}
	switch ( state->mode )
	{
		case wf_groupEngages:
			return true;
		case wf_groupIdle:
			return state->ordersWaiting == 0;
		case wf_groupFree:
			return state->ordersWaiting == 0 && ( track->arrived == state->orderNumber || state->order == wf_holdOrder );
		case wf_groupHolds:
			return state->ordersWaiting == 0 && ( track->formed == state->orderNumber || track->cramped == state->orderNumber );
		default:
			return false;
	}
}

static void look( wfSquadJudge* judge, wfAgentId id, int32_t track )
{
	wfAgentState state = wfCrowd_GetAgent( judge->crowd, id );
	wfSquadMember* member = &judge->members[state.serial];
	wfVec2 place = placeOf( &state );
	if ( !member->isKnown || wfDistance2( member->place, place ) > CAME_AWAY )
	{
		*member = ( wfSquadMember ){ .isKnown = true, .place = place, .since = wfCrowd_GetTime( judge->crowd ) };
	}
	member->track = track;
}

void wfSquadJudge_Look( wfSquadJudge* judge )
{
	double now = wfCrowd_GetTime( judge->crowd ), moved = -INFINITY;
	takeEvents( judge );
	int32_t capacity = judge->world->personCount, groups = wfCrowd_GetGroupIds( judge->crowd, judge->groups, 4 * capacity );
	judge->left = 0;
	for ( int32_t k = 0; k < groups; ++k )
	{
		int32_t track = findTrack( judge, judge->groups[k] );
		wfGroupState state = wfCrowd_GetGroup( judge->crowd, judge->groups[k] );
		bool finished = isFinished( judge, &state, &judge->tracks[track] );
		int32_t count = wfCrowd_GetGroupMembers( judge->crowd, judge->groups[k], judge->ids, capacity );
		judge->left += finished ? 0 : count;
		for ( int32_t i = 0; i < count; ++i )
		{
			look( judge, judge->ids[i], track );
			uint32_t serial = wfCrowd_GetAgent( judge->crowd, judge->ids[i] ).serial;
			moved = finished ? moved : wfMax( moved, judge->members[serial].since );
		}
	}
	int32_t agents = wfCrowd_GetAgentIds( judge->crowd, judge->ids, capacity );
	for ( int32_t i = 0; i < agents; ++i )
	{
		wfAgentState state = wfCrowd_GetAgent( judge->crowd, judge->ids[i] );
		bool walks = wfCrowd_GetGroupOf( judge->crowd, judge->ids[i] ).index1 == 0 && state.stop < state.stopCount;
		if ( walks )
		{
			look( judge, judge->ids[i], -1 );
			moved = wfMax( moved, judge->members[state.serial].since );
			judge->left += 1;
		}
	}
	bool all = judge->left == 0 && now > judge->lastOrder + 1.0;
	judge->finished = !all ? INFINITY : wfMin( judge->finished, now );
	judge->isFrozen = judge->left > 0 && now - moved >= WF_STRESS_QUIET;
}

bool wfSquadJudge_IsOver( wfSquadJudge* judge )
{
	double now = wfCrowd_GetTime( judge->crowd ), bound = judge->outcome->bound;
	return now - judge->finished >= SETTLE || ( now > bound && judge->isFrozen ) || now >= bound + WF_STRESS_OVERTIME;
}

// --------------------------------------------------------------------------------------------------------------- conclusion

typedef struct Standing
{
	const wfSquadJudge* judge;
	wfGroupId id;
	wfGroupState state;
	wfAgentState* members;
	wfVec3* slots;
	int32_t count, slotCount, badSlots, far;
	bool isFormed, hasRoom;
} Standing;

static double clearance( const Standing* standing, wfVec2 place )
{
	return wfWorld_GetDistance( standing->judge->world->world, place, 0 );
}

static int32_t countBadSlots( const Standing* standing )
{
	int32_t bad = 0;
	for ( int32_t k = 0; k < standing->slotCount; ++k )
	{
		wfVec2 slot = { standing->slots[k].x, standing->slots[k].y };
		double radius = standing->members[k].radius;
		bool isBad = clearance( standing, slot ) < radius - ROOM;
		for ( int32_t m = 0; m < k && !isBad; ++m )
		{
			wfVec2 other = { standing->slots[m].x, standing->slots[m].y };
			isBad = wfDistance2( slot, other ) < radius + standing->members[m].radius - ROOM;
		}
		bad += isBad ? 1 : 0;
	}
	return bad;
}

// Nobody is off its slot by more than the library takes for being in it.
static bool areInSlots( const Standing* standing )
{
	double sum = 0.0, most = 0.0, error = standing->state.error;
	for ( int32_t k = 0; k < standing->slotCount; ++k )
	{
		double off = wfDistance2( ( wfVec2 ){ standing->slots[k].x, standing->slots[k].y }, placeOf( &standing->members[k] ) );
		sum += off * off;
		most = wfMax( most, off );
	}
	// The error is the root of their mean square in spacings.
	double spacing = error > 0.0 ? sqrt( sum / standing->count ) / error : INFINITY;
	return standing->slotCount == standing->count && most <= OFF * spacing + SLACK;
}

static bool isInSight( const Standing* standing, wfVec2 from, wfVec2 to, double radius )
{
	double length = wfDistance2( from, to );
	for ( double along = 0.0; along <= length; along += SIGHT_STEP )
	{
		if ( clearance( standing, wfMix2( from, to, along / length ) ) < radius + ROOM )
		{
			return false;
		}
	}
	return clearance( standing, to ) >= radius + ROOM;
}

// Nobody else stands there.
static bool isVacant( const Standing* standing, wfVec2 place, double radius )
{
	wfFrame frame = wfCrowd_GetFrame( standing->judge->crowd );
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		wfGroupId of = wfCrowd_GetGroupOf( standing->judge->crowd, frame.ids[i] );
		bool isOther = of.index1 != standing->id.index1 || of.generation != standing->id.generation;
		wfVec2 at = { frame.positions[i].x, frame.positions[i].y };
		if ( isOther && wfDistance2( at, place ) < radius + (double)frame.radii[i] + ROOM )
		{
			return false;
		}
	}
	return true;
}

// Whether everybody could stand in its slot: all of them in sight of the anchor, apart from each other, and nobody else there.
static bool findRoom( const Standing* standing )
{
	double largest = standing->judge->world->largestRadius;
	wfVec2 anchor = { standing->state.anchor.x, standing->state.anchor.y };
	bool hasRoom = standing->state.mode == wf_groupHolds && standing->badSlots == 0 && !standing->state.folded;
	for ( int32_t k = 0; k < standing->slotCount && hasRoom; ++k )
	{
		wfVec2 slot = { standing->slots[k].x, standing->slots[k].y };
		hasRoom = isInSight( standing, anchor, slot, largest ) && isVacant( standing, slot, largest );
		for ( int32_t m = 0; m < k && hasRoom; ++m )
		{
			wfVec2 other = { standing->slots[m].x, standing->slots[m].y };
			hasRoom = wfDistance2( slot, other ) >= 2.0 * largest + ROOM;
		}
	}
	return hasRoom;
}

static int32_t countFar( const Standing* standing )
{
	int32_t far = 0;
	for ( int32_t k = 0; k < standing->slotCount; ++k )
	{
		wfVec2 slot = { standing->slots[k].x, standing->slots[k].y };
		far += wfDistance2( slot, placeOf( &standing->members[k] ) ) > FAR ? 1 : 0;
	}
	return far;
}

static void addWords( const Standing* standing, const wfSquadTrack* track, bool finished, wfText* details )
{
	static const char* const modes[wf_groupModeCount] = { "idle", "free", "travels", "holds", "engages" };
	static const char* const kinds[wf_groupOrderKindCount] = { "move", "formation", "attack", "follow", "patrol",
															   "hold", "form",		"stop",	  "stroke" };
	const wfGroupState* state = &standing->state;
	char name[128];
	wfOrderLog_GetGroupName( standing->judge->orders, standing->judge->crowd, standing->id, name, sizeof( name ) );
	wfText_Add( details,
				"  %-6s %3d members, order %d (%s, %d wait), %s%s, E %.2f, E_s %.2f, %.1f m left, at (%.1f, %.1f)%s%s%s%s", name,
				standing->count, state->orderNumber, kinds[state->order], state->ordersWaiting, modes[state->mode],
				state->folded ? ", folded" : "", state->error, state->shapeError, state->remaining, state->anchor.x,
				state->anchor.y, track->arrived == state->orderNumber ? ", arrived" : "",
				track->formed == state->orderNumber	   ? ", formed"
				: track->cramped == state->orderNumber ? ", cramped"
													   : "",
				track->told == state->orderNumber ? ", told" : "", finished ? "" : ", NOT FINISHED" );
	wfText_Add( details, "%s%s",
				standing->isFormed	? ""
				: standing->hasRoom ? ", UNFORMED"
									: ", no room",
				standing->far > 0 ? ", FAR" : "" );
	if ( standing->badSlots > 0 )
	{
		wfText_Add( details, ", %d BAD SLOTS", standing->badSlots );
	}
	wfText_Add( details, "\n" );
}

static void judgeGroup( wfSquadJudge* judge, wfGroupId id, wfText* details )
{
	int32_t capacity = judge->world->personCount;
	Standing standing = { .judge = judge, .id = id, .state = wfCrowd_GetGroup( judge->crowd, id ) };
	standing.count = wfCrowd_GetGroupMembers( judge->crowd, id, judge->ids, capacity );
	if ( standing.count == 0 )
	{
		return;
	}
	standing.members = wfNewArray( (size_t)standing.count, sizeof( wfAgentState ) );
	standing.slots = wfNewArray( (size_t)standing.count, sizeof( wfVec3 ) );
	for ( int32_t k = 0; k < standing.count; ++k )
	{
		standing.members[k] = wfCrowd_GetAgent( judge->crowd, judge->ids[k] );
	}
	standing.slotCount = wfCrowd_GetGroupSlots( judge->crowd, id, standing.slots, standing.count );
	wfStressGroupCounts* counts = &judge->outcome->groups;
	int32_t index = findTrack( judge, id );
	const wfSquadTrack* track = &judge->tracks[index];
	bool finished = isFinished( judge, &standing.state, track ), isHeld = standing.state.mode == wf_groupHolds;
	standing.badSlots = finished && standing.slotCount == standing.count ? countBadSlots( &standing ) : 0;
	standing.isFormed = !isHeld || areInSlots( &standing );
	standing.hasRoom = !standing.isFormed && findRoom( &standing );
	standing.far =
		finished && standing.state.mode == wf_groupFree && standing.slotCount == standing.count ? countFar( &standing ) : 0;
	counts->groups += 1;
	counts->unfinished += finished ? 0 : 1;
	counts->formed += finished && isHeld && standing.isFormed ? 1 : 0;
	counts->cramped += finished && !standing.isFormed && !standing.hasRoom ? 1 : 0;
	counts->unformed += finished && !standing.isFormed && standing.hasRoom ? 1 : 0;
	counts->untold += finished && isHeld && standing.state.error > OFF && track->cramped != standing.state.orderNumber ? 1 : 0;
	counts->badSlots += standing.badSlots;
	counts->far += standing.far;
	if ( details != NULL )
	{
		addWords( &standing, track, finished, details );
	}
	free( standing.members );
	free( standing.slots );
}

void wfSquadJudge_Conclude( wfSquadJudge* judge, wfText* details )
{
	int32_t count = wfCrowd_GetGroupIds( judge->crowd, judge->groups, 4 * judge->world->personCount );
	for ( int32_t k = 0; k < count; ++k )
	{
		judgeGroup( judge, judge->groups[k], details );
	}
}
