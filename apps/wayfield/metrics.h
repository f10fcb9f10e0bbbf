// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What `wayfield metrics` measured, for its report and its curves.
#pragma once

#include "json_out.h"
#include "options.h"
#include "wayfield/io.h"
#include "wayfield/picture.h"

// Of recordings in one call.
#define WF_MAX_RECORDINGS 16

// How the bodies of a recording are known.
typedef enum wfMeasuredBodies
{
	wf_withoutSize,	   // not at all: no overlaps can be told
	wf_takenAsRound,   // by --radius
	wf_withoutHeading, // not all that are not round: of these the circle inside counts
	wf_asRecorded
} wfMeasuredBodies;

// One recording and what was measured in it.
typedef struct wfMeasured
{
	const char* file;
	const char* label;			 // in tables and legends
	wfTrajectories trajectories; // of several recordings only as long as they are measured
	wfScenario scenario;		 // its world may be null
	wfScenario given;			 // of --world, where the recording has walls of its own: for its goals
	wfSurfaceScene surface;		 // of a recording with heights; its mesh may be null
	wfMetrics* metrics;
	wfMetricsReport report;
	wfCircleReport circles; // of those on foot; agents 0: there are none
	wfFundamentalPoint* points;
	int64_t pointCount;
	wfSeriesPoint* series;
	int64_t seriesCount;
	wfJourney* journeys; // of those who arrived, or left where no arrivals are known
	int64_t journeyCount;
	double meanTravel;		   // seconds
	double fromTime, tillTime; // of the first and the last frame
	double fps;
	bool hasArrivals; // in the file
	wfMeasuredBodies bodies;
} wfMeasured;

typedef struct wfMeasuredList
{
	wfMetricsDef def; // without what is of one recording alone
	wfMeasured items[WF_MAX_RECORDINGS];
	int32_t count;
} wfMeasuredList;

// ------------------------------------------------------------------------------------------------------------- report

// `asPair`: the second is put beside the first, as `--against` has it.
int wfPrintMeasuredAsJson( const wfMeasuredList* list, bool asPair );
void wfAddMeasuredAsColumns( wfText* text, const wfMeasuredList* list );
// A row for each recording.
void wfAddMeasuredAsRows( wfText* text, const wfMeasuredList* list );
// All figures as CSV, a row for each recording.
void wfWriteMeasured( const char* path, const wfMeasuredList* list );

// -------------------------------------------------------------------------------------------------------------- curves

// A field of a CSV row, in quotes where it needs them.
void wfAddCsvField( wfText* text, const char* field );
// A comma and the number; what is not known is an empty field.
void wfAddCsvValue( wfText* text, double value );

// Each to a .csv, .svg or .png.
// People across each line over time; `aligned`: from each one's first crossing on.
void wfWriteCrossings( const char* path, const wfMeasuredList* list, bool aligned );
void wfWriteSeries( const char* path, const wfMeasuredList* list );
void wfWriteArrivals( const char* path, const wfMeasuredList* list );
