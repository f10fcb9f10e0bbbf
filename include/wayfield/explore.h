// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Exploration: explorers that do not know the world. They sense it by sight, remember it in maps of knowledge, walk to what is
/// unknown, and find things and people, alone and together. See docs/exploration.md.
///
/// An exploration is a team: explorers of one size, the maps they keep, and the thing they may be looking for. It knows no crowd.
/// Its host (a crowd, or a program that moves points) says in every tick where the explorers are and what there is to see, and
/// asks for directions:
///
///     wfCreateExploration( &def, &exploration, &error );
///     wfExploration_AddExplorer( exploration, &explorerDef, &number, &error );
///     while ( !wfExploration_IsDone( exploration ) )
///     {
///         wfExploration_Tick( exploration, &input, &error );             // sense, share, decide, solve
///         wfVec3 direction = wfExploration_GetDirection( exploration, number, place );
///         ...                                                            // walk a little
///     }
///
/// All calls are those of one thread at a time; queries may run on several threads between changes. Results are the same bits on
/// every machine and for any number of workers. Positions are in metres; in the plane z is 0.
#pragma once

#include "wayfield/field.h"

typedef struct wfExploration wfExploration;

// ----------------------------------------------------------------------------------------------------------- definition

/// What an explorer knows about a cell.
typedef enum wfKnown
{
	wf_unknownCell,
	wf_freeCell, // seen, and one can see through it
	wf_wallCell, // seen: it stops sight
	wf_knownCount
} wfKnown;

/// Whose knowledge it is. Explorers of several groups that share nothing are several explorations.
typedef enum wfMapSharing
{
	wf_sharedMap,	// one map for all
	wf_metMaps,		// one map each; those who see each other exchange what they know, and where they are going
	wf_separateMaps // one map each, and nobody tells anybody
} wfMapSharing;

/// Which unknown place is next. All of them walk to the same frontiers by the same sight.
typedef enum wfExploreStrategy
{
	wf_fieldStrategy,	 // ours: commitment, assignment, the exact field leads (docs/exploration.md)
	wf_nearestStrategy,	 // the nearest frontier by the way there, decided anew in every tick
	wf_costGainStrategy, // explore_lite: the least potentialScale * straight distance - gainScale * size
	wf_sourceStrategy,	 // the papers: unknown cells have p = 0, what was seen is relaxed by a few sweeps in each tick
	wf_exploreStrategyCount
} wfExploreStrategy;

/// The relaxation of wf_sourceStrategy.
typedef struct wfSourceRule
{
	int32_t sweeps;		  // in each tick, 30 in the thesis
	int32_t window;		  // only cells within a square of so many cells around the explorer, odd; 0: the whole map
	wfRelaxMethod method; // Gauss-Seidel or SOR
	double omega;		  // SOR
	double epsilon;		  // strength of the bias, per cell: the thesis proposes it for sparse environments
	wfVec2 bias;		  // v
} wfSourceRule;

/// The team. Defaults in parentheses.
typedef struct wfExplorationDef
{
	// The map of knowledge. Its cells are those of the grids that are seen (wfSurroundings): same bounds, same cells.
	wfBox2 bounds;
	double cellSize;
	double radius; // of the explorers' discs
	wfMapSharing sharing;

	wfExploreStrategy strategy;
	double haste;		  // of the field, 1/m; at most 1 per cell (0: 1 per cell: shortest)
	double leastFrontier; // m: places of frontiers this near each other are the same one, when it is counted how often one
						  // was left (0: a disc)
	double leftover;	  // m: frontiers that are shorter are wf_leftoverFrontier (0: three discs)
	bool commits;		  // keep to a frontier until it is seen or closed, or another is better by `commitment` (true)
	double commitment;	  // the part by which another one must be cheaper (0.2)
	int32_t window; // cells: the field is solved in a square of so many around the explorer, the ways beyond it are measured by
					// exact distances; 0: the whole map (96)

	double potentialScale; // of wf_costGainStrategy, as in explore_lite (1e-3)
	double gainScale;	   // (1.0)
	wfSourceRule source;

	// People who were seen are remembered as costly ground, which fades.
	double peopleCost;	  // cost of a metre where somebody was seen just now (4)
	double peopleSeconds; // until that has faded (10)

	double patience;	// s without getting nearer after which a frontier is left for later, in a tick's time (30)
	double timeLimit;	// s, 0: none
	bool returns;		// everybody walks back to where it started when all is explored or found
	wfWorkers* workers; // may be null
	int32_t internalCookie;
} wfExplorationDef;

