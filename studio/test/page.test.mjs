// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The page in a browser.
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compute, open, pageTests, pause, take } from './browser.mjs';
import { root } from './load.mjs';

const onPage = pageTests();

const pick = (page, name) => page.getByRole('button', { name, exact: true });

// --------------------------------------------------------------------------------------------------------------- visits

onPage('first visit: a crowd moves soon, with three hints, and nothing is asked of any network', { visited: false }, async (page, { asked }) => {
  await page.waitForFunction(() => studio.time > 0.05 && viewport.pictures > 2);
  // Two seconds on a machine that has time for it; here others may be at work, too.
  const took = await page.evaluate(() => performance.now());
  assert.ok(took < 8000, `${took} ms`);
  assert.equal(await page.getByRole('note').locator('li').count(), 3);
  await pick(page, 'Close the hints').click();
  assert.equal(await page.getByRole('note').count(), 0);
  const moved = await page.evaluate(async () => {
    const before = studio.record.frames[0].places.slice();
    const now = studio.record.sample(studio.time, null);
    return [...before].some((v, i) => Math.abs(v - now.places[i]) > 0.01);
  });
  assert.ok(moved);
  await page.reload();
  await page.waitForFunction(() => window.studio?.record?.head >= 0);
  assert.equal(await page.getByRole('note').count(), 0);
  assert.deepEqual(asked.filter((url) => !/^(file|blob|data):/.test(url)), []);
});

// ----------------------------------------------------------------------------------------------------------------- time

onPage('pause, steps, and going back', { fragment: '#exits' }, async (page) => {
  await compute(page, 40);
  await page.keyboard.press('Space');
  assert.equal(await page.evaluate(() => studio.state.playing), false);
  await page.evaluate(() => studio.seek(4));
  await page.keyboard.press('.');
  assert.equal(await page.evaluate(() => studio.tick), 21);
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  assert.equal(await page.evaluate(() => studio.tick), 19);
  await page.keyboard.press('Home');
  assert.equal(await page.evaluate(() => studio.time), 0);
  const slider = page.getByRole('slider', { name: 'Time' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => studio.time), 1);
  const box = await slider.boundingBox();
  await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
  assert.ok((await page.evaluate(() => studio.time)) > 5);
});

