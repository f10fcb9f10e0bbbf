// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Requests of browsers, as far as a server of one page has to understand them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define WF_MAX_REQUEST 8192 // bytes up to the empty line

typedef enum wfAnswer
{
	wf_wantsMore = 0, // the request has not ended yet
	wf_givesPage = 200,
	wf_isMalformed = 400,
	wf_isElsewhere = 403, // another name of this machine: another site may be behind it
	wf_isUnknown = 404,
	wf_isNoReading = 405,
	wf_isTooLong = 431
} wfAnswer;

// What is to be answered to the bytes that have come so far. `port`: of the server. `headOnly`: for wf_givesPage, whether it is
// asked for without its content.
wfAnswer wfReadRequest( const char* bytes, size_t size, int port, bool* headOnly );
