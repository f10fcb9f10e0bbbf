// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How those shown stand at a time, and the key frames made of it.
#pragma once

#include "animate/skeleton.h"
#include "base/text.h"

// --------------------------------------------------------------------------------------------------------------- poses

// One agent and its steps.
typedef struct wfActor
{
	const wfFootstepRow* rows; // sorted by time
	int64_t rowCount;
	wfSkeleton skeleton;
	double stepHeight;
	bool exact;
	double begin, end; // shown, seconds of the recording
	// From `begin` on, evenly: where the hips are.
	double* heights; // of the joints of the legs
	double* asideX;	 // from the centre of mass, in the plane
	double* asideY;
	size_t sampleCount;
} wfActor;

// Length of the leg by the pendulum, longer only where feet are too far apart for it; rounded to a centimetre.
double wfChooseLegLength( const wfFootstepRow* rows, int64_t rowCount );

// `actor` has all but the samples.
wfResult wfActor_Prepare( wfActor* actor );
void wfActor_Free( wfActor* actor );
// The row whose step is under way; the first or the last one before and after all.
int64_t wfActor_FindRow( const wfActor* actor, double time );
const wfFootstep* wfActor_FindStep( const wfActor* actor, double time );
// Whether a row begins elsewhere than the one before it ended: steps may be broken off, and recordings have gaps.
bool wfActor_IsBroken( const wfActor* actor, int64_t row );
// Whether nothing moves in a step.
bool wfIsStanding( const wfFootstep* step );
bool wfIsFootStanding( const wfFootstep* step, wfFoot foot );

typedef struct wfFootPose
{
	wfVec3 ankle;
	wfQuat turn;  // in the world
	double toes;  // turned up in the joint, about x
	wfVec3 ahead; // level, where it points
} wfFootPose;

wfFootPose wfActor_GetFoot( const wfActor* actor, wfFoot foot, double time );

// Joints of the body, without the legs.
#define WF_BODY_TURNS 7
extern const wfJoint wf_bodyJoints[WF_BODY_TURNS];

typedef struct wfTrunkPose
{
	wfVec3 hips;
	wfQuat turns[WF_BODY_TURNS]; // of wf_bodyJoints, in the parent
} wfTrunkPose;

wfTrunkPose wfActor_GetBody( const wfActor* actor, double time );

typedef struct wfLegPose
{
	wfQuat turns[WF_LEG_TURNS];
	double knee; // radians, pi: stretched
} wfLegPose;

wfLegPose wfActor_SolveLeg( const wfActor* actor, wfFoot foot, double time, wfVec3 hips, wfQuat hipsTurn );

// -------------------------------------------------------------------------------------------------------------- key frames

// As they are written: seconds from the animation's begin; the hips from the agent's origin.
typedef struct wfBodyKey
{
	float time;
	float hips[3];
	float turns[WF_BODY_TURNS][4];
} wfBodyKey;

typedef struct wfLegKey
{
	float time;
	float turns[WF_LEG_TURNS][4];
} wfLegKey;

typedef WF_ARRAY( wfLegKey ) wfLegKeys;

// The legs have key frames of their own, more where the foot that stands would slide between those of the body.
typedef struct wfAgentKeys
{
	wfVec3 origin; // of single precision
	WF_ARRAY( wfBodyKey ) body;
	wfLegKeys legs[2];
	WF_ARRAY( double ) times; // scratch
} wfAgentKeys;

// Fills `keys`, whose arrays grow and are used again; adds to the report what is known of the knees.
wfResult wfMakeKeys( const wfActor* actor, double fps, double from, wfAgentKeys* keys, wfAnimationReport* report );
void wfAgentKeys_Free( wfAgentKeys* keys );
// The largest move of ankles and toes while their foot stands, at four times as many places as there are key frames.
double wfMeasureSlide( const wfActor* actor, double from, const wfAgentKeys* keys );

// Of the slide of single feet; gathered by both writers. Where it stands is forgotten by setting `stands` to false.
typedef struct wfStance3
{
	bool stands;
	wfLegPlaces first; // where it stood first
	double slide;
} wfStance3;

void wfStance3_Add( wfStance3* stance, bool stands, wfLegPlaces places );

// ------------------------------------------------------------------------------------------------------------- selection

// Rows of somebody shown.
typedef struct wfCastAgent
{
	int64_t first, count;
} wfCastAgent;

typedef struct wfCast
{
	const wfFootstepTable* table;
	double from, until;
	WF_ARRAY( wfCastAgent ) agents;
} wfCast;

// Check the def, find who is to be shown. Frees itself on failure.
wfResult wfMakeCast( const wfFootstepTable* table, const wfAnimationDef* def, wfCast* cast, wfError* error );
void wfCast_Free( wfCast* cast );
// One of them as an actor; to be freed.
wfResult wfCast_MakeActor( const wfCast* cast, const wfAnimationDef* def, int32_t agent, wfActor* actor );
