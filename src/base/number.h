// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Numbers as text, with a decimal point in every locale.
#pragma once

#include "base/base.h"

typedef enum wfNumberKind
{
	wf_notNumber,
	wf_finiteNumber,
	wf_hugeNumber // beyond what a double holds
} wfNumberKind;

// A decimal number that takes up all of the text: sign, digits with a point somewhere, exponent.
WF_EDGE_API wfNumberKind wfParseNumber( const char* text, size_t length, double* value );
// Digits with an optional sign, saturating at +-WF_MAX_INTEGER.
#define WF_MAX_INTEGER 100000000000000000ll
WF_EDGE_API bool wfParseInteger( const char* text, size_t length, int64_t* value );

// The shortest decimal that reads back as the same number. `whole`: what stands behind whole numbers, "" or ".0".
typedef struct wfNumberText
{
	char text[40];
} wfNumberText;
WF_EDGE_API wfNumberText wfFormatShortest( double value, const char* whole );
