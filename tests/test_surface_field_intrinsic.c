// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The intrinsic Delaunay triangulation: still the same surface, Delaunay everywhere, directions where they should be.

#include "surface/system.h"
#include "test_surface_field.h"

#include <math.h>

#define PI 3.14159265358979323846

static double angleOf( const wfIntrinsic* t, int32_t h )
{
	double a = t->length[h], b = t->length[wfPreviousHalfEdge( h )], c = t->length[wfNextHalfEdge( h )];
	return acos( fmax( -1.0, fmin( 1.0, ( a * a + b * b - c * c ) / ( 2.0 * a * b ) ) ) );
}

// The difference of two directions at a vertex, on the circle of its whole angle.
static double directionGap( double a, double b, double total )
{
	double gap = fmod( fabs( a - b ), total );
	return fmin( gap, total - gap );
}

// Twins, lengths and directions agree with each other; returns how much directions disagree at most.
static double checkStructure( const wfIntrinsic* t, const wfMesh* mesh )
{
	int32_t wrong = 0;
	double worst = 0.0;
	for ( int32_t h = 0; h < 3 * t->triangleCount; ++h )
	{
		int32_t from = t->corners[h], to = t->corners[wfNextHalfEdge( h )];
		int32_t other = t->twin[h];
		if ( other >= 0 )
		{
			int32_t otherFrom = t->corners[other], otherTo = t->corners[wfNextHalfEdge( other )];
			wrong += t->twin[other] != h || t->length[h] != t->length[other] || t->seam[h] != t->seam[other];
			wrong += t->seam[h] ? otherFrom != from || otherTo != to : otherFrom != to || otherTo != from;
			wrong += ( t->meshEdge[h] < 0 ) != ( t->meshEdge[other] < 0 );
			// The direction of the edge at the vertex it leaves, as its twin has it.
			double twins = wfIntrinsic_GetDirection( t, other, !t->seam[h] );
			worst = fmax( worst, directionGap( t->angle[h], twins, t->vertexAngle[from] ) );
		}
		if ( t->meshEdge[h] >= 0 )
		{
			int32_t m = t->meshEdge[h];
			bool along = mesh->triangles[m] == from && wfToVertex( mesh, m ) == to;
			bool against = mesh->triangles[m] == to && wfToVertex( mesh, m ) == from;
			wrong += ( !along && !against ) || mesh->length[m] != t->length[h];
		}
	}
	CHECK_EQUAL( wrong, 0 );
	return worst;
}

static void checkDelaunay( const wfIntrinsic* t )
{
	double least = 0.0;
	for ( int32_t h = 0; h < 3 * t->triangleCount; ++h )
	{
		if ( t->twin[h] >= 0 )
		{
			double a = angleOf( t, wfPreviousHalfEdge( h ) ), b = angleOf( t, wfPreviousHalfEdge( t->twin[h] ) );
			least = fmin( least, PI - a - b );
		}
	}
	CHECK_EQUAL( t->notDelaunay, 0 );
	CHECK( least > -1e-6 );
}

static double sumOfAreas( const wfIntrinsic* t )
{
	double sum = 0.0;
	for ( int32_t k = 0; k < t->triangleCount; ++k )
	{
		sum += t->area[k];
	}
	return sum;
}

