// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parameters by which footsteps are made, chosen and searched, each with its unit and reason. Lengths are in metres, times in
// seconds, speeds in metres per second, angles in radians unless stated otherwise. Parameters for users are in wfGaitDef.
#pragma once

// ------------------------------------------------------------------------------------------------------------ one footstep

#define WF_SWAY 0.09		// between the motion and the path on a straight walk: the centre of mass passes between the feet
#define WF_LIMIT_SLACK 1e-9 // limits are checked with this margin: rounding must not push a footstep at its limit beyond it
#define WF_FOOT_SLACK 0.05	// a foot may point this far outward of the motion at the start of its footstep
#define WF_SHIFT_EFFORT 1.5 // footsteps sideways and backward take more effort than walking
#define WF_LEG_REACH 0.6	// in leg lengths, from the centre of mass to a standing foot when a start or a shift ends
#define WF_TURN_EFFORT 0.3	// of turning while standing, J per kg and radian
#define WF_LEAST_FACING_COSINE -0.9 // the shoulders turn by less than 154 degrees in a footstep
#define WF_TURNS 1e-3				// a shift that turns the shoulders by less is not a turn
#define WF_SHIFT_PEAK 1.5			// a swing with smooth start and end is this much faster in its middle than on average
#define WF_SHIFT_CURVE 6.0			// and has this acceleration at its ends, in lengths per square of its duration
#define WF_FROUDE 0.25				// of the preferred speed: v^2 / ( g l )
#define WF_DEVIATION_SAMPLES 32		// of the distance between the parabola and the exact motion
#define WF_EXACT_ALONG 0.0321		// bound of the time between both, in durations and per square of k T/2: 1 / ( 18 sqrt( 3 ) )
#define WF_NO_DIRECTION 1e-9		// shorter vectors have none

// --------------------------------------------------------------------------------------------------------- walking footsteps

#define WF_LEAST_TURN 0.012	  // smaller turns count as straight
#define WF_SLOWEST_WALK 0.15  // slower is not walking
#define WF_LIMIT_SHARE 0.999  // of a limit, when a footstep is made to fit it
#define WF_CURVE_SHARE 0.99	  // the same for the side force of a leg
#define WF_CURVE_STRETCH 1.15 // in tight curves footsteps take this much longer
#define WF_STOP_FORCE 3.2	  // deceleration perceived as stopping, m/s^2
#define WF_STOP_CURVE 2.02	  // tight curves take time as well: a little more than twice the speed over the side force
#define WF_STOP_TURNS 0.04, 0.3, 0.7, 1.1		   // tried one after the other
#define WF_WALK_TURNS 0.02, 0.14, 0.32, 0.62, 1.05 // the fan of turns considered
#define WF_SAME_TURN 0.05						   // turns of the fan closer than this to the direction ahead are the same
#define WF_FAN_SLOWDOWN 0.35					   // share of the speed lost per radian of the fan
#define WF_SLOW_SHARE 0.65						   // of the wanted speed: slower footsteps straight ahead
#define WF_SLOWER_SHARE 0.35
#define WF_QUICK_SECONDS 0.4 // a short step, as slow as can be: who has little room ahead need not stop for that
// Close to the goal, and not heading straight toward it: slower, for tighter turns.
#define WF_TIGHT_CURVE 1.6 // s: diameter of the curve, per speed; a footstep of half a second turns by a radian or more
#define WF_TIGHT_ANGLE 0.35
#define WF_TIGHT_SPEED 0.4
#define WF_TIGHT_SPEED_GROWTH 0.25 // per metre to the goal
// Near the end of a path where the walker will stand: no faster than it can be walked in two footsteps; never slower than it
// takes to start.
#define WF_END_SPEED 0.35
#define WF_LEAST_SPEED 0.2

// -------------------------------------------------------------------------------------------------------- footsteps from rest

