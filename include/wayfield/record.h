// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Recordings: trajectories written while a crowd runs, and read back, ours and those of others. Part of `wayfield-io`.
///
/// Three formats, told apart by the file's ending when writing and by content when reading: JuPedSim SQLite version 2 (.sqlite),
/// the text of the pedestrian dynamics data archive (.txt) and CSV (.csv: frame,id,x,y,ori_x,ori_y below
/// a line "# framerate: 5 fps"). Recordings of crowds on surfaces have a z beside x and y: the third coordinate of the text, a
/// column of the CSV, a table of our own in the database.
#pragma once

#include "wayfield/crowd.h"

typedef struct wfRecorder wfRecorder;

typedef struct wfRecorderDef
{
	const char* path;
	double fps;			  // frames a second
	const wfWorld* world; // its walkable area is written as WKT; may be null
	const char* name;	  // of the scenario; may be null
	uint64_t seed;
	int32_t commitFrames; // frames between commits: what a killed process may lose
	bool resume;		  // go on with a file that is there, from `resumeFrame`: what lies after is dropped
	int64_t resumeFrame;
	const char* surface; // the mesh or scenario the crowd walks on: frames have heights then; null: frames of the plane
	int32_t internalCookie;
} wfRecorderDef;

WF_API wfRecorderDef wfDefaultRecorderDef( void );
/// An existing file is replaced (it is kept until the new one's first commit), unless `resume` is set.
WF_API wfResult wfCreateRecorder( const wfRecorderDef* def, wfRecorder** recorder, wfError* error );
/// Frames are numbered from 0 (or resumeFrame) on. After a failure (a full disk) what was committed stays readable.
WF_API wfResult wfRecorder_AddFrame( wfRecorder* recorder, const wfFrame* frame, wfError* error );
WF_API wfResult wfRecorder_AddEvents( wfRecorder* recorder, const wfEvent* events, int32_t count, wfError* error );
/// Steps of agents that walk on foot, as the crowd tells them: a table of our own in the database; the text formats have no place
/// for them (wfWriteFootsteps writes files of their own).
WF_API wfResult wfRecorder_AddFootsteps( wfRecorder* recorder, const wfFootstepRow* rows, int32_t count, wfError* error );
/// A key and value of our own table `wayfield_metadata`; ignored by the text formats but for a comment line in .txt's header when
/// called before the first frame.
WF_API wfResult wfRecorder_SetText( wfRecorder* recorder, const char* key, const char* value, wfError* error );
/// Bring what was added to the disk now, before its turn: before a checkpoint is written that counts on it.
WF_API wfResult wfRecorder_Commit( wfRecorder* recorder, wfError* error );
/// Commits, closes and frees. wf_writeFailed when the last commit failed.
WF_API wfResult wfDestroyRecorder( wfRecorder* recorder, wfError* error );

/// One place of one person at one frame.
typedef struct wfTrajectoryRow
{
	int32_t frame;
	int32_t id;
	double x, y; // metres
	double z;	 // on surfaces; 0 in the plane
} wfTrajectoryRow;

/// Somebody came to the end of the way.
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
	float* radii; // of our own recordings: one per row, else null
	float* desiredSpeeds;
	char* wkt; // the walkable area, null when the file has none
	size_t wktSize;
	wfBox2 bounds; // of all rows; zero without any
	char name[128];
	wfArrival* arrivals; // sorted by time; null when the file does not tell of any: only our own databases do
	int64_t arrivalCount;
	int64_t arrivalCapacity;
	bool hasHeights;   // recorded on a surface: z counts
	char surface[256]; // what the recording calls that surface; empty: nothing
} wfTrajectories;

typedef struct wfReadTrajectoriesDef
{
	double fps;			// where the file does not say; 0: an error then
	double unit;		// metres per unit; 0: from the header (x/cm, x/m), else 1
	size_t memoryLimit; // bytes, 0: none; default 4 GiB
	int32_t internalCookie;
} wfReadTrajectoriesDef;

WF_API wfReadTrajectoriesDef wfDefaultReadTrajectoriesDef( void );
/// Besides the three formats: the `obsmat.txt` of the ETH and UCY data (frame id x z y vx vz vy) with the frame rate given.
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
	char name[128]; // of the scenario; empty: not known
} wfFootstepTable;

/// Rows in any order; wfFootstepTable_Sort is to follow before anything else is done with the table.
WF_API wfResult wfFootstepTable_Add( wfFootstepTable* table, const wfFootstepRow* rows, int32_t count );
WF_API void wfFootstepTable_Sort( wfFootstepTable* table );
WF_API void wfFootstepTable_Free( wfFootstepTable* table );
/// From our databases (.sqlite) and from the JSON and CSV below, told apart by content. wf_notFound when the recording has none.
/// Every row read can be evaluated at any time. A step that overlaps the next of its agent was broken off where that begins: a
/// wall came in the way. Steps may be missing in recordings that were cut, which is logged.
WF_API wfResult wfReadFootsteps( const char* path, wfFootstepTable* table, wfError* error );
WF_API wfResult wfReadFootstepsFromMemory( const char* name, const void* data, size_t size, wfFootstepTable* table,
										   wfError* error );
/// JSON or CSV by the path's ending: each step with foot, place, angle, from when to when it stands there, and all that is needed
/// to find centre and circles at any time; read back bit for bit.
WF_API wfResult wfWriteFootsteps( const char* path, const wfFootstepTable* table, wfError* error );
/// Centre of mass, velocity, facing and feet of every agent at `fps` times a second as CSV; `exact`: by the pendulum's hyperbola.
WF_API wfResult wfWriteFootstepSamples( const char* path, const wfFootstepTable* table, double fps, bool exact, wfError* error );

/// The world's walkable area as GEOMETRYCOLLECTION(POLYGON(...)); returns the length needed without the terminator even when
/// larger than the capacity, negative: -(wfResult).
WF_API int64_t wfWorld_FormatWkt( const wfWorld* world, char* buffer, int64_t capacity );

/// A checkpoint file: the crowd's state and where its recording stands. Written whole or not at all.
WF_API wfResult wfWriteCheckpoint( const char* path, const wfCrowd* crowd, int64_t recordedFrames, wfError* error );
WF_API wfResult wfReadCheckpoint( const char* path, wfCrowd* crowd, int64_t* recordedFrames, wfError* error );
