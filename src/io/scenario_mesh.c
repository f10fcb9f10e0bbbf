// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenarios on meshes, and mesh files as scenarios without anything else.
#include "io/mesh_reader.h"
#include "io/scenario.h"

#include "base/math.h"

#include <stdio.h>
#include <string.h>

// Metres that are walked over however steep, where nothing is said.
#define DEFAULT_STEP 0.3

// What a triangle of a mesh takes with all that is kept about it, and while it is made, in bytes.
#define TRIANGLE_BYTES 512

// Of refined meshes, where the def does not say.
#define MOST_TRIANGLES 20000000u

static const char s_placeExpected[] = "a point [x, y, z]";

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
	wfRelease( scene->warnings.text, scene->warnings.capacity );
	*scene = ( wfSurfaceScene ){ 0 };
}

int32_t wfSurfaceScene_FindVertex( const wfSurfaceScene* scene, int32_t inputVertex )
{
	return inputVertex >= 0 && inputVertex < scene->inputVertexCount ? scene->vertexOfInput[inputVertex] : -1;
}

static void setDefaults( wfSurfaceScene* scene )
{
	scene->up = ( wfVec3 ){ 0.0, 0.0, 1.0 };
	scene->step = DEFAULT_STEP;
	scene->planner = wfDefaultSurfacePlannerDef();
}

// ------------------------------------------------------------------------------------------------------- making a mesh

// Vertices of the file are found before the mesh is refined: a finer one keeps their numbers.
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

static wfResult makeMesh( const wfMeshData* data, const char* path, const wfMeshDef* repairs, wfSurfaceScene* scene,
						  wfError* error )
{
	snprintf( scene->format, sizeof( scene->format ), "%s", data->format );
	snprintf( scene->name, sizeof( scene->name ), "%s", data->name );
	return wfMakeMesh( data, path, repairs, &scene->mesh, error );
}

// ---------------------------------------------------------------------------------------------------------------- mesh

static void reportRefusal( const wfJson* json, const wfJsonNode* node, const char* child, wfResult result, const char* what,
						   const char* message )
{
	if ( result == wf_outOfMemory )
	{
		wfReader_OutOfMemory( json->reader );
	}
	else if ( result != wf_ok )
	{
		wfJson_Fail( json, node, child, result, "%s%.440s", what, message );
	}
}

static void readMeshFile( const wfJson* json, const wfJsonNode* node, const wfMeshDef* meshDef, wfSurfaceScene* scene )
{
	const wfReader* reader = json->reader;
	const char* name = NULL;
	wfJson_ReadText( json, node, 4096, &name );
	if ( node == NULL || name == NULL )
	{
		return;
	}
	size_t capacity;
	char* path = wfJoinPath( reader->name, name, node->stringLength, &capacity );
	wfMeshData data = { 0 };
	wfError error = { 0 };
	wfResult result = path != NULL ? wfReadMesh( path, reader->def, &data, &error ) : wf_outOfMemory;
	if ( result == wf_ok )
	{
		result = makeMesh( &data, path, meshDef, scene, &error );
		wfMeshData_Free( &data );
	}
	if ( result != wf_ok )
	{
		char text[1280];
		wfError_Format( &error, text, (int32_t)sizeof( text ) );
		reportRefusal( json, node, NULL, result, "the mesh ", text );
	}
	wfRelease( path, path != NULL ? capacity : 0 );
}

static void makeSurface( const wfJson* json, const wfJsonNode* object, const wfJsonNode* node, const wfMeshDef* meshDef,
						 wfSurfaceScene* scene )
{
	const wfReadDef* def = json->reader->def;
	wfSurfaceRequest request = { .seed = 1 };
	wfJson_ReadText( json, node, 127, &request.name );
	wfReadPart( json, object, wf_meshObject.parts[0], &request );
	if ( def->makeSurface == NULL )
	{
		wfJson_Fail( json, node, NULL, wf_unsupported, "surfaces by name are not known here; expected a file" );
		return;
	}
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	wfError error = { 0 };
	wfResult result = def->makeSurface( &request, meshDef, &scene->mesh, &error, def->makeContext );
	snprintf( scene->format, sizeof( scene->format ), "built in" );
	reportRefusal( json, node, NULL, result == wf_notFound ? wf_badFormat : result, "",
				   error.message[0] != 0 ? error.message : wfDescribeResult( result ) );
}

