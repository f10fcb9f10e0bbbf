// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Commanding groups: who is selected, what they are told, and what became of it. Knows no screen: places are those of the world.
import type { DrawnStroke, Formation, GroupCommand, Outcome, Place, Point, SketchPreview } from '../engine/protocol.ts';
import { GROUP_VALUES } from '../engine/protocol.ts';
import type { Client } from './client.ts';
import { areaMiddle, inFrame, lineMiddle, meanOf } from './drawn.ts';
import { isObject, type Json } from './json.ts';
import type { RunRecord } from './record.ts';
import type { Studio } from './studio.ts';

export type OrderTool = 'select' | 'lasso' | 'go' | 'free' | 'attack' | 'follow' | 'patrol' | 'sketch' | 'curve' | 'outline';

/** An order that was given, for the list. */
export interface Told {
  ids: number[];
  commands: GroupCommand[];
  run: number;
  tick: number;
  who: string;
  what: string;
  /** Null: not heard yet. */
  ok: boolean | null;
  message: string;
}

export interface CommandState {
  tool: OrderTool;
  /** Serials, in ascending order. */
  selection: number[];
  /** Orders wait for those before. */
  queued: boolean;
  formation: Formation;
  /** What the number keys select. */
  kept: Record<string, number[]>;
  told: Told[];
}

const usual: Formation = { kind: 'box', spacing: 1.2, ratio: 1, angle: 0, rigid: false, points: [] };

export const initialCommandState: CommandState = { tool: 'select', selection: [], queued: false, formation: usual, kept: {}, told: [] };

/** What can be chosen; curves and outlines are drawn. */
export const formationKinds = ['none', 'line', 'column', 'wedge', 'echelon', 'box', 'staggered', 'circle', 'arc', 'as they stand', 'curve', 'outline', 'points'] as const;

export const modeNames = ['no order', 'on the way, freely', 'on the way', 'in place', 'engaged'] as const;
export const orderNames = ['move', 'go in formation', 'attack', 'follow', 'patrol', 'hold', 'form up', 'stop', 'follow the path'] as const;

/** One group at a moment, for lists. */
export interface GroupNow {
  number: number;
  name: string;
  hue: number;
  shade: number;
  members: number[];
  mode: number;
  order: number;
  waiting: number;
  error: number;
}

/** Groups at a time, with the serials of their members. */
export function groupsAt(record: RunRecord, time: number): GroupNow[] {
  const frame = record.frames[record.tickAt(time)];
  const groups = frame?.groups;
  if (!frame || !groups) {
    return [];
  }
  const members = new Map<number, number[]>();
  groups.groupOf.forEach((number, i) => {
    if (number > 0) {
      const list = members.get(number) ?? [];
      list.push(frame.serials[i]!);
      members.set(number, list);
    }
  });
  return Array.from(groups.numbers, (number, k) => {
    const known = record.known[number - 1];
    return {
      number, name: known?.name ?? '', hue: known?.hue ?? 0, shade: known?.shade ?? 0, members: members.get(number) ?? [], mode: groups.modes[k]!, order: groups.orders[k]!,
      waiting: groups.waiting[k]!, error: groups.values[GROUP_VALUES * k + 6]!,
    };
  });
}

/** Whom an order is for: whole groups as they are; of others who is selected becomes a group first. */
export function resolve(groups: readonly GroupNow[], selection: readonly number[], newName: string, formation: Formation): { first: GroupCommand[]; names: string[] } {
  const wanted = new Set(selection);
  const whole = groups.filter((group) => group.members.length > 0 && group.members.every((serial) => wanted.has(serial)));
  whole.forEach((group) => group.members.forEach((serial) => wanted.delete(serial)));
  const names = whole.map((group) => group.name);
  if (wanted.size === 0) {
    return { first: [], names };
  }
  const members = selection.filter((serial) => wanted.has(serial));
  const from = groups.filter((group) => group.members.some((serial) => wanted.has(serial)));
  const strays = members.some((serial) => !from.some((group) => group.members.includes(serial)));
  const first: GroupCommand =
    from.length === 1 && !strays ? { kind: 'split', group: from[0]!.name, members, name: newName } : { kind: 'create', name: newName, members, formation };
  return { first: [first], names: [...names, newName] };
}

