// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The files of scenarios/, built into the program (cmake/embed.cmake) so that it runs wherever it is installed.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct wfEmbedded
{
	const char* name; // of the file, for example "building.json"
	const unsigned char* data;
	size_t size;
	bool onMesh; // it has a "mesh" in place of a world
} wfEmbedded;

// By name; the last one has none.
extern const wfEmbedded wf_embeddedScenarios[];

// "park" is the file "park.json"; null where there is none.
const wfEmbedded* wfFindEmbedded( const char* name );