static void readMesh( const wfJson* json, const wfJsonNode* object, const wfSurfaceSceneDef* def, wfRefineDef* refine,
					  wfSurfaceScene* scene )
{
	// The scenario's wishes on top of those of the def, which win.
	wfMeshRepairs repairs = { .orient = true };
	wfMeshDef meshDef = def->mesh;
	wfCheckFields( json, object, &wf_meshObject );
	wfReadPart( json, object, wf_meshObject.parts[1], &repairs );
	meshDef.weldDistance = meshDef.weldDistance == 0.0 ? repairs.weld : meshDef.weldDistance;
	meshDef.splitNonManifold = meshDef.splitNonManifold || repairs.split;
	meshDef.orient = meshDef.orient && repairs.orient;
	refine->longestEdge = refine->longestEdge > 0.0 ? refine->longestEdge : repairs.refine;
	refine->openPassages = refine->openPassages || repairs.openPassages;
	const wfJsonNode* file = wfJson_Find( json, object, "file" );
	const wfJsonNode* surface = wfJson_Find( json, object, "surface" );
	if ( ( file != NULL ) == ( surface != NULL ) )
	{
		wfJson_Fail( json, object, NULL, wf_badFormat, "expected one of file and surface, found %s",
					 file != NULL ? "both" : "none" );
	}
	static const char* const ofSurfaces[] = { "detail", "size", "seed" };
	for ( int32_t i = 0; i < 3 && surface == NULL; ++i )
	{
		const wfJsonNode* misplaced = wfJson_Find( json, object, ofSurfaces[i] );
		if ( misplaced != NULL )
		{
			wfJson_Fail( json, misplaced, NULL, wf_badFormat, "belongs to a surface by name, not to a file" );
		}
	}
	if ( surface != NULL )
	{
		makeSurface( json, object, surface, &meshDef, scene );
	}
	else
	{
		readMeshFile( json, file, &meshDef, scene );
	}
	wfError error = { 0 };
	wfResult result = wfJson_IsOk( json ) ? finishMesh( refine, json->reader->def, scene, &error ) : wf_ok;
	reportRefusal( json, object, "refine", result, "", error.message );
}

// -------------------------------------------------------------------------------------------------------------- places

static const wfNumberRange s_indexRange = { 0.0, 2147483646.0, "a whole number, 0 or more" };

// A vertex of the mesh file, as the mesh's.
static void readVertex( const wfJson* json, const wfJsonNode* node, const wfSurfaceScene* scene, int32_t* vertex )
{
	int32_t input = 0;
	wfJson_ReadInteger( json, node, &s_indexRange, &input );
	*vertex = wfSurfaceScene_FindVertex( scene, input );
	if ( input >= scene->inputVertexCount )
	{
		wfJson_Fail( json, node, NULL, wf_outOfRange, "expected a vertex of the mesh, from 0 to %d, found %d",
					 scene->inputVertexCount - 1, input );
	}
	else if ( *vertex < 0 )
	{
		wfJson_Fail( json, node, NULL, wf_outOfRange, "vertex %d belongs to no triangle: nobody can stand there", input );
	}
}

void wfReadSurfacePoint( const wfJson* json, const wfJsonNode* node, const wfSurfaceScene* scene, wfSurfacePoint* point,
						 double* distance )
{
	double away = 0.0;
	*point = ( wfSurfacePoint ){ -1, 0.0, 0.0 };
	if ( node != NULL && node->type == wf_jsonNumber )
	{
		int32_t vertex = -1;
		readVertex( json, node, scene, &vertex );
		*point = wfJson_IsOk( json ) ? wfMesh_GetVertexPoint( scene->mesh, vertex ) : *point;
	}
	else
	{
		wfVec3 position = { 0.0, 0.0, 0.0 };
		wfJson_ReadVector3( json, node, &wf_coordinateRange, "a vertex, or a point [x, y, z]", &position );
		*point = wfJson_IsOk( json ) ? wfMesh_FindNearest( scene->mesh, position, &away ) : *point;
	}
	if ( distance != NULL )
	{
		*distance = away;
	}
}

