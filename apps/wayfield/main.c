// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The program `wayfield`: its commands and what its help says besides them. docs/cli.md says the same at more length.

#include "commands.h"
#include "scenes/surfaces.h"

#include <stdio.h>

static const char s_program[] =
	"Examples:\n"
	"  wayfield demo                                              plan in a built-in building and draw it\n"
	"  wayfield plan building.json --from 1.6,2 --to east --picture plan.svg\n"
	"  wayfield plan arena.map --scen arena.map.scen --haste 10   every problem of a MovingAI file\n"
	"  wayfield field building.json --goal 24,12 --json           report of one field\n"
	"  wayfield run egress --picture egress.svg                   a crowd leaves a room\n"
	"  wayfield surface torus --goal 0 --from 900 --picture torus.png\n"
	"\n"
	"usage: wayfield COMMAND [ARGUMENTS]\n"
	"\n"
	"Potential fields without local minima: from every place connected to the goal, following the field arrives.\n"
	"\n"
	"Commands:\n"
	"  field FILE         solve the field of a goal and report on it\n"
	"  plan FILE          paths from a start to a goal, or all problems of a .scen file\n"
	"  surface FILE|NAME  paths on a triangle mesh: a file or a built-in surface\n"
	"  mesh FILE          what a mesh is, what was repaired, how good its triangles are\n"
	"  demo               plan in a built-in building: paths, pictures and figures\n"
	"  run FILE|NAME      simulate a crowd: a scenario or a built-in scene\n"
	"  explore MAP        agents that do not know a map see all of it, or find something\n"
	"  metrics FILE       measure a recording: contacts, speed, density, flow\n"
	"  animate FILE       recorded footsteps as skeletal animation: glTF, BVH, or tables\n"
	"  studio [FILE|NAME] everything live in the browser\n"
	"  help [TOPIC]       help of a command; `help exit-codes`, `help files`, `help surfaces`\n"
	"\n"
	"  --version, --help\n"
	"\n"
	"Data goes to stdout, messages and progress to stderr. NO_COLOR is respected.\n";

static const char s_exitCodes[] = "Exit codes:\n"
								  "  0  done\n"
								  "  1  a problem was not solved, not everybody arrived, or a claim did not hold\n"
								  "  2  wrong use: unknown command or option, a value that is not one\n"
								  "  3  a file is not there or cannot be read\n"
								  "  4  the content of a file is not what its format asks for\n"
								  "  5  start or goal blocked, no way between them, or no free cell at all\n"
								  "  6  out of memory, or more than --memory allows\n"
								  "  7  the output could not be written\n"
								  "  8  cancelled with Ctrl-C; nothing was written but what `run` had recorded\n";

static const char s_files[] =
	"Worlds, told apart by content and name:\n"
	"  scenario JSON        ours: obstacles, terrain, goals, starts, settings (docs/scenario.md)\n"
	"  MovingAI .map        cells of 1 m; row 0 of the file is at the top, so y = height - row - 0.5 at the centres\n"
	"  ROS map YAML         with its PGM or PNG image\n"
	"  WKT                  walkable polygons, metres\n"
	"  PNG, PGM             dark pixels are obstacle, 1 m per pixel\n"
	"Problems: MovingAI .scen\n"
	"Meshes: OBJ, PLY, STL, OFF, and scenario JSON with a \"mesh\"\n";

// The surfaces say themselves what they are.
static void printSurfaces( void )
{
	fputs( "Surfaces that are built in, for `wayfield surface`, `wayfield mesh` and scenarios:\n", stdout );
	for ( int32_t i = 0; i < wfGetSurfaceCount(); ++i )
	{
		wfSurfaceInfo info = wfGetSurface( i );
		printf( "  %-10s %s (%d vertices, genus %d%s)\n", info.name, info.description, info.vertices, info.genus,
				info.orientable ? "" : ", not orientable" );
	}
}

int main( int argc, char** argv )
{
	static const wfCommand exitCodes = { .name = "exit-codes", .help = s_exitCodes },
						   files = { .name = "files", .help = s_files };
	static const wfCommand surfaces = { .name = "surfaces", .printHelp = printSurfaces };
	static const wfCommand* const commands[] = { &wf_fieldCommand,	 &wf_planCommand,
												 &wf_surfaceCommand, &wf_meshCommand,
												 &wf_demoCommand,	 &wf_runCommand,
												 &wf_exploreCommand, &wf_metricsCommand,
												 &wf_animateCommand, &wf_studioCommand,
												 &exitCodes,		 &files,
												 &surfaces,			 NULL };
	static const char* const moved[] = { "experiments", "bench", "steerbench", NULL };
	static const wfProgram program = {
		.name = "wayfield", .help = s_program, .commands = commands, .movedTo = "wayfield-lab", .moved = moved };
	return wfRunProgram( &program, argc, argv );
}
