// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Slots spread over the inside of a drawn ring: samples of the inside are shared out in strips across, as many to each slot, and
// then slots move to the middle of the samples that are nearest to them, a few times (S. Lloyd, "Least squares quantization in
// PCM", IEEE Transactions on Information Theory 28, 1982). Inside is what the ring goes around at least once, however often it
// crosses itself.
#include "base/arrays.h"
#include "base/vec2.h"
#include "group/slots.h"
#include "group/tuning.h"

typedef struct outline
{
	int32_t edgeCount;
	wfVec2* ring;	// closed: edge k goes from point k to k + 1
	int32_t* order; // of edges, by where they begin along x
	int32_t* work;
	int32_t* active; // edges that the current line across crosses
	int32_t activeCount, next;
	wfVec2* crossings; // y, and how the ring's turns about the place change there
	wfVec2* spans;	   // inside, from x to y of each
	int32_t spanCount;
	wfBox2 box;
} outline;

static double getBegin( const wfVec2* ring, int32_t edge )
{
	return wfMin( ring[edge].x, ring[edge + 1].x );
}

static bool doesEdgeBeginBefore( const wfVec2* ring, int32_t a, int32_t b )
{
	double first = getBegin( ring, a ), second = getBegin( ring, b );
	return first != second ? first < second : a < b;
}

static bool isCrossingBefore( const wfVec2* crossings, int32_t a, int32_t b )
{
	return crossings[a].x != crossings[b].x ? crossings[a].x < crossings[b].x : a < b;
}

static void beginScan( outline* o )
{
	o->activeCount = o->next = 0;
}

// The edges that reach from at most x to beyond it.
static void findActive( outline* o, double x )
{
	while ( o->next < o->edgeCount && getBegin( o->ring, o->order[o->next] ) <= x )
	{
		o->active[o->activeCount++] = o->order[o->next++];
	}
	int32_t kept = 0;
	for ( int32_t k = 0; k < o->activeCount; ++k )
	{
		int32_t edge = o->active[k];
		if ( wfMax( o->ring[edge].x, o->ring[edge + 1].x ) > x )
		{
			o->active[kept++] = edge;
		}
	}
	o->activeCount = kept;
}

// What is inside on the line across at x, which must not fall from call to call. Gives the length.
static double scanLine( outline* o, double x, int32_t* sorted, int32_t* work )
{
	findActive( o, x );
	for ( int32_t k = 0; k < o->activeCount; ++k )
	{
		wfVec2 a = o->ring[o->active[k]], b = o->ring[o->active[k] + 1];
		o->crossings[k] = ( wfVec2 ){ a.y + ( b.y - a.y ) * ( ( x - a.x ) / ( b.x - a.x ) ), a.x < b.x ? 1.0 : -1.0 };
	}
	wfSortSlots( o->crossings, o->activeCount, isCrossingBefore, sorted, work );
	double length = 0.0, turns = 0.0, begin = 0.0;
	o->spanCount = 0;
	for ( int32_t k = 0; k < o->activeCount; ++k )
	{
		wfVec2 crossing = o->crossings[sorted[k]];
		begin = turns == 0.0 ? crossing.x : begin;
		turns += crossing.y;
		if ( turns == 0.0 && crossing.x > begin )
		{
			o->spans[o->spanCount++] = ( wfVec2 ){ begin, crossing.x };
			length += crossing.x - begin;
		}
	}
	return length;
}

// ------------------------------------------------------------------------------------------------------------- samples

typedef struct samples
{
	int32_t count, lineCount;
	double area;
	wfVec2* places;	 // by x, those of a line by y
	int32_t* owners; // slots
	int32_t *sorted, *work;
} samples;

static double getLine( const outline* o, const samples* s, int32_t line )
{
	return o->box.lower.x + ( o->box.upper.x - o->box.lower.x ) * ( ( line + 0.5 ) / s->lineCount );
}

// The length of all lines, inside; with a step the samples at every step of it.
static double sweep( outline* o, samples* s, double step )
{
	double length = 0.0;
	int32_t found = 0;
	beginScan( o );
	for ( int32_t line = 0; line < s->lineCount; ++line )
	{
		double x = getLine( o, s, line );
		scanLine( o, x, o->work, o->work + o->edgeCount );
		for ( int32_t k = 0; k < o->spanCount; ++k )
		{
			wfVec2 span = o->spans[k];
			double end = length + ( span.y - span.x );
			for ( ; step > 0.0 && found < s->count && ( found + 0.5 ) * step < end; ++found )
			{
				s->places[found] = ( wfVec2 ){ x, wfMin( span.x + ( ( found + 0.5 ) * step - length ), span.y ) };
			}
			length = end;
		}
	}
	s->count = step > 0.0 ? found : s->count;
	return length;
}

