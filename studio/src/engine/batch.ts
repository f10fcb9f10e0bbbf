// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Collects ticks until they are sent to the page. The arrays change hands; nothing is copied on the way.
import { EventKind, type Frame, type Wayfield } from 'wayfield';
import { numbersOf } from './figures.ts';
import { Grower } from './grower.ts';
import { GroupRows, type GroupTrack } from './groups.ts';
import type { Batch } from './protocol.ts';
import type { Live } from './run.ts';

const f32 = () => new Grower((n) => new Float32Array(n));
const u32 = () => new Grower((n) => new Uint32Array(n));

export class BatchMaker {
  private first = 0;
  private readonly counts = u32();
  private readonly times = new Grower((n) => new Float64Array(n));
  private readonly serials = u32();
  private readonly places = f32();
  private readonly headings = f32();
  private readonly speeds = f32();
  private readonly modes = new Grower((n) => new Uint8Array(n));
  private readonly arrived = u32();
  private readonly newSerials = u32();
  private readonly newRadii = f32();
  private readonly newDepths = f32();
  private readonly newGroups = u32();
  private readonly newSpeeds = f32();
  private readonly stuck = u32();
  private readonly feet = new Grower((n) => new Float64Array(n));
  private readonly bodies = f32();
  private readonly walkers = new Set<number>();
  private readonly newKinds = new Grower((n) => new Uint8Array(n));
  private readonly groups = new GroupRows();
  private seen = 0;

  constructor(
    private readonly wf: Wayfield,
    private readonly run: number,
    private readonly track: GroupTrack,
  ) {
    track.tellAll(this.groups);
  }

  get isEmpty(): boolean {
    return this.counts.length === 0;
  }

  get bytes(): number {
    return 24 * this.serials.length + 14 * this.groups.groupOf.length;
  }

  add({ crowd, simulation, log, tick }: Live): void {
    if (this.isEmpty) {
      this.first = tick;
    }
    const frame = crowd.getFrame();
    const { count } = frame;
    this.counts.push(count);
    this.times.push(frame.time);
    this.arrived.push(crowd.getArrivedCount());
    if (count > 0) {
      this.addPeople(frame.serials!, frame, count, () => this.wf.getAgentKinds(crowd));
    }
    this.track.see(simulation, log, tick, this.groups);
    for (const event of crowd.getEvents()) {
      if (event.kind === EventKind.stuckEvent) {
        this.stuck.push(event.serial, tick);
      }
    }
    for (const row of crowd.getFootsteps()) {
      const { body } = row;
      if (!this.walkers.has(row.serial)) {
        this.walkers.add(row.serial);
        this.bodies.push(row.serial, body.torsoRadius, body.shoulderRadius, body.shoulderDistance, body.footRadius);
      }
      this.feet.push(...numbersOf(row));
    }
  }

  private addPeople(serials: Uint32Array, frame: Frame, count: number, getKinds: () => Uint8Array): void {
    const at = this.serials.length;
    this.serials.grow(count).set(serials, at);
    this.places.grow(3 * count).set(frame.positions!, 3 * at);
    this.headings.grow(count).set(frame.headings!, at);
    this.modes.grow(count).set(frame.states!, at);
    const speeds = this.speeds.grow(count);
    const v = frame.velocities!;
    let newest = this.seen;
    let kinds: Uint8Array | null = null;
    for (let i = 0; i < count; ++i) {
      speeds[at + i] = Math.hypot(v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!);
      if (serials[i]! > this.seen) {
        this.newSerials.push(serials[i]!);
        this.newRadii.push(frame.radii![i]!);
        this.newDepths.push((frame.depths ?? frame.radii!)[i]!);
        this.newSpeeds.push(frame.desiredSpeeds![i]!);
        this.newGroups.push(Number(frame.userData![i]!));
        kinds ??= getKinds();
        this.newKinds.push(kinds[i]!);
        newest = Math.max(newest, serials[i]!);
      }
    }
    this.seen = newest;
  }

  take(): Batch {
    return {
      run: this.run, first: this.first, counts: this.counts.take(), times: this.times.take(), serials: this.serials.take(), places: this.places.take(),
      headings: this.headings.take(), speeds: this.speeds.take(), modes: this.modes.take(), arrived: this.arrived.take(), newSerials: this.newSerials.take(),
      newRadii: this.newRadii.take(), newDepths: this.newDepths.take(), newGroups: this.newGroups.take(), newSpeeds: this.newSpeeds.take(), newKinds: this.newKinds.take(), groups: this.groups.take(), stuck: this.stuck.take(),
      feet: this.feet.take(), bodies: this.bodies.take(),
    };
  }
}

export const buffersOf = (batch: Batch): ArrayBuffer[] =>
  [...Object.values(batch), ...Object.values(batch.groups)].filter((value) => ArrayBuffer.isView(value)).map((view) => (view as Uint8Array).buffer as ArrayBuffer);
