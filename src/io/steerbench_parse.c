// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the XML of a test case to what it asks for. Elements the format does not know are refused where they would have brought
// agents or obstacles, and left out with a note inside of those.
#include "io/steerbench.h"

#include <stdio.h>
#include <string.h>

#define TYPICAL_SPEED 1.3 // m/s, what the format recommends
#define FOREVER 1e6		  // seconds
// Who stands on the ground does not touch what hangs higher.
#define HEAD_ROOM 2.0

typedef struct wfBenchParser
{
	const wfReader* reader;
	wfBench* bench;
} wfBenchParser;

static wfResult growBench( const wfBenchParser* parser, const wfXmlNode* node, void* array, size_t* capacity, size_t needed,
						   size_t size )
{
	if ( needed <= *capacity )
	{
		return wf_ok;
	}
	size_t more = *capacity / 2 + 16;
	wfResult result = wfReader_Reserve( parser->reader, node->position, NULL, more * size );
	if ( result == wf_ok && wfGrowArray( array, capacity, needed, size ) != wf_ok )
	{
		result = wfReader_OutOfMemory( parser->reader );
	}
	return result;
}

static int32_t indexOf( const wfBench* bench, const wfXmlNode* node )
{
	return (int32_t)( node - bench->xml.nodes );
}

static bool isNamed( const wfBench* bench, const wfXmlNode* node, const char* name )
{
	return strcmp( wfXml_Name( &bench->xml, node ), name ) == 0;
}

static void noteUnknown( wfBench* bench, const wfXmlNode* node )
{
	if ( bench->unknown++ == 0 )
	{
		wfXml_Path( &bench->xml, node, bench->firstUnknown, sizeof( bench->firstUnknown ) );
	}
}

// -------------------------------------------------------------------------------------------------------------- numbers

static wfResult readNumber( const wfBench* bench, const wfXmlNode* node, double lower, double upper, const char* expected,
							double* value )
{
	const char* text = wfXml_Text( &bench->xml, node );
	double number = 0.0;
	wfNumberKind kind = wfParseNumber( text, node->stringLength, &number );
	if ( kind == wf_notNumber || node->count > 0 )
	{
		wfQuoted found = wfQuote( text, node->stringLength );
		return wfXml_Fail( &bench->xml, node, NULL, wf_badFormat, "expected %s, found %s", expected, found.text );
	}
	if ( kind == wf_hugeNumber || !( number >= lower && number <= upper ) )
	{
		wfQuoted found = wfQuote( text, node->stringLength );
		return wfXml_Fail( &bench->xml, node, NULL, wf_outOfRange, "expected %s, found %s", expected, found.text );
	}
	*value = number;
	return wf_ok;
}

static wfResult readCoordinate( const wfBench* bench, const wfXmlNode* node, double* value )
{
	return readNumber( bench, node, -1e6, 1e6, "a coordinate from -1e6 to 1e6 metres", value );
}

static wfResult readCount( const wfBench* bench, const wfXmlNode* node, int32_t most, int32_t* count )
{
	int64_t value = 0;
	const char* text = wfXml_Text( &bench->xml, node );
	if ( !wfParseInteger( text, node->stringLength, &value ) || value < 0 || value > most )
	{
		wfQuoted found = wfQuote( text, node->stringLength );
		return wfXml_Fail( &bench->xml, node, NULL, wf_badFormat, "expected a whole number from 0 to %d, found %s", most,
						   found.text );
	}
	*count = (int32_t)value;
	return wf_ok;
}

static wfResult require( const wfBench* bench, const wfXmlNode* node, const char* name, const wfXmlNode** child )
{
	*child = wfXml_Find( &bench->xml, node, name );
	return *child != NULL ? wf_ok
						  : wfXml_Fail( &bench->xml, node, name, wf_badFormat, "is missing; expected <%s> in <%s>", name,
										wfXml_Name( &bench->xml, node ) );
}

