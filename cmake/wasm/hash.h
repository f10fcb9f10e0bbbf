// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "wayfield/crowd.h"

// All print lines with hashes of every bit of what they computed.
wfResult hashFields( void );
wfResult hashCrowds( void );
wfResult hashSurfaces( void );
