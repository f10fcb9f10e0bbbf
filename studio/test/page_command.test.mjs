// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups in the page: how they are drawn, selected and commanded, and that what was commanded is replayed elsewhere.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compute, pageTests, pause } from './browser.mjs';
import { root } from './load.mjs';

const onPage = pageTests();
const program = process.env.WAYFIELD_PROGRAM ?? `${root}/build/release/wayfield`;

const onScreen = (page, x, y) => page.evaluate(([a, b]) => { const box = viewport.canvas.getBoundingClientRect(); const p = viewport.screenOf(a, b, 0); return [box.left + p[0], box.top + p[1]]; }, [x, y]);
const selection = (page) => page.evaluate(() => studio.state.command.selection);
const told = (page) => page.evaluate(() => studio.state.command.told);
const groups = (page) => page.evaluate(() => studio.commander.groups);
const settled = (page) => page.waitForFunction(() => studio.amending === null && studio.pending === null && studio.state.command.told.every((one) => one.ok !== null));

async function command(page, time) {
  await pause(page);
  await compute(page, Math.ceil(time / 0.2) + 10);
  // As if nobody had seen more: what was played while the page came up is no past.
  await page.evaluate((t) => {
    studio.seen = 0;
    studio.seek(t);
  }, time);
  await page.getByRole('tab', { name: 'Command' }).click();
  // The picture has its new size before places on the screen are asked for.
  await page.locator('.floating.orders').waitFor();
  let [before, now] = [null, [0, 0]];
  while (String(before) !== String(now)) {
    await page.waitForTimeout(120);
    [before, now] = [now, await onScreen(page, 1, 2)];
  }
}

async function drag(page, points, button = 'left', ...keys) {
  await page.mouse.move(...(await onScreen(page, ...points[0])));
  for (const key of keys) {
    await page.keyboard.down(key);
  }
  await page.mouse.down({ button });
  for (const point of points.slice(1)) {
    await page.mouse.move(...(await onScreen(page, ...point)), { steps: 8 });
  }
  await page.mouse.up({ button });
  for (const key of keys) {
    await page.keyboard.up(key);
  }
}

async function click(page, point, options = {}) {
  await page.mouse.click(...(await onScreen(page, ...point)), options);
}

const placeOf = (page, serial) => page.evaluate((s) => studio.record.find(s, studio.time).place.slice(0, 2), serial);

/** Go on for so many seconds of the scene. */
async function goOn(page, seconds) {
  const ticks = await page.evaluate((s) => Math.round((studio.time + s) / studio.record.tickSeconds), seconds);
  await compute(page, ticks);
  await page.evaluate((t) => studio.seek(t * studio.record.tickSeconds), ticks);
}

/** Bytes of the picture that are others without a layer. */
const drawnBy = (page, layer) =>
  page.evaluate(async (name) => {
    const look = async () => {
      const picture = await createImageBitmap(await viewport.takePicture());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext('2d').drawImage(picture, 0, 0);
      return canvas.getContext('2d').getImageData(0, 0, picture.width, picture.height).data;
    };
    const before = await look();
    studio.setLayer(name, false);
    const after = await look();
    studio.setLayer(name, true);
    return before.reduce((sum, v, i) => sum + (Math.abs(v - after[i]) > 24 ? 1 : 0), 0);
  }, layer);

// ---------------------------------------------------------------------------------------------------------------- to see

onPage('armies: frames carry groups, slots, paths, kinds; they are drawn and named', { fragment: '#armies' }, async (page) => {
  await compute(page, 100);
  await pause(page);
  await page.evaluate(() => studio.seek(18));
  const seen = await page.evaluate(() => {
    const { record } = studio;
    const frame = record.frames[studio.tick];
    const { groups } = frame;
    const members = [...groups.numbers].map((number) => groups.groupOf.reduce((sum, g) => sum + (g === number ? 1 : 0), 0));
    return {
      names: [...groups.numbers].map((number) => record.known[number - 1].name), counts: [...groups.members], members, hues: record.known.map(({ hue, shade }) => `${hue} ${shade}`),
      slots: groups.slots.filter((v) => !Number.isNaN(v)).length, routes: record.sketches.map((sketch) => sketch.routes.length), forks: record.sketches.map((s) => [...s.nodes].filter((v, i) => i % 3 === 2 && v === 1).length),
      kinds: record.agentKinds.filter((kind) => kind === 1).length, people: frame.count,
    };
  });
  assert.ok(['blue corps', 'blue line', 'red guard', 'blue flank'].every((name) => seen.names.includes(name)), seen.names.join());
  assert.deepEqual(seen.members, seen.counts);
  assert.equal(seen.people, 1000);
  assert.equal(seen.kinds, 80);
  assert.equal(new Set(seen.hues).size, seen.hues.length, 'every group has a colour of its own');
  assert.ok(seen.slots > 2000, `${seen.slots / 3} slots`);
  assert.deepEqual([Math.max(...seen.routes), Math.max(...seen.forks)], [2, 1]);
  assert.ok((await drawnBy(page, 'groups')) > 1500, 'paths, slots and arrows are drawn');
  assert.ok((await page.locator('.names.teams span').allTextContents()).includes('blue line'));
  await page.getByRole('tab', { name: 'Command' }).click();
  assert.ok((await page.locator('ul.teams button').allTextContents()).some((text) => /blue corps/.test(text)));
});

