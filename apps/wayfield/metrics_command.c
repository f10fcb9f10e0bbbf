// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield metrics FILE`: measures of a recording, simulated or real, and of a second one beside it.

#include "commands.h"
#include "json_out.h"
#include "metrics_footsteps.h"
#include "options.h"
#include "progress.h"
#include "run_source.h"
#include "scene.h"
#include "wayfield/io.h"
#include "wayfield/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct MetricsOptions
{
	const char* file;
	const char* against; // a second recording, may be null
	const char* world;	 // in place of the recording's own
	const char* picture;
	const char* density;
	const char* plot;
	int32_t width; // of pictures, pixels
	const char* lineTexts[WF_MAX_METRIC_LINES];
	const char* areaText;
	double unit, memoryMegabytes;
	double fps; // 0: the file's own
	wfMetricsDef def;
	double view[2]; // of a mesh, degrees
	bool viewGiven, yUp;
	bool json;
} MetricsOptions;

// One recording and what was measured in it.
typedef struct Measured
{
	const char* file;
	wfTrajectories trajectories;
	wfScenario scenario;	// its world may be null
	wfSurfaceScene surface; // of a recording with heights; its mesh may be null
	wfMetrics* metrics;
	wfMetricsReport report;
	wfCircleReport circles; // of those on feet; agents 0: there are none
	wfFundamentalPoint* points;
	int64_t pointCount;
} Measured;

// ------------------------------------------------------------------------------------------------------------- options

static int parseShapes( MetricsOptions* options )
{
	for ( int32_t i = 0; i < options->def.lineCount; ++i )
	{
		double n[4];
		if ( wfParseNumbers( options->lineTexts[i], n, 4 ) != 4 || ( n[0] == n[2] && n[1] == n[3] ) )
		{
			return wfTellUsage( "metrics", "--line is '%.80s'; expected the two ends X0,Y0,X1,Y1 of a line, as in -0.4,0,0.4,0",
								options->lineTexts[i] );
		}
		options->def.lines[i][0] = ( wfVec2 ){ n[0], n[1] };
		options->def.lines[i][1] = ( wfVec2 ){ n[2], n[3] };
	}
	if ( options->areaText != NULL )
	{
		double n[4];
		if ( wfParseNumbers( options->areaText, n, 4 ) != 4 || !( n[0] < n[2] ) || !( n[1] < n[3] ) )
		{
			return wfTellUsage(
				"metrics",
				"--area is '%.80s'; expected its lower left and upper right corner X0,Y0,X1,Y1, as in -0.4,0.5,0.4,1.3",
				options->areaText );
		}
		options->def.area = ( wfBox2 ){ { n[0], n[1] }, { n[2], n[3] } };
	}
	return wf_exitOk;
}

static int checkOptions( const MetricsOptions* options, const wfOptionSet* set, int32_t files )
{
	const char* pictures[] = { options->picture, options->density, options->plot };
	if ( files == 0 )
	{
		return wfTellUsage( "metrics", "expected a recording: .sqlite, .txt or .csv" );
	}
	if ( options->plot != NULL && options->areaText == NULL )
	{
		return wfTellUsage( "metrics", "--plot draws speed against density in an area: give --area X0,Y0,X1,Y1" );
	}
	if ( options->picture == NULL && options->density == NULL && wfOptionSet_IsGiven( set, "width" ) )
	{
		return wfTellUsage( "metrics", "--width goes with --picture or --density" );
	}
	if ( ( options->viewGiven || options->yUp ) && options->picture == NULL )
	{
		return wfTellUsage( "metrics", "--%s goes with --picture", options->viewGiven ? "view" : "y-up" );
	}
	if ( wfOptionSet_IsGiven( set, "lanes" ) && options->def.laneDirection.x == 0.0 && options->def.laneDirection.y == 0.0 )
	{
		return wfTellUsage( "metrics", "--lanes is 0,0; expected a direction, as in 1,0" );
	}
	for ( int32_t i = 0; i < 3; ++i )
	{
		if ( pictures[i] != NULL && !wfIsPictureName( "metrics", pictures[i] ) )
		{
			return wf_exitUsage;
		}
	}
	return wf_exitOk;
}

