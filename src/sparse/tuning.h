// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The numbers of this module that could be others, each with its unit and reason.
#pragma once

// Of a planner's progress: ordering and analysis are about the first third of the work.
#define WF_ANALYSIS_SHARE 0.3

// Goals. Above this many nodes a goal is solved with a factor of its own: weighing sources grows with the cube of their number.
#define WF_GOAL_RIM_LIMIT 192

// Places that one worker takes at a time.
#define WF_PLACES_PER_TASK 2048

// Relative residuals up to which a field counts as converged, and beyond which it is refused.
#define WF_CONVERGED_RESIDUAL 1e-9
#define WF_WRONG_RESIDUAL 1e-6
