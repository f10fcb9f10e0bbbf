// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_mesh.h"

#include <math.h>
#include <stdio.h>

static void* grow( void* items, int32_t* capacity, int32_t needed, size_t size )
{
	if ( needed <= *capacity )
	{
		return items;
	}
	*capacity = 2 * needed + 16;
	void* grown = realloc( items, (size_t)*capacity * size );
	if ( grown == NULL )
	{
		fprintf( stderr, "no memory for the tests\n" );
		exit( 1 );
	}
	return grown;
}

int32_t addVertex( Soup* soup, double x, double y, double z )
{
	soup->vertices = grow( soup->vertices, &soup->vertexCapacity, soup->vertexCount + 1, sizeof( wfVec3 ) );
	soup->vertices[soup->vertexCount] = ( wfVec3 ){ x, y, z };
	return soup->vertexCount++;
}

void addTriangle( Soup* soup, int32_t a, int32_t b, int32_t c )
{
	soup->triangles = grow( soup->triangles, &soup->triangleCapacity, soup->triangleCount + 1, 3 * sizeof( int32_t ) );
	int32_t* corners = soup->triangles + 3 * (size_t)soup->triangleCount++;
	corners[0] = a;
	corners[1] = b;
	corners[2] = c;
}

void addQuad( Soup* soup, int32_t a, int32_t b, int32_t c, int32_t d )
{
	addTriangle( soup, a, b, c );
	addTriangle( soup, a, c, d );
}

void freeSoup( Soup* soup )
{
	free( soup->vertices );
	free( soup->triangles );
	*soup = ( Soup ){ 0 };
}

wfMeshDef defOfSoup( const Soup* soup )
{
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = soup->vertices;
	def.vertexCount = soup->vertexCount;
	def.triangles = soup->triangles;
	def.triangleCount = soup->triangleCount;
	return def;
}

wfMesh* makeMesh( const Soup* soup )
{
	wfMeshDef def = defOfSoup( soup );
	wfMesh* mesh;
	wfError error = { 0 };
	if ( !CHECK_EQUAL( wfCreateMesh( &def, &mesh, &error ), wf_ok ) )
	{
		fprintf( stderr, "%s\n", error.message );
	}
	return mesh;
}

Soup makeTetrahedron( void )
{
	Soup soup = { 0 };
	addVertex( &soup, 0.0, 0.0, 0.0 );
	addVertex( &soup, 1.0, 0.0, 0.0 );
	addVertex( &soup, 0.0, 1.0, 0.0 );
	addVertex( &soup, 0.0, 0.0, 1.0 );
	addTriangle( &soup, 0, 2, 1 );
	addTriangle( &soup, 0, 1, 3 );
	addTriangle( &soup, 1, 2, 3 );
	addTriangle( &soup, 0, 3, 2 );
	return soup;
}

Soup makeVoxels( const char* solid, int32_t nx, int32_t ny, int32_t nz )
{
	Soup soup = { 0 };
	int32_t mx = nx + 1, my = ny + 1;
	for ( int32_t i = 0; i < mx * my * ( nz + 1 ); ++i )
	{
		addVertex( &soup, i % mx, i / mx % my, i / ( mx * my ) );
	}
	// Of the cube's corners, numbered by x + 2 y + 4 z, those of each face, outwards.
	static const int32_t faces[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
										 { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
	for ( int32_t i = 0; i < nx * ny * nz; ++i )
	{
		int32_t at[3] = { i % nx, i / nx % ny, i / ( nx * ny ) }, size[3] = { nx, ny, nz };
		for ( int32_t f = 0; f < 6 && solid[i] != 0; ++f )
		{
			int32_t to[3] = { at[0], at[1], at[2] };
			to[f / 2] += f % 2 == 0 ? -1 : 1;
			bool inside = to[f / 2] >= 0 && to[f / 2] < size[f / 2];
			if ( !inside || solid[to[0] + nx * ( to[1] + ny * to[2] )] == 0 )
			{
				int32_t c[4];
				for ( int32_t k = 0; k < 4; ++k )
				{
					int32_t corner = faces[f][k];
					c[k] = at[0] + ( corner & 1 ) + mx * ( at[1] + ( corner >> 1 & 1 ) + my * ( at[2] + ( corner >> 2 ) ) );
				}
				addQuad( &soup, c[0], c[1], c[2], c[3] );
			}
		}
	}
	return soup;
}

Soup makeCube( void )
{
	return makeVoxels( "\1", 1, 1, 1 );
}

static void addPatch( Soup* soup, wfVec3 a, wfVec3 b, wfVec3 c, int32_t n )
{
	int32_t first = soup->vertexCount;
	for ( int32_t i = 0; i <= n; ++i )
	{
		for ( int32_t j = 0; j <= n - i; ++j )
		{
			double u = i, v = j, w = n - i - j;
			wfVec3 p = { w * a.x + u * b.x + v * c.x, w * a.y + u * b.y + v * c.y, w * a.z + u * b.z + v * c.z };
			double length = sqrt( p.x * p.x + p.y * p.y + p.z * p.z );
			addVertex( soup, p.x / length, p.y / length, p.z / length );
		}
	}
	int32_t row = first;
	for ( int32_t i = 0; i < n; ++i )
	{
		int32_t next = row + n - i + 1;
		for ( int32_t j = 0; j < n - i; ++j )
		{
			addTriangle( soup, row + j, next + j, row + j + 1 );
			if ( j + 1 < n - i )
			{
				addTriangle( soup, row + j + 1, next + j, next + j + 1 );
			}
		}
		row = next;
	}
}

Soup makeSphere( int32_t level )
{
	// Eight patches; making a mesh welds them.
	Soup soup = { 0 };
	int32_t n = 1 << level;
	for ( int32_t k = 0; k < 8; ++k )
	{
		double x = ( k & 1 ) != 0 ? -1.0 : 1.0, y = ( k & 2 ) != 0 ? -1.0 : 1.0, z = ( k & 4 ) != 0 ? -1.0 : 1.0;
		wfVec3 a = { x, 0.0, 0.0 }, b = { 0.0, y, 0.0 }, c = { 0.0, 0.0, z };
		if ( x * y * z > 0.0 )
		{
			addPatch( &soup, a, b, c, n );
		}
		else
		{
			addPatch( &soup, a, c, b, n );
		}
	}
	return soup;
}

Soup makeGrid( int32_t columns, int32_t rows, double z )
{
	Soup soup = { 0 };
	for ( int32_t j = 0; j <= rows; ++j )
	{
		for ( int32_t i = 0; i <= columns; ++i )
		{
			addVertex( &soup, i, j, z );
		}
	}
	for ( int32_t j = 0; j < rows; ++j )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			int32_t a = j * ( columns + 1 ) + i, b = a + columns + 1;
			addQuad( &soup, a, a + 1, b + 1, b );
		}
	}
	return soup;
}

