// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A sheet to draw on, kept in memory until it is saved whole. One drawing code, two backends: SVG text and PNG pixels.
// Units are pixels, x right, y DOWN. The first failure sticks and is reported by wfCanvas_Save; drawing on after it is harmless.
#pragma once

#include "base/array.h"
#include "base/text.h"
#include "base/vec2.h"

typedef struct wfColor
{
	uint8_t r, g, b, a;
} wfColor;

typedef enum wfCanvasKind
{
	wf_svgCanvas,
	wf_pngCanvas
} wfCanvasKind;

typedef enum wfTextAnchor
{
	wf_startAnchor,
	wf_middleAnchor,
	wf_endAnchor
} wfTextAnchor;

typedef struct wfTextStyle
{
	double size;
	wfColor color;
	wfTextAnchor anchor;
	bool bold;
	bool upward; // turned by a quarter, read from below
} wfTextStyle;

// How a path is painted; alpha 0 leaves the part out.
typedef struct wfPaint
{
	wfColor fill; // even-odd
	wfColor stroke;
	double strokeWidth;
	double dash; // length of dashes and gaps, 0: solid
	bool united; // fill by winding instead: what overlaps is one area
} wfPaint;

// Opaque pixels 0x00RRGGBB, row 0 on top.
typedef struct wfImage
{
	uint32_t* pixels;
	int32_t width, height;
} wfImage;

typedef enum wfDrawCommandKind
{
	wf_moveCommand,
	wf_lineCommand,
	wf_closeCommand,
	wf_circleCommand
} wfDrawCommandKind;

typedef struct wfDrawCommand
{
	wfDrawCommandKind kind;
	wfVec2 point;
	double radius;
} wfDrawCommand;

typedef struct wfCanvas wfCanvas;

// Failures go to wfCanvas_Check.
typedef struct wfCanvasBackend
{
	void ( *begin )( wfCanvas* canvas );
	void ( *paint )( wfCanvas* canvas, const wfPaint* paint );
	void ( *image )( wfCanvas* canvas, const wfImage* image, wfBox2 box );
	void ( *text )( wfCanvas* canvas, wfVec2 position, const wfTextStyle* style, const char* text );
	void ( *pushClip )( wfCanvas* canvas, wfBox2 box );
	void ( *popClip )( wfCanvas* canvas );
	void ( *finish )( wfCanvas* canvas );  // the file's bytes go to canvas->output
	void ( *destroy )( wfCanvas* canvas ); // null: there is nothing to destroy
} wfCanvasBackend;

struct wfCanvas
{
	const wfCanvasBackend* backend;
	int32_t width, height;
	wfResult result;
	WF_ARRAY( wfDrawCommand ) path;
	wfText output;
	size_t imageLimit; // SVG: bytes an embedded image may take
	int32_t clipCount; // SVG: for ids
	uint32_t* pixels;  // PNG
	void* surface;
	void* context;
};

wfResult wfCreateCanvas( wfCanvasKind kind, int32_t width, int32_t height, wfCanvas** canvas );
void wfDestroyCanvas( wfCanvas* canvas );

// SVG or PNG by the extension of a path, in any case of letters; refused with a message otherwise.
wfResult wfChooseCanvas( const char* path, wfCanvasKind* kind, wfError* error );

// Puts the path into the error and gives the result back.
wfResult wfNamePicture( wfError* error, const char* path, wfResult result );
// The same for what of a def is wrong.
wfResult wfNameField( wfError* error, const char* field, wfResult result );

void wfCanvas_MoveTo( wfCanvas* canvas, wfVec2 point );
void wfCanvas_LineTo( wfCanvas* canvas, wfVec2 point );
// MoveTo for the first point of a line, else LineTo.
void wfCanvas_AddPoint( wfCanvas* canvas, bool first, wfVec2 point );
void wfCanvas_AddLine( wfCanvas* canvas, wfVec2 from, wfVec2 to );
void wfCanvas_Close( wfCanvas* canvas );
void wfCanvas_AddCircle( wfCanvas* canvas, wfVec2 center, double radius );
void wfCanvas_AddBox( wfCanvas* canvas, wfBox2 box );
void wfCanvas_AddPolyline( wfCanvas* canvas, const wfVec2* points, int32_t count );
// Paint the path made so far; the second one begins a new path after it.
void wfCanvas_PaintAndKeep( wfCanvas* canvas, const wfPaint* paint );
void wfCanvas_Paint( wfCanvas* canvas, const wfPaint* paint );
void wfCanvas_Fill( wfCanvas* canvas, wfColor color );
void wfCanvas_Stroke( wfCanvas* canvas, wfColor color, double width );

void wfCanvas_DrawImage( wfCanvas* canvas, const wfImage* image, wfBox2 box );
// `position` is on the base line.
void wfCanvas_DrawText( wfCanvas* canvas, wfVec2 position, const wfTextStyle* style, const char* text );
void wfCanvas_PushClip( wfCanvas* canvas, wfBox2 box );
void wfCanvas_PopClip( wfCanvas* canvas );

// A failure of drawing code itself, such as memory it does not get, sticks as well. Returns whether all is well.
bool wfCanvas_Check( wfCanvas* canvas, wfResult result );
// Memory to draw with, null when there is none or drawing has failed already.
void* wfCanvas_Allocate( wfCanvas* canvas, size_t count, size_t size );

// The pixels of a PNG canvas, to be changed by hand until wfCanvas_EndPixels.
uint32_t* wfCanvas_BeginPixels( wfCanvas* canvas );
void wfCanvas_EndPixels( wfCanvas* canvas );

// Write the file, whole or not at all.
wfResult wfCanvas_Save( wfCanvas* canvas, const char* path, wfError* error );

// A guess good enough to lay things out, the same for every font and backend.
double wfMeasureText( const char* text, double size, bool bold );

// The bytes of a PNG file.
wfResult wfEncodePng( const wfImage* image, wfText* bytes );

wfResult wfAllocateImage( int32_t width, int32_t height, wfImage* image );
void wfFreeImage( wfImage* image );

static inline wfColor wfRgb( uint32_t rgb )
{
	return ( wfColor ){ (uint8_t)( rgb >> 16 & 255 ), (uint8_t)( rgb >> 8 & 255 ), (uint8_t)( rgb & 255 ), 255 };
}

static inline wfColor wfFade( wfColor color, double alpha )
{
	color.a = (uint8_t)( 255.0 * alpha + 0.5 );
	return color;
}

static inline wfColor wfRgba( uint32_t rgb, double alpha )
{
	return wfFade( wfRgb( rgb ), alpha );
}

static inline uint32_t wfPackColor( wfColor color )
{
	return (uint32_t)color.r << 16 | (uint32_t)color.g << 8 | color.b;
}

static inline void wfIncludePoint( wfBox2* box, wfVec2 point )
{
	box->lower = ( wfVec2 ){ fmin( box->lower.x, point.x ), fmin( box->lower.y, point.y ) };
	box->upper = ( wfVec2 ){ fmax( box->upper.x, point.x ), fmax( box->upper.y, point.y ) };
}

static inline double wfBoxWidth( wfBox2 box )
{
	return box.upper.x - box.lower.x;
}

static inline double wfBoxHeight( wfBox2 box )
{
	return box.upper.y - box.lower.y;
}

extern const wfCanvasBackend wfSvgBackend;
extern const wfCanvasBackend wfCairoBackend;
