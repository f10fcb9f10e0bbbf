// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with what Dapper's thesis says of its equation and its sweeps: the family it is of, few sweeps of several methods,
// a pull in a part of the global field, and what the pull does to a local map.
#include "paper_agent.h"
#include "paper_field.h"

#include "base/vec2.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- family

// laplace(p) + F( grad p ) = 0
typedef enum Family
{
	linear,	 // eps grad p . v
	length,	 // eps |grad p|
	square,	 // eps |grad p|^2
	sum,	 // eps ( |p_x| + |p_y| )
	constant // eps: F(0) is not 0
} Family;

static const char* const s_families[] = { "linear", "length", "square", "sum", "constant", NULL };

typedef struct Member
{
	Family family;
	double epsilon;
	wfVec2 v;
} Member;

static double familyRule( const wfPaperStar* star, int32_t cell, const void* context )
{
	(void)cell;
	const Member* member = context;
	wfVec2 slope = { 0.5 * ( star->right - star->left ), 0.5 * ( star->above - star->below ) };
	double f = 1.0;
	switch ( member->family )
	{
		case linear:
			f = wfDot2( slope, member->v );
			break;
		case length:
			f = wfLength2( slope );
			break;
		case square:
			f = wfDot2( slope, slope );
			break;
		case sum:
			f = fabs( slope.x ) + fabs( slope.y );
			break;
		case constant:
			break;
	}
	return 0.25 * ( star->right + star->left + star->above + star->below + member->epsilon * f );
}

static Member readMember( wfTrial* run, int32_t index )
{
	const char* path = wfKey( "members[%d].family", index );
	const char* name = wfTrial_GetText( run, path );
	Member member = { linear, wfTrial_GetNumber( run, wfKey( "members[%d].epsilon", index ) ), { 0.0, 0.0 } };
	while ( s_families[member.family] != NULL && strcmp( s_families[member.family], name ) != 0 )
	{
		member.family += 1;
	}
	wfTrial_FailIf( run, s_families[member.family] == NULL, path, "expected linear, length, square, sum or constant" );
	if ( member.family == linear )
	{
		member.v = wfTrial_GetVector( run, wfKey( "members[%d].v", index ) );
	}
	return member;
}

// The farthest a point of one path is from the other.
static double getApart( const wfPath* a, const wfPath* b )
{
	double apart = 0.0;
	for ( int32_t i = 0; i < a->count; ++i )
	{
		double nearest = INFINITY;
		for ( int32_t k = 0; k < b->count; ++k )
		{
			nearest = fmin( nearest, wfDistance2( a->points[i], b->points[k] ) );
		}
		apart = fmax( apart, nearest );
	}
	return apart;
}

void wfPerformFamily( wfTrial* run )
{
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	int32_t count = wfTrial_CountItems( run, "members", 2, WF_MAX_LIST ), minima = 0, otherMinima = 0, settled = 0, arrived = 0,
			members = 0;
	wfPath paths[WF_MAX_LIST] = { { 0 } };
	double farthest = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		Member member = readMember( run, i );
		wfPaperField field = wfTrial_MakePaperField( run, grid, 0.0, 0.0 );
		wfPaperSweeps sweeps = wfPaperField_Relax( &field, familyRule, &member, 0.0, 8000 );
		int32_t found = wfPaperField_CountMinima( &field );
		wfTrial_Note( run, "", found, "%s, eps %g: local minima", s_families[member.family], member.epsilon );
		if ( member.family == constant )
		{
			otherMinima += found;
			continue;
		}
		wfPath* path = paths + members++;
		minima += found;
		settled += sweeps.change <= 1e-15;
		arrived += wfPaperField_Trace( &field, run->scenario.starts[0], path );
		farthest = fmax( farthest, getApart( path, paths ) );
	}
	wfTrial_Claim( run, "minima", minima );
	wfTrial_Claim( run, "settled", (double)settled / members );
	wfTrial_Claim( run, "arrive", (double)arrived / members );
	wfTrial_Claim( run, "differ", farthest );
	wfTrial_Claim( run, "otherMinima", otherMinima );
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	wfTrial_DrawField( run, "", run->scenario.name, grid, solved.field, paths, members );
	wfSolved_Free( &solved );
	wfDestroyGrid( grid );
}

// --------------------------------------------------------------------------------------------------------------- sweeps

