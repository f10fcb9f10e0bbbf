// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds measured as people are measured in laboratories: doors of all widths, rings that are more and more crowded, in one
// direction and in two, corners and stairs.
#pragma once

#include "wayfield/crowd.h"

typedef struct wfPeopleDef
{
	bool onFoot;
	double radius; // of everybody
	uint64_t seed;
	bool ( *goesOn )( void ); // may be null
} wfPeopleDef;

#define WF_PEOPLE_TENTHS 10

// One door or staircase, passed by a crowd that waits before it.
typedef struct wfDoorFigures
{
	double flow;	// people per metre and second, while the middle three fifths of them pass
	double density; // people per square metre, in the square metre half a metre before the door, at the same time
	double seconds; // until all have passed
	double inside;	// density between the posts or on the stairs, at the same time
	double speed;	// there
	// When each tenth of them has passed, and the density before the door since the tenth before.
	double times[WF_PEOPLE_TENTHS], densities[WF_PEOPLE_TENTHS];
	int32_t people, passed;
} wfDoorFigures;

wfResult wfMeasureDoor( const wfPeopleDef* def, double width, wfDoorFigures* figures, wfError* error );
// The same crowd at the foot of stairs (isUp) or at their head, walked on at Weidmann's speeds.
wfResult wfMeasureStairs( const wfPeopleDef* def, double width, bool isUp, wfDoorFigures* figures, wfError* error );

// Somebody in a corridor or a ring in which people go both ways.
typedef struct wfStroller
{
	double along, across; // metres
	bool isForward;
} wfStroller;

// How much those who go the same way walk behind each other.
typedef struct wfLaneFigures
{
	double order;  // of Rex and Loewen: 1: everybody has only its like in its strip
	double chance; // what the order is, on average, where everybody's direction is drawn
	double lanes;  // how many there are across the corridor
	int32_t people;
} wfLaneFigures;

// Cuts along the corridor, for the number of lanes, and how far a strip reaches forward and back, metres.
#define WF_LANE_PIECE 4.0

typedef struct wfLaneDef
{
	double length; // along; people at one end of a ring are beside those at the other
	double width;
	bool isRing;
} wfLaneDef;

wfLaneFigures wfMeasureLanes( const wfLaneDef* def, const wfStroller* strollers, int32_t count );
// What the order is above chance, as a share of what it can be.
double wfLaneFigures_GetNetOrder( const wfLaneFigures* figures );

#define WF_LANE_TIMES 7

typedef struct wfRingDef
{
	double density; // people per square metre
	double width;	// metres
	bool isTwoWay;	// every second one goes against the others
} wfRingDef;

// A ring, at a density.
typedef struct wfRingFigures
{
	double density;	 // people per square metre
	double speed;	 // mean, along the ring, everybody's own way
	double spread;	 // of the means of single people
	double standing; // share of the time at less than 0.1 m/s
	wfLaneFigures lanes;
	struct
	{
		double until; // seconds, since the time before
		double speed;
		wfLaneFigures lanes;
	} times[WF_LANE_TIMES];
	int32_t people;
} wfRingFigures;

wfResult wfMeasureRing( const wfPeopleDef* def, const wfRingDef* ring, wfRingFigures* figures, wfError* error );

// The same crowd in a corridor, straight on or around a corner.
typedef struct wfCornerFigures
{
	double flow;	// people per metre and second behind the corner, while the middle three fifths pass
	double speed;	// in the square of the corner, at the same time
	double density; // there
	double seconds; // until all are past it
	int32_t people, passed;
} wfCornerFigures;

wfResult wfMeasureCorner( const wfPeopleDef* def, double width, bool isStraight, wfCornerFigures* figures, wfError* error );

// A recording of real people in a corridor.
typedef struct wfRecordedDef
{
	const char* path;
	double fps, unit; // as wfReadTrajectoriesDef
	wfBox2 box;		  // metres; people walk along its longer side
} wfRecordedDef;

typedef struct wfRecordedFigures
{
	double density, speed; // means over the frames in which both directions are there
	double flow;		   // of both directions together, per metre and second
	double seconds;		   // how long that is
	wfLaneFigures lanes;
	int32_t people;
} wfRecordedFigures;

wfResult wfMeasureRecorded( const wfRecordedDef* def, wfRecordedFigures* figures, wfError* error );

// Weidmann's speed for a density, m/s.
double wfGetWeidmannSpeed( double density );

// Parts of these.
// A number of a stream, in [0, 1).
double wfDrawForPeople( const wfPeopleDef* def, uint64_t person, uint64_t counter );
// Its speed is drawn: 1.34 m/s on average, as in Weidmann's collection.
wfResult wfAddPerson( wfCrowd* crowd, const wfPeopleDef* def, wfGaitId gait, int32_t number, wfVec2 place, double heading,
					  const wfStop* stops, int32_t stopCount, wfAtEnd atEnd, wfError* error );
wfResult wfAddWallBox( wfWorld* world, wfVec2 lower, wfVec2 upper, wfError* error );
