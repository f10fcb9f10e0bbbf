// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_surface_field.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

Draft beginDraft( int32_t vertices, int32_t triangles )
{
	Draft draft = { 0 };
	draft.vertices = malloc( (size_t)vertices * sizeof( wfVec3 ) );
	draft.triangles = malloc( (size_t)triangles * 3 * sizeof( int32_t ) );
	draft.mollify = wfDefaultMeshDef().mollify;
	return draft;
}

int32_t addVertex( Draft* draft, double x, double y, double z )
{
	draft->vertices[draft->vertexCount] = ( wfVec3 ){ x, y, z };
	return draft->vertexCount++;
}

void addTriangle( Draft* draft, int32_t a, int32_t b, int32_t c )
{
	int32_t* corners = draft->triangles + 3 * draft->triangleCount++;
	corners[0] = a;
	corners[1] = b;
	corners[2] = c;
}

wfMesh* finishDraft( Draft* draft )
{
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = draft->vertices;
	def.vertexCount = draft->vertexCount;
	def.triangles = draft->triangles;
	def.triangleCount = draft->triangleCount;
	def.mollify = draft->mollify;
	def.splitNonManifold = true;
	def.orient = true;
	wfMesh* mesh = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, &error ), wf_ok );
	free( draft->vertices );
	free( draft->triangles );
	return mesh;
}

static double shake( double noise, uint64_t stream, int32_t v )
{
	return noise * ( wfRandomUnit( 17, stream, (uint64_t)v ) - 0.5 );
}

wfMesh* meshOfSquares( int32_t columns, int32_t rows, double cell, double noise )
{
	Draft draft = beginDraft( ( columns + 1 ) * ( rows + 1 ), 2 * columns * rows );
	for ( int32_t j = 0; j <= rows; ++j )
	{
		for ( int32_t i = 0; i <= columns; ++i )
		{
			bool inside = i > 0 && j > 0 && i < columns && j < rows;
			int32_t v = j * ( columns + 1 ) + i;
			addVertex( &draft, cell * ( i + ( inside ? shake( noise, 1, v ) : 0.0 ) ),
					   cell * ( j + ( inside ? shake( noise, 2, v ) : 0.0 ) ), 0.0 );
		}
	}
	for ( int32_t j = 0; j < rows; ++j )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			int32_t a = j * ( columns + 1 ) + i;
			int32_t d = a + columns + 1;
			addTriangle( &draft, a, a + 1, d + 1 );
			addTriangle( &draft, a, d + 1, d );
		}
	}
	return finishDraft( &draft );
}

wfMesh* meshTwisted( int32_t columns, int32_t rows, bool closed )
{
	int32_t across = closed ? rows : rows + 1;
	Draft draft = beginDraft( columns * across, 2 * columns * rows );
	for ( int32_t i = 0; i < columns; ++i )
	{
		for ( int32_t j = 0; j < across; ++j )
		{
			double a = 2.0 * PI * i / columns;
			double b = closed ? 2.0 * PI * j / rows : (double)j / rows - 0.5;
			if ( closed )
			{
				// Klein's bottle as the figure of eight, turned by half a turn on its way round.
				double w = 2.0 + cos( a / 2.0 ) * sin( b ) - sin( a / 2.0 ) * sin( 2.0 * b );
				addVertex( &draft, w * cos( a ), w * sin( a ), sin( a / 2.0 ) * sin( b ) + cos( a / 2.0 ) * sin( 2.0 * b ) );
			}
			else
			{
				double w = 1.5 + b * cos( a / 2.0 );
				addVertex( &draft, w * cos( a ), w * sin( a ), b * sin( a / 2.0 ) );
			}
		}
	}
	for ( int32_t i = 0; i < columns; ++i )
	{
		for ( int32_t j = 0; j < rows; ++j )
		{
			int32_t corner[4];
			for ( int32_t k = 0; k < 4; ++k )
			{
				int32_t column = i + ( k == 1 || k == 2 );
				int32_t row = j + ( k >= 2 );
				if ( column == columns )
				{
					column = 0;
					row = closed ? ( rows - row ) % rows : rows - row;
				}
				corner[k] = column * across + ( closed ? row % rows : row );
			}
			addTriangle( &draft, corner[0], corner[1], corner[2] );
			addTriangle( &draft, corner[0], corner[2], corner[3] );
		}
	}
	return finishDraft( &draft );
}

