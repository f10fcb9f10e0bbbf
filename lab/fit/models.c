// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The models there are, those without others among them, and how they are scored.
#include "fit/march.h"

#include "base/vec2.h"

#include <stdlib.h>
#include <string.h>

double wfGetDesiredSpeed( const wfFitPerson* person, double urge )
{
	return wfMax( 0.0, person->pastSpeed + urge );
}

// --------------------------------------------------------------------------------------------------- constant velocity

static wfVec2 goOn( const wfPeopleMarch* march, int32_t index )
{
	return march->marchers[index].velocity;
}

static wfResult simulateVelocity( void* state, const wfFitWindow* window, const double* parameters, wfVec2* places,
								  wfError* error )
{
	(void)state;
	(void)parameters;
	(void)error;
	return wfMarchWindow( window, NULL, goOn, places );
}

const wfFitModel wf_constantVelocityModel = {
	.name = "constant-velocity", .title = "constant velocity", .simulate = simulateVelocity };

// ---------------------------------------------------------------------------------------------------------------- alone

static const wfFitParameter s_parameters[] = {
	WF_URGE_PARAMETER,
	{ "relaxTime", "s", 0.1, 10.0, 0.5, true, 0 },
};

// To the goal as if nobody else and no wall were there.
static wfVec2 goAlone( const wfPeopleMarch* march, int32_t index )
{
	return wfRelaxMarcher( &march->marchers[index], march->parameters[1] );
}

static wfResult simulateAlone( void* state, const wfFitWindow* window, const double* parameters, wfVec2* places, wfError* error )
{
	(void)state;
	(void)error;
	return wfMarchWindow( window, parameters, goAlone, places );
}

const wfFitModel wf_aloneModel = { .name = "alone",
								   .title = "alone to the goal",
								   .parameters = s_parameters,
								   .parameterCount = sizeof( s_parameters ) / sizeof( s_parameters[0] ),
								   .simulate = simulateAlone };

// ------------------------------------------------------------------------------------------------------------------ all

const wfFitModel* const wf_fitModels[] = {
	&wf_constantVelocityModel, &wf_aloneModel, &wf_socialForceModel, &wf_orcaModel, &wf_agentsModel, NULL };

const wfFitModel* wfFindFitModel( const char* name )
{
	for ( int32_t i = 0; wf_fitModels[i] != NULL; ++i )
	{
		if ( strcmp( wf_fitModels[i]->name, name ) == 0 )
		{
			return wf_fitModels[i];
		}
	}
	return NULL;
}

// ---------------------------------------------------------------------------------------------------------------- score

static void addWindow( const wfFitWindow* window, const wfVec2* places, wfFitScore* score )
{
	for ( int32_t i = 0; i < window->personCount; ++i )
	{
		double sum = 0.0, last = 0.0;
		int32_t count = 0;
		// Where it enters is given.
		int32_t first = window->people[i].enters / WF_FIT_SAMPLE_TICKS + 1;
		for ( int32_t k = first; k <= window->sampleCount && window->people[i].scored; ++k )
		{
			int32_t index = wfFitWindow_GetIndex( window, i, k );
			if ( !isnan( window->places[index].x ) )
			{
				last = wfDistance2( window->places[index], places[index] );
				sum += last;
				count += 1;
			}
		}
		if ( count > 0 )
		{
			if ( score->cases != NULL )
			{
				score->cases[score->people] = ( wfFitCase ){ &window->place->tracks.list[window->people[i].track], sum / count };
			}
			score->ade += sum / count;
			score->fde += last;
			score->people += 1;
		}
	}
}

static wfResult simulateIn( const wfFitModel* model, void* state, const double* parameters, const wfFitWindow* window,
							wfFitScore* score, wfError* error )
{
	wfVec2* places = calloc( (size_t)window->personCount * (size_t)( window->sampleCount + 1 ), sizeof( wfVec2 ) );
	wfResult result = places != NULL ? model->simulate( state, window, parameters, places, error ) : wf_outOfMemory;
	if ( result == wf_ok )
	{
		addWindow( window, places, score );
	}
	free( places );
	return result;
}

