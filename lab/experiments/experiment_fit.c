// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiment: v and eps of an agent fitted to the paths real people walked, in two pieces, one for each half of the path. The
// recordings lie in the folder WAYFIELD_DATA, else in ../shared/data; without them the experiment is skipped.
#include "experiment_crowd.h"

#include "base/vec2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_CAPACITY 512
#define MAX_SAMPLES 256
#define MAX_WALLS 64
#define MAX_FITTED 64
#define MAX_EVALUATIONS 400

// |eps v| of each part of v, beyond which there may be local minima.
#define MAX_PULL 1.95

// One place where people were filmed.
typedef struct Place
{
	char name[32];
	char folder[PATH_CAPACITY];
	double fps;
	wfTrajectories recording;
	wfVec2 walls[MAX_WALLS][2];
	int32_t wallCount;
	wfBox2 bounds;
} Place;

typedef struct Samples
{
	wfVec2 points[MAX_SAMPLES];
	int32_t count;
} Samples;

// The pull eps v of the two halves of the path.
typedef struct Pull
{
	double parts[4];
} Pull;

typedef struct Person
{
	int32_t id;
	double interval; // seconds between samples
	double speed;	 // mean
	double heading;
	Samples real, straight, harmonic, fitted, given;
	wfPathDistance toStraight, toHarmonic, toFitted, toGiven;
	Pull pull;
	bool usable; // the agent can stand where the person was first and get to where it was last
} Person;

// What a file asks for.
typedef struct FitDef
{
	double leastMetres, leastSeconds, radius, margin;
	wfStyleDef style;
	const Pull* given; // tried besides those that are searched; null: none
} FitDef;

// ----------------------------------------------------------------------------------------------------------------- data

// True where the folder holds the recording.
static bool findFolder( const char* folder, char* path )
{
	const char* root = getenv( "WAYFIELD_DATA" );
	root = root != NULL && root[0] != 0 ? root : "../shared/data";
	char file[PATH_CAPACITY + 16];
	int length = snprintf( path, PATH_CAPACITY, "%s/%s", root, folder );
	snprintf( file, sizeof( file ), "%s/obsmat.txt", path );
	return length > 0 && length < PATH_CAPACITY && access( file, R_OK ) == 0;
}

// The number of an attribute inside of an element; not a number where it has none.
static double readAttribute( const char* element, size_t size, const char* name )
{
	size_t length = strlen( name );
	for ( size_t i = 0; i + length < size; ++i )
	{
		if ( strncmp( element + i, name, length ) == 0 )
		{
			char* end;
			double number = strtod( element + i + length, &end );
			return end != element + i + length ? number : NAN;
		}
	}
	return NAN;
}

// The walls of a place, from the lines in its map.xml; a place without one has none.
static void readWalls( Place* place )
{
	char path[PATH_CAPACITY + 16];
	static char text[1 << 16];
	snprintf( path, sizeof( path ), "%s/map.xml", place->folder );
	FILE* file = fopen( path, "r" );
	if ( file == NULL )
	{
		return;
	}
	size_t size = fread( text, 1, sizeof( text ) - 1, file );
	text[size] = 0;
	fclose( file );
	for ( const char* at = strstr( text, "<Line " ); at != NULL && place->wallCount < MAX_WALLS; at = strstr( at + 1, "<Line " ) )
	{
		size_t length = strcspn( at, ">" );
		wfVec2 a = { readAttribute( at, length, "x1=\"" ), readAttribute( at, length, "y1=\"" ) };
		wfVec2 b = { readAttribute( at, length, "x2=\"" ), readAttribute( at, length, "y2=\"" ) };
		if ( isfinite( a.x ) && isfinite( a.y ) && isfinite( b.x ) && isfinite( b.y ) )
		{
			place->walls[place->wallCount][0] = a;
			place->walls[place->wallCount++][1] = b;
		}
	}
}

