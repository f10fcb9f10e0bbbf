// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield metrics FILE`: measures of a recording, simulated or real, and of a second one beside it.

#include "commands.h"
#include "surface.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct
{
	const char* file;
	const char* against; // a second recording, may be null
	const char* world;	 // in place of the recording's own
	const char *picture, *density, *plot;
	int32_t width; // of pictures, pixels
	const char* lineTexts[WF_MAX_METRIC_LINES];
	int32_t lineCount;
	const char* areaText;
	wfVec2 lanes;
	double unit, radius;
	double fps;		// 0: the file's own
	double view[2]; // of a mesh, degrees
	bool yUp, json;
} s_metrics;

static wfOption s_options[] = {
	{ WF_TEXTS( "line", "X0,Y0,X1,Y1", s_metrics.lineTexts, WF_MAX_METRIC_LINES, s_metrics.lineCount,
				"flow through this line; may be given up to 16 times" ) },
	{ WF_TEXT( "area", "X0,Y0,X1,Y1", s_metrics.areaText, "density and speed in this box" ) },
	{ WF_POINT( "lanes", "X,Y", s_metrics.lanes, "order of lanes along this direction" ) },
	{ WF_NUMBER( "radius", "R", s_metrics.radius, 0.0, 1e6,
				 "of the people, metres, where the file tells none: overlaps are counted then" ) },
	{ WF_TEXT( "world", "FILE", s_metrics.world,
			   "walls, where the file tells none or others are meant; the mesh of a recording on a surface" ) },
	{ WF_NUMBER( "fps", "F", s_metrics.fps, 1e-6, 1e6, "frames a second, where the file does not say" ) },
	{ WF_NUMBER( "unit", "M", s_metrics.unit, 1e-9, 1e9, "metres per unit of the file, as 0.01 for centimetres" ) },
	{ WF_TEXT( "against", "FILE", s_metrics.against, "measure a second recording in the same way and put it beside" ) },
	{ WF_PICTURE( "picture", "FILE", s_metrics.picture, ".svg or .png: the paths walked" ) },
	{ WF_PICTURE( "density", "FILE", s_metrics.density, ".svg or .png: mean density" ) },
	{ WF_INTEGER( "width", "PIXELS", s_metrics.width, 64, 8192, "of these pictures, 64 to 8192" ) },
	{ WF_NUMBERS( "view", "AZ,EL", s_metrics.view, 2, "of a picture on a surface, degrees around z and above the plane" ),
	  .with = "picture" },
	{ WF_FLAG( "y-up", s_metrics.yUp, "it takes y as up" ), .with = "picture" },
	{ WF_PICTURE( "plot", "FILE", s_metrics.plot, ".svg or .png: speed against density in the area" ) },
	{ WF_NUMBER( "memory", "MB", wf_settings.memoryMegabytes, 1.0, 1e9,
				 "refuse what would take more; default: four fifths of the machine's" ) },
	{ WF_FLAG( "json", s_metrics.json, "as JSON" ) },
	{ .name = NULL } };

// One recording and what was measured in it.
typedef struct Measured
{
	const char* file;
	wfTrajectories trajectories;
	wfScenario scenario;	// its world may be null
	wfSurfaceScene surface; // of a recording with heights; its mesh may be null
	wfMetrics* metrics;
	wfMetricsReport report;
	wfCircleReport circles; // of those on foot; agents 0: there are none
	wfFundamentalPoint* points;
	int64_t pointCount;
} Measured;

// ------------------------------------------------------------------------------------------------------------- options

static wfMetricsDef parseShapes( void )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.laneDirection = s_metrics.lanes;
	def.radius = wfIsGiven( "radius" ) ? s_metrics.radius : def.radius;
	def.lineCount = s_metrics.lineCount;
	double n[4];
	for ( int32_t i = 0; i < def.lineCount; ++i )
	{
		wfDieOfUsageIf( wfParseNumbers( s_metrics.lineTexts[i], n, 4 ) != 4 || ( n[0] == n[2] && n[1] == n[3] ),
						"--line is '%.80s'; expected the two ends X0,Y0,X1,Y1 of a line, as in -0.4,0,0.4,0",
						s_metrics.lineTexts[i] );
		def.lines[i][0] = ( wfVec2 ){ n[0], n[1] };
		def.lines[i][1] = ( wfVec2 ){ n[2], n[3] };
	}
	if ( s_metrics.areaText != NULL )
	{
		wfDieOfUsageIf( wfParseNumbers( s_metrics.areaText, n, 4 ) != 4 || !( n[0] < n[2] ) || !( n[1] < n[3] ),
						"--area is '%.80s'; expected its lower left and upper right corner X0,Y0,X1,Y1, as in -0.4,0.5,0.4,1.3",
						s_metrics.areaText );
		def.area = ( wfBox2 ){ { n[0], n[1] }, { n[2], n[3] } };
	}
	return def;
}

