// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups with a log of orders: in formation, freely, along a sketch that divides, at each other, some of them queued or for
// later.

#include "hash.h"
#include "wayfield/groups.h"

#include <inttypes.h>
#include <stdio.h>

enum
{
	groupCount = 3,
	members = 12,
	ticks = 200
};

static wfResult addGroup( wfCrowd* crowd, int32_t index, wfGroupId* group )
{
	static const wfFormationKind kinds[groupCount] = { wf_boxFormation, wf_wedgeFormation, wf_asTheyStandFormation };
	wfAgentId ids[members];
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < members && result == wf_ok; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		uint64_t draw = (uint64_t)( index * members + k );
		agent.radius = 0.2 + 0.1 * wfRandomUnit( 21, 1, draw );
		agent.desiredSpeed = 1.1 + 0.5 * wfRandomUnit( 21, 2, draw );
		agent.position = ( wfVec3 ){ 3.0 + 1.1 * ( k % 4 ), 3.0 + 9.0 * index + 1.3 * ( k / 4 ), 0.0 };
		agent.atEnd = wf_stayAtEnd;
		result = wfCrowd_AddAgent( crowd, &agent, &ids[k], NULL );
	}
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = kinds[index];
	def.formation.spacing = 1.1;
	def.members = ids;
	def.memberCount = members;
	return result != wf_ok ? result : wfCrowd_CreateGroup( crowd, &def, group, NULL );
}

// The log: everything for later, from which on it counts.
static wfResult giveOrders( wfCrowd* crowd, const wfGroupId* groups, const wfStrokes* strokes )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < 24 && result == wf_ok; ++k )
	{
		wfGroupOrder order = wfDefaultGroupOrder( (wfGroupOrderKind)( ( 5 * k + 1 ) % wf_groupOrderKindCount ) );
		wfGroupId other = groups[( k + 1 ) % groupCount];
		order.to.point.x = 2.0 + 36.0 * wfRandomUnit( 22, 1, (uint64_t)k );
		order.to.point.y = 2.0 + 26.0 * wfRandomUnit( 22, 2, (uint64_t)k );
		order.facing = ( wfVec3 ){ 0.6, k % 2 == 0 ? 0.8 : -0.8, 0.0 };
		order.leadingGroup = order.kind == wf_followOrder ? other : order.leadingGroup;
		order.enemies = order.kind == wf_attackOrder ? &other : NULL;
		order.enemyCount = order.kind == wf_attackOrder ? 1 : 0;
		order.range = 3.0;
		order.strokes = order.kind == wf_strokeOrder ? strokes : NULL;
		order.advance = (wfAdvance)( k % wf_advanceCount );
		order.queued = k % 4 == 3;
		order.time = 4.0 * ( k / groupCount );
		result = wfCrowd_OrderGroup( crowd, groups[k % groupCount], &order, NULL );
	}
	return result;
}

wfResult hashGroups( void )
{
	const wfVec2 road[3] = { { 4.0, 13.0 }, { 16.0, 13.0 }, { 36.0, 15.0 } }, side[2] = { { 16.0, 13.0 }, { 30.0, 27.0 } };
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 40.0, 30.0 } };
	wfStrokesDef strokesDef = wfDefaultStrokesDef();
	wfWorld* world = NULL;
	wfCrowd* crowd = NULL;
	wfStrokes* strokes = NULL;
	wfGroupId groups[groupCount];
	wfResult result = wfCreateWorld( &worldDef, &world, NULL );
	result = result != wf_ok ? result : hashAddWall( world, ( wfVec2 ){ 18.0, 0.0 }, ( wfVec2 ){ 18.5, 12.0 } );
	result = result != wf_ok ? result : hashAddWall( world, ( wfVec2 ){ 18.0, 14.0 }, ( wfVec2 ){ 18.5, 25.0 } );
	result = result != wf_ok ? result : hashAddWall( world, ( wfVec2 ){ 26.0, 17.0 }, ( wfVec2 ){ 27.0, 18.0 } );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakePlaneGround( world );
	result = result != wf_ok ? result : wfCreateCrowd( &ground, &def, &crowd, NULL );
	for ( int32_t k = 0; k < groupCount && result == wf_ok; ++k )
	{
		result = addGroup( crowd, k, &groups[k] );
	}
	result = result != wf_ok ? result : wfCreateStrokes( &strokesDef, &strokes, NULL );
	result = result != wf_ok ? result : wfStrokes_Add( strokes, road, 3, NULL, NULL );
	result = result != wf_ok ? result : wfStrokes_Add( strokes, side, 2, NULL, NULL );
	result = result != wf_ok ? result : giveOrders( crowd, groups, strokes );
	uint64_t hash = WF_HASH_START;
	int32_t told = 0;
	for ( int32_t k = 1; k <= ticks && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( crowd, NULL );
		const wfGroupEvent* events;
		int32_t count = result == wf_ok ? wfCrowd_GetGroupEvents( crowd, &events ) : 0;
		for ( int32_t n = 0; n < count; ++n )
		{
			const double numbers[] = { events[n].kind, events[n].orderNumber, events[n].position.x, events[n].position.y };
			hash = wfHash( hash, numbers, sizeof( numbers ) );
			told += 1;
		}
		if ( result == wf_ok && ( k == 1 || k % 25 == 0 ) )
		{
			printf( "groups step %d crowd %016" PRIx64 " events %016" PRIx64 " %d told\n", (int)k, wfCrowd_GetHash( crowd ), hash,
					(int)told );
		}
	}
	wfDestroyStrokes( strokes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return result;
}
