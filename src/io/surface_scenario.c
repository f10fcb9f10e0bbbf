// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenarios on meshes, and mesh files as scenarios without anything else.
#include "io/surface_scenario.h"

#include "base/math.h"

#include <stdio.h>
#include <string.h>

const char* const wf_surfaceRootFields[] = { "$schema",	   "version",	"name",	  "description", "mesh",   "goals",
											 "starts",	   "obstacles", "field",  "height",		 "up",	   "radius",
											 "crowd",	   "run",		"styles", "behaviors",	 "agents", "metadata",
											 "experiment", "maxSlope",	"step",	  "pierced",	 NULL };
const char* const wf_meshFields[] = { "file",  "surface", "detail", "size",			"seed", "weld",
									  "split", "orient",  "refine", "openPassages", NULL };
const char* const wf_surfaceFieldFields[] = { "limits", "haste", "bias", "toward", "epsilon", NULL };
const char* const wf_surfaceGoalFields[] = { "name", "vertex", "vertices", "point", "reach", NULL };
const char* const wf_surfaceStartFields[] = { "name", "vertex", "point", NULL };

static const char s_pointExpected[] = "a point [x, y, z]";

wfSurfaceSceneDef wfDefaultSurfaceSceneDef( void )
{
	return ( wfSurfaceSceneDef ){
		.read = wfDefaultReadDef(), .mesh = wfDefaultMeshDef(), .refine = wfDefaultRefineDef(), .internalCookie = WF_COOKIE };
}

static void freePlaces( wfSurfacePlace* places, int32_t count )
{
	for ( int32_t i = 0; places != NULL && i < count; ++i )
	{
		wfReleaseArray( places[i].vertices, (size_t)places[i].vertexCount, sizeof( int32_t ) );
	}
	wfReleaseArray( places, (size_t)count, sizeof( wfSurfacePlace ) );
}

void wfSurfaceScene_Free( wfSurfaceScene* scene )
{
	if ( scene == NULL )
	{
		return;
	}
	if ( scene->mask != NULL )
	{
		wfDestroySurfaceMask( scene->mask );
	}
	if ( scene->mesh != NULL )
	{
		wfDestroyMesh( scene->mesh );
	}
	wfReleaseArray( scene->vertexOfInput, (size_t)scene->inputVertexCount, sizeof( int32_t ) );
	freePlaces( scene->goals, scene->goalCount );
	freePlaces( scene->starts, scene->startCount );
	*scene = ( wfSurfaceScene ){ 0 };
}

int32_t wfSurfaceScene_FindVertex( const wfSurfaceScene* scene, int32_t inputVertex )
{
	return inputVertex >= 0 && inputVertex < scene->inputVertexCount ? scene->vertexOfInput[inputVertex] : -1;
}

// ---------------------------------------------------------------------------------------------------------------- mesh

// Vertices of the file are found before the mesh is refined: a finer one keeps
// their numbers.
static wfResult keepVertices( wfSurfaceScene* scene, wfError* error )
{
	int32_t count = wfMesh_GetReport( scene->mesh ).inputVertices;
	scene->vertexOfInput = wfAllocateArray( (size_t)count, sizeof( int32_t ) );
	if ( scene->vertexOfInput == NULL )
	{
		return wfFail( error, wf_outOfMemory, "out of memory" );
	}
	scene->inputVertexCount = count;
	for ( int32_t i = 0; i < count; ++i )
	{
		scene->vertexOfInput[i] = wfMesh_FindVertex( scene->mesh, i );
	}
	return wf_ok;
}

static bool isRefined( const wfRefineDef* def )
{
	return def->longestEdge > 0.0 || def->openPassages;
}

// What a triangle of a mesh takes with all that is kept about it, and while it is made, in bytes.
#define TRIANGLE_BYTES 512

// Of refined meshes, where the def does not say.
#define MOST_TRIANGLES 20000000u