const STROKE_ORDER = 8; // wfGroupOrderKind
/** A screen whose pixels are millimetres of the ground. */
export const MILLIMETRES = [[0.001, 0, 0], [0, 0.001, 0], [0, 0, 1]];

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

export class Commander {
  /** Orders of all runs, by run. */
  private readonly told = new Map<number, Told[]>();
  /** Runs that were told something else, too, which no log of orders holds. */
  private readonly others = new Set<number>();
  private readonly slotsOf = new Map<string, Point[]>();
  private sketching = false;
  private nextSketch: (() => void) | null = null;

  constructor(
    private readonly studio: Studio,
    private readonly client: Client,
  ) {}

  get state(): CommandState {
    return this.studio.state.command;
  }

  set(change: Partial<CommandState>): void {
    this.studio.set({ command: { ...this.state, ...change } });
    this.studio.onFrame();
  }

  // ----------------------------------------------------------------------------------------------------------------- runs

  opened(run: number, parent: number | null, forkedAt: number, keepView: boolean): void {
    const before = parent === null ? [] : (this.told.get(parent) ?? []).filter((told) => told.tick <= forkedAt).map((told) => ({ ...told, run }));
    if (parent !== null && this.others.has(parent)) {
      this.others.add(run);
    }
    this.told.set(run, [...before, ...this.early.map((told) => ({ ...told, run }))]);
    this.early = [];
    if (!keepView) {
      this.set({ selection: [], kept: {}, tool: 'select', queued: false, formation: usual });
    }
    this.showTold();
  }

  /** Given in the past: they belong to the run that forks. */
  private early: Told[] = [];

  forget(run: number): void {
    this.told.delete(run);
    this.others.delete(run);
  }

  /** A run was told something that a log of orders does not hold. */
  touched(run: number): void {
    this.others.add(run);
  }

  get logIsWhole(): boolean {
    return !this.others.has(this.studio.state.run);
  }

  heard(outcomes: readonly Outcome[]): void {
    const list = this.told.get(this.studio.state.run) ?? [];
    for (const { id, ok, message } of outcomes) {
      const told = list.find((one) => one.ids.includes(id));
      if (told && (told.ok !== false || !ok)) {
        told.ok = (told.ok ?? true) && ok;
        told.message = ok ? told.message : message;
      }
    }
    const failed = list.filter((told) => told.ids.some((id) => outcomes.some((outcome) => outcome.id === id && !outcome.ok)));
    if (failed.length > 0) {
      const { who, what, message } = failed.at(-1)!;
      this.studio.set({ notice: `${who}: “${what}” could not be given: ${message}` });
    }
    this.showTold();
  }

  private showTold(): void {
    this.set({ told: [...(this.told.get(this.studio.state.run) ?? [])] });
  }

  // ------------------------------------------------------------------------------------------------------------ selection

  get groups(): GroupNow[] {
    const { record, time } = this.studio;
    return record ? groupsAt(record, time) : [];
  }

  /** `add`: they join those who are selected, or leave them if all of them are. */
  select(serials: readonly number[], add = false): void {
    const before = new Set(add ? this.state.selection : []);
    const all = add && serials.length > 0 && serials.every((serial) => before.has(serial));
    serials.forEach((serial) => (all ? before.delete(serial) : before.add(serial)));
    const selection = [...before].sort((a, b) => a - b);
    const groups = this.groups;
    const first = groups.find((group) => group.members.length > 0 && group.members.every((serial) => before.has(serial)));
    this.set({ selection, ...(first ? { formation: this.formationOf(first.name) } : {}) });
  }

