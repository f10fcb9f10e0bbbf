// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The adjustable constants of this module, each with its unit and reason.
#pragma once

// --------------------------------------------------------------------------------------------------------------------- check.c
// Vertices that a worker processes at a time.
#define WF_VERTICES_PER_CHECK 1024

// ----------------------------------------------------------------------------------------------------------------- direction.c
// The smallest cosine between a direction of motion and the gradient of the triangle.
#define WF_LEAST_RISE 0.3
// Vertices that a worker processes at a time.
#define WF_VERTICES_PER_RANGE 256

// ---------------------------------------------------------------------------------------------------------------- dissection.c
// Rounds in which a line of vertices is straightened.
#define WF_STRAIGHTEN_ROUNDS 4
// A line is straightened as long as neither side has less than this share of the vertices.
#define WF_LEAST_HALF 0.4
// Parts whose second moments differ by less than this count as equally wide and long.
#define WF_ROUND_SHARE 0.5
// Vertices sampled for the middle of a part, and directions tried.
#define WF_SAMPLES 255
#define WF_DIRECTIONS 4

// --------------------------------------------------------------------------------------------------------------------- field.c
// Barycentric weights this far out of range still count as a place in the triangle.
#define WF_PLACE_TOLERANCE 1e-9

// ------------------------------------------------------------------------------------------------------------------ geodesic.c
// A vertex whose angle exceeds the full turn by this much (radians) is a saddle.
#define WF_SADDLE_EXCESS 1e-8
// Fractions of edges: a point outside a window by no more than this counts as seen; thinner windows are dropped.
#define WF_SEEN_SHARE 1e-9
#define WF_THINNEST_SHARE 1e-11
// A window is dropped if another path is shorter by more than this fraction of the distance.
#define WF_SHORTER_SHARE 1e-12

// ----------------------------------------------------------------------------------------------------------------- intrinsic.c
// An edge is flipped if the angles opposite to it add up to more than pi by more than about this.
#define WF_FLIP_TOLERANCE 1e-12
// Triangles are assumed to have at least this area, times the square of their longest edge: flatter ones are still flipped away,
// without infinities.
#define WF_LEAST_INTRINSIC_AREA 1e-15
// Far more than any surface needs; reached only if numbers have gone wrong.
#define WF_FLIPS_PER_EDGE 200

// ---------------------------------------------------------------------------------------------------------------------- mask.c
// Twice the area of a triangle, over the squares of two of its edges, that can result from rounding alone.
#define WF_LEAST_TRIANGLE_AREA 1e-14

// -------------------------------------------------------------------------------------------------------------- mask_polygon.c
// Corners are moved by this fraction toward the centre of their triangle, off edges and vertices.
#define WF_INWARD 1e-6

// -------------------------------------------------------------------------------------------------------------- mask_terrain.c
// In mean edges: what rounding may add to the height of a step.
#define WF_STEP_SLACK 1e-6
// Cosines of slopes closer than this count as equal: a ramp of exactly the maximum slope is walkable.
#define WF_SLOPE_SLACK 1e-9
// Twice the area of a triangle over the square of its longest edge below which it has no normal.
#define WF_LEAST_HEIGHT 1e-10
// Cosine of two normals below which faces meet at a corner; of an edge and `up` above which it is upright.
#define WF_CORNER_COSINE 0.9
#define WF_UPRIGHT_COSINE 0.99
// In edge lengths: the distance that counts as touching. And the height above which it is more than unevenness.
#define WF_PIERCED_TOUCH 1e-6
#define WF_PIERCED_RISE 1e-3
// Cosine of a normal and `up` below which a triangle is upright and nothing stands on it.
#define WF_LEAST_FLOOR_COSINE 1e-2

// ----------------------------------------------------------------------------------------------------------------- node_path.c
// Segments shorter than this fraction of the mean edge have no meaningful direction.
#define WF_LEAST_PIECE 1e-7

// ----------------------------------------------------------------------------------------------------------------- node_path.h
// A point closer to a vertex than this fraction of an edge is the vertex.
#define WF_SNAP 1e-9
// No path comes closer to the worse end of an edge than this fraction of it.
#define WF_LEAST_SHARE 1e-12

