// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents on foot in scenario files: locomotion and gaits, what is refused and where, and that the schema states the same ranges.
#include "tests/test_io_crowd.h"

#include "crowd/walkers.h"
#include "io/crowd_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEAD "{\"version\":1,\"world\":{\"size\":[20,10]},\n"
#define GOALS "\"goals\":[{\"type\":\"point\",\"name\":\"a\",\"point\":[19,5]}],\n"
#define REST( text ) HEAD GOALS text "}"

static void refuse( const char* text, wfResult result, int32_t atColumn, const char* field, const char* words, int line )
{
	wfSimulation simulation = { 0 };
	wfError error = { 0 };
	size_t before = wfGetByteCount();
	wfResult found = testReadRun( text, NULL, &simulation, &error );
	if ( found == wf_ok )
	{
		wfSimulation_Free( &simulation );
		testCheckString( "accepted", words, "reader", "expected message", __FILE__, line );
		return;
	}
	testCheckEqual( found, result, error.message, "result", __FILE__, line );
	testCheckError( &error, "dir/s.json", result, 3, atColumn, field, words, __FILE__, line );
	testCheckEqual( (int64_t)wfGetByteCount(), (int64_t)before, "bytes after", "bytes before", __FILE__, line );
}

#define REFUSE_GAIT( text, result, column, field, words ) refuse( REST( text ), result, column, field, words, __LINE__ )

static const wfGaitDef* getGait( const wfSimulation* simulation, int32_t agent )
{
	int32_t gait = simulation->crowd->population.agents[agent].gait;
	return gait > 0 ? simulation->crowd->walk->gaits.data + gait - 1 : NULL;
}

// All that the tests change; between other members there may be gaps.
static bool isSame( const wfGaitDef* a, const wfGaitDef* b )
{
	return a->legLength == b->legLength && a->footDistance == b->footDistance && a->maxExpanded == b->maxExpanded &&
		   a->comfort == b->comfort && memcmp( a->legs, b->legs, sizeof( a->legs ) ) == 0;
}

static const char s_people[] = REST(
	"\"gaits\":{\"injured\":{\"legLength\":0.85,\"maxExpanded\":7,\"maxStride\":0.7,\"left\":{\"maxStride\":0.4,\"inward\":0.1},"
	"\"right\":{\"maxDuration\":0.6}},\"unused\":{}},\n"
	"\"agents\":[{\"position\":[1,1],\"stops\":[\"a\"]},{\"position\":[2,1],\"locomotion\":\"footsteps\",\"stops\":[\"a\"]},"
	"{\"position\":[3,1],\"gait\":\"injured\"},{\"position\":[4,1],\"locomotion\":\"disc\"},"
	"{\"count\":3,\"region\":{\"type\":\"box\",\"bounds\":[5,5,9,9]},\"locomotion\":\"footsteps\",\"gait\":\"injured\"}],\n"
	"\"sources\":[{\"region\":{\"type\":\"box\",\"bounds\":[12,2,14,8]},\"count\":2,\"rate\":20,\"gait\":\"injured\","
	"\"stops\":[\"a\"]}]" );

TEST( GaitsAreRead )
{
	wfSimulation simulation;
	if ( !testAcceptRun( s_people, NULL, &simulation, __FILE__, __LINE__ ) )
	{
		return;
	}
	CHECK( getGait( &simulation, 0 ) == NULL && getGait( &simulation, 3 ) == NULL );
	wfGaitDef usual = wfDefaultGaitDef();
	if ( CHECK( getGait( &simulation, 1 ) != NULL && getGait( &simulation, 2 ) != NULL ) )
	{
		CHECK( isSame( getGait( &simulation, 1 ), &usual ) );
		wfGaitDef expected = usual;
		expected.legLength = 0.85;
		expected.maxExpanded = 7;
		expected.legs[wf_leftFoot].maxStride = 0.4;
		expected.legs[wf_leftFoot].inward = 0.1;
		expected.legs[wf_rightFoot].maxStride = 0.7;
		expected.legs[wf_rightFoot].maxDuration = 0.6;
		CHECK( isSame( getGait( &simulation, 2 ), &expected ) );
	}
	for ( int32_t i = 4; i < 7; ++i )
	{
		CHECK( getGait( &simulation, i ) == getGait( &simulation, 2 ) );
	}
	CHECK_EQUAL( wfCrowd_GetFootstepStats( simulation.crowd ).agents, 5 );
	int32_t injured = wfSimulation_FindPart( &simulation, wf_gaitPart, "injured" );
	CHECK_EQUAL( injured, simulation.crowd->population.agents[2].gait );
	CHECK( wfSimulation_FindPart( &simulation, wf_gaitPart, "unused" ) != 0 );
	CHECK_EQUAL( wfSimulation_FindPart( &simulation, wf_gaitPart, "nobody" ), 0 );
	// Those of the source come within a tick or two.
	for ( int32_t k = 0; k < 4; ++k )
	{
		CHECK_EQUAL( wfCrowd_Tick( simulation.crowd, NULL ), wf_ok );
	}
	CHECK_EQUAL( wfCrowd_GetFootstepStats( simulation.crowd ).agents, 7 );
	wfSimulation_Free( &simulation );
}

