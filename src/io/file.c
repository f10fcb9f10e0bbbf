// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Whole files in and out.
#include "io/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static wfResult failFile( wfError* error, const char* path, wfResult result, const char* what, int number )
{
	char reason[128] = "";
	if ( number != 0 && strerror_r( number, reason, sizeof( reason ) ) != 0 )
	{
		snprintf( reason, sizeof( reason ), "error %d", number );
	}
	wfFail( error, result, "%s%s%s", what, reason[0] != 0 ? ": " : "", reason );
	if ( error != NULL )
	{
		snprintf( error->file, sizeof( error->file ), "%s", path );
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- reading

void wfFile_Free( wfFile* file )
{
	wfRelease( file->data, file->capacity );
	*file = ( wfFile ){ 0 };
}

static wfResult readAll( int handle, const char* path, size_t limit, wfFile* file, wfError* error )
{
	while ( true )
	{
		if ( file->size == file->capacity )
		{
			if ( file->capacity >= limit )
			{
				// Only a further byte proves that it is too large.
				char more;
				ssize_t got = read( handle, &more, 1 );
				if ( got == 0 )
				{
					return wf_ok;
				}
				if ( got > 0 )
				{
					char what[96];
					snprintf( what, sizeof( what ), "the file is larger than the limit of %zu bytes", limit );
					return failFile( error, path, wf_tooLarge, what, 0 );
				}
			}
			else
			{
				size_t half = file->capacity + file->capacity / 2 + 65536;
				if ( wfGrowArray( &file->data, &file->capacity, half < limit ? half : limit, 1 ) != wf_ok )
				{
					return failFile( error, path, wf_outOfMemory, "out of memory", 0 );
				}
			}
		}
		ssize_t got = read( handle, file->data + file->size, file->capacity - file->size );
		if ( got == 0 )
		{
			return wf_ok;
		}
		if ( got < 0 && errno != EINTR )
		{
			return failFile( error, path, wf_readFailed, "could not be read", errno );
		}
		file->size += got > 0 ? (size_t)got : 0;
	}
}

static wfResult loadHandle( int handle, const char* path, size_t limit, bool allowPipe, wfFile* file, wfError* error )
{
	struct stat status;
	if ( fstat( handle, &status ) != 0 )
	{
		return failFile( error, path, wf_readFailed, "could not be read", errno );
	}
	if ( S_ISDIR( status.st_mode ) )
	{
		return failFile( error, path, wf_readFailed, "is a folder; expected a file", 0 );
	}
	// Devices may have no end.
	if ( !S_ISREG( status.st_mode ) && !( allowPipe && S_ISFIFO( status.st_mode ) ) )
	{
		return failFile( error, path, wf_readFailed, "is not a regular file", 0 );
	}
	if ( S_ISREG( status.st_mode ) && status.st_size > 0 )
	{
		if ( (uintmax_t)status.st_size > limit )
		{
			char what[128];
			snprintf( what, sizeof( what ), "the file has %jd bytes, more than the limit of %zu bytes", (intmax_t)status.st_size,
					  limit );
			return failFile( error, path, wf_tooLarge, what, 0 );
		}
		// One byte more, so that the end is found without growing.
		size_t capacity = (size_t)status.st_size + 1;
		file->data = wfAllocate( capacity );
		if ( file->data == NULL )
		{
			return failFile( error, path, wf_outOfMemory, "out of memory", 0 );
		}
		file->capacity = capacity;
	}
	return readAll( handle, path, limit, file, error );
}

wfResult wfFile_Load( const char* path, size_t limit, bool allowPipe, wfFile* file, wfError* error )
{
	*file = ( wfFile ){ 0 };
	// A pipe without a writer would block in open; those we allow are opened by whoever started us.
	int handle = open( path, O_RDONLY | O_CLOEXEC | ( allowPipe ? 0 : O_NONBLOCK ) );
	if ( handle < 0 )
	{
		bool missing = errno == ENOENT || errno == ENOTDIR;
		return failFile( error, path, missing ? wf_fileNotFound : wf_readFailed, "could not be opened", errno );
	}
	wfResult result = loadHandle( handle, path, limit, allowPipe, file, error );
	close( handle );
	if ( result != wf_ok )
	{
		wfFile_Free( file );
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- writing

// 0, or the number of the error.
static int writeAll( int handle, const char* data, size_t size )
{
	while ( size > 0 )
	{
		size_t part = size < ( 1u << 30 ) ? size : ( 1u << 30 );
		ssize_t written = write( handle, data, part );
		if ( written < 0 && errno != EINTR )
		{
			return errno;
		}
		data += written > 0 ? written : 0;
		size -= written > 0 ? (size_t)written : 0;
	}
	return 0;
}

// Devices and pipes cannot be replaced: what is written to them goes there at once.
static wfResult writeInPlace( const char* path, const void* data, size_t size, wfError* error )
{
	int handle = open( path, O_WRONLY | O_CLOEXEC );
	if ( handle < 0 )
	{
		return failFile( error, path, wf_writeFailed, "could not be opened for writing", errno );
	}
	int number = writeAll( handle, data, size );
	if ( close( handle ) != 0 && number == 0 )
	{
		number = errno;
	}
	return number == 0 ? wf_ok : failFile( error, path, wf_writeFailed, "could not be written", number );
}

// Fill the temporary file completely, on the disk and not only in its cache. 0, or the number of the error.
static int fillTemporary( int handle, const void* data, size_t size, const struct stat* old )
{
	int number = writeAll( handle, data, size );
	if ( number == 0 && old != NULL && fchmod( handle, old->st_mode & 0777 ) != 0 )
	{
		number = errno;
	}
	// Some file systems cannot synchronise (EINVAL); then the rename is all there is.
	if ( number == 0 && fsync( handle ) != 0 && errno != EINVAL )
	{
		number = errno;
	}
	if ( close( handle ) != 0 && number == 0 )
	{
		number = errno;
	}
	return number;
}

// The rename is safe once the folder is on the disk too. Not all file systems can; the file itself is complete either way.
static void synchroniseFolder( char* path )
{
	char* slash = strrchr( path, '/' );
	if ( slash != NULL )
	{
		slash[slash == path ? 1 : 0] = 0;
	}
	int handle = open( slash != NULL ? path : ".", O_RDONLY | O_CLOEXEC );
	if ( handle >= 0 )
	{
		fsync( handle );
		close( handle );
	}
}

// In the folder of `path`, under a name that does not grow with it: names have a longest length.
static int openTemporary( const char* path, char* temporary, size_t capacity )
{
	static atomic_uint s_counter;
	const char* slash = strrchr( path, '/' );
	int folder = slash != NULL ? (int)( slash - path ) + 1 : 0;
	int handle = -1;
	for ( int attempt = 0; attempt < 100 && handle < 0; ++attempt )
	{
		snprintf( temporary, capacity, "%.*s.wayfield-%ld-%u.tmp", folder, path, (long)getpid(),
				  atomic_fetch_add( &s_counter, 1u ) );
		handle = open( temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666 );
		if ( handle < 0 && errno != EEXIST )
		{
			break;
		}
	}
	return handle;
}

wfResult wfWriteFileAtomically( const char* path, const void* data, size_t size, wfError* error )
{
	if ( WF_FAILS( path != NULL && ( data != NULL || size == 0 ) ) )
	{
		return wfFail( error, wf_invalidDef, "no path or no data" );
	}
	struct stat old;
	bool exists = stat( path, &old ) == 0;
	if ( exists && S_ISDIR( old.st_mode ) )
	{
		return failFile( error, path, wf_writeFailed, "is a folder; expected a file", 0 );
	}
	if ( exists && !S_ISREG( old.st_mode ) )
	{
		return writeInPlace( path, data, size, error );
	}

	size_t capacity = strlen( path ) + 64;
	char* temporary = wfAllocate( capacity );
	if ( temporary == NULL )
	{
		return failFile( error, path, wf_outOfMemory, "out of memory", 0 );
	}
	int handle = openTemporary( path, temporary, capacity );
	int number = handle < 0 ? errno : fillTemporary( handle, data, size, exists ? &old : NULL );
	if ( number == 0 && rename( temporary, path ) != 0 )
	{
		number = errno;
	}
	if ( number != 0 && handle >= 0 )
	{
		unlink( temporary );
	}
	if ( number == 0 )
	{
		synchroniseFolder( temporary );
	}
	wfRelease( temporary, capacity );
	return number == 0 ? wf_ok : failFile( error, path, wf_writeFailed, "could not be written", number );
}
