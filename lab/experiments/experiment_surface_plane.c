// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Planar worlds as triangle meshes: S1 compares their fields with the grid's, S4 walks out of a trap.
#include "experiment_surface.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ----------------------------------------------------------------------------------------------------------- S1: the plane

// Differences of the attraction at the centres of the grid's free cells, in percent of the goal's.
typedef struct Difference
{
	double mean, deviation, worst;
	wfVec2 worstAt;
	int32_t cells;
} Difference;

static double getScaled( wfScaled value )
{
	return value.mantissa == 0.0 ? 0.0 : ldexp( value.mantissa, value.exponent );
}

// The attraction at a place between vertices that have `values`.
static double interpolate( const wfMesh* mesh, const double* values, wfVec2 at )
{
	wfSurfacePoint point = wfMesh_FindNearest( mesh, ( wfVec3 ){ at.x, at.y, 0.0 }, NULL );
	const int32_t* corners = wfMesh_GetTriangles( mesh ) + 3 * (size_t)point.triangle;
	return ( 1.0 - point.u - point.v ) * values[corners[0]] + point.u * values[corners[1]] + point.v * values[corners[2]];
}

static Difference compare( const wfGrid* grid, const wfField* field, const wfMesh* mesh, const double* values )
{
	Difference difference = { 0 };
	double square = 0.0;
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		wfVec2 center = wfGrid_GetCenter( grid, cell );
		if ( wfGrid_IsFree( grid, cell ) && !wfField_IsGoal( field, center ) )
		{
			double d = 100.0 * fabs( interpolate( mesh, values, center ) - getScaled( wfField_GetCellValue( field, cell ) ) );
			difference.mean += d;
			square += d * d;
			difference.worstAt = d > difference.worst ? center : difference.worstAt;
			difference.worst = fmax( difference.worst, d );
			difference.cells += 1;
		}
	}
	double count = difference.cells > 0 ? difference.cells : 1;
	difference.mean /= count;
	difference.deviation = sqrt( fmax( 0.0, square / count - difference.mean * difference.mean ) );
	return difference;
}

// How far the mesh's path from each start strays from the grid's, at most.
static double compareWays( wfTrial* run, const wfField* field, const wfSolvedSurface* stage, const wfSurfacePoint* starts,
						   int32_t count )
{
	double farthest = 0.0;
	wfPath planar = { 0 };
	wfSurfacePath path = { 0 };
	for ( int32_t i = 0; i < count; ++i )
	{
		bool both = wfTrial_TraceSurface( run, stage, NULL, starts[i], 0.0, &path ) &&
					wfTrial_Trace( run, field, run->scenario.starts[i], &planar );
		farthest = both ? farthest : INFINITY;
		for ( int32_t k = 0; both && k < path.count; ++k )
		{
			wfVec3 p = path.points[k];
			double nearest = INFINITY;
			for ( int32_t m = 0; m + 1 < planar.count; ++m )
			{
				wfVec2 a = planar.points[m], b = planar.points[m + 1];
				double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
				double t = square > 0.0 ? ( ( p.x - a.x ) * dx + ( p.y - a.y ) * dy ) / square : 0.0;
				t = fmin( fmax( t, 0.0 ), 1.0 );
				double x = p.x - a.x - t * dx, y = p.y - a.y - t * dy;
				nearest = fmin( nearest, x * x + y * y );
			}
			farthest = fmax( farthest, sqrt( nearest ) );
		}
	}
	wfSurfacePath_Free( &path );
	wfPath_Free( &planar );
	return farthest;
}

// In cells, from the centre of one to the nearest goal cell's.
static double getGoalDistance( wfTrial* run, const wfGrid* grid, wfVec2 from )
{
	int32_t count = 0;
	int32_t* cells = wfTrial_GetGoalCells( run, grid, &count );
	double nearest = INFINITY;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec2 goal = wfGrid_GetCenter( grid, cells[i] );
		nearest = fmin( nearest, hypot( goal.x - from.x, goal.y - from.y ) );
	}
	free( cells );
	return nearest / wfGrid_GetCellSize( grid );
}

static void noteDifference( wfTrial* run, const char* method, const char* mesh, Difference d )
{
	wfTrial_Note( run, "%", d.mean, "%s, %s mesh: mean", method, mesh );
	wfTrial_Note( run, "%", d.deviation, "%s, %s mesh: standard deviation", method, mesh );
	wfTrial_Note( run, "%", d.worst, "%s, %s mesh: worst cell", method, mesh );
}

typedef struct PlaneFigures
{
	Difference ours, reference;
	double stray; // metres
	int32_t flat;
	wfTour tour;
} PlaneFigures;