onPage('paused, it draws nothing and computes nothing', { fragment: '#exits' }, async (page) => {
  await pause(page);
  await page.waitForTimeout(1500);
  const before = await page.evaluate(() => [viewport.pictures, studio.record.head]);
  await page.waitForTimeout(1500);
  assert.deepEqual(await page.evaluate(() => [viewport.pictures, studio.record.head]), before);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const busy = async () => (await client.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value;
  const began = await busy();
  await page.waitForTimeout(2000);
  assert.ok((await busy()) - began < 0.1, 'the page rests');
});

// ---------------------------------------------------------------------------------------------------------------- touch

onPage('a click shows who it is; the vector is dragged; the run forks', { fragment: '#exits' }, async (page) => {
  await compute(page, 60);
  await pause(page);
  await page.evaluate(() => studio.seek(4));
  await page.waitForTimeout(200);
  const [serial, x, y] = await page.evaluate(() => {
    const sample = studio.record.sample(studio.time, null);
    const box = viewport.canvas.getBoundingClientRect();
    // Somebody with room around them.
    let best = [0, 0];
    for (let i = 0; i < sample.count; ++i) {
      let near = 1e9;
      for (let j = 0; j < sample.count; ++j) {
        near = j === i ? near : Math.min(near, Math.hypot(sample.places[3 * i] - sample.places[3 * j], sample.places[3 * i + 1] - sample.places[3 * j + 1]));
      }
      best = near > best[1] ? [i, near] : best;
    }
    const at = viewport.screenOf(sample.places[3 * best[0]], sample.places[3 * best[0] + 1], 0);
    return [sample.serials[best[0]], box.left + at[0], box.top + at[1]];
  });
  await page.mouse.click(x, y);
  const panel = page.getByRole('region', { name: 'Selected person' });
  await panel.waitFor();
  assert.match(await panel.textContent(), new RegExp(`Person ${serial}`));
  await page.waitForFunction(() => studio.state.agent?.map !== null && studio.state.agent !== null);
  const agent = await page.evaluate(() => ({ ...studio.state.agent, map: studio.state.agent.map.size, place: studio.record.find(studio.state.selected, studio.time).place }));
  assert.ok(agent.map >= 11 && agent.distanceToGoal > 0);
  assert.match(agent.destination, /narrow|wide/);
  const [x0, y0] = [agent.route[0], agent.route[1]];
  assert.ok(Math.hypot(x0 - agent.position[0], y0 - agent.position[1]) < 0.3 && Object.keys(agent.route).length > 30, 'its way begins where it is');
  assert.ok(Math.hypot(agent.position[0] - agent.place[0], agent.position[1] - agent.place[1]) < 1e-3);

  const pad = page.getByRole('slider', { name: 'Behaviour vector' });
  const box = await pad.boundingBox();
  const before = await page.evaluate(() => studio.state.run);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 14, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((run) => studio.state.run !== run, before);
  await compute(page, 60);
  const [apart, shared] = await page.evaluate((old) => {
    const distance = (time) => {
      const [a, b] = [studio.records.get(old).find(studio.state.selected, time), studio.record.find(studio.state.selected, time)];
      return a && b ? Math.hypot(a.place[0] - b.place[0], a.place[1] - b.place[1]) : 99;
    };
    return [distance(8), distance(3.8)];
  }, before);
  assert.equal(shared, 0);
  assert.ok(apart > 0.1, `${apart} m apart`);
  await page.getByRole('tab', { name: 'Numbers' }).click();
  assert.equal(await page.locator('.runs li').count(), 2);
});

onPage('a fork without a change is the same run, bit for bit; sent and pushed people differ', { fragment: '#park' }, async (page) => {
  await compute(page, 80);
  await pause(page);
  await page.evaluate(() => studio.seek(12));
  const original = await page.evaluate(() => studio.hash());
  await page.evaluate(() => { studio.seek(6.2); studio.command([], 'nothing'); });
  await page.waitForFunction(() => studio.pending === null && studio.state.runs.length === 2);
  await compute(page, 80);
  await page.evaluate(() => studio.seek(12));
  assert.equal(await page.evaluate(() => studio.hash()), original);
  await page.evaluate(() => { studio.seek(6.2); studio.select(50); studio.command([{ kind: 'send', serials: [50], to: [32, 34, 0] }], 'sent'); });
  await page.waitForFunction(() => studio.pending === null && studio.state.runs.length === 3);
  await compute(page, 110);
  await page.evaluate(() => { studio.seek(10); studio.command([{ kind: 'push', serial: 50, velocity: [0, 1.2, 0], ticks: 4 }, { kind: 'speed', serial: 51, speed: 0.6 }], 'pushed'); });
  await page.waitForFunction(() => studio.pending === null && studio.state.runs.length === 4);
  await compute(page, 110);
  await page.evaluate(() => studio.seek(20));
  const twice = [await page.evaluate(() => studio.hash())];
  // Brought back to before the commands and forward again: the same.
  await page.evaluate(() => studio.seek(2));
  await page.evaluate(() => studio.hash());
  await page.evaluate(() => studio.seek(20));
  twice.push(await page.evaluate(() => studio.hash()));
  assert.notEqual(twice[0], original);
  assert.equal(twice[1], twice[0]);
});

// ---------------------------------------------------------------------------------------------------------------- edits

onPage('draw, drag, undo, keep and open again', { fragment: '#exits' }, async (page) => {
  await pause(page);
  await page.evaluate(() => studio.seek(0));
  await page.getByRole('tab', { name: 'Edit' }).click();
  const at = async (x, y) => {
    const place = await page.evaluate(([a, b]) => { const box = viewport.canvas.getBoundingClientRect(); const p = viewport.screenOf(a, b, 0); return [box.left + p[0], box.top + p[1]]; }, [x, y]);
    return place;
  };
  const dragFrom = async (from, to) => {
    await page.mouse.move(...(await at(...from)));
    await page.mouse.down();
    await page.mouse.move(...(await at((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)));
    await page.mouse.move(...(await at(...to)));
    await page.mouse.up();
  };
  const value = () => page.evaluate(() => studio.state.document.value);
  const settled = () => page.waitForFunction(() => studio.pending === null && studio.source.text === studio.state.document.text);
  await pick(page, 'Box').click();
  await dragFrom([14, 9], [15, 10]);
  await settled();
  assert.deepEqual((await value()).world.obstacles.at(-1).bounds, [14, 9, 15, 10]);
  await dragFrom([14.5, 9.5], [15.5, 8.5]);
  await settled();
  assert.deepEqual((await value()).world.obstacles.at(-1).bounds, [15, 8, 16, 9]);
  await dragFrom([16, 9], [16.5, 9.5]);
  await settled();
  assert.deepEqual((await value()).world.obstacles.at(-1).bounds, [15, 8, 16.5, 9.5]);
  assert.equal((await value()).world.obstacles.length, 5);
  assert.equal(await page.evaluate(() => studio.state.stage.shapes.length), 5);

  await page.keyboard.press('Control+z');
  assert.deepEqual((await value()).world.obstacles.at(-1).bounds, [15, 8, 16, 9]);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.equal((await value()).world.obstacles.length, 4);
  await page.keyboard.press('Control+Shift+z');
  assert.equal((await value()).world.obstacles.length, 5);
  await settled();

  await page.waitForTimeout(700);
  const text = await page.evaluate(() => studio.state.document.text);
  await page.goto(page.url().replace(/#.*/, ''));
  await page.reload();
  await page.waitForFunction(() => window.studio?.record?.head >= 0);
  assert.equal(await page.evaluate(() => studio.state.document.text), text);
});

onPage('the form: what is wrong is said next to the field, and nothing is lost', { fragment: '#exits' }, async (page) => {
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByRole('button', { name: /^people/ }).click();
  const run = await page.evaluate(() => studio.state.run);
  const count = page.getByLabel('count', { exact: true });
  await count.fill('100000');
  // The panel is drawn again meanwhile.
  await page.evaluate(() => new Promise((resolve) => { studio.set({ head: -1 }); setTimeout(resolve, 100); }));
  await count.press('Tab');
  await page.locator('.field.bad').waitFor();
  assert.match(await page.locator('.field.bad .wrong').textContent(), /room|fit|100000/);
  assert.equal(await page.evaluate(() => studio.state.run), run, 'the run goes on');
  await count.fill('40');
  await count.press('Tab');
  await page.waitForFunction((old) => studio.state.run !== old && studio.state.stage.agents === 40, run);
  assert.equal(await page.locator('.field.bad').count(), 0);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  const text = page.getByLabel('Scenario as text');
  await text.fill((await text.inputValue()).replace('"choice"', '"choise"'));
  await pick(page, 'Apply').click();
  await page.getByRole('alert').first().waitFor();
  assert.match(await page.getByRole('alert').first().textContent(), /did you mean "choice"/);
  assert.equal(await page.evaluate(() => studio.state.stage.agents), 40);
});

onPage('a wider door from a moment on: the run forks and is out earlier', { fragment: '#exits' }, async (page) => {
  await pause(page);
  await compute(page, 1500);
  const first = await page.evaluate(() => studio.record.evacuationTime);
  await page.evaluate(() => {
    studio.seek(6);
    const { value } = studio.state.document;
    const obstacles = value.world.obstacles.filter((shape) => shape.name !== 'east wall' && shape.name !== 'west wall');
    studio.edit({ ...value, world: { ...value.world, obstacles } });
    return studio.apply();
  });
  await page.waitForFunction(() => studio.pending === null && studio.state.runs.length === 2);
  assert.equal(await page.evaluate(() => studio.record.forkedAt), 30);
  await compute(page, 1500);
  const second = await page.evaluate(() => studio.record.evacuationTime);
  assert.ok(second < first - 3, `${second} s instead of ${first} s`);
  // Back and forth over the change.
  await page.evaluate(() => studio.seek(12));
  const hash = await page.evaluate(() => studio.hash());
  await page.evaluate(() => studio.seek(3));
  await page.evaluate(() => studio.hash());
  await page.evaluate(() => studio.seek(12));
  assert.equal(await page.evaluate(() => studio.hash()), hash);
});

// ---------------------------------------------------------------------------------------------------------------- files

const files = {
  'arena.map': 'type octile\nheight 6\nwidth 8\nmap\n........\n..@@@...\n..@.....\n..@@@...\n........\n........\n',
  'hall.wkt': 'GEOMETRYCOLLECTION(POLYGON((0 0, 10 0, 10 8, 0 8, 0 0),(4 3, 6 3, 6 5, 4 5, 4 3)))',
  'plan.pgm': `P2\n6 4\n255\n${'255 '.repeat(9)}0 0 ${'255 '.repeat(13)}`,
  'square.obj': 'v 0 0 0\nv 20 0 0\nv 20 20 0\nv 0 20 0\nv 10 10 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n',
  'square.off': 'OFF\n5 4 0\n0 0 0\n20 0 0\n20 20 0\n0 20 0\n10 10 1\n3 0 1 4\n3 1 2 4\n3 2 3 4\n3 3 0 4\n',
  'square.ply': 'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n20 0 0\n20 20 0\n0 20 0\n3 0 1 2\n3 0 2 3\n',
  'square.stl': 'solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 20 0 0\nvertex 20 20 0\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 20 20 0\nvertex 0 20 0\nendloop\nendfacet\nendsolid s\n',
};

async function drop(page, list) {
  const transfer = await page.evaluateHandle(async (items) => {
    const data = new DataTransfer();
    for (const [name, text, type] of items) {
      data.items.add(type === 'png' ? new File([await (await new Promise((resolve) => {
        const canvas = document.createElement('canvas');
        canvas.width = 12;
        canvas.height = 8;
        const pen = canvas.getContext('2d');
        pen.fillStyle = '#fff';
        pen.fillRect(0, 0, 12, 8);
        pen.fillStyle = '#000';
        pen.fillRect(4, 2, 3, 3);
        canvas.toBlob(resolve);
      }))], name) : new File([text], name));
    }
    return data;
  }, list);
  const run = await page.evaluate(() => studio.nextRun);
  await page.dispatchEvent('.stage canvas', 'drop', { dataTransfer: transfer });
  await page.waitForFunction((before) => studio.state.run >= before || studio.state.notice !== null, run, { timeout: 15_000 });
  return page.evaluate(() => ({ notice: studio.state.notice, name: studio.state.stage.name, shapes: studio.state.stage.shapes.length, triangles: (studio.state.stage.mesh?.triangles.length ?? 0) / 3 }));
}

onPage('files of every format are dropped and seen', {}, async (page) => {
  for (const [name, text] of Object.entries(files)) {
    const seen = await drop(page, [[name, text]]);
    assert.equal(seen.notice, null, `${name}: ${seen.notice}`);
    assert.equal(seen.name, name.replace(/\..*/, ''), name);
    assert.ok(seen.shapes + seen.triangles > 0, name);
  }
  const png = await drop(page, [['drawn.png', '', 'png']]);
  assert.deepEqual([png.notice, png.name, png.shapes], [null, 'drawn', 1]);
  const ros = await drop(page, [['office.yaml', 'image: office.pgm\nresolution: 0.5\norigin: [0, 0, 0]\noccupied_thresh: 0.65\nfree_thresh: 0.2\nnegate: 0\n'], ['office.pgm', files['plan.pgm']]]);
  assert.deepEqual([ros.notice, ros.name], [null, 'office']);
  const scenario = await drop(page, [['mine.json', await readFile(`${root}/scenarios/office.json`, 'utf8')]]);
  assert.deepEqual([scenario.notice, scenario.name], [null, 'Office']);
});

onPage('bad files: a message, and what is there stays', { fragment: '#office' }, async (page) => {
  const bad = [
    [['broken.json', '{ "version": 1, ']], [['empty.json', '']], [['list.json', '[1, 2]']], [['no.json', '{ "version": 1, "world": { "size": [9, 9] }, "agents": [{ "count": 9 }] }']],
    [['noise.map', '\u0001\u0002\u0003']], [['noise.obj', 'f 1 2 3\n']], [['noise.png', 'not a picture']], [['lonely.yaml', 'image: missing.pgm\nresolution: 0.1\norigin: [0, 0, 0]\noccupied_thresh: 0.65\nfree_thresh: 0.2\nnegate: 0\n']],
    [['huge.json', '{ "version": 1, "world": { "size": [1e9, 1e9] }, "goals": [{ "type": "point", "name": "g", "point": [5e8, 5e8] }], "agents": [{ "position": [1, 1], "stops": ["g"] }] }']],
  ];
  for (const list of bad) {
    const seen = await drop(page, list);
    assert.ok(seen.notice, list[0][0]);
    assert.equal(seen.name, 'Office', list[0][0]);
    assert.ok(await page.getByText(seen.notice.slice(0, 30)).first().isVisible(), list[0][0]);
    await page.evaluate(() => studio.set({ notice: null }));
  }
  const before = await page.evaluate(() => studio.record.head);
  await page.evaluate(() => studio.computeAll());
  await page.waitForFunction((head) => studio.record.head > head, before);
});

onPage('a hostile scenario does no harm', {}, async (page, { errors }) => {
  const evil = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>';
  const scenario = {
    version: 1, name: evil.slice(0, 120), description: evil, world: { size: [12, 8], obstacles: [{ type: 'box', name: evil, bounds: [5, 1, 6, 3] }] },
    goals: [{ type: 'point', name: evil, point: [10, 4] }, { type: 'point', name: '__proto__', point: [10, 5] }, { type: 'point', name: 'constructor', point: [10, 6] }],
    agents: [{ name: evil, count: 4, region: { type: 'box', bounds: [1, 1, 4, 6] }, stops: [evil] }], metadata: { '"><svg onload=1>': evil },
  };
  const seen = await drop(page, [['evil.json', JSON.stringify(scenario)]]);
  assert.equal(seen.notice, null);
  for (const tab of ['Numbers', 'Edit', 'Scene']) {
    await page.getByRole('tab', { name: tab }).click();
  }
  await page.getByLabel('Show the field').check();
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  assert.ok(await page.getByText(evil).first().isVisible());
  assert.equal(await page.evaluate(() => document.querySelectorAll('img, svg[onload]').length), 0);
  // What would run is stopped by the policy even where it got in.
  const blocked = await page.evaluate(() => new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.hurt = 2';
    document.body.append(script);
    setTimeout(() => resolve('nothing'), 500);
  }));
  assert.match(blocked, /script-src/);
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  const sent = await page.evaluate(() => fetch('https://example.org/').then(() => 'sent', () => 'stopped'));
  assert.equal(sent, 'stopped');
  errors.length = 0; // of the policy, as it should be
  const large = await page.evaluate(async () => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(100 << 20)], 'large.json'));
    document.querySelector('.stage canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    return studio.state.notice;
  });
  assert.match(large, /105 MB/);
});