static wfResult readFlag( const wfBench* bench, const wfXmlNode* node, bool* value )
{
	const char* text = wfXml_Text( &bench->xml, node );
	*value = strcmp( text, "true" ) == 0 || strcmp( text, "1" ) == 0;
	if ( *value || strcmp( text, "false" ) == 0 || strcmp( text, "0" ) == 0 )
	{
		return wf_ok;
	}
	wfQuoted found = wfQuote( text, node->stringLength );
	return wfXml_Fail( &bench->xml, node, NULL, wf_badFormat, "expected true or false, found %s", found.text );
}

// Three numbers, of which the middle one is the height, or <random>true</random>. `random` null: not allowed.
static wfResult readTuple( const wfBench* bench, const wfXmlNode* node, wfVec2* tuple, double* height, bool* random )
{
	const wfXmlNode* flag = wfXml_Find( &bench->xml, node, "random" );
	bool drawn = false;
	wfResult result = flag != NULL ? readFlag( bench, flag, &drawn ) : wf_ok;
	if ( result == wf_ok && drawn && random == NULL )
	{
		result = wfXml_Fail( &bench->xml, flag, NULL, wf_badFormat, "random is not possible here; expected <x>, <y> and <z>" );
	}
	if ( result != wf_ok || drawn )
	{
		*( random != NULL ? random : &drawn ) = drawn;
		return result;
	}
	static const char* const names[] = { "x", "y", "z" };
	double values[3] = { 0 };
	for ( int i = 0; i < 3 && result == wf_ok; ++i )
	{
		const wfXmlNode* child = wfXml_Find( &bench->xml, node, names[i] );
		if ( child == NULL && i != 1 )
		{
			return wfXml_Fail( &bench->xml, node, names[i], wf_badFormat, "is missing; expected <x>, <y> and <z>%s",
							   random != NULL ? ", or <random>true</random>" : "" );
		}
		result = child != NULL ? readCoordinate( bench, child, &values[i] ) : wf_ok;
	}
	*tuple = ( wfVec2 ){ values[0], values[2] };
	if ( height != NULL )
	{
		*height = values[1];
	}
	if ( random != NULL )
	{
		*random = false;
	}
	return result;
}

