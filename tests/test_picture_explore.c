// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Explorers in pictures and videos: fog, ways, when what was seen, and what a track counts.

#include "test_picture_crowd.h"

#include "picture/color.h"
#include "picture/explore_track.h"
#include "wayfield/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Scene
{
	wfWorld* world;
	wfCrowd* crowd;
	wfExplorersId id;
	wfExploreTrack* track;
} Scene;

// 12 x 6 m in two rooms, with somebody who stands. Aperture 0: all round.
static Scene makeScene( double aperture )
{
	Scene scene = { 0 };
	wfWorldDef world = wfDefaultWorldDef();
	world.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 12.0, 6.0 } };
	CHECK_EQUAL( wfCreateWorld( &world, &scene.world, NULL ), wf_ok );
	wfShapeDef wall = wfDefaultShapeDef();
	wall.kind = wf_boxShape;
	wall.center = ( wfVec2 ){ 6.0, 2.0 };
	wall.halfSize = ( wfVec2 ){ 0.1, 2.0 };
	CHECK_EQUAL( wfWorld_AddShape( scene.world, &wall, NULL, NULL ), wf_ok );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakePlaneGround( scene.world );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &scene.crowd, NULL ), wf_ok );
	wfAgentId ids[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ 1.0 + 9.0 * k, 1.0, 0.0 };
		CHECK_EQUAL( wfCrowd_AddAgent( scene.crowd, &agent, &ids[k], NULL ), wf_ok );
	}
	wfExplorersDef explorers = wfDefaultExplorersDef();
	explorers.members = ids;
	explorers.memberCount = 1;
	explorers.sight.range = 4.0;
	explorers.sight.aperture = aperture > 0.0 ? aperture : explorers.sight.aperture;
	CHECK_EQUAL( wfCrowd_CreateExplorers( scene.crowd, &explorers, &scene.id, NULL ), wf_ok );
	CHECK_EQUAL( wfCreateExploreTrack( &scene.track, NULL ), wf_ok );
	CHECK_EQUAL( wfExploreTrack_Add( scene.track, scene.crowd, NULL ), wf_ok );
	return scene;
}

static void freeScene( Scene* scene )
{
	wfDestroyExploreTrack( scene->track );
	wfDestroyCrowd( scene->crowd );
	wfDestroyWorld( scene->world );
}

static void tickScene( Scene* scene, int32_t count )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		CHECK_EQUAL( wfCrowd_Tick( scene->crowd, NULL ), wf_ok );
		CHECK_EQUAL( wfExploreTrack_Add( scene->track, scene->crowd, NULL ), wf_ok );
	}
}

static void runScene( Scene* scene )
{
	for ( int32_t k = 0; k < 600 && !wfExploration_IsDone( wfCrowd_GetExploration( scene->crowd, scene->id ) ); ++k )
	{
		tickScene( scene, 1 );
	}
	CHECK( wfExploration_IsDone( wfCrowd_GetExploration( scene->crowd, scene->id ) ) );
}

// ------------------------------------------------------------------------------------------------------------------- track

TEST( TracksCountWhatIsSeen )
{
	Scene scene = makeScene( 0.0 );
	wfExploreSummary summary, later;
	tickScene( &scene, 3 );
	CHECK( wfExploreTrack_GetSummary( scene.track, 0, &summary ) );
	CHECK( !wfExploreTrack_GetSummary( scene.track, 1, &later ) && !wfExploreTrack_GetSummary( scene.track, -1, &later ) );
	CHECK( isnan( summary.explored ) && !summary.isDone && summary.frontiers > 0 );
	runScene( &scene );
	CHECK( wfExploreTrack_GetSummary( scene.track, 0, &later ) );
	CHECK( later.freeCells > summary.freeCells && later.isDone && later.explored > 1.0 );
	CHECK_EQUAL( later.explorers, 1 );
	CHECK_EQUAL( later.frontiers, 0 );
	wfExplorerState state = wfExploration_GetExplorer( wfCrowd_GetExploration( scene.crowd, scene.id ), 0 );
	CHECK_NEAR( later.walked, state.walked, 0.0 );
	CHECK_NEAR( later.longest, state.walked, 0.0 );
	CHECK_EQUAL( later.decisions, state.decisions );
	for ( int32_t k = 0; k < 4; ++k )
	{
		CHECK( later.shares[k].seconds >= ( k > 0 ? later.shares[k - 1].seconds : 0.0 ) &&
			   later.shares[k].walked <= later.walked );
	}
	// The curve rises to one.
	double seconds[1000], shares[1000];
	int32_t count = wfExploreTrack_GetCurve( scene.track, 0, seconds, shares, 1000 );
	CHECK( count > 5 && count <= 1000 );
	for ( int32_t k = 1; k < count; ++k )
	{
		CHECK( seconds[k] > seconds[k - 1] && shares[k] >= shares[k - 1] );
	}
	CHECK_NEAR( shares[count - 1], 1.0, 0.0 );
	CHECK_EQUAL( wfExploreTrack_GetCurve( scene.track, 0, NULL, NULL, 0 ), count );
	freeScene( &scene );
}

