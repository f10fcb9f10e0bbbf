// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// The crowd: many agents, each with a small local field around it, steered by the global fields of their goals and by a
/// behaviour vector that shapes how each of them walks. Discs never overlap each other or a wall.
///
/// A crowd stands on a ground: the plane of a world, or a triangle mesh. Positions are 3D; in the plane z is 0. On a mesh,
/// distances are measured along the surface: the centres of two agents are always at least the sum of their radii apart, and each
/// centre is at least its radius away from obstacles and from the boundary of the mesh.
///
/// A crowd may be called by one thread at a time; it may use workers of its own. The same ground, defs and seed give
/// bit-identical results for any number of workers and on every SIMD level. Units: metres, seconds, radians counter-clockwise
/// from +x.
#pragma once

#include "wayfield/footsteps.h"
#include "wayfield/ground.h"

typedef struct wfCrowd wfCrowd;

/// Generational ids; {0} is null. The id of an agent that has left never becomes valid again. Functions that create an id accept
/// a null pointer for it; the id is then not reported.
typedef struct wfAgentId
{
	uint32_t index1, generation;
} wfAgentId;

/// Ids of objects that are added once and live as long as the crowd: 1-based, {0} is null.
typedef struct wfStyleId
{
	int32_t index1;
} wfStyleId;

typedef struct wfBehaviorId
{
	int32_t index1;
} wfBehaviorId;

typedef struct wfGaitId
{
	int32_t index1;
} wfGaitId;

typedef struct wfQueueId
{
	int32_t index1;
} wfQueueId;

typedef struct wfExitsId
{
	int32_t index1;
} wfExitsId;

typedef struct wfSourceId
{
	int32_t index1;
} wfSourceId;

typedef enum wfPreset
{
	wf_defaultPreset, // Wayfield's own settings: work in dense crowds
	wf_classicPreset  // the crowd as the papers specify it: other agents as hard cells, world-aligned maps
} wfPreset;

// ----------------------------------------------------------------------------------------------------------- behaviours

/// Determines the behaviour vector v and its strength eps in each tick. The local map solves laplace(q) - eps v . grad(q) = 0 per
/// cell.
typedef enum wfBehaviorKind
{
	wf_harmonicBehavior,  // eps = 0
	wf_constantBehavior,  // v
	wf_periodicBehavior,  // v + the sum of the waves
	wf_towardBehavior,	  // unit vector to the target rotated by `angle` (pi: away from it, pi/2: keeping it on the right-hand
						  // side); harmonic while there is no such target
	wf_randomBehavior,	  // a random unit vector, held for a random time between holdSeconds[0] and [1]
	wf_scheduledBehavior, // the last stage, in the order given, that has begun; harmonic before the first
	wf_passBehavior,	  // orthogonal to the line to the agent seen ahead: to its right, or to its left if angle > 0; harmonic
						  // while no agent is seen
	wf_customBehavior,	  // a function of the host; harmonic when its result is not finite
	wf_behaviorKindCount
} wfBehaviorKind;

typedef enum wfTargetKind
{
	wf_goalTarget,	// the agent's current goal
	wf_pointTarget, // `point`
	wf_agentTarget, // `agent`, while it is in the crowd
	wf_seenTarget	// the nearest agent seen, while there is one
} wfTargetKind;

/// amplitude * sin(rate * t + phase), added to v.x (axis 0) or v.y (axis 1); t is in seconds since the agent entered.
typedef struct wfWave
{
	int32_t axis;
	double amplitude, rate, phase;
} wfWave;

typedef enum wfStageKind
{
	wf_fromTime,	 // seconds since the agent entered
	wf_fromFraction, // of the distance to the current goal, measured from where the goal was assigned, in [0, 1]
	wf_fromPlace	 // from the first time the agent is within `radius` of `point`; remains begun afterwards
} wfStageKind;

typedef struct wfStage
{
	wfStageKind kind;
	double from; // seconds or fraction
	wfVec3 point;
	double radius;
	wfBehaviorId behavior; // must not be scheduled itself
} wfStage;

#define WF_MAX_WAVES 8
#define WF_MAX_STAGES 8

/// What a custom behaviour can observe. Positions and vectors are 3D.
typedef struct wfBehaviorView
{
	wfAgentId agent;
	double time;			   // seconds since the crowd's start
	wfVec3 position, velocity; // of the agent
	double heading, radius, desiredSpeed;
	wfVec3 goalDirection; // unit vector along the global field
	bool seesAgent;		  // an agent is seen ahead within the sight distance
	wfVec3 seenPosition, seenVelocity;
	uint64_t userData;
} wfBehaviorView;

/// On meshes v is projected onto the surface.
typedef struct wfBehaviorVector
{
	wfVec3 v;
	double epsilon;
} wfBehaviorVector;

/// Called on the thread that ticks the crowd, agent by agent in index order, before anything moves.
typedef wfBehaviorVector wfBehaviorFcn( const wfBehaviorView* view, void* context );

