// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "paper_agent.h"

#include "crowd/motion.h"

#include <math.h>

wfPaperAgentDef wfTrial_GetPaperAgent( wfTrial* run, const char* path )
{
	wfPaperAgentDef def = {
		.omega = 1.0, .pull = 1.0, .radius = 0.25, .maxSteps = 1200, .style = wfDefaultStyleDef( wf_classicPreset ) };
	def.size = (int32_t)wfTrial_GetOption( run, wfKey( "%s.size", path ), 15.0 );
	def.cell = wfTrial_GetOption( run, wfKey( "%s.cell", path ), 0.5 );
	def.step = wfTrial_GetOption( run, wfKey( "%s.step", path ), 0.5 );
	def.sweeps = (int32_t)wfTrial_GetOption( run, wfKey( "%s.sweeps", path ), 30.0 );
	def.startValue = wfTrial_GetOption( run, wfKey( "%s.startValue", path ), 1.0 );
	def.keepsMap = wfTrial_GetOption( run, wfKey( "%s.keepsMap", path ), 0.0 ) != 0.0;
	def.style.rule = wf_massRule;
	def.style.mass = wfTrial_GetOption( run, wfKey( "%s.mass", path ), 4.0 );
	wfTrial_FailIf( run, def.size < 5 || def.size > WF_MAX_PAPER_MAP || def.size % 2 == 0, wfKey( "%s.size", path ),
					"expected an odd number from 5 to %d", WF_MAX_PAPER_MAP );
	wfTrial_FailIf( run, !( def.cell > 0.0 && def.step > 0.0 ) || def.sweeps < 1, path, "expected numbers above 0" );
	return def;
}

// ----------------------------------------------------------------------------------------------------------------- map

// The k-th cell of the border, counter-clockwise from its south-west corner.
static void getBorderCell( int32_t size, int32_t k, int32_t* i, int32_t* j )
{
	int32_t last = size - 1, at = ( k + 4 * last ) % ( 4 * last ), along = at % last;
	const int32_t cells[4][2] = { { along, 0 }, { last, along }, { last - along, last }, { 0, last - along } };
	*i = cells[at / last][0];
	*j = cells[at / last][1];
}

void wfPaperMap_Begin( wfPaperMap* map, const wfPaperAgentDef* def, wfVec2 direction )
{
	// Where the ray from the middle meets the border.
	int32_t size = def->size, middle = size / 2, best = 0;
	double larger = fmax( fabs( direction.x ), fabs( direction.y ) ), scale = larger > 0.0 ? middle / larger : 0.0;
	int32_t goalX = middle + (int32_t)floor( direction.x * scale + 0.5 ),
			goalY = middle + (int32_t)floor( direction.y * scale + 0.5 );
	for ( int32_t k = 0; k < 4 * ( size - 1 ); ++k )
	{
		int32_t i, j;
		getBorderCell( size, k, &i, &j );
		best = i == goalX && j == goalY ? k : best;
		map->p[j][i] = 1.0;
		map->fixed[j][i] = true;
	}
	for ( int32_t j = 1; j < size - 1; ++j )
	{
		for ( int32_t i = 1; i < size - 1; ++i )
		{
			map->p[j][i] = map->begun && def->keepsMap ? map->p[j][i] : def->startValue;
			map->fixed[j][i] = false;
		}
	}
	for ( int32_t k = -1; k <= 1; ++k )
	{
		int32_t i, j;
		getBorderCell( size, best + k, &i, &j );
		map->p[j][i] = 0.0;
	}
	map->begun = true;
}

// Equation 5.1.
void wfPaperMap_Relax( wfPaperMap* map, const wfPaperAgentDef* def )
{
	double x = def->pull * def->epsilon * def->v.x / 8.0, y = def->pull * def->epsilon * def->v.y / 8.0;
	int32_t last = def->size - 1;
	for ( int32_t sweep = 0; sweep < def->sweeps; ++sweep )
	{
		for ( int32_t row = 1; row < last; ++row )
		{
			for ( int32_t column = 1; column < last; ++column )
			{
				int32_t i = def->fromEast ? last - column : column, j = def->fromNorth ? last - row : row;
				if ( !map->fixed[j][i] )
				{
					double p = ( 0.25 - x ) * map->p[j][i + 1] + ( 0.25 + x ) * map->p[j][i - 1] +
							   ( 0.25 - y ) * map->p[j + 1][i] + ( 0.25 + y ) * map->p[j - 1][i];
					map->p[j][i] += def->omega * ( p - map->p[j][i] );
				}
			}
		}
	}
}

