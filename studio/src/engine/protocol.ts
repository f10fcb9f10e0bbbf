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
  /** Serials that were reported as stuck, with the tick. */
  stuck: Uint32Array;
  /** Footsteps that began: FOOT_NUMBERS of each, see model/steps.ts. */
  feet: Float64Array;
  /** Of those who made their first one: serial, radii of torso and shoulders, distance of the shoulders from the middle, radius of the feet. */
  bodies: Float32Array;
}

/** Something that changes a run at a tick. */
export type Command =
  | { kind: 'send'; serials: number[]; to: [number, number, number]; goal?: number }
  | { kind: 'push'; serial: number; velocity: [number, number, number]; ticks: number }
  | { kind: 'pull'; serial: number; v: [number, number]; epsilon: number }
  | { kind: 'speed'; serial: number; speed: number }
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
  | { type: 'open'; run: number; name: string; text: string; scene?: { name: string; agents: number }; files: [string, Uint8Array][] }
  | { type: 'fork'; run: number; from: number; tick: number; commands: Command[] }
  | { type: 'horizon'; run: number; tick: number }
  | { type: 'forget'; run: number }
  | { type: 'check'; ask: number; name: string; text: string }
  | { type: 'field'; ask: number; goal: number; haste: number; streamlines: number }
  | { type: 'inspect'; ask: number; tick: number; serial: number }
  | { type: 'hash'; ask: number; tick: number }
  | { type: 'figures'; ask: number; name: string; feet: Float64Array; bodies: Float32Array };

export type FromWorker =
  | { type: 'ready'; version: string; simd: string }
  | { type: 'opened'; run: number; stage: Stage; forkedAt: number }
  | { type: 'refused'; run: number; refusal: Refusal }
  | { type: 'batch'; batch: Batch }
  | { type: 'state'; run: number; head: number; ended: boolean; ticksPerSecond: number; bytes: number }
  | { type: 'checked'; ask: number; refusal: Refusal | null; stage: Stage | null }
  | { type: 'answer'; ask: number; value: FieldView | AgentView | Uint8Array | string | null }
  | { type: 'failed'; message: string };
