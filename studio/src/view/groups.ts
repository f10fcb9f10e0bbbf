// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups as the program's pictures show them: sketches as bands with forks and ends, slots as open rings, anchors as arrows, and where orders lead.
import * as THREE from 'three';
import { GROUP_VALUES, type SketchPreview, type SketchView } from '../engine/protocol.ts';
import type { GroupFrame, RunRecord, Sample } from '../model/record.ts';
import { groupColor, mixHex } from './palette.ts';

type Xy = readonly [number, number];

/** Metres above the floor: bands below people, arrows above them. */
const BAND = 0.05;
const RING = 0.08;
const TOP = 0.2;

/** Triangles in colours with an opacity, collected and drawn at once. */
export class Ink {
  readonly object: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
  private places: number[] = [];
  private colors: number[] = [];
  private tint: readonly [number, number, number, number] = [0, 0, 0, 1];
  z = 0;

  constructor(order: number) {
    this.object = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, side: THREE.DoubleSide }));
    this.object.frustumCulled = false;
    this.object.renderOrder = order;
  }

  clear(): void {
    this.places = [];
    this.colors = [];
  }

  color(hex: string, opacity = 1): void {
    const { r, g, b } = new THREE.Color(hex);
    this.tint = [r, g, b, opacity];
  }

  triangle(a: Xy, b: Xy, c: Xy): void {
    for (const p of [a, b, c]) {
      this.places.push(p[0], p[1], this.z);
      this.colors.push(...this.tint);
    }
  }

  line(a: Xy, b: Xy, width: number): void {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length < 1e-9) {
      return;
    }
    const [nx, ny] = [(-(b[1] - a[1]) / length) * (width / 2), ((b[0] - a[0]) / length) * (width / 2)];
    const corners: Xy[] = [[a[0] + nx, a[1] + ny], [a[0] - nx, a[1] - ny], [b[0] - nx, b[1] - ny], [b[0] + nx, b[1] + ny]];
    this.triangle(corners[0]!, corners[1]!, corners[2]!);
    this.triangle(corners[0]!, corners[2]!, corners[3]!);
  }

  /** Corners are mitred, so that a band that can be seen through is nowhere darker. */
  band(points: readonly Xy[], width: number): void {
    const sides = points.map((p, k): [Xy, Xy] => {
      const [before, after] = [points[Math.max(0, k - 1)]!, points[Math.min(points.length - 1, k + 1)]!];
      const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
      const [nx, ny] = [(-(after[1] - before[1]) / length) * (width / 2), ((after[0] - before[0]) / length) * (width / 2)];
      return [[p[0] + nx, p[1] + ny], [p[0] - nx, p[1] - ny]];
    });
    for (let k = 0; k + 1 < sides.length; ++k) {
      const [[a, b], [c, d]] = [sides[k]!, sides[k + 1]!];
      this.triangle(a, b, d);
      this.triangle(a, d, c);
    }
  }

  dashes(points: readonly Xy[], width: number, dash: number): void {
    let walked = 0;
    points.slice(1).forEach((to, k) => {
      const from = points[k]!;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const at = (s: number): Xy => [from[0] + ((to[0] - from[0]) * s) / length, from[1] + ((to[1] - from[1]) * s) / length];
      for (let s = -(walked % (2 * dash)); s < length; s += 2 * dash) {
        if (s + dash > 0) {
          this.line(at(Math.max(0, s)), at(Math.min(length, s + dash)), width);
        }
      }
      walked += length;
    });
  }

  disc([x, y]: Xy, radius: number, sides = 20): void {
    const at = (k: number): Xy => [x + radius * Math.cos((2 * Math.PI * k) / sides), y + radius * Math.sin((2 * Math.PI * k) / sides)];
    for (let k = 0; k < sides; ++k) {
      this.triangle([x, y], at(k), at(k + 1));
    }
  }

  show(): void {
    this.object.geometry.dispose();
    this.object.geometry = new THREE.BufferGeometry();
    this.object.visible = this.places.length > 0;
    if (this.object.visible) {
      this.object.geometry.setAttribute('position', new THREE.Float32BufferAttribute(this.places, 3));
      this.object.geometry.setAttribute('color', new THREE.Float32BufferAttribute(this.colors, 4));
    }
  }
}

const pairs = (line: Float32Array): Xy[] => Array.from({ length: line.length / 2 }, (_, k) => [line[2 * k]!, line[2 * k + 1]!] as const);

