// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Random calls: whatever is ordered, nobody overlaps anybody, ticks succeed, and a run goes on from a checkpoint as it would
// have.
#include "test_crowd_groups.h"

#include <math.h>
#include <stdlib.h>

typedef struct Calls
{
	wfCrowd* crowd;
	wfWorld* world;
	wfStrokes* strokes;
	uint64_t seed, counter;
	wfShapeId wall;
} Calls;

static double draw( Calls* calls )
{
	return wfRandomUnit( calls->seed, 77, calls->counter++ );
}

static int32_t drawBelow( Calls* calls, int32_t count )
{
	int32_t k = (int32_t)( draw( calls ) * count );
	return k < count ? k : count - 1;
}

static wfGroupId drawGroup( Calls* calls )
{
	wfGroupId ids[32];
	int32_t count = wfCrowd_GetGroupIds( calls->crowd, ids, 32 );
	count = count < 32 ? count : 32;
	return count > 0 && draw( calls ) < 0.95 ? ids[drawBelow( calls, count )] : ( wfGroupId ){ 99, 1 };
}

static int32_t drawAgents( Calls* calls, wfAgentId* agents, int32_t most )
{
	wfAgentId ids[64];
	int32_t count = wfCrowd_GetAgentIds( calls->crowd, ids, 64 ), wanted = drawBelow( calls, most ) + 1, found = 0;
	int32_t first = count > 0 ? drawBelow( calls, count ) : 0;
	for ( int32_t k = 0; k < count && found < wanted; ++k )
	{
		agents[found++] = ids[( first + 3 * k ) % count];
	}
	return found;
}

static void drawOrder( Calls* calls )
{
	wfGroupOrder order = wfDefaultGroupOrder( (wfGroupOrderKind)drawBelow( calls, wf_groupOrderKindCount ) );
	wfGroupId enemy = drawGroup( calls );
	wfAgentId target = { 0, 0 };
	drawAgents( calls, &target, 1 );
	order.to = pointStop( 42.0 * draw( calls ) - 1.0, 32.0 * draw( calls ) - 1.0 );
	order.facing = ( wfVec3 ){ draw( calls ) - 0.5, draw( calls ) < 0.5 ? 0.0 : draw( calls ) - 0.5, 0.0 };
	order.leadingGroup = drawGroup( calls );
	order.leader = target;
	order.enemies = &enemy;
	order.enemyCount = 1;
	order.targets = &target;
	order.targetCount = 1;
	order.range = 8.0 * draw( calls );
	order.seconds = 3.0 * draw( calls );
	order.strokes = calls->strokes;
	order.advance = (wfAdvance)drawBelow( calls, wf_advanceCount );
	order.rule = (wfDivisionRule)drawBelow( calls, wf_divisionRuleCount );
	order.queued = draw( calls ) < 0.4;
	order.time = draw( calls ) < 0.2 ? wfCrowd_GetTime( calls->crowd ) + 4.0 * draw( calls ) : 0.0;
	wfCrowd_OrderGroup( calls->crowd, drawGroup( calls ), &order, NULL );
}

static void drawFormation( Calls* calls, wfFormationDef* def )
{
	static const wfVec2 drawn[4] = { { 0.0, 0.0 }, { 3.0, 1.0 }, { 4.0, -2.0 }, { -1.0, -3.0 } };
	*def = wfDefaultFormationDef();
	def->kind = (wfFormationKind)drawBelow( calls, wf_formationKindCount );
	def->spacing = 0.7 + draw( calls );
	def->rigid = draw( calls ) < 0.15;
	bool isDrawn = def->kind == wf_curveFormation || def->kind == wf_outlineFormation || def->kind == wf_pointsFormation;
	def->points = isDrawn ? drawn : NULL;
	def->pointCount = isDrawn ? 4 : 0;
}

