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
	bool text = recorder->kind == wf_textRecord;
	char parts = text ? ' ' : ',';
	at = putWhole( at, text ? row->serial : (uint64_t)recorder->frame );
	*at++ = parts;
	at = putWhole( at, text ? (uint64_t)recorder->frame : row->serial );
	const double numbers[] = { row->position.x, row->position.y, row->height, cos( (double)row->heading ),
							   sin( (double)row->heading ) };
	for ( int i = 0; i < ( text ? 3 : 5 ); ++i )
	{
		bool height = i == 2;
		if ( height && !recorder->hasHeights && !text )
		{
			continue;
		}
		*at++ = parts;
		if ( height && !recorder->hasHeights )
		{
			*at++ = '0';
			continue;
		}
		at = putNumber( at, numbers[i] );
	}
	*at++ = '\n';
	return at;
}

static bool reserve( wfRecorder* recorder, size_t bytes )
{
	wfTextRecord* text = &recorder->text;
	return wfRecorder_Grow( recorder, &text->buffer, &text->capacity, text->size + bytes, 1 );
}

static void append( wfRecorder* recorder, const char* words )
{
	size_t length = strlen( words );
	if ( reserve( recorder, length ) )
	{
		memcpy( recorder->text.buffer + recorder->text.size, words, length );
		recorder->text.size += length;
	}
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

static void failResume( wfRecorder* recorder, int32_t line, const char* words )
{
	wfRecorder_Fail( recorder, wf_badFormat, "%s", words );
	recorder->failure.line = line;
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

static void scanLine( wfRecorder* recorder, const char* row, size_t length, wfResumeScan* scan )
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
		failResume( recorder, scan->line, words );
	}
	scan->surface = scan->surface || strncmp( row, WF_SURFACE_COMMENT, strlen( WF_SURFACE_COMMENT ) ) == 0;
	if ( scan->line > scan->headLines && row[0] != '#' )
	{
		int64_t frame = frameOfRow( recorder, row );
		if ( frame < 0 )
		{
			failResume( recorder, scan->line,
						text				   ? "is no recording to go on with: expected id, frame, x, y and z"
						: recorder->hasHeights ? "is no recording to go on with: expected frame, id, x, y, z, ori_x and ori_y"
											   : "is no recording to go on with: expected frame, id, x, y, ori_x and ori_y" );
		}
		scan->done = frame >= recorder->frame;
	}
	scan->keep += scan->done ? 0 : (int64_t)length;
}

// How much of the file lies before the frame to go on from. A last line without its end was torn and does not count.
static void scanForResume( wfRecorder* recorder, FILE* file, wfResumeScan* scan )
{
	char row[4096];
	bool inside = false; // of a comment longer than the buffer
	while ( !scan->done && wfRecorder_IsOk( recorder ) && fgets( row, sizeof( row ), file ) != NULL )
	{
		size_t length = strlen( row );
		bool ended = length > 0 && row[length - 1] == '\n';
		if ( inside )
		{
			scan->keep += (int64_t)length;
		}
		else if ( ended || row[0] == '#' )
		{
			scanLine( recorder, row, length, scan );
		}
		else
		{
			scan->done = true;
		}
		inside = !ended;
		scan->line += ended ? 1 : 0;
	}
	if ( ferror( file ) )
	{
		wfRecorder_Fail( recorder, wf_readFailed, "could not be read: %s", strerror( errno ) );
	}
	if ( wfRecorder_IsOk( recorder ) && scan->line <= scan->headLines )
	{
		failResume( recorder, scan->line, "the header ends here: no recording to go on with" );
	}
	if ( recorder->kind == wf_textRecord )
	{
		wfRecorder_CheckSurface( recorder, scan->surface );
	}
}

