// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// The crowd: many agents, each with a small field of its own around it, steered by the global fields of their goals and by a
/// behaviour vector that gives each its way of walking. Discs never overlap each other or a wall.
///
/// A crowd stands on a ground: the plane of a world, or a triangle mesh. Places are in space: in the plane z is 0. On a mesh
/// distances are those along the surface: the centres of two agents are always at least the sum of their radii apart, and each at
/// least its radius from obstacles and from the boundary of the mesh.
///
/// One thread at a time calls a crowd, which may use workers of its own. The same ground, defs and seed give the same bits for
/// any number of workers, on every SIMD level. Metres, seconds, radians counter-clockwise from +x.
#pragma once

#include "wayfield/field.h"
#include "wayfield/footsteps.h"
#include "wayfield/surface.h"

typedef struct wfCrowd wfCrowd;

/// Generational ids; {0} is null. An id of an agent that left is never valid again. Where a function makes an id, the place for
/// it may be null: nobody is reported then.
typedef struct wfAgentId
{
	uint32_t index1, generation;
} wfAgentId;

/// What is added once and stays as long as the crowd: 1-based, {0} is null.
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

typedef struct wfSourceId
{
	int32_t index1;
} wfSourceId;

typedef enum wfPreset
{
	wf_defaultPreset, // ours: works when it is dense
	wf_classicPreset  // the documents' crowd as they specify it: other agents as hard cells, world-aligned maps
} wfPreset;

// ----------------------------------------------------------------------------------------------------------- behaviours

/// What sets the behaviour vector v and its strength eps at each step: the local map's equation is
/// laplace(q) - eps v . grad(q) = 0 per cell.
typedef enum wfBehaviorKind
{
	wf_harmonicBehavior,  // eps = 0
	wf_constantBehavior,  // v
	wf_periodicBehavior,  // v + the sum of the waves
	wf_towardBehavior,	  // unit vector to the target turned by `angle` (pi: away from it, pi/2: keeping it at the right hand);
						  // harmonic while there is no such target
	wf_randomBehavior,	  // a random unit vector, held for a random time between holdSeconds[0] and [1]
	wf_scheduledBehavior, // the last of the stages, in the order given, that has begun; harmonic before the first
	wf_passBehavior,	  // orthogonal to the line to the agent seen ahead: to the right of it, or to the left where angle > 0;
						  // harmonic while nobody is seen
	wf_customBehavior,	  // a function of the host; harmonic when what it returns is not finite
	wf_behaviorKindCount
} wfBehaviorKind;

typedef enum wfTargetKind
{
	wf_goalTarget,	// the agent's present goal
	wf_pointTarget, // `point`
	wf_agentTarget, // `agent`, while it is there
	wf_seenTarget	// the nearest agent seen, while there is one
} wfTargetKind;

/// amplitude * sin(rate * t + phase), added to v.x (axis 0) or v.y (axis 1); t is the seconds since the agent entered.
typedef struct wfWave
{
	int32_t axis;
	double amplitude, rate, phase;
} wfWave;

typedef enum wfStageKind
{
	wf_fromTime,	 // seconds since the agent entered
	wf_fromFraction, // of the way to the present goal, measured from where it was taken, in [0, 1]
	wf_fromPlace	 // first time within `radius` of `point`; stays begun afterwards
} wfStageKind;

typedef struct wfStage
{
	wfStageKind kind;
	double from; // seconds or fraction
	wfVec3 point;
	double radius;
	wfBehaviorId behavior; // not scheduled itself
} wfStage;

#define WF_MAX_WAVES 8
#define WF_MAX_STAGES 8

/// What a custom behaviour may look at. Places and vectors are in space.
typedef struct wfBehaviorView
{
	wfAgentId agent;
	double time;			   // seconds since the crowd's start
	wfVec3 position, velocity; // of the agent
	double heading, radius, desiredSpeed;
	wfVec3 goalDirection; // unit vector along the global field
	bool seesAgent;		  // something is seen ahead within the sight distance
	wfVec3 seenPosition, seenVelocity;
	uint64_t userData;
} wfBehaviorView;

