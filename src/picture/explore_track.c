// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Explorers as a run goes by: what they know, how they walked, and the last seconds in detail.
#include "picture/explore_track.h"

#include <math.h>
#include <string.h>

// Moments are kept for so long: videos show them later.
#define RECENT_SECONDS 4.0
// Ways are kept in steps of so many metres.
#define STEP_METRES 0.1
// Between two samples of how much is known, where nothing changes.
#define SAMPLE_SECONDS 1.0

wfResult wfCreateExploreTrack( wfExploreTrack** track, wfError* error )
{
	if ( WF_FAILS( track != NULL ) )
	{
		return wf_invalidDef;
	}
	*track = wfAllocateZeroed( sizeof( wfExploreTrack ) );
	return *track != NULL ? wf_ok : wfFail( error, wf_outOfMemory, "not enough memory to follow explorers" );
}

static void freeMoment( wfExploreMoment* moment )
{
	wfRelease( moment->seen, moment->seenBytes );
	wfArray_Free( &moment->frontiers );
	wfArray_Free( &moment->looks );
	*moment = ( wfExploreMoment ){ 0 };
}

static void freeTeam( wfTrackedTeam* team )
{
	wfReleaseArray( team->first, team->first != NULL ? team->cellCount : 0, sizeof( float ) );
	wfArray_Free( &team->steps );
	wfArray_Free( &team->samples );
	for ( int32_t k = 0; k < team->recent.count; ++k )
	{
		freeMoment( &team->recent.data[k] );
	}
	wfArray_Free( &team->recent );
	wfArray_Free( &team->closed );
}

void wfDestroyExploreTrack( wfExploreTrack* track )
{
	if ( track == NULL )
	{
		return;
	}
	for ( int32_t k = 0; k < track->teams.count; ++k )
	{
		freeTeam( &track->teams.data[k] );
	}
	wfArray_Free( &track->teams );
	wfArray_Free( &track->ids );
	wfRelease( track, sizeof( wfExploreTrack ) );
}

const wfExploreMoment* wfTrackedTeam_FindMoment( const wfTrackedTeam* team, double time )
{
	const wfExploreMoment* found = team->recent.count > 0 ? &team->recent.data[0] : NULL;
	for ( int32_t k = 1; k < team->recent.count && team->recent.data[k].time <= time + 1e-9; ++k )
	{
		found = &team->recent.data[k];
	}
	return found;
}

// ------------------------------------------------------------------------------------------------------------------- adding

static wfResult openTeam( wfExploreTrack* track, const wfCrowd* crowd, wfExplorersId id, wfTrackedTeam** found )
{
	for ( int32_t k = 0; k < track->teams.count; ++k )
	{
		if ( track->teams.data[k].id.index1 == id.index1 && track->teams.data[k].id.generation == id.generation )
		{
			*found = &track->teams.data[k];
			return wf_ok;
		}
	}
	wfKnowledgeMap map;
	wfTrackedTeam team = { .id = id, .began = wfCrowd_GetTime( crowd ) };
	wfResult result = wfExploration_GetMap( wfCrowd_GetExploration( crowd, id ), 0, &map );
	if ( result != wf_ok )
	{
		// Without a member there is no map yet.
		*found = NULL;
		return result == wf_outOfMemory ? result : wf_ok;
	}
	team.columns = map.columns;
	team.rows = map.rows;
	team.cellSize = map.cellSize;
	team.origin = map.origin;
	team.cellCount = (size_t)map.columns * (size_t)map.rows;
	team.summary.saw = team.summary.found = team.summary.explored = NAN;
	team.first = wfAllocateArray( team.cellCount, sizeof( float ) );
	result = team.first != NULL ? wfArray_Push( &track->teams, team ) : wf_outOfMemory;
	if ( result != wf_ok )
	{
		freeTeam( &team );
		return result;
	}
	for ( size_t k = 0; k < team.cellCount; ++k )
	{
		team.first[k] = INFINITY;
	}
	*found = &track->teams.data[track->teams.count - 1];
	return wf_ok;
}