// Numbers of vertices; release them with the count. One vertex stands for a list of it alone.
static int32_t* readVertices( const wfJson* json, const wfJsonNode* list, const wfSurfaceScene* scene, int32_t* count )
{
	bool single = list->type == wf_jsonNumber;
	*count = single ? 1 : list->count;
	if ( !single && !wfJson_CheckList( json, list, 1, "vertices" ) )
	{
		return NULL;
	}
	int32_t* vertices = wfJson_Allocate( json, list, (size_t)*count, sizeof( int32_t ) );
	const wfJsonNode* node = single ? list : wfJson_First( json, list );
	for ( int32_t i = 0; i < *count && node != NULL && vertices != NULL; ++i )
	{
		readVertex( json, node, scene, &vertices[i] );
		node = single ? NULL : wfJson_Next( json, node );
	}
	return vertices;
}

static void readPlace( const wfJson* json, const wfJsonNode* node, bool goal, const wfSurfaceScene* scene, wfSurfacePlace* place )
{
	wfReadFields( json, node, goal ? &wf_meshGoalObject : &wf_startObject, place );
	const wfJsonNode* point = wfJson_Find( json, node, "point" );
	const wfJsonNode* vertex = wfJson_Find( json, node, "vertex" );
	const wfJsonNode* vertices = wfJson_Find( json, node, "vertices" );
	if ( ( point != NULL ) + ( vertex != NULL ) + ( vertices != NULL ) != 1 )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected one of vertex%s and point", goal ? ", vertices" : "" );
		return;
	}
	const char* text = NULL;
	wfJson_ReadText( json, wfJson_Find( json, node, "name" ), sizeof( place->name ) - 1, &text );
	snprintf( place->name, sizeof( place->name ), "%s", text != NULL ? text : "" );
	if ( vertex != NULL && vertex->type != wf_jsonNumber )
	{
		wfJson_Expected( json, vertex, wf_jsonNumber, "a vertex of the mesh" );
	}
	if ( point != NULL && point->type != wf_jsonList )
	{
		wfJson_Expected( json, point, wf_jsonList, s_placeExpected );
	}
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	if ( point != NULL )
	{
		wfReadSurfacePoint( json, point, scene, &place->place, &place->distance );
		return;
	}
	place->vertices = readVertices( json, vertex != NULL ? vertex : vertices, scene, &place->vertexCount );
	if ( wfJson_IsOk( json ) )
	{
		place->place = wfMesh_GetVertexPoint( scene->mesh, place->vertices[0] );
	}
}

static void readPlaces( const wfJson* json, const wfJsonNode* list, bool goals, const wfSurfaceScene* scene,
						wfSurfacePlace** places, int32_t* count )
{
	if ( !wfJson_CheckList( json, list, 0, goals ? "goals" : "starts" ) )
	{
		return;
	}
	*places = wfJson_Allocate( json, list, (size_t)list->count, sizeof( wfSurfacePlace ) );
	if ( *places == NULL )
	{
		return;
	}
	*count = list->count;
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		wfSurfacePlace* place = *places + node->index;
		readPlace( json, node, goals, scene, place );
		for ( int32_t k = 0; k < node->index && place->name[0] != 0; ++k )
		{
			if ( strcmp( ( *places )[k].name, place->name ) == 0 )
			{
				wfJson_Fail( json, node, "name", wf_badFormat, "%s number %d has the same name; expected another one",
							 goals ? "goal" : "start", k + 1 );
			}
		}
	}
}

