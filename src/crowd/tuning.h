// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The numbers a crowd is tuned by, each with its unit and reason. Lengths are metres, times seconds, speeds metres per second,
// unless it says otherwise. What users choose is in the defs; sizes of arrays stand beside the arrays.
#pragma once

// ------------------------------------------------------------------------------------------------------ distances and contact

#define WF_SKIN 1e-4			  // discs keep this far apart, so that rounding never makes them overlap
#define WF_TOUCH_GAP 0.08f		  // others nearer than this are touched
#define WF_OVERLAP_SLACK 1e-6	  // who is put into a crowd may overlap by so much: numbers of files are rounded
#define WF_TINY 1e-9			  // lengths below this have no direction, times below this are none
#define WF_HALF_DIAGONAL 0.71	  // of a cell, and a little more: a cell's value is that of a place so many cells away
#define WF_REACH_SPEED 1.1f		  // who is pressed moves faster than it wants to by this factor
#define WF_LEAST_REACH_SPEED 0.5f // enough to back off from someone even for those who hardly walk
#define WF_FACING_SPEED 0.05f	  // slower, one faces where one would go

// -------------------------------------------------------------------------------------------------------- spatial index, flow

#define WF_INDEX_CELL 1.5	   // a little more than people see others for
#define WF_MAX_INDEX_SIDE 8192 // cells: huge worlds have larger ones
#define WF_FLOW_CELL 1.0
#define WF_MAX_FLOW_SIDE 4096 // cells

// ---------------------------------------------------------------------------------------------------------------- perception

// In a dense crowd one looks no farther than to where about this share of the neighbours one has room for is expected.
#define WF_NEIGHBOR_SHARE 0.85f
#define WF_ROUGH_PI 3.14f
#define WF_FULL_CIRCLE ( WF_TWO_PI - 1e-6 ) // radians: a view of less has sides

// ------------------------------------------------------------------------------------------------- getting on, asking for room

#define WF_STANDING_SPEED 0.1f // slower counts as standing
#define WF_PRESSED_SHARE 0.25f // of the desired speed: less, while one wants to walk, is being pressed
#define WF_FREE_SHARE 0.6f	   // of the desired speed: with more one has got free again
#define WF_PROGRESS 0.2		   // nearer to the goal than ever by less is no progress: wobbling to and fro is being stuck, too
#define WF_PRESS_SECONDS 0.4f  // pressed for so long one may ask for room
#define WF_IDLE_SECONDS 8.0f   // without progress for so long also those who come the other way, not only those who stand
#define WF_AGAINST -0.2f	   // cosine between two goal directions: less is the other way
// Urgency of those who are pressed themselves; who makes room passes on one less, so that this many rows give way.
#define WF_PRESSING 12
// Urgency of those pressed where there is room to go around: only who stands steps aside.
#define WF_PRESSING_OPEN 2
#define WF_BEHIND_COSINE 0.6f // toward the wish of who asks: those within are behind it and not in its way

// ----------------------------------------------------------------------------------------------------------- making room

#define WF_BACK_OFF_SPEED 0.4f
#define WF_BACK_OFF_BACKWARD                                                                                                     \
	2.0f					 // back the way it came counts so much more than away from who asks: at doors the sides are walls
#define WF_ASIDE_SHARE 0.2f	 // who stands steps to the side, and so much away
#define WF_ASIDE_BEGUN 0.02f // with so much done the side is chosen
#define WF_HOME_REACH 0.3f	 // farther from where it stood it goes back

// Who is pressed beyond its patience tries a random side, for so long, between these angles in degrees: the widest grows with
// each try up to some.
#define WF_SIDESTEP_SECONDS 0.6
#define WF_SIDESTEP_LEAST 60.0
#define WF_SIDESTEP_GROWTH 22.0
#define WF_SIDESTEP_TRIES 5
#define WF_SIDESTEP_MOST 170.0

// ------------------------------------------------------------------------------------------------------------------ foresight

