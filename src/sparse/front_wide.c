// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A front in numbers of any size. Where a region between two parts of a front is hundreds of corridor widths long, the link
// through it is below the range of double, and still the only one: these fronts carry an exponent with every number.
//
// The work is nevertheless done by the plain kernels. Pivots are eliminated in panels, in which every row is brought to units of
// a power of two of its own: neighbouring pivots are about as far from a node, so that few powers of two are between the numbers
// of a row. A panel that does not fit so is halved; a single column always fits. An entry of a product that comes out so small
// that a part of it may be lost is computed again with exponents.

#include "sparse/front.h"
#include "sparse/tuning.h"
#include "sparse/wide.h"

#include <string.h>

typedef struct WideBlock
{
	double* mantissa;
	int32_t* exponent;
	int64_t stride;
} WideBlock;

static inline wfWide get( const WideBlock* block, int64_t index )
{
	return ( wfWide ){ block->mantissa[index], block->exponent[index] };
}

static inline void add( WideBlock* block, int64_t index, wfWide value )
{
	wfWide sum = wfWideAdd( get( block, index ), value );
	block->mantissa[index] = sum.mantissa;
	block->exponent[index] = sum.exponent;
}

// Columns of a WideBlock in plain numbers: in panel p those of row i are in units of 2^units[i + p * stride].
typedef struct ScaledBlock
{
	double* values;
	int32_t* units;
	int64_t stride;
} ScaledBlock;

typedef struct WideFront
{
	const wfFront* front;
	WideBlock pivot, lower, update;
	double* boundaryExcess;
	double* pivotExcess;
	double* pivots;						  // d_k
	ScaledBlock scaledPivot, scaledLower; // the finished panels of `pivot` and `lower`
	int32_t panelCount;
	int32_t* panelStarts; // pivots [panelStarts[p], panelStarts[p + 1])
	int32_t* panelUnits;  // the largest exponent of their d_k
	double* unitValues;	  // of the panel at hand: rows of pivots, then of the boundary
	double* savedExcess;  // likewise
	double* unscaled;	  // pivot rows of a block of pivots
} WideFront;

static void clear( WideBlock* block, int64_t count )
{
	for ( int64_t i = 0; i < count; ++i )
	{
		block->mantissa[i] = 0.0;
		block->exponent[i] = WF_WIDE_ZERO_EXPONENT;
	}
}

static void addMatrix( const wfFrontJob* job, WideFront* w )
{
	const wfSymbolic* symbolic = job->factor->symbolic;
	const wfMatrix* a = job->matrix;
	int32_t end = w->front->pivotFirst + w->front->pivotCount;
	for ( int32_t k = 0; k < w->front->pivotCount; ++k )
	{
		int32_t position = w->front->pivotFirst + k;
		wfRow row;
		bool isCut = true;
		w->pivotExcess[k] = wfGetFreeRow( a, wfSymbolic_GetNode( symbolic, position ), &row );
		for ( int32_t m = 0; m < row.count; ++m )
		{
			if ( a->isPinned != NULL && a->isPinned[row.neighbors[m]] )
			{
				continue;
			}
			int32_t other = wfSymbolic_GetPosition( symbolic, row.neighbors[m] );
			wfWide link = wfMakeWide( row.links[m], 0 );
			isCut = isCut && row.links[m] == 0.0;
			if ( other >= end )
			{
				add( &w->lower, wfFindRow( symbolic, w->front, other ) + k * w->lower.stride, link );
			}
			else if ( other > position )
			{
				add( &w->pivot, other - w->front->pivotFirst + k * w->pivot.stride, link );
			}
		}
		job->factor->isCut[position] = job->keepCuts ? job->factor->isCut[position] : isCut;
	}
}

// Where the rows of a child that are consecutive in the parent end, for each of them. Pivots and boundary are two blocks.
static void findStretches( wfFrontScratch* scratch, int32_t pivots, int32_t count )
{
	int32_t end = count;
	for ( int32_t i = count - 1; i >= 0; --i )
	{
		if ( i + 1 < count && ( i + 1 == pivots || scratch->target[i + 1] != scratch->target[i] + 1 ) )
		{
			end = i + 1;
		}
		scratch->stretchEnd[i] = end;
	}
}

