// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Wayfield for JavaScript: the C library as WebAssembly, in browsers and Node.
import * as api from './api.js';
import { Runtime, WayfieldError } from './runtime.js';
import { outputs } from './special.mjs';

export * from './api.js';
export { WayfieldError };

async function findModule(source) {
  if (source instanceof WebAssembly.Module) {
    return source;
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return WebAssembly.compile(source);
  }
  const address = source ?? new URL('./wayfield.wasm', import.meta.url);
  if (address instanceof URL && address.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(address));
  }
  const response = await (address instanceof Response ? address : fetch(address));
  if (!response.ok) {
    throw new Error(`${response.url}: ${response.status}`);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** One instance of the library with a memory of its own. `source`: the bytes, a compiled module, an address; by default the package's. */
export async function load(source) {
  const module = await findModule(source);
  const runtime = new Runtime(api, outputs);
  await runtime.start(async (imports) => ({ instance: await WebAssembly.instantiate(module, imports) }));
  const { exports, memory } = runtime;
  const wayfield = {
    module,
    files: runtime.files,
    get byteCount() {
      return exports.memory.buffer.byteLength;
    },
    set onPrint(print) {
      runtime.onPrint = print;
    },
    /** Of a grid: 1 where free. */
    getFreeCells: (grid) => copy(grid, 'u8', exports.gridFreeCells, grid.getWidth() * grid.getHeight()),
    getLogValues: (field) => {
      const grid = field.getGrid();
      return copy(field, 'f32', exports.fieldLogValues, grid.getWidth() * grid.getHeight());
    },
    getSurfaceLogValues: (field) => copy(field, 'f32', exports.surfaceFieldLogValues, field.getMesh().getVertexCount()),
    getBlockedTriangles: (mask, mesh) => copy(mask, 'u8', exports.maskTriangles, mesh.getTriangleCount(), mesh.getTriangleCount()),
    getAgentKinds: (crowd) => copy(crowd, 'u8', exports.agentKinds, crowd.getFrame().count),
    getGroupPlaces: (crowd) => {
      const { count, ids } = crowd.getFrame();
      const groups = crowd.getGroupIds();
      const last = count > 0 ? ids[2 * count - 2] : 0; // they are in the order of their indices
      const mark = memory.mark();
      try {
        const [groupOf, slots, order, room] = [2 * count, 12 * count, 4 * (last + 1), 8 * groups.length].map((size) => memory.take(Math.max(8, size)));
        if (exports.groupPlaces(crowd.address, groupOf, slots, order, room, groups.length) === 0) {
          throw new WayfieldError('outOfMemory', {}, 'not enough memory for the members of groups');
        }
        const bytes = memory.bytes.buffer;
        return { groups, groupOf: new Uint16Array(bytes, groupOf, count).slice(), slots: new Float32Array(bytes, slots, 3 * count).slice() };
      } finally {
        memory.release(mark);
      }
    },
    hash: (bytes, seed = 0x9e3779b97f4a7c15n) => {
      const mark = memory.mark();
      const at = memory.take(bytes.byteLength);
      memory.bytes.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), at);
      const hash = BigInt.asUintN(64, exports.hashBytes(seed, at, bytes.byteLength));
      memory.release(mark);
      return hash;
    },
    createCrowdScene: ({ name, agents = 0, seed = -1, footsteps = false }) =>
      runtime.make('wfSimulation', 'createCrowdScene', (at, error) => exports.createCrowdScene(memory.takeString(name), agents, seed, footsteps ? 1 : 0, at, error)),
    getCrowdScenes: () =>
      Array.from({ length: exports.crowdSceneCount() }, (_, i) => ({
        name: memory.readString(exports.crowdSceneName(i)), description: memory.readString(exports.crowdSceneDescription(i)),
      })),
    getSurfaceNames: () => Array.from({ length: exports.surfaceCount() }, (_, i) => memory.readString(exports.surfaceName(i))),
  };
  function copy(handle, type, fill, count, ...more) {
    const mark = memory.mark();
    try {
      const at = memory.take(memory.sizeOf(type) * count);
      fill(handle.address, at, ...more);
      return memory.readArray(type, at, count);
    } finally {
      memory.release(mark);
    }
  }
  runtime.build(wayfield);
  return wayfield;
}
