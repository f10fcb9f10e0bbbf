// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Those on foot as figures: feet stand exactly where the footsteps say, legs reach from there to the hips.
import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Feet, Steps } from '../model/steps.ts';
import { paint } from './shapes.ts';

// Metres, of somebody of 1.75 m.
const THIGH = 0.43;
const SHANK = 0.42;
const ANKLE = 0.08;
const HIP_HEIGHT = 0.9;
const HIP_ASIDE = 0.09;
const SHOULDER_HEIGHT = 0.5; // above the hips
const SHOULDER_ASIDE = 0.2;
const ARM = 0.56;
const STEP_HEIGHT = 0.09;
const STRETCH = 0.995; // of the leg, at most

const LIMBS = 6; // thighs, shanks, arms
type Vector = [number, number, number];

/** A bar along z from 0 to 1, of radius 1. */
function barGeometry(): THREE.BufferGeometry {
  const profile = [[0, -0.06], [0.6, -0.04], [1, 0.03], [0.92, 0.5], [0.8, 0.97], [0.5, 1.03], [0, 1.05]].map(([r, z]) => new THREE.Vector2(r, z));
  return paint(new THREE.LatheGeometry(profile, 10).rotateX(Math.PI / 2), () => 0.72);
}

/** Above the hips. */
function trunkGeometry(): THREE.BufferGeometry {
  const profile = [[0, -0.06], [0.13, -0.05], [0.155, 0.05], [0.135, 0.2], [0.175, 0.42], [0.16, 0.52], [0.06, 0.57], [0.05, 0.62], [0, 0.62]].map(([r, z]) => new THREE.Vector2(r, z));
  const trunk = paint(new THREE.LatheGeometry(profile, 16).rotateX(Math.PI / 2).scale(0.68, 1.12, 1), (_, __, z) => 0.85 + 0.25 * z);
  return trunk;
}

function headGeometry(): THREE.BufferGeometry {
  const head = paint(new THREE.SphereGeometry(0.105, 14, 10).scale(1.05, 0.88, 1.2).translate(0.01, 0, 0.74), () => 1);
  const hair = paint(new THREE.SphereGeometry(0.109, 14, 8, 0, 2 * Math.PI, 0, 1.25).rotateX(Math.PI / 2).scale(1.05, 0.9, 1.2).translate(-0.012, 0, 0.75), () => 0.28);
  const nose = paint(new THREE.ConeGeometry(0.022, 0.05, 6).rotateZ(-Math.PI / 2).translate(0.13, 0, 0.73), () => 1);
  return mergeGeometries([head, hair, nose])!;
}

/** A shoe along x, its middle above the print. */
function shoeGeometry(): THREE.BufferGeometry {
  return paint(new THREE.SphereGeometry(1, 12, 8).scale(0.135, 0.05, 0.05).translate(0, 0, 0.035), () => 0.4);
}

const matrix = new THREE.Matrix4();
const TROUSERS = new THREE.Color('#2a3140');

