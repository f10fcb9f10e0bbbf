// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The interface itself: values in and out, errors, files, memory, views.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root, wayfield } from './package.mjs';

const { load, AgentMode, BehaviorKind, FormationKind, GoalKind, GroupOrderKind, Preset, ShapeKind, WayfieldError } = wayfield;
const wf = await load();

const box = (x, y, halfX, halfY) => ({ kind: ShapeKind.boxShape, center: { x, y }, halfSize: { x: halfX, y: halfY } });

function makeRoom() {
  const world = wf.createWorld({ bounds: { lower: { x: 0, y: 0 }, upper: { x: 16, y: 10 } } });
  world.addShape(box(8, 2, 0.2, 2));
  world.addShape(box(8, 8, 0.2, 2));
  const exit = world.addGoal({ kind: GoalKind.lineGoal, points: [{ x: 15, y: 3 }, { x: 15, y: 7 }], name: 'exit' });
  return { world, exit };
}

function makeCrowd(count = 12) {
  const { world, exit } = makeRoom();
  const crowd = wf.createCrowd(wf.makePlaneGround(world), { seed: 5n });
  const ids = Array.from({ length: count }, (_, i) => crowd.addAgent({ position: { x: 1 + (i % 4), y: 2 + Math.floor(i / 4), z: 0 }, stops: [wf.makeGoalStop(exit)] }));
  return { world, exit, crowd, ids };
}

test('a crowd walks out of a room', () => {
  const { crowd } = makeCrowd();
  while (!crowd.isDone() && crowd.getTime() < 60) {
    crowd.tick();
  }
  assert.equal(crowd.getArrivedCount(), 12);
  assert.equal(crowd.getAgentCount(), 0);
});

test('frames are views of the memory of the crowd', () => {
  const { crowd, ids } = makeCrowd();
  crowd.tick();
  const frame = crowd.getFrame();
  assert.equal(frame.count, 12);
  assert.equal(frame.positions.length, 36);
  assert.equal(frame.ids.length, 24);
  assert.equal(frame.ids[0], ids[0].index1);
  assert.equal(frame.states[0], AgentMode.walking);
  assert.equal(frame.positions.buffer, crowd.getFrame().positions.buffer);
  const state = crowd.getAgent(ids[0]);
  assert.deepEqual([state.waiting, state.covered, crowd.isDone(), crowd.isAgentValid(ids[0])], [false, false, false, true]);
  assert.equal(frame.positions[0], state.position.x);
  assert.equal(frame.radii[0], Math.fround(state.radius));
});

test('structs come back as they were given', () => {
  const { world } = makeRoom();
  const id = world.addShape({
    kind: ShapeKind.polygonShape, name: 'Käfig "1"', ringSizes: [4, 3],
    points: [[1, 1], [3, 1], [3, 3], [1, 3], [1.5, 1.5], [2, 1.5], [2, 2]].map(([x, y]) => ({ x, y })),
  });
  const shape = world.getShape(id);
  assert.equal(shape.name, 'Käfig "1"');
  assert.deepEqual([...shape.ringSizes], [4, 3]);
  assert.deepEqual(shape.points[4], { x: 1.5, y: 1.5 });
  const image = world.addShape({ kind: ShapeKind.imageShape, center: { x: 4, y: 4 }, cells: [1, 0, 0, 1, 1, 0], width: 3, height: 2, pixelSize: 0.5 });
  assert.deepEqual([...world.getShape(image).cells], [1, 0, 0, 1, 1, 0]);
});

test('what a def does not name keeps its default, of its preset or kind', () => {
  const { world } = makeRoom();
  const plain = wf.createCrowd(wf.makePlaneGround(world), { seed: 9n }).getDef();
  assert.deepEqual({ ...plain, seed: 0n }, { ...wf.defaultCrowdDef(Preset.defaultPreset), seed: 0n });
  assert.equal(plain.seed, 9n);
  const classic = wf.createCrowd(wf.makePlaneGround(world), { preset: Preset.classicPreset }).getDef();
  assert.deepEqual(classic, wf.defaultCrowdDef(Preset.classicPreset));
});

