// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "sparse/planner_core.h"

#include "sparse/parts.h"

#include <string.h>

bool wfPlannerCore_ReportProgress( const wfPlannerCore* planner, double fraction )
{
	return planner->progress == NULL || planner->progress( fraction, planner->progressContext );
}

static bool factorProgress( double fraction, void* context )
{
	return wfPlannerCore_ReportProgress( context, WF_ANALYSIS_SHARE + ( 1.0 - WF_ANALYSIS_SHARE ) * fraction );
}

// What a planner holds besides its factor.
static size_t countOtherBytes( const wfPlannerCore* planner )
{
	const wfSymbolic* symbolic = &planner->symbolic;
	size_t perNode = ( symbolic->nodeAt != NULL ? 3 : 1 ) * sizeof( int32_t ); // front, node and position
	return (size_t)symbolic->frontCount * sizeof( wfFront ) + (size_t)symbolic->count * perNode +
		   ( (size_t)symbolic->boundaryTotal + 1 ) * sizeof( int32_t ) + planner->kindBytes;
}

static wfFactorOptions getOptions( wfPlannerCore* planner )
{
	return ( wfFactorOptions ){
		.single = planner->single,
		.keepUpdates = planner->editable,
		.workers = planner->workers,
		.progress = planner->progress != NULL ? factorProgress : NULL,
		.progressContext = planner,
		.pieceNumbers = planner->pieceNumbers,
		.slotCount = planner->slotCount,
	};
}

// What the factorisation takes at its peak, with all numbers kept.
static wfResult estimate( const wfPlannerCore* planner, const wfFactorOptions* options, size_t* bytes )
{
	wfPieces pieces;
	wfResult result = wfPieces_Init( &pieces, &planner->symbolic, wfWorkers_GetCount( planner->workers ) );
	*bytes = result == wf_ok ? wfEstimateFactorBytes( &planner->symbolic, &pieces, options ).peak : 0;
	wfPieces_Free( &pieces );
	return result;
}

// Decide what is kept of the factor.
static wfResult checkMemory( wfPlannerCore* planner, wfError* error )
{
	const wfSymbolic* symbolic = &planner->symbolic;
	planner->pieceNumbers = 0;
	planner->slotCount = 0;
	wfFactorOptions options = getOptions( planner );
	size_t bytes, other = countOtherBytes( planner ), limit = planner->memoryLimit;
	// Small factors take less than their analysis, which has the order besides.
	size_t analysis = symbolic->peakBytes + planner->kindBytes + (size_t)symbolic->count * sizeof( int32_t );
	wfResult result = estimate( planner, &options, &bytes );
	if ( result != wf_ok )
	{
		return result;
	}
	size_t whole = bytes + other, least = whole;
	if ( limit != 0 && whole > limit && !planner->keepsAll )
	{
		result = wfChooseKeeping( symbolic, &options, limit > other ? limit - other : 0, &bytes );
		least = bytes < SIZE_MAX - other ? bytes + other : whole;
		planner->pieceNumbers = options.pieceNumbers;
		planner->slotCount = options.slotCount;
	}
	if ( result == wf_outOfMemory )
	{
		return result;
	}
	least = least > analysis ? least : analysis;
	if ( limit != 0 && ( result != wf_ok || least > limit ) )
	{
		return wfFail(
			error, wf_tooLarge,
			"factorising %d %s takes about %.0f MB, at least %.0f MB with parts that are computed again where they are "
			"needed; the limit is %.0f MB: %s or raise the limit",
			symbolic->count, planner->kind->unknowns, (double)whole * 1e-6, (double)least * 1e-6, (double)limit * 1e-6,
			planner->kind->remedy );
	}
	planner->report.estimatedBytes = least;
	return wf_ok;
}

// Half of the tables that lead from cells to the factor are not needed where nodes have the numbers of their positions.
static void renumber( wfPlannerCore* planner )
{
	wfSymbolic* symbolic = &planner->symbolic;
	if ( planner->kind->renumber != NULL )
	{
		planner->kind->renumber( planner, symbolic->nodeAt );
		wfReleaseArray( symbolic->positionOf, (size_t)symbolic->count, sizeof( int32_t ) );
		symbolic->nodeAt = symbolic->positionOf = NULL;
	}
}

