// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds in scenario files that are refused: where, and with which words; and that the schema states the ranges the reader has.
#include "tests/test_io_crowd.h"

#include "io/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void refuseRun( const char* text, const wfSimulationDef* given, wfResult result, int32_t atLine, int32_t atColumn,
					   const char* field, const char* words, const char* file, int line )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	wfSimulation simulation = { .fps = -7.0 };
	wfError error = { 0 };
	// A copy of exactly the size, so that the sanitizer sees a reader that looks beyond the end.
	size_t size = strlen( text ), before = wfGetByteCount();
	char* copy = malloc( size );
	memcpy( copy, text, size );
	wfResult found = wfReadSimulationFromMemory( "dir/s.json", copy, size, given != NULL ? given : &def, &simulation, &error );
	free( copy );
	if ( found == wf_ok )
	{
		wfSimulation_Free( &simulation );
		testCheckString( "accepted", words, "reader", "expected message", file, line );
		return;
	}
	testCheckEqual( found, result, error.message, "result", file, line );
	testCheckError( &error, "dir/s.json", result, atLine, atColumn, field, words, file, line );
	testCheck( simulation.fps == -7.0 && simulation.crowd == NULL, "nothing is changed on failure", file, line );
	testCheckEqual( (int64_t)wfGetByteCount(), (int64_t)before, "bytes after", "bytes before", file, line );
}

#define REFUSE_RUN( text, result, line, column, field, words )                                                                   \
	refuseRun( text, NULL, result, line, column, field, words, __FILE__, __LINE__ )

// The third line is up to the test.
#define HEAD "{\"version\":1,\"world\":{\"size\":[20,10],\"obstacles\":[{\"type\":\"box\",\"bounds\":[10,0,11,10]}]},\n"
#define GOALS                                                                                                                    \
	"\"goals\":[{\"type\":\"point\",\"name\":\"left\",\"point\":[1,5]},{\"type\":\"point\",\"name\":\"right\",\"point\":[19,5]}" \
	"],\n"
#define REST( text ) HEAD GOALS text "}"

TEST( SettingErrorsOfRunsHaveAPlace )
{
	REFUSE_RUN( REST( "\"crowd\":[]" ), wf_badFormat, 3, 9, "crowd", "expected an object" );
	REFUSE_RUN( REST( "\"crowd\":{\"sed\":1}" ), wf_badFormat, 3, 10, "crowd.sed", "did you mean \"seed\"?" );
	REFUSE_RUN( REST( "\"crowd\":{\"preset\":\"clasic\"}" ), wf_badFormat, 3, 19, "crowd.preset", "did you mean \"classic\"?" );
	REFUSE_RUN( REST( "\"crowd\":{\"seed\":1.5}" ), wf_outOfRange, 3, 17, "crowd.seed", "a whole number" );
	REFUSE_RUN( REST( "\"crowd\":{\"seed\":-1}" ), wf_outOfRange, 3, 17, "crowd.seed", "0 to 2^53" );
	REFUSE_RUN( REST( "\"crowd\":{\"tickSeconds\":0}" ), wf_outOfRange, 3, 24, "crowd.tickSeconds",
				"is 0, expected a number from 0.001 to 10" );
	REFUSE_RUN( REST( "\"crowd\":{\"cell\":-1}" ), wf_outOfRange, 3, 17, "crowd.cell", "is -1" );
	REFUSE_RUN( REST( "\"crowd\":{\"movesPerTick\":1e300}" ), wf_outOfRange, 3, 25, "crowd.movesPerTick", "a whole number" );
	REFUSE_RUN( REST( "\"run\":{\"seconds\":-1}" ), wf_outOfRange, 3, 18, "run.seconds", "found -1" );
	REFUSE_RUN( REST( "\"run\":{\"fps\":0}" ), wf_outOfRange, 3, 14, "run.fps", "0.001 to 1000" );
	REFUSE_RUN( REST( "\"run\":{\"laneDirection\":[0,0]}" ), wf_outOfRange, 3, 24, "run.laneDirection", "other than [0, 0]" );
	REFUSE_RUN( REST( "\"run\":{\"area\":[0,0,0,0]}" ), wf_outOfRange, 3, 15, "run.area", "x0 < x1" );
	REFUSE_RUN( REST( "\"run\":{\"lines\":[{\"name\":\"a\",\"a\":[1,1],\"b\":[1,1]}]}" ), wf_outOfRange, 3, 43, "run.lines[0].b",
				"the same place" );
	REFUSE_RUN( REST( "\"run\":{\"lines\":[{\"a\":[1,1],\"b\":[1,1]}]}" ), wf_badFormat, 3, 17, "run.lines[0].name", "missing" );
	REFUSE_RUN( REST( "\"run\":{\"lines\":[{\"name\":\"a\",\"a\":[1,1],\"b\":[2,1]},{\"name\":\"a\",\"a\":[1,1],\"b\":[2,1]}]}" ),
				wf_badFormat, 3, 58, "run.lines[1].name", "names that differ" );
	REFUSE_RUN( REST( "\"metadata\":{\"a\":[1]}" ), wf_badFormat, 3, 17, "metadata.a", "a text of up to 255 bytes or a number" );
}

