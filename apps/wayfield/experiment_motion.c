// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments on how the pull, the local map and the motion rule shape the ways of a few agents.
#include "experiment_crowd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The variants of an experiment, in the order of the file, with what was walked in each.
typedef struct Variants
{
	char names[WF_MAX_LIST][48];
	wfWalks walks[WF_MAX_LIST];
	int32_t count;
} Variants;

static Variants walkVariants( wfRun* run )
{
	Variants variants = { .count = 0 };
	const wfExperimentValue* list = wfExperiment_Find( &run->values, "variants" );
	if ( list == NULL || list->isNumber || list->text != NULL || list->number < 1.0 || list->number > WF_MAX_LIST )
	{
		wfRun_Fail( run, "variants", "expected a list of 1 to %d variants", WF_MAX_LIST );
		return variants;
	}
	for ( int32_t i = 0; i < (int32_t)list->number && run->result == wf_ok; ++i )
	{
		char path[64], name[80];
		snprintf( path, sizeof( path ), "variants[%d]", i );
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

// A claim or a list needs so many variants.
static bool expectVariants( wfRun* run, const Variants* variants, int32_t count )
{
	if ( run->result == wf_ok && variants->count != count )
	{
		wfRun_Fail( run, "variants", "expected %d variants", count );
	}
	return run->result == wf_ok;
}

// Who stands from the beginning is no walker.
static bool isWalker( const wfWalk* walk )
{
	return wfWalk_GetLength( walk ) > 0.0;
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

static double getMeanTurning( const wfWalks* walks )
{
	double sum = 0.0;
	int32_t walkers = 0;
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		if ( isWalker( walks->walks + i ) )
		{
			sum += wfWalk_GetTurning( walks->walks + i );
			walkers += 1;
		}
	}
	return walkers > 0 ? sum / walkers : NAN;
}

static double getMeanDetour( const wfWalks* walks )
{
	double sum = 0.0;
	int32_t walkers = 0;
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		if ( isWalker( walks->walks + i ) )
		{
			sum += wfWalk_GetDetour( walks->walks + i );
			walkers += 1;
		}
	}
	return walkers > 0 ? sum / walkers : NAN;
}

// Each variant in a picture of its own.
static void drawEach( wfRun* run, const Variants* variants )
{
	for ( int32_t i = 0; i < variants->count; ++i )
	{
		char suffix[48] = "";
		const wfWalks* walks = variants->walks + i;
		// The first has the experiment's name, the others are told apart by theirs.
		if ( i > 0 )
		{
			snprintf( suffix, sizeof( suffix ), "%s", variants->names[i] );
			for ( char* c = suffix; *c != 0; ++c )
			{
				*c = *c == ' ' || *c == '/' || *c == '(' || *c == ')' || *c == ',' ? '-' : *c;
			}
		}
		wfRun_DrawWalks( run, suffix, variants->names[i], &walks, 1 );
	}
}

static void drawTogether( wfRun* run, const Variants* variants, int32_t count )
{
	const wfWalks* walks[WF_MAX_LIST];
	for ( int32_t i = 0; i < count; ++i )
	{
		walks[i] = variants->walks + i;
	}
	if ( count > 0 )
	{
		wfRun_DrawWalks( run, "", run->scenario.name, walks, count );
	}
}

// -------------------------------------------------------------------------------------------------------------- vectors

void wfPerformVectors( wfRun* run )
{
	Variants variants = walkVariants( run );
	wfVec2 a = wfRun_GetVector( run, "line[0]" ), b = wfRun_GetVector( run, "line[1]" );
	for ( int32_t i = 0; i < variants.count; ++i )
	{
		const wfWalk* walk = variants.walks[i].walks;
		wfRun_Note( run, "m", wfWalk_GetOffset( walk, a, b, 0.3, 0.7 ), "%s: offset", variants.names[i] );
		wfRun_Note( run, "deg/m", getMeanTurning( variants.walks + i ), "%s: turning", variants.names[i] );
		wfRun_Note( run, "", getArrivedShare( variants.walks + i ), "%s: arrived", variants.names[i] );
	}
	drawTogether( run, &variants, variants.count - 1 );
	freeVariants( &variants );
}

// -------------------------------------------------------------------------------------------------------------- head-on

// The farthest from the straight line between the first and the last place, and the metres walked backward along it.
typedef struct Straying
{
	double aside, back;
} Straying;

static Straying getStraying( const wfWalk* walk )
{
	Straying straying = { 0.0, 0.0 };
	wfVec2 a = walk->places[0], b = walk->places[walk->count - 1];
	double length = hypot( b.x - a.x, b.y - a.y ), before = 0.0;
	for ( int32_t i = 1; i < walk->count && length > 0.0; ++i )
	{
		wfVec2 at = { walk->places[i].x - a.x, walk->places[i].y - a.y };
		double along = ( at.x * ( b.x - a.x ) + at.y * ( b.y - a.y ) ) / length;
		double aside = fabs( at.y * ( b.x - a.x ) - at.x * ( b.y - a.y ) ) / length;
		straying.aside = fmax( straying.aside, aside );
		straying.back += fmax( before - along, 0.0 );
		before = along;
	}
	return straying;
}

void wfPerformHeadOn( wfRun* run )
{
	Variants variants = walkVariants( run );
	for ( int32_t v = 0; v < variants.count && run->result == wf_ok; ++v )
	{
		const wfWalks* walks = variants.walks + v;
		double aside = 0, back = 0, slow = 0;
		for ( int32_t i = 0; i < walks->count; ++i )
		{
			Straying straying = getStraying( walks->walks + i );
			aside = fmax( aside, straying.aside );
			back = fmax( back, straying.back );
			slow = fmax( slow, wfWalk_GetSlowSeconds( walks->walks + i, walks->stepSeconds, 0.3 ) );
		}
		wfRun_Note( run, "deg/m", getMeanTurning( walks ), "%s: turning", variants.names[v] );
		wfRun_Note( run, "", getMeanDetour( walks ), "%s: detour", variants.names[v] );
		wfRun_Note( run, "", getArrivedShare( walks ), "%s: arrived", variants.names[v] );
		wfRun_Note( run, "s", walks->seconds, "%s: seconds", variants.names[v] );
		wfRun_Note( run, "m", aside, "%s: aside", variants.names[v] );
		wfRun_Note( run, "m", back, "%s: back", variants.names[v] );
		wfRun_Note( run, "s", slow, "%s: slow", variants.names[v] );
	}
	drawEach( run, &variants );
	freeVariants( &variants );
}

// ----------------------------------------------------------------------------------------------------------- smoothness

static void getLine( wfRun* run, wfVec2* a, wfVec2* b )
{
	*a = wfRun_GetVector( run, "line[0]" );
	*b = wfRun_GetVector( run, "line[1]" );
}

// Of the way until it first comes to the line's end: what an agent does that misses its goal there is another matter.
static wfWalk cutAtEnd( const wfWalk* walk, wfVec2 a, wfVec2 b )
{
	wfWalk cut = *walk;
	double square = ( b.x - a.x ) * ( b.x - a.x ) + ( b.y - a.y ) * ( b.y - a.y );
	for ( int32_t i = 0; i < walk->count; ++i )
	{
		wfVec2 at = { walk->places[i].x - a.x, walk->places[i].y - a.y };
		if ( at.x * ( b.x - a.x ) + at.y * ( b.y - a.y ) >= square )
		{
			cut.count = i + 1;
			break;
		}
	}
	return cut;
}

static double getCutTurning( const wfWalks* walks, wfVec2 a, wfVec2 b )
{
	double sum = 0.0;
	int32_t walkers = 0;
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		if ( isWalker( walks->walks + i ) )
		{
			wfWalk cut = cutAtEnd( walks->walks + i, a, b );
			sum += wfWalk_GetCurvature( &cut, 0.1 );
			walkers += 1;
		}
	}
	return walkers > 0 ? sum / walkers : NAN;
}

void wfPerformSmoothness( wfRun* run )
{
	Variants variants = walkVariants( run );
	wfVec2 a, b;
	getLine( run, &a, &b );
	for ( int32_t i = 0; i < variants.count; ++i )
	{
		wfRun_Note( run, "deg/m", getCutTurning( variants.walks + i, a, b ), "%s: turning", variants.names[i] );
		wfRun_Note( run, "", getMeanDetour( variants.walks + i ), "%s: detour", variants.names[i] );
		wfRun_Note( run, "", getArrivedShare( variants.walks + i ), "%s: arrived", variants.names[i] );
		wfRun_Note( run, "s", variants.walks[i].seconds, "%s: seconds", variants.names[i] );
	}
	drawEach( run, &variants );
	(void)expectVariants;
	freeVariants( &variants );
}