static void fillReport( wfPlannerCore* planner )
{
	wfPlannerReport* report = &planner->report;
	const wfSymbolic* symbolic = &planner->symbolic;
	report->unknowns = symbolic->count;
	report->factorEntries = symbolic->valueTotal;
	report->keptEntries = symbolic->valueTotal;
	const wfParts* parts = planner->factor.parts;
	if ( parts != NULL && parts->aboveNumbers + parts->slotCount * parts->slotNumbers < symbolic->valueTotal )
	{
		report->keptEntries = parts->aboveNumbers + parts->slotCount * parts->slotNumbers;
	}
	report->fronts = symbolic->frontCount;
	report->wideFronts = planner->factor.wideFronts;
	report->operations = symbolic->operations;
	report->bytes = planner->factor.bytes + countOtherBytes( planner );
}

wfResult wfPlannerCore_Factorise( wfPlannerCore* planner )
{
	double began = wfGetSeconds();
	wfFactor_Free( &planner->factor );
	wfFactorOptions options = getOptions( planner );
	wfResult result = wfFactorise( &planner->matrix, &planner->symbolic, &options, &planner->factor );
	planner->version += 1;
	planner->ready = result == wf_ok;
	planner->report.secondsFactor = wfGetSeconds() - began;
	if ( planner->ready )
	{
		fillReport( planner );
	}
	return result;
}

wfResult wfPlannerCore_BeginFactor( wfPlannerCore* planner )
{
	wfFactor_Free( &planner->factor );
	wfFactorOptions options = getOptions( planner );
	wfResult result = wfFactor_Allocate( &planner->matrix, &planner->symbolic, &options, &planner->factor );
	return result == wf_ok ? wfRefactoring_AddAll( &planner->refactoring, &planner->matrix, &planner->factor ) : result;
}

wfResult wfPlannerCore_Analyse( wfPlannerCore* planner, wfOrder* order, const int32_t* groupOf, double began, wfError* error )
{
	double ordered = wfGetSeconds();
	wfResult result = wfAnalyse( &planner->matrix, order, groupOf, &planner->symbolic );
	wfOrder_Free( order );
	planner->analysis += 1;
	planner->report.secondsOrder = ordered - began;
	planner->report.secondsAnalyse = wfGetSeconds() - ordered;
	if ( result == wf_ok && !wfPlannerCore_ReportProgress( planner, WF_ANALYSIS_SHARE ) )
	{
		result = wf_cancelled;
	}
	if ( result != wf_ok )
	{
		return result;
	}
	renumber( planner );
	return checkMemory( planner, error );
}

void wfPlannerCore_ReportUpdate( wfPlannerCore* planner, double began )
{
	planner->version += 1;
	fillReport( planner );
	planner->report.refactoredFronts = planner->factor.lastFactored;
	planner->report.secondsUpdate = wfGetSeconds() - began;
}

void wfPlannerCore_FreeSystem( wfPlannerCore* planner )
{
	planner->ready = false;
	wfRefactoring_Drop( &planner->refactoring );
	// Fields that were solved with it find nothing any more.
	planner->analysis += 1;
	wfFactor_Free( &planner->factor );
	wfSymbolic_Free( &planner->symbolic );
	wfMatrix_Free( &planner->matrix );
}

void wfPlannerCore_Free( wfPlannerCore* planner )
{
	wfPlannerCore_FreeSystem( planner );
	wfSolver_Free( &planner->solver );
}

// ----------------------------------------------------------------------------------------------------------------- paths

wfTraceDef wfDefaultTraceDef( void )
{
	wfTraceDef def = { 0 };
	def.step = 0.75;
	def.smooth = true;
	def.tautness = WF_TAUTNESS_OF_FIELD;
	def.internalCookie = WF_COOKIE;
	return def;
}

wfResult wfCheckTraceDef( const wfTraceDef* def, wfError* error )
{
	if ( !( def->step >= 0.01 && def->step <= 1.0 ) )
	{
		return wfFail( error, wf_outOfRange, "step is %g; expected 0.01 to 1 cells", def->step );
	}
	if ( !( def->tautness >= 0.0 && def->tautness <= 1.0 ) && def->tautness != WF_TAUTNESS_OF_FIELD )
	{
		return wfFail( error, wf_outOfRange, "tautness is %g; expected 0 to 1, or WF_TAUTNESS_OF_FIELD", def->tautness );
	}
	if ( def->maxPoints < 0 )
	{
		return wfFail( error, wf_outOfRange, "maxPoints is %d; expected 0 or more", def->maxPoints );
	}
	return wf_ok;
}
