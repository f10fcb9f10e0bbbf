// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Flow fields by a breadth-first wave, by Dijkstra's algorithm and by fast marching.
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

// Levels of what the wave has not come to, farther apart than those of neighbours are.
#define UNREACHED ( 1 << 30 )
#define WALL ( UNREACHED + 8 )

// Lengths from one bucket on to the last that a step of sqrt 2 may end in.
#define BUCKETS 3

// Slots that a step of 1 takes, and all of them: those of two steps, since what is in use is not longer than one.
#define SLOTS_PER_STEP 16
#define SLOTS ( 2 * SLOTS_PER_STEP )

typedef struct Trial
{
	float time;
	int32_t cell;
} Trial;

typedef struct Trials
{
	Trial* items;
	int64_t count, capacity;
} Trials;

struct wfFlowField
{
	int32_t width, stride; // of the grid, and with the border
	int32_t count;		   // of cells with the border
	wfFlowMethod method;   // of the field there is
	int32_t offsets[NEIGHBORS];
	uint8_t* moves; // bit k: the step to neighbour k is open, with both cells beside it where it is diagonal

	int32_t *startLevels, *levels;
	float* times; // lengths as well
	int32_t* queue;
	int32_t* buckets[BUCKETS];
	Trials heap, slots[SLOTS];

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
		flow->startLevels[place] = WALL;
	}
	for ( int32_t cell = 0; cell < flow->width * height; ++cell )
	{
		flow->startLevels[getPlace( flow, cell )] = wfGrid_IsFree( grid, cell ) ? UNREACHED : WALL;
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
	free( flow->times );
	free( flow->queue );
	for ( int32_t k = 0; k < BUCKETS; ++k )
	{
		free( flow->buckets[k] );
	}
	for ( int32_t k = 0; k < SLOTS; ++k )
	{
		free( flow->slots[k].items );
	}
	free( flow->heap.items );
	free( flow->directions );
	free( flow->x );
	free( flow->y );
	free( flow );
}

void wfFlowField_SetBlocked( wfFlowField* flow, int32_t cell, bool blocked )
{
	int32_t place = getPlace( flow, cell );
	flow->startLevels[place] = blocked ? WALL : UNREACHED;
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

static void clearTimes( wfFlowField* flow )
{
	float* times = flow->times;
	for ( int32_t place = 0, count = flow->count; place < count; ++place )
	{
		times[place] = INFINITY;
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

// One row, without branches, so that compilers make vectors of it. A neighbour at a side is one level nearer or farther. One at
// a corner is at most two nearer; where it is, and no corner is cut, both sides beside it are one nearer.
static void pointAlongRow( const int32_t* restrict below, const int32_t* restrict row, const int32_t* restrict above,
						   uint8_t* restrict directions, int32_t width )
{
	for ( int32_t i = 0; i < width; ++i )
	{
		int32_t side = row[i] - 1, corner = row[i] - 2, best = NO_DIRECTION;
		bool east = row[i + 1] == side, north = above[i] == side, west = row[i - 1] == side, south = below[i] == side;
		best = east ? 0 : best;
		best = north ? 2 : best;
		best = west ? 4 : best;
		best = south ? 6 : best;
		best = ( east & north & ( above[i + 1] == corner ) ) ? 1 : best;
		best = ( north & west & ( above[i - 1] == corner ) ) ? 3 : best;
		best = ( west & south & ( below[i - 1] == corner ) ) ? 5 : best;
		best = ( south & east & ( below[i + 1] == corner ) ) ? 7 : best;
		directions[i] = (uint8_t)best;
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
	clearTimes( flow );
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

static inline void append( Trials* trials, Trial trial )
{
	if ( trials->count == trials->capacity )
	{
		trials->items = wfGrow( trials->items, trials->count + 1, &trials->capacity, sizeof( Trial ) );
	}
	trials->items[trials->count++] = trial;
}

static inline void push( Trials* heap, Trial trial )
{
	append( heap, trial );
	Trial* items = heap->items;
	int64_t at = heap->count - 1;
	while ( at > 0 )
	{
		int64_t parent = ( at - 1 ) / CHILDREN;
		if ( items[parent].time <= trial.time )
		{
			break;
		}
		items[at] = items[parent];
		at = parent;
	}
	items[at] = trial;
}

static inline Trial pop( Trials* heap )
{
	Trial* items = heap->items;
	int64_t count = --heap->count, at = 0;
	Trial first = items[0], last = items[count];
	for ( int64_t child = 1; child < count; child = CHILDREN * at + 1 )
	{
		int64_t end = child + CHILDREN < count ? child + CHILDREN : count, least = child;
		for ( int64_t i = child + 1; i < end; ++i )
		{
			least = items[i].time < items[least].time ? i : least;
		}
		if ( items[least].time >= last.time )
		{
			break;
		}
		items[at] = items[least];
		at = least;
	}
	items[at] = last;
	return first;
}

// The time of arrival from the earlier neighbour along each axis.
static inline float findTime( const float* times, int32_t up )
{
	float a = times[-1] < times[1] ? times[-1] : times[1], b = times[-up] < times[up] ? times[-up] : times[up];
	float first = a < b ? a : b, apart = fabsf( a - b );
	return apart < 1.0f ? 0.5f * ( a + b + sqrtf( 2.0f - apart * apart ) ) : first + 1.0f;
}

static inline int64_t getSlot( float time )
{
	return (int64_t)( time * SLOTS_PER_STEP );
}

// From a cell whose time is final, in the slot `now`. Who arrives in the same slot goes to the heap, the others wait. Returns how
// many of those there are more.
static inline int64_t reachNeighbors( wfFlowField* flow, Trial from, int64_t now )
{
	const int32_t steps[4] = { 1, flow->stride, -1, -flow->stride };
	float* times = flow->times;
	uint32_t moves = flow->moves[from.cell];
	int64_t waiting = 0;
	for ( uint32_t k = 0; k < 4; ++k )
	{
		int32_t next = from.cell + steps[k];
		if ( ( moves >> 2 * k & 1u ) == 0 || times[next] <= from.time )
		{
			continue;
		}
		float time = findTime( times + next, flow->stride );
		if ( time < times[next] )
		{
			int64_t slot = getSlot( time );
			times[next] = time;
			if ( slot <= now ) // before it by rounding
			{
				push( &flow->heap, ( Trial ){ time, next } );
			}
			else
			{
				append( flow->slots + slot % SLOTS, ( Trial ){ time, next } );
				waiting += 1;
			}
		}
	}
	return waiting;
}

// In the order of their times. A heap of all would be large, so it holds only those of one slot of time; by their turn most of
// those that were reached earlier in the meantime are left out.
static void march( wfFlowField* flow, int32_t goal )
{
	float* times = flow->times;
	clearTimes( flow );
	times[goal] = 0.0f;
	append( flow->slots, ( Trial ){ 0.0f, goal } );
	int64_t waiting = 1;
	for ( int64_t now = 0; waiting > 0; ++now )
	{
		Trials* slot = flow->slots + now % SLOTS;
		for ( int64_t i = 0; i < slot->count; ++i )
		{
			if ( slot->items[i].time == times[slot->items[i].cell] )
			{
				push( &flow->heap, slot->items[i] );
			}
		}
		waiting -= slot->count;
		slot->count = 0;
		while ( flow->heap.count > 0 )
		{
			Trial first = pop( &flow->heap );
			if ( first.time == times[first.cell] )
			{
				waiting += reachNeighbors( flow, first, now );
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
