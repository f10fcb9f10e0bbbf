// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The few things the worker pool asks of the operating system. WF_HAS_THREADS is 0 where there are no threads (WebAssembly
// without its thread extension, or a build with WAYFIELD_NO_THREADS); then locks do nothing and no thread starts.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#if defined( WAYFIELD_NO_THREADS ) || ( defined( __wasm__ ) && !defined( _REENTRANT ) ) ||                                       \
	( defined( _WIN32 ) && !defined( __MINGW32__ ) )
#define WF_HAS_THREADS 0
#else
#define WF_HAS_THREADS 1
#endif

#if WF_HAS_THREADS

#include <pthread.h>
#include <sched.h>

typedef pthread_t wfThread;
typedef pthread_mutex_t wfMutex;
typedef pthread_cond_t wfCondition;

static inline bool wfStartThread( wfThread* thread, void* ( *entry )(void*), void* context )
{
	return pthread_create( thread, NULL, entry, context ) == 0;
}

static inline void wfJoinThread( wfThread thread )
{
	pthread_join( thread, NULL );
}

static inline bool wfInitMutex( wfMutex* mutex )
{
	return pthread_mutex_init( mutex, NULL ) == 0;
}

static inline void wfDestroyMutex( wfMutex* mutex )
{
	pthread_mutex_destroy( mutex );
}

static inline void wfLock( wfMutex* mutex )
{
	pthread_mutex_lock( mutex );
}

static inline void wfUnlock( wfMutex* mutex )
{
	pthread_mutex_unlock( mutex );
}

static inline bool wfInitCondition( wfCondition* condition )
{
	return pthread_cond_init( condition, NULL ) == 0;
}

static inline void wfDestroyCondition( wfCondition* condition )
{
	pthread_cond_destroy( condition );
}

static inline void wfWait( wfCondition* condition, wfMutex* mutex )
{
	pthread_cond_wait( condition, mutex );
}

static inline void wfWakeOne( wfCondition* condition )
{
	pthread_cond_signal( condition );
}

static inline void wfWakeAll( wfCondition* condition )
{
	pthread_cond_broadcast( condition );
}

static inline void wfYieldThread( void )
{
	sched_yield();
}

#else

typedef int wfThread;
typedef int wfMutex;
typedef int wfCondition;

static inline bool wfStartThread( wfThread* thread, void* ( *entry )(void*), void* context )
{
	(void)thread;
	(void)entry;
	(void)context;
	return false;
}

static inline void wfJoinThread( wfThread thread )
{
	(void)thread;
}

static inline bool wfInitMutex( wfMutex* mutex )
{
	*mutex = 0;
	return true;
}

static inline void wfDestroyMutex( wfMutex* mutex )
{
	(void)mutex;
}

static inline void wfLock( wfMutex* mutex )
{
	(void)mutex;
}

static inline void wfUnlock( wfMutex* mutex )
{
	(void)mutex;
}

static inline bool wfInitCondition( wfCondition* condition )
{
	*condition = 0;
	return true;
}

static inline void wfDestroyCondition( wfCondition* condition )
{
	(void)condition;
}

// Without threads nobody could wake the caller; nothing waits, as no worker is ever active.
static inline void wfWait( wfCondition* condition, wfMutex* mutex )
{
	(void)condition;
	(void)mutex;
}

static inline void wfWakeOne( wfCondition* condition )
{
	(void)condition;
}

static inline void wfWakeAll( wfCondition* condition )
{
	(void)condition;
}

static inline void wfYieldThread( void )
{
}

#endif

// Tell the processor that this is a waiting loop.
static inline void wfPause( void )
{
#if defined( __x86_64__ ) || defined( __i386__ )
	__builtin_ia32_pause();
#elif defined( __aarch64__ )
	__asm__ volatile( "yield" );
#endif
}
