// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of metrics share: tiny trajectories written down frame by frame.
#pragma once

#include "test.h"
#include "wayfield/metrics.h"

// One frame of `count` agents with the serials 1, 2, ...; radii and modes may be null.
wfResult addPlaces( wfMetrics* metrics, double time, const wfVec2* places, int32_t count, const float* radii,
					const uint8_t* modes );

// Checks that it could be made.
wfMetrics* makeMetrics( const wfMetricsDef* def );

// The report after which the metrics are gone.
wfMetricsReport endMetrics( wfMetrics* metrics );

// Rows sorted by frame, then id; the rows are not copied.
wfTrajectories asTrajectories( wfTrajectoryRow* rows, int64_t count, double fps );

void runAreaTests( int argc, char** argv );
void runSeriesTests( int argc, char** argv );
void runRecordingTests( int argc, char** argv );
void runSurfaceTests( int argc, char** argv );
void runCircleTests( int argc, char** argv );
void runRealTests( int argc, char** argv );
void runCommandTests( int argc, char** argv );
