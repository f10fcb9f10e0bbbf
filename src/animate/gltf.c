// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// glTF 2.0: one skinned figure for each agent, all of them in one animation, on a ground.
#include "animate/gltf.h"

#include "io/reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Around the steps, metres.
#define GROUND_MARGIN 2.0

// Numbers of the format.
enum
{
	byteType = 5121,
	shortType = 5123,
	floatType = 5126
};

static void freeGltf( wfGltf* gltf )
{
	wfText* lists[] = { &gltf->nodes,	  &gltf->roots,	   &gltf->skins,   &gltf->meshes,
						&gltf->accessors, &gltf->samplers, &gltf->channels };
	for ( size_t k = 0; k < sizeof( lists ) / sizeof( lists[0] ); ++k )
	{
		wfText_Free( lists[k] );
	}
	for ( int32_t k = 0; k < wf_viewCount; ++k )
	{
		wfText_Free( &gltf->views[k] );
	}
	wfArray_Free( &gltf->builds );
}

static bool hasFailed( const wfGltf* gltf )
{
	bool failed = gltf->nodes.failed || gltf->roots.failed || gltf->skins.failed || gltf->meshes.failed ||
				  gltf->accessors.failed || gltf->samplers.failed || gltf->channels.failed;
	for ( int32_t k = 0; k < wf_viewCount; ++k )
	{
		failed = failed || gltf->views[k].failed;
	}
	return failed;
}

// Bytes of files are in the same order everywhere, lowest first.
static void putFloats( wfText* out, const float* values, size_t count )
{
	uint8_t* at = wfText_AddRoom( out, count * sizeof( float ) );
	for ( size_t k = 0; at != NULL && k < count; ++k, at += 4 )
	{
		uint32_t bits;
		memcpy( &bits, &values[k], sizeof( bits ) );
		at[0] = (uint8_t)bits;
		at[1] = (uint8_t)( bits >> 8 );
		at[2] = (uint8_t)( bits >> 16 );
		at[3] = (uint8_t)( bits >> 24 );
	}
}

static void putIndices( wfText* out, const uint16_t* values, size_t count )
{
	uint8_t* at = wfText_AddRoom( out, count * sizeof( uint16_t ) );
	for ( size_t k = 0; at != NULL && k < count; ++k, at += 2 )
	{
		at[0] = (uint8_t)values[k];
		at[1] = (uint8_t)( values[k] >> 8 );
	}
}

// ----------------------------------------------------------------------------------------------------------- pieces of JSON

// A comma in front of all items but the first; counts them.
static int32_t beginItem( wfText* list, int32_t* count )
{
	wfText_AddString( list, *count > 0 ? ",\n" : "" );
	return ( *count )++;
}

typedef struct wfAccessor
{
	wfView view;
	size_t offset, count;
	int32_t component;
	const char* type;
	bool normalized;
	const double *least, *most; // null: not given
	int32_t parts;				// of these
} wfAccessor;

static int32_t addAccessor( wfGltf* gltf, const wfAccessor* accessor )
{
	wfText* list = &gltf->accessors;
	int32_t index = beginItem( list, &gltf->accessorCount );
	wfText_Add( list, "{\"bufferView\":%d,\"byteOffset\":%zu,\"componentType\":%d%s,\"count\":%zu,\"type\":\"%s\"",
				(int)accessor->view, accessor->offset, accessor->component, accessor->normalized ? ",\"normalized\":true" : "",
				accessor->count, accessor->type );
	if ( accessor->least != NULL )
	{
		wfPutNumbers( list, ",\"min\":", accessor->least, accessor->parts, 0 );
		wfPutNumbers( list, ",\"max\":", accessor->most, accessor->parts, 0 );
	}
	wfText_AddString( list, "}" );
	return index;
}

// --------------------------------------------------------------------------------------------------------------- meshes

