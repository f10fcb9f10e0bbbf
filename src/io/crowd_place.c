// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Places for the agents of a scenario. Those with a position come first; groups are then scattered where there is room, at random
// while that works and on a lattice when it is too dense for that.
#include "io/crowd_reader.h"

#include "base/math.h"

#include <string.h>

// Random tries for one agent before the group is laid out on a lattice instead.
#define RANDOM_TRIES 300
// Sites of a lattice looked at for each agent, and at least.
#define SITES_PER_AGENT 64
#define LEAST_SITES 100000
// Room beyond what is needed, so that rounding never makes two discs or a disc and a wall overlap.
#define MARGIN 1e-6

// Who has a place already, by squares of the plane.
typedef struct wfPlaces
{
	wfCrowdReader* reader;
	double cell;
	int32_t* heads; // a hash table of agents + 1
	int32_t* nexts;
	size_t headCount, nextCount;
} wfPlaces;

static size_t hashSquare( const wfPlaces* places, int64_t i, int64_t j )
{
	int64_t key[2] = { i, j };
	return (size_t)wfHash( WF_HASH_START, key, sizeof( key ) ) & ( places->headCount - 1 );
}

static int32_t* findHead( wfPlaces* places, size_t agent )
{
	wfVec3 p = places->reader->agents[agent].position;
	return places->heads + hashSquare( places, (int64_t)floor( p.x / places->cell ), (int64_t)floor( p.y / places->cell ) );
}

static void insertPlace( wfPlaces* places, int32_t agent )
{
	int32_t* head = findHead( places, (size_t)agent );
	places->nexts[agent] = *head;
	*head = agent + 1;
}

static bool isFree( const wfPlaces* places, const wfEntryPlan* entry, wfVec2 p, double radius )
{
	const wfCrowdReader* reader = places->reader;
	if ( !wfRegion_Contains( &entry->region, p ) )
	{
		return false;
	}
	int64_t column = (int64_t)floor( p.x / places->cell ), row = (int64_t)floor( p.y / places->cell );
	for ( int64_t j = row - 1; j <= row + 1; ++j )
	{
		for ( int64_t i = column - 1; i <= column + 1; ++i )
		{
			for ( int32_t k = places->heads[hashSquare( places, i, j )]; k > 0; k = places->nexts[k - 1] )
			{
				const wfPlacedAgent* other = reader->agents + k - 1;
				double dx = other->position.x - p.x, dy = other->position.y - p.y;
				double least = radius + other->radius + entry->spacing + MARGIN;
				if ( dx * dx + dy * dy < least * least )
				{
					return false;
				}
			}
		}
	}
	return wfWorld_GetDistance( reader->world, p, entry->def.kind ) >= radius + MARGIN;
}

// Up to `count` agents at random; returns how many found a place.
static int32_t scatter( wfPlaces* places, size_t entryIndex )
{
	wfCrowdReader* reader = places->reader;
	const wfEntryPlan* entry = reader->entries + entryIndex;
	uint64_t stream = wfGetStream( entryIndex, wf_drawPlace );
	wfBox2 box = entry->region.bounds;
	uint64_t counter = 0;
	for ( int32_t k = 0; k < entry->count; ++k )
	{
		wfPlacedAgent* agent = reader->agents + entry->firstAgent + k;
		int32_t tries = 0;
		for ( ; tries < RANDOM_TRIES; ++tries )
		{
			double x = wfRandomUnit( reader->settings.seed, stream, counter++ ),
				   y = wfRandomUnit( reader->settings.seed, stream, counter++ );
			agent->position.x = box.lower.x + x * ( box.upper.x - box.lower.x );
			agent->position.y = box.lower.y + y * ( box.upper.y - box.lower.y );
			if ( isFree( places, entry, ( wfVec2 ){ agent->position.x, agent->position.y }, agent->radius ) )
			{
				break;
			}
		}
		if ( tries == RANDOM_TRIES )
		{
			return k;
		}
		insertPlace( places, entry->firstAgent + k );
	}
	return entry->count;
}

