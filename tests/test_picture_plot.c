// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_picture.h"

#include "wayfield/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double sizes[5] = { 64, 128, 256, 512, 1024 };
static const double slow[5] = { 0.001, 0.02, 0.3, 5.0, 80.0 };
static const double quick[5] = { 0.0001, 0.001, 0.01, 0.1, 1.0 };

static wfPlotDef growthPlot( wfPlotSeries series[2] )
{
	wfPlotDef def = wfDefaultPlotDef();
	series[0] = ( wfPlotSeries ){ "slow", sizes, slow, 5 };
	series[1] = ( wfPlotSeries ){ "quick & <light>", sizes, quick, 5 };
	def.series = series;
	def.seriesCount = 2;
	def.title = "growth";
	def.xLabel = "cells a side";
	def.yLabel = "seconds";
	def.logX = true;
	def.logY = true;
	return def;
}

static FileBytes plotToBytes( const char* name, const wfPlotDef* def, wfResult expected )
{
	char path[512];
	snprintf( path, sizeof( path ), "%s", testTemporaryPath( name ) );
	remove( path );
	wfError error = { 0 };
	CHECK_EQUAL( wfDrawPlot( path, def, &error ), expected );
	CHECK_EQUAL( error.message[0] != 0, expected != wf_ok );
	CHECK_EQUAL( fileExists( path ), expected == wf_ok );
	FileBytes bytes = readBytes( path );
	remove( path );
	return bytes;
}

TEST( PlotAsSvgAndPng )
{
	wfPlotSeries series[2];
	wfPlotDef def = growthPlot( series );
	FileBytes bytes = plotToBytes( "plot.svg", &def, wf_ok );
	CHECK( isWellFormedXml( &bytes ) );
	CHECK( containsText( &bytes, ">growth<" ) && containsText( &bytes, ">seconds<" ) &&
		   containsText( &bytes, ">cells a side<" ) );
	CHECK( containsText( &bytes, ">quick &amp; &lt;light&gt;<" ) );
	CHECK( containsText( &bytes, ">10⁻³<" ) );
	freeBytes( &bytes );
	def.width = 321;
	def.height = 210;
	bytes = plotToBytes( "plot.png", &def, wf_ok );
	int32_t width = 0, height = 0;
	CHECK( getPngSize( &bytes, &width, &height ) );
	CHECK_EQUAL( width, 321 );
	CHECK_EQUAL( height, 210 );
	freeBytes( &bytes );
}

TEST( LinearTicksAreRound )
{
	const double x[3] = { 0.0, 5.0, 10.0 }, y[3] = { 2.0, 97.0, 55.0 };
	wfPlotSeries series = { NULL, x, y, 3 };
	wfPlotDef def = wfDefaultPlotDef();
	def.series = &series;
	def.seriesCount = 1;
	FileBytes bytes = plotToBytes( "linear.svg", &def, wf_ok );
	CHECK( isWellFormedXml( &bytes ) );
	CHECK( containsText( &bytes, ">100<" ) && containsText( &bytes, ">0<" ) && containsText( &bytes, ">40<" ) );
	freeBytes( &bytes );
}

TEST( PlotOfOddValues )
{
	const double x[6] = { 1.0, 2.0, NAN, 4.0, INFINITY, 6.0 }, y[6] = { 3.0, -2.0, 1.0, 0.0, 5.0, 3.0 };
	wfPlotSeries series[3] = { { "odd", x, y, 6 }, { "empty", NULL, NULL, 0 }, { "lone", x, y, 1 } };
	wfPlotDef def = wfDefaultPlotDef();
	def.series = series;
	def.seriesCount = 3;
	for ( int32_t i = 0; i < 4; ++i )
	{
		def.logX = ( i & 1 ) != 0;
		def.logY = ( i & 2 ) != 0;
		FileBytes bytes = plotToBytes( "odd.svg", &def, wf_ok );
		CHECK( isWellFormedXml( &bytes ) );
		CHECK( !containsText( &bytes, "nan" ) && !containsText( &bytes, "inf" ) );
		freeBytes( &bytes );
	}
}

TEST( PlotAtTheEndsOfTheRange )
{
	const double least[3] = { 5e-324, 5e-324, 1e-310 }, most[3] = { 1.79e308, -1e300, 1e300 };
	wfPlotSeries series[3] = { { "least", least, least, 3 }, { "one", most, most, 2 }, { "most", most, most, 3 } };
	wfPlotDef def = wfDefaultPlotDef();
	def.seriesCount = 1;
	for ( int32_t i = 0; i < 6; ++i )
	{
		def.series = series + ( i < 4 ? 0 : i - 3 );
		def.logX = i == 1 || i == 3;
		def.logY = i == 2 || i == 3;
		FileBytes bytes = plotToBytes( "ends.svg", &def, wf_ok );
		CHECK( isWellFormedXml( &bytes ) );
		CHECK( !containsText( &bytes, "nan" ) && !containsText( &bytes, "inf" ) );
		freeBytes( &bytes );
	}
}

