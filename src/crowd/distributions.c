// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Numbers drawn for agents: sizes, reaction times, and walking speeds by tables of demography.
#include "base/base.h"
#include "base/math.h"
#include "crowd/defs.h"

#define REDRAWS 64

// How far from the mean of its age anybody's speed is, in deviations.
#define WIDEST_DEVIATION 2.0

// Draws lie side by side in the counters, so the further numbers of one draw are taken from far away instead of the following
// counters, which belong to other draws.
static double drawUnit( uint64_t seed, uint64_t stream, uint64_t counter, uint64_t part )
{
	return wfRandomUnit( seed, stream, counter + ( part << 56 ) );
}

static double drawUniform( double lower, double upper, double unit )
{
	double number = lower + ( upper - lower ) * unit;
	return number < upper ? number : upper; // rounding may reach just beyond
}

// Box and Muller; what falls outside is drawn again, which is the normal distribution cut at both ends. A range far out in a tail
// is hit too rarely for that and gets its nearer end. With `logarithmic` it is the logarithm that is normal.
static double drawNormal( const wfDistribution* distribution, bool logarithmic, uint64_t seed, uint64_t stream, uint64_t counter )
{
	double number = distribution->mean;
	for ( uint64_t i = 0; i < REDRAWS; ++i )
	{
		double radius = sqrt( -2.0 * wfLog( 1.0 - drawUnit( seed, stream, counter, 2 * i ) ) );
		double angle = WF_TWO_PI * drawUnit( seed, stream, counter, 2 * i + 1 );
		number = distribution->mean + distribution->deviation * radius * wfCos( angle );
		number = logarithmic ? wfExp( number ) : number;
		if ( number >= distribution->lower && number <= distribution->upper )
		{
			return number;
		}
	}
	return number < distribution->lower ? distribution->lower : distribution->upper;
}

// --------------------------------------------------------------------------------------------------------------- tables

// Walking speed on the level by age: Weidmann, Transporttechnik der Fussgaenger, ETH Zuerich, 1993. RiMEA's guideline (2.2.1,
// table 1) states the curve at its ends and corners: 0.58 m/s for the youngest, 1.61 at 20, 1.54 at 30, 1.41 at 50, 0.68 for the
// oldest. The others continue the curve smoothly from there, to within what can be read from its figure, 0.03 m/s.
static const struct
{
	double age, speed;
} s_weidmann[] = { { 5.0, 0.58 },  { 10.0, 1.15 }, { 15.0, 1.50 }, { 20.0, 1.61 }, { 30.0, 1.54 },
				   { 40.0, 1.48 }, { 50.0, 1.41 }, { 60.0, 1.29 }, { 70.0, 1.04 }, { 80.0, 0.68 } };
#define WEIDMANN_COUNT ( (int)( sizeof( s_weidmann ) / sizeof( s_weidmann[0] ) ) )

_Static_assert( WF_YOUNGEST == 5 && WF_OLDEST == 80, "the ages of the table" );

double wfGetSpeedAtAge( double age )
{
	int k = 1;
	while ( k < WEIDMANN_COUNT - 1 && age > s_weidmann[k].age )
	{
		k += 1;
	}
	double share = ( age - s_weidmann[k - 1].age ) / ( s_weidmann[k].age - s_weidmann[k - 1].age );
	share = share > 0.0 ? share < 1.0 ? share : 1.0 : 0.0; // also where the age is not a number
	return s_weidmann[k - 1].speed + share * ( s_weidmann[k].speed - s_weidmann[k - 1].speed );
}

// Walking speed on flat terrain: IMO MSC.1/Circ.1238, annex 2, tables 3.1 (shares) and 3.4 (least and largest, uniform).
typedef struct wfSpeedGroup
{
	double share, least, largest;
} wfSpeedGroup;

