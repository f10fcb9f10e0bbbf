// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "sparse/kernel.h"

#include "wayfield/base.h"

const wfKernels* wfGetKernels( void )
{
#if defined( __x86_64__ )
	switch ( wfGetSimdLevel() )
	{
		case wf_simdAvx512:
			return &wfKernelsAvx512;
		case wf_simdAvx2:
			return &wfKernelsAvx2;
		default:
			break;
	}
#endif
	return &wfKernelsBaseline;
}