static void readPlace( wfTrial* run, int32_t index, const FitDef* def, Place* place )
{
	place->fps = wfTrial_GetNumber( run, wfKey( "places[%d].fps", index ) );
	char path[PATH_CAPACITY + 16];
	snprintf( path, sizeof( path ), "%s/obsmat.txt", place->folder );
	wfReadTrajectoriesDef read = wfDefaultReadTrajectoriesDef();
	read.fps = place->fps;
	wfTrial_Check( run, wfReadTrajectories( path, &read, &place->recording, &wf_error ) );
	readWalls( place );
	place->bounds = wfBoxAround( place->recording.bounds.lower, place->recording.bounds.upper, def->margin );
}

// The samples of a person, evenly spaced in time; false where some are missing or there are too few or too many.
static bool readPerson( const Place* place, int32_t id, Person* person )
{
	const wfTrajectories* all = &place->recording;
	int32_t last = 0, gap = 0;
	*person = ( Person ){ .id = id };
	for ( int64_t i = 0; i < all->rowCount; ++i )
	{
		const wfTrajectoryRow* row = all->rows + i;
		if ( row->id != id )
		{
			continue;
		}
		int32_t count = person->real.count;
		gap = count == 1 ? row->frame - last : gap;
		if ( count == MAX_SAMPLES || ( count > 1 && row->frame - last != gap ) )
		{
			return false;
		}
		person->real.points[person->real.count++] = ( wfVec2 ){ row->x, row->y };
		last = row->frame;
	}
	person->interval = gap / all->fps;
	return person->real.count > 3 && gap > 0;
}

// What all three agents know of the person: where it began and ended, its mean speed and which way it first went.
static bool isLongEnough( const FitDef* def, Person* person )
{
	const Samples* real = &person->real;
	double seconds = ( real->count - 1 ) * person->interval, length = 0.0;
	for ( int32_t i = 0; i + 1 < real->count; ++i )
	{
		length += wfDistance2( real->points[i], real->points[i + 1] );
	}
	person->speed = length / seconds;
	wfVec2 a = real->points[0], b = real->points[2];
	person->heading = atan2( b.y - a.y, b.x - a.x );
	return seconds >= def->leastSeconds && wfDistance2( a, real->points[real->count - 1] ) >= def->leastMetres;
}

// ------------------------------------------------------------------------------------------------------------ the agent

static wfWorld* createWorld( wfTrial* run, const Place* place )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	wfWorld* world = NULL;
	worldDef.bounds = place->bounds;
	wfTrial_Check( run, wfCreateWorld( &worldDef, &world, &wf_error ) );
	for ( int32_t i = 0; i < place->wallCount; ++i )
	{
		wfShapeDef wall = wfDefaultShapeDef();
		wall.kind = wf_segmentShape;
		wall.points = place->walls[i];
		wall.pointCount = 2;
		wfTrial_Check( run, wfWorld_AddShape( world, &wall, NULL, &wf_error ) );
	}
	return world;
}

// A schedule of two constant pulls, the second from half of the path on.
static wfBehaviorId addBehavior( wfTrial* run, wfCrowd* crowd, const Pull* pull )
{
	wfBehaviorDef schedule = wfDefaultBehaviorDef();
	schedule.kind = wf_scheduledBehavior;
	schedule.stageCount = 2;
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfBehaviorDef piece = wfDefaultBehaviorDef();
		piece.kind = wf_constantBehavior;
		piece.epsilon = 1.0;
		piece.v = ( wfVec3 ){ pull->parts[2 * k], pull->parts[2 * k + 1], 0.0 };
		schedule.stages[k].kind = wf_fromFraction;
		schedule.stages[k].from = 0.5 * k;
		wfTrial_Check( run, wfCrowd_AddBehavior( crowd, &piece, &schedule.stages[k].behavior, &wf_error ) );
	}
	wfBehaviorId id = { 0 };
	wfTrial_Check( run, wfCrowd_AddBehavior( crowd, &schedule, &id, &wf_error ) );
	return id;
}

