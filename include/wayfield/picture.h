// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Pictures of worlds, fields, paths and crowds, as SVG and PNG, and videos. Part of the edge library `wayfield-io`.
#pragma once

#include "wayfield/explorers.h"
#include "wayfield/metrics.h"
#include "wayfield/orders.h"

typedef struct wfPictureDef
{
	int32_t width; // pixels of the longer side of the whole picture, 64 to 8192
	bool contours; // lines of equal log q
	bool arrows;   // directions of motion
	bool legend;
	const wfPath* paths; // drawn on top, each in its own colour
	int32_t pathCount;
	const wfVec2* starts;
	int32_t startCount;
	const char* title;					// may be null
	const char *leftTitle, *rightTitle; // of the panels of a comparison, may be null
	const int32_t* goalCells;			// of a potential p; null: the free cells where p is 0
	int32_t goalCount;
	int32_t internalCookie;
} wfPictureDef;

WF_API wfPictureDef wfDefaultPictureDef( void );

/// The file extension selects SVG or PNG; anything else is wf_unsupported. The file is written whole or not at all. `field` may
/// be null (only world and paths), `world` may be null (walls from the grid).
WF_API wfResult wfDrawField( const char* path, const wfGrid* grid, const wfWorld* world, const wfField* field,
							 const wfPictureDef* def, wfError* error );

/// The same for a potential p given per cell (the reference methods), with flat cells marked: connected to the goal, not goal,
/// and without a neighbour with smaller p (also where p is NaN).
WF_API wfResult wfDrawPotential( const char* path, const wfGrid* grid, const wfWorld* world, const double* p,
								 const wfPictureDef* def, wfError* error );

/// Both side by side: the potential p on the left, the field on the right, each with its count of flat cells.
WF_API wfResult wfDrawComparison( const char* path, const wfGrid* grid, const wfWorld* world, const double* p,
								  const wfField* field, const wfPictureDef* def, wfError* error );

/// A plot of curves: linear or logarithmic axes, markers, legend.
typedef struct wfPlotSeries
{
	const char* label;
	const double* x;
	const double* y;
	int32_t count;
} wfPlotSeries;

/// How a series is drawn, where the default is not meant.
typedef struct wfPlotLook
{
	bool stairs;   // each value holds until the next point, as in a count over time
	int32_t color; // colour and marker, counted from 1; 0: by the place among the series
	int32_t dash;  // 0: a solid line; 1: long dashes, 2: short ones, and so on by turns
} wfPlotLook;

typedef struct wfPlotDef
{
	const char *title, *xLabel, *yLabel;
	bool logX, logY;
	bool fromZero; // the y axis begins at 0 unless a value is below it; not on a logarithmic one
	const wfPlotSeries* series;
	int32_t seriesCount;
	const wfPlotLook* looks; // one for each series; null: the default
	int32_t width, height;
	int32_t internalCookie;
} wfPlotDef;

WF_API wfPlotDef wfDefaultPlotDef( void );
/// The file extension selects SVG or PNG. Points that are not finite, beyond 1e300, or not above 0 on a logarithmic axis are
/// omitted; wf_outOfRange if none is left.
WF_API wfResult wfDrawPlot( const char* path, const wfPlotDef* def, wfError* error );
/// Up to 8 plots below each other whose x axes have one range: title of the first, x label of the last, the legend of the one
/// with most series. The picture is as wide as the first and as high as all and the legend together.
WF_API wfResult wfDrawPlotStack( const char* path, const wfPlotDef* defs, int32_t count, wfError* error );

// ---------------------------------------------------------------------------------------------------------------- groups

/// Hues of groups that colour-blind readers tell apart, too: red, blue, green, pink, orange, sky.
#define WF_GROUP_COLORS 6

/// How a group is called and coloured.
typedef struct wfGroupLook
{
	const char* name; // may be null
	int32_t color;	  // one of the hues, from 0; -1: the next one. Groups of one hue are lighter and darker
} wfGroupLook;

/// What pictures and videos show of the groups of a crowd: who belongs to which, slots, anchors and their ways, strokes. It sees
/// the crowd before the first tick and after each.
typedef struct wfGroupTrack wfGroupTrack;