TEST( TracksSurviveEveryFailedAllocation )
{
	Scene scene = makeScene( 0.0 );
	wfExploreTrack* track = NULL;
	tickScene( &scene, 2 );
	TEST_EVERY_ALLOCATION( wfCreateExploreTrack( &track, NULL ), wfDestroyExploreTrack( track ) );
	for ( int64_t fails = 1; fails < 40; ++fails )
	{
		CHECK_EQUAL( wfCreateExploreTrack( &track, NULL ), wf_ok );
		testFailAllocationAt( fails );
		wfResult result = wfExploreTrack_Add( track, scene.crowd, NULL );
		bool failed = testHasAllocationFailed();
		testResetAllocator();
		CHECK( result == wf_ok || ( failed && result == wf_outOfMemory ) );
		CHECK_EQUAL( wfExploreTrack_Add( track, scene.crowd, NULL ), wf_ok );
		wfDestroyExploreTrack( track );
	}
	freeScene( &scene );
}

// ----------------------------------------------------------------------------------------------------------------- outlines

// Twice the area of all rings, those around holes with the other sign.
static double areaOf( const wfLines* rings )
{
	double sum = 0.0;
	const wfVec2* points = rings->points.data;
	for ( int32_t ring = 0; ring < rings->sizes.count; ++ring )
	{
		int32_t count = rings->sizes.data[ring];
		for ( int32_t k = 0; k < count; ++k )
		{
			wfVec2 a = points[k], b = points[( k + 1 ) % count];
			sum += a.x * b.y - a.y * b.x;
		}
		points += count;
	}
	return sum;
}

TEST( OutlinesRunThroughTheMiddlesOfSides )
{
	// A square of one: half of it; of four cells: an eighth less for each corner; a ring around a hole.
	const uint8_t one[9] = { 0, 0, 0, 0, 1, 0, 0, 0, 0 }, four[4] = { 1, 1, 1, 1 };
	const uint8_t ring[9] = { 1, 1, 1, 1, 0, 1, 1, 1, 1 }, diagonal[4] = { 1, 0, 0, 1 };
	const struct
	{
		const uint8_t* cells;
		int32_t side, rings;
		double area;
	} cases[] = { { one, 3, 1, 0.5 }, { four, 2, 1, 3.5 }, { ring, 3, 2, 8.5 - 0.5 }, { diagonal, 2, 2, 1.0 } };
	for ( size_t k = 0; k < sizeof( cases ) / sizeof( cases[0] ); ++k )
	{
		wfLines rings = { 0 };
		CHECK_EQUAL( wfTraceCells( cases[k].cells, cases[k].side, cases[k].side, &rings ), wf_ok );
		CHECK_EQUAL( rings.sizes.count, cases[k].rings );
		CHECK_NEAR( 0.5 * areaOf( &rings ), cases[k].area, 1e-12 );
		wfFreeLines( &rings );
	}
}

// ----------------------------------------------------------------------------------------------------------------- pictures

// Of the floor below the fog, as the pixels are rounded.
static int64_t countFog( const char* path )
{
	uint32_t fog = wfMixColors( WF_FLOOR, WF_FOG, WF_FOG_PART );
	int64_t count = 0;
	for ( int32_t k = 0; k < 27; ++k )
	{
		count +=
			countPixels( path, fog - 0x010101u + (uint32_t)( k % 3 ) + (uint32_t)( k / 3 % 3 << 8 ) + (uint32_t)( k / 9 << 16 ) );
	}
	return count;
}