/// On meshes v is projected onto the surface.
typedef struct wfBehaviorVector
{
	wfVec3 v;
	double epsilon;
} wfBehaviorVector;

/// Called on the thread that steps the crowd, agent by agent in index order, before anything moves.
typedef wfBehaviorVector wfBehaviorFcn( const wfBehaviorView* view, void* context );

typedef struct wfBehaviorDef
{
	wfBehaviorKind kind;
	double epsilon; // strength; |eps v.x| and |eps v.y| are cut to 2 - 2e-7
	wfVec3 v;		// on meshes projected onto the surface
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
	wf_meanRule,	 // d = unit(d_prev + g), speed by |grad q| against that of the empty map
	wf_massRule,	 // d = unit(mass d_prev + g), speed by a table of the cosine between them
	wf_inertiaRule,	 // d = eta d_prev + (1 - eta) g, speed by the cosine
	wf_headingRule,	 // the same on angles, along the shortest arc
	wf_smoothRule	 // velocity relaxes to the wanted one in relaxTime with limited acceleration: the default
} wfMotionRule;

typedef enum wfLocalSolver
{
	wf_localSor,		// red-black, over-relaxed
	wf_localGaussSeidel // row by row, as in the sources
} wfLocalSolver;

/// How an agent perceives, plans and moves. Many agents share a style.
typedef struct wfStyleDef
{
	// local map
	int32_t mapSize; // n: odd, 11 to 35
	double mapCell;	 // metres
	bool mapTurns;	 // the map's x axis follows the guiding direction, so that the intermediate goal is always ahead; else the
					 // world's axes, and the goal is put on the nearest border cell
	bool mapAdapts;	 // smaller while nothing is near: n falls to 11, with the same cells
	bool goalInside; // a real goal that lies inside of the map is mapped too, instead of being projected to the border
	wfLocalSolver solver;
	int32_t iterations; // 0: those that keep the direction within a degree (wf_localSor) or 2 n (wf_localGaussSeidel)

	// perception
	double viewAngle;	  // full aperture; 2 pi: all around
	double sightDistance; // d_vis: an agent ahead within it switches to the behaviour on sight
	double neighborReach; // agents farther away are not perceived
	bool softAgents;	  // other agents cost; else they are obstacle cells
	double softStrength;  // of the cost per square metre
	double softReach;	  // in sums of radii
	double horizon;		  // seconds others are predicted ahead; 0: where they are

	// flow, all off in the classic preset
	bool foresight;	  // look along several rays for the least crowded way
	double keepRight; // eps to the right against oncoming agents (negative: left)
	bool queueing;	  // keep behind those who go the same way and are nearer to the goal
	bool yielding;	  // make room for those who are pressed; step aside when standing in the way
	bool takesTurns;  // take turns at passages one person wide
	double patience;  // seconds of being pressed before a random side-step; 0: never

	// motion
	wfMotionRule rule;
	double mass;			// m of wf_massRule
	double inertia;			// eta
	bool slowsInTurns;		// the rule's speed factor; else always full speed
	double relaxTime;		// wf_smoothRule
	double maxAcceleration; // wf_smoothRule, m/s^2
	int32_t internalCookie;
} wfStyleDef;

WF_API wfStyleDef wfDefaultStyleDef( wfPreset preset );

/// Named bundles of numbers: "tired", "hurried", "drunk", "shy", "sociable", "blind", "aggressive". Each changes some fields of a
/// style and a behaviour and gives the factor to apply to the speed. Where a personality has nothing to say on sight, `onSight`
/// stays as it was: add and use it only when its kind is not harmonic. wf_notFound for other names: nothing is changed then.
WF_API int32_t wfGetPersonalityCount( void );
WF_API const char* wfGetPersonalityName( int32_t index );
WF_API wfResult wfApplyPersonality( const char* name, wfStyleDef* style, wfBehaviorDef* behavior, wfBehaviorDef* onSight,
									double* speedFactor );