// ----------------------------------------------------------------------------------------------------------- measuring

// A picture needs the mesh: the one given, else what the recording says it was made on.
static void readSurface( Measured* measured )
{
	// What was asked for and means nothing on a surface.
	static const char* const ofPlane[] = { "line", "area", "lanes", "density" };
	for ( int32_t i = 0; i < 4; ++i )
	{
		wfDieOfUsageIf(
			wfIsGiven( ofPlane[i] ),
			"--%s belongs to the plane, but '%.200s' was recorded on a surface: lines, areas, lanes and densities are "
			"not measured there",
			ofPlane[i], measured->file );
	}
	if ( s_metrics.picture == NULL )
	{
		return;
	}
	const char* name = s_metrics.world != NULL ? s_metrics.world : measured->trajectories.surface;
	wfDieOfUsageIf( name[0] == 0, "'%.200s' does not say which surface it was recorded on: give it by --world FILE",
					measured->file );
	wfOpenRecordedSurface( name, s_metrics.world == NULL, &measured->surface );
}

static void readWorld( Measured* measured )
{
	if ( measured->trajectories.hasHeights )
	{
		readSurface( measured );
		return;
	}
	wfDieOfUsageIf( wfIsGiven( "view" ) || s_metrics.yUp, "--%s belongs to recordings on surfaces; '%.200s' is in the plane",
					wfIsGiven( "view" ) ? "view" : "y-up", measured->file );
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = wfGetMemoryLimit();
	if ( s_metrics.world != NULL )
	{
		wfExpect( wfReadScenario( s_metrics.world, &def, &measured->scenario, &wf_error ) );
	}
	else if ( measured->trajectories.wkt != NULL )
	{
		char name[520];
		const char* wkt = measured->trajectories.wkt;
		snprintf( name, sizeof( name ), "%.500s: geometry.wkt", measured->file );
		wfExpect( wfReadScenarioFromMemory( name, wkt, strlen( wkt ), &def, &measured->scenario, &wf_error ) );
	}
}

// The frame that begins at row `*next`, which moves on to the one after it; false where there is none. Each uses the same memory.
static bool getFrame( const wfTrajectories* all, int64_t* next, wfFrame* frame )
{
	static uint32_t* serials;
	static wfVec3* positions;
	static float* radii;
	static int64_t capacities[3];
	int32_t count = 0, number = *next < all->rowCount ? all->rows[*next].frame : 0;
	for ( ; *next < all->rowCount && all->rows[*next].frame == number; ++*next, ++count )
	{
		const wfTrajectoryRow* row = all->rows + *next;
		serials = wfGrow( serials, count + 1, &capacities[0], sizeof( uint32_t ) );
		positions = wfGrow( positions, count + 1, &capacities[1], sizeof( wfVec3 ) );
		radii = wfGrow( radii, count + 1, &capacities[2], sizeof( float ) );
		serials[count] = (uint32_t)row->id;
		positions[count] = ( wfVec3 ){ row->x, row->y, row->z };
		radii[count] = all->radii != NULL ? all->radii[*next] : 0.25f;
	}
	wfFrame found = { number / all->fps, count, all->hasHeights, .serials = serials, .positions = positions, .radii = radii };
	*frame = count > 0 ? found : *frame;
	return count > 0;
}

static int compareSerial( const void* key, const void* row )
{
	uint32_t left = *(const uint32_t*)key, right = ( (const wfFootstepRow*)row )->serial;
	return ( left > right ) - ( left < right );
}

