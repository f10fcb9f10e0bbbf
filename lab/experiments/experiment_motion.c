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

static double getVariantOffset( const wfVariants* variants, int32_t index, const Line* line, double from, double to )
{
	return wfAgentWalk_GetOffset( findFirstWalk( variants->walks + index ), line->a, line->b, from, to );
}

// Smallest difference of offsets between any two who are pulled differently across the line, positive when all are in the order
// of their pulls; and the largest offset of those who are not pulled across.
static void claimOrder( wfTrial* run, const wfVariants* alone, const Line* line )
{
	double across[WF_MAX_LIST], offsets[WF_MAX_LIST], order = INFINITY, middle = 0.0;
	int32_t count = wfTrial_GetList( run, "across", across );
	wfTrial_FailIf( run, count != alone->count, "across", "expected a number for each of the %d variants", alone->count );
	for ( int32_t i = 0; i < count; ++i )
	{
		offsets[i] = getVariantOffset( alone, i, line, 0.3, 0.7 );
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

// The largest angle between the path and the line, radians.
static double getSteepest( const wfVariants* variants, int32_t index, const Line* line )
{
	wfAgentWalk walk = cutAtEnd( findFirstWalk( variants->walks + index ), line );
	double steepest = walk.count > 1 ? 0.0 : NAN;
	for ( int32_t i = 1; i < walk.count; ++i )
	{
		wfVec2 a = getOnLine( line, walk.places[i - 1] ), b = getOnLine( line, walk.places[i] );
		steepest = fmax( steepest, fabs( atan2( b.y - a.y, b.x - a.x ) ) );
	}
	return steepest;
}

// The last two of the variants have the same pull across the corridor and opposite ones along it. Of each list the first has a v
// straight to the left.
static void claimDiagonals( wfTrial* run, const wfVariants* printed, const wfVariants* ours, const Line* line )
{
	const wfVariants* const lists[] = { printed, ours };
	static const char* const abrupt[] = { "abrupt", "abruptOurs" };
	static const char* const pulls[] = { "pulls", "pullsOurs" };
	double apart = 0.0;
	int32_t last = printed->count - 1;
	for ( int32_t k = 0; k < 2; ++k )
	{
		int32_t end = lists[k]->count - 1;
		double ahead = getSteepest( lists[k], end - 1, line ), back = getSteepest( lists[k], end, line );
		wfTrial_Claim( run, abrupt[k], ahead / back );
		wfTrial_Claim( run, pulls[k], getVariantOffset( lists[k], 0, line, 0.3, 0.7 ) );
		wfTrial_Note( run, "deg", ahead * 180.0 / WF_PI, "%s: steepest", lists[k]->names[end - 1] );
		wfTrial_Note( run, "deg", back * 180.0 / WF_PI, "%s: steepest", lists[k]->names[end] );
	}
	for ( int32_t i = 0; i <= ASYMMETRY_SAMPLES; ++i )
	{
		double along = getLineLength( line ) * i / ASYMMETRY_SAMPLES;
		double a = getLeft( findFirstWalk( printed->walks + last - 1 ), line, along );
		double b = getLeft( findFirstWalk( printed->walks + last ), line, along );
		apart = !( fabs( a - b ) <= apart ) ? fabs( a - b ) : apart;
	}
	wfTrial_Claim( run, "apart", apart );
	wfTrial_Claim( run, "rest",
				   getVariantOffset( printed, last, line, 0.7, 1.0 ) / getVariantOffset( printed, last - 1, line, 0.7, 1.0 ) );
}

// How far the path of the one who is kept from its own the most is from it, on average, when all walk at once.
static double getMostBlocked( const wfVariants* alone, const wfCrowdWalks* together, const Line* line )
{
	double most = 0.0;
	for ( int32_t i = 0; i < alone->count && i < together->count; ++i )
	{
		double shared = wfAgentWalk_GetOffset( together->walks + i, line->a, line->b, 0.3, 0.7 );
		most = fmax( most, fabs( shared - getVariantOffset( alone, i, line, 0.3, 0.7 ) ) );
	}
	return most;
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

// Variants as the paper prints them and with our sign; all of them at once; pairs of mirror images.
void wfPerformVectors( wfTrial* run )
{
	Line line = getLine( run );
	wfVariants alone = wfTrial_WalkList( run, "variants", 3 ), ours = wfTrial_WalkList( run, "oursVariants", 3 );
	wfVariants pairs = wfTrial_WalkList( run, "mirrored", 2 ), relaxed = wfTrial_WalkList( run, "mirroredRelaxed", 2 );
	wfCrowdWalks together = wfTrial_Walk( run, "together" );
	claimOrder( run, &alone, &line );
	claimDiagonals( run, &alone, &ours, &line );
	wfTrial_Claim( run, "mirrored", getWorstAsymmetry( run, &pairs, "mirrored", &line ).mean );
	wfTrial_Claim( run, "mirroredRelaxed", getWorstAsymmetry( run, &relaxed, "mirroredRelaxed", &line ).largest );
	wfTrial_Claim( run, "arriveAlone", getLeastArrivedShare( &alone, alone.count ) );
	wfTrial_Claim( run, "arriveTogether", getArrivedShare( &together ) );
	wfTrial_Claim( run, "blocked", getMostBlocked( &alone, &together, &line ) );
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
static void claimMiss( wfTrial* run, const wfCrowdWalks* walks, const Line* line, bool isOurs )
{
	const wfAgentWalk* walk = findFirstWalk( walks );
	wfVec2 goal = wfTrial_GetVector( run, "goal" );
	double beyond = -INFINITY;
	for ( int32_t i = 0; i < walk->count; ++i )
	{
		beyond = fmax( beyond, getOnLine( line, walk->places[i] ).x - getOnLine( line, goal ).x );
	}
	wfTrial_Claim( run, isOurs ? "missesOurs" : "misses", getArrivedShare( walks ) );
	wfTrial_Claim( run, isOurs ? "beyondOurs" : "beyond", beyond );
	wfTrial_Note( run, "m", wfAgentWalk_GetNearest( walk, goal ), "%sthe one that misses: nearest to the goal",
				  isOurs ? "ours, " : "" );
}

// Variants in the order in which they must be smoother, the last of which may be one that misses its goal.
static void claimSmoothness( wfTrial* run, const wfVariants* variants, const Line* line, bool isOurs )
{
	bool lastMisses = wfTrial_Has( run, "goal" );
	double before = NAN, worst = 0.0, fastest = INFINITY, slowest = 0.0;
	char texts[WF_MAX_LIST][96];
	const char* titles[WF_MAX_LIST];
	for ( int32_t i = 0; i < variants->count; ++i )
	{
		const wfCrowdWalks* walks = variants->walks + i;
		double curvature = getMeanCurvature( walks, line );
		worst = i > 0 && !( curvature / before <= worst ) ? curvature / before : worst;
		before = curvature;
		fastest = fmin( fastest, walks->seconds );
		slowest = fmax( slowest, walks->seconds );
		wfTrial_Note( run, "1/m", curvature, "%s: curvature", variants->names[i] );
		wfTrial_Note( run, "s", walks->seconds, "%s: until all had arrived", variants->names[i] );
		titles[i] = texts[i];
		snprintf( texts[i], sizeof( texts[i] ), "%s: curvature %.3f / m%s", variants->names[i], curvature,
				  getArrivedShare( walks ) < 1.0 ? ", does not arrive" : "" );
	}
	wfTrial_Claim( run, isOurs ? "smootherOurs" : "smoother", worst );
	wfTrial_Claim( run, isOurs ? "arriveOurs" : "arrive",
				   getLeastArrivedShare( variants, variants->count - ( lastMisses ? 1 : 0 ) ) );
	wfTrial_ClaimIfAsked( run, isOurs ? "lateOurs" : "late", slowest / fastest );
	if ( !isinf( variants->gap ) )
	{
		wfTrial_Claim( run, isOurs ? "gapOurs" : "gap", variants->gap );
	}
	if ( lastMisses )
	{
		claimMiss( run, variants->walks + variants->count - 1, line, isOurs );
	}
	wfTrial_DrawVariants( run, variants, titles );
}

// As printed, also to a goal that is nearer, and the same in a list that is ours.
void wfPerformSmoothness( wfTrial* run )
{
	Line line = getLine( run );
	wfVariants variants = wfTrial_WalkList( run, "variants", 2 );
	claimSmoothness( run, &variants, &line, false );
	if ( wfTrial_Has( run, "nearer" ) )
	{
		wfCrowdWalks nearer = wfTrial_Walk( run, "nearer" );
		wfTrial_Claim( run, "missesNearer", getArrivedShare( &nearer ) );
	}
	if ( wfTrial_Has( run, "oursVariants" ) )
	{
		variants = wfTrial_WalkList( run, "oursVariants", 2 );
		claimSmoothness( run, &variants, &line, true );
	}
}

// ----------------------------------------------------------------------------------------------------------------- mass

// Of one variant.
typedef struct Swerve
{
	double curvature; // until the end of the line
	double nearest;	  // to anybody who stands
	double turns;	  // around the goal
	double seconds;
} Swerve;

static Swerve getSwerve( const wfCrowdWalks* walks, const Line* line, wfVec2 goal )
{
	const wfAgentWalk* walk = findFirstWalk( walks );
	Swerve swerve = { getMeanCurvature( walks, line ), INFINITY, getTurnsAround( walk, goal ), walk->to };
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		const wfAgentWalk* other = walks->walks + i;
		swerve.nearest =
			other != walk ? fmin( swerve.nearest, wfAgentWalk_GetNearest( walk, other->places[0] ) ) : swerve.nearest;
	}
	return swerve;
}

// Variants in the order of their masses, the last of which circles its goal; and others at full speed in turns.
void wfPerformMass( wfTrial* run )
{
	Line line = getLine( run );
	wfVec2 goal = wfTrial_GetVector( run, "goal" );
	wfVariants variants = wfTrial_WalkList( run, "variants", 3 ), full = wfTrial_WalkList( run, "oursVariants", 2 );
	Swerve swerves[WF_MAX_LIST];
	double nearer = 0.0;
	int32_t last = variants.count - 1;
	for ( int32_t i = 0; i <= last; ++i )
	{
		swerves[i] = getSwerve( variants.walks + i, &line, goal );
		nearer = i > 0 && i < last ? fmax( nearer, swerves[i].nearest / swerves[i - 1].nearest ) : nearer;
		wfTrial_Note( run, "1/m", swerves[i].curvature, "%s: curvature", variants.names[i] );
		wfTrial_Note( run, "m", swerves[i].nearest, "%s: nearest to who stands", variants.names[i] );
		wfTrial_Note( run, "s", swerves[i].seconds, "%s: %s", variants.names[i],
					  getArrivedShare( variants.walks + i ) < 1.0 ? "given up after" : "arrives after" );
	}
	for ( int32_t i = 0; i < full.count; ++i )
	{
		Swerve swerve = getSwerve( full.walks + i, &line, goal );
		wfTrial_Note( run, "", swerve.turns, "%s: turns around the goal", full.names[i] );
		wfTrial_Note( run, "s", swerve.seconds, "%s: %s", full.names[i],
					  getArrivedShare( full.walks + i ) < 1.0 ? "given up after" : "arrives after" );
	}
	wfTrial_Claim( run, "steadier", swerves[1].curvature / swerves[0].curvature );
	wfTrial_Claim( run, "nearer", nearer );
	wfTrial_Claim( run, "arrive", getLeastArrivedShare( &variants, last ) );
	wfTrial_Claim( run, "circles", swerves[last].turns );
	wfTrial_Claim( run, "longer", swerves[last].seconds / swerves[last - 1].seconds );
	wfTrial_Claim( run, "misses", getArrivedShare( variants.walks + last ) );
	wfTrial_Claim( run, "missesOurs", getArrivedShare( full.walks + full.count - 1 ) );
	wfTrial_Claim( run, "circlesOurs", getSwerve( full.walks + full.count - 1, &line, goal ).turns );
	wfTrial_Claim( run, "gap", fmin( variants.gap, full.gap ) );
	wfTrial_DrawVariants( run, &variants, NULL );
	wfTrial_DrawWalks( run, "full-speed", full.names[full.count - 1], full.walks + full.count - 1, 1 );
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

// The worst of two who meet.
typedef struct Meeting
{
	double detour; // length against the straight line
	double turned; // full turns, whichever way, of who never stands: 1 for a loop
	double waits;  // seconds one is slower than SLOW_PART beyond those of the other
} Meeting;

// Full turns of the direction of walking.
static double getTurned( const wfAgentWalk* walk )
{
	double angle = 0.0;
	for ( int32_t i = 2; i < walk->count; ++i )
	{
		wfVec2 before = wfSub2( walk->places[i - 1], walk->places[i - 2] ), step = wfSub2( walk->places[i], walk->places[i - 1] );
		angle += atan2( wfCross2( before, step ), wfDot2( before, step ) );
	}
	return fabs( angle ) / WF_TWO_PI;
}

static Meeting getMeeting( const wfCrowdWalks* walks )
{
	Meeting meeting = { 0 };
	double most = 0.0, least = INFINITY;
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		const wfAgentWalk* walk = walks->walks + i;
		double slow = wfAgentWalk_GetSlowSeconds( walk, walks->tickSeconds, SLOW_PART );
		most = fmax( most, slow );
		least = fmin( least, slow );
		meeting.detour = fmax( meeting.detour, wfAgentWalk_GetDetour( walk ) );
		meeting.turned = fmax( meeting.turned, getTurned( walk ) );
	}
	meeting.waits = most - least;
	return meeting;
}

// Of meetings at all angles with one setting.
typedef struct Meetings
{
	Meeting first, worst;
	double gap;
	int32_t count, arrived;
} Meetings;

// The one who is always there meets each of the others, by a variant.
static Meetings meetAll( wfTrial* run, const char* variant, bool draws )
{
	Meetings all = { .gap = INFINITY };
	int32_t one = wfTrial_FindEntry( run, "one" ), count = wfTrial_CountItems( run, "others", 2, WF_MAX_LIST );
	for ( int32_t i = 0; i < count; ++i )
	{
		int32_t entries[2] = { one, wfTrial_FindEntry( run, wfKey( "others[%d]", i ) ) };
		wfSimulation simulation = wfTrial_OpenVariant( run, variant, 0 );
		wfTrial_KeepEntries( run, simulation.crowd, entries, 2 );
		wfCrowdWalks walks = wfTrial_Record( run, &simulation );
		wfSimulation_Free( &simulation );
		Meeting meeting = getMeeting( &walks );
		all.first = i == 0 ? meeting : all.first;
		all.worst.detour = fmax( all.worst.detour, meeting.detour );
		all.worst.turned = fmax( all.worst.turned, meeting.turned );
		all.worst.waits = fmax( all.worst.waits, meeting.waits );
		all.gap = fmin( all.gap, walks.smallestGap );
		all.count += walks.count;
		all.arrived += walks.arrived;
		const char *name = wfTrial_GetText( run, wfKey( "%s.name", variant ) ),
				   *other = wfTrial_GetText( run, wfKey( "others[%d]", i ) );
		wfTrial_Note( run, "", meeting.detour, "%s, %s: detour", name, other );
		wfTrial_Note( run, "s", meeting.waits, "%s, %s: one waits for the other", name, other );
		if ( draws && i == (int32_t)wfTrial_GetNumber( run, "drawn" ) )
		{
			char title[128];
			snprintf( title, sizeof( title ), "%.60s, %.60s", name, other );
			wfTrial_DrawWalks( run, variant[0] == 'f' ? "" : variant, title, &walks, 1 );
		}
	}
	return all;
}

// Two who meet at several angles, the first of them head-on: always at full speed, and slowing down in turns.
void wfPerformHeadOn( wfTrial* run )
{
	Meetings full = meetAll( run, "full", true ), slowing = meetAll( run, "slowing", true );
	wfTrial_Claim( run, "headOnDetour", full.first.detour );
	wfTrial_Claim( run, "headOnWaits", slowing.first.waits );
	wfTrial_Claim( run, "detour", full.worst.detour );
	wfTrial_Claim( run, "loop", full.worst.turned );
	wfTrial_Claim( run, "hurries", full.worst.waits );
	wfTrial_Claim( run, "waits", slowing.worst.waits );
	wfTrial_Claim( run, "straight", slowing.worst.detour );
	wfTrial_Claim( run, "arrive", (double)( full.arrived + slowing.arrived ) / ( full.count + slowing.count ) );
	wfTrial_Claim( run, "gap", fmin( full.gap, slowing.gap ) );
}
