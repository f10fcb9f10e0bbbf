// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Figures of benchmarks that have no reference in the same run: a table, or JSON, with the bars that they are to keep.
#pragma once

#include "bench.h"

#define WF_MAX_MEASURES 96

// A figure with the bar it is to keep.
typedef struct wfMeasure
{
	char name[40], measure[56];
	double value;
	const char* unit;
	double document, implementation; // what others need for it; not a number: not known
	double most, least;				 // the bar, the same
} wfMeasure;

typedef struct wfMeasures
{
	const wfBench* base;
	wfWorkers* pair; // two threads
	wfMeasure items[WF_MAX_MEASURES];
	int32_t count;
	bool references; // the figures of others are shown
} wfMeasures;

// With two threads besides the one that asks.
void wfBeginMeasures( wfMeasures* measures, const wfBench* base, bool references );
// Bars that are not numbers are none. The last one is used again once there are too many.
wfMeasure* wfMeasures_Add( wfMeasures* measures, const char* name, const char* measure, double value, const char* unit,
						   double most, double least );
// "annulus 1000", and what is being done on a terminal. The name stays until the next one.
const char* wfNameCase( const char* scene, int32_t agents, const char* what );
// Prints all of them. Returns an exit code.
int wfMeasures_End( wfMeasures* measures );
