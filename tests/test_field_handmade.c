// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_field_handmade.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void* allocate( size_t count, size_t size )
{
	void* memory = calloc( count > 0 ? count : 1, size );
	if ( memory == NULL )
	{
		abort();
	}
	return memory;
}

static HandmadeField* createScene( int32_t width, int32_t height, double cellSize )
{
	HandmadeField* scene = allocate( 1, sizeof( HandmadeField ) );
	size_t cells = (size_t)width * (size_t)height;
	scene->grid.width = width;
	scene->grid.height = height;
	scene->grid.cellSize = cellSize;
	scene->grid.blocked = allocate( cells, 1 );
	scene->grid.clearance = allocate( cells, sizeof( float ) );
	scene->grid.component = allocate( cells, sizeof( int32_t ) );
	scene->field.grid = &scene->grid;
	scene->field.core.mantissa = allocate( cells, sizeof( double ) );
	scene->field.core.exponent = allocate( cells, sizeof( int32_t ) );
	scene->field.core.isGoal = allocate( cells, 1 );
	scene->field.core.goals = allocate( cells, sizeof( int32_t ) );
	scene->field.core.isWhole = true;
	return scene;
}

void handmadeDestroy( HandmadeField* scene )
{
	free( scene->grid.blocked );
	free( scene->grid.clearance );
	free( scene->grid.cost );
	free( scene->grid.component );
	free( scene->field.core.mantissa );
	free( scene->field.core.exponent );
	free( scene->field.core.isGoal );
	free( scene->field.core.goals );
	free( scene );
}

// Squared distances from a centre to the blocked cells of its column, then the least over the columns.
static void fillClearance( wfGrid* grid )
{
	int32_t width = grid->width, height = grid->height;
	double* column = allocate( (size_t)width * (size_t)height, sizeof( double ) );
	for ( int32_t i = 0; i < width; ++i )
	{
		for ( int32_t j = 0; j < height; ++j )
		{
			double best = fmin( j + 0.5, height - j - 0.5 );
			for ( int32_t k = 0; k < height; ++k )
			{
				if ( grid->blocked[k * width + i] )
				{
					best = fmin( best, fmax( 0.0, abs( k - j ) - 0.5 ) );
				}
			}
			column[j * width + i] = best * best;
		}
	}
	for ( int32_t cell = 0; cell < width * height; ++cell )
	{
		int32_t i = cell % width, j = cell / width;
		double edge = fmin( i + 0.5, width - i - 0.5 ), best = edge * edge;
		for ( int32_t k = 0; k < width; ++k )
		{
			double dx = fmax( 0.0, abs( k - i ) - 0.5 );
			best = fmin( best, dx * dx + column[j * width + k] );
		}
		grid->clearance[cell] = (float)( ( grid->blocked[cell] ? -0.5 : sqrt( best ) ) * grid->cellSize );
	}
	free( column );
}

static void fillComponents( wfGrid* grid )
{
	int32_t cells = grid->width * grid->height;
	int32_t* stack = allocate( (size_t)cells, sizeof( int32_t ) );
	grid->componentCount = 0;
	grid->freeCount = 0;
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		grid->component[cell] = -1;
	}
	for ( int32_t start = 0; start < cells; ++start )
	{
		grid->freeCount += grid->blocked[start] == 0;
		if ( grid->blocked[start] || grid->component[start] >= 0 )
		{
			continue;
		}
		int32_t count = 0, label = grid->componentCount++;
		stack[count++] = start;
		grid->component[start] = label;
		while ( count > 0 )
		{
			int32_t cell = stack[--count], i = cell % grid->width, j = cell / grid->width;
			const int32_t di[4] = { 1, -1, 0, 0 }, dj[4] = { 0, 0, 1, -1 };
			for ( int32_t n = 0; n < 4; ++n )
			{
				int32_t next = ( j + dj[n] ) * grid->width + i + di[n];
				if ( wfIsCellFree( grid, i + di[n], j + dj[n] ) && grid->component[next] < 0 )
				{
					grid->component[next] = label;
					stack[count++] = next;
				}
			}
		}
	}
	free( stack );
}

