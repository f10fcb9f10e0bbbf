// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields on meshes against CGAL's heat method, on the same meshes in the same run: set-up, and the time for a new goal. The runs
// take turns, so that whatever else the machine does falls on both, and each is told at its best.
//
//     bench_heat bunny.off fertility.off beetle.off
//
// The exit code is 1 where ours is slower in one of them.

#include "wayfield/io.h"
#include "wayfield/surface.h"

#include <CGAL/Heat_method_3/Surface_mesh_geodesic_distances_3.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/Surface_mesh.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <memory>
#include <vector>

namespace
{

using Kernel = CGAL::Simple_cartesian<double>;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Vertex = boost::graph_traits<Mesh>::vertex_descriptor;
using Direct = CGAL::Heat_method_3::Surface_mesh_geodesic_distances_3<Mesh, CGAL::Heat_method_3::Direct>;
using Intrinsic = CGAL::Heat_method_3::Surface_mesh_geodesic_distances_3<Mesh, CGAL::Heat_method_3::Intrinsic_Delaunay>;

constexpr int setUps = 9, goals = 40;

// Of this thread: other programs on the machine do not count.
double getSeconds()
{
	timespec time{};
	clock_gettime( CLOCK_THREAD_CPUTIME_ID, &time );
	return static_cast<double>( time.tv_sec ) + 1e-9 * static_cast<double>( time.tv_nsec );
}

struct Best
{
	double setUp = std::numeric_limits<double>::infinity();
	double goal = std::numeric_limits<double>::infinity();
};

// The mesh after our repairs: what CGAL would assert on is gone.
bool convert( const wfMesh* mesh, Mesh& converted )
{
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	for ( int32_t i = 0; i < wfMesh_GetVertexCount( mesh ); ++i )
	{
		converted.add_vertex( Kernel::Point_3( vertices[i].x, vertices[i].y, vertices[i].z ) );
	}
	for ( int32_t t = 0; t < wfMesh_GetTriangleCount( mesh ); ++t )
	{
		const int32_t* corner = triangles + 3 * t;
		if ( converted.add_face( Vertex( static_cast<unsigned>( corner[0] ) ), Vertex( static_cast<unsigned>( corner[1] ) ),
								 Vertex( static_cast<unsigned>( corner[2] ) ) ) == Mesh::null_face() )
		{
			return false;
		}
	}
	return true;
}

template <class Method> std::unique_ptr<Method> setUpHeat( const Mesh& mesh, Best& best )
{
	double began = getSeconds();
	auto method = std::make_unique<Method>( mesh );
	best.setUp = std::min( best.setUp, getSeconds() - began );
	return method;
}

template <class Method, class Map> void solveHeat( Method& method, Map distances, Vertex goal, Best& best )
{
	double began = getSeconds();
	method.clear_sources();
	method.add_source( goal );
	method.estimate_geodesic_distances( distances );
	best.goal = std::min( best.goal, getSeconds() - began );
}

bool setUpOurs( const wfMesh* mesh, wfSurfacePlanner*& planner, Best& best )
{
	if ( planner != nullptr )
	{
		wfDestroySurfacePlanner( planner );
		planner = nullptr;
	}
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	double began = getSeconds();
	wfResult result = wfCreateSurfacePlanner( mesh, &def, &planner, nullptr );
	best.setUp = std::min( best.setUp, getSeconds() - began );
	return result == wf_ok;
}

bool solveOurs( wfSurfacePlanner* planner, int32_t goal, Best& best )
{
	wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
	def.kind = wf_verticesGoal;
	def.vertices = &goal;
	def.vertexCount = 1;
	wfSurfaceField* field = nullptr;
	double began = getSeconds();
	wfResult result = wfSurfacePlanner_CreateField( planner, &def, &field, nullptr );
	result = result == wf_ok ? wfSurfaceField_SolveAll( field ) : result;
	best.goal = std::min( best.goal, getSeconds() - began );
	if ( field != nullptr )
	{
		wfDestroySurfaceField( field );
	}
	return result == wf_ok;
}

void print( const char* name, const Best& theirs, const Best& ours )
{
	std::printf( "  %-20s set-up %9.2f ms (%5.2f times ours)   new goal %9.3f ms (%5.2f times ours)\n", name, 1e3 * theirs.setUp,
				 theirs.setUp / ours.setUp, 1e3 * theirs.goal, theirs.goal / ours.goal );
}

// Returns whether ours was no slower than either.
bool measure( const char* path, const wfMesh* mesh, const Mesh& converted )
{
	auto copy = converted;
	auto distances = copy.add_property_map<Vertex, double>( "v:distance", 0.0 ).first;
	Best ours, direct, intrinsic;
	wfSurfacePlanner* planner = nullptr;
	std::unique_ptr<Direct> directMethod;
	std::unique_ptr<Intrinsic> intrinsicMethod;
	bool good = true;
	for ( int i = 0; i < setUps && good; ++i )
	{
		good = setUpOurs( mesh, planner, ours );
		directMethod = setUpHeat<Direct>( copy, direct );
		intrinsicMethod = setUpHeat<Intrinsic>( copy, intrinsic );
	}
	// Vertices inside: ours takes mesh limits for walls.
	std::vector<int32_t> inner;
	for ( int32_t i = 0; i < wfMesh_GetVertexCount( mesh ); ++i )
	{
		if ( !wfMesh_IsBoundaryVertex( mesh, i ) )
		{
			inner.push_back( i );
		}
	}
	for ( int i = 0; i < goals && good && !inner.empty(); ++i )
	{
		int32_t goal = inner[static_cast<std::size_t>( wfRandomUnit( 1, 0, static_cast<uint64_t>( i ) ) *
													   static_cast<double>( inner.size() ) )];
		Vertex vertex( static_cast<unsigned>( goal ) );
		good = solveOurs( planner, goal, ours );
		solveHeat( *directMethod, distances, vertex, direct );
		solveHeat( *intrinsicMethod, distances, vertex, intrinsic );
	}
	if ( planner != nullptr )
	{
		wfDestroySurfacePlanner( planner );
	}
	if ( !good )
	{
		std::printf( "%s: not solved\n", path );
		return false;
	}
	std::printf( "%s: %d vertices\n", path, wfMesh_GetVertexCount( mesh ) );
	std::printf( "  %-20s set-up %9.2f ms                      new goal %9.3f ms\n", "wayfield", 1e3 * ours.setUp,
				 1e3 * ours.goal );
	print( "heat, direct", direct, ours );
	print( "heat, intrinsic", intrinsic, ours );
	bool held = ours.setUp <= std::min( direct.setUp, intrinsic.setUp ) && ours.goal <= std::min( direct.goal, intrinsic.goal );
	std::printf( "  %s\n", held ? "keeps: no slower" : "MISSES: slower" );
	return held;
}

bool measureFile( const char* path )
{
	wfReadDef read = wfDefaultReadDef();
	wfError error{};
	wfMesh* mesh = nullptr;
	if ( wfLoadMesh( path, &read, nullptr, &mesh, &error ) != wf_ok )
	{
		char text[1280];
		wfError_Format( &error, text, static_cast<int32_t>( sizeof( text ) ) );
		std::fprintf( stderr, "bench_heat: %s\n", text );
		return false;
	}
	Mesh converted;
	bool held = convert( mesh, converted );
	if ( held )
	{
		held = measure( path, mesh, converted );
	}
	else
	{
		std::fprintf( stderr, "bench_heat: %s: not a mesh CGAL takes\n", path );
	}
	wfDestroyMesh( mesh );
	return held;
}

} // namespace

int main( int argc, char** argv )
{
	if ( argc < 2 )
	{
		std::fprintf( stderr, "usage: bench_heat MESH...\n" );
		return 2;
	}
	bool held = true;
	for ( int i = 1; i < argc; ++i )
	{
		held = measureFile( argv[i] ) && held;
	}
	return held ? 0 : 1;
}
