// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Maps of the ROS map server: a YAML file that names an image and says what its greys mean.
#include "io/yaml.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum wfRosMode
{
	wf_rosTrinary,
	wf_rosScale,
	wf_rosRaw
} wfRosMode;

typedef struct wfRosMap
{
	const wfYamlScalar* image;
	double resolution;
	wfVec2 origin;
	double occupied, free;
	bool negate;
	wfRosMode mode;
} wfRosMap;

static const char* const s_keys[] = { "image", "resolution", "origin", "negate", "occupied_thresh", "free_thresh", "mode", NULL };

static wfResult checkRosKeys( const wfYaml* yaml )
{
	char known[128];
	wfListNames( known, sizeof( known ), s_keys );
	for ( int32_t i = 0; i < yaml->count; ++i )
	{
		const wfYamlScalar* key = &yaml->entries[i].key;
		if ( wfIsName( key->text, key->length, s_keys ) )
		{
			continue;
		}
		const char* near = wfSuggestName( key->text, key->length, s_keys );
		wfQuoted quoted = wfQuote( key->text, key->length );
		return wfReader_Fail( yaml->reader, key->position, NULL, wf_badFormat, "unknown key %s%s%s%s; known are %s", quoted.text,
							  near != NULL ? ", did you mean \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : "",
							  known );
	}
	return wf_ok;
}

// The one value of a key. Null, with wf_ok, when the key is not there and need not be.
static wfResult getRosScalar( const wfYaml* yaml, const char* key, const char* expected, bool required,
							  const wfYamlScalar** scalar )
{
	const wfYamlEntry* entry = wfYaml_Find( yaml, key );
	*scalar = NULL;
	if ( entry == NULL )
	{
		return required ? wfReader_Fail( yaml->reader, WF_NO_POSITION, key, wf_badFormat, "missing; expected %s", expected )
						: wf_ok;
	}
	if ( entry->list )
	{
		return wfReader_Fail( yaml->reader, entry->key.position, key, wf_badFormat, "expected %s, found a list", expected );
	}
	*scalar = &entry->items[0];
	return wf_ok;
}

typedef struct wfRosRange
{
	double lower, upper;
	const char* expected;
} wfRosRange;

static wfResult readRosNumber( const wfYaml* yaml, const wfYamlScalar* scalar, const char* field, const wfRosRange* range,
							   double* value )
{
	wfNumberKind kind = scalar->quote == 0 ? wfParseNumber( scalar->text, scalar->length, value ) : wf_notNumber;
	bool inside = kind == wf_finiteNumber && *value >= range->lower && *value <= range->upper;
	if ( !inside )
	{
		wfQuoted quoted = wfQuote( scalar->text, scalar->length );
		return wfReader_Fail( yaml->reader, scalar->position, field, kind == wf_notNumber ? wf_badFormat : wf_outOfRange,
							  "expected %s, found %s", range->expected, quoted.text );
	}
	return wf_ok;
}

static wfResult readRosThresholds( const wfYaml* yaml, wfRosMap* map )
{
	static const wfRosRange range = { 0.0, 1.0, "a number from 0 to 1" };
	const wfYamlScalar *occupied, *free;
	wfResult result = getRosScalar( yaml, "occupied_thresh", range.expected, false, &occupied );
	if ( result == wf_ok && occupied != NULL )
	{
		result = readRosNumber( yaml, occupied, "occupied_thresh", &range, &map->occupied );
	}
	if ( result == wf_ok )
	{
		result = getRosScalar( yaml, "free_thresh", range.expected, false, &free );
	}
	if ( result == wf_ok && free != NULL )
	{
		result = readRosNumber( yaml, free, "free_thresh", &range, &map->free );
	}
	if ( result == wf_ok && map->free > map->occupied )
	{
		const wfYamlScalar* place = free != NULL ? free : occupied;
		return wfReader_Fail( yaml->reader, place->position, free != NULL ? "free_thresh" : "occupied_thresh", wf_outOfRange,
							  "expected free_thresh (%g) not above occupied_thresh (%g)", map->free, map->occupied );
	}
	return result;
}

