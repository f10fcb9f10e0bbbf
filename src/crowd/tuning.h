// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The tuning parameters of a crowd, each with its unit and reason. Lengths are in metres, times in seconds, speeds in metres per
// second unless stated otherwise. Parameters for users are in the defs; array sizes are next to the arrays.
#pragma once

#include "ground/tuning.h"

// ------------------------------------------------------------------------------------------------------ distances and contact

#define WF_TOUCH_GAP 0.08f			 // others closer than this count as touched
#define WF_REACH_SPEED 1.1f			 // an agent under pressure may move faster than it wants by this factor
#define WF_LEAST_REACH_SPEED 0.5f	 // enough to back off from another agent even for agents that hardly walk
#define WF_MOVE_PASSES 2			 // of each move: what is left after the first is tried again
#define WF_LEAST_REST 1e-3			 // metres: shorter rests are not worth a pass
#define WF_TURN_RATE 4.0			 // radians per second: of bodies that are not round
#define WF_LEAST_TURN 0.01			 // radians: less is not worth it
#define WF_TURN_LOOKS 4				 // on the way of a turn
#define WF_TURN_PARTS 4				 // where a turn is too far, half of it, and so on
#define WF_TURN_PRESSED_SECONDS 0.4f // under pressure for so long one turns the shoulders
#define WF_FACING_SPEED 0.05f		 // below this speed an agent faces its intended direction

// -------------------------------------------------------------------------------------------------------- spatial index, flow

#define WF_WORN_PLACES 64 // entries of agents that have left their place, beside as many as there are agents

#define WF_INDEX_CELL 1.5	   // slightly more than the distance at which agents see others
#define WF_MAX_INDEX_SIDE 8192 // cells: huge worlds have larger ones
#define WF_FLOW_CELL 1.0
#define WF_MAX_FLOW_SIDE 4096 // cells

// ---------------------------------------------------------------------------------------------------------------- perception

// In a dense crowd an agent looks only as far as the distance at which about this share of its neighbour list is expected to be
// filled.
#define WF_NEIGHBOR_SHARE 0.85f
#define WF_ROUGH_PI 3.14f
#define WF_FULL_CIRCLE ( WF_TWO_PI - 1e-6 ) // radians: a smaller view angle has side limits

// ---------------------------------------------------------------------------------------------------- progress, asking for room

#define WF_STANDING_SPEED 0.1f // slower counts as standing
#define WF_PRESSED_SHARE 0.25f // of the desired speed: slower, while wanting to walk, counts as under pressure
#define WF_FREE_SHARE 0.6f	   // of the desired speed: faster means the agent is free again
#define WF_PROGRESS 0.2		   // getting closer to the goal by less is no progress: moving to and fro counts as stuck, too
#define WF_PRESS_SECONDS 0.4f  // under pressure for this long an agent may ask for room
#define WF_IDLE_SECONDS 8.0f   // without progress for this long it also asks oncoming agents, not only standing ones
#define WF_AGAINST -0.2f	   // cosine between two goal directions: less is the opposite direction
// Urgency of agents under pressure themselves; an agent making room passes on one less, so that this many rows give way.
#define WF_PRESSING 12
// Urgency of agents under pressure where there is room to go around: only standing agents step aside.
#define WF_PRESSING_OPEN 2
// Bodies that turn need less room before a door: far behind nobody moves for it.
#define WF_PRESSING_IN_LINE 4
#define WF_BEHIND_COSINE 0.6f // to the direction wanted by the asking agent: agents within are behind it, not in its way

// ----------------------------------------------------------------------------------------------------------- making room

#define WF_BACK_OFF_SPEED 0.4f
#define WF_BACK_OFF_BACKWARD                                                                                                     \
	2.0f					 // weight of going back compared with going away from the asking agent: at doors the sides are walls
#define WF_ASIDE_SHARE 0.2f	 // a standing agent steps sideways, with this share away from the asking agent
#define WF_ASIDE_BEGUN 0.02f // once it has moved this far to one side it keeps that side
#define WF_HOME_REACH 0.3f	 // farther than this from where it stood, the agent returns

