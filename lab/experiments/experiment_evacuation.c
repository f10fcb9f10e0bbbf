// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Evacuations: runs of a scenario with everybody's way, and what is measured of them.
#include "experiment_evacuation.h"

#include "base/text.h"
#include "base/vec3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------ preparing

// False where so many people have no room.
static bool openSimulation( wfTrial* run, const wfEvacuationDef* def, wfSimulation* simulation )
{
	wfSimulationDef settings = wfDefaultSimulationDef();
	settings.seedGiven = def->seed != 0;
	settings.seed = def->seed;
	settings.agents = def->people;
	settings.footsteps = def->onFoot;
	settings.workers = wfGetTrialWorkers();
	wfResult result = run->data != NULL
						  ? wfReadSimulationFromMemory( run->file, run->data, run->size, &settings, simulation, &wf_error )
						  : wfReadSimulation( run->file, &settings, simulation, &wf_error );
	if ( result == wf_startBlocked && def->people > 0 )
	{
		return false;
	}
	wfTrial_Check( run, result );
	return true;
}

wfBox2 wfTrial_GetBox( wfTrial* run, const char* path )
{
	double numbers[4];
	wfTrial_GetNumbers( run, path, "a box [x0, y0, x1, y1]", numbers, 4 );
	wfTrial_FailIf( run, !( numbers[0] < numbers[2] && numbers[1] < numbers[3] ), path, "expected a box [x0, y0, x1, y1]" );
	return ( wfBox2 ){ { numbers[0], numbers[1] }, { numbers[2], numbers[3] } };
}

void wfTrial_CloseDoors( wfTrial* run, wfWorld* world, const char* list )
{
	int32_t count = list != NULL ? wfTrial_CountItems( run, list, 1, WF_MAX_LIST ) : 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfBox2 box = wfTrial_GetBox( run, wfKey( "%s[%d]", list, i ) );
		wfShapeDef def = wfDefaultShapeDef();
		def.center = ( wfVec2 ){ 0.5 * ( box.lower.x + box.upper.x ), 0.5 * ( box.lower.y + box.upper.y ) };
		def.halfSize = ( wfVec2 ){ 0.5 * ( box.upper.x - box.lower.x ), 0.5 * ( box.upper.y - box.lower.y ) };
		wfTrial_Check( run, wfWorld_AddShape( world, &def, NULL, &wf_error ) );
	}
}

// Faster, smaller, or at once: whoever is given stops sets out for them.
static void changePeople( wfTrial* run, const wfEvacuationDef* def, wfSimulation* simulation )
{
	wfGoalId goal = { 0 };
	wfTrial_FailIf( run, def->atOnce && wfWorld_GetGoalIds( simulation->world, &goal, 1 ) != 1, "kind",
					"expected a world with one goal" );
	wfStop stop = wfMakeGoalStop( goal );
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( simulation->crowd, &count );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfAgentState state = wfCrowd_GetAgent( simulation->crowd, ids[i] );
		if ( def->speed > 0.0 )
		{
			wfTrial_Check( run,
						   wfCrowd_SetDesiredSpeed( simulation->crowd, ids[i], def->speed * state.desiredSpeed, &wf_error ) );
		}
		if ( def->radius > 0.0 )
		{
			wfTrial_Check( run, wfCrowd_SetRadius( simulation->crowd, ids[i], def->radius * state.radius, &wf_error ) );
		}
		if ( def->atOnce )
		{
			wfTrial_Check( run, wfCrowd_SetStops( simulation->crowd, ids[i], &stop, 1, &wf_error ) );
		}
	}
}

// -------------------------------------------------------------------------------------------------------------- running

typedef struct Watch
{
	wfMetrics* metrics;
	wfCircleCheck* check;
	const wfEvacuationDef* def;
} Watch;

