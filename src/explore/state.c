// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Saving what the future depends on: maps, explorers, what is sought. Frontiers and fields follow from these, but for where a
// frontier is seen from, which is looked for anew only where something has changed, and is saved.

#include "explore/explore.h"

#include "base/arrays.h"
#include "explore/tuning.h"

#include <string.h>

#define WF_STATE_MARK 0x31505845u // "EXP1"

#define WF_PUT( writer, value ) wfPutBytes( writer, &( value ), sizeof( value ) )
#define WF_GET( reader, value ) wfGetBytes( reader, &( value ), sizeof( value ) )

// What the state belongs to. Pointers and padding of a def are none of it.
static uint64_t hashDef( const wfExplorationDef* def )
{
	const wfSourceRule* source = &def->source;
	const double numbers[] = { def->bounds.lower.x, def->bounds.lower.y, def->bounds.upper.x, def->bounds.upper.y,
							   def->cellSize,		def->radius,		 def->haste,		  def->leastFrontier,
							   def->leftover,		def->commitment,	 def->potentialScale, def->gainScale,
							   source->omega,		source->epsilon,	 source->bias.x,	  source->bias.y,
							   def->peopleCost,		def->peopleSeconds,	 def->patience,		  def->timeLimit };
	const int32_t choices[] = { (int32_t)def->sharing, (int32_t)def->strategy,	def->commits, def->window, source->sweeps,
								source->window,		   (int32_t)source->method, def->returns };
	return wfHash( wfHash( WF_HASH_START, numbers, sizeof( numbers ) ), choices, sizeof( choices ) );
}

// ------------------------------------------------------------------------------------------------------------------ maps

void wfKnowledge_Save( const wfKnowledge* map, wfStateWriter* writer )
{
	size_t count = wfKnowledge_Count( map );
	wfPutBytes( writer, map->cells, count );
	wfPutBytes( writer, map->seen, count * sizeof( float ) );
	wfPutBytes( writer, map->tiles, (size_t)map->tileColumns * (size_t)map->tileRows * sizeof( int32_t ) );
	WF_PUT( writer, map->stamp );
	for ( size_t k = 0; k < count; ++k )
	{
		if ( ( map->cells[k] & WF_FRONTIER_CELL ) != 0 )
		{
			WF_PUT( writer, map->stand[k] );
			WF_PUT( writer, map->checked[k] );
		}
	}
	uint8_t lost = map->lostGround;
	WF_PUT( writer, lost );
	WF_PUT( writer, map->people.count );
	for ( int32_t k = 0; k < map->people.count; ++k )
	{
		const wfPersonSeen* person = &map->people.data[k];
		WF_PUT( writer, person->id );
		WF_PUT( writer, person->place );
		WF_PUT( writer, person->radius );
		WF_PUT( writer, person->time );
	}
	uint8_t hasCosts = map->costs != NULL;
	WF_PUT( writer, hasCosts );
	wfPutBytes( writer, map->costs, hasCosts ? count : 0 );
}

static bool isMapSound( const wfKnowledge* map )
{
	int32_t count = (int32_t)wfKnowledge_Count( map );
	bool sound = map->stamp > 0;
	for ( int32_t k = 0; k < count && sound; ++k )
	{
		uint8_t cell = map->cells[k];
		bool isUnknown = ( cell & WF_KNOWN_MASK ) == wf_unknownCell;
		sound = ( cell & WF_KNOWN_MASK ) < wf_knownCount && ( cell & WF_VISITED_CELL ) == 0 && cell < 128 &&
				( isUnknown || ( cell & WF_FRONTIER_CELL ) == 0 ) && isUnknown == !( map->seen[k] >= 0.0f ) &&
				( ( cell & WF_FITS_CELL ) == 0 || ( cell & WF_KNOWN_MASK ) == wf_freeCell ) && map->seen[k] >= -1.0f &&
				map->seen[k] <= (float)WF_FARTHEST && map->stand[k] >= -1 && map->stand[k] < count;
	}
	return sound;
}

// Bits that follow from others must do so.
static bool areBitsRight( wfKnowledge* map )
{
	int32_t count = (int32_t)wfKnowledge_Count( map );
	map->standCount = 0;
	memset( map->counts, 0, sizeof( map->counts ) );
	bool right = true;
	for ( int32_t k = 0; k < count && right; ++k )
	{
		uint8_t cell = map->cells[k];
		++map->counts[cell & WF_KNOWN_MASK];
		map->standCount += ( cell & WF_STANDING_CELL ) != 0;
		bool stands = ( cell & WF_FITS_CELL ) != 0 && map->lacking[k] == 0;
		right = stands == ( ( cell & WF_STANDING_CELL ) != 0 ) && ( stands || ( cell & WF_REACHED_CELL ) == 0 ) &&
				wfKnowledge_IsFrontier( map, k ) == ( ( cell & WF_FRONTIER_CELL ) != 0 );
	}
	return right;
}

