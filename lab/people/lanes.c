// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Lanes of people who go the same way.
#include "people/people.h"

#include <math.h>

// Half the width of the strip in which others are like or unlike. Rex and Loewen: three quarters of a diameter, here 0.5 m.
#define HALF_STRIP 0.375
// Strips in which a lane is looked for, metres; and how much of those in it go one way, at least, as a net share.
#define LANE_STRIP 0.4
#define LANE_SHARE 0.5
#define MOST_STRIPS 32

static double getGapAlong( const wfLaneDef* def, double gap )
{
	return def->isRing ? gap - def->length * floor( gap / def->length + 0.5 ) : gap;
}

// Runs of the same direction across one piece of the corridor. Strips that are empty or mixed belong to no lane.
static int32_t countLanes( const wfLaneDef* def, const wfStroller* strollers, int32_t count, double from, double to )
{
	int32_t net[MOST_STRIPS] = { 0 }, all[MOST_STRIPS] = { 0 };
	int32_t strips = (int32_t)fmin( MOST_STRIPS, fmax( 1.0, floor( def->width / LANE_STRIP + 0.5 ) ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( strollers[k].along >= from && strollers[k].along < to )
		{
			int32_t strip = (int32_t)fmin( strips - 1.0, fmax( 0.0, floor( strollers[k].across / def->width * strips ) ) );
			net[strip] += strollers[k].isForward ? 1 : -1;
			all[strip] += 1;
		}
	}
	int32_t lanes = 0, last = 0;
	for ( int32_t k = 0; k < strips; ++k )
	{
		int32_t direction = net[k] >= LANE_SHARE * all[k] && all[k] > 0 ? 1 : 0;
		direction = -net[k] >= LANE_SHARE * all[k] && all[k] > 0 ? -1 : direction;
		lanes += direction != 0 && direction != last ? 1 : 0;
		last = direction != 0 ? direction : last;
	}
	return lanes;
}

wfLaneFigures wfMeasureLanes( const wfLaneDef* def, const wfStroller* strollers, int32_t count )
{
	wfLaneFigures figures = { 0 };
	for ( int32_t k = 0; k < count; ++k )
	{
		double like = 0.0, unlike = 0.0;
		for ( int32_t m = 0; m < count; ++m )
		{
			double along = getGapAlong( def, strollers[m].along - strollers[k].along );
			bool isNear = fabs( along ) < WF_LANE_PIECE && fabs( strollers[m].across - strollers[k].across ) < HALF_STRIP;
			like += isNear && m != k && strollers[m].isForward == strollers[k].isForward ? 1.0 : 0.0;
			unlike += isNear && strollers[m].isForward != strollers[k].isForward ? 1.0 : 0.0;
		}
		if ( like + unlike > 0.0 )
		{
			double net = ( like - unlike ) / ( like + unlike );
			figures.order += net * net;
			figures.chance += 1.0 / ( like + unlike ); // the mean square of a sum of so many signs, over its largest
			figures.people += 1;
		}
	}
	figures.order /= fmax( 1.0, figures.people );
	figures.chance /= fmax( 1.0, figures.people );
	int32_t pieces = (int32_t)fmax( 1.0, floor( def->length / WF_LANE_PIECE + 0.5 ) );
	for ( int32_t k = 0; k < pieces; ++k )
	{
		figures.lanes +=
			(double)countLanes( def, strollers, count, def->length * k / pieces, def->length * ( k + 1 ) / pieces ) / pieces;
	}
	return figures;
}

double wfLaneFigures_GetNetOrder( const wfLaneFigures* figures )
{
	return figures->chance < 1.0 ? ( figures->order - figures->chance ) / ( 1.0 - figures->chance ) : 0.0;
}
