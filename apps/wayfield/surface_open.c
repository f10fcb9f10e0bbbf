// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From a name to a surface and places on it.

#include "surface.h"

#include "command.h"
#include "scene.h"
#include "scenes/surfaces.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_NAMES 64

bool wfHasEnding( const char* path, const char* ending )
{
	size_t length = strlen( path ), tail = strlen( ending );
	return length > tail && strcmp( path + length - tail, ending ) == 0;
}

wfMeshOptions wfDefaultMeshOptions( void )
{
	return ( wfMeshOptions ){ .seed = 1 };
}

void wfMeshOptions_Add( wfMeshOptions* options, wfOptionSet* set )
{
	wfOptionSet_AddNumber( set, "weld", &options->weld, 0.0, 1e6 );
	wfOptionSet_AddFlag( set, "no-weld", &options->noWeld );
	wfOptionSet_AddFlag( set, "split", &options->split );
	wfOptionSet_AddFlag( set, "no-orient", &options->noOrient );
	wfOptionSet_AddNumber( set, "refine", &options->refine, 1e-9, 1e9 );
	wfOptionSet_AddFlag( set, "open-passages", &options->openPassages );
	wfOptionSet_AddInteger( set, "detail", &options->detail, 4, WF_MAX_SURFACE_VERTICES );
	wfOptionSet_AddNumber( set, "size", &options->size, 1e-6, 1e6 );
	wfOptionSet_AddInteger( set, "seed", &options->seed, 0, INT32_MAX );
}

int wfMeshOptions_Check( const wfMeshOptions* options, const wfOptionSet* set )
{
	if ( options->noWeld && wfOptionSet_IsGiven( set, "weld" ) )
	{
		return wfTellUsage( set->command, "--weld and --no-weld do not go together" );
	}
	return wf_exitOk;
}

// -------------------------------------------------------------------------------------------------------------- opening

wfResult wfMakeRequestedSurface( const wfSurfaceRequest* request, const wfMeshDef* def, wfMesh** mesh, wfError* error,
								 void* context )
{
	(void)context;
	wfNamedSurfaceDef named = wfDefaultNamedSurfaceDef();
	named.name = request->name;
	named.vertices = request->detail;
	named.size = request->size;
	named.seed = (uint64_t)request->seed;
	wfSurfaceShape shape = { 0 };
	wfResult result = wfMakeNamedSurface( &named, &shape, error );
	if ( result == wf_ok )
	{
		wfMeshDef meshDef = *def;
		meshDef.vertices = shape.vertices;
		meshDef.vertexCount = shape.vertexCount;
		meshDef.triangles = shape.triangles;
		meshDef.triangleCount = shape.triangleCount;
		result = wfCreateMesh( &meshDef, mesh, error );
		wfSurfaceShape_Free( &shape );
	}
	return result;
}

static int refuseName( const char* command, const char* name )
{
	const char* names[MAX_NAMES];
	int32_t count = 0;
	char list[512] = "";
	for ( int32_t i = 0; i < wfGetSurfaceCount() && count < MAX_NAMES; ++i )
	{
		names[count++] = wfGetSurface( i ).name;
		size_t used = strlen( list );
		snprintf( list + used, sizeof( list ) - used, "%s%s", i == 0 ? "" : ", ", names[i] );
	}
	const char* nearest = wfFindNearest( name, names, count );
	if ( nearest != NULL )
	{
		return wfTellUsage( command, "there is no surface '%.60s'. Did you mean '%s'?", name, nearest );
	}
	return wfTellUsage( command, "there is no surface '%.60s', nor a file of that name. Surfaces: %s", name, list );
}

// The library speaks of fields of its defs, the command line of options.
static void nameOptions( wfError* error )
{
	static const char field[] = "splitNonManifold", option[] = "--split";
	char* at = strstr( error->message, field );
	if ( at != NULL )
	{
		char rest[sizeof( error->message )];
		snprintf( rest, sizeof( rest ), "%s", at + strlen( field ) );
		snprintf( at, sizeof( error->message ) - (size_t)( at - error->message ), "%s%s", option, rest );
	}
}

