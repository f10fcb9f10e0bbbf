// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Parts of the page for Node: compiled as they are.
import { build } from 'esbuild';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const folder = fileURLToPath(new URL('..', import.meta.url));
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What build.mjs puts in is not there. */
const empty = {
  name: 'empty',
  setup(plugin) {
    plugin.onResolve({ filter: /^wayfield-/ }, ({ path }) => ({ path, namespace: 'empty' }));
    plugin.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: "export default ''; export const built = [];" }));
  },
};

export async function load(path) {
  const outfile = join(await mkdtemp(join(tmpdir(), 'studio-')), 'module.mjs');
  await build({ entryPoints: [join(folder, 'src', path)], bundle: true, format: 'esm', platform: 'node', outfile, logLevel: 'error', target: 'node18', plugins: [empty] });
  return import(pathToFileURL(outfile).href);
}