typedef struct wfGroupTrackDef
{
	const wfGroupLook* looks; // of groups whose userData is 1, 2, ... in its lower 32 bits; a number from 2 on in the upper ones
							  // is that of a part, which is called by it: "guard.2". Copied
	int32_t lookCount;
	const wfOrderLog* orders;	  // other groups are called as this log calls them; must outlive the track; may be null
	const char* const* kindNames; // of agents of kind 0, 1, ...; null, one of them null, or too few: "kind 1". Copied
	int32_t kindCount;			  // up to 32
	const double* times; // rising, seconds, at which pictures show where everybody was. Copied. Null: at first, and where a group
						 // has come away from where it is shown already
	int32_t timeCount;
	int32_t internalCookie;
} wfGroupTrackDef;

WF_API wfGroupTrackDef wfDefaultGroupTrackDef( void );
WF_API wfResult wfCreateGroupTrack( const wfGroupTrackDef* def, wfGroupTrack** track, wfError* error );
/// Without groups in the crowd it costs next to nothing, and pictures are those without a track. On failure the moment is left
/// out.
WF_API wfResult wfGroupTrack_Add( wfGroupTrack* track, const wfCrowd* crowd, wfError* error );
/// Null is allowed.
WF_API void wfDestroyGroupTrack( wfGroupTrack* track );

// ------------------------------------------------------------------------------------------------------------- explorers

/// What explorers of a crowd have seen, and when, and how they walked: for pictures, videos and reports. It sees the crowd before
/// the first tick and after each.
typedef struct wfExploreTrack wfExploreTrack;

WF_API wfResult wfCreateExploreTrack( wfExploreTrack** track, wfError* error );
/// Without explorers in the crowd it costs next to nothing. On failure the moment is left out, or part of it.
WF_API wfResult wfExploreTrack_Add( wfExploreTrack* track, const wfCrowd* crowd, wfError* error );
/// Null is allowed.
WF_API void wfDestroyExploreTrack( wfExploreTrack* track );

typedef struct wfExploreShare
{
	double share;	// of the cells that were known at last
	double seconds; // when they were; not a number: not yet
	double walked;	// m until then, by all of them together
} wfExploreShare;

typedef struct wfClosedPlace
{
	wfVec3 place;
	double length; // m, of the frontier that is left there
} wfClosedPlace;

/// How explorers did so far.
typedef struct wfExploreSummary
{
	wfExplorersId id;
	int32_t explorers;
	double began, seconds;	  // of the crowd's clock: at first and at last
	double walked, longest;	  // m: by all of them, and by the one who walked farthest
	int64_t decisions;		  // frontiers chosen
	int32_t turnedBack;		  // of them taken up again after they had been left
	wfExploreShare shares[4]; // 0.5, 0.9, 0.95, 1
	int64_t freeCells, wallCells, unknownCells;
	double cellSize;
	double saw, found, explored; // seconds, the first time; not a number: not yet
	wfVec3 foundAt;
	bool timedOut, isDone;
	int32_t frontiers;			 // left open
	const wfClosedPlace* closed; // of the last time that everything was explored; the track's
	int32_t closedCount;
} wfExploreSummary;

/// Teams are numbered from 0 in the order they came. False: there are not so many.
WF_API bool wfExploreTrack_GetSummary( const wfExploreTrack* track, int32_t team, wfExploreSummary* summary );
/// Share of what was known at last against time, as points of a curve: returns their number, also beyond the capacity.
WF_API int32_t wfExploreTrack_GetCurve( const wfExploreTrack* track, int32_t team, double* seconds, double* shares,
										int32_t capacity );

typedef enum wfExplorePictureKind
{
	wf_pathPicture, // the ways, coloured by time
	wf_seenPicture	// when each place was seen first
} wfExplorePictureKind;

typedef struct wfExplorePictureDef
{
	wfExplorePictureKind kind;
	int32_t width; // pixels of the longer side of the whole picture, 64 to 8192
	bool legend;
	const char* title; // may be null
	int32_t team;	   // whose knowledge is shown
	int32_t internalCookie;
} wfExplorePictureDef;

