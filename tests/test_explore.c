// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Explorers alone and together: everything that can be seen is seen, what is closed attracts nobody, what is sought is found.
#include "test_explore.h"

#include "base/math.h"
#include "scenes/unknown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- drawing

static wfGrid* makeGrid( const wfWorld* world, double radius )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = 1.0;
	def.radius = radius;
	wfGrid* grid = NULL;
	CHECK( wfCreateGrid( world, &def, &grid, NULL ) == wf_ok );
	return grid;
}

Drawing drawCells( const uint8_t* cells, int32_t width, int32_t height, double radius )
{
	Drawing drawing = { .radius = radius };
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds.upper = ( wfVec2 ){ width, height };
	drawing.bounds = def.bounds;
	CHECK( wfCreateWorld( &def, &drawing.world, NULL ) == wf_ok );
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_imageShape;
	shape.cells = cells;
	shape.width = width;
	shape.height = height;
	shape.pixelSize = 1.0;
	CHECK( wfWorld_AddShape( drawing.world, &shape, NULL, NULL ) == wf_ok );
	drawing.walls = makeGrid( drawing.world, wfGetSightRadius( 1.0 ) );
	drawing.room = makeGrid( drawing.world, radius );
	return drawing;
}

Drawing drawWorld( const char* const* rows, double radius )
{
	uint8_t cells[10000];
	int32_t width = (int32_t)strlen( rows[0] ), height = 0;
	while ( rows[height] != NULL )
	{
		++height;
	}
	for ( int32_t k = 0; k < width * height; ++k )
	{
		cells[k] = rows[height - 1 - k / width][k % width] == '#';
	}
	return drawCells( cells, width, height, radius );
}

void freeDrawing( Drawing* drawing )
{
	wfDestroyGrid( drawing->walls );
	wfDestroyGrid( drawing->room );
	wfDestroyWorld( drawing->world );
}

// ------------------------------------------------------------------------------------------------------------------ team

wfExplorationDef makeDef( const Drawing* drawing )
{
	wfExplorationDef def = wfDefaultExplorationDef();
	def.bounds = drawing->bounds;
	def.cellSize = 1.0;
	def.radius = drawing->radius;
	return def;
}

Team makeTeam( Drawing* drawing, const wfExplorationDef* def )
{
	Team team = { .drawing = drawing, .step = 0.25 };
	CHECK( wfCreateExploration( def, &team.exploration, NULL ) == wf_ok );
	return team;
}

void addPoint( Team* team, wfVec2 place, double range )
{
	wfExplorerDef def = wfDefaultExplorerDef();
	def.range = range;
	int32_t number = -1;
	CHECK( wfExploration_AddExplorer( team->exploration, &def, &number, NULL ) == wf_ok );
	CHECK( number == team->count );
	team->points[team->count++] = ( wfExplorerInput ){ .place = { place.x, place.y, 0.0 } };
}

void freeTeam( Team* team )
{
	wfDestroyExploration( team->exploration );
}

static void walk( Team* team, int32_t k )
{
	wfExplorerInput* point = &team->points[k];
	// In steps that the field promises to be safe.
	for ( int32_t quarter = 0; quarter < 4; ++quarter )
	{
		wfVec3 direction = wfExploration_GetDirection( team->exploration, k, point->place );
		wfVec3 gaze = wfExploration_GetGaze( team->exploration, k, point->place );
		point->place.x += team->step * direction.x;
		point->place.y += team->step * direction.y;
		point->facing = gaze.x != 0.0 || gaze.y != 0.0 ? gaze : point->facing;
		team->length += team->step * wfHypot( direction.x, direction.y );
	}
	int32_t cell = wfGrid_GetCell( team->drawing->room, ( wfVec2 ){ point->place.x, point->place.y } );
	CHECK( cell >= 0 && wfGrid_IsFree( team->drawing->room, cell ) );
}

