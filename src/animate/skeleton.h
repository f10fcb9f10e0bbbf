// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Turns, the skeleton, and the body around it. Everything is in the axes of glTF: x, y up, z; the plane's (x, y) is (x, 0, -y)
// there. At rest all joints are unturned: the figure stands with its arms out, looks to +z, its left is +x.
#pragma once

#include "wayfield/animate.h"

#include "base/array.h"
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

// Standing knees are bent a little: near a stretched one a small move of the hips turns it a lot.
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

// Upper leg, lower leg, foot, toes; in the parent.
#define WF_LEG_TURNS 4
typedef struct wfLegPlaces
{
	wfVec3 ankle, toes; // their joints
} wfLegPlaces;
// Forward, by what is written.
wfLegPlaces wfGetLegPlaces( const wfSkeleton* skeleton, wfFoot foot, wfVec3 hips, wfQuat hipsTurn,
							const wfQuat turns[WF_LEG_TURNS] );

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
