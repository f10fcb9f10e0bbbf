// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Sketched strokes: routes drawn by hand, and who of a group takes which branch where they part.
///
/// Strokes make a forest. A stroke that begins near another one branches off it, any other one begins a tree of its own. Nodes
/// are the places where strokes begin, part and end; a link is the polyline between two of them. The way from a root to a leaf is
/// a route. Nothing here knows agents or worlds: places are points of the plane, or of space for crowds on meshes, in metres.
/// Sketches are edited by one thread at a time; the same calls give the same bits everywhere.
#pragma once

#include "wayfield/base.h"

typedef struct wfStrokes wfStrokes;

typedef struct wfStrokesDef
{
	/// A stroke that begins within this distance of a link or a node is joined to it, m; in [0, 1e6].
	double joinDistance;
	/// The same for strokes drawn on a screen, measured there, in its units (pixels).
	double joinPixels;
	/// Largest distance between neighbouring points along a stroke, m; in [1e-3, 1e6].
	double spacing;
	/// Turns of at least this angle are corners and keep their point, radians; in (0, pi].
	double cornerAngle;
	/// A stroke no longer than this is a click: a plain move to the place where it began, m; in [0, 1e6].
	double clickLength;
	/// The same for strokes drawn on a screen, pixels.
	double clickPixels;
	int32_t internalCookie;
} wfStrokesDef;

/// 2 m, 24 pixels, 0.5 m, 45 degrees, 0.05 m, 4 pixels.
WF_API wfStrokesDef wfDefaultStrokesDef( void );
WF_API wfResult wfCreateStrokes( const wfStrokesDef* def, wfStrokes** strokes, wfError* error );
/// Null is allowed.
WF_API void wfDestroyStrokes( wfStrokes* strokes );

// --------------------------------------------------------------------------------------------------------------- drawing

/// Add a stroke of world points, each within 1e6 m of the origin. Repeated points are dropped, the rest is resampled evenly by
/// arc length; the first and the last point and corners stay. Every point given is within spacing / 2 of the result.
///
/// Where it begins is compared with all links and nodes (exact distance from point to segment, of equal ones the lowest link,
/// then the lowest node). If the nearest is within the join distance, the stroke starts there: at an end of that link if that end
/// is within the join distance too, else at a new node that cuts the link at the nearest point. A straight piece leads from there
/// to the first point drawn. A click is never joined: it is a tree of one node. The number of the stroke, from 0, goes to
/// `stroke` unless that is null. A stroke that is refused changes nothing. Cost: linear in the points of all strokes.
WF_API wfResult wfStrokes_Add( wfStrokes* strokes, const wfVec2* points, int32_t count, int32_t* stroke, wfError* error );

/// From a screen to the ground: the world point of the screen point (x, y) is (X / W, Y / W) with (X, Y, W) = rows (x, y, 1).
/// W must be positive where the ground is seen; affine views have the last row 0 0 1.
typedef struct wfScreen
{
	double rows[3][3];
} wfScreen;

/// A stroke of screen points. Joins and clicks are measured on the screen as it is now, so that zoom and camera may change
/// between strokes; what the camera has behind it is joined to nothing. Points that are not on the ground (W <= 0, above the
/// horizon) are refused.
WF_API wfResult wfStrokes_AddOnScreen( wfStrokes* strokes, const wfScreen* screen, const wfVec2* points, int32_t count,
									   int32_t* stroke, wfError* error );

/// From space to a screen: the place (x, y, z) is seen at (X / W, Y / W) with (X, Y, W) = rows (x, y, z, 1), and lies behind the
/// camera where W <= 0. The first, second and last row of the matrix that a renderer has, if X and Y are scaled to pixels.
typedef struct wfSpaceScreen
{
	double rows[3][4];
} wfSpaceScreen;

/// A stroke on a mesh, of points of its surface: where rays through the points of a screen meet it (wfMesh_CastRay), or the
/// nearest to any other ones (wfMesh_FindNearest). Groups leave out what lies more than 0.5 m beside the surface. Joins and
/// clicks are measured on the screen where one is given, otherwise (null) in metres through space.
WF_API wfResult wfStrokes_AddInSpace( wfStrokes* strokes, const wfSpaceScreen* screen, const wfVec3* points, int32_t count,
									  int32_t* stroke, wfError* error );