static wfResult readRosOrigin( const wfYaml* yaml, wfRosMap* map )
{
	static const wfRosRange range = { -WF_MAX_COORDINATE, WF_MAX_COORDINATE, "a number from -1e9 to 1e9" };
	static const char* const fields[] = { "origin[0]", "origin[1]", "origin[2]" };
	static const char expected[] = "[x, y, yaw], the pose of the lower left pixel";
	const wfYamlEntry* entry = wfYaml_Find( yaml, "origin" );
	if ( entry == NULL )
	{
		return wfReader_Fail( yaml->reader, WF_NO_POSITION, "origin", wf_badFormat, "missing; expected %s", expected );
	}
	if ( !entry->list || entry->count != 3 )
	{
		return wfReader_Fail( yaml->reader, entry->count > 0 ? entry->items[0].position : entry->key.position, "origin",
							  wf_badFormat, "expected %s", expected );
	}
	double numbers[3] = { 0.0, 0.0, 0.0 };
	for ( int i = 0; i < 3; ++i )
	{
		wfResult result = readRosNumber( yaml, &entry->items[i], fields[i], &range, &numbers[i] );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	if ( fabs( numbers[2] ) > 1e-9 )
	{
		return wfReader_Fail( yaml->reader, entry->items[2].position, fields[2], wf_unsupported,
							  "a map turned by %g radians; expected a yaw of 0 (turn the image instead)", numbers[2] );
	}
	map->origin = ( wfVec2 ){ numbers[0], numbers[1] };
	return wf_ok;
}

// One of a list of words; its index.
static wfResult readRosWord( const wfYaml* yaml, const char* key, const char* const* words, int32_t* choice )
{
	char expected[96] = "one of ";
	wfListNames( expected + strlen( expected ), sizeof( expected ) - strlen( expected ), words );
	const wfYamlScalar* scalar;
	wfResult result = getRosScalar( yaml, key, expected, false, &scalar );
	if ( result != wf_ok || scalar == NULL )
	{
		return result;
	}
	for ( int32_t i = 0; words[i] != NULL; ++i )
	{
		if ( strlen( words[i] ) == scalar->length && memcmp( words[i], scalar->text, scalar->length ) == 0 )
		{
			*choice = i;
			return wf_ok;
		}
	}
	wfQuoted quoted = wfQuote( scalar->text, scalar->length );
	return wfReader_Fail( yaml->reader, scalar->position, key, wf_badFormat, "expected %s, found %s", expected, quoted.text );
}

static wfResult readRosKeys( const wfYaml* yaml, wfRosMap* map )
{
	static const char* const modes[] = { "trinary", "scale", "raw", NULL };
	static const char* const truths[] = { "0", "1", "false", "true", NULL };
	static const wfRosRange range = { WF_MIN_LENGTH, 1e6, "metres per pixel above 0 (from 1e-6 to 1e6)" };
	const wfYamlScalar* resolution;
	int32_t mode = 0, truth = 0;
	wfResult result = checkRosKeys( yaml );
	if ( result == wf_ok )
	{
		result = getRosScalar( yaml, "image", "the name of a PGM or PNG file", true, &map->image );
	}
	if ( result == wf_ok )
	{
		result = getRosScalar( yaml, "resolution", range.expected, true, &resolution );
	}
	if ( result == wf_ok )
	{
		result = readRosNumber( yaml, resolution, "resolution", &range, &map->resolution );
	}
	if ( result == wf_ok )
	{
		result = readRosOrigin( yaml, map );
	}
	if ( result == wf_ok )
	{
		result = readRosThresholds( yaml, map );
	}
	if ( result == wf_ok )
	{
		result = readRosWord( yaml, "mode", modes, &mode );
	}
	if ( result == wf_ok )
	{
		result = readRosWord( yaml, "negate", truths, &truth );
	}
	map->mode = (wfRosMode)mode;
	map->negate = truth % 2 == 1;
	return result;
}

// What is not surely free is obstacle: walls, the unknown, and all that is not opaque.
static bool isRosFree( const wfRosMap* map, uint8_t gray, uint8_t alpha )
{
	if ( alpha != 255 )
	{
		return false;
	}
	if ( map->mode == wf_rosRaw )
	{
		// The grey is the occupancy in percent; above 100 it is unknown.
		return gray <= 100 && gray / 100.0 <= map->free;
	}
	double occupancy = ( map->negate ? gray : 255 - gray ) / 255.0;
	return occupancy <= map->free && occupancy < map->occupied;
}

static wfResult makeRosMask( const wfReader* reader, const wfRosMap* map, const wfImage* image, wfMask* mask )
{
	wfResult result = wfMask_Allocate( reader, WF_NO_POSITION, image->width, image->height, mask );
	if ( result != wf_ok )
	{
		return result;
	}
	bool free[2][256];
	for ( int gray = 0; gray < 256; ++gray )
	{
		free[0][gray] = false;
		free[1][gray] = isRosFree( map, (uint8_t)gray, 255 );
	}
	size_t width = (size_t)image->width;
	for ( int32_t row = 0; row < image->height; ++row )
	{
		size_t from = (size_t)row * width, to = (size_t)( image->height - 1 - row ) * width;
		for ( size_t i = 0; i < width; ++i )
		{
			bool opaque = image->alpha == NULL || image->alpha[from + i] == 255;
			uint8_t blocked = free[opaque ? 1 : 0][image->gray[from + i]] ? 0 : 1;
			mask->cells[to + i] = blocked;
			mask->count += blocked;
		}
	}
	return wf_ok;
}

static wfResult readRosImage( const wfReader* reader, const wfRosMap* map, wfImage* image )
{
	size_t capacity = map->image->length + 1, length = 0;
	char* path = wfAllocate( capacity );
	if ( path == NULL )
	{
		return wfReader_OutOfMemory( reader );
	}
	wfResult result = wfYaml_Decode( reader, map->image, path, &length );
	if ( result == wf_ok && length == 0 )
	{
		result = wfReader_Fail( reader, map->image->position, "image", wf_badFormat, "expected the name of a PGM or PNG file" );
	}
	if ( result == wf_ok )
	{
		result = wfReadNamedImage( reader, map->image->position, "image", path, length, image );
	}
	wfRelease( path, capacity );
	return result;
}

wfResult wfReadRosMap( const wfReader* reader, wfScenario* scenario )
{
	wfYaml yaml;
	wfRosMap map = { .occupied = 0.65, .free = 0.196 };
	wfImage image = { 0 };
	wfMask mask = { 0 };
	wfResult result = wfYaml_Parse( reader, &yaml );
	if ( result == wf_ok )
	{
		result = readRosKeys( &yaml, &map );
	}
	if ( result == wf_ok )
	{
		result = readRosImage( reader, &map, &image );
	}
	if ( result == wf_ok )
	{
		result = makeRosMask( reader, &map, &image, &mask );
	}
	wfImage_Free( &image );
	if ( result == wf_ok )
	{
		wfBox2 bounds = { map.origin,
						  { map.origin.x + mask.width * map.resolution, map.origin.y + mask.height * map.resolution } };
		result = wfStartScenario( reader, WF_NO_POSITION, bounds, map.resolution, scenario );
	}
	if ( result == wf_ok )
	{
		result = wfAddMask( reader, scenario, &mask, map.origin, map.resolution, wf_obstacleRole, "occupied" );
	}
	wfMask_Free( &mask );
	return result;
}