static void addChild( const wfFrontJob* job, wfFrontScratch* scratch, WideFront* w, int32_t c )
{
	const wfFront* child = &job->factor->symbolic->fronts[c];
	const wfFrontUpdate* update = &job->factor->updates[c];
	int32_t count = child->boundaryCount;
	int32_t pivots = wfMapChild( job->factor->symbolic, w->front, child, scratch );
	const int32_t* target = scratch->target;
	findStretches( scratch, pivots, count );
	for ( int32_t j = 0; j < count; ++j )
	{
		for ( int32_t i = j + 1; i < count; i = scratch->stretchEnd[i] )
		{
			int64_t from = i + wfUpdateColumn( child, j );
			WideBlock* block = j >= pivots ? &w->update : ( i >= pivots ? &w->lower : &w->pivot );
			int64_t to = target[i] + ( j >= pivots ? wfUpdateColumn( w->front, target[j] ) : target[j] * block->stride );
			job->kernels->addWide( block->mantissa + to, block->exponent + to, update->values + from,
								   update->exponents != NULL ? update->exponents + from : NULL, 0, 0x1p-1022,
								   scratch->stretchEnd[i] - i );
		}
	}
	const double* childExcess = update->values + wfUpdateLinkCount( child );
	for ( int32_t i = 0; i < pivots; ++i )
	{
		w->pivotExcess[target[i]] += childExcess[i];
	}
	for ( int32_t i = pivots; i < count && w->boundaryExcess != NULL; ++i )
	{
		w->boundaryExcess[target[i]] += childExcess[i];
	}
}

// ------------------------------------------------------------------------------------------------------------------ panels

// Columns [begin, end) of a block in plain numbers from row `first` on, as panel `panel`. False where they do not fit.
static bool scaleBlock( const wfKernels* kernels, const WideBlock* wide, const ScaledBlock* scaled, int32_t panel, int32_t begin,
						int32_t end, int32_t first )
{
	int32_t rows = (int32_t)wide->stride - first;
	int32_t* units = scaled->units + panel * scaled->stride + first;
	for ( int32_t i = 0; i < rows; ++i )
	{
		units[i] = WF_WIDE_ZERO_EXPONENT;
	}
	for ( int32_t k = begin; k < end; ++k )
	{
		const int32_t* exponents = wide->exponent + k * wide->stride + first;
		for ( int32_t i = 0; i < rows; ++i )
		{
			units[i] = exponents[i] > units[i] ? exponents[i] : units[i];
		}
	}
	bool fits = true;
	for ( int32_t k = begin; k < end; ++k )
	{
		int64_t start = k * wide->stride + first;
		bool fitsColumn =
			kernels->scaleWide( scaled->values + start, wide->mantissa + start, wide->exponent + start, units, rows );
		fits = fits && fitsColumn;
	}
	return fits;
}

// Rows are taken in fours.
static bool scalePanel( const wfKernels* kernels, const WideFront* w, int32_t begin, int32_t end )
{
	return scaleBlock( kernels, &w->pivot, &w->scaledPivot, w->panelCount, begin, end, begin & ~3 ) &&
		   scaleBlock( kernels, &w->lower, &w->scaledLower, w->panelCount, begin, end, 0 );
}

// Units as plain numbers: 0 for rows so small that they count neither for pivots nor for excess.
static void evaluateUnits( double* values, const int32_t* units, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		values[i] = units[i] < WF_PLAIN_EXPONENT ? 0.0 : wfTwoTo( units[i] );
	}
}

// Whether row `row` (of pivots or of the boundary) and the row of pivot k meet in one of the pivots from `begin` to k: then
// the entry between them is not 0.
static bool doMeet( const WideFront* w, const ScaledBlock* scaled, int32_t row, int32_t begin, int32_t k )
{
	const double* pivotRow = w->scaledPivot.values + k;
	for ( int32_t j = begin; j < k; ++j )
	{
		if ( scaled->values[row + j * scaled->stride] > 0.0 && pivotRow[j * w->scaledPivot.stride] > 0.0 )
		{
			return true;
		}
	}
	return false;
}

