// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The agent of the papers on the BVP planner with its local map, in double precision and cell by cell as they print it: to see
// what they saw, also with settings that crowds refuse and before the sweeps have come to an end.
#pragma once

#include "experiment_crowd.h"

#define WF_MAX_PAPER_MAP 35

// What an experiment's object says of the agent; what it does not say is as in table 6.1 of Dapper's thesis.
typedef struct wfPaperAgentDef
{
	int32_t size;			  // n, cells of a side of the local map
	double cell;			  // metres
	double step;			  // cells
	int32_t sweeps;			  // before each step
	double startValue;		  // of p in free cells before the sweeps
	bool keepsMap;			  // the sweeps go on from the p of the last step
	double omega;			  // 1: Gauss-Seidel; else over-relaxation
	bool fromEast, fromNorth; // the order of a sweep, which is row by row from the south-west otherwise
	double pull;			  // 1: eps v pulls toward v; -1: as equation 4.3 of the thesis prints it
	double epsilon;
	wfVec2 v;
	double radius;	  // metres
	wfStyleDef style; // the motion rule
	int32_t maxSteps;
} wfPaperAgentDef;

// Of the object at `path`: size, cell, step, sweeps, startValue, keepsMap, mass.
wfPaperAgentDef wfTrial_GetPaperAgent( wfTrial* run, const char* path );

// A local map, rows from south to north.
typedef struct wfPaperMap
{
	double p[WF_MAX_PAPER_MAP][WF_MAX_PAPER_MAP];
	bool fixed[WF_MAX_PAPER_MAP][WF_MAX_PAPER_MAP]; // border, walls, goal
	bool begun;
} wfPaperMap;

// Border and the intermediate goal, three cells of the border where the direction meets it; nothing else is fixed.
void wfPaperMap_Begin( wfPaperMap* map, const wfPaperAgentDef* def, wfVec2 direction );
void wfPaperMap_Relax( wfPaperMap* map, const wfPaperAgentDef* def );
// The downward gradient at a cell, central differences.
wfVec2 wfPaperMap_GetGradient( const wfPaperMap* map, int32_t i, int32_t j );

// A walk in the run's world, led by the field of its first goal, until the agent is within a cell of it.
wfCrowdWalks wfTrial_WalkPaper( wfTrial* run, const wfField* field, wfVec2 start, const wfPaperAgentDef* def );
