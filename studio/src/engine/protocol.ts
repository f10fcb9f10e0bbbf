// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the page and the worker say to each other. Nothing here knows how either does its work.

export type Point = [number, number];

/** A shape as it is drawn: rings of points, holes among them; or an image. */
export interface DrawnShape {
  role: 'obstacle' | 'walkable' | 'terrain';
  kind: 'rings' | 'disc' | 'line' | 'image';
  name: string;
  rings: Point[][];
  center: Point;
  radius: number;
  cost: number;
  image?: { width: number; height: number; pixel: number; cells: Uint8Array };
}

export interface DrawnGoal {
  name: string;
  kind: 'point' | 'line' | 'polygon';
  points: Point[];
  /** On meshes. */
  place?: [number, number, number];
}

export interface DrawnMesh {
  vertices: Float32Array;
  triangles: Uint32Array;
  blocked: Uint8Array;
}

/** What stands where, as it was read. */
export interface Stage {
  name: string;
  lower: Point;
  upper: Point;
  shapes: DrawnShape[];
  goals: DrawnGoal[];
  starts: [number, number, number][];
  lines: { name: string; a: Point; b: Point }[];
  mesh: DrawnMesh | null;
  tickSeconds: number;
  /** Simulated at most, in seconds. */
  seconds: number;
  agents: number;
  radius: number;
  warnings: string[];
  /** Names of the entries that people come from, by number from 1. */
  groups: string[];
  /** Paths from the starts to the goals, where there are no agents. */
  paths: Float32Array[];
}

/** What the reader or the library refused. */
export interface Refusal {
  message: string;
  detail: string;
  field: string;
  line: number;
  column: number;
}

/** Of one tick; places in `batch` start at the sum of the counts before it. */
export interface Batch {
  run: number;
  /** Number of the first tick in it. */
  first: number;
  counts: Uint32Array;
  times: Float64Array;
  serials: Uint32Array;
  /** x, y, z of the middle; in the plane z is 0. */
  places: Float32Array;
  headings: Float32Array;
  speeds: Float32Array;
  /** wfAgentMode. */
  modes: Uint8Array;
  arrived: Uint32Array;
  /** People who came in with this batch, and what of them does not change. */
  newSerials: Uint32Array;
  newRadii: Float32Array;
  /** Half of what bodies measure from front to back. */
  newDepths: Float32Array;
  newGroups: Uint32Array;
  newSpeeds: Float32Array;
  newKinds: Uint8Array;
  /** Serials that were reported as stuck, with the tick. */
  stuck: Uint32Array;
  /** Footsteps that began: FOOT_NUMBERS of each, see model/steps.ts. */
  feet: Float64Array;
  /** Of those who made their first one: serial, radii of torso and shoulders, distance of the shoulders from the middle, radius of the feet. */
  bodies: Float32Array;
  groups: GroupBatch;
}

// --------------------------------------------------------------------------------------------------------------- groups

export type Place = [number, number, number];

/** A stroke as it was drawn: pixels, and the matrix that takes them to the ground. */
export interface DrawnStroke {
  points: Point[];
  rows: number[][];
}

export interface Formation {
  /** As files call it: "wedge", "as they stand", ... */
  kind: string;
  spacing: number;
  ratio: number;
  angle: number;
  rigid: boolean;
  /** Of a curve or an outline: x forward, y to the left. */
  points: Point[];
}

export type OrderKind = 'move' | 'formation' | 'attack' | 'follow' | 'patrol' | 'hold' | 'form' | 'stop' | 'stroke';

/** What groups are told; they have the names of the log of orders. */
export type GroupCommand =
  | {
      kind: 'order';
      group: string;
      order: OrderKind;
      to?: Place;
      /** Number of a goal of the world, instead of a place. */
      goal?: number;
      facing?: Place;
      /** Whom to follow: somebody, or a group. */
      leader?: number;
      leading?: string;
      enemies?: string[];
      targets?: number[];
      range?: number;
      strokes?: DrawnStroke[];
      queued?: boolean;
    }
  | { kind: 'create'; name: string; members: number[]; formation: Formation }
  | { kind: 'split'; group: string; members: number[]; name: string }
  | { kind: 'merge'; group: string; with: string }
  | { kind: 'disband'; group: string }
  | { kind: 'shape'; group: string; formation: Formation };

/** What became of a command. */
export interface Outcome {
  /** Of the command, as the page numbered it. */
  id: number;
  ok: boolean;
  message: string;
}

/** A group there is, or was; numbers count from 1. */
export interface KnownGroup {
  name: string;
  /** One of the six hues, and which shade of it. */
  hue: number;
  shade: number;
  /** The tick it was seen first. */
  first: number;
}

export interface SketchView {
  /** From a root to each leaf. */
  routes: Float32Array[];
  /** x, y, and 0 for a beginning, 1 for a fork, 2 for an end. */
  nodes: Float32Array;
}

/** A sketch that is being drawn, and what it means. */
export interface SketchPreview extends SketchView {
  /** Of each stroke: whether it goes on from another one. */
  joined: boolean[];
  /** Points that lie in walls, and will be left out. */
  blocked: Point[];
  /** Ways by the field, where points do not see each other. */
  detours: Float32Array[];
  /** A click: it is a place and no stroke. */
  isClick: boolean;
}

