// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is written is read back and moved joint by joint.

#include "test_animate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static wfFootstepTable makeTable( int32_t agents )
{
	wfFootstepTable table = { 0 };
	for ( int32_t k = 0; k < agents; ++k )
	{
		testAddStroll( &table, (uint32_t)( 3 * k + 2 ), 0.7 * k, ( wfVec2 ){ 2.0 * k, -1.5 * k }, 0.8 * k,
					   k % 3 == 1	? 1.0
					   : k % 3 == 2 ? 2.0
									: 1.4 );
	}
	wfFootstepTable_Sort( &table );
	return table;
}

static const wfFootstep* stepAt( const wfFootstepTable* table, uint32_t serial, double time )
{
	const wfFootstep* found = NULL;
	for ( int64_t k = 0; k < table->rowCount; ++k )
	{
		const wfFootstepRow* row = &table->rows[k];
		if ( row->serial == serial && ( found == NULL || row->step.startTime <= time ) )
		{
			found = &row->step;
		}
	}
	return found;
}

// Stands for the whole of the step.
static bool stands( const wfFootstep* step, wfFoot foot )
{
	return step->foot == foot || ( step->swingFrom.x == step->swingTo.x && step->swingFrom.y == step->swingTo.y &&
								   step->swingFromAngle == step->swingToAngle );
}

// What forward kinematics say of one agent.
typedef struct testMeasure
{
	double slide, miss;	   // of ankles and toes; of the foot's centre from where the step puts it
	double boneChange;	   // of all lengths
	double kneeLeast;	   // forward of the leg's line
	double lowestJoint;	   // above the ground
	double hipsMiss;	   // from the centre of mass
	double liftMost, jump; // of ankles; of any joint between two samples
} testMeasure;

static testMeasure measure( const testAnimation* animation, int32_t agent, const wfFootstepTable* table, uint32_t serial,
							double from, double begin, double end, bool exact )
{
	static const char* const names[2][2] = { { "LeftFoot", "LeftToes" }, { "RightFoot", "RightToes" } };
	static const char* const bones[][2] = { { "LeftUpperLeg", "LeftLowerLeg" },
											{ "LeftLowerLeg", "LeftFoot" },
											{ "RightUpperLeg", "RightLowerLeg" },
											{ "RightLowerLeg", "RightFoot" },
											{ "Chest", "Neck" },
											{ "LeftUpperArm", "LeftLowerArm" },
											{ "RightFoot", "RightToes" },
											{ "Hips", "LeftUpperLeg" } };
	enum
	{
		boneCount = sizeof( bones ) / sizeof( bones[0] )
	};
	testMeasure m = { .kneeLeast = INFINITY, .lowestJoint = INFINITY };
	testPose pose, before = { 0 };
	double firstPlaces[2][2][3] = { { { 0 } } }, lengths[boneCount] = { 0 };
	const wfFootstep* stood[2] = { NULL, NULL };
	// Far finer than the key frames, at times that are none of theirs.
	double dt = 1.0 / 997.0;
	for ( double time = begin + 1e-4; time < end - 1e-4; time += dt )
	{
		const wfFootstep* step = stepAt( table, serial, from + time );
		testGetPose( animation, agent, time, &pose );
		wfVec2 center = exact ? wfFootstep_GetExactPosition( step, from + time ) : wfFootstep_GetPosition( step, from + time );
		m.hipsMiss = fmax( m.hipsMiss, hypot( pose.places[0][0] - center.x, pose.places[0][2] + center.y ) );
		for ( int foot = 0; foot < 2; ++foot )
		{
			m.kneeLeast = fmin( m.kneeLeast, pose.knees[foot] );
			const double* ankle = pose.places[testFindJoint( animation, agent, names[foot][0] )];
			m.liftMost = fmax( m.liftMost, ankle[1] );
			bool isStanding = stands( step, (wfFoot)foot );
			bool stood_ = stood[foot] != NULL;
			for ( int joint = 0; joint < 2; ++joint )
			{
				const double* place = pose.places[testFindJoint( animation, agent, names[foot][joint] )];
				m.lowestJoint = fmin( m.lowestJoint, place[1] );
				if ( isStanding && stood_ )
				{
					const double* first = firstPlaces[foot][joint];
					m.slide = fmax( m.slide, sqrt( pow( place[0] - first[0], 2 ) + pow( place[1] - first[1], 2 ) +
												   pow( place[2] - first[2], 2 ) ) );
				}
				else
				{
					memcpy( firstPlaces[foot][joint], place, sizeof( firstPlaces[foot][joint] ) );
				}
			}
			if ( isStanding )
			{
				// Ankle and toes lie on the line through the foot's middle where it points.
				double angle;
				wfVec2 place = wfFootstep_GetFoot( step, (wfFoot)foot, from + time, &angle );
				const double* toes = pose.places[testFindJoint( animation, agent, names[foot][1] )];
				double aside = ( toes[0] - place.x ) * -sin( angle ) + ( -toes[2] - place.y ) * cos( angle );
				double behind = ( ankle[0] - place.x ) * cos( angle ) + ( -ankle[2] - place.y ) * sin( angle );
				m.miss = fmax( m.miss, fabs( aside ) );
				CHECK( behind > -0.08 && behind < -0.02 );
			}
			stood[foot] = isStanding ? step : NULL;
		}
		for ( int k = 0; k < (int)boneCount; ++k )
		{
			double length =
				testBone( &pose, testFindJoint( animation, agent, bones[k][0] ), testFindJoint( animation, agent, bones[k][1] ) );
			m.boneChange = fmax( m.boneChange, lengths[k] > 0.0 ? fabs( length - lengths[k] ) : 0.0 );
			lengths[k] = lengths[k] > 0.0 ? lengths[k] : length;
		}
		for ( int k = 0; k < 21 && time > begin + dt; ++k )
		{
			for ( int i = 0; i < 3; ++i )
			{
				m.jump = fmax( m.jump, fabs( pose.places[k][i] - before.places[k][i] ) );
			}
		}
		before = pose;
	}
	return m;
}