static Watch beginWatch( wfTrial* run, const wfSimulation* simulation, const wfEvacuationDef* def )
{
	Watch watch = { .def = def };
	wfMetricsDef metrics = wfDefaultMetricsDef();
	metrics.fps = 1.0 / wfCrowd_GetDef( simulation->crowd ).tickSeconds;
	metrics.world = simulation->world;
	metrics.area = simulation->area;
	metrics.lineCount = simulation->lineCount;
	for ( int32_t i = 0; i < simulation->lineCount; ++i )
	{
		metrics.lines[i][0] = simulation->lines[i].a;
		metrics.lines[i][1] = simulation->lines[i].b;
	}
	wfTrial_Check( run, wfCreateMetrics( &metrics, &watch.metrics, &wf_error ) );
	wfCircleCheckDef circles = wfDefaultCircleCheckDef();
	circles.world = simulation->world;
	wfTrial_Check( run, wfCreateCircleCheck( &circles, &watch.check, &wf_error ) );
	return watch;
}

static void endWatch( wfTrial* run, Watch* watch, wfEvacuation* evacuation )
{
	wfTrial_Check( run, wfCircleCheck_Finish( watch->check ) );
	evacuation->circles = wfCircleCheck_GetReport( watch->check );
	evacuation->report = wfMetrics_GetReport( watch->metrics );
	wfDestroyCircleCheck( watch->check );
	wfDestroyMetrics( watch->metrics );
}

// Thousands of arrays, freed after each run: not among those that the program keeps to its end.
static void addPlace( wfAgentWalk* walk, wfVec3 place )
{
	if ( walk->count == walk->capacity )
	{
		walk->capacity = 2 * walk->capacity + 64;
		walk->places = realloc( walk->places, (size_t)walk->capacity * sizeof( wfVec2 ) );
		wfExpect( walk->places != NULL ? wf_ok : wf_outOfMemory );
	}
	walk->places[walk->count++] = wfInPlane( place );
}

// Agents are added before the first tick and no sources let in more: serials count from 1 on.
static void addFrame( wfTrial* run, wfCrowd* crowd, const Watch* watch, wfCrowdWalks* walks )
{
	wfFrame frame = wfCrowd_GetFrame( crowd );
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		wfAgentWalk* walk = walks->walks + frame.serials[i] - 1;
		addPlace( walk, frame.positions[i] );
		walk->serial = frame.serials[i];
		walk->entry = (int32_t)frame.userData[i];
		walk->radius = (double)frame.radii[i];
		walk->desiredSpeed = (double)frame.desiredSpeeds[i];
	}
	double slack = 0.5 * walks->tickSeconds;
	if ( watch->def->onFoot )
	{
		const wfFootstepRow* rows;
		int32_t count = wfCrowd_GetFootsteps( crowd, &rows );
		wfTrial_Check( run, wfCircleCheck_AddFootsteps( watch->check, rows, count ) );
		wfTrial_Check( run, wfCircleCheck_AddFrame( watch->check, &frame ) );
	}
	if ( frame.time >= watch->def->from - slack )
	{
		wfTrial_Check( run, wfMetrics_AddFrame( watch->metrics, &frame ) );
	}
}

static void addArrivals( const wfCrowd* crowd, wfCrowdWalks* walks )
{
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( crowd, &events );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfAgentWalk* walk = walks->walks + events[i].serial - 1;
		walks->stuck += events[i].kind == wf_stuckEvent;
		if ( events[i].kind == wf_arrivedEvent && !walk->arrived )
		{
			walk->arrived = true;
			walk->to = events[i].time;
			walks->arrived += 1;
			addPlace( walk, events[i].position );
		}
	}
}

