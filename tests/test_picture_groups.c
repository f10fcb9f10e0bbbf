// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups in pictures and videos: who belongs to which, slots, anchors, strokes, kinds.

#include "test_picture_crowd.h"

#include "base/vec2.h"
#include "picture/color.h"
#include "picture/group_track.h"
#include "wayfield/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Scene
{
	wfWorld* world;
	wfCrowd* crowd;
	wfAgentId agents[12];
} Scene;

// Twelve in two rows of six, those of the second of kind 1; the last two of each row are in no group.
static Scene makeScene( void )
{
	Scene scene = { .world = crowdWorld() };
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakePlaneGround( scene.world );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &scene.crowd, NULL ), wf_ok );
	for ( int32_t k = 0; k < 12; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ -8.0 + 1.2 * ( k % 6 ), k < 6 ? -3.0 : 1.0, 0.0 };
		agent.kind = k < 6 ? 0 : 1;
		CHECK_EQUAL( wfCrowd_AddAgent( scene.crowd, &agent, &scene.agents[k], NULL ), wf_ok );
	}
	return scene;
}

static void freeScene( Scene* scene )
{
	wfDestroyCrowd( scene->crowd );
	wfDestroyWorld( scene->world );
}

static wfGroupId addGroup( Scene* scene, int32_t first, int32_t count, uint64_t userData )
{
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = wf_lineFormation;
	def.formation.spacing = 1.2;
	def.members = scene->agents + first;
	def.memberCount = count;
	def.userData = userData;
	wfGroupId id = { 0, 0 };
	CHECK_EQUAL( wfCrowd_CreateGroup( scene->crowd, &def, &id, NULL ), wf_ok );
	return id;
}

static void orderTo( Scene* scene, wfGroupId group, double x, double y )
{
	wfGroupOrder order = wfDefaultGroupOrder( wf_formationOrder );
	order.to = wfMakePointStop( ( wfVec3 ){ x, y, 0.0 } );
	CHECK_EQUAL( wfCrowd_OrderGroup( scene->crowd, group, &order, NULL ), wf_ok );
}

static void tick( Scene* scene, int32_t count, wfGroupTrack* track )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		CHECK_EQUAL( wfCrowd_Tick( scene->crowd, NULL ), wf_ok );
		CHECK_EQUAL( track != NULL ? wfGroupTrack_Add( track, scene->crowd, NULL ) : wf_ok, wf_ok );
	}
}

static wfGroupTrack* makeTrack( const wfGroupLook* looks, int32_t count )
{
	wfGroupTrackDef def = wfDefaultGroupTrackDef();
	static const char* const kinds[] = { "soldiers", "tanks" };
	def.looks = looks;
	def.lookCount = count;
	def.kindNames = kinds;
	def.kindCount = 2;
	wfGroupTrack* track = NULL;
	CHECK_EQUAL( wfCreateGroupTrack( &def, &track, NULL ), wf_ok );
	return track;
}

static uint32_t colorOf( const wfGroupTrack* track, uint32_t serial )
{
	return wfPackColor( wfGroupTrack_GetColorOf( track, serial ) );
}

// ---------------------------------------------------------------------------------------------------------------- colours

