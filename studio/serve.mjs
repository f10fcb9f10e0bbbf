// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Serves the page on this machine, to this machine: serve.mjs [--open] [PORT]. Answers for the files of its list and for nothing else, so that no
// path leads anywhere else.
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HOST = '127.0.0.1';
const pages = new Map([['/', 'studio.html'], ['/studio.html', 'studio.html']]);

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

function refuse(response, code, words) {
  response.writeHead(code, { ...headers, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${words}\n`);
}

/** Other sites that know the port could reach it under a name of theirs: only our own address is answered. */
function isOurs(request, port) {
  const { host } = request.headers;
  return host === `${HOST}:${port}` || host === `localhost:${port}`;
}

async function answer(folder, port, request, response) {
  if (!isOurs(request, port)) {
    return refuse(response, 403, 'Only for this machine.');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(response, 405, 'Only GET.');
  }
  const name = pages.get(request.url.split(/[?#]/)[0]);
  if (name === undefined) {
    return refuse(response, 404, 'There is nothing here.');
  }
  const path = join(folder, name);
  const { size } = await stat(path);
  response.writeHead(200, { ...headers, 'Content-Length': size });
  return request.method === 'HEAD' ? response.end() : createReadStream(path).on('error', () => response.destroy()).pipe(response);
}

/** Starts on a port, 0: any that is free. */
export function serve(folder, port = 0) {
  const server = createServer({ maxHeaderSize: 8192, requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    request.resume(); // nothing is read of what is sent
    answer(folder, server.address().port, request, response).catch(() => refuse(response, 500, 'The page is not there; build it first.'));
  });
  server.maxConnections = 64;
  server.on('clientError', (_, socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve(server));
  });
}

/** Where there is a screen and a program that opens addresses. */
function openInBrowser(address) {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  if (process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) {
    spawn(program, [address], { stdio: 'ignore', detached: true }).on('error', () => {}).unref();
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '../build/studio');
  const given = process.argv.slice(2);
  const wanted = Number(given.find((word) => /^\d{1,5}$/.test(word)) ?? 0);
  const server = await serve(folder, wanted).catch(() => serve(folder)); // the port is taken: another one
  const address = `http://${HOST}:${server.address().port}/`;
  console.log(`${address}  (Ctrl-C ends it; ${join('build', 'studio', 'studio.html')} is the same as a file)`);
  if (given.includes('--open')) {
    openInBrowser(address);
  }
}
