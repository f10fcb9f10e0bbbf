// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// XML, and SteerBench test cases as far as the places of everybody.
#include "tests/test_lab.h"

#include "steerbench/steerbench.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A text as a reader sees it, with nothing behind its end.
typedef struct Reading
{
	char* copy;
	wfReadDef def;
	size_t used;
	wfError error;
	wfReader reader;
} Reading;

static void beginReading( Reading* reading, const char* text, size_t size )
{
	*reading = ( Reading ){ .def = wfDefaultReadDef() };
	reading->copy = malloc( size > 0 ? size : 1 );
	memcpy( reading->copy, text, size );
	reading->reader = ( wfReader ){ .name = "a.xml",
									.text = reading->copy,
									.size = size,
									.def = &reading->def,
									.used = &reading->used,
									.error = &reading->error };
}

static wfResult parseXml( Reading* reading, const char* text, wfXml* xml )
{
	beginReading( reading, text, strlen( text ) );
	return wfXml_Parse( &reading->reader, xml );
}

// ------------------------------------------------------------------------------------------------------------------ xml

TEST( XmlIsATree )
{
	static const char text[] = "<!-- on top --><?xml version=\"1.0\" ?>\n"
							   "<ns:root a='1' b = \"x>y\">\n"
							   "  <item> one <!-- - --> two </item><item/>\n"
							   "  <other ><![CDATA[<&>]]> &lt;&#65;&#x20AC;&amp;</other>\n"
							   "  text beside elements\n"
							   "</ns:root>\n<!-- end -->";
	Reading reading;
	wfXml xml;
	if ( CHECK_EQUAL( parseXml( &reading, text, &xml ), wf_ok ) )
	{
		const wfXmlNode* root = xml.root;
		CHECK_STRING( root->name, "root" );
		CHECK_STRING( root->text, "" );
		CHECK_EQUAL( root->count, 3 );
		const wfXmlNode* first = root->first;
		CHECK_STRING( first->text, "one  two" );
		CHECK( text[first->position] == '<' && text[first->textPosition] == 'o' );
		const wfXmlNode* second = first->next;
		CHECK_STRING( second->text, "" );
		CHECK_STRING( second->next->text, "<&> <A\xE2\x82\xAC&" );
		CHECK( second->next->next == NULL );
		CHECK( wfXml_Find( root, "other" ) != NULL && wfXml_Find( root, "nothing" ) == NULL );
		char path[128], tiny[8];
		wfXml_Path( second, path, sizeof( path ) );
		CHECK_STRING( path, "item[1]" );
		wfXml_Path( wfXml_Find( root, "other" ), path, sizeof( path ) );
		CHECK_STRING( path, "other" );
		wfXml_Path( second, tiny, 5 );
		CHECK_STRING( tiny, "" );
		wfXml_Free( &xml );
	}
	free( reading.copy );
	beginReading( &reading, text, strlen( text ) );
	TEST_EVERY_ALLOCATION( ( reading.used = 0, reading.error.result = wf_ok, wfXml_Parse( &reading.reader, &xml ) ),
						   wfXml_Free( &xml ) );
	free( reading.copy );
}

static void refuseXml( const char* text, wfResult result, int32_t atLine, int32_t atColumn, const char* words, int line )
{
	Reading reading;
	wfXml xml;
	wfResult found = parseXml( &reading, text, &xml );
	testCheckEqual( found, result, text, "result", __FILE__, line );
	if ( found != wf_ok )
	{
		testCheckEqual( reading.error.line, atLine, reading.error.message, "line", __FILE__, line );
		testCheckEqual( reading.error.column, atColumn, reading.error.message, "column", __FILE__, line );
		if ( strstr( reading.error.message, words ) == NULL )
		{
			testCheckString( reading.error.message, words, "message", "words in it", __FILE__, line );
		}
	}
	else
	{
		wfXml_Free( &xml );
	}
	free( reading.copy );
}

