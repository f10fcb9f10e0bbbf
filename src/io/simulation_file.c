// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What all readers of simulations begin with: the def, the arguments and the file.
#include "io/simulation_file.h"

#include "base/base.h"

wfResult wfCheckSimulationDef( const wfSimulationDef* def, wfError* error )
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
	return wfCheckReadDef( &def->read, error );
}

wfResult wfReadSimulationBy( wfReadSimulationFcn* read, const char* name, const void* data, size_t size,
							 const wfSimulationDef* def, wfSimulation* simulation, wfError* error )
{
	if ( WF_FAILS( name != NULL && ( data != NULL || size == 0 ) && def != NULL && simulation != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no name, no data, no def or no place for the simulation" );
	}
	wfResult result = wfCheckSimulationDef( def, error );
	return result == wf_ok ? read( name, data != NULL ? data : "", size, 0, def, simulation, error ) : result;
}

wfResult wfReadSimulationFileBy( wfReadSimulationFcn* read, const char* path, const wfSimulationDef* def,
								 wfSimulation* simulation, wfError* error )
{
	if ( WF_FAILS( path != NULL && def != NULL && simulation != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path, no def or no place for the simulation" );
	}
	wfFile file = { 0 };
	wfResult result = wfCheckSimulationDef( def, error );
	if ( result == wf_ok )
	{
		result = wfFile_Load( path, wfReader_GetLimit( &def->read ), true, &file, error );
	}
	if ( result == wf_ok )
	{
		result = read( path, file.data, file.size, file.capacity, def, simulation, error );
	}
	wfFile_Free( &file );
	return result;
}
