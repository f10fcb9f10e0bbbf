// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with one agent and its local map, or two: a pull that swings while it walks, pulls of different strength, also of a
// strength that crowds refuse, and a pull that begins when another agent is near.
#include "paper_agent.h"

#include "base/vec2.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------- oscillation

// The offsets from a line, tick by tick, in the part of a path that lies beside it.
typedef struct Track
{
	double* offsets;
	int32_t count;
	int32_t firstTick;
} Track;

static Track followLine( const wfAgentWalk* walk, wfVec2 a, wfVec2 b )
{
	Track track = { .offsets = wfNewArray( (size_t)walk->count, sizeof( double ) ) };
	wfVec2 axis = wfNormalize2( wfSub2( b, a ), ( wfVec2 ){ 1.0, 0.0 } );
	double length = wfDistance2( a, b );
	for ( int32_t i = 0; i < walk->count; ++i )
	{
		wfVec2 at = wfIntoFrame2( axis, wfSub2( walk->places[i], a ) );
		if ( at.x >= 0.0 && at.x <= length )
		{
			track.firstTick = track.count == 0 ? i : track.firstTick;
			track.offsets[track.count++] = at.y;
		}
	}
	return track;
}

// The factors of two functions of the tick that come nearest to the offsets by least squares, which are then taken away. Returns
// the sum of the squares of what is left.
static double takeAway( Track* track, const double* f, const double* g, double* factors )
{
	double ff = 0.0, fg = 0.0, gg = 0.0, fy = 0.0, gy = 0.0, left = 0.0;
	for ( int32_t i = 0; i < track->count; ++i )
	{
		ff += f[i] * f[i];
		fg += f[i] * g[i];
		gg += g[i] * g[i];
		fy += f[i] * track->offsets[i];
		gy += g[i] * track->offsets[i];
	}
	double determinant = ff * gg - fg * fg;
	factors[0] = ( gg * fy - fg * gy ) / determinant;
	factors[1] = ( ff * gy - fg * fy ) / determinant;
	for ( int32_t i = 0; i < track->count; ++i )
	{
		track->offsets[i] -= factors[0] * f[i] + factors[1] * g[i];
		left += track->offsets[i] * track->offsets[i];
	}
	return left;
}

// Sinusoids in a path: how far it swings with the first period, and the share of what a straight line leaves that all periods
// explain together.
typedef struct Sinusoid
{
	double swing, fit;
} Sinusoid;

static Sinusoid measureSinusoid( Track* track, const double* periods, int32_t count )
{
	double longest = 0.0, factors[2];
	for ( int32_t k = 0; k < count; ++k )
	{
		longest = fmax( longest, periods[k] );
	}
	// Whole periods, two at least.
	double whole = floor( track->count / longest );
	if ( whole < 2.0 )
	{
		return ( Sinusoid ){ NAN, NAN };
	}
	track->count = (int32_t)( whole * longest + 0.5 );
	double* f = wfNewArray( (size_t)track->count, sizeof( double ) );
	double* g = wfNewArray( (size_t)track->count, sizeof( double ) );
	for ( int32_t i = 0; i < track->count; ++i )
	{
		f[i] = 1.0;
		g[i] = i - 0.5 * track->count;
	}
	double straight = takeAway( track, f, g, factors ), left = straight;
	Sinusoid sinusoid = { 0.0, 0.0 };
	for ( int32_t k = 0; k < count; ++k )
	{
		for ( int32_t i = 0; i < track->count; ++i )
		{
			wfCosSin wave = wfCosSinOf( 2.0 * WF_PI * i / periods[k] );
			f[i] = wave.cosine;
			g[i] = wave.sine;
		}
		left = takeAway( track, f, g, factors );
		sinusoid.swing = k == 0 ? hypot( factors[0], factors[1] ) : sinusoid.swing;
	}
	sinusoid.fit = 1.0 - left / straight;
	return sinusoid;
}

