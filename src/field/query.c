// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Values and directions of a solved field at any point.
//
// The value U is interpolated between the four centres around a point. With Dirichlet walls blocked centres count as 0, with
// Neumann walls they are left out; a cell that is only met across the corner of two blocked cells is left out too. A bilinear
// function has no maximum inside, and every centre but the goal's has a better neighbour, so going up U ends at the goal.
//
// The direction is the mean of the cells' unit gradients, weighted in the same way: it is continuous where the gradient of U
// jumps from one square of centres to the next, and as it works on ratios between neighbours it does not care how small q is.
// Three guards keep the promises. It is turned until it climbs U averaged over a small square. Where the gradients around a point
// cancel, and in cells of saddles, the best neighbour leads: no continuous direction exists there. And what points into a wall is
// limited in proportion to the distance to it, so that no step up to WF_SAFE_STEP cells gets into the wall.

#include "field/query.h"
#include "field/tuning.h"

#include "base/base.h"
#include "base/math.h"

#include <math.h>

static inline bool isConnected( const wfField* field, int32_t cell )
{
	return cell >= 0 && wfField_Get( field, cell ).mantissa > 0.0;
}

wfScaled wfField_GetCellValue( const wfField* field, int32_t cell )
{
	wfScaled value = { 0.0, 0 };
	if ( WF_FAILS( field != NULL ) )
	{
		return value;
	}
	if ( cell >= 0 && cell < field->grid->width * field->grid->height )
	{
		wfWide q = wfField_Get( field, cell );
		value = q.mantissa > 0.0 ? ( wfScaled ){ q.mantissa, q.exponent } : value;
	}
	return value;
}

const wfGrid* wfField_GetGrid( const wfField* field )
{
	return WF_FAILS( field != NULL ) ? NULL : field->grid;
}

int32_t wfField_GetGoalCells( const wfField* field, int32_t* cells, int32_t capacity )
{
	if ( WF_FAILS( field != NULL && ( cells != NULL || capacity <= 0 ) ) )
	{
		return 0;
	}
	for ( int32_t i = 0; i < field->core.goalCount && i < capacity; ++i )
	{
		cells[i] = field->core.goals[i];
	}
	return field->core.goalCount;
}

bool wfField_IsReachable( const wfField* field, wfVec2 point )
{
	return !WF_FAILS( field != NULL ) && isConnected( field, wfCellAt( field->grid, wfToCells( field->grid, point ) ) );
}

bool wfField_IsGoal( const wfField* field, wfVec2 point )
{
	if ( WF_FAILS( field != NULL ) )
	{
		return false;
	}
	int32_t cell = wfCellAt( field->grid, wfToCells( field->grid, point ) );
	return cell >= 0 && wfField_IsGoalCell( field, cell );
}

int32_t wfField_GetBestNeighbor( const wfField* field, int32_t cell )
{
	if ( WF_FAILS( field != NULL ) )
	{
		return -1;
	}
	const wfGrid* grid = field->grid;
	int32_t width = grid->width;
	if ( cell < 0 || cell >= width * grid->height || wfField_IsGoalCell( field, cell ) )
	{
		return -1;
	}
	wfWide highest = wfField_Get( field, cell );
	int32_t neighbors[4], best = -1;
	wfGetNeighbors( grid, cell, neighbors );
	for ( int32_t n = 0; n < 4 && highest.mantissa > 0.0; ++n )
	{
		wfWide value = neighbors[n] >= 0 ? wfField_Get( field, neighbors[n] ) : ( wfWide ){ 0.0, 0 };
		if ( wfIsWideGreater( value, highest ) )
		{
			best = neighbors[n];
			highest = value;
		}
	}
	return best;
}

// q of a neighbour relative to the cell's own; what stands in for it where the neighbour is blocked or outside.
static inline double neighborRatio( const wfField* field, wfWide own, wfWide value )
{
	return value.mantissa == 0.0 ? ( field->neumann ? 1.0 : 0.0 ) : wfWideRatio( value, own );
}

