// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings that are opened in the page: what the program recorded is seen, and nothing bad does harm.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before } from 'node:test';
import { promisify } from 'node:util';
import { colors, drop, pageTests, take } from './browser.mjs';
import { root } from './load.mjs';

const program = join(root, 'build/release/wayfield');
const run = promisify(execFile);
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});

/** One whose rows would be computed for ever. */
async function makeDatabase(into) {
  const path = join(into, 'view.sqlite');
  const text = "CREATE TABLE metadata(key TEXT, value TEXT); INSERT INTO metadata VALUES('version', '2'), ('fps', '10'); CREATE VIEW trajectory_data AS WITH RECURSIVE n(frame) AS (SELECT 0 UNION ALL SELECT frame + 1 FROM n) SELECT frame, 1 AS id, 0.0 AS pos_x, 0.0 AS pos_y, 1.0 AS ori_x, 0.0 AS ori_y FROM n;";
  const { default: init } = await import('@sqlite.org/sqlite-wasm');
  const sqlite = await init({ print: () => {}, printErr: () => {} });
  const db = new sqlite.oo1.DB(':memory:');
  db.exec(text);
  await writeFile(path, sqlite.capi.sqlite3_js_db_export(db.pointer));
  db.close();
  return path;
}

const onPage = pageTests();

async function record(scene, name, ...options) {
  const path = join(folder, name);
  const { stdout } = await run(program, ['run', scene, '--json', '--record', path, '--fps', '5', ...options]).catch((error) => error);
  return { bytes: await readFile(path), report: JSON.parse(stdout) };
}

onPage('what the program recorded, in all three formats, is watched and measured', { fragment: '#park' }, async (page) => {
  const sqlite = await record('exits', 'exits.sqlite');
  const seen = await drop(page, 'exits.sqlite', sqlite.bytes);
  assert.deepEqual([seen.notice, seen.recorded, seen.name, seen.most, seen.shapes], [null, true, 'Two exits', 150, 1]);
  assert.ok(Math.abs(seen.head * 0.2 - sqlite.report.simulated_seconds) < 0.21 && seen.arrived === 150);
  assert.ok(Math.abs(seen.end - sqlite.report.simulated_seconds) < 0.21, `out after ${seen.end} s`);
  const seenColors = await colors(page);
  assert.ok(seenColors > 5, `${seenColors} colours`);
  // Who crossed the doors, as the program counted them.
  const counted = await page.evaluate(() => [studio.record.crossings([2, 5.5], [2, 6.5], 1e9), studio.record.crossings([18, 7.25], [18, 4.75], 1e9)].map(({ left, right }) => left + right));
  assert.deepEqual(counted, sqlite.report.lines.map((line) => line.crossings));
  const size = await page.evaluate(() => [studio.record.radii[5], studio.record.depths[5]]);
  assert.ok(size[1] < size[0] && size[0] < 0.26, `${size}`);
  await page.evaluate(() => { studio.play(false); studio.seek(6); studio.setLayer('density', true); });
  await page.getByRole('tab', { name: 'Numbers' }).click();
  assert.ok(await page.getByText('Mean speed').first().isVisible());
  // Nothing can be changed in it, and it is said why.
  await page.evaluate(() => { studio.select(5); studio.command([{ kind: 'speed', serial: 5, speed: 0.5 }], 'slower'); });
  assert.match(await page.evaluate(() => studio.state.notice), /recording/);
  assert.equal(await page.getByRole('button', { name: 'Push' }).count(), 0);

  for (const format of ['txt', 'csv']) {
    const other = await record('exits', `exits.${format}`);
    const again = await drop(page, `exits.${format}`, other.bytes);
    assert.deepEqual([again.notice, again.most], [null, 150], format);
    // That nobody is there any more is not written in them.
    assert.ok(again.head === seen.head - 1 && again.arrived >= 148, `${format}: ${again.head} ${again.arrived}`);
    const off = await page.evaluate(([bytes]) => {
      const rows = atob(bytes).split('\n').filter((line) => /^\d/.test(line)).map((line) => line.split(/[ ,]/).map(Number));
      const [id, frame] = studio.source.name.endsWith('.csv') ? [1, 0] : [0, 1];
      return Math.max(...rows.filter((_, k) => k % 50 === 0).map((row) => { const at = studio.record.find(row[id], row[frame] * studio.record.tickSeconds + 1e-6); return Math.hypot(at.place[0] - row[2], at.place[1] - row[3]); }));
    }, [other.bytes.toString('base64')]);
    assert.ok(off < 1e-4, `${format}: ${off} m off`);
  }
  // The page that replays it can be taken away, too; and a scene afterwards is one that runs.
  assert.match((await take(page, 'Replay')).name, /replay\.html$/);
  await page.evaluate(() => studio.openById('exits'));
  await page.waitForFunction(() => !studio.state.recorded && studio.record.head > 3);
});

onPage('recordings of people on foot have their feet, those on meshes their heights', {}, async (page) => {
  const feet = await record('doorway', 'feet.sqlite', '--agents', '6', '--footsteps', '--seconds', '6');
  const seen = await drop(page, 'feet.sqlite', feet.bytes);
  assert.deepEqual([seen.notice, seen.most], [null, 6]);
  assert.ok(await page.evaluate(() => studio.record.steps.all.length) >= feet.report.footsteps);
  const mesh = await record('storeys', 'storeys.sqlite', '--agents', '20', '--seconds', '4');
  assert.equal((await drop(page, 'storeys.sqlite', mesh.bytes)).most, 20);
  assert.ok(await page.evaluate(() => studio.record.frames[0].places.some((v, k) => k % 3 === 2 && v > 2)));
});

onPage('bad recordings: a message, and what is there stays', { fragment: '#exits' }, async (page) => {
  const good = (await record('ring', 'ring.sqlite', '--agents', '4', '--seconds', '2')).bytes;
  const cut = good.subarray(0, good.length / 3);
  const view = Buffer.from(await readFile(await makeDatabase(folder)));
  const broken = Buffer.from(good);
  broken.fill(0x5a, 4096, 9000);
  const bad = [
    ['nothing.csv', ''], ['words.csv', 'frame,id,x,y\n1,2,here,there\n'], ['twice.csv', '# framerate: 10 fps\nframe,id,x,y\n1,2,0,0\n1,2,1,1\n'], ['far.txt', '# framerate: 25 fps\n# id frame x/m y/m z/m\n1 0 1e300 2 0\n'],
    ['long.csv', '# framerate: 10 fps\nframe,id,x,y\n0,1,0,0\n2000000000,1,1,1\n'], ['half.csv', 'frame,id,x,y\n0,1.5,0,0\n'], ['cut.sqlite', cut], ['view.sqlite', view], ['broken.sqlite', broken], ['other.sqlite', 'SQLite format 3\0 and no more'], ['rate.csv', '# framerate: 0 fps\nframe,id,x,y\n'],
  ];
  for (const [name, bytes] of bad) {
    const seen = await drop(page, name, Buffer.from(bytes));
    assert.ok(seen.notice?.startsWith(`${name}: `), `${name}: ${seen.notice}`);
    assert.deepEqual([seen.name, seen.recorded], ['Two exits', false], name);
  }
  // Names are text.
  const evil = await drop(page, '<img src=x onerror=hurt()>.csv', Buffer.from('# framerate: 10 fps\nframe,id,x,y\n0,-7,0,0\n1,-7,1,1\n'));
  assert.deepEqual([evil.name, evil.most], ['<img src=x onerror=hurt()>', 1]);
  assert.equal(await page.evaluate(() => document.querySelectorAll('img').length), 0);
});
