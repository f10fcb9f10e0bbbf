// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The time series, window by window, and when everybody came and went.

#include "metrics.h"

#include <math.h>
#include <stdlib.h>

// Times are fractions or sums of ticks: what differs by less than this share of a window is the same time.
#define SAME_TIME 1e-9

// ------------------------------------------------------------------------------------------------------------- windows

// A window has its end but not its beginning, except for the first, which has both: so everything that happens between two frames
// belongs to the window in which it is known.
static double getWindow( const wfMetrics* metrics, double time )
{
	double number = ceil( ( time - metrics->firstTime ) / metrics->series.window - SAME_TIME ) - 1.0;
	return number > 0.0 ? number : 0.0;
}

// The window of a time, made where it is new; null where there are too many, or no memory.
static wfSeriesWindow* findWindow( wfMetrics* metrics, double time )
{
	wfSeriesMeter* series = &metrics->series;
	double number = getWindow( metrics, time );
	if ( !wfMetrics_Keep( metrics, number < WF_MAX_WINDOWS ? wf_ok : wf_tooLarge ) ||
		 !wfMetrics_Keep( metrics, wfArray_Reserve( &series->windows, (size_t)number + 1 ) ) )
	{
		return NULL;
	}
	while ( series->windows.count <= (int32_t)number )
	{
		series->windows.data[series->windows.count++] = ( wfSeriesWindow ){ 0 };
	}
	return &series->windows.data[(int32_t)number];
}

void wfMetrics_AddToSeries( wfMetrics* metrics, const wfFrame* frame )
{
	wfSeriesMeter* series = &metrics->series;
	wfSeriesWindow* window = findWindow( metrics, frame->time );
	if ( window == NULL )
	{
		return;
	}
	window->frames += 1;
	window->people += frame->count;
	window->metres += metrics->agentMetres - series->metresBefore;
	window->seconds += metrics->agentTime - series->secondsBefore;
	series->metresBefore = metrics->agentMetres;
	series->secondsBefore = metrics->agentTime;
}

void wfMetrics_AddEmptyToSeries( wfMetrics* metrics, double time, double step, int64_t count )
{
	const wfSeriesMeter* series = &metrics->series;
	for ( int64_t i = 0; i < count && series->window > 0.0; )
	{
		double now = time + (double)i * step;
		wfSeriesWindow* window = findWindow( metrics, now );
		if ( window == NULL )
		{
			return;
		}
		double end = metrics->firstTime + ( getWindow( metrics, now ) + 1.0 ) * series->window;
		double more = floor( ( end - now + SAME_TIME * series->window ) / step ) + 1.0, rest = (double)( count - i );
		int64_t frames = (int64_t)( more < 1.0 ? 1.0 : more > rest ? rest : more );
		window->frames += frames;
		i += frames;
	}
}

// -------------------------------------------------------------------------------------------------------------- series

// The last window may be short; its flows would be those of single persons.
static int64_t countPoints( const wfMetrics* metrics )
{
	int64_t count = metrics->series.windows.count;
	double from = metrics->firstTime + (double)( count - 1 ) * metrics->series.window;
	return count > 1 && metrics->lastTime - from < 0.5 * metrics->series.window ? count - 1 : count;
}

static void beginPoints( const wfMetrics* metrics, wfSeriesPoint* points, int64_t count )
{
	const wfSeriesMeter* series = &metrics->series;
	bool inArea = metrics->area.used;
	for ( int64_t i = 0; i < count; ++i )
	{
		const wfSeriesWindow* window = &series->windows.data[i];
		double from = metrics->firstTime + (double)i * series->window, frames = (double)window->frames;
		double people = inArea || frames == 0.0 ? 0.0 : window->people / frames;
		points[i] = ( wfSeriesPoint ){ .from = from,
									   .to = fmin( from + series->window, metrics->lastTime ),
									   .frames = window->frames,
									   .people = people,
									   .density = inArea ? 0.0 : people / series->floorSize,
									   .voronoiDensity = inArea ? 0.0 : NAN,
									   .speed = window->seconds > 0.0 ? window->metres / window->seconds : NAN };
		for ( int32_t k = metrics->def.lineCount; k < WF_MAX_METRIC_LINES; ++k )
		{
			points[i].flows[k] = NAN;
		}
	}
}

static wfSeriesPoint* findPoint( const wfMetrics* metrics, wfSeriesPoint* points, int64_t count, double time )
{
	double number = getWindow( metrics, time );
	return number < (double)count ? &points[(int64_t)number] : NULL;
}

