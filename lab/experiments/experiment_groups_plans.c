// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with the parts of groups that know no crowd, and with large local maps: trees of strokes, assignment, accuracy.
#include "experiment_groups.h"

#include "base/math.h"
#include "base/vec2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ----------------------------------------------------------------------------------------------------------------- trees

#define MAX_SCRIBBLE 32
#define MAX_STROKES 32
#define MAX_ROUTE 4096

typedef struct Trees
{
	int64_t checked;					 // forests
	int64_t cuts;						 // links that a stroke cut
	int64_t noTrees, gaps, empty, twice; // forests with such a fault
	int64_t undone, undoneWrong;		 // strokes taken back; not to the byte
	int32_t forks;						 // the most in a sketch
	double length;						 // the largest change of a stroke's length by what was drawn after it
	double off;							 // the farthest a point drawn is from its stroke
} Trees;

// What was drawn, in order.
typedef struct Drawn
{
	wfVec2 points[MAX_STROKES][MAX_SCRIBBLE];
	int32_t counts[MAX_STROKES];
	double lengths[MAX_STROKES];
	int32_t count;
} Drawn;

// A random walk of a pen, with places where it rests.
static int32_t scribble( uint64_t seed, uint64_t stroke, wfVec2* points )
{
	int32_t count = 2 + (int32_t)( ( MAX_SCRIBBLE - 2 ) * wfRandomUnit( seed, stroke, 0 ) );
	double angle = 2.0 * WF_PI * wfRandomUnit( seed, stroke, 1 );
	points[0] = ( wfVec2 ){ 30.0 * wfRandomUnit( seed, stroke, 2 ), 30.0 * wfRandomUnit( seed, stroke, 3 ) };
	for ( int32_t k = 1; k < count; ++k )
	{
		double length = wfRandomUnit( seed, stroke, 4 + 2 * (uint64_t)k );
		angle += 2.0 * wfRandomUnit( seed, stroke, 5 + 2 * (uint64_t)k ) - 1.0;
		length = length < 0.1 ? 0.0 : 1.5 * length;
		points[k] = wfAddScaled2( points[k - 1], length, ( wfVec2 ){ cos( angle ), sin( angle ) } );
	}
	return count;
}

// Every node but roots has one parent that leads to it, and from every node a root is found.
static bool areTrees( const wfStrokes* strokes )
{
	int32_t nodes = wfStrokes_GetNodeCount( strokes ), links = wfStrokes_GetLinkCount( strokes ), roots = 0;
	for ( int32_t k = 0; k < nodes; ++k )
	{
		wfStrokeNode node = wfStrokes_GetNode( strokes, k );
		int32_t steps = 0, at = k;
		while ( at >= 0 && steps <= nodes )
		{
			at = wfStrokes_GetNode( strokes, at ).parent;
			steps += 1;
		}
		roots += node.parent < 0;
		bool leads = node.parent < 0 ? node.link < 0
									 : node.link >= 0 && wfStrokes_GetLink( strokes, node.link ).to == k &&
										   wfStrokes_GetLink( strokes, node.link ).from == node.parent;
		if ( steps > nodes || !leads )
		{
			return false;
		}
	}
	return nodes == links + roots;
}

static bool hasGaps( const wfStrokes* strokes, double spacing )
{
	static wfVec2 route[MAX_ROUTE];
	for ( int32_t k = 0; k < wfStrokes_GetNodeCount( strokes ); ++k )
	{
		int32_t count = wfStrokes_GetRoute( strokes, k, route, MAX_ROUTE );
		wfVec2 end = wfStrokes_GetNode( strokes, k ).place;
		bool ends = count <= MAX_ROUTE && route[count - 1].x == end.x && route[count - 1].y == end.y;
		for ( int32_t i = 1; i < count && ends; ++i )
		{
			double step = wfGetDistance2( route[i - 1], route[i] );
			ends = step > 0.0 && step <= spacing * ( 1.0 + 1e-9 );
		}
		if ( !ends )
		{
			return true;
		}
	}
	return false;
}

// Points of all links of a stroke but their ends, which are nodes.
static int32_t getInnerPoints( const wfStrokes* strokes, int32_t stroke, wfVec2* points, double* length, double* off,
							   wfVec2 place )
{
	static wfVec2 link[MAX_ROUTE];
	int32_t count = 0;
	*length = 0.0;
	*off = INFINITY;
	for ( int32_t k = 0; k < wfStrokes_GetLinkCount( strokes ); ++k )
	{
		wfStrokeLink of = wfStrokes_GetLink( strokes, k );
		if ( of.stroke != stroke )
		{
			continue;
		}
		wfStrokes_GetLinkPoints( strokes, k, link, MAX_ROUTE );
		*length += wfGetRouteLength( link, of.pointCount );
		*off = fmin( *off, wfFindOnRoute( link, of.pointCount, place ).distance );
		for ( int32_t i = 1; i + 1 < of.pointCount && count < MAX_ROUTE; ++i )
		{
			points[count++] = link[i];
		}
	}
	return count;
}

