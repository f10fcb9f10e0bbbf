// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What all readers of simulations begin with: the def, the arguments and the file.
#include "io/simulation_file.h"

static wfResult checkDef( const wfSimulationDef* def, wfError* error )
{
	if ( WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the simulation def did not come from wfDefaultSimulationDef" );
	}
	if ( def->presetGiven && def->preset != wf_defaultPreset && def->preset != wf_classicPreset )
	{
		return wfFail( error, wf_outOfRange, "the preset is %d; expected one of wfPreset", def->preset );
	}
	if ( def->agents < 0 )
	{
		return wfFail( error, wf_outOfRange, "%d agents were asked for; expected 0 (as the file says) or more", def->agents );
	}
	if ( !( def->memoryLimit >= 0.0 ) )
	{
		return wfFail( error, wf_outOfRange, "the memory limit is %g bytes; expected 0 or more", def->memoryLimit );
	}
	return wf_ok;
}

static void freeSimulation( void* made )
{
	wfSimulation_Free( made );
}

wfResult wfReadSimulationBy( wfReadFcn* read, const char* name, const void* data, size_t size, const wfSimulationDef* def,
							 wfSimulation* simulation, wfError* error )
{
	if ( WF_FAILS( name != NULL && ( data != NULL || size == 0 || size == WF_FROM_FILE ) && def != NULL && simulation != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no name, no data, no def or no place for the simulation" );
	}
	wfSimulation made = { .seconds = 120.0, .fps = 10.0, .stopWhenDone = true, .laneDirection = { 1.0, 0.0 } };
	wfReadJob job = { name,	 data,		 size,			 &def->read,	 read,			def,
					  &made, simulation, sizeof( made ), freeSimulation, &made.warnings };
	wfResult result = checkDef( def, error );
	return result == wf_ok ? wfReadInto( &job, error ) : result;
}
