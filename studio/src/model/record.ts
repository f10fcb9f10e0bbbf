// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Everything computed of one run: frames by tick, and what is counted of them. Arrays are those the worker sent.
import { GROUP_VALUES, type Batch, type GroupHappening, type KnownGroup, type SketchView, type Stage } from '../engine/protocol.ts';
import { Steps } from './steps.ts';

/** One tick: views of a batch. */
export interface Frame {
  count: number;
  serials: Uint32Array;
  places: Float32Array;
  headings: Float32Array;
  speeds: Float32Array;
  modes: Uint8Array;
  groups: GroupFrame | null;
}

/** Groups of one tick, in the order of their numbers in `numbers`. */
export interface GroupFrame {
  numbers: Uint16Array;
  /** wfGroupMode. */
  modes: Uint8Array;
  /** wfGroupOrderKind; 255: none yet. */
  orders: Uint8Array;
  waiting: Uint32Array;
  members: Uint32Array;
  sketches: Uint16Array;
  /** GROUP_VALUES of each: anchor 3, heading 3, E, E_s, remaining, end 3. */
  values: Float32Array;
  /** Of everybody in the frame: the number of the group, 0 for none, and the slot. */
  groupOf: Uint16Array;
  slots: Float32Array;
}

/** Places of everybody at a time between two ticks. */
export interface Sample {
  count: number;
  serials: Uint32Array;
  places: Float32Array;
  headings: Float32Array;
  speeds: Float32Array;
  modes: Uint8Array;
  /** Of the tick before, in the same order of people. */
  groups: GroupFrame | null;
}

interface Series {
  times: number[];
  there: number[];
  arrived: number[];
  meanSpeed: number[];
}

const TURN = 2 * Math.PI;

export class RunRecord {
  readonly frames: Frame[] = [];
  readonly series: Series = { times: [], there: [], arrived: [], meanSpeed: [] };
  readonly radii: number[] = [];
  readonly depths: number[] = [];
  readonly groups: number[] = [];
  readonly desiredSpeeds: number[] = [];
  readonly agentKinds: number[] = [];
  /** Groups by number, from 1: the first is at 0. */
  known: KnownGroup[] = [];
  sketches: SketchView[] = [];
  happenings: GroupHappening[] = [];
  /** Serial and tick of those who got stuck. */
  readonly stuck: [number, number][] = [];
  /** Of those on foot. */
  steps = new Steps();
  ended = false;
  most = 0;
  private slots = new Int32Array(0);

  constructor(
    readonly number: number,
    readonly stage: Stage,
    readonly label: string,
    readonly parent: number | null,
    readonly forkedAt: number,
  ) {}

  /** The first tick is 0; a fork begins with a copy of what it shares. */
  static fork(from: RunRecord, number: number, stage: Stage, label: string, tick: number): RunRecord {
    const record = new RunRecord(number, stage, label, from.number, tick);
    record.frames.push(...from.frames.slice(0, tick));
    for (const key of ['times', 'there', 'arrived', 'meanSpeed'] as const) {
      record.series[key].push(...from.series[key].slice(0, tick));
    }
    from.radii.forEach((radius, serial) => (record.radii[serial] = radius));
    from.depths.forEach((depth, serial) => (record.depths[serial] = depth));
    from.groups.forEach((group, serial) => (record.groups[serial] = group));
    from.desiredSpeeds.forEach((speed, serial) => (record.desiredSpeeds[serial] = speed));
    record.agentKinds.push(...from.agentKinds);
    record.happenings = from.happenings.filter((happening) => happening.tick < tick);
    record.stuck.push(...from.stuck.filter(([, at]) => at < tick));
    record.most = from.most;
    record.steps = from.steps.until(tick * stage.tickSeconds);
    return record;
  }

  get head(): number {
    return this.frames.length - 1;
  }

  get tickSeconds(): number {
    return this.stage.tickSeconds;
  }

  get duration(): number {
    return Math.max(0, this.head) * this.tickSeconds;
  }