TEST( GroupsHaveColorsAndPartsTheirShades )
{
	Scene scene = makeScene();
	const wfGroupLook looks[2] = { { "blue", 3 }, { "sky", 5 } };
	wfGroupTrack* track = makeTrack( looks, 2 );
	wfGroupId first = addGroup( &scene, 0, 4, 1 );
	addGroup( &scene, 6, 2, 2 );
	addGroup( &scene, 8, 2, 0 );
	CHECK_EQUAL( wfGroupTrack_Add( track, scene.crowd, NULL ), wf_ok );
	CHECK_EQUAL( colorOf( track, 1 ), wfPackColor( wfGroupColor( 3, 0 ) ) );
	CHECK_EQUAL( colorOf( track, 4 ), wfPackColor( wfGroupColor( 3, 0 ) ) );
	CHECK_EQUAL( colorOf( track, 7 ), wfPackColor( wfGroupColor( 5, 0 ) ) );
	CHECK_EQUAL( colorOf( track, 9 ), wfPackColor( wfGroupColor( 0, 0 ) ) ); // by turns
	CHECK_EQUAL( colorOf( track, 6 ), WF_STRANGER );
	// Who leaves has the same hue and another shade, and a name of its own.
	wfGroupId part;
	CHECK_EQUAL( wfCrowd_SplitGroup( scene.crowd, first, scene.agents, 2, &part, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_SetGroupUserData( scene.crowd, part, 1u | (uint64_t)2 << 32 ), wf_ok );
	CHECK_EQUAL( wfGroupTrack_Add( track, scene.crowd, NULL ), wf_ok );
	CHECK_EQUAL( colorOf( track, 1 ), wfPackColor( wfGroupColor( 3, 1 ) ) );
	CHECK_EQUAL( colorOf( track, 4 ), wfPackColor( wfGroupColor( 3, 0 ) ) );
	CHECK_STRING( track->known.data[3].name, "blue.2" );
	// Also without a look: it was in a group before.
	CHECK_EQUAL( wfCrowd_SplitGroup( scene.crowd, first, scene.agents + 3, 1, &part, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_SetGroupUserData( scene.crowd, part, 77 ), wf_ok );
	CHECK_EQUAL( wfGroupTrack_Add( track, scene.crowd, NULL ), wf_ok );
	CHECK_EQUAL( colorOf( track, 4 ), wfPackColor( wfGroupColor( 3, 2 ) ) );
	CHECK_EQUAL( track->kinds, 3 );
	for ( int32_t k = 1; k < 4; ++k )
	{
		CHECK( wfPackColor( wfGroupColor( 3, k ) ) != wfPackColor( wfGroupColor( 3, k - 1 ) ) );
		CHECK( wfPackColor( wfGroupColor( 3, k ) ) != wfPackColor( wfGroupColor( 3, 0 ) ) );
	}
	wfDestroyGroupTrack( track );
	freeScene( &scene );
}

// All hues and shades are apart from each other, the floor and those in no group: in lightness or in what is left of them to
// people without red or green receptors (Viénot, Brettel and Mollon, Color Research and Application 24, 1999).
static void toSeen( uint32_t rgb, double* seen )
{
	double linear[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		double part = ( rgb >> ( 16 - 8 * k ) & 255 ) / 255.0;
		linear[k] = part <= 0.04045 ? part / 12.92 : pow( ( part + 0.055 ) / 1.055, 2.4 );
	}
	// Without green receptors red and green are one.
	double yellow = 0.29275 * linear[0] + 0.70725 * linear[1], blue = -0.02234 * linear[0] + 0.02234 * linear[1] + linear[2];
	double lightness = 0.2126 * yellow + 0.7152 * yellow + 0.0722 * fmax( blue, 0.0 );
	seen[0] = 116.0 * cbrt( fmax( lightness, 0.0 ) ) - 16.0;
	seen[1] = 100.0 * ( cbrt( fmax( blue, 0.0 ) ) - cbrt( yellow ) );
}

TEST( HuesOfGroupsAreToldApartWithoutGreenToo )
{
	double seen[WF_GROUP_COLORS + 2][2];
	for ( int32_t k = 0; k < WF_GROUP_COLORS; ++k )
	{
		toSeen( wfPackColor( wfGroupColor( k, 0 ) ), seen[k] );
	}
	toSeen( WF_FLOOR, seen[WF_GROUP_COLORS] );
	toSeen( WF_STRANGER, seen[WF_GROUP_COLORS + 1] );
	for ( int32_t k = 0; k < WF_GROUP_COLORS + 2; ++k )
	{
		for ( int32_t m = 0; m < k; ++m )
		{
			double apart = hypot( seen[k][0] - seen[m][0], seen[k][1] - seen[m][1] );
			char text[80];
			snprintf( text, sizeof( text ), "colours %d and %d are %.1f apart", m, k, apart );
			testCheck( apart > 9.0, text, __FILE__, __LINE__ );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- moments

TEST( MomentsBetweenTicksAreBetween )
{
	Scene scene = makeScene();
	wfGroupTrack* track = makeTrack( NULL, 0 );
	wfGroupId group = addGroup( &scene, 0, 4, 0 );
	orderTo( &scene, group, 8.0, -3.0 );
	tick( &scene, 20, track );
	double time = wfCrowd_GetTime( scene.crowd );
	wfGroupMoment before = { 0 }, middle = { 0 }, after = { 0 };
	CHECK_EQUAL( wfGroupTrack_FindMoment( track, time - 0.2, &before ), wf_ok );
	CHECK_EQUAL( wfGroupTrack_FindMoment( track, time - 0.1, &middle ), wf_ok );
	CHECK_EQUAL( wfGroupTrack_FindMoment( track, time, &after ), wf_ok );
	CHECK_EQUAL( middle.members.count, 12 );
	wfVec3 slots[4];
	wfAgentId members[4];
	CHECK_EQUAL( wfCrowd_GetGroupSlots( scene.crowd, group, slots, 4 ), 4 );
	CHECK_EQUAL( wfCrowd_GetGroupMembers( scene.crowd, group, members, 4 ), 4 );
	for ( uint32_t serial = 1; serial <= 4; ++serial )
	{
		const wfShownMember *a = wfGroupMoment_Find( &before, serial ), *b = wfGroupMoment_Find( &middle, serial ),
							*c = wfGroupMoment_Find( &after, serial );
		CHECK( a != NULL && b != NULL && c != NULL && a->hasSlot && b->hasSlot && c->hasSlot );
		CHECK( c->slot.x > a->slot.x + 0.05 );
		CHECK_NEAR( b->slot.x, 0.5 * ( a->slot.x + c->slot.x ), 1e-9 );
		CHECK_NEAR( b->place.x, 0.5 * ( a->place.x + c->place.x ), 1e-9 );
		bool found = false;
		for ( int32_t k = 0; k < 4; ++k )
		{
			found = found || ( wfCrowd_GetAgent( scene.crowd, members[k] ).serial == serial && slots[k].x == c->slot.x );
		}
		CHECK( found );
	}
	CHECK( wfGroupMoment_Find( &middle, 5 ) != NULL && !wfGroupMoment_Find( &middle, 5 )->hasSlot );
	CHECK( wfGroupMoment_Find( &middle, 99 ) == NULL );
	wfFreeGroupMoment( &before );
	wfFreeGroupMoment( &middle );
	wfFreeGroupMoment( &after );
	// What is older than two seconds is not kept, but for pictures.
	CHECK( track->recent.count <= 13 );
	CHECK( track->kept.count >= 1 && track->kept.data[0].time == 0.2 );
	wfDestroyGroupTrack( track );
	freeScene( &scene );
}

// ---------------------------------------------------------------------------------------------------------------- strokes

TEST( StrokesAreSmoothAndStayWhereTheyAre )
{
	wfVec2 points[41], smooth[41];
	for ( int32_t k = 0; k < 41; ++k )
	{
		points[k] = ( wfVec2 ){ 0.5 * ( k < 20 ? k : 20 ), 0.5 * ( k < 20 ? 0 : k - 20 ) }; // a corner
	}
	wfSmoothLine( points, 41, 0.6, smooth );
	double turn = 0.0;
	for ( int32_t k = 0; k < 41; ++k )
	{
		CHECK( hypot( smooth[k].x - points[k].x, smooth[k].y - points[k].y ) <= 0.6 + 1e-12 );
	}
	for ( int32_t k = 1; k < 40; ++k )
	{
		double a = atan2( smooth[k].y - smooth[k - 1].y, smooth[k].x - smooth[k - 1].x );
		double b = atan2( smooth[k + 1].y - smooth[k].y, smooth[k + 1].x - smooth[k].x );
		turn = fmax( turn, fabs( b - a ) );
	}
	CHECK( turn < 0.5 ); // of 1.57
	CHECK( memcmp( &smooth[0], &points[0], sizeof( wfVec2 ) ) == 0 && memcmp( &smooth[40], &points[40], sizeof( wfVec2 ) ) == 0 );
	CHECK_NEAR( smooth[10].y, 0.0, 1e-12 );
	wfSmoothLine( points, 41, 0.0, smooth );
	CHECK_NEAR( smooth[20].x, 10.0, 1e-12 );
	CHECK_NEAR( smooth[20].y, 0.0, 1e-12 );
}

static wfStrokes* makeFork( void )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	const wfVec2 first[2] = { { -7.0, -3.0 }, { 8.0, -3.0 } }, second[2] = { { 0.0, -3.0 }, { 7.0, 1.0 } };
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, first, 2, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, second, 2, NULL, NULL ), wf_ok );
	return strokes;
}

// --------------------------------------------------------------------------------------------------------------- pictures

TEST( CrowdsAreDrawnWithTheirGroups )
{
	Scene scene = makeScene();
	CrowdPath file = crowdPath( "groups.svg" ), plain = crowdPath( "plain.svg" );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	// Without groups the picture is the one it was, a track or not.
	wfGroupTrack* empty = makeTrack( NULL, 0 );
	CHECK_EQUAL( wfGroupTrack_Add( empty, scene.crowd, NULL ), wf_ok );
	wfFrame frame = wfCrowd_GetFrame( scene.crowd );
	CHECK_EQUAL( wfDrawFrame( plain.text, scene.world, &frame, &def, NULL ), wf_ok );
	CHECK_EQUAL( wfDrawCrowd( file.text, scene.crowd, &def, NULL ), wf_ok );
	FileBytes a = readBytes( plain.text ), b = readBytes( file.text );
	CHECK( a.size > 0 && a.size == b.size && memcmp( a.data, b.data, a.size ) == 0 );
	freeBytes( &b );
	def.groups = empty;
	CHECK_EQUAL( wfDrawCrowd( file.text, scene.crowd, &def, NULL ), wf_ok );
	b = readBytes( file.text );
	CHECK( a.size == b.size && memcmp( a.data, b.data, a.size ) == 0 );
	freeBytes( &a );
	freeBytes( &b );
	wfDestroyGroupTrack( empty );
	def.groups = NULL;
	// A group that has somewhere to go: slots ahead of its members, an end, an anchor.
	wfGroupId group = addGroup( &scene, 0, 4, 0 );
	orderTo( &scene, group, 8.0, -3.0 );
	tick( &scene, 3, NULL );
	CHECK_EQUAL( wfDrawCrowd( file.text, scene.crowd, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, ">group of 4</text>" ), 1 );
	CHECK_EQUAL( countText( file.text, ">in no group (8)</text>" ), 1 );
	CHECK_EQUAL( countText( file.text, ">slot, and who is off it</text>" ), 1 );
	CHECK_EQUAL( countText( file.text, ">kind 1</text>" ), 1 );
	CHECK( countText( file.text, "#a9aebb" ) >= 8 ); // discs of the others
	CHECK( countText( file.text, "#d5401e" ) >= 4 ); // and those of the group
	// By a stroke with a fork.
	wfStrokes* strokes = makeFork();
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	order.strokes = strokes;
	CHECK_EQUAL( wfCrowd_OrderGroup( scene.crowd, group, &order, NULL ), wf_ok );
	tick( &scene, 1, NULL );
	CHECK_EQUAL( wfDrawCrowd( file.text, scene.crowd, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, ">stroke, its forks</text>" ), 1 );
	CHECK_EQUAL( countText( file.text, "stroke-opacity=\".24\"" ), 2 ); // the band, and that of the legend
	// Sketches of nobody, on an empty floor.
	frame = ( wfFrame ){ 0 };
	def.strokes = strokes;
	CHECK_EQUAL( wfDrawFrame( file.text, scene.world, &frame, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, "person and heading" ), 0 );
	CHECK_EQUAL( countText( file.text, "stroke-opacity=\".24\"" ), 2 );
	wfDestroyStrokes( strokes );
	remove( file.text );
	remove( plain.text );
	freeScene( &scene );
}

// A moment of a recording.
static wfTrajectories addRows( wfTrajectories all, const wfFrame* frame, int32_t number )
{
	all.rows = realloc( all.rows, (size_t)( all.rowCount + frame->count ) * sizeof( wfTrajectoryRow ) );
	for ( int32_t k = 0; k < frame->count; ++k )
	{
		all.rows[all.rowCount++] =
			( wfTrajectoryRow ){ number, (int32_t)frame->serials[k], frame->positions[k].x, frame->positions[k].y, 0.0 };
	}
	return all;
}

// ----------------------------------------------------------------------------------------------------------------- labels

typedef struct Label
{
	char text[32];
	wfBox2 box;
} Label;

// The texts of an SVG but for the white around them.
static int32_t readLabels( const char* path, Label* labels, int32_t capacity )
{
	FileBytes bytes = readBytes( path );
	int32_t count = 0;
	for ( char* at = (char*)bytes.data; at != NULL && ( at = strstr( at, "<text " ) ) != NULL && count < capacity; ++at )
	{
		double x, y, size;
		Label* label = &labels[count];
		const char *end = strstr( at, "</text>" ), *begin = strchr( at, '>' ), *faint = strstr( at, "fill-opacity" );
		bool isLabel = sscanf( at, "<text x=\"%lf\" y=\"%lf\" font-size=\"%lf\"", &x, &y, &size ) == 3 && end != NULL &&
					   begin != NULL && ( faint == NULL || faint > begin ) && strstr( at, "middle" ) != NULL &&
					   strstr( at, "middle" ) < begin && strstr( at, "bold" ) != NULL && strstr( at, "bold" ) < begin;
		if ( isLabel )
		{
			snprintf( label->text, sizeof( label->text ), "%.*s", (int)( end - begin - 1 ), begin + 1 );
			double half = 0.5 * wfMeasureText( label->text, size, true );
			label->box = ( wfBox2 ){ { x - half, y - 0.75 * size }, { x + half, y + 0.2 * size } };
			count += 1;
		}
	}
	freeBytes( &bytes );
	return count;
}

static double overlapOf( wfBox2 a, wfBox2 b )
{
	double width = fmin( a.upper.x, b.upper.x ) - fmax( a.lower.x, b.lower.x );
	double height = fmin( a.upper.y, b.upper.y ) - fmax( a.lower.y, b.lower.y );
	return width > 0.0 && height > 0.0 ? width * height : 0.0;
}

// Eight groups in rows a metre apart with other people at both sides, and one in a corner: names stay on the map, off each other
// and off people.
TEST( NamesOfGroupsKeepApart )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds.upper = ( wfVec2 ){ 40.0, 24.0 };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfShapeDef wall = wfDefaultShapeDef();
	wall.center = ( wfVec2 ){ 30.0, 12.0 };
	wall.halfSize = ( wfVec2 ){ 4.0, 9.0 };
	CHECK_EQUAL( wfWorld_AddShape( world, &wall, NULL, NULL ), wf_ok );
	wfGroundDef ground = wfMakePlaneGround( world );
	wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
	wfCrowd* crowd = NULL;
	CHECK_EQUAL( wfCreateCrowd( &ground, &crowdDef, &crowd, NULL ), wf_ok );
	wfGroupLook looks[9];
	static const char* const names[9] = { "first guards", "second guards",	"third guards",	 "fourth guards", "fifth guards",
										  "sixth guards", "seventh guards", "eighth guards", "corner" };
	for ( int32_t k = 0; k < 9; ++k )
	{
		wfAgentId members[6];
		for ( int32_t m = 0; m < 6; ++m )
		{
			wfAgentDef agent = wfDefaultAgentDef();
			agent.position = ( wfVec3 ){ k == 8 ? 0.4 + 0.6 * m : 8.0 + m, k == 8 ? 23.6 : 6.0 + k, 0.0 };
			CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, &members[m], NULL ), wf_ok );
		}
		for ( int32_t m = 0; m < 14 && k < 8; ++m )
		{
			wfAgentDef agent = wfDefaultAgentDef();
			agent.position = ( wfVec3 ){ m < 7 ? 1.0 + m : 7.0 + m, 6.0 + k, 0.0 };
			CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, NULL ), wf_ok );
		}
		wfGroupDef group = wfDefaultGroupDef();
		group.members = members;
		group.memberCount = 6;
		group.userData = (uint64_t)k + 1;
		looks[k] = ( wfGroupLook ){ names[k], -1 };
		CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &group, NULL, NULL ), wf_ok );
	}
	wfGroupTrack* track = makeTrack( looks, 9 );
	CHECK_EQUAL( wfGroupTrack_Add( track, crowd, NULL ), wf_ok );
	CrowdPath file = crowdPath( "names.svg" );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.groups = track;
	def.legend = false;
	CHECK_EQUAL( wfDrawCrowd( file.text, crowd, &def, NULL ), wf_ok );
	Label labels[16];
	int32_t count = readLabels( file.text, labels, 16 );
	CHECK_EQUAL( count, 9 );
	// The scale: the map is as wide as the picture but for its margins, which are equal.
	wfMapSheet sheet = { .view = worldDef.bounds, .longerSide = def.width };
	snprintf( sheet.fact.text, sizeof( sheet.fact.text ), "166 people at 0 s" );
	wfMapSheet_LayOut( &sheet );
	double people = 0.0;
	wfFrame frame = wfCrowd_GetFrame( crowd );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfBox2 box = labels[k].box, map = sheet.panel.box;
		CHECK( box.lower.x >= map.lower.x && box.upper.x <= map.upper.x && box.lower.y >= map.lower.y &&
			   box.upper.y <= map.upper.y );
		for ( int32_t m = 0; m < k; ++m )
		{
			CHECK_NEAR( overlapOf( box, labels[m].box ), 0.0, 0.0 );
		}
		for ( int32_t m = 0; m < frame.count; ++m )
		{
			wfVec2 at = wfToCanvas( &sheet.panel, ( wfVec2 ){ frame.positions[m].x, frame.positions[m].y } );
			people += overlapOf( box, wfBoxAround( at, at, 0.25 * sheet.panel.scale ) );
		}
		wfVec2 corner = wfToCanvas( &sheet.panel, ( wfVec2 ){ 26.0, 21.0 } ),
			   other = wfToCanvas( &sheet.panel, ( wfVec2 ){ 34.0, 3.0 } );
		CHECK_NEAR( overlapOf( box, ( wfBox2 ){ corner, other } ), 0.0, 0.0 );
	}
	CHECK_NEAR( people, 0.0, 0.0 );
	// Names that have no room beside their groups have lines to them.
	CHECK( countText( file.text, "stroke-opacity=\".8\"" ) >= 4 );
	remove( file.text );
	wfDestroyGroupTrack( track );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Counts are of those who are there: what has joined another group is gone, and sums are right.
