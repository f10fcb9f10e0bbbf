// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is measured of a run everywhere at once: densities and speeds until a time, how many pass, jams.
import type { RunRecord, Sample } from './record.ts';

const MOST_CELLS = 40_000;
const LEAST_CELL = 0.5; // m

/** Sums over all ticks until one, for each cell of the plane. */
export class FlowMap {
  readonly cell: number;
  readonly width: number;
  readonly height: number;
  readonly lower: readonly [number, number];
  /** People, and what they moved, each summed over ticks. */
  readonly counts: Float32Array;
  readonly speeds: Float32Array;
  readonly vx: Float32Array;
  readonly vy: Float32Array;
  /** Ticks in it. */
  ticks = 0;

  constructor(readonly record: RunRecord) {
    const [[x0, y0], [x1, y1]] = [record.stage.lower, record.stage.upper];
    this.lower = [x0, y0];
    this.cell = Math.max(LEAST_CELL, Math.sqrt(((x1 - x0) * (y1 - y0)) / MOST_CELLS));
    [this.width, this.height] = [Math.max(1, Math.ceil((x1 - x0) / this.cell)), Math.max(1, Math.ceil((y1 - y0) / this.cell))];
    const cells = this.width * this.height;
    [this.counts, this.speeds, this.vx, this.vy] = [new Float32Array(cells), new Float32Array(cells), new Float32Array(cells), new Float32Array(cells)];
  }

  /** Up to a tick, or as far as so many places take it: true once it is there. Going on adds what is new; going back begins anew. */
  until(tick: number, budget = Infinity): boolean {
    if (tick + 1 < this.ticks) {
      this.ticks = 0;
      [this.counts, this.speeds, this.vx, this.vy].forEach((sums) => sums.fill(0));
    }
    for (let left = budget; this.ticks <= tick && this.ticks < this.record.frames.length; ++this.ticks) {
      if (left <= 0) {
        return false;
      }
      this.add(this.ticks);
      left -= this.record.frames[this.ticks]!.count;
    }
    return true;
  }

  private add(tick: number): void {
    const frame = this.record.frames[tick]!;
    const moves = this.record.movesOf(tick);
    for (let i = 0; i < frame.count; ++i) {
      const column = Math.floor((frame.places[3 * i]! - this.lower[0]) / this.cell);
      const row = Math.floor((frame.places[3 * i + 1]! - this.lower[1]) / this.cell);
      if (column >= 0 && column < this.width && row >= 0 && row < this.height) {
        const k = row * this.width + column;
        this.counts[k]! += 1;
        this.speeds[k]! += frame.speeds[i]!;
        this.vx[k]! += moves[2 * i]!;
        this.vy[k]! += moves[2 * i + 1]!;
      }
    }
  }

  /** People per square metre, on average over the time. */
  density(): Float32Array {
    return this.counts.map((count) => count / Math.max(1, this.ticks) / (this.cell * this.cell));
  }

  /** Of those who were there; NaN: nobody was. */
  speed(): Float32Array {
    return this.speeds.map((sum, k) => (this.counts[k]! > 0 ? sum / this.counts[k]! : NaN));
  }

  /** Flow in blocks of so many metres: x, y, and people per metre and second along both axes. Where hardly anybody passes there is none. */
  arrows(block: number, least: number): { x: number; y: number; jx: number; jy: number }[] {
    const size = Math.max(1, Math.round(block / this.cell));
    const found: { x: number; y: number; jx: number; jy: number }[] = [];
    for (let row = 0; row < this.height; row += size) {
      for (let column = 0; column < this.width; column += size) {
        let [jx, jy, people, x, y] = [0, 0, 0, 0, 0];
        for (let j = row; j < Math.min(this.height, row + size); ++j) {
          for (let i = column; i < Math.min(this.width, column + size); ++i) {
            const k = j * this.width + i;
            jx += this.vx[k]!;
            jy += this.vy[k]!;
            people += this.counts[k]!;
            x += this.counts[k]! * (i + 0.5);
            y += this.counts[k]! * (j + 0.5);
          }
        }
        // Velocities of all, over time and area.
        const share = 1 / (Math.max(1, this.ticks) * (size * this.cell) ** 2);
        if (people > 0 && Math.hypot(jx, jy) * share >= least) {
          found.push({ x: this.lower[0] + (x / people) * this.cell, y: this.lower[1] + (y / people) * this.cell, jx: jx * share, jy: jy * share });
        }
      }
    }
    return found;
  }
}

