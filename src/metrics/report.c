// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What was measured, and whole recordings at once.

#include "metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES ( 180.0 / 3.141592653589793 )

static int compareNumbers( const void* a, const void* b )
{
	double left = *(const double*)a, right = *(const double*)b;
	return ( left > right ) - ( left < right );
}

// The k-th arrival, where k is 95 % of all agents, rounded up.
static double getArrived95( const wfMetrics* metrics )
{
	int64_t needed = ( (int64_t)metrics->agents.count * 95 + 99 ) / 100;
	double* times =
		needed > 0 && metrics->arrivedCount >= needed ? wfAllocateArray( (size_t)metrics->arrivedCount, sizeof( double ) ) : NULL;
	if ( times == NULL )
	{
		return NAN;
	}
	size_t count = 0;
	for ( int32_t i = 0; i < metrics->agents.count; ++i )
	{
		if ( metrics->agents.data[i].arrived )
		{
			times[count++] = metrics->agents.data[i].arrivalTime;
		}
	}
	qsort( times, count, sizeof( double ), compareNumbers );
	double time = times[needed - 1];
	wfReleaseArray( times, (size_t)metrics->arrivedCount, sizeof( double ) );
	return time;
}

typedef enum WhosePath
{
	pathOfArrived,
	pathOfLeft,
	pathOfAll
} WhosePath;

bool wfMetrics_HasLeft( const wfMetrics* metrics, int32_t index )
{
	const wfTrackedAgent* agent = &metrics->agents.data[index];
	return agent->lastFrame >= 0 && agent->lastFrame < metrics->frameCount - 1;
}

static double getPathRatio( const wfMetrics* metrics, WhosePath whose )
{
	double sum = 0.0;
	int64_t count = 0;
	for ( int32_t i = 0; i < metrics->agents.count; ++i )
	{
		const wfTrackedAgent* agent = &metrics->agents.data[i];
		bool counts = whose == pathOfArrived ? agent->arrived : whose == pathOfLeft ? wfMetrics_HasLeft( metrics, i ) : true;
		double shortest = isnan( agent->shortest ) ? wfDistance3( agent->end, agent->first ) : agent->shortest;
		// Nobody who stayed where he was has a ratio.
		if ( counts && agent->lastFrame >= 0 && shortest > 0.0 )
		{
			sum += agent->walked / shortest;
			count += 1;
		}
	}
	return count > 0 ? sum / (double)count : NAN;
}

static double divide( double sum, double by )
{
	return by > 0.0 ? sum / by : NAN;
}

static void reportArea( const wfMetrics* metrics, wfMetricsReport* report )
{
	const wfAreaMeter* area = &metrics->area;
	double frames = (double)metrics->frameCount, speedSum = area->speedSum;
	int64_t speedCount = area->speedCount;
	for ( int32_t i = 0; i < area->reach; ++i ) // those that wait
	{
		wfAreaFrame frame;
		if ( wfMetrics_GetAreaFrame( metrics, area->frames.count + i, &frame ) )
		{
			speedSum += frame.speedSum;
			speedCount += frame.speedCount;
		}
	}
	report->meanDensity = area->used ? divide( area->countSum, frames ) : NAN;
	report->voronoiDensity = area->used ? divide( area->densitySum, frames ) : NAN;
	report->areaSpeed = area->used ? divide( speedSum, (double)speedCount ) : NAN;
}

wfMetricsReport wfMetrics_GetReport( wfMetrics* metrics )
{
	wfMetricsReport report = { 0 };
	if ( WF_FAILS( metrics != NULL ) )
	{
		return report;
	}
	report.agents = metrics->agents.count;
	report.arrived = metrics->arrivedCount;
	report.arrived95 = getArrived95( metrics );
	report.frames = metrics->frameCount;
	report.seconds = metrics->frameCount > 0 ? metrics->lastTime - metrics->firstTime : 0.0;
	report.overlaps = metrics->overlaps;
	report.deepestOverlap = metrics->deepestOverlap;
	report.wallHits = metrics->wallHits;
	report.deepestWallHit = metrics->deepestWallHit;
	report.standingFraction = divide( metrics->standingTime, metrics->walkingTime );
	for ( int32_t i = 0; i < metrics->agents.count; ++i )
	{
		report.left += wfMetrics_HasLeft( metrics, i );
	}
	report.pathRatio = getPathRatio( metrics, metrics->arrivedCount > 0 ? pathOfArrived
											  : report.left > 0			? pathOfLeft
																		: pathOfAll );
	report.headingChange = divide( metrics->headingSum * DEGREES, metrics->headingTime );
	report.meanSpeed = divide( metrics->agentMetres, metrics->agentTime );
	reportArea( metrics, &report );
	report.laneOrder = divide( metrics->laneSum, (double)metrics->laneCount );
	report.lineCount = metrics->def.lineCount;
	for ( int32_t i = 0; i < report.lineCount; ++i )
	{
		report.lines[i] = wfMetrics_ReportLine( metrics, i );
	}
	return report;
}