static void addCells( wfTrackedTeam* team, const wfKnowledgeMap* map, double time )
{
	for ( size_t k = 0; k < team->cellCount; ++k )
	{
		if ( ( map->cells[k] & WF_KNOWN_MASK ) != wf_unknownCell && team->first[k] == INFINITY )
		{
			team->first[k] = (float)time;
			team->known += 1;
		}
	}
}

// Of all maps together; what is in sight goes to the moment.
static void addMaps( wfTrackedTeam* team, const wfExploration* exploration, double time, double tick, wfExploreMoment* moment )
{
	int64_t known = 0;
	wfKnowledgeMap map;
	int32_t most = wfExploration_GetExplorerCount( exploration );
	for ( int32_t k = 0; k < most && wfExploration_GetMap( exploration, k, &map ) == wf_ok; ++k )
	{
		known += map.freeCount + map.wallCount;
	}
	bool isNew = known != team->knownOfMaps;
	for ( int32_t k = 0; k < most && wfExploration_GetMap( exploration, k, &map ) == wf_ok; ++k )
	{
		if ( isNew )
		{
			addCells( team, &map, time );
		}
		// Explorers look at the beginning of a tick.
		float since = (float)( time - 1.5 * tick );
		for ( size_t cell = 0; cell < team->cellCount; ++cell )
		{
			moment->seen[cell / 8] |= (uint8_t)( map.seen[cell] >= since && map.seen[cell] >= 0.0f ? 1u << ( cell % 8 ) : 0u );
		}
		if ( k == 0 )
		{
			team->summary.freeCells = map.freeCount;
			team->summary.wallCells = map.wallCount;
			team->summary.unknownCells = map.unknownCount;
		}
	}
	team->knownOfMaps = known;
}

static wfResult addFrontiers( wfTrackedTeam* team, const wfExploration* exploration, wfExploreMoment* moment )
{
	wfFrontiers frontiers;
	wfResult result = wf_ok;
	team->summary.frontiers = 0;
	if ( wfExploration_GetFrontiers( exploration, 0, &frontiers ) != wf_ok )
	{
		return wf_ok;
	}
	for ( int32_t k = 0; k < frontiers.count && result == wf_ok; ++k )
	{
		const wfFrontier* frontier = &frontiers.items[k];
		team->summary.frontiers += frontier->kind != wf_closedFrontier ? 1 : 0;
		for ( int32_t m = 0; m < frontier->count && result == wf_ok; ++m )
		{
			wfShownFrontier shown = { frontiers.cells[frontier->first + m], frontier->kind };
			result = wfArray_Push( &moment->frontiers, shown );
		}
	}
	return result;
}

static wfResult addStep( wfTrackedTeam* team, int32_t explorer, wfVec2 place, double time )
{
	for ( int32_t k = team->steps.count - 1; k >= 0; --k )
	{
		const wfExploreStep* step = &team->steps.data[k];
		if ( step->explorer == explorer )
		{
			double off = hypot( place.x - (double)step->x, place.y - (double)step->y );
			return off < STEP_METRES
					   ? wf_ok
					   : wfArray_Push( &team->steps, ( wfExploreStep ){ explorer, (float)time, (float)place.x, (float)place.y } );
		}
	}
	return wfArray_Push( &team->steps, ( wfExploreStep ){ explorer, (float)time, (float)place.x, (float)place.y } );
}