// Walk alone from the person's first place to its last one; `pull` null: harmonic. Where it is at the person's times; who is
// there before stays. False where the person's places cannot be walked between.
static bool walk( wfTrial* run, wfCrowd* crowd, wfStyleId style, const FitDef* def, const Person* person, const Pull* pull,
				  Samples* path )
{
	const Samples* real = &person->real;
	wfVec2 from = real->points[0], to = real->points[real->count - 1];
	wfStop stop = wfMakePointStop( ( wfVec3 ){ to.x, to.y, 0.0 } );
	wfAgentDef agent = wfDefaultAgentDef();
	agent.position = ( wfVec3 ){ from.x, from.y, 0.0 };
	agent.radius = def->radius;
	agent.heading = person->heading;
	agent.speed = agent.desiredSpeed = person->speed;
	agent.stops = &stop;
	agent.stopCount = 1;
	agent.atEnd = wf_stayAtEnd;
	agent.style = style;
	agent.behavior = pull != NULL ? addBehavior( run, crowd, pull ) : ( wfBehaviorId ){ 0 };
	wfAgentId id = { 0 };
	wfTrial_Check( run, wfCrowd_AddAgent( crowd, &agent, &id, &wf_error ) );
	wfResult result = wfCrowd_Prepare( crowd, NULL, NULL, NULL );
	path->points[0] = from;
	path->count = 1;
	for ( int32_t i = 1; i < real->count && result == wf_ok; ++i )
	{
		result = wfCrowd_Tick( crowd, NULL );
		result = result == wf_ok ? wfCrowd_Tick( crowd, NULL ) : result;
		wfVec3 at = wfCrowd_GetAgent( crowd, id ).position;
		path->points[path->count++] = ( wfVec2 ){ at.x, at.y };
	}
	wfCrowd_RemoveAgent( crowd, id );
	wfTrial_Check( run, result == wf_outOfMemory ? result : wf_ok );
	return result == wf_ok;
}

// ------------------------------------------------------------------------------------------------------------ the search

typedef struct Search
{
	wfTrial* run;
	wfCrowd* crowd;
	wfStyleId style;
	const FitDef* def;
	Person* person;
	Pull best;
	double bestMean;
	int32_t evaluations;
} Search;

// Try a pull; kept when it is the best so far.
static bool tryPull( Search* search, const Pull* pull )
{
	Samples path;
	Person* person = search->person;
	if ( search->evaluations == MAX_EVALUATIONS ||
		 !walk( search->run, search->crowd, search->style, search->def, person, pull, &path ) )
	{
		return false;
	}
	search->evaluations += 1;
	wfPathDistance distance = wfComparePaths( path.points, path.count, person->real.points, person->real.count );
	if ( distance.mean >= search->bestMean )
	{
		return false;
	}
	search->bestMean = distance.mean;
	search->best = *pull;
	person->fitted = path;
	person->toFitted = distance;
	return true;
}

// Each half without a pull, forward and to both sides: where the finer search begins.
static void tryCoarse( Search* search, double size )
{
	const Samples* real = &search->person->real;
	wfVec2 a = real->points[0], b = real->points[real->count - 1];
	double angle = atan2( b.y - a.y, b.x - a.x );
	for ( int32_t first = 0; first < 4; ++first )
	{
		for ( int32_t second = 0; second < 4; ++second )
		{
			Pull pull = { { 0.0 } };
			const int32_t choices[2] = { first, second };
			for ( int32_t k = 0; k < 2; ++k )
			{
				double turned = angle + 0.5 * WF_PI * ( choices[k] - 2 );
				pull.parts[2 * k] = choices[k] > 0 ? size * cos( turned ) : 0.0;
				pull.parts[2 * k + 1] = choices[k] > 0 ? size * sin( turned ) : 0.0;
			}
			tryPull( search, &pull );
		}
	}
}

// One part after the other, up and down; steps are halved when none helps.
static void refine( Search* search, double step, double smallest )
{
	while ( step >= smallest && search->evaluations < MAX_EVALUATIONS )
	{
		bool better = false;
		for ( int32_t k = 0; k < 4; ++k )
		{
			for ( int32_t sign = -1; sign <= 1; sign += 2 )
			{
				Pull pull = search->best;
				pull.parts[k] = fmax( -MAX_PULL, fmin( MAX_PULL, pull.parts[k] + sign * step ) );
				if ( pull.parts[k] != search->best.parts[k] && tryPull( search, &pull ) )
				{
					better = true;
					break;
				}
			}
		}
		step = better ? step : 0.5 * step;
	}
}