// ------------------------------------------------------------------------------------------------------------- planner.c: order
// From this many vertices on, dissection takes less time in total. Minimum degree needs fewer operations on smaller meshes, but
// grows faster with their size, and unpredictably on irregular ones.
#define WF_DISSECTED_VERTICES 40000
// Parts of this size are left to minimum degree.
#define WF_LEAF_VERTICES 300

// ------------------------------------------------------------------------------------------------------------------- planner.c
// Beyond this, per mean edge, attraction counts edges instead of measuring distance, and paths get longer again.
#define WF_LARGEST_EDGE_HASTE 1.5
// If an edit changes more than one in this many vertices, factorising again is cheaper.
#define WF_EDIT_SHARE 4

// --------------------------------------------------------------------------------------------------------------------- solve.c
// A field with an obstacle of its own is computed as a difference; if the residual exceeds this, it is solved again.
#define WF_DIFFERENCE_RESIDUAL 1e-10
// Vertices that a worker processes at a time.
#define WF_VERTICES_PER_TASK 2048

// -------------------------------------------------------------------------------------------------------------------- values.c
// Where the equation makes q rise by this share from every vertex to its best neighbour, its residual cannot take that back: it
// stays below 1e-14, and below 1e-7 with a factor in single precision, whatever the mesh.
#define WF_SURE_RISE 1e-12
#define WF_SURE_RISE_SINGLE 1e-6
// Neighbours that are solved together with a vertex; few have more.
#define WF_MOST_AROUND 15
// A field is solved as a whole once queries took more passes than one for this many of its fronts: a pass takes about as long as
// so many fronts of the whole. Below this many passes it is not worth while.
#define WF_WHOLE_SHARE 16
#define WF_LEAST_PASSES 64

// --------------------------------------------------------------------------------------------------------------------- strip.c
// Bends keep this fraction of an edge away from a vertex that may not be touched.
#define WF_OBSTACLE_SHARE 0.1
// A vertex is passed on the other side if the angle there is below half a turn by this much.
#define WF_FLIP_ANGLE 1e-7

// ----------------------------------------------------------------------------------------------------------------------- way.c
// Steps of a way that are measured at a time: as many as most ways have, in a few kilobytes.
#define WF_WAY_STEPS 1024

// -------------------------------------------------------------------------------------------------------------------- system.c
// Weights this small relative to the cotangents they are the sum of are rounding errors: two vertices across a square, not
// joined.
#define WF_ROUNDING 1e-13
// The smallest weight of an edge at the boundary.
#define WF_BOUNDARY_WEIGHT 1e-9
// The weight of a bridge: a gap one edge wide lets little through, but not nothing.
#define WF_BRIDGE_WEIGHT 0.05
// Where nothing repels, the constant 1 solves the equation: this small haste, one over this many times the size of the component,
// distinguishes near from far.
#define WF_DEFAULT_RANGE 2.0

// -------------------------------------------------------------------------------------------------------------------- system.h
// exp(phi) beyond this leaves the range of double with the weights it multiplies.
#define WF_LARGEST_BIAS_POTENTIAL 650.0
// The maximum change along one edge: beyond it the values at both ends can no longer be distinguished numerically.
#define WF_STEEPEST_BIAS 60.0

// ---------------------------------------------------------------------------------------------------------------------- taut.c
// A path that got shorter by no more than this fraction of its length in a round is taut.
#define WF_LEAST_GAIN 1e-12
// A bound on the number of rounds; paths are taut long before.
#define WF_MOST_ROUNDS 1000
// Bends sharper than this cosine are cut off, first this many edge lengths before and after them, then closer and closer.
#define WF_SHARP_COSINE 0.995
#define WF_CUT_EDGES 1.5
#define WF_CUT_SHRINK 0.7
#define WF_CUT_ROUNDS 6
// More if vertices are still being passed on the other side.
#define WF_MOST_CUT_ROUNDS 16
// Places closer together than this, in edge lengths, count as one.
#define WF_ONE_PLACE 1e-7

// ------------------------------------------------------------------------------------------------------------- walk_straight.c
// An intrinsic edge, followed over the mesh, ends this close to its vertex, as a fraction of its length, unless the mesh is too
// bad.
#define WF_ARRIVAL_SHARE 1e-3
