// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The page's logic without a page: documents and their edits, undo, records of runs, forms, files that are written.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load, root } from './load.mjs';

const json = await load('model/json.ts');
const documents = await load('model/document.ts');
const { History } = await load('model/history.ts');
const { RunRecord } = await load('model/record.ts');
const { Forms, readDescription, definitionAt } = await load('model/forms.ts');
const { drawing, figures, trajectories } = await load('ui/exports.ts');
const { contour, densityPixels } = await load('view/layers.ts');

const scenarios = readdirSync(`${root}/scenarios`).filter((name) => name.endsWith('.json') && name !== 'schema.json');
const readScenario = (name) => JSON.parse(readFileSync(`${root}/scenarios/${name}`, 'utf8'));

// ------------------------------------------------------------------------------------------------------------ documents

test('what is formatted reads as the same, for every scenario', () => {
  for (const name of scenarios) {
    const value = readScenario(name);
    assert.deepEqual(JSON.parse(json.format(value)), value, name);
  }
});

test('edits at a path change nothing in place', () => {
  const before = { world: { obstacles: [{ a: 1 }, { a: 2 }] }, goals: [] };
  const copy = structuredClone(before);
  assert.deepEqual(json.withAt(before, ['world', 'obstacles', 1, 'a'], 5), { world: { obstacles: [{ a: 1 }, { a: 5 }] }, goals: [] });
  assert.deepEqual(json.withAt(before, ['world', 'obstacles', 0], undefined), { world: { obstacles: [{ a: 2 }] }, goals: [] });
  assert.deepEqual(json.withAt(before, ['run', 'seconds'], 9).run, { seconds: 9 });
  assert.deepEqual(before, copy);
  assert.equal(json.nameOf(['world', 'obstacles', 2, 'radius']), 'world.obstacles[2].radius');
});

test('parts of all scenarios: dragging a handle by nothing changes no number by more than a millimetre', () => {
  let handles = 0;
  for (const name of scenarios) {
    const value = readScenario(name);
    for (const part of documents.partsOf(value)) {
      for (const handle of part.handles) {
        handles += 1;
        const after = handle.drag(handle.at);
        const numbers = (v) => JSON.stringify(v).match(/-?\d+(\.\d+)?(e-?\d+)?/g)?.map(Number) ?? [];
        const [a, b] = [numbers(json.at(value, part.path)), numbers(json.at(after, part.path))];
        assert.equal(a.length, b.length, name);
        a.forEach((v, i) => assert.ok(Math.abs(v - b[i]) < 2e-3, `${name} ${part.name} ${v} ${b[i]}`));
      }
    }
  }
  assert.ok(handles > 500);
});

test('moving moves all of a part and nothing else', () => {
  const value = readScenario('park.json');
  for (const part of documents.partsOf(value)) {
    const there = documents.move(value, part.path, [1.5, -0.25]);
    const moved = documents.partsOf(there).find((p) => json.nameOf(p.path) === json.nameOf(part.path));
    part.outline.forEach(([x, y], i) => {
      assert.ok(Math.abs(moved.outline[i][0] - x - 1.5) < 1e-6 && Math.abs(moved.outline[i][1] - y + 0.25) < 1e-6, part.name);
    });
    assert.deepEqual(json.withAt(there, part.path, null), json.withAt(value, part.path, null));
  }
});

test('a box keeps its corner when the opposite one is dragged past it', () => {
  const value = { world: { obstacles: [{ type: 'box', bounds: [2, 2, 4, 5] }] } };
  const [part] = documents.partsOf(value);
  const after = part.handles[2].drag([1, 1]);
  assert.deepEqual(after.world.obstacles[0].bounds, [1, 1, 2, 2]);
});

test('distances to parts', () => {
  const part = (outline, closed, radius = 0) => ({ outline, closed, radius });
  assert.equal(documents.distanceTo(part([[0, 0], [4, 0], [4, 4], [0, 4]], true), [2, 2]), 0);
  assert.equal(documents.distanceTo(part([[0, 0], [4, 0], [4, 4], [0, 4]], true), [6, 2]), 2);
  assert.equal(documents.distanceTo(part([[0, 0], [4, 0]], false), [2, 3]), 3);
  assert.equal(documents.distanceTo(part([[0, 0]], false, 1), [0, 3]), 2);
});

