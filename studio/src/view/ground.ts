// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What stands still: floor, walls, terrain, goals, lines that count; or a mesh.
import * as THREE from 'three';
import type { DrawnMesh, FieldView, Stage } from '../engine/protocol.ts';
import { rangeOf } from './layers.ts';
import { viridis, type Palette } from './palette.ts';
import { edges, flat, raise } from './shapes.ts';

const WALL_HEIGHT = 2.2;

const basic = (color: string, more: THREE.MeshBasicMaterialParameters = {}) => new THREE.MeshBasicMaterial({ color, ...more });

function polyline(points: readonly (readonly [number, number])[], z: number, color: string, width: number): THREE.Mesh {
  const geometry = raise([{ role: 'terrain', kind: 'line', name: '', rings: [points.map(([x, y]) => [x, y])], center: [0, 0], radius: width / 2, cost: 1 }], 0.02) ?? new THREE.BufferGeometry();
  const mesh = new THREE.Mesh(geometry, basic(color, { transparent: true, opacity: 0.9 }));
  mesh.position.z = z;
  mesh.renderOrder = 4;
  return mesh;
}

/** Every few points of a path: they lie closer than one can see. */
function toPoints(path: Float32Array): [number, number][] {
  const points: [number, number][] = [];
  const stride = Math.max(1, Math.floor(path.length / 3 / 400));
  for (let i = 0; 3 * i < path.length; i += 1) {
    if (i % stride === 0 || 3 * i + 3 >= path.length) {
      points.push([path[3 * i]!, path[3 * i + 1]!]);
    }
  }
  return points;
}

function goalMarks(stage: Stage, palette: Palette, span: number): THREE.Object3D[] {
  const size = Math.max(0.18, span / 120);
  return stage.goals.flatMap((goal): THREE.Object3D[] => {
    if (goal.place) {
      const ball = new THREE.Mesh(new THREE.SphereGeometry(span / 55, 20, 14), new THREE.MeshLambertMaterial({ color: palette.goal }));
      ball.position.set(...goal.place);
      return [ball];
    }
    if (goal.kind === 'polygon') {
      const geometry = flat([{ role: 'terrain', kind: 'rings', name: '', rings: [goal.points], center: [0, 0], radius: 0, cost: 1 }]) ?? new THREE.BufferGeometry();
      const area = new THREE.Mesh(geometry, basic(palette.goal, { transparent: true, opacity: 0.32, depthWrite: false }));
      area.position.z = 0.03;
      area.renderOrder = 3;
      return [area, polyline([...goal.points, goal.points[0]!], 0.04, palette.goal, size * 0.5)];
    }
    if (goal.kind === 'line') {
      return [polyline(goal.points, 0.04, palette.goal, size)];
    }
    return goal.points.map(([x, y]) => {
      const ring = new THREE.Mesh(new THREE.RingGeometry(size * 1.1, size * 1.8, 28), basic(palette.goal));
      ring.position.set(x, y, 0.04);
      ring.renderOrder = 3;
      return ring;
    });
  });
}

function grid(stage: Stage, palette: Palette): THREE.LineSegments {
  const [[x0, y0], [x1, y1]] = [stage.lower, stage.upper];
  const span = Math.max(x1 - x0, y1 - y0);
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((s) => span / s <= 40) ?? span / 20;
  const places: number[] = [];
  for (let x = Math.ceil(x0 / step) * step; x <= x1; x += step) {
    places.push(x, y0, 0, x, y1, 0);
  }
  for (let y = Math.ceil(y0 / step) * step; y <= y1; y += step) {
    places.push(x0, y, 0, x1, y, 0);
  }
  const lines = new THREE.LineSegments(new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(places, 3)), new THREE.LineBasicMaterial({ color: palette.grid }));
  lines.position.z = 0.004;
  return lines;
}

