// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the studio is doing: scenes, runs, time, edits. It knows neither the screen nor how anything is drawn.
import type { AgentView, Command, FieldView, FromWorker, GroupCommand, Outcome, Refusal, Stage } from '../engine/protocol.ts';
import { Client } from './client.ts';
import { differInWorldOnly, fromValue, parse, type Document } from './document.ts';
import { findEntry, type GalleryEntry } from './gallery.ts';
import { History } from './history.ts';
import type { JsonObject, Path } from './json.ts';
import { Commander, type CommandState, initialCommandState } from './command.ts';
import { RunRecord } from './record.ts';
import type { Recording } from './recording.ts';
import { Store } from './store.ts';

export type Tool = 'select' | 'wall' | 'box' | 'disc' | 'polygon' | 'goal' | 'people' | 'measure';
/** What is measured over all the time until now, on the ground. */
export type GroundMap = 'none' | 'density' | 'speed';
export type ColorBy = 'group' | 'speed' | 'waiting';

export interface Layers {
  trails: boolean;
  density: boolean;
  field: boolean;
  contours: boolean;
  streamlines: boolean;
  footprints: boolean;
  circles: boolean;
  arrows: boolean;
  jams: boolean;
  names: boolean;
  groups: boolean;
}

export interface State {
  phase: 'starting' | 'loading' | 'showing';
  machine: string;
  stage: Stage | null;
  run: number;
  /** Runs that can be compared, the present one among them. */
  runs: number[];
  ended: boolean;
  /** The last tick computed, told a few times a second. */
  head: number;
  playing: boolean;
  speed: number;
  followed: boolean;
  selected: number;
  agent: AgentView | null;
  mode: 'watch' | 'command' | 'edit';
  view: '2d' | '3d';
  theme: 'light' | 'dark';
  tool: Tool;
  part: Path | null;
  layers: Layers;
  colorBy: ColorBy;
  map: GroundMap;
  goal: number;
  haste: number;
  field: FieldView | null;
  document: Document;
  /** A recording: it can be watched and measured, but what happened cannot be changed. */
  recorded: boolean;
  canEdit: boolean;
  canUndo: boolean;
  canRedo: boolean;
  refusal: Refusal | null;
  notice: string | null;
  dialog: 'gallery' | 'keys' | 'share' | null;
  hints: boolean;
  sceneId: string;
  sending: boolean;
  /** Lines that were drawn to be counted through. */
  measured: [[number, number], [number, number]][];
  panel: 'scene' | 'numbers' | 'command' | 'edit';
  /** The run that is shown beside the present one; 0: none. */
  beside: number;
  command: CommandState;
}

/** A run that was watched for so long is kept when the scenario is edited. */
const SEEN_SECONDS = 5;
const AHEAD_SECONDS = 12; // simulated ahead of what is shown, at normal speed
const COMMANDED_AHEAD_SECONDS = 1; // what is computed before an order is given is computed again after it
const MOST_RUNS = 5;
const MOST_BYTES = 700 << 20; // of frames of all runs

const noLayers: Layers = { trails: true, density: false, field: false, contours: true, streamlines: false, footprints: true, circles: false, arrows: false, jams: false, names: true, groups: true };

export const initialState: State = {
  phase: 'starting', machine: '', stage: null, run: 0, runs: [], ended: false, head: 0, playing: true, speed: 1, followed: false, selected: 0, agent: null, mode: 'watch', view: '2d',
  theme: 'light', tool: 'select', part: null, layers: noLayers, colorBy: 'group', map: 'none', goal: 0, haste: 0, field: null, document: parse(''), recorded: false, canEdit: false, canUndo: false, canRedo: false,
  refusal: null, notice: null, dialog: null, hints: false, sceneId: '', sending: false, measured: [], panel: 'scene', beside: 0, command: initialCommandState,
};

export class Studio {
  readonly store = new Store<State>(initialState);
  readonly records = new Map<number, RunRecord>();
  /** Simulated seconds that are shown. */
  time = 0;
  /** The latest time of this run that was shown. */
  private seen = 0;
  onFrame: () => void = () => {};
  private client: Client;
  private nextRun = 1;
  private history = new History<Document>(parse(''));
  private source: { name: string; text: string; scene?: { name: string; agents: number }; orders?: string } = { name: '', text: '' };
  private files: [string, Uint8Array][] = [];
  private asked = { field: 0, inspect: 0 };
  private pending: { run: number; label: string; parent: number | null; tick: number; keepView: boolean } | null = null;
  private horizon = -1;
  /** Orders on their way to the worker: time stands at this tick until they are taken. */
  private amending: number | null = null;
  readonly commander: Commander;
  private lookTimer = 0;
  private headTimer = 0;
  onOpened: (stage: Stage, keepView: boolean) => void = () => {};
  onEdited: (document: Document) => void = () => {};

