// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Everybody, as instances of one figure; and where feet stood.
import * as THREE from 'three';
import type { ColorBy } from '../model/studio.ts';
import type { RunRecord, Sample } from '../model/record.ts';
import { groupColor, kindColor, kindRgb, stranger, toRgb, viridis, type Rgb } from './palette.ts';
import { ballGeometry, discGeometry, pawnGeometry, signGeometry, wedgeGeometry } from './shapes.ts';
import { Walkers } from './walkers.ts';

const WAITING: Rgb = toRgb('#d55e00');
const WALKING: Rgb = toRgb('#56b4e9');
const DONE: Rgb = toRgb('#8a94a3');
const WHITE: Rgb = [255, 255, 255];

/** Light that a number of a colour stands for. */
const linear = Float32Array.from({ length: 256 }, (_, v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));

export function colorOf(record: RunRecord, sample: Sample, i: number, by: ColorBy): Rgb {
  const serial = sample.serials[i]!;
  switch (by) {
    case 'speed':
      return viridis(sample.speeds[i]! / Math.max(0.1, record.desiredSpeeds[serial] ?? 1.3));
    case 'waiting':
      return sample.modes[i] === 2 ? DONE : sample.modes[i] === 1 || sample.speeds[i]! < 0.1 ? WAITING : WALKING;
    default:
      return record.hasGroups ? colorOfGroup(record, sample.groups?.groupOf[i] ?? 0) : kindRgb(record.groups[serial] ?? 1);
  }
}

const STRANGER = toRgb(stranger);
const colorsOfGroups = new Map<string, Rgb>();
let theme: 'light' | 'dark' = 'light';

/** Colours of groups depend on what they are drawn on. */
export function setPeopleTheme(to: 'light' | 'dark'): void {
  theme = to;
}

export function colorOfGroup(record: RunRecord, number: number): Rgb {
  const group = record.known[number - 1];
  if (!group) {
    return STRANGER;
  }
  const key = `${group.hue} ${group.shade % 4} ${theme}`;
  const found = colorsOfGroups.get(key) ?? toRgb(groupColor(group.hue, group.shade, theme));
  colorsOfGroups.set(key, found);
  return found;
}

type Look = 'disc' | 'pawn' | 'ball';

/** Who is drawn smaller than this many pixels across is drawn as a dot: ten thousand figures would take their time. */
const DETAIL_PIXELS = 9;

export class People {
  readonly object = new THREE.Group();
  private readonly figures = new THREE.Group();
  private readonly dots = new Dots();
  private readonly walkers = new Walkers();
  private readonly geometries: Record<Look, THREE.BufferGeometry> = { disc: discGeometry(), pawn: pawnGeometry(), ball: ballGeometry() };
  private readonly plain = new THREE.MeshBasicMaterial({ vertexColors: true });
  private readonly lit = new THREE.MeshLambertMaterial({ vertexColors: true });
  private readonly wedgeShape = wedgeGeometry();
  private readonly wedgeMaterial = new THREE.MeshBasicMaterial({ color: '#ffffff', transparent: true, opacity: 0.85 });
  private mesh: THREE.InstancedMesh | null = null;
  private wedges: THREE.InstancedMesh | null = null;
  private look: Look = 'disc';
  private readonly signs: (THREE.InstancedMesh | null)[] = [null, null, null, null];
  private readonly signMaterial = new THREE.MeshBasicMaterial({ color: '#ffffff', depthTest: false, transparent: true });
  private readonly matrix = new THREE.Matrix4();
  private readonly color = new THREE.Color();

  constructor() {
    this.object.add(this.figures, this.dots.object, this.walkers.object);
  }

  private prepare(count: number, look: Look): THREE.InstancedMesh {
    if (!this.mesh || this.look !== look || this.mesh.instanceMatrix.count < count) {
      this.mesh?.dispose();
      this.figures.clear();
      this.mesh = new THREE.InstancedMesh(this.geometries[look], look === 'disc' ? this.plain : this.lit, Math.max(64, Math.ceil(count * 1.4)));
      this.mesh.frustumCulled = false;
      this.mesh.renderOrder = 10;
      this.figures.add(this.mesh);
      this.wedges?.dispose();
      this.wedges = null;
      if (look === 'disc') {
        this.wedges = new THREE.InstancedMesh(this.wedgeShape, this.wedgeMaterial, this.mesh.instanceMatrix.count);
        this.wedges.instanceMatrix = this.mesh.instanceMatrix; // the same places
        this.wedges.frustumCulled = false;
        this.wedges.renderOrder = 11;
        this.figures.add(this.wedges);
      }
      this.look = look;
    }
    return this.mesh;
  }