// Rows are sorted by who made the footstep.
static float* makeDiscRadii( const wfTrajectories* trajectories, const wfFootstepTable* table )
{
	float* radii = wfNewArray( (size_t)trajectories->rowCount, sizeof( float ) );
	for ( int64_t i = 0; i < trajectories->rowCount; ++i )
	{
		uint32_t serial = (uint32_t)trajectories->rows[i].id;
		bool walks = bsearch( &serial, table->rows, (size_t)table->rowCount, sizeof( wfFootstepRow ), compareSerial ) != NULL;
		radii[i] = walks ? 0.0f : trajectories->radii[i];
	}
	return radii;
}

// Looks at the circles of all of a recording that has footsteps. Returns the radii of the rows, of which those on foot have none,
// they are no discs. Null: nobody is on foot.
static float* measureFootsteps( const wfMetricsDef* metrics, Measured* measured )
{
	const wfTrajectories* trajectories = &measured->trajectories;
	wfFootstepTable table = { 0 };
	measured->circles = ( wfCircleReport ){ .firstTime = NAN };
	// Only our own databases have either.
	bool may = trajectories->radii != NULL && !trajectories->hasHeights;
	wfResult result = may ? wfReadFootsteps( measured->file, &table, &wf_error ) : wf_notFound;
	if ( result == wf_notFound )
	{
		return NULL;
	}
	wfExpect( result );
	wfCircleCheckDef def = wfDefaultCircleCheckDef();
	def.world = metrics->world;
	def.kind = metrics->kind;
	wfCircleCheck* check = NULL;
	wfExpect( wfCreateCircleCheck( &def, &check, &wf_error ) );
	for ( int64_t i = 0; i < table.rowCount; ++i )
	{
		wfExpect( wfCircleCheck_AddFootsteps( check, table.rows + i, 1 ) );
	}
	wfFrame frame;
	for ( int64_t next = 0; getFrame( trajectories, &next, &frame ); )
	{
		wfExpect( wfCircleCheck_AddFrame( check, &frame ) );
	}
	wfExpect( wfCircleCheck_Finish( check ) );
	measured->circles = wfCircleCheck_GetReport( check );
	float* radii = makeDiscRadii( trajectories, &table );
	wfDestroyCircleCheck( check );
	wfFootstepTable_Free( &table );
	return radii;
}

static void measureRows( const wfMetricsDef* asked, Measured* measured )
{
	wfMetricsDef def = *asked;
	def.fps = measured->trajectories.fps;
	def.world = measured->scenario.world;
	def.kind = measured->scenario.kind;
	wfBox2 bounds = measured->trajectories.bounds;
	if ( s_metrics.density != NULL )
	{
		// A quarter of a metre shows single persons; large places get no more than about a million cells.
		double larger = fmax( bounds.upper.x - bounds.lower.x, bounds.upper.y - bounds.lower.y );
		def.densityCell = fmax( 0.25, larger / 1000.0 );
	}
	wfTrajectories discs = measured->trajectories;
	float* radii = measureFootsteps( &def, measured );
	wfExpect( wfCreateMetrics( &def, &measured->metrics, &wf_error ) );
	discs.radii = radii != NULL ? radii : discs.radii;
	wfProgress progress;
	wfProgress_Begin( &progress, "measuring" );
	wfResult result = wfMetrics_AddTrajectories( measured->metrics, &discs, wfProgress_Step, &progress );
	wfProgress_End( &progress );
	wfDieIf( result == wf_outOfRange, wf_badFormat, measured->file,
			 "somebody is twice in a frame, or a coordinate is not a number below 1e9; expected each id once a frame" );
	wfExpect( result );
	measured->report = wfMetrics_GetReport( measured->metrics );
	measured->pointCount = wfMetrics_GetFundamental( measured->metrics, NULL, 0 );
	measured->points = wfNewArray( (size_t)measured->pointCount, sizeof( wfFundamentalPoint ) );
	wfMetrics_GetFundamental( measured->metrics, measured->points, measured->pointCount );
}

static void measure( const wfMetricsDef* asked, const char* file, Measured* measured )
{
	measured->file = file;
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	def.fps = s_metrics.fps;
	def.unit = s_metrics.unit;
	def.memoryLimit = wfGetMemoryLimit();
	wfExpect( wfReadTrajectories( file, &def, &measured->trajectories, &wf_error ) );
	wfExpectNoInterrupt();
	readWorld( measured );
	measureRows( asked, measured );
}

