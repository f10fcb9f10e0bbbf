// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "crowd/kernels.h"

const wfCrowdKernels* wfGetCrowdKernels( void )
{
#if defined( __x86_64__ )
	switch ( wfGetSimdLevel() )
	{
		case wf_simdAvx512:
			return &wfCrowdKernelsAvx512;
		case wf_simdAvx2:
			return &wfCrowdKernelsAvx2;
		default:
			break;
	}
#endif
	return &wfCrowdKernelsBaseline;
}
