// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "io/reader.h"

// Reads a simulation; `context` is the wfSimulationDef, `made` the wfSimulation. Arguments and def are checked before.
wfResult wfReadSimulationBy( wfReadFcn* read, const char* name, const void* data, size_t size, const wfSimulationDef* def,
							 wfSimulation* simulation, wfError* error );
