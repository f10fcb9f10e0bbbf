// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Styles, behaviours and personalities of scenario files.
#include "io/crowd_reader.h"

#include <stdio.h>
#include <string.h>

static const char* const s_presets[] = { "default", "classic", NULL };

// --------------------------------------------------------------------------------------------------------------- styles

// What a style is based on: a preset, or another style, which is read first.
static wfResult readStyle( wfCrowdReader* reader, int32_t index, int32_t depth );

static wfResult readBase( wfCrowdReader* reader, const wfJsonNode* base, int32_t depth, wfStyleDef* def )
{
	const wfJson* json = reader->json;
	const char* name = NULL;
	wfResult result = wfJson_ReadText( json, base, WF_MAX_NAME_LENGTH, &name );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int i = 0; s_presets[i] != NULL; ++i )
	{
		if ( strcmp( name, s_presets[i] ) == 0 )
		{
			*def = wfDefaultStyleDef( (wfPreset)i );
			return wf_ok;
		}
	}
	int32_t other = -1;
	result = wfReadReference( json, base, &reader->styleNames, "preset or style", &other );
	if ( result != wf_ok )
	{
		return result;
	}
	// As deep as JSON itself may be nested.
	if ( reader->styles[other].state == 1 || depth >= 64 )
	{
		return wfJson_Fail( json, base, NULL, wf_badFormat, "%s",
							depth >= 64 ? "more than 64 styles based on each other" : "the style is based on itself" );
	}
	result = readStyle( reader, other, depth + 1 );
	*def = reader->styles[other].def;
	return result;
}

static wfResult readStyle( wfCrowdReader* reader, int32_t index, int32_t depth )
{
	const wfJson* json = reader->json;
	wfStylePlan* plan = reader->styles + index;
	if ( plan->state == 2 )
	{
		return wf_ok;
	}
	plan->state = 1;
	plan->def = wfDefaultStyleDef( reader->preset );
	const wfJsonNode* base = wfJson_Find( json, plan->node, "base" );
	wfResult result = wfJson_CheckObject( json, plan->node, "a style", wf_styleFields );
	if ( result == wf_ok && base != NULL )
	{
		result = readBase( reader, base, depth, &plan->def );
	}
	if ( result == wf_ok )
	{
		result = wfReadSlots( json, plan->node, wf_styleSlots, &plan->def );
	}
	plan->state = 2;
	return result;
}

wfResult wfReadKeys( const wfCrowdReader* reader, const wfJsonNode* object, const char* what, wfNameTable* table, size_t size,
					 void** plans, size_t* count )
{
	const wfJson* json = reader->json;
	wfResult result = wfNameTable_Create( json, object, table );
	if ( result != wf_ok || object == NULL || object->count == 0 )
	{
		return result;
	}
	result = wfReader_Reserve( json->reader, object->position, NULL, (size_t)object->count * size );
	if ( result != wf_ok )
	{
		return result;
	}
	*plans = wfAllocateZeroed( (size_t)object->count * size );
	if ( *plans == NULL )
	{
		return wfReader_OutOfMemory( json->reader );
	}
	*count = (size_t)object->count;
	for ( const wfJsonNode* node = wfJson_First( json, object ); node != NULL && result == wf_ok;
		  node = wfJson_Next( json, node ) )
	{
		bool preset = table == &reader->styleNames && wfIsName( wfJson_Key( json, node ), node->keyLength, s_presets );
		if ( node->keyLength == 0 || node->keyLength > WF_MAX_NAME_LENGTH || preset )
		{
			return wfJson_Fail( json, node, NULL, wf_badFormat, "expected a name of 1 to %d bytes for %s%s", WF_MAX_NAME_LENGTH,
								what, preset ? " that is not the name of a preset" : "" );
		}
		result = wfNameTable_Add( json, node, table, what, wfJson_Key( json, node ) );
	}
	return result;
}

