// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The server: this machine, these pages, and nothing else.
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serve } from '../serve.mjs';

let server;
let port;
before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'));
  await writeFile(join(folder, 'studio.html'), '<!doctype html>the page');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  server = await serve(folder);
  port = server.address().port;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path, options = {}) =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, ...options }, (response) => {
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('end', () => resolve({ code: response.statusCode, headers: response.headers, text }));
    });
    asked.on('error', reject);
    asked.end(options.body);
  });

/** As it is sent, without a client that tidies paths up. */
const raw = (bytes) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(3000, () => socket.destroy());
    let text = '';
    socket.on('data', (part) => (text += part));
    socket.on('close', () => resolve(text));
    socket.on('error', () => resolve(text));
  });

test('the page, with its headers', async () => {
  for (const path of ['/', '/studio.html', '/?a=b']) {
    const { code, headers, text } = await ask(path);
    assert.equal(code, 200);
    assert.equal(text, '<!doctype html>the page');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
  assert.equal((await ask('/', { method: 'HEAD' })).text, '');
});

test('no path leads elsewhere', async () => {
  for (const path of ['/secret.txt', '/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '//etc/passwd', '/studio.html/../secret.txt', '/./secret.txt', '/\\..\\secret.txt', '/constructor', '/__proto__']) {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 404/, path);
    assert.ok(!answer.includes('secret\n') && !answer.includes('root:'), path);
  }
});

test('no other method, no other name of this machine', async () => {
  assert.equal((await ask('/', { method: 'POST', body: 'x' })).code, 405);
  assert.equal((await ask('/', { method: 'DELETE' })).code, 405);
  assert.equal((await ask('/', { headers: { Host: 'evil.example' } })).code, 403);
  assert.equal((await ask('/', { headers: { Host: `localhost:${port}` } })).code, 200);
});

test('sizes are bounded, and it lives on', async () => {
  assert.match(await raw(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`), /^(HTTP\/1\.1 431|$)/);
  await raw('\0\0\0nonsense\r\n\r\n');
  await ask('/', { method: 'POST', body: Buffer.alloc(1 << 20) }).catch(() => {});
  assert.equal((await ask('/')).code, 200);
});

test('it listens to this machine only', async () => {
  assert.equal(server.address().address, '127.0.0.1');
  const others = Object.values(networkInterfaces()).flat().filter((one) => one.family === 'IPv4' && !one.internal);
  for (const { address } of others) {
    const reached = await new Promise((resolve) => {
      const socket = connect({ host: address, port, timeout: 1000 }, () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('timeout', () => resolve(false));
    });
    assert.equal(reached, false, address);
  }
});
