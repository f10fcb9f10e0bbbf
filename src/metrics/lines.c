// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is reported of a line: its flow, the flow of its middle part, and who ended in front of it.

#include "metrics.h"

#include <math.h>

// With fewer persons there is no middle part worth a figure.
#define LEAST_STATIONARY 10
// One in so many at either end are left out.
#define STATIONARY_SHARE 5

// Density and speed in the area from one time to another. Frames without anybody may not have been kept: they count by the rate.
static void addArea( const wfMetrics* metrics, wfStationaryFlow* flow )
{
	const wfAreaMeter* area = &metrics->area;
	double people = 0.0, density = 0.0, speedSum = 0.0;
	int64_t frames = 0, speeds = 0;
	for ( int64_t i = 0; i < (int64_t)area->frames.count + area->reach; ++i )
	{
		wfAreaFrame frame;
		if ( wfMetrics_GetAreaFrame( metrics, i, &frame ) && frame.time >= flow->from && frame.time <= flow->to )
		{
			people += frame.people;
			density += frame.density;
			speedSum += frame.speedSum;
			speeds += frame.speedCount;
			frames += 1;
		}
	}
	double all = fmax( (double)frames, floor( ( flow->to - flow->from ) * metrics->def.fps + 0.5 ) + 1.0 );
	flow->density = people / all / area->size;
	flow->voronoiDensity = density / all;
	flow->speed = speeds > 0 ? speedSum / (double)speeds : NAN;
}

static wfStationaryFlow reportStationary( const wfMetrics* metrics, const wfLineMeter* line, double length )
{
	wfStationaryFlow flow = { .from = NAN,
							  .to = NAN,
							  .flow = NAN,
							  .specificFlow = NAN,
							  .deviation = NAN,
							  .density = NAN,
							  .voronoiDensity = NAN,
							  .speed = NAN };
	int32_t count = line->times.count, cut = ( count + STATIONARY_SHARE - 1 ) / STATIONARY_SHARE;
	const double* times = line->times.data;
	int32_t first = cut - 1, last = count - cut - 1; // the first fifth has crossed with the first of them
	if ( count < LEAST_STATIONARY || !( times[last] > times[first] ) )
	{
		return flow;
	}
	flow.from = times[first];
	flow.to = times[last];
	flow.crossings = last - first;
	flow.flow = (double)flow.crossings / ( flow.to - flow.from );
	flow.specificFlow = flow.flow / length;
	flow.deviation = 0.0;
	for ( int32_t i = first; i <= last; ++i )
	{
		flow.deviation = fmax( flow.deviation, fabs( i - first - flow.flow * ( times[i] - flow.from ) ) );
	}
	if ( metrics->area.used )
	{
		addArea( metrics, &flow );
	}
	return flow;
}

// Persons who vanish just before a line are as good as across, but nobody sees them cross.
static int64_t countMissed( const wfMetrics* metrics, int32_t index )
{
	wfVec2 a = metrics->def.lines[index][0], b = metrics->def.lines[index][1];
	double reach = metrics->def.missedReach;
	int64_t count = 0;
	for ( int32_t i = 0; i < metrics->agents.count; ++i )
	{
		const wfTrackedAgent* agent = &metrics->agents.data[i];
		bool ended = agent->lastFrame >= 0 && ( agent->arrived || wfMetrics_HasLeft( metrics, i ) );
		bool crossed = ( agent->crossedLines >> index & 1 ) != 0;
		count += ended && !crossed && wfSegmentDistanceSquared( a, b, wfInPlane( agent->last ) ) <= reach * reach;
	}
	return count;
}

wfLineReport wfMetrics_ReportLine( const wfMetrics* metrics, int32_t index )
{
	const wfLineMeter* line = &metrics->lines[index];
	double length = wfDistance2( metrics->def.lines[index][0], metrics->def.lines[index][1] );
	wfLineReport report = { .crossings = line->times.count,
							.forward = line->forward,
							.backward = line->backward,
							.firstTime = NAN,
							.lastTime = NAN,
							.stationary = reportStationary( metrics, line, length ),
							.missed = countMissed( metrics, index ) };
	if ( line->times.count > 0 )
	{
		report.firstTime = line->times.data[0];
		report.lastTime = line->times.data[line->times.count - 1];
		double seconds = report.lastTime - report.firstTime;
		report.flow = seconds > 0.0 ? ( line->times.count - 1 ) / seconds : 0.0;
		report.specificFlow = report.flow / length;
	}
	return report;
}
