// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fitting models to recordings: the search finds minima, the models do what their papers say, a recording made by a model gives
// its parameters back, and what cannot be fitted is refused.

#include "base/vec2.h"
#include "fit/march.h"
#include "orca/orca.h"
#include "tests/cli.h"
#include "tests/test_lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- search

// A narrow valley across the axes, with its bottom at 0.3, 0.6, 0.7.
static wfResult evaluateValley( const double* points, int32_t count, double* values, void* context )
{
	int32_t* calls = context;
	for ( int32_t i = 0; i < count; ++i )
	{
		double x = points[3 * i] - 0.3, y = points[3 * i + 1] - 0.6, z = points[3 * i + 2] - 0.7;
		CHECK( x >= -0.3 && x <= 0.7 && y >= -0.6 && y <= 0.4 && z >= -0.7 && z <= 0.3 );
		values[i] = 100.0 * ( x - y ) * ( x - y ) + ( x + y ) * ( x + y ) + 10.0 * z * z;
		*calls += 1;
	}
	return wf_ok;
}

TEST( SearchFindsTheBottomOfAValley )
{
	int32_t calls = 0, evaluations = 0;
	double start[3] = { 0.9, 0.1, 0.1 }, best[3], value;
	wfMinimizeDef def = {
		.count = 3, .start = start, .evaluations = 400, .seed = 1, .evaluate = evaluateValley, .context = &calls };
	CHECK_EQUAL( wfMinimize( &def, best, &value, &evaluations ), wf_ok );
	CHECK( evaluations == 400 && calls == 400 );
	CHECK( fabs( best[0] - 0.3 ) < 1e-3 && fabs( best[1] - 0.6 ) < 1e-3 && fabs( best[2] - 0.7 ) < 1e-3 );
	// Never worse than the start, whatever the budget; the same seed the same way.
	def.evaluations = 2;
	CHECK_EQUAL( wfMinimize( &def, best, &value, &evaluations ), wf_ok );
	CHECK( evaluations == 2 && value <= 100.0 * 1.21 + 0.01 + 3.6 + 1e-9 );
}

// --------------------------------------------------------------------------------------------------------------- people

#define SYNTHETIC_FPS 5.0

typedef struct Rows
{
	wfTrajectories all;
	wfTrajectoryRow rows[20000];
} Rows;

static void addRow( Rows* rows, int32_t frame, int32_t id, wfVec2 place )
{
	wfTrajectoryRow row = { .frame = frame, .id = id, .x = place.x, .y = place.y };
	rows->rows[rows->all.rowCount++] = row;
}

static void addLine( Rows* rows, int32_t id, double from, wfVec2 a, wfVec2 b, double speed )
{
	double seconds = wfDistance2( a, b ) / speed;
	for ( int32_t frame = (int32_t)( from * SYNTHETIC_FPS ); frame <= ( from + seconds ) * SYNTHETIC_FPS; ++frame )
	{
		addRow( rows, frame, id, wfMix2( a, b, ( frame / SYNTHETIC_FPS - from ) / seconds ) );
	}
}

static wfFitPlace finish( Rows* rows )
{
	wfError error = { 0 };
	wfFitTracks tracks;
	wfFitPlace place = { 0 };
	rows->all.fps = SYNTHETIC_FPS;
	rows->all.rows = rows->rows;
	rows->all.bounds = ( wfBox2 ){ { -12.0, -12.0 }, { 12.0, 12.0 } };
	CHECK_EQUAL( wfMakeFitTracks( &rows->all, &tracks ), wf_ok );
	CHECK_EQUAL( wfMakeFitPlace( &tracks, &place, &error ), wf_ok );
	free( rows );
	return place;
}

static wfFitPart addAll( const wfFitPlace* place )
{
	wfFitPart part = { 0 };
	wfWindowDef def = { .from = place->tracks.from, .to = place->tracks.to };
	CHECK_EQUAL( wfFitPart_Add( &part, place, &def ), wf_ok );
	return part;
}