typedef struct wfBehaviorDef
{
	wfBehaviorKind kind;
	double epsilon; // strength; |eps v.x| and |eps v.y| are clamped to 2 - 2e-7
	wfVec3 v;		// on meshes, projected onto the surface
	bool relative;	// constant, periodic: v is in the agent's frame (x along its goal direction, y to the left), not the world's
	wfTargetKind target;
	wfVec3 point;
	wfAgentId agent;
	double angle;
	wfWave waves[WF_MAX_WAVES];
	int32_t waveCount;
	double holdSeconds[2];
	wfStage stages[WF_MAX_STAGES];
	int32_t stageCount;
	wfBehaviorFcn* function;
	void* context;
	int32_t internalCookie;
} wfBehaviorDef;

WF_API wfBehaviorDef wfDefaultBehaviorDef( void );

// --------------------------------------------------------------------------------------------------------------- styles

typedef enum wfMotionRule
{
	wf_gradientRule, // d = g
	wf_meanRule,	 // d = unit(d_prev + g), speed by |grad q| relative to that of the same map without anything in it
	wf_massRule,	 // d = unit(mass d_prev + g), speed from a table over the cosine between them
	wf_inertiaRule,	 // d = eta d_prev + (1 - eta) g, speed by the cosine
	wf_headingRule,	 // the same on angles, along the shorter arc
	wf_smoothRule	 // velocity relaxes to the desired one within relaxTime under limited acceleration: the default
} wfMotionRule;

typedef enum wfLocalSolver
{
	wf_localSor,		// red-black, over-relaxed
	wf_localGaussSeidel // row by row, as in the papers
} wfLocalSolver;

/// How an agent perceives, plans and moves. Many agents share a style.
typedef struct wfStyleDef
{
	// local map
	int32_t mapSize; // n: odd, 11 to 35
	double mapCell;	 // metres
	bool mapTurns;	 // the map's x axis follows the guiding direction, so that the intermediate goal is always ahead; otherwise
					 // the map has the world's axes and the goal is placed on the nearest border cell
	bool mapAdapts;	 // the map shrinks while nothing is near: n falls to 11, with cells of the same size
	bool goalInside; // a real goal inside the map is mapped too, instead of being projected to the border
	wfLocalSolver solver;
	int32_t iterations; // 0: as many as keep the direction within one degree (wf_localSor) or 2 n (wf_localGaussSeidel)

	// perception
	double viewAngle;	  // full aperture, radians; 2 pi: all around
	double sightDistance; // d_vis, metres: an agent ahead within this distance activates the behaviour on sight
	double neighborReach; // metres; agents farther away are not perceived
	bool softAgents;	  // other agents add cost; otherwise they are obstacle cells
	double softStrength;  // cost per square metre
	double softReach;	  // in multiples of the sum of the radii
	double horizon;		  // seconds over which the motion of others is predicted; 0: their current positions are used

	// flow; all off in the classic preset
	bool foresight;	  // look along several rays for the least crowded direction
	double keepRight; // eps to the right against oncoming agents (negative: to the left)
	bool queueing;	  // stay behind agents that go the same way and are closer to the goal
	bool yielding;	  // make room for agents under pressure; step aside when standing in the way
	bool takesTurns;  // take turns at passages one person wide
	double patience;  // seconds under pressure before a random sidestep; 0: never

	// body and distance, in the plane
	double bodyDepth; // from front to back, as a share of the width: the shoulders are two radii apart. Who is pressed turns them
					  // and squeezes through; bodies never overlap. 1: a round, hard body, as of vehicles and robots
	double timeGap; // seconds: behind others who go the same way no faster than the gap to them in this time; 0: at any distance

	// motion
	wfMotionRule rule;
	double mass;			// m, for wf_massRule
	double inertia;			// eta
	bool slowsInTurns;		// apply the rule's speed factor; otherwise always full speed
	double relaxTime;		// wf_smoothRule
	double maxAcceleration; // wf_smoothRule, m/s^2
	int32_t internalCookie;
} wfStyleDef;

WF_API wfStyleDef wfDefaultStyleDef( wfPreset preset );

/// Named sets of parameters: "tired", "hurried", "drunk", "shy", "sociable", "blind", "aggressive". Each changes some fields of a
/// style and a behaviour and returns the factor to apply to the speed. If a personality defines no behaviour on sight, `onSight`
/// is left unchanged: add and use it only if its kind is not harmonic. Unknown names return wf_notFound and change nothing.
WF_API int32_t wfGetPersonalityCount( void );
WF_API const char* wfGetPersonalityName( int32_t index );
WF_API wfResult wfApplyPersonality( const char* name, wfStyleDef* style, wfBehaviorDef* behavior, wfBehaviorDef* onSight,
									double* speedFactor );

// --------------------------------------------------------------------------------------------------------------- agents

