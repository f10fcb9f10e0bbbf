// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include <stdio.h>
#include <wayfield/wayfield.h>

// One line for each footstep: who, when, on which foot, where it stands and points, and where the centre is as it begins.
static void printStep( const wfFootstepRow* row )
{
	static const char* const kinds[] = { "walks", "starts", "stops", "shifts" };
	const wfFootstep* step = &row->step;
	wfVec2 center = wfFootstep_GetPosition( step, step->startTime );
	printf( "%u  %5.2f to %5.2f s  %-6s on the %-5s foot at %4.2f, %4.2f, %4.0f degrees; centre at %4.2f, %4.2f\n", row->serial,
			step->startTime, wfFootstep_GetEndTime( step ), kinds[step->kind], step->foot == wf_leftFoot ? "left" : "right",
			step->footPosition.x, step->footPosition.y, step->footAngle * 57.29578, center.x, center.y );
}

// Two people on foot who come from both sides to a door that only one fits through.
int main( void )
{
	wfWorldDef worldDef = wfDefaultWorldDef(); // 10 x 10 m
	wfShapeDef wall = wfDefaultShapeDef();	   // two of them, with a door of 0.8 m between
	wall.halfSize.x = 0.1, wall.halfSize.y = 2.3, wall.center.x = 5;
	wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
	wfGaitDef gait = wfDefaultGaitDef();
	wfVec3 places[2] = { { 2.5, 5, 0 }, { 8, 5.3, 0 } };
	wfStop stops[2] = { wfMakePointStop( places[1] ), wfMakePointStop( places[0] ) };
	wfAgentDef agent = wfDefaultAgentDef(); // 0.5 m wide over the shoulders
	wfWorld* world = NULL;
	wfCrowd* crowd = NULL;
	wfAgentId id;
	wfError error;
	wfResult result = wfCreateWorld( &worldDef, &world, &error );
	for ( wall.center.y = 2.3; wall.center.y < 10 && !result; wall.center.y += 5.4 )
		result = wfWorld_AddShape( world, &wall, NULL, &error );
	wfGroundDef ground = wfMakePlaneGround( world );
	result = result ? result : wfCreateCrowd( &ground, &crowdDef, &crowd, &error );
	result = result ? result : wfCrowd_AddGait( crowd, &gait, &agent.gait, &error ); // who has a gait walks on foot
	for ( int i = 0; i < 2 && !result; ++i )
	{
		agent.position = places[i], agent.stops = &stops[i], agent.stopCount = 1;
		agent.heading = i == 0 ? 0.0 : 3.1415927;
		result = wfCrowd_AddAgent( crowd, &agent, &id, &error );
	}
	while ( !result && !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 60 )
	{
		result = wfCrowd_Tick( crowd, &error ); // 0.2 s
		const wfFootstepRow* rows;
		int count = wfCrowd_GetFootsteps( crowd, &rows ); // those begun in it
		for ( int i = 0; i < count; ++i )
			printStep( &rows[i] );
	}
	int arrived = result ? 0 : (int)wfCrowd_GetArrivedCount( crowd );
	if ( result )
		fprintf( stderr, "%s\n", error.message );
	else
		printf( "%d of 2 arrived after %.1f s\n", arrived, wfCrowd_GetTime( crowd ) );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return arrived == 2 ? 0 : 1;
}