static bool hasTwice( const wfVec2* points, int32_t count )
{
	for ( int32_t k = 1; k < count; ++k )
	{
		for ( int32_t i = 0; i < k; ++i )
		{
			if ( points[i].x == points[k].x && points[i].y == points[k].y )
			{
				return true;
			}
		}
	}
	return false;
}

static void checkTrees( const wfStrokes* strokes, Drawn* drawn, double spacing, Trees* trees )
{
	static wfVec2 points[MAX_ROUTE];
	bool empty = false, twice = false;
	for ( int32_t k = 0; k < wfStrokes_GetLinkCount( strokes ); ++k )
	{
		wfStrokeLink link = wfStrokes_GetLink( strokes, k );
		empty = empty || !( link.length > 0.0 ) || link.pointCount < 2;
	}
	for ( int32_t stroke = 0; stroke < drawn->count; ++stroke )
	{
		double length = 0.0, off;
		for ( int32_t i = 0; i < drawn->counts[stroke]; ++i )
		{
			int32_t count = getInnerPoints( strokes, stroke, points, &length, &off, drawn->points[stroke][i] );
			// A click is a node without links.
			trees->off = isfinite( off ) ? fmax( trees->off, off ) : trees->off;
			twice = twice || ( i == 0 && hasTwice( points, count ) );
		}
		drawn->lengths[stroke] = drawn->lengths[stroke] > 0.0 ? drawn->lengths[stroke] : length;
		trees->length = fmax( trees->length, fabs( length - drawn->lengths[stroke] ) );
	}
	trees->checked += 1;
	trees->noTrees += !areTrees( strokes );
	trees->gaps += hasGaps( strokes, spacing );
	trees->empty += empty;
	trees->twice += twice;
}

static void* saveStrokes( const wfStrokes* strokes, size_t* size )
{
	*size = wfStrokes_Save( strokes, NULL, 0 );
	void* bytes = wfNewArray( *size, 1 );
	wfStrokes_Save( strokes, bytes, *size );
	return bytes;
}

static void drawSequence( wfTrial* run, uint64_t seed, int32_t steps, Trees* trees )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = wfTrial_CreateStrokes( run );
	Drawn* drawn = wfNewArray( 1, sizeof( Drawn ) );
	void* states[MAX_STROKES + 1] = { NULL };
	size_t sizes[MAX_STROKES + 1] = { 0 };
	states[0] = saveStrokes( strokes, &sizes[0] );
	for ( int32_t k = 0; k < steps; ++k )
	{
		if ( wfRandomUnit( seed, 1000, (uint64_t)k ) < 0.35 && drawn->count > 0 )
		{
			size_t size;
			wfStrokes_Undo( strokes );
			drawn->count -= 1;
			void* bytes = saveStrokes( strokes, &size );
			trees->undone += 1;
			trees->undoneWrong += size != sizes[drawn->count] || memcmp( bytes, states[drawn->count], size ) != 0;
			free( bytes );
		}
		else if ( drawn->count < MAX_STROKES )
		{
			int32_t number = drawn->count, before = wfStrokes_GetLinkCount( strokes );
			drawn->counts[number] = scribble( seed, (uint64_t)k, drawn->points[number] );
			drawn->lengths[number] = 0.0;
			wfTrial_Check( run, wfStrokes_Add( strokes, drawn->points[number], drawn->counts[number], NULL, &wf_error ) );
			drawn->count += 1;
			trees->cuts += wfStrokes_GetLinkCount( strokes ) == before + 2;
			free( states[drawn->count] );
			states[drawn->count] = saveStrokes( strokes, &sizes[drawn->count] );
		}
		checkTrees( strokes, drawn, def.spacing, trees );
	}
	// The sketch with most branches is shown.
	int32_t forks = 0;
	for ( int32_t k = 0; k < wfStrokes_GetNodeCount( strokes ); ++k )
	{
		forks += wfStrokes_GetNode( strokes, k ).childCount > 1;
	}
	if ( forks > trees->forks )
	{
		wfGroupStage sheet = { .run = run, .world = run->scenario.world };
		wfGroupStage_Draw( &sheet, "", "Strokes at random, joined where they begin near others", strokes );
		trees->forks = forks;
	}
	for ( int32_t k = 0; k <= MAX_STROKES; ++k )
	{
		free( states[k] );
	}
	free( drawn );
	wfDestroyStrokes( strokes );
}