int64_t wfMetrics_GetFundamental( const wfMetrics* metrics, wfFundamentalPoint* points, int64_t capacity )
{
	if ( WF_FAILS( metrics != NULL ) )
	{
		return 0;
	}
	const wfAreaMeter* area = &metrics->area;
	int64_t count = 0;
	for ( int64_t i = 0; i < (int64_t)area->frames.count + area->reach; ++i )
	{
		wfAreaFrame frame;
		if ( !wfMetrics_GetAreaFrame( metrics, i, &frame ) || frame.speedCount == 0 )
		{
			continue;
		}
		if ( points != NULL && count < capacity )
		{
			double speed = frame.speedSum / frame.speedCount;
			points[count] = ( wfFundamentalPoint ){ frame.time, frame.density, speed, frame.density * speed };
		}
		count += 1;
	}
	return count;
}

int64_t wfMetrics_GetCrossings( const wfMetrics* metrics, int32_t line, double* times, int64_t capacity )
{
	if ( WF_FAILS( metrics != NULL ) || WF_FAILS( line >= 0 && line < metrics->def.lineCount ) )
	{
		return 0;
	}
	int64_t count = metrics->lines[line].times.count;
	if ( times != NULL && count > 0 && capacity > 0 )
	{
		memcpy( times, metrics->lines[line].times.data, (size_t)( count < capacity ? count : capacity ) * sizeof( double ) );
	}
	return count;
}

// ---------------------------------------------------------------------------------------------------------- recordings

typedef struct Frames
{
	uint32_t* serials;
	wfVec3* positions;
	size_t capacity;
	int64_t stride; // how far apart the nearest two frames are in their numbers
} Frames;

static int64_t getFrameEnd( const wfTrajectories* trajectories, int64_t begin )
{
	int64_t end = begin + 1;
	while ( end < trajectories->rowCount && trajectories->rows[end].frame == trajectories->rows[begin].frame )
	{
		end += 1;
	}
	return end;
}

static wfResult lookAtFrames( const wfTrajectories* trajectories, Frames* frames )
{
	int64_t largest = 0, stride = INT64_MAX;
	for ( int64_t begin = 0, end; begin < trajectories->rowCount; begin = end )
	{
		end = getFrameEnd( trajectories, begin );
		largest = end - begin > largest ? end - begin : largest;
		if ( begin > 0 )
		{
			int64_t gap = (int64_t)trajectories->rows[begin].frame - trajectories->rows[begin - 1].frame;
			if ( gap <= 0 )
			{
				return wf_badFormat; // not sorted
			}
			stride = gap < stride ? gap : stride;
		}
	}
	if ( largest > INT32_MAX )
	{
		return wf_tooLarge;
	}
	frames->stride = stride < INT64_MAX ? stride : 1;
	frames->capacity = (size_t)( largest > 0 ? largest : 1 );
	frames->serials = wfAllocateArray( frames->capacity, sizeof( uint32_t ) );
	frames->positions = wfAllocateArray( frames->capacity, sizeof( wfVec3 ) );
	return frames->serials != NULL && frames->positions != NULL ? wf_ok : wf_outOfMemory;
}

// Frames in which nobody is there count for densities. Once all that waits for frames is done the rest goes at once: two rows
// may lie two thousand million frames apart.
static wfResult addEmptyFrames( wfMetrics* metrics, int64_t number, int64_t count, int64_t stride, double fps )
{
	int64_t span = 2 * (int64_t)metrics->area.reach + 2;
	wfResult result = wf_ok;
	for ( int64_t i = 0; i < count && i < span && result == wf_ok; ++i )
	{
		wfFrame frame = { .time = (double)( number + i * stride ) / fps };
		result = wfMetrics_AddFrame( metrics, &frame );
	}
	if ( result == wf_ok && count > span )
	{
		double from = (double)( number + span * stride ) / fps;
		wfMetrics_AddEmptyToSeries( metrics, from, (double)stride / fps, count - span );
		result = metrics->failed;
		metrics->frameCount += count - span;
		metrics->lastTime = (double)( number + ( count - 1 ) * stride ) / fps;
	}
	return result;
}

static wfResult addRows( wfMetrics* metrics, const wfTrajectories* trajectories, const Frames* frames, int64_t begin,
						 int64_t end )
{
	for ( int64_t i = begin; i < end; ++i )
	{
		const wfTrajectoryRow* row = &trajectories->rows[i];
		frames->serials[i - begin] = (uint32_t)row->id;
		frames->positions[i - begin] = ( wfVec3 ){ row->x, row->y, trajectories->hasHeights ? row->z : 0.0 };
	}
	wfFrame frame = { .time = trajectories->rows[begin].frame / trajectories->fps,
					  .count = (int32_t)( end - begin ),
					  .onMesh = trajectories->hasHeights,
					  .serials = frames->serials,
					  .positions = frames->positions,
					  .headings = trajectories->headings != NULL ? trajectories->headings + begin : NULL,
					  .radii = trajectories->radii != NULL ? trajectories->radii + begin : NULL,
					  .depths = trajectories->depths != NULL ? trajectories->depths + begin : NULL };
	return wfMetrics_AddFrame( metrics, &frame );
}

