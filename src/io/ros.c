// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Maps of the ROS map server: a YAML file that names an image and says what its greys mean. Of YAML there is what such files are
// written in: "key: value" lines, plain and quoted values, lists in brackets or with dashes, comments. All else is refused by
// name.
#include "io/ros.h"

#include <math.h>
#include <string.h>

#define MOST_KEYS 16
#define MOST_ITEMS 8

typedef struct wfRosScalar
{
	wfWord word; // inside of the quotes, escapes not yet decoded; the position is that of the quote
	char quote;	 // ", ' or 0
} wfRosScalar;

typedef struct wfRosEntry
{
	wfRosScalar key;
	wfRosScalar items[MOST_ITEMS]; // one, unless it is a list
	int32_t count;
	bool list;
} wfRosEntry;

typedef struct wfRosFile
{
	const wfReader* reader;
	size_t at;
	wfRosEntry entries[MOST_KEYS];
	int32_t count;
} wfRosFile;

typedef enum wfRosMode
{
	wf_rosTrinary,
	wf_rosScale,
	wf_rosRaw
} wfRosMode;

typedef struct wfRosMap
{
	const wfRosScalar* image;
	double resolution;
	wfVec2 origin;
	double occupied, free;
	bool negate;
	wfRosMode mode;
} wfRosMap;

// ---------------------------------------------------------------------------------------------------------------- lines

static char look( const wfRosFile* file, size_t ahead )
{
	// The text holds no zero bytes, so zero stands for its end. Nothing more is read after a failure.
	bool there = file->at + ahead < file->reader->size && wfReader_IsOk( file->reader );
	return there ? file->reader->text[file->at + ahead] : 0;
}

static bool isAtEnd( const wfRosFile* file )
{
	return file->at >= file->reader->size || !wfReader_IsOk( file->reader );
}

static bool isBlank( char c )
{
	return c == ' ' || c == '\t';
}

static bool isLineEnd( char c )
{
	return c == '\n' || c == '\r' || c == 0;
}

static void skipBlanks( wfRosFile* file )
{
	while ( isBlank( look( file, 0 ) ) )
	{
		file->at += 1;
	}
}

// Blanks, a comment if there is one, and the end of the line. False when something else follows.
static bool takeLineEnd( wfRosFile* file )
{
	size_t before = file->at;
	skipBlanks( file );
	bool apart = file->at > before || file->at == 0 || file->reader->text[file->at - 1] == '\n';
	if ( look( file, 0 ) == '#' && apart )
	{
		const char* end = memchr( file->reader->text + file->at, '\n', file->reader->size - file->at );
		file->at = end != NULL ? (size_t)( end - file->reader->text ) : file->reader->size;
	}
	if ( look( file, 0 ) == '\r' && look( file, 1 ) == '\n' )
	{
		file->at += 1;
	}
	bool ends = look( file, 0 ) == '\n' || isAtEnd( file );
	file->at += look( file, 0 ) == '\n' ? 1 : 0;
	return ends;
}

// --------------------------------------------------------------------------------------------------------------- values

static void readQuoted( wfRosFile* file, wfRosScalar* scalar )
{
	char quote = look( file, 0 );
	file->at += 1;
	scalar->quote = quote;
	scalar->word.text = file->reader->text + file->at;
	for ( size_t length = 0; wfReader_IsOk( file->reader ); )
	{
		char c = look( file, 0 ), next = look( file, 1 );
		bool pair = quote == '"' ? c == '\\' && next != 0 && next != '\n' : c == '\'' && next == '\'';
		if ( c == 0 || c == '\n' )
		{
			wfReader_Fail( file->reader, scalar->word.position, NULL, wf_badFormat,
						   "the text that begins here has no closing quote" );
			return;
		}
		if ( c == quote && !pair )
		{
			scalar->word.length = length;
			file->at += 1;
			break;
		}
		length += pair ? 2 : 1;
		file->at += pair ? 2 : 1;
	}
}

