// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Formations for the tests of groups.
#pragma once

#include "test.h"
#include "wayfield/formation.h"

#include <math.h>
#include <string.h>

#define COUNT_OF( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

// The k-th of random places in a square around the origin.
wfVec2 randomPlace( uint64_t seed, int32_t k, double side );
// Between the two nearest, by a look at all pairs.
double leastDistance( const wfVec2* points, int32_t count );
// All kinds that have slots, each with several settings; false when there are no more. Drawings are in static storage.
bool nextFormation( int32_t* number, wfFormationDef* def );
void checkMeanIsOrigin( const wfVec2* slots, int32_t count );

void testDrawnFormations( int argc, char** argv );
void testFolding( int argc, char** argv );
void testAssignment( int argc, char** argv );
