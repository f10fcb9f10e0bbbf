// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the XML of a test case to what it asks for. Elements the format does not know are refused where they would have brought
// agents or obstacles, and left out with a note inside of those.
#include "steerbench/steerbench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FOREVER 1e6 // seconds
// Who stands on the ground does not touch what hangs higher.
#define HEAD_ROOM 2.0

// Elements, as bits; those of goals by their kind.
#define GOAL( kind ) ( 1u << ( kind ) )
#define GOALS 0xFFu
#define SEEKS_PLACE ( GOAL( wf_benchSeek ) | GOAL( wf_benchFlee ) )
#define SEEKS_AGENT ( GOAL( wf_benchSeekAgent ) | GOAL( wf_benchFleeAgent ) )
#define HEADER 0x100u
#define AGENT 0x200u
#define REGION 0x400u // agentRegion
#define START 0x800u
#define BOX 0x1000u
#define BOXES 0x2000u // obstacleRegion
#define CIRCLE 0x4000u
#define TURNED 0x8000u
#define DOOR 0x10000u
#define POLYGON 0x20000u
// Of these children that are unknown are noted.
#define NOTED ( GOALS | HEADER | AGENT | REGION | START )

typedef enum wfBenchType
{
	wf_benchIgnored,
	wf_benchForeign, // of other steering methods: counted and left out
	wf_benchNumber,
	wf_benchCount, // from 0 to `upper`
	wf_benchFlag,
	wf_benchPlace,	// three numbers, of which the middle one is the height
	wf_benchChance, // the same or <random>true</random>
	wf_benchBox,
	wf_benchNode,
} wfBenchType;

typedef struct wfBenchField
{
	uint32_t elements; // it may be a child of
	const char* name;
	wfBenchType type;
	size_t offset; // in wfBenchElement
	double lower, upper;
	const char* expected; // of numbers
	const char* missing;  // what is reported where it is missing, "": the usual; null: it may be
} wfBenchField;

#define NUMBER( elements, name, member, lower, upper, expected, missing )                                                        \
	{                                                                                                                            \
		elements, name, wf_benchNumber, offsetof( wfBenchElement, member ), lower, upper, expected, missing                      \
	}
#define VALUE( elements, name, type, member, upper, missing )                                                                    \
	{                                                                                                                            \
		elements, name, type, offsetof( wfBenchElement, member ), 0.0, upper, NULL, missing                                      \
	}
#define SKIPPED( elements, name, type )                                                                                          \
	{                                                                                                                            \
		elements, name, type, 0, 0.0, 0.0, NULL, NULL                                                                            \
	}
#define NEEDED_GOAL "a goal of this kind needs it"