// The free sites of the densest lattice there is: rows of discs that touch, each row in the gaps of the one before. With more
// sites than agents each site is kept with equal chance. Returns how many sites there are.
static int64_t layOut( wfPlaces* places, size_t entryIndex, double radius, double inset )
{
	wfCrowdReader* reader = places->reader;
	const wfEntryPlan* entry = reader->entries + entryIndex;
	uint64_t stream = wfGetStream( entryIndex, wf_drawLattice );
	wfBox2 box = entry->region.bounds;
	double pitch = 2.0 * radius + entry->spacing + 3.0 * MARGIN, height = pitch * 0.5 * sqrt( 3.0 ) + MARGIN;
	double width = box.upper.x - box.lower.x, depth = box.upper.y - box.lower.y;
	double sites = ( floor( width / pitch ) + 2.0 ) * ( floor( depth / height ) + 2.0 );
	if ( sites > LEAST_SITES && sites > (double)entry->count * SITES_PER_AGENT )
	{
		return 0;
	}
	wfVec2 start = { box.lower.x + inset, box.lower.y + inset };
	int64_t found = 0;
	for ( int64_t j = 0; start.y + (double)j * height <= box.upper.y; ++j )
	{
		for ( int64_t i = 0; start.x + (double)i * pitch <= box.upper.x; ++i )
		{
			wfVec2 p = { start.x + ( (double)i + ( j % 2 != 0 ? 0.5 : 0.0 ) ) * pitch, start.y + (double)j * height };
			if ( !isFree( places, entry, p, radius ) )
			{
				continue;
			}
			// Reservoir sampling.
			int64_t at = found++;
			if ( at >= entry->count )
			{
				double unit = wfRandomUnit( reader->settings.seed, stream, (uint64_t)at );
				at = (int64_t)( unit * (double)found );
			}
			if ( at < entry->count )
			{
				reader->agents[entry->firstAgent + at].position = ( wfVec3 ){ p.x, p.y, 0.0 };
			}
		}
	}
	return found;
}

static void placeGroup( wfPlaces* places, size_t entryIndex )
{
	wfCrowdReader* reader = places->reader;
	const wfEntryPlan* entry = reader->entries + entryIndex;
	int64_t fitted = scatter( places, entryIndex );
	if ( fitted == entry->count )
	{
		return;
	}
	// The last one inserted heads its chain.
	for ( int64_t k = fitted - 1; k >= 0; --k )
	{
		size_t agent = (size_t)( entry->firstAgent + k );
		*findHead( places, agent ) = places->nexts[agent];
	}
	double radius = 0.0;
	for ( int32_t k = 0; k < entry->count; ++k )
	{
		double own = reader->agents[entry->firstAgent + k].radius;
		radius = own > radius ? own : radius;
	}
	// In a region between walls the first row stands as near to them as it may, in the open on the region's boundary.
	const double insets[] = { 0.0, radius + 2.0 * MARGIN };
	for ( int i = 0; i < 2 && fitted < entry->count; ++i )
	{
		int64_t sites = layOut( places, entryIndex, radius, insets[i] );
		fitted = sites > fitted ? sites : fitted;
	}
	if ( fitted < entry->count )
	{
		const wfJsonNode* count = wfJson_Find( reader->json, entry->node, "count" );
		wfJson_Fail( reader->json, count, NULL, wf_outOfRange,
					 "%d agents do not fit into the region: there was room for %lld; expected fewer, a larger region, "
					 "smaller radii or less spacing",
					 entry->count, (long long)fitted );
	}
	for ( int32_t k = 0; k < entry->count && wfJson_IsOk( reader->json ); ++k )
	{
		insertPlace( places, entry->firstAgent + k );
	}
}

// Evenly on the circle, counter-clockwise from +x.
static void placeOnCircle( wfCrowdReader* reader, const wfEntryPlan* entry )
{
	for ( int32_t k = 0; k < entry->count; ++k )
	{
		wfCosSin turn = wfCosSinOf( WF_TWO_PI * k / entry->count );
		wfVec3* p = &reader->agents[entry->firstAgent + k].position;
		p->x = entry->region.center.x + entry->region.radius * turn.cosine;
		p->y = entry->region.center.y + entry->region.radius * turn.sine;
	}
}

static void placeGiven( wfCrowdReader* reader, const wfEntryPlan* entry )
{
	const wfJson* json = reader->json;
	wfPlacedAgent* agent = reader->agents + entry->firstAgent;
	const wfJsonNode* node =
		entry->places != NULL ? wfJson_First( json, entry->places ) : wfJson_Find( json, entry->node, "position" );
	for ( int32_t k = 0; k < entry->count && node != NULL; ++k, ++agent )
	{
		if ( reader->scene != NULL )
		{
			wfReadNearPlace( json, node, reader->scene, &agent->place );
		}
		else
		{
			wfReadPlace( json, node, &wf_coordinateRange, &agent->position );
			wfCheckInside( json, node, reader->world, ( wfVec2 ){ agent->position.x, agent->position.y }, "the agent" );
		}
		agent->node = entry->places != NULL ? node : entry->node;
		node = wfJson_Next( json, node );
	}
}

