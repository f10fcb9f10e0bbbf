// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments on how the pull, the local map and the motion rule shape the ways of a few agents.
#include "experiment_crowd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Curvature is taken between points this far apart: less than a step at full speed, so that no corner is cut off.
#define CURVATURE_SPACING 0.1
// Slower than this part of the desired speed is a wait.
#define SLOW_PART 0.3
#define ASYMMETRY_SAMPLES 200

// The variants of a list of the experiment, with what was walked in each.
typedef struct Variants
{
	char names[WF_MAX_LIST][48];
	wfWalks walks[WF_MAX_LIST];
	int32_t count;
} Variants;

// `least` variants or more.
static Variants walkVariants( wfRun* run, const char* list, int32_t least )
{
	Variants variants = { .count = 0 };
	const wfExperimentValue* value = wfExperiment_Find( &run->values, list );
	if ( value == NULL || value->isNumber || value->text != NULL || value->number < least || value->number > WF_MAX_LIST )
	{
		wfRun_Fail( run, list, "expected a list of %d to %d variants", least, WF_MAX_LIST );
		return variants;
	}
	for ( int32_t i = 0; i < (int32_t)value->number && run->result == wf_ok; ++i )
	{
		char path[64], name[80];
		snprintf( path, sizeof( path ), "%s[%d]", list, i );
		snprintf( name, sizeof( name ), "%s.name", path );
		snprintf( variants.names[i], sizeof( variants.names[i] ), "%.47s", wfRun_GetText( run, name ) );
		wfRun_Walk( run, path, variants.walks + i );
		variants.count += 1;
	}
	return variants;
}

static void freeVariants( Variants* variants )
{
	for ( int32_t i = 0; i < variants->count; ++i )
	{
		wfWalks_Free( variants->walks + i );
	}
}

// Each in a picture of its own. The first has the experiment's name, the others are told apart by theirs.
static void drawVariant( wfRun* run, const Variants* variants, int32_t i, const char* title )
{
	char suffix[48] = "";
	const wfWalks* walks = variants->walks + i;
	for ( int32_t k = 0; i > 0 && variants->names[i][k] != 0; ++k )
	{
		char c = variants->names[i][k];
		bool plain = ( c >= '0' && c <= '9' ) || ( c >= 'a' && c <= 'z' ) || ( c >= 'A' && c <= 'Z' ) || c == '.';
		suffix[k] = plain ? c : '-';
	}
	wfRun_DrawWalks( run, suffix, title, &walks, 1 );
}

// Who stands from the beginning is no walker.
static bool isWalker( const wfWalk* walk )
{
	return wfWalk_GetLength( walk ) > 0.0;
}

// The first who walks; an empty way when nobody does.
static const wfWalk* findWalker( const wfWalks* walks )
{
	static const wfWalk none = { 0 };
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		if ( isWalker( walks->walks + i ) )
		{
			return walks->walks + i;
		}
	}
	return &none;
}

static double getArrivedShare( const wfWalks* walks )
{
	int32_t walkers = 0;
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		walkers += isWalker( walks->walks + i );
	}
	return walkers > 0 ? (double)walks->arrived / walkers : 0.0;
}

static double getLeastArrivedShare( const Variants* variants, int32_t count )
{
	double share = 1.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		share = fmin( share, getArrivedShare( variants->walks + i ) );
	}
	return share;
}

// ---------------------------------------------------------------------------------------------------------------- lines

// The line along which ways are measured.
typedef struct Line
{
	wfVec2 a, b;
} Line;

static Line getLine( wfRun* run )
{
	Line line = { wfRun_GetVector( run, "line[0]" ), wfRun_GetVector( run, "line[1]" ) };
	if ( run->result == wf_ok && line.a.x == line.b.x && line.a.y == line.b.y )
	{
		wfRun_Fail( run, "line", "expected two points that differ" );
	}
	return line;
}

static double getLineLength( const Line* line )
{
	return hypot( line->b.x - line->a.x, line->b.y - line->a.y );
}