TEST( XmlErrorsHaveAPlace )
{
	refuseXml( "", wf_badFormat, 1, 1, "expected XML: no element found", __LINE__ );
	refuseXml( "<!-- a -->", wf_badFormat, 1, 11, "expected XML: no element found", __LINE__ );
	refuseXml( "hello", wf_badFormat, 1, 1, "expected XML: syntax error", __LINE__ );
	refuseXml( "<a>\n<b></a>", wf_badFormat, 2, 6, "mismatched tag; expected </b>", __LINE__ );
	refuseXml( "<a><ab></a></ab>", wf_badFormat, 1, 10, "mismatched tag; expected </ab>", __LINE__ );
	refuseXml( "<ab></a>", wf_badFormat, 1, 7, "mismatched tag; expected </ab>", __LINE__ );
	refuseXml( "<a>\n <b>", wf_badFormat, 2, 2, "the element <b> never ends; expected </b>", __LINE__ );
	refuseXml( "</a>", wf_badFormat, 1, 2, "expected XML: not well-formed (invalid token)", __LINE__ );
	refuseXml( "<a/><b/>", wf_badFormat, 1, 5, "expected XML: junk after document element", __LINE__ );
	refuseXml( "<a/> x", wf_badFormat, 1, 6, "expected XML: junk after document element", __LINE__ );
	refuseXml( "<a>&nbsp;</a>", wf_badFormat, 1, 4, "expected XML: undefined entity", __LINE__ );
	refuseXml( "<a>&amp</a>", wf_badFormat, 1, 8, "expected XML: not well-formed (invalid token)", __LINE__ );
	refuseXml( "<a>&#0;</a>", wf_badFormat, 1, 4, "expected XML: reference to invalid character number", __LINE__ );
	refuseXml( "<a>&#xD800;</a>", wf_badFormat, 1, 4, "expected XML: reference to invalid character number", __LINE__ );
	refuseXml( "<a>&#99999999999;</a>", wf_badFormat, 1, 4, "expected XML: reference to invalid character number", __LINE__ );
	refuseXml( "<a b=1/>", wf_badFormat, 1, 6, "expected XML: not well-formed (invalid token)", __LINE__ );
	refuseXml( "<a b/>", wf_badFormat, 1, 5, "expected XML: not well-formed (invalid token)", __LINE__ );
	refuseXml( "<a b='1'c='2'/>", wf_badFormat, 1, 9, "expected XML: not well-formed (invalid token)", __LINE__ );
	refuseXml( "<a b='1' b='2'/>", wf_badFormat, 1, 10, "expected XML: duplicate attribute", __LINE__ );
	refuseXml( "<a b='1", wf_badFormat, 1, 1, "expected XML: unclosed token", __LINE__ );
	refuseXml( "<a b='<'/>", wf_badFormat, 1, 7, "expected XML: not well-formed (invalid token)", __LINE__ );
	refuseXml( "<a", wf_badFormat, 1, 1, "expected XML: unclosed token", __LINE__ );
	refuseXml( "< a/>", wf_badFormat, 1, 2, "expected XML: not well-formed (invalid token)", __LINE__ );
	refuseXml( "<a><!-- ", wf_badFormat, 1, 4, "expected XML: unclosed token", __LINE__ );
	refuseXml( "<a><![CDATA[ ", wf_badFormat, 1, 1, "the element <a> never ends; expected </a>", __LINE__ );
	refuseXml( "<!DOCTYPE a><a/>", wf_unsupported, 1, 12,
			   "document types and their declarations are not read; expected elements and comments", __LINE__ );
	refuseXml( "<a><?xml version='1.0'?></a>", wf_badFormat, 1, 4, "expected XML: XML or text declaration not at start of entity",
			   __LINE__ );
	refuseXml( "<a><?other thing</a>", wf_badFormat, 1, 4, "expected XML: unclosed token", __LINE__ );
	refuseXml( "<a>\xff</a>", wf_badFormat, 1, 4, "byte 0xff is not UTF-8 text", __LINE__ );
	char deep[1000] = "";
	for ( int i = 0; i <= WF_MAX_XML_DEPTH; ++i )
	{
		strcat( deep, "<a>" );
	}
	refuseXml( deep, wf_badFormat, 1, 3 * WF_MAX_XML_DEPTH + 1, "deeper than 64", __LINE__ );
}

TEST( XmlKeepsTheMemoryLimit )
{
	enum
	{
		count = 20000
	};
	char* text = malloc( count * 4 + 16 );
	size_t used = (size_t)sprintf( text, "<a>" );
	for ( int i = 0; i < count; ++i )
	{
		memcpy( text + used, "<b/>", 4 );
		used += 4;
	}
	used += (size_t)sprintf( text + used, "</a>" );
	Reading reading;
	beginReading( &reading, text, used );
	reading.def.memoryLimit = 200000;
	wfXml xml;
	CHECK_EQUAL( wfXml_Parse( &reading.reader, &xml ), wf_tooLarge );
	reading.def.memoryLimit = 0;
	reading.used = 0;
	reading.error = ( wfError ){ 0 };
	if ( CHECK_EQUAL( wfXml_Parse( &reading.reader, &xml ), wf_ok ) )
	{
		CHECK_EQUAL( xml.root->count, count );
		wfXml_Free( &xml );
	}
	free( reading.copy );
	free( text );
}

// ---------------------------------------------------------------------------------------------------------- test cases

#define HEAD( bounds ) "<SteerBenchTestCase><header><version>1.0</version><name>t</name>" bounds "</header>"
#define TAIL "</SteerBenchTestCase>"
#define BOUNDS( name, x0, x1, z0, z1 )                                                                                           \
	"<" name "><xmin>" x0 "</xmin><xmax>" x1 "</xmax><ymin>0</ymin><ymax>1</ymax><zmin>" z0 "</zmin><zmax>" z1 "</zmax></" name  \
	">"
