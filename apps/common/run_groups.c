// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups of a run: what pictures and videos are told of them.

#include "run_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KINDS 32
#define MAX_KIND_NAME 64

// ----------------------------------------------------------------------------------------------------------------- kinds

// The words at the end that both have.
static void keepCommonEnd( char* name, const char* other )
{
	size_t a = strlen( name ), b = strlen( other ), same = 0, words = 0;
	for ( ; same < a && same < b && name[a - same - 1] == other[b - same - 1]; ++same )
	{
		bool begins = same + 1 == a || same + 1 == b || strchr( " -_", name[a - same - 2] ) != NULL;
		words = begins && strchr( " -_", name[a - same - 1] ) == NULL ? same + 1 : words;
	}
	bool isWhole = ( words == a || strchr( " -_", name[a - words - 1] ) != NULL ) &&
				   ( words == b || strchr( " -_", other[b - words - 1] ) != NULL );
	memmove( name, name + a - ( isWhole ? words : 0 ), ( isWhole ? words : 0 ) + 1 );
}

// Kinds are called as the entries of agents that have them; where several have, by the words that end all of their names.
static void nameKinds( const wfSimulation* simulation, char ( *names )[MAX_KIND_NAME] )
{
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( simulation->crowd, &count );
	for ( int32_t p = 0; p < simulation->partCount; ++p )
	{
		const wfNamedPart* part = &simulation->parts[p];
		int32_t kind = -1;
		for ( int32_t i = 0; i < count && part->kind == wf_agentPart && kind < 0; ++i )
		{
			wfAgentState agent = wfCrowd_GetAgent( simulation->crowd, ids[i] );
			kind = agent.userData == (uint64_t)part->index1 ? agent.kind : -1;
		}
		if ( kind >= 0 && kind < MAX_KINDS && names[kind][0] == 0 )
		{
			snprintf( names[kind], MAX_KIND_NAME, "%.63s", part->name );
		}
		else if ( kind >= 0 && kind < MAX_KINDS )
		{
			keepCommonEnd( names[kind], part->name );
		}
	}
	free( ids );
}

wfGroupTrack* wfRunGroups_CreateTrack( const wfSimulation* simulation )
{
	static char kindNames[MAX_KINDS][MAX_KIND_NAME];
	static const char* kinds[MAX_KINDS];
	wfGroupLook* looks = wfNewArray( (size_t)simulation->groupCount + 1, sizeof( wfGroupLook ) );
	for ( int32_t k = 0; k < simulation->groupCount; ++k )
	{
		looks[k] = ( wfGroupLook ){ simulation->groups[k].name, simulation->groups[k].color };
	}
	memset( kindNames, 0, sizeof( kindNames ) );
	nameKinds( simulation, kindNames );
	for ( int32_t k = 0; k < MAX_KINDS; ++k )
	{
		kinds[k] = kindNames[k][0] != 0 ? kindNames[k] : NULL;
	}
	wfGroupTrackDef def = wfDefaultGroupTrackDef();
	def.looks = looks;
	def.lookCount = simulation->groupCount;
	def.kindNames = kinds;
	def.kindCount = MAX_KINDS;
	wfGroupTrack* track = NULL;
	wfExpect( wfCreateGroupTrack( &def, &track, &wf_error ) );
	free( looks );
	return track;
}
