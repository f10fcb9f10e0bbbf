// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Commanding without a page: whom an order is for, shapes that are drawn, records of groups and what becomes of them when a run is amended.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load, root } from './load.mjs';

const { groupsAt, resolve, strokesOf } = await load('model/command.ts');
const drawn = await load('model/drawn.ts');
const { RunRecord } = await load('model/record.ts');
const { smooth } = await load('view/groups.ts');
const { groupColor } = await load('view/palette.ts');

const group = (name, ...members) => ({ number: 1, name, hue: 0, shade: 0, members, mode: 0, order: 255, waiting: 0, error: 0 });
const box = { kind: 'box', spacing: 1.2, ratio: 1, angle: 0, rigid: false, points: [] };

test('orders go to whole groups; parts split off; others become a group', () => {
  const groups = [group('a', 1, 2, 3), group('b', 4, 5), group('empty')];
  assert.deepEqual(resolve(groups, [1, 2, 3], 'new', box), { first: [], names: ['a'] });
  assert.deepEqual(resolve(groups, [1, 2, 3, 4, 5], 'new', box), { first: [], names: ['a', 'b'] });
  assert.deepEqual(resolve(groups, [1, 3], 'new', box), { first: [{ kind: 'split', group: 'a', members: [1, 3], name: 'new' }], names: ['new'] });
  assert.deepEqual(resolve(groups, [1, 3, 4, 5], 'new', box), { first: [{ kind: 'split', group: 'a', members: [1, 3], name: 'new' }], names: ['b', 'new'] });
  assert.deepEqual(resolve(groups, [1, 4], 'new', box), { first: [{ kind: 'create', name: 'new', members: [1, 4], formation: box }], names: ['new'] });
  assert.deepEqual(resolve(groups, [2, 9], 'new', box), { first: [{ kind: 'create', name: 'new', members: [2, 9], formation: box }], names: ['new'] });
  assert.deepEqual(resolve([], [9], 'new', box), { first: [{ kind: 'create', name: 'new', members: [9], formation: box }], names: ['new'] });
});

const near = (a, b) => a.every((v, k) => Math.abs(v - b[k]) < 1e-9);

test('what is drawn: middles, frames and back', () => {
  assert.deepEqual(drawn.lineMiddle([[0, 0], [4, 0], [4, 4]]), [3, 1]);
  assert.deepEqual(drawn.areaMiddle([[0, 0], [4, 0], [4, 2], [0, 2]]), [2, 1]);
  assert.ok(near(drawn.areaMiddle([[0, 2], [4, 2], [4, 0], [0, 0]]), [2, 1]), 'whichever way around');
  const line = [[1, 2], [5, 3], [2, 8]];
  const facing = [0.6, 0.8];
  const there = drawn.inFrame(line, [2, 2], facing);
  drawn.outOfFrame(there, [2, 2], facing).forEach((p, k) => assert.ok(near(p, line[k])));
  // Ahead is x, and y is to the left.
  assert.ok(near(drawn.inFrame([[2, 5]], [2, 2], [0, 1])[0], [3, 0]));
  assert.ok(near(drawn.inFrame([[1, 2]], [2, 2], [0, 1])[0], [0, 1]));
  assert.deepEqual(drawn.thin([[0, 0], [0.5, 0], [1, 0], [1.2, 0]], 1), [[0, 0], [1, 0], [1.2, 0]]);
  assert.ok(drawn.isInside([1, 1], [[0, 0], [3, 0], [0, 3]]) && !drawn.isInside([2, 2], [[0, 0], [3, 0], [0, 3]]));
  const bent = [[0, 0], [1, 0.2], [2, -0.2], [3, 0]];
  assert.deepEqual(smooth(bent)[0], bent[0]);
  assert.deepEqual(smooth(bent).at(-1), bent.at(-1));
});

test('routes as strokes: what they share is drawn once', () => {
  const strokes = strokesOf([Float32Array.of(0, 0, 1, 0, 2, 0), Float32Array.of(0, 0, 1, 0, 1, 3), Float32Array.of(0, 0, 1, 0, 2, 0)]);
  assert.deepEqual(strokes.map(({ points }) => points), [[[0, 0], [1000, 0], [2000, 0]], [[1000, 0], [1000, 3000]]]);
});

