// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Rows from the bottom up, non-zero: blocked.
static Scene sceneFromCells( const uint8_t* cells, int32_t width, int32_t height, double cell )
{
	Scene scene = { 0 };
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { width * cell, height * cell } };
	CHECK_EQUAL( wfCreateWorld( &worldDef, &scene.world, NULL ), wf_ok );
	if ( cells != NULL )
	{
		wfShapeDef shape = wfDefaultShapeDef();
		shape.kind = wf_imageShape;
		shape.cells = cells;
		shape.width = width;
		shape.height = height;
		shape.pixelSize = cell;
		wfShapeId id;
		CHECK_EQUAL( wfWorld_AddShape( scene.world, &shape, &id, NULL ), wf_ok );
	}
	wfGridDef gridDef = wfDefaultGridDef();
	gridDef.cellSize = cell;
	CHECK_EQUAL( wfCreateGrid( scene.world, &gridDef, &scene.grid, NULL ), wf_ok );
	return scene;
}

Scene sceneFromText( const char* text, double cell )
{
	int32_t width = (int32_t)strcspn( text, "\n" );
	int32_t height = (int32_t)( ( strlen( text ) + 1 ) / (size_t)( width + 1 ) );
	uint8_t* cells = calloc( (size_t)width, (size_t)height );
	for ( int32_t j = 0; j < height; ++j )
	{
		for ( int32_t i = 0; i < width; ++i )
		{
			cells[( height - 1 - j ) * width + i] = text[j * ( width + 1 ) + i] == '#';
		}
	}
	Scene scene = sceneFromCells( cells, width, height, cell );
	free( cells );
	return scene;
}

Scene sceneRandom( int32_t width, int32_t height, double blocked, uint64_t seed )
{
	uint8_t* cells = calloc( (size_t)width, (size_t)height );
	for ( int32_t i = 0; i < width * height; ++i )
	{
		cells[i] = wfRandomUnit( seed, 1, (uint64_t)i ) < blocked;
	}
	Scene scene = sceneFromCells( cells, width, height, 1.0 );
	free( cells );
	return scene;
}

Scene sceneOpen( int32_t width, int32_t height, double cell )
{
	return sceneFromCells( NULL, width, height, cell );
}

Scene sceneSerpentine( int32_t wide, int32_t count, int32_t length )
{
	int32_t height = count * ( wide + 1 ) - 1;
	uint8_t* cells = calloc( (size_t)length, (size_t)height );
	for ( int32_t k = 1; k < count; ++k )
	{
		int32_t wall = k * ( wide + 1 ) - 1;
		for ( int32_t i = 0; i < length; ++i )
		{
			bool open = k % 2 == 1 ? i >= length - wide : i < wide;
			cells[wall * length + i] = !open;
		}
	}
	Scene scene = sceneFromCells( cells, length, height, 1.0 );
	free( cells );
	return scene;
}

void sceneFree( Scene* scene )
{
	wfDestroyGrid( scene->grid );
	wfDestroyWorld( scene->world );
	*scene = ( Scene ){ 0 };
}

int32_t pickFreeCell( const wfGrid* grid, uint64_t seed )
{
	uint64_t cells = (uint64_t)wfGrid_GetWidth( grid ) * (uint64_t)wfGrid_GetHeight( grid );
	for ( uint64_t k = 0;; ++k )
	{
		int32_t cell = (int32_t)( wfRandomBits( seed, 7, k ) % cells );
		if ( wfGrid_IsFree( grid, cell ) )
		{
			return cell;
		}
	}
}

uint64_t hashField( const wfField* field )
{
	const wfGrid* grid = wfField_GetGrid( field );
	uint64_t hash = WF_HASH_START;
	for ( int32_t cell = 0; cell < wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid ); ++cell )
	{
		wfScaled value = wfField_GetCellValue( field, cell );
		hash = wfHash( hash, &value.mantissa, sizeof( value.mantissa ) );
		hash = wfHash( hash, &value.exponent, sizeof( value.exponent ) );
	}
	return hash;
}

double compareFields( const wfField* a, const wfField* b )
{
	const wfGrid* grid = wfField_GetGrid( a );
	double worst = 0.0;
	for ( int32_t cell = 0; cell < wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid ); ++cell )
	{
		wfScaled x = wfField_GetCellValue( a, cell );
		wfScaled y = wfField_GetCellValue( b, cell );
		if ( ( x.mantissa == 0.0 ) != ( y.mantissa == 0.0 ) )
		{
			return INFINITY;
		}
		if ( x.mantissa != 0.0 )
		{
			worst = fmax( worst, fabs( ldexp( x.mantissa / y.mantissa, x.exponent - y.exponent ) - 1.0 ) );
		}
	}
	return worst;
}
