// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "flow_references.h"

#include "command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Neighbours counter-clockwise from east, so that the odd ones are diagonal and both neighbours in this order stand beside it.
#define NEIGHBORS 8
#define NO_DIRECTION NEIGHBORS

#define DIAGONAL 1.41421356f
#define HALF 0.70710678118654752440 // of a diagonal: both coordinates of its unit vector

// Levels of the wave. They leave three bits for the number of a neighbour.
#define UNREACHED ( 1 << 26 )
#define WALL ( UNREACHED + 1 )

// Lengths from one bucket on to the last that a step of sqrt 2 may end in.
#define BUCKETS 3

typedef struct Trial
{
	float time;
	int32_t cell;
} Trial;

struct wfFlowField
{
	int32_t width, stride; // of the grid, and with the border
	int32_t count;		   // of cells with the border
	wfFlowMethod method;   // of the field there is
	int32_t offsets[NEIGHBORS];
	uint8_t* moves; // bit k: the step to neighbour k is open, with both cells beside it where it is diagonal

	int32_t *startLevels, *levels;
	float *startTimes, *times; // lengths as well
	int32_t* queue;
	int32_t* buckets[BUCKETS];
	Trial* heap;
	int64_t heapCapacity;

	uint8_t* directions; // numbers of neighbours
	float *x, *y;		 // directions of fast marching
};

const char* wfDescribeFlow( wfFlowMethod method )
{
	static const char* const names[wf_flowMethodCount] = { "bfs", "dijkstra", "fast marching" };
	return names[method];
}

// ------------------------------------------------------------------------------------------------------------------ map

// With the border.
static int32_t getPlace( const wfFlowField* flow, int32_t cell )
{
	return ( cell / flow->width + 1 ) * flow->stride + cell % flow->width + 1;
}

static bool isOpen( const wfFlowField* flow, int32_t place )
{
	return flow->startLevels[place] != WALL;
}

static void findMoves( wfFlowField* flow, int32_t place )
{
	uint32_t moves = 0;
	for ( uint32_t k = 0; k < NEIGHBORS && isOpen( flow, place ); ++k )
	{
		bool open = isOpen( flow, place + flow->offsets[k] );
		if ( k % 2 == 1 )
		{
			open = open && isOpen( flow, place + flow->offsets[k - 1] ) &&
				   isOpen( flow, place + flow->offsets[( k + 1 ) % NEIGHBORS] );
		}
		moves |= open ? 1u << k : 0u;
	}
	flow->moves[place] = (uint8_t)moves;
}

static void setBlocked( wfFlowField* flow, int32_t place, bool blocked )
{
	flow->startLevels[place] = blocked ? WALL : UNREACHED;
	flow->startTimes[place] = INFINITY;
}

wfFlowField* wfCreateFlowField( const wfGrid* grid )
{
	wfFlowField* flow = wfNewArray( 1, sizeof( wfFlowField ) );
	int32_t height = wfGrid_GetHeight( grid );
	flow->width = wfGrid_GetWidth( grid );
	flow->stride = flow->width + 2;
	flow->count = flow->stride * ( height + 2 );
	int32_t up = flow->stride;
	int32_t offsets[NEIGHBORS] = { 1, up + 1, up, up - 1, -1, -up - 1, -up, -up + 1 };
	memcpy( flow->offsets, offsets, sizeof( offsets ) );
	size_t count = (size_t)flow->count;
	flow->moves = wfNewArray( count, 1 );
	flow->startLevels = wfNewArray( count, sizeof( int32_t ) );
	flow->levels = wfNewArray( count, sizeof( int32_t ) );
	flow->startTimes = wfNewArray( count, sizeof( float ) );
	flow->times = wfNewArray( count, sizeof( float ) );
	// A cell that is not new is written behind the end of the queue, too.
	flow->queue = wfNewArray( count + 1, sizeof( int32_t ) );
	for ( int32_t k = 0; k < BUCKETS; ++k )
	{
		flow->buckets[k] = wfNewArray( count, sizeof( int32_t ) );
	}
	flow->directions = wfNewArray( count, 1 );
	flow->x = wfNewArray( count, sizeof( float ) );
	flow->y = wfNewArray( count, sizeof( float ) );
	for ( int32_t place = 0; place < flow->count; ++place )
	{
		setBlocked( flow, place, true );
	}
	for ( int32_t cell = 0; cell < flow->width * height; ++cell )
	{
		setBlocked( flow, getPlace( flow, cell ), !wfGrid_IsFree( grid, cell ) );
	}
	for ( int32_t cell = 0; cell < flow->width * height; ++cell )
	{
		findMoves( flow, getPlace( flow, cell ) );
	}
	return flow;
}