typedef enum wfStopKind
{
	wf_goalStop,  // a goal of the world or, on a mesh, of the crowd
	wf_pointStop, // a position for this agent only
	wf_queueStop, // stand in a queue until served
	wf_exitsStop  // one of several goals, as `choice` says
} wfStopKind;

/// How an agent chooses among several exits. It thinks again every five ticks, and turns to another exit only for the sake of a
/// clear gain, the more so the oftener it has turned already. Where the next stop is a goal, or exits, the walk from the exit to
/// there counts as well, but not on meshes. Who comes through another of the exits on the way has arrived, too. Exits that cannot
/// be reached, or are closed by an edit, are left out; an exit that is assigned is replaced by the nearest one.
typedef enum wfExitChoice
{
	wf_nearestExit,	 // the shortest walk
	wf_quickestExit, // the least time: the walk, and the wait behind those who will be there before
	wf_assignedExit	 // `exit`
} wfExitChoice;

/// One destination, and what to do there. Create it with one of the functions below.
typedef struct wfStop
{
	wfStopKind kind;
	wfGoalId goal;
	wfVec3 point;
	wfSurfacePoint place; // of a point on a mesh, exact; triangle -1: the surface point nearest to `point`
	wfQueueId queue;
	wfExitsId exits;
	wfExitChoice choice; // of exits
	int32_t exit;		 // of exits that are assigned: which one, from 0
	double reach;		 // point: arrived within this distance, metres; 0: the larger of the radius and 0.25 m, plus a margin for
						 // points on a wall
	double wait;		 // seconds to stay there before continuing
} wfStop;

/// Stops with the default reach and no wait; change these fields afterwards if needed.
WF_API wfStop wfMakePointStop( wfVec3 point );
WF_API wfStop wfMakeGoalStop( wfGoalId goal );
WF_API wfStop wfMakeQueueStop( wfQueueId queue );
WF_API wfStop wfMakeExitsStop( wfExitsId exits, wfExitChoice choice );

typedef enum wfAtEnd
{
	wf_leaveAtEnd, // removed from the crowd
	wf_stayAtEnd,  // stands there, and steps aside under pressure
	wf_repeatAtEnd // starts the list again
} wfAtEnd;

typedef struct wfAgentDef
{
	wfVec3 position;
	wfSurfacePoint place; // on a mesh, exact; triangle -1: the surface point nearest to `position`
	double radius;
	double heading; // in the plane
	wfVec3 facing;	// on a mesh, projected onto the surface; zero: toward the first stop
	double speed;	// initial, along the heading
	double desiredSpeed;
	double delay;		 // seconds from when it enters until it sets out for its first stop: it stands that long (its reaction)
	int32_t kind;		 // 0 to 31: determines which terrain it may enter
	const wfStop* stops; // copied; none: it stands where it is
	int32_t stopCount;
	wfAtEnd atEnd;
	wfStyleId style;	   // null: the crowd's own
	wfBehaviorId behavior; // null: harmonic
	wfBehaviorId onSight;  // null: none
	wfGaitId gait;		   // walks by planned footsteps, only in the plane; null: moves as a disc
	uint64_t userData;
	int32_t internalCookie;
} wfAgentDef;

WF_API wfAgentDef wfDefaultAgentDef( void );

/// A number drawn for each agent.
typedef enum wfDistributionKind
{
	wf_constantNumber,	// lower
	wf_uniformNumber,	// lower to upper
	wf_normalNumber,	// mean, deviation; drawn again until within lower..upper
	wf_logNormalNumber, // the same where mean and deviation are those of the natural logarithm of the number
	// Walking speeds in m/s by published tables (docs/scenario.md names the sources); `mean` is a factor on all of them,
	// mostly 1.
	wf_ageSpeed,	   // Weidmann 1993: of an age from lower to upper, 5 to 80 years, evenly drawn; with a normal deviation of
					   // `deviation` m/s around the speed of that age, cut at two of them
	wf_passengerSpeed, // IMO MSC.1/Circ.1238: passengers of a ship
	wf_crewSpeed,	   // the same: its crew
	wf_distributionKindCount
} wfDistributionKind;

/// Ages of wf_ageSpeed, years.
#define WF_YOUNGEST 5
#define WF_OLDEST 80

typedef struct wfDistribution
{
	wfDistributionKind kind;
	double lower, upper, mean, deviation;
} wfDistribution;

/// Draw number `counter` of a stream.
WF_API double wfDistribution_Draw( const wfDistribution* distribution, uint64_t seed, uint64_t stream, uint64_t counter );
/// All numbers drawn from it times a factor above 0.
WF_API void wfDistribution_Scale( wfDistribution* distribution, double factor );
/// Mean walking speed on the level at an age in years, m/s, by Weidmann 1993; beyond WF_YOUNGEST and WF_OLDEST that of these.
WF_API double wfGetSpeedAtAge( double age );