wfResult wfReadStyles( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* object = wfJson_Find( json, root, "styles" );
	void* plans = NULL;
	wfResult result =
		wfReadKeys( reader, object, "a style", &reader->styleNames, sizeof( wfStylePlan ), &plans, &reader->styleCount );
	reader->styles = plans;
	const wfJsonNode* node = result == wf_ok && object != NULL ? wfJson_First( json, object ) : NULL;
	for ( ; node != NULL; node = wfJson_Next( json, node ) )
	{
		reader->styles[node->index].node = node;
	}
	for ( size_t i = 0; i < reader->styleCount && result == wf_ok; ++i )
	{
		result = readStyle( reader, (int32_t)i, 0 );
	}
	return result;
}

static wfResult addStyle( wfCrowdReader* reader, const wfStyleDef* def, wfStyleId* id )
{
	wfError* error = reader->json->reader->error;
	return reader->surfaceCrowd != NULL ? wfCrowd_AddStyle( reader->surfaceCrowd, def, id, error )
										: wfCrowd_AddStyle( reader->crowd, def, id, error );
}

static wfResult addBehavior( wfCrowdReader* reader, const wfBehaviorDef* def, wfBehaviorId* id )
{
	wfError* error = reader->json->reader->error;
	return reader->surfaceCrowd != NULL ? wfCrowd_AddBehavior( reader->surfaceCrowd, def, id, error )
										: wfCrowd_AddBehavior( reader->crowd, def, id, error );
}

wfResult wfAddStyles( wfCrowdReader* reader )
{
	wfResult result = wf_ok;
	for ( size_t i = 0; i < reader->styleCount && result == wf_ok; ++i )
	{
		wfStylePlan* plan = reader->styles + i;
		result = addStyle( reader, &plan->def, &plan->id );
		result = result == wf_ok ? wf_ok : wfPlaceField( reader->json, plan->node, result );
	}
	return result;
}

// ----------------------------------------------------------------------------------------------------------- behaviours

static const wfNumberRange s_number = { -1e300, 1e300, "a number" };

static wfResult readTarget( wfCrowdReader* reader, const wfJsonNode* node, wfBehaviorPlan* plan )
{
	static const char* const names[] = { "goal", "seen", NULL };
	static const wfTargetKind kinds[] = { wf_goalTarget, wf_seenTarget };
	const wfJson* json = reader->json;
	if ( node->type == wf_jsonString )
	{
		int32_t choice = 0;
		wfResult result = wfJson_ReadChoice( json, node, names, &choice );
		plan->def.target = kinds[choice];
		return result;
	}
	if ( node->type == wf_jsonList )
	{
		plan->def.target = wf_pointTarget;
		return wfReadBehaviorPoint( reader, node, &plan->def.point );
	}
	if ( node->type != wf_jsonObject )
	{
		return wfJson_Expected( json, node, wf_jsonString,
								reader->scene != NULL ? "\"goal\", \"seen\", a point [x, y, z] or {\"agent\": name}"
													  : "\"goal\", \"seen\", a point [x, y] or {\"agent\": name}" );
	}
	const wfJsonNode* agent;
	wfResult result = wfJson_CheckObject( json, node, "a target", wf_agentTargetFields );
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, node, "agent", "the name of an agent", &agent );
	}
	if ( result == wf_ok )
	{
		plan->def.target = wf_agentTarget;
		result = wfReadReference( json, agent, &reader->agentNames, "agent", &plan->agent );
	}
	if ( result == wf_ok && wfJson_Find( json, reader->walkers[plan->agent].node, "position" ) == NULL )
	{
		result = wfJson_Fail( json, agent, NULL, wf_badFormat, "is a group of agents; expected the name of a single one" );
	}
	return result;
}