/** Something that happened to a group, at a tick. */
export interface GroupHappening {
  tick: number;
  kind: 'arrived' | 'formed' | 'blocked' | 'unreachable' | 'engaged' | 'lost' | 'divided' | 'no branch' | 'empty' | 'refused';
  group: number;
  other: number;
  order: number;
  /** Where it goes instead, or where it is. */
  place: Place;
  text: string;
}

/** Numbers of each group and tick in `values`. */
export const GROUP_VALUES = 12;

/** Groups of the ticks of a batch. Ticks without any have a count of 0, and no rows for people. */
export interface GroupBatch {
  counts: Uint32Array;
  numbers: Uint16Array;
  /** wfGroupMode, wfGroupOrderKind. */
  modes: Uint8Array;
  orders: Uint8Array;
  waiting: Uint32Array;
  members: Uint32Array;
  /** Numbers of sketches that are followed, from 1. */
  sketches: Uint16Array;
  /** Anchor 3, heading 3, E, E_s, remaining, end 3 (NaN: none). */
  values: Float32Array;
  /** Of people, in ticks with groups: number of the group, and the slot. */
  groupOf: Uint16Array;
  slots: Float32Array;
  known: KnownGroup[];
  newSketches: SketchView[];
  happenings: GroupHappening[];
}

// -------------------------------------------------------------------------------------------------------------- commands

/** Something that changes a run at a tick. */
export type Command = (GroupCommand | PersonCommand) & { id?: number };

export type PersonCommand =
  | { kind: 'send'; serials: number[]; to: [number, number, number]; goal?: number }
  | { kind: 'push'; serial: number; velocity: [number, number, number]; ticks: number }
  | { kind: 'pull'; serial: number; v: [number, number]; epsilon: number }
  | { kind: 'speed'; serial: number; speed: number }
  | { kind: 'personality'; serial: number; name: string }
  | { kind: 'world'; text: string };

export interface LocalMapView {
  size: number;
  cell: number;
  center: Point;
  angle: number;
  cells: Uint8Array;
  values: Float32Array;
  guide: Point;
  direction: Point;
}

/** What the panel says about one agent. */
export interface AgentView {
  tick: number;
  serial: number;
  position: [number, number, number];
  velocity: [number, number, number];
  heading: number;
  radius: number;
  desiredSpeed: number;
  stop: number;
  stopCount: number;
  stopState: 'open' | 'blocked' | 'unreachable';
  distanceToGoal: number;
  distanceWalked: number;
  pressedSeconds: number;
  waiting: boolean;
  behavior: { v: Point; epsilon: number };
  map: LocalMapView | null;
  /** Where it goes, as far as the scenario says so. */
  destination: string;
  /** The way there by the field, as if nobody else were there. */
  route: Float32Array | null;
}

export interface FieldView {
  goal: number;
  haste: number;
  /** In the plane. */
  width: number;
  height: number;
  cell: number;
  origin: Point;
  /** Natural logarithms; -Infinity where blocked. On meshes one for each vertex. */
  values: Float32Array;
  streamlines: Float32Array[];
  seconds: number;
}

export type ToWorker =
  | { type: 'start'; wasm: ArrayBuffer }
  | { type: 'open'; run: number; name: string; text: string; scene?: { name: string; agents: number }; orders?: string; files: [string, Uint8Array][] }
  | { type: 'fork'; run: number; from: number; tick: number; commands: Command[] }
  /** In the same run: what it had computed beyond is dropped. Commands of these numbers are taken back. */
  | { type: 'amend'; run: number; tick: number; commands: Command[]; without: number[] }
  | { type: 'horizon'; run: number; tick: number }
  | { type: 'forget'; run: number }
  | { type: 'check'; ask: number; name: string; text: string }
  | { type: 'field'; ask: number; goal: number; haste: number; streamlines: number }
  | { type: 'inspect'; ask: number; tick: number; serial: number }
  | { type: 'hash'; ask: number; tick: number }
  | { type: 'log'; ask: number; tick: number }
  | { type: 'slots'; ask: number; formation: Formation; count: number }
  | { type: 'sketch'; ask: number; strokes: DrawnStroke[]; radius: number; whole: boolean }
  | { type: 'figures'; ask: number; name: string; feet: Float64Array; bodies: Float32Array };

export type FromWorker =
  | { type: 'ready'; version: string; simd: string }
  | { type: 'opened'; run: number; stage: Stage; forkedAt: number; outcomes: Outcome[] }
  | { type: 'refused'; run: number; refusal: Refusal }
  | { type: 'amended'; run: number; tick: number; outcomes: Outcome[] }
  | { type: 'batch'; batch: Batch }
  | { type: 'state'; run: number; head: number; ended: boolean; ticksPerSecond: number; bytes: number }
  | { type: 'checked'; ask: number; refusal: Refusal | null; stage: Stage | null }
  | { type: 'answer'; ask: number; value: FieldView | AgentView | SketchPreview | Float32Array | Uint8Array | string | null }
  | { type: 'failed'; message: string };