// Metres along the line, and to the left of it.
static wfVec2 getOnLine( const Line* line, wfVec2 place )
{
	double length = getLineLength( line );
	wfVec2 along = { ( line->b.x - line->a.x ) / length, ( line->b.y - line->a.y ) / length };
	wfVec2 at = { place.x - line->a.x, place.y - line->a.y };
	return ( wfVec2 ){ along.x * at.x + along.y * at.y, along.x * at.y - along.y * at.x };
}

// The way until it first comes to the line's end: what an agent does there that misses its goal is another matter.
static wfWalk cutAtEnd( const wfWalk* walk, const Line* line )
{
	wfWalk cut = *walk;
	for ( int32_t i = 0; i < walk->count; ++i )
	{
		if ( getOnLine( line, walk->places[i] ).x >= getLineLength( line ) )
		{
			cut.count = i + 1;
			break;
		}
	}
	return cut;
}

// -------------------------------------------------------------------------------------------------------------- vectors

// How far to the left of the line a way lies where it first comes so far along.
static double getLeft( const wfWalk* walk, const Line* line, double along )
{
	for ( int32_t i = 1; i < walk->count; ++i )
	{
		wfVec2 p = getOnLine( line, walk->places[i - 1] ), q = getOnLine( line, walk->places[i] );
		if ( q.x >= along && q.x > p.x )
		{
			return p.y + ( along - p.x ) / ( q.x - p.x ) * ( q.y - p.y );
		}
	}
	return NAN;
}

// Distances across the line between a way and the mirror image of another.
typedef struct Asymmetry
{
	double mean, largest;
} Asymmetry;

static Asymmetry getAsymmetry( const wfWalks* a, const wfWalks* b, const Line* line )
{
	Asymmetry asymmetry = { 0.0, 0.0 };
	for ( int32_t i = 0; i <= ASYMMETRY_SAMPLES; ++i )
	{
		double along = getLineLength( line ) * i / ASYMMETRY_SAMPLES;
		double apart = fabs( getLeft( findWalker( a ), line, along ) + getLeft( findWalker( b ), line, along ) );
		asymmetry.mean += apart / ( ASYMMETRY_SAMPLES + 1 );
		// Written so that what is not a number is the largest.
		asymmetry.largest = !( apart <= asymmetry.largest ) ? apart : asymmetry.largest;
	}
	return asymmetry;
}

// Smallest difference of offsets between any two with v differing across the line, positive when all are in the order of v; and
// the largest offset of those whose v has no part across.
static void claimOrder( wfRun* run, const Variants* alone, const Line* line )
{
	double across[WF_MAX_LIST], offsets[WF_MAX_LIST], order = INFINITY, middle = 0.0;
	int32_t count = wfRun_GetList( run, "across", across );
	if ( count != alone->count )
	{
		wfRun_Fail( run, "across", "expected a number for each of the %d variants", alone->count );
		return;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		offsets[i] = wfWalk_GetOffset( findWalker( alone->walks + i ), line->a, line->b, 0.3, 0.7 );
		middle = across[i] == 0.0 ? fmax( middle, fabs( offsets[i] ) ) : middle;
		wfRun_Note( run, "m", offsets[i], "%s: offset to the left", alone->names[i] );
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t k = 0; k < count; ++k )
		{
			order = across[i] > across[k] ? fmin( order, offsets[i] - offsets[k] ) : order;
		}
	}
	wfRun_Claim( run, "ordered", order );
	wfRun_Claim( run, "middle", middle );
}

