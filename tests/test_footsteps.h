// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of footsteps share.
#pragma once

#include "test.h"
#include "wayfield/footsteps.h"

#define TEST_PI 3.141592653589793

void runStepTests( int argc, char** argv );
void runVerdictTests( int argc, char** argv );
void runFootAngleTests( int argc, char** argv );
void runExactTests( int argc, char** argv );
void runRandomWalkTests( int argc, char** argv );
void runTrackTests( int argc, char** argv );
void runSearchTests( int argc, char** argv );
void runShuffleTests( int argc, char** argv );

// Everything here is reckoned from the definitions, not with the functions under test.

static inline double sideOf( wfFoot foot )
{
	return foot == wf_leftFoot ? 1.0 : -1.0;
}

static inline wfFoot otherOf( wfFoot foot )
{
	return foot == wf_leftFoot ? wf_rightFoot : wf_leftFoot;
}

static inline double dotOf( wfVec2 a, wfVec2 b )
{
	return a.x * b.x + a.y * b.y;
}

static inline double crossOf( wfVec2 a, wfVec2 b )
{
	return a.x * b.y - a.y * b.x;
}

static inline wfVec2 minus( wfVec2 a, wfVec2 b )
{
	return ( wfVec2 ){ a.x - b.x, a.y - b.y };
}

double lengthOf( wfVec2 v );
double angleBetween( wfVec2 a, wfVec2 b ); // from a to b, counter-clockwise
double wrapped( double angle );			   // to [-pi, pi]
wfVec2 unitAt( double angle );
// A place of the world in the frame of a step.
wfVec2 inFrame( const wfFootstep* step, wfVec2 place );

// Walking along `heading`, `last` has stood and points along.
wfStance movingStance( const wfGaitDef* def, wfVec2 position, double heading, double speed, wfFoot last );
wfFootstepAction walkAction( wfFoot foot, double turn, double speed, double duration );
wfFootstepAction startAction( wfFoot foot, double turn, double speed, double duration, double sway );
wfFootstepAction shiftAction( wfFoot foot, wfVec2 move, double turn, double duration );
// Creates a step that must fit.
wfFootstep makeStep( const wfGaitDef* def, wfStance* stance, wfFootstepAction action );

// Uniform in [lower, upper), the next of a stream.
typedef struct randomStream
{
	uint64_t seed, counter;
} randomStream;

// Never twice in one list of arguments: compilers differ in which comes first.
double nextRandom( randomStream* stream, double lower, double upper );
wfVec2 nextPlace( randomStream* stream, double reach );
// A gait within what wfCheckGaitDef lets pass; `injured` is given narrower limits than the other leg.
wfGaitDef randomGait( randomStream* stream, bool isInjured, wfFoot injured );