  add(batch: Batch): void {
    if (batch.first > this.frames.length) {
      return; // of a run that was begun anew meanwhile
    }
    if (this.frames.length > batch.first) {
      this.dropFrom(batch.first);
    }
    this.addGroups(batch);
    batch.newSerials.forEach((serial, i) => {
      this.radii[serial] = batch.newRadii[i]!;
      this.depths[serial] = batch.newDepths[i]!;
      this.groups[serial] = batch.newGroups[i]!;
      this.desiredSpeeds[serial] = batch.newSpeeds[i]!;
      this.agentKinds[serial] = batch.newKinds[i]!;
    });
    for (let i = 0; i < batch.stuck.length; i += 2) {
      this.stuck.push([batch.stuck[i]!, batch.stuck[i + 1]!]);
    }
    this.steps.add(batch.feet);
    this.steps.addBodies(batch.bodies);
    let from = 0;
    const nextGroups = groupFrames(batch);
    batch.counts.forEach((count, k) => {
      const to = from + count;
      const speeds = batch.speeds.subarray(from, to);
      this.frames.push({
        count, serials: batch.serials.subarray(from, to), places: batch.places.subarray(3 * from, 3 * to), headings: batch.headings.subarray(from, to), speeds,
        modes: batch.modes.subarray(from, to), groups: nextGroups(k, count),
      });
      this.series.times.push(batch.times[k]!);
      this.series.there.push(count);
      this.series.arrived.push(batch.arrived[k]!);
      this.series.meanSpeed.push(count > 0 ? speeds.reduce((sum, v) => sum + v, 0) / count : 0);
      this.most = Math.max(this.most, count);
      from = to;
    });
  }

  /** Something else happens from a tick on: what was computed beyond it is dropped, and the next batch says all of groups again. */
  overtake(tick: number): void {
    this.dropFrom(tick + 1);
    this.happenings = this.happenings.filter((happening) => happening.tick <= tick);
    this.groupsAnew = true;
  }

  /** What was computed from a tick on does not hold any more. */
  dropFrom(tick: number): void {
    this.frames.length = Math.min(this.frames.length, tick);
    for (const key of ['times', 'there', 'arrived', 'meanSpeed'] as const) {
      this.series[key].length = Math.min(this.series[key].length, tick);
    }
    this.happenings = this.happenings.filter((happening) => happening.tick <= tick);
    const time = tick * this.tickSeconds;
    this.stuck.splice(0, this.stuck.length, ...this.stuck.filter(([, at]) => at < tick));
    this.steps = this.steps.until(time);
    this.most = this.frames.reduce((most, frame) => Math.max(most, frame.count), 0);
  }

  /** A batch of a new maker tells all that is known again. */
  private addGroups({ groups, first }: Batch): void {
    // What happened in the tick that it goes on from may have been told before.
    const old = this.groupsAnew && this.happenings.some((happening) => happening.tick === first) ? first : -1;
    if (this.groupsAnew) {
      this.groupsAnew = false;
      this.known = [];
      this.sketches = [];
    }
    this.known.push(...groups.known);
    this.sketches.push(...groups.newSketches);
    this.happenings.push(...groups.happenings.filter((happening) => happening.tick !== old));
  }

  /** What the next batch says of groups holds instead of what was said before. */
  groupsAnew = true;

  get hasGroups(): boolean {
    return this.known.length > 0;
  }

  /** The tick shown at a time. */
  tickAt(time: number): number {
    return Math.max(0, Math.min(this.head, Math.floor(time / this.tickSeconds + 1e-6)));
  }

  /** When the last person arrived of those who did, or null while somebody is on the way. */
  get evacuationTime(): number | null {
    const { arrived, times } = this.series;
    const last = arrived.at(-1) ?? 0;
    if (!this.ended || last === 0 || this.series.there.at(-1)! > 0) {
      return null;
    }
    return times[arrived.indexOf(last)] ?? null;
  }

  /** Where everybody is at a time. Who leaves in this tick stays where they were seen last until it is over. */
  sample(time: number, into: Sample | null): Sample {
    const tick = this.tickAt(time);
    const frame = this.frames[tick] ?? EMPTY;
    const next = this.frames[tick + 1];
    const share = Math.max(0, Math.min(1, time / this.tickSeconds - tick));
    const out = into && into.places.length >= 3 * frame.count ? into : makeSample(frame.count);
    out.count = frame.count;
    out.serials.set(frame.serials);
    out.places.set(frame.places);
    out.headings.set(frame.headings);
    out.speeds.set(frame.speeds);
    out.modes.set(frame.modes);
    out.groups = frame.groups;
    if (next && share > 1e-6) {
      this.mix(out, frame, next, share);
    }
    return out;
  }

  private mix(out: Sample, frame: Frame, next: Frame, share: number): void {
    const slots = this.slotsOf(next);
    for (let i = 0; i < frame.count; ++i) {
      const j = slots[frame.serials[i]!] ?? -1;
      if (j < 0 || next.serials[j] !== frame.serials[i]) {
        continue;
      }
      for (let axis = 0; axis < 3; ++axis) {
        const from = frame.places[3 * i + axis]!;
        out.places[3 * i + axis] = from + share * (next.places[3 * j + axis]! - from);
      }
      let turn = next.headings[j]! - frame.headings[i]!;
      turn -= TURN * Math.round(turn / TURN);
      out.headings[i] = frame.headings[i]! + share * turn;
    }
  }