// Writers put members of other kinds of goals beside those that count; only the latter are read.
static const wfBenchField s_fields[] = {
	VALUE( HEADER, "worldBounds", wf_benchBox, region, 0.0, "" ),
	VALUE( HEADER | AGENT | REGION, "name", wf_benchNode, name, 0.0, NULL ),
	SKIPPED( HEADER, "version", wf_benchIgnored ),
	SKIPPED( HEADER, "description", wf_benchIgnored ),
	SKIPPED( HEADER, "passingCriteria", wf_benchIgnored ),
	VALUE( REGION, "numAgents", wf_benchCount, count, WF_MAX_BENCH_AGENTS, "" ),
	VALUE( REGION, "regionBounds", wf_benchBox, region, 0.0, "" ),
	SKIPPED( AGENT, "numAgents", wf_benchIgnored ),
	SKIPPED( AGENT, "regionBounds", wf_benchIgnored ),
	VALUE( AGENT | REGION, "initialConditions", wf_benchIgnored, node, 0.0, "" ),
	SKIPPED( AGENT | REGION, "goalSequence", wf_benchIgnored ),
	NUMBER( START, "radius", radius, 1e-6, 1e6, "a radius above 0 metres", "expected the radius of the agent" ),
	NUMBER( START, "speed", speed, 0.0, 1e6, "a speed of 0 m/s or more", NULL ),
	VALUE( START, "position", wf_benchChance, position, 0.0, NULL ),
	VALUE( START, "direction", wf_benchChance, direction, 0.0, NULL ),
	SKIPPED( START, "color", wf_benchIgnored ),
	VALUE( BOXES, "numObstacles", wf_benchCount, count, WF_MAX_BENCH_OBSTACLES, "" ),
	NUMBER( BOXES, "obstacleSize", width, 0.0, 1e6, "a size from 0 to 1e6 metres", "" ),
	VALUE( BOXES, "regionBounds", wf_benchBox, region, 0.0, "" ),
	NUMBER( CIRCLE, "radius", radius, 0.0, 1e6, "a radius from 0 to 1e6 metres", "" ),
	NUMBER( TURNED, "thetaY", degrees, -1e6, 1e6, "an angle in degrees", NULL ),
	VALUE( TURNED, "size", wf_benchPlace, size, 0.0, "" ),
	VALUE( CIRCLE | TURNED, "position", wf_benchChance, position, 0.0, "" ),
	NUMBER( DOOR, "value", doorPlace, -1e6, 1e6, "a coordinate from -1e6 to 1e6 metres", NULL ),
	NUMBER( DOOR, "doorRadius", doorRadius, 0.0, 1e6, "half a width from 0 to 1e6 metres", NULL ),
	VALUE( SEEKS_PLACE, "targetLocation", wf_benchChance, target, 0.0, NEEDED_GOAL ),
	VALUE( GOAL( wf_benchFlow ), "targetDirection", wf_benchChance, target, 0.0, NEEDED_GOAL ),
	VALUE( GOALS, "goalRegionBounds", wf_benchBox, region, 0.0, NULL ),
	VALUE( GOALS, "regionBounds", wf_benchBox, region, 0.0, NULL ),
	VALUE( GOALS, "targetName", wf_benchNode, name, 0.0, NULL ),
	VALUE( SEEKS_AGENT, "random", wf_benchFlag, randomAgent, 0.0, NULL ),
	NUMBER( GOALS, "desiredSpeed", desiredSpeed, 0.0, 1e6, "a speed of 0 m/s or more", NULL ),
	NUMBER( GOALS, "timeDuration", duration, 0.0, 1e300, "a time of 0 seconds or more", NULL ),
	SKIPPED( GOALS, "Behaviour", wf_benchForeign ),
	SKIPPED( GOALS, "state", wf_benchForeign ),
	SKIPPED( GOALS, "type", wf_benchIgnored ),
	SKIPPED( GOALS, "flowType", wf_benchIgnored ),
};

enum
{
	fieldCount = sizeof( s_fields ) / sizeof( s_fields[0] )
};

static void noteUnknown( wfTestCase* bench, const wfXmlNode* node )
{
	if ( bench->unknown++ == 0 )
	{
		wfXml_Path( node, bench->firstUnknown, sizeof( bench->firstUnknown ) );
	}
}

static bool isNamed( const wfXmlNode* node, const char* name )
{
	return strcmp( node->name, name ) == 0;
}

// --------------------------------------------------------------------------------------------------------------- values

static void failValue( wfTestCase* bench, const wfXmlNode* node, wfResult result, const char* expected )
{
	wfQuoted found = wfQuote( node->text, strlen( node->text ) );
	wfTestCase_FailIf( bench, true, node, NULL, result, "expected %s, found %s", expected, found.text );
}

static double readNumber( wfTestCase* bench, const wfXmlNode* node, double lower, double upper, const char* expected )
{
	double number = 0.0;
	wfNumberKind kind = wfParseNumber( node->text, strlen( node->text ), &number );
	if ( kind == wf_notNumber || node->count > 0 )
	{
		failValue( bench, node, wf_badFormat, expected );
	}
	else if ( kind == wf_hugeNumber || !( number >= lower && number <= upper ) )
	{
		failValue( bench, node, wf_outOfRange, expected );
	}
	return number;
}

static bool readFlag( wfTestCase* bench, const wfXmlNode* node )
{
	const char* text = node->text;
	bool value = strcmp( text, "true" ) == 0 || strcmp( text, "1" ) == 0;
	if ( !value && strcmp( text, "false" ) != 0 && strcmp( text, "0" ) != 0 )
	{
		failValue( bench, node, wf_badFormat, "true or false" );
	}
	return value;
}

