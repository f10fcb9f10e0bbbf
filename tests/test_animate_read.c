// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Animations read back from glTF and BVH, and their forward kinematics by matrices: nothing of the writer's own arithmetic.

#include "test_animate.h"

#include "io/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum testPath
{
	testTranslation,
	testRotation,
	testScale,
	testPathCount
} testPath;

typedef struct testChannel
{
	int32_t count; // 0: none
	double* times;
	double* values; // 3 or 4 for each
	bool steps;
} testChannel;

typedef struct testNode
{
	char name[32];
	int32_t parent; // -1: none
	double translation[3], rotation[4];
	testChannel channels[testPathCount];
	bool euler; // rotation channels are degrees about z, x, y
} testNode;

struct testAnimation
{
	testNode* nodes;
	int32_t nodeCount;
	int32_t* agents; // node of the hips
	int32_t agentCount;
	double end;
	// of glTF
	wfFile file;
	wfJson json;
	uint8_t* buffer;
	size_t bufferSize;
};

// ------------------------------------------------------------------------------------------------------------ arithmetic

typedef struct testMatrix
{
	double turn[3][3], place[3];
} testMatrix;

static void turnFromQuat( const double q[4], double m[3][3] )
{
	double x = q[0], y = q[1], z = q[2], w = q[3];
	m[0][0] = 1 - 2 * ( y * y + z * z );
	m[0][1] = 2 * ( x * y - z * w );
	m[0][2] = 2 * ( x * z + y * w );
	m[1][0] = 2 * ( x * y + z * w );
	m[1][1] = 1 - 2 * ( x * x + z * z );
	m[1][2] = 2 * ( y * z - x * w );
	m[2][0] = 2 * ( x * z - y * w );
	m[2][1] = 2 * ( y * z + x * w );
	m[2][2] = 1 - 2 * ( x * x + y * y );
}

static void multiply( double a[3][3], double b[3][3], double out[3][3] )
{
	for ( int i = 0; i < 9; ++i )
	{
		out[i / 3][i % 3] = a[i / 3][0] * b[0][i % 3] + a[i / 3][1] * b[1][i % 3] + a[i / 3][2] * b[2][i % 3];
	}
}

static void turnFromAngles( const double degrees[3], double m[3][3] )
{
	double c[3], s[3];
	for ( int i = 0; i < 3; ++i )
	{
		c[i] = cos( degrees[i] * PI / 180.0 );
		s[i] = sin( degrees[i] * PI / 180.0 );
	}
	double z[3][3] = { { c[0], -s[0], 0 }, { s[0], c[0], 0 }, { 0, 0, 1 } };
	double x[3][3] = { { 1, 0, 0 }, { 0, c[1], -s[1] }, { 0, s[1], c[1] } };
	double y[3][3] = { { c[2], 0, s[2] }, { 0, 1, 0 }, { -s[2], 0, c[2] } };
	double zx[3][3];
	multiply( z, x, zx );
	multiply( zx, y, m );
}

static void interpolate( const testChannel* channel, int32_t parts, bool turns, double time, double* out )
{
	int32_t k = 0;
	for ( int32_t beyond = channel->count; k + 1 < beyond; )
	{
		int32_t middle = ( k + beyond ) / 2;
		if ( channel->times[middle] <= time )
		{
			k = middle;
		}
		else
		{
			beyond = middle;
		}
	}
	const double* a = channel->values + (ptrdiff_t)k * parts;
	bool last = k + 1 >= channel->count;
	const double* b = last ? a : a + parts;
	double span = last ? 1.0 : channel->times[k + 1] - channel->times[k];
	double s = fmin( fmax( ( time - channel->times[k] ) / span, 0.0 ), 1.0 );
	double aShare = channel->steps ? 1.0 : 1.0 - s, bShare = channel->steps ? 0.0 : s;
	if ( turns )
	{
		double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], angle = acos( fmin( fabs( dot ), 1.0 ) );
		if ( angle > 1e-7 )
		{
			aShare = sin( ( 1.0 - s ) * angle ) / sin( angle );
			bShare = sin( s * angle ) / sin( angle ) * ( dot < 0.0 ? -1.0 : 1.0 );
		}
	}
	for ( int32_t i = 0; i < parts; ++i )
	{
		out[i] = aShare * a[i] + bShare * b[i];
	}
}

