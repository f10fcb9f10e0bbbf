// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who goes where.
//
// Our strategy sees frontiers as stops of a journey: an explorer goes to the first stop of the shortest way through the nearest
// pieces of frontiers that are nobody else's. What is small and near the way is so taken along, and what is small and far comes
// last, as the way there and back beyond it counts. A piece belongs to the explorer with the shortest way to it. Those who have
// none are assigned to the pieces that are left at the least total cost.

#include "explore/choose.h"

#include "base/math.h"
#include "explore/assign.h"
#include "explore/journey.h"
#include "explore/tuning.h"

#include <stdlib.h>

// --------------------------------------------------------------------------------------------------------------- options

bool wfIsAvoided( const wfExploration* exploration, const wfExplorer* explorer, wfVec2 place )
{
	bool avoided = false;
	for ( int32_t k = 0; k < explorer->avoided.count && !avoided; ++k )
	{
		const wfAvoided* item = &explorer->avoided.data[k];
		avoided = ( item->until > exploration->time || item->tries >= WF_MOST_TRIES ) &&
				  wfHypot( place.x - item->place.x, place.y - item->place.y ) <= 2.0 * exploration->def.leastFrontier;
	}
	return avoided;
}

// Small ones are seen from afar as well: the cell in sight of it that is nearest by the ways.
static wfResult seeFromAfar( wfExploration* exploration, const wfKnowledge* map, double range, Option* option )
{
	wfSightCells sight = wfKnowledge_GetSight( map );
	wfResult result = wfCastSight( &sight, option->piece->middle, range, &exploration->room );
	for ( int32_t k = 0; k < exploration->room.seen.count && result == wf_ok; ++k )
	{
		int32_t cell = exploration->room.seen.data[k];
		int32_t distance = exploration->ways.distances[cell];
		if ( ( map->cells[cell] & WF_REACHED_CELL ) != 0 &&
			 ( distance < option->distance || ( distance == option->distance && cell < option->stand ) ) )
		{
			option->stand = cell;
			option->distance = distance;
		}
	}
	return result;
}

// What an explorer could do next, over the ways from where it is.
static wfResult listOptions( wfExploration* exploration, const wfExplorer* explorer, OptionList* options )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	const wfFrontierList* list = &exploration->frontiers.data[explorer->map];
	double small = wfMax( WF_SMALL_RANGES * explorer->def.range, exploration->def.leftover );
	wfResult result = wf_ok;
	options->count = 0;
	for ( int32_t k = 0; k < list->pieces.count && result == wf_ok; ++k )
	{
		const wfFrontierPiece* piece = &list->pieces.data[k];
		Option option = { .piece = piece, .stand = piece->stand };
		if ( piece->stand < 0 || wfIsAvoided( exploration, explorer, wfKnowledge_GetCenter( map, piece->middle ) ) )
		{
			continue;
		}
		option.distance = exploration->ways.distances[piece->stand];
		if ( piece->count * map->cellSize < small )
		{
			result = seeFromAfar( exploration, map, explorer->def.range / map->cellSize, &option );
		}
		if ( option.distance != WF_NO_WAY && result == wf_ok )
		{
			result = wfArray_Push( options, option );
		}
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- theirs

// By way to any cell of a frontier, decided anew in every tick.
static void chooseNearest( wfExploration* exploration, const wfExplorer* explorer, Option* best )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	const wfFrontierList* list = &exploration->frontiers.data[explorer->map];
	for ( int32_t k = 0; k < list->sorted.count; ++k )
	{
		int32_t cell = list->sorted.data[k], stand = map->stand[cell];
		if ( stand >= 0 && exploration->ways.distances[stand] < best->distance &&
			 !wfIsAvoided( exploration, explorer, wfKnowledge_GetCenter( map, cell ) ) )
		{
			*best = ( Option ){ .stand = stand, .goal = cell, .distance = exploration->ways.distances[stand] };
		}
	}
}

