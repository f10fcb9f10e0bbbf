// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Trajectories as text: of the pedestrian dynamics data archive, and CSV.
import { BadRecording, type Rows } from './rows.ts';

const FARTHEST = 1e9; // m
const names: Record<string, string> = { personid: 'id', id: 'id', person: 'id', frame: 'frame', fr: 'frame', x: 'x', y: 'y', z: 'z', ori_x: 'ori_x', ori_y: 'ori_y', pos_x: 'x', pos_y: 'y' };

class Grower {
  data = new Float64Array(1 << 16);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) {
      const old = this.data;
      this.data = new Float64Array(2 * old.length);
      this.data.set(old);
    }
    this.data[this.length++] = value;
  }
}

interface Head {
  fps: number;
  columns: string[];
  unit: number;
}

/** What comments and the line of names say. */
function readHead(line: string, head: Head): void {
  const rate = /framerate:\s*([\d.eE+-]+)/i.exec(line);
  head.fps = rate ? Number(rate[1]) : head.fps;
  const words = line.replace(/^#/, '').trim().split(/[\s,;]+/).map((word) => word.toLowerCase());
  const plain = words.map((word) => names[word.replace(/\/.*/, '')] ?? '');
  if (plain.includes('id') && plain.includes('frame') && plain.includes('x') && plain.includes('y')) {
    head.columns = plain;
    head.unit = words.some((word) => word === 'x/cm') ? 0.01 : 1;
  }
}

export function readText(text: string, fallback: { fps: number }): Rows {
  const head: Head = { fps: 0, columns: ['id', 'frame', 'x', 'y', 'z'], unit: 1 };
  const columns: Record<string, Grower> = { id: new Grower(), frame: new Grower(), x: new Grower(), y: new Grower(), z: new Grower(), ori_x: new Grower(), ori_y: new Grower() };
  let [line, from] = [0, 0];
  while (from < text.length) {
    let end = text.indexOf('\n', from);
    end = end < 0 ? text.length : end;
    const row = text.slice(from, end).trim();
    from = end + 1;
    line += 1;
    if (row === '') {
      continue;
    }
    if (row.startsWith('#') || /^[a-z"]/i.test(row)) {
      readHead(row.replace(/"/g, ''), head);
      continue;
    }
    const words = row.split(/[\s,;]+/);
    head.columns.forEach((name, k) => {
      if (name === '' || (name === 'z' && words[k] === undefined)) {
        return;
      }
      const value = words[k] === undefined || words[k] === '' ? NaN : Number(words[k]);
      const whole = name === 'id' || name === 'frame';
      if (!Number.isFinite(value) || Math.abs(value) > FARTHEST || (whole && !Number.isInteger(value))) {
        throw new BadRecording(`Line ${line}: "${(words[k] ?? '').slice(0, 40)}" is no ${name}; expected ${whole ? 'a whole number' : 'metres'}.`);
      }
      columns[name]!.push(whole || name.startsWith('ori') ? value : value * head.unit);
    });
  }
  return collect(columns, head, fallback);
}

function collect(columns: Record<string, Grower>, head: Head, fallback: { fps: number }): Rows {
  const count = columns.id!.length;
  const warnings: string[] = [];
  if (head.fps === 0) {
    warnings.push(`The file does not say how many frames a second has; ${fallback.fps} are assumed.`);
  }
  const of = (name: string) => (columns[name]!.length === count ? columns[name]!.data.subarray(0, count) : null);
  const [x, y, z, oriX, oriY] = [of('x')!, of('y')!, of('z'), of('ori_x'), of('ori_y')];
  const places = new Float64Array(3 * count);
  for (let k = 0; k < count; ++k) {
    places[3 * k] = x[k]!;
    places[3 * k + 1] = y[k]!;
  }
  return {
    frames: Int32Array.from(of('frame')!), ids: Int32Array.from(of('id')!), places, headings: oriX && oriY && count > 0 ? Float32Array.from(oriX, (value, k) => Math.atan2(oriY[k]!, value)) : null,
    fps: head.fps || fallback.fps, lastFrame: null, wkt: '', name: '', hasHeights: z !== null, sizes: new Map(), feet: new Float64Array(), bodies: new Float32Array(), warnings,
  };
}