// Relative to its parent.
static testMatrix poseAlone( const testNode* node, double time )
{
	double place[3], turn[4];
	memcpy( place, node->translation, sizeof( place ) );
	memcpy( turn, node->rotation, sizeof( turn ) );
	if ( node->channels[testTranslation].count > 0 )
	{
		interpolate( &node->channels[testTranslation], 3, false, time, place );
	}
	if ( node->channels[testRotation].count > 0 )
	{
		interpolate( &node->channels[testRotation], node->euler ? 3 : 4, !node->euler, time, turn );
	}
	testMatrix local;
	if ( node->euler )
	{
		turnFromAngles( turn, local.turn );
	}
	else
	{
		turnFromQuat( turn, local.turn );
	}
	memcpy( local.place, place, sizeof( place ) );
	return local;
}

static testMatrix poseBelow( testMatrix above, testMatrix local )
{
	testMatrix out;
	multiply( above.turn, local.turn, out.turn );
	for ( int i = 0; i < 3; ++i )
	{
		out.place[i] = above.place[i];
		for ( int k = 0; k < 3; ++k )
		{
			out.place[i] += above.turn[i][k] * local.place[k];
		}
	}
	return out;
}

static testMatrix poseNode( const testAnimation* animation, int32_t index, double time )
{
	const testNode* node = &animation->nodes[index];
	testMatrix local = poseAlone( node, time );
	return node->parent < 0 ? local : poseBelow( poseNode( animation, node->parent, time ), local );
}

int32_t testFindJoint( const testAnimation* animation, int32_t agent, const char* name )
{
	int32_t first = animation->agents[agent];
	for ( int32_t k = first; k < animation->nodeCount && k < first + TEST_MAX_JOINTS; ++k )
	{
		if ( strcmp( animation->nodes[k].name, name ) == 0 )
		{
			return k - first;
		}
	}
	CHECK_STRING( name, "a joint of the file" );
	return 0;
}

void testGetPose( const testAnimation* animation, int32_t agent, double time, testPose* pose )
{
	int32_t first = animation->agents[agent];
	memset( pose, 0, sizeof( *pose ) );
	testMatrix joints[TEST_MAX_JOINTS];
	for ( int32_t k = 0; k < TEST_MAX_JOINTS && first + k < animation->nodeCount; ++k )
	{
		int32_t above = animation->nodes[first + k].parent - first;
		joints[k] = above >= 0 && above < k ? poseBelow( joints[above], poseAlone( &animation->nodes[first + k], time ) )
											: poseNode( animation, first + k, time );
		memcpy( pose->places[k], joints[k].place, sizeof( joints[k].place ) );
	}
	static const char* const names[2][3] = { { "LeftUpperLeg", "LeftLowerLeg", "LeftFoot" },
											 { "RightUpperLeg", "RightLowerLeg", "RightFoot" } };
	for ( int side = 0; side < 2; ++side )
	{
		const double* joint[3];
		for ( int i = 0; i < 3; ++i )
		{
			joint[i] = pose->places[testFindJoint( animation, agent, names[side][i] )];
		}
		// The knee from the middle of the line between hip and ankle; both bones are of one length.
		for ( int i = 0; i < 3; ++i )
		{
			pose->knees[side] += ( joint[1][i] - 0.5 * ( joint[0][i] + joint[2][i] ) ) * joints[0].turn[i][2];
		}
	}
}

double testBone( const testPose* pose, int32_t a, int32_t b )
{
	const double *p = pose->places[a], *q = pose->places[b];
	return sqrt( ( p[0] - q[0] ) * ( p[0] - q[0] ) + ( p[1] - q[1] ) * ( p[1] - q[1] ) + ( p[2] - q[2] ) * ( p[2] - q[2] ) );
}

double testGetSize( const testAnimation* animation, int32_t agent, double time )
{
	int32_t root = animation->nodes[animation->agents[agent]].parent;
	double size[3] = { 1, 1, 1 };
	if ( root >= 0 && animation->nodes[root].channels[testScale].count > 0 )
	{
		interpolate( &animation->nodes[root].channels[testScale], 3, false, time, size );
	}
	return size[0];
}

double testGetAgentTime( const testAnimation* animation, int32_t agent, bool end )
{
	const testChannel* hips = &animation->nodes[animation->agents[agent]].channels[testTranslation];
	return hips->times[end ? hips->count - 1 : 0];
}

int32_t testGetAgentCount( const testAnimation* animation )
{
	return animation->agentCount;
}

double testGetEnd( const testAnimation* animation )
{
	return animation->end;
}

// ------------------------------------------------------------------------------------------------------------------ glTF