// As explore_lite: by frontier, with the straight distance to its nearest cell, which it walks to.
static void chooseLite( wfExploration* exploration, const wfExplorer* explorer, Option* best )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	const wfFrontierList* list = &exploration->frontiers.data[explorer->map];
	double least = INFINITY;
	for ( int32_t k = 0; k < list->items.count; ++k )
	{
		const wfFrontier* item = &list->items.data[k];
		double distance = INFINITY;
		Option option = { .distance = WF_NO_WAY };
		for ( int32_t n = item->first; n < item->first + item->count; ++n )
		{
			int32_t cell = list->sorted.data[n], stand = map->stand[cell];
			wfVec2 center = wfKnowledge_GetCenter( map, cell );
			double straight = wfHypot( center.x - explorer->place.x, center.y - explorer->place.y );
			if ( stand >= 0 && exploration->ways.distances[stand] != WF_NO_WAY && straight < distance &&
				 !wfIsAvoided( exploration, explorer, center ) )
			{
				option = ( Option ){ .stand = stand, .goal = cell, .distance = exploration->ways.distances[stand] };
				distance = straight;
			}
		}
		double cost = exploration->def.potentialScale * distance * map->cellSize - exploration->def.gainScale * item->length;
		if ( option.distance != WF_NO_WAY && cost < least )
		{
			*best = option;
			least = cost;
		}
	}
}

// ------------------------------------------------------------------------------------------------------------------ ours

// The nearest ones, of equals those that come first.
static int32_t keepNearest( const OptionList* options, Option* nearest, int32_t most )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < options->count; ++k )
	{
		Option option = options->data[k];
		if ( option.isTaken || ( count == most && nearest[most - 1].distance <= option.distance ) )
		{
			continue;
		}
		int32_t place = count < most ? count++ : most - 1;
		for ( ; place > 0 && nearest[place - 1].distance > option.distance; --place )
		{
			nearest[place] = nearest[place - 1];
		}
		nearest[place] = option;
	}
	return count;
}

static int32_t cellsBetween( const wfKnowledge* map, int32_t a, int32_t b )
{
	int32_t x = abs( a % map->width - b % map->width ), y = abs( a / map->width - b / map->width );
	return x > y ? x : y;
}

// How much further a journey may be that begins with the one it was going to: it continues where what it was going to see has
// been seen and more came to light behind.
static int64_t getLoyalty( const wfExploration* exploration, const wfExplorer* explorer, const Option* option )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	bool isSame =
		exploration->def.commits && explorer->lastGoal >= 0 &&
		cellsBetween( map, explorer->lastGoal, option->piece->middle ) <= WF_LOYAL_RANGES * explorer->def.range / map->cellSize;
	return isSame ? (int64_t)( exploration->def.commitment * option->distance ) : 0;
}

static wfResult journeyOver( wfExploration* exploration, const wfExplorer* explorer, const OptionList* options, Option* best )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	Option stops[WF_MOST_STOPS];
	wfJourney journey = { .count = keepNearest( options, stops, WF_STOPS ) };
	if ( journey.count == 0 )
	{
		return wf_ok;
	}
	int32_t stands[WF_MOST_STOPS];
	for ( int32_t k = 0; k < journey.count; ++k )
	{
		journey.from[k] = stops[k].distance;
		stands[k] = stops[k].stand;
	}
	// From each to those behind it in the list; the others were there before.
	for ( int32_t k = 0; k + 1 < journey.count; ++k )
	{
		wfWanted wanted = { stands + k + 1, journey.count - k - 1 };
		wfKnownWays_Measure( &exploration->more, map, stands[k], &wanted );
		for ( int32_t n = k + 1; n < journey.count; ++n )
		{
			int32_t distance = exploration->more.distances[stands[n]];
			journey.between[k][n] = journey.between[n][k] = distance < WF_FAR_STOP ? distance : WF_FAR_STOP;
		}
	}
	wfJourney_Solve( &journey );
	int64_t least = INT64_MAX;
	for ( int32_t k = 0; k < journey.count; ++k )
	{
		int64_t length = journey.lengthIfFirst[k] - getLoyalty( exploration, explorer, &stops[k] );
		if ( length < least )
		{
			*best = stops[k];
			best->goal = stops[k].piece->middle;
			least = length;
		}
	}
	return wf_ok;
}

