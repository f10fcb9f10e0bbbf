// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Solves fields on a bumpy ring, walks along them and steps crowds on it, one of them along strokes, and prints hashes of all of
// it.
#include "hash.h"
#include "wayfield/groups.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define COLUMNS 48
#define ROWS 20

// A ring around the z axis, by rational points of circles: the C library's sine is not the same everywhere.
static wfVec2 onCircle( int32_t k, int32_t count )
{
	double share = 4.0 * k / count;
	int32_t quarter = (int32_t)share;
	double t = share - quarter, x = ( 1.0 - t * t ) / ( 1.0 + t * t ), y = 2.0 * t / ( 1.0 + t * t );
	const wfVec2 turned[4] = { { x, y }, { -y, x }, { -x, -y }, { y, -x } };
	return turned[quarter % 4];
}

static wfResult makeRing( wfMesh** mesh )
{
	static wfVec3 vertices[COLUMNS * ROWS];
	static int32_t triangles[6 * COLUMNS * ROWS];
	for ( int32_t k = 0; k < COLUMNS * ROWS; ++k )
	{
		wfVec2 around = onCircle( k / ROWS, COLUMNS ), tube = onCircle( k % ROWS, ROWS );
		double bump = 1.0 + 0.15 * wfRandomUnit( 4, 2, (uint64_t)k ), out = 7.0 + 2.5 * bump * tube.x;
		vertices[k] = ( wfVec3 ){ out * around.x, out * around.y, 2.5 * bump * tube.y };
		int32_t a = k, b = ( k + ROWS ) % ( COLUMNS * ROWS ), up = k % ROWS == ROWS - 1 ? 1 - ROWS : 1;
		const int32_t corners[6] = { a, b, b + up, a, b + up, a + up };
		for ( int32_t m = 0; m < 6; ++m )
		{
			triangles[6 * k + m] = corners[m];
		}
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = COLUMNS * ROWS;
	def.triangles = triangles;
	def.triangleCount = 2 * COLUMNS * ROWS;
	return wfCreateMesh( &def, mesh, NULL );
}

// A field with a haste and one with a bias, and paths from everywhere.
static wfResult hashField( const wfMesh* mesh, double haste, double epsilon )
{
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.haste = haste;
	def.biasKind = epsilon != 0.0 ? wf_directionBias : wf_noSurfaceBias;
	def.bias = ( wfVec3 ){ 0.0, 0.0, 1.0 };
	def.epsilon = epsilon;
	wfSurfacePlanner* planner = NULL;
	wfSurfaceField* field = NULL;
	int32_t vertex = 17;
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	goal.kind = wf_verticesGoal;
	goal.vertices = &vertex;
	goal.vertexCount = 1;
	wfResult result = wfCreateSurfacePlanner( mesh, &def, &planner, NULL );
	result = result == wf_ok ? wfSurfacePlanner_CreateField( planner, &goal, &field, NULL ) : result;
	uint64_t values = WF_HASH_START, paths = WF_HASH_START;
	wfTraceDef trace = wfDefaultTraceDef();
	wfSurfacePath path = { 0 };
	for ( int32_t v = 0; v < COLUMNS * ROWS && result == wf_ok; ++v )
	{
		wfScaled value = wfSurfaceField_GetValue( field, v );
		values = wfHash( values, &value.mantissa, sizeof( value.mantissa ) );
		values = wfHash( values, &value.exponent, sizeof( value.exponent ) );
		result = wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, v ), &trace, &path, NULL );
		paths = result == wf_ok ? wfHash( paths, path.points, (size_t)path.count * sizeof( wfVec3 ) ) : paths;
	}
	if ( result == wf_ok )
	{
		printf( "ring haste %g bias %g values %016" PRIx64 " paths %016" PRIx64 "\n", haste, epsilon, values, paths );
	}
	wfSurfacePath_Free( &path );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	return result;
}

