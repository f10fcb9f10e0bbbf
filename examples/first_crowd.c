// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include <stdio.h>
#include <wayfield/wayfield.h>

int main( void )
{
	wfWorldDef worldDef = wfDefaultWorldDef(); // 10 x 10 m
	wfShapeDef walls[2] = { wfDefaultShapeDef(), wfDefaultShapeDef() };
	for ( int i = 0; i < 2; ++i ) // with a door of 1.2 m between them
		walls[i].center = ( wfVec2 ){ 6, i ? 7.8 : 2.2 }, walls[i].halfSize = ( wfVec2 ){ 0.1, 2.2 };
	wfCrowdDef crowdDef = wfMakeCrowdDef( wf_defaultPreset );
	wfWorld* world = NULL;
	wfCrowd* crowd = NULL;
	if ( wfCreateWorld( &worldDef, &world, NULL ) || wfWorld_AddShape( world, walls, &( wfShapeId ){ 0 }, NULL ) ||
		 wfWorld_AddShape( world, walls + 1, &( wfShapeId ){ 0 }, NULL ) || wfCreateCrowd( world, &crowdDef, &crowd, NULL ) )
		return 1;
	wfStop outside = wfMakePointStop( ( wfVec2 ){ 9, 5 } ), corner = wfMakePointStop( ( wfVec2 ){ 1, 9 } );
	wfAgentDef agent = wfDefaultAgentDef(); // a radius of 0.25 m, leaves at the last stop
	agent.stops = &outside, agent.stopCount = 1;
	wfAgentId last = { 0 };
	for ( int i = 0; i < 40; ++i )
	{
		agent.position = ( wfVec2 ){ 0.5 + i % 8 * 0.6, 2 + i / 8 * 0.6 };
		if ( wfCrowd_AddAgent( crowd, &agent, &last, NULL ) )
			return 1;
	}
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 120 )
	{
		if ( wfCrowd_GetStepCount( crowd ) == 10 ) // after 2 s one of them thinks better of it
			wfCrowd_SetStops( crowd, last, &corner, 1, NULL );
		if ( wfCrowd_Step( crowd, NULL ) ) // 0.2 s
			return 1;
		wfFrame frame = wfCrowd_GetFrame( crowd );
		if ( wfCrowd_GetStepCount( crowd ) % 50 == 0 && frame.count > 0 )
			printf( "%4.0f s: %d people, the first at %.1f,%.1f\n", frame.time, (int)frame.count, frame.positions[0].x,
					frame.positions[0].y );
	}
	printf( "%d arrived in %.1f s\n", (int)wfCrowd_GetArrivedCount( crowd ), wfCrowd_GetTime( crowd ) );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}
