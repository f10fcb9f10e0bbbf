// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Styles and personalities of scenario files.
#include "io/crowd_reader.h"

#include <stdio.h>
#include <string.h>

// As deep as JSON itself may be nested.
#define MAX_BASES 64

// --------------------------------------------------------------------------------------------------------------- styles

static void readStyle( wfCrowdReader* reader, int32_t index, int32_t depth );

// What a style is based on: a preset, or another style, which is read first.
static void readBase( wfCrowdReader* reader, const wfJsonNode* base, int32_t depth, wfStyleDef* def )
{
	const wfJson* json = reader->json;
	const char* name = NULL;
	wfJson_ReadText( json, base, WF_MAX_NAME_LENGTH, &name );
	for ( int i = 0; name != NULL && wf_presetNames[i] != NULL; ++i )
	{
		if ( strcmp( name, wf_presetNames[i] ) == 0 )
		{
			*def = wfDefaultStyleDef( (wfPreset)i );
			return;
		}
	}
	int32_t other = -1;
	wfReadReference( json, base, &reader->styleNames, "preset or style", &other );
	if ( other < 0 )
	{
		return;
	}
	if ( reader->styles[other].state == 1 || depth >= MAX_BASES )
	{
		wfJson_Fail( json, base, NULL, wf_badFormat, "%s",
					 depth >= MAX_BASES ? "more than 64 styles based on each other" : "the style is based on itself" );
		return;
	}
	readStyle( reader, other, depth + 1 );
	*def = reader->styles[other].def;
}

static void readStyle( wfCrowdReader* reader, int32_t index, int32_t depth )
{
	const wfJson* json = reader->json;
	wfStylePlan* plan = reader->styles + index;
	if ( plan->state == 2 )
	{
		return;
	}
	plan->state = 1;
	plan->def = wfDefaultStyleDef( reader->settings.preset );
	wfCheckFields( json, plan->node, &wf_styleObject );
	readBase( reader, wfJson_Find( json, plan->node, "base" ), depth, &plan->def );
	wfReadPart( json, plan->node, wf_styleObject.parts[0], &plan->def );
	plan->state = 2;
}

void wfReadStyles( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* object = wfJson_Find( json, root, "styles" );
	reader->styles = wfReadKeys( json, object, "a style", &reader->styleNames, sizeof( wfStylePlan ), &reader->styleCount );
	for ( const wfJsonNode* node = wfJson_First( json, object ); node != NULL; node = wfJson_Next( json, node ) )
	{
		reader->styles[node->index].node = node;
		if ( wfIsName( wfJson_Key( json, node ), node->keyLength, wf_presetNames ) )
		{
			wfJson_Fail( json, node, NULL, wf_badFormat,
						 "expected a name of 1 to %d bytes for a style that is not the name of a preset", WF_MAX_NAME_LENGTH );
		}
	}
	for ( size_t i = 0; i < reader->styleCount && wfJson_IsOk( json ); ++i )
	{
		readStyle( reader, (int32_t)i, 0 );
	}
}