TEST( LegendsCountWhoIsThere )
{
	Scene scene = makeScene();
	const wfGroupLook looks[2] = { { "first", -1 }, { "second", -1 } };
	wfGroupTrack* track = makeTrack( looks, 2 );
	wfGroupId first = addGroup( &scene, 0, 4, 1 ), second = addGroup( &scene, 6, 4, 2 );
	orderTo( &scene, first, 8.0, -3.0 );
	tick( &scene, 5, track );
	wfFrame frame = wfCrowd_GetFrame( scene.crowd );
	wfTrajectories all = addRows( ( wfTrajectories ){ .fps = 5.0 }, &frame, 0 );
	CHECK_EQUAL( wfCrowd_MergeGroups( scene.crowd, first, second, NULL ), wf_ok );
	tick( &scene, 1, track );
	frame = wfCrowd_GetFrame( scene.crowd );
	all = addRows( all, &frame, 6 );
	CrowdPath file = crowdPath( "counts.svg" );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.groups = track;
	CHECK_EQUAL( wfDrawTrajectories( file.text, scene.world, &all, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, ">first (8)</text>" ), 1 );
	CHECK_EQUAL( countText( file.text, ">second, gone</text>" ), 1 );
	CHECK_EQUAL( countText( file.text, ">in no group (4)</text>" ), 1 );
	// At a moment nothing is shown of what is gone.
	CHECK_EQUAL( wfDrawCrowd( file.text, scene.crowd, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, ">first (8)</text>" ), 1 );
	CHECK_EQUAL( countText( file.text, "second" ), 0 );
	CHECK_EQUAL( countText( file.text, ">where an order leads</text>" ), 1 );
	// Groups of programs have numbers where there are several.
	CHECK_EQUAL( wfCrowd_SplitGroup( scene.crowd, first, scene.agents, 3, &second, NULL ), wf_ok );
	def.groups = NULL;
	CHECK_EQUAL( wfDrawCrowd( file.text, scene.crowd, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, ">group 1 (5)</text>" ), 1 );
	CHECK_EQUAL( countText( file.text, ">group 2 (3)</text>" ), 1 );
	remove( file.text );
	free( all.rows );
	wfDestroyGroupTrack( track );
	freeScene( &scene );
}