// The worst of pairs of variants, mirror images in turn.
static Asymmetry getWorstAsymmetry( wfRun* run, const Variants* pairs, const char* list, const Line* line )
{
	Asymmetry worst = { 0.0, 0.0 };
	if ( run->result == wf_ok && pairs->count % 2 != 0 )
	{
		wfRun_Fail( run, list, "expected an even number of variants, mirror images in turn" );
	}
	for ( int32_t i = 0; i + 1 < pairs->count && run->result == wf_ok; i += 2 )
	{
		Asymmetry pair = getAsymmetry( pairs->walks + i, pairs->walks + i + 1, line );
		worst.mean = !( pair.mean <= worst.mean ) ? pair.mean : worst.mean;
		worst.largest = !( pair.largest <= worst.largest ) ? pair.largest : worst.largest;
		wfRun_Note( run, "m", pair.largest, "%s and %s: farthest from mirrored", pairs->names[i], pairs->names[i + 1] );
	}
	return worst;
}

static void drawAlone( wfRun* run, const Variants* alone )
{
	const wfWalks* walks[WF_MAX_LIST];
	for ( int32_t i = 0; i < alone->count; ++i )
	{
		walks[i] = alone->walks + i;
	}
	wfRun_DrawWalks( run, "", "Each alone", walks, alone->count );
}

void wfPerformVectors( wfRun* run )
{
	Line line = getLine( run );
	Variants alone = walkVariants( run, "variants", 2 ), pairs = walkVariants( run, "mirrored", 2 );
	Variants relaxed = walkVariants( run, "mirroredRelaxed", 2 );
	wfWalks together = { 0 };
	wfRun_Walk( run, "together", &together );
	if ( run->result == wf_ok )
	{
		const wfWalks* all = &together;
		claimOrder( run, &alone, &line );
		wfRun_Claim( run, "mirrored", getWorstAsymmetry( run, &pairs, "mirrored", &line ).mean );
		wfRun_Claim( run, "mirroredRelaxed", getWorstAsymmetry( run, &relaxed, "mirroredRelaxed", &line ).largest );
		wfRun_Claim( run, "arriveAlone", getLeastArrivedShare( &alone, alone.count ) );
		wfRun_Claim( run, "arriveTogether", getArrivedShare( &together ) );
		wfRun_Claim( run, "gap", together.smallestGap );
		drawAlone( run, &alone );
		wfRun_DrawWalks( run, "together", "All at once", &all, 1 );
	}
	wfWalks_Free( &together );
	freeVariants( &relaxed );
	freeVariants( &pairs );
	freeVariants( &alone );
}

// ----------------------------------------------------------------------------------------------------------- smoothness

// Mean over those who walk.
static double getMeanCurvature( const wfWalks* walks, const Line* line )
{
	double sum = 0.0;
	int32_t walkers = 0;
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		if ( isWalker( walks->walks + i ) )
		{
			wfWalk cut = cutAtEnd( walks->walks + i, line );
			sum += wfWalk_GetCurvature( &cut, CURVATURE_SPACING );
			walkers += 1;
		}
	}
	return walkers > 0 ? sum / walkers : NAN;
}

// Full turns around a point, whichever way.
static double getTurnsAround( const wfWalk* walk, wfVec2 point )
{
	double angle = 0.0;
	for ( int32_t i = 1; i < walk->count; ++i )
	{
		wfVec2 a = { walk->places[i - 1].x - point.x, walk->places[i - 1].y - point.y };
		wfVec2 b = { walk->places[i].x - point.x, walk->places[i].y - point.y };
		angle += atan2( a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y );
	}
	return fabs( angle ) / ( 2.0 * 3.14159265358979323846 );
}

// The last variant does not stop where the others do.
static void claimMiss( wfRun* run, const wfWalks* walks, const Line* line )
{
	const wfWalk* walk = findWalker( walks );
	wfVec2 goal = wfRun_GetVector( run, "goal" );
	double beyond = -INFINITY;
	for ( int32_t i = 0; i < walk->count; ++i )
	{
		beyond = fmax( beyond, getOnLine( line, walk->places[i] ).x - getOnLine( line, goal ).x );
	}
	wfRun_Claim( run, "misses", getArrivedShare( walks ) );
	wfRun_Claim( run, "beyond", beyond );
	wfRun_Note( run, "m", wfWalk_GetNearest( walk, goal ), "the one that misses: nearest to the goal" );
	double turns = getTurnsAround( walk, goal );
	if ( wfRun_Has( run, "claims.circles" ) )
	{
		wfRun_Claim( run, "circles", turns );
	}
	else
	{
		wfRun_Note( run, "", turns, "the one that misses: turns around the goal" );
	}
}

