// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Lines that are drawn on the ground, as shapes of groups.
import type { Point } from '../engine/protocol.ts';

export function meanOf(points: readonly (readonly number[])[]): Point {
  const n = Math.max(1, points.length);
  return [points.reduce((sum, p) => sum + p[0]!, 0) / n, points.reduce((sum, p) => sum + p[1]!, 0) / n];
}

/** The mean by arc length: where slots at equal distances have their middle. */
export function lineMiddle(line: readonly Point[]): Point {
  let [x, y, whole] = [0, 0, 0];
  line.slice(1).forEach((b, k) => {
    const a = line[k]!;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    x += (length * (a[0] + b[0])) / 2;
    y += (length * (a[1] + b[1])) / 2;
    whole += length;
  });
  return whole > 0 ? [x / whole, y / whole] : meanOf(line);
}

/** The middle of the inside of a ring. */
export function areaMiddle(ring: readonly Point[]): Point {
  let [x, y, area] = [0, 0, 0];
  ring.forEach((a, k) => {
    const b = ring[(k + 1) % ring.length]!;
    const cross = a[0] * b[1] - b[0] * a[1];
    x += (a[0] + b[0]) * cross;
    y += (a[1] + b[1]) * cross;
    area += cross / 2;
  });
  return Math.abs(area) > 1e-9 ? [x / (6 * area), y / (6 * area)] : meanOf(ring);
}

/** In a frame with its x axis along `facing`, y to the left. */
export const inFrame = (line: readonly Point[], [cx, cy]: Point, [fx, fy]: Point): Point[] => line.map(([x, y]) => [(x - cx) * fx + (y - cy) * fy, -(x - cx) * fy + (y - cy) * fx]);

export const outOfFrame = (points: readonly Point[], [cx, cy]: Point, [fx, fy]: Point): Point[] => points.map(([x, y]) => [cx + x * fx - y * fy, cy + x * fy + y * fx]);

/** Points no nearer to each other than so much, with both ends: a hand draws more than is needed. */
export function thin(points: readonly Point[], step: number): Point[] {
  const kept: Point[] = [];
  points.forEach((p, k) => {
    const last = kept.at(-1);
    if (!last || k === points.length - 1 || Math.hypot(p[0] - last[0], p[1] - last[1]) >= step) {
      kept.push(p);
    }
  });
  return kept;
}

export function isInside([x, y]: Point, ring: readonly Point[]): boolean {
  let inside = false;
  ring.forEach((a, k) => {
    const b = ring[(k + 1) % ring.length]!;
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) {
      inside = !inside;
    }
  });
  return inside;
}