bool tickTeam( Team* team )
{
	wfExploreInput input = { .time = team->time, .surroundings = { team->drawing->walls, team->drawing->room } };
	input.explorers = team->points;
	input.things = team->things;
	input.thingCount = team->thingCount;
	CHECK( wfExploration_Tick( team->exploration, &input, NULL ) == wf_ok );
	if ( wfExploration_IsDone( team->exploration ) )
	{
		return false;
	}
	for ( int32_t k = 0; k < team->count; ++k )
	{
		walk( team, k );
	}
	team->time += 1.0;
	++team->ticks;
	return true;
}

bool runTeam( Team* team, int32_t most )
{
	bool goesOn = true;
	for ( int32_t k = 0; k < most && goesOn; ++k )
	{
		goesOn = tickTeam( team );
	}
	return !goesOn;
}

int32_t countEvents( const Team* team, wfExploreEventKind kind )
{
	const wfExploreEvent* events;
	int32_t count = wfExploration_GetEvents( team->exploration, &events ), found = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		found += events[k].kind == kind;
	}
	return found;
}

int32_t countMissed( const Team* team, wfVec2 start, double range )
{
	const wfGrid *walls = team->drawing->walls, *room = team->drawing->room;
	int32_t count = walls->width * walls->height, from = wfGrid_GetCell( room, start ), missed = 0;
	uint8_t* seeable = calloc( (size_t)count, 1 );
	wfSightCells sight = { .cells = walls->blocked, .width = walls->width, .height = walls->height };
	sight.stops[1] = true;
	wfSightRoom seen = { 0 };
	for ( int32_t a = 0; a < count; ++a )
	{
		if ( room->blocked[a] == 0 && room->component[a] == room->component[from] )
		{
			CHECK( wfCastSight( &sight, a, range, &seen ) == wf_ok );
			for ( int32_t k = 0; k < seen.seen.count; ++k )
			{
				seeable[seen.seen.data[k]] = 1;
			}
		}
	}
	wfSightRoom_Free( &seen );
	wfKnowledgeMap map;
	CHECK( wfExploration_GetMap( team->exploration, 0, &map ) == wf_ok );
	for ( int32_t k = 0; k < count; ++k )
	{
		bool isUnknown = ( map.cells[k] & WF_KNOWN_MASK ) == wf_unknownCell;
		missed += seeable[k] && isUnknown;
		// And nothing is known that could not be seen, nor known wrong.
		CHECK( seeable[k] || isUnknown );
		CHECK( isUnknown || ( ( map.cells[k] & WF_KNOWN_MASK ) == wf_wallCell ) == ( walls->blocked[k] != 0 ) );
	}
	free( seeable );
	return missed;
}

// ----------------------------------------------------------------------------------------------------------------- alone

static const char* const s_rooms[] = { "########################", //
									   "#.......#......#.......#", //
									   "#.......#......#..###..#", //
									   "#..##..........#..###..#", //
									   "#..##...#......#.......#", //
									   "#.......#......#.......#", //
									   "####.####......###..####", //
									   "#......................#", //
									   "#......................#", //
									   "#####.#####.#######.####", //
									   "#.......#......#.......#", //
									   "#.......#......#.......#", //
									   "#...........#..#.......#", //
									   "#.......#......#.......#", //
									   "########################", NULL };

TEST( EveryStrategySeesAllThatCanBeSeen )
{
	Drawing drawing = drawWorld( s_rooms, 0.4 );
	for ( int32_t strategy = 0; strategy < wf_sourceStrategy; ++strategy )
	{
		wfExplorationDef def = makeDef( &drawing );
		def.strategy = (wfExploreStrategy)strategy;
		Team team = makeTeam( &drawing, &def );
		addPoint( &team, ( wfVec2 ){ 2.5, 12.5 }, 5.0 );
		CHECK( runTeam( &team, 2000 ) );
		CHECK( wfExploration_GetExplorer( team.exploration, 0 ).mode == wf_exploredMode );
		CHECK( countEvents( &team, wf_exploredEvent ) == 1 );
		CHECK_EQUAL( countMissed( &team, ( wfVec2 ){ 2.5, 12.5 }, 5.0 ), 0 );
		freeTeam( &team );
	}
	freeDrawing( &drawing );
}