static wfResult finishMesh( const wfRefineDef* refine, const wfReadDef* read, wfSurfaceScene* scene, wfError* error )
{
	wfResult result = keepVertices( scene, error );
	if ( result == wf_ok && isRefined( refine ) )
	{
		wfMesh* refined = NULL;
		wfRefineDef def = *refine;
		// A short file may ask for a very fine mesh.
		size_t most = wfReader_GetLimit( read ) / TRIANGLE_BYTES + 1;
		size_t allowed = def.maxTriangles > 0 ? (size_t)def.maxTriangles : MOST_TRIANGLES;
		def.maxTriangles = most < allowed ? (int32_t)most : def.maxTriangles;
		result = wfMesh_Refine( scene->mesh, &def, &refined, error );
		if ( result == wf_ok )
		{
			wfDestroyMesh( scene->mesh );
			scene->mesh = refined;
		}
	}
	return result;
}

// `path` names the file on disk for a second look at what is refused; null: it
// is not there.
static wfResult makeMesh( const wfMeshData* data, const char* path, const wfReadDef* read, const wfMeshDef* meshDef,
						  wfSurfaceScene* scene, wfError* error )
{
	wfMeshDef def = *meshDef;
	def.vertices = data->vertices;
	def.vertexCount = data->vertexCount;
	def.triangles = data->triangles;
	def.triangleCount = data->triangleCount;
	def.faces = data->faces;
	snprintf( scene->format, sizeof( scene->format ), "%s", data->format );
	snprintf( scene->name, sizeof( scene->name ), "%s", data->name );
	wfResult result = wfCreateMesh( &def, &scene->mesh, error );
	if ( result != wf_ok && result != wf_outOfMemory && path != NULL )
	{
		// Loading it again tells the line of the face as well.
		wfMesh* again = NULL;
		wfError located = { 0 };
		if ( wfLoadMesh( path, read, meshDef, &again, &located ) == result )
		{
			*error = located;
		}
		if ( again != NULL )
		{
			wfDestroyMesh( again );
		}
	}
	return result;
}

static wfResult readMeshFile( const wfJson* json, const wfJsonNode* node, const wfMeshDef* meshDef, wfSurfaceScene* scene )
{
	const wfReader* reader = json->reader;
	const char* name = NULL;
	wfResult result = wfJson_ReadText( json, node, 4096, &name );
	if ( result != wf_ok )
	{
		return result;
	}
	size_t capacity;
	char* path = wfJoinPath( reader->name, name, node->stringLength, &capacity );
	if ( path == NULL )
	{
		return wfReader_OutOfMemory( reader );
	}
	wfMeshData data = { 0 };
	wfError error = { 0 };
	result = wfReadMesh( path, reader->def, &data, &error );
	if ( result == wf_ok )
	{
		result = makeMesh( &data, path, reader->def, meshDef, scene, &error );
		wfMeshData_Free( &data );
	}
	if ( result == wf_outOfMemory )
	{
		wfReader_OutOfMemory( reader );
	}
	else if ( result != wf_ok )
	{
		char text[1280];
		wfError_Format( &error, text, (int32_t)sizeof( text ) );
		result = wfJson_Fail( json, node, NULL, result, "the mesh %.440s", text );
	}
	wfRelease( path, capacity );
	return result;
}

