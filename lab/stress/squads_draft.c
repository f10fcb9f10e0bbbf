// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who is in which squad, and what they are told: drawn by the number of the world.

#include "stress/squads.h"

#include "stress/draft.h"

#include "base/vec2.h"
#include "command.h"

#include <stdlib.h>
#include <string.h>

#define OTHERS 0.35			 // of the worlds have people in no squad, who walk to their stops
#define LARGEST_SQUAD 40	 // people, of most squads
#define LEAST_WAY 3.0		 // metres between two places where squads are sent
#define MOST_WAY 60.0		 // the same, at most
#define NEAR_SINK 5.0		 // metres between a place where people die and one where a squad is sent for good
#define FORM_SECONDS 40.0	 // until a squad that has come stands in formation, or gives up
#define SLOWEST 0.35		 // m/s: of the slowest in some squads
#define BODY_ROOM 2.3		 // radii of the largest between two slots, at least
#define TRIES 40			 // places looked at for the end of a squad's ways
#define SQUAD_STREAM 0x5175u // of random numbers

typedef struct Draft
{
	wfStressDraft numbers; // what random numbers are drawn by
	wfStressWorld* world;
	wfStressSquads* squads;
	wfStressWays* ways;
	double most; // metres of a way
	wfVec2 finals[WF_STRESS_MAX_SQUADS];
	double extents[WF_STRESS_MAX_SQUADS]; // metres around them that it needs
	int32_t finalCount;
	bool* isTaken; // people in squads
} Draft;

// How far the orders of a squad have been thought through.
typedef struct Program
{
	int32_t squad;
	wfVec2 from, to; // of its present order: where it comes from, where it leads
	double metres;	 // of that
	double alone, stands;
	double slowest, extent, time; // time: of the last order that was not queued
} Program;

// ------------------------------------------------------------------------------------------------------------------ shapes

static double bodyRoom( const Draft* draft )
{
	return BODY_ROOM * draft->world->largestRadius;
}

static void drawPoints( Draft* draft, wfStressShape* shape, int32_t count )
{
	wfStressDraft* numbers = &draft->numbers;
	wfFormationDef* def = &shape->formation;
	double spacing = def->spacing;
	if ( def->kind == wf_curveFormation )
	{
		// As long as they need to stand along it.
		double length = 0.0, wanted = spacing * count * wfStress_DrawIn( numbers, 1.0, 1.5 );
		def->pointCount = 2 + wfStress_DrawOf( numbers, 5 );
		for ( int32_t k = 0; k < def->pointCount; ++k )
		{
			shape->points[k].x = wfStress_DrawIn( numbers, -1.0, 1.0 );
			shape->points[k].y = wfStress_DrawIn( numbers, -1.0, 1.0 );
			length += k > 0 ? wfDistance2( shape->points[k], shape->points[k - 1] ) : 0.0;
		}
		for ( int32_t k = 0; k < def->pointCount; ++k )
		{
			shape->points[k] = wfScale2( wanted / wfMax( length, 0.1 ), shape->points[k] );
		}
	}
	else if ( def->kind == wf_outlineFormation )
	{
		double size = sqrt( count / WF_PI ) * 2.0 * spacing * wfStress_DrawIn( numbers, 1.0, 1.6 );
		def->pointCount = 3 + wfStress_DrawOf( numbers, 6 );
		for ( int32_t k = 0; k < def->pointCount; ++k )
		{
			wfCosSin angle = wfCosSinOf( WF_TWO_PI * k / def->pointCount );
			double far = size * wfStress_DrawIn( numbers, 0.6, 1.2 );
			shape->points[k] = ( wfVec2 ){ far * angle.cosine, far * angle.sine };
		}
	}
	else if ( def->kind == wf_pointsFormation )
	{
		// Two rows that are pushed about.
		def->pointCount = 2 + wfStress_DrawOf( numbers, WF_STRESS_DRAWN - 2 );
		for ( int32_t k = 0; k < def->pointCount; ++k )
		{
			shape->points[k].x = 2.0 * spacing * ( k % 2 ) + wfStress_DrawIn( numbers, 0.0, 0.5 * spacing );
			shape->points[k].y = 1.5 * spacing * ( k / 2 ) + wfStress_DrawIn( numbers, 0.0, 0.4 * spacing );
		}
	}
}