// ------------------------------------------------------------------------------------------------------------ precedence

#define WF_LEAD_SECONDS 8.0f	   // without progress for this long, because of others in its way, an agent leads
#define WF_LEAD_SAME_SECONDS 20.0f // the same behind others with the same goal, who leave by and by
#define WF_LEAD_MOST_SECONDS 15.0  // then it is another's turn: more delays all others, less ends before a crowd has parted
#define WF_LEAD_FREE_SECONDS 1.0   // with nobody in its way for this long it needs not lead any more
#define WF_LEAD_SIGHT 0.4f		   // metres up to which somebody is in its way then
#define WF_LEAD_REACH 0.3f		   // others this close make room for a leader before it gets there
#define WF_BLOCKS_GAP 0.12f		   // others this close block, and are pushed on
#define WF_BLOCKS_COSINE 0.35f	   // within 70 degrees of the route is in the way
#define WF_BESIDE_COSINE -0.1f	   // within 96 degrees one is beside a leader, or before it, and makes room
#define WF_PUSHED_COSINE 0.2f	   // within 78 degrees of a direction others are in the way of who gives way in it
#define WF_GETS_ON_SHARE 0.4f	   // of the desired speed: faster gets on
#define WF_YIELD_LOOK 0.15f		   // metres beyond the radius, to see whether there is a wall
#define WF_YIELD_SIGHT 0.5f		   // metres in which others count
#define WF_YIELD_WALL                                                                                                            \
	6.0f // cost of a wall; that of another agent is 1, of one who is pushed itself 2, of the route's direction 1
#define WF_YIELD_BACKWARD 0.05f // cosine: never farther toward who pushes

// An agent under pressure beyond its patience tries a random side for this long, between these angles in degrees: the widest
// grows with each try up to a limit.
#define WF_SIDESTEP_SECONDS 0.6
#define WF_SIDESTEP_LEAST 60.0
#define WF_SIDESTEP_GROWTH 22.0
#define WF_SIDESTEP_TRIES 5
#define WF_SIDESTEP_MOST 170.0

// ------------------------------------------------------------------------------------------------------------------ foresight

#define WF_FAN_INTERVAL 2		// ticks between evaluations
#define WF_OPEN_FAN_INTERVAL 3	// where there are no walls around
#define WF_MESH_FAN_INTERVAL 5	// on meshes: the map of a region costs more than that of the plane
#define WF_FAN_SECONDS 0.5		// the choice is filtered over this time
#define WF_SELDOM_SECONDS 0.5	// between two decisions of agents that decide seldom
#define WF_SELDOM_FAN 0.8f		// and how far they look aside, radians: they are committed for longer
#define WF_RAY_STEP 0.26179939f // radians between two rays, 15 degrees
// Rays are as long as this share of the distance to the goal, within limits: an agent with far to go looks far.
#define WF_RAY_SHARE 0.3f
#define WF_SHORTEST_RAY 10.0f
#define WF_LONGEST_RAY 30.0f
#define WF_LEAST_FORESIGHT 0.5f // closer to the goal than this there is nothing to foresee
#define WF_LEAST_RAY 1.5f		// a ray is an alternative path if it is free for this length
#define WF_RAY_OVERLAP 0.05f	// with walls that does not count as a hit: clearances are those of cells
#define WF_RAY_SPACING 1.0f		// of the samples
// On meshes the surroundings of regions of this size are unrolled, metres, with those of the regions beside them.
#define WF_REGION_CELL 5.0
#define WF_MESH_RAY 7.5		   // farther than that few of the others are on the unrolled map
#define WF_MESH_TURN_COST 2.5f // added there to WF_TURN_COST: over so short a ray small gains mean little
#define WF_FINE_SPACING 0.5f   // of the samples of short rays
#define WF_FINE_RAY 4.0f	   // rays up to this length are short
#define WF_LEAST_SPACING 0.25f // beside walls
#define WF_REST_SAMPLES 4	   // from the end of a ray to a goal in reach of it
#define WF_LEAST_PACE 0.1f	   // lower speeds would make crowds infinitely costly
#define WF_CROWD_COST 2.0f	   // metres of detour per metre walked through a standing crowd of one person per square metre
#define WF_LEFT_COST 1.2f // of the leftmost ray relative to the rightmost: agents meeting head-on should choose different sides
#define WF_TURN_COST 0.2f // of leaving the straight path at all: small gains are not worth the turns

