// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fog: where nothing is known, and where nobody looks now.
#include "picture/explore_track.h"

#include <math.h>
#include <string.h>

// ----------------------------------------------------------------------------------------------------------------- outlines

// Along x, y, -x, -y; what is outlined lies to the left.
static const int32_t s_columns[4] = { 1, 0, -1, 0 };
static const int32_t s_rows[4] = { 0, 1, 0, -1 };

typedef struct Outliner
{
	const uint8_t* cells;
	int32_t columns, rows;
	uint8_t* done; // a bit for each side of a cell
	wfLines* rings;
} Outliner;

static bool isSet( const Outliner* outliner, int32_t i, int32_t j )
{
	return i >= 0 && j >= 0 && i < outliner->columns && j < outliner->rows &&
		   outliner->cells[(int64_t)j * outliner->columns + i] != 0;
}

static bool hasSide( const Outliner* outliner, int32_t i, int32_t j, int32_t side )
{
	int32_t right = ( side + 3 ) % 4;
	return isSet( outliner, i, j ) && !isSet( outliner, i + s_columns[right], j + s_rows[right] );
}

static wfVec2 middleOf( int32_t i, int32_t j, int32_t side )
{
	int32_t right = ( side + 3 ) % 4;
	return ( wfVec2 ){ i + 0.5 + 0.5 * s_columns[right], j + 0.5 + 0.5 * s_rows[right] };
}

static void walkAround( Outliner* outliner, int32_t i, int32_t j, int32_t side )
{
	wfVec2 before = { NAN, NAN }, at = { NAN, NAN };
	for ( uint8_t* done; done = &outliner->done[(int64_t)j * outliner->columns + i], ( *done & 1u << side ) == 0; )
	{
		*done |= (uint8_t)( 1u << side );
		// Points on a straight line are left out.
		wfVec2 next = middleOf( i, j, side );
		bool turns = !( fabs( ( at.x - before.x ) * ( next.y - at.y ) - ( at.y - before.y ) * ( next.x - at.x ) ) < 1e-9 );
		if ( turns && !isnan( at.x ) )
		{
			wfAddLinePoint( outliner->rings, at );
			before = at;
		}
		at = next;
		int32_t right = ( side + 3 ) % 4, u = i + s_columns[side], v = j + s_rows[side];
		if ( !isSet( outliner, u, v ) )
		{
			side = ( side + 1 ) % 4;
		}
		else if ( !isSet( outliner, u + s_columns[right], v + s_rows[right] ) )
		{
			i = u;
			j = v;
		}
		else
		{
			i = u + s_columns[right];
			j = v + s_rows[right];
			side = right;
		}
	}
	wfAddLinePoint( outliner->rings, at );
	wfEndLine( outliner->rings, 0.0, 0.0 );
}

wfResult wfTraceCells( const uint8_t* cells, int32_t columns, int32_t rows, wfLines* rings )
{
	size_t count = (size_t)columns * (size_t)rows;
	Outliner outliner = { cells, columns, rows, wfAllocateZeroed( count ), rings };
	if ( outliner.done == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t j = 0; j < rows; ++j )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			for ( int32_t side = 0; side < 4; ++side )
			{
				if ( hasSide( &outliner, i, j, side ) )
				{
					walkAround( &outliner, i, j, side );
				}
			}
		}
	}
	wfRelease( outliner.done, count );
	return rings->result;
}

// ---------------------------------------------------------------------------------------------------------------------- fog

static void fillCells( wfCanvas* canvas, const wfPanel* panel, const wfTrackedTeam* team, const uint8_t* cells, wfColor color )
{
	wfLines rings = { 0 };
	wfResult result = wfTraceCells( cells, team->columns, team->rows, &rings );
	if ( wfCanvas_Check( canvas, result ) )
	{
		double scale = team->cellSize * panel->scale;
		wfCanvas_AddLines( canvas, &rings, wfToCanvas( panel, team->origin ), ( wfVec2 ){ scale, -scale }, true );
		wfCanvas_Fill( canvas, color );
	}
	wfFreeLines( &rings );
}

void wfDrawFog( wfCanvas* canvas, const wfPanel* panel, const wfTrackedTeam* team, double time, const wfExploreMoment* moment )
{
	uint8_t* cells = wfCanvas_Allocate( canvas, team->cellCount, 1 );
	if ( cells == NULL )
	{
		return;
	}
	for ( size_t k = 0; k < team->cellCount && moment != NULL; ++k )
	{
		cells[k] = ( moment->seen[k / 8] >> ( k % 8 ) & 1u ) == 0 && (double)team->first[k] <= time + 1e-6 ? 1 : 0;
	}
	if ( moment != NULL )
	{
		fillCells( canvas, panel, team, cells, wfRgba( WF_REMEMBERED, WF_REMEMBERED_PART ) );
	}
	for ( size_t k = 0; k < team->cellCount; ++k )
	{
		cells[k] = (double)team->first[k] > time + 1e-6 ? 1 : 0;
	}
	fillCells( canvas, panel, team, cells, wfRgba( WF_FOG, WF_FOG_PART ) );
	wfRelease( cells, team->cellCount );
}

