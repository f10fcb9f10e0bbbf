// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Whether squads do what they were told: which groups are not finished, and how they stand in the end.
#pragma once

#include "stress/stress.h"

#include "wayfield/orders.h"

struct wfText;

// Of a group that was ever there: the numbers of the orders of which it was said that.
typedef struct wfSquadTrack
{
	wfGroupId id;
	int32_t arrived, formed, cramped, told;
} wfSquadTrack;

typedef struct wfSquadMember
{
	bool isKnown;
	wfVec2 place; // from which it has not come away
	double since;
	int32_t track; // of its group
} wfSquadMember;

typedef struct wfSquadJudge
{
	const wfStressWorld* world;
	wfCrowd* crowd;
	const wfOrderLog* orders;
	wfStressOutcome* outcome;
	wfSquadTrack* tracks;
	int64_t capacity;
	int32_t count;
	wfSquadMember* members; // by serial
	wfAgentId* ids;
	wfGroupId* groups;
	double lastOrder; // seconds, when the last one is given
	double finished;  // since when all are, infinity: they are not
	int32_t left;	  // members of groups that are not finished, and others who have not arrived
	bool isFrozen;
} wfSquadJudge;

wfSquadJudge wfBeginSquadJudge( const wfStressWorld* world, wfCrowd* crowd, const wfOrderLog* orders, wfStressOutcome* outcome );
// After a tick.
void wfSquadJudge_Look( wfSquadJudge* judge );
bool wfSquadJudge_IsOver( wfSquadJudge* judge );
// Counts, into the outcome, and words about each group; `details` may be null.
void wfSquadJudge_Conclude( wfSquadJudge* judge, struct wfText* details );
void wfSquadJudge_Free( wfSquadJudge* judge );