static double numberOf( const wfJson* json, const wfJsonNode* object, const char* key, double otherwise )
{
	const wfJsonNode* node = wfJson_Find( json, object, key );
	return node != NULL ? node->number : otherwise;
}

static const wfJsonNode* item( const wfJson* json, const wfJsonNode* list, int32_t index )
{
	const wfJsonNode* node = wfJson_First( json, list );
	while ( node != NULL && index-- > 0 )
	{
		node = wfJson_Next( json, node );
	}
	return node;
}

static void readNumbers( const wfJson* json, const wfJsonNode* list, double* out, int32_t capacity )
{
	const wfJsonNode* node = list != NULL ? wfJson_First( json, list ) : NULL;
	for ( int32_t k = 0; k < capacity && node != NULL; ++k, node = wfJson_Next( json, node ) )
	{
		out[k] = node->number;
	}
}

// All floats of an accessor; checks that it lies within its part of the buffer.
static double* readAccessor( const testAnimation* animation, int32_t index, int32_t parts, int32_t* count )
{
	const wfJson* json = &animation->json;
	const wfJsonNode* accessor = item( json, wfJson_Find( json, json->nodes, "accessors" ), index );
	const wfJsonNode* view =
		item( json, wfJson_Find( json, json->nodes, "bufferViews" ), (int32_t)numberOf( json, accessor, "bufferView", -1 ) );
	CHECK_EQUAL( numberOf( json, accessor, "componentType", 0 ), 5126 );
	*count = (int32_t)numberOf( json, accessor, "count", 0 );
	size_t begin = (size_t)numberOf( json, accessor, "byteOffset", 0 ), size = (size_t)( *count * parts ) * sizeof( float );
	CHECK( (double)( begin + size ) <= numberOf( json, view, "byteLength", 0 ) );
	begin += (size_t)numberOf( json, view, "byteOffset", 0 );
	double* values = malloc( (size_t)( *count * parts ) * sizeof( double ) + 1 );
	for ( int32_t k = 0; CHECK( begin + size <= animation->bufferSize ) && k < *count * parts; ++k )
	{
		float value;
		memcpy( &value, animation->buffer + begin + (size_t)k * sizeof( float ), sizeof( value ) );
		values[k] = (double)value;
	}
	return values;
}

static void readNodes( testAnimation* animation )
{
	const wfJson* json = &animation->json;
	const wfJsonNode* list = wfJson_Find( json, json->nodes, "nodes" );
	animation->nodeCount = list->count;
	animation->nodes = calloc( (size_t)list->count, sizeof( testNode ) );
	animation->agents = calloc( (size_t)list->count, sizeof( int32_t ) );
	for ( int32_t k = 0; k < list->count; ++k )
	{
		animation->nodes[k].parent = -1;
	}
	int32_t k = 0;
	for ( const wfJsonNode* from = wfJson_First( json, list ); from != NULL; from = wfJson_Next( json, from ), ++k )
	{
		testNode* node = &animation->nodes[k];
		snprintf( node->name, sizeof( node->name ), "%s", wfJson_String( json, wfJson_Find( json, from, "name" ) ) );
		node->rotation[3] = 1.0;
		readNumbers( json, wfJson_Find( json, from, "translation" ), node->translation, 3 );
		readNumbers( json, wfJson_Find( json, from, "rotation" ), node->rotation, 4 );
		const wfJsonNode* children = wfJson_Find( json, from, "children" );
		for ( int32_t c = 0; children != NULL && c < children->count; ++c )
		{
			animation->nodes[(int32_t)item( json, children, c )->number].parent = k;
		}
		if ( strcmp( node->name, "Hips" ) == 0 )
		{
			animation->agents[animation->agentCount++] = k;
		}
	}
}