wfResult wfScoreFit( const wfFitModel* model, const double* parameters, const wfFitPart* part, wfFitScore* score, wfError* error )
{
	*score = ( wfFitScore ){ .cases = score->cases };
	void* state = NULL;
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < part->count && result == wf_ok; ++i )
	{
		const wfFitPlace* place = part->windows[i].place;
		if ( model->begin != NULL && ( i == 0 || place != part->windows[i - 1].place ) )
		{
			model->end( state );
			state = NULL;
			result = model->begin( place, parameters, &state, error );
		}
		result = result == wf_ok ? simulateIn( model, state, parameters, &part->windows[i], score, error ) : result;
	}
	if ( model->end != NULL )
	{
		model->end( state );
	}
	score->ade = score->people > 0 ? score->ade / score->people : NAN;
	score->fde = score->people > 0 ? score->fde / score->people : NAN;
	return result;
}

wfResult wfSimulateWindow( const wfFitModel* model, const double* parameters, const wfFitWindow* window, wfVec2* places,
						   wfError* error )
{
	void* state = NULL;
	wfResult result = model->begin != NULL ? model->begin( window->place, parameters, &state, error ) : wf_ok;
	result = result == wf_ok ? model->simulate( state, window, parameters, places, error ) : result;
	if ( model->end != NULL )
	{
		model->end( state );
	}
	return result;
}

static int compareCases( const void* a, const void* b )
{
	const wfFitCase *x = a, *y = b;
	return ( x->track > y->track ) - ( x->track < y->track );
}

double wfCompareFitCases( const wfFitCase* a, const wfFitCase* b, int32_t count, double* deviation )
{
	wfFitCase* more = calloc( (size_t)count + 1, sizeof( wfFitCase ) );
	double mean = 0.0, squares = 0.0;
	*deviation = NAN;
	if ( more == NULL || count < 1 )
	{
		free( more );
		return NAN;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		more[i] = ( wfFitCase ){ a[i].track, a[i].ade - b[i].ade };
		mean += more[i].ade / count;
	}
	qsort( more, (size_t)count, sizeof( wfFitCase ), compareCases );
	for ( int32_t i = 0; i < count; )
	{
		double sum = 0.0;
		const wfFitTrack* track = more[i].track;
		for ( ; i < count && more[i].track == track; ++i )
		{
			sum += more[i].ade - mean;
		}
		squares += sum * sum;
	}
	free( more );
	*deviation = sqrt( squares ) / count;
	return mean;
}

// ----------------------------------------------------------------------------------------------------------------- flow

double wfMeasureWindowFlow( const wfFitWindow* window, const wfVec2* places, const wfVec2 line[2] )
{
	double first = INFINITY, last = -INFINITY;
	int32_t count = 0;
	for ( int32_t i = 0; i < window->personCount; ++i )
	{
		int32_t sample = ( window->people[i].enters + WF_FIT_SAMPLE_TICKS - 1 ) / WF_FIT_SAMPLE_TICKS;
		for ( ; sample < window->sampleCount; ++sample )
		{
			wfVec2 a = places[wfFitWindow_GetIndex( window, i, sample )];
			wfVec2 b = places[wfFitWindow_GetIndex( window, i, sample + 1 )];
			double before = wfSide2( line[0], line[1], a ), after = wfSide2( line[0], line[1], b );
			double from = wfSide2( a, b, line[0] ), to = wfSide2( a, b, line[1] );
			// Not a number, while somebody is not there, is on no side.
			if ( before * after <= 0.0 && before != after && from * to <= 0.0 )
			{
				double time = sample + before / ( before - after );
				first = wfMin( first, time );
				last = wfMax( last, time );
				count += 1;
				break;
			}
		}
	}
	return count > 1 && last > first ? ( count - 1 ) / ( ( last - first ) * WF_FIT_SAMPLE ) : NAN;
}

wfResult wfMeasureFlow( const wfFitModel* model, const double* parameters, const wfFitPart* part, const wfVec2 line[2],
						double* flow, wfError* error )
{
	double sum = 0.0;
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < part->count && result == wf_ok; ++i )
	{
		const wfFitWindow* window = &part->windows[i];
		wfVec2* places = calloc( (size_t)window->personCount * (size_t)( window->sampleCount + 1 ), sizeof( wfVec2 ) );
		result = places != NULL ? wf_ok : wf_outOfMemory;
		if ( model != NULL && result == wf_ok )
		{
			result = wfSimulateWindow( model, parameters, window, places, error );
		}
		sum += result == wf_ok ? wfMeasureWindowFlow( window, model != NULL ? places : window->places, line ) : 0.0;
		free( places );
	}
	*flow = part->count > 0 ? sum / part->count : NAN;
	return result;
}