// The straight, the harmonic and the fitted agent of a person.
static void fitPerson( wfTrial* run, wfWorld* world, const FitDef* def, Person* person, int64_t* evaluations )
{
	const Samples* real = &person->real;
	// A crowd without anybody, for agents of this person one after the other: they share the field to where it went.
	wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_classicPreset );
	crowdDef.tickSeconds = 0.5 * person->interval;
	wfGroundDef ground = wfMakePlaneGround( world );
	wfCrowd* crowd = NULL;
	wfTrial_Check( run, wfCreateCrowd( &ground, &crowdDef, &crowd, &wf_error ) );
	Search search = { .run = run, .crowd = crowd, .def = def, .person = person, .bestMean = INFINITY };
	wfTrial_Check( run, wfCrowd_AddStyle( crowd, &def->style, &search.style, &wf_error ) );
	if ( walk( run, crowd, search.style, def, person, NULL, &person->harmonic ) )
	{
		person->straight.count = real->count;
		for ( int32_t i = 0; i < real->count; ++i )
		{
			double part = (double)i / ( real->count - 1 );
			person->straight.points[i] = wfMix2( real->points[0], real->points[real->count - 1], part );
		}
		person->toStraight = wfComparePaths( person->straight.points, real->count, real->points, real->count );
		person->toHarmonic = wfComparePaths( person->harmonic.points, person->harmonic.count, real->points, real->count );
		if ( def->given != NULL && walk( run, crowd, search.style, def, person, def->given, &person->given ) )
		{
			person->toGiven = wfComparePaths( person->given.points, person->given.count, real->points, real->count );
		}
		tryCoarse( &search, 0.5 );
		if ( !run->quick )
		{
			tryCoarse( &search, 1.2 );
		}
		refine( &search, 0.4, run->quick ? 0.2 : 0.04 );
		person->pull = search.best;
		person->usable = search.bestMean < INFINITY;
		*evaluations += search.evaluations;
	}
	wfDestroyCrowd( crowd );
}

// -------------------------------------------------------------------------------------------------------------- pictures

typedef struct Curve
{
	double *x, *y;
	int32_t count;
} Curve;

// Points are followed by one that is none, so that the next path begins anew.
static void addPath( Curve* curve, const wfVec2* points, int32_t count )
{
	for ( int32_t i = 0; i <= count; ++i, ++curve->count )
	{
		curve->x[curve->count] = i < count ? points[i].x : NAN;
		curve->y[curve->count] = i < count ? points[i].y : NAN;
	}
}

static wfBox2 getBounds( const Curve* curves, int32_t count )
{
	wfBox2 bounds = WF_EMPTY_BOX;
	for ( int32_t k = 0; k < count; ++k )
	{
		// Those that are not a number change nothing.
		for ( int32_t i = 0; i < curves[k].count; ++i )
		{
			bounds.lower = ( wfVec2 ){ fmin( bounds.lower.x, curves[k].x[i] ), fmin( bounds.lower.y, curves[k].y[i] ) };
			bounds.upper = ( wfVec2 ){ fmax( bounds.upper.x, curves[k].x[i] ), fmax( bounds.upper.y, curves[k].y[i] ) };
		}
	}
	return bounds;
}

