// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with groups: what they claim holds, and groups that do otherwise are reported. Those with claims that are known to
// fail are only run: docs/groups.md has them.
#include "tests/test_lab.h"

TEST( ExperimentsWithGroupsHold )
{
	static const testExpectedRun army = { "G3-army.json", "wet soldiers parting arrive overlaps" },
								 shape = { "G6-free.json", "first loose formed after stoodIntoFormation stoodIntoFree overlaps" },
								 trees = { "G10-strokes.json", "trees gaps empty twice off length undo cuts" },
								 shares = { "G11-shares.json", "even shared turned stuck overlaps" },
								 oncoming = { "G16-oncoming.json", "stay back overlaps" };
	static const testExpectedRun orders[] = { { "G12-bridge.json", "steps there told off overlaps" },
											  { "G12-replay.json", "two eight resumed cuts" } };
	static const testExpectedRun grounds[] = { { "G17-on-foot.json", "shape there touches same" },
											   { "G17-planet.json", "shape arrive gap off same" },
											   { "G17-stroke.json", "passed anchor uneven arrive there gap same" } };
	testExperimentHolds( "G3", &army, 1 );
	testExperimentHolds( "G6", &shape, 1 );
	testExperimentHolds( "G10", &trees, 1 );
	testExperimentHolds( "G11", &shares, 1 );
	testExperimentHolds( "G12", orders, 2 );
	testExperimentHolds( "G16", &oncoming, 1 );
	testExperimentHolds( "G17", grounds, 3 );
}

TEST( GroupsThatDoOtherwiseAreNoticed )
{
	testChangeIsReported( "G1-door.json", "\"to\": [57, 15]", "\"to\": [30, 15]", "FAILS members that pass the door" );
	testChangeIsReported( "G11-shares.json", "\"shares\": [1, 2]", "\"shares\": [1, 1]", "FAILS shares 1 : 2" );
	CHECK_EQUAL( testRunChanged( "G3-army.json", "\"advance\": \"each\"", "\"advance\": \"nobody\"" ), 4 );
	CHECK_EQUAL( testRunChanged( "G1-door.json", "\"door\": 38,", "" ), 4 );
	CHECK_EQUAL( testRunChanged( "G1-door.json", "\"formation\": \"wedge\"", "\"formation\": \"wedges\"" ), 4 );
}

void testExperimentsWithGroups( int argc, char** argv )
{
	RUN( ExperimentsWithGroupsHold );
	RUN( GroupsThatDoOtherwiseAreNoticed );
}
