// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "scene.h"

#include "base/vec2.h"

#include "scenes/crowds.h"
#include "scenes/surfaces.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------------------- world and grid

// What the command line says goes before what the file says.
static void applySettings( wfScene* scene )
{
	const wfSettings* settings = &wf_settings;
	wfScenario* scenario = &scene->scenario;
	scenario->cellSize = isnan( settings->cellSize ) ? scenario->cellSize : settings->cellSize;
	scenario->radius = isnan( settings->radius ) ? scenario->radius : settings->radius;
	scenario->kind = settings->kind < 0 ? scenario->kind : settings->kind;
	wfPlannerDef* def = &scene->plannerDef;
	*def = scenario->planner;
	def->walls = settings->walls < 0 ? def->walls : (wfWalls)settings->walls;
	def->haste = isnan( settings->haste ) ? def->haste : settings->haste;
	def->epsilon = isnan( settings->epsilon ) ? def->epsilon : settings->epsilon;
	def->bias = isnan( settings->bias.x ) ? def->bias : settings->bias;
	def->terrainHaste = isnan( settings->terrainHaste ) ? def->terrainHaste : settings->terrainHaste;
	def->workers = scene->workers;
}

// A file of that name comes first. Crowds that are made by the program, and surfaces, are no worlds to plan in.
static const wfEmbedded* findBuiltIn( const char* name )
{
	const wfEmbedded* embedded = wfFindEmbedded( name );
	bool crowd = wfFindCrowdScene( name ) != NULL || ( embedded != NULL && embedded->onMesh );
	bool surface = wfFindSurface( name ) != NULL;
	bool isFile = access( name, F_OK ) == 0;
	if ( isFile || ( embedded != NULL && !crowd ) )
	{
		return isFile ? NULL : embedded;
	}
	wfDieIf(
		crowd && surface, wf_fileNotFound, name,
		"there is no such file, but a built-in scene on a mesh: `wayfield run %s` simulates it, `wayfield surface %s` finds ways",
		name, name );
	wfDieIf( crowd, wf_fileNotFound, name, "there is no such file, but a built-in scene: `wayfield run %s` simulates it", name );
	wfDieIf( surface, wf_fileNotFound, name,
			 "there is no such file, but a built-in surface: `wayfield surface %s` finds ways on it", name );
	return NULL;
}

void wfScene_Open( wfScene* scene, const char* file, const wfEmbedded* embedded )
{
	const wfSettings* settings = &wf_settings;
	*scene = ( wfScene ){ .file = file, .memoryLimit = wfGetMemoryLimit() };
	wfDieOfUsageIf( isnan( settings->epsilon ) != isnan( settings->bias.x ),
					"--eps and --v belong together: the strength of the pull and where it pulls to" );
	double x = settings->epsilon * settings->bias.x, y = settings->epsilon * settings->bias.y;
	wfDieOfUsageIf( fabs( x ) > 2.0 || fabs( y ) > 2.0,
					"--eps times --v is %g,%g; expected each from -2 to 2, beyond that there may be local minima", x, y );
	scene->workers = wfCreateChosenWorkers();
	double began = wfGetSeconds();
	embedded = embedded != NULL ? embedded : findBuiltIn( file );
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = scene->memoryLimit < def.memoryLimit ? scene->memoryLimit : def.memoryLimit;
	wfExpect( embedded != NULL
				  ? wfReadScenarioFromMemory( file, embedded->data, embedded->size, &def, &scene->scenario, &wf_error )
				  : wfReadScenario( file, &def, &scene->scenario, &wf_error ) );
	scene->secondsRead = wfGetSeconds() - began;
	wfWarnLines( scene->scenario.warnings.text );
	applySettings( scene );
}

void wfScene_MakeGrid( wfScene* scene )
{
	double began = wfGetSeconds();
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = scene->scenario.cellSize;
	def.radius = scene->scenario.radius;
	def.kind = scene->scenario.kind;
	def.memoryLimit = scene->memoryLimit;
	def.bytesPerFreeCell = WF_LEAST_PLANNER_BYTES;
	def.workers = scene->workers;
	wfExpect( wfCreateGrid( scene->scenario.world, &def, &scene->grid, &wf_error ) );
	scene->secondsGrid = wfGetSeconds() - began;
	wfDieIf( wfGrid_GetFreeCount( scene->grid ) == 0, wf_noFreeCell, scene->file,
			 "there is no free cell for an agent of radius %g m on cells of %g m; expected some free space", def.radius,
			 def.cellSize );
	wfExpectNoInterrupt();
}

