// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Texts, words and numbers as text.
#include "base/math.h"
#include "base/number.h"
#include "base/text.h"
#include "test.h"
#include "test_base.h"

#include <locale.h>

static wfResult writeText( wfText* text )
{
	wfText_AddString( text, "a" );
	for ( int32_t i = 0; i < 40; ++i )
	{
		wfText_Add( text, " %d of %s", i, "forty" );
	}
	wfText_AddNumber( text, 0.1 );
	wfText_AddBytes( text, "xyz", 2 );
	wfResult result = wfText_GetResult( text );
	if ( result != wf_ok )
	{
		wfText_Free( text );
	}
	return result;
}

TEST( TextsGrowAndRememberFailure )
{
	wfText text = { 0 };
	CHECK_EQUAL( writeText( &text ), wf_ok );
	CHECK_EQUAL( text.length, strlen( text.data ) );
	CHECK( strncmp( text.data, "a 0 of forty 1 of forty", 23 ) == 0 );
	CHECK_STRING( text.data + text.length - 5, "0.1xy" );
	wfText_Free( &text );
	TEST_EVERY_ALLOCATION( writeText( &text ), wfText_Free( &text ) );

	testFailAllocationsFrom( 1 );
	wfText_AddString( &text, "lost" );
	testResetAllocator();
	wfText_AddString( &text, "left out" );
	CHECK( text.failed && text.length == 0 );
	wfText_Free( &text );
	wfText_AddBytes( &text, NULL, 0 );
	CHECK_STRING( text.data, "" );
	wfText_Free( &text );
}

static int32_t slips( const char* a, const char* b, bool ignoreCase )
{
	int32_t there = wfCountSlips( a, strlen( a ), b, strlen( b ), ignoreCase );
	CHECK_EQUAL( wfCountSlips( b, strlen( b ), a, strlen( a ), ignoreCase ), there );
	return there;
}

TEST( TextsTakeFixedAndQuotedNumbersAndStrings )
{
	wfText text = { 0 };
	wfText_AddFixed( &text, -1.25, 1 );
	wfText_AddString( &text, " " );
	wfText_AddFixed( &text, -0.0001, 3 );
	wfText_AddString( &text, " " );
	wfText_AddFixed( &text, 12.0000005, 6 );
	CHECK_STRING( text.data, "-1.3 0.000 12.000001" );
	text.length = 0;
	wfText_AddQuoted( &text, "a \"b\" \\ \n \xC3\xA4" );
	CHECK_STRING( text.data, "\"a \\\"b\\\" \\\\ \\u000a \xC3\xA4\"" );
	char* room = wfText_AddRoom( &text, 3 );
	CHECK( room == text.data + text.length - 3 && text.data[text.length] == 0 );
	CHECK( wfText_AddRoom( &text, 0 ) == NULL && !text.failed );
	wfText_Free( &text );
}

TEST( SlipsAreCounted )
{
	CHECK_EQUAL( slips( "", "", false ), 0 );
	CHECK_EQUAL( slips( "", "abc", false ), 3 );
	CHECK_EQUAL( slips( "radius", "radius", false ), 0 );
	CHECK_EQUAL( slips( "raduis", "radius", false ), 1 );
	CHECK_EQUAL( slips( "Radius", "radius", false ), 1 );
	CHECK_EQUAL( slips( "Radius", "radius", true ), 0 );
	CHECK_EQUAL( slips( "kitten", "sitting", false ), 3 );
	char word[80];
	memset( word, 'a', sizeof( word ) );
	CHECK_EQUAL( wfCountSlips( word, 63, word, 63, false ), 0 );
	CHECK_EQUAL( wfCountSlips( word, 64, word, 64, false ), WF_LONGEST_WORD );
}

