// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Generated scenes, the experiments' values, A*, and the meaning of v against the exact profile across a corridor.
#include "tests/test_lab.h"

#include "lab/bench/bench.h"
#include "scenes/scenes.h"
#include "wayfield/io.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The program's own file: it is not in any library.
#include "lab/bench/bench_astar.c"

// --------------------------------------------------------------------------------------------------------------- values

static const char s_text[] =
	"{ \"version\": 1,\n"
	"  \"experiment\": {\n"
	"    \"id\": \"F9\", \"cells\": [0.5, -2e3],\n"
	"    \"claims\": { \"far\": { \"least\": 3,\n \"says\": \"a \\u00e4\" } }, \"on\": true, \"none\": null,\n"
	"    \"deep\": [[1], [2, { \"x\": 7 }]], \"empty\": {}\n"
	"  },\n"
	"  \"claims\": 5 }\n";

static const wfExperimentValue* find( const wfExperiment* experiment, const char* path )
{
	static const wfExperimentValue none = { .path = "", .text = "" };
	const wfExperimentValue* value = wfExperiment_Find( experiment, path );
	return CHECK( value != NULL ) ? value : &none;
}

TEST( ExperimentValuesAreFlattened )
{
	wfReadDef def = wfDefaultReadDef();
	wfExperiment experiment = { 0 };
	wfError error;
	if ( !CHECK( wfReadExperimentFromMemory( "x.json", s_text, sizeof( s_text ) - 1, &def, &experiment, &error ) == wf_ok ) )
	{
		return;
	}
	CHECK_EQUAL( experiment.count, 18 );
	CHECK_STRING( find( &experiment, "id" )->text, "F9" );
	CHECK_EQUAL( find( &experiment, "cells" )->number, 2 );
	CHECK( !find( &experiment, "cells" )->isNumber );
	CHECK( find( &experiment, "cells[1]" )->isNumber && find( &experiment, "cells[1]" )->number == -2000.0 );
	CHECK_EQUAL( find( &experiment, "claims.far.least" )->line, 4 );
	CHECK_EQUAL( find( &experiment, "claims.far.says" )->line, 5 );
	CHECK_STRING( find( &experiment, "claims.far.says" )->text, "a \xC3\xA4" );
	CHECK_EQUAL( find( &experiment, "on" )->number, 1 );
	CHECK_EQUAL( find( &experiment, "deep[1][1].x" )->number, 7 );
	CHECK_EQUAL( find( &experiment, "empty" )->number, 0 );
	CHECK( wfExperiment_Find( &experiment, "cells[2]" ) == NULL && wfExperiment_Find( &experiment, "version" ) == NULL );
	wfExperiment_Free( &experiment );
	CHECK( experiment.values == NULL && experiment.count == 0 );
	TEST_EVERY_ALLOCATION( wfReadExperimentFromMemory( "x.json", s_text, sizeof( s_text ) - 1, &def, &experiment, &error ),
						   wfExperiment_Free( &experiment ) );
}

TEST( BadExperimentValuesAreRefused )
{
	static const struct
	{
		const char* text;
		wfResult result;
		int32_t line;
	} cases[] = { { "", wf_badFormat, 1 },
				  { "[]", wf_notFound, 0 },
				  { "{\"version\": 1}", wf_notFound, 0 },
				  { "{\"experiment\":\n3}", wf_badFormat, 2 },
				  { "{\"experiment\": {\n\"a\": 1,\n\"a\": 2}}", wf_badFormat, 3 },
				  { "{\"experiment\": {\"a\": NaN}}", wf_badFormat, 1 } };
	wfReadDef def = wfDefaultReadDef();
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		wfExperiment experiment = { .count = 77 };
		wfError error = { 0 };
		const char* text = cases[i].text;
		CHECK_EQUAL( wfReadExperimentFromMemory( "x.json", text, strlen( text ), &def, &experiment, &error ), cases[i].result );
		CHECK_EQUAL( error.result, cases[i].result );
		CHECK_EQUAL( error.line, cases[i].line );
		CHECK_EQUAL( experiment.count, 77 );
	}
	wfExperiment experiment = { 0 };
	CHECK_EQUAL( wfReadExperiment( "no/such.json", &def, &experiment, NULL ), wf_fileNotFound );
	wfExperiment_Free( NULL );
}

