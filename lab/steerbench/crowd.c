// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// SteerBench test cases as runs of a crowd: the entry points, what their stages share (failures, memory, chance, discs by where
// they are), and from places to agents, sources and goals.
#include "io/simulation_file.h"
#include "steerbench/steerbench.h"

#include <math.h>
#include <stdio.h>

// The format says neither how many agents an emitter sends nor how often.
#define EMITTED_AGENTS 20
#define EMITTER_RATE 0.5 // a second
#define FRAMES_A_SECOND 20.0
#define DEFAULT_SEED 1
#define MOST_BUCKETS 1024
// The radius the lengths of the default style are made for.
#define STYLE_RADIUS 0.25

void wfTestCase_Free( wfTestCase* bench )
{
	for ( int32_t i = 0; i < WF_MAX_BENCH_RADII; ++i )
	{
		wfDestroyGrid( bench->grids[i] );
	}
	wfDestroyWorld( bench->world );
	wfXml_Free( &bench->xml );
	wfReleaseArray( bench->obstacles, bench->obstacleCapacity, sizeof( wfBenchObstacle ) );
	wfReleaseArray( bench->agents, bench->agentsCapacity, sizeof( wfBenchElement ) );
	wfReleaseArray( bench->goals, bench->goalCapacity, sizeof( wfBenchElement ) );
	wfReleaseArray( bench->points, bench->pointCapacity, sizeof( wfVec2 ) );
	wfReleaseArray( bench->walkers, bench->walkerCapacity, sizeof( wfBenchWalker ) );
	wfReleaseArray( bench->stops, bench->stopCapacity, sizeof( wfBenchStop ) );
	wfReleaseArray( bench->regions, bench->regionCapacity, sizeof( wfBox2 ) );
	*bench = ( wfTestCase ){ 0 };
}

wfResult wfTestCase_Read( const wfReader* reader, const wfSimulationDef* def, uint64_t seed, wfTestCase* bench )
{
	*bench = ( wfTestCase ){ .base = { .reader = reader }, .def = def, .seed = seed };
	void ( *const stages[] )( wfTestCase * bench ) = { wfTestCase_ReadFile, wfTestCase_MakeWorld, wfTestCase_PlaceWalkers,
													   wfTestCase_MakeStops };
	for ( size_t i = 0; i < sizeof( stages ) / sizeof( stages[0] ) && bench->base.result == wf_ok; ++i )
	{
		stages[i]( bench );
	}
	wfResult result = bench->base.result;
	if ( result != wf_ok )
	{
		wfTestCase_Free( bench );
	}
	return result;
}

void wfTestCase_FailIf( wfTestCase* bench, bool wrong, const wfXmlNode* node, const char* child, wfResult result,
						const char* format, ... )
{
	if ( wrong && bench->base.result == wf_ok )
	{
		const wfReader* reader = bench->base.reader;
		va_list arguments;
		va_start( arguments, format );
		bench->base.result = node != NULL ? wfXml_FailWith( reader, node, child, result, format, arguments )
										  : wfReader_FailWith( reader, WF_NO_POSITION, child, result, format, arguments );
		va_end( arguments );
	}
}

static size_t getPosition( const wfXmlNode* node )
{
	return node != NULL ? node->position : WF_NO_POSITION;
}

void wfTestCase_Pass( wfTestCase* bench, const wfXmlNode* node, const char* field, wfResult result )
{
	if ( result != wf_ok && bench->base.result == wf_ok )
	{
		const wfReader* reader = bench->base.reader;
		bench->base.result = reader->error->message[0] != 0
								 ? wfReader_Place( reader, getPosition( node ), field, result )
								 : wfReader_Fail( reader, getPosition( node ), field, result, "%s", wfDescribeResult( result ) );
	}
}

bool wfTestCase_Reserve( wfTestCase* bench, const wfXmlNode* node, size_t bytes )
{
	return wfReading_Reserve( &bench->base, getPosition( node ), NULL, bytes );
}

bool wfTestCase_Grow( wfTestCase* bench, const wfXmlNode* node, void* array, size_t* capacity, size_t needed, size_t size )
{
	return wfReading_Grow( &bench->base, getPosition( node ), NULL, array, capacity, needed, size );
}

// --------------------------------------------------------------------------------------------------------------- chance