// --------------------------------------------------------------------------------------------------------------- agents

typedef enum wfStopKind
{
	wf_goalStop,  // a goal of the world, on a mesh one of the crowd
	wf_pointStop, // a place of this agent alone
	wf_queueStop  // stand in a queue until served
} wfStopKind;

/// One place to go to, and what to do there. To be made by one of the functions below.
typedef struct wfStop
{
	wfStopKind kind;
	wfGoalId goal;
	wfVec3 point;
	wfSurfacePoint place; // of a point on a mesh, exactly; triangle -1: the place nearest to `point`
	wfQueueId queue;
	double reach; // point: arrived within this distance; 0: the larger of the radius and 0.25 m, and what touching a wall needs
	double wait;  // seconds to stay there before going on
} wfStop;

/// Stops with the usual reach and no wait; set these afterwards where they should differ.
WF_API wfStop wfMakePointStop( wfVec3 point );
WF_API wfStop wfMakeGoalStop( wfGoalId goal );
WF_API wfStop wfMakeQueueStop( wfQueueId queue );

typedef enum wfAtEnd
{
	wf_leaveAtEnd, // removed from the crowd
	wf_stayAtEnd,  // stands there, steps aside when pressed
	wf_repeatAtEnd // begins the list again
} wfAtEnd;

typedef struct wfAgentDef
{
	wfVec3 position;
	wfSurfacePoint place; // on a mesh, exactly; triangle -1: the place nearest to `position`
	double radius;
	double heading; // in the plane
	wfVec3 facing;	// on a mesh, projected onto it; zero: toward the first stop
	double speed;	// initial, along the heading
	double desiredSpeed;
	int32_t kind;		 // 0 to 31: which terrain it may enter
	const wfStop* stops; // copied; none: it stands where it is
	int32_t stopCount;
	wfAtEnd atEnd;
	wfStyleId style;	   // null: the crowd's own
	wfBehaviorId behavior; // null: harmonic
	wfBehaviorId onSight;  // null: none
	wfGaitId gait;		   // walks by planned footsteps, in the plane alone; null: moves as a disc
	uint64_t userData;
	int32_t internalCookie;
} wfAgentDef;

WF_API wfAgentDef wfDefaultAgentDef( void );

/// A number drawn for each agent.
typedef enum wfDistributionKind
{
	wf_constantNumber, // lower
	wf_uniformNumber,  // lower to upper
	wf_normalNumber	   // mean, deviation, cut to lower..upper
} wfDistributionKind;

typedef struct wfDistribution
{
	wfDistributionKind kind;
	double lower, upper, mean, deviation;
} wfDistribution;

/// The draw `counter` of a stream.
WF_API double wfDistribution_Draw( const wfDistribution* distribution, uint64_t seed, uint64_t stream, uint64_t counter );

/// Lets agents in, each at a free place of its region.
typedef struct wfSourceDef
{
	const wfVec2* region; // a polygon ring, copied
	int32_t regionCount;
	double rate;		// agents a second, on average with `random`, else evenly spaced; those who find no room wait outside
	bool random;		// intervals are exponentially distributed
	int32_t count;		// in all; 0: without end
	double from, until; // seconds of the crowd's clock, from not before it was added; until 0: without end
	wfAgentDef agent;	// position and radius are drawn
	wfDistribution radius, desiredSpeed;
	int32_t internalCookie;
} wfSourceDef;

WF_API wfSourceDef wfDefaultSourceDef( void );

