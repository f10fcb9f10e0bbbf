// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield animate RECORDING --to FILE`: recorded footsteps as skeletal animation, or as tables.

#include "commands.h"
#include "json_out.h"
#include "options.h"
#include "wayfield/animate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum Target
{
	gltfTarget,
	bvhTarget,
	csvTarget,
	jsonTarget,
	noTarget
} Target;

static struct
{
	const char *file, *to, *agentsText;
	uint32_t* agents;
	int32_t agentCount;
	double fps, from, until;
	bool parabola, json;
	Target target;
} s_animate;

static wfOption s_options[] = {
	{ WF_TEXT( "to", "FILE", s_animate.to,
			   ".glb or .gltf: all agents, glTF 2.0; .bvh: one agent; .csv: samples; .json: the steps themselves" ) },
	{ WF_NUMBER( "fps", "N", s_animate.fps, 1.0, 1000.0,
				 "key frames a second (30); more are added where feet would slide between them" ) },
	{ WF_NUMBER( "from", "S --until S", s_animate.from, 0.0, 1e9, "seconds of the recording; default: all of it" ) },
	{ WF_NUMBER( "until", "S", s_animate.until, 1e-6, 1e9, NULL ) },
	{ WF_TEXT( "agents", "N,N,...", s_animate.agentsText, "only these" ) },
	{ WF_FLAG( "parabola", s_animate.parabola, "the centre of mass as it was planned; default: the exact pendulum" ) },
	{ WF_FLAG( "json", s_animate.json, "the report as JSON" ) },
	{ .name = NULL } };

// ------------------------------------------------------------------------------------------------------------- options

static Target findTarget( const char* path )
{
	bool gltf = wfHasExtension( path, ".glb" ) || wfHasExtension( path, ".gltf" );
	return gltf								 ? gltfTarget
		   : wfHasExtension( path, ".bvh" )	 ? bvhTarget
		   : wfHasExtension( path, ".csv" )	 ? csvTarget
		   : wfHasExtension( path, ".json" ) ? jsonTarget
											 : noTarget;
}

// Whole numbers with commas between.
static void parseAgents( const char* text )
{
	s_animate.agents = wfNewArray( strlen( text ) / 2 + 1, sizeof( uint32_t ) );
	for ( const char* at = text;; )
	{
		size_t digits = strspn( at, "0123456789" );
		unsigned long long serial = digits > 0 && digits < 11 ? strtoull( at, NULL, 10 ) : UINT64_MAX;
		wfDieOfUsageIf( serial > UINT32_MAX || ( at[digits] != ',' && at[digits] != 0 ),
						"--agents is '%.80s'; expected numbers of agents with commas between, as in 1,2,5", text );
		s_animate.agents[s_animate.agentCount++] = (uint32_t)serial;
		if ( at[digits] == 0 )
		{
			return;
		}
		at += digits + 1;
	}
}

static void checkOptions( void )
{
	wfDieOfUsageIf( s_animate.to == NULL, "expected --to FILE: .glb, .gltf, .bvh, .csv or .json" );
	s_animate.target = findTarget( s_animate.to );
	wfDieOfUsageIf( s_animate.target == noTarget,
					"--to is '%.200s'; expected a name that ends in .glb, .gltf, .bvh, .csv or .json", s_animate.to );
	wfDieOfUsageIf( s_animate.target == jsonTarget && ( s_animate.parabola || wfIsGiven( "fps" ) ),
					"--%s has no meaning for .json, which holds the steps themselves", s_animate.parabola ? "parabola" : "fps" );
	wfDieOfUsageIf( s_animate.until > 0.0 && !( s_animate.until > s_animate.from ), "--until %g is not after --from %g",
					s_animate.until, s_animate.from );
	s_animate.fps = wfIsGiven( "fps" ) ? s_animate.fps : wfDefaultAnimationDef().fps;
	if ( s_animate.agentsText != NULL )
	{
		parseAgents( s_animate.agentsText );
	}
}

// -------------------------------------------------------------------------------------------------------------- tables

// The footsteps of those asked for that are under way in the time asked for.
static wfFootstepTable selectSteps( const wfFootstepTable* table )
{
	wfFootstepTable selected = { 0 };
	memcpy( selected.name, table->name, sizeof( selected.name ) );
	for ( int64_t k = 0; k < table->rowCount; ++k )
	{
		const wfFootstepRow* row = &table->rows[k];
		bool wanted = s_animate.agents == NULL;
		for ( int32_t i = 0; !wanted && i < s_animate.agentCount; ++i )
		{
			wanted = s_animate.agents[i] == row->serial;
		}
		wanted = wanted && wfFootstep_GetEndTime( &row->step ) > s_animate.from &&
				 ( s_animate.until <= 0.0 || row->step.startTime < s_animate.until );
		wfExpect( wanted ? wfFootstepTable_Add( &selected, row, 1 ) : wf_ok );
	}
	return selected;
}

static void describeTable( const wfFootstepTable* table, wfAnimationReport* report )
{
	double begin = INFINITY, end = -INFINITY;
	*report = ( wfAnimationReport ){ .frames = table->rowCount, .footSlideMax = NAN, .kneeMin = NAN, .kneeMax = NAN };
	for ( int64_t k = 0; k < table->rowCount; ++k )
	{
		report->agents += k == 0 || table->rows[k].serial != table->rows[k - 1].serial;
		begin = fmin( begin, table->rows[k].step.startTime );
		// Of each agent the last one counts: others may have been broken off.
		bool last = k + 1 == table->rowCount || table->rows[k + 1].serial != table->rows[k].serial;
		end = last ? fmax( end, wfFootstep_GetEndTime( &table->rows[k].step ) ) : end;
	}
	report->seconds = end - begin;
	if ( s_animate.target == csvTarget )
	{
		report->frames = (int64_t)floor( report->seconds * s_animate.fps ) + 1;
	}
}

