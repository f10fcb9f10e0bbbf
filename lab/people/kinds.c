// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The tables of `wayfield-lab people`.
#include "people/kinds.h"

#define RING_WIDTH 3.2	  // metres, where densities are compared
#define LANES_DENSITY 1.0 // people per square metre, where widths are compared

static const double s_densities[] = { 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5 };
static const double s_twoWayDensities[] = { 0.5, 1.0, 1.5, 2.0, 2.5, 3.0 };
static const double s_laneWidths[] = { 2.4, 3.2, 4.0, 4.8 };
static const double s_cornerWidths[] = { 2.4, 3.0, 4.0 };
static const double s_stairWidths[] = { 1.2, 2.4 };
static const double s_curveWidths[] = { 1.0, 2.4 };

#define CASES( list ) .cases = list, .caseCount = (int32_t)( sizeof( list ) / sizeof( list[0] ) )

static void setRow( wfPeopleFigures* figures, int32_t people, int32_t left, const wfPeopleRow* row )
{
	figures->people = people;
	figures->left = left;
	figures->rows[figures->rowCount++] = *row;
}

static wfResult measureDoor( const wfPeopleDef* def, double width, wfPeopleFigures* figures, wfError* error )
{
	wfDoorFigures door;
	wfResult result = wfMeasureDoor( def, width, &door, error );
	setRow( figures, door.people, door.people - door.passed,
			&( wfPeopleRow ){ .values = { door.flow, door.density, door.seconds } } );
	return result;
}

static wfResult measureCurve( const wfPeopleDef* def, double width, wfPeopleFigures* figures, wfError* error )
{
	wfDoorFigures door;
	wfResult result = wfMeasureDoor( def, width, &door, error );
	for ( int32_t k = 0; k < WF_PEOPLE_TENTHS; ++k )
	{
		double seconds = door.times[k] - ( k > 0 ? door.times[k - 1] : 0.0 );
		double flow = seconds > 0.0 ? 0.1 * door.people / seconds / width : 0.0;
		setRow( figures, door.people, door.people - door.passed,
				&( wfPeopleRow ){ .at = 0.1 * ( k + 1 ), .values = { door.times[k], flow, door.densities[k] } } );
	}
	return result;
}

static wfResult measureRing( const wfPeopleDef* def, double density, wfPeopleFigures* figures, wfError* error )
{
	wfRingFigures ring;
	wfResult result = wfMeasureRing( def, &( wfRingDef ){ .density = density, .width = RING_WIDTH }, &ring, error );
	setRow( figures, ring.people, 0, &( wfPeopleRow ){ .values = { ring.speed } } );
	return result;
}

static wfResult measureTwoWay( const wfPeopleDef* def, double density, wfPeopleFigures* figures, wfError* error )
{
	wfRingFigures ring;
	wfResult result =
		wfMeasureRing( def, &( wfRingDef ){ .density = density, .width = RING_WIDTH, .isTwoWay = true }, &ring, error );
	setRow( figures, ring.people, 0,
			&( wfPeopleRow ){ .values = { ring.speed, density * ring.speed, ring.standing, ring.lanes.order,
										  wfLaneFigures_GetNetOrder( &ring.lanes ), ring.lanes.lanes } } );
	return result;
}

static wfResult measureLanes( const wfPeopleDef* def, double width, wfPeopleFigures* figures, wfError* error )
{
	wfRingFigures ring;
	wfResult result =
		wfMeasureRing( def, &( wfRingDef ){ .density = LANES_DENSITY, .width = width, .isTwoWay = true }, &ring, error );
	for ( int32_t k = 0; k < WF_LANE_TIMES; ++k )
	{
		const wfLaneFigures* lanes = &ring.times[k].lanes;
		setRow( figures, ring.people, 0,
				&( wfPeopleRow ){ .at = ring.times[k].until,
								  .values = { wfLaneFigures_GetNetOrder( lanes ), lanes->order, lanes->chance, lanes->lanes,
											  ring.times[k].speed } } );
	}
	return result;
}

static wfResult measureCorner( const wfPeopleDef* def, double width, wfPeopleFigures* figures, wfError* error )
{
	wfCornerFigures corner = { 0 }, straight = { 0 };
	wfResult result = wfMeasureCorner( def, width, false, &corner, error );
	result = result == wf_ok ? wfMeasureCorner( def, width, true, &straight, error ) : result;
	setRow( figures, corner.people, corner.people - corner.passed + straight.people - straight.passed,
			&( wfPeopleRow ){
				.values = { corner.flow, straight.flow, corner.speed, straight.speed, corner.density, straight.density } } );
	return result;
}