// True where plain numbers held a column of the panel that begins with pivot `begin`.
static bool isColumnKept( const WideFront* w, const WideBlock* wide, const ScaledBlock* scaled, int32_t begin, int32_t k,
						  int32_t first )
{
	const int32_t* units = scaled->units + w->panelCount * scaled->stride;
	const double* values = scaled->values + k * scaled->stride;
	double safe = WF_SAFE_PRODUCTS / w->pivots[k];
	for ( int32_t i = first; i < (int32_t)scaled->stride; ++i )
	{
		if ( values[i] < safe && units[i] > WF_WIDE_ZERO_EXPONENT &&
			 ( values[i] > 0.0 || wide->mantissa[i + k * wide->stride] > 0.0 || doMeet( w, scaled, i, begin, k ) ) )
		{
			return false;
		}
	}
	return true;
}

// The panel's columns with their exponents again, from row `first` on.
static void keepScaled( const wfKernels* kernels, WideBlock* wide, const ScaledBlock* scaled, int32_t panel, int32_t k,
						int32_t first )
{
	int64_t start = k * wide->stride + first;
	int32_t rows = (int32_t)wide->stride - first;
	WideBlock column = { wide->mantissa + start, wide->exponent + start, 0 };
	clear( &column, rows );
	kernels->addWide( column.mantissa, column.exponent, scaled->values + start, scaled->units + panel * scaled->stride + first, 0,
					  0x1p-1022, rows );
}

static void copyExcess( const WideFront* w, double* pivotTo, const double* pivotFrom, double* boundaryTo,
						const double* boundaryFrom )
{
	memcpy( pivotTo, pivotFrom, (size_t)w->front->pivotStride * sizeof( double ) );
	if ( w->boundaryExcess != NULL )
	{
		memcpy( boundaryTo, boundaryFrom, (size_t)w->front->boundaryStride * sizeof( double ) );
	}
}

// The elimination itself, in plain numbers. False where that lost something, or where a pivot is not positive.
static bool eliminateScaled( const wfKernels* kernels, WideFront* w, int32_t begin, int32_t end )
{
	const wfFront* front = w->front;
	int32_t first = begin & ~3;
	evaluateUnits( w->unitValues + first, w->scaledPivot.units + w->panelCount * w->scaledPivot.stride + first,
				   front->pivotStride - first );
	evaluateUnits( w->unitValues + front->pivotStride, w->scaledLower.units + w->panelCount * w->scaledLower.stride,
				   front->boundaryStride );
	wfPivotColumns columns = {
		.pivotBlock = w->scaledPivot.values,
		.lower = w->scaledLower.values,
		.pivotCount = end,
		.pivotStride = front->pivotStride,
		.boundaryStride = front->boundaryStride,
		.pivotExcess = w->pivotExcess,
		.boundaryExcess = w->boundaryExcess,
		.pivots = w->pivots,
		.unscaledPivot = w->unscaled,
		.pivotUnits = w->unitValues,
		.lowerUnits = w->unitValues + front->pivotStride,
	};
	for ( int32_t k = begin; k < end; k += WF_PIVOT_BLOCK )
	{
		int32_t blockEnd = k + WF_PIVOT_BLOCK < end ? k + WF_PIVOT_BLOCK : end;
		if ( !kernels->eliminate( &columns, k, blockEnd ) )
		{
			return false;
		}
		if ( blockEnd < end )
		{
			wfUpdatePivots( kernels, &columns, k, blockEnd );
		}
	}
	for ( int32_t k = begin; k < end; ++k )
	{
		if ( !isColumnKept( w, &w->pivot, &w->scaledPivot, begin, k, k + 1 ) ||
			 !isColumnKept( w, &w->lower, &w->scaledLower, begin, k, 0 ) )
		{
			return false;
		}
	}
	return true;
}