// ------------------------------------------------------------------------------------------------------------------- moments

static wfVec2 centerOf( const wfPanel* panel, const wfTrackedTeam* team, int32_t cell )
{
	return wfToCanvas( panel, ( wfVec2 ){ team->origin.x + ( cell % team->columns + 0.5 ) * team->cellSize,
										  team->origin.y + ( cell / team->columns + 0.5 ) * team->cellSize } );
}

static void drawFrontiers( wfCanvas* canvas, const wfPanel* panel, const wfTrackedTeam* team, const wfExploreMoment* moment )
{
	static const uint32_t colors[wf_frontierKindCount] = { WF_FRONTIER, WF_LEFTOVER, WF_CLOSED_PLACE };
	double radius = fmin( fmax( 0.36 * team->cellSize * panel->scale, 1.3 ), 0.3 * panel->font );
	// Of closed ones the places are shown.
	for ( int32_t kind = wf_openFrontier; kind <= wf_leftoverFrontier; ++kind )
	{
		bool any = false;
		for ( int32_t k = 0; k < moment->frontiers.count; ++k )
		{
			const wfShownFrontier* shown = &moment->frontiers.data[k];
			if ( (int32_t)shown->kind == kind )
			{
				wfCanvas_AddCircle( canvas, centerOf( panel, team, shown->cell ), radius );
				any = true;
			}
		}
		if ( any )
		{
			wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgb( colors[kind] ), .united = true } );
		}
	}
}

// The sides of the angle of view, as far as eyes reach; all around there are none.
static void drawLook( wfCanvas* canvas, const wfPanel* panel, const wfExploreLook* look )
{
	wfVec2 center = wfToCanvas( panel, look->place ), gaze = { look->gaze.x, -look->gaze.y };
	bool isNarrow = look->aperture < 6.2;
	double half = 0.5 * look->aperture, length = fmin( look->range * panel->scale, 6.0 * panel->font );
	if ( isNarrow )
	{
		const int32_t steps = 24;
		wfCanvas_MoveTo( canvas, center );
		for ( int32_t k = 0; k <= steps; ++k )
		{
			double angle = -half + look->aperture * k / steps, c = cos( angle ), s = sin( angle );
			wfVec2 side = { c * gaze.x - s * gaze.y, s * gaze.x + c * gaze.y };
			wfCanvas_LineTo( canvas, wfAddScaled2( center, length, side ) );
		}
		wfCanvas_Close( canvas );
		wfCanvas_Paint( canvas,
						&( wfPaint ){ .fill = wfRgba( WF_GAZE, 0.16 ), .stroke = wfRgba( WF_GAZE, 0.8 ), .strokeWidth = 1.2 } );
	}
	wfCanvas_AddCircle( canvas, center, 0.85 * panel->font );
	wfCanvas_Stroke( canvas, wfRgb( WF_GAZE ), 0.2 * panel->font );
}

void wfDrawExploreMoment( wfCanvas* canvas, const wfPanel* panel, const wfTrackedTeam* team, const wfExploreMoment* moment )
{
	drawFrontiers( canvas, panel, team, moment );
	for ( int32_t k = 0; k < moment->looks.count; ++k )
	{
		drawLook( canvas, panel, &moment->looks.data[k] );
	}
	if ( moment->seeks )
	{
		wfDrawGoalMark( canvas, wfToCanvas( panel, moment->object ), 0.62 * panel->font );
	}
}

void wfMapSheet_AddExploration( wfMapSheet* sheet, const wfExploreSigns* signs )
{
	wfColor none = { 0 };
	wfMapSheet_AddMark( sheet, true, wf_areaMark, wfRgb( WF_FOG ), "unknown" );
	wfMapSheet_AddMark( sheet, signs->moment, wf_areaMark, wfRgb( wfMixColors( WF_FLOOR, WF_REMEMBERED, WF_REMEMBERED_PART ) ),
						"remembered" );
	wfMapSheet_AddMark( sheet, signs->moment, wf_areaMark, wfRgb( WF_FLOOR ), "in sight" );
	wfMapSheet_AddMark( sheet, signs->frontiers, wf_dotMark, wfRgb( WF_FRONTIER ), "frontier" )->edge = none;
	wfMapSheet_AddMark( sheet, signs->frontiers, wf_dotMark, wfRgb( WF_LEFTOVER ), "small frontier" )->edge = none;
	wfMapSheet_AddMark( sheet, signs->closed, wf_crossMark, wfRgb( WF_CLOSED_PLACE ), "closed place" )->edge = none;
	wfMapSheet_AddMark( sheet, signs->path, wf_lineMark, wfRgb( WF_INK ), "way" )->edge = wfRgb( WF_FLOOR );
	wfMapSheet_AddMark( sheet, signs->start, wf_startMark, none, "start" );
	wfMapSheet_AddMark( sheet, signs->moment, wf_ringMark, wfRgb( WF_GAZE ), "explorer" )->edge = none;
	wfMapSheet_AddMark( sheet, signs->object, wf_targetMark, wfRgb( WF_GOAL ), "looked for" );
}
