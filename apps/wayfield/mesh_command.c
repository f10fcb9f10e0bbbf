// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield mesh FILE`: what a mesh is, what had to be repaired, and how good its triangles are.

#include "commands.h"
#include "surface.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEGREES ( 180.0 / 3.14159265358979323846 )

static struct
{
	const char *file, *out, *picture;
	double view[2];
	bool yUp;
	double zoom;
	int32_t width;
	wfObstacleOptions obstacles; // height, slope, what is pierced, and up alone
	bool json;
} s_mesh = { .zoom = 1.0, .obstacles = { .height = NAN, .maxSlope = NAN, .step = NAN } };

static wfOption s_options[] = {
	{ WF_FLAG( "json", s_mesh.json, "as JSON" ) },
	{ WF_TEXT( "out", "FILE", s_mesh.out, ".ply or .obj: the mesh as it was repaired" ), .endings = ".ply or .obj" },
	{ WF_NUMBER( "height", "H", s_mesh.obstacles.height, 1e-9, 1e9,
				 "how many triangles have less than H metres above them; coloured in the picture" ) },
	{ WF_NUMBER( "max-slope", "DEGREES", s_mesh.obstacles.maxSlope, 1e-3, 90.0,
				 "how many triangles are steeper and part of a rise above --step METRES (0.3)" ) },
	{ WF_NUMBER( "step", "METRES", s_mesh.obstacles.step, 0.0, 1e9, NULL ) },
	{ WF_FLAG( "pierced", s_mesh.obstacles.pierced,
			   "how many have another piece of the mesh standing on them or passing through" ) },
	{ WF_NUMBERS( "up", "X,Y,Z", s_mesh.obstacles.up, 3,
				  "of all these; 0,0,0: for heights each triangle's own normal; default: 0,0,1" ) },
	{ WF_PICTURE( "picture", "FILE", s_mesh.picture, ".svg or .png" ) },
	{ WF_NUMBERS( "view", "AZ,EL", s_mesh.view, 2, "degrees around z from +x on, and above the x-y plane" ), .with = "picture" },
	{ WF_FLAG( "y-up", s_mesh.yUp, "the picture takes y as up, as many files do" ), .with = "picture" },
	{ WF_NUMBER( "zoom", "Z", s_mesh.zoom, 0.01, 1000.0, "1: all of it fits" ), .with = "picture" },
	{ WF_INTEGER( "width", "PIXELS", s_mesh.width, 64, 8192, "of the picture, 64 to 8192" ), .with = "picture" },
	{ WF_TABLE( wf_meshOptions ) },
	{ WF_TABLE( wf_machineOptions ) },
	{ .name = NULL } };

// --------------------------------------------------------------------------------------------------------------- report

static wfVec3 getMiddle( const wfMesh* mesh, int32_t triangle )
{
	return wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ triangle, 1.0 / 3.0, 1.0 / 3.0 } );
}

