// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "scene.h"

#include "command.h"
#include "embedded.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------- world and grid

// What the command line says goes before what the file says.
static void applySettings( wfScene* scene )
{
	const wfSettings* settings = &scene->settings;
	wfScenario* scenario = &scene->scenario;
	scenario->cellSize = isnan( settings->cellSize ) ? scenario->cellSize : settings->cellSize;
	scenario->radius = isnan( settings->radius ) ? scenario->radius : settings->radius;
	scenario->kind = settings->kind < 0 ? scenario->kind : settings->kind;
	wfPlannerDef* def = &scene->plannerDef;
	*def = wfDefaultPlannerDef();
	def->walls = (wfWalls)( settings->walls < 0 ? scenario->field.walls : settings->walls );
	def->haste = isnan( settings->haste ) ? scenario->field.haste : settings->haste;
	def->epsilon = isnan( settings->epsilon ) ? scenario->field.epsilon : settings->epsilon;
	def->bias = isnan( settings->bias.x ) ? scenario->field.bias : settings->bias;
	def->terrainHaste = isnan( settings->terrainHaste ) ? scenario->field.terrainHaste : settings->terrainHaste;
	def->workers = scene->workers;
}

static wfResult readScene( wfScene* scene, const char* embedded, wfError* error )
{
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = scene->memoryLimit < def.memoryLimit ? scene->memoryLimit : def.memoryLimit;
	if ( embedded == NULL )
	{
		return wfReadScenario( scene->file, &def, &scene->scenario, error );
	}
	for ( const wfEmbedded* file = wf_embeddedScenarios; file->name != NULL; ++file )
	{
		if ( strcmp( file->name, embedded ) == 0 )
		{
			return wfReadScenarioFromMemory( file->name, file->data, file->size, &def, &scene->scenario, error );
		}
	}
	return wf_notFound;
}

int wfScene_Open( wfScene* scene, const char* file, const char* embedded, const wfSettings* settings )
{
	*scene = ( wfScene ){ .file = file, .settings = *settings };
	scene->memoryLimit = wfSettings_GetMemoryLimit( settings );
	bool hasEpsilon = !isnan( settings->epsilon ), hasBias = !isnan( settings->bias.x );
	if ( hasEpsilon != hasBias )
	{
		return wfTellUsage( NULL, "--eps and --v belong together: the strength of the pull and where it pulls to" );
	}
	if ( hasEpsilon &&
		 ( fabs( settings->epsilon * settings->bias.x ) > 2.0 || fabs( settings->epsilon * settings->bias.y ) > 2.0 ) )
	{
		return wfTellUsage( NULL, "--eps times --v is %g,%g; expected each from -2 to 2, beyond that there may be local minima",
							settings->epsilon * settings->bias.x, settings->epsilon * settings->bias.y );
	}
	int code = wfSettings_CreateWorkers( settings, &scene->workers );
	if ( code != wf_exitOk )
	{
		return code;
	}
	double began = wfGetSeconds();
	wfError error = { 0 };
	wfResult result = readScene( scene, embedded, &error );
	scene->secondsRead = wfGetSeconds() - began;
	if ( result != wf_ok )
	{
		return wfTellError( result, &error );
	}
	applySettings( scene );
	return wf_exitOk;
}

int wfScene_MakeGrid( wfScene* scene )
{
	double began = wfGetSeconds();
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = scene->scenario.cellSize;
	def.radius = scene->scenario.radius;
	def.kind = scene->scenario.kind;
	def.memoryLimit = scene->memoryLimit;
	def.workers = scene->workers;
	wfError error = { 0 };
	wfResult result = wfCreateGrid( scene->scenario.world, &def, &scene->grid, &error );
	scene->secondsGrid = wfGetSeconds() - began;
	if ( result != wf_ok )
	{
		return wfTellError( result, &error );
	}
	if ( wfGrid_GetFreeCount( scene->grid ) == 0 )
	{
		error = ( wfError ){ .result = wf_noFreeCell };
		snprintf( error.file, sizeof( error.file ), "%s", scene->file );
		snprintf( error.message, sizeof( error.message ),
				  "there is no free cell for an agent of radius %g m on cells of %g m; expected some free space", def.radius,
				  def.cellSize );
		return wfTellError( wf_noFreeCell, &error );
	}
	return wfIsInterrupted() ? wfTellError( wf_cancelled, NULL ) : wf_exitOk;
}

