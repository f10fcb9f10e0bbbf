// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Stages: crowds with groups, ticked and measured.
#include "experiment_groups.h"

#include "base/math.h"
#include "base/vec2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_POINTS 128

// --------------------------------------------------------------------------------------------------------------- samples

void wfSamples_Add( wfSamples* samples, double value )
{
	samples->values = wfGrow( samples->values, samples->count + 1, &samples->capacity, sizeof( double ) );
	samples->values[samples->count++] = value;
}

double wfSamples_GetQuantile( wfSamples* samples, double share )
{
	if ( samples->count == 0 )
	{
		return NAN;
	}
	qsort( samples->values, (size_t)samples->count, sizeof( double ), wfCompareNumbers );
	int32_t k = (int32_t)ceil( share * samples->count ) - 1;
	return samples->values[k < 0 ? 0 : k];
}

double wfSamples_GetMean( const wfSamples* samples )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < samples->count; ++i )
	{
		sum += samples->values[i];
	}
	return samples->count > 0 ? sum / samples->count : NAN;
}

double wfGetDistance2( wfVec2 a, wfVec2 b )
{
	return hypot( b.x - a.x, b.y - a.y );
}

// ----------------------------------------------------------------------------------------------------------------- files

int32_t wfTrial_GetGroupSeeds( const wfTrial* run )
{
	return (int32_t)wfTrial_GetEffort( run, "seeds", 1, 1000 );
}

int32_t wfTrial_GetPoints( wfTrial* run, const char* path, wfVec2* points, int32_t capacity )
{
	char list[160];
	snprintf( list, sizeof( list ), "%s", path );
	int32_t count = wfTrial_CountItems( run, list, 1, capacity );
	for ( int32_t i = 0; i < count; ++i )
	{
		points[i] = wfTrial_GetVector( run, wfKey( "%s[%d]", list, i ) );
	}
	return count;
}

static wfFormationDef readFormation( wfTrial* run, int32_t group, const char* kind, wfVec2* points )
{
	wfFormationDef def = wfDefaultFormationDef();
	const char* path = wfKey( "groups[%d].formation", group );
	const char* name = kind != NULL ? kind : wfTrial_GetText( run, path );
	def.kind = wfFindFormation( name );
	wfTrial_FailIf( run, def.kind == wf_formationKindCount, path, "there is no formation named \"%.40s\"", name );
	def.spacing = wfTrial_GetOption( run, wfKey( "groups[%d].spacing", group ), 1.2 );
	def.ratio = wfTrial_GetOption( run, wfKey( "groups[%d].ratio", group ), def.ratio );
	def.angle = wfTrial_GetOption( run, wfKey( "groups[%d].angle", group ), def.angle );
	def.rigid = wfTrial_GetOption( run, wfKey( "groups[%d].rigid", group ), 0.0 ) != 0.0;
	if ( wfTrial_Has( run, wfKey( "groups[%d].points", group ) ) && kind == NULL )
	{
		def.pointCount = wfTrial_GetPoints( run, wfKey( "groups[%d].points", group ), points, MAX_POINTS );
		def.points = points;
	}
	return def;
}

static void addGroup( wfGroupStage* stage, int32_t index, const wfGroupStageDef* given )
{
	wfTrial* run = stage->run;
	wfVec2 points[MAX_POINTS];
	wfGroupDef def = wfDefaultGroupDef();
	def.formation = readFormation( run, index, given->formation, points );
	def.formation.spacing = given->spacing > 0.0 ? given->spacing : def.formation.spacing;
	def.planner = given->planner;
	def.hardMembers = given->hardMembers;
	int32_t all, count = 0, entries = wfTrial_CountItems( run, wfKey( "groups[%d].agents", index ), 1, WF_MAX_LIST );
	wfAgentId *ids = wfGetAgentIds( stage->crowd, &all ), *members = wfNewArray( (size_t)all + 1, sizeof( wfAgentId ) );
	for ( int32_t e = 0; e < entries; ++e )
	{
		const char* path = wfKey( "groups[%d].agents[%d]", index, e );
		const char* name = wfTrial_GetText( run, path );
		int32_t entry = wfSimulation_FindPart( &stage->simulation, wf_agentPart, name );
		wfTrial_FailIf( run, entry == 0, path, "there is no entry of agents named \"%.60s\"", name );
		for ( int32_t i = 0; i < all; ++i )
		{
			if ( wfCrowd_GetAgent( stage->crowd, ids[i] ).userData == (uint64_t)entry )
			{
				members[count++] = ids[i];
			}
		}
	}
	def.members = members;
	def.memberCount = count;
	stage->spacing = index == 0 ? def.formation.spacing : stage->spacing;
	wfTrial_Check( run, wfCrowd_CreateGroup( stage->crowd, &def, &stage->groups[index], &wf_error ) );
	stage->groupCount = index + 1;
}