static int printText( const wfSurfaceScene* scene, const wfObstacleReport* low, double seconds )
{
	wfMeshReport r = wfMesh_GetReport( scene->mesh );
	const char* repairs = wfDescribeRepairs( &r );
	printf( "mesh      %s, %s, %.3f s\n", scene->name, scene->format, seconds );
	printf( "read      %s vertices, %s triangles\n", wfShowCount( r.inputVertices ), wfShowCount( r.inputTriangles ) );
	printf( "repairs   %s\n", repairs[0] != 0 ? repairs : "none needed" );
	printf( "has       %s vertices, %s triangles, %s edges (%s of them limits)\n", wfShowCount( r.vertices ),
			wfShowCount( r.triangles ), wfShowCount( r.edges ), wfShowCount( r.boundaryEdges ) );
	printf( "shape     %d component%s, genus %d, %d boundary loop%s, %s, %s, Euler characteristic %d\n", r.components,
			r.components == 1 ? "" : "s", r.genus, r.boundaryLoops, r.boundaryLoops == 1 ? "" : "s",
			r.orientable ? "orientable" : "not orientable", r.closed ? "closed" : "open", r.eulerCharacteristic );
	printf( "size      %.4g x %.4g x %.4g m, from %.4g,%.4g,%.4g to %.4g,%.4g,%.4g; area %.5g m2\n", r.upper.x - r.lower.x,
			r.upper.y - r.lower.y, r.upper.z - r.lower.z, r.lower.x, r.lower.y, r.lower.z, r.upper.x, r.upper.y, r.upper.z,
			r.area );
	printf( "edges     %.4g m to %.4g m, %.4g m on average\n", r.shortestEdge, r.longestEdge, r.meanEdge );
	printf( "angles    %.3g to %.4g degrees, %s triangles with one above 90\n", DEGREES * r.smallestAngle,
			DEGREES * r.largestAngle, wfShowCount( r.obtuseTriangles ) );
	if ( r.worstTriangle >= 0 )
	{
		wfVec3 place = getMiddle( scene->mesh, r.worstTriangle );
		printf( "quality   %.3f on average (1: equal sides, 0: flat); worst %.3g, triangle %d at %.4g,%.4g,%.4g\n", r.meanQuality,
				r.worstQuality, r.worstTriangle, place.x, place.y, place.z );
	}
	if ( low->height > 0.0 )
	{
		printf( "headroom  %s of %s triangles have less than %g m above them", wfShowCount( low->lowTriangles ),
				wfShowCount( r.triangles ), low->height );
		printf( isfinite( low->lowestHeadroom ) ? "; the lowest of the others has %.4g m\n" : "\n", low->lowestHeadroom );
	}
	if ( low->maxSlope > 0.0 )
	{
		printf( "steep     %s of %s triangles are steeper than %g degrees and higher than %g m\n",
				wfShowCount( low->steepTriangles ), wfShowCount( r.triangles ), low->maxSlope, low->step );
	}
	if ( low->pierced )
	{
		printf( "pierced   %s of %s triangles have another piece standing on them or passing through\n",
				wfShowCount( low->piercedTriangles ), wfShowCount( r.triangles ) );
	}
	wfPrintFile( "written", s_mesh.out );
	wfPrintFile( "picture", s_mesh.picture );
	return wfFinishOutput( wf_exitOk );
}

static void addQuality( wfJsonOut* json, const wfSurfaceScene* scene, const wfMeshReport* r )
{
	wfJsonOut_BeginObject( json, "edge_length" );
	wfJsonOut_Number( json, "min", r->shortestEdge );
	wfJsonOut_Number( json, "mean", r->meanEdge );
	wfJsonOut_Number( json, "max", r->longestEdge );
	wfJsonOut_End( json );
	wfJsonOut_BeginObject( json, "angle_deg" );
	wfJsonOut_Number( json, "min", DEGREES * r->smallestAngle );
	wfJsonOut_Number( json, "max", DEGREES * r->largestAngle );
	wfJsonOut_End( json );
	wfJsonOut_Integer( json, "obtuse_triangles", r->obtuseTriangles );
	wfJsonOut_BeginObject( json, "quality" );
	wfJsonOut_Number( json, "mean", r->meanQuality );
	wfJsonOut_Number( json, "worst", r->worstQuality );
	if ( r->worstTriangle >= 0 )
	{
		wfJsonOut_Integer( json, "worst_triangle", r->worstTriangle );
		wfAddVectorAsJson( json, "worst_place", getMiddle( scene->mesh, r->worstTriangle ) );
	}
	wfJsonOut_End( json );
	wfJsonOut_BeginObject( json, "bounds" );
	wfAddVectorAsJson( json, "lower", r->lower );
	wfAddVectorAsJson( json, "upper", r->upper );
	wfJsonOut_End( json );
}

static int printJson( const wfSurfaceScene* scene, const wfObstacleReport* low, double seconds )
{
	wfMeshReport r = wfMesh_GetReport( scene->mesh );
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	wfJsonOut_BeginObject( &json, NULL );
	wfJsonOut_String( &json, "file", s_mesh.file );
	wfJsonOut_String( &json, "name", scene->name );
	wfJsonOut_String( &json, "format", scene->format );
	wfJsonOut_Integer( &json, "input_vertices", r.inputVertices );
	wfJsonOut_Integer( &json, "input_triangles", r.inputTriangles );
	wfJsonOut_Integer( &json, "vertices", r.vertices );
	wfJsonOut_Integer( &json, "triangles", r.triangles );
	wfJsonOut_Integer( &json, "edges", r.edges );
	wfJsonOut_Integer( &json, "boundary_edges", r.boundaryEdges );
	wfJsonOut_Integer( &json, "components", r.components );
	wfJsonOut_Integer( &json, "genus", r.genus );
	wfJsonOut_Integer( &json, "boundary_loops", r.boundaryLoops );
	wfJsonOut_Bool( &json, "orientable", r.orientable );
	wfJsonOut_Bool( &json, "closed", r.closed );
	wfJsonOut_Integer( &json, "euler_characteristic", r.eulerCharacteristic );
	wfJsonOut_Number( &json, "area", r.area );
	wfAddRepairsAsJson( &json, &r );
	addQuality( &json, scene, &r );
	if ( low->height > 0.0 )
	{
		wfJsonOut_BeginObject( &json, "headroom" );
		wfJsonOut_Number( &json, "height", low->height );
		wfJsonOut_Integer( &json, "low_triangles", low->lowTriangles );
		wfJsonOut_Integer( &json, "blocked_vertices", low->blockedVertices );
		wfJsonOut_Number( &json, "lowest_free", low->lowestHeadroom );
		wfJsonOut_End( &json );
	}
	wfAddTerrainAsJson( &json, low );
	wfJsonOut_BeginObject( &json, "seconds" );
	wfJsonOut_Number( &json, "load", seconds );
	wfJsonOut_End( &json );
	wfJsonOut_End( &json );
	return wfText_Print( &text );
}