// As many lines as make samples equally far apart along and across. The area tells how many, and lines tell the area: what few
// lines miss, as many as samples find.
static wfResult takeSamples( outline* o, samples* s, wfError* error )
{
	double depth = o->box.upper.x - o->box.lower.x, width = o->box.upper.y - o->box.lower.y, length = 0.0;
	double least = WF_LEAST_OUTLINE * ( depth * depth + width * width );
	s->lineCount = WF_OUTLINE_LINES;
	for ( int32_t pass = 0; pass < 3; ++pass )
	{
		length = sweep( o, s, 0.0 );
		s->area = length * depth / s->lineCount;
		if ( pass < 2 )
		{
			double lines = s->area > least ? depth / sqrt( s->area / s->count ) : s->count;
			s->lineCount = (int32_t)wfMin( wfMax( lines, WF_FEWEST_LINES ), s->count );
		}
	}
	if ( !( s->area > least ) )
	{
		return wfRefuseSlots( error, "points", "have nothing inside, expected a ring with an area" );
	}
	sweep( o, s, length / s->count );
	return wf_ok;
}

static bool isSampleBefore( const wfVec2* places, int32_t a, int32_t b )
{
	return places[a].y != places[b].y ? places[a].y < places[b].y : a < b;
}

// Where the strip ends that begins with a sample: it has room for a whole number of slots beside each other, as many as its mean
// width has room for.
static int32_t endStrip( const outline* o, const samples* s, int32_t begin, int32_t count, int32_t given, int32_t* inStrip )
{
	double apart = sqrt( s->area / count ), lineStep = ( o->box.upper.x - o->box.lower.x ) / s->lineCount;
	for ( int32_t end = begin + 1; end < s->count; ++end )
	{
		if ( s->places[end].x != s->places[end - 1].x )
		{
			double width = ( end - begin ) * ( s->area / s->count ) / ( s->places[end - 1].x - s->places[begin].x + lineStep );
			int32_t wanted = (int32_t)wfMax( floor( width / apart + 0.5 ), 1.0 );
			int64_t needed = ( (int64_t)( given + wanted ) * s->count + count - 1 ) / count;
			if ( end >= needed && given + wanted < count )
			{
				*inStrip = wanted;
				return needed > begin ? (int32_t)needed : end;
			}
		}
	}
	*inStrip = count - given;
	return s->count;
}

// Strips across, and in each of them as many samples to each slot, from right to left.
static void shareOut( const outline* o, samples* s, int32_t count, wfVec2* slots )
{
	for ( int32_t begin = 0, end = 0, given = 0; begin < s->count; begin = end )
	{
		int32_t inStrip;
		end = endStrip( o, s, begin, count, given, &inStrip );
		wfSortSlots( s->places + begin, end - begin, isSampleBefore, s->sorted, s->work );
		for ( int32_t k = 0; k < inStrip; ++k )
		{
			int64_t first = (int64_t)( end - begin ) * k / inStrip, last = (int64_t)( end - begin ) * ( k + 1 ) / inStrip;
			wfVec2 sum = { 0.0, 0.0 };
			for ( int64_t i = first; i < last; ++i )
			{
				int32_t sample = begin + s->sorted[i];
				s->owners[sample] = given + k;
				sum = wfAdd2( sum, wfSub2( s->places[sample], o->box.lower ) );
			}
			slots[given + k] =
				last > first ? wfAdd2( o->box.lower, wfDivide2( sum, (double)( last - first ) ) ) : s->places[begin];
		}
		given += inStrip;
	}
}

// ------------------------------------------------------------------------------------------------------ to the middle

// Slots by square cells.
typedef struct buckets
{
	double side;
	int32_t columns, rows;
	wfVec2 lower;
	int32_t* begins; // of cells among the items, and their number
	int32_t* items;	 // slots
	wfVec2* sums;	 // of a slot's samples
	int32_t* counts;
} buckets;

static int32_t getCell( double from, double side, int32_t most )
{
	double cell = from / side;
	return cell > 0.0 ? ( cell < most ? (int32_t)cell : most - 1 ) : 0;
}

static int32_t findBucket( const buckets* b, wfVec2 place )
{
	return getCell( place.y - b->lower.y, b->side, b->rows ) * b->columns + getCell( place.x - b->lower.x, b->side, b->columns );
}

