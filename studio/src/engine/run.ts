// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// One run of a scenario, which can be brought back to any of its ticks: by the nearest checkpoint, and what was commanded since.
import { BehaviorKind, type AgentId, type Crowd, type ShapeDef, type ShapeId, type Simulation, type Stop, type Wayfield, type World } from 'wayfield';
import type { Command } from './protocol.ts';

export interface Source {
  name: string;
  text: string;
  scene?: { name: string; agents: number };
}

interface Timed {
  tick: number;
  command: Command;
}

interface Checkpoint {
  tick: number;
  bytes: Uint8Array;
}

export function readSource(wf: Wayfield, source: Source): Simulation {
  return source.scene
    ? wf.createCrowdScene({ name: source.scene.name, agents: source.scene.agents })
    : wf.readSimulationFromMemory(source.name, new TextEncoder().encode(source.text));
}

const CHECKPOINT_SECONDS = 5;
/** Bytes of checkpoints of a run: beyond, every second one is dropped. */
const CHECKPOINT_BYTES = 256 << 20;

/** A simulation at a tick, with what was done to it so far. */
export class Live {
  readonly crowd: Crowd;
  tick = 0;
  private done = 0; // commands
  private pushes: { until: number; serial: number }[] = [];

  constructor(
    private readonly wf: Wayfield,
    readonly simulation: Simulation,
    private readonly commands: readonly Timed[],
  ) {
    this.crowd = simulation.crowd!;
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
      this.apply(this.commands[this.done++]!.command);
    }
  }

  step(): void {
    this.obey();
    this.crowd.tick();
    this.tick += 1;
  }

  /** Continue from a checkpoint: what had been added to the crowd before must be there first. */
  restore(checkpoint: Checkpoint): void {
    for (; this.done < this.commands.length && this.commands[this.done]!.tick < checkpoint.tick; ++this.done) {
      const { tick, command } = this.commands[this.done]!;
      if (command.kind === 'world') {
        this.editWorld(command.text);
      } else if (command.kind === 'pull') {
        this.addPull(command.v, command.epsilon);
      } else if (command.kind === 'push') {
        this.pushes.push({ until: tick + command.ticks, serial: command.serial });
      }
    }
    this.crowd.restore(checkpoint.bytes);
    this.tick = checkpoint.tick;
    this.pushes = this.pushes.filter((p) => p.until > this.tick || this.find(p.serial) !== null);
  }

  private addPull(v: [number, number], epsilon: number) {
    return this.crowd.addBehavior({ kind: BehaviorKind.constantBehavior, v: { x: v[0], y: v[1], z: 0 }, epsilon });
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
      case 'speed': {
        const id = this.find(command.serial);
        if (id) {
          crowd.setDesiredSpeed(id, command.speed);
        }
        break;
      }
      default:
        this.editWorld(command.text);
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

export class Run {
  readonly commands: Timed[] = [];
  private checkpoints: Checkpoint[] = [];
  private stride: number;
  private bytes = 0;
  live: Live;
  /** The state at some tick that somebody looked at. */
  private probe: Live | null = null;

  constructor(
    private readonly wf: Wayfield,
    readonly number: number,
    readonly source: Source,
    commands: Timed[],
  ) {
    this.commands.push(...commands);
    this.live = new Live(wf, readSource(wf, source), this.commands);
    this.stride = Math.max(1, Math.round(CHECKPOINT_SECONDS / this.live.crowd.getDef().tickSeconds!));
  }

  get simulation(): Simulation {
    return this.live.simulation;
  }

  step(): void {
    this.live.step();
    if (this.live.tick % this.stride === 0) {
      this.keep({ tick: this.live.tick, bytes: this.live.crowd.save() });
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
      const fresh = new Live(this.wf, readSource(this.wf, this.source), this.commands);
      live.simulation.destroy();
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
  fork(number: number, tick: number, commands: Command[]): Run {
    const shared = this.commands.filter((c) => c.tick < tick);
    const here = this.commands.filter((c) => c.tick === tick);
    const run = new Run(this.wf, number, this.source, [...shared, ...here, ...commands.map((command) => ({ tick, command }))]);
    run.checkpoints = this.checkpoints.filter((c) => c.tick <= tick);
    run.bytes = run.checkpoints.reduce((sum, c) => sum + c.bytes.length, 0);
    run.live = run.bring(run.live, tick);
    return run;
  }

  destroy(): void {
    this.live.simulation.destroy();
    this.probe?.simulation.destroy();
    this.probe = null;
    this.checkpoints = [];
  }
}
