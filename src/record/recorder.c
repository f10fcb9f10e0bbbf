// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The recorder: frames numbered and put into order, commits, and what happens when one fails. The formats are beside.
#include "record/footsteps.h"
#include "record/record.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

wfRecorderDef wfDefaultRecorderDef( void )
{
	return ( wfRecorderDef ){ .fps = 10.0, .commitFrames = 100, .internalCookie = WF_COOKIE };
}

// -------------------------------------------------------------------------------------------------------------- shared

void wfRecorder_Fail( wfRecorder* recorder, wfResult result, const char* format, ... )
{
	if ( !wfRecorder_IsOk( recorder ) )
	{
		return;
	}
	char message[480];
	va_list arguments;
	va_start( arguments, format );
	if ( vsnprintf( message, sizeof( message ), format, arguments ) < 0 )
	{
		message[0] = 0;
	}
	va_end( arguments );
	wfFail( &recorder->failure, result, "%s", message );
	snprintf( recorder->failure.file, sizeof( recorder->failure.file ), "%s", recorder->path );
}

bool wfRecorder_Grow( wfRecorder* recorder, void* array, size_t* capacity, size_t needed, size_t size )
{
	if ( wfRecorder_IsOk( recorder ) && wfGrowArray( array, capacity, needed, size ) != wf_ok )
	{
		wfRecorder_Fail( recorder, wf_outOfMemory, "out of memory" );
	}
	return wfRecorder_IsOk( recorder );
}

void wfRecorder_CheckSurface( wfRecorder* recorder, bool recorded )
{
	if ( recorded != recorder->hasHeights )
	{
		wfRecorder_Fail( recorder, wf_badFormat, "is a recording of a crowd %s; it cannot go on with one %s",
						 recorded ? "on a surface" : "in the plane", recorded ? "in the plane" : "on a surface" );
	}
}

bool wfIsValidFps( double fps )
{
	return fps >= 1.0e-3 && fps <= 1.0e6;
}

int wfRecorder_Place( wfRecorder* recorder )
{
	recorder->file.failure = 0; // whatever was in the way may be gone
	recorder->placed = wfAtomicFile_Commit( &recorder->file ) == wf_ok;
	return recorder->file.failure;
}

// ------------------------------------------------------------------------------------------------------------ creating

static wfResult checkDef( const wfRecorderDef* def, wfRecordKind* kind, wfError* error )
{
	wfResult result = wf_ok;
	const char* field = "";
	if ( !wfIsValidFps( def->fps ) )
	{
		field = "fps";
		result = wfFail( error, wf_outOfRange, "expected 0.001 to 1000000 frames a second, found %g", def->fps );
	}
	else if ( def->commitFrames < 1 )
	{
		field = "commitFrames";
		result = wfFail( error, wf_outOfRange, "expected 1 or more, found %d", def->commitFrames );
	}
	else if ( def->resume && ( def->resumeFrame < 0 || def->resumeFrame > WF_MAX_FRAME ) )
	{
		field = "resumeFrame";
		result = wfFail( error, wf_outOfRange, "expected 0 to %d, found %lld", WF_MAX_FRAME, (long long)def->resumeFrame );
	}
	else if ( wfHasExtension( def->path, ".sqlite" ) || wfHasExtension( def->path, ".sqlite3" ) ||
			  wfHasExtension( def->path, ".db" ) )
	{
		*kind = wf_sqliteRecord;
	}
	else if ( wfHasExtension( def->path, ".csv" ) )
	{
		*kind = wf_csvRecord;
	}
	else if ( wfHasExtension( def->path, ".txt" ) )
	{
		*kind = wf_textRecord;
	}
	else
	{
		field = "path";
		result = wfFail( error, wf_unsupported, "expected a name that ends with .sqlite, .txt or .csv" );
	}
	if ( result != wf_ok && error != NULL )
	{
		snprintf( error->field, sizeof( error->field ), "%s", field );
		snprintf( error->file, sizeof( error->file ), "%s", def->path );
	}
	return result;
}

static void freeRecorder( wfRecorder* recorder )
{
	if ( recorder->kind == wf_sqliteRecord )
	{
		wfSqliteRecord_Close( recorder );
	}
	else
	{
		wfTextRecord_Close( recorder );
	}
	wfAtomicFile_Free( &recorder->file );
	wfRelease( recorder->path, recorder->pathSize );
	wfReleaseArray( recorder->rows, recorder->rowCapacity, sizeof( wfRecordRow ) );
	wfRelease( recorder, sizeof( wfRecorder ) );
}

