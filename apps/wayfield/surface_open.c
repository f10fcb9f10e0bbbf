// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From a name to a surface and places on it.

#include "surface.h"

#include "embedded.h"
#include "scenes/surfaces.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_NAMES 64
#define MAX_REPAIRS 512 // characters

static wfMeshOptions s_mesh = { .seed = 1 };

wfOption wf_meshOptions[] = {
	{ WF_HEADING( "Mesh:" ) },
	{ WF_NUMBER( "weld", "M", s_mesh.weld, 0.0, 1e6,
				 "make one of vertices no more than M metres apart; default: those in the very same place" ) },
	{ WF_FLAG( "no-weld", s_mesh.noWeld, "none" ) },
	{ WF_FLAG( "split", s_mesh.split, "cut the mesh apart at edges of more than two triangles, which are refused otherwise" ) },
	{ WF_FLAG( "no-orient", s_mesh.noOrient, "leave triangles turned as they are" ) },
	{ WF_NUMBER( "refine", "LENGTH", s_mesh.refine, 1e-9, 1e9, "halve edges until none is longer" ) },
	{ WF_FLAG( "open-passages", s_mesh.openPassages, "put vertices into passages one triangle wide" ) },
	{ WF_INTEGER( "detail", "N", s_mesh.detail, 4, WF_MAX_SURFACE_VERTICES, "of a built-in surface: about so many vertices" ) },
	{ WF_NUMBER( "size", "M", s_mesh.size, 1e-6, 1e6, "of a built-in surface: metres of its longest side" ) },
	{ WF_INTEGER( "seed", "K", s_mesh.seed, 0, INT32_MAX, "of everything random" ) },
	{ .name = NULL } };

