// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A lock for what is rarely contended. Zeroed memory is an open lock.
#pragma once

#include "base/threads.h"

#include <stdatomic.h>

typedef struct wfLock
{
	atomic_int held;
} wfLock;

static inline void wfLock_Acquire( wfLock* lock )
{
	int expected = 0;
	while ( !atomic_compare_exchange_weak_explicit( &lock->held, &expected, 1, memory_order_acquire, memory_order_relaxed ) )
	{
		expected = 0;
#if WF_HAS_THREADS
		sched_yield();
#endif
	}
}

static inline void wfLock_Release( wfLock* lock )
{
	atomic_store_explicit( &lock->held, 0, memory_order_release );
}