// One of the file's measures: { "claim": name, "variant": name, "line": [a, b], "periods": in ticks, "what": "fit", "swing" or
// "offset", the mean }. False where the variant is not of this list.
static bool measureSwing( wfTrial* run, const wfVariants* variants, const char* path )
{
	double periods[WF_MAX_LIST];
	const char* variant = wfTrial_GetText( run, wfKey( "%s.variant", path ) );
	int32_t v = 0, count = wfTrial_GetList( run, wfKey( "%s.periods", path ), periods );
	while ( v < variants->count && strcmp( variants->names[v], variant ) != 0 )
	{
		v += 1;
	}
	if ( v == variants->count )
	{
		return false;
	}
	Track track = followLine( variants->walks[v].walks, wfTrial_GetVector( run, wfKey( "%s.line[0]", path ) ),
							  wfTrial_GetVector( run, wfKey( "%s.line[1]", path ) ) );
	const char* what = wfTrial_GetText( run, wfKey( "%s.what", path ) );
	bool isFit = strcmp( what, "fit" ) == 0, isSwing = strcmp( what, "swing" ) == 0;
	wfTrial_FailIf( run, !isFit && !isSwing && strcmp( what, "offset" ) != 0, wfKey( "%s.what", path ),
					"expected fit, swing or offset" );
	double mean = 0.0;
	for ( int32_t i = 0; i < track.count; ++i )
	{
		mean += track.offsets[i] / track.count;
	}
	Sinusoid sinusoid = measureSinusoid( &track, periods, count );
	wfTrial_Claim( run, wfTrial_GetText( run, wfKey( "%s.claim", path ) ),
				   isFit	 ? sinusoid.fit
				   : isSwing ? sinusoid.swing
							 : mean );
	return true;
}

// That all of a list arrive, and how near they come to walls.
static void claimArrivals( wfTrial* run, const wfVariants* variants, const char* arrive, const char* wall )
{
	int32_t arrived = 0;
	double deepest = -INFINITY;
	for ( int32_t v = 0; v < variants->count; ++v )
	{
		arrived += variants->walks[v].arrived;
		deepest = fmax( deepest, wfTrial_GetDeepestWallHit( run, variants->walks + v ) );
	}
	wfTrial_Claim( run, arrive, (double)arrived / variants->count );
	wfTrial_Claim( run, wall, -deepest );
}

// As printed, and in a list of their own the variants that are ours.
void wfPerformOscillation( wfTrial* run )
{
	wfVariants variants = wfTrial_WalkList( run, "variants", 1 ), ours = { 0 };
	int32_t count = wfTrial_CountItems( run, "measures", 1, WF_MAX_CLAIMS );
	if ( wfTrial_Has( run, "oursVariants" ) )
	{
		ours = wfTrial_WalkList( run, "oursVariants", 1 );
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		char path[32];
		snprintf( path, sizeof( path ), "measures[%d]", i );
		wfTrial_FailIf( run, !measureSwing( run, &variants, path ) && !measureSwing( run, &ours, path ),
						wfKey( "%s.variant", path ), "there is no such variant" );
	}
	claimArrivals( run, &variants, "arrive", "wall" );
	wfTrial_DrawVariants( run, &variants, NULL );
	if ( ours.count > 0 )
	{
		claimArrivals( run, &ours, "arriveOurs", "wallOurs" );
		wfTrial_DrawVariants( run, &ours, NULL );
	}
}

// ------------------------------------------------------------------------------------------------------------- strength

typedef struct Strengths
{
	double epsilons[WF_MAX_LIST], offsets[WF_MAX_LIST];
	wfCrowdWalks walks[WF_MAX_LIST];
	int32_t count;
	wfVec2 a, b; // the line
} Strengths;

// The number of an eps that must be in the list.
static int32_t findStrength( wfTrial* run, const Strengths* strengths, double epsilon )
{
	int32_t i = 0;
	while ( i < strengths->count && strengths->epsilons[i] != epsilon )
	{
		i += 1;
	}
	wfTrial_FailIf( run, i == strengths->count, "epsilons", "expected %g among them", epsilon );
	return i;
}

// How far behind its start a walk comes.
static double getFarthestBehind( const Strengths* all, const wfAgentWalk* walk )
{
	double behind = 0.0;
	wfVec2 axis = wfNormalize2( wfSub2( all->b, all->a ), ( wfVec2 ){ 1.0, 0.0 } );
	for ( int32_t k = 0; k < walk->count; ++k )
	{
		behind = fmax( behind, -wfDot2( axis, wfSub2( walk->places[k], walk->places[0] ) ) );
	}
	return behind;
}

