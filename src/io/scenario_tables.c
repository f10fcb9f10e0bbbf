// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What scenario files may say about the ground: each field stands here once. `./dev docs` writes the schemas in scenarios/ and
// the tables of docs/scenario.md from it.
#include "io/scenario.h"

#include "io/field_macros.h"
#include "wayfield/field.h"

_Static_assert( sizeof( wfWalls ) == 4, "choices are written as 32-bit integers" );
static const char* const s_walls[] = { "dirichlet", "neumann", NULL };

// ------------------------------------------------------------------------------------------------------------- the file

static const wfFieldRow s_scenario[] = {
	OTHER( "$schema", BY_HAND EXPECTS( wf_jsonString, "a text in double quotes" ), "text",
		   "where the schema lies, for editors; not read" ),
	OTHER( "version", BY_HAND EXPECTED( "the version of the format, 1" ), "version", "of the format" ),
	OTHER( "name", BY_HAND ABSENT( "the file's, without its extension" ), "name", "shown in reports and pictures" ),
	OTHER( "description", BY_HAND EXPECTS( wf_jsonString, "a text in double quotes" ), "text", "for people; not read" ),
	OTHER( "world", BY_HAND IN_PLANE EXPECTED( "an object" ), "world", "the ground and what stands on it" ),
	OTHER( "mesh", BY_HAND ON_MESH EXPECTED( "an object with a file or a surface" ), "mesh", "the ground" ),
	OTHER( "goals", BY_HAND, "[goal]", "where to go; names must differ" ),
	OTHER( "starts", BY_HAND, "[start]", "where to plan from" ),
	OTHER( "obstacles", BY_HAND ON_MESH, "[obstacle]", "what nobody enters" ),
	OTHER( "grid", BY_HAND IN_PLANE, "grid", "settings of the grid" ),
	OTHER( "field", BY_HAND, "field", "settings of the field" ),
	NUMBER( "height", AT( wfSurfaceScene, height ) ON_MESH, RANGE( WF_DISTANCE ), "m",
			"of the agents: where there is less room above, they cannot go; 0: not asked" ),
	OTHER( "up", BY_HAND ON_MESH ABSENT( "[0, 0, 1]" ), "place", "of that height; `[0, 0, 0]`: the normal of each triangle" ),
	NUMBER( "radius", AT( wfSurfaceScene, radius ) ON_MESH, RANGE( WF_DISTANCE ), "m",
			"of the agent that plans: as far from obstacles and the boundary of the mesh" ),
	OTHER( "crowd", BY_HAND EXPECTS( wf_jsonObject, "an object with settings of the crowd" ), "crowd", "settings of the crowd" ),
	OTHER( "run", BY_HAND EXPECTS( wf_jsonObject, "an object with settings of the run" ), "run", "settings of the run" ),
	OTHER( "styles", BY_HAND EXPECTS( wf_jsonObject, "an object of styles by name" ), "{style}",
		   "how agents perceive, decide and move" ),
	OTHER( "gaits", BY_HAND IN_PLANE EXPECTS( wf_jsonObject, "an object of gaits by name" ), "{gait}",
		   "how agents walk on foot" ),
	OTHER( "behaviors", BY_HAND EXPECTS( wf_jsonObject, "an object of behaviors by name" ), "{behavior}",
		   "which way agents are pulled aside" ),
	OTHER( "queues", BY_HAND EXPECTS( wf_jsonList, "a list of queues" ), "[queue]",
		   "places where one is served at a time; names must differ" ),
	OTHER( "sources", BY_HAND EXPECTS( wf_jsonList, "a list of sources" ), "[agentSource]",
		   "where agents come in while the crowd runs" ),
	OTHER( "sinks", BY_HAND EXPECTS( wf_jsonList, "a list of regions" ), "[region]",
		   "agents that come into one of these are removed" ),
	OTHER( "agents", BY_HAND EXPECTS( wf_jsonList, "a list of agents and groups" ), "[agentEntry]",
		   "agents and groups of them; names must differ" ),
	OTHER( "groups", BY_HAND EXPECTS( wf_jsonList, "a list of groups" ), "[team]",
		   "agents that are commanded as one; names must differ" ),
	OTHER( "orders", BY_HAND EXPECTS( wf_jsonList, "a list of orders" ), "[order]", "what groups are told, and when" ),
	OTHER( "explore", BY_HAND IN_PLANE, "explorers", "agents that do not know the world; several teams as a list" ),
	OTHER( "metadata", BY_HAND EXPECTS( wf_jsonObject, "an object of texts and numbers by name" ), "metadata",
		   "kept in recordings: names of 1 to 63 bytes, texts of up to 255" ),
	OTHER( "experiment", BY_HAND EXPECTS( wf_jsonObject, "an object (its content is free)" ), "experiment",
		   "for those who run experiments; its content is free: checked as JSON, no more" ),
	NUMBER( "maxSlope", AT( wfSurfaceScene, maxSlope ) ON_MESH ABSENT( "not asked" ),
			RANGE( { 1e-3, 90.0, "degrees, from 0.001 to 90" } ), "degrees", "what is steeper against `up` is closed" ),
	NUMBER( "stepHeight", AT( wfSurfaceScene, step ) ON_MESH FORMERLY( "step" ) ABSENT( "0.3" ), RANGE( WF_DISTANCE ), "m",
			"steps and kerbs no higher are walked over however steep; goes with `maxSlope`" ),
	BOOL( "pierced", AT( wfSurfaceScene, pierced ) ON_MESH,
		  "close triangles that other pieces of the mesh, as walls of their own, stand on or pass through" ),
	END,
};
const wfObject wf_scenarioObject = { "scenario", "a scenario", .parts = { s_scenario } };
const wfObject wf_meshScenarioObject = { "scenario", "a scenario on a mesh", .parts = { s_scenario }, .ground = wf_meshOnly };

