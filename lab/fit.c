// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield-lab fit`: fits models of walking people to recordings, and scores them on what they have not seen.
#include "fit/fit.h"
#include "commands.h"
#include "json_out.h"
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FILES 16
#define MOST_MODELS 8
#define MOST_FOLDS 10
#define LEAST_PEOPLE 5 // scored in a part

static struct
{
	const char* files[MOST_FILES];
	int32_t fileCount;
	const char* heldOut[MOST_FILES];
	int32_t heldOutCount;
	const char *world, *lineText, *models, *picture;
	double fps, unit, window, stride;
	int32_t evaluations, seed, folds;
	bool swap, json;
} s_command = { .window = 4.8, .stride = 0.8, .evaluations = 600, .seed = 1 };

static wfOption s_options[] = {
	{ WF_HEADING( "Options:" ) },
	{ WF_TEXTS( "held-out", "FILE", s_command.heldOut, MOST_FILES, s_command.heldOutCount,
				"score on this recording instead of the second halves; may be given several times" ) },
	{ WF_FLAG( "swap", s_command.swap, "fit on the second halves, score on the first ones" ) },
	{ WF_INTEGER( "folds", "N", s_command.folds, 2, MOST_FOLDS,
				  "choose among models without a look at what is held out: the halves to fit are cut into N pieces, and each is "
				  "scored with what was fitted to the others" ) },
	{ WF_TEXT( "models", "A,B", s_command.models, "only these, of the names above" ) },
	{ WF_INTEGER( "evaluations", "N", s_command.evaluations, 1, 1000000, "of the score for each model" ) },
	{ WF_NUMBER( "window", "S", s_command.window, 0.0, 1e6, "seconds that people are simulated; 0: a whole half at once" ) },
	{ WF_NUMBER( "stride", "S", s_command.stride, 0.2, 1e6, "seconds from the start of a window to that of the next" ) },
	{ WF_TEXT( "world", "FILE", s_command.world, "walls, where the recording tells none or others are meant" ) },
	{ WF_TEXT( "line", "X0,Y0,X1,Y1", s_command.lineText, "compare the flow through this line" ) },
	{ WF_NUMBER( "fps", "F", s_command.fps, 1e-6, 1e6, "frames a second, where the file does not say" ) },
	{ WF_NUMBER( "unit", "M", s_command.unit, 1e-9, 1e9, "metres per unit of the file, as 0.01 for centimetres" ) },
	{ WF_PICTURE( "picture", "FILE", s_command.picture, ".svg or .png: people and models in a window that was held out" ) },
	{ WF_INTEGER( "seed", "N", s_command.seed, 0, INT32_MAX, "of the search" ) },
	{ WF_FLAG( "json", s_command.json, "as JSON" ) },
	{ WF_TABLE( wf_machineOptions ) },
	{ .name = NULL } };

// What a model came to.
typedef struct Row
{
	const wfFitModel* model;
	wfFitOutcome outcomes[MOST_FOLDS];
	wfFitScore fit, heldOut; // over all folds
	double startAde;
	double flow;			// of what was held out, 1/s; NaN: none
	double more, deviation; // of its held-out ADE over that of the last model, and the standard error of that
	double seconds;
} Row;

typedef struct Work
{
	wfFitPlace places[2 * MOST_FILES];
	int32_t placeCount;
	int32_t foldCount;		 // 1 where nothing is cut into folds
	wfFitPart fit, heldOut;	 // of one fold
	wfFitPart fitFlow, flow; // both parts in whole windows
	wfVec2 line[2];
	double recordedFlow;
	Row rows[MOST_MODELS];
	int32_t rowCount;
} Work;

// -------------------------------------------------------------------------------------------------------------- reading

