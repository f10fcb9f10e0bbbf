// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Turns, the skeleton's proportions, and the inverse kinematics of a leg.
#include "animate/skeleton.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------------------- turns

wfQuat wfNormalizeQuat( wfQuat q )
{
	double size = sqrt( q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w );
	return size > 0.0 ? ( wfQuat ){ q.x / size, q.y / size, q.z / size, q.w / size } : ( wfQuat ){ 0.0, 0.0, 0.0, 1.0 };
}

wfQuat wfInvertQuat( wfQuat q )
{
	return ( wfQuat ){ -q.x, -q.y, -q.z, q.w };
}

wfQuat wfMultiplyQuats( wfQuat a, wfQuat b )
{
	return ( wfQuat ){ a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
					   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z };
}

wfVec3 wfTurn( wfQuat q, wfVec3 v )
{
	wfVec3 axis = { q.x, q.y, q.z };
	wfVec3 twice = wfScale3( 2.0, wfCross3( axis, v ) );
	return wfAdd3( wfAdd3( v, wfScale3( q.w, twice ) ), wfCross3( axis, twice ) );
}

wfQuat wfTurnAboutX( double angle )
{
	wfCosSin half = wfCosSinOf( 0.5 * angle );
	return ( wfQuat ){ half.sine, 0.0, 0.0, half.cosine };
}

wfQuat wfTurnAboutY( double angle )
{
	wfCosSin half = wfCosSinOf( 0.5 * angle );
	return ( wfQuat ){ 0.0, half.sine, 0.0, half.cosine };
}

wfQuat wfTurnAboutZ( double angle )
{
	wfCosSin half = wfCosSinOf( 0.5 * angle );
	return ( wfQuat ){ 0.0, 0.0, half.sine, half.cosine };
}

wfQuat wfTurnToHeading( double angle )
{
	return wfTurnAboutY( angle + WF_HALF_PI );
}

wfQuat wfQuatFromAxes( wfVec3 x, wfVec3 y, wfVec3 z )
{
	// The largest of the four parts first, so that nothing is divided by a small number.
	double trace = x.x + y.y + z.z;
	wfQuat q;
	if ( trace >= x.x && trace >= y.y && trace >= z.z )
	{
		q = ( wfQuat ){ y.z - z.y, z.x - x.z, x.y - y.x, 1.0 + trace };
	}
	else if ( x.x >= y.y && x.x >= z.z )
	{
		q = ( wfQuat ){ 1.0 + x.x - y.y - z.z, x.y + y.x, x.z + z.x, y.z - z.y };
	}
	else if ( y.y >= z.z )
	{
		q = ( wfQuat ){ x.y + y.x, 1.0 - x.x + y.y - z.z, y.z + z.y, z.x - x.z };
	}
	else
	{
		q = ( wfQuat ){ x.z + z.x, y.z + z.y, 1.0 - x.x - y.y + z.z, x.y - y.x };
	}
	return wfNormalizeQuat( q );
}

wfQuat wfSlerp( wfQuat a, wfQuat b, double s )
{
	double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
	double sign = dot < 0.0 ? -1.0 : 1.0;
	dot = fabs( dot );
	double aShare = 1.0 - s, bShare = s;
	if ( dot < 0.9999999 )
	{
		double sine = sqrt( 1.0 - dot * dot ), angle = wfAtan2( sine, dot );
		aShare = wfCosSinOf( ( 1.0 - s ) * angle ).sine / sine;
		bShare = wfCosSinOf( s * angle ).sine / sine;
	}
	bShare *= sign;
	return wfNormalizeQuat( ( wfQuat ){ aShare * a.x + bShare * b.x, aShare * a.y + bShare * b.y, aShare * a.z + bShare * b.z,
										aShare * a.w + bShare * b.w } );
}

// ------------------------------------------------------------------------------------------------------------- skeleton

typedef struct wfJointInfo
{
	const char* name;
	int32_t parent;
} wfJointInfo;