// -------------------------------------------------------------------------------------------------------------- local maps

#define WF_WALL_ITERATIONS 2	 // factor on iterations if a wall may be before the goal: values must propagate around it
#define WF_WALL_MARGIN 0.06f	 // m by which maps take discs as smaller at walls: tight gaps stay open; less keeps farther away
#define WF_SMALL_MAP 11			 // cells per side, when nothing is near
#define WF_MAP_DIAGONAL 0.7072f	 // half the diagonal, in sides
#define WF_MAP_WALL_MARGIN 0.5f	 // walls up to this far outside the map are near
#define WF_SMALL_MAP_WALLS 1.5f	 // in half sides of the small map: distance to the nearest wall
#define WF_SMALL_MAP_OTHERS 4.0f // the same for the nearest other agent, squared
#define WF_LEAST_GRADIENT 1e-30f // q per cell: smaller gradients have no direction
#define WF_MOST_PULL 1.9999998f	 // the weights of the sum must not become negative

// -------------------------------------------------------------------------------------------------------------------- passing

#define WF_AHEAD_COSINE 0.5f   // within 60 degrees of the walking direction is ahead
#define WF_PASS_DISTANCE 3.0f  // others ahead within this distance that go another way are passed on the right
#define WF_SAME_DIRECTION 0.7f // cosine between two goal directions: more is the same direction
// This close to a wall agents keep to the right more strongly, by this factor: where there is no room to swerve, lanes must be
// there before people meet.
#define WF_BETWEEN_WALLS 1.5f
#define WF_BETWEEN_WALLS_IN_PLANE 3.0f
#define WF_BETWEEN_WALLS_ON_MESH 6.0f // where nobody looks for gaps in lanes

// ------------------------------------------------------------------------------------------------------------ time gap

// Others count as far to the sides as this share of both widths, and more at speed: who is slow squeezes past. At most 1.
#define WF_FOLLOW_WIDTH 0.65f
#define WF_FOLLOW_WIDTH_PER_SPEED 0.65f // s/m
#define WF_FOLLOW_SLACK 0.001f			// metres, more than rounding
#define WF_FOLLOW_LEAST_WIDTH 0.46f		// metres for two: who is slim sways as much as others
#define WF_HELD_UP_SHARE 0.5f			// of the desired speed: a slower agent looks for a way around
#define WF_WAY_AROUND_GAIN 0.2f			// of the desired speed, that it must gain

// ------------------------------------------------------------------------------------- lines before passages; lengths in radii

#define WF_LINE_GAP 0.14f			// kept to the agent ahead
#define WF_LINE_REACH 2.4f			// agents farther away are ignored
#define WF_LINE_SECONDS 0.25f		// time in which the rest of a gap is closed
#define WF_LINE_PATIENCE 0.2f		// share of the desired speed below which moving is not worth it
#define WF_LINE_PASSES 3			// over the limits of an agent's speed
#define WF_HELD_SHARE 0.6f			// of its desired speed: a slower agent is held up
#define WF_FOLLOWS_COSINE 0.5f		// between goal directions, for joining a line
#define WF_SINGLE_FILE_SPACING 0.8f // behind the agent ahead, in sums of both radii
#define WF_WATCHED_SECONDS 60.0		// without progress in a line for this long one goes on, whoever comes first
#define WF_POINT_REACH 8.0f			// before a point goal: it is as narrow as a door

// ------------------------------------------------------------------------------------------------ passages; lengths in radii

