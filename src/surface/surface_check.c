// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The a-posteriori check: what the field says, put back into the equation it should solve. One pass over the links, which also
// finds every vertex's best neighbour.

#include "surface/system.h"

#define VERTICES_PER_TASK 1024

typedef struct Tally
{
	double residual; // NaN once met stays
	double smallest; // logarithm of the least q
	int32_t reachable, flat;
} Tally;

typedef struct Check
{
	wfSurfaceField* field;
	Tally* tallies;
} Check;

// The relative residual of a vertex that is no goal; sets its best neighbour.
static inline double checkVertex( wfSurfaceField* field, int32_t v )
{
	const wfSurfacePlanner* planner = field->planner;
	const wfMatrix* matrix = &planner->matrix;
	double mantissa = field->mantissa[v];
	int32_t exponent = field->exponent[v];
	double bestMantissa = mantissa;
	int32_t bestExponent = exponent;
	int64_t best = -1;
	double sum = 0.0;
	double diagonal = planner->mass[v] * ( planner->hasteSquared[v] + field->addedHasteSquared );
	for ( int64_t m = matrix->start[v]; m < matrix->start[v + 1]; ++m )
	{
		int32_t other = matrix->neighbor[m];
		double link = planner->baseLink[m];
		double otherMantissa = field->mantissa[other];
		int32_t otherExponent = field->exponent[other];
		int32_t shift = otherExponent - exponent;
		diagonal += link;
		sum += link * otherMantissa * wfTwoTo( shift < 1000 ? shift : 1000 );
		bool better = otherExponent != bestExponent ? otherExponent > bestExponent : otherMantissa > bestMantissa;
		if ( better && otherMantissa > 0.0 )
		{
			bestMantissa = otherMantissa;
			bestExponent = otherExponent;
			best = m;
		}
	}
	field->bestNeighbor[v] = best >= 0 ? planner->linkEdge[best] : -1;
	return fabs( sum / ( diagonal * mantissa ) - 1.0 );
}

static void checkVertices( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const Check* check = context;
	wfSurfaceField* field = check->field;
	Tally tally = { 0 };
	for ( int32_t v = begin; v < end; ++v )
	{
		field->bestNeighbor[v] = -1;
		if ( field->mantissa[v] == 0.0 )
		{
			continue;
		}
		tally.reachable += 1;
		tally.smallest = field->logValue[v] < tally.smallest ? field->logValue[v] : tally.smallest;
		if ( field->isGoal[v] == 0 )
		{
			double residual = checkVertex( field, v );
			tally.residual = residual <= tally.residual ? tally.residual : residual;
			tally.flat += field->bestNeighbor[v] == -1;
		}
	}
	check->tallies[begin / VERTICES_PER_TASK] = tally;
}

// The component a goal belongs to, or, for one at a limit, leads into.
static int32_t findComponent( const wfSurfaceField* field )
{
	const wfSurfacePlanner* planner = field->planner;
	const wfMatrix* matrix = &planner->matrix;
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		int32_t goal = field->goals[k];
		if ( !planner->blocked[goal] )
		{
			return planner->freeComponent[goal];
		}
		for ( int64_t m = matrix->start[goal]; m < matrix->start[goal + 1]; ++m )
		{
			if ( !planner->blocked[matrix->neighbor[m]] )
			{
				return planner->freeComponent[matrix->neighbor[m]];
			}
		}
	}
	return -1;
}

wfResult wfSurfaceField_Check( wfSurfaceField* field )
{
	const wfSurfacePlanner* planner = field->planner;
	int32_t count = planner->mesh->vertexCount;
	int32_t tasks = ( count + VERTICES_PER_TASK - 1 ) / VERTICES_PER_TASK;
	Check check = { field, wfAllocateZeroed( (size_t)tasks * sizeof( Tally ) ) };
	if ( check.tallies == NULL )
	{
		return wf_outOfMemory;
	}
	wfWorkers_ParallelFor( planner->def.workers, checkVertices, count, VERTICES_PER_TASK, &check );
	Tally total = { 0 };
	for ( int32_t k = 0; k < tasks; ++k )
	{
		const Tally* tally = &check.tallies[k];
		total.reachable += tally->reachable;
		total.flat += tally->flat;
		total.residual = tally->residual <= total.residual ? total.residual : tally->residual;
		total.smallest = tally->smallest < total.smallest ? tally->smallest : total.smallest;
	}
	wfReleaseArray( check.tallies, (size_t)tasks, sizeof( Tally ) );
	field->component = findComponent( field );
	wfSurfaceFieldReport* report = &field->report;
	report->freeVertices = planner->report.freeVertices;
	report->reachableVertices = total.reachable;
	report->flatVertices = total.flat;
	report->maxRelativeResidual = total.residual;
	report->minLogValue = total.smallest;
	return wf_ok;
}
