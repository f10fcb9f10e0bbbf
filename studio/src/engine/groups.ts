// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the page is told of groups at each tick: who they are, where they should be, what they follow, and what happened to them.
import { GroupEventKind, GroupMode, GroupOrderKind, type Crowd, type GroupId, type GroupState, type OrderLog, type Simulation, type Strokes, type Wayfield } from 'wayfield';
import type { GroupBatch, GroupHappening, KnownGroup, Place, SketchView } from './protocol.ts';
import { Grower } from './grower.ts';

const HUES = 6;
const names: readonly GroupHappening['kind'][] = ['arrived', 'formed', 'blocked', 'unreachable', 'engaged', 'lost', 'divided', 'no branch', 'empty'];

interface Known extends KnownGroup {
  id: GroupId;
  /** It took the next hue. */
  turn: boolean;
  sketch: number;
  order: number;
}

interface Sketch {
  hash: bigint;
  first: number;
  view: SketchView;
}

export function viewSketch(strokes: Strokes): SketchView {
  const routes: Float32Array[] = [];
  const nodes: number[] = [];
  for (let k = 0; k < strokes.getNodeCount(); ++k) {
    const node = strokes.getNode(k);
    if (node.childCount === 0) {
      routes.push(Float32Array.from(strokes.getRoute(k).flatMap((p) => [p.x, p.y])));
    }
    if (node.parent < 0 || node.childCount !== 1) {
      nodes.push(node.place.x, node.place.y, node.childCount > 1 ? 1 : node.parent < 0 ? 0 : 2);
    }
  }
  return { routes, nodes: Float32Array.from(nodes) };
}

const pack = (v: { x: number; y: number; z: number }): Place => [v.x, v.y, v.z];

/** Groups of a run by number, from 1, in the order they were seen; the same again when a part of it is computed anew. */
export class GroupTrack {
  private known: Known[] = [];
  private sketches: Sketch[] = [];
  private groupOfSerial = new Map<number, number>();
  private refused = 0;

  constructor(private readonly wf: Wayfield) {}

  /** As it was at a tick. `log`: what it has refused by then is told. */
  until(tick: number, log: OrderLog): GroupTrack {
    const track = new GroupTrack(this.wf);
    track.known = this.known.filter((group) => group.first <= tick).map((group) => ({ ...group, order: -1 }));
    track.sketches = this.sketches.filter((sketch) => sketch.first <= tick);
    track.groupOfSerial = new Map(this.groupOfSerial);
    track.refused = log.getRefused().length;
    return track;
  }

  numberOf(id: GroupId): number {
    for (let k = this.known.length - 1; k >= 0; --k) {
      const { index1, generation } = this.known[k]!.id;
      if (index1 === id.index1 && generation === id.generation) {
        return k + 1;
      }
    }
    return 0;
  }

  /** What has left another one has its hue, if the scenario gives it none. */
  private add(simulation: Simulation, id: GroupId, state: GroupState, tick: number, name: string): number {
    const crowd = simulation.crowd!;
    const look = Number(state.userData & 0xffffffffn);
    const own = simulation.groups?.[look - 1];
    const first = crowd.getGroupMembers(id)[0];
    const parent = own || !first ? 0 : this.groupOfSerial.get(crowd.getAgent(first).serial) ?? 0;
    const turns = this.known.filter((group) => group.turn).length;
    const hue = own ? (own.color >= 0 ? own.color : look - 1) % HUES : parent > 0 ? this.known[parent - 1]!.hue : turns % HUES;
    const shade = this.known.filter((group) => group.hue === hue).length;
    this.known.push({ id, name, hue, shade, first: tick, turn: !own && parent === 0, sketch: 0, order: -1 });
    return this.known.length;
  }

  private findSketch(crowd: Crowd, group: Known, state: GroupState, tick: number, out: SketchView[]): void {
    if (group.order === state.orderNumber) {
      return;
    }
    group.order = state.orderNumber;
    group.sketch = 0;
    const { value, order } = crowd.getGroupOrder(group.id);
    if (!value || !order.strokes) {
      return;
    }
    const hash = order.strokes.getHash();
    group.sketch = this.sketches.findIndex((sketch) => sketch.hash === hash) + 1;
    if (group.sketch === 0) {
      const view = viewSketch(order.strokes);
      this.sketches.push({ hash, first: tick, view });
      out.push(view);
      group.sketch = this.sketches.length;
    }
  }