// The persons of a place with their three agents, about to scale.
static void drawPersons( wfTrial* run, const char* suffix, const Place* place, Person* const* persons, int32_t count )
{
	enum
	{
		curveCount = 5
	};
	static const char* const labels[curveCount] = { "person", "fitted", "straight", "harmonic", "wall" };
	size_t capacity = (size_t)count * ( MAX_SAMPLES + 1 ) + 3 * MAX_WALLS;
	double* memory = wfNewArray( 2 * curveCount * capacity, sizeof( double ) );
	Curve curves[curveCount] = { { 0 } };
	wfPlotSeries series[curveCount];
	for ( int32_t k = 0; k < curveCount; ++k )
	{
		curves[k].x = memory + 2 * (size_t)k * capacity;
		curves[k].y = curves[k].x + capacity;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		const Samples* const paths[4] = { &persons[i]->real, &persons[i]->fitted, &persons[i]->straight, &persons[i]->harmonic };
		for ( int32_t k = 0; k < 4; ++k )
		{
			addPath( curves + k, paths[k]->points, paths[k]->count );
		}
	}
	wfBox2 bounds = getBounds( curves, 4 ), near = wfBoxAround( bounds.lower, bounds.upper, 2.0 );
	for ( int32_t i = 0; i < place->wallCount; ++i )
	{
		const wfVec2* wall = place->walls[i];
		if ( wfBoxHasPoint( near, wall[0] ) && wfBoxHasPoint( near, wall[1] ) )
		{
			addPath( curves + 4, wall, 2 );
		}
	}
	bounds = getBounds( curves, curveCount );
	for ( int32_t k = 0; k < curveCount; ++k )
	{
		series[k] = ( wfPlotSeries ){ curves[k].count > 0 ? labels[k] : NULL, curves[k].x, curves[k].y, curves[k].count };
	}
	char title[160];
	snprintf( title, sizeof( title ), "%d people recorded at %s, and their walkers", count, place->name );
	wfPlotDef plot = wfDefaultPlotDef();
	plot.title = title;
	plot.xLabel = "x, m";
	plot.yLabel = "y, m";
	plot.series = series;
	plot.seriesCount = curveCount;
	wfVec2 size = wfSub2( bounds.upper, bounds.lower );
	double pixels = 760.0 / fmax( size.x, size.y );
	plot.width = (int32_t)( 90.0 + fmax( pixels * size.x, 560.0 ) );
	plot.height = (int32_t)( 150.0 + fmax( pixels * size.y, 300.0 ) );
	wfTrial_Check( run, wfDrawPlot( wfTrial_NamePicture( run, suffix ), &plot, &wf_error ) );
}

// Those whose paths were bent most show most; a few, so that they can be told apart.
static void drawPlace( wfTrial* run, const char* suffix, const Place* place, Person* persons, int32_t count )
{
	enum
	{
		shown = 3
	};
	Person* chosen[shown] = { NULL };
	int32_t chosenCount = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		int32_t at = chosenCount < shown ? chosenCount++ : shown;
		while ( at > 0 && persons[i].toStraight.frechet > chosen[at - 1]->toStraight.frechet )
		{
			if ( at < shown )
			{
				chosen[at] = chosen[at - 1];
			}
			at -= 1;
		}
		if ( at < shown )
		{
			chosen[at] = persons + i;
		}
	}
	if ( chosenCount > 0 && run->picture[0] != 0 )
	{
		drawPersons( run, suffix, place, chosen, chosenCount );
	}
}

// ------------------------------------------------------------------------------------------------------------- one path

// The agents of one path over the scenario's world.
static void drawPath( wfTrial* run, const Person* person )
{
	static const char* const labels[] = { "path", "pairs of the paper", "pairs searched for", "harmonic" };
	const Samples* const paths[] = { &person->real, &person->given, &person->fitted, &person->harmonic };
	double x[4][MAX_SAMPLES], y[4][MAX_SAMPLES];
	wfPlotSeries series[4];
	for ( int32_t k = 0; k < 4; ++k )
	{
		for ( int32_t i = 0; i < paths[k]->count; ++i )
		{
			x[k][i] = paths[k]->points[i].x;
			y[k][i] = paths[k]->points[i].y;
		}
		series[k] = ( wfPlotSeries ){ labels[k], x[k], y[k], paths[k]->count };
	}
	if ( run->picture[0] != 0 )
	{
		wfPlotDef plot = wfDefaultPlotDef();
		plot.title = run->scenario.name;
		plot.xLabel = "x, m";
		plot.yLabel = "y, m";
		plot.series = series;
		plot.seriesCount = 4;
		wfTrial_Check( run, wfDrawPlot( run->picture, &plot, &wf_error ) );
	}
}