// Accessors of places and normals, and for figures of joints and weights.
static int32_t addVertices( wfGltf* gltf, const wfFigureVertex* vertices, size_t count, bool skinned )
{
	double least[3] = { INFINITY, INFINITY, INFINITY }, most[3] = { -INFINITY, -INFINITY, -INFINITY };
	for ( size_t k = 0; k < 3 * count; ++k )
	{
		double value = (double)vertices[k / 3].place[k % 3];
		least[k % 3] = fmin( least[k % 3], value );
		most[k % 3] = fmax( most[k % 3], value );
	}
	size_t base = gltf->views[wf_vertexView].length;
	for ( size_t k = 0; k < count; ++k )
	{
		wfText* view = &gltf->views[wf_vertexView];
		putFloats( view, vertices[k].place, 3 );
		putFloats( view, vertices[k].normal, 3 );
		wfText_AddBytes( view, (const char*)vertices[k].joints, sizeof( vertices[k].joints ) );
		wfText_AddBytes( view, (const char*)vertices[k].weights, sizeof( vertices[k].weights ) );
	}
	wfAccessor accessor = { .view = wf_vertexView, .offset = base, .count = count, .component = floatType, .type = "VEC3" };
	wfAccessor place = accessor;
	place.least = least;
	place.most = most;
	place.parts = 3;
	int32_t first = addAccessor( gltf, &place );
	accessor.offset = base + offsetof( wfFigureVertex, normal );
	addAccessor( gltf, &accessor );
	if ( skinned )
	{
		accessor.component = byteType;
		accessor.type = "VEC4";
		accessor.offset = base + offsetof( wfFigureVertex, joints );
		addAccessor( gltf, &accessor );
		accessor.offset = base + offsetof( wfFigureVertex, weights );
		accessor.normalized = true;
		addAccessor( gltf, &accessor );
	}
	return first;
}

static int32_t addIndices( wfGltf* gltf, const uint16_t* indices, size_t count )
{
	wfAccessor accessor = { .view = wf_indexView,
							.offset = gltf->views[wf_indexView].length,
							.count = count,
							.component = shortType,
							.type = "SCALAR" };
	putIndices( &gltf->views[wf_indexView], indices, count );
	return addAccessor( gltf, &accessor );
}

// All joints are unturned at rest: the matrices move their places to the origin.
static int32_t addBindMatrices( wfGltf* gltf, const wfSkeleton* skeleton )
{
	wfVec3 rest[wf_jointCount];
	wfSkeleton_GetRest( skeleton, rest );
	wfAccessor accessor = { .view = wf_bindView,
							.offset = gltf->views[wf_bindView].length,
							.count = wf_jointCount,
							.component = floatType,
							.type = "MAT4" };
	for ( int32_t j = 0; j < wf_jointCount; ++j )
	{
		float matrix[16] = { [0] = 1.0f, [5] = 1.0f, [10] = 1.0f, [15] = 1.0f };
		matrix[12] = (float)-rest[j].x;
		matrix[13] = (float)-rest[j].y;
		matrix[14] = (float)-rest[j].z;
		putFloats( &gltf->views[wf_bindView], matrix, 16 );
	}
	return addAccessor( gltf, &accessor );
}

static wfResult findBuild( wfGltf* gltf, const wfSkeleton* skeleton, wfBuild** build )
{
	for ( int32_t k = 0; k < gltf->builds.count; ++k )
	{
		*build = &gltf->builds.data[k];
		if ( ( *build )->legLength == skeleton->legLength && ( *build )->stature == skeleton->stature )
		{
			return wf_ok;
		}
	}
	wfFigure figure;
	wfResult result = wfMakeFigure( skeleton, &figure );
	wfBuild made = { .legLength = skeleton->legLength, .stature = skeleton->stature };
	result = result == wf_ok ? wfArray_Push( &gltf->builds, made ) : result;
	if ( result == wf_ok )
	{
		*build = &gltf->builds.data[gltf->builds.count - 1];
		( *build )->vertices = addVertices( gltf, figure.vertices.data, (size_t)figure.vertices.count, true );
		int32_t begin = 0;
		for ( int32_t part = 0; part < wf_figureParts; ++part )
		{
			int32_t index = addIndices( gltf, figure.indices.data + begin, (size_t)( figure.partEnds[part] - begin ) );
			( *build )->indices = part == 0 ? index : ( *build )->indices;
			begin = figure.partEnds[part];
		}
		( *build )->bind = addBindMatrices( gltf, skeleton );
		for ( int32_t color = 0; color < WF_SHIRTS; ++color )
		{
			( *build )->meshes[color] = -1;
		}
	}
	wfFigure_Free( &figure );
	return result;
}

// The first material is the ground's, then trousers and skin, then shirts.
static int32_t findMesh( wfGltf* gltf, wfBuild* build, int32_t color )
{
	if ( build->meshes[color] >= 0 )
	{
		return build->meshes[color];
	}
	const int32_t materials[wf_figureParts] = { [wf_shirtPart] = 3 + color, [wf_trousersPart] = 1, [wf_skinPart] = 2 };
	wfText* list = &gltf->meshes;
	build->meshes[color] = beginItem( list, &gltf->meshCount );
	wfText_AddString( list, "{\"name\":\"figure\",\"primitives\":[" );
	for ( int32_t part = 0; part < wf_figureParts; ++part )
	{
		int32_t first = build->vertices;
		wfText_Add( list, "%s{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d}",
					part > 0 ? "," : "", first, first + 1, first + 2, first + 3 );
		wfText_Add( list, ",\"indices\":%d,\"material\":%d}", build->indices + part, materials[part] );
	}
	wfText_AddString( list, "]}" );
	return build->meshes[color];
}