TEST( StyleAndBehaviorErrorsHaveAPlace )
{
	REFUSE_RUN( REST( "\"styles\":{\"x\":{\"mapsize\":15}}" ), wf_badFormat, 3, 16, "styles.x.mapsize",
				"did you mean \"mapSize\"?" );
	REFUSE_RUN( REST( "\"styles\":{\"x\":{\"mapSize\":16}}" ), wf_outOfRange, 3, 26, "styles.x.mapSize",
				"expected an odd number from 11 to 35" );
	REFUSE_RUN( REST( "\"styles\":{\"x\":{\"rule\":\"fast\"}}" ), wf_badFormat, 3, 23, "styles.x.rule", "one of gradient, mean" );
	REFUSE_RUN( REST( "\"styles\":{\"x\":{\"inertia\":1.5}}" ), wf_outOfRange, 3, 26, "styles.x.inertia", "from 0 to 1" );
	REFUSE_RUN( REST( "\"styles\":{\"x\":{\"base\":\"clasic\"}}" ), wf_notFound, 3, 23, "styles.x.base", "no preset or style" );
	REFUSE_RUN( REST( "\"styles\":{\"xy\":{\"base\":\"yx\"},\"yx\":{\"base\":\"xy\"}}" ), wf_badFormat, 3, 43, "styles.yx.base",
				"based on itself" );
	REFUSE_RUN( REST( "\"styles\":{\"x\":{\"base\":\"x\"}}" ), wf_badFormat, 3, 23, "styles.x.base", "based on itself" );
	REFUSE_RUN( REST( "\"styles\":{\"classic\":{}}" ), wf_badFormat, 3, 21, "styles.classic", "not the name of a preset" );
#define BEHAVIOR( text ) REST( "\"behaviors\":{\"x\":{" text "}}" )
	REFUSE_RUN( BEHAVIOR( "" ), wf_badFormat, 3, 18, "behaviors.x.type", "missing; expected one of harmonic" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"custom\"" ), wf_badFormat, 3, 26, "behaviors.x.type", "one of harmonic, constant" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"constant\",\"waves\":[]" ), wf_badFormat, 3, 37, "behaviors.x.waves", "unknown field" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"constant\",\"v\":[1,200]" ), wf_outOfRange, 3, 41, "behaviors.x.v", "is 200" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"periodic\",\"waves\":[{\"axis\":\"z\"}]" ), wf_badFormat, 3, 54,
				"behaviors.x.waves[0].axis", "one of x, y" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"periodic\",\"waves\":[{\"axis\":\"x\",\"rate\":1e4}]" ), wf_outOfRange, 3, 65,
				"behaviors.x.waves[0].rate", "is 10000" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"random\",\"holdSeconds\":[3,2]" ), wf_outOfRange, 3, 52, "behaviors.x.holdSeconds[1]",
				"expected at least" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"toward\",\"target\":\"gaol\"" ), wf_badFormat, 3, 44, "behaviors.x.target",
				"did you mean \"goal\"?" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"toward\",\"target\":{\"agent\":\"bob\"}" ), wf_notFound, 3, 53, "behaviors.x.target.agent",
				"there is no agent \"bob\"" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"toward\",\"target\":5" ), wf_badFormat, 3, 44, "behaviors.x.target", "{\"agent\": name}" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"scheduled\"" ), wf_badFormat, 3, 18, "behaviors.x.stages", "missing" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"scheduled\",\"stages\":[{\"behavior\":\"x\"}]" ), wf_badFormat, 3, 48,
				"behaviors.x.stages[0]", "found none" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"scheduled\",\"stages\":[{\"time\":1,\"behavior\":\"x\"}]" ), wf_badFormat, 3, 69,
				"behaviors.x.stages[0].behavior", "is scheduled itself" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"scheduled\",\"stages\":[{\"time\":1,\"radius\":1,\"behavior\":\"x\"}]" ), wf_badFormat, 3,
				67, "behaviors.x.stages[0].radius", "belongs to a place" );
	REFUSE_RUN( BEHAVIOR( "\"type\":\"scheduled\",\"stages\":[{\"fraction\":2,\"behavior\":\"x\"}]" ), wf_outOfRange, 3, 60,
				"behaviors.x.stages[0].fraction", "0 to 1" );