static wfResult chooseJourney( wfExploration* exploration, const wfExplorer* explorer, OptionList* options, Option* best )
{
	wfResult result = listOptions( exploration, explorer, options );
	return result == wf_ok ? journeyOver( exploration, explorer, options, best ) : result;
}

// ----------------------------------------------------------------------------------------------------------------- alone

static bool isSeeking( const wfExploration* exploration )
{
	const wfSought* sought = &exploration->sought;
	return sought->isThere && ( sought->hasPrior || sought->wasSeen );
}

// Over exploration->ways, measured from the explorer.
static wfResult chooseFor( wfExploration* exploration, const wfExplorer* explorer, OptionList* options, Option* best )
{
	*best = ( Option ){ .stand = WF_NOWHERE, .goal = WF_NOWHERE, .distance = WF_NO_WAY };
	wfResult result = wf_ok;
	switch ( exploration->def.strategy )
	{
		case wf_fieldStrategy:
			if ( isSeeking( exploration ) )
			{
				result = wfChooseLikeliest( exploration, explorer, best );
			}
			else
			{
				result = chooseJourney( exploration, explorer, options, best );
			}
			break;
		case wf_costGainStrategy:
			chooseLite( exploration, explorer, best );
			break;
		default:
			chooseNearest( exploration, explorer, best );
	}
	if ( result == wf_ok && best->stand < 0 && exploration->sought.isThere && exploration->sought.def.speed > 0.0 )
	{
		result = wfChooseLikeliest( exploration, explorer, best );
	}
	return result;
}

// What it goes to is unknown still, and can be seen from where it goes. Of the likeliest place of the object: it has not been
// there.
static bool isGoalGood( const wfExploration* exploration, const wfExplorer* explorer )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	if ( explorer->goal < 0 || explorer->stand < 0 || ( map->cells[explorer->stand] & WF_REACHED_CELL ) == 0 )
	{
		return false;
	}
	if ( explorer->mode == wf_seekingMode )
	{
		return (double)map->seen[explorer->goal] < explorer->chosenTime;
	}
	return ( map->cells[explorer->goal] & WF_FRONTIER_CELL ) != 0 && map->stand[explorer->goal] >= 0;
}

static bool mustChoose( const wfExploration* exploration, const wfExplorer* explorer )
{
	const wfExplorationDef* def = &exploration->def;
	if ( !isGoalGood( exploration, explorer ) )
	{
		return true;
	}
	switch ( def->strategy )
	{
		case wf_fieldStrategy:
			return !def->commits ||
				   cellsBetween( wfMapOf( exploration, explorer ), explorer->at, explorer->reviewedAt ) >= WF_REVIEW_CELLS;
		case wf_costGainStrategy:
			// Once in a second, as explore_lite.
			return exploration->time - explorer->chosenTime >= WF_LITE_SECONDS;
		default:
			return true;
	}
}

static wfResult notePlaceLeft( wfExploration* exploration, wfExplorer* explorer )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	bool isUnseen = explorer->goal >= 0 && wfGetKnown( map, explorer->goal ) == wf_unknownCell;
	if ( isUnseen && explorer->left.count < WF_MOST_LEFT )
	{
		return wfArray_Push( &explorer->left, wfKnowledge_GetCenter( map, explorer->goal ) );
	}
	return wf_ok;
}

static void countTurns( const wfExploration* exploration, wfExplorer* explorer )
{
	wfVec2 place = wfKnowledge_GetCenter( wfMapOf( exploration, explorer ), explorer->goal );
	for ( int32_t k = 0; k < explorer->left.count; ++k )
	{
		wfVec2 left = explorer->left.data[k];
		if ( wfHypot( left.x - place.x, left.y - place.y ) <= exploration->def.leastFrontier )
		{
			++explorer->turnedBack;
			explorer->left.data[k] = explorer->left.data[--explorer->left.count];
			return;
		}
	}
}