static void checkMeasure( const testMeasure* m )
{
	CHECK( m->slide < 0.001 );
	CHECK( m->miss < 0.001 );
	CHECK( m->boneChange < 1e-5 );
	CHECK( m->kneeLeast > 0.02 );
	CHECK( m->lowestJoint > 0.0 );
	CHECK( m->liftMost > 0.12 && m->liftMost < 0.6 );
	CHECK( m->hipsMiss < 0.003 );
	// No joint is faster than 12 m/s: nothing jumps, turns do not wrap around.
	CHECK( m->jump < 0.012 );
}

static void checkGltf( const char* ending, double fps, bool exact )
{
	wfFootstepTable table = makeTable( 3 );
	wfAnimationDef def = wfDefaultAnimationDef();
	def.fps = fps;
	def.exact = exact;
	wfAnimationReport report;
	wfError error = { 0 };
	char path[512];
	snprintf( path, sizeof( path ), "%s%s", testTemporaryPath( "walk" ), ending );
	if ( CHECK_EQUAL( wfWriteGltf( path, &table, &def, &report, &error ), wf_ok ) )
	{
		CHECK_EQUAL( report.agents, 3 );
		CHECK( report.frames > 200 && report.footSlideMax < 0.001 && report.footSlideMax > 0.0 );
		CHECK( report.kneeMin > 0.8 && report.kneeMax < PI && report.kneeMin < report.kneeMax );
		testAnimation* animation = testReadAnimation( path );
		if ( CHECK( animation != NULL ) )
		{
			CHECK_EQUAL( testGetAgentCount( animation ), 3 );
			CHECK_NEAR( testGetEnd( animation ), report.seconds, 1e-5 );
			double slide = 0.0;
			for ( int32_t k = 0; k < 3; ++k )
			{
				testMeasure m = measure( animation, k, &table, (uint32_t)( 3 * k + 2 ), 0.0,
										 testGetAgentTime( animation, k, false ), testGetAgentTime( animation, k, true ), exact );
				checkMeasure( &m );
				slide = fmax( slide, m.slide );
			}
			// The report is not better than what is measured here.
			CHECK( report.footSlideMax > 0.8 * slide );
			testFreeAnimation( animation );
		}
		remove( path );
	}
	else
	{
		CHECK_STRING( error.message, "" );
	}
	wfFootstepTable_Free( &table );
}

