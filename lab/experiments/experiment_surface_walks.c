// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walks on bent surfaces: S2 from everywhere, with and without obstacles; S3 from many places of one cell; S5 what they must
// bear, needles, flat triangles, noise and input that is no surface; S6 the time a field takes.
#include "experiment_surface.h"

#include "base/vec3.h"
#include "scenes/surfaces.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_STARTS 32
#define MAX_SURFACES 12
#define MAX_TIMED 4
#define GOALS_TIMED 5 // for each planner

// ------------------------------------------------------------------------------------------------- S2: with and without

// Of paths that would meet the obstacles if they were not avoided.
typedef struct Detours
{
	int32_t count;
	double longer; // mean of the new length over the old one
} Detours;

static Detours measureDetours( wfTrial* run, const wfSolvedSurface* plain, const wfSolvedSurface* blocked, const double* lengths,
							   const double* blockedLengths, int32_t stride )
{
	Detours detours = { 0 };
	wfSurfacePath path = { 0 };
	for ( int32_t v = 0; v < wfMesh_GetVertexCount( plain->mesh ); v += stride )
	{
		if ( !( isfinite( lengths[v] ) && isfinite( blockedLengths[v] ) && lengths[v] > 0.0 ) )
		{
			continue;
		}
		wfTrial_TraceSurface( run, plain, NULL, wfMesh_GetVertexPoint( plain->mesh, v ), 0.0, &path );
		if ( wfSurfacePath_Touches( &path, plain->mesh, blocked->mask, false ) )
		{
			detours.count += 1;
			detours.longer += blockedLengths[v] / lengths[v];
		}
	}
	wfSurfacePath_Free( &path );
	detours.longer /= detours.count > 0 ? detours.count : 1;
	return detours;
}

static void noteTour( wfTrial* run, const char* when, const wfTour* tour )
{
	wfTrial_Note( run, "", tour->starts, "%s: walks", when );
	wfTrial_Note( run, "", tour->unreachable, "%s: vertices cut off", when );
	wfTrial_Note( run, "m", tour->lengthMean, "%s: mean length", when );
	wfTrial_Note( run, "degrees", wfDegrees( tour->turnMean ), "%s: mean of the largest turns", when );
	wfTrial_Note( run, "", (double)tour->rescues, "%s: times led on along an edge", when );
}

// The walks of 3DS-BVP on the same stage, to a larger and to a smaller e_max.
static void claimRelaxedWalks( wfTrial* run, const wfSolvedSurface* stage, int32_t stride )
{
	static const char* const names[2] = { "printedLarge", "printedArrive" };
	double changes[2];
	wfTour tour = { 0 };
	wfTrial_GetNumbers( run, "relaxChanges", "two numbers", changes, 2 );
	for ( int32_t k = 0; k < 2; ++k )
	{
		double* p = wfTrial_Relax( run, stage, -1, changes[k], NULL );
		tour = wfTrial_TourStage( run, stage, p, stride, 0.0, NULL );
		wfTrial_Claim( run, names[k], (double)tour.arrived / tour.starts );
	}
	wfTrial_Claim( run, "printedTouches", tour.touches );
	wfTrial_Claim( run, "printedTurnMean", wfDegrees( tour.turnMean ) );
	wfTrial_Note( run, "degrees", wfDegrees( tour.largestTurn ), "3DS-BVP, with obstacles: largest turn" );
}

