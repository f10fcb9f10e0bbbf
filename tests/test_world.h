// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of the world share.
#pragma once

#include "test.h"
#include "wayfield/world.h"
#include "world/grid.h"

void runShapeTests( int argc, char** argv );
void runDistanceTests( int argc, char** argv );
void runGridTests( int argc, char** argv );
void runEditTests( int argc, char** argv );
void runChoiceTests( int argc, char** argv );
void runPassageTests( int argc, char** argv );

wfWorld* makeWorld( double width, double height );
wfGrid* makeGrid( const wfWorld* world, double cellSize, double radius );

wfShapeDef boxDef( double x, double y, double halfX, double halfY, double angle );
wfShapeDef discDef( double x, double y, double radius );
wfShapeDef lineDef( const wfVec2* points, int32_t count, double radius );
wfShapeDef polygonDef( const wfVec2* points, int32_t count );
wfShapeDef imageDef( const uint8_t* cells, int32_t width, int32_t height, double x, double y, double pixelSize );
wfShapeId addShape( wfWorld* world, wfShapeDef def, wfShapeRole role );

// A random number in [low, high), the next one of a sequence.
double randomIn( uint64_t* state, double low, double high );
// A random point in a box. Coordinates are drawn one after the other: in an argument or initializer list the order would be up to
// the compiler, and each would test other worlds.
wfVec2 randomPoint( uint64_t* state, double lowX, double highX, double lowY, double highY );
// A random box around a point.
wfShapeDef randomBoxDef( uint64_t* state, wfVec2 center, double lowHalf, double highHalf );
// Add some random shape of random kind and role within the world.
wfShapeId addRandomShape( wfWorld* world, uint64_t* state );

// True when all cells of two grids are the same, bit for bit.
bool gridsAreEqual( const wfGrid* a, const wfGrid* b );
