// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield-lab people`: does a crowd do what people do? Doors, speed against density one way and two ways, lanes, corners,
// stairs.

#include "commands.h"
#include "json_out.h"
#include "options.h"
#include "people/kinds.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_CASES 256

static struct
{
	bool onFoot, json;
	bool chosen[wf_peopleKindCount]; // of stairs the first
	double radius, narrowest, widest, step, box[4], fps, unit;
	int32_t seeds, first;
	const char* recording;
} s_command = { .radius = 0.25, .narrowest = 0.7, .widest = 4.0, .step = 0.1, .seeds = 10, .first = 1 };

static wfOption s_options[] = {
	{ WF_HEADING( "Options:" ) },
	{ WF_FLAG( "doors", s_command.chosen[wf_peopleDoors], "flow through doors only; of several such options all" ) },
	{ WF_FLAG( "curves", s_command.chosen[wf_peopleCurves], "when how many have passed a door, and how dense it is before it" ) },
	{ WF_FLAG( "ring", s_command.chosen[wf_peopleRing], "speed against density, all the same way" ) },
	{ WF_FLAG( "two-way", s_command.chosen[wf_peopleTwoWay], "speed against density, every second one against the others" ) },
	{ WF_FLAG( "lanes", s_command.chosen[wf_peopleLanes], "lanes in rings of several widths, over time" ) },
	{ WF_FLAG( "corners", s_command.chosen[wf_peopleCorners], "corridors that turn, beside straight ones" ) },
	{ WF_FLAG( "stairs", s_command.chosen[wf_peopleStairsUp], "flow onto stairs, up and down" ) },
	{ WF_FLAG( "on-foot", s_command.onFoot, "everybody walks by footsteps" ) },
	{ WF_NUMBER( "radius", "R", s_command.radius, 0.1, 0.5, "of everybody, 0.25 m" ) },
	{ WF_NUMBER( "narrowest", "W", s_command.narrowest, 0.5, 10.0, "door, 0.7 m" ) },
	{ WF_NUMBER( "widest", "W", s_command.widest, 0.5, 10.0, "door, 4 m" ) },
	{ WF_NUMBER( "step", "W", s_command.step, 0.01, 10.0, "between two widths, 0.1 m" ) },
	{ WF_INTEGER( "seeds", "N", s_command.seeds, 1, 1000, "runs of each case, 10" ) },
	{ WF_INTEGER( "first-seed", "K", s_command.first, 0, 1000000000, "of the first run, 1" ) },
	{ WF_FLAG( "json", s_command.json, "all figures" ) },
	{ WF_HEADING( "Real people:" ) },
	{ WF_TEXT( "recording", "FILE", s_command.recording, "measure a recording of two streams instead" ), .with = "box" },
	{ WF_NUMBERS( "box", "X,Y,X,Y", s_command.box, 4, "of the corridor, whose longer side is along it, metres" ),
	  .with = "recording" },
	{ WF_NUMBER( "fps", "N", s_command.fps, 0.1, 1000.0, "of a recording that does not say" ), .with = "recording" },
	{ WF_NUMBER( "unit", "U", s_command.unit, 0.001, 1000.0, "metres per unit of a recording that does not say" ),
	  .with = "recording" },
	{ WF_TABLE( wf_machineOptions ) },
	{ .name = NULL } };

// A figure of several runs.
typedef struct Sum
{
	double value, squares, least, most;
} Sum;

// Some runs of one case, with different seeds.
typedef struct Case
{
	int32_t kind;
	double given; // a width or a density
	double at[WF_PEOPLE_ROWS];
	Sum sums[WF_PEOPLE_ROWS][WF_PEOPLE_VALUES];
	int32_t rowCount, runs, people, left; // left: of all runs
} Case;

typedef struct Job
{
	wfResult result;
	wfError error;
	wfPeopleFigures figures;
} Job;

typedef struct Batch
{
	Case* cases;
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
		job->result = wf_peopleKinds[one->kind].measure( &def, one->given, &job->figures, &job->error );
		int done = atomic_fetch_add( &batch->done, 1 ) + 1;
		if ( worker == 0 )
		{
			wfProgress_Step( (double)done / count, &batch->progress );
		}
	}
}

static void addRun( Case* sums, const wfPeopleFigures* figures )
{
	for ( int32_t row = 0; row < figures->rowCount; ++row )
	{
		sums->at[row] = figures->rows[row].at;
		for ( int32_t k = 0; k < WF_PEOPLE_VALUES; ++k )
		{
			double value = figures->rows[row].values[k];
			Sum* sum = &sums->sums[row][k];
			sum->least = sums->runs == 0 || value < sum->least ? value : sum->least;
			sum->most = sums->runs == 0 || value > sum->most ? value : sum->most;
			sum->value += value;
			sum->squares += value * value;
		}
	}
	sums->rowCount = figures->rowCount;
	sums->people = figures->people;
	sums->left += figures->left;
	sums->runs += 1;
}