double wfTestCase_Draw( const wfTestCase* bench, int64_t stream, uint64_t counter )
{
	return wfRandomUnit( bench->seed, (uint64_t)stream, counter );
}

wfVec2 wfTestCase_DrawPoint( const wfTestCase* bench, wfBox2 box, int64_t stream, uint64_t counter )
{
	return ( wfVec2 ){ box.lower.x + ( box.upper.x - box.lower.x ) * wfTestCase_Draw( bench, stream, 2 * counter ),
					   box.lower.y + ( box.upper.y - box.lower.y ) * wfTestCase_Draw( bench, stream, 2 * counter + 1 ) };
}

// ---------------------------------------------------------------------------------------------------------------- discs

bool wfDiscGrid_Make( wfTestCase* bench, wfDiscGrid* grid, wfBox2 box, double radius, size_t most )
{
	wfVec2 size = wfSub2( box.upper, box.lower );
	*grid = ( wfDiscGrid ){ .capacity = most, .origin = box.lower };
	grid->bucket = fmax( 2.0 * radius + 1e-3, fmax( size.x, size.y ) / MOST_BUCKETS );
	grid->columns = (int32_t)( size.x / grid->bucket ) + 1;
	grid->rows = (int32_t)( size.y / grid->bucket ) + 1;
	size_t heads = (size_t)grid->columns * (size_t)grid->rows;
	if ( bench->base.result != wf_ok )
	{
		return false;
	}
	grid->heads = wfAllocateArray( heads, sizeof( int32_t ) );
	grid->discs = wfAllocateArray( most + 1, sizeof( *grid->discs ) );
	if ( !wfReading_CheckMemory( &bench->base, grid->heads ) || !wfReading_CheckMemory( &bench->base, grid->discs ) )
	{
		return false;
	}
	memset( grid->heads, -1, heads * sizeof( int32_t ) );
	return true;
}

void wfDiscGrid_Free( wfDiscGrid* grid )
{
	wfReleaseArray( grid->heads, (size_t)grid->columns * (size_t)grid->rows, sizeof( int32_t ) );
	wfReleaseArray( grid->discs, grid->capacity + 1, sizeof( *grid->discs ) );
	*grid = ( wfDiscGrid ){ 0 };
}

static int32_t getBucket( double index, int32_t count )
{
	return index < 0.0 ? 0 : index >= count ? count - 1 : (int32_t)index;
}

// What lies outside belongs to the buckets at the border.
static int32_t findBucket( const wfDiscGrid* grid, wfVec2 center )
{
	wfVec2 place = wfDivide2( wfSub2( center, grid->origin ), grid->bucket );
	return getBucket( place.y, grid->rows ) * grid->columns + getBucket( place.x, grid->columns );
}

void wfDiscGrid_Add( wfDiscGrid* grid, wfVec2 center, double radius )
{
	int32_t* head = grid->heads + findBucket( grid, center );
	grid->discs[grid->count] = ( struct wfBenchDisc ){ center, radius, *head };
	*head = (int32_t)grid->count++;
}

bool wfDiscGrid_Overlaps( const wfDiscGrid* grid, wfVec2 center, double radius )
{
	int32_t bucket = findBucket( grid, center ), column = bucket % grid->columns, row = bucket / grid->columns;
	for ( int32_t j = row > 0 ? row - 1 : 0; j <= row + 1 && j < grid->rows; ++j )
	{
		for ( int32_t i = column > 0 ? column - 1 : 0; i <= column + 1 && i < grid->columns; ++i )
		{
			for ( int32_t k = grid->heads[j * grid->columns + i]; k >= 0; k = grid->discs[k].next )
			{
				if ( wfDistance2( grid->discs[k].center, center ) < radius + grid->discs[k].radius )
				{
					return true;
				}
			}
		}
	}
	return false;
}

// ---------------------------------------------------------------------------------------------------------------- crowd

