// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pictures of footsteps: prints, paths, bodies, plans.

#include "test_picture_footsteps.h"

#include "picture/color.h"
#include "picture/footstep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// 100 pixels a metre, the origin at the lower left of the box.
static wfPanel makePanel( double scale )
{
	return ( wfPanel ){ .box = { { 0.0, 0.0 }, { 1000.0, 500.0 } }, .origin = { -5.0, -2.5 }, .scale = scale, .font = 14.0 };
}

static const wfBox2 wholeView = { { -5.0, -2.5 }, { 5.0, 2.5 } };

static void addTwo( wfFootstepTable* table )
{
	addWalk( table, &( WalkPlan ){ .serial = 1, .from = { -4.0, 0.5 }, .speed = 1.2, .steps = 6 } );
	addWalk(
		table,
		&( WalkPlan ){
			.serial = 2, .from = { 4.0, -0.5 }, .heading = 3.14159265, .speed = 1.0, .steps = 5, .bend = 0.2, .pause = 0.8 } );
}

static double lastTimeOf( const wfFootstepTable* table )
{
	double last = 0.0;
	for ( int64_t i = 0; i < table->rowCount; ++i )
	{
		last = fmax( last, wfFootstep_GetEndTime( &table->rows[i].step ) );
	}
	return last;
}

// ------------------------------------------------------------------------------------------------------------------ parts

TEST( PrintsAreWhereFeetStood )
{
	wfFootstepTable table = { 0 };
	addTwo( &table );
	wfPedestrians people;
	CHECK_EQUAL( wfMakePedestrians( &table, false, &people, NULL ), wf_ok );
	CHECK_EQUAL( people.count, 2 );
	wfPanel panel = makePanel( 100.0 );
	wfPrints prints;
	CHECK_EQUAL( wfMakePrints( &people, &panel, wholeView, ( wfShownTime ){ 0.0, 1e9, 1.5 }, &prints ), wf_ok );
	CHECK_EQUAL( prints.lastOfEach, 0 );
	// Both feet at first, one for each step, and the one that closes up at the end.
	CHECK_EQUAL( prints.items.count, ( 2 + 6 + 2 ) + ( 2 + 5 + 2 ) );
	for ( int64_t i = 0; i < table.rowCount; ++i )
	{
		const wfFootstep* step = &table.rows[i].step;
		int32_t found = 0;
		for ( int32_t k = 0; k < prints.items.count; ++k )
		{
			const wfPrint* print = prints.items.data + k;
			bool place = print->position.x == step->footPosition.x && print->position.y == step->footPosition.y;
			bool turned = fabs( remainder( print->angle - step->footAngle, 6.283185307179586 ) ) < 1e-9;
			bool time = print->time <= step->startTime && print->until >= wfFootstep_GetEndTime( step ) - 1e-9;
			found += place && turned && time && print->foot == step->foot ? 1 : 0;
		}
		CHECK_EQUAL( found, 1 );
	}
	wfFreePrints( &prints );
	wfFreePedestrians( &people );
	freeWalks( &table );
}