wfMesh* meshSphere( int32_t n )
{
	// Vertices that octants share are welded.
	Draft draft = beginDraft( 8 * ( n + 1 ) * ( n + 2 ) / 2, 8 * n * n );
	for ( int32_t octant = 0; octant < 8; ++octant )
	{
		double signs[3] = { octant & 1 ? -1.0 : 1.0, octant & 2 ? -1.0 : 1.0, octant & 4 ? -1.0 : 1.0 };
		int32_t base = draft.vertexCount;
		for ( int32_t i = 0; i <= n; ++i )
		{
			for ( int32_t j = 0; j <= n - i; ++j )
			{
				double x = i, y = j, z = n - i - j;
				double l = sqrt( x * x + y * y + z * z );
				addVertex( &draft, signs[0] * x / l, signs[1] * y / l, signs[2] * z / l );
			}
		}
		for ( int32_t i = 0; i < n; ++i )
		{
			for ( int32_t j = 0; j < n - i; ++j )
			{
				int32_t a = base + i * ( n + 1 ) - i * ( i - 1 ) / 2 + j;
				int32_t b = base + ( i + 1 ) * ( n + 1 ) - ( i + 1 ) * i / 2 + j;
				addTriangle( &draft, a, b, a + 1 );
				if ( i + j + 1 < n )
				{
					addTriangle( &draft, b, b + 1, a + 1 );
				}
			}
		}
	}
	return finishDraft( &draft );
}

wfMesh* meshTorus( int32_t around, int32_t along )
{
	Draft draft = beginDraft( around * along, 2 * around * along );
	for ( int32_t i = 0; i < around; ++i )
	{
		for ( int32_t j = 0; j < along; ++j )
		{
			double a = 2.0 * PI * i / around;
			double b = 2.0 * PI * j / along;
			addVertex( &draft, ( 3.0 + cos( b ) ) * cos( a ), ( 3.0 + cos( b ) ) * sin( a ), sin( b ) );
		}
	}
	for ( int32_t i = 0; i < around; ++i )
	{
		for ( int32_t j = 0; j < along; ++j )
		{
			int32_t next = ( i + 1 ) % around * along;
			int32_t a = i * along + j, b = next + j, c = next + ( j + 1 ) % along, d = i * along + ( j + 1 ) % along;
			addTriangle( &draft, a, b, c );
			addTriangle( &draft, a, c, d );
		}
	}
	return finishDraft( &draft );
}

wfMesh* meshRandomFan( int32_t points, uint64_t seed, double mollify )
{
	// Each new point splits a triangle picked at random in three, wherever in it it lies: needles within needles.
	Draft draft = beginDraft( points + 4, 2 * points + 2 );
	draft.mollify = mollify;
	addVertex( &draft, 0, 0, 0 );
	addVertex( &draft, 1, 0, 0 );
	addVertex( &draft, 1, 1, 0 );
	addVertex( &draft, 0, 1, 0 );
	addTriangle( &draft, 0, 1, 2 );
	addTriangle( &draft, 0, 2, 3 );
	for ( int32_t k = 0; k < points; ++k )
	{
		uint64_t counter = (uint64_t)k;
		int32_t t = (int32_t)( wfRandomUnit( seed, 3, counter ) * draft.triangleCount );
		double u = wfRandomUnit( seed, 4, counter );
		double v = wfRandomUnit( seed, 5, counter );
		u = u + v > 1.0 ? 1.0 - u : u;
		v = u + v > 1.0 ? 1.0 - v : v;
		u = 0.02 + 0.94 * u;
		v = 0.02 + 0.94 * v;
		int32_t* c = draft.triangles + 3 * t;
		wfVec3 p = wfAdd3( wfScale3( ( 2.0 - u - v ) / 2.0, draft.vertices[c[0]] ),
						   wfAdd3( wfScale3( u / 2.0, draft.vertices[c[1]] ), wfScale3( v / 2.0, draft.vertices[c[2]] ) ) );
		int32_t middle = addVertex( &draft, p.x, p.y, p.z );
		int32_t a = c[0], b = c[1], third = c[2];
		c[2] = middle;
		addTriangle( &draft, b, third, middle );
		addTriangle( &draft, third, a, middle );
	}
	return finishDraft( &draft );
}

wfMesh* meshFlatTriangles( int32_t columns )
{
	Draft draft = beginDraft( 5 * ( columns + 1 ), 8 * columns );
	// Rows at y = 0, 1, 2; between the corners of the middle row a vertex lies on the edge, joined to its ends by a flat
	// triangle.
	for ( int32_t j = 0; j < 3; ++j )
	{
		for ( int32_t i = 0; i <= columns; ++i )
		{
			addVertex( &draft, i, j, 0.0 );
		}
	}
	int32_t row = columns + 1;
	for ( int32_t i = 0; i < columns; ++i )
	{
		int32_t between = addVertex( &draft, i + 0.5, 1.0, 0.0 );
		int32_t a = row + i, b = row + i + 1;
		addTriangle( &draft, a, b, between );
		addTriangle( &draft, a, i, i + 1 );
		addTriangle( &draft, a, i + 1, b );
		addTriangle( &draft, a, between, row + a );
		addTriangle( &draft, between, b, row + b );
		addTriangle( &draft, between, row + b, row + a );
	}
	return finishDraft( &draft );
}

