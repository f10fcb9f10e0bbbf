// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of the RiMEA guideline share: a scenario run to its end with a seed, doors closed, people faster or fewer; when
// each of its people set out, passed and arrived; densities and speeds in places.
#pragma once

#include "experiment_crowd.h"

typedef struct wfEvacuationDef
{
	uint64_t seed;		  // 0: that of the file
	int32_t people;		  // in all; 0: as the file says
	bool onFoot;		  // all of them
	const char* closed;	  // path of a list of boxes of the experiment that are obstacles from the beginning; null: none
	double speed, radius; // factors on those of everybody; 0: 1
	bool atOnce;		  // nobody reacts late
	double from, until;	  // seconds between which area and lines of the scenario's run are measured; until 0: to the end. It ends
						  // there
} wfEvacuationDef;

typedef struct wfEvacuation
{
	bool fits;				// false: so many have no room, and nothing was run
	wfCrowdWalks walks;		// of everybody, by serial, one place a tick, also of those on foot; without footsteps
	wfMetricsReport report; // of discs
	wfCircleReport circles; // of those on foot
	double last;			// arrival of the last, or the end of the run
} wfEvacuation;

wfEvacuation wfTrial_Evacuate( wfTrial* run, const wfEvacuationDef* def );
void wfEvacuation_Free( wfEvacuation* evacuation );
// The mean over seeds 1 to `count` of a figure of one run.
typedef struct wfMean
{
	double sum, square, least, largest;
	int32_t count;
} wfMean;
void wfMean_Add( wfMean* mean, double value );
double wfMean_Get( const wfMean* mean );		  // not a number without any
double wfMean_GetDeviation( const wfMean* mean ); // of single values

// When an agent passed a point along the way from a to b, at its foot `share` of the way, for the first time; infinite if never.
double wfAgentWalk_GetPassing( const wfAgentWalk* walk, double tickSeconds, wfVec2 a, wfVec2 b, double share );
// When it was first farther from its first place than this, at the beginning of the tick; infinite if never.
double wfAgentWalk_GetSetOut( const wfAgentWalk* walk, double tickSeconds, double farther );
// Whether it was ever in a box, and whether it ended there.
bool wfAgentWalk_WasIn( const wfAgentWalk* walk, wfBox2 box );
bool wfAgentWalk_EndsIn( const wfAgentWalk* walk, wfBox2 box );
// Persons per square metre and their mean speed in a box between two times, by ticks.
typedef struct wfLocalFlow
{
	double density, speed; // the speed is not a number where nobody was
} wfLocalFlow;
wfLocalFlow wfCrowdWalks_MeasureBox( const wfCrowdWalks* walks, wfBox2 box, double from, double until );
// "[x0, y0, x1, y1]" of the experiment.
wfBox2 wfTrial_GetBox( wfTrial* run, const char* path );
// The boxes of a list of the experiment become obstacles.
void wfTrial_CloseDoors( wfTrial* run, wfWorld* world, const char* list );
// Where everybody is at a time, with the trails of the seconds before, coloured by speed. Does nothing where no picture is asked.
void wfTrial_DrawEvacuation( wfTrial* run, const char* suffix, const char* title, const wfEvacuation* evacuation, double time,
							 double seconds );
// Curves on linear axes.
void wfTrial_DrawCurves( wfTrial* run, const char* suffix, const char* xLabel, const char* yLabel, const wfPlotSeries* series,
						 int32_t count );