WF_API wfExplorationDef wfDefaultExplorationDef( void );
/// wf_outOfRange with the field's name in `error`. wf_tooLarge: more cells than indices can count.
WF_API wfResult wfCreateExploration( const wfExplorationDef* def, wfExploration** exploration, wfError* error );
WF_API void wfDestroyExploration( wfExploration* exploration );

/// How an explorer sees.
typedef struct wfExplorerDef
{
	double range;	   // m, of sight: cells whose centres are nearer
	double aperture;   // rad, the whole angle of view around where it faces; 2 pi: all round
	bool occlusion;	   // people stop sight
	uint64_t userData; // the host's
	int32_t internalCookie;
} wfExplorerDef;

WF_API wfExplorerDef wfDefaultExplorerDef( void );
/// Explorers are numbered from 0 in the order they came; numbers are not used again. It knows nothing, unless the map is shared.
WF_API wfResult wfExploration_AddExplorer( wfExploration* exploration, const wfExplorerDef* def, int32_t* number,
										   wfError* error );
/// Its frontier is left to others, and its map is forgotten unless it is shared.
WF_API wfResult wfExploration_RemoveExplorer( wfExploration* exploration, int32_t explorer );
WF_API int32_t wfExploration_GetExplorerCount( const wfExploration* exploration ); // those removed count

/// A thing or person that is looked for. Before it is seen there is a probability of where it is, over all cells that are not
/// known to be walls; what is seen without it loses its share, and what remains spreads at the object's speed.
typedef struct wfSoughtDef
{
	uint64_t id;		 // of the thing (wfThing), other than 0
	double speed;		 // m/s that it may move at; 0: it stands
	const float* prior;	 // per cell of the map, >= 0 and not all 0: where it may be; copied; null: anywhere alike
	double findDistance; // m: found when an explorer is this near and sees it (0: when seen)
	int32_t internalCookie;
} wfSoughtDef;

WF_API wfSoughtDef wfDefaultSoughtDef( void );
/// Replaces what was sought before. Null: nothing is.
WF_API wfResult wfExploration_Seek( wfExploration* exploration, const wfSoughtDef* def, wfError* error );

// ----------------------------------------------------------------------------------------------------------------- tick

/// What there is to see, as grids of the map's cells that follow the world's edits. The explorers learn of it only what they see.
typedef struct wfSurroundings
{
	const wfGrid* walls; // of the radius wfGetSightRadius( cellSize ): blocked cells stop sight
	const wfGrid* room;	 // of the explorers' radius: free cells are where a disc can stand. It is known of a cell once all that
						 // the disc covers there has been seen
} wfSurroundings;

/// Cells whose centres are nearer to a wall than this hold it: just below half a cell, so that thin walls leave no gap for sight
/// and pixels beside a wall stay open.
WF_API double wfGetSightRadius( double cellSize );

/// A person or a thing. Those in sight are remembered.
typedef struct wfThing
{
	uint64_t id;
	wfVec3 place;
	wfVec3 velocity; // m/s: where a lost one is looked for first
	double radius;	 // m; 0: takes no room
	bool blocks;	 // stops the sight of explorers with `occlusion`
} wfThing;

typedef struct wfExplorerInput
{
	wfVec3 place;
	wfVec3 facing; // any length; zero: as before
	bool isAway;   // it does not see or walk in this tick, and keeps its frontier
} wfExplorerInput;

typedef struct wfExploreInput
{
	double time; // s, not before that of the last tick
	wfSurroundings surroundings;
	const wfExplorerInput* explorers; // one for each number, also of those removed
	const wfThing* things;			  // the explorers themselves need not be among them
	int32_t thingCount;
} wfExploreInput;

/// Sense, share, decide and solve. wf_outOfRange: a place is no number, or grids have other cells; nothing has changed then. When
/// memory runs out the tick is not done, and may be repeated.
WF_API wfResult wfExploration_Tick( wfExploration* exploration, const wfExploreInput* input, wfError* error );

/// Everybody is done: see wfExplorerMode.
WF_API bool wfExploration_IsDone( const wfExploration* exploration );

