// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The page of a run, from the program and from the studio, in a browser.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { compute, launch, open, pause, take } from './browser.mjs';
import { root } from './load.mjs';

const program = join(root, 'build/release/wayfield');
const run = promisify(execFile);
let browser;
let folder;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
});
after(() => browser.close());

async function makePage(name, ...options) {
  const out = join(folder, name.replace(/\W/g, '-') + options.length);
  await run(program, ['run', name, ...options, '--quiet', '--out', out]).catch((error) => assert.equal(error.code, 1)); // not everybody arrived
  return join(out, 'index.html');
}

async function show(path, { size = { width: 1280, height: 720 }, motion = 'no-preference', script = true } = {}) {
  const context = await browser.newContext({ viewport: size, reducedMotion: motion, javaScriptEnabled: script });
  const page = await context.newPage();
  const errors = [];
  const asked = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(path).href);
  const close = async () => {
    assert.deepEqual(errors, []);
    assert.deepEqual(asked.filter((url) => !/^(file|data):/.test(url)), []);
    await context.close();
  };
  return { page, errors, close };
}

const seconds = async (page) => Number.parseFloat(await page.locator('.clock').textContent());
const pixels = (page, selector = '.stage canvas') =>
  page.locator(selector).evaluate((canvas) => {
    const small = document.createElement('canvas');
    small.width = 120;
    small.height = 60;
    const pen = small.getContext('2d');
    pen.drawImage(canvas, 0, 0, 120, 60);
    const { data } = pen.getImageData(0, 0, 120, 60);
    const found = new Set();
    for (let i = 0; i < data.length; i += 4) {
      found.add((data[i] >> 4) * 256 + (data[i + 1] >> 4) * 16 + (data[i + 2] >> 4));
    }
    return [found.size, String.fromCharCode(...data)];
  });
const figure = (page, name) => page.locator('.headline > div', { has: page.getByText(name, { exact: true }) }).locator('dd').first().textContent();

test('a run of the program plays, pauses, is scrubbed, and has its figures', { timeout: 60_000 }, async () => {
  const path = await makePage('exits');
  const { page, close } = await show(path);
  await page.waitForFunction(() => Number.parseFloat(document.querySelector('.clock').textContent) > 0.4);
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await seconds(page);
  await page.waitForTimeout(400);
  assert.equal(await seconds(page), paused);
  const [count, early] = await pixels(page);
  assert.ok(count > 8, `${count} colours`);
  await page.getByRole('slider', { name: 'Time' }).fill('20');
  await page.waitForFunction(() => document.querySelector('.clock').textContent.startsWith('20'));
  assert.notEqual((await pixels(page))[1], early);
  await page.locator('.stage canvas').focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.clock').textContent.startsWith('20.2'));

  const report = JSON.parse(await readFile(path.replace('index.html', 'report.json'), 'utf8'));
  assert.equal(await figure(page, 'arrived'), '150 of 150');
  const last = Number.parseFloat(await figure(page, 'last person out'));
  assert.ok(last >= report.arrived_95_seconds && last <= report.simulated_seconds + 0.05);
  const rows = await page.locator('section', { hasText: 'Exits' }).locator('tbody tr').allTextContents();
  assert.equal(rows.length, 2);
  report.exits.forEach((exit, k) => assert.ok(rows[k].startsWith(`${exit.name}${exit.passed}${Math.round((100 * exit.passed) / 150)} %`), rows[k]));
  assert.equal(await page.locator('section', { hasText: 'Flow through lines' }).locator('tbody tr').count(), 2);
  const curve = await page.locator('path.curve.arrived').getAttribute('d');
  assert.ok(curve.split('H').length > 40);
  for (const name of ['Map of the mean density', 'Map of the mean speed']) {
    assert.ok((await pixels(page, `canvas[aria-label="${name}"]`))[0] > 12, name);
  }
  // A click on the curve goes there.
  const box = await page.locator('.figures svg[role=img]').boundingBox();
  await page.mouse.click(box.x + box.width * 0.6, box.y + box.height / 2);
  await page.waitForFunction(() => Math.abs(Number.parseFloat(document.querySelector('.clock').textContent) - 18) < 3);
  await close();
});

