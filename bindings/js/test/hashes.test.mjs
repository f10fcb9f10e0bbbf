// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The same bits as the native program: crowds, groups, people on foot, meshes and fields.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { root, wayfield } from './package.mjs';

const { FormationKind, GroupOrderKind, load, SurfaceGoalKind, WayfieldError } = wayfield;
const program = process.env.WAYFIELD_PROGRAM ?? `${root}/build/release/wayfield`;
const native = process.env.WAYFIELD_NATIVE ?? `${root}/build/js/native`;
const wf = await load();

const hex = (hash) => hash.toString(16).padStart(16, '0');
const scenario = (name) => `${root}/scenarios/${name}.json`;
const read = (path, def) => wf.readSimulationFromMemory(basename(path), readFileSync(path), def);

/** The report of the native program, after so many seconds. */
function runNative(path, seconds, ...options) {
  const text = execFileSync(program, ['run', path, '--seconds', String(seconds), '--json', '--quiet', ...options], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(text);
}

/** As the program does it: after each tick what a log has to give. */
function tick({ crowd, orders }) {
  crowd.tick();
  orders?.give(crowd);
}

const crowds = [
  ['armies', 40], ['park', 20], ['exits', 15], ['office', 15], ['wedge', 12], ['bottleneck', 10], ['C7-head-on', 10], ['R2-stairs', 10],
  ['W2-one-person', 10], ['W4-speeds', 8], ['torus', 4], ['storeys', 6], ['moebius', 5],
];
for (const [name, seconds] of crowds) {
  test(`${name}: the state after ${seconds} s is the native one`, () => {
    const expected = runNative(scenario(name), seconds);
    const simulation = read(scenario(name));
    for (let k = 0; k < expected.steps; ++k) {
      tick(simulation);
    }
    assert.ok(expected.steps > 10, 'it ran');
    assert.equal(hex(simulation.crowd.getHash()), expected.state_hash);
    simulation.destroy();
  });
}

test('a log of orders noted here is replayed by the native program, from a checkpoint on here too', () => {
  const simulation = read(scenario('wedge'));
  const { crowd, orders } = simulation;
  const ticks = (count) => {
    for (let k = 0; k < count; ++k) {
      tick(simulation);
    }
  };
  ticks(30);
  const guard = orders.findGroup(crowd, 'guard');
  const members = crowd.getGroupMembers(guard);
  const scouts = orders.splitGroup(crowd, guard, members.slice(0, 4), null);
  assert.equal(orders.getGroupName(crowd, scouts), 'group 2');
  const strokes = wf.createStrokes();
  strokes.add([{ x: 8, y: 15 }, { x: 20, y: 5 }, { x: 30, y: 8 }]);
  strokes.add([{ x: 20, y: 5 }, { x: 24, y: 25 }]);
  orders.orderGroup(crowd, scouts, { kind: GroupOrderKind.strokeOrder, strokes });
  orders.orderGroup(crowd, guard, { kind: GroupOrderKind.formOrder, to: wf.makePointStop({ x: 10, y: 5, z: 0 }), facing: { x: 0, y: 1, z: 0 }, queued: true });
  assert.throws(() => orders.orderGroup(crowd, guard, { kind: GroupOrderKind.attackOrder }), WayfieldError);
  ticks(20);
  const saved = crowd.save();
  wf.writeOrderLog('early.json', orders, null);
  const goOn = (here) => {
    const three = here.crowd.getGroupMembers(here.orders.findGroup(here.crowd, 'guard')).slice(0, 3);
    const line = here.orders.createGroup(here.crowd, { formation: { kind: FormationKind.lineFormation }, members: three }, 'line');
    here.orders.orderGroup(here.crowd, line, { kind: GroupOrderKind.moveOrder, to: wf.makePointStop({ x: 12, y: 6, z: 0 }) });
    for (let k = 0; k < 60; ++k) {
      tick(here);
    }
    return hex(here.crowd.getHash());
  };
  const expected = goOn(simulation);
  wf.writeOrderLog('whole.json', orders, 'wedge');
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-'));
  writeFileSync(join(folder, 'whole.json'), wf.files.get('whole.json'));
  const native = runNative(scenario('wedge'), 110 * crowd.getDef().tickSeconds, '--orders', join(folder, 'whole.json'));
  assert.equal(native.steps, 110);
  assert.equal(native.state_hash, expected);

  const again = read(scenario('wedge'), { orders: 'early.json' });
  again.crowd.restore(saved);
  again.orders.resume(again.crowd);
  assert.equal(goOn(again), expected);
  [strokes, again, simulation].forEach((object) => object.destroy());
});

test('on foot by option, and another seed', () => {
  const expected = runNative(scenario('exits'), 3, '--footsteps', '--seed', '7', '--agents', '40');
  const simulation = read(scenario('exits'), { footsteps: true, seedGiven: true, seed: 7n, agents: 40 });
  for (let k = 0; k < expected.steps; ++k) {
    simulation.crowd.tick();
  }
  assert.equal(hex(simulation.crowd.getHash()), expected.state_hash);
  simulation.destroy();
});

test('scenes made by the program', () => {
  const expected = runNative('crossing', 6, '--agents', '60');
  const simulation = wf.createCrowdScene({ name: 'crossing', agents: 60 });
  for (let k = 0; k < expected.steps; ++k) {
    simulation.crowd.tick();
  }
  assert.equal(hex(simulation.crowd.getHash()), expected.state_hash);
  simulation.destroy();
});

const scaledBytes = (values) => {
  const out = new Float64Array(2 * values.length);
  values.forEach((v, i) => out.set([v.mantissa, v.exponent], 2 * i));
  return out;
};

function planeFields(path) {
  const scene = wf.readScenarioFromMemory(basename(path), readFileSync(path));
  const grid = wf.createGrid(scene.world, { cellSize: scene.cellSize, radius: scene.radius });
  const planner = wf.createPlanner(grid, scene.planner);
  const cells = grid.getWidth() * grid.getHeight();
  const hashes = scene.world.getGoalIds().map((id) => {
    const field = planner.createField(scene.world.getGoal(id));
    let hash;
    for (let cell = 0; cell < cells; ++cell) {
      hash = wf.hash(scaledBytes([field.getCellValue(cell)]), hash);
    }
    field.destroy();
    return hex(hash);
  });
  [planner, grid, scene].forEach((object) => object.destroy());
  return hashes;
}

function surfaceFields(path) {
  const scene = wf.readSurfaceSceneFromMemory(basename(path), readFileSync(path));
  const planner = wf.createSurfacePlanner(scene.mesh, { ...scene.planner, mask: scene.mask });
  const hashes = scene.goals.map((goal) => {
    const field = planner.createField({ kind: SurfaceGoalKind.placeGoal, place: goal.place });
    let hash;
    for (let vertex = 0; vertex < scene.mesh.getVertexCount(); ++vertex) {
      hash = wf.hash(scaledBytes([field.getValue(vertex)]), hash);
    }
    field.destroy();
    return hex(hash);
  });
  [planner, scene].forEach((object) => object.destroy());
  return hashes;
}

for (const [name, fields] of [['building', planeFields], ['F4-u-trap', planeFields], ['S1-environment-2', planeFields], ['torus', surfaceFields]]) {
  test(`${name}: fields are the native ones`, () => {
    const expected = execFileSync(native, [scenario(name)], { encoding: 'utf8' }).trim().split('\n');
    assert.ok(expected.length > 0 && /^[0-9a-f]{16}$/.test(expected[0]));
    assert.deepEqual(fields(scenario(name)), expected);
  });
}

test('figures of people on foot are those of the native program, byte for byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-'));
  runNative(scenario('W1-doorway'), 5, '--footsteps-to', join(folder, 'steps.json'));
  execFileSync(program, ['animate', join(folder, 'steps.json'), '--to', join(folder, 'walk.glb')], { stdio: 'ignore' });
  const simulation = read(scenario('W1-doorway'));
  const rows = [];
  for (let k = 0; k < 25; ++k) {
    simulation.crowd.tick();
    rows.push(...simulation.crowd.getFootsteps());
  }
  rows.sort((a, b) => a.serial - b.serial || a.index - b.index);
  const report = wf.writeGltf('walk.glb', { name: simulation.name, rows });
  assert.ok(report.agents > 5 && report.footSlideMax < 1e-3);
  assert.deepEqual(Buffer.from(wf.files.get('walk.glb')), readFileSync(join(folder, 'walk.glb')));
  simulation.destroy();
});