void wfPerformSurfaceWalks( wfTrial* run )
{
	wfSolvedSurface stages[2] = { { 0 } };
	wfSurfacePoint starts[WF_MAX_LIST];
	double* lengths[2];
	wfTour tours[2];
	wfFieldReport reports[2];
	int32_t stride = run->quick ? (int32_t)wfTrial_GetOption( run, "quickStride", 5.0 ) : 1;
	stride = stride < 1 ? 1 : stride;
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfSolvedSurface* stage = stages + k;
		stage->mesh = wfTrial_MakeSurface( run, "" );
		wfSolvedSurface_SetGoal( stage, wfTrial_GetPoint( run, "goal" ) );
		int32_t startCount = wfTrial_CountItems( run, "starts", 1, WF_MAX_LIST );
		for ( int32_t i = 0; i < startCount; ++i )
		{
			starts[i] = wfMesh_FindNearest( stage->mesh, wfTrial_GetPoint( run, wfKey( "starts[%d]", i ) ), NULL );
		}
		if ( k == 1 )
		{
			wfTrial_BlockDiscs( run, "obstacles", stage );
		}
		wfTrial_SolveStage( run, stage );
		lengths[k] = wfNewArray( (size_t)wfMesh_GetVertexCount( stage->mesh ), sizeof( double ) );
		reports[k] = wfSurfaceField_GetReport( stage->field );
		tours[k] = wfTrial_TourStage( run, stage, NULL, stride, 0.0, lengths[k] );
		wfTrial_DrawWalksOn( run, stage, k == 0 ? "" : "obstacles", run->scenario.name, starts, startCount );
	}
	Detours detours = measureDetours( run, stages, stages + 1, lengths[0], lengths[1], stride );
	wfTrial_Claim( run, "arrive", (double)tours[0].arrived / tours[0].starts );
	wfTrial_Claim( run, "arriveObstacles", (double)tours[1].arrived / tours[1].starts );
	wfTrial_Claim( run, "flat", (double)( reports[0].flatCount + reports[1].flatCount ) );
	wfTrial_Claim( run, "residual", fmax( reports[0].maxRelativeResidual, reports[1].maxRelativeResidual ) );
	wfTrial_Claim( run, "turn", wfDegrees( fmax( tours[0].largestTurn, tours[1].largestTurn ) ) );
	wfTrial_Claim( run, "turnMean", wfDegrees( fmax( tours[0].turnMean, tours[1].turnMean ) ) );
	wfTrial_Claim( run, "inTheWay", (double)detours.count / tours[1].starts );
	wfTrial_Claim( run, "longer", detours.longer );
	wfTrial_Claim( run, "touches", tours[1].touches );
	wfMeshReport mesh = wfMesh_GetReport( stages[0].mesh );
	wfTrial_Note( run, "", mesh.vertices, "vertices" );
	wfTrial_Note( run, "", mesh.genus, "genus" );
	noteTour( run, "without obstacles", tours );
	noteTour( run, "with obstacles", tours + 1 );
	claimRelaxedWalks( run, stages + 1, stride );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfSolvedSurface_Free( stages + k );
	}
}

// ---------------------------------------------------------------------------------------------------- S3: one cell's starts

// The place after a share of the path's length.
static wfVec3 getPlaceAt( const wfSurfacePath* path, double share )
{
	double left = 0.0;
	for ( int32_t i = 0; i + 1 < path->count; ++i )
	{
		left += share * wfDistance3( path->points[i], path->points[i + 1] );
	}
	for ( int32_t i = 0; i + 1 < path->count; ++i )
	{
		double piece = wfDistance3( path->points[i], path->points[i + 1] );
		if ( left <= piece && piece > 0.0 )
		{
			return wfMix3( path->points[i], path->points[i + 1], left / piece );
		}
		left -= piece;
	}
	return path->points[path->count - 1];
}

typedef struct Spread
{
	double widest; // of the places after a half of the path, metres, over all pairs
	double lengthRatio;
	int32_t arrived;
} Spread;

static Spread measureSpread( const wfSurfacePath* paths, const bool* arrived, int32_t count )
{
	Spread spread = { 0 };
	double shortest = INFINITY, longest = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( !arrived[i] || paths[i].count < 2 )
		{
			continue;
		}
		spread.arrived += 1;
		shortest = fmin( shortest, paths[i].length );
		longest = fmax( longest, paths[i].length );
		for ( int32_t k = 0; k < i; ++k )
		{
			if ( arrived[k] && paths[k].count > 1 )
			{
				spread.widest = fmax( spread.widest, wfDistance3( getPlaceAt( paths + i, 0.5 ), getPlaceAt( paths + k, 0.5 ) ) );
			}
		}
	}
	spread.lengthRatio = spread.arrived > 0 ? longest / shortest : NAN;
	return spread;
}

