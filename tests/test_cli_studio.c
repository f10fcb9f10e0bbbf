// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield studio` from outside: this machine, this page, and nothing else.

#include "tests/test_cli.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static const char s_page[] =
	"<!doctype html><script type=\"application/json\" id=\"scene\"></script><p>the page, without anything put into it</p>";

static char s_answer[1 << 16];

static int openSocket( const char* address, int port )
{
	struct sockaddr_in place = { .sin_family = AF_INET, .sin_port = htons( (uint16_t)port ) };
	inet_pton( AF_INET, address, &place.sin_addr );
	int server = socket( AF_INET, SOCK_STREAM, 0 );
	struct timeval patience = { 5, 0 };
	setsockopt( server, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof( patience ) );
	if ( connect( server, (struct sockaddr*)&place, sizeof( place ) ) != 0 )
	{
		close( server );
		return -1;
	}
	return server;
}

// What is answered to these bytes; "" where nothing is.
static const char* ask( int port, const char* bytes, size_t size )
{
	int server = openSocket( "127.0.0.1", port );
	size_t length = 0;
	for ( size_t sent = 0; server >= 0 && sent < size; )
	{
		ssize_t part = send( server, bytes + sent, size - sent, MSG_NOSIGNAL );
		if ( part <= 0 )
		{
			break;
		}
		sent += (size_t)part;
	}
	for ( ssize_t part = 1; server >= 0 && part > 0 && length<sizeof( s_answer ) - 1; length += part> 0 ? (size_t)part : 0 )
	{
		part = recv( server, s_answer + length, sizeof( s_answer ) - 1 - length, 0 );
	}
	s_answer[length] = 0;
	if ( server >= 0 )
	{
		close( server );
	}
	return s_answer;
}

static const char* askFor( int port, const char* method, const char* path, const char* host )
{
	char request[1024];
	int size = snprintf( request, sizeof( request ), "%s %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n\r\n", method, path,
						 host, port );
	return ask( port, request, (size_t)size );
}

static bool begins( const char* answer, const char* start )
{
	bool good = strncmp( answer, start, strlen( start ) ) == 0;
	if ( !good )
	{
		printf( "expected '%s', got '%.200s'\n", start, answer );
	}
	return good;
}

static bool endsWith( const char* text, const char* end )
{
	return strlen( text ) >= strlen( end ) && strcmp( text + strlen( text ) - strlen( end ), end ) == 0;
}

TEST( StudioServesThePage )
{
	cliWrite( "page.html", s_page );
	cliWrite( "secret.txt", "secret" );
	cliProgram program = cliBegin( "studio", "--page", "page.html", "--port", "0", "--no-browser", NULL );
	int port = 0;
	CHECK_EQUAL( sscanf( program.line, "http://127.0.0.1:%d/", &port ), 1 );
	static const char* const paths[] = { "/", "/studio.html", "/?a=b" };
	for ( size_t i = 0; i < 3; ++i )
	{
		const char* answer = askFor( port, "GET", paths[i], "127.0.0.1" );
		CHECK( begins( answer, "HTTP/1.1 200 OK\r\n" ) && endsWith( answer, s_page ) );
		CHECK( cliContains( answer, "Cross-Origin-Opener-Policy: same-origin\r\n" ) &&
			   cliContains( answer, "Cross-Origin-Embedder-Policy: require-corp\r\n" ) &&
			   cliContains( answer, "X-Content-Type-Options: nosniff\r\n" ) &&
			   cliContains( answer, "X-Frame-Options: DENY\r\n" ) );
	}
	CHECK( begins( askFor( port, "GET", "/", "localhost" ), "HTTP/1.1 200" ) );
	CHECK( begins( askFor( port, "HEAD", "/", "localhost" ), "HTTP/1.1 200" ) && endsWith( s_answer, "\r\n\r\n" ) );
	CHECK_EQUAL( cliEnd( &program ), 0 );
}