TEST( TimesAndViewsChoosePrints )
{
	wfFootstepTable table = { 0 };
	addWalk( &table, &( WalkPlan ){ .serial = 1, .from = { -4.0, 0.0 }, .speed = 1.2, .steps = 8 } );
	wfPedestrians people;
	CHECK_EQUAL( wfMakePedestrians( &table, false, &people, NULL ), wf_ok );
	wfPanel panel = makePanel( 100.0 );
	wfPrints prints;
	CHECK_EQUAL( wfMakePrints( &people, &panel, wholeView, ( wfShownTime ){ 0.0, 0.1, 1.5 }, &prints ), wf_ok );
	CHECK_EQUAL( prints.items.count, 2 );
	wfFreePrints( &prints );
	double middle = 0.5 * lastTimeOf( &table );
	CHECK_EQUAL( wfMakePrints( &people, &panel, wholeView, ( wfShownTime ){ middle, 1e9, 1.5 }, &prints ), wf_ok );
	CHECK( prints.items.count > 3 && prints.items.count < 9 );
	for ( int32_t i = 0; i < prints.items.count; ++i )
	{
		CHECK( prints.items.data[i].until >= middle );
	}
	wfFreePrints( &prints );
	wfBox2 half = { { -5.0, -2.5 }, { -2.0, 2.5 } };
	CHECK_EQUAL( wfMakePrints( &people, &panel, half, ( wfShownTime ){ 0.0, 1e9, 1.5 }, &prints ), wf_ok );
	CHECK( prints.items.count > 2 && prints.items.count < 8 );
	wfFreePrints( &prints );
	// Too small to be seen.
	wfPanel small = makePanel( 10.0 );
	CHECK_EQUAL( wfMakePrints( &people, &small, wholeView, ( wfShownTime ){ 0.0, 1e9, 1.5 }, &prints ), wf_ok );
	CHECK_EQUAL( prints.items.count, 0 );
	wfFreePrints( &prints );
	wfFreePedestrians( &people );
	freeWalks( &table );
}

typedef struct Outline
{
	double area; // signed
	wfVec2 farthest;
	double lowest, highest;
} Outline;

static Outline measureFoot( wfFoot foot, double angle, double length )
{
	wfCanvas* canvas = NULL;
	CHECK_EQUAL( wfCreateCanvas( wf_svgCanvas, 100, 100, &canvas ), wf_ok );
	wfAddFootOutline( canvas, ( wfVec2 ){ 0.0, 0.0 }, angle, foot, length );
	Outline outline = { .lowest = INFINITY, .highest = -INFINITY };
	double reach = 0.0, c = cos( angle ), s = sin( angle );
	size_t corners = (size_t)canvas->path.count - 1;
	for ( size_t i = 0; i < corners; ++i )
	{
		wfVec2 a = canvas->path.data[i].point, b = canvas->path.data[( i + 1 ) % corners].point;
		outline.area += 0.5 * ( a.x * b.y - a.y * b.x );
		// The canvas has y down.
		double along = c * a.x - s * a.y, across = s * a.x + c * a.y;
		outline.lowest = fmin( outline.lowest, along );
		outline.highest = fmax( outline.highest, along );
		if ( fabs( across ) > reach )
		{
			reach = fabs( across );
			outline.farthest = ( wfVec2 ){ along, -across };
		}
	}
	wfDestroyCanvas( canvas );
	return outline;
}

TEST( FeetAreLongAndMirrored )
{
	for ( int32_t k = 0; k < 3; ++k )
	{
		double length = k == 0 ? 8.0 : k == 1 ? 20.0 : 60.0, angle = 0.7 * k - 0.3;
		Outline right = measureFoot( wf_rightFoot, angle, length ), left = measureFoot( wf_leftFoot, angle, length );
		CHECK_NEAR( right.lowest, -0.5 * length, 0.02 * length );
		CHECK_NEAR( right.highest, 0.5 * length, 0.02 * length );
		// The same way around, so that what overlaps is one area.
		CHECK_NEAR( right.area, left.area, 1e-9 * length * length );
		CHECK( fabs( right.area ) > 0.2 * length * length && fabs( right.area ) < 0.36 * length * length );
		// The ball is the widest, and the outer sides are opposite; small ones have too few corners to show it.
		CHECK( k == 0 || ( right.farthest.x > 0.05 * length && right.farthest.y < 0.0 ) );
		CHECK( k == 0 || ( left.farthest.x > 0.05 * length && left.farthest.y > 0.0 ) );
	}
}