// Places around a vertex, all of them in its cell.
static void placeStarts( const wfMesh* mesh, int32_t vertex, double share, wfSurfacePoint* starts, int32_t count )
{
	double reach = share * wfMesh_GetReport( mesh ).meanEdge;
	wfVec3 middle = wfMesh_GetVertices( mesh )[vertex],
		   normal = wfMesh_GetNormal( mesh, wfMesh_GetVertexPoint( mesh, vertex ).triangle );
	// Two directions across the normal.
	wfVec3 a = fabs( normal.z ) < 0.9 ? ( wfVec3 ){ -normal.y, normal.x, 0.0 } : ( wfVec3 ){ normal.z, 0.0, -normal.x };
	double length = wfLength3( a );
	a = ( wfVec3 ){ a.x / length, a.y / length, a.z / length };
	wfVec3 b = wfCross3( normal, a );
	for ( int32_t i = 0; i < count; ++i )
	{
		double angle = 2.0 * 3.14159265358979 * i / count, x = reach * cos( angle ), y = reach * sin( angle );
		wfVec3 place = { middle.x + x * a.x + y * b.x, middle.y + x * a.y + y * b.y, middle.z + x * a.z + y * b.z };
		starts[i] = wfMesh_FindNearest( mesh, place, NULL );
	}
}

static void noteSpread( wfTrial* run, const char* method, Spread spread, int32_t count )
{
	wfTrial_Note( run, "m", spread.widest, "%s: widest apart after half of the way", method );
	wfTrial_Note( run, "", spread.lengthRatio, "%s: longest path over the shortest", method );
	wfTrial_Note( run, "", (double)spread.arrived / count, "%s: share that arrives", method );
}

// From all starts, down the relaxed potential `p` or, where that is null, up the field. Drawn when there is a title.
static Spread walkStarts( wfTrial* run, const wfSolvedSurface* stage, const double* p, const wfSurfacePoint* starts,
						  int32_t count, const char* ending, const char* title )
{
	wfSurfacePath paths[MAX_STARTS] = { { 0 } };
	bool arrived[MAX_STARTS] = { false };
	for ( int32_t i = 0; i < count; ++i )
	{
		arrived[i] = wfTrial_TraceSurface( run, stage, p, starts[i], 0.0, paths + i );
	}
	Spread spread = measureSpread( paths, arrived, count );
	if ( title != NULL )
	{
		wfTrial_DrawStage( run, stage, ending, title, paths, count );
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		wfSurfacePath_Free( paths + i );
	}
	return spread;
}

