// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Numbers, names and the JSON tree.
#include "tests/test_io.h"

#include "io/json.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- numbers

TEST( NumbersAreReadAsTheCompilerReadsThem )
{
	static const struct
	{
		const char* text;
		double value;
	} cases[] = {
		{ "0", 0.0 },
		{ "-0", -0.0 },
		{ "1", 1.0 },
		{ "+1.5", 1.5 },
		{ ".5", .5 },
		{ "5.", 5.0 },
		{ "0.1", 0.1 },
		{ "1e22", 1e22 },
		{ "1e23", 1e23 },
		{ "1E-22", 1e-22 },
		{ "9007199254740993", 9007199254740993.0 },
		{ "0.4950531530307347", 0.4950531530307347 },
		{ "123456789012345678901234567890", 123456789012345678901234567890.0 },
		{ "2.2250738585072011e-308", 2.2250738585072011e-308 },
		{ "4.9406564584124654e-324", 4.9406564584124654e-324 },
		{ "1.7976931348623157e308", DBL_MAX },
		{ "1e-400", 0.0 },
		{ "0e999999999999", 0.0 },
		{ "0.000000000000000000000000000000000000000000000000000001", 1e-54 },
		{ "1000000000000000000000000000000000000000000e-42", 1.0 },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		double value = 7.0;
		CHECK_EQUAL( wfParseNumber( cases[i].text, strlen( cases[i].text ), &value ), wf_finiteNumber );
		CHECK( memcmp( &value, &cases[i].value, sizeof( value ) ) == 0 );
	}
}

TEST( RandomNumbersSurviveTheWayThroughText )
{
	for ( uint64_t i = 0; i < 20000; ++i )
	{
		uint64_t bits = wfRandomBits( 1, 2, i );
		double value, back = 0.0;
		// Odd ones of ordinary size, even ones of any.
		if ( i % 2 == 0 )
		{
			memcpy( &value, &bits, sizeof( value ) );
		}
		else
		{
			value = (double)(int64_t)bits / 1e15;
		}
		char text[64];
		int length = snprintf( text, sizeof( text ), "%.17g", value );
		wfNumberKind kind = wfParseNumber( text, (size_t)length, &back );
		bool finite = value - value == 0.0;
		CHECK( finite ? kind == wf_finiteNumber && back == value : kind == wf_notNumber );
	}
}

TEST( WhatIsNotANumberIsReported )
{
	static const char* const cases[] = { "",	"-",   "+",	  ".",	  "e5", "1e", "1e+", "1.2.3",
										 "1,5", "nan", "inf", "0x10", "1 ", " 1", "--1", "1e5.5" };
	double value;
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		CHECK_EQUAL( wfParseNumber( cases[i], strlen( cases[i] ), &value ), wf_notNumber );
	}
	CHECK_EQUAL( wfParseNumber( "1e309", 5, &value ), wf_hugeNumber );
	CHECK_EQUAL( wfParseNumber( "-1e999999999", 12, &value ), wf_hugeNumber );
	int64_t whole;
	CHECK( wfParseInteger( "-12", 3, &whole ) && whole == -12 );
	CHECK( wfParseInteger( "99999999999999999999999999", 26, &whole ) && whole == WF_MAX_INTEGER );
	CHECK( !wfParseInteger( "1.0", 3, &whole ) && !wfParseInteger( "", 0, &whole ) && !wfParseInteger( "-", 1, &whole ) );
}

