// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Models of walking people fitted to recordings of real ones. docs/fit.md describes the protocol.
//
// A place is a recording: tracks of people and the walls around them. It is cut into windows: what is given to every model, and
// what the people did. A model simulates the people of a window together; the score is how far from the real ones they get.
#pragma once

#include "wayfield/crowd.h"
#include "wayfield/field.h"
#include "wayfield/io.h"
#include "wayfield/record.h"

#define WF_FIT_SAMPLE 0.4	  // seconds between the places that are compared: of the data sets of prediction
#define WF_FIT_TICK 0.2		  // seconds between plans; everybody enters and leaves on one
#define WF_FIT_SAMPLE_TICKS 2 // ticks from sample to sample
#define WF_FIT_PAST 3.2		  // seconds of a person's past that models know
#define WF_FIT_LEAST_RADIUS 0.05
#define WF_MAX_FIT_PARAMETERS 8

// --------------------------------------------------------------------------------------------------------------- people

// One person: from when it is first seen to when it is last seen. A gap of more than WF_FIT_LONGEST_GAP seconds makes two.
#define WF_FIT_LONGEST_GAP 1.2

typedef struct wfFitTrack
{
	int32_t id;
	int32_t count;
	const double* times; // seconds, rising
	const wfVec2* places;
} wfFitTrack;

typedef struct wfFitTracks
{
	wfFitTrack* list; // by id, then time
	int32_t count;
	double* times; // of all, one after the other
	wfVec2* places;
	double from, to; // seconds
	wfBox2 bounds;
} wfFitTracks;

wfResult wfMakeFitTracks( const wfTrajectories* recording, wfFitTracks* tracks );
void wfFitTracks_Free( wfFitTracks* tracks );
// Between samples on the straight line; before the first and after the last there.
wfVec2 wfFitTrack_GetPlace( const wfFitTrack* track, double time );
bool wfFitTrack_IsThere( const wfFitTrack* track, double time );

// ---------------------------------------------------------------------------------------------------------------- place

typedef struct wfFitPlace
{
	const char* name; // of the file, as given
	wfFitTracks tracks;
	wfWorld* world;		  // never null; its border is wide outside of all tracks
	bool hasWalls;		  //
	char wallsFrom[1024]; // the recording, or a file; empty: there are none
	int32_t crossedWalls; // lines of a map.xml that people walked through: left out
	wfGrid* grid;		  // for routes around walls; null without walls
	wfPlanner* planner;	  //
	wfField** fields;	  // of each track: null where its goal is in sight all the way
	wfScenario scenario;  // the world's, where it was read
} wfFitPlace;

typedef struct wfFitPlaceDef
{
	const char* recording;
	const char* world; // may be null: the recording's own, else the map.xml beside it
	double fps, unit;  // 0: the file's own
	size_t memoryLimit;
} wfFitPlaceDef;

wfResult wfOpenFitPlace( const wfFitPlaceDef* def, wfFitPlace* place, wfError* error );
// Of tracks that are made by hand, without walls; takes them over.
wfResult wfMakeFitPlace( wfFitTracks* tracks, wfFitPlace* place, wfError* error );
void wfFitPlace_Free( wfFitPlace* place );
// Unit vector of the way to a track's goal: straight where that is in sight, else around the walls.
wfVec2 wfFitPlace_GetDirection( const wfFitPlace* place, int32_t track, wfVec2 from );
// Metres to the nearest wall, at most `most`, and the unit vector toward it.
double wfFitPlace_GetWall( const wfFitPlace* place, wfVec2 from, double most, wfVec2* toward );

// -------------------------------------------------------------------------------------------------------------- windows

// What every model is told about a person.
typedef struct wfFitPerson
{
	int32_t track;
	int32_t enters, leaves; // ticks of the window; there from `enters` to `leaves`, both included
	wfVec2 place, velocity; // where it enters
	double pastSpeed;		// mean of the last seconds before, m/s
	wfVec2 goal;			// where it was last seen
	bool scored;
} wfFitPerson;

typedef struct wfFitWindow
{
	const wfFitPlace* place;
	double from;		 // seconds of the recording
	int32_t sampleCount; // beside the first
	wfFitPerson* people;
	int32_t personCount;
	wfVec2* places; // of the people: person * ( sampleCount + 1 ) + sample; NaN while not there
} wfFitWindow;

typedef struct wfFitPart
{
	wfFitWindow* windows;
	int32_t count, capacity;
	int32_t scored; // people and windows
} wfFitPart;

typedef struct wfWindowDef
{
	double from, to; // of the part, seconds of the recording
	double seconds;	 // of each window; 0: one, the whole part
	double stride;	 // from window to window
	bool untilGoal;	 // people stay until they are at their goals, and the window is half as long again
} wfWindowDef;

// Adds the windows of a part of a place.
wfResult wfFitPart_Add( wfFitPart* part, const wfFitPlace* place, const wfWindowDef* def );
void wfFitPart_Free( wfFitPart* part );
static inline int32_t wfFitWindow_CountTicks( const wfFitWindow* window )
{
	return window->sampleCount * WF_FIT_SAMPLE_TICKS;
}
static inline int32_t wfFitWindow_GetIndex( const wfFitWindow* window, int32_t person, int32_t sample )
{
	return person * ( window->sampleCount + 1 ) + sample;
}