void wfPerformSpread( wfTrial* run )
{
	wfSurfacePoint starts[MAX_STARTS];
	int32_t count = (int32_t)wfTrial_GetNumber( run, "startCount" );
	double share = wfTrial_GetNumber( run, "startRadius" );
	wfVec3 goal = wfTrial_GetPoint( run, "goal" ), start = wfTrial_GetPoint( run, "start" );
	wfTrial_FailIf( run, count < 2 || count > MAX_STARTS, "startCount", "expected 2 to %d", MAX_STARTS );
	wfTrial_FailIf( run, !( share > 0.0 && share <= 0.5 ), "startRadius", "expected a share of an edge up to 0.5" );
	wfSolvedSurface stage = { .mesh = wfTrial_MakeSurface( run, "" ) };
	wfSolvedSurface_SetGoal( &stage, goal );
	wfTrial_SolveStage( run, &stage );
	int32_t vertex = wfGetNearestVertex( stage.mesh, start );
	placeStarts( stage.mesh, vertex, share, starts, count );
	double cell = 2.0 * share * wfMesh_GetReport( stage.mesh ).meanEdge;
	// The start's vertex taken as an obstacle in our own field, too: it is not the relaxation that spreads.
	wfSolvedSurface tricked = stage; // all but the field stay with the other
	wfSurfaceGoalDef blocked = wfSolvedSurface_GetGoal( &stage );
	blocked.occupied = vertex;
	wfTrial_Check( run, wfSurfacePlanner_CreateField( stage.planner, &blocked, &tricked.field, &wf_error ) );
	double* p = wfTrial_Relax( run, &tricked, vertex, wfTrial_GetNumber( run, "relaxChange" ), NULL );
	Spread relaxed = walkStarts( run, &tricked, p, starts, count, "occupied", "3DS-BVP: the start's vertex is an obstacle" );
	Spread occupied = walkStarts( run, &tricked, NULL, starts, count, "", NULL );
	Spread ours = walkStarts( run, &stage, NULL, starts, count, "", "ours: nothing but the goal" );
	wfTrial_Claim( run, "theirs", relaxed.widest / cell );
	wfTrial_Claim( run, "theirLengths", relaxed.lengthRatio );
	wfTrial_Claim( run, "theirsArrive", (double)relaxed.arrived / count );
	wfTrial_Claim( run, "ours", ours.widest / cell );
	wfTrial_Claim( run, "ratio", relaxed.widest / ours.widest );
	wfTrial_Claim( run, "lengths", ours.lengthRatio );
	wfTrial_Claim( run, "arrive", (double)ours.arrived / count );
	wfTrial_Note( run, "m", cell, "starts: widest apart" );
	wfTrial_Note( run, "1/m", wfSurfacePlanner_GetReport( stage.planner ).haste, "ours: haste in force" );
	noteSpread( run, "3DS-BVP, start occupied", relaxed, count );
	noteSpread( run, "our field, start occupied", occupied, count );
	noteSpread( run, "ours", ours, count );
	wfDestroySurfaceField( tricked.field );
	wfSolvedSurface_Free( &stage );
}

// ------------------------------------------------------------------------------------------------------------- S5: needles

typedef struct NeedleFigures
{
	int64_t starts, arrived, flat;
	double turn, tautTurn, residual, referenceTurn, smallestAngle;
	double evenTautTurn; // on the flat ones
	int64_t referenceStarts, referenceArrived, flatTriangles;
} NeedleFigures;

static void drawNeedles( wfTrial* run, const wfSolvedSurface* stage, const char* ending, const char* title )
{
	wfSurfacePoint starts[10];
	int32_t count = 0;
	for ( int32_t i = 0; i < 10; ++i )
	{
		int32_t vertex = (int32_t)( ( i + 0.5 ) / 10.0 * wfMesh_GetVertexCount( stage->mesh ) );
		if ( wfSurfacePlanner_IsVertexFree( stage->planner, vertex ) )
		{
			starts[count++] = wfMesh_GetVertexPoint( stage->mesh, vertex );
		}
	}
	wfTrial_DrawWalksOn( run, stage, ending, title, starts, count );
}

