// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The same for wayfield-io: reads a map from memory and draws it into the file given.

#include <wayfield/io.h>
#include <wayfield/picture.h>

#include <stdio.h>
#include <string.h>

int main( int argc, char** argv )
{
	static const char map[] = "type octile\nheight 3\nwidth 5\nmap\n.....\n..@..\n.....\n";
	wfError error;
	memset( &error, 0, sizeof( error ) );
	wfScenario scenario;
	memset( &scenario, 0, sizeof( scenario ) );
	wfReadDef readDef = wfDefaultReadDef();
	wfResult result = wfReadScenarioFromMemory( "blank.map", map, strlen( map ), &readDef, &scenario, &error );
	if ( result != wf_ok )
	{
		printf( "map: %s: %s\n", wfDescribeResult( result ), error.message );
		return 1;
	}

	wfGridDef gridDef = wfDefaultGridDef();
	gridDef.cellSize = scenario.cellSize;
	wfGrid* grid = NULL;
	result = wfCreateGrid( scenario.world, &gridDef, &grid, &error );
	if ( result == wf_ok && argc > 1 )
	{
		wfPictureDef pictureDef = wfDefaultPictureDef();
		result = wfDrawField( argv[1], grid, scenario.world, NULL, &pictureDef, &error );
	}
	if ( result != wf_ok )
	{
		printf( "picture: %s: %s\n", wfDescribeResult( result ), error.message );
		return 1;
	}
	int ok = wfGrid_GetFreeCount( grid ) == 14;
	printf( "%d free cells\n", (int)wfGrid_GetFreeCount( grid ) );
	wfDestroyGrid( grid );
	wfScenario_Free( &scenario );
	return ok ? 0 : 1;
}