static const wfFieldRow s_world[] = {
	OTHER( "bounds", BY_HAND, "bounds", "the border of the environment; outside is obstacle" ),
	OTHER( "size", BY_HAND, "size", "short for the bounds `[0, 0, width, height]`" ),
	OTHER(
		"map", BY_HAND, "mapFile",
		"another file that gives the bounds, the first shapes and the cell size: a MovingAI .map, ROS map YAML, WKT, PNG or PGM, "
		"relative to the scenario's folder" ),
	OTHER( "obstacles", BY_HAND, "[shape]", "what nobody enters" ),
	OTHER( "walkable", BY_HAND, "[shape]",
		   "where one may walk: without any, everywhere; once there is one, what none of them covers is obstacle" ),
	OTHER( "terrain", BY_HAND, "[terrainShape]",
		   "what costs more (`cost`), is walked on more slowly (`speed`) or is open to some kinds of agent only (`kinds`)" ),
	END,
};
const wfObject wf_worldObject = { "world", "the world", .parts = { s_world } };

#define BYTE_RANGE RANGE( { 0.0, 255.0, "a whole number from 0 to 255" } )
static const wfFieldRow s_map[] = {
	OTHER( "file", BY_HAND EXPECTED( "the name of a map file" ), "file", "relative to the scenario's folder" ),
	NUMBER( "pixel", AT( wfReadDef, imagePixelSize ), RANGE( WF_SIZE ), "m", "side of a pixel of a plain PNG or PGM" ),
	INTEGER( "threshold", AT( wfReadDef, imageThreshold ), BYTE_RANGE,
			 "pixels of a plain PNG or PGM darker than this are obstacle" ),
	END,
};
const wfObject wf_mapObject = { "map", "a file name in double quotes, or", .parts = { s_map } };