  show(record: RunRecord, sample: Sample, time: number, by: ColorBy, inSpace: boolean, onMesh: boolean, selected: number, pixel: number, circles: boolean): void {
    const width = (2 * record.stage.radius) / pixel;
    const asDots = width < DETAIL_PIXELS;
    this.dots.object.visible = asDots;
    this.figures.visible = this.walkers.object.visible = !asDots;
    if (asDots) {
      this.showSigns(record, sample, false);
      this.dots.show(record, sample, by, Math.max(5, width), onMesh ? record.stage.radius : inSpace ? 0.9 : 0.12, selected);
      return;
    }
    const look: Look = onMesh ? 'ball' : inSpace ? 'pawn' : 'disc';
    const mesh = this.prepare(sample.count, look);
    const z = inSpace ? 0 : 0.12;
    const onFoot = inSpace && !onMesh && record.steps.all.length > 0;
    this.walkers.begin(onFoot ? sample.count : 0);
    let count = 0;
    for (let i = 0; i < sample.count; ++i) {
      const serial = sample.serials[i]!;
      const radius = record.radii[serial] ?? 0.25;
      const heading = sample.headings[i]!;
      const [cos, sin] = [Math.cos(heading) * radius, Math.sin(heading) * radius];
      const lift = onMesh ? sample.places[3 * i + 2]! : z;
      this.matrix.set(cos, -sin, 0, sample.places[3 * i]!, sin, cos, 0, sample.places[3 * i + 1]!, 0, 0, inSpace && !onMesh ? 1 : radius, lift, 0, 0, 0, 1);
      const rgb = colorOf(record, sample, i, by);
      this.color.setRGB(linear[rgb[0]]!, linear[rgb[1]]!, linear[rgb[2]]!);
      if (serial === selected) {
        this.color.lerp(new THREE.Color(1, 1, 1), 0.35);
      }
      if (onFoot && this.walkers.add(record.steps, serial, time, sample.places[3 * i]!, sample.places[3 * i + 1]!, heading, this.color)) {
        continue;
      }
      if (circles && !inSpace && record.steps.bodies.has(serial) && record.steps.feet(serial, time)) {
        continue; // the circles are drawn in place of it
      }
      mesh.setMatrixAt(count, this.matrix);
      mesh.setColorAt(count++, this.color);
    }
    this.walkers.end();
    mesh.count = count;
    if (this.wedges) {
      this.wedges.count = count;
    }
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor) {
      mesh.instanceColor.needsUpdate = true;
    }
    this.showSigns(record, sample, look === 'disc');
  }

  /** On discs of kinds other than 0: a ring, a cross, a square, a saltire. They take the place of the wedge. */
  private showSigns(record: RunRecord, sample: Sample, shown: boolean): void {
    const lists: number[][] = [[], [], [], []];
    for (let i = 0; i < sample.count && shown; ++i) {
      const kind = record.agentKinds[sample.serials[i]!] ?? 0;
      if (kind > 0) {
        lists[kind % 4]!.push(i);
      }
    }
    lists.forEach((list, sign) => {
      let mesh = this.signs[sign]!;
      if (list.length > 0 && (!mesh || mesh.instanceMatrix.count < list.length)) {
        mesh?.removeFromParent();
        mesh?.dispose();
        mesh = new THREE.InstancedMesh(signGeometry(sign), this.signMaterial, Math.ceil(list.length * 1.4));
        mesh.frustumCulled = false;
        mesh.renderOrder = 12;
        this.object.add(mesh);
        this.signs[sign] = mesh;
      }
      if (mesh) {
        mesh.count = list.length;
        list.forEach((i, k) => {
          const radius = record.radii[sample.serials[i]!] ?? 0.25;
          this.matrix.makeScale(radius, radius, 1).setPosition(sample.places[3 * i]!, sample.places[3 * i + 1]!, 0.16);
          mesh!.setMatrixAt(k, this.matrix);
        });
        mesh.instanceMatrix.needsUpdate = true;
      }
    });
  }
}