// A path of the file instead of a recorded one: the two pairs the paper prints, one for each half, and those found by the search.
void wfPerformFitPath( wfTrial* run )
{
	Pull given;
	FitDef def = { .style = wfDefaultStyleDef( wf_classicPreset ), .given = &given };
	Person* person = wfNewArray( 1, sizeof( Person ) );
	int64_t evaluations = 0;
	def.radius = wfTrial_GetNumber( run, "radius" );
	person->interval = wfTrial_GetNumber( run, "interval" );
	person->real.count = wfTrial_CountItems( run, "path", 4, MAX_SAMPLES );
	for ( int32_t i = 0; i < person->real.count; ++i )
	{
		person->real.points[i] = wfTrial_GetVector( run, wfKey( "path[%d]", i ) );
	}
	for ( int32_t k = 0; k < 2; ++k )
	{
		double epsilon = wfTrial_GetNumber( run, wfKey( "pairs[%d].epsilon", k ) );
		wfVec2 v = wfTrial_GetVector( run, wfKey( "pairs[%d].v", k ) );
		given.parts[2 * k] = epsilon * v.x;
		given.parts[2 * k + 1] = epsilon * v.y;
	}
	wfTrial_FailIf( run, !isLongEnough( &def, person ), "path", "expected points that differ" );
	fitPerson( run, run->scenario.world, &def, person, &evaluations );
	wfTrial_FailIf( run, !person->usable, "path", "the agent cannot walk there" );
	wfTrial_Claim( run, "distance", person->toGiven.mean );
	wfTrial_Claim( run, "againstHarmonic", person->toGiven.mean / person->toHarmonic.mean );
	wfTrial_Claim( run, "searched", person->toFitted.mean );
	wfTrial_Note( run, "m", person->toGiven.frechet, "shapes alone (Frechet), pairs of the paper" );
	wfTrial_Note( run, "m", person->toFitted.frechet, "shapes alone, pairs searched for" );
	wfTrial_Note( run, "m", person->toStraight.mean, "mean distance at equal times, straight" );
	wfTrial_Note( run, "m", person->toHarmonic.mean, "mean distance at equal times, harmonic" );
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfTrial_Note( run, "", person->pull.parts[k], "eps v.%c searched for, half %d", k % 2 == 0 ? 'x' : 'y', k / 2 + 1 );
	}
	wfTrial_Note( run, "", (double)evaluations, "walks tried" );
	drawPath( run, person );
}

// -------------------------------------------------------------------------------------------------------------- together

typedef struct Totals
{
	int32_t persons, closest;
	double sums[3]; // of mean distances: straight, harmonic, fitted
	double frechet, eps;
	int64_t evaluations;
} Totals;

// Every n-th of those who walked far enough, so that there are `wanted` of them. Returns how many could be fitted.
static int32_t fitPlace( wfTrial* run, const Place* place, const FitDef* def, int32_t wanted, Person* persons, Totals* totals )
{
	int32_t eligible = 0, highest = 0, count = 0;
	for ( int64_t i = 0; i < place->recording.rowCount; ++i )
	{
		highest = place->recording.rows[i].id > highest ? place->recording.rows[i].id : highest;
	}
	Person* person = wfNewArray( 1, sizeof( Person ) );
	wfWorld* world = createWorld( run, place );
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		int32_t seen = 0;
		for ( int32_t id = 0; id <= highest && count < wanted; ++id )
		{
			bool good = readPerson( place, id, person ) && isLongEnough( def, person ) &&
						wfWorld_GetDistance( world, person->real.points[0], 0 ) > def->radius &&
						wfWorld_GetDistance( world, person->real.points[person->real.count - 1], 0 ) > def->radius;
			if ( pass == 0 || !good )
			{
				eligible += good;
				continue;
			}
			// Evenly spread over all who may be taken.
			if ( eligible <= wanted || (int64_t)seen * wanted / eligible < (int64_t)( seen + 1 ) * wanted / eligible )
			{
				fitPerson( run, world, def, person, &totals->evaluations );
				if ( person->usable )
				{
					persons[count++] = *person;
				}
			}
			seen += 1;
		}
	}
	wfTrial_Note( run, "", eligible, "%s: people who walked far enough", place->name );
	wfDestroyWorld( world );
	return count;
}

