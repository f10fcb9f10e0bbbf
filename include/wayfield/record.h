// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Recordings: trajectories written while a crowd runs, and read back, of Wayfield and of other programs. Part of `wayfield-io`.
///
/// Three formats, selected by extension when writing and by content when reading: JuPedSim SQLite version 2 (.sqlite), the text
/// format of the pedestrian dynamics data archive (.txt) and CSV (.csv: frame,id,x,y,ori_x,ori_y below a line "# framerate: 10
/// fps"). Recordings of crowds on surfaces have z in addition to x and y: the third coordinate of the text, a column of the CSV,
/// a separate Wayfield table in the database.
#pragma once

#include "wayfield/crowd.h"

typedef struct wfRecorder wfRecorder;

typedef struct wfRecorderDef
{
	const char* path;
	double fps;			  // frames per second
	const wfWorld* world; // its walkable area is written as WKT; may be null
	const char* name;	  // of the scenario; may be null
	uint64_t seed;
	int32_t commitFrames; // frames between commits: the most a killed process can lose
	bool resume;		  // continue an existing file from `resumeFrame`: later frames are dropped
	int64_t resumeFrame;
	const char* surface; // the mesh or scenario the crowd walks on: frames then have heights; null: frames of the plane
	int32_t internalCookie;
} wfRecorderDef;

WF_API wfRecorderDef wfDefaultRecorderDef( void );
/// An existing file is replaced (it is kept until the first commit of the new one), unless `resume` is set.
WF_API wfResult wfCreateRecorder( const wfRecorderDef* def, wfRecorder** recorder, wfError* error );
/// Frames are numbered from 0 (or resumeFrame). After a failure (a full disk) committed data remains readable.
WF_API wfResult wfRecorder_AddFrame( wfRecorder* recorder, const wfFrame* frame, wfError* error );
WF_API wfResult wfRecorder_AddEvents( wfRecorder* recorder, const wfEvent* events, int32_t count, wfError* error );
/// Footsteps of walkers, as reported by the crowd: a separate Wayfield table in the database; the text formats cannot hold them
/// (wfWriteFootsteps writes separate files).
WF_API wfResult wfRecorder_AddFootsteps( wfRecorder* recorder, const wfFootstepRow* rows, int32_t count, wfError* error );
/// A key and value of Wayfield's table `wayfield_metadata`; ignored by the text formats except for a comment line in the header
/// of .txt if called before the first frame.
WF_API wfResult wfRecorder_SetText( wfRecorder* recorder, const char* key, const char* value, wfError* error );
/// Write everything added so far to disk now: needed before writing a checkpoint that relies on it.
WF_API wfResult wfRecorder_Commit( wfRecorder* recorder, wfError* error );
/// Commits, closes and frees. wf_writeFailed if the last commit failed.
WF_API wfResult wfDestroyRecorder( wfRecorder* recorder, wfError* error );

/// The position of one person in one frame.
typedef struct wfTrajectoryRow
{
	int32_t frame;
	int32_t id;
	double x, y; // metres
	double z;	 // on surfaces; 0 in the plane
} wfTrajectoryRow;

/// A person reached the end of its route.
typedef struct wfArrival
{
	int32_t id;
	double time; // seconds
} wfArrival;

/// All of a recording, sorted by frame, then id.
typedef struct wfTrajectories
{
	double fps;
	wfTrajectoryRow* rows;
	int64_t rowCount;
	int64_t rowCapacity;
	float* radii; // in Wayfield's recordings: one per row, otherwise null
	float* desiredSpeeds;
	float* depths;	 // half of what bodies measure from front to back, one per row. Null: all are round, or sizes are not known
	float* headings; // of the bodies, one per row, where there are depths; not a number where the file does not say
	char* wkt;		 // the walkable area, null if the file has none
	size_t wktSize;
	wfBox2 bounds; // of all rows; zero if there are none
	char name[128];
	wfArrival* arrivals; // sorted by time; null if the file has none: only Wayfield's databases do
	int64_t arrivalCount;
	int64_t arrivalCapacity;
	bool hasHeights;   // recorded on a surface: z is meaningful
	char surface[256]; // name of that surface in the recording; empty: none
} wfTrajectories;

