// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "test_crowd.h"
#include "wayfield/groups.h"

// `count` agents in rows of `rows`, the first at (x, y), 1.2 m apart, and a group of them with slots as far apart.
wfGroupId addGroup( wfCrowd* crowd, wfFormationKind kind, double x, double y, int32_t count, int32_t rows );
wfResult orderTo( wfCrowd* crowd, wfGroupId group, wfGroupOrderKind kind, double x, double y );
int32_t countGroupEvents( const wfCrowd* crowd, wfGroupEventKind kind );
// Ticks until everybody stands or the time is over, and nobody overlaps anybody or a wall. How often such an event was told.
int32_t runGroups( wfCrowd* crowd, double seconds, wfGroupEventKind kind );
