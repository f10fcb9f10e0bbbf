// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Included by kernels_baseline.c, kernels_avx2.c and kernels_avx512.c with WF_CROWD_KERNELS and WF_LOCAL_WIDTH defined. The
// loops here are plain C over arrays of fixed length: compilers vectorise them for whatever width the file is compiled for.

#include "crowd/kernels.h"
#include "crowd/local_solve_body.h"

// Eight floats, aligned as floats are.
typedef float Floats __attribute__( ( vector_size( 32 ), aligned( 4 ), may_alias ) );
typedef int32_t Ints __attribute__( ( vector_size( 32 ), aligned( 4 ), may_alias ) );

static void measure( const float* x, const float* y, int32_t count, float fromX, float fromY, float* square )
{
	for ( int32_t k = 0; k < count; k += 8 )
	{
		Floats dx = *(const Floats*)( x + k ) - fromX, dy = *(const Floats*)( y + k ) - fromY;
		*(Floats*)( square + k ) = dx * dx + dy * dy;
	}
}

#define SELECT( mask, yes, no ) ( (Floats)( ( (Ints)( yes ) & ( mask ) ) | ( (Ints)( no ) & ~( mask ) ) ) )

#include "crowd/local_sheet_body.h"

static void predict( wfOthers* others, float speed, float horizon )
{
	const Floats zero = { 0.0f }, one = zero + 1.0f, most = zero + horizon;
	for ( int32_t k = others->count; k < WF_OTHERS; ++k )
	{
		others->x[k] = others->y[k] = others->vx[k] = others->vy[k] = 0.0f;
	}
	for ( int32_t k = 0; k < others->count; k += 8 )
	{
		Floats x = *(Floats*)( others->x + k ), y = *(Floats*)( others->y + k );
		Floats vx = *(Floats*)( others->vx + k ), vy = *(Floats*)( others->vy + k );
		Floats a = vx * vx + vy * vy - speed * speed, b = x * vx + y * vy, c = x * x + y * y;
		Ints linear = ( a < 1e-4f + zero ) & ( a > -1e-4f + zero );
		Floats root = b * b - a * c;
		Floats size = SELECT( root > zero, root, zero );
		for ( int32_t m = 0; m < 8; ++m )
		{
			size[m] = sqrtf( size[m] );
		}
		Floats divisor = one / SELECT( linear, one, a );
		Floats first = ( -b - size ) * divisor, second = ( -b + size ) * divisor;
		Ints ordered = first < second;
		Floats lower = SELECT( ordered, first, second ), upper = SELECT( ordered, second, first );
		// The first of the two times after now.
		Floats bent = SELECT( lower > zero, lower, SELECT( upper > zero, upper, most ) );
		bent = SELECT( root < zero, most, bent );
		Ints closing = b < -1e-6f + zero;
		Floats straight = SELECT( closing, -0.5f * c / SELECT( closing, b, -one ), most );
		Floats time = SELECT( linear, straight, bent );
		time = SELECT( time < most, time, most );
		*(Floats*)( others->x + k ) = x + vx * time;
		*(Floats*)( others->y + k ) = y + vy * time;
	}
}

static void turn( wfOthers* others, float axisX, float axisY, float scale, float middle )
{
	for ( int32_t k = 0; k < others->count; k += 8 )
	{
		Floats x = *(Floats*)( others->x + k ), y = *(Floats*)( others->y + k );
		*(Floats*)( others->x + k ) = ( x * axisX + y * axisY ) * scale + middle;
		*(Floats*)( others->y + k ) = ( y * axisX - x * axisY ) * scale + middle;
	}
}

typedef struct CellBox
{
	int32_t i0, i1, j0, j1;
} CellBox;

// The cells a disc may reach, without the rows of the border.
static inline CellBox cellsWithin( const wfScreening* screen, float x, float y, float reach )
{
	CellBox box = { (int32_t)( x - reach + 1.0f ), (int32_t)( x + reach ), (int32_t)( y - reach + 1.0f ),
					(int32_t)( y + reach ) };
	box.i0 = box.i0 < 0 ? 0 : box.i0;
	box.j0 = box.j0 < 1 ? 1 : box.j0;
	box.i1 = box.i1 > screen->columns - 1 ? screen->columns - 1 : box.i1;
	box.j1 = box.j1 > screen->rows - 2 ? screen->rows - 2 : box.j1;
	return box;
}