  private slotsOf(frame: Frame): Int32Array {
    if (this.slots.length < this.radii.length) {
      this.slots = new Int32Array(Math.max(64, 2 * this.radii.length));
    }
    frame.serials.forEach((serial, i) => (this.slots[serial] = i));
    return this.slots;
  }

  /** Where one agent is at a time, or null. */
  find(serial: number, time: number): { place: [number, number, number]; heading: number; speed: number; mode: number } | null {
    const sample = this.sample(time, null);
    const i = sample.serials.subarray(0, sample.count).indexOf(serial);
    return i < 0
      ? null
      : { place: [sample.places[3 * i]!, sample.places[3 * i + 1]!, sample.places[3 * i + 2]!], heading: sample.headings[i]!, speed: sample.speeds[i]!, mode: sample.modes[i]! };
  }

  /** People who crossed from one side of a line to the other by a time: to its left, and to its right. */
  crossings(a: readonly [number, number], b: readonly [number, number], until: number): { left: number; right: number } {
    const last = this.tickAt(until);
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const found = { left: 0, right: 0 };
    for (let tick = 0; tick < last; ++tick) {
      const frame = this.frames[tick]!;
      const next = this.frames[tick + 1]!;
      const slots = this.slotsOf(next);
      for (let i = 0; i < frame.count; ++i) {
        const j = slots[frame.serials[i]!] ?? -1;
        if (j < 0 || next.serials[j] !== frame.serials[i]) {
          continue;
        }
        const [px, py, qx, qy] = [frame.places[3 * i]!, frame.places[3 * i + 1]!, next.places[3 * j]!, next.places[3 * j + 1]!];
        const before = dx * (py - a[1]) - dy * (px - a[0]);
        const after = dx * (qy - a[1]) - dy * (qx - a[0]);
        if (before > 0 === after > 0) {
          continue;
        }
        const at = before / (before - after);
        const along = ((px + at * (qx - px) - a[0]) * dx + (py + at * (qy - py) - a[1]) * dy) / (dx * dx + dy * dy);
        if (along >= 0 && along <= 1) {
          found[after > 0 ? 'left' : 'right'] += 1;
        }
      }
    }
    return found;
  }

  /** How everybody in a frame moves on from it, in m/s: x and y in turn. */
  movesOf(tick: number): Float32Array {
    const [frame, next] = [this.frames[tick] ?? EMPTY, this.frames[tick + 1]];
    const moves = new Float32Array(2 * frame.count);
    const slots = next ? this.slotsOf(next) : null;
    for (let i = 0; i < frame.count && next && slots; ++i) {
      const j = slots[frame.serials[i]!] ?? -1;
      if (j >= 0 && next.serials[j] === frame.serials[i]) {
        moves[2 * i] = (next.places[3 * j]! - frame.places[3 * i]!) / this.tickSeconds;
        moves[2 * i + 1] = (next.places[3 * j + 1]! - frame.places[3 * i + 1]!) / this.tickSeconds;
      }
    }
    return moves;
  }

  get bytes(): number {
    return this.frames.reduce((sum, frame) => sum + (frame.groups ? 39 : 25) * frame.count, 0);
  }
}

const EMPTY: Frame = {
  count: 0, serials: new Uint32Array(), places: new Float32Array(), headings: new Float32Array(), speeds: new Float32Array(), modes: new Uint8Array(),
  groups: null,
};

/** Cuts the groups of a batch into ticks, one after the other. */
function groupFrames({ groups }: Batch): (tick: number, people: number) => GroupFrame | null {
  let [at, person] = [0, 0];
  return (tick, people) => {
    const count = groups.counts[tick]!;
    if (count === 0) {
      return null;
    }
    const [from, to, first] = [at, at + count, person];
    at = to;
    person += people;
    return {
      numbers: groups.numbers.subarray(from, to), modes: groups.modes.subarray(from, to), orders: groups.orders.subarray(from, to), waiting: groups.waiting.subarray(from, to),
      members: groups.members.subarray(from, to), sketches: groups.sketches.subarray(from, to), values: groups.values.subarray(GROUP_VALUES * from, GROUP_VALUES * to),
      groupOf: groups.groupOf.subarray(first, first + people), slots: groups.slots.subarray(3 * first, 3 * (first + people)),
    };
  };
}

function makeSample(count: number): Sample {
  const room = Math.max(64, Math.ceil(count * 1.3));
  return {
    count, serials: new Uint32Array(room), places: new Float32Array(3 * room), headings: new Float32Array(room), speeds: new Float32Array(room), modes: new Uint8Array(room), groups: null,
  };
}