#define WORLD HEAD( BOUNDS( "worldBounds", "-10", "10", "-10", "10" ) )
#define XYZ( name, x, z ) "<" name "><x>" x "</x><y>0</y><z>" z "</z></" name ">"
#define RANDOM( name ) "<" name "><random>true</random></" name ">"
#define CONDITIONS( position )                                                                                                   \
	"<initialConditions>" position XYZ( "direction", "0", "1" ) "<radius>0.5</radius></initialConditions>"
#define SEEK( location )                                                                                                         \
	"<seekStaticTarget>" location "<desiredSpeed>1.5</desiredSpeed><timeDuration>1000</timeDuration></seekStaticTarget>"
#define AGENT( name, position, goals )                                                                                           \
	"<agent><name>" name "</name>" CONDITIONS( position ) "<goalSequence>" goals "</goalSequence></agent>"

typedef struct Planned
{
	Reading reading;
	wfSimulationDef def;
	wfTestCase bench;
} Planned;

static wfResult makePlan( Planned* planned, uint64_t seed )
{
	planned->reading.used = 0;
	planned->reading.error = ( wfError ){ 0 };
	planned->def = ( wfSimulationDef ){ .read = planned->reading.def };
	return wfTestCase_Read( &planned->reading.reader, &planned->def, seed, &planned->bench );
}

static void freePlan( Planned* planned )
{
	wfTestCase_Free( &planned->bench );
}

static bool acceptCase( Planned* planned, const char* text, size_t size, int line )
{
	*planned = ( Planned ){ 0 };
	beginReading( &planned->reading, text, size );
	wfResult result = makePlan( planned, 1 );
	if ( result != wf_ok )
	{
		char message[1400];
		wfError_Format( &planned->reading.error, message, sizeof( message ) );
		testCheckString( message, "accepted", "message", "expected", __FILE__, line );
		free( planned->reading.copy );
	}
	return result == wf_ok;
}

#define PLAN( planned, text ) acceptCase( planned, text, strlen( text ), __LINE__ )

static void endCase( Planned* planned )
{
	freePlan( planned );
	free( planned->reading.copy );
}

// What must hold for any plan: everybody free of walls and of each other, every stop in the agent's part of the world.
static void checkPlan( const Planned* planned, const char* what )
{
	const wfTestCase* plan = &planned->bench;
	int32_t walls = 0, overlaps = 0, lost = 0;
	for ( size_t i = 0; i < plan->agentCount; ++i )
	{
		const wfBenchAgent* agent = plan->agents + i;
		const wfBenchElement* spec = planned->bench.specs + agent->spec;
		const wfGrid* grid = wfTestCase_GetGrid( plan, spec->radius );
		walls += wfWorld_GetDistance( plan->world, agent->position, 0 ) < spec->radius - 1e-8 ? 1 : 0;
		for ( size_t k = 0; k < i; ++k )
		{
			const wfBenchAgent* other = plan->agents + k;
			wfVec2 offset = { other->position.x - agent->position.x, other->position.y - agent->position.y };
			double reach = spec->radius + planned->bench.specs[other->spec].radius;
			overlaps += sqrt( offset.x * offset.x + offset.y * offset.y ) < reach - 1e-8 ? 1 : 0;
		}
		int32_t component = wfTestCase_GetComponent( grid, agent->position );
		for ( int32_t k = 0; k < spec->goalCount; ++k )
		{
			const wfBenchStop* stop = plan->stops + agent->firstStop + k;
			lost += stop->region < 0 && wfTestCase_GetComponent( grid, stop->point ) != component ? 1 : 0;
		}
	}
	if ( walls + overlaps + lost > 0 )
	{
		printf( "%s: %d in walls, %d overlaps, %d goals out of reach\n", what, walls, overlaps, lost );
	}
	CHECK_EQUAL( walls, 0 );
	CHECK_EQUAL( overlaps, 0 );
	CHECK_EQUAL( lost, 0 );
}

