// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What all these measurements share.
#include "people/people.h"

#include "base/math.h"

#include <math.h>

double wfGetWeidmannSpeed( double density )
{
	return 1.34 * ( 1.0 - exp( -1.913 * ( 1.0 / density - 1.0 / 5.4 ) ) );
}

double wfDrawForPeople( const wfPeopleDef* def, uint64_t person, uint64_t counter )
{
	return wfRandomUnit( def->seed ^ 0x9E0B1Eull, person, counter );
}

wfResult wfAddPerson( wfCrowd* crowd, const wfPeopleDef* def, wfGaitId gait, int32_t number, wfVec2 place, double heading,
					  const wfStop* stops, int32_t stopCount, wfAtEnd atEnd, wfError* error )
{
	wfDistribution speed = { .kind = wf_normalNumber, .lower = 0.8, .upper = 1.9, .mean = 1.34, .deviation = 0.2 };
	wfAgentDef agent = wfDefaultAgentDef();
	agent.position = ( wfVec3 ){ place.x, place.y, 0.0 };
	agent.heading = heading;
	agent.radius = def->radius;
	agent.desiredSpeed = wfDistribution_Draw( &speed, def->seed, 77, (uint64_t)number );
	agent.stops = stops;
	agent.stopCount = stopCount;
	agent.atEnd = atEnd;
	agent.gait = gait;
	return wfCrowd_AddAgent( crowd, &agent, NULL, error );
}

wfResult wfAddWallBox( wfWorld* world, wfVec2 lower, wfVec2 upper, wfError* error )
{
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_boxShape;
	shape.center = ( wfVec2 ){ 0.5 * ( lower.x + upper.x ), 0.5 * ( lower.y + upper.y ) };
	shape.halfSize = ( wfVec2 ){ 0.5 * ( upper.x - lower.x ), 0.5 * ( upper.y - lower.y ) };
	return wfWorld_AddShape( world, &shape, NULL, error );
}