static void chooseModels( Work* work )
{
	const char* names[MOST_MODELS];
	int32_t count = 0;
	for ( ; wf_fitModels[count] != NULL; ++count )
	{
		names[count] = wf_fitModels[count]->name;
		if ( s_command.models == NULL )
		{
			work->rows[work->rowCount++].model = wf_fitModels[count];
		}
	}
	for ( const char* at = s_command.models; at != NULL && *at != 0; )
	{
		char name[64];
		size_t length = strcspn( at, "," );
		snprintf( name, sizeof( name ), "%.*s", (int)( length < 60 ? length : 60 ), at );
		const wfFitModel* model = wfFindFitModel( name );
		if ( model == NULL )
		{
			wfRefuseName( "model", name, names, count );
		}
		wfDieOfUsageIf( work->rowCount == MOST_MODELS, "--models: at most %d models", MOST_MODELS );
		work->rows[work->rowCount++].model = model;
		at += length + ( at[length] == ',' ? 1 : 0 );
	}
}

static void openPlace( Work* work, const char* file )
{
	wfFitPlace* place = &work->places[work->placeCount++];
	wfFitPlaceDef def = { .recording = file,
						  .world = s_command.world,
						  .fps = s_command.fps,
						  .unit = s_command.unit,
						  .memoryLimit = wfGetMemoryLimit() };
	wfExpect( wfOpenFitPlace( &def, place, &wf_error ) );
	wfExpectNoInterrupt();
	if ( place->crossedWalls > 0 )
	{
		wfWarn( "%s: people walked through %d of the walls of the map.xml beside it, which are left out", file,
				place->crossedWalls );
	}
}

static void addWindows( wfFitPart* part, const wfFitPlace* place, double from, double to, bool whole )
{
	wfWindowDef def = { .from = from, .to = to, .stride = s_command.stride };
	def.seconds = whole ? 0.0 : s_command.window;
	def.untilGoal = whole;
	wfExpect( wfFitPart_Add( part, place, &def ) );
}

static void addHeldOut( Work* work, const wfFitPlace* place, double from, double to )
{
	addWindows( &work->heldOut, place, from, to, false );
	if ( s_command.lineText != NULL )
	{
		addWindows( &work->flow, place, from, to, true );
	}
}

static void openAll( Work* work )
{
	for ( int32_t i = 0; i < s_command.fileCount; ++i )
	{
		openPlace( work, s_command.files[i] );
	}
	for ( int32_t i = 0; i < s_command.heldOutCount; ++i )
	{
		openPlace( work, s_command.heldOut[i] );
	}
}

// The half to fit of a place, in pieces.
static void addFold( Work* work, const wfFitPlace* place, int32_t fold, double from, double to )
{
	for ( int32_t i = 0; i < work->foldCount; ++i )
	{
		double first = from + ( to - from ) * i / work->foldCount, last = from + ( to - from ) * ( i + 1 ) / work->foldCount;
		addWindows( i == fold ? &work->heldOut : &work->fit, place, first, last, false );
	}
}

static void addHalves( Work* work, const wfFitPlace* place, int32_t fold )
{
	const wfFitTracks* tracks = &place->tracks;
	double middle = 0.5 * ( tracks->from + tracks->to );
	bool halves = s_command.heldOutCount == 0;
	double from = halves && s_command.swap ? middle : tracks->from, to = halves && !s_command.swap ? middle : tracks->to;
	if ( work->foldCount > 1 )
	{
		addFold( work, place, fold, from, to );
		return;
	}
	addWindows( &work->fit, place, from, to, false );
	if ( s_command.lineText != NULL )
	{
		addWindows( &work->fitFlow, place, from, to, true );
	}
	if ( halves )
	{
		addHeldOut( work, place, s_command.swap ? tracks->from : middle, s_command.swap ? middle : tracks->to );
	}
}

