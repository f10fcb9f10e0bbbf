// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Chromium with the page as a file, nothing else reachable.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { root } from './load.mjs';

export const executable = process.env.WAYFIELD_CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
export const address = pathToFileURL(join(root, 'build/studio/studio.html')).href;

const flags = [
  '--no-sandbox', '--disable-gpu', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--disable-default-apps', '--metrics-recording-only',
];

export const launch = () => chromium.launch({ executablePath: executable, headless: true, args: flags });

/** A page in a profile of its own, whose errors are collected: a test that ends with some has failed. */
export async function open(browser, { fragment = '', size = { width: 1280, height: 720 }, visited = true, init } = {}) {
  const context = await browser.newContext({ viewport: size, acceptDownloads: true, colorScheme: 'light' });
  const page = await context.newPage();
  const errors = [];
  const asked = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => asked.push(request.url()));
  if (visited) {
    await page.addInitScript(() => localStorage.setItem('wayfield.visited', 'yes'));
  }
  if (init) {
    await page.addInitScript(init);
  }
  await page.goto(address + fragment);
  await page.waitForFunction(() => window.studio?.record?.head >= 0, null, { timeout: 30_000 });
  return { page, errors, asked, close: () => context.close() };
}

/** Tests with a page of their own, which must not complain. */
export function pageTests() {
  const shared = {};
  before(async () => {
    shared.browser = await launch();
  });
  after(() => shared.browser.close());
  const onPage = (name, options, work) =>
    test(name, { timeout: options.timeout ?? 90_000 }, async () => {
      const opened = await open(shared.browser, options);
      try {
        await work(opened.page, opened, shared.browser);
        assert.deepEqual(opened.errors, []);
      } finally {
        await opened.close();
      }
    });
  return onPage;
}

export const pause = (page) => page.evaluate(() => studio.play(false));

/** Have so many ticks computed. */
export const compute = (page, ticks) =>
  page.evaluate(
    (count) =>
      new Promise((resolve) => {
        const look = () => {
          const { record } = studio;
          if (record && (record.head >= count || record.ended)) {
            resolve(record.head);
          } else {
            studio.ask((count + 1) * (record?.tickSeconds ?? 0.2));
            setTimeout(look, 20);
          }
        };
        look();
      }),
    ticks,
  );

/** A recording, dropped onto the page; what is seen then. */
export async function drop(page, name, bytes) {
  const before_ = await page.evaluate(() => {
    studio.set({ notice: null });
    return studio.state.run;
  });
  await page.evaluate(([fileName, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], fileName));
    document.querySelector('.stage canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  }, [name, Buffer.from(bytes).toString('base64')]);
  await page.waitForFunction((old) => studio.state.run !== old || (studio.state.notice !== null && !studio.state.notice.startsWith('Reading')), before_, { timeout: 20_000 });
  return page.evaluate(() => ({
    notice: studio.state.notice, recorded: studio.state.recorded, name: studio.state.stage.name, head: studio.record.head, most: studio.record.most, shapes: studio.state.stage.shapes.length,
    arrived: studio.record.series.arrived.at(-1), feet: studio.record.steps.all.length, end: studio.record.evacuationTime,
  }));
}

/** What is saved by a choice under "Take away". */
export async function take(page, name) {
  await page.getByRole('button', { name: 'Take away', exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.choices').getByRole('button', { name: new RegExp(`^${name}`) }).click()]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

/** How many different colours there are in the picture, in steps of a sixteenth. Of all its pixels: a person may be a few of them. */
export const colors = (page) =>
  page.evaluate(async () => {
    const picture = await createImageBitmap(await viewport.takePicture());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    const found = new Set();
    for (let i = 0; i < data.length; i += 4) {
      found.add((data[i] >> 4) * 256 + (data[i + 1] >> 4) * 16 + (data[i + 2] >> 4));
    }
    return found.size;
  });