TEST( GltfFeetStandStill )
{
	checkGltf( ".glb", 30.0, true );
}

TEST( GltfFeetStandStillInText )
{
	checkGltf( ".gltf", 60.0, false );
}

TEST( GltfFeetStandStillWithFewFrames )
{
	wfFootstepTable table = makeTable( 1 );
	wfAnimationDef def = wfDefaultAnimationDef();
	const double rates[] = { 5.0, 12.0, 24.0, 120.0 };
	int64_t frames = 0;
	for ( int k = 0; k < 4; ++k )
	{
		def.fps = rates[k];
		wfAnimationReport report;
		char path[512];
		snprintf( path, sizeof( path ), "%s.glb", testTemporaryPath( "few" ) );
		CHECK_EQUAL( wfWriteGltf( path, &table, &def, &report, NULL ), wf_ok );
		CHECK( report.footSlideMax < 0.001 );
		CHECK( report.frames > frames );
		frames = report.frames;
		remove( path );
	}
	wfFootstepTable_Free( &table );
}

TEST( GltfShowsAgentsFromTheirFirstToTheirLastStep )
{
	wfFootstepTable table = makeTable( 3 );
	wfAnimationDef def = wfDefaultAnimationDef();
	char path[512];
	snprintf( path, sizeof( path ), "%s.glb", testTemporaryPath( "presence" ) );
	wfAnimationReport report;
	CHECK_EQUAL( wfWriteGltf( path, &table, &def, &report, NULL ), wf_ok );
	testAnimation* animation = testReadAnimation( path );
	if ( animation != NULL )
	{
		for ( int32_t k = 0; k < 3; ++k )
		{
			double begin = 0.7 * k, end = begin;
			for ( int64_t i = 0; i < table.rowCount; ++i )
			{
				end = table.rows[i].serial == (uint32_t)( 3 * k + 2 ) ? wfFootstep_GetEndTime( &table.rows[i].step ) : end;
			}
			CHECK_NEAR( testGetAgentTime( animation, k, false ), begin, 1e-6 );
			CHECK_NEAR( testGetAgentTime( animation, k, true ), end, 1e-5 );
			CHECK( testGetSize( animation, k, begin + 0.01 ) == 1.0 );
			CHECK( testGetSize( animation, k, end - 0.01 ) == 1.0 );
			CHECK( k == 0 || testGetSize( animation, k, begin - 0.01 ) == 0.0 );
			CHECK( testGetSize( animation, k, end + 0.01 ) == ( end + 0.01 < report.seconds ? 0.0 : 1.0 ) );
		}
		testFreeAnimation( animation );
	}

	// A part of the time, and some of them, in the order asked for.
	const uint32_t agents[] = { 8, 2, 8 };
	def.agents = agents;
	def.agentCount = 3;
	def.from = 2.5;
	def.until = 4.0;
	CHECK_EQUAL( wfWriteGltf( path, &table, &def, &report, NULL ), wf_ok );
	CHECK_EQUAL( report.agents, 2 );
	CHECK_NEAR( report.seconds, 1.5, 1e-12 );
	animation = testReadAnimation( path );
	if ( animation != NULL )
	{
		CHECK_EQUAL( testGetAgentCount( animation ), 2 );
		CHECK_NEAR( testGetEnd( animation ), 1.5, 1e-6 );
		testMeasure m = measure( animation, 0, &table, 8, 2.5, 0.0, 1.5, true );
		CHECK( m.slide < 0.001 && m.hipsMiss < 0.003 );
		m = measure( animation, 1, &table, 2, 2.5, 0.0, 1.5, true );
		CHECK( m.slide < 0.001 && m.hipsMiss < 0.003 );
		testFreeAnimation( animation );
	}
	remove( path );
	wfFootstepTable_Free( &table );
}

