// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Surfaces as pictures: what is shown at each vertex, how it is looked at, the shaded image with its depths, and what is drawn on
// it. Pixels are counted from the upper left corner, pixel (0, 0) has its middle at (0.5, 0.5).
#pragma once

#include "mesh/mesh.h"
#include "picture/group_track.h"
#include "picture/pixels.h"

#define WF_BLOCKED 0x2B2F3Au	// obstacles on surfaces: dark, yet light enough to show their shape
#define WF_CLAY 0xD5D8DEu		// surface without a field
#define WF_BACKDROP 0xF6F7F9u	// behind the surface
#define WF_LIMIT_LINE 0x14171Fu // where a mesh ends

// Its normal, as long as twice its area.
static inline wfVec3 wfFaceOf( const wfMesh* mesh, int32_t triangle )
{
	const int32_t* corners = mesh->triangles + 3 * (int64_t)triangle;
	wfVec3 a = mesh->vertices[corners[0]];
	return wfCross3( wfSub3( mesh->vertices[corners[1]], a ), wfSub3( mesh->vertices[corners[2]], a ) );
}

// --------------------------------------------------------------------------------------------------------------- levels

typedef enum wfVertexKind
{
	wf_plainVertex,	   // connected to the goal
	wf_boundaryVertex, // q is 0, beside plain ones: the boundary
	wf_apartVertex,	   // free, not connected to the goal
	wf_bareVertex,	   // there is nothing to show
	wf_obstacleVertex, // of the mask
	wf_vertexKindCount
} wfVertexKind;

#define WF_QUANTILE_COUNT 257
#define WF_CONTOUR_LINES 19

typedef struct wfSurfaceLevels
{
	int32_t vertexCount;
	uint8_t* kind;						 // wfVertexKind
	double* value;						 // log q, continued by one edge into what is blocked; -infinity where there is none
	double quantiles[WF_QUANTILE_COUNT]; // log q such that equal areas lie between each two
	double contours[WF_CONTOUR_LINES];	 // log q of lines that part the surface into equal areas
	bool shown;							 // false: without a field
	int64_t count[wf_vertexKindCount];
} wfSurfaceLevels;

wfResult wfMakeSurfaceLevels( const wfMesh* mesh, const wfSurfaceField* field, const wfSurfaceMask* mask,
							  wfSurfaceLevels* levels );
void wfFreeSurfaceLevels( wfSurfaceLevels* levels );
// Place in the palette, in [0, 1].
double wfSurfaceLevels_Find( const wfSurfaceLevels* levels, double value );

// Numbers of triangles on a scale from `low` to `high`, both finite.
typedef struct wfValueScale
{
	double low, high;
	bool capped;	  // a few are above `high`: they would leave one colour to all the others
	int64_t infinite; // numbers that are not finite
} wfValueScale;

wfValueScale wfMakeValueScale( const double* values, int32_t count );

// ----------------------------------------------------------------------------------------------------------------- view

typedef struct wfCamera
{
	wfVec3 right, up, toEye; // unit vectors
	wfVec3 center;
	double distance; // of the eye from the centre, metres; 0: parallel
	double size;	 // of the mesh: the diagonal of its bounds
	wfVec2 origin;	 // where the centre is, pixels
	double scale;	 // pixels a metre, as far away as the centre
} wfCamera;

// Place in the image as x / w and y / w, and how much nearer than the centre it is, metres. In front of the eye w > 0.
typedef struct wfEyePoint
{
	double x, y, w, depth;
} wfEyePoint;

// What is nearer to the eye than this part of its distance is not shown.
#define WF_NEAREST 0.02

// Also the part of the view plane to be shown, in metres from the centre, y up. wf_outOfRange with the field named for views that
// show nothing.
wfResult wfMakeCamera( const wfMesh* mesh, const wfView* view, wfCamera* camera, wfBox2* shown, wfError* error );
wfEyePoint wfCamera_See( const wfCamera* camera, wfVec3 point );
// The place on the image of a point; false when it is behind the eye.
bool wfCamera_Project( const wfCamera* camera, wfVec3 point, wfVec2* place );
wfVec3 wfCamera_Unproject( const wfCamera* camera, double x, double y, double depth );
// Whether nothing of the mesh is between a place on it and the eye. The triangle it lies on is -1 where it is not known.
bool wfIsPlaceVisible( const wfMesh* mesh, const wfCamera* camera, wfVec3 point, int32_t triangle );

// --------------------------------------------------------------------------------------------------------------- picture

typedef struct wfSurfaceDrawing
{
	const wfMesh* mesh;
	const wfSurfaceMask* mask; // may be null
	const double* values;	   // by triangle; may be null
	wfValueScale valueScale;
	wfSurfaceLevels levels;
	wfPalette palette;
	wfCamera camera;
	bool edges, contours;
	double line;				// width of thin lines, pixels
	const wfGroupTrack* groups; // trails have their colours; null: none
	// Made by wfMakeRelief:
	float* normals; // of each corner, 9 numbers a triangle
	uint8_t* edge;	// by half-edge: wfEdgeKind
} wfSurfaceDrawing;

typedef enum wfEdgeKind
{
	wf_smoothEdge,
	wf_creaseEdge,
	wf_limitEdge
} wfEdgeKind;