static void readChannels( testAnimation* animation )
{
	static const char* const paths[testPathCount] = { "translation", "rotation", "scale" };
	const wfJson* json = &animation->json;
	const wfJsonNode* walk = item( json, wfJson_Find( json, json->nodes, "animations" ), 0 );
	const wfJsonNode* samplers = wfJson_Find( json, walk, "samplers" );
	const wfJsonNode* channel = wfJson_First( json, wfJson_Find( json, walk, "channels" ) );
	for ( ; channel != NULL; channel = wfJson_Next( json, channel ) )
	{
		const wfJsonNode* target = wfJson_Find( json, channel, "target" );
		const wfJsonNode* sampler = item( json, samplers, (int32_t)numberOf( json, channel, "sampler", -1 ) );
		const char* path = wfJson_String( json, wfJson_Find( json, target, "path" ) );
		for ( int32_t p = 0; p < testPathCount; ++p )
		{
			if ( strcmp( path, paths[p] ) != 0 )
			{
				continue;
			}
			testChannel* out = &animation->nodes[(int32_t)numberOf( json, target, "node", 0 )].channels[p];
			int32_t values = 0;
			out->times = readAccessor( animation, (int32_t)numberOf( json, sampler, "input", -1 ), 1, &out->count );
			out->values =
				readAccessor( animation, (int32_t)numberOf( json, sampler, "output", -1 ), p == testRotation ? 4 : 3, &values );
			CHECK_EQUAL( values, out->count );
			out->steps = strcmp( wfJson_String( json, wfJson_Find( json, sampler, "interpolation" ) ), "STEP" ) == 0;
			for ( int32_t k = 1; k < out->count; ++k )
			{
				CHECK( out->times[k] > out->times[k - 1] );
			}
			animation->end = fmax( animation->end, out->times[out->count - 1] );
		}
	}
}

static size_t decodeBase64( const char* text, size_t length, uint8_t* out )
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t size = 0;
	uint32_t bits = 0, have = 0;
	for ( size_t k = 0; k < length && text[k] != '='; ++k )
	{
		const char* found = strchr( digits, text[k] );
		if ( !CHECK( found != NULL && *found != 0 ) )
		{
			return 0;
		}
		bits = bits << 6 | (uint32_t)( found - digits );
		have += 6;
		if ( have >= 8 )
		{
			have -= 8;
			out[size++] = (uint8_t)( bits >> have );
		}
	}
	return size;
}

static uint32_t word( const char* at )
{
	uint32_t value;
	memcpy( &value, at, sizeof( value ) );
	return value;
}