static wfResult hashCrowd( const wfMesh* mesh )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakeMeshGround( mesh );
	wfCrowd* crowd = NULL;
	wfResult result = wfCreateCrowd( &ground, &def, &crowd, NULL );
	for ( int32_t k = 0; k < 4 && result == wf_ok; ++k )
	{
		wfGoalId goal = { 0 };
		int32_t vertex = ( 2 * k + 1 ) * COLUMNS * ROWS / 8;
		wfSurfaceGoalDef to = wfDefaultSurfaceGoalDef();
		to.kind = wf_verticesGoal;
		to.vertices = &vertex;
		to.vertexCount = 1;
		result = wfCrowd_AddGoal( crowd, &to, 0.6, &goal, NULL );
		wfStop stop = wfMakeGoalStop( goal );
		wfAgentDef agent = wfDefaultAgentDef();
		agent.stops = &stop;
		agent.stopCount = 1;
		result = result == wf_ok ? wfCrowd_AddRandomAgents( crowd, &agent, 15, 0.05, NULL, NULL ) : result;
	}
	for ( int32_t k = 1; k <= 120 && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( crowd, NULL );
		if ( result == wf_ok && k % 40 == 0 )
		{
			printf( "ring step %d crowd %016" PRIx64 " %d arrived\n", (int)k, wfCrowd_GetHash( crowd ),
					(int)wfCrowd_GetArrivedCount( crowd ) );
		}
	}
	wfDestroyCrowd( crowd );
	return result;
}

// Half around the ring on its outside, and from there on over its top.
static wfResult drawStrokes( const wfMesh* mesh, wfStrokes** strokes )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfResult result = wfCreateStrokes( &def, strokes, NULL );
	for ( int32_t m = 0; m < 2 && result == wf_ok; ++m )
	{
		wfVec3 points[COLUMNS / 2];
		for ( int32_t k = 0; k < COLUMNS / 2; ++k )
		{
			int32_t row = m == 0 ? 0 : k / 3;
			points[k] = wfMesh_GetVertices( mesh )[( k / ( 1 + m ) + m * COLUMNS / 4 ) * ROWS + row];
		}
		result = wfStrokes_AddInSpace( *strokes, NULL, points, COLUMNS / 2, NULL, NULL );
	}
	return result;
}

static wfResult hashStrokes( const wfMesh* mesh )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakeMeshGround( mesh );
	wfCrowd* crowd = NULL;
	wfStrokes* strokes = NULL;
	wfResult result = wfCreateCrowd( &ground, &def, &crowd, NULL );
	result = result == wf_ok ? drawStrokes( mesh, &strokes ) : result;
	for ( int32_t m = 0; m < 2 && result == wf_ok; ++m )
	{
		wfAgentId members[8];
		wfAgentDef agent = wfDefaultAgentDef();
		result = wfCrowd_AddRandomAgents( crowd, &agent, 8, 0.05, members, NULL );
		wfGroupDef groupDef = wfDefaultGroupDef();
		wfGroupId group = { 0, 0 };
		groupDef.formation.kind = m == 0 ? wf_wedgeFormation : wf_noFormation;
		groupDef.members = members;
		groupDef.memberCount = 8;
		result = result == wf_ok ? wfCrowd_CreateGroup( crowd, &groupDef, &group, NULL ) : result;
		wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
		order.strokes = strokes;
		order.advance = m == 0 ? wf_advanceCentre : wf_advanceEach;
		result = result == wf_ok ? wfCrowd_OrderGroup( crowd, group, &order, NULL ) : result;
	}
	for ( int32_t k = 1; k <= 150 && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( crowd, NULL );
		if ( result == wf_ok && k % 50 == 0 )
		{
			printf( "ring step %d strokes %016" PRIx64 " %d groups\n", (int)k, wfCrowd_GetHash( crowd ),
					(int)wfCrowd_GetGroupIds( crowd, NULL, 0 ) );
		}
	}
	wfDestroyStrokes( strokes );
	wfDestroyCrowd( crowd );
	return result;
}

wfResult hashSurfaces( void )
{
	wfMesh* mesh = NULL;
	wfResult result = makeRing( &mesh );
	result = result == wf_ok ? hashField( mesh, 0.5, 0.0 ) : result;
	result = result == wf_ok ? hashField( mesh, 0.0, 0.3 ) : result;
	result = result == wf_ok ? hashCrowd( mesh ) : result;
	result = result == wf_ok ? hashStrokes( mesh ) : result;
	wfDestroyMesh( mesh );
	return result;
}