// ---------------------------------------------------------------------------------------------------------------- select

onPage('selection by click, box, lasso, double click and number keys', { fragment: '#wedge' }, async (page) => {
  await command(page, 6);
  await click(page, await placeOf(page, 3));
  assert.deepEqual(await selection(page), [3]);
  await page.waitForTimeout(500);
  const other = await placeOf(page, 8);
  await page.keyboard.down('Shift');
  await click(page, other);
  await page.keyboard.up('Shift');
  assert.deepEqual(await selection(page), [3, 8]);
  await page.keyboard.press('Control+Digit4');
  await page.waitForTimeout(500);
  await page.mouse.dblclick(...(await onScreen(page, ...other)));
  assert.equal((await selection(page)).length, 12, 'the whole group');
  await page.keyboard.press('Escape');
  assert.deepEqual(await selection(page), []);
  await page.keyboard.press('4');
  assert.deepEqual(await selection(page), [3, 8]);
  await drag(page, [[1, 2], [20, 28]]);
  assert.equal((await selection(page)).length, 12);
  await drag(page, [[30, 2], [35, 8]]);
  assert.deepEqual(await selection(page), []);
  // A lasso around one person alone.
  await page.keyboard.press('l');
  const [x, y] = await placeOf(page, 5);
  await drag(page, [[x - 0.5, y - 0.5], [x + 0.5, y - 0.5], [x + 0.5, y + 0.5], [x - 0.5, y + 0.5]]);
  assert.deepEqual(await selection(page), [5]);
  await page.getByRole('button', { name: 'Keep the selection as number 2' }).click();
  await page.locator('ul.teams button', { hasText: 'guard' }).click();
  assert.equal((await selection(page)).length, 12, 'from the list, without a pointer in the picture');
  await page.getByRole('button', { name: 'Select number 2, 1 people' }).click();
  assert.deepEqual(await selection(page), [5]);
});

// ---------------------------------------------------------------------------------------------------------------- orders