  /** Of one person: the whole group; without one, or with `kind`, everybody of its kind and entry. */
  selectAlike(serial: number, kind: boolean, add: boolean): void {
    const { record, time } = this.studio;
    if (!record) {
      return;
    }
    const group = kind ? undefined : this.groups.find((one) => one.members.includes(serial));
    const here = Array.from(record.frames[record.tickAt(time)]?.serials ?? []);
    this.select(group ? group.members : here.filter((other) => record.groups[other] === record.groups[serial] && record.agentKinds[other] === record.agentKinds[serial]), add);
  }

  selectAll(): void {
    const { record, time } = this.studio;
    this.select(Array.from(record?.frames[record.tickAt(time)]?.serials ?? []));
  }

  keep(digit: string): void {
    this.set({ kept: { ...this.state.kept, [digit]: this.state.selection } });
  }

  recall(digit: string): boolean {
    const kept = this.state.kept[digit];
    if (kept && kept.length > 0) {
      this.select(kept);
    }
    return kept !== undefined;
  }

  /** Who is selected and here at this moment, and where. */
  selected(): { serials: number[]; places: Place[] } {
    const { record, time } = this.studio;
    const sample = record?.sample(time, null);
    const wanted = new Set(this.state.selection);
    const found: { serials: number[]; places: Place[] } = { serials: [], places: [] };
    for (let i = 0; sample && i < sample.count; ++i) {
      if (wanted.has(sample.serials[i]!)) {
        found.serials.push(sample.serials[i]!);
        found.places.push([sample.places[3 * i]!, sample.places[3 * i + 1]!, sample.places[3 * i + 2]!]);
      }
    }
    return found;
  }

  // --------------------------------------------------------------------------------------------------------------- orders

  private freshName(): string {
    const taken = new Set([...(this.studio.record?.known.map(({ name }) => name) ?? []), ...this.usedNames]);
    const text = this.studio.state.document.text;
    for (let k = 1; ; ++k) {
      const name = `squad ${k}`;
      if (!taken.has(name) && !text.includes(`"${name}"`)) {
        this.usedNames.add(name);
        return name;
      }
    }
  }

  private readonly usedNames = new Set<string>();

  /** Everything that an order needs before it, and the groups it is for. Null: nobody is selected. */
  private prepare(): { first: GroupCommand[]; names: string[] } | null {
    const { serials } = this.selected();
    if (serials.length === 0) {
      this.studio.set({ notice: 'Select somebody first: click, or draw a box around them.' });
      return null;
    }
    const groups = this.groups;
    const rest = resolve(groups, serials, '', this.state.formation);
    return rest.first.length === 0 ? rest : resolve(groups, serials, this.freshName(), this.state.formation);
  }

  private give(commands: GroupCommand[], who: string, what: string): void {
    const { studio } = this;
    const isPast = studio.isPast;
    const tick = isPast ? studio.tick : studio.orderTick;
    const ids = studio.tell(commands, what);
    if (ids.length === 0) {
      return;
    }
    const told: Told = { ids, commands, run: studio.state.run, tick, who, what, ok: null, message: '' };
    if (isPast) {
      this.early.push(told);
    } else {
      const { run } = studio.state;
      this.told.set(run, [...(this.told.get(run) ?? []), told]);
      this.showTold();
    }
  }

  /** The same order to all groups of the selection; with several, each goes to a place as it stands among them. */
  private order(what: string, make: (group: string, shift: Point) => Omit<GroupCommand & { kind: 'order' }, 'kind' | 'group' | 'queued'>): void {
    const prepared = this.prepare();
    if (!prepared) {
      return;
    }
    const shifts = this.shiftsOf(prepared.names);
    const commands = prepared.names.map((group, k): GroupCommand => ({ kind: 'order', group, queued: this.state.queued, ...make(group, shifts[k]!) }));
    this.give([...prepared.first, ...commands], prepared.names.join(', '), what + (this.state.queued ? ', then' : ''));
  }