// The lines to slots, which are one path.
static int32_t countSlotLines( const char* path )
{
	FileBytes bytes = readBytes( path );
	int32_t lines = 0;
	for ( char* at = (char*)bytes.data; at != NULL && ( at = strstr( at, "<path " ) ) != NULL; ++at )
	{
		const char* end = strchr( at, '>' );
		const char* faint = strstr( at, "stroke-opacity=\".75\"" );
		for ( const char* c = at; faint != NULL && faint < end && c < end; ++c )
		{
			lines += *c == 'M' ? 1 : 0;
		}
	}
	freeBytes( &bytes );
	return lines;
}

// Of a large group the farthest tenth have lines to their slots.
TEST( ManyLinesToSlotsAreLeftOut )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds.upper = ( wfVec2 ){ 60.0, 30.0 };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	CrowdPath file = crowdPath( "lines.svg" );
	for ( int32_t count = 30; count <= 60; count += 30 )
	{
		wfGroundDef ground = wfMakePlaneGround( world );
		wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
		wfCrowd* crowd = NULL;
		CHECK_EQUAL( wfCreateCrowd( &ground, &crowdDef, &crowd, NULL ), wf_ok );
		wfAgentId members[60];
		for ( int32_t k = 0; k < count; ++k )
		{
			wfAgentDef agent = wfDefaultAgentDef();
			agent.position = ( wfVec3 ){ 4.0 + 0.9 * ( k % 10 ) + 0.1 * ( k / 10 ), 5.0 + 3.0 * ( k / 10 ), 0.0 };
			CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, &members[k], NULL ), wf_ok );
		}
		wfGroupDef group = wfDefaultGroupDef();
		group.formation.kind = wf_columnFormation;
		group.members = members;
		group.memberCount = count;
		wfGroupId id;
		CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &group, &id, NULL ), wf_ok );
		wfGroupOrder order = wfDefaultGroupOrder( wf_formationOrder );
		order.to = wfMakePointStop( ( wfVec3 ){ 55.0, 15.0, 0.0 } );
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, id, &order, NULL ), wf_ok );
		CHECK_EQUAL( wfCrowd_Tick( crowd, NULL ), wf_ok );
		wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
		CHECK_EQUAL( wfDrawCrowd( file.text, crowd, &def, NULL ), wf_ok );
		int32_t lines = countSlotLines( file.text );
		CHECK( count == 30 ? lines > 20 : lines == 6 );
		CHECK_EQUAL( countText( file.text, ">slot, and who is off it (of over 40: the farthest tenth)</text>" ),
					 count == 30 ? 0 : 1 );
		wfDestroyCrowd( crowd );
	}
	remove( file.text );
	wfDestroyWorld( world );
}

