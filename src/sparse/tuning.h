// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The numbers of this module that could be others, each with its unit and reason.
#pragma once

// Of a planner's progress: ordering and analysis are about the first third of the work.
#define WF_ANALYSIS_SHARE 0.3
// Goals. Above this many nodes a goal is solved with a factor of its own: weighing sources grows with the cube of their number.
#define WF_MOST_SOURCES 384
// Fewer places than this enclose none.
#define WF_LEAST_ENCLOSING 3
// Places that one worker takes at a time.
#define WF_PLACES_PER_TASK 2048
// Relative residuals up to which a field counts as converged, and beyond which it is refused.
#define WF_CONVERGED_RESIDUAL 1e-9
#define WF_WRONG_RESIDUAL 1e-6
// The same for factors in single precision.
#define WF_CONVERGED_SINGLE 1e-5
#define WF_WRONG_SINGLE 1e-3

// -------------------------------------------------------------------------------------------------------------------- factor.c
// An update is kept for edits where computing it again would cost more than this many multiply-adds.
#define WF_KEEP_OPERATIONS 100000.0
// And more than this part of the whole factorisation: an edit of open ground computes a fifth of it again anyway.
#define WF_KEEP_SHARE 1000.0
// Subtrees handed to the workers as one piece are at most this part of all the work.
#define WF_PIECES_PER_WORKER 24

// --------------------------------------------------------------------------------------------------------------------- parts.c
// Subtrees that are not kept have at least this part of the factor's numbers: smaller ones take hardly any memory.
#define WF_SMALLEST_PIECE 4096

// ------------------------------------------------------------------------------------------------------------------ refactor.c
// What a front costs besides its multiply-adds, in these.
#define WF_FRONT_OVERHEAD 2000.0

// --------------------------------------------------------------------------------------------------------------------- front.c
// Columns of an update that are stored as one strip, without the rows above it, and that one worker takes at a time; a power of
// two. And the size from which sharing a front pays.
#define WF_STRIP 32
#define WF_SHARED_OPERATIONS 2e6
// Products of entries above this are within the range of double.
#define WF_SMALL_ENTRY 1e-140
// Fronts of fewer numbers are simply tried; in others an entry that is expected below this is taken as too small for double.
#define WF_FORESEEN_SIZE 32768.0
#define WF_FORESEEN_ENTRY 1e-250
// Entries above this have lost nothing that counts to products below the range of double.
#define WF_SAFE_ENTRY 1e-270

// ---------------------------------------------------------------------------------------------------------------- front_wide.c
// Numbers from 2^this on are as good without an exponent of their own.
#define WF_PLAIN_EXPONENT ( -960 )
// Pivots whose columns are in the same units. More make adding up their products cheaper, but span more powers of two.
#define WF_PANEL 256

// ---------------------------------------------------------------------------------------------------------------- front_keep.c
// Numbers from here on keep all digits of a float.
#define WF_LEAST_SINGLE 0x1p-120
#define WF_PLAIN_SINGLE_EXPONENT ( -120 )

// --------------------------------------------------------------------------------------------------------------------- solve.c
// Fewer unknowns than this are not worth waking workers for.
#define WF_SHARED_UNKNOWNS 8192
