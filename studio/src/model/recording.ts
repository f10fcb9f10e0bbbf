// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings that somebody opens: a worker reads them, and is there only as long as it does.
import sqlitePacked from 'wayfield-sqlite';
import workerSource from 'wayfield-recording';
import type { Batch, Stage } from '../engine/protocol.ts';
import type { RunToWrite } from '../recording/write.ts';
import type { RunRecord } from './record.ts';

export interface Recording {
  stage: Stage;
  batch: Omit<Batch, 'run'>;
}

export async function unpack(packed: string): Promise<ArrayBuffer> {
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) {
    bytes[i] = binary.charCodeAt(i);
  }
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

export const isRecording = (name: string, bytes: Uint8Array): boolean =>
  /\.(sqlite|sqlite3|db|csv)$/i.test(name) || (/\.txt$/i.test(name) && !/^\s*type\s/.test(new TextDecoder().decode(bytes.subarray(0, 64))));

const MOST_SECONDS = 60;

async function ask<T>(message: (wasm: ArrayBuffer) => object, transfer: Transferable[]): Promise<T> {
  const address = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
  const worker = new Worker(address);
  try {
    const wasm = await unpack(sqlitePacked());
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<T | { message: string }>) => (typeof data === 'object' && data !== null && 'message' in data ? reject(new Error(data.message)) : resolve(data as T));
      window.setTimeout(() => reject(new Error('it takes longer than a minute')), MOST_SECONDS * 1000);
      worker.onerror = (event) => reject(new Error(event.message || 'the reader could not be started'));
      worker.postMessage(message(wasm), [...transfer, wasm]);
    });
  } finally {
    worker.terminate();
    URL.revokeObjectURL(address);
  }
}

export async function readRecording(name: string, bytes: Uint8Array): Promise<Recording> {
  try {
    return await ask<Recording>((wasm) => ({ name, bytes, wasm }), [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A database of everything computed so far, as JuPedSim writes it. */
export async function writeRecording(record: RunRecord, wkt: string): Promise<Uint8Array> {
  const total = record.frames.reduce((sum, frame) => sum + frame.count, 0);
  const run: RunToWrite = {
    name: record.stage.name, fps: 1 / record.tickSeconds, wkt, lower: record.stage.lower, upper: record.stage.upper, counts: Uint32Array.from(record.frames, (frame) => frame.count), serials: new Uint32Array(total),
    places: new Float32Array(3 * total), headings: new Float32Array(total), hasHeights: record.stage.mesh !== null,
    sizes: record.radii.map((radius, serial): [number, number, number, number] => [serial, radius, record.desiredSpeeds[serial] ?? 1.3, record.depths[serial] ?? radius]).filter((size) => size !== undefined),
  };
  let at = 0;
  for (const frame of record.frames) {
    run.serials.set(frame.serials, at);
    run.places.set(frame.places, 3 * at);
    run.headings.set(frame.headings, at);
    at += frame.count;
  }
  return (await ask<{ bytes: Uint8Array }>((wasm) => ({ run, wasm }), [run.serials.buffer as ArrayBuffer, run.places.buffer as ArrayBuffer, run.headings.buffer as ArrayBuffer])).bytes;
}