// Eliminate pivots [begin, end), whose columns the panels before have been added to. False, and nothing changed, where plain
// numbers do not hold them.
static bool eliminatePanel( const wfKernels* kernels, WideFront* w, int32_t begin, int32_t end )
{
	double* savedBoundary = w->savedExcess + w->front->pivotStride;
	if ( !scalePanel( kernels, w, begin, end ) )
	{
		return false;
	}
	copyExcess( w, w->savedExcess, w->pivotExcess, savedBoundary, w->boundaryExcess );
	if ( !eliminateScaled( kernels, w, begin, end ) )
	{
		copyExcess( w, w->pivotExcess, w->savedExcess, w->boundaryExcess, savedBoundary );
		return false;
	}
	int32_t unit = WF_WIDE_ZERO_EXPONENT;
	for ( int32_t k = begin; k < end; ++k )
	{
		keepScaled( kernels, &w->pivot, &w->scaledPivot, w->panelCount, k, ( k + 1 ) & ~3 );
		keepScaled( kernels, &w->lower, &w->scaledLower, w->panelCount, k, 0 );
		int32_t exponent = wfMakeWide( w->pivots[k], 0 ).exponent;
		unit = exponent > unit ? exponent : unit;
	}
	// The division by the pivots changed what is the largest number of a row. What does not fit now is computed with exponents.
	scaleBlock( kernels, &w->pivot, &w->scaledPivot, w->panelCount, begin, end, begin & ~3 );
	scaleBlock( kernels, &w->lower, &w->scaledLower, w->panelCount, begin, end, 0 );
	w->panelUnits[w->panelCount] = unit;
	w->panelCount += 1;
	w->panelStarts[w->panelCount] = end;
	return true;
}

// ---------------------------------------------------------------------------------------------------------------- products

// What panels of finished pivots add to a strip of columns.
typedef struct Products
{
	const wfKernels* kernels;
	const WideFront* w;
	int32_t firstPanel, panelEnd;
	WideBlock* target;
	const WideBlock *rowWide, *columnWide; // what gives the rows and the columns of the target
	const ScaledBlock *rowScaled, *columnScaled;
	bool triangular; // only rows below the diagonal are needed
	int32_t column, columns;
} Products;

// Products are computed in tiles of the size that the kernels cut them into, on the stack: some 40 KB with the links.
#define STRIP_COLUMNS WF_STRIP
#define TILE_ROWS 96
#define TILE_DEPTH 64

// Entry (i, j) of the products with one panel with exponents.
static wfWide multiplyWide( const Products* p, int32_t panel, int32_t i, int32_t j )
{
	wfWide sum = { 0.0, WF_WIDE_ZERO_EXPONENT };
	for ( int32_t k = p->w->panelStarts[panel]; k < p->w->panelStarts[panel + 1]; ++k )
	{
		wfWide a = get( p->rowWide, i + k * p->rowWide->stride );
		wfWide b = get( p->columnWide, j + k * p->columnWide->stride );
		if ( a.mantissa != 0.0 && b.mantissa != 0.0 )
		{
			sum = wfWideAdd( sum, wfWideMultiply( a, wfWideMultiply( b, wfMakeWide( p->w->pivots[k], 0 ) ) ) );
		}
	}
	return sum;
}

// Rows [row, row + rows) of the products with one panel, in the columns that have links in it.
typedef struct Tile
{
	int32_t panel;
	int32_t row, rows;
	int32_t columns[STRIP_COLUMNS], columnCount;
	double values[TILE_ROWS * STRIP_COLUMNS];
} Tile;

static void findLinkedColumns( const Products* p, Tile* t )
{
	const int32_t* units = p->columnScaled->units + t->panel * p->columnScaled->stride;
	t->columnCount = 0;
	for ( int32_t j = p->column; j < p->column + p->columns; ++j )
	{
		if ( units[j] != WF_WIDE_ZERO_EXPONENT )
		{
			t->columns[t->columnCount++] = j;
		}
	}
}

static bool hasLinkedRow( const Products* p, const Tile* t )
{
	const int32_t* units = p->rowScaled->units + t->panel * p->rowScaled->stride + t->row;
	int32_t i = 0;
	while ( i < t->rows && units[i] == WF_WIDE_ZERO_EXPONENT )
	{
		++i;
	}
	return i < t->rows;
}