// ------------------------------------------------------------------------------------------------------------- take away

onPage('what is taken away opens again', { fragment: '#exits' }, async (page) => {
  await compute(page, 50);
  await pause(page);
  await page.evaluate(() => studio.seek(8));
  const png = await take(page, 'Picture');
  const bytes = await readFile(png.path);
  assert.deepEqual([...bytes.subarray(1, 4)], [80, 78, 71]);
  const canvas = await page.evaluate(() => [viewport.canvas.width, viewport.canvas.height]);
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], canvas);
  const svg = await readFile((await take(page, 'Drawing')).path, 'utf8');
  assert.equal(await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror') === null, svg), true);
  const text = (await readFile((await take(page, 'Trajectories')).path, 'utf8')).trim().split('\n');
  const rows = await page.evaluate(() => studio.record.frames.reduce((sum, frame) => sum + frame.count, 0));
  assert.equal(text.length, rows + 2);
  assert.match(await readFile((await take(page, 'Figures')).path, 'utf8'), /^run,seconds,here,arrived,mean_speed_m_per_s\n/);
  assert.equal(await readFile((await take(page, 'Scenario')).path, 'utf8'), await readFile(`${root}/scenarios/exits.json`, 'utf8'));

  const saved = await take(page, 'Page');
  assert.match(saved.name, /\.html$/);
  assert.ok((await stat(saved.path)).size < 3e6);
  const copy = join(await mkdtemp(join(tmpdir(), 'studio-')), saved.name);
  await copyFile(saved.path, copy);
  const other = await page.context().newPage();
  await other.goto(pathToFileURL(copy).href);
  await other.waitForFunction(() => window.studio?.record?.head >= 0);
  assert.equal(await other.evaluate(() => studio.state.stage.name), 'Two exits');
  await other.close();
});

