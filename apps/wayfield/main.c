// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The program `wayfield`: its commands and their help, examples first. docs/cli.md says the same at more length.

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
	"  metrics FILE       measure a recording: contacts, speed, density, flow\n"
	"  animate FILE       recorded footsteps as skeletal animation: glTF, BVH, or tables\n"
	"  help [TOPIC]       help of a command; `help exit-codes`, `help files`, `help surfaces`\n"
	"\n"
	"  --version, --help\n"
	"\n"
	"Data goes to stdout, messages and progress to stderr. NO_COLOR is respected.\n";

#define COMMON_OPTIONS                                                                                                           \
	"Field:\n"                                                                                                                   \
	"  --haste K            1/m; 0: safest paths, large: shortest paths\n"                                                       \
	"  --eps E --v X,Y      pull every path toward v with strength E; E times X and Y from -2 to 2\n"                            \
	"  --walls KIND         dirichlet: keep away from walls; neumann: run along them\n"                                          \
	"  --terrain-haste K    1/m; how strongly dear terrain repels\n"                                                             \
	"Grid and agent (the file says what is not given):\n"                                                                        \
	"  --cell S             metres\n"                                                                                            \
	"  --radius R           of the agent, metres\n"                                                                              \
	"  --kind N             of the agent, 0 to 31: which terrain is open to it\n"                                                \
	"Machine (results do not depend on it):\n"                                                                                   \
	"  --threads N          0: one per processor\n"                                                                              \
	"  --simd LEVEL         baseline, avx2 or avx512\n"                                                                          \
	"  --memory MB          refuse what would take more; default: four fifths of the machine's\n"

static const char s_field[] =
	"Examples:\n"
	"  wayfield field building.json --goal south\n"
	"  wayfield field arena.map --goal 20.5,12.5 --haste 2 --picture field.png\n"
	"  wayfield field hall.wkt --goal 3,4 --cell 0.1 --radius 0.3 --json\n"
	"\n"
	"usage: wayfield field FILE --goal X,Y|NAME [OPTIONS]\n"
	"\n"
	"Solves the field of a goal and reports cells, components, passages the grid closes, the factor's size and memory, times, "
	"the largest\n"
	"relative residual, flat cells (none), how many cells arrive (all that are connected) and the range of log q.\n"
	"\n"
	"  --goal X,Y|NAME      a point in metres, or a goal of the file; may be left out where the file has one goal\n"
	"  --picture FILE       .svg or .png: the field in colours with contour lines and arrows\n"
	"  --width PIXELS       of the picture, 64 to 8192\n"
	"  --json               the report as JSON\n" COMMON_OPTIONS;

static const char s_plan[] =
	"Examples:\n"
	"  wayfield plan building.json --from 1.6,2 --to east --picture plan.svg\n"
	"  wayfield plan building.json --to east --out paths.csv      from all starts of the file\n"
	"  wayfield plan arena.map --scen arena.map.scen --json       every problem of a MovingAI file\n"
	"\n"
	"usage: wayfield plan FILE --from X,Y --to X,Y|NAME [OPTIONS]\n"
	"       wayfield plan MAP --scen FILE.scen [--limit N] [OPTIONS]\n"
	"\n"
	"  --from X,Y           metres, x right and y up; left out: the starts of the file\n"
	"  --to X,Y|NAME        a point, or a goal of the file; may be left out where the file has one goal\n"
	"  --picture FILE       .svg or .png: field and paths\n"
	"  --width PIXELS       of the picture, 64 to 8192\n"
	"  --out FILE.csv       the points of the paths: path,x,y\n"
	"  --scen FILE.scen     problems of a MovingAI file; goals are solved in batches, each once\n"
	"  --limit N            the first N problems\n"
	"  --json               as JSON\n" COMMON_OPTIONS;

#define MESH_OPTIONS                                                                                                             \
	"Mesh:\n"                                                                                                                    \
	"  --weld M             make one of vertices no more than M metres apart; default: those in the very same place\n"           \
	"  --no-weld            none\n"                                                                                              \
	"  --split              cut the mesh apart at edges of more than two triangles, which are refused otherwise\n"               \
	"  --no-orient          leave triangles turned as they are\n"                                                                \
	"  --refine LENGTH      halve edges until none is longer\n"                                                                  \
	"  --open-passages      put vertices into passages one triangle wide\n"                                                      \
	"  --detail N           of a built-in surface: about so many vertices\n"                                                     \
	"  --size M             of a built-in surface: metres of its longest side\n"                                                 \
	"  --seed K             of everything random\n"

#define MACHINE_OPTIONS                                                                                                          \
	"Machine (results do not depend on it):\n"                                                                                   \
	"  --threads N          0: one per processor\n"                                                                              \
	"  --simd LEVEL         baseline, avx2 or avx512\n"                                                                          \
	"  --memory MB          refuse what would take more; default: four fifths of the machine's\n"

