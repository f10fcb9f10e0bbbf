// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The search for the best parameters: covariance matrix adaptation (Hansen, The CMA evolution strategy: a tutorial, 2016), which
// needs no derivatives, makes nothing of steps and noise in the score, and whose evaluations are counted. Points beyond the box
// of the parameters are folded back into it.
#include "fit/fit.h"

#include "base/math.h"

#include <stdlib.h>
#include <string.h>

#define DIMENSIONS WF_MAX_FIT_PARAMETERS
#define MOST_POINTS 16	 // of a generation
#define FIRST_SPREAD 0.2 // of the points around the start, in the box [0, 1]
#define JACOBI_SWEEPS 30

typedef struct State
{
	int32_t n, points, parents;
	double weights[MOST_POINTS], mass;					// of the parents; sum 1, and how many equal ones they are worth
	double forSigma, damping, forPath, rankOne, rankMu; // rates, as in the tutorial
	double usualLength;									// of a normal vector
	double mean[DIMENSIONS], sigma;
	double pathSigma[DIMENSIONS], path[DIMENSIONS];
	double covariance[DIMENSIONS][DIMENSIONS];
	double axes[DIMENSIONS][DIMENSIONS], lengths[DIMENSIONS]; // columns: eigenvectors, and the roots of their values
	double steps[MOST_POINTS][DIMENSIONS];					  // in units of sigma
	int32_t generation;
} State;

static void setRates( State* s )
{
	double n = s->n;
	s->points = 4 + (int32_t)( 3.0 * wfLog( n ) );
	s->parents = s->points / 2;
	double sum = 0.0, squares = 0.0;
	for ( int32_t i = 0; i < s->parents; ++i )
	{
		s->weights[i] = wfLog( s->parents + 0.5 ) - wfLog( i + 1.0 );
		sum += s->weights[i];
	}
	for ( int32_t i = 0; i < s->parents; ++i )
	{
		s->weights[i] /= sum;
		squares += s->weights[i] * s->weights[i];
	}
	s->mass = 1.0 / squares;
	s->forSigma = ( s->mass + 2.0 ) / ( n + s->mass + 5.0 );
	s->damping = 1.0 + 2.0 * wfMax( 0.0, sqrt( ( s->mass - 1.0 ) / ( n + 1.0 ) ) - 1.0 ) + s->forSigma;
	s->forPath = ( 4.0 + s->mass / n ) / ( n + 4.0 + 2.0 * s->mass / n );
	s->rankOne = 2.0 / ( ( n + 1.3 ) * ( n + 1.3 ) + s->mass );
	s->rankMu = wfMin( 1.0 - s->rankOne, 2.0 * ( s->mass - 2.0 + 1.0 / s->mass ) / ( ( n + 2.0 ) * ( n + 2.0 ) + s->mass ) );
	s->usualLength = sqrt( n ) * ( 1.0 - 1.0 / ( 4.0 * n ) + 1.0 / ( 21.0 * n * n ) );
}

// Eigenvectors of the covariance by Jacobi's rotations.
static void decompose( State* s )
{
	int32_t n = s->n;
	double a[DIMENSIONS][DIMENSIONS];
	memcpy( a, s->covariance, sizeof( a ) );
	memset( s->axes, 0, sizeof( s->axes ) );
	for ( int32_t i = 0; i < n; ++i )
	{
		s->axes[i][i] = 1.0;
	}
	for ( int32_t sweep = 0; sweep < JACOBI_SWEEPS; ++sweep )
	{
		for ( int32_t p = 0; p < n; ++p )
		{
			for ( int32_t q = p + 1; q < n; ++q )
			{
				if ( fabs( a[p][q] ) < 1e-300 )
				{
					continue;
				}
				double theta = ( a[q][q] - a[p][p] ) / ( 2.0 * a[p][q] );
				double t = ( theta >= 0.0 ? 1.0 : -1.0 ) / ( fabs( theta ) + sqrt( theta * theta + 1.0 ) );
				double c = 1.0 / sqrt( t * t + 1.0 ), sine = t * c;
				for ( int32_t k = 0; k < n; ++k )
				{
					double x = a[k][p], y = a[k][q];
					a[k][p] = c * x - sine * y;
					a[k][q] = sine * x + c * y;
				}
				for ( int32_t k = 0; k < n; ++k )
				{
					double x = a[p][k], y = a[q][k], u = s->axes[k][p], v = s->axes[k][q];
					a[p][k] = c * x - sine * y;
					a[q][k] = sine * x + c * y;
					s->axes[k][p] = c * u - sine * v;
					s->axes[k][q] = sine * u + c * v;
				}
			}
		}
	}
	for ( int32_t i = 0; i < n; ++i )
	{
		s->lengths[i] = sqrt( wfMax( a[i][i], 1e-20 ) );
	}
}

static double drawNormal( uint64_t seed, uint64_t stream, uint64_t counter )
{
	double u = 1.0 - wfRandomUnit( seed, stream, 2 * counter ), v = wfRandomUnit( seed, stream, 2 * counter + 1 );
	return sqrt( -2.0 * wfLog( u ) ) * wfCos( WF_TWO_PI * v );
}

