// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the points of a pen to the record of a stroke: checked, projected, joined to what is there, resampled.
#include "group/strokes.h"

#include <math.h>
#include <stdio.h>

// From space to where distances are measured: (x, y, z, w) = rows (X, Y, Z, 1), the point is (x / w, y / w, z / w), and w is
// above 0 for what is before the camera. On a screen z is 0.
typedef struct view
{
	double rows[4][4];
} view;

static const view s_metres = {
	{ { 1.0, 0.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0, 0.0 }, { 0.0, 0.0, 1.0, 0.0 }, { 0.0, 0.0, 0.0, 1.0 } } };

// A stroke while it is drawn.
typedef struct sketch
{
	view view;
	wfVec3 start;		// in the view
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

static double getLength( const wfVec3* points, int32_t count )
{
	double length = 0.0;
	for ( int32_t k = 1; k < count; ++k )
	{
		length += wfDistance3( points[k - 1], points[k] );
	}
	return length;
}

static wfResult failOfMemory( wfError* error )
{
	return wfFail( error, wf_outOfMemory, "out of memory" );
}

// Points that repeat the last one are left out; NaN is refused.
static wfResult takePoint( sketch* pen, int32_t number, wfVec3 point, wfError* error )
{
	if ( !( wfDot3( point, point ) <= WF_FARTHEST_POINT * WF_FARTHEST_POINT ) )
	{
		char height[32] = "";
		if ( point.z != 0.0 )
		{
			snprintf( height, sizeof( height ), ", %g", point.z );
		}
		return refusePoint( error, number, "is (%g, %g%s), expected a place within %g m of the origin", point.x, point.y, height,
							WF_FARTHEST_POINT );
	}
	// No negative zeros: equal places are equal bits.
	point = ( wfVec3 ){ point.x + 0.0, point.y + 0.0, point.z + 0.0 };
	if ( pen->drawn.count > 0 && wfDistance3( pen->drawn.data[pen->drawn.count - 1], point ) == 0.0 )
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

// A place relative to where the stroke starts: its point in the view is at / w.
typedef struct sight
{
	wfVec3 at;
	double w;
} sight;

static sight see( const sketch* pen, wfVec3 place )
{
	double seen[4];
	for ( int32_t k = 0; k < 4; ++k )
	{
		const double* row = pen->view.rows[k];
		seen[k] = row[0] * place.x + row[1] * place.y + row[2] * place.z + row[3];
	}
	return ( sight ){ wfSub3( ( wfVec3 ){ seen[0], seen[1], seen[2] }, wfScale3( seen[3], pen->start ) ), seen[3] };
}

static double getSquare( sight seen )
{
	return seen.w > 0.0 ? wfDot3( seen.at, seen.at ) / ( seen.w * seen.w ) : INFINITY;
}

// The part of a segment before the camera is a segment or a ray in the view. Its nearest place is the foot of the perpendicular,
// if that is on it, or an end.
static void compareSegment( sight a, sight b, joint here, joint* best )
{
	joint at = here;
	at.square = getSquare( a );
	at.share = 0.0;
	*best = at.square < best->square ? at : *best;
	if ( a.w > 0.0 || b.w > 0.0 )
	{
		// Along the line in the view, from a to b as far as both are seen.
		wfVec3 line = wfSub3( wfScale3( a.w, b.at ), wfScale3( b.w, a.at ) );
		double fromA = wfDot3( a.at, line ), fromB = wfDot3( b.at, line );
		if ( ( a.w <= 0.0 || fromA < 0.0 ) && ( b.w <= 0.0 || fromB > 0.0 ) )
		{
			wfVec3 across = wfCross3( a.at, b.at );
			at.square = wfDot3( across, across ) / wfDot3( line, line );
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
		sight last = see( pen, wfStrokes_GetLinkPoint( strokes, link, 0 ) );
		for ( int32_t i = 1; i < wfCountLinkPoints( link ); ++i )
		{
			sight next = see( pen, wfStrokes_GetLinkPoint( strokes, link, i ) );
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
static wfStrokeRecord findStart( const wfStrokes* strokes, const sketch* pen, wfVec3* place )
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

static wfResult addPoint( sketch* pen, wfVec3 point )
{
	if ( pen->line.count > 0 && wfDistance3( pen->line.data[pen->line.count - 1], point ) == 0.0 )
	{
		return wf_ok;
	}
	return pen->line.count == WF_MOST_STROKE_POINTS ? wf_tooLarge : wfArray_Push( &pen->line, point );
}

// Between two points that stay: as many pieces of equal arc length as it takes. The first point is there already.
static wfResult addSection( sketch* pen, const wfVec3* points, int32_t count, double spacing )
{
	double length = getLength( points, count ), pieces = wfMax( ceil( length / spacing ), 1.0 ), passed = 0.0;
	if ( pieces > WF_MOST_STROKE_POINTS )
	{
		return wf_tooLarge;
	}
	wfResult result = wf_ok;
	int32_t pieceCount = (int32_t)pieces, at = 0;
	for ( int32_t k = 1; k <= pieceCount && result == wf_ok; ++k )
	{
		int32_t before = at;
		wfVec3 point = points[count - 1];
		if ( k < pieceCount )
		{
			double along = length * k / pieceCount, next = wfDistance3( points[at], points[at + 1] );
			while ( at + 2 < count && passed + next < along )
			{
				passed += next;
				at += 1;
				next = wfDistance3( points[at], points[at + 1] );
			}
			point = wfMix3( points[at], points[at + 1], wfMin( ( along - passed ) / next, 1.0 ) );
		}
		else
		{
			at = count - 2;
		}
		// A small loop that ends where it began keeps what was drawn of it.
		bool isLoop = wfDistance3( pen->line.data[pen->line.count - 1], point ) == 0.0;
		for ( int32_t i = before + 1; i <= at && isLoop && result == wf_ok; ++i )
		{
			result = addPoint( pen, points[i] );
		}
		result = result == wf_ok ? addPoint( pen, point ) : result;
	}
	return result;
}

static bool isCorner( wfVec3 a, wfVec3 b, wfVec3 c, double angle )
{
	wfVec3 in = wfSub3( b, a ), out = wfSub3( c, b );
	return wfAtan2( wfLength3( wfCross3( in, out ) ), wfDot3( in, out ) ) >= angle - WF_ANGLE_SLACK;
}

static wfResult resample( sketch* pen, const wfStrokesDef* def, wfVec3 start )
{
	const wfVec3* drawn = pen->drawn.data;
	int32_t count = pen->drawn.count, first = 0;
	const wfVec3 lead[2] = { start, drawn[0] };
	wfResult result = addPoint( pen, start );
	if ( result == wf_ok && wfDistance3( start, drawn[0] ) > 0.0 )
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
		wfVec3 start;
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

static wfResult checkCall( const wfStrokes* strokes, const void* points, int32_t count, wfError* error )
{
	if ( WF_FAILS( strokes != NULL && ( points != NULL || count <= 0 ) ) )
	{
		return wfFail( error, wf_invalidDef, "no strokes or no points" );
	}
	return count >= 1 ? wf_ok : wfFail( error, wf_outOfRange, "a stroke of %d points, expected 1 or more", count );
}

static sketch penInMetres( const wfStrokes* strokes )
{
	return ( sketch ){ .view = s_metres, .join = strokes->def.joinDistance, .click = strokes->def.clickLength };
}

static wfResult drawInMetres( wfStrokes* strokes, sketch* pen, int32_t* stroke, wfError* error )
{
	pen->start = pen->drawn.data[0];
	pen->length = getLength( pen->drawn.data, pen->drawn.count );
	return draw( strokes, pen, stroke, error );
}

wfResult wfStrokes_Add( wfStrokes* strokes, const wfVec2* points, int32_t count, int32_t* stroke, wfError* error )
{
	wfResult result = checkCall( strokes, points, count, error );
	if ( result != wf_ok )
	{
		return result;
	}
	sketch pen = penInMetres( strokes );
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		result = takePoint( &pen, k, wfInSpace( points[k] ), error );
	}
	result = result == wf_ok ? drawInMetres( strokes, &pen, stroke, error ) : result;
	freeSketch( &pen );
	return result;
}

// By cofactors, of the ground, z = 0. False: the screen shows it as a line or a point.
static bool invert( const wfScreen* screen, view* seen )
{
	const double( *m )[3] = screen->rows;
	double largest = 0.0, inverse[3][3];
	for ( int32_t i = 0; i < 3; ++i )
	{
		for ( int32_t j = 0; j < 3; ++j )
		{
			int32_t a = ( j + 1 ) % 3, b = ( j + 2 ) % 3, c = ( i + 1 ) % 3, d = ( i + 2 ) % 3;
			inverse[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
		}
	}
	double determinant = m[0][0] * inverse[0][0] + m[0][1] * inverse[1][0] + m[0][2] * inverse[2][0];
	for ( int32_t i = 0; i < 9; ++i )
	{
		inverse[i / 3][i % 3] /= determinant;
		largest = wfMax( largest, fabs( inverse[i / 3][i % 3] ) );
		largest = isfinite( inverse[i / 3][i % 3] ) && isfinite( m[i / 3][i % 3] ) ? largest : INFINITY;
	}
	for ( int32_t i = 0; i < 3; ++i )
	{
		double* row = seen->rows[i < 2 ? i : 3];
		row[0] = inverse[i][0];
		row[1] = inverse[i][1];
		row[3] = inverse[i][2];
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
	return takePoint( pen, number, ( wfVec3 ){ ground[0] / ground[2], ground[1] / ground[2], 0.0 }, error );
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
	sketch pen = { .start = wfInSpace( points[0] ), .join = strokes->def.joinPixels, .click = strokes->def.clickPixels };
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

// The points as the screen shows them: how long the stroke is there, and where it begins.
static wfResult lookThrough( sketch* pen, const wfSpaceScreen* screen, const wfVec3* points, int32_t count, wfError* error )
{
	for ( int32_t i = 0; i < 3; ++i )
	{
		for ( int32_t j = 0; j < 4; ++j )
		{
			pen->view.rows[i < 2 ? i : 3][j] = screen->rows[i][j];
		}
	}
	wfVec3 last = { 0.0, 0.0, 0.0 };
	for ( int32_t k = 0; k < count; ++k )
	{
		sight seen = see( pen, points[k] ); // from no start yet
		wfVec3 at = wfScale3( 1.0 / seen.w, seen.at );
		if ( !( seen.w > 0.0 ) || !isfinite( at.x ) || !isfinite( at.y ) )
		{
			return refusePoint( error, k, "is (%g, %g, %g), which the screen does not show", points[k].x, points[k].y,
								points[k].z );
		}
		pen->length += k > 0 ? wfDistance3( last, at ) : 0.0;
		last = at;
	}
	sight first = see( pen, points[0] );
	pen->start = wfScale3( 1.0 / first.w, first.at );
	return wf_ok;
}

wfResult wfStrokes_AddInSpace( wfStrokes* strokes, const wfSpaceScreen* screen, const wfVec3* points, int32_t count,
							   int32_t* stroke, wfError* error )
{
	wfResult result = checkCall( strokes, points, count, error );
	if ( result != wf_ok )
	{
		return result;
	}
	sketch pen = penInMetres( strokes );
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		result = takePoint( &pen, k, points[k], error );
	}
	if ( result == wf_ok && screen != NULL )
	{
		pen = ( sketch ){ .drawn = pen.drawn, .join = strokes->def.joinPixels, .click = strokes->def.clickPixels };
		result = lookThrough( &pen, screen, points, count, error );
		result = result == wf_ok ? draw( strokes, &pen, stroke, error ) : result;
	}
	else if ( result == wf_ok )
	{
		result = drawInMetres( strokes, &pen, stroke, error );
	}
	freeSketch( &pen );
	return result;
}