// Plain text: up to the end of the line, a comment or, in a list in brackets, a comma or bracket.
static void readPlain( wfRosFile* file, bool flow, wfRosScalar* scalar )
{
	scalar->word.text = file->reader->text + file->at;
	if ( strchr( "&*!|>%@`{}?", look( file, 0 ) ) != NULL )
	{
		wfReader_Fail( file->reader, file->at, NULL, wf_badFormat,
					   "expected a number, a text or a list [a, b, c]; anchors, tags, blocks and maps are not read" );
	}
	size_t end = file->at;
	for ( char before = 'x'; !isLineEnd( look( file, 0 ) ); file->at += 1 )
	{
		char c = look( file, 0 );
		if ( ( flow && strchr( ",[]{}", c ) != NULL ) || ( c == '#' && isBlank( before ) ) )
		{
			break;
		}
		if ( c == ':' && ( isBlank( look( file, 1 ) ) || isLineEnd( look( file, 1 ) ) ) )
		{
			wfReader_Fail( file->reader, file->at, NULL, wf_badFormat,
						   "a colon inside of a value; expected one key and value per line, or the value in quotes" );
			return;
		}
		end = isBlank( c ) ? end : file->at + 1;
		before = c;
	}
	scalar->word.length = end - scalar->word.position;
	file->at = wfReader_IsOk( file->reader ) ? end : file->at;
}

static void addItem( wfRosFile* file, wfRosEntry* entry, bool flow )
{
	if ( entry->count == MOST_ITEMS )
	{
		wfReader_Fail( file->reader, file->at, NULL, wf_badFormat, "a list of more than %d values", MOST_ITEMS );
		return;
	}
	wfRosScalar* scalar = &entry->items[entry->count++];
	*scalar = ( wfRosScalar ){ .word.position = file->at };
	if ( look( file, 0 ) == '"' || look( file, 0 ) == '\'' )
	{
		readQuoted( file, scalar );
	}
	else
	{
		readPlain( file, flow, scalar );
	}
}

static void skipLines( wfRosFile* file )
{
	while ( !isAtEnd( file ) && takeLineEnd( file ) )
	{
	}
}

// At the opening bracket. The list may go on over several lines.
static void readFlowList( wfRosFile* file, wfRosEntry* entry )
{
	size_t opening = file->at++;
	entry->list = true;
	for ( skipLines( file ); look( file, 0 ) != ']' && wfReader_IsOk( file->reader ); skipLines( file ) )
	{
		char c = look( file, 0 );
		if ( c == 0 )
		{
			wfReader_Fail( file->reader, opening, NULL, wf_badFormat, "the list that begins here has no closing bracket" );
		}
		else if ( c == ',' || c == '[' )
		{
			wfReader_Fail( file->reader, file->at, NULL, wf_badFormat, "expected a number or a text in the list" );
		}
		else
		{
			addItem( file, entry, true );
			skipLines( file );
			c = look( file, 0 );
			if ( c != ',' && c != ']' && c != 0 )
			{
				wfReader_Fail( file->reader, file->at, NULL, wf_badFormat, "expected a comma or ] in the list" );
			}
			file->at += c == ',' ? 1 : 0;
		}
	}
	file->at += 1;
}

static void endValue( wfRosFile* file )
{
	if ( wfReader_IsOk( file->reader ) && !takeLineEnd( file ) )
	{
		wfReader_Fail( file->reader, file->at, NULL, wf_badFormat, "expected nothing after the value" );
	}
}

// Lines "- value" after a key without a value of its own.
static void readDashList( wfRosFile* file, wfRosEntry* entry )
{
	for ( skipLines( file ); look( file, 0 ) == '-' && isBlank( look( file, 1 ) ); skipLines( file ) )
	{
		entry->list = true;
		file->at += 1;
		skipBlanks( file );
		addItem( file, entry, false );
		endValue( file );
	}
	// The next key stands at the beginning of its line.
	while ( wfReader_IsOk( file->reader ) && file->at > 0 && isBlank( file->reader->text[file->at - 1] ) )
	{
		file->at -= 1;
	}
	if ( entry->count == 0 )
	{
		wfReader_Fail( file->reader, entry->key.word.position, NULL, wf_badFormat, "a key without a value" );
	}
}

// ----------------------------------------------------------------------------------------------------------------- keys

static void readKey( wfRosFile* file, wfRosScalar* key )
{
	*key = ( wfRosScalar ){ .word = { file->reader->text + file->at, 0, file->at } };
	if ( look( file, 0 ) == '"' || look( file, 0 ) == '\'' )
	{
		readQuoted( file, key );
	}
	else
	{
		while ( strchr( ": \t\r\n#", look( file, 0 ) ) == NULL )
		{
			file->at += 1;
		}
		key->word.length = file->at - key->word.position;
	}
	skipBlanks( file );
	if ( key->word.length == 0 || look( file, 0 ) != ':' || !( isBlank( look( file, 1 ) ) || isLineEnd( look( file, 1 ) ) ) )
	{
		wfReader_Fail( file->reader, key->word.position, NULL, wf_badFormat,
					   "expected \"key: value\", with a space after the colon" );
	}
	file->at += 1;
}

