// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Geometry of what stands in the world.
import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { DrawnShape, Point } from '../engine/protocol.ts';

const toPath = <T extends THREE.Path>(path: T, ring: Point[]): T => {
  ring.forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
  path.closePath();
  return path;
};

const areaOf = (ring: Point[]): number => ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length]![1] - ring[(i + 1) % ring.length]![0] * y, 0) / 2;

function circle(center: Point, radius: number): THREE.Shape {
  const shape = new THREE.Shape();
  shape.absarc(center[0], center[1], radius, 0, 2 * Math.PI, false);
  return shape;
}

/** A polyline of some thickness: a bar for each segment, a disc on each point. */
function barsOf(points: Point[], radius: number): THREE.Shape[] {
  const half = Math.max(radius, 0.025);
  const bars = points.slice(1).map(([x, y], i) => {
    const [px, py] = points[i]!;
    const length = Math.hypot(x - px, y - py) || 1;
    const [nx, ny] = [(-(y - py) / length) * half, ((x - px) / length) * half];
    return toPath(new THREE.Shape(), [[px - nx, py - ny], [x - nx, y - ny], [x + nx, y + ny], [px + nx, py + ny]]);
  });
  return radius > 0.04 ? [...bars, ...points.map((point) => circle(point, half))] : bars;
}

/** The outlines of a shape, holes in them. */
export function outlines(shape: DrawnShape): THREE.Shape[] {
  switch (shape.kind) {
    case 'disc':
      return [circle(shape.center, shape.radius)];
    case 'line':
      return shape.rings.flatMap((points) => barsOf(points, shape.radius));
    case 'image':
      return runsOf(shape);
    default: {
      const [outer, ...holes] = [...shape.rings].sort((a, b) => Math.abs(areaOf(b)) - Math.abs(areaOf(a)));
      if (!outer) {
        return [];
      }
      const path = toPath(new THREE.Shape(), outer);
      path.holes.push(...holes.map((ring) => toPath(new THREE.Path(), ring)));
      return [path];
    }
  }
}

/** Rows of pixels, each run of them a bar. */
function runsOf(shape: DrawnShape): THREE.Shape[] {
  const { width, height, pixel, cells } = shape.image!;
  const found: THREE.Shape[] = [];
  for (let j = 0; j < height; ++j) {
    for (let i = 0; i < width; ++i) {
      const from = i;
      while (i < width && cells[j * width + i] !== 0) {
        ++i;
      }
      if (i > from) {
        const [x, y] = [shape.center[0] + from * pixel, shape.center[1] + j * pixel];
        found.push(toPath(new THREE.Shape(), [[x, y], [x + (i - from) * pixel, y], [x + (i - from) * pixel, y + pixel], [x, y + pixel]]));
      }
    }
  }
  return found;
}

const merged = (parts: THREE.BufferGeometry[]): THREE.BufferGeometry | null => {
  const all = parts.length > 0 ? mergeGeometries(parts) : null;
  parts.forEach((part) => part.dispose());
  return all;
};

export function raise(shapes: DrawnShape[], height: number): THREE.BufferGeometry | null {
  return merged(shapes.flatMap(outlines).map((shape) => new THREE.ExtrudeGeometry(shape, { depth: height, bevelEnabled: false, curveSegments: 20 })));
}

export function flat(shapes: DrawnShape[]): THREE.BufferGeometry | null {
  return merged(shapes.flatMap(outlines).map((shape) => new THREE.ShapeGeometry(shape, 24)));
}

/** Lines around the tops. */
export function edges(shapes: DrawnShape[], z: number): THREE.BufferGeometry {
  const places: number[] = [];
  const addRing = (ring: THREE.Vector2[]) =>
    ring.forEach((p, i) => {
      const q = ring[(i + 1) % ring.length]!;
      places.push(p.x, p.y, z, q.x, q.y, z);
    });
  for (const shape of shapes.filter((s) => s.kind === 'rings' || s.kind === 'disc')) {
    for (const path of outlines(shape)) {
      addRing(path.getPoints(32));
      path.holes.forEach((hole) => addRing(hole.getPoints(32)));
    }
  }
  return new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
}

// -------------------------------------------------------------------------------------------------------------- people

export const paint = (geometry: THREE.BufferGeometry, shade: (x: number, y: number, z: number) => number): THREE.BufferGeometry => {
  const at = geometry.getAttribute('position');
  const colors = new Float32Array(3 * at.count);
  for (let i = 0; i < at.count; ++i) {
    colors.fill(shade(at.getX(i), at.getY(i), at.getZ(i)), 3 * i, 3 * i + 3);
  }
  geometry.setAttribute('color', new THREE.BufferAttribute(colors, 3));
  geometry.deleteAttribute('uv');
  return geometry.index ? geometry.toNonIndexed() : geometry;
};

/** Seen from above: a disc of radius 1 with a darker rim. */
export function discGeometry(): THREE.BufferGeometry {
  const rim = paint(new THREE.RingGeometry(0.84, 1, 28), () => 0.62);
  const inside = paint(new THREE.CircleGeometry(0.84, 28), () => 1);
  return mergeGeometries([rim, inside])!;
}

/** On the disc, where somebody looks: along x. */
export function wedgeGeometry(): THREE.BufferGeometry {
  return new THREE.ShapeGeometry(new THREE.Shape([new THREE.Vector2(0.22, -0.36), new THREE.Vector2(0.74, 0), new THREE.Vector2(0.22, 0.36)])).translate(0, 0, 0.02);
}

/** Signs of kinds on a disc of radius 1: a saltire, a ring, a cross, a square. */
export function signGeometry(sign: number): THREE.BufferGeometry {
  const [size, width] = [0.5, 0.2];
  const bar = (turn: number) => new THREE.PlaneGeometry(2 * size, width).rotateZ(turn);
  switch (sign) {
    case 1:
      return new THREE.RingGeometry(size - width / 2, size + width / 2, 24);
    case 2:
      return mergeGeometries([bar(0), bar(Math.PI / 2)])!;
    case 3:
      return new THREE.RingGeometry((size - width / 2) * 1.13, (size + width / 2) * 1.13, 4, 1, Math.PI / 4);
    default:
      return mergeGeometries([bar(Math.PI / 4), bar(-Math.PI / 4)])!;
  }
}

/** A standing figure: 1 across, 1.7 m high. */
export function pawnGeometry(): THREE.BufferGeometry {
  const profile = [[0, 0], [0.72, 0], [0.78, 0.08], [0.55, 0.5], [0.62, 1.05], [0.86, 1.28], [0.7, 1.38], [0.2, 1.42], [0, 1.42]].map(([r, z]) => new THREE.Vector2(r, z));
  const body = paint(new THREE.LatheGeometry(profile, 18).rotateX(Math.PI / 2), (_, __, z) => 0.75 + 0.2 * z);
  const head = paint(new THREE.SphereGeometry(0.135, 14, 10).translate(0, 0, 1.57), () => 1.25);
  // The head is round whatever the width of the body.
  head.scale(1 / 0.25, 1 / 0.25, 1);
  const nose = paint(new THREE.ConeGeometry(0.16, 0.42, 8).rotateZ(-Math.PI / 2).translate(0.72, 0, 1.5), () => 1.6);
  return mergeGeometries([body, head, nose])!;
}

export function ballGeometry(): THREE.BufferGeometry {
  return paint(new THREE.SphereGeometry(1, 10, 7), () => 1.1);
}
