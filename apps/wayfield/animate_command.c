// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield animate RECORDING --to FILE`: recorded footsteps as skeletal animation, or as tables.

#include "commands.h"
#include "json_out.h"
#include "options.h"
#include "progress.h"
#include "wayfield/animate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum Target
{
	gltfTarget,
	bvhTarget,
	csvTarget,
	jsonTarget,
	noTarget
} Target;

typedef struct AnimateOptions
{
	const char* file;
	const char* to;
	const char* agentsText;
	uint32_t* agents;
	int32_t agentCount;
	double fps, from, until;
	bool parabola, json;
	Target target;
} AnimateOptions;

// ------------------------------------------------------------------------------------------------------------- options

static Target findTarget( const char* path )
{
	static const struct
	{
		const char* ending;
		Target target;
	} endings[] = {
		{ ".glb", gltfTarget }, { ".gltf", gltfTarget }, { ".bvh", bvhTarget }, { ".csv", csvTarget }, { ".json", jsonTarget } };
	const char* dot = strrchr( path, '.' );
	for ( size_t k = 0; dot != NULL && k < sizeof( endings ) / sizeof( endings[0] ); ++k )
	{
		if ( strcasecmp( dot, endings[k].ending ) == 0 )
		{
			return endings[k].target;
		}
	}
	return noTarget;
}

// Whole numbers with commas between.
static int parseAgents( AnimateOptions* options )
{
	const char* text = options->agentsText;
	options->agents = calloc( strlen( text ) / 2 + 1, sizeof( uint32_t ) );
	if ( options->agents == NULL )
	{
		return wfTellOutOfMemory();
	}
	const char* at = text;
	while ( true )
	{
		size_t digits = strspn( at, "0123456789" );
		unsigned long long serial = digits > 0 && digits < 11 ? strtoull( at, NULL, 10 ) : UINT64_MAX;
		if ( serial > UINT32_MAX || ( at[digits] != ',' && at[digits] != 0 ) )
		{
			return wfTellUsage( "animate", "--agents is '%.80s'; expected numbers of agents with commas between, as in 1,2,5",
								text );
		}
		options->agents[options->agentCount++] = (uint32_t)serial;
		if ( at[digits] == 0 )
		{
			return wf_exitOk;
		}
		at += digits + 1;
	}
}

static int checkOptions( AnimateOptions* options, const wfOptionSet* set, int32_t files )
{
	if ( files == 0 )
	{
		return wfTellUsage( "animate", "expected a recording with footsteps: .sqlite, or footsteps as .json or .csv" );
	}
	if ( options->to == NULL )
	{
		return wfTellUsage( "animate", "expected --to FILE: .glb, .gltf, .bvh, .csv or .json" );
	}
	options->target = findTarget( options->to );
	if ( options->target == noTarget )
	{
		return wfTellUsage( "animate", "--to is '%.200s'; expected a name that ends in .glb, .gltf, .bvh, .csv or .json",
							options->to );
	}
	if ( options->target == jsonTarget && ( options->parabola || wfOptionSet_IsGiven( set, "fps" ) ) )
	{
		return wfTellUsage( "animate", "--%s has no meaning for .json, which holds the steps themselves",
							options->parabola ? "parabola" : "fps" );
	}
	if ( options->until > 0.0 && !( options->until > options->from ) )
	{
		return wfTellUsage( "animate", "--until %g is not after --from %g", options->until, options->from );
	}
	return options->agentsText != NULL ? parseAgents( options ) : wf_exitOk;
}

static int parseOptions( AnimateOptions* options, int argc, char** argv )
{
	*options = ( AnimateOptions ){ .fps = wfDefaultAnimationDef().fps };
	wfOptionSet set = { .command = "animate" };
	wfOptionSet_AddText( &set, "to", &options->to );
	wfOptionSet_AddNumber( &set, "fps", &options->fps, 1.0, 1000.0 );
	wfOptionSet_AddNumber( &set, "from", &options->from, 0.0, 1e9 );
	wfOptionSet_AddNumber( &set, "until", &options->until, 1e-6, 1e9 );
	wfOptionSet_AddText( &set, "agents", &options->agentsText );
	wfOptionSet_AddFlag( &set, "parabola", &options->parabola );
	wfOptionSet_AddFlag( &set, "json", &options->json );
	int32_t count;
	int code = wfOptionSet_Parse( &set, argc, argv, &options->file, 1, &count );
	return code == wf_exitOk ? checkOptions( options, &set, count ) : code;
}

// -------------------------------------------------------------------------------------------------------------- tables

// The steps of those asked for that are under way in the time asked for.
static wfResult selectSteps( const AnimateOptions* options, const wfFootstepTable* table, wfFootstepTable* selected )
{
	memcpy( selected->name, table->name, sizeof( selected->name ) );
	wfResult result = wf_ok;
	for ( int64_t k = 0; result == wf_ok && k < table->rowCount; ++k )
	{
		const wfFootstepRow* row = &table->rows[k];
		bool wanted = options->agents == NULL;
		for ( int32_t i = 0; !wanted && i < options->agentCount; ++i )
		{
			wanted = options->agents[i] == row->serial;
		}
		wanted = wanted && wfFootstep_GetEndTime( &row->step ) > options->from &&
				 ( options->until <= 0.0 || row->step.startTime < options->until );
		result = wanted ? wfFootstepTable_Add( selected, row, 1 ) : wf_ok;
	}
	return result;
}