static wfResult makeSurface( const wfJson* json, const wfJsonNode* object, const wfJsonNode* node, const wfSurfaceSceneDef* def,
							 const wfMeshDef* meshDef, wfSurfaceScene* scene )
{
	static const wfNumberRange detailRange = { 4.0, 2e7, "about how many vertices, from 4 to 2e7" };
	static const wfNumberRange seedRange = { 0.0, 2147483647.0, "a whole number from 0 to 2147483647" };
	wfSurfaceRequest request = { .seed = 1 };
	const wfJsonNode* detail = wfJson_Find( json, object, "detail" );
	const wfJsonNode* seed = wfJson_Find( json, object, "seed" );
	wfResult result = wfJson_ReadText( json, node, 127, &request.name );
	result = result == wf_ok && detail != NULL ? wfJson_ReadInteger( json, detail, &detailRange, &request.detail ) : result;
	result = result == wf_ok && seed != NULL ? wfJson_ReadInteger( json, seed, &seedRange, &request.seed ) : result;
	result = result == wf_ok ? wfJson_ReadOptionalNumber( json, object, "size", &wf_sizeRange, &request.size ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfError error = { 0 };
	if ( def->makeSurface == NULL )
	{
		return wfJson_Fail( json, node, NULL, wf_unsupported, "surfaces by name are not known here; expected a file" );
	}
	result = def->makeSurface( &request, meshDef, &scene->mesh, &error, def->context );
	snprintf( scene->format, sizeof( scene->format ), "built in" );
	if ( result == wf_outOfMemory )
	{
		return wfReader_OutOfMemory( json->reader );
	}
	return result == wf_ok ? wf_ok
						   : wfJson_Fail( json, node, NULL, result == wf_notFound ? wf_badFormat : result, "%s",
										  error.message[0] != 0 ? error.message : wfDescribeResult( result ) );
}

// The scenario's wishes on top of those of the def, which win.
static wfResult readRepairs( const wfJson* json, const wfJsonNode* object, wfMeshDef* mesh, wfRefineDef* refine )
{
	double weld = 0.0, longest = 0.0;
	bool split = false, orient = true, open = false;
	const wfJsonNode* flags[] = { wfJson_Find( json, object, "split" ), wfJson_Find( json, object, "orient" ),
								  wfJson_Find( json, object, "openPassages" ) };
	bool* values[] = { &split, &orient, &open };
	wfResult result = wfJson_ReadOptionalNumber( json, object, "weld", &wf_distanceRange, &weld );
	result = result == wf_ok ? wfJson_ReadOptionalNumber( json, object, "refine", &wf_sizeRange, &longest ) : result;
	for ( int32_t i = 0; i < 3 && result == wf_ok; ++i )
	{
		result = flags[i] != NULL ? wfJson_ReadBool( json, flags[i], values[i] ) : wf_ok;
	}
	mesh->weldDistance = mesh->weldDistance == 0.0 ? weld : mesh->weldDistance;
	mesh->splitNonManifold = mesh->splitNonManifold || split;
	mesh->orient = mesh->orient && orient;
	refine->longestEdge = refine->longestEdge > 0.0 ? refine->longestEdge : longest;
	refine->openPassages = refine->openPassages || open;
	return result;
}

static wfResult readMesh( const wfJson* json, const wfJsonNode* root, const wfSurfaceSceneDef* def, wfRefineDef* refine,
						  wfSurfaceScene* scene )
{
	const wfJsonNode* object;
	wfMeshDef meshDef = def->mesh;
	wfResult result = wfJson_Require( json, root, "mesh", "an object with a file or a surface", &object );
	result = result == wf_ok ? wfJson_CheckObject( json, object, "the mesh", wf_meshFields ) : result;
	result = result == wf_ok ? readRepairs( json, object, &meshDef, refine ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	const wfJsonNode* file = wfJson_Find( json, object, "file" );
	const wfJsonNode* surface = wfJson_Find( json, object, "surface" );
	if ( ( file != NULL ) == ( surface != NULL ) )
	{
		return wfJson_Fail( json, object, NULL, wf_badFormat, "expected one of file and surface, found %s",
							file != NULL ? "both" : "none" );
	}
	static const char* const ofSurfaces[] = { "detail", "size", "seed" };
	for ( int32_t i = 0; i < 3 && surface == NULL; ++i )
	{
		const wfJsonNode* misplaced = wfJson_Find( json, object, ofSurfaces[i] );
		if ( misplaced != NULL )
		{
			return wfJson_Fail( json, misplaced, NULL, wf_badFormat, "belongs to a surface by name, not to a file" );
		}
	}
	result =
		file != NULL ? readMeshFile( json, file, &meshDef, scene ) : makeSurface( json, object, surface, def, &meshDef, scene );
	if ( result != wf_ok )
	{
		return result;
	}
	wfError error = { 0 };
	result = finishMesh( refine, json->reader->def, scene, &error );
	return result == wf_ok			  ? wf_ok
		   : result == wf_outOfMemory ? wfReader_OutOfMemory( json->reader )
									  : wfJson_Fail( json, object, "refine", result, "%s", error.message );
}

// -------------------------------------------------------------------------------------------------------------- places

static wfResult readVertices( const wfJson* json, const wfJsonNode* list, const wfSurfaceScene* scene, wfSurfacePlace* place )
{
	// One vertex stands for a list of it alone.
	bool single = list->type == wf_jsonNumber;
	wfResult result = single ? wf_ok : wfJson_CheckList( json, list, 1, "vertices" );
	size_t count = single ? 1 : (size_t)list->count;
	result = result == wf_ok ? wfReader_Reserve( json->reader, list->position, NULL, count * sizeof( int32_t ) ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	place->vertices = wfAllocateArray( count, sizeof( int32_t ) );
	if ( place->vertices == NULL )
	{
		return wfReader_OutOfMemory( json->reader );
	}
	place->vertexCount = (int32_t)count;
	const wfJsonNode* node = single ? list : wfJson_First( json, list );
	for ( size_t i = 0; i < count && result == wf_ok; ++i )
	{
		result = wfReadSurfaceVertex( json, node, scene, &place->vertices[i] );
		node = single ? NULL : wfJson_Next( json, node );
	}
	if ( result == wf_ok )
	{
		place->place = wfMesh_GetVertexPoint( scene->mesh, place->vertices[0] );
	}
	return result;
}

static wfResult readPlace( const wfJson* json, const wfJsonNode* node, bool goal, const wfSurfaceScene* scene,
						   wfSurfacePlace* place )
{
	wfResult result =
		wfJson_CheckObject( json, node, goal ? "a goal" : "a start", goal ? wf_surfaceGoalFields : wf_surfaceStartFields );
	if ( result != wf_ok )
	{
		return result;
	}
	const wfJsonNode* name = wfJson_Find( json, node, "name" );
	const wfJsonNode* point = wfJson_Find( json, node, "point" );
	const wfJsonNode* vertex = wfJson_Find( json, node, "vertex" );
	const wfJsonNode* vertices = goal ? wfJson_Find( json, node, "vertices" ) : NULL;
	if ( ( point != NULL ) + ( vertex != NULL ) + ( vertices != NULL ) != 1 )
	{
		return wfJson_Fail( json, node, NULL, wf_badFormat, "expected one of vertex%s and point", goal ? ", vertices" : "" );
	}
	const char* text = NULL;
	result = name != NULL ? wfJson_ReadText( json, name, sizeof( place->name ) - 1, &text ) : wf_ok;
	if ( result == wf_ok && text != NULL )
	{
		snprintf( place->name, sizeof( place->name ), "%s", text );
	}
	if ( result == wf_ok && vertex != NULL && vertex->type != wf_jsonNumber )
	{
		result = wfJson_Expected( json, vertex, wf_jsonNumber, "a vertex of the mesh" );
	}
	if ( result == wf_ok && point != NULL && point->type != wf_jsonList )
	{
		result = wfJson_Expected( json, point, wf_jsonList, s_pointExpected );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	return point != NULL ? wfReadSurfacePoint( json, point, scene, &place->place, &place->distance )
						 : readVertices( json, vertex != NULL ? vertex : vertices, scene, place );
}

static wfResult readPlaces( const wfJson* json, const wfJsonNode* list, bool goals, wfSurfaceScene* scene )
{
	wfSurfacePlace** places = goals ? &scene->goals : &scene->starts;
	int32_t* count = goals ? &scene->goalCount : &scene->startCount;
	wfResult result = wfJson_CheckList( json, list, 0, goals ? "goals" : "starts" );
	if ( result != wf_ok || list->count == 0 )
	{
		return result;
	}
	size_t bytes = (size_t)list->count * sizeof( wfSurfacePlace );
	result = wfReader_Reserve( json->reader, list->position, NULL, bytes );
	*places = result == wf_ok ? wfAllocateZeroed( bytes ) : NULL;
	if ( *places == NULL )
	{
		return result == wf_ok ? wfReader_OutOfMemory( json->reader ) : result;
	}
	*count = list->count;
	int32_t i = 0;
	for ( const wfJsonNode* node = wfJson_First( json, list ); result == wf_ok && node != NULL; node = wfJson_Next( json, node ) )
	{
		wfSurfacePlace* place = *places + i++;
		result = readPlace( json, node, goals, scene, place );
		for ( int32_t k = 0; k < i - 1 && result == wf_ok && place->name[0] != 0; ++k )
		{
			if ( strcmp( ( *places )[k].name, place->name ) == 0 )
			{
				result = wfJson_Fail( json, node, "name", wf_badFormat, "%s number %d has the same name; expected another one",
									  goals ? "goal" : "start", k + 1 );
			}
		}
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------ settings

static wfResult readField( const wfJson* json, const wfJsonNode* node, wfSurfaceScene* scene )
{
	static const char* const limits[] = { "dirichlet", "neumann", NULL };
	static const wfNumberRange hasteRange = { 0.0, 1e6, "1/metres, 0 or more (up to 1e6)" };
	static const wfNumberRange biasRange = { -1e6, 1e6, "a number" };
	wfResult result = wfJson_CheckObject( json, node, "the field", wf_surfaceFieldFields );
	const wfJsonNode* limitsNode = wfJson_Find( json, node, "limits" );
	const wfJsonNode* bias = wfJson_Find( json, node, "bias" );
	const wfJsonNode* toward = wfJson_Find( json, node, "toward" );
	if ( result == wf_ok && limitsNode != NULL )
	{
		result = wfJson_ReadChoice( json, limitsNode, limits, &scene->field.limits );
	}
	result = result == wf_ok ? wfJson_ReadOptionalNumber( json, node, "haste", &hasteRange, &scene->field.haste ) : result;
	result = result == wf_ok ? wfJson_ReadOptionalNumber( json, node, "epsilon", &biasRange, &scene->field.epsilon ) : result;
	if ( result == wf_ok && bias != NULL && toward != NULL )
	{
		return wfJson_Fail( json, toward, NULL, wf_badFormat, "expected either a bias or toward" );
	}
	if ( result == wf_ok && bias != NULL )
	{
		scene->field.biasKind = wf_directionBias;
		result = wfJson_ReadVector3( json, bias, &biasRange, "a direction [x, y, z]", &scene->field.bias );
	}
	if ( result == wf_ok && toward != NULL )
	{
		scene->field.biasKind = wf_pointBias;
		result = wfJson_ReadVector3( json, toward, &wf_coordinateRange, s_pointExpected, &scene->field.bias );
	}
	const wfJsonNode* epsilon = wfJson_Find( json, node, "epsilon" );
	if ( result == wf_ok && epsilon != NULL && bias == NULL && toward == NULL )
	{
		result = wfJson_Fail( json, epsilon, NULL, wf_badFormat, "the strength of a bias, but there is no bias and no toward" );
	}
	return result;
}

// What the shape of the ground closes. All of it is about one direction up.
static wfResult readTerrain( const wfJson* json, const wfJsonNode* root, wfSurfaceScene* scene )
{
	static const wfNumberRange slopeRange = { 1e-3, 90.0, "degrees, from 0.001 to 90" };
	const wfJsonNode* slope = wfJson_Find( json, root, "maxSlope" );
	const wfJsonNode* step = wfJson_Find( json, root, "step" );
	const wfJsonNode* pierced = wfJson_Find( json, root, "pierced" );
	double degrees = 0.0;
	scene->step = WF_DEFAULT_STEP;
	wfResult result = wfJson_ReadOptionalNumber( json, root, "maxSlope", &slopeRange, &degrees );
	result = result == wf_ok ? wfJson_ReadOptionalNumber( json, root, "step", &wf_distanceRange, &scene->step ) : result;
	result = result == wf_ok && pierced != NULL ? wfJson_ReadBool( json, pierced, &scene->pierced ) : result;
	scene->maxSlope = degrees * ( WF_PI / 180.0 );
	if ( result == wf_ok && step != NULL && slope == NULL )
	{
		return wfJson_Fail( json, step, NULL, wf_badFormat, "what is walked over though it is steep, but there is no maxSlope" );
	}
	const wfJsonNode* asks = slope != NULL ? slope : ( scene->pierced ? pierced : NULL );
	if ( result == wf_ok && asks != NULL && scene->up.x == 0.0 && scene->up.y == 0.0 && scene->up.z == 0.0 )
	{
		return wfJson_Fail( json, asks, NULL, wf_badFormat, "expected a direction up for it, but up is [0, 0, 0]" );
	}
	return result;
}

static wfResult readHead( const wfJson* json, const wfJsonNode* root, wfSurfaceScene* scene )
{
	static const wfNumberRange versionRange = { 1.0, 1.0, "the version of the format, 1" };
	static const struct
	{
		const char* key;
		wfJsonType type;
		const char* expected;
	} others[] = { { "$schema", wf_jsonString, "a text in double quotes" },
				   { "description", wf_jsonString, "a text in double quotes" },
				   { "crowd", wf_jsonObject, "an object with settings of the crowd" },
				   { "run", wf_jsonObject, "an object with settings of the run" },
				   { "styles", wf_jsonObject, "an object of styles by name" },
				   { "behaviors", wf_jsonObject, "an object of behaviors by name" },
				   { "agents", wf_jsonList, "a list of agents and groups" },
				   { "metadata", wf_jsonObject, "an object of texts and numbers by name" },
				   { "experiment", wf_jsonObject, "an object (its content is free)" } };
	const wfJsonNode *version = NULL, *node;
	double number;
	const wfJsonNode* world = root->type == wf_jsonObject ? wfJson_Find( json, root, "world" ) : NULL;
	if ( world != NULL )
	{
		return wfJson_Fail( json, world, NULL, wf_badFormat,
							wfJson_Find( json, root, "mesh" ) != NULL
								? "this scenario has both a world in the plane and a mesh; expected one of them"
								: "this scenario is about a world in the plane; expected one with a mesh" );
	}
	static const char* const planar[] = { "queues", "sources", "sinks", "grid", "gaits" };
	for ( size_t i = 0; i < sizeof( planar ) / sizeof( planar[0] ) && root->type == wf_jsonObject; ++i )
	{
		node = wfJson_Find( json, root, planar[i] );
		if ( node != NULL )
		{
			return wfJson_Fail( json, node, NULL, wf_unsupported,
								i < 3 ? "belongs to crowds in the plane; on meshes agents have goals"
								: i == 3
									? "belongs to worlds in the plane; a mesh has triangles"
									: "belongs to crowds in the plane; on meshes everybody moves as a disc, without footsteps" );
		}
	}
	wfResult result = wfJson_CheckObject( json, root, "a scenario on a mesh", wf_surfaceRootFields );
	result = result == wf_ok ? wfJson_Require( json, root, "version", versionRange.expected, &version ) : result;
	result = result == wf_ok ? wfJson_ReadNumber( json, version, &versionRange, &number ) : result;
	for ( size_t i = 0; i < sizeof( others ) / sizeof( others[0] ) && result == wf_ok; ++i )
	{
		node = wfJson_Find( json, root, others[i].key );
		result = node != NULL && node->type != others[i].type ? wfJson_Expected( json, node, others[i].type, others[i].expected )
															  : wf_ok;
	}
	result = result == wf_ok ? wfJson_ReadOptionalNumber( json, root, "height", &wf_distanceRange, &scene->height ) : result;
	result = result == wf_ok ? wfJson_ReadOptionalNumber( json, root, "radius", &wf_distanceRange, &scene->radius ) : result;
	node = result == wf_ok ? wfJson_Find( json, root, "up" ) : NULL;
	scene->up = ( wfVec3 ){ 0.0, 0.0, 1.0 };
	if ( node != NULL )
	{
		result = wfJson_ReadVector3( json, node, &wf_coordinateRange, "a direction [x, y, z], zero: normals", &scene->up );
	}
	return result == wf_ok ? readTerrain( json, root, scene ) : result;
}

wfResult wfReadSurfaceTree( const wfJson* json, const wfSurfaceSceneDef* def, wfSurfaceScene* scene )
{
	const wfJsonNode* root = json->nodes;
	wfRefineDef refine = def->refine;
	const char* text = NULL;
	wfResult result = readHead( json, root, scene );
	result = result == wf_ok ? readMesh( json, root, def, &refine, scene ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	const wfJsonNode* name = wfJson_Find( json, root, "name" );
	const wfJsonNode* goals = wfJson_Find( json, root, "goals" );
	const wfJsonNode* starts = wfJson_Find( json, root, "starts" );
	const wfJsonNode* obstacles = wfJson_Find( json, root, "obstacles" );
	const wfJsonNode* field = wfJson_Find( json, root, "field" );
	wfCopyStem( scene->name, sizeof( scene->name ), json->reader->name );
	result = name != NULL ? wfJson_ReadText( json, name, sizeof( scene->name ) - 1, &text ) : wf_ok;
	if ( text != NULL )
	{
		snprintf( scene->name, sizeof( scene->name ), "%s", text );
	}
	result = result == wf_ok && goals != NULL ? readPlaces( json, goals, true, scene ) : result;
	result = result == wf_ok && starts != NULL ? readPlaces( json, starts, false, scene ) : result;
	result =
		result == wf_ok && obstacles != NULL ? wfReadSurfaceObstacles( json, obstacles, isRefined( &refine ), scene ) : result;
	return result == wf_ok && field != NULL ? readField( json, field, scene ) : result;
}

// --------------------------------------------------------------------------------------------------------------- files

static bool isJson( const char* name, const char* text, size_t size )
{
	size_t at = size >= 3 && memcmp( text, "\xEF\xBB\xBF", 3 ) == 0 ? 3 : 0;
	while ( at < size && ( text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n' ) )
	{
		at += 1;
	}
	return wfHasExtension( name, ".json" ) || ( at < size && text[at] == '{' );
}

static wfResult readJson( const char* name, const void* data, size_t size, size_t used, const wfSurfaceSceneDef* def,
						  wfSurfaceScene* scene, wfError* error )
{
	wfReader reader = { .name = name, .text = data, .size = size, .def = &def->read, .used = &used, .error = error };
	wfJson json;
	wfResult result = wfJson_Parse( &reader, &json );
	if ( result == wf_ok )
	{
		result = wfReadSurfaceTree( &json, def, scene );
		wfJson_Free( &json );
	}
	if ( result == wf_outOfMemory && error->message[0] == 0 )
	{
		wfReader_OutOfMemory( &reader );
	}
	return result;
}

static wfResult readMeshAlone( const char* name, const void* data, size_t size, bool onDisk, const wfSurfaceSceneDef* def,
							   wfSurfaceScene* scene, wfError* error )
{
	wfMeshData mesh = { 0 };
	wfResult result = wfReadMeshFromMemory( name, data, size, &def->read, &mesh, error );
	if ( result == wf_ok )
	{
		scene->up = ( wfVec3 ){ 0.0, 0.0, 1.0 };
		scene->step = WF_DEFAULT_STEP;
		result = makeMesh( &mesh, onDisk ? name : NULL, &def->read, &def->mesh, scene, error );
		wfMeshData_Free( &mesh );
		result = result == wf_ok ? finishMesh( &def->refine, &def->read, scene, error ) : result;
		if ( result != wf_ok && error->file[0] == 0 )
		{
			snprintf( error->file, sizeof( error->file ), "%s", name );
		}
	}
	return result;
}

static wfResult readCounted( const char* name, const void* data, size_t size, size_t used, bool onDisk,
							 const wfSurfaceSceneDef* def, wfSurfaceScene* scene, wfError* error )
{
	wfError local = { 0 };
	wfSurfaceScene made = { 0 };
	wfResult result = isJson( name, data, size ) ? readJson( name, data, size, used, def, &made, &local )
												 : readMeshAlone( name, data, size, onDisk, def, &made, &local );
	if ( result == wf_ok )
	{
		*scene = made;
		return wf_ok;
	}
	wfSurfaceScene_Free( &made );
	if ( error != NULL )
	{
		*error = local;
		error->result = result;
	}
	return result;
}

static wfResult checkDef( const wfSurfaceSceneDef* def, wfError* error )
{
	if ( WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the def was not made by wfDefaultSurfaceSceneDef" );
	}
	return wfCheckReadDef( &def->read, error );
}

wfResult wfReadSurfaceSceneFromMemory( const char* name, const void* data, size_t size, const wfSurfaceSceneDef* def,
									   wfSurfaceScene* scene, wfError* error )
{
	if ( WF_FAILS( name != NULL && ( data != NULL || size == 0 ) && def != NULL && scene != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no name, no data, no def or no place for the scene" );
	}
	wfResult result = checkDef( def, error );
	return result == wf_ok ? readCounted( name, data != NULL ? data : "", size, 0, false, def, scene, error ) : result;
}

wfResult wfReadSurfaceScene( const char* path, const wfSurfaceSceneDef* def, wfSurfaceScene* scene, wfError* error )
{
	if ( WF_FAILS( path != NULL && def != NULL && scene != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path, no def or no place for the scene" );
	}
	wfFile file = { 0 };
	wfResult result = checkDef( def, error );
	result = result == wf_ok ? wfFile_Load( path, wfReader_GetLimit( &def->read ), true, &file, error ) : result;
	if ( result == wf_ok )
	{
		result = readCounted( path, file.data, file.size, file.capacity, true, def, scene, error );
	}
	wfFile_Free( &file );
	return result;
}