#undef BEHAVIOR
}

TEST( AgentErrorsHaveAPlace )
{
#define AGENT( text ) REST( "\"agents\":[\n{" text "}]" )
#define AT "agents[0]"
	REFUSE_RUN( REST( "\"agents\":[5]" ), wf_badFormat, 3, 11, AT, "expected an agent or a group" );
	REFUSE_RUN( AGENT( "" ), wf_badFormat, 4, 1, AT, "expected one of position" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"count\":2" ), wf_badFormat, 4, 1, AT, "several of them" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"raduis\":1" ), wf_badFormat, 4, 19, AT ".raduis", "did you mean \"radius\"?" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"region\":1" ), wf_badFormat, 4, 19, AT ".region", "unknown field" );
	REFUSE_RUN( AGENT( "\"position\":[1,11]" ), wf_outOfRange, 4, 13, AT ".position", "lies outside of the world" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"radius\":0" ), wf_outOfRange, 4, 28, AT ".radius", "0.01 or more" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"radius\":1000" ), wf_outOfRange, 4, 28, AT ".radius", "from 0.01 to 100" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"desiredSpeed\":-1" ), wf_outOfRange, 4, 34, AT ".desiredSpeed", "found -1" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"desiredSpeed\":{\"unifrom\":[1,2]}" ), wf_badFormat, 4, 35,
				AT ".desiredSpeed.unifrom", "did you mean \"uniform\"?" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"desiredSpeed\":{}" ), wf_badFormat, 4, 34, AT ".desiredSpeed", "found none" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"desiredSpeed\":{\"uniform\":[2,1]}" ), wf_outOfRange, 4, 45,
				AT ".desiredSpeed.uniform", "[2, 1]" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"desiredSpeed\":{\"normal\":[1,1]}" ), wf_outOfRange, 4, 44,
				AT ".desiredSpeed.normal", "give \"within\"" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"desiredSpeed\":{\"uniform\":[1,1],\"within\":[1,2]}" ), wf_badFormat, 4, 60,
				AT ".desiredSpeed.within", "belongs to normal" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"delay\":-1" ), wf_outOfRange, 4, 27, AT ".delay", "found -1" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"delay\":{\"logNormal\":[1,-1]}" ), wf_outOfRange, 4, 40, AT ".delay.logNormal",
				"a deviation of 0 or more" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"delay\":{\"table\":\"imo-crew\"}" ), wf_badFormat, 4, 36, AT ".delay.table",
				"tables are of walking speeds" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"desiredSpeed\":{\"table\":\"weidman-age\"}" ), wf_badFormat, 4, 43,
				AT ".desiredSpeed.table", "did you mean \"weidmann-age\"?" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"desiredSpeed\":{\"table\":\"weidmann-age\"}" ), wf_badFormat, 4, 34,
				AT ".desiredSpeed", "expected \"ages\"" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"desiredSpeed\":{\"table\":\"weidmann-age\",\"ages\":[20,90]}" ), wf_outOfRange, 4,
				69, AT ".desiredSpeed.ages[1]", "5 to 80 years" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"desiredSpeed\":{\"table\":\"imo-crew\",\"ages\":[20,60]}" ), wf_badFormat, 4, 61,
				AT ".desiredSpeed.ages", "belongs to weidmann-age" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"desiredSpeed\":{\"uniform\":[1,1],\"ages\":[20,60]}" ), wf_badFormat, 4, 58,
				AT ".desiredSpeed.ages", "belongs to table" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"kind\":32" ), wf_outOfRange, 4, 26, AT ".kind", "0 to 31" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"atEnd\":\"leav\"" ), wf_badFormat, 4, 27, AT ".atEnd", "did you mean \"leave\"?" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"style\":\"x\"" ), wf_notFound, 4, 27, AT ".style", "there is no style \"x\"" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"onSight\":\"x\"" ), wf_notFound, 4, 29, AT ".onSight",
				"there is no behavior \"x\"" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"personality\":\"tied\"" ), wf_badFormat, 4, 33, AT ".personality",
				"did you mean \"tired\"?" );
	REFUSE_RUN( AGENT( "\"position\":[1,1],\"personality\":{\"tired\":0}" ), wf_outOfRange, 4, 33, AT ".personality",
				"add up to 0" );
	REFUSE_RUN( AGENT( "\"count\":0,\"region\":{}" ), wf_outOfRange, 4, 10, AT ".count", "1 to 1000000" );
	REFUSE_RUN( AGENT( "\"count\":1" ), wf_badFormat, 4, 1, AT ".region", "missing" );
	REFUSE_RUN( AGENT( "\"count\":1,\"region\":{\"type\":\"cube\"}" ), wf_badFormat, 4, 29, AT ".region.type", "box, disc" );
	REFUSE_RUN( AGENT( "\"count\":1,\"region\":{\"type\":\"polygon\",\"points\":[[1,1],[2,2]]}" ), wf_badFormat, 4, 48,
				AT ".region.points", "3 or more" );
	REFUSE_RUN( AGENT( "\"positions\":[]" ), wf_badFormat, 4, 14, AT ".positions", "1 or more" );
	REFUSE_RUN( REST( "\"agents\":[{\"position\":[1,1],\"name\":\"x\"},{\"position\":[3,3],\"name\":\"x\"}]" ), wf_badFormat, 3,
				66, "agents[1].name", "names that differ" );
	REFUSE_RUN( REST( "\"agents\":[{\"name\":\"g\",\"positions\":[[1,1]]}],\n"
					  "\"behaviors\":{\"x\":{\"type\":\"toward\",\"target\":{\"agent\":\"g\"}}}" ),
				wf_badFormat, 4, 53, "behaviors.x.target.agent", "is a group of agents" );