static void fillBuckets( buckets* b, const wfVec2* slots, int32_t count )
{
	int32_t cells = b->columns * b->rows;
	memset( b->begins, 0, ( (size_t)cells + 1 ) * sizeof( *b->begins ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		++b->begins[findBucket( b, slots[k] )];
	}
	for ( int32_t cell = 1; cell <= cells; ++cell )
	{
		b->begins[cell] += b->begins[cell - 1];
	}
	for ( int32_t k = count - 1; k >= 0; --k )
	{
		b->items[--b->begins[findBucket( b, slots[k] )]] = k;
	}
}

static void lookIntoRow( const buckets* b, const wfVec2* slots, int32_t first, int32_t last, wfVec2 place, int32_t* best,
						 double* least )
{
	for ( int32_t k = b->begins[first]; k < b->begins[last + 1]; ++k )
	{
		wfVec2 way = wfSub2( slots[b->items[k]], place );
		double square = wfDot2( way, way );
		*best = square < *least ? b->items[k] : *best;
		*least = wfMin( *least, square );
	}
}

// The slot nearest to a place: in its own cell, and in rings of cells about it until none can be nearer.
static int32_t findNearest( const buckets* b, const wfVec2* slots, wfVec2 place )
{
	int32_t column = getCell( place.x - b->lower.x, b->side, b->columns ),
			row = getCell( place.y - b->lower.y, b->side, b->rows );
	int32_t best = 0, most = b->columns > b->rows ? b->columns : b->rows;
	double least = INFINITY;
	for ( int32_t ring = 0; ring <= most && least > ( ring - 1.0 ) * ( ring - 1.0 ) * b->side * b->side * ( ring > 0 ); ++ring )
	{
		int32_t left = column - ring > 0 ? column - ring : 0;
		int32_t right = column + ring < b->columns ? column + ring : b->columns - 1;
		for ( int32_t r = row - ring > 0 ? row - ring : 0; r <= row + ring && r < b->rows; ++r )
		{
			int32_t at = r * b->columns;
			if ( r == row - ring || r == row + ring )
			{
				lookIntoRow( b, slots, at + left, at + right, place, &best, &least );
				continue;
			}
			if ( column - ring >= 0 )
			{
				lookIntoRow( b, slots, at + left, at + left, place, &best, &least );
			}
			if ( column + ring < b->columns )
			{
				lookIntoRow( b, slots, at + right, at + right, place, &best, &least );
			}
		}
	}
	return best;
}

static void moveToMiddles( buckets* b, samples* s, int32_t count, wfVec2* slots )
{
	fillBuckets( b, slots, count );
	memset( b->sums, 0, (size_t)count * sizeof( *b->sums ) );
	memset( b->counts, 0, (size_t)count * sizeof( *b->counts ) );
	for ( int32_t k = 0; k < s->count; ++k )
	{
		int32_t owner = findNearest( b, slots, s->places[k] );
		s->owners[k] = owner;
		b->sums[owner] = wfAdd2( b->sums[owner], wfSub2( s->places[k], b->lower ) );
		++b->counts[owner];
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		slots[k] = b->counts[k] > 0 ? wfAdd2( b->lower, wfDivide2( b->sums[k], b->counts[k] ) ) : slots[k];
	}
}

// --------------------------------------------------------------------------------------------------------------- inside

static bool isSlotBehind( const wfVec2* slots, int32_t a, int32_t b )
{
	return slots[a].x != slots[b].x ? slots[a].x < slots[b].x : a < b;
}

// The middle of samples on both sides of a bay lies in the bay, where none may be nearest to it the next time: such a slot takes
// the nearest of its own samples.
static void moveInside( outline* o, samples* s, int32_t count, wfVec2* slots )
{
	// The owners of samples are needed later, the samples' order is not.
	int32_t *order = s->sorted, *isOutside = s->work;
	wfSortSlots( slots, count, isSlotBehind, order, s->work );
	beginScan( o );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 slot = slots[order[k]];
		scanLine( o, slot.x, o->work, o->work + o->edgeCount );
		bool inside = false;
		for ( int32_t span = 0; span < o->spanCount && !inside; ++span )
		{
			inside = slot.y >= o->spans[span].x && slot.y <= o->spans[span].y;
		}
		isOutside[order[k]] = !inside;
	}
	int32_t* nearest = order;
	for ( int32_t k = 0; k < count; ++k )
	{
		nearest[k] = -1;
	}
	for ( int32_t k = 0; k < s->count; ++k )
	{
		int32_t owner = s->owners[k];
		if ( isOutside[owner] )
		{
			wfVec2 way = wfSub2( s->places[k], slots[owner] );
			wfVec2 before = nearest[owner] < 0 ? ( wfVec2 ){ INFINITY, 0.0 } : wfSub2( s->places[nearest[owner]], slots[owner] );
			nearest[owner] = wfDot2( way, way ) < wfDot2( before, before ) ? k : nearest[owner];
		}
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		slots[k] = nearest[k] >= 0 ? s->places[nearest[k]] : slots[k];
	}
}

