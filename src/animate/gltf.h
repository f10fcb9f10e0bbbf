// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// glTF while it is put together: lists of the JSON, and the parts of the buffer.
#pragma once

#include "animate/animate.h"

// Of shirts.
#define WF_SHIRTS 10

// Parts of the one buffer.
typedef enum wfView
{
	wf_vertexView,
	wf_indexView,
	wf_bindView,
	wf_keyView,
	wf_viewCount
} wfView;

// Figures of one size.
typedef struct wfBuild
{
	double legLength, stature;
	int32_t vertices;		   // accessor of the places, those of normals, joints and weights follow
	int32_t indices;		   // of the first part, the others follow
	int32_t bind;			   // accessor of the inverse bind matrices
	int32_t meshes[WF_SHIRTS]; // -1: not used
} wfBuild;

typedef struct wfGltf
{
	wfText views[wf_viewCount];
	// Lists of the JSON, without their brackets, and how many are in them.
	wfText nodes, roots, skins, meshes, accessors, samplers, channels;
	int32_t nodeCount, skinCount, meshCount, accessorCount, samplerCount, channelCount;
	WF_ARRAY( wfBuild ) builds;
	double seconds;
} wfGltf;

// A key and a list; with so many digits behind the point, 0: the shortest that read back as the same.
void wfPutNumbers( wfText* list, const char* key, const double* values, int32_t count, int32_t digits );
// Put everything together and write it.
wfResult wfGltf_Write( const wfGltf* gltf, const wfCast* cast, const char* path, bool binary, wfError* error );
