// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield mesh FILE`: what a mesh is, what had to be repaired, and how good its triangles are.

#include "commands.h"
#include "scene.h"
#include "surface.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES ( 180.0 / 3.14159265358979323846 )

typedef struct MeshCommand
{
	const char* file;
	wfMeshOptions mesh;
	const char *out, *picture;
	double view[2];
	bool hasView, yUp;
	double zoom;
	int32_t width;
	wfObstacleOptions obstacles; // height, slope, what is pierced, and up alone
	bool json;
	wfSettings settings;
} MeshCommand;

static int checkOptions( const MeshCommand* command, const wfOptionSet* set )
{
	static const char* const ofPictures[] = { "view", "y-up", "zoom", "width" };
	for ( int32_t i = 0; i < 4 && command->picture == NULL; ++i )
	{
		if ( wfOptionSet_IsGiven( set, ofPictures[i] ) )
		{
			return wfTellUsage( "mesh", "--%s goes with --picture", ofPictures[i] );
		}
	}
	bool asked = !isnan( command->obstacles.height ) || !isnan( command->obstacles.maxSlope ) || command->obstacles.pierced;
	if ( command->obstacles.hasUp && !asked )
	{
		return wfTellUsage( "mesh", "--up goes with --height, --max-slope or --pierced" );
	}
	if ( command->out != NULL && !wfHasEnding( command->out, ".ply" ) && !wfHasEnding( command->out, ".obj" ) )
	{
		return wfTellUsage( "mesh", "--out %.200s: expected a name ending in .ply or .obj", command->out );
	}
	const char* outputs[] = { command->out, command->picture };
	for ( int32_t i = 0; i < 2; ++i )
	{
		if ( outputs[i] != NULL && strcmp( outputs[i], command->file ) == 0 )
		{
			return wfTellUsage( "mesh", "%.200s would be overwritten: expected another name", outputs[i] );
		}
	}
	if ( command->picture != NULL && !wfIsPictureName( "mesh", command->picture ) )
	{
		return wf_exitUsage;
	}
	return wfMeshOptions_Check( &command->mesh, set );
}

static int parseOptions( MeshCommand* command, int argc, char** argv )
{
	*command = ( MeshCommand ){ .mesh = wfDefaultMeshOptions(),
								.zoom = 1.0,
								.width = wfDefaultSurfacePictureDef().width,
								.settings = wfDefaultSettings() };
	command->obstacles.height = command->obstacles.radius = NAN;
	wfOptionSet set = { .command = "mesh" };
	wfMeshOptions_Add( &command->mesh, &set );
	wfOptionSet_AddText( &set, "out", &command->out );
	wfOptionSet_AddText( &set, "picture", &command->picture );
	wfOptionSet_AddNumbers( &set, "view", command->view, 2 );
	wfOptionSet_AddFlag( &set, "y-up", &command->yUp );
	wfOptionSet_AddNumber( &set, "zoom", &command->zoom, 0.01, 1000.0 );
	wfOptionSet_AddInteger( &set, "width", &command->width, 64, 8192 );
	wfOptionSet_AddNumber( &set, "height", &command->obstacles.height, 1e-9, 1e9 );
	wfObstacleOptions_AddTerrain( &command->obstacles, &set );
	wfOptionSet_AddFlag( &set, "json", &command->json );
	wfSettings_AddMachineOptions( &command->settings, &set );
	int32_t count;
	int code = wfOptionSet_Parse( &set, argc, argv, &command->file, 1, &count );
	if ( code != wf_exitOk )
	{
		return code;
	}
	if ( count == 0 )
	{
		return wfTellUsage( "mesh", "expected a mesh file (OBJ, PLY, STL, OFF), a scenario or the name of a surface" );
	}
	command->hasView = wfOptionSet_IsGiven( &set, "view" );
	command->obstacles.hasUp = wfOptionSet_IsGiven( &set, "up" );
	return checkOptions( command, &set );
}

// --------------------------------------------------------------------------------------------------------------- report

static wfVec3 getMiddle( const wfMesh* mesh, int32_t triangle )
{
	return wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ triangle, 1.0 / 3.0, 1.0 / 3.0 } );
}

