// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield-lab people`: does a crowd pass what people pass? Doors of all widths, and speed against density.

#include "people/people.h"
#include "commands.h"
#include "json_out.h"
#include "options.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_CASES 256

static struct
{
	bool onFoot, json, doors, ring;
	double radius, narrowest, widest, step;
	int32_t seeds, first;
} s_command = { .radius = 0.25, .narrowest = 0.7, .widest = 4.0, .step = 0.1, .seeds = 10, .first = 1 };

static wfOption s_options[] = { { WF_HEADING( "Options:" ) },
								{ WF_FLAG( "doors", s_command.doors, "flow through doors only" ) },
								{ WF_FLAG( "ring", s_command.ring, "speed against density only" ) },
								{ WF_FLAG( "on-foot", s_command.onFoot, "everybody walks by footsteps" ) },
								{ WF_NUMBER( "radius", "R", s_command.radius, 0.1, 0.5, "of everybody, 0.25 m" ) },
								{ WF_NUMBER( "narrowest", "W", s_command.narrowest, 0.5, 10.0, "door, 0.7 m" ) },
								{ WF_NUMBER( "widest", "W", s_command.widest, 0.5, 10.0, "door, 4 m" ) },
								{ WF_NUMBER( "step", "W", s_command.step, 0.01, 10.0, "between two widths, 0.1 m" ) },
								{ WF_INTEGER( "seeds", "N", s_command.seeds, 1, 1000, "runs of each case, 10" ) },
								{ WF_INTEGER( "first-seed", "K", s_command.first, 0, 1000000000, "of the first run, 1" ) },
								{ WF_FLAG( "json", s_command.json, "all figures" ) },
								{ WF_TABLE( wf_machineOptions ) },
								{ .name = NULL } };

// Some runs of one case, with different seeds.
typedef struct Case
{
	bool isDoor;
	double given;				// width or density
	double value[2];			// sums of flow or speed, and of their squares
	double least, most;			// of the same
	double density, seconds;	// sums, of doors
	int32_t runs, people, left; // left: of all runs
} Case;

typedef struct Job
{
	wfResult result;
	wfError error;
	wfDoorFigures door;
	wfRingFigures ring;
} Job;

typedef struct Batch
{
	Case cases[MOST_CASES];
	int32_t caseCount;
	Job* jobs;
	atomic_int done;
	wfProgress progress;
} Batch;

static bool goesOn( void )
{
	return !wfIsInterrupted();
}

static void runJobs( int32_t begin, int32_t end, int32_t worker, void* context )
{
	Batch* batch = context;
	int32_t count = batch->caseCount * s_command.seeds;
	for ( int32_t i = begin; i < end && goesOn(); ++i )
	{
		Job* job = &batch->jobs[i];
		const Case* one = &batch->cases[i % batch->caseCount];
		wfPeopleDef def = { .onFoot = s_command.onFoot,
							.radius = s_command.radius,
							.seed = (uint64_t)( s_command.first + i / batch->caseCount ),
							.goesOn = goesOn };
		job->result = one->isDoor ? wfMeasureDoor( &def, one->given, &job->door, &job->error )
								  : wfMeasureRing( &def, one->given, &job->ring, &job->error );
		int done = atomic_fetch_add( &batch->done, 1 ) + 1;
		if ( worker == 0 )
		{
			wfProgress_Step( (double)done / count, &batch->progress );
		}
	}
}

static void addRun( Case* sum, const Job* job )
{
	double value = sum->isDoor ? job->door.flow : job->ring.speed;
	sum->least = sum->runs == 0 || value < sum->least ? value : sum->least;
	sum->most = sum->runs == 0 || value > sum->most ? value : sum->most;
	sum->value[0] += value;
	sum->value[1] += value * value;
	sum->density += job->door.density;
	sum->seconds += job->door.seconds;
	sum->people = sum->isDoor ? job->door.people : job->ring.people;
	sum->left += sum->isDoor ? job->door.people - job->door.passed : 0;
	sum->runs += 1;
}

static double getMean( const Case* sum )
{
	return sum->value[0] / sum->runs;
}

// Standard deviation of the runs, as a share of their mean.
static double getSpread( const Case* sum )
{
	double mean = getMean( sum ), variance = sum->value[1] / sum->runs - mean * mean;
	return mean > 0.0 ? sqrt( fmax( 0.0, variance ) ) / mean : 0.0;
}

