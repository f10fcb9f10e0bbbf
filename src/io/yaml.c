// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "io/yaml.h"

#include <string.h>

static char wfYamlAt( const wfYaml* yaml, size_t ahead )
{
	// The text holds no zero bytes, so zero stands for its end.
	return yaml->at + ahead < yaml->reader->size ? yaml->reader->text[yaml->at + ahead] : 0;
}

static bool wfIsYamlBlank( char c )
{
	return c == ' ' || c == '\t';
}

static bool wfIsYamlLineEnd( char c )
{
	return c == '\n' || c == '\r' || c == 0;
}

static wfResult wfFailYaml( const wfYaml* yaml, const char* message )
{
	return wfReader_Fail( yaml->reader, yaml->at, NULL, wf_badFormat, "%s", message );
}

static void wfSkipYamlBlanks( wfYaml* yaml )
{
	while ( wfIsYamlBlank( wfYamlAt( yaml, 0 ) ) )
	{
		yaml->at += 1;
	}
}

// Blanks, a comment if there is one, and the end of the line. False when something else follows.
static bool wfTakeYamlLineEnd( wfYaml* yaml )
{
	size_t before = yaml->at;
	wfSkipYamlBlanks( yaml );
	bool apart = yaml->at > before || yaml->at == 0 || yaml->reader->text[yaml->at - 1] == '\n';
	if ( wfYamlAt( yaml, 0 ) == '#' && apart )
	{
		while ( wfYamlAt( yaml, 0 ) != '\n' && wfYamlAt( yaml, 0 ) != 0 )
		{
			yaml->at += 1;
		}
	}
	if ( wfYamlAt( yaml, 0 ) == '\r' && wfYamlAt( yaml, 1 ) == '\n' )
	{
		yaml->at += 1;
	}
	if ( wfYamlAt( yaml, 0 ) == '\n' )
	{
		yaml->at += 1;
		return true;
	}
	return yaml->at >= yaml->reader->size;
}

static wfResult wfReadQuoted( wfYaml* yaml, wfYamlScalar* scalar )
{
	char quote = wfYamlAt( yaml, 0 );
	size_t opening = yaml->at++;
	scalar->quote = quote;
	scalar->text = yaml->reader->text + yaml->at;
	while ( true )
	{
		char c = wfYamlAt( yaml, 0 );
		if ( c == 0 || c == '\n' )
		{
			return wfReader_Fail( yaml->reader, opening, NULL, wf_badFormat, "the text that begins here has no closing quote" );
		}
		if ( quote == '"' && c == '\\' && wfYamlAt( yaml, 1 ) != 0 && wfYamlAt( yaml, 1 ) != '\n' )
		{
			yaml->at += 2;
		}
		else if ( quote == '\'' && c == '\'' && wfYamlAt( yaml, 1 ) == '\'' )
		{
			yaml->at += 2;
		}
		else if ( c == quote )
		{
			break;
		}
		else
		{
			yaml->at += 1;
		}
	}
	scalar->length = (size_t)( yaml->reader->text + yaml->at - scalar->text );
	yaml->at += 1;
	return wf_ok;
}

// Plain text: up to the end of the line, a comment or, in a list in brackets, a comma or bracket.
static wfResult wfReadPlain( wfYaml* yaml, bool flow, wfYamlScalar* scalar )
{
	if ( strchr( "&*!|>%@`{}?", wfYamlAt( yaml, 0 ) ) != NULL )
	{
		return wfFailYaml( yaml, "expected a number, a text or a list [a, b, c]; anchors, tags, blocks and maps are not read" );
	}
	scalar->text = yaml->reader->text + yaml->at;
	size_t end = yaml->at;
	for ( char before = 'x'; !wfIsYamlLineEnd( wfYamlAt( yaml, 0 ) ); yaml->at += 1 )
	{
		char c = wfYamlAt( yaml, 0 );
		if ( ( flow && strchr( ",[]{}", c ) != NULL ) || ( c == '#' && wfIsYamlBlank( before ) ) )
		{
			break;
		}
		if ( c == ':' && ( wfIsYamlBlank( wfYamlAt( yaml, 1 ) ) || wfIsYamlLineEnd( wfYamlAt( yaml, 1 ) ) ) )
		{
			return wfFailYaml( yaml, "a colon inside of a value; expected one key and value per line, or the value in quotes" );
		}
		end = wfIsYamlBlank( c ) ? end : yaml->at + 1;
		before = c;
	}
	scalar->length = (size_t)( yaml->reader->text + end - scalar->text );
	yaml->at = end;
	return wf_ok;
}