void wfReadSpaceRegion( const wfJson* json, const wfJsonNode* node, bool boxOnly, wfSpaceRegion* region )
{
	if ( node == NULL )
	{
		return;
	}
	const wfObject* const* objects = boxOnly ? wf_spaceBoxObjects : wf_spaceRegionObjects;
	int32_t type = wfReadType( json, node, "a region", objects, NULL );
	bool sphere = !boxOnly && type == 0;
	region->kind = sphere ? wf_sphereRegion : wf_spaceBoxRegion;
	wfReadPart( json, node, objects[type]->parts[0], region );
	wfJson_ReadVector3( json, wfJson_Find( json, node, sphere ? "center" : "lower" ), &wf_coordinateRange, "[x, y, z]",
						&region->lower );
	const wfJsonNode* upper = wfJson_Find( json, node, "upper" );
	wfJson_ReadVector3( json, upper, &wf_coordinateRange, "[x, y, z]", &region->upper );
	wfVec3 a = region->lower, b = region->upper;
	if ( !sphere && !( a.x < b.x && a.y < b.y && a.z < b.z ) )
	{
		wfJson_Fail( json, upper, NULL, wf_outOfRange, "expected every coordinate above that of lower" );
	}
}

// ----------------------------------------------------------------------------------------------------------- obstacles

static wfResult blockBall( const wfJson* json, const wfJsonNode* node, bool sphere, wfSurfaceScene* scene )
{
	wfBall ball = { 0 };
	wfSurfacePoint center;
	wfReadFields( json, node, sphere ? &wf_sphereObject : &wf_surfaceDiscObject, &ball );
	wfJson_ReadVector3( json, wfJson_Find( json, node, "center" ), &wf_coordinateRange, s_placeExpected, &ball.center );
	if ( !sphere )
	{
		wfReadSurfacePoint( json, wfJson_Find( json, node, "at" ), scene, &center, NULL );
	}
	if ( !wfJson_IsOk( json ) )
	{
		return wf_ok;
	}
	return sphere ? wfSurfaceMask_BlockSphere( scene->mask, ball.center, ball.radius, json->reader->error )
				  : wfSurfaceMask_BlockDisc( scene->mask, center, ball.radius, json->reader->error );
}

static void readTriangle( const wfJson* json, const wfJsonNode* node, const wfSurfaceScene* scene, int32_t* triangle )
{
	int32_t there = wfMesh_GetTriangleCount( scene->mesh );
	wfJson_ReadInteger( json, node, &s_indexRange, triangle );
	if ( *triangle >= there )
	{
		wfJson_Fail( json, node, NULL, wf_outOfRange, "expected a triangle of the mesh, from 0 to %d, found %d", there - 1,
					 *triangle );
	}
}

// Vertices or triangles.
static wfResult blockNumbers( const wfJson* json, const wfJsonNode* list, bool vertices, wfSurfaceScene* scene )
{
	if ( !wfJson_CheckList( json, list, 1, vertices ? "vertices" : "triangles" ) )
	{
		return wf_ok;
	}
	int32_t* numbers = wfJson_Allocate( json, list, (size_t)list->count, sizeof( int32_t ) );
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		( vertices ? readVertex : readTriangle )( json, node, scene, numbers + node->index );
	}
	wfResult result = !wfJson_IsOk( json ) ? wf_ok
					  : vertices		   ? wfSurfaceMask_BlockVertices( scene->mask, numbers, list->count, json->reader->error )
								 : wfSurfaceMask_BlockTriangles( scene->mask, numbers, list->count, json->reader->error );
	wfReleaseArray( numbers, (size_t)list->count, sizeof( int32_t ) );
	return result;
}

static wfResult blockPolygon( const wfJson* json, const wfJsonNode* list, wfSurfaceScene* scene )
{
	if ( !wfJson_CheckList( json, list, 3, "vertices or points [x, y, z]" ) )
	{
		return wf_ok;
	}
	wfSurfacePoint* corners = wfJson_Allocate( json, list, (size_t)list->count, sizeof( wfSurfacePoint ) );
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		wfReadSurfacePoint( json, node, scene, &corners[node->index], NULL );
	}
	wfResult result =
		wfJson_IsOk( json ) ? wfSurfaceMask_BlockPolygon( scene->mask, corners, list->count, json->reader->error ) : wf_ok;
	wfReleaseArray( corners, (size_t)list->count, sizeof( wfSurfacePoint ) );
	return result;
}