// A recording with what groups were, where they were before, and their names.
TEST( RecordingsAreDrawnWithGroups )
{
	Scene scene = makeScene();
	const wfGroupLook looks[2] = { { "first", -1 }, { "second", -1 } };
	wfGroupTrack* track = makeTrack( looks, 2 );
	orderTo( &scene, addGroup( &scene, 0, 4, 1 ), 8.0, -3.0 );
	orderTo( &scene, addGroup( &scene, 6, 4, 2 ), -4.0, 2.0 );
	wfTrajectories all = { .fps = 5.0 };
	CHECK_EQUAL( wfGroupTrack_Add( track, scene.crowd, NULL ), wf_ok );
	for ( int32_t k = 0; k < 80; ++k )
	{
		wfFrame frame = wfCrowd_GetFrame( scene.crowd );
		all = addRows( all, &frame, k );
		tick( &scene, 1, track );
	}
	CrowdPath file = crowdPath( "recorded.svg" );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.groups = track;
	CHECK_EQUAL( wfDrawTrajectories( file.text, scene.world, &all, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, ">first (4)</text>" ), 1 );
	CHECK( countText( file.text, ">first</text>" ) > 1 ); // with what makes it readable on anything
	CHECK_EQUAL( countText( file.text, ">soldiers</text>" ), 1 );
	CHECK_EQUAL( countText( file.text, ">tanks</text>" ), 1 );
	CHECK_EQUAL( countText( file.text, ">earlier, at the time beside it</text>" ), 1 );
	CHECK( countText( file.text, ">0 s</text>" ) > 0 );
	CHECK( countText( file.text, "stroke-dasharray" ) > 0 ); // ways of anchors
	// By speed the discs have its colours, and groups their signs.
	def.colorBySpeed = true;
	CHECK_EQUAL( wfDrawTrajectories( file.text, scene.world, &all, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, "speed [m/s]" ), 1 );
	CHECK_EQUAL( countText( file.text, ">first (4)</text>" ), 1 );
	// Without a track nothing of it.
	def = wfDefaultCrowdPictureDef();
	CHECK_EQUAL( wfDrawTrajectories( file.text, scene.world, &all, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, "first" ), 0 );
	remove( file.text );
	free( all.rows );
	wfDestroyGroupTrack( track );
	freeScene( &scene );
}

