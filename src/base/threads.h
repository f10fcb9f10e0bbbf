// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// WF_HAS_THREADS is 0 where there are no threads (WebAssembly without its thread extension, or a build with WAYFIELD_NO_THREADS):
// then every loop runs in the thread of its caller, or in those of a host's own tasks.
#pragma once

#if defined( WAYFIELD_NO_THREADS ) || ( defined( __wasm__ ) && !defined( _REENTRANT ) ) ||                                       \
	( defined( _WIN32 ) && !defined( __MINGW32__ ) )
#define WF_HAS_THREADS 0
#else
#define WF_HAS_THREADS 1
#include <pthread.h>
#include <sched.h>
#endif