TEST( PathsFollowTheSteps )
{
	wfFootstepTable table = { 0 };
	addTwo( &table );
	wfPedestrians people;
	CHECK_EQUAL( wfMakePedestrians( &table, false, &people, NULL ), wf_ok );
	wfPanel panel = makePanel( 100.0 );
	wfTrailLines set = { 0 };
	wfPalette palette;
	wfMakeSpeedPalette( &palette );
	wfAddPedestrianTrail( &set, &panel, people.data + 1, ( wfShownTime ){ 0.0, 1e9, 1.5 }, NULL );
	CHECK_EQUAL( set.lines.result, wf_ok );
	CHECK_EQUAL( set.lines.sizes.count, 1 );
	CHECK_EQUAL( set.colors.data[0], wfPackColor( wfAgentColor( 1 ) ) );
	int32_t rowCount;
	const wfFootstepRow* rows = findWalk( &table, 2, &rowCount );
	// Whatever time it is, the centre is on the line.
	double end = wfFootstep_GetEndTime( &rows[rowCount - 1].step );
	for ( double time = 0.0; time < end; time += 0.03 )
	{
		wfVec2 at = wfToCanvas(
			&panel, wfFootstep_GetPosition( &wfFindStepRow( people.data[1].rows, people.data[1].rowCount, time )->step, time ) );
		double nearest = INFINITY;
		for ( int32_t i = 0; i + 1 < set.lines.points.count; ++i )
		{
			wfVec2 a = set.lines.points.data[i], b = set.lines.points.data[i + 1];
			double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
			double t = square > 0.0 ? fmin( fmax( ( ( at.x - a.x ) * x + ( at.y - a.y ) * y ) / square, 0.0 ), 1.0 ) : 0.0;
			nearest = fmin( nearest, hypot( a.x + t * x - at.x, a.y + t * y - at.y ) );
		}
		CHECK( nearest < 0.25 );
	}
	wfTrailLines_Free( &set );
	// By speed a walk that begins and ends at rest has several colours; only what is shown has a line.
	wfAddPedestrianTrail( &set, &panel, people.data, ( wfShownTime ){ 0.0, 1e9, 1.5 }, &palette );
	CHECK_EQUAL( set.lines.result, wf_ok );
	CHECK( set.lines.sizes.count >= 3 );
	wfTrailLines_Free( &set );
	wfAddPedestrianTrail( &set, &panel, people.data, ( wfShownTime ){ 1e6, 1e9, 1.5 }, NULL );
	CHECK_EQUAL( set.lines.result, wf_ok );
	CHECK_EQUAL( set.lines.sizes.count, 0 );
	wfTrailLines_Free( &set );
	wfFreePedestrians( &people );
	freeWalks( &table );
}

TEST( PeopleAreFoundAndKnownToBeThere )
{
	wfFootstepTable table = { 0 };
	addWalk( &table, &( WalkPlan ){ .serial = 3, .from = { 0.0, 0.0 }, .speed = 1.0, .steps = 2, .goesOn = true } );
	addWalk( &table, &( WalkPlan ){ .serial = 7, .time = 1.0, .from = { 3.0, 0.0 }, .speed = 1.0, .steps = 9 } );
	addWalk( &table, &( WalkPlan ){ .serial = 9, .time = 2.0, .from = { 6.0, 0.0 }, .speed = 1.0, .steps = 7, .pause = 0.5 } );
	wfPedestrians people;
	CHECK_EQUAL( wfMakePedestrians( &table, true, &people, NULL ), wf_ok );
	CHECK( wfFindPedestrian( &people, 1 ) == NULL && wfFindPedestrian( &people, 8 ) == NULL &&
		   wfFindPedestrian( &people, 10 ) == NULL );
	const wfPedestrian *left = wfFindPedestrian( &people, 3 ), *last = wfFindPedestrian( &people, 7 );
	CHECK( left != NULL && last != NULL && wfFindPedestrian( &people, 9 ) != NULL );
	double gone = wfFootstep_GetEndTime( &left->rows[left->rowCount - 1].step );
	CHECK( !wfPedestrians_IsThere( &people, left, -0.1 ) );
	CHECK( wfPedestrians_IsThere( &people, left, 0.0 ) && wfPedestrians_IsThere( &people, left, gone ) );
	CHECK( !wfPedestrians_IsThere( &people, left, gone + 0.1 ) );
	// Who made the last steps of all stands there for ever.
	CHECK( !wfPedestrians_IsThere( &people, last, 0.9 ) && wfPedestrians_IsThere( &people, last, people.lastTime + 100.0 ) );
	// All walk to the right.
	CHECK_EQUAL( wfPackColor( left->color ), wfPackColor( last->color ) );
	CHECK( wfFindStepRow( last->rows, last->rowCount, 0.0 ) == last->rows &&
		   wfFindStepRow( last->rows, last->rowCount, 1e9 ) == last->rows + last->rowCount - 1 );
	wfFreePedestrians( &people );
	freeWalks( &table );
}