static const wfJointInfo s_joints[wf_jointCount] = {
	[wf_hipsJoint] = { "Hips", -1 },
	[wf_spineJoint] = { "Spine", wf_hipsJoint },
	[wf_chestJoint] = { "Chest", wf_spineJoint },
	[wf_neckJoint] = { "Neck", wf_chestJoint },
	[wf_headJoint] = { "Head", wf_neckJoint },
	[wf_leftShoulderJoint] = { "LeftShoulder", wf_chestJoint },
	[wf_leftUpperArmJoint] = { "LeftUpperArm", wf_leftShoulderJoint },
	[wf_leftLowerArmJoint] = { "LeftLowerArm", wf_leftUpperArmJoint },
	[wf_leftHandJoint] = { "LeftHand", wf_leftLowerArmJoint },
	[wf_rightShoulderJoint] = { "RightShoulder", wf_chestJoint },
	[wf_rightUpperArmJoint] = { "RightUpperArm", wf_rightShoulderJoint },
	[wf_rightLowerArmJoint] = { "RightLowerArm", wf_rightUpperArmJoint },
	[wf_rightHandJoint] = { "RightHand", wf_rightLowerArmJoint },
	[wf_leftUpperLegJoint] = { "LeftUpperLeg", wf_hipsJoint },
	[wf_leftLowerLegJoint] = { "LeftLowerLeg", wf_leftUpperLegJoint },
	[wf_leftFootJoint] = { "LeftFoot", wf_leftLowerLegJoint },
	[wf_leftToesJoint] = { "LeftToes", wf_leftFootJoint },
	[wf_rightUpperLegJoint] = { "RightUpperLeg", wf_hipsJoint },
	[wf_rightLowerLegJoint] = { "RightLowerLeg", wf_rightUpperLegJoint },
	[wf_rightFootJoint] = { "RightFoot", wf_rightLowerLegJoint },
	[wf_rightToesJoint] = { "RightToes", wf_rightFootJoint },
};

const char* wfGetJointName( wfJoint joint )
{
	return s_joints[joint].name;
}

int32_t wfGetJointParent( wfJoint joint )
{
	return s_joints[joint].parent;
}

// Files give lengths in micrometres: what is computed with is what will be read.
static double rounded( double metres )
{
	return floor( 1e6 * metres + 0.5 ) * 1e-6;
}

wfSkeleton wfMakeSkeleton( double legLength, double stature )
{
	// Proportions of adults, in shares of the stature; legs and trunk scale by themselves where both lengths are given.
	const double legShare = 0.53;
	double s = legLength / legShare;
	double upper = stature > 0.0 ? ( stature - legLength ) / ( 1.0 - legShare ) : s;
	double ankle = rounded( 0.043 * s ), bone = rounded( 0.5 * ( legLength - ankle ) / WF_STRETCH );
	wfSkeleton k = { .legLength = legLength,
					 .stature = stature > 0.0 ? stature : s,
					 .thigh = bone,
					 .shank = bone,
					 .hipDrop = rounded( 0.03 * s ),
					 .ankleHeight = ankle,
					 .heel = 0.036 * s,
					 .center = 0.022 * s,
					 .ball = rounded( 0.075 * s ),
					 .toes = 0.042 * s,
					 .headRadius = 0.065 * upper };
	k.offsets[wf_hipsJoint] = ( wfVec3 ){ 0.0, ankle + 2.0 * bone + k.hipDrop, 0.0 };
	k.offsets[wf_spineJoint] = ( wfVec3 ){ 0.0, 0.05 * upper, 0.0 };
	k.offsets[wf_chestJoint] = ( wfVec3 ){ 0.0, 0.1 * upper, 0.0 };
	k.offsets[wf_neckJoint] = ( wfVec3 ){ 0.0, 0.14 * upper, 0.0 };
	k.offsets[wf_headJoint] = ( wfVec3 ){ 0.0, 0.05 * upper, 0.0 };
	k.offsets[wf_leftShoulderJoint] = ( wfVec3 ){ 0.03 * upper, 0.115 * upper, 0.0 };
	k.offsets[wf_leftUpperArmJoint] = ( wfVec3 ){ 0.075 * upper, 0.0, 0.0 };
	k.offsets[wf_leftLowerArmJoint] = ( wfVec3 ){ 0.17 * upper, 0.0, 0.0 };
	k.offsets[wf_leftHandJoint] = ( wfVec3 ){ 0.15 * upper, 0.0, 0.0 };
	k.offsets[wf_leftUpperLegJoint] = ( wfVec3 ){ 0.05 * s, -k.hipDrop, 0.0 };
	k.offsets[wf_leftLowerLegJoint] = ( wfVec3 ){ 0.0, -k.thigh, 0.0 };
	k.offsets[wf_leftFootJoint] = ( wfVec3 ){ 0.0, -k.shank, 0.0 };
	k.offsets[wf_leftToesJoint] = ( wfVec3 ){ 0.0, 0.012 * s - ankle, k.ball };
	for ( int32_t j = 0; j < 4; ++j )
	{
		wfVec3 arm = k.offsets[wf_leftShoulderJoint + j], leg = k.offsets[wf_leftUpperLegJoint + j];
		arm = k.offsets[wf_leftShoulderJoint + j] = ( wfVec3 ){ rounded( arm.x ), rounded( arm.y ), rounded( arm.z ) };
		leg = k.offsets[wf_leftUpperLegJoint + j] = ( wfVec3 ){ rounded( leg.x ), rounded( leg.y ), rounded( leg.z ) };
		k.offsets[wf_rightShoulderJoint + j] = ( wfVec3 ){ -arm.x, arm.y, arm.z };
		k.offsets[wf_rightUpperLegJoint + j] = ( wfVec3 ){ -leg.x, leg.y, leg.z };
	}
	for ( int32_t j = wf_spineJoint; j <= wf_headJoint; ++j )
	{
		k.offsets[j].y = rounded( k.offsets[j].y );
	}
	return k;
}

