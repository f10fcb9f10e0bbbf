// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// JSON and other text, gathered in memory so that it is printed or written whole or not at all.
#pragma once

#include "base/text.h"

// To stdout, and frees it. Returns an exit code.
int wfText_Print( wfText* text );
// To a file, whole or not at all.
void wfText_Write( wfText* text, const char* path );

#define WF_JSON_MAX_DEPTH 16

// Writes into a text. `key` is null inside of lists and at the top.
typedef struct wfJsonOut
{
	wfText* text;
	int32_t depth;
	bool hasItems[WF_JSON_MAX_DEPTH];
	bool onOneLine[WF_JSON_MAX_DEPTH];
	bool isList[WF_JSON_MAX_DEPTH];
} wfJsonOut;

wfJsonOut wfMakeJsonOut( wfText* text );
void wfJsonOut_BeginObject( wfJsonOut* json, const char* key );
// The same, its content on one line.
void wfJsonOut_BeginRow( wfJsonOut* json, const char* key );
void wfJsonOut_BeginList( wfJsonOut* json, const char* key );
// Ends whatever was begun last; after the outermost one comes a line end.
void wfJsonOut_End( wfJsonOut* json );
// Numbers are written so that reading them gives the same bits; what JSON has no number for (NaN, infinity) becomes null.
void wfJsonOut_Number( wfJsonOut* json, const char* key, double value );
void wfJsonOut_Integer( wfJsonOut* json, const char* key, int64_t value );
void wfJsonOut_Bool( wfJsonOut* json, const char* key, bool value );
void wfJsonOut_String( wfJsonOut* json, const char* key, const char* value );
void wfJsonOut_Point( wfJsonOut* json, const char* key, double x, double y );
// A list of numbers on one line.
void wfJsonOut_Numbers( wfJsonOut* json, const char* key, const double* values, int32_t count );