static void readObstacle( const wfJson* json, const wfJsonNode* node, bool refined, wfSurfaceScene* scene )
{
	const char* text;
	wfCheckFields( json, node, &wf_obstacleObject );
	const wfJsonNode* name = wfJson_Find( json, node, "name" );
	wfJson_ReadText( json, name, WF_MAX_NAME_LENGTH, &text );
	if ( wfJson_IsOk( json ) && node->count != ( name != NULL ) + 1 )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected one of sphere, disc, vertices, triangles and polygon, found %s",
					 node->count == ( name != NULL ) ? "none" : "several of them" );
	}
	const wfJsonNode* child = wfJson_First( json, node );
	child = child != NULL && child == name ? wfJson_Next( json, child ) : child;
	if ( child == NULL )
	{
		return;
	}
	// All of them begin with another letter.
	char kind = wfJson_Key( json, child )[0];
	if ( kind == 't' && refined )
	{
		wfJson_Fail( json, child, NULL, wf_badFormat,
					 "a refined mesh has other triangles; expected sphere, disc, vertices or polygon" );
	}
	wfResult result = kind == 's' || kind == 'd'   ? blockBall( json, child, kind == 's', scene )
					  : kind == 'v' || kind == 't' ? blockNumbers( json, child, kind == 'v', scene )
												   : blockPolygon( json, child, scene );
	wfJson_Take( json, child, result );
}

static void readObstacles( const wfJson* json, const wfJsonNode* list, bool refined, wfSurfaceScene* scene )
{
	if ( wfJson_CheckList( json, list, 0, "obstacles" ) && list->count > 0 &&
		 wfCreateSurfaceMask( scene->mesh, &scene->mask ) != wf_ok )
	{
		wfReader_OutOfMemory( json->reader );
	}
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		readObstacle( json, node, refined, scene );
	}
}

// ------------------------------------------------------------------------------------------------------------ settings

static void readField( const wfJson* json, const wfJsonNode* node, wfSurfacePlannerDef* planner )
{
	static const wfNumberRange biasRange = { -1e6, 1e6, "a number" };
	wfReadFields( json, node, &wf_meshFieldObject, planner );
	const wfJsonNode* bias = wfJson_Find( json, node, "bias" );
	const wfJsonNode* toward = wfJson_Find( json, node, "toward" );
	const wfJsonNode* epsilon = wfJson_Find( json, node, "epsilon" );
	if ( bias != NULL && toward != NULL )
	{
		wfJson_Fail( json, toward, NULL, wf_badFormat, "expected either a bias or toward" );
	}
	planner->biasKind = bias != NULL ? wf_directionBias : toward != NULL ? wf_pointBias : wf_noSurfaceBias;
	wfJson_ReadVector3( json, bias, &biasRange, "a direction [x, y, z]", &planner->bias );
	wfJson_ReadVector3( json, toward, &wf_coordinateRange, s_placeExpected, &planner->bias );
	if ( epsilon != NULL && bias == NULL && toward == NULL )
	{
		wfJson_Fail( json, epsilon, NULL, wf_badFormat, "the strength of a bias, but there is no bias and no toward" );
	}
}

// What the shape of the ground closes. All of it is about one direction up.
static void checkTerrain( const wfJson* json, const wfJsonNode* root, wfSurfaceScene* scene )
{
	const wfJsonNode* slope = wfJson_Find( json, root, "maxSlope" );
	const wfJsonNode* step = wfJson_Find( json, root, "stepHeight" );
	scene->maxSlope *= WF_PI / 180.0;
	if ( step != NULL && slope == NULL )
	{
		wfJson_Fail( json, step, NULL, wf_badFormat, "what is walked over though it is steep, but there is no maxSlope" );
	}
	const wfJsonNode* asks = slope != NULL ? slope : scene->pierced ? wfJson_Find( json, root, "pierced" ) : NULL;
	if ( asks != NULL && scene->up.x == 0.0 && scene->up.y == 0.0 && scene->up.z == 0.0 )
	{
		wfJson_Fail( json, asks, NULL, wf_badFormat, "expected a direction up for it, but up is [0, 0, 0]" );
	}
}