static int32_t readCount( wfTestCase* bench, const wfXmlNode* node, double most )
{
	int64_t value = 0;
	if ( !wfParseInteger( node->text, strlen( node->text ), &value ) || value < 0 || (double)value > most )
	{
		char expected[64];
		snprintf( expected, sizeof( expected ), "a whole number from 0 to %.0f", most );
		failValue( bench, node, wf_badFormat, expected );
		return 0;
	}
	return (int32_t)value;
}

// Children that are coordinates, of which the first `needed` must be there; the others are 0 where they are not.
static void readCoordinates( wfTestCase* bench, const wfXmlNode* node, const char* const* names, int count, int needed,
							 const char* missing, double* values )
{
	for ( int i = 0; i < count; ++i )
	{
		const wfXmlNode* child = wfXml_Find( node, names[i] );
		wfTestCase_FailIf( bench, child == NULL && i < needed, node, names[i], wf_badFormat, "is missing; expected %s", missing );
		values[i] = child != NULL ? readNumber( bench, child, -1e6, 1e6, "a coordinate from -1e6 to 1e6 metres" ) : 0.0;
	}
}

static wfBenchPoint readPoint( wfTestCase* bench, const wfXmlNode* node, bool chance )
{
	static const char* const names[] = { "x", "z", "y" };
	const wfXmlNode* flag = wfXml_Find( node, "random" );
	wfBenchPoint point = { .given = true, .random = flag != NULL && readFlag( bench, flag ) };
	wfTestCase_FailIf( bench, point.random && !chance, flag, NULL, wf_badFormat,
					   "random is not possible here; expected <x>, <y> and <z>" );
	if ( !point.random )
	{
		double values[3];
		readCoordinates( bench, node, names, 3, 2, chance ? "<x>, <y> and <z>, or <random>true</random>" : "<x>, <y> and <z>",
						 values );
		point.at = ( wfVec2 ){ values[0], values[1] };
		point.height = values[2];
	}
	return point;
}

// xmin to zmax. Bounds the wrong way round are turned: files in use have them so.
static wfBenchBounds readBounds( wfTestCase* bench, const wfXmlNode* node )
{
	static const char* const names[] = { "xmin", "xmax", "zmin", "zmax", "ymin", "ymax" };
	double v[6];
	readCoordinates( bench, node, names, 6, 4, "<xmin>, <xmax>, <ymin>, <ymax>, <zmin> and <zmax>", v );
	return ( wfBenchBounds ){ .given = true,
							  .box = { { fmin( v[0], v[1] ), fmin( v[2], v[3] ) }, { fmax( v[0], v[1] ), fmax( v[2], v[3] ) } },
							  .lowest = fmin( v[4], v[5] ),
							  .highest = fmax( v[4], v[5] ) };
}

static void readField( wfTestCase* bench, const wfXmlNode* node, const wfBenchField* field, wfBenchElement* target )
{
	void* place = (char*)target + field->offset;
	switch ( field->type )
	{
		case wf_benchIgnored:
			break;
		case wf_benchForeign:
			bench->behaviours += 1;
			break;
		case wf_benchNumber:
			*(double*)place = readNumber( bench, node, field->lower, field->upper, field->expected );
			break;
		case wf_benchCount:
			*(int32_t*)place = readCount( bench, node, field->upper );
			break;
		case wf_benchFlag:
			*(bool*)place = readFlag( bench, node );
			break;
		case wf_benchPlace:
		case wf_benchChance:
			*(wfBenchPoint*)place = readPoint( bench, node, field->type == wf_benchChance );
			break;
		case wf_benchBox:
			*(wfBenchBounds*)place = readBounds( bench, node );
			break;
		case wf_benchNode:
			*(const wfXmlNode**)place = node;
			break;
	}
}