// Root mean square of the curvature of the walks with these sweeps and this factor, over all eps; infinite where one does not
// arrive.
static double measureRoughness( wfTrial* run, const wfField* field, const wfPaperAgentDef* base, int32_t sweeps, double omega )
{
	double epsilons[WF_MAX_LIST], squares = 0.0;
	int32_t count = wfTrial_GetList( run, "epsilons", epsilons );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfPaperAgentDef def = *base;
		def.sweeps = sweeps;
		def.omega = omega;
		def.epsilon = epsilons[i];
		wfCrowdWalks walks = wfTrial_WalkPaper( run, field, run->scenario.starts[0], &def );
		double curvature = wfAgentWalk_GetCurvature( walks.walks, 0.5 * def.cell );
		squares += walks.walks->arrived ? curvature * curvature : INFINITY;
	}
	return sqrt( squares / count );
}

// How rough paths are with Gauss-Seidel over that with over-relaxation, the worst over few sweeps.
static double compareMethods( wfTrial* run, const wfField* field, const wfPaperAgentDef* base, double omega, const char* maps )
{
	double sweeps[WF_MAX_LIST], worst = 0.0;
	int32_t count = wfTrial_GetList( run, "sweeps", sweeps );
	for ( int32_t i = 0; i < count; ++i )
	{
		double plain = measureRoughness( run, field, base, (int32_t)sweeps[i], 1.0 );
		double over = measureRoughness( run, field, base, (int32_t)sweeps[i], omega );
		wfTrial_Note( run, "1/m", plain, "%s, %g sweeps of Gauss-Seidel: curvature", maps, sweeps[i] );
		wfTrial_Note( run, "1/m", over, "%s, %g sweeps, factor %.3g: curvature", maps, sweeps[i], omega );
		worst = fmax( worst, isinf( over ) && !isinf( plain ) ? 0.0 : plain / over );
	}
	return worst;
}

void wfPerformSweeps( wfTrial* run )
{
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	wfPaperAgentDef kept = wfTrial_GetPaperAgent( run, "agent" );
	// Every jump of the direction shows.
	kept.style.rule = wf_gradientRule;
	kept.v = wfTrial_GetVector( run, "v" );
	kept.keepsMap = true;
	wfPaperAgentDef fresh = kept;
	fresh.keepsMap = false;
	fresh.startValue = 0.5;
	double strong = wfTrial_GetNumber( run, "omega" ), best = 2.0 / ( 1.0 + sin( WF_PI / ( kept.size - 1 ) ) );
	wfTrial_Claim( run, "kept", compareMethods( run, solved.field, &kept, strong, "kept maps" ) );
	wfTrial_Claim( run, "keptBest", compareMethods( run, solved.field, &kept, best, "kept maps, best factor" ) );
	wfTrial_Claim( run, "fresh", compareMethods( run, solved.field, &fresh, best, "maps begun at 0.5" ) );
	wfSolved_Free( &solved );
	wfDestroyGrid( grid );
}

// --------------------------------------------------------------------------------------------------------------- region

// When a field has settled, and sweeps enough for it.
#define SETTLED 1e-10
#define MOST_SWEEPS 20000

// A pull on the cells around the agent, nowhere else.
typedef struct Region
{
	wfPaperBias bias;
	int32_t width;
	int32_t i, j, reach; // of the agent's cell; cells to each side
} Region;

static double regionRule( const wfPaperStar* star, int32_t cell, const void* context )
{
	const Region* region = context;
	static const wfPaperBias none = { 1.0, 0.0, { 0.0, 0.0 } };
	bool isIn =
		abs( cell % region->width - region->i ) <= region->reach && abs( cell / region->width - region->j ) <= region->reach;
	return wfPaperBiasRule( star, cell, isIn ? &region->bias : &none );
}

// Offsets to the left of the line, in its middle and before its end.
typedef struct Sides
{
	double middle, end;
	bool arrived;
} Sides;

static Sides measureSides( wfTrial* run, const wfAgentWalk* walk )
{
	wfVec2 a = wfTrial_GetVector( run, "line[0]" ), b = wfTrial_GetVector( run, "line[1]" );
	return ( Sides ){ wfAgentWalk_GetOffset( walk, a, b, 0.3, 0.7 ), wfAgentWalk_GetOffset( walk, a, b, 0.8, 0.95 ),
					  walk->arrived };
}

