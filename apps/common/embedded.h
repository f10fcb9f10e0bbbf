// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Files that are built into the programs so that these run wherever they are installed: those of scenarios/ (cmake/embed.cmake),
// and the page of replay/ (cmake/replay_page.cmake).
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

// HTML with gaps: {{title}}, {{summary}}, {{data}}, in this order.
extern const char wf_replayPage[];