// The papers as docs/gallery.md lists them.
static bool isPaper( const char* name )
{
	static const char* const papers[] = { "Dapper 2006",   "Dapper 2007",  "Dapper, thesis",  "Fischer 2009",
										  "Silveira 2010", "Fischer 2011", "Fischer, thesis", "Singh 2011" };
	for ( size_t i = 0; i < sizeof( papers ) / sizeof( papers[0] ); ++i )
	{
		if ( strcmp( name, papers[i] ) == 0 )
		{
			return true;
		}
	}
	return false;
}

static const char* getText( const wfExperiment* experiment, const char* path )
{
	const wfExperimentValue* value = wfExperiment_Find( experiment, path );
	return value != NULL && value->text != NULL ? value->text : "";
}

// The world of an experiment with fields has goals and starts that are free.
static void checkWorld( const wfScenario* scenario )
{
	for ( int32_t k = 0; k < scenario->startCount; ++k )
	{
		CHECK( wfWorld_GetDistance( scenario->world, scenario->starts[k], scenario->kind ) > 0.0 );
	}
}

// Every file of an experiment of fields and surfaces can be read, is named after its experiment and says what paper it is from.
TEST( ScenarioFilesAreValid )
{
	char folder[1024], path[1400];
	int32_t files = 0;
	snprintf( folder, sizeof( folder ), "%s/scenarios", WAYFIELD_SOURCE_DIR );
	DIR* entries = opendir( folder );
	for ( const struct dirent* entry = CHECK( entries != NULL ) ? readdir( entries ) : NULL; entry != NULL;
		  entry = readdir( entries ) )
	{
		const char* name = entry->d_name;
		if ( ( name[0] != 'F' && name[0] != 'S' ) || name[1] < '0' || name[1] > '9' )
		{
			continue;
		}
		wfReadDef def = wfDefaultReadDef();
		wfScenario scenario = { 0 };
		wfExperiment experiment = { 0 };
		wfError error = { 0 };
		snprintf( path, sizeof( path ), "%s/%s", folder, name );
		if ( !CHECK( wfReadScenario( path, &def, &scenario, &error ) == wf_ok ) ||
			 !CHECK( wfReadExperiment( path, &def, &experiment, &error ) == wf_ok ) )
		{
			printf( "    %s:%d: %s\n", error.file, error.line, error.message );
			continue;
		}
		files += 1;
		const char* id = getText( &experiment, "id" );
		checkWorld( &scenario );
		if ( !CHECK( id[0] != 0 && strncmp( id, name, strlen( id ) ) == 0 && name[strlen( id )] == '-' ) ||
			 !CHECK( isPaper( getText( &experiment, "source.paper" ) ) ) )
		{
			printf( "    %s\n", name );
		}
		wfExperiment_Free( &experiment );
		wfScenario_Free( &scenario );
	}
	CHECK( files >= 25 );
	if ( entries != NULL )
	{
		closedir( entries );
	}
}

void testExperimentFiles( int argc, char** argv )
{
	RUN( ExperimentValuesAreFlattened );
	RUN( BadExperimentValuesAreRefused );
	RUN( ScenarioFilesAreValid );
}

// --------------------------------------------------------------------------------------------------------------- scenes

static wfGrid* makeGrid( wfSceneKind kind, int32_t size, uint64_t seed )
{
	wfSceneDef def = { .kind = kind, .size = size, .seed = seed };
	wfGridDef gridDef = wfDefaultGridDef();
	wfWorld* world = NULL;
	wfGrid* grid = NULL;
	gridDef.cellSize = 1.0;
	if ( CHECK( wfCreateScene( &def, &world, NULL ) == wf_ok ) )
	{
		CHECK( wfCreateGrid( world, &gridDef, &grid, NULL ) == wf_ok );
		wfDestroyWorld( world );
	}
	return grid;
}

