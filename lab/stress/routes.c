// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How long everybody's route is, and whether there is one, independent of what the crowd knows: shortest paths over the free
// cells of a fine grid, from cell to eight neighbours, at most 8 % longer than the straight way.

#include "stress/draft.h"

#include "command.h"

#include <stdlib.h>

// Costs are whole numbers, so that cells wait in as many lists as a move costs at most (Dial's algorithm).
#define STRAIGHT 5
#define DIAGONAL 7
#define LISTS ( DIAGONAL + 1 )
#define FAR INT32_MAX
#define DRAWS 2000 // cells looked at by chance

typedef struct Routes
{
	wfStressWorld* world;
	wfGrid* grid;
	int32_t width, height;
	uint8_t* isFree;
	int32_t* costs; // to the goal
	int32_t* goals; // cells
	int32_t* lists[LISTS];
	int64_t counts[LISTS], capacities[LISTS];
	double* metres; // of each person's route so far
	double most;	// that are looked at, from the goal
} Routes;

// The free cell of a place where the largest could stand: its own, or the nearest beside it. -1: none.
static int32_t findCell( const Routes* routes, wfVec2 point )
{
	wfVec2 turned = wfStressWorld_Turn( routes->world, point );
	int32_t cell = wfGrid_GetCell( routes->grid, turned ), found = -1;
	double nearest = INFINITY;
	for ( int32_t k = 0; k < 9 && cell >= 0; ++k )
	{
		int32_t column = cell % routes->width + k % 3 - 1, row = cell / routes->width + k / 3 - 1;
		int32_t other = row * routes->width + column;
		bool isInside = column >= 0 && column < routes->width && row >= 0 && row < routes->height;
		double distance = isInside ? wfDistance2( wfGrid_GetCenter( routes->grid, other ), turned ) : INFINITY;
		if ( isInside && routes->isFree[other] && distance < nearest )
		{
			nearest = distance;
			found = other;
		}
	}
	return found;
}

static void reach( Routes* routes, int32_t cell, int32_t cost )
{
	if ( cost < routes->costs[cell] )
	{
		int32_t list = cost % LISTS;
		routes->costs[cell] = cost;
		routes->lists[list] =
			wfGrow( routes->lists[list], routes->counts[list] + 1, &routes->capacities[list], sizeof( int32_t ) );
		routes->lists[list][routes->counts[list]++] = cell;
	}
}

// The margin of a world is wall: free cells have all eight neighbours.
static void expand( Routes* routes, int32_t cell )
{
	const int32_t sides[4] = { 1, routes->width, -1, -routes->width };
	int32_t cost = routes->costs[cell];
	for ( int32_t k = 0; k < 4; ++k )
	{
		int32_t ahead = cell + sides[k], beside = cell + sides[( k + 1 ) % 4], across = ahead + sides[( k + 1 ) % 4];
		if ( routes->isFree[ahead] )
		{
			reach( routes, ahead, cost + STRAIGHT );
			if ( routes->isFree[beside] && routes->isFree[across] )
			{
				reach( routes, across, cost + DIAGONAL );
			}
		}
	}
}

// From the goal cells outward.
static void spread( Routes* routes, int32_t goalCount )
{
	int64_t waiting = goalCount;
	for ( int32_t i = 0; i < routes->width * routes->height; ++i )
	{
		routes->costs[i] = FAR;
	}
	for ( int32_t i = 0; i < goalCount; ++i )
	{
		reach( routes, routes->goals[i], 0 );
	}
	double most = routes->most * STRAIGHT / wfGrid_GetCellSize( routes->grid );
	for ( int32_t cost = 0; waiting > 0; ++cost )
	{
		int32_t list = cost % LISTS;
		while ( routes->counts[list] > 0 )
		{
			int32_t cell = routes->lists[list][--routes->counts[list]];
			if ( routes->costs[cell] == cost && cost < most )
			{
				expand( routes, cell );
			}
		}
		waiting = 0;
		for ( int32_t i = 0; i < LISTS; ++i )
		{
			waiting += routes->counts[i];
		}
	}
}

// The leg of a person to its stop `k`, by the costs there are.
static void addLeg( Routes* routes, int32_t person, int32_t k )
{
	const wfStressPerson* people = routes->world->people;
	wfVec2 from = people[person].position;
	if ( k > 0 )
	{
		wfStressStop before = people[person].stops[k - 1];
		wfBox2 zone = before.zone >= 0 ? routes->world->zones[before.zone] : ( wfBox2 ){ before.point, before.point };
		from = wfMix2( zone.lower, zone.upper, 0.5 );
	}
	int32_t cell = findCell( routes, from );
	bool isKnown = cell >= 0 && routes->costs[cell] < FAR;
	routes->metres[person] += isKnown ? wfGrid_GetCellSize( routes->grid ) / STRAIGHT * routes->costs[cell] : INFINITY;
}

static void measureZones( Routes* routes )
{
	const wfStressWorld* world = routes->world;
	for ( int32_t zone = 0; zone < world->zoneCount; ++zone )
	{
		wfVec2 corners[4];
		wfStressWorld_GetZone( world, zone, corners );
		wfGoalDef goal = wfDefaultGoalDef();
		goal.kind = wf_polygonGoal;
		goal.points = corners;
		goal.pointCount = 4;
		spread( routes, wfGrid_GetGoalCells( routes->grid, &goal, routes->goals, routes->width * routes->height ) );
		for ( int32_t i = 0; i < world->personCount; ++i )
		{
			for ( int32_t k = 0; k < world->people[i].stopCount; ++k )
			{
				if ( world->people[i].stops[k].zone == zone )
				{
					addLeg( routes, i, k );
				}
			}
		}
	}
}