// --------------------------------------------------------------------------------------------------------------- models

typedef struct wfFitParameter
{
	const char* name;
	const char* unit;
	double lower, upper, start;
	bool logarithmic; // searched by factors instead of differences
	size_t offset;	  // of a double in wfStyleDef; 0: the model uses it in another way
} wfFitParameter;

typedef struct wfFitModel
{
	const char* name;
	const char* title;
	const wfFitParameter* parameters;
	int32_t parameterCount;
	// What simulations of a place with these parameters share. May be null.
	wfResult ( *begin )( const wfFitPlace* place, const double* parameters, void** state, wfError* error );
	void ( *end )( void* state );
	// All people of the window together; `places` is as the window's own, all of it is to be written for who is there.
	wfResult ( *simulate )( void* state, const wfFitWindow* window, const double* parameters, wfVec2* places, wfError* error );
} wfFitModel;

extern const wfFitModel wf_constantVelocityModel, wf_aloneModel, wf_socialForceModel, wf_orcaModel, wf_agentsModel;
// All of them; ends with null.
extern const wfFitModel* const wf_fitModels[];
const wfFitModel* wfFindFitModel( const char* name );

// The first parameter of all models but the constant velocity: by how much people want to be faster than they were. Who was
// held up by others wants much more than it had, who walked freely nothing.
#define WF_URGE_PARAMETER                                                                                                        \
	{                                                                                                                            \
		"urge", "m/s", -0.2, 1.6, 0.0, false, 0                                                                                  \
	}
double wfGetDesiredSpeed( const wfFitPerson* person, double urge );

// ---------------------------------------------------------------------------------------------------------------- score

// One person in one window.
typedef struct wfFitCase
{
	const wfFitTrack* track;
	double ade;
} wfFitCase;

typedef struct wfFitScore
{
	double ade, fde; // metres: mean over all samples of a person, and at its last one; means over the people
	int32_t people;
	wfFitCase* cases; // set before: receives one for each person and window; null: not wanted
} wfFitScore;

wfResult wfScoreFit( const wfFitModel* model, const double* parameters, const wfFitPart* part, wfFitScore* score,
					 wfError* error );
// How much larger the ADE of `a` is than that of `b`, over the same people and windows, and the standard error of that: people
// count as drawn at random, their windows as one.
double wfCompareFitCases( const wfFitCase* a, const wfFitCase* b, int32_t count, double* deviation );
// One window; `places` as long as the window's.
wfResult wfSimulateWindow( const wfFitModel* model, const double* parameters, const wfFitWindow* window, wfVec2* places,
						   wfError* error );
// Persons per second through a line between the first and the last who cross it, each once; NaN for fewer than two.
double wfMeasureWindowFlow( const wfFitWindow* window, const wfVec2* places, const wfVec2 line[2] );
// The mean over the windows of a part, of a model, or of the people where that is null.
wfResult wfMeasureFlow( const wfFitModel* model, const double* parameters, const wfFitPart* part, const wfVec2 line[2],
						double* flow, wfError* error );

// --------------------------------------------------------------------------------------------------------------- search

typedef struct wfFitSearchDef
{
	const wfFitModel* model;
	const wfFitPart* part;
	const wfFitPart* flow; // the same time in whole windows: the ADE is multiplied by 1 + the error of the flow; null: it is not
	wfVec2 line[2];
	int32_t evaluations; // of the score, those of the start included
	uint64_t seed;
	wfWorkers* workers; // may be null: candidates are tried side by side; results do not depend on it
	wfProgressFcn* progress;
	void* context;
} wfFitSearchDef;

typedef struct wfFitOutcome
{
	double parameters[WF_MAX_FIT_PARAMETERS];
	double startAde; // with the parameters' starts
	double value;	 // that was minimised, of the best: its ADE where there is no flow
	int32_t evaluations;
} wfFitOutcome;

// Covariance matrix adaptation (Hansen) in the box of the parameters.
wfResult wfSearchFit( const wfFitSearchDef* def, wfFitOutcome* outcome, wfError* error );

// The search itself, of any function of `count` numbers in [0, 1].
typedef wfResult wfEvaluateFcn( const double* points, int32_t pointCount, double* values, void* context );
typedef struct wfMinimizeDef
{
	int32_t count;		 // of dimensions, at most WF_MAX_FIT_PARAMETERS
	const double* start; // evaluated first
	int32_t evaluations;
	uint64_t seed;
	wfEvaluateFcn* evaluate;
	void* context;
} wfMinimizeDef;
// `best` receives the best point; `value` and `evaluations` may be null.
wfResult wfMinimize( const wfMinimizeDef* def, double* best, double* value, int32_t* evaluations );

// -------------------------------------------------------------------------------------------------------------- picture

typedef struct wfFitPictureDef
{
	const char* path;
	const wfFitWindow* window;
	const char* const* titles; // of the models
	const wfVec2* const* places;
	int32_t modelCount;
	const char* title;
} wfFitPictureDef;

// A map for each model: what people did in a window, and what the model made of it.
wfResult wfDrawFit( const wfFitPictureDef* def, wfError* error );
