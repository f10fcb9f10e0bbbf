// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Saved explorations go on to the bit; fields have no flat cells; results do not depend on threads; memory may run out anywhere.
#include "test_explore.h"

#include "base/math.h"
#include "scenes/unknown.h"

#include <stdlib.h>
#include <string.h>

static Drawing drawUnknown( wfUnknownKind kind )
{
	static uint8_t cells[WF_UNKNOWN_WIDTH * WF_UNKNOWN_HEIGHT];
	wfGenerateUnknown( kind, 300, cells );
	cells[40 * WF_UNKNOWN_WIDTH + 20] = cells[40 * WF_UNKNOWN_WIDTH + 22] = 0;
	return drawCells( cells, WF_UNKNOWN_WIDTH, WF_UNKNOWN_HEIGHT, 0.4 );
}

static const wfVec2 s_start = { 20.5, 40.5 }, s_other = { 22.5, 40.5 };

typedef struct Saved
{
	uint8_t* bytes;
	size_t size;
} Saved;

static Saved save( const wfExploration* exploration )
{
	Saved saved = { .size = wfExploration_Save( exploration, NULL, 0 ) };
	saved.bytes = malloc( saved.size );
	CHECK_EQUAL( wfExploration_Save( exploration, saved.bytes, saved.size ), saved.size );
	return saved;
}

static void runOnFromHalf( wfExploreStrategy strategy, wfMapSharing sharing, int32_t window )
{
	Drawing drawing = drawUnknown( wf_houseUnknown );
	wfExplorationDef def = makeDef( &drawing );
	def.strategy = strategy;
	def.sharing = sharing;
	def.window = window;
	Team team = makeTeam( &drawing, &def ), other = makeTeam( &drawing, &def );
	addPoint( &team, s_start, 9.0 );
	addPoint( &team, s_other, 9.0 );
	wfSoughtDef sought = wfDefaultSoughtDef();
	sought.speed = 0.3;
	CHECK( strategy != wf_fieldStrategy || wfExploration_Seek( team.exploration, &sought, NULL ) == wf_ok );
	(void)runTeam( &team, 60 );
	Saved saved = save( team.exploration );
	CHECK( wfExploration_Restore( other.exploration, saved.bytes, saved.size, NULL ) == wf_ok );
	CHECK( wfExploration_Hash( other.exploration ) == wfExploration_Hash( team.exploration ) );
	memcpy( other.points, team.points, sizeof( team.points ) );
	other.count = team.count;
	other.time = team.time;
	for ( int32_t k = 0; k < 120; ++k )
	{
		bool a = tickTeam( &team ), b = tickTeam( &other );
		CHECK( a == b && memcmp( team.points, other.points, sizeof( team.points ) ) == 0 );
		if ( !a || !b )
		{
			break;
		}
	}
	CHECK( wfExploration_Hash( other.exploration ) == wfExploration_Hash( team.exploration ) );
	free( saved.bytes );
	freeTeam( &team );
	freeTeam( &other );
	freeDrawing( &drawing );
}

TEST( SavedExplorationsGoOnToTheBit )
{
	runOnFromHalf( wf_fieldStrategy, wf_sharedMap, 0 );
	runOnFromHalf( wf_fieldStrategy, wf_metMaps, 32 );
	runOnFromHalf( wf_nearestStrategy, wf_separateMaps, 48 );
	runOnFromHalf( wf_sourceStrategy, wf_sharedMap, 0 );
}

