// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Tests of the RiMEA guideline about many: the fundamental diagram, the influence of parameters, a large room with four exits and
// with two, bottlenecks, a large crowd around a corner. docs/rimea.md says what each asks.
#include "experiment_evacuation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------- speed and density

// Weidmann 1993: v = 1.34 (1 - exp( -1.913 (1 / density - 1 / 5.4) )).
static double getWeidmannSpeed( double density )
{
	return density < 5.4 ? 1.34 * ( 1.0 - exp( -1.913 * ( 1.0 / density - 1.0 / 5.4 ) ) ) : 0.0;
}

typedef struct Diagram
{
	double densities[WF_MAX_LIST], speeds[WF_MAX_LIST], flows[WF_MAX_LIST];
	int32_t count;
	double departure, rise, capacity; // largest difference to Weidmann, largest gain of speed with density, largest flow
	double refused;					  // the smallest density that has no room, 0: none
} Diagram;

// The mean over the seeds at one density, in the area and between the times of the file.
static void addDensity( wfTrial* run, Diagram* diagram, double wanted, int32_t seeds, bool onFoot )
{
	wfBox2 region = wfTrial_GetBox( run, "region" );
	double ground = ( region.upper.x - region.lower.x ) * ( region.upper.y - region.lower.y );
	wfMean density = { 0 }, speed = { 0 };
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		wfEvacuation people = wfTrial_Evacuate( run, &( wfEvacuationDef ){ .seed = (uint64_t)seed,
																		   .people = (int32_t)lround( wanted * ground ),
																		   .onFoot = onFoot,
																		   .from = wfTrial_GetNumber( run, "from" ),
																		   .until = wfTrial_GetNumber( run, "until" ) } );
		if ( !people.fits )
		{
			diagram->refused = diagram->refused > 0.0 ? fmin( diagram->refused, wanted ) : wanted;
			return;
		}
		wfMean_Add( &density, people.report.meanDensity );
		wfMean_Add( &speed, people.report.areaSpeed );
		if ( seed == 1 && !onFoot && wanted == wfTrial_GetNumber( run, "shown" ) )
		{
			char title[96];
			snprintf( title, sizeof( title ), "%g people per square metre after %g s", wanted, people.walks.seconds );
			wfTrial_DrawEvacuation( run, "crowd", title, &people, people.walks.seconds, 4.0 );
		}
		wfEvacuation_Free( &people );
	}
	double at = wfMean_Get( &density ), pace = wfMean_Get( &speed ),
		   before = diagram->count > 0 ? diagram->speeds[diagram->count - 1] : INFINITY;
	diagram->departure = fmax( diagram->departure, fabs( pace - getWeidmannSpeed( at ) ) );
	diagram->rise = fmax( diagram->rise, pace - before );
	diagram->capacity = fmax( diagram->capacity, at * pace );
	diagram->densities[diagram->count] = at;
	diagram->speeds[diagram->count] = pace;
	diagram->flows[diagram->count++] = at * pace;
	wfTrial_Note( run, "m/s", pace, "%s%.2f per m2: speed; Weidmann %.2f", onFoot ? "on foot, " : "", at,
				  getWeidmannSpeed( at ) );
}

static Diagram measureDiagram( wfTrial* run, const char* list, const char* seeds, bool onFoot )
{
	Diagram diagram = { 0 };
	double densities[WF_MAX_LIST];
	int32_t count = wfTrial_GetList( run, list, densities ), runs = (int32_t)wfTrial_GetEffort( run, seeds, 1, 100 );
	for ( int32_t i = 0; i < count; ++i )
	{
		addDensity( run, &diagram, densities[i], runs, onFoot );
	}
	return diagram;
}

// RiMEA 4.
void wfPerformFundamental( wfTrial* run )
{
	Diagram discs = measureDiagram( run, run->quick ? "quickDensities" : "densities", "seeds", false );
	Diagram walkers = measureDiagram( run, run->quick ? "quickDensitiesOnFoot" : "densitiesOnFoot", "seedsOnFoot", true );
	wfTrial_Claim( run, "departure", discs.departure );
	wfTrial_Claim( run, "rise", discs.rise );
	wfTrial_Claim( run, "capacity", discs.capacity );
	wfTrial_Claim( run, "departureOnFoot", walkers.departure );
	wfTrial_Claim( run, "riseOnFoot", walkers.rise );
	if ( discs.refused > 0.0 )
	{
		wfTrial_Note( run, "1/m2", discs.refused, "the least density of the list that has no room" );
	}
	double curve[32], speeds[32], flows[32];
	for ( int32_t i = 0; i < 32; ++i )
	{
		curve[i] = 0.2 + 5.2 * i / 31.0;
		speeds[i] = getWeidmannSpeed( curve[i] );
		flows[i] = curve[i] * speeds[i];
	}
	const wfPlotSeries ours[] = { { "Weidmann 1993", curve, speeds, 32 },
								  { "discs", discs.densities, discs.speeds, discs.count },
								  { "on foot", walkers.densities, walkers.speeds, walkers.count } };
	const wfPlotSeries flow[] = { { "Weidmann 1993", curve, flows, 32 },
								  { "discs", discs.densities, discs.flows, discs.count },
								  { "on foot", walkers.densities, walkers.flows, walkers.count } };
	wfTrial_DrawCurves( run, "", "people per m2", "speed, m/s", ours, 3 );
	wfTrial_DrawCurves( run, "flow", "people per m2", "specific flow, 1/(m s)", flow, 3 );
}