/// Take back the last stroke, as if it had never been drawn: cut links are whole again, bit for bit. False: there is none.
WF_API bool wfStrokes_Undo( wfStrokes* strokes );
/// Draw the last stroke taken back again, the same to the bit. False: there is none, or another one was drawn since.
WF_API bool wfStrokes_Redo( wfStrokes* strokes );

// --------------------------------------------------------------------------------------------------------------- queries

/// Nodes, links and strokes are numbered from 0 in the order they came into being. Undo takes away the last ones; a cut link
/// keeps its number for the part before the cut. A number that does not exist is a programmer error.
typedef struct wfStrokeNode
{
	wfVec2 place;
	double z;		// 0 in the plane
	int32_t parent; // node, -1: a root
	int32_t link;	// that leads here, -1: a root
	int32_t childCount;
} wfStrokeNode;

typedef struct wfStrokeLink
{
	int32_t from, to;	// nodes
	int32_t stroke;		// that it is a part of
	int32_t pointCount; // with both ends: 2 or more
	double length;		// m, above 0
} wfStrokeLink;

WF_API int32_t wfStrokes_GetStrokeCount( const wfStrokes* strokes );
WF_API int32_t wfStrokes_GetNodeCount( const wfStrokes* strokes );
WF_API int32_t wfStrokes_GetLinkCount( const wfStrokes* strokes );
WF_API wfStrokeNode wfStrokes_GetNode( const wfStrokes* strokes, int32_t node );
WF_API wfStrokeLink wfStrokes_GetLink( const wfStrokes* strokes, int32_t link );
/// The node a stroke ends at: a leaf until another one goes on from there.
WF_API int32_t wfStrokes_GetStrokeEnd( const wfStrokes* strokes, int32_t stroke );

/// These return the count needed, also where it is larger than the capacity; what fits is written.
/// Children in the order of creation; the child of a cut link before the new branch.
WF_API int32_t wfStrokes_GetChildren( const wfStrokes* strokes, int32_t node, int32_t* children, int32_t capacity );
WF_API int32_t wfStrokes_GetRoots( const wfStrokes* strokes, int32_t* roots, int32_t capacity );
/// Below a node (itself, if it has no children), depth first, children in order.
WF_API int32_t wfStrokes_GetLeaves( const wfStrokes* strokes, int32_t node, int32_t* leaves, int32_t capacity );
/// From node to node, both ends included.
WF_API int32_t wfStrokes_GetLinkPoints( const wfStrokes* strokes, int32_t link, wfVec2* points, int32_t capacity );
/// The polyline from the root to a node, each place once: no two neighbouring points are equal. One point for a root.
WF_API int32_t wfStrokes_GetRoute( const wfStrokes* strokes, int32_t node, wfVec2* points, int32_t capacity );
/// The same with z.
WF_API int32_t wfStrokes_GetLinkPointsInSpace( const wfStrokes* strokes, int32_t link, wfVec3* points, int32_t capacity );
WF_API int32_t wfStrokes_GetRouteInSpace( const wfStrokes* strokes, int32_t node, wfVec3* points, int32_t capacity );

/// A place on the route to a node.
typedef struct wfStrokePlace
{
	wfVec2 place;
	double z;	  // 0 in the plane
	int32_t link; // -1: the route is a single node
	int32_t node; // the last one at or before the place
	double along; // m from that node
} wfStrokePlace;

/// What is at an arc length from the root on the route to a node, in metres; lengths beyond an end mean that end.
WF_API wfStrokePlace wfStrokes_GetPlace( const wfStrokes* strokes, int32_t node, double along );

// --------------------------------------------------------------------------------------------------------------- bytes