// ------------------------------------------------------------------------------------------------------------ pictures

static void drawOnSurface( const Measured* measured )
{
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.width = s_metrics.width > 0 ? s_metrics.width : wfDefaultCrowdPictureDef().width;
	def.mask = measured->surface.mask;
	def.trails = &measured->trajectories;
	def.title = measured->trajectories.name;
	def.view = wfMakeView( s_metrics.view, s_metrics.yUp );
	// Those who are there in the last one.
	wfFrame frame = { 0 };
	for ( int64_t next = 0; getFrame( &measured->trajectories, &next, &frame ); )
	{
	}
	def.frame = &frame;
	wfExpect( wfDrawSurface( s_metrics.picture, measured->surface.mesh, NULL, &def, &wf_error ) );
}

static void draw( const Measured* measured, int32_t columns )
{
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.width = s_metrics.width > 0 ? s_metrics.width : def.width;
	def.radius = s_metrics.radius > 0.0 ? s_metrics.radius : def.radius;
	const wfWorld* world = measured->scenario.world;
	if ( s_metrics.picture != NULL && measured->trajectories.hasHeights )
	{
		drawOnSurface( measured );
	}
	else if ( s_metrics.picture != NULL )
	{
		wfExpect( wfDrawTrajectories( s_metrics.picture, world, &measured->trajectories, &def, &wf_error ) );
	}
	if ( s_metrics.density != NULL )
	{
		wfExpect( wfDrawDensity( s_metrics.density, world, measured->metrics, &def, &wf_error ) );
	}
	if ( s_metrics.plot != NULL )
	{
		wfFundamentalSeries series[2];
		for ( int32_t i = 0; i < columns; ++i )
		{
			series[i] = ( wfFundamentalSeries ){ wfGetFileName( measured[i].file ), measured[i].points, measured[i].pointCount };
		}
		wfExpect( wfDrawFundamental( s_metrics.plot, series, columns, "Speed against density", &wf_error ) );
	}
}

// --------------------------------------------------------------------------------------------------------------- report

