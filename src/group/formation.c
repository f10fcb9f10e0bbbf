// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Formations: their names, what a def may say, and the slots of those that are given by a rule.
#include "base/vec2.h"
#include "group/slots.h"
#include "group/tuning.h"

static const char* s_names[wf_formationKindCount] = { "none", "line",	   "column",		"wedge", "echelon", "box",	 "circle",
													  "arc",  "staggered", "as they stand", "curve", "outline", "points" };

wfFormationDef wfDefaultFormationDef( void )
{
	return ( wfFormationDef ){ .kind = wf_boxFormation, .spacing = 1.2, .ratio = 1.0, .internalCookie = WF_COOKIE };
}

const char* wfGetFormationName( wfFormationKind kind )
{
	return (uint32_t)kind < wf_formationKindCount ? s_names[kind] : NULL;
}

wfFormationKind wfFindFormation( const char* name )
{
	int32_t kind = 0;
	while ( kind < wf_formationKindCount && ( name == NULL || strcmp( name, s_names[kind] ) != 0 ) )
	{
		++kind;
	}
	return (wfFormationKind)kind;
}

// --------------------------------------------------------------------------------------------------------------- check

static wfResult checkAngle( const wfFormationDef* def, wfError* error )
{
	double angle = def->angle;
	// 0 is the default of all.
	if ( def->kind == wf_wedgeFormation && !( angle >= 0.0 && angle < WF_PI ) )
	{
		return wfRefuseSlots( error, "angle", "is %g, expected the opening of the wedge, above 0 and below pi", angle );
	}
	if ( def->kind == wf_echelonFormation && !( angle > -WF_HALF_PI && angle < WF_HALF_PI ) )
	{
		return wfRefuseSlots( error, "angle", "is %g, expected the angle of the line to the heading, between -pi/2 and pi/2",
							  angle );
	}
	if ( def->kind == wf_arcFormation && !( angle >= 0.0 && angle <= WF_TWO_PI ) )
	{
		return wfRefuseSlots( error, "angle", "is %g, expected the aperture of the arc, above 0 and up to 2 pi", angle );
	}
	return wf_ok;
}

// The least number of points of a kind, -1 if it has none.
static int32_t getLeastPoints( wfFormationKind kind )
{
	switch ( kind )
	{
		case wf_asTheyStandFormation:
			return 0; // until a group is formed
		case wf_pointsFormation:
			return 1;
		case wf_curveFormation:
			return 2;
		case wf_outlineFormation:
			return 3;
		default:
			return -1;
	}
}

static wfResult checkPoints( const wfFormationDef* def, wfError* error )
{
	int32_t least = getLeastPoints( def->kind );
	if ( least < 0 )
	{
		return wf_ok;
	}
	if ( def->pointCount < least || def->pointCount > WF_MAX_FORMATION_POINTS )
	{
		return wfRefuseSlots( error, "pointCount", "is %d, expected a whole number from %d to %d", def->pointCount, least,
							  WF_MAX_FORMATION_POINTS );
	}
	if ( def->points == NULL && def->pointCount > 0 )
	{
		return wfRefuseSlots( error, "points", "is null, expected %d points", def->pointCount );
	}
	return wfCheckPlaces( "points", def->points, def->pointCount, error );
}

wfResult wfFormation_Check( const wfFormationDef* def, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "formation: not made by wfDefaultFormationDef" );
	}
	if ( wfGetFormationName( def->kind ) == NULL )
	{
		return wfRefuseSlots( error, "kind", "is %d, expected 0 to %d", (int)def->kind, wf_formationKindCount - 1 );
	}
	if ( !( def->spacing >= WF_LEAST_SPACING && def->spacing <= WF_MOST_SPACING ) )
	{
		return wfRefuseSlots( error, "spacing", "is %g, expected %g to %g", def->spacing, WF_LEAST_SPACING, WF_MOST_SPACING );
	}
	if ( !( def->ratio >= WF_LEAST_RATIO && def->ratio <= WF_MOST_RATIO ) )
	{
		return wfRefuseSlots( error, "ratio", "is %g, expected %g to %g", def->ratio, WF_LEAST_RATIO, WF_MOST_RATIO );
	}
	wfResult result = checkAngle( def, error );
	return result == wf_ok ? checkPoints( def, error ) : result;
}

