// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The forest: how records of strokes become nodes and links, how that is taken back, and what is asked of it.
#include "group/strokes.h"

#include <string.h>

wfStrokesDef wfDefaultStrokesDef( void )
{
	return ( wfStrokesDef ){
		.joinDistance = 2.0,
		.joinPixels = 24.0,
		.spacing = 0.5,
		.cornerAngle = 0.25 * WF_PI,
		.clickLength = 0.05,
		.clickPixels = 4.0,
		.internalCookie = WF_COOKIE,
	};
}

static wfResult checkSetting( const char* name, double value, double smallest, double largest, wfError* error )
{
	if ( value >= smallest && value <= largest )
	{
		return wf_ok;
	}
	wfResult result = wfFail( error, wf_outOfRange, "%s is %g, expected a number from %g to %g", name, value, smallest, largest );
	if ( error != NULL )
	{
		strncpy( error->field, name, sizeof( error->field ) - 1 );
	}
	return result;
}

static wfResult checkDef( const wfStrokesDef* def, wfError* error )
{
	const struct
	{
		const char* name;
		double value, smallest, largest;
	} settings[] = {
		{ "joinDistance", def->joinDistance, 0.0, WF_LARGEST_SETTING },
		{ "joinPixels", def->joinPixels, 0.0, WF_LARGEST_SETTING },
		{ "spacing", def->spacing, WF_LEAST_SPACING, WF_LARGEST_SETTING },
		// Above 0: then points on a straight line are no corners.
		{ "cornerAngle", def->cornerAngle, 2.0 * WF_ANGLE_SLACK, WF_PI },
		{ "clickLength", def->clickLength, 0.0, WF_LARGEST_SETTING },
		{ "clickPixels", def->clickPixels, 0.0, WF_LARGEST_SETTING },
	};
	wfResult result = wf_ok;
	for ( size_t k = 0; k < sizeof( settings ) / sizeof( settings[0] ) && result == wf_ok; ++k )
	{
		result = checkSetting( settings[k].name, settings[k].value, settings[k].smallest, settings[k].largest, error );
	}
	return result;
}

