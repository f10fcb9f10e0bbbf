// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What explorers are at, apart from frontiers: following what they look for, going home, being done.

#include "explore/choose.h"

#include "base/math.h"
#include "explore/tuning.h"

static void stopGoing( wfExplorer* explorer )
{
	explorer->goal = explorer->stand = WF_NOWHERE;
	explorer->distance = WF_NO_WAY;
}

static wfVec3 placeOf( const wfExplorer* explorer )
{
	return ( wfVec3 ){ explorer->place.x, explorer->place.y, 0.0 };
}

static void standAt( wfExplorer* explorer, int32_t stand, int32_t goal )
{
	explorer->stand = stand;
	explorer->goal = goal;
}

// The end of its work, or the way home.
static void finish( const wfExploration* exploration, wfExplorer* explorer, wfExplorerMode mode )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	stopGoing( explorer );
	explorer->lastGoal = WF_NOWHERE;
	explorer->outcome = mode;
	explorer->mode = exploration->def.returns ? wf_returningMode : mode;
	if ( exploration->def.returns )
	{
		standAt( explorer, wfKnowledge_FindStanding( map, explorer->start ), WF_NOWHERE );
	}
}

static wfResult finishAll( wfExploration* exploration, wfExplorerMode mode, wfExploreEvent event )
{
	wfResult result = wfAddExploreEvent( exploration, event );
	for ( int32_t k = 0; k < exploration->explorers.count && result == wf_ok; ++k )
	{
		wfExplorer* explorer = &exploration->explorers.data[k];
		if ( wfIsAtWork( explorer ) && explorer->mode != wf_returningMode )
		{
			finish( exploration, explorer, mode );
		}
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------ home

// Home is a place, and its middle is reached within a cell.
static wfResult goHome( wfExploration* exploration, wfExplorer* explorer )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	wfResult result = wf_ok;
	bool isLost = explorer->stand < 0 || ( map->cells[explorer->stand] & WF_REACHED_CELL ) == 0;
	if ( isLost )
	{
		explorer->stand = wfKnowledge_FindStanding( map, explorer->start );
	}
	if ( explorer->at == explorer->stand || explorer->stand < 0 )
	{
		int32_t number = (int32_t)( explorer - exploration->explorers.data );
		result =
			wfAddExploreEvent( exploration, ( wfExploreEvent ){ wf_returnedEvent, number, -1, 0.0, placeOf( explorer ), 0.0 } );
		explorer->mode = explorer->outcome;
		stopGoing( explorer );
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- object

// The explorer nearest to it that sees it, -1: none.
static int32_t findFinder( const wfExploration* exploration )
{
	const wfSought* sought = &exploration->sought;
	double most = sought->def.findDistance > 0.0 ? sought->def.findDistance : INFINITY;
	int32_t finder = -1;
	for ( int32_t k = 0; k < exploration->explorers.count && sought->isInSight; ++k )
	{
		const wfExplorer* explorer = &exploration->explorers.data[k];
		double distance = wfHypot( explorer->place.x - sought->place.x, explorer->place.y - sought->place.y );
		if ( wfIsAtWork( explorer ) && explorer->seesObject && ( distance <= most && ( finder < 0 || distance < most ) ) )
		{
			finder = k;
			most = distance;
		}
	}
	return finder;
}

static wfResult reportSight( wfExploration* exploration )
{
	wfSought* sought = &exploration->sought;
	wfVec3 place = { sought->place.x, sought->place.y, 0.0 };
	wfResult result = wf_ok;
	int32_t seer = -1;
	for ( int32_t k = exploration->explorers.count - 1; k >= 0; --k )
	{
		seer = exploration->explorers.data[k].seesObject ? k : seer;
	}
	if ( sought->isInSight && !sought->wasInSight )
	{
		result = wfAddExploreEvent( exploration, ( wfExploreEvent ){ wf_sawEvent, seer, -1, 0.0, place, 0.0 } );
	}
	if ( !sought->isInSight && sought->wasInSight )
	{
		result = wfAddExploreEvent( exploration, ( wfExploreEvent ){ wf_lostEvent, -1, -1, 0.0, place, 0.0 } );
	}
	sought->wasInSight = result == wf_ok ? sought->isInSight : sought->wasInSight;
	return result;
}

// Everybody walks to what is in sight; and to where it was and went on to while that has not been seen without it.
static void follow( wfExploration* exploration )
{
	wfSought* sought = &exploration->sought;
	for ( int32_t k = 0; k < exploration->explorers.count; ++k )
	{
		wfExplorer* explorer = &exploration->explorers.data[k];
		if ( !wfIsAtWork( explorer ) || explorer->mode == wf_returningMode )
		{
			continue;
		}
		const wfKnowledge* map = wfMapOf( exploration, explorer );
		int32_t cell = wfKnowledge_GetCell( map, sought->place ), stand = wfKnowledge_FindStanding( map, sought->place );
		bool isOpen = stand >= 0 && ( map->cells[stand] & WF_REACHED_CELL ) != 0 && stand != explorer->at;
		bool isGone = !sought->isInSight && ( cell < 0 || (double)map->seen[cell] > sought->seenTime );
		if ( isOpen && !isGone )
		{
			explorer->mode = wf_followingMode;
			standAt( explorer, stand, cell );
		}
		else if ( explorer->mode == wf_followingMode )
		{
			explorer->mode = wf_exploringMode;
			stopGoing( explorer );
		}
	}
}

wfResult wfBeginModes( wfExploration* exploration )
{
	wfSought* sought = &exploration->sought;
	const wfExplorationDef* def = &exploration->def;
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < exploration->explorers.count && result == wf_ok; ++k )
	{
		wfExplorer* explorer = &exploration->explorers.data[k];
		bool isHomeward = explorer->isThere && explorer->mode == wf_returningMode && !explorer->isAway;
		result = isHomeward ? goHome( exploration, explorer ) : wf_ok;
	}
	if ( result == wf_ok && sought->isThere && !exploration->isOver )
	{
		result = reportSight( exploration );
		int32_t finder = result == wf_ok ? findFinder( exploration ) : -1;
		if ( finder >= 0 )
		{
			exploration->isOver = true;
			wfExploreEvent event = { wf_foundEvent, finder, -1, 0.0, { sought->place.x, sought->place.y, 0.0 }, 0.0 };
			return finishAll( exploration, wf_foundMode, event );
		}
		if ( sought->wasSeen )
		{
			follow( exploration );
		}
	}
	if ( result == wf_ok && def->timeLimit > 0.0 && !exploration->isOver &&
		 exploration->time - exploration->firstTime >= def->timeLimit )
	{
		exploration->isOver = true;
		result = finishAll( exploration, wf_timedOutMode,
							( wfExploreEvent ){ wf_timedOutEvent, -1, -1, 0.0, { 0.0, 0.0, 0.0 }, 0.0 } );
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- all seen

static wfResult reportClosed( wfExploration* exploration, int32_t number )
{
	const wfFrontierList* list = &exploration->frontiers.data[number];
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < list->items.count && result == wf_ok; ++k )
	{
		const wfFrontier* item = &list->items.data[k];
		result =
			wfAddExploreEvent( exploration, ( wfExploreEvent ){ wf_closedPlaceEvent, -1, -1, 0.0, item->place, item->length } );
	}
	return result;
}

// Nobody on a map has anything to do and nobody can still bring news.
static bool isMapDone( const wfExploration* exploration, int32_t number )
{
	bool done = true;
	for ( int32_t k = 0; k < exploration->explorers.count && done; ++k )
	{
		const wfExplorer* explorer = &exploration->explorers.data[k];
		done = !explorer->isThere || explorer->map != number ||
			   ( explorer->hasStarted && ( explorer->mode >= wf_returningMode || explorer->hasNothing ) );
	}
	return done;
}

wfResult wfEndModes( wfExploration* exploration )
{
	wfResult result = wf_ok;
	for ( int32_t m = 0; m < exploration->maps.count && result == wf_ok; ++m )
	{
		bool isDone = isMapDone( exploration, m ), isFirst = true;
		for ( int32_t k = 0; k < exploration->explorers.count && isDone && result == wf_ok; ++k )
		{
			wfExplorer* explorer = &exploration->explorers.data[k];
			if ( explorer->map != m || !wfIsAtWork( explorer ) || explorer->mode == wf_returningMode )
			{
				continue;
			}
			if ( isFirst )
			{
				wfExploreEvent event = { wf_exploredEvent, k, -1, 0.0, placeOf( explorer ), 0.0 };
				result = wfAddExploreEvent( exploration, event );
				result = result == wf_ok ? reportClosed( exploration, m ) : result;
				isFirst = false;
			}
			finish( exploration, explorer, wf_exploredMode );
		}
	}
	return result;
}