int wfScene_MakePlanner( wfScene* scene )
{
	double began = wfGetSeconds();
	wfProgress_Begin( &scene->progress, "factorising" );
	wfPlannerDef* def = &scene->plannerDef;
	size_t used = wfGetByteCount();
	def->memoryLimit = scene->memoryLimit > used ? scene->memoryLimit - used : 1;
	def->progress = wfProgress_Step;
	def->progressContext = &scene->progress;
	wfError error = { 0 };
	// The first guess spares the analysis of what cannot fit anyway; it errs on the large side, so only by far counts.
	size_t guess = wfEstimatePlannerBytes( scene->grid );
	if ( guess / 8 > def->memoryLimit )
	{
		error.result = wf_tooLarge;
		snprintf(
			error.message, sizeof( error.message ),
			"a grid of %s free cells takes about %.0f MB to factorise; the limit is %.0f MB: use larger cells or --memory MB",
			wfShowCount( wfGrid_GetFreeCount( scene->grid ) ), (double)guess * 1e-6, (double)scene->memoryLimit * 1e-6 );
		return wfTellError( wf_tooLarge, &error );
	}
	wfResult result = wfCreatePlanner( scene->grid, def, &scene->planner, &error );
	wfProgress_End( &scene->progress );
	scene->secondsPlanner = wfGetSeconds() - began;
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
}

void wfScene_Free( wfScene* scene )
{
	wfDestroyPlanner( scene->planner );
	wfDestroyGrid( scene->grid );
	wfScenario_Free( &scene->scenario );
	wfDestroyWorkers( scene->workers );
	*scene = ( wfScene ){ 0 };
}

#define SHOWN_PASSAGES 8

int wfScene_FindClosedPassages( const wfScene* scene, wfClosedPassage** passages, int32_t* count )
{
	*passages = NULL;
	*count = wfGrid_FindClosedPassages( scene->grid, scene->scenario.world, NULL, 0 );
	if ( *count > 0 )
	{
		*passages = calloc( (size_t)*count, sizeof( wfClosedPassage ) );
		if ( *passages == NULL )
		{
			return wfTellOutOfMemory();
		}
		int32_t again = wfGrid_FindClosedPassages( scene->grid, scene->scenario.world, *passages, *count );
		*count = again < *count ? again : *count;
	}
	if ( *count < 0 )
	{
		wfResult result = ( wfResult ) - *count;
		*count = 0;
		return wfTellError( result, NULL );
	}
	for ( int32_t i = 0; i < *count && i < SHOWN_PASSAGES; ++i )
	{
		const wfClosedPassage* passage = &( *passages )[i];
		wfWarn( "the passage at %.4g,%.4g is %.3g m wide, enough for the agent, but cells of %g m close it: --cell %.4g opens it",
				passage->place.x, passage->place.y, passage->width, wfGrid_GetCellSize( scene->grid ), passage->openCellSize );
	}
	if ( *count > SHOWN_PASSAGES )
	{
		wfWarn( "... and %d further passages", *count - SHOWN_PASSAGES );
	}
	return wf_exitOk;
}

// ---------------------------------------------------------------------------------------------------------------- goals

#define MAX_NAMES 64

// The names of the file's goals; those without one are left out.
static int32_t collectGoalNames( const wfWorld* world, const char** names )
{
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
	return count;
}

static int refuseGoal( const wfScene* scene, const char* command, const char* text )
{
	const char* names[MAX_NAMES];
	int32_t count = collectGoalNames( scene->scenario.world, names );
	char list[512] = "";
	for ( int32_t i = 0; i < count && strlen( list ) < 400; ++i )
	{
		size_t used = strlen( list );
		snprintf( list + used, sizeof( list ) - used, "%s%.60s", i > 0 ? ", " : "", names[i] );
	}
	const char* option = strcmp( command, "field" ) == 0 ? "goal" : "to";
	if ( text == NULL )
	{
		return wfTellUsage( command, "where to? Give --%s X,Y%s%s", option, count > 0 ? " or one of the file's goals: " : "",
							list );
	}
	if ( count == 0 )
	{
		return wfTellUsage( command,
							"--%s is '%.80s'; expected two numbers with a comma between, as in 2.5,4 (the file names no goals)",
							option, text );
	}
	const char* nearest = wfFindNearest( text, names, count );
	return wfTellUsage( command, "--%s is '%.80s'; expected X,Y or one of the file's goals: %s.%s%s%s", option, text, list,
						nearest != NULL ? " Did you mean '" : "", nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "" );
}

int wfScene_FindGoal( const wfScene* scene, const char* command, const char* text, wfVec2* point, wfGoalDef* goal )
{
	const wfWorld* world = scene->scenario.world;
	if ( text != NULL && wfParsePoint( text, point ) )
	{
		*goal = wfDefaultGoalDef();
		goal->kind = wf_pointGoal;
		goal->points = point;
		goal->pointCount = 1;
		return wf_exitOk;
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
		return refuseGoal( scene, command, text );
	}
	*goal = wfWorld_GetGoal( world, id );
	return wf_exitOk;
}

