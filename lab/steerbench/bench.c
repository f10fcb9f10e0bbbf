// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the stages of a test case share: failures, memory, chance, and discs by where they are.
#include "steerbench/steerbench.h"

#include <math.h>
#include <string.h>

#define MOST_BUCKETS 1024

wfResult wfTestCase_Read( const wfReader* reader, const wfSimulationDef* def, uint64_t seed, wfTestCase* bench )
{
	*bench = ( wfTestCase ){ .reader = reader, .def = def, .seed = seed };
	void ( *const stages[] )( wfTestCase * bench ) = { wfTestCase_ReadFile, wfTestCase_MakeWorld, wfTestCase_PlaceAgents,
													   wfTestCase_MakeStops };
	for ( size_t i = 0; i < sizeof( stages ) / sizeof( stages[0] ) && wfReader_IsOk( bench->reader ); ++i )
	{
		stages[i]( bench );
	}
	wfResult result = reader->error->result;
	if ( result != wf_ok )
	{
		wfTestCase_Free( bench );
	}
	return result;
}

void wfTestCase_Free( wfTestCase* bench )
{
	for ( int32_t i = 0; i < WF_MAX_BENCH_RADII; ++i )
	{
		wfDestroyGrid( bench->grids[i] );
	}
	wfDestroyWorld( bench->world );
	wfXml_Free( &bench->xml );
	wfReleaseArray( bench->obstacles, bench->obstacleCapacity, sizeof( wfBenchObstacle ) );
	wfReleaseArray( bench->specs, bench->specCapacity, sizeof( wfBenchElement ) );
	wfReleaseArray( bench->goals, bench->goalCapacity, sizeof( wfBenchElement ) );
	wfReleaseArray( bench->points, bench->pointCapacity, sizeof( wfVec2 ) );
	wfReleaseArray( bench->agents, bench->agentCapacity, sizeof( wfBenchAgent ) );
	wfReleaseArray( bench->stops, bench->stopCapacity, sizeof( wfBenchStop ) );
	wfReleaseArray( bench->regions, bench->regionCapacity, sizeof( wfBox2 ) );
	*bench = ( wfTestCase ){ 0 };
}

void wfTestCase_FailIf( wfTestCase* bench, bool wrong, const wfXmlNode* node, const char* child, wfResult result,
						const char* format, ... )
{
	if ( !wrong )
	{
		return;
	}
	va_list arguments;
	va_start( arguments, format );
	if ( node != NULL )
	{
		wfXml_FailWith( bench->reader, node, child, result, format, arguments );
	}
	else
	{
		wfReader_FailWith( bench->reader, WF_NO_POSITION, child, result, format, arguments );
	}
	va_end( arguments );
}

static size_t getPosition( const wfXmlNode* node )
{
	return node != NULL ? node->position : WF_NO_POSITION;
}

void wfTestCase_Pass( wfTestCase* bench, const wfXmlNode* node, const char* field, wfResult result )
{
	if ( result != wf_ok && bench->reader->error->message[0] == 0 )
	{
		wfReader_Fail( bench->reader, getPosition( node ), field, result, "%s", wfDescribeResult( result ) );
		return;
	}
	wfReader_Take( bench->reader, getPosition( node ), field, result );
}

bool wfTestCase_Reserve( wfTestCase* bench, const wfXmlNode* node, size_t bytes )
{
	return wfReader_Reserve( bench->reader, getPosition( node ), NULL, bytes );
}

bool wfTestCase_Grow( wfTestCase* bench, const wfXmlNode* node, void* array, size_t* capacity, size_t needed, size_t size )
{
	return wfReader_Grow( bench->reader, getPosition( node ), NULL, array, capacity, needed, size );
}

// --------------------------------------------------------------------------------------------------------------- chance

double wfTestCase_Draw( const wfTestCase* bench, int64_t stream, uint64_t counter )
{
	return wfRandomUnit( bench->seed, (uint64_t)stream, counter );
}

wfVec2 wfTestCase_DrawPoint( const wfTestCase* bench, wfBox2 box, int64_t stream, uint64_t counter )
{
	return ( wfVec2 ){ box.lower.x + ( box.upper.x - box.lower.x ) * wfTestCase_Draw( bench, stream, 2 * counter ),
					   box.lower.y + ( box.upper.y - box.lower.y ) * wfTestCase_Draw( bench, stream, 2 * counter + 1 ) };
}

// ---------------------------------------------------------------------------------------------------------------- discs

bool wfDiscGrid_Make( wfTestCase* bench, wfDiscGrid* grid, wfBox2 box, double radius, size_t most )
{
	wfVec2 size = wfSub2( box.upper, box.lower );
	*grid = ( wfDiscGrid ){ .capacity = most, .origin = box.lower };
	grid->bucket = fmax( 2.0 * radius + 1e-3, fmax( size.x, size.y ) / MOST_BUCKETS );
	grid->columns = (int32_t)( size.x / grid->bucket ) + 1;
	grid->rows = (int32_t)( size.y / grid->bucket ) + 1;
	size_t heads = (size_t)grid->columns * (size_t)grid->rows;
	if ( !wfReader_IsOk( bench->reader ) )
	{
		return false;
	}
	grid->heads = wfAllocateArray( heads, sizeof( int32_t ) );
	grid->discs = wfAllocateArray( most + 1, sizeof( *grid->discs ) );
	if ( !wfReader_CheckMemory( bench->reader, grid->heads ) || !wfReader_CheckMemory( bench->reader, grid->discs ) )
	{
		return false;
	}
	memset( grid->heads, -1, heads * sizeof( int32_t ) );
	return true;
}

void wfDiscGrid_Free( wfDiscGrid* grid )
{
	wfReleaseArray( grid->heads, (size_t)grid->columns * (size_t)grid->rows, sizeof( int32_t ) );
	wfReleaseArray( grid->discs, grid->capacity + 1, sizeof( *grid->discs ) );
	*grid = ( wfDiscGrid ){ 0 };
}

static int32_t getBucket( double index, int32_t count )
{
	return index < 0.0 ? 0 : index >= count ? count - 1 : (int32_t)index;
}

// What lies outside belongs to the buckets at the border.
static int32_t findBucket( const wfDiscGrid* grid, wfVec2 center )
{
	wfVec2 place = wfDivide2( wfSub2( center, grid->origin ), grid->bucket );
	return getBucket( place.y, grid->rows ) * grid->columns + getBucket( place.x, grid->columns );
}

void wfDiscGrid_Add( wfDiscGrid* grid, wfVec2 center, double radius )
{
	int32_t* head = grid->heads + findBucket( grid, center );
	grid->discs[grid->count] = ( struct wfBenchDisc ){ center, radius, *head };
	*head = (int32_t)grid->count++;
}

bool wfDiscGrid_Overlaps( const wfDiscGrid* grid, wfVec2 center, double radius )
{
	int32_t bucket = findBucket( grid, center ), column = bucket % grid->columns, row = bucket / grid->columns;
	for ( int32_t j = row > 0 ? row - 1 : 0; j <= row + 1 && j < grid->rows; ++j )
	{
		for ( int32_t i = column > 0 ? column - 1 : 0; i <= column + 1 && i < grid->columns; ++i )
		{
			for ( int32_t k = grid->heads[j * grid->columns + i]; k >= 0; k = grid->discs[k].next )
			{
				if ( wfDistance2( grid->discs[k].center, center ) < radius + grid->discs[k].radius )
				{
					return true;
				}
			}
		}
	}
	return false;
}