static wfResult restorePeople( wfKnowledge* map, wfStateReader* reader )
{
	int32_t people = 0;
	WF_GET( reader, people );
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < people && !reader->failed && result == wf_ok; ++k )
	{
		wfPersonSeen person = { 0 };
		WF_GET( reader, person.id );
		WF_GET( reader, person.place );
		WF_GET( reader, person.radius );
		WF_GET( reader, person.time );
		reader->failed = reader->failed || wfKnowledge_GetCell( map, person.place ) < 0 ||
						 !( person.radius >= 0.0 && person.radius <= WF_MOST_THING );
		result = reader->failed ? wf_ok : wfArray_Push( &map->people, person );
	}
	uint8_t hasCosts = 0;
	WF_GET( reader, hasCosts );
	if ( result == wf_ok && !reader->failed && hasCosts != 0 )
	{
		size_t count = wfKnowledge_Count( map );
		map->costs = wfAllocate( count );
		if ( map->costs == NULL )
		{
			return wf_outOfMemory;
		}
		wfGetBytes( reader, map->costs, count );
		for ( size_t k = 0; k < count && !reader->failed; ++k )
		{
			reader->failed = map->costs[k] > WF_MOST_QUARTERS;
		}
	}
	return result;
}

wfResult wfKnowledge_Restore( wfKnowledge* map, wfStateReader* reader )
{
	size_t count = wfKnowledge_Count( map );
	wfGetBytes( reader, map->cells, count );
	wfGetBytes( reader, map->seen, count * sizeof( float ) );
	wfGetBytes( reader, map->tiles, (size_t)map->tileColumns * (size_t)map->tileRows * sizeof( int32_t ) );
	WF_GET( reader, map->stamp );
	for ( size_t k = 0; k < count && !reader->failed; ++k )
	{
		if ( ( map->cells[k] & WF_FRONTIER_CELL ) != 0 )
		{
			WF_GET( reader, map->stand[k] );
			WF_GET( reader, map->checked[k] );
		}
	}
	uint8_t lost = 0;
	WF_GET( reader, lost );
	map->lostGround = lost != 0;
	reader->failed = reader->failed || !isMapSound( map );
	if ( !reader->failed )
	{
		wfKnowledge_CountLacking( map );
		reader->failed = !areBitsRight( map );
	}
	return reader->failed ? wf_ok : restorePeople( map, reader );
}

// ------------------------------------------------------------------------------------------------------------- explorers

static void saveExplorer( const wfExplorer* explorer, wfStateWriter* writer )
{
	const uint8_t flags[] = { explorer->isThere,	explorer->isAway,	  explorer->hasStarted,
							  explorer->seesObject, explorer->hasNothing, explorer->def.occlusion };
	const int32_t numbers[] = { explorer->map,		  explorer->at,		   (int32_t)explorer->mode, (int32_t)explorer->outcome,
								explorer->goal,		  explorer->lastGoal,  explorer->stand,			explorer->distance,
								explorer->reviewedAt, explorer->decisions, explorer->turnedBack,	explorer->leadTo };
	const double doubles[] = { explorer->def.range,	  explorer->def.aperture,	explorer->place.x,		explorer->place.y,
							   explorer->facing.x,	  explorer->facing.y,		explorer->start.x,		explorer->start.y,
							   explorer->chosenTime,  explorer->chosenDistance, explorer->chosenWalked, explorer->highest,
							   explorer->highestTime, explorer->walked,			explorer->metTime };
	wfPutBytes( writer, flags, sizeof( flags ) );
	wfPutBytes( writer, numbers, sizeof( numbers ) );
	wfPutBytes( writer, doubles, sizeof( doubles ) );
	WF_PUT( writer, explorer->def.userData );
	WF_PUT( writer, explorer->left.count );
	wfPutBytes( writer, explorer->left.data, (size_t)explorer->left.count * sizeof( wfVec2 ) );
	WF_PUT( writer, explorer->avoided.count );
	for ( int32_t k = 0; k < explorer->avoided.count; ++k )
	{
		WF_PUT( writer, explorer->avoided.data[k].place );
		WF_PUT( writer, explorer->avoided.data[k].until );
		WF_PUT( writer, explorer->avoided.data[k].tries );
	}
	WF_PUT( writer, explorer->claims.count );
	for ( int32_t k = 0; k < explorer->claims.count; ++k )
	{
		WF_PUT( writer, explorer->claims.data[k].explorer );
		WF_PUT( writer, explorer->claims.data[k].place );
		WF_PUT( writer, explorer->claims.data[k].time );
	}
	wfExploreLead_Save( &explorer->lead, writer );
}