static void addLinesAsJson( wfJsonOut* json, const wfMetricsDef* def, const wfMetricsReport* report )
{
	wfJsonOut_BeginList( json, "lines" );
	for ( int32_t i = 0; i < report->lineCount; ++i )
	{
		const wfLineReport* line = &report->lines[i];
		wfVec2 a = def->lines[i][0], b = def->lines[i][1];
		wfJsonOut_BeginObject( json, NULL );
		wfJsonOut_Point( json, "from", a.x, a.y );
		wfJsonOut_Point( json, "to", b.x, b.y );
		wfJsonOut_Integer( json, "crossings", line->crossings );
		wfJsonOut_Integer( json, "forward", line->forward );
		wfJsonOut_Integer( json, "backward", line->backward );
		wfJsonOut_Number( json, "first_seconds", line->firstTime );
		wfJsonOut_Number( json, "last_seconds", line->lastTime );
		wfJsonOut_Number( json, "flow_per_s", line->flow );
		wfJsonOut_Number( json, "specific_flow_per_m_s", line->specificFlow );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
}

// The figures of a recording, in the order of JSON and with the place of their rows in the table; what it does not hold is not a
// number.
#define MAX_FIGURES 32

typedef struct Figure
{
	const char* key;
	double value;
	int32_t row; // from 1 on; 0: not in the table
	const char* label;
	int decimals;
	const char* unit;
} Figure;

static int32_t listFigures( const wfMetricsDef* def, const Measured* measured, Figure* figures )
{
	const wfMetricsReport* r = &measured->report;
	const wfCircleReport* circles = &measured->circles;
	bool sized = measured->trajectories.radii != NULL || def->radius > 0.0;
	bool walled = measured->scenario.world != NULL, walks = circles->agents > 0;
	double arrived = measured->trajectories.arrivals != NULL ? (double)r->arrived : NAN;
	const Figure all[] = {
		{ "fps", measured->trajectories.fps, 0, "", 0, "" },
		{ "frames", (double)r->frames, 5, "frames", 0, "" },
		{ "simulated_seconds", r->seconds, 6, "time", 2, "s" },
		{ "agents", (double)r->agents, 1, "people", 0, "" },
		{ "arrived", arrived, 2, "arrived", 0, "" },
		{ "arrived_95_seconds", r->arrived95, 3, "95 % arrived within", 2, "s" },
		{ "left", (double)r->left, 4, "left before the end", 0, "" },
		{ "overlaps", sized ? (double)r->overlaps : NAN, 7, "overlaps", 0, "" },
		{ "deepest_overlap_m", sized ? r->deepestOverlap : NAN, 8, "deepest overlap", 4, "m" },
		{ "wall_hits", walled ? (double)r->wallHits : NAN, 9, "wall hits", 0, "" },
		{ "deepest_wall_hit_m", walled ? r->deepestWallHit : NAN, 10, "deepest wall hit", 4, "m" },
		{ "footstep_agents", (double)circles->agents, 19, "people on foot", 0, "" },
		{ "circle_overlaps", walks ? (double)circles->overlaps : NAN, 20, "contacts of their circles", 0, "" },
		{ "circle_wall_hits", walks && walled ? (double)circles->wallHits : NAN, 21, "wall hits of their circles", 0, "" },
		{ "circle_penetration_max_m", fmax( circles->deepestOverlap, circles->deepestWallHit ), 0, "", 0, "" },
		{ "standing_fraction", r->standingFraction, 11, "standing", 4, "of the time" },
		{ "path_ratio_mean", r->pathRatio, 12, "path walked / straight way", 4, "" },
		{ "heading_change_deg_per_s", r->headingChange, 13, "heading change", 2, "degrees/s" },
		{ "mean_speed_m_per_s", r->meanSpeed, 14, "mean speed", 3, "m/s" },
		{ "density_per_m2", r->meanDensity, 15, "density in the area", 3, "1/m2" },
		{ "voronoi_density_per_m2", r->voronoiDensity, 16, "density by Voronoi cells", 3, "1/m2" },
		{ "area_speed_m_per_s", r->areaSpeed, 17, "speed in the area", 3, "m/s" },
		{ "fundamental_points", (double)measured->pointCount, 0, "", 0, "" },
		{ "lane_order", r->laneOrder, 18, "lane order", 3, "" } };
	memcpy( figures, all, sizeof( all ) );
	return (int32_t)( sizeof( all ) / sizeof( all[0] ) );
}

#define FIRST_OF_FEET 11 // the four figures of those on foot, left out where there are none
#define LAST_OF_FEET 14

static void addFigures( wfJsonOut* json, const wfMetricsDef* def, const Measured* measured )
{
	Figure figures[MAX_FIGURES];
	int32_t count = listFigures( def, measured, figures );
	wfJsonOut_String( json, "file", measured->file );
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( measured->circles.agents > 0 || i < FIRST_OF_FEET || i > LAST_OF_FEET )
		{
			wfJsonOut_Number( json, figures[i].key, figures[i].value );
		}
	}
	addLinesAsJson( json, def, &measured->report );
}