static void cutParts( Work* work, int32_t fold )
{
	wfFitPart_Free( &work->fit );
	wfFitPart_Free( &work->heldOut );
	for ( int32_t i = 0; i < work->placeCount; ++i )
	{
		const wfFitPlace* place = &work->places[i];
		if ( i < s_command.fileCount )
		{
			addHalves( work, place, fold );
		}
		else
		{
			addHeldOut( work, place, place->tracks.from, place->tracks.to );
		}
	}
	int32_t least = work->fit.scored < work->heldOut.scored ? work->fit.scored : work->heldOut.scored;
	wfDieIf( least < LEAST_PEOPLE, wf_outOfRange, s_command.files[0],
			 "%d people are there for a whole window in the part to fit and %d in the one held out; expected at least %d: "
			 "try a shorter --window, or 0 for whole walks",
			 work->fit.scored, work->heldOut.scored, LEAST_PEOPLE );
}

// -------------------------------------------------------------------------------------------------------------- fitting

// All the models are one piece of work, so that the time left is that of all.
typedef struct Progress
{
	wfProgress bar;
	int32_t model, modelCount;
} Progress;

static bool stepProgress( double share, void* context )
{
	Progress* progress = context;
	return wfProgress_Step( ( progress->model + share ) / progress->modelCount, &progress->bar ) && !wfIsInterrupted();
}

// Means over all people and windows so far.
static void addScore( wfFitScore* sum, const wfFitScore* score )
{
	int32_t people = sum->people + score->people;
	sum->ade = ( sum->people * sum->ade + score->people * score->ade ) / people;
	sum->fde = ( sum->people * sum->fde + score->people * score->fde ) / people;
	sum->people = people;
}

static void fitModel( Work* work, Row* row, int32_t fold, wfWorkers* workers, Progress* progress )
{
	wfFitSearchDef def = { .model = row->model, .part = &work->fit, .workers = workers, .progress = stepProgress };
	def.evaluations = row->model->parameterCount > 0 ? s_command.evaluations : 1;
	def.seed = (uint64_t)s_command.seed;
	def.flow = work->fitFlow.count > 0 ? &work->fitFlow : NULL;
	memcpy( def.line, work->line, sizeof( def.line ) );
	def.context = progress;
	wfFitOutcome* outcome = &row->outcomes[fold];
	wfFitScore fit = { 0 }, heldOut = { 0 };
	double began = wfGetSeconds();
	wfExpect( wfSearchFit( &def, outcome, &wf_error ) );
	wfExpect( wfScoreFit( row->model, outcome->parameters, &work->fit, &fit, &wf_error ) );
	row->heldOut.cases =
		realloc( row->heldOut.cases, (size_t)( row->heldOut.people + work->heldOut.scored ) * sizeof( wfFitCase ) );
	wfExpect( row->heldOut.cases != NULL ? wf_ok : wf_outOfMemory );
	heldOut.cases = row->heldOut.cases + row->heldOut.people;
	wfExpect( wfScoreFit( row->model, outcome->parameters, &work->heldOut, &heldOut, &wf_error ) );
	wfExpect( wfMeasureFlow( row->model, outcome->parameters, &work->flow, work->line, &row->flow, &wf_error ) );
	row->startAde = ( row->fit.people * row->startAde + fit.people * outcome->startAde ) / ( row->fit.people + fit.people );
	addScore( &row->fit, &fit );
	addScore( &row->heldOut, &heldOut );
	row->seconds += wfGetSeconds() - began;
}

static void fitAll( Work* work, wfWorkers* workers )
{
	Progress progress = { .modelCount = work->rowCount * work->foldCount };
	wfProgress_Begin( &progress.bar, "fitting" );
	for ( int32_t fold = 0; fold < work->foldCount; ++fold )
	{
		cutParts( work, fold );
		for ( int32_t i = 0; i < work->rowCount; ++i, ++progress.model )
		{
			fitModel( work, &work->rows[i], fold, workers, &progress );
		}
	}
	wfProgress_End( &progress.bar );
	wfExpect( wfMeasureFlow( NULL, NULL, &work->flow, work->line, &work->recordedFlow, &wf_error ) );
	const wfFitScore* last = &work->rows[work->rowCount - 1].heldOut;
	for ( int32_t i = 0; i < work->rowCount; ++i )
	{
		Row* row = &work->rows[i];
		row->more = wfCompareFitCases( row->heldOut.cases, last->cases, last->people, &row->deviation );
	}
}