static wfResult restoreLists( wfExplorer* explorer, wfStateReader* reader )
{
	int32_t left = 0, avoided = 0, claims = 0;
	wfResult result = wf_ok;
	WF_GET( reader, left );
	for ( int32_t k = 0; k < left && !reader->failed && result == wf_ok; ++k )
	{
		wfVec2 place = { 0.0, 0.0 };
		WF_GET( reader, place );
		result = wfArray_Push( &explorer->left, place );
	}
	WF_GET( reader, avoided );
	for ( int32_t k = 0; k < avoided && !reader->failed && result == wf_ok; ++k )
	{
		wfAvoided item = { 0 };
		WF_GET( reader, item.place );
		WF_GET( reader, item.until );
		WF_GET( reader, item.tries );
		result = wfArray_Push( &explorer->avoided, item );
	}
	WF_GET( reader, claims );
	for ( int32_t k = 0; k < claims && !reader->failed && result == wf_ok; ++k )
	{
		wfExploreClaim item = { 0 };
		WF_GET( reader, item.explorer );
		WF_GET( reader, item.place );
		WF_GET( reader, item.time );
		result = wfArray_Push( &explorer->claims, item );
	}
	return result;
}

static bool isCell( const wfExploration* exploration, int32_t cell )
{
	return cell >= -1 && cell < (int32_t)exploration->ways.count;
}

static bool isExplorerSound( const wfExploration* exploration, const wfExplorer* explorer, const double* doubles, int32_t count )
{
	bool sound = explorer->map >= 0 && explorer->map < exploration->maps.count &&
				 (uint32_t)explorer->mode < wf_explorerModeCount && (uint32_t)explorer->outcome < wf_explorerModeCount &&
				 isCell( exploration, explorer->at ) && isCell( exploration, explorer->goal ) &&
				 isCell( exploration, explorer->lastGoal ) && isCell( exploration, explorer->stand ) &&
				 isCell( exploration, explorer->reviewedAt ) && isCell( exploration, explorer->leadTo ) &&
				 explorer->def.range >= exploration->def.cellSize &&
				 explorer->def.range <= WF_MOST_RANGE_CELLS * exploration->def.cellSize &&
				 explorer->def.aperture >= WF_LEAST_APERTURE && explorer->def.aperture <= 7.0;
	for ( int32_t k = 0; k < count && sound; ++k )
	{
		sound = doubles[k] == doubles[k];
	}
	return sound;
}

static wfResult restoreExplorer( wfExploration* exploration, wfExplorer* explorer, wfStateReader* reader )
{
	uint8_t flags[6] = { 0 };
	int32_t numbers[12] = { 0 };
	double doubles[15] = { 0 };
	WF_GET( reader, flags );
	WF_GET( reader, numbers );
	WF_GET( reader, doubles );
	*explorer = ( wfExplorer ){ .isThere = flags[0],
								.isAway = flags[1],
								.hasStarted = flags[2],
								.seesObject = flags[3],
								.hasNothing = flags[4],
								.map = numbers[0],
								.at = numbers[1],
								.mode = (wfExplorerMode)numbers[2],
								.outcome = (wfExplorerMode)numbers[3],
								.goal = numbers[4],
								.lastGoal = numbers[5],
								.stand = numbers[6],
								.distance = numbers[7],
								.reviewedAt = numbers[8],
								.decisions = numbers[9],
								.turnedBack = numbers[10],
								.leadTo = numbers[11],
								.place = { doubles[2], doubles[3] },
								.facing = { doubles[4], doubles[5] },
								.start = { doubles[6], doubles[7] },
								.chosenTime = doubles[8],
								.chosenDistance = doubles[9],
								.chosenWalked = doubles[10],
								.highest = doubles[11],
								.highestTime = doubles[12],
								.walked = doubles[13],
								.metTime = doubles[14] };
	explorer->def =
		( wfExplorerDef ){ .range = doubles[0], .aperture = doubles[1], .occlusion = flags[5], .internalCookie = WF_COOKIE };
	WF_GET( reader, explorer->def.userData );
	reader->failed = reader->failed || !isExplorerSound( exploration, explorer, doubles, 15 );
	wfResult result = reader->failed ? wf_ok : restoreLists( explorer, reader );
	return result == wf_ok && !reader->failed ? wfExploreLead_Restore( exploration, explorer, reader ) : result;
}