static int printText( const MeshCommand* command, const wfSurfaceScene* scene, const wfObstacleReport* low, double seconds )
{
	wfMeshReport r = wfMesh_GetReport( scene->mesh );
	char repairs[512];
	wfDescribeRepairs( &r, repairs, sizeof( repairs ) );
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
	if ( command->out != NULL )
	{
		printf( "written   %s\n", command->out );
	}
	if ( command->picture != NULL )
	{
		printf( "picture   %s\n", command->picture );
	}
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

static int printJson( const MeshCommand* command, const wfSurfaceScene* scene, const wfObstacleReport* low, double seconds )
{
	wfMeshReport r = wfMesh_GetReport( scene->mesh );
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	wfJsonOut_BeginObject( &json, NULL );
	wfJsonOut_String( &json, "file", command->file );
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
	if ( low->maxSlope > 0.0 )
	{
		wfJsonOut_Number( &json, "max_slope", low->maxSlope );
		wfJsonOut_Number( &json, "step", low->step );
		wfJsonOut_Integer( &json, "blocked_steep", low->steepTriangles );
	}
	if ( low->pierced )
	{
		wfJsonOut_Integer( &json, "blocked_pierced", low->piercedTriangles );
	}
	wfJsonOut_BeginObject( &json, "seconds" );
	wfJsonOut_Number( &json, "load", seconds );
	wfJsonOut_End( &json );
	wfJsonOut_End( &json );
	int code = wfText_Print( &text );
	wfText_Free( &text );
	return code;
}

// -------------------------------------------------------------------------------------------------------------- command

static int writeFiles( const MeshCommand* command, const wfSurfaceScene* scene, const double* headroom )
{
	wfError error = { 0 };
	wfResult result = wf_ok;
	if ( command->out != NULL )
	{
		result = wfHasEnding( command->out, ".ply" ) ? wfWriteMeshPly( command->out, scene->mesh, NULL, NULL, NULL, &error )
													 : wfWriteMeshObj( command->out, scene->mesh, &error );
	}
	if ( result == wf_ok && command->picture != NULL )
	{
		wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
		def.width = command->width;
		def.edges = true;
		def.mask = scene->mask;
		def.triangleValues = headroom;
		def.valueLabel = headroom != NULL ? "headroom, m" : NULL;
		def.title = scene->name;
		def.view.zoom = command->zoom;
		def.view.yUp = command->yUp;
		if ( command->hasView )
		{
			def.view.azimuth = command->view[0] / DEGREES;
			def.view.elevation = command->view[1] / DEGREES;
		}
		result = wfDrawSurface( command->picture, scene->mesh, NULL, &def, &error );
	}
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
}

// By an option or by the scenario. A step alone is told to lack its slope.
static bool isRoomAsked( const wfObstacleOptions* options, const wfSurfaceScene* scene )
{
	return options->height > 0.0 || options->maxSlope > 0.0 || !isnan( options->step ) || options->pierced ||
		   scene->height > 0.0 || scene->maxSlope > 0.0 || scene->pierced;
}

int wfRunMesh( int argc, char** argv )
{
	static MeshCommand command;
	int code = parseOptions( &command, argc, argv );
	if ( code != wf_exitOk )
	{
		return code;
	}
	wfSurfaceScene scene = { 0 };
	wfObstacleReport low = { 0 };
	wfWorkers* workers = NULL;
	double* headroom = NULL;
	code = wfSettings_CreateWorkers( &command.settings, &workers );
	double began = wfGetSeconds();
	code = code == wf_exitOk
			   ? wfOpenSurface( "mesh", command.file, &command.mesh, wfSettings_GetMemoryLimit( &command.settings ), &scene )
			   : code;
	double seconds = wfGetSeconds() - began;
	if ( code == wf_exitOk && isRoomAsked( &command.obstacles, &scene ) )
	{
		command.obstacles.radius = 0.0;
		code = wfBlockObstacles( &scene, "mesh", &command.obstacles, NULL, 0, workers, &headroom, &low );
	}
	code = code == wf_exitOk ? writeFiles( &command, &scene, headroom ) : code;
	if ( code == wf_exitOk )
	{
		code = command.json ? printJson( &command, &scene, &low, seconds ) : printText( &command, &scene, &low, seconds );
	}
	free( headroom );
	wfSurfaceScene_Free( &scene );
	if ( workers != NULL )
	{
		wfDestroyWorkers( workers );
	}
	return code;
}