static inline wfVec2 normalize( wfVec2 v )
{
	double square = wfDot2( v, v );
	if ( square > 1e-200 && square < 1e200 )
	{
		return wfScale2( 1.0 / sqrt( square ), v );
	}
	double largest = wfMax( fabs( v.y ), fabs( v.x ) );
	if ( !( largest > 0.0 ) || !isfinite( largest ) )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	v = wfDivide2( v, largest );
	return wfDivide2( v, wfLength2( v ) );
}

// From the values of a cell and its neighbours to the right, left, above and below.
static wfCellGradient makeGradient( const wfField* field, wfWide own, const wfWide neighbors[4] )
{
	double right = neighborRatio( field, own, neighbors[0] ), left = neighborRatio( field, own, neighbors[1] );
	double top = neighborRatio( field, own, neighbors[2] ), bottom = neighborRatio( field, own, neighbors[3] );
	wfVec2 gradient = { 0.5 * ( right - left ), 0.5 * ( top - bottom ) };
	double largest = wfMax( fabs( gradient.y ), fabs( gradient.x ) );
	return ( wfCellGradient ){ normalize( gradient ), largest > 1.0 ? 1.0 / largest : 1.0 };
}

static wfCellGradient findGradient( const wfField* field, int32_t i, int32_t j )
{
	int32_t cell = j * field->grid->width + i, neighbors[4];
	wfWide values[4];
	wfGetNeighbors( field->grid, cell, neighbors );
	for ( int32_t n = 0; n < 4; ++n )
	{
		values[n] = neighbors[n] >= 0 ? wfField_Get( field, neighbors[n] ) : ( wfWide ){ 0.0, 0 };
	}
	return makeGradient( field, wfField_Get( field, cell ), values );
}

static wfCellGradient cachedGradient( wfDirectionCache* cache, const wfField* field, int32_t i, int32_t j )
{
	if ( cache == NULL )
	{
		return findGradient( field, i, j );
	}
	int32_t cell = j * field->grid->width + i, slot = ( i & 3 ) | ( j & 3 ) << 2;
	if ( cache->cell[slot] != cell )
	{
		cache->cell[slot] = cell;
		cache->gradient[slot] = findGradient( field, i, j );
	}
	return cache->gradient[slot];
}

// Neighbour k of the loaded cell, row by row from below.
static inline void loadNeighbor( wfQuarter* quarter, int32_t k )
{
	const wfField* field = quarter->field;
	const wfGrid* grid = field->grid;
	int32_t column = quarter->cell % grid->width + k % 3 - 1, row = quarter->cell / grid->width + k / 3 - 1;
	int32_t other = row * grid->width + column;
	bool inside = column >= 0 && row >= 0 && column < grid->width && row < grid->height;
	quarter->values[k] = inside ? wfField_Get( field, other ) : ( wfWide ){ 0.0, 0 };
	quarter->isFree[k] = inside && grid->blocked[other] == 0;
}

// The values around a quarter, scaled to the largest of them. Returns the exponent of the scale.
static int32_t selectQuarter( wfQuarter* quarter, int32_t sideX, int32_t sideY )
{
	quarter->sideX = sideX;
	quarter->sideY = sideY;
	const int32_t indices[4] = { 4, 4 + sideX, 4 + 3 * sideY, 4 + sideX + 3 * sideY };
	bool connected[4];
	for ( int32_t k = 1; k < 4; ++k )
	{
		connected[k] = quarter->isFree[indices[k]] && quarter->values[indices[k]].mantissa > 0.0;
	}
	quarter->used[0] = true;
	quarter->used[1] = connected[1];
	quarter->used[2] = connected[2];
	quarter->used[3] = ( connected[1] || connected[2] ) && connected[3];
	int32_t scale = quarter->values[4].exponent;
	for ( int32_t k = 1; k < 4; ++k )
	{
		int32_t exponent = quarter->values[indices[k]].exponent;
		scale = quarter->used[k] && exponent > scale ? exponent : scale;
	}
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfWide value = quarter->values[indices[k]];
		quarter->value[k] = quarter->used[k] ? value.mantissa * wfPowerOfTwo( value.exponent - scale ) : 0.0;
	}
	return scale;
}