// One mesh of a surface; the walks are from everywhere on the first, from some places on those with other seeds.
static void measureNeedlesOf( wfTrial* run, const char* prefix, uint64_t seed, NeedleFigures* all )
{
	wfSolvedSurface stage = { .mesh = wfTrial_MakeSeededSurface( run, prefix, seed ) };
	wfSolvedSurface_SetGoal( &stage, wfTrial_GetPoint( run, wfKey( "%sgoal", prefix ) ) );
	wfTrial_SolveStage( run, &stage );
	int32_t stride = seed > 1 ? 31 : run->quick ? 7 : 1;
	wfFieldReport report = wfSurfaceField_GetReport( stage.field );
	wfMeshReport mesh = wfMesh_GetReport( stage.mesh );
	wfTour tour = wfTrial_TourStage( run, &stage, NULL, stride, 0.0, NULL );
	wfTour taut = wfTrial_TourStage( run, &stage, NULL, stride, 1.0, NULL );
	all->starts += tour.starts + taut.starts;
	all->arrived += tour.arrived + taut.arrived;
	all->flat += report.flatCount;
	all->turn = fmax( all->turn, tour.largestTurn );
	all->tautTurn = fmax( all->tautTurn, taut.largestTurn );
	bool isEven = wfTrial_GetOption( run, wfKey( "%seven", prefix ), 0.0 ) != 0.0;
	all->evenTautTurn = isEven ? fmax( all->evenTautTurn, taut.largestTurn ) : all->evenTautTurn;
	all->residual = fmax( all->residual, report.maxRelativeResidual );
	all->smallestAngle = fmin( all->smallestAngle, mesh.smallestAngle );
	all->flatTriangles += seed == 1 ? mesh.flatTriangles : 0;
	const char* label = wfTrial_GetText( run, wfKey( "%slabel", prefix ) );
	if ( seed == 1 )
	{
		wfTrial_Note( run, "degrees", wfDegrees( mesh.smallestAngle ), "%.20s: smallest angle", label );
		wfTrial_Note( run, "degrees", wfDegrees( tour.largestTurn ), "%.20s: largest turn", label );
		wfTrial_Note( run, "degrees", wfDegrees( tour.turnMean ), "%.20s: mean of the largest turns", label );
		wfTrial_Note( run, "degrees", wfDegrees( taut.largestTurn ), "%.20s: largest turn, pulled taut", label );
	}
	if ( !mesh.closed )
	{
		double* p = wfTrial_Relax( run, &stage, -1, wfTrial_GetNumber( run, "relaxChange" ), NULL );
		wfTour reference = wfTrial_TourStage( run, &stage, p, stride, 0.0, NULL );
		all->referenceStarts += reference.starts;
		all->referenceArrived += reference.arrived;
		all->referenceTurn = fmax( all->referenceTurn, reference.largestTurn );
	}
	if ( seed == 1 && wfTrial_GetOption( run, wfKey( "%sdraw", prefix ), 0.0 ) != 0.0 )
	{
		drawNeedles( run, &stage, strcmp( prefix, "surfaces[0]." ) == 0 ? "" : label, label );
	}
	wfSolvedSurface_Free( &stage );
}

// Those with chance in them with several seeds.
static void measureNeedles( wfTrial* run, int32_t index, NeedleFigures* all )
{
	char prefix[32];
	snprintf( prefix, sizeof( prefix ), "surfaces[%d].", index );
	bool isNoisy = wfTrial_Has( run, wfKey( "%sshake", prefix ) ) ||
				   strcmp( wfTrial_GetText( run, wfKey( "%ssurface", prefix ) ), "noisy" ) == 0;
	int32_t seeds = isNoisy ? wfTrial_CountSeeds( run ) : 1;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		measureNeedlesOf( run, prefix, (uint64_t)seed, all );
	}
}

// ----------------------------------------------------------------------------------------------------------- S5: bad input

typedef struct BadMesh
{
	const char* what;
	wfVec3 vertices[5];
	int32_t vertexCount;
	int32_t triangles[9];
	int32_t triangleCount;
	const char* expected; // a word of the message
} BadMesh;

// Each of them is refused, with a message that says where. Returns how many are.
static int32_t refuseBadMeshes( wfTrial* run, int32_t* count )
{
	const BadMesh bad[] = {
		{ "a coordinate that is no number", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, NAN, 0 } }, 3, { 0, 1, 2 }, 1, "face 1" },
		{ "an infinite coordinate", { { 0, 0, 0 }, { INFINITY, 0, 0 }, { 0, 1, 0 } }, 3, { 0, 1, 2 }, 1, "face 1" },
		{ "a vertex that is not there", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, 3, { 0, 1, 2, 0, 2, 7 }, 2, "face 2" },
		{ "a negative vertex", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, 3, { 0, 1, -4 }, 1, "face 1" },
		{ "no triangle", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, 3, { 0 }, 0, "triangle" },
		{ "nothing but collapsed triangles", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, 3, { 0, 0, 1, 2, 1, 2 }, 2, "triangle" },
		{ "an edge of three triangles",
		  { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 } },
		  5,
		  { 0, 1, 2, 1, 0, 3, 0, 1, 4 },
		  3,
		  "edge" },
	};
	int32_t refused = 0;
	*count = (int32_t)( sizeof( bad ) / sizeof( bad[0] ) );
	for ( int32_t i = 0; i < *count; ++i )
	{
		wfMeshDef def = wfDefaultMeshDef();
		def.vertices = bad[i].vertices;
		def.vertexCount = bad[i].vertexCount;
		def.triangles = bad[i].triangles;
		def.triangleCount = bad[i].triangleCount;
		def.splitNonManifold = false;
		wfError error = { 0 };
		wfMesh* mesh = NULL;
		wfResult result = wfCreateMesh( &def, &mesh, &error );
		bool good = result != wf_ok && result != wf_outOfMemory && strstr( error.message, bad[i].expected ) != NULL;
		refused += good;
		if ( !good )
		{
			wfTrial_Note( run, "", result, "not refused as it should be: %s", bad[i].what );
		}
		wfDestroyMesh( mesh );
	}
	return refused;
}