// Standard deviation of the runs, as a share of their mean.
static double getSpread( const Sum* sum, int32_t runs )
{
	double mean = sum->value / runs, variance = sum->squares / runs - mean * mean;
	return mean > 0.0 ? sqrt( fmax( 0.0, variance ) ) / mean : 0.0;
}

static void addHeadings( wfText* text, const wfPeopleKind* kind )
{
	wfText_Add( text, "%s%10s", text->length > 0 ? "\n" : "", kind->given.heading );
	if ( kind->at.key != NULL )
	{
		wfText_Add( text, " %7s", kind->at.heading );
	}
	wfText_Add( text, " %6s %12s %6s %6s %8s", "people", kind->columns[0].heading, "least", "most", "spread %" );
	for ( int32_t k = 1; k < WF_PEOPLE_VALUES && kind->columns[k].key != NULL; ++k )
	{
		wfText_Add( text, " %12s", kind->columns[k].heading );
	}
	wfText_Add( text, "%s%s\n", kind->getExpected != NULL ? " Weidmann difference" : "", kind->canBeLeft ? "  left" : "" );
}

static void addCase( wfText* text, const Case* one )
{
	const wfPeopleKind* kind = &wf_peopleKinds[one->kind];
	for ( int32_t row = 0; row < one->rowCount; ++row )
	{
		const Sum* sums = one->sums[row];
		double mean = sums->value / one->runs;
		wfText_Add( text, "%10.2f", one->given );
		if ( kind->at.key != NULL )
		{
			wfText_Add( text, " %7.1f", one->at[row] );
		}
		wfText_Add( text, " %6d %12.2f %6.2f %6.2f %8.1f", one->people, mean, sums->least, sums->most,
					100.0 * getSpread( sums, one->runs ) );
		for ( int32_t k = 1; k < WF_PEOPLE_VALUES && kind->columns[k].key != NULL; ++k )
		{
			wfText_Add( text, " %12.2f", sums[k].value / one->runs );
		}
		if ( kind->getExpected != NULL )
		{
			double expected = kind->getExpected( one->given );
			wfText_Add( text, " %8.2f %+9.0f%%", expected, 100.0 * ( mean / expected - 1.0 ) );
		}
		if ( kind->canBeLeft )
		{
			wfText_Add( text, " %5d", one->left );
		}
		wfText_Add( text, "\n" );
	}
}

static void addJsonCase( wfJsonOut* json, const Case* one )
{
	const wfPeopleKind* kind = &wf_peopleKinds[one->kind];
	for ( int32_t row = 0; row < one->rowCount; ++row )
	{
		const Sum* sums = one->sums[row];
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_Number( json, kind->given.key, one->given );
		if ( kind->at.key != NULL )
		{
			wfJsonOut_Number( json, kind->at.key, one->at[row] );
		}
		wfJsonOut_Integer( json, "agents", one->people );
		wfJsonOut_Integer( json, "runs", one->runs );
		wfJsonOut_Number( json, kind->columns[0].key, sums->value / one->runs );
		wfJsonOut_Number( json, "least", sums->least );
		wfJsonOut_Number( json, "most", sums->most );
		wfJsonOut_Number( json, "spread", getSpread( sums, one->runs ) );
		for ( int32_t k = 1; k < WF_PEOPLE_VALUES && kind->columns[k].key != NULL; ++k )
		{
			wfJsonOut_Number( json, kind->columns[k].key, sums[k].value / one->runs );
		}
		if ( kind->getExpected != NULL )
		{
			wfJsonOut_Number( json, "weidmann", kind->getExpected( one->given ) );
		}
		if ( kind->canBeLeft )
		{
			wfJsonOut_Integer( json, "left", one->left );
		}
		wfJsonOut_End( json );
	}
}

static void addText( wfText* text, const Batch* batch )
{
	for ( int32_t k = 0; k < batch->caseCount; ++k )
	{
		if ( k == 0 || batch->cases[k].kind != batch->cases[k - 1].kind )
		{
			addHeadings( text, &wf_peopleKinds[batch->cases[k].kind] );
		}
		addCase( text, &batch->cases[k] );
	}
}