// --------------------------------------------------------------------------------------------------------------- pictures

static wfResult drawTo( const char* path, const wfWorld* world, const wfFootstepTable* table, const wfCrowdPictureDef* def )
{
	wfError error = { 0 };
	wfResult result = wfDrawFootsteps( path, world, table, def, &error );
	CHECK_EQUAL( error.result, result );
	return result;
}

TEST( FootstepsAsPictures )
{
	wfFootstepTable table = { 0 };
	addTwo( &table );
	wfWorld* world = crowdWorld();
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.title = "two <walkers>";
	CrowdPath svg = crowdPath( "feet.svg" ), png = crowdPath( "feet.png" );
	CHECK_EQUAL( drawTo( svg.text, world, &table, &def ), wf_ok );
	CHECK( isGoodSvg( svg.text ) );
	CHECK_EQUAL( countText( svg.text, "two &lt;walkers&gt;" ), 1 );
	CHECK_EQUAL( countText( svg.text, ">footprints, lighter with age<" ), 1 );
	CHECK_EQUAL( countText( svg.text, ">torso, shoulders and feet<" ), 1 );
	CHECK_EQUAL( countText( svg.text, ">centre of mass<" ), 1 );
	CHECK_EQUAL( countText( svg.text, "stroke-dasharray" ), 0 );
	CHECK_EQUAL( drawTo( png.text, world, &table, &def ), wf_ok );
	// Outlines of bodies are the only opaque lines of their colour.
	def.toTime = 2.0;
	def.width = 2400;
	CHECK_EQUAL( drawTo( png.text, world, &table, &def ), wf_ok );
	for ( uint32_t i = 0; i < 2; ++i )
	{
		CHECK( countPixels( png.text, wfMixColors( wfPackColor( wfAgentColor( i ) ), 0x000000u, 0.45 ) ) > 10 );
	}
	def.toTime = 0.0;
	def.width = 1000;
	// What is not wanted is neither there nor explained.
	def.footprints = def.trails = def.discs = false;
	CHECK_EQUAL( drawTo( svg.text, world, &table, &def ), wf_ok );
	CHECK_EQUAL( countText( svg.text, ">footprints" ) + countText( svg.text, ">torso" ) + countText( svg.text, ">centre" ), 0 );
	// Without a world the view follows the feet.
	def = wfDefaultCrowdPictureDef();
	def.colorBySpeed = true;
	CHECK_EQUAL( drawTo( svg.text, NULL, &table, &def ), wf_ok );
	CHECK( isGoodSvg( svg.text ) );
	CHECK_EQUAL( countText( svg.text, ">speed of the steps [m/s]<" ), 1 );
	remove( svg.text );
	remove( png.text );
	wfDestroyWorld( world );
	freeWalks( &table );
}