// ---------------------------------------------------------------------------------------------------------------- sought

static void saveSought( const wfExploration* exploration, wfStateWriter* writer )
{
	const wfSought* sought = &exploration->sought;
	const uint8_t flags[] = { sought->isThere, sought->hasPrior, sought->isInSight, sought->wasInSight, sought->wasSeen };
	const double doubles[] = { sought->def.speed, sought->def.findDistance, sought->owed,		sought->place.x,
							   sought->place.y,	  sought->velocity.x,		sought->velocity.y, sought->seenTime };
	wfPutBytes( writer, flags, sizeof( flags ) );
	WF_PUT( writer, sought->def.id );
	wfPutBytes( writer, doubles, sizeof( doubles ) );
	WF_PUT( writer, sought->mapCount );
	size_t count = exploration->ways.count * (size_t)sought->mapCount;
	wfPutBytes( writer, sought->probability, sought->probability != NULL ? count * sizeof( float ) : 0 );
}

static wfResult restoreSought( wfExploration* exploration, wfStateReader* reader )
{
	wfSought* sought = &exploration->sought;
	uint8_t flags[5] = { 0 };
	double doubles[8] = { 0 };
	WF_GET( reader, flags );
	*sought = ( wfSought ){
		.isThere = flags[0], .hasPrior = flags[1], .isInSight = flags[2], .wasInSight = flags[3], .wasSeen = flags[4] };
	WF_GET( reader, sought->def.id );
	WF_GET( reader, doubles );
	sought->def.speed = doubles[0];
	sought->def.findDistance = doubles[1];
	sought->owed = doubles[2];
	sought->place = ( wfVec2 ){ doubles[3], doubles[4] };
	sought->velocity = ( wfVec2 ){ doubles[5], doubles[6] };
	sought->seenTime = doubles[7];
	int32_t maps = 0;
	WF_GET( reader, maps );
	reader->failed = reader->failed || maps < 0 || maps > exploration->maps.count;
	for ( int32_t k = 0; k < 8; ++k )
	{
		reader->failed = reader->failed || !( doubles[k] >= -WF_FARTHEST && doubles[k] <= WF_FARTHEST );
	}
	size_t count = exploration->ways.count;
	if ( reader->failed || !sought->isThere || maps == 0 )
	{
		return wf_ok;
	}
	sought->probability = wfAllocateArray( count * (size_t)maps, sizeof( float ) );
	sought->mapCount = sought->probability != NULL ? maps : 0;
	sought->next = wfAllocateArray( count, sizeof( float ) );
	if ( sought->probability == NULL || sought->next == NULL )
	{
		return wf_outOfMemory;
	}
	wfGetBytes( reader, sought->probability, count * (size_t)maps * sizeof( float ) );
	for ( size_t k = 0; k < count * (size_t)maps && !reader->failed; ++k )
	{
		reader->failed = !( sought->probability[k] >= 0.0f && sought->probability[k] <= 1.0f );
	}
	return wf_ok;
}

// ----------------------------------------------------------------------------------------------------------------- whole

static void writeState( const wfExploration* exploration, wfStateWriter* writer )
{
	uint32_t mark = WF_STATE_MARK;
	uint64_t def = hashDef( &exploration->def );
	const uint8_t flags[] = { exploration->hasTicked, exploration->isOver };
	const int64_t counts[] = { exploration->report.ticks, exploration->report.cellsSeen, exploration->report.decisions };
	WF_PUT( writer, mark );
	WF_PUT( writer, def );
	wfPutBytes( writer, flags, sizeof( flags ) );
	WF_PUT( writer, exploration->time );
	WF_PUT( writer, exploration->firstTime );
	wfPutBytes( writer, counts, sizeof( counts ) );
	WF_PUT( writer, exploration->maps.count );
	for ( int32_t k = 0; k < exploration->maps.count; ++k )
	{
		wfKnowledge_Save( &exploration->maps.data[k], writer );
	}
	WF_PUT( writer, exploration->explorers.count );
	for ( int32_t k = 0; k < exploration->explorers.count; ++k )
	{
		saveExplorer( &exploration->explorers.data[k], writer );
	}
	saveSought( exploration, writer );
	WF_PUT( writer, exploration->potentialMaps );
	size_t count = exploration->ways.count * (size_t)exploration->potentialMaps;
	wfPutBytes( writer, exploration->potential, exploration->potential != NULL ? count * sizeof( double ) : 0 );
}