static const char s_mesh[] =
	"Examples:\n"
	"  wayfield mesh bunny.off\n"
	"  wayfield mesh scan.obj --weld 1e-4 --split --out clean.ply\n"
	"  wayfield mesh building --height 2 --picture headroom.png --view 30,40\n"
	"\n"
	"usage: wayfield mesh FILE|NAME [OPTIONS]\n"
	"\n"
	"Reads a mesh (OBJ, PLY, STL, OFF, a scenario with one, or a built-in surface) and tells what was repaired, its components,\n"
	"genus and boundary loops, area, bounds, lengths of edges, angles, quality, and the worst triangle with its place.\n"
	"\n"
	"  --json               as JSON\n"
	"  --out FILE           .ply or .obj: the mesh as it was repaired\n"
	"  --height H           how many triangles have less than H metres above them; coloured in the picture\n"
	"  --max-slope DEGREES  how many triangles are steeper and part of a rise above --step METRES (0.3)\n"
	"  --pierced            how many have another piece of the mesh standing on them or passing through\n"
	"  --up X,Y,Z           of all these; 0,0,0: for heights each triangle's own normal; default: 0,0,1\n"
	"  --picture FILE       .svg or .png\n"
	"  --view AZ,EL         degrees around z from +x on, and above the x-y plane\n"
	"  --y-up               the picture takes y as up, as many files do\n"
	"  --zoom Z             1: all of it fits\n"
	"  --width PIXELS       of the picture, 64 to 8192\n" MESH_OPTIONS MACHINE_OPTIONS;

static const char s_surface[] =
	"Examples:\n"
	"  wayfield surface bunny.off --goal 0 --from 1200 --picture path.png\n"
	"  wayfield surface fertility.off --goal 0 --all --discs 14 --json\n"
	"  wayfield surface planet --goal 0,0,20 --random 100 --haste 1 --out-paths paths.obj --out-mesh field.ply\n"
	"  wayfield surface ship.json --goal bridge                   from all starts of a scenario\n"
	"\n"
	"usage: wayfield surface FILE|NAME --goal PLACE (--from PLACE ... | --random N | --all) [OPTIONS]\n"
	"\n"
	"Paths along a triangle mesh: a file (OBJ, PLY, STL, OFF), a scenario with a mesh, or a built-in surface. A PLACE is a "
	"vertex\n"
	"number of the file (from 0 on), X,Y,Z (the nearest place of the surface), or a name of the scenario. From every vertex that "
	"is\n"
	"connected to the goal the walk arrives; vertices without a way are counted as unreachable.\n"
	"\n"
	"  --goal PLACE         may be left out where the scenario has one goal\n"
	"  --from PLACE         may be given several times; left out: the starts of the scenario\n"
	"  --random N           from N vertices drawn with --seed\n"
	"  --all                from every vertex that is in no obstacle\n"
	"Field:\n"
	"  --haste K            1/m; 0: safest paths, large: shortest paths\n"
	"  --bias X,Y,Z         pull every path in this direction, as far as the surface allows\n"
	"  --toward X,Y,Z       pull every path toward this point\n"
	"  --epsilon E          strength of the pull, per mean edge; negative: away; default: 1\n"
	"  --limits KIND        of the mesh; dirichlet: keep away from them; neumann: run along them\n"
	"  --method METHOD      fem: finite elements; influence: the literature's relaxation, for comparison\n"
	"  --emax E             influence: stop when the changes of a sweep add up to no more\n"
	"  --occupied VERTEX    taken as an obstacle, as the literature does on closed meshes\n"
	"  --taut, --raw        pull paths as straight as the surface allows; leave their bends as triangles give them\n"
	"Obstacles:\n"
	"  --obstacle SHAPE     sphere:X,Y,Z,RADIUS, disc:VERTEX,RADIUS, disc:X,Y,Z,RADIUS or vertices:FILE; may be repeated\n"
	"  --discs N            N discs in random places, --disc-radius M each\n"
	"  --height H           of the agent: lower places are closed; --up X,Y,Z as in `wayfield mesh`\n"
	"  --max-slope DEGREES  what is steeper is closed, but for steps of up to --step METRES (0.3)\n"
	"  --pierced            close triangles that other pieces of the mesh, as walls, stand on or pass through: use --refine too\n"
	"  --radius R           of the agent: everything within R of an obstacle or mesh limit is closed\n"
	"Output:\n"
	"  --json               as JSON\n"
	"  --picture FILE       .svg or .png: the mesh shaded, field, contour lines, obstacles, paths\n"
	"  --view AZ,EL, --y-up, --zoom Z, --width PIXELS, --edges\n"
	"  --out-mesh FILE.ply  the mesh with the field as colours and as log_q\n"
	"  --out-paths FILE     .obj or .ply: the paths as lines; .csv: rows path,x,y,z\n" MESH_OPTIONS MACHINE_OPTIONS;