static void describeTable( const AnimateOptions* options, const wfFootstepTable* table, wfAnimationReport* report )
{
	double begin = INFINITY, end = -INFINITY;
	*report = ( wfAnimationReport ){ .frames = table->rowCount, .footSlideMax = NAN, .kneeMin = NAN, .kneeMax = NAN };
	for ( int64_t k = 0; k < table->rowCount; ++k )
	{
		report->agents += k == 0 || table->rows[k].serial != table->rows[k - 1].serial;
		begin = fmin( begin, table->rows[k].step.startTime );
		end = fmax( end, wfFootstep_GetEndTime( &table->rows[k].step ) );
	}
	report->seconds = end - begin;
	if ( options->target == csvTarget )
	{
		report->frames = (int64_t)floor( report->seconds * options->fps ) + 1;
	}
}

static wfResult writeTable( const AnimateOptions* options, const wfFootstepTable* table, wfAnimationReport* report,
							wfError* error )
{
	wfFootstepTable selected = { 0 };
	wfResult result = selectSteps( options, table, &selected );
	if ( result == wf_ok && selected.rowCount == 0 )
	{
		result = error->result = wf_notFound;
		snprintf( error->message, sizeof( error->message ), "there are no footsteps of these agents in this time" );
	}
	if ( result == wf_ok )
	{
		describeTable( options, &selected, report );
		result = options->target == csvTarget
					 ? wfWriteFootstepSamples( options->to, &selected, options->fps, !options->parabola, error )
					 : wfWriteFootsteps( options->to, &selected, error );
	}
	wfFootstepTable_Free( &selected );
	return result;
}

// -------------------------------------------------------------------------------------------------------------- report

static int report( const AnimateOptions* options, const wfAnimationReport* done )
{
	const double degrees = 180.0 / 3.14159265358979323846;
	bool moves = options->target == gltfTarget || options->target == bvhTarget;
	wfText text = { 0 };
	if ( options->json )
	{
		wfJsonOut json = wfMakeJsonOut( &text );
		wfJsonOut_BeginObject( &json, NULL );
		wfJsonOut_String( &json, "file", options->file );
		wfJsonOut_String( &json, "to", options->to );
		wfJsonOut_Integer( &json, "agents", done->agents );
		wfJsonOut_Integer( &json, "frames", done->frames );
		wfJsonOut_Number( &json, "seconds", done->seconds );
		wfJsonOut_Number( &json, "foot_slide_max_m", moves ? done->footSlideMax : NAN );
		wfJsonOut_Number( &json, "knee_min_deg", moves ? done->kneeMin * degrees : NAN );
		wfJsonOut_Number( &json, "knee_max_deg", moves ? done->kneeMax * degrees : NAN );
		wfJsonOut_Number( &json, "lowered_frames", moves ? (double)done->stretched : NAN );
		wfJsonOut_End( &json );
	}
	else
	{
		wfText_Add( &text, "recording        %s\n", options->file );
		wfText_Add( &text, "agents           %d\n", done->agents );
		wfText_Add( &text, "time             %.2f s\n", done->seconds );
		wfText_Add( &text, "%s %lld\n", options->target == jsonTarget ? "steps           " : "frames          ",
					(long long)done->frames );
		if ( moves )
		{
			wfText_Add( &text, "feet slide       %.3f mm at most while they stand\n", 1e3 * done->footSlideMax );
			wfText_Add( &text, "knees            %.0f to %.0f degrees\n", done->kneeMin * degrees, done->kneeMax * degrees );
		}
		wfText_Add( &text, "written          %s\n", options->to );
	}
	int code = wfText_Print( &text );
	wfText_Free( &text );
	return code;
}

static int animate( const AnimateOptions* options, const wfFootstepTable* table )
{
	wfAnimationDef def = wfDefaultAnimationDef();
	wfAnimationReport done = { 0 };
	wfError error = { 0 };
	wfProgress progress;
	def.fps = options->fps;
	def.from = options->from;
	def.until = options->until;
	def.exact = !options->parabola;
	def.agents = options->agents;
	def.agentCount = options->agentCount;
	def.progress = wfProgress_Step;
	def.progressContext = &progress;
	wfProgress_Begin( &progress, "animating" );
	wfResult result = options->target == gltfTarget	 ? wfWriteGltf( options->to, table, &def, &done, &error )
					  : options->target == bvhTarget ? wfWriteBvh( options->to, table, &def, &done, &error )
													 : writeTable( options, table, &done, &error );
	wfProgress_End( &progress );
	if ( result != wf_ok )
	{
		return wfTellError( result, &error );
	}
	if ( options->target == bvhTarget && options->agentCount != 1 &&
		 table->rows[0].serial != table->rows[table->rowCount - 1].serial )
	{
		wfWarn( "a .bvh holds one agent: this is number %u; --agents N chooses another",
				options->agents != NULL ? options->agents[0] : table->rows[0].serial );
	}
	return report( options, &done );
}

int wfRunAnimate( int argc, char** argv )
{
	AnimateOptions options;
	int code = parseOptions( &options, argc, argv );
	if ( code == wf_exitOk )
	{
		wfFootstepTable table = { 0 };
		wfError error = { 0 };
		wfResult result = wfReadFootsteps( options.file, &table, &error );
		code = result != wf_ok	   ? wfTellError( result, &error )
			   : wfIsInterrupted() ? wfTellError( wf_cancelled, NULL )
								   : animate( &options, &table );
		wfFootstepTable_Free( &table );
	}
	free( options.agents );
	return code;
}