// Led by the global field, which is swept so often again before each step.
static Sides walkRegion( wfTrial* run, const wfGrid* grid, Region region, int32_t sweeps, wfPath* path )
{
	wfPaperField field = wfTrial_MakePaperField( run, grid, 1.0, 1.0 );
	int32_t most = 1000, reach = region.reach;
	path->points = wfNewArray( (size_t)most, sizeof( wfVec2 ) );
	wfAgentWalk walk = { .places = path->points };
	region.reach = -1;
	wfPaperField_Relax( &field, regionRule, &region, SETTLED, MOST_SWEEPS );
	region.reach = reach;
	for ( wfVec2 place = run->scenario.starts[0]; walk.count < most && !walk.arrived; )
	{
		int32_t cell = wfGrid_GetCell( grid, place );
		path->points[walk.count++] = place;
		region.i = cell % field.width;
		region.j = cell / field.width;
		wfPaperField_Relax( &field, regionRule, &region, SETTLED, sweeps );
		walk.arrived = field.isGoal[cell] != 0;
		place = wfPaperField_Step( &field, place );
	}
	path->count = walk.count;
	return measureSides( run, &walk );
}

void wfPerformRegion( wfTrial* run )
{
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	wfPaperAgentDef agent = wfTrial_GetPaperAgent( run, "agent" );
	agent.epsilon = wfTrial_GetNumber( run, "epsilon" );
	agent.v = wfTrial_GetVector( run, "v" );
	Region region = { { 1.0, agent.epsilon, agent.v }, wfGrid_GetWidth( grid ), 0, 0, agent.size / 2 };
	wfPath paths[4] = { { 0 } };
	Sides part = walkRegion( run, grid, region, MOST_SWEEPS, paths );
	Sides once = walkRegion( run, grid, region, 1, paths + 3 );
	region.reach = (int32_t)wfTrial_GetNumber( run, "smallSize" ) / 2;
	Sides small = walkRegion( run, grid, region, MOST_SWEEPS, paths + 1 );
	region.reach = INT32_MAX;
	Sides whole = walkRegion( run, grid, region, MOST_SWEEPS, paths + 2 );
	wfCrowdWalks walks = wfTrial_WalkPaper( run, solved.field, run->scenario.starts[0], &agent );
	Sides local = measureSides( run, walks.walks );
	wfTrial_Claim( run, "middle", part.middle / local.middle );
	wfTrial_Claim( run, "once", once.middle / local.middle );
	wfTrial_Claim( run, "small", small.middle / local.middle );
	wfTrial_Claim( run, "nearGoal", part.end / part.middle );
	wfTrial_Claim( run, "local", local.middle );
	wfTrial_Claim( run, "arrive", ( part.arrived + once.arrived + small.arrived + whole.arrived + local.arrived ) / 5.0 );
	wfTrial_Note( run, "m", part.middle, "a region: offset in the middle" );
	wfTrial_Note( run, "m", part.end, "a region: offset before the goal" );
	wfTrial_Note( run, "m", whole.middle, "the whole field: offset in the middle" );
	wfTrial_Note( run, "m", local.end, "a local map: offset before the goal" );
	wfTrial_DrawField( run, "", run->scenario.name, grid, solved.field, paths, 3 );
	wfSolved_Free( &solved );
	wfDestroyGrid( grid );
}

// ------------------------------------------------------------------------------------------------------------ local map

// An empty map whose goal lies east.
static wfPaperMap* relaxEmpty( const wfPaperAgentDef* def )
{
	wfPaperMap* map = wfNewArray( 1, sizeof( wfPaperMap ) );
	wfPaperMap_Begin( map, def, ( wfVec2 ){ 1.0, 0.0 } );
	wfPaperMap_Relax( map, def );
	return map;
}

// How far along v, in cells, the line lies that leads to the goal: of each column the cell with the lowest p, over the columns
// that have one.
static double measureLine( const wfPaperAgentDef* def )
{
	const wfPaperMap* map = relaxEmpty( def );
	double along = 0.0;
	int32_t columns = 0;
	for ( int32_t i = def->size / 2; i < def->size - 1; ++i )
	{
		int32_t lowest = def->size / 2;
		for ( int32_t j = 1; j < def->size - 1; ++j )
		{
			lowest = map->p[j][i] < map->p[lowest][i] ? j : lowest;
		}
		along += ( lowest - def->size / 2 ) * def->v.y;
		columns += 1;
	}
	return along / columns;
}

// Of the free cells of a map: how many have a gradient shorter than what the thesis calls none, and the shortest.
typedef struct Flat
{
	double share, shortest;
} Flat;