void wfDestroyFlowField( wfFlowField* flow )
{
	free( flow->moves );
	free( flow->startLevels );
	free( flow->levels );
	free( flow->startTimes );
	free( flow->times );
	free( flow->queue );
	for ( int32_t k = 0; k < BUCKETS; ++k )
	{
		free( flow->buckets[k] );
	}
	free( flow->heap );
	free( flow->directions );
	free( flow->x );
	free( flow->y );
	free( flow );
}

void wfFlowField_SetBlocked( wfFlowField* flow, int32_t cell, bool blocked )
{
	int32_t place = getPlace( flow, cell );
	setBlocked( flow, place, blocked );
	findMoves( flow, place );
	for ( int32_t k = 0; k < NEIGHBORS; ++k )
	{
		// Those in the border have no moves, and none beyond them is asked for.
		if ( isOpen( flow, place + flow->offsets[k] ) )
		{
			findMoves( flow, place + flow->offsets[k] );
		}
	}
}

// --------------------------------------------------------------------------------------------------------- breadth first

static inline int32_t reach( int32_t* levels, int32_t* queue, int32_t tail, int32_t place, int32_t level )
{
	// Without a branch, since nobody can tell which of the neighbours are new.
	int32_t before = levels[place];
	bool isNew = before == UNREACHED;
	levels[place] = isNew ? level : before;
	queue[tail] = place;
	return tail + isNew;
}

static void spread( wfFlowField* flow, int32_t goal )
{
	int32_t *levels = flow->levels, *queue = flow->queue;
	int32_t stride = flow->stride, tail = 1;
	memcpy( levels, flow->startLevels, (size_t)flow->count * sizeof( int32_t ) );
	levels[goal] = 0;
	queue[0] = goal;
	for ( int32_t head = 0; head < tail; ++head )
	{
		int32_t place = queue[head], level = levels[place] + 1;
		tail = reach( levels, queue, tail, place - stride, level );
		tail = reach( levels, queue, tail, place - 1, level );
		tail = reach( levels, queue, tail, place + 1, level );
		tail = reach( levels, queue, tail, place + stride, level );
	}
}

static inline int32_t getLesser( int32_t a, int32_t b )
{
	return a < b ? a : b;
}

// A level with the number of the neighbour behind it: the least of them tells which one it is.
static inline int32_t rank( int32_t level, int32_t neighbor )
{
	return level * NEIGHBORS + neighbor;
}

static inline int32_t rankDiagonal( int32_t level, int32_t neighbor, int32_t beside, int32_t other )
{
	return beside == WALL || other == WALL ? rank( WALL, neighbor ) : rank( level, neighbor );
}

// One row, without branches, so that compilers make vectors of it.
static void pointAlongRow( const int32_t* restrict below, const int32_t* restrict row, const int32_t* restrict above,
						   uint8_t* restrict directions, int32_t width )
{
	for ( int32_t i = 0; i < width; ++i )
	{
		int32_t east = row[i + 1], north = above[i], west = row[i - 1], south = below[i];
		int32_t best = getLesser( rank( east, 0 ), rank( north, 2 ) );
		best = getLesser( best, getLesser( rank( west, 4 ), rank( south, 6 ) ) );
		best = getLesser( best, rankDiagonal( above[i + 1], 1, east, north ) );
		best = getLesser( best, rankDiagonal( above[i - 1], 3, north, west ) );
		best = getLesser( best, rankDiagonal( below[i - 1], 5, west, south ) );
		best = getLesser( best, rankDiagonal( below[i + 1], 7, south, east ) );
		int32_t level = row[i];
		bool leads = level < UNREACHED && best / NEIGHBORS < level;
		directions[i] = (uint8_t)( leads ? best % NEIGHBORS : NO_DIRECTION );
	}
}

static void solveBreadthFirst( wfFlowField* flow, int32_t goal )
{
	spread( flow, goal );
	for ( int32_t row = flow->stride + 1; row < flow->count - flow->stride; row += flow->stride )
	{
		const int32_t* levels = flow->levels + row;
		pointAlongRow( levels - flow->stride, levels, levels + flow->stride, flow->directions + row, flow->width );
	}
}