TEST( MomentsBesideEachOther )
{
	wfFootstepTable table = { 0 };
	addTwo( &table );
	wfWorld* world = crowdWorld();
	double moments[5] = { 0.5, 1.25, 2.0, 3.0, 4.0 };
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.moments = moments;
	CrowdPath svg = crowdPath( "moments.svg" ), png = crowdPath( "moments.png" );
	for ( int32_t columns = 0; columns <= 5; columns += 1 )
	{
		def.momentCount = 4 + columns % 2;
		def.columns = columns;
		CHECK_EQUAL( drawTo( svg.text, world, &table, &def ), wf_ok );
		CHECK( isGoodSvg( svg.text ) );
		CHECK_EQUAL( countText( svg.text, ">0.5 s<" ) + countText( svg.text, ">1.25 s<" ), 2 );
		CHECK_EQUAL( countText( svg.text, ">4 s<" ), def.momentCount == 5 ? 1 : 0 );
		CHECK_EQUAL( drawTo( png.text, world, &table, &def ), wf_ok );
		FileBytes bytes = readBytes( png.text );
		int32_t width = 0, height = 0;
		CHECK( getPngSize( &bytes, &width, &height ) );
		freeBytes( &bytes );
		CHECK( width <= 1001 && height <= 1001 && ( width >= 999 || height >= 900 ) );
		// Twice as wide as high: two in a row fill a sheet, four in a row are flat.
		CHECK( columns != 4 || height < 400 );
	}
	remove( svg.text );
	remove( png.text );
	wfDestroyWorld( world );
	freeWalks( &table );
}

static void addMany( wfFootstepTable* table, int32_t count, double length, double width )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		bool right = i % 2 == 0;
		double part = (double)( i * 7919 % count ) / count, x = 0.5 * length - 1.0 - 0.3 * length * part;
		addWalk( table, &( WalkPlan ){ .serial = (uint32_t)i + 1,
									   .from = { right ? -x : x, width * ( (double)i / count - 0.5 ) },
									   .heading = right ? 0.0 : 3.14159265,
									   .speed = 1.0 + 0.4 * part,
									   .steps = 15 } );
	}
}

TEST( ManyFeetStaySmallFiles )
{
	wfFootstepTable table = { 0 };
	addMany( &table, 300, 40.0, 8.0 );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.view = ( wfBox2 ){ { -20.0, -4.0 }, { 20.0, 4.0 } };
	def.toTime = 5.0;
	def.colorByDirection = true;
	CrowdPath svg = crowdPath( "many.svg" );
	CHECK_EQUAL( drawTo( svg.text, NULL, &table, &def ), wf_ok );
	CHECK( isGoodSvg( svg.text ) );
	CHECK_EQUAL( countText( svg.text, "footprints of each<" ), 1 );
	FileBytes bytes = readBytes( svg.text );
	CHECK( bytes.size > 20000 && bytes.size < 600000 );
	freeBytes( &bytes );
	// Seen from afar they are discs without feet.
	def.view = ( wfBox2 ){ { -200.0, -40.0 }, { 200.0, 40.0 } };
	CHECK_EQUAL( drawTo( svg.text, NULL, &table, &def ), wf_ok );
	CHECK_EQUAL( countText( svg.text, "footprints" ), 0 );
	bytes = readBytes( svg.text );
	CHECK( bytes.size < 120000 );
	freeBytes( &bytes );
	remove( svg.text );
	freeWalks( &table );
}

TEST( PlansAreSolidAndDashed )
{
	wfFootstepTable table = { 0 };
	addTwo( &table );
	int32_t count;
	const wfFootstepRow* rows = findWalk( &table, 1, &count );
	wfFootstep steps[4];
	for ( int32_t i = 0; i < 4; ++i )
	{
		steps[i] = rows[3 + i].step;
	}
	wfFootstepPlan plan = { 1, steps, 4, 2 };
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.toTime = steps[0].startTime + 0.1;
	def.plans = &plan;
	def.planCount = 1;
	CrowdPath svg = crowdPath( "plan.svg" );
	CHECK_EQUAL( drawTo( svg.text, NULL, &table, &def ), wf_ok );
	CHECK( isGoodSvg( svg.text ) );
	CHECK_EQUAL( countText( svg.text, ">sure steps ahead<" ) + countText( svg.text, ">intended steps<" ), 2 );
	// The path, the feet, and the legend.
	CHECK_EQUAL( countText( svg.text, "stroke-dasharray" ), 3 );
	plan.sure = 4;
	CHECK_EQUAL( drawTo( svg.text, NULL, &table, &def ), wf_ok );
	CHECK_EQUAL( countText( svg.text, "stroke-dasharray" ), 1 );
	plan.sure = 5;
	CHECK_EQUAL( drawTo( svg.text, NULL, &table, &def ), wf_outOfRange );
	plan.sure = 2;
	def.plans = NULL;
	CHECK_EQUAL( drawTo( svg.text, NULL, &table, &def ), wf_outOfRange );
	remove( svg.text );
	freeWalks( &table );
}