size_t wfExploration_Save( const wfExploration* exploration, void* bytes, size_t capacity )
{
	if ( WF_FAILS( exploration != NULL && ( bytes != NULL || capacity == 0 ) ) )
	{
		return 0;
	}
	wfStateWriter writer = { .bytes = bytes, .capacity = capacity };
	writeState( exploration, &writer );
	return writer.size;
}

static wfResult restorePotential( wfExploration* exploration, wfStateReader* reader )
{
	int32_t maps = 0;
	WF_GET( reader, maps );
	reader->failed = reader->failed || maps < 0 || maps > exploration->maps.count;
	size_t count = exploration->ways.count * (size_t)( maps > 0 && !reader->failed ? maps : 0 );
	if ( count == 0 )
	{
		return wf_ok;
	}
	exploration->potential = wfAllocateArray( count, sizeof( double ) );
	if ( exploration->potential == NULL )
	{
		return wf_outOfMemory;
	}
	exploration->potentialMaps = maps;
	wfGetBytes( reader, exploration->potential, count * sizeof( double ) );
	return wf_ok;
}

static wfResult readState( wfExploration* made, wfStateReader* reader )
{
	uint32_t mark = 0;
	uint64_t def = 0;
	uint8_t flags[2] = { 0 };
	int64_t counts[3] = { 0 };
	int32_t maps = 0, explorers = 0;
	WF_GET( reader, mark );
	WF_GET( reader, def );
	WF_GET( reader, flags );
	WF_GET( reader, made->time );
	WF_GET( reader, made->firstTime );
	WF_GET( reader, counts );
	WF_GET( reader, maps );
	reader->failed = reader->failed || mark != WF_STATE_MARK || def != hashDef( &made->def ) || maps < made->maps.count;
	made->hasTicked = flags[0];
	made->isOver = flags[1];
	made->report.ticks = counts[0];
	made->report.cellsSeen = counts[1];
	made->report.decisions = counts[2];
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < maps && !reader->failed && result == wf_ok; ++k )
	{
		// No more than there are bytes for.
		reader->failed = reader->left < made->ways.count;
		result = !reader->failed && k >= made->maps.count ? wfAddMap( made ) : wf_ok;
		result = !reader->failed && result == wf_ok ? wfKnowledge_Restore( &made->maps.data[k], reader ) : result;
	}
	if ( !reader->failed )
	{
		WF_GET( reader, explorers );
	}
	for ( int32_t k = 0; k < explorers && !reader->failed && result == wf_ok; ++k )
	{
		result = wfArray_Push( &made->explorers, ( wfExplorer ){ 0 } );
		result = result == wf_ok ? restoreExplorer( made, &made->explorers.data[k], reader ) : result;
	}
	result = result == wf_ok && !reader->failed ? restoreSought( made, reader ) : result;
	return result == wf_ok && !reader->failed ? restorePotential( made, reader ) : result;
}

wfResult wfExploration_Restore( wfExploration* exploration, const void* bytes, size_t size, wfError* error )
{
	if ( WF_FAILS( exploration != NULL && ( bytes != NULL || size == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfExploration* made = NULL;
	wfResult result = wfCreateExploration( &exploration->def, &made, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfStateReader reader = { .bytes = bytes, .left = size };
	result = readState( made, &reader );
	if ( result == wf_ok && ( reader.failed || reader.left != 0 ) )
	{
		result = wfFail( error, wf_badFormat, "the bytes are no state of this exploration" );
	}
	else if ( result != wf_ok )
	{
		result = wfFail( error, result, "%s", wfDescribeResult( result ) );
	}
	if ( result == wf_ok )
	{
		wfExploration old = *exploration;
		*exploration = *made;
		*made = old;
	}
	wfDestroyExploration( made );
	return result;
}

// Of the same bytes as are saved, in blocks as they come.
uint64_t wfExploration_Hash( const wfExploration* exploration )
{
	if ( WF_FAILS( exploration != NULL ) )
	{
		return 0;
	}
	size_t size = wfExploration_Save( exploration, NULL, 0 );
	uint8_t* bytes = wfAllocate( size );
	if ( bytes == NULL )
	{
		return 0;
	}
	(void)wfExploration_Save( exploration, bytes, size );
	uint64_t hash = wfHash( WF_HASH_START, bytes, size );
	wfRelease( bytes, size );
	return hash;
}
