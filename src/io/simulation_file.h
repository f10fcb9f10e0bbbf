// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "io/reader.h"
#include "wayfield/io.h"

// Reads a simulation from memory; `used` bytes count against the limit already.
typedef wfResult wfReadSimulationFcn( const char* name, const void* data, size_t size, size_t used, const wfSimulationDef* def,
									  wfSimulation* simulation, wfError* error );

wfResult wfCheckSimulationDef( const wfSimulationDef* def, wfError* error );
// Check arguments and def, then read.
wfResult wfReadSimulationBy( wfReadSimulationFcn* read, const char* name, const void* data, size_t size,
							 const wfSimulationDef* def, wfSimulation* simulation, wfError* error );
wfResult wfReadSimulationFileBy( wfReadSimulationFcn* read, const char* path, const wfSimulationDef* def,
								 wfSimulation* simulation, wfError* error );