void wfPerformStrokeTrees( wfTrial* run )
{
	Trees trees = { 0 };
	int32_t sequences = (int32_t)wfTrial_GetEffort( run, "sequences", 1, 100000 );
	int32_t steps = (int32_t)wfTrial_GetNumber( run, "steps" );
	for ( int32_t k = 1; k <= sequences; ++k )
	{
		drawSequence( run, (uint64_t)k, steps, &trees );
	}
	wfTrial_Claim( run, "trees", (double)trees.noTrees );
	wfTrial_Claim( run, "gaps", (double)trees.gaps );
	wfTrial_Claim( run, "empty", (double)trees.empty );
	wfTrial_Claim( run, "twice", (double)trees.twice );
	wfTrial_Claim( run, "off", trees.off );
	wfTrial_Claim( run, "length", trees.length );
	wfTrial_Claim( run, "undo", (double)trees.undoneWrong );
	wfTrial_Claim( run, "cuts", (double)trees.cuts );
	wfTrial_Note( run, "", (double)trees.checked, "sketches examined" );
	wfTrial_Note( run, "", (double)trees.undone, "strokes taken back" );
}

// ------------------------------------------------------------------------------------------------------------ assignment

// The Hungarian method by shortest augmenting paths, as textbooks have it: the sum of an optimal assignment.
static double solveHungarian( const wfVec2* starts, const wfVec2* slots, int32_t count )
{
	size_t size = (size_t)count + 1;
	double *u = wfNewArray( size, sizeof( double ) ), *v = wfNewArray( size, sizeof( double ) );
	double* least = wfNewArray( size, sizeof( double ) );
	int32_t *rowOf = wfNewArray( size, sizeof( int32_t ) ), *way = wfNewArray( size, sizeof( int32_t ) );
	bool* used = wfNewArray( size, sizeof( bool ) );
	double sum = 0.0;
	for ( int32_t row = 1; row <= count; ++row )
	{
		int32_t column = 0;
		rowOf[0] = row;
		for ( int32_t k = 0; k <= count; ++k )
		{
			least[k] = INFINITY;
			used[k] = false;
		}
		do
		{
			int32_t at = rowOf[column], next = 0;
			double delta = INFINITY;
			used[column] = true;
			for ( int32_t k = 1; k <= count; ++k )
			{
				wfVec2 d = wfSub2( slots[k - 1], starts[at - 1] );
				double cost = used[k] ? INFINITY : wfDot2( d, d ) - u[at] - v[k];
				way[k] = !used[k] && cost < least[k] ? column : way[k];
				least[k] = !used[k] ? fmin( least[k], cost ) : least[k];
				next = !used[k] && least[k] < delta ? k : next;
				delta = !used[k] ? fmin( delta, least[k] ) : delta;
			}
			for ( int32_t k = 0; k <= count; ++k )
			{
				u[rowOf[k]] += used[k] ? delta : 0.0;
				v[k] -= used[k] ? delta : 0.0;
				least[k] -= used[k] ? 0.0 : delta;
			}
			column = next;
		}
		while ( rowOf[column] != 0 );
		for ( ; column != 0; column = way[column] )
		{
			rowOf[column] = rowOf[way[column]];
		}
	}
	for ( int32_t k = 1; k <= count; ++k )
	{
		wfVec2 d = wfSub2( slots[k - 1], starts[rowOf[k] - 1] );
		sum += wfDot2( d, d );
	}
	free( u );
	free( v );
	free( least );
	free( rowOf );
	free( way );
	free( used );
	return sum;
}

typedef struct Assigned
{
	double cost, best; // square metres
	double milliseconds;
	bool once; // every slot is taken by one member
} Assigned;