// Variants in the order in which they must be smoother, the last of which may be one that misses its goal.
void wfPerformSmoothness( wfRun* run )
{
	Line line = getLine( run );
	bool lastMisses = wfRun_Has( run, "goal" );
	Variants variants = walkVariants( run, "variants", 2 );
	double before = NAN, worst = 0.0, gap = INFINITY;
	for ( int32_t i = 0; i < variants.count && run->result == wf_ok; ++i )
	{
		const wfWalks* walks = variants.walks + i;
		double curvature = getMeanCurvature( walks, &line );
		worst = i > 0 && !( curvature / before <= worst ) ? curvature / before : worst;
		gap = fmin( gap, walks->smallestGap );
		before = curvature;
		wfRun_Note( run, "1/m", curvature, "%s: curvature", variants.names[i] );
		wfRun_Note( run, "s", walks->seconds, "%s: until all had arrived", variants.names[i] );
		char title[96];
		snprintf( title, sizeof( title ), "%s: curvature %.3f / m%s", variants.names[i], curvature,
				  getArrivedShare( walks ) < 1.0 ? ", does not arrive" : "" );
		drawVariant( run, &variants, i, title );
	}
	if ( run->result == wf_ok )
	{
		wfRun_Claim( run, "smoother", worst );
		wfRun_Claim( run, "arrive", getLeastArrivedShare( &variants, variants.count - ( lastMisses ? 1 : 0 ) ) );
		if ( !isinf( gap ) )
		{
			wfRun_Claim( run, "gap", gap );
		}
		if ( lastMisses )
		{
			claimMiss( run, variants.walks + variants.count - 1, &line );
		}
	}
	freeVariants( &variants );
}

// ---------------------------------------------------------------------------------------------------------------- group

// How a walker passes those who stand.
typedef struct Passing
{
	double inside;	// share of its way beside the group that lies between the outermost of it
	double nearest; // to the middle of anybody standing
} Passing;

static Passing getPassing( const wfWalks* walks, const Line* line )
{
	Passing passing = { NAN, INFINITY };
	wfVec2 lower = { INFINITY, INFINITY }, upper = { -INFINITY, -INFINITY };
	const wfWalk* walker = findWalker( walks );
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		if ( walks->walks + i != walker )
		{
			wfVec2 at = getOnLine( line, walks->walks[i].places[0] );
			lower = ( wfVec2 ){ fmin( lower.x, at.x ), fmin( lower.y, at.y ) };
			upper = ( wfVec2 ){ fmax( upper.x, at.x ), fmax( upper.y, at.y ) };
			passing.nearest = fmin( passing.nearest, wfWalk_GetNearest( walker, walks->walks[i].places[0] ) );
		}
	}
	int32_t beside = 0, inside = 0;
	for ( int32_t i = 0; i < walker->count; ++i )
	{
		wfVec2 at = getOnLine( line, walker->places[i] );
		if ( at.x >= lower.x && at.x <= upper.x )
		{
			beside += 1;
			inside += at.y >= lower.y && at.y <= upper.y;
		}
	}
	passing.inside = beside > 0 ? (double)inside / beside : NAN;
	return passing;
}