test('places in the page are those of the recording', { timeout: 60_000 }, async () => {
  const path = await makePage('crossing', '--agents', '12', '--seconds', '8', '--record', join(folder, 'crossing.csv'), '--fps', '5');
  const csv = (await readFile(join(folder, 'crossing.csv'), 'utf8')).split('\n').filter((line) => /^\d/.test(line)).map((line) => line.split(',').map(Number));
  const html = await readFile(path, 'utf8');
  const data = JSON.parse(/id="data">(.*?)<\/script>/s.exec(html)[1]);
  const { people } = data;
  const bytes = (text) => Buffer.from(text, 'base64');
  const [first, lengths, moves] = [new Uint32Array(Uint8Array.from(bytes(people.first)).buffer), new Uint32Array(Uint8Array.from(bytes(people.lengths)).buffer), bytes(people.moves)];
  let [at, compared] = [0, 0];
  for (let person = 0; person < people.count; ++person) {
    const whole = [0, 0];
    for (let k = 0; k < lengths[person]; ++k) {
      if (k === 0 || moves.readInt8(at) === -128) {
        at += k === 0 ? 0 : 1;
        whole[0] = moves.readInt32LE(at);
        whole[1] = moves.readInt32LE(at + 4);
        at += 8;
      } else {
        whole[0] += moves.readInt8(at++);
        whole[1] += moves.readInt8(at++);
      }
      at += 1;
      const row = csv.find(([frame, id]) => frame === first[person] + k && id === person + 1);
      if (row) {
        const off = Math.hypot(people.origin[0] + people.step * whole[0] - row[2], people.origin[1] + people.step * whole[1] - row[3]);
        assert.ok(off <= people.step, `${off} m off`);
        compared += 1;
      }
    }
  }
  assert.equal(at, moves.length);
  assert.ok(compared > 400, `${compared} places`);
});

test('people on foot, meshes, phones, printers', { timeout: 90_000 }, async () => {
  const feet = await show(await makePage('doorway', '--agents', '6', '--footsteps', '--seconds', '6'));
  await feet.page.waitForFunction(() => Number.parseFloat(document.querySelector('.clock').textContent) > 0.4);
  assert.ok((await pixels(feet.page))[0] > 6);
  await feet.close();

  const mesh = await show(await makePage('storeys', '--agents', '40', '--seconds', '6'), { motion: 'reduce' });
  await mesh.page.waitForTimeout(300);
  assert.equal(await seconds(mesh.page), 0, 'who wants no motion sees none');
  const [count, before_] = await pixels(mesh.page);
  assert.ok(count > 6, `${count} colours`);
  const box = await mesh.page.locator('.stage canvas').boundingBox();
  await mesh.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await mesh.page.mouse.down();
  await mesh.page.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 2 + 20, { steps: 3 });
  await mesh.page.mouse.up();
  await mesh.page.waitForTimeout(200);
  assert.notEqual((await pixels(mesh.page))[1], before_, 'it turns');
  await mesh.close();

  const path = await makePage('park', '--seconds', '20');
  const phone = await show(path, { size: { width: 390, height: 844 } });
  assert.ok((await phone.page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  const pdf = await phone.page.pdf({ format: 'A4' });
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  await phone.close();

  const still = await show(path, { script: false });
  assert.ok(await still.page.locator('noscript pre').isVisible());
  assert.match(await still.page.locator('noscript pre').textContent(), /Park: 100 agents/);
  assert.ok((await still.page.locator('noscript img').boundingBox()).width > 300);
  await still.close();
});

test('a hostile scenario does no harm', { timeout: 60_000 }, async () => {
  const evil = '</script><script>window.hurt=1</script><img src=x onerror="window.hurt=1">';
  const scenario = {
    version: 1, name: evil, world: { size: [12, 8], obstacles: [{ type: 'box', name: evil, bounds: [5, 1, 6, 3] }] },
    goals: [{ type: 'point', name: evil, point: [10, 4] }, { type: 'point', name: '__proto__', point: [10, 6] }],
    agents: [{ name: evil, count: 3, region: { type: 'box', bounds: [1, 1, 4, 6] }, stops: [evil] }, { name: 'constructor', count: 1, region: { type: 'box', bounds: [1, 6.2, 4, 7.5] }, stops: ['__proto__'] }],
    run: { lines: [{ name: evil.slice(0, 60), a: [8, 0], b: [8, 8] }] },
  };
  const file = join(folder, 'evil.json');
  await writeFile(file, JSON.stringify(scenario));
  const { page, errors, close } = await show(await makePage(file));
  await page.waitForFunction(() => document.querySelector('h1') !== null);
  assert.equal(await page.locator('h1').textContent(), evil);
  assert.equal(await page.title(), `${evil} – Wayfield`);
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  assert.equal(await page.evaluate(() => document.querySelectorAll('img').length), 0);
  assert.ok(await page.locator('.legend li').first().textContent(), evil);
  const blocked = await page.evaluate(() => new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.hurt = 2';
    document.body.append(script);
    setTimeout(() => resolve('nothing'), 500);
  }));
  assert.match(blocked, /script-src/);
  assert.equal(await page.evaluate(() => fetch('https://example.org/').then(() => 'sent', () => 'stopped')), 'stopped');
  errors.length = 0; // of the policy, as it should be
  await close();
});

