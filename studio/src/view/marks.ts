// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the page draws on top: who is selected and where they go, what is edited, lines that are measured.
import * as THREE from 'three';
import type { Part } from '../model/document.ts';
import type { RunRecord } from '../model/record.ts';
import type { Studio } from '../model/studio.ts';
import type { Palette } from './palette.ts';

export interface Draft {
  points: [number, number][];
  closed: boolean;
  radius: number;
  /** Without handles at its points. */
  plain?: boolean;
}

const Z = 2.4; // above walls

export class Marks {
  readonly object = new THREE.Group();
  /** What is being drawn, or dragged. */
  draft: Draft | null = null;
  /** The part that is selected for editing. */
  part: Part | null = null;
  /** All parts, drawn faintly while editing. */
  parts: Part[] = [];
  snap: [number, number] | null = null;

  /** The run may be another one than the present one, beside it. */
  show(studio: Studio, record: RunRecord, palette: Palette, pixel: number): void {
    this.object.traverse((child) => {
      if (child instanceof THREE.Mesh || child instanceof THREE.Line) {
        child.geometry.dispose();
        (child.material as THREE.Material).dispose();
      }
    });
    this.object.clear();
    const { state } = studio;
    if (state.mode === 'edit') {
      this.parts.filter((part) => part !== this.part).forEach((part) => this.addPart(part, palette.accent, 0.45, pixel, 1));
      if (this.part) {
        this.addPart(this.part, palette.accent, 1, pixel, 2.5);
        this.part.handles.forEach((handle) => this.addHandle(handle.at, palette, pixel));
      }
    }
    if (this.draft) {
      const { points, closed, radius, plain } = this.draft;
      this.addLine(radius > 0 ? ringOf(points[0]!, radius) : closed ? [...points, points[0]!] : points, palette.accent, 1, pixel, plain ? 1.5 : 2.5);
      (plain ? [] : points).forEach((point) => this.addHandle(point, palette, pixel));
    }
    if (this.snap) {
      this.addHandle(this.snap, palette, pixel);
    }
    for (const line of state.measured) {
      this.addLine(line, palette.line, 1, pixel, 2.5);
      line.forEach((point) => this.addHandle(point, palette, pixel));
    }
    this.showSelected(studio, record, palette, pixel);
  }

  private showSelected(studio: Studio, record: RunRecord, palette: Palette, pixel: number): void {
    const { state } = studio;
    const found = state.selected > 0 ? record.find(state.selected, studio.time) : null;
    if (!found) {
      return;
    }
    const radius = record.radii[state.selected] ?? 0.25;
    const onMesh = record.stage.mesh !== null;
    const ring = new THREE.Mesh(new THREE.RingGeometry(radius + 3 * pixel, radius + 6 * pixel, 36), new THREE.MeshBasicMaterial({ color: palette.ink, side: THREE.DoubleSide, depthTest: !onMesh }));
    ring.position.set(found.place[0], found.place[1], onMesh ? found.place[2] + radius : 0.14);
    ring.renderOrder = 20;
    this.object.add(ring);
    const { agent } = state;
    if (agent && record.number === state.run && agent.serial === state.selected && !state.playing && agent.tick === studio.tick && !onMesh) {
      const [x, y] = found.place;
      if (agent.route) {
        this.addLine(pairsOf(agent.route), palette.ink, 0.8, pixel, 2.5);
      }
      const reach = Math.max(1.6, radius * 6);
      if (agent.map) {
        this.addArrow([x, y], agent.map.guide, reach, palette.goal, pixel);
        this.addArrow([x, y], agent.map.direction, reach * 0.8, palette.accent, pixel);
      }
      const { v, epsilon } = agent.behavior;
      if (epsilon !== 0) {
        this.addArrow([x, y], [v[0] * epsilon, v[1] * epsilon], reach, '#d55e00', pixel);
      }
    }
  }

  private addArrow(from: [number, number], along: readonly [number, number], length: number, color: string, pixel: number): void {
    const size = Math.hypot(along[0], along[1]);
    if (size < 1e-9) {
      return;
    }
    const [dx, dy] = [(along[0] / size) * length * Math.min(1, size), (along[1] / size) * length * Math.min(1, size)];
    const tip: [number, number] = [from[0] + dx, from[1] + dy];
    this.addLine([from, tip], color, 1, pixel, 3);
    const head = new THREE.Mesh(new THREE.CircleGeometry(6 * pixel, 3), new THREE.MeshBasicMaterial({ color, depthTest: false }));
    head.position.set(tip[0], tip[1], Z + 0.02);
    head.rotation.z = Math.atan2(dy, dx);
    head.renderOrder = 22;
    this.object.add(head);
  }

  private addPart(part: Part, color: string, opacity: number, pixel: number, width: number): void {
    const outline = part.radius > 0 && part.outline.length === 1 ? ringOf(part.outline[0]!, part.radius) : part.closed ? [...part.outline, part.outline[0]!] : part.outline;
    if (outline.length > 1) {
      this.addLine(outline, color, opacity, pixel, width);
    }
  }

  /** A line so many pixels wide, whatever the zoom: WebGL's own are one pixel. */
  private addLine(points: readonly (readonly [number, number])[], color: string, opacity: number, pixel: number, width: number): void {
    const half = (width * pixel) / 2;
    const places: number[] = [];
    points.slice(1).forEach(([x, y], i) => {
      const [px, py] = points[i]!;
      const length = Math.hypot(x - px, y - py) || 1;
      const [tx, ty] = [((x - px) / length) * half, ((y - py) / length) * half];
      const corners = [[px - tx - ty, py - ty + tx], [px - tx + ty, py - ty - tx], [x + tx + ty, y + ty - tx], [x + tx - ty, y + ty + tx]] as const;
      for (const k of [0, 1, 2, 0, 2, 3]) {
        places.push(corners[k]![0], corners[k]![1], Z);
      }
    });
    const mesh = new THREE.Mesh(
      new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(places, 3)),
      new THREE.MeshBasicMaterial({ color, opacity, transparent: true, depthTest: false, side: THREE.DoubleSide }),
    );
    mesh.frustumCulled = false;
    mesh.renderOrder = 21;
    this.object.add(mesh);
  }

  private addHandle([x, y]: readonly [number, number], palette: Palette, pixel: number): void {
    for (const [radius, color] of [[6.5, palette.accent], [4.5, palette.floor]] as const) {
      const disc = new THREE.Mesh(new THREE.CircleGeometry(radius * pixel, 20), new THREE.MeshBasicMaterial({ color, depthTest: false, transparent: true }));
      disc.position.set(x, y, Z + 0.01);
      disc.renderOrder = radius > 5 ? 23 : 24;
      this.object.add(disc);
    }
  }
}

const pairsOf = (line: Float32Array): [number, number][] => Array.from({ length: line.length / 3 }, (_, i) => [line[3 * i]!, line[3 * i + 1]!]);

function ringOf([x, y]: readonly [number, number], radius: number): [number, number][] {
  return Array.from({ length: 49 }, (_, k) => [x + radius * Math.cos((k * Math.PI) / 24), y + radius * Math.sin((k * Math.PI) / 24)]);
}
