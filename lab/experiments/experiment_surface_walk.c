// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walks on bent surfaces: S2 from everywhere, with and without obstacles; S3 from many places of one cell.
#include "experiment_surface.h"

#include "base/vec3.h"

#include <math.h>
#include <stdlib.h>

#define MAX_STARTS 32

// The list of points at `path`, as places of the mesh.
static int32_t findStarts( wfTrial* run, const wfMesh* mesh, const char* path, wfSurfacePoint* starts )
{
	int32_t count = wfTrial_CountItems( run, path, 1, WF_MAX_LIST );
	for ( int32_t i = 0; i < count; ++i )
	{
		starts[i] = wfMesh_FindNearest( mesh, wfTrial_GetPoint( run, wfKey( "%s[%d]", path, i ) ), NULL );
	}
	return count;
}

// ------------------------------------------------------------------------------------------------- S2: with and without

// Of paths that would meet the obstacles if they were not avoided.
typedef struct Detours
{
	int32_t count;
	double longer; // mean of the new length over the old one
} Detours;

static Detours measureDetours( wfTrial* run, const wfSolvedSurface* plain, const wfSolvedSurface* blocked, const double* lengths,
							   const double* blockedLengths, int32_t stride )
{
	Detours detours = { 0 };
	wfSurfacePath path = { 0 };
	for ( int32_t v = 0; v < wfMesh_GetVertexCount( plain->mesh ); v += stride )
	{
		if ( !( isfinite( lengths[v] ) && isfinite( blockedLengths[v] ) && lengths[v] > 0.0 ) )
		{
			continue;
		}
		wfTrial_TraceSurface( run, plain, NULL, wfMesh_GetVertexPoint( plain->mesh, v ), 0.0, &path );
		if ( wfSurfacePath_Touches( &path, plain->mesh, blocked->mask, false ) )
		{
			detours.count += 1;
			detours.longer += blockedLengths[v] / lengths[v];
		}
	}
	wfSurfacePath_Free( &path );
	detours.longer /= detours.count > 0 ? detours.count : 1;
	return detours;
}

static void noteTour( wfTrial* run, const char* when, const wfTour* tour )
{
	wfTrial_Note( run, "", tour->starts, "%s: walks", when );
	wfTrial_Note( run, "", tour->unreachable, "%s: vertices cut off", when );
	wfTrial_Note( run, "m", tour->lengthMean, "%s: mean length", when );
	wfTrial_Note( run, "degrees", wfDegrees( tour->turnMean ), "%s: mean of the largest turns", when );
	wfTrial_Note( run, "", (double)tour->rescues, "%s: times led on along an edge", when );
}

// The literature's walk on the same stage, for comparison.
static void noteReference( wfTrial* run, const char* when, const wfSolvedSurface* stage, int32_t stride )
{
	double* p = wfTrial_Relax( run, stage, -1, wfTrial_GetNumber( run, "relaxChange" ), NULL );
	wfTour tour = wfTrial_TourStage( run, stage, p, stride, 0.0, NULL );
	wfTrial_Note( run, "", tour.starts > 0 ? (double)tour.arrived / tour.starts : 0.0, "3DS-BVP, %s: share that arrives", when );
	wfTrial_Note( run, "degrees", wfDegrees( tour.largestTurn ), "3DS-BVP, %s: largest turn", when );
	wfTrial_Note( run, "degrees", wfDegrees( tour.turnMean ), "3DS-BVP, %s: mean of the largest turns", when );
	free( p );
}

