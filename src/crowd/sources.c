// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Sources let agents in, sinks take them out.
#include "crowd/crowd.h"
#include "crowd/defs.h"

wfResult wfCrowd_AddSource( wfCrowd* crowd, const wfSourceDef* def, wfSourceId* id, wfError* error )
{
	(void)crowd;
	(void)id;
	wfResult result = wfCheckSourceDef( def, error );
	return result == wf_ok ? wf_unsupported : result;
}

wfResult wfCrowd_AddSink( wfCrowd* crowd, const wfVec2* ring, int32_t count, wfError* error )
{
	(void)crowd;
	(void)ring;
	(void)count;
	return wfFail( error, wf_unsupported, "no sinks" );
}

wfResult wfRunSources( wfCrowd* crowd, wfError* error )
{
	(void)crowd;
	(void)error;
	return wf_ok;
}

wfResult wfRunSinks( wfCrowd* crowd )
{
	(void)crowd;
	return wf_ok;
}

void wfDestroyPopulation( wfCrowd* crowd )
{
	(void)crowd;
}
