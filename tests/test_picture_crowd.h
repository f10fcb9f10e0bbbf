// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of crowds' pictures share.
#pragma once

#include "test_picture.h"

// A path for a file a test writes; nothing is there.
typedef struct CrowdPath
{
	char text[512];
} CrowdPath;

CrowdPath crowdPath( const char* name );
// How often a text occurs in a file.
int32_t countText( const char* path, const char* text );
// Well formed, and every number is one.
bool isGoodSvg( const char* path );
// 20 x 10 m around the origin, with a box at its upper edge.
wfWorld* crowdWorld( void );

void runCrowdPictureTests( int argc, char** argv );
void runCrowdMapTests( int argc, char** argv );
void runVideoTests( int argc, char** argv );
void runGroupPictureTests( int argc, char** argv );
void runExplorePictureTests( int argc, char** argv );