/** Each point the mean of itself and those around it; the ends stay. Strokes are drawn by hand. */
export function smooth(points: readonly Xy[]): Xy[] {
  return points.map((p, k) => {
    const reach = Math.min(k, points.length - 1 - k, 3);
    let [x, y, weights] = [0, 0, 0];
    for (let m = -reach; m <= reach; ++m) {
      const weight = 1 - Math.abs(m) / (reach + 1);
      x += weight * points[k + m]![0];
      y += weight * points[k + m]![1];
      weights += weight;
    }
    return reach === 0 ? p : ([x / weights, y / weights] as const);
  });
}

/** A wide band with its direction, forks and ends. `pixel`: metres. */
export function drawSketch(ink: Ink, sketch: SketchView, color: string, pixel: number, theme: 'light' | 'dark'): void {
  const dark = mixHex(color, theme === 'dark' ? '#ffffff' : '#000000', 0.25);
  const lines = sketch.routes.map(pairs).filter((line) => line.length > 1).map(smooth);
  // Where routes run together they are drawn once.
  const drawn = new Set<string>();
  const parts = lines.map((line) => {
    const own = line.findIndex((p, k) => k > 0 && !drawn.has(`${p} ${line[k - 1]}`));
    line.forEach((p, k) => k > 0 && drawn.add(`${p} ${line[k - 1]}`));
    return own < 0 ? [] : line.slice(own - 1);
  });
  ink.color(color, theme === 'dark' ? 0.36 : 0.24);
  parts.forEach((line) => ink.band(line, 13 * pixel));
  ink.color(dark, 0.8);
  parts.forEach((line) => ink.band(line, 1.5 * pixel));
  ink.color(dark);
  parts.forEach((line) => addChevrons(ink, line, pixel));
  lines.forEach((line) => addHead(ink, line, pixel));
  for (let k = 0; k < sketch.nodes.length; k += 3) {
    const [x, y, what] = [sketch.nodes[k]!, sketch.nodes[k + 1]!, sketch.nodes[k + 2]!];
    if (what < 2) {
      const radius = (what === 1 ? 6.5 : 4.5) * pixel;
      ink.color(dark);
      ink.disc([x, y], radius);
      ink.color('#ffffff');
      ink.disc([x, y], radius - 2 * pixel);
    }
  }
}

function addChevrons(ink: Ink, line: readonly Xy[], pixel: number): void {
  const step = 58 * pixel;
  let [next, walked] = [0.6 * step, 0];
  line.slice(1).forEach((to, k) => {
    const from = line[k]!;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const [ux, uy] = [(to[0] - from[0]) / (length || 1), (to[1] - from[1]) / (length || 1)];
    for (; next <= walked + length; next += step) {
      const [x, y] = [from[0] + ux * (next - walked), from[1] + uy * (next - walked)];
      const size = 6 * pixel;
      const tip: Xy = [x + 0.5 * size * ux, y + 0.5 * size * uy];
      for (const side of [1, -1]) {
        ink.line([x - 0.3 * size * ux - side * 0.62 * size * uy, y - 0.3 * size * uy + side * 0.62 * size * ux], tip, 2 * pixel);
      }
    }
    walked += length;
  });
}

function addHead(ink: Ink, line: readonly Xy[], pixel: number): void {
  const [tip, before] = [line.at(-1)!, line[Math.max(0, line.length - 3)]!];
  const length = Math.hypot(tip[0] - before[0], tip[1] - before[1]) || 1;
  const [ux, uy] = [(tip[0] - before[0]) / length, (tip[1] - before[1]) / length];
  const base: Xy = [tip[0] - 7 * pixel * ux, tip[1] - 7 * pixel * uy];
  ink.triangle([base[0] - 6.5 * pixel * uy, base[1] + 6.5 * pixel * ux], [tip[0] + 6 * pixel * ux, tip[1] + 6 * pixel * uy], [base[0] + 6.5 * pixel * uy, base[1] - 6.5 * pixel * ux]);
}

/** An arrow with a shaft, at a place along a direction. */
function addArrow(ink: Ink, [x, y]: Xy, [dx, dy]: Xy, length: number, width: number): void {
  const size = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / size, dy / size];
  const at = (along: number, across: number): Xy => [x + along * ux - across * uy, y + along * uy + across * ux];
  const [back, neck] = [-0.42 * length, 0.12 * length];
  ink.triangle(at(back, width / 2), at(back, -width / 2), at(neck, -width / 2));
  ink.triangle(at(back, width / 2), at(neck, -width / 2), at(neck, width / 2));
  ink.triangle(at(neck, 1.5 * width), at(0.58 * length, 0), at(neck, -1.5 * width));
}

/** wfGroupMode: in formation. */
const shaped = (mode: number): boolean => mode >= 2;