// What the rows are multiplied with: the columns' numbers before the division by pivot k, in units of the panel.
static void findLinks( const Products* p, const Tile* t, int32_t k, double* links )
{
	const double* scaled = p->columnScaled->values + k * p->columnScaled->stride;
	double pivot = p->w->pivots[k] * wfTwoTo( -p->w->panelUnits[t->panel] );
	if ( t->columnCount == STRIP_COLUMNS )
	{
		// All of them: several at a time.
		for ( int32_t j = 0; j < STRIP_COLUMNS; ++j )
		{
			links[j] = scaled[p->column + j] * pivot;
		}
		return;
	}
	for ( int32_t j = 0; j < t->columnCount; ++j )
	{
		links[j] = scaled[t->columns[j]] * pivot;
	}
}

// The products in plain numbers.
static void multiplyScaled( const Products* p, Tile* t )
{
	double links[STRIP_COLUMNS * TILE_DEPTH];
	int32_t end = p->w->panelStarts[t->panel + 1];
	memset( t->values, 0, (size_t)( t->rows * t->columnCount ) * sizeof( double ) );
	for ( int32_t begin = p->w->panelStarts[t->panel]; begin < end; begin += TILE_DEPTH )
	{
		int32_t depth = end - begin < TILE_DEPTH ? end - begin : TILE_DEPTH;
		for ( int32_t k = 0; k < depth; ++k )
		{
			findLinks( p, t, begin + k, links + k * STRIP_COLUMNS );
		}
		p->kernels->multiplyAdd( t->values, t->rows, p->rowScaled->values + t->row + begin * p->rowScaled->stride,
								 p->rowScaled->stride, links, STRIP_COLUMNS, t->rows, t->columnCount, depth, -1 );
	}
}

static void addTileColumn( const Products* p, const Tile* t, int32_t j, const double* values )
{
	// Rows are taken in fours: those at and above the diagonal are set to 0 in the end.
	int32_t first = p->triangular && ( ( j + 1 ) & ~3 ) > t->row ? ( j + 1 ) & ~3 : t->row;
	int32_t end = t->row + t->rows;
	int64_t start = first + j * p->target->stride;
	int32_t unit = p->columnScaled->units[j + t->panel * p->columnScaled->stride] + p->w->panelUnits[t->panel];
	const int32_t* units = p->rowScaled->units + t->panel * p->rowScaled->stride;
	if ( first >= end || !p->kernels->addWide( p->target->mantissa + start, p->target->exponent + start,
											   values + ( first - t->row ), units + first, unit, WF_SAFE_PRODUCTS, end - first ) )
	{
		return;
	}
	for ( int32_t i = p->triangular && j + 1 > t->row ? j + 1 : t->row; i < end; ++i )
	{
		if ( values[i - t->row] < WF_SAFE_PRODUCTS && units[i] > WF_WIDE_ZERO_EXPONENT )
		{
			add( p->target, i + j * p->target->stride, multiplyWide( p, t->panel, i, j ) );
		}
	}
}

static void addTile( const Products* p, int32_t row, int32_t rows )
{
	Tile t;
	t.row = row;
	t.rows = rows;
	for ( t.panel = p->firstPanel; t.panel < p->panelEnd; ++t.panel )
	{
		findLinkedColumns( p, &t );
		if ( t.columnCount == 0 || !hasLinkedRow( p, &t ) )
		{
			continue;
		}
		multiplyScaled( p, &t );
		for ( int32_t j = 0; j < t.columnCount; ++j )
		{
			addTileColumn( p, &t, t.columns[j], t.values + (int64_t)j * rows );
		}
	}
}

static void addProducts( const Products* p )
{
	int32_t end = (int32_t)p->rowScaled->stride;
	if ( p->firstPanel == p->panelEnd )
	{
		return;
	}
	for ( int32_t row = p->triangular ? p->column & ~3 : 0; row < end; row += TILE_ROWS )
	{
		addTile( p, row, end - row < TILE_ROWS ? end - row : TILE_ROWS );
	}
	for ( int32_t j = p->column; p->triangular && j < p->column + p->columns; ++j )
	{
		int32_t first = ( j + 1 ) & ~3;
		WideBlock above = { p->target->mantissa + first + j * p->target->stride,
							p->target->exponent + first + j * p->target->stride, 0 };
		clear( &above, j + 1 - first );
	}
}