// What is missing is reported in the order of the fields.
static void readElement( wfTestCase* bench, const wfXmlNode* node, uint32_t element, wfBenchElement* target )
{
	for ( int i = 0; i < fieldCount; ++i )
	{
		const wfBenchField* field = &s_fields[i];
		const wfXmlNode* child = ( field->elements & element ) != 0 ? wfXml_Find( node, field->name ) : NULL;
		if ( child != NULL )
		{
			readField( bench, child, field, target );
		}
		else if ( ( field->elements & element ) != 0 && field->missing != NULL )
		{
			char usual[128];
			snprintf( usual, sizeof( usual ), "expected <%s> in <%.60s>", field->name, node->name );
			wfTestCase_FailIf( bench, true, node, field->name, wf_badFormat, "is missing; %s",
							   field->missing[0] != 0 ? field->missing : usual );
		}
	}
	// A goal may have what other goals have.
	uint32_t known = ( element & GOALS ) != 0 ? GOALS : element;
	for ( const wfXmlNode* child = node->first; child != NULL; child = child->next )
	{
		int i = 0;
		while ( i < fieldCount && ( ( s_fields[i].elements & known ) == 0 || !isNamed( child, s_fields[i].name ) ) )
		{
			i += 1;
		}
		if ( i == fieldCount && ( element & NOTED ) != 0 )
		{
			noteUnknown( bench, child );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------ obstacles

static void addObstacle( wfTestCase* bench, const wfBenchObstacle* obstacle )
{
	if ( wfTestCase_Grow( bench, obstacle->node, &bench->obstacles, &bench->obstacleCapacity, bench->obstacleCount + 1,
						  sizeof( wfBenchObstacle ) ) )
	{
		bench->obstacles[bench->obstacleCount++] = *obstacle;
	}
}

static int32_t readCorners( wfTestCase* bench, const wfXmlNode* node )
{
	size_t before = bench->pointCount;
	for ( const wfXmlNode* child = node->first; child != NULL; child = child->next )
	{
		if ( !isNamed( child, "vertex" ) )
		{
			noteUnknown( bench, child );
		}
		else if ( wfTestCase_Grow( bench, child, &bench->points, &bench->pointCapacity, bench->pointCount + 1,
								   sizeof( wfVec2 ) ) )
		{
			bench->points[bench->pointCount++] = readPoint( bench, child, false ).at;
		}
	}
	int32_t count = (int32_t)( bench->pointCount - before );
	wfTestCase_FailIf( bench, count < 3, node, NULL, wf_badFormat, "has %d corners; expected three <vertex> or more", count );
	return count;
}

// A wall along x with a door is two. Doors are defined for such walls only.
static void addWall( wfTestCase* bench, const wfXmlNode* doorway, const wfBenchObstacle* wall )
{
	wfBenchElement door = { .doorRadius = 1.0 };
	readElement( bench, doorway, DOOR, &door );
	if ( wall->random || wall->shape.angle != 0.0 )
	{
		addObstacle( bench, wall );
		return;
	}
	double half = wall->shape.halfSize.x;
	const double ends[2][2] = { { -half, fmax( door.doorPlace - door.doorRadius, -half ) },
								{ fmin( door.doorPlace + door.doorRadius, half ), half } };
	for ( int i = 0; i < 2; ++i )
	{
		wfBenchObstacle part = *wall;
		part.shape.center.x = wall->shape.center.x + 0.5 * ( ends[i][0] + ends[i][1] );
		part.shape.halfSize.x = 0.5 * ( ends[i][1] - ends[i][0] );
		if ( part.shape.halfSize.x > 0.0 )
		{
			addObstacle( bench, &part );
		}
	}
}

static void readObstacle( wfTestCase* bench, const wfXmlNode* node, uint32_t element )
{
	wfBenchElement found = { .count = 1, .region = bench->header.region };
	readElement( bench, node, element, &found );
	wfBenchObstacle obstacle = { .node = node,
								 .count = found.count,
								 .random = found.position.random || element == BOXES,
								 .region = found.region.box,
								 .shape = wfDefaultShapeDef(),
								 .firstPoint = bench->pointCount };
	wfShapeDef* shape = &obstacle.shape;
	shape->kind = element == CIRCLE ? wf_discShape : element == POLYGON ? wf_polygonShape : wf_boxShape;
	shape->role = wf_obstacleRole;
	shape->center = found.position.at;
	shape->radius = element == CIRCLE ? found.radius : shape->radius;
	wfVec2 sides = element == BOXES ? ( wfVec2 ){ found.width, found.width } : found.size.at;
	double lowest = found.position.height, highest = lowest + HEAD_ROOM;
	if ( element == BOX )
	{
		wfBenchBounds bounds = readBounds( bench, node );
		wfBox2 box = bounds.box;
		shape->center = wfScale2( 0.5, wfAdd2( box.lower, box.upper ) );
		sides = wfSub2( box.upper, box.lower );
		lowest = bounds.lowest;
		highest = bounds.highest;
	}
	if ( element == POLYGON )
	{
		shape->pointCount = readCorners( bench, node );
	}
	wfTestCase_FailIf( bench, !( sides.x >= 0.0 && sides.y >= 0.0 ), wfXml_Find( node, "size" ), NULL, wf_outOfRange,
					   "is %g x %g; expected sides of 0 or more", sides.x, sides.y );
	if ( shape->kind == wf_boxShape )
	{
		shape->halfSize = ( wfVec2 ){ 0.5 * sides.x, 0.5 * sides.y };
	}
	// Seen from above, with z upwards on the page, the files' angles turn clockwise.
	shape->angle = -found.degrees * WF_PI / 180.0;
	const wfXmlNode* doorway = element == TURNED ? wfXml_Find( node, "doorway" ) : NULL;
	if ( lowest > HEAD_ROOM || highest < 0.0 )
	{
		bench->overhead += 1;
	}
	else if ( doorway != NULL )
	{
		addWall( bench, doorway, &obstacle );
	}
	else
	{
		addObstacle( bench, &obstacle );
	}
}

// --------------------------------------------------------------------------------------------------------------- agents

static const struct
{
	const char* name;
	wfBenchGoalKind kind;
} s_goals[] = { { "seekStaticTarget", wf_benchSeek },
				{ "fleeStaticTarget", wf_benchFlee },
				{ "seekDynamicTarget", wf_benchSeekAgent },
				{ "fleeDynamicTarget", wf_benchFleeAgent },
				{ "flowStaticDirection", wf_benchFlow },
				{ "flowDynamicDirection", wf_benchFlowCrowd },
				{ "idle", wf_benchIdle },
				{ "groupTarget", wf_benchSeek },
				{ "seekAxisAlignedBoxRegion", wf_benchRegion } };

enum
{
	goalKindCount = sizeof( s_goals ) / sizeof( s_goals[0] )
};

static void readGoal( wfTestCase* bench, const wfXmlNode* node )
{
	wfBenchElement goal = { .desiredSpeed = WF_BENCH_SPEED, .duration = FOREVER };
	const char* names[goalKindCount + 1] = { NULL };
	bool known = false;
	for ( int i = 0; i < goalKindCount; ++i )
	{
		names[i] = s_goals[i].name;
		bool same = isNamed( node, names[i] );
		goal.kind = same ? s_goals[i].kind : goal.kind;
		known = known || same;
	}
	if ( !known )
	{
		char list[256];
		wfListNames( list, sizeof( list ), names );
		wfTestCase_FailIf( bench, true, node, NULL, wf_badFormat, "is no kind of goal; expected one of %s", list );
	}
	readElement( bench, node, GOAL( goal.kind ), &goal );
	wfTestCase_FailIf( bench, goal.kind == wf_benchRegion && !goal.region.given, node, "goalRegionBounds", wf_badFormat,
					   "is missing; " NEEDED_GOAL );
	goal.duration = fmin( goal.duration, FOREVER );
	if ( goal.desiredSpeed == 0.0 && goal.kind != wf_benchIdle )
	{
		goal.desiredSpeed = WF_BENCH_SPEED;
		bench->speedless += 1;
	}
	if ( wfTestCase_Grow( bench, node, &bench->goals, &bench->goalCapacity, bench->goalCount + 1, sizeof( wfBenchElement ) ) )
	{
		bench->goals[bench->goalCount++] = goal;
	}
}

static void readAgents( wfTestCase* bench, const wfXmlNode* node, uint32_t element )
{
	wfBenchElement spec = { .node = node,
							.count = 1,
							.emitter = isNamed( node, "agentEmitter" ),
							.region = bench->header.region,
							.direction.random = true,
							.firstGoal = (int32_t)bench->goalCount };
	readElement( bench, node, element, &spec );
	if ( !wfReader_IsOk( bench->reader ) )
	{
		return;
	}
	const wfXmlNode* start = wfXml_Find( node, "initialConditions" );
	readElement( bench, start, START, &spec );
	wfTestCase_FailIf( bench, !spec.position.given && element != REGION, start, "position", wf_badFormat,
					   "is missing; expected where the agent starts" );
	spec.position.random = spec.position.random || element == REGION;
	const wfXmlNode* goals = wfXml_Find( node, "goalSequence" );
	const wfXmlNode* goal = goals != NULL ? goals->first : NULL;
	for ( ; goal != NULL && wfReader_IsOk( bench->reader ); goal = goal->next )
	{
		readGoal( bench, goal );
	}
	spec.goalCount = (int32_t)bench->goalCount - spec.firstGoal;
	bench->agentTotal += spec.count;
	wfTestCase_FailIf( bench, bench->agentTotal > WF_MAX_BENCH_AGENTS, node, NULL, wf_tooLarge,
					   "%lld agents with this; expected %d at most", (long long)bench->agentTotal, WF_MAX_BENCH_AGENTS );
	if ( wfTestCase_Grow( bench, spec.node, &bench->specs, &bench->specCapacity, bench->specCount + 1,
						  sizeof( wfBenchElement ) ) )
	{
		bench->specs[bench->specCount++] = spec;
	}
}

// ------------------------------------------------------------------------------------------------------------ the whole

static void readHeader( wfTestCase* bench, const wfXmlNode* root )
{
	const wfXmlNode* node = wfXml_Find( root, "header" );
	if ( node == NULL )
	{
		wfTestCase_FailIf( bench, true, root, "header", wf_badFormat, "is missing; expected <header> in <SteerBenchTestCase>" );
		return;
	}
	wfBenchElement header = { 0 };
	readElement( bench, node, HEADER, &header );
	header.node = wfXml_Find( node, "worldBounds" );
	bench->header = header;
	if ( header.name != NULL )
	{
		size_t bad;
		snprintf( bench->name, sizeof( bench->name ), "%s", header.name->text );
		if ( !wfCheckUtf8( bench->name, strlen( bench->name ), &bad ) )
		{
			bench->name[bad] = 0; // cut inside of a character
		}
	}
}

static void readPart( wfTestCase* bench, const wfXmlNode* node )
{
	static const struct
	{
		const char* name;
		uint32_t element; // 0: nothing to read
	} parts[] = { { "header", 0 },
				  { "suggestedCameraView", 0 },
				  { "agent", AGENT },
				  { "agentRegion", REGION },
				  { "agentEmitter", AGENT },
				  { "obstacle", BOX },
				  { "obstacleRegion", BOXES },
				  { "circleObstacle", CIRCLE },
				  { "orientedBoxObstacle", TURNED },
				  { "orientedWallObstacle", TURNED },
				  { "polygonObstacle", POLYGON } };
	enum
	{
		partCount = sizeof( parts ) / sizeof( parts[0] )
	};
	const char* names[partCount + 1] = { NULL };
	for ( int i = 0; i < partCount; ++i )
	{
		names[i] = parts[i].name;
		if ( isNamed( node, names[i] ) )
		{
			if ( parts[i].element != 0 )
			{
				( ( parts[i].element & ( AGENT | REGION ) ) != 0 ? readAgents : readObstacle )( bench, node, parts[i].element );
			}
			return;
		}
	}
	const char* near = wfSuggestName( node->name, strlen( node->name ), names );
	char list[256];
	wfListNames( list, sizeof( list ), names );
	wfTestCase_FailIf( bench, true, node, NULL, wf_badFormat, "is no element of a test case; %s%s%s",
					   near != NULL ? "did you mean <" : "expected one of ", near != NULL ? near : list,
					   near != NULL ? ">?" : "" );
}

void wfTestCase_ReadFile( wfTestCase* bench )
{
	if ( wfXml_Parse( bench->reader, &bench->xml ) != wf_ok )
	{
		return;
	}
	const wfXmlNode* root = bench->xml.root;
	if ( !isNamed( root, "SteerBenchTestCase" ) )
	{
		wfQuoted found = wfQuote( root->name, strlen( root->name ) );
		wfTestCase_FailIf( bench, true, root, NULL, wf_badFormat, "expected <SteerBenchTestCase>, found %s", found.text );
		return;
	}
	readHeader( bench, root );
	for ( const wfXmlNode* node = root->first; node != NULL && wfReader_IsOk( bench->reader ); node = node->next )
	{
		readPart( bench, node );
	}
}