onPage('orders by the mouse: go, face, queue, hold, split, merge, shapes; what cannot be is told', { fragment: '#wedge' }, async (page) => {
  await command(page, 4);
  await drag(page, [[1, 2], [20, 28]]);
  await click(page, [12, 24], { button: 'right' });
  await settled(page);
  assert.deepEqual((await told(page)).map(({ who, what, ok }) => [who, what.replace(/\d+\.\d/g, (v) => String(Math.round(v))), ok]), [['guard', 'go to 12, 24', true]]);
  assert.equal(await page.evaluate(() => studio.state.runs.length), 1, 'the same run goes on');
  await goOn(page, 2);
  assert.deepEqual([(await groups(page))[0].order, (await groups(page))[0].mode], [1, 2]);

  // Shift waits; a drag faces somewhere.
  await drag(page, [[24, 24], [24, 20]], 'right', 'Shift');
  await settled(page);
  await goOn(page, 1);
  assert.equal((await groups(page))[0].waiting, 1);
  assert.match((await told(page))[1].what, /form up at .*, then/);

  // Into a pillar: the nearest place instead, and it is said.
  await page.evaluate(() => studio.commander.set({ queued: false }));
  await click(page, [14, 9], { button: 'right' });
  await settled(page);
  await goOn(page, 1);
  await page.getByRole('log', { name: 'What groups report' }).getByText(/nearest place it can reach/).waitFor();

  // Half of them become a squad, hold, and come back.
  await page.keyboard.press('x');
  await settled(page);
  await goOn(page, 0.4);
  let now = await groups(page);
  assert.deepEqual(now.map(({ members }) => members.length), [6, 6]);
  assert.equal(now[1].name, 'squad 1');
  await page.locator('ul.teams button', { hasText: 'squad 1' }).click();
  await page.keyboard.press('h');
  await settled(page);
  await goOn(page, 1);
  now = await groups(page);
  assert.equal(now[1].order, 5);
  await page.getByLabel('Shape').selectOption('line');
  await settled(page);
  assert.equal((await told(page)).at(-1).what, 'formation: line');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.keyboard.press('j');
  await settled(page);
  await goOn(page, 0.4);
  assert.deepEqual((await groups(page)).map(({ members }) => members.length), [12]);
  await page.keyboard.press('s');
  await settled(page);
  await goOn(page, 4);
  assert.equal((await groups(page))[0].mode, 0);
  const speeds = await page.evaluate(() => Math.max(...studio.record.frames[studio.tick].speeds));
  assert.ok(speeds < 0.3, `they stand: ${speeds} m/s`);
  await page.keyboard.press('Delete');
  await settled(page);
  await goOn(page, 0.4);
  assert.deepEqual(await groups(page), []);
  assert.ok((await told(page)).every(({ ok }) => ok));

  // By coordinates, with keys alone: who is in no group becomes one.
  await page.getByText('By coordinates').click();
  await page.getByLabel('Order', { exact: true }).selectOption('free');
  await page.getByLabel('Place, as x, y').fill('20, 25');
  await page.keyboard.press('Enter');
  await settled(page);
  await goOn(page, 1);
  assert.deepEqual((await groups(page)).map(({ mode, order, members }) => [mode, order, members.length]), [[1, 0, 12]]);
});

onPage('attack, follow, patrol; shapes that are drawn', { fragment: '#armies' }, async (page) => {
  await command(page, 2);
  const members = (name) => page.evaluate((n) => studio.commander.groups.find((group) => group.name === n).members, name);
  const patrol = await members('blue patrol');
  await page.locator('ul.teams button', { hasText: 'blue patrol' }).click();
  assert.deepEqual(await selection(page), patrol);
  await page.keyboard.press('a');
  const foe = (await members('red guard'))[0];
  await click(page, await placeOf(page, foe));
  await settled(page);
  assert.match((await told(page)).at(-1).what, /^attack red guard toward/);
  await goOn(page, 0.4);
  assert.equal((await groups(page)).find(({ name }) => name === 'blue patrol').order, 2);
  await page.keyboard.press('f');
  const friend = (await members('blue line'))[0];
  await click(page, await placeOf(page, friend));
  await settled(page);
  assert.match((await told(page)).at(-1).what, /^follow (blue|red|person)/);
  await page.keyboard.press('p');
  await click(page, [40, 40]);
  await settled(page);
  await goOn(page, 0.4);
  assert.equal((await groups(page)).find(({ name }) => name === 'blue patrol').order, 4);
  // Along a line, looking away from where they come from.
  await page.keyboard.press('c');
  await drag(page, [[44, 30], [44, 40], [44, 50]]);
  await settled(page);
  await goOn(page, 0.6);
  assert.equal((await told(page)).at(-1).what, 'form up along a line');
  assert.equal((await groups(page)).find(({ name }) => name === 'blue patrol').order, 6);
  await page.keyboard.press('o');
  await drag(page, [[40, 34], [48, 34], [48, 42], [40, 42], [40, 35]]);
  await settled(page);
  assert.deepEqual((await told(page)).map(({ ok }) => ok), [true, true, true, true, true]);
  await goOn(page, 20);
  const [found, error] = await page.evaluate((serials) => [serials.map((s) => studio.record.find(s, studio.time)?.place).filter((p) => p && p[0] > 39 && p[0] < 49 && p[1] > 33 && p[1] < 43).length, studio.commander.groups.find(({ name }) => name === 'blue patrol').error], patrol);
  assert.equal(found, 20, `in the outline; E ${error}`);
});

