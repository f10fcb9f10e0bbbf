// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Texts too large to be held in memory, written so that they are there as a whole or not at all.
#include "record/footsteps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WF_TEXT_BUFFER ( (size_t)1 << 18 )

wfResult wfTextFile_Open( wfTextFile* text, const char* path, wfError* error )
{
	*text = ( wfTextFile ){ .buffer = wfAllocate( WF_TEXT_BUFFER ) };
	wfResult result = wfAtomicFile_Open( &text->file, path, ".tmp" );
	if ( result == wf_ok && text->buffer == NULL )
	{
		wfAtomicFile_Free( &text->file );
		result = wf_outOfMemory;
	}
	if ( result != wf_ok )
	{
		wfRelease( text->buffer, WF_TEXT_BUFFER );
		wfAtomicFile_Fail( &text->file, result, "could not be opened for writing", error );
	}
	return result;
}

static void flushText( wfTextFile* text )
{
	wfAtomicFile_Write( &text->file, text->buffer, text->used );
	text->used = 0;
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

wfResult wfTextFile_Close( wfTextFile* text, wfError* error )
{
	flushText( text );
	wfResult result = wfAtomicFile_Commit( &text->file );
	if ( result != wf_ok )
	{
		wfAtomicFile_Fail( &text->file, result, "could not be written", error );
	}
	wfAtomicFile_Free( &text->file );
	wfRelease( text->buffer, WF_TEXT_BUFFER );
	return result;
}
