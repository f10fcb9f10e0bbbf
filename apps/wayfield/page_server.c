// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// One thread, a few visitors at a time, each with a fixed room for its request and a time to make it.

#include "page_server.h"

#include "command.h"
#include "request.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_VISITORS 32
#define PATIENCE 10.0 // seconds for a request, and for each part of an answer to be taken
#define BEAT 200	  // milliseconds between looks at Ctrl-C

typedef struct Visitor
{
	int socket; // negative: nobody
	double since;
	char request[WF_MAX_REQUEST];
	size_t read;
	char head[1024];
	size_t headSize, bodySize, written;
	const char* body;
	bool answers;
	bool ends; // the answer is written; what still comes is thrown away, lest the answer is lost with it
} Visitor;

wfPageServer wfOpenPageServer( int port )
{
	wfPageServer server = { .socket = socket( AF_INET, SOCK_STREAM, 0 ) };
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons( (uint16_t)port ) };
	address.sin_addr.s_addr = htonl( INADDR_LOOPBACK );
	int on = 1;
	socklen_t size = sizeof( address );
	wfDieIf( server.socket < 0, wf_unsupported, NULL, "a page cannot be served here (%s)", strerror( errno ) );
	setsockopt( server.socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof( on ) );
	bool open = bind( server.socket, (struct sockaddr*)&address, size ) == 0 && listen( server.socket, MAX_VISITORS ) == 0 &&
				fcntl( server.socket, F_SETFL, O_NONBLOCK ) == 0 &&
				getsockname( server.socket, (struct sockaddr*)&address, &size ) == 0;
	wfDieIf( !open, wf_unsupported, NULL, "port %d cannot be used (%s); --port chooses another one, 0 any that is free", port,
			 strerror( errno ) );
	server.port = ntohs( address.sin_port );
	return server;
}

static void leave( Visitor* visitor )
{
	close( visitor->socket );
	visitor->socket = -1;
}

static const char* describe( wfAnswer answer )
{
	switch ( answer )
	{
		case wf_givesPage:
			return "OK";
		case wf_isElsewhere:
			return "Forbidden";
		case wf_isUnknown:
			return "Not Found";
		case wf_isNoReading:
			return "Method Not Allowed";
		case wf_isTooLong:
			return "Request Header Fields Too Large";
		default:
			return "Bad Request";
	}
}

// The same headers for all answers: no other site reads the page or shows it in a frame of its own, and with the pair of policies
// browsers lend it memory that workers share.
static void beginAnswer( Visitor* visitor, wfAnswer answer, bool headOnly, const char* page, size_t size )
{
	bool good = answer == wf_givesPage;
	const char* words = describe( answer );
	visitor->body = good ? page : words;
	visitor->bodySize = good ? size : strlen( words );
	visitor->headSize =
		(size_t)snprintf( visitor->head, sizeof( visitor->head ),
						  "HTTP/1.1 %d %s\r\nContent-Type: text/%s; charset=utf-8\r\nContent-Length: %zu\r\n"
						  "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
						  "Referrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n"
						  "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n"
						  "Cross-Origin-Resource-Policy: same-origin\r\n\r\n",
						  (int)answer, words, good ? "html" : "plain", visitor->bodySize );
	visitor->bodySize = headOnly ? 0 : visitor->bodySize;
	visitor->answers = true;
	visitor->since = wfGetSeconds();
}

static bool isTryAgain( void )
{
	return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static void readSome( Visitor* visitor, int port, const char* page, size_t size )
{
	size_t from = visitor->ends ? 0 : visitor->read;
	ssize_t got = recv( visitor->socket, visitor->request + from, sizeof( visitor->request ) - from, 0 );
	if ( got <= 0 && ( got == 0 || !isTryAgain() ) )
	{
		leave( visitor );
	}
	if ( got <= 0 || visitor->ends )
	{
		return;
	}
	visitor->read += (size_t)got;
	bool headOnly;
	wfAnswer answer = wfReadRequest( visitor->request, visitor->read, port, &headOnly );
	if ( answer != wf_wantsMore )
	{
		beginAnswer( visitor, answer, headOnly, page, size );
	}
}

static void writeSome( Visitor* visitor )
{
	bool inHead = visitor->written < visitor->headSize;
	const char* from = inHead ? visitor->head + visitor->written : visitor->body + ( visitor->written - visitor->headSize );
	size_t left = inHead ? visitor->headSize - visitor->written : visitor->headSize + visitor->bodySize - visitor->written;
	ssize_t sent = left > 0 ? send( visitor->socket, from, left, MSG_NOSIGNAL ) : 0;
	if ( sent < 0 )
	{
		if ( !isTryAgain() )
		{
			leave( visitor );
		}
		return;
	}
	visitor->written += (size_t)sent;
	visitor->since = wfGetSeconds();
	if ( visitor->written == visitor->headSize + visitor->bodySize )
	{
		shutdown( visitor->socket, SHUT_WR );
		visitor->answers = false;
		visitor->ends = true;
	}
}

static void welcome( const wfPageServer* server, Visitor* visitors )
{
	int visitor = accept( server->socket, NULL, NULL );
	for ( int i = 0; i < MAX_VISITORS && visitor >= 0; ++i )
	{
		if ( visitors[i].socket < 0 && fcntl( visitor, F_SETFL, O_NONBLOCK ) == 0 )
		{
			memset( &visitors[i], 0, sizeof( visitors[i] ) );
			visitors[i].socket = visitor;
			visitors[i].since = wfGetSeconds();
			return;
		}
	}
	if ( visitor >= 0 )
	{
		close( visitor );
	}
}

void wfServePage( const wfPageServer* server, const char* page, size_t size )
{
	Visitor* visitors = wfNewArray( MAX_VISITORS, sizeof( Visitor ) );
	for ( int i = 0; i < MAX_VISITORS; ++i )
	{
		visitors[i].socket = -1;
	}
	while ( !wfIsInterrupted() )
	{
		struct pollfd waits[MAX_VISITORS + 1] = { { .fd = server->socket, .events = POLLIN } };
		for ( int i = 0; i < MAX_VISITORS; ++i )
		{
			waits[i + 1] = ( struct pollfd ){ .fd = visitors[i].socket, .events = visitors[i].answers ? POLLOUT : POLLIN };
		}
		if ( poll( waits, MAX_VISITORS + 1, BEAT ) < 0 )
		{
			continue; // Ctrl-C
		}
		for ( int i = 0; i < MAX_VISITORS; ++i )
		{
			Visitor* visitor = &visitors[i];
			if ( visitor->socket >= 0 && waits[i + 1].revents != 0 )
			{
				if ( visitor->answers )
				{
					writeSome( visitor );
				}
				else
				{
					readSome( visitor, server->port, page, size );
				}
			}
			if ( visitor->socket >= 0 && wfGetSeconds() - visitor->since > PATIENCE )
			{
				leave( visitor );
			}
		}
		if ( waits[0].revents != 0 )
		{
			welcome( server, visitors );
		}
	}
	close( server->socket );
}
