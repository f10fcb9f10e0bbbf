// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments on how the pull, the local map and the motion rule shape the paths of a few agents.
#include "experiment_crowd.h"

#include "base/vec2.h"

#include <math.h>
#include <stdio.h>

// Curvature is taken between points this far apart: less than a tick at full speed, so that no corner is cut off.
#define CURVATURE_SPACING 0.1
// Slower than this part of the desired speed is a wait.
#define SLOW_PART 0.3
#define ASYMMETRY_SAMPLES 200

// Who stands from the beginning does not.
static bool doesWalk( const wfAgentWalk* walk )
{
	return wfAgentWalk_GetLength( walk ) > 0.0;
}

// The first who walks; an empty path when nobody does.
static const wfAgentWalk* findFirstWalk( const wfCrowdWalks* walks )
{
	static const wfAgentWalk none = { 0 };
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		if ( doesWalk( walks->walks + i ) )
		{
			return walks->walks + i;
		}
	}
	return &none;
}

static double getArrivedShare( const wfCrowdWalks* walks )
{
	int32_t walking = 0;
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		walking += doesWalk( walks->walks + i );
	}
	return walking > 0 ? (double)walks->arrived / walking : 0.0;
}

static double getLeastArrivedShare( const wfVariants* variants, int32_t count )
{
	double share = 1.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		share = fmin( share, getArrivedShare( variants->walks + i ) );
	}
	return share;
}

// ---------------------------------------------------------------------------------------------------------------- lines

// The line along which paths are measured.
typedef struct Line
{
	wfVec2 a, b;
} Line;

static Line getLine( wfTrial* run )
{
	Line line = { wfTrial_GetVector( run, "line[0]" ), wfTrial_GetVector( run, "line[1]" ) };
	wfTrial_FailIf( run, line.a.x == line.b.x && line.a.y == line.b.y, "line", "expected two points that differ" );
	return line;
}

static double getLineLength( const Line* line )
{
	return hypot( line->b.x - line->a.x, line->b.y - line->a.y );
}

// Metres along the line, and to the left of it.
static wfVec2 getOnLine( const Line* line, wfVec2 place )
{
	wfVec2 along = wfDivide2( wfSub2( line->b, line->a ), getLineLength( line ) );
	return wfIntoFrame2( along, wfSub2( place, line->a ) );
}

// The path until it first comes to the line's end: what an agent does there that misses its goal is another matter.
static wfAgentWalk cutAtEnd( const wfAgentWalk* walk, const Line* line )
{
	wfAgentWalk cut = *walk;
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

// How far to the left of the line a path lies where it first comes so far along.
static double getLeft( const wfAgentWalk* walk, const Line* line, double along )
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

// Distances across the line between a path and the mirror image of another.
typedef struct Asymmetry
{
	double mean, largest;
} Asymmetry;

static Asymmetry getAsymmetry( const wfCrowdWalks* a, const wfCrowdWalks* b, const Line* line )
{
	Asymmetry asymmetry = { 0.0, 0.0 };
	for ( int32_t i = 0; i <= ASYMMETRY_SAMPLES; ++i )
	{
		double along = getLineLength( line ) * i / ASYMMETRY_SAMPLES;
		double apart = fabs( getLeft( findFirstWalk( a ), line, along ) + getLeft( findFirstWalk( b ), line, along ) );
		asymmetry.mean += apart / ( ASYMMETRY_SAMPLES + 1 );
		// Written so that what is not a number is the largest.
		asymmetry.largest = !( apart <= asymmetry.largest ) ? apart : asymmetry.largest;
	}
	return asymmetry;
}

// Smallest difference of offsets between any two with v differing across the line, positive when all are in the order of v; and
// the largest offset of those whose v has no part across.
static void claimOrder( wfTrial* run, const wfVariants* alone, const Line* line )
{
	double across[WF_MAX_LIST], offsets[WF_MAX_LIST], order = INFINITY, middle = 0.0;
	int32_t count = wfTrial_GetList( run, "across", across );
	wfTrial_FailIf( run, count != alone->count, "across", "expected a number for each of the %d variants", alone->count );
	for ( int32_t i = 0; i < count; ++i )
	{
		offsets[i] = wfAgentWalk_GetOffset( findFirstWalk( alone->walks + i ), line->a, line->b, 0.3, 0.7 );
		middle = across[i] == 0.0 ? fmax( middle, fabs( offsets[i] ) ) : middle;
		wfTrial_Note( run, "m", offsets[i], "%s: offset to the left", alone->names[i] );
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t k = 0; k < count; ++k )
		{
			order = across[i] > across[k] ? fmin( order, offsets[i] - offsets[k] ) : order;
		}
	}
	wfTrial_Claim( run, "ordered", order );
	wfTrial_Claim( run, "middle", middle );
}

