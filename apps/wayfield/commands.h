// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The commands of the program `wayfield`.
#pragma once

#include "command.h"

extern const wfCommand wf_fieldCommand;
extern const wfCommand wf_planCommand;
extern const wfCommand wf_surfaceCommand;
extern const wfCommand wf_meshCommand;
extern const wfCommand wf_demoCommand;
extern const wfCommand wf_runCommand;
extern const wfCommand wf_exploreCommand;
extern const wfCommand wf_metricsCommand;
extern const wfCommand wf_animateCommand;
extern const wfCommand wf_studioCommand;