test('walls can change while people walk, nothing else', () => {
  const value = readScenario('exits.json');
  const wall = json.withAt(value, ['world', 'obstacles', 0, 'bounds'], [1.85, 0, 2.15, 4]);
  assert.ok(documents.differInWorldOnly(value, wall));
  assert.ok(!documents.differInWorldOnly(value, value));
  assert.ok(!documents.differInWorldOnly(value, json.withAt(wall, ['agents', 0, 'count'], 3)));
  assert.ok(!documents.differInWorldOnly(value, json.withAt(value, ['world', 'bounds'], [0, 0, 30, 12])));
  assert.ok(!documents.differInWorldOnly(value, json.withAt(value, ['goals', 0, 'name'], 'x')));
});

test('fresh names, and text that is no JSON', () => {
  const value = { goals: [{ name: 'exit' }, { name: 'exit 2' }] };
  assert.equal(documents.freshName(value, ['goals'], 'exit'), 'exit 3');
  assert.equal(documents.freshName(value, ['agents'], 'people'), 'people');
  assert.equal(documents.parse('{ "a": ').value, null);
  assert.equal(documents.parse('[1]').value, null);
  assert.equal(documents.parse('{ "a": 1 }').value.a, 1);
});

test('undo and redo, a drag as one step', () => {
  const history = new History('a');
  history.push('b');
  history.push('c', 'drag 1');
  history.push('d', 'drag 1');
  history.push('e', 'drag 2');
  assert.ok(history.undo());
  assert.equal(history.present, 'd');
  assert.ok(history.undo());
  assert.equal(history.present, 'b');
  assert.ok(history.redo());
  assert.equal(history.present, 'd');
  history.push('f', 'drag 2');
  assert.ok(!history.canRedo);
  assert.ok(history.undo() && history.undo() && history.undo() && !history.undo());
  assert.equal(history.present, 'a');
  for (let k = 0; k < 1000; ++k) {
    history.push(String(k));
  }
  for (let k = 0; k < 1000; ++k) {
    assert.ok(history.undo());
  }
  assert.equal(history.present, 'a');
});

// ---------------------------------------------------------------------------------------------------------------- forms

test('the schema gives a form for every part of every scenario', () => {
  const forms = new Forms(JSON.parse(readFileSync(`${root}/scenarios/schema.json`, 'utf8')));
  for (const name of scenarios.filter((n) => readScenario(n).world)) {
    const value = readScenario(name);
    for (const part of documents.partsOf(value)) {
      const definition = definitionAt(part.path);
      const fields = forms.fields(definition, json.at(value, part.path)).map((field) => field.key);
      const known = Object.keys(json.at(value, part.path)).filter((key) => key !== 'type' && !key.startsWith('$'));
      assert.deepEqual(known.filter((key) => !fields.includes(key)), [], `${name} ${json.nameOf(part.path)} as ${definition}`);
    }
  }
});

test('units, defaults and ranges are read from the schema', () => {
  const forms = new Forms(JSON.parse(readFileSync(`${root}/scenarios/schema.json`, 'utf8')));
  assert.deepEqual(readDescription('Least gap between discs, m; 0 when absent.'), { about: 'Least gap between discs', unit: 'm', absent: '0' });
  assert.deepEqual(readDescription('How many.'), { about: 'How many', unit: '', absent: '' });
  const run = forms.fields('run', {});
  const seconds = run.find((field) => field.key === 'seconds');
  assert.deepEqual([seconds.kind, seconds.unit, seconds.absent, seconds.least], ['number', 's', '120', 0]);
  assert.equal(run.find((field) => field.key === 'stopWhenDone').kind, 'boolean');
  assert.deepEqual(forms.fields('crowd', {}).find((field) => field.key === 'preset').choices, ['default', 'classic']);
  const disc = forms.fields('shape', { type: 'disc', center: [0, 0], radius: 1 });
  assert.deepEqual(disc.map((f) => f.key).sort(), ['center', 'name', 'radius']);
});

// -------------------------------------------------------------------------------------------------------------- records

const stage = { name: 'a <b>', lower: [0, 0], upper: [10, 10], shapes: [{ role: 'obstacle', kind: 'disc', name: '', rings: [], center: [5, 5], radius: 1, cost: 1 }], goals: [{ name: 'g', kind: 'line', points: [[9, 1], [9, 2]] }], starts: [], lines: [], mesh: null, tickSeconds: 0.5, seconds: 60, agents: 2, radius: 0.25, warnings: [], groups: ['x'], paths: [] };