static wfStressShape drawShape( Draft* draft, int32_t count )
{
	wfStressDraft* numbers = &draft->numbers;
	wfStressShape shape = { .formation = wfDefaultFormationDef() };
	wfFormationDef* def = &shape.formation;
	def->kind = (wfFormationKind)wfStress_DrawOf( numbers, wf_formationKindCount );
	def->spacing = bodyRoom( draft ) + wfStress_DrawIn( numbers, 0.0, 1.2 );
	def->ratio = wfStress_DrawScale( numbers, 0.2, 5.0 );
	bool hasAngle = wfStress_DrawChance( numbers, 0.5 );
	double share = wfStress_DrawIn( numbers, 0.1, 0.9 );
	def->angle = !hasAngle							? 0.0
				 : def->kind == wf_wedgeFormation	? share * WF_PI
				 : def->kind == wf_echelonFormation ? ( share - 0.5 ) * WF_PI
				 : def->kind == wf_arcFormation		? share * WF_TWO_PI
													: 0.0;
	def->rigid = wfStress_DrawChance( numbers, 0.15 );
	shape.bands = wfStress_DrawChance( numbers, 0.2 );
	shape.planner = wfStress_DrawChance( numbers, 0.4 ) ? wf_groupPlanner : wf_individualPlanner;
	drawPoints( draft, &shape, count );
	return shape;
}

// ------------------------------------------------------------------------------------------------------------------ squads

static wfVec2 placeOf( const Draft* draft, int32_t person )
{
	return draft->world->people[person].position;
}

// The nearest to somebody, or anybody at random.
static int32_t drawPerson( Draft* draft, int32_t near )
{
	int32_t found = -1;
	double nearest = INFINITY;
	for ( int32_t i = 0; i < draft->world->personCount; ++i )
	{
		double distance = draft->isTaken[i] ? INFINITY
						  : near >= 0		? wfDistance2( placeOf( draft, near ), placeOf( draft, i ) )
											: wfStress_Draw( &draft->numbers );
		if ( distance < nearest )
		{
			nearest = distance;
			found = i;
		}
	}
	return found;
}

static void addSquad( Draft* draft, int32_t size )
{
	wfStressSquads* squads = draft->squads;
	wfStressSquad* squad = &squads->list[squads->count];
	bool isScattered = wfStress_DrawChance( &draft->numbers, 0.15 ), isSlow = wfStress_DrawChance( &draft->numbers, 0.2 );
	*squad = ( wfStressSquad ){ .people = wfNewArray( (size_t)size, sizeof( int32_t ) ) };
	for ( int32_t k = 0; k < size; ++k )
	{
		int32_t person = drawPerson( draft, k > 0 && !isScattered ? squad->people[0] : -1 );
		if ( person < 0 )
		{
			break;
		}
		draft->isTaken[person] = true;
		squad->people[squad->count++] = person;
	}
	if ( isSlow && squad->count > 0 )
	{
		draft->world->people[squad->people[squad->count - 1]].speed = wfStress_DrawIn( &draft->numbers, SLOWEST, 0.8 );
	}
	squad->shape = drawShape( draft, squad->count );
	squads->count += squad->count > 0 ? 1 : 0;
}

