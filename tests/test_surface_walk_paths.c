// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Paths as they come out: smooth on needles, clear of obstacles by what they say, the same bits again, nothing lost when memory
// is; and the walk of 3DS-BVP beside them.

#include "surface/mask.h"
#include "test_surface_field.h"
#include "test_surface_walk.h"

#include <math.h>
#include <string.h>

// A rectangle of 12 by 4 cut from one long side to the other into triangles 40 times as long as wide, between ordinary ones.
static wfMesh* makeNeedles( void )
{
	enum
	{
		thin = 120,
		rows = 8
	};
	Draft draft = beginDraft( 4 * thin + 8 * ( rows + 1 ) * 9, 8 * thin + 2 * 8 * rows * 8 );
	for ( int32_t part = 0; part < 2; ++part )
	{
		// Ordinary squares to the left and to the right.
		int32_t first = draft.vertexCount;
		for ( int32_t j = 0; j <= rows; ++j )
		{
			for ( int32_t i = 0; i <= 8; ++i )
			{
				addVertex( &draft, 8.0 * part + 0.5 * i, 0.5 * j, 0.0 );
				if ( i < 8 && j < rows )
				{
					int32_t v = first + j * 9 + i;
					addTriangle( &draft, v, v + 1, v + 10 );
					addTriangle( &draft, v, v + 10, v + 9 );
				}
			}
		}
	}
	// Needles in the middle: columns from the lower side to the upper one. The outer ones meet the squares' vertices.
	int32_t before[rows + 1], left = 0, right = 9 * ( rows + 1 );
	for ( int32_t j = 0; j <= rows; ++j )
	{
		before[j] = left + 9 * j + 8;
	}
	int32_t lower = before[0], upper = before[rows];
	// From the last column of squares to a single pair.
	int32_t bottom = addVertex( &draft, 4.0 + 4.0 / thin, 0.0, 0.0 ), top = addVertex( &draft, 4.0 + 4.0 / thin, 4.0, 0.0 );
	for ( int32_t j = 0; j < rows; ++j )
	{
		addTriangle( &draft, before[j], bottom, before[j + 1] );
	}
	addTriangle( &draft, upper, bottom, top );
	lower = bottom;
	upper = top;
	for ( int32_t i = 2; i < thin; ++i )
	{
		bottom = addVertex( &draft, 4.0 + 4.0 * i / thin, 0.0, 0.0 );
		top = addVertex( &draft, 4.0 + 4.0 * i / thin, 4.0, 0.0 );
		addTriangle( &draft, lower, bottom, top );
		addTriangle( &draft, lower, top, upper );
		lower = bottom;
		upper = top;
	}
	for ( int32_t j = 0; j < rows; ++j )
	{
		addTriangle( &draft, lower, right + 9 * j, right + 9 * ( j + 1 ) );
	}
	addTriangle( &draft, lower, right + 9 * rows, upper );
	return finishDraft( &draft );
}

TEST( SmoothPathsBendLittleOnNeedles )
{
	wfMesh* mesh = makeNeedles();
	CHECK_EQUAL( mesh->report.components, 1 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.boundary = wf_neumannWalls;
	double rawTurn = 0.0, smoothTurn = 0.0, tautTurn = 0.0;
	for ( int32_t hasty = 0; hasty < 2; ++hasty )
	{
		def.haste = hasty;
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		int32_t goal = 9 * 9 + 4 * 9 + 6;
		wfSurfaceField* field = makeField( planner, &goal, 1 );
		wfSurfacePath path = { 0 };
		for ( int32_t v = 0; v < 81; ++v )
		{
			wfTraceDef trace = wfDefaultTraceDef();
			trace.tautness = 0.0;
			trace.smooth = false;
			CHECK_EQUAL( wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, v ), &trace, &path, NULL ), wf_ok );
			rawTurn = fmax( rawTurn, path.largestTurn );
			trace.smooth = true;
			CHECK_EQUAL( wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, v ), &trace, &path, NULL ), wf_ok );
			CHECK( isPathSound( mesh, &path ) );
			smoothTurn = fmax( smoothTurn, path.largestTurn );
			trace.tautness = 1.0;
			CHECK_EQUAL( wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, v ), &trace, &path, NULL ), wf_ok );
			CHECK_NEAR( path.length, wfLength3( wfSub3( mesh->vertices[v], mesh->vertices[goal] ) ), 1e-6 );
			tautTurn = fmax( tautTurn, path.largestTurn );
		}
		wfSurfacePath_Free( &path );
		wfDestroySurfaceField( field );
		wfDestroySurfacePlanner( planner );
	}
	// Below 30 degrees, where the walk itself turns by 90.
	CHECK( smoothTurn < 0.5 );
	CHECK( smoothTurn < 0.5 * rawTurn );
	CHECK( tautTurn < 1e-3 );
	wfDestroyMesh( mesh );
}