// People who cross a square from four sides at speeds of their own, in each other's way.
static wfFitPlace makeCrossing( int32_t count, double spacing )
{
	Rows* rows = calloc( 1, sizeof( Rows ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		double side = 6.0 * wfRandomUnit( 7, 1, (uint64_t)i ) - 3.0, speed = 0.9 + 0.7 * wfRandomUnit( 7, 2, (uint64_t)i );
		double drift = 6.0 * wfRandomUnit( 7, 3, (uint64_t)i ) - 3.0, sign = i % 2 == 0 ? 8.0 : -8.0;
		wfVec2 a = i % 4 < 2 ? ( wfVec2 ){ -sign, side } : ( wfVec2 ){ side, -sign };
		wfVec2 b = i % 4 < 2 ? ( wfVec2 ){ sign, drift } : ( wfVec2 ){ drift, sign };
		addLine( rows, i + 1, spacing * i, a, b, speed );
	}
	return finish( rows );
}

TEST( TracksAreCutAtGaps )
{
	Rows* rows = calloc( 1, sizeof( Rows ) );
	addLine( rows, 1, 0.0, ( wfVec2 ){ 0.0, 0.0 }, ( wfVec2 ){ 4.0, 0.0 }, 1.0 );
	addLine( rows, 1, 8.0, ( wfVec2 ){ 8.0, 0.0 }, ( wfVec2 ){ 10.0, 0.0 }, 1.0 );
	wfFitPlace place = finish( rows );
	CHECK_EQUAL( place.tracks.count, 2 );
	const wfFitTrack* track = &place.tracks.list[0];
	CHECK_EQUAL( track->id, 1 );
	wfVec2 between = wfFitTrack_GetPlace( track, 1.3 );
	CHECK( fabs( between.x - 1.3 ) < 1e-12 && wfFitTrack_GetPlace( track, 9.0 ).x == 4.0 );
	CHECK( wfFitTrack_IsThere( track, 4.0 ) && !wfFitTrack_IsThere( track, 4.1 ) );
	wfFitPlace_Free( &place );
}

// Windows tell the models what was before, and score those who are there for all of it.
TEST( WindowsKnowThePast )
{
	Rows* rows = calloc( 1, sizeof( Rows ) );
	addLine( rows, 1, 0.0, ( wfVec2 ){ -8.0, 0.0 }, ( wfVec2 ){ 8.0, 0.0 }, 1.0 );
	addLine( rows, 2, 5.0, ( wfVec2 ){ -8.0, 3.0 }, ( wfVec2 ){ 8.0, 3.0 }, 2.0 );
	wfFitPlace place = finish( rows );
	wfFitPart part = { 0 };
	wfWindowDef def = { .from = 4.0, .to = 8.8, .seconds = 4.8, .stride = 4.8 };
	CHECK_EQUAL( wfFitPart_Add( &part, &place, &def ), wf_ok );
	CHECK( part.count == 1 && part.scored == 1 );
	const wfFitWindow* window = part.windows;
	CHECK( window->personCount == 2 && window->sampleCount == 12 );
	CHECK( window->people[0].scored && !window->people[1].scored && window->people[1].enters == 5 );
	CHECK( fabs( window->people[0].pastSpeed - 1.0 ) < 1e-9 && fabs( window->people[1].velocity.x - 2.0 ) < 1e-9 );
	CHECK( fabs( window->people[0].place.x + 4.0 ) < 1e-9 && window->people[0].goal.x == 8.0 );
	// Who goes straight on is foreseen exactly by the simplest models, and by agents of their own: nobody is in the way.
	double parameters[WF_MAX_FIT_PARAMETERS] = { 0.0, 0.5 };
	wfFitScore score = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfScoreFit( &wf_constantVelocityModel, NULL, &part, &score, &error ), wf_ok );
	CHECK( score.people == 1 && score.ade < 1e-9 && score.fde < 1e-9 );
	CHECK_EQUAL( wfScoreFit( &wf_aloneModel, parameters, &part, &score, &error ), wf_ok );
	CHECK( score.ade < 1e-9 );
	for ( int32_t i = 0; i < wf_agentsModel.parameterCount; ++i )
	{
		parameters[i] = wf_agentsModel.parameters[i].start;
	}
	CHECK_EQUAL( wfScoreFit( &wf_agentsModel, parameters, &part, &score, &error ), wf_ok );
	CHECK( score.ade < 0.02 );
	wfFitPart_Free( &part );
	wfFitPlace_Free( &place );
}