test('arrays of structs, of fixed length too', () => {
  const { crowd } = makeCrowd();
  const behavior = crowd.addBehavior({
    kind: BehaviorKind.periodicBehavior, epsilon: 0.5, waves: [{ axis: 0, amplitude: 1, rate: 2, phase: 0 }, { axis: 1, amplitude: 0.5, rate: 1, phase: 1 }], waveCount: 2,
  });
  assert.equal(behavior.index1, 1);
  const slots = wf.Formation.makeSlots({ kind: FormationKind.wedgeFormation, spacing: 1 }, 5);
  assert.equal(slots.length, 5);
  assert.ok(Math.abs(wf.getLeastDistance(slots) - 1) < 1e-9);
});

test('errors say what and where', () => {
  const { world } = makeRoom();
  assert.throws(() => world.addShape(box(1, 1, -1, 1)), (error) => error instanceof WayfieldError && error.code === 'outOfRange' && error.field === 'halfSize.x');
  const bad = new TextEncoder().encode('{ "version": 1,\n "world": { "size": [9, 9], "obstacels": [] } }');
  assert.throws(() => wf.readSimulationFromMemory('bad.json', bad), (error) => error.code === 'badFormat' && error.line === 2 && /did you mean "obstacles"/.test(error.message));
  assert.throws(() => world.addShape({ halfsize: 1 }), /ShapeDef has no field halfsize/);
  assert.throws(() => world.addShape({ radius: 'wide' }), /expected a number, found string/);
  assert.throws(() => wf.createGrid(null), /used wrongly|expected|not a living/);
  const { crowd } = makeCrowd();
  assert.throws(() => crowd.addAgent({ position: { x: 8, y: 1, z: 0 } }), (error) => error.code === 'startBlocked');
  crowd.destroy();
  assert.throws(() => crowd.tick(), /not a living Crowd/);
  crowd.destroy(); // twice does no harm
});

test('files in memory: maps that scenarios refer to, meshes that are written', () => {
  wf.files.set('arena.map', new TextEncoder().encode('type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n'));
  const text = { version: 1, world: { map: 'arena.map' }, goals: [{ type: 'point', name: 'g', point: [3.5, 2.5] }] };
  const scenario = wf.readScenarioFromMemory('scene.json', new TextEncoder().encode(JSON.stringify(text)));
  assert.deepEqual(scenario.world.getBounds().upper, { x: 4, y: 3 });
  scenario.destroy();
  const mesh = wf.createMesh({ vertices: [[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) => ({ x, y, z: 0 })), triangles: [0, 1, 2, 1, 3, 2] });
  assert.deepEqual([...mesh.getTriangles()], [0, 1, 2, 1, 3, 2]);
  wf.writeMeshObj('square.obj', mesh);
  const again = wf.readMesh('square.obj');
  assert.equal(again.triangles.length, 6);
  assert.equal(again.format, 'OBJ');
  assert.throws(() => wf.readMesh('missing.obj'), (error) => error.code === 'fileNotFound');
  assert.deepEqual([...wf.files.keys()].sort(), ['arena.map', 'square.obj']);
});

test('a checkpoint goes on bit for bit', () => {
  const { crowd } = makeCrowd();
  for (let k = 0; k < 20; ++k) {
    crowd.tick();
  }
  const saved = crowd.save();
  for (let k = 0; k < 20; ++k) {
    crowd.tick();
  }
  const hash = crowd.getHash();
  crowd.restore(saved);
  for (let k = 0; k < 20; ++k) {
    crowd.tick();
  }
  assert.equal(crowd.getHash(), hash);
  assert.throws(() => crowd.restore(saved.subarray(0, 50)), (error) => error.code === 'badFormat');
});

