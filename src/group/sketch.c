// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the points of a pen to the record of a stroke: checked, projected, joined to what is there, resampled.
#include "group/strokes.h"

#include "base/vec2.h"

#include <math.h>
#include <stdio.h>

// From the ground to where distances are measured: (x, y, w) = rows (X, Y, 1), the point is (x / w, y / w), and w is above 0 for
// what is before the camera.
typedef struct view
{
	double rows[3][3];
} view;

static const view s_plan = { { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } } };

// A stroke while it is drawn.
typedef struct sketch
{
	view view;
	wfVec2 start;		// in the view
	double length;		// in the view
	double join, click; // in the view
	wfPointArray drawn; // on the ground, no two neighbours equal
	wfPointArray line;	// resampled
} sketch;

__attribute__( ( format( printf, 3, 4 ) ) ) static wfResult refusePoint( wfError* error, int32_t point, const char* format, ... )
{
	char message[256];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( message, sizeof( message ), format, arguments );
	va_end( arguments );
	wfResult result = wfFail( error, wf_outOfRange, "point %d %s", point, message );
	if ( error != NULL )
	{
		snprintf( error->field, sizeof( error->field ), "points[%d]", point );
	}
	return result;
}

static wfResult failOfMemory( wfError* error )
{
	return wfFail( error, wf_outOfMemory, "out of memory" );
}

// Points that repeat the last one are left out; NaN is refused.
static wfResult takePoint( sketch* pen, int32_t number, wfVec2 point, wfError* error )
{
	if ( !( wfDot2( point, point ) <= WF_FARTHEST_POINT * WF_FARTHEST_POINT ) )
	{
		return refusePoint( error, number, "is (%g, %g), expected a place within %g m of the origin", point.x, point.y,
							WF_FARTHEST_POINT );
	}
	// No negative zeros: equal places are equal bits.
	point = ( wfVec2 ){ point.x + 0.0, point.y + 0.0 };
	if ( pen->drawn.count > 0 && wfDistance2( pen->drawn.data[pen->drawn.count - 1], point ) == 0.0 )
	{
		return wf_ok;
	}
	if ( pen->drawn.count == WF_MOST_STROKE_POINTS )
	{
		return wfFail( error, wf_tooLarge, "more than %d points", WF_MOST_STROKE_POINTS );
	}
	return wfArray_Push( &pen->drawn, point ) == wf_ok ? wf_ok : failOfMemory( error );
}

// ----------------------------------------------------------------------------------------------------------------- joining

// What a stroke starts at. The nearest place of a link is at a share of a segment.
typedef struct joint
{
	double square; // of the distance in the view
	int32_t link, segment, node;
	double share;
} joint;

// A place relative to where the stroke starts: its point in the view is (x / w, y / w).
static wfVec3 see( const sketch* pen, wfVec2 place )
{
	double seen[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		const double* row = pen->view.rows[k];
		seen[k] = row[0] * place.x + row[1] * place.y + row[2];
	}
	return ( wfVec3 ){ seen[0] - pen->start.x * seen[2], seen[1] - pen->start.y * seen[2], seen[2] };
}

static double getSquare( wfVec3 seen )
{
	return seen.z > 0.0 ? ( seen.x * seen.x + seen.y * seen.y ) / ( seen.z * seen.z ) : INFINITY;
}

// The part of a segment before the camera is a segment or a ray in the view. Its nearest place is the foot of the perpendicular,
// if that is on it, or an end.
static void compareSegment( wfVec3 a, wfVec3 b, joint here, joint* best )
{
	joint at = here;
	at.square = getSquare( a );
	at.share = 0.0;
	*best = at.square < best->square ? at : *best;
	if ( a.z > 0.0 || b.z > 0.0 )
	{
		// Along the line in the view, from a to b as far as both are seen.
		wfVec2 line = { b.x * a.z - a.x * b.z, b.y * a.z - a.y * b.z };
		double fromA = a.x * line.x + a.y * line.y, fromB = b.x * line.x + b.y * line.y;
		if ( ( a.z <= 0.0 || fromA < 0.0 ) && ( b.z <= 0.0 || fromB > 0.0 ) )
		{
			double across = a.x * b.y - a.y * b.x;
			at.square = across * across / wfDot2( line, line );
			at.share = fromA / ( fromA - fromB );
			*best = at.square < best->square ? at : *best;
		}
	}
	at.square = getSquare( b );
	at.share = 1.0;
	*best = at.square < best->square ? at : *best;
}

static joint findNearest( const wfStrokes* strokes, const sketch* pen )
{
	joint best = { .square = INFINITY, .link = -1, .node = -1 };
	for ( int32_t k = 0; k < strokes->links.count; ++k )
	{
		const wfForestLink* link = &strokes->links.data[k];
		wfVec3 last = see( pen, wfStrokes_GetLinkPoint( strokes, link, 0 ) );
		for ( int32_t i = 1; i < wfCountLinkPoints( link ); ++i )
		{
			wfVec3 next = see( pen, wfStrokes_GetLinkPoint( strokes, link, i ) );
			compareSegment( last, next, ( joint ){ .link = k, .segment = i - 1, .node = -1 }, &best );
			last = next;
		}
	}
	// Ends of links are nodes: those of clicks alone can be nearer.
	for ( int32_t k = 0; k < strokes->nodes.count; ++k )
	{
		double square = getSquare( see( pen, strokes->nodes.data[k].place ) );
		best = square < best.square ? ( joint ){ .square = square, .link = -1, .node = k } : best;
	}
	return best;
}