// `textbook`: compared with the method of the textbooks, which takes half a minute for 2,000; otherwise with the exact one here.
static Assigned assignSome( wfTrial* run, int32_t count, uint64_t seed, int32_t repeats, bool textbook )
{
	wfVec2 *starts = wfNewArray( (size_t)count, sizeof( wfVec2 ) ), *slots = wfNewArray( (size_t)count, sizeof( wfVec2 ) );
	int32_t *slotOf = wfNewArray( (size_t)count, sizeof( int32_t ) ), *taken = wfNewArray( (size_t)count, sizeof( int32_t ) );
	double side = 1.2 * sqrt( count );
	wfFormationDef formation = wfDefaultFormationDef();
	formation.kind = (wfFormationKind)( wf_lineFormation + (int32_t)( 8.0 * wfRandomUnit( seed, 0, 0 ) ) );
	formation.spacing = 1.2;
	wfTrial_Check( run, wfFormation_MakeSlots( &formation, count, slots, &wf_error ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		starts[k] = ( wfVec2 ){ side * ( wfRandomUnit( seed, 1, (uint64_t)k ) - 1.0 ),
								side * ( wfRandomUnit( seed, 2, (uint64_t)k ) - 0.5 ) };
	}
	wfAssignDef def = wfDefaultAssignDef();
	def.starts = starts;
	def.slots = slots;
	def.count = count;
	Assigned assigned = { .milliseconds = INFINITY, .once = true };
	for ( int32_t k = 0; k < repeats; ++k )
	{
		clock_t began = clock();
		wfTrial_Check( run, wfAssignSlots( &def, slotOf, &assigned.cost, &wf_error ) );
		assigned.milliseconds = fmin( assigned.milliseconds, 1000.0 * (double)( clock() - began ) / CLOCKS_PER_SEC );
	}
	double sum = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 d = wfSub2( slots[slotOf[k]], starts[k] );
		sum += wfDot2( d, d );
		taken[slotOf[k]] += 1;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		assigned.once = assigned.once && taken[k] == 1;
	}
	assigned.cost = sum;
	def.exact = true;
	wfTrial_Check( run, textbook ? wf_ok : wfAssignSlots( &def, slotOf, &assigned.best, &wf_error ) );
	assigned.best = textbook ? solveHungarian( starts, slots, count ) : assigned.best;
	free( starts );
	free( slots );
	free( slotOf );
	free( taken );
	return assigned;
}

// Processor time of a box, the least of five, milliseconds.
static double timeAssignment( wfTrial* run, int32_t count )
{
	wfVec2* places = wfNewArray( 2 * (size_t)count, sizeof( wfVec2 ) );
	int32_t* slotOf = wfNewArray( (size_t)count, sizeof( int32_t ) );
	wfFormationDef formation = wfDefaultFormationDef();
	wfAssignDef def = wfDefaultAssignDef();
	double least = INFINITY, side = 1.2 * sqrt( count );
	formation.kind = wf_boxFormation;
	formation.spacing = 1.2;
	wfTrial_Check( run, wfFormation_MakeSlots( &formation, count, places, &wf_error ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		places[count + k] =
			( wfVec2 ){ side * ( wfRandomUnit( 1, 1, (uint64_t)k ) - 1.0 ), side * ( wfRandomUnit( 1, 2, (uint64_t)k ) - 0.5 ) };
	}
	def.slots = places;
	def.starts = places + count;
	def.count = count;
	for ( int32_t k = 0; k < 5; ++k )
	{
		clock_t began = clock();
		wfTrial_Check( run, wfAssignSlots( &def, slotOf, NULL, &wf_error ) );
		least = fmin( least, 1000.0 * (double)( clock() - began ) / CLOCKS_PER_SEC );
	}
	free( places );
	free( slotOf );
	return least;
}

void wfPerformGroupAssignment( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), once = 0, all = 0;
	double few = 0.0, many = 0.0, fewTime = 0.0, manyTime = 0.0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		Assigned exact = assignSome( run, (int32_t)wfTrial_GetNumber( run, "few" ), (uint64_t)seed, 5, true ),
				 nearly = assignSome( run, (int32_t)wfTrial_GetNumber( run, "many" ), (uint64_t)seed, 3, false );
		few = fmax( few, exact.cost / exact.best - 1.0 );
		many = fmax( many, nearly.cost / nearly.best - 1.0 );
		fewTime = fmax( fewTime, exact.milliseconds );
		manyTime = fmax( manyTime, nearly.milliseconds );
		once += exact.once + nearly.once;
		all += 2;
	}
	wfTrial_Claim( run, "exact", few );
	wfTrial_Claim( run, "nearly", many );
	wfTrial_Claim( run, "once", (double)once / all );
	// The least of several repetitions, of processor time: other work does not count.
	wfTrial_Claim( run, "fewTime", fewTime );
	wfTrial_Claim( run, "manyTime", manyTime );
	double counts[WF_MAX_LIST], times[WF_MAX_LIST];
	int32_t sizes = run->quick ? 0 : wfTrial_GetList( run, "sizes", counts );
	for ( int32_t k = 0; k < sizes; ++k )
	{
		times[k] = fmax( timeAssignment( run, (int32_t)counts[k] ), 1e-3 );
		wfTrial_Note( run, "ms", times[k], "%g members", counts[k] );
	}
	const wfPlotSeries series = { "assignment, exact up to 200", counts, times, sizes };
	if ( sizes > 0 )
	{
		wfTrial_DrawPlot( run, "members", "milliseconds, one thread", &series, 1 );
	}
}