int wfOpenSurface( const char* command, const char* file, const wfMeshOptions* options, size_t memoryLimit,
				   wfSurfaceScene* scene )
{
	wfSurfaceSceneDef def = wfDefaultSurfaceSceneDef();
	def.read.memoryLimit = memoryLimit;
	def.mesh.weldDistance = options->noWeld ? -1.0 : options->weld > 0.0 ? options->weld : def.mesh.weldDistance;
	def.mesh.splitNonManifold = options->split || def.mesh.splitNonManifold;
	def.mesh.orient = def.mesh.orient && !options->noOrient;
	def.refine.longestEdge = options->refine;
	def.refine.openPassages = options->openPassages;
	def.makeSurface = wfMakeRequestedSurface;
	struct stat status;
	bool named = strpbrk( file, "./\\" ) == NULL && stat( file, &status ) != 0;
	if ( !named && ( options->detail > 0 || options->size > 0.0 ) )
	{
		return wfTellUsage( command, "--detail and --size belong to surfaces that are built in; '%.200s' is a file", file );
	}
	if ( named && wfFindSurface( file ) == NULL )
	{
		return refuseName( command, file );
	}
	wfError error = { 0 };
	wfResult result;
	if ( named )
	{
		// The same way as from a file, so that everything about a scene has one place.
		char text[256];
		int length =
			snprintf( text, sizeof( text ), "{\"version\":1,\"mesh\":{\"surface\":\"%.100s\",\"seed\":%d", file, options->seed );
		length += options->detail > 0
					  ? snprintf( text + length, sizeof( text ) - (size_t)length, ",\"detail\":%d", options->detail )
					  : 0;
		length += options->size > 0.0
					  ? snprintf( text + length, sizeof( text ) - (size_t)length, ",\"size\":%.17g", options->size )
					  : 0;
		length += snprintf( text + length, sizeof( text ) - (size_t)length, "}}" );
		result = wfReadSurfaceSceneFromMemory( file, text, (size_t)length, &def, scene, &error );
		// There is no such file: places in it would only confuse.
		error.file[0] = error.field[0] = 0;
		error.line = error.column = 0;
	}
	else
	{
		result = wfReadSurfaceScene( file, &def, scene, &error );
	}
	if ( result != wf_ok )
	{
		nameOptions( &error );
		return wfTellError( wfIsInterrupted() ? wf_cancelled : result, &error );
	}
	return wf_exitOk;
}

// ------------------------------------------------------------------------------------------------------------- repairs

static void addRepair( char* text, size_t capacity, int32_t count, const char* one, const char* many )
{
	if ( count > 0 )
	{
		size_t used = strlen( text );
		snprintf( text + used, capacity - used, "%s%s %s", used > 0 ? ", " : "", wfShowCount( count ), count == 1 ? one : many );
	}
}

void wfDescribeRepairs( const wfMeshReport* report, char* text, size_t capacity )
{
	text[0] = 0;
	addRepair( text, capacity, report->weldedVertices, "vertex welded", "vertices welded" );
	addRepair( text, capacity, report->unusedVertices, "unused vertex dropped", "unused vertices dropped" );
	addRepair( text, capacity, report->collapsedTriangles, "triangle with a corner twice dropped",
			   "triangles with a corner twice dropped" );
	addRepair( text, capacity, report->duplicateTriangles, "duplicate triangle dropped", "duplicate triangles dropped" );
	addRepair( text, capacity, report->flatTriangles, "triangle of no area kept", "triangles of no area kept" );
	addRepair( text, capacity, report->turnedTriangles, "triangle turned", "triangles turned" );
	addRepair( text, capacity, report->splitEdges, "edge of more than two triangles cut apart",
			   "edges of more than two triangles cut apart" );
	addRepair( text, capacity, report->splitVertices, "vertex made where the mesh only touches itself",
			   "vertices made where the mesh only touches itself" );
}

void wfAddRepairsAsJson( wfJsonOut* json, const wfMeshReport* report )
{
	wfJsonOut_BeginObject( json, "repairs" );
	wfJsonOut_Integer( json, "welded", report->weldedVertices );
	wfJsonOut_Integer( json, "unused", report->unusedVertices );
	wfJsonOut_Integer( json, "collapsed", report->collapsedTriangles );
	wfJsonOut_Integer( json, "duplicate", report->duplicateTriangles );
	wfJsonOut_Integer( json, "flat", report->flatTriangles );
	wfJsonOut_Integer( json, "turned", report->turnedTriangles );
	wfJsonOut_Integer( json, "non_manifold_edges", report->nonManifoldEdges );
	wfJsonOut_Integer( json, "split_edges", report->splitEdges );
	wfJsonOut_Integer( json, "split_vertices", report->splitVertices );
	wfJsonOut_End( json );
}

void wfAddVectorAsJson( wfJsonOut* json, const char* key, wfVec3 vector )
{
	const double numbers[3] = { vector.x, vector.y, vector.z };
	wfJsonOut_Numbers( json, key, numbers, 3 );
}

