// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Runs a wasm32-wasi program in node: run.mjs FILE.wasm
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const path = process.argv[2];
const wasi = new WASI({ version: 'preview1', args: [path], returnOnExit: true });
const module = await WebAssembly.compile(await readFile(path));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance) ?? 0;
