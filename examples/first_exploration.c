// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Two people who do not know a building see all of it, among others who stand around, and find somebody.
#include <stdio.h>
#include <wayfield/wayfield.h>

static wfResult addWall( wfWorld* world, double x0, double y0, double x1, double y1, wfError* error )
{
	wfShapeDef wall = wfDefaultShapeDef();
	wall.kind = wf_boxShape;
	wall.center.x = 0.5 * ( x0 + x1 ), wall.center.y = 0.5 * ( y0 + y1 );
	wall.halfSize.x = 0.5 * ( x1 - x0 ), wall.halfSize.y = 0.5 * ( y1 - y0 );
	return wfWorld_AddShape( world, &wall, NULL, error );
}

static wfResult addPerson( wfCrowd* crowd, double x, double y, wfAgentId* id, wfError* error )
{
	wfAgentDef person = wfDefaultAgentDef(); // without stops: it stands
	person.position.x = x, person.position.y = y;
	return wfCrowd_AddAgent( crowd, &person, id, error );
}

// What happened in this tick.
static void tell( const wfExploration* exploration )
{
	const wfExploreEvent* events;
	int count = (int)wfExploration_GetEvents( exploration, &events );
	for ( int k = 0; k < count; ++k )
		if ( events[k].kind != wf_choseEvent )
			printf( "%5.1f s: %s at %.1f, %.1f\n", events[k].time, wfGetExploreEventName( events[k].kind ), events[k].place.x,
					events[k].place.y );
}

int main( void )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds.upper.x = 16, worldDef.bounds.upper.y = 10;
	wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
	wfExplorersDef team = wfDefaultExplorersDef();
	wfSearchDef search = wfDefaultSearchDef();
	wfAgentId members[2], guest = { 0 }, host = { 0 };
	wfExplorersId id;
	wfWorld* world = NULL;
	wfCrowd* crowd = NULL;
	wfError error; // its message says what is wrong
	wfResult result = wfCreateWorld( &worldDef, &world, &error );
	result = result ? result : addWall( world, 7.9, 0, 8.1, 6, &error ); // a door above each of these
	result = result ? result : addWall( world, 11.9, 1.2, 12.1, 10, &error );
	wfGroundDef ground = wfMakePlaneGround( world );
	result = result ? result : wfCreateCrowd( &ground, &crowdDef, &crowd, &error );
	result = result ? result : addPerson( crowd, 1, 4.5, &members[0], &error );
	result = result ? result : addPerson( crowd, 1, 5.5, &members[1], &error );
	result = result ? result : addPerson( crowd, 10, 5, &guest, &error );
	result = result ? result : addPerson( crowd, 15, 9, &host, &error );
	team.members = members, team.memberCount = 2;
	team.sight.range = 5;
	result = result ? result : wfCrowd_CreateExplorers( crowd, &team, &id, &error );
	search.agent = host, search.findDistance = 1.5;
	result = result ? result : wfCrowd_Seek( crowd, id, &search, &error );
	const wfExploration* exploration = result ? NULL : wfCrowd_GetExploration( crowd, id );
	while ( !result && !wfExploration_IsDone( exploration ) && wfCrowd_GetTime( crowd ) < 120 )
	{
		result = wfCrowd_Tick( crowd, &error ); // 0.2 s
		tell( exploration );
	}
	if ( result )
		fprintf( stderr, "%s\n", error.message );
	else
		printf( "walked %.1f m and %.1f m\n", wfExploration_GetExplorer( exploration, 0 ).walked,
				wfExploration_GetExplorer( exploration, 1 ).walked );
	wfDestroyCrowd( crowd ), wfDestroyWorld( world );
	return (int)result;
}
