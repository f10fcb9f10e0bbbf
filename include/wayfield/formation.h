// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Formations: the shapes in which groups stand and walk, how a shape folds to pass a narrow place, and which member takes which
/// of its slots. Pure geometry: nothing here knows a crowd.
///
/// Frame of a formation: x forward, y to the left, metres; its origin, the anchor of the group, is the mean of all slots. All
/// results are the same bits on every machine.
#pragma once

#include "wayfield/base.h"

typedef enum wfFormationKind
{
	wf_noFormation,			 // free: it has no slots
	wf_lineFormation,		 // abreast
	wf_columnFormation,		 // single file
	wf_wedgeFormation,		 // a V with its point in front
	wf_echelonFormation,	 // a slanted line
	wf_boxFormation,		 // rows and files
	wf_circleFormation,		 // a ring
	wf_arcFormation,		 // a part of a ring that bulges forward
	wf_staggeredFormation,	 // rows and files, every other row shifted by half a file
	wf_asTheyStandFormation, // the places of the members when the group was formed
	wf_curveFormation,		 // along a drawn line
	wf_outlineFormation,	 // spread over the inside of a drawn ring
	wf_pointsFormation,		 // a list of places
	wf_formationKindCount
} wfFormationKind;

/// Kinds of agents that can own ranks: 0 to WF_KINDS - 1.
#define WF_KINDS 32
/// The most members of a group, hence slots of a formation.
#define WF_MAX_MEMBERS 10000
/// The most points of a drawing or a list.
#define WF_MAX_FORMATION_POINTS 100000

typedef struct wfFormationDef
{
	wfFormationKind kind;
	double spacing;		  // between neighbours, 0.01 to 1000 m; below two radii of the largest member nobody can stand in its
						  // slot, and the group hardly gets on
	double ratio;		  // box, staggered: width to depth, 0.01 to 100
	double angle;		  // wedge: opening behind the point, above 0 and below pi. echelon: of the line to the heading, between
						  // -pi/2 and pi/2 but not 0: the line runs back to the right, with a negative angle to the left. arc:
						  // aperture, above 0, up to 2 pi. 0: the default of the kind, which is pi/2, pi/4 and pi
	const wfVec2* points; // curve, outline (a ring, closed by itself), points, as they stand. Copied by whoever keeps the def
	int32_t pointCount;
	bool rigid;					 // never folds: a passage narrower than the shape is closed to the group
	int8_t rankOfKind[WF_KINDS]; // members of lower ranks stand in front; all equal: no ranks
	int32_t internalCookie;
} wfFormationDef;

WF_API wfFormationDef wfDefaultFormationDef( void );
/// "none", "line", "column", "wedge", "echelon", "box", "circle", "arc", "staggered", "as they stand", "curve", "outline",
/// "points"; static storage, null for what is no kind.
WF_API const char* wfGetFormationName( wfFormationKind kind );
/// The kind of a name, wf_formationKindCount if there is none.
WF_API wfFormationKind wfFindFormation( const char* name );
/// Says which field is out of its range, and what was expected.
WF_API wfResult wfFormation_Check( const wfFormationDef* def, wfError* error );

/// The slots of `count` members, 1 to WF_MAX_MEMBERS, in the formation's frame. The first slots are the front ones of each kind:
/// the middle of a line, the point of a wedge, the front row of a box; the last rows may not be full, and stand centred. Slots of
/// curves run along the curve, and those of the ring from its foremost point to both sides.
///
/// Line to staggered: no two slots are nearer than the spacing, and neighbours are exactly that far apart, but for one alone in
/// the last row of a box, between two files. An arc whose ends would come nearer is closed to a circle. What is drawn has its own
/// size, which spacing does not change: on a curve slots are at equal arc lengths (a stroke whose ends nearly meet is a loop),
/// inside of an outline, which may cross itself, they are spread evenly, from front to back. Of a list of points, or of places of
/// members: fewer members than points take the foremost of them; more continue in copies of the list behind it, each a spacing
/// behind the last point of the one before. wfGetLeastDistance says how near slots are.
///
/// wf_noFormation has no slots and is refused, as are drawings without extent. Costs some 50 ms for 10,000 slots in an
/// outline of some hundred points, a millisecond at most for all others.
WF_API wfResult wfFormation_MakeSlots( const wfFormationDef* def, int32_t count, wfVec2* slots, wfError* error );