// The worst of pairs of variants, mirror images in turn.
static Asymmetry getWorstAsymmetry( wfTrial* run, const wfVariants* pairs, const char* list, const Line* line )
{
	Asymmetry worst = { 0.0, 0.0 };
	wfTrial_FailIf( run, pairs->count % 2 != 0, list, "expected an even number of variants, mirror images in turn" );
	for ( int32_t i = 0; i + 1 < pairs->count; i += 2 )
	{
		Asymmetry pair = getAsymmetry( pairs->walks + i, pairs->walks + i + 1, line );
		worst.mean = !( pair.mean <= worst.mean ) ? pair.mean : worst.mean;
		worst.largest = !( pair.largest <= worst.largest ) ? pair.largest : worst.largest;
		wfTrial_Note( run, "m", pair.largest, "%s and %s: farthest from mirrored", pairs->names[i], pairs->names[i + 1] );
	}
	return worst;
}

void wfPerformVectors( wfTrial* run )
{
	Line line = getLine( run );
	wfVariants alone = wfTrial_WalkList( run, "variants", 2 ), pairs = wfTrial_WalkList( run, "mirrored", 2 );
	wfVariants relaxed = wfTrial_WalkList( run, "mirroredRelaxed", 2 );
	wfCrowdWalks together = wfTrial_Walk( run, "together" );
	claimOrder( run, &alone, &line );
	wfTrial_Claim( run, "mirrored", getWorstAsymmetry( run, &pairs, "mirrored", &line ).mean );
	wfTrial_Claim( run, "mirroredRelaxed", getWorstAsymmetry( run, &relaxed, "mirroredRelaxed", &line ).largest );
	wfTrial_Claim( run, "arriveAlone", getLeastArrivedShare( &alone, alone.count ) );
	wfTrial_Claim( run, "arriveTogether", getArrivedShare( &together ) );
	wfTrial_Claim( run, "gap", together.smallestGap );
	wfTrial_DrawWalks( run, "", "Each alone", alone.walks, alone.count );
	wfTrial_DrawWalks( run, "together", "All at once", &together, 1 );
}

// ----------------------------------------------------------------------------------------------------------- smoothness

// Mean over those who walk.
static double getMeanCurvature( const wfCrowdWalks* walks, const Line* line )
{
	double sum = 0.0;
	int32_t walking = 0;
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		if ( doesWalk( walks->walks + i ) )
		{
			wfAgentWalk cut = cutAtEnd( walks->walks + i, line );
			sum += wfAgentWalk_GetCurvature( &cut, CURVATURE_SPACING );
			walking += 1;
		}
	}
	return walking > 0 ? sum / walking : NAN;
}

// Full turns around a point, whichever way.
static double getTurnsAround( const wfAgentWalk* walk, wfVec2 point )
{
	double angle = 0.0;
	for ( int32_t i = 1; i < walk->count; ++i )
	{
		wfVec2 a = wfSub2( walk->places[i - 1], point ), b = wfSub2( walk->places[i], point );
		angle += atan2( wfCross2( a, b ), wfDot2( a, b ) );
	}
	return fabs( angle ) / WF_TWO_PI;
}