static void measurePoints( Routes* routes )
{
	for ( int32_t i = 0; i < routes->world->personCount; ++i )
	{
		const wfStressPerson* person = &routes->world->people[i];
		for ( int32_t k = 0; k < person->stopCount; ++k )
		{
			if ( person->stops[k].zone < 0 )
			{
				routes->goals[0] = findCell( routes, person->stops[k].point );
				spread( routes, routes->goals[0] >= 0 ? 1 : 0 );
				addLeg( routes, i, k );
			}
		}
	}
}

static void makeTables( Routes* routes )
{
	routes->width = wfGrid_GetWidth( routes->grid );
	routes->height = wfGrid_GetHeight( routes->grid );
	size_t cells = (size_t)routes->width * (size_t)routes->height;
	routes->isFree = wfNewArray( cells, 1 );
	routes->costs = wfNewArray( cells, sizeof( int32_t ) );
	routes->goals = wfNewArray( cells, sizeof( int32_t ) );
	routes->metres = wfNewArray( (size_t)routes->world->personCount + 1, sizeof( double ) );
	int64_t floor = 0;
	for ( int32_t i = 0; i < (int32_t)cells; ++i )
	{
		routes->isFree[i] = wfGrid_IsFree( routes->grid, i );
		floor += wfGrid_GetClearance( routes->grid, i ) > 0.0 ? 1 : 0;
	}
	double cell = wfGrid_GetCellSize( routes->grid );
	routes->world->floorArea = (double)floor * cell * cell;
}

struct wfStressWays
{
	Routes routes;
};

static void freeTables( Routes* routes )
{
	free( routes->isFree );
	free( routes->costs );
	free( routes->goals );
	free( routes->metres );
	for ( int32_t i = 0; i < LISTS; ++i )
	{
		free( routes->lists[i] );
	}
	wfDestroyGrid( routes->grid );
}

wfResult wfMeasureStressRoutes( wfStressWorld* world, double cellSize, wfError* error )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = cellSize;
	def.radius = world->largestRadius;
	Routes routes = { .world = world, .most = INFINITY };
	wfResult result = wfCreateGrid( world->world, &def, &routes.grid, error );
	if ( result != wf_ok )
	{
		return result;
	}
	makeTables( &routes );
	measureZones( &routes );
	measurePoints( &routes );
	for ( int32_t i = 0; i < world->personCount; ++i )
	{
		world->aloneSeconds = wfMax( world->aloneSeconds, routes.metres[i] / world->people[i].speed );
	}
	world->connected = world->aloneSeconds < INFINITY;
	freeTables( &routes );
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------------- ways

wfResult wfCreateStressWays( wfStressWorld* world, double cellSize, double most, wfStressWays** ways, wfError* error )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = cellSize;
	def.radius = world->largestRadius;
	wfStressWays* made = wfNewArray( 1, sizeof( wfStressWays ) );
	made->routes = ( Routes ){ .world = world, .most = most };
	wfResult result = wfCreateGrid( world->world, &def, &made->routes.grid, error );
	if ( result != wf_ok )
	{
		free( made );
		return result;
	}
	makeTables( &made->routes );
	*ways = made;
	return wf_ok;
}

void wfDestroyStressWays( wfStressWays* ways )
{
	if ( ways != NULL )
	{
		freeTables( &ways->routes );
		free( ways );
	}
}

bool wfStressWays_Begin( wfStressWays* ways, wfVec2 from )
{
	ways->routes.goals[0] = findCell( &ways->routes, from );
	spread( &ways->routes, ways->routes.goals[0] >= 0 ? 1 : 0 );
	return ways->routes.goals[0] >= 0;
}

static double getMetres( const Routes* routes, int32_t cell )
{
	bool isKnown = cell >= 0 && routes->costs[cell] < FAR;
	return isKnown ? wfGrid_GetCellSize( routes->grid ) / STRAIGHT * routes->costs[cell] : INFINITY;
}

double wfStressWays_GetMetres( const wfStressWays* ways, wfVec2 to )
{
	return getMetres( &ways->routes, findCell( &ways->routes, to ) );
}

wfVec2 wfStressWays_FindNearest( const wfStressWays* ways, wfVec2 to )
{
	const Routes* routes = &ways->routes;
	wfVec2 turned = wfStressWorld_Turn( routes->world, to );
	double nearest = INFINITY;
	int32_t found = -1;
	for ( int32_t i = 0; i < routes->width * routes->height; ++i )
	{
		double distance = routes->costs[i] < FAR ? wfDistance2( wfGrid_GetCenter( routes->grid, i ), turned ) : INFINITY;
		if ( distance < nearest )
		{
			nearest = distance;
			found = i;
		}
	}
	return found >= 0 ? wfStressWorld_TurnBack( routes->world, wfGrid_GetCenter( routes->grid, found ) ) : to;
}

bool wfStressWays_Draw( const wfStressWays* ways, wfStressDraft* draft, double least, double most, wfVec2* place )
{
	const Routes* routes = &ways->routes;
	int32_t cells = routes->width * routes->height;
	for ( int32_t i = 0; i < cells + DRAWS; ++i )
	{
		// Where none is found by chance, the first there is.
		int32_t cell = i < DRAWS ? wfStress_DrawOf( draft, cells ) : i - DRAWS;
		double metres = routes->isFree[cell] ? getMetres( routes, cell ) : INFINITY;
		if ( metres >= least && metres <= most )
		{
			*place = wfStressWorld_TurnBack( routes->world, wfGrid_GetCenter( routes->grid, cell ) );
			return true;
		}
	}
	return false;
}