/// A place where one is served at a time: agents line up from the first point of a polyline on.
typedef struct wfQueueDef
{
	const wfVec2* line; // copied
	int32_t lineCount;
	double spacing;		   // between the places
	double serviceSeconds; // at the head
	int32_t internalCookie;
} wfQueueDef;

WF_API wfQueueDef wfDefaultQueueDef( void );

// --------------------------------------------------------------------------------------------------------------- ground

/// What a crowd stands on. World and mesh must outlive the crowd.
typedef struct wfGroundDef
{
	wfWorld* world; // the plane: may be edited between steps, the crowd follows; null: a mesh

	const wfMesh* mesh;
	const wfSurfaceMask* mask; // obstacles; copied; null: none
	double height;			   // of the agents: lower places are obstacles; 0: not asked
	wfVec3 up;				   // of that height, a unit vector; zero: each triangle's normal
	wfWalls boundary;		   // of the global fields, at obstacles as well
	int32_t internalCookie;
} wfGroundDef;

WF_API wfGroundDef wfMakePlaneGround( wfWorld* world );
WF_API wfGroundDef wfMakeMeshGround( const wfMesh* mesh );

// ---------------------------------------------------------------------------------------------------------------- crowd

typedef struct wfCrowdDef
{
	wfPreset preset;	  // of the crowd's own style
	double tickSeconds;	  // between plans
	int32_t movesPerTick; // moves between plans
	double cellSize;	  // of the global grids, metres; 0: for each size of agents from its radius; not on meshes
	double haste;		  // of the global fields, 1/m; on meshes 0 becomes a small default where nothing repels
	bool directRoutes; // where the straight way to a point goal is free it is taken, and no field is solved for it; not on meshes
	double stuckSeconds; // an agent that made no progress for so long is reported as stuck, once
	double standSeconds; // agents that stand for so long enter the global field as costly ground; 0: never; not on meshes
	uint64_t seed;
	size_t memoryLimit; // bytes for global fields, 0: none
	wfWorkers* workers; // may be null
	int32_t internalCookie;
} wfCrowdDef;

WF_API wfCrowdDef wfDefaultCrowdDef( wfPreset preset );

/// A world may be edited between steps: the crowd follows. Nobody is moved by an edit: a shape that lands on agents overlaps
/// them, and who is inside of it may not come out until it is taken away. Who has no way any more stands, and goes on when there
/// is one again. Meshes and their obstacles stay as they are.
///
/// What a ground cannot do is refused with wf_unsupported and its name: goals of the crowd in the plane; gaits, queues, sources
/// and sinks on meshes. Foresight and turns at passages of a style are the plane's alone and have no effect on meshes.
WF_API wfResult wfCreateCrowd( const wfGroundDef* ground, const wfCrowdDef* def, wfCrowd** crowd, wfError* error );
WF_API void wfDestroyCrowd( wfCrowd* crowd );

/// Refused with the field's name in `error` (may be null): numbers out of their range, ids that are not of this crowd.
WF_API wfResult wfCrowd_AddStyle( wfCrowd* crowd, const wfStyleDef* def, wfStyleId* id, wfError* error );
WF_API wfResult wfCrowd_AddBehavior( wfCrowd* crowd, const wfBehaviorDef* def, wfBehaviorId* id, wfError* error );
WF_API wfResult wfCrowd_AddGait( wfCrowd* crowd, const wfGaitDef* def, wfGaitId* id, wfError* error );
WF_API wfResult wfCrowd_AddQueue( wfCrowd* crowd, const wfQueueDef* def, wfQueueId* id, wfError* error );
WF_API wfResult wfCrowd_AddSource( wfCrowd* crowd, const wfSourceDef* def, wfSourceId* id, wfError* error );
/// On meshes: a goal for any number of agents; its field is solved once for each size of agents that go there. `reach`: arrived
/// when the disc's centre is within so many metres of a goal vertex or of the place; 0: the larger of the radius and 0.25 m. In
/// the plane goals belong to the world.
WF_API wfResult wfCrowd_AddGoal( wfCrowd* crowd, const wfSurfaceGoalDef* def, double reach, wfGoalId* id, wfError* error );
/// Agents that come into the ring are removed.
WF_API wfResult wfCrowd_AddSink( wfCrowd* crowd, const wfVec2* ring, int32_t count, wfError* error );