WF_API wfExplorePictureDef wfDefaultExplorePictureDef( void );
/// What explorers know at last, in fog what they do not, their ways, frontiers that are left, closed places and what they looked
/// for, and everybody else where they are. wf_notFound: the track knows no such team.
WF_API wfResult wfDrawExploration( const char* path, wfCrowd* crowd, const wfExploreTrack* track, const wfExplorePictureDef* def,
								   wfError* error );

// ---------------------------------------------------------------------------------------------------------------- crowds

/// The planned footsteps of an agent, as reported by wfCrowd_GetFootstepPlan.
typedef struct wfFootstepPlan
{
	uint32_t serial; // of the agent, for its colour
	const wfFootstep* steps;
	int32_t count, sure; // of the footsteps; the first `sure` ones, ending with a stop, are committed, the others intended
						 // instead of that stop
} wfFootstepPlan;

#define WF_MAX_MOMENTS 16

typedef struct wfCrowdPictureDef
{
	int32_t width;			 // pixels of the longer side of the whole picture, 64 to 8192
	bool trails;			 // where agents have been
	bool discs;				 // where they are, with headings: discs, or shoulders and heads where bodies are less deep than wide
	bool legend;			 // scale bar and key to the colours
	bool colorBySpeed;		 // discs and trails; otherwise each agent has its own colour
	double radius;			 // of discs if the recording has none
	double fromTime, toTime; // of the trails; toTime 0: to the end. Discs are shown at toTime
	const char* title;		 // may be null
	wfBox2 view;			 // empty: the whole world
	const wfVec2* lineEnds;	 // for trails: lines whose flow was measured, two ends each; may be null
	int32_t lineCount;
	// Only for walkers:
	const wfFootstepTable* footsteps; // sorted: persons whose ids are serials in it are drawn by their footsteps; may be null
	bool footprints;				  // all, or the last ones, or none: as many as remain legible
	bool colorByDirection;			  // the same colour for all agents walking in the same one of four directions; ignored with
									  // colorBySpeed
	const wfFootstepPlan* plans;	  // from toTime on: committed footsteps solid, intended ones dashed; may be null
	int32_t planCount;
	const double* moments; // wfDrawFootsteps: one map for each moment, up to that time, arranged in rows; null: one, at toTime
	int32_t momentCount;   // up to WF_MAX_MOMENTS
	int32_t columns;	   // of these maps; 0: the number that makes them largest
	const wfGroupTrack* groups; // of the same run: discs and trails have the colours of groups, unless colored by speed; may be
								// null. Not for wfDrawFootsteps
	const wfStrokes* strokes;	// drawn besides those that groups followed; may be null
	int32_t internalCookie;
} wfCrowdPictureDef;

WF_API wfCrowdPictureDef wfDefaultCrowdPictureDef( void );

/// Trails and, at the end of the requested time, discs with headings, over the world. `world` may be null: the recording's own
/// WKT is used, if any.
WF_API wfResult wfDrawTrajectories( const char* path, const wfWorld* world, const wfTrajectories* trajectories,
									const wfCrowdPictureDef* def, wfError* error );

/// How agents walked, from their footsteps alone: footprints, smooth paths of their centres of mass, and bodies (circles around
/// torso, shoulders and feet) at one or several moments. The table must be sorted. `world` may be null. wf_outOfRange if no agent
/// is present then.
WF_API wfResult wfDrawFootsteps( const char* path, const wfWorld* world, const wfFootstepTable* table,
								 const wfCrowdPictureDef* def, wfError* error );

/// The current state of a crowd: discs, headings, velocities, and its groups: without a track in colours by turns.
WF_API wfResult wfDrawCrowd( const char* path, wfCrowd* crowd, const wfCrowdPictureDef* def, wfError* error );

/// An agent's local map with its zones, q in colour, the intermediate goal, the behaviour vector and the resulting direction.
WF_API wfResult wfDrawLocalMap( const char* path, const wfLocalMap* map, const char* title, int32_t width, wfError* error );
/// The map of a group in the same way, with its members and the direction that each reads.
WF_API wfResult wfDrawGroupMap( const char* path, const wfGroupMap* map, const char* title, int32_t width, wfError* error );

/// Mean density over the time of the recording, in persons per square metre.
WF_API wfResult wfDrawDensity( const char* path, const wfWorld* world, const wfMetrics* metrics, const wfCrowdPictureDef* def,
							   wfError* error );