// A plane as the worst of files would hold it: each triangle with vertices of its own, a third of them upside down, one that
// is there twice, one collapsed, a vertex of no triangle. Then a second plane apart from it.
static wfMesh* makeSoup( wfTrial* run, wfMeshReport* whole )
{
	wfPlaneDef plane = { .width = 6.0, .height = 4.0, .edge = 0.4, .noise = 0.2, .seed = 3 };
	wfSurfaceShape shape = { 0 };
	wfMesh *mesh = NULL, *intact = NULL;
	wfTrial_Check( run, wfMakePlane( &plane, &shape ) );
	int32_t n = shape.triangleCount;
	wfVec3* vertices = wfNewArray( 6 * (size_t)n + 8, sizeof( wfVec3 ) );
	int32_t* triangles = wfNewArray( 6 * (size_t)n + 8, sizeof( int32_t ) );
	wfTrial_Check( run, wfSurfaceShape_CreateMesh( &shape, &intact, &wf_error ) );
	*whole = wfMesh_GetReport( intact );
	for ( int32_t h = 0; h < 6 * n; ++h )
	{
		int32_t corner = h % ( 3 * n ), swapped = corner % 9 == 0 ? corner + 1 : corner % 9 == 1 ? corner - 1 : corner;
		vertices[h] = shape.vertices[shape.triangles[swapped]];
		vertices[h].x += h >= 3 * n ? 10.0 : 0.0;
		triangles[h] = h;
	}
	vertices[6 * n] = ( wfVec3 ){ 3.0, 3.0, 3.0 };
	const int32_t more[6] = { 3, 4, 5, 6, 6, 7 };
	memcpy( triangles + 6 * n, more, sizeof( more ) );
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = 6 * n + 1;
	def.triangles = triangles;
	def.triangleCount = 2 * n + 2;
	wfTrial_Check( run, wfCreateMesh( &def, &mesh, &wf_error ) );
	wfDestroyMesh( intact );
	wfSurfaceShape_Free( &shape );
	return mesh;
}

// Everything is repaired, every walk arrives, and who is elsewhere is reported so. Returns how many of these hold, of four.
static int32_t repairSoup( wfTrial* run )
{
	wfMeshReport whole = { 0 };
	int32_t held = 0;
	wfSolvedSurface stage = { .mesh = makeSoup( run, &whole ) };
	wfMeshReport report = wfMesh_GetReport( stage.mesh );
	held += report.vertices == 2 * whole.vertices && report.triangles == 2 * whole.triangles && report.components == 2;
	held += report.unusedVertices == 1 && report.collapsedTriangles == 1 && report.duplicateTriangles == 1 &&
			report.weldedVertices > 0 && report.orientable;
	stage.place = wfMesh_FindNearest( stage.mesh, ( wfVec3 ){ 3.0, 2.0, 0.0 }, NULL );
	wfTrial_SolveStage( run, &stage );
	wfTour tour = wfTrial_TourStage( run, &stage, NULL, 1, 0.0, NULL );
	held += tour.starts > 0 && tour.arrived == tour.starts && tour.unreachable > 0;
	wfSurfacePath path = { 0 };
	wfSurfacePoint start = wfMesh_FindNearest( stage.mesh, ( wfVec3 ){ 13.0, 2.0, 0.0 }, NULL );
	wfTraceDef def = wfDefaultTraceDef();
	held += wfSurfaceField_TracePath( stage.field, start, &def, &path, NULL ) == wf_unreachable && path.count == 0;
	wfSurfacePath_Free( &path );
	wfSolvedSurface_Free( &stage );
	return held;
}