void wfPerformSurfaceWalks( wfTrial* run )
{
	wfSolvedSurface stages[2] = { { 0 } };
	wfSurfacePoint starts[WF_MAX_LIST];
	double* lengths[2];
	wfTour tours[2];
	wfFieldReport reports[2];
	int32_t stride = run->quick ? (int32_t)wfTrial_GetOption( run, "quickStride", 5.0 ) : 1;
	stride = stride < 1 ? 1 : stride;
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfSolvedSurface* stage = stages + k;
		stage->mesh = wfTrial_MakeSurface( run, "" );
		wfSolvedSurface_SetGoal( stage, wfTrial_GetPoint( run, "goal" ) );
		int32_t startCount = findStarts( run, stage->mesh, "starts", starts );
		if ( k == 1 )
		{
			wfTrial_BlockDiscs( run, "obstacles", stage );
		}
		wfTrial_SolveStage( run, stage );
		lengths[k] = wfNewArray( (size_t)wfMesh_GetVertexCount( stage->mesh ), sizeof( double ) );
		reports[k] = wfSurfaceField_GetReport( stage->field );
		tours[k] = wfTrial_TourStage( run, stage, NULL, stride, 0.0, lengths[k] );
		wfTrial_DrawWalksOn( run, stage, k == 0 ? "" : "obstacles", run->scenario.name, starts, startCount );
	}
	Detours detours = measureDetours( run, stages, stages + 1, lengths[0], lengths[1], stride );
	wfTrial_Claim( run, "arrive", (double)tours[0].arrived / tours[0].starts );
	wfTrial_Claim( run, "arriveObstacles", (double)tours[1].arrived / tours[1].starts );
	wfTrial_Claim( run, "flat", (double)( reports[0].flatCount + reports[1].flatCount ) );
	wfTrial_Claim( run, "residual", fmax( reports[0].maxRelativeResidual, reports[1].maxRelativeResidual ) );
	wfTrial_Claim( run, "turn", wfDegrees( fmax( tours[0].largestTurn, tours[1].largestTurn ) ) );
	wfTrial_Claim( run, "turnMean", wfDegrees( fmax( tours[0].turnMean, tours[1].turnMean ) ) );
	wfTrial_Claim( run, "inTheWay", (double)detours.count / tours[1].starts );
	wfTrial_Claim( run, "longer", detours.longer );
	wfTrial_Claim( run, "touches", tours[1].touches );
	wfMeshReport mesh = wfMesh_GetReport( stages[0].mesh );
	wfTrial_Note( run, "", mesh.vertices, "vertices" );
	wfTrial_Note( run, "", mesh.genus, "genus" );
	noteTour( run, "without obstacles", tours );
	noteTour( run, "with obstacles", tours + 1 );
	noteReference( run, "with obstacles", stages + 1, stride );
	for ( int32_t k = 0; k < 2; ++k )
	{
		free( lengths[k] );
		wfSolvedSurface_Free( stages + k );
	}
}

// ---------------------------------------------------------------------------------------------------- S3: one cell's starts

// The place after a share of the path's length.
static wfVec3 getPlaceAt( const wfSurfacePath* path, double share )
{
	double left = 0.0;
	for ( int32_t i = 0; i + 1 < path->count; ++i )
	{
		left += share * wfDistance3( path->points[i], path->points[i + 1] );
	}
	for ( int32_t i = 0; i + 1 < path->count; ++i )
	{
		double piece = wfDistance3( path->points[i], path->points[i + 1] );
		if ( left <= piece && piece > 0.0 )
		{
			wfVec3 a = path->points[i], b = path->points[i + 1];
			double t = left / piece;
			return ( wfVec3 ){ a.x + t * ( b.x - a.x ), a.y + t * ( b.y - a.y ), a.z + t * ( b.z - a.z ) };
		}
		left -= piece;
	}
	return path->points[path->count - 1];
}

typedef struct Spread
{
	double widest; // of the places after a half of the way, metres, over all pairs
	double lengthRatio;
	int32_t arrived;
} Spread;

static Spread measureSpread( const wfSurfacePath* paths, const bool* arrived, int32_t count )
{
	Spread spread = { 0 };
	double shortest = INFINITY, longest = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( !arrived[i] || paths[i].count < 2 )
		{
			continue;
		}
		spread.arrived += 1;
		shortest = fmin( shortest, paths[i].length );
		longest = fmax( longest, paths[i].length );
		for ( int32_t k = 0; k < i; ++k )
		{
			if ( arrived[k] && paths[k].count > 1 )
			{
				spread.widest = fmax( spread.widest, wfDistance3( getPlaceAt( paths + i, 0.5 ), getPlaceAt( paths + k, 0.5 ) ) );
			}
		}
	}
	spread.lengthRatio = spread.arrived > 0 ? longest / shortest : NAN;
	return spread;
}

// Places around a vertex, all of them in its cell.
static void placeStarts( const wfMesh* mesh, int32_t vertex, double share, wfSurfacePoint* starts, int32_t count )
{
	double reach = share * wfMesh_GetReport( mesh ).meanEdge;
	wfVec3 middle = wfMesh_GetVertices( mesh )[vertex],
		   normal = wfMesh_GetNormal( mesh, wfMesh_GetVertexPoint( mesh, vertex ).triangle );
	// Two directions across the normal.
	wfVec3 a = fabs( normal.z ) < 0.9 ? ( wfVec3 ){ -normal.y, normal.x, 0.0 } : ( wfVec3 ){ normal.z, 0.0, -normal.x };
	double length = sqrt( a.x * a.x + a.y * a.y + a.z * a.z );
	a = ( wfVec3 ){ a.x / length, a.y / length, a.z / length };
	wfVec3 b = { normal.y * a.z - normal.z * a.y, normal.z * a.x - normal.x * a.z, normal.x * a.y - normal.y * a.x };
	for ( int32_t i = 0; i < count; ++i )
	{
		double angle = 2.0 * 3.14159265358979 * i / count, x = reach * cos( angle ), y = reach * sin( angle );
		wfVec3 place = { middle.x + x * a.x + y * b.x, middle.y + x * a.y + y * b.y, middle.z + x * a.z + y * b.z };
		starts[i] = wfMesh_FindNearest( mesh, place, NULL );
	}
}