static void addArea( const wfMetrics* metrics, wfSeriesPoint* points, int64_t count )
{
	const wfAreaMeter* area = &metrics->area;
	int64_t speeds = 0;
	double speedSum = 0.0;
	wfSeriesPoint* before = NULL;
	for ( int64_t i = 0; i < count; ++i )
	{
		points[i].speed = NAN;
	}
	for ( int64_t i = 0; i < (int64_t)area->frames.count + area->reach; ++i ) // in the order of time
	{
		wfAreaFrame frame;
		wfSeriesPoint* point =
			wfMetrics_GetAreaFrame( metrics, i, &frame ) ? findPoint( metrics, points, count, frame.time ) : NULL;
		if ( point == NULL )
		{
			continue;
		}
		speeds = point == before ? speeds : 0;
		speedSum = point == before ? speedSum : 0.0;
		speeds += frame.speedCount;
		speedSum += frame.speedSum;
		before = point;
		point->people += (double)frame.people / (double)point->frames;
		point->voronoiDensity += frame.density / (double)point->frames;
		point->speed = speeds > 0 ? speedSum / (double)speeds : NAN;
	}
	for ( int64_t i = 0; i < count; ++i )
	{
		points[i].density = points[i].people / area->size;
	}
}

static void addFlows( const wfMetrics* metrics, wfSeriesPoint* points, int64_t count )
{
	for ( int32_t k = 0; k < metrics->def.lineCount; ++k )
	{
		const wfLineMeter* line = &metrics->lines[k];
		for ( int32_t i = 0; i < line->times.count; ++i )
		{
			wfSeriesPoint* point = findPoint( metrics, points, count, line->times.data[i] );
			if ( point != NULL )
			{
				point->flows[k] += 1.0;
			}
		}
	}
	for ( int32_t i = 0; i < metrics->agents.count; ++i )
	{
		const wfTrackedAgent* agent = &metrics->agents.data[i];
		bool gone = metrics->arrivedCount > 0 ? agent->arrived : wfMetrics_HasLeft( metrics, i );
		double time = agent->arrived ? agent->arrivalTime : agent->lastTime;
		wfSeriesPoint* point = gone ? findPoint( metrics, points, count, time ) : NULL;
		if ( point != NULL )
		{
			point->outflow += 1.0;
		}
	}
	for ( int64_t i = 0; i < count; ++i )
	{
		double seconds = points[i].to - points[i].from;
		points[i].outflow = seconds > 0.0 ? points[i].outflow / seconds : NAN;
		for ( int32_t k = 0; k < metrics->def.lineCount; ++k )
		{
			points[i].flows[k] = seconds > 0.0 ? points[i].flows[k] / seconds : NAN;
		}
	}
}

int64_t wfMetrics_GetSeries( const wfMetrics* metrics, wfSeriesPoint* points, int64_t capacity )
{
	if ( WF_FAILS( metrics != NULL ) )
	{
		return 0;
	}
	int64_t count = countPoints( metrics ), filled = count < capacity ? count : capacity;
	if ( points != NULL && filled > 0 )
	{
		beginPoints( metrics, points, filled );
		addFlows( metrics, points, filled );
		if ( metrics->area.used )
		{
			addArea( metrics, points, filled );
		}
	}
	return count;
}

// ------------------------------------------------------------------------------------------------------------ journeys

static int compareJourneys( const void* a, const void* b )
{
	const wfJourney *left = a, *right = b;
	int byTime = ( left->to > right->to ) - ( left->to < right->to );
	return byTime != 0 ? byTime : ( left->serial > right->serial ) - ( left->serial < right->serial );
}

int64_t wfMetrics_GetJourneys( const wfMetrics* metrics, wfJourney* journeys, int64_t capacity )
{
	if ( WF_FAILS( metrics != NULL ) )
	{
		return 0;
	}
	size_t most = (size_t)metrics->agents.count, count = 0;
	wfJourney* all = most > 0 ? wfAllocateArray( most, sizeof( wfJourney ) ) : NULL;
	for ( int32_t i = 0; i < metrics->agents.count && all != NULL; ++i )
	{
		const wfTrackedAgent* agent = &metrics->agents.data[i];
		if ( agent->lastFrame >= 0 ) // an arrival may have been reported of somebody who was in no frame
		{
			all[count++] = ( wfJourney ){ .serial = agent->serial,
										  .from = agent->firstTime,
										  .to = agent->arrived ? agent->arrivalTime : agent->lastTime,
										  .walked = agent->walked,
										  .arrived = agent->arrived,
										  .left = wfMetrics_HasLeft( metrics, i ) };
		}
	}
	if ( count > 0 )
	{
		qsort( all, count, sizeof( wfJourney ), compareJourneys );
	}
	for ( size_t i = 0; i < count && journeys != NULL && (int64_t)i < capacity; ++i )
	{
		journeys[i] = all[i];
	}
	wfReleaseArray( all, most, sizeof( wfJourney ) );
	return (int64_t)count;
}