#undef AGENT
#undef AT
}

TEST( StopErrorsHaveAPlace )
{
#define STOPS( text ) REST( "\"queues\":[],\"agents\":[{\"position\":[1,1],\n\"stops\":[" text "]}]" )
#define AT "agents[0].stops[0]"
	REFUSE_RUN( STOPS( "\"rigth\"" ), wf_notFound, 4, 10, AT, "there is no goal \"rigth\", did you mean \"right\"?" );
	REFUSE_RUN( STOPS( "[30,1]" ), wf_outOfRange, 4, 10, AT, "the stop 30, 1 lies outside of the world" );
	REFUSE_RUN( STOPS( "7" ), wf_badFormat, 4, 10, AT, "the name of a goal, a point" );
	REFUSE_RUN( STOPS( "{}" ), wf_badFormat, 4, 10, AT, "found none" );
	REFUSE_RUN( STOPS( "{\"goal\":\"left\",\"point\":[1,1]}" ), wf_badFormat, 4, 10, AT, "several of them" );
	REFUSE_RUN( STOPS( "{\"gaol\":\"left\"}" ), wf_badFormat, 4, 11, AT ".gaol", "did you mean \"goal\"?" );
	REFUSE_RUN( STOPS( "{\"goal\":\"left\",\"reach\":1}" ), wf_badFormat, 4, 33, AT ".reach", "belongs to a point" );
	REFUSE_RUN( STOPS( "{\"goal\":\"left\",\"wait\":-1}" ), wf_outOfRange, 4, 32, AT ".wait", "found -1" );
	REFUSE_RUN( STOPS( "{\"queue\":\"cart\"}" ), wf_notFound, 4, 19, AT ".queue", "there is no queue \"cart\"" );
	REFUSE_RUN( STOPS( "{\"oneOf\":[]}" ), wf_badFormat, 4, 19, AT ".oneOf", "1 or more" );
	REFUSE_RUN( STOPS( "{\"oneOf\":[{\"oneOf\":[\"left\"]}]}" ), wf_badFormat, 4, 29, AT ".oneOf[0].oneOf",
				"goal, point, queue or exits" );
	REFUSE_RUN( STOPS( "{\"exits\":[]}" ), wf_badFormat, 4, 19, AT ".exits", "1 or more" );
	REFUSE_RUN( STOPS( "{\"exits\":\"left\"}" ), wf_badFormat, 4, 19, AT ".exits", "names of goals" );
	REFUSE_RUN( STOPS( "{\"exits\":[\"lefd\"]}" ), wf_notFound, 4, 20, AT ".exits[0]", "did you mean \"left\"?" );
	REFUSE_RUN( STOPS( "{\"exits\":[\"left\",\"left\"]}" ), wf_badFormat, 4, 27, AT ".exits[1]", "already" );
	REFUSE_RUN( STOPS( "{\"exits\":[{\"capacity\":1}]}" ), wf_badFormat, 4, 20, AT ".exits[0].goal", "missing" );
	REFUSE_RUN( STOPS( "{\"exits\":[{\"goal\":\"left\",\"capacity\":-1}]}" ), wf_outOfRange, 4, 46, AT ".exits[0].capacity",
				"people a second" );
	REFUSE_RUN( STOPS( "{\"exits\":[\"left\"],\"choice\":\"best\"}" ), wf_badFormat, 4, 37, AT ".choice", "nearest, quickest" );
	REFUSE_RUN( STOPS( "{\"exits\":[\"left\"],\"choice\":\"assigned\"}" ), wf_badFormat, 4, 10, AT, "needs an exit" );
	REFUSE_RUN( STOPS( "{\"exits\":[\"left\"],\"exit\":\"left\"}" ), wf_badFormat, 4, 35, AT ".exit", "belongs to the choice" );
	REFUSE_RUN( STOPS( "{\"exits\":[\"left\"],\"choice\":\"assigned\",\"exit\":\"right\"}" ), wf_notFound, 4, 55, AT ".exit",
				"none of the exits" );
	REFUSE_RUN( STOPS( "{\"goal\":\"left\",\"choice\":\"nearest\"}" ), wf_badFormat, 4, 34, AT ".choice", "belongs to exits" );
	REFUSE_RUN( STOPS( "{\"oneOf\":[\"left\"],\"choice\":\"nearest\"}" ), wf_badFormat, 4, 37, AT ".choice", "belongs to exits" );
	REFUSE_RUN( STOPS( "{\"exits\":[\"left\"],\"reach\":1}" ), wf_badFormat, 4, 36, AT ".reach", "belongs to a point" );
	REFUSE_RUN( STOPS( "{\"exits\":[\"right\"]}" ), wf_unreachable, 3, 23, "agents[0]", "any of the exits of its stop 1" );
	REFUSE_RUN( STOPS( "{\"each\":[\"left\",\"left\"]}" ), wf_badFormat, 4, 18, AT ".each", "2 stops for 1 agents" );
	REFUSE_RUN(
		REST(
			"\"queues\":[{\"name\":\"cart\",\"line\":[[1,1],[2,1]]}],\"agents\":[{\"position\":[1,1],\n\"stops\":[\"cart\"]}]" ),
		wf_notFound, 4, 10, AT, "write {\"queue\": \"cart\"}" );
	REFUSE_RUN( REST( "\"queues\":[{\"line\":[[1,1],[2,1]]}]" ), wf_badFormat, 3, 11, "queues[0].name", "missing" );
	REFUSE_RUN( REST( "\"queues\":[{\"name\":\"q\"}]" ), wf_badFormat, 3, 11, "queues[0].line", "missing" );
	REFUSE_RUN( REST( "\"queues\":[{\"name\":\"q\",\"line\":[[1,1],[30,1]]}]" ), wf_outOfRange, 3, 37, "queues[0].line[1]",
				"lies outside" );
	REFUSE_RUN( REST( "\"queues\":[{\"name\":\"q\",\"line\":[[1,1],[2,1]],\"spacing\":0}]" ), wf_outOfRange, 3, 54,
				"queues[0].spacing", "from 0.01 to 100" );
#undef STOPS
#undef AT
#define SOURCE( text ) REST( "\"sources\":[\n{" text "}]" )
#define REGION "\"region\":{\"type\":\"box\",\"bounds\":[0,0,2,2]}"
	REFUSE_RUN( SOURCE( "" ), wf_badFormat, 4, 1, "sources[0].region", "missing" );
	REFUSE_RUN( SOURCE( REGION ",\"rat\":1" ), wf_badFormat, 4, 45, "sources[0].rat", "did you mean \"rate\"?" );
	REFUSE_RUN( SOURCE( REGION ",\"rate\":0" ), wf_outOfRange, 4, 52, "sources[0].rate", "is 0" );
	REFUSE_RUN( SOURCE( REGION ",\"from\":3,\"until\":2" ), wf_outOfRange, 4, 62, "sources[0].until", "later than from" );
	REFUSE_RUN( SOURCE( REGION ",\"radius\":{\"uniform\":[0.2,200]}" ), wf_outOfRange, 4, 54, "sources[0].radius", "is 200" );
	REFUSE_RUN( SOURCE( REGION ",\"stops\":[{\"oneOf\":[\"left\"]}]" ), wf_badFormat, 4, 63, "sources[0].stops[0].oneOf",
				"belongs to agents and groups" );
	REFUSE_RUN( SOURCE( "\"region\":{\"type\":\"circle\",\"center\":[1,1],\"radius\":1}" ), wf_badFormat, 4, 19,
				"sources[0].region.type", "box, disc, polygon" );
	REFUSE_RUN( REST( "\"sinks\":[{\"type\":\"disc\",\"center\":[1,1]}]" ), wf_badFormat, 3, 10, "sinks[0].radius", "missing" );
#undef SOURCE
#undef REGION
}