TEST( StudioServesNothingElse )
{
	static const char* const paths[] = { "/secret.txt",
										 "/../secret.txt",
										 "/%2e%2e/secret.txt",
										 "//etc/passwd",
										 "/studio.html/",
										 "/studio.html/../secret.txt",
										 "/./",
										 "/\\..\\secret.txt",
										 "*",
										 "http://127.0.0.1/" };
	cliWrite( "page.html", s_page );
	cliWrite( "secret.txt", "secret" );
	cliProgram program = cliBegin( "studio", "--page", "page.html", "--port", "0", NULL );
	int port = 0;
	CHECK_EQUAL( sscanf( program.line, "http://127.0.0.1:%d/", &port ), 1 );
	for ( size_t i = 0; i < sizeof( paths ) / sizeof( paths[0] ); ++i )
	{
		CHECK( begins( askFor( port, "GET", paths[i], "127.0.0.1" ), "HTTP/1.1 404" ) );
	}
	CHECK( begins( askFor( port, "POST", "/", "127.0.0.1" ), "HTTP/1.1 405" ) );
	CHECK( begins( askFor( port, "DELETE", "/", "127.0.0.1" ), "HTTP/1.1 405" ) );
	CHECK( begins( askFor( port, "GET", "/", "evil.example" ), "HTTP/1.1 403" ) );
	CHECK( begins( ask( port, "GET / HTTP/1.1\r\n\r\n", 18 ), "HTTP/1.1 403" ) );
	CHECK( begins( ask( port, "\0\0nonsense\r\n\r\n", 14 ), "HTTP/1.1 400" ) );
	// Another address of the same machine: nobody listens there.
	int other = openSocket( "127.0.0.2", port );
	CHECK( other < 0 );
	CHECK_EQUAL( cliEnd( &program ), 0 );
}

TEST( StudioIsNotHeldUp )
{
	cliWrite( "page.html", s_page );
	cliProgram program = cliBegin( "studio", "--page", "page.html", "--port", "0", NULL );
	int port = 0;
	CHECK_EQUAL( sscanf( program.line, "http://127.0.0.1:%d/", &port ), 1 );
	// Those who say nothing do not keep others out.
	int idle[8];
	for ( int i = 0; i < 8; ++i )
	{
		idle[i] = openSocket( "127.0.0.1", port );
		CHECK( idle[i] >= 0 );
	}
	CHECK( begins( askFor( port, "GET", "/", "127.0.0.1" ), "HTTP/1.1 200" ) );
	size_t size = 100000;
	char* large = malloc( size );
	memset( large, 'a', size );
	memcpy( large, "GET / HTTP/1.1\r\nX: ", 19 );
	CHECK( begins( ask( port, large, size ), "HTTP/1.1 431" ) );
	memcpy( large, "POST / HTTP/1.1\r\n\r\n", 19 );
	CHECK( begins( ask( port, large, size ), "HTTP/1.1 403" ) );
	free( large );
	CHECK( begins( askFor( port, "GET", "/", "127.0.0.1" ), "HTTP/1.1 200" ) );
	for ( int i = 0; i < 8; ++i )
	{
		close( idle[i] );
	}
	CHECK_EQUAL( cliEnd( &program ), 0 );
}

TEST( StudioPutsTheScenarioIntoThePage )
{
	cliWrite( "page.html", s_page );
	cliWrite( "evil.json", "{ \"name\": \"</script><script>hurt()\" }" );
	cliProgram program = cliBegin( "studio", "evil.json", "--page", "page.html", "--port", "0", NULL );
	int port = 0;
	CHECK_EQUAL( sscanf( program.line, "http://127.0.0.1:%d/", &port ), 1 );
	const char* answer = askFor( port, "GET", "/", "127.0.0.1" );
	CHECK( cliContains( answer,
						"id=\"scene\">{\"name\":\"evil.json\",\"text\":\"{ \\\"name\\\": \\\"\\u003c/script>\\u003cscript>" ) );
	CHECK( endsWith( answer, "</script><p>the page, without anything put into it</p>" ) );
	CHECK_EQUAL( cliEnd( &program ), 0 );
	program = cliBegin( "studio", "planet", "--page", "page.html", "--port", "0", NULL );
	CHECK( endsWith( program.line, "/#planet" ) );
	CHECK_EQUAL( cliEnd( &program ), 0 );
}

TEST( StudioRefuses )
{
	static const cliBadCase cases[] = {
		{ NULL, NULL, "studio missing.json --page page.html", 3, "missing.json" },
		{ NULL, NULL, "studio --page nowhere.html", 3, "nowhere.html" },
		{ NULL, NULL, "studio arena.map --page page.html", 2, "dropped onto the page" },
		{ NULL, NULL, "studio <b>", 2, "there is no scene '<b>'" },
		{ NULL, NULL, "studio --port 70000", 2, "65535" },
		{ NULL, NULL, "studio one two", 2, "one argument too many" },
		{ "bad.json", "\xff\xfe", "studio bad.json --page page.html", 4, "UTF-8" },
		{ "other.html", "<p>no studio</p>", "studio page.json --page other.html", 4, "not that of the studio" },
	};
	cliWrite( "page.html", s_page );
	cliWrite( "page.json", "{}" );
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

void cliRunStudioTests( int argc, char** argv )
{
	RUN( StudioServesThePage );
	RUN( StudioServesNothingElse );
	RUN( StudioIsNotHeldUp );
	RUN( StudioPutsTheScenarioIntoThePage );
	RUN( StudioRefuses );
}