  constructor(worker: Worker, wasm: ArrayBuffer) {
    this.client = new Client(worker, (message) => this.hear(message));
    this.client.send({ type: 'start', wasm }, [wasm]);
    this.commander = new Commander(this, this.client);
  }

  get state(): State {
    return this.store.get();
  }

  get record(): RunRecord | null {
    return this.records.get(this.state.run) ?? null;
  }

  get tick(): number {
    return this.record?.tickAt(this.time) ?? 0;
  }

  set(change: Partial<State>): void {
    this.store.set(change);
  }

  // -------------------------------------------------------------------------------------------------------------- worker

  private hear(message: FromWorker): void {
    switch (message.type) {
      case 'ready':
        return this.set({ machine: `Wayfield ${message.version}, ${message.simd}` });
      case 'opened':
        return this.opened(message.run, message.stage, message.forkedAt, message.outcomes);
      case 'amended':
        return this.amended(message.run, message.tick, message.outcomes);
      case 'refused':
        this.pending = null;
        return this.set({ refusal: message.refusal, phase: this.state.stage ? 'showing' : 'loading', notice: message.refusal.message });
      case 'batch':
        this.records.get(message.batch.run)?.add(message.batch);
        return this.onFrame();
      case 'state': {
        const record = this.records.get(message.run);
        if (record) {
          record.ended = message.ended;
        }
        if (message.run === this.state.run) {
          this.set({ ended: message.ended });
          this.tellHead();
          this.onFrame();
        }
        return undefined;
      }
      case 'failed':
        return this.set({ notice: message.message, phase: this.state.stage ? 'showing' : 'loading' });
      default:
        return undefined;
    }
  }

  private tellHead(): void {
    this.headTimer ||= window.setTimeout(() => {
      this.headTimer = 0;
      this.set({ head: this.record?.head ?? 0 });
    }, 150);
  }

  private opened(run: number, stage: Stage, forkedAt: number, outcomes: Outcome[]): void {
    const pending = this.pending?.run === run ? this.pending : null;
    const parent = pending?.parent ?? null;
    const from = forkedAt > 0 && parent !== null ? this.records.get(parent) : undefined;
    const label = pending?.label ?? 'run';
    this.records.set(run, from ? RunRecord.fork(from, run, stage, label, forkedAt) : new RunRecord(run, stage, label, parent, 0));
    this.pending = null;
    this.horizon = -1;
    this.time = this.seen = forkedAt * stage.tickSeconds;
    const keepView = pending?.keepView ?? false;
    const runs = keepView ? [...this.state.runs, run] : [run];
    [...this.records.keys()].filter((number) => !runs.includes(number)).forEach((number) => this.forget(number));
    this.set({
      phase: 'showing', stage, run, runs, ended: false, refusal: null, goal: Math.min(this.state.goal, Math.max(0, stage.goals.length - 1)), field: null, agent: null,
      ...(keepView ? {} : { selected: 0, followed: false, playing: true, measured: [] }), ...(runs.includes(this.state.beside) ? {} : { beside: 0 }),
    });
    this.amending = null;
    this.commander.opened(run, from ? parent : null, forkedAt, keepView);
    this.commander.heard(outcomes);
    this.dropOldRuns();
    this.onOpened(stage, keepView);
    this.lookAgain();
    this.onFrame();
  }

  private amended(run: number, tick: number, outcomes: Outcome[]): void {
    const record = this.records.get(run);
    if (record) {
      record.overtake(tick);
      record.ended = false;
    }
    if (run === this.state.run) {
      this.horizon = -1;
      this.amending = null;
      this.seen = Math.min(this.seen, tick * (record?.tickSeconds ?? 0));
      this.set({ ended: false });
      this.commander.heard(outcomes);
      this.onFrame();
    }
  }

  private forget(run: number): void {
    this.records.delete(run);
    this.commander.forget(run);
    this.client.send({ type: 'forget', run });
  }