wfEvacuation wfTrial_Evacuate( wfTrial* run, const wfEvacuationDef* def )
{
	wfEvacuation evacuation = { 0 };
	wfSimulation simulation = { 0 };
	evacuation.fits = openSimulation( run, def, &simulation );
	if ( !evacuation.fits )
	{
		return evacuation;
	}
	wfCrowd* crowd = simulation.crowd;
	wfCrowdWalks* walks = &evacuation.walks;
	wfTrial_CloseDoors( run, simulation.world, def->closed );
	changePeople( run, def, &simulation );
	walks->tickSeconds = wfCrowd_GetDef( crowd ).tickSeconds;
	walks->count = (int32_t)wfCrowd_GetTotalCount( crowd );
	walks->walks = calloc( (size_t)walks->count + 1, sizeof( wfAgentWalk ) );
	wfExpect( walks->walks != NULL ? wf_ok : wf_outOfMemory );
	Watch watch = beginWatch( run, &simulation, def );
	addFrame( run, crowd, &watch, walks );
	double until = ( def->until > 0.0 ? def->until : simulation.seconds ) - 0.5 * walks->tickSeconds;
	while ( wfCrowd_GetTime( crowd ) < until && !wfCrowd_IsDone( crowd ) )
	{
		wfTrial_Check( run, wfCrowd_Tick( crowd, &wf_error ) );
		addArrivals( crowd, walks );
		addFrame( run, crowd, &watch, walks );
	}
	walks->seconds = wfCrowd_GetTime( crowd );
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		walks->walks[i].to = walks->walks[i].arrived ? walks->walks[i].to : walks->seconds;
		evacuation.last = fmax( evacuation.last, walks->walks[i].to );
	}
	endWatch( run, &watch, &evacuation );
	wfSimulation_Free( &simulation );
	return evacuation;
}

void wfEvacuation_Free( wfEvacuation* evacuation )
{
	for ( int32_t i = 0; i < evacuation->walks.count; ++i )
	{
		free( evacuation->walks.walks[i].places );
	}
	free( evacuation->walks.walks );
	*evacuation = ( wfEvacuation ){ 0 };
}

// ------------------------------------------------------------------------------------------------------------- measures

void wfMean_Add( wfMean* mean, double value )
{
	mean->least = mean->count == 0 ? value : fmin( mean->least, value );
	mean->largest = mean->count == 0 ? value : fmax( mean->largest, value );
	mean->sum += value;
	mean->square += value * value;
	mean->count += 1;
}

double wfMean_Get( const wfMean* mean )
{
	return mean->count > 0 ? mean->sum / mean->count : NAN;
}

double wfMean_GetDeviation( const wfMean* mean )
{
	double average = wfMean_Get( mean );
	double variance = mean->count > 1 ? ( mean->square - mean->count * average * average ) / ( mean->count - 1 ) : 0.0;
	return sqrt( fmax( variance, 0.0 ) );
}

double wfAgentWalk_GetPassing( const wfAgentWalk* walk, double tickSeconds, wfVec2 a, wfVec2 b, double share )
{
	double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
	for ( int32_t i = 0; i < walk->count; ++i )
	{
		double at = ( ( walk->places[i].x - a.x ) * x + ( walk->places[i].y - a.y ) * y ) / square;
		if ( at < share )
		{
			continue;
		}
		wfVec2 from = walk->places[i > 0 ? i - 1 : 0];
		double before = ( ( from.x - a.x ) * x + ( from.y - a.y ) * y ) / square;
		return tickSeconds * ( at > before ? i - 1 + ( share - before ) / ( at - before ) : i );
	}
	return INFINITY;
}

double wfAgentWalk_GetSetOut( const wfAgentWalk* walk, double tickSeconds, double farther )
{
	for ( int32_t i = 1; i < walk->count; ++i )
	{
		if ( hypot( walk->places[i].x - walk->places[0].x, walk->places[i].y - walk->places[0].y ) > farther )
		{
			return ( i - 1 ) * tickSeconds;
		}
	}
	return INFINITY;
}

static bool isIn( wfVec2 place, wfBox2 box )
{
	return place.x >= box.lower.x && place.x <= box.upper.x && place.y >= box.lower.y && place.y <= box.upper.y;
}

