// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// An experiment with strokes over surfaces: drawn at random, followed freely and in formation, divided.
#include "experiment_groups.h"
#include "experiment_surface.h"

#include "base/math.h"
#include "base/vec3.h"

#include <math.h>
#include <stdlib.h>

#define MAX_MEMBERS 32
#define MAX_POINTS 256
#define STEP 0.8   // metres between the points of a stroke
#define PASSED 2.0 // metres: who has been so near to a point has passed it
#define REACH 2.0  // metres around its beginning: members stand there
#define MARGIN 0.6 // metres to the boundary that a stroke keeps

enum
{
	eachAlone,	 // freely, everybody along the whole of it
	inFormation, // led by the anchor
	parting,	 // at a fork
	modeCount
};

typedef struct Line
{
	wfVec3 points[MAX_POINTS];
	int32_t count;
} Line;

// ---------------------------------------------------------------------------------------------------------------- drawing

static wfVec3 unitAlong( wfVec3 v, wfVec3 normal )
{
	v = wfSub3( v, wfScale3( wfDot3( v, normal ), normal ) );
	double length = wfLength3( v );
	return length > 1e-9 ? wfScale3( 1.0 / length, v ) : ( wfVec3 ){ 0.0, 0.0, 0.0 };
}

static wfVec3 turnAround( wfVec3 v, wfVec3 normal, double angle )
{
	wfCosSin turn = wfCosSinOf( angle );
	return wfAdd3( wfScale3( turn.cosine, v ), wfScale3( turn.sine, wfCross3( normal, v ) ) );
}

// Whether the surface goes on around a place.
static bool isInside( const wfMesh* mesh, wfVec3 at, wfVec3 normal )
{
	wfVec3 ahead = unitAlong( ( wfVec3 ){ 0.3, 0.5, 0.8 }, normal );
	for ( int32_t k = 0; k < 8; ++k )
	{
		double off;
		wfMesh_FindNearest( mesh, wfAdd3( at, wfScale3( MARGIN, turnAround( ahead, normal, 0.25 * WF_PI * k ) ) ), &off );
		if ( off > 0.25 * MARGIN )
		{
			return false;
		}
	}
	return true;
}

// On from a place of the surface in a direction, which turns as it goes; away from where the surface ends.
static void drawOn( const wfMesh* mesh, uint64_t seed, uint64_t stream, wfVec3 heading, int32_t steps, Line* line )
{
	wfVec3 at = line->points[line->count - 1];
	wfSurfacePoint place = wfMesh_FindNearest( mesh, at, NULL );
	for ( int32_t k = 0; k < steps && line->count < MAX_POINTS; ++k )
	{
		wfVec3 normal = wfMesh_GetNormal( mesh, place.triangle );
		double bend = 0.5 * ( wfRandomUnit( seed, stream, (uint64_t)k ) - 0.5 );
		heading = unitAlong( turnAround( unitAlong( heading, normal ), normal, bend ), normal );
		for ( int32_t turn = 0; turn < 12; ++turn )
		{
			double angle = ( turn + 1 ) / 2 * 0.25 * ( turn % 2 == 0 ? -WF_PI : WF_PI );
			wfVec3 ahead = turnAround( heading, normal, angle );
			wfSurfacePoint next = wfMesh_FindNearest( mesh, wfAdd3( at, wfScale3( STEP, ahead ) ), NULL );
			wfVec3 there = wfMesh_GetPosition( mesh, next );
			if ( wfDistance3( there, at ) > 0.8 * STEP && isInside( mesh, there, wfMesh_GetNormal( mesh, next.triangle ) ) )
			{
				heading = unitAlong( wfSub3( there, at ), wfMesh_GetNormal( mesh, next.triangle ) );
				at = there;
				place = next;
				line->points[line->count++] = at;
				break;
			}
		}
	}
}

