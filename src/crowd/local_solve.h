// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Relaxation of many local maps at once: lane k of every vector belongs to agent k of the batch. Arithmetic is the same in every
// lane and on every SIMD level (no fused operations), so an agent's result depends neither on its batch nor on the machine.
#pragma once

#include "base/base.h"

// Agents in a batch, whatever the vector width: two AVX2 vectors side by side hide the latency of Gauss-Seidel's chain.
#define WF_LOCAL_LANES 16

// Maps of one size. All arrays have size * size cells of WF_LOCAL_LANES floats, 64-byte aligned, row 0 first (south).
// A relaxed cell becomes  weight * ( east * q_e + west * q_w + north * q_n + south * q_s ) (+ source), the border ring stays.
typedef struct wfLocalBatch
{
	int32_t size;		 // n
	float* q;			 // start values in, solution out; border and obstacles 0, goal cells 1
	const float* weight; // 1 / (4 + screening), 0 in obstacle cells
	const float* goals;	 // 1 in goal cells inside of the ring, else 0; null where no lane has any
	float east[WF_LOCAL_LANES]; // 1 - eps v.x / 2
	float west[WF_LOCAL_LANES];
	float north[WF_LOCAL_LANES]; // 1 - eps v.y / 2
	float south[WF_LOCAL_LANES];
} wfLocalBatch;

// Over-relaxation, red cells then black ones. The weights are those above; omega is applied inside. 0 iterations: the default.
void wfLocalRelaxSor( wfLocalBatch* batch, int32_t iterations );
// Row by row from the south-west, as in the sources.
void wfLocalRelaxGaussSeidel( wfLocalBatch* batch, int32_t iterations );
// Until nothing changes by more than a few units in the last place: the reference for accuracy, in double, one lane.
void wfLocalSolveExactly( const wfLocalBatch* batch, int32_t lane, double* q );

// Iterations that keep the direction at the centre within a degree (95th percentile).
int32_t wfLocalDefaultIterations( int32_t size );

// Start values for a map that turns with the guide: the harmonic solution of the empty map of that size whose goal is the middle
// of the east border and its two neighbours; size * size floats, the same for every agent. Kept for the life of the program by
// the caller: wfLocalMakeStart fills `start`.
void wfLocalMakeStart( int32_t size, float* start );