// -------------------------------------------------------------------------------------------------------------- report

static int report( const wfAnimationReport* done )
{
	const double degrees = 180.0 / 3.14159265358979323846;
	bool moves = s_animate.target == gltfTarget || s_animate.target == bvhTarget;
	wfText text = { 0 };
	if ( s_animate.json )
	{
		wfJsonOut json = wfMakeJsonOut( &text );
		wfJsonOut_BeginObject( &json, NULL );
		wfJsonOut_String( &json, "file", s_animate.file );
		wfJsonOut_String( &json, "to", s_animate.to );
		wfJsonOut_Integer( &json, "agents", done->agents );
		wfJsonOut_Integer( &json, "frames", done->frames );
		wfJsonOut_Number( &json, "fps", done->fps > 0.0 ? done->fps : NAN );
		wfJsonOut_Number( &json, "seconds", done->seconds );
		wfJsonOut_Number( &json, "foot_slide_max_m", moves ? done->footSlideMax : NAN );
		wfJsonOut_Number( &json, "knee_min_deg", moves ? done->kneeMin * degrees : NAN );
		wfJsonOut_Number( &json, "knee_max_deg", moves ? done->kneeMax * degrees : NAN );
		wfJsonOut_Number( &json, "lowered_frames", moves ? (double)done->stretched : NAN );
		wfJsonOut_End( &json );
	}
	else
	{
		wfText_Add( &text, "recording        %s\n", s_animate.file );
		wfText_Add( &text, "agents           %d\n", done->agents );
		wfText_Add( &text, "time             %.2f s\n", done->seconds );
		wfText_Add( &text, "%s %lld", s_animate.target == jsonTarget ? "steps           " : "frames          ",
					(long long)done->frames );
		wfText_Add( &text, done->fps > 0.0 ? ", %g a second\n" : "\n", done->fps );
		if ( moves )
		{
			wfText_Add( &text, "feet slide       %.3f mm at most while they stand\n", 1e3 * done->footSlideMax );
			wfText_Add( &text, "knees            %.0f to %.0f degrees\n", done->kneeMin * degrees, done->kneeMax * degrees );
		}
		wfText_Add( &text, "written          %s\n", s_animate.to );
	}
	return wfText_Print( &text );
}

static int runAnimate( void )
{
	static wfFootstepTable table;
	wfAnimationReport done = { 0 };
	wfProgress progress;
	checkOptions();
	wfExpect( wfReadFootsteps( s_animate.file, &table, &wf_error ) );
	wfExpectNoInterrupt();
	wfAnimationDef def = wfDefaultAnimationDef();
	def.fps = s_animate.fps;
	def.from = s_animate.from;
	def.until = s_animate.until;
	def.exact = !s_animate.parabola;
	def.agents = s_animate.agents;
	def.agentCount = s_animate.agentCount;
	def.progress = wfProgress_Step;
	def.progressContext = &progress;
	wfProgress_Begin( &progress, "animating" );
	if ( s_animate.target == gltfTarget || s_animate.target == bvhTarget )
	{
		wfExpect( s_animate.target == gltfTarget ? wfWriteGltf( s_animate.to, &table, &def, &done, &wf_error )
												 : wfWriteBvh( s_animate.to, &table, &def, &done, &wf_error ) );
	}
	else
	{
		wfFootstepTable selected = selectSteps( &table );
		wfDieIf( selected.rowCount == 0, wf_notFound, NULL, "there are no footsteps of these agents in this time" );
		describeTable( &selected, &done );
		wfExpect( s_animate.target == csvTarget
					  ? wfWriteFootstepSamples( s_animate.to, &selected, s_animate.fps, !s_animate.parabola, &wf_error )
					  : wfWriteFootsteps( s_animate.to, &selected, &wf_error ) );
		wfFootstepTable_Free( &selected );
	}
	wfProgress_End( &progress );
	if ( done.fps > 0.0 && wfIsGiven( "fps" ) && done.fps != s_animate.fps )
	{
		wfWarn( "the .bvh has %g frames a second, not %g: with fewer, feet would slide while they stand", done.fps,
				s_animate.fps );
	}
	if ( s_animate.target == bvhTarget && s_animate.agentCount != 1 &&
		 table.rows[0].serial != table.rows[table.rowCount - 1].serial )
	{
		wfWarn( "a .bvh holds one agent: this is number %u; --agents N chooses another",
				s_animate.agents != NULL ? s_animate.agents[0] : table.rows[0].serial );
	}
	return report( &done );
}

const wfCommand wf_animateCommand = {
	.name = "animate",
	.run = runAnimate,
	.help =
		"Examples:\n"
		"  wayfield animate walk.sqlite --to walk.glb                 everybody, for Blender and viewers of glTF\n"
		"  wayfield animate walk.sqlite --to walk.bvh --agents 7 --fps 60\n"
		"  wayfield animate walk.sqlite --to samples.csv --fps 20     centre of mass, velocity, facing and feet\n"
		"\n"
		"usage: wayfield animate RECORDING --to FILE [OPTIONS]\n"
		"\n"
		"Moves a simple figure by the footsteps of a recording: feet stand where the steps put them and do not slide, hips "
		"follow "
		"the\n"
		"centre of mass, legs by inverse kinematics. RECORDING is a .sqlite of `wayfield run`, or footsteps as .json or .csv.\n"
		"\n",
	.options = s_options,
	.words = &s_animate.file,
	.wordCapacity = 1,
	.expects = "expected a recording with footsteps: .sqlite, or footsteps as .json or .csv" };