static wfResult wfReadYamlScalar( wfYaml* yaml, bool flow, wfYamlScalar* scalar )
{
	*scalar = ( wfYamlScalar ){ .position = yaml->at };
	char c = wfYamlAt( yaml, 0 );
	return c == '"' || c == '\'' ? wfReadQuoted( yaml, scalar ) : wfReadPlain( yaml, flow, scalar );
}

static wfResult wfAddYamlItem( wfYaml* yaml, wfYamlEntry* entry, bool flow )
{
	if ( entry->count == WF_MAX_YAML_ITEMS )
	{
		return wfFailYaml( yaml, "a list of more than 8 values" );
	}
	return wfReadYamlScalar( yaml, flow, &entry->items[entry->count++] );
}

// At the opening bracket. The list may go on over several lines.
static wfResult wfReadFlowList( wfYaml* yaml, wfYamlEntry* entry )
{
	size_t opening = yaml->at++;
	entry->list = true;
	while ( true )
	{
		while ( yaml->at < yaml->reader->size && wfTakeYamlLineEnd( yaml ) )
		{
		}
		char c = wfYamlAt( yaml, 0 );
		if ( c == 0 )
		{
			return wfReader_Fail( yaml->reader, opening, NULL, wf_badFormat, "the list that begins here has no closing bracket" );
		}
		if ( c == ']' )
		{
			break;
		}
		if ( c == ',' || c == '[' )
		{
			return wfFailYaml( yaml, "expected a number or a text in the list" );
		}
		wfResult result = wfAddYamlItem( yaml, entry, true );
		if ( result != wf_ok )
		{
			return result;
		}
		while ( yaml->at < yaml->reader->size && wfTakeYamlLineEnd( yaml ) )
		{
		}
		if ( wfYamlAt( yaml, 0 ) == ',' )
		{
			yaml->at += 1;
		}
		else if ( wfYamlAt( yaml, 0 ) != ']' && wfYamlAt( yaml, 0 ) != 0 )
		{
			return wfFailYaml( yaml, "expected a comma or ] in the list" );
		}
	}
	yaml->at += 1;
	return wf_ok;
}

// Lines "- value" after a key without a value of its own.
static wfResult wfReadDashList( wfYaml* yaml, wfYamlEntry* entry )
{
	while ( yaml->at < yaml->reader->size )
	{
		size_t lineStart = yaml->at;
		if ( wfTakeYamlLineEnd( yaml ) )
		{
			continue;
		}
		if ( wfYamlAt( yaml, 0 ) != '-' || !wfIsYamlBlank( wfYamlAt( yaml, 1 ) ) )
		{
			yaml->at = lineStart;
			break;
		}
		entry->list = true;
		yaml->at += 1;
		wfSkipYamlBlanks( yaml );
		wfResult result = wfAddYamlItem( yaml, entry, false );
		if ( result == wf_ok && !wfTakeYamlLineEnd( yaml ) )
		{
			result = wfFailYaml( yaml, "expected nothing after the value" );
		}
		if ( result != wf_ok )
		{
			return result;
		}
	}
	if ( entry->count == 0 )
	{
		return wfReader_Fail( yaml->reader, entry->key.position, NULL, wf_badFormat, "a key without a value" );
	}
	return wf_ok;
}