static void removeAgents( wfGroupStage* stage, bool members )
{
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( stage->crowd, &count );
	for ( int32_t i = 0; i < count; ++i )
	{
		bool isMember = wfCrowd_GetGroupOf( stage->crowd, ids[i] ).index1 != 0;
		wfTrial_Check( stage->run, isMember == members ? wfCrowd_RemoveAgent( stage->crowd, ids[i] ) : wf_ok );
	}
}

static void setStyle( wfGroupStage* stage, const wfStyleDef* def )
{
	wfStyleId style;
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( stage->crowd, &count );
	wfTrial_Check( stage->run, wfCrowd_AddStyle( stage->crowd, def, &style, &wf_error ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfTrial_Check( stage->run, wfCrowd_SetStyle( stage->crowd, ids[i], style ) );
	}
}

static void keep( wfGroupStage* stage );

static void openTrack( wfGroupStage* stage )
{
	double times[WF_MAX_LIST];
	wfGroupTrackDef def = wfDefaultGroupTrackDef();
	def.times = times;
	def.timeCount = wfTrial_Has( stage->run, "moments" ) ? wfTrial_GetList( stage->run, "moments", times ) : 0;
	wfTrial_Check( stage->run, wfCreateGroupTrack( &def, &stage->groupTrack, &wf_error ) );
}

wfGroupStage* wfTrial_OpenGroups( wfTrial* run, const wfGroupStageDef* given )
{
	wfGroupStage* stage = wfNewArray( 1, sizeof( wfGroupStage ) );
	wfSimulationDef def = wfDefaultSimulationDef();
	def.seedGiven = given->seed != 0;
	def.seed = given->seed;
	def.workers = given->workers;
	def.footsteps = given->onFoot;
	wfTrial_Check( run, run->data != NULL
							? wfReadSimulationFromMemory( run->file, run->data, run->size, &def, &stage->simulation, &wf_error )
							: wfReadSimulation( run->file, &def, &stage->simulation, &wf_error ) );
	stage->run = run;
	stage->crowd = stage->simulation.crowd;
	stage->world = stage->simulation.world;
	stage->until = stage->simulation.seconds;
	stage->leastGap = stage->leastRoom = INFINITY;
	stage->checks = !given->unchecked && stage->world != NULL;
	stage->keeps = !given->unchecked && stage->world != NULL;
	int32_t groups = wfTrial_CountItems( run, "groups", 1, WF_MAX_STAGE_GROUPS );
	for ( int32_t k = 0; k < groups; ++k )
	{
		addGroup( stage, k, given );
	}
	if ( given->alone || given->withoutGroups )
	{
		removeAgents( stage, given->withoutGroups );
	}
	if ( given->style != NULL )
	{
		setStyle( stage, given->style );
	}
	openTrack( stage );
	wfCrowd_KeepMoves( stage->crowd, stage->checks && !given->onFoot );
	keep( stage );
	return stage;
}

void wfGroupStage_Close( wfGroupStage* stage )
{
	wfSimulation_Free( &stage->simulation );
	for ( int32_t i = 0; i < stage->trackCount; ++i )
	{
		free( stage->tracks[i].places );
	}
	wfDestroyGroupTrack( stage->groupTrack );
	for ( int32_t i = 0; i < WF_MAX_STAGE_GROUPS; ++i )
	{
		free( stage->anchors[i].places );
	}
	free( stage->tracks );
	free( stage );
}

// --------------------------------------------------------------------------------------------------------------- pillars

wfPillars wfTrial_ReadPillars( wfTrial* run, uint64_t seed )
{
	double bounds[4];
	wfTrial_GetNumbers( run, "pillars.bounds", "a box", bounds, 4 );
	return ( wfPillars ){ .box = { { bounds[0], bounds[1] }, { bounds[2], bounds[3] } },
						  .count = (int32_t)wfTrial_GetNumber( run, "pillars.count" ),
						  .half = wfTrial_GetNumber( run, "pillars.half" ),
						  .apart = wfTrial_GetNumber( run, "pillars.apart" ),
						  .seed = seed };
}

void wfGroupStage_AddPillars( wfGroupStage* stage, const wfPillars* pillars )
{
	wfVec2* places = wfNewArray( (size_t)pillars->count, sizeof( wfVec2 ) );
	int32_t count = 0;
	for ( uint64_t draw = 0; count < pillars->count && draw < 1000000; draw += 2 )
	{
		wfVec2 size = wfSub2( pillars->box.upper, pillars->box.lower );
		wfVec2 place = { pillars->box.lower.x + size.x * wfRandomUnit( pillars->seed, 1, draw ),
						 pillars->box.lower.y + size.y * wfRandomUnit( pillars->seed, 1, draw + 1 ) };
		bool isFree = true;
		for ( int32_t k = 0; k < count && isFree; ++k )
		{
			isFree = wfGetDistance2( place, places[k] ) >= pillars->apart;
		}
		if ( isFree )
		{
			wfShapeDef shape = wfDefaultShapeDef();
			shape.kind = wf_boxShape;
			shape.center = places[count++] = place;
			shape.halfSize = ( wfVec2 ){ pillars->half, pillars->half };
			wfTrial_Check( stage->run, wfWorld_AddShape( stage->world, &shape, NULL, &wf_error ) );
		}
	}
	wfTrial_FailIf( stage->run, count < pillars->count, "pillars", "there is no room for so many" );
	free( places );
}

// ---------------------------------------------------------------------------------------------------------------- orders

void wfGroupStage_Give( wfGroupStage* stage, int32_t group, const wfGroupOrder* order )
{
	wfTrial_Check( stage->run, wfCrowd_OrderGroup( stage->crowd, stage->groups[group], order, &wf_error ) );
}

void wfGroupStage_Order( wfGroupStage* stage, int32_t group, wfGroupOrderKind kind, wfVec2 to )
{
	wfGroupOrder order = wfDefaultGroupOrder( kind );
	order.to = wfMakePointStop( ( wfVec3 ){ to.x, to.y, 0.0 } );
	wfGroupStage_Give( stage, group, &order );
}

wfStrokes* wfTrial_CreateStrokes( wfTrial* run )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	wfTrial_Check( run, wfCreateStrokes( &def, &strokes, &wf_error ) );
	return strokes;
}