// The last variant does not stop where the others do.
static void claimMiss( wfTrial* run, const wfCrowdWalks* walks, const Line* line )
{
	const wfAgentWalk* walk = findFirstWalk( walks );
	wfVec2 goal = wfTrial_GetVector( run, "goal" );
	double beyond = -INFINITY;
	for ( int32_t i = 0; i < walk->count; ++i )
	{
		beyond = fmax( beyond, getOnLine( line, walk->places[i] ).x - getOnLine( line, goal ).x );
	}
	wfTrial_Claim( run, "misses", getArrivedShare( walks ) );
	wfTrial_Claim( run, "beyond", beyond );
	wfTrial_Note( run, "m", wfAgentWalk_GetNearest( walk, goal ), "the one that misses: nearest to the goal" );
	double turns = getTurnsAround( walk, goal );
	if ( !wfTrial_ClaimIfAsked( run, "circles", turns ) )
	{
		wfTrial_Note( run, "", turns, "the one that misses: turns around the goal" );
	}
}

// Variants in the order in which they must be smoother, the last of which may be one that misses its goal.
void wfPerformSmoothness( wfTrial* run )
{
	Line line = getLine( run );
	bool lastMisses = wfTrial_Has( run, "goal" );
	wfVariants variants = wfTrial_WalkList( run, "variants", 2 );
	double before = NAN, worst = 0.0;
	char texts[WF_MAX_LIST][96];
	const char* titles[WF_MAX_LIST];
	for ( int32_t i = 0; i < variants.count; ++i )
	{
		const wfCrowdWalks* walks = variants.walks + i;
		double curvature = getMeanCurvature( walks, &line );
		worst = i > 0 && !( curvature / before <= worst ) ? curvature / before : worst;
		before = curvature;
		wfTrial_Note( run, "1/m", curvature, "%s: curvature", variants.names[i] );
		wfTrial_Note( run, "s", walks->seconds, "%s: until all had arrived", variants.names[i] );
		titles[i] = texts[i];
		snprintf( texts[i], sizeof( texts[i] ), "%s: curvature %.3f / m%s", variants.names[i], curvature,
				  getArrivedShare( walks ) < 1.0 ? ", does not arrive" : "" );
	}
	wfTrial_Claim( run, "smoother", worst );
	wfTrial_Claim( run, "arrive", getLeastArrivedShare( &variants, variants.count - ( lastMisses ? 1 : 0 ) ) );
	if ( !isinf( variants.gap ) )
	{
		wfTrial_Claim( run, "gap", variants.gap );
	}
	if ( lastMisses )
	{
		claimMiss( run, variants.walks + variants.count - 1, &line );
	}
	wfTrial_DrawVariants( run, &variants, titles );
}

// ---------------------------------------------------------------------------------------------------------------- group

// How somebody passes those who stand.
typedef struct Passing
{
	double inside;	// share of its path beside the group that lies between the outermost of it
	double nearest; // to the middle of anybody standing
} Passing;

static Passing getPassing( const wfCrowdWalks* walks, const Line* line )
{
	Passing passing = { NAN, INFINITY };
	wfBox2 group = WF_EMPTY_BOX;
	const wfAgentWalk* passer = findFirstWalk( walks );
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		if ( walks->walks + i != passer )
		{
			wfVec2 at = getOnLine( line, walks->walks[i].places[0] );
			group = wfBoxUnion( group, ( wfBox2 ){ at, at } );
			passing.nearest = fmin( passing.nearest, wfAgentWalk_GetNearest( passer, walks->walks[i].places[0] ) );
		}
	}
	int32_t beside = 0, inside = 0;
	for ( int32_t i = 0; i < passer->count; ++i )
	{
		wfVec2 at = getOnLine( line, passer->places[i] );
		beside += at.x >= group.lower.x && at.x <= group.upper.x;
		inside += wfBoxHasPoint( group, at );
	}
	passing.inside = beside > 0 ? (double)inside / beside : NAN;
	return passing;
}

