// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Units that are commanded as one: selected, sent in formation, freely and along a sketch, divided and merged. The pieces are
// those of docs/start/games.md.

#include <stdio.h>
#include <wayfield/wayfield.h>

static wfCrowd* crowd;
static wfError error; // its message says what is wrong

// A box that the player drags around some units.
static int32_t selectUnits( wfVec2 lower, wfVec2 upper, wfAgentId* selected )
{
	wfFrame frame = wfCrowd_GetFrame( crowd );
	int32_t count = 0;
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		wfVec3 at = frame.positions[i];
		if ( at.x >= lower.x && at.x <= upper.x && at.y >= lower.y && at.y <= upper.y )
		{
			selected[count++] = frame.ids[i];
		}
	}
	return count;
}

static wfResult makeGroup( const wfAgentId* selected, int32_t count, wfGroupId* group )
{
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = wf_wedgeFormation;
	def.formation.spacing = 1.2; // metres; at least twice the radius
	def.members = selected;		 // who is in another group leaves it
	def.memberCount = count;
	return wfCrowd_CreateGroup( crowd, &def, group, &error );
}

// A click, with shift after what they do already.
static wfResult sendTo( wfGroupId group, wfGroupOrderKind kind, wfVec3 place, bool shift )
{
	wfGroupOrder order = wfDefaultGroupOrder( kind ); // wf_formationOrder, wf_moveOrder, wf_attackOrder, wf_patrolOrder...
	order.to = wfMakePointStop( place );
	order.queued = shift;
	return wfCrowd_OrderGroup( crowd, group, &order, &error );
}

// Two strokes of the mouse. The second one begins on the first: half of the group takes it.
static wfResult sendAlong( wfGroupId group )
{
	const wfVec2 road[3] = { { 20, 6 }, { 30, 6 }, { 44, 4 } }, branch[2] = { { 30, 6 }, { 40, 20 } };
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	wfResult result = wfCreateStrokes( &def, &strokes, &error );
	result = result ? result : wfStrokes_Add( strokes, road, 3, NULL, &error );
	result = result ? result : wfStrokes_Add( strokes, branch, 2, NULL, &error );
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	order.strokes = strokes; // copied
	result = result ? result : wfCrowd_OrderGroup( crowd, group, &order, &error );
	wfDestroyStrokes( strokes );
	return result;
}

// After each tick: what has come of the orders.
static void readEvents( void )
{
	const wfGroupEvent* events;
	int32_t count = wfCrowd_GetGroupEvents( crowd, &events );
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfGroupEvent* event = &events[i];
		const char* what = event->kind == wf_groupArrivedEvent		 ? "has arrived"
						   : event->kind == wf_groupDividedEvent	 ? "has divided"
						   : event->kind == wf_groupBlockedEvent	 ? "goes as near as it can: there is a wall"
						   : event->kind == wf_groupUnreachableEvent ? "goes as near as it can: there is no way"
																	 : NULL;
		if ( what != NULL )
		{
			printf( "%4.1f s: group %d %s, at %.0f, %.0f\n", event->time, (int)event->group.index1, what, event->position.x,
					event->position.y );
		}
	}
}

// Those who took the branch come back; five of all stay where they are, and the others go on.
static wfResult regroup( wfGroupId group )
{
	wfGroupId groups[2], guards;
	wfAgentId members[5];
	wfResult result = wf_ok;
	if ( wfCrowd_GetGroupIds( crowd, groups, 2 ) == 2 )
	{
		result = wfCrowd_MergeGroups( crowd, group, groups[1], &error );
	}
	wfCrowd_GetGroupMembers( crowd, group, members, 5 );
	result = result ? result : wfCrowd_SplitGroup( crowd, group, members, 5, &guards, &error );
	wfGroupOrder stop = wfDefaultGroupOrder( wf_stopOrder );
	return result ? result : wfCrowd_OrderGroup( crowd, guards, &stop, &error );
}

static wfResult tick( double seconds )
{
	wfResult result = wf_ok;
	for ( double until = wfCrowd_GetTime( crowd ) + seconds; wfCrowd_GetTime( crowd ) < until && !result; )
	{
		result = wfCrowd_Tick( crowd, &error );
		readEvents();
	}
	return result;
}

int main( void )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds.upper.x = 50, worldDef.bounds.upper.y = 24;
	wfShapeDef wall = wfDefaultShapeDef();
	wall.center.x = 18, wall.center.y = 14, wall.halfSize.x = 0.5, wall.halfSize.y = 10;
	wfWorld* world = NULL;
	wfResult result = wfCreateWorld( &worldDef, &world, &error );
	result = result ? result : wfWorld_AddShape( world, &wall, NULL, &error );
	wfGroundDef ground = wfMakePlaneGround( world );
	wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
	result = result ? result : wfCreateCrowd( &ground, &crowdDef, &crowd, &error );
	for ( int i = 0; i < 20 && !result; ++i )
	{
		wfAgentDef unit = wfDefaultAgentDef();
		unit.position.x = 2 + 1.2 * ( i % 5 ), unit.position.y = 14 + 1.2 * ( i / 5 );
		unit.desiredSpeed = 3;
		unit.atEnd = wf_stayAtEnd;
		result = wfCrowd_AddAgent( crowd, &unit, NULL, &error );
	}
	wfVec2 lower = { 0, 10 }, upper = { 10, 24 };
	wfVec3 gate = { 22, 6, 0 }, hill = { 40, 12, 0 }, inside = { 18, 14, 0 };
	wfAgentId selected[20];
	wfGroupId group;
	int32_t count = result ? 0 : selectUnits( lower, upper, selected );
	result = result ? result : makeGroup( selected, count, &group );
	result = result ? result : sendTo( group, wf_formationOrder, gate, false );
	result = result ? result : tick( 20 );
	result = result ? result : sendAlong( group );
	result = result ? result : tick( 30 );
	result = result ? result : regroup( group );
	result = result ? result : sendTo( group, wf_moveOrder, hill, false );
	result = result ? result : sendTo( group, wf_formationOrder, inside, true );
	result = result ? result : tick( 40 );
	if ( result )
		fprintf( stderr, "%s\n", error.message );
	wfDestroyCrowd( crowd ), wfDestroyWorld( world );
	return (int)result;
}