// Of an army those of each half of the field are squads, whoever else is there is not.
static void addArmies( Draft* draft )
{
	int32_t squadsOfSide = 1 + wfStress_DrawOf( &draft->numbers, 3 );
	double middle = 0.5 * ( draft->world->zones[0].lower.x + draft->world->zones[1].upper.x );
	for ( int32_t k = 0; k < 2 * squadsOfSide; ++k )
	{
		wfStressSquad* squad = &draft->squads->list[draft->squads->count];
		*squad = ( wfStressSquad ){ .people = wfNewArray( (size_t)draft->world->personCount + 1, sizeof( int32_t ) ) };
		double height = draft->world->zones[0].upper.y / squadsOfSide;
		for ( int32_t i = 0; i < draft->world->personCount; ++i )
		{
			wfVec2 place = placeOf( draft, i );
			int32_t row = (int32_t)( place.y / height );
			if ( ( place.x > middle ) == ( k % 2 == 1 ) && ( row < squadsOfSide ? row : squadsOfSide - 1 ) == k / 2 )
			{
				draft->isTaken[i] = true;
				squad->people[squad->count++] = i;
			}
		}
		squad->shape = drawShape( draft, squad->count );
		draft->squads->count += squad->count > 0 ? 1 : 0;
	}
}

static void addSquads( Draft* draft )
{
	wfStressDraft* numbers = &draft->numbers;
	int32_t wanted = 1 + wfStress_DrawOf( numbers, draft->world->def.small ? 2 : 5 );
	for ( int32_t k = 0; k < wanted; ++k )
	{
		int32_t size = (int32_t)wfStress_DrawScale( numbers, 1.0, LARGEST_SQUAD );
		addSquad( draft, size );
	}
}

// Who is in no squad is left out, or walks to stops of its own.
static void dropOthers( Draft* draft )
{
	wfStressWorld* world = draft->world;
	bool stay = world->def.kind < wfGetStressKindCount( false ) && wfStress_DrawChance( &draft->numbers, OTHERS );
	int32_t* newIndex = wfNewArray( (size_t)world->personCount + 1, sizeof( int32_t ) );
	int32_t kept = 0;
	for ( int32_t i = 0; i < world->personCount; ++i )
	{
		newIndex[i] = kept;
		world->people[kept] = world->people[i];
		world->people[kept].stopCount = draft->isTaken[i] ? 0 : world->people[i].stopCount;
		draft->isTaken[kept] = draft->isTaken[i];
		kept += draft->isTaken[i] || stay ? 1 : 0;
	}
	world->personCount = kept;
	for ( int32_t s = 0; s < draft->squads->count; ++s )
	{
		for ( int32_t k = 0; k < draft->squads->list[s].count; ++k )
		{
			draft->squads->list[s].people[k] = newIndex[draft->squads->list[s].people[k]];
		}
	}
	free( newIndex );
}

// ------------------------------------------------------------------------------------------------------------------ places

static wfVec2 drawAnywhere( Draft* draft )
{
	wfBox2 bounds = wfWorld_GetBounds( draft->world->world );
	wfVec2 place;
	place.x = wfStress_DrawIn( &draft->numbers, bounds.lower.x - 3.0, bounds.upper.x + 3.0 );
	place.y = wfStress_DrawIn( &draft->numbers, bounds.lower.y - 3.0, bounds.upper.y + 3.0 );
	return wfStressWorld_TurnBack( draft->world, place );
}

// Most are places that one can go to; others lie in walls, on the island, beyond the border.
static wfVec2 drawPlace( Draft* draft )
{
	const wfStressWorld* world = draft->world;
	double chance = wfStress_Draw( &draft->numbers );
	wfVec2 place;
	if ( chance < 0.05 && world->map[0] == 0 )
	{
		wfBox2 island = world->floors[world->floorCount - 1];
		return wfMix2( island.lower, island.upper, 0.5 );
	}
	bool isFree = chance >= 0.15 && wfStressWays_Draw( draft->ways, &draft->numbers, LEAST_WAY, draft->most, &place );
	return isFree ? place : drawAnywhere( draft );
}

// Where a squad stays: not where another one does, as far as there is room.
static wfVec2 drawFinal( Draft* draft, double extent )
{
	wfVec2 best = { 0.0, 0.0 };
	double most = -INFINITY;
	for ( int32_t k = 0; k < TRIES && most < 1.0; ++k )
	{
		wfVec2 place = drawPlace( draft );
		double room = 1.0;
		for ( int32_t i = 0; i < draft->finalCount; ++i )
		{
			room = wfMin( room, wfDistance2( draft->finals[i], place ) - draft->extents[i] - extent );
		}
		for ( int32_t i = 0; i < draft->squads->sinkCount; ++i )
		{
			room = wfMin( room, wfDistance2( draft->squads->sinks[i], place ) - NEAR_SINK - extent );
		}
		best = room > most ? place : best;
		most = wfMax( room, most );
	}
	draft->finals[draft->finalCount] = best;
	draft->extents[draft->finalCount] = extent;
	draft->finalCount += draft->finalCount + 1 < WF_STRESS_MAX_SQUADS ? 1 : 0;
	return best;
}