TEST( EverybodyGetsFeetWhenAsked )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	def.footsteps = true;
	wfSimulation simulation;
	if ( !testAcceptRun( s_people, &def, &simulation, __FILE__, __LINE__ ) )
	{
		return;
	}
	wfGaitDef usual = wfDefaultGaitDef();
	CHECK_EQUAL( wfCrowd_GetFootstepStats( simulation.crowd ).agents, 7 );
	for ( int32_t i = 0; i < 7; ++i )
	{
		const wfGaitDef* gait = getGait( &simulation, i );
		bool injured = i == 2 || i >= 4;
		CHECK( gait != NULL && isSame( gait, &usual ) != injured );
	}
	wfSimulation_Free( &simulation );
}

TEST( GaitsSurviveEveryFailedAllocation )
{
	static const char small[] =
		HEAD "\"crowd\":{\"cell\":1},\"gaits\":{\"x\":{},\"y\":{\"left\":{}}},"
			 "\"agents\":[{\"position\":[5,5],\"gait\":\"x\"},{\"position\":[7,5],\"locomotion\":\"footsteps\"}]}";
	wfSimulation simulation;
	TEST_EVERY_ALLOCATION( testReadRun( small, NULL, &simulation, NULL ), wfSimulation_Free( &simulation ) );
}

