// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A scenario that is edited: what its parts are, what can be grabbed of them, and what an edit makes of it.
import { at, format, isObject, withAt, type Json, type JsonObject, type Path } from './json.ts';

export type Vec = [number, number];

export interface Document {
  text: string;
  /** What the text says; null while it is no JSON. */
  value: JsonObject | null;
}

export function parse(text: string): Document {
  try {
    const value = JSON.parse(text) as Json;
    return { text, value: isObject(value) ? value : null };
  } catch {
    return { text, value: null };
  }
}

export const fromValue = (value: JsonObject): Document => ({ text: `${format(value)}\n`, value });

/** Something in the document that has a place: a shape, a goal, people. */
export interface Part {
  path: Path;
  what: 'obstacle' | 'walkable' | 'terrain' | 'goal' | 'people' | 'source' | 'queue' | 'line' | 'sink';
  name: string;
  /** How it is drawn. */
  outline: Vec[];
  closed: boolean;
  /** Of discs. */
  radius: number;
  /** Points that can be dragged one by one. */
  handles: Handle[];
}

export interface Handle {
  at: Vec;
  /** The document after this handle has been dragged there. */
  drag: (to: Vec) => JsonObject;
}

const isVec = (value: Json | undefined): value is Vec => Array.isArray(value) && value.length === 2 && value.every((v) => typeof v === 'number');
const vecs = (value: Json | undefined): Vec[] => (Array.isArray(value) ? (value as Json[]).filter(isVec) : []);
const round = (v: number): number => Math.round(v * 1000) / 1000;
const add = (a: Vec, b: Vec): Vec => [round(a[0] + b[0]), round(a[1] + b[1])];

function corners(bounds: number[]): Vec[] {
  const [x0, y0, x1, y1] = bounds as [number, number, number, number];
  return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
}

function turned(center: Vec, size: Vec, angle: number): Vec[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(([i, j]) => {
    const [x, y] = [i! * size[0], j! * size[1]];
    return [center[0] + cos * x - sin * y, center[1] + sin * x + cos * y];
  });
}

type Make = (document: JsonObject, path: Path) => Pick<Part, 'outline' | 'closed' | 'radius' | 'handles'> | null;

const setAt = (document: JsonObject, path: Path, value: Json): JsonObject => withAt(document, path, value) as JsonObject;

const makers: Record<string, Make> = {
  box(document, path) {
    const shape = at(document, path) as JsonObject;
    if (Array.isArray(shape.bounds) && shape.bounds.length === 4) {
      const bounds = shape.bounds as number[];
      const outline = corners(bounds);
      // Each corner moves two of the four numbers, past the opposite corner too.
      const which = [[0, 1], [2, 1], [2, 3], [0, 3]] as const;
      const handles = outline.map((point, i): Handle => ({
        at: point,
        drag: ([x, y]) => {
          const moved = [...bounds];
          moved[which[i]![0]] = x;
          moved[which[i]![1]] = y;
          return setAt(document, [...path, 'bounds'], [Math.min(moved[0]!, moved[2]!), Math.min(moved[1]!, moved[3]!), Math.max(moved[0]!, moved[2]!), Math.max(moved[1]!, moved[3]!)]);
        },
      }));
      return { outline, closed: true, radius: 0, handles };
    }
    if (!isVec(shape.center) || !isVec(shape.size)) {
      return null;
    }
    const angle = typeof shape.angle === 'number' ? shape.angle : 0;
    const center = shape.center;
    const outline = turned(center, shape.size, angle);
    const handles = outline.map((point): Handle => ({
      at: point,
      drag: (to) => {
        const [dx, dy] = [to[0] - center[0], to[1] - center[1]];
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const size: Vec = [round(Math.max(0.02, 2 * Math.abs(cos * dx + sin * dy))), round(Math.max(0.02, 2 * Math.abs(cos * dy - sin * dx)))];
        return setAt(document, [...path, 'size'], size);
      },
    }));
    return { outline, closed: true, radius: 0, handles };
  },
  disc(document, path) {
    const { center, radius } = at(document, path) as JsonObject;
    if (!isVec(center) || typeof radius !== 'number') {
      return null;
    }
    const handle: Handle = { at: [center[0] + radius, center[1]], drag: (to) => setAt(document, [...path, 'radius'], round(Math.max(0.02, Math.hypot(to[0] - center[0], to[1] - center[1])))) };
    return { outline: [center], closed: false, radius, handles: [handle] };
  },
  points(document, path) {
    const shape = at(document, path) as JsonObject;
    const key = shape.line !== undefined ? 'line' : 'points';
    const points = vecs(shape[key]);
    const closed = shape.type === 'polygon';
    const handles = points.map((point, i): Handle => ({ at: point, drag: (to) => setAt(document, [...path, key, i], [round(to[0]), round(to[1])]) }));
    return points.length === 0 ? null : { outline: points, closed, radius: 0, handles };
  },
  point(document, path) {
    const shape = at(document, path) as JsonObject;
    const key = shape.point !== undefined ? 'point' : 'position';
    const place = shape[key];
    return isVec(place) ? { outline: [place], closed: false, radius: 0.3, handles: [] } : null;
  },
  positions(document, path) {
    const points = vecs(at(document, [...path, 'positions']));
    const handles = points.map((point, i): Handle => ({ at: point, drag: (to) => setAt(document, [...path, 'positions', i], [round(to[0]), round(to[1])]) }));
    return points.length === 0 ? null : { outline: points, closed: false, radius: 0, handles };
  },
  ends(document, path) {
    const { a, b } = at(document, path) as JsonObject;
    if (!isVec(a) || !isVec(b)) {
      return null;
    }
    const handles = (['a', 'b'] as const).map((key): Handle => ({ at: key === 'a' ? a : b, drag: (to) => setAt(document, [...path, key], [round(to[0]), round(to[1])]) }));
    return { outline: [a, b], closed: false, radius: 0, handles };
  },
};

