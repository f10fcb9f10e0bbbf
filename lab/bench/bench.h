// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Benchmarks: what was measured, row by row, against a reference of the same run on the same machine.
#pragma once

#include "command.h"
#include "wayfield/io.h"
#include "wayfield/picture.h"

#include <stdbool.h>

struct wfText;

#define WF_MAX_BENCH_ROWS 1024
#define WF_MAX_BENCH_FILES 32

typedef struct wfBenchRow
{
	char name[48]; // of the case
	char measure[64];
	double referenceSeconds;   // not a number: there is none
	bool referenceCut;		   // the reference was stopped: it takes longer than this, the ratio is a lower bound
	int64_t referenceArriving; // cells from which the reference leads to the goal; -1: not known
	int64_t referenceFlat;	   // the same: flat cells of the reference
	double seconds;
	double leastRatio;	// the bar, 0: none
	double mostSeconds; // the same
	int64_t cells;		// reachable; -1: not known, as with those below
	int64_t arriving, flat;
	double residual; // not a number: not known
	double bytes;
	double lengthRatio, clearance;
	double mostLengthRatio; // a bar, 0: none
	int64_t touches, walks; // paths that touch an obstacle, and all of them; -1: not known. None may touch
	const char* things;		// what `cells` counts; null: cells
	const char* reference;	// its name, where there are several; null: the benchmark has one alone
	double plannerSeconds;	// made before; not a number: not known
} wfBenchRow;

typedef struct wfBench
{
	bool json, quick, growth, geodesics;
	int32_t threads, limit;
	int32_t agents, size, precise; // of `flow`; precise: 0 for single precision, 1 for double
	const char* plot;
	const char* files[WF_MAX_BENCH_FILES]; // meshes of `surfaces`
	int32_t fileCount;
	wfWorkers* workers;
	wfBenchRow rows[WF_MAX_BENCH_ROWS];
	int32_t rowCount;
} wfBench;

// A row with nothing known but its name; the last row is used again once there are too many.
wfBenchRow* wfBench_AddRow( wfBench* bench, const char* name, const char* measure );
void wfBenchRow_SetReport( wfBenchRow* row, const wfFieldReport* report );
// What is being done, on a terminal.
void wfBench_ReportProgress( const char* name, const char* what );

// The clock of the measurements: processor time while there is one thread, so that other programs on the machine do not count,
// else time as it passes.
double wfBench_GetSeconds( const wfBench* bench );

// A short measurement, made several times and taken at its best:
//
//     wfTiming timing = wfBeginTiming( bench, 9, 0.5 );
//     while ( wfTiming_Again( &timing ) )
//     {
//         what is measured
//         wfTiming_Stop( &timing );
//     }
typedef struct wfTiming
{
	const wfBench* bench;
	int32_t run, most;
	double limit, spent, began, best; // seconds
} wfTiming;

// So often at most, until so many seconds are spent on it; at least twice, unless once takes seconds. Without a bench by time as
// it passes.
wfTiming wfBeginTiming( const wfBench* bench, int32_t most, double seconds );
// Starts the clock, too. Ends the program after Ctrl-C.
bool wfTiming_Again( wfTiming* timing );
// Seconds since the start.
double wfTiming_Get( const wfTiming* timing );
void wfTiming_Stop( wfTiming* timing );

// A map of the folder with real data; false where it is not there.
bool wfBench_ReadMap( const char* name, wfScenario* scenario );
// The centres of cells as goals; the points must stay.
void wfBench_MakeGoals( const wfGrid* grid, const int32_t* cells, int32_t count, wfVec2* points, wfGoalDef* goals );
// Into the file that --plot names; does nothing where it names none.
void wfBench_DrawPlot( const wfBench* bench, const char* title, const char* xLabel, const char* yLabel, bool logarithmic,
					   const wfPlotSeries* series, int32_t count );
// The folder with real data, or null: WAYFIELD_DATA.
const char* wfBench_GetDataFolder( void );

void wfBenchFields( wfBench* bench );
void wfBenchGrowth( wfBench* bench );
void wfBenchPaths( wfBench* bench );
void wfBenchFlow( wfBench* bench );
void wfBenchSurfaces( wfBench* bench );
void wfBenchSurfaceGrowth( wfBench* bench );
void wfBenchGeodesics( wfBench* bench );
// These print their rows themselves and return an exit code.
int wfBenchCrowd( const wfBench* bench );
int wfBenchFootsteps( const wfBench* bench );
int wfBenchGroups( const wfBench* bench );
int wfBenchExplore( const wfBench* bench );

// The rows of `flow` with the references side by side.
void wfBenchFlow_AddTable( const wfBench* bench, struct wfText* text );

// --------------------------------------------------------------------------------------------------------------- parts

// Shortest paths on the grid's cells with steps to the eight neighbours that cut no corners, to compare with.
typedef struct wfAstar wfAstar;
wfAstar* wfCreateAstar( const wfGrid* grid );
// Writes centres of cells from start to goal; returns how many there are, 0 where there is no path, even when larger than the
// capacity. `length` in metres.
int32_t wfAstar_Find( wfAstar* astar, int32_t start, int32_t goal, wfVec2* points, int32_t capacity, double* length );