onPage('a path is drawn, parted by a second stroke, and taken back', { fragment: '#wedge' }, async (page) => {
  await command(page, 4);
  await drag(page, [[1, 2], [20, 28]]);
  await page.keyboard.press('d');
  await drag(page, [[8, 15], [16, 15], [26, 15], [33, 15], [45, 15]]);
  await page.waitForFunction(() => studio.state.command.told.length === 1);
  await settled(page);
  assert.equal((await told(page))[0].what, 'follow a path');
  await goOn(page, 1);
  const sketch = () => page.evaluate(() => ({ routes: studio.record.sketches.at(-1).routes.map((r) => r.length / 2), nodes: [...studio.record.sketches.at(-1).nodes] }));
  assert.equal((await sketch()).routes.length, 1);
  // The preview says what joins before the button is let go.
  const [from, to] = [await onScreen(page, 24, 15.4), await onScreen(page, 24, 25)];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 10 });
  await page.waitForFunction(() => viewport.orderDraft?.preview?.joined.at(-1) === true);
  assert.equal(await page.locator('.say').textContent(), 'another branch');
  await page.mouse.up();
  await page.waitForFunction(() => studio.state.command.told.length === 2);
  await settled(page);
  assert.equal((await told(page))[1].what, 'part along another branch');
  await goOn(page, 1);
  assert.equal((await sketch()).routes.length, 2);
  assert.equal((await sketch()).nodes.filter((v, i) => i % 3 === 2 && v === 1).length, 1);
  await goOn(page, 40);
  const parts = await groups(page);
  assert.deepEqual(parts.map(({ name }) => name), ['guard', 'guard.2']);
  assert.deepEqual(parts.map(({ members }) => members.length), [6, 6]);
  // Both orders are taken back, one after the other: each time the moment before it.
  const time = await page.evaluate(() => studio.state.command.told[1].tick * studio.record.tickSeconds);
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.ok(Math.abs((await page.evaluate(() => studio.time)) - time) < 1e-6);
  await goOn(page, 0.4);
  assert.equal((await page.evaluate(() => studio.record.frames[studio.tick].groups.sketches[0])), 1);
  await page.getByRole('button', { name: 'Take back' }).click();
  await settled(page);
  await goOn(page, 0.4);
  assert.equal((await groups(page))[0].order, 1, 'as the scenario says');
  assert.deepEqual(await told(page), []);
});

onPage('a path through a wall: what is left out, and where the field leads', { fragment: '#wedge' }, async (page) => {
  await command(page, 2);
  await page.evaluate(() => studio.commander.selectAll());
  await page.keyboard.press('d');
  await drag(page, [[10, 22], [30, 25], [37.9, 25], [38, 20], [46, 20]]);
  await page.waitForFunction(() => studio.state.command.told.length === 1);
  await settled(page);
  await page.getByText(/points? of the path lies? in walls/).waitFor();
  const shown = await page.evaluate(() => [viewport.orderDraft.preview.blocked.length, viewport.orderDraft.preview.detours.map((way) => way.length / 3)]);
  assert.ok(shown[0] > 0 && shown[1].length >= 1, JSON.stringify(shown));
  assert.ok(shown[1].some((points) => points > 20), 'around by the door');
});

onPage('on a touch screen: select with a box, go, draw a path', { fragment: '#wedge', size: { width: 390, height: 844 } }, async (page) => {
  await command(page, 4);
  const client = await page.context().newCDPSession(page);
  const touch = async (points) => {
    const screen = await Promise.all(points.map((p) => onScreen(page, ...p)));
    const at = ([x, y]) => [{ x, y }];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(screen[0]) });
    for (const [k, next] of screen.slice(1).entries()) {
      for (let step = 1; step <= 6; ++step) {
        const before = screen[k];
        await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at([before[0] + ((next[0] - before[0]) * step) / 6, before[1] + ((next[1] - before[1]) * step) / 6]) });
      }
    }
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await touch([[1, 2], [20, 28]]);
  await page.waitForFunction(() => studio.state.command.selection.length === 12);
  await page.getByRole('button', { name: 'Go there; drag to face somewhere' }).click();
  await touch([[30, 24]]);
  await settled(page);
  assert.match((await told(page))[0].what, /^go to (29|30)/);
  await page.getByRole('button', { name: 'Draw a path; again for a branch' }).click();
  await touch([[8, 15], [20, 15], [30, 16]]);
  await page.waitForFunction(() => studio.state.command.told.length === 2);
  await settled(page);
  assert.equal((await told(page))[1].what, 'follow a path');
  // Two fingers move the view and order nothing.
  const before = await page.evaluate(() => viewport.metersPerPixel());
  const [a, b] = [await onScreen(page, 20, 15), await onScreen(page, 30, 15)];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: a[0], y: a[1], id: 0 }] });
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: a[0], y: a[1], id: 0 }, { x: b[0], y: b[1], id: 1 }] });
  for (let step = 1; step <= 5; ++step) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: a[0] - 8 * step, y: a[1], id: 0 }, { x: b[0] + 8 * step, y: b[1], id: 1 }] });
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  assert.ok((await page.evaluate(() => viewport.metersPerPixel())) < before, 'nearer');
  assert.equal((await told(page)).length, 2);
});

