// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Maps of densities and speeds, arrows of flow, outlines of jams: what is measured, drawn on the ground.
import * as THREE from 'three';
import { findJams, FlowMap, type Jam } from '../model/flow.ts';
import type { RunRecord, Sample } from '../model/record.ts';
import type { State } from '../model/studio.ts';
import { DENSEST, GridPicture } from './layers.ts';
import { cividis, viridis, type Palette } from './palette.ts';

/** m/s at the end of the scale. */
export const FASTEST = 1.8;
/** People per metre and second of the longest arrow. */
export const MOST_FLOW = 1.5;
/** People per square metre at the end of the scale of means: they are lower than what one sees at a moment. */
export const DENSEST_MEAN = DENSEST / 2;
const LEAST_FLOW = 0.015;
const MOST_ARROWS = 3000;
const PLACES_A_PICTURE = 500_000; // added up at once, so that the page answers

function mapPixels(values: Float32Array, color: (share: number) => readonly [number, number, number], most: number, fade: number): Uint8Array {
  const pixels = new Uint8Array(4 * values.length);
  values.forEach((value, k) => {
    if (value > 0) {
      const [r, g, b] = color(value / most);
      pixels.set([r, g, b, Math.round(215 * Math.min(1, value / fade))], 4 * k);
    }
  });
  return pixels;
}

/** Along x, of length 1, its middle at the origin. */
function arrowGeometry(): THREE.BufferGeometry {
  const shape = new THREE.Shape([[-0.5, -0.05], [0.16, -0.05], [0.16, -0.17], [0.5, 0], [0.16, 0.17], [0.16, 0.05], [-0.5, 0.05]].map(([x, y]) => new THREE.Vector2(x, y)));
  return new THREE.ShapeGeometry(shape);
}

export class Flow {
  readonly object = new THREE.Group();
  jams: Jam[] = [];
  /** There is more to be added up: another picture is needed. */
  onMore: () => void = () => {};
  private readonly picture = new GridPicture(0.045, 7);
  private readonly arrows = new THREE.InstancedMesh(arrowGeometry(), new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.9, depthWrite: false }), MOST_ARROWS);
  private readonly outlines = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: '#d55e00', depthTest: false, transparent: true }));
  private readonly areas = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial({ color: '#d55e00', transparent: true, opacity: 0.2, depthWrite: false, side: THREE.DoubleSide }));
  /** Two runs may be shown side by side. */
  private readonly maps = new WeakMap<RunRecord, FlowMap>();
  private shown = '';

  constructor() {
    this.arrows.frustumCulled = this.outlines.frustumCulled = this.areas.frustumCulled = false;
    this.arrows.renderOrder = 9;
    this.areas.renderOrder = 9;
    this.outlines.renderOrder = 13;
    this.object.add(this.picture.object, this.arrows, this.areas, this.outlines);
  }

  show(state: State, record: RunRecord, sample: Sample, tick: number, palette: Palette): void {
    const { map, layers } = state;
    const inPlane = record.stage.mesh === null;
    this.picture.object.visible &&= inPlane && map !== 'none';
    this.arrows.visible = inPlane && layers.arrows;
    this.outlines.visible = this.areas.visible = inPlane && layers.jams;
    if (inPlane && (map !== 'none' || layers.arrows)) {
      this.showMap(state, record, tick, palette);
    } else {
      this.shown = '';
    }
    this.jams = this.outlines.visible ? findJams(record, sample) : [];
    if (this.outlines.visible) {
      this.showJams();
    }
  }

  private showMap({ map, layers }: State, record: RunRecord, tick: number, palette: Palette): void {
    const flow = this.maps.get(record) ?? new FlowMap(record);
    this.maps.set(record, flow);
    const key = `${record.number} ${map} ${layers.arrows} ${tick} ${palette.ink}`;
    if (key === this.shown) {
      return;
    }
    if (flow.until(tick, PLACES_A_PICTURE)) {
      this.shown = key;
    } else {
      this.onMore();
    }
    if (map !== 'none') {
      const pixels = map === 'density' ? mapPixels(flow.density(), cividis, DENSEST_MEAN, 0.15 * DENSEST_MEAN) : mapPixels(flow.speed(), viridis, FASTEST, 1e-6);
      this.picture.show(flow.width, flow.height, flow.cell, flow.lower, pixels, map === 'density');
    }
    if (layers.arrows) {
      this.showArrows(flow, palette);
    }
  }

  private showArrows(flow: FlowMap, palette: Palette): void {
    const span = Math.max(flow.width, flow.height) * flow.cell;
    const block = Math.max(2 * flow.cell, span / 34);
    const all = flow.arrows(block, LEAST_FLOW).slice(0, MOST_ARROWS);
    const matrix = new THREE.Matrix4();
    const color = new THREE.Color(palette.ink);
    all.forEach(({ x, y, jx, jy }, k) => {
      const size = Math.hypot(jx, jy);
      // By the root, so that small ones can be seen beside large ones.
      const length = block * (0.3 + 0.75 * Math.sqrt(Math.min(1, size / MOST_FLOW)));
      const [cos, sin] = [(length * jx) / size, (length * jy) / size];
      matrix.set(cos, -sin, 0, x, sin, cos, 0, y, 0, 0, 1, 0.1, 0, 0, 0, 1);
      this.arrows.setMatrixAt(k, matrix);
      this.arrows.setColorAt(k, color);
    });
    this.arrows.count = all.length;
    this.arrows.instanceMatrix.needsUpdate = true;
    if (this.arrows.instanceColor) {
      this.arrows.instanceColor.needsUpdate = true;
    }
  }

  private showJams(): void {
    const [lines, faces]: [number[], number[]] = [[], []];
    for (const { hull } of this.jams) {
      const [ax, ay] = hull[0]!;
      hull.forEach(([x, y], k) => {
        const [u, v] = hull[(k + 1) % hull.length]!;
        lines.push(x, y, 0.17, u, v, 0.17);
        faces.push(ax, ay, 0.11, x, y, 0.11, u, v, 0.11);
      });
    }
    for (const [object, places] of [[this.outlines, lines], [this.areas, faces]] as const) {
      object.geometry.dispose();
      object.geometry = new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
    }
  }
}
