// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "sparse/kernel.h"

#include "wayfield/base.h"

const wfKernels* wfGetKernels( void )
{
#if defined( __x86_64__ )
	static const wfKernels* const kernels[] = { &wfKernelsBaseline, &wfKernelsAvx2, &wfKernelsAvx512 };
	return kernels[wfGetSimdLevel()];
#else
	return &wfKernelsBaseline;
#endif
}