// Open maps of 16384 x 16384 cells take less.
#define MOST_BYTES_PER_CELL 1000

void wfScene_MakePlanner( wfScene* scene )
{
	double began = wfGetSeconds();
	wfProgress_Begin( &scene->progress, "factorising" );
	wfPlannerDef* def = &scene->plannerDef;
	size_t used = wfGetByteCount();
	def->memoryLimit = scene->memoryLimit > used ? scene->memoryLimit - used : 1;
	def->progress = wfProgress_Step;
	def->progressContext = &scene->progress;
	// The first guess spares the analysis of what cannot fit anyway. Single precision and parts that are computed again take
	// less, so only by far counts.
	size_t most = (size_t)wfGrid_GetFreeCount( scene->grid ) * MOST_BYTES_PER_CELL;
	size_t guess = most / 8 > def->memoryLimit ? wfEstimatePlannerBytes( scene->grid ) : 0;
	wfDieIf( guess / 8 > def->memoryLimit, wf_tooLarge, NULL,
			 "a grid of %s free cells takes about %.0f MB to factorise; the limit is %.0f MB: use larger cells or --memory MB",
			 wfShowCount( wfGrid_GetFreeCount( scene->grid ) ), (double)guess * 1e-6, (double)scene->memoryLimit * 1e-6 );
	wfExpect( wfCreatePlanner( scene->grid, def, &scene->planner, &wf_error ) );
	wfProgress_End( &scene->progress );
	scene->secondsPlanner = wfGetSeconds() - began;
}

#define SHOWN_PASSAGES 8

void wfScene_FindClosedPassages( wfScene* scene )
{
	const wfWorld* world = scene->scenario.world;
	// Looking takes much longer than room for passages: few worlds have more than fit at first.
	for ( int32_t room = 256;; room = scene->passageCount )
	{
		scene->passages = wfNewArray( (size_t)room, sizeof( wfClosedPassage ) );
		int32_t found = wfGrid_FindClosedPassages( scene->grid, world, scene->workers, scene->passages, room );
		wfExpect( found < 0 ? (wfResult)-found : wf_ok );
		scene->passageCount = found;
		if ( found <= room )
		{
			break;
		}
	}
	int32_t count = scene->passageCount;
	for ( int32_t i = 0; i < count && i < SHOWN_PASSAGES; ++i )
	{
		const wfClosedPassage* passage = scene->passages + i;
		wfWarn( "the passage at %.4g,%.4g is %.3g m wide, enough for the agent, but cells of %g m close it: --cell %.4g opens it",
				passage->place.x, passage->place.y, passage->width, wfGrid_GetCellSize( scene->grid ), passage->openCellSize );
	}
	if ( count > SHOWN_PASSAGES )
	{
		wfWarn( "... and %d further passages", count - SHOWN_PASSAGES );
	}
}

// ---------------------------------------------------------------------------------------------------------------- goals

#define MAX_NAMES 64

static _Noreturn void refuseGoal( const wfScene* scene, const char* option, const char* text )
{
	const wfWorld* world = scene->scenario.world;
	const char* names[MAX_NAMES] = { NULL };
	wfGoalId ids[MAX_NAMES];
	int32_t total = wfWorld_GetGoalIds( world, ids, MAX_NAMES ), count = 0;
	for ( int32_t i = 0; i < total && i < MAX_NAMES; ++i )
	{
		const char* name = wfWorld_GetGoal( world, ids[i] ).name;
		if ( name != NULL && name[0] != 0 )
		{
			names[count++] = name;
		}
	}
	const char* list = wfJoinNames( names, count );
	wfDieOfUsageIf( text == NULL, "where to? Give --%s X,Y%s%s", option, count > 0 ? " or one of the file's goals: " : "", list );
	wfDieOfUsageIf( count == 0,
					"--%s is '%.80s'; expected two numbers with a comma between, as in 2.5,4 (the file names no goals)", option,
					text );
	const char* suggestion = wfSuggest( text, names, count, "" );
	wfDieOfUsage( "--%s is '%.80s'; expected X,Y or one of the file's goals: %s%s", option, text, list,
				  suggestion[0] != 0 ? suggestion : "." );
}

wfGoalDef wfScene_FindGoal( const wfScene* scene, const char* option, const char* text )
{
	static wfVec2 point;
	const wfWorld* world = scene->scenario.world;
	if ( text != NULL && wfParsePoint( text, &point ) )
	{
		return wfMakePointGoal( &point );
	}
	wfGoalId id = { 0 };
	if ( text != NULL )
	{
		id = wfWorld_FindGoal( world, text );
	}
	else if ( wfWorld_GetGoalIds( world, &id, 1 ) != 1 )
	{
		id.index1 = 0;
	}
	if ( id.index1 == 0 )
	{
		refuseGoal( scene, option, text );
	}
	return wfWorld_GetGoal( world, id );
}