  /** Everything about groups now; what is new is put behind `known` and `newSketches`. */
  see(simulation: Simulation, log: OrderLog, tick: number, rows: GroupRows): void {
    const crowd = simulation.crowd!;
    const ids = crowd.getGroupIds();
    rows.counts.push(ids.length);
    const before = this.known.length;
    const numbers = ids.map((id) => {
      const state = crowd.getGroup(id);
      const name = log.getGroupName(crowd, id);
      const found = this.numberOf(id);
      const number = found > 0 && this.known[found - 1]!.name === name ? found : this.add(simulation, id, state, tick, name);
      this.addState(crowd, this.known[number - 1]!, state, number, tick, rows);
      return number;
    });
    if (ids.length > 0) {
      this.addPeople(crowd, numbers, rows);
    }
    rows.known.push(...this.known.slice(before).map(({ name, hue, shade, first }) => ({ name, hue, shade, first })));
    this.addHappenings(crowd, log, tick, rows.happenings);
  }

  /** What was known before: for whoever has not heard of it. */
  tellAll(rows: GroupRows): void {
    rows.known.push(...this.known.map(({ name, hue, shade, first }) => ({ name, hue, shade, first })));
    rows.newSketches.push(...this.sketches.map(({ view }) => view));
  }

  private addState(crowd: Crowd, group: Known, state: GroupState, number: number, tick: number, rows: GroupRows): void {
    this.findSketch(crowd, group, state, tick, rows.newSketches);
    const leads = state.orderNumber > 0 && ![GroupOrderKind.followOrder, GroupOrderKind.strokeOrder, GroupOrderKind.holdOrder, GroupOrderKind.stopOrder].includes(state.order as 3);
    const end = leads && state.mode !== GroupMode.groupHolds ? crowd.getGroupEnd(group.id) : null;
    rows.numbers.push(number);
    rows.modes.push(state.mode);
    rows.orders.push(state.orderNumber > 0 ? state.order : 255);
    rows.waiting.push(state.ordersWaiting);
    rows.members.push(state.memberCount);
    rows.sketches.push(group.sketch);
    const place = end?.value ? pack(end.place) : [NaN, NaN, NaN];
    rows.values.push(...pack(state.anchor), ...pack(state.heading), state.error, state.shapeError, state.remaining, ...place);
  }

  private addPeople(crowd: Crowd, numbers: number[], rows: GroupRows): void {
    const { groupOf, slots } = this.wf.getGroupPlaces(crowd);
    const { serials } = crowd.getFrame();
    const at = rows.groupOf.length;
    const out = rows.groupOf.grow(groupOf.length);
    groupOf.forEach((k, i) => {
      out[at + i] = k > 0 ? numbers[k - 1]! : 0;
      if (k > 0) {
        this.groupOfSerial.set(serials![i]!, numbers[k - 1]!);
      }
    });
    const slotsAt = rows.slots.length;
    rows.slots.grow(slots.length).set(slots, slotsAt);
  }

  private addHappenings(crowd: Crowd, log: OrderLog, tick: number, out: GroupHappening[]): void {
    for (const event of crowd.getGroupEvents()) {
      const instead = event.kind === GroupEventKind.groupBlockedEvent || event.kind === GroupEventKind.groupUnreachableEvent ? crowd.getGroupEnd(event.group) : null;
      out.push({
        tick, kind: names[event.kind]!, group: this.numberOf(event.group), other: this.numberOf(event.other), order: event.orderNumber,
        place: pack(instead?.value ? instead.place : event.position), text: '',
      });
    }
    const refused = log.getRefused();
    for (const one of refused.slice(this.refused)) {
      const group = this.known.findIndex((known) => known.name === one.group) + 1;
      out.push({ tick, kind: 'refused', group, other: 0, order: 0, place: [NaN, NaN, NaN], text: `${one.group}, ${one.what}: ${one.reason}` });
    }
    this.refused = refused.length;
  }
}

const u16 = () => new Grower((n) => new Uint16Array(n));
const u32 = () => new Grower((n) => new Uint32Array(n));
const u8 = () => new Grower((n) => new Uint8Array(n));
const f32 = () => new Grower((n) => new Float32Array(n));

/** Collected until they are sent. */
export class GroupRows {
  readonly counts = u32();
  readonly numbers = u16();
  readonly modes = u8();
  readonly orders = u8();
  readonly waiting = u32();
  readonly members = u32();
  readonly sketches = u16();
  readonly values = f32();
  readonly groupOf = u16();
  readonly slots = f32();
  known: KnownGroup[] = [];
  newSketches: SketchView[] = [];
  happenings: GroupHappening[] = [];

  take(): GroupBatch {
    const { known, newSketches, happenings } = this;
    this.known = [];
    this.newSketches = [];
    this.happenings = [];
    return {
      counts: this.counts.take(), numbers: this.numbers.take(), modes: this.modes.take(), orders: this.orders.take(), waiting: this.waiting.take(), members: this.members.take(),
      sketches: this.sketches.take(), values: this.values.take(), groupOf: this.groupOf.take(), slots: this.slots.take(), known, newSketches, happenings,
    };
  }
}