// -------------------------------------------------------------------------------------------------------------- picture

// The held-out window with the most people who are scored.
static const wfFitWindow* chooseWindow( const Work* work )
{
	int32_t most = -1;
	const wfFitWindow* chosen = NULL;
	for ( int32_t i = 0; i < work->heldOut.count; ++i )
	{
		const wfFitWindow* window = &work->heldOut.windows[i];
		int32_t scored = 0;
		for ( int32_t k = 0; k < window->personCount; ++k )
		{
			scored += window->people[k].scored ? 1 : 0;
		}
		chosen = scored > most ? window : chosen;
		most = scored > most ? scored : most;
	}
	return chosen;
}

static void draw( const Work* work )
{
	const wfFitWindow* window = chooseWindow( work );
	const wfVec2* places[MOST_MODELS];
	const char* titles[MOST_MODELS];
	for ( int32_t i = 0; i < work->rowCount; ++i )
	{
		const Row* row = &work->rows[i];
		wfVec2* simulated = wfNewArray( (size_t)window->personCount * (size_t)( window->sampleCount + 1 ), sizeof( wfVec2 ) );
		wfExpect( wfSimulateWindow( row->model, row->outcomes[0].parameters, window, simulated, &wf_error ) );
		places[i] = simulated;
		titles[i] = row->model->title;
	}
	char title[256];
	snprintf( title, sizeof( title ), "%.120s, %.1f s from %.1f s on", wfGetFileName( window->place->name ),
			  window->sampleCount * WF_FIT_SAMPLE, window->from );
	wfFitPictureDef def = { .path = s_command.picture,
							.window = window,
							.titles = titles,
							.places = places,
							.modelCount = work->rowCount,
							.title = title };
	wfExpect( wfDrawFit( &def, &wf_error ) );
}

// --------------------------------------------------------------------------------------------------------------- report

static void addParameters( wfJsonOut* json, const char* key, const Row* row, int32_t fold )
{
	wfJsonOut_BeginRow( json, key );
	for ( int32_t k = 0; k < row->model->parameterCount; ++k )
	{
		wfJsonOut_Number( json, row->model->parameters[k].name, row->outcomes[fold].parameters[k] );
	}
	wfJsonOut_End( json );
}