/** Puts the bar from one place to another. */
function putBar(mesh: THREE.InstancedMesh, index: number, from: Vector, to: Vector, radius: number, side: Vector): void {
  const [zx, zy, zz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(zx, zy, zz) || 1;
  // x across the bar, as near to the side as can be; y at right angles to both.
  let [yx, yy, yz] = [(zy * side[2] - zz * side[1]) / length, (zz * side[0] - zx * side[2]) / length, (zx * side[1] - zy * side[0]) / length];
  const size = Math.hypot(yx, yy, yz) || 1;
  [yx, yy, yz] = [yx / size, yy / size, yz / size];
  const [xx, xy, xz] = [(yy * zz - yz * zy) / length, (yz * zx - yx * zz) / length, (yx * zy - yy * zx) / length];
  matrix.set(radius * xx, radius * yx, zx, from[0], radius * xy, radius * yy, zy, from[1], radius * xz, radius * yz, zz, from[2], 0, 0, 0, 1);
  mesh.setMatrixAt(index, matrix);
}

/** The knee between hip and ankle, bent forward. */
export function kneeOf(hip: Vector, ankle: Vector, forward: readonly [number, number]): Vector {
  const [dx, dy, dz] = [ankle[0] - hip[0], ankle[1] - hip[1], ankle[2] - hip[2]];
  const distance = Math.max(1e-6, Math.min(STRETCH * (THIGH + SHANK), Math.hypot(dx, dy, dz)));
  const along = (THIGH * THIGH - SHANK * SHANK + distance * distance) / (2 * distance);
  const bend = Math.sqrt(Math.max(0, THIGH * THIGH - along * along));
  const [ux, uy, uz] = [dx / distance, dy / distance, dz / distance];
  // Forward, less what of it lies along the leg.
  const dot = ux * forward[0] + uy * forward[1];
  const [fx, fy, fz] = [forward[0] - dot * ux, forward[1] - dot * uy, -dot * uz];
  const size = Math.hypot(fx, fy, fz) || 1;
  return [hip[0] + along * ux + (bend * fx) / size, hip[1] + along * uy + (bend * fy) / size, hip[2] + along * uz + (bend * fz) / size];
}

/** How high the hips may be for both ankles to be within reach. */
export function hipHeight(x: number, y: number, heading: number, feet: Feet): number {
  const reach = STRETCH * (THIGH + SHANK);
  const [sx, sy] = [-Math.sin(heading), Math.cos(heading)];
  return feet.reduce((least, foot, k) => {
    const side = k === 0 ? HIP_ASIDE : -HIP_ASIDE;
    const across = Math.hypot(foot.x - x - side * sx, foot.y - y - side * sy);
    return Math.min(least, ANKLE + STEP_HEIGHT * foot.lift + Math.sqrt(Math.max(0.1, reach * reach - across * across)));
  }, HIP_HEIGHT);
}

export class Walkers {
  readonly object = new THREE.Group();
  private readonly material = new THREE.MeshLambertMaterial({ vertexColors: true });
  private readonly skin = new THREE.MeshLambertMaterial({ vertexColors: true, color: '#c59a80' });
  private readonly dark = new THREE.Color();
  private trunks: THREE.InstancedMesh | null = null;
  private limbs: THREE.InstancedMesh | null = null;
  private shoes: THREE.InstancedMesh | null = null;
  private heads: THREE.InstancedMesh | null = null;
  private readonly shapes = [trunkGeometry(), barGeometry(), shoeGeometry(), headGeometry()] as const;
  private count = 0;

  private make(geometry: THREE.BufferGeometry, count: number): THREE.InstancedMesh {
    const mesh = new THREE.InstancedMesh(geometry, this.material, count);
    mesh.frustumCulled = false;
    this.object.add(mesh);
    return mesh;
  }

  begin(most: number): void {
    this.count = 0;
    if (!this.trunks || this.trunks.instanceMatrix.count < most) {
      [this.trunks, this.limbs, this.shoes, this.heads].forEach((mesh) => mesh?.dispose());
      this.object.clear();
      const room = Math.max(32, Math.ceil(1.4 * most));
      this.trunks = this.make(this.shapes[0], room);
      this.limbs = this.make(this.shapes[1], LIMBS * room);
      this.shoes = this.make(this.shapes[2], 2 * room);
      this.heads = this.make(this.shapes[3], room);
      (this.heads.material as THREE.MeshLambertMaterial) = this.skin;
    }
  }

  /** False: this person is not on foot. */
  add(steps: Steps, serial: number, time: number, x: number, y: number, heading: number, color: THREE.Color): boolean {
    const feet = steps.feet(serial, time);
    if (!feet || !this.trunks || !this.limbs || !this.shoes || !this.heads) {
      return false;
    }
    const i = this.count++;
    const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
    const height = hipHeight(x, y, heading, feet);
    const side: Vector = [-sin, cos, 0];
    matrix.set(cos, -sin, 0, x, sin, cos, 0, y, 0, 0, 1, height, 0, 0, 0, 1);
    this.trunks.setMatrixAt(i, matrix);
    this.heads.setMatrixAt(i, matrix);
    this.trunks.setColorAt(i, color);
    // Trousers are of a darker, greyer tone.
    this.dark.copy(color).lerp(TROUSERS, 0.72);
    const ahead = (feet[0].x - feet[1].x) * cos + (feet[0].y - feet[1].y) * sin;
    feet.forEach((foot, k) => {
      const left = k === 0 ? 1 : -1;
      const pitch = foot.share > 0 ? 0.75 * Math.max(0, 1 - 3 * Math.abs(foot.share - 0.3)) - 0.3 * Math.max(0, 1 - 3 * Math.abs(foot.share - 0.7)) : 0;
      const lift = STEP_HEIGHT * foot.lift;
      const [fc, fs, pc, ps] = [Math.cos(foot.angle), Math.sin(foot.angle), Math.cos(pitch), Math.sin(pitch)];
      // Heel up: the shoe turns about its ball.
      matrix.set(fc * pc, -fs, fc * ps, foot.x, fs * pc, fc, fs * ps, foot.y, -ps, 0, pc, lift + 0.09 * Math.abs(ps), 0, 0, 0, 1);
      this.shoes!.setMatrixAt(2 * i + k, matrix);
      this.shoes!.setColorAt(2 * i + k, this.dark);
      const ankle: Vector = [foot.x - 0.05 * fc, foot.y - 0.05 * fs, ANKLE + lift + 0.12 * Math.max(0, ps)];
      const hip: Vector = [x + left * HIP_ASIDE * side[0], y + left * HIP_ASIDE * side[1], height];
      const knee = kneeOf(hip, ankle, [cos, sin]);
      putBar(this.limbs!, LIMBS * i + 2 * k, hip, knee, 0.072, side);
      putBar(this.limbs!, LIMBS * i + 2 * k + 1, knee, ankle, 0.052, side);
      // Arms go against the legs.
      const swing = Math.max(-0.6, Math.min(0.6, -0.75 * left * ahead));
      const shoulder: Vector = [x + left * SHOULDER_ASIDE * side[0], y + left * SHOULDER_ASIDE * side[1], height + SHOULDER_HEIGHT];
      const hand: Vector = [shoulder[0] + ARM * Math.sin(swing) * cos + 0.03 * left * side[0], shoulder[1] + ARM * Math.sin(swing) * sin + 0.03 * left * side[1], shoulder[2] - ARM * Math.cos(swing)];
      putBar(this.limbs!, LIMBS * i + 4 + k, shoulder, hand, 0.042, side);
    });
    for (let k = 0; k < LIMBS; ++k) {
      this.limbs.setColorAt(LIMBS * i + k, k < 4 ? this.dark : color);
    }
    return true;
  }

  end(): void {
    const { trunks, limbs, shoes, heads } = this;
    if (trunks && limbs && shoes && heads) {
      [trunks.count, limbs.count, shoes.count, heads.count] = [this.count, LIMBS * this.count, 2 * this.count, this.count];
      for (const mesh of [trunks, limbs, shoes, heads]) {
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) {
          mesh.instanceColor.needsUpdate = true;
        }
      }
    }
  }
}

