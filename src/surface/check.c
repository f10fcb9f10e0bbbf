// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The a-posteriori check: what the field says, put back into the equation it should solve. One pass over the links, which also
// finds every vertex's best neighbour.

#include "surface/system.h"
#include "surface/tuning.h"

// The relative residual of a vertex that is no goal; sets its best neighbour.
static inline double checkVertex( wfSurfaceField* field, int32_t v )
{
	const wfSurfacePlanner* planner = field->planner;
	const wfMatrix* matrix = &planner->core.matrix;
	double mantissa = field->core.mantissa[v];
	int32_t exponent = field->core.exponent[v];
	double bestMantissa = mantissa;
	int32_t bestExponent = exponent;
	int64_t best = -1;
	double sum = 0.0;
	double diagonal = planner->mass[v] * ( planner->hasteSquared[v] + field->addedHasteSquared );
	for ( int64_t m = matrix->start[v]; m < matrix->start[v + 1]; ++m )
	{
		int32_t other = matrix->neighbor[m];
		double link = planner->baseLink[m];
		double otherMantissa = field->core.mantissa[other];
		int32_t otherExponent = field->core.exponent[other];
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

int32_t wfCountSurfaceCheckParts( const wfMesh* mesh )
{
	return ( mesh->vertexCount + WF_VERTICES_PER_CHECK - 1 ) / WF_VERTICES_PER_CHECK;
}

void wfSurfaceField_CheckPart( wfFieldCore* core, int32_t part, wfCheckResult* result )
{
	wfSurfaceField* field = (wfSurfaceField*)core;
	int32_t begin = part * WF_VERTICES_PER_CHECK, count = field->mesh->vertexCount;
	int32_t end = count - begin < WF_VERTICES_PER_CHECK ? count : begin + WF_VERTICES_PER_CHECK;
	for ( int32_t v = begin; v < end; ++v )
	{
		field->bestNeighbor[v] = -1;
		if ( core->mantissa[v] == 0.0 )
		{
			continue;
		}
		result->reachable += 1;
		result->smallest = field->logValue[v] < result->smallest ? field->logValue[v] : result->smallest;
		if ( core->isGoal[v] == 0 )
		{
			double residual = checkVertex( field, v );
			result->residual = residual <= result->residual ? result->residual : residual;
			result->flat += field->bestNeighbor[v] == -1;
		}
	}
}

void wfSurfaceField_FinishCheck( wfFieldCore* core, const wfCheckResult* total )
{
	core->report.minLogValue = total->smallest;
	atomic_store_explicit( &( (wfSurfaceField*)core )->hasBest, true, memory_order_release );
}

int32_t wfSurfaceField_GetBest( const wfFieldCore* core, int32_t vertex )
{
	const wfSurfaceField* field = (const wfSurfaceField*)core;
	int32_t h = field->bestNeighbor[vertex];
	return h == -1 ? -1 : wfSurfaceField_GetOtherEnd( field, vertex, h );
}