// Two people: one walks 1 m a tick along x and leaves after tick 6, the other turns on the spot from 3 to -3 radians.
function batch(first, count, run = 1) {
  const ticks = Array.from({ length: count }, (_, k) => first + k);
  const there = ticks.map((k) => (k <= 6 ? [1, 2] : [2]));
  return {
    run, first, counts: Uint32Array.from(there.map((t) => t.length)), times: Float64Array.from(ticks.map((k) => 0.5 * k)), serials: Uint32Array.from(there.flat()),
    places: Float32Array.from(ticks.flatMap((k) => [...(k <= 6 ? [k, 2, 0] : []), 5, 8, 0])), headings: Float32Array.from(ticks.flatMap((k) => [...(k <= 6 ? [0] : []), k % 2 ? -3 : 3])),
    speeds: Float32Array.from(ticks.flatMap((k) => [...(k <= 6 ? [2] : []), 0])), modes: new Uint8Array(there.flat().length), arrived: Uint32Array.from(ticks.map((k) => (k > 6 ? 1 : 0))),
    newSerials: first === 0 ? Uint32Array.of(1, 2) : new Uint32Array(), newRadii: first === 0 ? Float32Array.of(0.2, 0.3) : new Float32Array(), newDepths: first === 0 ? Float32Array.of(0.2, 0.3) : new Float32Array(), newGroups: first === 0 ? Uint32Array.of(1, 1) : new Uint32Array(),
    newSpeeds: first === 0 ? Float32Array.of(2, 1) : new Float32Array(), newKinds: new Uint8Array(2), stuck: Uint32Array.of(), feet: new Float64Array(), bodies: new Float32Array(),
    groups: { counts: new Uint32Array(count), known: [], newSketches: [], happenings: [] },
  };
}

function makeRecord(ticks = 11) {
  const record = new RunRecord(1, stage, 'run 1', null, 0);
  record.add(batch(0, 4));
  record.add(batch(4, ticks - 4));
  return record;
}

test('places between ticks, the short way round for headings, who leaves stays until then', () => {
  const record = makeRecord();
  assert.equal(record.head, 10);
  const sample = record.sample(0.75, null);
  assert.deepEqual([sample.count, sample.places[0], sample.places[3]], [2, 1.5, 5]);
  assert.ok(Math.abs(Math.abs(sample.headings[1]) - Math.PI) < 0.15, `heading ${sample.headings[1]}`);
  assert.equal(record.sample(3.4, null).count, 2);
  assert.equal(record.sample(3.5, null).count, 1);
  assert.equal(record.find(1, 3.5), null);
  assert.equal(record.sample(1e9, null).count, 1);
  assert.equal(record.sample(-5, null).places[0], 0);
});

test('crossings of a line, either way, within its ends', () => {
  const record = makeRecord();
  assert.deepEqual(record.crossings([2.5, 0], [2.5, 4], 10), { left: 0, right: 1 });
  assert.deepEqual(record.crossings([2.5, 4], [2.5, 0], 10), { left: 1, right: 0 });
  assert.deepEqual(record.crossings([2.5, 3], [2.5, 4], 10), { left: 0, right: 0 });
  assert.deepEqual(record.crossings([2.5, 0], [2.5, 4], 1), { left: 0, right: 0 });
});

test('forks share what was before, and batches of older runs do no harm', () => {
  const record = makeRecord();
  const fork = RunRecord.fork(record, 2, stage, 'fork', 5);
  assert.equal(fork.frames.length, 5);
  fork.add(batch(5, 2, 2));
  assert.equal(fork.frames.length, 7);
  assert.equal(fork.series.times.length, 7);
  assert.equal(record.frames.length, 11);
  assert.equal(fork.find(1, 1.25).place[0], 2.5);
  fork.add(batch(20, 3, 2)); // with a gap: of something else
  assert.equal(fork.frames.length, 7);
});

test('the time when the last one arrived', () => {
  const record = makeRecord();
  assert.equal(record.evacuationTime, null);
  record.ended = true;
  assert.equal(record.evacuationTime, null); // somebody is still there
  record.series.there[record.head] = 0;
  assert.equal(record.evacuationTime, 3.5);
});

// -------------------------------------------------------------------------------------------------------------- pictures