static const char s_demo[] =
	"Examples:\n"
	"  wayfield demo\n"
	"  wayfield demo --out out --haste 5\n"
	"\n"
	"usage: wayfield demo [--out DIR] [--haste K] [--threads N] [--simd LEVEL] [--memory MB]\n"
	"\n"
	"Plans in a built-in building, safest and in haste, from every start to the exits. Writes paths.csv, paths.json, safe.svg, "
	"safe.png,\n"
	"haste.svg, haste.png and building.json to DIR (default: the folder wayfield-demo) and prints a table.\n";

static const char s_run[] =
	"Examples:\n"
	"  wayfield run park --out out                                everything about a built-in scene in a folder\n"
	"  wayfield run annulus --agents 10000 --seconds 60 --json\n"
	"  wayfield run egress --video egress.mp4\n"
	"  wayfield run doorway --footsteps --picture feet.svg        people on feet, with their steps\n"
	"  wayfield run planet --picture planet.png --view 30,20      a thousand people on a small planet\n"
	"  wayfield run station.json --record station.sqlite --checkpoint station.bin --checkpoint-every 60\n"
	"  wayfield run station.json --record station.sqlite --resume station.bin\n"
	"\n"
	"usage: wayfield run FILE|NAME [OPTIONS]\n"
	"\n"
	"Simulates a crowd until everybody has arrived or the time is over, and reports on it. The exit code is 1 where not\n"
	"everybody arrived (unless --seconds said when to stop), and where discs or those on feet overlapped or went into a wall.\n"
	"\n"
	"Scenes that are built in, each turned by an angle that the seed draws:\n"
	"  annulus              agents on a wide ring, each to the place opposite of its own (1000)\n"
	"  ring                 agents on a circle, each to the place opposite of its own (50)\n"
	"  corridor             two groups walk through a corridor in opposite directions (200)\n"
	"  doorway              two groups change rooms through a door of 1 m (50)\n"
	"  doorway-one-way      one group leaves a room through a door of 1 m (50)\n"
	"  egress               a crowded room is left through an exit of 1.2 m (100)\n"
	"  crossing             four groups meet where two corridors cross (100)\n"
	"  ambush               the short way is closed by people who stand; there is a longer one (20)\n"
	"  square               agents on an open square, each to the place of another (1000)\n"
	"  obstacles            between seven obstacles for five agents, to one of 16 places (500)\n"
	"  park                 people of many kinds in a park\n"
	"On meshes:\n"
	"  planet               to six huts on a small planet with hills and a lake (1000)\n"
	"  torus                to eight places on a ring (1000)\n"
	"  moebius              on a strip with one side only (150)\n"
	"  storeys              a building of three storeys is left over stairs and a ramp (120)\n"
	"  bridge               over a natural arch and below it (200)\n"
	"\n"
	"  --agents N           how many; the scene grows with them, a mesh keeps its size\n"
	"  --seconds S          simulated at most, counted from the start\n"
	"  --seed K             of everything random\n"
	"  --preset NAME        default, or classic: the crowd of the literature\n"
	"  --out FOLDER         trajectories.sqlite, trajectories.png, density.png and report.json\n"
	"  --footsteps          everybody walks on feet by planned steps; not on meshes\n"
	"  --footsteps-to FILE  .json or .csv: the steps of those on feet, with the times they were made\n"
	"  --record FILE        trajectories: .sqlite (JuPedSim; with the steps of those on feet), .txt or .csv\n"
	"  --fps F              of the recording; the steps a second, or a whole fraction of them\n"
	"  --picture FILE       .svg or .png: where everybody went\n"
	"  --view AZ,EL         of pictures and videos of a mesh, degrees around z and above the plane\n"
	"  --y-up               they take y as up\n"
	"  --video FILE.mp4     needs ffmpeg\n"
	"  --checkpoint FILE    the state at the end, or after Ctrl-C, to go on from\n"
	"  --checkpoint-every S also each S simulated seconds\n"
	"  --resume FILE        go on from a checkpoint of the same scene, seed and agents; --record goes on with its file\n"
	"  --json               the report as JSON\n"
	"  --quiet              no report and no progress\n"
	"Machine (results do not depend on it):\n"
	"  --threads N          0: one per processor\n"
	"  --simd LEVEL         baseline, avx2 or avx512\n"
	"  --memory MB          refuse what would take more; default: four fifths of the machine's\n";