static wfResult readWaves( const wfJson* json, const wfJsonNode* list, wfBehaviorDef* def )
{
	static const char* const axes[] = { "x", "y", NULL };
	wfResult result = wfJson_CheckList( json, list, 0, "waves" );
	if ( result == wf_ok && list->count > WF_MAX_WAVES )
	{
		return wfJson_Fail( json, list, NULL, wf_outOfRange, "%d waves; expected at most %d", list->count, WF_MAX_WAVES );
	}
	const wfJsonNode* node = result == wf_ok ? wfJson_First( json, list ) : NULL;
	for ( ; node != NULL && result == wf_ok; node = wfJson_Next( json, node ) )
	{
		wfWave* wave = def->waves + def->waveCount++;
		*wave = ( wfWave ){ 0, 1.0, 1.0, 0.0 };
		const wfJsonNode* axis = NULL;
		result = wfJson_CheckObject( json, node, "a wave", wf_waveFields );
		if ( result == wf_ok )
		{
			result = wfJson_Require( json, node, "axis", "\"x\" or \"y\"", &axis );
		}
		if ( result == wf_ok )
		{
			result = wfJson_ReadChoice( json, axis, axes, &wave->axis );
		}
		double* const values[] = { &wave->amplitude, &wave->rate, &wave->phase };
		for ( int i = 0; i < 3 && result == wf_ok; ++i )
		{
			result = wfJson_ReadOptionalNumber( json, node, wf_waveFields[1 + i], &s_number, values[i] );
		}
	}
	return result;
}

static wfResult readStage( wfCrowdReader* reader, const wfJsonNode* node, wfStage* stage, int32_t* behavior )
{
	const wfJson* json = reader->json;
	wfResult result = wfJson_CheckObject( json, node, "a stage", wf_stageFields );
	if ( result != wf_ok )
	{
		return result;
	}
	const wfJsonNode* starts[3];
	int given = 0, kind = 0;
	for ( int i = 0; i < 3; ++i )
	{
		starts[i] = wfJson_Find( json, node, wf_stageFields[i] );
		given += starts[i] != NULL ? 1 : 0;
		kind = starts[i] != NULL ? i : kind;
	}
	const wfJsonNode* radius = wfJson_Find( json, node, "radius" );
	if ( given != 1 )
	{
		return wfJson_Fail( json, node, NULL, wf_badFormat,
							"expected one of time (seconds), fraction (of the way) and place %s with radius, found %s",
							reader->scene != NULL ? "[x, y, z]" : "[x, y]", given == 0 ? "none" : "several of them" );
	}
	if ( radius != NULL && kind != wf_fromPlace )
	{
		return wfJson_Fail( json, radius, NULL, wf_badFormat, "belongs to a place" );
	}
	stage->kind = (wfStageKind)kind;
	if ( stage->kind == wf_fromPlace )
	{
		stage->radius = 1.0;
		result = wfReadBehaviorPoint( reader, starts[kind], &stage->point );
		result = result == wf_ok ? wfJson_ReadOptionalNumber( json, node, "radius", &wf_sizeRange, &stage->radius ) : result;
	}
	else
	{
		static const wfNumberRange ranges[] = { { 0.0, 1e9, "seconds, 0 or more" }, { 0.0, 1.0, "a fraction from 0 to 1" } };
		result = wfJson_ReadNumber( json, starts[kind], ranges + kind, &stage->from );
	}
	const wfJsonNode* name;
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, node, "behavior", "the name of a behavior", &name );
	}
	if ( result == wf_ok )
	{
		result = wfReadReference( json, name, &reader->behaviorNames, "behavior", behavior );
	}
	const wfJsonNode* type = result == wf_ok ? wfJson_Find( json, reader->behaviors[*behavior].node, "type" ) : NULL;
	if ( type != NULL && type->type == wf_jsonString && strcmp( wfJson_String( json, type ), "scheduled" ) == 0 )
	{
		result = wfJson_Fail( json, name, NULL, wf_badFormat, "is scheduled itself; expected one of another type" );
	}
	return result;
}

