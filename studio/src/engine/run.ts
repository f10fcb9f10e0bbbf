// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// One run of a scenario, which can be brought back to any of its ticks: by the nearest checkpoint, and what was commanded since.
import { BehaviorKind, type AgentId, type Crowd, type OrderLog, type ShapeDef, type ShapeId, type Simulation, type Stop, type Wayfield, type World } from 'wayfield';
import { GroupTrack } from './groups.ts';
import { isGroupCommand, perform, type Names } from './orders.ts';
import type { Command, Outcome } from './protocol.ts';

export interface Source {
  name: string;
  text: string;
  scene?: { name: string; agents: number };
  /** A log of orders, instead of those in the scenario. */
  orders?: string;
}

interface Timed {
  tick: number;
  command: Command;
}

interface Checkpoint {
  tick: number;
  bytes: Uint8Array;
  /** What groups were told until then, and what they will be: the log of a scenario. Null: the scene has no file. */
  log: Uint8Array | null;
  /** Of groups of scenes without a file, in the order of the log. */
  names: string[];
}

const LOG_FILE = 'orders of this run.json';

export function readSource(wf: Wayfield, source: Source, log: Uint8Array | null = null): Simulation {
  if (source.scene) {
    return wf.createCrowdScene({ name: source.scene.name, agents: source.scene.agents });
  }
  const given = log ?? (source.orders !== undefined ? new TextEncoder().encode(source.orders) : null);
  if (given) {
    wf.files.set(LOG_FILE, given);
  }
  return wf.readSimulationFromMemory(source.name, new TextEncoder().encode(source.text), given ? { orders: LOG_FILE } : {});
}

const CHECKPOINT_SECONDS = 5;
/** Bytes of checkpoints of a run: beyond, every second one is dropped. */
const CHECKPOINT_BYTES = 256 << 20;

/** A simulation at a tick, with what was done to it so far. */
export class Live {
  readonly crowd: Crowd;
  tick = 0;
  /** What groups are told is noted here. */
  readonly log: OrderLog;
  /** What became of commands since somebody asked. */
  outcomes: Outcome[] = [];
  private readonly names: Names = { made: [] };
  private done = 0; // commands
  private pushes: { until: number; serial: number }[] = [];

  constructor(
    private readonly wf: Wayfield,
    readonly simulation: Simulation,
    private readonly commands: readonly Timed[],
  ) {
    this.crowd = simulation.crowd!;
    this.log = simulation.orders ?? wf.createOrderLog();
  }

  destroy(): void {
    if (!this.simulation.orders) {
      this.log.destroy();
    }
    this.simulation.destroy();
  }

  get world(): World | null {
    return this.simulation.world;
  }

  find(serial: number): AgentId | null {
    const frame = this.crowd.getFrame();
    const index = frame.serials ? frame.serials.indexOf(serial) : -1;
    return index < 0 ? null : { index1: frame.ids![2 * index]!, generation: frame.ids![2 * index + 1]! };
  }

  /** Where somebody was sent last, by hand. */
  sent(serial: number): Command | undefined {
    return this.commands.filter(({ tick, command }) => tick <= this.tick && command.kind === 'send' && command.serials.includes(serial)).at(-1)?.command;
  }

  /** Everything that is commanded at the present tick. Called before each tick, and before anybody looks. */
  obey(): void {
    this.pushes = this.pushes.filter(({ until, serial }) => {
      if (this.tick < until) {
        return true;
      }
      const id = this.find(serial);
      if (id) {
        this.crowd.setPreferredVelocity(id, null);
      }
      return false;
    });
    while (this.done < this.commands.length && this.commands[this.done]!.tick <= this.tick) {
      const { command } = this.commands[this.done++]!;
      if (isGroupCommand(command)) {
        this.outcomes.push(perform(this.wf, this, command, this.names));
      } else {
        this.apply(command);
      }
    }
  }

  step(): void {
    this.obey();
    this.crowd.tick();
    this.log.give(this.crowd);
    this.tick += 1;
  }

  /** Nobody is told anything more at this tick. */
  save(): Checkpoint {
    return { tick: this.tick, bytes: this.crowd.save(), log: this.simulation.orders ? this.writeLog() : null, names: [...this.names.made] };
  }

  writeLog(): Uint8Array {
    this.wf.writeOrderLog(LOG_FILE, this.log, this.simulation.name || null);
    return this.wf.files.get(LOG_FILE)!;
  }