void wfPerformNeedles( wfTrial* run )
{
	NeedleFigures all = { .smallestAngle = INFINITY };
	int32_t count = wfTrial_CountItems( run, "surfaces", 1, MAX_SURFACES ), badCount = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		measureNeedles( run, i, &all );
	}
	int32_t refused = refuseBadMeshes( run, &badCount ), repaired = repairSoup( run );
	wfTrial_Claim( run, "arrive", (double)all.arrived / (double)all.starts );
	wfTrial_Claim( run, "flat", (double)all.flat );
	wfTrial_Claim( run, "residual", all.residual );
	wfTrial_Claim( run, "turn", wfDegrees( all.turn ) );
	wfTrial_Claim( run, "tautTurn", wfDegrees( all.tautTurn ) );
	wfTrial_Claim( run, "sharp", wfDegrees( all.smallestAngle ) );
	wfTrial_Claim( run, "flatTriangles", (double)all.flatTriangles );
	wfTrial_Claim( run, "refused", (double)refused / badCount );
	wfTrial_Claim( run, "repaired", repaired / 4.0 );
	wfTrial_Note( run, "", (double)all.starts, "walks" );
	wfTrial_Claim( run, "printedArrive", (double)all.referenceArrived / (double)all.referenceStarts );
	wfTrial_Claim( run, "printedTurn", wfDegrees( all.referenceTurn ) );
	wfTrial_Claim( run, "smoothed", wfDegrees( all.evenTautTurn ) );
}

// ---------------------------------------------------------------------------------------------------------------- S6: time

// Seconds, the least of several runs: what else the machine does can only add.
typedef struct Times
{
	double scratch, goal; // a planner and a field; another goal
	double relaxed[2];	  // to the larger and the smaller e_max
	int32_t iterations[2];
	double source; // given by the 3DS-BVP thesis
	int32_t vertices;
} Times;

static void timeOurs( wfTrial* run, wfSolvedSurface* stage, int32_t rounds, Times* times )
{
	wfSurfaceGoalDef goal = wfSolvedSurface_GetGoal( stage );
	times->scratch = times->goal = INFINITY;
	for ( int32_t round = 0; round < rounds; ++round )
	{
		wfSolvedSurface again = { .mesh = stage->mesh, .place = stage->place };
		double began = wfGetSeconds();
		wfTrial_SolveStage( run, &again );
		double solved = wfGetSeconds();
		times->scratch = fmin( times->scratch, solved - began );
		for ( int32_t k = 0; k < GOALS_TIMED; ++k )
		{
			wfSurfaceField* field = NULL;
			solved = wfGetSeconds();
			wfTrial_Check( run, wfSurfacePlanner_CreateField( again.planner, &goal, &field, &wf_error ) );
			wfTrial_Check( run, wfSurfaceField_SolveAll( field ) );
			times->goal = fmin( times->goal, wfGetSeconds() - solved );
			wfDestroySurfaceField( field );
		}
		again.mesh = NULL; // stays with its stage
		wfSolvedSurface_Free( &again );
	}
}

static void timeRelaxation( wfTrial* run, const wfSolvedSurface* stage, int32_t occupied, const double* changes, int32_t rounds,
							Times* times )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		times->relaxed[k] = INFINITY;
		for ( int32_t round = 0; round < rounds; ++round )
		{
			wfRelaxReport report;
			wfTrial_Relax( run, stage, occupied, changes[k], &report );
			times->relaxed[k] = fmin( times->relaxed[k], report.seconds );
			times->iterations[k] = report.iterations;
		}
	}
}

