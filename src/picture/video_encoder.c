// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// ffmpeg beside us: frames go to it through a socket, what it complains about is kept in a file of its own.

#include "base/base.h"
#include "picture/video.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 // there SO_NOSIGPIPE does it
#endif

bool wfFindProgram( const char* name, char* path, size_t capacity )
{
	const char* folders = getenv( "PATH" );
	while ( folders != NULL && *folders != 0 )
	{
		size_t length = strcspn( folders, ":" );
		int size = snprintf( path, capacity, "%.*s/%s", length > 0 ? (int)length : 1, length > 0 ? folders : ".", name );
		struct stat status;
		bool fits = size > 0 && (size_t)size < capacity;
		if ( fits && access( path, X_OK ) == 0 && stat( path, &status ) == 0 && S_ISREG( status.st_mode ) )
		{
			return true;
		}
		folders += length + ( folders[length] == ':' ? 1 : 0 );
	}
	return false;
}

wfResult wfFindFfmpeg( char* path, size_t capacity, wfError* error )
{
	return wfFindProgram( "ffmpeg", path, capacity )
			   ? wf_ok
			   : wfFail( error, wf_unsupported,
						 "videos are made by ffmpeg, and no folder of PATH has it: install ffmpeg (apt-get install ffmpeg)" );
}

static wfResult failStart( wfError* error, int number )
{
	char reason[128] = "";
	if ( strerror_r( number, reason, sizeof( reason ) ) != 0 )
	{
		snprintf( reason, sizeof( reason ), "error %d", number );
	}
	return wfFail( error, number == ENOMEM ? wf_outOfMemory : wf_writeFailed, "ffmpeg could not be started: %s", reason );
}

// The child has the one end as its input, and neither end under another number.
static int makeSocket( int pair[2] )
{
	if ( socketpair( AF_UNIX, SOCK_STREAM, 0, pair ) != 0 )
	{
		return errno;
	}
	fcntl( pair[0], F_SETFD, FD_CLOEXEC );
	fcntl( pair[1], F_SETFD, FD_CLOEXEC );
#ifdef SO_NOSIGPIPE
	int on = 1;
	setsockopt( pair[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof( on ) );
#endif
	return 0;
}

static int prepareFiles( posix_spawn_file_actions_t* actions, int input, FILE* log )
{
	int number = posix_spawn_file_actions_adddup2( actions, input, 0 );
	number = number == 0 ? posix_spawn_file_actions_addopen( actions, 1, "/dev/null", O_WRONLY, 0 ) : number;
	return number != 0	 ? number
		   : log != NULL ? posix_spawn_file_actions_adddup2( actions, fileno( log ), 2 )
						 : posix_spawn_file_actions_addopen( actions, 2, "/dev/null", O_WRONLY, 0 );
}

// In a process group of its own: a key that interrupts us must not cut the video off before its last frame.
static int spawnFfmpeg( const char* program, char* const* arguments, int input, FILE* log, pid_t* process )
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int number = posix_spawn_file_actions_init( &actions );
	if ( number != 0 )
	{
		return number;
	}
	number = posix_spawnattr_init( &attributes );
	if ( number == 0 )
	{
		sigset_t none;
		sigemptyset( &none );
		posix_spawnattr_setflags( &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK );
		posix_spawnattr_setpgroup( &attributes, 0 );
		posix_spawnattr_setsigmask( &attributes, &none );
		number = prepareFiles( &actions, input, log );
		number = number == 0 ? posix_spawn( process, program, &actions, &attributes, arguments, environ ) : number;
		posix_spawnattr_destroy( &attributes );
	}
	posix_spawn_file_actions_destroy( &actions );
	return number;
}

static const char* pixelFormat( void )
{
	const uint32_t one = 1;
	unsigned char first;
	memcpy( &first, &one, 1 );
	return first == 1 ? "bgr0" : "0rgb";
}