// The scaled values of the cell and those around it. Behind a Neumann wall stands the mirror image of what is before it.
static void scaleAround( wfQuarter* quarter )
{
	bool used[9], neumann = quarter->field->neumann != 0;
	int32_t scale = INT32_MIN;
	for ( int32_t k = 0; k < 9; ++k )
	{
		used[k] = quarter->isFree[k] && quarter->values[k].mantissa > 0.0;
	}
	for ( int32_t k = 0; k < 9; k += 2 )
	{
		// Corners count where one can get there past one of the two cells beside.
		int32_t besideX = 3 + k % 3, besideY = k / 3 * 3 + 1;
		used[k] = k == 4 || ( ( used[besideX] || used[besideY] ) && used[k] );
	}
	for ( int32_t k = 0; k < 9; ++k )
	{
		scale = used[k] && quarter->values[k].exponent > scale ? quarter->values[k].exponent : scale;
	}
	double* around = quarter->around;
	for ( int32_t k = 0; k < 9; ++k )
	{
		around[k] = used[k] ? quarter->values[k].mantissa * wfPowerOfTwo( quarter->values[k].exponent - scale ) : 0.0;
	}
	quarter->saddle = ( around[3] > around[4] && around[5] > around[4] ) || ( around[1] > around[4] && around[7] > around[4] );
	for ( int32_t k = 1; k < 9 && neumann; k += 2 )
	{
		around[k] = used[k] ? around[k] : around[4];
	}
	for ( int32_t k = 0; k < 9 && neumann; k += 2 )
	{
		int32_t besideX = 3 + k % 3, besideY = k / 3 * 3 + 1;
		bool open = used[k] && used[besideX] && used[besideY];
		around[k] = open || k == 4 ? around[k] : around[besideX] + around[besideY] - around[4];
	}
}

// All of a cell that is the same in its four quarters. The cell is not a goal.
static void loadCenter( wfQuarter* quarter, const wfField* field, int32_t cell )
{
	static const int32_t sides[4] = { 5, 3, 7, 1 };
	int32_t steps[4] = { 1, -1, field->grid->width, -field->grid->width };
	quarter->field = field;
	quarter->cell = cell;
	for ( int32_t k = 0; k < 9; ++k )
	{
		loadNeighbor( quarter, k );
	}
	wfWide neighbors[4], highest = quarter->values[4];
	quarter->best = -1;
	for ( int32_t n = 0; n < 4; ++n )
	{
		neighbors[n] = quarter->values[sides[n]];
		if ( wfIsWideGreater( neighbors[n], highest ) )
		{
			quarter->best = cell + steps[n];
			highest = neighbors[n];
		}
	}
	scaleAround( quarter );
	quarter->gradient[0] = quarter->cache != NULL
							   ? cachedGradient( quarter->cache, field, cell % field->grid->width, cell / field->grid->width )
							   : makeGradient( field, quarter->values[4], neighbors );
}

static void markWalls( wfQuarter* quarter )
{
	quarter->blockedX = !quarter->used[1];
	quarter->blockedY = !quarter->used[2];
	quarter->blockedCorner = quarter->used[1] && quarter->used[2] && !quarter->used[3];
}

static void loadQuarter( wfQuarter* quarter, const wfField* field, int32_t cell, int32_t sideX, int32_t sideY )
{
	int32_t width = field->grid->width, i = cell % width, j = cell / width;
	if ( quarter->cell != cell || quarter->field != field )
	{
		loadCenter( quarter, field, cell );
	}
	selectQuarter( quarter, sideX, sideY );
	markWalls( quarter );
	for ( int32_t k = 1; k < 4; ++k )
	{
		int32_t ni = i + ( k & 1 ) * sideX, nj = j + ( k >> 1 ) * sideY;
		bool known = quarter->used[k] && !wfField_IsGoalCell( field, nj * width + ni );
		quarter->gradient[k] = known ? cachedGradient( quarter->cache, field, ni, nj ) : ( wfCellGradient ){ 0 };
		quarter->isGoal[k] = quarter->used[k] && !known;
	}
}