wfGoalDef wfMakePointGoal( const wfVec2* point )
{
	wfGoalDef goal = wfDefaultGoalDef();
	goal.kind = wf_pointGoal;
	goal.points = point;
	goal.pointCount = 1;
	return goal;
}

void wfScene_ReportBlocked( const wfScene* scene, wfResult result, const char* what, wfVec2 place )
{
	const wfGrid* grid = scene->grid;
	if ( wfGrid_GetCell( grid, place ) < 0 )
	{
		wfBox2 bounds = wfWorld_GetBounds( scene->scenario.world );
		wfDie( result, NULL, "the %s %g,%g lies outside of the world, which reaches from %g,%g to %g,%g", what, place.x, place.y,
			   bounds.lower.x, bounds.lower.y, bounds.upper.x, bounds.upper.y );
	}
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	wfVec2 nearest = { 0 };
	double least = INFINITY;
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		wfVec2 center = wfGrid_GetCenter( grid, cell );
		wfVec2 apart = wfSub2( center, place );
		if ( wfGrid_IsFree( grid, cell ) && wfDot2( apart, apart ) < least )
		{
			least = wfDot2( apart, apart );
			nearest = center;
		}
	}
	char size[64] = "";
	if ( wfGrid_GetRadius( grid ) > 0.0 )
	{
		snprintf( size, sizeof( size ), ", or nearer to one than the radius %g m", wfGrid_GetRadius( grid ) );
	}
	wfDie( result, NULL, "the %s %g,%g lies in an obstacle%s; the nearest free place is %.8g,%.8g", what, place.x, place.y, size,
		   nearest.x, nearest.y );
}

void wfScene_CheckGoal( const wfScene* scene, const wfGoalDef* goal )
{
	if ( wfGrid_GetGoalCells( scene->grid, goal, NULL, 0 ) > 0 )
	{
		return;
	}
	const char* name = goal->name != NULL ? goal->name : "";
	if ( goal->kind == wf_pointGoal && goal->pointCount > 0 )
	{
		char what[128];
		snprintf( what, sizeof( what ), name[0] != 0 ? "goal '%.100s' at" : "goal", name );
		wfScene_ReportBlocked( scene, wf_goalBlocked, what, goal->points[0] );
	}
	wfDie( wf_goalBlocked, NULL,
		   "the goal '%.100s' covers no free cell; expected a part of it on free ground, %g m (the agent's radius) or more "
		   "away from obstacles and the world's border",
		   name, wfGrid_GetRadius( scene->grid ) );
}

void wfScene_SolveField( wfScene* scene, const wfGoalDef* goal )
{
	wfExpectNoInterrupt();
	wfExpect( wfPlanner_CreateField( scene->planner, goal, &scene->field, &wf_error ) );
	// The report asks for all of it: paths then read it where it lies. What the check finds the report says.
	wfField_SolveAll( scene->field );
	wfExpectNoInterrupt();
}

// ------------------------------------------------------------------------------------------------------------- pictures

void wfScene_Draw( const wfScene* scene, const char* path, int32_t width, const wfPictureDef* def )
{
	wfPictureDef own = *def;
	own.width = width > 0 ? width : def->width;
	wfExpect( wfDrawField( path, scene->grid, scene->scenario.world, scene->field, &own, &wf_error ) );
}

// ---------------------------------------------------------------------------------------------------------------- paths

bool wfIsPathTrue( const wfField* field, wfVec2 start, const wfPath* path )
{
	const wfGrid* grid = wfField_GetGrid( field );
	if ( path->count < 1 || path->points[0].x != start.x || path->points[0].y != start.y ||
		 !wfField_IsGoal( field, path->points[path->count - 1] ) )
	{
		return false;
	}
	double length = 0.0;
	for ( int32_t i = 1; i < path->count; ++i )
	{
		wfVec2 a = path->points[i - 1], b = path->points[i];
		if ( !wfGrid_IsSegmentFree( grid, a, b ) )
		{
			return false;
		}
		length += wfDistance2( a, b );
	}
	return fabs( length - path->length ) <= 1e-6 * ( length + wfGrid_GetCellSize( grid ) );
}

void wfAddPathsAsCsv( wfText* text, const wfPath* paths, int32_t count )
{
	wfText_Add( text, "path,x,y\n" );
	for ( int32_t k = 0; k < count; ++k )
	{
		for ( int32_t i = 0; i < paths[k].count; ++i )
		{
			wfText_Add( text, "%d,%.10g,%.10g\n", k + 1, paths[k].points[i].x, paths[k].points[i].y );
		}
	}
}