test('contours of a plane are straight, at the right place', () => {
  const [width, height] = [6, 4];
  const values = Float32Array.from({ length: width * height }, (_, i) => i % width);
  const pairs = [];
  contour(values, width, height, 2.25, pairs);
  assert.equal(pairs.length, 4 * (height - 1));
  for (let i = 0; i < pairs.length; i += 2) {
    assert.ok(Math.abs(pairs[i] - 2.25) < 1e-6);
  }
  const holes = values.slice();
  holes[8] = -Infinity;
  const fewer = [];
  contour(holes, width, height, 2.25, fewer);
  assert.ok(fewer.length < pairs.length && fewer.every(Number.isFinite));
});

test('densities of people add up to their number', () => {
  const sample = { count: 3, places: Float32Array.of(4, 4, 0, 5, 5, 0, 5.2, 5, 0) };
  const { most } = densityPixels(sample, [0, 0], 100, 100, 0.1);
  assert.ok(most > 0.66 && most < 2 * 0.67, `most ${most}`);
});

test('tables and drawings', () => {
  const record = makeRecord();
  const text = trajectories(record).trim().split('\n');
  assert.equal(text[1], '# id frame x/m y/m z/m');
  assert.equal(text.length, 2 + 7 * 2 + 4);
  assert.equal(text[2], '1 0 0.0000 2.0000 0.0000');
  const rows = figures([record]).trim().split('\n');
  assert.equal(rows.length, 12);
  assert.equal(rows[8], 'run 1,3.50,1,1,0.0000');
  const svg = drawing(record, 2, 'light');
  assert.ok(svg.startsWith('<svg') && svg.includes('a &#60;b&#62;') && !svg.includes('<b>'));
  assert.equal((svg.match(/<circle/g) ?? []).length, 3);
});

// --------------------------------------------------------------------------------------------------------------- on foot

test('feet: one stands where the footstep says, the other swings from where it was to where it lands', async () => {
  const { Steps } = await load('model/steps.ts');
  const steps = new Steps();
  const rest = new Array(14).fill(0);
  steps.add(Float64Array.of(7, 0, 1, 0.5, 2, 3, 0.1, 1.5, 2.8, 3.1, 2.6, 2.8, -3.1, ...rest, 7, 1, 1.5, 0.5, 2.6, 2.8, -3.1, 2, 3, 0.1, 3.2, 3, 0, ...rest));
  assert.equal(steps.feet(8, 1), null);
  assert.equal(steps.feet(7, 0), null);
  for (const time of [1, 1.2, 1.49]) {
    const [left, right] = steps.feet(7, time);
    assert.deepEqual([left.x, left.y, left.lift], [2, 3, 0]);
    assert.ok(right.x >= 1.5 && right.x <= 2.6);
  }
  const [, middle] = steps.feet(7, 1.25);
  assert.ok(Math.abs(middle.x - 2.05) < 1e-6 && Math.abs(middle.lift - 1) < 1e-6 && Math.abs(Math.abs(middle.angle) - Math.PI) < 0.01, 'the short way round');
  // Where it landed it stands in the next one.
  const [later, stands] = steps.feet(7, 1.6);
  assert.ok(Math.abs(stands.x - 2.6) < 1e-6 && stands.lift === 0 && later.lift > 0);
  assert.equal(steps.until(1.5).all.length, 1);
});

test('figures: thighs and shanks keep their lengths, hips are within reach of both feet', async () => {
  const { kneeOf, hipHeight } = await load('view/walkers.ts');
  const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  for (let k = 0; k < 200; ++k) {
    const [stride, angle] = [0.9 * Math.abs(Math.sin(k)), k];
    const place = (sign) => ({ x: (sign * stride * Math.cos(angle)) / 2, y: (sign * stride * Math.sin(angle)) / 2 + 0.05 * sign, angle, lift: sign > 0 ? 0.5 : 0, share: 0 });
    const feet = [place(1), place(-1)];
    const height = hipHeight(0, 0, angle, feet);
    assert.ok(height > 0.5 && height <= 0.9);
    feet.forEach((foot, i) => {
      const side = i === 0 ? 0.09 : -0.09;
      const hip = [-side * Math.sin(angle), side * Math.cos(angle), height];
      const ankle = [foot.x, foot.y, 0.08 + 0.09 * foot.lift];
      const knee = kneeOf(hip, ankle, [Math.cos(angle), Math.sin(angle)]);
      assert.ok(Math.abs(apart(hip, knee) - 0.43) < 1e-6 && Math.abs(apart(knee, ankle) - 0.42) < 2e-3, `${apart(knee, ankle)}`);
    });
  }
});