TEST( DamagedStatesAreRefused )
{
	Drawing drawing = drawUnknown( wf_hallUnknown );
	wfExplorationDef def = makeDef( &drawing );
	Team team = makeTeam( &drawing, &def );
	addPoint( &team, s_start, 9.0 );
	(void)runTeam( &team, 20 );
	Saved saved = save( team.exploration );
	uint64_t hash = wfExploration_Hash( team.exploration );
	for ( size_t size = 0; size < saved.size; size += saved.size / 60 + 1 )
	{
		CHECK( wfExploration_Restore( team.exploration, saved.bytes, size, NULL ) == wf_badFormat );
	}
	for ( uint64_t k = 0; k < 200; ++k )
	{
		size_t at = (size_t)( wfRandomUnit( 1, 2, k ) * (double)saved.size );
		uint8_t old = saved.bytes[at];
		saved.bytes[at] = (uint8_t)wfRandomBits( 1, 3, k );
		// Refused, or of a state that can go on.
		wfExploration* copy = NULL;
		CHECK( wfCreateExploration( &def, &copy, NULL ) == wf_ok );
		if ( wfExploration_Restore( copy, saved.bytes, saved.size, NULL ) == wf_ok )
		{
			Team of = team;
			of.exploration = copy;
			wfExploreInput input = { .time = 1e6, .surroundings = { drawing.walls, drawing.room }, .explorers = of.points };
			wfResult result = wfExploration_Tick( copy, &input, NULL );
			CHECK( result == wf_ok || result == wf_outOfRange );
		}
		wfDestroyExploration( copy );
		saved.bytes[at] = old;
	}
	CHECK( wfExploration_Hash( team.exploration ) == hash );
	free( saved.bytes );
	freeTeam( &team );
	freeDrawing( &drawing );
}

TEST( NoCellOfAFieldIsFlat )
{
	for ( int32_t kind = 0; kind < wf_unknownKindCount; ++kind )
	{
		Drawing drawing = drawUnknown( (wfUnknownKind)kind );
		wfExplorationDef def = makeDef( &drawing );
		def.window = kind == 1 ? 32 : 0;
		Team team = makeTeam( &drawing, &def );
		addPoint( &team, s_start, 9.0 );
		int32_t fields = 0;
		while ( tickTeam( &team ) && team.ticks < 1000 )
		{
			wfExploreField of = wfExploration_GetField( team.exploration, 0 );
			if ( of.field != NULL )
			{
				wfFieldReport report = wfField_GetReport( of.field );
				CHECK( report.flatCount == 0 && report.arrivingCount == report.reachableCount && report.converged );
				++fields;
			}
		}
		CHECK( fields > 50 );
		freeTeam( &team );
		freeDrawing( &drawing );
	}
}

TEST( WorkersChangeNothing )
{
	uint64_t hashes[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorkersDef workersDef = wfDefaultWorkersDef();
		workersDef.workerCount = 4;
		wfWorkers* workers = NULL;
		CHECK( k == 0 || wfCreateWorkers( &workersDef, &workers ) == wf_ok );
		Drawing drawing = drawUnknown( wf_partyUnknown );
		wfExplorationDef def = makeDef( &drawing );
		def.workers = workers;
		Team team = makeTeam( &drawing, &def );
		addPoint( &team, s_start, 9.0 );
		addPoint( &team, s_other, 9.0 );
		(void)runTeam( &team, 80 );
		hashes[k] = wfExploration_Hash( team.exploration );
		freeTeam( &team );
		freeDrawing( &drawing );
		wfDestroyWorkers( workers );
	}
	CHECK( hashes[0] == hashes[1] );
}

TEST( MapsAreTakenOver )
{
	Drawing drawing = drawUnknown( wf_houseUnknown );
	wfExplorationDef def = makeDef( &drawing );
	Team team = makeTeam( &drawing, &def ), other = makeTeam( &drawing, &def );
	addPoint( &team, s_start, 9.0 );
	(void)runTeam( &team, 100 );
	wfKnowledgeMap map, taken;
	CHECK( wfExploration_GetMap( team.exploration, 0, &map ) == wf_ok );
	static uint8_t cells[WF_UNKNOWN_WIDTH * WF_UNKNOWN_HEIGHT];
	for ( int32_t k = 0; k < map.columns * map.rows; ++k )
	{
		cells[k] = map.cells[k] & WF_KNOWN_MASK;
	}
	CHECK( wfExploration_SetMap( other.exploration, 0, cells, 0.0, NULL ) == wf_ok );
	CHECK( wfExploration_GetMap( other.exploration, 0, &taken ) == wf_ok );
	int32_t wrong = 0;
	for ( int32_t k = 0; k < map.columns * map.rows; ++k )
	{
		wrong +=
			( taken.cells[k] & ( WF_KNOWN_MASK | WF_STANDING_CELL ) ) != ( map.cells[k] & ( WF_KNOWN_MASK | WF_STANDING_CELL ) );
	}
	CHECK_EQUAL( wrong, 0 );
	// And gone on with.
	addPoint( &other, ( wfVec2 ){ team.points[0].place.x, team.points[0].place.y }, 9.0 );
	CHECK( runTeam( &other, 3000 ) );
	CHECK_EQUAL( countMissed( &other, s_start, 9.0 ), 0 );
	cells[5] = 3;
	CHECK( wfExploration_SetMap( other.exploration, 0, cells, 0.0, NULL ) == wf_outOfRange );
	freeTeam( &team );
	freeTeam( &other );
	freeDrawing( &drawing );
}