// Those reported up to a time, before the frame of that time is added: a path ends with the arrival.
static wfResult addArrivals( wfMetrics* metrics, const wfTrajectories* trajectories, double time, int64_t* next )
{
	wfResult result = wf_ok;
	while ( result == wf_ok && *next < trajectories->arrivalCount && trajectories->arrivals[*next].time <= time )
	{
		const wfArrival* arrival = &trajectories->arrivals[( *next )++];
		result = wfMetrics_AddArrival( metrics, (uint32_t)arrival->id, arrival->time );
	}
	return result;
}

wfResult wfMetrics_AddTrajectories( wfMetrics* metrics, const wfTrajectories* trajectories, wfProgressFcn* progress,
									void* context )
{
	if ( WF_FAILS( metrics != NULL && trajectories != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( !( trajectories->fps > 0.0 ) || !isfinite( trajectories->fps ) )
	{
		return wf_outOfRange;
	}
	Frames frames = { 0 };
	wfResult result = lookAtFrames( trajectories, &frames );
	if ( result == wf_ok && metrics->frameCount == 0 )
	{
		metrics->def.fps = trajectories->fps / (double)frames.stride;
	}
	int64_t reported = 0, arrival = 0;
	for ( int64_t begin = 0, end; begin < trajectories->rowCount && result == wf_ok; begin = end )
	{
		end = getFrameEnd( trajectories, begin );
		if ( begin > 0 )
		{
			int64_t before = trajectories->rows[begin - 1].frame, now = trajectories->rows[begin].frame;
			// Recordings made in parts may go on between two frames: to the nearest one.
			int64_t steps = ( 2 * ( now - before ) + frames.stride ) / ( 2 * frames.stride );
			result = addEmptyFrames( metrics, before + frames.stride, steps - 1, frames.stride, trajectories->fps );
		}
		// Times of frames are fractions, those of arrivals sums of ticks: a hundredth of a frame is the same time.
		double now = ( trajectories->rows[begin].frame + 0.01 ) / trajectories->fps;
		result = result == wf_ok ? addArrivals( metrics, trajectories, now, &arrival ) : result;
		result = result == wf_ok ? addRows( metrics, trajectories, &frames, begin, end ) : result;
		if ( result == wf_ok && progress != NULL && end - reported >= 65536 )
		{
			reported = end;
			result = progress( (double)end / (double)trajectories->rowCount, context ) ? wf_ok : wf_cancelled;
		}
	}
	result = result == wf_ok ? addArrivals( metrics, trajectories, INFINITY, &arrival ) : result;
	wfReleaseArray( frames.serials, frames.capacity, sizeof( uint32_t ) );
	wfReleaseArray( frames.positions, frames.capacity, sizeof( wfVec3 ) );
	return result;
}

// ------------------------------------------------------------------------------------------------------- path distances

// Both walk their points in order, each as fast as it likes: the shortest leash that does. Row by row of the table of what is
// needed to come to each pair of points.
static double getFrechet( const wfVec2* path, int32_t count, const wfVec2* reference, int32_t referenceCount )
{
	double* leash = wfAllocateArray( (size_t)referenceCount, sizeof( double ) );
	if ( leash == NULL )
	{
		return NAN;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		double diagonal = 0.0; // of the row before, one to the left
		for ( int32_t k = 0; k < referenceCount; ++k )
		{
			double above = leash[k], least = i > 0 ? above : k > 0 ? leash[k - 1] : 0.0;
			if ( i > 0 && k > 0 )
			{
				least = leash[k - 1] < least ? leash[k - 1] : least;
				least = diagonal < least ? diagonal : least;
			}
			double distance = wfDistance2( path[i], reference[k] );
			diagonal = above;
			leash[k] = distance > least ? distance : least;
		}
	}
	double result = leash[referenceCount - 1];
	wfReleaseArray( leash, (size_t)referenceCount, sizeof( double ) );
	return result;
}

wfPathDistance wfComparePaths( const wfVec2* path, int32_t count, const wfVec2* reference, int32_t referenceCount )
{
	wfPathDistance distance = { NAN, NAN, NAN, NAN };
	int32_t both = count < referenceCount ? count : referenceCount;
	if ( both <= 0 || WF_FAILS( path != NULL && reference != NULL ) )
	{
		return distance;
	}
	double sum = 0.0, largest = 0.0;
	for ( int32_t i = 0; i < both; ++i )
	{
		double apart = wfDistance2( path[i], reference[i] );
		sum += apart;
		largest = apart > largest ? apart : largest;
	}
	distance.mean = sum / both;
	distance.final = wfDistance2( path[both - 1], reference[both - 1] );
	distance.max = largest;
	distance.frechet = getFrechet( path, count, reference, referenceCount );
	return distance;
}
