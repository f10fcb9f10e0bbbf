// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is taken away is read by others: the program, the validator of glTF, the browser, the page itself.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before } from 'node:test';
import { promisify } from 'node:util';
import { compute, drop, pageTests, pause, take } from './browser.mjs';
import { root } from './load.mjs';

const validator = createRequire(import.meta.url)('gltf-validator');
const program = join(root, 'build/release/wayfield');
const run = promisify(execFile);
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exports-'));
});

const onPage = pageTests();

async function takeTo(page, choice, name) {
  const taken = await take(page, choice);
  const bytes = await readFile(taken.path);
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { name: taken.name, path, bytes };
}

onPage('a recording of the page is read by the program and by the page', { fragment: '#exits' }, async (page) => {
  await compute(page, 1500);
  await pause(page);
  const [rows, out, size] = await page.evaluate(() => [studio.record.frames.reduce((sum, frame) => sum + frame.count, 0), studio.record.evacuationTime, [studio.record.radii[9], studio.record.depths[9]]]);
  const sqlite = await takeTo(page, 'Recording', 'exits.sqlite');
  assert.match(sqlite.name, /^two-exits\.sqlite$/);
  const measured = JSON.parse((await run(program, ['metrics', sqlite.path, '--line', '2,5.5,2,6.5', '--json'])).stdout);
  assert.deepEqual([measured.agents, measured.overlaps, measured.wall_hits], [150, 0, 0], 'nobody touches anybody, nor the walls of the geometry');
  const crossed = await page.evaluate(() => { const { left, right } = studio.record.crossings([2, 5.5], [2, 6.5], 1e9); return left + right; });
  assert.equal(measured.lines[0].crossings, crossed);

  const csv = await takeTo(page, 'Places', 'exits.csv');
  assert.equal(JSON.parse((await run(program, ['metrics', csv.path, '--json'])).stdout).agents, 150);
  assert.equal(csv.bytes.toString().trim().split('\n').length, rows + 2);
  const report = JSON.parse((await takeTo(page, 'Report', 'report.json')).bytes);
  assert.deepEqual([report.name, report.arrived, report.exits.map((exit) => exit.name)], ['Two exits', 150, ['narrow', 'wide']]);

  const again = await drop(page, 'exits.sqlite', sqlite.bytes);
  assert.deepEqual([again.notice, again.recorded, again.most, again.name], [null, true, 150, 'Two exits']);
  assert.ok(Math.abs(again.end - out) < 0.21, `${again.end} s and ${out} s`);
  const sizeAgain = await page.evaluate(() => [studio.record.radii[9], studio.record.depths[9]]);
  sizeAgain.forEach((value, k) => assert.ok(Math.abs(value - size[k]) < 1e-6));
});

onPage('people on foot as glTF: the validator has nothing to say', { fragment: '#W1-doorway' }, async (page) => {
  await compute(page, 40);
  await pause(page);
  await page.evaluate(() => studio.seek(6));
  const taken = await takeTo(page, 'Walkers', 'walk.glb');
  const report = await validator.validateBytes(new Uint8Array(taken.bytes));
  assert.deepEqual([report.issues.numErrors, report.issues.numWarnings], [0, 0], JSON.stringify(report.issues.messages.slice(0, 3)));
  assert.ok(report.info.animationCount === 1 && report.info.totalTriangleCount > 100);
  // The same after a fork, which keeps what was before.
  await page.evaluate(() => studio.command([], 'nothing'));
  await page.waitForFunction(() => studio.state.runs.length === 2 && studio.pending === null);
  await compute(page, 50);
  await page.evaluate(() => studio.seek(8));
  const forked = await validator.validateBytes(new Uint8Array((await takeTo(page, 'Walkers', 'fork.glb')).bytes));
  assert.equal(forked.issues.numErrors, 0);
  await page.evaluate(() => studio.openById('exits'));
  await page.waitForFunction(() => studio.state.stage.name === 'Two exits');
  await page.getByRole('button', { name: 'Take away', exact: true }).click();
  assert.ok(await page.locator('.choices').getByRole('button', { name: /^Walkers/ }).isDisabled());
});

onPage('a moving picture', { fragment: '#crossing', size: { width: 720, height: 460 } }, async (page) => {
  await compute(page, 30);
  await pause(page);
  await page.evaluate(() => studio.seek(1));
  const gif = await takeTo(page, 'Moving picture', 'crossing.gif');
  assert.equal(gif.bytes.subarray(0, 6).toString(), 'GIF89a');
  const [frames, width, differ] = await page.evaluate(async (text) => {
    const decoder = new ImageDecoder({ data: Uint8Array.from(atob(text), (c) => c.charCodeAt(0)), type: 'image/gif' });
    await decoder.tracks.ready;
    await decoder.completed;
    const pixels = async (frameIndex) => {
      const { image } = await decoder.decode({ frameIndex });
      const canvas = new OffscreenCanvas(64, 40);
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0, 64, 40);
      return [image.displayWidth, String(pen.getImageData(0, 0, 64, 40).data)];
    };
    const [a, b] = [await pixels(0), await pixels(decoder.tracks.selectedTrack.frameCount - 1)];
    return [decoder.tracks.selectedTrack.frameCount, a[0], a[1] !== b[1]];
  }, gif.bytes.toString('base64'));
  assert.ok(frames > 20 && width > 200 && width <= 640 && differ, `${frames} frames of ${width}`);
  assert.equal(await page.evaluate(() => studio.time), 1, 'the time is what it was');
});