// Text can go to a device or a pipe, which is neither replaced nor resumed.
static void prepareTarget( wfRecorder* recorder, const wfRecorderDef* def )
{
	struct stat old;
	bool exists = stat( recorder->path, &old ) == 0, special = exists && !S_ISREG( old.st_mode );
	if ( exists && S_ISDIR( old.st_mode ) )
	{
		wfRecorder_Fail( recorder, wf_writeFailed, "is a folder; expected a file" );
	}
	else if ( special && ( def->resume || recorder->kind == wf_sqliteRecord ) )
	{
		wfRecorder_Fail( recorder, wf_writeFailed, "is not a regular file" );
	}
	else if ( !exists && def->resume )
	{
		wfRecorder_Fail( recorder, wf_fileNotFound, "there is no recording to go on with: %s", strerror( errno ) );
	}
	recorder->placed = def->resume || special;
	if ( wfRecorder_IsOk( recorder ) && !recorder->placed )
	{
		wfResult result = wfAtomicFile_Open( &recorder->file, recorder->path, ".tmp" );
		wfAtomicFile_LeaveToOthers( &recorder->file );
		if ( result != wf_ok )
		{
			wfAtomicFile_Fail( &recorder->file, result, "could not be opened for writing", &recorder->failure );
		}
	}
}

static void setText( wfRecorder* recorder, const char* key, const char* value )
{
	size_t bad;
	if ( !wfCheckUtf8( key, strlen( key ), &bad ) || !wfCheckUtf8( value, strlen( value ), &bad ) )
	{
		wfQuoted quoted = wfQuote( key, strlen( key ) );
		wfRecorder_Fail( recorder, wf_outOfRange, "the text of %s is not UTF-8", quoted.text );
	}
	if ( wfRecorder_IsOk( recorder ) )
	{
		( recorder->kind == wf_sqliteRecord ? wfSqliteRecord_SetText : wfTextRecord_SetText )( recorder, key, value );
	}
}

static void writeFirstTexts( wfRecorder* recorder, const wfRecorderDef* def )
{
	wfVersion version = wfGetVersion();
	char number[64], seed[64];
	snprintf( number, sizeof( number ), "%d.%d.%d", version.major, version.minor, version.patch );
	snprintf( seed, sizeof( seed ), "%llu", (unsigned long long)def->seed );
	const char* const texts[][2] = {
		{ "wayfield", number }, { "name", def->name }, { "seed", seed }, { "surface", def->surface } };
	for ( int i = 0; i < 4; ++i )
	{
		if ( texts[i][1] != NULL )
		{
			setText( recorder, texts[i][0], texts[i][1] );
		}
	}
}

// Reports the failure of a call, if there was one. After a write failed nothing more is written: what is committed stays as it
// is. Memory that was missing may be there the next time, and other numbers may be in range.
static wfResult endCall( wfRecorder* recorder, wfError* error )
{
	wfResult result = recorder->failure.result;
	if ( result != wf_ok && error != NULL )
	{
		*error = recorder->failure;
	}
	if ( result == wf_outOfMemory || result == wf_outOfRange )
	{
		recorder->failure = ( wfError ){ 0 };
	}
	return result;
}