static void addText( wfText* text, const Batch* batch )
{
	bool begun = false;
	for ( int32_t k = 0; k < batch->caseCount; ++k )
	{
		const Case* one = &batch->cases[k];
		if ( !one->isDoor )
		{
			continue;
		}
		if ( !begun )
		{
			wfText_Add( text, "%6s %7s %12s %7s %7s %8s %10s %9s %5s\n", "door m", "people", "flow per m s", "least", "most",
						"spread %", "density m2", "seconds", "left" );
			begun = true;
		}
		wfText_Add( text, "%6.2f %7d %12.2f %7.2f %7.2f %8.1f %10.2f %9.1f %5d\n", one->given, one->people, getMean( one ),
					one->least, one->most, 100.0 * getSpread( one ), one->density / one->runs, one->seconds / one->runs,
					one->left );
	}
	begun = false;
	for ( int32_t k = 0; k < batch->caseCount; ++k )
	{
		const Case* one = &batch->cases[k];
		if ( one->isDoor )
		{
			continue;
		}
		if ( !begun )
		{
			wfText_Add( text, "%s%9s %7s %9s %7s %7s %12s %10s\n", text->length > 0 ? "\n" : "", "people m2", "people",
						"speed m/s", "least", "most", "Weidmann m/s", "difference" );
			begun = true;
		}
		double expected = wfGetWeidmannSpeed( one->given );
		wfText_Add( text, "%9.2f %7d %9.2f %7.2f %7.2f %12.2f %+9.0f%%\n", one->given, one->people, getMean( one ), one->least,
					one->most, expected, 100.0 * ( getMean( one ) / expected - 1.0 ) );
	}
}

static void addJson( wfText* text, const Batch* batch )
{
	wfJsonOut json = wfMakeJsonOut( text );
	wfJsonOut_BeginObject( &json, NULL );
	for ( int32_t kind = 0; kind < 2; ++kind )
	{
		wfJsonOut_BeginList( &json, kind == 0 ? "doors" : "ring" );
		for ( int32_t k = 0; k < batch->caseCount; ++k )
		{
			const Case* one = &batch->cases[k];
			if ( one->isDoor != ( kind == 0 ) )
			{
				continue;
			}
			wfJsonOut_BeginRow( &json, NULL );
			wfJsonOut_Number( &json, one->isDoor ? "width" : "density", one->given );
			wfJsonOut_Integer( &json, "agents", one->people );
			wfJsonOut_Integer( &json, "runs", one->runs );
			wfJsonOut_Number( &json, one->isDoor ? "specificFlow" : "speed", getMean( one ) );
			wfJsonOut_Number( &json, "least", one->least );
			wfJsonOut_Number( &json, "most", one->most );
			wfJsonOut_Number( &json, "spread", getSpread( one ) );
			if ( one->isDoor )
			{
				wfJsonOut_Number( &json, "densityBefore", one->density / one->runs );
				wfJsonOut_Number( &json, "seconds", one->seconds / one->runs );
				wfJsonOut_Integer( &json, "left", one->left );
			}
			else
			{
				wfJsonOut_Number( &json, "weidmann", wfGetWeidmannSpeed( one->given ) );
			}
			wfJsonOut_End( &json );
		}
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
}

static void listCases( Batch* batch )
{
	static const double densities[] = { 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5 };
	bool all = !s_command.doors && !s_command.ring;
	for ( int32_t k = 0; ( all || s_command.doors ) && batch->caseCount < MOST_CASES - 16; ++k )
	{
		double width = s_command.narrowest + s_command.step * k;
		if ( width > s_command.widest + 1e-9 )
		{
			break;
		}
		batch->cases[batch->caseCount++] = ( Case ){ .isDoor = true, .given = width };
	}
	for ( int32_t k = 0; ( all || s_command.ring ) && k < (int32_t)( sizeof( densities ) / sizeof( densities[0] ) ); ++k )
	{
		batch->cases[batch->caseCount++] = ( Case ){ .given = densities[k] };
	}
}

static int runPeople( void )
{
	wfDieOfUsageIf( s_command.widest < s_command.narrowest, "--widest: expected at least the width of --narrowest" );
	wfWorkers* workers = wfCreateChosenWorkers();
	Batch batch = { 0 };
	listCases( &batch );
	int32_t count = batch.caseCount * s_command.seeds;
	batch.jobs = wfNewArray( (size_t)count, sizeof( Job ) );
	wfProgress_Begin( &batch.progress, "people" );
	wfWorkers_ParallelFor( workers, runJobs, count, 1, &batch );
	wfProgress_End( &batch.progress );
	wfExpectNoInterrupt();
	for ( int32_t i = 0; i < count; ++i )
	{
		wfDieIf( batch.jobs[i].result != wf_ok, batch.jobs[i].result, NULL, "%s", batch.jobs[i].error.message );
		addRun( &batch.cases[i % batch.caseCount], &batch.jobs[i] );
	}
	wfText text = { 0 };
	if ( s_command.json )
	{
		addJson( &text, &batch );
	}
	else
	{
		addText( &text, &batch );
	}
	free( batch.jobs );
	return wfText_Print( &text );
}

const wfCommand wf_peopleCommand = {
	.name = "people",
	.run = runPeople,
	.help = "Examples:\n"
			"  wayfield-lab people --seeds 3\n"
			"  wayfield-lab people --doors --narrowest 0.8 --widest 1.2 --on-foot\n"
			"\n"
			"usage: wayfield-lab people [OPTIONS]\n"
			"\n"
			"Measures crowds as people are measured: what a metre of door passes in a second, how many stand before it, and how\n"
			"fast people walk in a ring that is more and more crowded, beside Weidmann's curve.\n"
			"\n",
	.options = s_options };
