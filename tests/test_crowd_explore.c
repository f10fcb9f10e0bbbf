// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Explorers in a crowd: agents like any others, that find their way where nobody has a map.
#include "crowd/crowd.h"
#include "test_crowd.h"
#include "wayfield/explorers.h"
#include "wayfield/groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Four rooms along a corridor of 16 x 10 m, with doors of 1.2 m.
static wfWorld* makeHouse( void )
{
	wfWorld* world = makeRoom( 16.0, 10.0 );
	addBox( world, 0.0, 3.9, 2.0, 4.1 );
	addBox( world, 3.2, 3.9, 11.0, 4.1 );
	addBox( world, 12.2, 3.9, 16.0, 4.1 );
	addBox( world, 0.0, 5.9, 4.0, 6.1 );
	addBox( world, 5.2, 5.9, 10.0, 6.1 );
	addBox( world, 11.2, 5.9, 16.0, 6.1 );
	addBox( world, 7.9, 0.0, 8.1, 3.9 );
	addBox( world, 7.9, 6.1, 8.1, 10.0 );
	return world;
}

static wfAgentId addStander( wfCrowd* crowd, double x, double y )
{
	return addAgent( crowd, x, y, NULL, 0 );
}

static wfAgentId addOnFoot( wfCrowd* crowd, double x, double y )
{
	wfGaitDef gait = wfDefaultGaitDef();
	wfAgentDef def = wfDefaultAgentDef();
	CHECK_EQUAL( wfCrowd_AddGait( crowd, &gait, &def.gait, NULL ), wf_ok );
	def.position = ( wfVec3 ){ x, y, 0.0 };
	wfAgentId id = { 0 };
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	return id;
}

static wfExplorersId explore( wfCrowd* crowd, const wfAgentId* members, int32_t count, void ( *change )( wfExplorersDef* def ) )
{
	wfExplorersDef def = wfDefaultExplorersDef();
	wfExplorersId id = { 0 };
	wfError error = { 0 };
	def.members = members;
	def.memberCount = count;
	def.sight.range = 6.0;
	if ( change != NULL )
	{
		change( &def );
	}
	if ( !CHECK_EQUAL( wfCrowd_CreateExplorers( crowd, &def, &id, &error ), wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
	}
	return id;
}

static int32_t countExploreEvents( const wfCrowd* crowd, wfExplorersId id, wfExploreEventKind kind )
{
	const wfExploreEvent* events;
	const wfExploration* exploration = wfCrowd_GetExploration( crowd, id );
	int32_t count = wfExploration_GetEvents( exploration, &events ), found = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		found += events[k].kind == kind ? 1 : 0;
	}
	return found;
}

// Ticks until all are done; nobody overlaps anybody or a wall meanwhile. Returns the time, -1: not done.
static double runExploring( wfCrowd* crowd, wfExplorersId id, double seconds )
{
	const wfExploration* exploration = wfCrowd_GetExploration( crowd, id );
	while ( wfCrowd_GetTime( crowd ) < seconds )
	{
		if ( !CHECK_EQUAL( wfCrowd_Tick( crowd, NULL ), wf_ok ) )
		{
			return -1.0;
		}
		Safety safety = measureSafety( crowd );
		CHECK( safety.leastGap >= -1e-6 && safety.leastRoom >= -1e-6 );
		if ( wfExploration_IsDone( exploration ) )
		{
			return wfCrowd_GetTime( crowd );
		}
	}
	return -1.0;
}