// ----------------------------------------------------------------------------------------------------------- parameters

// RiMEA 8: the same building with one parameter changed at a time, against the first variation of the list.
void wfPerformParameters( wfTrial* run )
{
	int32_t seeds = wfTrial_CountSeeds( run ), count = wfTrial_CountItems( run, "variations", 2, WF_MAX_LIST );
	double base = NAN;
	wfMean arrived = { 0 };
	for ( int32_t i = 0; i < count; ++i )
	{
		wfMean last = { 0 };
		char name[48];
		snprintf( name, sizeof( name ), "%s", wfTrial_GetText( run, wfKey( "variations[%d].name", i ) ) );
		for ( int32_t seed = 1; seed <= seeds; ++seed )
		{
			wfEvacuationDef def = { .seed = (uint64_t)seed,
									.people = (int32_t)wfTrial_GetOption( run, wfKey( "variations[%d].people", i ), 0 ),
									.speed = wfTrial_GetOption( run, wfKey( "variations[%d].speed", i ), 0.0 ),
									.radius = wfTrial_GetOption( run, wfKey( "variations[%d].radius", i ), 0.0 ),
									.atOnce = wfTrial_GetOption( run, wfKey( "variations[%d].atOnce", i ), 0 ) != 0 };
			wfEvacuation people = wfTrial_Evacuate( run, &def );
			wfTrial_FailIf( run, !people.fits, wfKey( "variations[%d]", i ), "so many have no room" );
			wfMean_Add( &last, people.last );
			wfMean_Add( &arrived, (double)people.walks.arrived / people.walks.count );
			if ( i == 0 && seed == 1 )
			{
				double moment = wfTrial_GetNumber( run, "moment" );
				wfTrial_DrawEvacuation( run, "", run->scenario.name, &people, moment, moment );
			}
			wfEvacuation_Free( &people );
		}
		base = i == 0 ? wfMean_Get( &last ) : base;
		wfTrial_Note( run, "s", wfMean_Get( &last ), "%s: all out, deviation %.1f s, %.1f to %.1f", name,
					  wfMean_GetDeviation( &last ), last.least, last.largest );
		if ( i > 0 )
		{
			wfTrial_Claim( run, name, wfMean_Get( &last ) / base );
		}
	}
	wfTrial_Claim( run, "arrive", arrived.least );
}

// ------------------------------------------------------------------------------------------------------------ large room

// RiMEA 9: four exits, then two.
void wfPerformPublicRoom( wfTrial* run )
{
	int32_t seeds = wfTrial_CountSeeds( run ), people = (int32_t)wfTrial_GetEffort( run, "people", 1, 100000 );
	double doors = wfTrial_GetNumber( run, "doors" );
	wfMean times[2] = { 0 }, arrived = { 0 };
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		for ( int32_t step = 0; step < 2; ++step )
		{
			wfEvacuation crowd = wfTrial_Evacuate(
				run, &( wfEvacuationDef ){ .seed = (uint64_t)seed, .people = people, .closed = step == 1 ? "closed" : NULL } );
			wfTrial_FailIf( run, !crowd.fits, "people", "so many have no room" );
			wfMean_Add( &times[step], crowd.last );
			wfMean_Add( &arrived, (double)crowd.walks.arrived / crowd.walks.count );
			if ( seed == 1 )
			{
				wfTrial_CloseDoors( run, run->scenario.world, step == 1 ? "closed" : NULL );
				wfTrial_DrawEvacuation( run, step == 1 ? "two-exits" : "",
										step == 1 ? "Two exits, after 40 s" : "Four exits, after 40 s", &crowd, 40.0, 4.0 );
			}
			wfEvacuation_Free( &crowd );
		}
	}
	for ( int32_t step = 0; step < 2; ++step )
	{
		double mean = wfMean_Get( &times[step] );
		wfTrial_Note( run, "s", mean, "%s exits: the last leaves, deviation %.1f s", step == 0 ? "four" : "two",
					  wfMean_GetDeviation( &times[step] ) );
		wfTrial_Note( run, "1/(m s)", people / mean / ( step == 0 ? doors : 0.5 * doors ), "%s exits: through a metre of door",
					  step == 0 ? "four" : "two" );
	}
	wfTrial_Claim( run, "ratio", wfMean_Get( &times[1] ) / wfMean_Get( &times[0] ) );
	wfTrial_Claim( run, "arrive", arrived.least );
}