TEST( ManyCurvesGetALegend )
{
	wfPlotSeries series[30];
	char labels[30][24];
	for ( int32_t i = 0; i < 30; ++i )
	{
		snprintf( labels[i], sizeof( labels[i] ), "curve %d", i );
		series[i] = ( wfPlotSeries ){ labels[i], sizes, i % 2 ? slow : quick, 5 };
	}
	wfPlotDef def = wfDefaultPlotDef();
	def.series = series;
	def.seriesCount = 30;
	FileBytes bytes = plotToBytes( "many.svg", &def, wf_ok );
	CHECK( isWellFormedXml( &bytes ) );
	CHECK( containsText( &bytes, ">curve 0<" ) && containsText( &bytes, ">curve 29<" ) );
	freeBytes( &bytes );
}

static int32_t countText( const FileBytes* bytes, const char* text )
{
	int32_t count = 0;
	size_t length = strlen( text );
	for ( size_t i = 0; i + length <= bytes->size; ++i )
	{
		count += memcmp( bytes->data + i, text, length ) == 0;
	}
	return count;
}

// Whether the path of the first curve goes to the right and then up, not both at once.
static bool hasCorner( const FileBytes* bytes )
{
	char curve[256] = "";
	for ( size_t i = 0; i + sizeof( curve ) <= bytes->size && curve[0] == 0; ++i )
	{
		if ( memcmp( bytes->data + i, "stroke=\"#d5401e\"", 16 ) == 0 )
		{
			memcpy( curve, bytes->data + i, sizeof( curve ) - 1 );
		}
	}
	char* end = strstr( curve, "/>" );
	if ( CHECK( end != NULL ) )
	{
		*end = 0;
	}
	return strstr( curve, " 0 0-" ) != NULL;
}

TEST( StairsHoldTheirValues )
{
	const double x[2] = { 0.0, 10.0 }, y[2] = { 0.0, 10.0 };
	wfPlotSeries series = { NULL, x, y, 2 };
	wfPlotLook look = { .stairs = true };
	wfPlotDef def = wfDefaultPlotDef();
	def.series = &series;
	def.seriesCount = 1;
	FileBytes straight = plotToBytes( "straight.svg", &def, wf_ok );
	def.looks = &look;
	FileBytes stairs = plotToBytes( "stairs.svg", &def, wf_ok );
	CHECK( isWellFormedXml( &stairs ) );
	CHECK( !containsText( &straight, "stroke-dasharray" ) );
	CHECK( hasCorner( &stairs ) && !hasCorner( &straight ) );
	look = ( wfPlotLook ){ .dash = 1, .color = 3 };
	FileBytes dashed = plotToBytes( "dashed.svg", &def, wf_ok );
	CHECK( containsText( &dashed, "stroke-dasharray" ) );
	freeBytes( &straight );
	freeBytes( &stairs );
	freeBytes( &dashed );
}

TEST( AxesFromZero )
{
	const double x[2] = { 0.0, 10.0 }, y[2] = { 90.0, 100.0 }, none[2] = { 0.0, 0.0 };
	wfPlotSeries series = { NULL, x, y, 2 };
	wfPlotDef def = wfDefaultPlotDef();
	def.series = &series;
	def.seriesCount = 1;
	FileBytes bytes = plotToBytes( "high.svg", &def, wf_ok );
	CHECK( !containsText( &bytes, ">20<" ) );
	freeBytes( &bytes );
	def.fromZero = true;
	bytes = plotToBytes( "zero.svg", &def, wf_ok );
	CHECK( containsText( &bytes, ">20<" ) );
	freeBytes( &bytes );
	series.y = none;
	bytes = plotToBytes( "nothing.svg", &def, wf_ok );
	CHECK( !containsText( &bytes, ">-1<" ) && containsText( &bytes, ">1<" ) );
	freeBytes( &bytes );
}

static FileBytes stackToBytes( const char* name, const wfPlotDef* defs, int32_t count, wfResult expected )
{
	char path[512];
	snprintf( path, sizeof( path ), "%s", testTemporaryPath( name ) );
	remove( path );
	wfError error = { 0 };
	CHECK_EQUAL( wfDrawPlotStack( path, defs, count, &error ), expected );
	CHECK_EQUAL( error.message[0] != 0, expected != wf_ok );
	CHECK_EQUAL( fileExists( path ), expected == wf_ok );
	FileBytes bytes = readBytes( path );
	remove( path );
	return bytes;
}

