// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a saved state belongs to: the ground and everything that was added to the crowd, of agents those that
// were there before the first tick: who came later is part of the state. Member by member, for the gaps between members hold
// anything. Functions and contexts of the host are left out: they differ from run to run.
#include "crowd/checkpoint.h"
#include "crowd/locomotion.h"

#define ADD( member ) hash = wfHash( hash, &( member ), sizeof( member ) )

static uint64_t addPoints( uint64_t hash, const wfVec2* points, int32_t count )
{
	ADD( count );
	return count > 0 ? wfHash( hash, points, (size_t)count * sizeof( wfVec2 ) ) : hash;
}

static uint64_t addCrowdDef( uint64_t hash, const wfCrowdDef* def )
{
	ADD( def->preset );
	ADD( def->tickSeconds );
	ADD( def->movesPerTick );
	ADD( def->cellSize );
	ADD( def->haste );
	ADD( def->directRoutes );
	ADD( def->stuckSeconds );
	ADD( def->standSeconds );
	ADD( def->seed );
	return hash;
}

static uint64_t addStyle( uint64_t hash, const wfStyleDef* def )
{
	ADD( def->mapSize );
	ADD( def->mapCell );
	ADD( def->mapTurns );
	ADD( def->mapAdapts );
	ADD( def->goalInside );
	ADD( def->solver );
	ADD( def->iterations );
	ADD( def->viewAngle );
	ADD( def->sightDistance );
	ADD( def->neighborReach );
	ADD( def->softAgents );
	ADD( def->softStrength );
	ADD( def->softReach );
	ADD( def->horizon );
	ADD( def->foresight );
	ADD( def->keepRight );
	ADD( def->queueing );
	ADD( def->yielding );
	ADD( def->takesTurns );
	ADD( def->patience );
	ADD( def->rule );
	ADD( def->mass );
	ADD( def->inertia );
	ADD( def->slowsInTurns );
	ADD( def->relaxTime );
	ADD( def->maxAcceleration );
	return hash;
}

static uint64_t addBehavior( uint64_t hash, const wfBehaviorDef* def )
{
	ADD( def->kind );
	ADD( def->epsilon );
	ADD( def->v );
	ADD( def->relative );
	ADD( def->target );
	ADD( def->point );
	ADD( def->agent );
	ADD( def->angle );
	ADD( def->holdSeconds );
	ADD( def->waveCount );
	ADD( def->stageCount );
	for ( int32_t k = 0; k < def->waveCount; ++k )
	{
		ADD( def->waves[k].axis );
		ADD( def->waves[k].amplitude );
		ADD( def->waves[k].rate );
		ADD( def->waves[k].phase );
	}
	for ( int32_t k = 0; k < def->stageCount; ++k )
	{
		ADD( def->stages[k].kind );
		ADD( def->stages[k].from );
		ADD( def->stages[k].point );
		ADD( def->stages[k].radius );
		ADD( def->stages[k].behavior );
	}
	return hash;
}

static uint64_t addDistribution( uint64_t hash, const wfDistribution* distribution )
{
	ADD( distribution->kind );
	ADD( distribution->lower );
	ADD( distribution->upper );
	ADD( distribution->mean );
	ADD( distribution->deviation );
	return hash;
}

// What sources draw of their agents is given apart.
static uint64_t addAgent( uint64_t hash, const wfAgentDef* def )
{
	ADD( def->heading );
	ADD( def->speed );
	ADD( def->kind );
	ADD( def->atEnd );
	ADD( def->style );
	ADD( def->behavior );
	ADD( def->onSight );
	ADD( def->gait );
	ADD( def->userData );
	ADD( def->stopCount );
	for ( int32_t k = 0; k < def->stopCount; ++k )
	{
		const wfStop* stop = &def->stops[k];
		ADD( stop->kind );
		ADD( stop->goal );
		ADD( stop->point );
		ADD( stop->place.triangle );
		ADD( stop->place.u );
		ADD( stop->place.v );
		ADD( stop->queue );
		ADD( stop->reach );
		ADD( stop->wait );
	}
	return hash;
}

uint64_t wfHashAgentDef( uint64_t hash, const wfAgentDef* def )
{
	ADD( def->position );
	ADD( def->place.triangle );
	ADD( def->place.u );
	ADD( def->place.v );
	ADD( def->facing );
	ADD( def->radius );
	ADD( def->desiredSpeed );
	return addAgent( hash, def );
}

static uint64_t addSource( uint64_t hash, const wfSourceDef* def )
{
	hash = addPoints( hash, def->region, def->regionCount );
	ADD( def->rate );
	ADD( def->random );
	ADD( def->count );
	ADD( def->from );
	ADD( def->until );
	hash = addAgent( hash, &def->agent );
	hash = addDistribution( hash, &def->radius );
	return addDistribution( hash, &def->desiredSpeed );
}

wfResult wfGetFingerprint( const wfCrowd* crowd, uint64_t* fingerprint )
{
	uint64_t hash = WF_HASH_START;
	wfResult result = wfGround_HashOrigin( &crowd->ground, &hash );
	hash = addCrowdDef( hash, &crowd->def );
	for ( int32_t k = 0; k < crowd->styles.count; ++k )
	{
		hash = addStyle( hash, &crowd->styles.list[k].def );
	}
	for ( int32_t k = 0; k < crowd->styles.behaviors.count; ++k )
	{
		hash = addBehavior( hash, &crowd->styles.behaviors.data[k] );
	}
	for ( int32_t k = 0; k < crowd->facilities.queues.count; ++k )
	{
		const wfQueueDef* def = &crowd->facilities.queues.data[k].def;
		hash = addPoints( hash, def->line, def->lineCount );
		ADD( def->spacing );
		ADD( def->serviceSeconds );
	}
	for ( int32_t k = 0; k < crowd->facilities.sources.count; ++k )
	{
		hash = addSource( hash, &crowd->facilities.sources.data[k].def );
	}
	for ( int32_t k = 0; k < crowd->facilities.sinks.count; ++k )
	{
		hash = addPoints( hash, crowd->facilities.sinks.data[k].ring, crowd->facilities.sinks.data[k].count );
	}
	hash = wfHashGaits( hash, crowd );
	ADD( crowd->population.startAgents );
	const int32_t counts[4] = { crowd->styles.count, crowd->styles.behaviors.count, crowd->facilities.queues.count,
								crowd->facilities.sources.count };
	*fingerprint = wfHash( hash, counts, sizeof( counts ) );
	return result;
}