static void finishGrid( HandmadeField* scene )
{
	fillComponents( &scene->grid );
	fillClearance( &scene->grid );
}

void handmadeSetGoal( HandmadeField* scene, int32_t cell )
{
	memset( scene->field.core.isGoal, 0, (size_t)scene->grid.width * (size_t)scene->grid.height );
	scene->field.core.isGoal[cell] = 1;
	scene->field.core.goals[0] = cell;
	scene->field.core.goalCount = 1;
}

HandmadeField* handmadeFromText( const char* const* rows, int32_t height, double cellSize )
{
	int32_t width = (int32_t)strlen( rows[0] );
	HandmadeField* scene = createScene( width, height, cellSize );
	for ( int32_t j = 0; j < height; ++j )
	{
		for ( int32_t i = 0; i < width; ++i )
		{
			char symbol = rows[height - 1 - j][i];
			int32_t cell = j * width + i;
			scene->grid.blocked[cell] = symbol == '#' || symbol == '@';
			if ( symbol == 'G' )
			{
				scene->field.core.isGoal[cell] = 1;
				scene->field.core.goals[scene->field.core.goalCount++] = cell;
			}
		}
	}
	finishGrid( scene );
	return scene;
}

HandmadeField* handmadeRandom( int32_t width, int32_t height, double density, uint64_t seed )
{
	HandmadeField* scene = createScene( width, height, 1.0 );
	int32_t cells = width * height, goal = 0, largest = 0;
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		scene->grid.blocked[cell] = wfRandomUnit( seed, 1, (uint64_t)cell ) < density;
	}
	finishGrid( scene );
	int32_t* sizes = allocate( (size_t)scene->grid.componentCount, sizeof( int32_t ) );
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		int32_t component = scene->grid.component[cell];
		if ( component >= 0 )
		{
			sizes[component] += 1;
			largest = sizes[component] > sizes[largest] ? component : largest;
		}
	}
	free( sizes );
	uint64_t counter = 0;
	do
	{
		goal = (int32_t)( wfRandomUnit( seed, 2, counter++ ) * cells );
	}
	while ( scene->grid.component[goal] != largest );
	handmadeSetGoal( scene, goal );
	return scene;
}

HandmadeField* handmadeMaze( int32_t width, int32_t height, uint64_t seed )
{
	HandmadeField* scene = createScene( width, height, 1.0 );
	uint8_t* blocked = scene->grid.blocked;
	int32_t* stack = allocate( (size_t)width * (size_t)height, sizeof( int32_t ) );
	memset( blocked, 1, (size_t)width * (size_t)height );
	int32_t count = 0, start = width + 1;
	uint64_t counter = 0;
	blocked[start] = 0;
	stack[count++] = start;
	while ( count > 0 )
	{
		int32_t cell = stack[count - 1], i = cell % width, j = cell / width, next[4], nextCount = 0;
		const int32_t di[4] = { 2, -2, 0, 0 }, dj[4] = { 0, 0, 2, -2 };
		for ( int32_t n = 0; n < 4; ++n )
		{
			int32_t ni = i + di[n], nj = j + dj[n];
			if ( ni > 0 && nj > 0 && ni < width - 1 && nj < height - 1 && blocked[nj * width + ni] )
			{
				next[nextCount++] = n;
			}
		}
		if ( nextCount == 0 )
		{
			--count;
			continue;
		}
		int32_t n = next[(int32_t)( wfRandomUnit( seed, 3, counter++ ) * nextCount )];
		blocked[( j + dj[n] / 2 ) * width + i + di[n] / 2] = 0;
		blocked[( j + dj[n] ) * width + i + di[n]] = 0;
		stack[count++] = ( j + dj[n] ) * width + i + di[n];
	}
	free( stack );
	finishGrid( scene );
	handmadeSetGoal( scene, start );
	return scene;
}