static void tellSpread( wfTrial* run, const char* method, Spread spread, int32_t count )
{
	wfTrial_Note( run, "m", spread.widest, "%s: widest apart after half of the way", method );
	wfTrial_Note( run, "", spread.lengthRatio, "%s: longest path over the shortest", method );
	wfTrial_Note( run, "", (double)spread.arrived / count, "%s: share that arrives", method );
}

// From all starts, down the relaxed potential `p` or, where that is null, up the field. Drawn when there is a title.
static Spread walkStarts( wfTrial* run, const wfSolvedSurface* stage, const double* p, const wfSurfacePoint* starts,
						  int32_t count, const char* ending, const char* title )
{
	wfSurfacePath paths[MAX_STARTS] = { { 0 } };
	bool arrived[MAX_STARTS] = { false };
	for ( int32_t i = 0; i < count; ++i )
	{
		arrived[i] = wfTrial_TraceSurface( run, stage, p, starts[i], 0.0, paths + i );
	}
	Spread spread = measureSpread( paths, arrived, count );
	if ( title != NULL )
	{
		wfTrial_DrawStage( run, stage, ending, title, paths, count );
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		wfSurfacePath_Free( paths + i );
	}
	return spread;
}

static Spread spreadByRelaxing( wfTrial* run, const wfSolvedSurface* stage, int32_t occupied, const wfSurfacePoint* starts,
								int32_t count )
{
	double* p = wfTrial_Relax( run, stage, occupied, wfTrial_GetNumber( run, "relaxChange" ), NULL );
	Spread spread = walkStarts( run, stage, p, starts, count, "occupied", "3DS-BVP: the start's vertex is an obstacle" );
	free( p );
	return spread;
}

// The same mesh and goal with the start's vertex taken as an obstacle in our own field: it is not the relaxation that spreads.
static wfSolvedSurface occupyStart( wfTrial* run, const wfSolvedSurface* stage, int32_t occupied )
{
	wfSolvedSurface tricked = *stage; // all but the field stay with the other
	wfSurfaceGoalDef goal = wfSolvedSurface_GetGoal( stage );
	goal.occupied = occupied;
	tricked.field = NULL;
	wfTrial_Check( run, wfSurfacePlanner_CreateField( stage->planner, &goal, &tricked.field, &wf_error ) );
	return tricked;
}

void wfPerformSpread( wfTrial* run )
{
	wfSurfacePoint starts[MAX_STARTS];
	int32_t count = (int32_t)wfTrial_GetNumber( run, "startCount" );
	double share = wfTrial_GetNumber( run, "startRadius" );
	wfVec3 goal = wfTrial_GetPoint( run, "goal" ), start = wfTrial_GetPoint( run, "start" );
	wfTrial_FailIf( run, count < 2 || count > MAX_STARTS, "startCount", "expected 2 to %d", MAX_STARTS );
	wfTrial_FailIf( run, !( share > 0.0 && share <= 0.5 ), "startRadius", "expected a share of an edge up to 0.5" );
	wfSolvedSurface stage = { .mesh = wfTrial_MakeSurface( run, "" ) };
	wfSolvedSurface_SetGoal( &stage, goal );
	wfTrial_SolveStage( run, &stage );
	int32_t vertex = wfGetNearestVertex( stage.mesh, start );
	placeStarts( stage.mesh, vertex, share, starts, count );
	double cell = 2.0 * share * wfMesh_GetReport( stage.mesh ).meanEdge;
	wfSolvedSurface tricked = occupyStart( run, &stage, vertex );
	Spread relaxed = spreadByRelaxing( run, &tricked, vertex, starts, count );
	Spread occupied = walkStarts( run, &tricked, NULL, starts, count, "", NULL );
	Spread ours = walkStarts( run, &stage, NULL, starts, count, "", "ours: nothing but the goal" );
	wfTrial_Claim( run, "theirs", relaxed.widest / cell );
	wfTrial_Claim( run, "ours", ours.widest / cell );
	wfTrial_Claim( run, "ratio", relaxed.widest / ours.widest );
	wfTrial_Claim( run, "lengths", ours.lengthRatio );
	wfTrial_Claim( run, "arrive", (double)ours.arrived / count );
	wfTrial_Note( run, "m", cell, "starts: widest apart" );
	wfTrial_Note( run, "1/m", wfSurfacePlanner_GetReport( stage.planner ).haste, "ours: haste in force" );
	tellSpread( run, "3DS-BVP, start occupied", relaxed, count );
	tellSpread( run, "our field, start occupied", occupied, count );
	tellSpread( run, "ours", ours, count );
	wfDestroySurfaceField( tricked.field );
	wfSolvedSurface_Free( &stage );
}