/// Adds agents over time, each at a free position in its region.
typedef struct wfSourceDef
{
	const wfVec2* region; // a polygon ring as seen from above, copied
	int32_t regionCount;
	double lowest, highest; // on meshes: only the part of the surface between these heights; default: all
	double rate;			// agents per second, on average if `random`, otherwise evenly spaced; agents that find no room wait
							// outside
	bool random;			// intervals are exponentially distributed
	int32_t count;			// in total; 0: unlimited
	double from, until;		// seconds of the crowd's clock; from: not before the source was added; until 0: unlimited
	wfAgentDef agent;		// position, radius, desired speed and delay are drawn
	wfDistribution radius, desiredSpeed, delay;
	int32_t internalCookie;
} wfSourceDef;

WF_API wfSourceDef wfDefaultSourceDef( void );

/// Removes the agents that enter its region.
typedef struct wfSinkDef
{
	const wfVec2* region; // a polygon ring as seen from above, copied
	int32_t regionCount;
	double lowest, highest; // on meshes: only between these heights; default: everywhere
	int32_t internalCookie;
} wfSinkDef;

WF_API wfSinkDef wfDefaultSinkDef( void );

/// A place where agents are served one at a time: they line up from the first point of a polyline onward.
typedef struct wfQueueDef
{
	const wfVec3* line; // copied; on meshes the surface points nearest to it
	int32_t lineCount;
	double spacing;		   // between the places, metres
	double serviceSeconds; // at the head of the queue
	int32_t internalCookie;
} wfQueueDef;

WF_API wfQueueDef wfDefaultQueueDef( void );

#define WF_MAX_EXITS 64

/// A goal of the world or, on a mesh, of the crowd that is one of several exits.
typedef struct wfExit
{
	wfGoalId goal;
	double capacity; // people per second who get through; 0: judged by its width at first, then by what is seen to get through
					 // while people wait there
} wfExit;

/// Exits to choose among: 1 to WF_MAX_EXITS. How many head for a goal, and how many get through, is counted for all who go there,
/// whichever exits they choose among, and for those who were simply given the goal.
typedef struct wfExitsDef
{
	const wfExit* exits; // copied
	int32_t exitCount;
	int32_t internalCookie;
} wfExitsDef;

WF_API wfExitsDef wfDefaultExitsDef( void );

// ---------------------------------------------------------------------------------------------------------------- crowd

/// What an agent does that cannot do what it should.
typedef enum wfRemedy
{
	wf_nearestRemedy, // goes to the nearest place where it can be
	wf_standRemedy,	  // stands until an edit of the world lets it go on
	wf_removeRemedy	  // leaves the crowd
} wfRemedy;

typedef struct wfCrowdDef
{
	wfPreset preset;	  // of the crowd's default style
	double tickSeconds;	  // between plans
	int32_t movesPerTick; // moves between plans
	// Of the global grids, metres. 0: chosen for each size of agents when the first of them comes, one radius, or as fine as the
	// narrowest passage needs. Not on meshes.
	double cellSize;
	double haste;		   // of the global fields, 1/m; on meshes 0 becomes a small default where nothing repels
	bool directRoutes;	   // where the straight path to a point goal is free, it is taken and no field is solved for it; not on
						   // meshes
	double stuckSeconds;   // an agent without progress for this long is reported as stuck, once
	double standSeconds;   // agents that stand for this long enter the global field as costly ground; 0: never; not on meshes
	wfPrecision precision; // of the factors behind the global fields
	double solveBudget;	   // work on global fields per tick, in millions of multiply-adds (some 4000 of them take a second);
						   // 0: everything at once. Otherwise orders, edits and new radii are queued, and agents walk on by what
						   // there is until their fields are ready; not on meshes
	wfRemedy badStop;	   // of agents whose stop lies in a wall or cannot be reached. Nearest: they go as near as they can get.
						   // That counts as having reached the stop, except for a queue and for those who would leave there:
						   // they wait. While they are on the way or wait, an edit that opens the way leads them on to the stop
	wfRemedy covered;	   // of agents that an edit has put a wall onto. Nearest: they move straight out of it, and wait where
						   // others are in the way; those on foot are put there at once when there is room
	uint64_t seed;
	size_t memoryLimit; // bytes for global fields, with their grids and planners, 0: none. Fields that nobody goes by are given
						// up first; otherwise wfCrowd_Prepare and wfCrowd_Tick return wf_tooLarge
	wfWorkers* workers; // may be null
	int32_t internalCookie;
} wfCrowdDef;

WF_API wfCrowdDef wfDefaultCrowdDef( wfPreset preset );

/// A world may be edited between ticks; the crowd follows the edits. The def says what agents do whose route is cut off or that a
/// new shape covers; events report them. Meshes and their obstacles are fixed.
///
/// What a ground does not support is refused with wf_unsupported and its name: goals of the crowd, random agents and the check of
/// contacts in the plane; gaits on meshes.
WF_API wfResult wfCreateCrowd( const wfGroundDef* ground, const wfCrowdDef* def, wfCrowd** crowd, wfError* error );
WF_API void wfDestroyCrowd( wfCrowd* crowd );

