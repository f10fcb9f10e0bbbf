// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield metrics FILE...`: measures of recordings, simulated or real, of one alone or of several beside each other.

#include "commands.h"
#include "lines.h"
#include "metrics.h"
#include "surface.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_FILES 4 // of one kind of curves
#define CURVE_FILES ".csv, .svg or .png"

static struct
{
	const char* files[WF_MAX_RECORDINGS];
	int32_t fileCount;
	const char* against; // a second recording, may be null
	const char* labels[WF_MAX_RECORDINGS];
	int32_t labelCount;
	const char* worlds[WF_MAX_RECORDINGS]; // one for all, or one for each
	int32_t worldCount;
	const char *picture, *density, *plot, *table;
	const char *crossings[MAX_FILES], *series[MAX_FILES], *arrivals[MAX_FILES];
	int32_t crossingsCount, seriesCount, arrivalsCount;
	double window; // of the series, seconds
	int32_t width; // of pictures, pixels
	const char* lineTexts[WF_MAX_METRIC_LINES];
	int32_t lineCount;
	const char* areaText;
	wfVec2 lanes;
	double unit, radius;
	double fps;		// 0: the file's own
	double view[2]; // of a mesh, degrees
	bool yUp, json, align;
} s_metrics = { .window = 5.0 };

static wfOption s_options[] = {
	{ WF_TEXTS( "line", "X0,Y0,X1,Y1", s_metrics.lineTexts, WF_MAX_METRIC_LINES, s_metrics.lineCount,
				"flow through this line; may be given up to 16 times" ) },
	{ WF_TEXT( "area", "X0,Y0,X1,Y1", s_metrics.areaText, "density and speed in this box" ) },
	{ WF_POINT( "lanes", "X,Y", s_metrics.lanes, "order of lanes along this direction" ) },
	{ WF_NUMBER( "radius", "R", s_metrics.radius, 0.0, 1e6,
				 "of the people, taken as round, metres, where the file tells none: overlaps are counted then" ) },
	{ WF_TEXTS( "world", "FILE", s_metrics.worlds, WF_MAX_RECORDINGS, s_metrics.worldCount,
				"walls, or the mesh of a surface: instead of the file's; of several for those without, or one each (-: own)" ) },
	{ WF_NUMBER( "fps", "F", s_metrics.fps, 1e-6, 1e6, "frames a second, where the file does not say" ) },
	{ WF_NUMBER( "unit", "M", s_metrics.unit, 1e-9, 1e9, "metres per unit of the file, as 0.01 for centimetres" ) },
	{ WF_TEXT( "against", "FILE", s_metrics.against, "measure a second recording in the same way and put it beside" ) },
	{ WF_TEXTS( "label", "NAME", s_metrics.labels, WF_MAX_RECORDINGS, s_metrics.labelCount,
				"of a recording in tables and legends, in their order; default: the name of the file" ) },
	{ WF_TEXTS( "nt", "FILE", s_metrics.crossings, MAX_FILES, s_metrics.crossingsCount,
				".csv, .svg or .png: people across each line over time; may be given several times" ) },
	{ WF_FLAG( "align", s_metrics.align, "its curves begin with their first crossing" ), .with = "nt" },
	{ WF_TEXTS( "series", "FILE", s_metrics.series, MAX_FILES, s_metrics.seriesCount,
				".csv, .svg or .png: density, flow and speed over time, in the area or on the whole floor; the same" ) },
	{ WF_NUMBER( "window", "S", s_metrics.window, 1e-3, 1e6, "seconds of one point of the series; default 5" ),
	  .with = "series" },
	{ WF_TEXTS( "arrivals", "FILE", s_metrics.arrivals, MAX_FILES, s_metrics.arrivalsCount,
				".csv, .svg or .png: people who arrived, or left, over time, with the time they took; the same" ) },
	{ WF_TEXT( "table", "FILE", s_metrics.table, ".csv: all figures, a row for each recording" ), .endings = ".csv" },
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

// ------------------------------------------------------------------------------------------------------------- options

static wfMetricsDef parseShapes( void )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.laneDirection = s_metrics.lanes;
	def.radius = wfIsGiven( "radius" ) ? s_metrics.radius : def.radius;
	def.lineCount = s_metrics.lineCount;
	def.seriesWindow = s_metrics.seriesCount > 0 ? s_metrics.window : 0.0;
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
static void readSurface( wfMeasured* measured, const char* world )
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
	const char* name = world != NULL ? world : measured->trajectories.surface;
	wfDieOfUsageIf( name[0] == 0, "'%.200s' does not say which surface it was recorded on: give it by --world FILE",
					measured->file );
	wfOpenRecordedSurface( name, world == NULL, &measured->surface );
}