static wfResult goTo( wfExploration* exploration, wfExplorer* explorer, const Option* option )
{
	wfResult result = wf_ok;
	bool isFrontier = option->piece != NULL || exploration->def.strategy != wf_fieldStrategy ||
					  wfGetKnown( wfMapOf( exploration, explorer ), option->goal ) == wf_unknownCell;
	bool isNew = explorer->goal != option->goal || explorer->stand != option->stand;
	if ( isNew && isGoalGood( exploration, explorer ) && explorer->goal != option->goal )
	{
		result = notePlaceLeft( exploration, explorer );
	}
	bool isOther = explorer->goal != option->goal;
	explorer->goal = explorer->lastGoal = option->goal;
	explorer->stand = option->stand;
	explorer->distance = option->distance;
	explorer->reviewedAt = explorer->at;
	explorer->mode = isFrontier ? wf_exploringMode : wf_seekingMode;
	explorer->hasNothing = false;
	if ( isOther )
	{
		const wfKnowledge* map = wfMapOf( exploration, explorer );
		wfVec2 place = wfKnowledge_GetCenter( map, option->goal );
		int32_t number = (int32_t)( explorer - exploration->explorers.data );
		double length = option->piece != NULL ? option->piece->count * map->cellSize : 0.0;
		wfExploreEvent event = { wf_choseEvent, number, -1, 0.0, { place.x, place.y, 0.0 }, length };
		result = result == wf_ok ? wfAddExploreEvent( exploration, event ) : result;
		explorer->decisions += 1;
		exploration->report.decisions += 1;
		countTurns( exploration, explorer );
	}
	if ( isNew )
	{
		explorer->chosenTime = explorer->highestTime = exploration->time;
		explorer->highest = -INFINITY;
		explorer->chosenDistance = wfWayInMetres( wfMapOf( exploration, explorer ), option->distance );
		explorer->chosenWalked = explorer->walked;
	}
	return result;
}

static void stayIdle( wfExploration* exploration, wfExplorer* explorer )
{
	bool mayComeBack = false;
	for ( int32_t k = 0; k < explorer->avoided.count; ++k )
	{
		const wfAvoided* item = &explorer->avoided.data[k];
		mayComeBack = mayComeBack || ( item->tries < WF_MOST_TRIES && item->until > exploration->time );
	}
	explorer->goal = explorer->stand = WF_NOWHERE;
	explorer->distance = WF_NO_WAY;
	explorer->mode = wf_waitingMode;
	explorer->hasNothing = !mayComeBack;
}

// -------------------------------------------------------------------------------------------------------------- together

static bool isMember( const wfExplorer* explorer, int32_t map )
{
	return wfIsAtWork( explorer ) && explorer->map == map && !explorer->isAway && explorer->at >= 0 &&
		   ( explorer->mode == wf_exploringMode || explorer->mode == wf_waitingMode || explorer->mode == wf_seekingMode );
}

// Whether a place is where somebody else is going, as far as this one knows.
static bool isClaimed( const wfExploration* exploration, const wfExplorer* explorer, int32_t cell )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	double near = WF_CLAIM_RANGES * explorer->def.range;
	wfVec2 place = wfKnowledge_GetCenter( map, cell );
	for ( int32_t k = 0; k < exploration->explorers.count; ++k )
	{
		const wfExplorer* other = &exploration->explorers.data[k];
		if ( other != explorer && isMember( other, explorer->map ) && other->goal >= 0 )
		{
			wfVec2 goal = wfKnowledge_GetCenter( map, other->goal );
			if ( wfHypot( goal.x - place.x, goal.y - place.y ) <= near )
			{
				return true;
			}
		}
	}
	for ( int32_t k = 0; k < explorer->claims.count; ++k )
	{
		const wfExploreClaim* claim = &explorer->claims.data[k];
		if ( exploration->time - claim->time <= WF_CLAIM_SECONDS &&
			 wfHypot( claim->place.x - place.x, claim->place.y - place.y ) <= near )
		{
			return true;
		}
	}
	return false;
}

// Pieces of a map, and the ways of all its members to them.
typedef struct Team
{
	wfExploration* exploration;
	int32_t map;
	wfCellList members;
	OptionList options;		// of one of them
	WF_ARRAY( Option ) all; // member by member, for all pieces; no distance: not for that one
	int32_t pieces;
	WF_ARRAY( int64_t ) costs;
	wfCellList idle, taken;
} Team;