// With eps 3, over what is not printed: the order of the sweeps and what they begin with.
static double getFarthestBehindOfAll( wfTrial* run, const wfField* field, const Strengths* all, wfPaperAgentDef def )
{
	double behind = 0.0;
	def.epsilon = 3.0;
	for ( int32_t k = 0; k < 12; ++k )
	{
		def.fromEast = k % 2 != 0;
		def.fromNorth = k / 2 % 2 != 0;
		def.keepsMap = k / 4 == 2;
		def.startValue = k / 4 == 1 ? 0.5 : 1.0;
		wfCrowdWalks walks = wfTrial_WalkPaper( run, field, run->scenario.starts[0], &def );
		behind = fmax( behind, getFarthestBehind( all, walks.walks ) );
	}
	return behind;
}

static void claimPrintedStrengths( wfTrial* run, const Strengths* all )
{
	double growth = DBL_MAX;
	int32_t allowed = 0, arrived = 0;
	for ( int32_t i = 0; i < all->count; ++i )
	{
		double epsilon = all->epsilons[i];
		bool isAllowed = fabs( epsilon ) <= 2.0, arrives = all->walks[i].walks->arrived;
		allowed += isAllowed;
		arrived += isAllowed && arrives;
		growth = isAllowed && i > 0 && epsilon > 0.1 ? fmin( growth, all->offsets[i] - all->offsets[i - 1] ) : growth;
		wfTrial_Note( run, "m", all->offsets[i], "as printed, eps %g: offset, %s", epsilon,
					  arrives ? "arrives" : "does not arrive" );
	}
	double none = all->offsets[findStrength( run, all, 0.0 )], one = all->offsets[findStrength( run, all, 1.0 )],
		   two = all->offsets[findStrength( run, all, 2.0 )];
	double left = all->offsets[findStrength( run, all, 0.1 )], right = all->offsets[findStrength( run, all, -0.1 )];
	int32_t three = findStrength( run, all, 3.0 ), four = findStrength( run, all, 4.0 );
	wfTrial_Claim( run, "grows", growth );
	wfTrial_Claim( run, "mostBelowOne", ( one - none ) / ( two - one ) );
	wfTrial_Claim( run, "overlap", two - one );
	wfTrial_Claim( run, "arrive", (double)arrived / allowed );
	wfTrial_Claim( run, "mirrored", fabs( left + right ) );
	wfTrial_Claim( run, "straight", fabs( none ) );
	wfTrial_Claim( run, "unsafe", all->walks[three].walks->arrived ? 1.0 : 0.0 );
	wfTrial_Claim( run, "wrongSide", all->offsets[four] );
}

// Agents of a crowd: with as few sweeps, which is the same agent, and with maps that are relaxed to the end.
static void claimOurStrengths( wfTrial* run, const Strengths* printed )
{
	wfVariants same = wfTrial_WalkList( run, "variants", printed->count ),
			   relaxed = wfTrial_WalkList( run, "relaxed", printed->count );
	wfTrial_FailIf( run, same.count != printed->count || relaxed.count != printed->count, "variants",
					"expected one for each of epsilons" );
	double apart = 0.0, offsets[WF_MAX_LIST];
	int32_t arrived = 0;
	for ( int32_t i = 0; i < printed->count; ++i )
	{
		bool isAllowed = fabs( printed->epsilons[i] ) <= 2.0;
		double offset = wfAgentWalk_GetOffset( same.walks[i].walks, printed->a, printed->b, 0.3, 0.7 );
		apart = isAllowed ? fmax( apart, fabs( offset - printed->offsets[i] ) ) : apart;
		offsets[i] = wfAgentWalk_GetOffset( relaxed.walks[i].walks, printed->a, printed->b, 0.3, 0.7 );
		arrived += relaxed.walks[i].arrived;
		wfTrial_Note( run, "m", offsets[i], "ours, eps %g: offset", printed->epsilons[i] );
	}
	wfTrial_Claim( run, "same", apart );
	wfTrial_Claim( run, "straightOurs", fabs( offsets[findStrength( run, printed, 0.0 )] ) );
	wfTrial_Claim( run, "mirroredOurs",
				   fabs( offsets[findStrength( run, printed, 0.1 )] + offsets[findStrength( run, printed, -0.1 )] ) );
	wfTrial_Claim( run, "arriveOurs", (double)arrived / printed->count );
	wfTrial_DrawWalks( run, "ours", "Maps relaxed to the end; eps beyond 2 is taken as 2", relaxed.walks, relaxed.count );
}

