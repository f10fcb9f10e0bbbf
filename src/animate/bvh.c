// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// BVH: the hierarchy, then one line for each frame with the place of the hips and three angles for every joint.
#include "animate/animate.h"

#include "io/reader.h"

#include <math.h>
#include <string.h>

// Of the place and each joint: about z, then x, then y.
#define CHANNELS ( 3 + 3 * wf_jointCount )
#define DIGITS 6
// More frames are made until feet slide less, metres.
#define ALLOWED_SLIDE 0.0008
#define MOST_FRAMES_A_SECOND 1000.0

// Frames as they are written.
typedef struct Motion
{
	WF_ARRAY( double ) values; // CHANNELS for each frame
	int32_t frameCount;
	double fps;
} Motion;

static double roundTo( double value )
{
	return floor( value * 1e6 + 0.5 ) * 1e-6;
}

// Degrees of R = Rz Rx Ry, each within half a turn of the ones before.
static void storeAngles( wfQuat q, const double* before, double out[3] )
{
	wfVec3 x = wfTurn( q, ( wfVec3 ){ 1.0, 0.0, 0.0 } ), y = wfTurn( q, ( wfVec3 ){ 0.0, 1.0, 0.0 } ),
		   z = wfTurn( q, ( wfVec3 ){ 0.0, 0.0, 1.0 } );
	double level = sqrt( y.x * y.x + y.y * y.y );
	double angles[3] = { wfAtan2( -y.x, y.y ), wfAtan2( y.z, level ), wfAtan2( -x.z, z.z ) };
	for ( int32_t i = 0; i < 3; ++i )
	{
		double degrees = angles[i] * 180.0 / WF_PI;
		if ( before != NULL )
		{
			degrees -= 360.0 * floor( ( degrees - before[i] ) / 360.0 + 0.5 );
		}
		out[i] = roundTo( degrees );
	}
}

static wfQuat loadAngles( const double degrees[3] )
{
	const double radians = WF_PI / 180.0;
	return wfMultiplyQuats( wfTurnAboutZ( radians * degrees[0] ),
							wfMultiplyQuats( wfTurnAboutX( radians * degrees[1] ), wfTurnAboutY( radians * degrees[2] ) ) );
}

static void storeFrame( const wfActor* actor, double time, const double* before, double* out, wfAnimationReport* report )
{
	wfQuat turns[wf_jointCount];
	for ( int32_t j = 0; j < wf_jointCount; ++j )
	{
		turns[j] = ( wfQuat ){ 0.0, 0.0, 0.0, 1.0 };
	}
	wfTrunkPose body = wfActor_GetBody( actor, time );
	for ( int32_t i = 0; i < WF_BODY_TURNS; ++i )
	{
		turns[wf_bodyJoints[i]] = body.turns[i];
	}
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		wfLegPose leg = wfActor_SolveLeg( actor, (wfFoot)foot, time, body.hips, body.turns[0] );
		for ( int32_t i = 0; i < WF_LEG_TURNS; ++i )
		{
			turns[wfGetLegJoint( (wfFoot)foot, i )] = leg.turns[i];
		}
		report->kneeMin = wfMin( leg.knee, report->kneeMin );
		report->kneeMax = wfMax( leg.knee, report->kneeMax );
	}
	report->stretched += body.hips.y - actor->skeleton.hipDrop < WF_LOW_HIPS * actor->skeleton.legLength;
	out[0] = roundTo( body.hips.x );
	out[1] = roundTo( body.hips.y );
	out[2] = roundTo( body.hips.z );
	for ( int32_t j = 0; j < wf_jointCount; ++j )
	{
		storeAngles( turns[j], before != NULL ? before + 3 + 3 * j : NULL, out + 3 + 3 * j );
	}
}

static wfResult makeMotion( const wfActor* actor, double fps, Motion* motion, wfAnimationReport* report )
{
	double frames = floor( ( actor->end - actor->begin ) * fps ) + 1.0;
	if ( !( frames * CHANNELS < INT32_MAX ) )
	{
		return wf_tooLarge;
	}
	motion->fps = fps;
	motion->frameCount = (int32_t)frames;
	motion->values.count = motion->frameCount * CHANNELS;
	report->stretched = 0;
	wfResult result = wfArray_Reserve( &motion->values, motion->values.count );
	for ( int32_t k = 0; result == wf_ok && k < motion->frameCount; ++k )
	{
		double* values = motion->values.data + k * CHANNELS;
		storeFrame( actor, actor->begin + k / fps, k > 0 ? values - CHANNELS : NULL, values, report );
	}
	return result;
}

