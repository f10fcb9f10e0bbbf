// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps at regular times: where centre and feet of everybody are.
#include "record/footsteps.h"

#include "base/math.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WF_MAX_SAMPLES 1e10

// Steps of one agent that follow each other without a gap.
typedef struct wfSampledWalk
{
	int64_t row, end; // the step at hand and the one after the last
	double begins, ends;
} wfSampledWalk;

typedef struct wfSampler
{
	const wfFootstepTable* table;
	double fps;
	bool exact;
	wfSampledWalk* walks; // by the time they begin
	int64_t walkCount, next;
	int64_t* active; // walks that have begun and not ended, by agents
	int64_t activeCount;
	wfTextFile file;
} wfSampler;

static int compareWalks( const void* a, const void* b )
{
	const wfSampledWalk *x = a, *y = b;
	if ( x->begins != y->begins )
	{
		return x->begins < y->begins ? -1 : 1;
	}
	return x->row < y->row ? -1 : x->row > y->row;
}

// Counts them when there is nowhere to put them. Who left is seen no more.
static int64_t findWalks( const wfFootstepTable* table, wfSampledWalk* walks )
{
	int64_t count = 0, first = 0;
	for ( int64_t i = 1; i <= table->rowCount; ++i )
	{
		if ( i < table->rowCount && wfFollows( &table->rows[i - 1], &table->rows[i] ) )
		{
			continue;
		}
		if ( wfFootstep_IsDeparture( &table->rows[first].step ) )
		{
			first = i;
			continue;
		}
		if ( walks != NULL )
		{
			walks[count] = ( wfSampledWalk ){ first, i, table->rows[first].step.startTime, wfGetTrueEnd( table, i - 1 ) };
		}
		count += 1;
		first = i;
	}
	return count;
}

// Rows are sorted by agents, so walks are in their order by their rows.
static void beginWalks( wfSampler* sampler, double time )
{
	while ( sampler->next < sampler->walkCount && sampler->walks[sampler->next].begins <= time + WF_STEP_GAP )
	{
		int64_t at = sampler->activeCount++;
		while ( at > 0 && sampler->walks[sampler->active[at - 1]].row > sampler->walks[sampler->next].row )
		{
			sampler->active[at] = sampler->active[at - 1];
			at -= 1;
		}
		sampler->active[at] = sampler->next++;
	}
}

static void endWalks( wfSampler* sampler, double time )
{
	int64_t kept = 0;
	for ( int64_t i = 0; i < sampler->activeCount; ++i )
	{
		if ( sampler->walks[sampler->active[i]].ends + WF_STEP_GAP >= time )
		{
			sampler->active[kept++] = sampler->active[i];
		}
	}
	sampler->activeCount = kept;
}

static void putFixed( wfTextFile* file, double value )
{
	wfTextFile_PutFixed( file, value );
	wfText_AddString( &file->text, "," );
}

static void putVector( wfTextFile* file, wfVec2 vector )
{
	putFixed( file, vector.x );
	putFixed( file, vector.y );
}

static void putSample( wfSampler* sampler, const wfFootstepRow* row, double time )
{
	wfTextFile* file = &sampler->file;
	const wfFootstep* step = &row->step;
	wfText_Add( &file->text, "%s,%u,", wfFormatShortest( time, "" ).text, row->serial );
	putVector( file, sampler->exact ? wfFootstep_GetExactPosition( step, time ) : wfFootstep_GetPosition( step, time ) );
	putVector( file, sampler->exact ? wfFootstep_GetExactVelocity( step, time ) : wfFootstep_GetVelocity( step, time ) );
	wfVec2 facing = wfFootstep_GetFacing( step, time );
	putFixed( file, wfAtan2( facing.y, facing.x ) );
	for ( int foot = wf_leftFoot; foot <= wf_rightFoot; ++foot )
	{
		double angle;
		putVector( file, wfFootstep_GetFoot( step, (wfFoot)foot, time, &angle ) );
		putFixed( file, angle );
	}
	wfText_Add( &file->text, "%d,%s\n", row->index, wf_footNames[step->foot] );
}