// A vertex with room around it, and a direction.
static wfVec3 chooseStart( const wfMesh* mesh, uint64_t seed, wfVec3* heading )
{
	int32_t count = wfMesh_GetVertexCount( mesh );
	wfVec3 at = wfMesh_GetVertices( mesh )[0];
	for ( uint64_t draw = 0; draw < 1000; ++draw )
	{
		int32_t vertex = (int32_t)( count * wfRandomUnit( seed, 3, draw ) );
		wfVec3 normal = wfMesh_GetNormal( mesh, wfMesh_GetVertexPoint( mesh, vertex ).triangle );
		*heading = unitAlong( ( wfVec3 ){ wfRandomUnit( seed, 4, 3 * draw ) - 0.5, wfRandomUnit( seed, 4, 3 * draw + 1 ) - 0.5,
										  wfRandomUnit( seed, 4, 3 * draw + 2 ) - 0.5 },
							  normal );
		at = wfMesh_GetVertices( mesh )[vertex];
		if ( isInside( mesh, at, normal ) && wfLength3( *heading ) > 0.0 )
		{
			break;
		}
	}
	return at;
}

// --------------------------------------------------------------------------------------------------------------- walking

typedef struct Trek
{
	double passed; // share of members that come within 2 m of all points
	double off;	   // the farthest a point is from all places of the anchor
	double gap, end;
	int32_t there, left; // who stand near an end of the stroke; by how many one branch has more
	bool done;
	uint64_t hash;
} Trek;

typedef struct Passing
{
	double nearest[MAX_MEMBERS][MAX_POINTS], anchor[MAX_POINTS];
} Passing;

static wfCrowd* openCrowd( wfTrial* run, const wfMesh* mesh, int32_t surface, uint64_t seed, wfVec3 start, wfAgentId* members,
						   int32_t count )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakeMeshGround( mesh );
	wfCrowd* crowd = NULL;
	int32_t added = 0;
	wfTrial_Check( run, wfCreateCrowd( &ground, &def, &crowd, &wf_error ) );
	for ( uint64_t draw = 0; added < count && draw < 30000; draw += 3 )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		wfVec3 off = { 2.0 * wfRandomUnit( seed, 1, draw ) - 1.0, 2.0 * wfRandomUnit( seed, 1, draw + 1 ) - 1.0,
					   2.0 * wfRandomUnit( seed, 1, draw + 2 ) - 1.0 };
		agent.position = wfAdd3( start, wfScale3( REACH, off ) );
		agent.desiredSpeed = 1.1 + 0.4 * wfRandomUnit( seed, 2, draw );
		// On the same floor, and where there is a surface.
		double away;
		wfMesh_FindNearest( mesh, agent.position, &away );
		bool isNear = away < 0.5 && wfLength3( off ) <= 1.0;
		wfResult result = isNear ? wfCrowd_AddAgent( crowd, &agent, &members[added], &wf_error ) : wf_startBlocked;
		wfTrial_Check( run, result == wf_startBlocked ? wf_ok : result );
		added += result == wf_ok;
	}
	wfTrial_FailIf( run, added < count, wfKey( "surfaces[%d]", surface ), "there is no room for so many" );
	return crowd;
}

static void watch( wfCrowd* crowd, wfGroupId group, const Line* line, Passing* passing )
{
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfVec3 anchor = wfCrowd_GetGroup( crowd, group ).anchor;
	for ( int32_t m = 0; m < line->count; ++m )
	{
		passing->anchor[m] = fmin( passing->anchor[m], wfDistance3( anchor, line->points[m] ) );
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			double away = wfDistance3( frame.positions[k], line->points[m] );
			passing->nearest[k][m] = fmin( passing->nearest[k][m], away );
		}
	}
}

static void judge( const Passing* passing, const Line* line, int32_t members, Trek* trek )
{
	for ( int32_t k = 0; k < members; ++k )
	{
		double worst = 0.0;
		for ( int32_t m = 0; m < line->count; ++m )
		{
			worst = fmax( worst, passing->nearest[k][m] );
		}
		trek->passed += worst <= PASSED ? 1.0 / members : 0.0;
	}
	for ( int32_t m = 0; m < line->count; ++m )
	{
		trek->off = fmax( trek->off, passing->anchor[m] );
	}
}

