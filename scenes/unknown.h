// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Generated worlds to be explored: those of the papers' experiments, at random. 96 x 64 cells of a metre; the same kind and seed
// give the same world on every machine.
#pragma once

#include "wayfield/world.h"

typedef enum wfUnknownKind
{
	wf_houseUnknown, // a corridor with four rooms on either side, doors of four cells, some furniture
	wf_hallUnknown,	 // 14 pillars
	wf_partyUnknown, // four rooms with 30 people who stand, of 2 x 2 cells
	wf_unknownKindCount
} wfUnknownKind;

#define WF_UNKNOWN_WIDTH 96
#define WF_UNKNOWN_HEIGHT 64

const char* wfDescribeUnknown( wfUnknownKind kind );

// One byte per cell, row 0 at the bottom, 1: obstacle.
void wfGenerateUnknown( wfUnknownKind kind, uint64_t seed, uint8_t* cells );

// The same as a world.
wfResult wfCreateUnknown( wfUnknownKind kind, uint64_t seed, wfWorld** world, wfError* error );