static Flat measureFlat( const wfPaperAgentDef* def, double vx )
{
	wfPaperAgentDef along = *def;
	along.v = ( wfVec2 ){ vx, 0.0 };
	const wfPaperMap* map = relaxEmpty( &along );
	Flat flat = { 0.0, INFINITY };
	int32_t cells = ( def->size - 2 ) * ( def->size - 2 );
	for ( int32_t j = 1; j < def->size - 1; ++j )
	{
		for ( int32_t i = 1; i < def->size - 1; ++i )
		{
			double slope = wfLength2( wfPaperMap_GetGradient( map, i, j ) );
			flat.share += ( slope < 1e-8 ) / (double)cells;
			flat.shortest = fmin( flat.shortest, slope );
		}
	}
	return flat;
}

// Degrees that the direction at the middle turns toward v, maps swept to the end; and its smallest growth with n.
static double measureSizes( wfTrial* run, wfPaperAgentDef def )
{
	double sizes[WF_MAX_LIST], before = 0.0, growth = DBL_MAX;
	int32_t count = wfTrial_GetList( run, "sizes", sizes );
	def.pull = 1.0;
	def.sweeps = 5000;
	for ( int32_t i = 0; i < count; ++i )
	{
		def.size = (int32_t)sizes[i];
		wfTrial_FailIf( run, def.size < 5 || def.size > WF_MAX_PAPER_MAP || def.size % 2 == 0, "sizes",
						"expected odd numbers up to %d", WF_MAX_PAPER_MAP );
		wfVec2 g = wfPaperMap_GetGradient( relaxEmpty( &def ), def.size / 2, def.size / 2 );
		double turn = atan2( g.y, g.x ) * ( 180.0 / WF_PI );
		wfTrial_Note( run, "degrees", turn, "n = %d: turn toward v", def.size );
		growth = i > 0 ? fmin( growth, turn - before ) : growth;
		before = turn;
	}
	return growth;
}

// The part of a walk between the thirds of its steps, without the turns at its ends.
static double getRoughness( const wfCrowdWalks* walks, double spacing )
{
	wfAgentWalk middle = *walks->walks;
	middle.places += middle.count / 3;
	middle.count /= 3;
	return wfAgentWalk_GetCurvature( &middle, spacing );
}

// How much rougher a walk along the line is that follows the gradient as it is.
static double measureZigzag( wfTrial* run, wfPaperAgentDef def )
{
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	double roughness[2];
	wfCrowdWalks walks[2];
	def.v = ( wfVec2 ){ 1.0, 0.0 };
	for ( int32_t k = 0; k < 2; ++k )
	{
		def.style.rule = k == 0 ? wf_gradientRule : wf_massRule;
		walks[k] = wfTrial_WalkPaper( run, solved.field, run->scenario.starts[0], &def );
		roughness[k] = getRoughness( walks + k, 0.5 * def.cell );
		wfTrial_Note( run, "1/m", roughness[k], "on the line, %s: curvature", k == 0 ? "by the gradient" : "with mass 4" );
	}
	wfTrial_DrawWalks( run, "", "On the line: by the gradient, and with mass 4", walks, 2 );
	wfSolved_Free( &solved );
	wfDestroyGrid( grid );
	return roughness[0] / roughness[1];
}

void wfPerformLocalMap( wfTrial* run )
{
	wfPaperAgentDef def = wfTrial_GetPaperAgent( run, "agent" );
	def.epsilon = wfTrial_GetNumber( run, "epsilon" );
	def.v = ( wfVec2 ){ 0.0, 1.0 };
	def.pull = -1.0;
	Flat against = measureFlat( &def, -1.0 ), toward = measureFlat( &def, 1.0 ), none = measureFlat( &def, 0.0 );
	wfTrial_Claim( run, "line", measureLine( &def ) );
	wfTrial_Claim( run, "zigzag", measureZigzag( run, def ) );
	wfTrial_Claim( run, "bySize", measureSizes( run, def ) );
	wfTrial_Claim( run, "shortAgainst", against.shortest / none.shortest );
	wfTrial_Claim( run, "shortToward", toward.shortest / none.shortest );
	wfTrial_Claim( run, "flatAgainst", against.share );
	def.pull = 1.0;
	wfTrial_Claim( run, "lineOurs", measureLine( &def ) );
	wfTrial_Claim( run, "shortOurs", measureFlat( &def, 1.0 ).shortest / none.shortest );
	def.size = WF_MAX_PAPER_MAP;
	wfTrial_Note( run, "", measureFlat( &def, 1.0 ).share, "v toward the goal, n = %d: share of the map that is flat", def.size );
}