static int parseOptions( MetricsOptions* options, int argc, char** argv )
{
	*options = ( MetricsOptions ){ .def = wfDefaultMetricsDef(), .width = wfDefaultCrowdPictureDef().width };
	wfOptionSet set = { .command = "metrics" };
	wfOptionSet_AddTexts( &set, "line", options->lineTexts, WF_MAX_METRIC_LINES, &options->def.lineCount );
	wfOptionSet_AddText( &set, "area", &options->areaText );
	wfOptionSet_AddPoint( &set, "lanes", &options->def.laneDirection );
	wfOptionSet_AddNumber( &set, "radius", &options->def.radius, 0.0, 1e6 );
	wfOptionSet_AddNumber( &set, "fps", &options->fps, 1e-6, 1e6 );
	wfOptionSet_AddNumber( &set, "unit", &options->unit, 1e-9, 1e9 );
	wfOptionSet_AddText( &set, "world", &options->world );
	wfOptionSet_AddText( &set, "against", &options->against );
	wfOptionSet_AddText( &set, "picture", &options->picture );
	wfOptionSet_AddText( &set, "density", &options->density );
	wfOptionSet_AddText( &set, "plot", &options->plot );
	wfOptionSet_AddInteger( &set, "width", &options->width, 64, 8192 );
	wfOptionSet_AddNumbers( &set, "view", options->view, 2 );
	wfOptionSet_AddFlag( &set, "y-up", &options->yUp );
	wfOptionSet_AddNumber( &set, "memory", &options->memoryMegabytes, 1.0, 1e9 );
	wfOptionSet_AddFlag( &set, "json", &options->json );
	int32_t count;
	int code = wfOptionSet_Parse( &set, argc, argv, &options->file, 1, &count );
	options->viewGiven = wfOptionSet_IsGiven( &set, "view" );
	code = code == wf_exitOk ? parseShapes( options ) : code;
	return code == wf_exitOk ? checkOptions( options, &set, count ) : code;
}

// ----------------------------------------------------------------------------------------------------------- measuring

static void freeMeasured( Measured* measured )
{
	wfDestroyMetrics( measured->metrics );
	wfScenario_Free( &measured->scenario );
	wfSurfaceScene_Free( &measured->surface );
	wfTrajectories_Free( &measured->trajectories );
	free( measured->points );
}

// What was asked for and means nothing on a surface.
static int checkSurface( const MetricsOptions* options, const Measured* measured )
{
	const struct
	{
		const char* option;
		bool given;
	} ofPlane[] = { { "--line", options->def.lineCount > 0 },
					{ "--area", options->areaText != NULL },
					{ "--lanes", options->def.laneDirection.x != 0.0 || options->def.laneDirection.y != 0.0 },
					{ "--density", options->density != NULL } };
	for ( size_t i = 0; i < sizeof( ofPlane ) / sizeof( ofPlane[0] ); ++i )
	{
		if ( ofPlane[i].given )
		{
			return wfTellUsage( "metrics",
								"%s belongs to the plane, but '%.200s' was recorded on a surface: lines, areas, lanes and "
								"densities are not measured there",
								ofPlane[i].option, measured->file );
		}
	}
	return wf_exitOk;
}

// A picture needs the mesh: the one given, else what the recording says it was made on.
static int readSurface( const MetricsOptions* options, Measured* measured, size_t memoryLimit )
{
	int code = checkSurface( options, measured );
	if ( code != wf_exitOk || options->picture == NULL )
	{
		return code;
	}
	if ( options->world == NULL && measured->trajectories.surface[0] == 0 )
	{
		return wfTellUsage( "metrics", "'%.200s' does not say which surface it was recorded on: give it by --world FILE",
							measured->file );
	}
	const char* name = options->world != NULL ? options->world : measured->trajectories.surface;
	code = wfOpenRunSurface( "metrics", name, memoryLimit, &measured->surface );
	if ( code != wf_exitOk && options->world == NULL )
	{
		wfSay( "the recording says it was made on '%.200s'; --world FILE names another place of it", name );
	}
	return code;
}

static int readWorld( const MetricsOptions* options, Measured* measured, size_t memoryLimit )
{
	if ( measured->trajectories.hasHeights )
	{
		return readSurface( options, measured, memoryLimit );
	}
	if ( options->viewGiven || options->yUp )
	{
		return wfTellUsage( "metrics", "--%s belongs to recordings on surfaces; '%.200s' is in the plane",
							options->viewGiven ? "view" : "y-up", measured->file );
	}
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = memoryLimit;
	wfError error = { 0 };
	wfResult result = wf_ok;
	if ( options->world != NULL )
	{
		result = wfReadScenario( options->world, &def, &measured->scenario, &error );
	}
	else if ( measured->trajectories.wkt != NULL )
	{
		char name[520];
		snprintf( name, sizeof( name ), "%.500s: geometry.wkt", measured->file );
		result = wfReadScenarioFromMemory( name, measured->trajectories.wkt, strlen( measured->trajectories.wkt ), &def,
										   &measured->scenario, &error );
	}
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
}

