// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What `wayfield surface` prints and writes.

#include "surface.h"

#include "base/vec3.h"

#include <math.h>
#include <stdio.h>

#define DEGREES ( 180.0 / 3.14159265358979323846 )

// ----------------------------------------------------------------------------------------------------------------- text

// Also where nothing was found that was asked for by the shape of the ground.
static void printObstacles( const wfObstacleReport* obstacles, int32_t vertices )
{
	if ( obstacles->blockedVertices == 0 && !( obstacles->maxSlope > 0.0 ) && !obstacles->pierced )
	{
		return;
	}
	const char* triangles = " triangles";
	printf( "obstacles %s of %s vertices blocked", wfShowCount( obstacles->blockedVertices ), wfShowCount( vertices ) );
	if ( obstacles->height > 0.0 )
	{
		printf( ", %s%s lower than %g m", wfShowCount( obstacles->lowTriangles ), triangles, obstacles->height );
		triangles = "";
	}
	if ( obstacles->maxSlope > 0.0 )
	{
		printf( ", %s%s steeper than %g degrees", wfShowCount( obstacles->steepTriangles ), triangles, obstacles->maxSlope );
		triangles = "";
	}
	if ( obstacles->pierced )
	{
		printf( ", %s%s pierced", wfShowCount( obstacles->piercedTriangles ), triangles );
	}
	printf( "\n" );
}

static void printMesh( const wfSurfaceRun* run )
{
	wfMeshReport report = wfMesh_GetReport( run->scene.mesh );
	char loops[64] = "closed";
	const char* repairs = wfDescribeRepairs( &report );
	if ( !report.closed )
	{
		snprintf( loops, sizeof( loops ), "%d boundary loop%s", report.boundaryLoops, report.boundaryLoops == 1 ? "" : "s" );
	}
	printf( "mesh      %s: %s vertices, %s triangles, %d component%s, genus %d, %s%s, %.3f s\n", run->scene.name,
			wfShowCount( report.vertices ), wfShowCount( report.triangles ), report.components, report.components == 1 ? "" : "s",
			report.genus, loops, report.orientable ? "" : ", not orientable", run->secondsLoad );
	if ( repairs[0] != 0 )
	{
		printf( "repairs   %s\n", repairs );
	}
	printObstacles( &run->obstacles, report.vertices );
}

static void printPlace( const char* what, const wfFoundPlace* place )
{
	if ( place->distance > 0.0 )
	{
		printf( "%-9s %s, %.3g m away from the surface: the nearest place of it is taken\n", what, place->label,
				place->distance );
	}
}

static void printField( const wfSurfaceRun* run )
{
	if ( run->planner == NULL )
	{
		printf( "relaxed   influence weights, %s sweeps to changes of %.2g in all%s, %s flat vertices, %.4f s\n",
				wfShowCount( run->relax.iterations ), run->relax.sumChange, run->relax.converged ? "" : " (not converged)",
				wfShowCount( run->relax.flatCount ), run->secondsGoal );
		return;
	}
	wfPlannerReport planner = wfSurfacePlanner_GetReport( run->planner );
	double asked = isnan( wf_surfaceOptions.haste ) ? run->scene.planner.haste : wf_surfaceOptions.haste;
	char most[96] = "";
	if ( asked > planner.haste )
	{
		snprintf( most, sizeof( most ), " (%.3g/m asked, %.3g per mean edge is the most)", asked,
				  planner.haste * wfMesh_GetReport( run->scene.mesh ).meanEdge );
	}
	printf( "factor    %s numbers, %.1f MB, %s edges turned to be Delaunay, haste %.3g/m%s, %.4f s\n",
			wfShowCount( planner.factorEntries ), (double)planner.bytes * 1e-6, wfShowCount( planner.flips ), planner.haste, most,
			run->secondsFactor );
	// A goal on the boundary counts as reachable, not as free.
	int64_t reachable = run->fieldReport.reachableCount, isFree = run->fieldReport.freeCount;
	printf( "field     %s of %s free vertices reach the goal, residual %.2g, %s flat vertices, %.5f s\n",
			wfShowCount( reachable ), wfShowCount( isFree > reachable ? isFree : reachable ),
			run->fieldReport.maxRelativeResidual, wfShowCount( run->fieldReport.flatCount ), run->secondsGoal );
}