/// Only numbers are checked here; whether the places are free is what wfCrowd_Prepare tells, once for all.
WF_API wfResult wfCrowd_AddAgent( wfCrowd* crowd, const wfAgentDef* def, wfAgentId* id, wfError* error );
/// On meshes: agents in random free places at least `gap` metres apart and from all others, with as many of the def's copies as
/// `count` asks for; `ids` may be null. wf_startBlocked when there is no room for all: none is added then.
WF_API wfResult wfCrowd_AddRandomAgents( wfCrowd* crowd, const wfAgentDef* def, int32_t count, double gap, wfAgentId* ids,
										 wfError* error );
WF_API wfResult wfCrowd_RemoveAgent( wfCrowd* crowd, wfAgentId id );

/// Solve the fields that are needed and check every agent: inside a wall, overlapping another, without a route to one of its
/// stops. `culprit` and `other` (may be null) receive the agents the message is about. Done by the first step when it was not
/// called; costs little when nothing changed. When it fails no agent has moved; grids and fields made until then are kept.
WF_API wfResult wfCrowd_Prepare( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error );

/// One plan and its moves. Failures leave agents, queues and sources as they were before the step.
WF_API wfResult wfCrowd_Tick( wfCrowd* crowd, wfError* error );

WF_API double wfCrowd_GetTime( const wfCrowd* crowd );
WF_API int64_t wfCrowd_GetTickCount( const wfCrowd* crowd );
WF_API wfCrowdDef wfCrowd_GetDef( const wfCrowd* crowd );
/// As it was given, without the mask.
WF_API wfGroundDef wfCrowd_GetGround( const wfCrowd* crowd );
/// Agents now in the crowd, and all there ever were.
WF_API int32_t wfCrowd_GetAgentCount( const wfCrowd* crowd );
WF_API int64_t wfCrowd_GetTotalCount( const wfCrowd* crowd );
/// Those who came to the end of their list, whether they left or stay.
WF_API int64_t wfCrowd_GetArrivedCount( const wfCrowd* crowd );
/// True when nobody is on the way and no source has anyone left to send.
WF_API bool wfCrowd_IsDone( const wfCrowd* crowd );
/// Hash of the state of all agents and of everything that steers what comes.
WF_API uint64_t wfCrowd_GetHash( const wfCrowd* crowd );
/// Bytes held for agents and their step, without grids, planners and fields.
WF_API size_t wfCrowd_GetAgentBytes( const wfCrowd* crowd );

// ------------------------------------------------------------------------------------------------------ agents, running

typedef struct wfAgentState
{
	wfAgentId id;
	uint32_t serial; // counts agents from 1; unlike indices never used again
	wfVec3 position, velocity;
	wfSurfacePoint place; // on a mesh; triangle -1: in the plane
	double heading;		  // on a mesh as seen from above
	wfVec3 facing;		  // the same in space, a unit vector
	double radius, desiredSpeed;
	int32_t stop, stopCount; // the stop it is on the way to; stop == stopCount: at the end
	double distanceToGoal;	 // metres to the present stop, by the field's own measure; 0: not known yet
	double enteredTime;		 // seconds
	double distanceWalked;	 // metres walked
	double pressedSeconds;	 // how long it has wanted to move and could not
	bool waiting;
	uint64_t userData;
} wfAgentState;