static bool readGltf( testAnimation* animation, const char* path, bool binary )
{
	static wfReadDef def;
	static wfError error;
	static size_t used;
	static wfReader reader;
	def = wfDefaultReadDef();
	used = 0;
	reader = ( wfReader ){ .name = path, .def = &def, .used = &used, .error = &error };
	const char* data = animation->file.data;
	reader.text = data;
	reader.size = animation->file.size;
	if ( binary )
	{
		CHECK( memcmp( data, "glTF", 4 ) == 0 );
		CHECK_EQUAL( word( data + 4 ), 2 );
		CHECK_EQUAL( word( data + 8 ), animation->file.size );
		reader.text = data + 20;
		reader.size = word( data + 12 );
		CHECK( memcmp( data + 16, "JSON", 4 ) == 0 );
		const char* chunk = data + 20 + reader.size;
		CHECK( memcmp( chunk + 4, "BIN\0", 4 ) == 0 );
		animation->bufferSize = word( chunk );
		animation->buffer = malloc( animation->bufferSize );
		memcpy( animation->buffer, chunk + 8, animation->bufferSize );
	}
	if ( !CHECK_EQUAL( wfJson_Parse( &reader, &animation->json ), wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
		return false;
	}
	const wfJson* json = &animation->json;
	const wfJsonNode* buffer = item( json, wfJson_Find( json, json->nodes, "buffers" ), 0 );
	if ( !binary )
	{
		const wfJsonNode* uri = wfJson_Find( json, buffer, "uri" );
		const char* text = wfJson_String( json, uri );
		const char* comma = strchr( text, ',' );
		animation->buffer = malloc( uri->stringLength );
		animation->bufferSize = decodeBase64( comma + 1, strlen( comma + 1 ), animation->buffer );
	}
	CHECK_EQUAL( numberOf( json, buffer, "byteLength", 0 ), animation->bufferSize );
	readNodes( animation );
	readChannels( animation );
	return true;
}

// ------------------------------------------------------------------------------------------------------------------- BVH

// Words of the file, one after the other.
static const char* nextWord( char** at )
{
	*at += strspn( *at, " \t\r\n" );
	char* begin = *at;
	*at += strcspn( *at, " \t\r\n" );
	if ( **at != 0 )
	{
		*( *at )++ = 0;
	}
	return begin;
}

static void readHierarchy( testAnimation* animation, char** at, int32_t channels[TEST_MAX_JOINTS] )
{
	int32_t stack[TEST_MAX_JOINTS], depth = 0;
	bool inEnd = false;
	for ( const char* text = nextWord( at ); text[0] != 0 && strcmp( text, "MOTION" ) != 0; text = nextWord( at ) )
	{
		testNode* node = animation->nodeCount > 0 ? &animation->nodes[animation->nodeCount - 1] : NULL;
		if ( strcmp( text, "ROOT" ) == 0 || strcmp( text, "JOINT" ) == 0 )
		{
			node = &animation->nodes[animation->nodeCount++];
			snprintf( node->name, sizeof( node->name ), "%s", nextWord( at ) );
			node->parent = depth > 0 ? stack[depth - 1] : -1;
			node->euler = true;
			nextWord( at );
			stack[depth++] = animation->nodeCount - 1;
		}
		else if ( strcmp( text, "End" ) == 0 )
		{
			nextWord( at );
			nextWord( at );
			inEnd = true;
		}
		else if ( strcmp( text, "OFFSET" ) == 0 )
		{
			for ( int i = 0; i < 3; ++i )
			{
				double value = strtod( nextWord( at ), NULL );
				node->translation[i] = inEnd ? node->translation[i] : value;
			}
		}
		else if ( strcmp( text, "CHANNELS" ) == 0 )
		{
			channels[animation->nodeCount - 1] = atoi( nextWord( at ) );
		}
		else if ( strcmp( text, "}" ) == 0 )
		{
			depth -= inEnd ? 0 : 1;
			inEnd = false;
		}
	}
	CHECK_EQUAL( depth, 0 );
}

static bool readBvh( testAnimation* animation )
{
	char* text = malloc( animation->file.size + 1 );
	memcpy( text, animation->file.data, animation->file.size );
	text[animation->file.size] = 0;
	char* at = text;
	int32_t channels[TEST_MAX_JOINTS] = { 0 };
	animation->nodes = calloc( TEST_MAX_JOINTS, sizeof( testNode ) );
	animation->agents = calloc( 1, sizeof( int32_t ) );
	animation->agentCount = 1;
	readHierarchy( animation, &at, channels );
	CHECK_STRING( nextWord( &at ), "Frames:" );
	int32_t frames = atoi( nextWord( &at ) );
	nextWord( &at );
	nextWord( &at );
	double seconds = strtod( nextWord( &at ), NULL );
	for ( int32_t n = 0; n < animation->nodeCount; ++n )
	{
		for ( int32_t p = channels[n] == 6 ? testTranslation : testRotation; p <= testRotation; ++p )
		{
			testChannel* channel = &animation->nodes[n].channels[p];
			channel->count = frames;
			channel->times = malloc( (size_t)frames * sizeof( double ) );
			channel->values = malloc( (size_t)frames * 3 * sizeof( double ) );
		}
	}
	for ( int32_t k = 0; k < frames; ++k )
	{
		for ( int32_t n = 0; n < animation->nodeCount; ++n )
		{
			for ( int32_t p = channels[n] == 6 ? testTranslation : testRotation; p <= testRotation; ++p )
			{
				testChannel* channel = &animation->nodes[n].channels[p];
				channel->times[k] = k * seconds;
				for ( int i = 0; i < 3; ++i )
				{
					channel->values[3 * k + i] = strtod( nextWord( &at ), NULL );
				}
			}
		}
	}
	CHECK_STRING( nextWord( &at ), "" );
	animation->end = ( frames - 1 ) * seconds;
	free( text );
	return true;
}

testAnimation* testReadAnimation( const char* path )
{
	testAnimation* animation = calloc( 1, sizeof( testAnimation ) );
	wfError error = { 0 };
	if ( !CHECK_EQUAL( wfFile_Load( path, SIZE_MAX, false, &animation->file, &error ), wf_ok ) )
	{
		free( animation );
		return NULL;
	}
	bool read =
		wfHasExtension( path, ".bvh" ) ? readBvh( animation ) : readGltf( animation, path, wfHasExtension( path, ".glb" ) );
	if ( !read )
	{
		testFreeAnimation( animation );
		return NULL;
	}
	return animation;
}

void testFreeAnimation( testAnimation* animation )
{
	for ( int32_t k = 0; k < animation->nodeCount; ++k )
	{
		for ( int32_t p = 0; p < testPathCount; ++p )
		{
			free( animation->nodes[k].channels[p].times );
			free( animation->nodes[k].channels[p].values );
		}
	}
	free( animation->nodes );
	free( animation->agents );
	free( animation->buffer );
	wfJson_Free( &animation->json );
	wfFile_Free( &animation->file );
	free( animation );
}