// ------------------------------------------------------------------------------------------------------------------ orders

static wfStressOrder* addOrder( Draft* draft, const char* name, const Program* program )
{
	wfStressSquads* squads = draft->squads;
	if ( squads->orderCount == WF_STRESS_MAX_ORDERS )
	{
		wfDie( wf_tooLarge, NULL, "a world of kind %s has too many orders", wfGetStressKindName( draft->world->def.kind ) );
	}
	wfStressOrder* order = &squads->orders[squads->orderCount++];
	*order = ( wfStressOrder ){ .order = name, .squad = program->squad, .other = -1 };
	return order;
}

// The way to where an order leads, or as near to that as one gets; the next one begins there.
static void lead( Draft* draft, Program* program, wfVec2 to )
{
	wfStressWays_Begin( draft->ways, program->to );
	wfVec2 near = wfStressWays_FindNearest( draft->ways, to );
	program->from = program->to;
	program->to = near;
	program->metres = wfStressWays_GetMetres( draft->ways, near );
	program->metres = program->metres < INFINITY ? program->metres : 0.0;
	program->alone += ( program->metres + program->extent ) / program->slowest;
	program->stands += FORM_SECONDS;
}

// After those before it, or in the middle of one of them.
static void setTime( Draft* draft, Program* program, wfStressOrder* order, bool isFirst )
{
	double walks = program->alone + program->stands;
	order->queued = !isFirst && wfStress_DrawChance( &draft->numbers, 0.6 );
	if ( !isFirst && !order->queued )
	{
		program->time += wfStress_DrawIn( &draft->numbers, 0.05, 0.8 ) * wfMax( walks - program->time, 1.0 );
		// The way from where it is then is at most that back to where it came from.
		program->alone += program->metres / program->slowest;
	}
	order->time = program->time;
	draft->squads->lastTime = wfMax( draft->squads->lastTime, order->time );
}

static void drawFacing( Draft* draft, wfStressOrder* order )
{
	wfCosSin angle = wfCosSinOf( WF_TWO_PI * wfStress_Draw( &draft->numbers ) );
	order->faces = true;
	order->facing = ( wfVec2 ){ angle.cosine, angle.sine };
}

static void drawStroke( Draft* draft, Program* program, wfStressOrder* order )
{
	wfStressDraft* numbers = &draft->numbers;
	static const char* const advances[] = { "each", "first", "centre", "last" };
	static const char* const divisions[] = { "evenly", "share", "number", "kind" };
	bool isFree = wfStress_DrawChance( numbers, 0.5 );
	order->strokeCount = wfStress_DrawChance( numbers, 0.3 ) ? 2 + wfStress_DrawOf( numbers, 2 ) : 1;
	order->advance = advances[wfStress_DrawOf( numbers, 4 )];
	order->divide = divisions[wfStress_DrawOf( numbers, 4 )];
	for ( int32_t s = 0; s < order->strokeCount; ++s )
	{
		wfVec2* points = order->strokes[s];
		int32_t count = 2 + wfStress_DrawOf( numbers, s == 0 ? WF_STRESS_DRAWN - 2 : 3 );
		points[0] = s > 0 ? order->strokes[0][order->strokeCounts[0] / 2] : program->to;
		for ( int32_t k = 1; k < count; ++k )
		{
			// Places that one can go to, whatever is between, or a line across everything.
			wfVec2 step = { wfStress_DrawIn( numbers, -6.0, 6.0 ), wfStress_DrawIn( numbers, -6.0, 6.0 ) };
			points[k] = wfAdd2( points[k - 1], step );
			points[k] = isFree && !wfStressWays_Draw( draft->ways, numbers, 0.0, 0.5 * draft->most, &points[k] )
							? wfAdd2( points[k - 1], step )
							: points[k];
		}
		order->strokeCounts[s] = count;
	}
	// Along all of it: who is in one branch goes a shorter way.
	for ( int32_t s = 0; s < order->strokeCount; ++s )
	{
		for ( int32_t k = 0; k < order->strokeCounts[s]; ++k )
		{
			lead( draft, program, order->strokes[s][k] );
			program->stands -= k > 0 ? FORM_SECONDS - 5.0 : 0.0;
		}
	}
}

