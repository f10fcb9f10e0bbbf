// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What wasi-libc lacks of POSIX, as far as files are written: there is one process, and files have no permissions.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

static inline int wfChangeMode( const char* path, mode_t mode )
{
	(void)path;
	(void)mode;
	return 0;
}

#define chmod wfChangeMode
#define getpid() 1