// On a flat convex mesh every edge is a straight line of the plane, and its direction the plane's.
TEST( FlatMeshesKeepTheirPlane )
{
	for ( int32_t kind = 0; kind < 3; ++kind )
	{
		wfMesh* mesh = kind == 0 ? meshOfSquares( 12, 9, 1.0, 0.95 ) : meshRandomFan( 250, (uint64_t)kind, 0.0 );
		wfIntrinsic t;
		CHECK_EQUAL( wfCreateIntrinsic( mesh, NULL, &t ), wf_ok );
		CHECK( t.flips > 0 );
		checkDelaunay( &t );
		CHECK( checkStructure( &t, mesh ) < 1e-6 );
		CHECK_NEAR( sumOfAreas( &t ) / mesh->report.area, 1.0, 1e-6 );
		double worstLength = 0.0;
		double worstDirection = 0.0;
		for ( int32_t h = 0; h < 3 * t.triangleCount; ++h )
		{
			int32_t from = t.corners[h];
			wfVec3 edge = wfSub3( mesh->vertices[t.corners[wfNextHalfEdge( h )]], mesh->vertices[from] );
			worstLength = fmax( worstLength, fabs( t.length[h] - wfLength3( edge ) ) );
			// Where directions begin, and which way round they go, from the definition: rings of these meshes all have one sense.
			const int32_t* ring = mesh->ring + mesh->ringFirst[from];
			int32_t count = mesh->ringFirst[from + 1] - mesh->ringFirst[from];
			bool leaving = count < 2 || ( mesh->twin[wfPreviousHalfEdge( ring[0] )] >= 0 &&
										  mesh->twin[wfPreviousHalfEdge( ring[0] )] / 3 == ring[1] / 3 );
			int32_t begin = leaving ? wfToVertex( mesh, ring[0] ) : mesh->triangles[wfPreviousHalfEdge( ring[0] )];
			wfVec3 zero = wfSub3( mesh->vertices[begin], mesh->vertices[from] );
			double turn = atan2( zero.x * edge.y - zero.y * edge.x, zero.x * edge.x + zero.y * edge.y );
			turn = leaving ? turn : -turn;
			turn = turn < -1e-4 ? turn + 2.0 * PI : turn;
			worstDirection = fmax( worstDirection, directionGap( t.angle[h], turn, 2.0 * PI ) );
		}
		CHECK( worstLength < ( kind == 0 ? 1e-12 : 1e-8 ) );
		CHECK( worstDirection < ( kind == 0 ? 1e-10 : 1e-6 ) );
		wfIntrinsic_Free( &t );
		wfDestroyMesh( mesh );
	}
}

TEST( AnySurfaceBecomesDelaunay )
{
	for ( int32_t kind = 0; kind < 7; ++kind )
	{
		wfMesh* mesh = kind == 0   ? meshTwisted( 24, 5, false )
					   : kind == 1 ? meshTwisted( 18, 11, true )
					   : kind == 2 ? meshTwisted( 7, 2, false )
					   : kind == 3 ? meshFlatTriangles( 9 )
					   : kind == 4 ? meshTorus( 50, 4 )
					   : kind == 5 ? meshSoup( 40, 120, 7 )
								   : meshTwisted( 5, 3, true );
		wfIntrinsic t;
		CHECK_EQUAL( wfCreateIntrinsic( mesh, NULL, &t ), wf_ok );
		checkDelaunay( &t );
		CHECK( checkStructure( &t, mesh ) < 1e-5 );
		// What the corners at a vertex add up to is still its angle.
		double* sum = wfAllocateZeroed( (size_t)t.vertexCount * sizeof( double ) );
		for ( int32_t h = 0; h < 3 * t.triangleCount; ++h )
		{
			sum[t.corners[h]] += angleOf( &t, h );
		}
		double worst = 0.0;
		for ( int32_t v = 0; v < t.vertexCount; ++v )
		{
			worst = fmax( worst, fabs( sum[v] - t.vertexAngle[v] ) );
		}
		CHECK( worst < 1e-5 );
		wfReleaseArray( sum, (size_t)t.vertexCount, sizeof( double ) );
		wfIntrinsic_Free( &t );
		wfDestroyMesh( mesh );
	}
}