onPage('a film', { fragment: '#crossing', size: { width: 640, height: 420 } }, async (page) => {
  await pick(page, 'Take away').click();
  await page.locator('.choices').getByRole('button', { name: /^Film/ }).click();
  await page.waitForTimeout(1500);
  const film = await take(page, 'Stop filming');
  const bytes = await readFile(film.path);
  assert.match(film.name, /\.webm$/);
  assert.deepEqual([...bytes.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3]);
  assert.ok(bytes.length > 5000, `${bytes.length} bytes`);
});

onPage('a link holds the scenario', { fragment: '#exits' }, async (page, _, browser) => {
  await pick(page, 'Take away').click();
  await page.locator('.choices').getByRole('button', { name: /^Link/ }).click();
  await page.waitForFunction(() => window.location.hash.startsWith('#s='));
  const link = page.url();
  const { page: other, close } = await open(browser, { fragment: new URL(link).hash });
  assert.equal(await other.evaluate(() => studio.state.stage.name), 'Two exits');
  await close();
  const { page: third, close: closeThird } = await open(browser, { fragment: '#s=AAAA' });
  assert.match(await third.evaluate(() => studio.state.notice), /damaged/);
  assert.equal(await third.evaluate(() => studio.state.stage.name), 'Park');
  await closeThird();
});