  private shiftsOf(names: readonly string[]): Point[] {
    if (names.length < 2) {
      return names.map(() => [0, 0]);
    }
    const { serials, places } = this.selected();
    const placeOf = new Map(serials.map((serial, i) => [serial, places[i]!]));
    const groups = this.groups;
    const grouped = new Set(groups.filter((group) => names.includes(group.name)).flatMap((group) => group.members));
    const middles = names.map((name) => {
      const members = groups.find((group) => group.name === name)?.members ?? serials.filter((serial) => !grouped.has(serial));
      return meanOf(members.map((serial) => placeOf.get(serial)).filter((place) => place !== undefined));
    });
    const whole = meanOf(middles);
    return middles.map(([x, y]) => [x - whole[0], y - whole[1]]);
  }

  /** Go there, in formation or freely; `facing`: form up there. `goal`: into one of the world's. */
  go(to: Place, how: 'go' | 'free' | 'patrol', facing: Point | null = null, goal: number | null = null): void {
    const [x, y] = [to[0].toFixed(1), to[1].toFixed(1)];
    const name = goal === null ? `${x}, ${y}` : this.studio.state.stage?.goals[goal]?.name ?? '';
    const free = how === 'free' || (how === 'go' && facing === null && this.state.formation.kind === 'none');
    const kind = how === 'patrol' ? 'patrol' : free ? 'move' : facing ? 'form' : 'formation';
    const words = { patrol: 'patrol to', move: 'move to', form: 'form up at', formation: 'go to', attack: '' }[kind];
    this.order(`${words} ${name}`, (_, [dx, dy]) => ({
      order: kind, ...(goal === null ? { to: [to[0] + dx, to[1] + dy, to[2]] as Place } : { goal }), ...(facing ? { facing: [facing[0], facing[1], 0] as Place } : {}),
    }));
  }

  /** Toward a place, and stop where one of the other side is in range: groups of another colour, or whoever is named. */
  attack(to: Place, serial = 0): void {
    const groups = this.groups;
    const own = new Set(this.state.selection);
    const mine = groups.filter((group) => group.members.some((member) => own.has(member)));
    const foe = groups.find((group) => group.members.includes(serial) && !mine.includes(group));
    const others = groups.filter((group) => !mine.includes(group) && group.members.length > 0);
    const opposed = others.filter((group) => !mine.some((one) => one.hue === group.hue));
    const enemies = foe ? [foe.name] : (opposed.length > 0 ? opposed : others).map((group) => group.name);
    const targets = enemies.length === 0 ? (serial > 0 && !own.has(serial) ? [serial] : this.strangers(own)) : [];
    this.order(`attack ${enemies.length > 0 ? enemies.join(', ') : count(targets.length, 'person')} toward ${to[0].toFixed(1)}, ${to[1].toFixed(1)}`, (_, [dx, dy]) => ({
      order: 'attack', to: [to[0] + dx, to[1] + dy, to[2]], enemies, targets,
    }));
  }

  /** Who comes from other entries than those who are selected. */
  private strangers(own: ReadonlySet<number>): number[] {
    const { record, time } = this.studio;
    const entries = new Set([...own].map((serial) => record?.groups[serial]));
    return Array.from(record?.frames[record.tickAt(time)]?.serials ?? []).filter((serial) => !own.has(serial) && !entries.has(record?.groups[serial])).slice(0, 1000);
  }

  follow(serial: number): void {
    const own = new Set(this.state.selection);
    const group = this.groups.find((one) => one.members.includes(serial) && !one.members.every((member) => own.has(member)));
    if (serial === 0 || own.has(serial)) {
      this.studio.set({ notice: 'Click somebody else to follow.' });
      return;
    }
    this.order(`follow ${group ? group.name : `person ${serial}`}`, () => ({ order: 'follow', ...(group ? { leading: group.name } : { leader: serial }) }));
  }

  hold(): void {
    this.order('hold', () => ({ order: 'hold' }));
  }

  stop(): void {
    this.order('stop', () => ({ order: 'stop' }));
  }

