// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is measured on the ground: maps, arrows, jams, totals, lines drawn by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colors, compute, pageTests, pause } from './browser.mjs';
import { load } from './load.mjs';

const { FlowMap, findJams, hullOf, TotalsCounter } = await load('model/flow.ts');
const { RunRecord } = await load('model/record.ts');

/** People at places that are given for each tick of 0.5 s: [serial, x, y]. */
function makeRecord(ticks, size = [10, 10]) {
  const stage = { tickSeconds: 0.5, seconds: 60, lower: [0, 0], upper: size, mesh: null, lines: [], goals: [], shapes: [], groups: [] };
  const record = new RunRecord(1, stage, 'run', null, 0);
  const serials = [...new Set(ticks.flat().map(([serial]) => serial))];
  ticks.forEach((people, tick) => {
    const next = (serial) => ticks[tick + 1]?.find(([other]) => other === serial);
    const speeds = people.map(([serial, x, y]) => (next(serial) ? Math.hypot(next(serial)[1] - x, next(serial)[2] - y) / 0.5 : 0));
    record.add({
      run: 1, first: tick, counts: Uint32Array.of(people.length), times: Float64Array.of(tick / 2), serials: Uint32Array.from(people, ([serial]) => serial), places: Float32Array.from(people.flatMap(([, x, y]) => [x, y, 0])),
      headings: new Float32Array(people.length), speeds: Float32Array.from(speeds), modes: new Uint8Array(people.length), arrived: Uint32Array.of(0), newSerials: tick === 0 ? Uint32Array.from(serials) : new Uint32Array(),
      newRadii: new Float32Array(serials.length).fill(0.25), newDepths: new Float32Array(serials.length).fill(0.25), newSpeeds: new Float32Array(serials.length).fill(1.3), newGroups: new Uint32Array(serials.length).fill(1), newKinds: new Uint8Array(serials.length),
      groups: { counts: new Uint32Array(1), known: [], newSketches: [], happenings: [] },
      stuck: new Uint32Array(), feet: new Float64Array(), bodies: new Float32Array(),
    });
  });
  return record;
}

test('densities add up to the people, speeds and flows are theirs', () => {
  // Two walk east at 1 m/s, one stands.
  const record = makeRecord(Array.from({ length: 9 }, (_, k) => [[1, 1 + 0.5 * k, 2], [2, 1 + 0.5 * k, 7], [3, 8.25, 8.25]]));
  const map = new FlowMap(record);
  assert.equal(map.until(8), true);
  const people = map.density().reduce((sum, value) => sum + value * map.cell * map.cell, 0);
  assert.ok(Math.abs(people - 3) < 1e-5, `${people} people`);
  const speed = map.speed();
  const at = (x, y) => speed[Math.floor(y / map.cell) * map.width + Math.floor(x / map.cell)];
  assert.ok(Math.abs(at(2.1, 2.1) - 1) < 1e-6 && at(8.3, 8.3) === 0 && Number.isNaN(at(5.1, 9.1)));
  const arrows = map.arrows(10, 1e-6);
  assert.equal(arrows.length, 1);
  // Sixteen moves of 1 m/s in nine ticks, over 100 square metres.
  assert.ok(Math.abs(arrows[0].jx - 16 / 9 / 100) < 1e-6 && Math.abs(arrows[0].jy) < 1e-6);
  // Back and on again, and bit by bit: the same.
  const density = [...map.density()];
  map.until(2);
  while (!map.until(8, 4)) { /* goes on */ }
  assert.deepEqual([...map.density()], density);
});

test('jams: those who stand close and do not get on, and nobody else', () => {
  const block = Array.from({ length: 9 }, (_, k) => [k + 1, 2 + 0.6 * (k % 3), 2 + 0.6 * Math.floor(k / 3)]);
  const walking = Array.from({ length: 9 }, (_, k) => [k + 20, 6 + 0.6 * (k % 3), 6 + 0.6 * Math.floor(k / 3)]);
  const apart = Array.from({ length: 6 }, (_, k) => [k + 40, 1 + 1.5 * k, 9.5]);
  const ticks = [0, 1, 2].map((k) => [...block, ...walking.map(([s, x, y]) => [s, x, y - 0.6 * k]), ...apart]);
  const record = makeRecord(ticks);
  const jams = findJams(record, record.sample(0, null));
  assert.deepEqual(jams.map((jam) => jam.people), [9]);
  const [xs, ys] = [0, 1].map((axis) => jams[0].hull.map((point) => point[axis]));
  assert.ok(Math.min(...xs) > 1.4 && Math.max(...xs) < 3.8 && Math.min(...ys) > 1.4 && Math.max(...ys) < 3.8);
  const area = jams[0].hull.reduce((sum, [x, y], k) => { const [u, v] = jams[0].hull[(k + 1) % jams[0].hull.length]; return sum + x * v - u * y; }, 0) / 2;
  assert.ok(area > 1.44 && area < 5, `${area} square metres, counter-clockwise`);
  assert.equal(hullOf([[0, 0]], 1).length, 12);
});