// The walls that are meant, null: the recording's own. Those of a recording are never taken for another one.
static const char* chooseWorld( const wfMeasured* measured, const wfMeasuredList* list, int32_t index )
{
	if ( s_metrics.worldCount == 0 )
	{
		return NULL;
	}
	const char* world = s_metrics.worlds[s_metrics.worldCount > 1 ? index : 0];
	bool hasOwn = measured->trajectories.wkt != NULL || measured->trajectories.surface[0] != 0;
	// One alone is measured as the caller says; of several each keeps what it has, unless it has a file of its own here.
	bool keeps = list->count > 1 && s_metrics.worldCount == 1 && hasOwn;
	return keeps || strcmp( world, "-" ) == 0 ? NULL : world;
}

static void readWorld( wfMeasured* measured, const char* world )
{
	if ( measured->trajectories.hasHeights )
	{
		readSurface( measured, world );
		return;
	}
	wfDieOfUsageIf( wfIsGiven( "view" ) || s_metrics.yUp, "--%s belongs to recordings on surfaces; '%.200s' is in the plane",
					wfIsGiven( "view" ) ? "view" : "y-up", measured->file );
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = wfGetMemoryLimit();
	if ( world != NULL )
	{
		wfExpect( wfReadScenario( world, &def, &measured->scenario, &wf_error ) );
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
	int64_t begin = *next;
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
	found.headings = all->headings != NULL ? all->headings + begin : NULL;
	found.depths = all->depths != NULL ? all->depths + begin : NULL;
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
static float* measureFootsteps( const wfMetricsDef* metrics, wfMeasured* measured )
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

// Those who arrived, or left where no arrivals are known.
static void listJourneys( wfMeasured* measured )
{
	int64_t all = wfMetrics_GetJourneys( measured->metrics, NULL, 0 ), kept = 0;
	double sum = 0.0;
	measured->journeys = wfNewArray( (size_t)all, sizeof( wfJourney ) );
	wfMetrics_GetJourneys( measured->metrics, measured->journeys, all );
	for ( int64_t i = 0; i < all; ++i )
	{
		const wfJourney* journey = measured->journeys + i;
		if ( measured->report.arrived > 0 ? journey->arrived : journey->left )
		{
			sum += journey->to - journey->from;
			measured->journeys[kept++] = *journey;
		}
	}
	measured->journeyCount = kept;
	measured->meanTravel = kept > 0 ? sum / (double)kept : NAN;
}

// What overlaps can be told of.
static wfMeasuredBodies judgeBodies( const wfTrajectories* all )
{
	if ( all->radii == NULL )
	{
		return s_metrics.radius > 0.0 ? wf_takenAsRound : wf_withoutSize;
	}
	for ( int64_t i = 0; i < all->rowCount && all->depths != NULL; ++i )
	{
		if ( all->depths[i] < all->radii[i] && !isfinite( all->headings[i] ) )
		{
			return wf_withoutHeading;
		}
	}
	return wf_asRecorded;
}

static void takeResults( wfMeasured* measured )
{
	const wfTrajectories* all = &measured->trajectories;
	wfMetrics* metrics = measured->metrics;
	measured->report = wfMetrics_GetReport( metrics );
	measured->pointCount = wfMetrics_GetFundamental( metrics, NULL, 0 );
	measured->points = wfNewArray( (size_t)measured->pointCount, sizeof( wfFundamentalPoint ) );
	wfMetrics_GetFundamental( metrics, measured->points, measured->pointCount );
	measured->seriesCount = wfMetrics_GetSeries( metrics, NULL, 0 );
	measured->series = wfNewArray( (size_t)measured->seriesCount, sizeof( wfSeriesPoint ) );
	wfMetrics_GetSeries( metrics, measured->series, measured->seriesCount );
	listJourneys( measured );
	measured->fps = all->fps;
	measured->bodies = judgeBodies( all );
	measured->hasArrivals = all->arrivals != NULL;
	measured->fromTime = all->rowCount > 0 ? all->rows[0].frame / all->fps : 0.0;
	measured->tillTime = all->rowCount > 0 ? all->rows[all->rowCount - 1].frame / all->fps : 0.0;
}

static void measureRows( const wfMetricsDef* asked, wfMeasured* measured )
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
	wfDieIf( result == wf_tooLarge && def.seriesWindow > 0.0, wf_tooLarge, measured->file,
			 "windows of %g s are too many for all of its time, or its density map is too large; give a larger --window",
			 def.seriesWindow );
	wfExpect( result );
	takeResults( measured );
}

static void warnOfLines( const wfMetricsDef* def, const wfMeasured* measured )
{
	for ( int32_t i = 0; i < def->lineCount; ++i )
	{
		char name[128];
		wfVec2 a = def->lines[i][0], b = def->lines[i][1];
		snprintf( name, sizeof( name ), "%g,%g to %g,%g", a.x, a.y, b.x, b.y );
		wfWatchedLine line = { measured->file, name, a, b, def->missedReach };
		const wfWorld* goals = measured->given.world != NULL ? measured->given.world : measured->scenario.world;
		wfWarnOfMissed( &line, goals, &measured->report.lines[i] );
	}
}

// Where goals are: a recording has walls at most.
static void readGoals( wfMeasured* measured )
{
	bool keepsItsWalls = s_metrics.worldCount == 1 && measured->trajectories.wkt != NULL && s_metrics.lineCount > 0;
	if ( keepsItsWalls && !measured->trajectories.hasHeights && strcmp( s_metrics.worlds[0], "-" ) != 0 )
	{
		wfReadDef def = wfDefaultReadDef();
		def.memoryLimit = wfGetMemoryLimit();
		wfExpect( wfReadScenario( s_metrics.worlds[0], &def, &measured->given, &wf_error ) );
	}
}

static void measure( wfMeasuredList* list, int32_t index )
{
	wfMeasured* measured = list->items + index;
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	def.fps = s_metrics.fps;
	def.unit = s_metrics.unit;
	def.memoryLimit = wfGetMemoryLimit();
	wfExpect( wfReadTrajectories( measured->file, &def, &measured->trajectories, &wf_error ) );
	wfExpectNoInterrupt();
	readWorld( measured, chooseWorld( measured, list, index ) );
	measureRows( &list->def, measured );
	readGoals( measured );
	warnOfLines( &list->def, measured );
	if ( s_metrics.picture == NULL || index > 0 )
	{
		wfTrajectories_Free( &measured->trajectories );
	}
}

// ------------------------------------------------------------------------------------------------------------ pictures

static void drawOnSurface( const wfMeasured* measured )
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

static void draw( const wfMeasuredList* list )
{
	const wfMeasured* measured = list->items;
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
		wfFundamentalSeries series[WF_MAX_RECORDINGS];
		for ( int32_t i = 0; i < list->count; ++i )
		{
			series[i] = ( wfFundamentalSeries ){ measured[i].label, measured[i].points, measured[i].pointCount };
		}
		wfExpect( wfDrawFundamental( s_metrics.plot, series, list->count, "Speed against density", &wf_error ) );
	}
}