void wfPerformStrength( wfTrial* run )
{
	wfPaperAgentDef def = wfTrial_GetPaperAgent( run, "agent" );
	Strengths all = { .a = wfTrial_GetVector( run, "line[0]" ), .b = wfTrial_GetVector( run, "line[1]" ) };
	all.count = wfTrial_GetList( run, "epsilons", all.epsilons );
	def.v = wfTrial_GetVector( run, "v" );
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	for ( int32_t i = 0; i < all.count; ++i )
	{
		def.epsilon = all.epsilons[i];
		all.walks[i] = wfTrial_WalkPaper( run, solved.field, run->scenario.starts[0], &def );
		all.offsets[i] = wfAgentWalk_GetOffset( all.walks[i].walks, all.a, all.b, 0.3, 0.7 );
	}
	claimPrintedStrengths( run, &all );
	wfTrial_Claim( run, "backward", getFarthestBehindOfAll( run, solved.field, &all, def ) );
	claimOurStrengths( run, &all );
	wfTrial_DrawWalks( run, "", "As printed: eps -0.1 to 4", all.walks, all.count );
	wfSolved_Free( &solved );
	wfDestroyGrid( grid );
}

// ------------------------------------------------------------------------------------------------------------ proximity

// Two who come toward each other.
typedef struct Meeting
{
	double nearest; // of their middles
	double left;	// how far to its left the first one has the second then
	double turn;	// root mean square of the curvature of both
} Meeting;

static Meeting measureMeeting( const wfCrowdWalks* walks )
{
	const wfAgentWalk *first = walks->walks, *second = walks->walks + 1;
	Meeting meeting = { .nearest = INFINITY };
	wfVec2 ahead = wfNormalize2( wfSub2( second->places[0], first->places[0] ), ( wfVec2 ){ 1.0, 0.0 } );
	for ( int32_t i = 0; i < first->count && i < second->count; ++i )
	{
		wfVec2 to = wfSub2( second->places[i], first->places[i] );
		double distance = wfLength2( to );
		meeting.left = distance < meeting.nearest ? wfCross2( ahead, to ) : meeting.left;
		meeting.nearest = fmin( meeting.nearest, distance );
	}
	double a = wfAgentWalk_GetCurvature( first, 0.1 ), b = wfAgentWalk_GetCurvature( second, 0.1 );
	meeting.turn = sqrt( 0.5 * ( a * a + b * b ) );
	return meeting;
}

void wfPerformProximity( wfTrial* run )
{
	wfVariants variants = wfTrial_WalkList( run, "variants", 2 );
	wfTrial_FailIf( run, variants.count != 2 || variants.walks[0].count != 2 || variants.walks[1].count != 2, "variants",
					"expected two, without a pull and with one, of two agents each" );
	Meeting plain = measureMeeting( variants.walks ), pulled = measureMeeting( variants.walks + 1 );
	wfTrial_Claim( run, "gap", variants.gap );
	wfTrial_Claim( run, "arrive", ( variants.walks[0].arrived + variants.walks[1].arrived ) / 4.0 );
	wfTrial_Claim( run, "right", pulled.left );
	wfTrial_Claim( run, "farther", pulled.nearest / plain.nearest );
	wfTrial_Claim( run, "smoother", pulled.turn / plain.turn );
	for ( int32_t k = 0; k < 2; ++k )
	{
		Meeting meeting = k == 0 ? plain : pulled;
		wfTrial_Note( run, "m", meeting.nearest, "%s: nearest", variants.names[k] );
		wfTrial_Note( run, "1/m", meeting.turn, "%s: curvature", variants.names[k] );
	}
	wfTrial_DrawVariants( run, &variants, NULL );
}