// Columns [begin, end) of the pivots, or of the boundary, that finished panels are added to.
typedef struct Columns
{
	const wfKernels* kernels;
	WideFront* w;
	bool ofBoundary;
	int32_t begin, end;
	int32_t firstPanel;
} Columns;

// The strip of the update that begins with column j.
static WideBlock getStrip( const WideFront* w, int32_t j )
{
	int64_t stride = wfUpdateStride( w->front, j ), start = wfUpdateColumn( w->front, j ) - j * stride;
	return ( WideBlock ){ w->update.mantissa + start, w->update.exponent + start, stride };
}

static void updateStrips( int32_t first, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const Columns* c = context;
	WideFront* w = c->w;
	for ( int32_t k = first; k < end; ++k )
	{
		Products p = { .kernels = c->kernels, .w = w, .firstPanel = c->firstPanel, .panelEnd = w->panelCount };
		p.column = c->begin + k * STRIP_COLUMNS;
		p.columns = c->end - p.column < STRIP_COLUMNS ? c->end - p.column : STRIP_COLUMNS;
		p.rowWide = p.columnWide = c->ofBoundary ? &w->lower : &w->pivot;
		p.rowScaled = p.columnScaled = c->ofBoundary ? &w->scaledLower : &w->scaledPivot;
		WideBlock strip = c->ofBoundary ? getStrip( w, p.column ) : w->pivot;
		p.target = &strip;
		p.triangular = true;
		addProducts( &p );
		if ( !c->ofBoundary )
		{
			p.rowWide = p.target = &w->lower;
			p.rowScaled = &w->scaledLower;
			p.triangular = false;
			addProducts( &p );
		}
	}
}

static void updateColumns( const wfFrontJob* job, Columns columns )
{
	WideFront* w = columns.w;
	int32_t count = columns.end - columns.begin;
	int32_t strips = ( count + STRIP_COLUMNS - 1 ) / STRIP_COLUMNS;
	double depth = w->panelStarts[w->panelCount] - w->panelStarts[columns.firstPanel];
	double rows = columns.ofBoundary ? 0.5 * count : (double)( w->front->pivotCount + w->front->boundaryCount );
	if ( job->inner != NULL && depth * rows * count > WF_SHARED_OPERATIONS )
	{
		wfWorkers_ParallelFor( job->inner, updateStrips, strips, 1, &columns );
	}
	else
	{
		updateStrips( 0, strips, 0, &columns );
	}
}

// All pivots, then what they add to the links between boundary nodes.
static wfResult eliminateAll( const wfFrontJob* job, WideFront* w )
{
	int32_t pivots = w->front->pivotCount;
	int32_t width = WF_PANEL;
	for ( int32_t begin = 0, groupEnd = 0; begin < pivots; begin = w->panelStarts[w->panelCount] )
	{
		int32_t firstPanel = w->panelCount - 1;
		if ( begin == groupEnd )
		{
			// Where a panel had to be narrow, for nodes far apart came together in it, the next ones need not be.
			groupEnd = begin + WF_PANEL < pivots ? begin + WF_PANEL : pivots;
			firstPanel = 0;
			width = WF_PANEL;
		}
		updateColumns( job, ( Columns ){ job->kernels, w, false, begin, groupEnd, firstPanel } );
		int32_t end = begin + width < groupEnd ? begin + width : groupEnd;
		while ( !eliminatePanel( job->kernels, w, begin, end ) )
		{
			if ( end == begin + 1 )
			{
				return wf_numericalFailure;
			}
			width = ( end - begin ) / 2;
			end = begin + width;
		}
	}
	if ( w->front->boundaryCount > 0 )
	{
		updateColumns( job, ( Columns ){ job->kernels, w, true, 0, w->front->boundaryCount, 0 } );
	}
	return wf_ok;
}

static bool isPlain( const WideBlock* block, int64_t count )
{
	for ( int64_t i = 0; i < count; ++i )
	{
		if ( block->mantissa[i] != 0.0 && block->exponent[i] < WF_PLAIN_EXPONENT )
		{
			return false;
		}
	}
	return true;
}