void wfTrial_DrawStroke( wfTrial* run, wfStrokes* strokes, const char* path )
{
	wfVec2 points[MAX_POINTS];
	int32_t count = wfTrial_GetPoints( run, path, points, MAX_POINTS );
	wfTrial_Check( run, wfStrokes_Add( strokes, points, count, NULL, &wf_error ) );
}

// -------------------------------------------------------------------------------------------------------------- measuring

typedef struct Sorted
{
	float x;
	int32_t index;
} Sorted;

static int compareSorted( const void* a, const void* b )
{
	const Sorted *left = a, *right = b;
	return left->x < right->x ? -1 : left->x > right->x ? 1 : left->index - right->index;
}

static int32_t kindOf( const wfTrial* run, uint64_t entry )
{
	return entry > 0 && wfTrial_Has( run, "kinds" ) ? (int32_t)wfTrial_GetNumber( run, wfKey( "kinds[%d]", (int)entry - 1 ) ) : 0;
}

static void measureFrame( wfGroupStage* stage, const wfFrame* frame )
{
	Sorted* sorted = wfNewArray( (size_t)frame->count + 1, sizeof( Sorted ) );
	double largest = 0.0;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfVec2 place = { frame->positions[i].x, frame->positions[i].y };
		double room =
			wfWorld_GetDistance( stage->world, place, kindOf( stage->run, frame->userData[i] ) ) - (double)frame->radii[i];
		stage->leastRoom = fmin( stage->leastRoom, room );
		stage->overlaps += room < -WF_TOUCHING;
		largest = fmax( largest, (double)frame->radii[i] );
		sorted[i] = ( Sorted ){ (float)place.x, i };
	}
	qsort( sorted, (size_t)frame->count, sizeof( Sorted ), compareSorted );
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		for ( int32_t k = i + 1; k < frame->count && (double)( sorted[k].x - sorted[i].x ) < 2.0 * largest + 0.01; ++k )
		{
			double gap = wfFrame_GetGap( frame, sorted[i].index, sorted[k].index );
			stage->leastGap = fmin( stage->leastGap, gap );
			stage->overlaps += gap < -WF_TOUCHING;
		}
	}
	free( sorted );
}

static int32_t findGroup( wfGroupStage* stage, wfGroupId id )
{
	for ( int32_t k = 0; k < stage->groupCount; ++k )
	{
		if ( stage->groups[k].index1 == id.index1 && stage->groups[k].generation == id.generation )
		{
			return k;
		}
	}
	if ( id.index1 == 0 || stage->groupCount == WF_MAX_STAGE_GROUPS )
	{
		return -1;
	}
	stage->groups[stage->groupCount] = id;
	return stage->groupCount++;
}

