// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Strokes as bytes: a head, then the records in the order of drawing, each with its points. They are drawn again when they are
// read, so that nodes and links are sound whatever the bytes say: only what a record says of itself is to be checked.
#include "group/strokes.h"

#include "base/bytes.h"

#include <math.h>

#define MAGIC "WFSKETC"
#define VERSION_FLAT 1	// points of the plane
#define VERSION_SPACE 2 // with z

typedef struct savedHead
{
	char magic[7];
	uint8_t version;
	uint64_t size, hash; // of what follows
	int64_t strokeCount;
} savedHead;

typedef struct savedStroke
{
	int32_t pointCount, node, link, segment;
	double share;
} savedStroke;

static wfResult refuse( wfError* error, const char* why )
{
	return wfFail( error, wf_badFormat, "the bytes hold no strokes: %s", why );
}

// Whether all of it lies in the plane: then it is saved without z.
static bool isFlat( const wfStrokes* strokes )
{
	for ( int32_t k = 0; k < strokes->drawn; ++k )
	{
		const wfStrokeRecord* record = &strokes->records.data[k];
		for ( int32_t i = 0; i < record->pointCount; ++i )
		{
			if ( strokes->points.data[record->firstPoint + i].z != 0.0 )
			{
				return false;
			}
		}
	}
	return true;
}

static size_t sizeOfPoint( uint8_t version )
{
	return version == VERSION_FLAT ? sizeof( wfVec2 ) : sizeof( wfVec3 );
}

static void putStrokes( const wfStrokes* strokes, uint8_t version, wfStateWriter* writer )
{
	for ( int32_t k = 0; k < strokes->drawn; ++k )
	{
		const wfStrokeRecord* record = &strokes->records.data[k];
		savedStroke saved = { record->pointCount, record->node, record->link, record->segment, record->share };
		wfPutBytes( writer, &saved, sizeof( saved ) );
		for ( int32_t i = 0; i < record->pointCount; ++i )
		{
			wfPutBytes( writer, strokes->points.data + record->firstPoint + i, sizeOfPoint( version ) );
		}
	}
}

size_t wfStrokes_Save( const wfStrokes* strokes, void* buffer, size_t capacity )
{
	if ( WF_FAILS( strokes != NULL && ( buffer != NULL || capacity == 0 ) ) )
	{
		return 0;
	}
	uint8_t version = isFlat( strokes ) ? VERSION_FLAT : VERSION_SPACE;
	savedHead head = { .magic = MAGIC, .version = version, .strokeCount = strokes->drawn };
	wfStateWriter counter = { 0 };
	putStrokes( strokes, version, &counter );
	size_t needed = sizeof( head ) + counter.size;
	if ( needed <= capacity )
	{
		uint8_t* content = (uint8_t*)buffer + sizeof( head );
		wfStateWriter writer = { .bytes = content, .capacity = counter.size };
		putStrokes( strokes, version, &writer );
		head.size = counter.size;
		head.hash = wfHash( WF_HASH_START, content, counter.size );
		memcpy( buffer, &head, sizeof( head ) );
	}
	return needed;
}

static bool arePointsSound( const wfVec3* points, int32_t count )
{
	double farthest = WF_FARTHEST_POINT * ( 1.0 + WF_POINT_SLACK );
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( !( wfDot3( points[k], points[k] ) <= farthest * farthest ) ||
			 ( k > 0 && wfDistance3( points[k - 1], points[k] ) == 0.0 ) )
		{
			return false;
		}
	}
	return true;
}

// A joined stroke starts where the forest has it start.
static bool isStartSound( const wfStrokes* strokes, const savedStroke* saved, wfVec3 first )
{
	wfVec3 place = first;
	if ( saved->link < 0 )
	{
		if ( saved->link != -1 || saved->node < -1 || saved->node >= strokes->nodes.count || saved->segment != 0 ||
			 saved->share != 0.0 )
		{
			return false;
		}
		place = saved->node >= 0 ? strokes->nodes.data[saved->node].place : first;
	}
	else
	{
		int32_t segment = saved->segment;
		double share = saved->share;
		if ( saved->node != -1 || saved->link >= strokes->links.count || segment < 0 ||
			 segment >= wfCountLinkPoints( &strokes->links.data[saved->link] ) - 1 || !( share >= 0.0 && share < 1.0 ) ||
			 !wfStrokes_FindCut( strokes, saved->link, &segment, &share, &place ) || segment != saved->segment ||
			 share != saved->share )
		{
			return false;
		}
	}
	bool isClick = saved->pointCount == 1;
	return wfBitsOfDouble( place.x ) == wfBitsOfDouble( first.x ) && wfBitsOfDouble( place.y ) == wfBitsOfDouble( first.y ) &&
		   wfBitsOfDouble( place.z ) == wfBitsOfDouble( first.z ) && ( !isClick || ( saved->node < 0 && saved->link < 0 ) );
}

