// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// People on foot in the page: figures whose feet are where the footsteps are.
import assert from 'node:assert/strict';
import { compute, pageTests, pause } from './browser.mjs';

const onPage = pageTests();

onPage('figures step where the footsteps say; five circles; footprints', { fragment: '#W1-doorway' }, async (page) => {
  await compute(page, 40);
  await pause(page);
  const look = (time) => page.evaluate(async (t) => {
    studio.seek(t);
    viewport.setView('3d');
    for (let k = 0; k < 6; ++k) { viewport.zoom(1.2); }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { walkers, mesh } = viewport.people;
    const at = [...walkers.shoes.instanceMatrix.array];
    const { sample } = viewport;
    const feet = [...sample.serials.subarray(0, sample.count)].flatMap((serial) => studio.record.steps.feet(serial, t));
    return { shoes: walkers.shoes.count, limbs: walkers.limbs.count, pawns: mesh.count, people: sample.count, off: Math.max(...feet.map((foot, k) => Math.hypot(at[16 * k + 12] - foot.x, at[16 * k + 13] - foot.y))), standing: feet.filter((foot) => foot.lift === 0).map((foot) => [foot.x, foot.y]) };
  }, time);
  const first = await look(4);
  assert.ok(first.people > 4 && first.shoes === 2 * first.people && first.limbs === 6 * first.people && first.pawns === 0, JSON.stringify(first));
  assert.ok(first.off < 1e-5, `${first.off} m off`);
  // Those that stand do not slide.
  const second = await look(4.04);
  const stayed = first.standing.filter(([x, y]) => second.standing.some(([u, v]) => Math.hypot(u - x, v - y) < 1e-6));
  assert.ok(stayed.length >= first.people - 1, `${stayed.length} feet stay`);
  await page.evaluate(() => viewport.setView('2d'));
  await page.getByLabel('Five circles').check();
  await page.waitForTimeout(200);
  const [circles, discs, prints] = await page.evaluate(() => [viewport.circles.object.count, viewport.people.mesh.count, viewport.footprints.object.count]);
  assert.deepEqual([circles, discs], [5 * first.people, 0]);
  assert.ok(prints > 10);
  // A fork keeps the steps made before it.
  await page.evaluate(() => studio.command([], 'nothing'));
  await page.waitForFunction(() => studio.state.runs.length === 2 && studio.pending === null);
  assert.ok(await page.evaluate(() => studio.record.steps.all.length > 20));
});