bool wfFindFreePlace( const wfWorld* world, wfVec3 from, double radius, int32_t kind, wfVec2* place )
{
	wfBox2 bounds = wfWorld_GetBounds( world );
	double width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
	double step = 0.5 * radius, reach = width > height ? width : height;
	// Rings of growing size; after some tens of radii it is no longer "near".
	reach = reach < 100.0 * radius ? reach : 100.0 * radius;
	for ( double ring = step; ring <= reach; ring += step )
	{
		int32_t sides = (int32_t)( WF_TWO_PI * ring / step ) + 1;
		for ( int32_t k = 0; k < sides; ++k )
		{
			wfCosSin turn = wfCosSinOf( WF_TWO_PI * k / sides );
			wfVec2 p = { from.x + ring * turn.cosine, from.y + ring * turn.sine };
			// As it is printed.
			p = ( wfVec2 ){ 0.01 * floor( 100.0 * p.x + 0.5 ), 0.01 * floor( 100.0 * p.y + 0.5 ) };
			if ( wfWorld_GetDistance( world, p, kind ) >= radius )
			{
				*place = p;
				return true;
			}
		}
	}
	return false;
}

static void allocatePlaces( wfPlaces* places )
{
	wfCrowdReader* reader = places->reader;
	double largest = 0.0, spacing = 0.0;
	for ( size_t i = 0; i < reader->agentCount; ++i )
	{
		largest = reader->agents[i].radius > largest ? reader->agents[i].radius : largest;
	}
	for ( size_t i = 0; i < reader->agentEntryCount; ++i )
	{
		spacing = reader->entries[i].spacing > spacing ? reader->entries[i].spacing : spacing;
	}
	places->cell = 2.0 * largest + spacing + 2.0 * MARGIN;
	places->headCount = 16;
	while ( places->headCount < 2 * reader->agentCount )
	{
		places->headCount *= 2;
	}
	places->heads = wfAllocateZeroed( places->headCount * sizeof( int32_t ) );
	places->nextCount = reader->agentCount;
	places->nexts = wfAllocateArray( places->nextCount, sizeof( int32_t ) );
	// The first question builds the world's index; without the memory for it every place would look like a wall.
	wfBox2 bounds = wfWorld_GetBounds( reader->world );
	wfVec2 middle = { 0.5 * ( bounds.lower.x + bounds.upper.x ), 0.5 * ( bounds.lower.y + bounds.upper.y ) };
	if ( places->heads == NULL || places->nexts == NULL || isinf( wfWorld_GetDistance( reader->world, middle, 0 ) ) )
	{
		wfReader_OutOfMemory( reader->json->reader );
	}
}

static bool isOnCircle( const wfEntryPlan* entry )
{
	return entry->scattered && entry->region.kind == wf_circleRegion;
}

// Those with places of their own, then groups on circles among them, then groups where there is room left.
static void placeInPlane( wfCrowdReader* reader )
{
	wfPlaces places = { .reader = reader };
	allocatePlaces( &places );
	for ( int pass = 0; pass < 2; ++pass )
	{
		for ( size_t i = 0; i < reader->agentEntryCount && wfJson_IsOk( reader->json ); ++i )
		{
			const wfEntryPlan* entry = reader->entries + i;
			bool anywhere = entry->scattered && !isOnCircle( entry );
			if ( anywhere && pass == 1 )
			{
				placeGroup( &places, i );
			}
			if ( anywhere || pass == 1 )
			{
				continue;
			}
			if ( isOnCircle( entry ) )
			{
				placeOnCircle( reader, entry );
			}
			else
			{
				placeGiven( reader, entry );
			}
			for ( int32_t k = 0; k < entry->count && wfJson_IsOk( reader->json ); ++k )
			{
				insertPlace( &places, entry->firstAgent + k );
			}
		}
	}
	wfReleaseArray( places.heads, places.headCount, sizeof( int32_t ) );
	wfReleaseArray( places.nexts, places.nextCount, sizeof( int32_t ) );
}

void wfPlaceAgents( wfCrowdReader* reader )
{
	if ( reader->agentCount == 0 || !wfJson_IsOk( reader->json ) )
	{
		return;
	}
	if ( reader->world != NULL )
	{
		placeInPlane( reader );
		return;
	}
	for ( size_t i = 0; i < reader->agentEntryCount; ++i )
	{
		if ( !reader->entries[i].scattered )
		{
			placeGiven( reader, reader->entries + i );
		}
	}
	wfScatterOnMesh( reader );
}
