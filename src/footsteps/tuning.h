// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The numbers footsteps are made, chosen and searched by, each with its unit and reason. Lengths are metres, times seconds,
// speeds metres per second, angles radians, unless it says otherwise. What users choose is in wfGaitDef.
#pragma once

// ------------------------------------------------------------------------------------------------------------ one footstep

#define WF_SWAY 0.09		// between the motion and the path on a straight walk: the centre passes between the feet
#define WF_LIMIT_SLACK 1e-9 // limits are checked a little larger: rounding must not turn a step at its limit into one beyond it
#define WF_FOOT_SLACK 0.05	// a foot may point so far outward of the motion at the start of its step
#define WF_SHIFT_EFFORT 1.5 // steps aside and back take more out of one than walking does
#define WF_LEG_REACH 0.6	// lengths of the leg from the centre to a standing foot when a start or a shift ends
#define WF_TURN_EFFORT 0.3	// of turning while standing, J per kg and radian
#define WF_LEAST_FACING_COSINE -0.9 // the shoulders turn by less than 154 degrees in a step
#define WF_TURNS 1e-3				// a shift that turns the shoulders by less is no turn
#define WF_SHIFT_PEAK 1.5			// a swing that begins and ends gently is so much faster in its middle than on average
#define WF_SHIFT_CURVE 6.0			// and is accelerated by this at its ends, in lengths per square of its duration
#define WF_FROUDE 0.25				// of the preferred speed: v^2 / ( g l )
#define WF_DEVIATION_SAMPLES 32		// of how far the parabola is from the exact motion
#define WF_NO_DIRECTION 1e-9		// shorter vectors have none

// ------------------------------------------------------------------------------------------------------------- walking steps

#define WF_LEAST_TURN 0.012	  // turning less is walking straight on
#define WF_SLOWEST_WALK 0.15  // slower is no walking
#define WF_LIMIT_SHARE 0.999  // of a limit, where a step is made to fit it
#define WF_CURVE_SHARE 0.99	  // of the side force a leg has, the same
#define WF_CURVE_STRETCH 1.15 // in tight curves steps take so much longer
#define WF_STOP_FORCE 3.2	  // slowing down that is felt as stopping, m/s^2
#define WF_STOP_CURVE 2.02	  // tight curves take their time as well: a little more than twice the speed over the side force
#define WF_STOP_TURNS                                                                                                            \
	{                                                                                                                            \
		0.04, 0.3, 0.7, 1.1                                                                                                      \
	} // tried one after the other
#define WF_WALK_TURNS                                                                                                            \
	{                                                                                                                            \
		0.02, 0.14, 0.32, 0.62, 1.05                                                                                             \
	}						 // the fan of turns looked at
#define WF_SAME_TURN 0.05	 // turns of the fan nearer to the way ahead are the same
#define WF_FAN_SLOWDOWN 0.35 // share of the speed lost per radian of the fan
#define WF_SLOW_SHARE 0.65	 // of the speed wanted: slower steps straight ahead
#define WF_SLOWER_SHARE 0.35
// Close to the goal, and not straight toward it: slower, for tighter turns.
#define WF_TIGHT_REACH 2.5
#define WF_TIGHT_ANGLE 0.35
#define WF_TIGHT_SPEED 0.4
#define WF_TIGHT_SPEED_GROWTH 0.25 // per metre to go
// Near the end of a path that is to be stood at no faster than it can be walked in two steps; never slower than it takes to
// start.
#define WF_END_SPEED 0.35
#define WF_LEAST_SPEED 0.2

// ------------------------------------------------------------------------------------------------------------ steps from rest

#define WF_START_SHARE 1.0 // a start is half a step, and takes this share of the time of a whole one
#define WF_START_TURNS                                                                                                           \
	{                                                                                                                            \
		0.0, 0.45, -0.45, 0.9, -0.9, 1.35, -1.35                                                                                 \
	} // to the sides of the way ahead