export class GroupsPicture {
  readonly object = new THREE.Group();
  private readonly bands = new Ink(4);
  private readonly tops = new Ink(13);
  private readonly draft = new Ink(20);
  private rings: THREE.InstancedMesh | null = null;
  private readonly matrix = new THREE.Matrix4();
  private readonly tint = new THREE.Color();

  constructor() {
    this.bands.z = BAND;
    this.tops.z = TOP;
    this.draft.z = 2.45; // above walls
    this.draft.object.material.depthTest = false;
    this.object.add(this.bands.object, this.tops.object, this.draft.object);
  }

  hide(): void {
    this.object.visible = false;
  }

  show(record: RunRecord, sample: Sample, next: GroupFrame | null, share: number, theme: 'light' | 'dark', pixel: number): void {
    this.object.visible = true;
    this.bands.clear();
    this.tops.clear();
    const { groups } = sample;
    const onMesh = record.stage.mesh !== null;
    if (groups && !onMesh) {
      const color = (k: number) => {
        const known = record.known[groups.numbers[k]! - 1];
        return groupColor(known?.hue ?? 0, known?.shade ?? 0, theme);
      };
      this.showSketches(record, groups, color, theme, pixel);
      groups.numbers.forEach((_, k) => this.showEnd(groups, k, color(k), theme, pixel));
      groups.numbers.forEach((number, k) => this.showAnchor(groups, k, next && next.numbers[k] === number ? next : null, share, color(k), theme, pixel));
    }
    this.showRings(record, sample, groups, theme, pixel, onMesh);
    this.bands.show();
    this.tops.show();
  }

  private showSketches(record: RunRecord, groups: GroupFrame, color: (k: number) => string, theme: 'light' | 'dark', pixel: number): void {
    const seen = new Set<number>();
    groups.sketches.forEach((sketch, k) => {
      const view = record.sketches[sketch - 1];
      if (view && !seen.has(sketch)) {
        seen.add(sketch);
        drawSketch(this.bands, view, color(k), pixel, theme);
      }
    });
  }

  private showEnd(groups: GroupFrame, k: number, color: string, theme: 'light' | 'dark', pixel: number): void {
    const at = GROUP_VALUES * k;
    const [ax, ay, ex, ey] = [groups.values[at]!, groups.values[at + 1]!, groups.values[at + 9]!, groups.values[at + 10]!];
    if (Number.isNaN(ex)) {
      return;
    }
    const dark = mixHex(color, theme === 'dark' ? '#ffffff' : '#000000', 0.25);
    this.bands.color(dark, 0.55);
    this.bands.dashes([[ax, ay], [ex, ey]], 1.4 * pixel, 5 * pixel);
    const diamond = (size: number) => {
      const corners: Xy[] = [[ex - size, ey], [ex, ey + size], [ex + size, ey], [ex, ey - size]];
      this.bands.triangle(corners[0]!, corners[1]!, corners[2]!);
      this.bands.triangle(corners[0]!, corners[2]!, corners[3]!);
    };
    this.bands.color(dark);
    diamond(7.5 * pixel);
    this.bands.color('#ffffff');
    diamond(4.5 * pixel);
  }

  private showAnchor(groups: GroupFrame, k: number, next: GroupFrame | null, share: number, color: string, theme: 'light' | 'dark', pixel: number): void {
    const at = GROUP_VALUES * k;
    const [hx, hy] = [groups.values[at + 3]!, groups.values[at + 4]!];
    if (!shaped(groups.modes[k]!) || Math.hypot(hx, hy) < 1e-6) {
      return;
    }
    const mix = (i: number) => groups.values[at + i]! + (next ? share * (next.values[at + i]! - groups.values[at + i]!) : 0);
    const place: Xy = [mix(0), mix(1)];
    this.tops.color(theme === 'dark' ? '#10151c' : mixHex(color, '#000000', 0.65));
    addArrow(this.tops, place, [hx, hy], 27 * pixel, 6 * pixel);
    this.tops.color(mixHex(color, '#ffffff', 0.55));
    addArrow(this.tops, place, [hx, hy], 22 * pixel, 3.4 * pixel);
  }