void wfAddStyles( wfCrowdReader* reader )
{
	const wfJson* json = reader->json;
	for ( size_t i = 0; i < reader->styleCount && wfJson_IsOk( json ); ++i )
	{
		wfStylePlan* plan = reader->styles + i;
		wfPlaceFieldError( json, plan->node, &wf_styleObject,
						   wfCrowd_AddStyle( reader->crowd, &plan->def, &plan->id, json->reader->error ) );
	}
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

void wfReadPersonality( const wfJson* json, const wfJsonNode* node, bool allowDraw, wfEntryPlan* entry )
{
	const char* names[WF_MAX_PERSONALITIES + 2];
	wfFieldRow weights[WF_MAX_PERSONALITIES + 2] = { 0 };
	int32_t count = listPersonalities( names ), choice = 0;
	if ( node == NULL || !wfJson_IsOk( json ) )
	{
		return;
	}
	memset( entry->personalities, 0, sizeof( entry->personalities ) );
	entry->personalitySum = 1.0;
	if ( node->type != wf_jsonObject || !allowDraw )
	{
		wfJson_ReadChoice( json, node, names, &choice );
		entry->personalities[choice < count ? choice : WF_MAX_PERSONALITIES] = 1.0;
		return;
	}
	for ( int32_t i = 0; i <= count; ++i )
	{
		int32_t at = i < count ? i : WF_MAX_PERSONALITIES;
		weights[i] = ( wfFieldRow ){ .name = names[i],
									 .type = wf_numberField,
									 .range = { 0.0, 1e9, "a weight of 0 or more" },
									 .offset = (size_t)at * sizeof( double ) };
	}
	wfReadFields( json, node, &( wfObject ){ NULL, "weights of personalities", .parts = { weights } }, entry->personalities );
	entry->personalitySum = 0.0;
	for ( int32_t i = 0; i <= WF_MAX_PERSONALITIES; ++i )
	{
		entry->personalitySum += entry->personalities[i];
	}
	if ( !( entry->personalitySum > 0.0 ) )
	{
		wfJson_Fail( json, node, NULL, wf_outOfRange, "the weights add up to 0; expected at least one above 0" );
	}
}

int32_t wfGetVariant( wfCrowdReader* reader, const wfEntryPlan* entry, int32_t personality )
{
	const wfJson* json = reader->json;
	for ( size_t i = reader->variantCount; i > 0; --i )
	{
		const wfVariant* known = reader->variants + i - 1;
		if ( known->personality == personality && known->style == entry->style && known->behavior == entry->behavior &&
			 known->onSight == entry->onSight )
		{
			return (int32_t)i - 1;
		}
	}
	if ( !wfJson_Grow( json, &reader->variants, &reader->variantCapacity, reader->variantCount + 1, sizeof( wfVariant ) ) )
	{
		return 0;
	}
	int32_t index = (int32_t)reader->variantCount++;
	wfVariant* made = reader->variants + index;
	*made = ( wfVariant ){ personality, entry->style, entry->behavior, entry->onSight, .speedFactor = 1.0 };
	made->styleId = entry->style >= 0 ? reader->styles[entry->style].id : ( wfStyleId ){ 0 };
	if ( personality < 0 )
	{
		return index;
	}
	wfStyleDef style = entry->style >= 0 ? reader->styles[entry->style].def : wfDefaultStyleDef( reader->settings.preset );
	made->behaviorDef = entry->behavior >= 0 ? reader->behaviors[entry->behavior].def : wfDefaultBehaviorDef();
	made->onSightDef = entry->onSight >= 0 ? reader->behaviors[entry->onSight].def : wfDefaultBehaviorDef();
	const wfJsonNode* node = wfJson_Find( json, entry->node, "personality" );
	wfResult result = wfApplyPersonality( wfGetPersonalityName( personality ), &style, &made->behaviorDef, &made->onSightDef,
										  &made->speedFactor );
	if ( result != wf_ok )
	{
		wfJson_Fail( json, node, NULL, result, "%s", wfDescribeResult( result ) );
		return index;
	}
	wfJson_Take( json, node, wfCrowd_AddStyle( reader->crowd, &style, &made->styleId, json->reader->error ) );
	return index;
}

// A behaviour as a personality changed it. References to others are known only now.
static void addChanged( wfCrowdReader* reader, const wfEntryPlan* entry, wfBehaviorDef* def, int32_t base, wfBehaviorId* id )
{
	const wfJson* json = reader->json;
	if ( base < 0 && def->kind == wf_harmonicBehavior )
	{
		return;
	}
	const wfBehaviorDef* plain = base >= 0 ? &reader->behaviors[base].def : def;
	def->agent = plain->agent;
	for ( int32_t k = 0; k < def->stageCount; ++k )
	{
		def->stages[k].behavior = plain->stages[k].behavior;
	}
	const wfJsonNode* node = wfJson_Find( json, entry->node, "personality" );
	if ( wfJson_IsOk( json ) )
	{
		wfJson_Take( json, node, wfCrowd_AddBehavior( reader->crowd, def, id, json->reader->error ) );
	}
}

void wfAddVariantBehaviors( wfCrowdReader* reader, const wfEntryPlan* entry, wfVariant* variant )
{
	if ( variant->behaviorsAdded )
	{
		return;
	}
	variant->behaviorsAdded = true;
	if ( variant->personality >= 0 )
	{
		addChanged( reader, entry, &variant->behaviorDef, variant->behavior, &variant->behaviorId );
		addChanged( reader, entry, &variant->onSightDef, variant->onSight, &variant->onSightId );
		return;
	}
	variant->behaviorId = variant->behavior >= 0 ? reader->behaviors[variant->behavior].id : ( wfBehaviorId ){ 0 };
	variant->onSightId = variant->onSight >= 0 ? reader->behaviors[variant->onSight].id : ( wfBehaviorId ){ 0 };
}
