// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A run as one page that replays it: the data that apps/common/run_page.c writes, too, put into the page of replay/.
import type { DrawnShape, Stage } from '../engine/protocol.ts';
import type { RunRecord } from './record.ts';

const MOST_ROWS = 1_200_000;
const MOST_FEET = 30_000;
const FINEST_STEP = 0.005; // m
const FASTEST = 3; // m/s: who moves faster takes more bytes
const NEAR_GOAL = 2; // m: who left so near to a goal left by it

export function toBase64(bytes: ArrayBufferView): string {
  const all = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  for (let i = 0; i < all.length; i += 0x8000) {
    text += String.fromCharCode(...all.subarray(i, i + 0x8000));
  }
  return btoa(text);
}

/** Bytes that grow. */
class Bytes {
  private data = new Uint8Array(1 << 16);
  private view = new DataView(this.data.buffer);
  private length = 0;

  private reserve(count: number): void {
    if (this.length + count > this.data.length) {
      const old = this.data;
      this.data = new Uint8Array(2 * old.length);
      this.data.set(old);
      this.view = new DataView(this.data.buffer);
    }
  }

  byte(value: number): void {
    this.reserve(1);
    this.data[this.length++] = value & 255;
  }

  whole(values: readonly number[]): void {
    this.reserve(4 * values.length);
    for (const value of values) {
      this.view.setInt32(this.length, value, true);
      this.length += 4;
    }
  }

  take(): Uint8Array {
    return this.data.subarray(0, this.length);
  }
}

interface Track {
  serial: number;
  first: number;
  /** Frame and place in it of each time it was seen. */
  rows: [number, number][];
}

function tracksOf(record: RunRecord, stride: number): Track[] {
  const tracks = new Map<number, Track>();
  for (let tick = 0; tick <= record.head; tick += stride) {
    const frame = record.frames[tick]!;
    for (let i = 0; i < frame.count; ++i) {
      const serial = frame.serials[i]!;
      let track = tracks.get(serial);
      if (!track) {
        track = { serial, first: tick / stride, rows: [] };
        tracks.set(serial, track);
      }
      track.rows.push([tick / stride, i]);
    }
  }
  return [...tracks.values()];
}

/** The places of one person. Frames in which it was not seen are filled with where it was before. Returns how many frames there are. */
function addTrack(out: Bytes, record: RunRecord, track: Track, stride: number, origin: readonly number[], step: number, axes: number): number {
  let before: number[] = [];
  let [next, heading] = [track.first, 0];
  for (const [number, i] of track.rows) {
    const frame = record.frames[number * stride]!;
    const at = Array.from({ length: axes }, (_, axis) => Math.round((frame.places[3 * i + axis]! - origin[axis]!) / step));
    for (; next < number; ++next) {
      before.forEach(() => out.byte(0));
      out.byte(heading);
    }
    heading = Math.round((256 * frame.headings[i]!) / (2 * Math.PI)) & 255;
    const changes = before.length > 0 ? at.map((v, axis) => v - before[axis]!) : null;
    if (changes === null) {
      out.whole(at);
    } else if (changes.some((v) => Math.abs(v) > 127)) {
      out.byte(0x80);
      out.whole(at);
    } else {
      changes.forEach((v) => out.byte(v));
    }
    out.byte(heading);
    before = at;
    next = number + 1;
  }
  return next - track.first;
}

function people(record: RunRecord, tracks: Track[], stride: number, fps: number): object {
  const { stage } = record;
  const axes = stage.mesh ? 3 : 2;
  const origin = stage.mesh ? boxOf(stage.mesh.vertices).lower : [...stage.lower, 0];
  const step = Math.max(FINEST_STEP, FASTEST / (127 * fps));
  const moves = new Bytes();
  const lengths = tracks.map((track) => addTrack(moves, record, track, stride, origin, step, axes));
  return {
    count: tracks.length,
    names: stage.groups,
    origin,
    step,
    first: toBase64(Uint32Array.from(tracks, (track) => track.first)),
    lengths: toBase64(Uint32Array.from(lengths)),
    kinds: toBase64(Uint8Array.from(tracks, ({ serial }) => Math.max(1, Math.min(255, record.groups[serial] ?? 1)))),
    sizes: toBase64(Float32Array.from(tracks.flatMap(({ serial }) => [record.radii[serial] ?? 0.25, record.depths[serial] ?? record.radii[serial] ?? 0.25]))),
    moves: toBase64(moves.take()),
  };
}

function feet(record: RunRecord, tracks: Track[]): string {
  const numbers = new Map(tracks.map(({ serial }, person) => [serial, person]));
  const rows = record.steps.all.length > MOST_FEET ? [] : record.steps.all;
  const known = rows.filter((row) => numbers.has(row[0]!)).sort((a, b) => a[0]! - b[0]! || a[2]! - b[2]!);
  return toBase64(Float32Array.from(known.flatMap((row) => [numbers.get(row[0]!)!, ...row.subarray(1, 13)])));
}

function boxOf(vertices: Float32Array): { lower: number[]; extent: number[] } {
  const lower = [Infinity, Infinity, Infinity];
  const upper = [-Infinity, -Infinity, -Infinity];
  vertices.forEach((value, k) => {
    lower[k % 3] = Math.min(lower[k % 3]!, value);
    upper[k % 3] = Math.max(upper[k % 3]!, value);
  });
  return { lower, extent: upper.map((value, axis) => value - lower[axis]!) };
}

function packCells(shape: DrawnShape): object {
  const image = shape.image!;
  const bits = new Uint8Array(Math.floor(image.cells.length / 8) + 1);
  image.cells.forEach((cell, k) => (bits[k >> 3]! |= cell !== 0 ? 1 << (k & 7) : 0));
  return { cells: toBase64(bits), width: image.width, height: image.height, pixel: image.pixel };
}

