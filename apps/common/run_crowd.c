// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The crowd of a run, in the plane or on a mesh.

#include "run_parts.h"

#include <math.h>

wfFrame wfRunCrowd_GetFrame( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetFrame( crowd.surface ) : wfCrowd_GetFrame( crowd.plane );
}

wfResult wfRunCrowd_Step( wfRunCrowd crowd, wfError* error )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_Step( crowd.surface, error ) : wfCrowd_Step( crowd.plane, error );
}

int64_t wfRunCrowd_GetStepCount( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetStepCount( crowd.surface ) : wfCrowd_GetStepCount( crowd.plane );
}

double wfRunCrowd_GetTime( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetTime( crowd.surface ) : wfCrowd_GetTime( crowd.plane );
}

double wfRunCrowd_GetStepSeconds( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetDef( crowd.surface ).stepSeconds : wfCrowd_GetDef( crowd.plane ).stepSeconds;
}

wfPreset wfRunCrowd_GetPreset( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetDef( crowd.surface ).preset : wfCrowd_GetDef( crowd.plane ).preset;
}

int32_t wfRunCrowd_GetAgentCount( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetAgentCount( crowd.surface ) : wfCrowd_GetAgentCount( crowd.plane );
}

int64_t wfRunCrowd_GetTotalCount( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetTotalCount( crowd.surface ) : wfCrowd_GetTotalCount( crowd.plane );
}

int64_t wfRunCrowd_GetArrivedCount( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetArrivedCount( crowd.surface ) : wfCrowd_GetArrivedCount( crowd.plane );
}

bool wfRunCrowd_IsDone( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_IsDone( crowd.surface ) : wfCrowd_IsDone( crowd.plane );
}

uint64_t wfRunCrowd_GetHash( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetHash( crowd.surface ) : wfCrowd_GetHash( crowd.plane );
}

wfCrowdProfile wfRunCrowd_GetProfile( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetProfile( crowd.surface ) : wfCrowd_GetProfile( crowd.plane );
}

double wfRunCrowd_GetAgentBytes( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? NAN : (double)wfCrowd_GetAgentBytes( crowd.plane );
}

int32_t wfRunCrowd_GetEvents( wfRunCrowd crowd, const wfEvent** events )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetEvents( crowd.surface, events ) : wfCrowd_GetEvents( crowd.plane, events );
}

int32_t wfRunCrowd_GetAgentIds( wfRunCrowd crowd, wfAgentId* ids, int32_t capacity )
{
	return crowd.surface != NULL ? wfSurfaceCrowd_GetAgentIds( crowd.surface, ids, capacity )
								 : wfCrowd_GetAgentIds( crowd.plane, ids, capacity );
}

wfRunPerson wfRunCrowd_GetPerson( wfRunCrowd crowd, wfAgentId id )
{
	if ( crowd.surface != NULL )
	{
		wfSurfaceAgentState agent = wfSurfaceCrowd_GetAgent( crowd.surface, id );
		return ( wfRunPerson ){ agent.serial, agent.goal, agent.goalCount };
	}
	wfAgentState agent = wfCrowd_GetAgent( crowd.plane, id );
	return ( wfRunPerson ){ agent.serial, agent.stop, agent.stopCount };
}

wfResult wfRunCrowd_GetWays( wfRunCrowd crowd, const wfAgentId* ids, int32_t count, double* metres )
{
	for ( int32_t i = 0; i < count && crowd.surface != NULL; ++i )
	{
		metres[i] = NAN;
	}
	return crowd.surface != NULL ? wf_ok : wfCrowd_GetWays( crowd.plane, ids, count, metres );
}

int32_t wfRunCrowd_GetFootsteps( wfRunCrowd crowd, const wfFootstepRow** rows )
{
	*rows = NULL;
	return crowd.surface != NULL ? 0 : wfCrowd_GetFootsteps( crowd.plane, rows );
}

wfFootstepStats wfRunCrowd_GetFootstepStats( wfRunCrowd crowd )
{
	return crowd.surface != NULL ? ( wfFootstepStats ){ 0 } : wfCrowd_GetFootstepStats( crowd.plane );
}

wfResult wfRunCrowd_Save( wfRunCrowd crowd, const char* path, int64_t frames, wfError* error )
{
	return crowd.surface != NULL ? wfWriteSurfaceCheckpoint( path, crowd.surface, frames, error )
								 : wfWriteCheckpoint( path, crowd.plane, frames, error );
}

wfResult wfRunCrowd_Load( wfRunCrowd crowd, const char* path, int64_t* frames, wfError* error )
{
	return crowd.surface != NULL ? wfReadSurfaceCheckpoint( path, crowd.surface, frames, error )
								 : wfReadCheckpoint( path, crowd.plane, frames, error );
}
