// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings as text: that of the pedestrian dynamics data archive, and CSV. Frames are written whole; a failed write is cut off
// again, so that the file ends with a frame.
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Two whole numbers, five with sign, ten digits before and six behind the point, and what parts them.
#define WF_MAX_LINE 132
// Written early beyond this many bytes, so that frames between commits do not pile up in memory.
#define WF_FLUSH_SIZE ( (size_t)8 << 20 )

static const char s_csvHeader[] = "frame,id,x,y,ori_x,ori_y\n";
static const char s_csvSurfaceHeader[] = "frame,id,x,y,z,ori_x,ori_y\n";
static const char s_textColumns[] = "# id frame x/m y/m z/m\n";

// The line that names the columns.
static const char* getColumns( const wfRecorder* recorder )
{
	const char* csv = recorder->hasHeights ? s_csvSurfaceHeader : s_csvHeader;
	return recorder->kind == wf_textRecord ? s_textColumns : csv;
}

// ---------------------------------------------------------------------------------------------------------- formatting

static char* putWhole( char* at, uint64_t value )
{
	char digits[24];
	int count = 0;
	do
	{
		digits[count++] = (char)( '0' + value % 10 );
		value /= 10;
	}
	while ( value > 0 );
	while ( count > 0 )
	{
		*at++ = digits[--count];
	}
	return at;
}

// Six decimals: micrometres. The caller has checked the range, so the product is exact to its last digit or nearly.
static char* putNumber( char* at, double value )
{
	int64_t micro = (int64_t)floor( fabs( value ) * 1.0e6 + 0.5 );
	if ( value < 0.0 && micro > 0 )
	{
		*at++ = '-';
	}
	at = putWhole( at, (uint64_t)( micro / 1000000 ) );
	*at++ = '.';
	int64_t rest = micro % 1000000;
	for ( int64_t unit = 100000; unit > 0; unit /= 10 )
	{
		*at++ = (char)( '0' + rest / unit % 10 );
	}
	return at;
}

static char* putRow( char* at, const wfRecorder* recorder, const wfRecordRow* row )
{
	int64_t frame = recorder->frame;
	if ( recorder->kind == wf_textRecord )
	{
		at = putWhole( at, row->serial );
		*at++ = ' ';
		at = putWhole( at, (uint64_t)frame );
		*at++ = ' ';
		at = putNumber( at, row->position.x );
		*at++ = ' ';
		at = putNumber( at, row->position.y );
		*at++ = ' ';
		if ( recorder->hasHeights )
		{
			at = putNumber( at, row->height );
		}
		else
		{
			*at++ = '0';
		}
	}
	else
	{
		at = putWhole( at, (uint64_t)frame );
		*at++ = ',';
		at = putWhole( at, row->serial );
		*at++ = ',';
		at = putNumber( at, row->position.x );
		*at++ = ',';
		at = putNumber( at, row->position.y );
		*at++ = ',';
		if ( recorder->hasHeights )
		{
			at = putNumber( at, row->height );
			*at++ = ',';
		}
		at = putNumber( at, cos( (double)row->heading ) );
		*at++ = ',';
		at = putNumber( at, sin( (double)row->heading ) );
	}
	*at++ = '\n';
	return at;
}

static wfResult reserve( wfRecorder* recorder, size_t bytes, wfError* error )
{
	wfTextRecord* text = &recorder->text;
	return wfGrowArray( &text->buffer, &text->capacity, text->size + bytes, 1 ) == wf_ok
			   ? wf_ok
			   : wfRecorder_Fail( recorder, error, wf_outOfMemory, "out of memory" );
}