export interface Jam {
  people: number;
  /** Of its outline, counter-clockwise. */
  hull: [number, number][];
}

const CROWDED = 1.2; // m, within which others count
const NEIGHBOURS = 3;
const SLOW = 0.3; // of the speed they want
const LEAST_JAM = 5;

/** Where people stand close and get on by less than a third of the speed they want, five or more of them. */
export function findJams(record: RunRecord, sample: Sample): Jam[] {
  const slow: number[] = [];
  for (let i = 0; i < sample.count; ++i) {
    if (sample.modes[i] !== 2 && sample.speeds[i]! < SLOW * (record.desiredSpeeds[sample.serials[i]!] ?? 1.3)) {
      slow.push(i);
    }
  }
  const near = neighboursOf(sample, slow);
  const found: Jam[] = [];
  const seen = new Set<number>();
  for (const start of slow) {
    if (seen.has(start) || near.get(start)!.length < NEIGHBOURS) {
      continue;
    }
    const members: number[] = [];
    const open = [start];
    seen.add(start);
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      members.push(i);
      const others = near.get(i)!;
      // Those at the rim belong to it; they do not lead on to others.
      if (others.length >= NEIGHBOURS) {
        others.filter((j) => !seen.has(j)).forEach((j) => {
          seen.add(j);
          open.push(j);
        });
      }
    }
    if (members.length >= LEAST_JAM) {
      found.push({ people: members.length, hull: hullOf(members.map((i): [number, number] => [sample.places[3 * i]!, sample.places[3 * i + 1]!]), 0.45) });
    }
  }
  return found.sort((a, b) => b.people - a.people);
}

/** Of each of these people those of them who are close. */
function neighboursOf(sample: Sample, people: readonly number[]): Map<number, number[]> {
  const cells = new Map<string, number[]>();
  const cellOf = (i: number): [number, number] => [Math.floor(sample.places[3 * i]! / CROWDED), Math.floor(sample.places[3 * i + 1]! / CROWDED)];
  for (const i of people) {
    const key = cellOf(i).join();
    const list = cells.get(key) ?? [];
    list.push(i);
    cells.set(key, list);
  }
  return new Map(people.map((i) => {
    const [column, row] = cellOf(i);
    const others = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx},${row + dy}`) ?? []));
    return [i, others.filter((j) => j !== i && Math.hypot(sample.places[3 * i]! - sample.places[3 * j]!, sample.places[3 * i + 1]! - sample.places[3 * j + 1]!) < CROWDED)];
  }));
}

/** The convex hull of discs around points. */
export function hullOf(points: readonly [number, number][], radius: number): [number, number][] {
  const around = points.flatMap(([x, y]) => Array.from({ length: 12 }, (_, k): [number, number] => [x + radius * Math.cos((k * Math.PI) / 6), y + radius * Math.sin((k * Math.PI) / 6)]));
  around.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly [number, number][]) => {
    const chain: [number, number][] = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, p) <= 0) {
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(around), ...half([...around].reverse())];
}

const turn = (a: readonly [number, number], b: readonly [number, number], c: readonly [number, number]): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Over everybody and all ticks until one. */
export interface Totals {
  /** Metres. */
  walked: number;
  /** Seconds, at less than a tenth of a metre a second, not at their end. */
  waited: number;
  people: number;
}

const STANDING = 0.1; // m/s

export class TotalsCounter {
  private readonly walked: number[] = [];
  private readonly waited: number[] = [];

  constructor(readonly record: RunRecord) {}

  until(tick: number): Totals {
    const { record, walked, waited } = this;
    for (let k = walked.length; k <= tick && k < record.frames.length; ++k) {
      const frame = record.frames[k]!;
      let [metres, stands] = [0, 0];
      for (let i = 0; i < frame.count; ++i) {
        metres += frame.speeds[i]!;
        stands += frame.speeds[i]! < STANDING && frame.modes[i] !== 2 ? 1 : 0;
      }
      walked.push((walked[k - 1] ?? 0) + metres * record.tickSeconds);
      waited.push((waited[k - 1] ?? 0) + stands * record.tickSeconds);
    }
    return { walked: walked[tick] ?? 0, waited: waited[tick] ?? 0, people: record.desiredSpeeds.reduce((sum) => sum + 1, 0) };
  }
}