static void addToTotals( wfTrial* run, const Place* place, const Person* persons, int32_t count, Totals* totals )
{
	static const char* const names[3] = { "straight", "harmonic", "fitted" };
	double sums[3] = { 0.0 };
	for ( int32_t i = 0; i < count; ++i )
	{
		const Person* person = persons + i;
		const double means[3] = { person->toStraight.mean, person->toHarmonic.mean, person->toFitted.mean };
		totals->frechet += person->toFitted.frechet;
		totals->closest += means[2] < means[0] && means[2] < means[1];
		for ( int32_t k = 0; k < 3; ++k )
		{
			sums[k] += means[k];
		}
		for ( int32_t k = 0; k < 2; ++k )
		{
			totals->eps += 0.5 * hypot( person->pull.parts[2 * k], person->pull.parts[2 * k + 1] );
		}
	}
	totals->persons += count;
	for ( int32_t k = 0; k < 3; ++k )
	{
		totals->sums[k] += sums[k];
		wfTrial_Note( run, "m", sums[k] / count, k == 0 ? "%s: %s, mean distance of %d" : "%s: %s", place->name, names[k],
					  count );
	}
}

void wfPerformFit( wfTrial* run )
{
	FitDef def = { .style = wfDefaultStyleDef( wf_classicPreset ) };
	def.leastMetres = wfTrial_GetNumber( run, "leastMetres" );
	def.leastSeconds = wfTrial_GetNumber( run, "leastSeconds" );
	def.radius = wfTrial_GetNumber( run, "radius" );
	def.margin = wfTrial_GetNumber( run, "margin" );
	def.style.mapSize = (int32_t)wfTrial_GetNumber( run, "mapSize" );
	def.style.mapCell = wfTrial_GetNumber( run, "mapCell" );
	Totals totals = { 0 };
	int32_t places = wfTrial_CountItems( run, "places", 1, 1000 );
	double wanted = wfTrial_GetEffort( run, "persons", 1.0, MAX_FITTED );
	Person* persons = wfNewArray( MAX_FITTED, sizeof( Person ) );
	for ( int32_t i = 0; i < places && run->skipped[0] == 0; ++i )
	{
		Place* place = wfNewArray( 1, sizeof( Place ) );
		const char* folder = wfTrial_GetText( run, wfKey( "places[%d].folder", i ) );
		snprintf( place->name, sizeof( place->name ), "%s", wfGetFileName( folder ) );
		if ( findFolder( folder, place->folder ) )
		{
			readPlace( run, i, &def, place );
			int32_t count = fitPlace( run, place, &def, (int32_t)wanted, persons, &totals );
			addToTotals( run, place, persons, count, &totals );
			drawPlace( run, i == 0 ? "" : place->name, place, persons, count );
		}
		else
		{
			snprintf( run->skipped, sizeof( run->skipped ), "there is no %.100s in the folder WAYFIELD_DATA", folder );
		}
		wfTrajectories_Free( &place->recording );
	}
	if ( run->skipped[0] == 0 )
	{
		double count = totals.persons;
		wfTrial_Claim( run, "persons", count / ( wanted * places ) );
		wfTrial_Claim( run, "distance", totals.sums[2] / count );
		wfTrial_Claim( run, "againstStraight", totals.sums[2] / totals.sums[0] );
		wfTrial_Claim( run, "againstHarmonic", totals.sums[2] / totals.sums[1] );
		wfTrial_Claim( run, "closest", totals.closest / count );
		wfTrial_Note( run, "m", totals.frechet / count, "fitted, shapes alone: mean Frechet distance" );
		wfTrial_Note( run, "", totals.eps / count, "mean |eps v|" );
		wfTrial_Note( run, "", (double)totals.evaluations / count, "walks tried for each" );
	}
}