// --------------------------------------------------------------------------------------------------------------- places

static int refusePlace( const wfSurfaceScene* scene, const char* command, const char* option, const char* text )
{
	bool goal = strcmp( option, "goal" ) == 0;
	const wfSurfacePlace* places = goal ? scene->goals : scene->starts;
	int32_t placeCount = goal ? scene->goalCount : scene->startCount, count = 0;
	const char* names[MAX_NAMES];
	char list[512] = "";
	for ( int32_t i = 0; i < placeCount && count < MAX_NAMES; ++i )
	{
		if ( places[i].name[0] != 0 )
		{
			names[count++] = places[i].name;
			size_t used = strlen( list );
			snprintf( list + used, sizeof( list ) - used, "%s%.60s", count == 1 ? "" : ", ", places[i].name );
		}
	}
	if ( text == NULL )
	{
		return wfTellUsage( command, "where to? Give --goal VERTEX or X,Y,Z%s%s", count > 0 ? ", or one of: " : "", list );
	}
	const char* nearest = count > 0 ? wfFindNearest( text, names, count ) : NULL;
	return wfTellUsage( command, "--%s is '%.80s'; expected a vertex number, X,Y,Z%s%s%s%s%s", option, text,
						count > 0 ? ", or one of: " : " (there are no names to choose from)", list,
						nearest != NULL ? ". Did you mean '" : "", nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "" );
}

void wfTakePlace( const wfSurfacePlace* named, int32_t index, const char* kind, wfFoundPlace* place )
{
	if ( named->name[0] != 0 )
	{
		snprintf( place->label, sizeof( place->label ), "'%s'", named->name );
	}
	else
	{
		snprintf( place->label, sizeof( place->label ), "%s %d", kind, index + 1 );
	}
	place->place = named->place;
	place->vertices = named->vertices;
	place->vertexCount = named->vertexCount;
	place->distance = named->distance;
}

int wfFindPlace( const wfSurfaceScene* scene, const char* command, const char* option, const char* text, wfFoundPlace* place )
{
	bool goal = strcmp( option, "goal" ) == 0;
	const wfSurfacePlace* places = goal ? scene->goals : scene->starts;
	int32_t count = goal ? scene->goalCount : scene->startCount;
	*place = ( wfFoundPlace ){ .place = { .triangle = -1 }, .vertex = -1 };
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( text == NULL ? count == 1 : strcmp( places[i].name, text ) == 0 )
		{
			wfTakePlace( &places[i], i, goal ? "goal" : "start", place );
			return wf_exitOk;
		}
	}
	double numbers[3];
	int32_t given = text != NULL ? wfParseNumbers( text, numbers, 3 ) : 0;
	if ( given == 1 && numbers[0] == floor( numbers[0] ) && strpbrk( text, ".eE" ) == NULL )
	{
		bool inside = numbers[0] >= 0.0 && numbers[0] < (double)scene->inputVertexCount;
		place->vertex = inside ? wfSurfaceScene_FindVertex( scene, (int32_t)numbers[0] ) : -1;
		if ( place->vertex < 0 )
		{
			return inside ? wfTellUsage( command, "--%s: vertex %.0f belongs to no triangle: nobody can stand there", option,
										 numbers[0] )
						  : wfTellUsage( command, "--%s: there is no vertex %.0f; the mesh has vertices 0 to %d", option,
										 numbers[0], scene->inputVertexCount - 1 );
		}
		snprintf( place->label, sizeof( place->label ), "vertex %.0f", numbers[0] );
		place->place = wfMesh_GetVertexPoint( scene->mesh, place->vertex );
		place->vertices = &place->vertex;
		place->vertexCount = 1;
		return wf_exitOk;
	}
	if ( given == 3 )
	{
		snprintf( place->label, sizeof( place->label ), "%g,%g,%g", numbers[0], numbers[1], numbers[2] );
		place->place = wfMesh_FindNearest( scene->mesh, ( wfVec3 ){ numbers[0], numbers[1], numbers[2] }, &place->distance );
		if ( place->place.triangle < 0 )
		{
			return wfTellUsage( command, "--%s %s is too far away to tell the nearest place of the mesh", option, place->label );
		}
		return wf_exitOk;
	}
	return refusePlace( scene, command, option, text );
}

wfSurfaceGoalDef wfFoundPlace_MakeGoal( const wfFoundPlace* place )
{
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	goal.kind = place->vertices != NULL ? wf_verticesGoal : wf_placeGoal;
	goal.vertices = place->vertices;
	goal.vertexCount = place->vertexCount;
	goal.place = place->place;
	return goal;
}