// Regular, or with noise; a picture of the walks from the scenario's starts. Returns how many arrive.
static wfSolvedSurface makeStage( wfTrial* run, const wfGrid* grid, bool noisy, wfSurfacePoint* starts, int32_t* arrived )
{
	wfSolvedSurface stage = wfTrial_MakePlaneStage( run, grid, noisy ? wfTrial_GetNumber( run, "noise" ) : 0.0, 1 );
	char title[200];
	snprintf( title, sizeof( title ), "%.120s: %s", run->scenario.name, noisy ? "40 % noise" : "regular" );
	int32_t count = wfTrial_PlaceStarts( run, stage.mesh, starts );
	*arrived = wfTrial_DrawWalksOn( run, &stage, noisy ? "noisy" : "", title, starts, count );
	return stage;
}

static void measurePlane( wfTrial* run, const wfGrid* grid, const wfField* field, bool noisy, PlaneFigures* figures )
{
	wfSurfacePoint starts[WF_MAX_LIST];
	int32_t arrived;
	wfSolvedSurface stage = makeStage( run, grid, noisy, starts, &arrived );
	int32_t count = wfMesh_GetVertexCount( stage.mesh );
	double* values = wfNewArray( (size_t)count, sizeof( double ) );
	for ( int32_t v = 0; v < count; ++v )
	{
		values[v] = getScaled( wfSurfaceField_GetValue( stage.field, v ) );
	}
	figures->ours = compare( grid, field, stage.mesh, values );
	figures->flat = (int32_t)wfSurfaceField_GetReport( stage.field ).flatCount;
	figures->tour = wfTrial_TourStage( run, &stage, NULL, run->quick ? 7 : 1, 0.0, NULL );
	double* p = wfTrial_Relax( run, &stage, -1, wfTrial_GetNumber( run, "relaxChange" ), NULL );
	for ( int32_t v = 0; v < count; ++v )
	{
		values[v] = 1.0 - p[v];
	}
	figures->reference = compare( grid, field, stage.mesh, values );
	figures->stray = compareWays( run, field, &stage, starts, wfTrial_PlaceStarts( run, stage.mesh, starts ) );
	free( p );
	free( values );
	wfSolvedSurface_Free( &stage );
}

void wfPerformPlane( wfTrial* run )
{
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	PlaneFigures figures[2] = { 0 };
	for ( int32_t k = 0; k < 2; ++k )
	{
		measurePlane( run, grid, solved.field, k == 1, figures + k );
	}
	wfTrial_Claim( run, "regularMean", figures[0].ours.mean );
	wfTrial_Claim( run, "regularWorst", figures[0].ours.worst );
	wfTrial_Claim( run, "noisyMean", figures[1].ours.mean );
	wfTrial_Claim( run, "noisyWorst", figures[1].ours.worst );
	wfTrial_Claim( run, "flat", figures[0].flat + figures[1].flat );
	double arrived = figures[0].tour.arrived + figures[1].tour.arrived;
	wfTrial_Claim( run, "arrive", arrived / ( figures[0].tour.starts + figures[1].tour.starts ) );
	wfTrial_Claim( run, "stray", fmax( figures[0].stray, figures[1].stray ) / wfGrid_GetCellSize( grid ) );
	wfTrial_Note( run, "", figures[0].ours.cells, "cells compared" );
	for ( int32_t k = 0; k < 2; ++k )
	{
		const char* mesh = k == 0 ? "regular" : "noisy";
		noteDifference( run, "ours", mesh, figures[k].ours );
		noteDifference( run, "3DS-BVP", mesh, figures[k].reference );
		double away = getGoalDistance( run, grid, figures[k].ours.worstAt );
		wfTrial_Note( run, "cells", away, "ours, %s mesh: from the worst cell to the goal", mesh );
		wfTrial_Note( run, "degrees", wfDegrees( figures[k].tour.largestTurn ), "largest turn of all paths, %s mesh", mesh );
	}
	wfSolved_Free( &solved );
	wfDestroyGrid( grid );
}

// ------------------------------------------------------------------------------------------------------------ S4: the trap

