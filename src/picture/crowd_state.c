// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A running crowd as a picture.

#include "base/base.h"
#include "picture/crowd.h"

wfResult wfDrawCrowd( const char* path, wfCrowd* crowd, const wfCrowdPictureDef* def, wfError* error )
{
	if ( WF_FAILS( path != NULL && crowd != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef,
					   "a picture of a crowd needs a path, a crowd and a def from wfDefaultCrowdPictureDef" );
	}
	wfFrame frame = wfCrowd_GetFrame( crowd );
	return wfDrawFrame( path, wfCrowd_GetGround( crowd ).world, &frame, def, error );
}