TEST( AgentsAndObstaclesAreRead )
{
	static const char text[] = WORLD "<suggestedCameraView><fovy>45</fovy></suggestedCameraView>" //
		BOUNDS( "obstacle", "-2", "2", "1", "3" )												  //
		"<circleObstacle><radius>1</radius><height>1</height>" XYZ(
			"position", "5",
			"5" ) "</circleObstacle>"
				  "<orientedBoxObstacle><thetaY>90</thetaY>" XYZ( "size", "4", "1" ) XYZ(
					  "position", "-6",
					  "-6" ) "</orientedBoxObstacle>"
							 "<orientedWallObstacle><thetaY>0</thetaY>" XYZ( "size", "8", "0.5" ) XYZ(
								 "position", "0",
								 "-8" ) "<doorway><value>1</value><doorRadius>1.5</doorRadius></doorway></orientedWallObstacle>"
										"<polygonObstacle>" XYZ( "vertex", "7", "-7" ) XYZ( "vertex", "9", "-7" ) XYZ(
											"vertex", "9", "-5" ) "</polygonObstacle>"
																  "<obstacle><xmin>0</xmin><xmax>9</xmax><ymin>3</ymin><ymax>4</"
																  "ymax><zmin>-9</zmin><zmax>0</zmax></obstacle>" //
		AGENT( "A", XYZ( "position", "-5", "0" ), SEEK( XYZ( "targetLocation", "5", "1" ) ) ) TAIL;
	Planned planned;
	if ( !PLAN( &planned, text ) )
	{
		return;
	}
	const wfTestCase* plan = &planned.bench;
	CHECK_STRING( planned.bench.name, "t" );
	CHECK( plan->bounds.lower.x == -10.0 && plan->bounds.upper.y == 10.0 && !plan->enlarged );
	// The one that hangs overhead is left out, the wall with the door is two.
	CHECK_EQUAL( wfWorld_GetShapeCount( plan->world ), 6 );
	CHECK_EQUAL( planned.bench.overhead, 1 );
	CHECK_NEAR( wfWorld_GetDistance( plan->world, ( wfVec2 ){ 0.0, 2.0 }, 0 ), -1.0, 1e-12 );
	CHECK_NEAR( wfWorld_GetDistance( plan->world, ( wfVec2 ){ 5.0, 5.0 }, 0 ), -1.0, 1e-12 );
	CHECK_NEAR( wfWorld_GetDistance( plan->world, ( wfVec2 ){ -6.0, -4.0 }, 0 ), 0.0, 1e-9 );
	CHECK_NEAR( wfWorld_GetDistance( plan->world, ( wfVec2 ){ 1.0, -8.0 }, 0 ), 1.5, 1e-9 );
	CHECK( wfWorld_GetDistance( plan->world, ( wfVec2 ){ 3.5, -8.0 }, 0 ) < 0.0 );
	CHECK( wfWorld_GetDistance( plan->world, ( wfVec2 ){ 8.5, -6.5 }, 0 ) < 0.0 );
	CHECK_EQUAL( plan->agentCount, 1 );
	const wfBenchAgent* agent = plan->agents;
	CHECK( agent->position.x == -5.0 && agent->position.y == 0.0 && agent->desiredSpeed == 1.5 );
	CHECK_NEAR( agent->heading, 1.5707963267948966, 1e-12 );
	CHECK( plan->stops[0].point.x == 5.0 && plan->stops[0].point.y == 1.0 && plan->stops[0].region < 0 );
	CHECK( plan->movedStarts == 0 && plan->movedGoals == 0 );
	checkPlan( &planned, "shapes" );
	endCase( &planned );
}

TEST( EveryKindOfGoalHasAPlace )
{
	static const char text[] = WORLD //
		AGENT( "A", XYZ( "position", "-5", "0" ),
			   "<fleeStaticTarget>" XYZ( "targetLocation", "-9",
										 "0" ) "</fleeStaticTarget>"
											   "<idle><timeDuration>7</timeDuration></idle>"
											   "<flowStaticDirection>" XYZ(
												   "targetDirection", "0",
												   "-2" ) "<timeDuration>2</timeDuration></flowStaticDirection>" )
			AGENT( "B", XYZ( "position", "0", "5" ),
				   "<seekDynamicTarget><targetName>C</targetName><random>false</random></seekDynamicTarget>"
				   "<fleeDynamicTarget><targetName>nobody</targetName><random>true</random></fleeDynamicTarget>" )
				AGENT( "C", XYZ( "position", "5", "5" ),
					   "<seekAxisAlignedBoxRegion>" BOUNDS(
						   "goalRegionBounds", "6", "8", "-8",
						   "-6" ) "</seekAxisAlignedBoxRegion>"
								  "<flowDynamicDirection><type>BOIDS</type></flowDynamicDirection><idle/>" )
					AGENT( "D", XYZ( "position", "5", "-5" ),
						   SEEK( RANDOM( "targetLocation" ) ) "<groupTarget>" XYZ(
							   "targetLocation", "0", "0" ) "<mystery>1</mystery><Behaviour><SteeringAlgorithm>x</"
															"SteeringAlgorithm></Behaviour></groupTarget>" ) TAIL;
	Planned planned;
	if ( !PLAN( &planned, text ) )
	{
		return;
	}
	const wfTestCase* plan = &planned.bench;
	const wfBenchStop* stops = plan->stops;
	CHECK_EQUAL( plan->stopCount, 10 );
	// Away from the left, to the right border as far as a disc can stand.
	CHECK( stops[0].point.x > 9.0 && fabs( stops[0].point.y ) < 1e-9 );
	CHECK( stops[1].point.x == stops[0].point.x && stops[1].wait == 7.0 && !plan->agents[0].stays );
	// 1.3 m/s for two seconds.
	CHECK_NEAR( stops[2].point.y, -2.6, 0.26 );
	// Where C goes, with room for it.
	CHECK( stops[3].point.x == 7.0 && stops[3].point.y == -7.0 && stops[3].reach > 1.0 );
	CHECK( stops[5].region == 0 && plan->regions[0].lower.x == 6.0 && plan->regions[0].upper.y == -6.0 );
	CHECK( plan->agents[2].stays && stops[7].wait == 0.0 );
	CHECK( fabs( stops[8].point.x ) < 9.6 && fabs( stops[8].point.y ) < 9.6 );
	CHECK( stops[9].point.x == 0.0 && stops[9].point.y == 0.0 );
	CHECK( planned.bench.behaviours == 1 && planned.bench.unknown == 1 );
	CHECK_STRING( planned.bench.firstUnknown, "agent[3].goalSequence.groupTarget.mystery" );
	CHECK_EQUAL( plan->mixedSpeeds, 1 );
	checkPlan( &planned, "goals" );
	freePlan( &planned );
	TEST_EVERY_ALLOCATION( makePlan( &planned, 1 ), freePlan( &planned ) );
	free( planned.reading.copy );
}