static const char s_metrics[] =
	"Examples:\n"
	"  wayfield metrics run.sqlite\n"
	"  wayfield metrics people.txt --line 0.35,0,-0.35,0 --area -0.4,0.5,0.4,1.3 --json\n"
	"  wayfield metrics people.txt --area -0.4,0.5,0.4,1.3 --against run.sqlite --plot diagram.svg\n"
	"\n"
	"usage: wayfield metrics FILE [OPTIONS]\n"
	"\n"
	"Measures a recording, simulated or of real people: JuPedSim SQLite, the text of the data archive, CSV or obsmat.txt.\n"
	"docs/metrics.md defines every figure.\n"
	"\n"
	"  --line X0,Y0,X1,Y1   flow through this line; may be given up to 16 times\n"
	"  --area X0,Y0,X1,Y1   density and speed in this box\n"
	"  --lanes X,Y          order of lanes along this direction\n"
	"  --radius R           of the people, metres, where the file tells none: overlaps are counted then\n"
	"  --world FILE         walls, where the file tells none or others are meant; the mesh of a recording on a surface\n"
	"  --fps F              frames a second, where the file does not say\n"
	"  --unit M             metres per unit of the file, as 0.01 for centimetres\n"
	"  --against FILE       measure a second recording in the same way and put it beside\n"
	"  --picture FILE       .svg or .png: the ways walked\n"
	"  --density FILE       .svg or .png: mean density\n"
	"  --width PIXELS       of these pictures, 64 to 8192\n"
	"  --view AZ,EL         of a picture on a surface, degrees around z and above the plane\n"
	"  --y-up               it takes y as up\n"
	"  --plot FILE          .svg or .png: speed against density in the area\n"
	"  --memory MB          refuse what would take more; default: four fifths of the machine's\n"
	"  --json               as JSON\n";

static const char s_animate[] =
	"Examples:\n"
	"  wayfield animate walk.sqlite --to walk.glb                 everybody, for Blender and viewers of glTF\n"
	"  wayfield animate walk.sqlite --to walk.bvh --agents 7 --fps 60\n"
	"  wayfield animate walk.sqlite --to samples.csv --fps 20     centre of mass, velocity, facing and feet\n"
	"\n"
	"usage: wayfield animate RECORDING --to FILE [OPTIONS]\n"
	"\n"
	"Moves a simple figure by the footsteps of a recording: feet stand where the steps put them and do not slide, hips follow "
	"the\n"
	"centre of mass, legs by inverse kinematics. RECORDING is a .sqlite of `wayfield run`, or footsteps as .json or .csv.\n"
	"\n"
	"  --to FILE            .glb or .gltf: all agents, glTF 2.0; .bvh: one agent; .csv: samples; .json: the steps themselves\n"
	"  --fps N              key frames a second (30); more are added where feet would slide between them\n"
	"  --from S --until S   seconds of the recording; default: all of it\n"
	"  --agents N,N,...     only these\n"
	"  --parabola           the centre of mass as it was planned; default: the exact pendulum\n"
	"  --json               the report as JSON\n";

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
static void printSurfaces( FILE* stream )
{
	fputs( "Surfaces that are built in, for `wayfield surface`, `wayfield mesh` and scenarios:\n", stream );
	for ( int32_t i = 0; i < wfGetSurfaceCount(); ++i )
	{
		wfSurfaceInfo info = wfGetSurface( i );
		fprintf( stream, "  %-10s %s (%d vertices, genus %d%s)\n", info.name, info.description, info.vertices, info.genus,
				 info.orientable ? "" : ", not orientable" );
	}
}

static const wfCommand s_commands[] = { { .name = "field", .run = wfRunField, .help = s_field },
										{ .name = "plan", .run = wfRunPlan, .help = s_plan },
										{ .name = "surface", .run = wfRunSurface, .help = s_surface },
										{ .name = "mesh", .run = wfRunMesh, .help = s_mesh },
										{ .name = "demo", .run = wfRunDemo, .help = s_demo },
										{ .name = "run", .run = wfRunRun, .help = s_run },
										{ .name = "metrics", .run = wfRunMetrics, .help = s_metrics },
										{ .name = "animate", .run = wfRunAnimate, .help = s_animate },
										{ .name = "exit-codes", .help = s_exitCodes },
										{ .name = "files", .help = s_files },
										{ .name = "surfaces", .printHelp = printSurfaces },
										{ .name = NULL } };

int main( int argc, char** argv )
{
	static const char* const moved[] = { "experiments", "bench", "steerbench", NULL };
	static const wfProgram program = {
		.name = "wayfield", .help = s_program, .commands = s_commands, .movedTo = "wayfield-lab", .moved = moved };
	return wfRunProgram( &program, argc, argv );
}