// Two people, three windows: those of one person count as one.
TEST( DifferencesHaveAnError )
{
	wfFitTrack tracks[2];
	wfFitCase a[3] = { { &tracks[0], 1.0 }, { &tracks[1], 3.0 }, { &tracks[0], 2.0 } };
	wfFitCase b[3] = { { &tracks[0], 0.5 }, { &tracks[1], 1.0 }, { &tracks[0], 1.5 } };
	double deviation;
	CHECK( fabs( wfCompareFitCases( a, b, 3, &deviation ) - 1.0 ) < 1e-12 );
	CHECK( fabs( deviation - sqrt( 2.0 ) / 3.0 ) < 1e-12 );
}

// --------------------------------------------------------------------------------------------------------------- models

TEST( OrcaLinesKeepTwoApart )
{
	// One walks toward another who stands: half of the way around is its own.
	wfOrcaPair pair = { .toOther = { 4.0, 0.2 }, .velocity = { 1.5, 0.0 }, .radii = 0.6, .horizon = 4.0, .step = 0.05 };
	wfOrcaLine line = wfMakeOrcaLine( &pair );
	wfVec2 next = wfSolveOrca( &line, 1, 0, 2.0, pair.velocity );
	CHECK( next.y < -0.01 && wfDistance2( next, pair.velocity ) > 0.01 );
	// Both with half of it: no closer than their radii within the horizon, and just so.
	wfVec2 relative = { 2.0 * next.x - 1.5, 2.0 * next.y };
	double least = INFINITY;
	for ( double t = 0.0; t <= 4.0; t += 0.01 )
	{
		least = fmin( least, wfDistance2( pair.toOther, wfScale2( t, relative ) ) );
	}
	CHECK( least > 0.6 - 1e-3 && least < 0.6 + 0.05 );
	// Who walks away is left alone.
	pair.velocity = ( wfVec2 ){ -1.0, 0.3 };
	line = wfMakeOrcaLine( &pair );
	next = wfSolveOrca( &line, 1, 0, 2.0, pair.velocity );
	CHECK( wfDistance2( next, pair.velocity ) < 1e-12 );
}

TEST( OrcaSolvesItsProgram )
{
	// The corner of two half-planes, the best place on a circle, and what is the least bit too far where nothing is allowed.
	wfOrcaLine corner[2] = { { { 0.5, 0.0 }, { 0.0, 1.0 } }, { { 0.0, 0.25 }, { -1.0, 0.0 } } };
	wfVec2 next = wfSolveOrca( corner, 2, 0, 2.0, ( wfVec2 ){ 1.0, 1.0 } );
	CHECK( fabs( next.x - 0.5 ) < 1e-12 && fabs( next.y - 0.25 ) < 1e-12 );
	next = wfSolveOrca( NULL, 0, 0, 2.0, ( wfVec2 ){ 3.0, 4.0 } );
	CHECK( fabs( next.x - 1.2 ) < 1e-12 && fabs( next.y - 1.6 ) < 1e-12 );
	wfOrcaLine apart[2] = { { { -0.5, 0.0 }, { 0.0, 1.0 } }, { { 0.7, 0.0 }, { 0.0, -1.0 } } };
	next = wfSolveOrca( apart, 2, 0, 2.0, ( wfVec2 ){ 0.0, 0.0 } );
	CHECK( fabs( next.x - 0.1 ) < 1e-9 );
	next = wfSolveOrca( apart, 2, 1, 2.0, ( wfVec2 ){ 0.0, 0.0 } );
	CHECK( fabs( next.x + 0.5 ) < 1e-9 );
}