TEST( GroundForSomeKindsHasItsSign )
{
	wfWorld* world = crowdWorld();
	CrowdPath file = crowdPath( "swamp.svg" );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_discShape;
	shape.role = wf_terrainRole;
	shape.center = ( wfVec2 ){ -5.0, 0.0 };
	shape.radius = 3.0;
	shape.cost = 2.0;
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, NULL, NULL ), wf_ok );
	wfTrajectoryRow row = { 0, 1, 5.0, 0.0, 0.0 };
	wfTrajectories all = { .fps = 5.0, .rows = &row, .rowCount = 1 };
	CHECK_EQUAL( wfDrawTrajectories( file.text, world, &all, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, "costly terrain" ), 1 );
	CHECK_EQUAL( countText( file.text, "for some kinds only" ), 0 );
	shape.center.x = 5.0;
	shape.kinds = 1u;
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfDrawTrajectories( file.text, world, &all, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, "costly terrain" ), 1 );
	CHECK_EQUAL( countText( file.text, "ground for some kinds only" ), 1 );
	CHECK( countText( file.text, "#2e7d8a" ) >= 2 );
	remove( file.text );
	wfDestroyWorld( world );
	// Of tiles as well, and in pictures of a moment.
	static uint8_t tiles[36];
	memset( tiles, 1, sizeof( tiles ) );
	world = crowdWorld();
	shape = wfDefaultShapeDef();
	shape.kind = wf_imageShape;
	shape.role = wf_terrainRole;
	shape.kinds = 1u;
	shape.cells = tiles;
	shape.width = shape.height = 6;
	shape.pixelSize = 1.0;
	shape.center = ( wfVec2 ){ -6.0, -3.0 };
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, NULL, NULL ), wf_ok );
	wfFrame frame = { 0 };
	CHECK_EQUAL( wfDrawFrame( file.text, world, &frame, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, "ground for some kinds only" ), 1 );
	CHECK( countText( file.text, "#2e7d8a" ) >= 3 ); // its area, its dashes, and those of the legend
	CHECK_EQUAL( countText( file.text, "costly terrain" ), 0 );
	remove( file.text );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------ videos