TEST( BadStartsAndGoalsAreMovedALittle )
{
	// Two in one place, one in a wall, one outside, a goal in a wall and one outside.
	static const char text[] = WORLD BOUNDS( "obstacle", "-2", "2", "-2", "2" ) //
		AGENT( "A", XYZ( "position", "-5", "0" ), SEEK( XYZ( "targetLocation", "0", "1.5" ) ) )
			AGENT( "B", XYZ( "position", "-5", "0" ), SEEK( XYZ( "targetLocation", "14", "0" ) ) )
				AGENT( "C", XYZ( "position", "1.9", "0" ), SEEK( XYZ( "targetLocation", "5", "0" ) ) )
					AGENT( "D", XYZ( "position", "0", "-12" ), SEEK( XYZ( "targetLocation", "5", "0" ) ) ) TAIL;
	Planned planned;
	if ( !PLAN( &planned, text ) )
	{
		return;
	}
	const wfTestCase* plan = &planned.bench;
	CHECK( plan->enlarged && plan->bounds.lower.y <= -13.0 && plan->bounds.upper.x >= 15.0 );
	CHECK( plan->bounds.lower.x == -10.0 && plan->bounds.upper.y == 10.0 );
	CHECK_EQUAL( plan->movedStarts, 2 );
	CHECK( plan->agents[0].position.x == -5.0 && plan->agents[0].position.y == 0.0 );
	wfVec2 b = plan->agents[1].position, c = plan->agents[2].position;
	CHECK_NEAR( sqrt( ( b.x + 5.0 ) * ( b.x + 5.0 ) + b.y * b.y ), 1.0, 0.01 );
	CHECK( c.x >= 2.5 && c.x < 2.7 && fabs( c.y ) < 0.6 );
	CHECK( plan->agents[3].position.y == -12.0 );
	CHECK_EQUAL( plan->movedGoals, 1 );
	CHECK( plan->stops[0].point.y >= 2.5 && plan->stops[0].point.y < 3.2 );
	CHECK_EQUAL( plan->stops[1].point.x, 14 );
	checkPlan( &planned, "moved" );
	endCase( &planned );
}

#define REGION( count, bounds, goals )                                                                                           \
	"<agentRegion><numAgents>" count "</numAgents>" bounds                                                                       \
	"<initialConditions>" RANDOM( "direction" ) "<radius>0.4</radius><speed>0</speed></initialConditions><goalSequence>" goals   \
												"</goalSequence></agentRegion>"

TEST( ChanceFollowsTheSeed )
{
	static const char text[] =
		WORLD "<obstacleRegion><numObstacles>10</numObstacles><obstacleSize>1</obstacleSize>"
			  "<obstacleHeight>1</obstacleHeight>" BOUNDS( "regionBounds", "-9", "9", "-9", "9" ) "</obstacleRegion>" AGENT(
				  "A", XYZ( "position", "0", "0" ), SEEK( XYZ( "targetLocation", "3", "3" ) ) )
				  REGION( "60", BOUNDS( "regionBounds", "-8", "8", "-8", "8" ), SEEK( RANDOM( "targetLocation" ) ) ) TAIL;
	Planned planned, same, other;
	if ( !PLAN( &planned, text ) || !PLAN( &same, text ) || !PLAN( &other, text ) )
	{
		return;
	}
	freePlan( &other );
	CHECK_EQUAL( makePlan( &other, 2 ), wf_ok );
	CHECK_EQUAL( planned.bench.agentCount, 61 );
	CHECK_EQUAL( wfWorld_GetShapeCount( planned.bench.world ), 10 );
	size_t bytes = planned.bench.agentCount * sizeof( wfBenchAgent );
	CHECK( memcmp( planned.bench.agents, same.bench.agents, bytes ) == 0 );
	CHECK( memcmp( planned.bench.agents, other.bench.agents, bytes ) != 0 );
	CHECK( planned.bench.agents[0].position.x == 0.0 && planned.bench.stops[0].point.x == 3.0 );
	checkPlan( &planned, "one seed" );
	checkPlan( &other, "another seed" );
	endCase( &planned );
	endCase( &same );
	endCase( &other );
}