Soup makeTorus( int32_t columns, int32_t rows )
{
	Soup soup = { 0 };
	for ( int32_t j = 0; j < rows; ++j )
	{
		double b = 2.0 * WF_PI * j / rows;
		for ( int32_t i = 0; i < columns; ++i )
		{
			double a = 2.0 * WF_PI * i / columns;
			addVertex( &soup, ( 3.0 + cos( b ) ) * cos( a ), ( 3.0 + cos( b ) ) * sin( a ), sin( b ) );
		}
	}
	for ( int32_t j = 0; j < rows; ++j )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			int32_t right = ( i + 1 ) % columns, up = ( j + 1 ) % rows * columns, row = j * columns;
			addQuad( &soup, row + i, row + right, up + right, up + i );
		}
	}
	return soup;
}

Soup makeMoebius( int32_t columns, int32_t rows )
{
	Soup soup = { 0 };
	for ( int32_t i = 0; i < columns; ++i )
	{
		double a = 2.0 * WF_PI * i / columns;
		for ( int32_t j = 0; j <= rows; ++j )
		{
			double w = 2.0 * j / rows - 1.0;
			addVertex( &soup, ( 3.0 + w * cos( 0.5 * a ) ) * cos( a ), ( 3.0 + w * cos( 0.5 * a ) ) * sin( a ),
					   w * sin( 0.5 * a ) );
		}
	}
	for ( int32_t i = 0; i < columns; ++i )
	{
		for ( int32_t j = 0; j < rows; ++j )
		{
			int32_t a = i * ( rows + 1 ) + j, b = a + 1, c = a + rows + 1, d = c + 1;
			if ( i == columns - 1 )
			{
				c = rows - j;
				d = rows - j - 1;
			}
			addQuad( &soup, a, c, d, b );
		}
	}
	return soup;
}

Soup makeKlein( int32_t columns, int32_t rows )
{
	Soup soup = { 0 };
	for ( int32_t i = 0; i < columns; ++i )
	{
		double a = 2.0 * WF_PI * i / columns;
		for ( int32_t j = 0; j < rows; ++j )
		{
			double b = 2.0 * WF_PI * ( j + 0.25 ) / rows;
			double r = 3.0 + cos( 0.5 * a ) * sin( b ) - sin( 0.5 * a ) * sin( 2.0 * b );
			addVertex( &soup, r * cos( a ), r * sin( a ), sin( 0.5 * a ) * sin( b ) + cos( 0.5 * a ) * sin( 2.0 * b ) );
		}
	}
	for ( int32_t i = 0; i < columns; ++i )
	{
		for ( int32_t j = 0; j < rows; ++j )
		{
			int32_t up = ( j + 1 ) % rows, a = i * rows + j, b = i * rows + up, c = a + rows, d = b + rows;
			if ( i == columns - 1 )
			{
				// After one turn the eight has turned by half: j meets -j.
				c = ( 2 * rows - j ) % rows;
				d = ( 2 * rows - up ) % rows;
			}
			addQuad( &soup, a, c, d, b );
		}
	}
	return soup;
}

Soup readOff( const char* name )
{
	Soup soup = { 0 };
	const char* path = testDataPath( name );
	FILE* file = path != NULL ? fopen( path, "r" ) : NULL;
	int vertices = 0, faces = 0, edges, ok = file != NULL && fscanf( file, "OFF %d %d %d", &vertices, &faces, &edges ) == 3;
	for ( int i = 0; i < vertices && ok; ++i )
	{
		double x, y, z;
		ok = fscanf( file, "%lf %lf %lf", &x, &y, &z ) == 3;
		addVertex( &soup, x, y, z );
	}
	for ( int i = 0; i < faces && ok; ++i )
	{
		int n = 0, a = 0, b = 0, c;
		ok = fscanf( file, "%d %d %d", &n, &a, &b ) == 3;
		for ( int k = 2; k < n && ok; ++k )
		{
			ok = fscanf( file, "%d", &c ) == 1;
			addTriangle( &soup, a, b, c );
			b = c;
		}
		// What follows the corners, colours for example.
		for ( int c2 = 0; ok && c2 != '\n' && c2 != EOF; c2 = fgetc( file ) )
		{
		}
	}
	if ( file != NULL )
	{
		fclose( file );
	}
	return soup;
}
