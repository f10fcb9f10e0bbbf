// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include <stdio.h>
#include <wayfield/wayfield.h>

#define SIDE 25 // vertices

int main( void )
{
	wfVec3 vertices[SIDE * SIDE]; // a saddle of 12 x 12 m; wfLoadMesh of <wayfield/io.h> reads files
	int32_t triangles[2 * ( SIDE - 1 ) * ( SIDE - 1 )][3], count = 0;
	for ( int i = 0; i < SIDE * SIDE; ++i )
	{
		double x = 0.5 * ( i % SIDE ), y = 0.5 * ( i / SIDE );
		vertices[i].x = x, vertices[i].y = y, vertices[i].z = 0.08 * ( ( x - 6 ) * ( x - 6 ) - ( y - 6 ) * ( y - 6 ) );
		if ( i % SIDE < SIDE - 1 && i / SIDE < SIDE - 1 ) // two triangles from here to the next row and column
			for ( int k = 0; k < 2; ++k, ++count )
				triangles[count][0] = i, triangles[count][1] = i + ( k ? SIDE + 1 : 1 ),
				triangles[count][2] = i + ( k ? SIDE : SIDE + 1 );
	}
	wfMeshDef meshDef = wfDefaultMeshDef();
	meshDef.vertices = vertices, meshDef.vertexCount = SIDE * SIDE;
	meshDef.triangles = triangles[0], meshDef.triangleCount = count;
	wfSurfacePlannerDef plannerDef = wfDefaultSurfacePlannerDef(); // the safest paths
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	wfTraceDef traceDef = wfDefaultTraceDef();
	wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
	wfAgentDef agent = wfDefaultAgentDef(); // leaves at its last stop
	wfMesh* mesh = NULL;
	wfSurfaceMask* mask = NULL;
	wfSurfacePlanner* planner = NULL;
	wfSurfaceField* field = NULL;
	wfSurfacePath path = { 0 };
	wfCrowd* crowd = NULL;
	wfError error;
	error.message[0] = '\0';
	wfVec3 pond = { 6, 6, 0 }, from = { 1, 6, 2 }, to = { 11, 6, 2 };
	wfGoalId exit = { 0 };
	wfResult result = wfCreateMesh( &meshDef, &mesh, &error );
	result = result ? result : wfCreateSurfaceMask( mesh, &mask );
	result = result ? result : wfSurfaceMask_BlockSphere( mask, pond, 1.5, &error ); // a pond
	if ( !result )
	{
		goal.kind = wf_placeGoal;
		goal.place = wfMesh_FindNearest( mesh, to, NULL );
		plannerDef.mask = mask;
		result = wfCreateSurfacePlanner( mesh, &plannerDef, &planner, &error );
	}
	result = result ? result : wfSurfacePlanner_CreateField( planner, &goal, &field, &error );
	if ( !result )
		result = wfSurfaceField_TracePath( field, wfMesh_FindNearest( mesh, from, NULL ), &traceDef, &path, &error );
	if ( !result )
		printf( "%.1f m along the surface, %.1f m from the pond and the limits on average\n", path.length, path.clearanceMean );
	wfGroundDef ground = wfMakeMeshGround( mesh );
	ground.mask = mask;
	result = result ? result : wfCreateCrowd( &ground, &crowdDef, &crowd, &error );
	result = result ? result : wfCrowd_AddGoal( crowd, &goal, 0, &exit, &error );
	wfStop stop = wfMakeGoalStop( exit );
	agent.stops = &stop, agent.stopCount = 1;
	result = result ? result : wfCrowd_AddRandomAgents( crowd, &agent, 20, 0.1, NULL, &error );
	while ( !result && !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 60 )
		result = wfCrowd_Tick( crowd, &error ); // 0.2 s
	if ( !result )
		printf( "%d of 20 arrived after %.1f s\n", (int)wfCrowd_GetArrivedCount( crowd ), wfCrowd_GetTime( crowd ) );
	else
		fprintf( stderr, "%s\n", error.message[0] ? error.message : wfDescribeResult( result ) );
	wfDestroyCrowd( crowd ), wfSurfacePath_Free( &path ), wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner ), wfDestroySurfaceMask( mask ), wfDestroyMesh( mesh );
	return (int)result;
}