#define WF_FAN_INTERVAL 2		// ticks from one look to the next
#define WF_OPEN_FAN_INTERVAL 3	// where there are no walls to come around
#define WF_FAN_SECONDS 0.5		// the choice is filtered over this time
#define WF_SELDOM_SECONDS 0.5	// between two decisions of those who decide seldom
#define WF_RAY_STEP 0.26179939f // radians between two rays, 15 degrees
// Rays are as long as this share of what is left to go, within limits: who has far to go sees far.
#define WF_RAY_SHARE 0.3f
#define WF_SHORTEST_RAY 10.0f
#define WF_LONGEST_RAY 30.0f
#define WF_LEAST_FORESIGHT 0.5f // with less to go there is nothing to foresee
#define WF_LEAST_RAY 1.5f		// a ray is another path when it is free for so long
#define WF_RAY_OVERLAP 0.05f	// with walls, that is not met: clearances are those of cells
#define WF_RAY_SPACING 1.0f		// of the samples
#define WF_FINE_SPACING 0.5f	// of short rays
#define WF_FINE_RAY 4.0f		// up to this long
#define WF_LEAST_SPACING 0.25f	// beside walls
#define WF_LEAST_PACE 0.1f		// speeds below would make crowds infinitely costly
#define WF_CROWD_COST 2.0f // metres of detour that one person per square metre standing ahead is worth, per metre through them
#define WF_LEFT_COST 1.2f  // of the leftmost ray over the rightmost: who meets head-on should not choose the same side
#define WF_TURN_COST 0.2f  // of leaving the straight path at all: small gains are not worth the turns

// -------------------------------------------------------------------------------------------------------------- local maps

#define WF_WALL_ITERATIONS 2	 // times as many, where a wall may stand before the goal: values have to find their way around it
#define WF_WALL_MARGIN 0.06f	 // m by which maps take discs as smaller at walls: tight gaps stay open, moves keep clear
#define WF_SMALL_MAP 11			 // cells a side, where nothing is near
#define WF_MAP_DIAGONAL 0.7072f	 // half of the diagonal, in sides
#define WF_MAP_WALL_MARGIN 0.5f	 // walls this far outside of the map are near
#define WF_SMALL_MAP_WALLS 1.5f	 // half sides of the small map to the nearest wall
#define WF_SMALL_MAP_OTHERS 4.0f // the same to the nearest other, squared
#define WF_LEAST_GRADIENT 1e-30f // q per cell: less is no direction
#define WF_MOST_PULL 1.9999998f	 // weights of the sum must not become negative

// -------------------------------------------------------------------------------------------------------------------- passing

#define WF_AHEAD_COSINE 0.5f  // within 60 degrees of where one goes is ahead
#define WF_PASS_DISTANCE 3.0f // others ahead within this who do not go my way are passed on the right
#define WF_SAME_WAY 0.7f	  // cosine between two goal directions: more is the same way
// Between walls so near on surfaces people keep to the right the more, by this factor: there are neither turns nor foresight, and
// lanes form by themselves.
#define WF_BETWEEN_WALLS 1.5f
#define WF_BETWEEN_WALLS_FACTOR 6.0f

// ------------------------------------------------------------------------------------- lines before passages; lengths in radii

#define WF_LINE_GAP 0.14f			// that is kept
#define WF_LINE_REACH 2.4f			// farther away nobody matters
#define WF_LINE_SECONDS 0.25f		// in which the rest of a gap is closed
#define WF_LINE_PATIENCE 0.2f		// share of the desired speed below which it is not worth a step
#define WF_LINE_PASSES 3			// over the limits of one's speed
#define WF_HELD_SHARE 0.6f			// of its desired speed: who is slower is held up
#define WF_FOLLOWS_COSINE 0.5f		// between goal directions, of who joins a line
#define WF_SINGLE_FILE_SPACING 0.8f // behind the one before, in sums of both radii
#define WF_POINT_REACH 8.0f			// before a goal that is a point: it is as narrow as a door

// ------------------------------------------------------------------------------------------------ passages; lengths in radii

