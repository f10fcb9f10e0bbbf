// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with the same orders on other ground: on foot, and around a planet.
#include "experiment_groups.h"
#include "experiment_surface.h"

#include "base/math.h"
#include "base/vec3.h"

#include <math.h>
#include <stdlib.h>

#define MAX_MEMBERS 64

static void take( double* worst, double value )
{
	*worst = isnan( value ) ? INFINITY : fmax( *worst, value );
}

// --------------------------------------------------------------------------------------------------------------- on foot

typedef struct March
{
	double p95, worst; // E_s
	double end;
	int32_t there;
	int64_t touches; // of circles with each other and with walls
	uint64_t hash;
} March;

static March marchOnFoot( wfTrial* run, uint64_t seed, const char* title )
{
	wfGroupStage* stage = wfTrial_OpenGroups( run, &( wfGroupStageDef ){ .seed = seed, .onFoot = true } );
	wfCircleCheckDef def = wfDefaultCircleCheckDef();
	wfCircleCheck* check = NULL;
	wfVec2 to = wfTrial_GetVector( run, "to" );
	double forming = wfTrial_GetNumber( run, "forming" );
	March march = { 0 };
	wfSamples errors = { 0 };
	def.world = stage->world;
	wfTrial_Check( run, wfCreateCircleCheck( &def, &check, &wf_error ) );
	wfGroupStage_Order( stage, 0, wf_formationOrder, to );
	wfFrame frame = wfCrowd_GetFrame( stage->crowd );
	wfTrial_Check( run, wfCircleCheck_AddFrame( check, &frame ) );
	while ( wfGroupStage_Tick( stage ) )
	{
		const wfFootstepRow* rows;
		int32_t count = wfCrowd_GetFootsteps( stage->crowd, &rows );
		wfTrial_Check( run, wfCircleCheck_AddFootsteps( check, rows, count ) );
		frame = wfCrowd_GetFrame( stage->crowd );
		wfTrial_Check( run, wfCircleCheck_AddFrame( check, &frame ) );
		wfGroupState state = wfGroupStage_GetState( stage, 0 );
		if ( frame.time > forming && state.mode == wf_groupTravels )
		{
			wfSamples_Add( &errors, state.shapeError );
		}
	}
	wfTrial_Check( run, wfCircleCheck_Finish( check ) );
	wfCircleReport report = wfCircleCheck_GetReport( check );
	march.p95 = wfSamples_GetQuantile( &errors, 0.95 );
	march.worst = wfSamples_GetQuantile( &errors, 1.0 );
	march.end = wfCrowd_IsDone( stage->crowd ) ? wfGroupStage_GetTime( stage ) : INFINITY;
	march.there = wfCrowd_IsDone( stage->crowd ) ? wfGroupStage_GetState( stage, 0 ).memberCount : 0;
	march.touches = report.overlaps + report.wallHits;
	march.hash = wfCrowd_GetHash( stage->crowd );
	if ( title != NULL )
	{
		wfGroupStage_Draw( stage, "", title, NULL );
	}
	wfDestroyCircleCheck( check );
	wfGroupStage_Close( stage );
	return march;
}

void wfPerformGroupOnFoot( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), there = INT32_MAX, different = 0;
	double p95 = 0.0, worst = 0.0, end = 0.0;
	int64_t touches = 0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		March one = marchOnFoot( run, (uint64_t)seed, seed == 1 ? "A wedge of twelve on foot" : NULL ),
			  again = marchOnFoot( run, (uint64_t)seed, NULL );
		take( &p95, one.p95 );
		take( &worst, one.worst );
		take( &end, one.end );
		there = one.there < there ? one.there : there;
		touches += one.touches;
		different += one.hash != again.hash;
	}
	wfTrial_Claim( run, "shape", p95 );
	wfTrial_Claim( run, "there", there );
	wfTrial_Claim( run, "touches", (double)touches );
	wfTrial_Claim( run, "same", different );
	wfTrial_Note( run, "", worst, "E_s, the worst of all ticks" );
	wfTrial_Note( run, "s", end, "all stand after, worst seed" );
}