// The least distance of a path's points from what is blocked and from the boundary, by looking at everything.
static double bruteClearance( const wfMesh* mesh, const wfSurfaceMask* mask, const wfSurfacePath* path )
{
	double least = INFINITY;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
		{
			int32_t a = wfFromVertex( mesh, h ), b = wfToVertex( mesh, h );
			bool both = mask->vertexBlocked[a] != 0 && mask->vertexBlocked[b] != 0;
			if ( both || mesh->twin[h] < 0 )
			{
				least = fmin( least, wfMeasureToSegment( path->points[i], mesh->vertices[a], mesh->vertices[b] ) );
			}
			else if ( mask->vertexBlocked[a] != 0 )
			{
				least = fmin( least, wfLength3( wfSub3( path->points[i], mesh->vertices[a] ) ) );
			}
		}
	}
	return least;
}

TEST( PathsTellTheirClearance )
{
	wfMesh* mesh = meshOfSquares( 16, 12, 0.5, 0.5 );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_BlockSphere( mask, ( wfVec3 ){ 3, 3, 0 }, 0.9, NULL ), wf_ok );
	int32_t alone = 5 * 17 + 12;
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &alone, 1, NULL ), wf_ok );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = mask;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t goal = 6 * 17 + 14;
	wfSurfaceField* field = makeField( planner, &goal, 1 );
	wfSurfacePath path = { 0 };
	wfTraceDef trace = wfDefaultTraceDef();
	for ( int32_t v = 0; v < mesh->vertexCount; v += 5 )
	{
		if ( !wfSurfaceField_IsLinked( field, v ) )
		{
			continue;
		}
		CHECK_EQUAL( wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, v ), &trace, &path, NULL ), wf_ok );
		double brute = bruteClearance( mesh, mask, &path );
		// The middles of pieces are looked at too.
		CHECK( path.clearanceMin <= brute + 1e-9 && path.clearanceMin >= brute - 0.5 );
		CHECK( path.clearanceMean >= path.clearanceMin && path.clearanceMean < 3.0 );
		CHECK( !wfSurfacePath_Touches( &path, mesh, mask, true ) );
	}
	trace.noClearance = true;
	CHECK_EQUAL( wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, 4 * 17 + 2 ), &trace, &path, NULL ), wf_ok );
	CHECK( isnan( path.clearanceMin ) && isnan( path.clearanceMean ) && path.count > 2 );
	trace.maxPoints = 3;
	CHECK_EQUAL( wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, 4 * 17 + 2 ), &trace, &path, NULL ), wf_tooLarge );
	CHECK_EQUAL( path.count, 0 );
	trace.tautness = 1.5;
	CHECK_EQUAL( wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, 4 * 17 + 2 ), &trace, &path, NULL ),
				 wf_outOfRange );
	wfSurfacePath_Free( &path );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( TouchingIsReported )
{
	wfMesh* mesh = makeSquares( 3, 3 );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	int32_t blocked[] = { 5, 6 }; // (1, 1) and (2, 1), and the edge between them
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, blocked, 2, NULL ), wf_ok );
	wfVec3 points[3];
	int32_t triangles[3];
	wfSurfacePath path = { .points = points, .triangles = triangles, .count = 3, .capacity = 3 };
	// Triangle 8 is (1,1) (2,1) (2,2); 2 is (1,0) (2,0) (2,1); 3 is (1,0) (2,1) (1,1).
	int32_t upper = 8, lower = 3;
	points[0] = ( wfVec3 ){ 1.6, 0.8, 0 };
	points[1] = ( wfVec3 ){ 1.7, 1.0, 0 };
	points[2] = ( wfVec3 ){ 1.8, 1.2, 0 };
	triangles[0] = lower;
	triangles[1] = triangles[2] = upper;
	CHECK( wfSurfacePath_Touches( &path, mesh, mask, false ) );
	// Within one triangle, off the edge; then ending on it.
	triangles[0] = triangles[1] = triangles[2] = upper;
	points[0] = ( wfVec3 ){ 1.5, 1.1, 0 };
	points[1] = ( wfVec3 ){ 1.7, 1.2, 0 };
	CHECK( !wfSurfacePath_Touches( &path, mesh, mask, true ) );
	points[2] = ( wfVec3 ){ 1.8, 1.0, 0 };
	CHECK( wfSurfacePath_Touches( &path, mesh, mask, false ) );
	points[2] = ( wfVec3 ){ 2, 1, 0 };
	CHECK( wfSurfacePath_Touches( &path, mesh, mask, false ) );
	points[2] = ( wfVec3 ){ 2, 2, 0 };
	CHECK( !wfSurfacePath_Touches( &path, mesh, mask, true ) );
	wfSurfaceMask_Clear( mask );
	CHECK_EQUAL( wfSurfaceMask_BlockTriangles( mask, &upper, 1, NULL ), wf_ok );
	CHECK( wfSurfacePath_Touches( &path, mesh, mask, false ) );
	CHECK( !wfSurfacePath_Touches( &path, mesh, NULL, false ) );
	// The boundary.
	triangles[0] = triangles[1] = triangles[2] = 0;
	points[0] = ( wfVec3 ){ 0.5, 0.2, 0 };
	points[1] = ( wfVec3 ){ 0.6, 0.1, 0 };
	points[2] = ( wfVec3 ){ 0.7, 0.0, 0 };
	CHECK( wfSurfacePath_Touches( &path, mesh, NULL, true ) );
	CHECK( !wfSurfacePath_Touches( &path, mesh, NULL, false ) );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( TracingSurvivesLostMemoryAndRepeats )
{
	wfMesh* mesh = meshTorus( 20, 10 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.haste = 1.0;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t goal = 7;
	wfSurfaceField* field = makeField( planner, &goal, 1 );
	CHECK_EQUAL( wfSurfaceField_SolveAll( field ), wf_ok );
	for ( int32_t kind = 0; kind < 3; ++kind )
	{
		wfTraceDef trace = wfDefaultTraceDef();
		trace.smooth = kind > 0;
		trace.tautness = kind == 2 ? 1.0 : 0.0;
		wfSurfacePath path = { 0 };
		wfSurfacePoint start = { 210, 0.2, 0.3 };
		TEST_EVERY_ALLOCATION( wfSurfaceField_TracePath( field, start, &trace, &path, NULL ), wfSurfacePath_Free( &path ) );
		wfSurfacePath again = { 0 };
		CHECK_EQUAL( wfSurfaceField_TracePath( field, start, &trace, &path, NULL ), wf_ok );
		CHECK_EQUAL( wfSurfaceField_TracePath( field, start, &trace, &again, NULL ), wf_ok );
		CHECK_EQUAL( path.count, again.count );
		CHECK( memcmp( path.points, again.points, (size_t)path.count * sizeof( wfVec3 ) ) == 0 );
		wfSurfacePath_Free( &path );
		wfSurfacePath_Free( &again );
	}
	TEST_EVERY_ALLOCATION( wfSurfaceField_KeepDirections( field ), wfSurfaceField_DropDirections( field ) );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

TEST( ThePapersWalkMayGetStuck )
{
	wfMesh* mesh = makeSquares( 6, 4 );
	double p[35];
	for ( int32_t v = 0; v < 35; ++v )
	{
		p[v] = ( 6.0 - mesh->vertices[v].x ) / 7.0;
	}
	wfSurfacePath path = { 0 };
	CHECK_EQUAL( wfTraceSurfacePotential( mesh, p, wfMesh_GetVertexPoint( mesh, 14 ), &path ), wf_ok );
	CHECK_NEAR( path.length, 6.0, 1e-9 );
	CHECK( isPathSound( mesh, &path ) );
	// A dip on the way, of no goal.
	p[17] = 0.05;
	CHECK_EQUAL( wfTraceSurfacePotential( mesh, p, wfMesh_GetVertexPoint( mesh, 15 ), &path ), wf_unreachable );
	CHECK( path.count > 1 );
	CHECK_NEAR( wfLength3( wfSub3( path.points[path.count - 1], mesh->vertices[17] ) ), 0.0, 1e-9 );
	CHECK_EQUAL( wfTraceSurfacePotential( mesh, p, ( wfSurfacePoint ){ 99, 0, 0 }, &path ), wf_outOfRange );
	wfSurfacePath_Free( &path );
	wfDestroyMesh( mesh );
}

// A field that was solved as a whole before its planner took another mask keeps its values, and its walks still arrive.
TEST( WalksOfOldFieldsArriveAfterUpdates )
{
	wfMesh* mesh = meshRandomFan( 80, 5, 1e-6 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.boundary = wf_neumannWalls;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t goal = 40;
	wfSurfaceField* field = makeField( planner, &goal, 1 );
	CHECK_EQUAL( wfSurfaceField_SolveAll( field ), wf_ok );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	for ( int32_t v = 3; v < mesh->vertexCount; v += 4 )
	{
		if ( v != goal )
		{
			CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &v, 1, NULL ), wf_ok );
		}
	}
	CHECK_EQUAL( wfSurfacePlanner_Update( planner, mask ), wf_ok );
	wfSurfacePath path = { 0 };
	wfTraceDef trace = wfDefaultTraceDef();
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		CHECK_EQUAL( wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, v ), &trace, &path, NULL ), wf_ok );
	}
	wfSurfacePath_Free( &path );
	wfDestroySurfaceMask( mask );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

void runSurfacePathTests( int argc, char** argv )
{
	RUN( SmoothPathsBendLittleOnNeedles );
	RUN( PathsTellTheirClearance );
	RUN( TouchingIsReported );
	RUN( TracingSurvivesLostMemoryAndRepeats );
	RUN( ThePapersWalkMayGetStuck );
	RUN( WalksOfOldFieldsArriveAfterUpdates );
}