#define WF_TWO_ABREAST 4.0		   // what two who meet need
#define WF_TURNS_MARGIN 5.0		   // crowds that meet wedge, and take turns, with up to this much more
#define WF_SINGLE_FILE_MARGIN 1.0  // with less to spare two abreast fit, but not without pushing: single file
#define WF_ORDER_WIDTH 9.0		   // before anything narrower a dense crowd would wedge: there is an order
#define WF_OPPOSITE_COSINE -0.8	   // between the directions to two walls: less is on opposite sides, more than 140 degrees
#define WF_BETWEEN_REACH 1.9	   // of the walls' reach: both are found from the middle of a passage that wide
#define WF_PASSAGE_WALLS 7.3	   // so far walls are looked for, for that
#define WF_WIDER 1.25			   // times its narrowest place belongs to a passage
#define WF_PASSAGES_APART 8.0	   // what is nearer belongs to it and is none of its own
#define WF_MAX_PASSAGE_LENGTH 32.0 // longer ones are corridors: nobody waits at one end until the other has come through
#define WF_MAX_SINGLE_FILE 120.0   // but where two cannot pass each other at all there is no other way
#define WF_SIEVE_PASSAGES 3		   // so many others within that reach make a sieve: nobody takes turns
#define WF_SIEVE_REACH 20.0
#define WF_PASSAGE_REACH 20.0 // who is this near may be coming
#define WF_LINE_LENGTH 10.0	  // the line forms this far before it
#define WF_PASSAGE_ENTRY 2.0  // where one is outside of it, before and behind
#define WF_DETOUR 1.0		  // metres: who would walk so much more does not come through it
// The lane in front of it that is kept clear: half its width, at least so much more than the passage's, and its length. In the
// nearer half one also steps back, by this share.
#define WF_LANE_HALF_WIDTH 2.4
#define WF_LANE_MARGIN 0.4
#define WF_LANE_LENGTH 18.0
#define WF_LANE_BACKWARD 0.5
#define WF_LANE_SPEED 0.8f	 // out of it
#define WF_INSIDE_OTHER 4.0f // so near to the middle of another passage one must get out of that first
#define WF_HOLD_SECONDS 12.0 // a direction holds a passage for so long when others wait
#define WF_QUIET_SECONDS 3.0 // and for so long when nobody of those who hold it comes
#define WF_RADIUS_CHANGE 0.1 // passages are looked for again when the agents' mean radius has changed by this share

// ------------------------------------------------------------------------------------------------------------ layers and routes

#define WF_RADIUS_STEP 0.05 // radii are rounded up to a multiple, so that a crowd of many sizes needs few grids
#define WF_FINEST_CELL 0.1	// of a grid whose cells are as large as its agents' radius
#define WF_COARSEST_CELL 0.5
#define WF_NEAREST_RINGS 3	  // cells so near to a free one lead back to it: discs that touch a wall have their centres there
#define WF_STANDING_HASTE 2.0 // how costly the ground is that standing agents cover; see standing.c
#define WF_LEAST_HASTE 0.1	  // less is taken as none: distances are those of a haste of 1
#define WF_WALLS_BEYOND 1.0	  // beyond its radius an agent knows walls at least so far
#define WF_WALLS_SPEED 1.2	  // and as far as it comes in a tick at this factor of its speed
#define WF_WALLS_SLACK 0.01
#define WF_WALLS_TO_SPARE 1.5	   // what is found again is found so much farther
#define WF_LINE_OF_SIGHT_STEP 0.25 // cells, at least, from one look at a straight path to the next
// The slope of distances, in metres per metre, that is taken as a direction: at goals it is less, beside what is costly more.
#define WF_LEAST_SLOPE 0.2
#define WF_MOST_SLOPE 4.0
#define WF_LEAST_STOP_REACH 0.25   // of a stop that is a point
#define WF_NEAR_ENOUGH_SECONDS 5.0 // without progress in the cell of a point one is there
#define WF_RECHECK_TICKS 5		   // whether a path is straight is looked at again, by turns
#define WF_TRIED_SECONDS 3.0	   // a straight path with people standing in it is tried for so long
#define WF_ADJOINING 0.5		   // who stands this near to the end of a path does not stand in it

// ------------------------------------------------------------------------------------------ standing agents in the global fields