HandmadeField* handmadeSnake( int32_t width, int32_t height )
{
	HandmadeField* scene = createScene( width, height, 1.0 );
	for ( int32_t j = 1; j < height; j += 2 )
	{
		int32_t open = ( j / 2 ) % 2 == 0 ? width - 1 : 0;
		for ( int32_t i = 0; i < width; ++i )
		{
			scene->grid.blocked[j * width + i] = i != open;
		}
	}
	finishGrid( scene );
	handmadeSetGoal( scene, 0 );
	return scene;
}

// One cell's equation: q = sum of weighted neighbours over the diagonal. Returns the relative change.
static double updateCell( HandmadeField* scene, const HandmadeDef* def, int32_t cell )
{
	wfGrid* grid = &scene->grid;
	wfField* field = &scene->field;
	int32_t i = cell % grid->width, j = cell / grid->width;
	const int32_t di[4] = { 1, -1, 0, 0 }, dj[4] = { 0, 0, 1, -1 };
	const double weights[4] = { 1.0 - 0.5 * def->epsilon * def->bias.x, 1.0 + 0.5 * def->epsilon * def->bias.x,
								1.0 - 0.5 * def->epsilon * def->bias.y, 1.0 + 0.5 * def->epsilon * def->bias.y };
	double diagonal = 4.0 + def->haste * def->haste, sum = 0.0;
	int32_t scale = INT32_MIN;
	for ( int32_t n = 0; n < 4; ++n )
	{
		int32_t next = ( j + dj[n] ) * grid->width + i + di[n];
		if ( wfIsCellFree( grid, i + di[n], j + dj[n] ) )
		{
			scale = field->core.mantissa[next] > 0.0 && field->core.exponent[next] > scale ? field->core.exponent[next] : scale;
		}
		else if ( def->neumann )
		{
			diagonal -= weights[n];
		}
	}
	if ( scale == INT32_MIN )
	{
		return 0.0;
	}
	for ( int32_t n = 0; n < 4; ++n )
	{
		int32_t next = ( j + dj[n] ) * grid->width + i + di[n];
		if ( wfIsCellFree( grid, i + di[n], j + dj[n] ) )
		{
			sum += weights[n] * field->core.mantissa[next] * wfPowerOfTwo( field->core.exponent[next] - scale );
		}
	}
	int shift;
	double mantissa = 2.0 * frexp( sum / diagonal, &shift );
	int32_t exponent = scale + shift - 1;
	double old = field->core.mantissa[cell] * wfPowerOfTwo( field->core.exponent[cell] - exponent );
	field->core.mantissa[cell] = mantissa;
	field->core.exponent[cell] = exponent;
	return fabs( old - mantissa ) / mantissa;
}

void handmadeSolve( HandmadeField* scene, const HandmadeDef* def )
{
	int32_t cells = scene->grid.width * scene->grid.height;
	scene->field.neumann = def->neumann;
	scene->field.biased = def->epsilon != 0.0;
	int32_t goalComponent = scene->grid.component[scene->field.core.goals[0]];
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		scene->field.core.mantissa[cell] = scene->field.core.isGoal[cell] ? 1.0 : 0.0;
		scene->field.core.exponent[cell] = 0;
	}
	double change = 1.0, tolerance = def->tolerance > 0.0 ? def->tolerance : 1e-6;
	for ( int32_t sweep = 0; sweep < 200000 && change > tolerance; ++sweep )
	{
		change = 0.0;
		for ( int32_t k = 0; k < cells; ++k )
		{
			int32_t i = k % scene->grid.width, j = k / scene->grid.width;
			i = sweep & 1 ? scene->grid.width - 1 - i : i;
			j = sweep & 2 ? scene->grid.height - 1 - j : j;
			int32_t cell = j * scene->grid.width + i;
			if ( scene->grid.component[cell] == goalComponent && !scene->field.core.isGoal[cell] )
			{
				double cellChange = updateCell( scene, def, cell );
				change = fmax( change, scene->field.core.mantissa[cell] > 0.0 ? cellChange : 1.0 );
			}
		}
	}
}
