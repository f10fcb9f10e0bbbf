// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds measured as people are: what is measured is what is there. Whether it is like people is on docs/people.md.
#include "people/people.h"
#include "tests/cli.h"
#include "tests/test_lab.h"

#include <math.h>
#include <stdio.h>

#define COUNT 80

// Two streams in a corridor of 20 m by 4 m: in as many lanes as asked for, or one behind the other.
static void makeStreams( wfStroller* strollers, int32_t lanes )
{
	for ( int32_t k = 0; k < COUNT; ++k )
	{
		double across = 0.2 + 0.4 * ( k % 10 );
		bool isForward = lanes > 0 ? (int32_t)floor( across / 4.0 * lanes ) % 2 == 0 : k / 10 % 2 == 0;
		strollers[k] = ( wfStroller ){ .along = 2.5 * ( k / 10 ) + 0.1, .across = across, .isForward = isForward };
	}
}

TEST( LanesAreCounted )
{
	wfLaneDef def = { .length = 20.0, .width = 4.0 };
	wfStroller strollers[COUNT];
	for ( int32_t lanes = 1; lanes <= 5; ++lanes )
	{
		makeStreams( strollers, lanes );
		wfLaneFigures figures = wfMeasureLanes( &def, strollers, COUNT );
		CHECK( figures.lanes == lanes );
		CHECK_EQUAL( figures.people, COUNT );
		// Nobody has others in its strip: those beside are 0.4 m away, and the strip is 0.375 m to each side.
		CHECK( fabs( figures.order - 1.0 ) < 1e-12 && fabs( wfLaneFigures_GetNetOrder( &figures ) - 1.0 ) < 1e-12 );
		CHECK( figures.chance > 0.3 && figures.chance < 1.0 );
	}
	// Rows of 10 that go to and fro by turns, 1.25 m apart: in each strip are three before and three behind, of which two are
	// unlike. Only the ends of the corridor have other shares.
	makeStreams( strollers, 0 );
	def.length = 10.0;
	for ( int32_t k = 0; k < COUNT; ++k )
	{
		strollers[k].along *= 0.5;
	}
	wfLaneFigures mixed = wfMeasureLanes( &def, strollers, COUNT );
	CHECK( mixed.order < 0.2 && wfLaneFigures_GetNetOrder( &mixed ) < 0.0 );
	def.length = 20.0;
	// In a ring its ends are beside each other.
	const wfStroller ends[2] = { { 0.1, 1.0, true }, { 19.9, 1.0, true } };
	CHECK_EQUAL( wfMeasureLanes( &def, ends, 2 ).people, 0 );
	def.isRing = true;
	CHECK_EQUAL( wfMeasureLanes( &def, ends, 2 ).people, 2 );
}

// A direction that is drawn gives the order of chance.
TEST( DrawnDirectionsHaveNoOrder )
{
	wfLaneDef def = { .length = 20.0, .width = 4.0 };
	wfStroller strollers[COUNT];
	double net = 0.0;
	for ( int32_t draw = 0; draw < 50; ++draw )
	{
		makeStreams( strollers, 1 );
		for ( int32_t k = 0; k < COUNT; ++k )
		{
			wfPeopleDef def2 = { .seed = (uint64_t)draw };
			strollers[k].isForward = wfDrawForPeople( &def2, (uint64_t)k, 9 ) < 0.5;
		}
		wfLaneFigures figures = wfMeasureLanes( &def, strollers, COUNT );
		net += wfLaneFigures_GetNetOrder( &figures ) / 50.0;
	}
	CHECK( fabs( net ) < 0.05 );
}

