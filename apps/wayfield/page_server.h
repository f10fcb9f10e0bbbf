// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Serves one page from memory to programs on this machine.
#pragma once

#include <stddef.h>

typedef struct wfPageServer
{
	int socket;
	int port;
} wfPageServer;

// Listens on 127.0.0.1; port 0: any that is free. Ends the program where that cannot be had.
wfPageServer wfOpenPageServer( int port );
// Until Ctrl-C.
void wfServePage( const wfPageServer* server, const char* page, size_t size );
