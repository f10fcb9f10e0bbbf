#include "field/planner.h"
wfResult wfOrderDissection( const wfSystem* system, const wfGrid* grid, wfOrder* order )
{ (void)system;(void)grid;(void)order; return wf_unsupported; }