TEST( NamesAreSuggested )
{
	const char* const names[] = { "radius", "center", "points", NULL };
	CHECK_STRING( wfSuggestName( "raduis", 6, names ), "radius" );
	CHECK_STRING( wfSuggestName( "CENTRE", 6, names ), "center" );
	CHECK( wfSuggestName( "goal", 4, names ) == NULL );
	CHECK( wfSuggestName( "", 0, names ) == NULL );
	CHECK( wfIsName( "points", 6, names ) && !wfIsName( "point", 5, names ) );
	char list[64];
	wfListNames( list, sizeof( list ), names );
	CHECK_STRING( list, "radius, center, points" );
	CHECK( wfHasExtension( "a/B.PNG", ".png" ) && !wfHasExtension( "png", ".png" ) );
}

static void checkRoundTrip( double value )
{
	wfNumberText number = wfFormatShortest( value, "" );
	double back = 0.0;
	CHECK_EQUAL( wfParseNumber( number.text, strlen( number.text ), &back ), wf_finiteNumber );
	CHECK( wfBitsOfDouble( back ) == wfBitsOfDouble( value ) );
}

TEST( NumbersComeBackAsTheSameBits )
{
	CHECK_STRING( wfFormatShortest( 0.1, "" ).text, "0.1" );
	CHECK_STRING( wfFormatShortest( -2.0, ".0" ).text, "-2.0" );
	CHECK_STRING( wfFormatShortest( 1e300, ".0" ).text, "1e+300" );
	CHECK_STRING( wfFormatShortest( -0.0, "" ).text, "-0" );
	for ( uint64_t i = 0; i < 20000; ++i )
	{
		uint64_t bits = wfRandomBits( 1, 2, i );
		double anything = wfDoubleOfBits( bits );
		if ( isfinite( anything ) )
		{
			checkRoundTrip( anything );
		}
		checkRoundTrip( ( wfRandomUnit( 1, 3, i ) - 0.5 ) * 1000.0 );
		checkRoundTrip( floor( wfRandomUnit( 1, 4, i ) * 1e6 ) / 1000.0 );
	}
}

TEST( NumbersAreReadStrictly )
{
	const char* const bad[] = { "", "+", ".", "1e", "1e+", " 1", "1 ", "0x10", "nan", "inf", "1,5", "1.2.3", "--1" };
	double value = 0.0;
	for ( size_t i = 0; i < sizeof( bad ) / sizeof( bad[0] ); ++i )
	{
		CHECK_EQUAL( wfParseNumber( bad[i], strlen( bad[i] ), &value ), wf_notNumber );
	}
	CHECK_EQUAL( wfParseNumber( "1e999", 5, &value ), wf_hugeNumber );
	CHECK_EQUAL( wfParseNumber( "+12.50e1x", 8, &value ), wf_finiteNumber );
	CHECK( value == 125.0 );
	int64_t whole = 0;
	CHECK( wfParseInteger( "-42", 3, &whole ) && whole == -42 );
	CHECK( wfParseInteger( "999999999999999999999", 21, &whole ) && whole == WF_MAX_INTEGER );
	CHECK( !wfParseInteger( "4.0", 3, &whole ) && !wfParseInteger( "-", 1, &whole ) );
}

TEST( NumbersHaveAPointInEveryLocale )
{
	const char* const locales[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "sv_SE.UTF-8" };
	bool found = false;
	for ( size_t i = 0; i < sizeof( locales ) / sizeof( locales[0] ) && !found; ++i )
	{
		found = setlocale( LC_ALL, locales[i] ) != NULL;
	}
	checkRoundTrip( 1.2345678901234567e-7 );
	CHECK_STRING( wfFormatShortest( 2.5e-9, "" ).text, "2.5e-09" );
	setlocale( LC_ALL, "C" );
	if ( !found )
	{
		testSkip( "no locale with a decimal comma" );
	}
}

void runTextTests( int argc, char** argv )
{
	RUN( TextsGrowAndRememberFailure );
	RUN( TextsTakeFixedAndQuotedNumbersAndStrings );
	RUN( SlipsAreCounted );
	RUN( NamesAreSuggested );
	RUN( NumbersComeBackAsTheSameBits );
	RUN( NumbersAreReadStrictly );
	RUN( NumbersHaveAPointInEveryLocale );
}