TEST( GaitErrorsHaveAPlace )
{
	REFUSE_GAIT( "\"gaits\":[]", wf_badFormat, 9, "gaits", "expected an object of gaits by name" );
	REFUSE_GAIT( "\"gaits\":{\"\":{}}", wf_badFormat, 13, "gaits.\"\"", "expected a name of 1 to 127 bytes for a gait" );
	REFUSE_GAIT( "\"gaits\":{\"x\":1}", wf_badFormat, 14, "gaits.x", "expected" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{\"legLenght\":1}}", wf_badFormat, 15, "gaits.x.legLenght", "did you mean \"legLength\"?" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{\"mass\":\"heavy\"}}", wf_badFormat, 22, "gaits.x.mass", "expected a number" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{\"maxExpanded\":1.5}}", wf_outOfRange, 29, "gaits.x.maxExpanded", "a whole number" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{\"legLength\":9}}", wf_outOfRange, 27, "gaits.x.legLength", "is 9, expected 0.2 to 3" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{},\"x\":{}}", wf_badFormat, 17, "gaits.x", "" );
}

// A limit that was given for both legs is at fault where it was given; one that was not given is named all the same.
TEST( LegErrorsHaveAPlace )
{
	REFUSE_GAIT( "\"gaits\":{\"x\":{\"maxTurn\":9}}", wf_outOfRange, 25, "gaits.x.maxTurn", "is 9, expected 0.05 to 1.5" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{\"left\":{\"maxTurn\":9}}}", wf_outOfRange, 33, "gaits.x.left.maxTurn", "is 9, expected" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{\"right\":{\"inward\":2}}}", wf_outOfRange, 33, "gaits.x.right.inward",
				 "is 2, expected 0 to" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{\"minDuration\":1}}", wf_outOfRange, 14, "gaits.x.maxDuration", "is 0.8, expected 1 to 3" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{\"maxStride\":9,\"left\":{\"maxStride\":0.5}}}", wf_outOfRange, 27, "gaits.x.maxStride",
				 "is 9, expected 0.2 to 2.5" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{\"left\":[]}}", wf_badFormat, 22, "gaits.x.left", "expected" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{\"left\":{\"legLength\":1}}}", wf_badFormat, 23, "gaits.x.left.legLength", "unknown field" );
}

TEST( LocomotionErrorsHaveAPlace )
{
	REFUSE_GAIT( "\"agents\":[{\"position\":[5,5],\"locomotion\":\"feet\"}]", wf_badFormat, 42, "agents[0].locomotion",
				 "expected one of disc, footsteps, found \"feet\"" );
	REFUSE_GAIT( "\"agents\":[{\"position\":[5,5],\"gait\":\"limp\"}]", wf_notFound, 36, "agents[0].gait",
				 "there is no gait \"limp\"" );
	REFUSE_GAIT( "\"gaits\":{\"limping\":{}},\"agents\":[{\"position\":[5,5],\"gait\":\"limpin\"}]", wf_notFound, 59,
				 "agents[0].gait", "did you mean \"limping\"?" );
	REFUSE_GAIT( "\"gaits\":{\"x\":{}},\"agents\":[{\"position\":[5,5],\"locomotion\":\"disc\",\"gait\":\"x\"}]", wf_badFormat,
				 73, "agents[0].gait", "expected \"locomotion\": \"footsteps\", found \"disc\"" );
}

// -------------------------------------------------------------------------------------------------------------- schema

// Whether a gait with this number is taken. Of limits that belong together the other one is put out of the way.
static bool accepts( const char* leg, const char* field, double value )
{
	static const struct
	{
		const char *name, *other;
	} pairs[] = { { "minDuration", "\"maxDuration\":3," },
				  { "maxDuration", "\"minDuration\":0.1," },
				  { "minStride", "\"maxStride\":2.5," },
				  { "maxStride", "\"minStride\":0," },
				  { NULL, "" } };
	int pair = 0;
	while ( pairs[pair].name != NULL && strcmp( pairs[pair].name, field ) != 0 )
	{
		++pair;
	}
	char text[1024];
	snprintf( text, sizeof( text ), HEAD "\"gaits\":{\"x\":{%s%s%s%s\"%s\":%.17g%s}}}", leg != NULL ? "\"" : "",
			  leg != NULL ? leg : "", leg != NULL ? "\":{" : "", pairs[pair].other, field, value, leg != NULL ? "}" : "" );
	wfSimulation simulation = { 0 };
	bool taken = testReadRun( text, NULL, &simulation, NULL ) == wf_ok;
	wfSimulation_Free( &simulation );
	return taken;
}

static const wfJsonNode* findProperties( const wfJson* json, const char* object )
{
	const wfJsonNode* defs = wfJson_Find( json, json->nodes, "$defs" );
	return wfJson_Find( json, wfJson_Find( json, defs, object ), "properties" );
}

static void compareRanges( const wfJson* json, const char* object, const char* leg )
{
	const wfJsonNode* legs = findProperties( json, "leg" );
	for ( const wfJsonNode* node = wfJson_First( json, findProperties( json, object ) ); node != NULL;
		  node = wfJson_Next( json, node ) )
	{
		const char* field = wfJson_Key( json, node );
		const wfJsonNode* range = wfJson_Find( json, node, "minimum" ) != NULL ? node : wfJson_Find( json, legs, field );
		if ( range == NULL )
		{
			CHECK( strcmp( field, "left" ) == 0 || strcmp( field, "right" ) == 0 );
			continue;
		}
		double low = wfJson_Find( json, range, "minimum" )->number, high = wfJson_Find( json, range, "maximum" )->number;
		bool whole = strcmp( wfJson_String( json, wfJson_Find( json, range, "type" ) ), "integer" ) == 0;
		double below = whole ? low - 1.0 : low - 1e-6 * fmax( low, 1e-3 ), above = high + ( whole ? 1.0 : 1e-6 * high );
		bool right = accepts( leg, field, low ) && accepts( leg, field, high ) && !accepts( leg, field, below ) &&
					 !accepts( leg, field, above );
		if ( !right )
		{
			CHECK_STRING( field, leg != NULL ? leg : "a gait's range as the schema states it" );
		}
	}
}

static void compareAll( const wfJson* json )
{
	compareRanges( json, "gait", NULL );
	compareRanges( json, "leg", "left" );
	compareRanges( json, "leg", "right" );
}

TEST( SchemaStatesTheRangesOfGaits )
{
	testWithSchema( compareAll );
}

void testIoCrowdGaits( int argc, char** argv )
{
	RUN( GaitsAreRead );
	RUN( EverybodyGetsFeetWhenAsked );
	RUN( GaitsSurviveEveryFailedAllocation );
	RUN( GaitErrorsHaveAPlace );
	RUN( LegErrorsHaveAPlace );
	RUN( LocomotionErrorsHaveAPlace );
	RUN( SchemaStatesTheRangesOfGaits );
}