static wfResult readStages( wfCrowdReader* reader, const wfJsonNode* list, wfBehaviorPlan* plan )
{
	const wfJson* json = reader->json;
	wfResult result = wfJson_CheckList( json, list, 1, "stages" );
	if ( result == wf_ok && list->count > WF_MAX_STAGES )
	{
		return wfJson_Fail( json, list, NULL, wf_outOfRange, "%d stages; expected at most %d", list->count, WF_MAX_STAGES );
	}
	const wfJsonNode* node = result == wf_ok ? wfJson_First( json, list ) : NULL;
	for ( ; node != NULL && result == wf_ok; node = wfJson_Next( json, node ) )
	{
		int32_t k = plan->def.stageCount++;
		result = readStage( reader, node, plan->def.stages + k, plan->stages + k );
	}
	return result;
}

static wfResult readBehavior( wfCrowdReader* reader, wfBehaviorPlan* plan )
{
	// In the order of wfBehaviorKind; functions of a host have no place in a file.
	static const char* const types[] = { "harmonic", "constant", "periodic", "toward", "random", "scheduled", "pass", NULL };
	static const char* const* const fields[] = { wf_harmonicFields, wf_constantFields,	wf_periodicFields, wf_towardFields,
												 wf_randomFields,	wf_scheduledFields, wf_passFields };
	const wfJson* json = reader->json;
	const wfJsonNode* node = plan->node;
	wfBehaviorDef* def = &plan->def;
	int32_t type = 0;
	*def = wfDefaultBehaviorDef();
	plan->agent = -1;
	wfResult result = wfReadType( json, node, "a behavior", types, fields, NULL, &type );
	if ( result != wf_ok )
	{
		return result;
	}
	def->kind = (wfBehaviorKind)type;
	const wfJsonNode* v = wfJson_Find( json, node, "v" );
	const wfJsonNode* relative = wfJson_Find( json, node, "relative" );
	const wfJsonNode* target = wfJson_Find( json, node, "target" );
	const wfJsonNode* waves = wfJson_Find( json, node, "waves" );
	const wfJsonNode* hold = wfJson_Find( json, node, "holdSeconds" );
	const wfJsonNode* stages = wfJson_Find( json, node, "stages" );
	result = wfJson_ReadOptionalNumber( json, node, "epsilon", &s_number, &def->epsilon );
	if ( result == wf_ok )
	{
		result = wfJson_ReadOptionalNumber( json, node, "angle", &s_number, &def->angle );
	}
	if ( result == wf_ok && v != NULL )
	{
		// Relative ones lie in the surface, others in space.
		bool inSpace = reader->scene != NULL && !( relative != NULL && relative->type == wf_jsonTrue );
		wfVec2 flat = { 0.0, 0.0 };
		result = inSpace ? wfReadBehaviorPoint( reader, v, &def->v )
						 : wfJson_ReadVector( json, v, &s_number, "a vector [x, y]", &flat );
		def->v = inSpace ? def->v : ( wfVec3 ){ flat.x, flat.y, 0.0 };
	}
	if ( result == wf_ok && relative != NULL )
	{
		result = wfJson_ReadBool( json, relative, &def->relative );
	}
	if ( result == wf_ok && target != NULL )
	{
		result = readTarget( reader, target, plan );
	}
	if ( result == wf_ok && waves != NULL )
	{
		result = readWaves( json, waves, def );
	}
	if ( result == wf_ok && hold != NULL )
	{
		wfVec2 seconds = { 0.0, 0.0 };
		result = wfJson_ReadVector( json, hold, &s_number, "[shortest, longest] in seconds", &seconds );
		def->holdSeconds[0] = seconds.x;
		def->holdSeconds[1] = seconds.y;
	}
	if ( result == wf_ok && def->kind == wf_scheduledBehavior )
	{
		result = stages != NULL ? wf_ok : wfJson_Require( json, node, "stages", "a list of stages", &stages );
		result = result == wf_ok ? readStages( reader, stages, plan ) : result;
	}
	return result;
}

