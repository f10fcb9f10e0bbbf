// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What all work with slots shares: checks, order, their mean.
#pragma once

#include "wayfield/formation.h"

// Fills the error (null is allowed) and gives wf_outOfRange.
wfResult wfRefuseSlots( wfError* error, const char* field, const char* format, ... )
#if defined( __GNUC__ )
	__attribute__( ( format( printf, 3, 4 ) ) )
#endif
	;
// Numbers within WF_FARTHEST_PLACE, or the first that is none is named.
wfResult wfCheckPlaces( const char* field, const wfVec2* places, int32_t count, wfError* error );

// Whether place a comes before place b. A strict order of all places: equal ones by their numbers.
typedef bool wfIsPlaceBefore( const wfVec2* places, int32_t a, int32_t b );
// The numbers of places in that order; `work` holds as many. n log n.
void wfSortSlots( const wfVec2* places, int32_t count, wfIsPlaceBefore* isBefore, int32_t* order, int32_t* work );
// From front to back; of those side by side first the one in the middle.
bool wfIsSlotInFront( const wfVec2* slots, int32_t a, int32_t b );

// Moves the mean to the origin; where it was comes back.
wfVec2 wfCenterSlots( wfVec2* slots, int32_t count );

// ------------------------------------------------------------------------------------------------------------ drawings
// All of a checked def; slots are not centred yet.

wfResult wfMakeCurveSlots( const wfFormationDef* def, int32_t count, wfVec2* slots, wfError* error );
wfResult wfMakeListSlots( const wfFormationDef* def, int32_t count, wfVec2* slots, wfError* error );
wfResult wfMakeOutlineSlots( const wfFormationDef* def, int32_t count, wfVec2* slots, wfError* error );