// -------------------------------------------------------------------------------------------------------- rows and files

// Places side by side, from the middle outwards, the left one first: 0, 1, -1, 2, ... or 0.5, -0.5, 1.5, ...
static double getOffset( int32_t k, int32_t count )
{
	bool odd = count % 2 == 1;
	double out = odd ? ( k + 1 ) / 2 : k / 2 + 0.5;
	return ( k % 2 == 1 ) == odd ? out : -out;
}

static void makeLine( double spacing, int32_t count, wfVec2* slots )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		slots[k] = ( wfVec2 ){ 0.0, spacing * getOffset( k, count ) };
	}
}

// Along a direction, from the origin.
static void makeFile( double spacing, wfVec2 direction, int32_t count, wfVec2* slots )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		slots[k] = wfScale2( spacing * k, direction );
	}
}

static int32_t getFileCount( double wanted, int32_t count )
{
	double files = floor( wanted + 0.5 );
	return files < 1.0 ? 1 : files > count ? count : (int32_t)files;
}

static void makeBox( const wfFormationDef* def, int32_t count, wfVec2* slots )
{
	int32_t files = getFileCount( sqrt( def->ratio * count ), count );
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t row = k / files, inRow = count - row * files < files ? count - row * files : files;
		slots[k] = ( wfVec2 ){ -def->spacing * row, def->spacing * getOffset( k - row * files, inRow ) };
	}
}

// Rows as near to each other as a spacing allows between slots that stand in each other's gaps. They are shifted by a quarter to
// the left and to the right in turn; the last one, where it is not full, to the side on which it stands in the gaps.
static void makeStaggered( const wfFormationDef* def, int32_t count, wfVec2* slots )
{
	double depth = sqrt( 0.75 );
	int32_t files = getFileCount( sqrt( depth * def->ratio * count ), count );
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t row = k / files, inRow = count - row * files < files ? count - row * files : files;
		bool left = ( row + files - inRow ) % 2 == 0;
		double y = getOffset( k - row * files, inRow ) + ( left ? 0.25 : -0.25 );
		slots[k] = ( wfVec2 ){ -def->spacing * depth * row, def->spacing * y };
	}
}

// --------------------------------------------------------------------------------------------------------------- wedge

// The nearest place to the point, at `from` of an arm or beyond, that is a spacing from the slots of the other arm. Arms that
// open by less than a third of pi are nearer than that to each other at first.
static double findPlaceOnArm( double spacing, wfVec2 arm, double from, const wfVec2* slots, int32_t count )
{
	bool moved = true;
	while ( moved )
	{
		moved = false;
		// The other arm's last slot is slots[count - 1]: those before it are a spacing away from each other.
		for ( int32_t k = count - 1; k >= 0 && k > count - 2 * WF_ARM_SLOTS; k -= 2 )
		{
			double along = wfDot2( arm, slots[k] ), across = wfCross2( arm, slots[k] );
			double reach = fabs( across ) < spacing ? sqrt( spacing * spacing - across * across ) : 0.0;
			if ( fabs( from - along ) < reach * ( 1.0 - WF_ARM_ROUNDING ) )
			{
				from = along + reach;
				moved = true;
			}
		}
	}
	return from;
}

// Slots of the left and of the right arm in turn.
static void makeWedge( const wfFormationDef* def, int32_t count, wfVec2* slots )
{
	wfCosSin half = wfCosSinOf( 0.5 * ( def->angle > 0.0 ? def->angle : WF_HALF_PI ) );
	double reached[2] = { 0.0, 0.0 };
	slots[0] = ( wfVec2 ){ 0.0, 0.0 };
	for ( int32_t k = 1; k < count; ++k )
	{
		int32_t side = k % 2;
		wfVec2 arm = { -half.cosine, side == 1 ? half.sine : -half.sine };
		reached[side] = findPlaceOnArm( def->spacing, arm, reached[side] + def->spacing, slots, k );
		slots[k] = wfScale2( reached[side], arm );
	}
}

