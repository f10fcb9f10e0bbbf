// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The worker: computes ticks ahead of what the page shows, in slices short enough that it answers at once, and rests where nothing is asked.
import { load, WayfieldError, type Simulation, type Wayfield } from 'wayfield';
import { makeFigures } from './figures.ts';
import { BatchMaker, buffersOf } from './batch.ts';
import { FieldMaker, makeGrid, tryTrace } from './fields.ts';
import { inspect } from './inspect.ts';
import { isGroupCommand } from './orders.ts';
import { makeSlots, SketchMaker } from './sketch.ts';
import type { FromWorker, Outcome, Refusal, Stage, ToWorker } from './protocol.ts';
import { RouteMaker } from './routes.ts';
import { readSource, Run, type Source } from './run.ts';
import { lastOrderOf, makeStage } from './stage.ts';

const SLICE = 12; // ms of computing between looks at messages
const SEND_EVERY = 33; // ms
const SEND_BYTES = 4 << 20;
const SECONDS_AFTER_ORDERS = 600;
const SECONDS_AFTER_LOG = 60;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const post = (message: FromWorker, transfer: Transferable[] = []) => scope.postMessage(message, transfer);

/** What was thrown, as the page shows it. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof WayfieldError) {
    return { message: error.message, detail: error.detail ?? error.message, field: error.field ?? '', line: error.line ?? 0, column: error.column ?? 0 };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { message, detail: message, field: '', line: 0, column: 0 };
}

class Engine {
  private run: Run | null = null;
  private readonly kept = new Map<number, Run>();
  private stages = new Map<number, Stage>();
  private horizon = 0;
  private ended = false;
  private batch: BatchMaker | null = null;
  private lastSent = 0;
  private working = false;
  private ticksDone = 0;
  private secondsDone = 0;
  private readonly channel = new MessageChannel();
  private readonly fields: FieldMaker;
  private readonly routes: RouteMaker;
  private readonly sketches: SketchMaker;

  constructor(private readonly wf: Wayfield) {
    this.fields = new FieldMaker(wf);
    this.routes = new RouteMaker(wf);
    this.sketches = new SketchMaker(wf, this.routes);
    this.channel.port1.onmessage = () => this.work();
  }

  // ---------------------------------------------------------------------------------------------------------- messages

  hear(message: ToWorker): void {
    switch (message.type) {
      case 'open':
        message.files.forEach(([name, bytes]) => this.wf.files.set(name, bytes));
        return this.open(message.run, {
          name: message.name, text: message.text, ...(message.scene ? { scene: message.scene } : {}), ...(message.orders !== undefined ? { orders: message.orders } : {}),
        });
      case 'fork':
        return this.fork(message);
      case 'amend':
        return this.amend(message);
      case 'horizon':
        if (message.run === this.run?.number) {
          this.horizon = message.tick;
          this.wake();
        }
        return undefined;
      case 'forget':
        this.kept.get(message.run)?.destroy();
        this.kept.delete(message.run);
        this.stages.delete(message.run);
        return undefined;
      case 'check':
        return this.check(message.ask, { name: message.name, text: message.text });
      case 'field':
        return this.answer(message.ask, () => this.makeField(message.goal, message.haste, message.streamlines));
      case 'inspect':
        return this.answer(message.ask, () => this.inspect(message.tick, message.serial));
      case 'hash':
        return this.answer(message.ask, () => (this.run ? this.run.at(message.tick).crowd.getHash().toString(16).padStart(16, '0') : null));
      case 'figures':
        return this.answer(message.ask, () => makeFigures(this.wf, message.name, message.feet, message.bodies));
      case 'log':
        return this.answer(message.ask, () => (this.run ? new TextDecoder().decode(this.run.at(message.tick).writeLog()) : null));
      case 'slots':
        return this.answer(message.ask, () => makeSlots(this.wf, message.formation, message.count));
      case 'sketch':
        return this.answer(message.ask, () => (this.run ? this.sketches.preview(this.run.simulation.world, message.strokes, message.radius, message.whole, `${this.run.number}`) : null));
      default:
        return undefined;
    }
  }

  private answer(ask: number, make: () => Extract<FromWorker, { type: 'answer' }>['value']): void {
    try {
      post({ type: 'answer', ask, value: make() });
    } catch (error) {
      post({ type: 'answer', ask, value: null });
      post({ type: 'failed', message: toRefusal(error).message });
    }
  }

  private open(number: number, source: Source): void {
    try {
      const run = new Run(this.wf, number, source, []);
      const stage = this.describe(run.simulation, source.text);
      const told = source.orders !== undefined ? lastOrderOf(source.orders) + SECONDS_AFTER_LOG : 0;
      this.begin(run, { ...stage, seconds: Math.max(stage.seconds, told) }, 0);
    } catch (error) {
      post({ type: 'refused', run: number, refusal: toRefusal(error) });
    }
  }

  private fork(message: Extract<ToWorker, { type: 'fork' }>): void {
    try {
      const from = this.kept.get(message.from);
      if (!from) {
        throw new Error('That run is gone; open the scene again.');
      }
      this.flush();
      const { run, outcomes } = from.fork(message.run, message.tick, message.commands);
      const stage = this.describe(run.simulation, run.source.text);
      this.begin(run, { ...stage, groups: this.stages.get(message.from)?.groups ?? stage.groups, agents: this.stages.get(message.from)?.agents ?? stage.agents }, message.tick, outcomes);
    } catch (error) {
      post({ type: 'refused', run: message.run, refusal: toRefusal(error) });
    }
  }

  private amend({ run: number, tick, commands, without }: Extract<ToWorker, { type: 'amend' }>): void {
    const { run } = this;
    if (!run || run.number !== number) {
      return;
    }
    this.flush();
    try {
      const outcomes = run.amend(tick, commands, without);
      post({ type: 'amended', run: number, tick, outcomes });
      this.startBatch(run);
    } catch (error) {
      post({ type: 'failed', message: toRefusal(error).message });
    }
  }

  private check(ask: number, source: Source): void {
    try {
      const simulation = readSource(this.wf, source);
      const stage = this.describe(simulation, source.text);
      simulation.destroy();
      post({ type: 'checked', ask, refusal: null, stage });
    } catch (error) {
      post({ type: 'checked', ask, refusal: toRefusal(error), stage: null });
    }
  }

  // ---------------------------------------------------------------------------------------------------------- computing

  private begin(run: Run, stage: Stage, forkedAt: number, outcomes: Outcome[] = []): void {
    this.flush();
    this.run = run;
    this.kept.set(run.number, run);
    this.stages.set(run.number, stage);
    this.fields.forget();
    this.routes.forget();
    this.ticksDone = this.secondsDone = 0;
    this.batch = null;
    post({ type: 'opened', run: run.number, stage, forkedAt, outcomes });
    this.startBatch(run);
  }

  /** From the tick that the run is at. */
  private startBatch(run: Run): void {
    this.horizon = run.live.tick;
    this.ended = false;
    this.batch = new BatchMaker(this.wf, run.number, run.track);
    this.batch.add(run.live);
    this.flush();
  }

  /** Scenarios without people: the paths from their starts are what they show. */
  private describe(simulation: Simulation, text: string): Stage {
    const stage = makeStage(this.wf, simulation, text);
    if (stage.agents > 0 || !simulation.world || stage.goals.length === 0) {
      return stage;
    }
    const scenario = text === '' ? null : this.wf.readScenarioFromMemory('paths.json', new TextEncoder().encode(text));
    if (!scenario) {
      return stage;
    }
    try {
      const radius = scenario.radius;
      const grid = makeGrid(this.wf, scenario.world!, radius, scenario.cellSize);
      const planner = this.wf.createPlanner(grid, scenario.planner);
      const starts = Array.from(scenario.starts ?? []);
      const paths = scenario.world!.getGoalIds().flatMap((id) => {
        const field = planner.createField(scenario.world!.getGoal(id));
        const lines = starts.map((start) => tryTrace(field, start)).filter((line) => line !== null);
        field.destroy();
        return lines;
      });
      planner.destroy();
      grid.destroy();
      return { ...stage, radius: radius || 0.2, starts: starts.map((p) => [p.x, p.y, 0]), paths };
    } finally {
      scenario.destroy();
    }
  }

  private makeField(goal: number, haste: number, streamlines: number) {
    const { run } = this;
    if (!run) {
      return null;
    }
    const stage = this.stages.get(run.number)!;
    return this.fields.make(run.simulation, stage.radius, goal, haste, streamlines, `${run.number} ${run.simulation.world?.getRevision() ?? 0}`);
  }

  private inspect(tick: number, serial: number) {
    return this.run ? inspect(this.run.at(tick), serial, this.routes, this.run.source.text, String(this.run.number)) : null;
  }

  private wake(): void {
    if (!this.working && this.hasWork()) {
      this.working = true;
      this.channel.port2.postMessage(0);
    }
  }

  private hasWork(): boolean {
    return this.run !== null && !this.ended && this.run.live.tick < this.horizon;
  }

  private work(): void {
    this.working = false;
    const { run } = this;
    if (!run || !this.hasWork()) {
      return;
    }
    const began = performance.now();
    try {
      while (this.hasWork() && performance.now() - began < SLICE) {
        run.step();
        this.ticksDone += 1;
        this.batch!.add(run.live);
        this.ended = (this.stopsWhenDone && run.live.crowd.isDone() && run.live.log.isOver()) || run.live.tick >= this.lastTick();
      }
    } catch (error) {
      this.ended = true;
      post({ type: 'failed', message: toRefusal(error).message });
    }
    const now = performance.now();
    this.secondsDone += (now - began) / 1000;
    if (now - this.lastSent >= SEND_EVERY || this.batch!.bytes > SEND_BYTES || !this.hasWork()) {
      this.flush();
    }
    this.wake();
  }

  /** Who commands may have more to say. */
  private get stopsWhenDone(): boolean {
    return this.run!.simulation.stopWhenDone && !this.run!.commands.some(({ command }) => isGroupCommand(command));
  }

  /** Who is told something has time to do it. */
  private lastTick(): number {
    const stage = this.stages.get(this.run!.number)!;
    const told = this.run!.commands.reduce((last, { tick }) => Math.max(last, tick), -Infinity);
    return Math.max(1, Math.round(stage.seconds / stage.tickSeconds), told + Math.round(SECONDS_AFTER_ORDERS / stage.tickSeconds));
  }

  private flush(): void {
    if (!this.run || !this.batch) {
      return;
    }
    this.lastSent = performance.now();
    if (!this.batch.isEmpty) {
      const batch = this.batch.take();
      post({ type: 'batch', batch }, buffersOf(batch));
    }
    post({
      type: 'state', run: this.run.number, head: this.run.live.tick, ended: this.ended, ticksPerSecond: this.secondsDone > 0 ? this.ticksDone / this.secondsDone : 0,
      bytes: this.wf.byteCount,
    });
  }
}

let started: Promise<Engine> | null = null;

async function start(wasm: ArrayBuffer): Promise<Engine> {
  const wf = await load(wasm);
  const { major, minor, patch } = wf.getVersion();
  post({ type: 'ready', version: `${major}.${minor}.${patch}`, simd: wf.describeSimdLevel(wf.getSimdLevel()) });
  return new Engine(wf);
}

// What comes while the library is being prepared waits for it, in order.
scope.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    if (data.type === 'start') {
      started = start(data.wasm);
      await started;
    } else {
      (await started)?.hear(data);
    }
  } catch (error) {
    post({ type: 'failed', message: toRefusal(error).message });
  }
};