TEST( ScenesAreWhatTheySay )
{
	for ( uint64_t seed = 0; seed < 6; ++seed )
	{
		for ( int32_t kind = 0; kind < wf_sceneKindCount; ++kind )
		{
			int32_t size = 61 + 7 * (int32_t)seed;
			wfGrid* grid = makeGrid( (wfSceneKind)kind, size, seed );
			if ( grid == NULL )
			{
				return;
			}
			CHECK_EQUAL( wfGrid_GetWidth( grid ), size );
			int64_t count = wfGrid_GetFreeCount( grid ), links = 0;
			for ( int32_t cell = 0; cell < size * size; ++cell )
			{
				links += wfGrid_IsFree( grid, cell ) && ( cell + 1 ) % size != 0 && wfGrid_IsFree( grid, cell + 1 );
				links += wfGrid_IsFree( grid, cell ) && cell / size + 1 < size && wfGrid_IsFree( grid, cell + size );
			}
			if ( kind != wf_blocksScene )
			{
				CHECK_EQUAL( wfGrid_GetComponentCount( grid ), 1 );
			}
			if ( kind == wf_mazeScene )
			{
				CHECK_EQUAL( links, count - 1 ); // connected, and no loops: a tree
			}
			if ( kind == wf_openScene )
			{
				CHECK_EQUAL( count, size * size );
			}
			CHECK( count > size * size / 4 );
			wfDestroyGrid( grid );
		}
	}
}

TEST( ScenesAreTheSameEverywhere )
{
	static const uint64_t hashes[wf_sceneKindCount] = { 0x6636125EF0A6D86E, 0x2D8F0F8952CFA824, 0xE16D0A3FF3054AFA,
														0x74187D2DF78BF4E8, 0x9C70D23B83F72CF9 };
	for ( int32_t kind = 0; kind < wf_sceneKindCount; ++kind )
	{
		wfSceneDef def = { .kind = (wfSceneKind)kind, .size = 96, .seed = 1 };
		uint8_t* cells = wfGenerateScene( &def );
		if ( CHECK( cells != NULL ) && !CHECK( wfHash( WF_HASH_START, cells, 96 * 96 ) == hashes[kind] ) )
		{
			printf( "    %s: 0x%016llX\n", wfDescribeScene( def.kind ),
					(unsigned long long)wfHash( WF_HASH_START, cells, 96 * 96 ) );
		}
		free( cells );
	}
	wfSceneDef tiny = { .kind = wf_openScene, .size = 2 };
	CHECK( wfGenerateScene( &tiny ) == NULL );
}

// -------------------------------------------------------------------------------------------------------------------- A*

TEST( AstarFindsShortestPaths )
{
	wfGrid* grid = makeGrid( wf_openScene, 32, 0 );
	wfAstar* astar = wfCreateAstar( grid );
	wfVec2 points[64];
	double length;
	CHECK_EQUAL( wfAstar_Find( astar, 0, 31, points, 64, &length ), 32 );
	CHECK_NEAR( length, 31.0, 1e-12 );
	CHECK_EQUAL( wfAstar_Find( astar, 0, 10 * 32 + 20, points, 64, &length ), 21 );
	CHECK_NEAR( length, 10.0 + 10.0 * sqrt( 2.0 ), 1e-12 );
	CHECK_EQUAL( wfAstar_Find( astar, 5, 5, points, 64, &length ), 1 );
	wfDestroyGrid( grid );
}