// Two variants: one that passes through a group and one that avoids it.
void wfPerformGroup( wfRun* run )
{
	Line line = getLine( run );
	Variants variants = walkVariants( run, "variants", 2 );
	if ( run->result == wf_ok )
	{
		Passing through = getPassing( variants.walks, &line ), around = getPassing( variants.walks + 1, &line );
		wfRun_Claim( run, "through", through.inside );
		wfRun_Claim( run, "around", around.inside );
		wfRun_Claim( run, "farther", around.nearest - through.nearest );
		wfRun_Claim( run, "arrive", getLeastArrivedShare( &variants, 2 ) );
		wfRun_Claim( run, "gap", fmin( variants.walks[0].smallestGap, variants.walks[1].smallestGap ) );
		wfRun_Note( run, "m", through.nearest, "%s: nearest to anybody", variants.names[0] );
		wfRun_Note( run, "m", around.nearest, "%s: nearest to anybody", variants.names[1] );
		drawVariant( run, &variants, 0, variants.names[0] );
		drawVariant( run, &variants, 1, variants.names[1] );
	}
	freeVariants( &variants );
}

// -------------------------------------------------------------------------------------------------------------- head-on

// The worst of those who meet.
typedef struct Meeting
{
	double detour; // length against the straight line
	double aside;  // metres from it
	double back;   // metres walked backward along it
	double slow;   // seconds slower than SLOW_PART
	double curvature;
} Meeting;

static Meeting getMeeting( const wfWalks* walks )
{
	Meeting meeting = { 0 };
	for ( int32_t w = 0; w < walks->count; ++w )
	{
		const wfWalk* walk = walks->walks + w;
		Line line = { walk->places[0], walk->places[walk->count - 1] };
		double back = 0.0, before = 0.0;
		for ( int32_t i = 1; i < walk->count && isWalker( walk ); ++i )
		{
			wfVec2 at = getOnLine( &line, walk->places[i] );
			meeting.aside = fmax( meeting.aside, fabs( at.y ) );
			back += fmax( before - at.x, 0.0 );
			before = at.x;
		}
		meeting.back = fmax( meeting.back, back );
		meeting.detour = fmax( meeting.detour, wfWalk_GetDetour( walk ) );
		meeting.slow = fmax( meeting.slow, wfWalk_GetSlowSeconds( walk, walks->stepSeconds, SLOW_PART ) );
		meeting.curvature = fmax( meeting.curvature, wfWalk_GetCurvature( walk, CURVATURE_SPACING ) );
	}
	return meeting;
}

// Two variants: always at full speed, and slowing down. `facing`: others, for information.
void wfPerformHeadOn( wfRun* run )
{
	Variants variants = walkVariants( run, "variants", 2 ), facing = walkVariants( run, "facing", 1 );
	if ( run->result == wf_ok )
	{
		Meeting full = getMeeting( variants.walks ), slows = getMeeting( variants.walks + 1 );
		wfRun_Claim( run, "detour", full.detour );
		wfRun_Claim( run, "waits", slows.slow );
		wfRun_Claim( run, "hurries", full.slow );
		wfRun_Claim( run, "straight", slows.detour );
		wfRun_Claim( run, "straighter", slows.aside / full.aside );
		wfRun_Claim( run, "arrive", getLeastArrivedShare( &variants, 2 ) );
		wfRun_Claim( run, "gap", fmin( variants.walks[0].smallestGap, variants.walks[1].smallestGap ) );
		const Meeting* const meetings[] = { &full, &slows };
		for ( int32_t i = 0; i < 2; ++i )
		{
			wfRun_Note( run, "m", meetings[i]->aside, "%s: farthest from the straight way", variants.names[i] );
			wfRun_Note( run, "m", meetings[i]->back, "%s: walked backward", variants.names[i] );
			wfRun_Note( run, "1/m", meetings[i]->curvature, "%s: curvature", variants.names[i] );
			wfRun_Note( run, "s", variants.walks[i].seconds, "%s: until both had arrived", variants.names[i] );
			drawVariant( run, &variants, i, variants.names[i] );
		}
		for ( int32_t i = 0; i < facing.count; ++i )
		{
			Meeting meeting = getMeeting( facing.walks + i );
			wfRun_Note( run, "", meeting.detour, "%s: detour", facing.names[i] );
			wfRun_Note( run, "s", meeting.slow, "%s: slow", facing.names[i] );
		}
	}
	freeVariants( &facing );
	freeVariants( &variants );
}