// Interpolated value; wx and wy are the distances from the own centre toward the sides, in [0, 0.5].
static double interpolate( const wfQuarter* quarter, double wx, double wy )
{
	const double* v = quarter->value;
	double value = ( 1.0 - wy ) * ( ( 1.0 - wx ) * v[0] + wx * v[1] ) + wy * ( ( 1.0 - wx ) * v[2] + wx * v[3] );
	if ( quarter->field->neumann )
	{
		double u1 = quarter->used[1], u2 = quarter->used[2], u3 = quarter->used[3];
		value /= ( 1.0 - wy ) * ( ( 1.0 - wx ) + wx * u1 ) + wy * ( ( 1.0 - wx ) * u2 + wx * u3 );
	}
	return value;
}

// One axis of the smoothed value: the hat functions of the three centres around an offset from the middle one, averaged over
// WF_SAFE_STEP to both sides, and their derivatives.
typedef struct Hats
{
	double mean[3], slope[3];
} Hats;

static inline Hats averageHats( double offset )
{
	const double reach = WF_SAFE_STEP, scale = 1.0 / ( 2.0 * WF_SAFE_STEP );
	double low = offset - reach, high = offset + reach;
	// Integrals of the hats from the middle: of the outer ones t^2 / 2 on their side, of the middle one t - t |t| / 2.
	double below = low < 0.0 ? low * low : 0.0, belowHigh = high < 0.0 ? high * high : 0.0;
	double above = high > 0.0 ? high * high : 0.0, aboveLow = low > 0.0 ? low * low : 0.0;
	Hats hats;
	hats.mean[0] = 0.5 * ( below - belowHigh ) * scale;
	hats.mean[2] = 0.5 * ( above - aboveLow ) * scale;
	hats.mean[1] = 1.0 - hats.mean[0] - hats.mean[2];
	hats.slope[0] = ( ( high < 0.0 ? -high : 0.0 ) - ( low < 0.0 ? -low : 0.0 ) ) * scale;
	hats.slope[2] = ( ( high > 0.0 ? high : 0.0 ) - ( low > 0.0 ? low : 0.0 ) ) * scale;
	hats.slope[1] = -hats.slope[0] - hats.slope[2];
	return hats;
}

// The unit gradient of U averaged over a square around the point, {0, 0} where that is flat. Unlike the gradient of U itself it
// does not jump, so that what climbs it here still does so a short step farther, on ridges of U too.
static wfVec2 findUphill( const wfQuarter* quarter, double fx, double fy )
{
	Hats x = averageHats( fx ), y = averageHats( fy );
	wfVec2 gradient = { 0.0, 0.0 };
	for ( int32_t b = 0; b < 3; ++b )
	{
		const double* v = quarter->around + 3 * b;
		gradient.x += y.mean[b] * ( x.slope[0] * v[0] + x.slope[1] * v[1] + x.slope[2] * v[2] );
		gradient.y += y.slope[b] * ( x.mean[0] * v[0] + x.mean[1] * v[1] + x.mean[2] * v[2] );
	}
	return normalize( gradient );
}

// Limit the part of a unit vector along the unit vector `toWall`; what is taken there is given to the rest, so it stays a unit
// vector. False where there is no rest.
static bool turnAside( wfVec2* v, wfVec2 toWall, double limit )
{
	if ( wfDot2( *v, toWall ) <= limit )
	{
		return true;
	}
	wfVec2 aside = wfPerpendicular2( toWall );
	double rest = wfDot2( *v, aside );
	if ( fabs( rest ) < 1e-9 )
	{
		return false;
	}
	double scale = rest > 0.0 ? sqrt( 1.0 - limit * limit ) : -sqrt( 1.0 - limit * limit );
	*v = wfAddScaled2( wfScale2( limit, toWall ), scale, aside );
	return true;
}

// A distance to a wall as a limit of the speed toward it.
static inline double wallLimit( double distance )
{
	double limit = ( distance - WF_WALL_GAP ) / WF_SAFE_STEP;
	return limit > 1.0 ? 1.0 : ( limit > 0.0 ? limit : 0.0 );
}