// Marks are looked at again so many seconds later, and later still where solving the fields again is much work.
#define WF_MARK_SECONDS 1.0
#define WF_CELLS_PER_SECOND 2e5
#define WF_MARK_KEPT 0.35 // a mark stays while its agent is not farther away
#define WF_MARK_COST 1e5f // beyond the most the solver makes of it

// ------------------------------------------------------------------------------------------------------------------- queues

#define WF_JOIN_DISTANCE 2.5 // whoever comes so near to the tail has a place
#define WF_PLACE_REACH 0.25	 // one stands there; more than an agent walks between two decisions would be needed to miss it
#define WF_NEAR_PLACE 1.0	 // nearly there and stopped by others for so long one stands as well
#define WF_STOPPED_SECONDS 1.0
#define WF_PLACE_LEFT 0.6		// who was pushed farther off walks back
#define WF_LINE_END_HALVINGS 12 // to find how far a line goes straight on

// ------------------------------------------------------------------------------------------------------------------ sources

#define WF_ENTRY_TRIES 24	// for one who wants in, at each tick
#define WF_CHECK_TRIES 4096 // before a source is said to have no way in
#define WF_ENTRY_GAP 1e-3	// newcomers keep this far from everybody and everything

// ------------------------------------------------------------------------------------------------------------------- walkers

#define WF_DECIDED_SECONDS 2.0	 // tracks reach no farther: in longer ticks one comes to rest and goes on in the next
#define WF_LOOK_AGAIN 0.25		 // a standing one that finds nothing looks again after so long
#define WF_LOOK_AGAIN_APART 0.05 // and not all at once: by turns of
#define WF_LOOK_AGAIN_TURNS 4u
#define WF_LEAST_WISH 0.05 // slower is standing
#define WF_SAME_WISH 0.9   // cosine, and change of speed: up to these a new wish is no reason to search again
#define WF_SAME_SPEED 0.25
#define WF_STRETCH 1.5		// slower: as far in so much longer
#define WF_MAX_SHUFFLES 10	// so often in a row who waits moves its feet on the spot
#define WF_SLOW_EFFORT 6	// nodes that finding something slower is worth
#define WF_ENOUGH_INTENTS 2 // footsteps intended are enough to go on by
#define WF_MAX_DECISIONS 64 // of one walker in a tick
#define WF_GOAL_REACHED 0.5 // so near to a goal that is an area it is there
#define WF_POINT_SHARE 0.8	// of the reach of a point: a step that ends there must not end just outside
// Others ahead, as all walk now: who is farther, comes nearest later or passes farther off than this is not reckoned with; who
// is behind is while it is near (the square).
#define WF_STEP_SIGHT 9.0f
#define WF_SEEN_SECONDS 5.0f
#define WF_SEEN_MISS 0.9f
#define WF_SEEN_MISS_GROWTH 0.3f // per second until then
#define WF_SEEN_BEHIND 1.5f
#define WF_SEEN_SPEED2 1e-4f // square: slower they stay as near as they are
// Whom to mind first: seconds until nearest, and so many more per metre it passes off, and per second of walking there.
#define WF_MISS_URGENCY 0.7f
#define WF_DISTANCE_URGENCY 0.1f
#define WF_URGENCY_SPEED 0.5f
// How far footsteps may come from where they are decided: at least at this speed, for so many of the longest, and some.
#define WF_STEPS_SPEED 0.6
#define WF_STEPS_FROM_REST 1.6
#define WF_STEPS_SECONDS 0.3
#define WF_STEPS_BODY 0.75
#define WF_STEP_IN_FULL 0.6	 // strides that a step in full leads farther than one to rest
#define WF_STRIDE_REACH 0.75 // strides from the centre to where feet are put
#define WF_BOX_SLACK 0.01	 // of boxes that are compared as floats
#define WF_REACH_SLACK 0.001
#define WF_MAX_WALK_CELLS 262144 // of the ground, in which decisions are made one after the other
#define WF_MAX_WALK_SIDE 512.0	 // cells
#define WF_REPORTED_STANDING 1.0 // standing is reported in pieces of this
#define WF_KEPT_SECONDS 0.15	 // footsteps that ended are kept so long: poses just before now belong to them
#define WF_SHORTEST_STEP 0.1	 // of all gaits
