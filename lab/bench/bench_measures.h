// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Single figures with the bars they are to keep, as the benchmarks of crowds print them.
#pragma once

#include "bench.h"

#define WF_MAX_MEASURES 64

typedef struct wfMeasure
{
	char name[40], measure[56];
	double value;
	const char* unit;
	double document, implementation; // what others need for it; not a number: not told
	double most, least;				 // the bar, the same
} wfMeasure;

typedef struct wfMeasures
{
	const wfBench* base;
	wfWorkers* pair; // two threads
	wfMeasure items[WF_MAX_MEASURES];
	int32_t count;
	bool references; // the figures of others are shown
	wfError error;
} wfMeasures;

// Two threads besides the one that asks.
wfResult wfMeasures_Begin( wfMeasures* measures, const wfBench* base, bool references );
// A figure without a bar: set it afterwards. The last one is used again once there are too many.
wfMeasure* wfMeasures_Add( wfMeasures* measures, const char* name, const char* measure, double value, const char* unit );
// Prints all, or what went wrong, and gives the threads back. Returns the exit code.
int wfMeasures_End( wfMeasures* measures, wfResult result );