// Turn a unit vector away from the walls of a quarter. False where walls leave nothing of it.
static bool avoidWalls( const wfQuarter* quarter, double wx, double wy, wfVec2* v )
{
	if ( quarter->blockedCorner )
	{
		wfVec2 toCorner = { quarter->sideX * ( 0.5 - wx ), quarter->sideY * ( 0.5 - wy ) };
		double distance = wfLength2( toCorner );
		if ( distance >= WF_SAFE_STEP + WF_WALL_GAP )
		{
			return true;
		}
		wfVec2 diagonal = { quarter->sideX * 0.7071067811865476, quarter->sideY * 0.7071067811865476 };
		wfVec2 unit = distance > 0.0 ? wfDivide2( toCorner, distance ) : diagonal;
		return turnAside( v, unit, wallLimit( distance ) );
	}
	double limitX = quarter->blockedX ? wallLimit( 0.5 - wx ) : 1.0, limitY = quarter->blockedY ? wallLimit( 0.5 - wy ) : 1.0;
	wfVec2 toX = { quarter->sideX, 0.0 }, toY = { 0.0, quarter->sideY };
	if ( !turnAside( v, toX, limitX ) || !turnAside( v, toY, limitY ) )
	{
		return false;
	}
	// Turned away from the second wall it may point into the first: a pocket of two walls.
	return v->x * quarter->sideX <= limitX + 1e-12;
}

// The weighted mean of the unit gradients. Goal cells have no gradient: their part points at their centre.
static wfVec2 meanDirection( const wfQuarter* quarter, double wx, double wy )
{
	const double weights[4] = { ( 1.0 - wx ) * ( 1.0 - wy ), wx * ( 1.0 - wy ), ( 1.0 - wx ) * wy, wx * wy };
	wfVec2 sum = { 0.0, 0.0 };
	double total = 0.0, lateral = 0.0;
	for ( int32_t k = 0; k < 4; ++k )
	{
		if ( quarter->used[k] )
		{
			wfVec2 direction = quarter->gradient[k].direction;
			if ( quarter->isGoal[k] )
			{
				direction = normalize( ( wfVec2 ){ quarter->sideX * ( ( k & 1 ) - wx ), quarter->sideY * ( ( k >> 1 ) - wy ) } );
			}
			sum = wfAddScaled2( sum, weights[k], direction );
			lateral += weights[k] * quarter->gradient[k].lateral;
			total += weights[k];
		}
	}
	if ( quarter->field->neumann == 0 )
	{
		// q falls off toward Dirichlet walls inside a cell as well. The gradients at the centres of a corridor one cell wide know
		// nothing of it.
		double acrossX = quarter->used[2] ? wy * !quarter->used[3] : wy * !quarter->used[1];
		double acrossY = quarter->used[1] ? wx * !quarter->used[3] : wx * !quarter->used[2];
		sum.x -= quarter->sideX * 2.0 * wx * lateral * ( ( 1.0 - wy ) * !quarter->used[1] + acrossX );
		sum.y -= quarter->sideY * 2.0 * wy * lateral * ( ( 1.0 - wx ) * !quarter->used[2] + acrossY );
	}
	return wfDivide2( sum, total );
}

// Toward the centre of the best neighbour: through free cells all the way, into a better cell.
static wfVec2 bestNeighborDirection( const wfQuarter* quarter, double fx, double fy )
{
	int32_t width = quarter->field->grid->width, step = quarter->best - quarter->cell;
	if ( quarter->best < 0 )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	wfVec2 toCenter = { -fx, -fy };
	toCenter.x += step == 1 ? 1.0 : ( step == -1 ? -1.0 : 0.0 );
	toCenter.y += step == width ? 1.0 : ( step == -width ? -1.0 : 0.0 );
	return normalize( toCenter );
}