TEST( FullRegionsSpillOver )
{
	// 60 discs of radius 0.4 do not fit into 4 x 4 m; into the world they do.
	static const char text[] =
		WORLD REGION( "60", BOUNDS( "regionBounds", "-2", "2", "-2", "2" ), SEEK( XYZ( "targetLocation", "8", "8" ) ) ) TAIL;
	Planned planned;
	if ( PLAN( &planned, text ) )
	{
		CHECK_EQUAL( planned.bench.agentCount, 60 );
		CHECK( planned.bench.movedStarts > 20 );
		checkPlan( &planned, "full" );
		endCase( &planned );
	}
	// Into nothing at all they do not.
	static const char none[] = HEAD( BOUNDS( "worldBounds", "0", "3", "0", "3" ) )
		REGION( "60", BOUNDS( "regionBounds", "0", "3", "0", "3" ), SEEK( XYZ( "targetLocation", "1.5", "1.5" ) ) ) TAIL;
	planned = ( Planned ){ 0 };
	beginReading( &planned.reading, none, strlen( none ) );
	CHECK_EQUAL( makePlan( &planned, 1 ), wf_startBlocked );
	CHECK( strstr( planned.reading.error.message, "no room left" ) != NULL && planned.reading.error.line == 1 );
	free( planned.reading.copy );
}

TEST( NarrowPassagesStayOpen )
{
	// 1.1 m between two walls for discs of 1 m, and no other way.
	static const char text[] = WORLD BOUNDS( "obstacle", "-1", "1", "0.55", "10" ) BOUNDS( "obstacle", "-1", "1", "-10", "-0.55" )
		AGENT( "A", XYZ( "position", "-5", "0" ), SEEK( XYZ( "targetLocation", "5", "0" ) ) ) TAIL;
	Planned planned;
	if ( PLAN( &planned, text ) )
	{
		CHECK( planned.bench.stops[0].point.x == 5.0 && planned.bench.movedGoals == 0 );
		CHECK( planned.bench.cellSize < 0.5 );
		checkPlan( &planned, "narrow" );
		endCase( &planned );
	}
}

static void refuseCase( const char* text, wfResult result, const char* field, const char* words, int line )
{
	Planned planned = { 0 };
	beginReading( &planned.reading, text, strlen( text ) );
	size_t before = wfGetByteCount();
	wfResult found = makePlan( &planned, 1 );
	const wfError* error = &planned.reading.error;
	testCheckEqual( found, result, error->message, "result", __FILE__, line );
	if ( found != wf_ok )
	{
		testCheckString( error->field, field, "field", error->message, __FILE__, line );
		testCheck( error->line == 1 && error->column > 0, "there is a place", __FILE__, line );
		if ( strstr( error->message, words ) == NULL )
		{
			testCheckString( error->message, words, "message", "words in it", __FILE__, line );
		}
		testCheckEqual( (int64_t)wfGetByteCount(), (int64_t)before, "bytes after", "bytes before", __FILE__, line );
	}
	else
	{
		freePlan( &planned );
	}
	free( planned.reading.copy );
}

TEST( TestCaseErrorsHaveAPlace )
{
	refuseCase( "<a/>", wf_badFormat, "", "expected <SteerBenchTestCase>, found \"a\"", __LINE__ );
	refuseCase( "<SteerBenchTestCase/>", wf_badFormat, "header", "is missing", __LINE__ );
	refuseCase( HEAD( "" ) TAIL, wf_badFormat, "header.worldBounds", "is missing", __LINE__ );
	refuseCase( HEAD( "<worldBounds><xmin>1</xmin></worldBounds>" ) TAIL, wf_badFormat, "header.worldBounds.xmax", "is missing",
				__LINE__ );
	refuseCase( HEAD( BOUNDS( "worldBounds", "a", "1", "0", "1" ) ) TAIL, wf_badFormat, "header.worldBounds.xmin",
				"expected a coordinate from -1e6 to 1e6 metres, found \"a\"", __LINE__ );
	refuseCase( HEAD( BOUNDS( "worldBounds", "0", "1e9", "0", "1" ) ) TAIL, wf_outOfRange, "header.worldBounds.xmax",
				"found \"1e9\"", __LINE__ );
	refuseCase( WORLD "<agnet/>" TAIL, wf_badFormat, "agnet", "did you mean <agent>?", __LINE__ );
	refuseCase( WORLD "<elephantInTheRoom/>" TAIL, wf_badFormat, "elephantInTheRoom", "expected one of header", __LINE__ );
	refuseCase( WORLD "<agent/>" TAIL, wf_badFormat, "agent.initialConditions", "is missing", __LINE__ );
	refuseCase( WORLD "<agent>" CONDITIONS( "" ) "</agent>" TAIL, wf_badFormat, "agent.initialConditions.position", "is missing",
				__LINE__ );
	refuseCase( WORLD "<agent/><agent/>" TAIL, wf_badFormat, "agent[0].initialConditions", "is missing", __LINE__ );
	refuseCase( WORLD AGENT( "A", XYZ( "position", "0", "0" ), "<fly/>" ) TAIL, wf_badFormat, "agent.goalSequence.fly",
				"is no kind of goal", __LINE__ );
	refuseCase( WORLD AGENT( "A", XYZ( "position", "0", "0" ), "<seekStaticTarget/>" ) TAIL, wf_badFormat,
				"agent.goalSequence.seekStaticTarget.targetLocation", "is missing", __LINE__ );
	refuseCase(
		WORLD AGENT( "A", XYZ( "position", "0", "0" ), "<seekDynamicTarget><targetName>Z</targetName></seekDynamicTarget>" ) TAIL,
		wf_notFound, "agent.goalSequence.seekDynamicTarget.targetName", "no agent of the name \"Z\"", __LINE__ );
	refuseCase( WORLD AGENT( "A", "<position><x>1</x></position>", "" ) TAIL, wf_badFormat, "agent.initialConditions.position.z",
				"or <random>true</random>", __LINE__ );
	refuseCase( WORLD AGENT( "A", "<position><random>maybe</random></position>", "" ) TAIL, wf_badFormat,
				"agent.initialConditions.position.random", "expected true or false, found \"maybe\"", __LINE__ );
	refuseCase( WORLD REGION( "-1", BOUNDS( "regionBounds", "0", "1", "0", "1" ), "" ) TAIL, wf_badFormat,
				"agentRegion.numAgents", "expected a whole number from 0 to 1000000, found \"-1\"", __LINE__ );
	refuseCase( WORLD "<circleObstacle><radius>-1</radius></circleObstacle>" TAIL, wf_outOfRange, "circleObstacle.radius",
				"found \"-1\"", __LINE__ );
	refuseCase( WORLD "<polygonObstacle>" XYZ( "vertex", "0", "0" ) "</polygonObstacle>" TAIL, wf_badFormat, "polygonObstacle",
				"expected three <vertex> or more", __LINE__ );
}