wfResult wfStartEncoder( const wfEncoderDef* def, wfEncoder* encoder, wfError* error )
{
	*encoder = ( wfEncoder ){ .handle = -1 };
	char program[1024], size[48];
	wfResult result = wfFindFfmpeg( program, sizeof( program ), error );
	if ( result != wf_ok )
	{
		return result;
	}
	// The prefix keeps a name with a colon from being taken for an address.
	wfText target = { 0 };
	wfText_Add( &target, "file:%s", def->path );
	if ( target.failed )
	{
		wfText_Free( &target );
		return wfFail( error, wf_outOfMemory, "ffmpeg could not be started: out of memory" );
	}
	snprintf( size, sizeof( size ), "%dx%d", def->width, def->height );
	wfShortText rate = wfFormatNumber( def->fps, 9 );
	const char* const arguments[] = {
		"ffmpeg",		 "-hide_banner", "-loglevel",	"error",   "-nostdin",	 "-y",		  "-f", "rawvideo",
		"-pixel_format", pixelFormat(),	 "-video_size", size,	   "-framerate", rate.text,	  "-i", "pipe:0",
		"-an",			 "-c:v",		 "libx264",		"-preset", "medium",	 "-crf",	  "18", "-pix_fmt",
		"yuv420p",		 "-movflags",	 "+faststart",	"-f",	   "mp4",		 target.data, NULL };
	int pair[2] = { -1, -1 };
	int number = makeSocket( pair );
	if ( number == 0 )
	{
		encoder->log = tmpfile();
		if ( encoder->log != NULL )
		{
			fcntl( fileno( encoder->log ), F_SETFD, FD_CLOEXEC );
		}
		// posix_spawn takes the strings without const for old programs' sake and leaves them alone.
		char* words[sizeof( arguments ) / sizeof( arguments[0] )];
		memcpy( words, arguments, sizeof( arguments ) );
		number = spawnFfmpeg( program, words, pair[1], encoder->log, &encoder->process );
		close( pair[1] );
		encoder->handle = pair[0];
	}
	wfText_Free( &target );
	if ( number != 0 )
	{
		encoder->process = 0;
		wfFinishEncoder( encoder, NULL );
		return failStart( error, number );
	}
	return wf_ok;
}

// The last line it wrote that is not empty.
static void readLastWords( FILE* log, char* text, size_t capacity )
{
	char tail[2048];
	text[0] = 0;
	if ( log == NULL || fseek( log, 0, SEEK_END ) != 0 )
	{
		return;
	}
	long end = ftell( log ), begin = end > (long)sizeof( tail ) - 1 ? end - (long)sizeof( tail ) + 1 : 0;
	if ( end <= 0 || fseek( log, begin, SEEK_SET ) != 0 )
	{
		return;
	}
	size_t size = fread( tail, 1, (size_t)( end - begin ), log );
	while ( size > 0 && ( tail[size - 1] == '\n' || tail[size - 1] == '\r' || tail[size - 1] == ' ' ) )
	{
		size -= 1;
	}
	tail[size] = 0;
	const char* last = strrchr( tail, '\n' );
	snprintf( text, capacity, "%.*s", (int)capacity - 1, last != NULL ? last + 1 : tail );
}

wfResult wfEncoder_Write( wfEncoder* encoder, const uint32_t* pixels, size_t count, wfError* error )
{
	const char* data = (const char*)pixels;
	size_t left = count * sizeof( uint32_t );
	while ( left > 0 )
	{
		// When ffmpeg is gone this gives an error here instead of a signal that ends us.
		ssize_t sent = send( encoder->handle, data, left, MSG_NOSIGNAL );
		if ( sent < 0 && errno != EINTR )
		{
			// Its own words say more than a broken pipe: they are there once it has ended.
			wfResult result = wfFinishEncoder( encoder, error );
			return result != wf_ok ? result : wfFail( error, wf_writeFailed, "ffmpeg ended before the video did" );
		}
		data += sent > 0 ? sent : 0;
		left -= sent > 0 ? (size_t)sent : 0;
	}
	return wf_ok;
}

wfResult wfFinishEncoder( wfEncoder* encoder, wfError* error )
{
	wfResult result = wf_ok;
	if ( encoder->handle >= 0 )
	{
		close( encoder->handle );
	}
	if ( encoder->process > 0 )
	{
		int status = 0;
		pid_t ended;
		do
		{
			ended = waitpid( encoder->process, &status, 0 );
		}
		while ( ended < 0 && errno == EINTR );
		// A host that ignores its children's ends leaves no status; then the file has to speak for itself.
		bool failed = ended > 0 && !( WIFEXITED( status ) && WEXITSTATUS( status ) == 0 );
		if ( failed )
		{
			char words[384];
			readLastWords( encoder->log, words, sizeof( words ) );
			result = wfFail( error, wf_writeFailed, "ffmpeg failed: %s", words[0] != 0 ? words : "it said nothing" );
		}
	}
	if ( encoder->log != NULL )
	{
		fclose( encoder->log );
	}
	*encoder = ( wfEncoder ){ .handle = -1 };
	return result;
}