static int32_t drawOther( Draft* draft, const Program* program )
{
	int32_t other = wfStress_DrawOf( &draft->numbers, draft->squads->count );
	return other != program->squad && draft->squads->list[other].count > 0 ? other : -1;
}

// One that others may follow. What has no end by itself is not the last.
static void drawTask( Draft* draft, Program* program, bool isFirst, bool isLast )
{
	wfStressDraft* numbers = &draft->numbers;
	static const char* const names[] = { "move",   "formation", "formation", "form", "stroke",
										 "attack", "patrol",	"follow",	 "hold", "stop" };
	// What may be refused, as enemies die, is not the last.
	const char* name = names[wfStress_DrawOf( numbers, isLast ? 5 : 10 )];
	int32_t other = drawOther( draft, program );
	bool needsOther = strcmp( name, "attack" ) == 0 || strcmp( name, "follow" ) == 0;
	name = needsOther && other < 0 ? "formation" : name;
	wfStressOrder* order = addOrder( draft, name, program );
	if ( isLast )
	{
		drawFinal( draft, 0.5 * program->extent );
	}
	wfVec2 to = isLast ? draft->finals[draft->finalCount - 1] : drawPlace( draft );
	setTime( draft, program, order, isFirst );
	order->other = needsOther ? other : -1;
	order->range = order->other >= 0 ? wfStress_DrawIn( numbers, 1.0, 6.0 ) : 0.0;
	if ( strcmp( name, "stroke" ) == 0 )
	{
		drawStroke( draft, program, order );
	}
	else if ( strcmp( name, "hold" ) == 0 || strcmp( name, "follow" ) == 0 || strcmp( name, "stop" ) == 0 )
	{
		order->seconds = strcmp( name, "hold" ) == 0 ? wfStress_DrawIn( numbers, 0.0, 10.0 ) : 0.0;
		program->stands += order->seconds + FORM_SECONDS;
		// Of a leader nobody knows how far it goes.
		program->alone += order->other >= 0 ? draft->most / program->slowest : 0.0;
	}
	else
	{
		order->hasPlace = true;
		order->to = to;
		bool canFace = strcmp( name, "move" ) != 0 && strcmp( name, "patrol" ) != 0;
		if ( canFace && wfStress_DrawChance( numbers, 0.3 ) )
		{
			drawFacing( draft, order );
		}
		lead( draft, program, to );
	}
}

// The last of an army is against the other.
static void setExtent( const Draft* draft, Program* program, int32_t count, const wfStressShape* shape )
{
	program->extent = shape->formation.spacing * count + 2.0 * bodyRoom( draft );
}

static Program beginProgram( const Draft* draft, int32_t squad )
{
	const wfStressSquad* list = &draft->squads->list[squad];
	Program program = { .squad = squad, .slowest = INFINITY };
	double farthest = 0.0;
	program.to = placeOf( draft, list->people[0] );
	wfStressWays_Begin( draft->ways, program.to );
	for ( int32_t k = 0; k < list->count; ++k )
	{
		double metres = wfStressWays_GetMetres( draft->ways, placeOf( draft, list->people[k] ) );
		farthest = metres < INFINITY ? wfMax( farthest, metres ) : farthest;
		program.slowest = wfMin( program.slowest, draft->world->people[list->people[k]].speed );
	}
	setExtent( draft, &program, list->count, &list->shape );
	program.alone = farthest / program.slowest;
	return program;
}