// Unknown cells that are seen, over known ground, from where it can get to.
static int32_t countProvable( const Team* team, double range )
{
	const wfKnowledge* map = &team->exploration->maps.data[0];
	wfSightCells sight = wfKnowledge_GetSight( map );
	int32_t count = map->width * map->height, provable = 0;
	for ( int32_t u = 0; u < count; ++u )
	{
		bool isSeen = false;
		for ( int32_t s = 0; s < count && !isSeen && wfGetKnown( map, u ) == wf_unknownCell; ++s )
		{
			double x = s % map->width - u % map->width, y = s / map->width - u / map->width;
			isSeen = ( map->cells[s] & WF_REACHED_CELL ) != 0 && x * x + y * y <= range * range && wfIsInSight( &sight, s, u );
		}
		provable += isSeen;
	}
	return provable;
}

TEST( RandomWorldsAreSeenWhole )
{
	int32_t missed = 0, worlds = 0;
	for ( uint64_t seed = 0; seed < 60; ++seed )
	{
		uint8_t cells[40 * 30];
		double density = 0.35 * wfRandomUnit( seed, 1, 0 );
		for ( int32_t k = 0; k < 40 * 30; ++k )
		{
			cells[k] = wfRandomUnit( seed, 2, (uint64_t)k ) < density;
		}
		cells[15 * 40 + 20] = 0;
		// Discs of several cells, too.
		Drawing drawing = drawCells( cells, 40, 30, seed % 3 == 0 ? 0.4 : seed % 3 == 1 ? 0.9 : 0.49 );
		if ( wfGrid_IsFree( drawing.room, 15 * 40 + 20 ) )
		{
			wfExplorationDef def = makeDef( &drawing );
			def.window = seed % 2 == 0 ? 32 : 0;
			Team team = makeTeam( &drawing, &def );
			addPoint( &team, ( wfVec2 ){ 20.5, 15.5 }, 3.0 + 6.0 * wfRandomUnit( seed, 1, 1 ) );
			double range = team.exploration->explorers.data[0].def.range;
			CHECK( runTeam( &team, 4000 ) );
			missed += countMissed( &team, ( wfVec2 ){ 20.5, 15.5 }, range );
			CHECK_EQUAL( countProvable( &team, range ), 0 );
			++worlds;
			freeTeam( &team );
		}
		freeDrawing( &drawing );
	}
	// Sight may graze a corner of an unknown cell whose centre is hidden, and see one behind it: nobody can know before.
	CHECK( worlds > 40 && missed <= 1 );
}

// A map of MovingAI; false where it is not there.
static bool readMap( const char* name, Drawing* drawing )
{
	const char* path = testDataPath( name );
	FILE* file = path != NULL ? fopen( path, "r" ) : NULL;
	int width = 0, height = 0;
	bool read = file != NULL && fscanf( file, "type octile height %d width %d map", &height, &width ) == 2;
	uint8_t* cells = read ? malloc( (size_t)width * (size_t)height ) : NULL;
	for ( int32_t k = 0; read && k < width * height; ++k )
	{
		char cell = 0;
		read = fscanf( file, " %c", &cell ) == 1;
		cells[( height - 1 - k / width ) * width + k % width] = cell != '.' && cell != 'G' && cell != 'S';
	}
	if ( read )
	{
		*drawing = drawCells( cells, width, height, 0.4 );
	}
	free( cells );
	if ( file != NULL )
	{
		fclose( file );
	}
	return read;
}

TEST( RealMapsAreSeenWhole )
{
	static const char* const names[] = { "maps/arena.map", "maps/room-64-64-16.map", "maps/random-64-64-20.map",
										 "maps/lak303d.map" };
	for ( int32_t k = 0; k < 4; ++k )
	{
		Drawing drawing;
		if ( !readMap( names[k], &drawing ) )
		{
			testSkip( "WAYFIELD_DATA has no such map" );
			return;
		}
		wfExplorationDef def = makeDef( &drawing );
		Team team = makeTeam( &drawing, &def );
		int32_t cell = drawing.room->width * drawing.room->height / 2 + drawing.room->width / 3;
		while ( !wfGrid_IsFree( drawing.room, cell ) )
		{
			++cell;
		}
		wfVec2 start = wfGrid_GetCenter( drawing.room, cell );
		addPoint( &team, start, 20.0 );
		CHECK( runTeam( &team, 10000 ) );
		CHECK_EQUAL( countMissed( &team, start, 20.0 ), 0 );
		freeTeam( &team );
		freeDrawing( &drawing );
	}
}

