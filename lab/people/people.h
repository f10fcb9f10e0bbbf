// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds measured as people are measured in laboratories: doors of all widths, and a ring that is more and more crowded.
#pragma once

#include "wayfield/crowd.h"

typedef struct wfPeopleDef
{
	bool onFoot;
	double radius; // of everybody
	uint64_t seed;
	bool ( *goesOn )( void ); // may be null
} wfPeopleDef;

// One door, passed by a crowd that waits before it.
typedef struct wfDoorFigures
{
	double flow;	// people per metre and second, while the middle three fifths of them pass
	double density; // people per square metre, in the square metre half a metre before the door, at the same time
	double seconds; // until all have passed
	int32_t people, passed;
} wfDoorFigures;

wfResult wfMeasureDoor( const wfPeopleDef* def, double width, wfDoorFigures* figures, wfError* error );

// A ring in which all go the same way, at a density.
typedef struct wfRingFigures
{
	double density; // people per square metre
	double speed;	// mean, along the ring
	double spread;	// of the means of single people
	int32_t people;
} wfRingFigures;

wfResult wfMeasureRing( const wfPeopleDef* def, double density, wfRingFigures* figures, wfError* error );

// Weidmann's speed for a density, m/s.
double wfGetWeidmannSpeed( double density );

// Parts of these.
// A number of a stream, in [0, 1).
double wfDrawForPeople( const wfPeopleDef* def, uint64_t person, uint64_t counter );
// Its speed is drawn: 1.34 m/s on average, as in Weidmann's collection.
wfResult wfAddPerson( wfCrowd* crowd, const wfPeopleDef* def, wfGaitId gait, int32_t number, wfVec2 place, double heading,
					  const wfStop* stops, int32_t stopCount, wfAtEnd atEnd, wfError* error );
wfResult wfAddWallBox( wfWorld* world, wfVec2 lower, wfVec2 upper, wfError* error );