TEST( ImpossiblePlacesAreReportedWithTheirLines )
{
	REFUSE_RUN( REST( "\"agents\":[\n{\"position\":[1,1]},\n{\"position\":[10.5,5]}]" ), wf_startBlocked, 5, 1, "agents[1]",
				"inside of an obstacle; the nearest free place is about 11.25, 5" );
	REFUSE_RUN( REST( "\"sources\":[\n{\"region\":{\"type\":\"box\",\"bounds\":[10.1,1,10.9,2]}}]" ), wf_startBlocked, 4, 11,
				"sources[0].region", "no room for a disc" );
	REFUSE_RUN( REST( "\"sources\":[{\"region\":{\"type\":\"box\",\"bounds\":[4,1,6,2]}},\n{\"region\":{\"type\":\"box\","
					  "\"bounds\":[1,1,2,2]},\"stops\":[[2,5],\"right\"]}]" ),
				wf_unreachable, 4, 11, "sources[1].region", "stop 2 is the goal \"right\"" );
	REFUSE_RUN( REST( "\"sources\":[\n{\"region\":{\"type\":\"box\",\"bounds\":[30,1,31,2]}}]" ), wf_outOfRange, 4, 11,
				"sources[0].region", "lies outside of the world, which reaches from 0, 0 to 20, 10" );
	REFUSE_RUN( REST( "\"sinks\":[\n{\"type\":\"disc\",\"center\":[-3,1],\"radius\":2}]" ), wf_outOfRange, 4, 1, "sinks[0]",
				"lies outside of the world" );
	REFUSE_RUN( REST( "\"queues\":[{\"name\":\"q\",\n\"line\":[[10.5,1],[3,1]]}]" ), wf_goalBlocked, 4, 9, "queues[0].line[0]",
				"lies in an obstacle" );
	REFUSE_RUN( REST( "\"queues\":[{\"name\":\"q\",\"line\":[[15,1],[16,1]]}],\"agents\":[\n{\"position\":[1,1],"
					  "\"stops\":[{\"queue\":\"q\"}]}]" ),
				wf_unreachable, 4, 1, "agents[0]", "stop 1 is the queue \"q\"" );
	REFUSE_RUN( REST( "\"agents\":[\n{\"position\":[1,1]},\n{\"positions\":[[0.1,5]]}]" ), wf_startBlocked, 5, 15,
				"agents[1].positions[0]", "from a wall" );
	REFUSE_RUN( REST( "\"agents\":[\n{\"position\":[1,1]},\n{\"position\":[1.2,1]}]" ), wf_startBlocked, 5, 1, "agents[1]",
				"the other is agents[0] in line 4" );
	REFUSE_RUN(
		REST( "\"agents\":[\n{\"position\":[1,1],\"stops\":[\"left\"]},\n{\"position\":[3,1],\"stops\":[\"left\",\"right\"]}]" ),
		wf_unreachable, 5, 1, "agents[1]", "no route to its stop 2 for a disc of radius 0.25 m; stop 2 is the goal \"right\"" );
	REFUSE_RUN( REST( "\"agents\":[\n{\"count\":9,\"region\":{\"type\":\"box\",\"bounds\":[10,0,11,10]}}]" ), wf_outOfRange, 4,
				10, "agents[0].count", "9 agents do not fit into the region: there was room for 0" );
	REFUSE_RUN( REST( "\"agents\":[\n{\"count\":1000000,\"region\":{\"type\":\"box\",\"bounds\":[1,1,2,2]}}]" ), wf_outOfRange, 4,
				10, "agents[0].count", "there was room for" );
	// Eight discs touch each other and the edges of the box of 2 x 1 m between walls: the ninth does not fit.
	REFUSE_RUN( "{\"version\":1,\"world\":{\"size\":[2.001,1.001]},\"agents\":[\n{\"count\":9,\"region\":{\"type\":\"box\","
				"\"bounds\":[0,0,2.001,"
				"1.001]}}]}",
				wf_outOfRange, 2, 10, "agents[0].count", "there was room for" );
	REFUSE_RUN( REST( "\"agents\":[\n{\"count\":1000000,\"region\":{\"type\":\"box\",\"bounds\":[-1e9,-1e9,1e9,1e9]}}]" ),
				wf_outOfRange, 4, 10, "agents[0].count", "do not fit" );
	wfSimulationDef def = wfDefaultSimulationDef();
	def.agents = 5;
	refuseRun( REST( "\"agents\":[\n{\"position\":[1,1]}]" ), &def, wf_outOfRange, 1, 1, "", "no source", __FILE__, __LINE__ );
	def.agents = 1;
	refuseRun(
		REST( "\"agents\":[{\"positions\":[[1,1],[3,1]]},{\"count\":1,\"region\":{\"type\":\"box\",\"bounds\":[0,0,9,9]}}]" ),
		&def, wf_outOfRange, 1, 1, "", "2 have positions", __FILE__, __LINE__ );
	def = wfDefaultSimulationDef();
	def.read.memoryLimit = 1 << 20;
	refuseRun( REST( "\"agents\":[\n{\"count\":1000,\"region\":{\"type\":\"box\",\"bounds\":[0,0,20,10]}}]" ), &def, wf_tooLarge,
			   4, 1, "", "more than the limit", __FILE__, __LINE__ );
}