void wfScene_DescribeBlocked( const wfScene* scene, const char* what, wfVec2 place, char* text, size_t capacity )
{
	const wfGrid* grid = scene->grid;
	if ( wfGrid_GetCell( grid, place ) < 0 )
	{
		wfBox2 bounds = wfWorld_GetBounds( scene->scenario.world );
		snprintf( text, capacity, "the %s %g,%g lies outside of the world, which reaches from %g,%g to %g,%g", what, place.x,
				  place.y, bounds.lower.x, bounds.lower.y, bounds.upper.x, bounds.upper.y );
		return;
	}
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	wfVec2 nearest = { 0 };
	double least = INFINITY;
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		wfVec2 center = wfGrid_GetCenter( grid, cell );
		double x = center.x - place.x, y = center.y - place.y;
		if ( wfGrid_IsFree( grid, cell ) && x * x + y * y < least )
		{
			least = x * x + y * y;
			nearest = center;
		}
	}
	char size[64] = "";
	if ( wfGrid_GetRadius( grid ) > 0.0 )
	{
		snprintf( size, sizeof( size ), ", or nearer to one than the radius %g m", wfGrid_GetRadius( grid ) );
	}
	snprintf( text, capacity, "the %s %g,%g lies in an obstacle%s; the nearest free place is %.8g,%.8g", what, place.x, place.y,
			  size, nearest.x, nearest.y );
}

int wfScene_CheckGoal( const wfScene* scene, const wfGoalDef* goal )
{
	if ( wfGrid_GetGoalCells( scene->grid, goal, NULL, 0 ) > 0 )
	{
		return wf_exitOk;
	}
	wfError error = { .result = wf_goalBlocked };
	if ( goal->kind == wf_pointGoal && goal->pointCount > 0 )
	{
		char what[128] = "goal";
		if ( goal->name != NULL && goal->name[0] != 0 )
		{
			snprintf( what, sizeof( what ), "goal '%.100s' at", goal->name );
		}
		wfScene_DescribeBlocked( scene, what, goal->points[0], error.message, sizeof( error.message ) );
	}
	else
	{
		snprintf(
			error.message, sizeof( error.message ),
			"the goal '%.100s' covers no free cell; expected a part of it on free ground, %g m (the agent's radius) or more "
			"away from obstacles and the world's border",
			goal->name != NULL ? goal->name : "", wfGrid_GetRadius( scene->grid ) );
	}
	return wfTellError( wf_goalBlocked, &error );
}

int wfScene_SolveField( wfScene* scene, const wfGoalDef* goal, wfField** field )
{
	wfError error = { 0 };
	*field = NULL;
	wfResult result = wfIsInterrupted() ? wf_cancelled : wfPlanner_CreateField( scene->planner, goal, field, &error );
	if ( result != wf_ok )
	{
		return wfTellError( result, &error );
	}
	return wfIsInterrupted() ? wfTellError( wf_cancelled, NULL ) : wf_exitOk;
}

// ------------------------------------------------------------------------------------------------------------- pictures

int wfScene_Draw( const wfScene* scene, const char* path, const wfField* field, const wfPictureDef* def )
{
	wfError error = { 0 };
	wfResult result = wfDrawField( path, scene->grid, scene->scenario.world, field, def, &error );
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
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
		length += sqrt( ( b.x - a.x ) * ( b.x - a.x ) + ( b.y - a.y ) * ( b.y - a.y ) );
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

void wfAddPlannerAsJson( wfJsonOut* json, const wfPlannerReport* report )
{
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
}

void wfAddFieldAsJson( wfJsonOut* json, const wfFieldReport* report, int32_t goalCells )
{
	wfJsonOut_BeginObject( json, "field" );
	wfJsonOut_Integer( json, "goal_cells", goalCells );
	wfJsonOut_Integer( json, "reachable_cells", report->reachableCount );
	wfJsonOut_Integer( json, "arriving_cells", report->arrivingCount );
	wfJsonOut_Integer( json, "flat_cells", report->flatCount );
	wfJsonOut_Number( json, "max_relative_residual", report->maxRelativeResidual );
	wfJsonOut_Number( json, "min_log_q", report->minLogValue );
	wfJsonOut_Number( json, "max_log_q", 0.0 );
	wfJsonOut_Bool( json, "converged", report->converged );
	wfJsonOut_End( json );
}
