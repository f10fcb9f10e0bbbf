// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Texts too large to be held in memory, written so that they are there as a whole or not at all.
#include "record/footsteps.h"

#include <math.h>

#define WF_TEXT_BUFFER ( (size_t)1 << 18 )

wfResult wfTextFile_Open( wfTextFile* text, const char* path, wfError* error )
{
	*text = ( wfTextFile ){ 0 };
	wfResult result = wfAtomicFile_Open( &text->file, path, ".tmp" );
	return result == wf_ok ? wf_ok : wfAtomicFile_Fail( &text->file, result, "could not be opened for writing", error );
}

static void writeText( wfTextFile* file )
{
	wfAtomicFile_Write( &file->file, file->text.data, file->text.length );
	file->text.length = 0;
}

bool wfTextFile_Flush( wfTextFile* file )
{
	if ( file->text.length >= WF_TEXT_BUFFER )
	{
		writeText( file );
	}
	return file->file.failure == 0 && !file->text.failed;
}

void wfTextFile_PutFixed( wfTextFile* file, double value )
{
	if ( !( fabs( value ) < 9e9 ) )
	{
		wfText_AddNumber( &file->text, value );
		return;
	}
	// Whole and decimals apart: the product of both would lose digits.
	double size = fabs( value ), whole = floor( size );
	int64_t units = (int64_t)whole, nano = (int64_t)floor( ( size - whole ) * 1e9 + 0.5 );
	units += nano / 1000000000;
	nano %= 1000000000;
	bool negative = value < 0.0 && ( units > 0 || nano > 0 ); // no minus before nothing
	wfText_Add( &file->text, "%s%lld.%09lld", negative ? "-" : "", (long long)units, (long long)nano );
}

wfResult wfTextFile_Close( wfTextFile* text, wfError* error )
{
	writeText( text );
	wfResult result = text->text.failed ? wf_outOfMemory : wfAtomicFile_Commit( &text->file );
	if ( result != wf_ok )
	{
		wfAtomicFile_Fail( &text->file, result, "could not be written", error );
	}
	wfAtomicFile_Free( &text->file );
	wfText_Free( &text->text );
	return result;
}