static int getPoints( Measured* measured )
{
	measured->pointCount = wfMetrics_GetFundamental( measured->metrics, NULL, 0 );
	if ( measured->pointCount == 0 )
	{
		return wf_exitOk;
	}
	measured->points = malloc( (size_t)measured->pointCount * sizeof( wfFundamentalPoint ) );
	if ( measured->points == NULL )
	{
		return wfTellOutOfMemory();
	}
	wfMetrics_GetFundamental( measured->metrics, measured->points, measured->pointCount );
	return wf_exitOk;
}

static int measureRows( const MetricsOptions* options, Measured* measured )
{
	wfMetricsDef def = options->def;
	def.fps = measured->trajectories.fps;
	def.world = measured->scenario.world;
	def.kind = measured->scenario.kind;
	wfBox2 bounds = measured->trajectories.bounds;
	if ( options->density != NULL )
	{
		// A quarter of a metre shows single persons; large places get no more than about a million cells.
		double larger = fmax( bounds.upper.x - bounds.lower.x, bounds.upper.y - bounds.lower.y );
		def.densityCell = fmax( 0.25, larger / 1000.0 );
	}
	wfError error = { 0 };
	wfFeetReport feet;
	wfTrajectories discs = measured->trajectories;
	wfResult result = wfMeasureFootsteps( measured->file, &discs, def.world, def.kind, &feet, &error );
	result = result == wf_ok ? wfCreateMetrics( &def, &measured->metrics, &error ) : result;
	if ( result != wf_ok )
	{
		free( feet.discRadii );
		return wfTellError( result, &error );
	}
	measured->circles = feet.circles;
	discs.radii = feet.discRadii != NULL ? feet.discRadii : discs.radii;
	wfProgress progress;
	wfProgress_Begin( &progress, "measuring" );
	result = wfMetrics_AddTrajectories( measured->metrics, &discs, wfProgress_Step, &progress );
	wfProgress_End( &progress );
	free( feet.discRadii );
	if ( result == wf_outOfRange )
	{
		snprintf( error.file, sizeof( error.file ), "%s", measured->file );
		snprintf( error.message, sizeof( error.message ),
				  "somebody is twice in a frame, or a coordinate is not a number below 1e9; expected each id once a frame" );
		error.result = wf_badFormat;
		return wfTellError( wf_badFormat, &error );
	}
	measured->report = wfMetrics_GetReport( measured->metrics );
	return result == wf_ok ? getPoints( measured ) : wfTellError( result, NULL );
}

static int measure( const MetricsOptions* options, const char* file, Measured* measured )
{
	measured->file = file;
	size_t memoryLimit = options->memoryMegabytes > 0.0 ? (size_t)( options->memoryMegabytes * 1e6 ) : wfGetDefaultMemoryLimit();
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	def.fps = options->fps;
	def.unit = options->unit;
	def.memoryLimit = memoryLimit;
	wfError error = { 0 };
	wfResult result = wfReadTrajectories( file, &def, &measured->trajectories, &error );
	if ( result != wf_ok )
	{
		// A database has no lines, but what is wrong in a column of its tables is the file's fault as well.
		int failed = wfTellError( result, &error );
		return failed == wf_exitUsage && strchr( error.field, '.' ) != NULL ? wf_exitBadFile : failed;
	}
	int code = wfIsInterrupted() ? wfTellError( wf_cancelled, NULL ) : readWorld( options, measured, memoryLimit );
	return code == wf_exitOk ? measureRows( options, measured ) : code;
}

static bool hasRadius( const MetricsOptions* options, const Measured* measured )
{
	return measured->trajectories.radii != NULL || options->def.radius > 0.0;
}

// ------------------------------------------------------------------------------------------------------------ pictures