// -------------------------------------------------------------------------------------------------------------- Dijkstra

typedef struct Wave
{
	float* lengths;
	uint8_t* directions;
	int32_t* buckets[BUCKETS];
	int32_t counts[BUCKETS];
} Wave;

static inline void shorten( Wave* wave, int32_t place, float length, uint8_t direction )
{
	float before = wave->lengths[place];
	if ( length < before )
	{
		int32_t bucket = (int32_t)length;
		wave->lengths[place] = length;
		wave->directions[place] = direction;
		// It is in that bucket already where it was only made a little shorter.
		if ( before == INFINITY || (int32_t)before != bucket )
		{
			int32_t at = bucket % BUCKETS;
			wave->buckets[at][wave->counts[at]++] = place;
		}
	}
}

// All from one cell; directions lead back.
static inline void shortenNeighbors( Wave* wave, int32_t place, int32_t up, uint32_t moves )
{
	float straight = wave->lengths[place] + 1.0f, diagonal = wave->lengths[place] + DIAGONAL;
	if ( moves & 1u )
	{
		shorten( wave, place + 1, straight, 4 );
	}
	if ( moves & 4u )
	{
		shorten( wave, place + up, straight, 6 );
	}
	if ( moves & 16u )
	{
		shorten( wave, place - 1, straight, 0 );
	}
	if ( moves & 64u )
	{
		shorten( wave, place - up, straight, 2 );
	}
	if ( moves & 2u )
	{
		shorten( wave, place + up + 1, diagonal, 5 );
	}
	if ( moves & 8u )
	{
		shorten( wave, place + up - 1, diagonal, 7 );
	}
	if ( moves & 32u )
	{
		shorten( wave, place - up - 1, diagonal, 1 );
	}
	if ( moves & 128u )
	{
		shorten( wave, place - up + 1, diagonal, 3 );
	}
}

// A bucket holds the lengths from one whole number to the next. No step is shorter than 1, so no cell of a bucket can shorten
// another one of it, and their order does not matter.
static void solveDijkstra( wfFlowField* flow, int32_t goal )
{
	Wave wave = { .lengths = flow->times, .directions = flow->directions, .counts = { 1 } };
	memcpy( wave.lengths, flow->startTimes, (size_t)flow->count * sizeof( float ) );
	memset( wave.directions, NO_DIRECTION, (size_t)flow->count );
	memcpy( wave.buckets, flow->buckets, sizeof( wave.buckets ) );
	wave.lengths[goal] = 0.0f;
	wave.buckets[0][0] = goal;
	for ( int32_t length = 0; wave.counts[0] + wave.counts[1] + wave.counts[2] > 0; ++length )
	{
		int32_t bucket = length % BUCKETS;
		for ( int32_t i = 0; i < wave.counts[bucket]; ++i )
		{
			int32_t place = wave.buckets[bucket][i];
			// Else it was shortened into a bucket before this one.
			if ( (int32_t)wave.lengths[place] == length )
			{
				shortenNeighbors( &wave, place, flow->stride, flow->moves[place] );
			}
		}
		wave.counts[bucket] = 0;
	}
}

// --------------------------------------------------------------------------------------------------------- fast marching

#define CHILDREN 4

static inline void push( Trial* heap, int64_t at, Trial trial )
{
	while ( at > 0 )
	{
		int64_t parent = ( at - 1 ) / CHILDREN;
		if ( heap[parent].time <= trial.time )
		{
			break;
		}
		heap[at] = heap[parent];
		at = parent;
	}
	heap[at] = trial;
}

// Takes the first one away; `count` is what is left.
static inline void pop( Trial* heap, int64_t count )
{
	Trial last = heap[count];
	int64_t at = 0;
	for ( int64_t child = 1; child < count; child = CHILDREN * at + 1 )
	{
		int64_t end = child + CHILDREN < count ? child + CHILDREN : count, least = child;
		for ( int64_t i = child + 1; i < end; ++i )
		{
			least = heap[i].time < heap[least].time ? i : least;
		}
		if ( heap[least].time >= last.time )
		{
			break;
		}
		heap[at] = heap[least];
		at = least;
	}
	heap[at] = last;
}

