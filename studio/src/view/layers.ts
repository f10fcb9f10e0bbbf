// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What lies on the ground: fields in colour, contour lines, density, trails.
import * as THREE from 'three';
import type { FieldView } from '../engine/protocol.ts';
import type { RunRecord, Sample } from '../model/record.ts';
import { cividis, kindColor, toRgb, viridis, type Rgb } from './palette.ts';
import { colorOfGroup } from './people.ts';

export class GridPicture {
  readonly object = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), new THREE.MeshBasicMaterial({ transparent: true, depthWrite: false }));
  private texture: THREE.DataTexture | null = null;

  constructor(z: number, order: number) {
    this.object.position.z = z;
    this.object.renderOrder = order;
    this.object.visible = false;
  }

  show(width: number, height: number, cell: number, origin: readonly [number, number], pixels: Uint8Array, smooth: boolean): void {
    if (!this.texture || this.texture.image.width !== width || this.texture.image.height !== height) {
      this.texture?.dispose();
      this.texture = new THREE.DataTexture(pixels, width, height);
      this.texture.colorSpace = THREE.SRGBColorSpace;
      this.object.material.map = this.texture;
      this.object.material.needsUpdate = true;
    }
    this.texture.image.data = pixels;
    this.texture.magFilter = smooth ? THREE.LinearFilter : THREE.NearestFilter;
    this.texture.needsUpdate = true;
    this.object.scale.set(width * cell, height * cell, 1);
    this.object.position.set(origin[0] + (width * cell) / 2, origin[1] + (height * cell) / 2, this.object.position.z);
    this.object.visible = true;
  }
}

/** -log q of the farthest cell that is connected; it grows about evenly with the way. */
export function rangeOf(values: Float32Array): number {
  let most = 0;
  for (const value of values) {
    most = Number.isFinite(value) && -value > most ? -value : most;
  }
  return most || 1;
}

export function fieldPixels(field: FieldView, opacity: number): Uint8Array {
  const most = rangeOf(field.values);
  const pixels = new Uint8Array(4 * field.values.length);
  field.values.forEach((value, cell) => {
    if (Number.isFinite(value)) {
      pixels.set([...viridis(1 + value / most), opacity], 4 * cell);
    }
  });
  return pixels;
}

/** Where a grid of values crosses a level: pairs of points, in cells from the centre of the first one. */
export function contour(values: Float32Array, width: number, height: number, level: number, out: number[]): void {
  for (let j = 0; j + 1 < height; ++j) {
    for (let i = 0; i + 1 < width; ++i) {
      const at = j * width + i;
      const [a, b, c, d] = [values[at]! - level, values[at + 1]! - level, values[at + width + 1]! - level, values[at + width]! - level];
      if (!Number.isFinite(a + b + c + d) || (a > 0 && b > 0 && c > 0 && d > 0) || (a <= 0 && b <= 0 && c <= 0 && d <= 0)) {
        continue;
      }
      const points: number[] = [];
      const cross = (p: number, q: number, x: number, y: number, dx: number, dy: number) => {
        if (p > 0 !== q > 0) {
          const t = p / (p - q);
          points.push(x + t * dx, y + t * dy);
        }
      };
      cross(a, b, i, j, 1, 0);
      cross(b, c, i + 1, j, 0, 1);
      cross(d, c, i, j + 1, 1, 0);
      cross(a, d, i, j, 0, 1);
      // Four crossings are a saddle: two lines, whichever way.
      for (let k = 0; k + 3 < points.length; k += 4) {
        out.push(points[k]!, points[k + 1]!, points[k + 2]!, points[k + 3]!);
      }
    }
  }
}

export function contourLines(field: FieldView, count: number, z: number): Float32Array {
  const most = rangeOf(field.values);
  const pairs: number[] = [];
  for (let k = 1; k < count; ++k) {
    contour(field.values, field.width, field.height, (-most * k) / count, pairs);
  }
  const places = new Float32Array((pairs.length / 2) * 3);
  for (let i = 0; 2 * i < pairs.length; ++i) {
    places[3 * i] = field.origin[0] + (pairs[2 * i]! + 0.5) * field.cell;
    places[3 * i + 1] = field.origin[1] + (pairs[2 * i + 1]! + 0.5) * field.cell;
    places[3 * i + 2] = z;
  }
  return places;
}

/** Polylines as pairs of points. */
export function segmentsOf(lines: readonly Float32Array[], z: number): Float32Array {
  const total = lines.reduce((sum, line) => sum + Math.max(0, line.length / 3 - 1), 0);
  const out = new Float32Array(6 * total);
  let at = 0;
  for (const line of lines) {
    for (let k = 0; k + 5 < line.length; k += 3) {
      out.set(line.subarray(k, k + 6), at);
      out[at + 2]! += z;
      out[at + 5]! += z;
      at += 6;
    }
  }
  return out;
}

// ------------------------------------------------------------------------------------------------------------- density

const REACH = 1.2; // m: people count within it, the nearer the more

/** People per square metre around each cell. */
export function densityPixels(sample: Sample, lower: readonly [number, number], width: number, height: number, cell: number): { pixels: Uint8Array; most: number } {
  const density = new Float32Array(width * height);
  const weight = 3 / (Math.PI * REACH * REACH); // of a cone of this radius, so that its integral is 1
  const cells = Math.ceil(REACH / cell);
  for (let k = 0; k < sample.count; ++k) {
    const [x, y] = [(sample.places[3 * k]! - lower[0]) / cell - 0.5, (sample.places[3 * k + 1]! - lower[1]) / cell - 0.5];
    for (let j = Math.max(0, Math.ceil(y - cells)); j <= Math.min(height - 1, Math.floor(y + cells)); ++j) {
      for (let i = Math.max(0, Math.ceil(x - cells)); i <= Math.min(width - 1, Math.floor(x + cells)); ++i) {
        density[j * width + i]! += Math.max(0, weight * (1 - (Math.hypot(i - x, j - y) * cell) / REACH));
      }
    }
  }
  const pixels = new Uint8Array(4 * density.length);
  let most = 0;
  density.forEach((value, i) => {
    most = Math.max(most, value);
    pixels.set([...cividis(value / DENSEST), Math.round(225 * Math.min(1, value / 1.5))], 4 * i);
  });
  return { pixels, most };
}