// Free cells that somebody of its size gets to from a place, and which of them are not known to be free.
static int32_t countMissed( const wfCrowd* crowd, wfExplorersId id, wfVec2 from )
{
	wfExplorersState state = wfCrowd_GetExplorers( crowd, id );
	wfKnowledgeMap map;
	CHECK_EQUAL( wfExploration_GetMap( wfCrowd_GetExploration( crowd, id ), 0, &map ), wf_ok );
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = state.cellSize;
	def.radius = state.radius;
	wfGrid* grid = NULL;
	CHECK_EQUAL( wfCreateGrid( wfCrowd_GetGround( crowd ).world, &def, &grid, NULL ), wf_ok );
	CHECK_EQUAL( wfGrid_GetWidth( grid ), map.columns );
	CHECK_EQUAL( wfGrid_GetHeight( grid ), map.rows );
	int32_t component = wfGrid_GetComponent( grid, wfGrid_GetCell( grid, from ) ), missed = 0, all = 0;
	for ( int32_t cell = 0; cell < map.columns * map.rows; ++cell )
	{
		bool reached = wfGrid_GetComponent( grid, cell ) == component;
		all += reached ? 1 : 0;
		missed += reached && ( map.cells[cell] & WF_KNOWN_MASK ) != wf_freeCell ? 1 : 0;
	}
	CHECK( component >= 0 && all > 100 );
	wfDestroyGrid( grid );
	return missed;
}

