// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with groups: what they claim holds, and groups that do otherwise are reported.
#include "tests/test_lab.h"

TEST( ExperimentsWithGroupsHold )
{
	static const testExpectedRun door = { "G1-door.json", "through whole median p95 ratio gap" };
	testExperimentHolds( "G1", &door, 1 );
}

TEST( GroupsThatDoOtherwiseAreNoticed )
{
	testChangeIsReported( "G1-door.json", "\"to\": [57, 15] }]", "\"to\": [30, 15] }]", "FAILS all are through the door" );
	testChangeIsReported( "G1-door.json", "\"most\": 12 }", "\"most\": 0.1 }", "FAILS unfolded" );
	CHECK_EQUAL( testRunChanged( "G1-door.json", "\"line\": 38.4,", "" ), 4 );
}

void testExperimentsWithGroups( int argc, char** argv )
{
	RUN( ExperimentsWithGroupsHold );
	RUN( GroupsThatDoOtherwiseAreNoticed );
}
