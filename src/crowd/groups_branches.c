// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where a stroke divides a group parts, by the ground that each may cross.
#include "base/vec2.h"
#include "base/vec3.h"
#include "crowd/group_parts.h"
#include "crowd/routes.h"
#include "world/world.h"

// Ground that some kind may enter, but not this one: a wall is gone around, such ground closes a branch.
static bool isForbidden( const wfWorld* world, wfVec2 place, int32_t kind )
{
	if ( wfWorld_GetDistance( world, place, kind ) > 0.0 )
	{
		return false;
	}
	for ( int32_t other = 0; other < WF_KINDS; ++other )
	{
		if ( other != kind && wfWorld_GetDistance( world, place, other ) > 0.0 )
		{
			return true;
		}
	}
	return false;
}

// A point that was drawn, as seen from a place.
static wfVec2 seePoint( const wfCrowd* crowd, wfPlace from, wfVec3 point )
{
	wfPlace place;
	bool isFound = wfGround_FindPlace( &crowd->ground, point, ( wfSurfacePoint ){ -1, 0.0, 0.0 }, &place );
	return wfGround_GetOffset( &crowd->ground, from, isFound ? place : from );
}

// Whether the link to a child is open to one of a kind: it can get to its end, and to nothing on it is it forbidden.
static wfResult judgeBranch( wfCrowd* crowd, const wfVec3* points, int32_t count, const wfAgent* agent, bool* isOpen,
							 wfError* error )
{
	wfPlace place;
	int32_t last = count - 1;
	while ( last > 0 && !wfFindDrawn( crowd, agent->layer, points[last], &place ) )
	{
		--last;
	}
	wfGround_FindPlace( &crowd->ground, points[last], ( wfSurfacePoint ){ -1, 0.0, 0.0 }, &place );
	wfStop end = wfMakePointStop( wfGround_GetPosition( &crowd->ground, place ) );
	end.place = wfGround_GetPoint( &crowd->ground, place );
	wfResult result = wfHasRouteTo( crowd, agent->layer, &end, true, wfPlaceOf( agent ), isOpen, error );
	*isOpen = *isOpen && result == wf_ok;
	for ( int32_t k = 1; k < count && *isOpen && crowd->ground.world != NULL; ++k )
	{
		*isOpen = !isForbidden( crowd->ground.world, wfInPlane( points[k] ), agent->kind );
	}
	return result == wf_goalBlocked || result == wf_notFound ? wf_ok : result;
}

// The direction in which a branch leaves its node, by the place some metres along it; as seen from another place.
static wfVec2 lookInto( const wfCrowd* crowd, wfPlace from, const wfVec3* points, int32_t count )
{
	double left = WF_BRANCH_LOOK, length = 0.0;
	int32_t k = 1;
	for ( ; k < count; ++k, left -= length )
	{
		length = wfDistance3( points[k - 1], points[k] );
		if ( length > left )
		{
			break;
		}
	}
	wfVec3 out = k < count ? wfMix3( points[k - 1], points[k], left / length ) : points[count - 1];
	return wfSub2( seePoint( crowd, from, out ), seePoint( crowd, from, points[0] ) );
}

typedef struct wfChoice
{
	int32_t children[WF_MAX_BRANCHES];
	int32_t count;
	wfBranch branches[WF_MAX_BRANCHES];
	wfDivided* members;
	int32_t* branchOf;
} wfChoice;