static Times timeSurface( wfTrial* run, int32_t index, const double* changes )
{
	char prefix[32];
	snprintf( prefix, sizeof( prefix ), "surfaces[%d].", index );
	wfSolvedSurface stage = { .mesh = wfTrial_MakeSurface( run, prefix ) };
	Times times = { .source = wfTrial_GetOption( run, wfKey( "%ssourceSeconds", prefix ), NAN ),
					.vertices = wfMesh_GetVertexCount( stage.mesh ) };
	const char* name = wfTrial_GetText( run, wfKey( "%ssurface", prefix ) );
	wfVec3 start = wfTrial_GetPoint( run, wfKey( "%sstart", prefix ) );
	stage.place = wfMesh_FindNearest( stage.mesh, wfTrial_GetPoint( run, wfKey( "%sgoal", prefix ) ), NULL );
	// Where nothing repels, the relaxation of 3DS-BVP needs an occupied start.
	wfSurfacePoint place = wfMesh_FindNearest( stage.mesh, start, NULL );
	int32_t occupied = wfMesh_GetReport( stage.mesh ).closed ? wfMesh_GetTriangles( stage.mesh )[3 * place.triangle] : -1;
	timeOurs( run, &stage, run->quick ? 8 : 20, &times );
	timeRelaxation( run, &stage, occupied, changes, run->quick ? 2 : 5, &times );
	wfTrial_Claim( run, wfKey( "%.20sGoal", name ), times.relaxed[0] / times.goal );
	wfTrial_Claim( run, wfKey( "%.20sScratch", name ), times.relaxed[1] / times.scratch );
	wfTrial_Note( run, "", times.vertices, "%.20s: vertices", name );
	wfTrial_Note( run, "ms", 1e3 * times.scratch, "%.20s: ours from scratch", name );
	wfTrial_Note( run, "ms", 1e3 * times.goal, "%.20s: ours, a new goal", name );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfTrial_Note( run, "ms", 1e3 * times.relaxed[k], "%.20s: 3DS-BVP to %g, %d sweeps", name, changes[k],
					  times.iterations[k] );
	}
	wfTrial_Note( run, "ms", 1e3 * times.source, "%.20s: the literature's, on its machine", name );
	wfSolvedSurface_Free( &stage );
	return times;
}

static void drawTimes( wfTrial* run, const Times* times, int32_t count, const double* changes )
{
	double x[MAX_TIMED], y[5][MAX_TIMED];
	char labels[2][64];
	for ( int32_t i = 0; i < count; ++i )
	{
		const double values[5] = { times[i].goal, times[i].scratch, times[i].relaxed[0], times[i].relaxed[1], times[i].source };
		x[i] = times[i].vertices;
		for ( int32_t k = 0; k < 5; ++k )
		{
			y[k][i] = 1e3 * values[k];
		}
	}
	snprintf( labels[0], sizeof( labels[0] ), "3DS-BVP to %g", changes[0] );
	snprintf( labels[1], sizeof( labels[1] ), "3DS-BVP to %g", changes[1] );
	const wfPlotSeries series[5] = { { "ours, a new goal", x, y[0], count },
									 { "ours, from scratch", x, y[1], count },
									 { labels[0], x, y[2], count },
									 { labels[1], x, y[3], count },
									 { "the literature's, on its machine", x, y[4], count } };
	wfTrial_DrawPlot( run, "vertices", "milliseconds", series, 5 );
}

void wfPerformSurfaceTime( wfTrial* run )
{
	double changes[2];
	Times times[MAX_TIMED] = { { 0 } };
	int32_t count = wfTrial_CountItems( run, "surfaces", 1, MAX_TIMED );
	wfTrial_GetNumbers( run, "relaxChanges", "two numbers", changes, 2 );
	for ( int32_t i = 0; i < count; ++i )
	{
		times[i] = timeSurface( run, i, changes );
	}
	drawTimes( run, times, count, changes );
}