function makeDotPicture(): THREE.Texture {
  const size = 32;
  const pixels = new Uint8Array(4 * size * size);
  for (let k = 0; k < size * size; ++k) {
    const distance = Math.hypot((k % size) + 0.5 - size / 2, Math.floor(k / size) + 0.5 - size / 2);
    pixels.set([255, 255, 255, Math.round(255 * Math.max(0, Math.min(1, size / 2 - distance)))], 4 * k);
  }
  const texture = new THREE.DataTexture(pixels, size, size);
  texture.needsUpdate = true;
  return texture;
}

/** People of a few pixels: one point each. */
class Dots {
  readonly object: THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial>;
  private places = new Float32Array(0);
  private colors = new Uint8Array(0);

  constructor() {
    const material = new THREE.PointsMaterial({ vertexColors: true, sizeAttenuation: false, map: makeDotPicture(), alphaTest: 0.5, transparent: true });
    this.object = new THREE.Points(new THREE.BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 10;
  }

  show(record: RunRecord, sample: Sample, by: ColorBy, width: number, lift: number, selected: number): void {
    if (this.places.length < 3 * sample.count) {
      const room = Math.ceil(sample.count * 1.4);
      this.places = new Float32Array(3 * room);
      this.colors = new Uint8Array(3 * room);
      this.object.geometry.dispose();
      this.object.geometry = new THREE.BufferGeometry();
      this.object.geometry.setAttribute('position', new THREE.BufferAttribute(this.places, 3).setUsage(THREE.DynamicDrawUsage));
      this.object.geometry.setAttribute('color', new THREE.BufferAttribute(this.colors, 3, true).setUsage(THREE.DynamicDrawUsage));
    }
    for (let i = 0; i < sample.count; ++i) {
      const [r, g, b] = sample.serials[i] === selected ? WHITE : colorOf(record, sample, i, by);
      this.places[3 * i] = sample.places[3 * i]!;
      this.places[3 * i + 1] = sample.places[3 * i + 1]!;
      this.places[3 * i + 2] = sample.places[3 * i + 2]! + lift;
      this.colors[3 * i] = 255 * linear[r]!;
      this.colors[3 * i + 1] = 255 * linear[g]!;
      this.colors[3 * i + 2] = 255 * linear[b]!;
    }
    this.object.material.size = width * Math.min(2, window.devicePixelRatio);
    const { geometry } = this.object;
    geometry.setDrawRange(0, sample.count);
    if (geometry.attributes.position && geometry.attributes.color) {
      geometry.attributes.position.needsUpdate = true;
      geometry.attributes.color.needsUpdate = true;
    }
  }
}

const PRINT_SECONDS = 4;

/** The last prints of those on foot. */
export class Footprints {
  readonly object: THREE.InstancedMesh;
  private readonly matrix = new THREE.Matrix4();

  constructor(private readonly most = 4000) {
    const sole = new THREE.Shape();
    sole.ellipse(0, 0, 0.13, 0.05, 0, 2 * Math.PI, false, 0);
    this.object = new THREE.InstancedMesh(new THREE.ShapeGeometry(sole, 10), new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.4, depthWrite: false }), most);
    this.object.frustumCulled = false;
    this.object.renderOrder = 5;
    this.object.count = 0;
  }

  show(record: RunRecord, time: number): void {
    let count = 0;
    const color = new THREE.Color();
    const { all } = record.steps;
    // They come in order, but for those who stood: these come a second later.
    for (let k = all.length - 1; k >= 0 && count < this.most && all[k]![2]! > time - PRINT_SECONDS - 2; --k) {
      const [serial, , began, , x, y, angle] = all[k]! as unknown as number[];
      if (began! > time || began! < time - PRINT_SECONDS) {
        continue;
      }
      const [cos, sin] = [Math.cos(angle!), Math.sin(angle!)];
      this.matrix.set(cos, -sin, 0, x!, sin, cos, 0, y!, 0, 0, 1, 0.06, 0, 0, 0, 1);
      this.object.setMatrixAt(count, this.matrix);
      const [r, g, b] = toRgb(kindColor(record.groups[serial!] ?? 1));
      this.object.setColorAt(count, color.setRGB(r / 255, g / 255, b / 255, THREE.SRGBColorSpace));
      count += 1;
    }
    this.object.count = count;
    this.object.instanceMatrix.needsUpdate = true;
    if (this.object.instanceColor) {
      this.object.instanceColor.needsUpdate = true;
    }
  }
}