wfResult wfReadBehaviors( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* object = wfJson_Find( json, root, "behaviors" );
	void* plans = NULL;
	wfResult result = wfReadKeys( reader, object, "a behavior", &reader->behaviorNames, sizeof( wfBehaviorPlan ), &plans,
								  &reader->behaviorCount );
	reader->behaviors = plans;
	const wfJsonNode* node = result == wf_ok && object != NULL ? wfJson_First( json, object ) : NULL;
	for ( ; node != NULL; node = wfJson_Next( json, node ) )
	{
		reader->behaviors[node->index].node = node;
	}
	for ( size_t i = 0; i < reader->behaviorCount && result == wf_ok; ++i )
	{
		result = readBehavior( reader, reader->behaviors + i );
	}
	return result;
}

wfResult wfAddBehaviors( wfCrowdReader* reader )
{
	wfResult result = wf_ok;
	// Those that others refer to first.
	for ( int pass = 0; pass < 2; ++pass )
	{
		for ( size_t i = 0; i < reader->behaviorCount && result == wf_ok; ++i )
		{
			wfBehaviorPlan* plan = reader->behaviors + i;
			if ( ( plan->def.kind == wf_scheduledBehavior ) != ( pass == 1 ) )
			{
				continue;
			}
			if ( plan->agent >= 0 )
			{
				plan->def.agent = reader->agents[reader->walkers[plan->agent].firstAgent].id;
			}
			for ( int32_t k = 0; k < plan->def.stageCount; ++k )
			{
				plan->def.stages[k].behavior = reader->behaviors[plan->stages[k]].id;
			}
			result = addBehavior( reader, &plan->def, &plan->id );
			result = result == wf_ok ? wf_ok : wfPlaceField( reader->json, plan->node, result );
		}
	}
	return result;
}

// -------------------------------------------------------------------------------------------------------- personalities

// The names, "none" as the last.
static int32_t listPersonalities( const char** names )
{
	int32_t count = wfGetPersonalityCount();
	count = count < WF_MAX_PERSONALITIES ? count : WF_MAX_PERSONALITIES;
	for ( int32_t i = 0; i < count; ++i )
	{
		names[i] = wfGetPersonalityName( i );
	}
	names[count] = "none";
	names[count + 1] = NULL;
	return count;
}

wfResult wfReadPersonality( const wfJson* json, const wfJsonNode* node, bool allowDraw, wfWalkerPlan* walker )
{
	static const wfNumberRange weightRange = { 0.0, 1e9, "a weight of 0 or more" };
	const char* names[WF_MAX_PERSONALITIES + 2];
	int32_t count = listPersonalities( names );
	memset( walker->personalities, 0, sizeof( walker->personalities ) );
	if ( node->type != wf_jsonObject || !allowDraw )
	{
		int32_t choice = 0;
		wfResult result = wfJson_ReadChoice( json, node, names, &choice );
		walker->personalities[choice < count ? choice : WF_MAX_PERSONALITIES] = 1.0;
		walker->personalitySum = 1.0;
		return result;
	}
	wfResult result = wfJson_CheckObject( json, node, "weights of personalities", names );
	walker->personalitySum = 0.0;
	for ( int32_t i = 0; i <= count && result == wf_ok; ++i )
	{
		double* weight = walker->personalities + ( i < count ? i : WF_MAX_PERSONALITIES );
		result = wfJson_ReadOptionalNumber( json, node, names[i], &weightRange, weight );
		walker->personalitySum += *weight;
	}
	if ( result == wf_ok && !( walker->personalitySum > 0.0 ) )
	{
		result = wfJson_Fail( json, node, NULL, wf_outOfRange, "the weights add up to 0; expected at least one above 0" );
	}
	return result;
}