void wfReadSceneTree( const wfJson* json, const wfSurfaceSceneDef* def, wfSurfaceScene* scene )
{
	const wfJsonNode* root = json->nodes;
	wfRefineDef refine = def->refine;
	char name[sizeof( scene->name )];
	const wfJsonNode* world = wfJson_Find( json, root, "world" );
	if ( world != NULL )
	{
		wfJson_Fail( json, world, NULL, wf_badFormat,
					 wfJson_Find( json, root, "mesh" ) != NULL
						 ? "this scenario has both a world in the plane and a mesh; expected one of them"
						 : "this scenario is about a world in the plane; expected one with a mesh" );
	}
	setDefaults( scene );
	wfReadHead( json, &wf_meshScenarioObject, scene, name, sizeof( name ) );
	wfJson_ReadVector3( json, wfJson_Find( json, root, "up" ), &wf_coordinateRange, "a direction [x, y, z], zero: normals",
						&scene->up );
	checkTerrain( json, root, scene );
	if ( wfJson_IsOk( json ) )
	{
		readMesh( json, wfJson_Find( json, root, "mesh" ), def, &refine, scene );
	}
	memcpy( scene->name, name, sizeof( name ) );
	readPlaces( json, wfJson_Find( json, root, "goals" ), true, scene, &scene->goals, &scene->goalCount );
	readPlaces( json, wfJson_Find( json, root, "starts" ), false, scene, &scene->starts, &scene->startCount );
	readObstacles( json, wfJson_Find( json, root, "obstacles" ), isRefined( &refine ), scene );
	readField( json, wfJson_Find( json, root, "field" ), &scene->planner );
}

// --------------------------------------------------------------------------------------------------------------- files

static void readMeshAlone( const wfReader* reader, const wfSurfaceSceneDef* def, wfSurfaceScene* scene )
{
	wfMeshData mesh = { 0 };
	wfError* error = reader->error;
	wfResult result = wfReadMeshFromMemory( reader->name, reader->text, reader->size, reader->def, &mesh, error );
	if ( result == wf_ok )
	{
		setDefaults( scene );
		result = makeMesh( &mesh, reader->name, &def->mesh, scene, error );
		wfMeshData_Free( &mesh );
		result = result == wf_ok ? finishMesh( &def->refine, reader->def, scene, error ) : result;
		if ( result != wf_ok && error->file[0] == 0 )
		{
			snprintf( error->file, sizeof( error->file ), "%s", reader->name );
		}
	}
	error->result = result;
}

static void readScene( const wfReader* reader, const void* context, void* made )
{
	size_t start = wfFindContent( reader->text, reader->size );
	bool isJson = wfHasExtension( reader->name, ".json" ) || ( start < reader->size && reader->text[start] == '{' );
	wfJson json;
	if ( !isJson )
	{
		readMeshAlone( reader, context, made );
	}
	else if ( wfJson_Parse( reader, &json ) == wf_ok )
	{
		json.onMesh = true;
		wfReadSceneTree( &json, context, made );
		wfJson_Free( &json );
	}
}

static void freeScene( void* made )
{
	wfSurfaceScene_Free( made );
}

wfResult wfReadSurfaceSceneFromMemory( const char* name, const void* data, size_t size, const wfSurfaceSceneDef* def,
									   wfSurfaceScene* scene, wfError* error )
{
	if ( def != NULL && WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the def was not made by wfDefaultSurfaceSceneDef" );
	}
	wfSurfaceScene made = { 0 };
	wfReadJob job = { name,			  data,		 size,			 def != NULL ? &def->read : NULL,
					  readScene,	  def,		 &made,			 scene,
					  sizeof( made ), freeScene, &made.warnings, NULL };
	return wfReadInto( &job, "no name, no data, no def or no place for the scene", error );
}

wfResult wfReadSurfaceScene( const char* path, const wfSurfaceSceneDef* def, wfSurfaceScene* scene, wfError* error )
{
	return wfReadSurfaceSceneFromMemory( path, NULL, WF_FROM_FILE, def, scene, error );
}