TEST( AQuarterOfViewIsEnough )
{
	Drawing drawing = drawWorld( s_rooms, 0.4 );
	wfExplorationDef def = makeDef( &drawing );
	Team team = makeTeam( &drawing, &def );
	addPoint( &team, ( wfVec2 ){ 2.5, 12.5 }, 5.0 );
	team.exploration->explorers.data[0].def.aperture = WF_HALF_PI;
	team.points[0].facing = ( wfVec3 ){ 1.0, 0.0, 0.0 };
	CHECK( runTeam( &team, 4000 ) );
	CHECK_EQUAL( countMissed( &team, ( wfVec2 ){ 2.5, 12.5 }, 5.0 ), 0 );
	freeTeam( &team );
	freeDrawing( &drawing );
}

static const char* const s_closed[] = { "####################", //
										"#........#.........#", //
										"#........#.........#", //
										"#........#....#....#", // a gap of one cell that the disc does not pass
										"#...####.#.........#", //
										"#...#..#...........#", // behind it a closed room
										"#...####.#.........#", //
										"#........#.........#", //
										"#........#.........#", //
										"####################", NULL };

TEST( ClosedPlacesAttractNobody )
{
	Drawing drawing = drawWorld( s_closed, 0.9 );
	wfExplorationDef def = makeDef( &drawing );
	Team team = makeTeam( &drawing, &def );
	wfVec2 start = { 2.5, 2.5 };
	addPoint( &team, start, 6.0 );
	double lastSeen = 0.0;
	int64_t known = 0;
	bool goesOn = true;
	while ( goesOn && team.ticks < 1000 )
	{
		goesOn = tickTeam( &team );
		wfKnowledgeMap map;
		CHECK( wfExploration_GetMap( team.exploration, 0, &map ) == wf_ok );
		lastSeen = map.freeCount + map.wallCount > known ? team.time : lastSeen;
		known = map.freeCount + map.wallCount;
	}
	CHECK( !goesOn );
	// Over as soon as nothing new can be seen.
	CHECK( team.time - lastSeen <= 1.0 );
	CHECK_EQUAL( countMissed( &team, start, 6.0 ), 0 );
	CHECK( countEvents( &team, wf_closedPlaceEvent ) > 0 );
	wfFrontiers frontiers;
	CHECK( wfExploration_GetFrontiers( team.exploration, 0, &frontiers ) == wf_ok );
	CHECK( frontiers.count == countEvents( &team, wf_closedPlaceEvent ) );
	for ( int32_t k = 0; k < frontiers.count; ++k )
	{
		CHECK( frontiers.items[k].kind == wf_closedFrontier );
	}
	freeTeam( &team );
	freeDrawing( &drawing );
}

TEST( OursIsShorterThanTheNearestFrontier )
{
	double lengths[2] = { 0.0, 0.0 };
	for ( int32_t kind = 0; kind < wf_unknownKindCount; ++kind )
	{
		uint8_t cells[WF_UNKNOWN_WIDTH * WF_UNKNOWN_HEIGHT];
		wfGenerateUnknown( (wfUnknownKind)kind, 500, cells );
		Drawing drawing = drawCells( cells, WF_UNKNOWN_WIDTH, WF_UNKNOWN_HEIGHT, 0.4 );
		for ( int32_t strategy = 0; strategy < 2; ++strategy )
		{
			wfExplorationDef def = makeDef( &drawing );
			def.strategy = (wfExploreStrategy)strategy;
			Team team = makeTeam( &drawing, &def );
			int32_t cell = 32 * WF_UNKNOWN_WIDTH + 30;
			while ( !wfGrid_IsFree( drawing.room, cell ) )
			{
				++cell;
			}
			addPoint( &team, wfGrid_GetCenter( drawing.room, cell ), 12.0 );
			CHECK( runTeam( &team, 4000 ) );
			lengths[strategy] += team.length;
			freeTeam( &team );
		}
		freeDrawing( &drawing );
	}
	CHECK( lengths[0] < 0.95 * lengths[1] );
}