uint64_t wfGetSurfaceSeed( void )
{
	return (uint64_t)s_mesh.seed;
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

static _Noreturn void refuseName( const char* name )
{
	const char* names[MAX_NAMES] = { NULL };
	int32_t count = 0;
	for ( int32_t i = 0; i < wfGetSurfaceCount() && count < MAX_NAMES; ++i )
	{
		names[count++] = wfGetSurface( i ).name;
	}
	wfRefuseName( "surface", name, names, count );
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

void wfOpenSurface( const char* file, wfSurfaceScene* scene )
{
	const wfMeshOptions* options = &s_mesh;
	wfDieOfUsageIf( options->noWeld && wfIsGiven( "weld" ), "--weld and --no-weld do not go together" );
	wfSurfaceSceneDef def = wfDefaultSurfaceSceneDef();
	def.read.memoryLimit = wfGetMemoryLimit();
	def.mesh.weldDistance = options->noWeld ? -1.0 : options->weld > 0.0 ? options->weld : def.mesh.weldDistance;
	def.mesh.splitNonManifold = options->split || def.mesh.splitNonManifold;
	def.mesh.orient = def.mesh.orient && !options->noOrient;
	def.refine.longestEdge = options->refine;
	def.refine.openPassages = options->openPassages;
	def.read.makeSurface = wfMakeRequestedSurface;
	struct stat status;
	bool named = strpbrk( file, "./\\" ) == NULL && stat( file, &status ) != 0;
	wfDieOfUsageIf( !named && ( options->detail > 0 || options->size > 0.0 ),
					"--detail and --size belong to surfaces that are built in; '%.200s' is a file", file );
	if ( named && wfFindSurface( file ) == NULL )
	{
		refuseName( file );
	}
	wfResult result;
	if ( named )
	{
		// The same way as from a file, so that everything about a scene has one place.
		wfText text = { 0 };
		wfText_Add( &text, "{\"version\":1,\"mesh\":{\"surface\":\"%.100s\",\"seed\":%d", file, options->seed );
		if ( options->detail > 0 )
		{
			wfText_Add( &text, ",\"detail\":%d", options->detail );
		}
		if ( options->size > 0.0 )
		{
			wfText_Add( &text, ",\"size\":%.17g", options->size );
		}
		wfText_Add( &text, "}}" );
		result = wfReadSurfaceSceneFromMemory( file, text.data, (size_t)text.length, &def, scene, &wf_error );
		wfText_Free( &text );
		// There is no such file: places in it would only confuse.
		wf_error.file[0] = wf_error.field[0] = 0;
		wf_error.line = wf_error.column = 0;
	}
	else
	{
		result = wfReadSurfaceScene( file, &def, scene, &wf_error );
	}
	nameOptions( &wf_error );
	wfExpect( result );
	wfWarnLines( scene->warnings.text );
}

void wfOpenRecordedSurface( const char* name, bool recorded, wfSurfaceScene* scene )
{
	const wfEmbedded* embedded = wfFindEmbedded( name );
	if ( embedded == NULL || !embedded->onMesh )
	{
		static char hint[320];
		snprintf( hint, sizeof( hint ), "the recording says it was made on '%.200s'; --world FILE names another place of it",
				  name );
		wfSetHint( recorded ? hint : NULL );
		wfOpenSurface( name, scene );
		wfSetHint( NULL );
		return;
	}
	wfSurfaceSceneDef def = wfDefaultSurfaceSceneDef();
	def.read.memoryLimit = wfGetMemoryLimit();
	def.read.makeSurface = wfMakeRequestedSurface;
	wfExpect( wfReadSurfaceSceneFromMemory( embedded->name, embedded->data, embedded->size, &def, scene, &wf_error ) );
}

// ------------------------------------------------------------------------------------------------------------- repairs

static void addRepair( char* text, int32_t count, const char* one, const char* many )
{
	if ( count > 0 )
	{
		size_t used = strlen( text );
		snprintf( text + used, MAX_REPAIRS - used, "%s%s %s", used > 0 ? ", " : "", wfShowCount( count ),
				  count == 1 ? one : many );
	}
}

const char* wfDescribeRepairs( const wfMeshReport* report )
{
	static char text[MAX_REPAIRS];
	text[0] = 0;
	addRepair( text, report->weldedVertices, "vertex welded", "vertices welded" );
	addRepair( text, report->unusedVertices, "unused vertex dropped", "unused vertices dropped" );
	addRepair( text, report->collapsedTriangles, "triangle with a corner twice dropped",
			   "triangles with a corner twice dropped" );
	addRepair( text, report->duplicateTriangles, "duplicate triangle dropped", "duplicate triangles dropped" );
	addRepair( text, report->flatTriangles, "triangle of no area kept", "triangles of no area kept" );
	addRepair( text, report->turnedTriangles, "triangle turned", "triangles turned" );
	addRepair( text, report->splitEdges, "edge of more than two triangles cut apart",
			   "edges of more than two triangles cut apart" );
	addRepair( text, report->splitVertices, "vertex made where the mesh only touches itself",
			   "vertices made where the mesh only touches itself" );
	return text;
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

static _Noreturn void refusePlace( const wfSurfacePlace* places, int32_t placeCount, const char* option, const char* text )
{
	int32_t count = 0;
	const char* names[MAX_NAMES] = { NULL };
	for ( int32_t i = 0; i < placeCount && count < MAX_NAMES; ++i )
	{
		if ( places[i].name[0] != 0 )
		{
			names[count++] = places[i].name;
		}
	}
	const char* list = wfJoinNames( names, count );
	wfDieOfUsageIf( text == NULL, "where to? Give --goal VERTEX or X,Y,Z%s%s", count > 0 ? ", or one of: " : "", list );
	wfDieOfUsage( "--%s is '%.80s'; expected a vertex number, X,Y,Z%s%s%s", option, text,
				  count > 0 ? ", or one of: " : " (there are no names to choose from)", list,
				  wfSuggest( text, names, count, "" ) );
}

void wfCopyNamedPlace( const wfSurfacePlace* named, int32_t index, const char* kind, wfFoundPlace* place )
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

void wfFindPlace( const wfSurfaceScene* scene, const char* option, const char* text, wfFoundPlace* place )
{
	bool goal = strcmp( option, "goal" ) == 0;
	const wfSurfacePlace* places = goal ? scene->goals : scene->starts;
	int32_t count = goal ? scene->goalCount : scene->startCount;
	*place = ( wfFoundPlace ){ .place = { .triangle = -1 }, .vertex = -1 };
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( text == NULL ? count == 1 : strcmp( places[i].name, text ) == 0 )
		{
			wfCopyNamedPlace( &places[i], i, goal ? "goal" : "start", place );
			return;
		}
	}
	double numbers[3];
	int32_t given = text != NULL ? wfParseNumbers( text, numbers, 3 ) : 0;
	if ( given == 1 && numbers[0] == floor( numbers[0] ) && strpbrk( text, ".eE" ) == NULL )
	{
		bool inside = numbers[0] >= 0.0 && numbers[0] < (double)scene->inputVertexCount;
		place->vertex = inside ? wfSurfaceScene_FindVertex( scene, (int32_t)numbers[0] ) : -1;
		wfDieOfUsageIf( place->vertex < 0,
						inside ? "--%s: vertex %.0f belongs to no triangle: nobody can stand there"
							   : "--%s: there is no vertex %.0f; the mesh has vertices 0 to %d",
						option, numbers[0], scene->inputVertexCount - 1 );
		snprintf( place->label, sizeof( place->label ), "vertex %.0f", numbers[0] );
		place->place = wfMesh_GetVertexPoint( scene->mesh, place->vertex );
		place->vertices = &place->vertex;
		place->vertexCount = 1;
	}
	else if ( given == 3 )
	{
		snprintf( place->label, sizeof( place->label ), "%g,%g,%g", numbers[0], numbers[1], numbers[2] );
		place->place = wfMesh_FindNearest( scene->mesh, ( wfVec3 ){ numbers[0], numbers[1], numbers[2] }, &place->distance );
		wfDieOfUsageIf( place->place.triangle < 0, "--%s %s is too far away to tell the nearest place of the mesh", option,
						place->label );
	}
	else
	{
		refusePlace( places, count, option, text );
	}
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

wfView wfMakeView( const double* degrees, bool yUp )
{
	const double radians = 3.14159265358979323846 / 180.0;
	wfView view = wfDefaultSurfacePictureDef().view;
	view.yUp = yUp;
	if ( wfIsGiven( "view" ) )
	{
		view.azimuth = degrees[0] * radians;
		view.elevation = degrees[1] * radians;
	}
	return view;
}