typedef struct wfReadTrajectoriesDef
{
	double fps;			// used if the file does not specify it; 0: an error in that case
	double unit;		// metres per unit; 0: from the header (x/cm, x/m), otherwise 1
	size_t memoryLimit; // bytes, 0: none; default 4 GiB
	int32_t internalCookie;
} wfReadTrajectoriesDef;

WF_API wfReadTrajectoriesDef wfDefaultReadTrajectoriesDef( void );
/// In addition to the three formats: the `obsmat.txt` of the ETH and UCY data (frame id x z y vx vz vy), for which the frame rate
/// must be given.
WF_API wfResult wfReadTrajectories( const char* path, const wfReadTrajectoriesDef* def, wfTrajectories* trajectories,
									wfError* error );
/// Text formats from memory.
WF_API wfResult wfReadTrajectoriesFromMemory( const char* name, const void* data, size_t size, const wfReadTrajectoriesDef* def,
											  wfTrajectories* trajectories, wfError* error );
WF_API void wfTrajectories_Free( wfTrajectories* trajectories );

/// The footsteps of a recording, sorted by agent, then time.
typedef struct wfFootstepTable
{
	wfFootstepRow* rows;
	int64_t rowCount;
	int64_t rowCapacity;
	char name[128]; // of the scenario; empty: unknown
} wfFootstepTable;

/// Rows may be in any order; call wfFootstepTable_Sort before any other use of the table.
WF_API wfResult wfFootstepTable_Add( wfFootstepTable* table, const wfFootstepRow* rows, int32_t count );
WF_API void wfFootstepTable_Sort( wfFootstepTable* table );
WF_API void wfFootstepTable_Free( wfFootstepTable* table );
/// From Wayfield's databases (.sqlite) and from the JSON and CSV below, recognised by content. wf_notFound if the recording has
/// none. Every row read can be evaluated at any time. A footstep that overlaps the next one of its agent was interrupted where
/// that one begins: a wall got in the way. Footsteps may be missing in truncated recordings, which is logged.
WF_API wfResult wfReadFootsteps( const char* path, wfFootstepTable* table, wfError* error );
WF_API wfResult wfReadFootstepsFromMemory( const char* name, const void* data, size_t size, wfFootstepTable* table,
										   wfError* error );
/// JSON or CSV by extension: each footstep with foot, position, angle, the time it is on the ground, and everything needed to
/// compute centre of mass and circles at any time; reads back bit for bit.
WF_API wfResult wfWriteFootsteps( const char* path, const wfFootstepTable* table, wfError* error );
/// Centre of mass, velocity, facing and feet of every agent, `fps` times per second, as CSV; `exact`: by the pendulum's
/// hyperbola.
WF_API wfResult wfWriteFootstepSamples( const char* path, const wfFootstepTable* table, double fps, bool exact, wfError* error );

/// The world's walkable area as GEOMETRYCOLLECTION(POLYGON(...)); returns the length needed without the terminator even if it is
/// larger than the capacity; negative: -(wfResult).
WF_API int64_t wfWorld_FormatWkt( const wfWorld* world, char* buffer, int64_t capacity );

/// What a checkpoint keeps beside the crowd.
typedef struct wfCheckpointNotes
{
	int64_t recordedFrames;
	uint64_t ordersHash; // wfOrderLog_GetHash: a log with another past is told by it; 0: there was no log
} wfCheckpointNotes;

/// A checkpoint file: the crowd's state and the notes. Written whole or not at all.
WF_API wfResult wfWriteCheckpoint( const char* path, const wfCrowd* crowd, const wfCheckpointNotes* notes, wfError* error );
WF_API wfResult wfReadCheckpoint( const char* path, wfCrowd* crowd, wfCheckpointNotes* notes, wfError* error );