static void readEntry( wfRosFile* file )
{
	wfRosEntry entry = { 0 };
	readKey( file, &entry.key );
	for ( int32_t i = 0; i < file->count; ++i )
	{
		const wfRosScalar* other = &file->entries[i].key;
		if ( other->word.length == entry.key.word.length &&
			 memcmp( other->word.text, entry.key.word.text, other->word.length ) == 0 )
		{
			wfReader_Fail( file->reader, entry.key.word.position, NULL, wf_badFormat, "the key %s is given twice",
						   wfQuote( other->word.text, other->word.length ).text );
		}
	}
	if ( file->count == MOST_KEYS )
	{
		wfReader_Fail( file->reader, entry.key.word.position, NULL, wf_badFormat, "more keys than a ROS map has" );
	}
	if ( !wfReader_IsOk( file->reader ) )
	{
		return;
	}
	if ( takeLineEnd( file ) )
	{
		readDashList( file, &entry );
	}
	else if ( look( file, 0 ) == '[' )
	{
		readFlowList( file, &entry );
		endValue( file );
	}
	else
	{
		addItem( file, &entry, false );
		endValue( file );
	}
	file->entries[file->count++] = entry;
}

// "---" or "..." alone on a line.
static bool takeMarker( wfRosFile* file, char c )
{
	bool there = look( file, 0 ) == c && look( file, 1 ) == c && look( file, 2 ) == c &&
				 ( isBlank( look( file, 3 ) ) || isLineEnd( look( file, 3 ) ) );
	file->at += there ? 3 : 0;
	return there;
}

static void readEntries( wfRosFile* file )
{
	bool ended = false;
	while ( !isAtEnd( file ) )
	{
		if ( takeLineEnd( file ) )
		{
			continue;
		}
		if ( ended || ( file->at > 0 && isBlank( file->reader->text[file->at - 1] ) ) )
		{
			wfReader_Fail( file->reader, file->at, NULL, wf_badFormat, "%s",
						   ended ? "expected nothing after the end of the document"
								 : "an indented line; expected \"key: value\" from the first column on" );
		}
		else if ( takeMarker( file, '.' ) )
		{
			ended = true;
		}
		else if ( file->count > 0 || !takeMarker( file, '-' ) )
		{
			readEntry( file );
		}
	}
}

static void checkKeys( wfRosFile* file )
{
	static const char* const names[] = { "image",			"resolution",  "origin", "negate",
										 "occupied_thresh", "free_thresh", "mode",	 NULL };
	char known[128];
	wfListNames( known, sizeof( known ), names );
	for ( int32_t i = 0; i < file->count; ++i )
	{
		const wfRosScalar* key = &file->entries[i].key;
		if ( !wfIsName( key->word.text, key->word.length, names ) )
		{
			wfReader_Fail( file->reader, key->word.position, NULL, wf_badFormat, "unknown key %s%s; known are %s",
						   wfQuote( key->word.text, key->word.length ).text,
						   wfMakeHint( key->word.text, key->word.length, names ).text, known );
		}
	}
}

// -------------------------------------------------------------------------------------------------------------- meaning

// Null when the key is not there and need not be, or after a failure.
static const wfRosEntry* findEntry( wfRosFile* file, const char* key, const char* expected, bool required )
{
	for ( int32_t i = 0; i < file->count && wfReader_IsOk( file->reader ); ++i )
	{
		if ( wfWord_Equals( &file->entries[i].key.word, key ) )
		{
			return &file->entries[i];
		}
	}
	if ( required )
	{
		wfReader_Fail( file->reader, WF_NO_POSITION, key, wf_badFormat, "missing; expected %s", expected );
	}
	return NULL;
}

static const wfRosScalar* findScalar( wfRosFile* file, const char* key, const char* expected, bool required )
{
	const wfRosEntry* entry = findEntry( file, key, expected, required );
	if ( entry != NULL && entry->list )
	{
		wfReader_Fail( file->reader, entry->key.word.position, key, wf_badFormat, "expected %s, found a list", expected );
	}
	return entry != NULL && !entry->list ? &entry->items[0] : NULL;
}