static void freeTeam( Team* team )
{
	wfArray_Free( &team->members );
	wfArray_Free( &team->options );
	wfArray_Free( &team->all );
	wfArray_Free( &team->costs );
	wfArray_Free( &team->idle );
	wfArray_Free( &team->taken );
}

static wfResult measureTeam( Team* team )
{
	wfExploration* exploration = team->exploration;
	const wfFrontierList* list = &exploration->frontiers.data[team->map];
	team->pieces = list->pieces.count;
	wfResult result = wfArray_Reserve( &team->all, (size_t)team->members.count * (size_t)team->pieces );
	for ( int32_t m = 0; m < team->members.count && result == wf_ok; ++m )
	{
		const wfExplorer* explorer = &exploration->explorers.data[team->members.data[m]];
		wfKnownWays_Measure( &exploration->ways, &exploration->maps.data[team->map], explorer->at, NULL );
		result = listOptions( exploration, explorer, &team->options );
		for ( int32_t k = 0, n = 0; k < team->pieces && result == wf_ok; ++k )
		{
			bool has = n < team->options.count && team->options.data[n].piece == &list->pieces.data[k];
			team->all.data[team->all.count++] = has ? team->options.data[n] : ( Option ){ .distance = WF_NO_WAY };
			n += has;
		}
	}
	return result;
}

// A piece is the member's that has the shortest way to it; of equals the first one's.
static int32_t findOwner( const Team* team, int32_t piece )
{
	int32_t owner = -1, least = WF_NO_WAY;
	for ( int32_t m = 0; m < team->members.count; ++m )
	{
		int32_t distance = team->all.data[(int64_t)m * team->pieces + piece].distance;
		owner = distance < least ? m : owner;
		least = distance < least ? distance : least;
	}
	return owner;
}

static wfResult chooseOwn( Team* team, int32_t member, bool* has )
{
	wfExplorer* explorer = &team->exploration->explorers.data[team->members.data[member]];
	wfResult result = wf_ok;
	team->options.count = 0;
	for ( int32_t k = 0; k < team->pieces && result == wf_ok; ++k )
	{
		const Option* option = &team->all.data[(int64_t)member * team->pieces + k];
		bool isOwn = option->distance != WF_NO_WAY && findOwner( team, k ) == member &&
					 !isClaimed( team->exploration, explorer, option->piece->middle );
		result = isOwn ? wfArray_Push( &team->options, *option ) : wf_ok;
	}
	Option best = { .stand = WF_NOWHERE, .goal = WF_NOWHERE, .distance = WF_NO_WAY };
	result = result == wf_ok ? journeyOver( team->exploration, explorer, &team->options, &best ) : result;
	*has = result == wf_ok && best.stand >= 0;
	return *has ? goTo( team->exploration, explorer, &best ) : result;
}

// Those without pieces of their own share what nobody goes to, at the least total cost.
static wfResult assignIdle( Team* team )
{
	wfExploration* exploration = team->exploration;
	size_t rows = (size_t)team->idle.count, columns = (size_t)team->pieces;
	wfResult result = wfArray_Reserve( &team->costs, rows * columns );
	result = result == wf_ok ? wfArray_Reserve( &team->taken, rows ) : result;
	for ( int32_t n = 0; n < team->idle.count && result == wf_ok; ++n )
	{
		int32_t member = team->idle.data[n];
		wfExplorer* explorer = &exploration->explorers.data[team->members.data[member]];
		explorer->goal = WF_NOWHERE;
		for ( int32_t k = 0; k < team->pieces; ++k )
		{
			const Option* option = &team->all.data[(int64_t)member * team->pieces + k];
			bool isOpen = option->distance != WF_NO_WAY && !isClaimed( exploration, explorer, option->piece->middle );
			team->costs.data[(int64_t)n * team->pieces + k] = isOpen ? option->distance : WF_NO_COST;
		}
	}
	wfCostTable table = { team->idle.count, team->pieces, team->costs.data, team->taken.data };
	result = result == wf_ok ? wfAssignByCost( &table ) : result;
	for ( int32_t n = 0; n < team->idle.count && result == wf_ok; ++n )
	{
		wfExplorer* explorer = &exploration->explorers.data[team->members.data[team->idle.data[n]]];
		int32_t piece = team->taken.data[n];
		if ( piece >= 0 )
		{
			Option option = team->all.data[(int64_t)team->idle.data[n] * team->pieces + piece];
			option.goal = option.piece->middle;
			result = goTo( exploration, explorer, &option );
		}
		else
		{
			stayIdle( exploration, explorer );
		}
	}
	return result;
}