#define KIND_RANGE RANGE( { 0.0, 31.0, "a whole number from 0 to 31" } )
static const wfFieldRow s_grid[] = {
	NUMBER( "cell", AT( wfScenario, cellSize ) ABSENT( "that of the `map`, else 0.2" ),
			RANGE( { WF_MIN_LENGTH, 1e6, "metres above 0 (from 1e-6 to 1e6)" } ), "m", "side of a cell" ),
	NUMBER( "radius", AT( wfScenario, radius ), RANGE( WF_DISTANCE ), "m", "of the agent: obstacles are grown by it" ),
	INTEGER( "kind", AT( wfScenario, kind ), KIND_RANGE, "of the agent, for terrain" ),
	END,
};
const wfObject wf_gridObject = { "grid", "the grid", .parts = { s_grid } };

#define HASTE_RANGE RANGE( { 0.0, 1e6, "1/metres, 0 or more (up to 1e6)" } )
#define PULL_RANGE RANGE( { -1e6, 1e6, "a number" } )
static const wfFieldRow s_field[] = {
	CHOICE( "walls", AT( wfPlannerDef, walls ), s_walls, "paths keep away from walls, or may run along them" ),
	NUMBER( "haste", AT( wfPlannerDef, haste ), HASTE_RANGE, "per m", "0: the safest path; large: the shortest" ),
	NUMBER( "epsilon", AT( wfPlannerDef, epsilon ), PULL_RANGE, NULL, "strength of the pull toward `v`, per cell" ),
	PAIR( "v", AT( wfPlannerDef, bias ), PULL_RANGE, "a vector [x, y]",
		  "direction of the pull; `epsilon` times each part of it lies between -2 and 2: beyond that there may be local minima" ),
	NUMBER( "terrainHaste", AT( wfPlannerDef, terrainHaste ), HASTE_RANGE, "per m",
			"how strongly costly terrain repels when there is no haste" ),
	END,
};
const wfObject wf_fieldObject = { "field", "the field", .parts = { s_field } };

// --------------------------------------------------------------------------------------------------------------- shapes

#define TYPE OTHER( "type", BY_HAND ABSENT( "required" ), NULL, "" )
#define NAMED( struct_ ) TYPE, TEXT( "name", AT( struct_, name ), WF_MAX_NAME_LENGTH, "" )
#define POINTS( where, least, words )                                                                                            \
	{                                                                                                                            \
		.name = "points", where, .holds = "[point " least "]", .meaning = words                                                  \
	}
#define SOME_POINTS BY_HAND EXPECTED( "a list of points [x, y]" )

static const wfFieldRow s_box[] = {
	NAMED( wfShapeDef ),
	OTHER( "center", BY_HAND, "point", "its middle" ),
	OTHER( "size", BY_HAND, "size", "goes with `center`" ),
	NUMBER( "angle", AT( wfShapeDef, angle ), RANGE( { -1e6, 1e6, "radians" } ), "rad",
			"by which it is turned, counter-clockwise" ),
	OTHER( "bounds", BY_HAND, "bounds", "in place of the other three" ),
	END,
};
static const wfObject s_boxObject = { TYPED( "box", "a shape", "box", s_box ) };

static const wfFieldRow s_disc[] = {
	NAMED( wfShapeDef ),
	POINT( "center", AT( wfShapeDef, center ) EXPECTED( "the middle [x, y]" ), "its middle" ),
	NUMBER( "radius", AT( wfShapeDef, radius ) REQUIRED, RANGE( WF_SIZE ), "m", "" ),
	END,
};
static const wfObject s_discObject = { TYPED( "disc", "a shape", "disc", s_disc ) };
static const wfObject s_circleObject = { TYPED( "circleRegion", "a region", "circle", s_disc ) };

static const wfFieldRow s_segment[] = {
	NAMED( wfShapeDef ),
	POINTS( SOME_POINTS, "2", "a polyline with round ends and corners" ),
	NUMBER( "thickness", AT( wfShapeDef, radius ), RANGE( WF_DISTANCE ), "m", "from side to side" ),
	END,
};
static const wfObject s_segmentObject = { TYPED( "segment", "a shape", "segment", s_segment ) };