// -------------------------------------------------------------------------------------------------------------- command

static void writeFiles( const wfSurfaceScene* scene, const double* headroom )
{
	if ( s_mesh.out != NULL )
	{
		wfExpect( wfHasEnding( s_mesh.out, ".ply" ) ? wfWriteMeshPly( s_mesh.out, scene->mesh, NULL, NULL, NULL, &wf_error )
													: wfWriteMeshObj( s_mesh.out, scene->mesh, &wf_error ) );
	}
	if ( s_mesh.picture != NULL )
	{
		wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
		def.width = s_mesh.width > 0 ? s_mesh.width : def.width;
		def.edges = true;
		def.mask = scene->mask;
		def.triangleValues = headroom;
		def.valueLabel = headroom != NULL ? "headroom, m" : NULL;
		def.title = scene->name;
		def.view = wfMakeView( s_mesh.view, s_mesh.yUp );
		def.view.zoom = s_mesh.zoom;
		wfExpect( wfDrawSurface( s_mesh.picture, scene->mesh, NULL, &def, &wf_error ) );
	}
}

static int runMesh( void )
{
	static wfSurfaceScene scene;
	static wfObstacleReport low;
	bool asked = !isnan( s_mesh.obstacles.height ) || !isnan( s_mesh.obstacles.maxSlope ) || s_mesh.obstacles.pierced;
	wfDieOfUsageIf( wfIsGiven( "up" ) && !asked, "--up goes with --height, --max-slope or --pierced" );
	const char* const outputs[] = { s_mesh.out, s_mesh.picture };
	for ( int32_t i = 0; i < 2; ++i )
	{
		wfDieOfUsageIf( outputs[i] != NULL && strcmp( outputs[i], s_mesh.file ) == 0,
						"%.200s would be overwritten: expected another name", outputs[i] );
	}
	wfWorkers* workers = wfCreateChosenWorkers();
	double began = wfGetSeconds();
	wfOpenSurface( s_mesh.file, &scene );
	double seconds = wfGetSeconds() - began;
	// By an option or by the scenario. A step alone is reported to lack its slope.
	const wfObstacleOptions* options = &s_mesh.obstacles;
	if ( options->height > 0.0 || options->maxSlope > 0.0 || !isnan( options->step ) || options->pierced || scene.height > 0.0 ||
		 scene.maxSlope > 0.0 || scene.pierced )
	{
		low = wfBlockObstacles( &scene, &s_mesh.obstacles, NULL, 0, workers );
	}
	writeFiles( &scene, low.headroom );
	return s_mesh.json ? printJson( &scene, &low, seconds ) : printText( &scene, &low, seconds );
}

const wfCommand wf_meshCommand = {
	.name = "mesh",
	.run = runMesh,
	.help = "Examples:\n"
			"  wayfield mesh bunny.off\n"
			"  wayfield mesh scan.obj --weld 1e-4 --split --out clean.ply\n"
			"  wayfield mesh building --height 2 --picture headroom.png --view 30,40\n"
			"\n"
			"usage: wayfield mesh FILE|NAME [OPTIONS]\n"
			"\n"
			"Reads a mesh (OBJ, PLY, STL, OFF, a scenario with one, or a built-in surface) and tells what was repaired, its "
			"components,\n"
			"genus and boundary loops, area, bounds, lengths of edges, angles, quality, and the worst triangle with its place.\n"
			"\n",
	.options = s_options,
	.words = &s_mesh.file,
	.wordCapacity = 1,
	.expects = "expected a mesh file (OBJ, PLY, STL, OFF), a scenario or the name of a surface" };
