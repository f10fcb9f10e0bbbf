// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The header of a PLY file: elements, each with so many items of the same properties.
#pragma once

#include "io/mesh_reader.h"

typedef enum wfPlyType
{
	wf_plyInt8,
	wf_plyUint8,
	wf_plyInt16,
	wf_plyUint16,
	wf_plyInt32,
	wf_plyUint32,
	wf_plyFloat,
	wf_plyDouble,
	wf_plyTypeCount
} wfPlyType;

typedef enum wfPlyEncoding
{
	wf_plyText,
	wf_plyLittleEndian,
	wf_plyBigEndian
} wfPlyEncoding;

typedef struct wfPlyProperty
{
	wfWord name;
	wfPlyType type;
	wfPlyType countType;
	bool isList;
} wfPlyProperty;

typedef struct wfPlyElement
{
	wfWord name, countWord;
	int64_t count;
	int32_t firstProperty, propertyCount;
} wfPlyElement;

typedef struct wfPlyHeader
{
	wfPlyEncoding encoding;
	WF_ARRAY( wfPlyElement ) elements;
	WF_ARRAY( wfPlyProperty ) properties; // of all elements in turn
} wfPlyHeader;

// In bytes.
size_t wfPlyType_GetSize( wfPlyType type );
// Free it also after a failure. Counts were compared with the bytes that follow.
void wfPlyHeader_Read( wfMeshReader* in, wfPlyHeader* header );
void wfPlyHeader_Free( wfPlyHeader* header );
// Null when there is no such element.
const wfPlyElement* wfPlyHeader_FindElement( const wfPlyHeader* header, const char* name );
// The number of the property within its element, -1 when there is none of these names (a list that ends with null).
int32_t wfPlyHeader_FindProperty( const wfPlyHeader* header, const wfPlyElement* element, bool isList, const char* const* names );