// From above the middle of the stroke.
static void drawTrek( wfTrial* run, const wfMesh* mesh, wfCrowd* crowd, const wfGroupTrack* track, const wfTrajectories* trails,
					  const Line* line )
{
	const char* path = wfTrial_NamePicture( run, "" );
	if ( path == NULL )
	{
		return;
	}
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	wfVec3 up = wfMesh_GetNormal( mesh, wfMesh_FindNearest( mesh, line->points[line->count / 2], NULL ).triangle );
	def.view.azimuth = atan2( up.y, up.x );
	def.view.elevation = asin( fmax( fmin( up.z, 1.0 ), -1.0 ) );
	def.frame = &frame;
	def.trails = trails;
	def.groups = track;
	def.title = "A group parts at the fork of a stroke";
	wfTrial_Check( run, wfDrawSurface( path, mesh, NULL, &def, &wf_error ) );
}

static wfGroupId order( wfTrial* run, wfCrowd* crowd, const wfAgentId* members, int32_t count, int32_t mode,
						const wfStrokes* strokes )
{
	wfGroupDef def = wfDefaultGroupDef();
	wfGroupId group = { 0, 0 };
	def.members = members;
	def.memberCount = count;
	def.formation.kind = mode == inFormation ? wfFindFormation( wfTrial_GetText( run, "formation" ) ) : wf_noFormation;
	def.formation.spacing = 1.2;
	wfTrial_Check( run, wfCrowd_CreateGroup( crowd, &def, &group, &wf_error ) );
	wfGroupOrder told = wfDefaultGroupOrder( wf_strokeOrder );
	told.strokes = strokes;
	told.advance = mode == inFormation ? wf_advanceCentre : wf_advanceEach;
	wfTrial_Check( run, wfCrowd_OrderGroup( crowd, group, &told, &wf_error ) );
	return group;
}

// How many end nearer to the end of one branch than to that of the other, of those that end near one.
static int32_t countNear( const wfFrame* frame, wfVec3 end, wfVec3 other )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < frame->count; ++k )
	{
		double away = wfDistance3( frame->positions[k], end );
		count += away < 4.0 && away < wfDistance3( frame->positions[k], other ) ? 1 : 0;
	}
	return count;
}

static bool parts( const wfStrokes* strokes )
{
	bool found = false;
	for ( int32_t k = 0; k < wfStrokes_GetNodeCount( strokes ); ++k )
	{
		found = found || wfStrokes_GetNode( strokes, k ).childCount > 1;
	}
	return found;
}