/// Extent across (along y) and along (along x) of slots' centres; 0 for less than two.
WF_API double wfGetSlotsWidth( const wfVec2* slots, int32_t count );
WF_API double wfGetSlotsDepth( const wfVec2* slots, int32_t count );
/// Between the two nearest of some points, infinite for less than two. n log n.
WF_API wfResult wfGetLeastDistance( const wfVec2* points, int32_t count, double* distance );

typedef struct wfFoldDef
{
	const wfVec2* slots;
	int32_t count;	// 0 to WF_MAX_MEMBERS
	double spacing; // between files and rows, above 0
	double width;	// available for the slots' centres: the room across less the diameter of a member
	int32_t internalCookie;
} wfFoldDef;

WF_API wfFoldDef wfDefaultFoldDef( void );
/// The shape fitted to a width: where it is wider, slots beyond the outermost files that fit move into those files, behind the
/// slots that stand there; in the end all walk in single file, and a width below 0 counts as 0. Slots within the width stay where
/// they are across, and none moves forward against those ahead of it: who was in front of another by a spacing or more still is
/// not behind it. No two folded slots are nearer than the spacing or their own distance before, whichever is less. The mean stays
/// at the origin.
WF_API wfResult wfFoldSlots( const wfFoldDef* def, wfVec2* folded, wfError* error );

// ---------------------------------------------------------------------------------------------------------- assignment

/// Up to so many members the assignment is the best there is.
#define WF_EXACT_ASSIGNMENT 200

typedef struct wfAssignDef
{
	const wfVec2* starts; // of the members, within 1e9 m, as all coordinates
	const wfVec2* slots;  // in the same frame as the starts
	int32_t count;		  // of both; 0 to WF_MAX_MEMBERS
	// Ranks of members and of slots; both or neither. Members take slots of their own rank only: of each rank there must be as
	// many members as slots. wfRankSlots gives slots their ranks.
	const int8_t* startRanks;
	const int8_t* slotRanks;
	bool exact; // for any count: takes seconds for 2,000, and grows by the third power
	int32_t internalCookie;
} wfAssignDef;

WF_API wfAssignDef wfDefaultAssignDef( void );
/// Which member takes which slot: the least sum of squared distances, up to WF_EXACT_ASSIGNMENT members exact (but for rounding),
/// beyond within 2 % of the least. `slotOf[k]` is the slot of start k; `cost` (may be null) the sum, in square metres.
WF_API wfResult wfAssignSlots( const wfAssignDef* def, int32_t* slotOf, double* cost, wfError* error );

/// Ranks for slots in a formation's frame, from front to back: the foremost to the members of the lowest rank, as many as these
/// are. Slots equally far in front are taken from the middle outwards, then in their order.
WF_API wfResult wfRankSlots( const wfVec2* slots, const int8_t* startRanks, int32_t count, int8_t* slotRanks );

// ---------------------------------------------------------------------------------------------------------------- errors

/// Error of a group: sqrt( mean |x_i - S_i|^2 ) / spacing, 0 without members. Places and slots in the same frame, slot i for
/// place i.
typedef struct wfGroupErrorDef
{
	const wfVec2* places;
	const wfVec2* slots;
	int32_t count;
	double spacing;
} wfGroupErrorDef;

WF_API double wfGetGroupError( const wfGroupErrorDef* def );
/// The same after the rotation and shift of the slots that make it least: 0 for a group that is whole, but late or turned.
WF_API double wfGetShapeError( const wfGroupErrorDef* def );
