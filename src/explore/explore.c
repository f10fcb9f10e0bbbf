// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The object, its explorers, and the tick.

#include "explore/explore.h"

#include "base/arrays.h"
#include "base/math.h"
#include "explore/tuning.h"
#include "world/grid.h"
#include "world/raster.h"

#include <stdio.h>

double wfGetSightRadius( double cellSize )
{
	return 0.5 * cellSize * WF_SIGHT_RADIUS;
}

wfExplorationDef wfDefaultExplorationDef( void )
{
	wfExplorationDef def = { 0 };
	def.cellSize = 0.25;
	def.radius = 0.25;
	def.commits = true;
	def.commitment = 0.2;
	def.window = 96;
	def.potentialScale = 1e-3;
	def.gainScale = 1.0;
	def.source = ( wfSourceRule ){ .sweeps = 30, .window = 15, .method = wf_gaussSeidel, .omega = 1.5 };
	def.peopleCost = 4.0;
	def.peopleSeconds = 10.0;
	def.patience = 30.0;
	def.internalCookie = WF_COOKIE;
	return def;
}

wfExplorerDef wfDefaultExplorerDef( void )
{
	return ( wfExplorerDef ){ .range = 6.0, .aperture = WF_TWO_PI, .internalCookie = WF_COOKIE };
}

wfSoughtDef wfDefaultSoughtDef( void )
{
	return ( wfSoughtDef ){ .id = 1, .internalCookie = WF_COOKIE };
}

// ---------------------------------------------------------------------------------------------------------------- checks

typedef struct Range
{
	const char* field;
	double value, least, most;
} Range;

static wfResult checkRanges( const Range* ranges, int32_t count, wfError* error )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( !( ranges[k].value >= ranges[k].least && ranges[k].value <= ranges[k].most ) )
		{
			wfResult result = wfFail( error, wf_outOfRange, "%s is %g; expected %g to %g", ranges[k].field, ranges[k].value,
									  ranges[k].least, ranges[k].most );
			if ( error != NULL )
			{
				snprintf( error->field, sizeof( error->field ), "%s", ranges[k].field );
			}
			return result;
		}
	}
	return wf_ok;
}