function ground(stage: Stage): object {
  if (stage.mesh) {
    const { lower, extent } = boxOf(stage.mesh.vertices);
    const step = Math.max(...extent, 1e-9) / 65535;
    return {
      mesh: {
        lower, step,
        extent: extent.map((value) => value / step),
        vertices: toBase64(Uint16Array.from(stage.mesh.vertices, (value, k) => Math.round((value - lower[k % 3]!) / step))),
        triangles: toBase64(stage.mesh.triangles),
        blocked: toBase64(stage.mesh.blocked),
        goals: stage.goals.filter((goal) => goal.place).map((goal) => ({ place: goal.place })),
      },
    };
  }
  const shapes = stage.shapes.map((shape) => ({
    role: shape.role, kind: shape.kind, center: shape.center, radius: shape.radius, rings: shape.rings.map((ring) => ring.flat()), ...(shape.image ? packCells(shape) : {}),
  }));
  return { plane: { lower: stage.lower, upper: stage.upper, shapes, goals: stage.goals.map((goal) => ({ kind: goal.kind, points: goal.points.flat() })), lines: stage.lines.map(({ a, b }) => ({ a, b })) } };
}

function distanceTo(points: readonly (readonly [number, number])[], closed: boolean, x: number, y: number): number {
  let [least, inside] = [Infinity, false];
  points.forEach(([ax, ay], i) => {
    const last = i + 1 === points.length;
    const [bx, by] = last ? (closed ? points[0]! : [ax, ay]) : points[i + 1]!;
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length > 0 ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) : 0;
    least = Math.min(least, Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y));
    inside = closed && ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !inside : inside;
  });
  return inside ? 0 : least;
}

/** By which goal people left: the nearest to where each was seen last. */
export function leftBy(record: RunRecord): { name: string; passed: number; flow_per_s: number | null }[] {
  const { stage } = record;
  const exits = stage.goals.map((goal) => ({ goal, passed: 0, times: [] as number[] }));
  const last = new Map<number, [number, number, number]>();
  record.frames.forEach((frame, tick) => {
    for (let i = 0; i < frame.count; ++i) {
      last.set(frame.serials[i]!, [frame.places[3 * i]!, frame.places[3 * i + 1]!, tick]);
    }
  });
  for (const [x, y, tick] of last.values()) {
    if (tick === record.head || stage.mesh) {
      continue;
    }
    const near = exits.map((exit) => distanceTo(exit.goal.points, exit.goal.kind === 'polygon', x, y));
    const least = Math.min(...near);
    if (least < NEAR_GOAL) {
      const exit = exits[near.indexOf(least)]!;
      exit.passed += 1;
      exit.times.push(tick * record.tickSeconds);
    }
  }
  return exits.filter(({ passed }) => passed > 0).map(({ goal, passed, times }) => {
    const span = Math.max(...times) - Math.min(...times);
    return { name: goal.name, passed, flow_per_s: span > 0 ? (passed - 1) / span : null };
  });
}

export function report(record: RunRecord, seed: number, hash: string | null): object {
  const { stage, series } = record;
  const arrived = series.arrived.at(-1) ?? 0;
  const here = series.there.at(-1) ?? 0;
  const seen = series.there.reduce((sum, count) => sum + count, 0);
  const lines = stage.lines.map(({ name, a, b }) => {
    const { left, right } = record.crossings(a, b, record.duration);
    return { name, crossings: left + right, forward: left, backward: right, flow_per_s: null, specific_flow_per_m_s: null };
  });
  const exits = leftBy(record);
  return {
    agents: record.desiredSpeeds.reduce((sum) => sum + 1, 0), arrived, on_the_way: here, done: record.ended && here === 0, seed, state_hash: hash,
    mean_speed_m_per_s: seen > 0 ? series.meanSpeed.reduce((sum, speed, tick) => sum + speed * series.there[tick]!, 0) / seen : null,
    lines, ...(exits.length > 1 ? { exits } : {}),
  };
}

/** What the page needs to replay the run as far as it is computed. */
export function replayData(record: RunRecord, about: { madeBy: string; seed: number; hash: string | null }): object {
  const rows = record.frames.reduce((sum, frame) => sum + frame.count, 0);
  const stride = Math.floor(rows / MOST_ROWS) + 1;
  const fps = 1 / (record.tickSeconds * stride);
  const tracks = tracksOf(record, stride);
  const { times, arrived } = record.series;
  const arrivals = times.map((time, tick): [number, number] => [time, arrived[tick]!]).filter(([, count], tick) => count > (tick > 0 ? arrived[tick - 1]! : 0));
  return {
    wayfield_replay: 1, title: record.stage.name, about: `${tracks.length} people, ${record.label}`, madeBy: about.madeBy, report: report(record, about.seed, about.hash), arrivals, ...ground(record.stage),
    people: people(record, tracks, stride, fps), feet: feet(record, tracks), frames: { fps, count: Math.floor(record.head / stride) + 1, start: times[0] ?? 0 },
  };
}

const escapeHtml = (text: string): string => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The page with the run in it. No tag can begin in the data. */
export function replayPage(template: string, data: { title?: string }): string {
  const gaps: Record<string, string> = {
    title: escapeHtml(String(data.title ?? '')), summary: 'This page replays a crowd; it needs JavaScript.', data: JSON.stringify(data).replace(/</g, '\\u003c'),
  };
  return template.replace(/\{\{(title|summary|data)\}\}/g, (_, name: string) => gaps[name]!);
}