/// Refused with the field's name in `error` (may be null): numbers out of range, ids that do not belong to this crowd.
WF_API wfResult wfCrowd_AddStyle( wfCrowd* crowd, const wfStyleDef* def, wfStyleId* id, wfError* error );
WF_API wfResult wfCrowd_AddBehavior( wfCrowd* crowd, const wfBehaviorDef* def, wfBehaviorId* id, wfError* error );
WF_API wfResult wfCrowd_AddGait( wfCrowd* crowd, const wfGaitDef* def, wfGaitId* id, wfError* error );
WF_API wfResult wfCrowd_AddQueue( wfCrowd* crowd, const wfQueueDef* def, wfQueueId* id, wfError* error );
WF_API wfResult wfCrowd_AddExits( wfCrowd* crowd, const wfExitsDef* def, wfExitsId* id, wfError* error );
WF_API wfResult wfCrowd_AddSource( wfCrowd* crowd, const wfSourceDef* def, wfSourceId* id, wfError* error );
/// On meshes: a goal for any number of agents; its field is solved once for each size class of agents that go there. `reach`: an
/// agent has arrived when its centre is within this many metres of a goal vertex or of the place; 0: the larger of the radius and
/// 0.25 m. In the plane, goals belong to the world.
WF_API wfResult wfCrowd_AddGoal( wfCrowd* crowd, const wfSurfaceGoalDef* def, double reach, wfGoalId* id, wfError* error );
WF_API wfResult wfCrowd_AddSink( wfCrowd* crowd, const wfSinkDef* def, wfError* error );

/// Refused with wf_startBlocked, adding nothing: a position in a wall or on another agent, or where one on foot is about to step.
/// `other` of the error is the serial of that agent. Whether its stops can be reached is found out by wfCrowd_Prepare or the next
/// tick.
WF_API wfResult wfCrowd_AddAgent( wfCrowd* crowd, const wfAgentDef* def, wfAgentId* id, wfError* error );
/// On meshes: add `count` copies of the def at random free positions, at least `gap` metres apart from each other and from all
/// other agents; `ids` may be null. wf_startBlocked if there is no room for all of them: none is added then.
WF_API wfResult wfCrowd_AddRandomAgents( wfCrowd* crowd, const wfAgentDef* def, int32_t count, double gap, wfAgentId* ids,
										 wfError* error );
/// Memory for so many agents at a time, as discs, and so many stops of all of them together: until there are more, adding agents,
/// giving them stops, frames and events ask for none. What is there stays; solving fields asks for memory of its own.
WF_API wfResult wfCrowd_Reserve( wfCrowd* crowd, int32_t agents, int32_t stops, wfError* error );
WF_API wfResult wfCrowd_RemoveAgent( wfCrowd* crowd, wfAgentId id );

/// Solve the fields that are needed, and check the agents and stops that are new since the last tick: inside a wall, overlapping
/// another, without a route to one of the stops, a source without room or route. `culprit` and `other` (may be null) receive the
/// agents the message is about. No need to call it: ticks solve what they need, and go on where it fails: events report agents
/// that cannot reach their stop, and a source lets nobody in. It costs little when nothing has changed. On failure no agent has
/// moved; grids and fields created so far are kept.
WF_API wfResult wfCrowd_Prepare( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error );

/// One plan and its moves. Fails only where memory or another resource runs out: no agent, order or edit makes it fail for the
/// others. On failure agents, queues and sources are left as they were before the tick.
WF_API wfResult wfCrowd_Tick( wfCrowd* crowd, wfError* error );
/// With a solveBudget: do a share (0 to 1) of the work that is queued for the next tick, in the frames between ticks or on a
/// thread of the host's while nothing else uses the crowd. The next tick does the rest. Results are the same however it is shared
/// out.
WF_API wfResult wfCrowd_SolveAhead( wfCrowd* crowd, double share, wfError* error );
/// Do all the work that is queued, as while loading. After wfCrowd_Prepare, which asks for the fields of all stops, the next tick
/// finds every field ready.
WF_API wfResult wfCrowd_SolveQueued( wfCrowd* crowd, wfError* error );

WF_API double wfCrowd_GetTime( const wfCrowd* crowd );
WF_API int64_t wfCrowd_GetTickCount( const wfCrowd* crowd );
WF_API wfCrowdDef wfCrowd_GetDef( const wfCrowd* crowd );
/// As given, without the mask.
WF_API wfGroundDef wfCrowd_GetGround( const wfCrowd* crowd );
/// Agents currently in the crowd, and all agents that have ever been in it.
WF_API int32_t wfCrowd_GetAgentCount( const wfCrowd* crowd );
WF_API int64_t wfCrowd_GetTotalCount( const wfCrowd* crowd );
/// Agents that reached the end of their list, whether they left or stay.
WF_API int64_t wfCrowd_GetArrivedCount( const wfCrowd* crowd );
/// True when no agent is on its way and no source has agents left to add.
WF_API bool wfCrowd_IsDone( const wfCrowd* crowd );
/// Hash of the state of all agents and of everything that determines the further simulation.
WF_API uint64_t wfCrowd_GetHash( const wfCrowd* crowd );
/// Bytes held for agents and their ticks, without grids, planners and fields.
WF_API size_t wfCrowd_GetAgentBytes( const wfCrowd* crowd );