WF_API bool wfCrowd_IsAgentValid( const wfCrowd* crowd, wfAgentId id );
/// The ids in index order. Returns how many there are even when larger than the capacity.
WF_API int32_t wfCrowd_GetAgentIds( const wfCrowd* crowd, wfAgentId* ids, int32_t capacity );
WF_API wfAgentState wfCrowd_GetAgent( const wfCrowd* crowd, wfAgentId id );
/// Metres of the shortest path of each agent from where it is over the stops that are left to where it will have arrived at the
/// last: straight where that is free, else along the fields, pulled straight around the corners. Not a number where they are not
/// known: on meshes, before wfCrowd_Prepare, and to points for which nobody has needed a field yet; nothing is solved here.
/// wf_notFound when an agent is not there, the others are reported all the same.
WF_API wfResult wfCrowd_GetRouteLengths( const wfCrowd* crowd, const wfAgentId* ids, int32_t count, double* metres );
WF_API wfResult wfCrowd_SetStops( wfCrowd* crowd, wfAgentId id, const wfStop* stops, int32_t count, wfError* error );
WF_API wfResult wfCrowd_SetDesiredSpeed( wfCrowd* crowd, wfAgentId id, double speed, wfError* error );
/// Refused with wf_startBlocked where the larger disc would overlap another or a wall.
WF_API wfResult wfCrowd_SetRadius( wfCrowd* crowd, wfAgentId id, double radius, wfError* error );
WF_API wfResult wfCrowd_SetStyle( wfCrowd* crowd, wfAgentId id, wfStyleId style );
WF_API wfResult wfCrowd_SetBehavior( wfCrowd* crowd, wfAgentId id, wfBehaviorId behavior, wfBehaviorId onSight );

/// All agents at once, for recordings, metrics and drawing: arrays in index order, valid until the crowd's next call that changes
/// it.
typedef struct wfFrame
{
	double time;
	int32_t count;
	bool onMesh; // z of positions and velocities counts; else it is 0
	const uint32_t* serials;
	const wfAgentId* ids;
	const uint64_t* userData;
	const wfVec3* positions;
	const wfVec3* velocities;
	const float* headings; // on meshes as seen from above, along -z
	const float* radii;
	const float* desiredSpeeds;
	const uint8_t* states; // wfAgentMode
} wfFrame;

typedef enum wfAgentMode
{
	wf_walking,
	wf_waiting, // at a stop or in a queue
	wf_atEnd	// stays after its last stop
} wfAgentMode;

WF_API wfFrame wfCrowd_GetFrame( wfCrowd* crowd );

// ------------------------------------------------------------------------------------------------------------ footsteps

/// A step of an agent with a gait. Rows of one agent follow each other without gaps from when it entered.
typedef struct wfFootstepRow
{
	uint32_t serial;
	int32_t index; // counts the steps of the agent from 0
	wfFootstep step;
	wfBody body;
} wfFootstepRow;

/// The steps begun in the last crowd step, by agents and then time; valid until the next step. Standing is reported when it ends,
/// or a second at a time: a shift in which nothing moves.
WF_API int32_t wfCrowd_GetFootsteps( const wfCrowd* crowd, const wfFootstepRow** rows );
/// What an agent is going to do: the present step, the next ones it is sure to make, ending with a stop, and from `*sure` (may be
/// null) on what it intends instead of that stop if nobody is in its way. Returns how many there are even when larger than the
/// capacity; 0 when it stands or has no gait.
WF_API int32_t wfCrowd_GetFootstepPlan( const wfCrowd* crowd, wfAgentId id, wfFootstep* steps, int32_t capacity, int32_t* sure );

typedef struct wfFootstepStats
{
	int64_t agents;				 // with a gait, so far
	int64_t steps;				 // begun, without standing
	int64_t decisions;			 // next steps chosen, with or without a search
	int64_t plans;				 // searches
	int64_t failed;				 // of these, those that found nothing better than to stand
	int64_t expanded, generated; // nodes of all searches
	double planSeconds;			 // of all searches
	double p95Seconds;			 // of one search, to within 10 %
	double seconds;				 // spent on footsteps in all, summed over threads
} wfFootstepStats;