test('groups have the colours of the pictures that the program draws', () => {
  const source = readFileSync(`${root}/src/picture/color.c`, 'utf8');
  const curve = /wfColor wfCurveColor[\s\S]*?\{([^}]*?0x[^}]*)\}/.exec(source)[1];
  const hues = [...curve.matchAll(/0x([0-9A-F]{6})u/g)].map(([, hex]) => `#${hex.toLowerCase()}`);
  for (let hue = 0; hue < 6; ++hue) {
    assert.equal(groupColor(hue, 0, 'light'), hues[hue]);
    assert.equal(new Set([0, 1, 2, 3].map((shade) => groupColor(hue, shade, 'light'))).size, 4);
  }
});

/** Ticks with two people, of whom the first is in a group from tick 1 on. */
function batch(first, ticks, happenings = []) {
  const people = 2 * ticks;
  const grouped = Array.from({ length: ticks }, (_, k) => (first + k > 0 ? 1 : 0));
  const rows = grouped.reduce((sum, v) => sum + v, 0);
  const f32 = (count, value) => new Float32Array(count).fill(value);
  return {
    run: 1, first, counts: new Uint32Array(ticks).fill(2), times: Float64Array.from({ length: ticks }, (_, k) => 0.2 * (first + k)), serials: Uint32Array.from({ length: people }, (_, i) => 1 + (i % 2)),
    places: f32(3 * people, first), headings: f32(people, 0), speeds: f32(people, 1), modes: new Uint8Array(people), arrived: new Uint32Array(ticks), newSerials: Uint32Array.of(1, 2), newRadii: Float32Array.of(0.25, 0.25),
    newGroups: Uint32Array.of(1, 1), newSpeeds: Float32Array.of(1.3, 1.3), newDepths: Float32Array.of(0.25, 0.25), newKinds: Uint8Array.of(0, 3), stuck: new Uint32Array(), feet: new Float64Array(), bodies: new Float32Array(),
    groups: {
      counts: Uint32Array.from(grouped), numbers: new Uint16Array(rows).fill(1), modes: new Uint8Array(rows).fill(2), orders: new Uint8Array(rows).fill(1), waiting: new Uint32Array(rows), members: new Uint32Array(rows).fill(1),
      sketches: new Uint16Array(rows), values: Float32Array.from({ length: 12 * rows }, (_, k) => k), groupOf: Uint16Array.from({ length: 2 * rows }, (_, i) => (i % 2 === 0 ? 1 : 0)), slots: f32(6 * rows, 5),
      known: [{ name: 'guard', hue: 0, shade: 0, first: 1 }], newSketches: [], happenings,
    },
  };
}

test('records: groups by tick; what is amended takes the place of what was', () => {
  const stage = { tickSeconds: 0.2 };
  const record = new RunRecord(1, stage, 'run', null, 0);
  record.add(batch(0, 6, [{ tick: 2, kind: 'formed', group: 1, other: 0, order: 1, place: [0, 0, 0], text: '' }, { tick: 5, kind: 'arrived', group: 1, other: 0, order: 1, place: [0, 0, 0], text: '' }]));
  assert.equal(record.frames[0].groups, null);
  assert.deepEqual([...record.frames[3].groups.groupOf], [1, 0]);
  assert.deepEqual(groupsAt(record, 0.6).map(({ name, members, mode }) => [name, members, mode]), [['guard', [1], 2]]);
  assert.deepEqual(groupsAt(record, 0), []);
  assert.equal(record.frames[2].groups.values[0], 12, 'each tick has numbers of its own');
  assert.equal(record.agentKinds[2], 3);
  const fork = RunRecord.fork(record, 2, stage, 'fork', 3);
  // Amended at tick 3: the same groups are told again, once.
  record.overtake(3);
  assert.equal(record.head, 3, 'what is overtaken is not shown any more');
  record.add(batch(3, 2));
  assert.equal(record.head, 4);
  assert.equal(record.known.length, 1);
  assert.deepEqual(record.happenings.map(({ kind }) => kind), ['formed']);
  fork.add(batch(3, 4));
  assert.equal(fork.head, 6);
  assert.equal(fork.known.length, 1);
  assert.deepEqual(fork.happenings.map(({ kind }) => kind), ['formed']);
  assert.equal(record.head, 4, 'a fork leaves alone what it came from');
});
