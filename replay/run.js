// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The run that the page has in it: who is where at what time. docs/studio.md describes the data.

/** @param {string} text */
function bytesOf(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) {
    bytes[i] = binary.charCodeAt(i);
  }
  return bytes;
}

/** @param {string} text */
const wordsOf = (text) => new Uint32Array(bytesOf(text).buffer);
/** @param {string} text */
const floatsOf = (text) => new Float32Array(bytesOf(text).buffer);

const FEET_NUMBERS = 13; // of a footstep: person, stance foot, start, duration, then x, y, angle of it, of where the other leaves and lands

/** Everybody's places in all frames, one person after the other. */
class Run {
  /** @param {any} data */
  constructor(data) {
    const { people, frames } = data;
    this.axes = data.mesh ? 3 : 2;
    this.fps = frames.fps;
    this.frameCount = frames.count;
    this.start = frames.start;
    this.count = people.count;
    this.first = wordsOf(people.first);
    this.lengths = wordsOf(people.lengths);
    this.kinds = bytesOf(people.kinds);
    this.sizes = floatsOf(people.sizes); // radius, and half of what the body measures from front to back
    this.offsets = new Float64Array(this.count + 1);
    for (let i = 0; i < this.count; ++i) {
      this.offsets[i + 1] = this.offsets[i] + this.lengths[i];
    }
    const rows = this.offsets[this.count];
    this.places = new Float32Array(this.axes * rows);
    this.headings = new Uint8Array(rows); // in 256ths of a turn
    this.decode(bytesOf(people.moves), people.origin, people.step);
    /** Footsteps of each person that walks on foot, by time. @type {Map<number, Float32Array[]>} */
    this.feet = new Map();
    const feet = floatsOf(data.feet ?? '');
    for (let i = 0; i < feet.length; i += FEET_NUMBERS) {
      const of = this.feet.get(feet[i]) ?? [];
      of.push(feet.subarray(i, i + FEET_NUMBERS));
      this.feet.set(feet[i], of);
    }
  }

  get duration() {
    return Math.max(0, this.frameCount - 1) / this.fps;
  }

  /**
   * The first place in whole steps from the origin, then one byte for each axis and one for the heading; -128 says that whole numbers follow.
   * @param {Uint8Array} bytes @param {number[]} origin @param {number} step
   */
  decode(bytes, origin, step) {
    const view = new DataView(bytes.buffer);
    const at = [0, 0, 0];
    let from = 0;
    const readWhole = () => {
      for (let axis = 0; axis < this.axes; ++axis, from += 4) {
        at[axis] = view.getInt32(from, true);
      }
    };
    for (let person = 0; person < this.count; ++person) {
      for (let row = this.offsets[person]; row < this.offsets[person + 1]; ++row) {
        if (row === this.offsets[person]) {
          readWhole();
        } else if (view.getInt8(from) === -128) {
          from += 1;
          readWhole();
        } else {
          for (let axis = 0; axis < this.axes; ++axis) {
            at[axis] += view.getInt8(from++);
          }
        }
        for (let axis = 0; axis < this.axes; ++axis) {
          this.places[this.axes * row + axis] = origin[axis] + step * at[axis];
        }
        this.headings[row] = bytes[from++];
      }
    }
  }

  /**
   * Where somebody is at a time, and how fast; false: not there. Who leaves stays for the rest of the frame.
   * @param {number} person @param {number} time @param {{ x: number, y: number, z: number, heading: number, speed: number }} into
   */
  look(person, time, into) {
    const frame = (time - this.start) * this.fps;
    const k = Math.floor(frame + 1e-6) - this.first[person];
    const length = this.lengths[person];
    if (k < 0 || k >= length) {
      return false;
    }
    const row = this.offsets[person] + k;
    const next = k + 1 < length ? row + 1 : row;
    const share = Math.max(0, Math.min(1, frame - Math.floor(frame + 1e-6)));
    const { places, axes } = this;
    const mix = (/** @type {number} */ axis) => places[axes * row + axis] + share * (places[axes * next + axis] - places[axes * row + axis]);
    into.x = mix(0);
    into.y = mix(1);
    into.z = axes === 3 ? mix(2) : 0;
    const turn = ((this.headings[next] - this.headings[row] + 384) & 255) - 128;
    into.heading = ((this.headings[row] + share * turn) * Math.PI) / 128;
    into.speed = this.speedAt(row, k, length);
    return true;
  }

  /** Over a second or so: what is rounded away does not show. @param {number} row @param {number} k @param {number} length */
  speedAt(row, k, length) {
    const reach = Math.max(1, Math.round(this.fps / 2));
    const [from, to] = [row - Math.min(k, reach), row + Math.min(length - 1 - k, reach)];
    let sum = 0;
    for (let axis = 0; axis < this.axes; ++axis) {
      sum += (this.places[this.axes * to + axis] - this.places[this.axes * from + axis]) ** 2;
    }
    return to > from ? (Math.sqrt(sum) * this.fps) / (to - from) : 0;
  }

  /** How many are there in each frame. */
  countHere() {
    const here = new Int32Array(this.frameCount + 1);
    for (let person = 0; person < this.count; ++person) {
      here[this.first[person]] += 1;
      here[Math.min(this.frameCount, this.first[person] + this.lengths[person])] -= 1;
    }
    for (let frame = 1; frame <= this.frameCount; ++frame) {
      here[frame] += here[frame - 1];
    }
    return here.subarray(0, this.frameCount);
  }

  /**
   * People per square metre and their mean speed, for each cell, over all the time.
   * @param {number[]} lower @param {number[]} upper
   */
  measure(lower, upper) {
    const cell = Math.max(0.5, Math.max(upper[0] - lower[0], upper[1] - lower[1]) / 400);
    const [width, height] = [Math.ceil((upper[0] - lower[0]) / cell), Math.ceil((upper[1] - lower[1]) / cell)];
    const [counts, speeds] = [new Float32Array(width * height), new Float32Array(width * height)];
    for (let person = 0; person < this.count; ++person) {
      for (let k = 0; k < this.lengths[person]; ++k) {
        const row = this.offsets[person] + k;
        const i = Math.min(width - 1, Math.max(0, Math.floor((this.places[this.axes * row] - lower[0]) / cell)));
        const j = Math.min(height - 1, Math.max(0, Math.floor((this.places[this.axes * row + 1] - lower[1]) / cell)));
        counts[j * width + i] += 1;
        speeds[j * width + i] += this.speedAt(row, k, this.lengths[person]);
      }
    }
    const density = counts.map((count) => count / Math.max(1, this.frameCount) / (cell * cell));
    const speed = speeds.map((sum, k) => (counts[k] > 0 ? sum / counts[k] : NaN));
    return { cell, width, height, density, speed };
  }
}
