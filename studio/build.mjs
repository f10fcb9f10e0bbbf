// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Builds the page into one file: build.mjs [OUTPUT-FOLDER]. Everything is inside; its content security policy allows nothing else.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const output = process.argv[2] ?? join(root, 'build/studio');
const library = process.env.WAYFIELD_JS_PACKAGE ?? join(root, 'build/js/package');

/** Whether there is anything to see: people who go somewhere, or paths from starts to goals. */
function isShowable({ world, mesh, agents = [], sources = [], starts = [], goals = [], orders = [] }) {
  const goes = [...agents, ...sources].some((entry) => (entry.stops?.length ?? 0) > 0);
  return (world ?? mesh) !== undefined && (goes || orders.length > 0 || (world !== undefined && starts.length > 0 && goals.length > 0));
}

async function readScenarios() {
  const folder = join(root, 'scenarios');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'schema.json').sort();
  const all = await Promise.all(names.map(async (name) => ({ id: name.replace(/\.json$/, ''), text: await readFile(join(folder, name), 'utf8') })));
  return all.filter(({ text }) => isShowable(JSON.parse(text)));
}

/** Modules that are made while building. */
const made = (contents) => ({
  name: 'made',
  setup(plugin) {
    plugin.onResolve({ filter: /^wayfield-(scenarios|schema|worker|wasm|replay|recording|sqlite)$/ }, ({ path }) => ({ path, namespace: 'made' }));
    plugin.onLoad({ filter: /.*/, namespace: 'made' }, async ({ path }) => ({ contents: await contents[path](), loader: 'js' }));
  },
});

const shared = {
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  write: false,
  legalComments: 'none',
  logLevel: 'warning',
  alias: { wayfield: join(library, 'index.js') },
  external: ['node:fs/promises'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'import.meta.url': '"file:///"' },
  nodePaths: [join(here, 'node_modules')],
};

const worker = await build({ ...shared, entryPoints: [join(here, 'src/engine/engine.ts')] });
const recording = await build({ ...shared, entryPoints: [join(here, 'src/recording/recording.ts')] });
const sqlite = join(here, 'node_modules/@sqlite.org/sqlite-wasm/sqlite-wasm/jswasm/sqlite3.wasm');
const pack = (bytes) => gzipSync(bytes, { level: 9 }).toString('base64');
const page = await build({
  ...shared,
  entryPoints: [join(here, 'src/main.tsx')],
  outdir: output,
  plugins: [
    made({
      'wayfield-scenarios': async () => `export const built = ${JSON.stringify(await readScenarios())};`,
      'wayfield-schema': async () => `export const schema = ${await readFile(join(root, 'scenarios/schema.json'), 'utf8')};`,
      'wayfield-worker': () => `export default ${JSON.stringify(worker.outputFiles[0].text)};`,
      'wayfield-replay': async () => `export default ${JSON.stringify(await readFile(join(output, 'replay.html'), 'utf8'))};`,
      'wayfield-recording': () => `export default ${JSON.stringify(recording.outputFiles[0].text)};`,
      // These stand in the page beside the script: what is packed twice takes twice as long.
      'wayfield-sqlite': () => `export default () => document.getElementById('sqlite').textContent;`,
      'wayfield-wasm': () => `export default () => document.getElementById('wasm').textContent;`,
    }),
  ],
});

// The script is packed, which makes the page half as large. One of a few lines unpacks it and puts it in; the policy knows both by their hashes.
const script = page.outputFiles.find((file) => file.path.endsWith('.js')).text;
const boot = await readFile(join(here, 'boot.js'), 'utf8');
const style = page.outputFiles.find((file) => file.path.endsWith('.css')).text;
if (/<\/style/i.test(style)) {
  throw new Error('the style ends itself');
}
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hash(boot)} ${hash(script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(style)}`,
  'worker-src blob:',
  'img-src blob: data:',
  'media-src blob:',
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const template = await readFile(join(here, 'index.html'), 'utf8');
const parts = { policy, style, boot, packed: pack(script), wasm: pack(await readFile(join(library, 'wayfield.wasm'))), sqlite: pack(await readFile(sqlite)) };
const html = template.replace(/\{\{(policy|style|boot|packed|wasm|sqlite)\}\}/g, (_, name) => parts[name]);
await mkdir(output, { recursive: true });
await writeFile(join(output, 'studio.html'), html);
console.log(`studio.html: ${(html.length / 1e6).toFixed(2)} MB`);
if (Buffer.byteLength(html) >= 3e6) {
  throw new Error('studio.html must stay below 3 MB');
}
