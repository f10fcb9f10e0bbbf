// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "wayfield/crowd.h"

// A box as a wall.
wfResult hashAddWall( wfWorld* world, wfVec2 lower, wfVec2 upper );

// All print lines with hashes of every bit of what they computed.
wfResult hashFields( void );
wfResult hashCrowds( void );
wfResult hashGroups( void );
wfResult hashSurfaces( void );