#define WF_TWO_ABREAST 4.0		   // width two agents that meet need
#define WF_TURNS_MARGIN 5.0		   // on meshes opposing crowds jam, and take turns, up to this much more width
#define WF_SINGLE_FILE_MARGIN 1.0  // with less to spare two abreast fit, but not without pushing: single file
#define WF_DOOR_WIDTH 12.0		   // the same at doors
#define WF_FEW_MEET 3			   // where two fit side by side, so many from each side pass each other without turns
#define WF_ORDER_WIDTH 9.0		   // before anything narrower a dense crowd would jam: lines are formed
#define WF_OPPOSITE_COSINE -0.8	   // between the directions to two walls: less is on opposite sides, more than 140 degrees
#define WF_BETWEEN_REACH 1.9	   // of the walls' reach: both walls are found from the middle of a passage of this width
#define WF_PASS_MARGIN 0.75		   // and so much more than two of the largest
#define WF_NO_ROOM_TO_WAIT 6.5	   // before a place where two cannot pass: up to this width those who wait would be in the way
#define WF_LINE_THICKNESS 0.75	   // cells on both sides of the line across a narrow place that are on it
#define WF_LINE_BESIDE 3.0		   // cells in which the ground beside it begins
#define WF_ROOM_REACH 32.0		   // a walk to its other side of less than this: it divides no rooms
#define WF_CORNER_REACH 8.0		   // nor where the ground on one side ends before this
#define WF_WIDER 1.25			   // times its narrowest width still belongs to a passage
#define WF_PASSAGES_APART 8.0	   // closer narrow places belong to the same passage
#define WF_MAX_PASSAGE_LENGTH 32.0 // longer ones are corridors: no agent waits at one end until others have come through
#define WF_MAX_SINGLE_FILE 200.0   // but where two agents cannot pass each other at all there is no alternative
#define WF_SIEVE_PASSAGES 3		   // this many others within that reach make a sieve: no turns are taken
#define WF_SIEVE_REACH 20.0
#define WF_PASSAGE_REACH 20.0 // agents this close may be heading for it
#define WF_LINE_LENGTH 10.0	  // the line forms up to this far before it
#define WF_PASSAGE_ENTRY 2.0  // the distance before and behind it at which an agent is outside
#define WF_DETOUR 1.0		  // metres: agents for which it would be this much longer do not come through it
// The lane in front of a passage that is kept clear: half its width, its minimum margin over the width of the passage, and its
// length. In the nearer half agents also step back, by this share.
#define WF_LANE_HALF_WIDTH 2.4
#define WF_LANE_MARGIN 0.4
#define WF_LANE_LENGTH 18.0
#define WF_LANE_BACKWARD 0.5
#define WF_LANE_SPEED 0.8f	   // for leaving the lane
#define WF_INSIDE_OTHER 4.0f   // this close to the middle of another passage an agent must first get out of that one
#define WF_HOLD_SECONDS 12.0   // how long one direction holds a passage while others wait
#define WF_CLOSING_SECONDS 3.0 // and how long it is left to those still inside, when nobody else may enter
#define WF_HOLD_PER_METRE 1.0  // and so much longer for its length, since it takes so long until the other direction can begin
#define WF_QUIET_SECONDS 3.0   // and how long when no agent of the holding direction comes
#define WF_HELD_MOST 20.0	   // seconds that an agent is held at passages at a time
#define WF_HELD_PER_METRE 3.0  // and for its length: until the other direction has come through, and all have left
#define WF_HELD_BREAK 5.0	   // not held for so long: the time begins anew
#define WF_RADIUS_CHANGE 0.1   // passages are searched again when the agents' mean radius has changed by this fraction

// -------------------------------------------------------------------------------------------------------- sides of corridors

