// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Trajectories of any origin, as a run that the page can show.
import { BODY_NUMBERS, FOOT_NUMBERS } from '../model/steps.ts';
import type { Batch, DrawnShape, GroupBatch, Point, Stage } from '../engine/protocol.ts';

/** What a reader found, one entry for each person and frame, in any order. */
export interface Rows {
  frames: Int32Array;
  ids: Int32Array;
  /** x, y, z. */
  places: Float64Array;
  /** Where bodies look; NaN where the file does not say. */
  headings: Float32Array | null;
  fps: number;
  /** The last frame there is, whether or not anybody is in it; null: the file does not say. */
  lastFrame: number | null;
  wkt: string;
  name: string;
  hasHeights: boolean;
  /** Of ids: radius, half depth, desired speed. */
  sizes: Map<number, [number, number, number]>;
  /** As Batch.feet, with ids in place of serials. */
  feet: Float64Array;
  /** As Batch.bodies, likewise. */
  bodies: Float32Array;
  warnings: string[];
}

export class BadRecording extends Error {}

const MOST_FRAMES = 1_000_000;
const MOST_PEOPLE = 1_000_000;
const USUAL_RADIUS = 0.2;
const SPEED_SECONDS = 0.4; // over which speeds are measured
const TURNING_SPEED = 0.15; // m/s: who is slower keeps looking where they looked

/** Rows by frame, then by id; ids as serials from 1. */
function sort(rows: Rows): { order: Uint32Array; serials: Uint32Array; ids: number[] } {
  const count = rows.frames.length;
  const numbers = new Map<number, number>();
  const ids = [...new Set(rows.ids)].sort((a, b) => a - b);
  if (ids.length > MOST_PEOPLE) {
    throw new BadRecording(`${ids.length} people are too many; up to ${MOST_PEOPLE} are shown.`);
  }
  // As they are called in the file, where these numbers can be used.
  const asTheyAre = (ids[0] ?? 1) >= 1 && (ids.at(-1) ?? 1) <= 4 * ids.length + 1000;
  ids.forEach((id, k) => numbers.set(id, asTheyAre ? id : k + 1));
  const serials = Uint32Array.from(rows.ids, (id) => numbers.get(id)!);
  const order = Uint32Array.from({ length: count }, (_, k) => k);
  order.sort((a, b) => rows.frames[a]! - rows.frames[b]! || serials[a]! - serials[b]!);
  for (let k = 1; k < count; ++k) {
    const [a, b] = [order[k - 1]!, order[k]!];
    if (rows.frames[a] === rows.frames[b] && serials[a] === serials[b]) {
      throw new BadRecording(`Person ${rows.ids[a]} is in frame ${rows.frames[a]} twice.`);
    }
  }
  return { order, serials, ids: asTheyAre ? ids : ids.map((_, k) => k + 1) };
}

/** For each row the next and the previous one of the same person: -1 where there is none. */
function link(order: Uint32Array, serials: Uint32Array): { before: Int32Array; after: Int32Array } {
  const last = new Map<number, number>();
  const [before, after] = [new Int32Array(order.length).fill(-1), new Int32Array(order.length).fill(-1)];
  order.forEach((row, k) => {
    const was = last.get(serials[row]!) ?? -1;
    before[k] = was;
    if (was >= 0) {
      after[was] = k;
    }
    last.set(serials[row]!, k);
  });
  return { before, after };
}

function measure(rows: Rows, order: Uint32Array, serials: Uint32Array): { speeds: Float32Array; headings: Float32Array } {
  const { before, after } = link(order, serials);
  const reach = Math.max(1, Math.round((SPEED_SECONDS * rows.fps) / 2));
  const [speeds, headings] = [new Float32Array(order.length), new Float32Array(order.length)];
  order.forEach((row, k) => {
    let [from, to] = [k, k];
    for (let step = 0; step < reach; ++step) {
      from = before[from]! >= 0 ? before[from]! : from;
      to = after[to]! >= 0 ? after[to]! : to;
    }
    const [a, b] = [order[from]!, order[to]!];
    const seconds = (rows.frames[b]! - rows.frames[a]!) / rows.fps;
    const [dx, dy, dz] = [0, 1, 2].map((axis) => rows.places[3 * b + axis]! - rows.places[3 * a + axis]!) as [number, number, number];
    speeds[k] = seconds > 0 ? Math.hypot(dx, dy, dz) / seconds : 0;
    const said = rows.headings?.[row] ?? NaN;
    const moves = seconds > 0 && Math.hypot(dx, dy) / seconds > TURNING_SPEED;
    headings[k] = Number.isFinite(said) ? said : moves ? Math.atan2(dy, dx) : before[k]! >= 0 ? headings[before[k]!]! : 0;
  });
  return { speeds, headings };
}