// At an offset from the centre of the cell that is loaded.
static wfVec2 directAt( const wfQuarter* quarter, double fx, double fy )
{
	double wx = wfMin( 0.5, fabs( fx ) ), wy = wfMin( 0.5, fabs( fy ) );
	wfVec2 up = findUphill( quarter, fx, fy ), mean = meanDirection( quarter, wx, wy );
	double agreement = wfLength2( mean ), lead = agreement < WF_AGREEMENT ? 1.0 - agreement / WF_AGREEMENT : 0.0;
	if ( quarter->saddle )
	{
		lead = wfMax( wfMin( ( 0.5 - wfMax( wy, wx ) ) / WF_SADDLE_MARGIN, 1.0 ), lead );
		mean = wfScale2( 1.0 - lead, mean );
	}
	if ( lead > 0.0 )
	{
		mean = wfAddScaled2( mean, lead, bestNeighborDirection( quarter, fx, fy ) );
	}
	double lack = WF_LEAST_CLIMB * ( 1.0 - lead ) - wfDot2( mean, up );
	if ( lack > 0.0 )
	{
		mean = wfAddScaled2( mean, lack, up );
	}
	wfVec2 direction = normalize( mean );
	if ( avoidWalls( quarter, wx, wy, &direction ) && wfDot2( direction, up ) >= 0.0 && wfDot2( direction, direction ) > 0.0 )
	{
		return direction;
	}
	direction = up;
	if ( avoidWalls( quarter, wx, wy, &direction ) && wfDot2( direction, up ) > 0.0 )
	{
		return direction;
	}
	return bestNeighborDirection( quarter, fx, fy );
}

wfVec2 wfQuarterDirection( wfQuarter* quarter, const wfField* field, wfVec2 point, int32_t cell )
{
	int32_t width = field->grid->width;
	double fx = point.x - ( cell % width ) - 0.5, fy = point.y - ( cell / width ) - 0.5;
	int32_t sideX = fx < 0.0 ? -1 : 1, sideY = fy < 0.0 ? -1 : 1;
	if ( quarter->field != field || quarter->cell != cell || quarter->sideX != sideX || quarter->sideY != sideY )
	{
		loadQuarter( quarter, field, cell, sideX, sideY );
	}
	return directAt( quarter, fx, fy );
}

wfVec2 wfCenterDirection( const wfField* field, int32_t cell )
{
	if ( wfField_IsGoalCell( field, cell ) || !isConnected( field, cell ) )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	// The gradients of the others have no weight there.
	wfQuarter quarter = { .cell = -1 };
	loadCenter( &quarter, field, cell );
	selectQuarter( &quarter, 1, 1 );
	markWalls( &quarter );
	return directAt( &quarter, 0.0, 0.0 );
}

wfVec2 wfField_GetDirection( const wfField* field, wfVec2 point )
{
	if ( WF_FAILS( field != NULL ) )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	wfVec2 place = wfToCells( field->grid, point );
	int32_t cell = wfCellAt( field->grid, place );
	if ( !isConnected( field, cell ) || wfField_IsGoalCell( field, cell ) )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	wfQuarter quarter = { .cell = -1 };
	return wfQuarterDirection( &quarter, field, place, cell );
}

// Interpolated value as a number of moderate size and the power of two to scale it with.
static double scaledValue( const wfField* field, wfVec2 point, int32_t* exponent )
{
	wfVec2 place = wfToCells( field->grid, point );
	int32_t cell = wfCellAt( field->grid, place );
	*exponent = 0;
	if ( !isConnected( field, cell ) )
	{
		return 0.0;
	}
	int32_t width = field->grid->width;
	double fx = place.x - ( cell % width ) - 0.5, fy = place.y - ( cell / width ) - 0.5;
	int32_t sideX = fx < 0.0 ? -1 : 1, sideY = fy < 0.0 ? -1 : 1;
	wfQuarter quarter = { .field = field, .cell = cell };
	for ( int32_t k = 0; k < 4; ++k )
	{
		loadNeighbor( &quarter, 4 + ( k & 1 ) * sideX + ( k >> 1 ) * 3 * sideY );
	}
	*exponent = selectQuarter( &quarter, sideX, sideY );
	return interpolate( &quarter, fabs( fx ), fabs( fy ) );
}

double wfField_GetValue( const wfField* field, wfVec2 point )
{
	if ( WF_FAILS( field != NULL ) )
	{
		return 0.0;
	}
	int32_t exponent;
	double value = scaledValue( field, point, &exponent );
	return wfScaleByPowerOfTwo( value, exponent );
}

double wfField_GetLogValue( const wfField* field, wfVec2 point )
{
	if ( WF_FAILS( field != NULL ) )
	{
		return -INFINITY;
	}
	int32_t exponent;
	double value = scaledValue( field, point, &exponent );
	return value > 0.0 ? wfLog( value ) + exponent * WF_LN_2 : -INFINITY;
}