static void printClearance( double mean, double least )
{
	if ( isfinite( mean ) && isfinite( least ) )
	{
		printf( ", clearance %.3g m on average and %.3g m at least", mean, least );
	}
	printf( "\n" );
}

static void printWalks( const wfSurfaceRun* run )
{
	const wfWalkTotals* totals = &run->totals;
	for ( int32_t i = 0; i < run->startCount && i < 16; ++i )
	{
		const wfSurfaceWalk* walk = &run->walks[i];
		if ( walk->result != wf_ok || walk->untrue )
		{
			printf( "path      from %s: %s\n", run->starts[i].label,
					walk->untrue ? "does not stand up to the check with the mesh" : wfDescribeResult( walk->result ) );
			continue;
		}
		printf( "path      from %s: %.4g m, %d points", run->starts[i].label, walk->length, run->paths[i].count );
		printClearance( walk->clearanceMean, walk->clearanceMin );
	}
	if ( run->startCount == 0 || run->startCount > 16 )
	{
		printf( "walks     %s: %s reached, %s unreachable, %s failed", wfShowCount( totals->walked - totals->blocked ),
				wfShowCount( totals->reached ), wfShowCount( totals->unreachable ), wfShowCount( totals->failed ) );
		printf( totals->blocked > 0 ? "; %s vertices on mesh limits where nobody can start\n" : "\n",
				wfShowCount( totals->blocked ) );
		if ( totals->reached > 0 )
		{
			printf( "paths     %.4g m on average", totals->lengthMean );
			printClearance( totals->clearanceMean, totals->clearanceMin );
			printf( "turns     %.1f degrees at most\n", DEGREES * totals->largestTurn );
		}
	}
	wfMeshReport mesh = wfMesh_GetReport( run->scene.mesh );
	if ( totals->reached > 0 && ( run->obstacles.blockedVertices > 0 || ( run->boundaryRepels && !mesh.closed ) ) )
	{
		printf( "touches   %s of %s paths touch an obstacle\n", wfShowCount( totals->touches ), wfShowCount( totals->reached ) );
	}
	printf( "time      load %.4f s, factor %.4f s, goal %.5f s", run->secondsLoad, run->secondsFactor, run->secondsGoal );
	if ( totals->reached > 0 )
	{
		printf( ", a path %.6f s", totals->secondsMean );
	}
	printf( "\n" );
}

static int printText( const wfSurfaceRun* run )
{
	const wfSurfaceOptions* options = &wf_surfaceOptions;
	printMesh( run );
	printPlace( "goal", &run->goal );
	for ( int32_t i = 0; i < run->startCount; ++i )
	{
		printPlace( "start", &run->starts[i] );
	}
	printField( run );
	printWalks( run );
	wfPrintFile( "picture", options->picture );
	wfPrintFile( "mesh", options->outMesh );
	wfPrintFile( "paths", options->outPaths );
	return wfFinishOutput( wf_exitOk );
}

// ----------------------------------------------------------------------------------------------------------------- JSON

static void addMesh( wfJsonOut* json, const wfSurfaceRun* run )
{
	wfMeshReport report = wfMesh_GetReport( run->scene.mesh );
	wfJsonOut_String( json, "file", wf_surfaceOptions.file );
	wfJsonOut_String( json, "name", run->scene.name );
	wfJsonOut_String( json, "format", run->scene.format );
	wfJsonOut_Integer( json, "vertices", report.vertices );
	wfJsonOut_Integer( json, "triangles", report.triangles );
	wfJsonOut_Integer( json, "genus", report.genus );
	wfJsonOut_Integer( json, "boundary_loops", report.boundaryLoops );
	wfJsonOut_Integer( json, "components", report.components );
	wfJsonOut_Bool( json, "orientable", report.orientable );
	wfAddRepairsAsJson( json, &report );
	wfJsonOut_Integer( json, "blocked_vertices", run->obstacles.blockedVertices );
	if ( run->obstacles.height > 0.0 )
	{
		wfJsonOut_Number( json, "height", run->obstacles.height );
		wfJsonOut_Integer( json, "low_triangles", run->obstacles.lowTriangles );
		wfJsonOut_Number( json, "lowest_headroom", run->obstacles.lowestHeadroom );
	}
	wfAddTerrainAsJson( json, &run->obstacles );
	if ( run->obstacles.discRadius > 0.0 )
	{
		wfJsonOut_Number( json, "disc_radius", run->obstacles.discRadius );
	}
}

