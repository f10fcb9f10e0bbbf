// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Texts too large to be held in memory, written so that they are there as a whole or not at all.
#include "record/footsteps.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WF_TEXT_BUFFER ( (size_t)1 << 18 )

static wfResult failText( const char* path, wfResult result, const char* words, int number, wfError* error )
{
	wfFail( error, result, "%s%s%s", words, number != 0 ? ": " : "", number != 0 ? strerror( number ) : "" );
	if ( error != NULL )
	{
		snprintf( error->file, sizeof( error->file ), "%s", path );
	}
	return result;
}

// In the folder of the file, under a name that does not grow with it.
static int openBeside( wfTextFile* file )
{
	static atomic_uint s_counter;
	const char* slash = strrchr( file->path, '/' );
	int folder = slash != NULL ? (int)( slash - file->path ) + 1 : 0;
	int handle = -1;
	for ( int attempt = 0; attempt < 100 && handle < 0; ++attempt )
	{
		snprintf( file->temporary, file->temporarySize, "%.*s.wayfield-text-%ld-%u.tmp", folder, file->path, (long)getpid(),
				  atomic_fetch_add( &s_counter, 1u ) );
		handle = open( file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666 );
		if ( handle < 0 && errno != EEXIST )
		{
			break;
		}
	}
	return handle;
}

static void releaseText( wfTextFile* file )
{
	wfRelease( file->temporary, file->temporarySize );
	wfRelease( file->buffer, WF_TEXT_BUFFER );
	file->temporary = NULL;
	file->buffer = NULL;
}

wfResult wfTextFile_Open( wfTextFile* file, const char* path, wfError* error )
{
	struct stat old;
	bool exists = stat( path, &old ) == 0;
	if ( exists && S_ISDIR( old.st_mode ) )
	{
		return failText( path, wf_writeFailed, "is a folder; expected a file", 0, error );
	}
	bool special = exists && !S_ISREG( old.st_mode );
	*file = ( wfTextFile ){ .path = path, .handle = -1, .mode = exists ? (int)( old.st_mode & 0777 ) : -1 };
	file->temporarySize = special ? 0 : strlen( path ) + 64;
	file->buffer = wfAllocate( WF_TEXT_BUFFER );
	file->temporary = special || file->buffer == NULL ? NULL : wfAllocate( file->temporarySize );
	if ( file->buffer == NULL || ( !special && file->temporary == NULL ) )
	{
		releaseText( file );
		return failText( path, wf_outOfMemory, "out of memory", 0, error );
	}
	file->handle = special ? open( path, O_WRONLY | O_CLOEXEC ) : openBeside( file );
	if ( file->handle < 0 )
	{
		int number = errno;
		releaseText( file );
		return failText( path, wf_writeFailed, "could not be opened for writing", number, error );
	}
	return wf_ok;
}

static void flushText( wfTextFile* file )
{
	const char* at = file->buffer;
	size_t left = file->used;
	while ( left > 0 && file->failure == 0 )
	{
		ssize_t written = write( file->handle, at, left );
		if ( written < 0 && errno != EINTR )
		{
			file->failure = errno;
		}
		at += written > 0 ? written : 0;
		left -= written > 0 ? (size_t)written : 0;
	}
	file->used = 0;
}

void wfTextFile_Put( wfTextFile* file, const char* text, size_t length )
{
	while ( length > 0 )
	{
		size_t room = WF_TEXT_BUFFER - file->used, part = length < room ? length : room;
		memcpy( file->buffer + file->used, text, part );
		file->used += part;
		text += part;
		length -= part;
		if ( file->used == WF_TEXT_BUFFER )
		{
			flushText( file );
		}
	}
}

void wfTextFile_PutText( wfTextFile* file, const char* text )
{
	wfTextFile_Put( file, text, strlen( text ) );
}

void wfTextFile_PutNumber( wfTextFile* file, double value )
{
	wfTextFile_PutText( file, wfFormatShortest( value, "" ).text );
}

void wfTextFile_PutWhole( wfTextFile* file, int64_t value )
{
	char text[32];
	int length = snprintf( text, sizeof( text ), "%lld", (long long)value );
	wfTextFile_Put( file, text, (size_t)length );
}

void wfTextFile_PutFixed( wfTextFile* file, double value )
{
	if ( !( fabs( value ) < 9e9 ) )
	{
		wfTextFile_PutNumber( file, value );
		return;
	}
	// Whole and decimals apart: the product of both would lose digits.
	double size = fabs( value ), whole = floor( size );
	int64_t units = (int64_t)whole, nano = (int64_t)floor( ( size - whole ) * 1e9 + 0.5 );
	units += nano / 1000000000;
	nano %= 1000000000;
	bool negative = value < 0.0 && ( units > 0 || nano > 0 ); // no minus before nothing
	char text[40];
	char* at = text + sizeof( text );
	for ( int i = 0; i < 9; ++i, nano /= 10 )
	{
		*--at = (char)( '0' + nano % 10 );
	}
	*--at = '.';
	do
	{
		*--at = (char)( '0' + units % 10 );
		units /= 10;
	}
	while ( units > 0 );
	if ( negative )
	{
		*--at = '-';
	}
	wfTextFile_Put( file, at, (size_t)( text + sizeof( text ) - at ) );
}

// On the disk and not only in its cache. 0, or the number of the error.
static int finishText( wfTextFile* file )
{
	if ( file->temporary == NULL )
	{
		return 0;
	}
	if ( file->mode >= 0 && fchmod( file->handle, (mode_t)file->mode ) != 0 )
	{
		return errno;
	}
	return fsync( file->handle ) != 0 && errno != EINVAL ? errno : 0; // some file systems cannot
}

// The rename is on the disk once the folder is. Not all file systems can.
static void synchroniseFolder( wfTextFile* file )
{
	char* slash = strrchr( file->temporary, '/' );
	if ( slash != NULL )
	{
		slash[slash == file->temporary ? 1 : 0] = 0;
	}
	int folder = open( slash != NULL ? file->temporary : ".", O_RDONLY | O_CLOEXEC );
	if ( folder >= 0 )
	{
		fsync( folder );
		close( folder );
	}
}

wfResult wfTextFile_Close( wfTextFile* file, bool keep, wfError* error )
{
	if ( keep )
	{
		flushText( file );
		file->failure = file->failure == 0 ? finishText( file ) : file->failure;
	}
	if ( close( file->handle ) != 0 && file->failure == 0 )
	{
		file->failure = errno;
	}
	bool whole = keep && file->failure == 0;
	if ( file->temporary != NULL )
	{
		if ( whole && rename( file->temporary, file->path ) != 0 )
		{
			file->failure = errno;
			whole = false;
		}
		if ( whole )
		{
			synchroniseFolder( file );
		}
		else
		{
			unlink( file->temporary );
		}
	}
	releaseText( file );
	return whole || !keep ? wf_ok : failText( file->path, wf_writeFailed, "could not be written", file->failure, error );
}