// ---------------------------------------------------------------------------------------------------------------- screen

for (const [width, height] of [[390, 844], [1280, 720], [1920, 1080]]) {
  onPage(`nothing is cut off at ${width} x ${height}`, { size: { width, height } }, async (page) => {
    for (const tab of ['Scene', 'Numbers', 'Command', 'Edit']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.waitForTimeout(150);
      const [wide, out] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        [...document.querySelectorAll('button, select, input')].filter((item) => item.checkVisibility()).map((item) => [item.getAttribute('aria-label') ?? item.textContent, item.getBoundingClientRect()]).filter(([, box]) => box.width > 1 && (box.left < -1 || box.right > window.innerWidth + 1)).map(([name]) => name),
      ]);
      assert.ok(wide <= width, `${tab}: ${wide} wide`);
      assert.deepEqual(out, [], tab);
    }
  });
}

onPage('everything has a name, dialogs keep the focus and give it back', {}, async (page) => {
  for (const tab of ['Scene', 'Numbers', 'Command', 'Edit']) {
    await page.getByRole('tab', { name: tab }).click();
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select, textarea, canvas[tabindex]')].filter((item) => !(item.getAttribute('aria-label') || item.textContent.trim() || item.labels?.length || item.closest('label'))).map((item) => item.outerHTML.slice(0, 80)));
    assert.deepEqual(nameless, [], tab);
  }
  await page.keyboard.press('Escape');
  await page.locator('.stage canvas').focus();
  await page.keyboard.press('g');
  const dialog = page.getByRole('dialog', { name: 'Scenes' });
  await dialog.waitFor();
  for (let k = 0; k < 3; ++k) {
    await page.keyboard.press('Shift+Tab');
    assert.ok(await page.evaluate(() => document.querySelector('[role=dialog]').contains(document.activeElement)));
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'CANVAS');
});

onPage('text can be read: contrast of light and dark', {}, async (page) => {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => studio.set({ theme: t }), theme);
    await page.waitForTimeout(100);
    const least = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const light = (name) => {
        const pen = document.createElement('canvas').getContext('2d');
        pen.fillStyle = style.getPropertyValue(name).trim();
        const value = Number.parseInt(pen.fillStyle.slice(1), 16);
        const [r, g, b] = [value >> 16, (value >> 8) & 255, value & 255].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
      return Math.min(contrast('--ink', '--card'), contrast('--soft', '--card'), contrast('--soft', '--sunk'), contrast('--accent', '--card'), contrast('--on-accent', '--accent'), contrast('--bad', '--bad-soft'), contrast('--good', '--card'));
    });
    assert.ok(least >= 4.5, `${theme}: ${least.toFixed(2)}`);
  }
});