// Everybody changes places with the one opposite; a little off the middle, as nothing decides who gives way otherwise.
static double crossCircle( const wfFitModel* model, const double* parameters, double* left )
{
	enum
	{
		COUNT = 8
	};
	Rows* rows = calloc( 1, sizeof( Rows ) );
	for ( int32_t i = 0; i < COUNT; ++i )
	{
		double angle = WF_TWO_PI * i / COUNT, across = angle + WF_PI + 0.02;
		wfVec2 a = { 6.0 * cos( angle ), 6.0 * sin( angle ) }, b = { 6.0 * cos( across ), 6.0 * sin( across ) };
		addLine( rows, i + 1, 0.0, a, b, 1.0 );
	}
	wfFitPlace place = finish( rows );
	wfFitPart part = { 0 };
	wfWindowDef def = { .from = 0.0, .to = place.tracks.to, .untilGoal = true };
	CHECK_EQUAL( wfFitPart_Add( &part, &place, &def ), wf_ok );
	const wfFitWindow* window = part.windows;
	wfVec2* places = calloc( (size_t)( window->personCount * ( window->sampleCount + 1 ) ), sizeof( wfVec2 ) );
	wfError error = { 0 };
	CHECK_EQUAL( wfSimulateWindow( model, parameters, window, places, &error ), wf_ok );
	double least = INFINITY;
	*left = 0.0;
	for ( int32_t i = 0; i < COUNT; ++i )
	{
		*left =
			fmax( *left, wfDistance2( places[wfFitWindow_GetIndex( window, i, window->sampleCount )], window->people[i].goal ) );
		for ( int32_t k = 0; k < i; ++k )
		{
			// Those who have arrived are no longer there.
			for ( int32_t s = 0; s * WF_FIT_SAMPLE < 8.0; ++s )
			{
				least = fmin( least, wfDistance2( places[wfFitWindow_GetIndex( window, i, s )],
												  places[wfFitWindow_GetIndex( window, k, s )] ) );
			}
		}
	}
	free( places );
	wfFitPart_Free( &part );
	wfFitPlace_Free( &place );
	return least;
}

TEST( PeopleChangePlacesAcrossACircle )
{
	double left, alone[2] = { 0.0, 0.3 }, orca[4] = { 0.0, 0.3, 0.25, 3.0 }, force[5] = { 0.0, 0.5, 2.0, 0.3, 0.3 };
	double agents[WF_MAX_FIT_PARAMETERS];
	for ( int32_t i = 0; i < wf_agentsModel.parameterCount; ++i )
	{
		agents[i] = wf_agentsModel.parameters[i].start;
	}
	CHECK( crossCircle( &wf_aloneModel, alone, &left ) < 0.3 && left < 0.01 );
	CHECK( crossCircle( &wf_orcaModel, orca, &left ) > 0.5 - 0.01 && left < 0.01 );
	CHECK( crossCircle( &wf_socialForceModel, force, &left ) > 0.2 && left < 0.01 );
	// Bodies less deep than wide: side by side they are nearer than discs.
	CHECK( crossCircle( &wf_agentsModel, agents, &left ) > 2.0 * agents[1] * agents[5] - 1e-6 && left < 0.01 );
}

TEST( SocialForceRepels )
{
	Rows* rows = calloc( 1, sizeof( Rows ) );
	addLine( rows, 1, 0.0, ( wfVec2 ){ 0.0, 0.0 }, ( wfVec2 ){ 8.0, 0.0 }, 1.0 );
	addLine( rows, 2, 0.0, ( wfVec2 ){ 1.0, 0.3 }, ( wfVec2 ){ 1.04, 0.3 }, 0.005 );
	wfFitPlace place = finish( rows );
	wfFitPart part = addAll( &place );
	double parameters[5] = { 0.0, 0.5, 2.0, 0.5, 0.0 };
	wfMarcher marchers[2] = {
		{ .velocity = { 1.0, 0.0 }, .direction = { 1.0, 0.0 }, .distance = 8.0, .speed = 1.0, .isThere = true } };
	marchers[1] = ( wfMarcher ){ .place = { 1.0, 0.3 }, .direction = { 1.0, 0.0 }, .isThere = true };
	marchers[0].wall = marchers[1].wall = WF_MARCH_WALL_REACH;
	wfPeopleMarch march = { part.windows, parameters, marchers, 2 };
	wfVec2 ahead = wfMarchBySocialForce( &march, 0 );
	CHECK( ahead.x < 1.0 && ahead.y < 0.0 );
	// Nothing from behind where nothing is felt there, and less from farther away.
	marchers[1].place = ( wfVec2 ){ -1.0, 0.0 };
	wfVec2 behind = wfMarchBySocialForce( &march, 0 );
	CHECK( wfDistance2( behind, ( wfVec2 ){ 1.0, 0.0 } ) < 1e-9 );
	marchers[1].place = ( wfVec2 ){ 3.0, 0.3 };
	wfVec2 far = wfMarchBySocialForce( &march, 0 );
	CHECK( 1.0 - far.x < 0.2 * ( 1.0 - ahead.x ) && far.x < 1.0 );
	wfFitPart_Free( &part );
	wfFitPlace_Free( &place );
}

