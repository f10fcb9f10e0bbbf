// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "io/atomic_file.h"

#include "io/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// In the folder of the file, under a name that does not grow with it: names have a longest length.
static int openBeside( wfAtomicFile* file, const char* suffix )
{
	static atomic_uint s_counter;
	const char* slash = strrchr( file->path, '/' );
	int folder = slash != NULL ? (int)( slash - file->path ) + 1 : 0, handle = -1;
	for ( int attempt = 0; attempt < 100 && handle < 0; ++attempt )
	{
		snprintf( file->temporary, file->temporarySize, "%.*s.wayfield-%ld-%u%s", folder, file->path, (long)getpid(),
				  atomic_fetch_add( &s_counter, 1u ), suffix );
		handle = open( file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666 );
		if ( handle < 0 && errno != EEXIST )
		{
			break;
		}
	}
	return handle;
}

wfResult wfAtomicFile_Open( wfAtomicFile* file, const char* path, const char* suffix )
{
	struct stat old;
	bool exists = stat( path, &old ) == 0, special = exists && !S_ISREG( old.st_mode );
	*file = ( wfAtomicFile ){ .path = path };
	if ( exists && S_ISDIR( old.st_mode ) )
	{
		file->failure = EISDIR;
		return wf_writeFailed;
	}
	if ( !special )
	{
		file->temporarySize = strlen( path ) + strlen( suffix ) + 64;
		file->temporary = wfAllocate( file->temporarySize );
		if ( file->temporary == NULL )
		{
			return wf_outOfMemory;
		}
	}
	file->handle = special ? open( path, O_WRONLY | O_CLOEXEC ) : openBeside( file, suffix );
	file->isOpen = file->handle >= 0;
	if ( !file->isOpen )
	{
		file->failure = errno;
		wfRelease( file->temporary, file->temporarySize );
		file->temporary = NULL;
		return wf_writeFailed;
	}
	return wf_ok;
}

static void keepFailure( wfAtomicFile* file, bool failed )
{
	file->failure = failed && file->failure == 0 ? errno : file->failure;
}

void wfAtomicFile_Write( wfAtomicFile* file, const void* data, size_t size )
{
	const char* at = data;
	while ( size > 0 && file->failure == 0 )
	{
		ssize_t written = write( file->handle, at, size < ( 1u << 30 ) ? size : ( 1u << 30 ) );
		keepFailure( file, written < 0 && errno != EINTR );
		at += written > 0 ? written : 0;
		size -= written > 0 ? (size_t)written : 0;
	}
}

void wfAtomicFile_LeaveToOthers( wfAtomicFile* file )
{
	keepFailure( file, file->isOpen && close( file->handle ) != 0 );
	file->isOpen = false;
}

// The rename is safe once the folder is on the disk too. Not all file systems can; the file itself is complete either way.
static void synchroniseFolder( wfAtomicFile* file )
{
	char* slash = strrchr( file->temporary, '/' );
	if ( slash != NULL )
	{
		slash[slash == file->temporary ? 1 : 0] = 0;
	}
	int handle = open( slash != NULL ? file->temporary : ".", O_RDONLY | O_CLOEXEC );
	if ( handle >= 0 )
	{
		fsync( handle );
		close( handle );
	}
}

wfResult wfAtomicFile_Commit( wfAtomicFile* file )
{
	struct stat old;
	bool replaces = file->temporary != NULL;
	if ( replaces && stat( file->path, &old ) == 0 )
	{
		keepFailure( file, chmod( file->temporary, old.st_mode & 0777 ) != 0 );
	}
	// On the disk and not only in its cache. Some file systems cannot (EINVAL); then the rename is all there is.
	keepFailure( file, replaces && file->isOpen && fsync( file->handle ) != 0 && errno != EINVAL );
	wfAtomicFile_LeaveToOthers( file );
	if ( replaces && file->failure == 0 )
	{
		keepFailure( file, rename( file->temporary, file->path ) != 0 );
	}
	if ( replaces && file->failure == 0 )
	{
		synchroniseFolder( file );
		wfRelease( file->temporary, file->temporarySize );
		file->temporary = NULL;
	}
	return file->failure == 0 ? wf_ok : wf_writeFailed;
}

void wfAtomicFile_Free( wfAtomicFile* file )
{
	wfAtomicFile_LeaveToOthers( file );
	if ( file->temporary != NULL )
	{
		unlink( file->temporary );
		wfRelease( file->temporary, file->temporarySize );
		file->temporary = NULL;
	}
}

wfResult wfAtomicFile_Fail( const wfAtomicFile* file, wfResult result, const char* words, wfError* error )
{
	return result == wf_outOfMemory	 ? wfFailFile( file->path, result, "out of memory", 0, error )
		   : file->failure == EISDIR ? wfFailFile( file->path, result, "is a folder; expected a file", 0, error )
									 : wfFailFile( file->path, result, words, file->failure, error );
}