wfMesh* meshSoup( int32_t vertices, int32_t triangles, uint64_t seed )
{
	Draft draft = beginDraft( vertices, triangles );
	for ( int32_t v = 0; v < vertices; ++v )
	{
		uint64_t counter = (uint64_t)v;
		addVertex( &draft, wfRandomUnit( seed, 6, counter ), wfRandomUnit( seed, 7, counter ), wfRandomUnit( seed, 8, counter ) );
	}
	for ( int32_t t = 0; t < triangles; ++t )
	{
		uint64_t counter = 3 * (uint64_t)t;
		addTriangle( &draft, (int32_t)( wfRandomUnit( seed, 9, counter ) * vertices ),
					 (int32_t)( wfRandomUnit( seed, 9, counter + 1 ) * vertices ),
					 (int32_t)( wfRandomUnit( seed, 9, counter + 2 ) * vertices ) );
	}
	return finishDraft( &draft );
}

// ---------------------------------------------------------------------------------------------------------------- fields

wfSurfacePlanner* makePlanner( const wfMesh* mesh, const wfSurfacePlannerDef* def )
{
	wfSurfacePlanner* planner = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateSurfacePlanner( mesh, def, &planner, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	return planner;
}

wfSurfaceField* makeField( wfSurfacePlanner* planner, const int32_t* vertices, int32_t count )
{
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	goal.vertices = vertices;
	goal.vertexCount = count;
	wfSurfaceField* field = NULL;
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, NULL ), wf_ok );
	return field;
}

double valueAt( const wfSurfaceField* field, int32_t vertex )
{
	wfScaled value = wfSurfaceField_GetValue( field, vertex );
	return ldexp( value.mantissa, value.exponent );
}

void checkSurfacePromises( const wfSurfaceField* field )
{
	wfFieldReport report = wfSurfaceField_GetReport( field );
	CHECK_EQUAL( report.flatCount, 0 );
	CHECK( report.maxRelativeResidual <= 1e-9 );
	const wfMesh* mesh = wfSurfaceField_GetMesh( field );
	const wfIntrinsic* t = &field->planner->intrinsic;
	int32_t wrong = 0;
	int32_t reachable = 0;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		double value = wfSurfaceField_GetLogValue( field, v );
		bool goal = wfSurfaceField_IsGoal( field, v );
		reachable += value > -INFINITY;
		wrong += !( value <= 0.0 ) || ( goal && value != 0.0 );
		if ( goal || value == -INFINITY )
		{
			continue;
		}
		// Not trusting the report: the best neighbour is better, and lies at the other end of its edge.
		int32_t h = wfSurfaceField_FindBest( field, v );
		if ( h == -1 )
		{
			wrong += 1;
			continue;
		}
		const int32_t* corners = h < 0 ? mesh->triangles : t->corners;
		h = h < 0 ? -2 - h : h;
		int32_t ends[2] = { corners[h], corners[wfNextHalfEdge( h )] };
		int32_t other = ends[0] == v ? ends[1] : ends[0];
		wrong += ( ends[0] != v && ends[1] != v ) || other == v;
		wfScaled mine = wfSurfaceField_GetValue( field, v );
		wfScaled best = wfSurfaceField_GetValue( field, other );
		wrong += !( best.exponent != mine.exponent ? best.exponent > mine.exponent : best.mantissa > mine.mantissa );
	}
	// Whoever the mesh joins to the goal by free vertices has a path.
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		int32_t ends[2] = { wfFromVertex( mesh, h ), wfToVertex( mesh, h ) };
		const uint8_t* blocked = field->planner->blocked;
		bool free = !blocked[ends[0]] && !blocked[ends[1]] && ends[0] != field->core.occupied && ends[1] != field->core.occupied;
		bool split = ( wfSurfaceField_GetLogValue( field, ends[0] ) == -INFINITY ) !=
					 ( wfSurfaceField_GetLogValue( field, ends[1] ) == -INFINITY );
		wrong += free && split;
	}
	CHECK_EQUAL( wrong, 0 );
	CHECK_EQUAL( reachable, report.reachableCount );
}

uint64_t hashSurfaceField( const wfSurfaceField* field )
{
	uint64_t hash = WF_HASH_START;
	for ( int32_t v = 0; v < wfMesh_GetVertexCount( wfSurfaceField_GetMesh( field ) ); ++v )
	{
		wfScaled value = wfSurfaceField_GetValue( field, v );
		double logarithm = wfSurfaceField_GetLogValue( field, v );
		hash = wfHash( hash, &value.mantissa, sizeof( double ) );
		hash = wfHash( hash, &value.exponent, sizeof( int32_t ) );
		hash = wfHash( hash, &logarithm, sizeof( double ) );
	}
	return hash;
}

double compareSurfaceFields( const wfSurfaceField* a, const wfSurfaceField* b )
{
	double worst = 0.0;
	for ( int32_t v = 0; v < wfMesh_GetVertexCount( wfSurfaceField_GetMesh( a ) ); ++v )
	{
		wfScaled x = wfSurfaceField_GetValue( a, v );
		wfScaled y = wfSurfaceField_GetValue( b, v );
		if ( x.mantissa == 0.0 || y.mantissa == 0.0 )
		{
			worst = x.mantissa == y.mantissa ? worst : INFINITY;
			continue;
		}
		worst = fmax( worst, fabs( ldexp( x.mantissa / y.mantissa, x.exponent - y.exponent ) - 1.0 ) );
	}
	return worst;
}
