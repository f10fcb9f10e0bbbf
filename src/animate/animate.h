// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the parts of the animation share. Everything inside is in the axes of glTF: x, y up, z; the plane's (x, y) is (x, 0, -y)
// there. At rest all joints are unturned: the figure stands with its arms out, looks to +z, its left is +x.
#pragma once

#include "wayfield/animate.h"

#include "base/array.h"
#include "base/text.h"
#include "base/vec2.h"
#include "base/vec3.h"

// ---------------------------------------------------------------------------------------------------------------- turns

// A rotation, of unit size.
typedef struct wfQuat
{
	double x, y, z, w;
} wfQuat;

static inline wfVec3 wfFromPlane( wfVec2 place, double height )
{
	return ( wfVec3 ){ place.x, height, -place.y };
}

wfQuat wfNormalizeQuat( wfQuat q );
wfQuat wfInvertQuat( wfQuat q );
// First b, then a.
wfQuat wfMultiplyQuats( wfQuat a, wfQuat b );
wfVec3 wfTurn( wfQuat q, wfVec3 v );
wfQuat wfTurnAboutX( double angle );
wfQuat wfTurnAboutY( double angle );
wfQuat wfTurnAboutZ( double angle );
// The turn of y that takes +z to where an angle of the plane points.
wfQuat wfTurnToHeading( double angle );
// The turn that takes the axes to these three, unit and at right angles.
wfQuat wfQuatFromAxes( wfVec3 x, wfVec3 y, wfVec3 z );
// Along the shorter way, evenly: what glTF means by linear.
wfQuat wfSlerp( wfQuat a, wfQuat b, double s );

// ------------------------------------------------------------------------------------------------------------- skeleton

typedef enum wfJoint
{
	wf_hipsJoint,
	wf_spineJoint,
	wf_chestJoint,
	wf_neckJoint,
	wf_headJoint,
	wf_leftShoulderJoint,
	wf_leftUpperArmJoint,
	wf_leftLowerArmJoint,
	wf_leftHandJoint,
	wf_rightShoulderJoint,
	wf_rightUpperArmJoint,
	wf_rightLowerArmJoint,
	wf_rightHandJoint,
	wf_leftUpperLegJoint,
	wf_leftLowerLegJoint,
	wf_leftFootJoint,
	wf_leftToesJoint,
	wf_rightUpperLegJoint,
	wf_rightLowerLegJoint,
	wf_rightFootJoint,
	wf_rightToesJoint,
	wf_jointCount
} wfJoint;

const char* wfGetJointName( wfJoint joint );
// -1 for the hips. Parents come before their children.
int32_t wfGetJointParent( wfJoint joint );

static inline wfJoint wfGetLegJoint( wfFoot foot, int32_t k )
{
	return (wfJoint)( ( foot == wf_leftFoot ? wf_leftUpperLegJoint : wf_rightUpperLegJoint ) + k );
}

// Standing knees are bent a little: near a stretched one a small way of the hips turns it a lot.
#define WF_STRETCH 0.99
// Hips below this share of the leg's length are reported as lowered.
#define WF_LOW_HIPS 0.85

typedef struct wfSkeleton
{
	double legLength, stature;
	wfVec3 offsets[wf_jointCount]; // from the parent at rest; of the hips: from the ground below
	double thigh, shank;
	double hipDrop;		// of the joints of the legs below the hips
	double ankleHeight; // above the sole, as follow the lengths along the foot, from below the ankle
	double heel, center, ball, toes;
	double headRadius;
} wfSkeleton;

// `stature` 0: in proportion to the legs.
wfSkeleton wfMakeSkeleton( double legLength, double stature );
// Where the joints are at rest.
void wfSkeleton_GetRest( const wfSkeleton* skeleton, wfVec3 places[wf_jointCount] );

// Both bones of a leg by where its ends are. `forward`: where the knee points; need not be at right angles to anything. False
// when the ankle is out of reach: the leg then points there, stretched.
bool wfSolveLeg( const wfSkeleton* skeleton, wfVec3 hip, wfVec3 ankle, wfVec3 forward, wfQuat* thigh, wfQuat* shank );

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

// Upper leg, lower leg, foot, toes; in the parent.
#define WF_LEG_TURNS 4

typedef struct wfLegPose
{
	wfQuat turns[WF_LEG_TURNS];
	double knee; // radians, pi: stretched
	bool reached;
} wfLegPose;

wfLegPose wfActor_SolveLeg( const wfActor* actor, wfFoot foot, double time, wfVec3 hips, wfQuat hipsTurn );
// Forward: ankle and the joint of the toes, by what is written.
void wfGetLegPlaces( const wfSkeleton* skeleton, wfFoot foot, wfVec3 hips, wfQuat hipsTurn, const wfQuat turns[WF_LEG_TURNS],
					 wfVec3* knee, wfVec3* ankle, wfVec3* toes );

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
// The largest way of ankles and toes while their foot stands, at four times as many places as there are key frames.
double wfMeasureSlide( const wfActor* actor, double from, const wfAgentKeys* keys );

// Of the slide of single feet; gathered by both writers. Where it stands is forgotten by setting `stands` to false.
typedef struct wfStance3
{
	bool stands;
	wfVec3 ankle, toes; // where it stood first
	double slide;
} wfStance3;

void wfStance3_Add( wfStance3* stance, bool stands, wfVec3 ankle, wfVec3 toes );

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

// ---------------------------------------------------------------------------------------------------------------- figure

typedef enum wfFigurePart
{
	wf_shirtPart,
	wf_trousersPart,
	wf_skinPart,
	wf_figureParts
} wfFigurePart;

typedef struct wfFigureVertex
{
	float place[3];
	float normal[3];
	uint8_t joints[4];
	uint8_t weights[4]; // of 255
} wfFigureVertex;

// A simple body around the skeleton at rest.
typedef struct wfFigure
{
	WF_ARRAY( wfFigureVertex ) vertices;
	WF_ARRAY( uint16_t ) indices; // triangles, part by part
	int32_t partEnds[wf_figureParts];
} wfFigure;

wfResult wfMakeFigure( const wfSkeleton* skeleton, wfFigure* figure );
void wfFigure_Free( wfFigure* figure );