function plane(stage: Stage, palette: Palette): THREE.Object3D[] {
  const [[x0, y0], [x1, y1]] = [stage.lower, stage.upper];
  const walkable = stage.shapes.filter((s) => s.role === 'walkable');
  const obstacles = stage.shapes.filter((s) => s.role === 'obstacle');
  const terrain = stage.shapes.filter((s) => s.role === 'terrain');
  const found: THREE.Object3D[] = [];
  const floor = new THREE.Mesh(new THREE.PlaneGeometry(x1 - x0, y1 - y0), basic(walkable.length > 0 ? palette.wall : palette.floor));
  floor.position.set((x0 + x1) / 2, (y0 + y1) / 2, 0);
  found.push(floor);
  const addFlat = (shapes: typeof walkable, color: string, z: number, opacity = 1) => {
    const geometry = flat(shapes);
    if (geometry) {
      const mesh = new THREE.Mesh(geometry, basic(color, { transparent: opacity < 1, opacity, side: THREE.DoubleSide }));
      mesh.position.z = z;
      found.push(mesh);
    }
  };
  addFlat(walkable, palette.floor, 0.002);
  found.push(grid(stage, palette));
  addFlat(terrain, palette.terrain, 0.006, 0.85);
  const walls = raise(obstacles, WALL_HEIGHT);
  if (walls) {
    found.push(new THREE.Mesh(walls, new THREE.MeshLambertMaterial({ color: palette.wall, side: THREE.DoubleSide })));
    found.push(new THREE.LineSegments(edges(obstacles, WALL_HEIGHT + 0.01), new THREE.LineBasicMaterial({ color: palette.wallEdge })));
  }
  const border = [[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]] as [number, number][];
  const outline = new THREE.Line(
    new THREE.BufferGeometry().setFromPoints(border.map(([x, y]) => new THREE.Vector3(x, y, 0.02))),
    new THREE.LineBasicMaterial({ color: palette.wallEdge }),
  );
  found.push(outline);
  return found;
}

/** Colours of a mesh's corners: plain, blocked, or by a field. */
function meshColors(mesh: DrawnMesh, palette: Palette, field: FieldView | null): Float32Array {
  const corners = mesh.triangles.length;
  const colors = new Float32Array(3 * corners);
  const [plain, blocked, color] = [new THREE.Color(palette.mesh), new THREE.Color(palette.blocked), new THREE.Color()];
  const most = field ? rangeOf(field.values) : 1;
  for (let corner = 0; corner < corners; ++corner) {
    const value = field?.values[mesh.triangles[corner]!];
    if (mesh.blocked[Math.floor(corner / 3)]) {
      color.copy(blocked);
    } else if (value !== undefined && Number.isFinite(value)) {
      const [r, g, b] = viridis(1 + value / most);
      color.setRGB(r / 255, g / 255, b / 255, THREE.SRGBColorSpace);
    } else {
      color.copy(plain);
    }
    colors.set([color.r, color.g, color.b], 3 * corner);
  }
  return colors;
}

export class Ground {
  readonly object = new THREE.Group();
  private surface: THREE.Mesh<THREE.BufferGeometry> | null = null;
  private mesh: DrawnMesh | null = null;
  private palette: Palette | null = null;

  show(stage: Stage, palette: Palette): void {
    this.object.traverse((child) => {
      if (child instanceof THREE.Mesh || child instanceof THREE.LineSegments || child instanceof THREE.Line) {
        child.geometry.dispose();
      }
    });
    this.object.clear();
    this.surface = null;
    this.mesh = stage.mesh;
    this.palette = palette;
    const span = Math.max(stage.upper[0] - stage.lower[0], stage.upper[1] - stage.lower[1]);
    this.object.add(...(stage.mesh ? [this.makeSurface(stage.mesh)] : plane(stage, palette)), ...goalMarks(stage, palette, span));
    if (!stage.mesh) {
      const width = Math.max(0.06, span / 260);
      stage.paths.forEach((path) => this.object.add(polyline(toPoints(path), 0.06, palette.accent, width)));
      stage.starts.forEach(([x, y]) => {
        const dot = new THREE.Mesh(new THREE.CircleGeometry(1.6 * width, 20), basic(palette.accent));
        dot.position.set(x, y, 0.09);
        dot.renderOrder = 5;
        this.object.add(dot);
      });
    }
    stage.lines.forEach((line) => this.object.add(polyline([line.a, line.b], 0.05, palette.line, Math.max(0.06, span / 500))));
  }

  get surfaceMesh(): THREE.Mesh | null {
    return this.surface;
  }

  showField(field: FieldView | null): void {
    if (this.surface && this.mesh && this.palette) {
      this.surface.geometry.setAttribute('color', new THREE.BufferAttribute(meshColors(this.mesh, this.palette, field), 3));
    }
  }

  private makeSurface(mesh: DrawnMesh): THREE.Mesh {
    const corners = mesh.triangles.length;
    const places = new Float32Array(3 * corners);
    mesh.triangles.forEach((vertex, corner) => places.set(mesh.vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * corner));
    const geometry = new THREE.BufferGeometry().setAttribute('position', new THREE.BufferAttribute(places, 3));
    geometry.setAttribute('color', new THREE.BufferAttribute(meshColors(mesh, this.palette!, null), 3));
    geometry.computeVertexNormals();
    this.surface = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ vertexColors: true, side: THREE.DoubleSide, flatShading: true }));
    return this.surface;
  }
}
