// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// XML as a tree of elements in which every one knows its place in the text, by expat. Attributes are dropped, and so is text that
// stands beside elements; document types are refused.
#pragma once

#include "io/reader.h"

#define WF_MAX_XML_DEPTH 64

typedef struct wfXmlNode
{
	int32_t parent;				 // -1 for the root
	int32_t first, last, next;	 // child elements in the order of the text; -1: none
	int32_t count;				 // of child elements
	uint32_t position;			 // of the opening <
	uint32_t name, nameLength;	 // in the strings of the tree; without the prefix of a namespace
	uint32_t string, textLength; // the text without white space around it; empty where there are children
	uint32_t textPosition;		 // of its first character; `position` where there is none
} wfXmlNode;

typedef struct wfXml
{
	const wfReader* reader;
	wfXmlNode* nodes; // the root first
	size_t nodeCount, nodeCapacity;
	char* strings; // names and texts, each terminated
	size_t stringCount, stringCapacity;
} wfXml;

// Nesting deeper than WF_MAX_XML_DEPTH is refused. A declaration may stand behind comments, as programs that put a notice on top
// of a file write it. Frees itself on failure.
wfResult wfXml_Parse( const wfReader* reader, wfXml* xml );
void wfXml_Free( wfXml* xml );

const char* wfXml_Name( const wfXml* xml, const wfXmlNode* node );
const char* wfXml_Text( const wfXml* xml, const wfXmlNode* node );
// Null where there is none.
const wfXmlNode* wfXml_First( const wfXml* xml, const wfXmlNode* node );
const wfXmlNode* wfXml_Next( const wfXml* xml, const wfXmlNode* node );
// The first child of that name.
const wfXmlNode* wfXml_Find( const wfXml* xml, const wfXmlNode* node, const char* name );

// "root.agent[2].position.x", without the root, cut at the front when too long. Elements that are alone carry no index.
void wfXml_Path( const wfXml* xml, const wfXmlNode* node, char* buffer, size_t capacity );
// Fail at an element. `child`, may be null, is added to the path.
wfResult wfXml_FailWith( const wfXml* xml, const wfXmlNode* node, const char* child, wfResult result, const char* format,
						 va_list arguments ) __attribute__( ( format( printf, 5, 0 ) ) );