static wfResult chooseTogether( Team* team )
{
	wfResult result = measureTeam( team );
	for ( int32_t m = 0; m < team->members.count && result == wf_ok; ++m )
	{
		const wfExplorer* explorer = &team->exploration->explorers.data[team->members.data[m]];
		bool has = true;
		result = mustChoose( team->exploration, explorer ) ? chooseOwn( team, m, &has ) : wf_ok;
		result = has || result != wf_ok ? result : wfArray_Push( &team->idle, m );
	}
	return result == wf_ok && team->idle.count > 0 ? assignIdle( team ) : result;
}

static wfResult chooseAlone( wfExploration* exploration, wfExplorer* explorer, OptionList* options )
{
	Option best;
	wfKnownWays_Measure( &exploration->ways, wfMapOf( exploration, explorer ), explorer->at, NULL );
	wfResult result = chooseFor( exploration, explorer, options, &best );
	if ( result != wf_ok || best.stand >= 0 )
	{
		return result == wf_ok ? goTo( exploration, explorer, &best ) : result;
	}
	stayIdle( exploration, explorer );
	return result;
}

static wfResult chooseOnMap( Team* team )
{
	wfExploration* exploration = team->exploration;
	wfResult result = wf_ok;
	bool anyMust = false;
	for ( int32_t k = 0; k < exploration->explorers.count && result == wf_ok; ++k )
	{
		const wfExplorer* explorer = &exploration->explorers.data[k];
		bool is = isMember( explorer, team->map );
		anyMust = anyMust || ( is && mustChoose( exploration, explorer ) );
		result = is ? wfArray_Push( &team->members, k ) : wf_ok;
	}
	if ( result != wf_ok || !anyMust )
	{
		return result;
	}
	if ( team->members.count > 1 && exploration->def.strategy == wf_fieldStrategy && !isSeeking( exploration ) )
	{
		return chooseTogether( team );
	}
	for ( int32_t m = 0; m < team->members.count && result == wf_ok; ++m )
	{
		wfExplorer* explorer = &exploration->explorers.data[team->members.data[m]];
		result = mustChoose( exploration, explorer ) ? chooseAlone( exploration, explorer, &team->options ) : wf_ok;
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- frontiers

static wfResult findFrontiers( wfExploration* exploration, int32_t number )
{
	wfKnowledge* map = &exploration->maps.data[number];
	double range = 0.0;
	for ( int32_t k = 0; k < exploration->explorers.count; ++k )
	{
		const wfExplorer* explorer = &exploration->explorers.data[k];
		range = wfIsAtWork( explorer ) && explorer->map == number ? wfMax( range, explorer->def.range ) : range;
	}
	wfFrontierRule rule = { .range = range / map->cellSize, .least = exploration->def.leastFrontier };
	rule.leftover = exploration->def.leftover;
	rule.extent = wfMax( WF_PIECE_RANGES * rule.range, 1.0 );
	return range > 0.0 ? wfFindFrontiers( &exploration->frontiers.data[number], map, &rule, &exploration->room ) : wf_ok;
}

wfResult wfChoose( wfExploration* exploration )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < exploration->maps.count && result == wf_ok; ++k )
	{
		result = findFrontiers( exploration, k );
		Team team = { .exploration = exploration, .map = k };
		result = result == wf_ok ? chooseOnMap( &team ) : result;
		freeTeam( &team );
	}
	return result;
}