TEST( BvhFeetStandStill )
{
	wfFootstepTable table = makeTable( 2 );
	const uint32_t agent = 5;
	wfAnimationDef def = wfDefaultAnimationDef();
	def.agents = &agent;
	def.agentCount = 1;
	wfAnimationReport report;
	char path[512];
	snprintf( path, sizeof( path ), "%s.bvh", testTemporaryPath( "walk" ) );
	if ( CHECK_EQUAL( wfWriteBvh( path, &table, &def, &report, NULL ), wf_ok ) )
	{
		CHECK( report.footSlideMax < 0.001 );
		testAnimation* animation = testReadAnimation( path );
		if ( CHECK( animation != NULL ) )
		{
			// The file begins with the agent's first step, at 0.7 s.
			testMeasure m = measure( animation, 0, &table, 5, 0.7, 0.0, testGetEnd( animation ), true );
			checkMeasure( &m );
			CHECK( report.footSlideMax > 0.5 * m.slide );
			CHECK_NEAR( testGetEnd( animation ), report.seconds, 1.0 / 30.0 );
			testFreeAnimation( animation );
		}
		remove( path );
	}
	wfFootstepTable_Free( &table );
}

// Same input, same bytes.
TEST( FilesAreTheSameEveryTime )
{
	wfFootstepTable table = makeTable( 2 );
	wfAnimationDef def = wfDefaultAnimationDef();
	char paths[2][512];
	uint64_t sums[2] = { 0, 0 };
	for ( int k = 0; k < 2; ++k )
	{
		snprintf( paths[k], sizeof( paths[k] ), "%s.glb", testTemporaryPath( k == 0 ? "a" : "b" ) );
		CHECK_EQUAL( wfWriteGltf( paths[k], &table, &def, NULL, NULL ), wf_ok );
		FILE* file = fopen( paths[k], "rb" );
		for ( int c = file != NULL ? fgetc( file ) : EOF; c != EOF; c = fgetc( file ) )
		{
			sums[k] = 1099511628211u * ( sums[k] ^ (uint64_t)c );
		}
		if ( CHECK( file != NULL ) )
		{
			fclose( file );
		}
		remove( paths[k] );
	}
	CHECK( sums[0] != 0 && sums[0] == sums[1] );
	wfFootstepTable_Free( &table );
}

// Far from the origin single precision would move feet by centimetres.
TEST( FeetStandStillFarAway )
{
	wfFootstepTable table = { 0 };
	testAddStroll( &table, 1, 0.0, ( wfVec2 ){ 512345.678, -4123456.789 }, 1.0, 1.4 );
	wfAnimationDef def = wfDefaultAnimationDef();
	wfAnimationReport report;
	char path[512];
	snprintf( path, sizeof( path ), "%s.glb", testTemporaryPath( "far" ) );
	CHECK_EQUAL( wfWriteGltf( path, &table, &def, &report, NULL ), wf_ok );
	CHECK( report.footSlideMax < 0.001 );
	testAnimation* animation = testReadAnimation( path );
	if ( animation != NULL )
	{
		testMeasure m = measure( animation, 0, &table, 1, 0.0, 0.0, testGetEnd( animation ), true );
		CHECK( m.slide < 0.001 );
		testFreeAnimation( animation );
	}
	remove( path );
	wfFootstepTable_Free( &table );
}

