// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents at random places of a mesh.
#include "base/arrays.h"
#include "crowd/crowd.h"
#include "crowd/defs.h"

#include <string.h>

// Tries for each agent.
#define WF_PLACE_TRIES 400

typedef struct wfScatter
{
	wfCrowd* crowd;
	const wfAgentDef* def;
	int32_t wanted;
	double gap;
	double* sums;	 // of the areas that can be walked on, up to each triangle
	wfAgentId* made; // so far
	int32_t madeCount;
	// All agents, in chains by their cell in space.
	wfVec3* places;
	float* radii;
	int32_t *next, *heads;
	int32_t count;
	size_t room, buckets; // agents, chains
	double cell;
} wfScatter;

// --------------------------------------------------------------------------------------------------------------- others

static size_t bucketOf( const wfScatter* scatter, int64_t i, int64_t j, int64_t k )
{
	int64_t key[3] = { i, j, k };
	return (size_t)( wfHash( WF_HASH_START, key, sizeof( key ) ) % scatter->buckets );
}

// So far from the origin that numbers run out all share a cell.
static int64_t cellIndex( double value, double cell )
{
	return (int64_t)floor( wfMin( wfMax( value / cell, -1e18 ), 1e18 ) );
}

static void addPlace( wfScatter* scatter, wfVec3 at, double radius )
{
	double cell = scatter->cell;
	int32_t index = scatter->count++;
	size_t bucket = bucketOf( scatter, cellIndex( at.x, cell ), cellIndex( at.y, cell ), cellIndex( at.z, cell ) );
	scatter->places[index] = at;
	scatter->radii[index] = (float)radius;
	scatter->next[index] = scatter->heads[bucket];
	scatter->heads[bucket] = index;
}

// Apart in space is apart on the surface.
static bool isFreeOfOthers( const wfScatter* scatter, wfVec3 at, double radius )
{
	int64_t i = cellIndex( at.x, scatter->cell ), j = cellIndex( at.y, scatter->cell ), k = cellIndex( at.z, scatter->cell );
	for ( int32_t m = 0; m < 27; ++m )
	{
		size_t bucket = bucketOf( scatter, i + m % 3 - 1, j + m / 3 % 3 - 1, k + m / 9 - 1 );
		for ( int32_t other = scatter->heads[bucket]; other >= 0; other = scatter->next[other] )
		{
			double least = radius + (double)scatter->radii[other];
			wfVec3 apart = wfSub3( scatter->places[other], at );
			if ( wfDot3( apart, apart ) < least * least )
			{
				return false;
			}
		}
	}
	return true;
}

// --------------------------------------------------------------------------------------------------------------- places

static wfArrays arraysOf( wfScatter* scatter )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( scatter->sums, scatter->crowd->ground.mesh->triangleCount ),
						   WF_ONE_ARRAY( scatter->made, (size_t)scatter->wanted + 1 ),
						   WF_ONE_ARRAY( scatter->places, scatter->room ), WF_ONE_ARRAY( scatter->radii, scatter->room ),
						   WF_ONE_ARRAY( scatter->next, scatter->room ), WF_ONE_ARRAY( scatter->heads, scatter->buckets ) } };
}

static void fillArrays( wfScatter* scatter )
{
	const wfGround* ground = &scatter->crowd->ground;
	double largest = scatter->def->radius, sum = 0.0;
	for ( int32_t t = 0; t < ground->mesh->triangleCount; ++t )
	{
		sum += ground->walkable[t] ? 0.5 * ground->mesh->corner1X[t] * ground->mesh->corner2Y[t] : 0.0;
		scatter->sums[t] = sum;
	}
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( scatter->crowd, agent ) ) != NULL; )
	{
		largest = wfMax( largest, (double)agent->radius );
	}
	scatter->cell = 2.0 * largest + scatter->gap + 1e-6;
	memset( scatter->heads, 0xFF, scatter->buckets * sizeof( int32_t ) );
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( scatter->crowd, agent ) ) != NULL; )
	{
		wfSurfacePoint point = wfGround_GetPoint( ground, wfPlaceOf( agent ) );
		addPlace( scatter, wfMesh_GetPosition( ground->mesh, point ), (double)agent->radius );
	}
}