test('the studio gives the same page', { timeout: 90_000 }, async () => {
  const { page, errors, close } = await open(browser, { fragment: '#exits' });
  await compute(page, 1500);
  await pause(page);
  const [hash, out] = await page.evaluate(async () => {
    studio.seek(studio.record.duration);
    return [await studio.hash(), studio.record.evacuationTime];
  });
  const taken = await take(page, 'Replay');
  assert.match(taken.name, /two-exits-replay\.html$/);
  const copy = join(folder, 'from-studio.html');
  await writeFile(copy, await readFile(taken.path));
  assert.deepEqual(errors, []);
  await close();
  const replay = await show(copy);
  await replay.page.waitForFunction(() => Number.parseFloat(document.querySelector('.clock').textContent) > 0.4);
  assert.equal(await figure(replay.page, 'arrived'), '150 of 150');
  assert.equal(Number.parseFloat(await figure(replay.page, 'last person out')), Math.round(10 * out) / 10);
  const native = JSON.parse(await readFile((await makePage('exits')).replace('index.html', 'report.json'), 'utf8'));
  assert.ok((await replay.page.locator('footer').textContent()).includes(hash));
  assert.equal(native.state_hash, hash);
  const rows = await replay.page.locator('section', { hasText: 'Exits' }).locator('tbody tr').allTextContents();
  native.exits.forEach((exit, k) => assert.ok(rows[k].startsWith(`${exit.name}${exit.passed}`), rows[k]));
  assert.ok((await pixels(replay.page))[0] > 8);
  await replay.close();
});

test('the program serves the studio with a scenario in it', { timeout: 60_000 }, async () => {
  const server = spawn(program, ['studio', join(root, 'scenarios/office.json'), '--port', '0', '--no-browser', '--page', join(root, 'build/studio/studio.html')]);
  try {
    const address = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(String(text).trim())));
    const page = await (await browser.newContext()).newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(address);
    await page.waitForFunction(() => window.studio?.record?.head >= 0);
    assert.equal(await page.evaluate(() => studio.state.stage.name), 'Office');
    assert.ok(await page.evaluate(() => window.crossOriginIsolated));
    assert.deepEqual(errors, []);
    await page.context().close();
  } finally {
    server.kill('SIGINT');
  }
});