// -------------------------------------------------------------------------------------------------------------- a planet

typedef struct Orbit
{
	double p95, worst; // E_s
	double gap;		   // between any two
	double off;		   // the farthest a slot is from the surface, metres
	bool done;
	double end;
	uint64_t hash;
} Orbit;

// At random around a place: within `reach` of it, and 0.7 m apart at least.
static void addMembers( wfTrial* run, wfCrowd* crowd, uint64_t seed, wfAgentId* members, int32_t count )
{
	wfVec3 around = wfTrial_GetPoint( run, "start" );
	double reach = wfTrial_GetNumber( run, "startReach" );
	int32_t added = 0;
	for ( uint64_t draw = 0; added < count && draw < 30000; draw += 3 )
	{
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ around.x + reach * ( 2.0 * wfRandomUnit( seed, 1, draw ) - 1.0 ),
								   around.y + reach * ( 2.0 * wfRandomUnit( seed, 1, draw + 1 ) - 1.0 ),
								   around.z + reach * ( 2.0 * wfRandomUnit( seed, 1, draw + 2 ) - 1.0 ) };
		def.radius = 0.25;
		def.desiredSpeed = 1.3;
		wfResult result = wfCrowd_AddAgent( crowd, &def, &members[added], &wf_error );
		wfTrial_Check( run, result == wf_startBlocked ? wf_ok : result );
		added += result == wf_ok;
	}
	wfTrial_FailIf( run, added < count, "startReach", "there is no room for so many" );
}

static double measureOff( const wfMesh* mesh, const wfCrowd* crowd, wfGroupId group )
{
	wfVec3 slots[MAX_MEMBERS];
	int32_t count = wfCrowd_GetGroupSlots( crowd, group, slots, MAX_MEMBERS );
	double off = 0.0;
	for ( int32_t k = 0; k < count && k < MAX_MEMBERS; ++k )
	{
		double distance;
		wfMesh_FindNearest( mesh, slots[k], &distance );
		off = fmax( off, distance );
	}
	return off;
}

static void drawOrbit( wfTrial* run, const wfMesh* mesh, wfCrowd* crowd, const wfTrajectories* trails )
{
	wfGroupTrackDef trackDef = wfDefaultGroupTrackDef();
	wfGroupTrack* track = NULL;
	const char* path = wfTrial_NamePicture( run, "" );
	if ( path == NULL )
	{
		return;
	}
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	wfVec2 view = wfTrial_GetVector( run, "view" );
	def.view.azimuth = view.x * WF_PI / 180.0;
	def.view.elevation = view.y * WF_PI / 180.0;
	def.frame = &frame;
	def.trails = trails;
	def.title = "A wedge of twelve around a planet";
	wfTrial_Check( run, wfCreateGroupTrack( &trackDef, &track, &wf_error ) );
	wfTrial_Check( run, wfGroupTrack_Add( track, crowd, &wf_error ) );
	def.groups = track;
	wfTrial_Check( run, wfDrawSurface( path, mesh, NULL, &def, &wf_error ) );
	wfDestroyGroupTrack( track );
}

void wfAddFrameRows( wfTrajectories* trails, const wfFrame* frame, int32_t number )
{
	int64_t more = trails->rowCount + frame->count;
	trails->rows = wfGrow( trails->rows, more, &trails->rowCapacity, sizeof( wfTrajectoryRow ) );
	for ( int32_t k = 0; k < frame->count; ++k )
	{
		wfVec3 at = frame->positions[k];
		trails->rows[trails->rowCount++] = ( wfTrajectoryRow ){ number, (int32_t)frame->serials[k], at.x, at.y, at.z };
	}
}