static void addRoot( wfGltf* gltf, int32_t node )
{
	wfText_Add( &gltf->roots, "%s%d", gltf->roots.length > 0 ? "," : "", node );
}

static void addGround( wfGltf* gltf, const wfCast* cast )
{
	wfBox2 box = WF_EMPTY_BOX;
	for ( int32_t agent = 0; agent < cast->agents.count; ++agent )
	{
		const wfFootstepRow* rows = cast->table->rows + cast->agents.data[agent].first;
		for ( int64_t k = 0; k < cast->agents.data[agent].count; ++k )
		{
			box = wfBoxUnion( box, ( wfBox2 ){ rows[k].step.footPosition, rows[k].step.footPosition } );
		}
	}
	wfVec2 lower = box.lower, upper = box.upper;
	double center[3] = { 0.5 * ( lower.x + upper.x ), 0.0, -0.5 * ( lower.y + upper.y ) };
	float x = (float)( 0.5 * ( upper.x - lower.x ) + GROUND_MARGIN ), z = (float)( 0.5 * ( upper.y - lower.y ) + GROUND_MARGIN );
	const wfFigureVertex corners[4] = { { .place = { -x, 0.0f, -z }, .normal = { 0.0f, 1.0f, 0.0f } },
										{ .place = { -x, 0.0f, z }, .normal = { 0.0f, 1.0f, 0.0f } },
										{ .place = { x, 0.0f, z }, .normal = { 0.0f, 1.0f, 0.0f } },
										{ .place = { x, 0.0f, -z }, .normal = { 0.0f, 1.0f, 0.0f } } };
	const uint16_t indices[6] = { 0, 1, 2, 0, 2, 3 };
	int32_t vertices = addVertices( gltf, corners, 4, false ), triangles = addIndices( gltf, indices, 6 );
	beginItem( &gltf->meshes, &gltf->meshCount );
	wfText_Add( &gltf->meshes, "{\"name\":\"ground\",\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d}", vertices,
				vertices + 1 );
	wfText_Add( &gltf->meshes, ",\"indices\":%d,\"material\":0}]}", triangles );
	int32_t node = beginItem( &gltf->nodes, &gltf->nodeCount );
	wfText_AddString( &gltf->nodes, "{\"name\":\"ground\",\"mesh\":0" );
	wfPutNumbers( &gltf->nodes, ",\"translation\":", center, 3, 6 );
	wfText_AddString( &gltf->nodes, "}" );
	addRoot( gltf, node );
}

// --------------------------------------------------------------------------------------------------------------- agents

// The turn of a joint in the first key frames, null where it never turns.
static const float* firstTurn( const wfAgentKeys* keys, wfJoint joint )
{
	for ( int32_t i = 0; i < WF_BODY_TURNS; ++i )
	{
		if ( wf_bodyJoints[i] == joint )
		{
			return keys->body.data[0].turns[i];
		}
	}
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		int32_t i = (int32_t)joint - (int32_t)wfGetLegJoint( (wfFoot)foot, 0 );
		if ( i >= 0 && i < WF_LEG_TURNS )
		{
			return keys->legs[foot].data[0].turns[i];
		}
	}
	return NULL;
}

static void addJoint( wfGltf* gltf, const wfSkeleton* skeleton, const wfAgentKeys* keys, wfJoint joint, int32_t firstNode )
{
	wfText* list = &gltf->nodes;
	beginItem( list, &gltf->nodeCount );
	wfText_Add( list, "{\"name\":\"%s\"", wfGetJointName( joint ) );
	wfVec3 offset = skeleton->offsets[joint];
	double place[3] = { offset.x, offset.y, offset.z };
	for ( int32_t i = 0; i < 3 && joint == wf_hipsJoint; ++i )
	{
		place[i] = (double)keys->body.data[0].hips[i];
	}
	wfPutNumbers( list, ",\"translation\":", place, 3, 6 );
	const float* turn = firstTurn( keys, joint );
	if ( turn != NULL )
	{
		double values[4] = { (double)turn[0], (double)turn[1], (double)turn[2], (double)turn[3] };
		wfPutNumbers( list, ",\"rotation\":", values, 4, 9 );
	}
	bool hasChild = false;
	for ( int32_t j = (int32_t)joint + 1; j < wf_jointCount; ++j )
	{
		if ( wfGetJointParent( (wfJoint)j ) == (int32_t)joint )
		{
			wfText_Add( list, "%s%d", hasChild ? "," : ",\"children\":[", firstNode + j );
			hasChild = true;
		}
	}
	wfText_AddString( list, hasChild ? "]}" : "}" );
}