WF_API wfFootstepStats wfCrowd_GetFootstepStats( const wfCrowd* crowd );

// --------------------------------------------------------------------------------------------------------------- events

typedef enum wfEventKind
{
	wf_enteredEvent, // by a source or wfCrowd_AddAgent
	wf_reachedEvent, // a stop that is not the last
	wf_arrivedEvent, // at the last stop
	wf_stuckEvent,	 // made no progress for stuckSeconds
	wf_leftEvent	 // removed: after its last stop, by a sink or by wfCrowd_RemoveAgent
} wfEventKind;

typedef struct wfEvent
{
	wfEventKind kind;
	wfAgentId agent;
	uint32_t serial;
	int32_t stop; // the stop reached
	double time;
	wfVec3 position;
	int32_t triangle; // on a mesh; -1: in the plane
} wfEvent;

/// Those of the last step and of calls since, in order; valid until the next step.
WF_API int32_t wfCrowd_GetEvents( const wfCrowd* crowd, const wfEvent** events );

// ------------------------------------------------------------------------------------------------------- looking inside

/// The local map of an agent at its last plan.
#define WF_MAX_MAP_SIZE 35
typedef enum wfLocalCell
{
	wf_localBorder,
	wf_localFree,
	wf_localUpdate,
	wf_localObstacle,
	wf_localAgent, // update cell with another agent on it: obstacle or costly
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

/// Plan once more for this agent from the present state and tell the map; on meshes in the plane of its triangle.
WF_API wfResult wfCrowd_GetLocalMap( wfCrowd* crowd, wfAgentId id, wfLocalMap* map );

typedef struct wfAccuracyReport
{
	int64_t samples;
	double medianDegrees, p95Degrees, maxDegrees; // between the direction used and that of the converged map
} wfAccuracyReport;

/// Solve the local maps of the present state a second time until nothing changes and compare, for up to `samples` agents.
WF_API wfResult wfCrowd_MeasureAccuracy( wfCrowd* crowd, int32_t samples, wfAccuracyReport* report );

/// A passage one person wide, found from the geometry.
typedef struct wfPassage
{
	wfVec2 center;
	wfVec2 along; // unit vector through it
	double width; // metres
} wfPassage;

WF_API int32_t wfCrowd_GetPassages( const wfCrowd* crowd, wfPassage* gates, int32_t capacity );

/// Time spent in the parts of the steps so far, in seconds by the clock, however many threads worked. Making the maps
/// counts as solving them.
typedef struct wfCrowdProfile
{
	double index, perceive, guide, solve, move, events, fields;
	double steps; // plans of those on foot
} wfCrowdProfile;

WF_API wfCrowdProfile wfCrowd_GetProfile( const wfCrowd* crowd );

/// All pairs and walls checked exactly, along the surface of a mesh.
typedef struct wfContactReport
{
	int64_t pairs; // looked at
	int64_t overlaps;
	double leastGap; // metres between two discs; infinity without pairs
	int64_t wallHits;
	double leastWallGap;
} wfContactReport;

/// On meshes.
WF_API wfResult wfCrowd_CheckContacts( wfCrowd* crowd, wfContactReport* report );

// ----------------------------------------------------------------------------------------------------------- checkpoint

/// Write the whole state of a crowd into memory; returns the bytes needed even when larger than the capacity.
WF_API size_t wfCrowd_Save( const wfCrowd* crowd, void* buffer, size_t capacity );
/// Put a crowd that was made from the same world, defs and agents (also stepped since) into the state saved. Afterwards it goes
/// on bit for bit as the other did. wf_badFormat when the bytes are not such a state, or of another crowd; the crowd then stays
/// as it was.
WF_API wfResult wfCrowd_Restore( wfCrowd* crowd, const void* data, size_t size, wfError* error );