// Vertices from which walking to the neighbour nearest to the goal, as long as there is a nearer one, ends before it.
static int32_t countStuck( const wfSolvedSurface* stage )
{
	int32_t count = wfMesh_GetVertexCount( stage->mesh ), stuck = 0;
	const wfVec3* vertices = wfMesh_GetVertices( stage->mesh );
	wfVec3 goal = vertices[stage->goals[stage->goalCount / 2]];
	int32_t* next = wfNewArray( (size_t)count, sizeof( int32_t ) );
	double* distance = wfNewArray( (size_t)count, sizeof( double ) );
	for ( int32_t v = 0; v < count; ++v )
	{
		double dx = vertices[v].x - goal.x, dy = vertices[v].y - goal.y;
		next[v] = v;
		distance[v] = dx * dx + dy * dy;
	}
	for ( int32_t h = 0; h < 3 * wfMesh_GetTriangleCount( stage->mesh ); ++h )
	{
		const int32_t* corners = wfMesh_GetTriangles( stage->mesh ) + h / 3 * 3;
		for ( int32_t k = 1; k < 3; ++k )
		{
			int32_t a = corners[h % 3], b = corners[( h + k ) % 3];
			next[a] = wfSurfacePlanner_IsVertexFree( stage->planner, b ) && distance[b] < distance[next[a]] ? b : next[a];
		}
	}
	for ( int32_t v = 0; v < count; ++v )
	{
		int32_t at = v;
		while ( next[at] != at && !wfSurfaceField_IsGoal( stage->field, at ) )
		{
			at = next[at];
		}
		stuck += wfSurfacePlanner_IsVertexFree( stage->planner, v ) && !wfSurfaceField_IsGoal( stage->field, at );
	}
	free( next );
	free( distance );
	return stuck;
}

typedef struct TrapFigures
{
	double stuck; // share
	wfFieldReport report;
	wfTour tour;
	wfRelaxReport relaxed[2];
	double relaxedArrive[2];
	int32_t startsArrived;
} TrapFigures;

static void measureTrap( wfTrial* run, const wfGrid* grid, bool noisy, const double* changes, TrapFigures* figures )
{
	wfSurfacePoint starts[WF_MAX_LIST];
	wfSolvedSurface stage = makeStage( run, grid, noisy, starts, &figures->startsArrived );
	int32_t stride = run->quick ? 7 : 1;
	figures->report = wfSurfaceField_GetReport( stage.field );
	figures->stuck = (double)countStuck( &stage ) / (double)figures->report.reachableCount;
	figures->tour = wfTrial_TourStage( run, &stage, NULL, stride, 0.0, NULL );
	for ( int32_t k = 0; k < 2; ++k )
	{
		double* p = wfTrial_Relax( run, &stage, -1, changes[k], figures->relaxed + k );
		wfTour tour = wfTrial_TourStage( run, &stage, p, stride, 0.0, NULL );
		figures->relaxedArrive[k] = tour.starts > 0 ? (double)tour.arrived / tour.starts : 0.0;
		free( p );
	}
	wfSolvedSurface_Free( &stage );
}

void wfPerformPlaneTrap( wfTrial* run )
{
	double changes[2];
	wfTrial_GetNumbers( run, "relaxChanges", "two numbers", changes, 2 );
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	TrapFigures figures[2] = { 0 };
	for ( int32_t k = 0; k < 2; ++k )
	{
		measureTrap( run, grid, k == 1, changes, figures + k );
	}
	int32_t starts = run->scenario.startCount < WF_MAX_LIST ? run->scenario.startCount : WF_MAX_LIST;
	wfTrial_Claim( run, "isTrap", fmin( figures[0].stuck, figures[1].stuck ) );
	wfTrial_Claim( run, "flat", (double)( figures[0].report.flatCount + figures[1].report.flatCount ) );
	wfTrial_Claim( run, "residual", fmax( figures[0].report.maxRelativeResidual, figures[1].report.maxRelativeResidual ) );
	double arrived = figures[0].tour.arrived + figures[1].tour.arrived;
	wfTrial_Claim( run, "arrive", arrived / ( figures[0].tour.starts + figures[1].tour.starts ) );
	wfTrial_Claim( run, "touches", figures[0].tour.touches + figures[1].tour.touches );
	wfTrial_Claim( run, "startsArrive", ( figures[0].startsArrived + figures[1].startsArrived ) / ( 2.0 * starts ) );
	for ( int32_t k = 0; k < 2; ++k )
	{
		const char* mesh = k == 0 ? "regular" : "noisy";
		wfTrial_Note( run, "", (double)figures[k].report.freeCount, "%s mesh: free vertices", mesh );
		wfTrial_Note( run, "degrees", wfDegrees( figures[k].tour.largestTurn ), "%s mesh: largest turn", mesh );
		for ( int32_t e = 0; e < 2; ++e )
		{
			wfTrial_Note( run, "", (double)figures[k].relaxed[e].flatCount, "3DS-BVP to %g, %s mesh: flat vertices", changes[e],
						  mesh );
			wfTrial_Note( run, "", figures[k].relaxedArrive[e], "3DS-BVP to %g, %s mesh: share that arrives", changes[e], mesh );
		}
	}
	wfDestroyGrid( grid );
}