TEST( WallsAreHeld )
{
	wfMesh* mesh = meshOfSquares( 14, 10, 1.0, 0.95 );
	uint8_t held[15 * 11] = { 0 };
	for ( int32_t i = 3; i <= 11; ++i )
	{
		held[5 * 15 + i] = 1;
		held[6 * 15 + i] = 1;
	}
	wfIntrinsic plain, walled;
	CHECK_EQUAL( wfCreateIntrinsic( mesh, NULL, &plain ), wf_ok );
	CHECK_EQUAL( wfCreateIntrinsic( mesh, held, &walled ), wf_ok );
	// Which edges of the wall are there.
	int32_t walls = 0, present[2] = { 0, 0 };
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		walls += h > mesh->twin[h] && held[mesh->triangles[h]] && held[wfToVertex( mesh, h )];
		const wfIntrinsic* both[2] = { &plain, &walled };
		for ( int k = 0; k < 2; ++k )
		{
			const wfIntrinsic* t = both[k];
			present[k] += h > t->twin[h] && t->meshEdge[h] >= 0 && held[t->corners[h]] && held[t->corners[wfNextHalfEdge( h )]];
		}
	}
	CHECK( walls > 0 && present[0] < walls );
	CHECK_EQUAL( present[1], walls );
	CHECK( checkStructure( &walled, mesh ) < 1e-9 );
	wfIntrinsic_Free( &plain );
	wfIntrinsic_Free( &walled );
	wfDestroyMesh( mesh );
}

TEST( TriangulatingSurvivesFailedAllocations )
{
	wfMesh* mesh = meshOfSquares( 5, 4, 1.0, 0.9 );
	wfIntrinsic t;
	TEST_EVERY_ALLOCATION( wfCreateIntrinsic( mesh, NULL, &t ), wfIntrinsic_Free( &t ) );
	wfDestroyMesh( mesh );
}

// The order itself: each vertex has a pivot, and no front is larger than what dissection must leave.
TEST( DissectionPartsTheMesh )
{
	wfMesh* mesh = meshTorus( 80, 60 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	wfOrder order;
	CHECK_EQUAL( wfOrderDissected( &planner->core.matrix, mesh->vertices, 0.3, 40, &order ), wf_ok );
	CHECK_EQUAL( order.groupCount, mesh->vertexCount );
	int32_t wrong = 0;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		wrong += order.pivotOfGroup[v] < 0 || order.pivotOfGroup[v] >= order.pivotCount;
	}
	CHECK_EQUAL( wrong, 0 );
	wfSymbolic symbolic;
	CHECK_EQUAL( wfAnalyse( &planner->core.matrix, &order, NULL, &symbolic ), wf_ok );
	CHECK( symbolic.operations < 2.0 * planner->core.symbolic.operations );
	wfSymbolic_Free( &symbolic );
	wfOrder_Free( &order );
	TEST_EVERY_ALLOCATION( wfOrderDissected( &planner->core.matrix, mesh->vertices, 0.3, 900, &order ), wfOrder_Free( &order ) );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
	// A hub that everything is linked to cannot be parted.
	Draft draft = beginDraft( 202, 200 );
	for ( int32_t i = 0; i <= 200; ++i )
	{
		addVertex( &draft, cos( 0.03 * i ), sin( 0.03 * i ), 0.0 );
	}
	int32_t hub = addVertex( &draft, 0.0, 0.0, 0.5 );
	for ( int32_t i = 0; i < 200; ++i )
	{
		addTriangle( &draft, i, i + 1, hub );
	}
	mesh = finishDraft( &draft );
	def.boundary = wf_neumannWalls;
	planner = makePlanner( mesh, &def );
	CHECK_EQUAL( wfOrderDissected( &planner->core.matrix, mesh->vertices, 0.03, 10, &order ), wf_ok );
	wfOrder_Free( &order );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

void runSurfaceIntrinsicTests( int argc, char** argv )
{
	RUN( FlatMeshesKeepTheirPlane );
	RUN( AnySurfaceBecomesDelaunay );
	RUN( WallsAreHeld );
	RUN( TriangulatingSurvivesFailedAllocations );
	RUN( DissectionPartsTheMesh );
}