static inline void stampOne( const wfScreening* screen, float x, float y, float reach, float strength )
{
	CellBox box = cellsWithin( screen, x, y, reach );
	const Floats count = { 0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f }, zero = { 0.0f }, one = zero + 1.0f;
	float slope = ( 4.0f / 3.0f ) / ( reach * reach );
	for ( int32_t i = box.i0; i <= box.i1; i += 8 )
	{
		Floats dx = count + ( (float)i - x );
		Ints inRow = count < (float)( screen->columns - i ) + zero;
		for ( int32_t j = box.j0; j <= box.j1; ++j )
		{
			float dy = (float)j - y;
			Floats share = ( 4.0f / 3.0f ) - slope * ( dx * dx + dy * dy );
			Ints whole = share > one;
			share = (Floats)( ( (Ints)one & whole ) | ( (Ints)share & ~whole & ( share > zero ) ) );
			Floats* cells = (Floats*)( screen->cells + j * screen->columns + i );
			Floats old = *cells;
			*cells = old + (Floats)( (Ints)( strength * share ) & inRow & ( old >= zero ) );
		}
	}
}

static void stamp( const wfOthers* others, const wfScreening* screen, float reach, float strength )
{
	float lastX = (float)( screen->columns - 1 ), lastY = (float)( screen->rows - 1 );
	for ( int32_t k = 0; k < others->count; ++k )
	{
		float x = others->x[k], y = others->y[k], around = reach * others->radii[k];
		if ( x > -around && y > -around && x < lastX + around && y < lastY + around )
		{
			stampOne( screen, x, y, around, strength );
		}
	}
}

static inline void blockOne( const wfScreening* screen, float x, float y, float reach )
{
	CellBox box = cellsWithin( screen, x, y, reach );
	const Floats count = { 0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f }, zero = { 0.0f };
	for ( int32_t i = box.i0; i <= box.i1; i += 8 )
	{
		Floats dx = count + ( (float)i - x );
		Ints inRow = count < (float)( screen->columns - i ) + zero;
		for ( int32_t j = box.j0; j <= box.j1; ++j )
		{
			float dy = (float)j - y;
			Ints covered = ( dx * dx + dy * dy < reach * reach + zero ) & inRow;
			Floats* cells = (Floats*)( screen->cells + j * screen->columns + i );
			*cells = SELECT( covered, zero - 1.0f, *cells );
		}
	}
}

static void block( const wfOthers* others, const wfScreening* screen, float scale )
{
	float lastX = (float)( screen->columns - 1 ), lastY = (float)( screen->rows - 1 );
	for ( int32_t k = 0; k < others->count; ++k )
	{
		float x = others->x[k], y = others->y[k], reach = scale * others->radii[k];
		if ( x > -reach && y > -reach && x < lastX + reach && y < lastY + reach )
		{
			blockOne( screen, x, y, reach );
		}
	}
}

// Four floats, and any four of two such vectors.
typedef float Quad __attribute__( ( vector_size( 16 ), aligned( 4 ), may_alias ) );
#if defined( __clang__ ) || __GNUC__ >= 12
#define PICK( a, b, i, j, k, l ) __builtin_shufflevector( a, b, i, j, k, l )
#else
typedef int32_t QuadIndex __attribute__( ( vector_size( 16 ) ) );
#define PICK( a, b, i, j, k, l ) __builtin_shuffle( a, b, ( QuadIndex ){ i, j, k, l } )
#endif

// Four cells of four screens.
static inline void transpose( const float* const* screens, int32_t cell, float* to )
{
	Quad a = *(const Quad*)( screens[0] + cell ), b = *(const Quad*)( screens[1] + cell );
	Quad c = *(const Quad*)( screens[2] + cell ), d = *(const Quad*)( screens[3] + cell );
	Quad ab = PICK( a, b, 0, 4, 1, 5 ), cd = PICK( c, d, 0, 4, 1, 5 );
	*(Quad*)to = PICK( ab, cd, 0, 1, 4, 5 );
	*(Quad*)( to + WF_LOCAL_LANES ) = PICK( ab, cd, 2, 3, 6, 7 );
	ab = PICK( a, b, 2, 6, 3, 7 ), cd = PICK( c, d, 2, 6, 3, 7 );
	*(Quad*)( to + 2 * WF_LOCAL_LANES ) = PICK( ab, cd, 0, 1, 4, 5 );
	*(Quad*)( to + 3 * WF_LOCAL_LANES ) = PICK( ab, cd, 2, 3, 6, 7 );
}

static void interleave( const float* const* screens, int32_t size, float* weight )
{
	int32_t end = size * ( size - 1 ), cell = size;
	for ( ; cell + 4 <= end; cell += 4 )
	{
		for ( int32_t lane = 0; lane < WF_LOCAL_LANES; lane += 4 )
		{
			transpose( screens + lane, cell, weight + cell * WF_LOCAL_LANES + lane );
		}
	}
	for ( ; cell < end; ++cell )
	{
		for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
		{
			weight[cell * WF_LOCAL_LANES + lane] = screens[lane][cell];
		}
	}
	const Floats zero = { 0.0f };
	for ( int32_t k = size * WF_LOCAL_LANES; k < end * WF_LOCAL_LANES; k += 8 )
	{
		Floats screen = *(Floats*)( weight + k );
		// What was taken out again may leave a trace below 0.
		*(Floats*)( weight + k ) = (Floats)( (Ints)( 1.0f / ( 4.0f + screen ) ) & ( screen > zero - 0.5f ) );
	}
}