test('totals: metres walked and seconds stood', () => {
  const record = makeRecord(Array.from({ length: 5 }, (_, k) => [[1, k, 1], [2, 5, 5]]));
  const totals = new TotalsCounter(record).until(3);
  assert.deepEqual([totals.walked, totals.waited, totals.people], [4, 2, 2]);
});

const onPage = pageTests();

onPage('maps, arrows and jams are drawn, with their legends', { fragment: '#exits' }, async (page) => {
  await compute(page, 60);
  await pause(page);
  await page.evaluate(() => { studio.seek(9); studio.setLayer('trails', false); });
  const plain = await colors(page);
  const legend = page.locator('.legend');
  for (const [choice, words] of [['density now', 'People per m²'], ['density until now', 'mean until now'], ['speed until now', 'Speed, mean until now']]) {
    await page.getByLabel('Map of').selectOption({ label: choice });
    await page.waitForTimeout(150);
    assert.match(await legend.textContent(), new RegExp(words));
    assert.ok((await colors(page)) > plain + 5, choice);
  }
  await page.getByLabel('Flow arrows').check();
  await page.getByLabel('Jams').check();
  await page.waitForTimeout(200);
  const [arrows, jams, drawn] = await page.evaluate(() => [viewport.flow.arrows.count, viewport.flow.jams.map((jam) => jam.people), viewport.flow.outlines.geometry.attributes.position.count]);
  assert.ok(arrows > 20 && jams.length >= 1 && jams[0] >= 10 && drawn > 20, `${arrows} arrows, jams of ${jams}`);
  await page.getByRole('tab', { name: 'Numbers' }).click();
  assert.match(await page.getByRole('region', { name: 'Totals' }).textContent(), /People150, at most 150 at once.*Walked\d+ m.*Jams now\d+/);
  // A mesh has none of it, and does not complain.
  await page.evaluate(() => studio.openById('planet'));
  await page.waitForFunction(() => studio.state.stage.mesh !== null && studio.record.head > 2);
  assert.equal(await page.evaluate(() => viewport.flow.arrows.visible), false);
});

onPage('lines drawn by hand: several, counted, removed', { fragment: '#exits' }, async (page) => {
  await compute(page, 80);
  await pause(page);
  await page.evaluate(() => studio.seek(14));
  await page.getByRole('tab', { name: 'Numbers' }).click();
  const lines = page.getByRole('region', { name: 'Flow through lines' });
  const drawLine = async (from, to) => {
    await lines.getByRole('button', { name: 'Draw one' }).click();
    const places = await page.evaluate(([a, b]) => { const box = viewport.canvas.getBoundingClientRect(); return [a, b].map(([x, y]) => { const p = viewport.screenOf(x, y, 0); return [box.left + p[0], box.top + p[1]]; }); }, [from, to]);
    await page.mouse.move(...places[0]);
    await page.mouse.down();
    await page.mouse.move(...places[1], { steps: 4 });
    await page.mouse.up();
  };
  await drawLine([2, 5], [2, 7]);
  await drawLine([18, 4], [18, 8]);
  const rows = await lines.locator('dl > div').allTextContents();
  assert.equal(rows.length, 4);
  const counted = rows.map((row) => Number(/(\d+) people/.exec(row)[1]));
  // Across the same doors as the lines of the scenario.
  assert.deepEqual(counted.slice(2), counted.slice(0, 2));
  assert.ok(counted[0] > 5);
  await lines.getByRole('button', { name: 'Remove line 1' }).click();
  assert.equal(await lines.locator('dl > div').count(), 3);
});