  /** Open rings, and a line from who is off its own by more than its radius. On meshes only those are shown. */
  private showRings(record: RunRecord, sample: Sample, groups: GroupFrame | null, theme: 'light' | 'dark', pixel: number, onMesh: boolean): void {
    const shown: number[] = [];
    const modeOf = new Map<number, number>();
    groups?.numbers.forEach((number, k) => modeOf.set(number, groups.modes[k]!));
    for (let i = 0; groups && i < sample.count; ++i) {
      const number = groups.groupOf[i]!;
      if (number > 0 && shaped(modeOf.get(number) ?? 0) && !Number.isNaN(groups.slots[3 * i]!)) {
        shown.push(i);
      }
    }
    const rings = this.reserve(shown.length);
    let count = 0;
    for (const i of shown) {
      const radius = record.radii[sample.serials[i]!] ?? 0.25;
      const [x, y, z] = [0, 1, 2].map((axis) => groups!.slots[3 * i + axis]!) as [number, number, number];
      const [px, py] = [sample.places[3 * i]!, sample.places[3 * i + 1]!];
      const off = Math.hypot(x - px, y - py, onMesh ? z - sample.places[3 * i + 2]! : 0) > radius;
      if (onMesh && !off) {
        continue;
      }
      const known = record.known[groups!.groupOf[i]! - 1];
      const color = mixHex(groupColor(known?.hue ?? 0, known?.shade ?? 0, theme), theme === 'dark' ? '#ffffff' : '#000000', 0.3);
      const size = Math.min(Math.max(0.5 * radius, 1.5 * pixel), 6 * pixel);
      this.matrix.makeScale(size, size, 1).setPosition(x, y, onMesh ? z + radius : RING);
      rings?.setMatrixAt(count, this.matrix);
      rings?.setColorAt(count, this.tint.set(color));
      count += 1;
      if (off && !onMesh) {
        this.bands.color(color, 0.75);
        this.bands.line([px, py], [x, y], pixel);
      }
    }
    if (rings) {
      rings.count = count;
      rings.instanceMatrix.needsUpdate = true;
      if (rings.instanceColor) {
        rings.instanceColor.needsUpdate = true;
      }
    }
  }

  private reserve(count: number): THREE.InstancedMesh | null {
    if (count > 0 && (!this.rings || this.rings.instanceMatrix.count < count)) {
      this.rings?.removeFromParent();
      this.rings?.dispose();
      this.rings = new THREE.InstancedMesh(ringGeometry(), new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.DoubleSide }), Math.ceil(count * 1.4));
      this.rings.frustumCulled = false;
      this.rings.renderOrder = 5;
      this.object.add(this.rings);
    }
    if (this.rings) {
      this.rings.count = 0;
    }
    return this.rings;
  }

  // ---------------------------------------------------------------------------------------------------------- being drawn

  /** What is drawn now and not ordered yet. */
  showDraft(draft: OrderDraft | null, color: string, theme: 'light' | 'dark', pixel: number): void {
    const ink = this.draft;
    ink.clear();
    if (draft?.preview) {
      drawSketch(ink, draft.preview, color, pixel, theme);
      ink.color('#d5401e');
      for (const [x, y] of draft.preview.blocked) {
        ink.line([x - 3.5 * pixel, y - 3.5 * pixel], [x + 3.5 * pixel, y + 3.5 * pixel], 1.6 * pixel);
        ink.line([x - 3.5 * pixel, y + 3.5 * pixel], [x + 3.5 * pixel, y - 3.5 * pixel], 1.6 * pixel);
      }
      draft.preview.detours.forEach((way) => ink.dashes(Array.from({ length: way.length / 3 }, (_, k) => [way[3 * k]!, way[3 * k + 1]!] as const), 2 * pixel, 5 * pixel));
    }
    if (draft?.line) {
      ink.color(color);
      ink.band(draft.line, 2.5 * pixel);
    }
    if (draft?.slots) {
      for (const p of draft.slots) {
        ink.color(mixHex(color, theme === 'dark' ? '#ffffff' : '#000000', 0.2));
        ink.disc(p, Math.max(4 * pixel, 0.16), 16);
        ink.color('#ffffff');
        ink.disc(p, Math.max(4 * pixel, 0.16) - 1.6 * pixel, 16);
      }
    }
    if (draft?.arrow) {
      ink.color(color);
      addArrow(ink, draft.arrow.at, draft.arrow.along, 40 * pixel, 7 * pixel);
    }
    ink.show();
  }
}

/** What the pointer is about to order. */
export interface OrderDraft {
  preview?: SketchPreview | null;
  line?: Xy[];
  slots?: Xy[];
  arrow?: { at: Xy; along: Xy };
}

/** White inside, so that the colour of an instance is that of the rim alone. */
function ringGeometry(): THREE.BufferGeometry {
  const geometry = new THREE.RingGeometry(0.62, 1, 20);
  const colors = new Float32Array(3 * geometry.getAttribute('position').count).fill(1);
  geometry.setAttribute('color', new THREE.BufferAttribute(colors, 3));
  return geometry;
}