// What was changed or left out.
static void tellNotes( const wfTestCase* bench )
{
	const struct
	{
		int32_t count;
		wfLogLevel level;
		const char* words;
	} notes[] = { { bench->droppedObstacles, wf_logWarning, "random obstacles found no place" },
				  { bench->mixedSpeeds, wf_logInfo, "agents keep the speed of their first goal for the others too" },
				  { bench->speedless, wf_logInfo, "goals with a speed of 0 are walked to at 1.3 m/s" },
				  { bench->overhead, wf_logInfo, "obstacles above or below the agents are left out" },
				  { bench->behaviours, wf_logInfo, "settings of other steering methods are left out" } };
	const char* name = bench->base.reader->name;
	wfBox2 box = bench->bounds;
	if ( bench->enlarged )
	{
		wfLogMessage( wf_logInfo, "%s: the bounds are widened to %g..%g x %g..%g for what lies outside of them", name,
					  box.lower.x, box.upper.x, box.lower.y, box.upper.y );
	}
	if ( bench->cropped )
	{
		wfLogMessage( wf_logInfo, "%s: of the bounds only %g..%g x %g..%g is used", name, box.lower.x, box.upper.x, box.lower.y,
					  box.upper.y );
	}
	if ( bench->movedStarts > 0 )
	{
		wfLogMessage( wf_logWarning, "%s: %d of %zu starts were blocked and moved by up to %.3g m", name, bench->movedStarts,
					  bench->walkerCount, bench->farthestStart );
	}
	if ( bench->movedGoals > 0 )
	{
		wfLogMessage( wf_logWarning, "%s: %d goals were out of reach and moved by up to %.3g m", name, bench->movedGoals,
					  bench->farthestGoal );
	}
	for ( size_t i = 0; i < sizeof( notes ) / sizeof( notes[0] ); ++i )
	{
		if ( notes[i].count > 0 )
		{
			wfLogMessage( notes[i].level, "%s: %d %s", name, notes[i].count, notes[i].words );
		}
	}
	if ( bench->unknown > 0 )
	{
		wfLogMessage( wf_logInfo, "%s: %d unknown elements are left out, the first one is %s", name, bench->unknown,
					  bench->firstUnknown );
	}
}

typedef struct wfBenchCrowd
{
	wfTestCase* bench;
	wfCrowd* crowd;
	wfGoalId* goals; // of the bench's regions
	wfStop* stops;	 // of one walker
	size_t stopCapacity;
	wfStyleId styles[WF_MAX_BENCH_RADII]; // of the bench's radii
	wfGaitId gait;						  // null: discs
} wfBenchCrowd;

static void addGoals( wfBenchCrowd* made )
{
	wfTestCase* bench = made->bench;
	made->goals = wfAllocateArray( bench->regionCount + 1, sizeof( wfGoalId ) );
	wfReading_CheckMemory( &bench->base, made->goals );
	for ( size_t i = 0; i < bench->regionCount && bench->base.result == wf_ok; ++i )
	{
		wfBox2 box = bench->regions[i];
		wfVec2 ring[4] = { box.lower, { box.upper.x, box.lower.y }, box.upper, { box.lower.x, box.upper.y } };
		char name[32];
		snprintf( name, sizeof( name ), "region %zu", i + 1 );
		wfGoalDef goal = wfDefaultGoalDef();
		goal.kind = wf_polygonGoal;
		goal.points = ring;
		goal.pointCount = 4;
		goal.name = name;
		wfTestCase_Pass( bench, NULL, NULL, wfWorld_AddGoal( bench->world, &goal, &made->goals[i], bench->base.reader->error ) );
	}
}

// Discs are larger here than people are: who is twice as large looks twice as far.
static void addStyles( wfBenchCrowd* made, wfPreset preset )
{
	wfTestCase* bench = made->bench;
	for ( int32_t i = 0; i < bench->radiusCount && bench->base.result == wf_ok; ++i )
	{
		double scale = bench->radii[i] / STYLE_RADIUS;
		wfStyleDef style = wfDefaultStyleDef( preset );
		style.mapCell = fmin( fmax( style.mapCell * scale, 0.01 ), 100.0 );
		style.sightDistance = fmin( style.sightDistance * scale, 1000.0 );
		style.neighborReach = fmin( style.neighborReach * scale, 1000.0 );
		style.softStrength = style.softStrength / ( scale * scale );
		style.goalInside = true;
		wfTestCase_Pass( bench, NULL, NULL,
						 wfCrowd_AddStyle( made->crowd, &style, &made->styles[i], bench->base.reader->error ) );
	}
}