static wfResult readStroke( wfStrokes* strokes, wfStateReader* reader, uint8_t version, wfPointArray* points, wfError* error )
{
	savedStroke saved = { 0 };
	wfGetBytes( reader, &saved, sizeof( saved ) );
	if ( reader->failed || saved.pointCount < 1 || (size_t)saved.pointCount > reader->left / sizeOfPoint( version ) )
	{
		return refuse( error, "they end before the last stroke" );
	}
	if ( wfArray_Reserve( points, saved.pointCount ) != wf_ok )
	{
		return wfFail( error, wf_outOfMemory, "out of memory" );
	}
	for ( int32_t k = 0; k < saved.pointCount; ++k )
	{
		points->data[k] = ( wfVec3 ){ 0.0, 0.0, 0.0 };
		wfGetBytes( reader, &points->data[k], sizeOfPoint( version ) );
	}
	if ( !arePointsSound( points->data, saved.pointCount ) )
	{
		return refuse( error, "a point is repeated or out of range" );
	}
	if ( !isStartSound( strokes, &saved, points->data[0] ) )
	{
		return refuse( error, "a stroke starts where none can start" );
	}
	wfStrokeRecord record = {
		.pointCount = saved.pointCount, .node = saved.node, .link = saved.link, .segment = saved.segment, .share = saved.share };
	wfResult result = wfStrokes_Draw( strokes, &record, points->data );
	return result == wf_ok		   ? wf_ok
		   : result == wf_tooLarge ? refuse( error, "there are too many points" )
								   : wfFail( error, wf_outOfMemory, "out of memory" );
}

static wfResult checkHead( const savedHead* head, const wfStateReader* reader, wfError* error )
{
	if ( reader->failed || memcmp( head->magic, MAGIC, sizeof( head->magic ) ) != 0 )
	{
		return refuse( error, "they begin otherwise" );
	}
	if ( head->version != VERSION_FLAT && head->version != VERSION_SPACE )
	{
		return wfFail( error, wf_badFormat, "strokes of version %d, expected %d or %d", head->version, VERSION_FLAT,
					   VERSION_SPACE );
	}
	if ( head->size != reader->left || head->hash != wfHash( WF_HASH_START, reader->bytes, reader->left ) )
	{
		return refuse( error, "they are damaged" );
	}
	return wf_ok;
}

wfResult wfStrokes_Restore( wfStrokes* strokes, const void* data, size_t size, wfError* error )
{
	if ( WF_FAILS( strokes != NULL && ( data != NULL || size == 0 ) ) )
	{
		return wfFail( error, wf_invalidDef, "no strokes or no bytes" );
	}
	wfStateReader reader = { .bytes = data, .left = size };
	savedHead head = { 0 };
	wfGetBytes( &reader, &head, sizeof( head ) );
	wfResult result = checkHead( &head, &reader, error );
	wfStrokes restored = { .def = strokes->def };
	wfPointArray points = { 0 };
	for ( int64_t k = 0; k < head.strokeCount && result == wf_ok; ++k )
	{
		result = readStroke( &restored, &reader, head.version, &points, error );
	}
	if ( result == wf_ok && ( reader.left > 0 || head.strokeCount < 0 ) )
	{
		result = refuse( error, "they go on after the last stroke" );
	}
	wfArray_Free( &points );
	if ( result != wf_ok )
	{
		wfStrokes_FreeArrays( &restored );
		return result;
	}
	wfStrokes_FreeArrays( strokes );
	*strokes = restored;
	return wf_ok;
}

static uint64_t hashPlace( uint64_t hash, wfVec3 place )
{
	return wfHash( hash, &place, place.z == 0.0 ? sizeof( wfVec2 ) : sizeof( wfVec3 ) );
}

uint64_t wfStrokes_GetHash( const wfStrokes* strokes )
{
	if ( WF_FAILS( strokes != NULL ) )
	{
		return 0;
	}
	uint64_t hash = WF_HASH_START;
	for ( int32_t k = 0; k < strokes->nodes.count; ++k )
	{
		const wfForestNode* node = &strokes->nodes.data[k];
		const int32_t numbers[4] = { node->link, node->firstChild, node->lastChild, node->childCount };
		hash = hashPlace( hash, node->place );
		hash = wfHash( hash, numbers, sizeof( numbers ) );
	}
	for ( int32_t k = 0; k < strokes->links.count; ++k )
	{
		const wfForestLink* link = &strokes->links.data[k];
		const int32_t numbers[5] = { link->from, link->to, link->stroke, link->next, wfCountLinkPoints( link ) };
		hash = wfHash( hash, numbers, sizeof( numbers ) );
		hash = wfHash( hash, &link->length, sizeof( link->length ) );
		for ( int32_t i = link->begin; i < link->end; ++i )
		{
			hash = hashPlace( hash, strokes->points.data[i] );
		}
	}
	return hash;
}
