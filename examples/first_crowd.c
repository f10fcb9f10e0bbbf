// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include <stdio.h>
#include <wayfield/wayfield.h>

int main( void )
{
	wfWorldDef worldDef = wfDefaultWorldDef(); // 10 x 10 m
	wfShapeDef wall = wfDefaultShapeDef();	   // two of them, with a door of 1.2 m between
	wall.halfSize.x = 0.1, wall.halfSize.y = 2.2, wall.center.x = 6;
	wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
	wfVec3 places[2] = { { 9, 5, 0 }, { 1, 9, 0 } };
	wfStop outside = wfMakePointStop( places[0] ), corner = wfMakePointStop( places[1] );
	wfAgentDef agent = wfDefaultAgentDef(); // leaves at the last stop
	agent.stops = &outside, agent.stopCount = 1;
	wfWorld* world = NULL;
	wfCrowd* crowd = NULL;
	wfAgentId last;
	wfError error; // its message says what is wrong
	wfResult result = wfCreateWorld( &worldDef, &world, &error );
	for ( wall.center.y = 2.2; wall.center.y < 10 && !result; wall.center.y += 5.6 )
		result = wfWorld_AddShape( world, &wall, NULL, &error );
	wfGroundDef ground = wfMakePlaneGround( world );
	result = result ? result : wfCreateCrowd( &ground, &crowdDef, &crowd, &error );
	for ( int i = 0; i < 40 && !result; ++i )
	{
		agent.position.x = 0.5 + 0.6 * ( i % 8 ), agent.position.y = 2 + 0.6 * ( i / 8 );
		result = wfCrowd_AddAgent( crowd, &agent, &last, &error );
	}
	while ( !result && !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 120 )
	{
		result = wfCrowd_Tick( crowd, &error );	   // 0.2 s
		if ( wfCrowd_GetTickCount( crowd ) == 10 ) // the last one thinks better of it
			wfCrowd_SetStops( crowd, last, &corner, 1, NULL );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		if ( wfCrowd_GetTickCount( crowd ) % 50 == 0 && frame.count > 0 )
			printf( "%2.0f s: %d people, one at %.1f, %.1f\n", frame.time, frame.count, frame.positions[0].x,
					frame.positions[0].y );
	}
	if ( result )
		fprintf( stderr, "%s\n", error.message );
	else
		printf( "%d arrived after %.1f s\n", (int)wfCrowd_GetArrivedCount( crowd ), wfCrowd_GetTime( crowd ) );
	wfDestroyCrowd( crowd ), wfDestroyWorld( world );
	return (int)result;
}