// Where a stroke that is no click starts, and the record of it.
static wfStrokeRecord findStart( const wfStrokes* strokes, const sketch* pen, wfVec2* place )
{
	wfStrokeRecord record = { .node = -1, .link = -1 };
	joint best = findNearest( strokes, pen );
	double most = pen->join * pen->join;
	*place = pen->drawn.data[0];
	if ( !( best.square <= most ) )
	{
		return record;
	}
	record.node = best.node;
	if ( best.link >= 0 )
	{
		const wfForestLink* link = &strokes->links.data[best.link];
		double from = getSquare( see( pen, strokes->nodes.data[link->from].place ) );
		double to = getSquare( see( pen, strokes->nodes.data[link->to].place ) );
		bool isFirst = from < to || ( from == to && link->from < link->to );
		if ( wfMin( from, to ) <= most )
		{
			record.node = isFirst ? link->from : link->to;
		}
		else if ( wfStrokes_FindCut( strokes, best.link, &best.segment, &best.share, place ) )
		{
			record.link = best.link;
			record.segment = best.segment;
			record.share = best.share;
			return record;
		}
		else
		{
			record.node = best.segment == 0 ? link->from : link->to;
		}
	}
	*place = strokes->nodes.data[record.node].place;
	return record;
}

// -------------------------------------------------------------------------------------------------------------- resampling

static wfResult addPoint( sketch* pen, wfVec2 point )
{
	if ( pen->line.count > 0 && wfDistance2( pen->line.data[pen->line.count - 1], point ) == 0.0 )
	{
		return wf_ok;
	}
	return pen->line.count == WF_MOST_STROKE_POINTS ? wf_tooLarge : wfArray_Push( &pen->line, point );
}

// Between two points that stay: as many pieces of equal arc length as it takes. The first point is there already.
static wfResult addSection( sketch* pen, const wfVec2* points, int32_t count, double spacing )
{
	double length = wfGetRouteLength( points, count ), pieces = wfMax( ceil( length / spacing ), 1.0 ), passed = 0.0;
	if ( pieces > WF_MOST_STROKE_POINTS )
	{
		return wf_tooLarge;
	}
	wfResult result = wf_ok;
	int32_t pieceCount = (int32_t)pieces, at = 0;
	for ( int32_t k = 1; k <= pieceCount && result == wf_ok; ++k )
	{
		int32_t before = at;
		wfVec2 point = points[count - 1];
		if ( k < pieceCount )
		{
			double along = length * k / pieceCount, next = wfDistance2( points[at], points[at + 1] );
			while ( at + 2 < count && passed + next < along )
			{
				passed += next;
				at += 1;
				next = wfDistance2( points[at], points[at + 1] );
			}
			point = wfMix2( points[at], points[at + 1], wfMin( ( along - passed ) / next, 1.0 ) );
		}
		else
		{
			at = count - 2;
		}
		// A small loop that ends where it began keeps what was drawn of it.
		bool isLoop = wfDistance2( pen->line.data[pen->line.count - 1], point ) == 0.0;
		for ( int32_t i = before + 1; i <= at && isLoop && result == wf_ok; ++i )
		{
			result = addPoint( pen, points[i] );
		}
		result = result == wf_ok ? addPoint( pen, point ) : result;
	}
	return result;
}

static bool isCorner( wfVec2 a, wfVec2 b, wfVec2 c, double angle )
{
	wfVec2 in = wfSub2( b, a ), out = wfSub2( c, b );
	return wfAtan2( fabs( wfCross2( in, out ) ), wfDot2( in, out ) ) >= angle - WF_ANGLE_SLACK;
}

