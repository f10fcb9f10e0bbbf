// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What can be measured, as tables: one row for each door, density or time, one column for each figure.
#pragma once

#include "people/people.h"

#define WF_PEOPLE_VALUES 6
#define WF_PEOPLE_ROWS 10

typedef struct wfPeopleRow
{
	double at; // where a case has several rows: what it is a row of
	double values[WF_PEOPLE_VALUES];
} wfPeopleRow;

// One run.
typedef struct wfPeopleFigures
{
	wfPeopleRow rows[WF_PEOPLE_ROWS];
	int32_t rowCount, people;
	int32_t left; // who did not get through
} wfPeopleFigures;

typedef struct wfPeopleColumn
{
	const char* key;	 // in JSON; null: there is none
	const char* heading; // in tables
} wfPeopleColumn;

typedef struct wfPeopleKind
{
	const char* list; // in JSON
	wfPeopleColumn given, at;
	// The first is told with its least, its most and its spread.
	wfPeopleColumn columns[WF_PEOPLE_VALUES];
	double ( *getExpected )( double given ); // of people, for the first column; null: none
	bool canBeLeft;
	wfResult ( *measure )( const wfPeopleDef* def, double given, wfPeopleFigures* figures, wfError* error );
	const double* cases; // null: chosen by the command
	int32_t caseCount;
} wfPeopleKind;

enum
{
	wf_peopleDoors,
	wf_peopleRing,
	wf_peopleTwoWay,
	wf_peopleLanes,
	wf_peopleCorners,
	wf_peopleStairsUp,
	wf_peopleStairsDown,
	wf_peopleCurves,
	wf_peopleKindCount
};

extern const wfPeopleKind wf_peopleKinds[wf_peopleKindCount];
