// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the thunks include, and what the package adds to the library.
#pragma once

#include "wayfield/animate.h"
#include "wayfield/io.h"
#include "wayfield/wayfield.h"

// Surfaces by name can be asked for in what is read with this def.
void wfJs_AddSurfaces( wfReadDef* def );