static const wfFieldRow s_polygon[] = {
	NAMED( wfShapeDef ),
	POINTS( BY_HAND EXPECTED( "a list of 3 or more points [x, y]" ), "3", "a ring, which closes itself" ),
	OTHER( "holes", BY_HAND, "[ring]", "each of 3 or more points" ),
	END,
};
static const wfObject s_polygonObject = { TYPED( "polygon", "a shape", "polygon", s_polygon ) };

static const wfFieldRow s_image[] = {
	NAMED( wfShapeDef ),
	OTHER( "file", BY_HAND, "file", "a PNG or PGM, relative to the scenario's folder" ),
	OTHER( "rows", BY_HAND, "rows",
		   "in place of a file, the upper row first: `#` and `@` belong to the shape, `.` and space do not" ),
	POINT( "origin", AT( wfShapeDef, center ), "the lower left corner" ),
	NUMBER( "pixel", AT( wfShapeDef, pixelSize ) ABSENT( "1" ), RANGE( WF_SIZE ), "m", "side of a pixel" ),
	INTEGER( "threshold", BY_HAND ABSENT( "128" ), BYTE_RANGE, "pixels of the file darker than this belong to the shape" ),
	BOOL( "invert", BY_HAND ABSENT( "false" ), "the others belong to it" ),
	END,
};
static const wfObject s_imageObject = { TYPED( "image", "a shape", "image", s_image ) };

const wfObject* const wf_shapeObjects[] = { &s_boxObject,	  &s_discObject,  &s_segmentObject,
											&s_polygonObject, &s_imageObject, NULL };

#define SPEED_SHARE RANGE( { 0.01, 1.0, "a part of the speed from 0.01 to 1" } )
static const wfFieldRow s_terrain[] = {
	NUMBER( "cost", AT( wfShapeDef, cost ), RANGE( { 1.0, 1e6, "1 or more: how much costlier a metre is than on plain ground" } ),
			NULL, "how much costlier a metre is than on plain ground" ),
	NUMBER( "speed", BY_HAND ABSENT( "1" ), SPEED_SHARE, NULL,
			"the part of their speed at which agents walk there, whichever way they go; fields count the time it takes" ),
	NUMBER( "speedUp", AT( wfShapeDef, speedUp ), SPEED_SHARE, NULL, "in place of `speed`: on the way up; goes with `uphill`" ),
	NUMBER( "speedDown", AT( wfShapeDef, speedDown ), SPEED_SHARE, NULL, "the same on the way down" ),
	PAIR( "uphill", AT( wfShapeDef, uphill ) ABSENT( "none" ), RANGE( WF_COORDINATE ), "a direction [x, y]",
		  "the direction in which the ground rises, of any length" ),
	OTHER( "kinds", BY_HAND ABSENT( "all" ), "[agentKind]",
		   "the kinds of agent that may enter, each once; for all others it is obstacle. An empty list closes it to everyone" ),
	END,
};
const wfObject wf_terrainObject = { "terrain", "a shape", .parts = { s_terrain } };

static const wfFieldRow s_ring[] = { NAMED( wfShapeDef ), POINTS( SOME_POINTS, "3", "" ), END };
static const wfObject s_ringObject = { TYPED( "ringRegion", "a region", "polygon", s_ring ) };
const wfObject* const wf_regionObjects[] = { &s_boxObject, &s_discObject, &s_ringObject, &s_circleObject, NULL };
const wfObject* const wf_areaObjects[] = { &s_boxObject, &s_discObject, &s_ringObject, NULL };

// ---------------------------------------------------------------------------------------------------------------- goals

static const wfFieldRow s_pointGoal[] = {
	NAMED( wfGoalDef ),
	OTHER( "point", BY_HAND EXPECTED( "the place [x, y]" ), "point", "the cell it lies in" ),
	END,
};
static const wfFieldRow s_lineGoal[] = { NAMED( wfGoalDef ), POINTS( SOME_POINTS, "2", "the cells a polyline passes" ), END };
static const wfFieldRow s_areaGoal[] = { NAMED( wfGoalDef ),
										 POINTS( SOME_POINTS, "3", "the cells with their centre in the ring" ), END };