function stageOf(rows: Rows, title: string): Stage {
  const shapes = parseWkt(rows.wkt);
  const lower: [number, number] = [Infinity, Infinity];
  const upper: [number, number] = [-Infinity, -Infinity];
  const add = (x: number, y: number, margin: number) => {
    lower[0] = Math.min(lower[0], x - margin);
    lower[1] = Math.min(lower[1], y - margin);
    upper[0] = Math.max(upper[0], x + margin);
    upper[1] = Math.max(upper[1], y + margin);
  };
  shapes.forEach((shape) => shape.rings.flat().forEach(([x, y]) => add(x, y, 0.2)));
  for (let k = 0; k < rows.frames.length; ++k) {
    add(rows.places[3 * k]!, rows.places[3 * k + 1]!, shapes.length > 0 ? 0.2 : 1);
  }
  return {
    name: title, lower, upper, shapes, goals: [], starts: [], lines: [], mesh: null, tickSeconds: 1 / rows.fps, seconds: 0, agents: new Set(rows.ids).size, radius: USUAL_RADIUS, warnings: rows.warnings, groups: [],
    paths: [],
  };
}

/** The rings of all polygons of a text as geometry libraries write it. Each polygon becomes ground that is walked on. */
export function parseWkt(text: string): DrawnShape[] {
  const shapes: DrawnShape[] = [];
  for (const [, body] of text.matchAll(/((?:\(\s*-?[\d.][^()]*\)\s*,?\s*)+)/g)) {
    const rings = [...body!.matchAll(/\(([^()]*)\)/g)].map(([, ring]) => ring!.split(',').map((pair) => pair.trim().split(/\s+/).map(Number).slice(0, 2) as Point));
    if (rings.every((ring) => ring.length >= 3 && ring.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)))) {
      shapes.push({ role: 'walkable', kind: 'rings', name: '', rings, center: [0, 0], radius: 0, cost: 1 });
    }
  }
  return shapes;
}

const noGroups = (frames: number): GroupBatch => ({
  counts: new Uint32Array(frames), numbers: new Uint16Array(), modes: new Uint8Array(), orders: new Uint8Array(), waiting: new Uint32Array(), members: new Uint32Array(), sketches: new Uint16Array(), values: new Float32Array(),
  groupOf: new Uint16Array(), slots: new Float32Array(), known: [], newSketches: [], happenings: [],
});

/** What the page shows: the stage, and all frames at once. */
export function toRun(rows: Rows, title: string): { stage: Stage; batch: Omit<Batch, 'run'> } {
  const count = rows.frames.length;
  if (count === 0) {
    throw new BadRecording('There is nobody in it.');
  }
  if (!(rows.fps > 0 && rows.fps <= 10_000)) {
    throw new BadRecording(`The frame rate is ${rows.fps}; expected a number above 0.`);
  }
  const { order, serials, ids } = sort(rows);
  const first = rows.frames[order[0]!]!;
  const frameCount = Math.max(rows.frames[order[count - 1]!]!, rows.lastFrame ?? -Infinity) - first + 1;
  if (frameCount > MOST_FRAMES) {
    throw new BadRecording(`Frames go from ${first} to ${first + frameCount - 1}; up to ${MOST_FRAMES} are shown.`);
  }
  const { speeds, headings } = measure(rows, order, serials);
  const counts = new Uint32Array(frameCount);
  const lastSeen = new Map<number, number>();
  const places = new Float32Array(3 * count);
  const sorted = new Uint32Array(count);
  order.forEach((row, k) => {
    counts[rows.frames[row]! - first]! += 1;
    lastSeen.set(serials[row]!, rows.frames[row]! - first);
    sorted[k] = serials[row]!;
    places.set(rows.places.subarray(3 * row, 3 * row + 3), 3 * k);
  });
  // Who is seen no more has left.
  const arrived = new Uint32Array(frameCount);
  lastSeen.forEach((frame) => frame + 1 < frameCount && (arrived[frame + 1]! += 1));
  arrived.forEach((_, frame) => frame > 0 && (arrived[frame]! += arrived[frame - 1]!));
  const known = new Map<number, number>();
  rows.ids.forEach((id, k) => known.set(serials[k]!, id));
  const sizes = ids.map((serial) => rows.sizes.get(known.get(serial)!) ?? [USUAL_RADIUS, USUAL_RADIUS, 1.3]);
  const named = new Map([...known].map(([serial, id]) => [id, serial]));
  const feet = rows.feet.slice();
  const bodies = rows.bodies.slice();
  for (let k = 0; k < bodies.length; k += BODY_NUMBERS) {
    bodies[k] = named.get(bodies[k]!) ?? 0;
  }
  for (let k = 0; k < feet.length; k += FOOT_NUMBERS) {
    feet[k] = named.get(feet[k]!) ?? 0;
    feet[k + 2]! -= first / rows.fps;
  }
  return {
    stage: stageOf(rows, title),
    batch: {
      first: 0, counts, times: Float64Array.from({ length: frameCount }, (_, k) => k / rows.fps), serials: sorted, places, headings, speeds, modes: new Uint8Array(count), arrived,
      newSerials: Uint32Array.from(ids), newRadii: Float32Array.from(sizes, (size) => size[0]!), newDepths: Float32Array.from(sizes, (size) => size[1]!), newSpeeds: Float32Array.from(sizes, (size) => size[2]!),
      newGroups: new Uint32Array(ids.length).fill(1), newKinds: new Uint8Array(ids.length), stuck: new Uint32Array(), feet, bodies,
      groups: noGroups(frameCount),
    },
  };
}