wfResult wfGetVariant( wfCrowdReader* reader, const wfWalkerPlan* walker, int32_t personality, int32_t* variant )
{
	for ( size_t i = reader->variantCount; i > 0; --i )
	{
		const wfVariant* known = reader->variants + i - 1;
		if ( known->personality == personality && known->style == walker->style && known->behavior == walker->behavior &&
			 known->onSight == walker->onSight )
		{
			*variant = (int32_t)i - 1;
			return wf_ok;
		}
	}
	wfResult result = wfGrowArray( &reader->variants, &reader->variantCapacity, reader->variantCount + 1, sizeof( wfVariant ) );
	if ( result != wf_ok )
	{
		return wfReader_OutOfMemory( reader->json->reader );
	}
	*variant = (int32_t)reader->variantCount;
	wfVariant* made = reader->variants + reader->variantCount++;
	*made = ( wfVariant ){ personality, walker->style, walker->behavior, walker->onSight, .speedFactor = 1.0 };
	made->styleId = walker->style >= 0 ? reader->styles[walker->style].id : ( wfStyleId ){ 0 };
	if ( personality < 0 )
	{
		return wf_ok;
	}
	wfStyleDef style = walker->style >= 0 ? reader->styles[walker->style].def : wfDefaultStyleDef( reader->preset );
	wfBehaviorDef behavior = walker->behavior >= 0 ? reader->behaviors[walker->behavior].def : wfDefaultBehaviorDef();
	wfBehaviorDef onSight = walker->onSight >= 0 ? reader->behaviors[walker->onSight].def : wfDefaultBehaviorDef();
	wfError* error = reader->json->reader->error;
	*error = ( wfError ){ 0 };
	result = wfApplyPersonality( wfGetPersonalityName( personality ), &style, &behavior, &onSight, &made->speedFactor );
	made->behaviorDef = behavior;
	made->onSightDef = onSight;
	if ( result == wf_ok )
	{
		result = addStyle( reader, &style, &made->styleId );
	}
	if ( result == wf_ok )
	{
		return wf_ok;
	}
	if ( error->message[0] == 0 )
	{
		snprintf( error->message, sizeof( error->message ), "%s", wfDescribeResult( result ) );
	}
	return wfPlaceAt( reader->json, wfJson_Find( reader->json, walker->node, "personality" ), result );
}

// A behaviour as a personality changed it. References to others are known only now.
static wfResult addChanged( wfCrowdReader* reader, const wfWalkerPlan* walker, wfBehaviorDef* def, int32_t base,
							wfBehaviorId* id )
{
	if ( base >= 0 )
	{
		const wfBehaviorPlan* plan = reader->behaviors + base;
		def->agent = plan->def.agent;
		for ( int32_t k = 0; k < def->stageCount; ++k )
		{
			def->stages[k].behavior = plan->def.stages[k].behavior;
		}
	}
	else if ( def->kind == wf_harmonicBehavior )
	{
		return wf_ok;
	}
	wfResult result = addBehavior( reader, def, id );
	return result == wf_ok ? wf_ok : wfPlaceAt( reader->json, wfJson_Find( reader->json, walker->node, "personality" ), result );
}

wfResult wfAddVariantBehaviors( wfCrowdReader* reader, const wfWalkerPlan* walker, wfVariant* variant )
{
	if ( variant->behaviorsAdded )
	{
		return wf_ok;
	}
	variant->behaviorsAdded = true;
	if ( variant->personality >= 0 )
	{
		wfResult result = addChanged( reader, walker, &variant->behaviorDef, variant->behavior, &variant->behaviorId );
		return result == wf_ok ? addChanged( reader, walker, &variant->onSightDef, variant->onSight, &variant->onSightId )
							   : result;
	}
	variant->behaviorId = variant->behavior >= 0 ? reader->behaviors[variant->behavior].id : ( wfBehaviorId ){ 0 };
	variant->onSightId = variant->onSight >= 0 ? reader->behaviors[variant->onSight].id : ( wfBehaviorId ){ 0 };
	return wf_ok;
}