// Places of both pedestrians and of somebody without feet, four times a second.
static wfTrajectories recordWalks( const wfFootstepTable* table, double seconds )
{
	wfPedestrians people;
	CHECK_EQUAL( wfMakePedestrians( table, false, &people, NULL ), wf_ok );
	int32_t frames = (int32_t)( seconds * 4.0 ) + 1;
	wfTrajectories recording = { .fps = 4.0, .rows = malloc( (size_t)frames * 3 * sizeof( wfTrajectoryRow ) ) };
	for ( int32_t f = 0; f < frames; ++f )
	{
		double time = f / 4.0;
		for ( int32_t k = 0; k < people.count; ++k )
		{
			wfVec2 at =
				wfFootstep_GetPosition( &wfFindStepRow( people.data[k].rows, people.data[k].rowCount, time )->step, time );
			recording.rows[recording.rowCount++] = ( wfTrajectoryRow ){ f, (int32_t)people.data[k].serial, at.x, at.y, 0.0 };
		}
		recording.rows[recording.rowCount++] = ( wfTrajectoryRow ){ f, 5, -3.0 + 0.4 * time, -3.0, 0.0 };
	}
	wfFreePedestrians( &people );
	return recording;
}

TEST( RecordingsShowFeetAndDiscs )
{
	wfFootstepTable table = { 0 };
	addTwo( &table );
	wfTrajectories recording = recordWalks( &table, 3.0 );
	wfWorld* world = crowdWorld();
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	CrowdPath svg = crowdPath( "mixed.svg" );
	CHECK_EQUAL( wfDrawTrajectories( svg.text, world, &recording, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( svg.text, "footprints" ), 0 );
	CHECK_EQUAL( countText( svg.text, ">3 at 3 s, with headings<" ), 1 );
	def.footsteps = &table;
	CHECK_EQUAL( wfDrawTrajectories( svg.text, world, &recording, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( svg.text ) );
	CHECK_EQUAL( countText( svg.text, ">footprints, lighter with age<" ), 1 );
	CHECK_EQUAL( countText( svg.text, ">2 on foot at 3 s<" ), 1 );
	CHECK_EQUAL( countText( svg.text, ">1 at 3 s, with headings<" ), 1 );
	remove( svg.text );
	wfDestroyWorld( world );
	free( recording.rows );
	freeWalks( &table );
}

TEST( RefusedFootstepsSayWhy )
{
	wfFootstepTable table = { 0 }, none = { 0 };
	addTwo( &table );
	CrowdPath svg = crowdPath( "refused.svg" );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	wfError error = { 0 };
	CHECK_EQUAL( wfDrawFootsteps( svg.text, NULL, &none, &def, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "no footsteps" ) != NULL );
	CHECK_STRING( error.file, svg.text );
	CHECK_EQUAL( drawTo( "feet.gif", NULL, &table, &def ), wf_unsupported );
	double moments[WF_MAX_MOMENTS + 1] = { 1.0, NAN };
	def.moments = moments;
	def.momentCount = 2;
	CHECK_EQUAL( drawTo( svg.text, NULL, &table, &def ), wf_outOfRange );
	def.momentCount = WF_MAX_MOMENTS + 1;
	CHECK_EQUAL( drawTo( svg.text, NULL, &table, &def ), wf_outOfRange );
	def.momentCount = -1;
	CHECK_EQUAL( drawTo( svg.text, NULL, &table, &def ), wf_outOfRange );
	def.momentCount = 0;
	def.columns = -1;
	CHECK_EQUAL( drawTo( svg.text, NULL, &table, &def ), wf_outOfRange );
	def.columns = 0;
	def.toTime = -3.0;
	def.fromTime = -4.0;
	CHECK_EQUAL( wfDrawFootsteps( svg.text, NULL, &table, &def, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "nobody" ) != NULL );
	def = wfDefaultCrowdPictureDef();
	wfFootstepRow kept = table.rows[3];
	table.rows[3] = table.rows[1];
	CHECK_EQUAL( wfDrawFootsteps( svg.text, NULL, &table, &def, &error ), wf_invalidDef );
	CHECK( strstr( error.message, "not sorted" ) != NULL );
	table.rows[3] = kept;
	table.rows[3].step.apex.x = NAN;
	CHECK_EQUAL( wfDrawFootsteps( svg.text, NULL, &table, &def, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "step 3 of agent 1" ) != NULL );
	testBeginAsserts();
	CHECK_EQUAL( wfDrawFootsteps( svg.text, NULL, NULL, &def, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	CHECK( !fileExists( svg.text ) );
	freeWalks( &table );
}

static wfResult drawFeetAndForget( const char* folder, const char* name, const wfFootstepTable* table,
								   const wfTrajectories* recording )
{
	CrowdPath file;
	snprintf( file.text, sizeof( file.text ), "%.400s/%s", folder, name );
	double moments[2] = { 1.0, 2.0 };
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.width = 300;
	def.footsteps = table;
	def.moments = moments;
	def.momentCount = 2;
	def.view = ( wfBox2 ){ { -5.0, -2.0 }, { 0.0, 2.0 } };
	wfResult result = recording != NULL ? wfDrawTrajectories( file.text, NULL, recording, &def, NULL )
										: wfDrawFootsteps( file.text, NULL, table, &def, NULL );
	CHECK_EQUAL( countEntries( folder ), result == wf_ok ? 1 : 0 );
	remove( file.text );
	return result;
}

TEST( EveryAllocationOfFeetMayFail )
{
	wfFootstepTable table = { 0 };
	addTwo( &table );
	wfTrajectories recording = recordWalks( &table, 2.0 );
	CrowdPath folder = crowdPath( "feet" );
	CHECK_EQUAL( mkdir( folder.text, 0700 ), 0 );
	TEST_EVERY_ALLOCATION( drawFeetAndForget( folder.text, "a.svg", &table, NULL ), (void)0 );
	TEST_EVERY_ALLOCATION( drawFeetAndForget( folder.text, "a.png", &table, NULL ), (void)0 );
	TEST_EVERY_ALLOCATION( drawFeetAndForget( folder.text, "b.svg", &table, &recording ), (void)0 );
	rmdir( folder.text );
	free( recording.rows );
	freeWalks( &table );
}

void runFootstepPictureTests( int argc, char** argv )
{
	RUN( PrintsAreWhereFeetStood );
	RUN( TimesAndViewsChoosePrints );
	RUN( FeetAreLongAndMirrored );
	RUN( PathsFollowTheSteps );
	RUN( PeopleAreFoundAndKnownToBeThere );
	RUN( FootstepsAsPictures );
	RUN( MomentsBesideEachOther );
	RUN( ManyFeetStaySmallFiles );
	RUN( PlansAreSolidAndDashed );
	RUN( RecordingsShowFeetAndDiscs );
	RUN( RefusedFootstepsSayWhy );
	RUN( EveryAllocationOfFeetMayFail );
	runFootstepVideoTests( argc, argv );
	runFootstepCrowdTests( argc, argv );
}