static void addField( wfJsonOut* json, const wfSurfaceRun* run )
{
	wfJsonOut_String( json, "method", run->planner != NULL ? "fem" : "influence" );
	if ( run->planner == NULL )
	{
		wfJsonOut_Integer( json, "iterations", run->relax.iterations );
		wfJsonOut_Number( json, "sum_change", run->relax.sumChange );
		wfJsonOut_Bool( json, "converged", run->relax.converged );
		wfJsonOut_Integer( json, "flat_vertices", run->relax.flatCount );
		wfJsonOut_Number( json, "max_relative_residual", NAN );
		return;
	}
	wfPlannerReport planner = wfSurfacePlanner_GetReport( run->planner );
	wfJsonOut_Integer( json, "free_vertices", run->fieldReport.freeCount );
	wfJsonOut_Integer( json, "reachable_vertices", run->fieldReport.reachableCount );
	wfJsonOut_Integer( json, "flat_vertices", run->fieldReport.flatCount );
	wfJsonOut_Number( json, "max_relative_residual", run->fieldReport.maxRelativeResidual );
	wfJsonOut_Number( json, "min_log_q", run->fieldReport.minLogValue );
	wfJsonOut_Number( json, "haste", planner.haste );
	wfJsonOut_Integer( json, "flips", planner.flips );
	wfJsonOut_Integer( json, "not_delaunay", planner.notDelaunay );
	wfJsonOut_Integer( json, "factor_entries", planner.factorEntries );
	wfJsonOut_Integer( json, "factor_bytes", (int64_t)planner.bytes );
}

static void addPlace( wfJsonOut* json, const char* key, const wfSurfaceRun* run, const wfFoundPlace* place )
{
	wfVec3 position = wfMesh_GetPosition( run->scene.mesh, place->place );
	wfJsonOut_BeginRow( json, key );
	wfJsonOut_String( json, "label", place->label );
	if ( place->vertexCount > 0 )
	{
		wfJsonOut_Integer( json, "vertex", place->vertices[0] );
		wfJsonOut_Integer( json, "vertices", place->vertexCount );
	}
	wfJsonOut_Integer( json, "triangle", place->place.triangle );
	wfAddVectorAsJson( json, "position", position );
	wfJsonOut_Number( json, "distance", place->distance );
	wfJsonOut_End( json );
}

static void addTotals( wfJsonOut* json, const wfSurfaceRun* run )
{
	const wfWalkTotals* totals = &run->totals;
	wfJsonOut_Integer( json, "walks", totals->walked - totals->blocked );
	wfJsonOut_Integer( json, "reached", totals->reached );
	wfJsonOut_Integer( json, "failed", totals->failed );
	wfJsonOut_Integer( json, "unreachable", totals->unreachable );
	wfJsonOut_Integer( json, "starts_on_limits", totals->blocked );
	wfJsonOut_Number( json, "path_length_mean", totals->lengthMean );
	wfJsonOut_Number( json, "clearance_mean", totals->clearanceMean );
	wfJsonOut_Number( json, "clearance_min", totals->clearanceMin );
	wfJsonOut_Number( json, "largest_turn_deg", DEGREES * totals->largestTurn );
	wfJsonOut_Integer( json, "touches", totals->touches );
	wfJsonOut_Integer( json, "limit_touches", totals->boundaryTouches );
	wfJsonOut_Integer( json, "rescues", totals->rescues );
	wfJsonOut_Integer( json, "shut_triangles", run->shutTriangles );
}

