// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The groups of tests of the base module, one per file.
#pragma once

void runCoreTests( int argc, char** argv );
void runBoxTreeTests( int argc, char** argv );
void runArraysTests( int argc, char** argv );
void runContainerTests( int argc, char** argv );
void runMathTests( int argc, char** argv );
void runRandomTests( int argc, char** argv );
void runTextTests( int argc, char** argv );
void runVectorTests( int argc, char** argv );
void runWorkersTests( int argc, char** argv );
