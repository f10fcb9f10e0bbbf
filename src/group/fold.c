// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Shapes fitted to a width: from front to back, every slot beyond the outermost files that fit goes into the file of its side,
// behind all that is there already, and what stands farther back makes room.
#include "base/arrays.h"
#include "base/vec2.h"
#include "group/slots.h"
#include "group/tuning.h"

wfFoldDef wfDefaultFoldDef( void )
{
	return ( wfFoldDef ){ .spacing = 1.2, .width = INFINITY, .internalCookie = WF_COOKIE };
}

static wfResult checkFold( const wfFoldDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "fold: not made by wfDefaultFoldDef" );
	}
	if ( def->count < 0 || def->count > WF_MAX_MEMBERS )
	{
		return wfRefuseSlots( error, "count", "is %d, expected a whole number from 0 to %d", def->count, WF_MAX_MEMBERS );
	}
	if ( def->count > 0 && def->slots == NULL )
	{
		return wfRefuseSlots( error, "slots", "is null" );
	}
	if ( !( def->spacing > 0.0 && def->spacing <= WF_FARTHEST_PLACE ) )
	{
		return wfRefuseSlots( error, "spacing", "is %g, expected a number above 0 and up to %g", def->spacing,
							  WF_FARTHEST_PLACE );
	}
	if ( isnan( def->width ) )
	{
		return wfRefuseSlots( error, "width", "is no number" );
	}
	return wfCheckPlaces( "slots", def->slots, def->count, error );
}

// One of the two files that take what does not fit.
typedef struct file
{
	double y;
	double floor;  // the next one stands here at most: a spacing from all that are placed
	double lowest; // where the last one stands that moved into it
} file;

typedef struct fold
{
	const wfFoldDef* def;
	const int32_t* order; // from front to back
	double lower, upper;  // the window: who is in it stays across
	file files[2];		  // to the right, to the left
	double behind;		  // the most by which one that stays across has fallen back
	// The order along the way: the first `passed` of the order are a spacing in front of the next one, and all of them are placed
	// at `limit` or before it.
	int32_t passed;
	double limit;
} fold;

// The window lies around the origin where the shape reaches that far to both sides, else at its border. The files are the
// outermost in it, or, where it is empty, its borders if two fit beside each other.
static fold beginFold( const wfFoldDef* def, const int32_t* order, wfBox2 box )
{
	double half = 0.5 * wfMax( def->width, 0.0 ), slack = WF_FOLD_ROUNDING * def->spacing;
	double center = wfMin( wfMax( 0.0, box.lower.y + half ), box.upper.y - half );
	fold f = { .def = def, .order = order, .lower = center - half - slack, .upper = center + half + slack, .limit = INFINITY };
	double least = INFINITY, most = -INFINITY;
	for ( int32_t k = 0; k < def->count; ++k )
	{
		double y = def->slots[k].y;
		bool inside = y >= f.lower && y <= f.upper;
		least = inside ? wfMin( least, y ) : least;
		most = inside ? wfMax( most, y ) : most;
	}
	if ( least > most )
	{
		bool two = 2.0 * half >= def->spacing;
		least = two ? center - half : center;
		most = two ? center + half : center;
	}
	f.files[0] = ( file ){ least, INFINITY, INFINITY };
	f.files[1] = ( file ){ most, INFINITY, INFINITY };
	return f;
}

// How far behind a place at `away` across from it the next one has to stand; below 0: they do not meet.
static double getGap( double spacing, double away )
{
	return fabs( away ) < spacing ? sqrt( spacing * spacing - away * away ) : -1.0;
}

static void placeSlot( fold* f, int32_t slot, wfVec2* folded )
{
	double spacing = f->def->spacing;
	wfVec2 place = f->def->slots[slot];
	double x = wfMin( place.x, f->limit );
	bool stays = place.y >= f->lower && place.y <= f->upper;
	if ( stays )
	{
		// Who stays across falls back at least as far as those ahead: their distances can only grow.
		x = wfMin( x, place.x - f->behind );
		for ( int32_t side = 0; side < 2; ++side )
		{
			double gap = getGap( spacing, place.y - f->files[side].y );
			x = gap >= 0.0 ? wfMin( x, f->files[side].lowest - gap ) : x;
		}
		f->behind = wfMax( f->behind, place.x - x );
		folded[slot] = ( wfVec2 ){ x, place.y };
	}
	else
	{
		file* into = &f->files[place.y > f->upper ? 1 : 0];
		x = wfMin( x, into->floor );
		into->lowest = x;
		folded[slot] = ( wfVec2 ){ x, into->y };
	}
	for ( int32_t side = 0; side < 2; ++side )
	{
		double gap = getGap( spacing, folded[slot].y - f->files[side].y );
		f->files[side].floor = gap >= 0.0 ? wfMin( f->files[side].floor, x - gap ) : f->files[side].floor;
	}
}

static void foldAll( fold* f, wfVec2* folded )
{
	const wfFoldDef* def = f->def;
	double ahead = ( 1.0 - WF_FOLD_ROUNDING ) * def->spacing;
	for ( int32_t k = 0; k < def->count; ++k )
	{
		int32_t slot = f->order[k];
		while ( def->slots[f->order[f->passed]].x >= def->slots[slot].x + ahead )
		{
			f->limit = wfMin( f->limit, folded[f->order[f->passed++]].x );
		}
		placeSlot( f, slot, folded );
	}
}

wfResult wfFoldSlots( const wfFoldDef* def, wfVec2* folded, wfError* error )
{
	wfResult result = checkFold( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfBox2 box = wfBoxOfPoints( def->slots, def->count );
	if ( def->count < 2 || box.upper.y - box.lower.y <= wfMax( def->width, 0.0 ) + WF_FOLD_ROUNDING * def->spacing )
	{
		for ( int32_t k = 0; k < def->count; ++k )
		{
			folded[k] = def->slots[k];
		}
		return wf_ok;
	}
	int32_t *order, *work;
	wfArrays arrays = { { WF_ONE_ARRAY( order, def->count ), WF_ONE_ARRAY( work, def->count ) } };
	result = wfArrays_Allocate( &arrays );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "no memory to fold %d slots", def->count );
	}
	wfSortSlots( def->slots, def->count, wfIsSlotInFront, order, work );
	fold f = beginFold( def, order, box );
	foldAll( &f, folded );
	wfCenterSlots( folded, def->count );
	wfArrays_Free( &arrays );
	return wf_ok;
}