static wfAgentDef makeAgent( wfBenchCrowd* made, int32_t index )
{
	wfTestCase* bench = made->bench;
	const wfBenchWalker* walker = bench->walkers + index;
	const wfBenchElement* agents = bench->agents + walker->spec;
	// Without goals an agent stands where it is: one stop there lets it be done.
	int32_t count = agents->goalCount > 0 ? agents->goalCount : 1;
	wfAgentDef def = wfDefaultAgentDef();
	if ( wfGrowArray( &made->stops, &made->stopCapacity, (size_t)count, sizeof( wfStop ) ) != wf_ok )
	{
		wfReading_CheckMemory( &bench->base, NULL );
		return def;
	}
	made->stops[0] = wfMakePointStop( ( wfVec3 ){ walker->position.x, walker->position.y, 0.0 } );
	for ( int32_t i = 0; i < agents->goalCount; ++i )
	{
		const wfBenchStop* stop = bench->stops + walker->firstStop + i;
		made->stops[i] = ( wfStop ){ .kind = stop->region >= 0 ? wf_goalStop : wf_pointStop,
									 .point = { stop->point.x, stop->point.y, 0.0 },
									 .reach = stop->reach,
									 .wait = stop->wait,
									 .goal = stop->region >= 0 ? made->goals[stop->region] : ( wfGoalId ){ 0 } };
	}
	int32_t style = 0;
	while ( style + 1 < bench->radiusCount && bench->radii[style] < agents->radius - 1e-6 )
	{
		style += 1;
	}
	def.position = ( wfVec3 ){ walker->position.x, walker->position.y, 0.0 };
	def.radius = agents->radius;
	def.heading = walker->heading;
	def.speed = fmin( agents->speed, walker->desiredSpeed );
	def.desiredSpeed = walker->desiredSpeed;
	def.stops = made->stops;
	def.stopCount = count;
	def.atEnd = walker->stays || agents->goalCount == 0 ? wf_stayAtEnd : wf_leaveAtEnd;
	def.style = made->styles[style];
	def.gait = made->gait;
	def.userData = (uint64_t)index;
	return def;
}

static wfResult addSource( wfBenchCrowd* made, wfAgentDef agent )
{
	// A square just large enough that the disc always finds a place in it.
	double half = 0.1 * agent.radius;
	wfVec2 c = { agent.position.x, agent.position.y };
	wfVec2 ring[4] = {
		{ c.x - half, c.y - half }, { c.x + half, c.y - half }, { c.x + half, c.y + half }, { c.x - half, c.y + half } };
	wfSourceDef source = wfDefaultSourceDef();
	source.region = ring;
	source.regionCount = 4;
	source.rate = EMITTER_RATE;
	source.count = EMITTED_AGENTS;
	source.agent = agent;
	source.radius = ( wfDistribution ){ .kind = wf_constantNumber, .lower = agent.radius, .upper = agent.radius };
	source.desiredSpeed =
		( wfDistribution ){ .kind = wf_constantNumber, .lower = agent.desiredSpeed, .upper = agent.desiredSpeed };
	wfSourceId id;
	return wfCrowd_AddSource( made->crowd, &source, &id, made->bench->base.reader->error );
}

// A failure that is reported at the agents' element.
static void passWalker( wfTestCase* bench, uint64_t index, wfResult result )
{
	const wfXmlNode* node = bench->agents[bench->walkers[index].spec].node;
	char path[128];
	wfXml_Path( node, path, sizeof( path ) );
	wfTestCase_Pass( bench, node, path, result );
}

static void addWalkers( wfBenchCrowd* made )
{
	wfTestCase* bench = made->bench;
	for ( size_t i = 0; i < bench->walkerCount && bench->base.result == wf_ok; ++i )
	{
		wfAgentDef agent = makeAgent( made, (int32_t)i );
		wfAgentId id;
		if ( bench->base.result == wf_ok )
		{
			bool emitter = bench->agents[bench->walkers[i].spec].emitter;
			passWalker( bench, i,
						emitter ? addSource( made, agent )
								: wfCrowd_AddAgent( made->crowd, &agent, &id, bench->base.reader->error ) );
		}
	}
	if ( bench->base.result == wf_ok )
	{
		wfAgentId culprit = { 0 };
		wfResult result = wfCrowd_Prepare( made->crowd, &culprit, NULL, bench->base.reader->error );
		if ( result != wf_ok && wfCrowd_IsAgentValid( made->crowd, culprit ) )
		{
			passWalker( bench, wfCrowd_GetAgent( made->crowd, culprit ).userData, result );
		}
		wfTestCase_Pass( bench, NULL, NULL, result );
	}
}