static void putSamples( wfSampler* sampler, double time )
{
	const wfFootstepRow* rows = sampler->table->rows;
	for ( int64_t i = 0; i < sampler->activeCount; ++i )
	{
		wfSampledWalk* walk = &sampler->walks[sampler->active[i]];
		while ( walk->row + 1 < walk->end && rows[walk->row + 1].step.startTime <= time )
		{
			walk->row += 1;
		}
		// Where one walk of an agent ends as another begins the latter counts.
		int64_t after = i + 1 < sampler->activeCount ? sampler->walks[sampler->active[i + 1]].row : -1;
		if ( after < 0 || rows[after].serial != rows[walk->row].serial )
		{
			putSample( sampler, &rows[walk->row], time );
		}
	}
}

static void runSampler( wfSampler* sampler )
{
	wfText_Add( &sampler->file.text, "# wayfield footstep samples, version 1\n# motion: %s\n# framerate: %s fps\n",
				sampler->exact ? "exact" : "parabola", wfFormatShortest( sampler->fps, "" ).text );
	wfText_AddString( &sampler->file.text,
					  "time,agent,x,y,vx,vy,facing,left_x,left_y,left_angle,right_x,right_y,right_angle,step,foot\n" );
	double frame = 0.0;
	while ( ( sampler->next < sampler->walkCount || sampler->activeCount > 0 ) && wfTextFile_Flush( &sampler->file ) )
	{
		if ( sampler->activeCount == 0 )
		{
			double first = ceil( ( sampler->walks[sampler->next].begins - WF_STEP_GAP ) * sampler->fps );
			frame = sampler->next == 0 || first > frame ? first : frame;
		}
		double time = frame / sampler->fps + 0.0; // no minus zero
		beginWalks( sampler, time );
		endWalks( sampler, time );
		putSamples( sampler, time );
		frame += 1.0;
	}
}

static wfResult checkSamples( const wfFootstepTable* table, double fps, wfError* error )
{
	double count = 0.0;
	for ( int64_t i = 0; i < table->rowCount; ++i )
	{
		wfFootstepFault fault;
		if ( !wfCheckFootstepRow( &table->rows[i], &fault ) )
		{
			return wfFail( error, wf_outOfRange, "step %d of agent %u: %s: %s", table->rows[i].index, table->rows[i].serial,
						   fault.field, fault.message );
		}
		count += table->rows[i].step.duration * fps;
	}
	if ( count > WF_MAX_SAMPLES )
	{
		return wfFail( error, wf_tooLarge, "%g rows at %g a second; expected %g at most", count, fps, WF_MAX_SAMPLES );
	}
	return wf_ok;
}

wfResult wfWriteFootstepSamples( const char* path, const wfFootstepTable* table, double fps, bool exact, wfError* error )
{
	if ( WF_FAILS( path != NULL && table != NULL && wfFootstepTable_IsSorted( table ) ) )
	{
		return wfFail( error, wf_invalidDef, "no path, no table, or one that is not sorted" );
	}
	wfResult result = wfIsValidFps( fps ) ? checkSamples( table, fps, error )
										  : wfFail( error, wf_outOfRange, "fps: expected 0.001 to 1000000, found %g", fps );
	wfSampler sampler = { .table = table, .fps = fps, .exact = exact, .walkCount = findWalks( table, NULL ) };
	size_t count = (size_t)sampler.walkCount;
	if ( result == wf_ok && count > 0 )
	{
		sampler.walks = wfAllocateArray( count, sizeof( wfSampledWalk ) );
		sampler.active = sampler.walks != NULL ? wfAllocateArray( count, sizeof( int64_t ) ) : NULL;
		result = sampler.active != NULL ? wf_ok : wfFail( error, wf_outOfMemory, "out of memory" );
	}
	if ( result != wf_ok && error != NULL )
	{
		snprintf( error->file, sizeof( error->file ), "%s", path );
	}
	if ( result == wf_ok )
	{
		result = wfTextFile_Open( &sampler.file, path, error );
	}
	if ( result == wf_ok )
	{
		if ( count > 0 )
		{
			findWalks( table, sampler.walks );
			qsort( sampler.walks, count, sizeof( wfSampledWalk ), compareWalks );
		}
		runSampler( &sampler );
		result = wfTextFile_Close( &sampler.file, error );
	}
	wfReleaseArray( sampler.walks, count, sizeof( wfSampledWalk ) );
	wfReleaseArray( sampler.active, count, sizeof( int64_t ) );
	return result;
}