TEST( PlotsBelowEachOther )
{
	const double early[2] = { 1.0, 20.0 }, late[2] = { 30.0, 60.0 }, y[2] = { 2.0, 3.0 };
	const wfPlotSeries upper = { "first", early, y, 2 }, lower[2] = { { "first", late, y, 2 }, { "second", late, y, 2 } };
	wfPlotDef defs[9];
	for ( int32_t i = 0; i < 9; ++i )
	{
		defs[i] = wfDefaultPlotDef();
		defs[i].title = "stack";
		defs[i].xLabel = "time [s]";
		defs[i].yLabel = i == 0 ? "above" : "below";
		defs[i].series = i == 0 ? &upper : lower;
		defs[i].seriesCount = i == 0 ? 1 : 2;
		defs[i].height = 200;
	}
	FileBytes bytes = stackToBytes( "stack.svg", defs, 2, wf_ok );
	CHECK( isWellFormedXml( &bytes ) );
	CHECK_EQUAL( countText( &bytes, ">stack<" ), 1 );
	CHECK_EQUAL( countText( &bytes, ">time [s]<" ), 1 );
	CHECK_EQUAL( countText( &bytes, ">above<" ), 1 );
	CHECK_EQUAL( countText( &bytes, ">below<" ), 1 );
	// The legend of the one with more series, and one x axis for both.
	CHECK_EQUAL( countText( &bytes, ">first<" ), 1 );
	CHECK_EQUAL( countText( &bytes, ">second<" ), 1 );
	CHECK_EQUAL( countText( &bytes, ">60<" ), 1 );
	freeBytes( &bytes );
	bytes = stackToBytes( "stack.png", defs, 8, wf_ok );
	int32_t width = 0, height = 0;
	CHECK( getPngSize( &bytes, &width, &height ) );
	CHECK( width == 800 && height > 1600 && height < 1700 );
	freeBytes( &bytes );

	stackToBytes( "nine.svg", defs, 9, wf_outOfRange );
	stackToBytes( "stack.pdf", defs, 2, wf_unsupported );
	defs[1].seriesCount = 0;
	stackToBytes( "empty.svg", defs, 2, wf_outOfRange );
	defs[1].seriesCount = 2;
	defs[1].height = 8100;
	stackToBytes( "high.svg", defs, 2, wf_outOfRange );
	testBeginAsserts();
	defs[1].internalCookie = 0;
	stackToBytes( "cookie.svg", defs, 2, wf_invalidDef );
	stackToBytes( "none.svg", defs, 0, wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 2 );
}

TEST( RefusedPlotsSayWhy )
{
	wfPlotSeries series[2];
	wfPlotDef def = growthPlot( series );
	def.seriesCount = 0;
	plotToBytes( "none.svg", &def, wf_outOfRange );
	const double negative[2] = { -1.0, -2.0 };
	def.seriesCount = 1;
	series[0] = ( wfPlotSeries ){ "negative", negative, negative, 2 };
	plotToBytes( "negative.svg", &def, wf_outOfRange );
	series[0] = ( wfPlotSeries ){ "missing", sizes, NULL, 2 };
	plotToBytes( "missing.svg", &def, wf_invalidDef );
	def = growthPlot( series );
	plotToBytes( "plot.pdf", &def, wf_unsupported );
	plotToBytes( "no/such/folder/plot.svg", &def, wf_writeFailed );
	def.height = 20;
	plotToBytes( "flat.svg", &def, wf_outOfRange );
	testBeginAsserts();
	def.internalCookie = 0;
	plotToBytes( "cookie.svg", &def, wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
}

static wfResult plotOrLeaveNothing( const char* folder, const char* name, const wfPlotDef* def )
{
	char path[512];
	snprintf( path, sizeof( path ), "%.400s/%s", folder, name );
	wfResult result = wfDrawPlot( path, def, NULL );
	CHECK_EQUAL( countEntries( folder ), result == wf_ok ? 1 : 0 );
	remove( path );
	return result;
}

TEST( EveryAllocationOfAPlotMayFail )
{
	char folder[512];
	wfPlotSeries series[2];
	wfPlotDef def = growthPlot( series );
	snprintf( folder, sizeof( folder ), "%s", testTemporaryPath( "plots" ) );
	CHECK_EQUAL( mkdir( folder, 0700 ), 0 );
	TEST_EVERY_ALLOCATION( plotOrLeaveNothing( folder, "a.svg", &def ), (void)0 );
	TEST_EVERY_ALLOCATION( plotOrLeaveNothing( folder, "a.png", &def ), (void)0 );
	rmdir( folder );
}

void runPlotTests( int argc, char** argv )
{
	RUN( PlotAsSvgAndPng );
	RUN( LinearTicksAreRound );
	RUN( PlotOfOddValues );
	RUN( PlotAtTheEndsOfTheRange );
	RUN( ManyCurvesGetALegend );
	RUN( StairsHoldTheirValues );
	RUN( AxesFromZero );
	RUN( PlotsBelowEachOther );
	RUN( RefusedPlotsSayWhy );
	RUN( EveryAllocationOfAPlotMayFail );
}