static void keepTracks( wfGroupStage* stage, const wfFrame* frame )
{
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		int32_t serial = (int32_t)frame->serials[i], before = stage->trackCount;
		stage->tracks = wfGrow( stage->tracks, serial, &stage->trackCapacity, sizeof( wfMemberTrack ) );
		for ( ; stage->trackCount < serial; ++stage->trackCount )
		{
			stage->tracks[stage->trackCount] = ( wfMemberTrack ){ .group = -1 };
		}
		wfMemberTrack* track = &stage->tracks[serial - 1];
		track->id = frame->ids[i];
		track->entry = (int32_t)frame->userData[i];
		track->radius = (double)frame->radii[i];
		track->kind = serial > before ? kindOf( stage->run, frame->userData[i] ) : track->kind;
		int32_t group = findGroup( stage, wfCrowd_GetGroupOf( stage->crowd, frame->ids[i] ) );
		track->group = group >= 0 ? group : track->group;
		track->places = wfGrow( track->places, track->count + 1, &track->capacity, sizeof( wfVec2 ) );
		track->places[track->count++] = ( wfVec2 ){ frame->positions[i].x, frame->positions[i].y };
	}
	for ( int32_t k = 0; k < stage->groupCount; ++k )
	{
		wfGroupState state = wfGroupStage_GetState( stage, k );
		wfAnchorTrack* track = &stage->anchors[k];
		if ( state.heading.x != 0.0 || state.heading.y != 0.0 )
		{
			track->places = wfGrow( track->places, track->count + 1, &track->capacity, sizeof( wfVec2 ) );
			track->places[track->count++] = ( wfVec2 ){ state.anchor.x, state.anchor.y };
		}
	}
}

static void keep( wfGroupStage* stage )
{
	if ( !stage->keeps )
	{
		return;
	}
	wfFrame frame = wfCrowd_GetFrame( stage->crowd );
	keepTracks( stage, &frame );
	wfTrial_Check( stage->run, wfGroupTrack_Add( stage->groupTrack, stage->crowd, &wf_error ) );
}

// ----------------------------------------------------------------------------------------------------------------- ticks

double wfGroupStage_GetTime( const wfGroupStage* stage )
{
	return wfCrowd_GetTime( stage->crowd );
}

wfGroupState wfGroupStage_GetState( const wfGroupStage* stage, int32_t group )
{
	return wfCrowd_GetGroup( stage->crowd, stage->groups[group] );
}

wfVec2 wfGroupStage_GetPlace( const wfGroupStage* stage, wfAgentId id )
{
	wfVec3 place = wfCrowd_GetAgent( stage->crowd, id ).position;
	return ( wfVec2 ){ place.x, place.y };
}

int32_t wfGroupStage_CountEvents( const wfGroupStage* stage, wfGroupEventKind kind )
{
	const wfGroupEvent* events;
	int32_t count = wfCrowd_GetGroupEvents( stage->crowd, &events ), found = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		found += events[k].kind == kind;
	}
	return found;
}

bool wfGroupStage_TickOn( wfGroupStage* stage )
{
	wfCrowdDef def = wfCrowd_GetDef( stage->crowd );
	if ( wfGroupStage_GetTime( stage ) >= stage->until - 0.5 * def.tickSeconds )
	{
		return false;
	}
	clock_t began = clock();
	wfTrial_Check( stage->run, wfCrowd_Tick( stage->crowd, &wf_error ) );
	double seconds = (double)( clock() - began ) / CLOCKS_PER_SEC;
	stage->processor += seconds;
	stage->worstTick = fmax( stage->worstTick, seconds );
	stage->ticks += 1;
	bool onFoot = wfCrowd_GetFootstepStats( stage->crowd ).agents > 0;
	for ( int32_t move = 0; move < def.movesPerTick && stage->checks && !onFoot; ++move )
	{
		bool isLast = move == def.movesPerTick - 1;
		wfFrame frame = isLast ? wfCrowd_GetFrame( stage->crowd ) : wfCrowd_GetMove( stage->crowd, move );
		measureFrame( stage, &frame );
	}
	keep( stage );
	return true;
}

bool wfGroupStage_Tick( wfGroupStage* stage )
{
	return !wfCrowd_IsDone( stage->crowd ) && wfGroupStage_TickOn( stage );
}