// Those who are there in the last frame; the arrays are freed by the caller.
static bool makeLastFrame( const wfTrajectories* trajectories, wfFrame* frame, void** memory )
{
	int64_t begin = trajectories->rowCount;
	while ( begin > 0 && trajectories->rows[begin - 1].frame == trajectories->rows[trajectories->rowCount - 1].frame )
	{
		begin -= 1;
	}
	size_t count = (size_t)( trajectories->rowCount - begin );
	wfVec2* positions = malloc( ( count + 1 ) * ( sizeof( wfVec2 ) + sizeof( double ) + sizeof( float ) + sizeof( uint32_t ) ) );
	*memory = positions;
	if ( positions == NULL )
	{
		return false;
	}
	double* heights = (double*)( positions + count + 1 );
	float* radii = (float*)( heights + count + 1 );
	uint32_t* serials = (uint32_t*)( radii + count + 1 );
	for ( size_t i = 0; i < count; ++i )
	{
		const wfTrajectoryRow* row = trajectories->rows + begin + (int64_t)i;
		positions[i] = ( wfVec2 ){ row->x, row->y };
		heights[i] = row->z;
		radii[i] = trajectories->radii != NULL ? trajectories->radii[begin + (int64_t)i] : 0.25f;
		serials[i] = (uint32_t)row->id;
	}
	*frame =
		( wfFrame ){ .count = (int32_t)count, .serials = serials, .positions = positions, .heights = heights, .radii = radii };
	return true;
}

static wfResult drawOnSurface( const MetricsOptions* options, const Measured* measured, wfError* error )
{
	const double radians = 3.14159265358979323846 / 180.0;
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.width = options->width;
	def.mask = measured->surface.mask;
	def.trails = &measured->trajectories;
	def.title = measured->trajectories.name;
	def.view.yUp = options->yUp;
	if ( options->viewGiven )
	{
		def.view.azimuth = options->view[0] * radians;
		def.view.elevation = options->view[1] * radians;
	}
	wfFrame frame;
	void* memory = NULL;
	wfResult result = wf_outOfMemory;
	if ( makeLastFrame( &measured->trajectories, &frame, &memory ) )
	{
		def.frame = &frame;
		result = wfDrawSurface( options->picture, measured->surface.mesh, NULL, &def, error );
	}
	free( memory );
	return result;
}

static int draw( const MetricsOptions* options, const Measured* first, const Measured* second )
{
	wfError error = { 0 };
	wfResult result = wf_ok;
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.width = options->width;
	def.radius = options->def.radius > 0.0 ? options->def.radius : def.radius;
	if ( options->picture != NULL && first->trajectories.hasHeights )
	{
		result = drawOnSurface( options, first, &error );
	}
	else if ( options->picture != NULL )
	{
		result = wfDrawTrajectories( options->picture, first->scenario.world, &first->trajectories, &def, &error );
	}
	if ( result == wf_ok && options->density != NULL )
	{
		result = wfDrawDensity( options->density, first->scenario.world, first->metrics, &def, &error );
	}
	if ( result == wf_ok && options->plot != NULL )
	{
		wfFundamentalSeries series[2] = { { first->file, first->points, first->pointCount } };
		int32_t count = 1;
		if ( second != NULL )
		{
			series[count++] = ( wfFundamentalSeries ){ second->file, second->points, second->pointCount };
		}
		for ( int32_t i = 0; i < count; ++i )
		{
			const char* slash = strrchr( series[i].label, '/' );
			series[i].label = slash != NULL ? slash + 1 : series[i].label;
		}
		result = wfDrawFundamental( options->plot, series, count, "Speed against density", &error );
	}
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
}

// --------------------------------------------------------------------------------------------------------------- report