static void writeCurves( const wfMeasuredList* list )
{
	for ( int32_t i = 0; i < s_metrics.crossingsCount; ++i )
	{
		wfWriteCrossings( s_metrics.crossings[i], list, s_metrics.align );
	}
	for ( int32_t i = 0; i < s_metrics.seriesCount; ++i )
	{
		wfWriteSeries( s_metrics.series[i], list );
	}
	for ( int32_t i = 0; i < s_metrics.arrivalsCount; ++i )
	{
		wfWriteArrivals( s_metrics.arrivals[i], list );
	}
	if ( s_metrics.table != NULL )
	{
		wfWriteMeasured( s_metrics.table, list );
	}
}

// ---------------------------------------------------------------------------------------------------------------- files

#define MAX_WRITTEN ( 3 * MAX_FILES + 4 )

typedef struct Written
{
	const char *option, *path;
} Written;

static int32_t listWritten( Written* written )
{
	const Written single[] = { { "picture", s_metrics.picture },
							   { "density", s_metrics.density },
							   { "plot", s_metrics.plot },
							   { "table", s_metrics.table } };
	const struct
	{
		const char* option;
		const char* const* paths;
		int32_t count;
	} several[] = { { "nt", s_metrics.crossings, s_metrics.crossingsCount },
					{ "series", s_metrics.series, s_metrics.seriesCount },
					{ "arrivals", s_metrics.arrivals, s_metrics.arrivalsCount } };
	int32_t count = 0;
	for ( int32_t i = 0; i < 4; ++i )
	{
		written[count] = single[i];
		count += single[i].path != NULL;
	}
	for ( int32_t k = 0; k < 3; ++k )
	{
		for ( int32_t i = 0; i < several[k].count; ++i )
		{
			const char* path = several[k].paths[i];
			wfDieOfUsageIf( !wfHasOneEnding( path, CURVE_FILES ), "--%s %.200s: expected a name ending in " CURVE_FILES,
							several[k].option, path );
			written[count++] = ( Written ){ several[k].option, path };
		}
	}
	return count;
}

