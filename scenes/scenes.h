// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Generated worlds, written once for tests, benchmarks and the command line. They stand on the public headers alone, and the same
// kind, size and seed give the same world on every machine.
#pragma once

#include "wayfield/world.h"

typedef enum wfSceneKind
{
	wf_openScene,	   // nothing but the border
	wf_roomsScene,	   // rooms of 20 to 40 cells by splitting halls: walls of one cell, a door of three cells in each
	wf_blocksScene,	   // open ground with rectangles on it
	wf_labyrinthScene, // corridors of eight cells, with loops
	wf_mazeScene,	   // corridors of one cell without loops: one way only between any two places
	wf_sceneKindCount
} wfSceneKind;

typedef struct wfSceneDef
{
	wfSceneKind kind;
	int32_t size; // cells of each side, 8 to 16384; a cell is one metre
	uint64_t seed;
} wfSceneDef;

const char* wfDescribeScene( wfSceneKind kind );

// One byte per cell, row 0 at the bottom, 1: obstacle; `size` squared of them. Free with free(). Null when out of memory or with
// a size out of range.
uint8_t* wfGenerateScene( const wfSceneDef* def );

// The same as a world of `size` metres squared.
wfResult wfCreateScene( const wfSceneDef* def, wfWorld** world, wfError* error );

// `count` cells of the grid's largest component, drawn at random.
wfResult wfPickCells( const wfGrid* grid, uint64_t seed, int32_t* cells, int32_t count );