  /** Continue from a checkpoint, with its log read: what had been added to the crowd before must be there first. */
  restore(checkpoint: Checkpoint): void {
    for (; this.done < this.commands.length && this.commands[this.done]!.tick < checkpoint.tick; ++this.done) {
      const { tick, command } = this.commands[this.done]!;
      if (command.kind === 'world') {
        this.editWorld(command.text);
      } else if (command.kind === 'pull') {
        this.addPull(command.v, command.epsilon);
      } else if (command.kind === 'personality') {
        this.addPersonality(command.name);
      } else if (command.kind === 'push') {
        this.pushes.push({ until: tick + command.ticks, serial: command.serial });
      }
    }
    this.crowd.restore(checkpoint.bytes);
    this.tick = checkpoint.tick;
    if (checkpoint.log) {
      this.log.resume(this.crowd);
    } else {
      this.nameAgain(checkpoint.names);
    }
    this.pushes = this.pushes.filter((p) => p.until > this.tick || this.find(p.serial) !== null);
  }

  private addPull(v: [number, number], epsilon: number) {
    return this.crowd.addBehavior({ kind: BehaviorKind.constantBehavior, v: { x: v[0], y: v[1], z: 0 }, epsilon });
  }

  /** Names have the same numbers as before; groups keep what they carry. */
  private nameAgain(names: readonly string[]): void {
    const ids = this.crowd.getGroupIds();
    const carried = ids.map((id) => this.crowd.getGroup(id).userData);
    if (ids.length > 0) {
      names.forEach((name) => this.log.nameGroup(this.crowd, ids[0]!, name));
    }
    ids.forEach((id, k) => this.crowd.setGroupUserData(id, carried[k]!));
    this.names.made = [...names];
  }

  private addPersonality(name: string) {
    const changed = this.wf.applyPersonality(name, {}, {}, {});
    const style = this.crowd.addStyle(changed.style);
    const behavior = this.crowd.addBehavior(changed.behavior);
    const onSight = changed.onSight.kind === BehaviorKind.harmonicBehavior ? { index1: 0 } : this.crowd.addBehavior(changed.onSight);
    return { style, behavior, onSight, factor: changed.speedFactor };
  }

  private apply(command: Command): void {
    const { crowd } = this;
    switch (command.kind) {
      case 'send': {
        const stop = this.makeStop(command.to, command.goal);
        for (const serial of command.serials) {
          const id = this.find(serial);
          if (id) {
            crowd.setStops(id, [stop]);
          }
        }
        break;
      }
      case 'push': {
        const id = this.find(command.serial);
        if (id) {
          const [x, y, z] = command.velocity;
          crowd.setPreferredVelocity(id, { x, y, z });
          this.pushes.push({ until: this.tick + command.ticks, serial: command.serial });
        }
        break;
      }
      case 'pull': {
        const behavior = this.addPull(command.v, command.epsilon);
        const id = this.find(command.serial);
        if (id) {
          crowd.setBehavior(id, behavior, { index1: 0 });
        }
        break;
      }
      case 'personality': {
        const made = this.addPersonality(command.name);
        const id = this.find(command.serial);
        if (id) {
          crowd.setStyle(id, made.style);
          crowd.setBehavior(id, made.behavior, made.onSight);
          crowd.setDesiredSpeed(id, crowd.getAgent(id).desiredSpeed * made.factor);
        }
        break;
      }
      case 'speed': {
        const id = this.find(command.serial);
        if (id) {
          crowd.setDesiredSpeed(id, command.speed);
        }
        break;
      }
      case 'world':
        this.editWorld(command.text);
        break;
      default:
    }
  }

  private makeStop(to: [number, number, number], goal: number | undefined): Stop {
    const ids = this.world?.getGoalIds() ?? [];
    return goal !== undefined && ids[goal] ? this.wf.makeGoalStop(ids[goal]) : this.wf.makePointStop({ x: to[0], y: to[1], z: to[2] });
  }

  /** The shapes of another version of the scenario instead of the present ones, where they differ. */
  private editWorld(text: string): void {
    const world = this.world;
    if (!world) {
      return;
    }
    const other = this.wf.readScenarioFromMemory('edited.json', new TextEncoder().encode(text));
    try {
      replaceShapes(world, other.world!);
    } finally {
      other.destroy();
    }
  }
}

const keyOf = (shape: ShapeDef): string => JSON.stringify(shape, (_, value: unknown) => (ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value));

function replaceShapes(world: World, other: World): void {
  const wanted = other.getShapeIds().map((id) => other.getShape(id));
  const left = new Map<string, ShapeId[]>();
  for (const id of world.getShapeIds()) {
    const key = keyOf(world.getShape(id));
    left.set(key, [...(left.get(key) ?? []), id]);
  }
  const missing = wanted.filter((shape) => !left.get(keyOf(shape))?.pop());
  [...left.values()].flat().forEach((id) => world.removeShape(id));
  missing.forEach((shape) => world.addShape(shape));
}