// Somebody is put elsewhere between two times.
static bool isBroken( const wfActor* actor, double begin, double end )
{
	int64_t last = wfActor_FindRow( actor, end );
	for ( int64_t row = wfActor_FindRow( actor, begin ) + 1; row <= last; ++row )
	{
		if ( wfActor_IsBroken( actor, row ) )
		{
			return true;
		}
	}
	return false;
}

// Ankles and toes between two frames with every number changing evenly, at four times as many places as there are frames.
static double measureSlide( const wfActor* actor, const Motion* motion )
{
	enum
	{
		parts = 4
	};
	double slide = 0.0;
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		wfStance3 stance = { 0 };
		int32_t first = 3 + 3 * (int32_t)wfGetLegJoint( (wfFoot)foot, 0 );
		for ( int32_t k = 0; k + 1 < motion->frameCount; ++k )
		{
			const double *a = motion->values.data + k * CHANNELS, *b = a + CHANNELS;
			if ( isBroken( actor, actor->begin + k / motion->fps, actor->begin + ( k + 1 ) / motion->fps ) )
			{
				stance.stands = false;
				continue;
			}
			for ( int32_t part = 0; part <= parts; ++part )
			{
				double s = (double)part / parts, mixed[CHANNELS];
				for ( int32_t i = 0; i < CHANNELS; ++i )
				{
					mixed[i] = a[i] + s * ( b[i] - a[i] );
				}
				wfQuat turns[WF_LEG_TURNS];
				for ( int32_t i = 0; i < WF_LEG_TURNS; ++i )
				{
					turns[i] = loadAngles( mixed + first + 3 * i );
				}
				wfLegPlaces places = wfGetLegPlaces( &actor->skeleton, (wfFoot)foot, ( wfVec3 ){ mixed[0], mixed[1], mixed[2] },
													 loadAngles( mixed + 3 ), turns );
				double time = actor->begin + ( k + s ) / motion->fps;
				wfStance3_Add( &stance, wfIsFootStanding( wfActor_FindStep( actor, time ), (wfFoot)foot ), places );
			}
		}
		slide = wfMax( stance.slide, slide );
	}
	return slide;
}

// ----------------------------------------------------------------------------------------------------------------- text

// One tab for each step of the depth.
static const char* indent( int32_t depth )
{
	static const char tabs[] = "\t\t\t\t\t\t\t\t\t\t\t\t";
	return tabs + sizeof( tabs ) - 1 - depth;
}

static void putOffset( wfText* out, int32_t depth, wfVec3 offset )
{
	const double parts[3] = { offset.x, offset.y, offset.z };
	wfText_Add( out, "%sOFFSET", indent( depth ) );
	for ( int32_t i = 0; i < 3; ++i )
	{
		wfText_AddString( out, " " );
		wfText_AddFixed( out, parts[i], DIGITS );
	}
	wfText_AddString( out, "\n" );
}

static wfVec3 endOf( const wfSkeleton* skeleton, wfJoint joint )
{
	switch ( joint )
	{
		case wf_headJoint:
			return ( wfVec3 ){ 0.0, 1.5 * skeleton->headRadius, 0.0 };
		case wf_leftHandJoint:
			return ( wfVec3 ){ 1.4 * skeleton->headRadius, 0.0, 0.0 };
		case wf_rightHandJoint:
			return ( wfVec3 ){ -1.4 * skeleton->headRadius, 0.0, 0.0 };
		default:
			return ( wfVec3 ){ 0.0, 0.0, skeleton->toes };
	}
}

