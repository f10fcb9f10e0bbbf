// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings that somebody opens: a worker reads them, and is there only as long as it does.
import sqlitePacked from 'wayfield-sqlite';
import workerSource from 'wayfield-recording';
import type { Batch, Stage } from '../engine/protocol.ts';

export interface Recording {
  stage: Stage;
  batch: Omit<Batch, 'run'>;
}

export async function unpack(packed: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

export const isRecording = (name: string, bytes: Uint8Array): boolean =>
  /\.(sqlite|sqlite3|db|csv)$/i.test(name) || (/\.txt$/i.test(name) && !/^\s*type\s/.test(new TextDecoder().decode(bytes.subarray(0, 64))));

export async function readRecording(name: string, bytes: Uint8Array): Promise<Recording> {
  const address = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
  const worker = new Worker(address);
  try {
    const wasm = await unpack(sqlitePacked);
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Recording | { message: string }>) => ('message' in data ? reject(new Error(`${name}: ${data.message}`)) : resolve(data));
      worker.onerror = (event) => reject(new Error(`${name}: ${event.message || 'the reader could not be started'}`));
      worker.postMessage({ name, bytes, wasm }, [bytes.buffer as ArrayBuffer, wasm]);
    });
  } finally {
    worker.terminate();
    URL.revokeObjectURL(address);
  }
}