// ------------------------------------------------------------------------------------------------- who comes, goes, and dies

static void endProgram( Draft* draft, const Program* program )
{
	draft->squads->alone = wfMax( draft->squads->alone, program->alone );
	draft->squads->seconds = wfMax( draft->squads->seconds, program->time + program->stands );
}

static void sendPart( Draft* draft, Program program, int32_t part, int32_t count )
{
	program.squad = part;
	program.metres = 0.0;
	setExtent( draft, &program, count, &draft->squads->list[part].shape );
	drawTask( draft, &program, true, true );
	endProgram( draft, &program );
}

// Some of a squad become one of their own, with an end of its own, or without orders.
static void drawSplit( Draft* draft, Program* program, bool isNew )
{
	wfStressSquads* squads = draft->squads;
	const wfStressSquad* squad = &squads->list[program->squad];
	int32_t count = 1 + wfStress_DrawOf( &draft->numbers, squad->count - 1 ), part = squads->count;
	if ( part == WF_STRESS_MAX_SQUADS )
	{
		return;
	}
	squads->list[squads->count++] = ( wfStressSquad ){ .shape = isNew ? drawShape( draft, count ) : squad->shape };
	program->time += wfStress_DrawIn( &draft->numbers, 1.0, 20.0 );
	wfStressOrder* order = addOrder( draft, isNew ? "create" : "split", program );
	order->time = program->time;
	order->other = part;
	order->shape = isNew ? &squads->list[part].shape : NULL;
	order->people = wfNewArray( (size_t)count, sizeof( int32_t ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		order->people[order->personCount++] = squad->people[k];
	}
	if ( isNew || wfStress_DrawChance( &draft->numbers, 0.7 ) )
	{
		sendPart( draft, *program, part, count );
	}
	draft->squads->lastTime = wfMax( draft->squads->lastTime, order->time );
}

static void drawMerge( Draft* draft, Program* program )
{
	int32_t other = drawOther( draft, program );
	if ( other >= 0 )
	{
		program->time += wfStress_DrawIn( &draft->numbers, 1.0, 30.0 );
		wfStressOrder* order = addOrder( draft, "merge", program );
		order->time = program->time;
		order->other = other;
		program->alone += draft->most / program->slowest; // the other may be anywhere
		program->slowest = wfMin( program->slowest, SLOWEST );
		program->extent *= 2.0;
	}
}

// People of other squads, and those in none.
static void drawJoin( Draft* draft, Program* program )
{
	int32_t count = 1 + wfStress_DrawOf( &draft->numbers, 5 );
	program->time += wfStress_DrawIn( &draft->numbers, 1.0, 30.0 );
	wfStressOrder* order = addOrder( draft, "join", program );
	order->time = program->time;
	order->people = wfNewArray( (size_t)count, sizeof( int32_t ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t person = wfStress_DrawOf( &draft->numbers, draft->world->personCount );
		bool isNew = true;
		for ( int32_t m = 0; m < order->personCount; ++m )
		{
			isNew = isNew && order->people[m] != person;
		}
		order->people[order->personCount] = person;
		order->personCount += isNew && draft->isTaken[person] ? 1 : 0;
	}
	program->alone += draft->most / program->slowest;
	draft->squads->orderCount -= order->personCount == 0 ? 1 : 0;
	program->slowest = wfMin( program->slowest, SLOWEST );
}

static void drawShapeOrder( Draft* draft, Program* program )
{
	program->time += wfStress_DrawIn( &draft->numbers, 1.0, 30.0 );
	wfStressOrder* order = addOrder( draft, "shape", program );
	order->time = program->time;
	order->shape = wfNewArray( 1, sizeof( wfStressShape ) );
	*order->shape = drawShape( draft, draft->squads->list[program->squad].count );
}

static void drawChange( Draft* draft, Program* program )
{
	double chance = wfStress_Draw( &draft->numbers );
	bool isLarge = draft->squads->list[program->squad].count > 3;
	if ( chance < 0.3 && isLarge )
	{
		drawSplit( draft, program, chance < 0.1 );
	}
	else if ( chance < 0.42 )
	{
		drawMerge( draft, program );
	}
	else if ( chance < 0.55 )
	{
		drawJoin( draft, program );
	}
	else if ( chance < 0.7 )
	{
		drawShapeOrder( draft, program );
	}
	draft->squads->lastTime = wfMax( draft->squads->lastTime, program->time );
}

static void drawSinks( Draft* draft )
{
	wfStressSquads* squads = draft->squads;
	int32_t count = wfStress_DrawChance( &draft->numbers, 0.25 ) ? 1 + wfStress_DrawOf( &draft->numbers, WF_STRESS_SINKS ) : 0;
	squads->sinkRadius = wfStress_DrawIn( &draft->numbers, 0.2, 0.5 );
	for ( int32_t k = 0; k < count; ++k )
	{
		bool found = wfStressWays_Begin( draft->ways, placeOf( draft, squads->list[0].people[0] ) ) &&
					 wfStressWays_Draw( draft->ways, &draft->numbers, LEAST_WAY, draft->most, &squads->sinks[squads->sinkCount] );
		squads->sinkCount += found ? 1 : 0;
	}
}

// Each squad is sent about, then to where it stays; an army to the other side first.
static void drawOrders( Draft* draft )
{
	int32_t first = draft->squads->count;
	bool areArmies = draft->world->def.kind == wfFindStressKind( "armies" );
	for ( int32_t s = 0; s < first; ++s )
	{
		Program program = beginProgram( draft, s );
		int32_t tasks = wfStress_DrawOf( &draft->numbers, draft->world->def.small ? 2 : 4 );
		if ( areArmies )
		{
			wfStressOrder* order = addOrder( draft, "formation", &program );
			order->hasPlace = true;
			order->to = program.to;
			order->to.x = draft->world->zones[0].lower.x + draft->world->zones[1].upper.x - program.to.x;
			lead( draft, &program, order->to );
		}
		for ( int32_t k = 0; k < tasks; ++k )
		{
			drawTask( draft, &program, k == 0 && !areArmies, false );
		}
		if ( wfStress_DrawChance( &draft->numbers, 0.5 ) )
		{
			drawChange( draft, &program );
		}
		drawTask( draft, &program, tasks == 0 && !areArmies, true );
		endProgram( draft, &program );
	}
}

wfResult wfDrawStressSquads( wfStressWorld* world, wfStressSquads* squads, wfError* error )
{
	*squads = ( wfStressSquads ){ 0 };
	Draft draft = { .world = world, .squads = squads, .most = MOST_WAY };
	draft.numbers = ( wfStressDraft ){ .world = world, .seed = (uint64_t)world->def.number, .stream = SQUAD_STREAM };
	const char* name = wfGetStressKindName( world->def.kind );
	draft.numbers.stream = wfHash( SQUAD_STREAM, name, strlen( name ) );
	draft.isTaken = wfNewArray( (size_t)world->personCount + 1, sizeof( bool ) );
	wfResult result = wfCreateStressWays( world, world->cell, 2.0 * MOST_WAY, &draft.ways, error );
	if ( result == wf_ok )
	{
		if ( world->def.kind == wfFindStressKind( "armies" ) )
		{
			addArmies( &draft );
		}
		else
		{
			addSquads( &draft );
		}
		dropOthers( &draft );
		drawSinks( &draft );
		drawOrders( &draft );
	}
	wfDestroyStressWays( draft.ways );
	free( draft.isTaken );
	return result;
}

void wfStressSquads_Free( wfStressSquads* squads )
{
	for ( int32_t k = 0; k < squads->count; ++k )
	{
		free( squads->list[k].people );
	}
	for ( int32_t k = 0; k < squads->orderCount; ++k )
	{
		bool isOwn = squads->orders[k].shape != NULL && strcmp( squads->orders[k].order, "shape" ) == 0;
		free( squads->orders[k].people );
		free( isOwn ? squads->orders[k].shape : NULL );
	}
	*squads = ( wfStressSquads ){ 0 };
}