/// The drawn strokes as bytes, without those taken back: returns the size needed. Nothing is written where it does not fit.
WF_API size_t wfStrokes_Save( const wfStrokes* strokes, void* buffer, size_t capacity );
/// Replace all strokes by saved ones. Damaged or forged bytes are refused (wf_badFormat), and nothing changes then. The def stays
/// that of `strokes`.
WF_API wfResult wfStrokes_Restore( wfStrokes* strokes, const void* data, size_t size, wfError* error );
/// Of nodes, links and points. Equal after undo, redo and restore.
WF_API uint64_t wfStrokes_GetHash( const wfStrokes* strokes );

// ------------------------------------------------------------------------------------------------------- along a polyline

/// Progress is the arc length from the first point, in metres. A route has at least one point.
WF_API double wfGetRouteLength( const wfVec2* points, int32_t count );

typedef struct wfRoutePlace
{
	double progress;
	wfVec2 place;
	wfVec2 direction; // unit: of the segment; (0, 0) for a route without length
	double distance;  // from the place asked for; 0 for wfGetRoutePlace
} wfRoutePlace;

/// The place at a progress; at corners the direction is that of the segment ahead.
WF_API wfRoutePlace wfGetRoutePlace( const wfVec2* points, int32_t count, double progress );
/// The nearest place of the whole route; of equal ones the first.
WF_API wfRoutePlace wfFindOnRoute( const wfVec2* points, int32_t count, wfVec2 place );
/// The new progress of somebody at `place` who had `progress`: that of the nearest place not behind it and no more than `reach`
/// metres of arc length ahead. It never goes back, and nothing longer than `reach` is ever left out: loops and crossings are
/// walked in the order they were drawn.
WF_API double wfAdvanceAlong( const wfVec2* points, int32_t count, double progress, wfVec2 place, double reach );

// -------------------------------------------------------------------------------------------------------------- division

#define WF_MAX_BRANCHES 32

typedef enum wfDivisionRule
{
	wf_divideEvenly,
	wf_divideByShare,
	wf_divideByNumber,
	wf_divideByKind,
	wf_divisionRuleCount
} wfDivisionRule;

typedef struct wfBranch
{
	/// By share: weight against the other branches, 0 or in [1e-6, 1e6]. 0: only those who have nothing else.
	double share;
	/// By number: so many; -1: all who are left over.
	int32_t number;
	/// By kind: bit k sends kind k here; none: those whose kind no open branch asks for.
	uint32_t kinds;
	/// The direction in which it leaves the node, of any length. (0, 0): unknown, as if straight on.
	wfVec2 direction;
} wfBranch;

typedef struct wfDivided
{
	int32_t kind;  // 0 to 31; read when divided by kind
	uint32_t open; // bit k: branch k is open to it
	wfVec2 place;  // m, within 1e9 of the origin
} wfDivided;

typedef struct wfDivisionDef
{
	wfDivisionRule rule;
	const wfBranch* branches;
	int32_t branchCount; // 1 to WF_MAX_BRANCHES
	wfVec2 node;		 // where the ways part
	wfVec2 heading;		 // of those who come, of any length; (0, 0): the mean direction of the branches
	int32_t internalCookie;
} wfDivisionDef;

WF_API wfDivisionDef wfDefaultDivisionDef( void );

/// The branch of each member, -1 for those who have none open. With n_k members on branch k, the counts are the best that closed
/// branches allow: of all ways to give everybody an open branch, theirs has the least
///   evenly         sum of n_k^2: free members are spread so that counts differ by at most one, those who have no choice counted;
///   by share       sum of n_k^2 / share_k: counts in proportion to the shares (two branches: rounded by largest remainder);
///   by number      sum of (n_k - number_k)^2 over branches with a number; who is over goes to those with -1, evenly;
///   by kind        sum of n_k^2, everybody restricted to the open branches that ask for its kind; if none does, to the open ones
///                  that ask for no kind; if none again, to all open ones.
/// Of equal counts the lowest branches get more. Then nobody crosses without need: of two members who could exchange their
/// branches, the one farther to the left, seen along the heading, has the branch farther to the left. The counts do not depend on
/// the order of the members; who stand equally far to the left are taken in their order.
WF_API wfResult wfDivide( const wfDivisionDef* def, const wfDivided* members, int32_t count, int32_t* branchOf, wfError* error );
