// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Rows to columns at the least total cost, by a table of costs.
#pragma once

#include "base/base.h"

#define WF_NO_COST INT64_MAX // not to be assigned

typedef struct wfCostTable
{
	int32_t rows, columns;
	const int64_t* costs; // row by row
	int32_t* columnOf;	  // result, by row; -1: none is left for it
} wfCostTable;

// As many rows as possible, at the least cost. Rows cubed times columns at most.
wfResult wfAssignByCost( const wfCostTable* table );