TEST( ExplorersComeHome )
{
	Drawing drawing = drawWorld( s_rooms, 0.4 );
	wfExplorationDef def = makeDef( &drawing );
	def.returns = true;
	Team team = makeTeam( &drawing, &def );
	addPoint( &team, ( wfVec2 ){ 2.5, 12.5 }, 5.0 );
	CHECK( runTeam( &team, 2000 ) );
	CHECK( countEvents( &team, wf_returnedEvent ) == 1 );
	CHECK( wfHypot( team.points[0].place.x - 2.5, team.points[0].place.y - 12.5 ) < 1.5 );
	CHECK( wfExploration_GetExplorer( team.exploration, 0 ).mode == wf_exploredMode );
	freeTeam( &team );
	freeDrawing( &drawing );
}

TEST( TimeLimitsEndIt )
{
	Drawing drawing = drawWorld( s_rooms, 0.4 );
	wfExplorationDef def = makeDef( &drawing );
	def.timeLimit = 10.0;
	Team team = makeTeam( &drawing, &def );
	addPoint( &team, ( wfVec2 ){ 2.5, 12.5 }, 5.0 );
	CHECK( runTeam( &team, 12 ) );
	CHECK( countEvents( &team, wf_timedOutEvent ) == 1 );
	CHECK( wfExploration_GetExplorer( team.exploration, 0 ).mode == wf_timedOutMode );
	freeTeam( &team );
	freeDrawing( &drawing );
}

// -------------------------------------------------------------------------------------------------------------- together

TEST( TwoAreFasterThanOne )
{
	for ( int32_t sharing = 0; sharing <= wf_metMaps; ++sharing )
	{
		Drawing drawing = drawWorld( s_rooms, 0.4 );
		wfExplorationDef def = makeDef( &drawing );
		def.sharing = (wfMapSharing)sharing;
		int32_t ticks[2];
		for ( int32_t count = 1; count <= 2; ++count )
		{
			Team team = makeTeam( &drawing, &def );
			addPoint( &team, ( wfVec2 ){ 11.5, 6.5 }, 5.0 );
			if ( count == 2 )
			{
				addPoint( &team, ( wfVec2 ){ 12.5, 7.5 }, 5.0 );
			}
			CHECK( runTeam( &team, 2000 ) );
			ticks[count - 1] = team.ticks;
			CHECK_EQUAL( countMissed( &team, ( wfVec2 ){ 11.5, 6.5 }, 5.0 ), 0 );
			freeTeam( &team );
		}
		CHECK( sharing == wf_metMaps || ticks[1] < 0.8 * ticks[0] );
		freeDrawing( &drawing );
	}
}

// --------------------------------------------------------------------------------------------------------------- sought

TEST( WhatIsSoughtIsFound )
{
	Drawing drawing = drawWorld( s_rooms, 0.4 );
	wfExplorationDef def = makeDef( &drawing );
	for ( int32_t k = 0; k < 3; ++k )
	{
		Team team = makeTeam( &drawing, &def );
		addPoint( &team, ( wfVec2 ){ 2.5, 12.5 }, 5.0 );
		wfThing thing = { .id = 9, .place = { 20.5, k == 0 ? 1.5 : 12.5, 0.0 } };
		team.things = &thing;
		team.thingCount = 1;
		wfSoughtDef sought = wfDefaultSoughtDef();
		sought.id = 9;
		sought.findDistance = k == 2 ? 1.5 : 0.0;
		CHECK( wfExploration_Seek( team.exploration, &sought, NULL ) == wf_ok );
		CHECK( runTeam( &team, 2000 ) );
		CHECK( countEvents( &team, wf_foundEvent ) == 1 );
		CHECK( wfExploration_GetExplorer( team.exploration, 0 ).mode == wf_foundMode );
		double distance = wfHypot( team.points[0].place.x - thing.place.x, team.points[0].place.y - thing.place.y );
		CHECK( distance <= ( k == 2 ? 1.5 : 5.8 ) );
		freeTeam( &team );
	}
	freeDrawing( &drawing );
}

