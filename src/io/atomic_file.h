// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A file that is there as a whole or not at all: it grows beside the one whose place it takes when it is complete, with that
// one's permissions. A failure before leaves the old file as it was. Devices and pipes cannot be replaced: they are written to
// directly.
#pragma once

#include "base/base.h"

// A zeroed struct is one that is not open.
typedef struct wfAtomicFile
{
	const char* path; // not copied
	char* temporary;  // in the same folder; null: written in place
	size_t temporarySize;
	int handle;
	bool isOpen;
	int failure; // number of the first error, as in errno; what follows is not written
} wfAtomicFile;

// The temporary file ends with `suffix`. On failure nothing needs to be freed and `failure` says why.
wfResult wfAtomicFile_Open( wfAtomicFile* file, const char* path, const char* suffix );
void wfAtomicFile_Write( wfAtomicFile* file, const void* data, size_t size );
// For files that others write by their name: closes it, there and empty.
void wfAtomicFile_LeaveToOthers( wfAtomicFile* file );
// Puts the file in its place. On failure `failure` says why.
wfResult wfAtomicFile_Commit( wfAtomicFile* file );
// Removes what was not committed.
void wfAtomicFile_Free( wfAtomicFile* file );

// Fills an error with what went wrong, behind `words` where it is not plain: "could not be written: no space left".
wfResult wfAtomicFile_Fail( const wfAtomicFile* file, wfResult result, const char* words, wfError* error );