wfResult wfCreateStrokes( const wfStrokesDef* def, wfStrokes** strokes, wfError* error )
{
	if ( WF_FAILS( def != NULL && strokes != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the def of strokes did not come from wfDefaultStrokesDef" );
	}
	wfResult result = checkDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfStrokes* made = wfAllocateZeroed( sizeof( wfStrokes ) );
	if ( made == NULL )
	{
		return wfFail( error, wf_outOfMemory, "out of memory" );
	}
	made->def = *def;
	*strokes = made;
	return wf_ok;
}

void wfStrokes_FreeArrays( wfStrokes* strokes )
{
	wfArray_Free( &strokes->points );
	wfArray_Free( &strokes->records );
	wfArray_Free( &strokes->nodes );
	wfArray_Free( &strokes->links );
}

void wfDestroyStrokes( wfStrokes* strokes )
{
	if ( strokes != NULL )
	{
		wfStrokes_FreeArrays( strokes );
		wfRelease( strokes, sizeof( wfStrokes ) );
	}
}

// --------------------------------------------------------------------------------------------------------- nodes and links

wfVec3 wfStrokes_GetLinkPoint( const wfStrokes* strokes, const wfForestLink* link, int32_t index )
{
	return index == 0						 ? strokes->nodes.data[link->from].place
		   : index > link->end - link->begin ? strokes->nodes.data[link->to].place
											 : strokes->points.data[link->begin + index - 1];
}

// Always summed in the same order: a link that is whole again has its length again.
static void measureLink( wfStrokes* strokes, int32_t link )
{
	wfForestLink* item = &strokes->links.data[link];
	wfVec3 last = wfStrokes_GetLinkPoint( strokes, item, 0 );
	item->length = 0.0;
	for ( int32_t k = 1; k < wfCountLinkPoints( item ); ++k )
	{
		wfVec3 point = wfStrokes_GetLinkPoint( strokes, item, k );
		item->length += wfDistance3( last, point );
		last = point;
	}
}

// There is room for these.
static int32_t addNode( wfStrokes* strokes, wfVec3 place, int32_t link )
{
	strokes->nodes.data[strokes->nodes.count] =
		( wfForestNode ){ .place = place, .link = link, .firstChild = -1, .lastChild = -1, .childCount = 0 };
	return strokes->nodes.count++;
}

static void addLink( wfStrokes* strokes, wfForestLink link )
{
	int32_t number = strokes->links.count++;
	link.next = -1;
	strokes->links.data[number] = link;
	wfForestNode* from = &strokes->nodes.data[link.from];
	if ( from->lastChild < 0 )
	{
		from->firstChild = number;
	}
	else
	{
		strokes->links.data[from->lastChild].next = number;
	}
	from->lastChild = number;
	from->childCount += 1;
	strokes->nodes.data[link.to].link = number;
	measureLink( strokes, number );
}

// The last one that was added, so the last child of its node.
static void removeLastLink( wfStrokes* strokes )
{
	int32_t number = --strokes->links.count, before = -1;
	wfForestNode* from = &strokes->nodes.data[strokes->links.data[number].from];
	for ( int32_t link = from->firstChild; link != number; link = strokes->links.data[link].next )
	{
		before = link;
	}
	if ( before < 0 )
	{
		from->firstChild = -1;
	}
	else
	{
		strokes->links.data[before].next = -1;
	}
	from->lastChild = before;
	from->childCount -= 1;
}

bool wfStrokes_FindCut( const wfStrokes* strokes, int32_t link, int32_t* segment, double* share, wfVec3* place )
{
	const wfForestLink* item = &strokes->links.data[link];
	wfVec3 a = wfStrokes_GetLinkPoint( strokes, item, *segment );
	wfVec3 b = wfStrokes_GetLinkPoint( strokes, item, *segment + 1 );
	*place = wfMix3( a, b, *share );
	if ( *share <= 0.0 || wfDistance3( a, *place ) == 0.0 )
	{
		*share = 0.0;
		*place = a;
	}
	else if ( *share >= 1.0 || wfDistance3( b, *place ) == 0.0 )
	{
		*segment += 1;
		*share = 0.0;
		*place = b;
	}
	return *share > 0.0 || ( *segment > 0 && *segment < wfCountLinkPoints( item ) - 1 );
}

static int32_t cutLink( wfStrokes* strokes, const wfStrokeRecord* record, wfVec3 place )
{
	int32_t node = addNode( strokes, place, record->link );
	wfForestLink* whole = &strokes->links.data[record->link];
	wfForestLink rest = {
		.from = node, .to = whole->to, .stroke = whole->stroke, .begin = whole->begin + record->segment, .end = whole->end };
	whole->to = node;
	// The point that became the node is no longer between nodes.
	whole->end = rest.begin - ( record->share > 0.0 ? 0 : 1 );
	addLink( strokes, rest );
	measureLink( strokes, record->link );
	return node;
}

static void joinCutLink( wfStrokes* strokes, int32_t link )
{
	wfForestLink rest = strokes->links.data[strokes->links.count - 1], *whole = &strokes->links.data[link];
	removeLastLink( strokes );
	strokes->nodes.count -= 1;
	whole->to = rest.to;
	whole->end = rest.end;
	strokes->nodes.data[rest.to].link = link;
	measureLink( strokes, link );
}

// The next of the records becomes nodes and links, for which there is room.
static void drawNext( wfStrokes* strokes )
{
	wfStrokeRecord* record = &strokes->records.data[strokes->drawn];
	const wfVec3* line = strokes->points.data + record->firstPoint;
	int32_t start = record->node;
	if ( record->link >= 0 )
	{
		start = cutLink( strokes, record, line[0] );
	}
	else if ( start < 0 )
	{
		start = addNode( strokes, line[0], -1 );
	}
	record->end = start;
	if ( record->pointCount > 1 )
	{
		record->end = addNode( strokes, line[record->pointCount - 1], -1 );
		addLink( strokes, ( wfForestLink ){ .from = start,
											.to = record->end,
											.stroke = strokes->drawn,
											.begin = record->firstPoint + 1,
											.end = record->firstPoint + record->pointCount - 1 } );
	}
	strokes->drawn += 1;
}

wfResult wfStrokes_Draw( wfStrokes* strokes, const wfStrokeRecord* record, const wfVec3* points )
{
	const wfStrokeRecord* last = strokes->drawn > 0 ? &strokes->records.data[strokes->drawn - 1] : NULL;
	int32_t begin = last != NULL ? last->firstPoint + last->pointCount : 0;
	if ( record->pointCount > WF_MOST_STROKE_POINTS - begin )
	{
		return wf_tooLarge;
	}
	if ( wfArray_Reserve( &strokes->points, begin + record->pointCount ) != wf_ok ||
		 wfArray_Reserve( &strokes->records, strokes->drawn + 1 ) != wf_ok ||
		 wfArray_Reserve( &strokes->nodes, strokes->nodes.count + 2 ) != wf_ok ||
		 wfArray_Reserve( &strokes->links, strokes->links.count + 2 ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	memcpy( strokes->points.data + begin, points, (size_t)record->pointCount * sizeof( wfVec3 ) );
	strokes->points.count = begin + record->pointCount;
	strokes->records.data[strokes->drawn] = *record;
	strokes->records.data[strokes->drawn].firstPoint = begin;
	strokes->records.count = strokes->drawn + 1;
	drawNext( strokes );
	return wf_ok;
}

bool wfStrokes_Undo( wfStrokes* strokes )
{
	if ( WF_FAILS( strokes != NULL ) || strokes->drawn == 0 )
	{
		return false;
	}
	const wfStrokeRecord* record = &strokes->records.data[--strokes->drawn];
	if ( record->pointCount > 1 )
	{
		removeLastLink( strokes );
		strokes->nodes.count -= 1;
	}
	if ( record->link >= 0 )
	{
		joinCutLink( strokes, record->link );
	}
	else if ( record->node < 0 )
	{
		strokes->nodes.count -= 1;
	}
	return true;
}

bool wfStrokes_Redo( wfStrokes* strokes )
{
	if ( WF_FAILS( strokes != NULL ) || strokes->drawn == strokes->records.count )
	{
		return false;
	}
	drawNext( strokes );
	return true;
}

// ----------------------------------------------------------------------------------------------------------------- queries

static bool isNode( const wfStrokes* strokes, int32_t node )
{
	return strokes != NULL && node >= 0 && node < strokes->nodes.count;
}

static bool isLink( const wfStrokes* strokes, int32_t link )
{
	return strokes != NULL && link >= 0 && link < strokes->links.count;
}

int32_t wfStrokes_GetStrokeCount( const wfStrokes* strokes )
{
	return WF_FAILS( strokes != NULL ) ? 0 : strokes->drawn;
}

int32_t wfStrokes_GetNodeCount( const wfStrokes* strokes )
{
	return WF_FAILS( strokes != NULL ) ? 0 : strokes->nodes.count;
}

int32_t wfStrokes_GetLinkCount( const wfStrokes* strokes )
{
	return WF_FAILS( strokes != NULL ) ? 0 : strokes->links.count;
}

static int32_t getParent( const wfStrokes* strokes, int32_t node )
{
	int32_t link = strokes->nodes.data[node].link;
	return link < 0 ? -1 : strokes->links.data[link].from;
}

wfStrokeNode wfStrokes_GetNode( const wfStrokes* strokes, int32_t node )
{
	if ( WF_FAILS( isNode( strokes, node ) ) )
	{
		return ( wfStrokeNode ){ .parent = -1, .link = -1 };
	}
	const wfForestNode* item = &strokes->nodes.data[node];
	return ( wfStrokeNode ){ .place = wfInPlane( item->place ),
							 .z = item->place.z,
							 .parent = getParent( strokes, node ),
							 .link = item->link,
							 .childCount = item->childCount };
}

wfStrokeLink wfStrokes_GetLink( const wfStrokes* strokes, int32_t link )
{
	if ( WF_FAILS( isLink( strokes, link ) ) )
	{
		return ( wfStrokeLink ){ .from = -1, .to = -1, .stroke = -1 };
	}
	const wfForestLink* item = &strokes->links.data[link];
	return ( wfStrokeLink ){ .from = item->from,
							 .to = item->to,
							 .stroke = item->stroke,
							 .pointCount = wfCountLinkPoints( item ),
							 .length = item->length };
}

int32_t wfStrokes_GetStrokeEnd( const wfStrokes* strokes, int32_t stroke )
{
	if ( WF_FAILS( strokes != NULL && stroke >= 0 && stroke < strokes->drawn ) )
	{
		return -1;
	}
	return strokes->records.data[stroke].end;
}

static void put( int32_t* numbers, int32_t capacity, int32_t* count, int32_t number )
{
	if ( *count < capacity )
	{
		numbers[*count] = number;
	}
	*count += 1;
}

int32_t wfStrokes_GetChildren( const wfStrokes* strokes, int32_t node, int32_t* children, int32_t capacity )
{
	if ( WF_FAILS( isNode( strokes, node ) && ( children != NULL || capacity <= 0 ) ) )
	{
		return 0;
	}
	int32_t count = 0;
	for ( int32_t link = strokes->nodes.data[node].firstChild; link >= 0; link = strokes->links.data[link].next )
	{
		put( children, capacity, &count, strokes->links.data[link].to );
	}
	return count;
}

int32_t wfStrokes_GetRoots( const wfStrokes* strokes, int32_t* roots, int32_t capacity )
{
	if ( WF_FAILS( strokes != NULL && ( roots != NULL || capacity <= 0 ) ) )
	{
		return 0;
	}
	int32_t count = 0;
	for ( int32_t node = 0; node < strokes->nodes.count; ++node )
	{
		if ( strokes->nodes.data[node].link < 0 )
		{
			put( roots, capacity, &count, node );
		}
	}
	return count;
}

int32_t wfStrokes_GetLeaves( const wfStrokes* strokes, int32_t node, int32_t* leaves, int32_t capacity )
{
	if ( WF_FAILS( isNode( strokes, node ) && ( leaves != NULL || capacity <= 0 ) ) )
	{
		return 0;
	}
	const wfForestNode* nodes = strokes->nodes.data;
	const wfForestLink* links = strokes->links.data;
	int32_t count = 0;
	for ( int32_t at = node;; )
	{
		if ( nodes[at].firstChild >= 0 )
		{
			at = links[nodes[at].firstChild].to;
			continue;
		}
		put( leaves, capacity, &count, at );
		// Up to where there is another branch, and into that.
		while ( at != node && links[nodes[at].link].next < 0 )
		{
			at = links[nodes[at].link].from;
		}
		if ( at == node )
		{
			return count;
		}
		at = links[links[nodes[at].link].next].to;
	}
}

// Where points are written, in the plane or in space.
typedef struct sink
{
	wfVec2* flat;
	wfVec3* points; // or
	int32_t capacity;
} sink;

static bool isSink( const sink* out )
{
	return out->flat != NULL || out->points != NULL || out->capacity <= 0;
}

static void putPoint( const sink* out, int32_t index, wfVec3 point )
{
	if ( index < out->capacity && out->flat != NULL )
	{
		out->flat[index] = wfInPlane( point );
	}
	else if ( index < out->capacity )
	{
		out->points[index] = point;
	}
}

static int32_t getLinkPoints( const wfStrokes* strokes, int32_t link, sink out )
{
	if ( WF_FAILS( isLink( strokes, link ) && isSink( &out ) ) )
	{
		return 0;
	}
	const wfForestLink* item = &strokes->links.data[link];
	int32_t count = wfCountLinkPoints( item );
	for ( int32_t k = 0; k < count && k < out.capacity; ++k )
	{
		putPoint( &out, k, wfStrokes_GetLinkPoint( strokes, item, k ) );
	}
	return count;
}

int32_t wfStrokes_GetLinkPoints( const wfStrokes* strokes, int32_t link, wfVec2* points, int32_t capacity )
{
	return getLinkPoints( strokes, link, ( sink ){ .flat = points, .capacity = capacity } );
}

int32_t wfStrokes_GetLinkPointsInSpace( const wfStrokes* strokes, int32_t link, wfVec3* points, int32_t capacity )
{
	return getLinkPoints( strokes, link, ( sink ){ .points = points, .capacity = capacity } );
}

// From the node back to the root, since that is how nodes know each other.
static int32_t getRoute( const wfStrokes* strokes, int32_t node, sink out )
{
	if ( WF_FAILS( isNode( strokes, node ) && isSink( &out ) ) )
	{
		return 0;
	}
	int32_t count = 1;
	for ( int32_t link = strokes->nodes.data[node].link; link >= 0; )
	{
		const wfForestLink* item = &strokes->links.data[link];
		count += wfCountLinkPoints( item ) - 1;
		link = strokes->nodes.data[item->from].link;
	}
	int32_t at = count - 1;
	putPoint( &out, at, strokes->nodes.data[node].place );
	for ( int32_t link = strokes->nodes.data[node].link; link >= 0; )
	{
		const wfForestLink* item = &strokes->links.data[link];
		for ( int32_t k = wfCountLinkPoints( item ) - 2; k >= 0; --k )
		{
			at -= 1;
			putPoint( &out, at, wfStrokes_GetLinkPoint( strokes, item, k ) );
		}
		link = strokes->nodes.data[item->from].link;
	}
	return count;
}

int32_t wfStrokes_GetRoute( const wfStrokes* strokes, int32_t node, wfVec2* points, int32_t capacity )
{
	return getRoute( strokes, node, ( sink ){ .flat = points, .capacity = capacity } );
}

int32_t wfStrokes_GetRouteInSpace( const wfStrokes* strokes, int32_t node, wfVec3* points, int32_t capacity )
{
	return getRoute( strokes, node, ( sink ){ .points = points, .capacity = capacity } );
}

static wfVec3 findOnLink( const wfStrokes* strokes, const wfForestLink* link, double along )
{
	wfVec3 last = wfStrokes_GetLinkPoint( strokes, link, 0 );
	for ( int32_t k = 1; k < wfCountLinkPoints( link ); ++k )
	{
		wfVec3 point = wfStrokes_GetLinkPoint( strokes, link, k );
		double length = wfDistance3( last, point );
		if ( along < length )
		{
			return wfMix3( last, point, along / length );
		}
		along -= length;
		last = point;
	}
	return last;
}

static wfStrokePlace placeOf( wfVec3 place, int32_t link, int32_t node, double along )
{
	return ( wfStrokePlace ){ .place = wfInPlane( place ), .z = place.z, .link = link, .node = node, .along = along };
}

// The links of a route are known from its end only. They are gathered from its beginning in lots of so many.
#define LOT 64

wfStrokePlace wfStrokes_GetPlace( const wfStrokes* strokes, int32_t node, double along )
{
	if ( WF_FAILS( isNode( strokes, node ) ) )
	{
		return ( wfStrokePlace ){ .link = -1, .node = -1 };
	}
	int32_t depth = 0, lot[LOT];
	for ( int32_t at = node; strokes->nodes.data[at].link >= 0; at = getParent( strokes, at ) )
	{
		depth += 1;
	}
	double rest = along > 0.0 ? along : 0.0;
	for ( int32_t begin = 0; begin < depth; begin += LOT )
	{
		int32_t count = depth - begin < LOT ? depth - begin : LOT, at = node;
		for ( int32_t k = depth - 1; k >= begin; --k, at = getParent( strokes, at ) )
		{
			if ( k - begin < count )
			{
				lot[k - begin] = strokes->nodes.data[at].link;
			}
		}
		for ( int32_t k = 0; k < count; ++k )
		{
			const wfForestLink* link = &strokes->links.data[lot[k]];
			if ( rest < link->length )
			{
				return placeOf( findOnLink( strokes, link, rest ), lot[k], link->from, rest );
			}
			rest -= link->length;
		}
	}
	return placeOf( strokes->nodes.data[node].place, strokes->nodes.data[node].link, node, 0.0 );
}