// ------------------------------------------------------------------------------------------------------------ bottlenecks

// RiMEA 12: a jam before the first bottleneck, none before the second, which lets as many through.
void wfPerformBottlenecks( wfTrial* run )
{
	static const char* const places[2] = { "first", "second" };
	int32_t seeds = wfTrial_CountSeeds( run );
	wfBox2 boxes[2] = { wfTrial_GetBox( run, places[0] ), wfTrial_GetBox( run, places[1] ) };
	double from = wfTrial_GetNumber( run, "from" ), until = wfTrial_GetNumber( run, "until" );
	wfMean density[2] = { 0 }, speed[2] = { 0 }, last = { 0 }, arrived = { 0 };
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		wfEvacuation people = wfTrial_Evacuate( run, &( wfEvacuationDef ){ .seed = (uint64_t)seed } );
		for ( int32_t i = 0; i < 2; ++i )
		{
			wfLocalFlow flow = wfCrowdWalks_MeasureBox( &people.walks, boxes[i], from, until );
			wfMean_Add( &density[i], flow.density );
			wfMean_Add( &speed[i], flow.speed );
		}
		wfMean_Add( &last, people.last );
		wfMean_Add( &arrived, (double)people.walks.arrived / people.walks.count );
		if ( seed == 1 )
		{
			wfTrial_DrawEvacuation( run, "", run->scenario.name, &people, 0.5 * ( from + until ), 4.0 );
		}
		wfEvacuation_Free( &people );
	}
	for ( int32_t i = 0; i < 2; ++i )
	{
		wfTrial_Claim( run, wfKey( "%sSpeed", places[i] ), wfMean_Get( &speed[i] ) );
		wfTrial_Claim( run, wfKey( "%sDensity", places[i] ), wfMean_Get( &density[i] ) );
	}
	wfTrial_Claim( run, "arrive", arrived.least );
	wfTrial_Note( run, "s", wfMean_Get( &last ), "the last leaves, mean of %d seeds", seeds );
}

// -------------------------------------------------------------------------------------------------------- around a corner

// RiMEA 15: the same crowd around a corner, and straight on as far as the inner and as the outer wall goes.
void wfPerformCrowdCorner( wfTrial* run )
{
	static const char* const names[3] = { "corner", "short", "long" };
	int32_t seeds = wfTrial_CountSeeds( run ), people = (int32_t)wfTrial_GetEffort( run, "people", 1, 100000 ), entries[3];
	for ( int32_t i = 0; i < 3; ++i )
	{
		entries[i] = wfTrial_FindEntry( run, names[i] );
	}
	wfMean times[3] = { 0 }, arrived = { 0 };
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		wfEvacuation crowd = wfTrial_Evacuate( run, &( wfEvacuationDef ){ .seed = (uint64_t)seed, .people = 3 * people } );
		wfTrial_FailIf( run, !crowd.fits, "people", "so many have no room" );
		double last[3] = { 0.0, 0.0, 0.0 };
		for ( int32_t i = 0; i < crowd.walks.count; ++i )
		{
			const wfAgentWalk* walk = crowd.walks.walks + i;
			for ( int32_t k = 0; k < 3; ++k )
			{
				last[k] = walk->entry == entries[k] ? fmax( last[k], walk->to ) : last[k];
			}
		}
		for ( int32_t k = 0; k < 3; ++k )
		{
			wfMean_Add( &times[k], last[k] );
		}
		wfMean_Add( &arrived, (double)crowd.walks.arrived / crowd.walks.count );
		if ( seed == 1 )
		{
			double moment = wfTrial_GetNumber( run, "moment" );
			wfTrial_DrawEvacuation( run, "", run->scenario.name, &crowd, moment, 6.0 );
		}
		wfEvacuation_Free( &crowd );
	}
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfTrial_Note( run, "s", wfMean_Get( &times[k] ), "%s: the last arrives, deviation %.1f s", names[k],
					  wfMean_GetDeviation( &times[k] ) );
	}
	double corner = wfMean_Get( &times[0] );
	wfTrial_Claim( run, "short", corner / wfMean_Get( &times[1] ) );
	wfTrial_Claim( run, "long", corner / wfMean_Get( &times[2] ) );
	wfTrial_Claim( run, "arrive", arrived.least );
}