// ------------------------------------------------------------------------------------------------------ agents, running

/// Whether an agent can get to the stop it is heading for.
typedef enum wfStopState
{
	wf_stopOpen,
	wf_stopBlocked,	   // it lies in a wall, or the goal was removed
	wf_stopUnreachable // there is no route for its radius
} wfStopState;

typedef struct wfAgentState
{
	wfAgentId id;
	uint32_t serial; // counts agents from 1; unlike indices, never reused
	wfVec3 position, velocity;
	wfSurfacePoint place; // on a mesh; triangle -1: in the plane
	double heading;		  // on a mesh: as seen from above
	wfVec3 facing;		  // the same in 3D, a unit vector
	double radius, desiredSpeed;
	int32_t stop, stopCount; // the stop it is heading for; stop == stopCount: at the end
	int32_t exit;			 // of the exits of its stop the one that it heads for, from 0; -1: none
	int32_t exitSwitches;	 // how often it turned to another one by its own choice
	double distanceToGoal;	 // metres to the current stop, measured by the field; 0: not known yet
	double enteredTime;		 // seconds
	double distanceWalked;	 // metres
	double pressedSeconds;	 // how long it has wanted to move but could not
	bool waiting;
	wfStopState stopState;
	bool hasInstead; // it goes to `instead`, or waits there, because it cannot get to its stop
	wfVec3 instead;
	bool covered; // by a wall
	int32_t kind; // determines which terrain it may enter
	uint64_t userData;
} wfAgentState;

WF_API bool wfCrowd_IsAgentValid( const wfCrowd* crowd, wfAgentId id );
/// The ids in index order. Returns their number even if it is larger than the capacity.
WF_API int32_t wfCrowd_GetAgentIds( const wfCrowd* crowd, wfAgentId* ids, int32_t capacity );
WF_API wfAgentState wfCrowd_GetAgent( const wfCrowd* crowd, wfAgentId id );
/// Length in metres of each agent's shortest path from its position through its remaining stops, the nearest of exits, to where
/// it will have arrived at the last: straight where that is free, otherwise along the fields and pulled taut around corners. NaN
/// where it is not known: on meshes, before wfCrowd_Prepare, and to points for which no field has been needed yet; nothing is
/// solved here. wf_notFound if an agent does not exist; the others are still reported.
WF_API wfResult wfCrowd_GetRouteLengths( const wfCrowd* crowd, const wfAgentId* ids, int32_t count, double* metres );

/// What is known of an exit.
typedef struct wfExitState
{
	wfGoalId goal;
	int32_t heading; // people on the way to it, as of the last tick
	int32_t waiting; // those of them who are near it and do not get on
	double flow;	 // people per second that it is taken to let through; 0: nobody has asked yet
	int64_t passed;	 // who have arrived there, or were taken by a sink on the way there
	int64_t turned;	 // who turned from it to another exit by their own choice
} wfExitState;

/// wf_notFound if there are no such exits.
WF_API wfResult wfCrowd_GetExit( const wfCrowd* crowd, wfExitsId id, int32_t exit, wfExitState* state );
WF_API wfResult wfCrowd_SetStops( wfCrowd* crowd, wfAgentId id, const wfStop* stops, int32_t count, wfError* error );
WF_API wfResult wfCrowd_SetDesiredSpeed( wfCrowd* crowd, wfAgentId id, double speed, wfError* error );
/// Refused with wf_startBlocked if the larger disc would overlap another or a wall.
WF_API wfResult wfCrowd_SetRadius( wfCrowd* crowd, wfAgentId id, double radius, wfError* error );
/// Refused with wf_startBlocked if the style's body is deeper and would overlap another.
WF_API wfResult wfCrowd_SetStyle( wfCrowd* crowd, wfAgentId id, wfStyleId style );
WF_API wfResult wfCrowd_SetBehavior( wfCrowd* crowd, wfAgentId id, wfBehaviorId behavior, wfBehaviorId onSight );

/// Move an agent to another place at once, on meshes to the surface point nearest to `position`. It stands there, on foot with
/// both feet on the ground, looks where it looked, leaves the queue it is in, and sets out again for the stop it was heading for.
/// Refused with wf_startBlocked, changing nothing, as in wfCrowd_AddAgent. The footsteps of one on foot begin anew.
WF_API wfResult wfCrowd_SetPosition( wfCrowd* crowd, wfAgentId id, wfVec3 position, wfError* error );
/// Steer an agent from outside: from now on it wants this velocity, in m/s, until another one is given, and its stops wait. It
/// still avoids others and walls, overlaps nobody, and walks no faster than its desired speed. On meshes the velocity is
/// projected onto the surface. Null: it sets out for its stops again.
WF_API wfResult wfCrowd_SetPreferredVelocity( wfCrowd* crowd, wfAgentId id, const wfVec3* velocity, wfError* error );

