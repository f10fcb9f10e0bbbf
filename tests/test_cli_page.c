// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The page that `wayfield run --out` writes, as text; what it does in a browser is tested with the studio.

#include "tests/test_cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The JSON within the page, copied; null where it is not there.
static char* copyData( const char* page )
{
	const char* open = page != NULL ? strstr( page, "id=\"data\">" ) : NULL;
	const char* end = open != NULL ? strstr( open, "</script>" ) : NULL;
	if ( end == NULL )
	{
		return NULL;
	}
	open += strlen( "id=\"data\">" );
	size_t length = (size_t)( end - open );
	char* data = malloc( length + 1 );
	memcpy( data, open, length );
	data[length] = 0;
	return data;
}

// Letters of base64 that stand at the path.
static size_t countBase64( const char* data, const char* path )
{
	static char s_value[4000000];
	return cliJsonValue( data, path, s_value, sizeof( s_value ) ) ? strlen( s_value ) - 2 : 0;
}

TEST( PageHasTheRunAndItsFigures )
{
	cliRun run = cliCall( "run", "egress", "--agents", "20", "--out", "crowd", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "replay           crowd/index.html" ) );
	size_t size = 0;
	const char* page = cliRead( "crowd/index.html", &size );
	CHECK( page != NULL && cliContains( page, "script-src 'sha256-" ) && cliContains( page, "<title>egress</title>" ) );
	CHECK( page != NULL && cliContains( page, "arrived          20 of 20" ) &&
		   cliContains( page, "data:image/png;base64,iVBOR" ) );
	CHECK( page != NULL && !cliContains( page, "https:" ) && !cliContains( page, "src=\"http" ) );
	CHECK( page != NULL && !cliContains( page, "{{title" ) && !cliContains( page, "{{summary" ) &&
		   !cliContains( page, "{{data" ) );
	char* data = copyData( page );
	CHECK( data != NULL && cliIsJson( data ) );
	if ( data != NULL )
	{
		CHECK_NEAR( cliGetNumber( data, "people.count" ), 20.0, 0.0 );
		CHECK_NEAR( cliGetNumber( data, "report.arrived" ), 20.0, 0.0 );
		CHECK( cliGetNumber( data, "arrivals.0.0" ) > 2.0 && cliGetNumber( data, "arrivals.0.1" ) < 3.0 );
		CHECK( cliGetNumber( data, "frames.count" ) > 20.0 );
		// 4 bytes for each of them, as base64.
		CHECK_EQUAL( countBase64( data, "people.first" ), ( 4 * 20 + 2 ) / 3 * 4 );
		CHECK( countBase64( data, "people.moves" ) > 1000 );
	}
	free( data );
}

TEST( PageHasFeetAndMeshes )
{
	size_t size = 0;
	CHECK_EQUAL( cliCall( "run", "doorway", "--agents", "4", "--footsteps", "--seconds", "4", "--out", "feet", NULL ).code, 0 );
	char* data = copyData( cliRead( "feet/index.html", &size ) );
	CHECK( data != NULL && countBase64( data, "feet" ) > 13 * 4 * 10 );
	free( data );
	CHECK_EQUAL( cliCall( "run", "moebius", "--agents", "10", "--seconds", "2", "--out", "strip", NULL ).code, 0 );
	data = copyData( cliRead( "strip/index.html", &size ) );
	CHECK( data != NULL && cliIsJson( data ) && countBase64( data, "mesh.triangles" ) > 1000 );
	free( data );
}

TEST( PageOfALargeRunCanBeMailed )
{
	// Most of them stand: to simulate them takes no time, to store them as much as of others.
	cliWrite( "many.json", "{ \"version\": 1, \"world\": { \"size\": [120, 120] },"
						   " \"goals\": [{ \"type\": \"point\", \"name\": \"exit\", \"point\": [119, 60] }],"
						   " \"agents\": [{ \"count\": 5000, \"region\": { \"type\": \"box\", \"bounds\": [1, 1, 100, 119] } },"
						   "   { \"position\": [112, 60], \"stops\": [\"exit\"] }], \"run\": { \"stopWhenDone\": false } }" );
	CHECK_EQUAL( cliCall( "run", "many.json", "--seconds", "50", "--out", "many", "--quiet", NULL ).code, 0 );
	size_t size = 0;
	char* data = copyData( cliRead( "many/index.html", &size ) );
	CHECK( size > 1000000 && size < 7000000 );
	CHECK( data != NULL && cliGetNumber( data, "frames.fps" ) < 5.0 );
	free( data );
}

// Names are text: nothing in them ends the data, and no element is made of them.
TEST( PageOfHostileNames )
{
	cliWrite( "evil.json", "{ \"version\": 1, \"name\": \"</script><script>hurt()</script><img src=x onerror=hurt()>\","
						   " \"world\": { \"size\": [12, 8] },"
						   " \"goals\": [{ \"type\": \"point\", \"name\": \"</title><b>\", \"point\": [10, 4] }],"
						   " \"agents\": [{ \"name\": \"--><svg onload=hurt()>\", \"count\": 3,"
						   "   \"region\": { \"type\": \"box\", \"bounds\": [1, 1, 4, 6] }, \"stops\": [\"</title><b>\"] }],"
						   " \"run\": { \"lines\": [{ \"name\": \"</script><i>\", \"a\": [6, 0], \"b\": [6, 8] }] } }" );
	cliRun run = cliCall( "run", "evil.json", "--out", "evil", NULL );
	CHECK_EQUAL( run.code, 0 );
	size_t size = 0;
	const char* page = cliRead( "evil/index.html", &size );
	CHECK( page != NULL && !cliContains( page, "<img src=x" ) && !cliContains( page, "<script>hurt" ) &&
		   !cliContains( page, "<svg onload" ) && !cliContains( page, "<i>" ) );
	CHECK( page != NULL && cliContains( page, "<title>&lt;/script&gt;&lt;script&gt;" ) );
	char* data = copyData( page );
	CHECK( data != NULL && cliIsJson( data ) && cliContains( data, "\\u003c/script>" ) );
	free( data );
}

void cliRunPageTests( int argc, char** argv )
{
	RUN( PageHasTheRunAndItsFigures );
	RUN( PageHasFeetAndMeshes );
	RUN( PageOfALargeRunCanBeMailed );
	RUN( PageOfHostileNames );
}