static wfResult append( wfRecorder* recorder, const char* words, wfError* error )
{
	size_t length = strlen( words );
	wfResult result = reserve( recorder, length, error );
	if ( result == wf_ok )
	{
		memcpy( recorder->text.buffer + recorder->text.size, words, length );
		recorder->text.size += length;
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- resuming

typedef struct wfResumeScan
{
	int64_t at;	  // bytes read
	int64_t keep; // bytes of the file that stay
	int32_t line;
	int32_t headLines; // before the rows
	bool surface;	   // named in the head
	bool done;
} wfResumeScan;

static wfResult failResume( const wfRecorder* recorder, int32_t line, wfError* error, wfResult result, const char* words )
{
	wfRecorder_Fail( recorder, error, result, "%s", words );
	if ( error != NULL )
	{
		error->line = line;
	}
	return result;
}

static void makeFirstLine( const wfRecorder* recorder, char* buffer, size_t capacity )
{
	snprintf( buffer, capacity, "# framerate: %s fps\n", wfFormatShortest( recorder->fps, "" ).text );
}

// The frame of a row of ours, -1 when it is not one.
static int64_t frameOfRow( const wfRecorder* recorder, const char* row )
{
	long long first = -1, second = -1;
	bool text = recorder->kind == wf_textRecord;
	if ( sscanf( row, text ? "%lld %lld " : "%lld,%lld,", &first, &second ) != 2 || first < 0 || second < 0 )
	{
		return -1;
	}
	return text ? second : first;
}

static wfResult scanLine( const wfRecorder* recorder, const char* row, size_t length, wfResumeScan* scan, wfError* error )
{
	char expected[96];
	makeFirstLine( recorder, expected, sizeof( expected ) );
	bool text = recorder->kind == wf_textRecord;
	const char* columns = getColumns( recorder );
	if ( scan->line == 1 && !text && strcmp( row, columns ) == 0 )
	{
		scan->headLines = 1; // as it was before the frame rate was written
	}
	else if ( scan->line <= scan->headLines && strcmp( row, scan->line == 1 ? expected : columns ) != 0 )
	{
		wfQuoted found = wfQuote( row, strcspn( row, "\r\n" ) );
		const char* line = scan->line == 1 ? expected : columns;
		char words[320];
		snprintf( words, sizeof( words ), "is no recording to go on with: expected \"%.*s\", found %s",
				  (int)strcspn( line, "\n" ), line, found.text );
		return failResume( recorder, scan->line, error, wf_badFormat, words );
	}
	scan->surface = scan->surface || strncmp( row, WF_SURFACE_COMMENT, strlen( WF_SURFACE_COMMENT ) ) == 0;
	if ( scan->line > scan->headLines && row[0] != '#' )
	{
		int64_t frame = frameOfRow( recorder, row );
		if ( frame < 0 )
		{
			return failResume( recorder, scan->line, error, wf_badFormat,
							   text ? "is no recording to go on with: expected id, frame, x, y and z"
							   : recorder->hasHeights
								   ? "is no recording to go on with: expected frame, id, x, y, z, ori_x and ori_y"
								   : "is no recording to go on with: expected frame, id, x, y, ori_x and ori_y" );
		}
		scan->done = frame >= recorder->frame;
	}
	scan->keep += scan->done ? 0 : (int64_t)length;
	return wf_ok;
}

// How much of the file lies before the frame to go on from. A last line without its end was torn and does not count.
static wfResult scanForResume( const wfRecorder* recorder, FILE* file, wfResumeScan* scan, wfError* error )
{
	char row[4096];
	bool inside = false; // of a comment longer than the buffer
	wfResult result = wf_ok;
	scan->line = 1;
	scan->headLines = 2;
	while ( !scan->done && result == wf_ok && fgets( row, sizeof( row ), file ) != NULL )
	{
		size_t length = strlen( row );
		bool ended = length > 0 && row[length - 1] == '\n';
		if ( inside )
		{
			scan->keep += (int64_t)length;
		}
		else if ( ended || row[0] == '#' )
		{
			result = scanLine( recorder, row, length, scan, error );
		}
		else
		{
			scan->done = true;
		}
		inside = !ended;
		scan->line += ended ? 1 : 0;
	}
	if ( result == wf_ok && ferror( file ) )
	{
		return wfRecorder_Fail( recorder, error, wf_readFailed, "could not be read: %s", strerror( errno ) );
	}
	if ( result == wf_ok && scan->line <= scan->headLines )
	{
		return failResume( recorder, scan->line, error, wf_badFormat, "the header ends here: no recording to go on with" );
	}
	if ( result == wf_ok && recorder->kind == wf_textRecord && scan->surface != recorder->hasHeights )
	{
		return wfRecorder_Fail( recorder, error, wf_badFormat, "is a recording of a crowd %s; it cannot go on with one %s",
								scan->surface ? "on a surface" : "in the plane",
								scan->surface ? "in the plane" : "on a surface" );
	}
	return result;
}

static wfResult openForResume( wfRecorder* recorder, wfError* error )
{
	FILE* file = fopen( recorder->path, "r+b" );
	if ( file == NULL )
	{
		return wfRecorder_Fail( recorder, error, errno == ENOENT ? wf_fileNotFound : wf_writeFailed,
								"could not be opened to go on with: %s", strerror( errno ) );
	}
	wfResumeScan scan = { 0 };
	wfResult result = scanForResume( recorder, file, &scan, error );
	fclose( file );
	if ( result != wf_ok )
	{
		return result;
	}
	wfTextRecord* text = &recorder->text;
	text->handle = open( recorder->path, O_WRONLY | O_CLOEXEC );
	if ( text->handle < 0 || ftruncate( text->handle, scan.keep ) != 0 || lseek( text->handle, 0, SEEK_END ) < 0 )
	{
		return wfRecorder_Fail( recorder, error, wf_writeFailed, "could not be written: %s", strerror( errno ) );
	}
	text->committedSize = scan.keep;
	text->hasRows = true;
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------- writing

wfResult wfTextRecord_Open( wfRecorder* recorder, const wfRecorderDef* def, wfError* error )
{
	wfTextRecord* text = &recorder->text;
	text->plain = true;
	if ( def->resume )
	{
		return openForResume( recorder, error );
	}
	text->plain = !recorder->placed;
	text->handle = open( text->plain ? recorder->file.temporary : recorder->path, O_WRONLY | O_CLOEXEC );
	if ( text->handle < 0 )
	{
		return wfRecorder_Fail( recorder, error, wf_writeFailed, "could not be opened for writing: %s", strerror( errno ) );
	}
	char line[96];
	makeFirstLine( recorder, line, sizeof( line ) );
	wfResult result = append( recorder, line, error );
	return result == wf_ok ? append( recorder, getColumns( recorder ), error ) : result;
}

// 0, or the number of the error.
static int writeBuffer( wfTextRecord* text )
{
	size_t done = 0;
	while ( done < text->size )
	{
		ssize_t written = write( text->handle, text->buffer + done, text->size - done );
		if ( written < 0 && errno != EINTR )
		{
			return errno;
		}
		done += written > 0 ? (size_t)written : 0;
	}
	text->size = 0;
	return 0;
}

// Back to the last commit, where a part of what followed may have been written.
static wfResult failWrite( wfRecorder* recorder, int number, wfError* error )
{
	wfTextRecord* text = &recorder->text;
	text->size = 0;
	if ( text->plain && ftruncate( text->handle, text->committedSize ) != 0 )
	{
		wfLogMessage( wf_logWarning, "%s: could not be cut to its last commit: %s", recorder->path, strerror( errno ) );
	}
	return wfRecorder_Fail( recorder, error, wf_writeFailed, "could not be written: %s", strerror( number ) );
}

wfResult wfTextRecord_AddFrame( wfRecorder* recorder, wfError* error )
{
	wfTextRecord* text = &recorder->text;
	if ( recorder->rowCount > ( SIZE_MAX - text->size ) / WF_MAX_LINE )
	{
		return wfRecorder_Fail( recorder, error, wf_outOfMemory, "out of memory" );
	}
	wfResult result = reserve( recorder, recorder->rowCount * WF_MAX_LINE, error );
	if ( result != wf_ok )
	{
		return result;
	}
	char* at = text->buffer + text->size;
	for ( size_t i = 0; i < recorder->rowCount; ++i )
	{
		at = putRow( at, recorder, &recorder->rows[i] );
	}
	text->size = (size_t)( at - text->buffer );
	text->hasRows = true;
	if ( text->size > WF_FLUSH_SIZE )
	{
		int number = writeBuffer( text );
		result = number == 0 ? wf_ok : failWrite( recorder, number, error );
	}
	return result;
}

wfResult wfTextRecord_SetText( wfRecorder* recorder, const char* key, const char* value, wfError* error )
{
	wfTextRecord* text = &recorder->text;
	if ( recorder->kind != wf_textRecord || text->hasRows )
	{
		return wf_ok;
	}
	size_t keyLength = strlen( key ), valueLength = strlen( value );
	wfResult result = reserve( recorder, keyLength + valueLength + 8, error );
	if ( result != wf_ok )
	{
		return result;
	}
	char* line = text->buffer + text->size;
	size_t length = (size_t)sprintf( line, "# %s: %s", key, value );
	for ( size_t i = 0; i < length; ++i )
	{
		line[i] = (unsigned char)line[i] < 32 ? ' ' : line[i]; // a line end would make a row of the rest
	}
	line[length] = '\n';
	text->size += length + 1;
	return wf_ok;
}

wfResult wfTextRecord_Commit( wfRecorder* recorder, wfError* error )
{
	wfTextRecord* text = &recorder->text;
	int number = writeBuffer( text );
	// Devices and some file systems cannot synchronise.
	if ( number == 0 && text->plain && fsync( text->handle ) != 0 && errno != EINVAL )
	{
		number = errno;
	}
	if ( number == 0 && !recorder->placed )
	{
		number = wfRecorder_Place( recorder );
	}
	if ( number != 0 )
	{
		return failWrite( recorder, number, error );
	}
	text->committedSize = text->plain ? (int64_t)lseek( text->handle, 0, SEEK_CUR ) : 0;
	return wf_ok;
}

void wfTextRecord_Close( wfRecorder* recorder )
{
	wfTextRecord* text = &recorder->text;
	if ( text->handle >= 0 )
	{
		close( text->handle );
	}
	wfRelease( text->buffer, text->capacity );
}