static wfResult resample( sketch* pen, const wfStrokesDef* def, wfVec2 start )
{
	const wfVec2* drawn = pen->drawn.data;
	int32_t count = pen->drawn.count, first = 0;
	const wfVec2 lead[2] = { start, drawn[0] };
	wfResult result = addPoint( pen, start );
	if ( result == wf_ok && wfDistance2( start, drawn[0] ) > 0.0 )
	{
		result = addSection( pen, lead, 2, def->spacing );
	}
	for ( int32_t k = 1; k < count && result == wf_ok; ++k )
	{
		if ( k == count - 1 || isCorner( drawn[k - 1], drawn[k], drawn[k + 1], def->cornerAngle ) )
		{
			result = addSection( pen, drawn + first, k - first + 1, def->spacing );
			first = k;
		}
	}
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- drawing

static wfResult draw( wfStrokes* strokes, sketch* pen, int32_t* stroke, wfError* error )
{
	wfStrokeRecord record = { .node = -1, .link = -1 };
	wfResult result = wf_ok;
	// What is long on the screen may be a single place on the ground, at the limits of rounding.
	if ( pen->length <= pen->click || pen->drawn.count == 1 )
	{
		result = addPoint( pen, pen->drawn.data[0] );
	}
	else
	{
		wfVec2 start;
		record = findStart( strokes, pen, &start );
		result = resample( pen, &strokes->def, start );
	}
	record.pointCount = pen->line.count;
	result = result == wf_ok ? wfStrokes_Draw( strokes, &record, pen->line.data ) : result;
	if ( result == wf_tooLarge )
	{
		return wfFail( error, wf_tooLarge, "more than %d points in all strokes, one each %g m", WF_MOST_STROKE_POINTS,
					   strokes->def.spacing );
	}
	if ( result != wf_ok )
	{
		return failOfMemory( error );
	}
	if ( stroke != NULL )
	{
		*stroke = strokes->drawn - 1;
	}
	return wf_ok;
}

static void freeSketch( sketch* pen )
{
	wfArray_Free( &pen->drawn );
	wfArray_Free( &pen->line );
}

static wfResult checkCall( const wfStrokes* strokes, const wfVec2* points, int32_t count, wfError* error )
{
	if ( WF_FAILS( strokes != NULL && ( points != NULL || count <= 0 ) ) )
	{
		return wfFail( error, wf_invalidDef, "no strokes or no points" );
	}
	return count >= 1 ? wf_ok : wfFail( error, wf_outOfRange, "a stroke of %d points, expected 1 or more", count );
}

wfResult wfStrokes_Add( wfStrokes* strokes, const wfVec2* points, int32_t count, int32_t* stroke, wfError* error )
{
	wfResult result = checkCall( strokes, points, count, error );
	if ( result != wf_ok )
	{
		return result;
	}
	sketch pen = { .view = s_plan, .join = strokes->def.joinDistance, .click = strokes->def.clickLength };
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		result = takePoint( &pen, k, points[k], error );
	}
	if ( result == wf_ok )
	{
		pen.start = pen.drawn.data[0];
		pen.length = wfGetRouteLength( pen.drawn.data, pen.drawn.count );
		result = draw( strokes, &pen, stroke, error );
	}
	freeSketch( &pen );
	return result;
}

// By cofactors. False: the screen shows the ground as a line or a point.
static bool invert( const wfScreen* screen, view* inverse )
{
	const double( *m )[3] = screen->rows;
	double largest = 0.0;
	for ( int32_t i = 0; i < 3; ++i )
	{
		for ( int32_t j = 0; j < 3; ++j )
		{
			int32_t a = ( j + 1 ) % 3, b = ( j + 2 ) % 3, c = ( i + 1 ) % 3, d = ( i + 2 ) % 3;
			inverse->rows[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
		}
	}
	double determinant = m[0][0] * inverse->rows[0][0] + m[0][1] * inverse->rows[1][0] + m[0][2] * inverse->rows[2][0];
	for ( int32_t i = 0; i < 9; ++i )
	{
		inverse->rows[i / 3][i % 3] /= determinant;
		largest = wfMax( largest, fabs( inverse->rows[i / 3][i % 3] ) );
		largest = isfinite( inverse->rows[i / 3][i % 3] ) && isfinite( m[i / 3][i % 3] ) ? largest : INFINITY;
	}
	return determinant != 0.0 && isfinite( largest );
}

static wfResult projectPoint( sketch* pen, const wfScreen* screen, int32_t number, wfVec2 point, wfError* error )
{
	if ( !isfinite( point.x ) || !isfinite( point.y ) )
	{
		return refusePoint( error, number, "is (%g, %g), expected finite numbers", point.x, point.y );
	}
	double ground[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		const double* row = screen->rows[k];
		ground[k] = row[0] * point.x + row[1] * point.y + row[2];
	}
	if ( !( ground[2] > 0.0 ) )
	{
		return refusePoint( error, number, "is (%g, %g) on the screen, where no ground is seen", point.x, point.y );
	}
	return takePoint( pen, number, ( wfVec2 ){ ground[0] / ground[2], ground[1] / ground[2] }, error );
}

wfResult wfStrokes_AddOnScreen( wfStrokes* strokes, const wfScreen* screen, const wfVec2* points, int32_t count, int32_t* stroke,
								wfError* error )
{
	if ( WF_FAILS( screen != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no screen" );
	}
	wfResult result = checkCall( strokes, points, count, error );
	if ( result != wf_ok )
	{
		return result;
	}
	sketch pen = { .start = points[0], .join = strokes->def.joinPixels, .click = strokes->def.clickPixels };
	if ( !invert( screen, &pen.view ) )
	{
		result = wfFail( error, wf_outOfRange, "a screen that cannot be inverted: it shows the ground as a line or a point" );
		if ( error != NULL )
		{
			snprintf( error->field, sizeof( error->field ), "rows" );
		}
		return result;
	}
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		result = projectPoint( &pen, screen, k, points[k], error );
	}
	if ( result == wf_ok )
	{
		pen.length = wfGetRouteLength( points, count );
		result = draw( strokes, &pen, stroke, error );
	}
	freeSketch( &pen );
	return result;
}
