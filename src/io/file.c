// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Whole files in and out.
#include "io/atomic_file.h"
#include "io/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

wfResult wfFailFile( const char* path, wfResult result, const char* what, int number, wfError* error )
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
		size_t half = file->capacity + file->capacity / 2 + 65536;
		if ( file->size == file->capacity && file->capacity < limit &&
			 wfGrowArray( &file->data, &file->capacity, half < limit ? half : limit, 1 ) != wf_ok )
		{
			return wfFailFile( path, wf_outOfMemory, "out of memory", 0, error );
		}
		// Only a further byte proves that it is too large.
		char more;
		bool full = file->size == file->capacity;
		ssize_t got = read( handle, full ? &more : file->data + file->size, full ? 1 : file->capacity - file->size );
		if ( got == 0 )
		{
			return wf_ok;
		}
		if ( got > 0 && full )
		{
			char what[96];
			snprintf( what, sizeof( what ), "the file is larger than the limit of %zu bytes", limit );
			return wfFailFile( path, wf_tooLarge, what, 0, error );
		}
		if ( got < 0 && errno != EINTR )
		{
			return wfFailFile( path, wf_readFailed, "could not be read", errno, error );
		}
		file->size += got > 0 ? (size_t)got : 0;
	}
}

static wfResult loadHandle( int handle, const char* path, size_t limit, bool allowPipe, wfFile* file, wfError* error )
{
	struct stat status;
	if ( fstat( handle, &status ) != 0 )
	{
		return wfFailFile( path, wf_readFailed, "could not be read", errno, error );
	}
	if ( S_ISDIR( status.st_mode ) )
	{
		return wfFailFile( path, wf_readFailed, "is a folder; expected a file", 0, error );
	}
	// Devices may have no end.
	if ( !S_ISREG( status.st_mode ) && !( allowPipe && S_ISFIFO( status.st_mode ) ) )
	{
		return wfFailFile( path, wf_readFailed, "is not a regular file", 0, error );
	}
	if ( S_ISREG( status.st_mode ) && status.st_size > 0 )
	{
		if ( (uintmax_t)status.st_size > limit )
		{
			char what[128];
			snprintf( what, sizeof( what ), "the file has %jd bytes, more than the limit of %zu bytes", (intmax_t)status.st_size,
					  limit );
			return wfFailFile( path, wf_tooLarge, what, 0, error );
		}
		// One byte more, so that the end is found without growing.
		size_t capacity = (size_t)status.st_size + 1;
		file->data = wfAllocate( capacity );
		if ( file->data == NULL )
		{
			return wfFailFile( path, wf_outOfMemory, "out of memory", 0, error );
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
		return wfFailFile( path, missing ? wf_fileNotFound : wf_readFailed, "could not be opened", errno, error );
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

wfResult wfWriteFileAtomically( const char* path, const void* data, size_t size, wfError* error )
{
	if ( WF_FAILS( path != NULL && ( data != NULL || size == 0 ) ) )
	{
		return wfFail( error, wf_invalidDef, "no path or no data" );
	}
	wfAtomicFile file;
	wfResult result = wfAtomicFile_Open( &file, path, ".tmp" );
	if ( result == wf_ok )
	{
		wfAtomicFile_Write( &file, data, size );
		result = wfAtomicFile_Commit( &file );
	}
	result = result == wf_ok ? wf_ok : wfAtomicFile_Fail( &file, result, "could not be written", error );
	wfAtomicFile_Free( &file );
	return result;
}
