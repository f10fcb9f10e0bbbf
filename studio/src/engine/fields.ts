// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields and paths of a stage, solved beside the crowd for the eye.
import { SurfaceGoalKind, WayfieldError, type Field, type Grid, type Planner, type Simulation, type SurfacePlanner, type Wayfield, type World } from 'wayfield';
import type { FieldView, Point } from './protocol.ts';

/** Cells of the grid a picture is made of. */
const MOST_CELLS = 160_000;

export function makeGrid(wf: Wayfield, world: World, radius: number, wantedCell: number): Grid {
  const { lower, upper } = world.getBounds();
  const area = (upper.x - lower.x) * (upper.y - lower.y);
  return wf.createGrid(world, { cellSize: Math.max(wantedCell, Math.sqrt(area / MOST_CELLS)), radius });
}

/** Planners are kept for as long as world, radius and haste stay the same: another goal costs little then. */
export class FieldMaker {
  private key = '';
  private grid: Grid | null = null;
  private planner: Planner | null = null;
  private surface: SurfacePlanner | null = null;

  constructor(private readonly wf: Wayfield) {}

  forget(): void {
    this.planner?.destroy();
    this.grid?.destroy();
    this.surface?.destroy();
    this.planner = this.grid = this.surface = null;
    this.key = '';
  }

  /** `wish`: the haste, 0 or more; `state`: what the world is like, as a key. */
  make(simulation: Simulation, radius: number, goal: number, haste: number, streamlines: number, state: string): FieldView {
    const began = performance.now();
    const key = `${state} ${radius} ${haste}`;
    if (key !== this.key) {
      this.forget();
    }
    this.key = key;
    const view = simulation.world ? this.inPlane(simulation.world, radius, goal, haste, streamlines) : this.onMesh(simulation, goal, haste);
    return { ...view, goal, haste, seconds: (performance.now() - began) / 1000 };
  }

  private inPlane(world: World, radius: number, goal: number, haste: number, streamlines: number) {
    this.grid ??= makeGrid(this.wf, world, radius, Math.max(0.1, radius));
    this.planner ??= this.wf.createPlanner(this.grid, { haste: Math.min(haste, 1 / this.grid.getCellSize()) });
    const { grid } = this;
    const ids = world.getGoalIds();
    const field = this.planner.createField(world.getGoal(ids[goal] ?? ids[0]!));
    const origin = grid.getOrigin();
    try {
      return {
        width: grid.getWidth(), height: grid.getHeight(), cell: grid.getCellSize(), origin: [origin.x, origin.y] as Point,
        values: this.wf.getLogValues(field), streamlines: traceFromLattice(grid, field, streamlines),
      };
    } finally {
      field.destroy();
    }
  }

  private onMesh(simulation: Simulation, goal: number, haste: number) {
    const { scene } = simulation;
    this.surface ??= this.wf.createSurfacePlanner(scene.mesh, { ...scene.planner, mask: scene.mask, haste });
    const place = scene.goals![goal]!.place;
    const field = this.surface.createField({ kind: SurfaceGoalKind.placeGoal, place });
    try {
      return { width: 0, height: 0, cell: 0, origin: [0, 0] as Point, values: this.wf.getSurfaceLogValues(field), streamlines: [] };
    } finally {
      field.destroy();
    }
  }
}

const flat = (points: ArrayLike<{ x: number; y: number }>): Float32Array => Float32Array.from(Array.from(points).flatMap((p) => [p.x, p.y, 0]));

/** Paths from about so many places, evenly spread over free ground. */
function traceFromLattice(grid: Grid, field: Field, count: number): Float32Array[] {
  if (count <= 0) {
    return [];
  }
  const [width, height] = [grid.getWidth(), grid.getHeight()];
  const step = Math.max(1, Math.round(Math.sqrt((width * height) / count)));
  const lines: Float32Array[] = [];
  for (let j = step >> 1; j < height; j += step) {
    for (let i = step >> 1; i < width; i += step) {
      const cell = j * width + i;
      if (grid.isFree(cell)) {
        const path = tryTrace(field, grid.getCenter(cell));
        if (path && path.length > 3) {
          lines.push(path);
        }
      }
    }
  }
  return lines;
}

export function tryTrace(field: Field, start: { x: number; y: number }): Float32Array | null {
  try {
    const path = field.tracePath(start, { step: 0.5, noClearance: true });
    return flat(path.points ?? []);
  } catch (error) {
    if (error instanceof WayfieldError && ['unreachable', 'startBlocked', 'tooLarge'].includes(error.code)) {
      return null;
    }
    throw error;
  }
}