// Two files of people, at 1 m/s and 1.5 m/s, each in its lane.
TEST( RecordedStreamsAreMeasured )
{
	char path[1000];
	snprintf( path, sizeof( path ), "%s.txt", testTemporaryPath( "streams" ) );
	FILE* file = fopen( path, "w" );
	if ( !CHECK( file != NULL ) )
	{
		return;
	}
	fputs( "# framerate: 10 fps\n# id frame x/m y/m z/m\n", file );
	for ( int32_t id = 1; id <= 40; ++id )
	{
		for ( int32_t frame = 0; frame < 100; ++frame )
		{
			bool isForward = id % 2 == 0;
			double x = isForward ? -20.0 + id + 0.1 * frame : 30.0 - id - 0.15 * frame;
			fprintf( file, "%d %d %.4f %.4f 0\n", id, frame, x, isForward ? 0.5 : 1.5 );
		}
	}
	fclose( file );
	wfRecordedDef def = { .path = path, .box = { { 0.0, 0.0 }, { 8.0, 2.0 } } };
	wfRecordedFigures figures;
	wfError error = { 0 };
	CHECK( wfMeasureRecorded( &def, &figures, &error ) == wf_ok );
	CHECK_EQUAL( figures.people, 40 );
	CHECK( figures.speed > 1.1 && figures.speed < 1.4 && figures.density > 0.3 && figures.density < 0.6 );
	CHECK( fabs( figures.flow - figures.density * figures.speed ) < 1e-9 );
	CHECK( fabs( figures.lanes.order - 1.0 ) < 1e-12 && fabs( figures.lanes.lanes - 2.0 ) < 1e-12 );
	char box[] = "--box=0,0,8,2";
	cliRun run = cliCall( "people", "--recording", path, box, NULL );
	CHECK( run.code == 0 && cliContains( run.out, "net order" ) &&
		   cliContains( run.out, "people                           40" ) );
	remove( path );
}

// Everybody gets around a corner and up the stairs; more get down them than up.
TEST( CornersAndStairsArePassed )
{
	wfPeopleDef def = { .radius = 0.25, .seed = 2 };
	wfError error = { 0 };
	wfCornerFigures corner, straight;
	CHECK( wfMeasureCorner( &def, 2.4, false, &corner, &error ) == wf_ok );
	CHECK( wfMeasureCorner( &def, 2.4, true, &straight, &error ) == wf_ok );
	CHECK( corner.passed == corner.people && straight.passed == straight.people && corner.people == straight.people );
	CHECK( corner.flow > 0.5 && straight.flow > 0.5 && corner.speed > 0.3 && straight.density > 0.5 );
	wfDoorFigures up, door;
	CHECK( wfMeasureStairs( &def, 1.2, true, &up, &error ) == wf_ok );
	CHECK( wfMeasureDoor( &def, 1.2, &door, &error ) == wf_ok );
	CHECK( up.passed == up.people && door.passed == door.people );
	CHECK( up.flow > 0.0 && up.flow < door.flow && up.speed < 0.61 + 0.1 && up.inside > 0.5 );
	for ( int32_t k = 1; k < WF_PEOPLE_TENTHS; ++k )
	{
		CHECK( door.times[k] >= door.times[k - 1] && door.densities[k] > 0.0 );
	}
	CHECK( door.times[WF_PEOPLE_TENTHS - 1] == door.seconds );
}

TEST( TwoStreamsFormLanes )
{
	wfPeopleDef def = { .radius = 0.25, .seed = 1 };
	wfRingDef ring = { .density = 0.5, .width = 3.2, .isTwoWay = true };
	wfRingFigures figures;
	wfError error = { 0 };
	CHECK( wfMeasureRing( &def, &ring, &figures, &error ) == wf_ok );
	CHECK_EQUAL( figures.people, 60 );
	CHECK( figures.speed > 0.5 && figures.speed < 1.5 );
	CHECK( wfLaneFigures_GetNetOrder( &figures.times[0].lanes ) < wfLaneFigures_GetNetOrder( &figures.lanes ) );
	cliRun run = cliCall( "people", "--stairs", "--seeds=0", NULL );
	CHECK_EQUAL( run.code, 2 );
}

void testMeasures( int argc, char** argv )
{
	RUN( LanesAreCounted );
	RUN( DrawnDirectionsHaveNoOrder );
	RUN( RecordedStreamsAreMeasured );
	RUN( CornersAndStairsArePassed );
	RUN( TwoStreamsFormLanes );
}