  /** A group of exactly those who are selected. */
  makeGroup(): void {
    const { serials } = this.selected();
    const groups = this.groups;
    const from = groups.filter((group) => group.members.some((serial) => serials.includes(serial)));
    const name = this.freshName();
    const isPart = from.length === 1 && serials.every((serial) => from[0]!.members.includes(serial)) && serials.length < from[0]!.members.length;
    if (serials.length === 0 || (from.length === 1 && from[0]!.members.length === serials.length && isPart === false && serials.every((serial) => from[0]!.members.includes(serial)))) {
      this.studio.set({ notice: serials.length === 0 ? 'Select somebody first: click, or draw a box around them.' : 'They are a group already.' });
      return;
    }
    this.give(
      [isPart ? { kind: 'split', group: from[0]!.name, members: serials, name } : { kind: 'create', name, members: serials, formation: this.state.formation }],
      name, `${isPart ? `split from ${from[0]!.name}` : 'a new group'}, ${count(serials.length, 'member')}`,
    );
  }

  /** Half of each group of the selection: those to the left of its middle, seen along its way. */
  split(): void {
    const chosen = this.wholeGroups().filter((group) => group.members.length > 1);
    if (chosen.length === 0) {
      this.makeGroup();
      return;
    }
    const { serials, places } = this.selected();
    const placeOf = new Map(serials.map((serial, i) => [serial, places[i]!]));
    const commands = chosen.map((group): GroupCommand => {
      const heading = this.headingOf(group.number);
      const across = (serial: number) => {
        const [x, y] = placeOf.get(serial) ?? [0, 0, 0];
        return -heading[1] * x + heading[0] * y;
      };
      const sorted = [...group.members].sort((a, b) => across(b) - across(a) || a - b);
      return { kind: 'split', group: group.name, members: sorted.slice(0, Math.floor(sorted.length / 2)), name: this.freshName() };
    });
    this.give(commands, chosen.map((group) => group.name).join(', '), 'split in two');
  }

  private headingOf(number: number): Point {
    const { record, time } = this.studio;
    const groups = record?.frames[record.tickAt(time)]?.groups;
    const k = groups ? groups.numbers.indexOf(number) : -1;
    const heading: Point = k >= 0 ? [groups!.values[GROUP_VALUES * k + 3]!, groups!.values[GROUP_VALUES * k + 4]!] : [1, 0];
    return Math.hypot(...heading) > 0 ? heading : [1, 0];
  }

  private wholeGroups(): GroupNow[] {
    const wanted = new Set(this.state.selection);
    return this.groups.filter((group) => group.members.length > 0 && group.members.every((serial) => wanted.has(serial)));
  }

  merge(): void {
    const [into, ...others] = this.wholeGroups();
    if (!into || others.length === 0) {
      this.studio.set({ notice: 'Select two groups or more to merge them.' });
      return;
    }
    this.give(others.map((group): GroupCommand => ({ kind: 'merge', group: into.name, with: group.name })), into.name, `merge with ${others.map((group) => group.name).join(', ')}`);
  }

  disband(): void {
    const chosen = this.wholeGroups();
    if (chosen.length === 0) {
      this.studio.set({ notice: 'Select a whole group to disband it.' });
      return;
    }
    this.give(chosen.map((group): GroupCommand => ({ kind: 'disband', group: group.name })), chosen.map((group) => group.name).join(', '), 'disband');
  }

  // ----------------------------------------------------------------------------------------------------------- formations

