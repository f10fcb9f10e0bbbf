// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of animations share: walks made step by step, and animations read back from their files.
#pragma once

#include "tests/test.h"
#include "wayfield/animate.h"

#define PI 3.141592653589793

// A walk put together step by step; the table's rows are its own.
typedef struct testWalk
{
	wfGaitDef gait;
	wfStance stance;
	uint32_t serial;
	wfFootstepTable* table;
	int64_t first; // row of its first step
} testWalk;

testWalk testBeginWalk( wfFootstepTable* table, uint32_t serial, double time, wfVec2 place, double heading );
// False where the step does not fit.
bool testStep( testWalk* walk, wfFootstepAction action );
// The foot of the last step is put down for good.
void testEndWalk( testWalk* walk );
// Stand, start, walk with turns to both sides, stop, side-step, turn in place, stand.
void testAddStroll( wfFootstepTable* table, uint32_t serial, double time, wfVec2 place, double heading, double speed );

// ----------------------------------------------------------------------------------------------------------- reading back

#define TEST_MAX_JOINTS 32

// The skeleton of one agent as a file describes it.
typedef struct testPose
{
	double places[TEST_MAX_JOINTS][3]; // in the world
	double knees[2];				   // forward of the line from hip to ankle, along where the hips point; metres
} testPose;

typedef struct testAnimation testAnimation;

// Null, and a failed check, where it is none. By the path's ending: .glb, .gltf or .bvh.
testAnimation* testReadAnimation( const char* path );
void testFreeAnimation( testAnimation* animation );
int32_t testGetAgentCount( const testAnimation* animation );
double testGetEnd( const testAnimation* animation );
// Among the joints of an agent, which begin with the hips.
int32_t testFindJoint( const testAnimation* animation, int32_t agent, const char* name );
// Forward kinematics of all joints.
void testGetPose( const testAnimation* animation, int32_t agent, double time, testPose* pose );
// Length of the bone above a joint in a pose.
double testBone( const testPose* pose, int32_t a, int32_t b );
// 1, or 0 where the agent is not shown.
double testGetSize( const testAnimation* animation, int32_t agent, double time );
double testGetAgentTime( const testAnimation* animation, int32_t agent, bool end );

// Lists of tests.
void testAnimateFiles( int argc, char** argv );
void testAnimateRefusals( int argc, char** argv );
void testAnimateCommand( int argc, char** argv );