// Joints are numbered in the order in which they are written: each one's children follow it at once.
static int32_t putJoint( wfText* out, const wfSkeleton* skeleton, int32_t joint, int32_t depth )
{
	const char* tabs = indent( depth );
	wfText_Add( out, "%s%s %s\n%s{\n", tabs, depth == 0 ? "ROOT" : "JOINT", wfGetJointName( (wfJoint)joint ), tabs );
	putOffset( out, depth + 1, depth == 0 ? ( wfVec3 ){ 0.0, 0.0, 0.0 } : skeleton->offsets[joint] );
	wfText_Add( out, "%s\tCHANNELS %s\n", tabs,
				depth == 0 ? "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
						   : "3 Zrotation Xrotation Yrotation" );
	int32_t next = joint + 1;
	bool leaf = true;
	while ( next < wf_jointCount && wfGetJointParent( (wfJoint)next ) == joint )
	{
		next = putJoint( out, skeleton, next, depth + 1 );
		leaf = false;
	}
	if ( leaf )
	{
		wfText_Add( out, "%s\tEnd Site\n%s\t{\n", tabs, tabs );
		putOffset( out, depth + 2, endOf( skeleton, (wfJoint)joint ) );
		wfText_Add( out, "%s\t}\n", tabs );
	}
	wfText_Add( out, "%s}\n", tabs );
	return next;
}

static void putMotion( wfText* out, const Motion* motion )
{
	wfText_Add( out, "MOTION\nFrames: %d\nFrame Time: ", motion->frameCount );
	wfText_AddNumber( out, 1.0 / motion->fps );
	wfText_AddString( out, "\n" );
	for ( int32_t k = 0; k < motion->values.count; ++k )
	{
		wfText_AddFixed( out, motion->values.data[k], DIGITS );
		wfText_AddString( out, ( k + 1 ) % CHANNELS == 0 ? "\n" : " " );
	}
}

// As many frames as it takes.
static wfResult makeSteadyMotion( const wfActor* actor, const wfAnimationDef* def, Motion* motion, wfAnimationReport* report )
{
	for ( int32_t times = 1;; ++times )
	{
		wfResult result = makeMotion( actor, times * def->fps, motion, report );
		if ( result != wf_ok )
		{
			return result;
		}
		report->footSlideMax = measureSlide( actor, motion );
		if ( report->footSlideMax <= ALLOWED_SLIDE || ( times + 1 ) * def->fps > MOST_FRAMES_A_SECOND )
		{
			return wf_ok;
		}
		// The slide shrinks as the square of the frames' length.
		int32_t wanted = (int32_t)ceil( times * sqrt( report->footSlideMax / ALLOWED_SLIDE ) );
		int32_t most = (int32_t)( MOST_FRAMES_A_SECOND / def->fps );
		times = wanted > times + 1 ? ( wanted < most ? wanted : most ) - 1 : times;
		if ( def->progress != NULL && !def->progress( 0.5, def->progressContext ) )
		{
			return wf_cancelled;
		}
	}
}

wfResult wfWriteBvh( const char* path, const wfFootstepTable* table, const wfAnimationDef* def, wfAnimationReport* report,
					 wfError* error )
{
	wfAnimationReport ignored;
	report = report != NULL ? report : &ignored;
	*report = ( wfAnimationReport ){ .kneeMin = WF_PI };
	if ( WF_FAILS( path != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path" );
	}
	wfCast cast;
	wfResult result = wfMakeCast( table, def, &cast, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfActor actor;
	Motion motion = { 0 };
	wfText out = { 0 };
	result = wfCast_MakeActor( &cast, def, 0, &actor );
	result = result == wf_ok ? makeSteadyMotion( &actor, def, &motion, report ) : result;
	if ( result == wf_ok )
	{
		report->agents = 1;
		report->frames = motion.frameCount;
		report->fps = motion.fps;
		report->seconds = actor.end - actor.begin;
		wfText_AddString( &out, "HIERARCHY\n" );
		putJoint( &out, &actor.skeleton, wf_hipsJoint, 0 );
		putMotion( &out, &motion );
		result = out.failed ? wf_outOfMemory : wfWriteFileAtomically( path, out.data, out.length, error );
	}
	if ( result == wf_outOfMemory || result == wf_cancelled || result == wf_tooLarge )
	{
		wfFail( error, result, "%s", wfDescribeResult( result ) );
	}
	wfActor_Free( &actor );
	wfArray_Free( &motion.values );
	wfText_Free( &out );
	wfCast_Free( &cast );
	return result;
}