// --------------------------------------------------------------------------------------------------------------- rings

// On a ring whose neighbours are `step` apart as seen from its middle, and a spacing in the plane. Relative to its foremost
// point: flat arcs have a radius beyond all numbers that are still exact beside a spacing.
static wfVec2 getRingPlace( double spacing, double step, double offset )
{
	wfCosSin half = wfCosSinOf( 0.5 * step * offset );
	double diameter = spacing / wfSin( 0.5 * step );
	return ( wfVec2 ){ -diameter * half.sine * half.sine, diameter * half.sine * half.cosine };
}

static void makeCircle( double spacing, int32_t count, wfVec2* slots )
{
	double step = WF_TWO_PI / ( count > 2 ? count : 2 );
	for ( int32_t k = 0; k < count; ++k )
	{
		// An odd number of places: one is in front whether or not their number is even.
		slots[k] = getRingPlace( spacing, step, getOffset( k, 1 ) );
	}
}

// Ends that would come nearer to each other than neighbours are make room: the arc is a circle then.
static void makeArc( const wfFormationDef* def, int32_t count, wfVec2* slots )
{
	double aperture = def->angle > 0.0 ? wfMax( def->angle, WF_FLATTEST_ARC ) : WF_PI;
	double step = count > 1 ? wfMin( aperture / ( count - 1 ), WF_TWO_PI / count ) : WF_PI;
	for ( int32_t k = 0; k < count; ++k )
	{
		slots[k] = getRingPlace( def->spacing, step, getOffset( k, count ) );
	}
}

// --------------------------------------------------------------------------------------------------------------- slots

static wfResult makeSlots( const wfFormationDef* def, int32_t count, wfVec2* slots, wfError* error )
{
	wfCosSin slant = wfCosSinOf( def->angle != 0.0 ? def->angle : 0.25 * WF_PI );
	switch ( def->kind )
	{
		case wf_lineFormation:
			makeLine( def->spacing, count, slots );
			break;
		case wf_columnFormation:
			makeFile( def->spacing, ( wfVec2 ){ -1.0, 0.0 }, count, slots );
			break;
		case wf_wedgeFormation:
			makeWedge( def, count, slots );
			break;
		case wf_echelonFormation:
			makeFile( def->spacing, ( wfVec2 ){ -slant.cosine, -slant.sine }, count, slots );
			break;
		case wf_boxFormation:
			makeBox( def, count, slots );
			break;
		case wf_circleFormation:
			makeCircle( def->spacing, count, slots );
			break;
		case wf_arcFormation:
			makeArc( def, count, slots );
			break;
		case wf_staggeredFormation:
			makeStaggered( def, count, slots );
			break;
		case wf_curveFormation:
			return wfMakeCurveSlots( def, count, slots, error );
		case wf_outlineFormation:
			return wfMakeOutlineSlots( def, count, slots, error );
		case wf_pointsFormation:
		case wf_asTheyStandFormation:
			return wfMakeListSlots( def, count, slots, error );
		default:
			return wfRefuseSlots( error, "kind", "is none, which has no slots" );
	}
	return wf_ok;
}

wfResult wfFormation_MakeSlots( const wfFormationDef* def, int32_t count, wfVec2* slots, wfError* error )
{
	wfResult result = wfFormation_Check( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( count < 1 || count > WF_MAX_MEMBERS )
	{
		return wfRefuseSlots( error, "count", "is %d, expected a whole number from 1 to %d", count, WF_MAX_MEMBERS );
	}
	result = makeSlots( def, count, slots, error );
	if ( result == wf_ok )
	{
		wfCenterSlots( slots, count );
	}
	return result;
}