#define SIZE_OF( value ) ( (Floats)( (Ints)(value)&0x7fffffff ) )

// Who is only partly in the way counts for less.
static void follow( wfFollowed* followed, const wfFollowView* view )
{
	const Floats zero = { 0.0f }, never = zero + INFINITY, least = zero + WF_FOLLOW_LEAST_WIDTH;
	for ( int32_t k = followed->count; k < WF_OTHERS; ++k )
	{
		followed->x[k] = followed->y[k] = 0.0f;
		followed->depth[k] = followed->shoulderX[k] = followed->shoulderY[k] = 0.0f;
	}
	for ( int32_t k = 0; k < followed->count; k += 8 )
	{
		Floats x = *(Floats*)( followed->x + k ), y = *(Floats*)( followed->y + k ), depth = *(Floats*)( followed->depth + k );
		Floats shoulderX = *(Floats*)( followed->shoulderX + k ), shoulderY = *(Floats*)( followed->shoulderY + k );
		Floats ahead = x * view->dx + y * view->dy, aside = y * view->dx - x * view->dy;
		Floats width = view->width + ( depth + SIZE_OF( shoulderX * -view->dy + shoulderY * view->dx ) );
		Floats share = aside / ( view->wide * SELECT( width > least, width, least ) );
		Floats inWay = 1.0f - share * share, root = SELECT( inWay > zero, inWay, zero );
		for ( int32_t m = 0; m < 8; ++m )
		{
			root[m] = sqrtf( root[m] );
		}
		Floats gap = ahead - ( view->depth + ( depth + SIZE_OF( shoulderX * view->dx + shoulderY * view->dy ) ) ) * root;
		Floats most = SELECT( gap > zero, gap / ( view->timeGap * inWay ), zero );
		*(Floats*)( followed->most + k ) = SELECT( ( ahead > zero ) & ( inWay > zero ), most, never );
	}
}

// Samples along a ray of ten metres, denser where it matters more, and the length each represents.
#define SAMPLES 6
static const float s_along[SAMPLES] = { 0.8f, 2.0f, 3.4f, 5.0f, 6.9f, 9.0f };
static const float s_length[SAMPLES] = { 1.4f, 1.3f, 1.5f, 1.75f, 2.0f, 2.05f };

static void lookAlongRays( const wfFlowMap* flow, const float* times, float crowdCost, wfFanRays* rays )
{
	int32_t place[WF_FAN_LANES];
	float part = rays->length * 0.1f;
	size_t mapSize = flow->valueCount / 3;
	for ( int32_t k = 0; k < WF_FAN_LANES; ++k )
	{
		rays->cost[k] = rays->length;
	}
	for ( int32_t s = 0; s < SAMPLES; ++s )
	{
		float along = s_along[s] * part, reach = along * rays->scale;
		float time = along * rays->inverseSpeed;
		int32_t map = time < 0.5f * ( times[0] + times[1] ) ? 0 : time < 0.5f * ( times[1] + times[2] ) ? 1 : 2;
		const float* values = flow->values + mapSize * (size_t)map;
		float columns = (float)( flow->columns - 1 ), rows = (float)( flow->rows - 1 );
		for ( int32_t k = 0; k < WF_FAN_LANES; ++k )
		{
			float x = rays->x + rays->dx[k] * reach, y = rays->y + rays->dy[k] * reach;
			x = x < 0.0f ? 0.0f : x > columns ? columns : x;
			y = y < 0.0f ? 0.0f : y > rows ? rows : y;
			place[k] = 4 * ( (int32_t)y * flow->columns + (int32_t)x );
		}
		float price = crowdCost * s_length[s] * part;
		for ( int32_t k = 0; k < WF_FAN_RAYS; ++k )
		{
			const float* cell = values + place[k];
			float against = cell[0] - ( cell[1] * rays->dx[k] + cell[2] * rays->dy[k] ) * rays->inverseSpeed;
			rays->cost[k] += price * ( against > 0.0f ? against : 0.0f );
		}
	}
}

const wfCrowdKernels WF_CROWD_KERNELS = { measure,	predict,		  turn,			 stamp,
										  block,	interleave,		  follow,		 lookAlongRays,
										  relaxSor, relaxGaussSeidel, relaxSheetSor, relaxSheetGaussSeidel };
