// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// XML as a tree of elements in which every one knows its place in the text, by expat. Attributes are dropped, and so is text that
// stands beside elements; document types are refused.
#pragma once

#include "io/reader.h"

#define WF_MAX_XML_DEPTH 64

typedef struct wfXmlNode
{
	struct wfXmlNode* parent;		// null for the root
	struct wfXmlNode *first, *last; // child elements in the order of the text; null: none
	struct wfXmlNode* next;			// of the same parent
	int32_t count;					// of child elements
	size_t position;				// of the opening <
	const char* name;				// without the prefix of a namespace
	const char* text;				// without white space around it; empty where there are children
	size_t textPosition;			// of its first character; `position` where there is none
} wfXmlNode;

typedef struct wfXml
{
	const wfReader* reader;
	wfXmlNode* root;
	struct wfXmlBlock* memory; // of nodes, names and texts
} wfXml;

// Nesting deeper than WF_MAX_XML_DEPTH is refused. A declaration may stand behind comments, as programs that put a notice on top
// of a file write it. Frees itself on failure.
wfResult wfXml_Parse( const wfReader* reader, wfXml* xml );
void wfXml_Free( wfXml* xml );

// The first child of that name, null: none.
const wfXmlNode* wfXml_Find( const wfXmlNode* node, const char* name );
// "root.agent[2].position.x", without the root, cut at the front when too long. Elements that are alone carry no index.
void wfXml_Path( const wfXmlNode* node, char* buffer, size_t capacity );
// Fail at an element. `child`, may be null, is added to the path.
wfResult wfXml_FailWith( const wfReader* reader, const wfXmlNode* node, const char* child, wfResult result, const char* format,
						 va_list arguments ) __attribute__( ( format( printf, 5, 0 ) ) );