static Orbit walkAround( wfTrial* run, const wfMesh* mesh, uint64_t seed, bool draws )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakeMeshGround( mesh );
	wfCrowd* crowd = NULL;
	wfAgentId members[MAX_MEMBERS];
	wfGroupId group = { 0, 0 };
	wfTrial_Check( run, wfCreateCrowd( &ground, &def, &crowd, &wf_error ) );
	wfGroupDef groupDef = wfDefaultGroupDef();
	groupDef.memberCount = (int32_t)wfTrial_GetNumber( run, "members" );
	addMembers( run, crowd, seed, members, groupDef.memberCount );
	groupDef.members = members;
	groupDef.formation.kind = wfFindFormation( wfTrial_GetText( run, "formation" ) );
	groupDef.formation.spacing = 1.2;
	wfTrial_Check( run, wfCrowd_CreateGroup( crowd, &groupDef, &group, &wf_error ) );
	wfGroupOrder order = wfDefaultGroupOrder( wf_formationOrder );
	order.to = wfMakePointStop( wfTrial_GetPoint( run, "to" ) );
	wfTrial_Check( run, wfCrowd_OrderGroup( crowd, group, &order, &wf_error ) );
	Orbit orbit = { .gap = INFINITY };
	wfSamples errors = { 0 };
	wfTrajectories trails = { .fps = 1.0 / def.tickSeconds };
	double forming = wfTrial_GetNumber( run, "forming" ), most = wfTrial_GetNumber( run, "seconds" );
	int32_t number = 0;
	bool shown = false;
	do
	{
		wfContactReport contacts;
		wfTrial_Check( run, wfCrowd_Tick( crowd, &wf_error ) );
		wfTrial_Check( run, wfCrowd_CheckContacts( crowd, &contacts ) );
		orbit.gap = fmin( orbit.gap, contacts.leastGap );
		wfGroupState state = wfCrowd_GetGroup( crowd, group );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		wfAddFrameRows( &trails, &frame, number++ );
		if ( frame.time > forming && state.mode == wf_groupTravels )
		{
			wfSamples_Add( &errors, state.shapeError );
			orbit.off = fmax( orbit.off, measureOff( mesh, crowd, group ) );
		}
		if ( draws && !shown && frame.time >= wfTrial_GetNumber( run, "shown" ) )
		{
			drawOrbit( run, mesh, crowd, &trails );
			shown = true;
		}
	}
	while ( wfCrowd_GetTime( crowd ) < most && !wfCrowd_IsDone( crowd ) );
	orbit.done = wfCrowd_IsDone( crowd );
	orbit.end = wfCrowd_GetTime( crowd );
	orbit.p95 = wfSamples_GetQuantile( &errors, 0.95 );
	orbit.worst = wfSamples_GetQuantile( &errors, 1.0 );
	orbit.hash = wfCrowd_GetHash( crowd );
	free( trails.rows );
	free( errors.values );
	wfDestroyCrowd( crowd );
	return orbit;
}

void wfPerformGroupPlanet( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), done = 0, different = 0;
	double p95 = 0.0, worst = 0.0, gap = INFINITY, off = 0.0, end = 0.0;
	wfMesh* mesh = wfTrial_MakeSurface( run, "" );
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		Orbit one = walkAround( run, mesh, (uint64_t)seed, seed == 1 ), again = walkAround( run, mesh, (uint64_t)seed, false );
		take( &p95, one.p95 );
		take( &worst, one.worst );
		take( &off, one.off );
		take( &end, one.end );
		gap = fmin( gap, one.gap );
		done += one.done;
		different += one.hash != again.hash;
	}
	wfTrial_Claim( run, "shape", p95 );
	wfTrial_Claim( run, "arrive", (double)done / seeds );
	wfTrial_Claim( run, "gap", gap );
	wfTrial_Claim( run, "off", off );
	wfTrial_Claim( run, "same", different );
	wfTrial_Note( run, "", worst, "E_s, the worst of all ticks" );
	wfTrial_Note( run, "s", end, "all stand after, worst seed" );
	wfDestroyMesh( mesh );
}