static void addLinesAsJson( wfJsonOut* json, const MetricsOptions* options, const wfMetricsReport* report )
{
	wfJsonOut_BeginList( json, "lines" );
	for ( int32_t i = 0; i < report->lineCount; ++i )
	{
		const wfLineReport* line = &report->lines[i];
		wfVec2 a = options->def.lines[i][0], b = options->def.lines[i][1];
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

static void addFigures( wfJsonOut* json, const MetricsOptions* options, const Measured* measured )
{
	const wfMetricsReport* report = &measured->report;
	bool sized = hasRadius( options, measured ), walled = measured->scenario.world != NULL;
	wfJsonOut_String( json, "file", measured->file );
	wfJsonOut_Number( json, "fps", measured->trajectories.fps );
	wfJsonOut_Integer( json, "frames", report->frames );
	wfJsonOut_Number( json, "simulated_seconds", report->seconds );
	wfJsonOut_Integer( json, "agents", report->agents );
	wfJsonOut_Number( json, "arrived", measured->trajectories.arrivals != NULL ? (double)report->arrived : NAN );
	wfJsonOut_Number( json, "arrived_95_seconds", report->arrived95 );
	wfJsonOut_Integer( json, "left", report->left );
	wfJsonOut_Number( json, "overlaps", sized ? (double)report->overlaps : NAN );
	wfJsonOut_Number( json, "deepest_overlap_m", sized ? report->deepestOverlap : NAN );
	wfJsonOut_Number( json, "wall_hits", walled ? (double)report->wallHits : NAN );
	wfJsonOut_Number( json, "deepest_wall_hit_m", walled ? report->deepestWallHit : NAN );
	if ( measured->circles.agents > 0 )
	{
		const wfCircleReport* circles = &measured->circles;
		wfJsonOut_Integer( json, "footstep_agents", circles->agents );
		wfJsonOut_Integer( json, "circle_overlaps", circles->overlaps );
		wfJsonOut_Number( json, "circle_wall_hits", walled ? (double)circles->wallHits : NAN );
		wfJsonOut_Number( json, "circle_penetration_max_m", fmax( circles->deepestOverlap, circles->deepestWallHit ) );
	}
	wfJsonOut_Number( json, "standing_fraction", report->standingFraction );
	wfJsonOut_Number( json, "path_ratio_mean", report->pathRatio );
	wfJsonOut_Number( json, "heading_change_deg_per_s", report->headingChange );
	wfJsonOut_Number( json, "mean_speed_m_per_s", report->meanSpeed );
	wfJsonOut_Number( json, "density_per_m2", report->meanDensity );
	wfJsonOut_Number( json, "voronoi_density_per_m2", report->voronoiDensity );
	wfJsonOut_Number( json, "area_speed_m_per_s", report->areaSpeed );
	wfJsonOut_Integer( json, "fundamental_points", measured->pointCount );
	wfJsonOut_Number( json, "lane_order", report->laneOrder );
	addLinesAsJson( json, options, report );
}

static int printJson( const MetricsOptions* options, const Measured* first, const Measured* second )
{
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	wfJsonOut_BeginObject( &json, NULL );
	addFigures( &json, options, first );
	if ( second != NULL )
	{
		wfJsonOut_BeginObject( &json, "against" );
		addFigures( &json, options, second );
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
	int code = wfText_Print( &text );
	wfText_Free( &text );
	return code;
}

// The figures in columns, one for each recording; what a recording cannot tell is a dash.
typedef struct Table
{
	wfText text;
	int32_t columns;
} Table;

static void addRow( Table* table, const char* label, const double* values, int decimals, const char* unit )
{
	wfText_Add( &table->text, "%-28s", label );
	for ( int32_t i = 0; i < table->columns; ++i )
	{
		if ( isfinite( values[i] ) )
		{
			wfText_Add( &table->text, " %14.*f", decimals, values[i] );
		}
		else
		{
			wfText_Add( &table->text, " %14s", "-" );
		}
	}
	wfText_Add( &table->text, "%s%s\n", unit[0] != 0 ? "  " : "", unit );
}

static void addLineRows( Table* table, const MetricsOptions* options, const Measured* const* measured )
{
	for ( int32_t k = 0; k < options->def.lineCount; ++k )
	{
		wfVec2 a = options->def.lines[k][0], b = options->def.lines[k][1];
		double persons[2], forward[2], backward[2], flow[2], specific[2];
		for ( int32_t i = 0; i < table->columns; ++i )
		{
			const wfLineReport* line = &measured[i]->report.lines[k];
			persons[i] = (double)line->crossings;
			forward[i] = (double)line->forward;
			backward[i] = (double)line->backward;
			flow[i] = line->flow;
			specific[i] = line->specificFlow;
		}
		wfText_Add( &table->text, "line %g,%g to %g,%g\n", a.x, a.y, b.x, b.y );
		addRow( table, "  people across", persons, 0, "" );
		addRow( table, "  crossings to the left", forward, 0, "" );
		addRow( table, "  crossings to the right", backward, 0, "" );
		addRow( table, "  flow", flow, 3, "1/s" );
		addRow( table, "  specific flow", specific, 3, "1/(m s)" );
	}
}

static void addRows( Table* table, const MetricsOptions* options, const Measured* const* measured )
{
	enum
	{
		rowCount = 18
	};
	static const struct
	{
		const char* label;
		int decimals;
		const char* unit;
	} rows[rowCount] = { { "people", 0, "" },
						 { "arrived", 0, "" },
						 { "95 % arrived within", 2, "s" },
						 { "left before the end", 0, "" },
						 { "frames", 0, "" },
						 { "time", 2, "s" },
						 { "overlaps", 0, "" },
						 { "deepest overlap", 4, "m" },
						 { "wall hits", 0, "" },
						 { "deepest wall hit", 4, "m" },
						 { "standing", 4, "of the time" },
						 { "way walked / straight way", 4, "" },
						 { "heading change", 2, "degrees/s" },
						 { "mean speed", 3, "m/s" },
						 { "density in the area", 3, "1/m2" },
						 { "density by Voronoi cells", 3, "1/m2" },
						 { "speed in the area", 3, "m/s" },
						 { "lane order", 3, "" } };
	double values[rowCount][2];
	for ( int32_t i = 0; i < table->columns; ++i )
	{
		const wfMetricsReport* r = &measured[i]->report;
		bool sized = hasRadius( options, measured[i] ), walled = measured[i]->scenario.world != NULL;
		const double column[rowCount] = { (double)r->agents,
										  measured[i]->trajectories.arrivals != NULL ? (double)r->arrived : NAN,
										  r->arrived95,
										  (double)r->left,
										  (double)r->frames,
										  r->seconds,
										  sized ? (double)r->overlaps : NAN,
										  sized ? r->deepestOverlap : NAN,
										  walled ? (double)r->wallHits : NAN,
										  walled ? r->deepestWallHit : NAN,
										  r->standingFraction,
										  r->pathRatio,
										  r->headingChange,
										  r->meanSpeed,
										  r->meanDensity,
										  r->voronoiDensity,
										  r->areaSpeed,
										  r->laneOrder };
		for ( int32_t k = 0; k < rowCount; ++k )
		{
			values[k][i] = column[k];
		}
	}
	for ( int32_t k = 0; k < rowCount; ++k )
	{
		addRow( table, rows[k].label, values[k], rows[k].decimals, rows[k].unit );
	}
}

static void addCircleRows( Table* table, const Measured* const* measured )
{
	double walkers[2], contacts[2], hits[2];
	bool any = false;
	for ( int32_t i = 0; i < table->columns; ++i )
	{
		const wfCircleReport* circles = &measured[i]->circles;
		bool walks = circles->agents > 0;
		any = any || walks;
		walkers[i] = (double)circles->agents;
		contacts[i] = walks ? (double)circles->overlaps : NAN;
		hits[i] = walks && measured[i]->scenario.world != NULL ? (double)circles->wallHits : NAN;
	}
	if ( any )
	{
		addRow( table, "people on feet", walkers, 0, "" );
		addRow( table, "contacts of their circles", contacts, 0, "" );
		addRow( table, "wall hits of their circles", hits, 0, "" );
	}
}

static int printTable( const MetricsOptions* options, const Measured* first, const Measured* second )
{
	const Measured* measured[2] = { first, second };
	const char* pictures[] = { options->picture, options->density, options->plot };
	Table table = { .columns = second != NULL ? 2 : 1 };
	for ( int32_t i = 0; i < table.columns; ++i )
	{
		wfText_Add( &table.text, "%-28s %s\n", i == 0 ? "recording" : "against", measured[i]->file );
	}
	addRows( &table, options, measured );
	addCircleRows( &table, measured );
	addLineRows( &table, options, measured );
	for ( int32_t i = 0; i < 3; ++i )
	{
		if ( pictures[i] != NULL )
		{
			wfText_Add( &table.text, "%-28s %s\n", "picture", pictures[i] );
		}
	}
	int code = wfText_Print( &table.text );
	wfText_Free( &table.text );
	return code;
}

int wfRunMetrics( int argc, char** argv )
{
	MetricsOptions options;
	int code = parseOptions( &options, argc, argv );
	if ( code != wf_exitOk )
	{
		return code;
	}
	Measured first = { 0 }, second = { 0 };
	const Measured* other = options.against != NULL ? &second : NULL;
	code = measure( &options, options.file, &first );
	code = code == wf_exitOk && other != NULL ? measure( &options, options.against, &second ) : code;
	code = code == wf_exitOk ? draw( &options, &first, other ) : code;
	if ( code == wf_exitOk )
	{
		code = options.json ? printJson( &options, &first, other ) : printTable( &options, &first, other );
	}
	freeMeasured( &second );
	freeMeasured( &first );
	return code;
}