// The value stays where there is no scalar.
static void readNumber( wfRosFile* file, const wfRosScalar* scalar, const char* field, const wfNumberRange* range, double* value )
{
	if ( scalar == NULL )
	{
		return;
	}
	wfNumberKind kind = scalar->quote == 0 ? wfParseNumber( scalar->word.text, scalar->word.length, value ) : wf_notNumber;
	if ( kind != wf_finiteNumber || !( *value >= range->lower && *value <= range->upper ) )
	{
		wfReader_Fail( file->reader, scalar->word.position, field, kind == wf_notNumber ? wf_badFormat : wf_outOfRange,
					   "expected %s, found %s", range->expected, wfQuote( scalar->word.text, scalar->word.length ).text );
	}
}

static void readThresholds( wfRosFile* file, wfRosMap* map )
{
	static const wfNumberRange range = { 0.0, 1.0, "a number from 0 to 1" };
	const wfRosScalar* occupied = findScalar( file, "occupied_thresh", range.expected, false );
	readNumber( file, occupied, "occupied_thresh", &range, &map->occupied );
	const wfRosScalar* free = findScalar( file, "free_thresh", range.expected, false );
	readNumber( file, free, "free_thresh", &range, &map->free );
	const wfRosScalar* place = free != NULL ? free : occupied;
	if ( map->free > map->occupied && place != NULL )
	{
		wfReader_Fail( file->reader, place->word.position, free != NULL ? "free_thresh" : "occupied_thresh", wf_outOfRange,
					   "expected free_thresh (%g) not above occupied_thresh (%g)", map->free, map->occupied );
	}
}

static void readOrigin( wfRosFile* file, wfRosMap* map )
{
	static const wfNumberRange range = { -WF_MAX_COORDINATE, WF_MAX_COORDINATE, "a number from -1e9 to 1e9" };
	static const char* const fields[] = { "origin[0]", "origin[1]", "origin[2]" };
	static const char expected[] = "[x, y, yaw], the pose of the lower left pixel";
	const wfRosEntry* entry = findEntry( file, "origin", expected, true );
	if ( entry == NULL )
	{
		return;
	}
	if ( !entry->list || entry->count != 3 )
	{
		size_t position = entry->count > 0 ? entry->items[0].word.position : entry->key.word.position;
		wfReader_Fail( file->reader, position, "origin", wf_badFormat, "expected %s", expected );
		return;
	}
	double yaw = 0.0;
	double* const numbers[] = { &map->origin.x, &map->origin.y, &yaw };
	for ( int i = 0; i < 3; ++i )
	{
		readNumber( file, &entry->items[i], fields[i], &range, numbers[i] );
	}
	if ( fabs( yaw ) > 1e-9 )
	{
		wfReader_Fail( file->reader, entry->items[2].word.position, fields[2], wf_unsupported,
					   "a map turned by %g radians; expected a yaw of 0 (turn the image instead)", yaw );
	}
}

// One of a list of words; its index, 0 where the key is not there.
static int32_t readWord( wfRosFile* file, const char* key, const char* const* words )
{
	char expected[96] = "one of ";
	wfListNames( expected + strlen( expected ), sizeof( expected ) - strlen( expected ), words );
	const wfRosScalar* scalar = findScalar( file, key, expected, false );
	for ( int32_t i = 0; scalar != NULL && words[i] != NULL; ++i )
	{
		if ( wfWord_Equals( &scalar->word, words[i] ) )
		{
			return i;
		}
	}
	if ( scalar != NULL )
	{
		wfReader_Fail( file->reader, scalar->word.position, key, wf_badFormat, "expected %s, found %s", expected,
					   wfQuote( scalar->word.text, scalar->word.length ).text );
	}
	return 0;
}

static void readMap( wfRosFile* file, wfRosMap* map )
{
	static const char* const modes[] = { "trinary", "scale", "raw", NULL };
	static const char* const truths[] = { "0", "1", "false", "true", NULL };
	static const wfNumberRange range = { WF_MIN_LENGTH, 1e6, "metres per pixel above 0 (from 1e-6 to 1e6)" };
	checkKeys( file );
	map->image = findScalar( file, "image", "the name of a PGM or PNG file", true );
	readNumber( file, findScalar( file, "resolution", range.expected, true ), "resolution", &range, &map->resolution );
	readOrigin( file, map );
	readThresholds( file, map );
	map->mode = (wfRosMode)readWord( file, "mode", modes );
	map->negate = readWord( file, "negate", truths ) % 2 == 1;
}

// ---------------------------------------------------------------------------------------------------------------- image