// Room for the front's columns and its update, all 0.
static wfResult prepare( wfFactor* factor, wfFrontScratch* scratch, int32_t f, WideFront* w )
{
	const wfFront* front = &factor->symbolic->fronts[f];
	wfFrontUpdate* update = &factor->updates[f];
	size_t columnCount = (size_t)wfColumnCount( front );
	size_t updateCount = wfUpdateCount( front );
	bool hasUpdate = front->boundaryCount > 0;
	size_t rows = (size_t)( front->pivotStride + front->boundaryStride );
	size_t pivots = (size_t)front->pivotCount;
	bool room =
		wfArray_Reserve( &scratch->columns, columnCount ) == wf_ok &&
		wfArray_Reserve( &scratch->exponents, 2 * columnCount + 2 * pivots + 1 ) == wf_ok &&
		wfArray_Reserve( &scratch->unscaled, columnCount + 2 * rows + WF_PIVOT_BLOCK * (size_t)front->pivotStride ) == wf_ok;
	if ( hasUpdate && update->values == NULL )
	{
		update->values = wfAllocateArray( updateCount, sizeof( double ) );
	}
	if ( hasUpdate && update->exponents == NULL )
	{
		update->exponents = wfAllocateArray( updateCount, sizeof( int32_t ) );
	}
	if ( !room || ( hasUpdate && ( update->values == NULL || update->exponents == NULL ) ) )
	{
		return wf_outOfMemory;
	}
	int64_t pivotBlockCount = (int64_t)front->pivotStride * front->pivotCount;
	*w = ( WideFront ){
		.front = front,
		.pivot = { wfPivotBlock( scratch ), scratch->exponents.data, front->pivotStride },
		.lower = { wfLowerBlock( scratch, front ), scratch->exponents.data + pivotBlockCount, front->boundaryStride },
		.update = { update->values, update->exponents, front->boundaryStride },
		.pivotExcess = scratch->excess,
		.boundaryExcess = hasUpdate ? update->values + wfUpdateLinkCount( front ) : NULL,
		.pivots = factor->pivots + front->pivotFirst,
		.scaledPivot = { scratch->unscaled.data, scratch->exponents.data + columnCount, front->pivotStride },
		.scaledLower = { scratch->unscaled.data + pivotBlockCount, scratch->exponents.data + columnCount + pivotBlockCount,
						 front->boundaryStride },
		.panelStarts = scratch->exponents.data + 2 * columnCount,
		.panelUnits = scratch->exponents.data + 2 * columnCount + pivots + 1,
		.unitValues = scratch->unscaled.data + columnCount,
		.savedExcess = scratch->unscaled.data + columnCount + rows,
		.unscaled = scratch->unscaled.data + columnCount + 2 * rows,
	};
	w->panelStarts[0] = 0;
	clear( &w->pivot, (int64_t)columnCount );
	clear( &w->update, (int64_t)updateCount );
	return wf_ok;
}

wfResult wfFactorFrontWide( const wfFrontJob* job, wfFrontScratch* scratch, int32_t f )
{
	wfFactor* factor = job->factor;
	const wfFront* front = &factor->symbolic->fronts[f];
	WideFront w;
	wfResult result = prepare( factor, scratch, f, &w );
	if ( result != wf_ok )
	{
		return result;
	}
	addMatrix( job, &w );
	for ( int32_t c = front->firstChild; c >= 0; c = factor->symbolic->fronts[c].nextSibling )
	{
		addChild( job, scratch, &w, c );
	}
	result = eliminateAll( job, &w );
	if ( result != wf_ok )
	{
		return result;
	}
	// What goes to the parent is plain again where it can be, so that the parent may be.
	wfFrontUpdate* update = &factor->updates[f];
	int64_t linkCount = front->boundaryCount > 0 ? wfUpdateLinkCount( front ) : 0;
	if ( linkCount > 0 && isPlain( &w.update, linkCount ) )
	{
		for ( int64_t i = 0; i < linkCount; ++i )
		{
			update->values[i] = wfWideValue( get( &w.update, i ) );
		}
		wfReleaseArray( update->exponents, wfUpdateCount( front ), sizeof( int32_t ) );
		update->exponents = NULL;
	}
	return wfKeepColumns( factor, f, scratch, scratch->exponents.data );
}