/// All agents at once, for recordings, metrics and drawing: arrays in index order, valid until the next call that changes the
/// crowd.
typedef struct wfFrame
{
	double time;
	int32_t count;
	bool onMesh; // z of positions and velocities is meaningful; otherwise it is 0
	const uint32_t* serials;
	const wfAgentId* ids;
	const uint64_t* userData;
	const wfVec3* positions;
	const wfVec3* velocities;
	const float* headings; // of the body; on meshes: as seen from above, along -z
	const float* radii;
	const float*
		depths; // half of what bodies measure from front to back; round ones as much as their radius. Null: all are round
	const float* desiredSpeeds;
	const uint8_t* states; // wfAgentMode
} wfFrame;

typedef enum wfAgentMode
{
	wf_walking,
	wf_waiting, // before it sets out, at a stop, in a queue, or as near to a stop as it can get
	wf_atEnd	// stays after its last stop
} wfAgentMode;

WF_API wfFrame wfCrowd_GetFrame( wfCrowd* crowd );
/// Metres between the bodies of two agents of a frame, in the plane; negative: they overlap by so much.
WF_API double wfFrame_GetGap( const wfFrame* frame, int32_t first, int32_t second );
/// Keep where all agents are after each move within a tick, from the next tick on, for wfCrowd_GetMove. Off at first: it takes
/// memory, and time, and changes nothing else. No part of a saved state.
WF_API void wfCrowd_KeepMoves( wfCrowd* crowd, bool keep );
/// The agents of the last tick after its move `move`, from 0 to wfCrowdDef.movesPerTick - 2: after the last one they are as
/// wfCrowd_GetFrame says. Those who left in this tick are still there. Valid until the next tick. Without moves kept: no agents.
WF_API wfFrame wfCrowd_GetMove( const wfCrowd* crowd, int32_t move );

// ------------------------------------------------------------------------------------------------------------ footsteps

/// A footstep of an agent with a gait. The rows of one agent follow each other without gaps from when it entered.
typedef struct wfFootstepRow
{
	uint32_t serial;
	int32_t index; // counts the footsteps of the agent from 0
	wfFootstep step;
	wfBody body;
} wfFootstepRow;

/// The footsteps begun in the last tick, by agent and then time; valid until the next tick. Standing is reported when it ends, or
/// one second at a time: as a shift in which nothing moves. Behind them, and after wfCrowd_RemoveAgent, come those with which
/// agents left: the rest of their standing or, in the middle of a footstep, a departure (wfFootstep_IsDeparture). Nothing of an
/// agent is later than when it left.
WF_API int32_t wfCrowd_GetFootsteps( const wfCrowd* crowd, const wfFootstepRow** rows );
/// The plan of an agent: the current footstep, the next ones it is committed to, ending with a stop, and from `*sure` (may be
/// null) on the footsteps it intends instead of that stop if no agent is in its way. Returns their number even if it is larger
/// than the capacity; 0 if it stands or has no gait.
WF_API int32_t wfCrowd_GetFootstepPlan( const wfCrowd* crowd, wfAgentId id, wfFootstep* steps, int32_t capacity, int32_t* sure );

typedef struct wfFootstepStats
{
	int64_t agents;				 // with a gait, so far
	int64_t steps;				 // begun, not counting standing
	int64_t decisions;			 // next footsteps chosen, with or without a search
	int64_t plans;				 // searches
	int64_t failed;				 // searches that found nothing better than standing
	int64_t expanded, generated; // nodes of all searches
	int64_t mostGenerated;		 // nodes of a single search
	int64_t planned;			 // footsteps of all plans found, each with those that may still change
	double planSeconds;			 // of all searches
	double p95Seconds;			 // of a single search, to within 10 %
	double seconds;				 // spent on footsteps in total, summed over threads
} wfFootstepStats;

WF_API wfFootstepStats wfCrowd_GetFootstepStats( const wfCrowd* crowd );

// --------------------------------------------------------------------------------------------------------------- events

typedef enum wfEventKind
{
	wf_enteredEvent,	 // from a source or wfCrowd_AddAgent
	wf_reachedEvent,	 // a stop that is not the last
	wf_arrivedEvent,	 // at the last stop
	wf_stuckEvent,		 // no progress for stuckSeconds
	wf_leftEvent,		 // removed: after its last stop, by a sink, by wfCrowd_RemoveAgent, or by a remedy
	wf_blockedEvent,	 // its stop lies in a wall, or the goal was removed; see badStop of wfCrowdDef
	wf_unreachableEvent, // there is no route to its stop for its radius; the same
	wf_coveredEvent,	 // an edit has put a wall onto it; see covered of wfCrowdDef
	wf_eventKindCount
} wfEventKind;