static Trek trek( wfTrial* run, const wfMesh* mesh, int32_t surface, uint64_t seed, int32_t mode, bool draws )
{
	static Passing passing;
	wfVec3 heading = { 0.0, 0.0, 0.0 };
	Line line = { .count = 1 }, branch = { .count = 1 };
	int32_t steps = (int32_t)wfTrial_GetNumber( run, "points" ), count = (int32_t)wfTrial_GetNumber( run, "members" );
	line.points[0] = chooseStart( mesh, seed, &heading );
	drawOn( mesh, seed, 5, heading, steps, &line );
	wfStrokesDef strokesDef = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	wfTrial_Check( run, wfCreateStrokes( &strokesDef, &strokes, &wf_error ) );
	wfTrial_Check( run, wfStrokes_AddInSpace( strokes, NULL, line.points, line.count, NULL, &wf_error ) );
	if ( mode == parting )
	{
		int32_t fork = line.count / 2;
		branch.points[0] = line.points[fork];
		wfVec3 normal = wfMesh_GetNormal( mesh, wfMesh_FindNearest( mesh, line.points[fork], NULL ).triangle );
		wfVec3 on = wfSub3( line.points[fork + 1], line.points[fork] );
		drawOn( mesh, seed, 6, turnAround( on, normal, 1.2 ), steps / 2, &branch );
		wfTrial_Check( run, wfStrokes_AddInSpace( strokes, NULL, branch.points, branch.count, NULL, &wf_error ) );
	}
	wfAgentId members[MAX_MEMBERS];
	wfCrowd* crowd = openCrowd( run, mesh, surface, seed, line.points[0], members, count );
	wfGroupId group = order( run, crowd, members, count, mode, strokes );
	wfGroupTrackDef trackDef = wfDefaultGroupTrackDef();
	wfGroupTrack* track = NULL;
	wfTrajectories trails = { .fps = 5.0 };
	wfTrial_Check( run, wfCreateGroupTrack( &trackDef, &track, &wf_error ) );
	for ( int32_t k = 0; k < MAX_MEMBERS * MAX_POINTS; ++k )
	{
		passing.nearest[k / MAX_POINTS][k % MAX_POINTS] = passing.anchor[k % MAX_POINTS] = INFINITY;
	}
	Trek found = { .gap = INFINITY };
	double most = wfTrial_GetNumber( run, "seconds" );
	int32_t number = 0;
	do
	{
		wfContactReport contacts;
		wfTrial_Check( run, wfCrowd_Tick( crowd, &wf_error ) );
		wfTrial_Check( run, wfCrowd_CheckContacts( crowd, &contacts ) );
		found.gap = fmin( found.gap, fmin( contacts.leastGap, contacts.leastWallGap ) );
		watch( crowd, group, &line, &passing );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		if ( draws )
		{
			wfAddFrameRows( &trails, &frame, number++ );
			wfTrial_Check( run, wfGroupTrack_Add( track, crowd, &wf_error ) );
		}
	}
	while ( wfCrowd_GetTime( crowd ) < most && !wfCrowd_IsDone( crowd ) );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfVec3 end = line.points[line.count - 1], other = branch.points[branch.count - 1];
	int32_t first = countNear( &frame, end, mode == parting ? other : ( wfVec3 ){ INFINITY, 0.0, 0.0 } );
	int32_t second = mode == parting ? countNear( &frame, other, end ) : 0;
	judge( &passing, &line, count, &found );
	found.done = wfCrowd_IsDone( crowd );
	found.there = first + second;
	// A branch that begins near an end of the stroke, where this has come back, goes on from there.
	found.left = parts( strokes ) ? abs( 2 * wfCrowd_GetGroup( crowd, group ).memberCount - count ) : 0;
	found.end = wfCrowd_GetTime( crowd );
	found.hash = wfCrowd_GetHash( crowd );
	if ( draws )
	{
		drawTrek( run, mesh, crowd, track, &trails, &line );
	}
	free( trails.rows );
	wfDestroyGroupTrack( track );
	wfDestroyStrokes( strokes );
	wfDestroyCrowd( crowd );
	return found;
}

void wfPerformGroupTreks( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), surfaces = wfTrial_CountItems( run, "surfaces", 1, 16 ), different = 0;
	int32_t members = (int32_t)wfTrial_GetNumber( run, "members" ), treks = 0, done = 0, uneven = 0, shown = surfaces - 1;
	double passed = 1.0, off = 0.0, gap = INFINITY, end = 0.0, there = 1.0;
	for ( int32_t k = 0; k < surfaces; ++k )
	{
		wfMesh* mesh = wfTrial_MakeSurface( run, wfKey( "surfaces[%d].", k ) );
		for ( int32_t seed = 1; seed <= seeds; ++seed )
		{
			for ( int32_t mode = 0; mode < modeCount; ++mode )
			{
				bool draws = k == shown && seed == 1 && mode == parting;
				Trek one = trek( run, mesh, k, (uint64_t)seed, mode, draws );
				different += seed == 1 && one.hash != trek( run, mesh, k, (uint64_t)seed, mode, false ).hash;
				passed = mode == eachAlone ? fmin( passed, one.passed ) : passed;
				off = mode == inFormation ? fmax( off, one.off ) : off;
				uneven = mode == parting && one.left > uneven ? one.left : uneven;
				there = mode != inFormation ? fmin( there, (double)one.there / members ) : there;
				gap = fmin( gap, one.gap );
				end = fmax( end, one.end );
				done += one.done;
				treks += 1;
			}
		}
		wfDestroyMesh( mesh );
	}
	wfTrial_Claim( run, "passed", passed );
	wfTrial_Claim( run, "anchor", off );
	wfTrial_Claim( run, "uneven", uneven );
	wfTrial_Claim( run, "arrive", (double)done / treks );
	wfTrial_Claim( run, "there", there );
	wfTrial_Claim( run, "gap", gap );
	wfTrial_Claim( run, "same", different );
	wfTrial_Note( run, "", treks, "strokes that were followed" );
	wfTrial_Note( run, "s", end, "all stand after, the last" );
}