// ----------------------------------------------------------------------------------------------------------------- slots

static wfResult spread( outline* o, samples* s, int32_t count, wfVec2* slots )
{
	wfVec2 size = wfSub2( o->box.upper, o->box.lower );
	buckets b = { .side = sqrt( s->area / count ), .lower = o->box.lower };
	// Long and thin shapes have more cells in their box than slots.
	b.side = wfMax( b.side, sqrt( size.x * size.y / count ) );
	b.side = wfMax( b.side, wfMax( size.x, size.y ) / count );
	b.columns = (int32_t)( size.x / b.side ) + 1;
	b.rows = (int32_t)( size.y / b.side ) + 1;
	wfArrays arrays = { {
		WF_ONE_ARRAY( b.begins, b.columns * b.rows + 1 ),
		WF_ONE_ARRAY( b.items, count ),
		WF_ONE_ARRAY( b.sums, count ),
		WF_ONE_ARRAY( b.counts, count ),
	} };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		shareOut( o, s, count, slots );
		moveInside( o, s, count, slots );
		int32_t more = WF_OUTLINE_MOVES / count < WF_MORE_PASSES ? WF_OUTLINE_MOVES / count : WF_MORE_PASSES;
		for ( int32_t pass = 0; pass < WF_OUTLINE_PASSES + more; ++pass )
		{
			moveToMiddles( &b, s, count, slots );
			moveInside( o, s, count, slots );
		}
	}
	wfArrays_Free( &arrays );
	return result;
}

static void sortFromFront( samples* s, int32_t count, wfVec2* slots )
{
	wfSortSlots( slots, count, wfIsSlotInFront, s->sorted, s->work );
	for ( int32_t k = 0; k < count; ++k )
	{
		s->places[k] = slots[s->sorted[k]];
	}
	memcpy( slots, s->places, (size_t)count * sizeof( *slots ) );
}

static wfResult fill( outline* o, samples* s, int32_t count, wfVec2* slots, wfError* error )
{
	wfResult result = takeSamples( o, s, error );
	if ( result != wf_ok )
	{
		return result;
	}
	result = spread( o, s, count, slots );
	if ( result == wf_ok )
	{
		sortFromFront( s, count, slots );
	}
	return result;
}

wfResult wfMakeOutlineSlots( const wfFormationDef* def, int32_t count, wfVec2* slots, wfError* error )
{
	int32_t edges = def->pointCount;
	outline o = { .edgeCount = edges, .box = wfBoxOfPoints( def->points, edges ) };
	samples s = { .count = WF_OUTLINE_SAMPLES * count > WF_LEAST_SAMPLES ? WF_OUTLINE_SAMPLES * count : WF_LEAST_SAMPLES };
	int32_t capacity = s.count;
	wfArrays arrays = { {
		WF_ONE_ARRAY( o.ring, edges + 1 ),
		WF_ONE_ARRAY( o.order, edges ),
		WF_ONE_ARRAY( o.work, 2 * edges ),
		WF_ONE_ARRAY( o.active, edges ),
		WF_ONE_ARRAY( o.crossings, edges ),
		WF_ONE_ARRAY( o.spans, edges ),
		WF_ONE_ARRAY( s.places, capacity ),
		WF_ONE_ARRAY( s.owners, capacity ),
		WF_ONE_ARRAY( s.sorted, capacity ),
		WF_ONE_ARRAY( s.work, capacity ),
	} };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		memcpy( o.ring, def->points, (size_t)edges * sizeof( *o.ring ) );
		o.ring[edges] = def->points[0];
		wfSortSlots( o.ring, edges, doesEdgeBeginBefore, o.order, o.work );
		result = fill( &o, &s, count, slots, error );
	}
	wfArrays_Free( &arrays );
	return result == wf_outOfMemory ? wfFail( error, result, "no memory for %d slots in an outline", count ) : result;
}