// ------------------------------------------------------------------------------------------------------------ direction

/// The way on from a place near the explorer, a unit vector: along the gradient of its field, or straight where its end is near.
/// Zero where it should stand: when it is done, has nothing to do, or the place is not on its known ground.
WF_API wfVec3 wfExploration_GetDirection( const wfExploration* exploration, int32_t explorer, wfVec3 place );
/// Where to look, a unit vector: into the frontier when it is near, along the way otherwise.
WF_API wfVec3 wfExploration_GetGaze( const wfExploration* exploration, int32_t explorer, wfVec3 place );

typedef enum wfExplorerMode
{
	wf_exploringMode, // walks to a frontier
	wf_seekingMode,	  // walks to where the object probably is, all else being known
	wf_followingMode, // walks to the object, which it sees or saw last
	wf_waitingMode,	  // no frontier is left for it, others are at work
	wf_returningMode,
	wf_foundMode,	 // done
	wf_exploredMode, // done: nothing unknown is left that it could get to see
	wf_timedOutMode, // done
	wf_explorerModeCount
} wfExplorerMode;

typedef struct wfExplorerState
{
	wfExplorerMode mode;
	int32_t map;		// number of its map
	wfVec3 target;		// where it goes: a place to stand from which the frontier is seen
	wfVec3 frontier;	// what it goes to see: the middle cell of the frontier
	double distance;	// m along known ground to the target, infinite: none
	double walked;		// m so far
	int32_t decisions;	// how often it has chosen a frontier
	int32_t turnedBack; // frontiers left before they were seen and taken up again
	wfVec3 start;
	uint64_t userData;
} wfExplorerState;

WF_API wfExplorerState wfExploration_GetExplorer( const wfExploration* exploration, int32_t explorer );

// ---------------------------------------------------------------------------------------------------- map and frontiers

/// A map of knowledge. The pointers are the exploration's and valid until the next change. Row 0 is at the bottom.
typedef struct wfKnowledgeMap
{
	int32_t columns, rows;
	double cellSize;
	wfVec2 origin;			  // lower left corner
	const uint8_t* cells;	  // wfKnown in the two lowest bits
	const float* seen;		  // time when last seen; negative: never
	const float* probability; // of the object, adding up to 1; null: nothing is sought
	int64_t freeCount, wallCount, unknownCount;
	int64_t standCount; // cells where the disc is known to be able to stand
} wfKnowledgeMap;

#define WF_KNOWN_MASK 3u	// of `cells`
#define WF_STANDING_CELL 4u // the disc is known to be able to stand there

/// Maps are numbered: 0 where it is shared, otherwise as explorers.
WF_API wfResult wfExploration_GetMap( const wfExploration* exploration, int32_t map, wfKnowledgeMap* view );

/// Known ground as somebody else had left it: `cells` holds a wfKnown for each cell, which replaces what the map knows. Cells
/// that become known count as seen at `time`. Where the disc can stand follows from the cells alone.
WF_API wfResult wfExploration_SetMap( wfExploration* exploration, int32_t map, const uint8_t* cells, double time,
									  wfError* error );

typedef enum wfFrontierKind
{
	wf_openFrontier,	 // to be explored
	wf_leftoverFrontier, // to be explored, but small: taken along, or kept for last
	wf_closedFrontier,	 // cannot be seen from any place known to be reached: windows, narrow gaps, specks, closed rooms
	wf_frontierKindCount
} wfFrontierKind;

/// Unknown cells beside known free ones, joined by their eight neighbours.
typedef struct wfFrontier
{
	wfFrontierKind kind;
	wfVec3 place;  // the middle of its cell nearest to the mean of all
	wfVec3 stand;  // where to see it from, nearest to the explorers; closed: the same as `place`
	double length; // m: cells times cell size
	int32_t first; // of its cells in wfFrontiers.cells
	int32_t count;
	int32_t explorer; // who goes there, -1: nobody
} wfFrontier;

typedef struct wfFrontiers
{
	const wfFrontier* items; // ordered by their first cells
	int32_t count;
	const int32_t* cells; // of one after the other, each ascending
	int32_t cellCount;
} wfFrontiers;

/// As of the last tick; the exploration's, until the next.
WF_API wfResult wfExploration_GetFrontiers( const wfExploration* exploration, int32_t map, wfFrontiers* frontiers );

