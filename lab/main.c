// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The program `wayfield-lab`: what proves and compares. Its commands and their help, examples first.

#include "commands.h"

static const char s_program[] =
	"Examples:\n"
	"  wayfield-lab experiments C11 --out pictures\n"
	"  wayfield-lab bench fields --json\n"
	"\n"
	"usage: wayfield-lab COMMAND [ARGUMENTS]\n"
	"\n"
	"Checks the claims of the documentation and measures against the methods of the literature. `wayfield` is the program that "
	"plans\n"
	"and simulates.\n"
	"\n"
	"Commands:\n"
	"  steerbench PATH    run a SteerBench test case, or a folder of them, and score it\n"
	"  bench [NAME]       benchmarks against the methods of the literature\n"
	"  experiments [ID]   run the experiments and check their claims\n"
	"  help [COMMAND]     help of a command\n"
	"\n"
	"  --version, --help\n"
	"\n"
	"Data goes to stdout, messages and progress to stderr. Exit codes are those of `wayfield help exit-codes`. NO_COLOR is "
	"respected.\n";

static const char s_steerbench[] =
	"Examples:\n"
	"  wayfield-lab steerbench squeeze.xml --picture out\n"
	"  wayfield-lab steerbench testcases --json\n"
	"\n"
	"usage: wayfield-lab steerbench FILE|DIR [OPTIONS]\n"
	"\n"
	"Runs a SteerBench test case, or all .xml files of a folder, and scores it: 50 for each collision of an agent, the seconds\n"
	"and the energy (half v squared, summed over frames at 20 a second) of its way, averaged over the agents; less is better.\n"
	"Exit code 1 when an agent did not arrive or there was a collision. docs/steerbench.md tells how files are read.\n"
	"\n"
	"Options:\n"
	"  --json               the figures of `wayfield run --json` and the scores; a list for a folder\n"
	"  --seed N             decides all that is random\n"
	"  --seconds S          to simulate at most\n"
	"  --picture FOLDER     draw where everybody went, a PNG for each test case\n"
	"Machine (results do not depend on it):\n"
	"  --threads N          0: one per processor\n"
	"  --simd LEVEL         baseline, avx2 or avx512\n"
	"  --memory MB          refuse what would take more; default: four fifths of the machine's\n";

static const char s_bench[] =
	"Examples:\n"
	"  wayfield-lab bench fields --json\n"
	"  wayfield-lab bench fields --growth --plot growth.svg\n"
	"  WAYFIELD_DATA=data wayfield-lab bench paths                    length and clearance against A*, on the maps of data/maps\n"
	"\n"
	"usage: wayfield-lab bench [fields|paths|crowd|footsteps] [OPTIONS]\n"
	"       wayfield-lab bench surfaces [FILES] [OPTIONS]\n"
	"\n"
	"Measures against the relaxation methods of the literature, or A*, in the same run on the same machine.\n"
	"\n"
	"  fields               fields against Gauss-Seidel on generated maps (the default)\n"
	"  paths                paths against A*, on the maps of the folder WAYFIELD_DATA where it is set, else on generated ones\n"
	"  crowd                what agents cost, how that grows, what threads and SIMD bring, how exact the local maps are\n"
	"  footsteps            what plans of steps cost, beside the figures of the literature, and 10,000 on feet in real time\n"
	"\n"
	"  surfaces             fields on meshes against the literature's relaxation: files, or built-in surfaces up to 200,000 "
	"vertices\n"
	"\n"
	"  --json               a list of objects with case, measure, reference_seconds, seconds, ratio\n"
	"  --quick              smaller cases\n"
	"  --growth             of `fields` and `surfaces`: how time and memory grow with the map or the mesh\n"
	"  --geodesics          of `surfaces`: lengths against exact geodesics, and how often obstacles are touched\n"
	"  --plot FILE          .svg or .png: draw the growth, or length over clearance of `paths`\n"
	"  --threads N          0: one per processor; default: 1, as the reference has no more\n"
	"  --limit N            problems per map of `paths`, default: 40\n";

static const char s_experiments[] =
	"Examples:\n"
	"  wayfield-lab experiments\n"
	"  wayfield-lab experiments F2 --out pictures\n"
	"\n"
	"usage: wayfield-lab experiments [ID|all] [OPTIONS]\n"
	"\n"
	"Runs the experiments, of fields (F1 to F5), crowds (C1 to C14), surfaces (S1 to S6) and people on feet (W1 to W5), or\n"
	"one of them, and prints each claim with its figure and whether it held. The exit code is 1 when one did not.\n"
	"\n"
	"  --json               as JSON\n"
	"  --quick              coarser, in a fraction of the time\n"
	"  --out DIR            write the pictures there\n"
	"  --format FORMAT      of the pictures: svg (the default) or png\n"
	"  --scenarios DIR      the files ID-*.json of a folder instead of the built-in ones, as does WAYFIELD_SCENARIOS\n";

static const wfCommand s_commands[] = { { .name = "steerbench", .run = wfRunSteerBench, .help = s_steerbench },
										{ .name = "bench", .run = wfRunBench, .help = s_bench },
										{ .name = "experiments", .run = wfRunExperiments, .help = s_experiments },
										{ .name = NULL } };

int main( int argc, char** argv )
{
	static const wfProgram program = { .name = "wayfield-lab", .help = s_program, .commands = s_commands };
	return wfRunProgram( &program, argc, argv );
}