// Who side-steps with one foot only and starts from the other has it far behind: the hips leave the centre, not the foot its
// place.
TEST( FeetFarFromTheCentreStandStill )
{
	wfFootstepTable table = { 0 };
	testWalk walk = testBeginWalk( &table, 1, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
	// No gait reaches so far, but files may hold such steps: those of longer legs, given as of usual ones.
	walk.gait.legLength = 1.3;
	for ( int k = 0; k < 2; ++k )
	{
		testStep( &walk,
				  ( wfFootstepAction ){ .kind = wf_shiftFootstep, .foot = wf_rightFoot, .duration = 0.5, .move = { 0.0, 0.3 } } );
	}
	testStep( &walk, ( wfFootstepAction ){ .kind = wf_shiftFootstep, .foot = wf_rightFoot, .duration = 1.0 } );
	testStep( &walk, ( wfFootstepAction ){ .kind = wf_shiftFootstep, .foot = wf_leftFoot, .duration = 0.5, .turn = -0.1 } );
	double farthest = 0.0;
	for ( int64_t k = 0; k < table.rowCount; ++k )
	{
		wfFootstep* step = &table.rows[k].step;
		step->pendulum = sqrt( 9.81 / wfDefaultGaitDef().legLength );
		wfVec2 center = wfFootstep_GetPosition( step, wfFootstep_GetEndTime( step ) );
		farthest = fmax( farthest, hypot( center.x - step->footPosition.x, center.y - step->footPosition.y ) );
	}
	CHECK( farthest > 0.65 );
	wfAnimationDef def = wfDefaultAnimationDef();
	wfAnimationReport report;
	char path[512];
	snprintf( path, sizeof( path ), "%s.glb", testTemporaryPath( "wide" ) );
	CHECK_EQUAL( wfWriteGltf( path, &table, &def, &report, NULL ), wf_ok );
	CHECK( report.footSlideMax < 0.001 && report.kneeMin > 1.2 );
	testAnimation* animation = testReadAnimation( path );
	if ( animation != NULL )
	{
		testMeasure m = measure( animation, 0, &table, 1, 0.0, 0.0, testGetEnd( animation ), true );
		CHECK( m.slide < 0.001 && m.miss < 0.001 && m.boneChange < 1e-5 && m.kneeLeast > 0.02 && m.jump < 0.012 );
		CHECK( m.hipsMiss > 0.01 && m.hipsMiss < 0.3 );
		testFreeAnimation( animation );
	}
	remove( path );
	wfFootstepTable_Free( &table );
}

// A step broken off while its foot swings, and steps that are missing: who was put elsewhere is there at once, and nobody's feet
// slide toward it.
TEST( BrokenWalksJumpAtOnce )
{
	wfFootstepTable table = makeTable( 1 );
	int64_t cut = 7;
	for ( int64_t k = cut + 1; k < table.rowCount; ++k )
	{
		table.rows[k].step.startTime -= 0.2; // into the step before, which has begun to swing
	}
	for ( int64_t k = cut + 4; k < table.rowCount; ++k )
	{
		table.rows[k - 2] = table.rows[k];
	}
	table.rowCount -= 2;
	wfAnimationDef def = wfDefaultAnimationDef();
	wfAnimationReport report;
	char path[512];
	snprintf( path, sizeof( path ), "%s.glb", testTemporaryPath( "broken" ) );
	CHECK_EQUAL( wfWriteGltf( path, &table, &def, &report, NULL ), wf_ok );
	CHECK( report.footSlideMax < 0.001 );
	testAnimation* animation = testReadAnimation( path );
	if ( animation != NULL )
	{
		double jump = table.rows[cut + 1].step.startTime;
		CHECK( jump < wfFootstep_GetEndTime( &table.rows[cut].step ) );
		testMeasure m = measure( animation, 0, &table, 2, 0.0, 0.0, jump - 1e-5, true );
		CHECK( m.slide < 0.001 && m.jump < 0.012 && m.hipsMiss < 0.003 );
		double next = table.rows[cut + 2].step.startTime;
		CHECK( next > wfFootstep_GetEndTime( &table.rows[cut + 1].step ) + 0.1 );
		m = measure( animation, 0, &table, 2, 0.0, jump + 1e-5, next - 1e-5, true );
		CHECK( m.slide < 0.001 && m.jump < 0.012 && m.hipsMiss < 0.003 );
		m = measure( animation, 0, &table, 2, 0.0, next + 1e-5, testGetEnd( animation ), true );
		CHECK( m.slide < 0.001 && m.jump < 0.012 && m.hipsMiss < 0.003 );
		testFreeAnimation( animation );
	}
	remove( path );
	snprintf( path, sizeof( path ), "%s.bvh", testTemporaryPath( "broken" ) );
	CHECK_EQUAL( wfWriteBvh( path, &table, &def, &report, NULL ), wf_ok );
	CHECK( report.footSlideMax < 0.001 && (double)report.frames < 200.0 * report.seconds );
	remove( path );
	wfFootstepTable_Free( &table );
}

// Who leaves in the middle of a step is shown up to then, in motion, and no longer.
TEST( WhoLeftIsShownNoMore )
{
	wfFootstepTable table = makeTable( 2 );
	int64_t last = -1;
	for ( int64_t k = 0; k < table.rowCount; ++k )
	{
		last = table.rows[k].serial == 2 ? k : last;
	}
	wfFootstep *cut = &table.rows[last - 3].step, *departure = &table.rows[last - 2].step;
	double leaves = cut->startTime + 0.4 * cut->duration;
	*departure = ( wfFootstep ){ .kind = wf_shiftFootstep,
								 .foot = cut->foot,
								 .startTime = leaves,
								 .duration = WF_DEPARTURE_SECONDS,
								 .apex = wfFootstep_GetPosition( cut, leaves ),
								 .along = cut->along,
								 .footPosition = cut->footPosition,
								 .footAngle = cut->footAngle,
								 .facingStart = cut->along,
								 .facingEnd = cut->along,
								 .pendulum = cut->pendulum };
	departure->swingFrom = departure->swingTo =
		wfFootstep_GetFoot( cut, cut->foot == wf_leftFoot ? wf_rightFoot : wf_leftFoot, leaves, &departure->swingFromAngle );
	departure->swingToAngle = departure->swingFromAngle;
	memmove( &table.rows[last - 1], &table.rows[last + 1], (size_t)( table.rowCount - last - 1 ) * sizeof( wfFootstepRow ) );
	table.rowCount -= 2;
	wfAnimationDef def = wfDefaultAnimationDef();
	wfAnimationReport report;
	char path[512];
	snprintf( path, sizeof( path ), "%s.glb", testTemporaryPath( "leaves" ) );
	CHECK_EQUAL( wfWriteGltf( path, &table, &def, &report, NULL ), wf_ok );
	testAnimation* animation = testReadAnimation( path );
	if ( animation != NULL )
	{
		CHECK_NEAR( testGetAgentTime( animation, 0, true ), leaves, 1e-5 );
		CHECK( testGetSize( animation, 0, leaves - 0.01 ) == 1.0 && testGetSize( animation, 0, leaves + 0.01 ) == 0.0 );
		testMeasure m = measure( animation, 0, &table, 2, 0.0, 0.0, leaves - 1e-5, true );
		CHECK( m.slide < 0.001 && m.jump < 0.012 && m.hipsMiss < 0.003 );
		testFreeAnimation( animation );
	}
	remove( path );
	wfFootstepTable_Free( &table );
}

void testAnimateFiles( int argc, char** argv )
{
	RUN( GltfFeetStandStill );
	RUN( GltfFeetStandStillInText );
	RUN( GltfFeetStandStillWithFewFrames );
	RUN( GltfShowsAgentsFromTheirFirstToTheirLastStep );
	RUN( BvhFeetStandStill );
	RUN( FilesAreTheSameEveryTime );
	RUN( FeetStandStillFarAway );
	RUN( FeetFarFromTheCentreStandStill );
	RUN( BrokenWalksJumpAtOnce );
	RUN( WhoLeftIsShownNoMore );
}