void wfAddPointsAsJson( wfJsonOut* json, const wfPath* path )
{
	wfJsonOut_BeginList( json, "points" );
	for ( int32_t k = 0; k < path->count; ++k )
	{
		wfJsonOut_Point( json, NULL, path->points[k].x, path->points[k].y );
	}
	wfJsonOut_End( json );
}

// -------------------------------------------------------------------------------------------------------------- reports

void wfPrintScene( const wfScene* scene )
{
	const wfGrid* grid = scene->grid;
	wfBox2 bounds = wfWorld_GetBounds( scene->scenario.world );
	int32_t components = wfGrid_GetComponentCount( grid );
	printf( "world     %s, %g x %g m, agents of radius %g m\n", scene->scenario.name, bounds.upper.x - bounds.lower.x,
			bounds.upper.y - bounds.lower.y, wfGrid_GetRadius( grid ) );
	printf( "grid      %d x %d cells of %g m, %s free, %d component%s, %.3f s\n", wfGrid_GetWidth( grid ),
			wfGrid_GetHeight( grid ), wfGrid_GetCellSize( grid ), wfShowCount( wfGrid_GetFreeCount( grid ) ), components,
			components == 1 ? "" : "s", scene->secondsGrid );
	wfPlannerReport report = wfPlanner_GetReport( scene->planner );
	printf( "factor    %s numbers in %s blocks, %.1f MB (estimated %.1f MB), %.3f s\n", wfShowCount( report.factorEntries ),
			wfShowCount( report.fronts ), (double)report.bytes * 1e-6, (double)report.estimatedBytes * 1e-6,
			scene->secondsPlanner );
}

void wfAddSceneAsJson( wfJsonOut* json, const wfScene* scene )
{
	const wfGrid* grid = scene->grid;
	wfVec2 origin = wfGrid_GetOrigin( grid );
	wfJsonOut_String( json, "file", scene->file );
	wfJsonOut_String( json, "name", scene->scenario.name );
	wfJsonOut_BeginObject( json, "grid" );
	wfJsonOut_Integer( json, "width", wfGrid_GetWidth( grid ) );
	wfJsonOut_Integer( json, "height", wfGrid_GetHeight( grid ) );
	wfJsonOut_Point( json, "origin", origin.x, origin.y );
	wfJsonOut_Number( json, "cell", wfGrid_GetCellSize( grid ) );
	wfJsonOut_Number( json, "radius", wfGrid_GetRadius( grid ) );
	wfJsonOut_Integer( json, "free", wfGrid_GetFreeCount( grid ) );
	wfJsonOut_Integer( json, "components", wfGrid_GetComponentCount( grid ) );
	wfJsonOut_End( json );
}

void wfAddSolutionAsJson( wfJsonOut* json, const wfScene* scene )
{
	wfPlannerReport planner = wfPlanner_GetReport( scene->planner ), *report = &planner;
	wfFieldReport field = wfField_GetReport( scene->field );
	wfJsonOut_BeginObject( json, "planner" );
	wfJsonOut_Integer( json, "unknowns", report->unknowns );
	wfJsonOut_Integer( json, "factor_entries", report->factorEntries );
	wfJsonOut_Integer( json, "fronts", report->fronts );
	wfJsonOut_Integer( json, "wide_fronts", report->wideFronts );
	wfJsonOut_Number( json, "operations", report->operations );
	wfJsonOut_Integer( json, "bytes", (int64_t)report->bytes );
	wfJsonOut_Integer( json, "estimated_bytes", (int64_t)report->estimatedBytes );
	wfJsonOut_Number( json, "haste", report->haste );
	wfJsonOut_End( json );
	wfJsonOut_BeginObject( json, "field" );
	wfJsonOut_Integer( json, "goal_cells", wfField_GetGoalCells( scene->field, NULL, 0 ) );
	wfJsonOut_Integer( json, "reachable_cells", field.reachableCount );
	wfJsonOut_Integer( json, "arriving_cells", field.arrivingCount );
	wfJsonOut_Integer( json, "flat_cells", field.flatCount );
	wfJsonOut_Number( json, "max_relative_residual", field.maxRelativeResidual );
	wfJsonOut_Number( json, "min_log_q", field.minLogValue );
	wfJsonOut_Number( json, "max_log_q", 0.0 );
	wfJsonOut_Bool( json, "converged", field.converged );
	wfJsonOut_End( json );
}
