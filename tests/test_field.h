// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Small worlds for the tests of fields.
#pragma once

#include "test.h"
#include "wayfield/field.h"

typedef struct Scene
{
	wfWorld* world;
	wfGrid* grid;
} Scene;

// From a picture in characters, first line on top: '#' is wall, anything else free. Cells of one metre unless `cell` says
// otherwise.
Scene sceneFromText( const char* text, double cell );
// Random cells blocked with the given share.
Scene sceneRandom( int32_t width, int32_t height, double blocked, uint64_t seed );
// Free of walls but for the border.
Scene sceneOpen( int32_t width, int32_t height, double cell );
// One corridor folded up: corridors of `wide` cells, `count` of them, each `length` long.
Scene sceneSerpentine( int32_t wide, int32_t count, int32_t length );
void sceneFree( Scene* scene );

// A free cell, picked by seed.
int32_t pickFreeCell( const wfGrid* grid, uint64_t seed );

// The hash of all values of a field.
uint64_t hashField( const wfField* field );
// The largest relative difference between the values of two fields on equal grids; infinity where one is 0 and the other not.
double compareFields( const wfField* a, const wfField* b );

void runAccuracyTests( int argc, char** argv );
void runPathTests( int argc, char** argv );
void runSolvedPathTests( int argc, char** argv );
void runRelaxTests( int argc, char** argv );
void runMemoryTests( int argc, char** argv );
void runCenterTests( int argc, char** argv );
