// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "io/yaml.h"

#include <string.h>

static char yamlAt( const wfYaml* yaml, size_t ahead )
{
	// The text holds no zero bytes, so zero stands for its end.
	return yaml->at + ahead < yaml->reader->size ? yaml->reader->text[yaml->at + ahead] : 0;
}

static bool isYamlBlank( char c )
{
	return c == ' ' || c == '\t';
}

static bool isYamlLineEnd( char c )
{
	return c == '\n' || c == '\r' || c == 0;
}

static wfResult failYaml( const wfYaml* yaml, const char* message )
{
	return wfReader_Fail( yaml->reader, yaml->at, NULL, wf_badFormat, "%s", message );
}

static void skipYamlBlanks( wfYaml* yaml )
{
	while ( isYamlBlank( yamlAt( yaml, 0 ) ) )
	{
		yaml->at += 1;
	}
}

// Blanks, a comment if there is one, and the end of the line. False when something else follows.
static bool takeYamlLineEnd( wfYaml* yaml )
{
	size_t before = yaml->at;
	skipYamlBlanks( yaml );
	bool apart = yaml->at > before || yaml->at == 0 || yaml->reader->text[yaml->at - 1] == '\n';
	if ( yamlAt( yaml, 0 ) == '#' && apart )
	{
		while ( yamlAt( yaml, 0 ) != '\n' && yamlAt( yaml, 0 ) != 0 )
		{
			yaml->at += 1;
		}
	}
	if ( yamlAt( yaml, 0 ) == '\r' && yamlAt( yaml, 1 ) == '\n' )
	{
		yaml->at += 1;
	}
	if ( yamlAt( yaml, 0 ) == '\n' )
	{
		yaml->at += 1;
		return true;
	}
	return yaml->at >= yaml->reader->size;
}