static wfResult addExplorers( wfTrackedTeam* team, const wfCrowd* crowd, const wfExploration* exploration, double time,
							  wfExploreMoment* moment )
{
	wfExplorersState state = wfCrowd_GetExplorers( crowd, team->id );
	wfResult result = wf_ok;
	team->walked = team->summary.longest = 0.0;
	team->summary.decisions = team->summary.turnedBack = 0;
	for ( int32_t k = 0; k < state.count && result == wf_ok; ++k )
	{
		wfExplorerState explorer = wfExploration_GetExplorer( exploration, k );
		wfAgentId id = wfCrowd_GetExplorerAgent( crowd, team->id, k );
		team->walked += explorer.walked;
		team->summary.longest = fmax( team->summary.longest, explorer.walked );
		team->summary.decisions += explorer.decisions;
		team->summary.turnedBack += explorer.turnedBack;
		if ( id.index1 == 0 )
		{
			continue;
		}
		wfAgentState agent = wfCrowd_GetAgent( crowd, id );
		wfVec3 gaze = wfCrowd_GetGaze( crowd, team->id, k );
		wfVec2 place = { agent.position.x, agent.position.y };
		wfExploreLook look = { agent.serial, k, place, { gaze.x, gaze.y }, state.sight.range, state.sight.aperture,
							   explorer.mode };
		result = wfArray_Push( &moment->looks, look );
		result = result == wf_ok ? addStep( team, k, place, time ) : result;
	}
	team->summary.explorers = state.count;
	moment->seeks = state.seeks;
	moment->object = ( wfVec2 ){ state.soughtPlace.x, state.soughtPlace.y };
	return result;
}

static wfResult addEvents( wfTrackedTeam* team, const wfExploration* exploration )
{
	const wfExploreEvent* events;
	int32_t count = wfExploration_GetEvents( exploration, &events );
	wfExploreSummary* summary = &team->summary;
	wfResult result = wf_ok;
	bool hasClosed = false;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		const wfExploreEvent* event = &events[k];
		switch ( event->kind )
		{
			case wf_sawEvent:
				summary->saw = isnan( summary->saw ) ? event->time : summary->saw;
				break;
			case wf_foundEvent:
				summary->foundAt = isnan( summary->found ) ? event->place : summary->foundAt;
				summary->found = isnan( summary->found ) ? event->time : summary->found;
				break;
			case wf_exploredEvent:
				summary->explored = isnan( summary->explored ) ? event->time : summary->explored;
				break;
			case wf_timedOutEvent:
				summary->timedOut = true;
				break;
			case wf_closedPlaceEvent:
				team->closed.count = hasClosed ? team->closed.count : 0;
				hasClosed = true;
				result = wfArray_Push( &team->closed, ( wfClosedPlace ){ event->place, event->length } );
				break;
			default:
				break;
		}
	}
	return result;
}

static wfResult addSample( wfTrackedTeam* team, double time )
{
	int32_t count = team->samples.count;
	const wfKnownSample* before = count > 0 ? &team->samples.data[count - 1] : NULL;
	bool isSame = before != NULL && before->cells == team->known && time - before->time < SAMPLE_SECONDS;
	return isSame ? wf_ok : wfArray_Push( &team->samples, ( wfKnownSample ){ time, team->walked, team->known } );
}

// Those that are too old make room, and lend their memory.
static wfResult openMoment( wfTrackedTeam* team, double time, wfExploreMoment** moment )
{
	wfExploreMoment made = { 0 };
	while ( team->recent.count > 0 && team->recent.data[0].time < time - RECENT_SECONDS )
	{
		freeMoment( &made );
		made = team->recent.data[0];
		team->recent.count -= 1;
		memmove( team->recent.data, team->recent.data + 1, (size_t)team->recent.count * sizeof( wfExploreMoment ) );
	}
	if ( made.seen == NULL )
	{
		made.seenBytes = team->cellCount / 8 + 1;
		made.seen = wfAllocate( made.seenBytes );
	}
	made.time = time;
	made.frontiers.count = made.looks.count = 0;
	wfResult result = made.seen != NULL ? wfArray_Push( &team->recent, made ) : wf_outOfMemory;
	if ( result != wf_ok )
	{
		made.seenBytes = made.seen != NULL ? made.seenBytes : 0;
		freeMoment( &made );
		return result;
	}
	*moment = &team->recent.data[team->recent.count - 1];
	memset( ( *moment )->seen, 0, ( *moment )->seenBytes );
	return wf_ok;
}

