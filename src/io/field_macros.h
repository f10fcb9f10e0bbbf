// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How the rows of the tables of fields are written: KIND( name, where it goes, range, unit, meaning ).
#pragma once

#include "io/fields.h"

#define NUMBER( key, where, limits, unit_, words )                                                                               \
	{                                                                                                                            \
		.name = key, .type = wf_numberField, where, limits, .unit = unit_, .meaning = words                                      \
	}
#define INTEGER( key, where, limits, words )                                                                                     \
	{                                                                                                                            \
		.name = key, .type = wf_integerField, where, limits, .meaning = words                                                    \
	}
#define BOOL( key, where, words )                                                                                                \
	{                                                                                                                            \
		.name = key, .type = wf_boolField, where, .meaning = words                                                               \
	}
#define CHOICE( key, where, names, words )                                                                                       \
	{                                                                                                                            \
		.name = key, .type = wf_choiceField, where, .choices = names, .meaning = words                                           \
	}
#define TEXT( key, where, longest, words )                                                                                       \
	{                                                                                                                            \
		.name = key, .type = wf_textField, where, .range = { 1.0, longest, NULL }, .meaning = words                              \
	}
#define POINT( key, where, words )                                                                                               \
	{                                                                                                                            \
		.name = key, .type = wf_pointField, where, .meaning = words                                                              \
	}
#define PAIR( key, where, limits, what, words )                                                                                  \
	{                                                                                                                            \
		.name = key, .type = wf_pairField, where, limits, .holds = what, .meaning = words                                        \
	}
#define BOX( key, where, words )                                                                                                 \
	{                                                                                                                            \
		.name = key, .type = wf_boxField, where, .meaning = words                                                                \
	}
#define DRAW( key, where, limits, unit_, words )                                                                                 \
	{                                                                                                                            \
		.name = key, .type = wf_drawField, where, limits, .unit = unit_, .meaning = words                                        \
	}
// Read by hand.
#define OTHER( key, where, what, words )                                                                                         \
	{                                                                                                                            \
		.name = key, where, .holds = what, .meaning = words                                                                      \
	}
#define END                                                                                                                      \
	{                                                                                                                            \
		.name = NULL                                                                                                             \
	}

#define AT( struct_, member_ ) .offset = offsetof( struct_, member_ ), .member = #member_
#define BY_HAND .offset = WF_BY_HAND
// On top of where it goes.
#define AS_MEMBER( name_ ) , .member = name_
#define FORMERLY( name_ ) , .formerly = name_
#define ABSENT( words ) , .absent = words
#define IN_PLANE , .ground = wf_planeOnly
#define ON_MESH , .ground = wf_meshOnly
#define REQUIRED , .required = true
#define EXPECTS( type_, words ) , .json = type_, .range = { 0.0, 0.0, words }
#define HOLDS( what ) , .holds = what
#define EXPECTED( words ) , .required = true, .range = { 0.0, 0.0, words }

// Checked here, with the words a message describes it by.
#define RANGE( ... ) .range = __VA_ARGS__
// Checked by those the struct is for, whose messages say the range.
#define STATED( low, high ) .range = { low, high, NULL }, .checkedLater = true

// An object that is told apart by its "type".
#define TYPED( key, what_, type_, fields ) .name = key, .what = what_, .type = type_, .parts = { fields }