// -------------------------------------------------------------------------------------------------------------- schema

// Whether the reader takes a number for a field; the pattern has two %s for name and value.
static bool accepts( const char* pattern, const char* field, double value )
{
	char text[1024], number[32];
	snprintf( number, sizeof( number ), "%.17g", value );
	int length = snprintf( text, sizeof( text ), "%s", HEAD GOALS );
	const char* name = strstr( pattern, "$F" );
	const char* place = strstr( pattern, "$V" );
	snprintf( text + length, sizeof( text ) - (size_t)length, "%.*s%s%.*s%s%s}", (int)( name - pattern ), pattern, field,
			  (int)( place - name - 2 ), name + 2, number, place + 2 );
	wfSimulation simulation = { 0 };
	wfError error = { 0 };
	wfResult result = testReadRun( text, NULL, &simulation, &error );
	wfSimulation_Free( &simulation );
	return result == wf_ok;
}

static const wfJsonNode* resolve( const wfJson* json, const wfJsonNode* node )
{
	const wfJsonNode* reference = wfJson_Find( json, node, "$ref" );
	const wfJsonNode* defs = wfJson_Find( json, json->nodes, "$defs" );
	return reference != NULL ? wfJson_Find( json, defs, wfJson_String( json, reference ) + strlen( "#/$defs/" ) ) : node;
}