TEST( OddBoundsAreMended )
{
	// The wrong way round, and nowhere near the agent.
	static const char text[] = HEAD( BOUNDS( "worldBounds", "-100", "-200", "-100", "-200" ) )
		AGENT( "A", XYZ( "position", "0", "0" ), SEEK( XYZ( "targetLocation", "3", "3" ) ) ) TAIL;
	Planned planned;
	if ( PLAN( &planned, text ) )
	{
		CHECK( planned.bench.enlarged && planned.bench.bounds.lower.x > -50.0 && planned.bench.bounds.upper.x > 10.0 );
		CHECK( planned.bench.stops[0].point.x == 3.0 );
		endCase( &planned );
	}
	// Far larger than what is in it.
	static const char huge[] = HEAD( BOUNDS( "worldBounds", "-90000", "90000", "-90000", "90000" ) )
		AGENT( "A", XYZ( "position", "0", "0" ), SEEK( XYZ( "targetLocation", "3", "3" ) ) ) TAIL;
	if ( PLAN( &planned, huge ) )
	{
		CHECK( planned.bench.cropped && planned.bench.bounds.upper.x < 50.0 );
		endCase( &planned );
	}
}

TEST( RealTestCasesArePlaced )
{
	const char* folder = testDataPath( "steerbench" );
	DIR* open = folder != NULL ? opendir( folder ) : NULL;
	if ( open == NULL )
	{
		testSkip( "no SteerBench test cases here" );
		return;
	}
	char root[600], path[900];
	snprintf( root, sizeof( root ), "%s", folder );
	int32_t count = 0;
	for ( struct dirent* entry = readdir( open ); entry != NULL; entry = readdir( open ) )
	{
		if ( !wfHasExtension( entry->d_name, ".xml" ) )
		{
			continue;
		}
		snprintf( path, sizeof( path ), "%s/%s", root, entry->d_name );
		wfFile file = { 0 };
		Planned planned;
		CHECK_EQUAL( wfFile_Load( path, 1u << 24, false, &file, NULL ), wf_ok );
		if ( acceptCase( &planned, file.data, file.size, __LINE__ ) )
		{
			checkPlan( &planned, entry->d_name );
			CHECK( planned.bench.agentCount > 0 && planned.bench.movedGoals == 0 );
			endCase( &planned );
			count += 1;
		}
		wfFile_Free( &file );
	}
	closedir( open );
	CHECK( count > 30 );
}