// With mesh, mask and values given: levels, relief and scale.
wfResult wfPrepareSurfaceDrawing( wfSurfaceDrawing* scene, const wfSurfaceField* field );
void wfFreeSurfaceDrawing( wfSurfaceDrawing* scene );
// Normals of corners: the mean of the triangles around a vertex that do not turn away by more than 40 degrees.
wfResult wfMakeRelief( wfSurfaceDrawing* scene );
void wfFreeRelief( wfSurfaceDrawing* scene );
// Lays the sheet out, with whole pixels for its box, and turns the camera to it.
void wfSurfaceDrawing_Aim( wfSurfaceDrawing* scene, wfMapSheet* sheet );
bool wfIsTriangleObstacle( const wfSurfaceDrawing* scene, int32_t triangle );

// The mesh as pixels, with what is needed to draw on it.
typedef struct wfSurfaceImage
{
	wfImage image;
	float* depth;	  // as wfEyePoint; -infinity: nothing there
	uint32_t* normal; // packed, toward the eye
} wfSurfaceImage;

wfResult wfRenderSurface( const wfSurfaceDrawing* scene, int32_t width, int32_t height, wfSurfaceImage* image );
void wfFreeSurfaceImage( wfSurfaceImage* image );
// What lies in corners and under overhangs gets less light.
wfResult wfShadeCorners( wfSurfaceImage* image, const wfCamera* camera );

// All of this for the pixels of a box, with where the mesh ends and obstacles of no area; the ink is left empty.
wfResult wfDrawStill( const wfSurfaceDrawing* scene, wfBox2 box, wfSurfaceImage* image, wfInk* ink );

// A colour under the light of the pictures; the normal in view space: x right, y up, z toward the eye, z >= 0.
uint32_t wfLight( uint32_t rgb, wfVec3 normal );

static inline uint32_t wfPackNormal( wfVec3 n )
{
	uint32_t x = (uint32_t)( 511.5 * ( n.x + 1.0 ) ), y = (uint32_t)( 511.5 * ( n.y + 1.0 ) ), z = (uint32_t)( 1023.0 * n.z );
	return x << 20 | y << 10 | z;
}

static inline wfVec3 wfUnpackNormal( uint32_t packed )
{
	return ( wfVec3 ){ ( packed >> 20 & 1023 ) / 511.5 - 1.0, ( packed >> 10 & 1023 ) / 511.5 - 1.0, ( packed & 1023 ) / 1023.0 };
}

// ------------------------------------------------------------------------------------------------------- on the surface

// A disc lying on the surface, with a heading.
typedef struct wfSurfaceStamp
{
	wfVec3 center;
	double radius;	// metres
	wfVec3 heading; // along the surface, unit vector; zero: none
	uint32_t rgb;
	bool plain; // without an outline
} wfSurfaceStamp;

void wfStampOnSurface( wfImage* target, const wfSurfaceImage* image, const wfCamera* camera, const wfSurfaceStamp* stamp );
// One of a frame; false where it is not a place.
bool wfMakeSurfaceStamp( const wfMesh* mesh, const wfFrame* frame, int32_t i, wfSurfaceStamp* stamp );
// Groups may be null: then everybody has its own colour. With them the slots of a moment lie below the people.
typedef struct wfStampedGroups
{
	const wfGroupTrack* track;
	const wfGroupMoment* moment;
} wfStampedGroups;
void wfStampPeople( wfImage* target, const wfSurfaceImage* image, const wfMesh* mesh, const wfCamera* camera,
					const wfFrame* frame, const wfStampedGroups* groups );

typedef struct wfInkLine
{
	wfVec3 from, to;
	double width; // pixels
	uint32_t rgb;
	double alpha;
	bool inside; // never beside the surface, and faint along the horizon
} wfInkLine;

void wfInk_AddLine( wfInk* ink, const wfSurfaceImage* image, const wfCamera* camera, const wfInkLine* line );

// Where the mesh ends and obstacles of no area; places people have been.
void wfInkMesh( wfInk* ink, const wfSurfaceImage* image, const wfSurfaceDrawing* scene );
wfResult wfInkTrails( wfInk* ink, const wfSurfaceImage* image, const wfSurfaceDrawing* scene, const wfTrajectories* trajectories,
					  double width );
// Sketches of the groups that are shown, as bands; what lies beside the surface is left out, as who follows them does.
wfResult wfInkSketches( wfInk* ink, const wfSurfaceImage* image, const wfSurfaceDrawing* scene, double width );

// Paths with starts, and goals, as lines and marks on the canvas inside of a box; the camera's pixels are those of the box.
wfResult wfDrawSurfacePaths( wfCanvas* canvas, const wfSurfaceDrawing* scene, const wfSurfacePictureDef* def, wfBox2 box,
							 double font );
void wfDrawSurfaceGoal( wfCanvas* canvas, const wfSurfaceDrawing* scene, const wfSurfaceField* field, wfBox2 box, double font );
// The vertices of a goal of more than one.
void wfStampGoals( wfImage* target, const wfSurfaceImage* image, const wfSurfaceDrawing* scene, const wfSurfaceField* field );