static const wfFieldRow s_cellsGoal[] = { NAMED( wfGoalDef ), POINTS( SOME_POINTS, "1", "the cells the points lie in" ), END };
static const wfObject s_pointGoalObject = { TYPED( "pointGoal", "a goal", "point", s_pointGoal ) };
static const wfObject s_lineGoalObject = { TYPED( "lineGoal", "a goal", "line", s_lineGoal ) };
static const wfObject s_polygonGoalObject = { TYPED( "polygonGoal", "a goal", "polygon", s_areaGoal ) };
static const wfObject s_cellsGoalObject = { TYPED( "cellsGoal", "a goal", "cells", s_cellsGoal ) };
const wfObject* const wf_goalObjects[] = { &s_pointGoalObject, &s_lineGoalObject, &s_polygonGoalObject, &s_cellsGoalObject,
										   NULL };

// ---------------------------------------------------------------------------------------------------------------- meshes

static const wfFieldRow s_mesh[] = {
	OTHER( "file", BY_HAND, "file", "OBJ, PLY, STL or OFF, relative to the scenario's folder" ),
	OTHER( "surface", BY_HAND, "name", "in place of a file: one that is built in" ),
	INTEGER( "detail", AT( wfSurfaceRequest, detail ) ABSENT( "its own" ),
			 RANGE( { 4.0, 2e7, "about how many vertices, from 4 to 2e7" } ), "of a surface: about so many vertices" ),
	NUMBER( "size", AT( wfSurfaceRequest, size ) ABSENT( "its own" ), RANGE( WF_SIZE ), "m",
			"of a surface: of its longest side" ),
	INTEGER( "seed", AT( wfSurfaceRequest, seed ) ABSENT( "1" ),
			 RANGE( { 0.0, 2147483647.0, "a whole number from 0 to 2147483647" } ), "of a surface: of what is random about it" ),
	END,
};
static const wfFieldRow s_repairs[] = {
	NUMBER( "weld", AT( wfMeshRepairs, weld ), RANGE( WF_DISTANCE ), "m", "vertices no farther apart become one" ),
	BOOL( "split", AT( wfMeshRepairs, split ), "cut the mesh apart at edges of more than two triangles" ),
	BOOL( "orient", AT( wfMeshRepairs, orient ) ABSENT( "true" ), "turn triangles to agree with their neighbours" ),
	NUMBER( "refine", AT( wfMeshRepairs, refine ) ABSENT( "not asked" ), RANGE( WF_SIZE ), "m",
			"halve edges until none is longer" ),
	BOOL( "openPassages", AT( wfMeshRepairs, openPassages ), "put vertices into passages one triangle wide" ),
	END,
};
const wfObject wf_meshObject = { "mesh", "the mesh", .parts = { s_mesh, s_repairs }, .ground = wf_meshOnly };

#define PLACE_NAME OTHER( "name", BY_HAND, "name", "" )
#define PLACE_VERTEX OTHER( "vertex", BY_HAND, "vertex", "of the mesh" )
#define PLACE_POINT OTHER( "point", BY_HAND, "place", "the nearest place of the surface" )
static const wfFieldRow s_meshGoal[] = {
	PLACE_NAME,
	PLACE_VERTEX,
	OTHER( "vertices", BY_HAND, "[vertex 1]", "all of them are the goal" ),
	PLACE_POINT,
	NUMBER( "reach", AT( wfSurfacePlace, reach ) ABSENT( "the larger of the radius and 0.25" ), RANGE( WF_DISTANCE ), "m",
			"of crowds: arrived within this distance. A place many people go to needs some room" ),
	END,
};
const wfObject wf_meshGoalObject = { "goal", "a goal", .parts = { s_meshGoal }, .ground = wf_meshOnly };
static const wfFieldRow s_start[] = { PLACE_NAME, PLACE_VERTEX, PLACE_POINT, END };
const wfObject wf_startObject = { "start", "a start", .parts = { s_start }, .ground = wf_meshOnly };