// The numbers at both ends of the range the schema states are taken, those just beyond are not.
static int32_t compareRanges( const wfJson* json, const char* object, const char* pattern )
{
	const wfJsonNode* defs = wfJson_Find( json, json->nodes, "$defs" );
	const wfJsonNode* properties = wfJson_Find( json, wfJson_Find( json, defs, object ), "properties" );
	int32_t count = 0;
	for ( const wfJsonNode* node = wfJson_First( json, properties ); node != NULL; node = wfJson_Next( json, node ) )
	{
		const wfJsonNode* range = resolve( json, node );
		const wfJsonNode* minimum = wfJson_Find( json, range, "minimum" );
		const wfJsonNode* maximum = wfJson_Find( json, range, "maximum" );
		if ( minimum == NULL || maximum == NULL )
		{
			continue;
		}
		const char* field = wfJson_Key( json, node );
		bool whole = strcmp( wfJson_String( json, wfJson_Find( json, range, "type" ) ), "integer" ) == 0;
		double low = minimum->number, high = maximum->number;
		double step = whole ? 1.0 : 1e-6;
		double below = whole ? low - 1.0 : low - step * fmax( fabs( low ), 1e-3 ), above = high + ( whole ? 1.0 : step * high );
		bool right = accepts( pattern, field, low ) && accepts( pattern, field, high ) && !accepts( pattern, field, below ) &&
					 ( high >= 9e15 || !accepts( pattern, field, above ) );
		if ( !right )
		{
			CHECK_STRING( field, object );
		}
		count += 1;
	}
	return count;
}