// A node for the agent, its joints, and the figure, which a skin moves and no node above it may.
static int32_t addNodes( wfGltf* gltf, const wfSkeleton* skeleton, const wfAgentKeys* keys, uint32_t serial, int32_t mesh,
						 int32_t bind )
{
	wfText* list = &gltf->nodes;
	int32_t root = beginItem( list, &gltf->nodeCount );
	double origin[3] = { keys->origin.x, keys->origin.y, keys->origin.z };
	wfText_Add( list, "{\"name\":\"agent %u\"", serial );
	wfPutNumbers( list, ",\"translation\":", origin, 3, 6 );
	wfText_Add( list, ",\"children\":[%d]}", root + 1 );
	for ( int32_t j = 0; j < wf_jointCount; ++j )
	{
		addJoint( gltf, skeleton, keys, (wfJoint)j, root + 1 );
	}
	int32_t skin = beginItem( &gltf->skins, &gltf->skinCount );
	wfText_Add( &gltf->skins, "{\"inverseBindMatrices\":%d,\"skeleton\":%d,\"joints\":[", bind, root + 1 );
	for ( int32_t j = 0; j < wf_jointCount; ++j )
	{
		wfText_Add( &gltf->skins, "%s%d", j == 0 ? "" : ",", root + 1 + j );
	}
	wfText_AddString( &gltf->skins, "]}" );
	int32_t figure = beginItem( list, &gltf->nodeCount );
	wfText_Add( list, "{\"name\":\"figure %u\",\"mesh\":%d,\"skin\":%d}", serial, mesh, skin );
	addRoot( gltf, root );
	addRoot( gltf, figure );
	return root;
}

// One member of records of `stride` floats into the buffer.
static int32_t addKeyData( wfGltf* gltf, const float* first, size_t stride, size_t count, int32_t floats )
{
	static const char* const types[] = { "", "SCALAR", "", "VEC3", "VEC4" };
	wfText* view = &gltf->views[wf_keyView];
	wfAccessor accessor = {
		.view = wf_keyView, .offset = view->length, .count = count, .component = floatType, .type = types[floats] };
	for ( size_t k = 0; k < count; ++k )
	{
		putFloats( view, first + k * stride, (size_t)floats );
	}
	double least = 0.0, most = 0.0;
	if ( floats == 1 )
	{
		least = (double)first[0];
		most = (double)first[( count - 1 ) * stride];
		accessor.least = &least;
		accessor.most = &most;
		accessor.parts = 1;
	}
	return addAccessor( gltf, &accessor );
}

static void addChannel( wfGltf* gltf, int32_t input, int32_t output, const char* interpolation, int32_t node, const char* path )
{
	int32_t sampler = beginItem( &gltf->samplers, &gltf->samplerCount );
	wfText_Add( &gltf->samplers, "{\"input\":%d,\"output\":%d,\"interpolation\":\"%s\"}", input, output, interpolation );
	beginItem( &gltf->channels, &gltf->channelCount );
	wfText_Add( &gltf->channels, "{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", sampler, node, path );
}

// Nobody is seen before the first step and after the last: figures without size.
static void addPresence( wfGltf* gltf, const wfAgentKeys* keys, int32_t root )
{
	typedef struct wfSizeKey
	{
		float time, size[3];
	} wfSizeKey;
	wfSizeKey sizes[3] = { { 0 } };
	size_t count = 0;
	float begin = keys->body.data[0].time, end = keys->body.data[keys->body.count - 1].time;
	if ( begin > 0.0f )
	{
		sizes[count++] = ( wfSizeKey ){ 0.0f, { 0.0f, 0.0f, 0.0f } };
	}
	sizes[count++] = ( wfSizeKey ){ begin, { 1.0f, 1.0f, 1.0f } };
	if ( end < (float)gltf->seconds && end > begin )
	{
		sizes[count++] = ( wfSizeKey ){ end, { 0.0f, 0.0f, 0.0f } };
	}
	if ( count > 1 )
	{
		int32_t times = addKeyData( gltf, &sizes[0].time, sizeof( wfSizeKey ) / sizeof( float ), count, 1 );
		addChannel( gltf, times, addKeyData( gltf, sizes[0].size, sizeof( wfSizeKey ) / sizeof( float ), count, 3 ), "STEP", root,
					"scale" );
	}
}