static wfResult findOpen( wfCrowd* crowd, const wfGroup* group, int32_t branch, wfChoice* choice, wfError* error )
{
	const wfStrokes* strokes = wfSketchOf( group );
	wfStrokeNode child = wfStrokes_GetNode( strokes, choice->children[branch] );
	int32_t count = wfStrokes_GetLinkPointsInSpace( strokes, child.link, NULL, 0 );
	wfVec3* points = wfAllocateArray( (size_t)count, sizeof( wfVec3 ) );
	if ( points == NULL )
	{
		return wf_outOfMemory;
	}
	wfStrokes_GetLinkPointsInSpace( strokes, child.link, points, count );
	wfPlace from = wfMiddleOfView( crowd, wfAnchorOf( &group->now ) );
	wfResult result = wf_ok;
	choice->branches[branch].direction = lookInto( crowd, from, points, count );
	// Who has the same kind and layer may do the same.
	for ( int32_t k = 0; k < group->members.count && result == wf_ok; ++k )
	{
		const wfAgent* agent = wfMemberAgent( crowd, group, k );
		int32_t like = 0;
		while ( like < k && ( crowd->population.agents[group->members.data[like].slot].layer != agent->layer ||
							  crowd->population.agents[group->members.data[like].slot].kind != agent->kind ) )
		{
			++like;
		}
		bool open = like < k && ( choice->members[like].open >> branch & 1u ) != 0;
		if ( like == k && agent->layer >= 0 )
		{
			result = judgeBranch( crowd, points, count, agent, &open, error );
		}
		choice->members[k].kind = agent->kind;
		choice->members[k].place = wfGround_GetOffset( &crowd->ground, from, wfPlaceOf( agent ) );
		choice->members[k].open |= open ? 1u << branch : 0u;
	}
	wfReleaseArray( points, (size_t)count, sizeof( wfVec3 ) );
	return result;
}

static wfResult choose( wfCrowd* crowd, const wfGroup* group, wfChoice* choice, wfError* error )
{
	const wfStrokes* strokes = wfSketchOf( group );
	const wfGroupTask* task = wfTaskOf( group );
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < choice->count && result == wf_ok; ++k )
	{
		choice->branches[k] = ( wfBranch ){ .share = 1.0, .number = -1 };
		for ( int32_t m = 0; m < task->branchCount; ++m )
		{
			const wfKeptBranch* rule = &group->branches.data[task->branchFirst + m];
			if ( rule->node == choice->children[k] || rule->node == wfFindStrokeEnd( strokes, choice->children[k] ) )
			{
				choice->branches[k] = ( wfBranch ){ .share = rule->share, .number = rule->number, .kinds = rule->kinds };
			}
		}
		result = findOpen( crowd, group, k, choice, error );
	}
	wfDivisionDef def = wfDefaultDivisionDef();
	def.rule = (wfDivisionRule)task->rule;
	def.branches = choice->branches;
	def.branchCount = choice->count;
	wfStrokeNode node = wfStrokes_GetNode( strokes, group->now.node );
	def.node =
		seePoint( crowd, wfMiddleOfView( crowd, wfAnchorOf( &group->now ) ), ( wfVec3 ){ node.place.x, node.place.y, node.z } );
	def.heading = ( wfVec2 ){ group->now.aheadX, group->now.aheadY };
	return result == wf_ok ? wfDivide( &def, choice->members, group->members.count, choice->branchOf, error ) : result;
}

static void sendInto( wfGroup* group, const wfStrokes* strokes, int32_t child, double time )
{
	group->now.node = wfFindStrokeEnd( strokes, child );
	group->now.progress =
		group->now.flags & wf_groupIsFree && wfTaskOf( group )->advance == wf_advanceEach ? -1.0 : group->now.progress;
	group->now.stirred = time;
	group->now.since = -1.0;
	group->now.flags |= wf_groupLooks;
	group->now.flags &= ~(uint32_t)( wf_groupIsThere | wf_groupHasFormed | wf_groupParts );
}

// Who of a group goes into a branch.
static int32_t findTakers( const wfGroup* group, const int32_t* branchOf, int32_t branch, int32_t* slots )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		if ( branchOf[k] == branch )
		{
			slots[count++] = group->members.data[k].slot;
		}
	}
	return count;
}

// Those of one branch become a group of their own; those of the first stay the group.
static wfResult planBranch( wfCrowd* crowd, int32_t from, const wfChoice* choice, int32_t branch, bool isRest )
{
	wfGroups* groups = &crowd->groups;
	wfParting parting = { .from = from, .child = branch >= 0 ? choice->children[branch] : -1, .isRest = isRest };
	wfResult result = wfArray_Reserve( &groups->partings, (size_t)groups->partings.count + 1 );
	result = result == wf_ok && !isRest ? wfPrepareSplit( crowd, &groups->list.data[from], groups->list.data[from].members.count,
														  groups->partings.count, &parting.made )
										: result;
	if ( result != wf_ok )
	{
		return result;
	}
	const wfGroup* group = &groups->list.data[from];
	if ( !isRest )
	{
		result = wfArray_Reserve( &parting.made.nextPlaces, (size_t)group->members.count );
		parting.made.nextPlaces.count =
			result == wf_ok ? findTakers( group, choice->branchOf, branch, parting.made.nextPlaces.data ) : 0;
	}
	if ( isRest || parting.made.nextPlaces.count > 0 )
	{
		groups->partings.data[groups->partings.count++] = parting;
	}
	else
	{
		wfFreeGroup( &parting.made );
	}
	return result;
}