#define WF_SIDES_WIDTH 12.0			// radii: in anything wider there is room to swerve
#define WF_SIDES_WIDTH_HELD_UP 14.0 // the same for who is held up
#define WF_SIDES_LENGTH 3.0			// metres: shorter ones are doors
#define WF_FOLLOW_STEP 1.0			// metres between the places at which a corridor is looked at
#define WF_SIDES_SIGHT 3.0f			// metres before a corridor from where on people choose their side of it
#define WF_SIDES_SPACING 0.5f		// metres between the places looked at
#define WF_ONCOMING_SECONDS 3.0f	// people expect oncoming people for so long after they saw some
#define WF_HEARSAY_LOSS 0.1f		// seconds that are lost when those behind notice it: so far word spreads
#define WF_SIDE_SECONDS 0.5f		// time in which the rest of the way to the middle line, or to the entrance, may be used up
#define WF_SIDE_TOLERANCE 0.5f		// radii beyond the middle with which one may still enter
#define WF_AT_TURNS 3.0				// radii around a passage that is passed in turns: there its whole width is used

// ------------------------------------------------------------------------------------------------------------------- routes

#define WF_WALLS_SPEED 1.2 // walls are known as far as an agent moves in a tick at this factor of its speed
#define WF_WALLS_SLACK 0.01
#define WF_NEAR_ENOUGH_SECONDS 5.0 // without progress for this long in the cell of a point, the agent has arrived
#define WF_NEARBY_RADII 8.0		   // and this many radii from a place that it goes to instead of its stop, wherever it stands
#define WF_RECHECK_TICKS 5		   // interval for checking again whether a path is straight, in turns
#define WF_TRIED_SECONDS 3.0	   // a straight path with standing agents in it is tried for this long
#define WF_ADJOINING 0.5		   // an agent standing this close to the end of a path does not block it

// ------------------------------------------------------------------------------------------ standing agents in the global fields

// Marks are checked again after this many seconds, and later where solving the fields again is expensive.
#define WF_MARK_SECONDS 1.0
#define WF_CELLS_PER_SECOND 2e5
#define WF_MARK_KEPT 0.35 // a mark stays while its agent is within this distance

// ------------------------------------------------------------------------------------------------------------------- queues

#define WF_JOIN_DISTANCE 2.5 // an agent this close to the tail gets a place
#define WF_QUEUE_SIGHT 8.0	 // metres up to which one walks straight to a place in a queue on a mesh
#define WF_PLACE_REACH 0.25	 // within it the agent stands in its place; more than an agent walks between two decisions
#define WF_NEAR_PLACE 1.0	 // nearly there and stopped by others for this long, the agent stands as well
#define WF_STOPPED_SECONDS 1.0
#define WF_PLACE_LEFT 0.6		// an agent pushed farther away than this walks back
#define WF_LINE_END_HALVINGS 12 // to find how far a line continues straight

// ------------------------------------------------------------------------------------------------------------------ sources

#define WF_ENTRY_TRIES 24	// for each agent waiting to enter, per tick
#define WF_CHECK_TRIES 4096 // before a source is reported to have no free entry
#define WF_ENTRY_GAP 1e-3	// new agents keep this distance from everything

// ------------------------------------------------------------------------------------------------------------------- walkers