TEST( ProbabilitiesAddUpAndStayWithinTheSpeed )
{
	Drawing drawing = drawWorld( s_rooms, 0.4 );
	wfExplorationDef def = makeDef( &drawing );
	Team team = makeTeam( &drawing, &def );
	addPoint( &team, ( wfVec2 ){ 2.5, 12.5 }, 3.0 );
	float prior[24 * 15] = { 0 };
	prior[2 * 24 + 20] = 1.0f;
	wfSoughtDef sought = wfDefaultSoughtDef();
	sought.speed = 0.5;
	sought.prior = prior;
	CHECK( wfExploration_Seek( team.exploration, &sought, NULL ) == wf_ok );
	for ( int32_t k = 0; k < 10; ++k )
	{
		CHECK( tickTeam( &team ) );
		wfKnowledgeMap map;
		CHECK( wfExploration_GetMap( team.exploration, 0, &map ) == wf_ok );
		double sum = 0.0;
		for ( int32_t cell = 0; cell < 24 * 15; ++cell )
		{
			sum += (double)map.probability[cell];
			int32_t steps = abs( cell % 24 - 20 ) + abs( cell / 24 - 2 );
			CHECK( map.probability[cell] == 0.0f || steps <= 0.5 * k + 1e-9 );
		}
		CHECK_NEAR( sum, 1.0, 1e-5 );
	}
	// It goes where the object probably is.
	CHECK( runTeam( &team, 200 ) || team.points[0].place.x > 12.0 );
	freeTeam( &team );
	freeDrawing( &drawing );
}

// --------------------------------------------------------------------------------------------------------------- refusals

TEST( DefsAreChecked )
{
	wfExploration* exploration;
	wfError error = { 0 };
	wfExplorationDef def = wfDefaultExplorationDef();
	CHECK( wfCreateExploration( &def, &exploration, &error ) == wf_outOfRange );
	def.bounds.upper = ( wfVec2 ){ 10.0, 10.0 };
	def.commitment = -1.0;
	CHECK( wfCreateExploration( &def, &exploration, &error ) == wf_outOfRange );
	CHECK( strstr( error.message, "commitment" ) != NULL );
	def.commitment = 0.2;
	def.cellSize = 1e-5;
	CHECK( wfCreateExploration( &def, &exploration, &error ) != wf_ok );
	def.cellSize = 0.25;
	CHECK( wfCreateExploration( &def, &exploration, &error ) == wf_ok );
	wfExplorerDef explorer = wfDefaultExplorerDef();
	explorer.range = -1.0;
	CHECK( wfExploration_AddExplorer( exploration, &explorer, NULL, &error ) == wf_outOfRange );
	wfSoughtDef sought = wfDefaultSoughtDef();
	sought.speed = NAN;
	CHECK( wfExploration_Seek( exploration, &sought, &error ) == wf_outOfRange );
	CHECK( wfExploration_RemoveExplorer( exploration, 0 ) == wf_notFound );
	wfDestroyExploration( exploration );
}

int main( int argc, char** argv )
{
	testSight( argc, argv );
	testFrontiers( argc, argv );
	testStates( argc, argv );
	RUN( EveryStrategySeesAllThatCanBeSeen );
	RUN( RandomWorldsAreSeenWhole );
	RUN( RealMapsAreSeenWhole );
	RUN( AQuarterOfViewIsEnough );
	RUN( ClosedPlacesAttractNobody );
	RUN( OursIsShorterThanTheNearestFrontier );
	RUN( ExplorersComeHome );
	RUN( TimeLimitsEndIt );
	RUN( TwoAreFasterThanOne );
	RUN( WhatIsSoughtIsFound );
	RUN( ProbabilitiesAddUpAndStayWithinTheSpeed );
	RUN( DefsAreChecked );
	return testReport();
}