static void addPaths( wfJsonOut* json, const wfSurfaceRun* run )
{
	wfJsonOut_BeginList( json, "paths" );
	for ( int32_t i = 0; i < run->startCount; ++i )
	{
		const wfSurfaceWalk* walk = &run->walks[i];
		const wfSurfacePath* path = &run->paths[i];
		wfJsonOut_BeginObject( json, NULL );
		addPlace( json, "from", run, &run->starts[i] );
		wfJsonOut_Bool( json, "reached", walk->result == wf_ok && !walk->untrue );
		wfJsonOut_Number( json, "length", walk->result == wf_ok ? walk->length : NAN );
		wfJsonOut_Number( json, "clearance_mean", walk->clearanceMean );
		wfJsonOut_Number( json, "clearance_min", walk->clearanceMin );
		wfJsonOut_Number( json, "largest_turn_deg", DEGREES * walk->largestTurn );
		wfJsonOut_BeginList( json, "points" );
		for ( int32_t k = 0; k < path->count; ++k )
		{
			wfAddVectorAsJson( json, NULL, path->points[k] );
		}
		wfJsonOut_End( json );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
}

static int printJson( const wfSurfaceRun* run )
{
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	wfJsonOut_BeginObject( &json, NULL );
	addMesh( &json, run );
	addField( &json, run );
	addPlace( &json, "goal", run, &run->goal );
	addTotals( &json, run );
	if ( run->startCount > 0 )
	{
		addPaths( &json, run );
	}
	wfJsonOut_Integer( &json, "threads", wfWorkers_GetCount( run->workers ) );
	wfJsonOut_BeginObject( &json, "seconds" );
	wfJsonOut_Number( &json, "load", run->secondsLoad );
	wfJsonOut_Number( &json, "obstacles", run->obstacles.seconds );
	wfJsonOut_Number( &json, "factor", run->secondsFactor );
	wfJsonOut_Number( &json, "goal", run->secondsGoal );
	wfJsonOut_Number( &json, "trace_mean", run->totals.secondsMean );
	wfJsonOut_Number( &json, "total", wfGetSeconds() - run->began );
	wfJsonOut_End( &json );
	wfJsonOut_End( &json );
	return wfText_Print( &text );
}

// ---------------------------------------------------------------------------------------------------------------- files

// Below this share of their length paths go all around: no side shows more of them than another.
#define LEAST_SHARE 0.15
#define LOWEST_ELEVATION ( -0.7 )
#define HIGHEST_ELEVATION 1.1

// Six times the volume: below 0 where the normals of a closed mesh point inward.
static double measureVolume( const wfMesh* mesh )
{
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	double volume = 0.0;
	for ( int32_t t = 0; t < wfMesh_GetTriangleCount( mesh ); ++t )
	{
		wfVec3 a = vertices[triangles[3 * t]], b = vertices[triangles[3 * t + 1]], c = vertices[triangles[3 * t + 2]];
		volume += wfDot3( a, wfCross3( b, c ) );
	}
	return volume;
}

// Turn the view to the side most of the paths are on; unchanged where no side shows more of them than another.
static void chooseView( const wfMesh* mesh, const wfSurfacePath* paths, int32_t count, wfView* view )
{
	wfVec3 sum = { 0.0, 0.0, 0.0 };
	double total = 0.0;
	for ( int32_t p = 0; p < count; ++p )
	{
		for ( int32_t k = 0; k + 1 < paths[p].count; ++k )
		{
			wfVec3 a = paths[p].points[k], b = paths[p].points[k + 1], d = { b.x - a.x, b.y - a.y, b.z - a.z };
			wfVec3 normal = wfMesh_GetNormal( mesh, paths[p].triangles[k] );
			double length = sqrt( wfDot3( d, d ) );
			sum = ( wfVec3 ){ sum.x + length * normal.x, sum.y + length * normal.y, sum.z + length * normal.z };
			total += length;
		}
	}
	// In the axes of a view with z up.
	wfVec3 side = view->yUp ? ( wfVec3 ){ sum.x, -sum.z, sum.y } : sum;
	wfMeshReport report = wfMesh_GetReport( mesh );
	double size = sqrt( wfDot3( side, side ) );
	if ( !report.orientable || !( size > LEAST_SHARE * total ) )
	{
		return;
	}
	bool away = report.closed ? measureVolume( mesh ) < 0.0 : side.z < 0.0;
	double sign = away ? -1.0 : 1.0;
	view->azimuth = fabs( side.x ) + fabs( side.y ) > 0.1 * size ? atan2( sign * side.y, sign * side.x ) : view->azimuth;
	double elevation = asin( fmax( -1.0, fmin( 1.0, sign * side.z / size ) ) );
	view->elevation = fmax( LOWEST_ELEVATION, fmin( HIGHEST_ELEVATION, elevation ) );
}

// Of the relaxed potential p: what the field would be, seen by triangle.
static double* makeTriangleValues( const wfSurfaceRun* run )
{
	const int32_t* triangles = wfMesh_GetTriangles( run->scene.mesh );
	int32_t count = wfMesh_GetTriangleCount( run->scene.mesh );
	double* values = wfNewArray( (size_t)count, sizeof( double ) );
	for ( int32_t t = 0; t < count; ++t )
	{
		values[t] = ( run->p[triangles[3 * t]] + run->p[triangles[3 * t + 1]] + run->p[triangles[3 * t + 2]] ) / 3.0;
	}
	return values;
}

// The paths there are, without the gaps walks that never began leave; those stay the run's.
static wfSurfacePath* collectPaths( const wfSurfaceRun* run, int32_t* count )
{
	wfSurfacePath* paths = wfNewArray( (size_t)run->pathCount, sizeof( wfSurfacePath ) );
	*count = 0;
	for ( int32_t i = 0; i < run->pathCount; ++i )
	{
		if ( run->paths[i].count > 0 )
		{
			paths[( *count )++] = run->paths[i];
		}
	}
	return paths;
}

static void draw( const wfSurfaceRun* run )
{
	const wfSurfaceOptions* options = &wf_surfaceOptions;
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.width = options->width > 0 ? options->width : def.width;
	def.edges = options->edges;
	def.mask = run->obstacles.blockedVertices > 0 ? run->scene.mask : NULL;
	def.view = wfMakeView( options->view, options->yUp );
	def.view.zoom = options->zoom;
	def.title = run->scene.name;
	wfSurfacePath* paths = collectPaths( run, &def.pathCount );
	double* values = run->p != NULL ? makeTriangleValues( run ) : NULL;
	if ( !wfIsGiven( "view" ) )
	{
		chooseView( run->scene.mesh, paths, def.pathCount, &def.view );
	}
	def.paths = paths;
	def.triangleValues = values;
	def.valueLabel = values != NULL ? "potential p" : NULL;
	wfExpect( wfDrawSurface( options->picture, run->scene.mesh, run->field, &def, &wf_error ) );
}

static void writeMesh( const wfSurfaceRun* run )
{
	const wfMesh* mesh = run->scene.mesh;
	int32_t count = wfMesh_GetVertexCount( mesh );
	uint8_t* colors = wfNewArray( (size_t)count, 3 );
	double* values = wfNewArray( (size_t)count, sizeof( double ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		// Programs that read PLY have no use for infinities: where there is no path the value lies below all others.
		double value = wfSurfaceField_GetLogValue( run->field, i );
		values[i] = isfinite( value ) ? value : run->fieldReport.minLogValue - 1.0;
	}
	wfExpect( wfColorSurface( mesh, run->field, run->scene.mask, colors ) );
	wfExpect( wfWriteMeshPly( wf_surfaceOptions.outMesh, mesh, colors, values, "log_q", &wf_error ) );
}

int wfSurfaceRun_Output( const wfSurfaceRun* run )
{
	const wfSurfaceOptions* options = &wf_surfaceOptions;
	if ( options->picture != NULL )
	{
		draw( run );
	}
	if ( options->outMesh != NULL )
	{
		writeMesh( run );
	}
	if ( options->outPaths != NULL )
	{
		int32_t count;
		wfSurfacePath* paths = collectPaths( run, &count );
		wfExpect( wfWriteSurfacePaths( options->outPaths, paths, count, &wf_error ) );
	}
	int code = options->json ? printJson( run ) : printText( run );
	// The relaxation of 3DS-BVP is there to be compared with; its flat vertices are reported, not failed by.
	bool sound = run->planner == NULL || ( run->fieldReport.flatCount == 0 && run->fieldReport.maxRelativeResidual <= 1e-9 );
	if ( code == wf_exitOk && ( run->totals.failed > 0 || !sound ) )
	{
		wfSay( "%s walks failed, %s flat vertices, largest relative residual %.2g", wfShowCount( run->totals.failed ),
			   wfShowCount( run->planner != NULL ? run->fieldReport.flatCount : run->relax.flatCount ),
			   run->planner != NULL ? run->fieldReport.maxRelativeResidual : NAN );
		code = wf_exitFailed;
	}
	return code;
}
