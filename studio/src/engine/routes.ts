// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where somebody is going, and the way there: from what the scenario says of its group, or from where it was sent.
import { GoalKind, WayfieldError, type Grid, type Planner, type Wayfield, type World } from 'wayfield';
import type { Command, Point } from './protocol.ts';
import { makeGrid, tryTrace } from './fields.ts';

export interface Destination {
  name: string;
  /** Number of the goal in the world, or a place of its own. */
  goal: number;
  point: Point | null;
}

type Entry = { stops?: unknown };

/** What the scenario says of the stop of an entry; null where it is left to chance, or is a queue. */
function stopOf(entry: Entry | undefined, stop: number, exit: number): unknown {
  const stops = entry?.stops;
  const one = typeof stops === 'string' ? stops : Array.isArray(stops) ? stops[stop] : null;
  if (typeof one !== 'object' || one === null || Array.isArray(one)) {
    return one;
  }
  const { goal, point, exits } = one as { goal?: unknown; point?: unknown; exits?: unknown[] };
  const chosen = Array.isArray(exits) && exit >= 0 ? exits[exit] : undefined;
  return goal ?? point ?? (typeof chosen === 'object' && chosen !== null ? (chosen as { goal?: unknown }).goal : chosen) ?? null;
}

export function destinationOf(text: string, group: number, stop: number, exit: number, goals: readonly string[], sent: Command | undefined): Destination | null {
  if (sent?.kind === 'send') {
    return { name: sent.goal !== undefined ? goals[sent.goal] ?? '' : 'a place it was sent to', goal: sent.goal ?? -1, point: [sent.to[0], sent.to[1]] };
  }
  let scenario: { agents?: Entry[]; sources?: Entry[] };
  try {
    scenario = JSON.parse(text) as typeof scenario;
  } catch {
    return null;
  }
  const found = stopOf([...(scenario.agents ?? []), ...(scenario.sources ?? [])][group - 1], stop, exit);
  if (typeof found === 'string') {
    const goal = goals.indexOf(found);
    return goal >= 0 ? { name: found, goal, point: null } : null;
  }
  const isPoint = Array.isArray(found) && found.length === 2 && found.every((v) => typeof v === 'number');
  return isPoint ? { name: `(${found.join(', ')})`, goal: -1, point: found as Point } : null;
}

/** Paths for agents of one size, by a planner that is kept while the world stays as it is. */
export class RouteMaker {
  private key = '';
  private grid: Grid | null = null;
  private planner: Planner | null = null;

  constructor(private readonly wf: Wayfield) {}

  forget(): void {
    this.planner?.destroy();
    this.grid?.destroy();
    this.planner = this.grid = null;
    this.key = '';
  }

  trace(world: World, from: { x: number; y: number }, to: Destination, radius: number, state: string): Float32Array | null {
    const key = `${state} ${radius}`;
    if (key !== this.key) {
      this.forget();
      this.key = key;
    }
    const ids = world.getGoalIds();
    try {
      this.grid ??= makeGrid(this.wf, world, radius, Math.max(0.1, radius / 2));
      this.planner ??= this.wf.createPlanner(this.grid);
      const field = this.planner.createField(to.goal >= 0 ? world.getGoal(ids[to.goal]!) : { kind: GoalKind.pointGoal, points: [{ x: to.point![0], y: to.point![1] }] });
      const route = tryTrace(field, from);
      field.destroy();
      return route;
    } catch (error) {
      if (error instanceof WayfieldError) {
        return null;
      }
      throw error;
    }
  }
}