static const wfSpeedGroup s_passengers[] = {
	{ 0.07, 0.93, 1.55 }, // females younger than 30
	{ 0.07, 0.71, 1.19 }, // females of 30 to 50
	{ 0.16, 0.56, 0.94 }, // females older than 50
	{ 0.10, 0.43, 0.71 }, // the same, mobility impaired (1)
	{ 0.10, 0.37, 0.61 }, // mobility impaired (2)
	{ 0.07, 1.11, 1.85 }, // males younger than 30
	{ 0.07, 0.97, 1.62 }, // males of 30 to 50
	{ 0.16, 0.84, 1.40 }, // males older than 50
	{ 0.10, 0.64, 1.06 }, // the same, mobility impaired (1)
	{ 0.10, 0.55, 0.91 }  // mobility impaired (2)
};
static const wfSpeedGroup s_crew[] = { { 0.5, 0.93, 1.55 }, { 0.5, 1.11, 1.85 } };

// One number chooses the group, another the speed in it.
static double drawFromGroups( const wfSpeedGroup* groups, int count, double unit, double second )
{
	int k = 0;
	while ( k + 1 < count && unit >= groups[k].share )
	{
		unit -= groups[k].share;
		k += 1;
	}
	return drawUniform( groups[k].least, groups[k].largest, second );
}

static double drawSpeed( const wfDistribution* distribution, uint64_t seed, uint64_t stream, uint64_t counter )
{
	// Parts above those that a normal number takes.
	double first = drawUnit( seed, stream, counter, 2 * REDRAWS ), second = drawUnit( seed, stream, counter, 2 * REDRAWS + 1 );
	if ( distribution->kind == wf_passengerSpeed )
	{
		int count = (int)( sizeof( s_passengers ) / sizeof( s_passengers[0] ) );
		return distribution->mean * drawFromGroups( s_passengers, count, first, second );
	}
	if ( distribution->kind == wf_crewSpeed )
	{
		int count = (int)( sizeof( s_crew ) / sizeof( s_crew[0] ) );
		return distribution->mean * drawFromGroups( s_crew, count, first, second );
	}
	double widest = WIDEST_DEVIATION * distribution->deviation;
	wfDistribution around = { .kind = wf_normalNumber, .lower = -widest, .upper = widest, .deviation = distribution->deviation };
	double off = distribution->deviation > 0.0 ? drawNormal( &around, false, seed, stream, counter ) : 0.0;
	double speed = wfGetSpeedAtAge( drawUniform( distribution->lower, distribution->upper, first ) ) + off;
	return distribution->mean * ( speed > 0.0 ? speed : 0.0 );
}

double wfDistribution_Draw( const wfDistribution* distribution, uint64_t seed, uint64_t stream, uint64_t counter )
{
	if ( WF_FAILS( distribution != NULL ) )
	{
		return 0.0;
	}
	switch ( distribution->kind )
	{
		case wf_constantNumber:
			return distribution->lower;
		case wf_uniformNumber:
			return drawUniform( distribution->lower, distribution->upper, drawUnit( seed, stream, counter, 0 ) );
		case wf_normalNumber:
			return drawNormal( distribution, false, seed, stream, counter );
		case wf_logNormalNumber:
			return drawNormal( distribution, true, seed, stream, counter );
		case wf_ageSpeed:
		case wf_passengerSpeed:
		case wf_crewSpeed:
			return drawSpeed( distribution, seed, stream, counter );
		case wf_distributionKindCount:
			break;
	}
	return 0.0;
}

void wfDistribution_Scale( wfDistribution* distribution, double factor )
{
	if ( WF_FAILS( distribution != NULL && factor > 0.0 ) )
	{
		return;
	}
	if ( distribution->kind >= wf_ageSpeed )
	{
		distribution->mean *= factor; // the tables stay as they are
		return;
	}
	bool logarithmic = distribution->kind == wf_logNormalNumber;
	distribution->lower *= factor;
	distribution->upper *= factor;
	distribution->mean = logarithmic ? distribution->mean + wfLog( factor ) : distribution->mean * factor;
	distribution->deviation *= logarithmic ? 1.0 : factor;
}
