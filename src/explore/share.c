// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Explorers with maps of their own who see each other tell each other all they know, and where they are going.

#include "explore/explore.h"

#include "base/math.h"
#include "explore/tuning.h"

static bool seesExplorer( const wfExploration* exploration, const wfExplorer* a, const wfExplorer* b )
{
	const wfKnowledge* map = wfMapOf( exploration, a );
	int32_t from = wfKnowledge_GetCell( map, a->place ), to = wfKnowledge_GetCell( map, b->place );
	wfSightCells sight = wfKnowledge_GetSight( map );
	double distance = wfHypot( a->place.x - b->place.x, a->place.y - b->place.y );
	return from >= 0 && to >= 0 && distance <= a->def.range && wfIsInSight( &sight, from, to );
}

static wfResult claim( wfExploration* exploration, wfExplorer* explorer, int32_t number )
{
	const wfExplorer* other = &exploration->explorers.data[number];
	wfExploreClaim made = { .explorer = number, .time = exploration->time };
	int32_t kept = 0;
	for ( int32_t k = 0; k < explorer->claims.count; ++k )
	{
		if ( explorer->claims.data[k].explorer != number )
		{
			explorer->claims.data[kept++] = explorer->claims.data[k];
		}
	}
	explorer->claims.count = kept;
	if ( other->goal < 0 || other->mode != wf_exploringMode )
	{
		return wf_ok;
	}
	made.place = wfKnowledge_GetCenter( wfMapOf( exploration, other ), other->goal );
	return wfArray_Push( &explorer->claims, made );
}

static wfResult meet( wfExploration* exploration, int32_t a, int32_t b )
{
	wfExplorer *one = &exploration->explorers.data[a], *two = &exploration->explorers.data[b];
	wfResult result = wfKnowledge_Merge( wfMapOf( exploration, one ), wfMapOf( exploration, two ) );
	result = result == wf_ok ? wfKnowledge_Merge( wfMapOf( exploration, two ), wfMapOf( exploration, one ) ) : result;
	// Of two that go to the same place it is the first one's.
	result = result == wf_ok ? claim( exploration, two, a ) : result;
	if ( result == wf_ok && two->goal >= 0 && one->goal >= 0 )
	{
		wfVec2 p = wfKnowledge_GetCenter( wfMapOf( exploration, one ), one->goal );
		wfVec2 q = wfKnowledge_GetCenter( wfMapOf( exploration, two ), two->goal );
		bool isSame = wfHypot( p.x - q.x, p.y - q.y ) <= WF_CLAIM_RANGES * two->def.range;
		two->goal = isSame ? WF_NOWHERE : two->goal;
		result = isSame ? wf_ok : claim( exploration, one, b );
	}
	one->metTime = two->metTime = exploration->time;
	wfExploreEvent event = { wf_metEvent, a, b, 0.0, { one->place.x, one->place.y, 0.0 }, 0.0 };
	return result == wf_ok ? wfAddExploreEvent( exploration, event ) : result;
}

// Those who have just met need not tell each other again at once.
wfResult wfShare( wfExploration* exploration )
{
	wfResult result = wf_ok;
	for ( int32_t a = 0; a < exploration->explorers.count && exploration->def.sharing == wf_metMaps; ++a )
	{
		for ( int32_t b = a + 1; b < exploration->explorers.count && result == wf_ok; ++b )
		{
			const wfExplorer *one = &exploration->explorers.data[a], *two = &exploration->explorers.data[b];
			bool areThere = wfIsAtWork( one ) && wfIsAtWork( two ) && !one->isAway && !two->isAway;
			double last = wfMin( one->metTime, two->metTime );
			if ( areThere && ( last < exploration->firstTime || exploration->time - last >= WF_MEETING_SECONDS ) &&
				 ( seesExplorer( exploration, one, two ) || seesExplorer( exploration, two, one ) ) )
			{
				result = meet( exploration, a, b );
			}
		}
	}
	return result;
}