#define WF_LONGEST_SHIFT 0.3
#define WF_SIDE_SHIFT 0.28
#define WF_LEAST_SHIFT 0.1 // share of the longest that is worth a step
#define WF_SHIFT_SECONDS 0.6
#define WF_FAST_SHIFT_SECONDS 0.5 // of those who want to walk faster than this:
#define WF_FAST_SHIFT_SPEED 0.5
#define WF_SHIFT_STRIDE 0.49 // of the longest stride to the side, and of it with both feet apart, and of the fastest swing
#define WF_SHIFT_APART 0.98
#define WF_SHIFT_SPEED 0.66
#define WF_MOST_SPOT_TURN 1.2	   // on the spot, in one step
#define WF_SPOT_TURN_SHARE 0.98	   // of how far the foot may be turned out
#define WF_LEAST_SPOT_TURN 0.5	   // less is done by a start
#define WF_SPOT_SECONDS 0.3		   // of a turn on the spot
#define WF_SPOT_SECONDS_GROWTH 0.2 // per radian
#define WF_SHUFFLE_TURN 1e-6	   // a step on the spot is a turn by next to nothing
#define WF_SHUFFLE_SECONDS 0.35
#define WF_PAUSE_SECONDS 0.4 // of standing
#define WF_LONGEST_PAUSE 1.0
#define WF_LEFT_BEHIND 0.01 // a standing foot is where it belongs to within this, and to within about a degree: the cosine
#define WF_POINTS_AHEAD 0.9998

// ------------------------------------------------------------------------------------------------- tracks and meetings

#define WF_SLACK_FLOOR 2e-4f   // rounding, of places up to some kilometres
#define WF_REST_SLACK 3e-3f	   // who stands keeps a little more distance, so that it can leave without coming nearer
#define WF_PARTING_SLACK 1e-6f // square metres: who parts may come so much nearer, by rounding
#define WF_LEAST_CHORD 0.05	   // 1 + cosine of a turn: rates of sharper ones are those of this
#define WF_JUMP_SHARE 0.25f	   // of a jump of speed, in an interval of a track: how far it leads off the even motion
#define WF_FAR_AWAY 1e15f	   // where nobody is met
#define WF_WALL_COMFORT 0.12f  // along walls so much distance is kept where there is room
#define WF_WALL_COST 1.0f	   // of nearness to them, in that to people
#define WF_SURE_SECONDS 1.6	   // what others intend for later may change: meeting them then is not out of the question
#define WF_DISC_SECONDS 1.5	   // discs are expected to walk on as they do for so long

// --------------------------------------------------------------------------------------------- the search; costs in metres
// walked

#define WF_WISH_REACH 8.0 // how far the wish to go elsewhere than the route leads counts
#define WF_WISH_WEIGHT 2.5
#define WF_WISH_NEAR_GOAL 0.25 // share of it, per metre to go: near the goal it is the goal that counts
#define WF_GREED 1.4		 // the distance to go counts a little more than it costs: plans are nearly the best, and found sooner
#define WF_NORMAL_SPEED 0.3	 // who wants to be slower is reckoned with this
#define WF_SPOT_TURN_WAY 0.7 // of the energy of turning on the spot, as a lower bound
#define WF_NO_LEAD 1e-6		 // where two directions cancel, the wish leads
#define WF_ARRIVED 0.3		 // near enough to stand there
#define WF_NEARLY_ARRIVED 1.0 // near enough to walk through it
#define WF_NEAR_GOAL 1.5	  // within one step of it
#define WF_TURN_WAY 0.15	  // of turning around, per square of the chord
#define WF_ROOM_REACH 0.6	  // who makes room goes no farther than this at a time
#define WF_CLOSE_COST 0.8	  // of a second as near to others as can be
#define WF_MEETING_COST 0.8	  // of meeting others later than that, before it is out of the question
#define WF_FIRM_INTENTS 2	  // of the steps intended must meet nobody to be kept
#define WF_OTHERS_COST 0.1	  // steps to other sides are looked at when those straight ahead have cost so much more
// Much the same: places of an eighth of a metre, times of a quarter of a second, slow or fast.
#define WF_SAME_PLACES 8.0 // per metre
#define WF_SAME_TIMES 4.0  // per second
#define WF_SAME_FAST 0.7