// The time of arrival from the earlier neighbour along each axis.
static inline float findTime( const float* times, int32_t up )
{
	float a = fminf( times[-1], times[1] ), b = fminf( times[-up], times[up] );
	float apart = fabsf( a - b );
	return apart < 1.0f ? 0.5f * ( a + b + sqrtf( 2.0f - apart * apart ) ) : fminf( a, b ) + 1.0f;
}

static void march( wfFlowField* flow, int32_t goal )
{
	float* times = flow->times;
	int32_t steps[4] = { 1, flow->stride, -1, -flow->stride };
	int64_t count = 1;
	memcpy( times, flow->startTimes, (size_t)flow->count * sizeof( float ) );
	times[goal] = 0.0f;
	flow->heap = wfGrow( flow->heap, 1, &flow->heapCapacity, sizeof( Trial ) );
	flow->heap[0] = ( Trial ){ 0.0f, goal };
	while ( count > 0 )
	{
		Trial first = flow->heap[0];
		pop( flow->heap, --count );
		if ( first.time > times[first.cell] )
		{
			continue; // there was an earlier one
		}
		flow->heap = wfGrow( flow->heap, count + 4, &flow->heapCapacity, sizeof( Trial ) );
		uint32_t moves = flow->moves[first.cell];
		for ( uint32_t k = 0; k < 4; ++k )
		{
			int32_t next = first.cell + steps[k];
			if ( ( moves >> 2 * k & 1u ) == 0 || times[next] <= first.time )
			{
				continue;
			}
			float time = findTime( times + next, flow->stride );
			if ( time < times[next] )
			{
				times[next] = time;
				push( flow->heap, count++, ( Trial ){ time, next } );
			}
		}
	}
}

static void descendAlongRow( const float* restrict below, const float* restrict row, const float* restrict above,
							 float* restrict x, float* restrict y, int32_t width )
{
	for ( int32_t i = 0; i < width; ++i )
	{
		float time = row[i], east = row[i + 1], west = row[i - 1], north = above[i], south = below[i];
		float alongX = time - ( east < west ? east : west ), alongY = time - ( north < south ? north : south );
		// Not where all is infinite, either.
		alongX = alongX > 0.0f && time < INFINITY ? alongX : 0.0f;
		alongY = alongY > 0.0f && time < INFINITY ? alongY : 0.0f;
		float length = sqrtf( alongX * alongX + alongY * alongY ), scale = length > 0.0f ? 1.0f / length : 0.0f;
		x[i] = east < west ? alongX * scale : -alongX * scale;
		y[i] = north < south ? alongY * scale : -alongY * scale;
	}
}

static void solveFastMarching( wfFlowField* flow, int32_t goal )
{
	march( flow, goal );
	for ( int32_t row = flow->stride + 1; row < flow->count - flow->stride; row += flow->stride )
	{
		const float* times = flow->times + row;
		descendAlongRow( times - flow->stride, times, times + flow->stride, flow->x + row, flow->y + row, flow->width );
	}
}

// --------------------------------------------------------------------------------------------------------------- queries

void wfFlowField_Solve( wfFlowField* flow, wfFlowMethod method, int32_t goal )
{
	static void ( *const solvers[wf_flowMethodCount] )( wfFlowField*, int32_t ) = { solveBreadthFirst, solveDijkstra,
																					solveFastMarching };
	flow->method = method;
	solvers[method]( flow, getPlace( flow, goal ) );
}

wfVec2 wfFlowField_GetDirection( const wfFlowField* flow, int32_t cell )
{
	static const wfVec2 units[NEIGHBORS + 1] = { { 1.0, 0.0 },	  { HALF, HALF },  { 0.0, 1.0 },
												 { -HALF, HALF }, { -1.0, 0.0 },   { -HALF, -HALF },
												 { 0.0, -1.0 },	  { HALF, -HALF }, { 0.0, 0.0 } };
	int32_t place = getPlace( flow, cell );
	if ( flow->method == wf_fastMarchingFlow )
	{
		return ( wfVec2 ){ flow->x[place], flow->y[place] };
	}
	return units[flow->directions[place]];
}

double wfFlowField_GetDistance( const wfFlowField* flow, int32_t cell )
{
	int32_t place = getPlace( flow, cell );
	if ( flow->method == wf_bfsFlow )
	{
		return flow->levels[place] < UNREACHED ? (double)flow->levels[place] : (double)INFINITY;
	}
	return flow->times[place];
}