static wfResult checkDef( const wfExplorationDef* def, wfError* error )
{
	const wfSourceRule* source = &def->source;
	const Range ranges[] = {
		{ "bounds.lower.x", def->bounds.lower.x, -WF_FARTHEST, WF_FARTHEST },
		{ "bounds.lower.y", def->bounds.lower.y, -WF_FARTHEST, WF_FARTHEST },
		{ "bounds.upper.x", def->bounds.upper.x, -WF_FARTHEST, WF_FARTHEST },
		{ "bounds.upper.y", def->bounds.upper.y, -WF_FARTHEST, WF_FARTHEST },
		{ "cellSize", def->cellSize, WF_LEAST_CELL, WF_FARTHEST },
		{ "radius", def->radius, 0.0, WF_MOST_RADIUS_CELLS * def->cellSize },
		{ "sharing", def->sharing, wf_sharedMap, wf_separateMaps },
		{ "strategy", def->strategy, wf_fieldStrategy, wf_exploreStrategyCount - 1 },
		{ "haste", def->haste, 0.0, WF_FARTHEST },
		{ "leastFrontier", def->leastFrontier, 0.0, WF_FARTHEST },
		{ "leftover", def->leftover, 0.0, WF_FARTHEST },
		{ "commitment", def->commitment, 0.0, 1.0 },
		{ "window", def->window, 0.0, WF_MOST_WINDOW },
		{ "potentialScale", def->potentialScale, 0.0, WF_FARTHEST },
		{ "gainScale", def->gainScale, 0.0, WF_FARTHEST },
		{ "source.sweeps", source->sweeps, 1.0, WF_MOST_SWEEPS },
		{ "source.window", source->window, 0.0, WF_MOST_WINDOW },
		{ "source.method", source->method, wf_jacobi, wf_sor },
		{ "source.omega", source->omega, 0.01, 1.99 },
		{ "source.epsilon v.x", source->epsilon * source->bias.x, -2.0, 2.0 },
		{ "source.epsilon v.y", source->epsilon * source->bias.y, -2.0, 2.0 },
		{ "peopleCost", def->peopleCost, 1.0, 1.0 + WF_MOST_QUARTERS / 4 },
		{ "peopleSeconds", def->peopleSeconds, 0.0, WF_FARTHEST },
		{ "patience", def->patience, 0.0, WF_FARTHEST },
		{ "timeLimit", def->timeLimit, 0.0, WF_FARTHEST },
	};
	wfResult result = checkRanges( ranges, (int32_t)( sizeof( ranges ) / sizeof( ranges[0] ) ), error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( def->window > 0 && def->window < WF_LEAST_WINDOW )
	{
		return wfFail( error, wf_outOfRange, "window is %d cells; expected 0 or at least %d", def->window, WF_LEAST_WINDOW );
	}
	double width = def->bounds.upper.x - def->bounds.lower.x, height = def->bounds.upper.y - def->bounds.lower.y;
	if ( width <= 0.0 || height <= 0.0 )
	{
		return wfFail( error, wf_outOfRange, "the bounds are %g x %g m; expected a positive area", width, height );
	}
	double cells = wfCountCellsAlong( width, def->cellSize ) * wfCountCellsAlong( height, def->cellSize );
	if ( cells > WF_MOST_CELLS )
	{
		return wfFail( error, wf_tooLarge, "with cells of %g m the map has %.0f cells; expected at most %d", def->cellSize, cells,
					   WF_MOST_CELLS );
	}
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- object

wfResult wfAddMap( wfExploration* exploration )
{
	wfKnowledge map;
	wfResult result = wfArray_Reserve( &exploration->maps, (size_t)exploration->maps.count + 1 );
	result = result == wf_ok ? wfArray_Reserve( &exploration->frontiers, (size_t)exploration->maps.count + 1 ) : result;
	result = result == wf_ok ? wfKnowledge_Create( &map, &exploration->def ) : result;
	if ( result == wf_ok )
	{
		exploration->maps.data[exploration->maps.count++] = map;
		exploration->frontiers.data[exploration->frontiers.count++] = ( wfFrontierList ){ 0 };
	}
	return result;
}

wfResult wfCreateExploration( const wfExplorationDef* def, wfExploration** exploration, wfError* error )
{
	if ( WF_FAILS( def != NULL && exploration != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	*exploration = NULL;
	wfResult result = checkDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfExploration* made = wfAllocateZeroed( sizeof( wfExploration ) );
	if ( made == NULL )
	{
		return wfFail( error, wf_outOfMemory, "no memory for an exploration" );
	}
	made->def = *def;
	made->def.leastFrontier = def->leastFrontier > 0.0 ? def->leastFrontier : 2.0 * def->radius;
	made->def.leftover = def->leftover > 0.0 ? def->leftover : 6.0 * def->radius;
	result = def->sharing == wf_sharedMap ? wfAddMap( made ) : wf_ok;
	size_t count = (size_t)( wfCountCellsAlong( def->bounds.upper.x - def->bounds.lower.x, def->cellSize ) *
							 wfCountCellsAlong( def->bounds.upper.y - def->bounds.lower.y, def->cellSize ) );
	result = result == wf_ok ? wfKnownWays_Create( &made->ways, count ) : result;
	result = result == wf_ok ? wfKnownWays_Create( &made->more, count ) : result;
	if ( result == wf_ok )
	{
		made->inTheWay = wfAllocateZeroed( count );
		result = made->inTheWay != NULL ? wf_ok : wf_outOfMemory;
	}
	if ( result != wf_ok )
	{
		wfDestroyExploration( made );
		return wfFail( error, result, "%s", wfDescribeResult( result ) );
	}
	*exploration = made;
	return wf_ok;
}

static void freeExplorer( wfExplorer* explorer )
{
	wfExploreLead_Free( &explorer->lead );
	wfArray_Free( &explorer->left );
	wfArray_Free( &explorer->avoided );
	wfArray_Free( &explorer->claims );
}

void wfDestroyExploration( wfExploration* exploration )
{
	if ( exploration == NULL )
	{
		return;
	}
	wfForgetSought( exploration );
	wfReleaseArray( exploration->inTheWay, exploration->ways.count, 1 );
	wfFreeSource( exploration );
	for ( int32_t k = 0; k < exploration->explorers.count; ++k )
	{
		freeExplorer( &exploration->explorers.data[k] );
	}
	for ( int32_t k = 0; k < exploration->maps.count; ++k )
	{
		wfKnowledge_Free( &exploration->maps.data[k] );
		wfFrontierList_Free( &exploration->frontiers.data[k] );
	}
	wfArray_Free( &exploration->explorers );
	wfArray_Free( &exploration->maps );
	wfArray_Free( &exploration->frontiers );
	wfArray_Free( &exploration->events );
	wfKnownWays_Free( &exploration->ways );
	wfKnownWays_Free( &exploration->more );
	wfSightRoom_Free( &exploration->room );
	wfRelease( exploration, sizeof( *exploration ) );
}

wfResult wfExploration_AddExplorer( wfExploration* exploration, const wfExplorerDef* def, int32_t* number, wfError* error )
{
	if ( WF_FAILS( exploration != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	const Range ranges[] = {
		{ "range", def->range, exploration->def.cellSize, WF_MOST_RANGE_CELLS * exploration->def.cellSize },
		{ "aperture", def->aperture, WF_LEAST_APERTURE, WF_TWO_PI },
	};
	wfResult result = checkRanges( ranges, 2, error );
	if ( result != wf_ok )
	{
		return result;
	}
	result = wfArray_Reserve( &exploration->explorers, (size_t)exploration->explorers.count + 1 );
	result = result == wf_ok && exploration->def.sharing != wf_sharedMap ? wfAddMap( exploration ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "%s", wfDescribeResult( result ) );
	}
	wfExplorer made = { .def = *def,
						.isThere = true,
						.goal = WF_NOWHERE,
						.lastGoal = WF_NOWHERE,
						.stand = WF_NOWHERE,
						.leadTo = WF_NOWHERE,
						.at = WF_NOWHERE };
	made.map = exploration->def.sharing == wf_sharedMap ? 0 : exploration->explorers.count;
	made.distance = WF_NO_WAY;
	made.metTime = -INFINITY;
	if ( number != NULL )
	{
		*number = exploration->explorers.count;
	}
	exploration->explorers.data[exploration->explorers.count++] = made;
	return wf_ok;
}

wfResult wfExploration_RemoveExplorer( wfExploration* exploration, int32_t number )
{
	wfExplorer* explorer = wfFindExplorer( exploration, number );
	if ( explorer == NULL )
	{
		return wf_notFound;
	}
	freeExplorer( explorer );
	explorer->isThere = false;
	explorer->goal = explorer->stand = WF_NOWHERE;
	return wf_ok;
}

int32_t wfExploration_GetExplorerCount( const wfExploration* exploration )
{
	return WF_FAILS( exploration != NULL ) ? 0 : exploration->explorers.count;
}

// ----------------------------------------------------------------------------------------------------------------- tick

static bool fits( const wfExploration* exploration, const wfGrid* grid )
{
	size_t count = exploration->ways.count;
	return grid != NULL && wfCountCells( grid ) == count && grid->cellSize == exploration->def.cellSize &&
		   grid->origin.x == exploration->def.bounds.lower.x && grid->origin.y == exploration->def.bounds.lower.y;
}

static bool isFinite( wfVec3 v )
{
	return isfinite( v.x ) && isfinite( v.y ) && isfinite( v.z );
}

static wfResult checkInput( const wfExploration* exploration, const wfExploreInput* input, wfError* error )
{
	if ( !fits( exploration, input->surroundings.walls ) || !fits( exploration, input->surroundings.room ) )
	{
		return wfFail( error, wf_outOfRange, "a grid of the surroundings has other cells than the map of %g m",
					   exploration->def.cellSize );
	}
	if ( !isfinite( input->time ) || ( exploration->hasTicked && input->time < exploration->time ) )
	{
		return wfFail( error, wf_outOfRange, "the time is %g; expected one not before that of the last tick", input->time );
	}
	for ( int32_t k = 0; k < exploration->explorers.count; ++k )
	{
		const wfExplorerInput* of = &input->explorers[k];
		if ( exploration->explorers.data[k].isThere && !( isFinite( of->place ) && isFinite( of->facing ) ) )
		{
			return wfFail( error, wf_outOfRange, "the place or direction of explorer %d is no number", k );
		}
	}
	for ( int32_t k = 0; k < input->thingCount; ++k )
	{
		const wfThing* thing = &input->things[k];
		if ( !( isFinite( thing->place ) && isFinite( thing->velocity ) && thing->radius >= 0.0 &&
				thing->radius <= WF_MOST_THING ) )
		{
			return wfFail( error, wf_outOfRange, "thing %d has numbers that are none, or a radius beyond %g m", k,
						   WF_MOST_THING );
		}
	}
	return wf_ok;
}

static void takePlaces( wfExploration* exploration, const wfExploreInput* input )
{
	for ( int32_t k = 0; k < exploration->explorers.count; ++k )
	{
		wfExplorer* explorer = &exploration->explorers.data[k];
		const wfExplorerInput* of = &input->explorers[k];
		if ( !explorer->isThere )
		{
			continue;
		}
		explorer->isAway = of->isAway;
		if ( of->isAway )
		{
			continue;
		}
		wfVec2 place = { of->place.x, of->place.y };
		double x = place.x - explorer->place.x, y = place.y - explorer->place.y;
		explorer->walked += explorer->hasStarted ? wfHypot( x, y ) : 0.0;
		explorer->start = explorer->hasStarted ? explorer->start : place;
		explorer->hasStarted = true;
		explorer->place = place;
		double length = wfHypot( of->facing.x, of->facing.y );
		if ( length > 0.0 )
		{
			explorer->facing = ( wfVec2 ){ of->facing.x / length, of->facing.y / length };
		}
	}
}

wfResult wfAddExploreEvent( wfExploration* exploration, wfExploreEvent event )
{
	event.time = exploration->time;
	return wfArray_Push( &exploration->events, event );
}

wfResult wfExploration_Tick( wfExploration* exploration, const wfExploreInput* input, wfError* error )
{
	if ( WF_FAILS( exploration != NULL && input != NULL && ( input->explorers != NULL || exploration->explorers.count == 0 ) &&
				   ( input->things != NULL || input->thingCount == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfResult result = checkInput( exploration, input, error );
	if ( result != wf_ok )
	{
		return result;
	}
	double began = wfGetSeconds();
	exploration->events.count = 0;
	double seconds = exploration->hasTicked ? input->time - exploration->time : 0.0;
	takePlaces( exploration, input );
	exploration->time = input->time;
	exploration->firstTime = exploration->hasTicked ? exploration->firstTime : input->time;
	result = wfSense( exploration, input );
	result = result == wf_ok ? wfUpdateSought( exploration, seconds ) : result;
	double sensed = wfGetSeconds();
	result = result == wf_ok ? wfBeginModes( exploration ) : result;
	result = result == wf_ok ? wfChoose( exploration ) : result;
	result = result == wf_ok ? wfEndModes( exploration ) : result;
	double decided = wfGetSeconds();
	result = result == wf_ok ? wfRelaxSource( exploration ) : result;
	result = result == wf_ok ? wfLeadExplorers( exploration ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "%s", wfDescribeResult( result ) );
	}
	exploration->hasTicked = true;
	exploration->report.secondsSense = sensed - began;
	exploration->report.secondsDecide = decided - sensed;
	exploration->report.secondsField = wfGetSeconds() - decided;
	++exploration->report.ticks;
	return wf_ok;
}

bool wfExploration_IsDone( const wfExploration* exploration )
{
	bool done = !WF_FAILS( exploration != NULL ) && exploration->explorers.count > 0;
	for ( int32_t k = 0; done && k < exploration->explorers.count; ++k )
	{
		const wfExplorer* explorer = &exploration->explorers.data[k];
		done = !explorer->isThere || explorer->mode >= wf_foundMode;
	}
	return done;
}