  /** What a group was told last by now, of those that `pick` says something about. */
  private lastTold<T>(name: string, pick: (command: GroupCommand) => T | undefined): T | undefined {
    const now = this.studio.orderTick;
    const list = (this.told.get(this.studio.state.run) ?? []).filter((told) => told.tick <= now && told.ok !== false).flatMap((told) => told.commands);
    for (let k = list.length - 1; k >= 0; --k) {
      const command = list[k]!;
      const found = (command.kind === 'split' ? command.name === name : command.kind === 'create' ? command.name === name : command.group === name) ? pick(command) : undefined;
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  /** What is known of the shape of a group: as it was told here, or as the scenario says. */
  formationOf(name: string): Formation {
    const base = name.replace(/\.\d+$/, '');
    const pick = (command: GroupCommand) => (command.kind === 'create' || command.kind === 'shape' ? command.formation : command.kind === 'split' ? this.formationOf(command.group) : undefined);
    const told = this.lastTold(name, pick) ?? (base === name ? undefined : this.lastTold(base, pick));
    const groups = this.studio.state.document.value?.groups;
    const entry = (Array.isArray(groups) ? groups : []).find((one: Json) => isObject(one) && one.name === base);
    if (told || !isObject(entry)) {
      return told ?? usual;
    }
    const number = (key: string, other: number) => (typeof entry[key] === 'number' ? (entry[key] as number) : other);
    return {
      kind: typeof entry.formation === 'string' ? entry.formation : usual.kind, spacing: number('spacing', usual.spacing), ratio: number('ratio', 1), angle: number('angle', 0), rigid: entry.rigid === true,
      points: (Array.isArray(entry.points) ? entry.points : []) as unknown as Point[],
    };
  }

  /** Another shape for those who are selected, and for groups that are made from now on. */
  setFormation(change: Partial<Formation>): void {
    const formation = { ...this.state.formation, ...change };
    this.set({ formation });
    const groups = this.wholeGroups();
    if (groups.length > 0) {
      this.give(groups.map((group): GroupCommand => ({ kind: 'shape', group: group.name, formation })), groups.map((group) => group.name).join(', '), `formation: ${formation.kind}`);
    }
  }

  /** A shape that was drawn where they shall stand. */
  formDrawn(kind: 'curve' | 'outline', line: readonly Point[]): void {
    const { places } = this.selected();
    const from = meanOf(places);
    const middle = kind === 'curve' ? lineMiddle(line) : areaMiddle(line);
    const facing = faceOf(kind, line, middle, from);
    const formation: Formation = { ...this.state.formation, kind, points: inFrame(line, middle, facing) };
    const prepared = this.prepare();
    if (!prepared) {
      return;
    }
    this.set({ formation });
    const first = prepared.first.map((command): GroupCommand => (command.kind === 'create' ? { ...command, formation } : command));
    const shapes = prepared.names.filter((name) => !first.some((command) => command.kind === 'create' && command.name === name)).map((group): GroupCommand => ({ kind: 'shape', group, formation }));
    const orders = prepared.names.map((group): GroupCommand => ({ kind: 'order', group, order: 'form', to: [middle[0], middle[1], 0], facing: [facing[0], facing[1], 0], queued: this.state.queued }));
    this.give([...first, ...shapes, ...orders], prepared.names.join(', '), kind === 'curve' ? 'form up along a line' : 'form up in an outline');
  }

  /** Where members of the present formation would stand, x forward; asked for, and empty until it is known. */
  slots(members: number): Point[] {
    const { formation } = this.state;
    const shape = formation.kind === 'none' || formation.kind === 'as they stand' ? { ...formation, kind: 'staggered' } : formation;
    const key = `${JSON.stringify(shape)} ${members}`;
    const found = this.slotsOf.get(key);
    if (!found && members > 0) {
      this.slotsOf.set(key, []);
      void this.client.slots({ formation: shape, count: members }).then((flat) => {
        if (flat) {
          this.slotsOf.set(key, Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k]!, flat[2 * k + 1]!]));
          this.studio.onFrame();
        }
      });
    }
    return found ?? [];
  }

  // --------------------------------------------------------------------------------------------------------------- paths

  /** What the selection follows already, if all of it follows the same: as it was drawn here, or from the points of its routes. */
  private sketchNow(): DrawnStroke[] {
    const { record, time } = this.studio;
    const frame = record?.frames[record.tickAt(time)]?.groups;
    const groups = this.wholeGroups();
    const numbers = new Set(groups.map(({ number, order }) => (frame && order === STROKE_ORDER ? frame.sketches[frame.numbers.indexOf(number)] : 0)));
    const [sketch] = numbers;
    if (groups.length === 0 || numbers.size !== 1 || !sketch) {
      return [];
    }
    const pick = (command: GroupCommand) => (command.kind === 'order' && !command.queued ? command.strokes ?? null : undefined);
    const { name } = groups[0]!;
    const told = this.lastTold(name, pick) ?? this.lastTold(name.replace(/\.\d+$/, ''), pick);
    return told ?? strokesOf(record!.sketches[sketch - 1]!.routes);
  }

  /** What a stroke would mean, as it is drawn. One question at a time: of those that come meanwhile the last is asked. */
  preview(stroke: DrawnStroke, show: (preview: SketchPreview) => void): void {
    if (this.sketching) {
      this.nextSketch = () => this.preview(stroke, show);
      return;
    }
    this.sketching = true;
    this.nextSketch = null;
    void this.client.sketch({ strokes: [...this.sketchNow(), stroke], radius: this.studio.state.stage?.radius ?? 0.25, whole: false }).then((preview) => {
      this.sketching = false;
      if (preview) {
        show(preview);
      }
      this.nextSketch?.();
    });
  }

  /** A stroke that is finished: a path for the selection, or a branch of the one it follows. A click is a place. */
  async draw(stroke: DrawnStroke, place: Place): Promise<SketchPreview | null> {
    this.nextSketch = null;
    const before = this.sketchNow();
    const preview = await this.client.sketch({ strokes: [...before, stroke], radius: this.studio.state.stage?.radius ?? 0.25, whole: true });
    if (!preview) {
      return null;
    }
    if (stroke.points.length < 2 || preview.isClick) {
      this.go(place, 'go');
      return null;
    }
    const isBranch = before.length > 0 && preview.joined.at(-1) === true;
    const strokes = isBranch ? [...before, stroke] : [stroke];
    this.order(isBranch ? 'part along another branch' : 'follow a path', () => ({ order: 'stroke', strokes }));
    const left = preview.blocked.length;
    if (left > 0) {
      this.studio.set({ notice: `${count(left, 'point')} of the path ${left === 1 ? 'lies' : 'lie'} in walls and ${left === 1 ? 'is' : 'are'} left out.` });
    }
    return preview;
  }

  // ------------------------------------------------------------------------------------------------------------------ log

  get canTakeBack(): boolean {
    return this.state.told.length > 0;
  }

  /** Back to the moment of the last order, without it. */
  takeBack(): void {
    const { run } = this.studio.state;
    const list = this.told.get(run) ?? [];
    const last = list.at(-1);
    if (last) {
      this.told.set(run, list.slice(0, -1));
      this.studio.takeBack(last.tick, last.ids);
      this.showTold();
    }
  }
}