static void openForResume( wfRecorder* recorder )
{
	FILE* file = fopen( recorder->path, "r+b" );
	if ( file == NULL )
	{
		wfRecorder_Fail( recorder, errno == ENOENT ? wf_fileNotFound : wf_writeFailed, "could not be opened to go on with: %s",
						 strerror( errno ) );
		return;
	}
	wfResumeScan scan = { .line = 1, .headLines = 2 };
	scanForResume( recorder, file, &scan );
	fclose( file );
	if ( !wfRecorder_IsOk( recorder ) )
	{
		return;
	}
	wfTextRecord* text = &recorder->text;
	text->handle = open( recorder->path, O_WRONLY | O_CLOEXEC );
	if ( text->handle < 0 || ftruncate( text->handle, scan.keep ) != 0 || lseek( text->handle, 0, SEEK_END ) < 0 )
	{
		wfRecorder_Fail( recorder, wf_writeFailed, "could not be written: %s", strerror( errno ) );
	}
	text->committedSize = scan.keep;
	text->hasRows = true;
}

// ------------------------------------------------------------------------------------------------------------- writing

void wfTextRecord_Open( wfRecorder* recorder, const wfRecorderDef* def )
{
	wfTextRecord* text = &recorder->text;
	text->plain = def->resume || !recorder->placed;
	if ( def->resume )
	{
		openForResume( recorder );
		return;
	}
	text->handle = open( text->plain ? recorder->file.temporary : recorder->path, O_WRONLY | O_CLOEXEC );
	if ( text->handle < 0 )
	{
		wfRecorder_Fail( recorder, wf_writeFailed, "could not be opened for writing: %s", strerror( errno ) );
	}
	char line[96];
	makeFirstLine( recorder, line, sizeof( line ) );
	append( recorder, line );
	append( recorder, getColumns( recorder ) );
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
static void failWrite( wfRecorder* recorder, int number )
{
	wfTextRecord* text = &recorder->text;
	text->size = 0;
	if ( text->plain && ftruncate( text->handle, text->committedSize ) != 0 )
	{
		wfLogMessage( wf_logWarning, "%s: could not be cut to its last commit: %s", recorder->path, strerror( errno ) );
	}
	wfRecorder_Fail( recorder, wf_writeFailed, "could not be written: %s", strerror( number ) );
}

void wfTextRecord_AddFrame( wfRecorder* recorder )
{
	wfTextRecord* text = &recorder->text;
	if ( recorder->rowCount > ( SIZE_MAX - text->size ) / WF_MAX_LINE )
	{
		wfRecorder_Fail( recorder, wf_outOfMemory, "out of memory" );
	}
	if ( !reserve( recorder, recorder->rowCount * WF_MAX_LINE ) )
	{
		return;
	}
	char* at = text->buffer + text->size;
	for ( size_t i = 0; i < recorder->rowCount; ++i )
	{
		at = putRow( at, recorder, &recorder->rows[i] );
	}
	text->size = (size_t)( at - text->buffer );
	text->hasRows = true;
	int number = text->size > WF_FLUSH_SIZE ? writeBuffer( text ) : 0;
	if ( number != 0 )
	{
		failWrite( recorder, number );
	}
}

void wfTextRecord_SetText( wfRecorder* recorder, const char* key, const char* value )
{
	wfTextRecord* text = &recorder->text;
	if ( recorder->kind != wf_textRecord || text->hasRows || !reserve( recorder, strlen( key ) + strlen( value ) + 8 ) )
	{
		return;
	}
	char* line = text->buffer + text->size;
	size_t length = (size_t)sprintf( line, "# %s: %s", key, value );
	for ( size_t i = 0; i < length; ++i )
	{
		line[i] = (unsigned char)line[i] < 32 ? ' ' : line[i]; // a line end would make a row of the rest
	}
	line[length] = '\n';
	text->size += length + 1;
}

void wfTextRecord_Commit( wfRecorder* recorder )
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
		failWrite( recorder, number );
		return;
	}
	text->committedSize = text->plain ? (int64_t)lseek( text->handle, 0, SEEK_CUR ) : 0;
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
