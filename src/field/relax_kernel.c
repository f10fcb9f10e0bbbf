// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The sweeps of the reference relaxations: the formulas as they are printed, in scalar loops over runs of free cells, without a
// branch per cell. (Adding up the three neighbours that are not being changed first shortens the chain from cell to cell and
// makes Gauss-Seidel 1.6 times as fast on the machine of docs/solver.md. The reference stays as the
// literature has it.)

#include "field/relax.h"

#include <math.h>

// Each sweep is written once and compiled for the plain harmonic equation and for the general one. `direction` is 1 or -1.
static inline wfRelaxChange sweep( const wfRelaxKernel* kernel, double* p, int64_t direction, bool plain, bool sor )
{
	int64_t stride = kernel->stride;
	double right = kernel->right, left = kernel->left, top = kernel->top, bottom = kernel->bottom;
	double haste = kernel->haste, inverse = kernel->inverse, omega = kernel->omega;
	const double* inverses = kernel->inverses;
	double maxChange = 0.0, sumChange = 0.0;
	for ( int64_t s = 0; s < kernel->spanCount; ++s )
	{
		const wfRelaxSpan* span = kernel->spans + ( direction > 0 ? s : kernel->spanCount - 1 - s );
		int64_t cell = direction > 0 ? span->begin : span->begin + span->count - 1;
		double behind = p[cell - direction];
		for ( int64_t k = 0; k < span->count; ++k, cell += direction )
		{
			double old = p[cell], value;
			if ( plain )
			{
				value = 0.25 * ( behind + p[cell + direction] + p[cell - stride] + p[cell + stride] );
			}
			else
			{
				double weightAhead = direction > 0 ? right : left, weightBehind = direction > 0 ? left : right;
				double rest = weightAhead * p[cell + direction] + ( top * p[cell + stride] + bottom * p[cell - stride] ) + haste;
				value = ( rest + weightBehind * behind ) * ( inverses != NULL ? inverses[cell] : inverse );
			}
			if ( sor )
			{
				value = old + omega * ( value - old );
			}
			p[cell] = value;
			behind = value;
			double change = fabs( value - old );
			maxChange = change > maxChange ? change : maxChange;
			sumChange += change;
		}
	}
	return ( wfRelaxChange ){ maxChange, sumChange };
}

static bool isPlain( const wfRelaxKernel* kernel )
{
	return kernel->inverses == NULL && kernel->haste == 0.0 && kernel->right == kernel->left && kernel->top == kernel->bottom;
}

wfRelaxChange wfSweepGaussSeidel( const wfRelaxKernel* kernel, double* p )
{
	return isPlain( kernel ) ? sweep( kernel, p, 1, true, false ) : sweep( kernel, p, 1, false, false );
}

wfRelaxChange wfSweepGaussSeidelBackward( const wfRelaxKernel* kernel, double* p )
{
	return isPlain( kernel ) ? sweep( kernel, p, -1, true, false ) : sweep( kernel, p, -1, false, false );
}

wfRelaxChange wfSweepSor( const wfRelaxKernel* kernel, double* p )
{
	return isPlain( kernel ) ? sweep( kernel, p, 1, true, true ) : sweep( kernel, p, 1, false, true );
}

wfRelaxChange wfSweepJacobi( const wfRelaxKernel* kernel, const double* restrict p, double* restrict next )
{
	int64_t stride = kernel->stride;
	double right = kernel->right, left = kernel->left, top = kernel->top, bottom = kernel->bottom;
	double maxChange = 0.0, sumChange = 0.0;
	for ( int64_t s = 0; s < kernel->spanCount; ++s )
	{
		const wfRelaxSpan* span = kernel->spans + s;
		for ( int64_t cell = span->begin; cell < span->begin + span->count; ++cell )
		{
			double inverse = kernel->inverses != NULL ? kernel->inverses[cell] : kernel->inverse;
			double sum = ( right * p[cell + 1] + left * p[cell - 1] ) + ( top * p[cell + stride] + bottom * p[cell - stride] );
			double value = ( sum + kernel->haste ) * inverse;
			double change = fabs( value - p[cell] );
			next[cell] = value;
			maxChange = change > maxChange ? change : maxChange;
			sumChange += change;
		}
	}
	return ( wfRelaxChange ){ maxChange, sumChange };
}
