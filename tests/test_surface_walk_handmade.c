// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_surface_walk.h"

#include "surface/mask.h"

#include <stdlib.h>
#include <string.h>

static void setValue( wfSurfaceField* field, int32_t v, double q )
{
	if ( q > 0.0 )
	{
		int exponent;
		double mantissa = frexp( q, &exponent );
		field->core.mantissa[v] = 2.0 * mantissa;
		field->core.exponent[v] = exponent - 1;
		field->logValue[v] = wfLog( q );
	}
	else
	{
		field->logValue[v] = -INFINITY;
	}
	field->core.isGoal[v] = q == 1.0 ? 1 : 0;
}

static void findBestNeighbors( HandField* hand, const double* q )
{
	const wfIntrinsic* intrinsic = &hand->planner.intrinsic;
	for ( int32_t v = 0; v < hand->mesh->vertexCount; ++v )
	{
		hand->field.bestNeighbor[v] = -1;
	}
	for ( int32_t h = 0; h < 3 * intrinsic->triangleCount; ++h )
	{
		int32_t ends[2] = { intrinsic->corners[h], intrinsic->corners[wfNextHalfEdge( h )] };
		for ( int32_t k = 0; k < 2; ++k )
		{
			int32_t v = ends[k], to = ends[1 - k], old = hand->field.bestNeighbor[v];
			int32_t best =
				old < 0 ? v
						: ( intrinsic->corners[old] == v ? intrinsic->corners[wfNextHalfEdge( old )] : intrinsic->corners[old] );
			if ( q[to] > q[best] && q[v] < 1.0 )
			{
				hand->field.bestNeighbor[v] = h;
			}
		}
	}
}

bool makeHandField( HandField* hand, const wfMesh* mesh, const double* q, double haste )
{
	memset( hand, 0, sizeof( *hand ) );
	hand->mesh = mesh;
	size_t n = (size_t)mesh->vertexCount;
	wfSurfacePlanner* planner = &hand->planner;
	wfSurfaceField* field = &hand->field;
	planner->mesh = mesh;
	planner->haste = haste;
	planner->blocked = calloc( n, 1 );
	planner->boundaryOnly = calloc( n, 1 );
	planner->maskTriangle = calloc( (size_t)mesh->triangleCount, 1 );
	field->planner = planner;
	field->mesh = mesh;
	field->kind = wf_verticesGoal;
	field->core.occupied = -1;
	field->core.mantissa = calloc( n, sizeof( double ) );
	field->core.exponent = calloc( n, sizeof( int32_t ) );
	field->logValue = calloc( n, sizeof( double ) );
	field->bestNeighbor = calloc( n, sizeof( int32_t ) );
	field->core.isGoal = calloc( n, 1 );
	field->core.isWhole = true;
	field->hasBest = true;
	if ( wfCreateIntrinsic( mesh, NULL, &planner->intrinsic ) != wf_ok )
	{
		freeHandField( hand );
		return false;
	}
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		setValue( field, v, q[v] );
		field->core.goalCount += field->core.isGoal[v];
		planner->blocked[v] = q[v] > 0.0 ? 0 : 1;
	}
	findBestNeighbors( hand, q );
	return true;
}

bool makeRelaxedField( HandField* hand, const wfMesh* mesh, const uint8_t* blocked, int32_t goal, double damping )
{
	int32_t n = mesh->vertexCount;
	double* q = calloc( (size_t)n, sizeof( double ) );
	q[goal] = 1.0;
	for ( int32_t sweep = 0; sweep < 4000; ++sweep )
	{
		double change = 0.0;
		for ( int32_t i = 0; i < n; ++i )
		{
			int32_t v = ( sweep & 1 ) != 0 ? n - 1 - i : i;
			if ( v == goal || ( blocked != NULL && blocked[v] != 0 ) )
			{
				continue;
			}
			double sum = 0.0;
			int32_t count = 0;
			for ( int32_t k = mesh->ringFirst[v]; k < mesh->ringFirst[v + 1]; ++k )
			{
				sum +=
					q[mesh->triangles[wfNextHalfEdge( mesh->ring[k] )]] + q[mesh->triangles[wfPreviousHalfEdge( mesh->ring[k] )]];
				count += 2;
			}
			double value = damping * sum / count;
			change = fabs( value - q[v] ) > change * q[v] && q[v] > 0.0 ? fabs( value - q[v] ) / q[v] : change;
			change = q[v] == 0.0 && value > 0.0 ? 1.0 : change;
			q[v] = value;
		}
		if ( change < 1e-14 )
		{
			break;
		}
	}
	bool made = makeHandField( hand, mesh, q, damping < 1.0 ? 1.0 : 0.0 );
	free( q );
	return made;
}

void freeHandField( HandField* hand )
{
	wfIntrinsic_Free( &hand->planner.intrinsic );
	free( hand->planner.blocked );
	free( hand->planner.boundaryOnly );
	free( hand->planner.maskTriangle );
	free( hand->field.core.mantissa );
	free( hand->field.core.exponent );
	free( hand->field.logValue );
	free( hand->field.bestNeighbor );
	free( hand->field.core.isGoal );
	memset( hand, 0, sizeof( *hand ) );
}