// Two variants: one that passes through a group and one that avoids it.
void wfPerformGroup( wfTrial* run )
{
	Line line = getLine( run );
	wfVariants variants = wfTrial_WalkList( run, "variants", 2 );
	Passing through = getPassing( variants.walks, &line ), around = getPassing( variants.walks + 1, &line );
	wfTrial_Claim( run, "through", through.inside );
	wfTrial_Claim( run, "around", around.inside );
	wfTrial_Claim( run, "farther", around.nearest - through.nearest );
	wfTrial_Claim( run, "arrive", getLeastArrivedShare( &variants, 2 ) );
	wfTrial_Claim( run, "gap", variants.gap );
	wfTrial_Note( run, "m", through.nearest, "%s: nearest to anybody", variants.names[0] );
	wfTrial_Note( run, "m", around.nearest, "%s: nearest to anybody", variants.names[1] );
	wfTrial_DrawVariants( run, &variants, NULL );
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

static Meeting getMeeting( const wfCrowdWalks* walks )
{
	Meeting meeting = { 0 };
	for ( int32_t w = 0; w < walks->count; ++w )
	{
		const wfAgentWalk* walk = walks->walks + w;
		Line line = { walk->places[0], walk->places[walk->count - 1] };
		double back = 0.0, before = 0.0;
		for ( int32_t i = 1; i < walk->count && doesWalk( walk ); ++i )
		{
			wfVec2 at = getOnLine( &line, walk->places[i] );
			meeting.aside = fmax( meeting.aside, fabs( at.y ) );
			back += fmax( before - at.x, 0.0 );
			before = at.x;
		}
		meeting.back = fmax( meeting.back, back );
		meeting.detour = fmax( meeting.detour, wfAgentWalk_GetDetour( walk ) );
		meeting.slow = fmax( meeting.slow, wfAgentWalk_GetSlowSeconds( walk, walks->tickSeconds, SLOW_PART ) );
		meeting.curvature = fmax( meeting.curvature, wfAgentWalk_GetCurvature( walk, CURVATURE_SPACING ) );
	}
	return meeting;
}

// Two variants: always at full speed, and slowing down. `facing`: others, for information.
void wfPerformHeadOn( wfTrial* run )
{
	wfVariants variants = wfTrial_WalkList( run, "variants", 2 ), facing = wfTrial_WalkList( run, "facing", 1 );
	Meeting full = getMeeting( variants.walks ), slows = getMeeting( variants.walks + 1 );
	wfTrial_Claim( run, "detour", full.detour );
	wfTrial_Claim( run, "waits", slows.slow );
	wfTrial_Claim( run, "hurries", full.slow );
	wfTrial_Claim( run, "straight", slows.detour );
	wfTrial_Claim( run, "straighter", slows.aside / full.aside );
	wfTrial_Claim( run, "arrive", getLeastArrivedShare( &variants, 2 ) );
	wfTrial_Claim( run, "gap", variants.gap );
	const Meeting* const meetings[] = { &full, &slows };
	for ( int32_t i = 0; i < 2; ++i )
	{
		wfTrial_Note( run, "m", meetings[i]->aside, "%s: farthest from the straight way", variants.names[i] );
		wfTrial_Note( run, "m", meetings[i]->back, "%s: walked backward", variants.names[i] );
		wfTrial_Note( run, "1/m", meetings[i]->curvature, "%s: curvature", variants.names[i] );
		wfTrial_Note( run, "s", variants.walks[i].seconds, "%s: until both had arrived", variants.names[i] );
	}
	for ( int32_t i = 0; i < facing.count; ++i )
	{
		Meeting meeting = getMeeting( facing.walks + i );
		wfTrial_Note( run, "", meeting.detour, "%s: detour", facing.names[i] );
		wfTrial_Note( run, "s", meeting.slow, "%s: slow", facing.names[i] );
	}
	wfTrial_DrawVariants( run, &variants, NULL );
}