typedef struct wfEvent
{
	wfEventKind kind;
	wfAgentId agent;
	uint32_t serial;
	int32_t stop; // the stop reached or concerned
	double time;
	wfVec3 position;
	int32_t triangle; // on a mesh; -1: in the plane
} wfEvent;

/// The events of the last tick and of calls since then, in order; valid until the next tick.
WF_API int32_t wfCrowd_GetEvents( const wfCrowd* crowd, const wfEvent** events );

// ---------------------------------------------------------------------------------------------------------- inspection

/// The local map of an agent at its last plan.
#define WF_MAX_MAP_SIZE 35
typedef enum wfLocalCell
{
	wf_localBorder,
	wf_localFree,
	wf_localUpdate,
	wf_localObstacle,
	wf_localAgent, // update cell occupied by another agent: obstacle or costly
	wf_localGoal
} wfLocalCell;

typedef struct wfLocalMap
{
	int32_t size;
	double cell;
	wfVec2 center;
	double angle;									  // of the map's x axis
	uint8_t cells[WF_MAX_MAP_SIZE * WF_MAX_MAP_SIZE]; // wfLocalCell, row 0 at the bottom
	float values[WF_MAX_MAP_SIZE * WF_MAX_MAP_SIZE];  // q
	float costs[WF_MAX_MAP_SIZE * WF_MAX_MAP_SIZE];	  // screening by other agents, per cell
	wfVec2 guide;									  // unit vector, to the intermediate goal
	wfVec2 direction;								  // unit vector, the result
	wfBehaviorVector behavior;
} wfLocalMap;

/// Plan again for this agent from the current state and report the map; on meshes in the plane of its triangle.
WF_API wfResult wfCrowd_GetLocalMap( wfCrowd* crowd, wfAgentId id, wfLocalMap* map );

typedef struct wfAccuracyReport
{
	int64_t samples;
	double medianDegrees, p95Degrees, maxDegrees; // between the direction used and that of the converged map
} wfAccuracyReport;

/// Solve the local maps of the current state again until they converge, and compare, for up to `samples` agents.
WF_API wfResult wfCrowd_MeasureAccuracy( wfCrowd* crowd, int32_t samples, wfAccuracyReport* report );

/// A narrow passage, found from the geometry. Those of meshes are not reported.
typedef struct wfPassage
{
	wfVec2 center;
	wfVec2 along; // unit vector through it
	double width; // metres
} wfPassage;

WF_API int32_t wfCrowd_GetPassages( const wfCrowd* crowd, wfPassage* passages, int32_t capacity );

/// Wall-clock time in seconds spent in the phases of all ticks so far, independent of the number of threads. Building the maps
/// counts as solving.
typedef struct wfCrowdProfile
{
	double index, perceive, guide, solve, move, events, fields;
	double steps; // footstep planning of walkers
} wfCrowdProfile;

WF_API wfCrowdProfile wfCrowd_GetProfile( const wfCrowd* crowd );

/// Waiting, since the crowd was created; also of the time before a checkpoint it was restored from.
typedef struct wfWaitStats
{
	double longestSeconds; // of anybody on its way without getting nearer to its stop by 0.2 m; not of those whom a group leads
	int64_t cyclesBroken;  // people who waited for each other in a circle: expected to be none
	int64_t released;	   // people who waited in a line for a minute and went on regardless
} wfWaitStats;

WF_API wfWaitStats wfCrowd_GetWaits( const wfCrowd* crowd );

/// Exact check of all pairs and walls, along the surface of a mesh.
typedef struct wfContactReport
{
	int64_t pairs; // examined
	int64_t overlaps;
	double leastGap; // metres between two discs; infinity without pairs
	int64_t wallHits;
	double leastWallGap;
} wfContactReport;

/// Only on meshes.
WF_API wfResult wfCrowd_CheckContacts( wfCrowd* crowd, wfContactReport* report );

// ----------------------------------------------------------------------------------------------------------- checkpoint

/// Write the whole state of a crowd to memory; returns the bytes needed even if they exceed the capacity.
WF_API size_t wfCrowd_Save( const wfCrowd* crowd, void* buffer, size_t capacity );
/// Restore a saved state, agents and all, into a crowd on the same ground with the same def and the same styles, behaviours,
/// gaits, queues, exits, sources, sinks and goals, added in the same order. No agents need be added to it; if some were before
/// its first tick, they must be those of the saved crowd. It may have been ticked since. It then continues bit for bit as the
/// saved crowd did. wf_badFormat if the data is not such a state, or of another crowd: the message says what differs, and the
/// crowd is left unchanged. The events of the last tick are not saved.
WF_API wfResult wfCrowd_Restore( wfCrowd* crowd, const void* data, size_t size, wfError* error );
