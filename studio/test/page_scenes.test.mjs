// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The scenes in a browser: all of them, the same bits as elsewhere, and many people.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { colors, compute, pageTests, pause } from './browser.mjs';
import { root } from './load.mjs';

const onPage = pageTests();

const wayfield = await import(`${root}/build/js/package/index.js`);
const wf = await wayfield.load();

/** The hash after so many ticks, by the package in Node, whose results are compared with the native program's. */
async function hashInNode(id, ticks) {
  const simulation = wf.readSimulationFromMemory(`${id}.json`, await readFile(`${root}/scenarios/${id}.json`));
  for (let k = 0; k < ticks; ++k) {
    simulation.crowd.tick();
    simulation.orders?.give(simulation.crowd);
  }
  const hash = simulation.crowd.getHash().toString(16).padStart(16, '0');
  simulation.destroy();
  return hash;
}

const small = { size: { width: 640, height: 420 }, timeout: 200_000 };

onPage('every scene of the gallery runs five seconds and is drawn', small, async (page, { errors }) => {
  await page.getByRole('button', { name: /Park/ }).click();
  const ids = await page.evaluate(() => gallery.map((entry) => entry.id));
  assert.ok(ids.length > 40, `${ids.length} scenes`);
  assert.equal(await page.locator('.cards .card').count(), ids.length);
  for (const id of ids) {
    await page.evaluate((wanted) => {
      studio.openById(wanted);
      studio.play(false);
    }, id);
    await page.waitForFunction((wanted) => studio.state.sceneId === wanted && studio.state.refusal === null && studio.record?.head >= 0 && studio.state.stage && studio.pending === null, id, { timeout: 20_000 });
    const ticks = await page.evaluate(() => Math.ceil(5 / studio.record.tickSeconds));
    const head = await compute(page, ticks);
    assert.ok(head >= ticks || (await page.evaluate(() => studio.record.ended)), `${id}: ${head} ticks`);
    await page.evaluate(() => studio.seek(5)); // where they have walked shows, too
    const shown = await page.evaluate(() => studio.record.most + studio.state.stage.paths.length);
    assert.ok(shown > 0, `${id} shows nobody`);
    assert.ok((await colors(page)) > 3, `${id} is blank`);
    assert.equal(await page.evaluate(() => studio.state.notice), null, id);
    assert.deepEqual(errors, [], id);
  }
});

onPage('ten scenes have the hashes of Node, and so of the native program', small, async (page) => {
  const scenes = ['park', 'exits', 'office', 'wedge', 'bottleneck', 'C7-head-on', 'W2-one-person', 'torus', 'storeys', 'moebius'];
  for (const id of scenes) {
    await page.evaluate((wanted) => studio.openById(wanted), id);
    await page.waitForFunction((wanted) => studio.state.sceneId === wanted && studio.pending === null, id);
    await pause(page);
    await compute(page, 30);
    await page.evaluate(() => studio.seek(20 * studio.record.tickSeconds));
    assert.equal(await page.evaluate(() => studio.hash()), await hashInNode(id, 20), id);
  }
});

// The page's own work is counted; here the processor draws the picture besides, which a graphics card does elsewhere.
onPage('ten thousand people do not block the page', { size: { width: 960, height: 540 }, init: () => {
  window.scripts = [];
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.scripts.forEach((script) => window.scripts.push(script.duration)))).observe({ type: 'long-animation-frame', buffered: false });
} }, async (page) => {
  await page.evaluate(() => studio.openEntry({ id: 'many', title: 'many', about: '', chapter: '', text: '', scene: { name: 'annulus', agents: 10000 } }));
  await page.waitForFunction(() => studio.state.sceneId === 'many' && studio.pending === null && studio.record?.frames[0]?.count === 10000, null, { timeout: 40_000 });
  await compute(page, 6);
  await page.waitForTimeout(300);
  const began = await page.evaluate(() => { window.scripts.length = 0; return [studio.time, viewport.pictures]; });
  await page.waitForTimeout(4000);
  const longest = await page.evaluate(() => Math.max(0, ...window.scripts));
  const now = await page.evaluate(() => [studio.time, viewport.pictures]);
  assert.ok(now[0] > began[0] + 0.3 && now[1] > began[1] + 5, 'it moves');
  assert.ok(longest < 100, `longest task of the page ${longest} ms`);
});