static wfResult planParting( wfCrowd* crowd, int32_t from, wfChoice* choice, wfError* error )
{
	const wfGroup* group = &crowd->groups.list.data[from];
	int32_t members = group->members.count, first = WF_MAX_BRANCHES;
	choice->count = wfStrokes_GetChildren( wfSketchOf( group ), group->now.node, choice->children, WF_MAX_BRANCHES );
	choice->count = choice->count < WF_MAX_BRANCHES ? choice->count : WF_MAX_BRANCHES;
	wfResult result = choose( crowd, group, choice, error );
	for ( int32_t k = 0; k < members && result == wf_ok; ++k )
	{
		first = choice->branchOf[k] >= 0 && choice->branchOf[k] < first ? choice->branchOf[k] : first;
	}
	first = first < WF_MAX_BRANCHES ? first : -1;
	for ( int32_t branch = -1; branch < choice->count && result == wf_ok; ++branch )
	{
		result = branch != first ? planBranch( crowd, from, choice, branch, false ) : wf_ok;
	}
	return result == wf_ok ? planBranch( crowd, from, choice, first, true ) : result;
}

void wfFreePartings( wfGroups* groups )
{
	for ( int32_t k = 0; k < groups->partings.count; ++k )
	{
		wfFreeGroup( &groups->partings.data[k].made );
	}
	groups->partings.count = 0;
}

wfResult wfPlanPartings( wfCrowd* crowd, wfError* error )
{
	wfResult result = wf_ok;
	wfFreePartings( &crowd->groups );
	for ( int32_t k = 0, count = crowd->groups.list.count; k < count && result == wf_ok; ++k )
	{
		const wfGroup* group = &crowd->groups.list.data[k];
		if ( !group->isUsed || ( group->now.flags & ( wf_groupParts | wf_groupBegins ) ) != wf_groupParts ||
			 wfSketchOf( group ) == NULL || group->members.count == 0 )
		{
			continue;
		}
		wfChoice* choice = wfAllocateZeroed( sizeof( wfChoice ) );
		size_t members = (size_t)group->members.count;
		wfDivided* divided = wfAllocateZeroed( members * sizeof( wfDivided ) );
		int32_t* branchOf = wfAllocateArray( members, sizeof( int32_t ) );
		result = choice != NULL && divided != NULL && branchOf != NULL ? wf_ok : wf_outOfMemory;
		if ( result == wf_ok )
		{
			choice->members = divided;
			choice->branchOf = branchOf;
			result = planParting( crowd, k, choice, error );
		}
		wfRelease( choice, sizeof( wfChoice ) );
		wfRelease( divided, members * sizeof( wfDivided ) );
		wfReleaseArray( branchOf, members, sizeof( int32_t ) );
	}
	return result;
}

static void hold( wfGroup* group )
{
	group->tasks.data[0].kind = (int32_t)wf_holdOrder;
	group->tasks.count = 1;
	group->now.flags &= ~(uint32_t)wf_groupParts;
}

void wfPartGroups( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->groups.partings.count; ++k )
	{
		wfParting* parting = &crowd->groups.partings.data[k];
		wfGroup *group = &crowd->groups.list.data[parting->from], *goes = group;
		wfGroupId id = wfIdOfGroup( crowd, group );
		if ( !parting->isRest )
		{
			int32_t* slots = parting->made.nextPlaces.data; // the list goes with the group
			id = wfSplit( crowd, parting->from, slots, parting->made.nextPlaces.count, &parting->made );
			goes = wfGetGroup( crowd, id );
		}
		if ( parting->child < 0 )
		{
			hold( goes );
			wfTellGroup( crowd, group, wf_groupNoBranchEvent, id );
			continue;
		}
		sendInto( goes, wfSketchOf( goes ), parting->child, crowd->time );
		if ( !parting->isRest )
		{
			wfTellGroup( crowd, group, wf_groupDividedEvent, id );
		}
	}
	wfFreePartings( &crowd->groups );
}
