// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps of those on foot, and how somebody stands at a time of one: the same curves as in src/footsteps/step.c.

/**
 * Of a footstep: serial, foot that stands, start, duration, then x, y, angle of it, of where the other one leaves and lands (13 so far), and what else
 * the library knows of it (engine/figures.ts); its number comes last.
 */
export const FOOT_NUMBERS = 27;
/** Of a body: serial, radii of torso and shoulders, distance of the shoulders from the middle, radius of the feet. */
export const BODY_NUMBERS = 5;

export interface FootPlace {
  x: number;
  y: number;
  angle: number;
  /** 0 on the ground; at the middle of a swing 1. */
  lift: number;
  /** Of the swing, from 0 to 1; standing: 0. */
  share: number;
}

/** Left and right. */
export type Feet = [FootPlace, FootPlace];

export class Steps {
  private readonly of = new Map<number, Float64Array[]>();
  /** All, in the order they came in. */
  readonly all: Float64Array[] = [];
  readonly bodies = new Map<number, Float32Array>();

  add(rows: Float64Array): void {
    for (let k = 0; k + FOOT_NUMBERS <= rows.length; k += FOOT_NUMBERS) {
      const step = rows.subarray(k, k + FOOT_NUMBERS);
      const steps = this.of.get(step[0]!) ?? [];
      steps.push(step);
      this.of.set(step[0]!, steps);
      this.all.push(step);
    }
  }

  addBodies(rows: Float32Array): void {
    for (let k = 0; k + BODY_NUMBERS <= rows.length; k += BODY_NUMBERS) {
      this.bodies.set(rows[k]!, rows.subarray(k, k + BODY_NUMBERS));
    }
  }

  /** Those that began before a time. */
  until(time: number): Steps {
    const steps = new Steps();
    this.all.filter((step) => step[2]! < time - 1e-6).forEach((step) => steps.add(step));
    this.bodies.forEach((body, serial) => steps.bodies.set(serial, body));
    return steps;
  }

  numbers(): Float64Array {
    const numbers = new Float64Array(FOOT_NUMBERS * this.all.length);
    this.all.forEach((step, k) => numbers.set(step, FOOT_NUMBERS * k));
    return numbers;
  }

  bodyNumbers(): Float32Array {
    return Float32Array.from([...this.bodies.values()].flatMap((body) => [...body]));
  }

  /** Where the feet of somebody are; null: it is not on foot, or not yet. */
  feet(serial: number, time: number): Feet | null {
    const steps = this.of.get(serial);
    if (!steps || steps[0]![2]! > time + 0.5) {
      return null;
    }
    let [low, high] = [0, steps.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      [low, high] = steps[middle]![2]! <= time ? [middle, high] : [low, middle];
    }
    return feetOf(steps[low]!, time);
  }
}

export function feetOf(step: Float64Array, time: number): Feet {
  const moves = step[7] !== step[10] || step[8] !== step[11] || step[9] !== step[12];
  const s = Math.max(0, Math.min(1, (time - step[2]!) / Math.max(1e-6, step[3]!)));
  const share = s * s * (3 - 2 * s);
  let turn = step[12]! - step[9]!;
  turn -= 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  const stands: FootPlace = { x: step[4]!, y: step[5]!, angle: step[6]!, lift: 0, share: 0 };
  const swings: FootPlace = {
    x: step[7]! + share * (step[10]! - step[7]!), y: step[8]! + share * (step[11]! - step[8]!), angle: step[9]! + share * turn, lift: moves ? 16 * s * s * (1 - s) * (1 - s) : 0, share: moves ? s : 0,
  };
  return step[1] === 0 ? [stands, swings] : [swings, stands];
}
