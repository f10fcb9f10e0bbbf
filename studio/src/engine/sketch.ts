// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Sketches while they are drawn: what joins what, what lies in walls, and where a field will lead from point to point.
import type { Wayfield, World } from 'wayfield';
import { viewSketch } from './groups.ts';
import { makeFormation, makeStrokes } from './orders.ts';
import type { DrawnStroke, Formation, Point, SketchPreview } from './protocol.ts';
import type { RouteMaker } from './routes.ts';

/** Slots of so many members, x forward, y to the left: pairs. */
export function makeSlots(wf: Wayfield, formation: Formation, count: number): Float32Array {
  return Float32Array.from(wf.Formation.makeSlots(makeFormation(wf, formation), Math.max(1, count)).flatMap((p) => [p.x, p.y]));
}

const MOST_DETOURS = 40;

export class SketchMaker {
  constructor(
    private readonly wf: Wayfield,
    private readonly routes: RouteMaker,
  ) {}

  /** `whole`: the stroke is finished, and there is time for detours. */
  preview(world: World | null, drawn: readonly DrawnStroke[], radius: number, whole: boolean, state: string): SketchPreview {
    const strokes = makeStrokes(this.wf, drawn);
    try {
      const view = viewSketch(strokes);
      const roots = new Set(strokes.getRoots());
      const isFree = ([x, y]: Point) => !world || world.getDistance({ x, y }, 0) >= radius;
      const isClick = strokes.getLinkCount() === 0;
      const preview: SketchPreview = { ...view, joined: joinsOf(strokes, roots, drawn.length), blocked: [], detours: [], isClick };
      for (const route of world ? view.routes : []) {
        this.follow(world!, route, isFree, radius, whole, state, preview);
      }
      return preview;
    } finally {
      strokes.destroy();
    }
  }

  private follow(world: World, route: Float32Array, isFree: (p: Point) => boolean, radius: number, whole: boolean, state: string, out: SketchPreview): void {
    let last: Point | null = null;
    for (let k = 0; k < route.length; k += 2) {
      const point: Point = [route[k]!, route[k + 1]!];
      if (!isFree(point)) {
        out.blocked.push(point);
        continue;
      }
      if (last && whole && !isFreeBetween(last, point, isFree, radius) && out.detours.length < MOST_DETOURS) {
        const way = this.routes.trace(world, { x: last[0], y: last[1] }, { name: '', goal: -1, point }, radius, `${state} ${world.getRevision()}`);
        if (way) {
          out.detours.push(way);
        }
      }
      last = point;
    }
  }
}

function joinsOf(strokes: ReturnType<typeof makeStrokes>, roots: ReadonlySet<number>, count: number): boolean[] {
  return Array.from({ length: count }, (_, k) => {
    let node = strokes.getStrokeEnd(k);
    // Up to where this stroke began: its links have its number.
    for (let at = strokes.getNode(node); at.link >= 0 && strokes.getLink(at.link).stroke === k; at = strokes.getNode(node)) {
      node = at.parent;
    }
    return !roots.has(node);
  });
}

function isFreeBetween(a: Point, b: Point, isFree: (p: Point) => boolean, radius: number): boolean {
  const steps = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / Math.max(0.05, radius / 2));
  for (let k = 1; k < steps; ++k) {
    if (!isFree([a[0] + ((b[0] - a[0]) * k) / steps, a[1] + ((b[1] - a[1]) * k) / steps])) {
      return false;
    }
  }
  return true;
}