// Into [0, 1], as between two mirrors.
static double fold( double x )
{
	double rest = fabs( x ) - 2.0 * floor( 0.5 * fabs( x ) );
	return rest > 1.0 ? 2.0 - rest : rest;
}

static void drawPoints( State* s, uint64_t seed, double* points )
{
	for ( int32_t i = 0; i < s->points; ++i )
	{
		double z[DIMENSIONS];
		for ( int32_t k = 0; k < s->n; ++k )
		{
			z[k] = s->lengths[k] * drawNormal( seed, (uint64_t)s->generation, (uint64_t)( i * s->n + k ) );
		}
		for ( int32_t k = 0; k < s->n; ++k )
		{
			double step = 0.0;
			for ( int32_t j = 0; j < s->n; ++j )
			{
				step += s->axes[k][j] * z[j];
			}
			points[i * s->n + k] = fold( s->mean[k] + s->sigma * step );
			// What was tried counts, not what was drawn.
			s->steps[i][k] = ( points[i * s->n + k] - s->mean[k] ) / s->sigma;
		}
	}
}

// C^(-1/2) v
static void whiten( const State* s, const double* v, double* out )
{
	memset( out, 0, DIMENSIONS * sizeof( double ) );
	for ( int32_t j = 0; j < s->n; ++j )
	{
		double along = 0.0;
		for ( int32_t k = 0; k < s->n; ++k )
		{
			along += s->axes[k][j] * v[k];
		}
		for ( int32_t k = 0; k < s->n; ++k )
		{
			out[k] += s->axes[k][j] * along / s->lengths[j];
		}
	}
}

// Mean, paths, covariance and spread from the points in the order of their values.
static void learn( State* s, const int32_t* order )
{
	int32_t n = s->n;
	double step[DIMENSIONS] = { 0.0 }, white[DIMENSIONS], length = 0.0;
	for ( int32_t i = 0; i < s->parents; ++i )
	{
		for ( int32_t k = 0; k < n; ++k )
		{
			step[k] += s->weights[i] * s->steps[order[i]][k];
		}
	}
	whiten( s, step, white );
	double keep = 1.0 - s->forSigma, gain = sqrt( s->forSigma * ( 2.0 - s->forSigma ) * s->mass ), left = 1.0;
	for ( int32_t k = 0; k < n; ++k )
	{
		s->mean[k] += s->sigma * step[k];
		s->pathSigma[k] = keep * s->pathSigma[k] + gain * white[k];
		length += s->pathSigma[k] * s->pathSigma[k];
	}
	length = sqrt( length );
	for ( int32_t i = 0; i <= s->generation; ++i )
	{
		left *= keep * keep;
	}
	bool isShort = length / sqrt( 1.0 - left ) < ( 1.4 + 2.0 / ( n + 1.0 ) ) * s->usualLength;
	double pathGain = isShort ? sqrt( s->forPath * ( 2.0 - s->forPath ) * s->mass ) : 0.0;
	double lost = isShort ? 0.0 : s->rankOne * s->forPath * ( 2.0 - s->forPath );
	for ( int32_t k = 0; k < n; ++k )
	{
		s->path[k] = ( 1.0 - s->forPath ) * s->path[k] + pathGain * step[k];
	}
	for ( int32_t k = 0; k < n; ++k )
	{
		for ( int32_t j = 0; j < n; ++j )
		{
			double spread = 0.0;
			for ( int32_t i = 0; i < s->parents; ++i )
			{
				spread += s->weights[i] * s->steps[order[i]][k] * s->steps[order[i]][j];
			}
			s->covariance[k][j] = ( 1.0 - s->rankOne - s->rankMu + lost ) * s->covariance[k][j] +
								  s->rankOne * s->path[k] * s->path[j] + s->rankMu * spread;
		}
	}
	s->sigma *= wfExp( wfMin( 1.0, s->forSigma / s->damping * ( length / s->usualLength - 1.0 ) ) );
	s->sigma = wfMin( s->sigma, 0.5 );
	s->generation += 1;
}