  private dropOldRuns(): void {
    const bytes = () => [...this.records.values()].reduce((sum, record) => sum + record.bytes, 0);
    let runs = this.state.runs;
    while (runs.length > 1 && (runs.length > MOST_RUNS || bytes() > MOST_BYTES)) {
      const oldest = runs.find((run) => run !== this.state.run)!;
      this.forget(oldest);
      runs = runs.filter((run) => run !== oldest);
    }
    this.set({ runs, ...(runs.includes(this.state.beside) ? {} : { beside: 0 }) });
  }

  dropRun(run: number): void {
    if (run !== this.state.run) {
      this.forget(run);
      this.set({ runs: this.state.runs.filter((other) => other !== run), ...(this.state.beside === run ? { beside: 0 } : {}) });
    }
  }

  /** Another run beside the present one, at the same time and from the same place. */
  compare(run: number): void {
    this.set({ beside: run === this.state.run ? 0 : run });
    this.onFrame();
  }

  // --------------------------------------------------------------------------------------------------------------- scenes

  openEntry(entry: GalleryEntry): void {
    this.files = [];
    const document = parse(entry.text);
    this.history = new History(document);
    this.source = { name: `${entry.id}.json`, text: entry.text, ...(entry.scene ? { scene: entry.scene } : {}) };
    this.set({ sceneId: entry.id, document, recorded: false, canEdit: !entry.scene && document.value !== null, canUndo: false, canRedo: false, part: null, tool: 'select', dialog: null, mode: 'watch', panel: 'scene', speed: 1, beside: 0 });
    this.start('run 1', null, false);
  }

  openById(id: string): boolean {
    const entry = findEntry(id);
    if (entry) {
      this.openEntry(entry);
    }
    return entry !== undefined;
  }

  /** A scenario, or another file of the world, under its own name. */
  openText(name: string, text: string, files: [string, Uint8Array][] = []): void {
    this.files = files;
    const document = parse(text);
    this.history = new History(document);
    this.source = { name, text };
    this.set({ sceneId: '', document, recorded: false, canEdit: document.value !== null, canUndo: false, canRedo: false, part: null, dialog: null, mode: 'watch', panel: 'scene', speed: 1, beside: 0 });
    this.start('run 1', null, false);
  }

  openRecording(name: string, { stage, batch }: Recording): void {
    const run = this.nextRun++;
    this.files = [];
    this.history = new History(parse(''));
    this.source = { name, text: '' };
    this.pending = { run, label: name, parent: null, tick: 0, keepView: false };
    this.set({ sceneId: '', document: parse(''), recorded: true, canEdit: false, canUndo: false, canRedo: false, part: null, tool: 'select', dialog: null, mode: 'watch', panel: 'scene', speed: 1, beside: 0, notice: stage.warnings[0] ?? null });
    this.opened(run, stage, 0, []);
    const record = this.records.get(run)!;
    record.add({ run, ...batch });
    record.ended = true;
    this.set({ ended: true, head: record.head });
    this.onFrame();
  }

  /** The present scene with other orders: as a log says. */
  openOrders(text: string): void {
    this.source = { ...this.source, orders: text };
    this.start(`log, run ${this.nextRun}`, this.state.run, true);
  }

  private start(label: string, parent: number | null, keepView: boolean): void {
    const run = this.nextRun++;
    this.pending = { run, label, parent, tick: 0, keepView };
    this.set({ phase: this.state.stage ? this.state.phase : 'loading', refusal: null, notice: null });
    this.client.send({ type: 'open', run, ...this.source, files: this.files });
    this.files = [];
  }

  /** The same scene from the beginning, as another run. */
  restart(): void {
    if (this.state.recorded) {
      return;
    }
    this.start(`run ${this.nextRun}`, this.state.run, true);
  }

  // ----------------------------------------------------------------------------------------------------------------- time

  play(playing = !this.state.playing): void {
    if (playing && this.record?.ended && this.time >= this.record.duration) {
      this.time = 0;
    }
    this.set({ playing });
    this.onFrame();
  }

  seek(time: number): void {
    this.time = Math.max(0, Math.min(this.record?.duration ?? 0, time));
    this.seen = Math.max(this.seen, this.time);
    this.store.poke();
    this.lookSoon();
    this.onFrame();
  }