static wfResult addTeam( wfExploreTrack* track, const wfCrowd* crowd, wfExplorersId id )
{
	wfTrackedTeam* team = NULL;
	wfExploreMoment* moment = NULL;
	const wfExploration* exploration = wfCrowd_GetExploration( crowd, id );
	double time = wfCrowd_GetTime( crowd ), tick = wfCrowd_GetDef( crowd ).tickSeconds;
	wfResult result = openTeam( track, crowd, id, &team );
	if ( result != wf_ok || team == NULL )
	{
		return result;
	}
	team->last = time;
	result = openMoment( team, time, &moment );
	if ( result == wf_ok )
	{
		addMaps( team, exploration, time, tick, moment );
		result = addExplorers( team, crowd, exploration, time, moment );
	}
	result = result == wf_ok ? addFrontiers( team, exploration, moment ) : result;
	result = result == wf_ok ? addEvents( team, exploration ) : result;
	if ( result == wf_ok )
	{
		moment->isFound = !isnan( team->summary.found );
		team->summary.isDone = wfExploration_IsDone( exploration );
	}
	return result == wf_ok ? addSample( team, time ) : result;
}

wfResult wfExploreTrack_Add( wfExploreTrack* track, const wfCrowd* crowd, wfError* error )
{
	if ( WF_FAILS( track != NULL && crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	int32_t count = wfCrowd_GetExplorersIds( crowd, NULL, 0 );
	wfResult result = count > 0 ? wfArray_Reserve( &track->ids, count ) : wf_ok;
	count = result == wf_ok ? wfCrowd_GetExplorersIds( crowd, track->ids.data, count ) : 0;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		result = addTeam( track, crowd, track->ids.data[k] );
	}
	return result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory to follow explorers" );
}

// ------------------------------------------------------------------------------------------------------------------- asking

static wfExploreShare findShare( const wfTrackedTeam* team, double share )
{
	wfExploreShare found = { share, NAN, NAN };
	for ( int32_t k = 0; k < team->samples.count && isnan( found.seconds ); ++k )
	{
		const wfKnownSample* sample = &team->samples.data[k];
		if ( (double)sample->cells >= share * (double)team->known && sample->cells > 0 )
		{
			found.seconds = sample->time;
			found.walked = sample->walked;
		}
	}
	return found;
}

bool wfExploreTrack_GetSummary( const wfExploreTrack* track, int32_t number, wfExploreSummary* summary )
{
	const wfTrackedTeam* team = wfExploreTrack_GetTeam( track, number );
	if ( WF_FAILS( summary != NULL ) || team == NULL )
	{
		return false;
	}
	static const double shares[] = { 0.5, 0.9, 0.95, 1.0 };
	*summary = team->summary;
	summary->id = team->id;
	summary->began = team->began;
	summary->seconds = team->last;
	summary->walked = team->walked;
	summary->cellSize = team->cellSize;
	for ( int32_t k = 0; k < 4; ++k )
	{
		summary->shares[k] = findShare( team, shares[k] );
	}
	summary->closed = team->closed.data;
	summary->closedCount = team->closed.count;
	return true;
}

int32_t wfExploreTrack_GetCurve( const wfExploreTrack* track, int32_t number, double* seconds, double* shares, int32_t capacity )
{
	const wfTrackedTeam* team = wfExploreTrack_GetTeam( track, number );
	int32_t count = team != NULL ? team->samples.count : 0;
	for ( int32_t k = 0; k < count && k < capacity; ++k )
	{
		seconds[k] = team->samples.data[k].time;
		shares[k] = team->known > 0 ? (double)team->samples.data[k].cells / (double)team->known : 0.0;
	}
	return count;
}