#define WF_DECIDED_SECONDS 2.0	 // tracks reach no farther: in longer ticks a walker comes to rest and continues in the next
#define WF_LOOK_AGAIN 0.25		 // a standing walker that finds nothing tries again after this time
#define WF_LOOK_AGAIN_APART 0.05 // staggered, not all at once, by multiples of
#define WF_LOOK_AGAIN_TURNS 4u
#define WF_LEAST_WISH 0.05 // slower wishes count as standing
#define WF_SAME_WISH 0.9   // cosine, and change of speed: a new wish within these is no reason to search again
#define WF_SAME_SPEED 0.25
#define WF_STRETCH 1.5			// slower: the same distance in this much more time
#define WF_MAX_WAITING_STEPS 10 // maximum number of consecutive footsteps on the spot of a waiting walker
#define WF_SLOW_EFFORT 6		// nodes spent on finding something slower
#define WF_ENOUGH_INTENTS 2		// this many intended footsteps are enough to continue with
#define WF_STRIDES_AHEAD 3.0	// who has less room ahead than so many strides takes shorter ones,
#define WF_SHORTEST_STRIDE 0.6	// down to this share of the usual one
#define WF_MAX_DECISIONS 64		// of one walker in a tick
#define WF_GOAL_REACHED 0.5		// a walker this close to an area goal has arrived
#define WF_NEARLY_PASSED 1.5	// metres to a goal: who is farther away does not pass it with the step it is in
#define WF_FAR_ONWARD 100.0		// metres: beyond a goal one goes on without an end in sight
#define WF_POINT_SHARE 0.8		// of the reach of a point: a footstep that ends there must not end just outside
// Others ahead, extrapolated from their current motion: those that are farther away, come nearest later or pass at a larger
// distance than this are ignored; those behind are considered while they are near (squared distance).
#define WF_STEP_SIGHT 9.0f
#define WF_SEEN_SECONDS 5.0f
#define WF_SEEN_MISS 0.9f
#define WF_SEEN_MISS_GROWTH 0.3f // per second until then
#define WF_SEEN_BEHIND 1.5f
#define WF_SEEN_SPEED2 1e-4f // squared: slower agents stay as near as they are
// Order of urgency: seconds until nearest, plus this many per metre of passing distance, and per second of walking there.
#define WF_MISS_URGENCY 0.7f
#define WF_DISTANCE_URGENCY 0.1f
#define WF_URGENCY_SPEED 0.5f
// How far footsteps may lead from where they are decided: at least at this speed, for this many of the longest, plus a margin.
#define WF_STEPS_SPEED 0.6
#define WF_STEPS_FROM_REST 1.6
#define WF_STEPS_SECONDS 0.3
#define WF_STEPS_BODY 0.75
#define WF_STEP_IN_FULL 0.6	 // strides by which a full footstep leads farther than one to rest
#define WF_STRIDE_REACH 0.75 // strides from the centre to where feet are placed
#define WF_BOX_SLACK 0.01	 // margin of boxes that are compared as floats
#define WF_REACH_SLACK 0.001
#define WF_MAX_WALK_CELLS 262144	  // of the ground; decisions within one are made one after the other
#define WF_MAX_WALK_SIDE 512.0		  // cells
#define WF_REPORTED_STANDING 1.0	  // standing is reported in intervals of this length
#define WF_KEPT_SECONDS 0.15		  // ended footsteps are kept this long: poses just before the current time belong to them
#define WF_SHORTEST_STEP 0.1		  // of all gaits
#define WF_STRAIGHT_SECONDS 2.5f	  // a walker that gets on no more for this long, going around others, goes straight again
#define WF_PRESS_ON_FOOT_SECONDS 0.6f // a walker that gets on no more for this long shuffles,
#define WF_PRESS_GAP 0.6			  // metres from the next at most,
#define WF_PRESS_FREE_SHARE 0.8		  // until it has gone at this share of the speed of shuffling
#define WF_PRESS_FREE_SECONDS 6.0	  // for so long
#define WF_BETWEEN_CIRCLES 0.01f	  // of the radius: what five circles leave out of an outline
#define WF_SHUFFLE_TURN 0.12		  // radians in a tick: while it turns and moves at once, its shoulders are off by its square
#define WF_SHUFFLE_SPEED 1.3		  // m/s
#define WF_LONGEST_SHUFFLE 1.0		  // seconds of a move, in long ticks

// ------------------------------------------------------------------------------------------------------------ queued fields

#define WF_FAR_AWAY 1e30		  // a distance larger than this was never measured
#define WF_UNKNOWN_DISTANCE 10.0f // metres to a goal that no field leads to yet: far enough not to slow down
#define WF_UNUSED_SECONDS 5.0	  // fields that nobody goes by for so long are given up

// -------------------------------------------------------------------------------------------------------------------- exits