/// Speed against density as a cloud of points for each series, with binned means.
typedef struct wfFundamentalSeries
{
	const char* label;
	const wfFundamentalPoint* points;
	int64_t count;
} wfFundamentalSeries;
WF_API wfResult wfDrawFundamental( const char* path, const wfFundamentalSeries* series, int32_t count, const char* title,
								   wfError* error );

/// The viewpoint for a surface.
typedef struct wfView
{
	double azimuth, elevation; // radians: around z from +x, and above the x-y plane
	bool yUp;				   // y is up instead, as in many files: around y from +x toward -z, and above the x-z plane
	double zoom;			   // 1: the whole mesh fits
	double perspective;		   // 0: parallel; otherwise the distance of the eye is the size of the mesh divided by this
	wfVec3 center;			   // point looked at; used if hasCenter
	bool hasCenter;
} wfView;

typedef struct wfVideo wfVideo;

typedef struct wfVideoDef
{
	const char* path; // .mp4
	int32_t width;	  // pixels of the longer side; sides are made even
	double fps;
	const wfWorld* world; // may be null
	wfBox2 view;		  // empty: the world's bounds
	const char* title;
	bool trails;			   // of the last seconds
	const wfMesh* mesh;		   // the crowd walks on this mesh instead of in the world; must outlive the video; null: in the plane
	const wfSurfaceMask* mask; // obstacles on the mesh; may be null
	wfView surfaceView;		   // of the mesh
	const wfGroupTrack* groups; // of the same crowd; may be null. It must outlive the video, and have seen the crowd at first
								// when the video is begun, and from a frame's time on when that is added, up to 2 s later
	const wfExploreTrack*
		explorers; // the same of explorers: with fog where the first team has not seen anything yet; may be null
	int32_t internalCookie;
} wfVideoDef;

WF_API wfVideoDef wfDefaultVideoDef( void );
/// wf_unsupported if there is no ffmpeg; the message says what to install.
WF_API wfResult wfCreateVideo( const wfVideoDef* def, wfVideo** video, wfError* error );
WF_API wfResult wfVideo_AddFrame( wfVideo* video, const wfFrame* frame, wfError* error );
/// Footsteps that begin before the next frame, those of one agent in order. From then on frames show the agent at the position
/// its footsteps give for the frame's time, with feet, shoulders and its last footprints. Rows are copied. Not in videos of
/// meshes.
WF_API wfResult wfVideo_AddFootsteps( wfVideo* video, const wfFootstepRow* rows, int32_t count, wfError* error );
/// Waits for ffmpeg; the file appears under its name only when it is complete.
WF_API wfResult wfDestroyVideo( wfVideo* video, wfError* error );

// -------------------------------------------------------------------------------------------------------------- surfaces

typedef struct wfSurfacePictureDef
{
	int32_t width; // pixels of the longer side, 64 to 8192
	wfView view;
	bool edges;	   // of the mesh
	bool contours; // lines of equal log q
	bool legend;
	const wfSurfacePath* paths;
	int32_t pathCount;
	const wfSurfaceMask* mask;	  // obstacles, drawn dark
	const double* triangleValues; // one number per triangle (headroom), coloured instead of the field; null: none
	const char* valueLabel;		  // of these numbers
	const wfFrame* frame;		  // agents as discs lying on the surface; null: none
	const wfTrajectories* trails; // where agents have been; null: none
	const wfGroupTrack* groups;	  // agents have the colours of their groups, and these their slots; null: none
	const char* title;			  // may be null
	int32_t internalCookie;
} wfSurfacePictureDef;

WF_API wfSurfacePictureDef wfDefaultSurfacePictureDef( void );

/// The shaded mesh, hidden parts removed, with the field in colour, lines of equal attraction, obstacles, paths and agents. The
/// file extension selects SVG or PNG. `field` may be null.
WF_API wfResult wfDrawSurface( const char* path, const wfMesh* mesh, const wfSurfaceField* field, const wfSurfacePictureDef* def,
							   wfError* error );
/// The colours wfDrawSurface assigns to the vertices: three bytes each. For wfWriteMeshPly.
WF_API wfResult wfColorSurface( const wfMesh* mesh, const wfSurfaceField* field, const wfSurfaceMask* mask, uint8_t* colors );