static void callOnce( Calls* calls )
{
	wfAgentId agents[12];
	wfGroupDef def = wfDefaultGroupDef();
	int32_t count = drawAgents( calls, agents, 12 );
	switch ( drawBelow( calls, 14 ) )
	{
		case 0:
			drawFormation( calls, &def.formation );
			def.members = agents;
			def.memberCount = count;
			def.bands = draw( calls ) < 0.5;
			wfCrowd_CreateGroup( calls->crowd, &def, NULL, NULL );
			break;
		case 1:
			wfCrowd_DestroyGroup( calls->crowd, draw( calls ) < 0.3 ? drawGroup( calls ) : ( wfGroupId ){ 0, 0 } );
			break;
		case 2:
			wfCrowd_AddToGroup( calls->crowd, drawGroup( calls ), agents, count, NULL );
			break;
		case 3:
			wfCrowd_RemoveFromGroup( calls->crowd, drawGroup( calls ), agents, 1, NULL );
			break;
		case 4:
			wfCrowd_SplitGroup( calls->crowd, wfCrowd_GetGroupOf( calls->crowd, agents[0] ), agents, 1, NULL, NULL );
			break;
		case 5:
			wfCrowd_MergeGroups( calls->crowd, drawGroup( calls ),
								 draw( calls ) < 0.3 ? drawGroup( calls ) : ( wfGroupId ){ 0, 0 }, NULL );
			break;
		case 6:
			drawFormation( calls, &def.formation );
			wfCrowd_SetFormation( calls->crowd, drawGroup( calls ), &def.formation, NULL );
			break;
		case 7:
			if ( wfCrowd_GetAgentCount( calls->crowd ) > 20 && draw( calls ) < 0.3 )
			{
				wfCrowd_RemoveAgent( calls->crowd, agents[0] );
			}
			break;
		case 8:
		{
			wfStop stop = pointStop( 40.0 * draw( calls ), 30.0 * draw( calls ) );
			wfVec3 velocity = { draw( calls ) - 0.5, draw( calls ) - 0.5, 0.0 };
			if ( draw( calls ) < 0.3 )
			{
				wfCrowd_SetPreferredVelocity( calls->crowd, agents[0], draw( calls ) < 0.5 ? &velocity : NULL, NULL );
			}
			else
			{
				wfCrowd_SetStops( calls->crowd, agents[0], &stop, 1, NULL );
			}
			break;
		}
		case 9:
			if ( draw( calls ) < 0.15 )
			{
				wfWorld_RemoveShape( calls->world, calls->wall );
				double x = 36.0 * draw( calls ), y = 26.0 * draw( calls );
				calls->wall = addBox( calls->world, x, y, x + 1.0 + 3.0 * draw( calls ), y + 1.0 + 3.0 * draw( calls ) );
			}
			break;
		default:
			drawOrder( calls );
			break;
	}
}

// Nobody overlaps anybody; an edit may have put walls onto people.
static double leastGap( wfCrowd* crowd )
{
	return measureSafety( crowd ).leastGap;
}

static void callAtRandom( uint64_t seed )
{
	Calls calls = { .seed = seed };
	calls.world = makeRoom( 40.0, 30.0 );
	addBox( calls.world, 18.0, 0.0, 19.0, 12.0 );
	addBox( calls.world, 18.0, 13.5, 19.0, 25.0 );
	addBox( calls.world, 30.0, 8.0, 33.0, 10.0 );
	calls.wall = addBox( calls.world, 8.0, 22.0, 9.0, 23.0 );
	calls.crowd = makeCrowd( calls.world, NULL );
	const wfVec2 road[4] = { { 5.0, 5.0 }, { 15.0, 10.0 }, { 25.0, 10.0 }, { 35.0, 25.0 } };
	const wfVec2 side[3] = { { 15.0, 10.0 }, { 12.0, 20.0 }, { 20.0, 28.0 } };
	wfStrokesDef drawn = wfDefaultStrokesDef();
	CHECK_EQUAL( wfCreateStrokes( &drawn, &calls.strokes, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( calls.strokes, road, 4, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( calls.strokes, side, 3, NULL, NULL ), wf_ok );
	for ( int32_t k = 0; k < 40; ++k )
	{
		addAgentOfSize( calls.crowd, 2.0 + 1.3 * ( k % 8 ), 2.0 + 1.5 * ( k / 8 ), k % 7 == 0 ? 0.4 : 0.25,
						1.0 + 0.05 * ( k % 9 ), pointStop( 30.0, 20.0 ) );
	}
	double gap = INFINITY;
	for ( int32_t k = 0; k < ( TEST_HAS_SANITIZER ? 150 : 500 ); ++k )
	{
		for ( int32_t m = drawBelow( &calls, 4 ); m > 0; --m )
		{
			callOnce( &calls );
		}
		if ( k % 50 == 25 )
		{
			checkSameFuture( calls.crowd, 4 );
		}
		tickTimes( calls.crowd, 1 );
		gap = fmin( gap, leastGap( calls.crowd ) );
		wfFrame frame = wfCrowd_GetFrame( calls.crowd );
		for ( int32_t m = 0; m < frame.count; ++m )
		{
			CHECK( isfinite( frame.positions[m].x ) && isfinite( frame.velocities[m].y ) );
		}
	}
	CHECK( gap >= -1e-6 );
	wfDestroyStrokes( calls.strokes );
	wfDestroyCrowd( calls.crowd );
	wfDestroyWorld( calls.world );
}

TEST( GroupsTakeRandomCalls )
{
	for ( uint64_t seed = 1; seed <= ( TEST_HAS_SANITIZER ? 3 : 12 ); ++seed )
	{
		callAtRandom( seed );
	}
}

void runGroupRandomTests( int argc, char** argv )
{
	RUN( GroupsTakeRandomCalls );
}