TEST( AstarAgreesWithTheProblemsOfRealMaps )
{
	const char* found = testDataPath( "maps/lak303d.map" );
	if ( found == NULL )
	{
		testSkip( "no maps here" );
		return;
	}
	char map[1024], problemFile[1100];
	snprintf( map, sizeof( map ), "%s", found );
	snprintf( problemFile, sizeof( problemFile ), "%s.scen", map );
	wfReadDef def = wfDefaultReadDef();
	wfGridDef gridDef = wfDefaultGridDef();
	wfScenario scenario = { 0 };
	wfGrid* grid = NULL;
	wfProblem* problems = NULL;
	int32_t count = 0;
	gridDef.cellSize = 1.0;
	CHECK( wfReadScenario( map, &def, &scenario, NULL ) == wf_ok );
	CHECK( wfCreateGrid( scenario.world, &gridDef, &grid, NULL ) == wf_ok );
	CHECK( wfReadProblems( problemFile, wfGrid_GetWidth( grid ), wfGrid_GetHeight( grid ), &problems, &count, NULL ) == wf_ok );
	wfAstar* astar = wfCreateAstar( grid );
	for ( int32_t i = 7; i < count; i += 97 )
	{
		double length;
		int32_t steps = wfAstar_Find( astar, wfGrid_GetCell( grid, problems[i].start ), wfGrid_GetCell( grid, problems[i].goal ),
									  NULL, 0, &length );
		CHECK( steps > 0 );
		CHECK_NEAR( length, problems[i].optimalLength, 1e-3 );
	}
	wfFreeProblems( problems, count );
	wfDestroyGrid( grid );
	wfScenario_Free( &scenario );
}

// ------------------------------------------------------------------------------------------------------------------ pull

// Far from the goal of a corridor of n cells the profile across is r^i sin(pi i / (n + 1)), r = sqrt((1 + e/2) / (1 - e/2)) with
// e = eps v: positive e pulls toward +v. Compared entry by entry.
TEST( PullHasTheExactProfile )
{
	enum
	{
		n = 8,
		length = 440
	};
	static const double pulls[] = { 0.0, 0.3, 0.8, 1.6, -0.8 };
	wfWorldDef worldDef = wfDefaultWorldDef();
	wfGridDef gridDef = wfDefaultGridDef();
	wfWorld* world = NULL;
	wfGrid* grid = NULL;
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { n, length } };
	gridDef.cellSize = 1.0;
	CHECK( wfCreateWorld( &worldDef, &world, NULL ) == wf_ok && wfCreateGrid( world, &gridDef, &grid, NULL ) == wf_ok );
	for ( size_t k = 0; k < sizeof( pulls ) / sizeof( pulls[0] ); ++k )
	{
		wfPlannerDef def = wfDefaultPlannerDef();
		wfPlanner* planner = NULL;
		wfField* field = NULL;
		int32_t goal = ( length - 1 ) * n + n / 2;
		def.epsilon = pulls[k];
		def.bias = ( wfVec2 ){ 1.0, 0.0 };
		CHECK( wfCreatePlanner( grid, &def, &planner, NULL ) == wf_ok );
		CHECK( wfPlanner_CreateFieldFromCells( planner, &goal, 1, &field, NULL ) == wf_ok );
		double ratio = sqrt( ( 1.0 + 0.5 * pulls[k] ) / ( 1.0 - 0.5 * pulls[k] ) );
		for ( int32_t i = 0; i + 1 < n && field != NULL; ++i )
		{
			int32_t cell = length / 2 * n + i;
			wfScaled a = wfField_GetCellValue( field, cell ), b = wfField_GetCellValue( field, cell + 1 );
			double measured = b.mantissa / a.mantissa * ldexp( 1.0, b.exponent - a.exponent );
			double pi = 3.14159265358979323846,
				   exact = ratio * sin( pi * ( i + 2 ) / ( n + 1 ) ) / sin( pi * ( i + 1 ) / ( n + 1 ) );
			CHECK_NEAR( measured / exact, 1.0, 1e-6 );
		}
		wfDestroyField( field );
		wfDestroyPlanner( planner );
	}
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

void testScenes( int argc, char** argv )
{
	RUN( ScenesAreWhatTheySay );
	RUN( ScenesAreTheSameEverywhere );
	RUN( AstarFindsShortestPaths );
	RUN( AstarAgreesWithTheProblemsOfRealMaps );
	RUN( PullHasTheExactProfile );
}