// An ffmpeg that copies its input to the file it is given.
static void makeProgram( const char* folder )
{
	char path[600];
	snprintf( path, sizeof( path ), "%.500s/ffmpeg", folder );
	FILE* program = fopen( path, "w" );
	CHECK( program != NULL );
	fprintf( program, "#!/bin/sh\nPATH=/usr/bin:/bin\nfor last; do :; done; exec cat > \"${last#file:}\"\n" );
	fclose( program );
	chmod( path, 0700 );
}

static int64_t countColor( const FileBytes* bytes, size_t pixels, size_t frame, uint32_t rgb )
{
	int64_t count = 0;
	for ( size_t i = frame * pixels; i < ( frame + 1 ) * pixels && 4 * i + 4 <= bytes->size; ++i )
	{
		uint32_t pixel;
		memcpy( &pixel, bytes->data + 4 * i, 4 );
		count += ( pixel & 0xFFFFFF ) == rgb ? 1 : 0;
	}
	return count;
}

TEST( VideosShowGroups )
{
	CrowdPath folder = crowdPath( "group-film" );
	CHECK_EQUAL( mkdir( folder.text, 0700 ), 0 );
	makeProgram( folder.text );
	const char* path = getenv( "PATH" );
	char* before = strdup( path != NULL ? path : "/usr/bin:/bin" );
	setenv( "PATH", folder.text, 1 );
	char file[600], program[600];
	snprintf( file, sizeof( file ), "%.500s/groups.mp4", folder.text );
	snprintf( program, sizeof( program ), "%.500s/ffmpeg", folder.text );
	Scene scene = makeScene();
	wfGroupTrack* track = makeTrack( NULL, 0 );
	wfGroupId group = addGroup( &scene, 0, 4, 0 );
	CHECK_EQUAL( wfGroupTrack_Add( track, scene.crowd, NULL ), wf_ok );
	wfVideoDef def = wfDefaultVideoDef();
	def.path = file;
	def.world = scene.world;
	def.width = 800;
	def.trails = false;
	def.groups = track;
	wfVideo* video = NULL;
	CHECK_EQUAL( wfCreateVideo( &def, &video, NULL ), wf_ok );
	wfFrame frame = wfCrowd_GetFrame( scene.crowd );
	CHECK_EQUAL( wfVideo_AddFrame( video, &frame, NULL ), wf_ok );
	wfStrokes* strokes = makeFork();
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	order.strokes = strokes;
	CHECK_EQUAL( wfCrowd_OrderGroup( scene.crowd, group, &order, NULL ), wf_ok );
	tick( &scene, 3, track );
	frame = wfCrowd_GetFrame( scene.crowd );
	CHECK_EQUAL( wfVideo_AddFrame( video, &frame, NULL ), wf_ok );
	// Half of it parts: the legend has both, then.
	wfGroupId part;
	CHECK_EQUAL( wfCrowd_SplitGroup( scene.crowd, group, scene.agents, 2, &part, NULL ), wf_ok );
	tick( &scene, 1, track );
	frame = wfCrowd_GetFrame( scene.crowd );
	CHECK_EQUAL( wfVideo_AddFrame( video, &frame, NULL ), wf_ok );
	CHECK_EQUAL( wfDestroyVideo( video, NULL ), wf_ok );
	FileBytes bytes = readBytes( file );
	size_t pixels = bytes.size / 12;
	uint32_t shade = wfPackColor( wfGroupColor( 0, 1 ) );
	for ( size_t f = 0; f < 3; ++f )
	{
		// The lowest fifth of a frame is all legend.
		FileBytes below = { bytes.data + 4 * ( f * pixels + pixels * 4 / 5 ), 4 * ( pixels / 5 ) };
		CHECK( countColor( &below, pixels / 5, 0, wfPackColor( wfGroupColor( 0, 0 ) ) ) > 10 );
		CHECK( ( countColor( &below, pixels / 5, 0, shade ) > 10 ) == ( f == 2 ) );
	}
	// Four in the colour of the group, and eight in that of others.
	int64_t own = countColor( &bytes, pixels, 0, wfPackColor( wfGroupColor( 0, 0 ) ) );
	int64_t others = countColor( &bytes, pixels, 0, WF_STRANGER );
	CHECK( own > 4 * 50 && others > 8 * 30 );
	// Then a stroke as well: its band over the floor.
	uint32_t band = wfMixColors( WF_FLOOR, wfPackColor( wfGroupColor( 0, 0 ) ), 0.24 );
	int64_t near[2] = { 0, 0 };
	for ( int32_t f = 0; f < 2; ++f )
	{
		for ( uint32_t k = 0; k < 27; ++k )
		{
			// Rounding of the blending.
			uint32_t rgb = band + ( k % 3 - 1 ) + ( ( k / 3 % 3 - 1 ) << 8 ) + ( ( k / 9 - 1 ) << 16 );
			near[f] += countColor( &bytes, pixels, (size_t)f, rgb );
		}
	}
	CHECK( near[0] < 300 && near[1] > near[0] + 2000 );
	freeBytes( &bytes );
	wfDestroyStrokes( strokes );
	wfDestroyGroupTrack( track );
	freeScene( &scene );
	setenv( "PATH", before, 1 );
	free( before );
	remove( file );
	remove( program );
	CHECK_EQUAL( countEntries( folder.text ), 0 );
	rmdir( folder.text );
}

