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
	"  stress             run crowds in random worlds and report where they lock\n"
	"  people             measure flow and speed as they are measured for people\n"
	"  fit RECORDING...   fit models of walking people to recordings of real ones\n"
	"  experiments [ID]   run the experiments and check their claims\n"
	"  help [COMMAND]     help of a command\n"
	"\n"
	"  --version, --help\n"
	"\n"
	"Data goes to stdout, messages and progress to stderr. Exit codes are those of `wayfield help exit-codes`. NO_COLOR is "
	"respected.\n";

int main( int argc, char** argv )
{
	static const wfCommand* const commands[] = { &wf_steerBenchCommand,
												 &wf_benchCommand,
												 &wf_experimentsCommand,
												 &wf_stressCommand,
												 &wf_peopleCommand,
												 &wf_fitCommand,
												 NULL };
	static const wfProgram program = { .name = "wayfield-lab", .help = s_program, .commands = commands };
	return wfRunProgram( &program, argc, argv );
}