wfResult wfCreateRecorder( const wfRecorderDef* def, wfRecorder** recorder, wfError* error )
{
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE && def->path != NULL && recorder != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "the def is not made by wfDefaultRecorderDef, or has no path" );
	}
	wfRecordKind kind = wf_textRecord;
	wfResult result = checkDef( def, &kind, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfRecorder* made = wfAllocateZeroed( sizeof( wfRecorder ) );
	if ( made == NULL )
	{
		return wfFail( error, wf_outOfMemory, "out of memory" );
	}
	made->kind = kind;
	made->fps = def->fps;
	made->world = def->world;
	made->hasHeights = def->surface != NULL;
	made->commitFrames = def->commitFrames;
	made->frame = def->resume ? def->resumeFrame : 0;
	made->text.handle = -1;
	made->pathSize = strlen( def->path ) + WF_PATH_SPARE;
	made->path = wfAllocate( made->pathSize );
	if ( made->path == NULL )
	{
		wfRelease( made, sizeof( wfRecorder ) );
		return wfFail( error, wf_outOfMemory, "out of memory" );
	}
	snprintf( made->path, made->pathSize, "%s", def->path );

	prepareTarget( made, def );
	if ( wfRecorder_IsOk( made ) )
	{
		( kind == wf_sqliteRecord ? wfSqliteRecord_Open : wfTextRecord_Open )( made, def );
	}
	if ( wfRecorder_IsOk( made ) && !( def->resume && kind != wf_sqliteRecord ) )
	{
		writeFirstTexts( made, def );
	}
	result = endCall( made, error );
	if ( result != wf_ok )
	{
		freeRecorder( made );
		return result;
	}
	*recorder = made;
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------- writing

static void commit( wfRecorder* recorder )
{
	if ( wfRecorder_IsOk( recorder ) )
	{
		( recorder->kind == wf_sqliteRecord ? wfSqliteRecord_Commit : wfTextRecord_Commit )( recorder );
		recorder->pendingFrames = wfRecorder_IsOk( recorder ) ? 0 : recorder->pendingFrames;
	}
}

static int compareRows( const void* a, const void* b )
{
	uint32_t x = ( (const wfRecordRow*)a )->serial, y = ( (const wfRecordRow*)b )->serial;
	return x < y ? -1 : x > y;
}

// Sorted by serial: files read well, and the index of the database grows at its end only.
static void takeRows( wfRecorder* recorder, const wfFrame* frame )
{
	size_t count = (size_t)frame->count;
	if ( !wfRecorder_Grow( recorder, &recorder->rows, &recorder->rowCapacity, count, sizeof( wfRecordRow ) ) )
	{
		return;
	}
	bool sorted = true;
	for ( size_t i = 0; i < count; ++i )
	{
		wfRecordRow row = { .serial = frame->serials[i], .position = { frame->positions[i].x, frame->positions[i].y } };
		row.heading = frame->headings != NULL ? frame->headings[i] : 0.0f;
		row.radius = frame->radii != NULL ? frame->radii[i] : 0.0f;
		row.depth = frame->depths != NULL && frame->depths[i] < row.radius ? frame->depths[i] : row.radius;
		row.desiredSpeed = frame->desiredSpeeds != NULL ? frame->desiredSpeeds[i] : 0.0f;
		row.height = recorder->hasHeights ? frame->positions[i].z : 0.0;
		bool finite = isfinite( row.position.x ) && isfinite( row.position.y ) && isfinite( row.heading ) &&
					  isfinite( row.radius ) && isfinite( row.depth ) && isfinite( row.desiredSpeed ) &&
					  fabs( row.height ) <= WF_MAX_COORDINATE;
		if ( !finite || fabs( row.position.x ) > WF_MAX_COORDINATE || fabs( row.position.y ) > WF_MAX_COORDINATE )
		{
			wfRecorder_Fail(
				recorder, wf_outOfRange, "frame %lld: agent %u at %g, %g: expected finite numbers, coordinates from %g to %g",
				(long long)recorder->frame, row.serial, row.position.x, row.position.y, -WF_MAX_COORDINATE, WF_MAX_COORDINATE );
		}
		if ( row.serial > INT32_MAX )
		{
			wfRecorder_Fail( recorder, wf_outOfRange, "agent %u: serials up to %d can be recorded", row.serial, INT32_MAX );
		}
		sorted = sorted && ( i == 0 || recorder->rows[i - 1].serial < row.serial );
		recorder->rows[i] = row;
	}
	recorder->rowCount = count;
	if ( !sorted )
	{
		qsort( recorder->rows, count, sizeof( wfRecordRow ), compareRows );
	}
	for ( size_t i = 1; i < count && !sorted; ++i )
	{
		if ( recorder->rows[i - 1].serial == recorder->rows[i].serial )
		{
			wfRecorder_Fail( recorder, wf_outOfRange, "frame %lld: agent %u is there twice", (long long)recorder->frame,
							 recorder->rows[i].serial );
		}
	}
}

wfResult wfRecorder_AddFrame( wfRecorder* recorder, const wfFrame* frame, wfError* error )
{
	if ( WF_FAILS( recorder != NULL && frame != NULL && frame->count >= 0 ) ||
		 WF_FAILS( frame->count == 0 || ( frame->serials != NULL && frame->positions != NULL ) ) )
	{
		return wfFail( error, wf_invalidDef, "no recorder or no frame" );
	}
	if ( WF_FAILS( frame->count == 0 || recorder->hasHeights == frame->onMesh ) )
	{
		return wfFail( error, wf_invalidDef, "%s",
					   recorder->hasHeights ? "the frame is one of the plane; a recorder with a surface needs heights"
											: "the frame is one of a mesh; expected a recorder with a surface" );
	}
	if ( recorder->frame >= WF_MAX_FRAME )
	{
		wfRecorder_Fail( recorder, wf_outOfRange, "more than %d frames cannot be counted", WF_MAX_FRAME );
	}
	takeRows( recorder, frame );
	if ( wfRecorder_IsOk( recorder ) )
	{
		( recorder->kind == wf_sqliteRecord ? wfSqliteRecord_AddFrame : wfTextRecord_AddFrame )( recorder );
	}
	if ( wfRecorder_IsOk( recorder ) )
	{
		recorder->frame += 1;
		recorder->pendingFrames += 1;
		if ( recorder->pendingFrames >= recorder->commitFrames )
		{
			commit( recorder );
		}
	}
	return endCall( recorder, error );
}

wfResult wfRecorder_AddEvents( wfRecorder* recorder, const wfEvent* events, int32_t count, wfError* error )
{
	if ( WF_FAILS( recorder != NULL && count >= 0 && ( events != NULL || count == 0 ) ) )
	{
		return wfFail( error, wf_invalidDef, "no recorder or no events" );
	}
	for ( int32_t i = 0; i < count && recorder->kind == wf_sqliteRecord; ++i )
	{
		const wfEvent* event = &events[i];
		if ( !isfinite( event->time ) || !isfinite( event->position.x ) || !isfinite( event->position.y ) )
		{
			wfRecorder_Fail( recorder, wf_outOfRange, "event %d of agent %u: expected finite numbers", i, event->serial );
		}
	}
	if ( wfRecorder_IsOk( recorder ) && recorder->kind == wf_sqliteRecord && count > 0 )
	{
		wfSqliteRecord_AddEvents( recorder, events, count );
	}
	return endCall( recorder, error );
}

wfResult wfRecorder_AddFootsteps( wfRecorder* recorder, const wfFootstepRow* rows, int32_t count, wfError* error )
{
	if ( WF_FAILS( recorder != NULL && count >= 0 && ( rows != NULL || count == 0 ) ) )
	{
		return wfFail( error, wf_invalidDef, "no recorder or no footsteps" );
	}
	for ( int32_t i = 0; i < count && recorder->kind == wf_sqliteRecord && wfRecorder_IsOk( recorder ); ++i )
	{
		wfFootstepFault fault;
		if ( !wfCheckFootstepRow( &rows[i], &fault ) )
		{
			wfRecorder_Fail( recorder, wf_outOfRange, "step %d of agent %u: %s", rows[i].index, rows[i].serial, fault.message );
			snprintf( recorder->failure.field, sizeof( recorder->failure.field ), "%s", fault.field );
		}
	}
	if ( wfRecorder_IsOk( recorder ) && recorder->kind == wf_sqliteRecord && count > 0 )
	{
		wfSqliteRecord_AddFootsteps( recorder, rows, count );
	}
	return endCall( recorder, error );
}

wfResult wfRecorder_SetText( wfRecorder* recorder, const char* key, const char* value, wfError* error )
{
	if ( WF_FAILS( recorder != NULL && key != NULL && key[0] != 0 && value != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no recorder, no key or no value" );
	}
	setText( recorder, key, value );
	return endCall( recorder, error );
}

wfResult wfRecorder_Commit( wfRecorder* recorder, wfError* error )
{
	if ( WF_FAILS( recorder != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no recorder" );
	}
	commit( recorder );
	return endCall( recorder, error );
}

wfResult wfDestroyRecorder( wfRecorder* recorder, wfError* error )
{
	if ( recorder == NULL )
	{
		return wf_ok;
	}
	wfResult result = wfRecorder_Commit( recorder, error );
	freeRecorder( recorder );
	return result;
}