wfVec2 wfPaperMap_GetGradient( const wfPaperMap* map, int32_t i, int32_t j )
{
	return ( wfVec2 ){ 0.5 * ( map->p[j][i - 1] - map->p[j][i + 1] ), 0.5 * ( map->p[j - 1][i] - map->p[j + 1][i] ) };
}

// ---------------------------------------------------------------------------------------------------------------- walk

typedef struct PaperAgent
{
	const wfPaperAgentDef* def;
	const wfWorld* world;
	wfVec2 place, direction, goal;
	wfPaperMap map;
} PaperAgent;

// Walls in the update zone, which ends two cells from the border, and the goal where it lies inside of the map.
static void look( PaperAgent* agent )
{
	const wfPaperAgentDef* def = agent->def;
	int32_t middle = def->size / 2;
	for ( int32_t j = 2; j < def->size - 2; ++j )
	{
		for ( int32_t i = 2; i < def->size - 2; ++i )
		{
			wfVec2 at = wfAddScaled2( agent->place, def->cell, ( wfVec2 ){ i - middle, j - middle } );
			if ( wfWorld_GetDistance( agent->world, at, 0 ) < def->radius )
			{
				agent->map.p[j][i] = 1.0;
				agent->map.fixed[j][i] = true;
			}
		}
	}
	wfVec2 to = wfDivide2( wfSub2( agent->goal, agent->place ), def->cell );
	int32_t i = middle + (int32_t)floor( to.x + 0.5 ), j = middle + (int32_t)floor( to.y + 0.5 );
	if ( i > 0 && j > 0 && i < def->size - 1 && j < def->size - 1 && ( i != middle || j != middle ) )
	{
		agent->map.p[j][i] = 0.0;
		agent->map.fixed[j][i] = true;
	}
}

// A step may be cut at a wall.
static void move( PaperAgent* agent )
{
	const wfPaperAgentDef* def = agent->def;
	wfVec2 gradient = wfPaperMap_GetGradient( &agent->map, def->size / 2, def->size / 2 );
	double size = wfLength2( gradient );
	wfMotionInput input = { .direction = agent->direction, .wantedSpeed = def->step * def->cell, .strength = 1.0 };
	// Beyond |eps| = 2 p may grow without bound.
	input.wanted = size > 0.0 && isfinite( size ) ? wfDivide2( gradient, size ) : ( wfVec2 ){ 0.0, 0.0 };
	wfMotionOutput output = wfApplyMotionRule( &def->style, &input );
	agent->direction = output.direction;
	for ( int32_t cut = 0; cut < 8; ++cut, output.speed *= 0.5 )
	{
		wfVec2 next = wfAddScaled2( agent->place, output.speed, output.direction );
		if ( wfWorld_GetDistance( agent->world, next, 0 ) >= def->radius )
		{
			agent->place = next;
			break;
		}
	}
}

wfCrowdWalks wfTrial_WalkPaper( wfTrial* run, const wfField* field, wfVec2 start, const wfPaperAgentDef* def )
{
	wfGoalId goal = { 0 };
	wfWorld_GetGoalIds( run->scenario.world, &goal, 1 );
	wfGoalDef goalDef = wfWorld_GetGoal( run->scenario.world, goal );
	wfTrial_FailIf( run, goalDef.kind != wf_pointGoal || goalDef.pointCount < 1, "kind",
					"an agent of the papers needs a goal that is a point" );
	PaperAgent agent = { .def = def, .world = run->scenario.world, .place = start, .goal = goalDef.points[0] };
	wfAgentWalk* walk = wfNewArray( 1, sizeof( wfAgentWalk ) );
	*walk = ( wfAgentWalk ){ .radius = def->radius, .desiredSpeed = def->step * def->cell };
	walk->places = wfNewArray( (size_t)def->maxSteps + 1, sizeof( wfVec2 ) );
	walk->places[walk->count++] = start;
	while ( walk->count <= def->maxSteps && !walk->arrived )
	{
		wfPaperMap_Begin( &agent.map, def, wfField_GetDirection( field, agent.place ) );
		look( &agent );
		wfPaperMap_Relax( &agent.map, def );
		move( &agent );
		walk->places[walk->count++] = agent.place;
		walk->arrived = wfLength2( wfSub2( agent.goal, agent.place ) ) < def->cell;
	}
	return ( wfCrowdWalks ){ .walks = walk, .count = 1, .tickSeconds = 1.0, .seconds = walk->count, .arrived = walk->arrived };
}