static wfResult measureStairs( const wfPeopleDef* def, double width, bool isUp, wfPeopleFigures* figures, wfError* error )
{
	wfDoorFigures stairs;
	wfResult result = wfMeasureStairs( def, width, isUp, &stairs, error );
	setRow( figures, stairs.people, stairs.people - stairs.passed,
			&( wfPeopleRow ){ .values = { stairs.flow, stairs.density, stairs.seconds, stairs.inside, stairs.speed } } );
	return result;
}

static wfResult measureStairsUp( const wfPeopleDef* def, double width, wfPeopleFigures* figures, wfError* error )
{
	return measureStairs( def, width, true, figures, error );
}

static wfResult measureStairsDown( const wfPeopleDef* def, double width, wfPeopleFigures* figures, wfError* error )
{
	return measureStairs( def, width, false, figures, error );
}

// Weidmann 1993: what a metre of stairs passes, per second.
static double getStairsUp( double width )
{
	(void)width;
	return 0.85;
}

static double getStairsDown( double width )
{
	(void)width;
	return 0.98;
}

#define STAIRS_COLUMNS                                                                                                           \
	{                                                                                                                            \
		{ "specificFlow", "flow per m s" }, { "densityBefore", "density m2" }, { "seconds", "seconds" },                         \
			{ "densityOn", "on stairs m2" },                                                                                     \
		{                                                                                                                        \
			"speedOn", "speed m/s"                                                                                               \
		}                                                                                                                        \
	}

const wfPeopleKind wf_peopleKinds[wf_peopleKindCount] = {
	[wf_peopleDoors] = { .list = "doors",
						 .given = { "width", "door m" },
						 .columns = { { "specificFlow", "flow per m s" },
									  { "densityBefore", "density m2" },
									  { "seconds", "seconds" } },
						 .canBeLeft = true,
						 .measure = measureDoor },
	[wf_peopleRing] = { .list = "ring",
						.given = { "density", "one-way m2" },
						.columns = { { "speed", "speed m/s" } },
						.getExpected = wfGetWeidmannSpeed,
						.measure = measureRing,
						CASES( s_densities ) },
	[wf_peopleTwoWay] = { .list = "twoWay",
						  .given = { "density", "two-way m2" },
						  .columns = { { "speed", "speed m/s" },
									   { "specificFlow", "flow per m s" },
									   { "standing", "standing" },
									   { "order", "order" },
									   { "netOrder", "net order" },
									   { "lanes", "lanes" } },
						  .getExpected = wfGetWeidmannSpeed,
						  .measure = measureTwoWay,
						  CASES( s_twoWayDensities ) },
	[wf_peopleLanes] = { .list = "lanes",
						 .given = { "width", "lanes in m" },
						 .at = { "until", "until s" },
						 .columns = { { "netOrder", "net order" },
									  { "order", "order" },
									  { "chance", "by chance" },
									  { "lanes", "lanes" },
									  { "speed", "speed m/s" } },
						 .measure = measureLanes,
						 CASES( s_laneWidths ) },
	[wf_peopleCorners] = { .list = "corners",
						   .given = { "width", "corner m" },
						   .columns = { { "specificFlow", "flow per m s" },
										{ "straightFlow", "straight" },
										{ "speed", "speed m/s" },
										{ "straightSpeed", "straight" },
										{ "density", "density m2" },
										{ "straightDensity", "straight" } },
						   .canBeLeft = true,
						   .measure = measureCorner,
						   CASES( s_cornerWidths ) },
	[wf_peopleStairsUp] = { .list = "stairsUp",
							.given = { "width", "up m" },
							.columns = STAIRS_COLUMNS,
							.getExpected = getStairsUp,
							.canBeLeft = true,
							.measure = measureStairsUp,
							CASES( s_stairWidths ) },
	[wf_peopleStairsDown] = { .list = "stairsDown",
							  .given = { "width", "down m" },
							  .columns = STAIRS_COLUMNS,
							  .getExpected = getStairsDown,
							  .canBeLeft = true,
							  .measure = measureStairsDown,
							  CASES( s_stairWidths ) },
	[wf_peopleCurves] = { .list = "curves",
						  .given = { "width", "curve m" },
						  .at = { "passed", "passed" },
						  .columns = { { "seconds", "seconds" },
									   { "specificFlow", "flow per m s" },
									   { "densityBefore", "density m2" } },
						  .canBeLeft = true,
						  .measure = measureCurve,
						  CASES( s_curveWidths ) },
};
