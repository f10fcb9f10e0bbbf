// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The commands of the program `wayfield-lab`.
#pragma once

#include "command.h"

extern const wfCommand wf_steerBenchCommand;
extern const wfCommand wf_benchCommand;
extern const wfCommand wf_experimentsCommand;
extern const wfCommand wf_stressCommand;
extern const wfCommand wf_peopleCommand;
extern const wfCommand wf_fitCommand;