// ------------------------------------------------------------------------------------------------------------- large maps

typedef struct Accuracy
{
	double p95, median, worst; // degrees, the worst of all moments
	double mean;			   // of the 95th percentiles
	double processor;		   // milliseconds of a tick
} Accuracy;

static Accuracy measureMaps( wfTrial* run, uint64_t seed, int32_t sweeps, bool draws )
{
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.mapSize = (int32_t)wfTrial_GetNumber( run, "mapSize" );
	style.mapAdapts = false;
	style.solver = sweeps > 0 ? wf_localGaussSeidel : style.solver;
	style.iterations = sweeps;
	wfGroupStage* stage = wfTrial_OpenGroups( run, &( wfGroupStageDef ){ .seed = seed, .style = &style, .unchecked = true } );
	Accuracy accuracy = { 0 };
	int32_t moments = 0;
	double every = wfTrial_GetNumber( run, "every" ), next = every;
	wfGroupStage_Order( stage, 0, wf_formationOrder, wfTrial_GetVector( run, "to" ) );
	while ( wfGroupStage_Tick( stage ) )
	{
		if ( wfGroupStage_GetTime( stage ) < next )
		{
			continue;
		}
		wfAccuracyReport report;
		wfTrial_Check( run, wfCrowd_MeasureAccuracy( stage->crowd, 1000, &report ) );
		accuracy.p95 = fmax( accuracy.p95, report.p95Degrees );
		accuracy.median = fmax( accuracy.median, report.medianDegrees );
		accuracy.mean += report.p95Degrees;
		moments += 1;
		accuracy.worst = fmax( accuracy.worst, report.maxDegrees );
		if ( draws && next == 2.0 * every && wfTrial_NamePicture( run, "" ) != NULL )
		{
			wfLocalMap* map = wfNewArray( 1, sizeof( wfLocalMap ) );
			wfAgentId member;
			wfCrowd_GetGroupMembers( stage->crowd, stage->groups[0], &member, 1 );
			wfTrial_Check( run, wfCrowd_GetLocalMap( stage->crowd, member, map ) );
			wfTrial_Check(
				run, wfDrawLocalMap( wfTrial_NamePicture( run, "" ), map, "A member's map of 33 x 33 cells", 800, &wf_error ) );
			free( map );
		}
		next += every;
	}
	accuracy.mean /= moments > 0 ? moments : 1;
	accuracy.processor = 1000.0 * stage->processor / ( stage->ticks > 0 ? stage->ticks : 1 );
	wfGroupStage_Close( stage );
	return accuracy;
}

void wfPerformGroupMaps( wfTrial* run )
{
	int32_t seeds = wfTrial_GetGroupSeeds( run ), sweeps = (int32_t)wfTrial_GetNumber( run, "sweeps" );
	Accuracy worst[2] = { { 0 } };
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		for ( int32_t k = 0; k < 2; ++k )
		{
			Accuracy one = measureMaps( run, (uint64_t)seed, k == 0 ? sweeps : 0, seed == 1 && k == 1 );
			worst[k].p95 = fmax( worst[k].p95, one.p95 );
			worst[k].median = fmax( worst[k].median, one.median );
			worst[k].mean += one.mean / seeds;
			worst[k].worst = fmax( worst[k].worst, one.worst );
			worst[k].processor = fmax( worst[k].processor, one.processor );
		}
	}
	wfTrial_Claim( run, "default", worst[1].p95 );
	for ( int32_t k = 0; k < 2; ++k )
	{
		const char* name = k == 0 ? "Gauss-Seidel" : "default";
		wfTrial_Note( run, "degrees", worst[k].p95, "%s: 95 %% within, worst moment", name );
		wfTrial_Note( run, "degrees", worst[k].median, "%s: median, worst moment", name );
		wfTrial_Note( run, "degrees", worst[k].mean, "%s: 95 %% within, mean of all moments", name );
		wfTrial_Note( run, "degrees", worst[k].worst, "%s: the largest of all", name );
		wfTrial_Note( run, "ms", worst[k].processor, "%s: a tick", name );
	}
}