static const wfFieldRow s_obstacle[] = {
	PLACE_NAME,
	OTHER( "sphere", BY_HAND, "sphere", "all triangles that reach into the ball" ),
	OTHER( "disc", BY_HAND, "surfaceDisc", "all triangles within it" ),
	OTHER( "vertices", BY_HAND, "[vertex 1]", "" ),
	OTHER( "triangles", BY_HAND, "[triangle 1]", "of the repaired mesh, from 0 on; not on refined meshes" ),
	OTHER( "polygon", BY_HAND, "[anyPlace 3]", "joined by the straightest paths: what it touches, and its smaller side" ),
	END,
};
const wfObject wf_obstacleObject = { "obstacle", "an obstacle", .parts = { s_obstacle }, .ground = wf_meshOnly };

#define BALL_RADIUS( words ) NUMBER( "radius", AT( wfBall, radius ) REQUIRED, RANGE( WF_SIZE ), "m", words )
static const wfFieldRow s_sphere[] = {
	OTHER( "center", BY_HAND EXPECTED( "a point [x, y, z]" ), "place", "" ),
	BALL_RADIUS( "" ),
	END,
};
const wfObject wf_sphereObject = { "sphere", "a sphere", .parts = { s_sphere }, .ground = wf_meshOnly };
static const wfFieldRow s_surfaceDisc[] = {
	OTHER( "at", BY_HAND EXPECTED( "a vertex, or a point [x, y, z]" ), "anyPlace", "its middle" ),
	BALL_RADIUS( "measured along the surface" ),
	END,
};
const wfObject wf_surfaceDiscObject = { "surfaceDisc", "a disc", .parts = { s_surfaceDisc }, .ground = wf_meshOnly };

static const wfFieldRow s_meshField[] = {
	CHOICE( "boundary", AT( wfSurfacePlannerDef, boundary ) FORMERLY( "limits" ), s_walls,
			"paths keep away from the boundary of the mesh, or may run along it" ),
	NUMBER( "haste", AT( wfSurfacePlannerDef, haste ), HASTE_RANGE, "per m", "0: the safest path; large: the shortest" ),
	OTHER( "bias", BY_HAND, "push", "a direction paths are pulled in" ),
	OTHER( "toward", BY_HAND, "place", "in place of a bias: a point paths are pulled toward" ),
	NUMBER( "epsilon", AT( wfSurfacePlannerDef, epsilon ), PULL_RANGE, NULL, "strength of the pull, per mean edge" ),
	END,
};
const wfObject wf_meshFieldObject = { "field", "the field", .parts = { s_meshField }, .ground = wf_meshOnly };

static const wfFieldRow s_sphereRegion[] = {
	TYPE,
	OTHER( "center", BY_HAND EXPECTED( "its centre [x, y, z]" ), "place", "" ),
	NUMBER( "radius", AT( wfSpaceRegion, radius ) REQUIRED, RANGE( WF_SIZE ), "m", "" ),
	END,
};
static const wfFieldRow s_boxRegion[] = {
	TYPE,
	OTHER( "lower", BY_HAND EXPECTED( "a corner [x, y, z]" ), "place", "a corner" ),
	OTHER( "upper", BY_HAND EXPECTED( "a corner [x, y, z]" ), "place", "the opposite one" ),
	END,
};
static const wfObject s_sphereRegionObject = { TYPED( "sphereRegion", "a region", "sphere", s_sphereRegion ),
											   .ground = wf_meshOnly };
static const wfObject s_boxRegionObject = { TYPED( "boxRegion", "a region", "box", s_boxRegion ), .ground = wf_meshOnly };
const wfObject* const wf_spaceRegionObjects[] = { &s_sphereRegionObject, &s_boxRegionObject, NULL };
const wfObject* const wf_spaceBoxObjects[] = { &s_boxRegionObject, NULL };
