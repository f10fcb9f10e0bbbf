// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The ground that can be walked on, as text that geometry libraries read: bounds, or walkable shapes, less obstacles.
import clip, { type MultiPolygon, type Polygon } from 'polygon-clipping';
import type { Stage } from '../engine/protocol.ts';
import { outlines } from '../view/shapes.ts';

const DIVISIONS = 24; // of a circle

function polygonsOf(stage: Stage, role: 'walkable' | 'obstacle'): Polygon[] {
  return stage.shapes.filter((shape) => shape.role === role).flatMap(outlines).map((shape) => {
    const { shape: outer, holes } = shape.extractPoints(DIVISIONS);
    return [outer, ...holes].map((ring) => ring.map(({ x, y }): [number, number] => [x, y]));
  });
}

export function walkableWkt(stage: Stage): string {
  if (stage.mesh) {
    return 'GEOMETRYCOLLECTION EMPTY';
  }
  const [[x0, y0], [x1, y1]] = [stage.lower, stage.upper];
  const walkable = polygonsOf(stage, 'walkable');
  const whole: Polygon = [[[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]]];
  const ground: MultiPolygon = walkable.length > 0 ? clip.union(walkable[0]!, ...walkable.slice(1)) : [whole];
  const free = clip.difference(ground, ...polygonsOf(stage, 'obstacle'));
  const ring = (points: readonly (readonly [number, number])[]) => `(${points.map(([x, y]) => `${Number(x.toFixed(6))} ${Number(y.toFixed(6))}`).join(', ')})`;
  return `GEOMETRYCOLLECTION(${free.map((polygon) => `POLYGON(${polygon.map(ring).join(', ')})`).join(', ')})`;
}
