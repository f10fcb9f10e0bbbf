// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The part of YAML that ROS maps are written in: "key: value" lines, plain and quoted values, lists in brackets or with dashes,
// comments. All else is refused by name.
#pragma once

#include "io/reader.h"

#define WF_MAX_YAML_ENTRIES 16
#define WF_MAX_YAML_ITEMS 8

typedef struct wfYamlScalar
{
	size_t position;
	const char* text; // inside of the quotes, escapes not yet decoded
	size_t length;
	char quote; // ", ' or 0
} wfYamlScalar;

typedef struct wfYamlEntry
{
	wfYamlScalar key;
	wfYamlScalar items[WF_MAX_YAML_ITEMS]; // one, unless it is a list
	int32_t count;
	bool list;
} wfYamlEntry;

typedef struct wfYaml
{
	const wfReader* reader;
	size_t at;
	wfYamlEntry entries[WF_MAX_YAML_ENTRIES];
	int32_t count;
} wfYaml;

// Keys twice are refused; which keys there are is for the caller to check.
wfResult wfYaml_Parse( const wfReader* reader, wfYaml* yaml );
const wfYamlEntry* wfYaml_Find( const wfYaml* yaml, const char* key );
// Decode a value into a buffer of at least length + 1 bytes; the length of the result.
wfResult wfYaml_Decode( const wfReader* reader, const wfYamlScalar* scalar, char* buffer, size_t* length );