static int printJson( const wfMetricsDef* def, const Measured* measured, int32_t columns )
{
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	wfJsonOut_BeginObject( &json, NULL );
	addFigures( &json, def, measured );
	if ( columns > 1 )
	{
		wfJsonOut_BeginObject( &json, "against" );
		addFigures( &json, def, measured + 1 );
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
	return wfText_Print( &text );
}

// A row of figures, one for each recording; what a recording does not hold is a dash.
static void addRow( wfText* text, int32_t columns, const char* label, const double* values, int decimals, const char* unit )
{
	wfText_Add( text, "%-28s", label );
	for ( int32_t i = 0; i < columns; ++i )
	{
		if ( isfinite( values[i] ) )
		{
			wfText_Add( text, " %14.*f", decimals, values[i] );
		}
		else
		{
			wfText_Add( text, " %14s", "-" );
		}
	}
	wfText_Add( text, "%s%s\n", unit[0] != 0 ? "  " : "", unit );
}

static void addLineRows( wfText* text, const wfMetricsDef* def, const Measured* measured, int32_t columns )
{
	for ( int32_t k = 0; k < def->lineCount; ++k )
	{
		wfVec2 a = def->lines[k][0], b = def->lines[k][1];
		double persons[2], forward[2], backward[2], flow[2], specific[2];
		for ( int32_t i = 0; i < columns; ++i )
		{
			const wfLineReport* line = &measured[i].report.lines[k];
			persons[i] = (double)line->crossings;
			forward[i] = (double)line->forward;
			backward[i] = (double)line->backward;
			flow[i] = line->flow;
			specific[i] = line->specificFlow;
		}
		wfText_Add( text, "line %g,%g to %g,%g\n", a.x, a.y, b.x, b.y );
		addRow( text, columns, "  people across", persons, 0, "" );
		addRow( text, columns, "  crossings to the left", forward, 0, "" );
		addRow( text, columns, "  crossings to the right", backward, 0, "" );
		addRow( text, columns, "  flow", flow, 3, "1/s" );
		addRow( text, columns, "  specific flow", specific, 3, "1/(m s)" );
	}
}

static void addRows( wfText* text, const wfMetricsDef* def, const Measured* measured, int32_t columns )
{
	Figure figures[2][MAX_FIGURES];
	int32_t count = 0;
	bool feet = false;
	for ( int32_t i = 0; i < columns; ++i )
	{
		count = listFigures( def, measured + i, figures[i] );
		feet = feet || measured[i].circles.agents > 0;
	}
	for ( int32_t row = 1; row <= ( feet ? 21 : 18 ); ++row )
	{
		int32_t k = 0;
		while ( figures[0][k].row != row && k < count - 1 )
		{
			k += 1;
		}
		const Figure* figure = &figures[0][k];
		const double values[2] = { figure->value, columns > 1 ? figures[1][k].value : NAN };
		addRow( text, columns, figure->label, values, figure->decimals, figure->unit );
	}
}

static int printTable( const wfMetricsDef* def, const Measured* measured, int32_t columns )
{
	const char* const pictures[] = { s_metrics.picture, s_metrics.density, s_metrics.plot };
	wfText text = { 0 };
	for ( int32_t i = 0; i < columns; ++i )
	{
		wfText_Add( &text, "%-28s %s\n", i == 0 ? "recording" : "against", measured[i].file );
	}
	addRows( &text, def, measured, columns );
	addLineRows( &text, def, measured, columns );
	for ( int32_t i = 0; i < 3; ++i )
	{
		if ( pictures[i] != NULL )
		{
			wfText_Add( &text, "%-28s %s\n", "picture", pictures[i] );
		}
	}
	return wfText_Print( &text );
}

static int runMetrics( void )
{
	static Measured measured[2];
	int32_t columns = s_metrics.against != NULL ? 2 : 1;
	wfMetricsDef def = parseShapes();
	wfDieOfUsageIf( s_metrics.plot != NULL && s_metrics.areaText == NULL,
					"--plot draws speed against density in an area: give --area X0,Y0,X1,Y1" );
	wfDieOfUsageIf( s_metrics.picture == NULL && s_metrics.density == NULL && wfIsGiven( "width" ),
					"--width goes with --picture or --density" );
	wfDieOfUsageIf( wfIsGiven( "lanes" ) && s_metrics.lanes.x == 0.0 && s_metrics.lanes.y == 0.0,
					"--lanes is 0,0; expected a direction, as in 1,0" );
	for ( int32_t i = 0; i < columns; ++i )
	{
		measure( &def, i == 0 ? s_metrics.file : s_metrics.against, measured + i );
	}
	draw( measured, columns );
	return s_metrics.json ? printJson( &def, measured, columns ) : printTable( &def, measured, columns );
}

const wfCommand wf_metricsCommand = {
	.name = "metrics",
	.run = runMetrics,
	.help =
		"Examples:\n"
		"  wayfield metrics run.sqlite\n"
		"  wayfield metrics people.txt --line 0.35,0,-0.35,0 --area -0.4,0.5,0.4,1.3 --json\n"
		"  wayfield metrics people.txt --area -0.4,0.5,0.4,1.3 --against run.sqlite --plot diagram.svg\n"
		"\n"
		"usage: wayfield metrics FILE [OPTIONS]\n"
		"\n"
		"Measures a recording, simulated or of real people: JuPedSim SQLite, the text of the data archive, CSV or obsmat.txt.\n"
		"docs/metrics.md defines every figure.\n"
		"\n",
	.options = s_options,
	.words = &s_metrics.file,
	.wordCapacity = 1,
	.expects = "expected a recording: .sqlite, .txt or .csv" };