static bool isSameFile( const char* a, const char* b )
{
	struct stat first, second;
	bool both = stat( a, &first ) == 0 && stat( b, &second ) == 0;
	return strcmp( a, b ) == 0 ||
		   ( both && S_ISREG( first.st_mode ) && first.st_dev == second.st_dev && first.st_ino == second.st_ino );
}

// A recording may be a .csv as well: it is not written over, and each file has a name of its own.
static void checkWritten( const wfMeasuredList* list )
{
	Written written[MAX_WRITTEN];
	int32_t count = listWritten( written );
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t k = 0; k < list->count; ++k )
		{
			wfDieOfUsageIf( isSameFile( written[i].path, list->items[k].file ),
							"--%s %.200s: is the recording itself; expected another file", written[i].option, written[i].path );
		}
		for ( int32_t k = 0; k < i; ++k )
		{
			wfDieOfUsageIf( strcmp( written[i].path, written[k].path ) == 0,
							"--%s %.200s: is the file of --%s; expected another one", written[i].option, written[i].path,
							written[k].option );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------- command

static int printTable( const wfMeasuredList* list, bool asPair )
{
	wfText text = { 0 };
	if ( asPair || list->count == 1 )
	{
		wfAddMeasuredAsColumns( &text, list );
	}
	else
	{
		wfAddMeasuredAsRows( &text, list );
	}
	Written written[MAX_WRITTEN];
	int32_t count = listWritten( written );
	for ( int32_t i = 0; i < count; ++i )
	{
		bool table = wfHasEnding( written[i].path, ".csv" );
		wfText_Add( &text, "%-28s %s\n", table ? "table" : "picture", written[i].path );
	}
	return wfText_Print( &text );
}

// What means nothing together.
static void checkOptions( int32_t recordings )
{
	wfDieOfUsageIf( s_metrics.against != NULL && s_metrics.fileCount > 1,
					"--against goes with one recording; of several each has its row: name it among them" );
	wfDieOfUsageIf( recordings > 1 && s_metrics.worldCount > 1 && s_metrics.worldCount != recordings,
					"--world is given %d times for %d recordings; expected one for all that have no walls, or one for each",
					s_metrics.worldCount, recordings );
	wfDieOfUsageIf( recordings == 1 && s_metrics.worldCount > 1, "--world is given twice" );
	wfDieOfUsageIf( s_metrics.labelCount > 0 && s_metrics.labelCount != recordings,
					"--label is given %d times for %d recordings; expected one for each", s_metrics.labelCount, recordings );
	wfDieOfUsageIf( s_metrics.fileCount > 1 && ( s_metrics.picture != NULL || s_metrics.density != NULL ),
					"--%s shows one recording, and %d are given", s_metrics.picture != NULL ? "picture" : "density",
					s_metrics.fileCount );
	wfDieOfUsageIf( s_metrics.crossingsCount > 0 && s_metrics.lineCount == 0,
					"--nt shows how many people have crossed a line: give --line X0,Y0,X1,Y1" );
	wfDieOfUsageIf( s_metrics.plot != NULL && s_metrics.areaText == NULL,
					"--plot draws speed against density in an area: give --area X0,Y0,X1,Y1" );
	wfDieOfUsageIf( s_metrics.picture == NULL && s_metrics.density == NULL && wfIsGiven( "width" ),
					"--width goes with --picture or --density" );
	wfDieOfUsageIf( wfIsGiven( "lanes" ) && s_metrics.lanes.x == 0.0 && s_metrics.lanes.y == 0.0,
					"--lanes is 0,0; expected a direction, as in 1,0" );
}

// The name of the file, with its folder where another has the same.
static const char* chooseLabel( const wfMeasuredList* list, int32_t index )
{
	const char* file = list->items[index].file;
	bool same = false;
	for ( int32_t i = 0; i < list->count; ++i )
	{
		same = same || ( i != index && strcmp( wfGetFileName( list->items[i].file ), wfGetFileName( file ) ) == 0 );
	}
	return s_metrics.labelCount > 0 ? s_metrics.labels[index] : same ? file : wfGetFileName( file );
}

static int runMetrics( void )
{
	static wfMeasuredList list;
	bool asPair = s_metrics.against != NULL;
	list.count = s_metrics.fileCount + ( asPair ? 1 : 0 );
	checkOptions( list.count );
	list.def = parseShapes();
	for ( int32_t i = 0; i < list.count; ++i )
	{
		list.items[i].file = i < s_metrics.fileCount ? s_metrics.files[i] : s_metrics.against;
	}
	checkWritten( &list );
	for ( int32_t i = 0; i < list.count; ++i )
	{
		list.items[i].label = chooseLabel( &list, i );
		measure( &list, i );
	}
	draw( &list );
	writeCurves( &list );
	return s_metrics.json ? wfPrintMeasuredAsJson( &list, asPair ) : printTable( &list, asPair );
}

const wfCommand wf_metricsCommand = {
	.name = "metrics",
	.run = runMetrics,
	.help =
		"Examples:\n"
		"  wayfield metrics run.sqlite\n"
		"  wayfield metrics people.txt --line 0.35,0,-0.35,0 --area -0.4,0.5,0.4,1.3 --json\n"
		"  wayfield metrics people.txt --area -0.4,0.5,0.4,1.3 --against run.sqlite --plot diagram.svg\n"
		"  wayfield metrics people.txt run.sqlite --line 0.35,0,-0.35,0 --nt nt.png --series series.png --series series.csv\n"
		"\n"
		"usage: wayfield metrics FILE... [OPTIONS]\n"
		"\n"
		"Measures recordings, simulated or of real people: JuPedSim SQLite, the text of the data archive, CSV or obsmat.txt. Of\n"
		"several, up to 16, each has a row of the tables and a curve of the plots.\n"
		"docs/metrics.md defines every figure.\n"
		"\n",
	.options = s_options,
	.words = s_metrics.files,
	.wordCapacity = WF_MAX_RECORDINGS,
	.wordCount = &s_metrics.fileCount,
	.expects = "expected a recording: .sqlite, .txt or .csv" };