/// The frontiers of a map as explore_lite finds them from a place, for comparison: unknown cells 4-next to free ones that are
/// reached over free cells by 4 neighbours, joined by 8, with its cost. Ordered as it orders them.
typedef struct wfLiteFrontier
{
	int32_t size;		// cells
	double minDistance; // m, straight from the place to its nearest cell but the first
	wfVec2 initial, centroid, middle;
	double cost;
} wfLiteFrontier;

typedef struct wfLiteRule
{
	double potentialScale, gainScale;
	double minFrontierSize; // m
} wfLiteRule;

/// Returns their number even if it is larger than the capacity. Negative: -(wfResult).
WF_API int32_t wfExploration_FindLiteFrontiers( const wfExploration* exploration, int32_t map, wfVec2 place,
												const wfLiteRule* rule, wfLiteFrontier* frontiers, int32_t capacity );

/// Exact distance in metres over known ground from the explorer's place at the last tick, for each cell of its map; infinite
/// where it knows no way. Costs a march over the known ground.
WF_API wfResult wfExploration_MeasureWays( const wfExploration* exploration, int32_t explorer, float* distances );

/// The field that leads the explorer now, and its grid: a window of the map. Null: none is needed. The exploration's, until the
/// next tick. Cells of the window are `column + offsetColumn, row + offsetRow` of the map.
typedef struct wfExploreField
{
	const wfField* field;
	int32_t offsetColumn, offsetRow;
} wfExploreField;

WF_API wfExploreField wfExploration_GetField( const wfExploration* exploration, int32_t explorer );
/// Of wf_sourceStrategy: p by cell of the map, 0 where unknown; null with other strategies.
WF_API const double* wfExploration_GetPotential( const wfExploration* exploration, int32_t map );

// --------------------------------------------------------------------------------------------------------------- events

typedef enum wfExploreEventKind
{
	wf_sawEvent,		 // the object is in sight
	wf_foundEvent,		 // an explorer is as near to it as asked for
	wf_lostEvent,		 // it was in sight and is no more
	wf_choseEvent,		 // another frontier is gone to
	wf_metEvent,		 // two explorers exchange their maps
	wf_abandonedEvent,	 // no nearer for too long: left for later
	wf_closedPlaceEvent, // at the end: one for each closed frontier
	wf_exploredEvent,	 // nothing is left to be seen
	wf_timedOutEvent,
	wf_returnedEvent,
	wf_exploreEventKindCount
} wfExploreEventKind;

/// "saw", "found", "lost", ...; static storage.
WF_API const char* wfGetExploreEventName( wfExploreEventKind kind );

typedef struct wfExploreEvent
{
	wfExploreEventKind kind;
	int32_t explorer; // -1: nobody in particular
	int32_t other;	  // whom it met, -1: nobody
	double time;
	wfVec3 place;  // of the object, the frontier or the closed place, otherwise of the explorer
	double length; // m, of a frontier or closed place
} wfExploreEvent;

/// Those of the last tick, in order; valid until the next.
WF_API int32_t wfExploration_GetEvents( const wfExploration* exploration, const wfExploreEvent** events );

// --------------------------------------------------------------------------------------------------------------- report

typedef struct wfExplorationReport
{
	int64_t ticks;
	int64_t cellsSeen; // for the first time, of all maps
	int64_t decisions;
	int64_t plannersMade, plannersUpdated;			  // fields are solved anew in another window, or after edits in the same one
	size_t bytes;									  // held by all of it
	double bytesPerCell;							  // of all maps
	double secondsSense, secondsDecide, secondsField; // of the last tick
} wfExplorationReport;

WF_API wfExplorationReport wfExploration_GetReport( const wfExploration* exploration );

// ---------------------------------------------------------------------------------------------------------------- state

/// A running hash of everything that what follows depends on.
WF_API uint64_t wfExploration_Hash( const wfExploration* exploration );
/// Save everything that what follows depends on. Returns the bytes needed, also beyond the capacity.
WF_API size_t wfExploration_Save( const wfExploration* exploration, void* bytes, size_t capacity );
/// Into an exploration that was made by the same def. It then goes on to the bit as the saved one. wf_badFormat: the bytes are
/// not those of such a state, and nothing has changed.
WF_API wfResult wfExploration_Restore( wfExploration* exploration, const void* bytes, size_t size, wfError* error );