function makerOf(shape: JsonObject): Make | null {
  switch (shape.type) {
    case 'box':
      return makers.box!;
    case 'disc':
      return makers.disc!;
    case 'segment':
    case 'line':
    case 'polygon':
    case 'cells':
      return makers.points!;
    case 'point':
      return makers.point!;
    default:
      return shape.a !== undefined ? makers.ends! : shape.positions !== undefined ? makers.positions! : shape.position !== undefined ? makers.point! : shape.line !== undefined ? makers.points! : null;
  }
}

const lists: [Path, Part['what'], string | null][] = [
  [['world', 'obstacles'], 'obstacle', null],
  [['world', 'walkable'], 'walkable', null],
  [['world', 'terrain'], 'terrain', null],
  [['goals'], 'goal', null],
  [['agents'], 'people', 'region'],
  [['sources'], 'source', 'region'],
  [['queues'], 'queue', null],
  [['sinks'], 'sink', null],
  [['run', 'lines'], 'line', null],
];

/** All parts that can be seen and grabbed, those drawn last at the end. */
export function partsOf(document: JsonObject): Part[] {
  return lists.flatMap(([path, what, inner]) => {
    const list = at(document, path);
    return (Array.isArray(list) ? list : []).flatMap((item, i): Part[] => {
      if (!isObject(item)) {
        return [];
      }
      const place = [...path, i];
      const inside = inner !== null && isObject(item[inner]) ? [...place, inner] : place;
      const shape = at(document, inside);
      const make = isObject(shape) ? makerOf(shape) : null;
      const made = make ? make(document, inside) : null;
      return made === null ? [] : [{ path: place, what, name: typeof item.name === 'string' ? item.name : `${what} ${i + 1}`, ...made }];
    });
  });
}

const MOVED = new Set(['center', 'point', 'points', 'bounds', 'holes', 'position', 'positions', 'origin', 'line', 'a', 'b']);

function moveValue(value: Json, by: Vec): Json {
  if (isVec(value)) {
    return add(value, by);
  }
  if (Array.isArray(value) && value.length === 4 && value.every((v) => typeof v === 'number')) {
    const [x0, y0, x1, y1] = value as [number, number, number, number];
    return [...add([x0, y0], by), ...add([x1, y1], by)];
  }
  return Array.isArray(value) ? value.map((item) => moveValue(item, by)) : value;
}

/** The document with a part moved. */
export function move(document: JsonObject, path: Path, by: Vec): JsonObject {
  const shift = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, MOVED.has(key) ? moveValue(value, by) : key === 'region' && isObject(value) ? shift(value) : value]));
  const item = at(document, path);
  return isObject(item) ? setAt(document, path, shift(item)) : document;
}

export function insert(document: JsonObject, list: Path, item: JsonObject): { document: JsonObject; path: Path } {
  const items = at(document, list);
  const path = [...list, Array.isArray(items) ? items.length : 0];
  return { document: setAt(document, path, item), path };
}

export const remove = (document: JsonObject, path: Path): JsonObject => withAt(document, path, undefined) as JsonObject;

/** A name that no other goal or entry has: "door", "door 2", ... */
export function freshName(document: JsonObject, list: Path, name: string): string {
  const items = at(document, list);
  const taken = new Set((Array.isArray(items) ? items : []).map((item) => (isObject(item) ? item.name : undefined)));
  for (let k = 1; ; ++k) {
    const candidate = k === 1 ? name : `${name} ${k}`;
    if (!taken.has(candidate)) {
      return candidate;
    }
  }
}

/** Whether two versions differ in walls and ground alone: such an edit can be made while people walk. */
export function differInWorldOnly(a: JsonObject, b: JsonObject): boolean {
  const rest = (document: JsonObject) => {
    const { world, ...others } = document;
    const { obstacles, terrain, walkable, ...frame } = (isObject(world) ? world : {}) as JsonObject;
    void obstacles, void terrain, void walkable;
    return JSON.stringify([frame, others]);
  };
  return rest(a) === rest(b) && JSON.stringify(a.world) !== JSON.stringify(b.world);
}

/** Distance from a point to a part's outline; 0 inside of closed ones. */
export function distanceTo(part: Part, p: Vec): number {
  const { outline } = part;
  if (part.radius > 0) {
    return Math.max(0, Math.hypot(p[0] - outline[0]![0], p[1] - outline[0]![1]) - part.radius);
  }
  let least = Infinity;
  let inside = false;
  const count = outline.length;
  for (let i = 0; i < (part.closed ? count : Math.max(1, count - 1)); ++i) {
    const [a, b] = [outline[i]!, outline[(i + 1) % count]!];
    least = Math.min(least, distanceToSegment(p, a, b));
    if (part.closed && a[1] > p[1] !== b[1] > p[1] && p[0] < a[0] + ((p[1] - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) {
      inside = !inside;
    }
  }
  return inside ? 0 : least;
}

function distanceToSegment(p: Vec, a: Vec, b: Vec): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length));
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}