// ------------------------------------------------------------------------------------------------------------------- log

async function saveLog(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save log' }).click()]);
  const path = join(await mkdtemp(join(tmpdir(), 'wayfield-')), download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

const runNative = (scenario, seconds, log) =>
  JSON.parse(execFileSync(program, ['run', scenario, '--seconds', String(seconds), '--orders', log, '--json', '--quiet'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));

onPage('the log of what was commanded is replayed by the program with the same hash, and by the page', { fragment: '#wedge' }, async (page) => {
  await command(page, 4);
  await page.evaluate(() => studio.commander.select([1, 2, 3, 4, 5]));
  await click(page, [10, 24], { button: 'right' });
  await settled(page);
  await goOn(page, 6);
  await page.evaluate(() => studio.commander.select([1, 2, 3, 4, 5]));
  await page.keyboard.press('d');
  await drag(page, [[10, 22], [20, 24], [30, 12]]);
  await page.waitForFunction(() => studio.state.command.told.length === 2);
  await settled(page);
  await drag(page, [[20, 24], [30, 26]]);
  await page.waitForFunction(() => studio.state.command.told.length === 3);
  await settled(page);
  await goOn(page, 7.4);
  await page.evaluate(() => studio.commander.select([10, 11, 12]));
  await page.keyboard.press('Escape');
  await page.evaluate(() => studio.commander.select([10, 11, 12]));
  await page.getByLabel('Shape').selectOption('wedge');
  await drag(page, [[20, 5], [16, 5]], 'right');
  await settled(page);
  await page.evaluate(() => studio.commander.takeBack());
  await settled(page);
  await goOn(page, 1);
  await drag(page, [[22, 4], [22, 8]], 'right');
  await settled(page);
  await goOn(page, 9);
  assert.ok((await told(page)).every(({ ok }) => ok));
  const [tick, hash] = await page.evaluate(async () => [studio.tick, await studio.hash()]);
  const log = await saveLog(page);
  const native = runNative(`${root}/scenarios/wedge.json`, tick * 0.2, log);
  assert.equal(native.steps, tick);
  assert.equal(native.state_hash, hash);

  // Opened here it is another run, which comes to the same.
  await page.locator('input[type=file][accept=".json"]').setInputFiles(log);
  await page.waitForFunction(() => studio.pending === null && studio.state.runs.length === 2);
  await pause(page);
  await compute(page, tick);
  await page.evaluate((t) => studio.seek(t * studio.record.tickSeconds), tick);
  assert.equal(await page.evaluate(() => studio.hash()), hash);
  const text = JSON.parse(await readFile(log, 'utf8'));
  assert.deepEqual([...new Set(text.orders.map(({ order }) => order))].sort(), ['create', 'form', 'formation', 'hold', 'split', 'stroke'].filter((order) => text.orders.some((one) => one.order === order)));
});

onPage('armies: commanded in the middle, the same hash in the program', { fragment: '#armies' }, async (page) => {
  await command(page, 20);
  await page.locator('ul.teams button', { hasText: 'blue guns' }).click();
  const began = Date.now();
  await click(page, [30, 60], { button: 'right' });
  await settled(page);
  const took = Date.now() - began;
  await goOn(page, 5);
  await page.locator('ul.teams button', { hasText: 'blue flank' }).click();
  await page.keyboard.press('x');
  await settled(page);
  // A branch of a path that the scenario gave.
  await page.locator('ul.teams button', { hasText: 'blue line' }).click();
  await page.keyboard.press('d');
  await drag(page, [[58, 83], [62, 90], [70, 94]]);
  await page.waitForFunction(() => studio.state.command.told.length === 3);
  await settled(page);
  assert.equal((await told(page))[2].what, 'part along another branch');
  await goOn(page, 5);
  const [tick, hash] = await page.evaluate(async () => [studio.tick, await studio.hash()]);
  const routes = await page.evaluate(() => studio.record.sketches[studio.record.frames[studio.tick].groups.sketches[studio.commander.groups.findIndex(({ name }) => name === 'blue line')] - 1].routes.map((route) => [...route.slice(-2)]));
  assert.equal(routes.length, 2);
  assert.ok(Math.hypot(routes[0][0] - 86, routes[0][1] - 86) < 1e-6 && Math.hypot(routes[1][0] - 70, routes[1][1] - 94) < 1, JSON.stringify(routes));
  const native = runNative(`${root}/scenarios/armies.json`, tick * 0.2, await saveLog(page));
  assert.equal(native.steps, tick);
  assert.equal(native.state_hash, hash);
  assert.ok(took < 8000, `an order is taken after ${took} ms`);
});

// ------------------------------------------------------------------------------------------------------- forks, two runs

onPage('an order in the past forks the run; both are seen side by side', { fragment: '#wedge' }, async (page) => {
  await command(page, 14);
  const whole = await page.evaluate(() => studio.hash());
  await page.evaluate(() => studio.seek(5));
  await page.getByText('You have gone back').waitFor();
  await page.evaluate(() => studio.commander.selectAll());
  await click(page, [10, 5], { button: 'right' });
  await page.waitForFunction(() => studio.state.runs.length === 2);
  await settled(page);
  assert.deepEqual((await told(page)).map(({ who, ok, tick }) => [who, ok, tick]), [['guard', true, 25]]);
  await goOn(page, 9);
  assert.notEqual(await page.evaluate(() => studio.hash()), whole);
  const [first, second] = await page.evaluate(() => studio.state.runs);
  const apart = await page.evaluate(([a, b]) => { const [p, q] = [a, b].map((run) => studio.records.get(run).find(1, studio.time).place); return Math.hypot(p[0] - q[0], p[1] - q[1]); }, [first, second]);
  assert.ok(apart > 3, `${apart} m apart`);
  await page.getByRole('tab', { name: 'Numbers' }).click();
  await page.getByRole('button', { name: 'Compare with run 1' }).click();
  assert.equal(await page.locator('.pane').count(), 2);
  // Each half shows its own people: the same world, other places.
  const halves = await page.evaluate(async () => {
    const picture = await createImageBitmap(await viewport.takePicture());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, picture.width, picture.height);
    const red = [[], []];
    for (let y = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x) {
        const at = 4 * (y * width + x);
        if (data[at] > 190 && data[at + 1] < 90 && data[at + 2] < 60) {
          red[x < width / 2 ? 0 : 1].push([x % (width / 2), y]);
        }
      }
    }
    return red.map((list) => [list.length, ...[0, 1].map((axis) => list.reduce((sum, p) => sum + p[axis], 0) / list.length)]);
  });
  assert.ok(halves.every(([count]) => count > 30), JSON.stringify(halves));
  assert.ok(Math.hypot(halves[0][1] - halves[1][1], halves[0][2] - halves[1][2]) > 20, JSON.stringify(halves));
  await page.getByRole('button', { name: 'Show one run' }).click();
  assert.equal(await page.locator('.pane').count(), 0);
});

onPage('somebody becomes another person, and a scene without a file is commanded, too', { fragment: '#crossing' }, async (page) => {
  await compute(page, 40);
  await pause(page);
  await page.evaluate(() => { studio.seek(3); studio.select(5); });
  const before = await page.evaluate(() => studio.record.desiredSpeeds[5]);
  await page.getByLabel('Personality').selectOption('tired');
  await page.waitForFunction(() => studio.pending === null && studio.state.runs.length === 2);
  await compute(page, 60);
  assert.ok((await page.evaluate(() => studio.record.desiredSpeeds[5])) < before);
  await page.evaluate(() => studio.select(0));
  await page.getByRole('tab', { name: 'Command' }).click();
  const four = await page.evaluate(() => { studio.seek(studio.record.duration); const list = [...studio.record.frames[studio.tick].serials].slice(-4); studio.commander.select(list); studio.commander.go([2, 2, 0], 'go'); return list; });
  await settled(page);
  assert.deepEqual((await groups(page)).map(({ name, members }) => [name, members]), [['squad 1', four]]);
  // Over checkpoints, in which the groups have their names again.
  await goOn(page, 11);
  await page.evaluate((two) => { studio.commander.select(two); studio.commander.go([3, 3, 0], 'free'); }, four.slice(0, 2));
  await settled(page);
  await goOn(page, 1);
  assert.deepEqual((await told(page)).map(({ ok }) => ok), [true, true]);
  assert.deepEqual((await groups(page)).map(({ name }) => name), ['squad 1', 'squad 2']);
  assert.equal(await page.getByRole('button', { name: 'Save log' }).isDisabled(), true);
});
