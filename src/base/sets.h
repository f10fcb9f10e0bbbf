// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Sets of numbers as a forest: each points to a smaller one of its set, the smallest to itself.
#pragma once

#include <stdbool.h>
#include <stdint.h>

static inline int32_t wfFindRoot( int32_t* parent, int32_t i )
{
	while ( parent[i] != i )
	{
		parent[i] = parent[parent[i]];
		i = parent[i];
	}
	return i;
}

// False when they were one already.
static inline bool wfJoinSets( int32_t* parent, int32_t a, int32_t b )
{
	a = wfFindRoot( parent, a );
	b = wfFindRoot( parent, b );
	if ( a == b )
	{
		return false;
	}
	parent[a > b ? a : b] = a > b ? b : a;
	return true;
}