  step(ticks: number): void {
    const record = this.record;
    if (record) {
      this.set({ playing: false });
      this.ask((this.tick + ticks + 1) * record.tickSeconds);
      this.seek((this.tick + ticks) * record.tickSeconds);
    }
  }

  /** Called for each picture: the time that passed since the last one, in seconds. Says whether more pictures are needed. */
  advance(seconds: number): boolean {
    const record = this.record;
    if (!record) {
      return false;
    }
    const { playing, speed } = this.state;
    if (playing) {
      const until = this.amending === null ? record.duration : Math.min(record.duration, this.amending * record.tickSeconds);
      this.time = Math.max(this.time, Math.min(until, this.time + Math.min(seconds, 0.1) * speed));
      this.seen = Math.max(this.seen, this.time);
      if (record.ended && this.time >= record.duration) {
        this.set({ playing: false });
        this.lookSoon();
      }
    }
    if (this.amending === null) {
      this.ask(this.time + (this.state.mode === 'command' ? COMMANDED_AHEAD_SECONDS : AHEAD_SECONDS) * Math.max(1, speed));
    }
    return this.state.playing;
  }

  /** Have everything computed until a time. */
  private ask(time: number): void {
    const record = this.record;
    const tick = record ? Math.ceil(time / record.tickSeconds) : 0;
    // A little at a time, so that not every picture sends a message.
    const least = this.state.mode === 'command' ? 1 : 6;
    if (record && !record.ended && (tick >= this.horizon + least || this.horizon < 0)) {
      this.horizon = tick;
      this.client.send({ type: 'horizon', run: this.state.run, tick });
    }
  }

  computeAll(): void {
    this.ask(this.record ? this.record.stage.seconds + 1 : 0);
  }

  // ------------------------------------------------------------------------------------------------------------- commands

  /** What is told now changes the run from here on: it forks. */
  command(commands: Command[], label: string): void {
    const record = this.record;
    if (!record) {
      return;
    }
    if (this.state.recorded) {
      this.set({ notice: 'This is a recording: what happened cannot be changed.' });
      return;
    }
    this.commander.touched(this.nextRun);
    this.fork(commands, label);
  }

  /** Whether what is shown has been overtaken: somebody has gone back. */
  get isPast(): boolean {
    return this.record !== null && Math.ceil(this.time / this.record.tickSeconds - 1e-6) < Math.ceil(this.seen / this.record.tickSeconds - 1e-6);
  }

  /** The tick at which an order counts: the next one that nobody has seen yet. */
  get orderTick(): number {
    const record = this.record;
    return record ? Math.min(record.head, Math.ceil(this.time / record.tickSeconds - 1e-6)) : 0;
  }

  /** Groups are told something. The run goes on with it from here; in the past it forks. `told`: numbers of orders, for the list. */
  tell(commands: GroupCommand[], label: string): number[] {
    const record = this.record;
    if (!record || commands.length === 0) {
      return [];
    }
    if (this.state.recorded) {
      this.set({ notice: 'This is a recording: what happened cannot be changed.' });
      return [];
    }
    if (this.pending) {
      this.set({ notice: 'One moment: another run is about to begin.' });
      return [];
    }
    const numbered = commands.map((command) => ({ ...command, id: ++this.lastId }));
    const ids = numbered.map(({ id }) => id);
    if (this.isPast) {
      this.fork(numbered, label);
    } else {
      this.amend(this.orderTick, numbered, []);
    }
    return ids;
  }

  private lastId = 0;

  private amend(tick: number, commands: Command[], without: number[]): void {
    this.amending = tick;
    this.client.send({ type: 'amend', run: this.state.run, tick, commands, without });
    this.onFrame();
  }

  /** Back to a moment, without what was told there. */
  takeBack(tick: number, ids: number[]): void {
    const record = this.record;
    if (record) {
      this.time = Math.min(this.time, tick * record.tickSeconds);
      this.seen = this.time;
      this.amend(tick, [], ids);
    }
  }

  log(): Promise<string | null> {
    return this.client.log(this.record ? Math.max(this.tick, this.record.head) : 0);
  }

  private fork(commands: Command[], label: string): void {
    const record = this.record!;
    const run = this.nextRun++;
    const tick = this.tick;
    this.pending = { run, label: `${label} at ${(tick * record.tickSeconds).toFixed(1)} s`, parent: record.number, tick, keepView: true };
    this.client.send({ type: 'fork', run, from: record.number, tick, commands });
  }

