// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield studio`: the page where everything is live, from where it is installed.

#include "base/text.h"
#include "commands.h"
#include "embedded.h"
#include "options.h"
#include "page_server.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_PAGE ( 64 << 20 )	 // bytes
#define MAX_SCENARIO ( 4 << 20 ) // bytes
#define USUAL_PORT 8642

extern char** environ;

static struct
{
	const char *file, *page;
	int32_t port;
	bool noBrowser;
} s_studio = { .port = USUAL_PORT };

static wfOption s_options[] = {
	{ WF_INTEGER( "port", "N", s_studio.port, 0, 65535, "of this machine; 0: any that is free" ) },
	{ WF_FLAG( "no-browser", s_studio.noBrowser, "print the address only" ) },
	{ WF_TEXT( "page", "FILE.html", s_studio.page, "another page than the installed one" ), .endings = ".html" },
	{ .name = NULL } };

static char* readWhole( const char* path, size_t limit, size_t* size )
{
	struct stat status;
	wfDieIf( stat( path, &status ) != 0, wf_fileNotFound, path, "could not be opened (%s)", strerror( errno ) );
	wfDieIf( !S_ISREG( status.st_mode ), wf_fileNotFound, path, "is no file" );
	wfDieIf( (size_t)status.st_size > limit, wf_tooLarge, path, "has %lld bytes; at most %zu are read", (long long)status.st_size,
			 limit );
	FILE* file = fopen( path, "rb" );
	wfDieIf( file == NULL, wf_fileNotFound, path, "could not be opened (%s)", strerror( errno ) );
	char* bytes = wfNewArray( (size_t)status.st_size + 1, 1 );
	*size = fread( bytes, 1, (size_t)status.st_size, file );
	fclose( file );
	return bytes;
}

// Beside the program as it was installed, or as it was built.
static const char* findPage( void )
{
	static const char* const s_places[] = { WAYFIELD_SHARE_FROM_BIN "/studio.html", "../studio/studio.html" };
	static char path[2048];
	char program[1024];
	ssize_t length = readlink( "/proc/self/exe", program, sizeof( program ) - 1 );
	program[length > 0 ? length : 0] = 0;
	char* slash = strrchr( program, '/' );
	for ( size_t i = 0; i < 2 && slash != NULL; ++i )
	{
		*slash = 0;
		snprintf( path, sizeof( path ), "%s/%s", program, s_places[i] );
		if ( access( path, R_OK ) == 0 )
		{
			return path;
		}
	}
	snprintf( path, sizeof( path ), "%s/studio.html", WAYFIELD_SHARE );
	wfDieIf( access( path, R_OK ) != 0, wf_fileNotFound, NULL,
			 "the page of the studio is not installed with this program. `./dev studio` builds it in the source tree, before "
			 "installing; --page names it where it lies elsewhere" );
	return path;
}

// The scenario takes the place that the page has for one.
static void putScenario( wfText* page, const char* html, size_t size )
{
	static const char s_place[] = "<script type=\"application/json\" id=\"scene\">";
	const char* place = strstr( html, s_place );
	wfDieIf( place == NULL || strlen( html ) != size, wf_badFormat, NULL, "the page is not that of the studio" );
	size_t length, before = (size_t)( place - html ) + strlen( s_place );
	char* text = readWhole( s_studio.file, MAX_SCENARIO, &length );
	size_t bad;
	wfDieIf( !wfCheckUtf8( text, length, &bad ) || strlen( text ) != length, wf_badFormat, s_studio.file, "is no text in UTF-8" );
	wfText json = { 0 };
	wfText_AddString( &json, "{\"name\":" );
	wfText_AddQuoted( &json, wfGetFileName( s_studio.file ) );
	wfText_AddString( &json, ",\"text\":" );
	wfText_AddQuoted( &json, text );
	wfText_AddString( &json, "}" );
	wfExpect( wfText_GetResult( &json ) );
	wfText_AddBytes( page, html, before );
	for ( size_t i = 0; i < json.length; ++i )
	{
		// No tag can begin in it.
		bool opens = json.data[i] == '<';
		wfText_AddBytes( page, opens ? "\\u003c" : json.data + i, opens ? 6 : 1 );
	}
	wfText_AddBytes( page, html + before, size - before );
	wfText_Free( &json );
	free( text );
}

static void openBrowser( const char* address )
{
	const char* display = getenv( "DISPLAY" );
	const char* wayland = getenv( "WAYLAND_DISPLAY" );
	if ( s_studio.noBrowser || ( ( display == NULL || *display == 0 ) && ( wayland == NULL || *wayland == 0 ) ) )
	{
		return;
	}
	char word[80];
	snprintf( word, sizeof( word ), "%s", address );
	char* arguments[] = { "xdg-open", word, NULL };
	pid_t child;
	// Whoever has no such program opens the address by hand.
	(void)posix_spawnp( &child, arguments[0], NULL, NULL, arguments, environ );
}

static int runStudio( void )
{
	static const char s_letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
	const char* name = s_studio.file != NULL ? s_studio.file : "";
	bool builtIn = *name != 0 && strpbrk( name, "./\\" ) == NULL, isFile = *name != 0 && !builtIn;
	wfDieOfUsageIf(
		isFile && !wfHasEnding( name, ".json" ),
		"'%.200s' is no scenario; expected a name ending in .json. Maps, meshes and recordings are dropped onto the page", name );
	wfDieOfUsageIf( builtIn && strspn( name, s_letters ) != strlen( name ), "there is no scene '%.60s'", name );
	size_t size;
	char* html = readWhole( s_studio.page != NULL ? s_studio.page : findPage(), MAX_PAGE, &size );
	wfText page = { 0 };
	if ( isFile )
	{
		putScenario( &page, html, size );
	}
	else
	{
		wfText_AddBytes( &page, html, size );
	}
	wfExpect( wfText_GetResult( &page ) );
	free( html );
	wfPageServer server = wfOpenPageServer( s_studio.port );
	char address[80];
	snprintf( address, sizeof( address ), "http://127.0.0.1:%d/%s%.40s", server.port, builtIn ? "#" : "", builtIn ? name : "" );
	printf( "%s\n", address );
	fflush( stdout );
	wfSay( "serving this machine only; Ctrl-C ends it" );
	openBrowser( address );
	wfServePage( &server, page.data, page.length );
	wfText_Free( &page );
	return wf_exitOk;
}

const wfCommand wf_studioCommand = {
	.name = "studio",
	.run = runStudio,
	.help =
		"Examples:\n"
		"  wayfield studio                    the park, live in the browser\n"
		"  wayfield studio planet             another built-in scene\n"
		"  wayfield studio station.json       a scenario, to be watched, changed and compared\n"
		"\n"
		"usage: wayfield studio [FILE.json|NAME] [OPTIONS]\n"
		"\n"
		"Serves the installed page of the studio to this machine, prints its address, and opens it where there is a display. It\n"
		"listens on 127.0.0.1 only and answers for this one page only, until Ctrl-C. The page itself computes everything: "
		"nothing\n"
		"is sent back.\n"
		"\n",
	.options = s_options,
	.words = &s_studio.file,
	.wordCapacity = 1 };