static void addChannels( wfGltf* gltf, const wfAgentKeys* keys, int32_t root )
{
	size_t stride = sizeof( wfBodyKey ) / sizeof( float ), legStride = sizeof( wfLegKey ) / sizeof( float );
	size_t count = (size_t)keys->body.count;
	int32_t times = addKeyData( gltf, &keys->body.data[0].time, stride, count, 1 );
	int32_t hips = addKeyData( gltf, keys->body.data[0].hips, stride, count, 3 );
	addChannel( gltf, times, hips, "LINEAR", root + 1, "translation" );
	for ( int32_t i = 0; i < WF_BODY_TURNS; ++i )
	{
		int32_t turns = addKeyData( gltf, keys->body.data[0].turns[i], stride, count, 4 );
		addChannel( gltf, times, turns, "LINEAR", root + 1 + (int32_t)wf_bodyJoints[i], "rotation" );
	}
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		const wfLegKey* leg = keys->legs[foot].data;
		count = (size_t)keys->legs[foot].count;
		times = addKeyData( gltf, &leg[0].time, legStride, count, 1 );
		for ( int32_t i = 0; i < WF_LEG_TURNS; ++i )
		{
			int32_t turns = addKeyData( gltf, leg[0].turns[i], legStride, count, 4 );
			addChannel( gltf, times, turns, "LINEAR", root + 1 + (int32_t)wfGetLegJoint( (wfFoot)foot, i ), "rotation" );
		}
	}
	addPresence( gltf, keys, root );
}

static wfResult addAgent( wfGltf* gltf, const wfCast* cast, const wfAnimationDef* def, int32_t agent, wfAgentKeys* keys,
						  wfAnimationReport* report )
{
	wfActor actor;
	wfResult result = wfCast_MakeActor( cast, def, agent, &actor );
	if ( result != wf_ok )
	{
		return result;
	}
	wfBuild* build = NULL;
	result = wfMakeKeys( &actor, def->fps, cast->from, keys, report );
	result = result == wf_ok ? findBuild( gltf, &actor.skeleton, &build ) : result;
	if ( result == wf_ok )
	{
		uint32_t serial = actor.rows[0].serial;
		int32_t mesh = findMesh( gltf, build, agent % WF_SHIRTS );
		int32_t root = addNodes( gltf, &actor.skeleton, keys, serial, mesh, build->bind );
		addChannels( gltf, keys, root );
		report->footSlideMax = wfMax( wfMeasureSlide( &actor, cast->from, keys ), report->footSlideMax );
		report->agents += 1;
	}
	wfActor_Free( &actor );
	return result == wf_ok && hasFailed( gltf ) ? wf_outOfMemory : result;
}

wfResult wfWriteGltf( const char* path, const wfFootstepTable* table, const wfAnimationDef* def, wfAnimationReport* report,
					  wfError* error )
{
	wfAnimationReport ignored;
	report = report != NULL ? report : &ignored;
	*report = ( wfAnimationReport ){ .kneeMin = WF_PI };
	if ( WF_FAILS( path != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path" );
	}
	bool binary = wfHasExtension( path, ".glb" );
	if ( !binary && !wfHasExtension( path, ".gltf" ) )
	{
		return wfFail( error, wf_unsupported, "'%.200s' does not end in .glb or .gltf", path );
	}
	wfCast cast;
	wfResult result = wfMakeCast( table, def, &cast, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfGltf gltf = { .seconds = cast.until - cast.from };
	wfAgentKeys keys = { 0 };
	report->seconds = gltf.seconds;
	addGround( &gltf, &cast );
	for ( int32_t agent = 0; result == wf_ok && agent < cast.agents.count; ++agent )
	{
		result = addAgent( &gltf, &cast, def, agent, &keys, report );
		if ( result == wf_ok && def->progress != NULL &&
			 !def->progress( ( agent + 1.0 ) / ( cast.agents.count + 1.0 ), def->progressContext ) )
		{
			result = wf_cancelled;
		}
	}
	result = result == wf_ok									  ? wfGltf_Write( &gltf, &cast, path, binary, error )
			 : result == wf_outOfMemory || result == wf_cancelled ? wfFail( error, result, "%s", wfDescribeResult( result ) )
																  : result;
	wfAgentKeys_Free( &keys );
	freeGltf( &gltf );
	wfCast_Free( &cast );
	return result;
}