static void makeCrowd( wfBenchCrowd* made )
{
	wfTestCase* bench = made->bench;
	const wfSimulationDef* def = bench->def;
	wfCrowdDef crowd = wfDefaultCrowdDef( def->presetGiven ? (wfPreset)def->preset : wf_defaultPreset );
	crowd.cellSize = bench->cellSize;
	crowd.seed = bench->seed;
	crowd.workers = def->workers;
	crowd.memoryLimit = def->memoryLimit < (double)SIZE_MAX ? (size_t)def->memoryLimit : SIZE_MAX;
	addGoals( made );
	if ( bench->base.result == wf_ok )
	{
		wfGroundDef ground = wfMakePlaneGround( bench->world );
		wfTestCase_Pass( bench, NULL, NULL, wfCreateCrowd( &ground, &crowd, &made->crowd, bench->base.reader->error ) );
	}
	addStyles( made, crowd.preset );
	if ( bench->base.result == wf_ok && def->footsteps )
	{
		wfGaitDef gait = wfDefaultGaitDef();
		wfTestCase_Pass( bench, NULL, NULL, wfCrowd_AddGait( made->crowd, &gait, &made->gait, bench->base.reader->error ) );
	}
	addWalkers( made );
}

// Long enough for the farthest way three times over and a narrow door everybody has to go through one by one.
static double guessSeconds( const wfTestCase* bench )
{
	double longest = 0.0;
	for ( size_t i = 0; i < bench->walkerCount; ++i )
	{
		const wfBenchWalker* walker = bench->walkers + i;
		wfVec2 from = walker->position;
		double seconds = 0.0;
		for ( int32_t k = 0; k < bench->agents[walker->spec].goalCount; ++k )
		{
			const wfBenchStop* stop = bench->stops + walker->firstStop + k;
			wfVec2 to = stop->region >= 0 ? bench->regions[stop->region].upper : stop->point;
			seconds += 3.0 * wfDistance2( to, from ) / walker->desiredSpeed + stop->wait;
			from = to;
		}
		longest = fmax( longest, seconds );
	}
	return 300.0 + longest + 2.0 * (double)bench->walkerCount;
}

// --------------------------------------------------------------------------------------------------------- entry points

static wfResult readBench( const wfReader* reader, const wfSimulationDef* def, wfSimulation* simulation )
{
	wfTestCase bench;
	wfResult result = wfTestCase_Read( reader, def, def->seedGiven ? def->seed : DEFAULT_SEED, &bench );
	if ( result != wf_ok )
	{
		return result;
	}
	wfBenchCrowd made = { .bench = &bench };
	makeCrowd( &made );
	result = bench.base.result;
	if ( result == wf_ok )
	{
		tellNotes( &bench );
		*simulation = ( wfSimulation ){ .world = bench.world,
										.crowd = made.crowd,
										.seconds = guessSeconds( &bench ),
										.fps = FRAMES_A_SECOND,
										.seed = bench.seed,
										.stopWhenDone = true,
										.laneDirection = { 1.0, 0.0 } };
		snprintf( simulation->name, sizeof( simulation->name ), "%s", bench.name );
		if ( bench.name[0] == 0 )
		{
			wfCopyStem( simulation->name, sizeof( simulation->name ), reader->name );
		}
		bench.world = NULL;
	}
	else
	{
		wfDestroyCrowd( made.crowd );
	}
	wfReleaseArray( made.goals, bench.regionCount + 1, sizeof( wfGoalId ) );
	wfReleaseArray( made.stops, made.stopCapacity, sizeof( wfStop ) );
	wfTestCase_Free( &bench );
	return result;
}

static wfResult readCase( const wfReader* reader, const void* context, void* made )
{
	return reader->size > 0 ? readBench( reader, context, made )
							: wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat,
											 "the file is empty; expected the XML of a SteerBench test case" );
}

wfResult wfReadSteerBenchFromMemory( const char* name, const void* data, size_t size, const wfSimulationDef* def,
									 wfSimulation* simulation, wfError* error )
{
	return wfReadSimulationBy( readCase, name, data, size, def, simulation, error );
}

wfResult wfReadSteerBench( const char* path, const wfSimulationDef* def, wfSimulation* simulation, wfError* error )
{
	return wfReadSimulationBy( readCase, path, NULL, WF_FROM_FILE, def, simulation, error );
}