/** Routes as strokes in pixels of a millimetre: the first one whole, of each other what it does not share with those before. */
export function strokesOf(routes: readonly Float32Array[]): DrawnStroke[] {
  const lines = routes.map((route) => Array.from({ length: route.length / 2 }, (_, k): Point => [1000 * route[2 * k]!, 1000 * route[2 * k + 1]!]));
  const drawn = new Set<string>();
  return lines.flatMap((line, k): DrawnStroke[] => {
    const own = k === 0 ? 0 : line.findIndex((p) => !drawn.has(String(p)));
    line.forEach((p) => drawn.add(String(p)));
    return own < 0 || line.length < 2 ? [] : [{ points: line.slice(Math.max(0, own - 1)), rows: MILLIMETRES }];
  });
}

/** They look across a line, away from where they come from; into an outline along the way there. */
function faceOf(kind: 'curve' | 'outline', line: readonly Point[], middle: Point, from: Point): Point {
  const way: Point = [middle[0] - from[0], middle[1] - from[1]];
  const [a, b] = [line[0]!, line.at(-1)!];
  const across: Point = [-(b[1] - a[1]), b[0] - a[0]];
  const size = Math.hypot(...across);
  if (kind === 'curve' && size > 1e-6) {
    const side = across[0] * way[0] + across[1] * way[1] < 0 ? -1 : 1;
    return [(side * across[0]) / size, (side * across[1]) / size];
  }
  const length = Math.hypot(...way);
  return length > 1e-6 ? [way[0] / length, way[1] / length] : [1, 0];
}
