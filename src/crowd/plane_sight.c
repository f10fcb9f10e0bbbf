// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What each agent in the plane sees and what it might touch before its next decision.
#include "crowd/kernels.h"
#include "crowd/maps.h"
#include "crowd/sight.h"

#include <float.h>

static const wfRouteLayer* layerOf( const wfCrowd* crowd, int32_t rank )
{
	return &crowd->ground.routes.layers.data[crowd->tick.layer[rank]];
}

static bool isInView( const wfSight* sight, float x, float y, float distance2 )
{
	if ( !sight->cone )
	{
		return true;
	}
	float ahead = x * sight->headingX + y * sight->headingY;
	return ahead >= sight->cosine * sqrtf( distance2 );
}

// Agents looked at together.
#define WF_LOOK_BLOCK 64

static void lookAlong( wfSight* sight, const wfCrowdKernels* kernels, int32_t begin, int32_t end, float search2 )
{
	const wfTick* tick = &sight->crowd->tick;
	int32_t rank = sight->rank;
	float x = tick->x[rank], y = tick->y[rank];
	float squares[WF_LOOK_BLOCK + 8];
	for ( int32_t block = begin; block < end; block += WF_LOOK_BLOCK )
	{
		int32_t count = end - block < WF_LOOK_BLOCK ? end - block : WF_LOOK_BLOCK;
		kernels->measure( tick->x + block, tick->y + block, count, x, y, squares );
		for ( int32_t k = 0; k < count; ++k )
		{
			float distance2 = squares[k];
			if ( distance2 >= search2 )
			{
				continue;
			}
			int32_t other = block + k;
			if ( other == rank )
			{
				continue;
			}
			if ( distance2 < sight->reach2 && isInView( sight, tick->x[other] - x, tick->y[other] - y, distance2 ) )
			{
				wfSight_See( sight, other, distance2 );
			}
			wfSight_Touch( sight, other, distance2 );
		}
	}
}

// In a dense crowd the nearest are near: looking as far as always would find many more than anyone minds.
static float shortenReach( const wfTick* tick, int32_t cell, float reach )
{
	int32_t row = cell / tick->columns, column = cell % tick->columns;
	int32_t left = column > 0 ? column - 1 : 0, right = column + 1 < tick->columns ? column + 1 : column;
	int32_t count = 0, rows = 0;
	for ( int32_t j = row > 0 ? row - 1 : 0; j <= row + 1 && j < tick->rows; ++j )
	{
		count += tick->cellFirst[j * tick->columns + right + 1] - tick->cellFirst[j * tick->columns + left];
		rows += 1;
	}
	float side = (float)tick->cellSize, area = side * side * (float)( rows * ( right - left + 1 ) );
	// The circle in which about as many are expected as fit into the list.
	float square = WF_NEIGHBOR_SHARE * (float)WF_MAX_NEIGHBORS / WF_ROUGH_PI * area / (float)( count > 0 ? count : 1 );
	return square < reach * reach ? sqrtf( square ) : reach;
}

static void lookAround( wfSight* sight, float search )
{
	const wfTick* tick = &sight->crowd->tick;
	const wfCrowdKernels* kernels = wfGetCrowdKernels();
	float x = tick->x[sight->rank], y = tick->y[sight->rank];
	float inverse = (float)( 1.0 / tick->cellSize );
	int32_t i0 = (int32_t)floorf( ( x - search ) * inverse ), i1 = (int32_t)floorf( ( x + search ) * inverse );
	int32_t j0 = (int32_t)floorf( ( y - search ) * inverse ), j1 = (int32_t)floorf( ( y + search ) * inverse );
	i0 = i0 < 0 ? 0 : i0 >= tick->columns ? tick->columns - 1 : i0;
	i1 = i1 < 0 ? 0 : i1 >= tick->columns ? tick->columns - 1 : i1;
	j0 = j0 < 0 ? 0 : j0 >= tick->rows ? tick->rows - 1 : j0;
	j1 = j1 < 0 ? 0 : j1 >= tick->rows ? tick->rows - 1 : j1;
	for ( int32_t j = j0; j <= j1; ++j )
	{
		int32_t row = j * tick->columns;
		lookAlong( sight, kernels, tick->cellFirst[row + i0], tick->cellFirst[row + i1 + 1], search * search );
	}
}