function outcomesOf(live: Live, commands: readonly Command[]): Outcome[] {
  const wanted = new Set(commands.map((command) => command.id));
  return live.outcomes.filter(({ id }) => wanted.has(id));
}

export class Run {
  readonly commands: Timed[] = [];
  private checkpoints: Checkpoint[] = [];
  private stride: number;
  private bytes = 0;
  live: Live;
  /** The state at some tick that somebody looked at. */
  private probe: Live | null = null;
  track: GroupTrack;

  constructor(
    private readonly wf: Wayfield,
    readonly number: number,
    readonly source: Source,
    commands: Timed[],
  ) {
    this.commands.push(...commands);
    this.live = new Live(wf, readSource(wf, source), this.commands);
    this.stride = Math.max(1, Math.round(CHECKPOINT_SECONDS / this.live.crowd.getDef().tickSeconds!));
    this.track = new GroupTrack(wf);
  }

  get simulation(): Simulation {
    return this.live.simulation;
  }

  step(): void {
    this.live.step();
    if (this.live.tick % this.stride === 0) {
      this.keep(this.live.save());
    }
  }

  private keep(checkpoint: Checkpoint): void {
    this.checkpoints.push(checkpoint);
    this.bytes += checkpoint.bytes.length;
    if (this.bytes > CHECKPOINT_BYTES && this.checkpoints.length > 2) {
      this.checkpoints = this.checkpoints.filter((_, i) => i % 2 === 1);
      this.bytes = this.checkpoints.reduce((sum, c) => sum + c.bytes.length, 0);
      this.stride *= 2;
    }
  }

  /** Bring a simulation of this run to a tick, from the nearest checkpoint before it. */
  private bring(live: Live, tick: number): Live {
    const before = this.checkpoints.filter((c) => c.tick <= tick).at(-1);
    if (live.tick > tick || (before && before.tick > live.tick)) {
      // What was added to a crowd cannot be taken away again: begin with a new one.
      const fresh = new Live(this.wf, readSource(this.wf, this.source, before?.log), this.commands);
      live.destroy();
      live = fresh;
      if (before) {
        live.restore(before);
      }
    }
    while (live.tick < tick) {
      live.step();
    }
    live.obey();
    return live;
  }

  /** The state at a tick, beside the one that goes on. */
  at(tick: number): Live {
    this.probe ??= new Live(this.wf, readSource(this.wf, this.source), this.commands);
    this.probe = this.bring(this.probe, tick);
    return this.probe;
  }

  /** A run that shares this one up to a tick, and is told more there. */
  fork(number: number, tick: number, commands: Command[]): { run: Run; outcomes: Outcome[] } {
    const shared = this.commands.filter((c) => c.tick < tick);
    const here = this.commands.filter((c) => c.tick === tick);
    const run = new Run(this.wf, number, this.source, [...shared, ...here, ...commands.map((command) => ({ tick, command }))]);
    run.checkpoints = this.checkpoints.filter((c) => c.tick <= tick);
    run.bytes = run.checkpoints.reduce((sum, c) => sum + c.bytes.length, 0);
    run.live = run.bring(run.live, tick);
    run.track = this.track.until(tick, run.live.log);
    return { run, outcomes: outcomesOf(run.live, commands) };
  }

  /** More is told at a tick, and some of what was told not: what comes later is dropped. */
  amend(tick: number, commands: Command[], without: readonly number[]): Outcome[] {
    const kept = this.commands.filter((c) => c.tick <= tick && !(c.command.id !== undefined && without.includes(c.command.id)));
    const same = kept.length === this.commands.length;
    this.commands.splice(0, this.commands.length, ...kept, ...commands.map((command) => ({ tick, command })));
    this.checkpoints = this.checkpoints.filter((c) => c.tick <= tick);
    this.bytes = this.checkpoints.reduce((sum, c) => sum + c.bytes.length, 0);
    this.probe?.destroy();
    this.probe = null;
    this.live.outcomes = [];
    if (!same) {
      this.live.tick = Infinity; // it has done what is taken back
    }
    this.live = this.bring(this.live, tick);
    this.track = this.track.until(tick, this.live.log);
    return outcomesOf(this.live, commands);
  }

  destroy(): void {
    this.live.destroy();
    this.probe?.destroy();
    this.probe = null;
    this.checkpoints = [];
  }
}