test('fields: paths, values, directions, edits that are followed', () => {
  const { world, exit } = makeRoom();
  const grid = wf.createGrid(world, { cellSize: 0.25, radius: 0.2 });
  const planner = wf.createPlanner(grid, { editable: true });
  const field = planner.createField(world.getGoal(exit));
  const path = field.tracePath({ x: 1, y: 1 });
  assert.ok(path.length > 14 && path.length < 20 && path.clearanceMin > 0.2);
  const logs = wf.getLogValues(field);
  const cell = grid.getCell({ x: 3, y: 5 });
  const value = field.getCellValue(cell);
  assert.ok(Math.abs(logs[cell] - (Math.log(value.mantissa) + value.exponent * Math.LN2)) < 1e-4);
  const [direction] = field.getDirections([cell]);
  assert.ok(Math.abs(Math.hypot(direction.x, direction.y) - 1) < 1e-9 && direction.x > 0);
  world.addShape(box(8, 5, 0.2, 0.3));
  const changed = grid.update(world);
  assert.ok(changed.length > 0 && changed.every((c) => !grid.isFree(c) || wf.getFreeCells(grid)[c] === 1));
  planner.update(changed);
  field.solve();
  assert.ok(field.tracePath({ x: 1, y: 5 }).length > 0);
  assert.equal(field.getReport().flatCount, 0);
});

test('groups take orders', () => {
  const { crowd, ids } = makeCrowd();
  const group = crowd.createGroup({ formation: { kind: FormationKind.boxFormation, spacing: 0.8 }, members: ids });
  crowd.orderGroup(group, { kind: GroupOrderKind.formationOrder, to: wf.makePointStop({ x: 5, y: 5, z: 0 }) });
  for (let k = 0; k < 150; ++k) {
    crowd.tick();
  }
  const state = crowd.getGroup(group);
  assert.equal(state.memberCount, 12);
  assert.ok(state.error < 0.2, `error ${state.error}`);
  const slots = crowd.getGroupSlots(group);
  assert.equal(slots.length, 12);
  const places = wf.getGroupPlaces(crowd);
  assert.deepEqual(places.groups, [group]);
  assert.ok(places.groupOf.every((k) => k === 1));
  const first = crowd.getFrame().ids.indexOf(crowd.getGroupMembers(group)[0].index1) / 2;
  assert.ok(Math.hypot(places.slots[3 * first] - slots[0].x, places.slots[3 * first + 1] - slots[0].y) < 1e-5);
  crowd.removeFromGroup(group, [ids[3]]);
  assert.equal(wf.getGroupPlaces(crowd).groupOf[3], 0);
  assert.ok(Number.isNaN(wf.getGroupPlaces(crowd).slots[9]));
  assert.deepEqual([...wf.getAgentKinds(crowd)], new Array(12).fill(0));
});

test('two instances know nothing of each other', async () => {
  const other = await load(wf.module);
  other.files.set('only.obj', new Uint8Array(1));
  assert.ok(!wf.files.has('only.obj'));
  const { world } = makeRoom();
  assert.equal(other.createWorld().getShapeCount(), 0);
  assert.equal(world.getShapeCount(), 2);
});

test('nothing is left behind by calls', () => {
  const { crowd, ids } = makeCrowd();
  crowd.tick();
  const ask = (k) => {
    crowd.getAgent(ids[k % 12]);
    crowd.getLocalMap(ids[k % 12]);
    assert.throws(() => crowd.addAgent({ position: { x: 8, y: 1, z: 0 } }));
  };
  for (let k = 0; k < 12; ++k) {
    ask(k); // what a crowd keeps of it
  }
  const before = wf.getByteCount();
  const bytes = wf.byteCount;
  for (let k = 0; k < 2000; ++k) {
    ask(k);
  }
  assert.equal(wf.byteCount, bytes, 'calls give back what they took');
  for (let k = 0; k < 40; ++k) {
    const scene = wf.readSimulationFromMemory('exits.json', readFileSync(`${root}/scenarios/exits.json`));
    scene.crowd.tick();
    scene.destroy();
  }
  assert.equal(wf.getByteCount(), before);
  assert.ok(wf.byteCount < bytes + (64 << 20), 'memory is used again');
});

test('the program of the README', async () => {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const program = /```js\n([\s\S]*?)```/.exec(text)[1];
  assert.ok(program.trim().split('\n').length <= 12);
  const lines = [];
  const run = new Function('wayfield', 'console', `return (async () => { ${program.replace(/^import (\{.*\}) from 'wayfield';/m, 'const $1 = wayfield;')} })();`);
  await run(wayfield, { log: (...words) => lines.push(words.join(' ')) });
  assert.match(lines.at(-1), /^30 people, out after \d+(\.\d+)? s$/);
});