#define WF_START_SHARE 1.0 // a start is half a footstep, and takes this fraction of the duration of a whole one
#define WF_START_TURNS 0.0, 0.45, -0.45, 0.9, -0.9, 1.35, -1.35 // relative to the direction ahead
#define WF_LONGEST_SHIFT 0.3
#define WF_SIDE_SHIFT 0.28
#define WF_LEAST_SHIFT 0.1 // fraction of the longest that is worth a footstep
#define WF_SHIFT_SECONDS 0.6
#define WF_FAST_SHIFT_SECONDS 0.5 // for walkers that want to walk faster than this:
#define WF_FAST_SHIFT_SPEED 0.5
#define WF_SHIFT_STRIDE 0.49 // of the longest stride sideways, of the same with both feet apart, and of the fastest swing
#define WF_SHIFT_APART 0.98
#define WF_SHIFT_SPEED 0.66
#define WF_MOST_SPOT_TURN 1.2	   // on the spot, in one footstep
#define WF_SPOT_TURN_SHARE 0.98	   // of how far the foot may be turned out
#define WF_LEAST_SPOT_TURN 0.5	   // smaller turns are done by a start
#define WF_SPOT_SECONDS 0.3		   // of a turn on the spot
#define WF_SPOT_SECONDS_GROWTH 0.2 // per radian
#define WF_ON_SPOT_TURN 1e-6	   // a footstep on the spot is a turn by next to nothing
#define WF_ON_SPOT_SECONDS 0.35
#define WF_PAUSE_SECONDS 0.4 // of standing
#define WF_LONGEST_PAUSE 1.0
#define WF_LEFT_BEHIND 0.01 // tolerance for a standing foot being in place, and about one degree: the cosine
#define WF_POINTS_AHEAD 0.9998

// Shuffling.
#define WF_FEET_SLACK 1e-9		 // metres: rounding
#define WF_SHUFFLE_AHEAD 0.5	 // of a move: so far ahead of the body a foot is put, for the next move
#define WF_SHUFFLE_TURN_RATE 1.5 // radians per second
#define WF_FOOT_AT_EASE 0.05	 // metres off its place under the body: nearer is no reason to move it
#define WF_LEAST_SHUFFLE 0.001	 // metres: less is standing
#define WF_SHARE_HALVINGS 20	 // of the share of a move that a foot allows

// ------------------------------------------------------------------------------------------------- tracks and meetings

#define WF_SLACK_FLOOR 2e-4f   // rounding, for positions up to some kilometres
#define WF_REST_SLACK 3e-3f	   // a standing walker keeps a little more distance, so that it can leave without coming closer
#define WF_REST_APART 3e-4	   // discs of walkers at rest are this far apart: more than rounding and the skin of discs
#define WF_PARTING_SLACK 1e-6f // square metres: parting walkers may come this much closer, by rounding
#define WF_LEAST_CHORD 0.05	   // 1 + cosine of a turn: for sharper turns the rates of this one are used
#define WF_JUMP_SHARE 0.25f	   // of a jump of speed within an interval of a track: its deviation from uniform motion
#define WF_FAR_AWAY 1e15f	   // where no one is met
#define WF_WALL_COMFORT 0.12f  // distance kept from walls where there is room
#define WF_WALL_COST 1.0f	   // of proximity to walls, relative to proximity to people
#define WF_SURE_SECONDS 1.6	   // what others intend for later may change: meeting them then is not excluded
#define WF_REST_KNOWN 0.4	   // when a footstep is decided, others are sure to rest about where they will be so much later
#define WF_DISC_SECONDS 1.5	   // discs are expected to continue their motion for this long

// -------------------------------------------------------------------------------------- the search; costs in metres walked

#define WF_WISH_REACH 8.0 // how far a wish to go elsewhere than along the route counts
#define WF_WISH_WEIGHT 1.0
#define WF_WISH_NEAR_GOAL 0.25	  // fraction of it, per metre to the goal: near the goal the goal counts
#define WF_LEAD_PARTS 5			  // of a step, in each of which the direction of the path is looked up
#define WF_GREED 1.4			  // weight of the distance to the goal, above its cost: plans are nearly optimal, found sooner
#define WF_NORMAL_SPEED 0.3		  // lower wanted speeds are replaced by this
#define WF_SPOT_TURN_DISTANCE 0.7 // of the energy of turning on the spot, as a lower bound
#define WF_NO_LEAD 1e-6			  // where two directions cancel, the wish decides
#define WF_ARRIVED 0.3			  // close enough to stand there
#define WF_NEARLY_ARRIVED 1.0	  // close enough to walk through it
#define WF_NEAR_GOAL 1.5		  // within one footstep of it
#define WF_TURN_DISTANCE 0.15	  // of turning around, per square of the chord
#define WF_ROOM_REACH 0.6		  // an agent making room goes no farther than this at a time
#define WF_CLOSE_COST 0.8		  // of one second as close to others as possible
#define WF_MEETING_COST 0.8		  // of meeting others later than that, before it is excluded
#define WF_FIRM_INTENTS 2		  // number of intended footsteps that must meet no one to be kept
#define WF_OTHERS_COST 0.1 // footsteps in other directions are considered when those straight ahead have cost this much more
// States that count as the same: positions of an eighth of a metre, times of a quarter of a second, slow or fast.
#define WF_SAME_PLACES 8.0 // per metre
#define WF_SAME_TIMES 4.0  // per second
#define WF_SAME_FAST 0.7