// What each grey means. Raw greys are the occupancy in percent; above 100 it is unknown.
static void nameGrays( const wfRosMap* map, uint8_t known[256] )
{
	for ( int gray = 0; gray < 256; ++gray )
	{
		bool isRaw = map->mode == wf_rosRaw;
		double occupancy = isRaw ? gray / 100.0 : ( map->negate ? gray : 255 - gray ) / 255.0;
		bool isSaid = !isRaw || gray <= 100;
		bool free = isSaid && occupancy <= map->free && ( isRaw || occupancy < map->occupied );
		bool wall = isSaid && !free && occupancy >= map->occupied;
		known[gray] = (uint8_t)( free ? wf_freeCell : wall ? wf_wallCell : wf_unknownCell );
	}
}

// What is not surely free is obstacle: walls, the unknown, and all that is not opaque. It becomes black, the rest white.
static void paintObstacles( const wfRosImage* ros, wfGrayImage* image )
{
	size_t count = (size_t)image->width * (size_t)image->height;
	for ( size_t i = 0; i < count; ++i )
	{
		bool opaque = image->alpha == NULL || image->alpha[i] == 255;
		image->gray[i] = opaque && ros->known[image->gray[i]] == wf_freeCell ? 255 : 0;
		if ( image->alpha != NULL )
		{
			image->alpha[i] = 255;
		}
	}
}

// Decode the name into a buffer of at least length + 1 bytes; the length of the result.
static size_t decode( wfRosFile* file, const wfRosScalar* scalar, char* buffer )
{
	static const char letters[] = "\\\"/nt";
	static const char meanings[] = "\\\"/\n\t";
	size_t length = 0;
	for ( size_t i = 0; i < scalar->word.length; ++i )
	{
		char c = scalar->word.text[i];
		if ( scalar->quote == '\'' && c == '\'' )
		{
			i += 1; // written twice
		}
		else if ( scalar->quote == '"' && c == '\\' )
		{
			const char* letter = memchr( letters, scalar->word.text[i + 1], sizeof( letters ) - 1 );
			if ( letter == NULL )
			{
				wfReader_Fail( file->reader, scalar->word.position, NULL, wf_badFormat,
							   "expected one of \\\\ \\\" \\/ \\n \\t after a backslash" );
			}
			c = letter != NULL ? meanings[letter - letters] : c;
			i += 1;
		}
		buffer[length++] = c;
	}
	buffer[length] = 0;
	return length;
}

static void readImage( wfRosFile* file, const wfRosScalar* name, wfGrayImage* image )
{
	size_t capacity = wfReader_IsOk( file->reader ) ? name->word.length + 1 : 0;
	char* path = capacity > 0 ? wfAllocate( capacity ) : NULL;
	if ( wfReader_CheckMemory( file->reader, path ) )
	{
		wfWord decoded = { path, decode( file, name, path ), name->word.position };
		if ( decoded.length == 0 )
		{
			wfReader_Fail( file->reader, decoded.position, "image", wf_badFormat, "expected the name of a PGM or PNG file" );
		}
		if ( wfReader_IsOk( file->reader ) )
		{
			wfReadNamedImage( file->reader, &decoded, "image", image );
		}
	}
	wfRelease( path, capacity );
}

void wfReadRosImage( const wfReader* reader, wfRosImage* ros )
{
	wfRosFile file = { .reader = reader, .at = wfReader_CheckText( reader ) };
	wfRosMap map = { .occupied = 0.65, .free = 0.196 };
	readEntries( &file );
	readMap( &file, &map );
	readImage( &file, map.image, &ros->image );
	ros->resolution = map.resolution;
	ros->origin = map.origin;
	nameGrays( &map, ros->known );
}

void wfReadRosMap( const wfReader* reader, wfScenario* scenario )
{
	wfRosImage ros = { 0 };
	wfMask mask = { 0 };
	wfReadRosImage( reader, &ros );
	if ( wfReader_IsOk( reader ) )
	{
		paintObstacles( &ros, &ros.image );
		wfMask_FromImage( reader, &ros.image, 128, false, &mask );
	}
	wfGrayImage_Free( &ros.image );
	wfBox2 bounds = { ros.origin, { ros.origin.x + mask.width * ros.resolution, ros.origin.y + mask.height * ros.resolution } };
	wfStartScenario( reader, WF_NO_POSITION, bounds, ros.resolution, scenario );
	wfAddMask( reader, scenario, &mask, ros.origin, ros.resolution, wf_obstacleRole, "occupied" );
	wfMask_Free( &mask );
}