void wfSkeleton_GetRest( const wfSkeleton* skeleton, wfVec3 places[wf_jointCount] )
{
	for ( int32_t j = 0; j < wf_jointCount; ++j )
	{
		int32_t parent = wfGetJointParent( (wfJoint)j );
		places[j] = parent < 0 ? skeleton->offsets[j] : wfAdd3( places[parent], skeleton->offsets[j] );
	}
}

// ---------------------------------------------------------------------------------------------------- inverse kinematics

// The turn of a bone that hangs down at rest and bends about the hinge.
static wfQuat turnOfBone( wfVec3 down, wfVec3 hinge )
{
	wfVec3 up = wfScale3( -1.0, down );
	return wfQuatFromAxes( hinge, up, wfCross3( hinge, up ) );
}

bool wfSolveLeg( const wfSkeleton* skeleton, wfVec3 hip, wfVec3 ankle, wfVec3 forward, wfQuat* thigh, wfQuat* shank )
{
	double a = skeleton->thigh, b = skeleton->shank;
	wfVec3 leg = wfSub3( ankle, hip );
	double distance = wfLength3( leg );
	wfVec3 toward = distance > 1e-9 ? wfScale3( 1.0 / distance, leg ) : ( wfVec3 ){ 0.0, -1.0, 0.0 };
	double longest = ( a + b ) * ( 1.0 - 1e-9 ), shortest = fabs( a - b ) + 1e-3 * ( a + b );
	bool reached = distance <= longest && distance >= shortest;
	distance = distance > longest ? longest : distance < shortest ? shortest : distance;

	wfVec3 ahead = wfSub3( forward, wfScale3( wfDot3( forward, toward ), toward ) );
	double size = wfLength3( ahead );
	if ( size < 1e-6 )
	{
		// The leg points where the knee should: any other direction will do.
		wfVec3 other = fabs( toward.y ) < 0.9 ? ( wfVec3 ){ 0.0, 1.0, 0.0 } : ( wfVec3 ){ 0.0, 0.0, 1.0 };
		ahead = wfSub3( other, wfScale3( wfDot3( other, toward ), toward ) );
		size = wfLength3( ahead );
	}
	ahead = wfScale3( 1.0 / size, ahead );
	double along = ( a * a - b * b + distance * distance ) / ( 2.0 * distance );
	double aside = a * a > along * along ? sqrt( a * a - along * along ) : 0.0;
	wfVec3 toKnee = wfAdd3( wfScale3( along, toward ), wfScale3( aside, ahead ) );
	wfVec3 toAnkle = wfSub3( wfScale3( distance, toward ), toKnee );
	wfVec3 hinge = wfCross3( wfScale3( -1.0, toward ), ahead );
	*thigh = turnOfBone( wfScale3( 1.0 / a, toKnee ), hinge );
	*shank = turnOfBone( wfScale3( 1.0 / b, toAnkle ), hinge );
	return reached;
}

wfLegPlaces wfGetLegPlaces( const wfSkeleton* skeleton, wfFoot foot, wfVec3 hips, wfQuat hipsTurn,
							const wfQuat turns[WF_LEG_TURNS] )
{
	const wfVec3* offsets = skeleton->offsets + wfGetLegJoint( foot, 0 );
	wfVec3 places[WF_LEG_TURNS] = { wfAdd3( hips, wfTurn( hipsTurn, offsets[0] ) ) };
	wfQuat turn = hipsTurn;
	for ( int32_t i = 1; i < WF_LEG_TURNS; ++i )
	{
		turn = wfMultiplyQuats( turn, turns[i - 1] );
		places[i] = wfAdd3( places[i - 1], wfTurn( turn, offsets[i] ) );
	}
	return ( wfLegPlaces ){ places[2], places[3] };
}