TEST( PicturesShowFogAndWays )
{
	Scene scene = makeScene( 0.0 );
	tickScene( &scene, 5 );
	wfExplorePictureDef def = wfDefaultExplorePictureDef();
	def.title = "two rooms";
	def.width = 600;
	CrowdPath svg = crowdPath( "explore.svg" ), png = crowdPath( "explore.png" );
	CHECK_EQUAL( wfDrawExploration( svg.text, scene.crowd, scene.track, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( svg.text ) );
	CHECK( countText( svg.text, "two rooms" ) > 0 && countText( svg.text, "unknown" ) > 0 &&
		   countText( svg.text, "frontier" ) > 0 );
	CHECK( countText( svg.text, "way: time [s]" ) > 0 && countText( svg.text, "people" ) > 0 );
	CHECK_EQUAL( wfDrawExploration( png.text, scene.crowd, scene.track, &def, NULL ), wf_ok );
	int64_t frontier = countPixels( png.text, WF_FRONTIER ), foggy = countFog( png.text );
	CHECK( frontier > 100 && foggy > 10000 );
	runScene( &scene );
	CHECK_EQUAL( wfDrawExploration( png.text, scene.crowd, scene.track, &def, NULL ), wf_ok );
	CHECK( 10 * countFog( png.text ) < foggy );
	def.kind = wf_seenPicture;
	CHECK_EQUAL( wfDrawExploration( svg.text, scene.crowd, scene.track, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( svg.text ) && countText( svg.text, "seen first: time [s]" ) > 0 );
	CHECK( countText( svg.text, "explored after" ) > 0 );
	remove( svg.text );
	remove( png.text );
	freeScene( &scene );
}

TEST( PicturesOfNobodyAreRefused )
{
	Scene scene = makeScene( 0.0 );
	wfExplorePictureDef def = wfDefaultExplorePictureDef();
	wfError error = { 0 };
	CrowdPath path = crowdPath( "nobody.png" );
	def.team = 3;
	CHECK_EQUAL( wfDrawExploration( path.text, scene.crowd, scene.track, &def, &error ), wf_notFound );
	CHECK( strstr( error.message, "team 3" ) != NULL );
	def.team = 0;
	CHECK_EQUAL( wfDrawExploration( "nobody.bmp", scene.crowd, scene.track, &def, &error ), wf_unsupported );
	def.width = 3;
	CHECK_EQUAL( wfDrawExploration( path.text, scene.crowd, scene.track, &def, &error ), wf_outOfRange );
	CHECK( !fileExists( path.text ) );
	freeScene( &scene );
}

TEST( PicturesOfExplorersSurviveEveryFailedAllocation )
{
	Scene scene = makeScene( 1.5 );
	tickScene( &scene, 3 );
	wfExplorePictureDef def = wfDefaultExplorePictureDef();
	def.width = 128;
	CrowdPath path = crowdPath( "failing.svg" );
	(void)wfCrowd_GetFrame( scene.crowd ); // the crowd keeps its memory
	TEST_EVERY_ALLOCATION( wfDrawExploration( path.text, scene.crowd, scene.track, &def, NULL ), (void)0 );
	def.kind = wf_seenPicture;
	TEST_EVERY_ALLOCATION( wfDrawExploration( path.text, scene.crowd, scene.track, &def, NULL ), (void)0 );
	remove( path.text );
	freeScene( &scene );
}

TEST( VideosShowTheFogOfTheirTime )
{
	Scene scene = makeScene( 1.5 );
	wfVideoDef def = wfDefaultVideoDef();
	CrowdPath path = crowdPath( "explore.mp4" );
	wfVideo* video = NULL;
	def.path = path.text;
	def.width = 320;
	def.world = scene.world;
	def.explorers = scene.track;
	wfError error = { 0 };
	wfResult result = wfCreateVideo( &def, &video, &error );
	if ( result == wf_unsupported )
	{
		freeScene( &scene );
		testSkip( "there is no ffmpeg" );
		return;
	}
	CHECK_EQUAL( result, wf_ok );
	for ( int32_t k = 0; k < 20; ++k )
	{
		wfFrame frame = wfCrowd_GetFrame( scene.crowd );
		CHECK_EQUAL( wfVideo_AddFrame( video, &frame, NULL ), wf_ok );
		tickScene( &scene, 1 );
	}
	CHECK_EQUAL( wfDestroyVideo( video, NULL ), wf_ok );
	// A moment of a second ago is still there, with what was in sight then.
	const wfTrackedTeam* team = wfExploreTrack_GetTeam( scene.track, 0 );
	double now = wfCrowd_GetTime( scene.crowd );
	const wfExploreMoment *moment = wfTrackedTeam_FindMoment( team, now - 1.0 ), *last = wfTrackedTeam_FindMoment( team, now );
	CHECK( moment != NULL && last != NULL && fabs( moment->time - ( now - 1.0 ) ) < 0.2 && last->time == now );
	CHECK( memcmp( moment->seen, last->seen, last->seenBytes ) != 0 );
	CHECK( fileExists( path.text ) );
	remove( path.text );
	freeScene( &scene );
}

void runExplorePictureTests( int argc, char** argv )
{
	RUN( TracksCountWhatIsSeen );
	RUN( TracksSurviveEveryFailedAllocation );
	RUN( OutlinesRunThroughTheMiddlesOfSides );
	RUN( PicturesShowFogAndWays );
	RUN( PicturesOfNobodyAreRefused );
	RUN( PicturesOfExplorersSurviveEveryFailedAllocation );
	RUN( VideosShowTheFogOfTheirTime );
}