/** People per square metre at the end of the scale. */
export const DENSEST = 5;

// -------------------------------------------------------------------------------------------------------------- trails

const TRAIL_SECONDS = 9;
const MOST_SEGMENTS = 40_000;

/** Where people came from lately: pairs of points with colours that fade. */
export class Trails {
  readonly object: THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial>;
  private places = new Float32Array(0);
  private colors = new Float32Array(0);
  private shown = '';
  // Of each serial: its place in the tick looked at last, and which that was.
  private last = new Float32Array(0);
  private when = new Int32Array(0);

  constructor() {
    this.object = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.85, depthWrite: false }));
    this.object.frustumCulled = false;
    this.object.renderOrder = 6;
  }

  clear(): void {
    this.object.visible = false;
    this.shown = '';
  }

  /** `seconds`: how far back. The whole way does not fade. */
  show(record: RunRecord, tick: number, z: number, background: Rgb, selected: number, seconds = TRAIL_SECONDS): void {
    const key = `${record.number} ${tick} ${selected} ${background.join()} ${seconds} ${record.known.length}`;
    this.object.visible = true;
    if (key === this.shown) {
      return;
    }
    this.shown = key;
    const here = record.frames[tick];
    let ticks = Math.min(tick, Math.round(seconds / record.tickSeconds));
    let stride = 1;
    while (here && (here.count * ticks) / stride > MOST_SEGMENTS) {
      stride += 1;
    }
    ticks -= ticks % stride;
    this.reserve(Math.ceil(ticks / stride) * (record.most + 1));
    const count = this.fill(record, tick, ticks, stride, z, background, selected, seconds > TRAIL_SECONDS);
    const { geometry } = this.object;
    if (!geometry.attributes.position) {
      this.object.visible = false;
      return;
    }
    geometry.setDrawRange(0, 2 * count);
    geometry.attributes.position.needsUpdate = true;
    geometry.attributes.color!.needsUpdate = true;
  }

  private reserve(segments: number): void {
    if (6 * segments > this.places.length) {
      this.places = new Float32Array(12 * segments);
      this.colors = new Float32Array(12 * segments);
      this.object.geometry.dispose();
      this.object.geometry = new THREE.BufferGeometry();
      this.object.geometry.setAttribute('position', new THREE.BufferAttribute(this.places, 3).setUsage(THREE.DynamicDrawUsage));
      this.object.geometry.setAttribute('color', new THREE.BufferAttribute(this.colors, 3).setUsage(THREE.DynamicDrawUsage));
    }
  }

  private fill(record: RunRecord, tick: number, ticks: number, stride: number, z: number, background: Rgb, selected: number, whole: boolean): number {
    const { places, colors, last, when } = this;
    if (last.length < 3 * record.radii.length) {
      this.last = new Float32Array(6 * record.radii.length);
      this.when = new Int32Array(2 * record.radii.length).fill(-1);
      return this.fill(record, tick, ticks, stride, z, background, selected, whole);
    }
    when.fill(-1);
    const tones = record.groups.map((group) => kindTone(group ?? 1));
    const toneOfGroup = record.hasGroups ? [0, ...record.known.keys()].map((_, k) => colorOfGroup(record, k).map(toLinear) as Rgb) : null;
    const ground = background.map(toLinear);
    let count = 0;
    for (let k = 0; k <= ticks; k += stride) {
      const frame = record.frames[tick - k];
      if (!frame) {
        break;
      }
      const age = k / Math.max(1, ticks);
      for (let i = 0; i < frame.count; ++i) {
        const serial = frame.serials[i]!;
        const at = 3 * serial;
        const [x, y, height] = [frame.places[3 * i]!, frame.places[3 * i + 1]!, frame.places[3 * i + 2]! + z];
        if (when[serial] === k - stride && k > 0) {
          const to = 6 * count++;
          places[to] = last[at]!;
          places[to + 1] = last[at + 1]!;
          places[to + 2] = last[at + 2]!;
          places[to + 3] = x;
          places[to + 4] = y;
          places[to + 5] = height;
          const fade = serial === selected ? 0.1 * age : whole ? 0.3 : 0.45 + 0.55 * age;
          const tone = (toneOfGroup ? toneOfGroup[frame.groups?.groupOf[i] ?? 0] : tones[serial]) ?? kindTone(1);
          for (let c = 0; c < 3; ++c) {
            colors[to + c] = colors[to + 3 + c] = (1 - fade) * tone[c]! + fade * ground[c]!;
          }
        } else if (k > 0 && !whole) {
          continue; // who has left since
        }
        when[serial] = k;
        last[at] = x;
        last[at + 1] = y;
        last[at + 2] = height;
      }
    }
    return count;
  }
}

const toLinear = (v: number): number => (v / 255) ** 2.2;
const tonesOfKinds = new Map<string, Rgb>();

/** A group's colour in linear light. */
function kindTone(group: number): Rgb {
  const hex = kindColor(group);
  let tone = tonesOfKinds.get(hex);
  if (!tone) {
    tone = toRgb(hex).map(toLinear) as Rgb;
    tonesOfKinds.set(hex, tone);
  }
  return tone;
}