  select(serial: number): void {
    this.set({ selected: serial, agent: null, followed: serial > 0 && this.state.followed, sending: false, panel: serial > 0 && this.state.mode === 'watch' ? 'scene' : this.state.panel });
    void this.look();
    this.onFrame();
  }

  private lookSoon(): void {
    window.clearTimeout(this.lookTimer);
    this.lookTimer = window.setTimeout(() => void this.look(), 120);
  }

  lookAgain(): void {
    void this.look();
    if (this.state.layers.field) {
      void this.showField();
    }
  }

  /** Ask for everything about the selected agent, at the tick that is shown. */
  async look(): Promise<void> {
    const { selected, run } = this.state;
    if (selected === 0 || this.state.recorded) {
      return;
    }
    const ask = ++this.asked.inspect;
    const agent = await this.client.inspect({ tick: this.tick, serial: selected });
    if (ask === this.asked.inspect && run === this.state.run) {
      this.set({ agent });
      this.onFrame();
    }
  }

  async showField(): Promise<void> {
    const ask = ++this.asked.field;
    const { goal, haste, run, layers } = this.state;
    const field = await this.client.field({ goal, haste, streamlines: layers.streamlines ? 150 : 0 });
    if (ask === this.asked.field && run === this.state.run) {
      this.set({ field });
      this.onFrame();
    }
  }

  setLayer(layer: keyof Layers, on: boolean): void {
    this.set({ layers: { ...this.state.layers, [layer]: on }, ...(layer === 'density' ? { map: 'none' } : {}) });
    if (on && (layer === 'field' || layer === 'streamlines')) {
      void this.showField();
    }
    this.onFrame();
  }

  /** Those on foot, until the time shown, as figures that walk; null where there are none. */
  figures(): Promise<Uint8Array | null> {
    const steps = this.record?.steps.until(this.time);
    return steps && steps.all.length > 0 ? this.client.figures({ name: this.state.stage!.name, feet: steps.numbers(), bodies: steps.bodyNumbers() }) : Promise.resolve(null);
  }

  hash(): Promise<string | null> {
    return this.state.recorded ? Promise.resolve(null) : this.client.hash(this.tick);
  }

  // ---------------------------------------------------------------------------------------------------------------- edits

  get sourceName(): string {
    return this.source.name;
  }

  /** Another version of the scenario. With a `gesture` it becomes one step of the history together with others of it. */
  edit(value: JsonObject, gesture: string | null = null): void {
    this.history.push(fromValue(value), gesture);
    this.showDocument();
  }

  editText(text: string): void {
    this.history.push(parse(text), 'typing');
    this.showDocument();
  }

  undo(): void {
    if (this.history.undo()) {
      this.showDocument();
      void this.apply();
    }
  }

  redo(): void {
    if (this.history.redo()) {
      this.showDocument();
      void this.apply();
    }
  }

  private showDocument(): void {
    const document = this.history.present;
    this.set({ document, canUndo: this.history.canUndo, canRedo: this.history.canRedo });
    this.onEdited(document);
    this.onFrame();
  }

  /** The edited scenario is read again. Walls change where people are, from the moment that is shown; anything else begins anew. */
  async apply(): Promise<void> {
    const document = this.history.present;
    const before = parse(this.source.text);
    if (document.text === this.source.text) {
      this.set({ refusal: null });
      return;
    }
    const { refusal } = await this.client.check({ name: this.source.name, text: document.text });
    if (document !== this.history.present) {
      return; // edited again meanwhile
    }
    this.set({ refusal });
    if (refusal) {
      return;
    }
    const record = this.record;
    const world = this.tick > 0 && record !== null && record.most > 0 && before.value !== null && document.value !== null && differInWorldOnly(before.value, document.value);
    this.source = { name: this.source.name, text: document.text };
    if (world) {
      this.command([{ kind: 'world', text: document.text }], 'walls changed');
    } else {
      // Runs that were hardly begun are not worth comparing with.
      const stale = record && (record.most === 0 || (!record.ended && this.seen < SEEN_SECONDS)) ? record.number : null;
      this.start(`edited, run ${this.nextRun}`, this.state.run, true);
      if (stale !== null) {
        this.set({ runs: this.state.runs.filter((run) => run !== stale) });
      }
    }
  }
}
