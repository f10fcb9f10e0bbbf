// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What browsers, and others, ask of `wayfield studio`: nothing but the page's own address at the server's own name gets it, and
// what is asked does not depend on how many bytes come at once.
#include "fuzz/fuzz.h"

#include "apps/wayfield/request.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	// A copy of just this size: what is read beyond it is seen.
	char* bytes = malloc( size + 1 );
	memcpy( bytes, data, size );
	char* exact = realloc( bytes, size > 0 ? size : 1 );
	bool headOnly = true, headOnlyThen;
	wfAnswer answer = wfReadRequest( exact, size, 8642, &headOnly );
	if ( answer == wf_givesPage )
	{
		bool get = strncmp( exact, "GET /", 5 ) == 0, head = strncmp( exact, "HEAD /", 6 ) == 0;
		FUZZ_CHECK( ( get || head ) && headOnly == head );
		size_t at = headOnly ? 6 : 5;
		FUZZ_CHECK( exact[at] == ' ' || exact[at] == '?' || strncmp( exact + at, "studio.html", 11 ) == 0 );
	}
	wfAnswer before = wf_wantsMore;
	for ( size_t part = size < 700 ? 0 : size; part <= size && before == wf_wantsMore; ++part )
	{
		before = wfReadRequest( exact, part, 8642, &headOnlyThen );
	}
	FUZZ_CHECK( before == answer && headOnlyThen == headOnly );
	free( exact );
	return 0;
}