// ------------------------------------------------------------------------------------------------------------------ memory

static wfResult drawAll( const Scene* scene, const char* path )
{
	const wfGroupLook look = { "first", 2 };
	wfGroupTrackDef def = wfDefaultGroupTrackDef();
	def.looks = &look;
	def.lookCount = 1;
	wfGroupTrack* track = NULL;
	wfResult result = wfCreateGroupTrack( &def, &track, NULL );
	result = result == wf_ok ? wfGroupTrack_Add( track, scene->crowd, NULL ) : result;
	wfCrowdPictureDef picture = wfDefaultCrowdPictureDef();
	picture.groups = track;
	picture.legend = false;
	result = result == wf_ok ? wfDrawCrowd( path, scene->crowd, &picture, NULL ) : result;
	wfDestroyGroupTrack( track );
	return result;
}

TEST( GroupPicturesSurviveEveryFailedAllocation )
{
	Scene scene = makeScene();
	wfGroupId group = addGroup( &scene, 0, 4, 1 );
	wfStrokes* strokes = makeFork();
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	order.strokes = strokes;
	CHECK_EQUAL( wfCrowd_OrderGroup( scene.crowd, group, &order, NULL ), wf_ok );
	tick( &scene, 2, NULL );
	CrowdPath file = crowdPath( "memory.svg" );
	wfCrowd_GetFrame( scene.crowd ); // whose memory the crowd keeps
	TEST_EVERY_ALLOCATION( drawAll( &scene, file.text ), (void)0 );
	remove( file.text );
	wfDestroyStrokes( strokes );
	freeScene( &scene );
}

void runGroupPictureTests( int argc, char** argv )
{
	RUN( GroupsHaveColorsAndPartsTheirShades );
	RUN( HuesOfGroupsAreToldApartWithoutGreenToo );
	RUN( MomentsBetweenTicksAreBetween );
	RUN( StrokesAreSmoothAndStayWhereTheyAre );
	RUN( CrowdsAreDrawnWithTheirGroups );
	RUN( NamesOfGroupsKeepApart );
	RUN( LegendsCountWhoIsThere );
	RUN( ManyLinesToSlotsAreLeftOut );
	RUN( RecordingsAreDrawnWithGroups );
	RUN( GroundForSomeKindsHasItsSign );
	RUN( VideosShowGroups );
	RUN( GroupPicturesSurviveEveryFailedAllocation );
}