static void compareAllRanges( const wfJson* json )
{
	CHECK_EQUAL( compareRanges( json, "crowd", "\"crowd\":{\"$F\":$V}" ), 7 );
	CHECK_EQUAL( compareRanges( json, "run", "\"run\":{\"$F\":$V}" ), 2 );
	CHECK_EQUAL( compareRanges( json, "style", "\"styles\":{\"x\":{\"$F\":$V}}" ), 16 );
	CHECK_EQUAL(
		compareRanges( json, "wave", "\"behaviors\":{\"x\":{\"type\":\"periodic\",\"waves\":[{\"axis\":\"x\",\"$F\":$V}]}}" ),
		3 );
	CHECK_EQUAL( compareRanges( json, "constantBehavior", "\"behaviors\":{\"x\":{\"type\":\"constant\",\"$F\":$V}}" ), 1 );
	CHECK_EQUAL( compareRanges( json, "towardBehavior", "\"behaviors\":{\"x\":{\"type\":\"toward\",\"$F\":$V}}" ), 1 + 1 );
	CHECK_EQUAL( compareRanges( json, "queue", "\"queues\":[{\"name\":\"q\",\"line\":[[1,1],[2,1]],\"$F\":$V}]" ), 2 );
	CHECK_EQUAL(
		compareRanges( json, "source",
					   "\"sources\":[{\"region\":{\"type\":\"box\",\"bounds\":[0,0,9,9]},\"stops\":[\"left\"],\"$F\":$V}]" ),
		4 );
	CHECK_EQUAL( compareRanges( json, "walker", "\"agents\":[{\"position\":[5,5],\"$F\":$V}]" ), 2 );
}

TEST( SchemaStatesTheRangesOfTheReader )
{
	testWithSchema( compareAllRanges );
}

void testIoCrowdRefusals( int argc, char** argv )
{
	RUN( SettingErrorsOfRunsHaveAPlace );
	RUN( StyleAndBehaviorErrorsHaveAPlace );
	RUN( AgentErrorsHaveAPlace );
	RUN( StopErrorsHaveAPlace );
	RUN( ImpossiblePlacesAreReportedWithTheirLines );
	RUN( SchemaStatesTheRangesOfTheReader );
}