static wfResult readQuoted( wfYaml* yaml, wfYamlScalar* scalar )
{
	char quote = yamlAt( yaml, 0 );
	size_t opening = yaml->at++;
	scalar->quote = quote;
	scalar->text = yaml->reader->text + yaml->at;
	while ( true )
	{
		char c = yamlAt( yaml, 0 );
		if ( c == 0 || c == '\n' )
		{
			return wfReader_Fail( yaml->reader, opening, NULL, wf_badFormat, "the text that begins here has no closing quote" );
		}
		if ( quote == '"' && c == '\\' && yamlAt( yaml, 1 ) != 0 && yamlAt( yaml, 1 ) != '\n' )
		{
			yaml->at += 2;
		}
		else if ( quote == '\'' && c == '\'' && yamlAt( yaml, 1 ) == '\'' )
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
static wfResult readPlain( wfYaml* yaml, bool flow, wfYamlScalar* scalar )
{
	if ( strchr( "&*!|>%@`{}?", yamlAt( yaml, 0 ) ) != NULL )
	{
		return failYaml( yaml, "expected a number, a text or a list [a, b, c]; anchors, tags, blocks and maps are not read" );
	}
	scalar->text = yaml->reader->text + yaml->at;
	size_t end = yaml->at;
	for ( char before = 'x'; !isYamlLineEnd( yamlAt( yaml, 0 ) ); yaml->at += 1 )
	{
		char c = yamlAt( yaml, 0 );
		if ( ( flow && strchr( ",[]{}", c ) != NULL ) || ( c == '#' && isYamlBlank( before ) ) )
		{
			break;
		}
		if ( c == ':' && ( isYamlBlank( yamlAt( yaml, 1 ) ) || isYamlLineEnd( yamlAt( yaml, 1 ) ) ) )
		{
			return failYaml( yaml, "a colon inside of a value; expected one key and value per line, or the value in quotes" );
		}
		end = isYamlBlank( c ) ? end : yaml->at + 1;
		before = c;
	}
	scalar->length = (size_t)( yaml->reader->text + end - scalar->text );
	yaml->at = end;
	return wf_ok;
}

static wfResult readYamlScalar( wfYaml* yaml, bool flow, wfYamlScalar* scalar )
{
	*scalar = ( wfYamlScalar ){ .position = yaml->at };
	char c = yamlAt( yaml, 0 );
	return c == '"' || c == '\'' ? readQuoted( yaml, scalar ) : readPlain( yaml, flow, scalar );
}

static wfResult addYamlItem( wfYaml* yaml, wfYamlEntry* entry, bool flow )
{
	if ( entry->count == WF_MAX_YAML_ITEMS )
	{
		return failYaml( yaml, "a list of more than 8 values" );
	}
	return readYamlScalar( yaml, flow, &entry->items[entry->count++] );
}

// At the opening bracket. The list may go on over several lines.
static wfResult readFlowList( wfYaml* yaml, wfYamlEntry* entry )
{
	size_t opening = yaml->at++;
	entry->list = true;
	while ( true )
	{
		while ( yaml->at < yaml->reader->size && takeYamlLineEnd( yaml ) )
		{
		}
		char c = yamlAt( yaml, 0 );
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
			return failYaml( yaml, "expected a number or a text in the list" );
		}
		wfResult result = addYamlItem( yaml, entry, true );
		if ( result != wf_ok )
		{
			return result;
		}
		while ( yaml->at < yaml->reader->size && takeYamlLineEnd( yaml ) )
		{
		}
		if ( yamlAt( yaml, 0 ) == ',' )
		{
			yaml->at += 1;
		}
		else if ( yamlAt( yaml, 0 ) != ']' && yamlAt( yaml, 0 ) != 0 )
		{
			return failYaml( yaml, "expected a comma or ] in the list" );
		}
	}
	yaml->at += 1;
	return wf_ok;
}

// Lines "- value" after a key without a value of its own.
static wfResult readDashList( wfYaml* yaml, wfYamlEntry* entry )
{
	while ( yaml->at < yaml->reader->size )
	{
		size_t lineStart = yaml->at;
		if ( takeYamlLineEnd( yaml ) )
		{
			continue;
		}
		if ( yamlAt( yaml, 0 ) != '-' || !isYamlBlank( yamlAt( yaml, 1 ) ) )
		{
			yaml->at = lineStart;
			break;
		}
		entry->list = true;
		yaml->at += 1;
		skipYamlBlanks( yaml );
		wfResult result = addYamlItem( yaml, entry, false );
		if ( result == wf_ok && !takeYamlLineEnd( yaml ) )
		{
			result = failYaml( yaml, "expected nothing after the value" );
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

static wfResult readYamlKey( wfYaml* yaml, wfYamlScalar* key )
{
	*key = ( wfYamlScalar ){ .position = yaml->at };
	if ( isYamlBlank( yamlAt( yaml, 0 ) ) )
	{
		return failYaml( yaml, "an indented line; expected \"key: value\" from the first column on" );
	}
	char c = yamlAt( yaml, 0 );
	if ( c == '"' || c == '\'' )
	{
		wfResult result = readQuoted( yaml, key );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	else
	{
		key->text = yaml->reader->text + yaml->at;
		while ( strchr( ": \t\r\n#", yamlAt( yaml, 0 ) ) == NULL )
		{
			yaml->at += 1;
		}
		key->length = (size_t)( yaml->reader->text + yaml->at - key->text );
	}
	skipYamlBlanks( yaml );
	if ( key->length == 0 || yamlAt( yaml, 0 ) != ':' ||
		 !( isYamlBlank( yamlAt( yaml, 1 ) ) || isYamlLineEnd( yamlAt( yaml, 1 ) ) ) )
	{
		return wfReader_Fail( yaml->reader, key->position, NULL, wf_badFormat,
							  "expected \"key: value\", with a space after the colon" );
	}
	yaml->at += 1;
	return wf_ok;
}

static wfResult readYamlEntry( wfYaml* yaml )
{
	wfYamlScalar key;
	wfResult result = readYamlKey( yaml, &key );
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
	if ( takeYamlLineEnd( yaml ) )
	{
		return readDashList( yaml, entry );
	}
	result = yamlAt( yaml, 0 ) == '[' ? readFlowList( yaml, entry ) : addYamlItem( yaml, entry, false );
	if ( result == wf_ok && !takeYamlLineEnd( yaml ) )
	{
		result = failYaml( yaml, "expected nothing after the value" );
	}
	return result;
}

// "---" or "..." alone on a line.
static bool takeYamlMarker( wfYaml* yaml, char c )
{
	bool there = yamlAt( yaml, 0 ) == c && yamlAt( yaml, 1 ) == c && yamlAt( yaml, 2 ) == c &&
				 ( isYamlBlank( yamlAt( yaml, 3 ) ) || isYamlLineEnd( yamlAt( yaml, 3 ) ) );
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
		if ( takeYamlLineEnd( yaml ) )
		{
			continue;
		}
		if ( ended || ( yaml->at > 0 && isYamlBlank( reader->text[yaml->at - 1] ) ) )
		{
			result = failYaml( yaml, ended ? "expected nothing after the end of the document"
										   : "an indented line; expected \"key: value\" from the first column on" );
		}
		else if ( takeYamlMarker( yaml, '.' ) )
		{
			ended = true;
		}
		else if ( yaml->count > 0 || !takeYamlMarker( yaml, '-' ) )
		{
			result = readYamlEntry( yaml );
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