static void addJson( wfText* text, const Work* work )
{
	wfJsonOut json = wfMakeJsonOut( text );
	wfJsonOut_BeginObject( &json, NULL );
	wfJsonOut_BeginList( &json, "recordings" );
	for ( int32_t i = 0; i < work->placeCount; ++i )
	{
		const wfFitPlace* place = &work->places[i];
		wfJsonOut_BeginRow( &json, NULL );
		wfJsonOut_String( &json, "file", place->name );
		wfJsonOut_Integer( &json, "people", place->tracks.count );
		wfJsonOut_Number( &json, "seconds", place->tracks.to - place->tracks.from );
		wfJsonOut_String( &json, "walls", place->wallsFrom );
		wfJsonOut_Integer( &json, "crossedWalls", place->crossedWalls );
		wfJsonOut_Bool( &json, "heldOut", i >= s_command.fileCount );
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
	wfJsonOut_Number( &json, "window", s_command.window );
	wfJsonOut_Number( &json, "stride", s_command.stride );
	wfJsonOut_Integer( &json, "folds", work->foldCount );
	wfJsonOut_Integer( &json, "fitSamples", work->rows[0].fit.people );
	wfJsonOut_Integer( &json, "heldOutSamples", work->rows[0].heldOut.people );
	wfJsonOut_Number( &json, "recordedFlow", work->recordedFlow );
	wfJsonOut_BeginList( &json, "models" );
	for ( int32_t i = 0; i < work->rowCount; ++i )
	{
		const Row* row = &work->rows[i];
		wfJsonOut_BeginObject( &json, NULL );
		wfJsonOut_String( &json, "model", row->model->name );
		wfJsonOut_Integer( &json, "evaluations", row->outcomes[0].evaluations );
		addParameters( &json, "parameters", row, 0 );
		if ( work->foldCount > 1 )
		{
			wfJsonOut_BeginList( &json, "parametersOfFolds" );
			for ( int32_t fold = 0; fold < work->foldCount; ++fold )
			{
				addParameters( &json, NULL, row, fold );
			}
			wfJsonOut_End( &json );
		}
		wfJsonOut_Number( &json, "startAde", row->startAde );
		wfJsonOut_Number( &json, "fitAde", row->fit.ade );
		wfJsonOut_Number( &json, "fitFde", row->fit.fde );
		wfJsonOut_Number( &json, "heldOutAde", row->heldOut.ade );
		wfJsonOut_Number( &json, "heldOutFde", row->heldOut.fde );
		wfJsonOut_Number( &json, "more", row->more );
		wfJsonOut_Number( &json, "moreError", row->deviation );
		wfJsonOut_Number( &json, "flow", row->flow );
		wfJsonOut_Number( &json, "flowError", row->flow / work->recordedFlow - 1.0 );
		wfJsonOut_Number( &json, "seconds", row->seconds );
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
	wfJsonOut_End( &json );
}

static void addOutcome( wfText* text, const Row* row, int32_t fold )
{
	const wfFitOutcome* outcome = &row->outcomes[fold];
	for ( int32_t k = 0; k < row->model->parameterCount; ++k )
	{
		const wfFitParameter* parameter = &row->model->parameters[k];
		wfText_Add( text, "%s%s%s %.3g%s%s", k == 0 ? row->model->title : "", k == 0 ? ": " : ", ", parameter->name,
					outcome->parameters[k], parameter->unit[0] != 0 ? " " : "", parameter->unit );
	}
	if ( row->model->parameterCount > 0 )
	{
		wfText_Add( text, " (%d evaluations, %.0f s)\n", outcome->evaluations, row->seconds );
	}
}

static void addTable( wfText* text, const Work* work )
{
	for ( int32_t i = 0; i < work->placeCount; ++i )
	{
		const wfFitPlace* place = &work->places[i];
		wfText_Add( text, "%s: %d people in %.0f s, %s%s%s\n", wfGetFileName( place->name ), place->tracks.count,
					place->tracks.to - place->tracks.from, place->hasWalls ? "walls of " : "no walls",
					wfGetFileName( place->wallsFrom ), i >= s_command.fileCount ? ", held out" : "" );
	}
	if ( work->foldCount > 1 )
	{
		wfText_Add( text, "%d people and windows in %d folds\n\n", work->rows[0].heldOut.people, work->foldCount );
	}
	else
	{
		wfText_Add( text, "%d people and windows to fit, %d held out\n\n", work->fit.scored, work->heldOut.scored );
	}
	bool flow = work->flow.count > 0;
	wfText_Add( text, "%-18s %8s %8s %8s %8s %8s %17s", "", "start", "fitted", "", "held out", "", "ADE above the" );
	wfText_Add( text, flow ? " %8s %8s\n" : "\n", "flow", "error" );
	wfText_Add( text, "%-18s %8s %8s %8s %8s %8s %17s", "model", "ADE m", "ADE m", "FDE m", "ADE m", "FDE m", "last model's" );
	wfText_Add( text, flow ? " %8s %8s\n" : "\n", "1/s", "%" );
	for ( int32_t i = 0; i < work->rowCount; ++i )
	{
		const Row* row = &work->rows[i];
		wfText_Add( text, "%-18s %8.3f %8.3f %8.3f %8.3f %8.3f", row->model->title, row->startAde, row->fit.ade, row->fit.fde,
					row->heldOut.ade, row->heldOut.fde );
		if ( i + 1 < work->rowCount )
		{
			wfText_Add( text, "  %+7.3f +- %.3f", row->more, row->deviation );
		}
		else
		{
			wfText_Add( text, flow ? " %17s" : "%s", "" );
		}
		if ( flow )
		{
			wfText_Add( text, " %8.2f %8.0f", row->flow, 100.0 * ( row->flow / work->recordedFlow - 1.0 ) );
		}
		wfText_Add( text, "\n" );
	}
	if ( flow )
	{
		wfText_Add( text, "%-18s %62s %8.2f\n", "people", "", work->recordedFlow );
	}
	wfText_Add( text, "\n" );
	for ( int32_t i = 0; i < work->rowCount; ++i )
	{
		for ( int32_t fold = 0; fold < work->foldCount; ++fold )
		{
			addOutcome( text, &work->rows[i], fold );
		}
	}
}

static int runFit( void )
{
	static Work work;
	double n[4];
	wfDieOfUsageIf( s_command.swap && s_command.heldOutCount > 0, "--swap and --held-out exclude each other" );
	wfDieOfUsageIf( s_command.window > 0.0 && s_command.window < 2.0 * WF_FIT_SAMPLE,
					"--window is %g; expected 0 or at least %g seconds", s_command.window, 2.0 * WF_FIT_SAMPLE );
	if ( s_command.lineText != NULL )
	{
		wfDieOfUsageIf( wfParseNumbers( s_command.lineText, n, 4 ) != 4 || ( n[0] == n[2] && n[1] == n[3] ),
						"--line is '%.80s'; expected the two ends X0,Y0,X1,Y1 of a line, as in -0.4,0,0.4,0",
						s_command.lineText );
		work.line[0] = ( wfVec2 ){ n[0], n[1] };
		work.line[1] = ( wfVec2 ){ n[2], n[3] };
	}
	bool hasFolds = s_command.folds > 1;
	wfDieOfUsageIf( hasFolds && ( s_command.heldOutCount > 0 || s_command.lineText != NULL || s_command.picture != NULL ),
					"--folds excludes --held-out, --line and --picture" );
	work.foldCount = hasFolds ? s_command.folds : 1;
	chooseModels( &work );
	wfWorkers* workers = wfCreateChosenWorkers();
	openAll( &work );
	fitAll( &work, workers );
	if ( s_command.picture != NULL )
	{
		draw( &work );
	}
	wfText text = { 0 };
	if ( s_command.json )
	{
		addJson( &text, &work );
	}
	else
	{
		addTable( &text, &work );
	}
	return wfText_Print( &text );
}

const wfCommand wf_fitCommand = {
	.name = "fit",
	.run = runFit,
	.help =
		"Examples:\n"
		"  wayfield-lab fit obsmat.txt --fps 15\n"
		"  wayfield-lab fit people.txt --world room.wkt --line 0.4,0,-0.4,0 --picture people.png\n"
		"  wayfield-lab fit monday.sqlite tuesday.sqlite --held-out sunday.sqlite --json\n"
		"\n"
		"usage: wayfield-lab fit RECORDING... [OPTIONS]\n"
		"\n"
		"Fits models of walking people to recordings of real ones: each with the same number of evaluations, on the first half "
		"of\n"
		"each recording, scored on the second. docs/fit.md says what the models are told and how they are scored.\n"
		"\n"
		"Models: constant-velocity, alone (to the goal as if nobody else was there), social-force, orca, wayfield.\n"
		"\n"
		"ADE: mean distance from the real person over the window. FDE: distance at its end. flow: of all of the held-out part\n"
		"simulated at once.\n"
		"\n",
	.options = s_options,
	.words = s_command.files,
	.wordCapacity = MOST_FILES,
	.wordCount = &s_command.fileCount,
	.expects = "expected a recording of people: .sqlite, .txt or .csv" };