TEST( ExplorersSeeAWholeHouse )
{
	wfWorld* world = makeHouse();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addStander( crowd, 1.0, 5.0 );
	wfExplorersId explorers = explore( crowd, &id, 1, NULL );
	double seconds = runExploring( crowd, explorers, 120.0 );
	CHECK( seconds > 5.0 );
	CHECK_EQUAL( countMissed( crowd, explorers, ( wfVec2 ){ 1.0, 5.0 } ), 0 );
	CHECK_EQUAL( countExploreEvents( crowd, explorers, wf_exploredEvent ), 1 );
	wfExplorerState state = wfExploration_GetExplorer( wfCrowd_GetExploration( crowd, explorers ), 0 );
	CHECK_EQUAL( state.mode, wf_exploredMode );
	CHECK( state.walked > 8.0 );
	CHECK_NEAR( state.walked, wfCrowd_GetAgent( crowd, id ).distanceWalked, 0.05 * state.walked );
	tickTimes( crowd, 1 );
	CHECK( wfCrowd_IsDone( crowd ) );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

static void onFoot( wfExplorersDef* def )
{
	def->exploration.cellSize = 0.25;
}

TEST( ExplorersOnFootSeeAWholeHouse )
{
	wfWorld* world = makeHouse();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addOnFoot( crowd, 1.0, 5.0 );
	wfExplorersId explorers = explore( crowd, &id, 1, onFoot );
	const wfExploration* exploration = wfCrowd_GetExploration( crowd, explorers );
	while ( wfCrowd_GetTime( crowd ) < 150.0 && !wfExploration_IsDone( exploration ) )
	{
		tickTimes( crowd, 1 );
	}
	CHECK( wfExploration_IsDone( exploration ) );
	CHECK_EQUAL( countMissed( crowd, explorers, ( wfVec2 ){ 1.0, 5.0 } ), 0 );
	CHECK( wfCrowd_GetFootstepStats( crowd ).decisions > 20 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

static void seeAhead( wfExplorersDef* def )
{
	def->sight.aperture = 1.5;
}

// With eyes in front only, heads turn: what is beside doors is seen in passing, and everything in the end.
TEST( NarrowEyesLookAround )
{
	wfWorld* world = makeHouse();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addStander( crowd, 1.0, 5.0 );
	wfExplorersId explorers = explore( crowd, &id, 1, seeAhead );
	const wfExploration* exploration = wfCrowd_GetExploration( crowd, explorers );
	double widest = 0.0, fastest = 0.0;
	wfVec3 before = wfCrowd_GetGaze( crowd, explorers, 0 );
	while ( wfCrowd_GetTime( crowd ) < 200.0 && !wfExploration_IsDone( exploration ) )
	{
		tickTimes( crowd, 1 );
		wfAgentState state = wfCrowd_GetAgent( crowd, id );
		wfVec3 gaze = wfCrowd_GetGaze( crowd, explorers, 0 );
		double speed = hypot( state.velocity.x, state.velocity.y );
		double turned = acos( fmin( 1.0, gaze.x * before.x + gaze.y * before.y ) );
		fastest = fmax( fastest, turned / wfCrowd_GetDef( crowd ).tickSeconds );
		double off = speed > 0.5 ? acos( fmax( -1.0, ( gaze.x * state.velocity.x + gaze.y * state.velocity.y ) / speed ) ) : 0.0;
		widest = fmax( widest, off );
		before = gaze;
	}
	CHECK( wfExploration_IsDone( exploration ) );
	CHECK_EQUAL( countMissed( crowd, explorers, ( wfVec2 ){ 1.0, 5.0 } ), 0 );
	CHECK( widest > 0.5 ); // it looked aside while it walked on
	CHECK( fastest <= 4.0 + 1e-6 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------- search

TEST( ExplorersFindAPlaceAndAPerson )
{
	for ( int32_t kind = 0; kind < 2; ++kind )
	{
		wfWorld* world = makeHouse();
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfAgentId id = addStander( crowd, 1.0, 5.0 ), host = addStander( crowd, 15.0, 9.0 );
		wfExplorersId explorers = explore( crowd, &id, 1, NULL );
		wfSearchDef search = wfDefaultSearchDef();
		search.place = ( wfVec3 ){ 15.0, 8.0, 0.0 };
		search.agent = kind == 1 ? host : search.agent;
		search.findDistance = 2.0;
		CHECK_EQUAL( wfCrowd_Seek( crowd, explorers, &search, NULL ), wf_ok );
		wfExplorersState state = wfCrowd_GetExplorers( crowd, explorers );
		CHECK( state.seeks );
		CHECK_NEAR( state.soughtPlace.y, kind == 1 ? 9.0 : 8.0, 1e-9 );
		CHECK( runExploring( crowd, explorers, 120.0 ) > 0.0 );
		CHECK_EQUAL( countExploreEvents( crowd, explorers, wf_foundEvent ), 1 );
		CHECK_EQUAL( wfExploration_GetExplorer( wfCrowd_GetExploration( crowd, explorers ), 0 ).mode, wf_foundMode );
		wfVec3 place = wfCrowd_GetAgent( crowd, id ).position;
		CHECK( hypot( place.x - 15.0, place.y - ( kind == 1 ? 9.0 : 8.0 ) ) < 2.1 );
		tickTimes( crowd, 1 );
		CHECK( wfCrowd_IsDone( crowd ) );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

TEST( SearchesAreRefusedByName )
{
	wfWorld* world = makeHouse();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId ids[2] = { addStander( crowd, 1.0, 5.0 ), addStander( crowd, 15.0, 9.0 ) };
	wfExplorersId explorers = explore( crowd, ids, 1, NULL );
	wfSearchDef search = wfDefaultSearchDef();
	wfError error = { 0 };
	search.agent = ids[0];
	CHECK_EQUAL( wfCrowd_Seek( crowd, explorers, &search, &error ), wf_notFound );
	CHECK( strstr( error.message, "one of the explorers" ) != NULL );
	search.agent = ( wfAgentId ){ 77, 1 };
	CHECK_EQUAL( wfCrowd_Seek( crowd, explorers, &search, NULL ), wf_notFound );
	search.agent = ( wfAgentId ){ 0, 0 };
	search.place.x = NAN;
	CHECK_EQUAL( wfCrowd_Seek( crowd, explorers, &search, NULL ), wf_outOfRange );
	search.place.x = 1.0;
	search.speed = -1.0;
	CHECK_EQUAL( wfCrowd_Seek( crowd, explorers, &search, NULL ), wf_outOfRange );
	CHECK_EQUAL( wfCrowd_Seek( crowd, ( wfExplorersId ){ 9, 9 }, NULL, NULL ), wf_notFound );
	CHECK( !wfCrowd_GetExplorers( crowd, explorers ).seeks );
	CHECK_EQUAL( wfCrowd_Seek( crowd, explorers, NULL, NULL ), wf_ok );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------ members

TEST( MembersJoinAndLeave )
{
	wfWorld* world = makeHouse();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfStop stop = pointStop( 15.0, 9.0 );
	wfAgentId ids[4] = { addStander( crowd, 1.0, 5.0 ), addStander( crowd, 2.0, 5.0 ), addStander( crowd, 3.0, 5.0 ),
						 addAgent( crowd, 4.0, 5.0, &stop, 1 ) };
	wfExplorersId explorers = explore( crowd, ids, 2, NULL ), other = explore( crowd, ids + 2, 1, NULL );
	int32_t number = 77;
	CHECK_EQUAL( wfCrowd_GetExplorersOf( crowd, ids[1], &number ).index1, explorers.index1 );
	CHECK_EQUAL( number, 1 );
	CHECK_EQUAL( wfCrowd_GetExplorersIds( crowd, NULL, 0 ), 2 );
	CHECK_EQUAL( wfCrowd_GetExplorerAgent( crowd, explorers, 1 ).index1, ids[1].index1 );
	tickTimes( crowd, 5 );
	// One comes from the others, one had a stop; the first is there already.
	CHECK_EQUAL( wfCrowd_AddToExplorers( crowd, explorers, ( const wfAgentId[3] ){ ids[2], ids[3], ids[0] }, 3, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetExplorers( crowd, explorers ).count, 4 );
	CHECK_EQUAL( wfCrowd_GetExplorersOf( crowd, ids[2], &number ).index1, explorers.index1 );
	CHECK_EQUAL( number, 2 );
	CHECK_EQUAL( wfCrowd_GetExplorerAgent( crowd, other, 0 ).index1, 0 );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, ids[3] ).stopCount, 0 );
	tickTimes( crowd, 5 );
	// They leave with stops, by joining a group, by being removed, and with the crowd.
	CHECK_EQUAL( wfCrowd_SetStops( crowd, ids[3], &stop, 1, NULL ), wf_ok );
	wfGroupDef group = wfDefaultGroupDef();
	group.members = &ids[2];
	group.memberCount = 1;
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &group, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_RemoveFromExplorers( crowd, explorers, &ids[1], 1, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, ids[0] ), wf_ok );
	for ( int32_t k = 0; k < 4; ++k )
	{
		CHECK_EQUAL( wfCrowd_GetExplorerAgent( crowd, explorers, k ).index1, 0 );
		CHECK_EQUAL( wfCrowd_GetExplorersOf( crowd, ids[k], NULL ).index1, 0 );
	}
	tickTimes( crowd, 5 );
	CHECK_EQUAL( wfCrowd_RemoveFromExplorers( crowd, explorers, &ids[1], 1, NULL ), wf_notFound );
	CHECK_EQUAL( wfCrowd_DestroyExplorers( crowd, explorers ), wf_ok );
	CHECK_EQUAL( wfCrowd_DestroyExplorers( crowd, explorers ), wf_notFound );
	CHECK( !wfCrowd_AreExplorersValid( crowd, explorers ) && wfCrowd_AreExplorersValid( crowd, other ) );
	CHECK( wfCrowd_GetExploration( crowd, explorers ) == NULL );
	CHECK( runSafely( crowd, 40.0 ) < 40.0 ); // the one with a stop gets there
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( ExplorersThatAreDestroyedStand )
{
	wfWorld* world = makeHouse();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addStander( crowd, 1.0, 5.0 );
	wfExplorersId explorers = explore( crowd, &id, 1, NULL );
	tickTimes( crowd, 20 );
	CHECK( !wfCrowd_IsDone( crowd ) );
	CHECK_EQUAL( wfCrowd_DestroyExplorers( crowd, explorers ), wf_ok );
	CHECK( wfCrowd_IsDone( crowd ) );
	tickTimes( crowd, 40 );
	wfVec3 place = wfCrowd_GetAgent( crowd, id ).position;
	tickTimes( crowd, 10 );
	wfVec3 later = wfCrowd_GetAgent( crowd, id ).position;
	CHECK_NEAR( hypot( later.x - place.x, later.y - place.y ), 0.0, 1e-3 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( ExplorersAreRefusedByName )
{
	wfWorld* world = makeHouse();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId ids[3] = {
		addStander( crowd, 1.0, 5.0 ), { 9, 9 }, addAgentOfSize( crowd, 4.0, 5.0, 0.4, 1.0, pointStop( 15.0, 9.0 ) ) };
	wfExplorersDef def = wfDefaultExplorersDef();
	wfError error = { 0 };
	uint64_t before = wfCrowd_GetHash( crowd );
	def.members = ids;
	def.memberCount = 2;
	CHECK_EQUAL( wfCrowd_CreateExplorers( crowd, &def, NULL, &error ), wf_notFound );
	def.members = ( const wfAgentId[2] ){ ids[0], ids[0] };
	CHECK_EQUAL( wfCrowd_CreateExplorers( crowd, &def, NULL, &error ), wf_notFound );
	CHECK( strstr( error.message, "named before" ) != NULL );
	def.members = ( const wfAgentId[2] ){ ids[0], ids[2] };
	def.exploration.radius = 0.3;
	CHECK_EQUAL( wfCrowd_CreateExplorers( crowd, &def, NULL, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "radius of 0.4" ) != NULL );
	def.memberCount = 0;
	def.exploration.radius = 0.0;
	CHECK_EQUAL( wfCrowd_CreateExplorers( crowd, &def, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "radius" );
	def.memberCount = 1;
	def.kind = 3;
	CHECK_EQUAL( wfCrowd_CreateExplorers( crowd, &def, NULL, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "kind" ) != NULL );
	def.kind = 0;
	def.exploration.haste = NAN;
	CHECK_EQUAL( wfCrowd_CreateExplorers( crowd, &def, NULL, &error ), wf_outOfRange );
	def.exploration.haste = 0.0;
	def.sight.range = -1.0;
	CHECK_EQUAL( wfCrowd_CreateExplorers( crowd, &def, NULL, &error ), wf_outOfRange );
	CHECK( wfCrowd_GetHash( crowd ) == before );
	def.sight.range = 5.0;
	wfExplorersId id;
	CHECK_EQUAL( wfCrowd_CreateExplorers( crowd, &def, &id, NULL ), wf_ok );
	CHECK( wfCrowd_GetHash( crowd ) != before );
	CHECK_EQUAL( wfCrowd_AddToExplorers( crowd, id, &ids[2], 1, &error ), wf_outOfRange );
	CHECK_EQUAL( wfCrowd_SetRadius( crowd, ids[0], 0.3, &error ), wf_outOfRange );
	CHECK_EQUAL( wfCrowd_SetRadius( crowd, ids[0], 0.2, &error ), wf_ok );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// -------------------------------------------------------------------------------------------------------------------- crowds

// Among people who walk through the same doors, and a group, everything is seen, nobody overlaps anybody, and people are no
// walls afterwards.
TEST( ExplorersGetThroughACrowd )
{
	wfWorld* world = makeHouse();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addStander( crowd, 1.0, 5.0 );
	for ( int32_t k = 0; k < 12; ++k )
	{
		const wfVec2 rooms[4] = { { 4.0, 2.0 }, { 12.0, 2.0 }, { 4.0, 8.0 }, { 12.0, 8.0 } };
		wfStop stops[2] = { pointStop( rooms[( k + 1 ) % 4].x + 0.3 * ( k / 4 ), rooms[( k + 1 ) % 4].y ),
							pointStop( rooms[( k + 2 ) % 4].x, rooms[( k + 2 ) % 4].y - 0.4 * ( k / 4 ) ) };
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ rooms[k % 4].x - 1.0 + 0.8 * ( k / 4 ), rooms[k % 4].y - 0.8 + 0.6 * ( k / 4 ), 0.0 };
		def.stops = stops;
		def.stopCount = 2;
		def.atEnd = wf_repeatAtEnd;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, NULL, NULL ), wf_ok );
	}
	wfAgentId pair[2] = { addStander( crowd, 6.0, 4.8 ), addStander( crowd, 6.8, 5.2 ) };
	wfGroupDef group = wfDefaultGroupDef();
	wfGroupId groupId;
	group.members = pair;
	group.memberCount = 2;
	group.formation.kind = wf_columnFormation;
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &group, &groupId, NULL ), wf_ok );
	wfGroupOrder order = wfDefaultGroupOrder( wf_patrolOrder );
	order.to = pointStop( 14.0, 5.0 );
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, groupId, &order, NULL ), wf_ok );
	wfExplorersId explorers = explore( crowd, &id, 1, NULL );
	CHECK( runExploring( crowd, explorers, 240.0 ) > 0.0 );
	CHECK_EQUAL( countMissed( crowd, explorers, ( wfVec2 ){ 1.0, 5.0 } ), 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( TwoExplorersShareTheWork )
{
	double seconds[2];
	for ( int32_t count = 1; count <= 2; ++count )
	{
		wfWorld* world = makeHouse();
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfAgentId ids[2] = { addStander( crowd, 8.0, 4.6 ), { 0, 0 } };
		ids[1] = count == 2 ? addStander( crowd, 8.0, 5.4 ) : ids[1];
		wfExplorersId explorers = explore( crowd, ids, count, NULL );
		seconds[count - 1] = runExploring( crowd, explorers, 120.0 );
		CHECK_EQUAL( countMissed( crowd, explorers, ( wfVec2 ){ 8.0, 4.6 } ), 0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
	CHECK( seconds[0] > 0.0 && seconds[1] > 0.0 && seconds[1] <= seconds[0] );
}

// A wall that comes down while they explore opens a room; one that goes up closes the way back.
TEST( ExplorersFollowEdits )
{
	wfWorld* world = makeRoom( 12.0, 6.0 );
	wfShapeId wall = addBox( world, 7.9, 0.0, 8.1, 6.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addStander( crowd, 1.0, 3.0 );
	wfExplorersId explorers = explore( crowd, &id, 1, NULL );
	tickTimes( crowd, 5 );
	CHECK_EQUAL( wfWorld_RemoveShape( world, wall ), wf_ok );
	addBox( world, 2.4, 0.0, 2.6, 2.0 );
	CHECK( runExploring( crowd, explorers, 60.0 ) > 0.0 );
	CHECK( wfCrowd_GetAgent( crowd, id ).position.x > 4.0 );
	CHECK_EQUAL( countMissed( crowd, explorers, ( wfVec2 ){ 1.0, 3.0 } ), 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( ExplorersGoOnFromAMap )
{
	wfWorld* world = makeHouse();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addStander( crowd, 1.0, 5.0 );
	wfExplorersId explorers = explore( crowd, &id, 1, NULL );
	CHECK( runExploring( crowd, explorers, 120.0 ) > 0.0 );
	wfKnowledgeMap map;
	CHECK_EQUAL( wfExploration_GetMap( wfCrowd_GetExploration( crowd, explorers ), 0, &map ), wf_ok );
	size_t count = (size_t)map.columns * (size_t)map.rows;
	uint8_t* cells = malloc( count );
	for ( size_t k = 0; k < count; ++k )
	{
		cells[k] = map.cells[k] & WF_KNOWN_MASK;
	}
	// Somebody else takes the map and has nothing to do; without the eastern half it has.
	wfAgentId other = addStander( crowd, 3.0, 5.0 );
	for ( int32_t part = 0; part < 2; ++part )
	{
		for ( size_t k = 0; k < count && part == 1; ++k )
		{
			cells[k] = k % (size_t)map.columns > (size_t)map.columns * 6 / 10 ? (uint8_t)wf_unknownCell : cells[k];
		}
		wfExplorersId second = explore( crowd, &other, 1, NULL );
		CHECK_EQUAL( wfCrowd_SetKnowledge( crowd, second, 0, cells, NULL ), wf_ok );
		CHECK_EQUAL( wfCrowd_SetKnowledge( crowd, second, 5, cells, NULL ) == wf_ok, false );
		double began = wfCrowd_GetTime( crowd ), ended = runExploring( crowd, second, began + 100.0 );
		CHECK( part == 0 ? ended - began < 3.0 : ended - began > 3.0 );
		CHECK_EQUAL( countMissed( crowd, second, ( wfVec2 ){ 1.0, 5.0 } ), 0 );
		CHECK_EQUAL( wfCrowd_DestroyExplorers( crowd, second ), wf_ok );
	}
	free( cells );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ----------------------------------------------------------------------------------------------------------- state and threads

static void separate( wfExplorersDef* def )
{
	def->exploration.sharing = wf_metMaps;
	def->exploration.returns = true;
	def->sight.aperture = 2.0;
	def->sight.occlusion = true;
}

// Two teams among others, with a search.
static wfCrowd* makeBusyHouse( wfWorld* world, wfWorkers* workers )
{
	wfCrowd* crowd = makeCrowd( world, workers );
	wfStop stop = pointStop( 14.0, 9.0 );
	wfAgentId ids[4] = { addStander( crowd, 1.0, 4.6 ), addStander( crowd, 1.0, 5.4 ), addOnFoot( crowd, 15.0, 5.0 ),
						 addStander( crowd, 13.0, 1.0 ) };
	addAgent( crowd, 8.0, 5.0, &stop, 1 );
	explore( crowd, ids, 2, separate );
	wfExplorersId single = explore( crowd, ids + 2, 1, NULL );
	wfSearchDef search = wfDefaultSearchDef();
	search.agent = ids[3];
	search.speed = 0.5;
	CHECK_EQUAL( wfCrowd_Seek( crowd, single, &search, NULL ), wf_ok );
	return crowd;
}

TEST( ExplorersAreTheSameForAnyThreadsAndFromCheckpoints )
{
	wfWorld* world = makeHouse();
	wfWorkers* workers = makeWorkers( 4 );
	wfCrowd* crowds[3] = { makeBusyHouse( world, NULL ), makeBusyHouse( world, workers ), makeBusyHouse( world, NULL ) };
	checkSameRuns( crowds, 60, 160 );
	// A crowd without explorers takes them from the state.
	wfCrowd* empty = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	CHECK_EQUAL( wfCrowd_AddGait( empty, &gait, NULL, NULL ), wf_ok );
	copyCrowd( crowds[0], empty );
	CHECK( areStatesEqual( crowds[0], empty ) );
	tickTimes( crowds[0], 20 );
	tickTimes( empty, 20 );
	CHECK( wfCrowd_GetHash( crowds[0] ) == wfCrowd_GetHash( empty ) );
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroyCrowd( crowds[k] );
	}
	wfDestroyCrowd( empty );
	wfDestroyWorkers( workers );
	wfDestroyWorld( world );
}

TEST( DamagedExplorersAreRefused )
{
	wfWorld* world = makeRoom( 6.0, 4.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addStander( crowd, 1.0, 2.0 );
	explore( crowd, &id, 1, NULL );
	tickTimes( crowd, 3 );
	size_t size;
	uint8_t* bytes = saveCrowd( crowd, &size );
	uint8_t* damaged = malloc( size );
	uint64_t before = wfCrowd_GetHash( crowd );
	int32_t refused = 0, tried = 0;
	size_t step = size / ( TEST_HAS_SANITIZER ? 150 : 1500 ) + 1;
	for ( size_t at = STATE_BEGIN; at < size; at += step, ++tried )
	{
		memcpy( damaged, bytes, size );
		damaged[at] ^= (uint8_t)( 1u << ( at % 8 ) );
		putHashRight( damaged, size );
		bool taken = wfCrowd_Restore( crowd, damaged, size, NULL ) == wf_ok;
		refused += taken ? 0 : 1;
		// Whatever is taken can go on.
		CHECK( !taken || wfCrowd_Tick( crowd, NULL ) == wf_ok );
		CHECK( restoreCrowd( crowd, bytes, size ) );
		CHECK( wfCrowd_GetHash( crowd ) == before );
	}
	CHECK( tried > 100 && refused > 0 );
	checkRestoreWithoutMemory( crowd, bytes, size );
	free( damaged );
	free( bytes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------- memory

static wfResult makeAndTick( wfCrowd** crowd, wfWorld* world, int32_t ticks )
{
	wfGroundDef ground = wfMakePlaneGround( world );
	wfCrowdDef settings = wfDefaultCrowdDef( wf_defaultPreset );
	wfResult result = wfCreateCrowd( &ground, &settings, crowd, NULL );
	if ( result != wf_ok )
	{
		return result;
	}
	wfAgentId ids[2];
	for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
	{
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 1.0 + k, 1.5, 0.0 };
		result = wfCrowd_AddAgent( *crowd, &def, &ids[k], NULL );
	}
	wfExplorersDef def = wfDefaultExplorersDef();
	wfExplorersId id;
	def.members = ids;
	def.memberCount = 1;
	def.sight.range = 2.0;
	result = result == wf_ok ? wfCrowd_CreateExplorers( *crowd, &def, &id, NULL ) : result;
	result = result == wf_ok ? wfCrowd_AddToExplorers( *crowd, id, &ids[1], 1, NULL ) : result;
	return tickOrDestroy( crowd, result, ticks );
}

TEST( ExplorersSurviveEveryFailedAllocation )
{
	wfWorld* world = makeRoom( 5.0, 3.0 );
	wfCrowd* crowd = NULL;
	CHECK_EQUAL( makeAndTick( &crowd, world, 3 ), wf_ok ); // the world's index is there from then on
	wfDestroyCrowd( crowd );
	TEST_EVERY_ALLOCATION( makeAndTick( &crowd, world, 3 ), wfDestroyCrowd( crowd ) );
	wfDestroyWorld( world );
}

// A tick without memory says so and can be tried again until it succeeds. An exploration may have seen and decided something
// before it failed; agents, and the crowd's clock, are as they were.
TEST( TicksOfExplorersCanBeRepeated )
{
	wfWorld* world = makeRoom( 9.0, 6.0 );
	wfShapeId wall = addBox( world, 4.0, 0.0, 4.2, 4.0 );
	wfCrowd* crowd = NULL;
	CHECK_EQUAL( makeAndTick( &crowd, world, 4 ), wf_ok );
	CHECK_EQUAL( wfWorld_RemoveShape( world, wall ), wf_ok );
	int32_t failed = 0;
	for ( int32_t k = 0; k < 6; ++k )
	{
		wfVec3 before = wfCrowd_GetAgent( crowd, ( wfAgentId ){ 1, 1 } ).position;
		double time = wfCrowd_GetTime( crowd );
		for ( int64_t fails = 1;; ++fails )
		{
			testFailAllocationsFrom( fails );
			wfResult result = wfCrowd_Tick( crowd, NULL );
			testResetAllocator();
			if ( result == wf_ok )
			{
				break;
			}
			failed += 1;
			CHECK_EQUAL( result, wf_outOfMemory );
			wfVec3 place = wfCrowd_GetAgent( crowd, ( wfAgentId ){ 1, 1 } ).position;
			CHECK( place.x == before.x && place.y == before.y && wfCrowd_GetTime( crowd ) == time );
		}
	}
	CHECK( failed > 5 );
	wfExplorersId id;
	CHECK_EQUAL( wfCrowd_GetExplorersIds( crowd, &id, 1 ), 1 );
	CHECK( runExploring( crowd, id, 60.0 ) > 0.0 );
	CHECK_EQUAL( countMissed( crowd, id, ( wfVec2 ){ 1.0, 1.5 } ), 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runExploreTests( int argc, char** argv )
{
	RUN( ExplorersSeeAWholeHouse );
	RUN( ExplorersOnFootSeeAWholeHouse );
	RUN( NarrowEyesLookAround );
	RUN( ExplorersFindAPlaceAndAPerson );
	RUN( SearchesAreRefusedByName );
	RUN( MembersJoinAndLeave );
	RUN( ExplorersThatAreDestroyedStand );
	RUN( ExplorersAreRefusedByName );
	RUN( ExplorersGetThroughACrowd );
	RUN( TwoExplorersShareTheWork );
	RUN( ExplorersFollowEdits );
	RUN( ExplorersGoOnFromAMap );
	RUN_THREADED( ExplorersAreTheSameForAnyThreadsAndFromCheckpoints );
	RUN( DamagedExplorersAreRefused );
	RUN( ExplorersSurviveEveryFailedAllocation );
	RUN( TicksOfExplorersCanBeRepeated );
}
