// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps as numbers, the way the page keeps them, and figures that walk by them, made by the library.
import type { Footstep, FootstepRow, Wayfield } from 'wayfield';
import { BODY_NUMBERS, FOOT_NUMBERS } from '../model/steps.ts';

export function numbersOf({ serial, index, step }: FootstepRow): number[] {
  return [
    serial, step.foot, step.startTime, step.duration, step.footPosition.x, step.footPosition.y, step.footAngle, step.swingFrom.x, step.swingFrom.y, step.swingFromAngle, step.swingTo.x, step.swingTo.y,
    step.swingToAngle, step.kind, step.apex.x, step.apex.y, step.along.x, step.along.y, step.speed, step.curve, step.facingStart.x, step.facingStart.y, step.facingEnd.x, step.facingEnd.y, step.pendulum,
    step.energy, index,
  ];
}

function stepOf(n: Float64Array): Footstep {
  const at = (k: number) => ({ x: n[k]!, y: n[k + 1]! });
  return {
    foot: n[1]!, startTime: n[2]!, duration: n[3]!, footPosition: at(4), footAngle: n[6]!, swingFrom: at(7), swingFromAngle: n[9]!, swingTo: at(10), swingToAngle: n[12]!, kind: n[13]!, apex: at(14), along: at(16),
    speed: n[18]!, curve: n[19]!, facingStart: at(20), facingEnd: at(22), pendulum: n[24]!, energy: n[25]!,
  };
}

/** glTF, binary. */
export function makeFigures(wf: Wayfield, name: string, feet: Float64Array, bodies: Float32Array): Uint8Array {
  const body = new Map<number, Float32Array>();
  for (let k = 0; k < bodies.length; k += BODY_NUMBERS) {
    body.set(bodies[k]!, bodies.subarray(k, k + BODY_NUMBERS));
  }
  // One that was begun before a fork may have come twice.
  const rows = new Map<string, FootstepRow>();
  for (let k = 0; k < feet.length; k += FOOT_NUMBERS) {
    const numbers = feet.subarray(k, k + FOOT_NUMBERS);
    const [serial, index] = [numbers[0]!, numbers[26]!];
    const sizes = body.get(serial) ?? [];
    rows.set(`${serial} ${index}`, { serial, index, step: stepOf(numbers), body: { torsoRadius: sizes[1] ?? 0.2, shoulderRadius: sizes[2] ?? 0.1, shoulderDistance: sizes[3] ?? 0.15, footRadius: sizes[4] ?? 0.1 } });
  }
  const sorted = [...rows.values()].sort((a, b) => a.serial - b.serial || a.index - b.index);
  wf.writeGltf('figures.glb', { name: name.slice(0, 100), rows: sorted, rowCapacity: sorted.length });
  const bytes = Uint8Array.from(wf.files.get('figures.glb')!);
  wf.files.delete('figures.glb');
  return bytes;
}