// A place drawn by area, from three numbers of the stream.
static wfSurfacePoint drawPlace( const wfScatter* scatter, uint64_t stream, uint64_t counter )
{
	uint64_t seed = scatter->crowd->def.seed;
	int32_t triangles = scatter->crowd->ground.mesh->triangleCount;
	int32_t triangle = wfDrawBySums( scatter->sums, triangles, wfRandomUnit( seed, stream, counter ) );
	return wfDrawInTriangle( triangle, wfRandomUnit( seed, stream, counter + 1 ), wfRandomUnit( seed, stream, counter + 2 ) );
}

// Until there are enough, or no more after many tries.
static wfResult addAgents( wfScatter* scatter, wfError* error )
{
	wfCrowd* crowd = scatter->crowd;
	wfAgentDef def = *scatter->def;
	uint64_t stream = 0x5A17Full + crowd->population.lastSerial, counter = 0;
	double space = def.radius + scatter->gap + 2.0 * WF_SKIN;
	if ( !( scatter->sums[crowd->ground.mesh->triangleCount - 1] > 0.0 ) )
	{
		return wfFail( error, wf_startBlocked, "there is nowhere to stand" );
	}
	for ( int64_t tries = WF_PLACE_TRIES * ( (int64_t)scatter->wanted + 1 ); scatter->madeCount < scatter->wanted; --tries )
	{
		if ( tries == 0 )
		{
			return wfFail( error, wf_startBlocked, "there is room for %d of %d agents of radius %g m, %g m apart",
						   scatter->madeCount, scatter->wanted, def.radius, scatter->gap );
		}
		def.place = drawPlace( scatter, stream, counter );
		counter += 3;
		wfVec3 at = wfMesh_GetPosition( crowd->ground.mesh, def.place );
		if ( !crowd->ground.walkable[def.place.triangle] || !isFreeOfOthers( scatter, at, space ) ||
			 !wfIsFreeOfWalls( &crowd->ground, at, space ) )
		{
			continue;
		}
		wfResult result = wfCrowd_AddAgent( crowd, &def, &scatter->made[scatter->madeCount], error );
		if ( result != wf_ok )
		{
			return result;
		}
		addPlace( scatter, at, def.radius );
		scatter->madeCount += 1;
	}
	return wf_ok;
}

wfResult wfCrowd_AddRandomAgents( wfCrowd* crowd, const wfAgentDef* def, int32_t count, double gap, wfAgentId* ids,
								  wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL && count >= 0 ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfRefuseInPlane( crowd, "random places", error );
	result = result == wf_ok ? wfCheckNumber( "radius", def->radius, WF_MIN_AGENT_RADIUS, WF_MAX_AGENT_RADIUS, error ) : result;
	result = result == wf_ok ? wfCheckNumber( "gap", gap, 0.0, 1e6, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfPopulation* population = &crowd->population;
	uint32_t lastSerial = population->lastSerial;
	uint64_t startAgents = population->startAgents;
	int32_t eventCount = population->events.count;
	wfScatter scatter = { .crowd = crowd, .def = def, .wanted = count, .gap = gap };
	scatter.room = (size_t)count + (size_t)population->agentCount + 1;
	scatter.buckets = 2 * scatter.room + 1;
	wfArrays arrays = arraysOf( &scatter );
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for %d agents", count );
	}
	fillArrays( &scatter );
	result = addAgents( &scatter, error );
	if ( result == wf_ok && ids != NULL )
	{
		memcpy( ids, scatter.made, (size_t)count * sizeof( wfAgentId ) );
	}
	if ( result != wf_ok )
	{
		// As if it had not been tried.
		while ( scatter.madeCount > 0 )
		{
			wfDropAgent( crowd, (int32_t)scatter.made[--scatter.madeCount].index1 - 1 );
		}
		population->lastSerial = lastSerial;
		population->startAgents = startAgents;
		population->events.count = eventCount;
	}
	wfArrays_Free( &arrays );
	wfForgetPlaces( crowd );
	return result;
}