bool wfAgentWalk_WasIn( const wfAgentWalk* walk, wfBox2 box )
{
	bool was = false;
	for ( int32_t i = 0; i < walk->count && !was; ++i )
	{
		was = isIn( walk->places[i], box );
	}
	return was;
}

bool wfAgentWalk_EndsIn( const wfAgentWalk* walk, wfBox2 box )
{
	return walk->count > 0 && isIn( walk->places[walk->count - 1], box );
}

wfLocalFlow wfCrowdWalks_MeasureBox( const wfCrowdWalks* walks, wfBox2 box, double from, double until )
{
	int32_t first = (int32_t)ceil( from / walks->tickSeconds ), last = (int32_t)floor( until / walks->tickSeconds );
	int64_t inside = 0;
	double speeds = 0.0;
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		const wfAgentWalk* walk = walks->walks + i;
		for ( int32_t k = first > 1 ? first : 1; k <= last && k < walk->count; ++k )
		{
			if ( isIn( walk->places[k], box ) )
			{
				wfVec2 a = walk->places[k - 1], b = walk->places[k];
				inside += 1;
				speeds += hypot( b.x - a.x, b.y - a.y ) / walks->tickSeconds;
			}
		}
	}
	double area = ( box.upper.x - box.lower.x ) * ( box.upper.y - box.lower.y );
	return ( wfLocalFlow ){ (double)inside / ( ( last - first + 1 ) * area ), inside > 0 ? speeds / (double)inside : NAN };
}

// ------------------------------------------------------------------------------------------------------------- pictures

void wfTrial_DrawEvacuation( wfTrial* run, const char* suffix, const char* title, const wfEvacuation* evacuation, double time,
							 double seconds )
{
	const char* path = wfTrial_NamePicture( run, suffix );
	if ( path == NULL )
	{
		return;
	}
	const wfCrowdWalks* walks = &evacuation->walks;
	wfTrajectories trajectories = { .fps = 1.0 / walks->tickSeconds, .bounds = wfWorld_GetBounds( run->scenario.world ) };
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.radius = walks->count > 0 ? walks->walks[0].radius : 0.25;
	int32_t last = (int32_t)( time / walks->tickSeconds ), length = (int32_t)( seconds / walks->tickSeconds );
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		const wfAgentWalk* walk = walks->walks + i;
		for ( int32_t k = last > length ? last - length : 0; k <= last && k < walk->count; ++k )
		{
			int64_t more = trajectories.rowCount + 1;
			trajectories.rows = wfGrow( trajectories.rows, more, &trajectories.rowCapacity, sizeof( wfTrajectoryRow ) );
			trajectories.rows[trajectories.rowCount++] =
				( wfTrajectoryRow ){ k, i + 1, walk->places[k].x, walk->places[k].y, 0.0 };
		}
	}
	if ( trajectories.rowCount > 0 )
	{
		qsort( trajectories.rows, (size_t)trajectories.rowCount, sizeof( wfTrajectoryRow ), wfCompareTrajectoryRows );
	}
	def.title = title;
	def.trails = true;
	def.discs = true;
	def.colorBySpeed = true;
	wfTrial_Check( run, wfDrawTrajectories( path, run->scenario.world, &trajectories, &def, &wf_error ) );
}

void wfTrial_DrawCurves( wfTrial* run, const char* suffix, const char* xLabel, const char* yLabel, const wfPlotSeries* series,
						 int32_t count )
{
	const char* path = wfTrial_NamePicture( run, suffix );
	if ( path == NULL )
	{
		return;
	}
	wfPlotDef def = wfDefaultPlotDef();
	def.title = run->scenario.name;
	def.xLabel = xLabel;
	def.yLabel = yLabel;
	def.series = series;
	def.seriesCount = count;
	wfTrial_Check( run, wfDrawPlot( path, &def, &wf_error ) );
}