// -------------------------------------------------------------------------------------------------------------- recovery

// A recording of what a model makes of a crossing.
static wfFitPlace recordModel( const wfFitModel* model, const double* parameters, int32_t people, double* speeds )
{
	wfFitPlace plan = makeCrossing( people, 0.8 );
	wfFitPart part = { 0 };
	wfWindowDef def = { .from = plan.tracks.from, .to = plan.tracks.to, .untilGoal = true };
	CHECK_EQUAL( wfFitPart_Add( &part, &plan, &def ), wf_ok );
	const wfFitWindow* window = part.windows;
	wfVec2* places = calloc( (size_t)( window->personCount * ( window->sampleCount + 1 ) ), sizeof( wfVec2 ) );
	wfError error = { 0 };
	CHECK_EQUAL( wfSimulateWindow( model, parameters, window, places, &error ), wf_ok );
	Rows* rows = calloc( 1, sizeof( Rows ) );
	for ( int32_t i = 0; i < window->personCount; ++i )
	{
		const wfFitPerson* person = &window->people[i];
		speeds[i + 1] = person->pastSpeed;
		int32_t sample = ( person->enters + 1 ) / WF_FIT_SAMPLE_TICKS;
		for ( ; sample <= window->sampleCount; ++sample )
		{
			wfVec2 at = places[wfFitWindow_GetIndex( window, i, sample )];
			addRow( rows, sample * 2, i + 1, at );
			if ( wfDistance2( at, person->goal ) == 0.0 )
			{
				break;
			}
		}
	}
	free( places );
	wfFitPart_Free( &part );
	wfFitPlace_Free( &plan );
	return finish( rows );
}

static wfFitOutcome recover( const wfFitModel* model, const double* parameters, int32_t evaluations )
{
	double speeds[64];
	wfFitPlace place = recordModel( model, parameters, 32, speeds );
	wfFitPart part = { 0 };
	wfWindowDef def = { .from = place.tracks.from, .to = place.tracks.to, .seconds = 4.8, .stride = 2.4 };
	CHECK_EQUAL( wfFitPart_Add( &part, &place, &def ), wf_ok );
	CHECK( part.scored > 30 );
	// The speeds people want are told here: in a crossing their past tells other ones.
	for ( int32_t i = 0; i < part.count; ++i )
	{
		for ( int32_t k = 0; k < part.windows[i].personCount; ++k )
		{
			wfFitPerson* person = &part.windows[i].people[k];
			person->pastSpeed = speeds[place.tracks.list[person->track].id];
		}
	}
	wfFitSearchDef search = { .model = model, .part = &part, .evaluations = evaluations, .seed = 3 };
	wfFitOutcome outcome;
	wfError error = { 0 };
	CHECK_EQUAL( wfSearchFit( &search, &outcome, &error ), wf_ok );
	wfFitScore truth = { 0 };
	CHECK_EQUAL( wfScoreFit( model, parameters, &part, &truth, &error ), wf_ok );
	CHECK( outcome.evaluations == evaluations && ( TEST_HAS_SANITIZER || outcome.value < outcome.startAde ) );
	CHECK( TEST_HAS_SANITIZER || outcome.value < 1.3 * truth.ade );
	wfFitPart_Free( &part );
	wfFitPlace_Free( &place );
	return outcome;
}