// ---------------------------------------------------------------------------------------------------------------- meshes

wfMesh* makeTestMesh( const wfVec3* vertices, int32_t vertexCount, const int32_t* triangles, int32_t triangleCount )
{
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = vertexCount;
	def.triangles = triangles;
	def.triangleCount = triangleCount;
	wfMesh* mesh = NULL;
	wfError error = { 0 };
	if ( !CHECK_EQUAL( wfCreateMesh( &def, &mesh, &error ), wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
	}
	return mesh;
}

wfMesh* makeSquares( int32_t columns, int32_t rows )
{
	int32_t across = columns + 1;
	wfVec3* vertices = calloc( (size_t)( across * ( rows + 1 ) ), sizeof( wfVec3 ) );
	int32_t* triangles = calloc( (size_t)( 6 * columns * rows ), sizeof( int32_t ) );
	int32_t used = 0;
	for ( int32_t j = 0; j <= rows; ++j )
	{
		for ( int32_t i = 0; i <= columns; ++i )
		{
			int32_t v = j * across + i;
			vertices[v] = ( wfVec3 ){ i, j, 0.0 };
			if ( i < columns && j < rows )
			{
				int32_t square[6] = { v, v + 1, v + across + 1, v, v + across + 1, v + across };
				memcpy( triangles + used, square, sizeof( square ) );
				used += 6;
			}
		}
	}
	wfMesh* mesh = makeTestMesh( vertices, across * ( rows + 1 ), triangles, 2 * columns * rows );
	free( vertices );
	free( triangles );
	return mesh;
}

wfMesh* makeRolled( int32_t columns, int32_t rows, bool twisted, bool closed )
{
	int32_t height = closed ? rows : rows + 1;
	wfVec3* vertices = calloc( (size_t)( columns * height ), sizeof( wfVec3 ) );
	int32_t* triangles = calloc( (size_t)( 6 * columns * rows ), sizeof( int32_t ) );
	int32_t used = 0;
	for ( int32_t i = 0; i < columns; ++i )
	{
		double around = WF_TWO_PI * i / columns, half = twisted ? 0.5 * around : 0.0;
		for ( int32_t j = 0; j < height; ++j )
		{
			double across = closed ? WF_TWO_PI * j / rows : 2.0 * j / rows - 1.0;
			// Closed and twisted: an eight turned half around while it goes once around.
			double a = closed ? wfSin( across ) : across,
				   b = closed ? ( twisted ? wfSin( 2.0 * across ) : wfCos( across ) ) : 0.0;
			double out = 4.0 + wfCos( half ) * a - wfSin( half ) * b, up = wfSin( half ) * a + wfCos( half ) * b;
			vertices[i * height + j] = ( wfVec3 ){ out * wfCos( around ), out * wfSin( around ), up };
		}
	}
	for ( int32_t i = 0; i < columns; ++i )
	{
		for ( int32_t j = 0; j < rows; ++j )
		{
			int32_t next = ( i + 1 ) % columns, low = j, high = closed ? ( j + 1 ) % rows : j + 1;
			int32_t nextLow = low, nextHigh = high;
			if ( twisted && next == 0 )
			{
				nextLow = closed ? ( rows - low ) % rows : rows - low;
				nextHigh = closed ? ( rows - high ) % rows : rows - high;
			}
			int32_t a = i * height + low, b = next * height + nextLow, c = next * height + nextHigh, d = i * height + high;
			int32_t square[6] = { a, b, c, a, c, d };
			memcpy( triangles + used, square, sizeof( square ) );
			used += 6;
		}
	}
	wfMesh* mesh = makeTestMesh( vertices, columns * height, triangles, 2 * columns * rows );
	free( vertices );
	free( triangles );
	return mesh;
}

// ----------------------------------------------------------------------------------------------------------------- paths

bool isPathSound( const wfMesh* mesh, const wfSurfacePath* path )
{
	double length = 0.0;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		if ( path->triangles[i] < 0 || path->triangles[i] >= mesh->triangleCount )
		{
			return false;
		}
		double tolerance = 1e-6 * mesh->report.longestEdge;
		if ( wfMeasureToTriangle( mesh, path->triangles[i], path->points[i] ) > tolerance )
		{
			return false;
		}
		if ( i + 1 < path->count )
		{
			if ( wfMeasureToTriangle( mesh, path->triangles[i], path->points[i + 1] ) > tolerance )
			{
				return false;
			}
			length += wfLength3( wfSub3( path->points[i + 1], path->points[i] ) );
		}
	}
	return path->count > 0 && fabs( length - path->length ) <= 1e-9 * ( length + mesh->report.meanEdge );
}

wfTraceDef rawTrace( void )
{
	wfTraceDef def = wfDefaultTraceDef();
	def.smooth = false;
	def.tautness = 0.0;
	return def;
}