static wfResult wfReadYamlKey( wfYaml* yaml, wfYamlScalar* key )
{
	*key = ( wfYamlScalar ){ .position = yaml->at };
	if ( wfIsYamlBlank( wfYamlAt( yaml, 0 ) ) )
	{
		return wfFailYaml( yaml, "an indented line; expected \"key: value\" from the first column on" );
	}
	char c = wfYamlAt( yaml, 0 );
	if ( c == '"' || c == '\'' )
	{
		wfResult result = wfReadQuoted( yaml, key );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	else
	{
		key->text = yaml->reader->text + yaml->at;
		while ( strchr( ": \t\r\n#", wfYamlAt( yaml, 0 ) ) == NULL )
		{
			yaml->at += 1;
		}
		key->length = (size_t)( yaml->reader->text + yaml->at - key->text );
	}
	wfSkipYamlBlanks( yaml );
	if ( key->length == 0 || wfYamlAt( yaml, 0 ) != ':' ||
		 !( wfIsYamlBlank( wfYamlAt( yaml, 1 ) ) || wfIsYamlLineEnd( wfYamlAt( yaml, 1 ) ) ) )
	{
		return wfReader_Fail( yaml->reader, key->position, NULL, wf_badFormat,
							  "expected \"key: value\", with a space after the colon" );
	}
	yaml->at += 1;
	return wf_ok;
}

static wfResult wfReadYamlEntry( wfYaml* yaml )
{
	wfYamlScalar key;
	wfResult result = wfReadYamlKey( yaml, &key );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t i = 0; i < yaml->count; ++i )
	{
		const wfYamlScalar* other = &yaml->entries[i].key;
		if ( other->length == key.length && memcmp( other->text, key.text, key.length ) == 0 )
		{
			wfQuoted quoted = wfQuote( key.text, key.length );
			return wfReader_Fail( yaml->reader, key.position, NULL, wf_badFormat, "the key %s is given twice", quoted.text );
		}
	}
	if ( yaml->count == WF_MAX_YAML_ENTRIES )
	{
		return wfReader_Fail( yaml->reader, key.position, NULL, wf_badFormat, "more keys than a ROS map has" );
	}
	wfYamlEntry* entry = &yaml->entries[yaml->count++];
	*entry = ( wfYamlEntry ){ .key = key };
	if ( wfTakeYamlLineEnd( yaml ) )
	{
		return wfReadDashList( yaml, entry );
	}
	result = wfYamlAt( yaml, 0 ) == '[' ? wfReadFlowList( yaml, entry ) : wfAddYamlItem( yaml, entry, false );
	if ( result == wf_ok && !wfTakeYamlLineEnd( yaml ) )
	{
		result = wfFailYaml( yaml, "expected nothing after the value" );
	}
	return result;
}

// "---" or "..." alone on a line.
static bool wfTakeYamlMarker( wfYaml* yaml, char c )
{
	bool there = wfYamlAt( yaml, 0 ) == c && wfYamlAt( yaml, 1 ) == c && wfYamlAt( yaml, 2 ) == c &&
				 ( wfIsYamlBlank( wfYamlAt( yaml, 3 ) ) || wfIsYamlLineEnd( wfYamlAt( yaml, 3 ) ) );
	yaml->at += there ? 3 : 0;
	return there;
}

wfResult wfYaml_Parse( const wfReader* reader, wfYaml* yaml )
{
	*yaml = ( wfYaml ){ .reader = reader };
	wfResult result = wfReader_CheckText( reader, &yaml->at );
	bool ended = false;
	while ( result == wf_ok && yaml->at < reader->size )
	{
		if ( wfTakeYamlLineEnd( yaml ) )
		{
			continue;
		}
		if ( ended || ( yaml->at > 0 && wfIsYamlBlank( reader->text[yaml->at - 1] ) ) )
		{
			result = wfFailYaml( yaml, ended ? "expected nothing after the end of the document"
											 : "an indented line; expected \"key: value\" from the first column on" );
		}
		else if ( wfTakeYamlMarker( yaml, '.' ) )
		{
			ended = true;
		}
		else if ( yaml->count > 0 || !wfTakeYamlMarker( yaml, '-' ) )
		{
			result = wfReadYamlEntry( yaml );
		}
	}
	return result;
}

const wfYamlEntry* wfYaml_Find( const wfYaml* yaml, const char* key )
{
	for ( int32_t i = 0; i < yaml->count; ++i )
	{
		const wfYamlScalar* found = &yaml->entries[i].key;
		if ( found->length == strlen( key ) && memcmp( found->text, key, found->length ) == 0 )
		{
			return &yaml->entries[i];
		}
	}
	return NULL;
}

wfResult wfYaml_Decode( const wfReader* reader, const wfYamlScalar* scalar, char* buffer, size_t* length )
{
	static const char letters[] = "\\\"/nt";
	static const char meanings[] = "\\\"/\n\t";
	*length = 0;
	for ( size_t i = 0; i < scalar->length; ++i )
	{
		char c = scalar->text[i];
		if ( scalar->quote == '\'' && c == '\'' )
		{
			i += 1; // written twice
		}
		else if ( scalar->quote == '"' && c == '\\' )
		{
			char next = i + 1 < scalar->length ? scalar->text[i + 1] : 0;
			const char* letter = next != 0 ? strchr( letters, next ) : NULL;
			if ( letter == NULL )
			{
				return wfReader_Fail( reader, scalar->position, NULL, wf_badFormat,
									  "expected one of \\\\ \\\" \\/ \\n \\t after a backslash" );
			}
			c = meanings[letter - letters];
			i += 1;
		}
		buffer[( *length )++] = c;
	}
	buffer[*length] = 0;
	return wf_ok;
}