/** The circles that stand for a body on foot: torso, shoulders, feet. */
export class Circles {
  readonly object: THREE.InstancedMesh;

  constructor(private readonly most = 2000) {
    this.object = new THREE.InstancedMesh(new THREE.RingGeometry(0.87, 1, 32), new THREE.MeshBasicMaterial({ transparent: true, depthTest: false, side: THREE.DoubleSide }), 5 * most);
    this.object.frustumCulled = false;
    this.object.renderOrder = 12;
    this.object.count = 0;
  }

  begin(): void {
    this.object.count = 0;
  }

  add(steps: Steps, serial: number, time: number, x: number, y: number, heading: number, color: THREE.Color, foot: THREE.Color): void {
    const [feet, body] = [steps.feet(serial, time), steps.bodies.get(serial)];
    if (!feet || !body || this.object.count + 5 > 5 * this.most) {
      return;
    }
    const [dx, dy] = [-Math.sin(heading) * body[3]!, Math.cos(heading) * body[3]!];
    const put = (cx: number, cy: number, radius: number, color: THREE.Color) => {
      matrix.set(radius, 0, 0, cx, 0, radius, 0, cy, 0, 0, 1, 0.14, 0, 0, 0, 1);
      this.object.setMatrixAt(this.object.count, matrix);
      this.object.setColorAt(this.object.count, color);
      this.object.count += 1;
    };
    put(x, y, body[1]!, color);
    put(x + dx, y + dy, body[2]!, color);
    put(x - dx, y - dy, body[2]!, color);
    feet.forEach((place) => put(place.x, place.y, body[4]!, foot));
  }

  end(): void {
    this.object.instanceMatrix.needsUpdate = true;
    if (this.object.instanceColor) {
      this.object.instanceColor.needsUpdate = true;
    }
  }
}