// A crowd in the end: made, prepared, and walked to its goals without a contact.
TEST( TestCasesBecomeCrowds )
{
	static const char text[] = WORLD BOUNDS( "obstacle", "-1", "1", "-3", "3" ) //
		AGENT( "A", XYZ( "position", "-5", "0" ), SEEK( XYZ( "targetLocation", "5", "0" ) ) ) AGENT(
			"B", XYZ( "position", "5", "1" ),
			"<seekAxisAlignedBoxRegion>" BOUNDS( "goalRegionBounds", "-8", "-6", "-8", "-6" ) "</seekAxisAlignedBoxRegion>" )
			AGENT( "C", XYZ( "position", "5", "5" ), "<idle/>" ) TAIL;
	wfSimulationDef def = wfDefaultSimulationDef();
	wfSimulation simulation = { 0 };
	wfError error = { 0 };
	if ( CHECK_EQUAL( wfReadSteerBenchFromMemory( "a.xml", text, strlen( text ), &def, &simulation, &error ), wf_ok ) )
	{
		CHECK_STRING( simulation.name, "t" );
		CHECK( simulation.stopWhenDone && simulation.seconds > 60.0 && simulation.seed == 1 );
		CHECK_EQUAL( wfCrowd_GetTotalCount( simulation.crowd ), 3 );
		double nearest = INFINITY;
		while ( !wfCrowd_IsDone( simulation.crowd ) && wfCrowd_GetTime( simulation.crowd ) < 60.0 )
		{
			if ( !CHECK_EQUAL( wfCrowd_Tick( simulation.crowd, &error ), wf_ok ) )
			{
				break;
			}
			wfFrame frame = wfCrowd_GetFrame( simulation.crowd );
			for ( int32_t i = 0; i < frame.count; ++i )
			{
				double room =
					wfWorld_GetDistance( simulation.world, ( wfVec2 ){ frame.positions[i].x, frame.positions[i].y }, 0 ) -
					(double)frame.radii[i];
				nearest = room < nearest ? room : nearest;
			}
		}
		CHECK_EQUAL( wfCrowd_GetArrivedCount( simulation.crowd ), 3 );
		CHECK( nearest > -1e-3 );
		wfSimulation_Free( &simulation );
	}
	TEST_EVERY_ALLOCATION( wfReadSteerBenchFromMemory( "a.xml", text, strlen( text ), &def, &simulation, NULL ),
						   wfSimulation_Free( &simulation ) );
}

TEST( TestCasesWalkOnFoot )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	def.footsteps = true;
	wfSimulation simulation = { 0 };
	static const char bench[] =
		"<SteerBenchTestCase><header><name>b</name><worldBounds><xmin>-10</xmin><xmax>10</xmax>"
		"<ymin>0</ymin><ymax>0</ymax><zmin>-10</zmin><zmax>10</zmax></worldBounds></header>"
		"<agent><initialConditions><radius>0.3</radius><position><x>0</x><y>0</y><z>0</z></position>"
		"<direction><x>1</x><y>0</y><z>0</z></direction><speed>0</speed></initialConditions>"
		"<goalSequence><seekStaticTarget><targetLocation><x>5</x><y>0</y><z>0</z></targetLocation>"
		"<desiredSpeed>1.3</desiredSpeed><timeDuration>1000</timeDuration></seekStaticTarget></goalSequence>"
		"</agent></SteerBenchTestCase>";
	wfError error = { 0 };
	wfResult result = wfReadSteerBenchFromMemory( "b.xml", bench, strlen( bench ), &def, &simulation, &error );
	if ( CHECK_EQUAL( result, wf_ok ) )
	{
		CHECK_EQUAL( wfCrowd_GetFootstepStats( simulation.crowd ).agents, 1 );
		wfSimulation_Free( &simulation );
	}
	else
	{
		CHECK_STRING( error.message, "" );
	}
}

TEST( TestCaseReadersCheckWhatTheyAreGiven )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	wfSimulation simulation = { .seconds = -7.0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadSteerBench( "/nowhere/at/all.xml", &def, &simulation, &error ), wf_fileNotFound );
	CHECK_EQUAL( wfReadSteerBenchFromMemory( "a.xml", "", 0, &def, &simulation, &error ), wf_badFormat );
	CHECK( strstr( error.message, "the file is empty" ) != NULL );
	CHECK_EQUAL( wfReadSteerBenchFromMemory( "a.xml", "<a/>", 4, &def, &simulation, NULL ), wf_badFormat );
	def.presetGiven = true;
	def.preset = 7;
	CHECK_EQUAL( wfReadSteerBenchFromMemory( "a.xml", "<a/>", 4, &def, &simulation, &error ), wf_outOfRange );
	def.internalCookie = 0;
	testBeginAsserts();
	CHECK_EQUAL( wfReadSteerBenchFromMemory( "a.xml", "<a/>", 4, &def, &simulation, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	CHECK( simulation.seconds == -7.0 );
}

void testSteerBench( int argc, char** argv )
{
	RUN( XmlIsATree );
	RUN( XmlErrorsHaveAPlace );
	RUN( XmlKeepsTheMemoryLimit );
	RUN( AgentsAndObstaclesAreRead );
	RUN( EveryKindOfGoalHasAPlace );
	RUN( BadStartsAndGoalsAreMovedALittle );
	RUN( ChanceFollowsTheSeed );
	RUN( FullRegionsSpillOver );
	RUN( NarrowPassagesStayOpen );
	RUN( TestCaseErrorsHaveAPlace );
	RUN( OddBoundsAreMended );
	RUN( RealTestCasesArePlaced );
	RUN( TestCasesBecomeCrowds );
	RUN( TestCasesWalkOnFoot );
	RUN( TestCaseReadersCheckWhatTheyAreGiven );
}