// xmin to zmax. Bounds the wrong way round are turned: files in use have them so.
static wfResult readBounds( const wfBench* bench, const wfXmlNode* node, wfBox2* box, double heights[2] )
{
	static const char* const names[] = { "xmin", "xmax", "zmin", "zmax", "ymin", "ymax" };
	double values[6] = { 0 };
	for ( int i = 0; i < 6; ++i )
	{
		const wfXmlNode* child = wfXml_Find( &bench->xml, node, names[i] );
		if ( child == NULL && i < 4 )
		{
			return wfXml_Fail( &bench->xml, node, names[i], wf_badFormat,
							   "is missing; expected <xmin>, <xmax>, <ymin>, <ymax>, <zmin> and <zmax>" );
		}
		wfResult result = child != NULL ? readCoordinate( bench, child, &values[i] ) : wf_ok;
		if ( result != wf_ok )
		{
			return result;
		}
	}
	for ( int i = 0; i < 6; i += 2 )
	{
		double lower = values[i] < values[i + 1] ? values[i] : values[i + 1];
		values[i + 1] = values[i] < values[i + 1] ? values[i + 1] : values[i];
		values[i] = lower;
	}
	*box = ( wfBox2 ){ { values[0], values[2] }, { values[1], values[3] } };
	if ( heights != NULL )
	{
		heights[0] = values[4];
		heights[1] = values[5];
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------ obstacles

static bool isOverhead( wfBench* bench, double lower, double upper )
{
	bool away = lower > HEAD_ROOM || upper < 0.0;
	bench->overhead += away ? 1 : 0;
	return away;
}

static wfResult addObstacle( const wfBenchParser* parser, const wfXmlNode* node, const wfBenchObstacle* obstacle )
{
	wfBench* bench = parser->bench;
	wfResult result = growBench( parser, node, &bench->obstacles, &bench->obstacleCapacity, bench->obstacleCount + 1,
								 sizeof( wfBenchObstacle ) );
	if ( result == wf_ok )
	{
		bench->obstacles[bench->obstacleCount] = *obstacle;
		bench->obstacles[bench->obstacleCount].node = indexOf( bench, node );
		bench->obstacleCount += 1;
	}
	return result;
}

static wfBenchObstacle makeObstacle( wfShapeKind kind )
{
	wfBenchObstacle obstacle = { .count = 1, .shape = wfDefaultShapeDef() };
	obstacle.shape.kind = kind;
	obstacle.shape.role = wf_obstacleRole;
	return obstacle;
}

static wfBenchObstacle makeBox( wfBox2 box )
{
	wfBenchObstacle obstacle = makeObstacle( wf_boxShape );
	obstacle.shape.center = ( wfVec2 ){ 0.5 * ( box.lower.x + box.upper.x ), 0.5 * ( box.lower.y + box.upper.y ) };
	obstacle.shape.halfSize = ( wfVec2 ){ 0.5 * ( box.upper.x - box.lower.x ), 0.5 * ( box.upper.y - box.lower.y ) };
	return obstacle;
}

static wfResult readBox( const wfBenchParser* parser, const wfXmlNode* node )
{
	wfBox2 box;
	double heights[2];
	wfResult result = readBounds( parser->bench, node, &box, heights );
	if ( result != wf_ok || isOverhead( parser->bench, heights[0], heights[1] ) )
	{
		return result;
	}
	wfBenchObstacle obstacle = makeBox( box );
	return addObstacle( parser, node, &obstacle );
}

static wfResult readRegionOfObstacles( const wfBenchParser* parser, const wfXmlNode* node )
{
	wfBench* bench = parser->bench;
	wfBenchObstacle obstacle = makeObstacle( wf_boxShape );
	obstacle.random = true;
	const wfXmlNode *count, *size, *region;
	wfResult result = require( bench, node, "numObstacles", &count );
	if ( result == wf_ok )
	{
		result = readCount( bench, count, WF_MAX_BENCH_OBSTACLES, &obstacle.count );
	}
	if ( result == wf_ok )
	{
		result = require( bench, node, "obstacleSize", &size );
	}
	double width = 0.0;
	if ( result == wf_ok )
	{
		result = readNumber( bench, size, 0.0, 1e6, "a size from 0 to 1e6 metres", &width );
	}
	if ( result == wf_ok )
	{
		result = require( bench, node, "regionBounds", &region );
	}
	if ( result == wf_ok )
	{
		result = readBounds( bench, region, &obstacle.region, NULL );
	}
	obstacle.shape.halfSize = ( wfVec2 ){ 0.5 * width, 0.5 * width };
	return result == wf_ok ? addObstacle( parser, node, &obstacle ) : result;
}

static wfResult readCircle( const wfBenchParser* parser, const wfXmlNode* node )
{
	wfBench* bench = parser->bench;
	wfBenchObstacle obstacle = makeObstacle( wf_discShape );
	const wfXmlNode *radius, *position;
	wfResult result = require( bench, node, "radius", &radius );
	if ( result == wf_ok )
	{
		result = readNumber( bench, radius, 0.0, 1e6, "a radius from 0 to 1e6 metres", &obstacle.shape.radius );
	}
	if ( result == wf_ok )
	{
		result = require( bench, node, "position", &position );
	}
	double height = 0.0;
	if ( result == wf_ok )
	{
		result = readTuple( bench, position, &obstacle.shape.center, &height, &obstacle.random );
	}
	obstacle.region = bench->bounds;
	return result != wf_ok || isOverhead( bench, height, height + HEAD_ROOM ) ? result : addObstacle( parser, node, &obstacle );
}

// Where along a wall its door begins and ends, from its middle; nothing where there is no door.
static wfResult readDoor( const wfBench* bench, const wfXmlNode* node, double halfLength, bool* there, double door[2] )
{
	const wfXmlNode* doorway = wfXml_Find( &bench->xml, node, "doorway" );
	*there = doorway != NULL;
	if ( doorway == NULL )
	{
		return wf_ok;
	}
	double place = 0.0, radius = 1.0;
	const wfXmlNode* value = wfXml_Find( &bench->xml, doorway, "value" );
	const wfXmlNode* width = wfXml_Find( &bench->xml, doorway, "doorRadius" );
	wfResult result = value != NULL ? readCoordinate( bench, value, &place ) : wf_ok;
	if ( result == wf_ok && width != NULL )
	{
		result = readNumber( bench, width, 0.0, 1e6, "half a width from 0 to 1e6 metres", &radius );
	}
	door[0] = place - radius > -halfLength ? place - radius : -halfLength;
	door[1] = place + radius < halfLength ? place + radius : halfLength;
	return result;
}

// A box that is turned about its middle, or a wall of two of them with a door between.
static wfResult readTurnedBox( const wfBenchParser* parser, const wfXmlNode* node )
{
	wfBench* bench = parser->bench;
	wfBenchObstacle obstacle = makeObstacle( wf_boxShape );
	const wfXmlNode *size, *position, *turn = wfXml_Find( &bench->xml, node, "thetaY" );
	wfVec2 sides = { 0 };
	double degrees = 0.0, height = 0.0, door[2] = { 0 };
	bool hasDoor = false;
	wfResult result = turn != NULL ? readNumber( bench, turn, -1e6, 1e6, "an angle in degrees", &degrees ) : wf_ok;
	if ( result == wf_ok )
	{
		result = require( bench, node, "size", &size );
	}
	if ( result == wf_ok )
	{
		result = readTuple( bench, size, &sides, NULL, NULL );
	}
	if ( result == wf_ok && !( sides.x >= 0.0 && sides.y >= 0.0 ) )
	{
		result =
			wfXml_Fail( &bench->xml, size, NULL, wf_outOfRange, "is %g x %g; expected sides of 0 or more", sides.x, sides.y );
	}
	if ( result == wf_ok )
	{
		result = require( bench, node, "position", &position );
	}
	if ( result == wf_ok )
	{
		result = readTuple( bench, position, &obstacle.shape.center, &height, &obstacle.random );
	}
	if ( result == wf_ok )
	{
		result = readDoor( bench, node, 0.5 * sides.x, &hasDoor, door );
	}
	if ( result != wf_ok || isOverhead( bench, height, height + HEAD_ROOM ) )
	{
		return result;
	}
	// Seen from above, with z upwards on the page, the files' angles turn clockwise.
	obstacle.shape.angle = -degrees * 3.14159265358979323846 / 180.0;
	obstacle.shape.halfSize = ( wfVec2 ){ 0.5 * sides.x, 0.5 * sides.y };
	obstacle.region = bench->bounds;
	if ( !hasDoor || obstacle.random || obstacle.shape.angle != 0.0 )
	{
		// A door is defined for walls along x only.
		return addObstacle( parser, node, &obstacle );
	}
	wfVec2 center = obstacle.shape.center;
	double ends[2][2] = { { -0.5 * sides.x, door[0] }, { door[1], 0.5 * sides.x } };
	for ( int i = 0; i < 2 && result == wf_ok; ++i )
	{
		obstacle.shape.center.x = center.x + 0.5 * ( ends[i][0] + ends[i][1] );
		obstacle.shape.halfSize.x = 0.5 * ( ends[i][1] - ends[i][0] );
		result = obstacle.shape.halfSize.x > 0.0 ? addObstacle( parser, node, &obstacle ) : wf_ok;
	}
	return result;
}

static wfResult readPolygon( const wfBenchParser* parser, const wfXmlNode* node )
{
	wfBench* bench = parser->bench;
	wfBenchObstacle obstacle = makeObstacle( wf_polygonShape );
	obstacle.firstPoint = bench->pointCount;
	wfResult result = wf_ok;
	for ( const wfXmlNode* child = wfXml_First( &bench->xml, node ); child != NULL && result == wf_ok;
		  child = wfXml_Next( &bench->xml, child ) )
	{
		if ( !isNamed( bench, child, "vertex" ) )
		{
			noteUnknown( bench, child );
			continue;
		}
		result = growBench( parser, child, &bench->points, &bench->pointCapacity, bench->pointCount + 1, sizeof( wfVec2 ) );
		if ( result == wf_ok )
		{
			result = readTuple( bench, child, bench->points + bench->pointCount, NULL, NULL );
			bench->pointCount += result == wf_ok ? 1 : 0;
		}
	}
	obstacle.shape.pointCount = (int32_t)( bench->pointCount - obstacle.firstPoint );
	if ( result == wf_ok && obstacle.shape.pointCount < 3 )
	{
		result = wfXml_Fail( &bench->xml, node, NULL, wf_badFormat, "has %d corners; expected three <vertex> or more",
							 obstacle.shape.pointCount );
	}
	return result == wf_ok ? addObstacle( parser, node, &obstacle ) : result;
}

// ---------------------------------------------------------------------------------------------------------------- goals

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
				{ "groupTarget", wf_benchSeek },
				{ "idle", wf_benchIdle },
				{ "seekAxisAlignedBoxRegion", wf_benchRegion } };

static const char* const s_goalNames[] = { "seekStaticTarget",
										   "fleeStaticTarget",
										   "seekDynamicTarget",
										   "fleeDynamicTarget",
										   "flowStaticDirection",
										   "flowDynamicDirection",
										   "idle",
										   "groupTarget",
										   "seekAxisAlignedBoxRegion",
										   NULL };

// One member of a goal. Writers put members of other kinds of goals beside those that count; only the latter are read.
static wfResult readGoalMember( wfBench* bench, const wfXmlNode* member, wfBenchGoal* goal, bool* placed )
{
	bool direction = goal->kind == wf_benchFlow;
	bool location = goal->kind == wf_benchSeek || goal->kind == wf_benchFlee;
	if ( isNamed( bench, member, "targetLocation" ) || isNamed( bench, member, "targetDirection" ) )
	{
		bool wanted = isNamed( bench, member, "targetLocation" ) ? location : direction;
		*placed = *placed || wanted;
		return wanted ? readTuple( bench, member, &goal->target, NULL, &goal->random ) : wf_ok;
	}
	if ( isNamed( bench, member, "goalRegionBounds" ) || isNamed( bench, member, "regionBounds" ) )
	{
		*placed = *placed || goal->kind == wf_benchRegion;
		return readBounds( bench, member, &goal->region, NULL );
	}
	if ( isNamed( bench, member, "targetName" ) )
	{
		goal->name = indexOf( bench, member );
		return wf_ok;
	}
	if ( isNamed( bench, member, "random" ) )
	{
		bool agent = goal->kind == wf_benchSeekAgent || goal->kind == wf_benchFleeAgent;
		return agent ? readFlag( bench, member, &goal->random ) : wf_ok;
	}
	if ( isNamed( bench, member, "desiredSpeed" ) )
	{
		return readNumber( bench, member, 0.0, 1e6, "a speed of 0 m/s or more", &goal->desiredSpeed );
	}
	if ( isNamed( bench, member, "timeDuration" ) )
	{
		wfResult result = readNumber( bench, member, 0.0, 1e300, "a time of 0 seconds or more", &goal->duration );
		goal->duration = goal->duration < FOREVER ? goal->duration : FOREVER;
		return result;
	}
	if ( isNamed( bench, member, "Behaviour" ) || isNamed( bench, member, "state" ) )
	{
		bench->behaviours += 1;
		return wf_ok;
	}
	if ( !isNamed( bench, member, "type" ) && !isNamed( bench, member, "flowType" ) )
	{
		noteUnknown( bench, member );
	}
	return wf_ok;
}

static wfResult readGoal( const wfBenchParser* parser, const wfXmlNode* node )
{
	wfBench* bench = parser->bench;
	wfBenchGoal goal = {
		.kind = wf_benchIdle, .node = indexOf( bench, node ), .name = -1, .desiredSpeed = TYPICAL_SPEED, .duration = FOREVER };
	bool known = false, placed = false;
	for ( size_t i = 0; i < sizeof( s_goals ) / sizeof( s_goals[0] ) && !known; ++i )
	{
		known = isNamed( bench, node, s_goals[i].name );
		goal.kind = known ? s_goals[i].kind : goal.kind;
	}
	if ( !known )
	{
		char names[256];
		wfListNames( names, sizeof( names ), s_goalNames );
		return wfXml_Fail( &bench->xml, node, NULL, wf_badFormat, "is no kind of goal; expected one of %s", names );
	}
	wfResult result = wf_ok;
	for ( const wfXmlNode* member = wfXml_First( &bench->xml, node ); member != NULL && result == wf_ok;
		  member = wfXml_Next( &bench->xml, member ) )
	{
		result = readGoalMember( bench, member, &goal, &placed );
	}
	bool place =
		goal.kind == wf_benchSeek || goal.kind == wf_benchFlee || goal.kind == wf_benchFlow || goal.kind == wf_benchRegion;
	if ( result == wf_ok && place && !placed )
	{
		const char* name = goal.kind == wf_benchRegion ? "goalRegionBounds"
						   : goal.kind == wf_benchFlow ? "targetDirection"
													   : "targetLocation";
		result = wfXml_Fail( &bench->xml, node, name, wf_badFormat, "is missing; a goal of this kind needs it" );
	}
	if ( result == wf_ok && goal.desiredSpeed == 0.0 && goal.kind != wf_benchIdle )
	{
		goal.desiredSpeed = TYPICAL_SPEED;
		bench->speedless += 1;
	}
	if ( result == wf_ok )
	{
		result = growBench( parser, node, &bench->goals, &bench->goalCapacity, bench->goalCount + 1, sizeof( wfBenchGoal ) );
	}
	if ( result == wf_ok )
	{
		bench->goals[bench->goalCount++] = goal;
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- agents

static wfResult readInitialConditions( const wfBenchParser* parser, const wfXmlNode* node, wfBenchAgents* agents, bool* placed )
{
	wfBench* bench = parser->bench;
	bool sized = false;
	wfResult result = wf_ok;
	agents->randomDirection = true;
	for ( const wfXmlNode* child = wfXml_First( &bench->xml, node ); child != NULL && result == wf_ok;
		  child = wfXml_Next( &bench->xml, child ) )
	{
		if ( isNamed( bench, child, "radius" ) )
		{
			result = readNumber( bench, child, 1e-6, 1e6, "a radius above 0 metres", &agents->radius );
			sized = true;
		}
		else if ( isNamed( bench, child, "speed" ) )
		{
			result = readNumber( bench, child, 0.0, 1e6, "a speed of 0 m/s or more", &agents->speed );
		}
		else if ( isNamed( bench, child, "position" ) )
		{
			result = readTuple( bench, child, &agents->position, NULL, &agents->randomPosition );
			*placed = true;
		}
		else if ( isNamed( bench, child, "direction" ) )
		{
			result = readTuple( bench, child, &agents->direction, NULL, &agents->randomDirection );
		}
		else if ( !isNamed( bench, child, "color" ) )
		{
			noteUnknown( bench, child );
		}
	}
	if ( result == wf_ok && !sized )
	{
		result = wfXml_Fail( &bench->xml, node, "radius", wf_badFormat, "is missing; expected the radius of the agent" );
	}
	return result;
}

static wfResult readGoals( const wfBenchParser* parser, const wfXmlNode* node, wfBenchAgents* agents )
{
	wfBench* bench = parser->bench;
	agents->firstGoal = (int32_t)bench->goalCount;
	wfResult result = wf_ok;
	for ( const wfXmlNode* child = wfXml_First( &bench->xml, node ); child != NULL && result == wf_ok;
		  child = wfXml_Next( &bench->xml, child ) )
	{
		result = readGoal( parser, child );
	}
	agents->goalCount = (int32_t)bench->goalCount - agents->firstGoal;
	return result;
}

// The members that only regions have.
static wfResult readAgentRegion( const wfBench* bench, const wfXmlNode* node, wfBenchAgents* agents )
{
	const wfXmlNode *count, *region;
	wfResult result = require( bench, node, "numAgents", &count );
	if ( result == wf_ok )
	{
		result = readCount( bench, count, WF_MAX_BENCH_AGENTS, &agents->count );
	}
	if ( result == wf_ok )
	{
		result = require( bench, node, "regionBounds", &region );
	}
	return result == wf_ok ? readBounds( bench, region, &agents->region, NULL ) : result;
}

static wfResult readAgents( const wfBenchParser* parser, const wfXmlNode* node )
{
	static const char* const members[] = { "name", "numAgents", "regionBounds", "initialConditions", "goalSequence", NULL };
	wfBench* bench = parser->bench;
	bool isRegion = isNamed( bench, node, "agentRegion" );
	wfBenchAgents agents = { .node = indexOf( bench, node ),
							 .count = 1,
							 .name = -1,
							 .emitter = isNamed( bench, node, "agentEmitter" ),
							 .region = bench->bounds };
	const wfXmlNode *conditions, *goals = wfXml_Find( &bench->xml, node, "goalSequence" );
	const wfXmlNode* name = wfXml_Find( &bench->xml, node, "name" );
	agents.name = name != NULL ? indexOf( bench, name ) : -1;
	for ( const wfXmlNode* child = wfXml_First( &bench->xml, node ); child != NULL; child = wfXml_Next( &bench->xml, child ) )
	{
		if ( !wfIsName( wfXml_Name( &bench->xml, child ), child->nameLength, members ) )
		{
			noteUnknown( bench, child );
		}
	}
	wfResult result = isRegion ? readAgentRegion( bench, node, &agents ) : wf_ok;
	if ( result == wf_ok )
	{
		result = require( bench, node, "initialConditions", &conditions );
	}
	bool placed = false;
	if ( result == wf_ok )
	{
		result = readInitialConditions( parser, conditions, &agents, &placed );
	}
	agents.randomPosition = agents.randomPosition || isRegion;
	if ( result == wf_ok && !placed && !isRegion )
	{
		result = wfXml_Fail( &bench->xml, conditions, "position", wf_badFormat, "is missing; expected where the agent starts" );
	}
	if ( result == wf_ok && goals != NULL )
	{
		result = readGoals( parser, goals, &agents );
	}
	bench->agentTotal += agents.count;
	if ( result == wf_ok && bench->agentTotal > WF_MAX_BENCH_AGENTS )
	{
		result = wfXml_Fail( &bench->xml, node, NULL, wf_tooLarge, "%lld agents with this; expected %d at most",
							 (long long)bench->agentTotal, WF_MAX_BENCH_AGENTS );
	}
	if ( result == wf_ok )
	{
		result =
			growBench( parser, node, &bench->agents, &bench->agentsCapacity, bench->agentsCount + 1, sizeof( wfBenchAgents ) );
	}
	if ( result == wf_ok )
	{
		bench->agents[bench->agentsCount++] = agents;
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------ the whole

static wfResult readHeader( const wfBenchParser* parser, const wfXmlNode* root )
{
	static const char* const members[] = { "version", "name", "worldBounds", "description", "passingCriteria", NULL };
	wfBench* bench = parser->bench;
	const wfXmlNode *header, *bounds;
	wfResult result = require( bench, root, "header", &header );
	if ( result == wf_ok )
	{
		result = require( bench, header, "worldBounds", &bounds );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	const wfXmlNode* name = wfXml_Find( &bench->xml, header, "name" );
	if ( name != NULL )
	{
		snprintf( bench->name, sizeof( bench->name ), "%s", wfXml_Text( &bench->xml, name ) );
		size_t bad;
		if ( !wfCheckUtf8( bench->name, strlen( bench->name ), &bad ) )
		{
			bench->name[bad] = 0; // cut inside of a character
		}
	}
	for ( const wfXmlNode* child = wfXml_First( &bench->xml, header ); child != NULL; child = wfXml_Next( &bench->xml, child ) )
	{
		if ( !wfIsName( wfXml_Name( &bench->xml, child ), child->nameLength, members ) )
		{
			noteUnknown( bench, child );
		}
	}
	bench->boundsNode = indexOf( bench, bounds );
	return readBounds( bench, bounds, &bench->bounds, NULL );
}

typedef wfResult readFcn( const wfBenchParser* parser, const wfXmlNode* node );

static wfResult readPart( const wfBenchParser* parser, const wfXmlNode* node )
{
	static const struct
	{
		const char* name;
		readFcn* read; // null: nothing to read
	} parts[] = { { "header", NULL },
				  { "suggestedCameraView", NULL },
				  { "agent", readAgents },
				  { "agentRegion", readAgents },
				  { "agentEmitter", readAgents },
				  { "obstacle", readBox },
				  { "obstacleRegion", readRegionOfObstacles },
				  { "circleObstacle", readCircle },
				  { "orientedBoxObstacle", readTurnedBox },
				  { "orientedWallObstacle", readTurnedBox },
				  { "polygonObstacle", readPolygon } };
	enum
	{
		partCount = sizeof( parts ) / sizeof( parts[0] )
	};
	const wfBench* bench = parser->bench;
	const char* names[partCount + 1];
	for ( int i = 0; i < partCount; ++i )
	{
		names[i] = parts[i].name;
		if ( isNamed( bench, node, parts[i].name ) )
		{
			return parts[i].read != NULL ? parts[i].read( parser, node ) : wf_ok;
		}
	}
	names[partCount] = NULL;
	const char* name = wfXml_Name( &bench->xml, node );
	const char* near = wfSuggestName( name, node->nameLength, names );
	if ( near != NULL )
	{
		return wfXml_Fail( &bench->xml, node, NULL, wf_badFormat, "is no element of a test case; did you mean <%s>?", near );
	}
	char list[256];
	wfListNames( list, sizeof( list ), names );
	return wfXml_Fail( &bench->xml, node, NULL, wf_badFormat, "is no element of a test case; expected one of %s", list );
}

wfResult wfBench_Read( const wfReader* reader, wfBench* bench )
{
	*bench = ( wfBench ){ 0 };
	wfResult result = wfXml_Parse( reader, &bench->xml );
	if ( result != wf_ok )
	{
		return result;
	}
	wfBenchParser parser = { .reader = reader, .bench = bench };
	wfXml* xml = &bench->xml;
	const wfXmlNode* root = xml->nodes;
	if ( !isNamed( bench, root, "SteerBenchTestCase" ) )
	{
		wfQuoted found = wfQuote( wfXml_Name( xml, root ), root->nameLength );
		result = wfXml_Fail( xml, root, NULL, wf_badFormat, "expected <SteerBenchTestCase>, found %s", found.text );
	}
	if ( result == wf_ok )
	{
		result = readHeader( &parser, root );
	}
	for ( const wfXmlNode* node = wfXml_First( xml, root ); node != NULL && result == wf_ok; node = wfXml_Next( xml, node ) )
	{
		result = readPart( &parser, node );
	}
	if ( result != wf_ok )
	{
		wfBench_Free( bench );
	}
	return result;
}

void wfBench_Free( wfBench* bench )
{
	wfXml_Free( &bench->xml );
	wfReleaseArray( bench->obstacles, bench->obstacleCapacity, sizeof( wfBenchObstacle ) );
	wfReleaseArray( bench->agents, bench->agentsCapacity, sizeof( wfBenchAgents ) );
	wfReleaseArray( bench->goals, bench->goalCapacity, sizeof( wfBenchGoal ) );
	wfReleaseArray( bench->points, bench->pointCapacity, sizeof( wfVec2 ) );
	*bench = ( wfBench ){ 0 };
}