static Drawing* s_drawing;

static wfResult exploreSome( wfMapSharing sharing )
{
	wfExplorationDef def = makeDef( s_drawing );
	def.sharing = sharing;
	def.window = 24;
	wfExploration* exploration = NULL;
	wfResult result = wfCreateExploration( &def, &exploration, NULL );
	wfExplorerDef explorer = wfDefaultExplorerDef();
	explorer.range = 4.0;
	explorer.occlusion = true;
	for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
	{
		result = wfExploration_AddExplorer( exploration, &explorer, NULL, NULL );
	}
	wfSoughtDef sought = wfDefaultSoughtDef();
	sought.speed = 0.1;
	result = result == wf_ok && sharing == wf_sharedMap ? wfExploration_Seek( exploration, &sought, NULL ) : result;
	wfExplorerInput points[2] = { { .place = { 2.5, 2.5, 0.0 } }, { .place = { 3.5, 2.5, 0.0 } } };
	wfThing person = { .id = 7, .place = { 5.5, 3.5, 0.0 }, .radius = 0.4, .blocks = true };
	for ( int32_t tick = 0; tick < 6 && result == wf_ok; ++tick )
	{
		wfExploreInput input = { .time = tick, .surroundings = { s_drawing->walls, s_drawing->room }, .explorers = points };
		input.things = &person;
		input.thingCount = 1;
		result = wfExploration_Tick( exploration, &input, NULL );
		for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
		{
			wfVec3 direction = wfExploration_GetDirection( exploration, k, points[k].place );
			points[k].place.x += direction.x;
			points[k].place.y += direction.y;
		}
	}
	wfDestroyExploration( exploration );
	return result;
}

TEST( TicksSurviveWithoutMemory )
{
	static const char* const rows[] = { "##########", //
										"#........#", //
										"#...#....#", //
										"#...#....#", //
										"#........#", //
										"##########", NULL };
	Drawing drawing = drawWorld( rows, 0.4 );
	s_drawing = &drawing;
	TEST_EVERY_ALLOCATION( exploreSome( wf_sharedMap ), (void)0 );
	TEST_EVERY_ALLOCATION( exploreSome( wf_metMaps ), (void)0 );
	freeDrawing( &drawing );
}

static wfResult restoreOnce( const Saved* saved )
{
	wfExplorationDef def = makeDef( s_drawing );
	wfExploration* exploration = NULL;
	wfResult result = wfCreateExploration( &def, &exploration, NULL );
	result = result == wf_ok ? wfExploration_Restore( exploration, saved->bytes, saved->size, NULL ) : result;
	wfDestroyExploration( exploration );
	return result;
}

TEST( RestoringSurvivesWithoutMemory )
{
	Drawing drawing = drawUnknown( wf_hallUnknown );
	s_drawing = &drawing;
	wfExplorationDef def = makeDef( &drawing );
	Team team = makeTeam( &drawing, &def );
	addPoint( &team, s_start, 9.0 );
	(void)runTeam( &team, 20 );
	Saved saved = save( team.exploration );
	TEST_EVERY_ALLOCATION( restoreOnce( &saved ), (void)0 );
	free( saved.bytes );
	freeTeam( &team );
	freeDrawing( &drawing );
}

void testStates( int argc, char** argv )
{
	RUN( SavedExplorationsGoOnToTheBit );
	RUN( DamagedStatesAreRefused );
	RUN( NoCellOfAFieldIsFlat );
	RUN_THREADED( WorkersChangeNothing );
	RUN( MapsAreTakenOver );
	RUN( TicksSurviveWithoutMemory );
	RUN( RestoringSurvivesWithoutMemory );
}