static void findWalls( wfCrowd* crowd, int32_t rank, const wfRouteLayer* layer )
{
	wfTick* tick = &crowd->tick;
	float seconds = (float)crowd->def.tickSeconds;
	float reach = tick->radius[rank] + tick->reachSpeed[rank] * seconds + 2.0f * (float)WF_SKIN;
	wfVec2 place = { tick->placeX[rank], tick->placeY[rank] };
	float slack = layer->grid != NULL ? (float)WF_HALF_DIAGONAL * (float)layer->grid->cellSize : 0.0f;
	tick->wallCount[rank] = 0;
	if ( wfLayerClearance( layer, place ) > reach + slack )
	{
		return;
	}
	const int32_t* list;
	int32_t count = wfWallsAt( layer->walls, place.x, place.y, &list );
	int32_t found = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		const wfWallPiece* piece = &layer->walls->pieces[list[k]];
		wfVec2 from = wfFromWall( piece, place.x, place.y );
		double near = reach + piece->thickness;
		if ( from.x * from.x + from.y * from.y < near * near )
		{
			if ( found < WF_MAX_WALL_CONTACTS )
			{
				tick->wallContacts[rank * WF_MAX_WALL_CONTACTS + found] = list[k];
			}
			found += 1;
		}
	}
	tick->wallCount[rank] = (uint8_t)( found <= WF_MAX_WALL_CONTACTS ? found : WF_MAX_WALL_CONTACTS + 1 );
}

static void perceive( wfCrowd* crowd, int32_t rank )
{
	wfTick* tick = &crowd->tick;
	const wfStyleDef* style = &crowd->styles.list[tick->style[rank] - 1].def;
	// Who takes others for obstacles must not overlook any as far as its map goes: there would be a hole to walk into.
	float reach = (float)style->neighborReach;
	reach = style->softAgents ? shortenReach( tick, tick->cell[rank], reach ) : reach;
	float side = (float)( ( tick->columns > tick->rows ? tick->columns : tick->rows ) * tick->cellSize );
	wfSight sight;
	wfSight_Begin( &sight, crowd, rank, reach, 4.0f * FLT_EPSILON * side );
	lookAround( &sight, reach > sight.touch ? reach : sight.touch );
	wfSight_End( &sight, tick );
	findWalls( crowd, rank, layerOf( crowd, rank ) );
}

void wfPerceiveInPlane( wfCrowd* crowd, int32_t begin, int32_t end )
{
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		perceive( crowd, rank );
	}
}

// ------------------------------------------------------------------------------------------------------------------ walls

float wfClearanceInPlane( const wfCrowd* crowd, int32_t rank )
{
	return wfLayerClearance( layerOf( crowd, rank ), ( wfVec2 ){ crowd->tick.placeX[rank], crowd->tick.placeY[rank] } );
}

float wfRoomInPlane( const wfCrowd* crowd, int32_t rank, float x, float y )
{
	const wfTick* tick = &crowd->tick;
	return wfLayerRoom( layerOf( crowd, rank ), tick->placeX[rank] + (double)x, tick->placeY[rank] + (double)y );
}

bool wfBlockWalls( const wfRouteLayer* layer, const wfMapFrame* frame, float radius, const wfScreening* screen, wfMapPart part )
{
	float cell = frame->cell, inverse = 1.0f / cell;
	bool any = false;
	for ( int32_t j = part.firstRow; j <= part.lastRow; ++j )
	{
		for ( int32_t i = part.firstColumn; i <= part.lastColumn; ++i )
		{
			float a = cell * (float)( i - frame->column ), b = cell * (float)( j - frame->row );
			float dx = a * frame->axisX - b * frame->axisY, dy = a * frame->axisY + b * frame->axisX;
			float room = wfLayerRoom( layer, frame->place.x + (double)dx, frame->place.y + (double)dy ) - radius;
			if ( room < 0.0f )
			{
				screen->cells[j * screen->columns + i] = WF_BLOCKED;
				any = true;
			}
			else
			{
				// Clearance falls by no more than one walks: the next cells are free as well.
				i += (int32_t)( room * inverse );
			}
		}
	}
	return any;
}

void wfAddWallsInPlane( const wfCrowd* crowd, const wfStyleDef* style, wfMapLane* lane )
{
	int32_t rank = lane->wish.rank, c = lane->size / 2;
	wfVec2 place = { crowd->tick.placeX[rank], crowd->tick.placeY[rank] };
	wfMapFrame frame = { place, c, c, (float)style->mapCell, lane->axisX, lane->axisY };
	wfScreening screen = { lane->screen, lane->size, lane->size };
	wfMapPart inside = { 1, lane->size - 2, 1, lane->size - 2 };
	wfBlockWalls( layerOf( crowd, rank ), &frame, crowd->tick.radius[rank] - WF_WALL_MARGIN, &screen, inside );
	lane->screen[c * lane->size + c] = 0.0f;
}