static bool isNear( double value, double expected, double share )
{
	return fabs( value - expected ) <= share * expected;
}

// With sanitizers there is time for a few evaluations only: enough to see that the search runs.
TEST( RecordingsGiveParametersBack )
{
	int32_t evaluations = TEST_HAS_SANITIZER ? 20 : 360;
	const double force[5] = { 0.0, 1.0, 3.0, 0.5, 0.2 };
	wfFitOutcome outcome = recover( &wf_socialForceModel, force, evaluations );
	if ( !TEST_HAS_SANITIZER )
	{
		CHECK( outcome.value < 0.5 * outcome.startAde );
		CHECK( isNear( outcome.parameters[1], 1.0, 0.3 ) && isNear( outcome.parameters[3], 0.5, 0.3 ) );
		CHECK( fabs( outcome.parameters[0] ) < 0.1 );
	}
	const double orca[4] = { 0.0, 1.0, 0.5, 4.0 };
	outcome = recover( &wf_orcaModel, orca, evaluations );
	if ( !TEST_HAS_SANITIZER )
	{
		CHECK( outcome.value < 0.5 * outcome.startAde );
		CHECK( isNear( outcome.parameters[2], 0.5, 0.15 ) && isNear( outcome.parameters[3], 4.0, 0.3 ) );
		CHECK( fabs( outcome.parameters[0] ) < 0.1 );
	}
}

TEST( RecordingsOfAgentsGiveParametersBack )
{
	double agents[WF_MAX_FIT_PARAMETERS];
	for ( int32_t i = 0; i < wf_agentsModel.parameterCount; ++i )
	{
		agents[i] = wf_agentsModel.parameters[i].start;
	}
	agents[1] = 0.35;
	agents[2] = 0.3;
	wfFitOutcome outcome = recover( &wf_agentsModel, agents, TEST_HAS_SANITIZER ? 12 : 300 );
	CHECK( TEST_HAS_SANITIZER || ( isNear( outcome.parameters[1], 0.35, 0.25 ) && fabs( outcome.parameters[0] ) < 0.15 ) );
}

// -------------------------------------------------------------------------------------------------------------- command

static void writeRecording( const char* name, int32_t people )
{
	wfFitPlace place = makeCrossing( people, 0.6 );
	char* text = calloc( 1 << 20, 1 );
	size_t length = (size_t)sprintf( text, "# framerate: 5 fps\nframe,id,x,y,ori_x,ori_y\n" );
	for ( int32_t i = 0; i < place.tracks.count; ++i )
	{
		const wfFitTrack* track = &place.tracks.list[i];
		for ( int32_t k = 0; k < track->count; ++k )
		{
			length += (size_t)sprintf( text + length, "%d,%d,%.4f,%.4f,1,0\n", (int)lround( track->times[k] * SYNTHETIC_FPS ),
									   track->id, track->places[k].x, track->places[k].y );
		}
	}
	cliWrite( name, text );
	free( text );
	wfFitPlace_Free( &place );
}