static void addJson( wfText* text, const Batch* batch )
{
	wfJsonOut json = wfMakeJsonOut( text );
	wfJsonOut_BeginObject( &json, NULL );
	for ( int32_t kind = 0, k = 0; kind < wf_peopleKindCount; ++kind )
	{
		// Lists that were not asked for are empty.
		wfJsonOut_BeginList( &json, wf_peopleKinds[kind].list );
		for ( ; k < batch->caseCount && batch->cases[k].kind == kind; ++k )
		{
			addJsonCase( &json, &batch->cases[k] );
		}
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
}

static void listCases( Batch* batch )
{
	bool all = true;
	s_command.chosen[wf_peopleStairsDown] = s_command.chosen[wf_peopleStairsUp];
	for ( int32_t kind = 0; kind < wf_peopleKindCount; ++kind )
	{
		all = all && !s_command.chosen[kind];
	}
	for ( int32_t kind = 0; kind < wf_peopleKindCount; ++kind )
	{
		const wfPeopleKind* table = &wf_peopleKinds[kind];
		for ( int32_t k = 0; ( all || s_command.chosen[kind] ) && batch->caseCount < MOST_CASES; ++k )
		{
			double given = table->cases == NULL ? s_command.narrowest + s_command.step * k : 0.0;
			if ( table->cases == NULL ? given > s_command.widest + 1e-9 : k >= table->caseCount )
			{
				break;
			}
			batch->cases[batch->caseCount++] = ( Case ){ .kind = kind, .given = table->cases != NULL ? table->cases[k] : given };
		}
	}
}

static int printRecorded( void )
{
	const double* box = s_command.box;
	wfRecordedDef def = {
		.path = s_command.recording,
		.fps = s_command.fps,
		.unit = s_command.unit,
		.box = { { fmin( box[0], box[2] ), fmin( box[1], box[3] ) }, { fmax( box[0], box[2] ), fmax( box[1], box[3] ) } } };
	wfDieOfUsageIf( def.box.lower.x == def.box.upper.x || def.box.lower.y == def.box.upper.y, "--box: is empty" );
	wfRecordedFigures figures;
	wfError error = { 0 };
	wfResult result = wfMeasureRecorded( &def, &figures, &error );
	wfDieIf( result != wf_ok, result, NULL, "%s", error.message );
	const struct
	{
		const char *key, *text;
		double value;
	} rows[] = { { "seconds", "seconds with both streams", figures.seconds },
				 { "density", "people per m2", figures.density },
				 { "speed", "speed m/s", figures.speed },
				 { "specificFlow", "flow per m s", figures.flow },
				 { "order", "order", figures.lanes.order },
				 { "chance", "order by chance", figures.lanes.chance },
				 { "netOrder", "net order", wfLaneFigures_GetNetOrder( &figures.lanes ) },
				 { "lanes", "lanes", figures.lanes.lanes } };
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	if ( s_command.json )
	{
		wfJsonOut_BeginObject( &json, NULL );
		wfJsonOut_Integer( &json, "agents", figures.people );
	}
	else
	{
		wfText_Add( &text, "%-26s %8d\n", "people", figures.people );
	}
	for ( size_t k = 0; k < sizeof( rows ) / sizeof( rows[0] ); ++k )
	{
		if ( s_command.json )
		{
			wfJsonOut_Number( &json, rows[k].key, rows[k].value );
		}
		else
		{
			wfText_Add( &text, "%-26s %8.2f\n", rows[k].text, rows[k].value );
		}
	}
	if ( s_command.json )
	{
		wfJsonOut_End( &json );
	}
	return wfText_Print( &text );
}

static int runPeople( void )
{
	wfDieOfUsageIf( s_command.widest < s_command.narrowest, "--widest: expected at least the width of --narrowest" );
	if ( s_command.recording != NULL )
	{
		return printRecorded();
	}
	wfWorkers* workers = wfCreateChosenWorkers();
	Batch batch = { .cases = wfNewArray( MOST_CASES, sizeof( Case ) ) };
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
		addRun( &batch.cases[i % batch.caseCount], &batch.jobs[i].figures );
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
	free( batch.cases );
	return wfText_Print( &text );
}

const wfCommand wf_peopleCommand = {
	.name = "people",
	.run = runPeople,
	.help =
		"Examples:\n"
		"  wayfield-lab people --seeds 3\n"
		"  wayfield-lab people --doors --narrowest 0.8 --widest 1.2 --on-foot\n"
		"  wayfield-lab people --two-way --lanes --corners --stairs --curves --seeds 2\n"
		"\n"
		"usage: wayfield-lab people [OPTIONS]\n"
		"\n"
		"Measures crowds as people are measured: what a metre of door or stairs passes in a second, how many stand before it,\n"
		"how fast people walk in a ring that is more and more crowded, one way and two ways, beside Weidmann's figures, the\n"
		"lanes they form, and what a corner costs. Or measures a recording of real people in two streams in the same way.\n"
		"\n",
	.options = s_options };