wfResult wfMinimize( const wfMinimizeDef* def, double* best, double* value, int32_t* evaluations )
{
	State s = { .n = def->count, .sigma = FIRST_SPREAD };
	double points[MOST_POINTS * DIMENSIONS], values[MOST_POINTS], least = INFINITY;
	size_t size = (size_t)def->count * sizeof( double );
	memcpy( best, def->start, size );
	memcpy( s.mean, def->start, size );
	wfResult result = def->evaluate( best, 1, &least, def->context );
	int32_t done = 1;
	if ( def->count > 0 )
	{
		setRates( &s );
	}
	for ( int32_t i = 0; i < def->count; ++i )
	{
		s.covariance[i][i] = 1.0;
	}
	while ( result == wf_ok && def->count > 0 && done < def->evaluations )
	{
		decompose( &s );
		drawPoints( &s, def->seed, points );
		// The last generation may be cut short; it teaches nothing then.
		int32_t tried = def->evaluations - done < s.points ? def->evaluations - done : s.points;
		int32_t order[MOST_POINTS];
		result = def->evaluate( points, tried, values, def->context );
		done += tried;
		for ( int32_t i = 0; i < tried && result == wf_ok; ++i )
		{
			int32_t at = i;
			for ( ; at > 0 && values[order[at - 1]] > values[i]; --at )
			{
				order[at] = order[at - 1];
			}
			order[at] = i;
		}
		if ( result == wf_ok && values[order[0]] < least )
		{
			least = values[order[0]];
			memcpy( best, points + order[0] * def->count, size );
		}
		if ( result == wf_ok && tried == s.points )
		{
			learn( &s, order );
		}
	}
	if ( value != NULL )
	{
		*value = least;
	}
	if ( evaluations != NULL )
	{
		*evaluations = done;
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------ of models

static double toUnit( const wfFitParameter* parameter, double value )
{
	return parameter->logarithmic ? wfLog( value / parameter->lower ) / wfLog( parameter->upper / parameter->lower )
								  : ( value - parameter->lower ) / ( parameter->upper - parameter->lower );
}

static double fromUnit( const wfFitParameter* parameter, double unit )
{
	double value = parameter->logarithmic ? parameter->lower * wfExp( unit * wfLog( parameter->upper / parameter->lower ) )
										  : parameter->lower + unit * ( parameter->upper - parameter->lower );
	return wfMax( parameter->lower, wfMin( parameter->upper, value ) );
}

typedef struct Trial
{
	const wfFitSearchDef* def;
	const double* points;
	double* values;
	wfResult results[MOST_POINTS];
	wfError errors[MOST_POINTS];
	wfError* error;
	double startAde, recordedFlow;
	double ades[MOST_POINTS];
	int32_t done;
} Trial;

static void getParameters( const wfFitModel* model, const double* point, double* parameters )
{
	for ( int32_t k = 0; k < model->parameterCount; ++k )
	{
		parameters[k] = fromUnit( &model->parameters[k], point[k] );
	}
}

static void scorePoints( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	Trial* trial = context;
	const wfFitModel* model = trial->def->model;
	for ( int32_t i = begin; i < end; ++i )
	{
		double parameters[DIMENSIONS];
		wfFitScore score = { 0 };
		getParameters( model, trial->points + i * model->parameterCount, parameters );
		trial->results[i] = wfScoreFit( model, parameters, trial->def->part, &score, &trial->errors[i] );
		trial->ades[i] = trial->values[i] = score.ade;
		if ( trial->def->flow != NULL && trial->results[i] == wf_ok )
		{
			double flow;
			trial->results[i] = wfMeasureFlow( model, parameters, trial->def->flow, trial->def->line, &flow, &trial->errors[i] );
			// Where nobody gets through, or nobody ever did, all of it is missing.
			double error = fabs( flow / trial->recordedFlow - 1.0 );
			trial->values[i] *= 1.0 + ( error < 1.0 ? error : 1.0 );
		}
	}
}

static wfResult evaluate( const double* points, int32_t count, double* values, void* context )
{
	Trial* trial = context;
	trial->points = points;
	trial->values = values;
	wfWorkers_ParallelFor( trial->def->workers, scorePoints, count, 1, trial );
	trial->startAde = trial->done == 0 ? trial->ades[0] : trial->startAde;
	trial->done += count;
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( trial->results[i] != wf_ok )
		{
			*trial->error = trial->errors[i];
			return trial->results[i];
		}
	}
	const wfFitSearchDef* def = trial->def;
	double share = (double)trial->done / def->evaluations;
	return def->progress == NULL || def->progress( share, def->context ) ? wf_ok : wf_cancelled;
}

wfResult wfSearchFit( const wfFitSearchDef* def, wfFitOutcome* outcome, wfError* error )
{
	double start[DIMENSIONS], best[DIMENSIONS];
	const wfFitModel* model = def->model;
	*outcome = ( wfFitOutcome ){ 0 };
	wfError unused = { 0 };
	Trial* trial = calloc( 1, sizeof( Trial ) );
	if ( trial == NULL )
	{
		return wf_outOfMemory;
	}
	trial->def = def;
	trial->error = error != NULL ? error : &unused;
	for ( int32_t k = 0; k < model->parameterCount; ++k )
	{
		start[k] = toUnit( &model->parameters[k], model->parameters[k].start );
	}
	wfMinimizeDef minimize = { .count = model->parameterCount,
							   .start = start,
							   .evaluations = def->evaluations,
							   .seed = def->seed,
							   .evaluate = evaluate,
							   .context = trial };
	wfResult result = def->flow != NULL ? wfMeasureFlow( NULL, NULL, def->flow, def->line, &trial->recordedFlow, error ) : wf_ok;
	result = result == wf_ok ? wfMinimize( &minimize, best, &outcome->value, &outcome->evaluations ) : result;
	getParameters( model, best, outcome->parameters );
	outcome->startAde = trial->startAde;
	free( trial );
	return result;
}