TEST( FitReportsAllModels )
{
	writeRecording( "people.csv", 40 );
	cliRun run = cliCall( "fit", "people.csv", "--evaluations", "10", "--stride", "2.4", "--picture", "fit.png", "--line",
						  "0,-6,0,6", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "people.csv: 40 people" ) && cliContains( run.out, "social force" ) );
	CHECK( cliContains( run.out, "ORCA" ) && cliContains( run.out, "Wayfield" ) && cliContains( run.out, "flow" ) );
	CHECK( cliExists( "fit.png" ) );
	char* reports[2];
	for ( int32_t i = 0; i < 2; ++i )
	{
		run = cliCall( "fit", "people.csv", "--evaluations", "10", "--stride", "2.4", "--json",
					   i == 0 ? "--threads=1" : "--threads=2", "--models=constant-velocity,wayfield", NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK( cliIsJson( run.out ) );
		reports[i] = calloc( strlen( run.out ) + 1, 1 );
		strcpy( reports[i], run.out );
	}
	// People who walk straight on are foreseen exactly, and the figures do not depend on the number of threads.
	CHECK( cliGetNumber( reports[0], "models.0.heldOutAde" ) < 1e-3 );
	CHECK( cliGetNumber( reports[0], "models.1.evaluations" ) == 10.0 );
	CHECK( cliGetNumber( reports[0], "models.1.parameters.radius" ) > 0.0 );
	CHECK( cliGetNumber( reports[0], "models.1.heldOutAde" ) == cliGetNumber( reports[1], "models.1.heldOutAde" ) );
	double fitted = cliGetNumber( reports[0], "fitSamples" );
	free( reports[0] );
	free( reports[1] );
	// Folds are pieces of the part to fit: what is held out otherwise is not looked at.
	run = cliCall( "fit", "people.csv", "--folds=2", "--window=2", "--models=constant-velocity,alone", "--evaluations=5",
				   "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) && cliGetNumber( run.out, "folds" ) == 2.0 );
	CHECK( cliGetNumber( run.out, "heldOutSamples" ) > 0.0 );
	CHECK( cliGetNumber( run.out, "fitSamples" ) == cliGetNumber( run.out, "heldOutSamples" ) );
	CHECK( cliGetNumber( run.out, "models.1.parametersOfFolds.1.relaxTime" ) > 0.0 );
	// Halves change places, and other recordings may be held out.
	run = cliCall( "fit", "people.csv", "--swap", "--stride", "2.4", "--models=constant-velocity", "--json", NULL );
	CHECK( cliGetNumber( run.out, "heldOutSamples" ) == fitted );
	run = cliCall( "fit", "people.csv", "--held-out", "people.csv", "--window=0", "--models=constant-velocity", "--json", NULL );
	CHECK( cliGetNumber( run.out, "heldOutSamples" ) == 40.0 && cliGetNumber( run.out, "fitSamples" ) == 40.0 );
}

TEST( WrongUseOfFitIsRefused )
{
	static const char few[] = "# framerate: 5 fps\nframe,id,x,y,ori_x,ori_y\n0,1,0,0,1,0\n1,1,0.2,0,1,0\n";
	static const cliBadCase cases[] = {
		{ NULL, NULL, "fit", 2, "expected a recording of people" },
		{ NULL, NULL, "fit none.csv", 3, "none.csv" },
		{ "few.csv", few, "fit few.csv", 2, "expected at least 5" },
		{ "few.csv", few, "fit few.csv --models orka", 2, "Did you mean 'orca'?" },
		{ "few.csv", few, "fit few.csv --line 1,2,1,2", 2, "expected the two ends" },
		{ "few.csv", few, "fit few.csv --window 0.5", 2, "expected 0 or at least" },
		{ "few.csv", few, "fit few.csv --swap --held-out few.csv", 2, "exclude each other" },
		{ "few.csv", few, "fit few.csv --folds 2 --held-out few.csv", 2, "--folds excludes" },
		{ "few.csv", few, "fit few.csv --folds 2", 2, "expected at least 5" },
		{ "few.csv", few, "fit few.csv --world none.wkt", 3, "none.wkt" },
		{ "bad.csv", "frame,id\n1,2\n", "fit bad.csv", 4, "bad.csv" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

void testFit( int argc, char** argv )
{
	RUN( SearchFindsTheBottomOfAValley );
	RUN( TracksAreCutAtGaps );
	RUN( WindowsKnowThePast );
	RUN( DifferencesHaveAnError );
	RUN( OrcaLinesKeepTwoApart );
	RUN( OrcaSolvesItsProgram );
	RUN( SocialForceRepels );
	RUN( PeopleChangePlacesAcrossACircle );
	RUN( RecordingsGiveParametersBack );
	RUN( RecordingsOfAgentsGiveParametersBack );
	RUN( FitReportsAllModels );
	RUN( WrongUseOfFitIsRefused );
	cliCleanUp();
}
