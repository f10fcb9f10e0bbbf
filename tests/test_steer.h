// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The groups of tests of what steers one agent, one per file.
#pragma once

void runBehaviorTests( int argc, char** argv );
void runMotionTests( int argc, char** argv );
void runDefTests( int argc, char** argv );
void runRefusalTests( int argc, char** argv );