TEST( NearNamesAreSuggested )
{
	static const char* const names[] = { "radius", "center", "points", "type", NULL };
	CHECK_STRING( wfSuggestName( "raduis", 6, names ), "radius" );
	CHECK_STRING( wfSuggestName( "Radius", 6, names ), "radius" );
	CHECK_STRING( wfSuggestName( "centre", 6, names ), "center" );
	CHECK_STRING( wfSuggestName( "point", 5, names ), "points" );
	CHECK( wfSuggestName( "elephant", 8, names ) == NULL );
	CHECK( wfSuggestName( "", 0, names ) == NULL );
	CHECK( wfSuggestName( "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 47, names ) == NULL );
}

TEST( ForeignTextIsQuotedSafely )
{
	CHECK_STRING( wfQuote( "a\n\xff"
						   "b",
						   4 )
					  .text,
				  "\"a\\x0a\\xffb\"" );
	CHECK_STRING( wfQuote( "\xC3\xA4", 2 ).text, "\"\xC3\xA4\"" );
	CHECK_STRING( wfQuote( "\xC3\xA4", 1 ).text, "\"\\xc3\"" );
	char longText[500];
	memset( longText, 'x', sizeof( longText ) );
	wfQuoted quoted = wfQuote( longText, sizeof( longText ) );
	CHECK( strlen( quoted.text ) < sizeof( quoted.text ) && strstr( quoted.text, "x...\"" ) != NULL );
}

// ---------------------------------------------------------------------------------------------------------------- tree

static wfResult parse( const char* text, size_t size, wfJson* json, wfError* error )
{
	static wfReadDef def;
	static size_t used;
	static wfReader reader;
	def = wfDefaultReadDef();
	used = 0;
	*error = ( wfError ){ 0 };
	reader = ( wfReader ){ .name = "t", .text = text, .size = size, .def = &def, .used = &used, .error = error };
	return wfJson_Parse( &reader, json );
}

TEST( TreesKnowTheirPlaces )
{
	static const char text[] = "{ \"a\": [1, {\"b c\": true}],\n  \"\\u00e4\\ud83d\\ude00\\n\": null, \"s\": \"x\\\"y\" }";
	wfJson json;
	wfError error = { 0 };
	if ( !CHECK( parse( text, strlen( text ), &json, &error ) == wf_ok ) )
	{
		return;
	}
	const wfJsonNode* root = json.nodes;
	CHECK_EQUAL( root->count, 3 );
	const wfJsonNode* list = wfJson_Find( &json, root, "a" );
	const wfJsonNode* second = wfJson_Next( &json, wfJson_First( &json, list ) );
	const wfJsonNode* deep = wfJson_Find( &json, second, "b c" );
	CHECK_EQUAL( list->count, 2 );
	CHECK_EQUAL( deep->type, wf_jsonTrue );
	char path[128];
	wfJson_Path( &json, deep, path, sizeof( path ) );
	CHECK_STRING( path, "a[1].\"b c\"" );
	CHECK( wfJson_Find( &json, root, "\xC3\xA4\xF0\x9F\x98\x80\n" ) != NULL );
	CHECK_STRING( wfJson_String( &json, wfJson_Find( &json, root, "s" ) ), "x\"y" );
	wfJson_Fail( &json, deep, "z", wf_badFormat, "oh" );
	CHECK_EQUAL( error.line, 1 );
	CHECK_EQUAL( error.column, 20 );
	CHECK_STRING( error.field, "a[1].\"b c\".z" );
	wfJson_Free( &json );
	TEST_EVERY_ALLOCATION( parse( text, strlen( text ), &json, &error ), wfJson_Free( &json ) );
}

TEST( SyntaxErrorsHaveAPlace )
{
	static const struct
	{
		const char* text;
		int32_t line, column;
		const char* words;
	} cases[] = {
		{ "", 1, 1, "the text ends here; expected a value" },
		{ "  \n ", 2, 2, "the text ends here" },
		{ "{", 1, 2, "the text ends here; expected a field name" },
		{ "{\"a\"", 1, 5, "expected a colon" },
		{ "{\"a\" 1}", 1, 6, "expected a colon after the field name, found \"1\"" },
		{ "{\"a\":}", 1, 6, "expected a value" },
		{ "{\"a\":1,}", 1, 8, "expected another field after the comma" },
		{ "{\"a\":1 \"b\":2}", 1, 7, "expected a comma here, before the next field" },
		{ "{\"a\":1\n\n\"b\":2}", 1, 7, "expected a comma here, before the next field" },
		{ "{\"a\":1; \"b\":2}", 1, 7, "expected a comma or }, found \";\"" },
		{ "{a:1}", 1, 2, "expected a field name in double quotes, found \"a\"" },
		{ "{'a':1}", 1, 2, "expected a field name in double quotes" },
		{ "[1,]", 1, 4, "expected another value after the comma" },
		{ "[1 2]", 1, 3, "expected a comma here, before the next value" },
		{ "[1", 1, 3, "the text ends here; expected a comma or ]" },
		{ "[]]", 1, 3, "expected nothing after the end" },
		{ "{}\n{}", 2, 1, "expected nothing after the end" },
		{ "// x\n{}", 1, 1, "expected a value" },
		{ "tru", 1, 1, "expected a value" },
		{ "True", 1, 1, "expected a value" },
		{ "truex", 1, 1, "expected a value" },
		{ "NaN", 1, 1, "expected a value" },
		{ "-Infinity", 1, 2, "expected a digit" },
		{ "01", 1, 2, "expected a number without leading zeros" },
		{ "-", 1, 2, "expected a digit" },
		{ "+1", 1, 1, "expected a value" },
		{ ".5", 1, 1, "expected a value" },
		{ "1.", 1, 3, "expected a digit" },
		{ "1.e5", 1, 3, "expected a digit" },
		{ "1e", 1, 3, "expected a digit" },
		{ "0x10", 1, 2, "expected nothing after the end" },
		{ "[1, 1e999]", 1, 5, "beyond the range of numbers" },
		{ "\"abc", 1, 1, "no closing quote" },
		{ "\"abc\ndef\"", 1, 1, "no closing quote" },
		{ "\"a\tb\"", 1, 3, "expected no bare control character" },
		{ "\"a\\xb\"", 1, 3, "after a backslash" },
		{ "\"\\u12g4\"", 1, 2, "four hexadecimal digits" },
		{ "\"\\u12", 1, 2, "four hexadecimal digits" },
		{ "\"\\u0000\"", 1, 2, "without \\u0000" },
		{ "\"\\ud800\"", 1, 2, "both halves of a surrogate pair" },
		{ "\"\\ud800\\u0041\"", 1, 2, "both halves of a surrogate pair" },
		{ "\"\\udc00\"", 1, 2, "the first half of a surrogate pair" },
		{ "\"\\", 1, 2, "after a backslash" },
		{ "\"\xC3\xA4\xC3\xA4\" x", 1, 6, "expected nothing after the end of the value, found \"x\"" },
		{ "[\xE2\x82\xAC]", 1, 2, "found \"\xE2\x82\xAC\"" },
		{ "\xEF\xBB\xBF[1,]", 1, 4, "another value" },
		{ "\"\xC0\xAF\"", 1, 2, "byte 0xc0 is not UTF-8" },
		{ "\"\xED\xA0\x80\"", 1, 2, "byte 0xed is not UTF-8" },
		{ "\"\xF5\x80\x80\x80\"", 1, 2, "byte 0xf5 is not UTF-8" },
		{ "\xFF\xFE{}", 1, 1, "UTF-16" },
		{ "{\"a\":1,\n \"b\":{\"c\":1,\"c\":2}}", 2, 13, "given twice, first in line 2" },
		{ "{\"a\":1,\"\\u0061\":2}", 1, 8, "given twice, first in line 1" },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		wfJson json;
		wfError error = { 0 };
		size_t size = strlen( cases[i].text );
		char* copy = malloc( size > 0 ? size : 1 );
		memcpy( copy, cases[i].text, size );
		wfResult result = parse( copy, size, &json, &error );
		free( copy );
		if ( !CHECK( result != wf_ok ) )
		{
			CHECK_STRING( cases[i].text, "refused" );
			wfJson_Free( &json );
			continue;
		}
		CHECK_EQUAL( error.line, cases[i].line );
		if ( !CHECK_EQUAL( error.column, cases[i].column ) || strstr( error.message, cases[i].words ) == NULL )
		{
			CHECK_STRING( error.message, cases[i].words );
		}
	}
	wfJson json;
	wfError error = { 0 };
	CHECK( parse( "[1\0]", 4, &json, &error ) == wf_badFormat && strstr( error.message, "zero byte" ) != NULL );
}

TEST( DepthAndWidthHaveLimits )
{
	char text[20000];
	wfJson json;
	wfError error = { 0 };
	memset( text, '[', 200 );
	CHECK_EQUAL( parse( text, 200, &json, &error ), wf_badFormat );
	CHECK( strstr( error.message, "deeper than 64" ) != NULL );
	memset( text + 60, ']', 60 );
	CHECK_EQUAL( parse( text, 120, &json, &error ), wf_ok );
	wfJson_Free( &json );

	size_t used = 1;
	text[0] = '{';
	for ( int i = 0; i < 1025; ++i )
	{
		used += (size_t)snprintf( text + used, sizeof( text ) - used, "%s\"k%d\":1", i > 0 ? "," : "", i );
	}
	text[used++] = '}';
	CHECK_EQUAL( parse( text, used, &json, &error ), wf_tooLarge );
	CHECK( strstr( error.message, "more than 1024 fields" ) != NULL );
}

void testIoJson( int argc, char** argv )
{
	RUN( NumbersAreReadAsTheCompilerReadsThem );
	RUN( RandomNumbersSurviveTheWayThroughText );
	RUN( WhatIsNotANumberIsReported );
	RUN( NearNamesAreSuggested );
	RUN( ForeignTextIsQuotedSafely );
	RUN( TreesKnowTheirPlaces );
	RUN( SyntaxErrorsHaveAPlace );
	RUN( DepthAndWidthHaveLimits );
}