#define WF_EXIT_FLOW 1.3			// people per metre of an exit and second, until it is seen: about what people do at doors
#define WF_NARROWEST_EXIT 0.5		// metres, of which one gets through that one enters by a single cell
#define WF_LEAST_EXIT_FLOW 0.05		// people per second that an exit is taken to let through, however little is seen
#define WF_GUESS_SECONDS 10.0		// what the width says counts as much as so many seconds of watching
#define WF_EXIT_MEMORY_SECONDS 60.0 // what was seen longer ago fades
#define WF_EXIT_NEAR_SECONDS 3.0	// who would be at an exit within this time, and
#define WF_WAITING_SHARE 0.5		// walks at less than this share of its speed, waits there
#define WF_BUSY_WAITING 2			// as many who wait make an exit busy: what gets through then is what it can
#define WF_SLOWEST_CHOICE 0.1		// m/s: who does not want to walk chooses as if it were this fast
// Another exit must be sooner by so many seconds, and by this share of the time to the present one; twice as much after each
// change, so that nobody dithers.
#define WF_SWITCH_SECONDS 2.0
#define WF_SWITCH_SHARE 0.1
#define WF_MOST_DOUBLINGS 10

// -------------------------------------------------------------------------------------------------------------------- groups

#define WF_GROUP_PACE 0.9		   // of the slowest member's speed: others can catch up
#define WF_GROUP_CATCH_UP 1.25	   // of that pace: the most speed of members
#define WF_GROUP_LATE 0.3		   // error in spacings from which the anchor goes slower
#define WF_GROUP_LATEST 1.0		   // and at which it goes slowest
#define WF_GROUP_LAST 0.4		   // how much the error of the last member counts of that of all
#define WF_GROUP_WAITS 0.3		   // of its pace: for one of many who is far behind
#define WF_GROUP_SLOWEST 0.15	   // of its pace: it never waits for good
#define WF_GROUP_SAUNTER 0.12	   // of its pace: members that are ahead of their slots
#define WF_GROUP_OUTERMOST 1.1	   // of its pace: the most speed of slots while the shape wheels, which all members reach
#define WF_GROUP_VEER 0.15		   // radians off its way up to which a shape walks on at full pace
#define WF_GROUP_WHEEL 0.7		   // radians more, and it wheels nearly on the spot
#define WF_COLUMN_RATIO 2.0		   // depth over width from which a shape follows the bends of its way
#define WF_GROUP_FORCE_SECONDS 0.8 // in which a member would be in its slot
#define WF_GROUP_WALK_SECONDS 1.5  // the same on foot
#define WF_GROUP_STEP_SECONDS 0.7  // until a footstep that is chosen is made
#define WF_GROUP_ABOUT -0.5		   // cosine of the turn from which slots are assigned anew: 120 degrees
#define WF_GROUP_TURNED 0.9		   // the same at the end of the way, where all form up anyway
#define WF_UNFOLD 1.25			   // times the width that a wider shape needs
#define WF_PILLAR_SPACINGS 1.5	   // obstacles narrower than this are passed on both sides
#define WF_PILLAR_SIGHT 4.0		   // metres before and behind a pillar in which a slot swerves around it
#define WF_PILLAR_GAP 0.1		   // metres that it keeps from it
#define WF_PILLAR_LOOKS 9		   // places on its way, each way, at which it looks for one
#define WF_SIDE_LOOKS 5			   // places to each side of a pillar at which a way past it is looked for
#define WF_LEAST_RASTER 0.1		   // metres between the places across a way where room is looked for
#define WF_ROLL_ERROR 0.05		   // of a walk over a mesh: what unrolling bent ground may be off
#define WF_TRAIL_STEP 0.25		   // metres between the places of a trail
#define WF_IN_PLACE 0.1			   // of a spacing, or metres: nearer to its slot a member stands
#define WF_OUT_OF_PLACE 0.5		   // the same: farther away it goes back
#define WF_IN_PLACE_SPEED 0.3	   // m/s: and slower than this
#define WF_NEAR_SLOT 2.0		   // the same: nearer it gives up by itself, farther away when nobody comes nearer
#define WF_GIVE_UP_SECONDS 10.0	   // without coming nearer to its slot a member stays where it is
#define WF_BAND_SHARE 0.5		   // of a spacing: the width of a band
#define WF_SHARED_CELL 0.5		   // of a spacing: the cells of a group's map
#define WF_SHARED_MARGIN 6		   // cells around the slots, three spacings
#define WF_SHARED_MOST 95		   // columns and rows; members farther out have maps of their own
#define WF_SHARED_WALL 0.51f	   // of a cell: half of what a wall is taken for at least
#define WF_SHARED_PART 4		   // cells per side of parts near walls that are looked at cell by cell
#define WF_SHARED_BLOCK 64		   // members looked at together for the one nearest to somebody
#define WF_SHARED_MEMBER 0.35f	   // of the screening by others: members walk in step, and are less in each other's way
#define WF_WINDOW_MARGIN 3		   // cells beyond a member's screening that are relaxed again without it
#define WF_WINDOW_ITERATIONS 6	   // and how often: values begin near
#define WF_WINDOW_SLOPE 0.3		   // growth of their logarithm from cell to cell toward where a member wants to go: at least
#define WF_WINDOW_STEEPEST 0.5	   // and at most
#define WF_WINDOW_PULL 0.25		   // of a behaviour's pull as much: it acts beyond the window, too, as in a map of one's own
#define WF_FREE_LAST 0.2		   // m/s: the least speed of the last metres of a free group
#define WF_FREE_SPACING 3.0		   // radii between the places to which a free group goes
#define WF_FOLLOW_SECONDS 1.0	   // between two looks for the way to whom a group follows
#define WF_FOLLOW_MOVED 1.0		   // metres that it must have moved
#define WF_ENGAGED_SHARE 1.1	   // of the range: an enemy farther away is out of it again
#define WF_SETTLED 1e-6			   // radians, metres: slots of a group that rests do not move any more
#define WF_SETTLE_SIDE 256		   // cells of the ground on which it looks for places, at most
#define WF_SETTLE_CELL 0.7		   // radii of a member: such a cell, at least
#define WF_SETTLE_DETOUR 1.6	   // times the straight way from the anchor: who walks farther is behind a wall
#define WF_SETTLE_LOOSE 2.0		   // spacings more
#define WF_SETTLE_GAP 0.1		   // metres between bodies where there is little room
#define WF_STROKE_LANE 1.0		   // metres: what of a stroke is so near to somebody counts as passed
#define WF_STROKE_LEAD 0.5		   // metres beyond that, for which one heads
#define WF_ANCHOR_LANE 0.75		   // metres: both of an anchor
#define WF_SHORT_WALK 3.0		   // metres: so far one is taken to see on meshes
#define WF_SKETCH_OFF 0.5		   // metres: farther from a mesh a point of a stroke is not on it
#define WF_SAME_FLOOR 0.5		   // metres: what is nearer in space is near along the surface
#define WF_SAME_FLOOR_SHARE 0.25   // of the way to a place: who ends farther from it went over another floor
#define WF_BRANCH_LOOK 5.0		   // metres along a branch that tell its direction
#define WF_FARTHEST_LEFT 1e6	   // metres: of who has no way
#define WF_CROWD_RADII 1.5		   // times the root of their number: how far members stand around one point
#define WF_NEARER_LOOKS 5		   // ever nearer places ahead along its stroke at which a member looks, before those behind
#define WF_VIA_LOOKS 24			   // places on the way that a member looks at for one in sight

// ------------------------------------------------------------------------------------------------------------------ explorers

#define WF_EXPLORER_BYTES 64		// of their map for each free cell, as counted against the memory limit
#define WF_EXPLORER_AHEAD 4.0		// metres along the way that an explorer looks for a place in sight to walk to
#define WF_EXPLORER_TRACE 0.5		// cells of its map between places on the way; at least the next
#define WF_EXPLORER_LEAST_TRACE 0.1 // metres
#define WF_EXPLORER_MOST_TRACE 64	// places at most
// Who is pushed off the ground that it knows, or stands where its cells leave no room, goes back to the nearest place on it
// within so many metres.
#define WF_EXPLORER_BACK 2.0
// Eyes and head turn by so many radians a second, and away from where the body goes by so many radians; who stands may turn
// around.
#define WF_GAZE_RATE 4.0
#define WF_GAZE_MOST 1.9
